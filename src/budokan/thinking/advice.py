"""Hints: the best few moves of a seat, what to expect from each, and why.

A question travels to another process. All of it, the seed included, comes from what the seat sees:
the same observation gives the same hint.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Any, NamedTuple

from budokan.agents.belts import searcher
from budokan.agents.ismcts import Search
from budokan.kit.contract import State, legal_codes
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.game import Game, Setup
from budokan.kit.rng import Rng
from budokan.match.chance import number
from budokan.match.match import CodedMatch
from budokan.match.table_spec import TableSpec
from budokan.thinking.cancel import Deadline, TimeUp, time_limit
from budokan.thinking.coach.thresholds import noise
from budokan.thinking.messages import guessed_world
from budokan.thinking.plans import Planned, finish, in_words, joined, usual_tries
from budokan.thinking.reasons import reasons, reasons_of_turns

MOST_TIPS = 3
COMPARED = 8  # moves that the reasons compare
ITERATIONS = 2000  # for a game without a brown belt
SECONDS = 0.5  # for each of the four searches of a hint, as for a brown belt's turn
LONGEST = 4.0  # seconds for a whole hint; then there is none
PLANS = 5  # turns by a game's own planner, and searches that judge their ends
PLAN_SHARE = 2  # of the four searches' time: the time for all plans
REST_LENGTH = 70  # letters for the rest of a planned turn
SURE = 1.96  # standard errors of a 95 % interval
FORBIDDEN = "Hints are forbidden at this table."
SLOW = "A hint for this choice takes too long; play by your own judgement."
ONLY = "You have only one choice now."


@dataclass(frozen=True)
class Question:
    """A question for a hint, as it travels to another process."""

    seat: int
    seed: int
    iterations: int
    seconds: float
    table: TableSpec
    world: Mapping[str, Any]
    names: Sequence[str]
    labels: Mapping[str, str]  # action -> its label on the screen


class Tip(NamedTuple):
    """A move, its label, its expected score, and why it is better than others."""

    action: str
    label: str
    chance: float  # to win; for a lone player the expected score
    margin: float  # half the width of the 95 % interval
    told: str  # chance and margin in words
    why: str


class Advice(NamedTuple):
    """Moves, the best first; or a sentence why there are none."""

    tips: list[Tip]
    note: str = ""


def question(
    match: CodedMatch, seat: int, iterations: int = 0, seconds: float = SECONDS
) -> Question:
    """The question of a seat; refused if it is not its turn, or hints are forbidden."""
    if not match.assists:
        raise Refusal(FORBIDDEN)
    if seat not in match.acting:
        raise IllegalAction("It is not your turn; ask for a hint when it is.")
    seed = number("hint", match.ply(seat))
    return Question(
        seat=seat,
        seed=seed,
        iterations=iterations or usual_iterations(match.game),
        seconds=seconds,
        table=TableSpec.of(match.game, match.setup),
        world=guessed_world(match, seat, seed),
        names=list(match.names[: match.setup.seats]),
        labels={choice.action: choice.label for choice in match.scene(seat).choices},
    )


def usual_iterations(game: Game) -> int:
    """How hard to think about a hint: like a brown belt."""
    if game.planner is not None:
        return usual_tries(game)
    return int(game.belts.get("brown", {}).get("iterations", ITERATIONS))


def advise(given: Question) -> Advice:
    """Find a hint, or refuse one that takes too long; runs in the other process."""
    try:
        with time_limit(LONGEST if given.seconds else 0.0):
            return _advise(given)
    except TimeUp:
        raise Refusal(SLOW) from None


def _advise(given: Question) -> Advice:
    game, setup = given.table.open()
    view = game.read(given.world, setup)
    view.observe(given.seat)
    if len(legal_codes(view, given.seat)) == 1:
        return Advice([], ONLY)
    if game.planner is not None:
        return Advice(planned_tips(given, game, setup, view))
    moves = _moves(given, game, view)
    why = reasons(game, setup, view, given.seat, given.seed, moves, given.names)
    share = game.sides(setup).count(game.sides(setup)[given.seat])  # team mates share a win
    judge = _searcher(given, game, max(1, given.iterations // 2))
    found = []
    for move in moves[:MOST_TIPS]:
        worth, visits = _outlook(judge, view, given, move)
        chance = min(1.0, worth * share)
        margin = margin_of(chance, visits)
        action = game.notation_of(setup).text(move)
        told = worded(chance, margin, alone=given.table.seats == 1)
        label = given.labels.get(action, action)
        found.append(Tip(action, label, chance, margin, told, why.get(move, "")))
    return Advice(sorted(found, key=lambda tip: -tip.chance))


# -- with a game's planner ------------------------------------------------------------------------


def planned_tips(given: Question, game: Game, setup: Setup, view: State) -> list[Tip]:
    """The first steps of planned turns, those planned most often first."""
    turns = _turns(given, game, view)
    worth = {first: _expected_scores(given, game, plans) for first, plans in turns.items()}
    often = sorted(turns, key=lambda first: (-len(turns[first]), -fmean(worth[first])))
    ends = {first: turns[first][0].end for first in often}
    why = reasons_of_turns(game, setup, view, given.seat, ends, given.names)
    found = []
    for first in often[:MOST_TIPS]:
        chance, margin = fmean(worth[first]), noise(worth[first])
        action = game.notation_of(setup).text(first)
        told = worded(chance, margin, alone=given.table.seats == 1)
        rest = in_words(game, setup, view, given.seat, turns[first][0].steps)[1:]
        then = f"then: {joined(rest, REST_LENGTH)}" if rest else ""
        because = "; ".join(filter(None, (why[first], then)))
        label = given.labels.get(action, action)
        found.append(Tip(action, label, chance, margin, told, because))
    return sorted(found, key=lambda tip: -tip.chance)


def _turns(given: Question, game: Game, view: State) -> dict[int, list[Planned]]:
    """A few independent plans by their first step; at least one, even if time is up."""
    deadline = Deadline(PLAN_SHARE * given.seconds)
    turns: dict[int, list[Planned]] = {}
    for run in range(PLANS):
        if turns and deadline.is_set():
            break
        rng = Rng(number(given.seed, "plan", run))
        plan = finish(game, view, given.seat, rng, given.iterations)
        turns.setdefault(plan.steps[0], []).append(plan)
    return turns


def _expected_scores(given: Question, game: Game, plans: Sequence[Planned]) -> list[float]:
    """The expected score at the ends of turns, in a few searches with equal seeds for all."""
    judge = _searcher(given, game, max(1, given.iterations // PLANS))
    return [
        fmean(
            judge.outlook(plan.end, given.seat, Rng(number(given.seed, "end", run)))
            for plan in plans
        )
        for run in range(PLANS)
    ]


# -- with searches --------------------------------------------------------------------------------


def _searcher(given: Question, game: Game, iterations: int) -> Search:
    """A search that ends early if the question is cancelled."""
    search = searcher(game, iterations, given.seconds)
    search.stop = Deadline()
    return search


def _moves(given: Question, game: Game, view: State) -> list[int]:
    """The moves a search visits most, its choice first."""
    search = _searcher(given, game, given.iterations)
    search.choose(view, given.seat, Rng(given.seed))
    return [action for action, _, _ in search.ranked(view, given.seat)[:COMPARED]]


def _outlook(judge: Search, view: State, given: Question, move: int) -> tuple[float, int]:
    """The expected score after a move, and the number of tries behind it."""
    worth = judge.outlook(view, given.seat, Rng(given.seed), move)  # equal seeds for all moves
    tried = judge.ranked(view, given.seat)
    return worth, tried[0][1] if tried else 1


def margin_of(chance: float, tries: int) -> float:
    """The margin of a chance found in a number of tries."""
    return SURE * sqrt(chance * (1.0 - chance) / tries + 0.25 / tries**2)


def worded(chance: float, margin: float, *, alone: bool) -> str:
    """A chance and its margin in words."""
    if alone:
        return f"expected score {chance:.2f} ±{max(0.01, margin):.2f}"
    return f"{round(100 * chance)} % ±{max(1, round(100 * margin))}"


def heading(*, alone: bool) -> str:
    """The heading above the moves of a hint."""
    return "The expected score of each move" if alone else "The chance to win with each move"


def lines(advice: Advice) -> list[str]:
    """A hint line by line, for text screens."""
    if advice.note:
        return [advice.note]
    return [
        f"{tip.told}  {tip.label} [{tip.action}]" + (f": {tip.why}" if tip.why else "")
        for tip in advice.tips
    ]
