"""The pages around the table: looks, lists, explanations, links, files."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.helper import Visitor
from tests.browser.page_visits import ReplayViewer
from tests.browser.sample_replays import merged_frames, sample_replay

GAMES = {  # who plays, and how long
    "kenpo_masters": "2 players, 20 min",
    "martial_art": "2 to 4 players, 20 to 40 min",
    "master_udo": "solo, 20 to 30 min",
    "udaka": "2 to 6 players, 10 to 30 min",
    "dojo_duel": "2 players, 5 to 10 min",
}

DRESS = (
    ".portrait",
    ".lifeline",
    ".token",
    ".card",
    ".card .name",
    ".card .cost i",
    ".card .designed-mark",
)
WORN = """([within, selector]) => {
  const worn = getComputedStyle(document.querySelector(`${within} ${selector}`));
  const names = ["position", "display", "fontSize", "backgroundColor", "borderRadius"];
  return Object.fromEntries(names.map(name => [name, worn[name]]));
}"""


# -- the hall -------------------------------------------------------------------------------------


def dress(page: Page, within: str) -> dict[str, Any]:
    page.locator(f"{within} [data-fighter=igor]").click()
    page.locator(f"{within} .card").first.wait_for()
    return {part: page.evaluate(WORN, [within, part]) for part in DRESS}


def test_fighters_look_the_same_from_the_hall(guest: Visitor) -> None:
    page = guest.page
    page.goto("/fighters")
    there = dress(page, "main.fighters")
    page.goto("/")
    page.locator("[data-new=martial_art]").click()
    page.locator("[data-choose=A]").click()
    assert dress(page, "dialog.picking") == there
    assert guest.sideways() <= 0


def test_a_mistyped_address_leads_back_to_the_hall(guest: Visitor) -> None:
    page = guest.page
    page.goto("/nowhere")
    expect(page.locator("h1")).to_have_text("There is no such page.")
    expect(page.locator("header.bar")).to_be_visible()
    assert guest.sideways() <= 0
    page.get_by_role("link", name="To the hall", exact=True).click()
    expect(page.locator(".scroll").first).to_be_visible()
    assert [fault for fault in guest.faults if "status of 404" not in fault] == []
    guest.faults.clear()


def test_every_game_hangs_in_the_hall(guest: Visitor) -> None:
    """A picture, how many play, how long it takes, one sentence."""
    guest.page.goto("/")
    scrolls = guest.page.locator(".scroll")
    expect(scrolls).to_have_count(len(GAMES))
    pictures = set()
    for game in guest.page.request.get("/api/games").json():
        scroll = scrolls.filter(has=guest.page.locator(f"#g-{game['id']}"))
        expect(scroll.locator("h2")).to_have_text(game["title"])
        drawn = scroll.locator("svg.scene").bounding_box()
        assert drawn and min(drawn["width"], drawn["height"]) > 60
        pictures.add(scroll.locator("svg.scene").inner_html())
        expect(scroll.locator(".who")).to_have_text(GAMES[game["id"]])
        expect(scroll.locator(".line")).to_have_text(game["line"])
        assert re.fullmatch(r"[A-Z].{20,}[.]", game["line"])
    assert len(pictures) == len(GAMES)


class Listed:
    """Sample lists of a visitor's matches, and how often they were requested."""

    def __init__(self, page: Page, *yours: bool) -> None:
        self.yours, self.over, self.asked = list(yours), False, 0
        page.clock.install()
        page.route(re.compile("/api/matches[?]"), self.answer)

    def answer(self, route: Route) -> None:
        self.asked += 1
        rows = [self.row(at, yours) for at, yours in enumerate(self.yours)]
        route.fulfill(json={"page": 1, "pages": 1, "total": len(rows), "rows": rows})

    def row(self, at: int, yours: bool) -> dict[str, Any]:
        names, who = ["Ann", "Kenta"], ["person", "green"]
        return {"id": f"t{at}", "game": "udaka", "title": "Udaka", "names": names, "mine": [0],
                "players": who, "yours": yours, "over": self.over, "result": "", "ended": "",
                "created": "2026-01-01T00:00:00Z", "outcome": "", "shared_deal": ""}  # fmt: skip


LOOKS = 20_000  # milliseconds between two looks at a list


@pytest.mark.parametrize("address", ["/", "/matches"])
def test_a_list_of_matches_keeps_up(guest: Visitor, address: str) -> None:
    """The list announces the turn and keeps focus and scroll position."""
    page, listed = guest.page, Listed(guest.page, False, False)
    page.goto(address)
    lines = page.locator("a[href^='/table/t']")
    lines.last.focus()
    expect(page).to_have_title(re.compile("^(The hall|Your matches) · Budokan$"))
    listed.yours[1] = True
    page.clock.fast_forward(LOOKS)
    expect(page.get_by_text("your turn", exact=True)).to_have_count(1)
    expect(lines.last).to_be_focused()
    listed.yours[0] = True
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # looked at again
    expect(page.get_by_text("your turn", exact=True)).to_have_count(2)
    if address == "/":
        expect(page).to_have_title("● 2 matches wait for you - Budokan")
        expect(page.locator("[role=status]", has_text="2 matches wait")).to_have_count(1)


@pytest.mark.parametrize("address", ["/", "/matches"])
def test_a_visitor_without_matches_sends_no_requests(guest: Visitor, address: str) -> None:
    page, listed = guest.page, Listed(guest.page, False)
    listed.over = True
    page.goto(address)
    page.locator("a[href^='/table/t']").wait_for()
    page.clock.fast_forward(3 * LOOKS)
    page.evaluate("fetch('/api/health').then(answer => answer.text())")  # earlier ones are in
    assert listed.asked == 1


# -- replay and coach: why everywhere -------------------------------------------------------------

RULE = re.compile(r"[A-Z]{2}-R?\d+")


def sheet(page: Page) -> None:
    """Check that the rules are open beside the page, and close them."""
    expect(page.locator("dialog.side .clause .num").first).to_be_visible()
    expect(page.locator("dialog.side .clause .num").first).to_have_text(RULE)
    page.keyboard.press("Escape")
    expect(page.locator("dialog.side")).to_be_hidden()


@pytest.mark.parametrize("table", GAMES)
def test_a_replay_explains_pieces_and_steps(replay_viewer: ReplayViewer, table: str) -> None:
    page = replay_viewer.page
    replay_viewer.go_to_step(replay_viewer.open_replay(table, curve=False) // 2)
    card = page.locator(".stage button.card").last
    card.click(position={"x": 8, "y": 8})
    name = (card.get_attribute("data-name") or "?").partition(",")[0]
    expect(page.locator("#notice")).to_contain_text(name)
    page.mouse.move(1, 1)  # a card that is pointed at is shown large
    page.get_by_role("button", name="In the rules").click()
    expect(page.locator("dialog.side h2")).to_have_text(name)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Why? The rules of this step").click()
    sheet(page)
    expect(page.get_by_role("link", name="Rules")).to_have_attribute("href", f"/rules/{table}")


def refused(table: str) -> tuple[int, dict[str, Any]]:
    """A step at which a card could not be picked, and the reason."""
    for step, sent in enumerate(merged_frames(json.loads(sample_replay(table, 3, 30))["frames"])):
        waiting = list(sent["scene"]["zones"]) if sent["scene"]["choices"] else []
        while waiting:
            zone = waiting.pop()
            waiting += zone["zones"]
            for piece in zone["pieces"]:
                if piece["refused"] and piece["shape"] == "card":
                    return step, piece
    raise AssertionError("nothing was ever refused")


def test_a_replay_says_why_a_piece_could_not_be_picked(replay_viewer: ReplayViewer) -> None:
    page = replay_viewer.page
    replay_viewer.open_replay("kenpo_masters", curve=False)
    step, piece = refused("kenpo_masters")
    replay_viewer.go_to_step(step)
    page.locator(f".stage [data-id='{piece['id']}']").click(position={"x": 8, "y": 8})
    expect(page.locator("#notice")).to_contain_text(piece["refused"]["text"])
    page.mouse.move(1, 1)
    page.locator("#notice a.ref").click()
    expect(page.locator("dialog.side .num").first).to_have_text(piece["refused"]["clause"])


def test_a_replay_by_keys(replay_viewer: ReplayViewer) -> None:
    """The scrubber is a few tab stops away, however many cards; the focus stays while stepping."""
    page = replay_viewer.page
    steps = replay_viewer.open_replay("kenpo_masters", curve=False)
    replay_viewer.go_to_step(steps // 2)
    assert page.locator(".stage button.card").count() > 6
    assert page.locator(".stage button.card[tabindex='0']").count() <= 3
    page.locator("#r-speed").focus()
    replay_viewer.tab_to(".stage button.card")
    first = page.evaluate("document.activeElement.dataset.id")
    page.keyboard.press("ArrowDown")
    card = page.locator("button.card:focus")
    assert card.get_attribute("data-id") != first
    name = card.get_attribute("data-name") or "?"
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text(name.partition(",")[0])
    page.keyboard.press("ArrowRight")
    expect(page.locator(".entry")).to_have_text(re.compile(rf"^Step {steps // 2 + 1} "))
    expect(page.locator("#notice")).to_be_hidden()
    assert page.locator("button.card:focus").get_attribute("data-name") == name


def test_the_coach_has_a_link_to_the_rules(replay_viewer: ReplayViewer) -> None:
    page = replay_viewer.page
    replay_viewer.open_replay("udaka", curve=True)
    page.goto("/coach/x?view=A")
    expect(page.get_by_role("link", name="Rules", exact=True)).to_have_attribute(
        "href", "/rules/udaka"
    )
    replay_viewer.check()


# -- links to hand on -----------------------------------------------------------------------------

CLIPBOARDS = {  # a page without TLS has none, and a browser may forbid the old way, too
    "new": "",
    "old": "Object.defineProperty(navigator, 'clipboard', {value: undefined});",
    "none": "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
    "document.execCommand = () => false;",
}


@pytest.mark.parametrize("clipboard", CLIPBOARDS)
def test_the_page_says_whether_a_link_was_copied(
    replay_viewer: ReplayViewer, clipboard: str
) -> None:
    page = replay_viewer.page
    replay_viewer.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script(CLIPBOARDS[clipboard])
    replay_viewer.open_replay("udaka", curve=False)
    page.get_by_role("button", name="Share").click()
    page.locator("[data-do=copy]").click()
    said = page.locator("dialog[open] [role=status]")  # what lies behind a dialog is not heard
    expect(said).to_have_text(
        re.compile("^The browser does not allow" if clipboard == "none" else "^Copied[.]$")
    )
    words = "Copy link" if clipboard == "none" else "Copied"
    expect(page.locator("[data-do=copy]")).to_have_text(words)
    if clipboard == "none":
        expect(said).to_be_in_viewport()
        expect(page.locator(".link input")).to_be_focused()
    assert replay_viewer.sideways() <= 0


# -- records as files -----------------------------------------------------------------------------


def saved(page: Page, name: str, folder: Path) -> Path:
    """Click on a link that downloads; the file."""
    with page.expect_download() as coming:
        page.get_by_role("link", name=name).click()
    assert re.fullmatch(r"dojo_duel\b.*[.]match", coming.value.suggested_filename)
    file = folder / f"{name.replace(' ', '_')}.match"
    coming.value.save_as(file)
    return file


def test_a_record_is_downloaded_and_uploaded_again(guest: Visitor, tmp_path: Path) -> None:
    """From the table and from its replay the same file, which becomes a replay again."""
    page = guest.page
    page.goto("/")
    page.click("[data-play=dojo_duel]")
    guest.turn()
    guest.give_up()
    expect(page.locator(".prompt.over")).to_contain_text("You give up; ")
    told = page.locator("#question").inner_text()
    file = saved(page, "Record", tmp_path)
    page.locator(".rail").get_by_role("link", name="Replay").click()
    page.locator(".entry").wait_for()
    steps = page.locator("input[type=range]").get_attribute("max") or ""
    assert saved(page, "Download the record", tmp_path).read_bytes() == file.read_bytes()
    address = page.url
    page.goto("/replay")
    page.set_input_files("input[type=file]", file)
    page.wait_for_url("**/replay/*")
    assert page.url.partition("#")[0] != address.partition("#")[0]
    page.locator(".entry").wait_for()
    page.get_by_role("button", name="Last").click()
    expect(page.locator(".entry")).to_have_text(re.compile(rf"^Step {steps} of {steps}\b"))
    by_name = told.replace("You give up", "Guest gives up")  # a record from a file is nobody's
    expect(page.locator(".prompt h2")).to_have_text(by_name)
