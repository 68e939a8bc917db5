"""A hall for others: health, host names behind a proxy, cookies over TLS, trusted headers."""

import json
import re
import shlex
import socket
import sqlite3
import sys
from pathlib import Path
from typing import Any, cast

import click
import httpx2
import pytest
from click.testing import CliRunner
from starlette.applications import Starlette
from websockets.sync.client import connect

from budokan import __version__
from budokan.cli import main
from budokan.protocol import PROTOCOL
from budokan.server.routes import health
from tests.server.hall import RunningHall, ThreadBots, Visitor, hall

NAME = "hall.example.org"
BODY = {"game": "udaka", "players": ["me", "human"]}
TLS = {"host": NAME, "x-forwarded-proto": "https", "origin": f"https://{NAME}"}


# -- health ---------------------------------------------------------------------------------------


def test_a_healthy_hall_says_so(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        well = {
            "status": "ok",
            "version": __version__,
            "tables": 0,
            "store": True,
            "protocol": PROTOCOL,
        }
        assert client.get("/api/health").json() == well
        Visitor(client).table("udaka", "me", "me")
        assert client.get("/api/health").json() == {**well, "tables": 1}


def test_health_reports_a_store_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "TIMEOUT", 0.2)
    with hall(tmp_path) as client:
        other = sqlite3.connect(tmp_path / "hall.sqlite3", isolation_level=None)
        other.execute("begin immediate")
        answer = client.get("/api/health")
        assert answer.status_code == 503 and answer.json()["status"] == "no store"
        other.execute("rollback")
        other.close()
        cast(Starlette, client.app).state.lobby.store.check().result(10)
        assert client.get("/api/health").status_code == 200


def test_health_reports_a_read_only_store(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        store = cast(Starlette, client.app).state.lobby.store
        store.do(lambda con: con.execute("pragma query_only = on").fetchall()).result(10)
        assert client.get("/api/health").status_code == 503


def test_health_reports_a_closed_store(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        cast(Starlette, client.app).state.lobby.store.close()
        assert client.get("/api/health").json()["store"] is False


# -- behind a proxy -------------------------------------------------------------------------------


def ask(
    running: RunningHall, method: str, path: str, source: str = "", **more: Any
) -> httpx2.Response:
    """An answer of the hall to a request from this local address."""
    way = httpx2.HTTPTransport(local_address=source or None)
    with httpx2.Client(base_url=f"http://{running.address}", transport=way) as client:
        return client.request(method, path, **more)


def test_links_behind_a_proxy_use_its_name(tmp_path: Path) -> None:
    with RunningHall(tmp_path, ThreadBots(), NAME) as running:
        made = ask(running, "POST", "/api/tables", json=BODY, headers=TLS)
        assert made.status_code == 201 and "; Secure" in made.headers["set-cookie"]
        url = made.json()["invites"][0]["url"]
        assert url.startswith(f"https://{NAME}/table/")
        seen = ask(running, "GET", url.removeprefix(f"https://{NAME}"), headers=TLS)
        assert seen.status_code == 200 and "set-cookie" not in seen.headers
        assert f'"https://{NAME}/api/tables/{made.json()["id"]}/preview.png"' in seen.text
        key, path = {"key": url.split("=")[1]}, f"/api/tables/{made.json()['id']}/seat"
        came = ask(running, "POST", path, json=key, headers=TLS)
        assert came.json() == {"seated": True} and "; Secure" in came.headers["set-cookie"]
        line = socket.create_connection(("127.0.0.1", int(running.address.split(":")[1])))
        sent = {"cookie": made.headers["set-cookie"].partition(";")[0], **TLS}
        del sent["host"]
        path = f"ws://{NAME}/ws/{made.json()['id']}?protocol={PROTOCOL}"
        with connect(path, sock=line, additional_headers=sent) as ws:
            assert json.loads(ws.recv(10))["table"]["invites"] == made.json()["invites"]


@pytest.mark.parametrize(
    ("names", "source"),
    [
        ((), ""),
        pytest.param(
            (NAME,),
            "127.0.0.2",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="needs a second address"),
        ),
    ],
    ids=["no proxy", "another machine"],
)
def test_forwarded_headers_of_others_are_ignored(
    tmp_path: Path, names: tuple[str, ...], source: str
) -> None:
    sent = {"host": "localhost:8000", "x-forwarded-proto": "https"}
    with RunningHall(tmp_path, ThreadBots(), *names) as running:
        made = ask(running, "POST", "/api/tables", source, json=BODY, headers=sent)
    assert made.json()["invites"][0]["url"].startswith("http://localhost:8000/table/")
    assert "secure" not in made.headers["set-cookie"].lower()


def test_only_the_given_host_names_are_accepted(tmp_path: Path) -> None:
    for names, status in (((), 403), ((NAME,), 200), (("other.example.org",), 403)):
        with RunningHall(tmp_path, ThreadBots(), *names) as running:
            assert ask(running, "GET", "/api/games", headers={"host": NAME}).status_code == status
            foreign = {**TLS, "origin": "https://evil.example"}
            assert (
                ask(running, "POST", "/api/tables", json=BODY, headers=foreign).status_code == 403
            )


@pytest.mark.parametrize("name", ["", "a b", "https://hall.example.org", "-x.org", "x" * 300, "ä"])
def test_an_invalid_host_name_is_refused(name: str) -> None:
    answer = CliRunner().invoke(main, ["hall", "--no-open", "--port", "0", "--name", name])
    assert answer.exit_code == 2 and "is not a host name" in answer.stderr


def test_a_log_has_two_forms() -> None:
    answer = CliRunner().invoke(main, ["hall", "--log", "xml"])
    assert answer.exit_code == 2 and "'plain', 'json'" in answer.stderr


# -- what docs/hosting.md says --------------------------------------------------------------------


DAY = r"$(date +\%u)"  # cron reads % as the end of a line


def test_documented_hosting_commands_are_valid() -> None:
    text = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    lines = re.findall(r"(?:^|ExecStart=|\*  )(?:\S*/)?budokan (\w+) (-.*)$", text, re.MULTILINE)
    names = ["hall", "hall", "backup", "restore", "backup", *["doctor"] * 4]
    assert [name for name, _ in lines] == names
    for name, words in lines:
        command = cast(click.Group, main).commands[name]
        assert command.make_context(name, shlex.split(words.replace(DAY, "1"))).params


def test_nginx_passes_on_the_headers_the_hall_needs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    parts = dict(re.findall(r"location (\S+) \{(.*?)\}", text, re.DOTALL))
    assert list(parts) == ["/", "/ws/"]
    headers = {
        path: dict(re.findall(r"proxy_set_header (\S+) (\S+);", parts[path])) for path in parts
    }
    passed = {
        "Host": "$http_host",
        "X-Forwarded-Proto": "$scheme",
        "X-Forwarded-For": "$remote_addr",  # a client's own list is not trusted
    }
    assert headers["/"] == passed
    assert headers["/ws/"] == {**passed, "Upgrade": "$http_upgrade", "Connection": "upgrade"}
    for part in parts.values():
        assert "proxy_http_version 1.1;" in part and "proxy_pass http://127.0.0.1:8000;" in part
