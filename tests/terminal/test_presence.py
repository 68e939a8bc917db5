"""Clocks, absences, claims and courtesies at a table of a hall elsewhere."""

import json
from typing import Any

import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from budokan import protocol
from budokan.kit.game import find
from budokan.match.match import CodedMatch
from budokan.server.table.courtesy import COURTESIES
from budokan.terminal.hosts import remote_presence
from budokan.terminal.hosts.host import Frame, Notice
from budokan.terminal.hosts.remote import RemoteHost
from budokan.terminal.hosts.remote_link import Place
from budokan.terminal.tui.dialogs import HELP, Pick
from budokan.terminal.tui.table import Table
from tests.terminal.driver import run_async, seated, table_facts, until

CLOCK = {
    "kind": "match",
    "seconds": 600,
    "increment": 0,
    "left": [600_000, 65_000],
    "since": [0, 10_000],
}
WIN = {"seat": 1, "at": 75_000, "reason": "time", "effect": "win", "automatic": False}


def scene(**facts: Any) -> str:
    """The frame that Ann receives after 70 seconds."""
    game = find("dojo_duel")
    match = CodedMatch(game, game.setup(2), ("Ann", "Ben"), seed="clock")
    match.begin()
    frame = {
        "t": "scene", "ply": 0, "view": 0, "mine": [0], "names": ["Ann", "Ben"], "story": [],
        "scene": json.loads(protocol.encode(match.scene(0))), "over": False, "now": 70_000,
        "story_length": 0, "draft_length": 0, "table": table_facts(**facts),
    }  # fmt: skip
    return json.dumps(frame)


class Elsewhere(RemoteHost):
    """A remote host without a connection; a test gives its messages and reads the answers."""

    def __init__(self) -> None:
        super().__init__(Place("http://here", "t", "", None, COURTESIES))

    async def run(self) -> None:
        pass

    def sent(self) -> list[dict[str, Any]]:
        said = [self.outbox.get_nowait() for _ in range(self.outbox.qsize())]
        return [msgspec.to_builtins(each) for each in said]


def heard(*messages: str) -> tuple[list[Frame], list[Notice], list[dict[str, Any]]]:
    """The frames and notices for the screen, and the messages to the hall."""
    host = Elsewhere()
    frames: list[Frame] = []
    said: list[Notice] = []
    host.show, host.tell = frames.append, said.append
    for message in messages:
        assert host._receive(message)
    return frames, said, host.sent()


class Watch:
    """The clock of this machine, set by a test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 0.0
        monkeypatch.setattr(remote_presence, "monotonic", lambda: self.seconds)
        monkeypatch.setattr("budokan.terminal.hosts.remote.monotonic", lambda: self.seconds)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    return Watch(monkeypatch)


def told(*, seconds: float, watch: Watch, **facts: Any) -> tuple[str, list[str]]:
    """The top line and the notices some seconds after a frame arrived."""
    watch.seconds = 0.0
    (frame,), _, _ = heard(scene(**facts))
    watch.seconds = seconds
    assert frame.presence is not None
    return frame.presence.status(), frame.presence.notices()


# -- Clocks ---------------------------------------------------------------------------------------


def test_the_clocks_run_between_frames(watch: Watch) -> None:
    assert told(seconds=0, watch=watch, clock=CLOCK) == (
        "Time left: Ann 10:00, Ben 0:05 (runs)",
        [],
    )
    assert told(seconds=3.5, watch=watch, clock=CLOCK)[0].endswith("Ben 0:02 (runs)")
    assert told(seconds=60, watch=watch, clock=CLOCK)[0].endswith("Ben 0:00 (runs)")


def test_a_bot_has_no_clock_and_a_resting_turn_shows_none(watch: Watch) -> None:
    bot = {**CLOCK, "left": [600_000, -1]}
    assert told(seconds=0, watch=watch, clock=bot)[0] == "Time left: Ann 10:00"
    turn = {**CLOCK, "kind": "turn"}
    assert told(seconds=0, watch=watch, clock=turn)[0] == "Time left: Ben 0:05 (runs)"


def test_absences_and_stand_ins_are_shown(watch: Watch) -> None:
    assert told(seconds=0, watch=watch, away=[1])[0] == "Ben (away)"
    assert told(seconds=0, watch=watch, clock=CLOCK, away=[1])[0].endswith("0:05 (runs) (away)")
    assert told(seconds=0, watch=watch, away=[1], stand_ins=[1])[0] == "Ben (a bot plays)"
    assert told(seconds=0, watch=watch) == ("", [])


# -- Claims ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "claim", "away", "words"),
    [
        (0, {}, [], ["Ben's time is short; you may claim the win in 0:05."]),
        (5, {}, [], ["Ben's time is over; press w to claim the win."]),
        (5, {"effect": "bot"}, [], ["Ben's time is over; press w to let a bot play for Ben."]),
        (0, {"effect": "bot", "automatic": True}, [],
         ["Ben's time is short; a bot takes over in 0:05."]),
        (5, {"automatic": True}, [], ["Ben's time is over; Ben loses now."]),
        (0, {"at": 170_000}, [], []),
        (0, {"at": 170_000}, [1], ["Ben is away; you may claim the win in 1:40."]),
        (100, {"at": 170_000}, [1], ["Ben is away; press w to claim the win."]),
        (0, {"seat": 0}, [], ["Your time is short; the other side may claim the win in 0:05."]),
        (5, {"seat": 0, "effect": "bot"}, [],
         ["Your time is over; the others may seat a bot for you now."]),
        (0, {"seat": 0, "effect": "bot", "automatic": True}, [],
         ["Your time is short; a bot plays for you in 0:05."]),
    ],
)  # fmt: skip
def test_claims_in_words(
    seconds: int, claim: dict[str, Any], away: list[int], words: list[str], watch: Watch
) -> None:
    found = told(seconds=seconds, watch=watch, claims=[{**WIN, **claim}], away=away)
    assert found[1] == words


def test_a_returning_player_takes_the_seat_back_once() -> None:
    _, _, sent = heard(scene(stand_ins=[0, 1]), scene(stand_ins=[0]))
    assert sent == [{"t": "back", "seat": 0}]


# -- Undo by consent ------------------------------------------------------------------------------


def request(seat: int, waiting: list[int], declined: list[int]) -> dict[str, Any]:
    return {"id": 3, "seat": seat, "waiting": waiting, "declined": declined}


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (request(1, [0], []), "Ben asks to undo their last move; press a to agree, d to decline."),
        (request(0, [1], []),
         "You asked to undo the last move; waiting for Ben; press d to withdraw."),
        (request(0, [1], [1]), "Ben declined to undo your last move."),
        (request(0, [1], [0]), "You no longer ask to undo the last move."),
        (request(1, [0], [1]), "Ben no longer asks to undo the last move."),
        (request(1, [0], [0]), "You declined to undo the last move."),
    ],
)  # fmt: skip
def test_a_request_to_undo_in_words(asked: dict[str, Any], words: str, watch: Watch) -> None:
    assert told(seconds=0, watch=watch, undo_request=asked)[1] == [words]


# -- On the screen --------------------------------------------------------------------------------


def top(table: Table) -> str:
    return str(table.query_one("#bar", Static).render())


def notice(table: Table) -> str:
    box = table.query_one("#notice", Static)
    return str(box.render()) if box.display else ""


def keys(table: Table) -> set[str]:
    """The keys that are offered."""
    return {key for key, found in table.active_bindings.items() if found.enabled}


async def hear(host: Elsewhere, pilot: Pilot[None], message: str) -> None:
    assert host._receive(message)
    await pilot.pause()


def test_a_win_is_claimed_as_soon_as_it_is_due(watch: Watch) -> None:
    async def test() -> None:
        host = Elsewhere()
        async with seated(host) as (table, pilot):
            await hear(host, pilot, scene(clock=CLOCK, claims=[WIN]))
            assert "Ben 0:05 (runs)" in top(table) and "in 0:05" in notice(table)
            await pilot.press("w")
            assert "w" not in keys(table) and host.sent() == []
            watch.seconds = 5
            table.tick()
            await pilot.pause()
            assert "Ben 0:00 (runs)" in top(table) and "press w to claim the win" in notice(table)
            assert "w" in keys(table)
            await pilot.press("w")
            assert host.sent() == [{"t": "claim", "seat": 0, "from_seat": 1}]
            await hear(host, pilot, scene(clock=None))
            assert "Time" not in top(table) and notice(table) == ""

    run_async(test)


def test_a_seat_is_taken_back_from_a_bot() -> None:
    async def test() -> None:
        host = Elsewhere()
        async with seated(host) as (table, pilot):
            await hear(host, pilot, scene())
            assert "b" not in keys(table)
            await hear(host, pilot, scene(stand_ins=[0]))
            assert "press b to take your seat back" in notice(table)
            await pilot.press("b")
            assert host.sent() == [{"t": "back", "seat": 0}]

    run_async(test)


def test_courtesies_are_said_and_heard() -> None:
    async def test() -> None:
        host = Elsewhere()
        async with seated(host) as (table, pilot):
            await hear(host, pilot, scene(players=["person", "greedy"]))
            assert "g" not in keys(table)  # a bot does not hear
            await hear(host, pilot, scene(players=["person", "person"]))
            await pilot.press("g")
            await until(pilot, lambda: isinstance(pilot.app.screen, Pick), "the courtesies")
            box = pilot.app.screen.query_one(OptionList)
            said = [str(option.prompt) for option in box.options]
            last = ["Hide courtesies of others", "Back to the table"]
            assert said == [*COURTESIES.values(), *last]
            await pilot.press("home", "enter")
            assert host.sent() == [{"t": "courtesy", "seat": 0, "id": "greet"}]
            words = {"t": "courtesy", "seat": 1, "id": "played", "text": "Well played."}
            await hear(host, pilot, json.dumps(words))
            assert table.hint == "Ben: Well played."
            await pilot.press("g", "end", "up", "enter")
            await hear(host, pilot, json.dumps({**words, "text": "Another match?"}))
            assert host.muted and table.hint == "Ben: Well played." and host.sent() == []

    run_async(test)


def test_the_help_names_the_keys_of_a_table_elsewhere() -> None:
    for key in (
        "g  say a courtesy",
        "w  claim the win",
        "b  take your seat back",
        "m  ask to undo",
    ):
        assert key in HELP


def test_keys_ask_to_undo_a_move_and_answer() -> None:
    async def test() -> None:
        host = Elsewhere()
        async with seated(host) as (table, pilot):
            await hear(host, pilot, scene())
            assert not {"m", "a", "d"} & keys(table)
            await hear(host, pilot, scene(can_undo=[0]))
            assert "m" in keys(table)
            await pilot.press("m")
            assert host.sent() == [{"t": "ask_undo", "ply": 0, "seat": 0}]
            await hear(host, pilot, scene(undo_request=request(0, [1], [])))
            assert "d" in keys(table) and not {"m", "a"} & keys(table)
            assert "waiting for Ben" in notice(table)
            await hear(host, pilot, scene(undo_request=request(1, [0], [])))
            assert {"a", "d"} <= keys(table)
            await pilot.press("a", "d")
            answer = {"t": "answer_undo", "seat": 0, "id": 3}
            assert host.sent() == [{**answer, "agree": True}, {**answer, "agree": False}]

    run_async(test)
