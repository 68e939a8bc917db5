"""All tables: who sets them up, who may sit where, and which are in memory."""

import asyncio
import base64
import hashlib
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace

from budokan import protocol
from budokan.kit.editions import newest
from budokan.kit.errors import Refusal
from budokan.kit.game import find, find_all
from budokan.match.chance import commitment, new_seed
from budokan.match.ending import now
from budokan.match.match import CodedMatch, Origin
from budokan.server.daily import check_day, daily_deal
from budokan.server.http import logs
from budokan.server.http.errors import BarredError, DeniedError, TooSoonError
from budokan.server.jobs.thinking import Bots
from budokan.server.new_table import (
    HUMAN,
    ME,
    Plan,
    branched,
    held,
    is_challenge,
    read_names,
    read_rules,
    read_setup,
    read_sitting,
    shared_header,
)
from budokan.server.table.scheduler import Hours
from budokan.server.table.seat_names import called
from budokan.server.table.shown import invite
from budokan.server.table.table import RECORD, Loaded, Table
from budokan.store import clocks, open_seats, shared_deals, uploads
from budokan.store import store as stored
from budokan.store.clocks import PERSON
from budokan.store.shared_deals import Deal
from budokan.store.store import Store, TakenError

APART = 100  # milliseconds between two tables whose bots a hall wakes as it opens
IN_MEMORY = 200  # tables at which nobody sits now; more are forgotten, not lost


def new_token() -> str:
    return secrets.token_urlsafe(24)


def known_as(token: str) -> str:
    """What the store keeps of a visitor's token: not the token."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


class Lobby:
    """The tables in memory, a cache of the store."""

    def __init__(
        self, store: Store, bots: Bots, pause: float, now: Callable[[], int] | None = None
    ) -> None:
        self.store, self.bots, self.pause = store, bots, pause
        self.hours = Hours(self._ring, now)
        self.beginning = asyncio.Lock()  # so that nobody gets two tables of the same deal
        self._tables: dict[str, Table] = {}

    async def open(self) -> None:
        """Let clocks and bots go on, from where a hall that was closed has left them."""
        opened = self.hours.opened
        for name, at in await self.store.do(clocks.due, opened):
            self.hours.set(name, at)
        for place, name in enumerate(await self.store.do(clocks.waiting_for_bots)):
            self.hours.set(name, opened + place * APART)
        self.hours.start()

    async def _ring(self, name: str) -> None:
        async with self.table(name) as table:
            await table.absences.ring()

    @asynccontextmanager
    async def table(self, name: str) -> AsyncIterator[Table]:
        """A table; there is never a second one for the same match."""
        table = self._tables.pop(name, None)
        if table is None:
            table = Table(name, self.store, self.bots, self.pause, self.hours)
        self._tables[name] = table  # the latest used are last
        table.users += 1
        try:
            yield table
        finally:
            table.users -= 1
            if table.idle and not table.known:
                self._tables.pop(name, None)
            self._forget()

    def _forget(self) -> None:
        idle = [name for name, table in self._tables.items() if table.idle]
        for name in idle[: max(0, len(idle) - IN_MEMORY)]:
            del self._tables[name]

    @property
    def in_memory(self) -> int:
        return len(self._tables)

    async def close(self) -> None:
        await self.hours.close()
        for table in list(self._tables.values()):
            await table.stop()
        self.bots.close()
        await asyncio.to_thread(self.store.close)

    # -- setting up ---------------------------------------------------------------------------

    async def create(self, visitor: str, wanted: protocol.NewTable, base: str) -> dict[str, Any]:
        """Set up a table; its id and the links for those who are invited."""
        game = find(wanted.game)
        if wanted.daily:
            check_day(wanted.daily)
        switches, seed = game.challenge(wanted.daily) if wanted.daily else ({}, new_seed())
        setup = read_setup(game, replace(wanted, options={**wanted.options, **switches}))
        people, given = read_sitting(game, setup, wanted.sitting), read_names(setup, wanted.names)
        if wanted.open and HUMAN not in wanted.sitting:
            raise Refusal("An open table needs a seat that is free: let somebody sit as 'human'.")
        shared = bool(wanted.daily)
        match = CodedMatch(game, setup, called(people, given), seed, wanted.assists)
        match.commitment = "" if shared else commitment(seed)
        plan = Plan(match, people, given, held(wanted.sitting, visitor))
        plan.rules = {**read_rules(wanted, setup.seats), "shared": shared}
        plan.open = wanted.open
        if shared and is_challenge(match, wanted):
            plan.deal = daily_deal(game.id, wanted.daily)
            return await self._once(plan, visitor, base)
        return await self.set_up(plan, visitor, base)

    async def _once(self, plan: Plan, visitor: str, base: str) -> dict[str, Any]:
        """A table of a deal; who plays that deal already goes on there."""
        async with self.beginning:
            if table := await self.store.do(shared_deals.running, plan.deal, visitor):
                return {"id": table, "invites": []}
            return await self.set_up(plan, visitor, base)

    async def rematch(self, name: str, visitor: str, base: str) -> dict[str, Any]:
        """The same people once more, everyone one seat further; asked twice it is one table."""
        async with self.table(name) as table, table.open() as loaded:
            if not table.seats_of(visitor):
                raise DeniedError("Only who sits at this table can ask for a rematch.")
            if not loaded.match.over:
                raise TooSoonError("The match is not over yet.")
            if not table.rematch:
                table.rematch = await self._again(name, table, loaded, visitor, base)
                table.tell()
            return {"id": table.rematch}

    async def _again(self, name: str, table: Table, loaded: Loaded, visitor: str, base: str) -> str:
        old = loaded.match
        n = old.setup.seats
        turned = [(seat - 1) % n for seat in range(n)]  # who moves to each seat
        game, kept = newest(old.game), stored.header(old)
        choices = {seat: kept["choices"][was] for seat, was in enumerate(turned)}
        setup = game.setup(n, kept["options"], choices, old.setup.overlay)
        people = [loaded.sitting[was] for was in turned]
        given = [loaded.called[was] for was in turned] if loaded.called else []
        holders = {(seat + 1) % n: (who, False) for seat, (who, _) in table.holders.items()}
        match = CodedMatch(game, setup, called(people, given), assists=old.assists)
        match.commitment = commitment(match.seed)
        plan = Plan(match, people, given, holders, loaded.attendance.rules(), name)
        try:
            made = await self.set_up(plan, visitor, base)
        except TakenError:  # another process was asked at the same time
            return await self.store.rematch(name)
        return str(made["id"])

    async def play_on(
        self, name: str, visitor: str, wanted: protocol.PlayOn, base: str
    ) -> dict[str, Any]:
        """A new table that goes on from a step of a finished match; chance is new from there."""
        async with self.seen(name, visitor) as table, table.open() as loaded:
            old = loaded.match
        if not old.over:
            raise TooSoonError("Play on from here once the match is over.")
        people = read_sitting(old.game, old.setup, wanted.sitting)
        if not set(wanted.sitting) <= {ME, *people} or ME not in wanted.sitting:
            raise Refusal("Here you sit with players of the house; name your seat 'me'.")
        given = read_names(old.setup, wanted.names)
        at = called(people, given), Origin(name, wanted.step)
        match = await asyncio.to_thread(branched, old, *at)  # over: it stays as it is
        plan = Plan(match, people, given, held(wanted.sitting, visitor))
        return await self.set_up(plan, visitor, base)

    async def keep(self, text: str) -> tuple[dict[str, Any], bool]:
        """Keep a record from outside as a match of its own; whether it is new here."""
        found = await self.bots.run(uploads.check, text)
        name = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:12]).decode()
        seats = found.header["seats"]
        names = found.header["names"]
        hall = {"sitting": [RECORD] * seats, "keys": {}, "creator": "", "called": names}
        told = {"id": name, "game": found.header["game"], "title": found.title}
        try:
            fields = {**found.header, "hall": hall}
            await self.store.create(name, fields, found.entries, "")
        except TakenError:  # the same record, kept before
            return told, False
        return told, True

    async def set_up(self, plan: Plan, visitor: str, base: str) -> dict[str, Any]:
        """Save a match, with all that is planned or not at all.

        It is dealt when all people have come, at once if there are none.
        """
        match, sitting = plan.match, plan.sitting
        if PERSON not in sitting and not match.dealt:
            match.deal([""] * len(sitting))
        free = [s for s, who in enumerate(sitting) if who == PERSON and s not in plan.holders]
        keys = {seat: new_token() for seat in free}
        hall = {"sitting": sitting, "keys": keys, "creator": visitor, "called": plan.given}
        name = secrets.token_urlsafe(9)
        fields = {**stored.header(match), "hall": hall | plan.rules}
        uploads = stored.texts(match), stored.marks(match), plan.holders, plan.rematch_of
        beside = plan.beside(name, visitor)
        await self.store.create(name, fields, *uploads, beside)
        logs.note("created", table=name, game=match.game.id, people=sitting.count(PERSON))
        async with self.table(name) as table, table.open() as loaded:
            await table.absences.begin(loaded)
        return {"id": name, "invites": [invite(base, name, s, key) for s, key in keys.items()]}

    # -- telling others of a table ------------------------------------------------------------

    async def offer(self, table: Table, creator: str) -> None:
        """Offer a table to everybody in the hall; without a creator, withdraw it."""
        await self.store.do(open_seats.set_offered, table.name, creator)
        table.offered = bool(creator)
        table.tell()

    async def share(self, table: Table, loaded: Loaded, deal: str, seat: int) -> None:
        """Let others play the deal of a table; who watches it now has seen it."""
        header = shared_header(loaded.match, loaded.sitting, seat)
        watching = {viewer.visitor for viewer in table.viewers if viewer.visitor}
        watching -= {visitor for visitor, _ in table.holders.values()}
        shared = Deal(deal, header, seat, now(), None)
        await self.store.do(shared_deals.share_table, shared, table.name, watching)
        table.deal = deal
        table.tell()

    def attended(self) -> list[str]:
        """The tables at which whoever set them up is now."""
        return [name for name, table in self._tables.items() if table.attended]

    @asynccontextmanager
    async def seen(self, name: str, visitor: str) -> AsyncIterator[Table]:
        """A table that a visitor may look at: not one of a deal that they have yet to play."""
        deal = await self.barred(name, visitor)
        if deal:
            raise BarredError(deal)
        async with self.table(name) as table:
            yield table

    async def barred(self, name: str, visitor: str) -> str:
        """The deal a visitor must play or waive before they see a table; '' if they may look."""
        return await self.store.do(shared_deals.barred, name, visitor)

    # -- sitting down -------------------------------------------------------------------------

    async def claim(self, name: str, visitor: str, key: str) -> bool:
        """Hold the seat of a key for a visitor; whether they may now sit at the table."""
        async with self.table(name) as table, table.open() as loaded:
            if table.seats_of(visitor):  # who sits here already leaves the seat to others
                return True
            for seat, secret in loaded.keys.items():
                if secrets.compare_digest(secret.encode(), key.encode()):
                    got = await self.store.claim(name, seat, visitor)
                    if got:
                        table.holders[seat] = (visitor, False)
                    return got
        raise DeniedError("This link opens no seat at this table.")


def title(game: str) -> str:
    """What a game is called, even if it is not installed any more."""
    games = find_all()
    return games[game].title if game in games else game
