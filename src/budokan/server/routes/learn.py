"""Guided first matches. Nothing is stored: every request plays the moves so far again."""

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from budokan import protocol
from budokan.kit import guide as guides
from budokan.kit import options
from budokan.kit.game import find, find_all
from budokan.kit.guide import Guide, Lesson
from budokan.protocol import STORY
from budokan.server.http.pages import page
from budokan.server.http.requests import json_of
from budokan.server.http.routing import ApiRoute
from budokan.server.http.waiting import run_job
from budokan.server.jobs import CHECK

PUPIL = "pupil"  # the player of every seat in a lesson


def guide_of(request: Request) -> Guide:
    name: str = request.path_params["game"]
    guide = find(name).guide if name in find_all() else None
    if guide is None:
        raise HTTPException(404, f"There is no guide for a game {name[:40]!r}.")
    return guide


async def learn_page(request: Request) -> Response:
    guide_of(request)
    return await page("learn")(request)


async def lesson(request: Request) -> Response:
    """The table after the moves so far, and what the guide says there."""
    guide = guide_of(request)
    moves = protocol.decode_body(protocol.LessonMoves, await json_of(request)).moves
    body = await run_job(request, CHECK, lesson_json, (guide.game.id, moves))
    return Response(body, media_type="application/json")


def lesson_json(given: tuple[str, list[str]]) -> bytes:
    """The table of a lesson after some moves; a worker plays them."""
    game, moves = given
    guide = find(game).guide
    assert guide is not None
    return msgspec.json.encode(lesson_frame(guides.play(guide, moves)))


def lesson_frame(at: Lesson) -> protocol.LessonFrame:
    scene, story, guide = at.scene(), at.told(), at.guide
    return protocol.LessonFrame(
        frame=protocol.SceneFrame(
            ply=at.at,
            view=guide.seat,
            mine=[guide.seat],
            names=list(guide.names),
            scene=scene,
            story=story[-STORY:],
            story_length=len(story),
            draft_length=0,
            over=False,
            table=_facts(guide),
        ),
        say=at.step.say,
        cites=list(at.step.cites),
        point=list(at.step.point),
        accept=list(at.step.accept),
        step=min(at.at + 1, len(guide.steps)),
        of=len(guide.steps),
        done=at.done,
    )


def _facts(guide: Guide) -> protocol.TableFacts:
    return protocol.TableFacts(
        id="",
        game=guide.game.id,
        title=guide.game.title,
        seats=guide.setup.seats,
        options=options.values(guide.setup.options),
        players=[PUPIL] * guide.setup.seats,
        waiting=[],
        invites=[],
        can_concede=False,
        rematch="",
        outcomes=[],
        origin=None,
        dealt=True,
        commitment="",
        shared=False,
        seed="",
        bits=[],
        open=False,
        shared_deal="",
        has_par=False,
        assists=False,
    )


ROUTES: list[BaseRoute] = [
    Route("/learn/{game}", learn_page),
    ApiRoute(
        "/api/learn/{game}",
        lesson,
        "POST",
        takes=protocol.LessonMoves,
        gives=protocol.LessonFrame,
        faults=(409, 429),
    ),
]
