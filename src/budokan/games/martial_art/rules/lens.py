"""What agents see of Martial Art, as a row of bytes."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from budokan.games.martial_art.rules.actions import SKILLS
from budokan.games.martial_art.rules.knowledge import GIVEN, Knowledge
from budokan.games.martial_art.rules.phases import PHASES
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.rules.state import (
    AREAS,
    CELLS,
    CONCEDED,
    LEARNED,
    NONE,
    PRIMITIVES,
    TOKENS,
    WIDTH,
    Blow,
    Fighter,
    Setting,
    Table,
)
from budokan.kit.contract import CHANCE, State
from budokan.kit.lens import CardTable, Lens, mask_table, padded_table, put, put_number

SEATS: Final = 4
FIGHTERS: Final = 12  # in a card file
OWNED: Final = 12  # Skills of one fighter
PLACES: Final = 6  # Areas and aside
DIRECTIONS: Final = 6
LONGEST: Final = 20  # squares of a column
MANY: Final = 255


@final
class MartialArtLens(Lens):
    """Seats are counted from the viewer; the ring is not turned. Skills are numbered from 1."""

    def __init__(self) -> None:
        super().__init__(SEATS)
        areas = int(AREAS)
        self.phase: i64 = self.part("phase", (len(PHASES),))
        self.round: i64 = self.number("round")
        self.acting: i64 = self.part("acting", (SEATS + 1,))  # and chance
        self.first: i64 = self.part("first", (SEATS,))
        self.turn: i64 = self.part("turn", (SEATS,))
        self.winners: i64 = self.part("winners", (SEATS,))
        self.mates: i64 = self.part("on the viewer's side", (SEATS,))
        self.who: i64 = self.part("fighter", (SEATS, FIGHTERS))
        self.tokens: i64 = self.part("tokens", (SEATS, PLACES, WIDTH), TOKENS)
        self.laid: i64 = self.part("tokens laid", (SEATS,), TOKENS)
        self.life: i64 = self.part("life", (SEATS, areas), LONGEST + 1)
        self.chi: i64 = self.part("Chi", (SEATS,), MANY)
        self.rage: i64 = self.part("Rage", (SEATS,), MANY)
        self.cell: i64 = self.part("space", (SEATS, CELLS))
        self.facing: i64 = self.part("facing", (SEATS, DIRECTIONS))
        self.skills: i64 = self.part("own Skills", (SEATS, OWNED))
        self.chosen: i64 = self.part("Skills chosen", (SEATS,), LEARNED)
        self.style: i64 = self.part("Style", (SEATS,), SKILLS)
        self.next: i64 = self.part("End Skill for the next turn", (SEATS,), SKILLS)
        self.silenced: i64 = self.part("silenced", (SEATS,))
        self.tax: i64 = self.part("tax", (SEATS,), MANY)
        self.reacted: i64 = self.part("reacted", (SEATS,))
        self.out: i64 = self.part("out", (SEATS, CONCEDED + 1))
        self.veiled: i64 = self.part("veiled", (SEATS,))
        self.bonus: i64 = self.part("bonus turn", (1,))
        self.again: i64 = self.part("a bonus turn follows", (1,))
        self.start: i64 = self.part("Starting Area", (areas,))
        self.pile: i64 = self.part("tokens taken up", (WIDTH,), TOKENS)
        self.hand: i64 = self.part("tokens still to sow", (WIDTH,), TOKENS)
        self.sown: i64 = self.part("tokens sown", (1,), TOKENS)
        self.landed: i64 = self.part("Effects sown by Area", (areas,), TOKENS)
        self.last: i64 = self.part("last token sown", (WIDTH,))
        self.moves: i64 = self.part("Moves", (1,), MANY)
        self.free: i64 = self.part("free Moves", (1,), MANY)
        self.energy: i64 = self.part("energy", (1,), MANY)
        self.paid: i64 = self.part("tax paid", (1,))
        self.used: i64 = self.part("Skill of the turn", (1,), SKILLS)
        self.boost: i64 = self.part("End Skill of the turn before", (1,), SKILLS)
        self.after: i64 = self.part("Moves after the strike", (1,), MANY)
        self.kind: i64 = self.part("strike", (WIDTH,))
        self.target: i64 = self.part("target", (SEATS,))
        self.back: i64 = self.part("from behind", (1,))
        self.collision: i64 = self.part("Collision", (1,))
        self.pushed: i64 = self.part("spaces followed", (1,), MANY)
        # Of the blow, and of that of a Collision.
        self.struck: i64 = self.part("who is struck", (2, SEATS))
        self.reaction: i64 = self.part("reaction", (2,), SKILLS)
        self.defenses: i64 = self.part("Defense shown", (2,), MANY)
        self.dodges: i64 = self.part("Moves shown", (2,), MANY)
        self.dice: i64 = self.part("dice", (2,), MANY)
        self.normal: i64 = self.part("Normal Successes", (2,), MANY)
        self.exceptional: i64 = self.part("Exceptional Successes", (2,), MANY)
        self.guard_normal: i64 = self.part("Normal Successes of defence", (2,), MANY)
        self.guard_exceptional: i64 = self.part("Exceptional Successes of defence", (2,), MANY)

    def write(self, view: State, viewer: i64, out: vec[u8], at: i64) -> None:
        assert isinstance(view, MartialArt)  # a final class: it is looked at fast
        out[at + self.phase + view.phase] = 1
        if view.mask == 1 << CHANCE:
            out[at + self.acting + SEATS] = 1
        put_number(out, at + self.round, view.round)
        seats = view.seats
        seat = viewer
        for place in range(seats):
            self._write_seat(view, viewer, seat, out, at + place)
            self._write_fighter(view.setting, view.fighter(seat), seat, out, at, place)
            seat += 1
            if seat == seats:
                seat = 0
        self._write_turn(view, out, at)
        if view.target != NONE:
            out[at + self.target + distance(view, viewer, view.target)] = 1
        self._write_blow(view, viewer, view.main, out, at, 0)
        self._write_blow(view, viewer, view.third, out, at, 1)

    def _write_seat(self, view: Table, viewer: i64, seat: i64, out: vec[u8], at: i64) -> None:
        """What the table knows of a seat."""
        out[at + self.acting] = u8(view.mask >> seat & 1)
        out[at + self.winners] = u8(view.winners >> seat & 1)
        if view.first == seat:
            out[at + self.first] = 1
        if view.turn == seat:
            out[at + self.turn] = 1
        if view.mates(viewer, seat):
            out[at + self.mates] = 1

    def _write_fighter(
        self, setting: Setting, fighter: Fighter, seat: i64, out: vec[u8], at: i64, place: i64
    ) -> None:
        tokens = at + self.tokens + PLACES * WIDTH * place
        for i in range(PLACES * WIDTH):
            out[tokens + i] = u8(fighter.tokens[i])
        for area in range(AREAS):
            put(out, at + self.life + AREAS * place + area, fighter.life[area])
        for own in range(setting.owned[seat]):
            out[at + self.skills + OWNED * place + own] = u8(fighter.skills >> own & 1)
        out[at + self.who + FIGHTERS * place + setting.who[seat]] = 1
        out[at + self.out + (CONCEDED + 1) * place + fighter.out] = 1
        if fighter.cell != NONE:
            out[at + self.cell + CELLS * place + fighter.cell] = 1
        out[at + self.facing + DIRECTIONS * place + fighter.facing] = 1
        here = at + place
        put(out, here + self.laid, fighter.laid)
        put(out, here + self.chi, fighter.chi)
        put(out, here + self.rage, fighter.rage)
        put(out, here + self.chosen, fighter.chosen)
        put(out, here + self.style, fighter.style + 1)
        put(out, here + self.next, fighter.next + 1)
        put(out, here + self.tax, fighter.tax)
        out[here + self.silenced] = u8(fighter.silenced)
        out[here + self.reacted] = u8(fighter.reacted)
        out[here + self.veiled] = u8(fighter.veiled)

    def _write_turn(self, view: Table, out: vec[u8], at: i64) -> None:
        for kind in range(WIDTH):
            put(out, at + self.pile + kind, view.pile[kind])
            put(out, at + self.hand + kind, view.hand[kind])
        for area in range(AREAS):
            out[at + self.landed + area] = u8(view.landed >> (4 * area) & 15)
        if view.start != NONE:
            out[at + self.start + view.start] = 1
        if view.last != NONE:
            out[at + self.last + view.last] = 1
        if view.kind != NONE:
            out[at + self.kind + view.kind] = 1
        out[at + self.bonus] = u8(view.bonus)
        out[at + self.again] = u8(view.again)
        out[at + self.paid] = u8(view.paid)
        out[at + self.back] = u8(view.back)
        out[at + self.collision] = u8(view.collision)
        put(out, at + self.sown, view.sown)
        put(out, at + self.moves, view.moves)
        put(out, at + self.free, view.free)
        put(out, at + self.energy, view.energy)
        put(out, at + self.used, view.used + 1)
        put(out, at + self.boost, view.boost + 1)
        put(out, at + self.after, view.after)
        put(out, at + self.pushed, view.pushed)

    def _write_blow(
        self, view: Table, viewer: i64, blow: Blow, out: vec[u8], at: i64, which: i64
    ) -> None:
        if blow.seat != NONE:
            place = distance(view, viewer, blow.seat)
            out[at + self.struck + SEATS * which + place] = 1
        here = at + which
        put(out, here + self.reaction, blow.reaction + 1)
        put(out, here + self.defenses, blow.defenses)
        put(out, here + self.dodges, blow.moves)
        put(out, here + self.dice, blow.dice)
        put(out, here + self.normal, blow.n)
        put(out, here + self.exceptional, blow.x)
        put(out, here + self.guard_normal, blow.guard_n)
        put(out, here + self.guard_exceptional, blow.guard_x)

    def leave_out(self, view: State) -> None:
        """What past play tells of face-down tokens: thousands of tables, too many for a row.

        All that they follow from was seen; an agent that remembers can know as much.
        """
        assert isinstance(view, Table)
        for seat in range(view.seats):
            view.learn(seat, Knowledge(None, GIVEN, 0, 0))

    def cards(self, state: State) -> list[CardTable]:
        assert isinstance(state, Table)
        return [*boards(state.setting), *skill_tables(state.setting)]


def distance(view: Table, viewer: i64, seat: i64) -> i64:
    """How many places a seat sits behind the viewer."""
    if seat >= viewer:
        return seat - viewer
    return seat - viewer + view.seats


def boards(setting: Setting) -> list[CardTable]:
    """The fighters of the match by seat, counted from A."""
    areas, room = int(AREAS), int(setting.pictures)
    return [
        padded_table("seat: first Skill", setting.base, 1, SEATS, 1),
        padded_table("seat: tokens of each kind", setting.totals, WIDTH, SEATS, WIDTH),
        padded_table("seat: last square by Area", setting.last, areas, SEATS, areas),
        padded_table("seat: severe from, by Area", setting.severe, areas, SEATS, areas),
        padded_table("seat: longest gauge", setting.gauge, 1, SEATS, 1),
        padded_table("seat and Area: pictures", setting.picture, room, SEATS * areas, PLACES),
        padded_table("seat and Area: squares", setting.square, room, SEATS * areas, PLACES),
    ]


def skill_tables(setting: Setting) -> list[CardTable]:
    """What Skills cost, ask and do."""
    found = [
        mask_table("Skill: kinds of strike", setting.kinds, SKILLS, WIDTH),
        mask_table("Skill: Target Areas", setting.areas, SKILLS, int(AREAS)),
        padded_table("Skill: tokens it must hold", setting.holds, WIDTH, SKILLS, WIDTH),
        padded_table("Skill: does", setting.does, PRIMITIVES, SKILLS, PRIMITIVES),
    ]
    for name, numbers in (
        ("timing", setting.timing),
        ("Chi", setting.chi),
        ("Rage", setting.rage),
        ("role", setting.role),
        ("lasts", setting.lasts),
        ("struck before", setting.struck),
        ("conditions", setting.needs),
    ):
        found.append(padded_table(f"Skill: {name}", numbers, 1, SKILLS, 1))
    return found
