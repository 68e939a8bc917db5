"""Pictures of tables: as one viewer may see them, and previews of links, the same for everybody."""

import asyncio
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
from budokan.server.http.requests import lobby_of, table_name, visitor_of
from budokan.server.http.routing import MEDIA, ApiRoute, Png, Svg
from budokan.server.pictures import PREVIEW, Kind, Order, PictureJobs, opening, scene_at
from budokan.server.table.frames import current_scene

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
    given, name = request.query_params, table_name(request)
    step, theme = given.get("step", ""), theme_of(given.get("theme", "light"))
    if step:
        count_picture(request)  # also one that is kept: the match is replayed for it
    async with lobby_of(request).seen(name, visitor_of(request)) as table, table.open() as loaded:
        match, seats = loaded.match, table.seats_of(visitor_of(request))
        view = replays.viewer_of(match, seats, given.get("view", ""))
        if step:
            scene = await asyncio.to_thread(scene_at, match, view, step)
        else:
            scene = current_scene(table, loaded, view)
    file = f"{match.game.id}-{step}.{kind}" if step else f"{match.game.id}.{kind}"
    headers = {"content-disposition": f'inline; filename="{file}"'}
    return await answer(request, Order(scene, kind, theme), headers, counted=bool(step))


async def preview(request: Request) -> Response:
    """What a link to the table shows: what everybody may see; of a shared deal nothing."""
    name, lobby = table_name(request), lobby_of(request)
    shared = await lobby.barred(name, "")
    async with lobby.table(name) as table, table.open() as loaded:
        game = loaded.match.game
        hidden = shared or loaded.shared  # others get the same cards
        scene = opening(game.id) if hidden else current_scene(table, loaded, SPECTATOR)
    return await answer(request, Order(scene, "png", "light", *PREVIEW), MINUTE)


async def game_preview(request: Request) -> Response:
    """What a link to a deal of the game shows: a deal that nobody plays."""
    game = request.path_params["game"]
    if game not in find_all():
        raise HTTPException(404, "There is no such game.")
    scene = await asyncio.to_thread(opening, game)
    return await answer(request, Order(scene, "png", "light", *PREVIEW), MINUTE)


async def answer(
    request: Request, order: Order, headers: dict[str, str], *, counted: bool = False
) -> Response:
    jobs: PictureJobs = request.app.state.picture_jobs
    if not counted and not jobs.knows(order):
        count_picture(request)
    drawn = await jobs.find(order)
    return Response(drawn, headers=headers, media_type=MEDIA[TYPES[order.kind]])


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
