"""Jobs: who does them, who waits for them, what is kept of them, and who may have it."""

import asyncio
import dataclasses
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import ClientDisconnect, Request
from starlette.testclient import TestClient

from budokan.kit import card_file, guide
from budokan.kit.errors import Refusal
from budokan.kit.game import Game
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.server import card_drafts, own_cards
from budokan.server.app import make_app
from budokan.server.http.errors import TooManyError, TooSoonError
from budokan.server.http.waiting import while_connected
from budokan.server.jobs import FILM, BotWorkers, Jobs, Keep, Memory, Order
from budokan.server.routes import builder, games
from budokan.server.table.slices import SLICE, Slices
from budokan.store.backup import FILE
from budokan.store.job_results import Name
from budokan.store.store import Store
from budokan.thinking.workers import JOBS, Lane, TooLongError, Workers
from tests.server.hall import HOST, ThreadBots, ThreadHelpers, Visitor, hall, sit_down_once
from tests.server.test_replays import finished, kept_as, upload
from tests.server.test_tables import invited

CARDS = "[card.jab]\nhit_fr = 3\n"


class Gate(ThreadHelpers):
    """Helpers whose jobs wait until the gate is open; counts those begun and those dropped."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = self.dropped = 0
        self.open = asyncio.Event()

    async def run(
        self, work: Callable[[Any], Any], given: Any, lane: Lane = JOBS, owner: str = ""
    ) -> Any:
        self.begun += 1
        try:
            await self.open.wait()
        except asyncio.CancelledError:
            self.dropped += 1
            raise
        return work(given)


def within(folder: Path, work: Callable[[Jobs, Gate], Any]) -> None:
    """Do something with jobs that wait at a gate."""

    async def run() -> None:
        store, gate = Store(folder / FILE), Gate()
        jobs = Jobs(store, gate)
        try:
            await work(jobs, gate)
        finally:
            await jobs.close()
            store.close()

    asyncio.run(run())


def order(jobs: Jobs, owner: str, key: str, keep: Keep = Keep.NOWHERE) -> Order:
    async def make() -> bytes:
        return await jobs.run(FILM, owner, str.encode, key)

    return Order(FILM, owner, Name("film", "m", key), make, keep)


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


# -- shares and waiting ---------------------------------------------------------------------------


def test_each_owner_has_a_share_and_all_together_have_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(jobs: Jobs, gate: Gate) -> None:
        tasks = [
            asyncio.create_task(jobs.wait(order(jobs, "greedy", str(n)))) for n in range(FILM.share)
        ]
        await settle()
        sentence = f"You have {FILM.share} films in the making; wait for one of them."
        with pytest.raises(TooManyError, match=sentence):
            await jobs.wait(order(jobs, "greedy", "one more"))
        tasks.append(asyncio.create_task(jobs.wait(order(jobs, "other", "another"))))
        await settle()
        assert gate.begun == FILM.share + 1
        full = dataclasses.replace(FILM, waiting=0)
        with pytest.raises(TooSoonError, match="Many people wait for films now"):
            await jobs.wait(dataclasses.replace(order(jobs, "third", "x"), lane=full))
        gate.open.set()
        assert await asyncio.gather(*tasks) == [b"0", b"1", b"2", b"another"]
        assert await jobs.wait(order(jobs, "greedy", "later")) == b"later"

    within(tmp_path, work)


def test_a_second_asker_joins_and_the_last_to_leave_ends_the_job(tmp_path: Path) -> None:
    async def work(jobs: Jobs, gate: Gate) -> None:
        both = [asyncio.create_task(jobs.wait(order(jobs, who, "film"))) for who in ("a", "b")]
        await settle()
        assert gate.begun == 1
        both[0].cancel()
        await settle()
        assert gate.dropped == 0
        both[1].cancel()
        await settle()
        assert gate.dropped == 1
        again = asyncio.create_task(jobs.wait(order(jobs, "c", "film")))
        await settle()
        gate.open.set()
        assert await again == b"film" and gate.begun == 2

    within(tmp_path, work)


def test_what_is_asked_for_again_and_again_goes_on_alone(tmp_path: Path) -> None:
    async def work(jobs: Jobs, gate: Gate) -> None:
        wanted = order(jobs, "a", "par", Keep.STORE)
        assert await jobs.ask(wanted, begin=False) is None and not jobs.is_making(wanted.name)
        assert await jobs.ask(wanted) is None
        await settle()
        assert await jobs.ask(wanted) is None and gate.begun == 1
        gate.open.set()
        while jobs.is_making(wanted.name):
            await asyncio.sleep(0)
        assert await jobs.ask(wanted) == b"par" and gate.begun == 1

    within(tmp_path, work)


def test_a_failure_is_told_once(tmp_path: Path) -> None:
    async def work(jobs: Jobs, gate: Gate) -> None:
        tries = []

        async def make() -> bytes:
            tries.append(1)
            raise Refusal("No luck.")

        wanted = dataclasses.replace(order(jobs, "a", "par", Keep.STORE), make=make)
        assert await jobs.ask(wanted) is None
        await settle()
        with pytest.raises(Refusal, match="No luck"):
            await jobs.ask(wanted)
        assert await jobs.ask(wanted) is None and len(tries) == 1
        await settle()
        assert len(tries) == 2

    within(tmp_path, work)


def test_the_time_limit_gives_a_sentence_that_is_kept(tmp_path: Path) -> None:
    async def work(jobs: Jobs, gate: Gate) -> None:
        async def too_long(*given: Any) -> Any:
            gate.begun += 1
            raise TooLongError("limit")

        gate.run = too_long  # type: ignore[method-assign, assignment]
        for _ in range(2):
            with pytest.raises(TooLongError, match="too long to be shown as a film"):
                await jobs.wait(order(jobs, "a", "film", Keep.STORE))
        assert gate.begun == 1

    within(tmp_path, work)


def test_a_real_worker_is_stopped_at_the_limit(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(tmp_path / FILE)
        jobs = Jobs(store)
        try:
            with pytest.raises(TooLongError, match="too long to be shown as a film"):
                await jobs.run(dataclasses.replace(FILM, seconds=0.2), "a", _sleep, 600.0)
            assert await jobs.run(FILM, "a", str.encode, "x") == b"x"
        finally:
            await jobs.close()
            store.close()

    asyncio.run(run())


def _sleep(seconds: float) -> None:
    import time

    time.sleep(seconds)


def test_memory_has_room_for_so_many_bytes() -> None:
    memory = Memory(most=10)
    names = [Name("picture", "", str(n)) for n in range(3)]
    for name in names[:2]:
        memory.put(name, b"12345")
    assert memory.get(names[0]) == b"12345"
    memory.put(names[2], b"1234")
    assert [memory.get(name) is not None for name in names] == [True, False, True]
    memory.put(names[0], b"x" * 11)
    assert memory.size == 0 and not memory.found


def test_a_client_that_leaves_drops_its_work() -> None:
    async def run() -> None:
        left, stopped = asyncio.Event(), asyncio.Event()

        async def receive() -> dict[str, Any]:
            await left.wait()
            return {"type": "http.disconnect"}

        async def work() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                stopped.set()

        waiting = asyncio.create_task(while_connected(Request({"type": "http"}, receive), work()))
        await settle()
        assert not stopped.is_set()
        left.set()
        with pytest.raises(ClientDisconnect):
            await waiting
        assert stopped.is_set()

    asyncio.run(run())


def test_long_work_on_the_loop_is_done_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("budokan.server.table.slices.perf_counter", lambda: now[0])

    async def run() -> None:
        order: list[str] = []

        def steps(name: str) -> Any:
            for n in range(3):
                now[0] += SLICE
                order.append(f"{name}{n}")
                yield n

        async def other() -> None:
            for _ in range(3):
                order.append("other")
                await asyncio.sleep(0)

        slices = Slices()
        both = asyncio.gather(slices.last(steps("a")), other(), slices.last(steps("b")))
        first, _, second = await both
        assert first == second == 2
        assert order.index("a1") < order.index("a2") < order.index("b1")
        assert order[: order.index("a1")].count("other") == 3  # while the slices rest

    asyncio.run(run())


# -- in the hall ----------------------------------------------------------------------------------


class Bots(BotWorkers):
    """Processes that start when they are needed."""

    def warm(self) -> None:
        pass


def test_heavy_work_is_not_done_in_the_hall_s_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every route with heavy work answers although the hall's own process cannot do it."""
    text = record.write(finished("kenpo_masters"))

    def here(*given: Any, **named: Any) -> Any:
        raise AssertionError("done in the hall's process")

    app = make_app(tmp_path, workers=Bots(1))
    with TestClient(app, base_url=HOST) as client, monkeypatch.context() as poison:
        me = Visitor(client)
        running = me.table("kenpo_masters", "me", "me")["id"]
        sit_down_once(running, me)
        for owner, name in (
            (record, "restore"),
            (record, "parse"),
            (record, "write"),
            (CodedMatch, "seen"),
            (CodedMatch, "settled"),
            (card_file, "tables"),
            (card_file, "checked"),
            (card_drafts, "form"),
            (own_cards, "values"),
            (games, "game_rules"),
            (builder, "judge"),
            (guide, "play"),
            (Game, "_with_cards"),
        ):
            poison.setattr(owner, name, here)
        table = upload(me, text).json()["id"]
        cards = me.post("/api/cards/kenpo_masters", json={"cards": CARDS}).json()["hash"]
        draft = {"cards": CARDS}
        own = me.table("kenpo_masters", "me", "me", cards=cards)["id"]
        for path in (
            f"/api/tables/{table}/record",
            f"/api/tables/{table}/record?view=A",
            f"/api/tables/{table}/replay?view=B",
            f"/api/tables/{table}/verify",
            f"/api/tables/{table}/picture.svg?step=3",
            f"/api/tables/{table}/preview.png",
            f"/api/tables/{table}/cards",
            f"/api/tables/{running}/record",
            f"/api/tables/{running}/replay",
            f"/api/tables/{own}/replay",
            f"/table/{own}",
            "/api/games/kenpo_masters/preview.png",
            f"/api/games/kenpo_masters/values?cards={cards}",
            f"/api/rules/kenpo_masters?cards={cards}",
            f"/api/cards/kenpo_masters/template?from={cards}",
            "/api/cards/kenpo_masters/form",
            "/api/games/martial_art/gallery",
        ):
            assert me.get(path).status_code == 200, path
        for path, body in (
            ("/api/cards/kenpo_masters/check", draft),
            ("/api/cards/kenpo_masters/album", draft),
            ("/api/games/kenpo_masters/check", {"cards": cards}),
            ("/api/learn/kenpo_masters", {"moves": []}),
        ):
            assert me.post(path, json=body).status_code == 200, path
        for what in ("moments", "coach"):
            assert me.get(f"/api/tables/{table}/{what}").status_code == 202


def test_results_survive_a_restart_of_the_hall(tmp_path: Path) -> None:
    paths = [f"{what}?view={view}" for what in ("replay", "record") for view in ("A", "spectator")]
    paths += ["record", "verify"]
    with hall(tmp_path) as client:
        me = Visitor(client)
        name = kept_as(me, finished("udaka"))
        before = [me.get(f"/api/tables/{name}/{path}").content for path in paths]

    class Idle(ThreadHelpers):
        async def run(self, *given: Any) -> Any:
            raise AssertionError("made again")

    app = make_app(tmp_path, workers=ThreadBots(), helpers=Idle())
    with TestClient(app, base_url=HOST) as client:
        me = Visitor(client)
        assert [me.get(f"/api/tables/{name}/{path}").content for path in paths] == before


def kept_of(folder: Path, match: str) -> list[tuple[str, str]]:
    with sqlite3.connect(folder / FILE) as con:
        asked = "select kind, key from job_result where match = ? order by kind, key"
        return list(con.execute(asked, (match,)))


def test_nothing_of_a_running_match_is_kept_or_given_to_another(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        ann = Visitor(client)
        made = ann.table("dojo_duel", "me", "human")
        ben, name = invited(client, made), made["id"]
        sit_down_once(name, ann, ben)
        path = f"/api/tables/{name}"
        mine = ann.get(f"{path}/replay?view=A").json()["frames"]
        assert mine != ben.get(f"{path}/replay?view=B").json()["frames"]
        for what in ("replay", "record", "picture.svg"):
            assert ann.get(f"{path}/{what}?view=A").status_code == 200
            assert ben.get(f"{path}/{what}?view=A").status_code == 403
            assert ann.get(f"{path}/{what}?view=B").status_code == 403
        assert kept_of(tmp_path, name) == []
        with ann.sit(name) as me:
            me.hear()
            me.say("concede", seat=0)
            while not me.hear()["over"]:
                pass
        assert ben.get(f"{path}/replay?view=A").json()["frames"][:-1] == mine
        assert kept_of(tmp_path, name) == [("film", "0")]


def test_the_film_tells_each_visitor_their_own_seats(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        ann = Visitor(client)
        name = ann.table("dojo_duel", "me", "greedy")["id"]
        with ann.sit(name) as me:
            me.hear()
            me.say("concede", seat=0)
            while not me.hear()["over"]:
                pass
        path = f"/api/tables/{name}/replay?view=A"
        mine, theirs = ann.get(path).json(), Visitor(client).get(path).json()
        assert (mine["facts"].pop("mine"), theirs["facts"].pop("mine")) == ([0], [])
        assert mine == theirs and kept_of(tmp_path, name) == [("film", "0")]


def test_a_film_that_takes_too_long_is_refused_in_a_sentence(tmp_path: Path) -> None:
    class Slow(ThreadHelpers):
        async def run(self, work: Any, given: Any, lane: Lane = JOBS, owner: str = "") -> Any:
            if lane is FILM:
                raise TooLongError("limit")
            return await super().run(work, given, lane, owner)

    helpers: Workers = Slow()
    app = make_app(tmp_path, workers=ThreadBots(), helpers=helpers)
    with TestClient(app, base_url=HOST) as client:
        me = Visitor(client)
        name = kept_as(me, finished())
        answer = me.get(f"/api/tables/{name}/replay")
        assert answer.status_code == 400 and answer.json() == {"error": FILM.too_long}
