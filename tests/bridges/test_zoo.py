"""PettingZoo's own kit on every game and number of seats; pytest turns its warnings into errors."""

import random
import sys
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.state_test import test_state as check_state
from pettingzoo.test.state_test import test_state_space as check_state_space

from budokan.bridges import zoo
from budokan.bridges.batch import Conduct
from budokan.bridges.common import PIXELS, RENDER_MODES, SVG, env_games, env_id
from budokan.bridges.make import batch_of
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from tests.sampling import a_few

GAMES = list(env_games().values())
NOT_DEFAULT: dict[str, dict[str, Any]] = {
    "dojo_duel": {"kicker_mode": "simultaneous"},
    "kenpo_masters": {"target_score": 10},
    "martial_art": {"mode": "black"},
    "master_udo": {"max_turns_per_fight": 3},
    "udaka": {"pair_takes": "all"},
}
TABLES = [
    pytest.param(game.id, seats, options, id=f"{game.id} {seats} {' '.join(options)}".strip())
    for game in GAMES
    for seats in game.seats
    for options in ({}, NOT_DEFAULT[game.id])
]
# Where the mask is part of the observation, the kit exempts only its own environments.
OF_DICTS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
}


def legal(env: zoo.Env) -> list[int]:
    mask = env.infos[env.agent_selection]["action_mask"]
    return [int(id) for id in np.flatnonzero(mask)]


def play(env: zoo.Env, steps: int = 10**6, seed: int = 1) -> None:
    """Play at random until some agent is told that the match is over."""
    pick = random.Random(seed)
    for _ in range(steps):
        if any(env.terminations.values()) or any(env.truncations.values()):
            return
        env.step(pick.choice(legal(env)))


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_the_kit_passes(game: str, seats: int, options: dict[str, Any]) -> None:
    def make(**given: Any) -> Any:
        name = env_id(find(game))
        return pettingzoo.make("aec", name, seats=seats, options=options, **given)

    api_test(make(), num_cycles=400)
    seed_test(make, num_cycles=40)
    check_state_space(make())
    check_state(make(), num_cycles=40)


@pytest.mark.parametrize("mode", [mode for mode in RENDER_MODES if mode != PIXELS])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_is_rendered(game: Any, mode: str) -> None:
    render_as(game.id, game.seats[-1], mode)


@pytest.mark.parametrize("game", a_few(GAMES, 1, "pixels"), ids=lambda game: game.id)
def test_every_game_is_rendered_in_pixels(game: Any) -> None:
    render_as(game.id, game.seats[-1], PIXELS)


def render_as(game: str, seats: int, mode: str) -> None:
    def make(render_mode: str) -> zoo.Env:
        env = zoo.env(game, seats, render_mode=render_mode)
        env.metadata["render_modes"] = [mode]
        return env

    render_test(make, {SVG: lambda svg: svg.startswith("<svg")})


def test_a_picture_in_pixels_is_the_table_and_not_one_colour() -> None:
    env = zoo.env("udaka", 2, render_mode=PIXELS)
    env.reset(seed=1)
    first = env.render()
    play(env, 10)
    assert first.shape[1:] == (900, 3) and len(np.unique(first)) > 100
    assert not np.array_equal(first, env.render())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_mask_is_part_of_the_observation_on_request(game: Any) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(zoo.env(game.id, mask="observation"), num_cycles=50)
    assert {str(each.message) for each in caught} == OF_DICTS
    env = zoo.env(game.id, mask="observation")
    env.reset(seed=2)
    observation, *_, info = env.last()
    assert np.array_equal(observation["action_mask"], info["action_mask"])
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


@pytest.mark.parametrize("skip_forced", [False, True])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_match_is_that_of_the_batch(game: Any, skip_forced: bool) -> None:
    """Same seed, same choices: same agents, masks, observations and rewards, for two matches."""
    env = zoo.env(game.id, skip_forced=skip_forced)
    batch = batch_of(game, env.setup, 1, conduct=Conduct(skip_forced=skip_forced))
    env.reset(seed=5)
    batch.reset(5)
    pick, ends = random.Random(3), 0
    for _ in range(300):
        seat = int(batch.seats[0])
        assert env.agent_selection == f"player_{seat}"
        observation, *_, info = env.last()
        assert [*batch.masks] == info["action_mask"].tolist()
        assert [*batch.observations] == observation.tolist()
        assert list(batch.rewards) == list(env.rewards.values())
        if batch.terminations[0]:
            assert all(env.terminations.values())
            ends += 1
            id = 0
            env.reset()
        else:
            id = pick.choice(legal(env))
            assert not skip_forced or len(legal(env)) > 1
            env.step(id)
        batch.step(id.to_bytes(8, "little"))
    assert ends or game.id == "martial_art"  # whose matches are longer


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_an_illegal_action_loses(game: Any) -> None:
    env = zoo.env(game.id)
    env.reset(seed=3)
    play(env, 5)
    loser = env.agent_selection
    wrong = next(id for id in range(env.action_space(loser).n) if id not in legal(env))
    env.step(wrong)
    assert all(env.terminations.values()) and not any(env.truncations.values())
    alone = len(env.agents) == 1
    assert (
        env.rewards[loser]
        == min(env.rewards.values())
        == (0 if alone else -1 / (len(env.agents) - 1))
    )
    assert abs(sum(env.rewards.values())) < 1e-9
    assert env.infos[loser]["illegal"]
    assert all("illegal" not in env.infos[agent] for agent in env.agents if agent != loser)
    env.reset()
    assert env.agents == env.possible_agents and legal(env)


def test_an_illegal_action_is_an_error_on_request() -> None:
    env = zoo.env("udaka", 2, illegal="raise")
    env.reset(seed=3)
    before, agent = env.state(), env.agent_selection
    wrong = next(id for id in range(env.action_space(agent).n) if id not in legal(env))
    for id, told in (
        (wrong, r"is not possible: .* \(UD-"),
        (-1, "There is no action -1"),
        (10**6, "numbered 0 to"),
    ):
        with pytest.raises(ValueError, match=told):
            env.step(id)
    assert np.array_equal(env.state(), before) and env.agent_selection == agent
    play(env)
    assert all(env.terminations.values())


def test_a_long_match_is_cut_short() -> None:
    env = zoo.env("kenpo_masters", max_cycles=7)
    env.reset(seed=1)
    play(env, 6)
    assert not any(env.truncations.values())
    env.step(legal(env)[0])
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_a_match_without_end_needs_a_limit() -> None:
    with pytest.raises(Refusal, match="max_cycles"):
        zoo.env("kenpo_masters", options={"turn_cap": 0})
    assert zoo.env("kenpo_masters", options={"turn_cap": 0}, max_cycles=9)


def test_two_teams_share_their_rewards() -> None:
    env = zoo.env("martial_art", 4, {"layout": "team", "max_rounds": 4})
    assert sorted(len(team) for team in env.teams) == [2, 2]
    env.reset(seed=4)
    play(env)
    for team in env.teams:
        assert len({env.rewards[agent] for agent in team}) == 1
    assert abs(sum(env.rewards.values())) < 1e-9
    assert [len(team) for team in zoo.env("martial_art", 4).teams] == [1, 1, 1, 1]


def test_cards_of_ones_own_are_told() -> None:
    game = find("udaka")
    ours = zoo.env("udaka", 2)
    theirs = zoo.env("udaka", 2, cards=game.folder / "tests" / "cards" / "plenty.toml")
    for env in (ours, theirs):
        env.reset(seed=1)
        assert env.infos["player_0"]["cards"] == env.setup.data.hash
        assert env.infos["player_0"]["rules"] == game.version
    assert ours.infos["player_0"]["cards"] != theirs.infos["player_0"]["cards"]
    tables = ours.cards(), theirs.cards()
    assert tables[0].keys() == tables[1].keys()
    assert any(not np.array_equal(tables[0][name], tables[1][name]) for name in tables[0])


def test_names_of_actions_are_those_of_the_notation() -> None:
    env = zoo.env("udaka", 2)
    names = env.action_names()
    assert len(names) == env.action_space("player_0").n and "pair A" in names


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"mask": "nowhere"}, "place of the mask"),
        ({"illegal": "shrug"}, "answer to illegal actions"),
        ({"render_mode": "oil"}, "render mode"),
        ({"viewer": "player_7"}, "viewer"),
    ],
)
def test_misspelt_words_are_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(Refusal, match=told):
        zoo.env("udaka", 2, **given)


def test_rendering_needs_a_mode() -> None:
    env = zoo.env("udaka", 2)
    env.reset(seed=1)
    with pytest.raises(Refusal, match="render_mode"):
        env.render()


def test_a_spectator_sees_no_hand() -> None:
    shown = {}
    for viewer in ("spectator", "player_0", "player_1"):
        env = zoo.env("udaka", 2, render_mode="ansi", viewer=viewer)
        env.reset(seed=1)
        shown[viewer] = env.render()
    assert len(set(shown.values())) == 3


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "budokan.bridges.zoo")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r"needs pettingzoo.*pip install 'budokan\["):
        import budokan.bridges.zoo  # noqa: F401
