"""The clauses of Stances, ST-01 to ST-04."""

import pytest

from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.kit.testing.laws import Coverage, check_words, play_by_the_laws
from budokan.kit.testing.lens_laws import Rows
from budokan.match.match import CodedMatch


@pytest.mark.parametrize("points", [1, 3])
def test_st_01_to_st_04_by_the_laws(points: int) -> None:
    game = find("stances")
    covered = Coverage()
    check_words(game)
    for seed in range(20):
        end = play_by_the_laws(game, game.setup(given={"points": points}), seed, covered, every=1)
        assert sorted([end.score(0), end.score(1)]) == [0.0, 1.0]
    assert set(covered.events) == set(game.events)


def test_learning_agents_see_what_a_seat_may_know() -> None:
    game = find("stances")
    rows = Rows(game, game.setup())
    for seed in range(20):
        rows.play(seed)
    assert game.action_names(game.setup()) == ["take high", "take middle", "take low"]


def test_a_round_is_shown_beat_by_beat() -> None:
    game = find("stances")
    match = CodedMatch(game, game.setup(given={"points": 2}), ("Ann", "Ben"), seed="5" * 32)
    match.begin()
    match.play(0, 0)
    match.play(1, 1)
    happened = match.scene(0).happened
    assert happened is not None
    assert [(beat.kind, beat.seat, beat.amount) for beat in happened.beats] == [
        ("turn", 0, None),
        ("gain", 0, 1),
    ]
    assert happened.line.endswith("You score and have 1.")


def test_stances_may_have_other_names() -> None:
    game = find("stances")
    setup = game.setup(overlay={"stance": {"low": {"name": "Cat stance"}}})
    (zone,) = game.album(game.opening_look(setup))
    found = [(piece.name, piece.component, piece.own) for piece in zone.pieces]
    assert found[1:] == [
        ("Middle stance", "stance.middle", False),
        ("Cat stance", "stance.low", True),
    ]
    with pytest.raises(Refusal, match=r"stance.lwo: There is no such component"):
        game.setup(overlay={"stance": {"lwo": {"name": "Cat stance"}}})
