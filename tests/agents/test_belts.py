"""Belts: offered first in every form, and able to play."""

import pytest

from budokan.kit.game import find
from budokan.server.routes.games import game_facts
from budokan.terminal.tui.form import Form
from budokan.thinking import messages
from budokan.thinking.turns import Turns
from tests.thinking.test_turns import new_match

TOY_BELTS = {"white": {"iterations": 5, "slips": 50}, "green": {"iterations": 20}}
TOY_STYLE = {"guided": 100, "horizon": 0, "led": True}


def test_belts_are_offered_first_and_play(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("dojo_duel")
    monkeypatch.setitem(game.__dict__, "belts", TOY_BELTS)
    monkeypatch.setitem(game.__dict__, "search_style", TOY_STYLE)
    messages._agent.cache_clear()
    told = game_facts(game)
    assert [bot.name for bot in told.agents][:3] == ["white", "green", "random"]
    rows = {row.key: row for row in Form(game).rows}
    assert told.opponent == rows["seat.1"].value == "green"
    assert rows["seat.1"].values[:3] == ["human", "white", "green"]
    match, planning = new_match("dojo_duel"), Turns()
    for _ in range(30):
        seat = match.acting[0]
        match.play(seat, planning.next_here(match, seat, ("white", "green")[seat]))
    messages._agent.cache_clear()


def test_without_belts_a_newcomer_meets_greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(find("udaka").__dict__, "belts", {})
    assert game_facts(find("udaka")).opponent == "greedy"
