"""What agents see of Kenpo Masters, as a row of bytes."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from budokan.games.kenpo_masters.rules.phases import PHASES
from budokan.games.kenpo_masters.rules.rules import KenpoMasters
from budokan.games.kenpo_masters.rules.state import (
    DECK,
    DEEDS,
    MOVES,
    NONE,
    SQUARES,
    Setting,
    Side,
    Table,
    square,
)
from budokan.kit.contract import CHANCE, State
from budokan.kit.lens import CardTable, Lens, mask_table, padded_table, put, put_number

SEATS: Final = 2
KINDS: Final = 52
WENT: Final = 6  # movements, and a rest
FAKES: Final[i64] = 2


@final
class KenpoMastersLens(Lens):
    """Two seats, the viewer and the foe; the viewer's edge of the ring is the near one.

    Cards are counted by kind. Those on the table have a place each, in the order they were played;
    their kinds are numbered from 1, and so are the places that they refer to.
    """

    def __init__(self) -> None:
        super().__init__(SEATS)
        by_kind, by_place, kinds = (SEATS, KINDS), (SEATS, DECK), KINDS
        moves = int(MOVES)
        self.phase: i64 = self.part("phase", (len(PHASES),))
        self.acting: i64 = self.part("acting", (SEATS + 1,))  # and chance
        self.turn: i64 = self.part("turn", (SEATS,))
        self.ply: i64 = self.number("turn number")
        self.move: i64 = self.part("movement", (moves,))
        self.acted: i64 = self.part("action card played", (1,))
        self.breaking: i64 = self.part("break", (1,))
        self.asked: i64 = self.part("defence card asked for", (1,), DECK)
        self.break_turn: i64 = self.number("turn of the last break")
        self.break_points: i64 = self.number("points in the last break", (SEATS,))
        self.score: i64 = self.number("score", (SEATS,))
        self.square: i64 = self.part("square", (SEATS, int(SQUARES)))
        self.cards_held: i64 = self.part("cards in hand", (SEATS,), DECK)
        self.cards_left: i64 = self.part("cards in deck", (SEATS,), DECK)
        self.cards_out: i64 = self.part("cards discarded", (SEATS,), DECK)
        self.cards_known: i64 = self.part("cards known in hand", (SEATS,), DECK)
        self.effects: i64 = self.part("known Effects", (SEATS,), DECK)
        self.veiled: i64 = self.part("veiled", (SEATS,))
        self.rested: i64 = self.part("rested", (SEATS,))
        self.advanced: i64 = self.part("advanced", (SEATS,))
        self.no_rest: i64 = self.part("may not rest", (SEATS,))
        self.due: i64 = self.part("cards to draw", (SEATS,), 255)
        self.lose: i64 = self.part("cards to lose", (SEATS,), 255)
        self.went: i64 = self.part("went", (SEATS, WENT))
        self.hand: i64 = self.part("hand", by_kind, DECK)  # of the foe: what must be there
        self.deck: i64 = self.part("deck", by_kind, DECK)  # of the foe: and what else may be
        self.discard: i64 = self.part("discarded", by_kind, DECK)
        self.known: i64 = self.part("known in hand", by_kind, DECK)
        self.among: i64 = self.part("known to be among", (SEATS, kinds))
        self.table: i64 = self.part("on the table", by_kind, DECK)
        self.kind: i64 = self.part("kind by place", by_place, kinds)
        self.moved: i64 = self.part("movement by place", by_place, moves)
        self.flip: i64 = self.part("mirrored by place", by_place)
        self.fake: i64 = self.number("bonus by place", by_place)
        self.below: i64 = self.part("kind beneath by place", by_place, kinds)
        self.base: i64 = self.part("place beneath by place", by_place, DECK)
        self.aim: i64 = self.part("place blocked by place", by_place, DECK)

    def write(self, view: State, viewer: i64, out: vec[u8], at: i64) -> None:
        assert isinstance(view, KenpoMasters)  # a final class: it is looked at fast
        out[at + self.phase + view.phase] = 1
        if view.mask == 1 << CHANCE:
            out[at + self.acting + SEATS] = 1
        put_number(out, at + self.ply, view.ply)
        if view.move != NONE:
            out[at + self.move + view.move] = 1
        out[at + self.acted] = u8(view.acted)
        out[at + self.breaking] = u8(view.breaking)
        put(out, at + self.asked, view.asked)
        put_number(out, at + self.break_turn, view.break_turn)
        mine, theirs = view.break_points_a, view.break_points_b
        if viewer == 1:
            mine, theirs = theirs, mine
        put_number(out, at + self.break_points, mine)
        put_number(out, at + self.break_points + 2, theirs)
        seat = viewer
        for place in range(SEATS):
            side = view.side(seat)
            out[at + self.acting + place] = u8(view.mask >> seat & 1)
            if view.turn == seat:
                out[at + self.turn + place] = 1
            here = square(side)
            if viewer == 1:
                here = SQUARES - 1 - here
            out[at + self.square + SQUARES * place + here] = 1
            put_number(out, at + self.score + 2 * place, side.score)
            self._write_counts(side, out, at + place)
            for move in range(WENT):
                out[at + self.went + WENT * place + move] = u8(side.went >> move & 1)
            self._write_kinds(side, out, at + KINDS * place)
            self._write_table(side, out, at, place)
            seat = 1 - seat

    def _write_counts(self, side: Side, out: vec[u8], at: i64) -> None:
        """What has one byte for each seat."""
        put(out, at + self.cards_held, side.hand_n)
        put(out, at + self.cards_left, side.deck_n)
        put(out, at + self.cards_out, side.discard_n)
        put(out, at + self.cards_known, side.known_n)
        put(out, at + self.effects, side.known_effects)
        out[at + self.veiled] = u8(side.veiled)
        out[at + self.rested] = u8(side.rested)
        out[at + self.advanced] = u8(side.advanced)
        out[at + self.no_rest] = u8(side.no_rest)
        put(out, at + self.due, side.due)
        put(out, at + self.lose, side.lose)

    def _write_kinds(self, side: Side, out: vec[u8], at: i64) -> None:
        """What is counted by kind."""
        hand, deck, discard, known = side.hand, side.deck, side.discard, side.known
        for kind in range(side.kinds):
            here = at + kind
            out[here + self.hand] = u8(hand[kind])
            out[here + self.deck] = u8(deck[kind])
            out[here + self.discard] = u8(discard[kind])
            out[here + self.known] = u8(known[kind])
        if side.known_among:
            for kind in range(side.kinds):
                out[at + self.among + kind] = u8(side.known_among >> kind & 1)
        for i in range(side.n):
            out[at + self.table + side.kind[i]] += u8(1)

    def _write_table(self, side: Side, out: vec[u8], at: i64, place: i64) -> None:
        """The cards on the table, one by one."""
        for i in range(side.n):
            slot = DECK * place + i
            here = at + slot
            put(out, here + self.kind, side.kind[i] + 1)
            put(out, here + self.moved, side.move[i] + 1)
            out[here + self.flip] = u8(side.flip[i])
            put_number(out, at + self.fake + FAKES * slot, side.fake[i])
            put(out, here + self.below, side.below[i] + 1)
            put(out, here + self.base, side.base[i] + 1)
            put(out, here + self.aim, side.aim[i] + 1)

    def cards(self, state: State) -> list[CardTable]:
        assert isinstance(state, Table)
        setting = state.setting
        return [*sorts(setting), *texts(setting)]


def sorts(setting: Setting) -> list[CardTable]:
    """What kinds there are, where they go, and what is printed by way and movement."""
    kinds, room, ways = int(setting.kinds), KINDS, int(MOVES)
    groups = vec[i64](
        [
            setting.actions, setting.effects, setting.attacks, setting.defences, setting.fakes,
            setting.mirrors, setting.must_move, setting.breakers, setting.second_steps,
            setting.openers, setting.feints,
        ]
    )  # fmt: skip
    found = [
        mask_table(
            "action, effect, attack, defence, fake, mirrors, must move, break, second step, "
            "only opens, feint",
            groups, len(groups), room,
        ),
        mask_table("card beneath: may follow", setting.links, room, room),
        mask_table("movement: shown by", setting.shows, 2 * ways, room),
    ]  # fmt: skip
    for name, numbers in (
        ("modifier", setting.modifier),
        ("hits", setting.hits),
        ("stops", setting.stops),
    ):
        for flip in range(2):
            whole = [int(n) for n in numbers]
            part = whole[flip * kinds * ways : (flip + 1) * kinds * ways]
            title = f"{name}, mirrored" if flip else name
            found.append(padded_table(title, vec[i64](part), ways, room, ways))
    return found


def texts(setting: Setting) -> list[CardTable]:
    """What the texts of cards say."""
    kinds, room = int(setting.kinds), KINDS
    found = []
    for name, numbers in (
        ("bonus on", setting.bonus),
        ("guard against", setting.guard),
        ("fake for", setting.fake_bonus),
        ("counter against", setting.counter_vs),
        ("bonus for each beneath", setting.per_card),
    ):
        found.append(padded_table(name, numbers, kinds, room, room))
    for name, numbers in (
        ("counter", setting.counter),
        ("pierces", setting.pierce),
        ("pushes", setting.push),
        ("takes cards", setting.robs),
        ("draws cards", setting.draws),
    ):
        found.append(padded_table(name, numbers, 1, room, 1))
    for name, masks in (
        ("doubles on", setting.doubles),
        ("not blocked by", setting.evades),
        ("met only by", setting.provokes),
    ):
        found.append(mask_table(name, masks, room, room))
    found.append(padded_table("bonus by deed", setting.deed_bonus, int(DEEDS), room, int(DEEDS)))
    found.append(mask_table("only after deeds", setting.deeds, room, WENT))
    return found
