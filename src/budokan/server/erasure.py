"""Erasing a visitor: match by match, so that nobody waits, and always to the end.

A match of the visitor alone, or against bots, is deleted. Others keep theirs, with "Somebody" in
the seat: in a running match a bot plays on, or it is given up, as the table's rule about absence
says. A table that has not been dealt gives the seat free, or is closed if nobody could take it.
"""

from contextlib import suppress
from functools import partial

from budokan import protocol
from budokan.kit.entries import STAND_IN
from budokan.kit.errors import Refusal
from budokan.match.match import CodedMatch
from budokan.server.http import logs
from budokan.server.http.errors import TooSoonError
from budokan.server.http.visitors import Visitors
from budokan.server.lobby import Lobby
from budokan.server.table.clocks import CLAIM
from budokan.server.table.table import Loaded, Table
from budokan.store import erasure as stored
from budokan.store.erasure import Part
from budokan.store.retention import delete_match
from budokan.store.store import StoreError

ERASED = "Your data was deleted; this device is a new visitor now."
CLOSED = "The person whose match this was has deleted it."
BUSY = "Something of yours is still under way; try again in a moment."


async def erase(lobby: Lobby, visitors: Visitors, visitor: str) -> protocol.ErasedVisitor:
    """Erase a visitor; a second call is harmless, and one that was cut short is finished later."""
    if visitor in visitors.erasing:
        raise TooSoonError("Your data is being deleted already.")
    visitors.erasing.add(visitor)
    try:
        matches = await _begin(lobby, visitors, visitor)
        deleted = 0
        for name in matches:
            deleted += await _leave(lobby, name, visitor)
        await lobby.store.do(stored.finish, visitor)
        visitors.forget()
        visitors.leaving.discard(visitor)
    finally:
        visitors.erasing.discard(visitor)
    logs.note("erased a visitor", matches=len(matches), deleted=deleted)
    return protocol.ErasedVisitor(deleted, len(matches) - deleted)


async def _begin(lobby: Lobby, visitors: Visitors, visitor: str) -> list[str]:
    """Note the erasure; from then on the visitor is nobody here. Returns their matches."""
    known = visitor in visitors.leaving
    visitors.leaving.add(visitor)
    try:
        if not await visitors.end_requests(visitor):
            raise TooSoonError(BUSY)
        matches = await lobby.store.do(stored.begin, visitor)
    except BaseException:
        if not known:
            visitors.leaving.discard(visitor)  # nothing has happened
        raise
    await visitors.show_out(visitor, ERASED)
    lobby.forget_visitor(visitor)
    return matches


async def finish_all(lobby: Lobby, visitors: Visitors) -> None:
    """Finish what an earlier hall began; what fails is tried again by the next hall."""
    for visitor in list(visitors.leaving):
        try:
            await erase(lobby, visitors, visitor)
        except Exception as error:
            logs.fault("The data of a visitor could not be deleted.", error)


async def _leave(lobby: Lobby, name: str, visitor: str) -> bool:
    """Take a visitor out of a match; returns whether it was deleted."""
    part = await lobby.store.do(stored.part_of, name, visitor)
    if part is None:
        return True
    async with lobby.table(name) as table:
        if part.running and part.others:
            gone = await _leave_running(table, part, visitor)
        else:
            gone = not (part.others or part.compared)
            async with table.locked():
                await _save(table, visitor, gone=gone)
        lobby.jobs.forget_match(name)
        if gone:
            await _close(table)
    await lobby.refresh(part.rematch_of if gone else name)
    return gone


async def _leave_running(table: Table, part: Part, visitor: str) -> bool:
    """Leave a match that other people play; returns whether it was deleted."""
    try:
        async with table.open() as loaded:
            free = False
            if loaded.match.dealt:
                await _stop_playing(table, loaded, part.seats)
            else:
                free = visitor != loaded.creator and loaded.keys.keys() >= set(part.seats)
            gone = not loaded.match.dealt and not free and bool(part.seats)
            await _save(table, visitor, gone=gone, free=free)
            return gone
    except StoreError:
        raise
    except Refusal:  # it cannot be played any more, such as one of a game that is gone
        async with table.locked():
            await _save(table, visitor, gone=False)
        return False


async def _save(table: Table, visitor: str, *, gone: bool, free: bool = False) -> None:
    """Delete a match, or only take the visitor out of it; requires the table's lock."""
    if gone:
        await table.store.do(delete_match, table.name)
    else:
        await table.store.do(stored.leave_match, table.name, visitor, free)
    table.forget()


async def _stop_playing(table: Table, loaded: Loaded, seats: list[int]) -> None:
    """Give up or let a bot play on, so that nobody waits for a person who never comes back."""
    clocks = loaded.clocks
    for seat in seats:
        match = loaded.match
        if match.over or seat in clocks.stand_ins:
            continue
        if clocks.when_absent == CLAIM and match.can_lose(seat):
            await table.change(loaded, partial(CodedMatch.concede, seat=seat))
            continue
        clocks.stand_in(seat, table.scheduler.now())
        await table.change(loaded, partial(CodedMatch.stand, seat=seat, how=STAND_IN))


async def _close(table: Table) -> None:
    """Send everybody away from a table that is no more."""
    table.scheduler.set(table.name, None)
    for viewer in list(table.viewers):
        viewer.outbox.put(protocol.encode(protocol.ErrorFrame(text=CLOSED)))
        viewer.outbox.close()
    with suppress(Exception):
        await table.hints.close()
    await table.bots.stop()
