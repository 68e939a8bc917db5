"""Records and replays of matches, as one viewer may have them."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Sequence

from msgspec import Raw
from msgspec.json import encode

from budokan import protocol
from budokan.kit.contract import SPECTATOR
from budokan.kit.entries import Entry, entry_text
from budokan.kit.errors import Refusal
from budokan.kit.notation import parse_seat
from budokan.kit.scene import Scene
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.server.http.errors import DeniedError
from budokan.server.table.frames import match_scene, match_story
from budokan.server.table.table import RECORD, Loaded, Table

WATCHING = "spectator"
ZONES = "zones"
NAMES = [name for name in Scene.__struct_fields__ if name != ZONES]


# -- what a viewer may have -----------------------------------------------------------------------


def viewer_of(match: CodedMatch, mine: Sequence[int], asked: str) -> int:
    """The seat whose view a visitor may have: after the end any, before it only their own."""
    if not asked:
        return mine[0] if len(mine) == 1 else SPECTATOR
    if asked == WATCHING:
        return SPECTATOR
    seat = parse_seat(asked, match.setup.seats)
    if not match.over and seat not in mine:
        raise DeniedError(f"You can see what seat {asked.upper()} saw once the match is over.")
    return seat


def match_record(match: CodedMatch, mine: Sequence[int], asked: str) -> str:
    """The whole record of a finished match; otherwise, or if asked, what one viewer saw."""
    if match.over and not asked:
        return record.write(match)
    return record.write(match, viewer_of(match, mine, asked))


def replay_facts(table: Table, loaded: Loaded, mine: list[int], view: int) -> protocol.ReplayFacts:
    match = loaded.match
    return protocol.ReplayFacts(
        id=table.name,
        game=match.game.id,
        title=match.game.title,
        names=list(match.names[: match.setup.seats]),
        view=view,
        mine=mine,
        over=match.over,
        uploaded=RECORD in loaded.players,
        players=loaded.players,
        origin=match.origin,
        cards=loaded.cards,
    )


def visible_entries(match: CodedMatch, view: int) -> list[tuple[Entry, str]]:
    """The entries with their texts as a viewer saw them, without the drafts of others."""
    texts = [entry_text(match.notation, entry) for entry in match.seen(view)]
    entries = match.settled(view)
    if len(entries) != len(texts):
        raise Refusal("The record does not fit the match.")
    return list(zip(entries, texts, strict=True))


# -- the frames of a replay -----------------------------------------------------------------------


class SceneDiff:
    """Describes each Scene by its changes since the one before."""

    def __init__(self) -> None:
        self.parts: dict[str, bytes] = {}
        self.zones: list[bytes] = []

    def changes(self, scene: Scene) -> protocol.SceneChanges:
        parts = {name: encode(getattr(scene, name)) for name in NAMES}
        zones = [encode(zone) for zone in scene.zones]
        new: protocol.SceneChanges = {
            name: Raw(part) for name, part in parts.items() if self.parts.get(name) != part
        }
        if not self.parts or zones != self.zones:
            new[ZONES] = [self._zone(place, zone) for place, zone in enumerate(zones)]
        self.parts, self.zones = parts, zones
        return new

    def _zone(self, place: int, zone: bytes) -> Raw | int:
        same = place < len(self.zones) and self.zones[place] == zone
        return place if same else Raw(zone)


class Replayer:
    """Plays a match again as one viewer saw it."""

    def __init__(self, match: CodedMatch, view: int) -> None:
        self.match = match.afresh()
        self.view, self.diff = view, SceneDiff()
        self.story: list[str] = []

    def frame(self, entry: str, *, bot: bool) -> bytes:
        """The frame after an entry, as JSON."""
        story, same = match_story(self.match, self.view), 0
        while same < min(len(self.story), len(story)) and self.story[same] == story[same]:
            same += 1
        self.story = story
        scene = self.diff.changes(match_scene(self.match, self.view))
        frame = protocol.ReplayFrame(entry=entry, story=story[same:], scene=scene, bot=bot)
        return protocol.encode(frame).encode()


async def replay_json(
    match: CodedMatch, entries: list[tuple[Entry, str]], facts: protocol.ReplayFacts
) -> AsyncIterator[bytes]:
    """A replay as JSON, frame by frame so that other visitors need not wait."""
    replayer = Replayer(match, facts.view)
    yield b'{"facts":' + protocol.encode(facts).encode() + b',"frames":['
    yield replayer.frame("", bot=False)
    for entry, text in entries:
        replayer.match.replay(*entry)
        yield b"," + replayer.frame(text, bot=replayer.match.is_bot_move(entry))
        await asyncio.sleep(0)
    yield b"]}"


async def gzipped(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The same bytes, compressed piece by piece."""
    packer = zlib.compressobj(6, wbits=31)
    async for piece in pieces:
        if packed := packer.compress(piece):
            yield packed
    yield packer.flush()
