"""Hints in the full-screen hall, on this machine and from a hall elsewhere."""

from pathlib import Path
from urllib.request import Request, urlopen

import msgspec
import pytest
from textual.pilot import Pilot

from budokan.kit.game import find
from budokan.match.match import CodedMatch
from budokan.terminal.hosts import saves
from budokan.terminal.hosts.host import Hint, Notice
from budokan.terminal.hosts.local import LocalHost
from budokan.terminal.seating import rotate
from budokan.terminal.tui.dialogs import Hints
from budokan.terminal.tui.form import Form
from budokan.terminal.tui.front import Front
from budokan.terminal.tui.table import SEARCHING
from budokan.thinking import advice
from tests.terminal.driver import (
    hall,
    is_my_turn,
    local,
    new_match,
    prompt_text,
    run_async,
    screen_text,
    seated,
    until,
    wait_for_table,
)
from tests.terminal.test_joining import web_hall


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "usual_iterations", lambda game: 20)


def forbidding(game: str) -> CodedMatch:
    match = new_match(game)
    match.assists = False
    return match


async def advised(pilot: Pilot[None]) -> Hints:
    """Press h, and wait for the moves."""
    await pilot.press("h")
    await until(pilot, lambda: isinstance(pilot.app.screen, Hints), "a hint")
    assert isinstance(pilot.app.screen, Hints)
    return pilot.app.screen


def test_h_shows_the_best_moves_and_one_can_be_played() -> None:
    async def test() -> None:
        async with seated(local(new_match("udaka"), "human", "human")) as (table, pilot):
            await until(pilot, lambda: table.curtain is not None, "the curtain")
            await pilot.press("enter")
            await until(pilot, lambda: table.curtain is None and is_my_turn(table), "my turn")
            shown = await advised(pilot)
            assert "The chance to win with each move" in screen_text(pilot)
            assert shown.tips[0].told in screen_text(pilot) and "±" in screen_text(pilot)
            await pilot.press("enter")  # back to the table: nothing is played by accident
            await until(pilot, lambda: pilot.app.screen is table, "the table")
            before = table.frame
            shown = await advised(pilot)
            assert table.frame is before and SEARCHING not in prompt_text(table)
            await pilot.press("home", "enter")
            await until(pilot, lambda: table.frame is not before, "the move")
            host = table.host
            assert isinstance(host, LocalHost)
            seat = host.match.acting[0]
            entries = [entry for entry in host.match.entries if entry.seat in (0, 1)]
            assert host.match.notation.text(entries[-1].action) == shown.tips[0].action
            assert seat in (0, 1)

    run_async(test)


def test_a_late_hint_is_not_shown() -> None:
    async def test() -> None:
        async with seated(local(new_match("master_udo"), "human")) as (table, pilot):
            await until(pilot, lambda: is_my_turn(table), "my turn")
            frame = table.frame
            assert frame is not None
            table.host.hint = lambda seat, ply: None  # type: ignore[method-assign]
            await pilot.press("h")
            assert SEARCHING in prompt_text(table)
            tips = [advice.Tip("x", "Go", 0.5, 0.1, "50 % ±10", "")]
            for ply, shown in ((frame.ply + 1, False), (frame.ply, True)):
                table.advise(Hint(0, ply, "Moves", advice.Advice(tips)))
                await pilot.pause()
                assert isinstance(pilot.app.screen, Hints) == shown
                assert (SEARCHING in prompt_text(table)) != shown
            await pilot.press("escape")
            table.advise(Hint(0, frame.ply, "", advice.Advice([], advice.ONLY)))
            await pilot.pause()
            assert advice.ONLY in prompt_text(table) and pilot.app.screen is table

    run_async(test)


def test_without_assists_the_key_is_not_offered_and_the_host_refuses() -> None:
    async def test() -> None:
        host = local(forbidding("master_udo"), "human")
        async with seated(host) as (table, pilot):
            await until(pilot, lambda: is_my_turn(table), "my turn")
            assert "Hint" not in screen_text(pilot).splitlines()[-1]
            await pilot.press("h")
            assert SEARCHING not in prompt_text(table)
            heard: list[Notice] = []
            host.tell = heard.append
            host.hint(0, 0)
            assert [told.text for told in heard] == [advice.FORBIDDEN]

    run_async(test)


def test_the_form_forbids_hints_and_saves_and_rematches_keep_it() -> None:
    form = Form(find("udaka"))
    row = next(row for row in form.rows if row.key == "assists")
    assert form.match().assists and row.values == ["allowed", "forbidden"]
    form.turn(row, 1)
    match = form.match()
    assert not match.assists
    again, sitting = rotate(match, form.players())
    assert not again.assists
    saves.keep(again, sitting, "again")
    kept, _ = saves.resume("again")
    assert not kept.assists


def link_of(address: str, assists: bool) -> str:
    """A new table in a hall, and the link to its second seat."""
    wanted = {"game": "dojo_duel", "players": ["greedy", "human"], "assists": assists}
    headers = {"Origin": address, "Content-Type": "application/json"}
    with urlopen(Request(f"{address}/api/tables", msgspec.json.encode(wanted), headers)) as answer:
        return str(msgspec.json.decode(answer.read())["invites"][0]["url"])


def test_a_hall_elsewhere_gives_hints(data: Path) -> None:
    with web_hall(data) as address:
        links = [link_of(address, assists) for assists in (True, False)]

        async def test() -> None:
            async with hall() as (app, pilot):
                app.join(links[0])
                table = await wait_for_table(pilot)
                shown = await advised(pilot)
                assert table.scene is not None and shown.tips
                labels = {choice.action: choice.label for choice in table.scene.choices}
                assert all(labels[tip.action] == tip.label for tip in shown.tips)
                await pilot.press("escape", "q")
                await until(pilot, lambda: isinstance(app.screen, Front), "the front")
                app.join(links[1])
                table = await wait_for_table(pilot)
                assert table.frame is not None and not table.frame.assists
                table.host.hint(1, table.frame.ply)
                await until(pilot, lambda: advice.FORBIDDEN in prompt_text(table), "the refusal")

        run_async(test)
