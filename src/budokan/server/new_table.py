"""What is asked for of a new table, read and refused before anything is set up."""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from budokan import protocol
from budokan.kit.contract import CHANCE, SPECTATOR
from budokan.kit.entries import RETURN
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup
from budokan.kit.notation import SEATS, parse_seat
from budokan.match import clock as clocks
from budokan.match.chance import new_seed
from budokan.match.clock import Clock
from budokan.match.match import CodedMatch, Origin
from budokan.server.jobs.thinking import check_agent
from budokan.server.table.presence import WAIT
from budokan.store import open_seats, shared_deals
from budokan.store import store as stored
from budokan.store.clocks import PERSON

ME, HUMAN = "me", "human"


def read_setup(game: Game, wanted: protocol.NewTable) -> Setup:
    seats = wanted.seats if wanted.seats is not None else len(wanted.sitting)
    most = game.seats[-1]
    choices = {parse_seat(seat, most): chosen for seat, chosen in wanted.choices.items()}
    return game.setup(seats, wanted.options, choices)


def read_rules(wanted: protocol.NewTable, seats: int) -> dict[str, Any]:
    """The clock of a table and what happens to who is away, as the store keeps them."""
    clock = Clock(wanted.clock.kind, wanted.clock.seconds, wanted.clock.increment)
    clocks.check(clock, seats)
    if clock.counts and wanted.daily:
        raise Refusal("The challenge of a day is played without a clock.")
    if clock.counts and wanted.absent == WAIT:
        raise Refusal("At a table with a clock absent is 'claim' or 'bot', not 'wait'.")
    return {"clock": clock._asdict(), "absent": wanted.absent}


def read_sitting(game: Game, setup: Setup, sitting: Sequence[str]) -> list[str]:
    """Who sits where: a person, or the name of an agent."""
    if len(sitting) != setup.seats:
        raise Refusal(f"{setup.seats} seats need as many who sit there, not {len(sitting)}.")
    people = [PERSON if who in (ME, HUMAN) else who.strip().lower() for who in sitting]
    for who in people:
        if who != PERSON:
            check_agent(who, game)
    if PERSON not in people and game.endless(setup):
        raise Refusal(game.endless(setup))
    return people


def read_names(setup: Setup, names: Sequence[str]) -> list[str]:
    """The names that are given, one for each seat or none; '' for what the seat is called."""
    if names and len(names) != setup.seats:
        raise Refusal(f"{setup.seats} seats need {setup.seats} names, or none.")
    return [protocol.readable(name) if name else "" for name in names]


def branched(old: CodedMatch, names: Sequence[str], origin: Origin) -> CodedMatch:
    """A match with the first entries of another one and a seed of its own."""
    steps = old.settled(SPECTATOR)
    if origin.step >= len(steps):
        raise Refusal(f"The match is over after step {len(steps) - 1}; choose one before its end.")
    match = old.afresh(names, new_seed(), origin)
    for entry in steps[: origin.step]:
        match.replay(*entry)
    for seat in sorted(match.standing):  # who sits there now plays for themselves
        match.stand(seat, RETURN)
    if match.acting == (CHANCE,):
        raise Refusal(
            f"At step {origin.step} chance is next; choose a step where somebody decides."
        )
    return match


def held(sitting: Sequence[str], visitor: str) -> dict[int, tuple[str, bool]]:
    """The seats that a visitor keeps for themselves."""
    return {seat: (visitor, False) for seat, who in enumerate(sitting) if who == ME}


def is_challenge(match: CodedMatch, wanted: protocol.NewTable) -> bool:
    """Whether a table is the challenge as everybody plays it: one person, nobody for them."""
    plain = match.game.setup(match.setup.seats, match.game.challenge(wanted.daily)[0])
    return list(wanted.sitting) == [ME] and plain.options == match.setup.options


def shared_header(match: CodedMatch, sitting: Sequence[str], seat: int) -> dict[str, Any]:
    """A match as a deal that others can play, too; the seat is the person's."""
    header = {**stored.header(match), "hall": {"sitting": list(sitting)}}
    header["names"] = list(header["names"])
    header["names"][seat] = SEATS[seat]  # who plays it first is nobody's business
    return header


@dataclass
class Plan:
    """A table to be: its match, who sits there, and what the store keeps beside it.

    The rules of the table: a clock, what happens to who is away, and whether the seed is shared
    with other tables, so that nothing is promised or mixed into it.
    """

    match: CodedMatch
    sitting: list[str]
    given: list[str]  # names, as they were given
    holders: dict[int, tuple[str, bool]]
    rules: dict[str, Any] = field(default_factory=dict)
    rematch_of: str | None = None
    open: bool = False  # to everybody in the hall
    deal: str = ""  # that it shares with others
    seat: int = 0  # of the person who plays that deal

    def beside(self, name: str, creator: str) -> Callable[[sqlite3.Connection], None]:
        """What is kept together with the match."""
        header = shared_header(self.match, self.sitting, self.seat) if self.deal else {}

        def work(con: sqlite3.Connection) -> None:
            if self.open:
                open_seats.offer(con, name, creator)
            if self.deal:
                shared_deals.share(con, self.deal, header, self.seat)
                shared_deals.add(con, self.deal, name)

        return work
