"""Records and replays of matches, as one viewer may have them."""

import zlib
from collections.abc import Iterator, Sequence
from struct import Struct
from typing import NamedTuple

from budokan import protocol
from budokan.differences import new_sentences
from budokan.kit.contract import SPECTATOR
from budokan.kit.entries import Entry, entry_text
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.kit.notation import parse_seat
from budokan.kit.scene import Scene
from budokan.kit.scene_changes import zone_changes
from budokan.match import fairness, record
from budokan.match.fairness import Verdict
from budokan.match.match import CodedMatch, Origin
from budokan.match.record import Record
from budokan.server.http.errors import DeniedError
from budokan.server.own_cards import read_name
from budokan.server.table.frames import match_scene, match_story
from budokan.server.table.table import RECORD
from budokan.store.looks import Look

WATCHING = "spectator"
FILM_VERSION = 1  # of the form in which films are kept
HEAD = Struct(">IQ")  # of a kept film: checksum and size of what is packed
GZIP_HEAD = bytes((0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF))
GZIP_END = Struct("<II")
RAW = -15  # deflate without a header: the facts are added to it when it is sent


# -- what a viewer may have -----------------------------------------------------------------------


def viewer_of(look: Look, mine: Sequence[int], asked: str) -> int:
    """The seat whose view a visitor may have: after the end any, before it only their own."""
    if not asked:
        return mine[0] if len(mine) == 1 else SPECTATOR
    if asked == WATCHING:
        return SPECTATOR
    seat = parse_seat(asked, look.header["seats"])
    if not look.over and seat not in mine:
        raise DeniedError(f"You can see what seat {asked.upper()} saw once the match is over.")
    return seat


def replay_facts(look: Look, mine: list[int], view: int) -> protocol.ReplayFacts:
    header, origin = look.header, look.header.get("origin")
    return protocol.ReplayFacts(
        id=look.id,
        game=header["game"],
        title=find(header["game"]).title,
        names=header["names"],
        view=view,
        mine=mine,
        over=look.over,
        uploaded=RECORD in look.hall["sitting"],
        players=look.hall["sitting"],
        origin=Origin(**origin) if origin else None,
        cards=read_name(look.hall),
    )


def visible_entries(match: CodedMatch, view: int) -> list[tuple[Entry, str]]:
    """The entries with their texts as a viewer saw them, without the drafts of others."""
    texts = [entry_text(match.notation, entry) for entry in match.seen(view)]
    entries = match.settled(view)
    if len(entries) != len(texts):
        raise Refusal("The record does not fit the match.")
    return list(zip(entries, texts, strict=True))


# -- in the worker --------------------------------------------------------------------------------


class Seen(NamedTuple):
    """A match and whose view of it is wanted; None: all of it."""

    record: Record
    view: int | None


class Proof(NamedTuple):
    """A match, and what a player knows of its deal."""

    record: Record
    commitment: str
    bits: str


def written(given: Seen) -> bytes:
    """The record of a match as text."""
    return record.write(record.restore(given.record), given.view).encode()


def verified(given: Proof) -> Verdict:
    """Whether the deal of a match was fair."""
    return fairness.verify(given.record, "The record", given.commitment, given.bits)


def film(given: Seen) -> bytes:
    """The frames of a match as a viewer saw it, packed; the facts are added when it is sent."""
    assert given.view is not None
    match = record.restore(given.record)
    packer, crc, size, packed = zlib.compressobj(6, wbits=RAW), 0, 0, [b""]
    for piece in film_pieces(match, given.view):
        crc, size = zlib.crc32(piece, crc), size + len(piece)
        packed.append(packer.compress(piece))
    packed.append(packer.flush(zlib.Z_FULL_FLUSH))
    packed[0] = HEAD.pack(crc, size)
    return b"".join(packed)


def film_pieces(match: CodedMatch, view: int) -> Iterator[bytes]:
    """A replay as JSON, without its end."""
    replayer = Replayer(match, view)
    yield b'{"frames":['
    yield replayer.frame("", bot=False)
    for entry, text in visible_entries(match, view):
        replayer.match.replay(*entry)
        yield b"," + replayer.frame(text, bot=replayer.match.is_bot_move(entry))
    yield b"]"


# -- sending --------------------------------------------------------------------------------------


def film_gzipped(kept: bytes, facts: protocol.ReplayFacts) -> bytes:
    """A whole replay, from its packed frames and the facts for one visitor."""
    (crc, size), end = HEAD.unpack_from(kept), film_end(facts)
    packer = zlib.compressobj(wbits=RAW)
    rest = packer.compress(end) + packer.flush()
    closing = GZIP_END.pack(zlib.crc32(end, crc), (size + len(end)) & 0xFFFFFFFF)
    return b"".join((GZIP_HEAD, memoryview(kept)[HEAD.size :], rest, closing))


def film_plain(kept: bytes, facts: protocol.ReplayFacts) -> bytes:
    """The same for a client that cannot unpack it."""
    unpacker = zlib.decompressobj(wbits=RAW)
    return unpacker.decompress(memoryview(kept)[HEAD.size :]) + film_end(facts)


def film_end(facts: protocol.ReplayFacts) -> bytes:
    return b',"facts":' + protocol.encode(facts).encode() + b"}"


# -- the frames of a replay -----------------------------------------------------------------------


class Replayer:
    """Plays a match again as one viewer saw it."""

    def __init__(self, match: CodedMatch, view: int) -> None:
        self.match = match.afresh()
        self.view = view
        self.scene: Scene | None = None  # the one before
        self.story: list[str] = []

    def frame(self, entry: str, *, bot: bool) -> bytes:
        """The frame after an entry, as JSON."""
        story, scene = match_story(self.match, self.view), match_scene(self.match, self.view)
        new, added = zone_changes(self.scene, scene), new_sentences(self.story, story)
        self.story, self.scene = story, scene
        frame = protocol.ReplayFrame(entry=entry, story=added, scene=new, bot=bot)
        return protocol.encode(frame).encode()
