"""The matches of a visitor for their export, as far as they may know them, one at a time."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

from budokan import protocol
from budokan.kit.contract import SPECTATOR
from budokan.kit.errors import Refusal
from budokan.kit.notation import SEATS
from budokan.match import record
from budokan.server.jobs import EXPORT
from budokan.server.lobby import Lobby, game_title
from budokan.store import erasure as stored_erasure
from budokan.store import store as stored
from budokan.store.store import Saved, UnknownError


class Task(NamedTuple):
    """A match to write for somebody with these seats."""

    name: str
    header: dict[str, Any]
    entries: list[str]
    seats: list[int]


def records(given: Task) -> list[str]:
    """The whole record of a finished match; before the end one for each of the seats."""
    match = stored.restore(Saved(given.name, given.header, given.entries, {}))
    if match.over:
        return [record.write(match)]
    return [record.write(match, seat) for seat in given.seats or [SPECTATOR]]


async def matches(
    lobby: Lobby, names: Sequence[str], visitor: str, owner: str
) -> AsyncIterator[protocol.ExportedMatch]:
    """The matches one after another; each is written in another process."""
    for name in names:
        try:
            saved = await lobby.store.load(name)
        except UnknownError:  # deleted meanwhile
            continue
        yield await _match(lobby, saved, visitor, owner)


async def _match(lobby: Lobby, saved: Saved, visitor: str, owner: str) -> protocol.ExportedMatch:
    seats = sorted(seat for seat, (who, _) in saved.holders.items() if who == visitor)
    created, ended = await lobby.store.do(stored_erasure.times_of, saved.id)
    written, fault = [], ""
    try:
        given = Task(saved.id, saved.header, saved.entries, seats)
        written = await lobby.jobs.run(EXPORT, owner, records, given)
    except Refusal as refusal:  # such as one of a game that is no longer installed
        fault = str(refusal)
    return protocol.ExportedMatch(
        id=saved.id,
        game=saved.header["game"],
        title=game_title(saved.header["game"]),
        names=saved.header["names"],
        seats=[SEATS[seat] for seat in seats],
        created=created,
        ended=ended,
        shown=await lobby.store.do(stored_erasure.has_agreed, saved.id, visitor),
        records=written,
        fault=fault,
    )
