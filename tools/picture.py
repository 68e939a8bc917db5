"""Draws the picture of the README: a real moment of a match in plain text."""

import io
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

from budokan.agents.named import find_agent
from budokan.kit.game import find
from budokan.kit.rng import Rng
from budokan.play.match import Match
from budokan.terminal.plain import describe

TURNS = 9
LINES = 6


def main() -> None:
    """Play a few decisions of Dojo Duel and draw what seat A sees."""
    game = find("dojo_duel")
    setup = game.setup(choices={0: {"deck": "river_blade"}, 1: {"deck": "ember_fist"}})
    match = Match(game, setup, ["A", "B (greedy)"], seed="picture")
    match.begin()
    agent, rng = find_agent("greedy"), Rng(1)
    for _ in range(TURNS):
        seat = match.acting[0]
        match.play(seat, int(agent.choose(match.view(seat), seat, rng)))
    while match.acting != (0,) or len(match.legal(0)) < 2:
        seat = match.acting[0]
        match.play(seat, int(agent.choose(match.view(seat), seat, rng)))
    console = Console(record=True, width=100, file=io.StringIO())
    console.print(Text("\n".join(match.told(0)[-LINES:])), style="bold")
    console.print(Text(describe(match.scene(0))))
    target = Path(__file__).parent.parent / "docs" / "plain.svg"
    drawn = console.export_svg(title="budokan play dojo_duel")
    drawn = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", drawn, flags=re.DOTALL)
    target.write_text(drawn, "utf-8")  # no fonts from elsewhere


if __name__ == "__main__":
    main()
