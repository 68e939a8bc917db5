"""The coach in the terminal: a page after the match, and a command in plain mode."""

import asyncio
import signal
from pathlib import Path

import pytest

import budokan
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.terminal.plain import play
from budokan.terminal.tui import coach
from budokan.terminal.tui.coach import CoachPage
from budokan.thinking.coach.study import study_in_workers
from budokan.thinking.workers import Workers
from tests.kit.sixth_game import stances
from tests.terminal.driver import local, new_match, run_async, screen_text, seated, until
from tests.thinking.test_coach import played


def text_of(page: CoachPage) -> str:
    return str(page.query_one("#page Static").render())


def test_the_page_opens_after_the_end(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("budokan.thinking.coach.study.usual_iterations", lambda game: 1)

    async def test() -> None:
        host = local(new_match("dojo_duel"), "human", "greedy")
        async with seated(host) as (table, pilot):
            await pilot.press("k")
            assert pilot.app.screen is table  # the match is not over
            host.concede(0)
            await until(pilot, lambda: table.frame is not None and table.frame.over, "the end")
            await pilot.press("k")
            page = pilot.app.screen
            assert isinstance(page, CoachPage)
            await until(pilot, lambda: page.found is not None, "the report")
            assert "Dojo Duel: the coach" in screen_text(pilot)
            assert "at the start" in text_of(page) and "Everything:" not in text_of(page)
            await pilot.press("a")
            assert "Everything:" in text_of(page)
            await pilot.press("escape")
            assert pilot.app.screen is table

    run_async(test)


def test_leaving_the_page_ends_the_study(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page ends its workers at once."""
    started: list[Workers] = []

    class Noted(Workers):
        def __init__(self, count: int = 1, nice: int = 0) -> None:
            super().__init__(count, nice)
            started.append(self)

    monkeypatch.setattr(coach, "Workers", Noted)

    async def test() -> None:
        page = coach.CoachPage(played(find("dojo_duel"), 3), 20_000)
        waiting = asyncio.create_task(page.study())
        while not (started and started[0].running):
            await asyncio.sleep(0.01)
        process = next(iter(started[0].running)).process
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert process.poll() == -signal.SIGKILL

    run_async(test)


def test_the_fault_of_a_worker_is_shown() -> None:
    async def test() -> None:
        workers = Workers()
        with pytest.raises(Refusal, match="no game 'stances'"):  # only this process knows it
            await study_in_workers(workers, played(stances(), 2), lambda done, total: None, 1)
        workers.close()

    run_async(test)


def test_the_word_coach_after_a_plain_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Then the words are asked for again, and again is a rematch."""
    match = budokan.Match(played(find("dojo_duel"), 2))
    for said, reported, rematch in (
        (["coach", ""], True, False),
        ([""], False, False),
        (["again"], False, True),
    ):
        answers = iter(said)
        monkeypatch.setattr(play, "ask_line", lambda prompt, typed=answers: next(typed))
        assert play.offer_more(match, ["human", "greedy"], 1) == rematch
        told = capsys.readouterr().out
        assert ("at the start" in told) == ("\nYou: chance to win\nYou " in told) == reported
