"""Pictures of tables and previews of links: what they show to whom; they change nothing."""

import asyncio
import os
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from budokan.kit.contract import SPECTATOR
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.match.match import CodedMatch
from budokan.server.http.errors import TooManyError
from budokan.server.http.limits import MAX_PICTURES, PICTURES_A_MINUTE, Limits
from budokan.server.jobs import PICTURE, Jobs
from budokan.server.pictures import Drawing, Form, draw
from budokan.store.backup import FILE
from budokan.store.store import Store
from tests.server.hall import HOST, Visitor, hall, play_out, sit_down_once

PNG = b"\x89PNG\r\n\x1a\n"
HTML = {"accept": "text/html"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with hall(tmp_path) as client:
        yield client


@pytest.fixture
def ann(client: TestClient) -> Visitor:
    return Visitor(client)


def words(drawn: str) -> list[str]:
    root = ElementTree.fromstring(drawn)
    return [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]


def said(page: str) -> dict[str, str]:
    """The preview in the head of a page."""
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', page)
    return {name: unescape(text) for name, text in found}


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(PNG)
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def contents(folder: Path) -> list[str]:
    """Everything that the store has."""
    with sqlite3.connect(folder / FILE) as con:
        return list(con.iterdump())


# -- pictures -------------------------------------------------------------------------------------


def test_a_player_s_picture_shows_their_cards_and_nobody_else_s_does(ann: Visitor) -> None:
    made = ann.table("dojo_duel", "me", "greedy", names=["Ann", "Bot"])
    path = f"/api/tables/{made['id']}/picture.svg"
    with ann.sit(made["id"]) as me:
        hand = [
            piece["name"]
            for zone in me.hear()["scene"]["zones"]
            for inner in zone["zones"]
            for piece in inner["pieces"]
            if inner["layout"] == "fan" and piece["face"]
        ]
    mine = ann.get(path)
    assert mine.headers["content-type"] == "image/svg+xml"
    assert mine.headers["cache-control"] == "no-store"
    shown = " ".join(words(mine.text))
    assert hand and all(name in shown for name in hand)
    others = [Visitor(ann.client).get(path), ann.get(f"{path}?view=spectator")]
    for other in others:
        assert "Ann" in " ".join(words(other.text))
        assert not any(name in " ".join(words(other.text)) for name in hand)
    assert ann.get(f"{path}?view=B").status_code == 403
    assert Visitor(ann.client).get(f"{path}?view=A").status_code == 403


def test_every_step_of_a_replay_has_its_picture(ann: Visitor) -> None:
    made = ann.table("udaka", "me", "greedy")
    path = f"/api/tables/{made['id']}/picture.svg"
    with ann.sit(made["id"]) as me:
        play_out(me)
    frames = ann.get(f"/api/tables/{made['id']}/replay?view=B").json()["frames"]
    last = ann.get(f"{path}?view=B&step={len(frames) - 1}")
    assert words(last.text) == words(ann.get(f"{path}?view=B").text)
    assert words(last.text) != words(ann.get(f"{path}?view=B&step=5").text)
    for step in (str(len(frames)), "-1", "x", "1e3", "٣"):
        refused = ann.get(path, params={"view": "B", "step": step})
        assert refused.status_code == 400
        assert refused.json()["error"] == f"This match has the steps 0 to {len(frames) - 1}."


def test_pictures_by_night_and_as_png(ann: Visitor) -> None:
    made = ann.table("kenpo_masters", "me", "greedy")
    path = f"/api/tables/{made['id']}/picture"
    day, night = ann.get(f"{path}.svg").text, ann.get(f"{path}.svg?theme=dark").text
    assert words(day) == words(night) and day != night
    raster = ann.get(f"{path}.png")
    assert raster.headers["content-type"] == "image/png" and size(raster.content)[0] == 1200
    assert ann.get(f"{path}.svg?theme=pink").json() == {"error": "A theme is light or dark."}
    assert ann.get("/api/tables/nowhere/picture.svg").status_code == 404
    assert ann.get("/api/tables/nowhere/preview.png").status_code == 404
    assert ann.get("/api/games/nothing/preview.png").status_code == 404


def test_one_address_gets_a_limited_number_of_new_pictures(tmp_path: Path) -> None:
    now = [0.0]
    counted = Limits(lambda: now[0])
    for _ in range(MAX_PICTURES):
        counted.count_picture("1.2.3.4")
    with pytest.raises(TooManyError, match="Too many pictures from your address"):
        counted.count_picture("1.2.3.4")
    counted.count_picture("1.2.3.5")
    counted.count_table("1.2.3.4")
    now[0] += 60
    for _ in range(PICTURES_A_MINUTE):
        counted.count_picture("1.2.3.4")
    with hall(tmp_path, address="192.0.2.7") as client:
        me = Visitor(client)
        path = f"/api/tables/{me.table('udaka', 'me', 'greedy')['id']}/picture.svg"
        assert me.get(path).status_code == 200
        limits: Limits = client.app.state.limits  # type: ignore[attr-defined]
        limits._pictures.most = 0
        assert me.get(path).status_code == 200, "a picture that is kept costs nothing"
        assert me.get(f"{path}?theme=dark").status_code == 429
        limits._pictures.most = 2
        for status in (200, 429):
            assert me.get(f"{path}?step=0").status_code == status, "a running match is not kept"


def hang(given: Drawing) -> bytes:
    threading.Event().wait()
    return b""


def die(given: Drawing) -> bytes:
    os._exit(1)


@pytest.mark.parametrize("fault", [hang, die])
def test_a_process_that_hangs_or_dies_is_replaced(
    fault: Callable[[Drawing], bytes], tmp_path: Path
) -> None:
    """Whoever waits for it hears one sentence, and the next picture is drawn."""
    found = find("udaka")
    scene = CodedMatch(found, found.setup(), seed="x").scene(SPECTATOR)
    given = Drawing(scene, Form("svg"))
    lane = replace(PICTURE, seconds=0.5)

    async def ask() -> None:
        store = Store(tmp_path / FILE)
        jobs = Jobs(store)
        try:
            with pytest.raises(Refusal, match="cannot"):
                await jobs.run(lane, "me", fault, given)
            assert (await jobs.run(PICTURE, "me", draw, given)).startswith(b"<svg")
        finally:
            await jobs.close()
            store.close()

    asyncio.run(ask())


# -- previews -------------------------------------------------------------------------------------


def test_an_invitation_says_who_invites_to_what(ann: Visitor) -> None:
    made = ann.table("kenpo_masters", "me", "human", names=["Kenta", ""])
    found = said(Visitor(ann.client).get(made["invites"][0]["url"].removeprefix(HOST)).text)
    assert found["og:title"] == "Kenta invites you to Kenpo Masters"
    assert found["og:description"] == "The table waits for Kenta and a guest."
    assert found["og:url"] == f"{HOST}/table/{made['id']}"
    assert found["og:image"] == f"{HOST}/api/tables/{made['id']}/preview.png"
    assert found["twitter:card"] == "summary_large_image"
    answer = ann.client.get(found["og:image"])
    assert size(answer.content) == (1200, 630)
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    nobody = ann.table("udaka", "me", "human")
    page = ann.get(nobody["invites"][0]["url"].removeprefix(HOST)).text
    assert said(page)["og:title"] == "You are invited to Udaka"


def test_a_running_match_shows_what_everybody_may_see(ann: Visitor) -> None:
    made = ann.table("udaka", "me", "greedy", names=["Ann", "Bot"])
    pages = [who.get(f"/table/{made['id']}") for who in (ann, Visitor(ann.client))]
    mine, theirs = (said(page.text) for page in pages)
    assert mine == theirs, "a preview is the same for everybody"
    assert mine["og:title"] == "Udaka: Ann against Bot"
    replay = said(ann.get(f"/replay/{made['id']}").text)
    assert replay["og:url"] == f"{HOST}/replay/{made['id']}"
    picture = f"/api/tables/{made['id']}/preview.png"
    assert ann.get(picture).content == Visitor(ann.client).get(picture).content


def test_a_finished_match_says_its_result(ann: Visitor) -> None:
    made = ann.table("dojo_duel", "me", "greedy")
    with ann.sit(made["id"]) as me:
        me.hear()
        me.say("concede", seat=0)
        while not me.hear()["over"]:  # the bot may move first
            pass
    page = ann.get(f"/replay/{made['id']}").text
    assert said(page)["og:description"] == "Guest gives up; Greedy wins."


def test_words_of_visitors_are_escaped(ann: Visitor) -> None:
    name = '"><b>&lt;'
    made = ann.table("udaka", "me", "human", names=[name, ""])
    page = ann.get(made["invites"][0]["url"].removeprefix(HOST)).text
    assert said(page)["og:title"] == f"{name} invites you to Udaka"
    assert "<b>" not in page
    assert name in " ".join(words(ann.get(f"/api/tables/{made['id']}/picture.svg").text))


def test_looking_at_links_changes_nothing(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        ann = Visitor(client)
        made = ann.table("dojo_duel", "me", "human")
        link = made["invites"][0]["url"].removeprefix(HOST)
        before, lobby = contents(tmp_path), client.app.state.lobby  # type: ignore[attr-defined]
        bot = Visitor(client)
        for path in (
            link,
            f"/table/{made['id']}",
            f"/replay/{made['id']}",
            f"/api/tables/{made['id']}/preview.png",
            f"/api/tables/{made['id']}/picture.svg",
        ):
            for method in ("GET", "HEAD"):
                answer = bot.ask(method, path, headers={"user-agent": "Preview/1.0"})
                assert answer.status_code == 200 and "set-cookie" not in answer.headers, path
        assert bot.token == "" and contents(tmp_path) == before
        table = lobby._tables[made["id"]]
        assert not table.viewers and not table.bots.thinking and table.idle
        ben = Visitor(client)
        assert ben.accept(made["invites"][0]).json() == {"seated": True}
        sit_down_once(made["id"], ann, ben)


def test_nothing_of_a_deal_that_others_may_play_is_shown(ann: Visitor) -> None:
    made = ann.table("master_udo", "me")
    open_picture = f"/api/tables/{made['id']}/preview.png"
    with ann.sit(made["id"]) as me:
        me.hear()
        for _ in range(6):  # so that more than words differs: a machine may have no fonts
            me.act(me.actions()[0])
            me.hear()
    before = ann.get(open_picture).content
    deal = ann.post(f"/api/tables/{made['id']}/same").json()["id"]
    bot = Visitor(ann.client)
    shared = bot.get(open_picture).content
    assert shared == bot.get("/api/games/master_udo/preview.png").content != before
    assert ann.get(open_picture).content == shared, "not even for the player"
    assert bot.get(f"/table/{made['id']}").headers["location"] == f"/same/{deal}"
    for found in (said(bot.get(f"/same/{deal}").text), said(ann.get(f"/table/{made['id']}").text)):
        assert found["og:title"] == "Master Udo: a deal to play"
        assert found["og:url"] == f"{HOST}/same/{deal}"
        assert found["og:description"].startswith("Play it yourself")
    assert bot.get(f"/api/tables/{made['id']}/picture.svg").status_code == 403


def test_the_daily_s_cards_are_not_shown_either(ann: Visitor) -> None:
    """A match with an invited player has the cards of the day, but is not compared with others."""
    from budokan.server import daily

    made = ann.table("master_udo", "human", daily=daily.today())
    same = ann.get("/api/games/master_udo/preview.png").content
    assert ann.get(f"/api/tables/{made['id']}/preview.png").content == same
    found: dict[str, Any] = said(ann.get(f"/table/{made['id']}").text)
    assert found["og:title"] == "Master Udo" and "turn" not in found["og:description"]


def test_an_unknown_table_has_the_usual_page(client: TestClient) -> None:
    for path in ("/table/nowhere", "/replay/nowhere", "/table/nowhere?key=x", "/same/nothing"):
        answer = Visitor(client).get(path, headers=HTML)
        assert answer.status_code == 404 and "To the hall" in answer.text
        assert said(answer.text).keys() == {"viewport"} or said(answer.text) == {}
