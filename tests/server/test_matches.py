"""A visitor's matches: their order, their results, and their pages."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from budokan.match.ending import outcomes
from tests.server.hall import Visitor, play_out, sit_down_once


def listed(who: Visitor, query: str = "") -> dict[str, Any]:
    answer = who.get(f"/api/matches{query}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def concede(who: Visitor, table: str, seat: int = 0) -> None:
    with who.sit(table) as socket:
        socket.hear()
        socket.say("concede", seat=seat)
        while not socket.hear()["over"]:
            pass


def test_who_won_by_sides() -> None:
    assert outcomes([1.0, 0.0], (0, 1)) == ["won", "lost"]
    assert outcomes([0.5, 0.5], (0, 1)) == ["drawn", "drawn"]
    assert outcomes([0.5, 0.0, 0.5, 0.0], (0, 1, 0, 1)) == ["won", "lost", "won", "lost"]
    assert outcomes([0.5, 0.0, 0.5], (0, 1, 2)) == ["drawn", "lost", "drawn"]
    assert (outcomes([0.7], (0,)), outcomes([0.45], (0,))) == (["won"], ["lost"])


def test_each_side_gets_its_result(client: TestClient) -> None:
    ann, ben = Visitor(client), Visitor(client)
    made = ann.table("dojo_duel", "me", "human", names=["Ann", "Ben"])
    ben.accept(made["invites"][0])
    sit_down_once(made["id"], ann, ben)
    concede(ben, made["id"], seat=1)
    (won,), (lost,) = listed(ann)["rows"], listed(ben)["rows"]
    assert (won["outcome"], lost["outcome"]) == ("won", "lost")
    assert won["over"] and won["ended"] and "gives up" in won["result"] and won["mine"] == [0]
    assert won["names"] == ["Ann", "Ben"] and not won["yours"]
    assert listed(Visitor(client)) == {"page": 1, "pages": 1, "total": 0, "rows": []}


def test_a_match_played_to_its_end_keeps_its_sentence(client: TestClient) -> None:
    ann = Visitor(client)
    table = ann.table("dojo_duel", "me", "random")["id"]
    with ann.sit(table) as socket:
        play_out(socket)
    with Visitor(client).sit(table) as watching:
        frame = watching.hear()
    (row,) = listed(ann, "?kind=over")["rows"]
    assert row["result"] == frame["scene"]["result"] and row["outcome"] in ("won", "lost", "drawn")


def test_the_most_urgent_come_first_and_can_be_picked_out(client: TestClient) -> None:
    ann = Visitor(client)
    over = ann.table("dojo_duel", "me", "greedy")["id"]
    concede(ann, over)
    both = ann.table("dojo_duel", "me", "me")["id"]
    waits = ann.table("master_udo", "me")["id"]
    sit_down_once(waits, ann)
    sit_down_once(both, ann)
    theirs = [ann.table("udaka", "human", "me")["id"] for _ in range(6)]
    kinds = {kind: listed(ann, f"?kind={kind}") for kind in ("all", "yours", "running", "over")}
    found = {kind: [row["id"] for row in page["rows"]] for kind, page in kinds.items()}
    assert found["over"] == [over] and found["all"][-1] == over and len(found["all"]) == 9
    assert {both, waits} <= set(found["yours"]) and all(r["yours"] for r in kinds["yours"]["rows"])
    assert set(found["running"]) == {both, waits, *theirs}
    turns = [row["yours"] for row in kinds["all"]["rows"]]
    assert turns == sorted(turns, reverse=True)
    assert kinds["over"]["rows"][0]["outcome"] == "lost"


def test_pages(client: TestClient) -> None:
    ann = Visitor(client)
    made = {ann.table("dojo_duel", "me", "human")["id"] for _ in range(5)}
    pages = [listed(ann, f"?size=2&page={n}") for n in (1, 2, 3)]
    assert [len(page["rows"]) for page in pages] == [2, 2, 1]
    assert {row["id"] for page in pages for row in page["rows"]} == made
    assert (
        pages[0]["pages"] == 3 and pages[0]["total"] == 5 and listed(ann, "?page=9")["rows"] == []
    )


@pytest.mark.parametrize(
    "query", ["kind=mine", "page=0", "page=x", "page=99999999999", "size=21", "size=-1", "page=²"]
)
def test_a_bad_query_is_refused(client: TestClient, query: str) -> None:
    answer = Visitor(client).get(f"/api/matches?{query}")
    assert answer.status_code == 400 and answer.json()["error"].endswith(".")
