"""Master Udo in the terminal: Kai, the challenge of the day, and par at the end."""

import asyncio
import random
from functools import partial
from pathlib import Path

import pytest

from budokan.kit.game import find
from budokan.kit.scene import lit
from budokan.match.match import CodedMatch
from budokan.terminal.draw.pieces import Picking
from budokan.terminal.draw.scene import draw
from budokan.terminal.hosts.host import Frame
from budokan.terminal.tui.board import Board
from budokan.thinking.par import deal, par
from tests.terminal.driver import (
    is_my_turn,
    local,
    new_match,
    play_by_numbers,
    prompt_text,
    run_async,
    screen_text,
    seated,
    until,
)

UDO = find("master_udo")
TRIES = 2


def challenge() -> CodedMatch:
    """The challenge of a day with Kai, cut short."""
    switches, seed = UDO.challenge("2026-11-17")
    assert switches == {"hero": "kai"}
    return CodedMatch(UDO, UDO.setup(1, {**switches, "max_turns_per_fight": "3"}), ["A"], seed)


def test_a_whole_challenge_by_numbers_and_its_par(data: Path) -> None:
    match = challenge()
    expected = par(deal(UDO, match.setup, match.seed, TRIES))

    async def test() -> None:
        host = local(match, "human")
        host.tries = TRIES
        async with seated(host) as (table, pilot):
            await play_by_numbers(pilot, table, random.Random(3))
            await until(pilot, lambda: "Par for this deal" in prompt_text(table), "par")
            assert expected.told(match.scores()[0]) in prompt_text(table)
            assert "Par for this deal" in screen_text(pilot)

    run_async(test)


def more(match: CodedMatch, done: int) -> bool:
    return len(match.entries) > done


def test_by_mouse_on_the_board() -> None:
    """A master, cards of a combo and the button are picked where they are drawn."""

    async def test() -> None:
        host = local(new_match("master_udo", hero="kai"), "human")
        async with seated(host, 100, 34) as (table, pilot):
            await until(pilot, lambda: is_my_turn(table), "my turn")
            board = table.query_one(Board)
            for name in ("master-crane", "hand-kai_guard", "resolve"):
                place = next(hit for hit in board.block.hits if hit.id == name)
                done = len(host.match.entries)
                spot = (place.x + 1, place.y - board.scroll_offset.y)
                await pilot.click(Board, offset=spot)
                await until(pilot, partial(more, host.match, done), name)
            texts = [UDO.notation.text(e.action) for e in host.match.entries if e.seat == 0]
            assert texts == ["fight crane", "add kai_guard", "resolve"]

    run_async(test)


def test_leaving_while_the_solver_plays_ends_it() -> None:
    match = challenge()
    shown: list[Frame] = []

    async def test() -> None:
        host = local(match, "human")  # with all its tries, which take long
        host.show = shown.append
        running = asyncio.create_task(host.run())
        await asyncio.sleep(0)
        host.concede(0)
        while "the solver plays" not in shown[-1].note:
            await asyncio.sleep(0.01)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert not host.worker.running

    run_async(test)


def test_a_gallery_says_what_its_numbers_are() -> None:
    scene = new_match("master_udo").scene(0)
    bright = frozenset(lit(scene.choices, ()))
    drawn = draw(scene, Picking(lit=bright), 79, 25)[0].text()
    assert "glory 1" in drawn and "attack 1" in drawn and "attacks 3" in drawn
