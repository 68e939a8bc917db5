"""A short run of `make bench-first`: a visit is timed, and the report names the bound."""

from bench import first
from bench.first import Found, Visit
from playwright.sync_api import Browser

from tests.browser.helper import House


def test_a_visit_is_timed(browser: Browser, house: House) -> None:
    found = first.visit(browser, house, "udaka", 0.0)
    assert 0 < found.front < 30_000 and 0 < found.table < 30_000


def test_the_page_names_the_games_over_the_bound() -> None:
    quick = Found("Udaka", [Visit(300, ms) for ms in (400, 900, 5000)], [Visit(200, 300)])
    slow = Found("Master Udo", [Visit(300, ms) for ms in (900, 1001, 1002)], [Visit(200, 300)])
    assert quick.kept and not slow.kept
    assert "| Udaka | 300 | 300 | 900 | 5000 | 300 | 300 |" in first.report([quick])
    assert first.report([quick]).endswith("within 1000 ms: met.")
    assert first.report([quick, slow]).endswith("within 1000 ms: missed by Master Udo.")
