"""The OpenAPI description of the hall, made from its routes and the structs they name."""

from collections.abc import Iterable, Iterator
from typing import Any, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from budokan import __version__, protocol
from budokan.server.http.requests import COOKIE, Answer
from budokan.server.http.routing import Described, Fault, Text
from budokan.store.uploads import TABLE

SCHEMA = "#/components/schemas/{name}"
PARAMETERS: dict[str, dict[str, Any]] = {
    "table": {"type": "string", "pattern": f"^{TABLE.pattern}$"},
}
FAULTS = {
    400: "What was sent cannot be read or done.",
    403: "Not from this site, by this name, or by this visitor.",
    404: "There is no such thing.",
    409: "Not now: the match is in another state.",
    413: "The body is too large.",
    415: "The body is not of the kind that is asked for.",
    429: "Too many.",
    503: "The store cannot be reached.",
}
SAID, HEARD = get_args(protocol.Said), get_args(protocol.Heard)
DESCRIPTION = """\
What programs may ask of a hall. A visitor is known by the cookie `budokan`, which the hall gives to
whoever sets up a table or opens an invitation. Matches are played over the WebSocket
`/ws/{table}`; its messages are under `x-websocket`. How to take a seat: docs/api.md."""


def document(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """The description of these routes; what is not under /api is not described."""
    described = [route for route in routes if isinstance(route, Described)]
    schemas, components = _schemas([*_named(described), Fault, *HEARD, *SAID])
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
                "client": {"oneOf": [schemas[each] for each in SAID]},
                "hall": {"oneOf": [schemas[each] for each in HEARD]},
            }
        },
    }


def _named(routes: Iterable[Described]) -> Iterator[Any]:
    """Every type the routes take or give."""
    for route in routes:
        yield from (kind for kind in route.gives.values() if kind is not Text)
        if route.takes not in (None, Text):
            yield route.takes


def _schemas(kinds: Iterable[Any]) -> tuple[dict[Any, Any], dict[str, Any]]:
    """The schema of each type, and the components they refer to."""
    wanted = list(dict.fromkeys(kinds))
    found, components = msgspec.json.schema_components(wanted, ref_template=SCHEMA)
    return dict(zip(wanted, found, strict=True)), components


def _operation(route: Described, schemas: dict[Any, Any]) -> dict[str, Any]:
    assert route.endpoint is not None
    told: dict[str, Any] = {
        "operationId": f"{route.method.lower()}_{route.endpoint.__name__}",
        "summary": route.summary,
        "parameters": [*map(_in_path, route.parameters), *map(_in_query, *_query(route))],
        "responses": {str(status): _reply(kind, schemas) for status, kind in route.gives.items()},
        "security": [{}, {"visitor": []}],
    }
    for status in route.faults:
        told["responses"][str(status)] = {
            "description": FAULTS[status],
            "content": {"application/json": {"schema": schemas[Fault]}},
        }
    if route.takes is not None:
        content = _reply(route.takes, schemas)["content"]
        told["requestBody"] = {"required": True, "content": content}
    return told


def _query(route: Described) -> tuple[list[str], list[str]]:
    return list(route.query), list(route.query.values())


def _in_path(name: str) -> dict[str, Any]:
    schema = PARAMETERS.get(name, {"type": "string"})
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _in_query(name: str, words: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": words, "schema": {"type": "string"}}


def _reply(kind: Any, schemas: dict[Any, Any]) -> dict[str, Any]:
    if kind is Text:
        return {"description": "Text.", "content": {"text/plain": {"schema": {"type": "string"}}}}
    return {"description": "Done.", "content": {"application/json": {"schema": schemas[kind]}}}


async def openapi(request: Request) -> Response:
    state = request.app.state
    if not hasattr(state, "openapi"):
        state.openapi = document(request.app.routes)
    return Answer(state.openapi)


ROUTES: list[BaseRoute] = [Route("/openapi.json", openapi)]
