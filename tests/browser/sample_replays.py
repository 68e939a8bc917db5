"""Replays and coach reports as the hall sends them, made from random play without a hall."""

import itertools
import json
import math
from collections.abc import Iterator
from functools import cache
from typing import Any

from budokan import protocol
from budokan.kit.game import find
from budokan.match.match import CodedMatch
from budokan.match.record import Record
from budokan.protocol import CoachReport
from budokan.server.replay import Seen, film, film_gzipped, film_plain
from budokan.store import store as stored
from budokan.thinking.coach.analysis import Judged
from budokan.thinking.coach.report import document, seat_report
from budokan.thinking.coach.thresholds import EVEN, FIND, MISTAKE
from budokan.thinking.coach.timeline import LUCK, OTHER, OWN
from tests.kit.positions import NAMES, TABLES, played

LONGEST_NAME = "A visitor with long name"  # the longest there is


@cache
def sample_replay(table: str, seed: int, decisions: int, view: int = 0) -> str:
    """All steps of a match that stopped after some decisions, as one seat sees them."""
    match = played(table, seed, decisions)
    return film_plain(_film(match, view), _facts(match, view)).decode()


def merged_frames(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The frames as a client merges them: each with its whole Scene."""
    last: dict[str, Any] = {}
    found = []
    for frame in frames:
        scene = last | frame["scene"]
        zones = [last["zones"][each] if isinstance(each, int) else each for each in scene["zones"]]
        last = scene | {"zones": zones}
        found.append(frame | {"scene": last})
    return found


def gzipped_replay(table: str, seed: int) -> bytes:
    """All steps of a whole match, compressed as they are sent."""
    match = played(table, seed, 1_000_000)
    return film_gzipped(_film(match, 0), _facts(match, 0))


def _film(match: CodedMatch, view: int) -> bytes:
    entries = list(enumerate(stored.entry_texts(match), 1))
    return film(Seen(Record(stored.header(match), entries, over=False), view))


def _facts(match: CodedMatch, view: int) -> protocol.ReplayFacts:
    return protocol.ReplayFacts(
        id="x",
        game=match.game.id,
        title=match.game.title,
        names=list(match.names[: match.setup.seats]),
        view=view,
        mine=[],
        over=True,
        uploaded=False,
        players=["person"] * match.setup.seats,
        origin=None,
    )


WHY = "Its forecast was: deal 3; take 0. Yours was: deal 0; take 4. It leads to more points."


def sample_coach_report(table: str, entries: int) -> dict[str, Any]:
    """An invented report: a curve, and moments at both of its ends and in between."""
    name, count, _ = TABLES[table]
    names = [LONGEST_NAME, *NAMES[1:count]]
    seats = [
        seat_report(seat, names[seat], list(_judged(seat, entries)), True) for seat in range(count)
    ]
    return document(
        CoachReport(
            game=name,
            title=find(name).title,
            unit="expected score" if count == 1 else "chance to win",
            over=True,
            names=names,
            iterations=1,
            entries=entries,
            seats=seats,
            mine=[0],
        )
    )


def _judged(seat: int, entries: int) -> Iterator[Judged]:
    """Choices and luck in turn, some of them clear enough to be reported."""
    steps = [*range(0, entries, max(1, entries // 20)), entries]
    chance = [0.5 + 0.45 * math.sin(at + seat) for at in steps]
    calm = [(OTHER, ""), (OWN, EVEN)]
    kinds = itertools.cycle([(OWN, MISTAKE), *calm, (LUCK, ""), *calm, (OWN, FIND), *calm])
    for (at, stop), (before, after), (kind, verdict) in zip(
        itertools.pairwise(steps), itertools.pairwise(chance), kinds, strict=False
    ):
        clear = verdict in (MISTAKE, FIND)
        yield Judged(kind, seat, at, stop, "Something is done with two cards.", [before] * 2,
                     [after] * 2, verdict, "another way to go on" * clear,
                     [0.12, 0.14] if clear else [0.0],
                     WHY if verdict == MISTAKE else "")  # fmt: skip


def entry_count(sent: str) -> int:
    """The number of entries in a replay."""
    return len(json.loads(sent)["frames"]) - 1
