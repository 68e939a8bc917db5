"""Positions of Stances: points = [n, n], stance = ["high", ""], tied = true or false."""

from collections.abc import Mapping
from typing import Any

from budokan.games.stances.rules.rules import Stances
from budokan.kit.contract import HIDDEN, State
from budokan.kit.errors import Refusal
from budokan.kit.game import Setup
from budokan.kit.position import Document, Reader


def write(state: State, setup: Setup) -> Document:
    assert isinstance(state, Stances)
    words = {-1: "", HIDDEN: "?", **dict(enumerate(setup.data["stance"]))}
    return {
        "points": [int(p) for p in state.points],
        "stance": [words[int(s)] for s in state.stance],
        "tied": bool(state.tied),
        "entries": int(state.entries),
    }


def read(document: Mapping[str, Any], setup: Setup) -> State:
    reader = Reader(document, setup.seats)
    state = Stances(setup.options.points)
    words = ["", *setup.data["stance"]]
    for seat, points in enumerate(reader.numbers("points", 0, 0, setup.options.points)):
        state.points[seat] = points
    for seat, word in enumerate(reader.each("stance", "")):
        if word not in words:
            raise Refusal(f"stance names {word!r}, which is none of {', '.join(words[1:])}.")
        state.stance[seat] = words.index(word) - 1
    state.tied = int(reader.flag("tied", False))
    state.entries = reader.number("entries", 0)
    reader.finish()
    return state
