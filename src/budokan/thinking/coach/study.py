"""A whole report of the coach, made part by part: in this process, or by workers."""

import pickle
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from msgspec import json

from budokan.kit.game import find
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.match.record import Record
from budokan.thinking.coach.analysis import Coach, Judged, judge_span
from budokan.thinking.coach.report import Report, document, report
from budokan.thinking.coach.thresholds import usual_iterations
from budokan.thinking.coach.timeline import Timeline
from budokan.thinking.workers import Workers

SPANS = 4  # of one part
Tell = Callable[[int, int], None]  # is given the parts done, and all parts
Run = Callable[[Callable[[Any], Any], Any], Awaitable[Any]]  # has a worker call a function


@dataclass(frozen=True)
class Part:
    """Some spans of a record to judge for a seat; travels to another process."""

    record: str
    seat: int
    start: int
    stop: int
    iterations: int
    seed: str = ""


def study(
    match: CodedMatch, seats: Sequence[int], tell: Tell, iterations: int = 0, seed: str = ""
) -> Report:
    """Make the report on a match for some of its seats in this process."""
    tries, text = iterations or usual_iterations(match.game), record.write(match)
    count = outline(text)
    work = parts(text, {seat: count[seat] for seat in seats}, tries, seed)
    found: dict[int, list[Judged]] = {seat: [] for seat in seats}
    for done, part in enumerate(work, 1):
        found[part.seat] += judge_part(part)
        tell(done, len(work))
    return report(match, found, tries)


async def study_in_workers(
    workers: Workers, match: CodedMatch, tell: Tell, iterations: int = 0
) -> Report:
    """Have workers make the report on a match for all its seats."""
    tries, text = iterations or usual_iterations(match.game), record.write(match)
    work = parts(text, dict(enumerate(await workers.run(outline, text))), tries)
    found: dict[int, list[Judged]] = {seat: [] for seat in range(match.setup.seats)}
    for done, part in enumerate(work, 1):
        found[part.seat] += await workers.run(judge_part, part)
        tell(done, len(work))
    return report(match, found, tries)


async def study_stored(run: Run, whole: Record, tell: Tell, iterations: int = 0) -> bytes:
    """Have workers make the report on a stored match, as JSON; only they play it again."""
    plan = await run(plan_study, (whole, iterations))
    work = parts(plan.text, dict(enumerate(plan.spans)), plan.tries)
    found: list[tuple[int, bytes]] = []
    for done, part in enumerate(work, 1):
        found.append((part.seat, await run(judge_packed, part)))
        tell(done, len(work))
    written: bytes = await run(write_report, (plan, found))
    return written


@dataclass(frozen=True)
class Plan:
    """What a study looks at: a record, the spans of its seats, and how hard to think."""

    text: str
    spans: Sequence[int]
    tries: int


def plan_study(given: tuple[Record, int]) -> Plan:
    """The plan of a study; a worker makes it."""
    whole, iterations = given
    match = record.restore(whole)
    text = record.write(match)
    return Plan(text, outline(text), iterations or usual_iterations(match.game))


def judge_packed(given: Part) -> bytes:
    """The judgements on a part, packed: only `write_report` reads them."""
    return pickle.dumps(judge_part(given))


def write_report(given: tuple[Plan, Sequence[tuple[int, bytes]]]) -> bytes:
    """The report as JSON, from all packed judgements; a worker writes it."""
    plan, packed = given
    match = record.restore(record.parse(plan.text))
    found: dict[int, list[Judged]] = {seat: [] for seat in range(match.setup.seats)}
    for seat, judged in packed:
        found[seat] += pickle.loads(judged)
    return json.encode(document(report(match, found, plan.tries)))


def outline(text: str) -> list[int]:
    """The number of spans of a record for each of its seats."""
    seats = _timeline(text, 0).seats
    return [len(_timeline(text, seat).spans) for seat in range(seats)]


def parts(text: str, spans: Mapping[int, int], iterations: int, seed: str = "") -> list[Part]:
    """The work on a record in small parts, given the number of spans of each seat."""
    return [
        Part(text, seat, start, start + SPANS, iterations, seed)
        for seat, count in spans.items()
        for start in range(0, count, SPANS)
    ]


def judge_part(given: Part) -> list[Judged]:
    """Judge some spans of a record; the result is the same in every process."""
    line = _timeline(given.record, given.seat)
    coach = _coach(line.game.id, given.iterations, given.seed)
    spans = range(given.start, min(given.stop, len(line.spans)))
    return [found for at in spans for found in judge_span(coach, line, at)]


@lru_cache(maxsize=8)
def _timeline(text: str, seat: int) -> Timeline:
    return Timeline(record.restore(record.parse(text)), seat)


@lru_cache(maxsize=2)
def _coach(game: str, iterations: int, seed: str) -> Coach:
    return Coach(find(game), iterations, seed)
