"""What is seen to happen after a move, by order and data, and the line that sums it up."""

import re
from typing import Any

import pytest

from budokan.agents.plain import GreedyAgent
from budokan.games.dojo_duel import GAME
from budokan.games.dojo_duel.rules import events
from budokan.games.dojo_duel.rules.rules import DojoDuel
from budokan.games.dojo_duel.tests.helper import HAND_B, Play, in_turn
from budokan.kit.contract import SPECTATOR
from budokan.kit.rng import Rng
from budokan.kit.scene import Beat, Happened
from budokan.match.match import CodedMatch

DECKS = ("river_blade", "grand_dojo")
# A's totals 10/8, B's 9/7; the kickers are 7/5 and 8/3, as in DD-E5.
BOTH: dict[str, Any] = {
    "phase": "window",
    "field": ["blazing_combination soft_redirect", "bamboo_form reverse_punch"],
    "kickers": ["tempered_courage", "burning_spirit"],
}


def kinds(happened: Happened) -> list[str]:
    return [beat.kind for beat in happened.beats]


def found(happened: Happened, kind: str) -> Beat:
    return next(beat for beat in happened.beats if beat.kind == kind)


def test_the_opponents_card_is_pointed_at_turned_over_and_laid() -> None:
    happened = in_turn().happened(0, "A point", "* shows counter_throw")
    turn, play = happened.beats
    assert turn.kind == "turn" and turn.text == "You point at Bob's card: Counter Throw (3/6)."
    turned = turn.changes[0].piece
    assert turned and (turned.id, turned.face) == ("hand-B-4", "counter_throw")
    assert play.kind == "play" and [c.gone for c in play.changes if c.gone] == ["hand-B-4"]
    laid = play.changes[1].piece
    assert laid and (laid.id, laid.face, laid.badge) == ("field-B-1", "counter_throw", "pointed at")
    assert happened.line == "You point at Bob's card: Counter Throw (3/6)."


def test_spectators_see_who_points() -> None:
    happened = in_turn().happened(SPECTATOR, "A point", "* shows counter_throw")
    point, turn, play = happened.beats
    assert (point.kind, point.seat, point.target) == ("point", 0, 1)
    assert point.text == "Ann points at one of Bob's cards." and point.pieces == ("hand-B-4",)
    assert (turn.kind, turn.text) == ("turn", "It is Counter Throw (3/6).")
    assert (play.kind, play.text) == ("play", "")


def test_the_line_does_not_repeat_the_question() -> None:
    """It tells of one's own pointing only if there is nothing else to tell."""
    match = CodedMatch(GAME, GAME.setup(2, {}), ("Ann", "Bob"), seed=f"{7:032x}")
    match.begin()
    agent, rng, lines = GreedyAgent(), Rng(3), []
    while not match.over:
        seat = match.acting[0]
        action = agent.choose(match.view(seat), seat, rng)
        match.play(seat, action)
        if seat == 0 and GAME.notation.text(action) == "point":
            lines.append(match.scene(0).happened.line)  # type: ignore[union-attr]
    assert any(line.startswith("You take ") for line in lines)
    for line in lines:
        assert line and ("You point" not in line or line.count(". ") == 0)


def test_the_own_card_needs_no_turning() -> None:
    happened = in_turn(first="B").happened(0, "B point", "* shows elbow_strike")
    assert kinds(happened) == ["point", "play"]
    point, play = happened.beats
    assert point.text == "Bob points at one of your cards."
    assert point.pieces == ("hand-A-elbow_strike-2",)  # the other copy keeps its id
    assert play.text == "It is Elbow Strike (6/3)."
    assert happened.line == "Bob points at your card: Elbow Strike (6/3)."


def test_a_round_strikes_hurts_stops_clears_and_draws() -> None:
    """DD-E5: both kickers count, B takes 17 - 10 and A 17 - 13."""
    play = Play(None, DECKS, **BOTH).do("A pass", "B reveal")
    happened = play.happened(0, "A reveal")
    order = ["turn", "strike", "lose", "strike", "lose", "stop", "clear", "draw"]
    assert kinds(happened) == order
    turn, strike, lose, back, taken, stop, clear, _ = happened.beats
    kicker = turn.changes[0].piece
    assert kicker and (kicker.id, kicker.face) == ("kicker-A-0", "tempered_courage")
    assert (strike.seat, strike.target, strike.amount, strike.role) == (0, 1, 7, "hit")
    assert strike.pieces == ("field-A-1", "field-A-2", "kicker-A-0")
    assert strike.text == "Your Yang 17 against Bob's Yin 10."
    assert (lose.target, lose.amount, lose.text) == (1, 7, "Bob takes 7 (13 left).")
    assert [(c.zone, c.at) for c in lose.changes] == [("points-B", 13)]
    assert lose.pieces == ("field-B-1", "field-B-2", "kicker-B-0")
    assert back.text == "Bob's Yang 17 against your Yin 13."
    assert (taken.target, taken.amount, taken.role) == (0, 4, "hit")
    assert stop.text == "Round 1 is over: You 16, Bob 13."
    assert clear.text == "Round 2, Bob first."
    cleared = {change.piece.id for change in clear.changes if change.piece}
    fields = {f"field-{mark}-{lane}" for mark in "AB" for lane in (1, 2)}
    assert cleared == fields | {"kicker-A-0", "kicker-B-0", "first"}
    assert happened.line == (
        "You take 4: Yang 17 against Yin 13, your kicker guarded 5, their kicker added 8. "
        "Bob takes 7: Yang 17 against Yin 10, your kicker added 7, their kicker guarded 3."
    )


def test_yin_that_holds_blocks() -> None:
    """DD-E1: 8/8 against 8/10, nobody is hurt."""
    play = Play(
        phase="answer",
        field=["elbow_strike circular_parry", "flowing_kata"],
        hands=["", "counter_throw knife_hand slip_away perfect_balance"],
    )
    happened = play.happened(0, "B answer counter_throw")
    assert kinds(happened) == ["play", "block", "block", "stop", "clear", "draw"]
    laid = happened.beats[0].changes[1].piece
    assert laid and (laid.id, laid.badge) == ("field-B-2", "answer")
    block = found(happened, "block")
    assert (block.seat, block.target, block.amount, block.role) == (0, 1, 0, "ward")
    assert block.pieces == ("field-A-1", "field-A-2")
    assert block.text == "Bob's Yin 10 holds against your Yang 8."
    assert happened.line == (
        "You take nothing: Yang 8 against Yin 8. Bob takes nothing: Yang 8 against Yin 10."
    )
    watched = Play(None, DECKS, **BOTH).happened(SPECTATOR, "A pass", "B pass")
    assert watched.line == "Ann takes 1: Yang 9 against Yin 8. Bob takes 3: Yang 10 against Yin 7."


def test_lanes_strike_one_by_one() -> None:
    """DD-E3: lane 1 costs B one point."""
    play = Play(
        {"compare": "lanes"},
        ("ember_fist", "grand_dojo"),
        phase="answer",
        field=["blazing_combination double_forearm_block", "iron_shirt"],
        hands=["", "axe_kick wild_swing spark_jab bamboo_form"],
    )
    happened = play.happened(1, "B answer axe_kick")
    strikes = [beat for beat in happened.beats if beat.kind in ("strike", "block")]
    assert [beat.pieces for beat in strikes] == [
        (f"field-{mark}-{lane}",) for mark in "AB" for lane in (1, 2)
    ]
    assert [beat.kind for beat in strikes] == ["strike", "block", "block", "block"]
    assert strikes[0].text == "Lane 1: Ann's Yang 8 against your Yin 7."
    assert strikes[3].text == "Lane 2: Ann's Yin 6 holds against your Yang 6."
    assert happened.line.startswith(
        "You take 1: lane 1 Yang 8 against Yin 7, lane 2 Yang 1 against Yin 2."
    )


def test_kickers_and_draws_of_others_stay_hidden() -> None:
    play = Play(phase="kicker")
    for viewer, face, text in ((0, "", "Bob lays down a kicker."), (1, "slip_away", "")):
        happened = Play(phase="kicker", hands=["", HAND_B]).happened(viewer, "B kicker slip_away")
        laid = found(happened, "play").changes[1].piece
        assert laid and (laid.id, laid.face, laid.turned) == ("kicker-B-0", face, True)
        assert happened.line == text
    both = play.happened(0, f"B {play.legal('B')[0]}", f"A {play.legal('A')[0]}")
    draw = found(both, "draw")
    faces = {c.piece.owner: c.piece.face for c in draw.changes if c.piece}
    assert faces[0] and not faces[1]
    assert draw.text.startswith("You draw ")


def test_a_knock_out_ends_with_a_stop() -> None:
    """DD-E12: B falls; the field stays as it is."""
    play = Play(
        None,
        ("ember_fist", "grand_dojo"),
        points=[20, 8],
        phase="window",
        field=["blazing_combination sword_of_discipline", "knife_hand high_guard"],
        kickers=["", "unbroken_ground"],
    )
    happened = play.happened(1, "B pass")
    assert kinds(happened) == ["point", "strike", "lose", "block", "stop"]
    assert found(happened, "point").pieces == ("kicker-B-0",)
    assert happened.beats[-1].text == "Ann wins."


def test_pointing_at_a_shuffled_fan_is_forced() -> None:
    """DD-R8: all backs are alike; a fan set by its holder is a real choice."""
    assert in_turn().state.is_forced(0)
    assert not in_turn({"fan": "holder"}).state.is_forced(0)
    answer = Play(phase="answer", field=["", "flowing_kata"])
    for play in (answer, Play(phase="kicker"), Play(None, DECKS, **BOTH)):
        assert not play.state.is_forced(0)


def test_the_sums_are_still_told_after_pointing() -> None:
    """To point at a shuffled fan is no choice, so it begins no turn of its own."""
    match = CodedMatch(GAME, GAME.setup(2, {}), ("Ann", "Bob"), seed="1" * 32)
    match.begin()
    lines = {0: "", 1: ""}
    checked = 0
    while not match.over:
        seat = match.acting[0]
        points = match.state.is_forced(seat)
        match.play(seat, match.legal(seat)[0])
        happened = match.scene(seat).happened
        assert happened is not None
        if points:
            assert happened.line.startswith(lines[seat])
            checked += "take" in lines[seat]
        for viewer in lines:
            told = match.scene(viewer).happened
            lines[viewer] = told.line if told else ""
    assert checked > 2


@pytest.mark.parametrize("seed", range(4))
def test_every_line_has_the_right_sums(seed: int) -> None:
    """Whole matches: what a line says a player takes is what the points lose."""
    match = CodedMatch(GAME, GAME.setup(2, {}), ("Ann", "Bob"), seed=f"{seed:032x}")
    match.begin()
    rng, rounds = Rng(seed), 0
    points = [20, 20]
    while not match.over:
        seat = match.acting[0]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
        news = match.news(0)
        if not any(event.kind == events.STRIKE for event in news.events):
            continue
        rounds += 1
        happened, state = match.scene(0).happened, match.state
        assert happened is not None and isinstance(state, DojoDuel)
        line = happened.line
        for who, told in re.findall(r"(You|Bob) takes? (\w+): Yang", line):
            lost = 0 if told == "nothing" else int(told)
            side = state.side(0 if who == "You" else 1)
            assert max(0, points[who == "Bob"] - lost) == max(0, side.points)
            points[who == "Bob"] = int(side.points)
        for lost, yang, yin in re.findall(r"takes? (\w+): Yang (\d+) against Yin (\d+)", line):
            assert max(0, int(yang) - int(yin)) == (0 if lost == "nothing" else int(lost))
    assert rounds > 2


def test_who_draws_is_said_when_a_deck_is_shuffled_in_between() -> None:
    """The sentence of a draw names both only if both have drawn."""
    shuffles = 0
    for seed in range(4):
        match = CodedMatch(GAME, GAME.setup(2, {}), ("Ann", "Bob"), seed=f"{seed:032x}")
        match.begin()
        agent, rng = GreedyAgent(), Rng(seed)
        while not match.over:
            seat = match.acting[0]
            match.play(seat, agent.choose(match.view(seat), seat, rng))
            beats = match.scene(SPECTATOR).happened.beats  # type: ignore[union-attr]
            shuffles += any("reshuffled" in beat.text for beat in beats)
            for beat in beats:
                if beat.kind == "draw":
                    zones = {change.zone for change in beat.changes}
                    both = zones == {"hand-A", "hand-B"}
                    name = "Bob" if "hand-B" in zones else "Ann"
                    assert beat.text == ("Both draw." if both else f"{name} draws a card.")
    assert shuffles
