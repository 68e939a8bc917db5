"""A fake table: the test sends frames to the page, no hall is involved."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.helper import House, Visitor
from tests.browser.sample_scenes import SAMPLES
from tests.browser.test_samples import message

Frame = dict[str, Any]


class FakeTable:
    """A table without a hall: the test sends frames and reads what the page sends."""

    def __init__(
        self,
        browser: Browser,
        house: House,
        frame: Frame,
        script: str = "",
        prepare: Callable[[Page], None] = lambda page: None,
        **given: Any,
    ) -> None:
        self.guest = Visitor(browser, house, **given)
        self.page = self.guest.page
        self.said: list[dict[str, Any]] = []
        self.frame = frame
        self.lines: list[WebSocketRoute] = []
        if script:
            self.page.add_init_script(script)
        prepare(self.page)
        self.guest.open_fake_table(self._answer)
        self.page.locator(".stage .piece:visible").first.wait_for()

    def _answer(self, socket: WebSocketRoute) -> None:
        self.lines.append(socket)
        socket.on_message(lambda text: self.said.append(json.loads(text)))
        socket.send(json.dumps(self.frame))

    def send(self, frame: Frame) -> None:
        self.lines[-1].send(json.dumps(frame))

    def resend(self, line: str = "", **given: Any) -> None:
        """Send the frame again with one more line in the story, and wait until it is shown."""
        line = line or f"Line {self.frame['story_length'] + 1}."
        told = {
            "story": [*self.frame["story"], line],
            "story_length": self.frame["story_length"] + 1,
        }
        self.frame = {**self.frame, **told, **given}
        self.send(self.frame)
        expect(self.page.locator(".story .now")).to_contain_text(line)


def sample(name: str = "ring", **given: Any) -> Frame:
    found: Frame = {**json.loads(message(SAMPLES[name]())), **given}
    return found


def two_clicks(frame: Frame) -> Frame:
    """The frame with steps that take two clicks: the Jab, then the square."""
    choices = [each for each in frame["scene"]["choices"] if each["action"] != "play 0"]
    for choice in choices:
        if choice["action"].startswith("go "):
            choice["paths"] = [["hand-A-0", path[0]] for path in choice["paths"]]
    frame["scene"]["choices"] = choices
    return frame


def ended(*outcomes: str) -> Frame:
    frame = sample(over=True)
    frame["scene"].update(choices=[], buttons=[], result="Red belt wins.", acting=[])
    frame["table"].update(outcomes=list(outcomes), dealt=True)
    return frame


def elsewhere(frame: Frame) -> dict[str, Any]:
    """The scene with a change that leaves the choices alone: the page redraws it."""
    scene: dict[str, Any] = json.loads(json.dumps(frame["scene"]))
    scene["zones"][0]["chips"] = []
    return scene
