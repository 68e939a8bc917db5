"""Matches as a VecEnv of Stable-Baselines3; needs sb3-contrib, which no lock file installs."""

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest

from budokan.bridges.common import env_games

INSTALL = "Stable-Baselines3 is not installed; pip install sb3-contrib (it brings torch)"
make: Any = gymnasium.make
make_vec: Any = gymnasium.make_vec


@pytest.fixture(scope="module")
def sb3() -> Any:
    pytest.importorskip("stable_baselines3", reason=INSTALL)
    from budokan.bridges import sb3

    return sb3


@pytest.mark.parametrize("name", env_games())
def test_its_checker_finds_no_fault(name: str, sb3: Any) -> None:
    from stable_baselines3.common.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(name).unwrapped)


def test_it_equals_the_vector_environment(sb3: Any) -> None:
    settings = {"seats": 3, "opponent": "greedy", "max_cycles": 60}
    mine = sb3.VecEnv(4, "udaka", **settings)
    other = make_vec("budokan/Udaka-v1", 4, autoreset_mode="SameStep", **settings)
    mine.seed(5)
    assert (mine.reset() == other.reset(seed=5)[0]).all()
    ends = 0
    for _ in range(200):
        masks = np.stack(mine.env_method("action_masks"))
        actions = masks.argmax(axis=1)
        rows, rewards, ended, infos = mine.step(actions)
        theirs, payoffs, terminated, truncated, info = other.step(actions)
        assert (rows == theirs).all() and (rewards == payoffs.astype(np.float32)).all()
        assert (ended == (terminated | truncated)).all()
        for i in np.flatnonzero(ended):
            ends += 1
            assert (infos[i]["terminal_observation"] == info["final_obs"][i]).all()
            assert infos[i]["TimeLimit.truncated"] == truncated[i]
            assert infos[i]["episode"]["r"] == pytest.approx(payoffs[i])
        assert all(not infos[i] for i in np.flatnonzero(~ended))
    assert ends > 5


def test_masks_of_some_places(sb3: Any) -> None:
    env = sb3.VecEnv(4, "udaka")
    env.reset()
    masks = env.action_masks()
    assert (np.stack(env.env_method("action_masks", indices=[3, 1])) == masks[[3, 1]]).all()
    assert env.has_attr("action_masks") and not env.has_attr("steering_wheel")
    with pytest.raises(AttributeError, match="no method"):
        env.env_method("fly")
    with pytest.raises(AttributeError):
        env.set_attr("render_mode", "svg")


def test_tables_are_drawn_as_pixels(sb3: Any) -> None:
    env = sb3.VecEnv(2, "udaka", render_mode="rgb_array")
    env.reset()
    assert all(image.shape[2] == 3 for image in env.get_images())


def test_maskable_ppo_learns_on_it(sb3: Any) -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib", reason=INSTALL)
    env = sb3.VecEnv(8, "udaka", seats=2, illegal="raise")  # a wrong mask would be an error
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=64, n_epochs=1, seed=1, device="cpu")
    before = model.policy.action_net.weight.detach().clone()
    model.learn(1024)
    assert (model.policy.action_net.weight != before).any()
    assert model.ep_info_buffer and all(-1 <= each["r"] <= 1 for each in model.ep_info_buffer)


def test_without_it_a_sentence_says_what_to_install() -> None:
    code = "import sys; sys.modules['stable_baselines3'] = None; import budokan.bridges.sb3"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    told = "This needs Stable-Baselines3, which is not installed: pip install sb3-contrib"
    assert done.returncode and told in done.stderr
