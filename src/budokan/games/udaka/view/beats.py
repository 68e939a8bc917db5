"""What is seen to happen in Udaka, step by step, and the line that sums it up."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from budokan.games.udaka.rules import events
from budokan.games.udaka.rules.state import ACE, JOKER, KING, NOBODY, RANKS, TWO
from budokan.kit.beats import points
from budokan.kit.contract import HIDDEN
from budokan.kit.notation import SEATS
from budokan.kit.scene import Beat, Change, Piece
from budokan.kit.view import News
from budokan.kit.words import Event

if TYPE_CHECKING:
    from budokan.games.udaka.view.table import Drawing

CARDS: Final = {  # laid by each kind of discard
    events.SINGLE: 1,
    events.HAND_PAIR: 2,
    events.TOP_PAIR: 1,
    events.ACE: 1,
    events.ACE_PAIR: 2,
    events.KING: 1,
    events.KING_FREE: 1,
    events.JOKER: 1,
    events.JOKER_FREE: 1,
}
RANK: Final = {  # where the event does not say it
    events.ACE: ACE,
    events.ACE_PAIR: ACE,
    events.KING: KING,
    events.JOKER: JOKER,
}
DRAWS: Final[tuple[int, ...]] = (events.DRAWN, events.REFILLED)
TOKENS: Final[tuple[int, ...]] = (events.TOKEN, events.TOKENS)
SCORES: Final[tuple[int, ...]] = (events.SCORE, events.SCORE_UDAKA)
DEALING: Final = frozenset((events.FIRST, events.SHOW, events.AGAIN, events.DEALER))
VERDICT: Final[tuple[int, ...]] = (
    events.OUTRIGHT,
    events.TIED_FIRST,
    events.TIED_NEXT,
    events.TIED_LAST,
    events.TIE_INSIDE,
    events.TIE_OUTSIDE,
    events.GAME,
)
ENDING: Final = frozenset((*SCORES, *VERDICT))  # of a round
NEXT: Final = frozenset((*SCORES, *DEALING))  # what follows the turns
EARNS: Final = frozenset((*TOKENS, events.WORTHLESS, events.UDAKA))
WON: Final[tuple[int, ...]] = (events.OUTRIGHT, events.TIE_INSIDE, events.TIE_OUTSIDE)
ROUND: Final = 4  # what the end of a round weighs among the key moments


def weigh(beat: Beat) -> int:
    """The end of a round, and tokens that change hands."""
    return ROUND if beat.kind == "stop" else points(beat)


def beats(table: "Drawing", news: News) -> list[Beat]:
    """Discards and what they win; then the end of a round, and the deal of the next."""
    new = known(table, news.events)
    turns = next((at for at, event in enumerate(new) if event.kind in NEXT), len(new))
    course = Course(table, new[:turns], ended=turns < len(new) and new[turns].kind in SCORES)
    found = list[Beat]()
    for event in new[:turns]:
        course.add_beats(event, found)
        course.count(event, 1)
    if turns < len(new):
        found += ending(table, [event for event in new if event.kind in ENDING])
        found += dealing(table, [event for event in new if event.kind in DEALING])
    return found


def known(table: "Drawing", told: Iterable[Event]) -> list[Event]:
    """The events a viewer has not forgotten; of the draws of others nobody knows more."""
    return [
        event
        for event in told
        if HIDDEN not in (event.a, event.b) or (event.kind in DRAWS and event.seat != table.mine)
    ]


class Course:
    """The table as it stands before each event of a round."""

    def __init__(self, table: "Drawing", turns: Sequence[Event], *, ended: bool) -> None:
        """Begin with the table now, or at the end of the round, and undo all events."""
        state, self.table = table.state, table
        self.held = [0 if ended else int(n) for n in state.held]
        self.own = [
            0 if ended or table.mine == NOBODY else int(state.count(table.mine, rank))
            for rank in range(RANKS)
        ]
        self.tokens = [int(n) for n in (state.last if ended else state.tokens)]
        self.boxes = [0 if ended else int(n) for n in state.boxes]
        self.laid = [0 if ended else int(n) for n in state.laid]
        for event in reversed(turns):
            self.count(event, -1)

    def count(self, event: Event, sign: int) -> None:
        """Do what an event did, or undo it."""
        kind, seat, a, b = event
        if kind in DRAWS:
            self.move_cards(seat, a, sign)
        elif kind in CARDS:
            n, rank = CARDS[kind], RANK.get(kind, a)
            self.move_cards(seat, rank, -n * sign)
            self.laid[rank] += n * sign
        if kind in TOKENS:
            self.tokens[seat] += b * sign
            self.boxes[a] -= b * sign
        elif kind == events.KING:
            self.tokens[seat] -= sign
            self.boxes[TWO + a] += sign
        elif kind == events.JOKER:
            self.tokens[seat] += sign
            self.tokens[a] -= sign

    def move_cards(self, seat: int, rank: int, n: int) -> None:
        self.held[seat] += n
        if seat == self.table.mine and rank != HIDDEN:
            self.own[rank] += n

    # -- beats --------------------------------------------------------------------------------

    def add_beats(self, event: Event, found: list[Beat]) -> None:
        if event.kind in CARDS:
            found.append(self.play(event))
        effect = self.effect(event)
        if effect is not None:
            found.append(effect)

    def effect(self, event: Event) -> Beat | None:
        """What an event does beside laying cards."""
        kind = event.kind
        if kind in DRAWS:
            return self.draw(event)
        if kind in TOKENS:
            return self.win(event)
        if kind == events.WORTHLESS:
            number = self.table.box(event.a)
            text, box = f"Box {number} is empty.", f"box.{number}"
            return Beat(kind="miss", seat=event.seat, text=text, pieces=(box,))
        if kind == events.UDAKA:
            return self.win_udaka(event)
        if kind == events.KING:
            return self.give_back(event)
        if kind == events.JOKER:
            return self.steal(event)
        if kind == events.LAST_CARD:
            text = self.table.sentence(event)
            return Beat(kind="point", seat=event.seat, text=text, pieces=("draw",))
        return None

    def play(self, event: Event) -> Beat:
        """Cards move from a hand to their pile."""
        table, seat = self.table, event.seat
        rank, n = RANK.get(event.kind, event.a), CARDS[event.kind]
        if rank == ACE:
            laid = [table.card(f"udaka.{i + 1}", ACE, i) for i in range(event.b - n, event.b)]
        else:
            copy = self.laid[rank] + n - 1 if table.remembers else 0
            laid = [table.card("pile.top", rank, copy)]
        zone = "udaka" if rank == ACE else "pile"
        gone = [Change(gone=self.held_id(seat, rank, i)) for i in range(n)]
        return Beat(
            kind="play",
            seat=seat,
            text=lays(table, event),
            pieces=tuple(piece.id for piece in laid),
            changes=(*gone, *(Change(zone=zone, piece=piece) for piece in laid)),
        )

    def held_id(self, seat: int, rank: int, i: int) -> str:
        """The card of a hand that leaves it: the last one, or the one before."""
        if seat == self.table.mine:
            return self.table.card_id(self.table.words[rank], self.own[rank] - 1 - i)
        return f"seat.{SEATS[seat]}.card.{self.held[seat] - i}"

    def draw(self, event: Event) -> Beat:
        table, seat, rank = self.table, event.seat, event.a
        if seat == table.mine and rank != HIDDEN:
            copy = self.own[rank]
            place, suit = table.card_id(table.words[rank], copy), -1 - copy
            card = table.card(place, rank, suit, owner=seat)
        else:
            place = f"seat.{SEATS[seat]}.card.{self.held[seat] + 1}"
            card = table.back(place, seat)
        change = Change(zone=f"seat.{SEATS[seat]}.hand", piece=card)
        text = table.sentence(event)
        return Beat(kind="draw", seat=seat, text=text, pieces=(card.id,), changes=(change,))

    def win(self, event: Event) -> Beat:
        """Tokens move from their box to who laid the pair."""
        _, seat, rank, n = event
        gone = [f"box.{self.table.box(rank)}.{self.boxes[rank] - i}" for i in range(n)]
        return self.gain(seat, gone, takes(self.table, event))

    def gain(self, seat: int, gone: Sequence[str], text: str, target: int | None = None) -> Beat:
        """Tokens move to a player; red for a viewer who loses them."""
        laid = [self.owned(seat, self.tokens[seat] + i) for i in range(len(gone))]
        changes = [Change(gone=piece) for piece in gone]
        changes += [Change(zone=f"seat.{SEATS[seat]}.tokens", piece=piece) for piece in laid]
        robbed = target is not None and target == self.table.mine
        return Beat(
            kind="lose" if robbed else "gain",
            seat=seat,
            target=target,
            text=text,
            amount=len(gone),
            role="hit" if robbed else "gain",
            pieces=tuple(piece.id for piece in laid),
            changes=tuple(changes),
        )

    def owned(self, seat: int, n: int) -> Piece:
        return self.table.token(f"seat.{SEATS[seat]}.token.{n + 1}", owner=seat)

    def steal(self, event: Event) -> Beat:
        victim = event.a
        gone = f"seat.{SEATS[victim]}.token.{self.tokens[victim]}"
        return self.gain(event.seat, [gone], takes(self.table, event), victim)

    def win_udaka(self, event: Event) -> Beat:
        piece = self.table.udaka_token(owner=event.seat)
        change = Change(zone=f"seat.{SEATS[event.seat]}.tokens", piece=piece)
        return Beat(
            kind="gain",
            seat=event.seat,
            text=takes(self.table, event),
            amount=1 if self.table.state.setting.udaka_counts else None,
            role="gain",
            pieces=(piece.id,),
            changes=(change,),
        )

    def give_back(self, event: Event) -> Beat:
        """The King puts a token of its player on a box."""
        table, seat, number = self.table, event.seat, self.table.numbers[event.a]
        spot = f"box.{number}"
        piece = table.token(f"{spot}.{event.b}", spot=spot)
        gone = Change(gone=f"seat.{SEATS[seat]}.token.{self.tokens[seat]}")
        return Beat(
            kind="lose",
            seat=seat,
            target=seat,
            text=takes(table, event),
            amount=1,
            role="hit",
            pieces=(piece.id,),
            changes=(gone, Change(zone="boxes", piece=piece)),
        )


def ending(table: "Drawing", told: Sequence[Event]) -> Iterator[Beat]:
    """A round stops: who wins it takes a Rounds token."""
    if not told:
        return
    winner = next(event.seat for event in told if event.kind in WON)
    left, won = table.rounds_left(), int(table.state.wins[winner])
    piece = table.round_token(f"seat.{SEATS[winner]}.round.{won}", owner=winner)
    gone = (Change(gone=f"rounds.{left + 1}"),) if left >= 0 else ()
    yield Beat(
        kind="stop",
        seat=winner,
        text=verdict(table, told),
        role="gain" if winner == table.mine else "plain",
        pieces=(piece.id,),
        changes=(*gone, Change(zone=f"seat.{SEATS[winner]}.rounds", piece=piece)),
    )


def dealing(table: "Drawing", told: Sequence[Event]) -> Iterator[Beat]:
    """The cards of the dealer draw, and who deals; the next scene shows the hands."""
    shown: list[tuple[str, int]] = []
    for event in told:
        text, seat, rank = table.sentence(event), event.seat, event.a
        away = tuple(Change(gone=place) for place, _ in shown)
        if event.kind == events.SHOW:
            place = f"seat.{SEATS[seat]}.{table.words[rank]}.1"
            suit = -1 - sum(rank == other for _, other in shown)
            card = table.card(place, rank, suit, owner=seat)
            change = Change(zone=f"seat.{SEATS[seat]}.hand", piece=card)
            shown.append((place, rank))
            yield Beat(kind="turn", seat=seat, text=text, pieces=(place,), changes=(change,))
        elif event.kind == events.AGAIN:
            shown = []
            yield Beat(kind="clear", seat=seat, text=text, changes=away)
        elif event.kind == events.DEALER:
            here = Change(zone=f"seat.{SEATS[seat]}", piece=table.dealer_token())
            yield Beat(kind="move", seat=seat, text=text, pieces=("dealer",), changes=(*away, here))


# -- words ------------------------------------------------------------------------------------


def happened(table: "Drawing", news: News) -> str:
    """Discards of the others, tokens that change hands, and the card just drawn."""
    recent = known(table, news.recent)
    ends = [at for at, event in enumerate(recent) if event.kind in SCORES]
    if ends:
        told = [event for event in recent if event.kind in ENDING]
        return " ".join([verdict(table, told), *sums(table, recent[ends[-1] :])])
    return " ".join(sums(table, recent))


def sums(table: "Drawing", told: Sequence[Event]) -> list[str]:
    """One sentence for each discard of the others and for each token won or lost."""
    said = list[str]()
    drawn: Event | None = None
    for at, event in enumerate(told):
        kind, seat, _, _ = event
        if kind in DRAWS:
            if seat == table.mine:
                drawn = event
        elif kind in EARNS or kind in (events.KING, events.JOKER):
            said.append(takes(table, event))
        elif kind in CARDS:
            after = told[at + 1].kind if at + 1 < len(told) else NOBODY
            if seat != table.mine and after not in EARNS:
                said.append(lays(table, event))
        elif kind == events.LAST_CARD:
            said.append(table.sentence(event))
    if drawn is not None and drawn in told[-2:]:
        said.append(table.sentence(drawn))
    return said


def lays(table: "Drawing", event: Event) -> str:
    """What a seat lays, in a sentence."""
    kind, seat, rank, _ = event
    if kind in (events.KING, events.JOKER):
        card = table.look.words.domains["card"].name(int(RANK[kind]))
        return table.tell("{seat} lay[s] {card}.", seat, card=card)
    if kind == events.HAND_PAIR:
        return table.tell("{seat} lay[s] a pair of {rank}s.", seat, rank=table.words[rank])
    if kind == events.TOP_PAIR:
        return table.tell("{seat} pair[s] {rank} with the top card.", seat, rank=table.words[rank])
    return table.sentence(event)


def takes(table: "Drawing", event: Event) -> str:
    """The tokens that an event moves, in a sentence."""
    kind, seat, a, b = event
    if kind in TOKENS:
        n = f"{b} token{'' if b == 1 else 's'}"
        form = "{seat} take[s] {n} with a pair of {rank}s."
        return table.tell(form, seat, n=n, rank=table.words[a])
    if kind == events.UDAKA:
        form = "{seat} take[s] the UDAKA token with the {ace}."
        return table.tell(form, seat, ace=table.last_ace())
    if kind == events.WORTHLESS:
        form = "{seat} lay[s] a pair of {rank}s for nothing: box {box} is empty."
        return table.tell(form, seat, rank=table.words[a], box=str(table.box(a)))
    if kind == events.KING:
        form = "{seat} give[s] 1 token back to box {box} with {card:card}."
        return table.tell(form, seat, box=str(table.numbers[a]), card=KING)
    form = "{seat} take[s] 1 token from {victim:seat} with {card:card}."
    return table.tell(form, seat, victim=a, card=JOKER)


def verdict(table: "Drawing", told: Sequence[Event]) -> str:
    """Who wins the round with how many, and what the viewer has."""
    words, viewer = table.look.words, table.look.viewer
    line = words.lines([event for event in told if event.kind in VERDICT], viewer)[-1]
    mine = [event for event in told if event.kind in SCORES and event.seat == table.mine]
    won = any(event.seat == table.mine for event in told if event.kind in WON)
    return line if won or not mine else f"{line} {table.sentence(mine[-1])}"
