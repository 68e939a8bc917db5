"""docs/environments.md: the examples for other projects run, and the table is that of the code."""

import re
from pathlib import Path

import pytest

from budokan.bridges.common import env_games

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def table() -> list[str]:
    """A line for each game."""
    lines = []
    for name, game in env_games().items():
        players = f"{game.seats[0]} to {game.seats[-1]}" if len(game.seats) > 1 else game.seats[0]
        width = int(game.lens_of(game.setup(game.seats[0])).width)
        spiel, size = f"budokan_{game.id}", int(game.action_ids.size)
        lines.append(
            f"| {game.title} | `{name}` | `{spiel}` | {players} | {size} | {width:,} "
            f"| `{game.data.hash}` |"
        )
    return lines


def test_the_table_is_that_of_the_code() -> None:
    lines = section("Names, versions, rewards, seeds").splitlines()
    assert [line for line in lines if line.startswith("| ") and "`" in line] == table()


@pytest.mark.parametrize("title", ["PettingZoo", "OpenSpiel"])
def test_the_example_runs(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", section(title), re.DOTALL)
    exec(compile(code, title, "exec"), {})
    numbers = [float(n) for n in re.findall(r"(?<!_)-?\b\d+\.\d+", capsys.readouterr().out)]
    assert len(numbers) > 1 and sum(numbers) == pytest.approx(0)
