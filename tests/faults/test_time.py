"""Clock jumps: a hall that opens again finds the machine's clock hours or days off."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.hall import ManualClock, Socket, Visitor, hall

pytestmark = pytest.mark.faults
DAY = 86_400.0
BUDGET = 600
JUMPS = {"an hour back": -DAY / 24, "a day back": -DAY, "a year ahead": 365 * DAY, "no jump": 0.0}


def move(me: Socket) -> dict[str, Any]:
    """Play the first choice of whoever acts."""
    seat = me.frame["scene"]["acting"][0]
    if me.frame["view"] != seat:
        me.say("look", seat=seat)
        me.hear()
    ply = me.frame["ply"]
    me.act(me.actions()[0], seat)
    while me.hear()["ply"] == ply:
        pass
    return me.frame


@pytest.mark.parametrize("jump", JUMPS)
def test_nobody_gains_time_and_play_goes_on(jump: str, tmp_path: Path) -> None:
    clock, token = ManualClock(), ""
    with hall(tmp_path, clock) as client:
        ann = Visitor(client)
        name = ann.table("udaka", "me", "me", clock={"kind": "match", "seconds": BUDGET})["id"]
        with ann.sit(name) as me:
            me.hear()
            for _ in range(3):
                clock.advance(20)
                before = move(me)["table"]["clock"]["left"]
        token = ann.token
    clock.at += int(1000 * JUMPS[jump])
    with hall(tmp_path, clock) as client:
        ann = Visitor(client, token)
        with ann.sit(name) as me:
            me.hear()
            for _ in range(3):
                clock.advance(5)
                if me.frame["over"] or not me.frame["scene"]["choices"]:
                    break
                left = move(me)["table"]["clock"]["left"]
                assert all(0 <= now <= was for now, was in zip(left, before, strict=True))
                before = left
            claims = me.frame["table"]["claims"]
        assert client.get("/api/health").status_code == 200
    assert me.frame["over"] or claims or before
