"""The tables in rules.md say what the data says."""

from collections.abc import Mapping
from dataclasses import fields

from budokan.games.martial_art import GAME
from budokan.games.martial_art.options import Options
from budokan.games.martial_art.rules import skills
from budokan.kit.data import Row
from budokan.kit.options import allowed

DATA = GAME.data
RULES = GAME.rules
WORDS = GAME.text
TOKENS = DATA["token"]
FIGHTERS = DATA["fighter"]
SKILLS = DATA["skill"]
STARTS, BOX = DATA["start"], DATA["box"]
AREAS = [row["name"] for row in DATA["area"].values()]
ACTIONS = [kind for kind, row in TOKENS.items() if row["class"] == "action"]
EFFECTS = [kind for kind, row in TOKENS.items() if row["class"] == "effect"]
# The closed set: P1 to P23 of rules.md; some have two forms.
EFFECT_NAMES = {
    "attack_dice": "P1",
    "attack_dice_per_move": "P2",
    "defence_dice": "P3",
    "extra_damage": "P4",
    "cancel_normal": "P5",
    "cancel_per_punch": "P6",
    "remap_attack": "P7",
    "move_defence": "P8",
    "discard_defence": "P9",
    "push": "P10",
    "gain_energy": "P11",
    "move_tax": "P12",
    "move_after": "P13",
    "free_move": "P14",
    "no_energy_use": "P15",
    "extra_turn": "P16",
    "swap_effects": "P17",
    "swap_kick": "P17",
    "shift_effect": "P18",
    "damage": "P19",
    "cancel_exceptional": "P20",
    "drain_chi": "P21",
    "drain_rage": "P21",
    "gain_chi": "P22",
    "gain_rage": "P22",
    "heal": "P23",
}
NOT_OURS = {name for name, number in EFFECT_NAMES.items() if number >= "P19" and len(number) == 3}


def table(header: str) -> list[list[str]]:
    """The rows under a table's header line in rules.md."""
    below = RULES.split(header + "\n", 1)[1].splitlines()[1:]
    ends = next(i for i, line in enumerate(below) if not line.startswith("|"))
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in below[:ends]]


def test_skills_use_the_closed_set() -> None:
    """Every effect is one of P1 to P18, each of them is needed, and all are in rules.md."""
    used = {name for skill in SKILLS.values() for name in skill["do"]}
    assert used == set(EFFECT_NAMES) - NOT_OURS
    assert tuple(EFFECT_NAMES) == skills.NAMES
    assert [row[0] for row in table("| effect | what it means |")] == [
        *dict.fromkeys(EFFECT_NAMES.values()),
        "C1",
        "C2",
        "C3",
        "C4",
    ]


def price(cost: list[int]) -> str:
    return "".join(f"{n}{mark}" for n, mark in zip(cost, "CR", strict=True) if n)


def test_the_skills_in_the_rules() -> None:
    def source(skill: Row) -> str:
        said = {"at": "B" if skill["at"] == "board" else "T", "timing": "keyword"}
        others = [(word, skill.sources[field]) for field, word in said.items()]
        assert {skill.sources[field] for field in skill.values} <= {
            "rulebook",
            *dict(others).values(),
        }
        told = [f"{word} {source}" for word, source in others if source != "rulebook"]
        return f"rulebook; {', '.join(told)}"

    rows = table("| Skill | fighter | | keyword | price | what it does | source |")
    assert rows == [
        [
            skill["name"],
            FIGHTERS[skill["fighter"]]["name"],
            "B" if skill["at"] == "board" else "T",
            skill["timing"].capitalize(),
            price(skill["cost"]),
            WORDS["skill"][key],
            source(skill),
        ]
        for key, skill in SKILLS.items()
    ]


def listed(own: Mapping[str, int], kinds: list[str]) -> set[str]:
    return {f"{own[kind]} {TOKENS[kind]['name']}" for kind in kinds if own.get(kind)}


def test_the_fighters_in_the_rules() -> None:
    rows = table("| fighter | art | Action tokens | Effect tokens | source |")
    assert [row[0] for row in rows] == [row["name"] for row in FIGHTERS.values()]
    for row, fighter in zip(rows, FIGHTERS.values(), strict=True):
        assert set(row[2].split(", ")) == listed(fighter["tokens"], ACTIONS)
        assert set(row[3].split(", ")) == listed(fighter["tokens"], EFFECTS)
        art, tokens_ = fighter.sources["art"], fighter.sources["tokens"]
        assert row[4] == (tokens_ if art == tokens_ else f"{tokens_}; the art is {art}")


def test_the_columns_in_the_rules() -> None:
    def pictures(squares: list[int], kinds: list[str]) -> str:
        pairs = zip(squares, kinds, strict=True)
        return ", ".join(f"{TOKENS[kind]['name']} @ {at}" for at, kind in pairs)

    rows = table("| fighter | Area | last square | Severe from | pictures | source |")
    assert rows == [
        [
            fighter["name"],
            area,
            str(fighter["length"][i]),
            str(fighter["severe"][i]),
            pictures(fighter["squares"][i], fighter["pictures"][i]),
            fighter.sources["length"],
        ]
        for fighter in FIGHTERS.values()
        for i, area in enumerate(AREAS)
    ]


def test_the_starts_in_the_rules() -> None:
    rows = table("| setup | seats: space and facing | source |")
    for (name, said, source), (key, row) in zip(rows, STARTS.items(), strict=True):
        seats = zip("ABCD", row["spaces"], row["facing"], strict=False)
        assert name.split()[0] == key
        assert said == "; ".join(f"{seat} {space} {facing}" for seat, space, facing in seats)
        assert source == row.sources["spaces"]


def test_the_box_in_the_rules() -> None:
    rows = table("| component | count | source |")
    assert [int(row[1]) for row in rows] == [
        BOX[key]["copies"]
        for key in ("board", "standees", "boards", "cubes", "effect_tokens", "action_tokens")
    ] + [BOX["skill_tiles"]["copies"], BOX["dice"]["copies"]]


def test_the_options_in_the_rules() -> None:
    """One row for each switch: its default, its values and the clause that explains it."""
    rows = {row[0].strip("`"): row[1:] for row in table("| option | default | values | ruling |")}
    assert [*rows] == ["players", *(field.name for field in fields(Options))]
    for field in fields(Options):
        default, values, clause = rows[field.name]
        assert (default, clause) == (str(field.default).lower(), field.metadata["clause"])
        listed = values.split(";")[0].replace(" to ", ", ").split(", ")
        if field.metadata["high"]:
            low = str(field.metadata["low"])
            high = str(field.metadata["high"])
            assert listed[0] == low
            assert listed[-1] in (high, "`gauge_max`")
        else:
            assert sorted(listed) == sorted(allowed(field).split(", "))
