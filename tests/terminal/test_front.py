"""The front of the terminal hall: guided first matches and the challenge of the day."""

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from budokan.kit.game import Game, find, find_all
from budokan.kit.guide import Lesson
from budokan.terminal.hosts.lesson import GuideHost
from budokan.terminal.hosts.local import LocalHost
from budokan.terminal.tui import front
from budokan.terminal.tui.form import Form
from budokan.terminal.tui.hall import Hall
from budokan.terminal.tui.new_table import NewTable
from budokan.terminal.tui.table import Table
from tests.sampling import a_few
from tests.terminal.driver import hall, is_over, prompt_text, run_async, until, wait_for_table

GUIDED = [game for game in find_all().values() if game.guide is not None]


async def opened(app: Hall, pilot: Pilot[None], entry: str) -> Table:
    """The table that an entry of the front opens."""
    box = app.screen.query_one("#front", OptionList)
    box.highlighted = box.get_option_index(entry)
    await pilot.press("enter")
    return await wait_for_table(pilot)


def words(table: Table) -> str:
    return str(table.query_one("#notice", Static).render())


@pytest.mark.parametrize(
    "game", a_few(GUIDED, 2, "a_guide_is_followed_on_the_screen"), ids=lambda game: game.id
)
def test_a_guide_is_followed_on_the_screen(game: Game) -> None:
    assert game.guide is not None
    guide = game.guide

    async def test() -> None:
        async with hall() as (app, pilot):
            table = await opened(app, pilot, f"learn {game.id}")
            lesson = Lesson(guide)
            while not lesson.done:
                assert lesson.step.say in words(table)
                assert table.frame is not None
                way = lesson.ways()[0]
                actions = [choice.action for choice in table.frame.scene.choices]
                await pilot.press(*str(actions.index(way) + 1), "enter")
                lesson.play(way)
            assert guide.end.say in words(table) and is_over(table)
            await pilot.press("n")
            await until(pilot, lambda: isinstance(app.screen, NewTable), "a table to set")

    run_async(test)


def test_another_move_waits_and_one_can_go_back() -> None:
    async def test() -> None:
        async with hall() as (app, pilot):
            table = await opened(app, pilot, "learn udaka")
            assert words(table).startswith("1/9  ")
            host = table.host
            assert isinstance(host, GuideHost)
            host.act(0, 0, "single 4")
            await pilot.pause()
            assert "Later. First lay both 7s together. (UD-14)" in prompt_text(table)
            host.act(0, 0, "pair 7")
            await pilot.pause()
            assert words(table).startswith("2/9  ")
            await pilot.press("u")
            assert words(table).startswith("1/9  ")
            await pilot.press("c")  # there is nothing to concede
            assert app.screen is table

    run_async(test)


def test_the_challenge_of_the_day_is_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "today", lambda: "2026-11-17")
    monkeypatch.setattr("budokan.terminal.tui.hall.today", lambda: "2026-11-17")

    async def test() -> None:
        async with hall() as (app, pilot):
            table = await opened(app, pilot, "daily master_udo")
            assert isinstance(table.host, LocalHost)
            match = table.host.match
            switches, seed = find("master_udo").challenge("2026-11-17")
            assert match.seed == seed and table.host.players == ("human",)
            assert {name: getattr(match.setup.options, name) for name in switches} == switches

    run_async(test)


@pytest.mark.parametrize("game", find_all().values(), ids=lambda game: game.id)
def test_every_game_has_a_form_that_starts_with_its_defaults(game: Game) -> None:
    form = Form(game)
    assert form.match().setup.options == game.setup(None).options
