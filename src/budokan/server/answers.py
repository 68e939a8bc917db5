"""What the addresses under /api answer with."""

from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from budokan import protocol
from budokan.thinking.coach.report import Report


class Agent(Struct):
    """A player of the house."""

    name: str
    line: str


class Switch(Struct):
    """A switch of a game: what a form needs to ask for it."""

    name: str
    default: bool | int | str
    kind: str  # bool, choice, int or text
    values: str  # what it takes, in words
    text: str
    clause: str
    secret: bool  # a seat keeps it to itself
    choices: list[str]
    low: int
    high: int
    also: dict[str, int]  # words for numbers outside the range


class GameFacts(Struct):
    """A game, its switches, and who can play it for the house."""

    id: str
    title: str
    line: str
    minutes: str  # how long a match takes, in words such as '5 to 10'
    seats: list[int]  # how many may sit at a table
    default_seats: int
    daily: bool  # has a challenge of the day
    guide: bool  # has a guided first match
    rules: int  # version of the rules
    data: str  # hash of the card data
    options: list[Switch]
    seat_options: list[Switch]
    agents: list[Agent]
    opponent: str  # who sits opposite unless somebody else is named


class Sourced(Struct):
    """A value of a component and where it comes from."""

    value: Any
    source: str


class Component(Struct):
    """A card, a die, a board: its values."""

    section: str
    key: str
    values: dict[str, Sourced]


class Rules(Struct):
    """The rules of a game, clause by clause, and every component value with its source."""

    id: str
    title: str
    markdown: str
    clauses: dict[str, str]
    guide: bool  # has a guided first match
    verbs: dict[str, list[str]]  # the clauses about an action, by its first words
    components: list[Component]


class Made(Struct):
    """A table that was set up, and the links for those who are invited."""

    id: str
    invites: list[protocol.Invite]


class Again(Struct):
    """The table of a rematch."""

    id: str


class Kept(Struct):
    """A record that was uploaded: the id of its replay."""

    id: str
    game: str
    title: str


class Replay(Struct):
    """A match entry by entry, as one viewer saw it."""

    facts: protocol.ReplayFacts
    frames: list[protocol.ReplayFrame]


class ParTold(Struct):
    """What the solver makes of the same deal; '' while it plays."""

    par: str


class Progress(Struct):
    """How far the coach is, of a hundred; -1 if nobody has asked for a report."""

    progress: int


@dataclass(frozen=True)
class Coached(Report):
    """The coach's report; `mine` are the seats of whoever asks."""

    mine: list[int]
