"""Games that bring a planner: the agent `solver`, and par."""

import msgspec
import pytest

from budokan.agents.belts import BELTS, PlannerAgent
from budokan.agents.registry import AMOUNTS, LABELS, find_agent, labels, names
from budokan.kit.contract import SPECTATOR
from budokan.kit.errors import Refusal
from budokan.kit.game import find, find_all
from budokan.kit.rng import Rng
from budokan.lab.simulate import Job, report, simulate
from budokan.match.chance import number
from budokan.match.match import CodedMatch
from budokan.match.table_spec import TableSpec
from budokan.thinking.par import Deal, Par, deal, par

UDO = find("master_udo")


def test_a_line_begins_with_its_label_and_names_the_amount() -> None:
    for name, label in labels(UDO).items():
        assert label and ";" not in label
        assert names(UDO)[name] == "; ".join(filter(None, [label, AMOUNTS.get(name)]))


def test_solver_is_for_games_with_a_planner() -> None:
    for game in find_all().values():
        if game.planner is None:
            with pytest.raises(Refusal, match="no agent 'solver'"):
                find_agent("solver", game)
            assert set(names(game)) == {*LABELS, *BELTS}
        else:
            assert isinstance(find_agent("solver", game), PlannerAgent)
            assert "solver" in names(game)
    with pytest.raises(Refusal, match="no agent 'solver'"):
        find_agent("solver")
    with pytest.raises(Refusal, match="iterations must be 1"):
        find_agent("solver:0", UDO)


def test_par_is_the_same_for_everyone() -> None:
    setup = UDO.setup(1, {"masters": "medium", "max_turns_per_fight": 3})
    given = deal(UDO, setup, "daily 2026-11-16", 6)
    steps: list[int] = []
    first = par(given, steps.append)
    assert first == par(msgspec.json.decode(msgspec.json.encode(given), type=Deal))
    assert steps == sorted(set(steps)) and steps
    assert 0 <= first.score <= 1
    assert first.result.startswith("the solver with 6 tries ")
    with pytest.raises(Refusal, match="no par"):
        deal(find("udaka"), find("udaka").setup(2), "x")


def test_par_compares_a_result() -> None:
    found = Par(0.5, "the solver falls.")
    assert found.told() == "Par for this deal: the solver falls."
    assert found.told(0.4).endswith("falls. You miss par.")
    assert found.told(0.5).endswith("falls. You reach par.")
    assert found.told(0.6).endswith("falls. You are above par.")


@pytest.mark.parametrize("hero", ["udo", "kai"])
def test_par_follows_the_switches(hero: str) -> None:
    """The match behind par is the one that the seed and the switches deal."""
    setup = UDO.setup(1, {"hero": hero, "masters": "easy", "max_turns_per_fight": 2})
    match = CodedMatch(UDO, setup, names=["the solver with 4 tries"], seed="7")
    rng = Rng(number("7", "par", 0))
    assert UDO.planner is not None
    while not match.over:
        match.play(0, UDO.planner(match.view(0), 0, rng, 4))
    assert par(deal(UDO, setup, "7", 4)) == (match.scores()[0], match.scene(SPECTATOR).result)


def test_a_lone_player_wins_above_one_half() -> None:
    options = {"masters": "easy", "max_turns_per_fight": 50}
    job = Job(TableSpec("master_udo", 1, options), ("greedy",), 3)
    found = report(job, simulate(job, 6, 1, lambda _: None))
    assert found["seat"][0]["won"] == pytest.approx(found["events"]["win"])
    assert found["draws"] == 0
    lost = Job(TableSpec("master_udo", 1, options), ("random",), 3)
    assert report(lost, simulate(lost, 6, 1, lambda _: None))["seat"][0]["won"] == 0


def test_the_daily_deal_is_the_same_for_everybody() -> None:
    assert UDO.daily is not None
    switches, seed = UDO.daily("2026-11-16")
    shown = []
    for _ in range(2):
        match = CodedMatch(UDO, UDO.setup(1, switches), seed=seed)
        match.play(0, UDO.notation.parse("fight zen"))
        shown.append(match.entries)
    assert shown[0] == shown[1]
