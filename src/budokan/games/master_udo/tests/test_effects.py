"""Resolving a combo where several effects interact."""

from typing import Any

from budokan.games.master_udo import GAME
from budokan.games.master_udo.tests.helper import Play, long
from budokan.kit.contract import State

KAI = {"hero": "kai"}
RESOLVE: dict[str, Any] = {"phase": "resolve", "revealed": "high"}


def test_a_kept_finisher_keeps_only_itself() -> None:
    """MU-29: the next finisher is discarded again."""
    combos = ["RA lightspeed_right_leg", "LL"]
    play = Play(master="turtle", road="lightspeed", **RESOLVE, combos=combos)
    play.do("take 1", "cover 1", "take 2")
    assert play.document()["discard"] == long("LL")


def test_giving_up_ends_the_current_effect() -> None:
    """MU-R30: the effect ends completely, even if its finisher was to be kept."""
    steps = [{"keep": True}, {"damage": {"x": 1, "k": 1}}]
    overlay = {"technique": {"lightspeed_right_leg": {"effect": steps}}}
    setup = GAME.setup(1, overlay=overlay)
    combos = ["udo_right_arm lightspeed_right_leg"]
    given = {"master": "turtle", "road": "lightspeed", **RESOLVE, "combos": combos}
    state: State = GAME.read(given, setup)
    state.apply(0, GAME.notation.parse("take 1"))
    document = GAME.write(state, setup)
    assert (document["phase"], document["kept"], document["step"]) == ("cover", True, 1)
    assert GAME.read(document, setup).encode() == state.encode()
    state.resign(0)
    assert GAME.read(GAME.write(state, setup), setup).encode() == state.encode()


def test_iron_body_weakens_damage_only() -> None:
    """MU-37: blocks and recoveries keep their printed values."""
    given: dict[str, Any] = {"master": "iron_body", "phase": "resolve", "revealed": "right_arm"}
    assert Play(**given, combos=["RA LA"]).do("take 1").legal() == ["stop right_arm"]
    back = Play(**given, combos=["RE"], discard="LL").do("take 1", "option 1")
    assert back.document()["left"] == 1
    more = Play(**given, combos=["RE"]).do("take 1", "option 2")
    assert more.document()["charge"] == 1


def test_mu_83_calming_leaves_techniques_alone() -> None:
    """MU-83, MU-89: Planning calms Kai's own cards of the combo."""
    combos = ["G! crane_left_leg H!"]
    play = Play(KAI, master="zen", road="crane", **RESOLVE, combos=combos, hand="", exhausted="P!")
    play.do("take 1")
    assert play.document()["hand"] == long("G crane_left_leg")
    assert play.document()["discard"] == long("H")
    assert play.events().count("calm") == 2


def test_mu_r34_the_combo_at_work_is_no_copy() -> None:
    """MU-R34: of two equal combos the one being resolved is another choice."""
    play = Play(KAI, master="zen", **RESOLVE, combos=["S P", "S P"], hand="").do("take 1")
    turns = ["top 1", "top 2", "S under 1", "S under 2"]
    assert play.legal() == ["enough", *sorted(long(f"enrage {text}") for text in turns)]


def test_mu_r34_a_combo_that_becomes_equal_to_the_one_at_work() -> None:
    """MU-R34: even if the combo being resolved lies behind it."""
    given: dict[str, Any] = {"phase": "resolve", "revealed": "left_side", "raging": True}
    play = Play(KAI, master="turtle", **given, combos=["S G", "S! G"], hand="P!")
    play.do("boost 2", "stop left_side", "enrage S under 1")
    assert play.document()["combos"] == [long("S! G"), long("S! G")]
    assert play.legal() == ["enough", "enrage top 1", "enrage top 2"]


def test_mu_r30_the_first_turn_can_be_the_last() -> None:
    """MU-R30"""
    given: dict[str, Any] = {"phase": "attacks", "revealed": "wild"}
    play = Play({"max_turns_per_fight": 1}, master="turtle", **given)
    assert play.do("suffer wild", "pay hand RE").document()["phase"] == "timed_out"


def test_a_reward_uses_no_length() -> None:
    """MU-39: constants only; neither Charge nor exposures add to what an attack gives."""
    given: dict[str, Any] = {"phase": "resolve", "revealed": "body wild right_leg"}
    play = Play(master="crane", **given, combos=["RA LA"], charge=5).do("boost 1")
    assert play.document()["x"] == 9
    play.do("stop body")
    assert play.scene().prompt.question == "4 damage: which heart?"
    assert play.legal() == ["cover 1"]
