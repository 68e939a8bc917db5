"""A hall after an update: stored matches go on under the rules and cards they began with."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from budokan.kit.errors import Refusal
from budokan.match.match import CodedMatch
from budokan.store import store as stored
from budokan.store.backup import FILE
from tests.match.releases import FIXED, KENPO, TARGET, install, release
from tests.server.hall import Visitor, hall, play_out

GAME = "kenpo_releases"
TEXT = {"content-type": "text/plain; charset=utf-8"}
OPTIONS = {"target_score": TARGET}


def test_stored_matches_go_on_after_an_update(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, release(tmp_path, 1))
    with hall(tmp_path) as client:
        me = Visitor(client)
        running = me.table(GAME, "me", "random", options=OPTIONS)["id"]
        other = me.table(GAME, "me", "random", options=OPTIONS)["id"]
        finished = me.table(GAME, "me", "random", options=OPTIONS)["id"]
        with me.sit(running) as there:
            there.hear()
        with me.sit(finished) as there:
            play_out(there)
        before = me.get(f"/api/tables/{finished}/replay").json()
        deal = me.post(f"/api/tables/{finished}/same").json()["id"]
    strange(tmp_path, other, "data", "0123456789abcdef")

    second = release(tmp_path, 2)
    install(monkeypatch, second)
    with hall(tmp_path) as client:
        me = Visitor(client, me.token)
        assert me.get(f"/api/tables/{finished}/replay").json() == before
        with me.sit(running) as there:
            assert "version" not in " ".join(play_out(there)["story"])
        text = me.get(f"/api/tables/{running}/record").text
        assert "rules: 1\n" in text and "Quick" not in text
        sent = me.post("/api/replays", content=text.encode(), headers=TEXT)
        assert sent.status_code in (200, 201), sent.text
        again = me.post(f"/api/tables/{running}/rematch").json()["id"]
        assert rules(tmp_path, again) == (2, second.data.hash)
        guest = Visitor(client)
        same = guest.post(f"/api/same/{deal}/play", json={}).json()["id"]
        assert rules(tmp_path, same) == rules(tmp_path, finished) == (1, KENPO.data.hash)
        told = me.get(f"/api/tables/{other}/record")
        assert told.status_code == 400 and "does not have" in told.json()["error"]
        assert len(me.get("/api/matches").json()["rows"]) == 4


def test_a_stored_match_is_corrected_and_the_story_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, release(tmp_path, 1))
    with hall(tmp_path) as client:
        me, guest = Visitor(client), Visitor(client)
        running = me.table(GAME, "me", "random", options=OPTIONS)["id"]
        with me.sit(running) as there:
            there.hear()
        waiting = me.table(GAME, "me", "human", options=OPTIONS)
    install(monkeypatch, release(tmp_path, 2, {2: FIXED}))
    for _ in range(2):  # it is written down once
        with hall(tmp_path) as client:
            me = Visitor(client, me.token)
            with me.sit(running) as there:
                story = there.hear()["story"]
                assert [FIXED in line for line in story].count(True) == 1
    with hall(tmp_path) as client:
        me, guest = Visitor(client, me.token), Visitor(client)
        with me.sit(running) as there:
            assert play_out(there)["over"]
        assert "* rules 2 ~" in me.get(f"/api/tables/{running}/record").text
        assert me.get(f"/api/tables/{running}/replay").status_code == 200
        verdict = me.get(f"/api/tables/{running}/verify").json()
        assert verdict["result"] == "fair"
        assert guest.accept(waiting["invites"][0]).json() == {"seated": True}
        with me.sit(waiting["id"]) as mine, guest.sit(waiting["id"]) as theirs:
            mine.hear()
            frame = theirs.hear()
            assert FIXED in frame["story"][0] and len(frame["story"]) > 1
            assert not frame["table"]["waiting"]


def strange(folder: Path, table: str, field: str, value: object) -> None:
    """Make a stored match look like one of another version."""
    con = sqlite3.connect(folder / FILE)
    with con:
        con.execute(
            "update match set header = json_set(header, ?, ?) where id = ?",
            (f"$.{field}", value, table),
        )
    con.close()


def rules(folder: Path, table: str) -> tuple[int, str]:
    con = sqlite3.connect(folder / FILE)
    row = con.execute("select header from match where id = ?", (table,)).fetchone()
    con.close()
    header: dict[str, Any] = json.loads(row[0])
    return header["rules"], header["data"]


def test_the_store_gives_an_earlier_match_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = release(tmp_path, 1)
    install(monkeypatch, first)
    match = CodedMatch(first, first.setup(2, OPTIONS), seed="s")
    match.begin()
    saved = stored.Saved("x", stored.header(match), stored.entry_texts(match), {})
    install(monkeypatch, release(tmp_path, 2))
    again = stored.restore(saved)
    assert again.state.encode() == match.state.encode() and again.setup.rules == 1
    saved.header["rules"] = 9
    with pytest.raises(Refusal, match="The match x needs version 9"):
        stored.restore(saved)
