"""The clocks at a table, the bots that stand in for people, and the claims that follow."""

from collections.abc import Callable, Collection, Container, Iterable
from typing import Any

from budokan import protocol
from budokan.kit.contract import CHANCE
from budokan.match import clock as clocks
from budokan.match.clock import Clock, Timing
from budokan.server.table.presence import Presence
from budokan.store.clocks import StoredClocks

CLAIM, BOT, WAIT = "claim", "bot", "wait"  # what follows when a person is absent
GRACE = 120_000  # milliseconds that somebody may be away during their own turn


class TableClocks:
    """The clocks of a match and its stand-ins. Pure bookkeeping: nothing here waits or saves."""

    def __init__(
        self, clock: Clock, when_absent: str, people: Iterable[int], seats: int, presence: Presence
    ) -> None:
        self.clock, self.when_absent = clock, when_absent
        self.people = frozenset(people)
        self.presence = presence
        self.timing = clocks.new_timing(clock, seats)
        self.stand_ins: frozenset[int] = frozenset()  # seats of people for whom a bot plays
        self._stored = clock.counts
        self._moves: dict[int, tuple[int, ...]] = {}  # time left before moves that may be undone

    def resume(self, kept: StoredClocks | None, opened: int, now: int) -> None:
        """Go on from what the store has; the hall may have been closed in between."""
        if kept is not None:
            self._stored = True
            self.stand_ins = kept.stands
            self._moves = dict(kept.moves)
            self.timing = clocks.resume(self.clock, kept.timing, opened, now)

    def rules(self) -> dict[str, Any]:
        """The rules that a rematch keeps, as the store has them."""
        return {"clock": self.clock._asdict(), "absent": self.when_absent}

    @property
    def counted(self) -> frozenset[int]:
        """The seats whose time counts: those of people who play themselves."""
        return self.people - self.stand_ins if self.stand_ins else self.people

    def spent(self, seat: int) -> bool:
        """Whether a seat with a stand-in has used up its time."""
        return self.clock.counts and self.timing.left[seat] == 0

    # -- changes ------------------------------------------------------------------------------

    def turn(self, acting: Iterable[int], moved: Collection[int], now: int) -> bool:
        """Run the clocks of the seats that act now; returns whether anything changed."""
        before = self.timing
        act = [seat for seat in acting if seat != CHANCE]
        self.timing = clocks.after_moves(self.clock, before, self.counted, act, moved, now)
        return self.timing != before

    def note_move(self, entries: int, now: int) -> None:
        """Remember how much time is left before the next entry of a match with so many."""
        if self.clock.counts:
            self._moves[entries] = self._remaining(now)

    def _remaining(self, now: int) -> tuple[int, ...]:
        return tuple(self.timing.remaining(seat, now) for seat in range(len(self.timing.left)))

    def keep_moves(self, moves: Container[int]) -> None:
        """Forget the time before all moves but these."""
        self._moves = {at: left for at, left in self._moves.items() if at in moves}

    def go_back(self, entries: int, acting: Iterable[int], now: int) -> None:
        """Let the clocks stand as before the entry that followed so many."""
        act = {seat for seat in acting if seat != CHANCE}
        left = self._moves.get(entries) or self._remaining(now)
        since = tuple(now if seat in act else 0 for seat in range(len(left)))
        self.timing = Timing(left, since)

    def stand_in(self, seat: int, now: int) -> None:
        """Let a bot play for a seat from now on."""
        self.timing = clocks.pause(self.timing, seat, now)
        self.stand_ins |= {seat}
        self._stored = True

    def give_back(self, seat: int, now: int) -> None:
        """Let the person of a seat play again."""
        self.stand_ins -= {seat}
        self.timing = clocks.take_seat_back(self.clock, self.timing, seat, now)

    def to_store(self) -> StoredClocks | None:
        """What the store must keep; None for a table without clock and stand-ins."""
        if not self._stored:
            return None
        return StoredClocks(self.timing, self.stand_ins, self._wait(), self._moves)

    def _wait(self) -> int | None:
        if not self.clock.counts:
            return None
        ends = [self.timing.left[s] for s in self._running() if self._automatic(s)]
        return min(ends, default=None)

    def _running(self) -> set[int]:
        return self.timing.acting & self.counted

    # -- claims -------------------------------------------------------------------------------

    def claims(self, can_lose: Callable[[int], bool]) -> list[protocol.Claim]:
        """What may happen to each seat that is to move, and when."""
        if self.when_absent == WAIT:
            return []
        found = []
        for seat in sorted(self._running()) if self.clock.counts or self.presence.away else ():
            at, reason = min(self._ends(seat), default=(0, ""))
            if reason:
                effect = "win" if self.when_absent == CLAIM and can_lose(seat) else "bot"
                found.append(protocol.Claim(seat, at, reason, effect, self._automatic(seat)))
        return found

    def _automatic(self, seat: int) -> bool:
        """Whether a claim needs no click: by the table's rules, or as nobody else could click."""
        return self.when_absent == BOT or self.people == {seat}

    def _ends(self, seat: int) -> list[tuple[int, str]]:
        ends = [(self.timing.ends(seat), "time")] if self.clock.counts else []
        if seat not in self.presence.away or self.clock.slow:
            return ends
        others = [self.presence.here[s] for s in self.people - {seat} if s in self.presence.here]
        if others:
            since = max(self.timing.since[seat], self.presence.gone[seat], min(others))
            ends.append((since + GRACE, "away"))
        return ends

    def away(self, awaited: Iterable[int]) -> list[int]:
        """The seats of people who have left; `awaited` have never come."""
        if not self.presence.away or len(self.people) < 2 or self.clock.slow:
            return []
        return sorted(self.presence.away - set(awaited))

    def next_due(self, can_lose: Callable[[int], bool]) -> int | None:
        """When the hall must look at this table without being asked."""
        due = []
        if self.when_absent == BOT or len(self.people) == 1:  # otherwise no claim is automatic
            due = [claim.at for claim in self.claims(can_lose) if claim.automatic]
        several = len(self.people) > 1 and not self.clock.slow
        blink = self.presence.next_change() if several else None
        return min([*due, *([] if blink is None else [blink])], default=None)

    def facts(self) -> protocol.ClockFacts | None:
        """The clocks as sent to clients, which count down by themselves: only a turn changes it."""
        if not self.clock.counts:
            return None
        runs, timing = self._running(), self.timing
        return protocol.ClockFacts(
            *self.clock,
            left=[left if s in self.people else -1 for s, left in enumerate(timing.left)],
            since=[began if s in runs else 0 for s, began in enumerate(timing.since)],
        )


def stored_rules(hall: dict[str, Any]) -> tuple[Clock, str]:
    """The clock of a stored table and its rule about absence; tables of early versions wait."""
    return clocks.read_clock(hall.get("clock")), hall.get("absent", WAIT)
