"""Turns of bots: planned once, in time."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any

import pytest

from budokan.agents.belts import HALL_SECONDS, PlannerAgent
from budokan.agents.ismcts import Search
from budokan.kit.contract import CHANCE
from budokan.kit.game import find, find_all
from budokan.kit.interrupts import let_ctrl_c_through
from budokan.match.match import CodedMatch
from budokan.thinking import messages
from budokan.thinking.messages import Task, Thought, task, think, view_key
from budokan.thinking.turns import LEAST, SHARE, Turns

LONG = "search:20000"


def new_match(game: str, seed: str = "minds") -> CodedMatch:
    match = CodedMatch(find(game), find(game).setup(), seed=seed)
    match.begin()
    return match


def settle(coroutine: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(coroutine, 60))


class Asked:
    """A thinker in this process that keeps its tasks."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []

    async def __call__(self, given: Task) -> Thought:
        self.tasks.append(given)
        return Thought(think(given), 0.0)


# -- plans ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", find_all())
def test_a_turn_is_planned_once(game: str) -> None:
    """A forced step needs no search, and a turn that goes as planned no second one."""
    match, planning, asked = new_match(game), Turns(), Asked()
    steps = 0
    while not match.over and steps < 60:
        seat = match.acting[0]
        legal, before = match.legal(seat), len(asked.tasks)
        match.play(seat, settle(planning.next(match, seat, "random", asked)))
        assert len(legal) > 1 or len(asked.tasks) == before
        steps += 1
    assert 0 < len(asked.tasks) <= steps
    if game in ("master_udo", "kenpo_masters", "martial_art"):
        assert len(asked.tasks) < steps


def test_a_plan_for_another_observation_is_thrown_away() -> None:
    match, planning, asked = new_match("master_udo"), Turns(), Asked()

    async def wrong(given: Task) -> Thought:
        plan, took = await asked(given)
        seen = view_key(match.view(0))
        others = {f"not {later}": plan[later] for later in plan if later != seen}
        return Thought({seen: plan[seen], **others}, took)

    for n in range(1, 6):
        while planning.known(match, 0) is not None:
            match.play(0, planning.known(match, 0) or 0)
        match.play(0, settle(planning.next(match, 0, "random", wrong)))
        assert len(asked.tasks) == n


def test_a_plan_ends_with_its_turn() -> None:
    """The same observation in a later turn needs a new thought."""
    match, planning, asked = new_match("udaka"), Turns(), Asked()
    seat = match.acting[0]
    settle(planning.next(match, seat, "greedy", asked))
    assert planning.known(match, seat) is not None
    turn = planning._turns[seat]
    turn.start -= 1
    assert len(match.legal(seat)) > 1 and planning.known(match, seat) is None


# -- time -----------------------------------------------------------------------------------------


def test_the_steps_of_a_turn_share_its_time() -> None:
    """Only thoughts count: the time until a worker is free weakens nobody."""
    match, planning = new_match("udaka"), Turns()
    left: list[float] = []

    async def slow(given: Task) -> Thought:
        await asyncio.sleep(0)
        left.append(given.seconds)
        return Thought({view_key(match.view(given.seat)): 0}, 0.4)

    seat = match.acting[0]
    assert len(match.legal(seat)) > 1
    for _ in range(3):
        planning.turn(match, seat).plan = {}
        settle(planning.next(match, seat, "brown", slow))
    assert left == pytest.approx([SHARE * 0.5, SHARE * 0.1, LEAST])


def test_every_search_has_a_limit_in_a_hall() -> None:
    hall, elsewhere = Turns(cap=HALL_SECONDS), Turns()
    for agent in ("search", "search:20000", " Solver:9", "black"):
        assert hall.limit(agent) == 2.0
    assert hall.limit("green") == elsewhere.limit("green") == 0.5
    assert elsewhere.limit("search:20000") == hall.limit("greedy") == hall.limit("random") == 0.0


@pytest.mark.parametrize("game", find_all())
def test_a_turn_lasts_until_another_seat_acts(game: str) -> None:
    match, planning = new_match(game), Turns()
    for _ in range(40):
        if match.over:
            break
        seat = match.acting[0]
        turn, before = planning.turn(match, seat), len(match.entries)
        match.play(seat, planning.next_here(match, seat, "random"))
        others = {entry.seat for entry in match.entries[before:]} - {seat}
        ends = bool(others) if match.setup.seats == 1 else bool(others - {CHANCE})
        assert (planning.turn(match, seat) is turn) != ends


def test_a_search_ends_in_time() -> None:
    """It answers with what it has found by then, or by heuristic."""
    match = new_match("dojo_duel")
    seat = match.acting[0]
    plan = think(task(match, seat, LONG, seconds=1e-9))
    assert plan[view_key(match.view(seat))] in match.legal(seat)
    search = messages._agent(LONG, "dojo_duel")
    assert isinstance(search, Search) and search.visits[0] < 1000


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no alarms")
def test_a_thought_that_looks_at_no_clock_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a game's planner may be; then the bot plays what looks best at first sight."""

    def endless(*_: object) -> int:
        while True:
            let_ctrl_c_through()

    match = new_match("udaka")
    seat = match.acting[0]
    monkeypatch.setattr(messages, "BREAK", 0.01)
    monkeypatch.setattr(messages, "_agent", lambda *_: PlannerAgent(endless, 1))
    plan = think(task(match, seat, "solver", seconds=2.0))
    assert list(plan) == [view_key(match.view(seat))]
    assert plan[view_key(match.view(seat))] in match.legal(seat)
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
