"""Beats for the sample of a ring: one of every kind, with their changes."""

from typing import Any

import msgspec
from msgspec.structs import replace

from budokan.kit.scene import Beat, Change, Piece, zones
from tests.browser.fake_table import Frame, sample
from tests.browser.sample_ring import ring, ring_card

LONG = 600_000  # milliseconds: a beat that never ends by itself


def piece(name: str, **given: Any) -> Piece:
    """A piece of the sample, changed."""
    found = {each.id: each for zone in zones(ring()) for each in zone.pieces}
    return replace(found[name], **given)


HIDDEN = Piece(id="row-B-1", name="Hidden card", marks=("hidden",), owner=1)

BEATS = (
    Beat(kind="point", seat=1, text="Brown belt points.", pieces=("row-A-0",)),
    Beat(
        kind="play",
        seat=1,
        text="Brown belt plays a card.",
        changes=(Change(gone="hand-B-5"), Change(zone="row-B", piece=HIDDEN)),
    ),
    Beat(
        kind="turn",
        seat=1,
        text="It is a Block.",
        changes=(Change(zone="row-B", piece=ring_card("row-B-1", "block", owner=1)),),
    ),
    Beat(
        kind="step",
        seat=1,
        text="Brown belt steps to b3.",
        changes=(Change(zone="ring", piece=piece("pawn-B", spot="b3")),),
    ),
    Beat(
        kind="strike", seat=1, target=0, text="Brown belt strikes.", role="hit", pieces=("row-B-0",)
    ),
    Beat(kind="block", seat=0, target=1, text="You block.", role="ward", pieces=("row-A-1",)),
    Beat(kind="miss", seat=0, text="Hand Fake misses.", pieces=("row-A-0",)),
    Beat(
        kind="lose",
        seat=1,
        target=0,
        text="You lose 3.",
        amount=3,
        role="hit",
        changes=(Change(zone="score-A", at=8),),
    ),
    Beat(
        kind="gain",
        seat=1,
        text="Brown belt gains 2.",
        amount=2,
        role="gain",
        changes=(Change(zone="score-B", at=11),),
    ),
    Beat(kind="roll", seat=0, text="You roll F N: stopped.", role="ward", values=("f", "n")),
    Beat(
        kind="move",
        seat=1,
        text="The Fake moves.",
        changes=(Change(zone="row-B", piece=piece("row-A-0")),),
    ),
    Beat(
        kind="draw",
        seat=0,
        text="You draw.",
        changes=(Change(zone="hand-A", piece=ring_card("hand-A-9", "jab", owner=0)),),
    ),
    Beat(
        kind="clear",
        seat=0,
        text="The field clears.",
        changes=(Change(gone="row-B-0"), Change(gone="row-B-1"), Change(gone="row-A-1")),
    ),
    Beat(kind="stop", seat=0, text="The exchange is over."),
)


def lasting(*kinds: str, ms: int = LONG) -> list[dict[str, Any]]:
    """The beats of these kinds, or all of them, as they travel."""
    found = [replace(beat, ms=ms) for beat in BEATS if not kinds or beat.kind in kinds]
    sent: list[dict[str, Any]] = msgspec.to_builtins(found)
    return sent


def moved(*kinds: str, ply: int = 2, since: int = 1, ms: int = LONG, line: str = "") -> Frame:
    """The frame after a move with these beats; its question is another one."""
    story = ["It begins.", *(f"Move {n}." for n in range(2, ply + 1))]
    frame = sample(ply=ply, story=story, story_length=ply)
    frame["scene"]["prompt"]["question"] = f"What now, at {ply}?"
    beats = lasting(*kinds, ms=ms)
    frame["scene"]["happened"] = {"since": since, "beats": beats, "line": line}
    return frame
