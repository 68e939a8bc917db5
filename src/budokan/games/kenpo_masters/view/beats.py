"""What is seen to happen after a move in Kenpo Masters, and the line that sums it up."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from budokan.games.kenpo_masters.rules import events
from budokan.games.kenpo_masters.setup import SQUARES
from budokan.games.kenpo_masters.view.captions import STEPS
from budokan.kit.contract import CHANCE
from budokan.kit.notation import SEATS
from budokan.kit.scene import Beat, Change
from budokan.kit.view import News
from budokan.kit.words import Event, listed

if TYPE_CHECKING:
    from budokan.games.kenpo_masters.view.table import Drawing

LAYS: Final[tuple[int, ...]] = (events.PLAY, events.ADD)
RESTS: Final[tuple[int, ...]] = (events.REST, events.FORCED_REST)
MISSES: Final = frozenset((events.OUT_OF_REACH, events.NO_ARROW, events.IDLE))
BREAKS: Final[tuple[int, ...]] = (events.BREAK, events.CALLED_BREAK)
ATTACKS: Final = frozenset((*MISSES, events.ATTACK, events.COUNTER))  # what an attack begins with
LEAVES: Final = frozenset((*LAYS, events.LOSE))  # cards leave a hand
STOPS: Final = frozenset((*BREAKS, *RESTS, events.FIRST))
TURNS: Final = frozenset((*LAYS, events.STEP, *RESTS, *BREAKS))
OWN: Final = frozenset((*LAYS, events.STEP))
PARTS: Final = {events.MOVED: "step", events.FAKED: "fake", events.TEXT: "combo"}


class Attack(NamedTuple):
    """An attack or a counter in a resolution, with the events of its sum."""

    seat: int
    card: int
    copy: int  # counted among equal attacks of the seat
    points: int
    told: tuple[Event, ...]

    @property
    def misses(self) -> bool:
        return self.told[0].kind in MISSES

    @property
    def less(self) -> list[int]:
        """What blocks take away."""
        return [event.a for event in self.told if event.kind == events.PREVENTED]


def attacks(told: Iterable[Event]) -> list[Event | Attack]:
    """The events, with those of each attack put together."""
    found, group = list[Event | Attack](), list[Event]()
    copies: dict[tuple[int, int], int] = {}
    for event in told:
        kind, seat = event.kind, event.seat
        if kind in ATTACKS:
            group = [event]
            card = event.b if kind == events.COUNTER else event.a
            copies[seat, card] = copies.get((seat, card), 0) + 1
        elif events.ATTACK < kind <= events.WHOLE:
            group.append(event)
        else:
            found.append(event)
            if kind == events.PLAY or kind in RESTS:
                copies.clear()  # another turn
            continue
        if kind != events.ATTACK and not events.ARROW <= kind < events.POINTS:
            found.append(Attack(seat, card, copies[seat, card], scored(group), tuple(group)))
    return found


def scored(group: Sequence[Event]) -> int:
    """What an attack scores: the last word of its sum, or its arrow if that is all."""
    last = group[-1]
    if last.kind == events.WHOLE:
        return group[1].a
    return last.a if last.kind in (events.POINTS, events.COUNTER) else 0


# -- the line ---------------------------------------------------------------------------------


def happened(table: "Drawing", news: News) -> str:
    """What the opponent did, and each resolution with its sums."""
    recent, viewer = news.recent, table.look.viewer
    end = len(recent)  # without the cards that the viewer lays now, of which it tells nothing
    while end and recent[end - 1].seat == viewer and recent[end - 1].kind in OWN:
        end -= 1
    told = recent[:end]
    return table.unchanged("line", told) or table.keep("line", told, line(table, told))


def line(table: "Drawing", recent: Sequence[Event]) -> str:
    said = []
    for hits, some in groupby(attacks(recent), lambda each: isinstance(each, Attack)):
        if hits:
            blows = [each for each in some if isinstance(each, Attack)]
            said += [outcome(table, blows, seat) for seat in (table.me, 1 - table.me)]
        else:
            told = [each for each in some if isinstance(each, Event) and each.kind in TURNS]
            others = [event for event in told if event.seat != table.look.viewer]
            said.append(turn(table, others))
            said += ["Break!" for event in told if event.kind in BREAKS]
    return " ".join(filter(None, said))


def turn(table: "Drawing", told: Sequence[Event]) -> str:
    """A turn of the opponent: Kenta plays Hand Fake and Jab (forward to b2)."""
    if not told:
        return ""
    seat = told[0].seat
    if told[0].kind in RESTS:
        return table.tell("{seat} rest[s].", seat)
    cards: list[str] = []
    for event in told:
        if event.kind in LAYS:
            cards.append(table.title(event.a))
        elif event.kind == events.STEP and cards:
            cards[-1] += f" ({STEPS[event.a]} to {SQUARES[event.b]})"
    return table.tell("{seat} play[s] {cards}.", seat, cards=listed(cards)) if cards else ""


def outcome(table: "Drawing", blows: Sequence[Attack], seat: int) -> str:
    """You deal 3: Front Kick 2 + 1 step. Your Jab is stopped: 1 - 1 blocked.

    The viewer who is hit reads: You take 3: Front Kick 2 + 1 step.
    """
    said, own = [], [blow for blow in blows if blow.seat == seat]
    hits = [blow for blow in own if blow.points]
    if hits:
        total = sum(blow.points for blow in hits)
        told = ", ".join(f"{table.title(blow.card)} {sums(blow)}" for blow in hits)
        hurts = table.look.viewer == 1 - seat
        form = "{seat} take[s] {n}: {told}." if hurts else "{seat} deal[s] {n}: {told}."
        said.append(table.tell(form, 1 - seat if hurts else seat, n=total, told=told))
    misses = [table.title(blow.card) for blow in own if blow.misses]
    if misses:
        verb = "miss" if len(misses) > 1 else "misses"
        said.append(f"{table.owner(seat)} {listed(misses)} {verb}.")
    for blow in own:
        if not blow.points and not blow.misses:
            what = "is stopped" if blow.less else "deals nothing"
            said.append(f"{table.owner(seat)} {table.title(blow.card)} {what}: {sums(blow)}.")
    return " ".join(said)


def sums(blow: Attack) -> str:
    """The sum of an attack: 2 + 1 step - 1 blocked."""
    if blow.told[0].kind == events.COUNTER:
        return str(blow.points)
    parts = [str(event.a) for event in blow.told if event.kind == events.ARROW]
    parts += [signed(event.a, PARTS[event.kind]) for event in blow.told if event.kind in PARTS]
    if any(event.kind == events.DOUBLED for event in blow.told):
        parts = [f"({' '.join(parts)}) doubled"]
    return " ".join([*parts, *(signed(n, "blocked") for n in blow.less)])


def signed(n: int, word: str) -> str:
    return f"{'+' if n > 0 else '-'} {abs(n)} {word}"


# -- the beats --------------------------------------------------------------------------------


def beats(table: "Drawing", news: News) -> Iterable[Beat]:
    """The beats of a move, drawn on the scene before it."""
    return Move(table, news.events).beats()


class Move:
    """The events of one move as beats; it follows hands and combos from before the move."""

    def __init__(self, table: "Drawing", told: Sequence[Event]) -> None:
        self.table, self.events = table, told
        self.hands = [self.hand_before(seat) for seat in (0, 1)]
        self.combos = [self.combo_before(seat) for seat in (0, 1)]

    def hand_before(self, seat: int) -> list[int]:
        """A hand without what was drawn, and with what was laid; that of others is a number."""
        own = seat == self.table.look.viewer
        hand = self.table.held(seat) if own else [0] * int(self.table.state.side(seat).hand_n)
        for event in reversed(self.events):
            if event.kind == events.DRAW and event.seat == seat:
                hand.remove(event.a if own else 0)
            elif event.kind in LEAVES and event.seat == seat:
                hand.append(event.a if own else 0)
        return hand

    def combo_before(self, seat: int) -> list[int]:
        """The cards in front of a fighter whose combo goes on."""
        laid = [event for event in self.events if event.kind in LAYS and event.seat == seat]
        cards = self.table.on_table(seat)
        return cards[: len(cards) - len(laid)] if laid and laid[0].kind == events.ADD else []

    def beats(self) -> list[Beat]:
        found = list[Beat]()
        for (kind, _), some in groupby(attacks(self.events), sort_of):
            group = list(some)
            if kind == "draw":
                found.append(self.draw([each for each in group if isinstance(each, Event)]))
            elif kind == "miss":
                found.append(self.miss([each for each in group if isinstance(each, Attack)]))
            else:
                for each in group:
                    found += [self.hit(each)] if isinstance(each, Attack) else self.plain(each)
        return found

    def plain(self, event: Event) -> Iterable[Beat]:
        kind, seat = event.kind, event.seat
        if kind in LAYS:
            return (self.lay(event),)
        if kind == events.STEP:
            return (self.step(event),)
        if kind == events.SCORE:
            return (self.score(event),)
        if kind == events.PUSH:
            return (self.pushed(event),)
        if kind == events.LOSE:
            return (self.lost(event),)
        if kind == events.RESET:
            changes = tuple(Change(zone="ring", piece=self.table.pawn(each)) for each in (0, 1))
            return (Beat(kind="move", seat=seat, text=self.said(event), changes=changes),)
        if kind == events.RESHUFFLE:
            pile = f"deck-{SEATS[seat]}"
            return (Beat(kind="move", seat=seat, text=self.said(event), pieces=(pile,)),)
        if kind in STOPS:
            return (Beat(kind="stop", seat=seat, text=self.said(event)),)
        if kind in (events.WIN, events.TIE):
            return (Beat(kind="stop", seat=seat, text=self.table.result()),)
        return ()

    def said(self, event: Event) -> str:
        """The sentence about an event, without the number of the turn and what joins it."""
        text = self.table.look.words.sentence(event, self.table.look.viewer)
        return text.lstrip("&. 0123456789")

    # -- cards and steps ----------------------------------------------------------------------

    def lay(self, event: Event) -> Beat:
        """A card goes from the hand onto the combo."""
        seat, table = event.seat, self.table
        combo = self.combos[seat]
        if event.kind == events.PLAY:
            combo.clear()
        combo.append(event.a)
        piece = table.card(
            table.table_id(seat, combo, len(combo) - 1), event.a, seat, self.flip(combo)
        )
        laid = Change(zone=f"table-{SEATS[seat]}", piece=replace(piece, step=len(combo)))
        return Beat(
            kind="play",
            seat=seat,
            text=table.tell("{seat} play[s] {card}.", seat, card=table.title(event.a)),
            pieces=(piece.id,),
            changes=(Change(gone=self.leaves(seat, event.a)), laid),
        )

    def flip(self, combo: Sequence[int]) -> int:
        """1 if the last card of a combo is mirrored by those beneath it."""
        mirrors = int(self.table.state.setting.mirrors)
        return sum(mirrors >> card & 1 for card in combo[:-1]) % 2

    def leaves(self, seat: int, card: int) -> str:
        """The id of a card that leaves a hand: its last copy, or the last of another's hand."""
        hand = self.hands[seat]
        own = seat == self.table.look.viewer
        place = len(hand) - 1 - hand[::-1].index(card if own else 0)
        name = self.table.hand_id(seat, hand, place)
        del hand[place]
        return name

    def draw(self, draws: Sequence[Event]) -> Beat:
        table, viewer = self.table, self.table.look.viewer
        changes = []
        for seat, card in ((event.seat, event.a) for event in draws):
            hand = self.hands[seat]
            hand.append(card if seat == viewer else 0)
            name = table.hand_id(seat, hand, len(hand) - 1)
            piece = table.card(name, card, seat) if seat == viewer else table.back(name, seat)
            changes.append(Change(zone=f"hand-{SEATS[seat]}", piece=piece))
        text = " ".join(self.drawn(draws, seat) for seat in (table.me, 1 - table.me)).strip()
        return Beat(kind="draw", seat=draws[0].seat, text=text, changes=tuple(changes))

    def drawn(self, draws: Sequence[Event], seat: int) -> str:
        cards = [event.a for event in draws if event.seat == seat]
        if not cards:
            return ""
        n = len(cards)
        what = f"{n} cards" if n > 1 else "a card"
        if seat == self.table.look.viewer:
            what = listed([self.table.title(card) for card in cards])
        return self.table.tell("{seat} draw[s] {what}.", seat, what=what)

    def step(self, event: Event) -> Beat:
        seat = event.seat
        pawn = self.table.pawn_at(seat, SQUARES[event.b])
        move = f"{STEPS[event.a]} to {SQUARES[event.b]}"
        return Beat(
            kind="step",
            seat=seat,
            text=self.table.tell("{seat} step[s] {move}.", seat, move=move),
            pieces=(pawn.id,),
            changes=(Change(zone="ring", piece=pawn),),
        )

    def pushed(self, event: Event) -> Beat:
        """A fighter is moved by a hit."""
        pawn = self.table.pawn_at(event.seat, SQUARES[event.b])
        return Beat(
            kind="move",
            seat=1 - event.seat,
            target=event.seat,
            text=self.said(event),
            pieces=(pawn.id,),
            changes=(Change(zone="ring", piece=pawn),),
        )

    def lost(self, event: Event) -> Beat:
        """A card leaves a hand by chance."""
        name = self.leaves(event.seat, event.a)
        return Beat(
            kind="move",
            seat=event.seat,
            text=self.said(event),
            pieces=(name,),
            changes=(Change(gone=name),),
        )

    # -- blows --------------------------------------------------------------------------------

    def name(self, seat: int, card: int, copy: int = 1) -> str:
        """The id of a card on the table."""
        return f"table-{SEATS[seat]}-{self.table.keys[card]}-{copy}"

    def hit(self, blow: Attack) -> Beat:
        """An attack that lands, or one that is stopped, with the cards that stop it."""
        words, viewer = self.table.look.words, self.table.look.viewer
        guards = [e for e in self.events if e.kind == events.BLOCK and e.a == blow.card]
        stopping = [] if blow.points else [self.name(event.seat, event.b) for event in guards]
        return Beat(
            kind="strike" if blow.points else "block",
            seat=blow.seat,
            target=1 - blow.seat,
            text="".join(words.lines(blow.told, viewer)),
            amount=blow.points,
            role="hit" if blow.points else "ward",
            pieces=(self.name(blow.seat, blow.card, blow.copy), *stopping),
        )

    def miss(self, blows: Sequence[Attack]) -> Beat:
        seat = blows[0].seat
        words, viewer = self.table.look.words, self.table.look.viewer
        return Beat(
            kind="miss",
            seat=seat,
            target=1 - seat,
            text=" ".join(words.sentence(blow.told[0], viewer) for blow in blows),
            pieces=tuple(self.name(seat, blow.card, blow.copy) for blow in blows),
        )

    def score(self, event: Event) -> Beat:
        """Points fly from the fighter who was hit to the one who scores."""
        seat, foe = event.seat, 1 - event.seat
        hurts = self.table.look.viewer == foe
        return Beat(
            kind="gain",
            seat=seat,
            text=self.said(event),
            amount=event.a,
            role="hit" if hurts else "gain",
            pieces=(f"pawn-{SEATS[foe]}",),
            changes=(Change(zone=f"score-{SEATS[seat]}", at=event.b),),
        )


def sort_of(each: Event | Attack) -> tuple[str, int]:
    """What is shown together: cards that are drawn, and attacks of one side that miss."""
    if isinstance(each, Attack):
        return "miss" if each.misses else "hit", each.seat
    return ("draw", CHANCE) if each.kind == events.DRAW else ("plain", each.seat)
