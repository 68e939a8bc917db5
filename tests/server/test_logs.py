"""The log: never a token, a key, a seed, bits or a code, and addresses only if asked for."""

import json
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from budokan.cli import main
from budokan.protocol import PROTOCOL
from budokan.server.http import logs
from tests.server.hall import RunningHall, ThreadBots

NAME = "hall.example.org"
FAR = "203.0.113.77"  # an address that no machine of a test has
TOKEN = "marked-token-" + "t" * 24
BITS = "beefcafe" * 8
JSON = {"content-type": "application/json"}


@pytest.fixture(params=["plain", "json"])
def form(request: pytest.FixtureRequest) -> Iterator[str]:
    """A form of the log; the handlers of the tests come back."""
    root, known = logging.getLogger(), logging.getLogger("budokan.hall").level
    handlers, level = root.handlers[:], root.level
    yield request.param
    logs.start("plain")
    root.handlers[:], root.level = handlers, level
    logging.getLogger("budokan.hall").setLevel(known)


class Marked:
    """A client behind a proxy whose every secret is known, so that it can be looked for."""

    def __init__(self, running: RunningHall) -> None:
        self.running = running
        self.http = httpx2.Client(base_url=f"http://{running.address}", trust_env=False)
        self.secrets = [TOKEN, BITS]
        self.headers = {
            "host": NAME,
            "x-forwarded-for": FAR,
            "x-forwarded-proto": "http",
            "cookie": f"budokan={TOKEN}",
        }

    def ask(self, method: str, path: str, **more: Any) -> Any:
        return self.http.request(method, path, headers={**self.headers, **JSON}, **more)

    def hear(self, path: str, *said: str) -> None:
        """Open a socket, say something, and listen until it ends or is silent."""
        address = f"ws://{self.running.address}{path}"
        more = {name: text for name, text in self.headers.items() if name != "host"}
        with connect(address, additional_headers=more, proxy=None) as ws:
            try:
                ws.recv(20)
                for text in said:
                    ws.send(text)
                    ws.recv(20)
            except (ConnectionClosed, TimeoutError):
                pass


def visit(who: Marked) -> None:
    """Everything that has a secret in it, rightly and wrongly."""
    body = {"game": "udaka", "players": ["me", "human"], "names": ["Ann", "Ben"]}
    made = who.ask("POST", "/api/tables", json=body).json()
    name = made["id"]
    key = made["invites"][0]["url"].partition("key=")[2]
    code = who.ask("POST", "/api/you/devices", json={"label": "Phone"}).json()["code"]
    who.secrets += [key, code]
    who.secrets += [who.running.app.state.lobby.store.load(name).result().header["seed"]]
    who.ask("GET", f"/table/{name}?key={key}")
    who.ask("GET", f"/table/{name}?key={key}x")
    who.ask("POST", f"/api/tables/{name}/seat", json={"key": key + "x"})
    who.ask("POST", f"/api/tables/{name}/seat", content=f'{{"key": "{key}"')
    who.ask("POST", "/api/you/devices/join", json={"code": code})
    who.ask("POST", "/api/you/devices/join", json={"code": code[1:]})
    who.ask("GET", f"/api/nothing?key={key}&bits={BITS}")
    who.hear(f"/ws/{name}?protocol={PROTOCOL}&bits={BITS}", '{"t": "look", "seat": 0}', key)
    who.hear(f"/ws/{name}?protocol=1&bits={BITS}&key={key}")
    who.hear(f"/ws/{name}?protocol={PROTOCOL}&bits={BITS}x")
    who.running.app.state.limits.tell("requests", FAR)
    logging.getLogger("uvicorn.error").warning("%s - odd request of %s", FAR, TOKEN)
    logging.getLogger("websockets.server").error("failed for token=%s", TOKEN)
    logs.log_unhandled(None, {"message": f"Exception in callback f('{TOKEN}')"})  # type: ignore[arg-type]
    _fail(who, name)


def _fail(who: Marked, name: str) -> None:
    """A fault whose text and whose request have secrets."""

    def broken(*_: object) -> None:
        raise ValueError(f"{who.secrets}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("budokan.server.routes.matches.match_line", broken)
        assert who.ask("GET", f"/api/matches?key={who.secrets[2]}").status_code == 500
        patch.setattr("budokan.server.table.table.Table.join", broken)
        who.hear(f"/ws/{name}?protocol={PROTOCOL}")


@pytest.mark.parametrize("addresses", [False, True])
def test_the_log_tells_no_secret_and_addresses_only_if_asked(
    form: str, addresses: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.start(form, addresses)
    assert logging.getLogger().handlers[0].stream is sys.stderr  # type: ignore[attr-defined]
    with RunningHall(tmp_path, ThreadBots(), NAME) as running:
        who = Marked(running)
        visit(who)
        who.http.close()
    told = "".join(capsys.readouterr())
    assert "A request failed." in told and "A connection failed." in told
    for secret in who.secrets:
        assert len(secret) >= 16 and secret not in told
        assert not re.search(re.escape(secret[:16]), told)
    shown = form == "json" and addresses  # the plain form has no facts
    assert (FAR in told) == shown
    if form == "json":
        events = [json.loads(line)["event"] for line in told.splitlines()]
        assert {"created", "came", "refused", "limit met", "left"} <= set(events)
        assert "Exception in callback f" in events


def test_the_command_line_asks_for_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []
    monkeypatch.setattr("budokan.server.run.serve", lambda *_, **named: given.append(named))
    assert CliRunner().invoke(main, ["hall", "--no-open"]).exit_code == 0
    assert CliRunner().invoke(main, ["hall", "--no-open", "--log-addresses"]).exit_code == 0
    assert [each["log_addresses"] for each in given] == [False, True]
