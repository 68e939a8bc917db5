"""Health and metrics: whether the hall runs and can save, for its operator."""

import asyncio
import shutil
from collections.abc import Iterator
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from budokan import __version__, protocol
from budokan.server import metrics
from budokan.server.connections import Connections
from budokan.server.http.errors import DeniedError
from budokan.server.http.limits import is_near, limits_of
from budokan.server.http.requests import Answer, lobby_of
from budokan.server.http.routing import ApiRoute
from budokan.server.watchdog import Watchdog
from budokan.store.store import Store, StoreError
from budokan.thinking.workers import PoolFacts, Workers

TIMEOUT = 2.0  # seconds for the disk
LOW_SPACE = 64 * 1024 * 1024  # bytes on the disk below which the hall is degraded
COARSE = 100 * 2**20  # bytes; an exact figure would tell of every draft that is saved
LONG_WAIT = 10.0  # seconds that a job may wait
RECENT = 60.0  # seconds for which a lost worker is told of
NEAR = 0.9  # of the connections that may be open


class Checkup:
    """The state of one hall, asked for again and again."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.fault = ""  # why nothing could be saved when that was last found
        self._checking: asyncio.Task[None] | None = None

    async def can_save(self) -> bool:
        """Whether the store can be written now; all who ask at once share the answer."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._check())
        try:
            await asyncio.wait_for(asyncio.shield(self._checking), TIMEOUT)
        except StoreError as error:
            self.fault = str(error)
            return False
        except TimeoutError:
            self.fault = "Nothing can be saved now."
            return False
        return True

    async def _check(self) -> None:
        await self.store.check()

    async def free_space(self) -> int:
        """Bytes that are free where the store is; -1 if nobody can say."""
        try:
            found = asyncio.to_thread(shutil.disk_usage, self.store.path.parent)
            return (await asyncio.wait_for(found, TIMEOUT)).free
        except (OSError, TimeoutError):
            return -1


def pool_reasons(pool: PoolFacts) -> Iterator[str]:
    """What is wrong with the workers of a pool."""
    if pool.since_loss < RECENT:
        yield f"A worker of the pool {pool.name} was lost and replaced in the last minute."
    for name, lane in pool.lanes.items():
        if lane.waited > LONG_WAIT:
            yield f"Jobs of the lane {name} have waited for {lane.waited:.0f} s."


def space_reasons(free: int) -> Iterator[str]:
    if 0 <= free < LOW_SPACE:
        yield f"Only {free // 2**20} MB are free on the disk of the store."


def connection_reasons(connections: Connections | None) -> Iterator[str]:
    if connections is not None and len(connections) >= NEAR * connections.total:
        yield f"{len(connections)} of {connections.total} connections are open."


def watchdog_reasons(dog: Watchdog | None) -> Iterator[str]:
    if dog is not None and dog.held_recently:
        worst = max(held.ms for held in dog.recent)
        yield f"Something held the event loop in the last minute, for {worst:.0f} ms."


def pools_of(state: Any) -> list[PoolFacts]:
    """How the workers of all pools fare."""
    pools: list[Workers] = state.pools
    return [pool.facts() for pool in dict.fromkeys(pools)]


async def hall_health(request: Request) -> Response:
    """Whether the hall lives, is ready to play, and what is wrong: 503 if it is not ready."""
    state, lobby = request.app.state, lobby_of(request)
    checkup: Checkup = state.checkup
    saves, free = await checkup.can_save(), await checkup.free_space()
    reasons = [] if saves else [checkup.fault]
    reasons += space_reasons(free)
    for pool in pools_of(state):
        reasons += pool_reasons(pool)
    reasons += connection_reasons(state.connections)
    reasons += watchdog_reasons(state.watchdog)
    found = protocol.HallHealth(
        status="down" if not saves else "degraded" if reasons else "ok",
        live=True,
        ready=saves,
        reasons=reasons,
        version=__version__,
        tables=lobby.in_memory,
        connections=len(state.connections) if state.connections else 0,
        held=state.watchdog.held if state.watchdog else 0,
        free=free // COARSE * COARSE if free > 0 else free,
        pools=[pool_health(pool, jobs=shows_metrics(request)) for pool in pools_of(state)],
    )
    return Answer(found, 200 if saves else 503)


def pool_health(pool: PoolFacts, *, jobs: bool) -> protocol.PoolHealth:
    """The workers of a pool; their jobs only if asked for: these tell when a bot thinks."""
    found = protocol.PoolHealth(pool.name, pool.wanted, pool.alive, pool.replaced, pool.killed)
    if jobs:
        found.busy = pool.busy
        found.lanes = {
            name: protocol.LaneHealth(lane.running, lane.waiting, round(lane.waited, 1))
            for name, lane in pool.lanes.items()
        }
    return found


def shows_metrics(request: Request) -> bool:
    """Whether the hall shows its inner figures to who asks."""
    return bool(request.app.state.shows_metrics) and is_near(request)


async def live(request: Request) -> Response:
    """Whether the hall answers at all."""
    return Answer(protocol.Live(live=True))


async def health(request: Request) -> Response:
    """Whether the hall works: 503 if nothing can be saved now."""
    saves = await request.app.state.checkup.can_save()
    found = protocol.Health(
        "ok" if saves else "no store",
        __version__,
        lobby_of(request).in_memory,
        saves,
        protocol.PROTOCOL,
    )
    return Answer(found, 200 if saves else 503)


async def show_metrics(request: Request) -> Response:
    """The metrics as OpenMetrics, for machines near by; only if the hall was asked to."""
    state, lobby = request.app.state, lobby_of(request)
    if not state.shows_metrics:
        raise HTTPException(404)
    if not is_near(request):
        raise DeniedError("The metrics are only for this machine and its private network.")
    store, free = lobby.store, await state.checkup.free_space()
    families = [
        *metrics.hall_families(lobby.in_memory, lobby.viewers, limits_of(request)),
        *state.metrics.families(),
        *metrics.pool_families(pools_of(state)),
        *metrics.store_families(store.path, store.waiting, free),
        *metrics.process_families(),
    ]
    if state.connections is not None:
        families += metrics.connection_families(state.connections)
    if state.watchdog is not None:
        families += metrics.watchdog_families(state.watchdog)
    return Response(metrics.write(families), media_type=metrics.CONTENT_TYPE)


ROUTES: list[BaseRoute] = [
    ApiRoute("/health", hall_health, gives={200: protocol.HallHealth, 503: protocol.HallHealth}),
    ApiRoute("/health/live", live, gives=protocol.Live),
    ApiRoute("/api/health", health, gives={200: protocol.Health, 503: protocol.Health}),
    Route("/metrics", show_metrics),
]
