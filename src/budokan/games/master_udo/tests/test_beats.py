"""What is seen to happen after a move, by order and data, and the line that sums it up."""

from typing import Any

from budokan.games.master_udo.tests.helper import Play
from budokan.kit.contract import SPECTATOR
from budokan.kit.scene import Beat, Happened

TWO_COMBOS: dict[str, Any] = {
    "master": "lightspeed",
    "phase": "resolve",
    "revealed": "left_leg left_side",
    "covered": "1 2",
    "charge": 1,
    "turn": 3,
    "hand": "LL LL RE RE",
    "combos": ["RA RL RL LA", "LA RA"],
    "deck": "high low body",
}


def kinds(happened: Happened) -> list[str]:
    return [beat.kind for beat in happened.beats]


def texts(happened: Happened) -> list[str]:
    return [beat.text for beat in happened.beats]


def changed(beat: Beat) -> list[tuple[str, str]]:
    """The zone and id of each piece that a beat lays."""
    return [(change.zone, change.piece.id) for change in beat.changes if change.piece]


def test_a_combo_is_counted_blocks_and_gains() -> None:
    play = Play(**TWO_COMBOS)
    counted = play.happened(0, "take 1")
    assert kinds(counted) == ["point"] and texts(counted) == ["Combo 1: 4 cards, X = 4."]
    assert counted.beats[0].pieces == ("lane-1-1", "lane-1-2", "lane-1-3", "lane-1-4")
    stopped = play.happened(0, "stop left_side")
    assert kinds(stopped) == ["block", "gain"]
    block, gain = stopped.beats
    assert (block.role, block.pieces) == ("ward", ("attack-left_side",))
    assert changed(block) == [("attacks", "attack-left_side")]
    blocked = block.changes[0].piece
    assert blocked and blocked.preview and blocked.preview.fate == "stopped"
    assert (gain.role, gain.amount, gain.pieces) == ("gain", 2, ("hero",))
    assert [(change.zone, change.at) for change in gain.changes] == [("hero", 3)]
    assert stopped.line == "You block Left Side. Charge +2, now 3."


def test_a_boosted_blow_covers_a_heart() -> None:
    play = Play(**TWO_COMBOS).do("take 1", "stop left_side")
    counted = play.happened(0, "boost 2")
    assert texts(counted) == ["Combo 2: 2 cards + 1 exposed + 3 Charge, X = 6."]
    assert [(change.zone, change.at) for change in counted.beats[0].changes] == [("hero", 0)]
    landed = play.happened(0, "cover 4").beats[0]
    assert (landed.kind, landed.role, landed.amount) == ("strike", "hit", 7)
    assert landed.pieces == ("heart-4",) and changed(landed) == [("body-1", "heart-4")]
    heart = landed.changes[0].piece
    assert heart and heart.marks == ("covered",)


def test_an_attack_that_gets_through_strikes_and_takes_cards() -> None:
    play = Play(**TWO_COMBOS).do("take 1", "stop left_side", "boost 2", "cover 4")
    struck = play.happened(0, "suffer left_leg")
    assert kinds(struck) == ["strike"]
    assert struck.beats[0].pieces == ("master-card", "attack-left_leg")
    assert (struck.beats[0].target, struck.line) == (0, "Left Leg Attack hits.")
    paid = play.happened(0, "pay hand LL")
    lose, clear, *shown = paid.beats
    assert (lose.kind, lose.role, lose.text) == ("lose", "hit", "Left Leg is discarded.")
    assert changed(lose) == [("hand", "hand-udo_left_leg"), ("discard", "discard-udo_left_leg")]
    assert [change.piece.copies for change in lose.changes if change.piece] == [1, 1]
    assert (clear.kind, clear.text) == ("clear", "Turn 4 against Lightspeed.")
    assert [beat.kind for beat in shown] == ["turn", "turn"]
    assert all(changed(beat)[0][0] == "attacks" for beat in shown)


def test_a_whole_turn_in_one_line() -> None:
    """Sums of the blow, what was blocked, what was taken."""
    play = Play(**TWO_COMBOS)
    turn = ("take 1", "stop left_side", "boost 2", "cover 4", "suffer left_leg", "pay hand LL")
    told = (
        "You block Left Side. Charge +2, now 3. "
        "You deal 7: 2 cards + 1 exposed + 3 Charge + 1 from the card; the 7 is covered. "
        "Left Leg Attack hits: you lose Left Leg."
    )
    assert play.happened(0, *turn).line == told
    names = told.replace("You block", "Ann blocks").replace("You deal", "Ann deals")
    others = Play(**TWO_COMBOS).happened(SPECTATOR, *turn)
    assert others.line == names.replace("you lose", "Ann loses")
    assert not any("lane" in name for beat in others.beats for name in beat.pieces)


def test_wasted_damage_and_doubling() -> None:
    kai: dict[str, Any] = {"master": "zen", "phase": "resolve", "revealed": "wild", "raging": True}
    doubled = Play({"hero": "kai"}, **kai, hand="G! G!", combos=["P!"]).happened(0, "boost 1")
    assert texts(doubled)[0] == "Combo 1: 1 card + 1 exposed, doubled, X = 4."
    weak = Play(master="iron_body", phase="resolve", revealed="body", combos=["RA LL"])
    missed = weak.happened(0, "take 1")
    assert kinds(missed) == ["point", "miss", "miss"]
    assert missed.line == "You deal 1: 2 cards - 1 by the master; too little (2 times)."


def test_a_beaten_master_leaves_what_he_teaches() -> None:
    given: dict[str, Any] = {"master": "crane", "phase": "pay", "covered": "1 2 3", "paid": 0}
    play = Play(**given, revealed="left_leg", attack="left_leg", hand="LL RA")
    happened = play.happened(0, "pay hand LL")
    assert kinds(happened) == ["lose", "stop", "draw", "gain"]
    assert texts(happened)[1:] == [
        "Crane is beaten; glory 1.",
        "Cards that return: 1.",
        "Crane Left Leg is learned.",
    ]
    told = "Left Leg is discarded. Crane is beaten; glory 1. Crane Left Leg is learned."
    assert happened.line == told


def test_a_master_who_heals_and_one_who_wins() -> None:
    zen: dict[str, Any] = {"master": "zen", "phase": "pay", "covered": "1", "attack": "wild"}
    healed = Play(**zen, revealed="wild", hand="RA LA").happened(0, "pay hand RA")
    turn = healed.beats[1]
    assert (turn.kind, turn.text) == ("turn", "Zen uncovers the 5.")
    assert changed(turn) == [("body-1", "heart-1")]
    fell = Play(**zen, revealed="wild", hand="", discard="").happened(0, "fall")
    assert kinds(fell) == ["stop"]
    assert texts(fell) == ["You fall. Masters beaten 0, glory 0."]


# -- single choices -------------------------------------------------------------------------------


def test_one_legal_action_is_forced_but_nobody_is_made_to_fall() -> None:
    play = Play(master="crane", phase="resolve", revealed="wild", combos=["RA"], hand="LA")
    assert play.state.is_forced(0)  # the only combo
    play.do("take 1")
    assert play.state.is_forced(0)  # the only heart it can cover
    play.do("cover 1")
    assert play.state.is_forced(0)  # the only attack
    play.do("suffer wild")
    assert not play.state.is_forced(0)  # which card
    doomed = Play(master="crane", phase="pay", revealed="wild", attack="wild", hand="")
    assert doomed.legal() == ["fall"] and not doomed.state.is_forced(0)


def test_cards_that_return_one_after_another_are_one_sentence() -> None:
    turn = Play(
        **{**TWO_COMBOS, "combos": ["RA RE", "LA RA"], "hand": "RL LL LL RE", "discard": "LA RL"}
    )
    turn.do("take 1", "option 1")
    line = turn.happened(0, "recover LA", "recover RL").line
    assert line == "Left Arm and Right Leg return."
