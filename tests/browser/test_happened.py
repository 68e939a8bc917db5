"""What just happened: one line above the question, said once; the focus and names of choices."""

from playwright.sync_api import Browser, expect

from tests.browser.fake_table import FakeTable, sample
from tests.browser.helper import House
from tests.browser.sample_beats import moved
from tests.browser.test_line import EARS, POLITE, TOLD

LINE = "You take 4: Yang 15 against Yin 11, their kicker added 6."


def test_one_line_stays_until_the_next_move_and_is_said_once(
    browser: Browser, house: House
) -> None:
    table = FakeTable(browser, house, sample(), EARS + POLITE)
    page, happened = table.page, table.page.locator(".prompt .happened")
    expect(happened).to_have_text("")
    table.send(moved("lose", line=LINE))
    expect(happened).to_have_text(LINE)
    page.wait_for_function(TOLD, arg=LINE)
    again = moved("lose", line=LINE)
    again["scene"]["status"] = "a moment later"
    table.send(again)  # the same move: somebody came or left
    expect(page.locator(".bar .note")).to_contain_text("a moment later")
    expect(happened).to_have_text(LINE)
    table.send(moved(ply=3, since=2))
    expect(happened).to_have_text("")
    page.wait_for_function(TOLD, arg="Move 3.")  # without a line, the story is said
    assert page.evaluate("told") == [LINE, "Move 3."]
    table.guest.leave()


def test_a_line_that_grows_is_said_piece_by_piece(browser: Browser, house: House) -> None:
    """It grows until the viewer's next turn is over; a step of their draft leaves it alone."""
    table = FakeTable(browser, house, sample(), EARS + POLITE)
    page, happened = table.page, table.page.locator(".prompt .happened")
    for frame, aloud in [
        (moved(line="Brown belt rests."), "Brown belt rests."),
        (moved(ply=3, line="Brown belt rests. You take 3."), "You take 3."),
        (moved(ply=4, line="Brown belt rests. You take 3."), "Move 4."),
        (moved(ply=5), "Move 5."),  # the turn is over
        (moved(ply=6, line="Brown belt rests."), "Brown belt rests."),
    ]:
        table.send(frame)
        page.wait_for_function("text => told.at(-1) === text", arg=aloud)
    expect(happened).to_have_text("Brown belt rests.")
    whole = ["Brown belt rests.", "You take 3.", "Move 4.", "Move 5.", "Brown belt rests."]
    assert page.evaluate("told") == whole
    table.guest.leave()


def test_what_follows_a_draft_in_the_same_frame_is_said(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, sample(), EARS + POLITE)
    page, first = table.page, sample()["story"]
    drafts = {"1. You: Jab": "1. You: Jab", "1. You: Jab (forward)": "(forward)"}
    for ply, (draft, aloud) in enumerate(drafts.items(), 2):
        table.send(sample(ply=ply, story=[*first, draft], story_length=len(first) + 1))
        expect(page.locator(".story .now")).to_contain_text(draft)
        page.wait_for_function(TOLD, arg=aloud)
    told = [*first, "1. You: Jab (forward).", "Brown belt rests."]
    table.send(sample(ply=4, story=told, story_length=len(told)))
    page.wait_for_function(TOLD, arg="Brown belt rests.")
    assert page.evaluate("told") == ["1. You: Jab", "(forward)", "Brown belt rests."]
    lines = page.locator(".story li > span:last-child").all_inner_texts()
    assert lines == told  # the draft is not listed twice
    table.guest.leave()


def test_a_forecast_has_the_same_words_for_eye_and_ear(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, sample())
    names = [
        each.get_attribute("aria-label") or "" for each in table.page.locator("button.lit").all()
    ]
    assert any("deal 4; take 2; both now" in name for name in names), names
    table.guest.leave()


def test_gains_are_green_and_losses_red_in_sums(browser: Browser, house: House) -> None:
    frame = sample()
    sums = frame["scene"]["facts"][0]
    row = sums["rows"][0]
    sums["head"] = ["", "Sum"]
    told = {"gain": "Blue takes 7", "hit": "You take 4", "plain": "Blue takes nothing"}
    sums["rows"] = [
        {**row, "strong": True, "cells": [words, "7"], "roles": [role, role]}
        for role, words in told.items()
    ]
    table = FakeTable(browser, house, frame)
    colours = table.page.evaluate(
        """() => [...document.querySelectorAll('.sums tr.strong td')].map((cell) => {
          const probe = document.body.appendChild(document.createElement('i'));
          const named = ['matsu', 'shu', 'ink'].find((name) => {
            probe.style.color = `var(--${name})`;
            return getComputedStyle(probe).color === getComputedStyle(cell).color;
          });
          probe.remove();
          return named;
        })"""
    )
    assert colours == ["matsu", "shu", "ink"]
    table.guest.leave()


def test_the_line_stands_above_the_question(browser: Browser, house: House) -> None:
    table = FakeTable(browser, house, moved(line=LINE))
    line = table.page.locator(".prompt .happened").bounding_box()
    question = table.page.locator("#question").bounding_box()
    assert line and question and line["y"] + line["height"] <= question["y"] + 1
    table.guest.leave()


def test_what_a_click_does_is_said_before_the_source_of_a_card(
    browser: Browser, house: House
) -> None:
    table = FakeTable(browser, house, sample())
    card = table.page.locator("[data-id=hand-A-1]")  # designed, and may be played
    name = card.get_attribute("aria-label") or ""
    assert name.index("Play Back Round Kick") < name.index("our reconstruction")
    assert name.endswith("our reconstruction") and name.count("our reconstruction") == 1
    table.guest.leave()


def test_the_focus_starts_at_the_question_which_is_read_once(
    browser: Browser, house: House
) -> None:
    """A screen reader reads what gets the focus, so that the announcement leaves it out."""
    table = FakeTable(browser, house, sample(), EARS)
    expect(table.page.locator("#question")).to_be_focused()
    table.page.wait_for_function("heard.length > 0")
    assert table.page.evaluate("heard") == ["Your turn."]
    table.guest.leave()


def test_the_focus_returns_to_a_choice_or_to_the_question(browser: Browser, house: House) -> None:
    """Never to a card that cannot be played, which Tab reaches only to ask why."""
    table = FakeTable(browser, house, sample())
    page = table.page
    table.guest.tab_to("[data-id=hand-A-1]")
    table.send(moved(ply=2))
    expect(page.locator("#question")).to_have_text("What now, at 2?")
    expect(page.locator("[data-id=hand-A-1]")).to_be_focused()
    dimmed = moved(ply=3)
    scene = dimmed["scene"]
    scene["choices"] = [each for each in scene["choices"] if each["action"] != "play 1"]
    hand = next(zone for zone in scene["zones"][-1]["zones"] if zone["id"] == "hand-A")
    hand["pieces"][1]["refused"] = {"text": "Not now.", "clause": "KM-42"}
    table.send(dimmed)
    expect(page.locator("#question")).to_have_text("What now, at 3?")
    expect(page.locator("#question")).to_be_focused()
    table.guest.leave()
