"""Records that cost a hall much: very long matches, and a deal that keeps a solver busy."""

import random

from budokan.kit.game import find
from budokan.match import record
from budokan.match.match import CodedMatch

ENTRIES = 4400  # of a long match; a hall takes up to 5,000
PEACEFUL = ("hold", "ready", "sow", "area", "step", "energy")  # what ends no match
HEARTS = 12  # of each master: 60 on the whole road


def long_record(number: int = 0, entries: int = ENTRIES) -> str:
    """A Martial Art match of so many entries, given up at last; another one for every number."""
    game, pick = find("martial_art"), random.Random(number)
    setup = game.setup(2, {"max_rounds": 1000})
    match = CodedMatch(game, setup, ["Ann", "Ben"], f"long {number}")
    match.begin()
    while not match.over and len(match.entries) < entries:
        seat = match.acting[0]
        legal = match.legal(seat)
        calm = [a for a in legal if match.notation.text(a).split()[0] in PEACEFUL]
        match.play(seat, pick.choice(calm or legal))
    if not match.over:
        match.concede(match.acting[0])
    return record.write(match)


def hard_record(number: int = 0) -> str:
    """A Master Udo deal whose masters have 60 hearts that no blow covers, given up at once."""
    game = find("master_udo")
    masters = game.data["master"].items()
    bodies = {name: row["power"].get("bodies", 1) for name, row in masters}
    hearts = {name: {"hearts": [9] * (HEARTS // each)} for name, each in bodies.items()}
    setup = game.setup(1, {}, overlay={"master": hearts})
    match = CodedMatch(game, setup, ["Ann"], f"hard {number}")
    match.begin()
    match.concede(0)
    return record.write(match)


def short_record(number: int = 0) -> str:
    """A whole Martial Art match as two who play anything would play it."""
    game, pick = find("martial_art"), random.Random(number)
    match = CodedMatch(game, game.setup(2), ["Ann", "Ben"], f"short {number}")
    match.begin()
    while not match.over:
        seat = match.acting[0]
        match.play(seat, pick.choice(match.legal(seat)))
    return record.write(match)
