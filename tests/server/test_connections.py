"""Connections: limits of headers, of time, of their number, and of what a socket may send."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

import pytest
from websockets.sync.client import connect
from websockets.utils import apply_mask

from budokan.protocol import PROTOCOL
from budokan.server import connections as module
from budokan.server.connections import (
    BODY,
    HEADERS,
    IDLE,
    MAX_OF_CLIENT,
    MAX_TOTAL,
    PATIENCE,
    UNREAD,
    Connections,
    total_allowed,
)
from tests.server.hall import RunningHall, ThreadBots, eventually

GET = b"GET /api/courtesies HTTP/1.1\r\nHost: localhost\r\n"
WHOLE = GET + b"\r\n"
PING, PART = b"\x89\x80abcd", b"\x00\x80abcd"  # masked frames without content


class Watch:
    """A clock in seconds that a test moves."""

    at = 1000.0

    def __call__(self) -> float:
        return self.at


class Door:
    """A running hall, and the clock of its connections."""

    def __init__(self, running: RunningHall) -> None:
        self.running, self.watch = running, Watch()
        self.all: Connections = running.app.state.connections
        self.all.now = self.watch
        self.port = int(running.address.split(":")[1])
        self._open: list[socket.socket] = []

    def come(self, data: bytes = b"") -> socket.socket:
        """A new connection that sends something; it is counted."""
        line = socket.create_connection(("127.0.0.1", self.port), 10)
        self._open.append(line)
        line.sendall(data)
        return line

    def close(self) -> None:
        for line in self._open:
            line.close()

    def call(self, work: Callable[[], Any]) -> None:
        """Do something in the hall's event loop."""
        scheduler = self.running.app.state.lobby.scheduler
        scheduler._running.get_loop().call_soon_threadsafe(work)

    def pass_time(self, seconds: float) -> None:
        self.watch.at += seconds
        self.call(self.all.sweep)

    def waits_in(self, state: str, count: int = 1) -> bool:
        return eventually(lambda: len(self.all._since[state]) == count)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    with RunningHall(tmp_path_factory.mktemp("door"), ThreadBots()) as found:
        yield found


@pytest.fixture
def door(running: RunningHall) -> Iterator[Door]:
    """A hall without connections."""
    found = Door(running)
    found.all.met.clear()
    found.all._told.clear()
    found.all.total, found.all.of_client = MAX_TOTAL, MAX_OF_CLIENT
    yield found
    found.close()
    assert eventually(lambda: len(found.all) == 0)


def heard(line: socket.socket, until: bytes = b"") -> bytes:
    """Everything that comes before the end, or up to some bytes."""
    told = b""
    while not (until and until in told):
        try:
            more = line.recv(65536)
        except ConnectionResetError:
            break
        if not more:
            break
        told += more
    return told


def table(running: RunningHall) -> str:
    import httpx2

    body = {"game": "udaka", "players": ["me", "human"]}
    with httpx2.Client(trust_env=False) as client:
        made = client.post(f"http://{running.address}/api/tables", json=body)
    return str(made.json()["id"])


# -- headers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "more",
    [
        b"Cookie: " + b"a" * 40_000 + b"\r\n\r\n",
        b"".join(b"X%d: y\r\n" % number for number in range(150)) + b"\r\n",
        b"Cookie: " + b"a" * 40_000,
    ],
    ids=["one that is too long", "too many", "one without an end"],
)
def test_long_headers_are_refused(door: Door, more: bytes) -> None:
    told = heard(door.come(GET + more))
    assert told.startswith(b"HTTP/1.1 431 ") and told.endswith(b"these have more.")
    assert door.all.met["headers"] == 1 and eventually(lambda: len(door.all) == 0)


def test_a_flood_of_headers_ends_early(door: Door) -> None:
    line = door.come(GET)
    sent = 0
    with pytest.raises(OSError):
        while sent < 50_000_000:
            line.sendall(b"X: " + b"a" * 60_000)
            sent += 60_003
    assert door.all.met["headers"] == 1


def test_a_long_address_is_refused(door: Door) -> None:
    told = heard(door.come(b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    assert told.startswith(b"HTTP/1.1 431 ")


def test_what_follows_a_body_in_pieces_is_limited(door: Door) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    told = heard(door.come(head + b"2\r\n{}\r\n0\r\n" + b"X: " + b"a" * 60_000))
    assert b"HTTP/1.1 431 " in told


def test_usual_headers_and_several_requests_at_once_are_answered(door: Door) -> None:
    line = door.come(GET + b"Cookie: " + b"a" * 20_000 + b"\r\n\r\n" + 5 * WHOLE)
    told = b""
    while told.count(b"HTTP/1.1 200 ") < 6:
        told += line.recv(65536)


def test_a_handshake_with_long_headers_is_refused(door: Door) -> None:
    """The library of sockets has a limit of its own; nothing of it is left over."""
    more = b"Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    more += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX: " + b"a" * 20_000
    told = heard(door.come(b"GET /ws/any HTTP/1.1\r\nHost: localhost\r\n" + more + b"\r\n\r\n"))
    assert told.startswith(b"HTTP/1.1 431 ") and eventually(lambda: len(door.all) == 0)


# -- time -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [b"", b"G", GET], ids=["nothing", "a letter", "half its headers"])
def test_headers_must_come_in_time(door: Door, sent: bytes) -> None:
    line = door.come(sent)
    assert door.waits_in(HEADERS)
    door.pass_time(PATIENCE[HEADERS] - 1)
    line.sendall(b"" if not sent else b"a" if sent == GET else b"E")  # a letter changes nothing
    door.pass_time(2)
    assert heard(line).startswith(b"HTTP/1.1 408 ")
    assert door.all.met[f"time for {HEADERS}"] == 1 and len(door.all) == 0


def test_a_second_request_must_come_in_time_from_its_first_byte(door: Door) -> None:
    line = door.come(WHOLE)
    assert heard(line, b"}").startswith(b"HTTP/1.1 200 ") and door.waits_in(IDLE)
    line.sendall(b"G")
    assert door.waits_in(HEADERS)
    door.pass_time(PATIENCE[HEADERS] + 1)
    assert heard(line).startswith(b"HTTP/1.1 408 ")


def test_an_idle_connection_is_closed_without_a_word(door: Door) -> None:
    line = door.come(WHOLE)
    heard(line, b"}")
    assert door.waits_in(IDLE)
    door.pass_time(PATIENCE[IDLE] - 1)
    line.sendall(WHOLE)
    assert heard(line, b"}").startswith(b"HTTP/1.1 200 ") and door.waits_in(IDLE)
    door.pass_time(PATIENCE[IDLE] + 1)
    assert heard(line) == b"" and not door.all.met


def test_a_body_must_come_in_time(door: Door) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    line = door.come(head + b"Content-Length: 100\r\n\r\n{")
    assert door.waits_in(BODY)
    door.pass_time(PATIENCE[HEADERS] + 1)
    line.sendall(b" ")
    assert door.waits_in(BODY)
    door.pass_time(PATIENCE[BODY])
    assert heard(line).startswith(b"HTTP/1.1 408 ")


def test_a_client_that_reads_nothing_is_given_up(door: Door) -> None:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(10)
    line.connect(("127.0.0.1", door.port))
    door._open.append(line)

    def ask() -> bool:
        line.sendall(b"GET /api/rules/udaka HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return bool(door.all._since[UNREAD])

    assert eventually(ask)

    def gone() -> bool:
        door.pass_time(PATIENCE[UNREAD] + 1)  # the system may have taken a little meanwhile
        return len(door.all) == 0

    assert eventually(gone) and door.all.met[f"time for {UNREAD}"]


# -- how many -------------------------------------------------------------------------------------


def test_the_oldest_silent_connection_gives_way(door: Door) -> None:
    door.all.total = 3
    lines = []
    for number in range(3):
        lines.append(door.come())
        assert door.waits_in(HEADERS, number + 1)
        door.watch.at += 1
    late = door.come(WHOLE)
    assert heard(late, b"}").startswith(b"HTTP/1.1 200 ") and heard(lines[0]) == b""
    assert len(door.all) == 3 and door.all.met["connections in all"] == 1
    lines[1].sendall(WHOLE)
    assert heard(lines[1], b"}").startswith(b"HTTP/1.1 200 "), "the others stay"


def test_a_hall_full_of_players_refuses_newcomers(door: Door) -> None:
    name = table(door.running)
    door.all.total = 2
    path = f"ws://{door.running.address}/ws/{name}?protocol={PROTOCOL}"
    with connect(path, proxy=None) as one, connect(path, proxy=None) as two:
        assert json.loads(one.recv(10))["t"] == json.loads(two.recv(10))["t"] == "scene"
        told = heard(door.come(WHOLE))
        assert told.startswith(b"HTTP/1.1 503 ") and b"The hall is full" in told
    assert eventually(lambda: len(door.all) == 0)
    assert heard(door.come(WHOLE), b"}").startswith(b"HTTP/1.1 200 ")


def test_a_client_has_a_share_of_the_connections(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "address_of", lambda host: "192.0.2.7")
    door.all.of_client = 2
    first = door.come()
    door.come()
    assert door.waits_in(HEADERS, 2)
    told = heard(door.come(WHOLE))
    assert told.startswith(b"HTTP/1.1 503 ") and b"Your address has too many" in told
    first.close()
    assert door.waits_in(HEADERS, 1)
    assert heard(door.come(WHOLE), b"}").startswith(b"HTTP/1.1 200 ")


def test_the_log_hears_of_a_limit_once_a_second(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[dict[str, Any]] = []
    monkeypatch.setattr("budokan.server.http.logs.note", lambda event, **facts: told.append(facts))
    for _ in range(3):
        door.all.tell("headers", "192.0.2.7")
    door.watch.at += 1
    door.all.tell("headers", "192.0.2.7")
    assert [facts["times"] for facts in told] == [1, 4]
    assert told[0]["what"] == "headers" and told[0]["client"] == "192.0.2.7"


@pytest.mark.parametrize(
    ("soft", "hard", "wanted", "total"),
    [
        (1024, 1024, 0, 824),
        (1024, 4096, 0, 3896),
        (1024, 1_000_000, 0, 10_000),
        (1_000_000, 1_000_000, 500, 500),
        (100, 100, 0, 10),
        (-1, -1, 0, 10_000),
    ],
)
def test_file_descriptors_limit_the_connections(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, wanted: int, total: int
) -> None:
    now = [soft, hard]
    monkeypatch.setattr("resource.getrlimit", lambda kind: tuple(now))
    monkeypatch.setattr("resource.setrlimit", lambda kind, given: now.__setitem__(0, 0))
    assert total_allowed(wanted) == total


# -- sockets --------------------------------------------------------------------------------------


@contextmanager
def plain_socket(door: Door, name: str) -> Iterator[socket.socket]:
    """A socket of a table, to which a test writes bytes."""
    line = door.come(
        f"GET /ws/{name}?protocol={PROTOCOL} HTTP/1.1\r\nHost: localhost\r\n".encode()
        + b"Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    assert heard(line, b"scene").startswith(b"HTTP/1.1 101 ")
    yield line


@pytest.mark.parametrize("frame", [PING, PART], ids=["pings", "fragments"])
def test_a_flood_of_small_frames_is_read_slowly(door: Door, frame: bytes) -> None:
    """The clock of the test stands still, so what is owed is never paid: the hall stops reading."""
    with plain_socket(door, table(door.running)) as line:
        line.sendall(b"\x01\x80abcd" if frame == PART else PING)
        line.setblocking(False)
        (flooded,) = cast(Any, door.running.server.server_state.connections)
        assert eventually(lambda: _is_full(line, frame * 1000) and flooded.read_paused)
        assert len(flooded._kept) < 1_000_000
        assert 0 < door.all.met["parts of messages"] < 1000
        door.call(flooded.transport.abort)  # it would rest for long


def _is_full(line: socket.socket, data: bytes) -> bool:
    try:
        line.send(data)
    except BlockingIOError:
        return True
    return False


def test_the_others_are_served_during_a_flood(door: Door) -> None:
    name = table(door.running)
    with plain_socket(door, name) as line:
        line.setblocking(False)
        for _ in range(1000):
            try:
                line.send(PING * 1000)
            except BlockingIOError:
                break
        assert heard(door.come(WHOLE), b"}").startswith(b"HTTP/1.1 200 ")


def test_messages_in_one_piece_are_all_heard(door: Door) -> None:
    said = json.dumps({"t": "look", "seat": 7}).encode()
    frame = bytes([0x81, 0x80 | len(said)]) + b"\0\0\0\0" + said
    with plain_socket(door, table(door.running)) as line:
        line.sendall(frame * 500)
        told = b""
        while told.count(b"do not sit") < 500:
            more = line.recv(65536)
            assert more
            told += more


def masked(kind: int, text: bytes, mask: bytes = b"\0\0\0\0") -> bytes:
    """A frame of a client."""
    return bytes([kind, 0x80 | len(text)]) + mask + apply_mask(text, mask)


SAID = json.dumps({"t": "look", "seat": 7}).encode().ljust(40)
WHOLE_FRAME = masked(0x81, SAID)
FRAGMENTS = [masked(0x01, SAID[:20]), masked(0x80, SAID[20:])]


def like_a_message() -> list[bytes]:
    """A message in two pieces, the second of which looks like a message by itself."""
    at, size = 8, len(SAID) - 8 - module.HEAD
    mask = bytes([SAID[at] ^ 0x81, SAID[at + 1] ^ (0x80 | size), 0, 0])
    whole = masked(0x81, SAID, mask)
    pieces = [whole[: module.HEAD + at], whole[module.HEAD + at :]]
    assert pieces[1].startswith(bytes([0x81, 0x80 | size])) and len(pieces[1]) == 6 + size
    return pieces


@pytest.mark.parametrize(
    "pieces",
    [
        [WHOLE_FRAME],
        [WHOLE_FRAME[:1], WHOLE_FRAME[1:]],
        [WHOLE_FRAME[:9], WHOLE_FRAME[9:]],
        like_a_message(),
        FRAGMENTS,
        [FRAGMENTS[0], PING, FRAGMENTS[1]],
        [PING[:3], PING[3:] + WHOLE_FRAME],
    ],
)
def test_a_message_is_heard_however_it_comes(door: Door, pieces: list[bytes]) -> None:
    with plain_socket(door, table(door.running)) as line:
        (there,) = cast(Any, door.running.server.server_state.connections)
        for _ in range(3):
            for each in pieces:
                door.call(partial(there.data_received, each))
            assert b"do not sit" in heard(line, b"do not sit")


def test_a_short_message_goes_past_the_layers(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    with plain_socket(door, table(door.running)) as line:
        (there,) = cast(Any, door.running.server.server_state.connections)
        line.sendall(WHOLE_FRAME)
        assert b"do not sit" in heard(line, b"do not sit")
        monkeypatch.setattr(there.conn, "receive_data", None)
        line.sendall(WHOLE_FRAME)
        assert b"do not sit" in heard(line, b"do not sit")
        monkeypatch.undo()


@pytest.mark.parametrize(
    ("pieces", "code"),
    [
        ([FRAGMENTS[0], WHOLE_FRAME], 1002),
        ([masked(0x81, b"\xff")], 1007),
        ([b"\x81\x05hello"], 1002),
        ([b"\xc1" + WHOLE_FRAME[1:]], 1002),
    ],
    ids=["a message in fragments of another", "no UTF-8", "no mask", "a reserved bit"],
)
def test_what_is_no_message_closes_the_socket(door: Door, pieces: list[bytes], code: int) -> None:
    with plain_socket(door, table(door.running)) as line:
        line.sendall(WHOLE_FRAME)
        assert b"do not sit" in heard(line, b"do not sit")
        (there,) = cast(Any, door.running.server.server_state.connections)
        for each in pieces:
            door.call(partial(there.data_received, each))
        told = heard(line)
        assert b"\x88" in told and code.to_bytes(2) in told and b"do not sit" not in told
