"""Scripted players: they play any choice, and note how long the hall takes to show the result."""

import asyncio
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic

import msgspec
from bench.client import ClosedError, Http, Socket
from msgspec import Struct

from budokan.protocol import PROTOCOL

PATIENCE = 60.0  # seconds until a click counts as not answered


class Choice(Struct):
    """A choice, or what changed of one."""

    action: str = ""


class Scene(Struct):
    choices: list[int | tuple[int, Choice] | Choice] | None = None


class Frame(Struct):
    """What a scripted player reads of a frame; what a change leaves out is as before."""

    t: str
    ply: int | None = None
    over: bool | None = None
    scene: Scene | None = None
    number: int = 0
    text: str = ""


READER = msgspec.json.Decoder(Frame)
SCENE, CHANGE = "scene", "change"


def merged(old: Sequence[str], new: Sequence[int | tuple[int, Choice] | Choice]) -> list[str]:
    """The actions one may choose: a number stands for the one that was at that place."""
    found = []
    for each in new:
        if isinstance(each, Choice):
            found.append(each.action)
        elif isinstance(each, int):
            found.append(old[each])
        else:
            found.append(each[1].action or old[each[0]])
    return found


class LostError(Exception):
    """A player's click was not answered, or the hall has hung up."""


@dataclass(eq=False)
class Seat:
    """A scripted player on a socket of their own."""

    number: int
    token: str
    ply: int = -1
    over: bool = False
    choices: Sequence[str] = ()  # actions
    socket: Socket | None = None
    refused: list[str] = field(default_factory=list)
    size: int = 0  # bytes of all Scenes
    at: float = 0.0
    frame: int = 0  # number of the latest one
    gaps: int = 0  # changes that did not follow on what was heard
    heard: asyncio.Event = field(default_factory=asyncio.Event)

    async def sit(self, address: str, table: str) -> None:
        path = f"/ws/{table}?protocol={PROTOCOL}&differences=1"
        self.ply = -1
        self.socket = await Socket.open(address, path, self.token, self._hear)
        self.socket.closed.add_done_callback(lambda _: self.heard.set())

    def _hear(self, raw: bytes, at: float) -> None:
        frame = READER.decode(raw)
        if frame.t in (SCENE, CHANGE):
            self.size += len(raw)
            self._see(frame, at)
        elif frame.t in ("error", "refused"):
            self.refused.append(frame.text)
        self.heard.set()

    def _see(self, frame: Frame, at: float) -> None:
        if frame.t == CHANGE and frame.number != self.frame + 1:
            self.gaps += 1
            assert self.socket is not None
            self.socket.say({"t": "again"})
            return
        self.at, self.frame = at, frame.number
        self.ply = self.ply if frame.ply is None else frame.ply
        self.over = self.over if frame.over is None else frame.over
        if frame.scene is not None and frame.scene.choices is not None:
            self.choices = merged(self.choices, frame.scene.choices)

    @property
    def connected(self) -> bool:
        return self.socket is not None and not self.socket.closed.done()

    async def wait(self, until: float) -> None:
        """Wait for anything to be heard, also before this call: whoever waits looks again."""
        if not self.connected:
            code = self.socket.code if self.socket else 0
            raise LostError(f"the hall hung up with {code}: {self.refused[-1:]}")
        try:
            await asyncio.wait_for(self.heard.wait(), max(0.0, until - monotonic()))
        except TimeoutError:
            raise LostError("a click was not answered") from None
        self.heard.clear()

    async def act(self, action: str) -> float:
        """Click, and wait for the Scene; the seconds it took."""
        assert self.socket is not None
        before, refusals, began = self.ply, len(self.refused), monotonic()
        said = {"t": "act", "ply": before, "seat": self.number, "action": action}
        try:
            self.socket.send(json.dumps(said))
        except ClosedError as error:
            raise LostError(str(error)) from error
        while self.ply == before and not self.over and len(self.refused) == refusals:
            await self.wait(began + PATIENCE)
        if len(self.refused) > refusals:
            raise LostError(f"a choice was refused: {self.refused[-1]}")
        return self.at - began

    async def leave(self) -> None:
        if self.socket is not None:
            await self.socket.leave()


class Table:
    """Players of a table who play any choice, match after match."""

    def __init__(
        self, address: str, game: str, number: int, players: Sequence[str] = ("me", "human")
    ) -> None:
        self.address, self.game, self.players = address, game, list(players)
        self.pick = random.Random(number)
        self.seats: list[Seat] = []
        self.name = ""
        self.matches = 0
        self._before = 0  # bytes of earlier matches

    @property
    def size(self) -> int:
        """Bytes of all Scenes that were sent."""
        return self._before + sum(seat.size for seat in self.seats)

    async def open(self) -> None:
        """A new match with all its people at it."""
        self._before = self.size
        await self.leave()
        self.name, tokens = await new_table(self.address, self.game, self.players)
        people = [n for n, who in enumerate(self.players) if who in ("me", "human")]
        self.seats = [Seat(number, token) for number, token in zip(people, tokens, strict=True)]
        self.matches += 1
        await self.come()

    async def come(self) -> None:
        """Everybody sits down, also again after the hall was away."""
        for seat in self.seats:
            await seat.sit(self.address, self.name)
        await self.ready()

    async def ready(self) -> float:
        """Wait until somebody can choose, or the match is over; the seconds it took."""
        began = monotonic()
        while not self.choosing() and not self.over:
            waits = [asyncio.ensure_future(seat.wait(began + PATIENCE)) for seat in self.seats]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in waits:
                    each.cancel()
                told = await asyncio.gather(*waits, return_exceptions=True)
            if any(isinstance(each, LostError) for each in told) and not self.choosing():
                raise next(each for each in told if isinstance(each, LostError))
        return max([seat.at for seat in self.seats], default=began) - began

    @property
    def over(self) -> bool:
        return any(seat.over for seat in self.seats)

    def choosing(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.choices and not seat.over]

    async def move(self) -> float:
        """One move; a match that is over gives way to the next, which is not timed."""
        while not self.choosing():
            if self.over or not self.seats:
                await self.open()
            await self.ready()
        seat = self.pick.choice(self.choosing())
        return await seat.act(self.pick.choice(seat.choices))

    async def leave(self) -> None:
        await asyncio.gather(*(seat.leave() for seat in self.seats))


async def new_table(
    address: str, game: str, players: Sequence[str], **more: object
) -> tuple[str, list[str]]:
    """Set up a table; its name, and the token of each of its people in the order of seats."""
    host = Http(address)
    answer = await host.post("/api/tables", {"game": game, "players": list(players), **more})
    host.close()
    if answer.status != 201:
        raise LostError(f"no table: {answer.status} {answer.body[:200]!r}")
    made, tokens = answer.json, {}
    for invite in made["invites"]:
        guest = Http(address)
        key = invite["url"].split("?key=")[1]
        taken = await guest.post(f"/api/tables/{made['id']}/seat", {"key": key})
        guest.close()
        if taken.status != 200:
            raise LostError(f"no seat: {taken.status} {taken.body[:200]!r}")
        tokens[invite["seat"]] = guest.token
    people = [n for n, who in enumerate(players) if who in ("me", "human")]
    return made["id"], [tokens.get(n, host.token) for n in people]


def share(values: Sequence[float], part: float) -> float:
    """The value that a part of all values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
