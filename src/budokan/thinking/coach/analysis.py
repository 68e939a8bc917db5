"""The coach: what a seat could expect at every position, on what it knew then.

Every figure is the mean of a few independent searches, so that its noise is known. Their seeds come
from the observation alone: equal observations are judged alike, whatever the truth is.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean, stdev
from typing import Any, NamedTuple

from budokan.agents.belts import evaluation
from budokan.agents.ismcts import TO_THE_END, Search, Style
from budokan.kit.contract import State, copy
from budokan.kit.entries import FORFEIT, GIVEN_UP
from budokan.kit.game import Game, find
from budokan.kit.rng import Rng
from budokan.match import record
from budokan.match.chance import number
from budokan.thinking.coach.timeline import NONE, OTHER, OWN, Span, Timeline
from budokan.thinking.plans import Planned, finish, in_words, joined

RUNS = 5  # independent searches behind every figure
PROOF = 10  # and behind what may be called a mistake
SMALL = 0.02  # a loss below this is not worth a word
ASTRAY = 4  # tries of a search that may go where nobody would, whatever the choice
ITERATIONS = 200
ALONE = 60  # a search for one player plays every try to the end
FAR = 40  # steps before the evaluation speaks; nearer it favours whoever has just moved
SURE = 1.5  # intervals a loss must be away from nothing; a match has many choices
PIECE = 4  # spans judged before progress is told
KEPT = 4096  # positions a coach remembers
WORLDS = 3  # guesses by which something is found to come to light
MISTAKE, BEST, EVEN, FIND = "mistake", "best", "even", "find"
# 97.5 % quantiles of Student's t for 1, 2, … degrees of freedom
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)


class Judgement(NamedTuple):
    """What a choice is found to be, the best one, and what playing that would have gained."""

    verdict: str
    best: int
    loss: Sequence[float]  # in every pair of searches


class TurnJudgement(NamedTuple):
    """What a whole turn is found to be, the best one planned, and what such turns gain."""

    verdict: str
    best: tuple[int, ...]
    loss: Sequence[float]  # in every pair of searches, each with a plan of its own


@dataclass(frozen=True)
class Judged:
    """A span with what the seat could expect before and after it, search by search."""

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


@dataclass(frozen=True)
class Part:
    """Some spans of a record to be judged for a seat; travels to another process."""

    record: str
    seat: int
    start: int
    stop: int
    iterations: int
    seed: str = ""


def usual_iterations(game: Game) -> int:
    """How hard the coach thinks about a game if nobody says."""
    return game.coach_iterations or (ITERATIONS if game.seats[-1] > 1 else ALONE)


def far_sighted(game: Game, iterations: int) -> Search:
    """A search in the style of a game that looks far, so that positions in a turn compare.

    Alone, a turn is played to its end anyway, and the evaluation always speaks between turns.
    """
    usual: dict[str, Any] = {"guided": 100, "led": True, "widening": 1.0, "exploration": 0.3}
    style = usual | {"horizon": 0 if game.weights else TO_THE_END} | dict(game.search_style)
    if style["horizon"] != TO_THE_END and game.seats[-1] > 1:
        style["horizon"] = max(FAR, style["horizon"])
    return Search(Style(iterations, **style), evaluation(game))


def noise(values: Sequence[float]) -> float:
    """Half the width of a 95 % interval around the mean of a few values."""
    n = len(values)
    return STUDENT[min(n - 1, len(STUDENT)) - 1] * stdev(values) / n**0.5 if n > 1 else 0.0


def weigh(loss: Sequence[float], least: float = SMALL) -> str:
    """What a loss found in several searches means; within noise it means nothing."""
    mean, least = fmean(loss), max(least, SURE * noise(loss))
    return MISTAKE if mean > least else FIND if mean < -least else EVEN


class Coach:
    """Judges positions and choices of a game, each from one seat's observation."""

    def __init__(self, game: Game, iterations: int, seed: str = "") -> None:
        self.game, self.iterations = game, iterations
        self.search = far_sighted(game, iterations)
        self.seed = seed
        self.least = max(SMALL, ASTRAY / iterations)
        self._known: dict[int, tuple[Sequence[float], int]] = {}

    def expects(self, view: State, seat: int) -> Sequence[float]:
        """What a seat may expect, in every search."""
        return self._look(view, seat)[0]

    def best(self, view: State, seat: int) -> int:
        """What the searches tried most often; NONE if it is not the seat's turn."""
        return self._look(view, seat)[1]

    def judge(self, view: State, seat: int, played: int) -> Judgement:
        """Weigh a choice against the best one, in searches that had no part in finding that.

        A first doubt must be proved by further searches, and only these count.
        """
        best = self.best(view, seat)
        if best in (played, NONE):
            return Judgement(BEST, played, (0.0,))
        loss = self._losses(view, seat, best, played, "doubt", RUNS)
        doubt = weigh(loss, self.least)
        if doubt == EVEN:
            return Judgement(EVEN, best, loss)
        loss = self._losses(view, seat, best, played, "proof", PROOF)
        return Judgement(doubt if weigh(loss, self.least) == doubt else EVEN, best, loss)

    def judge_turn(self, start: State, stop: State, seat: int) -> TurnJudgement:
        """Weigh a whole turn against turns that the game's planner makes instead.

        Every pair has a new plan; a doubt must be proved by further pairs, and only these count.
        """
        loss, plans = self._shortfalls(start, stop, seat, "doubt", RUNS)
        end = stop.encode()
        if 2 * sum(plan.end.encode() == end for plan in plans) > RUNS:
            return TurnJudgement(BEST, (), (0.0,))
        doubt = weigh(loss)
        if doubt != EVEN:
            loss, plans = self._shortfalls(start, stop, seat, "proof", PROOF)
        best = max(range(len(plans)), key=lambda at: loss[at])
        return TurnJudgement(doubt if weigh(loss) == doubt else EVEN, plans[best].steps, loss)

    def _shortfalls(
        self, start: State, stop: State, seat: int, why: str, runs: int
    ) -> tuple[Sequence[float], Sequence[Planned]]:
        """By how much the end of a planned turn is ahead of that of the turn played.

        A turn that was broken off is finished by the planner as well.
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
        """What a seat may expect if it begins with an action."""
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
        if key not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            values, tried = [], Counter[int]()
            for run in range(RUNS):
                values.append(float(self.search.outlook(view, seat, Rng(number(key, "look", run)))))
                if view.acting() >> seat & 1:
                    tried.update({code: n for code, n, _ in self.search.ranked(view, seat)})
            best = max(tried, key=lambda code: (tried[code], -code), default=NONE)
            self._known[key] = tuple(values), best
        return self._known[key]

    def _key(self, view: State, seat: int) -> int:
        return number("coach", self.seed, seat, *view.encode())


def judge_span(coach: Coach, line: Timeline, at: int) -> Iterator[Judged]:
    """Judge one span; what a choice brought to light of others is theirs."""
    span = line.spans[at]
    before = coach.expects(line.views[span.start], line.seat)
    after = _expected_at(coach, line, span.stop)
    if span.action in GIVEN_UP:
        yield _given_up(span, before, after)
    elif span.action == NONE:
        yield _told(span, span.kind, before, after)
    elif line.by_turns:
        yield _turn(coach, line, span, before, after)
    else:
        view = line.views[span.start]
        found = coach.judge(view, line.seat, span.action)
        middle = after
        if brings_to_light(line, span):
            middle = coach.after(view, line.seat, span.action, "middle", RUNS)
        better = span.label(found.best) if found.best != span.action else ""
        yield Judged(
            OWN, span.seat, span.start, span.stop, span.label(span.action), before, middle,
            found.verdict, better, found.loss,
        )  # fmt: skip
        if middle is not after:
            yield _told(span, OTHER, middle, after)


def _turn(
    coach: Coach, line: Timeline, span: Span, before: Sequence[float], after: Sequence[float]
) -> Judged:
    """Judge the steps between two words of chance as one choice."""
    view = line.views[span.start]
    found = coach.judge_turn(view, line.views[span.stop], line.seat)
    better = joined(in_words(line.game, line.setup, view, line.seat, found.best))
    return Judged(
        OWN, span.seat, span.start, span.stop, joined(span.steps), before, after,
        found.verdict, better, found.loss,
    )  # fmt: skip


def _told(span: Span, kind: str, before: Sequence[float], after: Sequence[float]) -> Judged:
    seat = span.seat if kind == span.kind else NONE
    words = span.words or span.plain
    return Judged(kind, seat, span.start, span.stop, words, before, after)


def _given_up(span: Span, before: Sequence[float], after: Sequence[float]) -> Judged:
    loss = tuple(b - a for b, a in zip(before, after, strict=True))
    verdict = weigh(loss)
    words = "is out of time" if span.action == FORFEIT else "gives up"
    return Judged(
        OWN, span.seat, span.start, span.stop, words, before, after,
        verdict, "play on", loss,
    )  # fmt: skip


def _expected_at(coach: Coach, line: Timeline, at: int) -> Sequence[float]:
    if line.score is not None and at == len(line.views) - 1:
        return (float(line.score),) * RUNS
    return coach.expects(line.views[at], line.seat)


def brings_to_light(line: Timeline, span: Span) -> bool:
    """Whether the seat learnt more from its own choice than it could foresee."""
    seat, found = line.seat, line.views[span.start + 1].encode()
    for world in range(WORLDS):
        guess = copy(line.views[span.start])
        guess.guess(seat, Rng(number("light", world)))
        guess.apply(seat, span.action)
        guess.observe(seat)
        if guess.encode() != found:
            return True
    return False


# -- in another process ---------------------------------------------------------------------------


def outline(text: str) -> list[int]:
    """How many spans a record has for each of its seats."""
    seats = _timeline(text, 0).seats
    return [len(_timeline(text, seat).spans) for seat in range(seats)]


def parts(text: str, spans: Mapping[int, int], iterations: int, seed: str = "") -> list[Part]:
    """The work on a record, in small pieces; for each seat the number of its spans is known."""
    return [
        Part(text, seat, start, start + PIECE, iterations, seed)
        for seat, count in spans.items()
        for start in range(0, count, PIECE)
    ]


def judge_part(given: Part) -> list[Judged]:
    """Judge some spans of a record; the same wherever it is done."""
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
