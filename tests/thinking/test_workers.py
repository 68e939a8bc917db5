"""Thinking apart from the table: turns are planned, in time, and can be cancelled at once."""

import asyncio
import os
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from budokan.agents.ismcts import Search
from budokan.kit.contract import CHANCE
from budokan.kit.errors import Refusal
from budokan.kit.game import find, find_all
from budokan.match.match import CodedMatch
from budokan.server import documents
from budokan.server.app import make_app
from budokan.terminal.hosts.local import LocalHost
from budokan.terminal.tui.form import Form
from budokan.thinking import messages, turns
from budokan.thinking import workers as pool
from budokan.thinking.cancel import Deadline
from budokan.thinking.messages import Plan, Task, task, think, view_key
from budokan.thinking.turns import LEAST, SHARE, Turn, Turns
from budokan.thinking.workers import Workers
from tests.server.hall import HOST, NearBots, Visitor

LONG = "search:20000"


def new_match(game: str, seed: str = "minds") -> CodedMatch:
    match = CodedMatch(find(game), find(game).setup(), seed=seed)
    match.begin()
    return match


def settle(coroutine: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(coroutine, 60))


class Asked:
    """Thinks here, and keeps what it was asked."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []

    async def __call__(self, given: Task) -> Plan:
        self.tasks.append(given)
        return think(given)


# -- plans ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", find_all())
def test_a_turn_is_thought_once(game: str) -> None:
    """Nobody is asked about a forced step, nor again about a turn that goes as planned."""
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


def test_a_plan_for_another_sight_is_thrown_away() -> None:
    match, planning, asked = new_match("master_udo"), Turns(), Asked()

    async def wrong(given: Task) -> Plan:
        plan = await asked(given)
        seen = view_key(match.view(0))
        return {seen: plan[seen]} | {f"not {later}": plan[later] for later in plan if later != seen}

    for n in range(1, 6):
        while planning.known(match, 0) is not None:
            match.play(0, planning.known(match, 0) or 0)
        match.play(0, settle(planning.next(match, 0, "random", wrong)))
        assert len(asked.tasks) == n


def test_a_plan_ends_with_its_turn() -> None:
    """The same observation in a later turn is thought about anew."""
    match, planning, asked = new_match("udaka"), Turns(), Asked()
    seat = match.acting[0]
    settle(planning.next(match, seat, "greedy", asked))
    assert planning.known(match, seat) is not None
    turn = planning._turns[seat]
    turn.start -= 1
    assert len(match.legal(seat)) > 1 and planning.known(match, seat) is None


# -- time -----------------------------------------------------------------------------------------


def test_the_steps_of_a_turn_share_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    match, planning, now = new_match("udaka"), Turns(), [100.0]
    monkeypatch.setattr(turns, "monotonic", lambda: now[0])
    left: list[float] = []

    async def slow(given: Task) -> Plan:
        left.append(given.until - now[0])
        now[0] += 0.4
        return {view_key(match.view(given.seat)): 0}

    seat = match.acting[0]
    assert len(match.legal(seat)) > 1
    for _ in range(3):
        planning.turn(match, seat).plan = {}
        settle(planning.next(match, seat, "brown", slow))
    assert left == pytest.approx([SHARE * 0.5, SHARE * 0.1, LEAST])
    assert Turn(0).until(" Black") - now[0] == pytest.approx(SHARE * 2.0)
    assert Turn(0).until("search:500") == 0.0


@pytest.mark.parametrize("game", find_all())
def test_a_turn_lasts_until_somebody_else_acts(game: str) -> None:
    match, planning = new_match(game), Turns()
    for _ in range(40):
        if match.over:
            break
        seat = match.acting[0]
        turn, before = planning.turn(match, seat), len(match.entries)
        match.play(seat, planning.here(match, seat, "random"))
        others = {entry.seat for entry in match.entries[before:]} - {seat}
        ends = bool(others) if match.setup.seats == 1 else bool(others - {CHANCE})
        assert (planning.turn(match, seat) is turn) != ends


def test_a_search_ends_in_time() -> None:
    """What it has found until then is its answer, or what looks best."""
    match = new_match("dojo_duel")
    seat = match.acting[0]
    plan = think(task(match, seat, LONG, until=time.monotonic()))
    assert plan[view_key(match.view(seat))] in match.legal(seat)
    search = messages._agent(LONG, "dojo_duel")
    assert isinstance(search, Search) and search.visits[0] < 1000


# -- workers --------------------------------------------------------------------------------------


def who(_: object) -> int:
    return os.getpid()


def until_unwanted(sign: str) -> None:
    Path(sign).touch()
    deadline = Deadline()
    while not deadline.is_set():
        time.sleep(0.001)


def deaf(sign: str) -> None:
    Path(sign).touch()
    while True:
        time.sleep(1)


def refuse(_: object) -> None:
    raise Refusal("No.")


def die(_: object) -> None:
    os._exit(1)


async def started(sign: Path) -> None:
    while not sign.exists():
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("job", [until_unwanted, deaf])
def test_an_unwanted_thought_frees_its_worker(job: Callable[[str], None], tmp_path: Path) -> None:
    """One that hears of it goes on to the next job; one that does not is replaced."""

    async def test() -> None:
        workers = Workers(1)
        process = await workers.run(who, None)
        thinking = asyncio.create_task(workers.run(job, str(tmp_path / "sign")))
        await started(tmp_path / "sign")
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
        assert (await workers.run(who, None) == process) == (job is until_unwanted)
        assert len(workers.running) == 1
        workers.close()

    settle(test())


def test_a_search_stops_when_it_is_unwanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "GRACE", 30.0)
    match = new_match("kenpo_masters")
    given = task(match, match.acting[0], LONG)

    async def test() -> None:
        workers = Workers(1)
        process = await workers.run(who, None)
        thinking = asyncio.create_task(workers.run(think, given))
        await asyncio.sleep(0.05)
        thinking.cancel()
        assert await workers.run(who, None) == process
        workers.close()

    settle(test())


def test_what_goes_wrong_in_a_worker_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "TRIES", 1)

    async def test() -> None:
        workers = Workers(1)
        workers.warm()
        assert len(workers.running) == 1
        with pytest.raises(Refusal, match=r"^No\.$"):
            await workers.run(refuse, None)
        with pytest.raises(RuntimeError, match="ValueError"):
            await workers.run(int, "x")
        with pytest.raises(Refusal, match="cannot think now"):
            await workers.run(die, None)
        assert await workers.run(who, None) != os.getpid()
        workers.close()
        with pytest.raises(Refusal, match="cannot think now"):
            await workers.run(who, None)

    settle(test())


# -- tables ---------------------------------------------------------------------------------------


class Dreamer(NearBots):
    """Thinks until nobody wants it."""

    def __init__(self) -> None:
        super().__init__()
        self.dreams, self.woken = threading.Event(), threading.Event()

    async def run(self, work: Callable[[Any], Any], given: Any) -> Any:
        self.dreams.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.woken.set()


def test_giving_up_in_the_hall_ends_the_thought_of_a_bot(tmp_path: Path) -> None:
    bots = Dreamer()
    with TestClient(make_app(tmp_path, bots=bots), base_url=HOST) as client:
        ann = Visitor(client)
        with ann.sit(ann.table("udaka", "me", "greedy")["id"]) as me:
            me.hear()
            while not bots.dreams.is_set():
                if me.actions():
                    me.act(me.actions()[0])
                    me.hear()
            assert not bots.woken.is_set()
            me.say("concede", seat=0)
            assert me.hear()["over"]
            assert bots.woken.wait(20)


def test_giving_up_in_the_terminal_ends_the_thought_of_an_agent() -> None:
    async def test() -> None:
        host = LocalHost(new_match("dojo_duel"), ("human", LONG), pace=0)
        running = asyncio.create_task(host.run())
        while host.thinking is None:
            if 0 in host.match.acting:
                host.act(0, host.match.ply(0), host.match.scene(0).choices[0].action)
            await asyncio.sleep(0.01)
        host.concede(0)
        await running
        assert host.match.over and host.thinking.cancelled() and not host.minds.running

    settle(test())


# -- belts ----------------------------------------------------------------------------------------

TOY_BELTS = {"white": {"iterations": 5, "slips": 50}, "green": {"iterations": 20}}
TOY_STYLE = {"guided": 100, "horizon": 0, "led": True}


def test_belts_are_offered_first_and_play(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("dojo_duel")
    monkeypatch.setitem(game.__dict__, "belts", TOY_BELTS)
    monkeypatch.setitem(game.__dict__, "search_style", TOY_STYLE)
    messages._agent.cache_clear()
    told = documents.game(game)
    assert [bot["name"] for bot in told["agents"]][:3] == ["white", "green", "random"]
    rows = {row.key: row for row in Form(game).rows}
    assert told["opponent"] == rows["seat.1"].value == "green"
    assert rows["seat.1"].values[:3] == ["human", "white", "green"]
    match, planning = new_match("dojo_duel"), Turns()
    for _ in range(30):
        seat = match.acting[0]
        match.play(seat, planning.here(match, seat, ("white", "green")[seat]))
    messages._agent.cache_clear()


def test_without_belts_a_newcomer_meets_greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(find("udaka").__dict__, "belts", {})
    assert documents.game(find("udaka"))["opponent"] == "greedy"
