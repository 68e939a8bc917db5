"""Presence: which people are connected to a table, and which of them are away."""

from collections.abc import Iterable
from dataclasses import dataclass, field

BLINK = 10_000  # milliseconds; a person who reconnects sooner was never away


@dataclass
class Presence:
    """Since when each person's seat has a connection or has none, and who is away by now."""

    here: dict[int, int] = field(default_factory=dict)
    gone: dict[int, int] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    _before: dict[int, int] = field(default_factory=dict)  # since when a gone seat had been here

    def update(self, people: Iterable[int], connected: set[int], now: int) -> None:
        """Note which seats are connected now."""
        for seat in people:
            if seat in connected and seat not in self.here:
                blinked = now - self.gone.pop(seat, 0) <= BLINK
                self.here[seat] = self._before.get(seat, now) if blinked else now
                self.away.discard(seat)
            elif seat not in connected and seat not in self.gone:
                self._before[seat] = self.here.pop(seat, now)
                self.gone[seat] = now

    def mark_away(self, now: int) -> None:
        """Count everybody as away who has been gone for more than a blink."""
        self.away |= {seat for seat, since in self.gone.items() if now - since >= BLINK}

    def next_change(self) -> int | None:
        """When the next person will count as away."""
        blinks = [since + BLINK for seat, since in self.gone.items() if seat not in self.away]
        return min(blinks, default=None)
