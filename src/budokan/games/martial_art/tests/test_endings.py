"""Twenty thousand random fights: every one of them ends."""

import pytest

from budokan.agents.plain import RandomAgent
from budokan.agents.runner import Runner
from budokan.games.martial_art import GAME
from budokan.games.martial_art.rules.rules import MartialArt

EACH = 2500  # in two modes and four layouts: 20,000
SEATS = {"duel": 2, "three": 3, "royale": 4, "team": 4}


@pytest.mark.long
@pytest.mark.parametrize("mode", ["white", "black"])
@pytest.mark.parametrize("layout", SEATS)
def test_random_fights_end_within_the_limit(mode: str, layout: str) -> None:
    """MA-R57: one side is left, or the last round is over."""
    setup = GAME.setup(SEATS[layout], {"mode": mode, "layout": layout})
    most = setup.options.max_rounds
    runner = Runner(GAME.start(setup), [RandomAgent() for _ in range(setup.seats)])
    for index in range(EACH):
        assert runner.play(1, index, 100_000, False) > 0
        state = runner.state
        assert isinstance(state, MartialArt)
        assert state.acting() == 0 and 1 <= state.round <= most
        assert abs(sum(state.score(seat) for seat in range(setup.seats)) - 1) < 1e-9
