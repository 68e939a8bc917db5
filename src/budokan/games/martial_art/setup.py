"""The first state of a match from data, options and seats, and the words of all domains."""

from collections.abc import Iterable, Mapping
from math import factorial

from budokan.games.martial_art import card_limits
from budokan.games.martial_art.options import FIGHTERS
from budokan.games.martial_art.rules import layout, phases, skills
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.rules.state import CELLS, NONE, OWN, SKILLS, WIDTH, Setting
from budokan.kit.buffers import fill
from budokan.kit.data import Data, Row
from budokan.kit.errors import Refusal
from budokan.kit.game import Setup
from budokan.kit.notation import SEATS, Domain

RADIUS = 3
GAUGE = 5  # the default of `gauge_max`
MOST_DICE = 8
DIRECTIONS = {"e": (1, 0), "ne": (1, -1), "nw": (0, -1), "w": (-1, 0), "sw": (-1, 1), "se": (0, 1)}
DIRECTION_NAMES = ("east", "north-east", "north-west", "west", "south-west", "south-east")
SPACES = tuple(
    (q, r)
    for r in range(-RADIUS, RADIUS + 1)
    for q in range(-RADIUS, RADIUS + 1)
    if abs(q + r) <= RADIUS
)
SPACE_NAMES = tuple(f"{q},{r}" for q, r in SPACES)
# The multisets of faces of one die to eight, as numbers of F, N and X.
FACES = tuple(
    (dice - n - x, n, x)
    for dice in range(1, MOST_DICE + 1)
    for x in range(dice + 1)
    for n in range(dice - x + 1)
)
LAYOUTS = {"duel": 2, "three": 3, "royale": 4, "team": 4}
BY_SEATS = {2: "duel", 3: "three", 4: "royale"}


def domains(data: Data) -> Mapping[str, Domain]:
    """The values that arguments of actions and events can have."""
    tokens = data["token"]
    areas = data["area"]
    rows = data["skill"]
    kinds = tuple(row["name"] for row in tokens.values())
    names = tuple(row["name"] for row in areas.values())
    return {
        "skill": Domain(tuple(rows), tuple(row["name"] for row in rows.values())),
        "priced": Domain(tuple(rows), tuple(f"{r['name']} ({cost(r)})" for r in rows.values())),
        "kind": Domain(tuple(tokens), kinds),
        "effect": Domain(tuple(tokens)[:3], kinds[:3]),
        "guard": Domain(("defense", "move"), ("Defense", "Move")),
        "area": Domain(tuple(str(row["number"]) for row in areas.values()), names),
        "place": Domain((*areas, "aside"), (*names, "set aside")),
        "gauge": Domain(("chi", "rage"), ("Chi", "Rage")),
        "dir": Domain(tuple(DIRECTIONS), DIRECTION_NAMES),
        "cell": Domain(
            tuple(f"{q},{r}" for q, r in SPACES), tuple(f"({q},{r})" for q, r in SPACES)
        ),
        "faces": Domain(tuple(map(spell_faces, FACES)), tuple(map(name_faces, FACES))),
        "few": Domain(("0", "1", "2", "3")),
        "player": Domain(tuple(SEATS[:4])),
        "veil": Domain(("?",)),
    }


def cost(row: Row) -> str:
    """A Skill's cost in words."""
    chi, rage = row["cost"]
    parts = [f"{n} {name}" for n, name in ((chi, "Chi"), (rage, "Rage")) if n]
    return ", ".join(parts)


def spell_faces(faces: tuple[int, int, int]) -> str:
    return "".join(letter * n for letter, n in zip("fnx", faces, strict=True))


def name_faces(faces: tuple[int, int, int]) -> str:
    return " ".join(letter for letter, n in zip("FNX", faces, strict=True) for _ in range(n))


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
    if setup.overlay:
        places = dict(zip(SPACE_NAMES, SPACES, strict=True))
        card_limits.check(setup.data, places, DIRECTIONS, options.arena_radius)
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


def fighters(setup: Setup) -> list[str]:
    """The Character of each seat (MA-15, MA-R2)."""
    chosen = [choice.fighter for choice in setup.choices]
    for name in FIGHTERS:
        if chosen.count(name) > 1 and not setup.options.allow_mirror:
            called = setup.data["fighter"][name]["name"]
            raise Refusal(f"{called} is chosen twice; each Character is there once (MA-R2).")
    free = iter([name for name in FIGHTERS if name not in chosen])
    return [next(free) if name == "any" else name for name in chosen]


def sides(setup: Setup) -> tuple[int, ...]:
    """In a team battle every second seat is on the same side."""
    if layout_of(setup) == "team":
        return tuple(seat % 2 for seat in range(setup.seats))
    return tuple(range(setup.seats))


# -- the setting ------------------------------------------------------------------------------


def setting(setup: Setup) -> Setting:
    """Data and switches in the form the rules use."""
    made = Setting(setup.seats)
    names = fighters(setup)
    fill(made.who, [FIGHTERS.index(name) for name in names])
    fill(made.team, sides(setup))
    _set_boards(made, setup, names)
    _set_arena(made, setup.options.arena_radius)
    _set_skills(made, setup.data)
    _set_dice(made, setup.data)
    _set_switches(made, setup)
    return made


def _set_boards(made: Setting, setup: Setup, names: list[str]) -> None:
    rows = [setup.data["fighter"][name] for name in names]
    kinds = list(setup.data["token"])
    fill(made.totals, [row["tokens"].get(kind, 0) for row in rows for kind in [*kinds, ""]])
    fill(made.last, [n for row in rows for n in row["length"]])
    fill(made.severe, [n for row in rows for n in row["severe"]])
    fill(
        made.picture,
        [kinds.index(kind) for row in rows for column in row["pictures"] for kind in column],
    )
    fill(made.square, [n for row in rows for column in row["squares"] for n in column])
    fill(made.gauge, [gauge(setup, name)[1] for name in names])


def _set_arena(made: Setting, radius: int) -> None:
    fill(made.q, [q for q, _ in SPACES])
    fill(made.r, [r for _, r in SPACES])
    inside = {
        (q, r): i for i, (q, r) in enumerate(SPACES) if max(abs(q), abs(r), abs(q + r)) <= radius
    }
    fill(
        made.beside,
        [
            inside.get((q + dq, r + dr), NONE) if (q, r) in inside else NONE
            for q, r in SPACES
            for dq, dr in DIRECTIONS.values()
        ],
    )
    assert len(SPACES) == CELLS


def _set_skills(made: Setting, data: Data) -> None:
    rows = list(data["skill"].values())
    kinds = list(data["token"])
    assert len(rows) == SKILLS
    fill(made.timing, [skills.TIMINGS.index(row["timing"]) for row in rows])
    fill(made.chi, [row["cost"][0] for row in rows])
    fill(made.rage, [row["cost"][1] for row in rows])
    fill(made.role, [skills.ROLES.index(row["role"]) for row in rows])
    fill(made.kinds, [bits(map(kinds.index, row["kinds"] or kinds)) for row in rows])
    fill(made.areas, [bits(n - 1 for n in row["areas"] or range(1, 6)) for row in rows])
    fill(made.lasts, [skills.SPANS.index(row["lasts"]) for row in rows])
    fill(made.holds, [row["holds"].get(kind, 0) for row in rows for kind in [*kinds, ""]])
    fill(made.struck, [kinds.index(row["struck"]) if row["struck"] else NONE for row in rows])
    fill(made.bare, [int(row["bare"]) for row in rows])
    fill(made.does, [row["do"].get(name, 0) for row in rows for name in skills.NAMES])


def bits(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _set_dice(made: Setting, data: Data) -> None:
    face = data["die"]["face"]
    made.failures, made.normals = face["failure"], face["normal"]
    made.sides = face["failure"] + face["normal"] + face["exceptional"]
    fill(made.face_f, [f for f, _, _ in FACES])
    fill(made.face_n, [n for _, n, _ in FACES])
    fill(made.face_x, [x for _, _, x in FACES])
    fill(
        made.weight,
        [
            factorial(f + n + x)
            // (factorial(f) * factorial(n) * factorial(x))
            * face["failure"] ** f
            * face["normal"] ** n
            * face["exceptional"] ** x
            for f, n, x in FACES
        ],
    )
    dice = [sum(faces) for faces in FACES]
    fill(made.rolls, [0, *(dice.index(n) for n in range(1, MOST_DICE + 1)), len(FACES)])


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
    assert len(rows) == OWN and WIDTH > OWN
    return bits(i for i, row in enumerate(rows) if row["at"] == "board")
