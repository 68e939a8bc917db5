"""The games as environments of PettingZoo, in which agents act one after the other.

Where the rules let several seats choose at once, each is asked in turn and sees nothing of what
the others chose before all have.
"""

import secrets
from collections.abc import Mapping
from typing import Any, Final

from budokan.bridges.common import (
    ON_ILLEGAL,
    RAISE,
    RENDER_MODES,
    Cards,
    Painter,
    env_games,
    env_id,
    facts,
    highest,
    missing,
    one_of,
    payoff,
    read_setup,
    why_illegal,
)
from budokan.kit.action_ids import legal_ids
from budokan.kit.contract import SPECTATOR, State, copy, first_seat
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, find
from budokan.kit.lens import row_of, truth_of
from budokan.kit.rng import Rng

try:
    import numpy as np
    import pettingzoo
    from gymnasium.spaces import Box, Dict, Discrete
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(error) from None

INFO, OBSERVATION = "info", "observation"
MASKS: Final = (INFO, OBSERVATION)  # where the legal actions are told
WATCHER: Final = "spectator"
SEED_BITS: Final = 63


class Env(pettingzoo.AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A table whose seats are player_0, player_1 and so on.

    An observation is a row of bytes (docs/environments.md). The rewards of a match come at its
    end; they add up to 0.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        cards: Cards = None,
        *,
        mask: str = INFO,
        illegal: str = ON_ILLEGAL[0],
        skip_forced: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        viewer: str | None = None,
    ) -> None:
        super().__init__()
        self.game: Game = find(game)
        self.setup = read_setup(self.game, seats, options, cards)
        self.lens = self.game.lens_of(self.setup)
        self.skip_forced = skip_forced
        self.max_cycles = max_cycles
        self.render_mode = render_mode and one_of("render mode", render_mode, RENDER_MODES)
        self._raises = one_of("answer to illegal actions", illegal, ON_ILLEGAL) == RAISE
        self._in_observation = one_of("place of the mask", mask, MASKS) == OBSERVATION
        endless = self.game.endless(self.setup)
        if endless and max_cycles is None:
            raise Refusal(f"{endless} Or give max_cycles.")
        self.metadata = {
            "name": env_id(self.game),
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.setup.seats)]
        self.agents: list[str] = []
        self._all_seats = range(self.setup.seats)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._viewer = viewer if viewer is None else self._viewer_named(viewer)
        self._ids = self.game.action_ids
        self._codes = [int(code) for code in self._ids.code]
        self._facts = facts(self.game, self.setup)
        self._no_mask = np.zeros(len(self._codes), np.int8)
        self._no_mask.flags.writeable = False
        self._make_spaces()
        self._painter = Painter(self.game, self.setup, tuple(self.possible_agents))
        self._start = self.game.start(self.setup)
        self._table: State = copy(self._start)
        self._chance = Rng(1)
        self._seed = secrets.randbits(SEED_BITS)
        self._number = -1  # of the match, since the seed was given
        self._seat = 0
        self._legal: list[int] = []
        self._mask = self._no_mask
        self._decisions = 0

    def _make_spaces(self) -> None:
        high = np.frombuffer(highest(self.lens), np.uint8)
        size = len(self._codes)

        def seen() -> Box | Dict:
            row = Box(np.zeros_like(high), high, dtype=np.uint8)
            if not self._in_observation:
                return row
            return Dict({"observation": row, "action_mask": Box(0, 1, (size,), np.int8)})

        every = np.tile(high, self.lens.most_seats)
        self.state_space = Box(np.zeros_like(every), every, dtype=np.uint8)
        self.observation_spaces = {agent: seen() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def teams(self) -> list[list[str]]:
        """The agents of each side; in most matches every side is one agent."""
        sides: dict[int, list[str]] = {}
        for agent, side in zip(self.possible_agents, self.game.sides(self.setup), strict=True):
            sides.setdefault(side, []).append(agent)
        return list(sides.values())

    def action_names(self) -> list[str]:
        """The text of every action; "" if the cards of the match have no such action."""
        return self.game.action_names(self.setup)

    # -- a match ------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match: the first one of a seed, or the next one."""
        self._number += 1
        if seed is not None:
            self._seed, self._number = seed & ((1 << SEED_BITS) - 1), 0
        self._chance.reseed(self._seed, self._number)
        self._table.copy_from(self._start)
        self._decisions = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(self._no_mask) for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: Any) -> None:
        """Carry out what the selected agent decides, and then all that chance does."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        id = int(action)
        if id in self._legal:
            self._enter(id)
            self._go_on()
        else:
            self._refuse(id)

    def _go_on(self) -> None:
        """Let chance act, and select the agent that decides next."""
        table = self._table
        self.infos[self.agent_selection] = self._info(self._no_mask)
        acting = table.settle(self._chance)
        while acting:
            self._seat = seat = first_seat(acting)
            self.agent_selection = self.possible_agents[seat]
            if self.max_cycles is not None and self._decisions >= self.max_cycles:
                self._end(self.truncations, [0.0] * self.setup.seats)
                return
            self._legal = legal = legal_ids(self._ids, table, seat)
            if not self.skip_forced or len(legal) > 1:
                self._mask = mask = np.zeros(len(self._codes), np.int8)
                mask[legal] = 1
                self.infos[self.agent_selection] = self._info(mask)
                return
            self._enter(legal[0])
            acting = table.settle(self._chance)
        self._end(self.terminations, self._payoffs([table.score(i) for i in self._all_seats]))

    def _enter(self, id: int) -> None:
        self._table.apply(self._seat, self._codes[id])
        self._decisions += 1

    def _refuse(self, id: int) -> None:
        """End the match: who does what is not legal loses, and all others win."""
        reason = why_illegal(self.game, self.setup, self._table, self._seat, id)
        if self._raises:
            raise ValueError(reason)
        shares = [1 / max(1, self.setup.seats - 1)] * self.setup.seats
        shares[self._seat] = 0.0
        self._end(self.terminations, self._payoffs(shares))
        self.infos[self.agent_selection]["illegal"] = reason

    def _payoffs(self, scores: list[float]) -> list[float]:
        return [payoff(score, self.setup.seats) for score in scores]

    def _end(self, how: dict[str, bool], rewards: list[float]) -> None:
        """End the match, as a termination or as a truncation."""
        self._legal, self._mask = [], self._no_mask
        for agent, reward in zip(self.agents, rewards, strict=True):
            how[agent] = True
            self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.infos[agent] = self._info(self._no_mask)

    def _info(self, mask: NDArray[np.int8]) -> dict[str, Any]:
        return {"action_mask": mask, **self._facts}

    # -- what is seen -------------------------------------------------------------------------

    def observe(self, agent: str) -> Any:
        """What an agent may know now, as a row of bytes."""
        row = array_of(row_of(self.lens, self._table, self._seat_of[agent]))
        if not self._in_observation:
            return row
        decides = agent == self.agent_selection
        return {"observation": row, "action_mask": self._mask if decides else self._no_mask}

    def state(self) -> NDArray[np.uint8]:
        """The rows of all agents behind each other: the whole truth, for critics in training."""
        return array_of(truth_of(self.lens, self._table))

    def cards(self) -> dict[str, NDArray[np.int64]]:
        """What the cards of this match are worth, as tables of numbers."""
        return {
            table.name: np.array(table.numbers, np.int64).reshape(table.shape)
            for table in self.lens.cards(self._start)
        }

    def render(self) -> Any:
        """The table as the agent that decides sees it, or the viewer that was asked for."""
        if self.render_mode is None:
            raise Refusal(f"To render, give a render_mode: {', '.join(RENDER_MODES)}.")
        viewer = self._seat if self._viewer is None else self._viewer
        return self._painter.paint(self.render_mode, self._table, viewer)

    def close(self) -> None:
        """Nothing is open."""

    def _viewer_named(self, name: str) -> int:
        one_of("viewer", name, (*self.possible_agents, WATCHER))
        return self._seat_of.get(name, SPECTATOR)


def array_of(row: Any) -> NDArray[np.uint8]:
    """A buffer of bytes as an array that may be changed."""
    return np.frombuffer(row, np.uint8).copy()


env = Env  # the name that PettingZoo uses


def register() -> None:
    """Give every game its name in the registry of PettingZoo: budokan/DojoDuel-v1."""
    for name, game in env_games().items():
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, Env, kwargs={"game": game.id})


register()
