"""Helpers for the tests of Udaka."""

from collections.abc import Mapping
from typing import Any

from budokan.games.udaka import GAME
from budokan.games.udaka.rules.rules import Udaka
from budokan.kit.scene import Zone
from budokan.kit.testing.trial import Trial, zone

# Every switch away from its default.
ODD = {
    "udaka_counts": False,
    "top_reuse": False,
    "pair_takes": "all",
    "joker_must_play": True,
    "next_dealer": "redraw",
    "show_discards": False,
    "rounds_to_win": 3,
}

WHOLE = " ".join(rank for rank in "A23456789" for _ in range(4)) + " K J"
FULL = "1 1 1 1 1 1 1 1"
DEALT = ["* draw 2", "* draw 3", "* draw 4", "* draw 5"]


class Play(Trial[Udaka]):
    """A position in which entries can be played and inspected."""

    def __init__(
        self, seats: int = 2, options: Mapping[str, Any] | None = None, **position: Any
    ) -> None:
        super().__init__(GAME, Udaka, GAME.setup(seats, options), position)

    def heard(self) -> list[tuple[str, int, int, int]]:
        return [(GAME.events[e.kind], e.seat, e.a, e.b) for e in self.recorder.events]

    def story(self, viewer: int) -> list[str]:
        """A sentence for each event, '' where nothing is told."""
        words = GAME.words(self.setup)
        return [words.sentence(event, viewer) for event in self.recorder.events]

    def zone(self, viewer: int, name: str) -> Zone:
        return zone(self.scene(viewer), name)


def last_card(wins: list[int], **options: object) -> Play:
    """Two players, one card to go, and the round will be A's."""
    return Play(
        options=options,
        turn="B",
        draw="",
        hands=["", "2"],
        tokens=[5, 3],
        udaka="A",
        round_wins=wins,
    )
