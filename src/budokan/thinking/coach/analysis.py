"""The coach's judgement: the score a seat could expect at each position, from its view then.

Every figure is the mean of a few independent searches, so its noise is known. The seeds come from
the observation alone: equal observations are judged alike, whatever is hidden.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, NamedTuple

from budokan.agents.belts import evaluation
from budokan.agents.ismcts import TO_THE_END, Search, Style
from budokan.kit.contract import State, copy
from budokan.kit.entries import FORFEIT, GIVEN_UP
from budokan.kit.game import Game
from budokan.kit.rng import Rng
from budokan.match.chance import number
from budokan.thinking.coach.thresholds import (
    BEST,
    EVEN,
    LEAST_HORIZON,
    MISTAKE,
    PROOF_RUNS,
    RUNS,
    least_loss,
    weigh,
)
from budokan.thinking.coach.timeline import NONE, OTHER, OWN, Span, Timeline
from budokan.thinking.coach.why import why_better, why_better_turn
from budokan.thinking.plans import Planned, finish, in_words, joined

KEPT = 4096  # positions a coach remembers
WORLDS = 3  # guesses that show whether a choice revealed something


class Judgement(NamedTuple):
    """The verdict on a choice, the best choice, and its gain."""

    verdict: str
    best: int
    loss: Sequence[float]  # in each pair of searches


class TurnJudgement(NamedTuple):
    """The verdict on a whole turn, the best planned turn, and the gain of planned turns."""

    verdict: str
    best: tuple[int, ...]
    loss: Sequence[float]  # in each pair of searches, each with a new plan
    end: State | None = None  # where the best planned turn ends


@dataclass(frozen=True)
class Judged:
    """A span, and the scores the seat could expect before and after it, by search."""

    kind: str
    seat: int
    start: int
    stop: int
    words: str
    before: Sequence[float]
    after: Sequence[float]
    verdict: str = ""
    better: str = ""
    loss: Sequence[float] = (0.0,)
    why: str = ""  # what the better choice would have done


def far_sighted(game: Game, iterations: int) -> Search:
    """A search in the style of a game that looks far, so positions within a turn compare.

    A lone player's turn is played to its end anyway; the evaluation always judges between turns.
    """
    usual: dict[str, Any] = {"guided": 100, "led": True, "widening": 1.0, "exploration": 0.3}
    style = usual | {"horizon": 0 if game.weights else TO_THE_END} | dict(game.search_style)
    if style["horizon"] != TO_THE_END and game.seats[-1] > 1:
        style["horizon"] = max(LEAST_HORIZON, style["horizon"])
    return Search(Style(iterations, **style), evaluation(game))


class Coach:
    """Judges positions and choices of a game, each from the observation of one seat."""

    def __init__(self, game: Game, iterations: int, seed: str = "") -> None:
        self.game, self.iterations = game, iterations
        self.search = far_sighted(game, iterations)
        self.seed = seed
        self.least = least_loss(iterations)
        self._judged_positions: dict[int, tuple[Sequence[float], int]] = {}

    def expects(self, view: State, seat: int) -> Sequence[float]:
        """The score a seat may expect, in each search."""
        return self._look(view, seat)[0]

    def best(self, view: State, seat: int) -> int:
        """The action the searches tried most; NONE if it is not the seat's turn."""
        return self._look(view, seat)[1]

    def judge(self, view: State, seat: int, played: int) -> Judgement:
        """Weigh a choice against the best one, in searches that did not help to find that.

        Further searches must confirm a first doubt, and only these count.
        """
        best = self.best(view, seat)
        if best in (played, NONE):
            return Judgement(BEST, played, (0.0,))
        loss = self._losses(view, seat, best, played, "doubt", RUNS)
        doubt = weigh(loss, self.least)
        if doubt == EVEN:
            return Judgement(EVEN, best, loss)
        loss = self._losses(view, seat, best, played, "proof", PROOF_RUNS)
        return Judgement(doubt if weigh(loss, self.least) == doubt else EVEN, best, loss)

    def judge_turn(self, start: State, stop: State, seat: int) -> TurnJudgement:
        """Weigh a whole turn against turns by the game's planner.

        Each pair has a new plan; further pairs must confirm a doubt, and only these count.
        """
        loss, plans = self._shortfalls(start, stop, seat, "doubt", RUNS)
        end = stop.encode()
        if 2 * sum(plan.end.encode() == end for plan in plans) > RUNS:
            return TurnJudgement(BEST, (), (0.0,))
        doubt = weigh(loss)
        if doubt != EVEN:
            loss, plans = self._shortfalls(start, stop, seat, "proof", PROOF_RUNS)
        best = max(range(len(plans)), key=lambda at: loss[at])
        verdict = doubt if weigh(loss) == doubt else EVEN
        return TurnJudgement(verdict, plans[best].steps, loss, plans[best].end)

    def _shortfalls(
        self, start: State, stop: State, seat: int, why: str, runs: int
    ) -> tuple[Sequence[float], Sequence[Planned]]:
        """By how much planned turns end better than the turn that was played.

        The planner also finishes a turn that was broken off.
        """
        key = self._key(start, seat)
        losses, plans = [], []
        for run in range(runs):
            ends = []
            for view in (start, stop):
                rng = Rng(number(key, why, run, "plan"))
                ends.append(finish(self.game, view, seat, rng, self.iterations))
            good, bad = (
                float(self.search.outlook(each.end, seat, Rng(number(key, why, run))))
                for each in ends
            )
            losses.append(good - bad)
            plans.append(ends[0])
        return losses, plans

    def after(self, view: State, seat: int, action: int, why: str, runs: int) -> Sequence[float]:
        """The score a seat may expect if it begins with an action."""
        key = self._key(view, seat)
        rngs = (Rng(number(key, why, run)) for run in range(runs))
        return tuple(float(self.search.outlook(view, seat, rng, action)) for rng in rngs)

    def _losses(
        self, view: State, seat: int, best: int, played: int, why: str, runs: int
    ) -> Sequence[float]:
        pair = (self.after(view, seat, action, why, runs) for action in (best, played))
        return tuple(good - bad for good, bad in zip(*pair, strict=True))

    def _look(self, view: State, seat: int) -> tuple[Sequence[float], int]:
        key = self._key(view, seat)
        if key not in self._judged_positions:
            if len(self._judged_positions) >= KEPT:
                self._judged_positions.clear()
            values, tried = [], Counter[int]()
            for run in range(RUNS):
                values.append(float(self.search.outlook(view, seat, Rng(number(key, "look", run)))))
                if view.acting() >> seat & 1:
                    tried.update({code: n for code, n, _ in self.search.ranked(view, seat)})
            best = max(tried, key=lambda code: (tried[code], -code), default=NONE)
            self._judged_positions[key] = tuple(values), best
        return self._judged_positions[key]

    def _key(self, view: State, seat: int) -> int:
        return number("coach", self.seed, seat, *view.encode())


def judge_span(coach: Coach, line: Timeline, at: int) -> Iterator[Judged]:
    """Judge one span; what a choice revealed about others counts as theirs."""
    span = line.spans[at]
    before = coach.expects(line.views[span.start], line.seat)
    after = _expected_at(coach, line, span.stop)
    if span.action in GIVEN_UP:
        yield _given_up(span, before, after)
    elif span.action == NONE:
        yield _judged_span(span, span.kind, before, after)
    elif line.by_turns:
        yield _turn(coach, line, span, before, after)
    else:
        view = line.views[span.start]
        found = coach.judge(view, line.seat, span.action)
        middle = after
        if reveals_something(line, span):
            middle = coach.after(view, line.seat, span.action, "middle", RUNS)
        better = span.label(found.best) if found.best != span.action else ""
        why = why_better(line, span, found.best, found.loss) if found.verdict == MISTAKE else ""
        yield Judged(
            OWN, span.seat, span.start, span.stop, span.label(span.action), before, middle,
            found.verdict, better, found.loss, why,
        )  # fmt: skip
        if middle is not after:
            yield _judged_span(span, OTHER, middle, after)


def _turn(
    coach: Coach, line: Timeline, span: Span, before: Sequence[float], after: Sequence[float]
) -> Judged:
    """Judge the steps between two entries of chance as one choice."""
    view = line.views[span.start]
    found = coach.judge_turn(view, line.views[span.stop], line.seat)
    better = joined(in_words(line.game, line.setup, view, line.seat, found.best))
    why = ""
    if found.verdict == MISTAKE and found.end is not None:
        why = why_better_turn(line, span, found.end, found.loss)
    return Judged(
        OWN, span.seat, span.start, span.stop, joined(span.steps), before, after,
        found.verdict, better, found.loss, why,
    )  # fmt: skip


def _judged_span(span: Span, kind: str, before: Sequence[float], after: Sequence[float]) -> Judged:
    seat = span.seat if kind == span.kind else NONE
    words = span.words or span.plain
    return Judged(kind, seat, span.start, span.stop, words, before, after)


def _given_up(span: Span, before: Sequence[float], after: Sequence[float]) -> Judged:
    loss = tuple(b - a for b, a in zip(before, after, strict=True))
    verdict = weigh(loss)
    words = "is out of time" if span.action == FORFEIT else "gives up"
    why = f"{round(100 * fmean(loss))} of 100 were still to be won." if verdict == MISTAKE else ""
    return Judged(
        OWN, span.seat, span.start, span.stop, words, before, after,
        verdict, "play on", loss, why,
    )  # fmt: skip


def _expected_at(coach: Coach, line: Timeline, at: int) -> Sequence[float]:
    if line.score is not None and at == len(line.views) - 1:
        return (float(line.score),) * RUNS
    return coach.expects(line.views[at], line.seat)


def reveals_something(line: Timeline, span: Span) -> bool:
    """Whether the seat's choice revealed something it could not foresee."""
    seat, found = line.seat, line.views[span.start + 1].encode()
    for world in range(WORLDS):
        guess = copy(line.views[span.start])
        guess.guess(seat, Rng(number("light", world)))
        guess.apply(seat, span.action)
        guess.observe(seat)
        if guess.encode() != found:
            return True
    return False
