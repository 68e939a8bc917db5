"""Replays: records from outside, views and links after the end, and playing on from a step."""

import dataclasses
import json
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from budokan import protocol
from budokan.kit.contract import CHANCE, SPECTATOR
from budokan.kit.entries import entry_text
from budokan.kit.game import find, find_all
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.server import jobs
from budokan.server.table.frames import match_scene
from budokan.store import uploads
from tests.browser.sample_replays import merged_frames
from tests.server.hall import Visitor, hall

TEXT = {"content-type": "text/plain; charset=utf-8"}
SHORT: dict[str, dict[str, Any]] = {"dojo_duel": {"start_points": 10}}


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    with hall(tmp_path) as client:
        app: Any = client.app
        app.state.jobs.iterations = 1
        yield Visitor(client)


def finished(game: str = "dojo_duel", seed: int = 1, decisions: int = 12) -> CodedMatch:
    """A match in which somebody gave up after some decisions."""
    chosen, pick = find(game), random.Random(seed)
    seats = min(2, chosen.default_seats)
    match = CodedMatch(chosen, chosen.setup(seats, SHORT.get(game, {})), seed=f"replay {seed}")
    match.begin()
    for _ in range(decisions):
        if match.over:
            return match
        seat = pick.choice(match.acting)
        match.play(seat, pick.choice(match.legal(seat)))
    while not match.over:
        match.concede(match.acting[0])
    return match


def upload(me: Visitor, text: str | bytes, headers: dict[str, str] | None = None) -> Any:
    body = text if isinstance(text, bytes) else text.encode()
    return me.post("/api/replays", content=body, headers=headers or TEXT)


def kept_as(me: Visitor, match: CodedMatch) -> str:
    answer = upload(me, record.write(match))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def replay_of(me: Visitor, name: str, view: str = "") -> Any:
    return me.get(f"/api/tables/{name}/replay", params={"view": view} if view else {})


def choices(match: CodedMatch) -> list[int]:
    """The steps after which somebody decides."""
    twin, found = CodedMatch(match.game, match.setup, match.names, match.seed), []
    for step, entry in enumerate(match.settled(0)):
        found += [step] if twin.acting != (CHANCE,) else []
        twin.replay(*entry)
    return found


# -- records from outside -------------------------------------------------------------------------


@pytest.mark.parametrize("game", find_all())
def test_an_uploaded_record_is_a_replay_for_everybody(visitor: Visitor, game: str) -> None:
    match = finished(game)
    name = kept_as(visitor, match)
    told = replay_of(Visitor(visitor.client), name, "A").json()
    assert told["facts"]["uploaded"] and told["facts"]["over"] and told["facts"]["view"] == 0
    assert len(told["frames"]) == len(match.settled(0)) + 1
    assert told["frames"][-1]["scene"]["result"]
    assert visitor.get(f"/api/tables/{name}/record").text == record.write(match)
    with Visitor(visitor.client).sit(name) as me:
        assert me.hear()["over"] and not me.frame["table"]["waiting"]


def test_the_same_record_is_kept_once(visitor: Visitor) -> None:
    text = record.write(finished())
    first, again = upload(visitor, text), upload(Visitor(visitor.client), text)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json() != upload(visitor, record.write(finished(seed=2))).json()


def test_an_uploaded_record_stays(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        name = kept_as(Visitor(client), finished())
    with hall(tmp_path) as client:
        assert replay_of(Visitor(client), name).status_code == 200


def test_a_damaged_record_is_refused_with_the_line(visitor: Visitor) -> None:
    lines = record.write(finished()).splitlines()
    body = lines.index("") + 1
    for at in range(body, len(lines)):
        broken = [*lines[:at], lines[at].replace(" ", "  ", 1), *lines[at + 1 :]]
        answer = upload(visitor, "\n".join(broken))
        assert answer.status_code == 400
        assert f"line {at + 1}:" in answer.json()["error"]
    cut = upload(visitor, "\n".join(lines[:-1]))
    assert cut.status_code == 400 and "cut short" in cut.json()["error"]


def chained(match: CodedMatch, edit: Any) -> str:
    """A changed record with a valid chain: only the rules can tell."""
    fields, texts = record.header(match), [entry_text(match.notation, e) for e in match.entries]
    scores = " ".join(f"{score:g}" for score in match.scores())
    fields, texts = edit(fields, texts)
    last = f"end {len(texts)} entries, scores {scores}"
    return "".join(record._lines(fields, texts, last))


def without(texts: list[str], at: int) -> list[str]:
    return texts[:at] + texts[at + 1 :]


def test_a_record_against_the_rules_is_refused_with_the_line(visitor: Visitor) -> None:
    match = finished()
    first = record.write(match).splitlines().index("") + 2
    at = choices(match)[0]
    answer = upload(visitor, chained(match, lambda f, t: (f, without(t, at))))
    assert answer.status_code == 400
    line = re.search(r"line (\d+):", answer.json()["error"])
    assert line and int(line[1]) >= first + at
    answer = upload(visitor, chained(match, lambda f, t: (f, t[:-1])))
    assert answer.status_code == 400 and "do not end it" in answer.json()["error"]


ODD_HEADERS: dict[str, dict[str, Any]] = {
    "unknown game": {"game": "chess"},
    "other rules": {"rules": 999},
    "other cards": {"data": "0"},
    "names of another kind": {"names": [1, 2]},
    "a name too few": {"names": ["A"]},
    "names nobody sees": {"names": ["\u202e", "B"]},
    "many seats": {"seats": 10**12},
    "choices of another kind": {"choices": [1, 2]},
    "unknown option": {"options": {"x": 1}},
    "odd overlay": {"overlay": {"deck": 5}},
    "half a letter": {"overlay": {"\ud800": {}}},
    "no number": {"overlay": {"deck": {"ember_fist": {"name": float("nan")}}}},
    "a number too large": {"overlay": {"card": {"spark_jab": {"power": 2**70}}}},
    "odd seed": {"seed": 5},
    "odd stream": {"seed": "stream:x:y"},
    "odd assists": {"assists": "yes"},
    "odd origin": {"origin": {"match": 1}},
    "origin elsewhere": {"origin": {"match": "//elsewhere", "step": 1}},
    "origin before the start": {"origin": {"match": "x", "step": -1}},
    "odd commitment": {"commitment": "trust me"},
}


@pytest.mark.parametrize("change", ODD_HEADERS.values(), ids=ODD_HEADERS.keys())
def test_an_odd_header_is_refused(visitor: Visitor, change: dict[str, Any]) -> None:
    text = chained(finished(), lambda f, t: ({**f, **change}, t))
    answer = upload(visitor, text)
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"].endswith((".", "?")) and "\n" not in answer.json()["error"]


def test_an_unusable_record_is_refused_with_a_reason(visitor: Visitor) -> None:
    match = finished()
    half = CodedMatch(match.game, match.setup, match.names, match.seed)
    for entry in match.entries[:-1]:
        half.replay(*entry)
    for text, reason in (
        (record.write(half), "only a finished match"),
        (record.write(match, 0), "shows only what A saw"),
        ("", "not a match record"),
        ("budokan-record " + "9" * 5000, "not a match record"),
        ("budokan-record 1\ngame: " + "[" * 100_000, "line 2"),
        (b"\xff\xfe", "not text"),
    ):
        answer = upload(visitor, text)
        assert answer.status_code == 400 and reason in answer.json()["error"]
    assert upload(visitor, "x", {"content-type": "application/json"}).status_code == 415


def test_an_oversized_record_is_refused_unread(visitor: Visitor) -> None:
    answer = upload(visitor, "x" * (uploads.LIMIT + 1))
    assert answer.status_code == 413
    assert answer.json()["error"] == f"A record may have {uploads.LIMIT} bytes; this one has more."


def test_a_record_with_too_many_entries_is_refused(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "ENTRIES", 5)
    answer = upload(visitor, record.write(finished()))
    assert answer.status_code == 400 and "up to 5 can be shown" in answer.json()["error"]


def test_garbled_records_never_break_the_hall(visitor: Visitor) -> None:
    """Random bytes changed: refused in one sentence, or read."""
    text, pick = record.write(finished(decisions=4)).encode(), random.Random(5)
    for _ in range(150):
        at = pick.randrange(len(text))
        piece = bytes(pick.randrange(256) for _ in range(pick.randrange(1, 5)))
        answer = upload(visitor, text[:at] + piece + text[at + pick.randrange(4) :])
        assert answer.status_code in (200, 201, 400), answer.text


# -- views and links ------------------------------------------------------------------------------


def running(me: Visitor) -> str:
    return str(me.table("udaka", "me", "human", "human")["id"])


def test_before_the_end_players_get_only_their_own_view(visitor: Visitor) -> None:
    table, stranger = running(visitor), Visitor(visitor.client)
    assert replay_of(visitor, table).json()["facts"]["view"] == 0
    assert replay_of(stranger, table).json()["facts"]["view"] == SPECTATOR
    for who, view in ((visitor, "B"), (stranger, "A")):
        refused = replay_of(who, table, view)
        assert refused.status_code == 403
        assert refused.json()["error"] == (
            f"You can see what seat {view} saw once the match is over."
        )
    assert replay_of(stranger, table, "Q").status_code == 400


def test_after_the_end_every_view_is_open_and_steps_agree(visitor: Visitor) -> None:
    name = kept_as(visitor, finished("udaka"))
    views = [replay_of(visitor, name, view).json() for view in ("A", "B", "spectator")]
    assert len({len(each["frames"]) for each in views}) == 1
    assert [each["facts"]["view"] for each in views] == [0, 1, SPECTATOR]
    assert views[0]["frames"] != views[1]["frames"]


@pytest.mark.parametrize("game", find_all())
def test_a_frame_has_only_the_changes_since_the_last(visitor: Visitor, game: str) -> None:
    match = finished(game)
    answer = replay_of(visitor, kept_as(visitor, match), "A")
    told = msgspec.json.decode(answer.content, type=protocol.Replay)
    frames = answer.json()["frames"]
    twin = CodedMatch(match.game, match.setup, match.names, match.seed)
    for n, frame in enumerate(merged_frames(frames)):
        assert frame["scene"] == json.loads(msgspec.json.encode(match_scene(twin, 0))), n
        if n < len(match.settled(0)):
            twin.replay(*match.settled(0)[n])
    assert twin.over and len(told.frames) == len(frames)
    later = [zone for frame in frames[1:] for zone in frame["scene"].get("zones", [])]
    assert any(isinstance(zone, int) for zone in later)
    assert all("game" not in frame["scene"] for frame in frames[1:])


def test_a_replay_is_compressed_for_clients_that_accept_it(visitor: Visitor) -> None:
    path = f"/api/tables/{kept_as(visitor, finished('udaka'))}/replay?view=A"
    plain = visitor.get(path, headers={"accept-encoding": "identity"})
    packed = visitor.get(path, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip" and packed.text == plain.text


def test_asking_for_the_coach_state_starts_no_report(visitor: Visitor) -> None:
    path = f"/api/tables/{kept_as(visitor, finished(decisions=2))}/coach"
    for _ in range(2):
        assert visitor.get(path, params={"begin": "no"}).json() == {"progress": -1}
    assert visitor.get(path).status_code == 202
    until = time.monotonic() + 60
    while (answer := visitor.get(path, params={"begin": "no"})).status_code == 202:
        assert answer.json()["progress"] >= 0 and time.monotonic() < until
        time.sleep(0.02)
    assert answer.json()["seats"][0]["curve"]


# -- playing on -----------------------------------------------------------------------------------


def go_on(me: Visitor, name: str, step: int, *sitting: str) -> Any:
    return me.post(f"/api/tables/{name}/play-on", json={"step": step, "players": sitting})


@pytest.mark.parametrize("game", find_all())
def test_a_new_table_goes_on_from_a_step(visitor: Visitor, game: str) -> None:
    match = finished(game)
    name, step = kept_as(visitor, match), choices(match)[-1]
    rest = ["random"] * (match.setup.seats - 1)
    me = Visitor(visitor.client)
    answer = go_on(me, name, step, "me", *rest)
    assert answer.status_code == 201, answer.text
    table = answer.json()["id"]
    old, new = replay_of(me, name, "A").json(), replay_of(me, table).json()
    assert new["facts"]["origin"] == {"match": name, "step": step}
    assert not new["facts"]["over"] and new["facts"]["mine"] == [0]
    story = [frame["entry"] for frame in new["frames"]][: step + 1]
    assert story == [frame["entry"] for frame in old["frames"]][: step + 1]
    with me.sit(table) as seat:
        facts = seat.hear()["table"]
        assert facts["origin"] == {"match": name, "step": step} and not facts["has_par"]
    assert (
        f'origin: {{"match": "{name}", "step": {step}}}'
        in me.get(f"/api/tables/{table}/record").text
    )


def test_playing_on_has_new_chance(visitor: Visitor) -> None:
    """Two tables from the same step draw differently, and neither as the first match did."""
    match = finished("master_udo", decisions=60)
    name, step = kept_as(visitor, match), choices(match)[0]
    lives = []
    for _ in range(2):
        table = go_on(visitor, name, step, "me").json()["id"]
        with visitor.sit(table) as me:
            me.hear()
            for entry in match.settled(0)[step:]:
                text = match.notation.text(entry.action) if entry.action >= 0 else ""
                if entry.seat != CHANCE and text in me.actions():
                    me.act(text)
                    me.hear()
        frames = replay_of(visitor, table).json()["frames"][step + 1 :]
        lives.append([f["entry"] for f in frames if f["entry"].startswith("*")])
    assert lives[0] and lives[0] != lives[1]


def test_a_continued_match_keeps_its_origin(tmp_path: Path) -> None:
    match = finished()
    with hall(tmp_path) as client:
        me = Visitor(client)
        name = kept_as(me, match)
        table = go_on(me, name, choices(match)[1], "me", "random").json()["id"]
    with hall(tmp_path) as client:
        me.client = client
        with me.sit(table) as seat:
            assert seat.hear()["table"]["origin"]["match"] == name
            seat.say("concede", seat=0)
            while not seat.hear()["over"]:
                pass
        text = me.get(f"/api/tables/{table}/record").text
        assert record.restore(record.parse(text)).origin is not None
        again = upload(me, text)
        assert again.status_code == 201
        assert replay_of(me, again.json()["id"]).json()["facts"]["origin"]["match"] == name


def test_a_running_match_cannot_be_played_on_from(visitor: Visitor) -> None:
    table = running(visitor)
    for who in (visitor, Visitor(visitor.client)):
        for step in (0, 1, 10**6):
            refused = go_on(who, table, step, "me", "greedy", "greedy")
            assert refused.status_code == 409
            assert refused.json()["error"] == "You can play on from here once the match is over."


def test_bad_play_on_requests_are_refused(visitor: Visitor) -> None:
    match = finished()
    name, last = kept_as(visitor, match), len(match.settled(0))
    step = choices(match)[0]
    deals = next(s for s in range(last) if s not in choices(match))
    for wish, reason in (
        ((last, "me", "greedy"), "The match is over after step"),
        ((10**6, "me", "greedy"), "The match is over after step"),
        ((deals, "me", "greedy"), "chance is next"),
        ((step, "me"), "each of the 2 seats"),
        ((step, "me", "nobody"), "nobody"),
        ((step, "me", "human"), "an agent for every other seat"),
        ((step, "greedy", "greedy"), "Name 'me' for your seats"),
        ((-1, "me", "greedy"), "cannot be read"),
    ):
        answer = go_on(visitor, name, *wish)
        assert answer.status_code == 400 and reason in answer.json()["error"], answer.text
    assert go_on(visitor, "nowhere", 0, "me", "greedy").status_code == 404
    plain = visitor.post(f"/api/tables/{name}/play-on", content=json.dumps({}), headers=TEXT)
    assert plain.status_code == 415


@pytest.mark.parametrize(
    "lane, game, what", [("COACH", "dojo_duel", "coach"), ("PAR", "master_udo", "par")]
)
def test_waiting_reports_and_pars_are_limited(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, lane: str, game: str, what: str
) -> None:
    name = kept_as(visitor, finished(game))
    full = dataclasses.replace(getattr(jobs, lane), waiting=0)
    monkeypatch.setattr(f"budokan.server.routes.tables.{lane}", full)
    answer = visitor.get(f"/api/tables/{name}/{what}")
    assert answer.status_code == 409
    assert (
        answer.json()["error"] == f"Many people wait for {full.makes} now; try again in a minute."
    )
