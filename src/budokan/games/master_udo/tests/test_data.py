"""The data fit the rules, and bad overlays are refused."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from budokan.games.master_udo import GAME, grammar
from budokan.games.master_udo.rules.state import KAI, KINDS, SIDES, TECHNIQUE
from budokan.games.master_udo.setup import faces
from budokan.games.master_udo.tests.helper import WORDS, Play
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
    assert (KAI, SIDES, TECHNIQUE) == (5, 6, 17)


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
    for calm in range(KAI, KAI + SIDES):
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


def test_every_primitive_is_on_a_card() -> None:
    used = {name for face in FACES for name, _ in face.conditions}
    assert used == {*grammar.NUMBERS, *grammar.FILTERS, *grammar.FLAGS}
    steps = [step for face in FACES for step in face.steps]
    steps += [step for s in steps for option in s.options for step in option]
    assert {step.op for step in steps} == set(range(grammar.CHOOSE, grammar.KEEP + 1))
    powers = {name for power in DATA.column("master", "power") for name in power}
    assert powers == set(grammar.POWERS)


def test_sources() -> None:
    """Printed values cannot be changed; all others are designed."""
    rulebook = {(s, k, f) for s, k, f, _, source in DATA.values() if source == "rulebook"}
    assert ("master", "iron_body", "glory") in rulebook
    assert ("attack", "left_side", "bonus") in rulebook
    assert ("udo", "udo_left_leg", "effect") not in rulebook
    assert DATA["udo"]["udo_left_leg"].sources["effect"] == "derived"
    designed = [source for *_, source in DATA.values()].count("designed")
    assert designed == 162
    with pytest.raises(Refusal, match="only designed values"):
        GAME.setup(1, overlay={"master": {"iron_body": {"glory": 3}}})


KEEP = [{"keep": True}]


def changed(section: str, key: str, **values: Any) -> dict[str, Any]:
    return {section: {key: values}}


@pytest.mark.parametrize(
    ("overlay", "told"),
    [
        (changed("udo", "udo_left_arm", condition=[{"upside": True}]), "not a condition"),
        (changed("udo", "udo_left_arm", condition=["first"]), "one key"),
        (changed("udo", "udo_left_arm", condition=[{"first": False}]), "must be true"),
        (changed("udo", "udo_left_arm", condition=[{"pos_max": 0}]), "1 to 99"),
        (changed("udo", "udo_left_arm", condition=[{"on": "-"}]), "word of a title"),
        (changed("udo", "udo_left_arm", condition=[{"with": "Arm"}, {"with": "Leg"}]), "only one"),
        (changed("udo", "udo_left_arm", effect=[{"heal": {"x": 1, "k": 0}}]), "not an effect"),
        (changed("udo", "udo_left_arm", effect=[{"block": 3}]), "of the form"),
        (changed("udo", "udo_left_arm", effect=[{"block": {"x": 1, "k": 0, "times": 0}}]), "times"),
        (
            changed("udo", "udo_left_arm", effect=[{"recover": {"x": 1, "k": 0, "times": 2}}]),
            "only",
        ),
        (changed("udo", "udo_left_arm", effect=[{"block": {"x": -1, "k": 0}}]), "0 to 99"),
        (changed("udo", "udo_left_arm", effect=[{"calm": "all"}]), "self or combo"),
        (changed("udo", "udo_left_arm", effect=[{"choose": [[]]}]), "two or three"),
        (
            changed(
                "udo",
                "udo_left_arm",
                effect=[{"choose": [[{"choose": [KEEP, KEEP]}], KEEP]}],
            ),
            "another choice",
        ),
        (changed("udo", "udo_left_arm", effect=[{"choose": [KEEP, []]}]), "at least one step"),
        (changed("udo", "udo_left_arm", effect=[{"keep": False}]), "must be true"),
        (
            changed("udo", "udo_left_arm", condition=[{"with": "Tail"}]),
            "with = 'Tail' is in no",
        ),
        (changed("udo", "udo_left_arm", copies=4), "add up to 10"),
        (changed("kai", "kai_guard", title="Left Leg - Sweep"), "must be unique"),
        (changed("kai", "kai_guard", title="--"), "must be unique"),
        (changed("kai", "kai_guard", title="Guard"), "no card of kai has 'Left Arm'"),
        (changed("attack", "wild", loss=["Head"]), "no card of udo has 'Head'"),
        (changed("attack", "wild", loss=["Tail"]), "wild.loss = 'Tail' is in no title"),
        (changed("attack", "wild", loss=[3]), "wild.loss = 3 must be a word"),
        (changed("attack", "wild", exposes="Tail"), "wild.exposes = 'Tail' is in no title"),
        (changed("attack", "wild", value=-1), "wild.value = -1 must be a whole number from 0"),
        (changed("attack", "wild", bonus=[{"block": {"x": 0, "k": 2}}]), "may only hold"),
        (changed("attack", "wild", bonus=[{"damage": {"x": 1, "k": 2}}]), "without X"),
        (changed("attack", "wild", loss=["*"] * 5), "4 cards at most"),
        (changed("master", "turtle", hearts=[]), "1 to 12 values"),
        (changed("master", "turtle", hearts=[3] * 13), "1 to 12 values"),
        (changed("master", "turtle", hearts=[3, "5"]), "hearts = '5' must be a whole number"),
        (changed("master", "turtle", hearts=[3, -1]), "hearts = -1 must be a whole number from 0"),
        (changed("master", "turtle", glory=3), "11 glory together, not 12"),
        (changed("master", "turtle", glory=0), "glory = 0 must be a whole number from 1 to 3"),
        (changed("master", "turtle", swords=11), "1 to 10 attacks"),
        (changed("master", "turtle", power={"extra_loss": ""}), "extra_loss = '' must be a word"),
        (changed("master", "turtle", power={"extra_loss": "Tail"}), "'Tail' is in no title"),
        (changed("master", "turtle", power={"flight": 1}), "not a power"),
        (changed("master", "turtle", power={"bodies": "two"}), "a whole number"),
        (changed("master", "turtle", power={"heart_order": "odd"}), "low or high"),
        (changed("master", "turtle", power={"max_combos": -1}), "0 to 99"),
        (changed("master", "turtle", power={"attack_mod": 100}), "-99 to 99"),
    ],
)
def test_overlays_that_are_refused(overlay: dict[str, Any], told: str) -> None:
    """MU-C1, MU-C2 among others: values that cannot be played."""
    with pytest.raises(Refusal, match=told):
        GAME.setup(1, overlay=overlay)


@pytest.mark.parametrize(
    "masters", [["turtle"] * 4, ["turtle", "crane", "zen", "x"], [[], 1, 2, 3]]
)
def test_a_route_names_four_masters(masters: list[Any]) -> None:
    """MU-67"""
    overlay = changed("route", "easy", masters=masters)
    with pytest.raises(Refusal, match=r"route\.easy\.masters must name four"):
        GAME.setup(1, {"masters": "easy"}, overlay=overlay)


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
        bonus = grammar.steps_text(grammar.bonus("", row["bonus"])) if row["bonus"] else ""
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
