"""The terminal hall from outside: joining a web hall by its link, and a game under tmux."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from budokan.kit.errors import Refusal
from budokan.terminal.hosts.remote_link import enter
from budokan.terminal.tui.dialogs import Pick
from budokan.terminal.tui.front import Front
from budokan.terminal.tui.table import Table
from tests.programs import program
from tests.terminal.remote_hall import PATIENCE, answered, hall, is_over, playing, table_of, until

# -- from outside ---------------------------------------------------------------------------------


@contextmanager
def web_hall(folder: Path) -> Iterator[str]:
    """A hall for browsers in a process of its own."""
    code = "import sys; from pathlib import Path; from budokan.server.run import serve; "
    code += "serve(port=0, data=Path(sys.argv[1]), pause=0)"
    command = [sys.executable, "-c", code, str(folder / "web")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=python_path()) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


def python_path() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def invited(address: str, *sitting: str) -> str:
    """The first link of a new table."""
    asked_for = {"game": "dojo_duel", "seats": 2, "players": sitting}
    request = Request(
        f"{address}/api/tables",
        json.dumps(asked_for).encode(),
        {"Origin": address, "Content-Type": "application/json"},
    )
    with urlopen(request) as answer:
        return str(json.load(answer)["invites"][0]["url"])


def test_joining_a_table_of_the_web_hall_by_its_link(data: Path) -> None:
    with web_hall(data) as address:
        link = invited(address, "greedy", "human")

        async def test() -> None:
            async with hall() as (app, pilot):
                for _ in range(2):  # the second time as somebody known
                    app.join(link)
                    table = await table_of(pilot)
                    assert table.frame is not None and table.frame.mine == (1,)
                    await answered(pilot, table, "1", "enter")
                    await pilot.press("q")
                    await until(pilot, lambda: isinstance(app.screen, Front), "the front")
                app.join(link)
                table = await table_of(pilot)
                await answered(pilot, table, "c", "y")
                assert is_over(table)
                await until(pilot, lambda: "deal was fair" in table.hint, "the check of the deal")
                assert "the bits of B, yours among them" in table.hint
                await pilot.press("n")
                await until(pilot, lambda: app.screen is not table, "the rematch")
                table = await table_of(pilot)
                assert table.frame is not None and table.frame.mine == (0,)

        playing(test)


def test_a_courtesy_goes_over_the_hall_and_comes_back(data: Path) -> None:
    with web_hall(data) as address:
        link = invited(address, "human", "human")

        async def test() -> None:
            async with hall() as (app, pilot):
                app.join(link)
                await until(pilot, lambda: isinstance(app.screen, Table), "a table")
                table = app.screen
                assert isinstance(table, Table)
                await until(pilot, lambda: table.frame is not None, "the table's frame")
                await pilot.press("g")
                await until(pilot, lambda: isinstance(app.screen, Pick), "the courtesies")
                await pilot.press("home", "enter")
                await until(pilot, lambda: "a good match to us both" in table.hint, "my words")

        playing(test)


@pytest.mark.parametrize("link", ["udaka", "http://127.0.0.1/rules/udaka", "ftp://x/table/1"])
def test_what_is_no_link_is_refused(link: str) -> None:
    with pytest.raises(Refusal, match="not a link to a table"):
        enter(link)


def test_a_hall_that_does_not_answer_is_refused() -> None:
    with pytest.raises(Refusal, match="does not open this table"):
        enter("http://127.0.0.1:9/table/1?key=x")


# -- under tmux -----------------------------------------------------------------------------------


def tmux(*words: str) -> str:
    socket = f"budokan-{os.getpid()}"
    done = subprocess.run(["tmux", "-L", socket, *words], capture_output=True, text=True)
    return done.stdout


def test_a_whole_game_under_tmux(monkeypatch: pytest.MonkeyPatch) -> None:
    program("tmux")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    code = "from budokan.terminal.tui.hall import Hall; Hall('udaka', pace=0).run()"
    size = ("-x", "80", "-y", "24")
    tmux("new-session", "-d", *size, f'{sys.executable} -c "{code}"; echo closed; sleep 60')
    try:
        seen("Start the match")
        keys = ["Down", "Left", "Left"]  # two players
        keys += ["End", "Left", "Home", "Enter"]  # one round wins
        tmux("send-keys", *keys)
        text = seen("Lay one card")
        while "wins the game" not in text:
            tmux("send-keys", "1", "Enter")
            text = seen(r"\? |■")
        tmux("send-keys", "q")
        assert "Resume" not in seen("New match")
        tmux("send-keys", "q")
        assert "Traceback" not in seen("closed")
    finally:
        tmux("kill-server")


def seen(words: str) -> str:
    """The screen, as soon as it shows one of these words."""
    end = time.monotonic() + PATIENCE
    while True:
        text = tmux("capture-pane", "-p")
        if re.search(words, text):
            return text
        assert time.monotonic() < end, f"waited in vain for {words!r} on:\n{text}"
        time.sleep(0.05)
