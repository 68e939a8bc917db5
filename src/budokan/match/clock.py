"""Clocks: how much time each person has left. All times are given, in milliseconds."""

from collections.abc import Collection
from typing import Any, NamedTuple

from budokan.kit.errors import Refusal

NONE, TURN, MATCH = "none", "turn", "match"
LEAST, MOST = 5, 30 * 24 * 3600  # seconds of a turn or a match
MOST_INCREMENT = 3600
SLOW = 3600  # with at least so many seconds a turn, players need not stay at the table
SLOW_MATCH = 24 * 3600
RETURN = 60_000  # a player who takes a seat back has at least this left
LEEWAY = 3_600_000  # in slow play, the least time left after the hall opens; once a turn


class Clock(NamedTuple):
    """The clock of a table: none, a limit for each turn, or a budget with an increment."""

    kind: str = NONE
    seconds: int = 0
    increment: int = 0

    @property
    def counts(self) -> bool:
        return self.kind != NONE

    @property
    def slow(self) -> bool:
        """Whether players come and go between their turns."""
        return self.counts and self.seconds >= (SLOW if self.kind == TURN else SLOW_MATCH)

    @property
    def budget(self) -> int:
        return self.seconds * 1000


class Timing(NamedTuple):
    """The time each seat had left when its turn began, and when that was; 0 for no turn."""

    left: tuple[int, ...]
    since: tuple[int, ...]
    eased: frozenset[int] = frozenset()  # seats given more time because the hall was closed

    @property
    def acting(self) -> set[int]:
        return {seat for seat, began in enumerate(self.since) if began}

    def remaining(self, seat: int, now: int) -> int:
        """The time a seat has left."""
        began = self.since[seat]
        return max(0, self.left[seat] - (now - began if began else 0))

    def ends(self, seat: int) -> int:
        """When the time of an acting seat runs out."""
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
        raise Refusal("A single player can have a clock for the match, but not for turns.")


def new_timing(clock: Clock, seats: int) -> Timing:
    """The clocks before the first turn."""
    return Timing((clock.budget,) * seats, (0,) * seats)


def after_moves(
    clock: Clock,
    timing: Timing,
    counted: Collection[int],
    acting: Collection[int],
    moved: Collection[int],
    now: int,
) -> Timing:
    """The clocks after some seats moved: those of the acting seats run, from now in a new turn.

    A turn goes on through several steps of one seat. It is new if the seat did not act before, or
    if it moved and this made another seat act as well: then a round is over.
    """
    left, since, eased = list(timing.left), list(timing.since), timing.eased
    round_over = False
    for seat in acting:
        if not since[seat] and seat not in moved:
            round_over = True
    for seat, began in enumerate(timing.since):
        acts = seat in acting
        goes_on = bool(began) and acts and not (round_over and seat in moved)
        if goes_on:
            continue
        if began and seat in counted:
            left[seat] = _after_turn(clock, timing.remaining(seat, now))
        since[seat] = now if acts else 0
        if seat in eased:
            eased -= {seat}
    return Timing(tuple(left), tuple(since), eased)


def _after_turn(clock: Clock, remaining: int) -> int:
    return clock.budget if clock.kind == TURN else remaining + clock.increment * 1000


def pause(timing: Timing, seat: int, now: int) -> Timing:
    """Stop the clock of a seat because a bot plays for it from now on."""
    return _with(timing, seat, timing.remaining(seat, now), timing.since[seat])


def take_seat_back(clock: Clock, timing: Timing, seat: int, now: int) -> Timing:
    """Start the clock of a returning player: a whole turn, or time for at least one move."""
    least = clock.budget if clock.kind == TURN else min(clock.budget, RETURN)
    began = now if timing.since[seat] else 0
    found = _with(timing, seat, max(timing.left[seat], least), began)
    return found._replace(eased=timing.eased - {seat})


def resume(clock: Clock, timing: Timing, opened: int, now: int) -> Timing:
    """Restart stored clocks in a hall that may have been closed in between.

    A fast clock stood still: its turn starts again when the hall opens. A slow one ran on, but
    nobody loses while the hall is closed: each turn is extended once, so that a hall which
    restarts often cannot make it endless.
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


def time_text(milliseconds: int) -> str:
    """A time as text, rounded up: 1:05, 1:00:00, 2 days 23 h."""
    seconds = -(-milliseconds // 1000)
    if seconds >= 2 * 24 * 3600:
        days, hours = divmod(-(-seconds // 3600), 24)
        return f"{days} days {hours} h" if hours else f"{days} days"
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def read_clock(fields: dict[str, Any] | None) -> Clock:
    """The clock of a stored table; the oldest tables have none."""
    return Clock(**fields) if fields else Clock()
