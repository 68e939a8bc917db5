"""Everything the API describes, asked in every way it allows and in ways it does not.

Nothing answers with a server error; what is answered is what is described; what is not allowed is
refused. The requests are made up by schemathesis from the description the hall serves.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.sync.client import connect

from budokan.kit.game import find_all
from budokan.match import record as records
from budokan.protocol import PROTOCOL
from budokan.server.app import make_app
from budokan.server.openapi import document
from tests.server.hall import RunningHall, ThreadBots

EXAMPLES = 15
DOCUMENT = json.loads(msgspec.json.encode(document(make_app(Path()).routes)))
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
OPERATIONS = {
    f"{found.method.upper()} {found.path}": found
    for result in SCHEMA.get_all_operations()
    if isinstance(found := result.ok(), APIOperation)  # type: ignore[union-attr]
}
BODIES = [name for name, found in OPERATIONS.items() if "requestBody" in found.definition.raw]
WAYS = [(name, GenerationMode.POSITIVE) for name in OPERATIONS]
WAYS += [(name, GenerationMode.NEGATIVE) for name in BODIES]
LEAVING = {  # those who ask for it may be unknown from then on
    "POST /api/you/erase",
    "DELETE /api/you/devices",
    "POST /api/you/devices/join",
    "DELETE /api/you/devices/{device}",
}
# What the schema allows is still refused where a game, a table or a seat does not fit, so that
# positive_data_acceptance would say nothing.
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@dataclass
class Places:
    """A hall with tables in several states, and the ids to ask for."""

    address: str
    session: requests.Session = field(default_factory=requests.Session)
    there: dict[str, list[str]] = field(default_factory=dict)  # values of path parameters
    token: str = ""

    def post(self, path: str, body: Any) -> Any:
        answer = self.session.post(f"http://{self.address}{path}", json=body, timeout=30)
        assert answer.ok, answer.text
        return answer.json()

    def furnish(self) -> None:
        """A match that waits, one that runs, one that is over, and a deal others can play."""
        tables = [
            self.post("/api/tables", {"game": game, "players": sitting})["id"]
            for game, sitting in (
                ("udaka", ["me", "human"]),
                ("dojo_duel", ["me", "random"]),
                ("kenpo_masters", ["me", "me"]),
                ("master_udo", ["me"]),
            )
        ]
        self.token = str(self.session.cookies["budokan"])
        self.give_up(tables[1])
        self.session.cookies.set("budokan", self.token)
        self.there = {"table": tables, "game": list(find_all())}
        self.there["deal"] = [self.post(f"/api/tables/{tables[1]}/same", None)["id"]]
        self.session.cookies.clear()

    def leaver(self) -> str:
        """The token of somebody else, who has a table and may leave."""
        table = {"game": "master_udo", "players": ["me"]}
        answer = requests.post(f"http://{self.address}/api/tables", json=table, timeout=30)
        return str(answer.cookies["budokan"])

    def give_up(self, table: str) -> None:
        cookie = {"cookie": f"budokan={self.token}"}
        path = f"ws://{self.address}/ws/{table}?protocol={PROTOCOL}"
        with connect(path, additional_headers=cookie, proxy=None) as ws:
            ws.recv(20)
            ws.send(json.dumps({"t": "concede", "seat": 0}))
            while not json.loads(ws.recv(20))["over"]:
                pass


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    with RunningHall(tmp_path_factory.mktemp("schema"), ThreadBots()) as running:
        found = Places(running.address)
        found.furnish()
        yield found
        found.session.close()


def steered(case: schemathesis.Case[Any], places: Places, draw: Callable[[Any], Any]) -> bool:
    """Point a request at something that exists, perhaps as its owner; whether it does.

    Who asks for what ends a visitor or a device is somebody else: the owner is still needed.
    """
    known = [name for name in case.path_parameters or {} if name in places.there]
    real = bool(known) and draw(st.booleans())
    for name in known if real else ():
        case.path_parameters[name] = draw(st.sampled_from(places.there[name]))
    if real and isinstance(case.body, dict) and draw(st.booleans()):
        case.body = {}
    if draw(st.booleans()):
        asked = f"{case.method.upper()} {case.path}"
        case.cookies = {"budokan": places.leaver() if asked in LEAVING else places.token}
    return real


def ask_anything(name: str, mode: GenerationMode, places: Places, examples: int) -> None:
    operation = OPERATIONS[name]

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=examples == EXAMPLES,
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(generation_mode=mode), st.data())
    def asked(case: schemathesis.Case[Any], data: st.DataObject) -> None:
        real = steered(case, places, data.draw)
        places.session.cookies.clear()  # an earlier answer may have handed over the owner's token
        answer = case.call(f"http://{places.address}", session=places.session, timeout=30)
        large = answer.status_code == 413  # a refusal that schemathesis does not count as one
        strict = mode is GenerationMode.NEGATIVE and not (real or large)
        more = [negative_data_rejection] if strict else []
        case.validate_response(answer, checks=[*CHECKS, *more])

    asked()


each_way = pytest.mark.parametrize(
    ("name", "mode"), WAYS, ids=lambda way: getattr(way, "value", way)
)


@each_way
def test_fuzzed_requests_never_break_the_api(
    name: str, mode: GenerationMode, places: Places
) -> None:
    ask_anything(name, mode, places, EXAMPLES)


@pytest.mark.long
@each_way
def test_long_fuzzing_never_breaks_the_api(name: str, mode: GenerationMode, places: Places) -> None:
    ask_anything(name, mode, places, 30 * EXAMPLES)


def test_valid_requests_are_answered_as_described(places: Places) -> None:
    """Requests that fuzzing hardly ever hits."""
    waiting, over, _, alone = places.there["table"]
    address, mine = f"http://{places.address}", {"budokan": places.token}
    path = f"{address}/api/tables/{over}/record"
    record = places.session.get(path, cookies=mine, timeout=30)
    last = len(records.restore(records.parse(record.text)).entries) - 1  # giving up
    go_on = {"step": last, "players": ["me", "random"]}
    asked: tuple[tuple[str, str, Any, int], ...] = (
        ("POST /api/tables", "", {"game": "udaka", "players": ["me", "random"]}, 201),
        ("POST /api/tables/{table}/offer", waiting, {"open": True}, 200),
        ("POST /api/tables/{table}/sit", waiting, None, 200),
        ("POST /api/tables/{table}/rematch", over, None, 200),
        ("POST /api/replays", "", record.text, 201),
        ("POST /api/tables/{table}/play-on", over, go_on, 201),
        ("GET /api/tables/{table}/coach", over, None, 202),
        ("GET /api/tables/{table}/par", alone, None, 409),
    )
    for name, table, body, status in asked:
        method, path = name.replace("{table}", table).split()
        text = isinstance(body, str)
        answer = places.session.request(
            method,
            address + path,
            data=body if text else None,
            json=None if text else body,
            headers={"content-type": "text/plain"} if text else {},
            cookies=mine,
            timeout=30,
        )
        case = OPERATIONS[name].Case(path_parameters={"table": table} if table else {})
        case.validate_response(answer, checks=CHECKS)
        assert answer.status_code == status, (name, answer.text)


def test_every_documented_operation_is_requested() -> None:
    """Schemathesis would silently skip an operation that it cannot read."""
    documented = {
        f"{method.upper()} {path}" for path, item in DOCUMENT["paths"].items() for method in item
    }
    assert len(documented) > 20 and set(OPERATIONS) == documented


def test_a_wrong_answer_would_be_noticed(places: Places) -> None:
    case = OPERATIONS["GET /api/health"].Case()
    answer = case.call(f"http://{places.address}", session=places.session, timeout=30)
    case.validate_response(answer, checks=CHECKS)
    for status, body in ((200, {"status": "ok"}), (418, answer.json()), (500, {"error": "No."})):
        wrong = requests.Response()
        wrong.status_code, wrong.request = status, requests.Request("GET", "http://x/").prepare()
        wrong._content, wrong.headers["content-type"] = (
            json.dumps(body).encode(),
            "application/json",
        )
        with pytest.raises(FailureGroup):
            case.validate_response(wrong, checks=CHECKS)
