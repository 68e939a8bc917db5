"""The lobby: sets up tables, seats visitors, and keeps the tables in memory."""

import asyncio
import base64
import hashlib
import json
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

from msgspec.structs import replace

from budokan import protocol
from budokan.agents.house_names import seat_names
from budokan.kit.editions import newest
from budokan.kit.errors import Refusal
from budokan.kit.game import find, find_all
from budokan.match.chance import commitment, new_seed
from budokan.match.ending import now
from budokan.match.match import CodedMatch, Origin
from budokan.match.table_spec import TableSpec
from budokan.protocol import PERSON
from budokan.server import own_cards, setups
from budokan.server.daily import check_day, daily_deal
from budokan.server.http import logs
from budokan.server.http.errors import BarredError, DeniedError, TooSoonError
from budokan.server.jobs import BotWorkers, Jobs, check_agent
from budokan.server.new_table import (
    HUMAN,
    ME,
    Plan,
    branch,
    is_challenge,
    kept_name,
    own_seats,
    read_names,
    read_players,
    read_rules,
    shared_header,
)
from budokan.server.table.frames import invite
from budokan.server.table.scheduler import Scheduler
from budokan.server.table.slices import Slices
from budokan.server.table.table import RECORD, Loaded, Table
from budokan.store import cards, clocks, looks, open_seats, results, shared_deals, shown
from budokan.store import store as stored
from budokan.store.cards import CardFile
from budokan.store.erasure import GONE
from budokan.store.looks import Look
from budokan.store.shared_deals import Deal
from budokan.store.store import Store, TakenError
from budokan.store.uploads import Upload
from budokan.thinking.tempo import Tempo

WAKE_INTERVAL = 100  # milliseconds between two tables whose bots a hall wakes as it opens
MAX_IDLE = 200  # tables in memory at which nobody is; the store has all of them


def new_token() -> str:
    return secrets.token_urlsafe(24)


def visitor_id(token: str) -> str:
    """The hash of a visitor's token: the store must not have the token itself."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


class Lobby:
    """The tables in memory, a cache of the store."""

    def __init__(
        self,
        store: Store,
        workers: BotWorkers,
        pause: float,
        now: Callable[[], int] | None = None,
        jobs: Jobs | None = None,
    ) -> None:
        self.store, self.workers, self.pause = store, workers, pause
        self.jobs = jobs or Jobs(store)
        self.tempo, self.slices = Tempo(), Slices()
        self.scheduler = Scheduler(self._ring, now)
        self.deal_lock = asyncio.Lock()  # so that nobody gets two tables of the same deal
        self._tables: dict[str, Table] = {}

    async def open(self) -> None:
        """Let the clocks and bots of all stored tables go on."""
        opened = self.scheduler.opened
        for name, at in await self.store.do(clocks.due, opened):
            self.scheduler.set(name, at)
        for place, name in enumerate(await self.store.do(clocks.waiting_for_bots)):
            self.scheduler.set(name, opened + place * WAKE_INTERVAL)
        self.scheduler.start()

    async def _ring(self, name: str) -> None:
        async with self.table(name) as table:
            await table.timeouts.check()

    @asynccontextmanager
    async def table(self, name: str) -> AsyncIterator[Table]:
        """A table by its id; there is never a second object for the same match."""
        table = self._tables.pop(name, None)
        if table is None:
            table = Table(name, self.store, self.workers, self.pause, self.scheduler, self.tempo)
            table.slices = self.slices
        self._tables[name] = table  # the most recently used are last
        table.users += 1
        try:
            yield table
        finally:
            table.users -= 1
            if table.idle and not table.known:
                self._drop(name)
            self._forget()

    def _forget(self) -> None:
        idle = [name for name, table in self._tables.items() if table.idle]
        for name in idle[: max(0, len(idle) - MAX_IDLE)]:
            self._drop(name)

    def _drop(self, name: str) -> None:
        """Let a table go. Its parts refer to it, so that only collecting garbage would free it."""
        if table := self._tables.pop(name, None):
            vars(table).clear()

    def forget(self, name: str) -> bool:
        """Drop a table from memory, unless somebody is there; whether it is not in memory now."""
        table = self._tables.get(name)
        if table is not None and not table.idle:
            return False
        self._tables.pop(name, None)
        return True

    def forget_visitor(self, visitor: str) -> None:
        """Let connections that a visitor still has only watch, as nobody in particular."""
        for table in self._tables.values():
            for viewer in table.viewers:
                if viewer.visitor == visitor:
                    viewer.visitor, viewer.mine = "", []

    async def refresh(self, name: str) -> None:
        """Show a table in memory as the store has it now."""
        if name in self._tables:
            async with self.table(name) as table:
                table.forget()
                with suppress(Refusal):  # it is gone, or cannot be played any more
                    async with table.open():
                        table.tell()
                        table.wake()

    @property
    def in_memory(self) -> int:
        return len(self._tables)

    @property
    def viewers(self) -> int:
        """Connections at all tables."""
        return sum(len(table.viewers) for table in self._tables.values())

    async def close(self) -> None:
        await self.scheduler.close()
        for table in list(self._tables.values()):
            await table.stop()
        await self.jobs.close()
        self.workers.close()
        await asyncio.to_thread(self.store.close)

    # -- setting up ---------------------------------------------------------------------------

    async def create(
        self,
        visitor: str,
        wanted: protocol.NewTable,
        base: str,
        count: Callable[[int], None] = lambda cards: None,
    ) -> dict[str, Any]:
        """Set up a table; returns its id and the links for invited people.

        `count` is told the bytes of its card file, without comments, and may refuse the table.
        """
        game = find(wanted.game)
        if wanted.daily:
            check_day(wanted.daily)
        switches, seed = game.challenge(wanted.daily) if wanted.daily else ({}, new_seed())
        file = await own_cards.find(self.store, game, wanted.cards) if wanted.cards else None
        asked = replace(wanted, options={**wanted.options, **switches})
        setup = await setups.of_wish(self.workers, asked, file, visitor)
        count(len(json.dumps(setup.overlay)) if file else 0)
        players, names = read_players(game, setup, wanted.players), read_names(setup, wanted.names)
        if wanted.open and HUMAN not in wanted.players:
            raise Refusal("An open table needs a free seat: name 'human' as one of the players.")
        shared = bool(wanted.daily)
        called = seat_names(game.id, players, names)
        match = CodedMatch(game, setup, called, seed, wanted.assists)
        match.commitment = "" if shared else commitment(seed)
        plan = Plan(match, players, names, own_seats(wanted.players, visitor))
        plan.rules = {**read_rules(wanted, setup.seats), "shared": shared}
        plan.open, plan.cards = wanted.open, file
        if shared and is_challenge(match, wanted):
            plan.deal = daily_deal(game.id, wanted.daily)
            return await self._set_up_once(plan, visitor, base)
        return await self.set_up(plan, visitor, base)

    async def _set_up_once(self, plan: Plan, visitor: str, base: str) -> dict[str, Any]:
        """Set up a table of a shared deal, or return the one at which the visitor plays it."""
        async with self.deal_lock:
            if table := await self.store.do(shared_deals.running, plan.deal, visitor):
                return {"id": table, "invites": []}
            return await self.set_up(plan, visitor, base)

    async def rematch(self, name: str, visitor: str, base: str, belt: str = "") -> dict[str, Any]:
        """The same players again, each one seat further; a second request gets the same table.

        One person against bots may ask for bots of another belt.
        """
        async with self.table(name) as table, table.open() as loaded:
            if not table.seats_of(visitor):
                raise DeniedError("Only players at this table can ask for a rematch.")
            if not loaded.match.over:
                raise TooSoonError("The match is not over yet.")
            if belt and loaded.players.count(PERSON) > 1:
                raise Refusal("Only one person alone against bots can choose another belt.")
            if not table.rematch:
                table.rematch = await self._set_up_rematch(name, table, loaded, visitor, base, belt)
                table.tell()
            return {"id": table.rematch}

    async def _set_up_rematch(
        self, name: str, table: Table, loaded: Loaded, visitor: str, base: str, belt: str
    ) -> str:
        old = loaded.match
        n = old.setup.seats
        turned = [(seat - 1) % n for seat in range(n)]  # the old seat of each player
        game, kept = newest(old.game), stored.header(old)
        choices = {seat: kept["choices"][was] for seat, was in enumerate(turned)}
        overlay = dict(old.setup.overlay)
        spec = TableSpec(game.id, n, kept["options"], tuple(choices.values()), overlay)
        setup = await setups.of_spec(self.workers, spec, visitor)
        players = [loaded.players[was] for was in turned]
        names = [loaded.given_names[was] for was in turned] if loaded.given_names else []
        holders = {
            (seat + 1) % n: (who, False)
            for seat, (who, _) in table.holders.items()
            if not who.startswith(GONE)
        }
        called = [old.names[was] for was in turned]
        if belt:
            check_agent(belt, game)
            players = [who if who == PERSON else belt for who in players]
            called = seat_names(game.id, players, names)
        match = CodedMatch(game, setup, called, assists=old.assists)
        match.commitment = commitment(match.seed)
        plan = Plan(match, players, names, holders, loaded.clocks.rules(), name)
        plan.cards = await self.card_file(game.id, overlay)
        try:
            made = await self.set_up(plan, visitor, base)
        except TakenError:  # another process has just set it up
            return await self.store.rematch(name)
        return str(made["id"])

    async def card_file(self, game: str, overlay: Mapping[str, Any]) -> CardFile | None:
        """The card file that a match is played with, if any, as it is kept."""
        name = own_cards.name_of(overlay)
        if name is None:
            return None
        kept = await self.store.do(cards.find, game, name.hash)
        return kept or cards.from_overlay(game, overlay)  # of a time before files were kept

    async def play_on(
        self, name: str, visitor: str, wanted: protocol.PlayOn, base: str
    ) -> dict[str, Any]:
        """A new table that goes on from a step of a finished match, with new chance."""
        async with self.seen(name, visitor) as table, table.open() as loaded:
            old = loaded.match
        if not old.over:
            raise TooSoonError("You can play on from here once the match is over.")
        players = read_players(old.game, old.setup, wanted.players)
        if not set(wanted.players) <= {ME, *players} or ME not in wanted.players:
            raise Refusal("Name 'me' for your seats and an agent for every other seat.")
        names = read_names(old.setup, wanted.names)
        origin = Origin(name, wanted.step)
        called = seat_names(old.game.id, players, names)
        match = await self.slices.last(branch(old, called, origin))
        plan = Plan(match, players, names, own_seats(wanted.players, visitor))
        plan.cards = await self.card_file(old.game.id, old.setup.overlay)
        return await self.set_up(plan, visitor, base)

    async def upload(self, text: str, found: Upload) -> tuple[dict[str, Any], bool]:
        """Save a checked record as a match of its own; returns whether it is new here."""
        name = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:12]).decode()
        seats = found.header["seats"]
        names = found.header["names"]
        hall = {"sitting": [RECORD] * seats, "keys": {}, "creator": "", "called": names}
        answer = {"id": name, "game": found.header["game"], "title": found.title}
        try:
            overlay = found.header["overlay"]
            fields = {**found.header, "hall": hall | kept_name(overlay)}
            await self.store.create(name, fields, found.entries, "", own_cards=found.cards)
            await self.store.do(results.keep, name, found.ending)
        except TakenError:  # the same record was uploaded before
            return answer, False
        return answer, True

    async def set_up(self, plan: Plan, visitor: str, base: str) -> dict[str, Any]:
        """Save a table as planned, completely or not at all.

        It is dealt when all people have come, at once if there are none.
        """
        match, players = plan.match, plan.players
        if PERSON not in players and not match.dealt:
            match.deal([""] * len(players))
        free = [s for s, who in enumerate(players) if who == PERSON and s not in plan.holders]
        keys = {seat: new_token() for seat in free}
        hall = {"sitting": players, "keys": keys, "creator": visitor, "called": plan.given_names}
        name = secrets.token_urlsafe(9)
        hall |= plan.rules | kept_name(match.setup.overlay)
        fields = {**stored.header(match), "hall": hall}
        saved = stored.entry_texts(match), stored.acting_marks(match), plan.holders, plan.rematch_of
        offered_by = visitor if plan.open else ""
        shared = plan.shared_deal()
        await self.store.create(name, fields, *saved, offered_by, shared, plan.cards)
        logs.note("created", table=name, game=match.game.id, people=players.count(PERSON))
        async with self.table(name) as table, table.open() as loaded:
            await table.timeouts.begin(loaded)
        return {"id": name, "invites": [invite(base, name, s, key) for s, key in keys.items()]}

    # -- offering a table to others -----------------------------------------------------------

    async def offer(self, table: Table, creator: str) -> None:
        """Offer a table to everybody in the hall; without a creator, withdraw the offer."""
        await self.store.do(open_seats.set_offered, table.name, creator)
        table.offered = bool(creator)
        table.tell()

    async def share(self, table: Table, loaded: Loaded, deal: str, seat: int) -> None:
        """Let others play the deal of a table; people who watch it now have waived it."""
        header = shared_header(loaded.match, loaded.players, seat)
        watching = {viewer.visitor for viewer in table.viewers if viewer.visitor}
        watching -= {visitor for visitor, _ in table.holders.values()}
        shared = Deal(deal, header, seat, now(), None)
        await self.store.do(shared_deals.share_table, shared, table.name, watching)
        table.deal = deal
        table.tell()

    async def let_watch(self, table: Table, visitor: str, agree: bool) -> None:
        """Note that a player lets everybody watch a finished match, or no longer does."""
        await self.store.do(shown.set_agreed, table.name, visitor, agree)
        table.agreed = table.agreed | {visitor} if agree else table.agreed - {visitor}
        table.tell()

    def attended(self) -> list[str]:
        """The tables whose creators are there now."""
        return [name for name, table in self._tables.items() if table.attended]

    async def look(self, name: str, visitor: str) -> Look:
        """A match as stored, if a visitor may see it; it is not played again for this."""
        deal = await self.barred(name, visitor)
        if deal:
            raise BarredError(deal)
        return await self.store.do(looks.look, name)

    @asynccontextmanager
    async def seen(self, name: str, visitor: str) -> AsyncIterator[Table]:
        """A table that a visitor may see: not one of a deal that they have yet to play."""
        deal = await self.barred(name, visitor)
        if deal:
            raise BarredError(deal)
        async with self.table(name) as table:
            yield table

    async def barred(self, name: str, visitor: str) -> str:
        """The deal a visitor must play or waive before they see a table; '' if there is none."""
        return await self.store.do(shared_deals.barred, name, visitor)

    # -- taking a seat ------------------------------------------------------------------------

    async def claim(self, name: str, visitor: str, key: str) -> bool:
        """Hold the seat of a key for a visitor; returns whether they have a seat now."""
        async with self.table(name) as table, table.open() as loaded:
            if table.seats_of(visitor):  # the seat stays free for others
                return True
            seat = seat_of_key(loaded, key)
            got = await self.store.claim(name, seat, visitor)
            if got:
                table.holders[seat] = (visitor, False)
            return got


def seat_of_key(loaded: Loaded, key: str) -> int:
    """The seat that an invitation is for."""
    for seat, secret in loaded.keys.items():
        if secrets.compare_digest(secret.encode(), key.encode()):
            return seat
    raise DeniedError("This link is not valid for a seat at this table.")


def game_title(game: str) -> str:
    """The title of a game; its id if it is no longer installed."""
    games = find_all()
    return games[game].title if game in games else game
