"""Waiting for slow work: as long as the client does, and on the account of its owner."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, HTTPConnection, Request

from budokan import __version__
from budokan.server.http.limits import owner_of
from budokan.server.http.requests import lobby_of, table_name, visitor_of
from budokan.server.jobs import JobLane, Jobs, Keep, Order
from budokan.server.replay import FILM_VERSION, Seen
from budokan.store import looks
from budokan.store.job_results import Name
from budokan.store.looks import Look

VERSION = f"{__version__} {FILM_VERSION}"  # of results that are kept
T = TypeVar("T")
R = TypeVar("R")


def jobs_of(connection: HTTPConnection) -> Jobs:
    jobs: Jobs = connection.app.state.jobs
    return jobs


async def run_job(request: Request, lane: JobLane, work: Callable[[T], R], given: T) -> R:
    """Have a job done for a request; it is dropped if the client leaves."""
    return await while_connected(
        request, jobs_of(request).run(lane, owner_of(request), work, given)
    )


def order(
    request: Request,
    lane: JobLane,
    name: Name,
    work: Callable[[T], bytes],
    given: Callable[[], Awaitable[T]],
    keep: Keep = Keep.NOWHERE,
) -> Order:
    """An order for one job; what it is given is made only if the job must be done."""
    jobs, owner = jobs_of(request), owner_of(request)

    async def make() -> bytes:
        return await jobs.run(lane, owner, work, await given())

    return Order(lane, owner, name, make, keep)


async def look_of(request: Request) -> tuple[Look, list[int]]:
    """The match of a request, which the visitor may see, and the visitor's seats."""
    visitor = visitor_of(request)
    look = await lobby_of(request).look(table_name(request), visitor)
    return look, look.seats_of(visitor)


def order_of_match(
    request: Request,
    lane: JobLane,
    look: Look,
    kind: str,
    view: int | None,
    work: Callable[[Seen], bytes],
) -> Order:
    """An order for something of a match in one view, None for all of it; kept once it is over."""
    store = lobby_of(request).store

    async def given() -> Seen:
        return Seen(await store.do(looks.record_of, look.id), view)

    key = "whole" if view is None else str(view)
    if look.over:
        return order(request, lane, Name(kind, look.id, key, VERSION), work, given, Keep.STORE)
    once = Name(kind, look.id, f"{key} {secrets.token_hex(8)}")  # the next one may show more
    return order(request, lane, once, work, given)


async def wait_for(request: Request, wanted: Order) -> bytes:
    """The result of an order; it is dropped if its last client leaves."""
    return await while_connected(request, jobs_of(request).wait(wanted))


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of some work, which is given up when the client leaves."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _left(request: Request) -> None:
    """Wait until the client has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
