"""Count what a person is asked, and how many picks a turn needs: python -m tools.count_picks.

Every seat plays greedily. A decision with a single choice counts as asked with the setting "Take
single choices for me" only if no client may take it by itself: if that would tell something hidden.
"""

import sys
from dataclasses import dataclass

from budokan.agents.plain import GreedyAgent
from budokan.kit.game import find_all
from budokan.kit.rng import Rng
from budokan.kit.scene import Scene
from budokan.match.match import CodedMatch

TURNS = 50
HEAD = ("game", "turns", "decisions", "single", "single, asked", "picks a turn", "all picks a turn")


@dataclass
class Count:
    """What the first seat was asked."""

    turns: int = 0
    decisions: int = 0
    single: int = 0  # decisions with one choice
    asked: int = 0  # those that are asked with the setting on
    picks: int = 0  # clicks with the setting on
    all_picks: int = 0  # clicks with the setting off

    def add(self, scene: Scene, action: str) -> None:
        """A decision; of the ways to pick an action the shortest counts."""
        clicks = min(
            len(path) for each in scene.choices if each.action == action for path in each.paths
        )
        single = len(scene.choices) == 1
        taken = single and bool(getattr(scene, "auto", ""))  # earlier versions have no `auto`
        self.decisions += 1
        self.single += single
        self.asked += single and not taken
        self.all_picks += clicks
        self.picks += 0 if taken else clicks

    def row(self, name: str) -> tuple[str, ...]:
        counts = (self.turns, self.decisions, self.single, self.asked)
        means = (self.picks / self.turns, self.all_picks / self.turns)
        return (name, *map(str, counts), *(f"{mean:.2f}" for mean in means))


def count(name: str) -> Count:
    """Matches one after another, until the first seat has had enough turns."""
    game, found, seed = find_all()[name], Count(), 0
    while found.turns < TURNS:
        seed += 1
        match = CodedMatch(game, game.setup(), seed=f"{seed:032x}")
        match.begin()
        play(match, found, Rng(seed))
    return found


def play(match: CodedMatch, found: Count, rng: Rng) -> None:
    """One match. A turn of the first seat lasts until another seat acts, or its steps are final."""
    agent, goes_on = GreedyAgent(), False
    while not match.over:
        seat = match.acting[0]
        action = agent.choose(match.view(seat), seat, rng)
        if seat == 0:
            alone = match.setup.seats == 1
            if not goes_on or (alone and not match.drafted(0)):
                if found.turns == TURNS:
                    return
                found.turns += 1
            found.add(match.scene(0), match.notation.text(action))
        goes_on = seat == 0
        match.play(seat, action)


def main() -> None:
    rows = [HEAD, *(count(name).row(name) for name in sys.argv[1:] or sorted(find_all()))]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEAD))]
    for row in rows:
        print(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        )


if __name__ == "__main__":
    main()
