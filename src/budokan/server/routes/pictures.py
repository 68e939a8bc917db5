"""Pictures of tables: as one viewer may see them, and previews of links, the same for everybody."""

import secrets
from typing import get_args

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from budokan.kit.contract import SPECTATOR
from budokan.kit.errors import Refusal
from budokan.kit.game import find_all
from budokan.picture.ink import Theme
from budokan.server import replay as replays
from budokan.server.http.limits import count_picture
from budokan.server.http.requests import lobby_of, table_name
from budokan.server.http.routing import MEDIA, ApiRoute, Png, Svg
from budokan.server.http.waiting import jobs_of, look_of, order, wait_for
from budokan.server.jobs import PICTURE, Keep, Order
from budokan.server.pictures import (
    CARD,
    Drawing,
    Form,
    Kind,
    Still,
    draw,
    draw_opening,
    draw_still,
)
from budokan.server.table.frames import current_scene
from budokan.store import looks
from budokan.store.job_results import Name
from budokan.store.looks import Look

LONGEST = 20  # letters of a step that tell it from others
TYPES: dict[Kind, type] = {"svg": Svg, "png": Png}
MINUTE = {"cache-control": "public, max-age=60", "cross-origin-resource-policy": "cross-origin"}


async def picture_svg(request: Request) -> Response:
    """The table as SVG, now or after a step, as the visitor may see it."""
    return await picture(request, "svg")


async def picture_png(request: Request) -> Response:
    """The table as PNG, now or after a step, as the visitor may see it."""
    return await picture(request, "png")


async def picture(request: Request, kind: Kind) -> Response:
    """A picture under the rules of replays: before the end only the visitor's own view."""
    given = request.query_params
    step, form = given.get("step", ""), Form(kind, theme_of(given.get("theme", "light")))
    look, mine = await look_of(request)
    view = replays.viewer_of(look, mine, given.get("view", ""))
    if step or look.over:
        wanted = still(request, look, view, step, form)
    else:
        wanted = await current(request, look.id, view, form)
    game = look.header["game"]
    file = f"{game}-{step}.{kind}" if step else f"{game}.{kind}"
    headers = {"content-disposition": f'inline; filename="{file}"'}
    return await answer(request, wanted, kind, headers)


async def preview(request: Request) -> Response:
    """What a link to the table shows: what everybody may see; of a shared deal nothing."""
    name, lobby = table_name(request), lobby_of(request)
    shared, look = await lobby.barred(name, ""), await lobby.store.do(looks.look, name)
    if shared or look.hall.get("shared"):  # others get the same cards
        wanted = opening(request, look.header["game"])
    elif look.over:
        wanted = still(request, look, SPECTATOR, "", CARD)
    else:
        wanted = await current(request, name, SPECTATOR, CARD)
    return await answer(request, wanted, "png", MINUTE)


async def game_preview(request: Request) -> Response:
    """What a link to a deal of the game shows: a deal that nobody plays."""
    game = request.path_params["game"]
    if game not in find_all():
        raise HTTPException(404, "There is no such game.")
    return await answer(request, opening(request, game), "png", MINUTE)


# -- orders ---------------------------------------------------------------------------------------


def still(request: Request, look: Look, view: int, step: str, form: Form) -> Order:
    """A step of a match; remembered once the match is over."""
    store = lobby_of(request).store

    async def given() -> Still:
        return Still(await store.do(looks.record_of, look.id), view, step, form)

    once = "" if look.over else f" {secrets.token_hex(8)}"  # the next one may show more
    name = Name("still", look.id, f"{view} {step[:LONGEST]} {form.key}{once}")
    keep = Keep.MEMORY if look.over else Keep.NOWHERE
    return order(request, PICTURE, name, draw_still, given, keep)


async def current(request: Request, table_id: str, view: int, form: Form) -> Order:
    """A running match as it stands; the key is the Scene itself, so nobody gets another one."""
    async with lobby_of(request).table(table_id) as table, table.open() as loaded:
        drawing = Drawing(current_scene(table, loaded, view), form)

    async def given() -> Drawing:
        return drawing

    return order(request, PICTURE, Name("picture", "", drawing.key), draw, given, Keep.MEMORY)


def opening(request: Request, game: str) -> Order:
    async def given() -> str:
        return game

    return order(request, PICTURE, Name("opening", "", game), draw_opening, given, Keep.MEMORY)


async def answer(request: Request, wanted: Order, kind: Kind, headers: dict[str, str]) -> Response:
    if not jobs_of(request).knows(wanted.name):
        count_picture(request)
    drawn = await wait_for(request, wanted)
    return Response(drawn, headers=headers, media_type=MEDIA[TYPES[kind]])


def theme_of(text: str) -> Theme:
    for theme in get_args(Theme):
        if text == theme:
            found: Theme = theme
            return found
    raise Refusal("A theme is light or dark.")


QUERY = {
    "view": "The seat whose view to show, such as A, or spectator; before the end your own.",
    "step": "The position after so many entries of the replay of this view; else the present one.",
    "theme": "light or dark.",
}
ROUTES: list[BaseRoute] = [
    ApiRoute(
        "/api/tables/{table}/picture.svg",
        picture_svg,
        query=QUERY,
        gives=Svg,
        faults=(409, 429),
    ),
    ApiRoute(
        "/api/tables/{table}/picture.png",
        picture_png,
        query=QUERY,
        gives=Png,
        faults=(409, 429),
    ),
    ApiRoute("/api/tables/{table}/preview.png", preview, gives=Png, faults=(409, 429)),
    ApiRoute("/api/games/{game}/preview.png", game_preview, gives=Png, faults=(409, 429)),
]
