"""What is done about whoever is away or out of time. The table's lock decides who was first."""

from contextlib import suppress
from typing import TYPE_CHECKING

from budokan import protocol
from budokan.agents.registry import default_opponent
from budokan.kit.entries import RETURN, STAND_IN
from budokan.kit.errors import IllegalAction, Refusal
from budokan.match.clock import spelt
from budokan.store import clocks
from budokan.store.clocks import Stored

if TYPE_CHECKING:
    from budokan.server.table.table import Loaded, Table


class Absences:
    """A table's clocks at work: all here but `ring` and `left` is called with its lock held."""

    def __init__(self, table: "Table") -> None:
        self.table = table

    def agent(self, loaded: "Loaded", seat: int) -> str:
        """Who decides for a seat: who sits there, or the bot that stands in."""
        stood = seat in loaded.attendance.stands
        return default_opponent(loaded.match.game) if stood else loaded.sitting[seat]

    # -- time passes --------------------------------------------------------------------------

    async def resume(self, loaded: "Loaded", kept: Stored | None) -> None:
        """Take up the clocks as the store has them; a turn it knows nothing of begins now."""
        now = self.table.hours.now()
        loaded.attendance.resume(kept, self.table.hours.opened, now)
        if kept is not None and loaded.attendance.timing.eased != kept.timing.eased:
            await self._keep(loaded)  # before anybody is told of the time it gives
        loaded.attendance.turn(self._acting(loaded), (), now)
        self.schedule(loaded)

    async def begin(self, loaded: "Loaded") -> None:
        """Let the clocks run if everybody has come; show what is so, and wake the bots."""
        self.see(loaded)
        if loaded.attendance.turn(self._acting(loaded), (), self.table.hours.now()):
            await self._keep(loaded)
        self._go_on(loaded)

    def turned(self, loaded: "Loaded", before: int) -> Stored | None:
        """The clocks after the entries from one on; they are saved together."""
        moved = {entry.seat for entry in loaded.match.entries[before:]}
        loaded.attendance.turn(self._acting(loaded), moved, self.table.hours.now())
        self.schedule(loaded)
        return loaded.attendance.kept()

    async def left(self) -> None:
        """Somebody's connection is gone."""
        with suppress(Refusal):  # then whoever comes next sees it
            async with self.table.open() as loaded:
                self.see(loaded)
                self.schedule(loaded)

    async def ring(self) -> None:
        """Do what is due by itself; a move that came first has changed what is due."""
        async with self.table.open() as loaded:
            self.table.presence.notice(self.table.hours.now())
            while due := self._due(loaded):
                await self._enact(loaded, due)
            self._go_on(loaded)

    def _due(self, loaded: "Loaded") -> protocol.Claim | None:
        now = self.table.hours.now()
        claims = self.table.claims(loaded)
        return next((each for each in claims if each.auto and each.at <= now), None)

    def schedule(self, loaded: "Loaded") -> None:
        """Have the hall look at this table when something is due by itself."""
        over = loaded.match.over
        due = None if over else loaded.attendance.next(loaded.match.can_lose)
        self.table.hours.set(self.table.name, due)

    def _acting(self, loaded: "Loaded") -> tuple[int, ...]:
        return loaded.match.acting if loaded.match.dealt else ()

    def see(self, loaded: "Loaded") -> None:
        connected = {seat for viewer in self.table.viewers for seat in viewer.mine}
        now = self.table.hours.now()
        self.table.presence.see(loaded.attendance.people, connected, now)

    def _go_on(self, loaded: "Loaded") -> None:
        self.schedule(loaded)
        self.table.tell()
        self.table.wake()

    async def _keep(self, loaded: "Loaded") -> None:
        kept, name = loaded.attendance.kept(), self.table.name
        if kept is None:
            return
        try:
            await self.table.store.do(clocks.keep, name, kept)
        except BaseException:
            self.table.forget()
            raise

    # -- what people and the hall do ----------------------------------------------------------

    async def claim(self, loaded: "Loaded", seat: int, of: int) -> None:
        """Take what is due from a seat; too early is refused."""
        names = loaded.match.names
        if of == seat or of not in loaded.attendance.people:
            raise IllegalAction("You can claim only from another person at this table.")
        found = next((each for each in self.table.claims(loaded) if each.seat == of), None)
        if found is None:
            raise IllegalAction(f"There is nothing to claim from {names[of]} now.")
        wait = found.at - self.table.hours.now()
        if wait > 0:
            how = "is away" if found.why == "away" else "has time left"
            raise IllegalAction(f"{names[of]} {how}; you may claim in {spelt(wait)}.")
        await self._enact(loaded, found)

    async def give_back(self, loaded: "Loaded", seat: int) -> None:
        """Let a person play again."""
        if seat not in loaded.attendance.stands or loaded.match.over:
            raise IllegalAction("No bot plays for you.")
        if loaded.attendance.spent(seat) and self._owed(loaded, seat):
            raise IllegalAction("Your time is over; the bot makes one move, then you play on.")
        self.table.thinkers.hush(seat)
        loaded.attendance.give_back(seat, self.table.hours.now())
        await self.table.change(loaded, lambda match: match.stand(seat, RETURN))

    def _owed(self, loaded: "Loaded", seat: int) -> bool:
        """Whether a bot stands in, is able to move, and has not moved yet."""
        last = next(entry for entry in reversed(loaded.match.entries) if entry.seat == seat)
        return last.action == STAND_IN and not self.table.thinkers.failing

    async def _enact(self, loaded: "Loaded", due: protocol.Claim) -> None:
        if due.does == "win":
            await self.table.change(loaded, lambda match: match.forfeit(due.seat))
            return
        loaded.attendance.stand_in(due.seat, self.table.hours.now())
        await self.table.change(loaded, lambda match: match.stand(due.seat, STAND_IN))
