"""What is seen to happen after a move, by order and data, and the line that sums it up."""

import re
from dataclasses import replace

import pytest

from budokan.games.kenpo_masters import GAME
from budokan.games.kenpo_masters.rules import events
from budokan.games.kenpo_masters.tests.helper import NORTH, SOUTH, Play, turn_three
from budokan.kit.contract import SPECTATOR, copy
from budokan.kit.rng import Rng
from budokan.kit.scene import Beat, Happened
from budokan.match.match import CodedMatch


def kinds(happened: Happened) -> list[str]:
    return [beat.kind for beat in happened.beats]


def found(happened: Happened, kind: str) -> Beat:
    return next(beat for beat in happened.beats if beat.kind == kind)


def after_the_jab() -> Play:
    """KM-E5: a Front Kick and a Jab wait for North."""
    return Play(
        turn="B",
        turn_number=2,
        squares=["b2", "b3"],
        hands=["", "block round_kick jab"],
        tables=["front_kick:forward jab:forward", ""],
    )


BLOCKED = ("B play block", "B go right", "B play round_kick", "B stop", "B block 2")


def test_a_turn_of_the_opponent() -> None:
    """KM-E5: cards are laid, the fighter steps, one attack hits, one is stopped, points fly."""
    happened = after_the_jab().happened(SOUTH, *BLOCKED)
    assert kinds(happened) == ["play", "step", "play", "strike", "block", "gain"]
    block, step, kick, strike, stopped, gain = happened.beats
    assert block.text == "Bob plays Block." and block.changes[0].gone == "hand-B-2"
    laid = block.changes[1]
    assert laid.zone == "table-B" and laid.piece and laid.piece.id == "table-B-block-1"
    assert step.text == "Bob steps right to a3."
    assert step.changes[0].piece and step.changes[0].piece.spot == "ring-a3"
    assert kick.changes[0].gone == "hand-B-1" and kick.pieces == ("table-B-round_kick-1",)
    assert (strike.seat, strike.target, strike.amount, strike.role) == (0, 1, 2, "hit")
    assert strike.pieces == ("table-A-front_kick-1",)
    assert strike.text == "Your Front Kick, front left: 2."
    assert stopped.role == "ward" and stopped.text.endswith("1 + 1 step - 2 blocked = 0.")
    assert stopped.pieces == ("table-A-jab-1", "table-B-block-1")
    assert (gain.seat, gain.amount, gain.role) == (0, 2, "gain")
    assert gain.pieces == ("pawn-B",) and gain.text == "You deal 2 and now have 2."
    assert [(change.zone, change.at) for change in gain.changes] == [("score-A", 2)]
    assert happened.line == (
        "Bob plays Block (right to a3) and Round Kick. You deal 2: Front Kick 2. "
        "Your Jab is stopped: 1 + 1 step - 2 blocked."
    )


def test_the_same_turn_for_others() -> None:
    for viewer, gone, told in (
        (
            NORTH,
            "hand-B-block-1",
            "You take 2: Front Kick 2. Ann's Jab is stopped: 1 + 1 step - 2 blocked.",
        ),
        (
            SPECTATOR,
            "hand-B-2",
            "Bob plays Block (right to a3) and Round Kick. Ann deals 2: Front Kick 2. "
            "Ann's Jab is stopped: 1 + 1 step - 2 blocked.",
        ),
    ):
        happened = after_the_jab().happened(viewer, *BLOCKED)
        assert happened.beats[0].changes[0].gone == gone
        assert happened.line == told
        gain = found(happened, "gain")
        assert gain.role == ("hit" if viewer == NORTH else "gain")


def test_a_break_strikes_both_ways_and_walks_back() -> None:
    """KM-E8: Hand Fake and Spinning Backfist into a Break."""
    play = turn_three()
    happened = play.happened(NORTH, "A play hand_fake", "A play spinning_backfist", "A go forward")
    order = ["play", "play", "step", "stop", "strike", "strike", "gain", "gain", "move", "draw"]
    assert kinds(happened) == order
    assert found(happened, "stop").text == "Break: the fighters are level."
    first, second = (beat for beat in happened.beats if beat.kind == "strike")
    assert (first.seat, first.amount, second.seat, second.amount) == (1, 2, 0, 4)
    home = found(happened, "move")
    spots = {c.piece.id: c.piece.spot for c in home.changes if c.piece}
    assert spots == {"pawn-A": "ring-b1", "pawn-B": "ring-b3"}
    draw = found(happened, "draw")
    faces = {c.piece.owner: c.piece.face for c in draw.changes if c.piece}
    assert faces[NORTH] and not faces[SOUTH]
    assert draw.text.startswith("You draw ") and draw.text.endswith("Ann draws a card.")
    assert happened.line == (
        "Ann plays Hand Fake and Spinning Backfist (forward to b3). Break! "
        "You deal 2: Round Kick 2. You take 4: Spinning Backfist 2 + 2 fake."
    )


def test_attacks_that_miss_fade_together() -> None:
    """KM-E14: a step back, and nothing reaches."""
    play = Play(
        squares=["b2", "b3"],
        hands=["front_kick", ""],
        tables=["", "front_kick:stay jab:stay jab:stay"],
    )
    happened = play.happened(NORTH, "A play front_kick", "A go back", "A stop")
    assert kinds(happened) == ["play", "step", "miss"]
    miss = found(happened, "miss")
    assert miss.pieces == ("table-B-front_kick-1", "table-B-jab-1", "table-B-jab-2")
    assert happened.line == (
        "Ann plays Front Kick (back to b1). Your Front Kick, Jab and Jab miss."
    )


def test_each_step_of_the_own_turn() -> None:
    """One's own draft is shown step by step."""
    play = after_the_jab()
    laid = play.happened(NORTH, "B play block")
    assert kinds(laid) == ["play"] and laid.line == ""
    assert kinds(play.happened(NORTH, "B go right")) == ["step"]
    more = play.happened(NORTH, "B play round_kick")
    added = more.beats[0].changes[1].piece
    assert added and (added.id, added.step) == ("table-B-round_kick-1", 2)
    assert kinds(play.happened(NORTH, "B stop")) == []
    assert kinds(play.happened(NORTH, "B block none")) == ["strike", "strike", "gain"]


def test_a_mirrored_card_is_laid_mirrored() -> None:
    play = Play(hands=["change_sides round_kick", ""])
    happened = play.happened(NORTH, "A play change_sides", "A play round_kick", "A go left")
    pieces = [change.piece for beat in happened.beats for change in beat.changes if change.piece]
    cards = [(piece.face, piece.mirrored) for piece in pieces if piece.shape == "card"]
    assert cards == [("change_sides", False), ("round_kick", True)]


def test_rest_and_the_end_are_stops() -> None:
    rest = Play(squares=["b1", "b2"], hands=["jab", ""], tables=["", "front_kick:forward"])
    happened = rest.happened(NORTH, "A rest")
    assert kinds(happened) == ["stop", "draw", "strike", "gain"]
    assert happened.beats[0].text == "Ann rests." and happened.beats[1].text == "Ann draws 2 cards."
    assert happened.line == "Ann rests. You deal 5: Front Kick 5."
    end = Play(
        squares=["b1", "b2"], scores=[0, 16], hands=["jab", ""], tables=["", "front_kick:forward"]
    ).happened(SOUTH, "A rest")
    assert end.beats[-1].kind == "stop" and end.beats[-1].text == "Bob wins, 21 to 0."


def test_a_counter_deals_by_itself() -> None:
    """KM-116: Hard Block."""
    play = Play(squares=["b1", "b2"], hands=["hard_block", ""], tables=["", "front_kick:forward"])
    happened = play.happened(NORTH, "A play hard_block", "A go stay", "A stop", "A block 1")
    assert kinds(happened) == ["play", "block", "strike", "gain"]
    strike = found(happened, "strike")
    assert (strike.seat, strike.amount, strike.pieces) == (0, 1, ("table-A-hard_block-1",))
    assert happened.line == (
        "Ann plays Hard Block. Your Front Kick is stopped: 5 - 5 blocked. You take 1: Hard Block 1."
    )


def test_what_everybody_sees_to_be_single_is_forced() -> None:
    """A card with one movement, an empty hand, a hand that all know; never a hidden hand."""
    step = Play(squares=["b1", "c2"], hands=["hard_block", ""]).do("A play hard_block")
    assert step.legal() == ["go stay"] and step.state.is_forced(SOUTH)
    assert step.do("A go stay").legal() == ["stop"] and step.state.is_forced(SOUTH)
    assert Play(hands=["", ""]).state.is_forced(SOUTH)
    effects = Play(hands=["hand_fake", ""], known=["", ""])
    assert effects.legal() == ["rest"] and not effects.state.is_forced(SOUTH)
    assert Play(hands=["hand_fake", ""], known=["hand_fake", ""]).state.is_forced(SOUTH)
    assert not turn_three().do("A play front_kick").state.is_forced(SOUTH)
    blocks = after_the_jab().do("B play block", "B go right", "B stop")
    assert not blocks.state.is_forced(NORTH)


@pytest.mark.parametrize("seed", range(4))
def test_every_line_has_the_right_sums(seed: int) -> None:
    """Whole matches: what a line says a player deals or takes was scored, and its terms add up."""
    match = CodedMatch(GAME, GAME.setup(2, {}), ("Ann", "Bob"), seed=f"{seed:032x}")
    match.begin()
    rng, checked = Rng(seed), 0
    while not match.over:
        seat = match.acting[0]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
        happened = match.scene(0).happened
        assert happened is not None
        recent = match.news(0).recent
        scored = [(event.seat, event.a) for event in recent if event.kind == events.SCORE]
        told = re.findall(r"You (deal|take) (\d+): ([^:]*?)\.(?= [A-Z]|$)", happened.line)
        assert sorted((int(does == "take"), int(n)) for does, n, _ in told) == sorted(scored)
        for _, n, terms in told:
            assert sum(value(term) for term in terms.split(", ")) == int(n)
            checked += 1
    assert checked > 9


def value(term: str) -> int:
    """What 'Front Kick (2 + 1 step) doubled - 1 blocked' comes to."""
    doubled = re.search(r"\((.*)\) doubled(.*)", term)
    if doubled:
        return max(0, 2 * total(doubled[1]) + total(doubled[2]))
    return max(0, total(term))


def total(terms: str) -> int:
    return sum(int(n.replace(" ", "")) for n in re.findall(r"[+-]? ?\d+", terms))


def test_a_turn_that_only_its_player_knows_to_be_single_does_not_run_by_itself() -> None:
    """A hidden card that must be laid, with one step and nothing to add: the last step is asked."""
    play = Play(turn_number=3, hands=["hard_block", "jab"], no_rest="A")
    match = CodedMatch(replace(GAME, start=lambda setup: copy(play.state)), play.setup)
    for text, auto in (("play hard_block", True), ("go stay", True), ("stop", False)):
        scene = match.scene(SOUTH)
        assert [choice.action for choice in scene.choices] == [text]
        assert (scene.auto == text) == auto, text
        match.play(SOUTH, GAME.notation.parse(text))
