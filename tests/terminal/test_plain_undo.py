"""Undo of a whole move line by line: the person who asks and the one who types sit together."""

import random

import pytest

from budokan import new
from budokan.kit.errors import Refusal
from budokan.kit.notation import SEATS
from budokan.terminal.plain.table import Table


def test_undo_move_goes_back_to_the_last_move_of_a_person_here() -> None:
    match, said = new("kenpo_masters", seed=3), list[str]()
    table = Table(match, ["human", "human"], lambda _: "", said.append)
    with pytest.raises(Refusal, match="drawn or revealed since"):
        table._do_undo(match.acting[0], "move")
    pick, coded = random.Random(2), match.coded
    able: list[str] = []
    while not able:
        seat = match.acting[0]
        match.play(pick.choice(match.legal(seat)), seat)
        able = [each for each in match.seats if coded.way_back(SEATS.index(each)) is not None]
    assert match.acting != tuple(able), "the other one is to move, and types it"
    assert table._do_undo(match.acting[0], "move")
    assert list(match.acting) == able and coded.entries[-1].back_to is not None
