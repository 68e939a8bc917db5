"""The coach's report in lines of text, for a terminal of any width."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from budokan.thinking.coach.report import (
    Figure,
    Happening,
    Point,
    Report,
    SeatReport,
    lucky,
    mattering,
)
from budokan.thinking.coach.thresholds import BEST, EVEN, FIND, MISTAKE
from budokan.thinking.coach.timeline import LUCK, OWN

BLOCKS = " ▁▂▃▄▅▆▇█"
HIGH = 6  # lines of a curve
MARGIN = 5
SAID = {
    MISTAKE: "a mistake",
    FIND: "better than the coach's first thought",
    BEST: "the coach's choice too",
    EVEN: "as good, within noise",
}


def signed(given: Figure, exact: bool) -> str:
    """A change: a whole number, or exactly with its error."""
    if not exact:
        return f"{round(given.points):+d}"
    error = f" ±{given.error:.1f}" if given.error else ""
    return f"{given.points:+.1f}{error}"


def lines(
    found: Report, width: int = 79, every: bool = False, you: int | None = None
) -> Iterator[str]:
    """The whole report: for each seat the curve, the ledger, choices and luck.

    With `every`, all steps, and how sure every figure is. The seat of the reader is called you.
    """
    yield from wrap(
        f"{found.title}: the coach's report, in points of a hundred of the {found.unit}.", width
    )
    if every:
        tries = f"{found.iterations:,} iterations"
        told = f"Each figure is the mean of several searches of {tries}; ± is their 95 % interval."
        yield from wrap(told, width)
    for seat in found.seats:
        yield ""
        name = "You" if seat.seat == you else seat.name
        yield f"{name}: {found.unit}"
        yield from wrap(f"{name} {seat.headline}", width)
        yield from plot(seat.curve, width)
        yield from wrap(seat.told, width)
        yield from _choices(seat, width, every)
        yield from _luck(seat, width, every)
        if every:
            yield from _everything(seat, found.names, width)


def _choices(seat: SeatReport, width: int, exact: bool) -> Iterator[str]:
    worth = mattering(seat)
    unsure = sum(h.verdict == EVEN for h in seat.happenings)
    best = sum(h.verdict == BEST for h in seat.happenings)
    yield ""
    yield "Choices that mattered:" if worth else "No choice stands out."
    for happening in worth:
        told = " ".join(filter(None, (choice_told(happening, exact), happening.why)))
        yield from _hung(f"{happening.stop:>4}  ", told, width)
    rest = "Of the others" if worth else "Of all choices"
    told = f"{rest} the coach would have made {best}; {unsure} are too close to call."
    yield from wrap(told, width)


def choice_told(happening: Happening, exact: bool) -> str:
    """A choice of the seat in a sentence."""
    went = f"{happening.words} ({happening.before:.0f} to {happening.after:.0f}): "
    gain = Figure(abs(happening.loss.points), happening.loss.error)
    if happening.verdict == MISTAKE:
        return f"{went}a mistake. {happening.better} was better by {signed(gain, exact)[1:]}."
    if happening.verdict == FIND:
        return f"{went}a find, better than {happening.better} by {signed(gain, exact)[1:]}."
    return f"{went}{SAID.get(happening.verdict, 'no choice')}."


def _luck(seat: SeatReport, width: int, exact: bool) -> Iterator[str]:
    strokes = lucky(seat)
    yield ""
    yield "Luck that mattered:" if strokes else "No stroke of luck stands out."
    for happening in strokes:
        yield from _hung(
            f"{happening.stop:>4}  {signed(happening.change, exact)}  ", short(happening), width
        )


def _everything(seat: SeatReport, names: Sequence[str], width: int) -> Iterator[str]:
    yield ""
    yield "Everything:"
    for happening in seat.happenings:
        if happening.kind == OWN:
            told = choice_told(happening, exact=True)
        else:
            who = "luck" if happening.kind == LUCK else "others"
            who = names[happening.seat] if 0 <= happening.seat < len(names) else who
            told = f"{who} {signed(happening.change, exact=True)}: {short(happening)}"
        yield from _hung(f"{happening.stop:>4}  ", told, width)


def short(happening: Happening, most: int = 160) -> str:
    """The words of a happening, cut where they become long."""
    words = happening.words
    return words if len(words) <= most else words[: most - 1].rsplit(" ", 1)[0] + " …"


def _hung(lead: str, text: str, width: int) -> list[str]:
    """A paragraph with a lead, indented."""
    return wrap(text, max(width, len(lead) + 20), initial_indent=lead, subsequent_indent=" " * 6)


def plot(curve: Sequence[Point], width: int) -> Iterator[str]:
    """A curve as rows of blocks, 0 to 100; time runs from left to right."""
    if not curve:
        return
    wide = max(10, min(width, 100) - MARGIN - 1)
    heights = [value * HIGH / 100 for value in spread(curve, wide)]
    for row in range(HIGH - 1, -1, -1):
        label = {HIGH - 1: "100", HIGH // 2 - 1: "50", 0: "0"}.get(row, "")
        cells = (BLOCKS[max(0, min(8, round((height - row) * 8)))] for height in heights)
        yield f"{label:>{MARGIN - 1}} │{''.join(cells)}"


def spread(curve: Sequence[Point], wide: int) -> list[float]:
    """The values of a curve in `wide` columns, each that of the last position before it."""
    first, last = curve[0].at, curve[-1].at
    values, at = [], 0
    for column in range(wide):
        here = first + (last - first) * column / (wide - 1)
        while at + 1 < len(curve) and curve[at + 1].at <= here:
            at += 1
        values.append(curve[at].value.points)
    return values
