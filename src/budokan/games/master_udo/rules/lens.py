"""What agents see of Master Udo, as a row of bytes. Nothing is hidden but what chance will do."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from budokan.games.master_udo.grammar import DISCARD, EXHAUST
from budokan.games.master_udo.rules.phases import PHASES
from budokan.games.master_udo.rules.rules import MasterUdo
from budokan.games.master_udo.rules.state import (
    ATTACKS,
    CARDS,
    COPIES,
    HEARTS,
    KINDS,
    LOSSES,
    MASTERS,
    NONE,
    ROAD,
    Setting,
    Table,
)
from budokan.kit.contract import State
from budokan.kit.lens import CardTable, Lens, mask_table, padded_table, put, put_number

LANES: Final = 14  # one more than cards: the open combo, if every card lies in a combo of its own
FAR: Final = 99  # the highest number on a card


@final
class MasterUdoLens(Lens):
    """One seat. Cards are counted by kind; where order counts, kinds are numbered from 1."""

    def __init__(self) -> None:
        super().__init__(1)
        self.phase: i64 = self.part("phase", (len(PHASES),))
        self.turn: i64 = self.number("turn of the fight")
        self.hand: i64 = self.part("hand", (KINDS,), COPIES)
        self.pile: i64 = self.part("discarded", (KINDS,), COPIES)
        self.gone: i64 = self.part("exhausted", (KINDS,), COPIES)
        self.table: i64 = self.part("laid", (KINDS,), COPIES)
        self.open: i64 = self.part("open combo", (KINDS,), COPIES)
        self.finisher: i64 = self.part("finisher of the open combo", (KINDS,))
        self.lanes: i64 = self.part("combos", (1,), LANES)
        self.sizes: i64 = self.part("size by combo", (LANES,), CARDS)
        self.laid: i64 = self.part("card by place", (CARDS,), KINDS)
        self.deck: i64 = self.part("attacks in the deck", (ATTACKS,))
        self.used: i64 = self.part("attacks used", (ATTACKS,))
        self.revealed: i64 = self.part("attacks of this turn", (ATTACKS,))
        self.shown: i64 = self.part("attacks still to come", (ATTACKS,))
        self.attack: i64 = self.part("attack that hits", (ATTACKS,))
        self.paid: i64 = self.part("losses paid", (1,), LOSSES + 1)
        self.master: i64 = self.part("master", (MASTERS,))
        self.hearts: i64 = self.part("hearts", (HEARTS,), FAR)
        self.covered: i64 = self.part("covered hearts", (HEARTS,))
        self.hits: i64 = self.part("hearts covered this turn", (1,), HEARTS)
        self.road: i64 = self.part("masters beaten", (ROAD, MASTERS))
        self.glory: i64 = self.number("glory")
        self.charge: i64 = self.number("charge")
        self.raging: i64 = self.part("raging", (1,))
        self.doubled: i64 = self.part("doubled", (1,))
        self.lane: i64 = self.part("combo that works", (1,), LANES)
        self.length: i64 = self.number("its X")
        self.kept: i64 = self.part("its finisher is kept", (1,))
        self.extra: i64 = self.number("X of the next combo grows")
        # The rows of the table "effects", and how often they are still carried out.
        self.step: i64 = self.number("step")
        self.left: i64 = self.number("step: how often")
        self.held: i64 = self.number("step that waits")
        self.held_left: i64 = self.number("step that waits: how often")

    def write(self, view: State, viewer: i64, out: vec[u8], at: i64) -> None:
        assert isinstance(view, MasterUdo)  # a final class: it is looked at fast
        out[at + self.phase + view.phase] = 1
        put_number(out, at + self.turn, view.turn)
        self._write_cards(view, out, at)
        self._write_combos(view, out, at)
        for attack in range(view.setting.attacks):
            out[at + self.deck + attack] = u8(view.deck >> attack & 1)
            out[at + self.used + attack] = u8(view.used >> attack & 1)
            out[at + self.revealed + attack] = u8(view.revealed >> attack & 1)
            out[at + self.shown + attack] = u8(view.shown >> attack & 1)
        if view.attack != NONE:
            out[at + self.attack + view.attack] = 1
        put(out, at + self.paid, view.paid)
        self._write_master(view, out, at)
        put_number(out, at + self.charge, view.charge)
        out[at + self.raging] = u8(view.raging)
        out[at + self.doubled] = u8(view.doubled)
        put(out, at + self.lane, view.lane + 1)
        put_number(out, at + self.length, view.length)
        out[at + self.kept] = u8(view.kept)
        put_number(out, at + self.extra, view.extra)
        put_number(out, at + self.step, view.step + 1)
        put_number(out, at + self.left, view.left + 1)
        put_number(out, at + self.held, view.held + 1)
        put_number(out, at + self.held_left, view.held_left + 1)

    def _write_cards(self, view: Table, out: vec[u8], at: i64) -> None:
        setting = view.setting
        room, shift = setting.room, setting.shift
        for kind in range(setting.kinds):
            mask = room[kind]
            if mask != 0:  # else a card of the other hero
                here = at + kind
                out[here + self.hand] = u8((view.hand & mask) >> shift[kind])
                out[here + self.pile] = u8((view.pile & mask) >> shift[kind])
                out[here + self.gone] = u8((view.gone & mask) >> shift[kind])

    def _write_combos(self, view: Table, out: vec[u8], at: i64) -> None:
        """Every card laid, in order of combos; those of combos that are done count no more."""
        last = view.lanes
        put(out, at + self.lanes, last)
        place: i64 = 0
        for lane in range(last + 1):
            size = view.size[lane]
            first = view.start[lane]
            put(out, at + self.sizes + lane, size)
            for i in range(first, first + size):
                kind = view.laid[i]
                put(out, at + self.laid + place, kind + 1)
                out[at + self.table + kind] += u8(1)
                if lane == last:
                    out[at + self.open + kind] += u8(1)
                    if i == first + size - 1:
                        out[at + self.finisher + kind] = 1
                place += 1

    def _write_master(self, view: Table, out: vec[u8], at: i64) -> None:
        if view.master != NONE:
            out[at + self.master + view.master] = 1
            for i in range(view.hearts()):
                put(out, at + self.hearts + i, view.heart(i))
        for i in range(HEARTS):
            out[at + self.covered + i] = u8(view.covered >> i & 1)
        put(out, at + self.hits, view.hits)
        for i in range(view.road.n):
            out[at + self.road + MASTERS * i + view.road.cards[i]] = 1
        put_number(out, at + self.glory, view.glory())

    def cards(self, state: State) -> list[CardTable]:
        assert isinstance(state, Table)
        setting = state.setting
        return [*conditions(setting), *attacks(setting), *masters(setting)]


def column(name: str, numbers: vec[i64], rows: int) -> CardTable:
    return padded_table(name, numbers, 1, rows, 1)


def conditions(setting: Setting) -> list[CardTable]:
    """What cards demand and do. The effects have a row for each step, as many as there are."""
    steps = vec[i64](
        [
            int(numbers[row])
            for row in range(len(setting.op))
            for numbers in (setting.op, setting.x, setting.k, setting.times, setting.counter,
                            setting.by)
        ]
    )  # fmt: skip
    rows = len(setting.op)
    return [
        column("card: least place", setting.pos_lo, KINDS),
        column("card: last place", setting.pos_hi, KINDS),
        column("card: smallest combo", setting.size_lo, KINDS),
        column("card: largest combo", setting.size_hi, KINDS),
        mask_table("card: may be followed by", setting.follows, KINDS, KINDS),
        mask_table("card: needs one of", setting.need, KINDS, KINDS),
        mask_table("card: never with", setting.apart, KINDS, KINDS),
        column("card: first step", setting.effect, KINDS),
        padded_table("effects: operation, x, k, times, counter, by", steps, 6, rows, 6),
        mask_table("effects: cards", vec[i64](words(setting)), rows, KINDS),
    ]


def words(setting: Setting) -> list[int]:
    """The cards that each step looks at, a bit for each kind; prices name them as a bag."""
    found = []
    for row in range(len(setting.op)):
        word = int(setting.word[row])
        if setting.op[row] == DISCARD or setting.op[row] == EXHAUST:
            word = sum([1 << kind for kind in range(KINDS) if setting.room[kind] & word])
        found.append(word)
    return found


def attacks(setting: Setting) -> list[CardTable]:
    """What attacks cost and give."""
    return [
        column("attack: value", setting.value, ATTACKS),
        column("attack: first step of its bonus", setting.bonus, ATTACKS),
        mask_table("attack: exposes", setting.exposes, ATTACKS, KINDS),
        mask_table("attack: takes, four each", setting.loss, ATTACKS * LOSSES, KINDS),
    ]


def masters(setting: Setting) -> list[CardTable]:
    """What is said of masters."""
    found = [
        padded_table("master: hearts", setting.heart, HEARTS, MASTERS, HEARTS),
        mask_table("master: immune to", setting.immune, MASTERS, KINDS),
        mask_table("master: exposed to", setting.weak, MASTERS, KINDS),
        mask_table("master: takes too", setting.extra_loss, MASTERS, KINDS),
    ]
    for name, numbers in (
        ("glory", setting.glory),
        ("swords", setting.swords),
        ("bodies", setting.bodies),
        ("most combos", setting.max_combos),
        ("damage", setting.damage_mod),
        ("attacks", setting.attack_mod),
        ("hearts a turn", setting.hearts_per_turn),
        ("order of hearts", setting.heart_order),
        ("regenerates", setting.regenerate),
        ("regrows", setting.regrow),
        ("swift", setting.swift),
        ("hidden attacks", setting.hidden),
        ("drains", setting.drain),
    ):
        found.append(column(f"master: {name}", numbers, MASTERS))
    return found
