"""The bytes a page loads: below the promised 300 kB as they travel, and not much more unpacked."""

import gzip

import pytest
from playwright.sync_api import Browser, Error, Response, WebSocket, WebSocketRoute

from tests.browser.helper import House
from tests.browser.page_visits import ALL, GAMES, PageViewer, PageVisit
from tests.browser.sample_replays import gzipped_replay
from tests.kit.positions import TABLES, frame
from tests.sampling import a_few

MOST = 300_000
UNPACKED = 340_000
FILM = 550_000  # the longest, with four fighters; all others are below the limit of a page


class Scale(PageViewer):
    """A visitor who counts the uncompressed bytes of every answer."""

    def __init__(self, browser: Browser, house: House) -> None:
        super().__init__(browser, house)
        self.weights: dict[str, int] = {}
        self.packed: dict[str, int] = {}  # the same as it travels
        self.answers: list[Response] = []
        self.page.on("response", lambda answer: self.answers.append(answer))

    def total(self) -> int:
        self.page.wait_for_load_state("networkidle")
        while self.answers:
            answer = self.answers.pop()
            if answer.status == 200 and answer.request.method == "GET":
                body = self._body(answer)
                zipped = answer.headers.get("content-encoding") == "gzip"
                self.weights.setdefault(answer.url, len(body))
                self.packed.setdefault(answer.url, len(gzip.compress(body) if zipped else body))
        return sum(self.weights.values())

    def _body(self, answer: Response) -> bytes:
        """The body of an answer; fetched again if the browser has left the page and dropped it."""
        try:
            return answer.body()
        except Error:
            return self.page.request.get(answer.url).body()

    def heaviest(self) -> str:
        most = sorted(self.weights.items(), key=lambda item: -item[1])
        return ", ".join(f"{url.rsplit('/', 1)[-1]} {size}" for url, size in most[:8])


class Player(Scale):
    """A visitor who sits down at a real table."""

    def __init__(self, browser: Browser, house: House) -> None:
        super().__init__(browser, house)
        self.visit = PageVisit("/", "[data-new]", busy=False)
        self.page.on("websocket", self._listen)

    def _connect(self, socket: WebSocketRoute) -> None:
        socket.connect_to_server()

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, sent: bytes | str) -> None:
        self.packed.setdefault("scene", len(sent))


@pytest.mark.parametrize("game", a_few(GAMES, 1, "from_the_front_page_to_a_table"))
def test_from_the_front_page_to_a_table(browser: Browser, house: House, game: str) -> None:
    """All that two clicks of a first visit load, with what was fetched ahead.

    The front page alone is below the limit unpacked; with the rest, as it travels.
    """
    guest = Player(browser, house)
    guest.go(guest.visit)
    guest.page.locator("head link[rel=prefetch]").last.wait_for(state="attached")
    ahead = guest.page.eval_on_selector_all("link[rel=prefetch]", "all => all.map(it => it.href)")
    assert guest.total() - sum(guest.weights.get(url, 0) for url in ahead) < MOST, guest.heaviest()
    guest.page.click(f"[data-play={game}]")
    guest.ready()
    guest.total()
    assert guest.packed["scene"] > 0
    assert sum(guest.packed.values()) < MOST, guest.packed
    guest.leave()


@pytest.mark.parametrize(
    "visit", a_few(ALL, 6, "a_page"), ids=lambda visit: f"{visit.address} {visit.ready}"
)
def test_a_page(browser: Browser, house: House, visit: PageVisit) -> None:
    """A page by itself; replays are measured below, compressed."""
    guest = Scale(browser, house)
    guest.go(visit)
    film = [url for url in guest.weights if url.endswith("/x/replay")] if guest.total() else []
    for weights, most in ((guest.packed, MOST), (guest.weights, UNPACKED)):
        assert sum(weights.values()) - sum(weights[url] for url in film) < most, guest.heaviest()
    guest.leave()


@pytest.mark.parametrize("table", a_few(TABLES, 3, "a_table"))
def test_a_table(browser: Browser, house: House, table: str) -> None:
    """The page, its room, and the first Scene."""
    guest = Scale(browser, house)
    message = frame(table, 3, 6)
    guest.open_table(message)
    sent = len(message.encode())
    assert guest.total() + sent < UNPACKED, guest.heaviest()
    assert sum(guest.packed.values()) + sent < MOST, guest.packed
    guest.leave()


@pytest.mark.parametrize("table", a_few(TABLES, 2, "the_film_of_a_whole_match"))
def test_the_replay_of_a_whole_match(table: str) -> None:
    assert len(gzipped_replay(table, 5)) < (FILM if table == "martial_art black" else MOST)
