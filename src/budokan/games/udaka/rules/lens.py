"""What agents see of Udaka, as a row of bytes."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from budokan.games.udaka.rules.phases import PHASES
from budokan.games.udaka.rules.rules import Udaka
from budokan.games.udaka.rules.state import (
    BOXES,
    MOST_HELD,
    RANKS,
    TWO,
    Table,
)
from budokan.kit.contract import State
from budokan.kit.lens import CardTable, Lens, put
from budokan.kit.pile import NO_CARD

SEATS: Final = 6
MOST_COPIES: Final = 12  # of a rank, in a card file
MOST_TOKENS: Final = 72  # 9 in each box


@final
class UdakaLens(Lens):
    """Seats are counted from the viewer, ranks from the Ace."""

    def __init__(self) -> None:
        super().__init__(SEATS)
        ranks, boxes = int(RANKS), int(BOXES)
        self.phase: i64 = self.part("phase", (len(PHASES),))
        self.turn: i64 = self.part("turn", (SEATS,))
        self.dealer: i64 = self.part("dealer", (SEATS,))
        self.hands: i64 = self.part("hands", (SEATS, ranks), MOST_COPIES)
        self.held: i64 = self.part("held", (SEATS,), int(MOST_HELD))
        self.laid: i64 = self.part("laid", (ranks,), MOST_COPIES)
        self.unseen: i64 = self.part("unseen", (ranks,), MOST_COPIES)
        self.pile: i64 = self.part("pile", (1,), ranks * MOST_COPIES)
        self.top: i64 = self.part("top", (ranks,))
        self.spent: i64 = self.part("spent", (1,))
        self.boxes: i64 = self.part("boxes", (boxes,), MOST_TOKENS)
        self.tokens: i64 = self.part("tokens", (SEATS,), MOST_TOKENS)
        self.udaka: i64 = self.part("udaka", (SEATS,))
        self.wins: i64 = self.part("wins", (SEATS,), 3)
        self.jokerless: i64 = self.part("jokerless", (SEATS,))
        # The round before this one.
        self.last_tokens: i64 = self.part("last tokens", (SEATS,), MOST_TOKENS)
        self.last_udaka: i64 = self.part("last udaka", (SEATS,))
        self.last_winner: i64 = self.part("last winner", (SEATS,))

    def write(self, view: State, viewer: i64, out: vec[u8], at: i64) -> None:
        assert isinstance(view, Udaka)  # a final class: it is looked at fast
        seats = view.seats
        out[at + self.phase + view.phase] = 1
        put(out, at + self.pile, view.deck_n)
        if view.top != NO_CARD:
            out[at + self.top + view.top] = 1
        if view.spent:
            out[at + self.spent] = 1
        for rank in range(RANKS):
            put(out, at + self.laid + rank, view.laid[rank])
            put(out, at + self.unseen + rank, view.deck[rank])
        for box in range(BOXES):
            put(out, at + self.boxes + box, view.boxes[TWO + box])
        seat = viewer
        for place in range(seats):
            self._write_seat(view, seat, out, at + place)
            self._write_hand(view, seat, out, at + self.hands + RANKS * place)
            seat = view.after(seat)

    def _write_seat(self, view: Table, seat: i64, out: vec[u8], at: i64) -> None:
        """What has one byte for each seat."""
        if seat == view.turn:
            out[at + self.turn] = 1
        if seat == view.dealer:
            out[at + self.dealer] = 1
        if seat == view.udaka:
            out[at + self.udaka] = 1
        put(out, at + self.held, view.held[seat])
        put(out, at + self.tokens, view.tokens[seat])
        put(out, at + self.wins, view.wins[seat])
        out[at + self.jokerless] = u8(view.jokerless >> seat & 1)
        last = view.last
        if len(last) > 0:
            put(out, at + self.last_tokens, last[seat])
            if last[view.seats] == seat:
                out[at + self.last_udaka] = 1
            if last[view.seats + 1] == seat:
                out[at + self.last_winner] = 1

    def _write_hand(self, view: Table, seat: i64, out: vec[u8], at: i64) -> None:
        base = seat * MOST_HELD
        for i in range(base, base + view.held[seat]):
            if view.hand[i] >= 0:
                out[at + view.hand[i]] += u8(1)

    def cards(self, state: State) -> list[CardTable]:
        assert isinstance(state, Table)
        setting = state.setting
        copies = [int(n) for n in setting.copies]
        return [
            CardTable("copies", (len(copies),), copies),
            CardTable("tokens each", (1,), [int(setting.tokens_each)]),
        ]
