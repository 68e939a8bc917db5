"""Shared deals, the daily challenge among them: play the same deal, then compare results."""

import re
import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from budokan import protocol
from budokan.agents.house_names import GUEST, distinct, seat_names
from budokan.kit.entries import undone
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, find_all
from budokan.match import record
from budokan.match.ending import Ending, now
from budokan.match.match import CodedMatch
from budokan.protocol import PERSON, DealResult, SharedDeal
from budokan.server import previews, setups
from budokan.server.daily import check_day, daily_deal, today
from budokan.server.http import logs
from budokan.server.http.errors import DeniedError, TooSoonError
from budokan.server.http.limits import count_table, owner_of
from budokan.server.http.pages import answer
from budokan.server.http.requests import (
    FAULT,
    Answer,
    base_of,
    guest_of,
    json_of,
    lobby_of,
    table_name,
    visitor_of,
    welcome,
)
from budokan.server.http.routing import ApiRoute
from budokan.server.http.waiting import VERSION, jobs_of
from budokan.server.jobs import HOUSE_PAR, Keep, Order
from budokan.server.lobby import Lobby
from budokan.server.new_table import Plan
from budokan.server.own_cards import read_name
from budokan.server.routes.open_tables import option_words
from budokan.server.table.table import Loaded
from budokan.store import shared_deals
from budokan.store import store as stored
from budokan.store.job_results import Name
from budokan.store.shared_deals import Deal, Play
from budokan.store.store import UnknownError
from budokan.thinking import par

DEAL = re.compile(r"[A-Za-z0-9_-]{1,64}")
DAILY = re.compile(r"daily-([a-z0-9_]{1,40})-(\d{4}-\d{2}-\d{2})")
UNKNOWN = "There is no such deal."


# -- deals ----------------------------------------------------------------------------------------


async def deal_named(request: Request) -> Deal:
    """The deal named in a request; a daily challenge exists without being set up."""
    name: str = request.path_params["deal"]
    if not DEAL.fullmatch(name):
        raise UnknownError(UNKNOWN)
    found = await lobby_of(request).store.do(shared_deals.find, name)
    return found or challenge(name)


def challenge(name: str) -> Deal:
    """The deal of a daily challenge."""
    fits = DAILY.fullmatch(name)
    game = find_all().get(fits[1]) if fits else None
    if fits is None or game is None or game.daily is None:
        raise UnknownError(UNKNOWN)
    check_day(fits[2])
    switches, seed = game.challenge(fits[2])
    players = [PERSON] + ["greedy"] * (game.default_seats - 1)
    setup, names = game.setup(game.default_seats, switches), seat_names(game.id, players)
    match = CodedMatch(game, setup, names, seed)
    header = {**stored.header(match), "hall": {"sitting": players}}
    return Deal(name, header, 0, now(), None)


def day_of(deal: Deal) -> str:
    fits = DAILY.fullmatch(deal.id)
    return fits[2] if fits else ""


async def new_match(lobby: Lobby, deal: Deal, visitor: str) -> CodedMatch:
    """A match of the deal before the first action; refused if the rules have changed since."""
    begins = await setups.of_header(lobby.workers, deal.header, "The deal", visitor)
    start = record.Record(deal.header, [], over=False)
    match, _ = next(record.replay(start, "The deal", begins))
    match.correct()
    return match


# -- routes ---------------------------------------------------------------------------------------


async def shared_deal(request: Request) -> Response:
    """A shared deal; with results only if the visitor has finished or waived it."""
    deal, visitor = await deal_named(request), visitor_of(request)
    store = lobby_of(request).store
    table, finished, waived, played = await store.do(shared_deals.standing, deal, visitor)
    state = "waived" if waived else "finished" if finished else "running" if table else "new"
    counted = [play for play in played if counts(deal, play)]
    answer = facts(deal, table, state, len(counted))
    if finished or waived:
        answer.results = [result(deal, play, visitor) for play in counted]
        await _add_par(request, deal, answer)
    return Answer(answer)


def counts(deal: Deal, play: Play) -> bool:
    """Whether a play counts: a daily challenge must be begun on its day."""
    return day_of(deal) in ("", play.created[:10])


def facts(deal: Deal, table: str, state: str, people: int) -> SharedDeal:
    """What everybody may know about a deal."""
    header = deal.header
    game = find_all().get(header["game"])
    return SharedDeal(
        id=deal.id,
        game=header["game"],
        title=game.title if game else header["game"],
        day=day_of(deal),
        seat=deal.seat,
        names=header["names"],
        players=header["hall"]["sitting"],
        options=option_words(header),
        since=deal.created,
        people=people,
        table=table,
        state=state,
        results=None,
        par=None,
        fault="",
        cards=read_name(header["hall"]),
    )


def result(deal: Deal, play: Play, visitor: str) -> DealResult:
    mine = bool(visitor) and play.visitor == visitor
    return outcome(play.name, deal.seat, play.ending, play.match, mine)


def outcome(name: str, seat: int, end: Ending, table: str = "", mine: bool = False) -> DealResult:
    kept = (end.outcomes[seat], end.scores[seat], end.told, end.facts, end.ended)
    return DealResult(name, *kept, table, mine)


def renamed(values: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    return {new if key == old else key: value for key, value in values.items()}


async def _add_par(request: Request, deal: Deal, answer: SharedDeal) -> None:
    """Add par if it is known; otherwise have it computed, once for each deal."""
    if deal.par is not None:
        answer.par = msgspec.convert(renamed(deal.par, "told", "result"), DealResult)
        return
    jobs, owner, lobby = jobs_of(request), owner_of(request), lobby_of(request)
    try:
        match = await new_match(lobby, deal, visitor_of(request))
        if why := match.game.endless(match.setup):
            raise Refusal(why)
        agent = par.strongest(match.game)
        seats = list(answer.players)
        seats[deal.seat], name = agent, par_name(match.game)
        names = [*answer.names[: deal.seat], name, *answer.names[deal.seat + 1 :]]
        house = par.house_deal(match, seats, names)

        async def make() -> bytes:
            return await jobs.run(HOUSE_PAR, owner, house_json, house)

        kept = Name("house", "", deal.id, VERSION)
        body = await jobs.ask(Order(HOUSE_PAR, owner, kept, make, Keep.STORE))
    except Refusal as refusal:
        answer.fault = str(refusal)
        return
    except Exception as error:  # of a worker: the results of people are still shown
        answer.fault = FAULT.format(logs.fault("Par could not be computed.", error))
        return
    if body is not None:
        end = msgspec.json.decode(body, type=Ending)
        answer.par = found = outcome(name, deal.seat, end)
        known = renamed(msgspec.to_builtins(found), "result", "told")  # as stores have it
        await lobby.store.do(shared_deals.keep_par, deal.id, known)


def house_json(given: par.HouseDeal) -> bytes:
    """What the house makes of a deal; a worker lets it play."""
    return msgspec.json.encode(par.house_result(given))


def par_name(game: Game) -> str:
    agent = par.strongest(game)
    return f"The {agent}" + ("" if game.planner is not None else " belt")


async def play(request: Request) -> Response:
    """Play a deal at a table of your own; a second request gets the same table."""
    deal = await deal_named(request)
    wanted = protocol.decode_body(protocol.DealPlayer, await json_of(request))
    lobby, visitor = lobby_of(request), guest_of(request)
    async with lobby.deal_lock:
        table = await lobby.store.do(shared_deals.table_of, deal.id, visitor)
        if not table:
            count_table(request)
            table = await _set_up(lobby, deal, visitor, wanted.name or "", base_of(request))
    return await welcome(request, Answer(protocol.TableId(table)))


async def _set_up(lobby: Lobby, deal: Deal, visitor: str, name: str, base: str) -> str:
    match, players = await new_match(lobby, deal, visitor), deal.header["hall"]["sitting"]
    given = [""] * len(players)
    given[deal.seat] = protocol.clean_name(name) if name else ""
    names = list(match.names)
    names[deal.seat] = distinct(
        given[deal.seat] or GUEST, names[: deal.seat] + names[deal.seat + 1 :]
    )
    match = CodedMatch(match.game, match.setup, names, match.seed, match.assists, bits=match.bits)
    match.begin()
    plan = Plan(match, players, given, {deal.seat: (visitor, False)}, {"shared": True})
    plan.deal, plan.seat = deal.id, deal.seat
    plan.cards = await lobby.card_file(match.game.id, match.setup.overlay)
    return str((await lobby.set_up(plan, visitor, base))["id"])


async def waive(request: Request) -> Response:
    """See the results without playing; from then on the visitor's own result does not count."""
    deal, visitor = await deal_named(request), guest_of(request)
    count_table(request)
    await lobby_of(request).store.do(shared_deals.show_results, deal, visitor)
    return await welcome(request, Answer(protocol.DealId(deal.id)))


async def share(request: Request) -> Response:
    """Offer the deal of a table to others, if one person played it against bots or alone."""
    name, visitor, lobby = table_name(request), visitor_of(request), lobby_of(request)
    async with lobby.table(name) as table, table.open() as loaded:
        seats = table.seats_of(visitor)
        if not seats:
            raise DeniedError("Only players at this table can offer its deal.")
        _check_shareable(loaded)
        if loaded.shared and not table.deal:
            raise TooSoonError("These are the cards of a day's challenge; play that with others.")
        if not table.deal:
            await lobby.share(table, loaded, secrets.token_urlsafe(9), seats[0])
        return Answer(protocol.DealId(table.deal))


def _check_shareable(loaded: Loaded) -> None:
    """Refuse to share a deal that others could not play under the same conditions."""
    if loaded.players.count(PERSON) != 1:
        raise TooSoonError("Only a match of one person against the house can be offered to others.")
    if loaded.clocks.clock.counts:
        raise TooSoonError("A match with a clock cannot be offered: a bot might play for somebody.")
    if loaded.match.origin is not None:
        raise TooSoonError("A match that goes on from another one cannot be offered.")
    if undone(loaded.match.entries):
        raise TooSoonError("A match in which a move was undone cannot be offered.")
    if not loaded.match.dealt:
        raise TooSoonError("This table has not been dealt yet.")


async def daily(request: Request) -> Response:
    """Redirect to today's challenge."""
    game = next((game.id for game in find_all().values() if game.daily is not None), "")
    return RedirectResponse(f"/same/{daily_deal(game, today())}" if game else "/", 303)


async def deal_page(request: Request) -> Response:
    """The page of a deal; its preview tells nothing of the deal."""
    deal = await deal_named(request)
    found = previews.of_deal(deal.id, deal.header["game"])
    return answer("same", previews.tags(found, base_of(request)))


ROUTES: list[BaseRoute] = [
    Route("/daily", daily),
    Route("/same/{deal}", deal_page),
    ApiRoute("/api/same/{deal}", shared_deal, gives=SharedDeal, faults=(400, 409)),
    ApiRoute(
        "/api/same/{deal}/play",
        play,
        "POST",
        takes=protocol.DealPlayer,
        gives=protocol.TableId,
        faults=(409, 429),
    ),
    ApiRoute(
        "/api/same/{deal}/waive", waive, "POST", gives=protocol.DealId, faults=(400, 409, 429)
    ),
    ApiRoute("/api/tables/{table}/same", share, "POST", gives=protocol.DealId, faults=(409,)),
]
