"""A hall for tests: visitors with their own cookies, in this process or over real sockets."""

import asyncio
import json
import pickle
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import uvicorn
from starlette.testclient import TestClient, WebSocketTestSession

from budokan.kit.errors import Refusal
from budokan.protocol import PROTOCOL
from budokan.server.app import make_app
from budokan.server.http.limits import UNLIMITED, Limits
from budokan.server.jobs import BotWorkers
from budokan.server.run import config
from budokan.server.table.scheduler import Scheduler
from budokan.thinking.workers import JOBS, Lane, Workers

HOST = "http://localhost"
JSON = {"content-type": "application/json"}


class ThreadBots(BotWorkers):
    """BotWorkers that think in a thread: the same tasks, without starting processes."""

    def __init__(self) -> None:
        super().__init__()
        self.thread = ThreadPoolExecutor(1)

    def warm(self) -> None:
        pass

    async def run(self, work: Callable[[Any], Any], given: Any, *lane: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.thread, work, given)


class ThreadHelpers(Workers):
    """Workers for the hall's jobs, as threads; what goes in and out must travel by pickle."""

    def __init__(self) -> None:
        super().__init__(2)
        self.threads = ThreadPoolExecutor(2)

    async def run(
        self, work: Callable[[Any], Any], given: Any, lane: Lane = JOBS, owner: str = ""
    ) -> Any:
        def done() -> Any:
            try:
                return pickle.loads(pickle.dumps(work(pickle.loads(pickle.dumps(given)))))
            except Refusal as refusal:
                raise pickle.loads(pickle.dumps(refusal)) from None

        return await asyncio.get_running_loop().run_in_executor(self.threads, done)

    def close(self) -> None:
        super().close()
        self.threads.shutdown(wait=False, cancel_futures=True)


@contextmanager
def hall(
    folder: Path, now: Callable[[], int] | None = None, address: str = "127.0.0.1"
) -> Iterator[TestClient]:
    """A hall and a client with this IP; limits do not count 127.0.0.1, nor what sockets say."""
    limits = Limits(socket=UNLIMITED)
    app = make_app(folder, workers=ThreadBots(), helpers=ThreadHelpers(), now=now, limits=limits)
    with TestClient(app, base_url=HOST, client=(address, 50000)) as client:
        yield client


class ManualClock:
    """A clock for the hall that only a test moves."""

    def __init__(self) -> None:
        self.at = 1_800_000_000_000

    def __call__(self) -> int:
        return self.at

    def advance(self, seconds: float, client: TestClient | None = None) -> None:
        """Let time pass; with a client, its hall checks the clock at once."""
        self.at += int(1000 * seconds)
        if client is not None:
            scheduler: Scheduler = client.app.state.lobby.scheduler  # type: ignore[attr-defined]
            assert client.portal is not None
            client.portal.call(scheduler.check_now)


class Socket:
    """A visitor's connection to a table."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.frame: dict[str, Any] = {}

    def raw(self) -> str:
        return self.session.receive_text()

    def hear(self, kind: str = "scene") -> dict[str, Any]:
        """The next frame, which must be of this kind."""
        frame: dict[str, Any] = json.loads(self.raw())
        assert frame["t"] == kind, frame
        if kind == "scene":
            self.frame = frame
        return frame

    def hear_until(self, kind: str) -> dict[str, Any]:
        """The next frame of this kind; others that come before it are passed over."""
        while True:
            frame: dict[str, Any] = json.loads(self.raw())
            if frame["t"] == "scene":
                self.frame = frame
            if frame["t"] == kind:
                return frame

    def hear_named(self, name: str) -> dict[str, Any]:
        """The next Scene of a table at which somebody has this name."""
        while name not in self.hear_until("scene")["names"]:
            pass
        return self.frame

    def say(self, kind: str, **fields: Any) -> None:
        self.session.send_text(json.dumps({"t": kind, **fields}))

    def act(self, action: str, seat: int = 0, ply: int | None = None) -> None:
        self.say("act", ply=self.frame["ply"] if ply is None else ply, seat=seat, action=action)

    def actions(self) -> list[str]:
        return [choice["action"] for choice in self.frame["scene"]["choices"]]


class Visitor:
    """A person with a cookie of their own on a shared client."""

    def __init__(self, client: TestClient, token: str = "") -> None:
        self.client, self.token = client, token

    def _headers(self, more: dict[str, str] | None = None) -> dict[str, str]:
        cookie = {"cookie": f"budokan={self.token}"} if self.token else {}
        return {**cookie, **(more or {})}

    def ask(self, method: str, path: str, **more: Any) -> Any:
        headers = self._headers(more.pop("headers", None))
        answer = self.client.request(method, path, headers=headers, follow_redirects=False, **more)
        self.token = answer.cookies.get("budokan") or self.token
        self.client.cookies.clear()
        return answer

    def get(self, path: str, **more: Any) -> Any:
        return self.ask("GET", path, **more)

    def post(self, path: str, **more: Any) -> Any:
        return self.ask("POST", path, **more)

    def table(self, game: str, *sitting: str, **more: Any) -> dict[str, Any]:
        answer = self.post("/api/tables", json={"game": game, "players": sitting, **more})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def accept(self, invite: dict[str, Any]) -> Any:
        """Take the seat of an invitation, as its page does."""
        link = urlsplit(invite["url"])
        key = parse_qs(link.query)["key"][0]
        return self.post(f"/api{link.path.replace('/table/', '/tables/')}/seat", json={"key": key})

    @contextmanager
    def sit(self, table: str, bits: str = "", differences: bool = False) -> Iterator[Socket]:
        more = (f"&bits={bits}" if bits else "") + ("&differences=1" if differences else "")
        path = f"ws://localhost/ws/{table}?protocol={PROTOCOL}{more}"
        with self.client.websocket_connect(path, headers=self._headers()) as session:
            yield Socket(session)


def sit_down_once(table: str, *people: Visitor) -> None:
    """Let everybody sit down once, so that the table is dealt."""
    for who in people:
        with who.sit(table) as there:
            there.hear()


def play_out(me: Socket, seat: int = 0, seed: int = 1) -> dict[str, Any]:
    """Play random choices until the match is over; return the last frame."""
    pick = random.Random(seed)
    frame = me.hear()
    while not frame["over"]:
        if me.actions():
            me.act(pick.choice(me.actions()), seat)
        frame = me.hear()
    return frame


def eventually(holds: Callable[[], Any], seconds: float = 30.0) -> bool:
    """Wait for a condition; whether it came true in time."""
    until = time.monotonic() + seconds
    while not (found := holds()) and time.monotonic() < until:
        time.sleep(0.01)
    return bool(found)


class RunningHall:
    """A hall on a real socket, in a thread of this process."""

    def __init__(
        self, folder: Path, bots: BotWorkers, *names: str, now: Callable[[], int] | None = None
    ) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.socket.getsockname()[1]}"
        limits = Limits(socket=UNLIMITED)
        helpers = ThreadHelpers() if isinstance(bots, ThreadBots) else None
        self.app = make_app(
            folder, workers=bots, helpers=helpers, names=names, now=now, limits=limits
        )
        self.server = uvicorn.Server(config(self.app, proxied=bool(names)))
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],))

    def __enter__(self) -> "RunningHall":
        self.thread.start()
        assert eventually(lambda: self.server.started)
        return self

    def check_clock(self) -> None:
        """Let the hall check its clock, after a test has advanced it."""
        scheduler: Scheduler = self.app.state.lobby.scheduler
        assert scheduler._running is not None
        scheduler._running.get_loop().call_soon_threadsafe(scheduler.check_now)

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(15)
        self.socket.close()
        assert not self.thread.is_alive()
