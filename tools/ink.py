"""Write the page's ink and colours as data for budokan.picture: python -m tools.ink.

The page's scripts and style sheet are where figures, signs and colours are drawn and chosen; a
browser runs them here, and the result is what Python draws with.
"""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Route, sync_playwright

from budokan import picture
from budokan.server.http.static_files import STATIC
from tests.browser.helper import FLAGS, find_chromium

FILE = Path(picture.__file__).parent / "ink.json"
ORIGIN = "http://ink.invalid"
DRAW = """async () => {
  const { FIGURES, mountains } = await import("/js/lib/figures.js");
  const { ICONS, CRESTS, SUITS } = await import("/js/lib/icons.js");
  return {
    figures: Object.fromEntries(Object.entries(FIGURES).map(([name, draw]) => [name, draw()])),
    icons: ICONS, crests: CRESTS, suits: SUITS, mountains: mountains(964, 330, 11),
  };
}"""
COLOUR = re.compile(r"--([\w-]+):\s*(#[0-9a-fA-F]{3,8});")
FONT = re.compile(r"--(serif|sans):\s*([^;]+);")


def colours() -> dict[str, Any]:
    """The colours of day and night, and the fonts."""
    tokens = (STATIC / "css" / "tokens.css").read_text("utf-8")
    day, night = tokens.split(':root[data-theme="dark"]')
    light = dict(COLOUR.findall(day))
    fonts = {name: " ".join(stack.split()) for name, stack in FONT.findall(day)}
    return {"light": light, "dark": {**light, **dict(COLOUR.findall(night))}, "fonts": fonts}


def drawings(browser: Browser) -> dict[str, Any]:
    """The figures and signs as the page's own scripts draw them."""

    def serve(route: Route) -> None:
        path = STATIC / route.request.url.removeprefix(ORIGIN).lstrip("/")
        if path.is_file():
            route.fulfill(path=path)
        else:
            route.fulfill(body="<!doctype html>", content_type="text/html")

    page = browser.new_page()
    page.route("**/*", serve)
    page.goto(ORIGIN)
    found: dict[str, Any] = page.evaluate(DRAW)
    page.close()
    return found


def render(browser: Browser) -> str:
    """The text of the file."""
    return json.dumps({**colours(), **drawings(browser)}, indent=0, sort_keys=True) + "\n"


def main() -> None:
    with sync_playwright() as found:
        browser = found.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        FILE.write_text(render(browser), "utf-8")
        browser.close()


if __name__ == "__main__":
    main()
