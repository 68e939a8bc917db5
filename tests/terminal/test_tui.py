"""The terminal hall: games by keys and mouse, the curtain, saves and the form."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.kit.rng import Rng
from budokan.kit.scene import Piece
from budokan.match import record
from budokan.terminal.hosts import saves
from budokan.terminal.hosts.host import Frame, Host, Notice
from budokan.terminal.hosts.local import LocalHost
from budokan.terminal.tui.board import Board
from budokan.terminal.tui.dialogs import Curtain
from budokan.terminal.tui.form import Form
from budokan.terminal.tui.front import Front
from budokan.terminal.tui.new_table import NewTable
from budokan.terminal.tui.rules import Rules
from budokan.terminal.tui.run import run as run_hall
from budokan.terminal.tui.table import Table
from budokan.thinking import messages
from tests.sampling import a_few
from tests.terminal.driver import (
    SHORT,
    hall,
    is_my_turn,
    is_over,
    local,
    new_match,
    play_by_numbers,
    press_and_wait,
    prompt_text,
    run_async,
    screen_text,
    seated,
    until,
    wait_for_table,
)

# -- Whole games ----------------------------------------------------------------------------------

SHORTER = {"master_udo": {"max_turns_per_fight": "2"}}


@pytest.mark.parametrize("game", a_few(SHORT, 2, "a_whole_game_by_numbers"))
def test_a_whole_game_by_numbers(game: str, data: Path) -> None:
    async def test() -> None:
        match = new_match(game, **SHORTER.get(game, {}))
        async with seated(local(match, "human", "greedy")) as (table, pilot):
            await play_by_numbers(pilot, table, random.Random(1))
            assert table.scene is not None and table.scene.result in prompt_text(table)

    run_async(test)
    assert [path.suffix for path in (data / "terminal" / "finished").iterdir()] == [".match"]
    assert saves.listed() == []


@pytest.mark.parametrize("game", a_few(SHORT, 2, "arrows_and_enter_along_the_paths"))
def test_arrows_and_enter_along_the_paths(game: str) -> None:
    async def test() -> None:
        async with seated(local(new_match(game), "human", "random")) as (table, pilot):
            luck = random.Random(2)
            board = table.query_one(Board)
            assert isinstance(table.host, LocalHost)
            entries = table.host.match.entries
            while sum(entry.seat == 0 for entry in entries) < 5:
                await until(pilot, lambda: is_my_turn(table), "my turn")
                board.focus()
                await pilot.press(luck.choice(("left", "right", "up", "down")))
                if board.picking.cursor in board.picking.lit:
                    await pilot.press("enter")

    run_async(test)


# -- Picking --------------------------------------------------------------------------------------


async def click(pilot: Pilot[None], table: Table, name: str) -> None:
    board = table.query_one(Board)
    place = next(hit for hit in board.block.hits if hit.id == name)
    await pilot.click(Board, offset=(place.x + 1, place.y - board.scroll_offset.y))
    await pilot.pause()


def test_the_mouse_picks_along_a_path_and_in_the_list() -> None:
    async def test() -> None:
        host = local(new_match("udaka"), "human", "human")
        async with seated(host) as (table, pilot):
            await pilot.press("enter")
            await until(pilot, lambda: bool(table.open_choices), "choices")
            assert table.scene is not None
            seat, entries = host.view, len(host.match.entries)
            choice = table.scene.choices[0]
            first, second = choice.paths[0]
            await click(pilot, table, first)
            assert table.picked == (first,)
            assert second in table.query_one(Board).picking.lit
            await pilot.press("backspace")
            assert not table.picked
            await click(pilot, table, first)
            await click(pilot, table, second)
            assert host.match.entries[entries].seat == seat
            assert host.match.notation.text(host.match.entries[entries].action) == (choice.action)
            await pilot.press("enter")
            await until(pilot, lambda: host.view != seat, "the next person")
            entries = len(host.match.entries)
            await pilot.click("#choices", offset=(3, 0))
            await until(pilot, lambda: len(host.match.entries) > entries, "the click on a choice")

    run_async(test)


def test_a_refusal_shows_its_clause_and_the_rules_open_there() -> None:
    async def test() -> None:
        host = local(new_match("dojo_duel", first_player="fixed"), "human", "random")
        async with seated(host) as (table, pilot):
            await until(pilot, lambda: is_my_turn(table), "the kicker")
            while not any(has_refusal(table)):
                await press_and_wait(pilot, table, "1", "enter")
                await until(pilot, lambda: is_my_turn(table), "my turn")
            piece = next(has_refusal(table))
            assert piece.refused is not None
            await click(pilot, table, piece.id)
            assert f"({piece.refused.clause})" in prompt_text(table)
            assert piece.refused.text.split(",")[0] in " ".join(prompt_text(table).split())
            await pilot.press("r")
            await until(pilot, lambda: isinstance(pilot.app.screen, Rules), "the rules")
            clause = piece.refused.clause
            await until(
                pilot, lambda: bool(re.search(rf"• {clause} ", screen_text(pilot))), "the clause"
            )

    run_async(test)


def has_refusal(table: Table) -> Iterator[Piece]:
    hands = [z for zone in (table.scene.zones if table.scene else ()) for z in zone.zones]
    return (piece for zone in hands for piece in zone.pieces if piece.refused)


def test_numbers_of_two_digits() -> None:
    async def test() -> None:
        match = new_match("dojo_duel", fan="holder", first_player="fixed")
        async with seated(local(match, "human", "human")) as (table, pilot):
            for _ in range(8):
                if len(table.open_choices) > 20:
                    break
                await pilot.press("enter", "1", "enter")
                await pilot.pause(0.02)
            if isinstance(pilot.app.screen, Curtain):
                await pilot.press("enter")
            await until(pilot, lambda: len(table.open_choices) > 20, "many orders of the fan")
            await pilot.press("1", "2")
            box = table.query_one("#choices", OptionList)
            assert box.highlighted == 11
            assert table.scene is not None and table.scene.choices[11].label in prompt_text(table)

    run_async(test)


# -- The curtain, undo, concede, saves ------------------------------------------------------------


def test_the_curtain_hides_the_table() -> None:
    async def test() -> None:
        host = local(new_match("dojo_duel"), "human", "human")
        async with seated(host) as (table, pilot):
            for seat in (0, 1):
                await until(pilot, lambda: isinstance(pilot.app.screen, Curtain), "the curtain")
                names = {row["name"] for row in host.match.setup.data["card"].values()}
                hidden = screen_text(pilot)
                assert f"{'AB'[seat]}, it is your turn" in hidden
                assert not [name for name in names if name in hidden]
                await pilot.press("enter")
                await until(pilot, lambda: bool(table.open_choices), "the table")
                hand = host.match.scene(seat).choices[0].label.partition(": ")[2].split(" (")[0]
                assert hand.split()[0] in screen_text(pilot)
                await pilot.press("1", "enter")

    run_async(test)


class Script(Host):
    """A host that shows one frame and records the commands."""

    def __init__(self, frame: Frame) -> None:
        super().__init__()
        self.frame, self.heard = frame, list[tuple[str, int]]()

    async def run(self) -> None:
        self.show(self.frame)

    def undo(self, seat: int, ply: int) -> None:
        self.heard.append(("undo", seat))

    def concede(self, seat: int) -> None:
        self.heard.append(("concede", seat))

    def act(self, seat: int, ply: int, action: str) -> None:
        self.heard.append((action, seat))


def test_undo_is_offered_only_where_there_is_something_to_take_back() -> None:
    async def test() -> None:
        frame = local(new_match("udaka"), "human", "random").frame()
        host = Script(frame)
        async with seated(host) as (table, pilot):
            assert "Undo" not in screen_text(pilot)
            await pilot.press("u")
            table.show(replace(frame, draft_length=1, ply=frame.ply + 1))
            await until(pilot, lambda: "Undo" in screen_text(pilot), "the key of undo")
            await pilot.press("u")
            assert host.heard == [("undo", 0)]
            host.tell(Notice("That is too late.", "UD-17", bad=True))
            await pilot.pause()
            assert "That is too late. (UD-17)" in prompt_text(table)

    run_async(test)


def test_conceding_asks_first() -> None:
    async def test() -> None:
        host = local(new_match("dojo_duel"), "human", "random")
        async with seated(host) as (table, pilot):
            await until(pilot, lambda: is_my_turn(table), "my turn")
            await pilot.press("c", "n")
            assert not host.match.over
            await pilot.press("c", "y")
            await until(pilot, lambda: is_over(table), "the end")
            assert "You give up; B wins." in prompt_text(table)
            assert "Record: " in prompt_text(table)
            await pilot.press("n")
            await until(pilot, lambda: pilot.app.screen is not table, "the next match")

    run_async(test)


def test_leaving_saves_the_match_and_the_hall_offers_it() -> None:
    async def test() -> None:
        async with hall() as (app, pilot):
            await pilot.press("enter", "enter")
            table = await wait_for_table(pilot)
            assert isinstance(table.host, LocalHost)
            await press_and_wait(pilot, table, "1", "enter")
            await pilot.press("q")
            await until(pilot, lambda: isinstance(app.screen, Front), "the front")
            left = table.host.match
            await until(pilot, lambda: "Resume" in screen_text(pilot), "the saved match")
            (saved,) = saves.listed()
            app.resume(saved.name)
            again = await wait_for_table(pilot)
            assert isinstance(again.host, LocalHost)
            assert again.host.players == table.host.players
            assert again.host.match.entries[: len(left.entries)] == left.entries
            assert again.host.match.seed == left.seed

    run_async(test)


def test_chance_goes_on_after_a_resume_as_if_nothing_had_happened() -> None:
    straight, broken = new_match("udaka"), new_match("udaka")
    straight.begin()
    broken.begin()
    sitting = ("human", "human")
    for at in range(12):
        for match in (straight, broken):
            seat = match.acting[0]
            match.play(seat, match.legal(seat)[0])
        if at == 5:
            saves.keep(broken, sitting, "broken")
            broken, found = saves.resume("broken")
            assert found == sitting
    assert broken.entries == straight.entries


def test_a_damaged_save_is_shown_and_can_be_deleted() -> None:
    async def test() -> None:
        saves.folder().mkdir()
        path = saves.folder() / "x.match"
        path.write_text(record.write(new_match("udaka")).replace("so far", "so  far"))
        async with hall(100, 30) as (app, pilot):
            assert "damaged or edited" in screen_text(pilot)
            box = app.screen.query_one("#front", OptionList)
            box.highlighted = box.get_option_index(f"saved {path}")
            await pilot.press("enter")
            await pilot.pause()
            assert isinstance(app.screen, Front)
            await pilot.press("x", "y")
            await pilot.pause()
            assert not path.exists()

    run_async(test)


# -- Agents ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHORT)
def test_an_agent_is_sent_only_what_its_seat_sees(game: str) -> None:
    match = new_match(game)
    match.begin()
    for _ in range(12):
        seat = match.acting[0]
        sent = json.loads(json.dumps(messages.task(match, seat, "random").world))
        world = match.game.read(sent, match.setup)
        world.observe(seat)
        assert world.encode() == match.view(seat).encode()
        plan = messages.think(messages.task(match, seat, "greedy"))
        match.play(seat, plan[messages.view_key(match.view(seat))])
    hidden = match.view(match.acting[0])
    hidden.guess(match.acting[0], Rng(1))


# -- The form -----------------------------------------------------------------------------------


def test_the_form_is_built_from_the_game() -> None:
    form = Form(find("dojo_duel"))
    rows = {row.key: row for row in form.rows}
    assert "players" not in rows  # there is nothing to choose
    assert rows["option.compare"].values == ["totals", "lanes"]
    assert rows["option.round_limit"].values[:2] == ["none", "10"]
    assert "ember_fist" in rows["seat.1.deck"].values
    form.put(rows["seat.1.deck"], "ember_fist")
    form.turn(rows["option.compare"], 1)
    form.turn(rows["seat.1"], 1)
    match = form.match()
    assert match.setup.options.compare == "lanes" and match.setup.choices[1].deck == "ember_fist"
    form.put(rows["seat.1"], "nobody")
    with pytest.raises(Refusal, match="no agent"):
        form.match()


def test_the_form_on_the_screen() -> None:
    async def test() -> None:
        async with hall() as (app, pilot):
            app.push_screen(NewTable(find("udaka")))
            await pilot.pause()
            await pilot.press("down", "left")
            assert "Seat C" in screen_text(pilot) and "Seat D" not in screen_text(pilot)
            await pilot.press("down", "e")
            await pilot.pause()
            await pilot.press(*["backspace"] * 5, *"oops", "enter", "s")
            await until(pilot, lambda: "no agent" in screen_text(pilot), "the refusal")

    run_async(test)


def test_an_unknown_game_is_refused_before_the_screen_opens() -> None:
    with pytest.raises(Refusal, match="did you mean udaka"):
        run_hall("udakka", None)
