"""The data fit the rules, and bad overlays are refused."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from budokan.games.master_udo import GAME, grammar
from budokan.games.master_udo.setup import faces, route, techniques
from budokan.games.master_udo.tests.helper import KINDS, SIDES, TECHNIQUE, UDO, WORDS, Play
from budokan.kit import card_file
from budokan.kit.data import Row
from budokan.kit.errors import Refusal

DATA = GAME.data
FACES = faces(DATA)
LIMBS = ("Left Arm", "Right Arm", "Left Leg", "Right Leg")


def test_mu_c1_counts() -> None:
    """MU-C1, MU-R33: two of each of Udo's five."""
    assert DATA.column("udo", "copies") == [2] * 5
    assert sum(DATA.column("kai", "copies")) == 10
    assert [len(DATA[section]) for section in ("attack", "master", "technique")] == [10, 10, 10]
    titles = [
        title for s in ("udo", "kai", "attack", "technique") for title in DATA.column(s, "title")
    ]
    assert len(titles) == len(set(titles)) == 5 + 6 + 10 + 10
    assert len(FACES) == KINDS == 27
    assert (SIDES, UDO, TECHNIQUE) == (6, 12, 17)


def test_mu_c2_every_loss_can_be_paid() -> None:
    """MU-C2"""
    words = {word for loss in DATA.column("attack", "loss") for word in loss}
    assert words == {*LIMBS, "*"}
    for hero in ("udo", "kai"):
        for limb in LIMBS:
            rows = DATA[hero].values()
            assert sum(r["copies"] for r in rows if grammar.matches(r["title"], limb)) == 2


def test_mu_c4_c5_attacks() -> None:
    """MU-C4, MU-C5, MU-14, MU-15, MU-16, MU-17"""
    left = DATA["attack"]["left_side"]
    assert left["value"] == 5
    assert left["bonus"] == [{"charge": {"x": 0, "k": 2}}]
    assert DATA["attack"]["right_arm"]["loss"] == ["Right Arm"]
    assert "Right Arm" in DATA.column("attack", "exposes")
    assert sum(bool(bonus) for bonus in DATA.column("attack", "bonus")) == 5
    assert not [r for r in DATA["attack"].values() if r["exposes"] and r["bonus"]]
    assert DATA.column("attack", "value") == [3, 3, 3, 3, 5, 5, 6, 6, 4, 2]


def test_mu_c6_masters() -> None:
    """MU-C6, MU-66, MU-74, MU-R16"""
    masters = DATA["master"]
    assert masters["lightspeed"]["swords"] == 2
    assert masters["iron_body"]["glory"] == 2
    assert (masters["shadow"]["power"], masters["shadow"]["swords"]) == ({"bodies": 3}, 1)
    assert masters["shadow"]["hearts"] == [3, 3]
    ladder = [r for r in masters.values() if r["hearts"] == [1, 3, 5, 7]]
    assert ladder and all("damage_mod" not in r["power"] for r in ladder)


def test_mu_c7_c8_techniques() -> None:
    """MU-C7, MU-C8, MU-75: each master's technique stands at its number."""
    titles = DATA.column("technique", "title")
    assert {"Lightspeed Right Leg", "Turtle Right Arm"} <= set(titles)
    for title, master in zip(titles, DATA.column("master", "title"), strict=True):
        assert sum(grammar.matches(title, word) for word in (*LIMBS, "Recovery")) == 1
        assert title.startswith(master)
    assert any(("size_max", 3) in face.conditions for face in FACES)


def test_mu_c9_sides_share_a_title() -> None:
    """MU-C9, MU-77, MU-88"""
    for calm in range(SIDES):
        assert FACES[calm].title == FACES[calm + SIDES].title
        assert not FACES[calm].rage and FACES[calm + SIDES].rage
    punch = FACES[WORDS.index("kai_punch_enraged")]
    assert punch.steps == (grammar.Step(grammar.DAMAGE, 1, 1),)


def test_mu_c11_glory() -> None:
    """MU-C11, MU-68"""
    glory = DATA.column("master", "glory")
    assert Counter(glory) == {1: 3, 2: 4, 3: 3}
    sums = Counter(sum(four) for four in combinations(glory, 4))
    assert sum(sums.values()) == 210
    assert (min(sums), max(sums)) == (5, 11)
    assert sums[5] + sums[6] == 25
    assert (sums[7], sums[8], sums[9], sums[10] + sums[11]) == (48, 64, 48, 25)
    assert DATA.column("rank", "glory") == [10, 9, 8, 7, 0]


def test_sources() -> None:
    """What is printed, what follows from it, and what is ours; each printed value has a clause."""
    rulebook = {(s, k, f) for s, k, f, _, source in DATA.values() if source == "rulebook"}
    assert ("master", "iron_body", "glory") in rulebook
    assert ("attack", "left_side", "bonus") in rulebook
    derived = {(s, k, f) for s, k, f, _, source in DATA.values() if source == "derived"}
    assert {
        ("udo", "udo_left_leg", "effect"),
        ("udo", "udo_right_arm", "copies"),
        ("master", "turtle", "title"),
        ("technique", "turtle_right_arm", "title"),
        ("master", "shadow", "swords"),
        ("master", "shadow", "hearts"),
    } <= derived
    assert DATA["technique"]["turtle_right_arm"].sources["condition"] == "designed"
    assert "Budokan's own value" in GAME.clauses["MU-72"]
    for section, key, field in rulebook | derived:
        assert DATA[section][key].clauses[field] in GAME.clauses
    assert DATA.hash == "bbf89f9aff565621"


def told(row: Row) -> str:
    """The sources of a row in words."""
    by_source: dict[str, list[str]] = {}
    for field, source in row.sources.items():
        by_source.setdefault(source, []).append(field.replace("_", " "))
    if len(by_source) == 1:
        return next(iter(by_source))
    rest = by_source.pop("designed")
    assert rest
    parts = [f"{' and '.join(fields)} {source}" for source, fields in by_source.items()]
    return ", ".join([*parts, "rest designed"])


@pytest.mark.parametrize("section", ["udo", "kai", "attack", "master"])
def test_the_tables_tell_every_source(section: str) -> None:
    """The last column of the tables in rules.md."""
    for key, row in DATA[section].items():
        said = told(row)
        if section == "master":
            technique = told(DATA["technique"][techniques(DATA)[key]])
            said += "" if technique == said else f"; technique {technique}"
        lines = [line for line in GAME.rules.splitlines() if line.startswith(f"| {row['title']} |")]
        assert any(line.endswith(f"| {said} |") for line in lines), (key, said)


KEEP = [{"keep": True}]


def changed(section: str, key: str, **values: Any) -> dict[str, Any]:
    return {section: {key: values}}


def face(**values: Any) -> dict[str, Any]:
    return changed("udo", "udo_left_arm", **values)


@pytest.mark.parametrize(
    ("overlay", "where", "told"),
    [
        (face(condition=[{"upside": True}]), "condition[1]", "not a known condition"),
        (face(condition=["first"]), "condition[1]", "a table with one key"),
        (face(condition=[{"first": False}]), "condition[1].first", "must be true"),
        (face(condition=[{"pos_max": 0}]), "condition[1].pos_max", "from 1 to 99"),
        (face(condition=[{"on": "-"}]), "condition[1].on", "word of a title"),
        (face(condition=[{"with": "Arm"}, {"with": "Leg"}]), "condition", "only one `with`"),
        (face(condition=[{"with": "Tail"}]), "condition[1].with", "in no title of a card"),
        (face(condition=[{"charge_mim": 3}]), "condition[1]", "did you mean charge_min"),
        (face(condition=[{"blocked_min": 1}]), "condition[1]", "not a known condition"),
        (face(condition="first"), "condition", "a list of 8 tables"),
        (face(condition=[{"first": True}] * 9), "condition", "a list of 8 tables"),
        (face(effect=[{"heal": {"x": 1, "k": 0}}]), "effect[1]", "not a known effect"),
        (face(effect=[{"block": 3}]), "effect[1].block", "a value such as"),
        (face(effect=[{"block": {}}]), "effect[1].block", "a value such as"),
        (face(effect=[{"block": {"x": 1, "times": 0}}]), "effect[1].block.times", "from 1 to 99"),
        (face(effect=[{"damage": {"x": 1, "times": "all"}}]), "effect[1].damage.times", "1 to 99"),
        (face(effect=[{"recover": {"x": 1, "times": 2}}]), "effect[1].recover.times", "repeat the"),
        (face(effect=[{"block": {"x": -1}}]), "effect[1].block.x", "from 0 to 99"),
        (face(effect=[{"block": {"z": 1}}]), "effect[1].block.z", "A value has no 'z'"),
        (face(effect=[{"block": {"each": "Tail"}}]), "effect[1].block.each", "in no title"),
        (face(effect=[{"block": {"count": "cows"}}]), "effect[1].block.count", "not possible"),
        (face(effect=[{"block": {"by": 2, "k": 1}}]), "effect[1].block.by", "goes with"),
        (
            face(effect=[{"block": {"each": "Arm", "count": "hand"}}]),
            "effect[1].block",
            "not both",
        ),
        (face(effect=[{"calm": "all"}]), "effect[1].calm", "choose from self, combo"),
        (face(effect=[{"choose": [[]]}]), "effect[1].choose", "two or three"),
        (
            face(effect=[{"choose": [[{"choose": [KEEP, KEEP]}], KEEP]}]),
            "effect[1].choose[1][1]",
            "not a known effect",
        ),
        (face(effect=[{"choose": [KEEP, []]}]), "effect[1].choose[2]", "An option needs a step"),
        (face(effect=[{"keep": False}]), "effect[1].keep", "must be true"),
        (face(effect=[{"if": KEEP}]), "effect[1].if", "a table with a test"),
        (face(effect=[{"if": {"then": KEEP}}]), "effect[1].if", "one test"),
        (face(effect=[{"if": {"luck_min": 1, "then": KEEP}}]), "effect[1].if.luck_min", "a test"),
        (face(effect=[{"if": {"with": "Tail", "then": KEEP}}]), "effect[1].if.with", "in no"),
        (face(effect=[{"if": {"raging": 1, "then": KEEP}}]), "effect[1].if.raging", "be true"),
        (face(effect=[{"discard": 1}]), "effect[1].discard", "word of a title"),
        (face(copies=4), "copies", "from 0 to 3"),
    ],
)
def test_faces_that_are_refused(overlay: dict[str, Any], where: str, told: str) -> None:
    """Each fault of a card is told once, at its place."""
    found = [f for f in card_file.faults(GAME, overlay) if not f.warning]
    assert [fault.where for fault in found] == [f"udo.udo_left_arm.{where}"]
    assert told in found[0].text


@pytest.mark.parametrize(
    ("overlay", "where", "told"),
    [
        (face(copies=3), "udo", "add up to 11 cards; Udo begins with 10"),
        (changed("kai", "kai_guard", title="--"), "kai.kai_guard.title", "letter or a digit"),
        (changed("attack", "wild", loss=["Tail"]), "attack.wild.loss[1]", "in no title"),
        (changed("attack", "wild", loss=[3]), "attack.wild.loss[1]", "word of a title"),
        (changed("attack", "wild", exposes="Tail"), "attack.wild.exposes", "in no title"),
        (changed("attack", "wild", value=-1), "attack.wild.value", "from 0 to 99"),
        (
            changed("attack", "wild", bonus=[{"block": {"k": 2}}]),
            "attack.wild.bonus[1]",
            "not a known reward",
        ),
        (
            changed("attack", "wild", bonus=[{"damage": {"x": 1, "k": 2}}]),
            "attack.wild.bonus[1].damage",
            "no X",
        ),
        (changed("attack", "wild", loss=["*"] * 5), "attack.wild.loss", "0 to 4 values"),
        (changed("master", "turtle", hearts=[]), "master.turtle.hearts", "1 to 12 values"),
        (changed("master", "turtle", hearts=[3] * 13), "master.turtle.hearts", "1 to 12 values"),
        (changed("master", "turtle", hearts=[3, "5"]), "master.turtle.hearts[2]", "whole number"),
        (changed("master", "turtle", hearts=[0]), "master.turtle.hearts[1]", "from 1 to 99"),
        (
            changed("master", "turtle", power={"bodies": 5}),
            "master.turtle.hearts",
            "5 x 3 hearts are too many",
        ),
        (changed("master", "turtle", glory=0), "master.turtle.glory", "from 1 to 9"),
        (changed("master", "turtle", swords=11), "master.turtle.swords", "the 10 attacks"),
        (
            changed("master", "turtle", power={"extra_loss": ""}),
            "master.turtle.power.extra_loss",
            "word of a title",
        ),
        (
            changed("master", "turtle", power={"immune": "Tail"}),
            "master.turtle.power.immune",
            "in no title",
        ),
        (
            changed("master", "turtle", power={"flight": 1}),
            "master.turtle.power.flight",
            "not a power",
        ),
        (
            changed("master", "turtle", power={"bodies": "two"}),
            "master.turtle.power.bodies",
            "whole number",
        ),
        (
            changed("master", "turtle", power={"heart_order": "odd"}),
            "master.turtle.power.heart_order",
            "choose from low, high",
        ),
        (
            changed("master", "turtle", power={"max_combos": -1}),
            "master.turtle.power.max_combos",
            "0 to 99",
        ),
        (
            changed("master", "turtle", power={"swift": 1}),
            "master.turtle.power.swift",
            "true or false",
        ),
        (changed("master", "turtle", power=3), "master.turtle.power", "must be a table"),
        (
            changed("technique", "unicorn_kick", title="Kick", effect=KEEP),
            "technique.unicorn_kick",
            "begin with that of a master",
        ),
        (
            changed("technique", "turtle_kick", title="Kick", effect=KEEP),
            "technique.turtle_kick",
            "one technique, not 2",
        ),
        (
            changed("technique", "turtle_right_arm", dropped=True),
            "master.turtle",
            "needs a technique",
        ),
        (
            changed("route", "easy", masters=["turtle", "crane", "zen", "x"]),
            "route.easy.masters[4]",
            "no master 'x'",
        ),
        (
            changed("route", "easy", masters=["turtle"] * 4),
            "route.easy.masters",
            "4 different masters",
        ),
        (changed("route", "easy", masters=[[], 1, 2, 3]), "route.easy.masters[1]", "be text"),
        (changed("rank", "strong", glory=10), "rank", "go down"),
        (changed("rank", "promising", glory=1), "rank.promising.glory", "its glory is 0"),
        (
            {"about": {"complete": ["attack"]}, "master": {}},
            "attack",
            "There must be an attack",
        ),
        (changed("attack", "Big One", title="Big", value=1, loss=[]), "attack.Big One", "small"),
        (
            changed("udo", "hit", title="Hit", copies=0, effect=KEEP),
            "udo.hit",
            "a meaning of its own",
        ),
    ],
)
def test_cards_that_are_refused(overlay: dict[str, Any], where: str, told: str) -> None:
    """MU-C1 among others: values that cannot be played, each with its place."""
    found = [f for f in card_file.faults(GAME, overlay) if not f.warning]
    assert where in [fault.where for fault in found]
    assert any(told in fault.text for fault in found if fault.where == where)
    with pytest.raises(Refusal, match="The cards: "):
        GAME.setup(1, overlay=overlay)


def test_mu_c2_a_loss_that_nothing_pays_is_a_warning() -> None:
    """MU-C2: it can be played, and is deadly."""
    overlay = changed("attack", "wild", loss=["Head"])
    (fault,) = card_file.faults(GAME, overlay)
    assert fault.warning and fault.where == "attack.wild.loss[1]" and "Udo" in fault.text
    GAME.setup(1, overlay=overlay)


def test_mu_67_routes_without_dropped_masters() -> None:
    """MU-67: our routes go on without them, filled up by those whose coins fit best."""
    dropped = {key: {"dropped": True} for key in ("mantis", "thunder", "venom", "shadow")}
    setup = GAME.setup(1, overlay={"master": dropped})
    assert route(setup.data, "easy") == ["turtle", "crane", "drunken", "lightspeed", "iron_body"]
    assert route(setup.data, "medium") == ["lightspeed", "iron_body", "turtle", "crane"]
    assert route(setup.data, "hard") == ["crane", "zen", "lightspeed", "iron_body"]


def test_an_overlay_is_played_and_told() -> None:
    overlay = {
        "udo": {"udo_right_arm": {"condition": [{"first": True}], "effect": [{"keep": True}]}},
        "attack": {"wild": {"value": 4}},
    }
    setup = GAME.setup(1, overlay=overlay)
    state = GAME.read({"master": "turtle", "revealed": "wild"}, setup)
    code = GAME.notation.parse("add udo_right_arm")
    assert state.why(0, code) == 0
    state.apply(0, code)
    assert state.why(0, code) == 22
    assert GAME.data["attack"]["wild"]["value"] == 2


def test_mu_r15_titles() -> None:
    """MU-R15, MU-62"""
    assert grammar.matches("Left Arm - Guard", "left arm")
    assert grammar.matches("Turtle Right Arm", "Arm")
    assert not grammar.matches("Swarm of Left Legs", "Arm")
    assert not grammar.matches("Left Leg Arm", "Left Arm")
    assert not grammar.matches("Left", "Left Arm")
    assert grammar.matches("Recovery", "*")


def test_card_text_comes_from_the_primitives() -> None:
    """Text and behaviour share one source; rules.md prints the same words."""
    rules = GAME.rules
    for face in FACES:
        assert grammar.conditions_text(face.conditions) in rules
        assert grammar.steps_text(face.steps) in rules
    for row in DATA["master"].values():
        assert grammar.power_text(row["power"]) in rules
    for row in DATA["attack"].values():
        bonus = grammar.steps_text(grammar.effects(row["bonus"])) if row["bonus"] else ""
        told = [row["title"], row["value"], grammar.loss_text(row["loss"])]
        told += [grammar.exposure_text(row["exposes"]), bonus]
        line = "| " + " | ".join(str(cell) for cell in told) + " |"
        assert line.replace("|  |", "| |").replace("|  |", "| |") in rules
    assert grammar.step_text(grammar.Step(grammar.CHARGE, 0, 2), True) == "ENRAGE 2"
    assert grammar.value_text(2, -1) == "2X-1"


def test_mu_01_two_heroes() -> None:
    """MU-01, MU-05, MU-06, MU-07, MU-08, MU-09, MU-76: the start of either."""
    udo, kai = Play(), Play({"hero": "kai"})
    for play, hero in ((udo, "udo"), (kai, "kai")):
        keys = [key for key, row in DATA[hero].items() for _ in range(row["copies"])]
        document = play.document()
        assert document["hand"].split() == keys
        assert (document["discard"], document["exhausted"], document["road"]) == ("", "", "")
        assert len(document["deck"].split()) == 10
        assert len(play.legal()) == 10
    assert udo.document()["charge"] == 0
    assert kai.document()["raging"] is False
    assert "charge" not in kai.document()
    with pytest.raises(Refusal, match="1 players, not 2"):
        GAME.setup(2)
