"""A match entry by entry, as JSON: every Scene is told by what is new since the one before."""

import asyncio
import zlib
from collections.abc import AsyncIterator
from dataclasses import fields

from msgspec import Raw
from msgspec.json import encode

from budokan import protocol
from budokan.kit.entries import Entry
from budokan.kit.scene import Scene
from budokan.match.match import CodedMatch
from budokan.server.table.shown import drawn, told

ZONES = "zones"
NAMES = [field.name for field in fields(Scene) if field.name != ZONES]


class News:
    """What each Scene says that the one before did not."""

    def __init__(self) -> None:
        self.parts: dict[str, bytes] = {}
        self.zones: list[bytes] = []

    def of(self, scene: Scene) -> protocol.SceneNews:
        parts = {name: encode(getattr(scene, name)) for name in NAMES}
        zones = [encode(zone) for zone in scene.zones]
        new: protocol.SceneNews = {
            name: Raw(part) for name, part in parts.items() if self.parts.get(name) != part
        }
        if not self.parts or zones != self.zones:
            new[ZONES] = [self._zone(place, zone) for place, zone in enumerate(zones)]
        self.parts, self.zones = parts, zones
        return new

    def _zone(self, place: int, zone: bytes) -> Raw | int:
        stays = place < len(self.zones) and self.zones[place] == zone
        return place if stays else Raw(zone)


class Film:
    """A match that is played again before the eyes of one viewer."""

    def __init__(self, match: CodedMatch, view: int) -> None:
        self.match = match.afresh()
        self.view, self.news = view, News()
        self.lines: list[str] = []

    def frame(self, entry: str, *, bot: bool) -> bytes:
        """How it stands after an entry."""
        lines, same = told(self.match, self.view), 0
        while same < min(len(self.lines), len(lines)) and self.lines[same] == lines[same]:
            same += 1
        self.lines = lines
        scene = self.news.of(drawn(self.match, self.view))
        frame = protocol.ReplayFrame(entry=entry, story=lines[same:], scene=scene, bot=bot)
        return protocol.encode(frame).encode()


async def replay(
    match: CodedMatch, entries: list[tuple[Entry, str]], facts: protocol.ReplayFacts
) -> AsyncIterator[bytes]:
    """A replay, a piece at a time so that nobody else waits."""
    film = Film(match, facts.view)
    yield b'{"facts":' + protocol.encode(facts).encode() + b',"frames":['
    yield film.frame("", bot=False)
    for entry, text in entries:
        film.match.replay(*entry)
        yield b"," + film.frame(text, bot=film.match.stood_in(entry))
        await asyncio.sleep(0)
    yield b"]}"


async def zipped(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The same, packed while it is made."""
    packer = zlib.compressobj(6, wbits=31)
    async for piece in pieces:
        if packed := packer.compress(piece):
            yield packed
    yield packer.flush()
