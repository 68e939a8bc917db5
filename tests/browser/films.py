"""Replays as the hall would send them, without a hall: random play, a coach who pretends."""

import asyncio
import itertools
import json
import math
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

from budokan import protocol
from budokan.kit.game import find
from budokan.match.match import CodedMatch
from budokan.protocol import CoachReport
from budokan.server.replay import gzipped, replay_json, visible_entries
from budokan.thinking.coach.analysis import Judged
from budokan.thinking.coach.report import document, seat_report
from budokan.thinking.coach.thresholds import EVEN, FIND, MISTAKE
from budokan.thinking.coach.timeline import LUCK, OTHER, OWN
from tests.kit.positions import NAMES, TABLES, played

VISITOR = "A visitor with long name"  # the longest there is


@cache
def film(table: str, seed: int, decisions: int, view: int = 0) -> str:
    """All steps of a match that stopped after some decisions, through the eyes of a seat."""
    return _collected(_steps(played(table, seed, decisions), view)).decode()


def whole(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The frames as a client puts them together: each with all of its Scene."""
    last: dict[str, Any] = {}
    found = []
    for frame in frames:
        scene = last | frame["scene"]
        zones = [last["zones"][each] if isinstance(each, int) else each for each in scene["zones"]]
        last = scene | {"zones": zones}
        found.append(frame | {"scene": last})
    return found


def packed(table: str, seed: int) -> bytes:
    """All steps of a whole match, as they travel."""
    return _collected(gzipped(_steps(played(table, seed, 1_000_000), 0)))


def _collected(pieces: AsyncIterator[bytes]) -> bytes:
    async def collect() -> bytes:
        return b"".join([piece async for piece in pieces])

    with ThreadPoolExecutor(1) as aside:  # the browser's own loop runs here
        return aside.submit(asyncio.run, collect()).result()


def _steps(match: CodedMatch, view: int) -> AsyncIterator[bytes]:
    facts = protocol.ReplayFacts(
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
    return replay_json(match, visible_entries(match, view), facts)


def report(table: str, entries: int) -> dict[str, Any]:
    """What a coach might have found: a curve, and marks at both of its ends and between."""
    name, count, _ = TABLES[table]
    names = [VISITOR, *NAMES[1:count]]
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
    """Choices and luck by turns, some of them clear enough to be told."""
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
                     [0.12, 0.14] if clear else [0.0])  # fmt: skip


def length(sent: str) -> int:
    """How many entries a film has."""
    return len(json.loads(sent)["frames"]) - 1
