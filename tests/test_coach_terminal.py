"""The coach in the terminal: a page after the match, and a word in plain mode."""

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest

from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.terminal import plain, study
from budokan.terminal.coach import CoachPage
from tests.sixth import stances
from tests.terminal_hall import data, local, new_match, playing, screen_text, seated, until
from tests.test_coach import played

__all__ = ["data"]  # a fixture


def text_of(page: CoachPage) -> str:
    return str(page.query_one("#page Static").render())


def test_the_page_opens_after_the_end(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("budokan.terminal.coach.usual_iterations", lambda game: 1)

    async def test() -> None:
        host = local(new_match("dojo_duel"), "human", "greedy")
        async with seated(host) as (table, pilot):
            await pilot.press("k")
            assert pilot.app.screen is table  # there is nothing to tell yet
            host.concede(0)
            await until(pilot, lambda: table.frame is not None and table.frame.over, "the end")
            await pilot.press("k")
            page = pilot.app.screen
            assert isinstance(page, CoachPage)
            await until(pilot, lambda: page.found is not None, "the report")
            assert "Dojo Duel: the coach" in screen_text(pilot)
            assert "starts at" in text_of(page) and "Everything:" not in text_of(page)
            await pilot.press("a")
            assert "Everything:" in text_of(page)
            await pilot.press("escape")
            assert pilot.app.screen is table

    playing(test)


def test_who_leaves_the_page_ends_the_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def noted(*words: Any, **more: Any) -> asyncio.subprocess.Process:
        started.append(await start(*words, **more))
        return started[0]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)

    async def test() -> None:
        match = played(find("dojo_duel"), 3)
        waiting = asyncio.create_task(study.studied(match, 20_000, lambda progress: None))
        while not started:
            await asyncio.sleep(0.01)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert started[0].returncode == -signal.SIGKILL

    playing(test)


def test_a_process_that_dies_is_told() -> None:
    async def test() -> None:
        match = played(stances(), 2)  # a game that only this process knows
        with pytest.raises(Refusal, match="cannot think now"):
            await study.studied(match, 1, lambda progress: None)

    playing(test)


def test_the_word_coach_after_a_plain_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = played(find("dojo_duel"), 2)
    for said, reported in (("coach", True), ("", False)):
        monkeypatch.setattr(plain, "ask_line", lambda prompt, said=said: said)
        plain.offer_coach(match, 1)
        assert ("starts at" in capsys.readouterr().out) == reported
