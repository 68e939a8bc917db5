"""Games with a planner: a turn is one choice, for the coach and for hints."""

from collections import Counter
from itertools import pairwise

import pytest

from budokan.kit.contract import CHANCE, State, copy, legal_codes
from budokan.kit.entries import CONCEDE
from budokan.kit.game import find
from budokan.kit.rng import Rng
from budokan.match.table_spec import TableSpec
from budokan.thinking.advice import Question, advise
from budokan.thinking.coach.analysis import Coach
from budokan.thinking.coach.thresholds import BEST, EVEN, FIND, MISTAKE
from budokan.thinking.coach.timeline import LUCK, OWN, Timeline
from budokan.thinking.plans import finish, in_words, joined
from budokan.thinking.reasons import reasons_of_turns
from tests.thinking.test_coach import TINY, judged, played

UDO = find("master_udo")
SETUP = UDO.setup()
WINNING = {
    "master": "crane",
    "road": "turtle drunken shadow",
    "revealed": "left_arm",
    "covered": "1 2",
    "hand": "udo_left_arm udo_right_arm udo_right_arm udo_right_leg udo_left_leg",
    "discard": "udo_right_leg",
}
ENOUGH = 16  # tries to find the win


def winning() -> State:
    view = UDO.read(WINNING, SETUP)
    view.observe(0)
    return view


def ended_at_once() -> State:
    """The turn ends before a card is laid; the rest is forced."""
    state = winning()
    state.apply(0, UDO.notation.parse("resolve"))
    while state.acting() == 1:
        state.apply(0, legal_codes(state, 0)[0])
    return state


# -- spans ----------------------------------------------------------------------------------------


def test_a_turn_is_one_span() -> None:
    match = played(UDO, 25)
    line = Timeline(match, 0)
    own = [span for span in line.spans if span.kind == OWN]
    assert own[-1].action == CONCEDE and len(own) > 2
    for one, two in pairwise(line.spans):
        assert one.kind != two.kind or two.action == CONCEDE
    for span in own[:-1]:
        entries = match.settled(0)[span.start : span.stop]
        assert {entry.seat for entry in entries} == {0} and span.action == entries[0].action
        assert span.label(span.action) == span.steps[0]
    assert max(len(span.steps) for span in own) > 4


def test_positions_are_judged_between_turns_only() -> None:
    match = played(UDO, 25)
    found = judged(match, 0)
    turns = [one for one in found if one.kind == OWN and one.words != "gives up"]
    luck = [one for one in found if one.kind == LUCK]
    assert len(turns) > 1 and all(one.verdict for one in turns)
    for one, two in pairwise(found):
        assert one.after == two.before
    assert sum(one.stop - one.start for one in [*turns, *luck]) == len(match.settled(0)) - 1
    assert Counter(entry.seat for entry in match.settled(0))[CHANCE] >= len(luck)


def test_other_games_are_judged_step_by_step() -> None:
    line = Timeline(played(find("martial_art"), 12), 0)
    assert not line.by_turns and all(len(span.steps) <= 1 for span in line.spans)


# -- judgements -----------------------------------------------------------------------------------


def test_a_turn_that_throws_a_win_away_is_a_mistake() -> None:
    view = winning()
    found = Coach(UDO, ENOUGH).judge_turn(view, ended_at_once(), 0)
    assert found.verdict == MISTAKE and min(found.loss) > 0.02
    for action in found.best:
        view.apply(0, action)
    assert view.acting() == 0


def test_a_planned_turn_is_no_mistake() -> None:
    view = winning()
    end = finish(UDO, view, 0, Rng(1), 60).end
    assert end.acting() == 0
    assert Coach(UDO, ENOUGH).judge_turn(view, end, 0).verdict in (BEST, EVEN)


def test_a_turn_better_than_every_plan_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planner only ever ends the turn."""
    end = finish(UDO, winning(), 0, Rng(1), 60).end
    monkeypatch.setitem(UDO.__dict__, "planner", lambda view, *rest: legal_codes(view, 0)[0])
    assert Coach(UDO, TINY).judge_turn(winning(), end, 0).verdict == FIND


def test_a_turn_broken_off_is_finished_by_the_planner(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, asked = winning(), []

    def end_it(view: State, *_: object) -> int:
        asked.append(view.encode())
        return legal_codes(view, 0)[0]

    broken.apply(0, UDO.notation.parse("add udo_left_arm"))
    monkeypatch.setitem(UDO.__dict__, "planner", end_it)
    Coach(UDO, TINY).judge_turn(winning(), broken, 0)
    assert broken.encode() in asked and winning().encode() in asked


# -- words ----------------------------------------------------------------------------------------


def test_the_words_of_a_planned_turn_leave_out_forced_steps() -> None:
    view = winning()
    steps = finish(UDO, view, 0, Rng(1), 8).steps
    before = view.encode()
    told = in_words(UDO, SETUP, view, 0, steps)
    assert 0 < len(told) <= len(steps) and told[0].startswith(("Add", "Resolve"))
    assert view.encode() == before
    assert joined(told, 1000) == ", ".join(told)
    assert joined(("Add a", "Add b", "Add c"), 14) == "Add a, Add b, …"


# -- hints ----------------------------------------------------------------------------------------


def test_a_hint_is_the_first_step_of_a_winning_turn() -> None:
    given = Question(0, 1, ENOUGH, 0.0, TableSpec("master_udo", 1), WINNING, ("A",), {})
    tips = advise(given).tips
    assert "resolve" not in [tip.action for tip in tips]
    assert len({tip.action for tip in tips}) == len(tips)
    end = copy(winning())
    end.apply(0, UDO.notation.parse(tips[0].action))
    end = finish(UDO, end, 0, Rng(1), 60).end
    assert end.acting() == 0
    assert tips[0].chance == pytest.approx(end.score(0)) and tips[0].margin == 0
    assert tips[0].why.startswith("then: Add ")


def test_a_turn_is_explained_by_its_end() -> None:
    ends = {1: finish(UDO, winning(), 0, Rng(1), 60).end, 2: ended_at_once()}
    why = reasons_of_turns(UDO, SETUP, winning(), 0, ends, ("A",))
    assert "more glory" in why[1] and "glory" not in why[2]
