"""Martial Art in the terminal at 80x24: hot seat, one against three, teams, Black Belt by mouse."""

import random
from functools import partial

import pytest

from budokan.kit.game import find
from budokan.kit.scene import Scene, zones
from budokan.match.match import CodedMatch
from budokan.terminal.hosts.host import Frame
from budokan.terminal.hosts.local import LocalHost
from budokan.terminal.tui.board import Board
from budokan.terminal.tui.dialogs import Curtain
from budokan.terminal.tui.form import Form, explain
from budokan.terminal.tui.table import Table
from tests.terminal.driver import (
    is_my_turn,
    is_over,
    prompt_text,
    run_async,
    screen_text,
    seated,
    step,
    until,
)

EFFECTS = ("energy", "move", "defense")


def fight(*sitting: str, **options: str) -> LocalHost:
    """A fight of one round."""
    game = find("martial_art")
    setup = game.setup(len(sitting), {"max_rounds": "1", **options})
    match = CodedMatch(game, setup, tuple("ABCD"[: len(sitting)]), "test")
    return LocalHost(match, sitting, pause=0)


def shown(scene: Scene, seat: str) -> list[str]:
    """The tokens of a seat that lie open, as a viewer sees them."""
    rows = [zone for zone in zones(scene) if zone.id.startswith(f"{seat}-")]
    return [piece.face for zone in rows for piece in zone.pieces if piece.face]


def changed(table: Table, before: Frame) -> bool:
    return table.frame is not before


def test_two_at_one_keyboard_never_see_each_others_tokens() -> None:
    async def test() -> None:
        luck, handed = random.Random(3), set[str]()
        async with seated(fight("human", "human")) as (table, pilot):
            while not is_over(table):
                await until(
                    pilot,
                    lambda: isinstance(pilot.app.screen, Curtain) or is_my_turn(table),
                    "the curtain or a choice",
                )
                if isinstance(pilot.app.screen, Curtain):
                    covered = screen_text(pilot)
                    assert "Left Arm" not in covered
                    handed.add(covered[covered.index("it is your turn") - 3])
                    await pilot.press("enter")
                    await until(pilot, lambda: bool(table.open_choices), "the table")
                    continue
                if is_over(table):
                    break
                assert table.frame is not None and table.scene is not None
                own, foe = ("A", "B") if table.frame.view == 0 else ("B", "A")
                assert set(EFFECTS) & set(shown(table.scene, own))
                assert not set(EFFECTS) & set(shown(table.scene, foe))
                await step(pilot, table, luck)
        assert handed == {"A", "B"}

    run_async(test)


@pytest.mark.parametrize("layout", ["royale", "team"])
def test_one_with_three_greedy_ones(layout: str) -> None:
    async def test() -> None:
        luck = random.Random(4)
        async with seated(fight("human", *["greedy"] * 3, layout=layout)) as (table, pilot):
            while not is_over(table):
                await until(pilot, lambda: is_my_turn(table), "my turn")
                if is_over(table):
                    break
                assert max(map(len, screen_text(pilot).splitlines())) <= 80
                await step(pilot, table, luck)
            assert table.scene is not None and table.scene.result in prompt_text(table)
            named = [pair in prompt_text(table) for pair in ("A and C", "B and D")]
            assert any(named) == (layout == "team")

    run_async(test)


def test_black_belt_by_mouse() -> None:
    """Skills, tokens and turns are clicked on the board; what lies out of sight, in the list."""

    async def test() -> None:
        luck, clicks = random.Random(5), 0
        async with seated(fight("human", "greedy", mode="black")) as (table, pilot):
            board = table.query_one(Board)
            while not is_over(table):
                await until(pilot, lambda: is_my_turn(table), "my turn")
                if table.frame is None or is_over(table):
                    break
                before, choices = table.frame, table.frame.scene.choices
                choice = luck.choice(choices)
                for name in luck.choice(choice.paths):
                    hit = next(h for h in board.block.hits if h.id == name)
                    y = hit.y - board.scroll_offset.y
                    if not 0 <= y < board.size.height:
                        await pilot.press(*str(choices.index(choice) + 1), "enter")
                        break
                    clicks += 1
                    await pilot.click(Board, offset=(hit.x + 1, y))
                await until(pilot, partial(changed, table, before), "the answer")
            assert table.scene is not None and table.scene.result in prompt_text(table)
            assert clicks > 15

    run_async(test)


@pytest.mark.parametrize(("radius", "longest"), [("2", 5), ("4", 9)])
def test_small_and_large_rings(radius: str, longest: int) -> None:
    """The rings of 19 and 61 spaces are drawn in 80 columns and played in (MA-16)."""

    async def test() -> None:
        luck = random.Random(6)
        host = fight("human", "greedy", mode="black", arena_radius=radius)
        async with seated(host) as (table, pilot):
            while not is_over(table):
                await until(pilot, lambda: is_my_turn(table), "my turn")
                if is_over(table):
                    break
                assert table.scene is not None
                arena = next(zone for zone in zones(table.scene) if zone.id == "arena")
                assert arena.width == longest
                assert max(map(len, screen_text(pilot).splitlines())) <= 80
                await step(pilot, table, luck)
            assert table.scene is not None and table.scene.result in prompt_text(table)

    run_async(test)


def test_the_form_tells_the_story_of_a_fighter() -> None:
    form = Form(find("martial_art"))
    row = next(row for row in form.rows if row.key == "seat.0.fighter")
    assert "(MA-15)" in explain(row, form.game.clauses)
    row.put("wonja")
    assert explain(row, form.game.clauses) == form.game.text["story"]["wonja"]
