"""The terminal at a table with a clock: the time in one line, courtesies, and the seat back."""

import json
from typing import Any

from budokan.kit.game import find
from budokan.play.match import Match
from budokan.server import wire
from budokan.terminal.host import Frame, Told
from budokan.terminal.join import Place, RemoteHost


def scene(**facts: Any) -> str:
    game = find("dojo_duel")
    match = Match(game, game.setup(2), ("Ann", "Ben"), seed="clock")
    match.begin()
    frame = {
        "t": "scene", "ply": 0, "view": 0, "mine": [0], "names": ["Ann", "Ben"], "story": [],
        "scene": json.loads(wire.encode(match.scene(0))), "over": False, "now": 70_000,
        "table": facts,
    }  # fmt: skip
    return json.dumps(frame)


def heard(*messages: str) -> tuple[list[Frame], list[Told], list[dict[str, Any]]]:
    """What the screen is shown and told, and what the hall is sent."""
    host = RemoteHost(Place("http://here", "t", ""))
    frames: list[Frame] = []
    said: list[Told] = []
    host.show, host.tell = frames.append, said.append
    for message in messages:
        assert host._hear(message)
    return frames, said, [host.outbox.get_nowait() for _ in range(host.outbox.qsize())]


def test_the_clocks_stand_in_the_status() -> None:
    clock = {"kind": "match", "left": [600_000, -1], "since": [10_000, 0]}
    frames, _, _ = heard(scene(clock=clock), scene(clock={**clock, "left": [5_000, 65_000]}))
    assert frames[0].scene.status.endswith("Time left: Ann 9:00 (runs)")
    assert frames[1].scene.status.endswith("Time left: Ann 0:00 (runs), Ben 1:05")


def test_without_a_clock_there_is_no_such_line() -> None:
    frames, _, sent = heard(scene(clock=None))
    assert "Time" not in frames[0].scene.status and sent == []


def test_courtesies_are_told_with_a_name() -> None:
    words = json.dumps({"t": "courtesy", "seat": 1, "id": "played", "text": "Well played."})
    _, said, _ = heard(scene(), words)
    assert [told.text for told in said] == ["Ben: Well played."]


def test_who_comes_back_takes_the_seat_back_once() -> None:
    _, _, sent = heard(scene(stands=[0, 1]), scene(stands=[0]))
    assert sent == [{"t": "back", "seat": 0}]
