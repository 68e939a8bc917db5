"""Searching the rules on the screen."""

import pytest
from textual.widgets import Input

from budokan.terminal.tui.hall import Hall
from budokan.terminal.tui.rules import Rules
from tests.terminal.driver import run_async, until


@pytest.mark.parametrize("word", ["[/b]", "[red]card"])
def test_the_search_text_is_not_markup(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hall, "NOTIFICATION_TIMEOUT", 600)  # a slow machine must not miss it

    async def test() -> None:
        app = Hall()
        async with app.run_test(notifications=True) as pilot:
            rules = Rules("udaka")
            await app.push_screen(rules)
            await until(pilot, lambda: bool(rules.lines()), "the rules")
            await pilot.press("slash")
            rules.query_one(Input).value = word
            await pilot.press("enter")
            await until(pilot, lambda: bool(rules.query("Toast")), "the answer")
            (toast,) = rules.query("Toast")
            assert f"{word!r} is not in these rules" in " ".join(str(toast.render()).split())

    run_async(test)
