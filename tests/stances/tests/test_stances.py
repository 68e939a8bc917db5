"""The clauses of Stances, ST-01 to ST-04."""

import pytest

from budokan.kit.game import find
from budokan.kit.testing.laws import Coverage, check_words, play_by_the_laws


@pytest.mark.parametrize("points", [1, 3])
def test_st_01_to_st_04_by_the_laws(points: int) -> None:
    game = find("stances")
    covered = Coverage()
    check_words(game)
    for seed in range(20):
        end = play_by_the_laws(game, game.setup(given={"points": points}), seed, covered, every=1)
        assert sorted([end.score(0), end.score(1)]) == [0.0, 1.0]
    assert set(covered.events) == set(game.events)
