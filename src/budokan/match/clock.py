"""Clocks: how much time each person has left. All times are given, in milliseconds."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from budokan.kit.errors import Refusal

NONE, TURN, MATCH = "none", "turn", "match"
LEAST, MOST = 5, 30 * 24 * 3600  # seconds of a turn or a match
MOST_INCREMENT = 3600
SLOW = 3600  # seconds of a turn from which on nobody has to stay at the table
SLOW_MATCH = 24 * 3600
RETURN = 60_000  # what whoever takes a seat back has left at least
LEEWAY = 3_600_000  # what is left in slow play after the hall opens, if there was as much; once


class Clock(NamedTuple):
    """How a table counts: nothing, each turn, or a budget for the match with so much per turn."""

    kind: str = NONE
    seconds: int = 0
    increment: int = 0

    @property
    def counts(self) -> bool:
        return self.kind != NONE

    @property
    def slow(self) -> bool:
        """Whether people come and go between their turns."""
        return self.counts and self.seconds >= (SLOW if self.kind == TURN else SLOW_MATCH)

    @property
    def budget(self) -> int:
        return self.seconds * 1000


class Timing(NamedTuple):
    """A seat has what is left from the moment its turn began; 0 stands for no turn."""

    left: tuple[int, ...]
    since: tuple[int, ...]
    eased: frozenset[int] = frozenset()  # who had more time in this turn as the hall was closed

    @property
    def acting(self) -> set[int]:
        return {seat for seat, began in enumerate(self.since) if began}

    def remaining(self, seat: int, now: int) -> int:
        """What a seat whose time counts has left."""
        began = self.since[seat]
        return max(0, self.left[seat] - (now - began if began else 0))

    def ends(self, seat: int) -> int:
        """When the time of an acting seat is over."""
        return self.since[seat] + self.left[seat]


def check(clock: Clock, seats: int) -> None:
    """Refuse a clock that makes no sense at this table."""
    if clock.kind not in (NONE, TURN, MATCH):
        raise Refusal(f"A clock is none, turn or match, not {clock.kind!r}.")
    if clock.kind == NONE:
        if clock.seconds or clock.increment:
            raise Refusal("A table without a clock has neither seconds nor an increment.")
        return
    if not LEAST <= clock.seconds <= MOST:
        raise Refusal(f"The seconds of a clock must be {LEAST} to {MOST}.")
    if clock.kind == TURN and clock.increment:
        raise Refusal("Only a clock for the match has an increment.")
    if not 0 <= clock.increment <= MOST_INCREMENT:
        raise Refusal(f"The increment of a clock must be 0 to {MOST_INCREMENT} seconds.")
    if clock.kind == TURN and seats == 1:
        raise Refusal("Who plays alone may have a clock for the match, but none for turns.")


def fresh(clock: Clock, seats: int) -> Timing:
    """Before the first turn."""
    return Timing((clock.budget,) * seats, (0,) * seats)


def turned(
    clock: Clock,
    timing: Timing,
    counted: Iterable[int],
    acting: Iterable[int],
    moved: Iterable[int],
    now: int,
) -> Timing:
    """The clocks after somebody moved: those who act now run, from now if their turn is new.

    A turn goes on through several steps of one seat. It is new if the seat did not act before, or
    if it moved and this made another seat act as well: then a round is over.
    """
    before, after, movers = timing.acting, set(acting), set(moved)
    again = movers & before & after if after - before - movers else set()
    left, since = list(timing.left), list(timing.since)
    for seat in (before - after) | again:
        if seat in counted:
            left[seat] = _after_turn(clock, timing.remaining(seat, now))
    for seat in range(len(since)):
        begins = seat in after and (seat not in before or seat in again)
        since[seat] = now if begins else since[seat] if seat in after else 0
    return Timing(tuple(left), tuple(since), timing.eased & after & before - again)


def _after_turn(clock: Clock, remaining: int) -> int:
    return clock.budget if clock.kind == TURN else remaining + clock.increment * 1000


def stopped(timing: Timing, seat: int, now: int) -> Timing:
    """A bot plays for a seat from now on: its time stands still."""
    return _with(timing, seat, timing.remaining(seat, now), timing.since[seat])


def returned(clock: Clock, timing: Timing, seat: int, now: int) -> Timing:
    """A person takes the seat back: with a whole turn, or time for at least one move."""
    least = clock.budget if clock.kind == TURN else min(clock.budget, RETURN)
    began = now if timing.since[seat] else 0
    found = _with(timing, seat, max(timing.left[seat], least), began)
    return found._replace(eased=timing.eased - {seat})


def resumed(clock: Clock, timing: Timing, opened: int, now: int) -> Timing:
    """The clocks of a hall that may have been closed since they were kept.

    Clocks of minutes stood still: a turn begins anew from the opening. Slow ones ran on, since
    what is short beside days must not make a turn endless; but nobody loses behind closed doors.
    A turn is eased once, so that a hall that opens again and again ends it, too.
    """
    found = timing
    for seat in timing.acting:
        left, began = timing.left[seat], timing.since[seat]
        latest = opened + min(left, LEEWAY) - left
        if not clock.slow:
            found = _with(found, seat, left, began if opened <= began <= now else opened)
        elif began < latest and seat not in timing.eased:
            found = _with(found, seat, left, latest)._replace(eased=found.eased | {seat})
        else:
            found = _with(found, seat, left, min(began, now))
    return found


def _with(timing: Timing, seat: int, left: int, since: int) -> Timing:
    lefts, sinces = list(timing.left), list(timing.since)
    lefts[seat], sinces[seat] = left, since
    return timing._replace(left=tuple(lefts), since=tuple(sinces))


def spelt(milliseconds: int) -> str:
    """A time as people write it: 1:05, 1:00:00, 2 days 23 h; rounded up."""
    seconds = -(-milliseconds // 1000)
    if seconds >= 2 * 24 * 3600:
        days, hours = divmod(-(-seconds // 3600), 24)
        return f"{days} days {hours} h" if hours else f"{days} days"
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def read(fields: dict[str, Any] | None) -> Clock:
    """The clock of a stored table; tables from before there were clocks have none."""
    return Clock(**fields) if fields else Clock()
