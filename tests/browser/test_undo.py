"""Undo by consent: asked with a button, answered without a dialog, by mouse or keys."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.fake_table import FakeTable, sample
from tests.browser.helper import DESK, PHONE, TURN, House, Visitor
from tests.browser.test_clock import two
from tests.server.hall import eventually

ASK = "[data-ask-undo]"
BOX = ".undo-ask"


def asked(frame: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """The frame of a table at which two people sit."""
    people = {"players": ["person", "person"], "unnamed": []}
    return {**frame, "table": {**frame["table"], **people, **facts}}


def request(seat: int, waiting: list[int], declined: list[int]) -> dict[str, Any]:
    return {"id": 4, "seat": seat, "waiting": waiting, "declined": declined}


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_other_answers_by_keys(browser: Browser, house: House, size: dict[str, int]) -> None:
    frame = sample()
    mine, other = frame["view"], 1 - frame["view"]
    table = FakeTable(browser, house, asked(frame), viewport=size)
    page, box = table.page, table.page.locator(BOX)
    expect(box).to_be_hidden()
    expect(page.locator(ASK)).to_have_count(0)
    table.send(asked(frame, undo_request=request(other, [mine], [])))
    expect(box).to_contain_text("asks to undo their last move.")
    expect(page.locator("#alarm")).to_contain_text("asks to undo their last move.")
    assert not page.locator("#ask").is_visible(), "no dialog interrupts"
    table.guest.check()
    table.guest.tab_to(f"{BOX} button")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    table.send(asked(frame, undo_request=request(other, [mine], [mine])))
    expect(box).to_contain_text("You declined")
    assert table.said[-1] == {"t": "answer_undo", "seat": mine, "id": 4, "agree": False}
    expect(box.get_by_role("button")).to_have_count(0)
    assert table.guest.focused("#question")
    table.send(asked(frame))
    expect(box).to_be_hidden()
    table.guest.leave()


def test_who_asks_hears_what_became_of_it(browser: Browser, house: House) -> None:
    frame = sample()
    mine, other = frame["view"], 1 - frame["view"]
    table = FakeTable(browser, house, asked(frame, can_undo=[mine]))
    page, box = table.page, table.page.locator(BOX)
    expect(page.locator(ASK)).to_have_text("Ask to undo")
    page.locator(ASK).click()
    table.send(asked(frame, undo_request=request(mine, [other], [])))
    expect(box).to_contain_text(
        f"You asked to undo your last move; waiting for {frame['names'][other]}."
    )
    expect(page.locator(ASK)).to_have_count(0)
    assert table.said[-1] == {"t": "ask_undo", "ply": frame["ply"], "seat": mine}
    box.get_by_role("button", name="Withdraw").click()
    table.send(asked(frame, undo_request=request(mine, [other], [other])))
    expect(box).to_contain_text(f"{frame['names'][other]} declined to undo your last move.")
    assert table.said[-1] == {"t": "answer_undo", "seat": mine, "id": 4, "agree": False}
    table.guest.leave()


def test_alone_against_bots_nobody_is_asked(browser: Browser, house: House) -> None:
    frame = sample()
    facts = {**frame["table"], "players": ["person", "green"], "can_undo": [frame["view"]]}
    table = FakeTable(browser, house, {**frame, "table": facts})
    expect(table.page.locator(ASK)).to_have_text("Undo my move")
    table.guest.leave()


def someone_may_ask(people: list[Visitor]) -> Visitor:
    """Play until somebody can ask to undo their last move; that player."""

    def able(who: Visitor) -> bool:
        return who.page.locator(ASK).count() > 0

    def moving(who: Visitor) -> bool:
        return who.page.locator(TURN).count() > 0  # nothing is lit while a move is sent

    for _ in range(80):
        assert eventually(lambda: any(able(who) or moving(who) for who in people))
        for who in people:
            if able(who):
                return who
        next(who for who in people if moving(who)).turn()
    raise AssertionError("no move could be undone")


def test_two_people_go_back_together(browser: Browser, house: House) -> None:
    people = two(browser, house, game="kenpo_masters")
    one = someone_may_ask(people)
    other = next(who for who in people if who is not one)
    one.page.locator(ASK).click()
    expect(one.page.locator(BOX)).to_contain_text("waiting for")
    other.page.locator(BOX).get_by_role("button", name="Agree").click()
    for who in people:
        expect(who.page.locator(".story .now, .log .now").first).to_contain_text(
            "the last move back"
        )
        expect(who.page.locator(BOX)).to_be_hidden()
    expect(one.page.locator(".stage.mine")).to_be_visible()
    for who in people:
        who.leave()
