"""All tables: who sets them up, who may sit where, and which are in memory."""

import asyncio
import base64
import hashlib
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from typing import Any

from msgspec.structs import replace

from budokan.kit.core import CHANCE, SPECTATOR
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup, find, find_all
from budokan.kit.notation import SEATS, parse_seat
from budokan.play import clock as clocks
from budokan.play import duplicates, kept, offers, timings
from budokan.play import store as stored
from budokan.play.chance import commitment, new_seed
from budokan.play.clock import Clock
from budokan.play.match import Match, Origin
from budokan.play.store import Store, TakenError
from budokan.server import logs, wire
from budokan.server.attendance import WAIT
from budokan.server.bots import Bots, check_agent
from budokan.server.deals import PERSON
from budokan.server.hours import Hours
from budokan.server.shown import invite
from budokan.server.table import RECORD, Loaded, Table

ME, HUMAN = "me", "human"
IN_MEMORY = 200  # tables at which nobody sits now; more are forgotten, not lost


class DeniedError(Refusal):
    """Somebody asks for what is not theirs."""


class TooSoonError(Refusal):
    """What is asked for is not possible yet."""


def new_token() -> str:
    return secrets.token_urlsafe(24)


def known_as(token: str) -> str:
    """What the store keeps of a visitor's token: not the token."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def today() -> str:
    """The day that is the same for everyone."""
    return datetime.now(UTC).date().isoformat()


def check_day(day: str) -> None:
    """Refuse a challenge before its day, and a day written in another way: it names the deal."""
    if date.fromisoformat(day).isoformat() != day:
        raise Refusal(f"A day is written like {today()}.")
    if day > today():
        raise TooSoonError("This day has not come yet.")


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
        """Let the clocks run; what was due while the hall was closed is due anew."""
        for name, wait in await asyncio.wrap_future(self.store.do(timings.waits)):
            self.hours.set(name, self.hours.opened + wait)
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

    async def create(self, visitor: str, wanted: wire.NewTable, base: str) -> dict[str, Any]:
        """Set up a table; its id and the links for those who are invited."""
        game = find(wanted.game)
        switches, seed = game.challenge(wanted.daily) if wanted.daily else ({}, new_seed())
        if wanted.daily:
            check_day(wanted.daily)
        setup = read_setup(game, replace(wanted, options={**wanted.options, **switches}))
        people = read_sitting(game, setup, wanted.sitting)
        if wanted.names and len(wanted.names) != setup.seats:
            raise Refusal(f"{setup.seats} seats need {setup.seats} names, or none.")
        holders = {s: (visitor, False) for s, who in enumerate(wanted.sitting) if who == ME}
        called = [wire.readable(name) for name in wanted.names]
        if wanted.open and HUMAN not in wanted.sitting:
            raise Refusal("An open table needs a seat that is free: let somebody sit as 'human'.")
        shared = bool(wanted.daily)
        match = Match(game, setup, called or seat_names(people), seed, wanted.assists)
        match.commitment = "" if shared else commitment(seed)
        rules = {**read_rules(wanted, setup.seats), "shared": shared}
        made = await self.set_up(match, people, called, visitor, holders, base, rules=rules)
        async with self.table(str(made["id"])) as table, table.open() as loaded:
            if wanted.open:
                await self.offer(table, visitor)
            if wanted.daily and is_challenge(loaded, wanted):
                await self.share(table, loaded, daily_deal(game.id, wanted.daily), 0)
        return made

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
        setup = old.game.setup(
            n,
            stored.header(old)["options"],
            {seat: stored.header(old)["choices"][was] for seat, was in enumerate(turned)},
            old.setup.overlay,
        )
        people = [loaded.sitting[was] for was in turned]
        called = [loaded.called[was] for was in turned] if loaded.called else []
        holders = {(seat + 1) % n: (who, False) for seat, (who, _) in table.holders.items()}
        match = Match(old.game, setup, called or seat_names(people), assists=old.assists)
        match.commitment = commitment(match.seed)
        try:
            rules = loaded.attendance.rules()
            made = await self.set_up(match, people, called, visitor, holders, base, name, rules)
        except TakenError:  # another process was asked at the same time
            return await asyncio.wrap_future(self.store.rematch(name))
        return str(made["id"])

    async def play_on(
        self, name: str, visitor: str, wanted: wire.PlayOn, base: str
    ) -> dict[str, Any]:
        """A new table that goes on from a step of a finished match; chance is new from there."""
        async with self.seen(name, visitor) as table, table.open() as loaded:
            old = loaded.match
        if not old.over:
            raise TooSoonError("Play on from here once the match is over.")
        people = read_sitting(old.game, old.setup, wanted.sitting)
        if not set(wanted.sitting) <= {ME, *people} or ME not in wanted.sitting:
            raise Refusal("Here you sit with players of the house; name your seat 'me'.")
        origin = Origin(name, wanted.step)
        match = await asyncio.to_thread(branched, old, people, origin)  # over: it stays as it is
        holders = {s: (visitor, False) for s, who in enumerate(wanted.sitting) if who == ME}
        return await self.set_up(match, people, [], visitor, holders, base)

    async def keep(self, text: str) -> tuple[dict[str, Any], bool]:
        """Keep a record from outside as a match of its own; whether it is new here."""
        found = await self.bots.run(kept.check, text)
        name = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:12]).decode()
        seats = found.header["seats"]
        called = found.header["names"]
        hall = {"sitting": [RECORD] * seats, "keys": {}, "creator": "", "called": called}
        told = {"id": name, "game": found.header["game"], "title": found.title}
        try:
            fields = {**found.header, "hall": hall}
            await asyncio.wrap_future(self.store.create(name, fields, found.entries, ""))
        except TakenError:  # the same record, kept before
            return told, False
        return told, True

    async def set_up(
        self,
        match: Match,
        sitting: list[str],
        called: list[str],
        visitor: str,
        holders: dict[int, tuple[str, bool]],
        base: str,
        rematch_of: str | None = None,
        rules: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Save a match; it is dealt when all people have come, at once if there are none.

        The rules of the table: a clock, what happens to who is away, and whether the seed is
        shared with other tables, so that nothing is promised or mixed into it.
        """
        if PERSON not in sitting and not match.dealt:
            match.deal([""] * len(sitting))
        free = [s for s, who in enumerate(sitting) if who == PERSON and s not in holders]
        keys = {seat: new_token() for seat in free}
        hall = {"sitting": sitting, "keys": keys, "creator": visitor, "called": called}
        hall |= rules or {}
        name = secrets.token_urlsafe(9)
        fields = {**stored.header(match), "hall": hall}
        texts, acting = stored.texts(match), stored.marks(match)
        await asyncio.wrap_future(
            self.store.create(name, fields, texts, acting, holders, rematch_of)
        )
        logs.note("created", table=name, game=match.game.id, people=sitting.count(PERSON))
        async with self.table(name) as table, table.open() as loaded:
            await table.absences.begin(loaded)
        return {"id": name, "invites": [invite(base, name, s, key) for s, key in keys.items()]}

    # -- telling others of a table ------------------------------------------------------------

    async def offer(self, table: Table, creator: str) -> None:
        """Offer a table to everybody in the hall; without a creator, withdraw it."""

        def work(con: sqlite3.Connection) -> None:
            offers.withdraw(con, table.name)
            if creator:
                offers.offer(con, table.name, creator)

        await asyncio.wrap_future(self.store.do(work))
        table.offered = bool(creator)
        table.tell()

    async def share(self, table: Table, loaded: Loaded, deal: str, seat: int) -> None:
        """Let others play the deal of a table; who watches it now has seen it."""
        hall = {"sitting": loaded.sitting}
        header = {**stored.header(loaded.match), "hall": hall}
        names = list(header["names"])
        names[seat] = SEATS[seat]  # who plays it first is nobody's business
        header["names"] = names
        watching = {viewer.visitor for viewer in table.viewers if viewer.visitor}
        watching -= {visitor for visitor, _ in table.holders.values()}

        def work(con: sqlite3.Connection) -> None:
            duplicates.share(con, deal, header, seat)
            duplicates.add(con, deal, table.name)
            for visitor in watching:
                duplicates.waive(con, deal, visitor)

        await asyncio.wrap_future(self.store.do(work))
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
            raise DeniedError(
                f"Others play this deal, too. Play it first, or look at /same/{deal}."
            )
        async with self.table(name) as table:
            yield table

    async def barred(self, name: str, visitor: str) -> str:
        """The deal a visitor must play or waive before they see a table; '' if they may look."""
        asked = self.store.do(lambda con: duplicates.barred(con, name, visitor))
        return await asyncio.wrap_future(asked)

    # -- sitting down -------------------------------------------------------------------------

    async def claim(self, name: str, visitor: str, key: str) -> bool:
        """Hold the seat of a key for a visitor; whether they may now sit at the table."""
        async with self.table(name) as table, table.open() as loaded:
            if table.seats_of(visitor):  # who sits here already leaves the seat to others
                return True
            for seat, secret in loaded.keys.items():
                if secrets.compare_digest(secret.encode(), key.encode()):
                    got = await asyncio.wrap_future(self.store.claim(name, seat, visitor))
                    if got:
                        table.holders[seat] = (visitor, False)
                    return got
        raise DeniedError("This link opens no seat at this table.")

    async def listed(self, visitor: str) -> list[dict[str, Any]]:
        """The tables a visitor sits at, with whose turn it is."""
        found = await asyncio.wrap_future(self.store.listed(visitor)) if visitor else []
        return [
            {
                "id": row.id,
                "game": row.header["game"],
                "title": title(row.header["game"]),
                "names": row.header["names"],
                "mine": row.seats,
                "acting": [SEATS.index(mark) for mark in row.acting.split() if mark in SEATS],
                "yours": any(SEATS[seat] in row.acting.split() for seat in row.seats),
                "over": not row.acting,
                "created": row.created,
            }
            for row in found
        ]


def branched(old: Match, people: Sequence[str], origin: Origin) -> Match:
    """A match with the first entries of another one and a seed of its own."""
    steps = old.settled(SPECTATOR)
    if origin.step >= len(steps):
        raise Refusal(f"The match is over after step {len(steps) - 1}; choose one before its end.")
    match = Match(old.game, old.setup, seat_names(people), new_seed(), origin=origin)
    for entry in steps[: origin.step]:
        match.replay(*entry)
    if match.acting == (CHANCE,):
        raise Refusal(
            f"At step {origin.step} chance is next; choose a step where somebody decides."
        )
    return match


def title(game: str) -> str:
    """What a game is called, even if it is not installed any more."""
    games = find_all()
    return games[game].title if game in games else game


def read_setup(game: Game, wanted: wire.NewTable) -> Setup:
    seats = wanted.seats if wanted.seats is not None else len(wanted.sitting)
    most = game.seats[-1]
    choices = {parse_seat(seat, most): chosen for seat, chosen in wanted.choices.items()}
    return game.setup(seats, wanted.options, choices)


def read_rules(wanted: wire.NewTable, seats: int) -> dict[str, Any]:
    """The clock of a table and what happens to who is away, as the store keeps them."""
    clock = Clock(wanted.clock.kind, wanted.clock.seconds, wanted.clock.increment)
    clocks.check(clock, seats)
    if clock.counts and wanted.absent == WAIT:
        raise Refusal("At a table with a clock absent is 'claim' or 'bot', not 'wait'.")
    return {"clock": clock._asdict(), "absent": wanted.absent}


def read_sitting(game: Game, setup: Setup, sitting: Sequence[str]) -> list[str]:
    """Who sits where: a person, or the name of an agent."""
    if len(sitting) != setup.seats:
        raise Refusal(f"{setup.seats} seats need as many who sit there, not {len(sitting)}.")
    people = [PERSON if who in (ME, HUMAN) else who.strip().lower() for who in sitting]
    for who in people:
        if who != PERSON:
            check_agent(who, game)
    if PERSON not in people and game.endless(setup):
        raise Refusal(game.endless(setup))
    return people


def seat_names(sitting: Sequence[str]) -> list[str]:
    """Letters, with the agent's name in brackets."""
    return [SEATS[i] if who == PERSON else f"{SEATS[i]} ({who})" for i, who in enumerate(sitting)]


def daily_deal(game: str, day: str) -> str:
    """The name of the deal that is the challenge of a day."""
    return f"daily-{game}-{day}"


def is_challenge(loaded: Loaded, wanted: wire.NewTable) -> bool:
    """Whether a table is the challenge as everybody plays it: one person, nobody for them."""
    match = loaded.match
    plain = match.game.setup(match.setup.seats, match.game.challenge(wanted.daily)[0])
    alone = list(wanted.sitting) == [ME] and not loaded.attendance.clock.counts
    return alone and plain.options == match.setup.options
