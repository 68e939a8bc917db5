"""docs/api.md matches the code, and its example plays whole matches of every game."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from budokan import protocol
from budokan.kit.game import find_all
from budokan.kit.scene import Choice
from budokan.match import record
from budokan.server.http.requests import COOKIE
from budokan.server.routes import socket
from budokan.server.table import outbox
from tests.server.hall import RunningHall, ThreadBots

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
BOT = ROOT / "docs" / "example_bot.py"
ROW = re.compile(r"^\| `([^`|]+)` \|(.*)\|$", re.MULTILINE)
CODE = re.compile(r"`(\w+)`")


def section(title: str) -> str:
    """The text below a heading, up to the next."""
    found = re.search(rf"^##+ {re.escape(title)}\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/api.md has no part {title!r}"
    return found[1]


def rows(title: str) -> dict[str, str]:
    return dict(ROW.findall(section(title)))


@pytest.mark.parametrize(
    ("title", "union"),
    [("What you say", protocol.ClientMessage), ("What you hear", protocol.HallMessage)],
)
def test_every_message_is_there_with_all_its_fields(title: str, union: Any) -> None:
    told = {tag: CODE.findall(row.split("|")[0]) for tag, row in rows(title).items()}
    kinds = get_args(union)
    assert told == {kind.__struct_config__.tag: list(kind.__struct_fields__) for kind in kinds}


def test_the_fields_of_a_scene_frame_are_there() -> None:
    assert list(rows("The frame `scene`")) == list(protocol.SceneFrame.__struct_fields__)
    assert list(rows("Its `table`")) == list(protocol.TableFacts.__struct_fields__)
    assert list(rows("A choice")) == list(Choice.__struct_fields__)


def test_the_body_of_a_new_table_is_there() -> None:
    assert list(rows("Set up a table")) == list(protocol.NewTable.__struct_fields__)


def test_the_codes_and_limits_are_those_of_the_hall() -> None:
    codes = {socket.BAD, socket.UNKNOWN, socket.BUSY, socket.FAULT, socket.GONE}
    assert {int(code) for code in rows("Close codes")} == codes | {1009, 1012}
    limits = section("Limits")
    assert f"{protocol.LIMIT:,} bytes" in limits and f"{outbox.ROOM} messages" in limits
    assert f"{outbox.PATIENCE:.0f} seconds" in limits and f"`{COOKIE}`" in PAGE


# -- the example ----------------------------------------------------------------------------------


def test_the_example_is_short() -> None:
    lines = [line for line in BOT.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) < 50 and "fewer than 50 lines, blank ones not counted" in PAGE


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHall]:
    with RunningHall(tmp_path_factory.mktemp("bot"), ThreadBots()) as found:
        yield found


def test_the_socket_of_another_site_is_not_opened(running: RunningHall) -> None:
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://{running.address}/ws/any", origin=Origin("http://elsewhere.example"))
    assert refused.value.response.status_code == 403 and "the\nanswer is 403" in PAGE


def bot(*words: str) -> str:
    """The output of the example; anything on stderr is a failure."""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(BOT), *words],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "NO_PROXY": "*", "no_proxy": "*"},
    )
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout.strip()


def test_the_example_plays_a_whole_match_without_a_hall() -> None:
    assert bot("udaka").endswith("decides the game.")


@pytest.mark.parametrize("game", list(find_all()))
def test_the_example_plays_a_whole_match(game: str, running: RunningHall) -> None:
    opponent = ["greedy"] if find_all()[game].seats[0] > 1 else []
    told = bot(f"http://{running.address}", game, *opponent)
    assert told.endswith(".")
    (ended,) = [
        match
        for table in running.app.state.lobby._tables.values()
        if table._loaded and (match := table._loaded.match).game.id == game
    ]
    assert ended.over and record.restore(record.parse(record.write(ended))).over


def test_the_example_takes_an_invitation(running: RunningHall) -> None:
    import httpx2

    address = f"http://{running.address}"
    body = {"game": "dojo_duel", "players": ["human", "greedy"]}
    with httpx2.Client(trust_env=False) as client:
        made = client.post(f"{address}/api/tables", json=body).json()
    assert bot(made["invites"][0]["url"]).endswith(".")
