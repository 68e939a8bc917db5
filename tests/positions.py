"""Real positions as the hall would send them, without a hall: a seed, and so many decisions."""

import json
import random
from functools import cache
from typing import Any

import msgspec

from budokan.kit.game import find
from budokan.play.match import Match
from budokan.server.shown import drawn, told

NAMES = ["Red belt", "Blue belt", "Gold belt", "Green belt", "Violet belt", "Black belt"]
# What is played, in how many seats and with which switches; the names say what is special.
TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "kenpo_masters": ("kenpo_masters", 2, {}),
    "martial_art": ("martial_art", 2, {}),
    "martial_art black": ("martial_art", 4, {"mode": "black"}),
    "master_udo": ("master_udo", 1, {}),
    "master_udo kai": ("master_udo", 1, {"hero": "kai"}),
    "udaka": ("udaka", 4, {}),
    "udaka six": ("udaka", 6, {}),
    "dojo_duel": ("dojo_duel", 2, {}),
}


@cache
def frame(table: str, seed: int, decisions: int) -> str:
    """The table through the eyes of the first seat, when it has to decide."""
    name, seats, options = TABLES[table]
    game = find(name)
    match = Match(game, game.setup(seats, options), NAMES[:seats], f"{seed:032x}")
    match.begin()
    chance = random.Random(seed)
    while not match.over and (decisions > 0 or 0 not in match.acting):
        seat = match.acting[0]
        match.play(seat, chance.choice(match.legal(seat)))
        decisions -= 1
    return message(match)


def message(match: Match) -> str:
    story = told(match, 0)
    facts = {"id": "x", "game": match.game.id, "title": match.game.title, "waiting": [],
             "seats": match.setup.seats, "invites": [], "can_concede": True, "rematch": "",
             "dealt": True, "outcomes": [], "sitting": ["me"] * match.setup.seats}  # fmt: skip
    sent = {"t": "scene", "ply": 9, "view": 0, "mine": [0], "names": list(match.names),
            "told": len(story), "story": story[-40:], "drafted": 0, "over": match.over,
            "table": facts, "scene": msgspec.to_builtins(drawn(match, 0))}  # fmt: skip
    return json.dumps(sent)
