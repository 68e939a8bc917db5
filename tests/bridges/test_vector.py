"""The native vector environment equals `SyncVectorEnv` over single ones, in all that it returns."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from budokan.bridges.common import env_games, env_id
from budokan.bridges.vector import VectorEnv
from budokan.kit.game import find
from tests.sampling import a_few

MODES = list(AutoresetMode)
CASES = [(name, mode) for name in env_games() for mode in MODES]
PLACES = 4
make: Any = gymnasium.make
make_vec: Any = gymnasium.make_vec
LUCK = 0.02  # of actions that may be illegal


def both(name: str, mode: AutoresetMode, **settings: Any) -> tuple[Any, SyncVectorEnv]:
    """The native environment, and the single ones side by side."""
    native = make_vec(name, PLACES, autoreset_mode=mode, **settings)

    def single() -> Any:
        return make(name, disable_env_checker=True, **settings)

    return native, SyncVectorEnv([single] * PLACES, autoreset_mode=mode)


def compare(name: str, mode: AutoresetMode, steps: int, **settings: Any) -> int:
    """Play both alike; the number of matches that ended."""
    native, sync = both(name, mode, **settings)
    pick = np.random.default_rng(5)
    assert native.observation_space == sync.observation_space
    assert native.action_space == sync.action_space
    mine: Any = native.reset(seed=11)
    theirs: Any = sync.reset(seed=11)
    assert data_equivalence(mine, theirs, exact=True)
    ends = 0
    for _ in range(steps):
        actions = chosen(mine[-1]["action_mask"], pick)
        mine, theirs = native.step(actions), sync.step(actions)
        assert data_equivalence(mine, theirs, exact=True)
        ended = mine[2] | mine[3]
        ends += int(ended.sum())
        if mode == AutoresetMode.DISABLED and ended.any():
            mine = native.reset(options={"reset_mask": ended})
            theirs = sync.reset(options={"reset_mask": ended})
            assert data_equivalence(mine, theirs, exact=True)
            mask = native.action_masks().astype(np.int8)
            mine = (mine[0], {"action_mask": mask})
    return ends


def chosen(masks: Any, pick: np.random.Generator) -> Any:
    """Legal actions at random, and seldom any action."""
    actions = (pick.random(masks.shape) * (masks + 1e-9)).argmax(axis=1)
    slips = pick.random(len(masks)) < LUCK
    return np.where(slips, pick.integers(masks.shape[1], size=len(masks)), actions)


@pytest.mark.parametrize(("name", "mode"), CASES)
def test_it_equals_single_environments(name: str, mode: AutoresetMode) -> None:
    assert compare(name, mode, 120, opponent="greedy", skip_forced=True) > 3


@pytest.mark.long
@pytest.mark.parametrize(("name", "mode"), CASES)
def test_it_equals_single_environments_for_long(name: str, mode: AutoresetMode) -> None:
    assert compare(name, mode, 10_000, seats=env_games()[name].seats[-1]) > 100


@pytest.mark.parametrize("mode", MODES)
def test_it_equals_single_environments_with_other_settings(mode: AutoresetMode) -> None:
    settings = {"seats": 3, "max_cycles": 30, "opponent": ["greedy", "random", "search:3"]}
    assert compare("budokan/Udaka-v1", mode, 80, **settings) > 3
    assert compare("budokan/Udaka-v1", mode, 80, seat="all", seats=2, max_cycles=20) > 3


@pytest.mark.parametrize("name", env_games())
def test_it_is_made_without_a_warning(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = make_vec(name, num_envs=3)
        rows, _ = env.reset(seed=1)
        env.step(env.action_space.sample())
    assert isinstance(env, VectorEnv)
    assert rows in env.observation_space
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP


def test_it_can_be_made_again_from_its_spec() -> None:
    env = make_vec("budokan/Udaka-v1", num_envs=3, seats=2, autoreset_mode="SameStep")
    again = make_vec(env.spec)
    assert data_equivalence(env.reset(seed=3), again.reset(seed=3), exact=True)
    assert again.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP


@pytest.mark.parametrize("name", a_few(env_games(), 2, "vector lists"))
def test_the_lists_say_what_the_masks_say(name: str) -> None:
    env = VectorEnv(5, env_games()[name].id)
    env.reset(seed=2)
    for _ in range(20):
        masks = env.action_masks()
        for i in range(5):
            listed = env.legal[env.starts[i] : env.starts[i + 1]]
            assert listed.tolist() == np.flatnonzero(masks[i]).tolist()
        env.step(masks.argmax(axis=1))


def test_each_place_has_a_seed_of_its_own() -> None:
    one, two = VectorEnv(3, "udaka"), VectorEnv(2, "udaka")
    assert (one.reset(seed=5)[0][1:] == two.reset(seed=6)[0]).all()
    assert (one.reset(seed=[9, 6, 7])[0][1:] == two.reset(seed=[6, 7])[0]).all()
    first = one.reset(seed=5)[0]
    assert (one.reset()[0] != first).any()
    one.reset(seed=5)
    assert (one.reset(seed=[None, None, 7])[0][2] == first[2]).all()


def test_arrays_of_earlier_steps_stay_as_they_were() -> None:
    for copy in (True, False):
        env = VectorEnv(3, "udaka", copy=copy)
        rows, info = env.reset(seed=5)
        kept, mask = rows.copy(), info["action_mask"].copy()
        for _ in range(5):
            env.step(env.action_masks().argmax(axis=1))
        assert (rows == kept).all() and (info["action_mask"] == mask).all()
        assert rows.flags.writeable == copy


def test_wrong_use_is_an_error() -> None:
    env = VectorEnv(3, "udaka", autoreset_mode=AutoresetMode.DISABLED, max_cycles=1)
    with pytest.raises(ResetNeeded):
        env.step([0, 0, 0])
    with pytest.raises(ResetNeeded):
        env.reset(options={"reset_mask": np.array([True, False, False])})
    with pytest.raises(ValueError, match="2 seeds"):
        env.reset(seed=[1, 2])
    env.reset(seed=1)
    for mask in ([True] * 3, np.ones(2, bool), np.ones(3), np.zeros(3, bool)):
        with pytest.raises(ValueError, match="reset_mask must be"):
            env.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match="3 actions"):
        env.step([0, 0])
    _, _, _, truncated, _ = env.step(env.action_masks().argmax(axis=1))
    assert truncated.all()
    with pytest.raises(ResetNeeded):
        env.step([0, 0, 0])


def test_an_illegal_action_can_be_an_error_that_changes_nothing() -> None:
    env = VectorEnv(3, "udaka", illegal="raise")
    _, info = env.reset(seed=1)
    legal = info["action_mask"].argmax(axis=1)
    wrong = legal.copy()
    wrong[2] = np.flatnonzero(info["action_mask"][2] == 0)[0]
    with pytest.raises(ValueError, match="UD-"):
        env.step(wrong)
    twin = VectorEnv(3, "udaka", illegal="raise")
    twin.reset(seed=1)
    assert data_equivalence(env.step(legal), twin.step(legal), exact=True)


def test_tables_can_be_drawn() -> None:
    env = make_vec(env_id(find("udaka")), num_envs=2, render_mode="ansi")
    env.reset(seed=1)
    drawn = env.render()
    assert drawn is not None and len(drawn) == 2 and drawn[0] != drawn[1]
