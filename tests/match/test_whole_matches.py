"""Atomic changes: related data is saved together, and a double click counts once."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from budokan.server import daily
from tests.server.hall import JSON, Visitor


def offered(client: TestClient) -> str:
    """The deal of a match that Ann has finished."""
    ann = Visitor(client)
    table = ann.table("dojo_duel", "me", "greedy")["id"]
    with ann.sit(table) as me:
        me.hear()
        me.say("concede", seat=0)
        while not me.hear()["over"]:
            pass
    return str(ann.post(f"/api/tables/{table}/same").json()["id"])


DAILY = {"game": "master_udo", "players": ["me"], "daily": daily.today()}
OPEN = {"game": "udaka", "players": ["me", "human"], "open": True}


@pytest.mark.parametrize(
    "beside, path, wanted",
    [
        ("played", "/api/same/{deal}/play", {}),
        ("played", "/api/tables", DAILY),
        ("offer", "/api/tables", OPEN),
    ],
)
def test_a_table_and_its_purpose_are_saved_together(
    client: TestClient, tmp_path: Path, beside: str, path: str, wanted: dict[str, Any]
) -> None:
    path = path.format(deal=offered(client))
    con = sqlite3.connect(tmp_path / "hall.sqlite3", isolation_level=None)
    tables = con.execute("select count(*) from match").fetchone()
    con.execute(
        f"create trigger full before insert on {beside} begin select raise(abort, 'full'); end"
    )
    assert Visitor(client).post(path, json=wanted).status_code == 503
    assert con.execute("select count(*) from match").fetchone() == tables
    con.execute("drop trigger full")
    con.close()
    assert Visitor(client).post(path, json=wanted).status_code in (200, 201)


async def click(client: TestClient, deal: str) -> bytes:
    """Ben asks to play a deal, in the hall's own loop, so that two requests can meet."""
    headers = {"host": "localhost", "cookie": f"budokan={'b' * 32}", **JSON}
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": f"/api/same/{deal}/play",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 50_000),
    }
    answer = b""

    async def body() -> Message:
        return {"type": "http.request", "body": b"{}"}

    async def hear(message: Message) -> None:
        nonlocal answer
        answer += message.get("body", b"")

    await client.app(scope, body, hear)
    return answer


def test_two_simultaneous_clicks_make_one_table_of_a_deal(client: TestClient) -> None:
    deal = offered(client)

    async def both() -> list[bytes]:
        return await asyncio.gather(*(click(client, deal) for _ in range(2)))

    assert client.portal is not None
    one, two = client.portal.call(both)
    assert one == two and b'"id"' in one
