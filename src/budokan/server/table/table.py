"""One match at a table: submit, save, tell. Whoever touches the match holds the table's lock."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from budokan import protocol
from budokan.kit.contract import SPECTATOR
from budokan.kit.entries import GIVEN_UP, refuse_illegal
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.notation import SEATS
from budokan.match.match import CodedMatch
from budokan.server.http.errors import BarredError
from budokan.server.jobs.thinking import Bots
from budokan.server.table import dealing, frames
from budokan.server.table.bots import Thinkers
from budokan.server.table.courtesy import Manners
from budokan.server.table.outbox import Outbox
from budokan.server.table.presence import Attendance, Presence, read_rules
from budokan.server.table.scheduler import Hours
from budokan.server.table.shown import ending
from budokan.server.table.timeouts import Absences
from budokan.store import shared_deals
from budokan.store import store as stored
from budokan.store.clocks import PERSON
from budokan.store.store import Saved, Store
from budokan.thinking.advice import Advice, Question, advise, question
from budokan.thinking.hints import Hints

RECORD = "record"  # sat at a table elsewhere; the match came as a file
ENTRIES = 4000  # from which on nothing is taken back: a match is replayed when it is opened


@dataclass(eq=False)
class Viewer:
    """A connection: which seats it has, and whose eyes it looks through."""

    visitor: str
    base: str  # address of the hall as this client knows it
    mine: list[int] = field(default_factory=list)
    view: int = SPECTATOR
    outbox: Outbox = field(default_factory=Outbox)
    bits: str = ""  # what this client gives to the deal


@dataclass(frozen=True)
class Loaded:
    """A match in memory, as far as the store has it."""

    match: CodedMatch
    sitting: list[str]
    keys: dict[int, str]
    creator: str
    called: list[str]  # names that were given, '' for none; empty if the seats have letters
    attendance: Attendance
    shared: bool = False  # whether others get the same deal


class Table:
    """A match, its viewers and its bots. Memory is a cache of the store."""

    def __init__(self, name: str, store: Store, bots: Bots, pause: float, hours: Hours) -> None:
        self.name, self.store, self.bots, self.pause = name, store, bots, pause
        self.hours = hours
        self.viewers: set[Viewer] = set()
        self.users = 0  # who must not lose this object now
        self.holders: dict[int, tuple[str, bool]] = {}
        self.rematch = ""
        self.offered = False  # to everybody in the hall
        self.deal = ""  # shared with others, at tables of their own
        self.hints = Hints(self._hint)
        self.presence, self.absences, self.manners = Presence(), Absences(self), Manners()
        self.thinkers = Thinkers(self)
        self._lock = asyncio.Lock()
        self._loaded: Loaded | None = None
        self._since: dict[int, int] = {}  # the ply at which an acting seat's choice arose
        self._doing: set[asyncio.Task[None]] = set()

    @property
    def idle(self) -> bool:
        return not (self.viewers or self.users or self.thinkers.at_work or self._doing)

    @property
    def known(self) -> bool:
        """Whether there is such a match, and it is in memory."""
        return self._loaded is not None

    @property
    def attended(self) -> bool:
        """Whether whoever set it up is here now."""
        creator = self._loaded.creator if self._loaded else ""
        return creator != "" and any(viewer.visitor == creator for viewer in self.viewers)

    # -- the match, in step with the store ----------------------------------------------------

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Loaded]:
        """The match as the store has it; nobody else touches it meanwhile."""
        async with self._lock:
            if self._loaded is None:
                await self._load()
            assert self._loaded is not None
            yield self._loaded

    async def _load(self) -> None:
        saved = await self.store.load(self.name)
        self.rematch = await self.store.rematch(self.name)
        self.offered, self.deal = await self.store.do(shared_deals.marks, self.name)
        self.holders = saved.holders
        loaded = await asyncio.to_thread(opened, saved, self.presence)
        await self._save_correction(loaded.match, len(saved.entries))
        await self.absences.resume(loaded, saved.timing)
        self._loaded = loaded
        self._since = {}
        self._mark(loaded.match, 0)

    async def _save_correction(self, match: CodedMatch, saved: int) -> None:
        """Save what `restore` added: that the match goes on under corrected rules."""
        if new := stored.texts(match, saved):
            await self.store.append(self.name, saved, new, stored.marks(match), ending(match))

    async def change(self, loaded: Loaded, change: Callable[[CodedMatch], None]) -> None:
        """Change the match, save it, then tell. What could not be saved never happened."""
        match = loaded.match
        before, dealt = len(match.entries), match.dealt
        self._carry_out(change, match)
        try:
            new = stored.texts(match, before)
            marks, bits = stored.marks(match), () if dealt else match.bits
            kept = ending(match), bits, self.absences.turned(loaded, before)
            await self.store.append(self.name, before, new, marks, *kept)
        except BaseException:
            self.forget()  # also if this task is cancelled: the store knows what holds
            raise
        known = self._since
        self._mark(match, before)
        seats = {*known, *self._since}
        self.thinkers.hush(*(s for s in seats if known.get(s) != self._since.get(s)))
        self.tell()
        self.wake()

    def _carry_out(self, change: Callable[[CodedMatch], None], match: CodedMatch) -> None:
        try:
            change(match)
        except Refusal:
            raise  # by the rules, and then nothing has changed
        except Exception:
            self.forget()
            raise

    def forget(self) -> None:
        """Read the match again before anybody touches it."""
        self._loaded = None

    def _mark(self, match: CodedMatch, before: int) -> None:
        """Note when the choice of each acting seat arose; choices made beside it do not count."""
        new = match.entries[before:]
        plain = len(new) == 1 and new[0].action not in GIVEN_UP
        kept = {s: ply for s, ply in self._since.items() if plain and s != new[0].seat}
        self._since = {s: kept.get(s, match.ply(s)) for s in match.acting}

    def is_fresh(self, match: CodedMatch, seat: int, ply: int) -> bool:
        """Whether a click was made on the choice the seat has now."""
        now = match.ply(seat)
        return self._since.get(seat, now) <= ply <= now

    # -- what people do -----------------------------------------------------------------------

    async def join(self, viewer: Viewer) -> None:
        """Let a connection in; it gets the current Scene, the others hear who came."""
        async with self.open() as loaded:
            if viewer.visitor:
                self.holders = await self.store.sit(self.name, viewer.visitor, viewer.bits)
            viewer.mine = self.seats_of(viewer.visitor)
            await self._bar(viewer)
            viewer.view = viewer.mine[0] if len(viewer.mine) == 1 else SPECTATOR
            self.viewers.add(viewer)
            if not await self._deal(loaded):
                await self.absences.begin(loaded)

    async def _bar(self, viewer: Viewer) -> None:
        """Keep out who was let in just before others were offered this deal."""
        if not self.deal or viewer.mine:
            return
        if deal := await self.store.do(shared_deals.barred, self.name, viewer.visitor):
            raise BarredError(deal)

    async def _deal(self, loaded: Loaded) -> bool:
        """Deal if that is still to be done and everybody has come; whether it was done now."""
        if loaded.match.dealt or self.awaited(loaded):
            return False
        self.absences.see(loaded)
        given = await self.store.bits(self.name)
        bits = dealing.mixed(loaded.match, loaded.sitting, given)
        await self.change(loaded, lambda m: m.deal(bits))
        return True

    def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        self.hints.forget(viewer)
        if viewer.mine:
            self._do(self.absences.left())

    async def handle(self, viewer: Viewer, said: protocol.Said) -> None:
        """Do what a client says, to the end even if the client is gone meanwhile."""
        await asyncio.shield(self._do(self._handle(viewer, said)))

    def _do(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Have something done to its end."""
        doing = asyncio.create_task(work)
        self._doing.add(doing)
        doing.add_done_callback(self._doing.discard)
        return doing

    async def _handle(self, viewer: Viewer, said: protocol.Said) -> None:
        """Whatever cannot be done is refused to this client alone."""
        async with self.open() as loaded:
            try:
                await self._obey(viewer, said, loaded)
            except Refusal as refusal:
                viewer.outbox.put(protocol.refused(refusal))
        if self._loaded is None:
            async with self.open():  # the store refused: show what it has
                self.tell(viewer)
                self.wake()

    async def _obey(self, viewer: Viewer, said: protocol.Said, loaded: Loaded) -> None:
        seat, match = said.seat, loaded.match
        if seat not in viewer.mine:
            raise IllegalAction(f"You do not sit on seat {SEATS[seat]}.")
        if isinstance(said, protocol.Watch):
            viewer.view = seat
            self.tell(viewer)
        elif isinstance(said, protocol.Courtesy):
            self._greet(viewer, said)
        elif not match.dealt:
            raise IllegalAction("The match begins when everybody has come.")
        elif isinstance(said, protocol.Concede):
            await self.change(loaded, lambda m: m.concede(seat))
        elif isinstance(said, protocol.ClaimSeat):
            await self.absences.claim(loaded, seat, said.of)
        elif isinstance(said, protocol.Back):
            await self.absences.give_back(loaded, seat)
        elif seat in loaded.attendance.stands:
            raise IllegalAction("A bot plays for you; take your seat back first.")
        elif not self.is_fresh(match, seat, said.ply):
            self.tell(viewer)
        elif isinstance(said, protocol.Hint):
            self._advise(viewer, said, match)
        elif isinstance(said, protocol.Undo):
            if len(match.entries) >= ENTRIES:
                raise IllegalAction("This match is too long for anything to be taken back.")
            await self.change(loaded, lambda m: m.takeback(seat))
        else:
            await self._act(loaded, seat, said.action)

    async def _act(self, loaded: Loaded, seat: int, text: str) -> None:
        match = loaded.match
        action = match.game.notation.parse(text)
        if not match.over:  # on what the seat may know, so that a refusal can tell no more
            setup = match.game.veil(match.setup, seat)
            refuse_illegal(match.game, setup, match.view(seat), seat, action)
        await self.change(loaded, lambda m: m.play(seat, action))

    def _greet(self, viewer: Viewer, said: protocol.Courtesy) -> None:
        """Tell everybody a courtesy; it is no part of the match."""
        words = self.manners.speak(viewer.visitor, said.id, self.hours.now())
        for each in self.viewers:
            each.outbox.put(protocol.encode(protocol.CourtesyFrame(said.seat, said.id, words)))

    async def _hint(self, given: Question) -> Advice:
        return await self.bots.run(advise, given)

    def _advise(self, viewer: Viewer, said: protocol.Hint, match: CodedMatch) -> None:
        """Have a hint found; once the table has moved past it, it is not told."""

        async def answer(found: Advice | Refusal) -> None:
            async with self.open() as loaded:
                now = loaded.match
                stays = said.seat in now.acting and self.is_fresh(now, said.seat, said.ply)
                if isinstance(found, Refusal):
                    viewer.outbox.put(protocol.refused(found))
                elif stays and viewer.view == said.seat:  # else another person may look by now
                    viewer.outbox.put(protocol.hint(now, said.seat, found))

        if viewer in self.viewers:  # else the connection was lost meanwhile
            self.hints.ask(viewer, question(match, said.seat), answer)

    def seats_of(self, visitor: str) -> list[int]:
        return sorted(seat for seat, (who, _) in self.holders.items() if visitor and who == visitor)

    # -- what goes on by itself ---------------------------------------------------------------

    def wake(self) -> None:
        """Let every bot think whose turn it is."""
        if self._loaded is not None and self._loaded.match.dealt:
            self.thinkers.wake(self._loaded)

    async def stop(self) -> None:
        """Finish what people do, and let go of the bots."""
        await asyncio.gather(*self._doing, return_exceptions=True)
        await self.hints.close()
        await self.thinkers.stop()

    # -- what is told -------------------------------------------------------------------------

    def tell(self, again: Viewer | None = None) -> None:
        """Send every viewer their Scene if it changed; to one viewer in any case."""
        if self._loaded is None:
            return
        made: dict[tuple[int, tuple[int, ...], str, bool], tuple[str, str]] = {}
        for viewer in self.viewers:
            founder = viewer.visitor != "" and viewer.visitor == self._loaded.creator
            key = (viewer.view, tuple(viewer.mine), viewer.base, founder)
            if key not in made:
                frame = frames.frame(self, self._loaded, viewer)
                timed = bool(frame.table.clock or frame.table.claims)
                stamp = protocol.encode(replace(frame, now=self.hours.now())) if timed else ""
                made[key] = protocol.encode(frame), stamp
            viewer.outbox.scene(*made[key], again=viewer is again)

    def awaited(self, loaded: Loaded) -> list[int]:
        """The seats of people who have not come yet."""
        return dealing.awaited(loaded.sitting, self.holders)

    def claims(self, loaded: Loaded) -> list[protocol.Claim]:
        return loaded.attendance.claims(loaded.match.can_lose)


def opened(saved: Saved, presence: Presence) -> Loaded:
    """A match and who sits there, from the store."""
    hall, match = saved.header["hall"], stored.restore(saved)
    keys = {int(seat): key for seat, key in hall["keys"].items()}
    people = [seat for seat, who in enumerate(hall["sitting"]) if who == PERSON]
    attendance = Attendance(*read_rules(hall), people, match.setup.seats, presence)
    shared, seats = hall.get("shared", False), (hall["sitting"], keys)
    return Loaded(match, *seats, hall["creator"], hall["called"], attendance, shared)
