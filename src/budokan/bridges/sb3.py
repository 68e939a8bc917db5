"""Many matches at once as a VecEnv of Stable-Baselines3, with masks for MaskablePPO in one go."""

from collections.abc import Iterable, Sequence
from typing import Any

from budokan.bridges.batch import SAME_STEP
from budokan.bridges.common import PIXELS
from budokan.bridges.gym import Info, Tables, array

try:
    import numpy as np
    from numpy.typing import NDArray
    from stable_baselines3.common.vec_env import VecEnv as StableVecEnv
except ModuleNotFoundError as error:
    told = "This needs Stable-Baselines3, which is not installed: pip install sb3-contrib"
    raise ModuleNotFoundError(told, name=error.name) from None

Indices = None | int | Iterable[int]
Rows = NDArray[np.uint8]


class VecEnv(StableVecEnv):  # type: ignore[misc]
    """A batch of matches; those that end begin again in the same step.

    The settings are those of `budokan.bridges.gym.Env`. Episodes are reported in the infos, so no
    VecMonitor is needed.
    """

    def __init__(self, num_envs: int, game: str, **settings: Any) -> None:
        self.tables = Tables(num_envs, SAME_STEP, game, **settings)
        super().__init__(num_envs, self.tables.observation_space, self.tables.action_space)
        self._actions = np.zeros(num_envs, np.int64)
        self._lengths = np.zeros(num_envs, np.int64)  # of the episodes, in own choices

    def reset(self) -> Rows:
        """Begin matches everywhere, first ones where `seed` gave a seed."""
        self.tables.begin(self._seeds, np.ones(self.num_envs, np.bool_))
        self._reset_seeds()
        self._reset_options()
        self._lengths[:] = 0
        self.reset_infos: list[Info] = [{} for _ in range(self.num_envs)]
        return self.tables.observations().copy()

    def step_async(self, actions: NDArray[Any]) -> None:
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[Rows, NDArray[np.float32], NDArray[np.bool_], list[Info]]:
        """Act in all matches."""
        tables = self.tables
        reasons = tables.step(self._actions)
        terminated, truncated = tables.ends()
        ended = terminated | truncated
        rewards = tables.rewards().astype(np.float32)
        self._lengths += 1
        infos: list[Info] = [{} for _ in range(self.num_envs)]
        if ended.any():
            last = array(tables.batch.final_observations, np.uint8)
            rows = last.reshape(self.num_envs, -1)
            for i in np.flatnonzero(ended):
                infos[i] = {
                    "terminal_observation": rows[i].copy(),
                    "TimeLimit.truncated": bool(truncated[i]),
                    "episode": {"r": float(rewards[i]), "l": int(self._lengths[i]), "t": 0.0},
                    "illegal": reasons[i] if reasons else "",
                    **tables.facts,
                }
            self._lengths[ended] = 0
        return tables.observations().copy(), rewards, ended, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal in each match."""
        return self.tables.legal()

    def close(self) -> None:
        """There is nothing to close."""

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """The tables as pixels, if this is the render mode."""
        if self.tables.render_mode != PIXELS:
            return [None] * self.num_envs
        return [self.tables.paint(place) for place in range(self.num_envs)]

    # -- what is asked of single environments -------------------------------------------------

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """Answer for all matches at once; there are no single environments to ask."""
        if method_name != "action_masks":
            raise AttributeError(f"A match in a batch has no method {method_name!r}.")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """The same value for each match."""
        if attr_name == "action_masks":  # whether there are masks is asked so
            return [self.action_masks for _ in self._get_indices(indices)]
        if attr_name not in ("render_mode", "action_space", "observation_space", "spec"):
            raise AttributeError(f"A match in a batch has no attribute {attr_name!r}.")
        value = getattr(self.tables, attr_name, None)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        raise AttributeError(f"A match in a batch has no attribute {attr_name!r} to set.")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]
