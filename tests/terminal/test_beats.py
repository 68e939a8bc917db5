"""What happens after a move, step by step in the terminal; the pace; single choices."""

import asyncio

import pytest
from textual.widgets import OptionList

from budokan.front_door import Match
from budokan.kit.game import find
from budokan.kit.scene import (
    Beat,
    Change,
    Choice,
    Happened,
    Part,
    Piece,
    Preview,
    Prompt,
    Scene,
    Zone,
)
from budokan.kit.scene_text import describe
from budokan.match.match import CodedMatch
from budokan.terminal import settings as kept
from budokan.terminal.draw import surroundings
from budokan.terminal.draw.palette import style_of
from budokan.terminal.hosts.host import Frame, Host
from budokan.terminal.plain.table import ASKING
from budokan.terminal.plain.table import Table as PlainTable
from budokan.terminal.seating import next_step
from budokan.terminal.settings import FACTORS, PACES, Settings
from budokan.terminal.tui.board import Board
from budokan.terminal.tui.table import Table
from tests.kit.sixth_game import stances
from tests.terminal.driver import local, new_match, prompt_text, run_async, seated, until

BEATS = (
    Beat(kind="turn", seat=1, text="Ben turns a card.", ms=800,
         changes=(Change(zone="field", piece=Piece(id="card", name="Tiger", motif="tiger")),)),
    Beat(kind="lose", seat=0, text="You take 4.", ms=900, changes=(Change(zone="points", at=6),)),
)  # fmt: skip


def scene(at: int, **more: object) -> Scene:
    zones = (Zone(id="field"), Zone(id="points", layout="track", meter="health", at=at, length=10))
    return Scene(game="x", viewer=0, acting=(0,), prompt=Prompt(question="What now?"), zones=zones,
                 **more)  # type: ignore[arg-type]  # fmt: skip


def frame(ply: int, shown: Scene) -> Frame:
    return Frame("x", "X", ply, 0, (0,), ("Ann", "Ben"), shown, ("Something.",), 0, over=False)


class Held:
    """Beats that last until the test goes on."""

    def __init__(self, table: Table) -> None:
        self.lasting: list[float] = []
        self.gate = asyncio.Event()
        table.pause = self.wait

    async def wait(self, seconds: float) -> None:
        self.lasting.append(seconds)
        await self.gate.wait()
        self.gate.clear()


class Still(Host):
    """A host that does nothing by itself."""

    async def run(self) -> None:
        pass


class Noting(Still):
    """A host that notes what is played."""

    def __init__(self) -> None:
        super().__init__()
        self.acted: list[str] = []

    def act(self, seat: int, ply: int, action: str) -> None:
        self.acted.append(action)


def test_beats_are_shown_one_after_another() -> None:
    async def test() -> None:
        async with seated(Still(), settings=Settings(pace="slow")) as (table, pilot):
            table.show(frame(3, scene(10)))
            held = Held(table)
            news = Happened(since=3, beats=BEATS, line="You take 4: Yang 15 against Yin 11.")
            table.show(frame(5, scene(6, happened=news)))
            board = table.query_one(Board)
            await until(pilot, lambda: len(held.lasting) == 1, "the first beat")
            assert "Ben turns a card." in prompt_text(table)
            assert board.scene is not None and board.scene.zones[0].pieces[0].name == "Tiger"
            assert board.scene.zones[1].at == 10
            held.gate.set()
            await until(pilot, lambda: len(held.lasting) == 2, "the second beat")
            assert "You take 4." in prompt_text(table) and board.scene.zones[1].at == 6
            held.gate.set()
            await until(pilot, lambda: "What now?" in prompt_text(table), "the question")
            assert "Yang 15 against Yin 11" in prompt_text(table)
            assert held.lasting == [0.8 * FACTORS["slow"], 0.9 * FACTORS["slow"]]

    run_async(test)


@pytest.mark.parametrize("key", ["escape", "right", "1"])
def test_a_key_skips_the_rest(key: str) -> None:
    async def test() -> None:
        async with seated(Still(), settings=Settings()) as (table, pilot):
            table.show(frame(3, scene(10)))
            held = Held(table)
            table.show(frame(5, scene(6, happened=Happened(since=3, beats=BEATS))))
            await until(pilot, lambda: len(held.lasting) == 1, "the first beat")
            await pilot.press(key)
            await until(pilot, lambda: "What now?" in prompt_text(table), "the question")
            shown = table.query_one(Board).scene
            assert shown is table.scene and len(held.lasting) == 1

    run_async(test)


def test_choices_of_the_scene_before_are_not_offered_during_beats() -> None:
    """Enter on the list skips and does nothing else."""
    choices = tuple(Choice(action=word, label=word, paths=((word,),)) for word in ("hit", "rest"))
    host = Noting()

    async def test() -> None:
        async with seated(host, settings=Settings()) as (table, pilot):
            table.show(frame(3, scene(10, choices=choices)))
            box = table.query_one("#choices", OptionList)
            await pilot.press("2")
            assert box.has_focus and box.option_count == 2
            held = Held(table)
            news = Happened(since=3, beats=BEATS)
            table.show(frame(5, scene(6, happened=news, choices=choices[::-1])))
            await until(pilot, lambda: len(held.lasting) == 1, "the first beat")
            assert box.option_count == 0
            await pilot.press("enter")
            await until(pilot, lambda: "What now?" in prompt_text(table), "the question")
            assert box.has_focus and box.option_count == 2 and host.acted == []

    run_async(test)


@pytest.mark.parametrize(("since", "pace"), [(2, "normal"), (3, "off")])
def test_beats_of_another_scene_and_without_pace_are_left_out(since: int, pace: kept.Pace) -> None:
    async def test() -> None:
        async with seated(Still(), settings=Settings(pace=pace)) as (table, _):
            table.show(frame(3, scene(10)))
            table.show(frame(5, scene(6, happened=Happened(since=since, beats=BEATS))))
            assert "What now?" in prompt_text(table)

    run_async(test)


def test_the_keys_change_pace_and_single_choices_for_good() -> None:
    async def test() -> None:
        async with seated(Still(), settings=Settings()) as (table, pilot):
            seen = [table.settings.pace]
            for _ in PACES:
                await pilot.press("p")
                seen.append(table.settings.pace)
            assert seen == ["normal", "fast", "off", "slow", "normal"]
            await pilot.press("p", "o")
            assert kept.load() == Settings(pace="fast", take_single=False)

    run_async(test)


def test_settings_that_do_not_fit_are_the_usual_ones() -> None:
    for text in ("", "[]", '{"pace": "warp", "take_single": true}', '{"pace": "off"}'):
        kept._file().parent.mkdir(parents=True, exist_ok=True)
        kept._file().write_text(text, "utf-8")
        assert kept.load() == Settings()


def pointing() -> CodedMatch:
    """A match of Dojo Duel in which A may only point at the shuffled fan."""
    match = new_match("dojo_duel", first_player="fixed")
    match.begin()
    while not (0 in match.acting and len(match.legal(0)) == 1):
        seat = match.acting[0]
        match.play(seat, match.legal(seat)[0])
    return match


@pytest.mark.parametrize("takes", [True, False])
def test_a_single_choice_is_taken_for_the_player(takes: bool) -> None:
    async def test() -> None:
        match = pointing()
        assert match.scene(0).auto
        label = match.scene(0).choices[0].label
        host = local(match, "human", "human")
        host.view = 0
        before = len(match.entries)
        async with seated(host, settings=Settings("off", takes)) as (table, pilot):
            if takes:
                await until(pilot, lambda: len(match.entries) > before, "the choice")
                assert match.entries[before].seat == 0
                said = f"Only one choice: {label}."
                await until(pilot, lambda: said in prompt_text(table), "the notice")
            else:
                await until(pilot, lambda: table.frame is not None, "the table")
                assert len(match.entries) == before

    run_async(test)


def plain_table(
    match: CodedMatch, *answers: str, settings: Settings = ASKING
) -> tuple[PlainTable, list[str]]:
    said: list[str] = []
    typed = iter(answers)
    sitting = ["human", "human"]
    return PlainTable(Match(match), sitting, lambda _: next(typed), said.append, settings), said


def test_plain_play_takes_single_choices_if_told_so() -> None:
    match = pointing()
    label = match.scene(0).choices[0].label
    table, said = plain_table(match, "", "1", settings=Settings("off", True))
    with pytest.raises(StopIteration):
        table.run()
    assert f"Only one choice: {label}." in said
    asked, told = plain_table(pointing(), "", "?", "single", "1")
    with pytest.raises(StopIteration):
        asked.run()
    assert not any(line.startswith("Only one choice") for line in told)
    clause = find("dojo_duel").rules_of("point")[0]
    explained = next(line for line in told if clause in line)
    assert explained.startswith(f"  1  {label}")
    assert "Single choices are taken for you." in told


def test_long_choices_go_on_in_an_indented_line() -> None:
    match = new_match("dojo_duel")
    match.begin()
    shown = match.scene(match.acting[0])
    lines = describe(shown, width=40).splitlines()
    listed = lines[next(i for i, line in enumerate(lines) if line.startswith("  1  ")) :]
    assert len(listed) > len(shown.choices)
    assert all(len(line) <= 40 and line.startswith("  ") for line in listed)
    assert [line for line in listed if line.startswith("       ")]


def test_a_choice_in_the_list_is_indented_and_coloured() -> None:
    """A number stays with its word; the sum is told where the choice is pointed at."""
    preview = Preview(give=3, take=2, note="if they stand", sum=(Part(label="cards", value=2),))
    found = Choice(action="x", label="Play the High Round Kick", paths=((),), preview=preview)
    row = surroundings.choice(7, found, "budokan-night", 40)
    text = row.plain.replace(surroundings.NBSP, " ")
    assert text == " 7  Play the High Round Kick\n    deal 3; take 2; if they stand"
    seen = {text[span.start : span.end]: span.style for span in row.spans}
    assert seen["deal 3"] == style_of("budokan-night", "safe")
    assert seen["take 2"] == style_of("budokan-night", "hit")


def beaten(by: str, *players: str) -> tuple[str, str]:
    """The next step after a match that a seat has won by the other's giving up."""
    match = new_match("dojo_duel")
    match.begin()
    match.concede(1 - "AB".index(by))
    return next_step(match, players)


def test_the_next_step_is_a_belt_up_or_down() -> None:
    assert beaten("A", "human", "green") == ("blue", "You beat green; try blue.")
    practise = "Was green too strong? Practise against yellow."
    assert beaten("B", "human", "green") == ("yellow", practise)
    assert beaten("B", "green", "human") == ("blue", "You beat green; try blue.")
    best = "You beat the black belt. There is nobody above it here."
    assert beaten("A", "human", "black") == ("", best)
    assert beaten("B", "human", "white") == ("", "")
    assert beaten("A", "human", "human") == beaten("A", "human", "greedy") == ("", "")


def test_stances_have_no_beats_and_a_scene_says_nothing_of_them() -> None:
    match = CodedMatch(stances(), stances().setup(), seed="x")
    assert "None" not in describe(match.scene(0))
