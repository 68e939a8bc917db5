"""What agents see of Dojo Duel, as a row of bytes."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from budokan.games.dojo_duel.rules.hidden import unseen
from budokan.games.dojo_duel.rules.phases import PHASES
from budokan.games.dojo_duel.rules.rules import DojoDuel
from budokan.games.dojo_duel.rules.state import ANY_KIND, HAND, LARGEST, MOST_KINDS, Side, Table
from budokan.kit.contract import CHANCE, HIDDEN, State
from budokan.kit.lens import CardTable, Lens, put, put_number
from budokan.kit.pile import NO_CARD, Pile

SEATS: Final = 2
CHOICES: Final = 4  # of the kicker: kept, turned up in a lane, not known
UNKNOWN: Final = 3
KINDS: Final[i64] = MOST_KINDS


@final
class DojoDuelLens(Lens):
    """Two seats, the viewer and the foe; cards are counted by kind."""

    def __init__(self) -> None:
        super().__init__(SEATS)
        by_kind = (SEATS, MOST_KINDS)
        self.phase: i64 = self.part("phase", (len(PHASES),))
        self.round: i64 = self.number("round")
        self.passes: i64 = self.part("passes", (1,), 2)
        self.acting: i64 = self.part("acting", (SEATS + 1,))  # and chance
        self.first: i64 = self.part("first", (SEATS,))
        self.points: i64 = self.number("points", (SEATS,))
        self.below: i64 = self.number("points below 0", (SEATS,))
        self.cards_held: i64 = self.part("cards in hand", (SEATS,), HAND)
        self.cards_left: i64 = self.part("cards in deck", (SEATS,), LARGEST)
        self.stocked: i64 = self.part("cards in deck at first", (SEATS,), LARGEST)
        self.size: i64 = self.part("deck size", (SEATS,), LARGEST)
        self.secret: i64 = self.part("secret list", (SEATS,))
        self.has_kicker: i64 = self.part("has a kicker", (SEATS,))
        self.is_spent: i64 = self.part("kicker is spent", (SEATS,))
        self.lane: i64 = self.part("lane of the kicker", (SEATS,))
        self.choice: i64 = self.part("choice", (SEATS, CHOICES))
        self.hand: i64 = self.part("hand", by_kind, HAND + 1)  # of the foe: what must be there
        self.deck: i64 = self.part("deck", by_kind, LARGEST)  # of the foe: what is not seen yet
        self.drawn: i64 = self.part("drawn", by_kind, LARGEST)
        self.recycle: i64 = self.part("recycle", by_kind, LARGEST)
        self.field: i64 = self.part("field", (2, *by_kind))
        self.kicker: i64 = self.part("kicker", by_kind)
        self.shown: i64 = self.part("kicker shown", by_kind)
        self.innocent: i64 = self.part("kicker cannot be", by_kind)
        self.seen: i64 = self.part("copies seen", by_kind, LARGEST)
        self.fan: i64 = self.part("fan", (HAND,), MOST_KINDS)  # kinds from 1, if order counts

    def write(self, view: State, viewer: i64, out: vec[u8], at: i64) -> None:
        assert isinstance(view, DojoDuel)  # a final class: it is looked at fast
        out[at + self.phase + view.phase] = 1
        if view.mask == 1 << CHANCE:
            out[at + self.acting + SEATS] = 1
        put_number(out, at + self.round, view.round)
        put(out, at + self.passes, view.passes)
        seat = viewer
        for place in range(SEATS):
            self._write_seat(view, seat, out, at, place)
            self._write_cards(view, seat, out, at + KINDS * place)
            seat = 1 - seat
        if view.setting.holder:
            hand = view.side(viewer).hand
            for i in range(hand.n):
                put(out, at + self.fan + i, hand.cards[i] + 1)

    def _write_seat(self, view: Table, seat: i64, out: vec[u8], at: i64, place: i64) -> None:
        """What is not about single kinds."""
        side, setting = view.side(seat), view.setting
        here = at + place
        out[here + self.acting] = u8(view.mask >> seat & 1)
        if view.first == seat:
            out[here + self.first] = 1
        put_number(out, at + self.points + 2 * place, side.points)
        put_number(out, at + self.below + 2 * place, -side.points)
        put(out, here + self.cards_held, side.hand.n)
        put(out, here + self.cards_left, side.deck.n)
        put(out, here + self.stocked, side.stocked)
        put(out, here + self.size, setting.sizes[seat])
        out[here + self.secret] = u8(setting.secret[seat])
        out[here + self.lane] = u8(side.lane)
        if side.kicker != NO_CARD:
            out[here + self.has_kicker] = 1
        if side.suspects == 0:
            out[here + self.is_spent] = 1
        if side.choice >= 0:
            out[at + self.choice + CHOICES * place + side.choice] = 1
        elif side.choice == HIDDEN:
            out[at + self.choice + CHOICES * place + UNKNOWN] = 1

    def _write_cards(self, view: Table, seat: i64, out: vec[u8], at: i64) -> None:
        """What is counted by kind."""
        side, setting = view.side(seat), view.setting
        count(side.hand, out, at + self.hand)
        count(side.held, out, at + self.hand)
        count(side.recycle, out, at + self.recycle)
        for lane in range(side.field.n):
            out[at + self.field + 2 * KINDS * lane + side.field.cards[lane]] = 1
        if side.kicker >= 0:
            out[at + self.kicker + side.kicker] = 1
        if side.shown >= 0:
            out[at + self.shown + side.shown] = 1
        self._write_stock(side, out, at)
        innocent = ~side.suspects & ANY_KIND >> (MOST_KINDS - setting.kinds)
        if side.suspects != 0 and innocent != 0:
            for kind in range(setting.kinds):
                out[at + self.innocent + kind] = u8(innocent >> kind & 1)
        if setting.secret[seat]:
            for kind in range(setting.kinds):
                out[at + self.seen + kind] = u8(side.seen[kind])

    def _write_stock(self, side: Side, out: vec[u8], at: i64) -> None:
        """The cards the deck held when it was last shuffled."""
        cards = side.deck.cards
        left = side.deck.n
        if side.veiled:
            left = unseen(side)
        for i in range(side.stocked):
            card = cards[i]
            if card >= 0:
                if i < left:
                    out[at + self.deck + card] += u8(1)
                else:
                    out[at + self.drawn + card] += u8(1)

    def cards(self, state: State) -> list[CardTable]:
        assert isinstance(state, Table)
        setting = state.setting
        columns = [setting.yang, setting.yin, setting.power, setting.copies]
        numbers = [int(column[kind]) for kind in range(MOST_KINDS) for column in columns]
        return [CardTable("yang, yin, power, copies", (MOST_KINDS, len(columns)), numbers)]


def count(pile: Pile, out: vec[u8], at: i64) -> None:
    """Count the cards of a pile by kind; those that are hidden do not count."""
    for i in range(pile.n):
        card = pile.cards[i]
        if card >= 0:
            out[at + card] += u8(1)
