"""Whole matches: fingerprints, the laws, heuristics."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from budokan.agents.registry import find_agent
from budokan.agents.runner import Runner, playouts
from budokan.games.kenpo_masters import GAME
from budokan.games.kenpo_masters.rules import actions
from budokan.games.kenpo_masters.tests.helper import ODD, SOUTH, Play
from budokan.kit import card_file
from budokan.kit.contract import features_of, legal_codes
from budokan.kit.rng import Rng
from budokan.kit.testing.laws import Coverage, play_by_the_laws
from budokan.kit.testing.trial import twin

OVERLAY: dict[str, Any] = {
    "card": {
        "jab": {"count": 1, "hit_l": 1},
        "block": {"count": 2},
        "hand_fake": {"count": 3},
        "change_sides": {"count": 2, "allows": [{"none": ["High"]}]},
        "burst_of_speed": {"count": 2},
        "hard_block": {"on": [{"any": ["Block", "Effect"]}]},
        "reverse_punch": {"text": [{"op": "bonus_if_on", "filter": {}, "amount": 1}]},
    }
}
MIXED = {"no_rest_scope": "each_player", "side_kick_optional": True, "target_score": 30}


def start(options: Mapping[str, Any], overlay: Mapping[str, Any]) -> Any:
    return GAME.start(GAME.setup(2, dict(options), overlay=dict(overlay)))


def fold(check: int, code: list[int]) -> int:
    for number in code:
        check = (check * 1_000_003 + number + 7) % (1 << 61)
    return check


@pytest.mark.parametrize(
    ("options", "overlay", "golden"),
    [
        ({}, {}, (4669, 876795867)),
        (ODD, {}, (2501, 4133910411)),
        (MIXED, OVERLAY, (6678, 3063874408)),
    ],
    ids=["default", "odd", "overlaid"],
)
def test_golden_playouts(
    options: dict[str, Any], overlay: dict[str, Any], golden: tuple[int, int]
) -> None:
    """The same matches, compiled or not, today and later."""
    decisions, check = playouts(start(options, overlay), 40, 11)
    assert (int(decisions), int(check)) == golden


@pytest.mark.parametrize(
    ("name", "golden"),
    [
        ("twelve_cards", (5348, 3909932163)),
        ("two_decks", (3875, 2482548573)),
        ("extreme", (2783, 3598121899)),
    ],
)
def test_golden_playouts_with_card_files(name: str, golden: tuple[int, int]) -> None:
    """Up to 52 kinds: masks beyond 32 bits are the same compiled or not."""
    overlay = card_file.read(Path(__file__).parent / "cards" / f"{name}.toml")
    decisions, check = playouts(start({}, overlay), 40, 11)
    assert (int(decisions), int(check)) == golden


@pytest.mark.parametrize(
    ("options", "overlay", "golden"),
    [
        ({}, {}, 1674393179075835444),
        (ODD, {}, 828575288974706241),
        (MIXED, OVERLAY, 1010411290246881746),
    ],
    ids=["default", "odd", "overlaid"],
)
def test_golden_states(options: dict[str, Any], overlay: dict[str, Any], golden: int) -> None:
    """Every state on the way, and every sentence of the story."""
    check, codes = 1, list(GAME.notation.codes)
    for seed in (21, 22, 23):
        play = Play(options, overlay)
        for seat, action in play.walk(seed):
            number = codes.index(action)  # among those of our own cards
            check = fold(check, [seat, number, int(play.state.source()), *play.state.encode()])
        check = fold(check, [number for event in play.recorder.events for number in event])
    assert check == golden


@pytest.mark.parametrize(
    ("options", "golden"),
    [({}, 1425215374341667508), (ODD, 1652078484569581627)],
    ids=["default", "odd"],
)
def test_golden_heuristics(options: dict[str, Any], golden: int) -> None:
    """Every heuristic on the way, and that a heuristic leaves no trace."""
    check = 1
    for seed in (31, 32):
        play = Play(options)
        for n, (seat, _) in enumerate(play.walk(seed)):
            codes = legal_codes(play.state, seat) if seat < 2 else []
            if len(codes) > 1 and n % 3 == 0:
                view = play.view(seat)
                before = view.encode()
                check = fold(check, [int(view.heuristic(seat, code)) for code in codes])
                assert view.encode() == before
                assert [view.heuristic(seat, c) for c in codes] == [
                    play.state.heuristic(seat, c) for c in codes
                ]
    assert check == golden


def test_greedy_beats_random() -> None:
    """Looking one turn ahead is enough against random play."""
    runner = Runner(start({}, {}), [find_agent("greedy"), find_agent("random")])
    won = 0
    for index in range(12):
        assert runner.play(5, index, 5000, False) > 0
        won += runner.state.score(0) == 1.0
    assert won >= 11


def best(play: Play) -> str:
    """What greedy would do for the seat that acts."""
    seat = int(play.state.turn)
    view = play.view(seat)
    return GAME.notation.text(max(legal_codes(view, seat), key=lambda c: view.heuristic(seat, c)))


def test_the_heuristic_of_a_fighter() -> None:
    """Win if you can, block what hurts, step out of what kills, rest when nothing else is good."""
    win = Play(squares=["b2", "a3"], scores=[18, 0], hands=["round_kick jab block", "jab"])
    assert best(win) == "play round_kick"
    assert best(win.do("A play round_kick")) == "go forward"
    tables = ["front_kick:forward jab:forward", ""]
    block = Play(turn="B", squares=["b2", "b3"], hands=["jab", "block"], tables=tables)
    assert best(block.do("B play block", "B go stay", "B stop")) == "block 2"
    flee = Play(
        squares=["b2", "b3"], scores=[0, 14], hands=["front_kick", "jab"], tables=["", tables[0]]
    )
    assert best(flee.do("A play front_kick")) != "go stay"
    fake = Play(squares=["b2", "a3"], hands=["hand_fake round_kick", "jab"], no_rest="A")
    assert best(fake) == "play hand_fake"
    level = Play(
        squares=["b2", "a3"], scores=[0, 17], hands=["block", "jab"], tables=["", "round_kick:left"]
    )
    level.do("A play block", "A go forward")
    assert best(level) == "block 1"
    poor = Play(hands=["block", "jab jab jab"])
    assert best(poor) == "rest"
    stop = Play(squares=["b1", "b3"], hands=["front_kick jab", "jab"]).do(
        "A play front_kick", "A go left"
    )
    assert best(stop) == "stop"
    called = Play(
        {"side_kick_optional": True},
        squares=["b1", "b2"],
        hands=["side_kick", "jab jab jab"],
        advanced="B",
    ).do("A play side_kick")
    assert best(called) == "go stay break"


def test_the_heuristic_sees_the_card_that_may_follow() -> None:
    """KM-45: only a card that shows the movement of the turn can follow."""
    hands = ("spinning_back_kick", "spinning_back_kick spinning_backfist")
    lone, pair = (
        Play(squares=["b1", "b3"], hands=[hand, "jab jab"]).do("A play spinning_back_kick").state
        for hand in hands
    )
    forward = GAME.notation.parse("go forward")
    assert pair.heuristic(SOUTH, forward) > lone.heuristic(SOUTH, forward)


def test_the_heuristic_sees_a_called_break() -> None:
    """KM-110, KM-R19: a Side Kick calls its Break by itself, or if the player says so."""
    values = {}
    for optional in (False, True):
        play = Play(
            {"side_kick_optional": optional},
            squares=["b1", "b2"],
            hands=["side_kick", "jab jab jab"],
            advanced="B",
        ).do("A play side_kick")
        for code in legal_codes(play.state, SOUTH):
            values[optional, GAME.notation.text(code)] = play.state.heuristic(SOUTH, code)
    assert values[False, "go stay"] == values[True, "go stay break"] > values[True, "go stay"]


def test_the_heuristic_sees_the_end() -> None:
    """KM-95: the points of waiting attacks and those scored before decide the match together."""
    position: dict[str, Any] = {
        "squares": ["b2", "b3"],
        "hands": ["front_kick", "jab"],
        "tables": ["", "front_kick:forward jab:forward"],
    }
    rested = Play(**position).do("A rest")
    rested.state.settle(Rng(1))
    taken = rested.scores()[1]
    assert taken & (20 - taken)  # so that the sum is no mere union of bits
    for score, decided in ((19 - taken, False), (20 - taken, True)):
        play = Play(**position, scores=[0, score])
        assert (play.state.heuristic(SOUTH, actions.REST) < -50_000) == decided


def test_the_heuristic_does_not_peek() -> None:
    """The same view gives the same heuristics for any hand of the opponent."""
    one = Play(squares=["b1", "b2"], hands=["jab front_kick", "block hard_block"]).state
    two = Play(squares=["b1", "b2"], hands=["jab front_kick", "jab blitz"]).state
    for code in legal_codes(one, SOUTH):
        assert one.heuristic(SOUTH, code) == two.heuristic(SOUTH, code)


@pytest.mark.parametrize("options", [{}, ODD], ids=["default", "odd"])
def test_the_laws(options: dict[str, Any]) -> None:
    covered = Coverage()
    play_by_the_laws(GAME, GAME.setup(2, options), 5, covered, often=5, every=29)
    assert covered.matches == 1


def test_copies_are_complete() -> None:
    """Every number of a state is copied and shows in its code."""
    play = Play(ODD)
    for n, _ in enumerate(play.walk(77)):
        if n % 11 == 0:
            copy = twin(play.state)
            assert copy.encode() == play.state.encode()
            assert copy.a.held == play.state.a.held
            assert copy.b.held == play.state.b.held
            assert copy.events is None


def test_a_simulation_counts_rests_and_breaks() -> None:
    runner = Runner(start({}, {}), [find_agent("greedy"), find_agent("greedy")])
    for index in range(2):
        runner.play(3, index, 5000, False)
    count = dict(zip(GAME.events, runner.tally.count, strict=False))
    assert count["rest"] > 0
    assert count["play"] > 0
    assert count["attack"] == count["arrow"] == count["points"] + count["whole"]
    assert count["win"] + count["tie"] == 2
    assert GAME.notation.size == actions.SIZE


@pytest.mark.parametrize(("waits", "threat", "sure"), [("jab", 1, 6), ("round_kick", 3, 10)])
def test_features_tell_what_waits(waits: str, threat: int, sure: int) -> None:
    """What an attack deals, and how much of it is expected to get through, in tenths."""
    given: dict[str, Any] = {"squares": ["b2", "b3"], "hands": ["jab", "block jab"], "turn": "B"}
    state = Play(tables=[f"{waits}:stay", ""], **given).state
    assert features_of(state, 0) == [0, 0, 1, 1, threat, sure, 0, 0]
    assert features_of(state, 1) == [0, 0, 2, 2, 0, 0, 1, 0]
