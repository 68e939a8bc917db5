"""The games as environments of Gymnasium: one seat against opponents, a puzzle alone, or all seats.

Importing this module registers them: after it gymnasium.make("budokan/DojoDuel-v1") works.
"""

import operator
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

from budokan.bridges.batch import DISABLED, LOSE, RAISE, Batch, Conduct
from budokan.bridges.common import (
    ON_ILLEGAL,
    PIXELS,
    SVG,
    TEXT,
    Cards,
    Painter,
    env_games,
    facts,
    highest,
    missing,
    one_of,
    read_setup,
    why_illegal,
)
from budokan.bridges.make import batch_of
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, find
from budokan.kit.notation import parse_seat

try:
    import gymnasium
    import numpy as np
    from gymnasium.error import ResetNeeded
    from gymnasium.spaces import Box, Discrete
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(error) from None

ANY, ALL = "any", "all"  # seats: one that is drawn for each match; every one
METADATA: Final[dict[str, Any]] = {"render_modes": [TEXT, SVG, PIXELS], "render_fps": 1}
SEED_BITS: Final = 63
INT: Final = np.dtype("<i8")
Info = dict[str, Any]


def array(buffer: Any, kind: Any) -> NDArray[Any]:
    """A buffer as numpy sees it, without a copy."""
    return np.frombuffer(buffer, kind)


class Tables:
    """Matches of one setup in numpy's arrays: what the environments of a kind have in common."""

    def __init__(
        self,
        size: int,
        autoreset: int,
        game: str,
        opponent: str | Sequence[str] = "random",
        seat: str | int = ANY,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        cards: Cards = None,
        illegal: str = ON_ILLEGAL[0],
        skip_forced: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game: Game = find(game)
        self.setup = read_setup(self.game, seats, options, cards)
        self.raises = one_of("answer to illegal actions", illegal, ON_ILLEGAL) == "raise"
        self.render_mode = render_mode and one_of(
            "render mode", render_mode, tuple(METADATA["render_modes"])
        )
        conduct = Conduct(
            autoreset=autoreset,
            on_illegal=RAISE if self.raises else LOSE,
            skip_forced=skip_forced,
            most=max_cycles or 0,
        )
        self.batch: Batch = batch_of(
            self.game,
            self.setup,
            size,
            seats=self._played(seat),
            opponents=opponent,
            conduct=conduct,
        )
        self.size = size
        self.lens = self.game.lens_of(self.setup)
        self.painter = Painter(self.game, self.setup)
        self.facts = facts(self.game, self.setup)
        high = array(highest(self.lens), np.uint8)
        self.observation_space = Box(np.zeros_like(high), high, dtype=np.uint8)
        self.action_space: Discrete = Discrete(int(self.game.action_ids.size))
        self.over = np.zeros(size, np.bool_)
        self.seeded = False

    def _played(self, seat: str | int) -> Sequence[int] | None:
        """The seats of the caller, as a batch takes them."""
        if seat == ANY:
            return ()
        if seat == ALL:
            return None
        if isinstance(seat, str):
            return (parse_seat(seat, self.setup.seats),)
        return (operator.index(seat),)

    # -- matches ------------------------------------------------------------------------------

    def begin(self, seeds: Sequence[int | None], where: NDArray[np.bool_]) -> None:
        """Begin first matches where there is a seed, and next matches elsewhere."""
        if not self.seeded:
            seeds = [secrets.randbits(SEED_BITS) if seed is None else seed for seed in seeds]
            self.seeded = True
        given = np.array([seed is not None for seed in seeds]) & where
        numbers = [operator.index(seed or 0) & ((1 << SEED_BITS) - 1) for seed in seeds]
        self.batch.reseed(np.array(numbers, INT).tobytes(), given.tobytes())
        self.batch.begin(where.tobytes())
        self.over &= ~where

    def step(self, actions: NDArray[Any]) -> list[str] | None:
        """Carry out an action at each place; why they were illegal, if some were."""
        reasons = self._reasons(actions)
        if reasons and self.raises:
            raise ValueError(next(filter(None, reasons)))
        self.batch.step(actions.astype(INT).tobytes())
        return reasons

    def _reasons(self, actions: NDArray[Any]) -> list[str] | None:
        """For each place "" or why its action is illegal; None if there is no illegal one."""
        known = (actions >= 0) & (actions < self.action_space.n)
        legal = known & self.legal()[np.arange(self.size), np.where(known, actions, 0)]
        wrong = np.flatnonzero(~legal & ~self.over)
        if not len(wrong):
            return None
        reasons = [""] * self.size
        seats = self.seats()
        for i in wrong:
            state = self.batch.states[int(i)]
            reasons[i] = why_illegal(self.game, self.setup, state, int(seats[i]), int(actions[i]))
        return reasons

    # -- what there is to see -----------------------------------------------------------------

    def observations(self) -> NDArray[np.uint8]:
        """The row of each place, for the seat that decides there."""
        return array(self.batch.observations, np.uint8).reshape(self.size, -1)

    def masks(self) -> NDArray[np.int8]:
        """1 for each legal action of each place."""
        return array(self.batch.masks, np.int8).reshape(self.size, -1)

    def legal(self) -> NDArray[np.bool_]:
        """Whether each action of each place is legal."""
        return self.masks().view(np.bool_)

    def seats(self) -> NDArray[np.int64]:
        """Who decides at each place, or decided last."""
        return array(self.batch.seats, np.int64)

    def payoffs(self) -> NDArray[np.float64]:
        """The rewards of all seats."""
        return array(self.batch.rewards, np.float64).reshape(self.size, -1)

    def rewards(self) -> NDArray[np.float64]:
        """The reward of the seat that acted at each place."""
        movers = array(self.batch.movers, np.int64)
        rewards: NDArray[np.float64] = self.payoffs()[np.arange(self.size), movers]
        return rewards

    def ends(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Whether each match has ended, and whether it was cut short."""
        return (
            array(self.batch.terminations, np.bool_).copy(),
            array(self.batch.truncations, np.bool_).copy(),
        )

    def cards(self) -> dict[str, NDArray[np.int64]]:
        """What the cards in play are worth, in tables by name."""
        tables = self.lens.cards(self.game.start(self.setup))
        return {table.name: np.array(table.numbers).reshape(table.shape) for table in tables}

    def paint(self, place: int) -> Any:
        """A place as the seat that decides there sees it."""
        if self.render_mode is None:
            modes = ", ".join(METADATA["render_modes"])
            raise Refusal(f"To render, give a render_mode: {modes}.")
        return self.painter.paint(
            self.render_mode, self.batch.states[place], int(self.seats()[place])
        )


class Env(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A match; an observation is a row of bytes (docs/environments.md).

    `seat` is a letter, its number, "any" for one that is drawn for each match, or "all" to play
    every seat. The reward comes at the end, and is that of the seat that acted.
    """

    metadata = METADATA

    def __init__(self, game: str, **settings: Any) -> None:
        self.tables = Tables(1, DISABLED, game, **settings)
        self.render_mode = self.tables.render_mode
        self.observation_space = self.tables.observation_space
        self.action_space = self.tables.action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], Info]:
        """Begin a match: the first one of a seed, or the next one."""
        super().reset(seed=seed)
        self.tables.begin([seed], np.ones(1, np.bool_))
        return self._row(), self._info()

    def step(
        self, action: int | np.integer[Any]
    ) -> tuple[NDArray[np.uint8], float, bool, bool, Info]:
        """Act, and let all others act until there is another choice or the match ends."""
        tables = self.tables
        if tables.over[0] or not tables.seeded:
            raise ResetNeeded("No match is under way; call reset first.")
        reasons = tables.step(np.array([action]))
        (terminated,), (truncated,) = tables.ends()
        tables.over[0] = terminated or truncated
        reward = float(tables.rewards()[0])
        info = self._info(reasons[0] if reasons else "")
        return self._row(), reward, bool(terminated), bool(truncated), info

    def _row(self) -> NDArray[np.uint8]:
        row: NDArray[np.uint8] = self.tables.observations()[0].copy()
        return row

    def _info(self, illegal: str = "") -> Info:
        tables = self.tables
        return {
            "action_mask": tables.masks()[0].copy(),
            "seat": int(tables.seats()[0]),
            "decisions": int(tables.batch.decisions[0]),
            "rewards": tables.payoffs()[0].copy(),
            "illegal": illegal,
            **tables.facts,
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as MaskablePPO asks for them."""
        masks: NDArray[np.bool_] = self.tables.legal()[0]
        return masks

    def action_names(self) -> list[str]:
        """The text of every action; "" if the cards of the match have no such action."""
        return self.tables.game.action_names(self.tables.setup)

    def cards(self) -> dict[str, NDArray[np.int64]]:
        """What the cards in play are worth, in tables by name."""
        return self.tables.cards()

    def render(self) -> Any:
        """The table as the seat that decides sees it."""
        return self.tables.paint(0)


def register() -> None:
    """Make the games known to Gymnasium, each with its native vector environment."""
    for name, game in env_games().items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="budokan.bridges.gym:Env",
                vector_entry_point="budokan.bridges.vector:VectorEnv",
                kwargs={"game": game.id},
            )


register()
