"""Setups of matches with card files: these take long to check, so workers make them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from budokan import protocol
from budokan.kit.editions import edition
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup, find
from budokan.kit.notation import parse_seat
from budokan.match import record
from budokan.match.table_spec import TableSpec
from budokan.server import own_cards
from budokan.server.jobs import SETUPS
from budokan.store.cards import CardFile
from budokan.thinking.workers import Workers

HALL = "hall"  # what a hall adds to a stored header


class Prepared(NamedTuple):
    """A setup, and the edition of its game, as they come from a worker."""

    game: str
    rules: int
    cards: str
    setup: Setup


class Wish(NamedTuple):
    """A new table that is wanted, and the text of its card file."""

    table: protocol.NewTable
    cards: str


async def of_header(
    workers: Workers, header: Mapping[str, Any], where: str, owner: str = ""
) -> tuple[Game, Setup]:
    """The game and setup of a stored match."""
    if not header["overlay"]:
        return record.begun(header, where)
    plain = {name: value for name, value in header.items() if name != HALL}
    found = await workers.run(_prepared, (plain, where), SETUPS, owner)
    return edition(find(found.game), found.rules, found.cards), found.setup


async def of_spec(workers: Workers, spec: TableSpec, owner: str = "") -> Setup:
    """The setup of a table."""
    if not spec.overlay:
        return spec.setup()
    return await workers.run(TableSpec.setup, spec, SETUPS, owner)


async def of_wish(
    workers: Workers, wanted: protocol.NewTable, cards: CardFile | None, owner: str = ""
) -> Setup:
    """The setup of a new table; refused if it cannot be played."""
    if cards is None:
        return read_setup(Wish(wanted, ""))
    return await workers.run(read_setup, Wish(wanted, cards.cards), SETUPS, owner)


# -- in the worker --------------------------------------------------------------------------------


def _prepared(given: tuple[Mapping[str, Any], str]) -> Prepared:
    game, setup = record.begun(*given)
    return Prepared(game.id, game.version, game.data.hash, setup)


def read_setup(given: Wish) -> Setup:
    """The setup that a request asks for."""
    wanted, text = given
    if wanted.daily and text:
        raise Refusal("The challenge of the day is played with the cards that everybody has.")
    game = find(wanted.game)
    seats = wanted.seats if wanted.seats is not None else len(wanted.players)
    choices = {parse_seat(seat, game.seats[-1]): chosen for seat, chosen in wanted.choices.items()}
    return game.setup(seats, wanted.options, choices, own_cards.parsed(text))
