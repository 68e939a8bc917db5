"""Timeouts: what happens to people who are away or out of time, and how they come back."""

from contextlib import suppress
from typing import TYPE_CHECKING

from budokan import protocol
from budokan.agents.registry import default_opponent
from budokan.kit.entries import RETURN, STAND_IN
from budokan.kit.errors import IllegalAction, Refusal
from budokan.match.clock import time_text
from budokan.store import clocks
from budokan.store.clocks import StoredClocks

if TYPE_CHECKING:
    from budokan.server.table.table import Loaded, Table


class Timeouts:
    """The clocks of a table at work. All methods but `check` and `on_leave` require its lock."""

    def __init__(self, table: "Table") -> None:
        self.table = table

    def agent(self, loaded: "Loaded", seat: int) -> str:
        """Who decides for a seat: the bot that stands in, or else its own player."""
        has_stand_in = seat in loaded.clocks.stand_ins
        return default_opponent(loaded.match.game) if has_stand_in else loaded.players[seat]

    # -- time passes --------------------------------------------------------------------------

    async def resume(self, loaded: "Loaded", kept: StoredClocks | None) -> None:
        """Go on from the clocks in the store; a turn the store does not know begins now."""
        now = self.table.scheduler.now()
        loaded.clocks.resume(kept, self.table.scheduler.opened, now)
        if kept is not None and loaded.clocks.timing.eased != kept.timing.eased:
            await self._save(loaded)  # before anybody is told of the time it gives
        loaded.clocks.turn(self._acting(loaded), (), now)
        self.schedule(loaded)

    async def begin(self, loaded: "Loaded") -> None:
        """Start the clocks if everybody has come, tell the viewers, and wake the bots."""
        self.update_presence(loaded)
        if loaded.clocks.turn(self._acting(loaded), (), self.table.scheduler.now()):
            await self._save(loaded)
        self._proceed(loaded)

    def note_move(self, loaded: "Loaded") -> None:
        """Remember how the clocks stand before the next entry, in case it is undone."""
        loaded.clocks.note_move(len(loaded.match.entries), self.table.scheduler.now())

    def end_turn(self, loaded: "Loaded", before: int) -> StoredClocks | None:
        """Turn the clocks after the entries from `before` on; returns what to save with them."""
        new, now = loaded.match.entries[before:], self.table.scheduler.now()
        back_to = new[-1].back_to if new else None
        if back_to is None:
            loaded.clocks.turn(self._acting(loaded), {entry.seat for entry in new}, now)
        else:
            loaded.clocks.go_back(back_to, self._acting(loaded), now)
        if loaded.clocks.clock.counts:
            loaded.clocks.keep_moves(loaded.match.reachable_moves())
        self.schedule(loaded)
        return loaded.clocks.to_store()

    async def on_leave(self) -> None:
        """A person's connection is gone."""
        with suppress(Refusal):  # the next connection will notice, too
            async with self.table.open() as loaded:
                self.update_presence(loaded)
                self.schedule(loaded)

    async def check(self) -> None:
        """Apply the automatic claims that are due; an earlier move may have removed them."""
        async with self.table.open() as loaded:
            self.table.presence.mark_away(self.table.scheduler.now())
            while due := self._due(loaded):
                await self._apply(loaded, due)
            self._proceed(loaded)

    def _due(self, loaded: "Loaded") -> protocol.Claim | None:
        now = self.table.scheduler.now()
        claims = self.table.claims(loaded)
        return next((each for each in claims if each.automatic and each.at <= now), None)

    def schedule(self, loaded: "Loaded") -> None:
        """Set the table's alarm to the next automatic claim."""
        over = loaded.match.over
        due = None if over else loaded.clocks.next_due(loaded.match.can_lose)
        self.table.scheduler.set(self.table.name, due)

    def _acting(self, loaded: "Loaded") -> tuple[int, ...]:
        return loaded.match.acting if loaded.match.dealt else ()

    def update_presence(self, loaded: "Loaded") -> None:
        connected = {seat for viewer in self.table.viewers for seat in viewer.mine}
        now = self.table.scheduler.now()
        self.table.presence.update(loaded.clocks.people, connected, now)

    def _proceed(self, loaded: "Loaded") -> None:
        self.schedule(loaded)
        self.table.tell()
        self.table.wake()

    async def _save(self, loaded: "Loaded") -> None:
        kept, name = loaded.clocks.to_store(), self.table.name
        if kept is None:
            return
        try:
            await self.table.store.do(clocks.keep, name, kept)
        except BaseException:
            self.table.forget()
            raise

    # -- claims -------------------------------------------------------------------------------

    async def claim(self, loaded: "Loaded", seat: int, other: int) -> None:
        """Apply a person's claim against another seat; refused if it is too early."""
        names = loaded.match.names
        if other == seat or other not in loaded.clocks.people:
            raise IllegalAction("You can claim only from another person at this table.")
        found = next((each for each in self.table.claims(loaded) if each.seat == other), None)
        if found is None:
            raise IllegalAction(f"There is nothing to claim from {names[other]} now.")
        wait = found.at - self.table.scheduler.now()
        if wait > 0:
            how = "is away" if found.reason == "away" else "has time left"
            raise IllegalAction(f"{names[other]} {how}; you may claim in {time_text(wait)}.")
        await self._apply(loaded, found)

    async def give_back(self, loaded: "Loaded", seat: int) -> None:
        """Let a person play again instead of the stand-in."""
        if seat not in loaded.clocks.stand_ins or loaded.match.over:
            raise IllegalAction("No bot plays for you.")
        if loaded.clocks.spent(seat) and self._owes_move(loaded, seat):
            raise IllegalAction("Your time is up; the bot makes one move, then you play on.")
        self.table.bots.cancel(seat)
        loaded.clocks.give_back(seat, self.table.scheduler.now())
        await self.table.change(loaded, lambda match: match.stand(seat, RETURN))

    def _owes_move(self, loaded: "Loaded", seat: int) -> bool:
        """Whether the stand-in is able to move and has not moved yet."""
        last = next(entry for entry in reversed(loaded.match.entries) if entry.seat == seat)
        return last.action == STAND_IN and not self.table.bots.failing

    async def _apply(self, loaded: "Loaded", claim: protocol.Claim) -> None:
        if claim.effect == "win":
            await self.table.change(loaded, lambda match: match.forfeit(claim.seat))
            return
        loaded.clocks.stand_in(claim.seat, self.table.scheduler.now())
        await self.table.change(loaded, lambda match: match.stand(claim.seat, STAND_IN))
