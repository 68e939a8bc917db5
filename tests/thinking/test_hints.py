"""Hints: the best moves, what to expect from them, and why; from what a seat sees alone."""

import asyncio
from collections.abc import Hashable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from click.testing import CliRunner

from budokan.agents.belts import searcher
from budokan.cli import main
from budokan.kit.contract import copy, first_seat
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.game import Game, find, find_all
from budokan.kit.interrupts import let_ctrl_c_through
from budokan.kit.rng import Rng
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.match.table_spec import TableSpec
from budokan.thinking import advice
from budokan.thinking.advice import Advice, Question, Tip, advise, question
from budokan.thinking.hints import Hints
from budokan.thinking.reasons import WON, reasons
from tests.match.twin_worlds import other_world, played

DECKS = ({"deck": "ember_fist"}, {"deck": "grand_dojo"})
ANSWER = {
    "phase": "answer",
    "field": ["blazing_combination dragons_breath", "wrist_turn"],
    "hands": ["", "low_block bamboo_form spark_jab iron_shirt"],
}
JOKER = {"turn": "A", "hands": ["J 5 8", "2 3", "4 6"], "tokens": [0, 3, 1], "pile": "9"}
PAIR = {"turn": "A", "hands": ["7 7 3", "3 4"], "pile": "9"}


def asked(game: str, position: Mapping[str, Any], seat: int, iterations: int = 200) -> Question:
    choices = DECKS if game == "dojo_duel" else ({}, {})
    table, names = TableSpec(game, 2, choices=choices), ("Ann", "Ben")
    return Question(seat, 1, iterations, 0.0, table, position, names, {})


def in_middle(game: str, decisions: int = 9) -> CodedMatch:
    """A match in its middle, with something to decide."""
    found = find(game)
    match = played(found.setup(min(2, found.seats[-1])), game, decisions, 3)
    several = len(match.legal(int(first_seat(match.state.acting())))) > 1
    return match if several else in_middle(game, decisions + 1)


# -- moves and chances ----------------------------------------------------------------------------


def test_an_immediate_win_is_found() -> None:
    """B loses no later than in the next round, but one answer beats A now (DD-02)."""
    tips = advise(asked("dojo_duel", {**ANSWER, "points": [1, 6]}, 1)).tips
    assert tips[0].action == "answer bamboo_form" and tips[0].why == WON
    assert tips[0].told == "100 % ±1" and all(tip.chance < 0.9 for tip in tips[1:])
    assert WON not in [tip.why for tip in tips[1:]]


@pytest.mark.parametrize("game", find_all())
def test_a_hint_is_legal_and_in_the_words_of_the_screen(game: str) -> None:
    match = in_middle(game)
    seat = int(first_seat(match.state.acting()))
    given = question(match, seat, 20, 0.0)
    found = advise(msgspec.json.decode(msgspec.json.encode(given), type=Question))
    choices = {choice.action: choice.label for choice in match.scene(seat).choices}
    assert 1 <= len(found.tips) <= advice.MOST_TIPS and not found.note
    for tip in found.tips:
        assert choices[tip.action] == tip.label and 0 <= tip.chance <= 1
        assert ("expected score" in tip.told) == (game == "master_udo")
    assert [tip.chance for tip in found.tips] == sorted(
        (t.chance for t in found.tips), reverse=True
    )


def test_a_side_of_two_shares_a_win() -> None:
    """In a team battle a seat scores half a win, but its chance to win is that of its side."""
    game = find("martial_art")
    match = played(game.setup(4, {"layout": "team"}), "martial_art", 9, 3)
    seat = int(first_seat(match.state.acting()))
    given = question(match, seat, 20, 0.0)
    tip = advise(given).tips[0]
    move, rng = game.notation.parse(tip.action), Rng(given.seed)
    own = searcher(game, 10).outlook(match.view(seat), seat, rng, move)
    assert 0 < own <= 0.5 and tip.chance == pytest.approx(2 * own)


def test_a_single_move_needs_no_hint() -> None:
    match = in_middle("dojo_duel")
    while len(match.legal(match.acting[0])) > 1:
        match.play(match.acting[0], match.legal(match.acting[0])[0])
    assert advise(question(match, match.acting[0])) == Advice([], advice.ONLY)


def test_the_margin_is_that_of_wins_and_losses() -> None:
    assert advice.margin_of(0.5, 400) == pytest.approx(0.049, abs=0.001)
    assert advice.margin_of(0.5, 100) > advice.margin_of(0.9, 100) > advice.margin_of(1.0, 100) > 0
    assert advice.worded(0.624, 0.049, alone=False) == "62 % ±5"
    assert advice.worded(1.0, 0.001, alone=False) == "100 % ±1"
    assert advice.worded(0.724, 0.031, alone=True) == "expected score 0.72 ±0.03"


# -- reasons --------------------------------------------------------------------------------------


def weighed(game: str, **weights: float) -> Game:
    """A game whose evaluation knows these features alone."""
    found = replace(find(game))
    vars(found)["weights"] = dict.fromkeys(found.text["feature"], 0.0) | weights
    return found


def why(game: Game, position: Mapping[str, Any], seat: int, names: str = "AB") -> dict[str, str]:
    choices = DECKS if game.id == "dojo_duel" else ({},) * len(names)
    setup = game.setup(len(names), {}, dict(enumerate(choices)))
    view = game.read(position, setup)
    view.observe(seat)
    match = CodedMatch(game, setup)
    match.state = view
    moves = match.legal(seat)
    found = reasons(game, setup, view, seat, 1, moves, names)
    return {game.notation.text(move): words for move, words in found.items()}


def test_reasons_follow_the_sign_of_a_weight() -> None:
    """A pair of 7s wins tokens (UD-31); the words say so only if tokens are good to have."""
    good = why(weighed("udaka", tokens=1.0), PAIR, 0)
    assert good["pair 7"].startswith("more tokens") and "more tokens" not in good["single 7"]
    bad = why(weighed("udaka", tokens=-1.0), PAIR, 0)
    assert "more tokens" not in bad["pair 7"].split(", ")
    assert bad["single 7"].startswith("fewer tokens")


def test_harm_to_the_opponent_is_a_reason_for_a_move() -> None:
    position = {**ANSWER, "points": [20, 20]}
    good = why(weighed("dojo_duel", points=1.0), position, 1)
    assert "fewer points for the opponent" in good["answer spark_jab"]
    assert "fewer points" not in good["answer spark_jab"].split(", ")
    assert good["answer iron_shirt"].startswith("more points")
    bad = why(weighed("dojo_duel", points=-1.0), position, 1)
    assert "fewer points for the opponent" not in bad["answer spark_jab"]


def test_among_several_opponents_one_is_named() -> None:
    told = why(weighed("udaka", tokens=1.0), JOKER, 0, "ABC")
    assert "fewer tokens for B" in told["single J from B"]


def test_a_feature_without_words_or_weight_is_no_reason() -> None:
    silent = weighed("udaka", tokens=1.0)
    features = silent.text["feature"] | {"tokens": ["", ""]}
    vars(silent)["text"] = {**silent.text, "feature": features}
    assert set(why(silent, JOKER, 0, "ABC").values()) == {""}
    assert set(why(weighed("udaka"), PAIR, 0).values()) == {""}
    nothing = replace(find("udaka"))
    vars(nothing)["weights"] = {}
    assert set(why(nothing, PAIR, 0).values()) == {""}


# -- two worlds -----------------------------------------------------------------------------------


def worlds(game: str) -> tuple[int, CodedMatch, CodedMatch]:
    """A seat to act, and two matches it cannot tell apart."""
    match = in_middle(game)
    seat = int(first_seat(match.state.acting()))
    hides = game != "master_udo"  # its deck is a bag: only the next cards are unknown
    return seat, match, other_world(match, seat, match.setup) if hides else match


@pytest.mark.parametrize("game", find_all())
def test_two_worlds_that_look_alike_have_the_same_hint(game: str) -> None:
    seat, one, two = worlds(game)
    two.seed = "another"  # the hint must not depend on future deals either
    assert question(one, seat, 30, 0.0) == question(two, seat, 30, 0.0)
    assert advise(question(one, seat, 30, 0.0)) == advise(question(two, seat, 30, 0.0))


@pytest.mark.parametrize("game", [game for game in find_all() if game != "master_udo"])
def test_a_hint_that_peeks_would_be_noticed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, one, two = worlds(game)
    monkeypatch.setattr(CodedMatch, "view", lambda match, viewer: copy(match.state_for(viewer)))
    assert question(one, seat).world != question(two, seat).world


# -- where hints are allowed ----------------------------------------------------------------------


def test_a_table_may_forbid_hints() -> None:
    match = in_middle("udaka")
    match.assists = False
    with pytest.raises(Refusal, match=r"^Hints are forbidden at this table\.$"):
        question(match, match.acting[0])


def test_only_an_acting_seat_gets_hints() -> None:
    match = in_middle("udaka")
    with pytest.raises(IllegalAction, match="not your turn"):
        question(match, 1 - match.acting[0])


def test_a_record_says_that_hints_were_forbidden() -> None:
    match = in_middle("udaka")
    assert "assists" not in record.write(match)  # as records were before
    assert record.restore(record.parse(record.write(match))).assists
    match.assists = False
    text = record.write(match)
    assert "assists: false\n" in text and "assists: false\n" in record.write(match, 0)
    assert not record.restore(record.parse(text)).assists


def test_a_record_with_a_bad_value_for_hints_is_refused() -> None:
    match = in_middle("udaka")
    kept = record.parse(record.write(match))
    text = "".join(record._lines({**kept.header, "assists": "no"}, [], "so far 0 entries"))
    with pytest.raises(Refusal, match="'assists' is neither true nor false"):
        record.parse(text)


# -- plain text -----------------------------------------------------------------------------------


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder, with quick hints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(advice, "usual_iterations", lambda game: 20)
    return tmp_path


def plain(*words: str, typed: str) -> str:
    return CliRunner().invoke(main, ["play", *words], input=typed).output


def test_hint_is_a_command_of_plain_play(here: Path) -> None:
    told = plain("udaka", "--plain", "--seats", "2", "--seed", "s", typed="help\nhint\nquit\n")
    assert "the best moves, and why" in told
    assert "The chance to win with each move:\n" in told
    assert told.count(" % ±") in range(2, advice.MOST_TIPS + 1)


def test_a_plain_match_without_assists_refuses_hints(here: Path) -> None:
    told = plain("udaka", "--seats", "2", "--no-assists", typed="hint\nquit\n")
    assert advice.FORBIDDEN in told and "% ±" not in told
    again = plain("--resume", "udaka.match", typed="hint\nquit\n")
    assert advice.FORBIDDEN in again


def test_lines_give_a_reason_if_there_is_one() -> None:
    tips = [
        Tip("a", "Go", 0.5, 0.1, "50 % ±10", "more"),
        Tip("b", "Stay", 0.4, 0.1, "40 % ±10", ""),
    ]
    assert advice.lines(Advice(tips)) == ["50 % ±10  Go [a]: more", "40 % ±10  Stay [b]"]


def test_a_hint_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(given: Question) -> Advice:
        while True:
            let_ctrl_c_through()

    monkeypatch.setattr(advice, "LONGEST", 0.01)
    monkeypatch.setattr(advice, "_advise", endless)
    match = CodedMatch(find("udaka"), find("udaka").setup(), seed="x")
    match.begin()
    with pytest.raises(Refusal, match="takes too long"):
        advise(question(match, match.acting[0]))


def test_a_question_is_made_only_if_there_is_room_for_it() -> None:
    """And once for a choice, however often somebody asks meanwhile."""
    made: list[str] = []

    async def think(given: Question, who: Hashable) -> Advice:
        return await asyncio.Future[Advice]()

    async def answer(found: Advice | Refusal) -> None: ...

    def check(who: Hashable) -> None:
        if who == "late":
            raise Refusal("Later.")

    def make(who: str) -> Question:
        made.append(who)
        return cast(Question, None)

    async def ask() -> None:
        hints = Hints(think, check)
        for choice in (1, 1, 2):
            hints.ask("first", choice, lambda: make("first"), answer)
        with pytest.raises(Refusal, match="Later"):
            hints.ask("late", 1, lambda: make("late"), answer)
        await hints.close()

    asyncio.run(ask())
    assert made == ["first", "first"]
