"""`budokan learn`: guides line by line."""

import pytest
from click.testing import CliRunner

from budokan.cli import main
from budokan.kit.game import Game, find_all
from budokan.kit.guide import Lesson

GAMES = [game for game in find_all().values() if game.guide is not None]


def learned(game: str, *lines: str) -> str:
    """What is printed when these lines are typed."""
    done = CliRunner().invoke(main, ["learn", game], input="".join(f"{line}\n" for line in lines))
    assert done.exit_code == 0, done.output
    return done.output


def moves_of(game: Game) -> list[str]:
    assert game.guide is not None
    lesson, moves = Lesson(game.guide), list[str]()
    while not lesson.done:
        moves.append(lesson.ways()[0])
        lesson.play(moves[-1])
    return moves


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_guide_is_followed_to_its_end(game: Game) -> None:
    assert game.guide is not None
    told = learned(game.id, *moves_of(game))
    for step in (*game.guide.steps, game.guide.end):
        assert step.say in told
    assert f"budokan play {game.id} --against white" in told


def test_another_move_waits_and_one_can_go_back() -> None:
    told = learned("udaka", "single 4", "9", "pair 4", "pair 7", "back", "back", "restart", "quit")
    assert "Later. First lay both 7s together." in told
    assert "There is no choice 9; they are numbered 1 to 3." in told
    assert "(UD-16)" in told
    assert told.count("1/9") == 3
    assert told.count("2/9") == 1
    assert "This is the first step." in told
    assert "Begin again with: budokan learn udaka" in told


def test_words_beside_the_moves() -> None:
    told = learned("udaka", "", "help", "table", "rules UD-14", "rules", "story")
    assert told.count("Type the number of a choice") == 2
    assert "Start by drawing one card" in told
    assert "Clauses are UD-01, " in told
    assert told.count("You draw one 7.") == 3  # at first, on the table, in the story


def test_an_unknown_game_is_refused() -> None:
    done = CliRunner().invoke(main, ["learn", "chess"])
    assert done.exit_code == 2
    assert "There is no game 'chess'" in done.output
