"""What a page really loads before it can be used, in bytes: below the promised 300 kB."""

import pytest
from playwright.sync_api import Browser, Response, WebSocketRoute

from tests.browser_helper import House, Visitor, browser, house
from tests.positions import TABLES, frame

__all__ = ["browser", "house"]  # fixtures

MOST = 300_000


class Scale(Visitor):
    """A visitor who weighs everything that comes."""

    def __init__(self, browser: Browser, house: House) -> None:
        super().__init__(browser, house)
        self.weights: dict[str, int] = {}
        self.answers: list[Response] = []
        self.page.on("response", lambda answer: self.answers.append(answer))

    def total(self) -> int:
        self.page.wait_for_load_state("networkidle")
        for answer in self.answers:
            if answer.status == 200:
                self.weights[answer.url] = len(answer.body())
        return sum(self.weights.values())

    def heaviest(self) -> str:
        most = sorted(self.weights.items(), key=lambda item: -item[1])
        return ", ".join(f"{url.rsplit('/', 1)[-1]} {size}" for url, size in most[:8])


def test_the_front_page(browser: Browser, house: House) -> None:
    guest = Scale(browser, house)
    guest.page.goto("/")
    guest.page.locator("[data-new]").first.wait_for()
    assert guest.total() < MOST, guest.heaviest()
    guest.leave()


@pytest.mark.parametrize("table", TABLES)
def test_a_table(browser: Browser, house: House, table: str) -> None:
    """The page, its room, and the first Scene."""
    guest = Scale(browser, house)
    message = frame(table, 3, 6)

    def answer(socket: WebSocketRoute) -> None:
        guest.weights["scene"] = len(message.encode())
        socket.send(message)

    guest.page.route_web_socket("**/ws/*", answer)
    guest.page.route("**/api/tables/x/**", lambda route: route.fulfill(json={}))
    guest.page.goto("/table/x")
    guest.page.locator(".stage .piece").first.wait_for()
    assert guest.total() < MOST, guest.heaviest()
    guest.leave()
