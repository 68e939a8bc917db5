"""Joining a table of a web hall by its link."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from textual.widgets import Input

from budokan.kit.errors import Refusal
from budokan.terminal.hosts.remote_link import enter
from budokan.terminal.tui.dialogs import Line, Pick
from budokan.terminal.tui.front import Front
from budokan.terminal.tui.hall import Hall
from budokan.terminal.tui.table import Table
from tests.terminal.driver import (
    hall,
    is_over,
    press_and_wait,
    run_async,
    until,
    wait_for_table,
)


@contextmanager
def web_hall(folder: Path) -> Iterator[str]:
    """A web hall in its own process."""
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
                for _ in range(2):  # the second time with a cookie
                    app.join(link)
                    table = await wait_for_table(pilot)
                    assert table.frame is not None and table.frame.mine == (1,)
                    await press_and_wait(pilot, table, "1", "enter")
                    await pilot.press("q")
                    await until(pilot, lambda: isinstance(app.screen, Front), "the front")
                app.join(link)
                table = await wait_for_table(pilot)
                await press_and_wait(pilot, table, "c", "y")
                assert is_over(table)
                await until(pilot, lambda: "deal was fair" in table.hint, "the check of the deal")
                assert "the bits of B, yours among them" in table.hint
                await pilot.press("n")
                await until(pilot, lambda: app.screen is not table, "the rematch")
                table = await wait_for_table(pilot)
                assert table.frame is not None and table.frame.mine == (0,)

        run_async(test)


def is_left(app: Hall, screen: object) -> bool:
    return app.screen is not screen


def test_a_name_is_asked_for_once_and_said(data: Path) -> None:
    with web_hall(data) as address:

        async def test() -> None:
            async with hall() as (app, pilot):
                for answers in (["Ben"], []):  # the second time it is known
                    await pilot.press("j")
                    for answer in [invited(address, "greedy", "human"), *answers]:
                        await until(pilot, lambda: isinstance(app.screen, Line), "a question")
                        asked = app.screen
                        asked.query_one(Input).value = answer
                        await pilot.press("enter")
                        await until(pilot, partial(is_left, app, asked), "what follows")
                    table = await wait_for_table(pilot)
                    assert table.frame is not None and table.frame.names[1] == "Ben"
                    await pilot.press("q")
                    await until(pilot, lambda: isinstance(app.screen, Front), "the front")

        run_async(test)


def test_a_courtesy_is_sent_and_shown(data: Path) -> None:
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

        run_async(test)


@pytest.mark.parametrize("link", ["udaka", "http://127.0.0.1/rules/udaka", "ftp://x/table/1"])
def test_a_bad_link_is_refused(link: str) -> None:
    with pytest.raises(Refusal, match="not a link to a table"):
        enter(link)


def test_a_hall_that_does_not_answer_is_refused() -> None:
    with pytest.raises(Refusal, match="does not open this table"):
        enter("http://127.0.0.1:9/table/1?key=x")
