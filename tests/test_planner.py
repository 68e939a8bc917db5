"""Games that bring a planner: the agent `solver`, and par."""

import pytest

from budokan.agents.named import NAMES, Planner, find_agent, names
from budokan.kit.errors import Refusal
from budokan.kit.game import find, find_all
from budokan.lab.par import par
from budokan.lab.simulate import Job, report, simulate
from budokan.play.match import Match

UDO = find("master_udo")


def test_solver_is_for_games_with_a_planner() -> None:
    for game in find_all().values():
        if game.planner is None:
            with pytest.raises(Refusal, match="no agent 'solver'"):
                find_agent("solver", game)
            assert names(game) == NAMES
        else:
            assert isinstance(find_agent("solver", game), Planner)
            assert "solver" in names(game)
    with pytest.raises(Refusal, match="no agent 'solver'"):
        find_agent("solver")
    with pytest.raises(Refusal, match="iterations must be 1"):
        find_agent("solver:0", UDO)


def test_par_is_the_same_for_everyone() -> None:
    setup = UDO.setup(1, {"masters": "medium", "max_turns_per_fight": 3})
    first = par(UDO, setup, "daily 2026-11-16", 6)
    assert first == par(UDO, setup, "daily 2026-11-16", 6)
    assert 0 <= first.score <= 1
    assert first.result.startswith("Par ")
    with pytest.raises(Refusal, match="no par"):
        par(find("udaka"), find("udaka").setup(2), "x")


def test_a_lone_player_wins_above_one_half() -> None:
    options = {"masters": "easy", "max_turns_per_fight": 50}
    job = Job("master_udo", 1, options, {}, {}, ("greedy",), 3)
    found = report(job, simulate(job, 6, 1, lambda _: None))
    assert found["seat"][0]["won"] == pytest.approx(found["events"]["win"])
    assert found["draws"] == 0
    lost = Job("master_udo", 1, options, {}, {}, ("random",), 3)
    assert report(lost, simulate(lost, 6, 1, lambda _: None))["seat"][0]["won"] == 0


def test_the_day_is_one_deal_for_all() -> None:
    assert UDO.daily is not None
    switches, seed = UDO.daily("2026-11-16")
    shown = []
    for _ in range(2):
        match = Match(UDO, UDO.setup(1, switches), seed=seed)
        match.play(0, UDO.notation.parse("fight zen"))
        shown.append(match.entries)
    assert shown[0] == shown[1]
