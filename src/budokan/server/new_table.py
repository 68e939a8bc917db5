"""New tables: check a request, and plan the match before anything is saved."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from budokan import protocol
from budokan.agents.house_names import GUEST, distinct
from budokan.kit.contract import CHANCE, SPECTATOR
from budokan.kit.entries import RETURN
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup
from budokan.match import clock as clocks
from budokan.match.chance import new_seed
from budokan.match.clock import Clock
from budokan.match.ending import now
from budokan.match.match import CodedMatch, Origin
from budokan.protocol import PERSON
from budokan.server import own_cards
from budokan.server.jobs import check_agent
from budokan.server.table.clocks import WAIT
from budokan.store import store as stored
from budokan.store.cards import CardFile
from budokan.store.shared_deals import Deal

ME, HUMAN = "me", "human"  # the players of a new table: the visitor, a person to be invited


def read_rules(wanted: protocol.NewTable, seats: int) -> dict[str, Any]:
    """The clock of a table and its rule about absence, as the store keeps them."""
    clock = Clock(wanted.clock.kind, wanted.clock.seconds, wanted.clock.increment)
    clocks.check(clock, seats)
    if clock.counts and wanted.daily:
        raise Refusal("The challenge of the day is played without a clock.")
    if clock.counts and wanted.when_absent == WAIT:
        raise Refusal("A table with a clock needs when_absent to be 'claim' or 'bot', not 'wait'.")
    return {"clock": clock._asdict(), "absent": wanted.when_absent}


def read_players(game: Game, setup: Setup, players: Sequence[str]) -> list[str]:
    """The players: 'person' or the name of an agent for each seat."""
    if len(players) != setup.seats:
        seats = setup.seats
        raise Refusal(f"Name a player for each of the {seats} seats; you named {len(players)}.")
    people = [PERSON if who in (ME, HUMAN) else who.strip().lower() for who in players]
    for who in people:
        if who != PERSON:
            check_agent(who, game)
    if PERSON not in people and game.endless(setup):
        raise Refusal(game.endless(setup))
    return people


def read_names(setup: Setup, names: Sequence[str]) -> list[str]:
    """The given names, one for each seat or none, no two alike; '' if the hall is to choose."""
    if names and len(names) != setup.seats:
        raise Refusal(f"Give a name for each of the {setup.seats} seats, or no names at all.")
    found: list[str] = []
    for name in names:
        found.append(distinct(protocol.clean_name(name), found) if name else "")
    return found


def branch(old: CodedMatch, names: Sequence[str], origin: Origin) -> Iterator[CodedMatch]:
    """A match that goes on from a step of another one, with a seed of its own; step by step."""
    steps = old.settled(SPECTATOR)
    if origin.step >= len(steps):
        raise Refusal(f"The match is over after step {len(steps) - 1}; choose one before its end.")
    match = old.afresh(names, new_seed(), origin)
    for entry in steps[: origin.step]:
        match.replay(*entry)
        yield match
    for seat in sorted(match.standing):  # the new players play for themselves
        match.stand(seat, RETURN)
    if match.acting == (CHANCE,):
        raise Refusal(
            f"At step {origin.step} chance is next; choose a step at which a player decides."
        )
    yield match


def own_seats(players: Sequence[str], visitor: str) -> dict[int, tuple[str, bool]]:
    """The seats that a visitor keeps for themselves, as holders."""
    return {seat: (visitor, False) for seat, who in enumerate(players) if who == ME}


def is_challenge(match: CodedMatch, wanted: protocol.NewTable) -> bool:
    """Whether a table is the challenge as everybody plays it: alone, with its options."""
    plain = match.game.setup(match.setup.seats, match.game.challenge(wanted.daily)[0])
    return list(wanted.players) == [ME] and plain.options == match.setup.options


def shared_header(match: CodedMatch, players: Sequence[str], seat: int) -> dict[str, Any]:
    """The header of a deal that others can play, too; `seat` is the person's."""
    hall = {"sitting": list(players), **kept_name(match.setup.overlay)}
    header = {**stored.header(match), "hall": hall}
    header["names"] = list(header["names"])
    header["names"][seat] = GUEST  # the first player stays anonymous
    return header


def kept_name(overlay: Mapping[str, Any]) -> dict[str, Any]:
    """The name of the cards as a stored table has it; nothing for the game's own."""
    name = own_cards.name_of(overlay)
    return {"cards": {"hash": name.hash, "title": name.title}} if name else {}


@dataclass
class Plan:
    """A table to be set up: its match, its players, and what the store keeps with it.

    `rules` are its clock, its rule about absence, and whether other tables share its seed, so
    that nothing is promised about it or mixed into it.
    """

    match: CodedMatch
    players: list[str]
    given_names: list[str]
    holders: dict[int, tuple[str, bool]]
    rules: dict[str, Any] = field(default_factory=dict)
    rematch_of: str | None = None
    open: bool = False  # to everybody in the hall
    deal: str = ""  # id of the deal it shares with other tables
    seat: int = 0  # of the person who plays that deal
    cards: CardFile | None = None  # that are not the game's, if it is played with such

    def shared_deal(self) -> Deal | None:
        """The deal that the table shares with others, if it does."""
        if not self.deal:
            return None
        header = shared_header(self.match, self.players, self.seat)
        return Deal(self.deal, header, self.seat, now(), None)
