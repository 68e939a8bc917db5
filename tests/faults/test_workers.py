"""Workers that die or hang: their own table waits a little, no other does, and health tells it."""

import asyncio
import os
import random
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest
from bench.client import Http, run
from bench.hall import Hall, opened
from bench.players import Table
from bench.records import long_record

from tests.faults.honest import health, playing, stopped, until

pytestmark = pytest.mark.faults
KILLS = 12
STOP = 30.0  # seconds
OWN_DELAY = 5.0  # seconds that a stopped worker may delay its own table
NOISE = 5.0  # seconds by which a busy machine may exceed them; without limits it is for ever
OTHERS = 5.0  # seconds of any click elsewhere, which no noise of a machine reaches


async def bot_turn(table: Table) -> float:
    """Play until it is the bot's turn, then wait for it; the seconds it took."""
    while True:
        await table.move()
        if not table.choosing() and not table.over:
            began = time.monotonic()
            await table.ready()
            return time.monotonic() - began


async def against_bot(hall: Hall, game: str = "kenpo_masters") -> Table:
    table = Table(hall.address, game, 2, ("me", "white"))
    await table.open()
    await bot_turn(table)
    return table


def test_bots_play_on_while_workers_are_killed(tmp_path: Path) -> None:
    async def story(hall: Hall) -> list[float]:
        pick, table, turns = random.Random(3), await against_bot(hall), list[float]()
        async with playing(hall) as pair:
            for _ in range(KILLS):
                workers = await until(hall.workers, 10, "workers are started again")
                with suppress(ProcessLookupError):
                    os.kill(pick.choice(workers), signal.SIGKILL)
                turns.append(await bot_turn(table))
        assert max(pair.took) < OTHERS
        await table.leave()
        return turns

    with opened(tmp_path) as hall:
        turns = run(story(hall))
        assert not hall.held() and not hall.faults()
    assert max(turns) < OWN_DELAY + NOISE


def test_stopped_workers_delay_only_their_own_table(tmp_path: Path) -> None:
    """All of them hang for half a minute, then go on and find their work done by others."""

    async def story(hall: Hall) -> tuple[float, list[float]]:
        table = await against_bot(hall)
        async with playing(hall) as pair:
            end = time.monotonic() + STOP
            with stopped(*hall.workers()):
                delay = await bot_turn(table)
                while time.monotonic() < end:
                    await bot_turn(table)
                    await asyncio.sleep(0.5)
            await bot_turn(table)
        await table.leave()
        return delay, pair.took

    with opened(tmp_path) as hall:
        delay, elsewhere = run(story(hall))
        assert not hall.held() and not hall.faults()
    assert delay < OWN_DELAY + NOISE
    assert max(elsewhere) < OTHERS


def test_health_tells_of_workers_that_hang(tmp_path: Path) -> None:
    """Not only that they do now: also that some were lost a moment ago."""

    async def story(hall: Hall) -> None:
        before = await asyncio.to_thread(health, hall)
        assert before["status"] in ("ok", "ready")
        table = await against_bot(hall)
        with stopped(*hall.workers()):
            thinking = asyncio.create_task(bot_turn(table))
            await until(lambda: health(hall) != before and told_of(hall), 20, "health tells it")
            await thinking
        await table.leave()

    with opened(tmp_path) as hall:
        run(story(hall))


def told_of(hall: Hall) -> bool:
    """Whether health has a sentence about its workers."""
    return "worker" in " ".join(health(hall).get("reasons", [])).lower()


def test_an_upload_beside_stopped_workers_freezes_nobody(tmp_path: Path) -> None:
    """More than a pipe holds is sent to workers that do not read."""

    async def story(hall: Hall) -> tuple[int, list[float]]:
        async with playing(hall) as pair:
            with stopped(*hall.workers()):
                client = Http(hall.address)
                answer = await client.post("/api/replays", long_record(), "text/plain")
                client.close()
                await asyncio.sleep(1.0)
        return answer.status, pair.took

    with opened(tmp_path) as hall:
        status, took = run(story(hall))
        assert not hall.held() and not hall.faults()
    assert status in (200, 201, 409, 429, 503)
    assert max(took) < OTHERS
