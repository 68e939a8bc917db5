"""Greedy clients, in a process of their own: `python -m bench.greedy KIND ADDRESS [CLIENTS]`.

Each kind asks a hall on this machine for as much of one thing as it can, until it is terminated.
It says `ready` when it begins, and at the end how much it asked for and what it was told.
"""

import asyncio
import json
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

import uvloop
from bench.client import ClosedError, Http, Socket
from bench.players import LostError, Seat, Table, new_table
from bench.records import hard_record, long_record, short_record
from bench.server import allow_files

from budokan.protocol import PROTOCOL

CLIENTS = 20
NICE = 10  # elsewhere they would not share the hall's cores
MOST_SECONDS = 900  # then it ends by itself, whatever happened to who started it
BATCH = 50  # messages at once
TOGETHER = 8  # records that are uploaded at once before a flood begins
WATCHERS_EACH = 100  # 2,000 in all
ASKERS_EACH = 5  # hints: 100 in all
TABLES_EACH = 2  # against search: 40 in all
QUIET_EACH = 50  # connections that never say anything whole: 1,000 in all
ENOUGH = 16 << 20  # bytes of headers on one connection
BIG = "martial_art"  # the game with the largest Scenes


def ignore(raw: bytes, at: float) -> None:
    """Nobody reads it."""


class Crowd:
    """The greedy clients of one kind, and what they were told."""

    def __init__(self, address: str, clients: int) -> None:
        self.address, self.clients = address, clients
        self.told: Counter[str] = Counter()
        self.records: list[str] = []  # uploaded matches

    async def each(self, work: Callable[[int], Awaitable[None]], again: bool = True) -> None:
        """Let every client work, again and again, whatever happens to it."""

        async def go_on(number: int) -> None:
            while True:
                try:
                    await work(number)
                except (ClosedError, LostError, OSError, EOFError, ValueError, TimeoutError) as no:
                    self.told[type(no).__name__] += 1
                    await asyncio.sleep(0.02)
                if not again:
                    return

        await asyncio.gather(*(go_on(number) for number in range(self.clients)))

    async def ask(self, client: Http, path: str) -> int:
        answer = await client.get(path)
        self.told[str(answer.status)] += 1
        return answer.status

    async def give(self, client: Http, path: str, body: object, kind: str = "") -> int:
        answer = await client.post(path, body, kind or "application/json")
        self.told[str(answer.status)] += 1
        return answer.status

    async def upload(self, *texts: str) -> None:
        """Upload records before a flood; a hall that is busy is asked again."""
        client = Http(self.address)
        for text in texts:
            while True:
                answer = await client.post("/api/replays", text, "text/plain")
                if answer.status in (200, 201):
                    self.records.append(answer.json["id"])
                    break
                await asyncio.sleep(0.2)
        client.close()


def ready() -> None:
    print("ready", flush=True)


# -- on the socket --------------------------------------------------------------------------------


async def own_table(crowd: Crowd, game: str = BIG) -> Seat:
    """A table at which one client has all seats."""
    name, tokens = await new_table(crowd.address, game, ["me", "me"])
    seat = Seat(0, tokens[0])
    await seat.sit(crowd.address, name)
    return seat


async def say_often(crowd: Crowd, message: Callable[[Seat, int], dict[str, object]]) -> None:
    """Every client says the same thing as fast as the hall takes it."""
    ready()

    async def work(number: int) -> None:
        seat = await own_table(crowd)
        said = 0
        while seat.connected:
            assert seat.socket is not None and seat.socket.transport is not None
            if seat.socket.transport.get_write_buffer_size() < 65536:
                for _ in range(BATCH):
                    seat.socket.say(message(seat, said))
                    said += 1
                crowd.told["said"] += BATCH
            await asyncio.sleep(0.001)
        raise ClosedError

    await crowd.each(work)


async def look(crowd: Crowd) -> None:
    """See the table from one seat, from the other, and so on."""
    await say_often(crowd, lambda seat, n: {"t": "look", "seat": n % 2})


async def stale(crowd: Crowd) -> None:
    """Click on what was offered long ago."""
    await say_often(crowd, lambda seat, n: {"t": "act", "ply": 0, "seat": n % 2, "action": "pass"})


async def wrong(crowd: Crowd) -> None:
    """Click on what was never offered."""
    await say_often(
        crowd,
        lambda seat, n: {"t": "act", "ply": max(0, seat.ply), "seat": n % 2, "action": "area 99"},
    )


async def courtesy(crowd: Crowd) -> None:
    """Greet without end."""
    await say_often(crowd, lambda seat, n: {"t": "courtesy", "seat": n % 2, "id": "greet"})


async def moves(crowd: Crowd) -> None:
    """Play as fast as the hall can."""
    ready()

    async def work(number: int) -> None:
        table = Table(crowd.address, BIG, number)
        while True:
            await table.move()
            crowd.told["moves"] += 1

    await crowd.each(work)


async def hints(crowd: Crowd) -> None:
    """Five players of each client ask for hints without end."""
    ready()

    async def ask(number: int) -> None:
        seat = await own_table(crowd, "kenpo_masters")
        while seat.connected and not seat.over:
            if seat.ply >= 0 and seat.socket is not None:
                seat.socket.say({"t": "hint", "ply": seat.ply, "seat": number % 2})
                crowd.told["said"] += 1
            await asyncio.sleep(0.05)
        raise ClosedError

    crowd.clients *= ASKERS_EACH
    await crowd.each(ask)


async def search(crowd: Crowd) -> None:
    """Two tables of each client against the longest search that may be named."""
    ready()

    async def work(number: int) -> None:
        table = Table(crowd.address, BIG, number, ("me", "search:20000"))
        while True:
            await table.move()
            crowd.told["moves"] += 1

    crowd.clients *= TABLES_EACH
    await crowd.each(work)


async def connects(crowd: Crowd) -> None:
    """Come to a table, leave it, come again."""
    table, _ = await new_table(crowd.address, BIG, ["me", "me"])
    ready()

    async def work(number: int) -> None:
        path = f"/ws/{table}?protocol={PROTOCOL}"
        for _ in range(10):
            opened = await Socket.open(crowd.address, path, "", ignore)
            crowd.told["came"] += 1
            opened.close()

    await crowd.each(work)


async def spectators(crowd: Crowd) -> None:
    """A hundred watchers of each client at a table whose players move ten times a second."""
    table = Table(crowd.address, BIG, 0)
    await table.open()
    crowd.told["came"] += await watch(crowd, table.name, crowd.clients * WATCHERS_EACH)
    ready()
    while not table.over:
        await table.move()
        crowd.told["moves"] += 1
        await asyncio.sleep(0.1)
    await asyncio.sleep(MOST_SECONDS)


async def watch(crowd: Crowd, table: str, watchers: int) -> int:
    """Let so many watch a table; how many are there."""
    few, came = asyncio.Semaphore(20), list[Socket]()

    async def come() -> None:
        path = f"/ws/{table}?protocol={PROTOCOL}&differences=1"
        async with few:
            with suppress(ClosedError):
                came.append(await Socket.open(crowd.address, path, "", ignore))

    await asyncio.gather(*(come() for _ in range(watchers)))
    WATCHING.extend(came)
    return len(came)


WATCHING: list[Socket] = []  # so that they stay


async def stalled(crowd: Crowd) -> None:
    """Watchers who read nothing at a table whose players move."""
    table = Table(crowd.address, BIG, 0)
    await table.open()
    await watch(crowd, table.name, crowd.clients * 5)
    for each in WATCHING:
        assert each.transport is not None
        each.transport.pause_reading()
    ready()
    while not table.over:
        await table.move()
        crowd.told["moves"] += 1
        await asyncio.sleep(0.02)
    await asyncio.sleep(MOST_SECONDS)


# -- over HTTP ------------------------------------------------------------------------------------


async def get_often(crowd: Crowd, paths: Callable[[int], str]) -> None:
    """Every client asks for one path after another."""
    ready()

    async def work(number: int) -> None:
        client, asked = Http(crowd.address), number
        try:
            while True:
                status = await crowd.ask(client, paths(asked))
                asked += crowd.clients
                if status in (202, 409, 429, 503):
                    await asyncio.sleep(0.02)  # as greedy as a client may be that heard a refusal
        finally:
            client.close()

    await crowd.each(work)


async def replays(crowd: Crowd) -> None:
    """The replay of very long matches, from every seat."""
    await crowd.upload(*(long_record(number) for number in range(3)))
    views = ("spectator", "A", "B")
    await get_often(
        crowd, lambda n: f"/api/tables/{crowd.records[n % 3]}/replay?view={views[n // 3 % 3]}"
    )


async def records(crowd: Crowd) -> None:
    """The record of very long matches."""
    await crowd.upload(*(long_record(number) for number in range(3)))
    await get_often(crowd, lambda n: f"/api/tables/{crowd.records[n % 3]}/record")


async def verify(crowd: Crowd) -> None:
    """Was the deal fair? Of very long matches, with bits that change every time."""
    await crowd.upload(*(long_record(number) for number in range(3)))
    await get_often(crowd, lambda n: f"/api/tables/{crowd.records[n % 3]}/verify?bits={n:064x}")


async def coach(crowd: Crowd) -> None:
    """The coach's report on one match after another."""
    await crowd.upload(*(short_record(number) for number in range(2 * crowd.clients)))
    await get_often(crowd, lambda n: f"/api/tables/{crowd.records[n % len(crowd.records)]}/coach")


async def moments(crowd: Crowd) -> None:
    """The key moments of very long matches."""
    await crowd.upload(*(long_record(number, 2000) for number in range(crowd.clients)))
    await get_often(crowd, lambda n: f"/api/tables/{crowd.records[n % len(crowd.records)]}/moments")


async def par(crowd: Crowd) -> None:
    """Par of deals that keep the solver busy."""
    await crowd.upload(*(hard_record(number) for number in range(2 * crowd.clients)))
    await get_often(crowd, lambda n: f"/api/tables/{crowd.records[n % len(crowd.records)]}/par")


async def pictures(crowd: Crowd) -> None:
    """Pictures of every step of a very long match."""
    await crowd.upload(long_record())
    await get_often(
        crowd, lambda n: f"/api/tables/{crowd.records[0]}/picture.png?step={n * 37 % 4000}"
    )


PAGES = (
    "/", "/rules/martial_art", "/replay", "/deck", "/fighters", "/masters", "/cards/udaka",
    "/api/games", "/api/rules/kenpo_masters", "/api/games/master_udo/gallery", "/openapi.json",
    "/api/matches", "/api/tables/open", "/api/replays/shown", "/api/health", "/daily",
    "/api/games/kenpo_masters/values", "/api/cards/martial_art/form", "/nothing/here",
    "/api/games/udaka/preview.png", "/api/cards/kenpo_masters/template",
)  # fmt: skip


async def pages(crowd: Crowd) -> None:
    """Every page and every list."""
    await get_often(crowd, lambda n: PAGES[n % len(PAGES)])


async def give_often(crowd: Crowd, given: Callable[[int], tuple[str, object, str]]) -> None:
    """Every client sends one thing after another."""
    ready()

    async def work(number: int) -> None:
        client, sent = Http(crowd.address), number
        try:
            while True:
                status = await crowd.give(client, *given(sent))
                sent += crowd.clients
                if status in (409, 429, 503):
                    await asyncio.sleep(0.02)
        finally:
            client.close()

    await crowd.each(work)


async def uploads(crowd: Crowd) -> None:
    """Very long records, each a new one."""
    text = long_record()

    def given(number: int) -> tuple[str, object, str]:
        named = text.replace('"Ann"', f'"Ann {number}"')  # breaks its chain: replayed up to there
        return "/api/replays", named if number % 2 else long_text(number), "text/plain"

    made: dict[int, str] = {}

    def long_text(number: int) -> str:
        return made.setdefault(number % 8, long_record(number % 8))

    for number in range(8):
        long_text(number)
    await give_often(crowd, given)


async def cards(crowd: Crowd) -> None:
    """Card files: all values written out, checked, drawn and kept."""
    games = ("kenpo_masters", "master_udo", "martial_art")
    client = Http(crowd.address)
    texts = [(await client.get(f"/api/cards/{game}/template")).body.decode() for game in games]
    client.close()

    def given(number: int) -> tuple[str, object, str]:
        game = number % len(games)
        text = f"{texts[game]}\n# {number}\n"
        where = ("", "/check", "/album")[number // 3 % 3]
        return f"/api/cards/{games[game]}{where}", {"cards": text}, ""

    await give_often(crowd, given)


async def tables(crowd: Crowd) -> None:
    """New tables of bots and people."""
    sitting = (["me", "human"], ["me", "white"], ["random", "random"], ["white", "white"])

    def given(number: int) -> tuple[str, object, str]:
        return "/api/tables", {"game": BIG, "players": sitting[number % len(sitting)]}, ""

    await give_often(crowd, given)


async def lessons(crowd: Crowd) -> None:
    """Guided matches, and proposals to check."""

    def given(number: int) -> tuple[str, object, str]:
        if number % 2:
            return "/api/games/kenpo_masters/check", {"seats": 2}, ""
        return "/api/learn/master_udo", {"moves": []}, ""

    await give_often(crowd, given)


async def play_on(crowd: Crowd) -> None:
    """Tables that go on from late steps of very long matches."""
    await crowd.upload(long_record())

    def given(number: int) -> tuple[str, object, str]:
        body = {"step": 4000 + number % 300, "players": ["me", "random"]}
        return f"/api/tables/{crowd.records[0]}/play-on", body, ""

    await give_often(crowd, given)


# -- bare connections -----------------------------------------------------------------------------


async def headers(crowd: Crowd) -> None:
    """Headers without end."""
    ready()

    async def work(number: int) -> None:
        host, _, port = crowd.address.partition(":")
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        line = b"X-Much: " + b"a" * 8000 + b"\r\n"
        try:
            for _ in range(ENOUGH // len(line)):  # a hall that takes it all must not end us, too
                writer.write(line)
                await writer.drain()
                crowd.told["kB"] += 8
        finally:
            writer.transport.abort()

    await crowd.each(work)


async def loris(crowd: Crowd) -> None:
    """Connections that send one letter a second."""
    ready()

    async def work(number: int) -> None:
        host, _, port = crowd.address.partition(":")
        _, writer = await asyncio.open_connection(host, int(port))
        crowd.told["came"] += 1
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        try:
            while True:
                writer.write(b"a")
                await writer.drain()
                await asyncio.sleep(1.0)
        finally:
            writer.transport.abort()

    crowd.clients *= QUIET_EACH
    await crowd.each(work)


async def silent(crowd: Crowd) -> None:
    """Connections that send nothing at all."""
    ready()

    async def work(number: int) -> None:
        host, _, port = crowd.address.partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        crowd.told["came"] += 1
        try:
            await reader.read(1)
            raise ClosedError
        finally:
            writer.transport.abort()

    crowd.clients *= QUIET_EACH
    await crowd.each(work)


async def garbage(crowd: Crowd) -> None:
    """Bytes that are no request."""
    ready()

    async def work(number: int) -> None:
        host, _, port = crowd.address.partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(random.randbytes(4096))
        try:
            await reader.read(1000)
            crowd.told["sent"] += 1
        finally:
            writer.transport.abort()

    await crowd.each(work)


KINDS: dict[str, Callable[[Crowd], Awaitable[None]]] = {
    kind.__name__: kind
    for kind in (
        look, stale, wrong, courtesy, moves, hints, search, connects, spectators, stalled,
        replays, records, verify, coach, moments, par, pictures, pages, uploads, cards, tables,
        lessons, play_on, headers, loris, silent, garbage,
    )
}  # fmt: skip


async def run(work: Awaitable[None], crowd: Crowd) -> None:
    """Flood until somebody terminates us."""
    flooding, stop = asyncio.ensure_future(work), asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    ending = asyncio.ensure_future(stop.wait())
    await asyncio.wait(
        {flooding, ending}, timeout=MOST_SECONDS, return_when=asyncio.FIRST_COMPLETED
    )
    failed = flooding.done() and flooding.exception()
    print(json.dumps({**crowd.told, **({"failed": repr(failed)} if failed else {})}), flush=True)
    os._exit(0)  # thousands of connections need no goodbye


async def crowd_of(crowd: Crowd, table: str, watchers: int) -> None:
    """Only watch a table, as thousands do; for `bench.server`."""
    print(await watch(crowd, table, watchers), flush=True)
    await asyncio.sleep(MOST_SECONDS)


def main() -> None:
    allow_files()
    os.nice(NICE)
    kind, address = sys.argv[1:3]
    if kind == "watchers":
        table, watchers = sys.argv[3], int(sys.argv[4])
        crowd = Crowd(address, 1)
        work = crowd_of(crowd, table, watchers)
    else:
        crowd = Crowd(address, int(sys.argv[3]) if len(sys.argv) > 3 else CLIENTS)
        work = KINDS[kind](crowd)  # type: ignore[assignment]

    async def flood() -> None:
        await run(work, crowd)

    uvloop.run(flood())


if __name__ == "__main__":
    main()
