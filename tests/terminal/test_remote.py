"""The terminal and a hall elsewhere with a bad connection or odd answers."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from textual.widgets import Static
from websockets.asyncio.server import ServerConnection, serve

from budokan import protocol
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.match.match import CodedMatch
from budokan.terminal.hosts.host import Host, Notice
from budokan.terminal.hosts.remote import RemoteHost
from budokan.terminal.hosts.remote_link import Place, enter, rematch
from budokan.terminal.tui.dialogs import Curtain
from tests.terminal.driver import run_async, screen_text, seated, table_facts, until

GARBAGE = b"no status at all\r\n\r\n"


def http(status: str, body: str = "", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers, "Connection: close"]
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


@contextmanager
def odd_hall(answers: dict[str, bytes]) -> Iterator[str]:
    """A hall that answers each of these routes with its bytes, and any other with none."""
    with socket.create_server(("127.0.0.1", 0)) as door:

        def run() -> None:
            while True:
                try:
                    line, _ = door.accept()
                except OSError:
                    return
                with line:
                    path = line.recv(65536).decode().split()[1]
                    line.sendall(answers.get(path, GARBAGE))

        thread = threading.Thread(target=run)
        thread.start()
        try:
            yield f"http://127.0.0.1:{door.getsockname()[1]}"
        finally:
            door.shutdown(socket.SHUT_RDWR)
            thread.join(10)


def test_a_table_of_a_hall_that_answers_nonsense_can_be_joined() -> None:
    with odd_hall({"/table/t": http("200 OK")}) as base:
        place = enter(f"{base}/table/t")
    assert (place.id, place.given, dict(place.courtesies)) == ("t", None, {})


def test_the_refusal_of_a_hall_is_shown() -> None:
    words = json.dumps({"error": "This link opens no seat at this table."})
    hall = odd_hall({"/api/tables/t/seat": http("403 Forbidden", words)})
    with hall as base, pytest.raises(Refusal, match=r"^This link opens no seat at this table\.$"):
        enter(f"{base}/table/t?key=x")


@pytest.mark.parametrize("body", ["[]", "{}", "no JSON"])
def test_an_invalid_rematch_answer_is_refused(body: str) -> None:
    hall = odd_hall({"/api/tables/t/rematch": http("200 OK", body)})
    with hall as base, pytest.raises(Refusal, match="does not answer"):
        rematch(Place(base, "t", ""))


def test_a_late_visitor_is_told_that_they_watch() -> None:
    here = {"/api/tables/t/seat": http("200 OK", json.dumps({"seated": False}))}
    with odd_hall(here) as base:
        host = RemoteHost(enter(f"{base}/table/t?key=x"), pauses=())
    said: list[Notice] = []
    host.tell = said.append
    asyncio.run(host.run())
    assert said[0].text == "That seat is taken. You are watching."


def test_a_full_outbox_does_not_break_the_next_connection() -> None:
    """The requested view is sent first, before the messages that wait."""
    heard: list[dict[str, Any]] = []

    async def test() -> None:
        async def talk(line: ServerConnection) -> None:
            heard.append(json.loads(await line.recv()))
            await line.send(json.dumps({"t": "error", "text": "Enough."}))

        async with serve(talk, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            host = RemoteHost(Place(f"http://127.0.0.1:{port}", "t", ""), pauses=())
            host.look(1)
            while not host.outbox.full():
                host.greet(1, "thanks")
            await host.run()

    run_async(test)
    assert heard == [{"t": "look", "seat": 1}]


@pytest.mark.parametrize(("code", "lines"), [(1011, 3), (1013, 3), (4400, 1), (4404, 1)])
def test_the_closing_code_says_whether_to_reconnect(code: int, lines: int) -> None:
    said: list[str] = []

    async def test() -> None:
        async def talk(line: ServerConnection) -> None:
            await line.send(json.dumps({"t": "error", "text": "Not now."}))
            await line.close(code)

        async with serve(talk, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            host = RemoteHost(Place(f"http://127.0.0.1:{port}", "t", ""), pauses=(0, 0))
            host.tell = lambda told: said.append(told.text)
            await host.run()

    run_async(test)
    assert said.count("Not now.") == lines
    assert said[-1].startswith("The hall no longer answers") == (lines > 1)


class Slow(Host):
    """A slow hall elsewhere, with two people at this keyboard."""

    def __init__(self) -> None:
        super().__init__()
        game = find("dojo_duel")
        self.match = CodedMatch(game, game.setup(2), ("Ann", "Ben"), seed="slow")
        self.match.begin()
        self.looked: list[int] = []

    async def run(self) -> None:
        self.say(0)

    def say(self, view: int) -> None:
        """Send the table as somebody sees it."""
        remote = RemoteHost(Place("http://here", "t", ""))
        remote.show, remote.tell = self.show, self.tell
        match = self.match
        frame = {
            "t": "scene", "ply": match.ply(view), "view": view, "mine": [0, 1], "story": [],
            "scene": json.loads(protocol.encode(match.scene(view))), "over": False,
            "names": ["Ann", "Ben"], "story_length": 0, "draft_length": 0, "table": table_facts(),
        }  # fmt: skip
        assert remote._receive(json.dumps(frame))

    def act(self, seat: int, ply: int, action: str) -> None:
        self.match.play(seat, self.match.notation.parse(action))
        self.say(seat)

    def look(self, seat: int) -> None:
        self.looked.append(seat)


def test_the_curtain_leaves_nothing_of_the_last_player() -> None:
    async def test() -> None:
        host = Slow()
        async with seated(host, 120, 40) as (table, pilot):
            own = {piece.name for zone in host.match.scene(0).zones for inner in (zone, *zone.zones)
                   if inner.owner == 0 for piece in inner.pieces if piece.name}  # fmt: skip
            assert own and any(name in screen_text(pilot) for name in own)
            table.tell(Notice(f"Not now: {sorted(own)[0]}.", bad=True))
            while 0 in host.match.acting:
                assert table.scene is not None
                table.play(table.scene.choices[0])
            await until(pilot, lambda: isinstance(pilot.app.screen, Curtain), "the curtain")
            assert not any(name in screen_text(pilot) for name in own)
            await pilot.press("enter")
            await until(pilot, lambda: pilot.app.screen is table, "the table")
            assert host.looked == [1]
            shown = screen_text(pilot)
            assert not any(name in shown for name in own), shown
            assert table.frame is None and "Dojo" not in str(
                table.query_one("#facts-text", Static).render()
            )
            host.say(1)
            await pilot.pause()
            assert table.frame is not None and table.frame.view == 1
            assert "Ann" in screen_text(pilot), "the other one; Ben is called you"

    run_async(test)
