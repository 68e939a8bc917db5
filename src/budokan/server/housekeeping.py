"""Finished matches leave the hall some days after their end, if its operator wants that."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime

from budokan.server.http import logs
from budokan.server.lobby import Lobby
from budokan.store import retention
from budokan.store.store import StoreError

LOG = logging.getLogger("budokan.hall")
EVERY = 3600.0  # seconds between two rounds
MANY = 50  # matches that are asked for at once
BREATH = 0.05  # seconds between two deletions, for players' moves


@asynccontextmanager
async def keep_house(lobby: Lobby, days: int) -> AsyncIterator[None]:
    """Delete finished matches that are older than this many days; with 0, none."""
    going = asyncio.create_task(_go_round(lobby, days)) if days else None
    yield
    if going is not None:
        going.cancel()
        with suppress(asyncio.CancelledError):
            await going


async def _go_round(lobby: Lobby, days: int) -> None:
    while True:
        try:
            count = await sweep(lobby, days)
        except StoreError as error:
            LOG.warning("Old matches could not be deleted: %s", error)
        else:
            if count:
                logs.note("swept", matches=count)
        await asyncio.sleep(EVERY)


async def sweep(lobby: Lobby, days: int) -> int:
    """Delete what is due, one match in one transaction; how many matches.

    One that somebody watches now waits for the next round.
    """
    store = lobby.store
    now = datetime.fromtimestamp(lobby.scheduler.now() / 1000, UTC)
    before, count, skipped = retention.limit(now, days), 0, 0
    while True:
        most = skipped + MANY  # those that were left are the first again
        names = await store.do(retention.finished_before, before, most)
        for name in names[skipped:]:
            if not lobby.forget(name):
                skipped += 1
                continue
            count += await store.do(retention.delete_match, name)
            await asyncio.sleep(BREATH)
        if len(names) < most:
            break
    while await store.do(retention.drop_unplayed_deals, before, MANY) == MANY:
        await asyncio.sleep(BREATH)
    return count
