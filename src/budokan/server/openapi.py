"""The OpenAPI document of the hall, made from its routes and the protocol's types."""

from collections.abc import Iterable, Iterator
from typing import Any, get_args

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from budokan import __version__, protocol
from budokan.kit.editions import HASH
from budokan.protocol import ErrorAnswer
from budokan.server.http.requests import COOKIE
from budokan.server.http.routing import MEDIA, ApiRoute
from budokan.store.uploads import TABLE

PLAIN = {None, *MEDIA}
SCHEMA = "#/components/schemas/{name}"
PARAMETERS: dict[str, dict[str, Any]] = {
    "table": {"type": "string", "pattern": f"^{TABLE.pattern}$"},
    "hash": {"type": "string", "pattern": f"^{HASH.pattern}$"},
}
FAULTS = {
    400: "The request cannot be read or carried out.",
    403: "Not allowed from this site, under this host name, or for this visitor.",
    404: "This does not exist.",
    409: "Not possible now: the match is in another state, or too many wait for the same.",
    413: "The body is too large.",
    415: "The body has the wrong content type.",
    429: "Too many requests, new tables, card files, pictures or jobs from this client.",
    503: "The store cannot be reached.",
}
FROM_CLIENT, FROM_HALL = get_args(protocol.ClientMessage), get_args(protocol.HallMessage)
DESCRIPTION = """\
The API of a hall. A visitor is known by the cookie `budokan`, which the hall sets when they set
up a table or open an invitation. Matches are played over the WebSocket
`/ws/{table}?protocol=NUMBER`; its messages are under `x-websocket`. How to take a seat:
docs/api.md."""


def document(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """The document of these routes; only those under /api are in it."""
    described = [route for route in routes if isinstance(route, ApiRoute)]
    schemas, components = _schemas([*_types(described), ErrorAnswer, *FROM_HALL, *FROM_CLIENT])
    paths: dict[str, dict[str, Any]] = {}
    for route in described:
        paths.setdefault(route.plain_path, {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Budokan", "version": __version__, "description": DESCRIPTION},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"visitor": {"type": "apiKey", "in": "cookie", "name": COOKIE}},
        },
        "x-websocket": {
            "/ws/{table}": {
                "client": {"oneOf": [schemas[each] for each in FROM_CLIENT]},
                "hall": {"oneOf": [schemas[each] for each in FROM_HALL]},
            }
        },
    }


def _types(routes: Iterable[ApiRoute]) -> Iterator[Any]:
    """All types that the routes take or give."""
    for route in routes:
        yield from (kind for kind in (*route.gives.values(), route.takes) if kind not in PLAIN)


def _schemas(kinds: Iterable[Any]) -> tuple[dict[Any, Any], dict[str, Any]]:
    """The schema of each type, and the components they refer to."""
    wanted = list(dict.fromkeys(kinds))
    found, components = msgspec.json.schema_components(wanted, ref_template=SCHEMA)
    return dict(zip(wanted, found, strict=True)), components


def _operation(route: ApiRoute, schemas: dict[Any, Any]) -> dict[str, Any]:
    assert route.endpoint is not None
    operation: dict[str, Any] = {
        "operationId": f"{route.method.lower()}_{route.endpoint.__name__}",
        "summary": route.summary,
        "parameters": [*map(_in_path, route.parameters), *map(_in_query, *_query(route))],
        "responses": {str(status): _reply(kind, schemas) for status, kind in route.gives.items()},
        "security": [{}, {"visitor": []}],
    }
    for status in route.faults:
        operation["responses"][str(status)] = {
            "description": FAULTS[status],
            "content": {"application/json": {"schema": schemas[ErrorAnswer]}},
        }
    if route.takes is not None:
        content = _reply(route.takes, schemas)["content"]
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _query(route: ApiRoute) -> tuple[list[str], list[str]]:
    return list(route.query), list(route.query.values())


def _in_path(name: str) -> dict[str, Any]:
    schema = PARAMETERS.get(name, {"type": "string"})
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _in_query(name: str, words: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": words, "schema": {"type": "string"}}


def _reply(kind: Any, schemas: dict[Any, Any]) -> dict[str, Any]:
    if kind in MEDIA:
        schema = {} if MEDIA[kind].startswith("image/") else {"type": "string"}
        return {"description": f"{kind.__doc__}", "content": {MEDIA[kind]: {"schema": schema}}}
    return {"description": "Done.", "content": {"application/json": {"schema": schemas[kind]}}}


def text_of(app: Starlette) -> bytes:
    """The document of an application as JSON, made once."""
    if not hasattr(app.state, "openapi"):
        app.state.openapi = msgspec.json.encode(document(app.routes))
    found: bytes = app.state.openapi
    return found


async def openapi(request: Request) -> Response:
    return Response(text_of(request.app), media_type="application/json")


ROUTES: list[BaseRoute] = [Route("/openapi.json", openapi)]
