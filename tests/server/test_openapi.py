"""The OpenAPI document: every route is described, and every described route exists."""

import inspect
import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from budokan import protocol
from budokan.server.app import make_app
from budokan.server.http.routing import ApiRoute, Text
from budokan.server.openapi import document
from tests.server.hall import hall

NOTHING = "There is no such page."


@pytest.fixture(scope="module")
def app() -> Starlette:
    return make_app(Path())


@pytest.fixture(scope="module")
def told(app: Starlette) -> dict[str, Any]:
    return document(app.routes)


def test_every_address_is_described(app: Starlette, told: dict[str, Any]) -> None:
    found = [route for route in app.routes if isinstance(route, Route)]
    plain = [r.path for r in found if r.path.startswith("/api") and not isinstance(r, ApiRoute)]
    assert not plain, f"use ApiRoute for {plain}"
    described = [route for route in found if isinstance(route, ApiRoute)]
    assert len(described) >= 9
    for route in described:
        assert route.summary.endswith("."), f"{route.path}: the endpoint has no docstring"
        operation = told["paths"][route.plain_path][route.method.lower()]
        assert {str(status) for status in route.gives} <= set(operation["responses"])


def test_every_described_address_exists(told: dict[str, Any], tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        for path, operations in told["paths"].items():
            for method in operations:
                answer = client.request(method, path.replace("{", "x").replace("}", "x"))
                assert answer.status_code != 405, path
                assert answer.status_code != 404 or answer.json()["error"] != NOTHING, path


def test_names_are_unique_and_references_lead_somewhere(told: dict[str, Any]) -> None:
    ids = [op["operationId"] for ops in told["paths"].values() for op in ops.values()]
    assert len(set(ids)) == len(ids)
    for name in _references(told):
        assert name.rpartition("/")[2] in told["components"]["schemas"], name


def _references(part: Any) -> list[str]:
    if isinstance(part, dict):
        own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
        return own + [ref for each in part.values() for ref in _references(each)]
    return [ref for each in part for ref in _references(each)] if isinstance(part, list) else []


def test_every_message_of_the_socket_is_described(told: dict[str, Any]) -> None:
    tagged = {
        kind
        for kind in vars(protocol).values()
        if inspect.isclass(kind) and issubclass(kind, msgspec.Struct) and kind.__struct_config__.tag
    }
    assert tagged - {protocol.FromClient} == {
        *get_args(protocol.ClientMessage),
        *get_args(protocol.HallMessage),
    }
    both = told["x-websocket"]["/ws/{table}"]
    assert len(both["client"]["oneOf"]) == len(get_args(protocol.ClientMessage))
    assert len(both["hall"]["oneOf"]) == len(get_args(protocol.HallMessage))


def test_the_document_is_served(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        answer = client.get("/openapi.json")
        assert answer.status_code == 200 and answer.json()["openapi"] == "3.1.0"
        assert answer.json() == json.loads(msgspec.json.encode(document(_app(client).routes)))


def _app(client: TestClient) -> Starlette:
    assert isinstance(client.app, Starlette)
    return client.app


def test_answers_match_the_description(tmp_path: Path) -> None:
    """The plain documents; the rest is asked by test_schema.py."""
    with hall(tmp_path) as client:
        for route in _app(client).routes:
            plain = isinstance(route, ApiRoute) and route.method == "GET" and not route.parameters
            if isinstance(route, ApiRoute) and plain and route.gives.get(200, Text) is not Text:
                answer = client.get(route.path)
                msgspec.json.decode(answer.content, type=route.gives[200])
