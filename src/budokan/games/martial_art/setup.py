"""The first state of a match from data, options and seats, and the words of all domains."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from math import factorial
from typing import TypeVar

from budokan.games.martial_art.options import ANY
from budokan.games.martial_art.rules import layout, phases, skills
from budokan.games.martial_art.rules.actions import FEW, SKILLS
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.rules.state import DEFENSE, MOST_DICE, MOVE, NONE, Setting
from budokan.kit.buffers import fill
from budokan.kit.data import Data, Row
from budokan.kit.errors import Refusal, shortened, suggest
from budokan.kit.game import Setup
from budokan.kit.notation import SEATS, Domain

RADIUS = 3  # the default of `arena_radius`
LARGEST = 4
GAUGE = 5  # the default of `gauge_max`
DIRECTIONS = {"e": (1, 0), "ne": (1, -1), "nw": (0, -1), "w": (-1, 0), "sw": (-1, 1), "se": (0, 1)}
DIRECTION_NAMES = ("east", "north-east", "north-west", "west", "south-west", "south-east")


def distance(q: int, r: int) -> int:
    """Steps from the middle to a space."""
    return max(abs(q), abs(r), abs(q + r))


def _spaces(radius: int) -> list[tuple[int, int]]:
    steps = range(-radius, radius + 1)
    return [(q, r) for r in steps for q in steps if distance(q, r) <= radius]


# Every space of the largest ring; those of the usual one come first, row by row.
SPACES = (*_spaces(RADIUS), *(space for space in _spaces(LARGEST) if distance(*space) == LARGEST))
SPACE_NAMES = tuple(f"{q},{r}" for q, r in SPACES)
IN_ROWS = sorted(range(len(SPACES)), key=lambda cell: (SPACES[cell][1], SPACES[cell][0]))
# The multisets of faces of one die to twelve, as numbers of F, N and X.
FACES = tuple(
    (dice - n - x, n, x)
    for dice in range(1, MOST_DICE + 1)
    for x in range(dice + 1)
    for n in range(dice - x + 1)
)
T = TypeVar("T")
GUARDS = ("defense", "move")  # tokens that Skills can discard
LAYOUTS = {"duel": 2, "three": 3, "royale": 4, "team": 4}
BY_SEATS = {2: "duel", 3: "three", 4: "royale"}


def domains(data: Data) -> Mapping[str, Domain]:
    """The values that arguments of actions and events can have."""
    tokens = data["token"]
    areas = data["area"]
    rows = skill_rows(data)
    kinds = tuple(row["name"] for row in tokens.values())
    names = tuple(row["name"] for row in areas.values())
    return {
        "skill": Domain(tuple(rows), tuple(row["name"] for row in rows.values()), room=SKILLS),
        "priced": Domain(tuple(rows), tuple(f"{r['name']} ({cost(r)})" for r in rows.values())),
        "kind": Domain(tuple(tokens), kinds),
        "effect": Domain(tuple(tokens)[:3], kinds[:3]),
        "guard": Domain(("defense", "move"), (kinds[DEFENSE], kinds[MOVE])),
        "area": Domain(tuple(str(row["number"]) for row in areas.values()), names),
        "place": Domain((*areas, "aside"), (*names, "set aside")),
        "gauge": Domain(("chi", "rage"), ("Chi", "Rage")),
        "dir": Domain(tuple(DIRECTIONS), DIRECTION_NAMES),
        "cell": CELL_WORDS,
        "faces": FACE_WORDS,
        "few": Domain(tuple(str(n) for n in range(FEW))),
        "player": Domain(tuple(SEATS[:4])),
        "veil": Domain(("?",)),
    }


def cost(row: Row) -> str:
    """A Skill's cost in words."""
    chi, rage = row["cost"]
    parts = [f"{n} {name}" for n, name in ((chi, "Chi"), (rage, "Rage")) if n]
    return ", ".join(parts) or "free"


def skill_rows(data: Data) -> Mapping[str, Row]:
    """The Skills in the order of their numbers: fighter by fighter."""

    def by_fighter() -> Mapping[str, Row]:
        rows = data["skill"].items()
        return {key: row for name in data["fighter"] for key, row in rows if row["fighter"] == name}

    return data.made_once("skills by fighter", by_fighter)


def spell_faces(faces: tuple[int, int, int]) -> str:
    return "".join(letter * n for letter, n in zip("fnx", faces, strict=True))


def name_faces(faces: tuple[int, int, int]) -> str:
    return " ".join(letter for letter, n in zip("FNX", faces, strict=True) for _ in range(n))


CELL_WORDS = Domain(SPACE_NAMES, tuple(f"({name})" for name in SPACE_NAMES))
FACE_WORDS = Domain(tuple(map(spell_faces, FACES)), tuple(map(name_faces, FACES)))


# -- checks -----------------------------------------------------------------------------------


def layout_of(setup: Setup) -> str:
    chosen: str = setup.options.layout
    return BY_SEATS[setup.seats] if chosen == "auto" else chosen


def check(setup: Setup) -> None:
    """Refuse a setup that cannot be played."""
    options, name = setup.options, layout_of(setup)
    if LAYOUTS[name] != setup.seats:
        raise Refusal(f"layout = {name} is for {LAYOUTS[name]} players, not {setup.seats} (MA-03).")
    if options.first_player == "chosen" and options.first_seat >= setup.seats:
        raise Refusal(f"first_seat = {options.first_seat}: there are {setup.seats} seats (MA-R1).")
    for word in setup.data["start"][name]["spaces"]:
        if distance(*SPACES[SPACE_NAMES.index(word)]) > radius(setup):
            told = (
                f"arena_radius = {radius(setup)}: the starting space {word} lies outside the ring"
            )
            raise Refusal(f"{told} (MA-16).")
    for fighter in fighters(setup):
        begin, most = gauge(setup, fighter)
        if begin > most:
            raise Refusal(f"gauge_start = {begin} lies above gauge_max = {most} (MA-18).")


def gauge(setup: Setup, fighter: str) -> tuple[int, int]:
    """Where a fighter's gauges start and end: an option, else the value of the fighter."""
    row, options = setup.data["fighter"][fighter], setup.options
    begin = options.gauge_start or row["gauge_start"]
    most = options.gauge_max
    return begin, row["gauge_max"] if most == GAUGE else most


def radius(setup: Setup) -> int:
    """Steps from the middle of the ring to its rim: an option, else the value of the cards."""
    chosen: int = setup.options.arena_radius
    if chosen != RADIUS or "arena" not in setup.data.sections:  # the first cards knew one ring
        return chosen
    return int(setup.data["arena"]["ring"]["radius"])


def fighters(setup: Setup) -> list[str]:
    """The Character of each seat (MA-15, MA-R2)."""
    rows = setup.data["fighter"]
    chosen = [choice.fighter for choice in setup.choices]
    for name in dict.fromkeys(chosen):
        if name != ANY and name not in rows:
            raise Refusal(f"There is no fighter {shortened(name)}; {suggest(name, rows)}")
        if name != ANY and chosen.count(name) > 1 and not setup.options.allow_mirror:
            called = rows[name]["name"]
            raise Refusal(f"{called} is chosen twice; each Character is there once (MA-R2).")
    free = [name for name in rows if name not in chosen]
    if len(free) < chosen.count(ANY):
        raise Refusal(f"There are {len(rows)} fighters for {setup.seats} seats (MA-15).")
    takes = iter(free)
    return [next(takes) if name == ANY else name for name in chosen]


def sides(setup: Setup) -> tuple[int, ...]:
    """Who fights together (MA-03)."""
    return tuple(setup.data["start"][layout_of(setup)]["sides"])


# -- the setting ------------------------------------------------------------------------------


def setting(setup: Setup) -> Setting:
    """Data and switches in the form the rules use."""
    names = fighters(setup)
    rows = [setup.data["fighter"][name] for name in names]
    most = max(1, *(len(column) for row in rows for column in row["pictures"]))
    made = Setting(setup.seats, len(skill_rows(setup.data)), most)
    everybody = list(setup.data["fighter"])
    fill(made.who, [everybody.index(name) for name in names])
    fill(made.team, sides(setup))
    _set_boards(made, setup, rows)
    fill(made.gauge, [gauge(setup, name)[1] for name in names])
    _set_arena(made, radius(setup))
    _set_skills(made, setup.data, names)
    _set_dice(made, setup.data)
    _set_switches(made, setup)
    return made


def _set_boards(made: Setting, setup: Setup, rows: list[Row]) -> None:
    kinds = list(setup.data["token"])
    fill(made.totals, [row["tokens"].get(kind, 0) for row in rows for kind in [*kinds, ""]])
    fill(made.last, [n for row in rows for n in row["length"]])
    fill(made.severe, [n for row in rows for n in row["severe"]])
    room = int(made.pictures)
    columns = [column for row in rows for column in row["pictures"]]
    fill(made.picture, [kinds.index(k) for c in columns for k in padded(c, room, kinds[0])])
    fill(made.square, [n for row in rows for c in row["squares"] for n in padded(c, room, 0)])
    made.may_empty = int(any(can_be_emptied(row) for row in rows))


def padded(column: list[T], room: int, filler: T) -> list[T]:
    return [*column, *[filler] * (room - len(column))]


def can_be_emptied(row: Row) -> bool:
    """Whether pictures and Skills can cost a fighter every token (MA-R66)."""
    pictured = Counter(kind for column in row["pictures"] for kind in column)
    return not any(n > pictured[kind] for kind, n in row["tokens"].items() if kind not in GUARDS)


def _set_arena(made: Setting, radius: int) -> None:
    fill(made.q, [q for q, _ in SPACES])
    fill(made.r, [r for _, r in SPACES])
    inside = {space: i for i, space in enumerate(SPACES) if distance(*space) <= radius}
    fill(
        made.beside,
        [
            inside.get((q + dq, r + dr), NONE) if (q, r) in inside else NONE
            for q, r in SPACES
            for dq, dr in DIRECTIONS.values()
        ],
    )


def _set_skills(made: Setting, data: Data, names: list[str]) -> None:
    rows = list(skill_rows(data).values())
    kinds = list(data["token"])
    owners = [row["fighter"] for row in rows]
    fill(made.base, [owners.index(name) for name in names])
    fill(made.owned, [owners.count(name) for name in names])
    fill(made.timing, [skills.TIMINGS.index(row["timing"]) for row in rows])
    fill(made.chi, [row["cost"][0] for row in rows])
    fill(made.rage, [row["cost"][1] for row in rows])
    fill(made.role, [skills.ROLES.index(row["role"]) for row in rows])
    fill(made.kinds, [bits(map(kinds.index, row["kinds"] or kinds)) for row in rows])
    fill(made.areas, [bits(n - 1 for n in row["areas"] or range(1, 6)) for row in rows])
    fill(made.lasts, [skills.SPANS.index(row["lasts"]) for row in rows])
    fill(made.holds, [row["holds"].get(kind, 0) for row in rows for kind in [*kinds, ""]])
    fill(made.struck, [kinds.index(row["struck"]) if row["struck"] else NONE for row in rows])
    fill(made.needs, [bits(map(skills.CONDITIONS.index, conditions(row))) for row in rows])
    fill(made.does, [row["do"].get(name, 0) for row in rows for name in skills.NAMES])
    known = {(row["role"], name) for row in rows if row["fighter"] in names for name in row["do"]}
    fill(made.attacks, [int(("attack", name) in known) for name in skills.NAMES])
    fill(made.guards, [int(("defence", name) in known) for name in skills.NAMES])


def conditions(row: Row) -> list[str]:
    """What a Skill asks of a strike."""
    return ["bare"] * row["bare"] + list(row.values.get("when", ()))


def bits(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _set_dice(made: Setting, data: Data) -> None:
    face = data["die"]["face"]
    made.failures, made.normals = face["failure"], face["normal"]
    made.sides = face["failure"] + face["normal"] + face["exceptional"]
    fill(made.face_f, [f for f, _, _ in FACES])
    fill(made.face_n, [n for _, n, _ in FACES])
    fill(made.face_x, [x for _, _, x in FACES])
    fill(made.weight, weights(face["failure"], face["normal"], face["exceptional"]))
    dice = [sum(faces) for faces in FACES]
    fill(made.rolls, [0, *(dice.index(n) for n in range(1, MOST_DICE + 1)), len(FACES)])


@cache
def weights(failures: int, normals: int, exceptionals: int) -> tuple[int, ...]:
    """How often each multiset of faces comes up."""
    return tuple(
        factorial(f + n + x)
        // (factorial(f) * factorial(n) * factorial(x))
        * failures**f
        * normals**n
        * exceptionals**x
        for f, n, x in FACES
    )


def _set_switches(made: Setting, setup: Setup) -> None:
    options = setup.options
    chosen = {"random": NONE, "seat0": 0, "chosen": options.first_seat}
    made.first = chosen[options.first_player]
    made.black = int(options.mode == "black")
    made.shared_view = int(options.team_shared_view)
    made.skip_start = int(options.sow_skip_start)
    made.turn_after_push = int(options.turn_after_push)
    made.friendly_fire = int(options.friendly_fire)
    made.friendly_collision = int(options.friendly_collision)
    made.dice_cap = MOST_DICE if options.dice_cap == "none" else int(options.dice_cap)
    made.unblockable = int(options.extra_damage_unblockable)
    made.pointless = int(options.allow_pointless_skill)
    made.react_once = int(options.reaction_once_per_round)
    made.follows_out = int(options.push_follows_out)
    made.reserve_safe = int(options.reserve_safe)
    made.flat_tax = int(options.harite == "flat")
    made.hit_needs_damage = int(options.hit_needs_damage)
    made.max_rounds = options.max_rounds
    made.buys_early = int(made.black and setup.rules >= 2)
    made.secret_layout = int(setup.rules >= 2)


# -- the first state --------------------------------------------------------------------------


def start(setup: Setup) -> MartialArt:
    """Characters on their spaces, cubes on white squares, tokens not laid yet."""
    state = MartialArt(setting(setup))
    places = setup.data["start"][layout_of(setup)]
    for seat, name in enumerate(fighters(setup)):
        fighter = state.fighter(seat)
        fighter.cell = SPACE_NAMES.index(places["spaces"][seat])
        fighter.facing = list(DIRECTIONS).index(places["facing"][seat])
        fighter.chi = fighter.rage = gauge(setup, name)[0]
        if not state.setting.black:
            fighter.skills = printed(setup.data, name)
    if state.setting.black:
        state.phase = phases.LEARN
        state.mask = (1 << setup.seats) - 1
    else:
        layout.begin_layout(state)
    return state


def printed(data: Data, name: str) -> int:
    """The Skills on a fighter's board (MA-67)."""
    rows = [row for row in data["skill"].values() if row["fighter"] == name]
    return bits(i for i, row in enumerate(rows) if row["at"] == "board")
