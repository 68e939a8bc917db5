"""Drives the terminal hall in tests: matches, tables, keys and waiting."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from budokan.kit.game import find
from budokan.match.match import CodedMatch
from budokan.terminal.hosts.host import Host
from budokan.terminal.hosts.local import LocalHost
from budokan.terminal.settings import Settings
from budokan.terminal.tui.hall import Hall
from budokan.terminal.tui.table import Table

SHORT = {
    "udaka": {"rounds_to_win": "1"},
    "dojo_duel": {"start_points": "10", "round_limit": "10"},
    "kenpo_masters": {"target_score": "5", "turn_cap": "40"},
    "martial_art": {"max_rounds": "2"},
    "master_udo": {"max_turns_per_fight": "4"},
}
PATIENCE = 30.0
STILL = Settings(pace="off", take_single=False)


def new_match(game: str, seed: str = "test", **options: str) -> CodedMatch:
    found = find(game)
    seats = min(2, found.seats[-1])
    setup = found.setup(seats, {**SHORT[game], **options})
    return CodedMatch(found, setup, ("A", "B")[:seats], seed)


@asynccontextmanager
async def hall(width: int = 80, height: int = 24) -> AsyncIterator[tuple[Hall, Pilot[None]]]:
    app = Hall(pause=0, settings=STILL)
    async with app.run_test(size=(width, height)) as pilot:
        await pilot.pause()
        yield app, pilot


@asynccontextmanager
async def seated(
    host: Host, width: int = 80, height: int = 24, settings: Settings = STILL
) -> AsyncIterator[tuple[Table, Pilot[None]]]:
    async with hall(width, height) as (app, pilot):
        table = Table(host, settings)
        await app.push_screen(table)
        await pilot.pause()
        yield table, pilot


def local(match: CodedMatch, *sitting: str) -> LocalHost:
    """A host with as many of these players as the match has seats."""
    return LocalHost(match, sitting[: match.setup.seats], pause=0)


async def until(pilot: Pilot[None], true: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"waited in vain for: {what}"
        await asyncio.sleep(0.01)
    await pilot.pause()


def is_my_turn(table: Table) -> bool:
    frame = table.frame
    return frame is not None and (frame.over or frame.waits_for is not None)


def is_over(table: Table) -> bool:
    return table.frame is not None and table.frame.over


def screen_text(pilot: Pilot[None]) -> str:
    """The screen as text, without colours."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips) + "\n"


def prompt_text(table: Table) -> str:
    return str(table.query_one("#prompt", Static).render())


def run_async(test: Callable[[], Coroutine[None, None, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 300))  # `until` fails sooner if nothing moves


async def wait_for_table(pilot: Pilot[None]) -> Table:
    """The table, once it is on the screen and waits for a choice."""
    await until(pilot, lambda: isinstance(pilot.app.screen, Table), "a table")
    table = pilot.app.screen
    assert isinstance(table, Table)
    await until(pilot, lambda: is_my_turn(table), "my turn")
    return table


async def press_and_wait(pilot: Pilot[None], table: Table, *keys: str) -> None:
    """Press keys and wait until the table changes."""
    before = table.frame
    await pilot.press(*keys)
    await until(pilot, lambda: table.frame is not before, "the answer")


async def step(pilot: Pilot[None], table: Table, luck: random.Random) -> None:
    """Play a random choice by its number."""
    assert table.frame is not None
    number = luck.randint(1, len(table.frame.scene.choices))
    await press_and_wait(pilot, table, *str(number), "enter")


async def play_by_numbers(pilot: Pilot[None], table: Table, luck: random.Random) -> None:
    """Play random choices to the end of the match."""
    await until(pilot, lambda: is_my_turn(table), "my turn")
    while not is_over(table):
        await step(pilot, table, luck)
        await until(pilot, lambda: is_my_turn(table), "my turn")


def table_facts(**facts: Any) -> dict[str, Any]:
    """A table of Dojo Duel as a hall describes it."""
    return {
        "id": "t", "game": "dojo_duel", "title": "Dojo Duel", "seats": 2, "options": {},
        "players": ["person", "greedy"], "waiting": [], "invites": [], "can_concede": True,
        "rematch": "", "has_par": False, "assists": False, "outcomes": [], "origin": None,
        "dealt": True, "commitment": "", "shared": False, "seed": "", "bits": [], "open": False,
        "shared_deal": "", **facts,
    }  # fmt: skip
