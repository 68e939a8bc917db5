"""Start the hall."""

import asyncio
import re
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from budokan import __version__, protocol
from budokan.kit.errors import Refusal
from budokan.server.app import make_app
from budokan.server.connections import (
    FEW,
    MAX_TOTAL,
    RESERVED,
    Connections,
    make_config,
    total_allowed,
)
from budokan.server.http import logs
from budokan.server.http.limits import Limits
from budokan.server.own_cards import read_file
from budokan.server.watchdog import Watchdog
from budokan.store.doctor import check_at_start
from budokan.store.lock import HallLock
from budokan.store.store import data_folder

PAUSE = 0.6  # seconds that a bot takes at least, so that people can follow
TICK = 1.0  # seconds between two looks at whether to close
SHUTDOWN = 5  # seconds for requests to finish when the hall closes
EVERYWHERE = "0.0.0.0"
LOCAL_PROXY = ["127.0.0.1", "::1"]
HOST_NAME = re.compile(
    r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*"
)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    open_browser: bool = False,
    pause: float = PAUSE,
    names: Sequence[str] = (),
    log: str = "plain",
    log_addresses: bool = False,
    cards: Sequence[Path] = (),
    keep_finished: int = 0,
    metrics: bool = False,
    connections: int = 0,
    limits: Limits | None = None,
) -> None:
    """Run the hall until it is stopped; 0.0.0.0 lets other machines in, port 0 takes any.

    With `names` it runs behind a proxy on this machine that serves these host names; `cards` are
    card files that it offers to everybody. Finished matches are kept for `keep_finished` days,
    with 0 for ever. `metrics` opens /metrics; `connections` is how many there may be at once, 0 as
    many as there are file descriptors for, up to 10,000. The log tells the addresses of clients
    only with `log_addresses`.
    """
    offered = [read_file(path) for path in cards]
    known = [_host_name(name) for name in names]
    folder = data or data_folder()
    lock = HallLock(folder)  # before anything there is touched
    check_at_start(folder)
    listening = _listen(host, port)
    logs.start(log, log_addresses)
    port = listening.getsockname()[1]
    local = f"http://{'127.0.0.1' if host == EVERYWHERE else host}:{port}"
    lan = f"http://{lan_ip()}:{port}" if host == EVERYWHERE else ""
    lock.tell(local)
    base = "" if known else lan
    total = total_allowed(connections)
    if total < (connections or FEW):
        _warn_of_few_files(total, connections or MAX_TOTAL)
    app = make_app(
        folder,
        pause=pause,
        base=base,
        names=known,
        cards=offered,
        limits=limits,
        watchdog=Watchdog(),
        show_metrics=metrics,
        keep_finished=keep_finished,
    )
    _announce(local, lan, known)
    if open_browser:
        opening = threading.Timer(0.5, webbrowser.open, (local,))
        opening.daemon = True
        opening.start()
    logs.note("opened", address=local, version=__version__)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends like Ctrl-C
    try:
        HallServer(config(app, proxied=bool(known), total=total)).run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()
        lock.free()
    logs.note("closed")
    print("The hall is closed; every match can be resumed.", flush=True)


def _warn_of_few_files(total: int, wanted: int) -> None:
    print(
        f"Only {total} connections can be open at once: this process may open few files; "
        f"allow {wanted + RESERVED} of them (ulimit -n, or LimitNOFILE in a unit of systemd).",
        file=sys.stderr,
        flush=True,
    )


def _announce(local: str, lan: str, names: Sequence[str]) -> None:
    """Print where the hall is open."""
    print(f"The hall is open at {local}", flush=True)
    if lan:
        print(f"Other machines on this network reach it at {lan}", flush=True)
    if names:
        print(f"Behind a proxy it is known as {', '.join(names)}", flush=True)


class HallServer(uvicorn.Server):
    """A server that tells the watchdog when it closes, and sleeps while nothing happens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._signalled = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def main_loop(self) -> None:
        """Once a second, or on a signal, see whether to close; uvicorn looks ten times a second."""
        self._loop = asyncio.get_running_loop()
        while not await self.on_tick(0):  # which renews the date of answers
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    await self._signalled.wait()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._signalled.set)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        watchdog: Watchdog | None = self.config.app.state.watchdog  # type: ignore[union-attr]
        if watchdog is not None:
            watchdog.disarm()
        await super().shutdown(sockets)


def config(app: Starlette, *, proxied: bool, total: int = MAX_TOTAL) -> uvicorn.Config:
    """Connections that are open when the hall closes get code 1012 and may come back."""
    connections = app.state.connections = Connections(total)
    connections.watchdog = app.state.watchdog
    return make_config(
        app,
        connections,
        ws_max_size=protocol.LIMIT,
        ws_per_message_deflate=False,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="warning",
        proxy_headers=proxied,
        forwarded_allow_ips=LOCAL_PROXY,
        timeout_graceful_shutdown=SHUTDOWN,
    )


def _host_name(given: str) -> str:
    name = given.strip().lower().rstrip(".")
    if not HOST_NAME.fullmatch(name):
        raise Refusal(f"{given!r} is not a host name, such as hall.example.org.")
    return name


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), backlog=256)
    except OSError as error:
        raise Refusal(
            f"Cannot open the hall at {host}:{port}: {error.strerror}; choose another port."
        ) from error


def lan_ip() -> str:
    """This machine's IP on the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
