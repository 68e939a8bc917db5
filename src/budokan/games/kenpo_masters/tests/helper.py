"""Helpers for the tests of Kenpo Masters."""

from collections.abc import Mapping
from typing import Any

from budokan.games.kenpo_masters import GAME
from budokan.games.kenpo_masters.rules.rules import KenpoMasters
from budokan.games.kenpo_masters.rules.state import Side
from budokan.kit.scene import Facts, Scene
from budokan.kit.testing.trial import Trial

# Every switch away from its default.
ODD: dict[str, Any] = {
    "defence_stacking": False,
    "effect_only_turn": True,
    "no_rest_scope": "each_player",
    "texts_see_through_effects": True,
    "side_kick_after_effect": True,
    "side_kick_optional": True,
    "blitz_any_step": True,
    "hard_block_always_counters": True,
    "hand_fake_stacks": False,
    "open_discards": False,
    "turn_cap": 40,
    "target_score": 12,
}
WORDS = list(GAME.data["card"])
SOUTH, NORTH = 0, 1
SQUARES = [col + row for col in "abc" for row in "123"]
POSITIONS = [(s, n) for s in SQUARES for n in SQUARES if s[1] < n[1]]  # KM-140


class Play(Trial[KenpoMasters]):
    """A position in which entries can be played and inspected."""

    names = ("Ann", "Bob")

    def __init__(
        self,
        options: Mapping[str, Any] | None = None,
        overlay: Mapping[str, Any] | None = None,
        **position: Any,
    ) -> None:
        super().__init__(GAME, KenpoMasters, GAME.setup(2, options, overlay=overlay), position)

    def turn(self, line: str) -> "Play":
        """A whole turn: 'block left, round_kick' or 'rest'; nothing is blocked."""
        mark = "AB"[self.state.turn]
        for step in line.split(", "):
            card, _, move = step.partition(" ")
            self.do(f"{mark} rest" if card == "rest" else f"{mark} play {card}")
            if move:
                self.do(f"{mark} go {move}")
        if "stop" in self.legal(mark):
            self.do(f"{mark} stop")
        while self.acting() == [mark]:
            self.do(f"{mark} block none")
        return self

    def plays(self, mark: str) -> set[str]:
        """The cards that may be played."""
        return {text[5:] for text in self.legal(mark) if text.startswith("play ")}

    def scores(self) -> tuple[int, int]:
        return int(self.state.a.score), int(self.state.b.score)


def whole(side: Side) -> list[int]:
    """How often a side has each kind, wherever the cards lie."""
    lying = [int(side.kind[i]) for i in range(side.n)]
    piles = (side.hand, side.deck, side.discard)
    return [sum(int(pile[card]) for pile in piles) + lying.count(card) for card in range(16)]


def turn_three() -> Play:
    """KM-E7: the Round Kick waits against South."""
    return Play(
        turn_number=3,
        squares=["b2", "a3"],
        scores=[2, 0],
        hands=["hand_fake spinning_backfist front_kick jab blitz", "jab"],
        tables=["", "round_kick:right:on_block"],
        advanced="A",
    )


def facts(scene: Scene, title: str) -> Facts:
    return next(found for found in scene.facts if found.title == title)


def rows(found: Facts) -> list[tuple[str, ...]]:
    return [row.cells for row in found.rows]
