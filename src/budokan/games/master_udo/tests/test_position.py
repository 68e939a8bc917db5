"""Positions read as they were written; bad ones are refused with a reason."""

from typing import Any

import pytest

from budokan.games.master_udo import GAME
from budokan.games.master_udo.tests.helper import ODD_KAI, ODD_UDO, Play, long, typed, walk
from budokan.kit.errors import Refusal

KAI = {"hero": "kai"}
RESOLVE = {"phase": "resolve"}
ENRAGE = {"master": "zen", "phase": "enrage", "step": 1}
REWARD = {
    "master": "crane",
    "phase": "cover",
    "revealed": "body",
    "standing": "",
    "combos": ["RA RL RL LA"],
    "left": 0,
    "bonus": "body",
}


@pytest.mark.parametrize("options", [{}, KAI, ODD_UDO, ODD_KAI])
def test_round_trip(options: dict[str, Any]) -> None:
    """Every position of some matches, in every phase."""
    setup, phases = GAME.setup(1, options), set()
    for seed in range(3):
        state = typed(GAME.start(setup))
        for step, _ in enumerate(walk(state, seed)):
            if step % 3:
                continue
            document = GAME.write(state, setup)
            phases.add(document["phase"])
            assert GAME.read(document, setup).encode() == state.encode()
        document = GAME.write(state, setup)
        assert GAME.read(document, setup).encode() == state.encode()
    assert len(phases) >= 8


def test_defaults() -> None:
    play = Play(master="turtle")
    assert play.document() == {
        "phase": "play",
        "hand": long("LA LA RA RA LL LL RL RL RE RE"),
        "discard": "",
        "exhausted": "",
        "combos": [],
        "open": "",
        "charge": 0,
        "road": "",
        "master": "turtle",
        "turn": 1,
        "covered": "",
        "covered_now": 0,
        "deck": "left_arm right_arm left_leg right_leg left_side right_side high low body wild",
        "revealed": "",
        "standing": "",
    }
    given = Play(hand="RA", discard="LL", deck="wild")
    assert given.document()["exhausted"] == long("LA LA RA LL RL RL RE RE")
    assert bin(int(given.state.used)).count("1") == 9


@pytest.mark.parametrize(
    ("options", "document", "told"),
    [
        ({}, {"phase": "play"}, "master must be given"),
        ({}, {"phase": "choose", "master": "zen"}, "there is none"),
        ({}, {"master": "zen", "road": "zen"}, "does not fit the road"),
        ({}, {"road": "zen zen"}, "road: zen could not be fought"),
        ({}, {"road": "zen crane turtle mantis"}, "4 masters cannot be"),
        ({}, {"phase": "won", "master": "zen", "road": "crane", "covered": "1 2 3"}, "1 masters"),
        (
            {},
            {"phase": "won", "master": "zen", "road": "zen crane turtle mantis"},
            "does not fit the road",
        ),
        (
            {},
            {"phase": "won", "master": "zen", "road": "crane turtle mantis zen"},
            "when every heart is",
        ),
        ({"masters": "easy"}, {"road": "zen"}, "road: zen could not be fought"),
        ({"masters": "easy"}, {"road": "lightspeed"}, "lightspeed could not be fought there"),
        ({"masters": "easy"}, {"master": "mantis"}, "mantis cannot be fought now"),
        ({}, {"turn": 1}, "turn = 1 must be"),
        ({}, {"master": "zen", "turn": 0}, "turn = 0 must be"),
        ({}, {"covered": "1"}, "does not have"),
        ({}, {"master": "zen", "covered": "4"}, "does not have"),
        ({}, {"master": "zen", "covered": "1 1"}, "twice"),
        ({}, {"master": "zen", "covered": "1 2 3"}, "the master is beaten"),
        ({}, {"master": "zen", "covered": "1", "covered_now": 1}, "before combos"),
        (
            {"max_turns_per_fight": 5},
            {"master": "zen", "phase": "timed_out", "turn": 4},
            "time limit",
        ),
        ({}, {"master": "zen", "standing": "wild"}, "not revealed"),
        ({}, {"master": "zen", "revealed": "wild", "deck": "wild"}, "two places"),
        ({}, {"master": "zen", "revealed": "wild", "standing": ""}, "nothing is blocked"),
        ({}, {"revealed": "wild"}, "between fights"),
        ({}, {"master": "crane", "phase": "reveal", "revealed": "wild"}, "cannot be 'reveal'"),
        ({}, {"master": "crane", "phase": "reveal", "deck": ""}, "reshuffled at once"),
        ({}, {"master": "crane", "phase": "attacks"}, "the phase 'attacks' needs"),
        (
            {"max_turns_per_fight": 1},
            {"master": "crane", "phase": "timed_out", "revealed": "wild"},
            "none is left",
        ),
        ({}, {"charge": 1}, "charge = 1"),
        ({"charge_cap": 3}, {"master": "zen", "charge": 4}, "charge = 4"),
        (KAI, {"master": "zen", "charge": 1}, "no field 'charge'"),
        (KAI, {"master": "zen", "doubled": True}, "only ENRAGED Kai"),
        ({}, {"raging": True}, "no field 'raging'"),
        ({}, {"hand": "RA RA RA"}, "stands 3 times"),
        ({}, {"hand": "zen_recovery"}, "there are only 0"),
        ({}, {"hand": "G"}, "there are only 0"),
        (KAI, {"hand": "T T!"}, "stands 2 times"),
        ({}, {"master": "zen", "combos": ["LA LA"]}, "breaks a condition"),
        ({}, {"master": "zen", "combos": ["RL"]}, "breaks a condition"),
        ({}, {"master": "zen", "combos": ["RA RA RL"]}, "close breaks"),
        ({}, {"master": "zen", "open": "LL LA"}, "breaks a condition"),
        ({}, {"master": "zen", "phase": "resolve", "open": "LL"}, "no combo is laid"),
        ({}, {"master": "zen", "phase": "resolve"}, "the phase 'resolve' needs"),
        (
            {},
            {"master": "zen", "phase": "attacks", "revealed": "wild", "combos": ["LL"]},
            "combos: there are none",
        ),
        ({}, {"master": "zen", "phase": "cover", "combos": [""]}, "already resolved"),
        ({}, {"master": "zen", "phase": "cover", "combos": ["LA"]}, "does not belong"),
        ({}, {"master": "zen", "phase": "cover", "combos": ["RA"]}, "nothing to choose"),
        ({}, {"master": "zen", "phase": "cover", "combos": ["RA"], "left": 0}, "nothing to choose"),
        (
            {},
            {"master": "zen", "phase": "cover", "combos": ["RA"], "effect": "hit"},
            "goes with combo 0",
        ),
        ({}, {"master": "zen", "phase": "cover", "combos": ["RA"], "combo": 2}, "combo = 2"),
        (
            {},
            {"master": "zen", "phase": "cover", "combos": ["RA"], "x": 5, "bonus": "body"},
            "only blocking",
        ),
        ({}, {"master": "zen", "phase": "pay", "attack": "wild"}, "must be one of the standing"),
        (
            {},
            {"master": "zen", "phase": "pay", "attack": "wild", "revealed": "wild", "paid": 1},
            "paid = 1",
        ),
        (KAI, {"master": "zen", "raging": True, "doubled": True}, "before combos are resolved"),
        ({}, {"master": "lightspeed", **RESOLVE, "combos": ["LL", "LA", "RA"]}, "3 are more than"),
        (
            {},
            {"master": "zen", **RESOLVE, "combos": ["LL LA"]},
            "'udo_left_leg udo_left_arm' breaks",
        ),
        ({}, {"master": "zen", **RESOLVE, "combos": ["RA RA RL"]}, "breaks a condition"),
        (KAI, {"master": "zen", **RESOLVE, "combos": ["T! H T!"]}, "stands 2 times"),
        (KAI, {"master": "zen", **RESOLVE, "combos": ["S G P S T"]}, "breaks a condition"),
        (
            {},
            {"master": "zen", "road": "turtle", **RESOLVE, "combos": ["turtle_right_arm", "RA"]},
            "turtle_right_arm must be in the only one",
        ),
        (KAI, {"master": "zen", "phase": "enrage", "combo": 0}, "0 is a hit that ENRAGES"),
        (
            {**KAI, "kai_enrage_on_hit": True},
            {"master": "zen", "phase": "enrage", "combo": 0, "combos": ["P"]},
            "0 is a hit that ENRAGES",
        ),
        (
            {**KAI, "kai_enrage_on_hit": True},
            {"master": "zen", "phase": "enrage", "combo": 0, "left": 2},
            "left = 2: this step has 1",
        ),
        (KAI, {**ENRAGE, "combos": ["P"], "effect": "kai_guard"}, "the finisher is kai_punch"),
        (KAI, {**ENRAGE, "combos": ["G"], "left": 2}, "left = 2: this step has 1 at most"),
        (KAI, {**ENRAGE, "combos": ["G"], "kept": True}, "keeps the finisher"),
        (
            {},
            {"master": "lightspeed", "phase": "cover", "combos": ["LL"], "left": 3},
            "left = 3: this step has 2",
        ),
        (
            {},
            {"master": "zen", "phase": "stop", "revealed": "wild", "combos": ["LA"], "left": 2},
            "left = 2: this step has 1",
        ),
        ({}, {**REWARD, "standing": "body"}, "this attack was not blocked"),
        ({}, {**REWARD, "revealed": "", "standing": ""}, "this attack was not blocked"),
        ({}, {**REWARD, "left": 1}, "left = 1: this step has 0"),
        ({}, {**REWARD, "bonus_left": 2}, "bonus_left = 2: this step has 1"),
        ({}, {"lives": 3}, "no field 'lives'"),
    ],
)
def test_impossible_positions(options: dict[str, Any], document: dict[str, Any], told: str) -> None:
    with pytest.raises(Refusal, match=told):
        Play(options, **document)


def test_a_bonus_reads_as_it_was_written() -> None:
    """The bonus of an attack while the block that won it is not done with."""
    play = Play(
        KAI,
        master="zen",
        phase="resolve",
        revealed="left_side wild body",
        combos=["T!"],
        raging=True,
    )
    play.do("boost 1", "stop left_side")
    document = play.document()
    assert (document["left"], document["bonus"], document["bonus_left"]) == (1, "left_side", 2)
    assert (document["x"], document["effect"], document["step"]) == (4, long("T!"), 0)
    again = GAME.read(document, play.setup)
    assert again.encode() == play.state.encode()


def test_a_finisher_turned_while_it_acts() -> None:
    """MU-R24: the face whose effect runs is not the one that lies there."""
    play = Play(KAI, master="zen", phase="resolve", revealed="wild", combos=["S S P"])
    play.do("take 1", "enrage top 1")
    document = play.document()
    assert document["effect"] == long("P")
    assert document["combos"] == [long("S S P!")]
    assert GAME.read(document, play.setup).encode() == play.state.encode()


@pytest.mark.parametrize(
    ("options", "document", "legal"),
    [
        ({}, REWARD, ["cover 1"]),
        # Both were laid calm: since then a Punch under a Roundhouse has turned.
        (
            KAI,
            {"master": "zen", **RESOLVE, "combos": ["P! S P", "G R! G R!"]},
            ["take 1", "take 2"],
        ),
        (KAI, {"master": "zen", **RESOLVE, "combos": ["", "S P"]}, ["take 2"]),
        ({}, {"master": "zen", **RESOLVE, "combos": ["RA"], "covered": "1 2 3"}, ["take 1"]),
        ({}, {"master": "zen", "revealed": "wild", "hand": ""}, ["resolve"]),
        (
            {},
            {"master": "turtle", "phase": "pay", "revealed": "wild", "attack": "wild", "hand": ""},
            ["fall"],
        ),
        (
            {},
            {**REWARD, "road": "iron_body", "combos": ["iron_body_left_arm"], "x": 2, "left": 1},
            ["cover 1"],
        ),
        (
            {},
            {
                "master": "zen",
                "road": "turtle",
                "phase": "stop",
                "revealed": "wild left_leg high",
                "standing": "wild left_leg",
                "combos": ["LA RA turtle_right_arm"],
                "left": 3,
            },
            ["stop left_leg", "stop wild"],
        ),
        (
            {**KAI, "kai_enrage_on_hit": True},
            {"master": "zen", "phase": "enrage", "combo": 0, "hand": "P"},
            ["enough", "enrage kai_punch hand"],
        ),
    ],
)
def test_odd_positions(options: dict[str, Any], document: dict[str, Any], legal: list[str]) -> None:
    """Rare but possible positions are read."""
    play = Play(options, **document)
    assert play.legal() == legal
    assert GAME.read(play.document(), play.setup).encode() == play.state.encode()
