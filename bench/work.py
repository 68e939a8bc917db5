"""One measurement of the first package on the path: python -m bench.work WORK GAME SECONDS SEED.

Each prints what dojo_duel.c prints: a checksum for every part of the work, CPU seconds, amount.
"""

import json
import random
import sys
from collections.abc import Callable
from time import process_time
from typing import TYPE_CHECKING

from budokan.agents.belts import searcher
from budokan.agents.evaluation import Evaluation
from budokan.agents.ismcts import Search, Style
from budokan.agents.runner import playout, playouts
from budokan.games.dojo_duel.rules.rules import DojoDuel
from budokan.kit.contract import ROOM, State, first_seat
from budokan.kit.game import find, find_all
from budokan.kit.pile import zeros
from budokan.kit.rng import Rng

if TYPE_CHECKING:
    from bench.openspiel_game import SpielGame

GAMES = 500
ITERATIONS = 1000
FEW_GAMES, FEW_ITERATIONS = 40, 200  # of games with no C program beside them
COPIES = 20_000
PARTS = 16  # fast and slow programs repeat the same few parts, so that all do alike work
SPIEL_GAMES = 20
WORD = 0xFFFFFFFF


class Meter:
    """CPU time and the work done in it."""

    def __init__(self) -> None:
        self.cpu = 0.0
        self.done = 0
        self.decisions = 0
        self.began = 0.0

    def __enter__(self) -> None:
        self.began = process_time()

    def __exit__(self, *error: object) -> None:
        self.cpu += process_time() - self.began


Work = Callable[[State, int, Meter], int]


def play(start: State, seed: int, meter: Meter) -> int:
    """Random matches."""
    games = GAMES if isinstance(start, DojoDuel) else FEW_GAMES
    with meter:
        decisions, check = playouts(start, games, seed)
    meter.done += games
    meter.decisions += decisions
    return check


def search(start: State, seed: int, meter: Meter) -> int:
    """A search with random playouts from somewhere in a match, as the C program does it."""
    iterations = ITERATIONS if isinstance(start, DojoDuel) else FEW_ITERATIONS
    return _search(start, seed, meter, Search(Style(iterations), Evaluation([])))


def thought(start: State, seed: int, meter: Meter) -> int:
    """A search in the style of the game's belts."""
    game = find(type(start).__module__.split(".")[2])
    return _search(start, seed, meter, searcher(game, FEW_ITERATIONS))


def _search(start: State, seed: int, meter: Meter, tree: Search) -> int:
    """The checksum is made of the visits at the root."""
    rng = Rng(seed)
    view, seat = find_view(start, rng)
    tree.clear()
    with meter:
        tree.run(view, seat, rng)
    meter.done += int(tree.style.iterations)
    check = 0
    child = tree.first[0]
    while child >= 0:
        check = (check * 31 + tree.edge[child] * 4096 + tree.visits[child]) & WORD
        child = tree.next[child]
    return check


def find_view(start: State, rng: Rng) -> tuple[State, int]:
    """A position in the middle of a random match, as the seat to move sees it; who that is."""
    state, out = start.blank(), zeros(ROOM)
    state.copy_from(start)
    skip = rng.below(40)
    while True:
        acting = state.settle(rng)
        if acting == 0:
            state.copy_from(start)
            continue
        seat = first_seat(acting)
        n = state.legal(seat, out)
        if skip <= 0 and n > 1:
            state.observe(seat)
            return state, seat
        skip -= 1
        state.apply(seat, out[rng.below(n)])


def copy(start: State, seed: int, meter: Meter) -> int:
    """Copies of a view into another state."""
    return _copy(start, seed, meter, guessing=False)


def guess(start: State, seed: int, meter: Meter) -> int:
    """Copies of a view, and each filled in."""
    return _copy(start, seed, meter, guessing=True)


def _copy(start: State, seed: int, meter: Meter, guessing: bool) -> int:
    rng = Rng(seed)
    view, seat = find_view(start, rng)
    twin = start.blank()
    with meter:
        for _ in range(COPIES):
            twin.copy_from(view)
            if guessing:
                twin.guess(seat, rng)
    meter.cpu -= _calls(COPIES * (1 + guessing))
    meter.done += COPIES
    return rng.state & WORD


def _calls(n: int) -> float:
    """What calling something small from Python costs; in a search the call comes from C."""
    meter = Meter()
    with meter:
        for _ in range(n):
            first_seat(1)
    return meter.cpu


def openspiel(start: State, seed: int, meter: Meter) -> int:
    """Random matches through OpenSpiel's Python interface."""
    from bench.openspiel_game import SpielGame, play

    game, rng = SpielGame(start), random.Random(seed)
    if meter.done == 0:
        _same_games(start, game, seed)
    with meter:
        decisions = [play(game, rng) for _ in range(SPIEL_GAMES)]
    meter.done += SPIEL_GAMES
    meter.decisions += sum(decisions)
    return hash(tuple(decisions)) & WORD


def _same_games(start: State, game: "SpielGame", seed: int) -> None:
    """Make sure that the game in OpenSpiel is ours."""
    from bench.openspiel_game import replay

    state, out = start.blank(), zeros(ROOM)
    ours, theirs = Rng(seed), Rng(seed)
    for _ in range(SPIEL_GAMES):
        state.copy_from(start)
        decisions = playout(state, ours, out)
        assert replay(game, theirs) == (decisions, state.score(0))


WORKS: dict[str, Work] = {
    "play": play,
    "search": search,
    "thought": thought,
    "copy": copy,
    "guess": guess,
    "openspiel": openspiel,
}


def train() -> None:
    """The training run of a profile-guided build: matches and searches of every game."""
    for game in find_all().values():
        start = game.start(game.setup())
        for seed in range(40):
            play(start, seed, Meter())
            search(start, seed, Meter())
            thought(start, seed, Meter())


def main() -> None:
    if sys.argv[1:] == ["train"]:
        return train()
    name, game_id, seconds, seed = sys.argv[1:5]
    game = find(game_id)
    start = game.start(game.setup())
    work = WORKS[name]
    meter = Meter()
    checks: list[int] = []
    while meter.cpu < float(seconds):
        checks.append(work(start, int(seed) + len(checks) % PARTS, meter))
    found = {"cpu": meter.cpu, "done": meter.done, "decisions": meter.decisions}
    print(json.dumps({"checks": checks, **found}))


if __name__ == "__main__":
    main()
