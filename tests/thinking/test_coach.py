"""The coach: the ledger adds up, mistakes are proved, and no hidden information is used."""

from itertools import pairwise

import pytest

from budokan.kit.contract import copy
from budokan.kit.game import Game, find, find_all
from budokan.kit.rng import Rng
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.thinking.coach.analysis import Coach, Judged, judge_span
from budokan.thinking.coach.report import (
    Figure,
    Ledger,
    Point,
    Report,
    add_up,
    headline,
    mattering,
    report,
)
from budokan.thinking.coach.study import judge_part, outline, parts
from budokan.thinking.coach.text import lines, plot
from budokan.thinking.coach.thresholds import BEST, EVEN, FIND, MISTAKE, RUNS, noise, weigh
from budokan.thinking.coach.timeline import LUCK, OTHER, OWN, Timeline
from budokan.thinking.coach.why import why_better
from tests.agents.nim import Nim
from tests.kit.sixth_game import stances
from tests.terminal.driver import SHORT

STANCES = stances()
TINY = 1
GAMES = sorted(find_all())


def played(game: Game, decisions: int = 10, takebacks: int = 0) -> CodedMatch:
    """A short match, given up if it goes on."""
    seats = min(2, game.seats[-1])
    match = CodedMatch(game, game.setup(seats, SHORT.get(game.id, {})), ("A", "B")[:seats], "coach")
    match.begin()
    luck = Rng(5)
    while not match.over and decisions:
        seat = match.acting[0]
        options = match.legal(seat)
        match.play(seat, options[luck.below(len(options))])
        decisions -= len(options) > 1
        if takebacks and match.drafted(seat):
            match.takeback(seat)
            takebacks -= 1
    if not match.over:
        match.concede(0)
    return match


def judged(match: CodedMatch, seat: int, iterations: int = TINY, seed: str = "") -> list[Judged]:
    line = Timeline(match, seat)
    coach = Coach(match.game, iterations, seed)
    return [one for at in range(len(line.spans)) for one in judge_span(coach, line, at)]


def studied(match: CodedMatch, iterations: int = TINY) -> Report:
    seats = range(match.setup.seats)
    return report(match, {seat: judged(match, seat, iterations) for seat in seats}, iterations)


@pytest.mark.parametrize("game", GAMES)
def test_the_ledger_adds_up_to_the_result(game: str) -> None:
    match = played(find(game), 4 if game == "master_udo" else 8)
    found = studied(match)
    for seat in found.seats:
        sums = seat.ledger
        parts = sums.start.points + sums.luck.points - sums.mistakes.points
        parts += sums.choices.points + sums.others.points
        assert parts == pytest.approx(100 * match.scores()[seat.seat])
        assert sums.result.points == pytest.approx(100 * match.scores()[seat.seat])
        assert sums.result.error == 0
        assert [point.at for point in seat.curve] == sorted({p.at for p in seat.curve})
        assert seat.curve[0].at == 0 and seat.curve[-1].at == found.entries
        assert all(h.words for h in seat.happenings)
        assert all(bool(h.why) == (h.verdict == MISTAKE) for h in seat.happenings if h.better)
    told = list(lines(found, 60, every=True))
    assert all(len(line) <= 60 for line in told) and "Everything:" in told
    assert any(line.startswith("From ") for line in told)
    assert "±" not in "".join(lines(found))


@pytest.mark.parametrize(
    ("mistakes", "luck", "told"),
    [
        (86, 44, "threw away 86, and luck gave back 44."),
        (86, -12, "threw away 86, and luck took another 12."),
        (0, 20, "made no mistake, and luck gave 20."),
        (0, -20, "made no mistake, and luck took 20."),
        (5, 0.2, "threw away 5, and luck was even."),
    ],
)
def test_the_headline_says_what_decided(mistakes: float, luck: float, told: str) -> None:
    rest = [Figure(0.0)] * 3
    ledger = Ledger(Figure(50.0), Figure(luck, 3.0), Figure(mistakes, 2.0), *rest)
    assert headline(ledger) == told


def test_why_tells_what_the_better_choice_would_have_done() -> None:
    line = Timeline(played(find("dojo_duel"), 12), 1)
    told = [
        (span, best, why_better(line, span, best, (0.3, 0.32)))
        for span in line.spans
        for best, _ in span.ways
        if best != span.action
    ]
    assert told and all(why.endswith("it wins about 31 more.") for _, _, why in told)
    forecast = [(span, best, why) for span, best, why in told if span.forecast(best)]
    assert forecast
    for span, best, why in forecast:
        made = span.forecast(span.action)
        better = span.forecast(best)
        said = f"Its forecast was: {better.removesuffix('.')}."
        assert (said in why) == (better != made)
    assert any("It leads to " in why for _, _, why in told)


def test_the_spans_cover_the_match_without_takebacks() -> None:
    match = played(find("master_udo"), 6, takebacks=2)
    assert len(match.settled(0)) == len(match.entries) - 4
    line = Timeline(match, 0)
    ends = [(span.start, span.stop) for span in line.spans]
    assert ends[0][0] == 0 and ends[-1][1] == len(match.settled(0)) == len(line.views) - 1
    assert all(a[1] == b[0] for a, b in pairwise(ends))
    assert LUCK in {span.kind for span in line.spans}


@pytest.mark.parametrize(("heap", "good", "bad"), [(2, 2, 1), (4, 1, 2), (5, 2, 1)])
def test_a_blatant_mistake_is_found_and_the_best_move_is_no_mistake(
    heap: int, good: int, bad: int
) -> None:
    coach = Coach(STANCES, 60)
    found = coach.judge(Nim(heap), 0, bad)
    assert (found.verdict, found.best) == (MISTAKE, good)
    assert sum(found.loss) / len(found.loss) > 0.3
    assert coach.judge(Nim(heap), 0, good).verdict == BEST


@pytest.mark.parametrize("heap", [3, 6])
def test_no_choice_is_a_mistake_in_a_lost_position(heap: int) -> None:
    for action in (1, 2):
        assert Coach(STANCES, 60).judge(Nim(heap), 0, action).verdict in (BEST, EVEN)


def test_equal_choices_are_never_mistakes() -> None:
    """Three stances are worth the same, even if small searches disagree by noise."""
    view = CodedMatch(STANCES, STANCES.setup()).view(0)
    verdicts = [
        Coach(STANCES, 40, f"seed {n}").judge(view, 0, stance).verdict
        for n in range(20)
        for stance in range(3)
    ]
    assert set(verdicts) == {BEST, EVEN}
    assert verdicts.count(BEST) == 20  # the one tried most, and no other


def test_a_loss_within_its_noise_is_no_mistake() -> None:
    assert weigh((0.1, 0.1, 0.1, 0.12, 0.1)) == MISTAKE
    assert weigh((-0.1, -0.1, -0.1, -0.12, -0.1)) == FIND
    assert weigh((0.3, -0.2, 0.3, 0.0, 0.1)) == EVEN
    assert weigh((0.01,) * RUNS) == EVEN  # sure, but too small for a word
    assert noise((0.0, 1.0)) == pytest.approx(12.706 * 0.5)


def test_a_choice_is_judged_by_the_view_of_its_seat() -> None:
    """Two worlds, one observation: B's choice is judged alike; what it reveals counts as A's."""
    worlds = []
    for hidden in (0, 1):
        match = CodedMatch(STANCES, STANCES.setup(), seed="coach")
        match.play(0, hidden)
        match.play(1, 2)
        worlds.append([one for one in judged(match, 1, 30) if one.start <= 1])
    (first, mine, shown), (again, same, other) = worlds
    assert (first, mine) == (again, same)
    assert mine.kind == OWN and shown.kind == other.kind == OTHER
    assert shown.before == other.before == mine.after
    assert shown.after != other.after


@pytest.mark.parametrize("game", GAMES)
def test_equal_observations_are_judged_alike_in_every_game(game: str) -> None:
    match = played(find(game), 4)
    line = Timeline(match, 0)
    at = next(at for at, span in enumerate(line.spans) if span.action >= 0)
    span = line.spans[at]
    world = copy(line.views[span.start])
    world.guess(0, Rng(99))
    world.observe(0)
    coach = Coach(match.game, TINY)
    again = Coach(match.game, TINY)
    for judge in (Coach.expects, Coach.best):
        assert judge(coach, line.views[span.start], 0) == judge(again, world, 0)


def test_the_same_match_is_judged_alike_and_in_pieces() -> None:
    match = played(find("udaka"))
    text = record.write(match)
    count = outline(text)
    work = parts(text, {1: count[1]}, TINY)
    pieces = [one for part in work for one in judge_part(part)]
    assert len(work) > 1 and pieces == judged(match, 1)
    assert pieces != judged(match, 1, seed="other")


def test_giving_up_costs_the_remaining_chance() -> None:
    match = CodedMatch(STANCES, STANCES.setup(), seed="coach")
    match.concede(1)
    loser, winner = (studied(match, 50).seats[seat] for seat in (1, 0))
    (choice,) = mattering(loser)
    assert (choice.words, choice.better) == ("gives up", "play on")
    assert choice.loss.points == pytest.approx(choice.before)
    assert loser.ledger.result == Figure(0.0) and winner.ledger.result == Figure(100.0)
    assert winner.ledger.others.points > 30


def test_a_match_that_goes_on_has_an_outlook_instead_of_a_result() -> None:
    match = CodedMatch(STANCES, STANCES.setup(), seed="coach")
    match.play(0, 0)
    match.play(1, 1)
    found = report(match, {0: judged(match, 0, 20)}, 20)
    assert not found.over and 0 < found.seats[0].ledger.result.points < 100
    assert " now, of 100." in found.seats[0].told


def test_a_match_without_entries() -> None:
    assert add_up([]).result == Figure(0.0)
    assert list(plot([], 40)) == []


def test_a_curve_is_drawn_to_scale() -> None:
    rows = list(plot([Point(0, Figure(0.0)), Point(5, Figure(100.0))], 20))
    assert len(rows) == 6 and all(len(row) <= 20 for row in rows)
    assert rows[0].startswith(" 100 │ ") and rows[0].endswith("█")
    assert rows[-1].split("│")[1] == " " * 13 + "█"
