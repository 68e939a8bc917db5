"""A game of Budokan as a Python game of OpenSpiel, with explicit chance nodes."""

import random
from collections.abc import Mapping
from typing import Any

import pyspiel

from budokan.kit.contract import CHANCE, ROOM, State, first_seat
from budokan.kit.pile import zeros
from budokan.kit.rng import Rng

MOST_ACTIONS = ROOM
MOST_MOVES = 100_000

TYPE = pyspiel.GameType(
    short_name="budokan",
    long_name="Budokan",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    provides_factored_observation_string=False,
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The rules of one match; makes its first state."""

    def __init__(self, start: State, params: Mapping[str, Any] | None = None) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=MOST_ACTIONS,
            max_chance_outcomes=MOST_ACTIONS,
            num_players=int(start.seats),
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=MOST_MOVES,
        )
        super().__init__(TYPE, info, dict(params or {}))
        self.start = start

    def new_initial_state(self) -> "SpielState":
        return SpielState(self, self.start)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position; seats that act together are asked one after the other."""

    def __init__(self, game: SpielGame, start: State) -> None:
        super().__init__(game)
        self.inner = start.blank()
        self.inner.copy_from(start)
        self.out = zeros(ROOM)
        self.weight = zeros(ROOM)

    def current_player(self) -> int:
        acting = self.inner.acting()
        if acting == 0:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if acting == 1 << CHANCE else first_seat(acting)

    def _legal_actions(self, player: int) -> list[int]:
        n = self.inner.legal(player, self.out)
        return sorted(self.out[i] for i in range(n))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        out, weight = self.out, self.weight
        n = self.inner.odds(out, weight)
        whole = sum(int(weight[i]) for i in range(n))
        return [(out[i], int(weight[i]) / whole) for i in range(n)]

    def _apply_action(self, action: int) -> None:
        acting = self.inner.acting()
        seat = CHANCE if acting == 1 << CHANCE else first_seat(acting)
        self.inner.apply(seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{player}:{action}"

    def is_terminal(self) -> bool:
        return self.inner.acting() == 0

    def returns(self) -> list[float]:
        return [self.inner.score(seat) for seat in range(self.inner.seats)]

    def __str__(self) -> str:
        return str(self.inner.encode())


def play(game: SpielGame, rng: random.Random) -> int:
    """A random match, driven as in OpenSpiel's examples; its decisions."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions


def replay(game: SpielGame, rng: Rng) -> tuple[int, float]:
    """The match that `runner.playout` plays, through OpenSpiel: decisions, score of seat 0."""
    state, out = game.new_initial_state(), zeros(ROOM)
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            action = state.inner.sample(rng)
            possible = [outcome for outcome, _ in state.chance_outcomes()]
        else:
            action = out[rng.below(state.inner.legal(state.current_player(), out))]
            possible = state.legal_actions()
            decisions += 1
        assert action in possible
        state.apply_action(action)
    return decisions, state.returns()[0]
