"""Refusals name the clause that explains them best."""

from typing import Any

import pytest

from budokan.games.master_udo import GAME
from budokan.games.master_udo.tests.helper import Play
from budokan.kit.contract import SPECTATOR

KAI = {"hero": "kai"}


def test_refusals_when_it_is_over() -> None:
    won = Play(road="thunder venom zen mantis", phase="won", master="mantis", covered="1 2 3")
    assert won.why("resolve") == "MU-49"
    fell = Play(phase="fell", master="mantis")
    assert fell.why("resolve") == "MU-03"
    given_up = Play(master="mantis", revealed="wild").do("concede")
    assert given_up.why("resolve") == "MU-R30"
    late = Play({"max_turns_per_fight": 1}, phase="timed_out", master="mantis")
    assert late.why("resolve") == "MU-R30"


def test_refusals_by_phase() -> None:
    """Each kind of action names the clause that keeps it from happening."""
    play = Play(master="zen", revealed="wild")
    for text, clause in (
        ("fight turtle", "MU-11"),
        ("cover 1", "MU-33"),
        ("stop wild", "MU-37"),
        ("recover RA", "MU-R26"),
        ("option 1", "MU-23"),
        ("pay hand RA", "MU-42"),
        ("pay pile RA", "MU-42"),
        ("fall", "MU-42"),
        ("enough", "MU-R8"),
        ("enrage top 1", "MU-76"),
        ("reveal high", "MU-13"),
        ("boost 1", "MU-11"),
    ):
        assert play.why(text) == clause, text
    beaten = Play(master="zen", road="turtle", revealed="wild")
    assert beaten.why("fight turtle") == "MU-52"
    choosing = Play()
    assert choosing.why("add RA") == "MU-11"
    stop = Play(master="zen", phase="resolve", revealed="wild high", combos=["RA LA"]).do("take 1")
    assert (stop.why("stop high"), stop.why("stop low")) == ("MU-38", "MU-37")
    back = Play(master="zen", phase="resolve", combos=["RE"], discard="RA").do("take 1", "option 1")
    assert back.why("recover LA") == "MU-R26"
    assert back.why("take 1") == "MU-R27"
    hit = Play(master="zen", phase="attacks", revealed="wild")
    assert hit.why("suffer low") == "MU-40"
    assert hit.do("suffer wild").why("suffer wild") == "MU-R13"
    assert Play(master="zen", phase="reveal").why("* reveal low") == ""
    drawn = Play(master="zen", phase="reveal", deck="wild")
    assert drawn.why("* reveal low") == "MU-06"


@pytest.mark.parametrize("seat", [1, 5, SPECTATOR])
def test_mu_01_nobody_else_acts(seat: int) -> None:
    """MU-01: in every phase only the player may act."""
    given: dict[str, Any] = {"master": "zen", "revealed": "wild"}
    for play in (
        Play(),
        Play(**given),
        Play(**given).do("add RA", "resolve"),
        Play(master="zen", phase="reveal"),
        Play(**given, phase="pay", attack="wild"),
    ):
        whys = {int(play.state.why(seat, code)) for code in range(GAME.notation.size)}
        assert whys == {1}


def test_cards_a_combo_refuses() -> None:
    """MU-22, MU-25, MU-72: broken now, out of reach, or not the only combo."""
    play = Play(
        master="zen", road="turtle iron_body", revealed="wild", hand="LL LA RA turtle_right_arm"
    )
    play.do("add LL")
    assert play.why("add LA") == "MU-22"
    play.do("close")
    assert play.why("add turtle_right_arm") == "MU-72"
    assert play.why("add RE") == "MU-24"
    alone = Play(master="zen", road="turtle", revealed="wild", hand="RA turtle_right_arm")
    alone.do("add turtle_right_arm", "close")
    assert (alone.why("add RA"), alone.legal()) == ("MU-72", ["resolve"])
    short = Play(master="zen", revealed="wild", hand="RL RA RA")
    assert short.why("add RL") == "MU-25"
    assert (short.why("close"), short.why("resolve")) == ("MU-19", "")
    waits = Play(master="zen", road="mantis", revealed="wild", hand="mantis_right_arm LA")
    waits.do("add mantis_right_arm")
    assert (waits.why("close"), waits.why("resolve")) == ("MU-25", "MU-25")


def test_refusals_while_resolving() -> None:
    """MU-28, MU-R3, MU-87, MU-R23: no such combo, no Charge, Kai calm, or doubled already."""
    udo = Play(master="zen", phase="resolve", revealed="high", combos=["LA"])
    assert (udo.why("boost 1"), udo.why("take 2"), udo.why("add RA")) == ("MU-R3", "MU-28", "MU-27")
    assert udo.why("fall") == "MU-42"
    given: dict[str, Any] = {"phase": "resolve", "revealed": "high", "combos": ["S", "P"]}
    given["master"] = "zen"
    assert Play(KAI, **given).why("boost 1") == "MU-87"
    raging = Play(KAI, **given, raging=True).do("boost 1")
    assert raging.why("boost 2") == "MU-R23"
    assert raging.why("boost 1") == "MU-28"


def test_refusals_while_dealing_damage() -> None:
    """MU-33, MU-34, MU-R34, MU-04: no heart, too high, an equal one, the master's power."""
    crane = Play(master="crane", phase="resolve", revealed="high", combos=["RA RA LA RL LA RL"])
    crane.do("take 1")  # 8 against 3, 5, 7, lowest first
    assert [crane.why(f"cover {n}") for n in (1, 2, 3, 4)] == ["", "MU-04", "MU-04", "MU-33"]
    shadow = Play(
        master="shadow", phase="resolve", revealed="high", combos=["LA RA LL"], covered="3"
    )
    shadow.do("take 1")
    whys = [shadow.why(f"cover {n}") for n in range(1, 8)]
    assert whys == ["", "MU-R34", "MU-33", "", "", "MU-R34", "MU-33"]
    zen = Play(master="zen", phase="resolve", revealed="high", combos=["RA RA LA RL"])
    assert zen.do("take 1").why("cover 3") == "MU-34"


def test_refusals_while_paying() -> None:
    """MU-43, MU-R13: a card that does not match, and giving in while one can pay."""
    play = Play(master="zen", phase="pay", revealed="left_side", attack="left_side", discard="LL")
    assert play.legal() == ["pay hand udo_left_arm"]
    assert (play.why("pay hand LL"), play.why("pay pile LL")) == ("MU-R13", "MU-R13")
    assert play.why("fall") == "MU-43"
    play.do("pay hand LA")
    assert play.why("pay hand LA") == "MU-R13"
    assert play.offers("pay hand LL", "pay pile LL")
