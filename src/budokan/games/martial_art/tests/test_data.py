"""The component data keeps the constraints MA-C1 to MA-C15."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from pathlib import Path

import pytest

from budokan.kit.data import Row, load
from budokan.kit.game import find

FOLDER = Path(__file__).parent.parent
DATA = load(FOLDER / "cards.toml")
TOKENS = DATA["token"]
FIGHTERS = DATA["fighter"]
SKILLS = DATA["skill"]
STARTS, BOX = DATA["start"], DATA["box"]
AREAS = [row["name"] for row in DATA["area"].values()]
ACTIONS = [kind for kind, row in TOKENS.items() if row["class"] == "action"]
EFFECTS = [kind for kind, row in TOKENS.items() if row["class"] == "effect"]
DIRECTIONS = {"e": (1, 0), "ne": (1, -1), "nw": (0, -1), "w": (-1, 0), "sw": (-1, 1), "se": (0, 1)}
Space = tuple[int, int]


def tokens(fighter: Row) -> Counter[str]:
    return Counter(fighter["tokens"])


def own_skills(fighter: str) -> list[Row]:
    return [row for row in SKILLS.values() if row["fighter"] == fighter]


def number(skill: Row, effect: str) -> int:
    """The number an effect has in a Skill, 0 if it has none."""
    return int(skill["do"].get(effect, 0))


def columns(fighter: Row) -> list[list[tuple[int, str]]]:
    """The pictures of each column with their squares."""
    return [
        list(zip(squares, kinds, strict=True))
        for squares, kinds in zip(fighter["squares"], fighter["pictures"], strict=True)
    ]


def test_ma_04_two_classes_of_tokens() -> None:
    """MA-04."""
    assert ACTIONS == ["punch", "kick", "lock", "headbutt"]
    assert EFFECTS == ["energy", "move", "defense"]


def test_ma_14_the_ring_of_areas() -> None:
    """MA-14."""
    assert AREAS == ["Head", "Left Arm", "Left Leg", "Right Leg", "Right Arm"]
    assert DATA.column("area", "number") == [1, 2, 3, 4, 5]
    assert DATA.column("area", "limb") == ["head", "arm", "leg", "leg", "arm"]


def test_ma_10_faces_of_a_die() -> None:
    assert DATA["die"]["face"].values == {"failure": 2, "normal": 3, "exceptional": 1}


def test_ma_c16_the_box() -> None:
    """MA-C16."""
    assert {key: row["copies"] for key, row in BOX.items()} == {
        "board": 1,
        "standees": 6,
        "boards": 6,
        "cubes": 28,
        "effect_tokens": 33,
        "action_tokens": 24,
        "skill_tiles": 30,
        "dice": 5,
    }


def test_ma_c1_twelve_tokens_each() -> None:
    classes = {}
    for key, row in FIGHTERS.items():
        own = tokens(row)
        actions = sum(own[kind] for kind in ACTIONS)
        classes[key] = (actions, own.total() - actions)
        assert own.total() == 12
    assert classes == {
        "igor": (4, 8),
        "kimberley": (4, 8),
        "hirumasa": (5, 7),
        "li_ming": (4, 8),
        "ricardo": (4, 8),
        "wonja": (5, 7),
    }


@pytest.mark.parametrize("key", FIGHTERS)
def test_ma_c2_ten_pictures(key: str) -> None:
    """MA-C2, MA-19, MA-47: the pictures are the twelve tokens less one Move and one Energy."""
    pictures = Counter(kind for kinds in FIGHTERS[key]["pictures"] for kind in kinds)
    assert pictures + Counter(["move", "energy"]) == tokens(FIGHTERS[key])
    assert pictures.total() == 10


def test_ma_c3_the_box_serves_any_four() -> None:
    """MA-C3."""
    for kind, row in TOKENS.items():
        needs = [
            sum(tokens(fighter)[kind] for fighter in four)
            for four in combinations(FIGHTERS.values(), 4)
        ]
        assert max(needs) == row["copies"], kind
    assert sum(TOKENS[kind]["copies"] for kind in ACTIONS) == BOX["action_tokens"]["copies"]
    assert sum(TOKENS[kind]["copies"] for kind in EFFECTS) == BOX["effect_tokens"]["copies"]


def test_ma_c4_cubes() -> None:
    """MA-C4, MA-13: a Life cube for each Area, one for Chi and one for Rage."""
    assert 4 * (len(AREAS) + 1 + 1) == BOX["cubes"]["copies"]


def test_ma_c5_forty_two_skills() -> None:
    """MA-C5, MA-82: seven for each fighter, two of them printed."""
    assert len(SKILLS) == 42
    for key in FIGHTERS:
        assert Counter(skill["at"] for skill in own_skills(key)) == {"board": 2, "tile": 5}
        assert [skill["at"] for skill in own_skills(key)][:2] == ["board", "board"]
    assert DATA.column("skill", "at").count("tile") == BOX["skill_tiles"]["copies"]


def test_ma_c6_skills_a_board_can_print() -> None:
    """MA-C6, MA-R56: neither a Style nor a push; Hook is one of them."""
    printed = [skill for skill in SKILLS.values() if skill["at"] == "board"]
    assert SKILLS["hook"] in printed
    assert SKILLS["hook"]["fighter"] == "igor"
    assert SKILLS["hook"].sources["at"] == "derived"
    for skill in printed:
        assert skill["timing"] != "style"
        assert not number(skill, "push")


@pytest.mark.parametrize("key", FIGHTERS)
def test_ma_c7_columns(key: str) -> None:
    fighter = FIGHTERS[key]
    assert len(fighter["squares"]) == len(AREAS)
    assert [len(kinds) for kinds in fighter["pictures"]] == [2] * 5
    for i, (first, second) in enumerate(fighter["squares"]):
        assert 0 < first < second < fighter["length"][i]
        assert 1 < fighter["severe"][i] < fighter["length"][i]


@pytest.mark.parametrize("key", FIGHTERS)
def test_ma_c8_an_energy_token_always_stays(key: str) -> None:
    """MA-C8, MA-R9: without Action tokens a fighter is out; an Energy token always stays."""
    fighter = FIGHTERS[key]
    late = [
        i
        for i, pictures in enumerate(columns(fighter))
        if any(kind in ACTIONS and at >= fighter["severe"][i] for at, kind in pictures)
    ]
    assert len(late) >= 3
    pictured = sum(kinds.count("energy") for kinds in fighter["pictures"])
    assert pictured < tokens(fighter)["energy"]


def test_ma_c9_li_mings_right_leg() -> None:
    fighter = FIGHTERS["li_ming"]
    assert [kind for at, kind in columns(fighter)[3] if at <= 3] == ["move"]
    assert fighter["severe"][3] == 4


def attack_dice(key: str, kind: str, area: int) -> int:
    """The most Attack dice a fighter can get: by a Start Skill, one that waited, and a Style."""
    best = {"start": 0, "end": 0, "style": 0}
    for skill in own_skills(key):
        fits = kind in (skill["kinds"] or ACTIONS)
        if skill["role"] == "attack" and fits and area in (skill["areas"] or range(1, 6)):
            dice = number(skill, "attack_dice")
            dice += number(skill, "attack_dice_per_move") * tokens(FIGHTERS[key])["move"]
            dice += number(skill, "push") > 0  # MA-100
            best[skill["timing"]] = max(best[skill["timing"]], dice)
    return 2 + sum(best.values()) + 1  # MA-38, MA-93


def guard_dice(key: str, kind: str) -> int:
    own = tokens(FIGHTERS[key])
    others = [
        number(skill, "move_defence")
        for skill in own_skills(key)
        if kind in (skill["kinds"] or ACTIONS)
    ]
    return 2 * own["defense"] + max(others) * own["move"]


def test_ma_c10_the_most_dice() -> None:
    attack = {
        key: max(attack_dice(key, kind, area) for kind in ACTIONS for area in range(1, 6))
        for key in FIGHTERS
    }
    assert attack == {
        "igor": 6,
        "kimberley": 5,
        "hirumasa": 5,
        "li_ming": 7,
        "ricardo": 7,
        "wonja": 7,
    }
    guard = {key: max(guard_dice(key, kind) for kind in ACTIONS) for key in FIGHTERS}
    assert guard == {
        "igor": 8,
        "kimberley": 6,
        "hirumasa": 2,
        "li_ming": 4,
        "ricardo": 7,
        "wonja": 4,
    }


def test_ma_c11_gauges_hold_every_price() -> None:
    """MA-C11."""
    for skill in SKILLS.values():
        assert 1 <= sum(skill["cost"]) <= 3
        assert min(skill["cost"]) >= 0
    for fighter in FIGHTERS.values():
        assert fighter["gauge_max"] >= 3
        assert fighter["gauge_start"] == 0


def distance(a: Space, b: Space) -> int:
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def spaces(key: str) -> list[Space]:
    return [(int(q), int(r)) for q, r in (text.split(",") for text in STARTS[key]["spaces"])]


@pytest.mark.parametrize(
    ("key", "apart"),
    [
        ("duel", [2]),
        ("three", [2, 2, 2]),
        ("royale", [2, 2, 3, 3, 4, 4]),
        ("team", [2, 2, 3, 3, 4, 4]),
    ],
)
def test_ma_c13_starting_spaces(key: str, apart: list[int]) -> None:
    """MA-C13, MA-16: inside the smallest arena, apart, and everybody looks inwards."""
    assert sorted(distance(a, b) for a, b in combinations(spaces(key), 2)) == apart
    assert all(distance(space, (0, 0)) <= 2 for space in spaces(key))
    for (q, r), facing in zip(spaces(key), STARTS[key]["facing"], strict=True):
        dq, dr = DIRECTIONS[facing]
        assert distance((q + dq, r + dr), (0, 0)) < distance((q, r), (0, 0))


def test_ma_03_sides() -> None:
    """MA-03: each for themselves, or two teams whose members act by turns."""
    assert {key: row["sides"] for key, row in STARTS.items()} == {
        "duel": [0, 1],
        "three": [0, 1, 2],
        "royale": [0, 1, 2, 3],
        "team": [0, 1, 0, 1],
    }
    team = spaces("team")
    assert sorted(team) == sorted(spaces("royale"))
    assert [distance(team[seat], team[seat + 2]) for seat in (0, 1)] == [3, 3]


def test_ma_c14_reactions_and_styles() -> None:
    """MA-C14, MA-110: at most one Reaction, exactly two Styles, Bruiser among them."""
    for key in FIGHTERS:
        timings = Counter(skill["timing"] for skill in own_skills(key))
        assert timings["style"] == 2
        assert timings["reaction"] == (key not in ("kimberley", "li_ming"))
    assert SKILLS["bruiser"]["timing"] == "style"
    assert SKILLS["bruiser"].sources["timing"] == "derived"


@cache
def layouts(left: tuple[int, ...], actions: int, place: int) -> int:
    """How many ways the tokens left can lie on the Areas from `place` on, aside last."""
    if place == len(AREAS):
        return int(sum(left[:actions]) == 0)
    found = 0
    for a in range(len(left)):
        for b in range(a, len(left)):
            two_actions = a < actions and b < actions
            rest = list(left)
            rest[a] -= 1
            rest[b] -= 1
            if min(rest) >= 0 and not two_actions:  # MA-22
                found += layouts(tuple(rest), actions, place + 1)
    return found


@pytest.mark.parametrize(
    ("key", "count"),
    [
        ("igor", 10380),
        ("kimberley", 6600),
        ("hirumasa", 2100),
        ("li_ming", 10380),
        ("ricardo", 13200),
        ("wonja", 3900),
    ],
)
def test_ma_21_number_of_layouts(key: str, count: int) -> None:
    """MA-20, MA-21, MA-22, MA-23: two tokens to each Area, never two Actions, two Effects aside."""
    own = tokens(FIGHTERS[key])
    actions = [own[kind] for kind in ACTIONS if own[kind]]
    left = (*actions, *(own[kind] for kind in EFFECTS))
    assert layouts(left, len(actions), 0) == count


def hidden_ways(places: tuple[int, ...], left: tuple[int, int, int]) -> int:
    if not places:
        return 1
    found = 0
    for e, m in product(range(places[0] + 1), repeat=2):
        rest = (left[0] - e, left[1] - m, left[2] - (places[0] - e - m))
        if e + m <= places[0] and min(rest) >= 0:
            found += hidden_ways(places[1:], rest)
    return found


def test_ma_r64_ways_at_the_start() -> None:
    """MA-R64: how many layouts are possible for others once the Action tokens are open."""
    ways = {}
    for key, row in FIGHTERS.items():
        own = tokens(row)
        energy, move, defense = (own[kind] for kind in EFFECTS)
        effects = energy + move + defense
        areas = (2, 1, 1, 1, 1) if effects == 8 else (1, 1, 1, 1, 1)
        ways[key] = hidden_ways((*areas, 2), (energy, move, defense))
    assert ways == {
        "igor": 173,
        "kimberley": 220,
        "hirumasa": 70,
        "li_ming": 173,
        "ricardo": 220,
        "wonja": 130,
    }


def faces(dice: int) -> Iterator[tuple[int, int, Fraction]]:
    """Normal and Exceptional Successes of a roll, with their chance."""
    f, n, x = DATA["die"]["face"].values.values()
    for normal in range(dice + 1):
        for best in range(dice - normal + 1):
            ways = comb(dice, normal) * comb(dice - normal, best)
            weight = ways * n**normal * x**best * f ** (dice - normal - best)
            yield normal, best, Fraction(weight, (f + n + x) ** dice)


@pytest.mark.parametrize(
    ("attack", "guard", "counts"),
    [
        (1, 0, (1, 2)),
        (2, 2, (57, 20, 4)),
        (3, 1, (15, 30, 28, 8)),
        (4, 4, (4241, 1480, 664, 160, 16)),
        (5, 3, (1727, 1850, 1736, 944, 272, 32)),
        (7, 6, (733209, 362910, 276660, 149720, 55984, 13728, 1984, 128)),
    ],
)
def test_ma_c15_chances_of_damage(attack: int, guard: int, counts: tuple[int, ...]) -> None:
    """MA-C15, MA-38, MA-41, MA-42: enumerated from the faces; MA-11 lets X count as N."""
    damage: Counter[int] = Counter()
    for (n, x, p), (guard_n, guard_x, q) in product(faces(attack), faces(guard)):
        damage[max(0, n + x - guard_n - guard_x)] += p * q  # type: ignore[assignment]
    assert [damage[k] for k in range(attack + 1)] == [
        Fraction(count, 3 ** (attack + guard)) for count in counts
    ]


def test_skills_are_written_alike() -> None:
    lasting = {
        "start": ["strike"],
        "reaction": ["strike"],
        "style": ["on"],
        "end": ["now", "next"],
    }
    for skill in SKILLS.values():
        assert skill["lasts"] in lasting[skill["timing"]]
        assert skill["role"] in ("attack", "defence", "turn")
        assert set(skill["kinds"]) <= set(ACTIONS)
        assert set(skill["areas"]) <= {1, 2, 3, 4, 5}
        assert set(skill["holds"]) <= set(TOKENS)
        assert skill["fighter"] in FIGHTERS
        assert skill["timing"] != "reaction" or skill["role"] == "defence"
    assert [key for key, skill in SKILLS.items() if skill["struck"]] == ["leopards_fury"]
    assert [key for key, skill in SKILLS.items() if skill["bare"]] == ["way_of_the_snake"]


def test_ma_c17_arts() -> None:
    """MA-C17."""
    arts = {row["name"]: row["art"] for row in FIGHTERS.values()}
    assert list(arts) == ["Igor", "Kimberley", "Hirumasa", "Li-Ming", "Ricardo", "Wonja"]
    assert list(arts.values()) == [
        "Boxing, street", "Karate", "Sumo", "Kung fu", "Capoeira", "Muay Thai"
    ]  # fmt: skip


def test_what_is_shown_in_pictures_only_is_designed() -> None:
    """MA-16, MA-03: the ring, and who sits beside whom in a team battle."""
    ring = DATA["arena"]["ring"]
    assert ring["radius"] == 3 and ring.sources["radius"] == "designed"
    assert {key: row.sources["sides"] for key, row in STARTS.items()} == {
        "duel": "rulebook",
        "three": "rulebook",
        "royale": "rulebook",
        "team": "designed",
    }


def test_every_printed_value_names_its_clause() -> None:
    """MA-C18 and others: the sentence of our rules that states it."""
    clauses = find("martial_art").clauses
    for rows in DATA.sections.values():
        for row in rows.values():
            for field, source in row.sources.items():
                if source in ("rulebook", "derived"):
                    assert row.clauses.get(field) in clauses, f"{row.where}.{field}"


def test_sources() -> None:
    """Printed values stay as they are; designed ones are marked."""
    for _, _, field, _, source in DATA.values():
        if field in ("length", "severe", "pictures", "squares", "spaces", "facing", "gauge_max"):
            assert source == "designed"
        if field in ("cost", "do", "timing", "kinds", "areas", "tokens", "holds"):
            assert source in ("rulebook", "derived")
