"""A record marks the moves that a bot made for an absent player."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from budokan.kit.contract import SPECTATOR
from budokan.kit.entries import RETURN, SPECIAL, STAND_IN, Entry
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.game import find, find_all
from budokan.match import record
from budokan.match.match import CodedMatch, Origin
from budokan.server.new_table import branch
from budokan.thinking.coach.timeline import NONE, OTHER, OWN, Timeline
from tests.cli.commands import fine
from tests.match.test_match import DONE, GAME, LAY
from tests.server.clock_hall import MINUTE, client, manual_clock
from tests.server.hall import ManualClock, Socket, Visitor

__all__ = ["client", "manual_clock"]  # fixtures
UDAKA = find("udaka")


def begun() -> tuple[CodedMatch, int]:
    """A match, and the seat that is to move."""
    match = CodedMatch(UDAKA, UDAKA.setup(2), ["Ann", "Ben"], "stood")
    match.begin()
    return match, match.acting[0]


def move(match: CodedMatch, seat: int) -> Entry:
    match.play(seat, match.legal(seat)[0])
    return next(entry for entry in reversed(match.entries) if entry.seat == seat)


def test_a_stand_in_is_told_and_changes_nothing_on_the_table() -> None:
    match, seat = begun()
    before, name = match.state.encode(), match.names[seat]
    match.stand(seat, STAND_IN)
    assert match.state.encode() == before and match.told()[-1] == f"A bot plays for {name} now."
    assert match.is_bot_move(move(match, seat)) and not match.is_bot_move(Entry(1 - seat, 0))
    match.stand(seat, RETURN)
    assert match.told()[-1] == f"{name} plays again." and not match.standing


def test_a_stand_in_is_in_the_record_for_everybody() -> None:
    match, seat = begun()
    match.stand(seat, STAND_IN)
    move(match, seat)
    for viewer in (None, 0, 1, SPECTATOR):
        assert f" {'AB'[seat]} stand-in ~" in record.write(match, viewer)
    match.concede(1 - seat)
    again = record.restore(record.parse(record.write(match)))
    assert again.standing == {seat} and again.told() == match.told()
    assert record.write(again) == record.write(match)


def test_a_step_before_a_stand_in_can_be_taken_back() -> None:
    match = CodedMatch(GAME, GAME.setup(2))
    match.play(0, LAY)
    for how in (STAND_IN, RETURN):
        match.stand(0, how)
    match.takeback(0)
    assert match.settled(0) == [Entry(0, STAND_IN), Entry(0, RETURN)] and match.ply(0) == 2
    match.play(0, LAY)
    match.play(0, DONE)
    assert [entry.action for entry in match.seen(0)] == [STAND_IN, RETURN, LAY, DONE]


def test_a_stand_in_is_refused_for_unknown_seats_and_after_the_end() -> None:
    match, seat = begun()
    with pytest.raises(IllegalAction, match="no seat 5"):
        match.stand(5, STAND_IN)
    match.concede(seat)
    with pytest.raises(IllegalAction, match="over"):
        match.stand(seat, STAND_IN)


@pytest.mark.parametrize("game", find_all())
def test_no_game_uses_the_stand_in_words_for_actions(game: str) -> None:
    for word in SPECIAL.values():
        with pytest.raises(Refusal):
            find(game).notation.parse(word)


def test_the_coach_judges_only_moves_of_people() -> None:
    match, _ = begun()
    for _ in range(6):
        move(match, match.acting[0])
    mine = match.acting[0]
    match.stand(mine, STAND_IN)
    move(match, mine)
    spans = Timeline(match, mine).spans
    assert [span.kind for span in spans if span.seat == mine] == [OWN, OWN, OWN, OTHER]
    assert [span.action for span in spans if span.kind == OTHER and span.seat == mine] == [NONE]


def test_playing_on_ends_all_stand_ins() -> None:
    match, seat = begun()
    step = len(match.entries) + 1
    match.stand(seat, STAND_IN)
    move(match, seat)
    match.concede(seat)
    *_, onward = branch(match, ["Eve", "Bot"], Origin("old", step))
    assert onward.entries[:step] == match.entries[:step] and not onward.standing


def stood(me: Socket, manual_clock: ManualClock, client: TestClient) -> int:
    """A finished match in which a bot moved for a player who came back; and their seat."""
    seat: int = me.hear()["scene"]["acting"][0]
    manual_clock.advance(60, client)
    while me.hear()["scene"]["acting"] == [seat] or not me.frame["table"]["stand_ins"]:
        pass
    me.say("back", seat=seat)
    assert not me.hear()["table"]["stand_ins"]
    me.say("concede", seat=seat)
    assert me.hear()["over"]
    me.say("back", seat=seat)
    assert me.hear("refused")["text"] == "No bot plays for you."
    return seat


def test_story_replay_and_command_line_show_a_stand_in(
    ann: Visitor, manual_clock: ManualClock, tmp_path: Path
) -> None:
    names = {"names": ["Ann", "Ben"]}
    made = ann.table("udaka", "me", "me", clock=MINUTE, when_absent="bot", **names)
    with ann.sit(made["id"]) as me:
        seat = stood(me, manual_clock, ann.client)
        name, mark = ("Ann", "Ben")[seat], "AB"[seat]
        told = [f"A bot plays for {name} now.", f"{name} plays again."]
        assert [line for line in me.frame["story"] if line in told] == told
    frames = ann.get(f"/api/tables/{made['id']}/replay").json()["frames"]
    moves = [f["entry"] for f in frames if f["bot"]]
    assert moves and all(text.startswith(mark) for text in moves)
    assert [f["entry"] for f in frames if told[0] in f["story"]] == [f"{mark} stand-in"]
    file = tmp_path / "stood.match"
    file.write_text(ann.get(f"/api/tables/{made['id']}/record").text)
    lines = [line for line in fine("replay", str(file)).splitlines() if "(bot)" in line]
    assert len(lines) == len(moves) and all(moves[i] in lines[i] for i in range(len(moves)))
