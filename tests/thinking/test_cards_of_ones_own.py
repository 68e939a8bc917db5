"""Hints, par and coach with the invented card files of Master Udo, within bounded time."""

from pathlib import Path
from time import process_time

import pytest

from budokan.games.master_udo import GAME
from budokan.kit import card_file
from budokan.match.match import CodedMatch
from budokan.thinking.advice import advise, question
from budokan.thinking.coach.study import study
from budokan.thinking.par import deal, par
from tests.kit.settings import card_files

FILES = card_files(GAME)
EACH = pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
LIMITS = {"max_turns_per_fight": 1}
SECONDS = 60.0  # of this process, far above what plain Python needs


@EACH
@pytest.mark.parametrize("hero", ["udo", "kai"])
def test_hints_par_and_coach(path: Path, hero: str) -> None:
    began = process_time()
    overlay = card_file.read(path, GAME)
    setup = GAME.setup(1, {"hero": hero, **LIMITS}, overlay=overlay)
    played = CodedMatch(GAME, setup, ["Ann"], seed="own")
    for _ in range(4):
        if played.over:
            break
        advice = advise(question(played, 0, iterations=2))
        assert advice.tips or "only one choice" in advice.note
        played.play(0, played.legal(0)[0])
    assert 0.0 <= par(deal(GAME, setup, "own", tries=2)).score <= 1.0
    if not played.over:
        played.concede(0)
    assert study(played, [0], lambda done, whole: None, iterations=2) is not None
    assert process_time() - began < SECONDS


def test_three_files_are_watched() -> None:
    assert [path.stem for path in FILES] == ["extreme", "few", "full"]
