"""Many matches at once as a vector environment of Gymnasium, carried out by one compiled batch."""

from collections.abc import Sequence
from typing import Any, Final

from budokan.bridges import batch
from budokan.bridges.common import missing
from budokan.bridges.gym import METADATA, SEED_BITS, Info, Tables, array

try:
    import numpy as np
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(error) from None

MODES: Final = {
    AutoresetMode.NEXT_STEP: batch.NEXT_STEP,
    AutoresetMode.SAME_STEP: batch.SAME_STEP,
    AutoresetMode.DISABLED: batch.DISABLED,
}
Rows = NDArray[np.uint8]
Flags = NDArray[np.bool_]


class VectorEnv(GymnasiumVectorEnv[Rows, NDArray[np.int64], NDArray[Any]]):
    """The same as `gymnasium.vector.SyncVectorEnv` over so many of `budokan.bridges.gym.Env`.

    `legal` and `starts` list the legal actions: match i has legal[starts[i]:starts[i + 1]]. Arrays
    are new after each step; without `copy` they cannot be written to, which saves time.
    """

    def __init__(
        self,
        num_envs: int,
        game: str,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **settings: Any,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        self.tables = Tables(num_envs, MODES[mode], game, **settings)
        self.num_envs = num_envs
        self.copy = copy
        self.metadata = {**METADATA, "autoreset_mode": mode}
        self.render_mode = self.tables.render_mode
        self.single_observation_space = self.tables.observation_space
        self.single_action_space = self.tables.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._mode = mode

    @property
    def legal(self) -> NDArray[np.int64]:
        """The ids of all legal actions, match by match."""
        return array(self.tables.batch.legal, np.int64)

    @property
    def starts(self) -> NDArray[np.int64]:
        """Where the legal actions of each match begin, and where those of the last one end."""
        return array(self.tables.batch.starts, np.int64)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Rows, Info]:
        """Begin matches: first ones of a seed (match i has seed + i), or the next ones.

        options={"reset_mask": flags} does so for some places only.
        """
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed) & ((1 << SEED_BITS) - 1))
            seeds: list[int | None] = [int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = [None] * self.num_envs if seed is None else list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds are given for {self.num_envs} matches.")
        where = self._chosen(options or {})
        self.tables.begin(seeds, where)
        return self._rows(), _only(where, self._info(None))

    def _chosen(self, options: dict[str, Any]) -> Flags:
        """The places that are to begin again."""
        if "reset_mask" not in options:
            return np.ones(self.num_envs, np.bool_)
        mask = options["reset_mask"]
        fits = isinstance(mask, np.ndarray) and mask.shape == (self.num_envs,)
        if not fits or mask.dtype != np.bool_ or not mask.any():
            raise ValueError(
                f"The reset_mask must be an array of {self.num_envs} flags, at least one True."
            )
        if not self.tables.seeded and not mask.all():
            raise ResetNeeded("The first reset is for all matches.")
        return np.array(mask)

    def step(
        self, actions: NDArray[np.integer[Any]] | Sequence[int]
    ) -> tuple[Rows, NDArray[np.float64], Flags, Flags, Info]:
        """Act in all matches."""
        tables, chosen = self.tables, np.asarray(actions)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} actions are needed, not {chosen.shape}.")
        ended_before = tables.over.any()
        if not tables.seeded or (self._mode == AutoresetMode.DISABLED and ended_before):
            raise ResetNeeded("Matches are not under way; call reset first.")
        reasons = tables.step(chosen)
        terminated, truncated = tables.ends()
        ended = terminated | truncated
        rewards = tables.rewards()
        if self._mode != AutoresetMode.SAME_STEP:
            tables.over = ended.copy()
            return self._rows(), rewards, terminated, truncated, self._info(reasons)
        info = self._info(None)
        if ended.any():
            info["rewards"] = np.where(ended[:, None], 0.0, info["rewards"])  # none so far
            info |= self._last(ended, reasons)
        return self._rows(), rewards, terminated, truncated, info

    def _rows(self) -> Rows:
        rows = self.tables.observations()
        return rows.copy() if self.copy else rows

    def _info(self, reasons: list[str] | None) -> Info:
        """What is known of all matches, each with a flag for every match that has it."""
        tables, size = self.tables, self.num_envs
        decisions = array(tables.batch.decisions, np.int64)
        info: Info = {
            "action_mask": tables.masks(),
            "seat": tables.seats(),
            "decisions": decisions,
            "rewards": tables.payoffs(),
        }
        if self.copy:
            info = {name: numbers.copy() for name, numbers in info.items()}
        info["illegal"] = np.array(reasons or [""] * size, object)
        for name, fact in tables.facts.items():
            info[name] = np.full(size, fact, int if isinstance(fact, int) else object)
        return _flagged(info, np.ones(size, np.bool_))

    def _last(self, ended: Flags, reasons: list[str] | None) -> Info:
        """The last rows of matches that gave way to others, and what was known of them."""
        tables, size = self.tables, self.num_envs
        rows = array(tables.batch.final_observations, np.uint8).reshape(size, -1)
        last = np.full(size, None, object)
        for i in np.flatnonzero(ended):
            last[i] = rows[i].copy()
        known = self._info(reasons)
        known["action_mask"] = np.zeros_like(known["action_mask"])
        known["seat"] = array(tables.batch.movers, np.int64).copy()
        known["decisions"] = array(tables.batch.lengths, np.int64).copy()
        return _flagged({"final_obs": last, "final_info": _only(ended, known)}, ended)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal in each match."""
        return self.tables.legal()

    def action_names(self) -> list[str]:
        """The text of every action; "" if the cards of the match have no such action."""
        return self.tables.game.action_names(self.tables.setup)

    def cards(self) -> dict[str, NDArray[np.int64]]:
        """What the cards in play are worth, in tables by name."""
        return self.tables.cards()

    def render(self) -> tuple[Any, ...]:
        """The tables, each as the seat that decides there sees it."""
        return tuple(self.tables.paint(place) for place in range(self.num_envs))


def _flagged(info: Info, flags: Flags) -> Info:
    """Each value with the flags of the matches that have it."""
    return {key: value for name in info for key, value in ((name, info[name]), (f"_{name}", flags))}


def _only(where: Flags, info: Info) -> Info:
    """The same with nothing at the other places."""
    if where.all():
        return info
    found: Info = {}
    for name, values in info.items():
        found[name] = values & where if values.dtype == np.bool_ else values.copy()
        if values.dtype != np.bool_:
            found[name][~where] = None if values.dtype == object else 0
    return found
