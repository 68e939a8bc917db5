"""Why a choice was better: what it would have done, in plain words."""

from collections.abc import Sequence
from statistics import fmean

from budokan.kit.contract import State
from budokan.kit.words import listed
from budokan.match.chance import number
from budokan.thinking.coach.timeline import Span, Timeline
from budokan.thinking.reasons import WON, reason_for_end, reasons


def why_better(line: Timeline, span: Span, best: int, loss: Sequence[float]) -> str:
    """What the best action would have done, beside the one that was played."""
    view, moves = line.views[span.start], (best, span.action)
    seed = number("why", line.seat, *view.encode())
    found = reasons(line.game, line.setup, view, line.seat, seed, moves, line.names)
    told = (_forecasts(span, best), _leads_to(found[best]), _worth(line, loss))
    return " ".join(filter(None, told))


def why_better_turn(line: Timeline, span: Span, end: State, loss: Sequence[float]) -> str:
    """The same for a whole turn and the position it would have led to."""
    played = line.views[span.stop]
    found = reason_for_end(line.game, line.setup, line.seat, end, played, line.names)
    return " ".join(filter(None, (_leads_to(found), _worth(line, loss))))


def _forecasts(span: Span, best: int) -> str:
    better, made = (span.forecast(each).rstrip(".") for each in (best, span.action))
    if not better or better == made:
        return ""
    return f"Its forecast was: {better}." + (f" Yours was: {made}." if made else "")


def _leads_to(reason: str) -> str:
    if reason == WON:
        return "It wins the match."
    return f"It leads to {listed(reason.split(', '))}." if reason else ""


def _worth(line: Timeline, loss: Sequence[float]) -> str:
    points = max(1, round(100 * fmean(loss)))
    if line.seats == 1:
        return f"It is worth {points} more of 100 points."
    return f"Of 100 matches from here it wins about {points} more."
