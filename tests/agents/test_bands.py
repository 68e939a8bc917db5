"""The balance a game's rules.md promises, measured with equal computer players."""

from itertools import combinations_with_replacement

import pytest

from budokan.agents.plain import GreedyAgent
from budokan.agents.runner import Runner
from budokan.kit.game import find

GAMES = 300


def measure(first: str, second: str) -> tuple[float, float, float]:
    """With greedy players: wins of deck A, wins of the first player, and the mean length."""
    game = find("dojo_duel")
    setup = game.setup(2, None, {0: {"deck": first}, 1: {"deck": second}})
    runner = Runner(game.start(setup), [GreedyAgent(), GreedyAgent()])
    won = begun = 0.0
    for index in range(GAMES):
        assert runner.play(1, index, 10_000, True) > 0
        won += runner.state.score(0)
        begins = 0 if game.notation.text(runner.entries[0][1]) == "toss A" else 1
        begun += runner.state.score(begins)
    rounds = int(runner.tally.count[game.events.index("round")])
    return won / GAMES, begun / GAMES, rounds / GAMES


@pytest.mark.long
def test_dd_c13_pairings_of_ready_made_decks() -> None:
    """DD-C13: each pairing, the first player and the length stay in their bands."""
    decks = list(find("dojo_duel").data["deck"])
    found = {pair: measure(*pair) for pair in combinations_with_replacement(decks, 2)}
    uneven = {pair: won for pair, (won, _, _) in found.items() if not 0.35 <= won <= 0.65}
    assert uneven == {}
    assert 0.42 <= sum(begun for _, begun, _ in found.values()) / len(found) <= 0.58
    assert 7 <= sum(rounds for _, _, rounds in found.values()) / len(found) <= 12
