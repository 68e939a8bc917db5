"""The games as environments of Gymnasium, by its own checker, and what they promise besides."""

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence

from budokan.bridges.common import env_games, env_id
from budokan.bridges.gym import Env
from budokan.kit import card_file
from budokan.kit.action_ids import legal_ids
from budokan.kit.errors import Refusal
from budokan.kit.game import find, find_all
from tests.kit.settings import card_files
from tests.sampling import a_few

OPTIONS = {
    "dojo_duel": {"fan": "holder"},
    "kenpo_masters": {"side_kick_optional": True},
    "martial_art": {"mode": "black"},
    "master_udo": {},
    "udaka": {"udaka_counts": False},
}
GAMES = [pytest.param(name, id=game.id) for name, game in env_games().items()]
ROUNDS = 40
make: Any = gymnasium.make


def play(env: Any, seed: int, steps: int = 10_000) -> tuple[list[Any], float]:
    """A random match: all that was seen, and the reward."""
    pick = np.random.default_rng(seed)
    found = [env.reset(seed=seed)]
    info = found[0][1]
    for _ in range(steps):
        action = int(pick.choice(np.flatnonzero(info["action_mask"])))
        row, reward, terminated, truncated, info = env.step(action)
        found.append((row, reward, terminated, truncated, info))
        if terminated or truncated:
            break
    return found, found[-1][1]


def test_every_game_is_registered_with_the_version_of_its_rules() -> None:
    assert len(env_games()) == len(find_all()) == 5
    for game in find_all().values():
        spec = gymnasium.spec(env_id(game))
        assert spec.version == game.version and spec.vector_entry_point


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_finds_no_fault(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(name).unwrapped)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_finds_no_fault_with_other_settings(name: str) -> None:
    game = env_games()[name]
    seats = {"seats": game.seats[-1]} if len(game.seats) > 1 else {}
    settings = {"options": OPTIONS[game.id], "opponent": "greedy", "skip_forced": True, "seat": "A"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(name, **seats, **settings).unwrapped, skip_render_check=True)


def test_a_plain_import_registers_the_games() -> None:
    code = "import budokan.bridges.gym, gymnasium; gymnasium.make('budokan/Udaka-v1').reset(seed=1)"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=60)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_follows_from_its_seed(name: str) -> None:
    one, two = make(name, seat="any"), make(name, seat="any")
    assert data_equivalence(play(one, 7)[0], play(two, 7)[0], exact=True)
    assert not data_equivalence(play(one, 7)[0], play(two, 8)[0], exact=True)


@pytest.mark.parametrize("name", a_few(env_games(), 2, "gym masks"))
def test_the_mask_is_what_the_rules_allow(name: str) -> None:
    env = make(name).unwrapped
    assert isinstance(env, Env)
    pick = np.random.default_rng(1)
    _, info = env.reset(seed=3)
    for _ in range(ROUNDS):
        state, seat = env.tables.batch.states[0], info["seat"]
        legal = legal_ids(env.tables.game.action_ids, state, seat)
        assert np.flatnonzero(info["action_mask"]).tolist() == legal
        assert np.flatnonzero(env.action_masks()).tolist() == legal
        assert all(env.action_names()[id] for id in legal)
        _, _, terminated, _, info = env.step(int(pick.choice(legal)))
        if terminated:
            assert not info["action_mask"].any()
            _, info = env.reset()


def test_rewards_are_what_the_seat_that_acts_gets() -> None:
    env = make("budokan/Udaka-v1", seats=3, seat="B", opponent="greedy")
    for seed in range(5):
        found, reward = play(env, seed)
        rewards = found[-1][4]["rewards"]
        assert reward == rewards[1] and rewards.sum() == pytest.approx(0) and rewards.any()
        assert all(not each[1] and not each[4]["rewards"].any() for each in found[1:-1])
        assert {each[-1]["seat"] for each in found} == {1}


def test_a_seat_is_drawn_for_each_match() -> None:
    env = make("budokan/Udaka-v1", seats=2)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1}


def test_all_seats_can_be_played() -> None:
    env = make("budokan/Udaka-v1", seats=2, seat="all")
    found, reward = play(env, 3)
    assert {each[-1]["seat"] for each in found} == {0, 1}
    last = found[-1][4]
    assert reward == last["rewards"][last["seat"]]


def test_a_puzzle_is_played_alone() -> None:
    env = make("budokan/MasterUdo-v2")
    found, reward = play(env, 5)
    assert found[-1][2] and 0 <= reward <= 1


def test_an_illegal_action_loses_and_says_why() -> None:
    env = make("budokan/Udaka-v1", seats=2, seat="A", disable_env_checker=True)
    for wrong in ("single J from A", 33, -1, 10**6):
        _, info = env.reset(seed=4)
        action = env.unwrapped.action_names().index(wrong) if isinstance(wrong, str) else wrong
        assert not (0 <= action < 34 and info["action_mask"][action])
        _, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated) == (-1.0, True, False)
        assert info["illegal"].endswith((".", ")")) and info["rewards"].tolist() == [-1, 1]
        with pytest.raises(ResetNeeded):
            env.unwrapped.step(0)


def test_the_reason_names_the_clause() -> None:
    env = make("budokan/Udaka-v1", seats=2, seat="A")
    env.reset(seed=4)
    illegal = np.flatnonzero(~env.unwrapped.action_masks())
    *_, info = env.step(int(illegal[0]))
    assert "(UD-" in info["illegal"]


def test_an_illegal_action_can_be_an_error_that_changes_nothing() -> None:
    env = make("budokan/Udaka-v1", seats=2, seat="A", illegal="raise").unwrapped
    row, info = env.reset(seed=4)
    with pytest.raises(ValueError, match="UD-"):
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (env.tables.observations()[0] == row).all()
    env.step(int(np.flatnonzero(info["action_mask"])[0]))


def test_forced_actions_can_be_skipped() -> None:
    lengths = []
    for skip in (False, True):
        env = make("budokan/DojoDuel-v1", seat="A", skip_forced=skip)
        found, _ = play(env, 3)
        masks = [each[-1]["action_mask"].sum() for each in found[:-1]]
        assert (min(masks) > 1) == skip
        lengths.append(len(found))
    assert lengths[1] < lengths[0]


def test_a_match_can_be_cut_short() -> None:
    env = make("budokan/Udaka-v1", seats=2, max_cycles=6)
    found, reward = play(env, 3)
    *_, terminated, truncated, info = found[-1]
    assert (terminated, truncated, reward, info["decisions"]) == (False, True, 0.0, 6)


def test_cards_of_ones_own_are_named_and_shown() -> None:
    game = find("dojo_duel")
    own = card_file.read(card_files(game)[0])
    plain, env = (make(env_id(game), cards=cards).unwrapped for cards in (None, own))
    hashes = [each.reset(seed=1)[1]["cards"] for each in (plain, env)]
    assert hashes == [game.data.hash, game.setup(overlay=own).data.hash]
    assert hashes[0] != hashes[1]
    assert plain.observation_space == env.observation_space
    tables = [each.cards() for each in (plain, env)]
    assert tables[0].keys() == tables[1].keys()
    assert any((tables[0][name] != tables[1][name]).any() for name in tables[0])


@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array"])
def test_a_table_can_be_drawn(mode: str) -> None:
    env = make("budokan/Udaka-v1", seats=2, render_mode=mode)
    env.reset(seed=1)
    drawn = env.render()
    if mode == "rgb_array":
        assert drawn.dtype == np.uint8 and drawn.shape[2] == 3 and drawn.std() > 1
    else:
        assert drawn.startswith("<svg") == (mode == "svg") and len(drawn) > 500


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"seat": "C"}, "There is no seat 'C'"),
        ({"seat": 2}, "There is no seat 2"),
        ({"seats": 9}, "for 2 to 6 players"),
        ({"opponent": "purple"}, "There is no agent 'purple'"),
        ({"opponent": ["greedy"]}, "1 opponents for 2 seats"),
        ({"opponent": "engine:touch x"}, "There is no agent"),
        ({"illegal": "forgive"}, "There is no answer to illegal actions 'forgive'"),
        ({"render_mode": "opera"}, "There is no render mode 'opera'"),
        ({"options": {"fly": 1}}, "There is no udaka option 'fly'"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(Refusal, match=told):
        Env("udaka", **{"seats": 2, **settings})


def test_rendering_needs_a_mode() -> None:
    env = Env("udaka")
    env.reset(seed=1)
    with pytest.raises(Refusal, match="give a render_mode"):
        env.render()


@pytest.mark.parametrize("module", ["gym", "vector"])
def test_a_missing_extra_is_named(module: str) -> None:
    code = f"import sys; sys.modules['gymnasium'] = None; import budokan.bridges.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode
    last = done.stderr.strip().splitlines()[-1]
    assert "which is not installed: pip install" in last
