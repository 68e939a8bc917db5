"""The replay of every game with and without the coach's curve: nothing is cut or covered."""

import pytest

from tests.browser.sights import Spectator
from tests.kit.positions import TABLES
from tests.sampling import a_few

SIZES = [(390, 844), (768, 800), (1024, 768), (1280, 800), (1366, 768), (1920, 800), (1920, 1080)]


@pytest.mark.parametrize("table", a_few(TABLES, 2, "a_replay_with_the_curve_fits"))
def test_a_replay_with_the_curve_fits(spectator: Spectator, table: str) -> None:
    last = spectator.see(table, curve=True)
    for step in (0, last // 2, last - 3):
        spectator.step(step)
        assert spectator.found(SIZES) == [], f"step {step}"


@pytest.mark.parametrize("table", a_few(TABLES, 2, "a_replay_without_a_curve_fits"))
def test_a_replay_without_a_curve_fits(spectator: Spectator, table: str) -> None:
    spectator.step(spectator.see(table, curve=False) - 1)
    assert spectator.found(SIZES) == []


@pytest.mark.parametrize("theme, width", [("light", 1280), ("dark", 390)])
def test_a_replay_with_the_curve_can_be_read(spectator: Spectator, theme: str, width: int) -> None:
    spectator.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    spectator.page.set_viewport_size({"width": width, "height": 800})
    spectator.step(spectator.see("dojo_duel", curve=True) - 3)
    spectator.check()
