"""Who is at a table, whose time runs, and what may happen to whoever is away or out of time."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from budokan import protocol
from budokan.kit.contract import CHANCE
from budokan.match import clock as clocks
from budokan.match.clock import Clock
from budokan.store.clocks import Stored

CLAIM, BOT, WAIT = "claim", "bot", "wait"
GRACE = 120_000  # milliseconds somebody may be away in their own turn
BLINK = 10_000  # who comes back that soon, on a new page or a shaky line, was never away


@dataclass
class Presence:
    """Since when each seat of a person has a connection, or has none; and who is away by now."""

    here: dict[int, int] = field(default_factory=dict)
    gone: dict[int, int] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    _before: dict[int, int] = field(default_factory=dict)  # since when who is gone had been here

    def see(self, people: Iterable[int], connected: set[int], now: int) -> None:
        for seat in people:
            if seat in connected and seat not in self.here:
                blinked = now - self.gone.pop(seat, 0) <= BLINK
                self.here[seat] = self._before.get(seat, now) if blinked else now
                self.away.discard(seat)
            elif seat not in connected and seat not in self.gone:
                self._before[seat] = self.here.pop(seat, now)
                self.gone[seat] = now

    def notice(self, now: int) -> None:
        """Whoever is gone for more than a blink is away."""
        self.away |= {seat for seat, since in self.gone.items() if now - since >= BLINK}

    def next(self) -> int | None:
        """When somebody will be away who is not yet."""
        blinks = [since + BLINK for seat, since in self.gone.items() if seat not in self.away]
        return min(blinks, default=None)


class Attendance:
    """The clocks of a match and the seats that a bot plays for; nothing here waits or saves."""

    def __init__(
        self, clock: Clock, absent: str, people: Iterable[int], seats: int, presence: Presence
    ) -> None:
        self.clock, self.absent = clock, absent
        self.people = frozenset(people)
        self.presence = presence
        self.timing = clocks.fresh(clock, seats)
        self.stands: frozenset[int] = frozenset()
        self._stored = clock.counts

    def resume(self, kept: Stored | None, opened: int, now: int) -> None:
        """Take up what the store has; the hall may have been closed meanwhile."""
        if kept is not None:
            self._stored = True
            self.stands = kept.stands
            self.timing = clocks.resumed(self.clock, kept.timing, opened, now)

    def rules(self) -> dict[str, Any]:
        """What a rematch keeps."""
        return {"clock": self.clock._asdict(), "absent": self.absent}

    @property
    def counted(self) -> frozenset[int]:
        """The seats whose time counts: people's, while they play themselves."""
        return self.people - self.stands

    def spent(self, seat: int) -> bool:
        """Whether the time of a seat that a bot plays for is used up."""
        return self.clock.counts and self.timing.left[seat] == 0

    # -- what changes -------------------------------------------------------------------------

    def turn(self, acting: Iterable[int], moved: Iterable[int], now: int) -> bool:
        """Let the clocks of those run who act now; whether anything changed."""
        before = self.timing
        act = [seat for seat in acting if seat != CHANCE]
        self.timing = clocks.turned(self.clock, before, self.counted, act, moved, now)
        return self.timing != before

    def stand_in(self, seat: int, now: int) -> None:
        """A bot plays for a seat from now on."""
        self.timing = clocks.stopped(self.timing, seat, now)
        self.stands |= {seat}
        self._stored = True

    def give_back(self, seat: int, now: int) -> None:
        self.stands -= {seat}
        self.timing = clocks.returned(self.clock, self.timing, seat, now)

    def kept(self) -> Stored | None:
        """What the store must have; nothing for a table without clock and stand-ins."""
        return Stored(self.timing, self.stands, self._wait()) if self._stored else None

    def _wait(self) -> int | None:
        if not self.clock.counts:
            return None
        ends = [self.timing.left[s] for s in self._running() if self._by_itself(s)]
        return min(ends, default=None)

    def _running(self) -> set[int]:
        return self.timing.acting & self.counted

    # -- what may happen ----------------------------------------------------------------------

    def claims(self, can_lose: Callable[[int], bool]) -> list[protocol.Claim]:
        """What may happen to each seat that is to move, and when."""
        if self.absent == WAIT:
            return []
        found = []
        for seat in sorted(self._running()):
            at, why = min(self._ends(seat), default=(0, ""))
            if why:
                does = "win" if self.absent == CLAIM and can_lose(seat) else "bot"
                found.append(protocol.Claim(seat, at, why, does, self._by_itself(seat)))
        return found

    def _by_itself(self, seat: int) -> bool:
        """Whether it happens without anybody's click: as said, or as there is nobody to click."""
        return self.absent == BOT or self.people == {seat}

    def _ends(self, seat: int) -> list[tuple[int, str]]:
        ends = [(self.timing.ends(seat), "time")] if self.clock.counts else []
        others = [self.presence.here[s] for s in self.people - {seat} if s in self.presence.here]
        if seat in self.presence.away and others and not self.clock.slow:
            since = max(self.timing.since[seat], self.presence.gone[seat], min(others))
            ends.append((since + GRACE, "away"))
        return ends

    def away(self, awaited: Iterable[int]) -> list[int]:
        """The seats of people who were here and are not now."""
        several = len(self.people) > 1 and not self.clock.slow
        return sorted(self.presence.away - set(awaited)) if several else []

    def next(self, can_lose: Callable[[int], bool]) -> int | None:
        """When the hall must look at this table by itself."""
        due = [claim.at for claim in self.claims(can_lose) if claim.auto]
        blink = self.presence.next() if len(self.people) > 1 and not self.clock.slow else None
        return min([*due, *([] if blink is None else [blink])], default=None)

    def facts(self) -> protocol.ClockFacts | None:
        """The clocks in a form that only a turn changes, so that clients count by themselves."""
        if not self.clock.counts:
            return None
        runs, timing = self._running(), self.timing
        return protocol.ClockFacts(
            *self.clock,
            left=[left if s in self.people else -1 for s, left in enumerate(timing.left)],
            since=[began if s in runs else 0 for s, began in enumerate(timing.since)],
        )


def read_rules(hall: dict[str, Any]) -> tuple[Clock, str]:
    """The clock of a stored table, and what happens to who is away; older tables wait."""
    return clocks.read(hall.get("clock")), hall.get("absent", WAIT)
