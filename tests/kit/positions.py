"""Messages with real positions as the hall sends them, made from a seed and a number of moves."""

import random
from functools import cache
from typing import Any

import msgspec

from budokan import protocol
from budokan.kit.game import find
from budokan.match.match import CodedMatch
from budokan.server.table.frames import has_par, match_scene, match_story, outcomes
from budokan.thinking.advice import heading

NOW, DAY = 1000, 86_400_000  # milliseconds
WHY = "It leaves the other side fewer answers, and keeps what is needed later."
NAMES = ["Red belt", "Blue belt", "Gold belt", "Green belt", "Violet belt", "Black belt"]
# Game, seats and options of each table; the names say what is special.
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


def frame(table: str, seed: int, decisions: int) -> str:
    """The table as the first seat sees it when it has to decide."""
    return message(played(table, seed, decisions))


@cache
def played(table: str, seed: int, decisions: int) -> CodedMatch:
    """A match in which the first seat has to decide, or that is over."""
    name, seats, options = TABLES[table]
    game = find(name)
    match = CodedMatch(game, game.setup(seats, options), NAMES[:seats], f"{seed:032x}")
    match.begin()
    chance = random.Random(seed)
    while not match.over and (decisions > 0 or 0 not in match.acting):
        seat = match.acting[0]
        match.play(seat, chance.choice(match.legal(seat)))
        decisions -= 1
    return match


def message(match: CodedMatch, **facts: Any) -> str:
    """The message to the first seat; the others are bots unless the given facts differ."""
    story, seats = match_story(match, 0), match.setup.seats
    table = {"id": "x", "game": match.game.id, "title": match.game.title, "seats": seats,
             "options": {}, "players": ["person", *["green"] * (seats - 1)], "waiting": [],
             "invites": [], "can_concede": True, "rematch": "", "has_par": has_par(match),
             "assists": True, "outcomes": [], "origin": None, "dealt": True, "commitment": "",
             "shared": False, "seed": "", "bits": [], "open": False, "shared_deal": ""}  # fmt: skip
    sent = protocol.SceneFrame(
        ply=9,
        view=0,
        mine=[0],
        names=list(match.names),
        scene=match_scene(match, 0),
        story=story[-40:],
        story_length=len(story),
        draft_length=0,
        over=match.over,
        table=msgspec.convert(table | facts, protocol.TableFacts),
        now=NOW,
    )
    return msgspec.json.encode(sent).decode()


def finished(table: str, seed: int = 5) -> str:
    """A table at its end, with everything that can be offered there."""
    match = played(table, seed, 1_000_000)
    return message(match, outcomes=outcomes(match), commitment=64 * "c", seed=64 * "5")


def timed(table: str, seed: int, decisions: int) -> str:
    """A table with a clock, an absent player and a claim."""
    match = played(table, seed, decisions)
    seats = match.setup.seats
    rest = [DAY, *[90_000] * (seats - 1)]
    clock = {"kind": "match", "seconds": 300, "increment": 5, "left": rest, "since": [NOW] * seats}
    claim = {"seat": seats - 1, "at": NOW, "reason": "away", "effect": "bot", "automatic": False}
    return message(match, clock=clock, when_absent="bot", away=[seats - 1], claims=[claim],
                   players=["person"] * seats, commitment=64 * "c")  # fmt: skip


def hint(table: str, seed: int, decisions: int) -> str:
    """Three moves of a position as a hint names them, with invented values."""
    match = played(table, seed, decisions)
    alone = match.setup.seats == 1
    told = "0.50 ±0.04" if alone else "55 % ±4"
    tips = [
        protocol.Tip(choice.action, choice.label, chance=0.5, margin=0.04, estimate=told, why=WHY)
        for choice in match_scene(match, 0).choices[:3]
    ]
    sent = protocol.HintFrame(ply=9, seat=0, heading=heading(alone=alone), tips=tips, note="")
    return msgspec.json.encode(sent).decode()
