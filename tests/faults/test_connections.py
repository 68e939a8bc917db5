"""Connections that ask for nothing: half-open, slow, stalled, endless. None of them stays."""

import asyncio
import signal
import socket
import struct
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from bench.client import Socket, run
from bench.hall import ROOT, Hall, opened
from bench.players import Table, new_table

from budokan.protocol import PROTOCOL
from tests.faults.honest import playing, until

pytestmark = pytest.mark.faults
HEADER_SECONDS = 45.0  # far above what the hall gives a client for its headers
PING_SECONDS = 90.0  # far above what the hall gives a socket to answer a ping
OTHERS = 5.0  # seconds of any click elsewhere, which no noise of a machine reaches
ENDLESS = 16 * 1024 * 1024  # bytes of headers
GROWTH = 30.0  # megabytes that they may cost the hall


def connect(hall: Hall) -> socket.socket:
    host, _, port = hall.address.partition(":")
    return socket.create_connection((host, int(port)), timeout=HEADER_SECONDS)


def test_a_request_that_never_ends_is_closed(tmp_path: Path) -> None:
    """A letter a second, as slow-loris does."""

    def slow(hall: Hall) -> float:
        with connect(hall) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            client.settimeout(1.0)
            began = time.monotonic()
            while time.monotonic() < began + HEADER_SECONDS:
                try:
                    client.sendall(b"a")
                    if client.recv(4096) == b"":
                        return time.monotonic() - began
                except TimeoutError:
                    continue
                except OSError:
                    return time.monotonic() - began
        raise AssertionError("The hall waits for ever.")

    async def story(hall: Hall) -> None:
        async with playing(hall) as pair:
            await asyncio.gather(*(asyncio.to_thread(slow, hall) for _ in range(4)))
        assert max(pair.took) < OTHERS

    with opened(tmp_path) as hall:
        run(story(hall))


def test_a_connection_that_says_nothing_is_closed(tmp_path: Path) -> None:
    with opened(tmp_path) as hall, connect(hall) as client, suppress(ConnectionResetError):
        client.recv(4096)  # an answer that says why, or nothing
        assert client.recv(4096) == b""


def test_endless_headers_are_refused_and_cost_nothing(tmp_path: Path) -> None:
    def pour(hall: Hall) -> int:
        sent = 0
        with connect(hall) as client, suppress(OSError):
            client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            while sent < ENDLESS:
                client.sendall(b"X-Much: " + b"a" * 8000 + b"\r\n")
                sent += 8010
        return sent

    async def story(hall: Hall) -> None:
        before = hall.memory()
        async with playing(hall) as pair:
            sent = await asyncio.gather(*(asyncio.to_thread(pour, hall) for _ in range(4)))
        assert max(sent) < ENDLESS
        assert hall.memory() - before < GROWTH
        assert max(pair.took) < OTHERS

    with opened(tmp_path) as hall:
        run(story(hall))
        assert not hall.held() and not hall.faults()


def test_watchers_who_are_gone_without_a_word_are_let_go(tmp_path: Path) -> None:
    """Their process stands still: nothing is read, no ping is answered, no connection closed."""

    async def story(hall: Hall) -> None:
        seen = Table(hall.address, "martial_art", 1)
        await seen.open()
        base = connections(hall)
        command = [sys.executable, "-m", "bench.greedy", "watchers", hall.address, seen.name, "20"]
        crowd = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        try:
            assert crowd.stdout is not None
            assert int(await asyncio.to_thread(crowd.stdout.readline)) == 20
            assert connections(hall) >= base + 20
            crowd.send_signal(signal.SIGSTOP)
            async with playing(hall) as pair:
                await until(lambda: connections(hall) <= base + 3, PING_SECONDS, "they are let go")
            assert max(pair.took) < OTHERS
            await seen.move()
        finally:
            crowd.kill()
            crowd.communicate()
        await seen.leave()

    with opened(tmp_path) as hall:
        run(story(hall))
        assert not hall.held() and not hall.faults()


def test_a_reader_who_stalls_keeps_nobody_waiting(tmp_path: Path) -> None:
    """At the very table where they sit."""

    async def story(hall: Hall) -> None:
        table = Table(hall.address, "martial_art", 1)
        await table.open()
        path = f"/ws/{table.name}?protocol={PROTOCOL}"
        for _ in range(10):
            watcher = await Socket.open(hall.address, path, "", lambda raw, at: None)
            assert watcher.transport is not None
            watcher.transport.pause_reading()
        took = [await table.move() for _ in range(40)]
        assert max(took) < OTHERS
        await table.leave()

    with opened(tmp_path) as hall:
        run(story(hall))
        assert not hall.held() and not hall.faults()


def test_connections_that_are_reset_cost_nothing(tmp_path: Path) -> None:
    """Opened and torn down at once, in the middle of a request or of a handshake."""

    def tear(hall: Hall, said: bytes) -> None:
        for _ in range(200):
            with connect(hall) as client:
                client.sendall(said)
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    async def story(hall: Hall) -> None:
        name, _ = await new_table(hall.address, "udaka", ["me", "human"])
        hello = f"GET /ws/{name}?protocol={PROTOCOL} HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode()
        upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        whole = hello + upgrade + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        async with playing(hall) as pair:
            for said in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", whole):
                await asyncio.to_thread(tear, hall, said)
        assert max(pair.took) < OTHERS
        await until(lambda: connections(hall) < 10, 30, "nothing is left of them")

    with opened(tmp_path) as hall:
        run(story(hall))
        assert not hall.held() and not hall.faults()


def connections(hall: Hall) -> int:
    """Sockets that the hall's process has open, to its clients and otherwise."""
    found = 0
    for path in Path(f"/proc/{hall.pid}/fd").iterdir():
        with suppress(OSError):
            found += str(path.readlink()).startswith("socket:")
    return found
