"""Every clause, ruling, constraint and example of rules.md is cited by a test of its game."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from budokan.kit import options
from budokan.kit.game import CLAUSE, Game, find_all

GAMES = list(find_all().values())


def cited(game: Game) -> set[str]:
    """The ids in the game's tests: UD-R4 in text, ud_r4 in names."""
    pattern = re.compile(rf"{game.prefix}[-_]([REC]?)(\d+)", re.IGNORECASE)
    found = set()
    for path in (game.folder / "tests").rglob("*"):
        if path.suffix in {".py", ".toml"} and path.name != "survivors.toml":
            for letter, number in pattern.findall(path.read_text("utf-8")):
                found.add(clause(game, letter.upper(), int(number)))
    return found


def clause(game: Game, letter: str, number: int) -> str:
    return f"{game.prefix}-{letter}{number}" if letter else f"{game.prefix}-{number:02d}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_clause_is_cited_by_a_test(game: Game) -> None:
    uncovered = set(game.clauses) - set(game.conduct) - cited(game)
    assert sorted(uncovered) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_untestable_clauses_have_a_reason_and_are_rare(game: Game) -> None:
    assert set(game.conduct) <= set(game.clauses)
    assert all(len(reason) > 20 for reason in game.conduct.values())
    assert len(game.conduct) <= len(game.clauses) // 20


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_clauses_are_in_order(game: Game) -> None:
    """Clauses, rulings, constraints and examples are numbered upwards, none twice."""
    for letter in ("", "R", "C", "E"):
        pattern = re.compile(rf"{game.prefix}-{letter}(\d+)$")
        numbers = [int(m[1]) for name in game.clauses if (m := pattern.match(name))]
        assert numbers and numbers == sorted(set(numbers)), letter
    assert len(game.clauses) == len(CLAUSE.findall(game.rules))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_rules_name_every_option(game: Game) -> None:
    for field in fields(game.options):
        assert f"`{field.name}`" in game.rules
        assert field.metadata["clause"] in game.clauses
        assert options.allowed(field)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_cross_references_exist(game: Game) -> None:
    named = set(re.findall(rf"\b{game.prefix}-[REC]?\d+\b", game.rules))
    assert sorted(named - set(game.clauses)) == []


def test_a_missing_citation_would_be_noticed() -> None:
    game = GAMES[0]
    assert f"{game.prefix}-999" not in cited(game)
    assert len(cited(game)) > 50
    assert isinstance(game.folder, Path)
