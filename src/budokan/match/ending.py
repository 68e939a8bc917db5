"""The end of a match: scores, winners, and the sentences that state them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from budokan.kit.scene import Scene
from budokan.match.match import CodedMatch

WON, LOST, DRAWN = "won", "lost", "drawn"


class Ending(NamedTuple):
    """The result of a finished match, for every seat."""

    ended: str  # when
    scores: list[float]
    outcomes: list[str]  # of each seat: won, lost or drawn
    told: str  # the result in a sentence
    facts: str  # the final table in words, for all to see

    @classmethod
    def of(cls, match: CodedMatch, scene: Scene) -> "Ending":
        """The ending of a finished match; the Scene shows it to everybody."""
        scores = match.scores()
        results = outcomes(scores, match.game.sides(match.setup))
        known = scene.summary.startswith(scene.status)
        facts = scene.summary if known else f"{scene.status}. {scene.summary}"
        return cls(now(), scores, results, scene.result, facts)


def now() -> str:
    """The present moment as it is stored."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def outcomes(scores: Sequence[float], sides: Sequence[int]) -> list[str]:
    """Who won, by sides; a lone player wins with more than half of the possible score."""
    if len(scores) == 1:
        return [WON if scores[0] > 0.5 else LOST]
    total = dict.fromkeys(sides, 0.0)
    for side, score in zip(sides, scores, strict=True):
        total[side] += score
    top = max(total.values())
    best = WON if list(total.values()).count(top) == 1 else DRAWN
    return [best if total[side] == top else LOST for side in sides]
