"""Memory does not grow with use."""

import gc
import resource
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from budokan.kit.contract import CHANCE, chances, copy, legal_codes
from budokan.kit.game import Game, find_all
from budokan.match.match import CodedMatch
from budokan.thinking.messages import task, think
from tests.kit.settings import INTERPRETED
from tests.sampling import a_few

ROUNDS = 400
ALLOWED = 600 * 1024  # a leak of 1.5 KB each time is noticed


def grown(act: Callable[[], object]) -> int:
    """By how many bytes the process has grown, after a start."""
    for _ in range(ROUNDS // 2):
        act()
    gc.collect()
    before = size()
    for _ in range(ROUNDS):
        act()
    gc.collect()
    return size() - before


def size() -> int:
    """The memory of this process that is in use now."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize()


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted as Linux does")
@pytest.mark.parametrize(
    "game", a_few(find_all().values(), 1 if INTERPRETED else 5, "memory"), ids=lambda game: game.id
)
def test_states_questions_and_thoughts_are_freed(game: Game) -> None:
    match = CodedMatch(game, game.setup(), seed="memory")
    first = copy(match.state)
    match.begin()
    seat = match.acting[0]
    given = task(match, seat, "random")
    setup, state = match.setup, match.state
    for act in (
        lambda: game.start(setup),
        lambda: legal_codes(state, seat),
        lambda: (chances(first), legal_codes(first, CHANCE)),
        lambda: think(given),
    ):
        assert grown(act) <= ALLOWED
