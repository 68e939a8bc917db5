"""Clocks alone: all times are given, nothing waits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budokan.kit.errors import Refusal
from budokan.match import clock as clocks
from budokan.match.clock import Clock, Timing

ALL = {0, 1}
MINUTE = Clock("turn", 60)
BUDGET = Clock("match", 600, 5)


def started(clock: Clock, *acting: int, seats: int = 2, now: int = 1000) -> Timing:
    return clocks.after_moves(clock, clocks.new_timing(clock, seats), range(seats), acting, (), now)


def test_no_clock_runs_before_the_first_turn() -> None:
    timing = clocks.new_timing(MINUTE, 2)
    assert timing.acting == set() and timing.remaining(0, 999_999) == 60_000


def test_a_turn_has_its_time_and_the_next_one_has_it_again() -> None:
    timing = started(MINUTE, 0)
    assert timing.ends(0) == 61_000
    assert (timing.remaining(0, 41_000), timing.remaining(1, 41_000)) == (20_000, 60_000)
    timing = clocks.after_moves(MINUTE, timing, ALL, [1], [0], 41_000)
    assert timing.acting == {1} and timing.ends(1) == 101_000
    timing = clocks.after_moves(MINUTE, timing, ALL, [0], [1], 50_000)
    assert timing.remaining(0, 50_000) == 60_000


def test_several_steps_are_one_turn() -> None:
    timing = started(MINUTE, 0)
    assert clocks.after_moves(MINUTE, timing, ALL, [0], [0], 30_000) == timing


def test_ending_a_round_of_simultaneous_choices_begins_a_new_turn() -> None:
    timing = started(MINUTE, 0, 1)
    timing = clocks.after_moves(MINUTE, timing, ALL, [1], [0], 20_000)
    assert timing.since == (0, 1000), "the other's time goes on"
    timing = clocks.after_moves(MINUTE, timing, ALL, [0, 1], [1], 40_000)
    assert timing.since == (40_000, 40_000) and timing.left == (60_000, 60_000)


def test_a_budget_shrinks_and_each_turn_adds() -> None:
    timing = started(BUDGET, 0)
    timing = clocks.after_moves(BUDGET, timing, ALL, [1], [0], 101_000)
    assert timing.left == (505_000, 600_000) and timing.remaining(0, 999_000) == 505_000
    timing = clocks.after_moves(BUDGET, timing, ALL, [0], [1], 102_000)
    timing = clocks.after_moves(BUDGET, timing, ALL, [1], [0], 900_000)
    assert timing.left[0] == 5_000, "who was late has what the turn adds, not less than nothing"


def test_time_stands_still_for_a_bot() -> None:
    timing = started(BUDGET, 0)
    timing = clocks.after_moves(BUDGET, timing, {1}, [1], [0], 500_000)
    assert timing.left[0] == 600_000


def test_a_bot_stands_in_and_gives_back() -> None:
    timing = clocks.pause(started(BUDGET, 0), 0, 651_000)
    assert timing.left[0] == 0 and timing.acting == {0}
    timing = clocks.take_seat_back(BUDGET, timing, 0, 700_000)
    assert timing.ends(0) == 760_000
    long = clocks.take_seat_back(BUDGET, clocks.pause(started(BUDGET, 0), 0, 101_000), 0, 200_000)
    assert long.ends(0) == 700_000, "what was left stays"
    turn = clocks.take_seat_back(MINUTE, clocks.pause(started(MINUTE, 0), 0, 61_000), 0, 90_000)
    assert turn.ends(0) == 150_000
    rests = clocks.take_seat_back(MINUTE, started(MINUTE, 1), 0, 90_000)
    assert rests.since[0] == 0


def test_while_the_hall_is_closed_no_clock_of_minutes_runs() -> None:
    opened, now = 9_000_000, 9_010_000
    timing = clocks.resume(MINUTE, started(MINUTE, 1), opened, now)
    assert timing.since == (0, opened) and timing.remaining(1, opened) == 60_000
    assert clocks.resume(MINUTE, timing, opened, now) == timing
    later = started(MINUTE, 0, now=opened + 5_000)
    assert clocks.resume(MINUTE, later, opened, now) == later, "a turn since then goes on"


DAY, HOUR = 86_400_000, 3_600_000
SLOW = Clock("turn", 2 * 86_400)


@pytest.mark.parametrize(
    "closed, remains",
    [(DAY, DAY), (2 * DAY - HOUR, HOUR), (2 * DAY, HOUR), (9 * DAY, HOUR), (-DAY, 2 * DAY)],
)
def test_nobody_loses_on_a_slow_clock_while_the_hall_is_closed(closed: int, remains: int) -> None:
    """If the machine's clock was set back, no time counts as used."""
    opened = 1000 + closed if closed > 0 else 1
    timing = clocks.resume(SLOW, started(SLOW, 1), opened, opened)
    assert timing.remaining(1, opened) == remains and timing.since[0] == 0
    after = clocks.resume(SLOW, timing, opened, opened + HOUR)
    assert after.remaining(1, opened + HOUR) == remains - HOUR, "it is read again and runs on"


def test_a_reopened_hall_gives_no_more_time_than_was_left() -> None:
    clock = Clock("match", 86_400)
    timing = Timing((HOUR // 2, DAY), (1000, 0))
    assert clocks.resume(clock, timing, DAY, DAY).remaining(0, DAY) == HOUR // 2


def test_a_slow_turn_is_eased_once_however_often_the_hall_opens() -> None:
    opened = 1000 + 3 * DAY
    timing = clocks.resume(SLOW, started(SLOW, 1), opened, opened)
    assert timing.ends(1) == opened + HOUR and timing.eased == {1}
    again = opened + HOUR - 60_000
    assert clocks.resume(SLOW, timing, again, again) == timing
    weeks = opened + 20 * DAY
    assert clocks.resume(SLOW, timing, weeks, weeks).remaining(1, weeks) == 0


def test_the_next_turn_may_be_eased_again() -> None:
    opened = 1000 + 3 * DAY
    eased = clocks.resume(SLOW, started(SLOW, 0, 1), opened, opened)
    assert eased.eased == {0, 1}
    after = clocks.after_moves(SLOW, eased, ALL, [1], [0], opened + 1)
    assert after.eased == {1}, "who moved has a new turn, who did not is in the same one"
    assert clocks.after_moves(SLOW, after, ALL, [0, 1], [1], opened + 2).eased == set()
    stopped = clocks.pause(after, 1, opened + 2)
    assert stopped.eased == {1}
    assert clocks.take_seat_back(SLOW, stopped, 1, opened + 3).eased == set()
    assert not clocks.resume(MINUTE, started(MINUTE, 0), opened, opened).eased


def test_slow_clocks_are_recognised() -> None:
    assert Clock("turn", 3 * 86_400).slow and Clock("match", 86_400).slow
    assert not MINUTE.slow and not BUDGET.slow and not Clock().slow


@pytest.mark.parametrize(
    ("clock", "seats", "says"),
    [
        (Clock("sand", 60), 2, "none, turn or match, not 'sand'"),
        (Clock("none", 60), 2, "neither seconds nor an increment"),
        (Clock("turn", 4), 2, "seconds of a clock must be 5 to"),
        (Clock("match", 10**8), 2, "seconds of a clock must be 5 to"),
        (Clock("turn", 60, 5), 2, "Only a clock for the match"),
        (Clock("match", 60, 4000), 2, "increment of a clock must be 0 to 3600"),
        (Clock("turn", 60), 1, "A single player"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(clock: Clock, seats: int, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        clocks.check(clock, seats)


def test_a_sensible_clock_is_accepted() -> None:
    for clock, seats in ((Clock(), 1), (MINUTE, 2), (BUDGET, 1), (Clock("turn", 259_200), 6)):
        clocks.check(clock, seats)


moves = st.lists(
    st.tuples(st.sets(st.integers(0, 2)), st.integers(0, 2), st.integers(0, 200_000)), max_size=20
)


@given(moves, st.sampled_from([MINUTE, BUDGET, Clock()]))
def test_random_events_keep_times_in_bounds(
    steps: list[tuple[set[int], int, int]], clock: Clock
) -> None:
    now, timing = 1000, clocks.new_timing(clock, 3)
    for acting, mover, passed in steps:
        now += passed
        before = timing
        timing = clocks.after_moves(clock, timing, {0, 1, 2}, acting, [mover], now)
        assert timing.acting == acting
        assert all(began <= now for began in timing.since)
        most = clock.budget + len(steps) * clock.increment * 1000
        assert all(0 <= timing.remaining(seat, now) <= most for seat in range(3))
        for seat in acting & before.acting - {mover}:
            assert timing.since[seat] == before.since[seat], "others never renew a turn"


@pytest.mark.parametrize(
    "milliseconds, words",
    [
        (64_001, "1:05"),
        (3_600_000, "1:00:00"),
        (3 * 86_400_000 - 5_000, "3 days"),
        (2 * 86_400_000 + 1, "2 days 1 h"),
        (2 * 86_400_000 - 1_000, "47:59:59"),
    ],
)
def test_times_are_written_in_words(milliseconds: int, words: str) -> None:
    assert clocks.time_text(milliseconds) == words
