"""Deals that several people play, the challenge of a day among them; results side by side."""

import re
import secrets

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from budokan import protocol
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, find_all
from budokan.match import record
from budokan.match.ending import Ending, now
from budokan.match.match import CodedMatch
from budokan.server.daily import check_day, daily_deal, today
from budokan.server.http import logs
from budokan.server.http.errors import DeniedError, TooSoonError
from budokan.server.http.limits import charge
from budokan.server.http.pages import page
from budokan.server.http.requests import (
    SORRY,
    Answer,
    base_of,
    json_of,
    lobby_of,
    remember,
    table_name,
    token_of,
    visitor_of,
)
from budokan.server.http.routing import Described
from budokan.server.lobby import Lobby, known_as, new_token
from budokan.server.new_table import Plan
from budokan.server.routes.open_tables import words
from budokan.server.table.seat_names import called, letters
from budokan.server.table.table import Loaded
from budokan.store import shared_deals
from budokan.store import store as stored
from budokan.store.clocks import PERSON
from budokan.store.shared_deals import Deal, Play
from budokan.store.store import UnknownError
from budokan.thinking import par

DEAL = re.compile(r"[A-Za-z0-9_-]{1,64}")
DAILY = re.compile(r"daily-([a-z0-9_]{1,40})-(\d{4}-\d{2}-\d{2})")
UNKNOWN = "There is no such deal."


class Player(Struct, forbid_unknown_fields=True):
    """Who is about to play a deal."""

    name: protocol.Name | None = None


class Shared(Struct):
    """A deal that others can play."""

    id: str


class Result(Struct):
    """What somebody made of a deal."""

    name: str
    outcome: str  # won, lost or drawn
    score: float  # 0 to 1
    told: str
    facts: str  # how the table stood at the end
    ended: str
    table: str  # where it was played; '' for the house
    mine: bool


class Same(Struct):
    """A deal, and what everybody made of it; results only for who has finished or waived it."""

    id: str
    game: str
    title: str
    day: str  # of a challenge; else ''
    seat: int  # the person's
    names: list[str]
    sitting: list[str]  # 'person' or the name of an agent
    options: list[str]  # what differs from the default, in words
    since: str
    people: int  # how many have a result that counts
    table: str  # where the visitor plays it, or played it; '' if nowhere
    state: str  # of the visitor: new, running, finished or waived
    results: list[Result] | None
    par: Result | None  # nothing while it is sought
    fault: str  # why there is no par


_PLAYER = msgspec.json.Decoder(Player)


# -- finding --------------------------------------------------------------------------------------


async def deal_named(request: Request) -> Deal:
    """The deal an address asks for; the challenge of a day needs nobody to have set it up."""
    name: str = request.path_params["deal"]
    if not DEAL.fullmatch(name):
        raise UnknownError(UNKNOWN)
    found = await lobby_of(request).store.do(shared_deals.find, name)
    return found or challenge(name)


def challenge(name: str) -> Deal:
    """The challenge of a day, as it is dealt."""
    fits = DAILY.fullmatch(name)
    game = find_all().get(fits[1]) if fits else None
    if fits is None or game is None or game.daily is None:
        raise UnknownError(UNKNOWN)
    check_day(fits[2])
    switches, seed = game.challenge(fits[2])
    sitting = [PERSON] + ["greedy"] * (game.default_seats - 1)
    match = CodedMatch(game, game.setup(game.default_seats, switches), letters(sitting), seed)
    header = {**stored.header(match), "hall": {"sitting": sitting}}
    return Deal(name, header, 0, now(), None)


def day_of(deal: Deal) -> str:
    fits = DAILY.fullmatch(deal.id)
    return fits[2] if fits else ""


def dealt(deal: Deal) -> CodedMatch:
    """A match of the deal before anybody has acted; refused if the rules have changed since."""
    return record.restore(record.Record(deal.header, [], over=False), "The deal")


# -- what is asked --------------------------------------------------------------------------------


async def same(request: Request) -> Response:
    """A deal that several people play; results only for who has finished or waived it."""
    deal, visitor = await deal_named(request), visitor_of(request)
    store = lobby_of(request).store
    table, finished, waived, played = await store.do(shared_deals.standing, deal, visitor)
    state = "waived" if waived else "finished" if finished else "running" if table else "new"
    counted = [play for play in played if counts(deal, play)]
    told = facts(deal, table, state, len(counted))
    if finished or waived:
        told.results = [result(deal, play, visitor) for play in counted]
        await _add_par(request, deal, told)
    return Answer(told)


def counts(deal: Deal, play: Play) -> bool:
    """A challenge counts if it was begun on its day."""
    return day_of(deal) in ("", play.created[:10])


def facts(deal: Deal, table: str, state: str, people: int) -> Same:
    """What everybody may know of a deal."""
    header = deal.header
    game = find_all().get(header["game"])
    return Same(
        id=deal.id,
        game=header["game"],
        title=game.title if game else header["game"],
        day=day_of(deal),
        seat=deal.seat,
        names=header["names"],
        sitting=header["hall"]["sitting"],
        options=words(header),
        since=deal.created,
        people=people,
        table=table,
        state=state,
        results=None,
        par=None,
        fault="",
    )


def result(deal: Deal, play: Play, visitor: str) -> Result:
    mine = bool(visitor) and play.visitor == visitor
    return outcome(play.name, deal.seat, play.ending, play.match, mine)


def outcome(name: str, seat: int, end: Ending, table: str = "", mine: bool = False) -> Result:
    kept = (end.outcomes[seat], end.scores[seat], end.told, end.facts, end.ended)
    return Result(name, *kept, table, mine)


async def _add_par(request: Request, deal: Deal, told: Same) -> None:
    """Par, if it is known; else it is sought, once for each deal."""
    if deal.par is not None:
        told.par = msgspec.convert(deal.par, Result)
        return
    try:
        match = dealt(deal)
        if why := match.game.endless(match.setup):
            raise Refusal(why)
        agent = par.strongest(match.game)
        seats = list(told.sitting)
        seats[deal.seat], name = agent, par_name(match.game)
        names = [*told.names[: deal.seat], name, *told.names[deal.seat + 1 :]]
        end = request.app.state.pars.ask(
            f"deal {deal.id}", par.house_result, par.house_deal(match, seats, names)
        )
    except Refusal as refusal:
        told.fault = str(refusal)
        return
    except Exception as error:  # of a worker: the results of people are told all the same
        told.fault = SORRY.format(logs.fault("Par was not found.", error))
        return
    if end is not None:
        told.par = found = outcome(name, deal.seat, end)
        kept = msgspec.to_builtins(found)
        store = lobby_of(request).store
        await store.do(shared_deals.keep_par, deal.id, kept)


def par_name(game: Game) -> str:
    agent = par.strongest(game)
    return f"The {agent}" + ("" if game.planner is not None else " belt")


async def play(request: Request) -> Response:
    """Play a deal at a table of one's own; asked again it is the same table."""
    deal, wanted = await deal_named(request), protocol.read_body(_PLAYER, await json_of(request))
    lobby, token = lobby_of(request), token_of(request) or new_token()
    visitor = known_as(token)
    async with lobby.beginning:
        table = await lobby.store.do(shared_deals.table_of, deal.id, visitor)
        if not table:
            charge(request)
            table = await _begun(lobby, deal, visitor, wanted.name or "", base_of(request))
    response = Answer(Shared(table))
    remember(response, token)
    return response


async def _begun(lobby: Lobby, deal: Deal, visitor: str, name: str, base: str) -> str:
    match, sitting = dealt(deal), deal.header["hall"]["sitting"]
    given = [""] * len(sitting)
    given[deal.seat] = protocol.readable(name) if name else ""
    names = list(match.names)
    names[deal.seat] = called(sitting, given)[deal.seat]
    match = CodedMatch(match.game, match.setup, names, match.seed, match.assists, bits=match.bits)
    match.begin()
    plan = Plan(match, sitting, given, {deal.seat: (visitor, False)}, {"shared": True})
    plan.deal, plan.seat = deal.id, deal.seat
    return str((await lobby.set_up(plan, visitor, base))["id"])


async def waive(request: Request) -> Response:
    """Look at the results without having played; whoever does so is not counted any more."""
    deal, token = await deal_named(request), token_of(request) or new_token()
    visitor = known_as(token)
    charge(request)
    await lobby_of(request).store.do(shared_deals.show_results, deal, visitor)
    response = Answer(Shared(deal.id))
    remember(response, token)
    return response


async def share(request: Request) -> Response:
    """Offer the deal of a table to others: a person's against the house, or alone."""
    name, visitor, lobby = table_name(request), visitor_of(request), lobby_of(request)
    async with lobby.table(name) as table, table.open() as loaded:
        seats = table.seats_of(visitor)
        if not seats:
            raise DeniedError("Only who plays at this table can offer its deal.")
        _refuse(loaded)
        if not table.deal:
            await lobby.share(table, loaded, secrets.token_urlsafe(9), seats[0])
        return Answer(Shared(table.deal))


def _refuse(loaded: Loaded) -> None:
    """Only what everybody can meet alike is shared."""
    if loaded.sitting.count(PERSON) != 1:
        raise TooSoonError("Only a match of one person against the house can be offered.")
    if loaded.attendance.clock.counts:
        raise TooSoonError("With a clock a bot may stand in, so such a match cannot be offered.")
    if loaded.match.origin is not None:
        raise TooSoonError("A match that goes on from another one cannot be offered.")
    if not loaded.match.dealt:
        raise TooSoonError("Nothing has been dealt at this table yet.")


async def daily(request: Request) -> Response:
    """To the challenge of today."""
    game = next((game.id for game in find_all().values() if game.daily is not None), "")
    return RedirectResponse(f"/same/{daily_deal(game, today())}" if game else "/", 303)


ROUTES: list[BaseRoute] = [
    Route("/daily", daily),
    Route("/same/{deal}", page("same")),
    Described("/api/same/{deal}", same, gives=Same, faults=(400, 409)),
    Described("/api/same/{deal}/play", play, "POST", takes=Player, gives=Shared, faults=(409, 429)),
    Described("/api/same/{deal}/waive", waive, "POST", gives=Shared, faults=(400, 409, 429)),
    Described("/api/tables/{table}/same", share, "POST", gives=Shared, faults=(409,)),
]
