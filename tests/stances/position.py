"""Positions of Stances as documents.

Without `phase` it follows from the points.
"""

from collections.abc import Mapping
from typing import Any

from budokan.games.stances.rules import phases
from budokan.games.stances.rules.phases import PHASES
from budokan.games.stances.rules.rules import Stances
from budokan.games.stances.rules.state import NONE
from budokan.games.stances.setup import start
from budokan.kit.contract import HIDDEN, State
from budokan.kit.errors import Refusal
from budokan.kit.game import Setup
from budokan.kit.position import Document, Field, Reader

FIELDS = {
    "phase": Field("word", "take, coin or over"),
    "points": Field("number", "the points", each=True),
    "stance": Field("word", 'the stance taken in this round: high, middle, low or `""`', each=True),
    "entries": Field("number", "how many entries led here"),
}


def write(state: State, setup: Setup) -> Document:
    assert isinstance(state, Stances)
    words = {NONE: "", HIDDEN: "?", **dict(enumerate(setup.data["stance"]))}
    return {
        "phase": PHASES[state.phase],
        "points": [int(points) for points in state.points],
        "stance": [words[int(stance)] for stance in state.stance],
        "entries": int(state.entries),
    }


def read(document: Mapping[str, Any], setup: Setup) -> State:
    reader, state = Reader(document, setup.seats), start(setup)
    target = int(state.setting.target)
    words = ["", *setup.data["stance"]]
    for seat, points in enumerate(reader.numbers("points", 0, 0, target)):
        state.points[seat] = points
    for seat, word in enumerate(reader.each("stance", "")):
        if word not in words:
            raise Refusal(f"stance[{seat}] = {word!r} must be one of {', '.join(words[1:])}.")
        state.stance[seat] = words.index(word) - 1
    won = list(state.points).count(target)
    state.phase = reader.word("phase", PHASES[phases.OVER if won else phases.TAKE], PHASES)
    state.entries = reader.number("entries", 0)
    reader.finish()
    if won != (state.phase == phases.OVER):
        raise Refusal(f"points: exactly one seat has {target} if the phase is over, none before.")
    return state
