"""What is seen to happen after a move in Dojo Duel, and the line that sums it up."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from budokan.games.dojo_duel.rules import events
from budokan.kit.contract import HIDDEN
from budokan.kit.notation import SEATS
from budokan.kit.scene import Beat, Change, Piece
from budokan.kit.view import News
from budokan.kit.words import Event, listed

if TYPE_CHECKING:
    from budokan.games.dojo_duel.view.table import Drawing

STRIKES: Final[tuple[int, ...]] = (events.STRIKE, events.STRIKE_1, events.STRIKE_2)
REVEALS: Final[tuple[int, ...]] = (events.REVEAL, events.REVEAL_IN)
SUMS: Final = frozenset((*STRIKES, events.KICKER_COUNTS, events.LOSS, events.NO_LOSS))
FROM_HAND: Final[tuple[int, ...]] = (events.SHOWS, events.ANSWER, events.KICKER)
TOLD: Final = frozenset((*FROM_HAND, events.PASS, *REVEALS))  # what the line tells besides the sums

HITS: Final = "{seat}'s Yang {yang} against {foe:seat}'s Yin {yin}."
HOLDS: Final = "{foe:seat}'s Yin {yin} holds against {seat}'s Yang {yang}."


def beats(table: "Drawing", news: News) -> Iterable[Beat]:
    """The beats of a move, drawn on the scene before it."""
    return Move(table, news.events).beats()


def happened(table: "Drawing", news: News) -> str:
    """The sums of a round that is over, and what the opponent did.

    The card that the viewer has turned over is in the question; it is told where nothing else is.
    """
    sums, told = list[Event](), list[Event]()
    for event in news.recent:
        kind, _, _, _ = event
        if kind in SUMS:
            sums.append(event)
            told.clear()
        elif kind in TOLD:
            told.append(event)
    said = [summed(table, tuple(sums))] if sums else []
    said += [table.sentence(event) for event in told if event.seat != table.look.viewer]
    return " ".join(said or [table.sentence(event) for event in told if event.kind == events.SHOWS])


def summed(table: "Drawing", sums: tuple[Event, ...]) -> str:
    """What both take in a round that is over; the line tells it for several moves."""
    found: str | None = table.unchanged("summed", sums)
    if found is None:
        told = [damage(table, sums, seat) for seat in (table.me, 1 - table.me)]
        found = table.keep("summed", sums, " ".join(told))
    return found


def damage(table: "Drawing", sums: Sequence[Event], seat: int) -> str:
    """What a seat takes, with the sums: You take 4: Yang 15 against Yin 11."""
    lost = sum(event.a for event in sums if event.kind == events.LOSS and event.seat == seat)
    blows = [event for event in sums if event.kind in STRIKES and event.seat != seat]
    parts = [f"{lane(event)}Yang {event.a} against Yin {event.b}" for event in blows]
    for event in sums:
        if event.kind == events.KICKER_COUNTS:
            added, word = (event.b, "guarded") if event.seat == seat else (event.a, "added")
            if added:
                parts.append(f"{table.whose(event.seat)} kicker {word} {added}")
    told = table.tell("{seat} take[s] {lost}", seat, lost=lost or "nothing")
    return f"{told}: {', '.join(parts)}."


def lane(blow: Event) -> str:
    """The lane of a blow, if lanes are compared."""
    return "" if blow.kind == events.STRIKE else f"lane {blow.kind - events.STRIKE} "


class Move:
    """The events of one move as beats; it follows the hands from before the move."""

    def __init__(self, table: "Drawing", told: Sequence[Event]) -> None:
        self.table, self.events = table, told
        self.hands = [self.hand_before(seat) for seat in (0, 1)]
        self.laid = [self.laid_before(seat) for seat in (0, 1)]  # cards on each side of the field
        self.kickers = [e.seat for e in told if e.kind == events.KICKER_COUNTS]

    def hand_before(self, seat: int) -> list[int]:
        """A hand without what was drawn, and with what has left it."""
        hand = self.table.state.side(seat).hand.in_order()
        for event in reversed(self.events):
            kind, drawer, card, _ = event
            if kind == events.DRAW:
                if drawer == seat:
                    hand.remove(card)
            elif kind in FROM_HAND and holder(event) == seat:
                hand.append(card if seat == self.table.look.viewer else HIDDEN)
        return hand

    def laid_before(self, seat: int) -> int:
        """How many cards lay on the field; at the end of a round there are two."""
        n = int(self.table.state.side(seat).field.n)
        for event in reversed(self.events):
            if event.kind in (events.SHOWS, events.ANSWER) and holder(event) == seat:
                n -= 1
            elif event.kind == events.ROUND:
                n = 2
        return n

    def beats(self) -> list[Beat]:
        found, draws = list[Beat](), list[Event]()
        for event in self.events:
            if event.kind == events.DRAW:
                draws.append(event)
                continue
            if draws:
                found.append(self.draw(draws))
                draws = []
            found += self.beats_of(event)
        if draws:
            found.append(self.draw(draws))
        return found

    def beats_of(self, event: Event) -> Iterable[Beat]:
        kind, seat = event.kind, event.seat
        if kind == events.SHOWS:
            return self.pointed(event)
        if kind == events.ANSWER:
            return (self.play(event),)
        if kind == events.KICKER:
            return (self.lay_kicker(event),)
        if kind == events.PASS:
            return (Beat(kind="point", seat=seat, text=self.said(event), pieces=(kicker(seat),)),)
        if kind in REVEALS:
            return (self.reveal(event),)
        if kind in STRIKES:
            return (self.strike(event),)
        if kind == events.LOSS:
            return (self.loss(event),)
        if kind == events.ROUND and event.a > 1:
            return self.next_round(event)
        if kind == events.RESHUFFLE:
            pile = f"deck-{SEATS[seat]}"
            return (Beat(kind="move", seat=seat, text=self.said(event), pieces=(pile,)),)
        if kind == events.TOSS:
            return (Beat(kind="stop", seat=seat, text=self.said(event)),)
        if kind in (events.WIN, events.TIE):
            return (Beat(kind="stop", seat=seat, text=self.table.result()),)
        return ()

    def said(self, event: Event) -> str:
        return self.table.sentence(event)

    # -- cards --------------------------------------------------------------------------------

    def take(self, seat: int, card: int) -> str:
        """The id of a card that leaves a hand: the last copy, or the last of hidden cards."""
        hand = self.hands[seat]
        sought = card if card in hand else HIDDEN
        place = len(hand) - 1 - hand[::-1].index(sought)
        found = self.table.hand_ids(seat, hand)[place]
        del hand[place]
        return found

    def pointed(self, event: Event) -> list[Beat]:
        """A finger at a card; it turns over, and goes onto its owner's field (DD-22).

        Who points need not be shown the finger.
        """
        table, owner = self.table, holder(event)
        found, leaving = list[Beat](), self.take(owner, event.a)
        known, text = owner == table.look.viewer, f"It is {table.title(event.a)}."
        if event.seat == table.look.viewer:
            text = self.said(event)
        else:
            form = "{seat} point[s] at one of {other:seat}'s cards."
            said = table.tell(form, event.seat, other=owner)
            found.append(
                Beat(kind="point", seat=event.seat, target=owner, text=said, pieces=(leaving,))
            )
        if not known:
            turned = Change(zone=f"hand-{SEATS[owner]}", piece=table.card(leaving, event.a, owner))
            found.append(
                Beat(kind="turn", seat=owner, text=text, pieces=(leaving,), changes=(turned,))
            )
        laid = self.on_field(owner, event.a, "pointed at")
        changes = (Change(gone=leaving), Change(zone=f"field-{SEATS[owner]}", piece=laid))
        text = text if known else ""
        found.append(Beat(kind="play", seat=owner, text=text, pieces=(laid.id,), changes=changes))
        return found

    def play(self, event: Event) -> Beat:
        seat = event.seat
        laid = self.on_field(seat, event.a, "answer")
        return Beat(
            kind="play",
            seat=seat,
            text=self.said(event),
            pieces=(laid.id,),
            changes=(
                Change(gone=self.take(seat, event.a)),
                Change(zone=f"field-{SEATS[seat]}", piece=laid),
            ),
        )

    def on_field(self, seat: int, card: int, badge: str) -> Piece:
        """A card that is laid in the next lane."""
        self.laid[seat] += 1
        return self.table.laid(seat, self.laid[seat], card, badge, moved=True)

    def lay_kicker(self, event: Event) -> Beat:
        seat = event.seat
        piece = replace(self.table.card(kicker(seat), event.a, seat), turned=True)
        changes = (
            Change(gone=self.take(seat, event.a)),
            Change(zone=f"kicker-{SEATS[seat]}", piece=piece),
        )
        text = self.said(event)
        return Beat(kind="play", seat=seat, text=text, pieces=(piece.id,), changes=changes)

    def reveal(self, event: Event) -> Beat:
        seat = event.seat
        badge = f"lane {event.b + 1}" if event.kind == events.REVEAL_IN else "revealed"
        piece = replace(self.table.card(kicker(seat), event.a, seat), badge=badge)
        changes = (Change(zone=f"kicker-{SEATS[seat]}", piece=piece),)
        text = self.said(event)
        return Beat(kind="turn", seat=seat, text=text, pieces=(piece.id,), changes=changes)

    def draw(self, draws: Sequence[Event]) -> Beat:
        """Both draw at once (DD-14), unless a deck is shuffled in between."""
        changes, own = [], []
        for event in draws:
            hand = self.hands[event.seat]
            hand.append(event.a)
            place = self.table.hand_ids(event.seat, hand)[-1]
            piece = self.table.card(place, event.a, event.seat)
            changes.append(Change(zone=f"hand-{SEATS[event.seat]}", piece=piece))
            if event.seat == self.table.look.viewer:
                own.append(self.table.title(event.a))
        seats = {event.seat for event in draws}
        text = "Both draw." if len(seats) > 1 else self.said(draws[-1])
        text = f"You draw {listed(own)}." if own else text
        return Beat(kind="draw", seat=draws[0].seat, text=text, changes=tuple(changes))

    # -- the comparison -----------------------------------------------------------------------

    def strike(self, event: Event) -> Beat:
        """Yang of one side against Yin of the other: a blow, or one that is stopped."""
        seat, foe, through = event.seat, 1 - event.seat, max(0, event.a - event.b)
        form = HITS if through else HOLDS
        text = self.table.tell(form, seat, foe=foe, yang=event.a, yin=event.b)
        return Beat(
            kind="strike" if through else "block",
            seat=seat,
            target=foe,
            text=f"{lane(event).strip().capitalize()}: {text}" if lane(event) else text,
            amount=through,
            role="hit" if through else "ward",
            pieces=self.side(seat, event.kind - events.STRIKE),
        )

    def side(self, seat: int, only: int = 0) -> tuple[str, ...]:
        """The cards that count for a side: both lanes or one, and a revealed kicker."""
        lanes = (only,) if only else (1, 2)
        cards = tuple(f"field-{SEATS[seat]}-{lane}" for lane in lanes)
        return (*cards, kicker(seat)) if seat in self.kickers else cards

    def loss(self, event: Event) -> Beat:
        """Points fly from the cards that were hit to the die, which ticks down."""
        points = f"points-{SEATS[event.seat]}"
        return Beat(
            kind="lose",
            seat=1 - event.seat,
            target=event.seat,
            text=self.said(event),
            amount=event.a,
            role="hit",
            pieces=self.side(event.seat),
            changes=(Change(zone=points, at=event.b),),
        )

    def next_round(self, event: Event) -> Iterator[Beat]:
        """A stop to see how it stands; then the field is cleared and the lead passes on."""
        table = self.table
        self.laid = [0, 0]
        text = f"Round {event.a - 1} is over: {table.standing()}."
        yield Beat(kind="stop", seat=event.seat, text=text)
        changes = [
            Change(zone=f"field-{SEATS[seat]}", piece=table.empty(seat, place))
            for seat in (0, 1)
            for place in (1, 2)
        ]
        changes += [
            Change(zone=f"kicker-{SEATS[seat]}", piece=table.spent_kicker(seat))
            for seat in self.kickers
        ]
        changes.append(Change(zone=f"side-{SEATS[event.seat]}", piece=table.first_player()))
        text = self.said(event)
        yield Beat(kind="clear", seat=event.seat, text=text, changes=tuple(changes))


def holder(event: Event) -> int:
    """Whose hand a card leaves."""
    return event.b if event.kind == events.SHOWS else event.seat


def kicker(seat: int) -> str:
    """The id of a seat's kicker."""
    return f"kicker-{SEATS[seat]}-0"
