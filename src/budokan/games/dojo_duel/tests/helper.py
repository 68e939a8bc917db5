"""Helpers for the tests of Dojo Duel."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from budokan.games.dojo_duel import GAME
from budokan.games.dojo_duel.rules.rules import DojoDuel
from budokan.games.dojo_duel.rules.state import Side
from budokan.kit.rng import Rng
from budokan.kit.testing.trial import Trial, walk

TEN = (
    "wild_swing axe_kick iron_will bow_of_respect bamboo_form side_step low_block "
    "cover_up high_guard iron_shirt"
)

# Every switch away from its default.
ODD = {
    "start_points": 15,
    "compare": "lanes",
    "kicker_mode": "simultaneous",
    "fan": "holder",
    "first_player": "random",
    "double_ko": "draw",
    "round_limit": 10,
    "open_decklists": True,
    "deck_rules": "size_only",
}
# A legal deck of 19 cards that nobody knows.
OWN = (
    "2 Iron Shirt, 2 Wild Swing, 2 Axe Kick, 2 Bamboo Form, 2 Flowing Kata, 1 Phoenix Heart, "
    "2 Slip Away, 2 Knife Hand, 2 Straight Punch, 2 Low Block"
)
# What is in the deck of that name.
WHITE_BELT = (
    "1 Knife Hand",
    "1 Straight Punch",
    "1 Reverse Punch",
    "2 Elbow Strike",
    "2 Sword of Discipline",
    "1 Steady Stance",
    "1 Flowing Kata",
    "2 Perfect Balance",
    "1 Slip Away",
    "2 Circular Parry",
    "1 Counter Throw",
)
# A's totals 14/6, B's 5/6, as in DD-E4; for the decks ember_fist and grand_dojo.
WINDOW: dict[str, Any] = {
    "phase": "window",
    "field": ["blazing_combination sword_of_discipline", "knife_hand high_guard"],
    "kickers": ["", "unbroken_ground"],
}
WORDS = list(GAME.data["card"])


class Play(Trial[DojoDuel]):
    """A position in which entries can be played and inspected."""

    names = ("Ann", "Bob")

    def __init__(
        self,
        options: Mapping[str, Any] | None = None,
        chosen: tuple[str, str] = ("white_belt", "white_belt"),
        **position: Any,
    ) -> None:
        choices = {seat: {"deck": deck} for seat, deck in enumerate(chosen)}
        super().__init__(GAME, DojoDuel, GAME.setup(2, options, choices), position)

    def points(self) -> tuple[int, int]:
        return int(self.state.a.points), int(self.state.b.points)

    def scores(self) -> tuple[float, float]:
        return self.state.score(0), self.state.score(1)

    def walk(self, seed: int) -> Iterator[tuple[int, int]]:
        return walk(self.state, Rng(seed), mixed=True)


def kinds(line: str) -> list[int]:
    """The kinds of a line of card keys."""
    return [WORDS.index(word) for word in line.split()]


def cards(side: Side) -> list[int]:
    """All cards of a side, wherever they lie."""
    piles = (side.hand, side.deck, side.recycle, side.field)
    lone = [int(card) for card in (side.kicker, side.shown) if card >= 0]
    return sorted([card for pile in piles for card in pile.in_order()] + lone)


HAND_A = "knife_hand straight_punch elbow_strike elbow_strike steady_stance"
HAND_B = "reverse_punch sword_of_discipline flowing_kata slip_away counter_throw"
QUESTION: dict[str, Any] = {
    "phase": "window",
    "field": ["elbow_strike circular_parry", "flowing_kata counter_throw"],
    "kickers": ["sword_of_discipline", "perfect_balance"],
}


def in_turn(options: dict[str, Any] | None = None, **more: Any) -> Play:
    """Round 1, both hold five cards and a kicker, A points."""
    given: dict[str, Any] = {
        "phase": "point",
        "hands": [HAND_A, HAND_B],
        "kickers": ["slip_away", "knife_hand"],
    }
    return Play(options, **(given | more))


def tight() -> Play:
    """Ten different cards were reshuffled and one was drawn, yet two of their kinds lie open."""
    list_ = "2 Wild Swing, Axe Kick, Iron Will, Bow of Respect, Bamboo Form, Side Step, Low Block, "
    list_ += "Cover Up, High Guard, Iron Shirt, 4 Knife Hand"
    return Play(
        {"deck_rules": "size_only"},
        (list_, "white_belt"),
        phase="window",
        round=6,
        field=["wild_swing axe_kick", "knife_hand slip_away"],
        hands=["knife_hand knife_hand knife_hand", ""],
        kickers=["knife_hand", ""],
        decks=[TEN.replace(" axe_kick", ""), ""],
        reshuffled=[TEN, ""],
        seen=[TEN, ""],
    )


def opened(side: Side) -> Counter[int]:
    shown = [int(side.shown)] if side.shown >= 0 else []
    return Counter(side.recycle.in_order() + side.field.in_order() + shown)
