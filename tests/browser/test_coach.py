"""The coach's page: curve, ledger, choices and luck."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.helper import PHONE, House, Visitor
from tests.browser.page_visits import VISITS, PageViewer
from tests.browser.sample_replays import WHY
from tests.server.hall import RunningHall, ThreadBots


class QuickCoachHouse(House):
    """A hall in this process with a quick coach."""

    def __init__(self, running: RunningHall) -> None:
        self.address = f"http://{running.address}"


def test_the_page_shows_curve_ledger_choices_and_luck(browser: Browser, tmp_path: Path) -> None:
    with RunningHall(tmp_path, ThreadBots()) as running:
        running.app.state.jobs.iterations = 1
        guest = Visitor(browser, QuickCoachHouse(running))
        page = guest.page
        page.goto("/")
        page.click("[data-play=dojo_duel]")
        guest.turn()
        guest.give_up()
        page.get_by_role("link", name="Coach").click()
        expect(page.locator(".ledger .result dd")).to_have_text("0", timeout=60_000)
        expect(page.locator(".curve .way")).to_have_count(1)
        guest.check()
        page.select_option("select", index=1)
        expect(page.locator(".ledger .result dd")).to_have_text("100")
        expect(page.locator(".headline")).to_have_text(re.compile(r"^(?!You).+ (made|threw) "))
        page.select_option("select", index=0)
        expect(page.locator(".headline")).to_have_text(re.compile("^You (made|threw) "))
        errors = page.locator(".ledger .error").filter(visible=True)
        expect(errors).to_have_count(0)
        page.locator(".sure summary").click()
        expect(errors.first).to_be_visible()
        page.locator(".parts summary").click()
        assert page.locator("tbody tr").count() > 2
        page.click("[data-night]")
        guest.check()
        page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        guest.check()
        page.locator("tbody a").last.click()
        page.get_by_role("link", name="Coach", exact=True).click()
        expect(page.locator(".ledger")).to_be_visible()
        guest.leave()


def test_why_tells_what_the_better_move_would_have_done(viewer: PageViewer) -> None:
    viewer.go(VISITS["/coach/{table}"][0])
    why = viewer.page.locator(".moments .better").first
    expect(why.locator("p")).to_be_hidden()
    why.locator("summary").click()
    expect(why.locator("p")).to_have_text(WHY)
    viewer.check()
