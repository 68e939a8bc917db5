"""What happens after a move, step by step in the terminal; the pace; single choices."""

import asyncio

import pytest

from budokan.front_door import Match
from budokan.kit.scene import Beat, Change, Happened, Piece, Prompt, Scene, Zone
from budokan.kit.scene_text import describe
from budokan.match.match import CodedMatch
from budokan.terminal import settings as kept
from budokan.terminal.hosts.host import Frame, Host
from budokan.terminal.plain.table import ASKING
from budokan.terminal.plain.table import Table as PlainTable
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
        host = local(match, "human", "human")
        host.view = 0
        before = len(match.entries)
        async with seated(host, settings=Settings("off", takes)) as (table, pilot):
            if takes:
                await until(pilot, lambda: len(match.entries) > before, "the choice")
                assert match.entries[before].seat == 0
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
    assert any(line.startswith("Type the number") for line in told)
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


def test_stances_have_no_beats_and_a_scene_says_nothing_of_them() -> None:
    match = CodedMatch(stances(), stances().setup(), seed="x")
    assert "None" not in describe(match.scene(0))
