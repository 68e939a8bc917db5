"""What workers find out about finished matches: uploaded ones are checked; par; key moments."""

from typing import NamedTuple

import msgspec

from budokan import protocol
from budokan.kit.contract import SPECTATOR
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.kit.notation import SEATS
from budokan.match import record
from budokan.match.ending import Ending
from budokan.match.record import RESUMED, Record
from budokan.server.replay import WATCHING, Seen
from budokan.server.table.frames import match_scene
from budokan.store import uploads
from budokan.store.looks import Look
from budokan.store.uploads import Upload
from budokan.thinking import par as pars
from budokan.thinking.moments import key_moments
from budokan.thinking.par import Par


class Deal(NamedTuple):
    """A match whose par is wanted, and how often the solver tries a turn."""

    record: Record
    tries: int


class FoundPar(NamedTuple):
    """Par as it is kept, and the scores of the match."""

    par: Par
    scores: list[float]


def check_par(look: Look) -> None:
    """Refuse a match that has no par."""
    game = find(look.header["game"])
    if game.planner is None:
        raise Refusal(f"{game.title} has no solver, so there is no par.")
    if look.header.get("origin") or look.header["seed"].startswith(RESUMED):
        raise Refusal("There is no par: the start of this deal is not known.")


def par(given: Deal) -> bytes:
    """Par of a match's deal, to be kept."""
    match = record.restore(given.record)
    found = pars.par(pars.deal(match.game, match.setup, match.seed, given.tries, match.bits))
    return msgspec.json.encode(FoundPar(found, match.scores()))


def par_told(kept: bytes, mine: list[int]) -> str:
    """Par in words, for the visitor on some seats."""
    found = msgspec.json.decode(kept, type=FoundPar)
    return found.par.told(found.scores[mine[0]] if mine else None)


def moments(given: Seen) -> bytes:
    """The key moments of a match in a view, as they are sent."""
    assert given.view is not None
    found = key_moments(record.restore(given.record), given.view)
    told = [protocol.KeyMoment(*each) for each in found]
    return msgspec.json.encode(protocol.KeyMoments(told, view_name(given.view)))


def checked(text: str) -> Upload:
    """The finished match of a record, ready for the store; a broken one is refused."""
    match = uploads.check(text)
    return uploads.ready(match, Ending.of(match, match_scene(match, SPECTATOR)))


def view_name(view: int) -> str:
    return SEATS[view] if view != SPECTATOR else WATCHING
