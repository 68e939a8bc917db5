"""The coach's report: the curve, the choices that mattered, and a ledger that adds up."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from budokan.match.match import CodedMatch
from budokan.thinking.coach.analysis import Judged
from budokan.thinking.coach.thresholds import (
    BEST,
    CLEAR_CHANGE,
    EVEN,
    MISTAKE,
    MOST_CHOICES,
    MOST_LUCK,
    noise,
)
from budokan.thinking.coach.timeline import LUCK, OTHER, OWN


@dataclass(frozen=True)
class Figure:
    """An estimate and half the width of its 95 % interval, in points of a hundred."""

    points: float
    error: float = 0.0


@dataclass(frozen=True)
class Point:
    """The score a seat could expect after a number of entries."""

    at: int
    value: Figure


@dataclass(frozen=True)
class Happening:
    """A choice or a stroke of luck, and its value to the seat."""

    kind: str
    seat: int
    start: int
    stop: int
    words: str
    before: float
    after: float
    change: Figure
    verdict: str = ""
    better: str = ""
    loss: Figure = Figure(0.0)
    why: str = ""  # of a mistake: what the better choice would have done


@dataclass(frozen=True)
class Ledger:
    """The way from the start to the result; the parts add up."""

    start: Figure
    luck: Figure
    mistakes: Figure  # their cost: 0 or more
    choices: Figure  # the seat's other choices, and the noise of the estimates
    others: Figure
    result: Figure  # without error once the match is over


@dataclass(frozen=True)
class SeatReport:
    """One seat's match."""

    seat: int
    name: str
    ledger: Ledger
    curve: Sequence[Point]
    happenings: Sequence[Happening]
    headline: str = ""  # mistakes and luck in a few words, without their subject
    told: str = ""  # the ledger in a sentence


@dataclass(frozen=True)
class Report:
    """A match as the coach sees it."""

    game: str
    title: str
    unit: str
    over: bool
    names: Sequence[str]
    iterations: int
    entries: int
    seats: Sequence[SeatReport]


def figure(values: Sequence[float]) -> Figure:
    return Figure(100 * fmean(values), 100 * noise(values))


def report(match: CodedMatch, found: Mapping[int, Sequence[Judged]], iterations: int) -> Report:
    """The report on a match, from the judgements for each seat."""
    alone = match.setup.seats == 1
    names = list(match.names[: match.setup.seats])
    seats = [seat_report(seat, names[seat], judged, match.over) for seat, judged in found.items()]
    return Report(
        game=match.game.id,
        title=match.game.title,
        unit="expected score" if alone else "chance to win",
        over=match.over,
        names=names,
        iterations=iterations,
        entries=max((h.stop for seat in seats for h in seat.happenings), default=0),
        seats=seats,
    )


def seat_report(seat: int, name: str, judged: Sequence[Judged], over: bool) -> SeatReport:
    ledger = add_up(judged)
    return SeatReport(
        seat=seat,
        name=name,
        ledger=ledger,
        curve=_curve(judged),
        happenings=[_happening(one) for one in judged],
        headline=headline(ledger),
        told=tell(ledger, over),
    )


def _happening(one: Judged) -> Happening:
    return Happening(
        kind=one.kind,
        seat=one.seat,
        start=one.start,
        stop=one.stop,
        words=one.words,
        before=100 * fmean(one.before),
        after=100 * fmean(one.after),
        change=figure(_change(one)),
        verdict=one.verdict,
        better=one.better if one.verdict != BEST else "",
        loss=figure(one.loss),
        why=one.why,
    )


def _change(one: Judged) -> list[float]:
    return [after - before for after, before in zip(one.after, one.before, strict=True)]


def _curve(judged: Sequence[Judged]) -> list[Point]:
    if not judged:
        return []
    points = {one.start: one.before for one in judged} | {judged[-1].stop: judged[-1].after}
    return [Point(at, figure(values)) for at, values in sorted(points.items())]


def add_up(judged: Sequence[Judged]) -> Ledger:
    """The ledger: start + luck - mistakes + other choices + others = result, exactly.

    Search r of one position and search r of the next form a chain, so each sum has its own noise.
    """
    if not judged:
        return Ledger(*[Figure(0.0)] * 6)
    sums = {kind: figure(_summed(judged, kind)) for kind in (LUCK, OWN, OTHER)}
    losses = [figure(one.loss) for one in judged if one.verdict == MISTAKE]
    mistakes = Figure(sum(loss.points for loss in losses), _root(loss.error for loss in losses))
    own = sums[OWN]
    return Ledger(
        start=figure(judged[0].before),
        luck=sums[LUCK],
        mistakes=mistakes,
        choices=Figure(own.points + mistakes.points, _root((own.error, mistakes.error))),
        others=sums[OTHER],
        result=figure(judged[-1].after),
    )


def _summed(judged: Iterable[Judged], kind: str) -> list[float]:
    changes = [_change(one) for one in judged if one.kind == kind]
    return [sum(run) for run in zip(*changes, strict=True)] or [0.0]


def _root(errors: Iterable[float]) -> float:
    return float(sum(error**2 for error in errors) ** 0.5)


# -- words ----------------------------------------------------------------------------------------


def headline(ledger: Ledger) -> str:
    """What decided the match for a seat: 'threw away 86, and luck gave back 44.'"""
    lost, luck = round(ledger.mistakes.points), round(ledger.luck.points)
    own = f"threw away {lost}" if lost else "made no mistake"
    if not luck:
        return f"{own}, and luck was even."
    if luck > 0:
        return f"{own}, and luck gave {'back ' if lost else ''}{luck}."
    return f"{own}, and luck took {'another ' if lost else ''}{-luck}."


def tell(ledger: Ledger, over: bool) -> str:
    """The ledger in a sentence: where the seat ends, and why."""
    start, end = round(ledger.start.points), round(ledger.result.points)
    way = f"From {start} at the start to {end} {'at the end' if over else 'now'}, of 100."
    mistakes = round(ledger.mistakes.points)
    parts = [
        _gave("Luck", ledger.luck),
        f"mistakes cost {mistakes}" if mistakes else "no mistakes",
        _gave("other own choices", ledger.choices),
        _gave("the choices of others", ledger.others) if ledger.others != Figure(0.0) else "",
    ]
    return f"{way} {', '.join(filter(None, parts))}."


def _gave(what: str, given: Figure) -> str:
    amount = abs(round(given.points))
    verb = "gives" if what == "Luck" else "give"
    if given.points < 0:
        verb = "takes" if what == "Luck" else "take"
    return f"{what} {verb} {amount}"


def is_clear(change: Figure) -> bool:
    """Whether a change is more than noise."""
    return abs(change.points) > max(CLEAR_CHANGE, change.error)


def mattering(found: SeatReport, most: int = MOST_CHOICES) -> list[Happening]:
    """The seat's choices that mattered, the costliest first."""
    own = [h for h in found.happenings if h.kind == OWN and h.verdict not in ("", BEST, EVEN)]
    return sorted(own, key=lambda h: -abs(h.loss.points))[:most]


def lucky(found: SeatReport, most: int = MOST_LUCK) -> list[Happening]:
    """The strokes of luck beyond noise, the greatest first."""
    luck = [h for h in found.happenings if h.kind == LUCK and is_clear(h.change)]
    return sorted(luck, key=lambda h: -abs(h.change.points))[:most]


def document(found: Report) -> dict[str, Any]:
    """The report as plain values."""
    return asdict(found)
