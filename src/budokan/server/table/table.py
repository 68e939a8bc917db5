"""A table: change the match, save, tell. All access to the match requires the table's lock."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from budokan import protocol
from budokan.agents.house_names import distinct
from budokan.kit import options
from budokan.kit.contract import SPECTATOR
from budokan.kit.entries import GIVEN_UP
from budokan.kit.errors import Refusal
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.protocol import PERSON, CardsName
from budokan.server import setups
from budokan.server.http.errors import BarredError, TooSoonError
from budokan.server.jobs import BotWorkers
from budokan.server.own_cards import read_name
from budokan.server.table import commands, dealing, frames
from budokan.server.table.audience import Audience
from budokan.server.table.bots import TableBots
from budokan.server.table.clocks import TableClocks, stored_rules
from budokan.server.table.courtesy import CourtesyLimit
from budokan.server.table.outbox import Outbox
from budokan.server.table.presence import Presence
from budokan.server.table.scheduler import Scheduler
from budokan.server.table.slices import Slices
from budokan.server.table.timeouts import Timeouts
from budokan.server.table.undo import UndoRequests
from budokan.store import open_seats, shared_deals, shown
from budokan.store import store as stored
from budokan.store.store import Saved, Store
from budokan.thinking.advice import Advice, Question
from budokan.thinking.hints import Hints
from budokan.thinking.tempo import Tempo

RECORD = "record"  # the player of every seat in a match that was uploaded as a file


@dataclass(eq=False)
class Viewer:
    """A connection: its seats, and the seat from which it sees the table."""

    visitor: str
    base: str  # URL of the hall as this client knows it
    mine: list[int] = field(default_factory=list)
    view: int = SPECTATOR
    outbox: Outbox = field(default_factory=Outbox)
    bits: str = ""  # given to the deal by this client

    def is_founder(self, loaded: "Loaded") -> bool:
        """Whether this visitor set up the table."""
        return self.visitor != "" and self.visitor == loaded.creator


@dataclass(frozen=True)
class Loaded:
    """A match in memory, equal to what the store has."""

    match: CodedMatch
    players: list[str]  # of each seat: 'person' or the name of an agent
    keys: dict[int, str]  # of the seats that people are invited to
    creator: str
    given_names: list[str]  # '' for none; empty if nobody gave one
    clocks: TableClocks
    shared: bool = False  # whether others get the same deal
    cards: CardsName | None = None  # those it is played with; None for the game's own

    @cached_property
    def options(self) -> dict[str, Any]:
        """All options of the game; they never change."""
        return options.values(self.match.setup.options)

    @property
    def unnamed(self) -> list[int]:
        """The seats of people who have given no name."""
        names = self.given_names or [""] * len(self.players)
        return [s for s, who in enumerate(self.players) if who == PERSON and not names[s]]


class Opened:
    """The match of a table while its lock is held. (A generator would cost more than the lock.)"""

    __slots__ = ("_lock", "_table")

    def __init__(self, table: "Table", lock: asyncio.Lock) -> None:
        self._table, self._lock = table, lock

    async def __aenter__(self) -> Loaded:
        await self._lock.acquire()
        try:
            return await self._table.loaded()
        except BaseException:
            self._lock.release()
            raise

    async def __aexit__(self, *error: object) -> None:
        self._lock.release()


class Table:
    """A match, its viewers and its bots. The memory is a cache of the store."""

    def __init__(
        self,
        name: str,
        store: Store,
        workers: BotWorkers,
        pause: float,
        scheduler: Scheduler,
        tempo: Tempo,
    ) -> None:
        self.name, self.store, self.workers, self.pause = name, store, workers, pause
        self.scheduler, self.tempo = scheduler, tempo
        self.audience = Audience(self)
        self.users = 0  # tasks that need this object to stay in memory
        self.holders: dict[int, tuple[str, bool]] = {}  # the visitor, and whether they came
        self.rematch = ""
        self.offered = False  # to everybody in the hall
        self.deal = ""  # id of the deal that others play at their own tables
        self.agreed: set[str] = set()  # visitors who let everybody watch the finished match
        self.hints = Hints(self._hint, self._check_hint)
        self.presence, self.timeouts = Presence(), Timeouts(self)
        self.courtesies, self.bots = CourtesyLimit(), TableBots(self)
        self.undo_requests = UndoRequests(self)
        self.slices = Slices()
        self._lock = asyncio.Lock()
        self._loaded: Loaded | None = None
        self._since: dict[int, int] = {}  # the ply at which an acting seat got its choice
        self._tasks: set[asyncio.Task[None]] = set()
        self._commands = 0  # of clients that are being carried out
        self._quiet = asyncio.Event()  # whether there are none
        self._quiet.set()

    @property
    def viewers(self) -> set[Viewer]:
        """All connections."""
        return self.audience.viewers

    @property
    def idle(self) -> bool:
        used = self.viewers or self.users or self.bots.thinking
        return not (used or self._tasks or self._commands)

    @property
    def known(self) -> bool:
        """Whether the match exists and is in memory."""
        return self._loaded is not None

    @property
    def attended(self) -> bool:
        """Whether the person who set it up is here now."""
        creator = self._loaded.creator if self._loaded else ""
        return creator != "" and any(viewer.visitor == creator for viewer in self.viewers)

    # -- the match and the store --------------------------------------------------------------

    def open(self) -> "Opened":
        """The match as the store has it, with the table's lock: `async with`."""
        return Opened(self, self._lock)

    async def loaded(self) -> Loaded:
        """The match as the store has it; requires the table's lock."""
        if self._loaded is None:
            await self._load()
        assert self._loaded is not None
        return self._loaded

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """The table's lock, without loading the match."""
        async with self._lock:
            yield

    async def _load(self) -> None:
        saved = await self.store.load(self.name)
        self.rematch = await self.store.rematch(self.name)
        self.offered, self.deal = await self.store.do(shared_deals.offer_and_deal, self.name)
        self.agreed = await self.store.do(shown.agreed, self.name)
        self.holders = saved.holders
        loaded = await self._restored(saved)
        await self._save_correction(loaded.match, len(saved.entries))
        await self.timeouts.resume(loaded, saved.timing)
        self._loaded = loaded
        self._since = {}
        self._mark(loaded.match, 0)

    async def _restored(self, saved: Saved) -> Loaded:
        """The match that a stored header and its entries lead to, and its players."""
        where = f"The match {saved.id}"
        kept = record.Record(saved.header, list(enumerate(saved.entries, 1)), over=False)
        begins = await setups.of_header(self.workers, saved.header, where, self.name)
        match, _ = await self.slices.last(record.replay(kept, where, begins))
        match.correct()
        return as_loaded(saved, match, self.presence)

    async def _save_correction(self, match: CodedMatch, saved: int) -> None:
        """Save what `restore` added: that the match goes on under corrected rules."""
        if new := stored.entry_texts(match, saved):
            await self.store.append(
                self.name, saved, new, stored.acting_marks(match), frames.ending(match)
            )

    async def change(self, loaded: Loaded, change: Callable[[CodedMatch], None]) -> None:
        """Change the match, save it, then tell the viewers. What was not saved never happened."""
        match = loaded.match
        before, dealt = len(match.entries), match.dealt
        self.timeouts.note_move(loaded)
        self._apply(change, match)
        try:
            new = stored.entry_texts(match, before)
            marks, bits = stored.acting_marks(match), () if dealt else match.bits
            kept = frames.ending(match), bits, self.timeouts.end_turn(loaded, before)
            await self.store.append(self.name, before, new, marks, *kept)
        except BaseException:
            self.forget()  # also if this task is cancelled: the store knows what counts
            raise
        known = self._since
        self._mark(match, before)
        seats = {*known, *self._since}
        self.bots.cancel(*(s for s in seats if known.get(s) != self._since.get(s)))
        self.tell()
        self.wake()

    def _apply(self, change: Callable[[CodedMatch], None], match: CodedMatch) -> None:
        try:
            change(match)
        except Refusal:
            raise  # by the rules: nothing has changed
        except Exception:
            self.forget()
            raise

    def forget(self) -> None:
        """Load the match again before it is used next."""
        self._loaded = None

    def _mark(self, match: CodedMatch, before: int) -> None:
        """Note since when each acting seat has its choice; other seats' choices do not renew it."""
        new = match.entries[before:]
        plain = len(new) == 1 and new[0].action not in GIVEN_UP and new[0].back_to is None
        kept = {s: ply for s, ply in self._since.items() if plain and s != new[0].seat}
        self._since = {s: kept.get(s, match.ply(s)) for s in match.acting}

    def is_fresh(self, match: CodedMatch, seat: int, ply: int) -> bool:
        """Whether a click was made on the choice that the seat has now."""
        now = match.ply(seat)
        return self._since.get(seat, now) <= ply <= now

    # -- connections --------------------------------------------------------------------------

    async def join(self, viewer: Viewer) -> None:
        """Let a connection in: it gets the current Scene, and the others are told who came."""
        async with self.open() as loaded:
            if viewer.visitor:
                self.holders = await self.store.sit(self.name, viewer.visitor, viewer.bits)
            viewer.mine = self.seats_of(viewer.visitor)
            await self._bar(viewer)
            viewer.view = viewer.mine[0] if len(viewer.mine) == 1 else SPECTATOR
            self.audience.add(viewer, loaded)
            if not loaded.match.dealt and not self.awaited_seats(loaded):
                await self._deal(loaded)
            elif viewer.mine:
                await self.timeouts.begin(loaded)
            else:
                self.wake()
            self.audience.show(viewer, loaded, again=False)

    async def _bar(self, viewer: Viewer) -> None:
        """Keep out a visitor who came just before this deal was offered to others."""
        if not self.deal or viewer.mine:
            return
        if deal := await self.store.do(shared_deals.barred, self.name, viewer.visitor):
            raise BarredError(deal)

    async def _deal(self, loaded: Loaded) -> None:
        """Deal, as everybody has come."""
        self.timeouts.update_presence(loaded)
        given = await self.store.bits(self.name)
        bits = dealing.mixed_bits(loaded.match, loaded.players, given)
        await self.change(loaded, lambda m: m.deal(bits))

    def leave(self, viewer: Viewer) -> None:
        self.audience.remove(viewer)
        self.hints.forget(viewer)
        if viewer.mine:
            self._start(self.timeouts.on_leave())

    async def handle(self, viewer: Viewer, message: protocol.ClientMessage) -> None:
        """Carry out a client's message; the table waits for it before it closes.

        Never cancel this: the move could be saved and the other players not told.
        """
        self._commands += 1
        self._quiet.clear()
        try:
            await self._handle(viewer, message)
        finally:
            self._commands -= 1
            if not self._commands:
                self._quiet.set()

    async def _handle(self, viewer: Viewer, message: protocol.ClientMessage) -> None:
        """Only this client hears of a refusal."""
        async with self.open() as loaded:
            try:
                await commands.carry_out(self, viewer, message, loaded)
            except Refusal as refusal:
                viewer.outbox.put(protocol.encode(frames.refused_frame(refusal)))
        if self._loaded is None:
            async with self.open() as loaded:  # saving failed: show what the store has
                self.audience.show(viewer, loaded)
                self.tell()
                self.wake()

    def _start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Start a task that is finished even when the table closes."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _hint(self, given: Question, viewer: Hashable) -> Advice:
        return await self.workers.advise(given, self._owner(viewer))

    def _check_hint(self, viewer: Hashable) -> None:
        self.workers.check_hint(self._owner(viewer))

    def _owner(self, viewer: Hashable) -> str:
        """Whose share a hint is a part of."""
        return (viewer.visitor if isinstance(viewer, Viewer) else "") or self.name

    def seats_of(self, visitor: str) -> list[int]:
        return sorted(seat for seat, (who, _) in self.holders.items() if visitor and who == visitor)

    async def rename(self, loaded: Loaded, seat: int, name: str) -> None:
        """Give a seat its person's name, once the match runs only if it has none."""
        match = loaded.match
        if match.over or (match.dealt and seat not in loaded.unnamed):
            raise TooSoonError("Names stay as they are once the match has begun.")
        others = [other for at, other in enumerate(match.names) if at != seat]
        given = list(loaded.given_names) or [""] * match.setup.seats
        names = list(match.names)
        given[seat] = names[seat] = distinct(name, others)
        await self.store.do(open_seats.rename, self.name, names, given)
        match.names, loaded.given_names[:] = names, given
        self.tell()

    # -- bots ---------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let every bot think whose turn it is."""
        if self._loaded is not None and self._loaded.match.dealt:
            self.bots.wake(self._loaded)

    async def stop(self) -> None:
        """Finish people's commands and cancel the bots' thoughts."""
        await self._quiet.wait()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.hints.close()
        await self.bots.stop()
        await self.audience.close()

    # -- views --------------------------------------------------------------------------------

    def tell(self) -> None:
        """Send all viewers their Scene if it changed."""
        if self._loaded is not None:
            self.audience.tell(self._loaded)

    def awaited_seats(self, loaded: Loaded) -> list[int]:
        """The seats of people who have not come yet."""
        return dealing.awaited_seats(loaded.players, self.holders)

    def claims(self, loaded: Loaded) -> list[protocol.Claim]:
        return loaded.clocks.claims(loaded.match.can_lose)


def as_loaded(saved: Saved, match: CodedMatch, presence: Presence) -> Loaded:
    """A match and its players."""
    hall = saved.header["hall"]
    people = [seat for seat, who in enumerate(hall["sitting"]) if who == PERSON]
    return Loaded(
        match,
        players=hall["sitting"],
        keys={int(seat): key for seat, key in hall["keys"].items()},
        creator=hall["creator"],
        given_names=hall["called"],
        clocks=TableClocks(*stored_rules(hall), people, match.setup.seats, presence),
        shared=hall.get("shared", False),
        cards=read_name(hall),
    )
