"""Guided first matches: every path they accept is legal and ends as they say."""

import re
import tomllib
from pathlib import Path

import pytest

from budokan.kit import guide as guides
from budokan.kit.contract import legal_codes
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.game import Game, find, find_all
from budokan.kit.guide import Guide, Lesson, walk
from budokan.kit.testing.guides import faults

GAMES = [game for game in find_all().values() if game.guide is not None]


def guide_of(game: Game) -> Guide:
    assert game.guide is not None
    return game.guide


def broken(tmp_path: Path, old: str, new: str) -> Guide:
    """Udaka's guide with one thing changed."""
    text = (find("udaka").folder / "guide.toml").read_text("utf-8")
    assert old in text
    path = tmp_path / "guide.toml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    return guides.load(find("udaka"), path)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_accepted_path_is_legal_and_ends_as_it_says(game: Game) -> None:
    assert faults(guide_of(game)) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_guide_is_short_and_says_how_it_ends(game: Game) -> None:
    guide = guide_of(game)
    assert 8 <= len(guide.steps) <= 15
    assert guide.then
    for step in (*guide.steps, guide.end):
        assert step.cites, step.say
        assert len(re.findall(r"[.?](?: |$)", step.say)) <= 3, step.say
        assert "!" not in step.say + step.later


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_legal_move_that_the_step_does_not_accept_is_refused(game: Game) -> None:
    guide, waited = guide_of(game), 0
    for moves, lesson in walk(guide):
        text = game.notation.text
        legal = [] if lesson.done else [text(c) for c in legal_codes(lesson.state, guide.seat)]
        for other in [move for move in legal if move not in lesson.ways()][:3]:
            before = lesson.state.encode()
            with pytest.raises(IllegalAction) as refused:
                lesson.play(other)
            assert str(refused.value) == lesson.step.later
            assert lesson.state.encode() == before, moves
            waited += 1
    assert waited > 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_accepted_moves_can_be_picked_on_the_screen(game: Game) -> None:
    for _, lesson in walk(guide_of(game)):
        scene = lesson.scene()
        assert scene.viewer == guide_of(game).seat
        if not lesson.done and lesson.step.accept:
            offered = {choice.action for choice in scene.choices}
            assert offered.issuperset(lesson.step.accept), lesson.step.say


def test_a_move_against_the_rules_is_refused_with_its_clause() -> None:
    lesson = Lesson(guide_of(find("udaka")))
    with pytest.raises(IllegalAction) as refused:
        lesson.play("single 9")
    assert refused.value.clause == "UD-18"


def test_after_the_end_there_is_no_move() -> None:
    lesson = Lesson(guide_of(find("udaka")))
    while not lesson.done:
        lesson.play(lesson.ways()[0])
    assert lesson.ways() == []
    with pytest.raises(Refusal, match="guide is finished"):
        lesson.play("single 8")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("later =", "latr =", "did you mean later"),
        ('"UD-21"]', '"UD-99"]', "cites UD-99"),
        ('accept = ["pair 7"]', 'accept = ["pear 7"]', "step 1: 'pear 7' is not an action"),
        ('"B single 4"', '"C single 4"', "no seat 'C'"),
        ('say = "A card', f'say = "{"word " * 60}', "words"),
        ("[end]", "[[end", "is not valid TOML"),
    ],
)
def test_a_fault_in_the_file_is_refused_with_its_place(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    with pytest.raises(Refusal, match=re.escape(told)):
        broken(tmp_path, old, new)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"B single 4"', '"B single 5"', "UD-18"),
        ('point = ["box.7"]', 'point = ["box.1"]', "points at 'box.1'"),
        ("score = [1, 0]", "score = [0, 1]", "score"),
        ('"B single 6", "* draw A"', '"B single 6"', "A cannot act now"),
    ],
)
def test_a_fault_in_the_play_is_found(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert told in " ".join(faults(broken(tmp_path, old, new)))


def test_each_of_the_five_has_a_guide() -> None:
    five = ["dojo_duel", "kenpo_masters", "martial_art", "master_udo", "udaka"]
    assert [game.id for game in GAMES] == five  # all tests of guides go through such a list


def test_a_game_without_a_guide_says_so() -> None:
    for game in find_all().values():
        assert game.document()["guide"] is (game.guide is not None)


def test_the_words_are_plain_text() -> None:
    for game in GAMES:
        raw = tomllib.loads((game.folder / "guide.toml").read_text("utf-8"))
        assert {"<", ">", "*"}.isdisjoint("".join(step["say"] for step in raw["step"]))
