"""Whole matches: invariants, and fingerprints of seeded play."""

import hashlib
from typing import Any

import pytest

from budokan.games.master_udo import GAME
from budokan.games.master_udo.position import cards_in
from budokan.games.master_udo.rules.solver import outlook
from budokan.games.master_udo.rules.state import size_of
from budokan.games.master_udo.setup import starters
from budokan.games.master_udo.tests.helper import (
    ODD_KAI,
    ODD_UDO,
    SIDES,
    TECHNIQUE,
    UDO,
    Play,
    typed,
    walk,
)
from budokan.kit.contract import CHANCE, copy, legal_codes
from budokan.kit.rng import Rng
from budokan.kit.testing.laws import Coverage, play_by_the_laws
from budokan.match.match import CodedMatch

SETS: list[dict[str, Any]] = [
    {},
    {"hero": "kai"},
    ODD_UDO,
    ODD_KAI,
    {"masters": "easy"},
    {"hero": "kai", "masters": "medium", "kai_enrage_on_hit": True},
]
GOLDEN: list[str] = [
    "f72a26daca63e501",
    "9d36a5f852c3f599",
    "a0a49be5b0209752",
    "b69fc302ae1fac3d",
    "6f0a27310a002016",
    "d9741a8c379dc94d",
]


@pytest.mark.parametrize("options", SETS)
def test_mu_c14_nothing_appears_or_vanishes(options: dict[str, Any]) -> None:
    """MU-C14, MU-45, MU-81: cards and attacks are conserved, exhausted ones stay away."""
    setup = GAME.setup(1, options)
    for seed in range(3):
        state = typed(GAME.start(setup))
        gone = 0
        for _ in walk(state, seed):
            lying = [c for lane in range(state.lanes + 1) for c in state.cards_of(lane)]
            bags = (state.hand, state.pile, state.gone)
            whole = [card for bag in bags for card in cards_in(state.setting, bag)]
            cards = sorted(c - SIDES if SIDES <= c < UDO else c for c in whole + lying)
            assert cards == sorted(
                [*starters(setup), *(TECHNIQUE + m for m in state.road.in_order())]
            )
            assert int(state.deck) + int(state.used) + int(state.shown) == 1023
            assert int(state.shown) & ~int(state.revealed) == 0
            assert int(size_of(state.gone)) >= gone
            gone = int(size_of(state.gone))


def fingerprint(options: dict[str, Any], seeds: range) -> str:
    """Everything a match goes through: choices, heuristics, refusals, states and events."""
    setup, code = GAME.setup(1, options), hashlib.sha256()
    for seed in seeds:
        play = Play(options)
        state = play.state
        for step, (seat, action) in enumerate(walk(state, seed, 3)):
            numbers = [seat, action, *state.encode()]
            if seat != CHANCE:
                codes = legal_codes(state, 0)
                numbers += [*codes, *(int(state.heuristic(0, c)) for c in codes)]
                numbers.append(int(outlook(state)))
                assert state.encode() == numbers[2 : 2 + len(state.encode())]
            if step % 13 == 0:
                numbers += [int(state.why(0, c)) for c in GAME.notation.codes]
            code.update(repr(numbers).encode())
        code.update(repr([play.recorder.events, state.score(0)]).encode())
        assert setup.options == play.setup.options
    return code.hexdigest()[:16]


@pytest.mark.parametrize("number", range(len(SETS)))
def test_fingerprints(number: int) -> None:
    """Seeded matches never change, compiled or not."""
    assert fingerprint(SETS[number], range(number, number + 3)) == GOLDEN[number]


@pytest.mark.parametrize("options", [{}, {"hero": "kai"}])
def test_a_match_keeps_the_laws(options: dict[str, Any]) -> None:
    covered = Coverage()
    play_by_the_laws(GAME, GAME.setup(1, options), 5, covered, often=5, every=41)
    assert covered.entries > 20


def test_a_copy_is_independent_of_its_source() -> None:
    """A copy in the middle of an effect plays on without its source noticing."""
    play = Play({"hero": "kai"}, master="zen", phase="resolve", revealed="wild", combos=["S S P"])
    play.do("take 1")
    before = play.state.encode()
    twin = typed(copy(play.state))
    assert twin.encode() == before
    for _ in walk(twin, 3):
        pass
    assert play.state.encode() == before
    assert twin.events is None


def test_the_heuristic_beats_chance() -> None:
    """By heuristic the easy route is nearly always won, at random never."""
    won = 0
    for seed in range(3):
        state = typed(GAME.start(GAME.setup(1, {"masters": "easy"})))
        rng = Rng(seed)
        while state.acting():
            state.settle(rng)
            codes = legal_codes(state, 0)
            if codes:
                state.apply(0, max(codes, key=lambda code: state.heuristic(0, code)))
        won += state.score(0) >= 0.7
    assert won >= 2
    for seed in range(6):
        state = typed(GAME.start(GAME.setup(1, {"masters": "easy"})))
        for _ in walk(state, seed, 1):
            pass
        assert state.score(0) < 0.5


@pytest.mark.parametrize("seed", range(4))
def test_taking_back_restores_the_state(seed: int) -> None:
    """Any number of steps at any time: the state is that of the remaining entries."""
    options = [{}, {"hero": "kai", "kai_enrage_on_hit": True}][seed % 2]
    match = CodedMatch(GAME, GAME.setup(1, options), seed=str(seed))
    rng = Rng(seed)
    back = 0
    match.begin()
    while not match.over and len(match.entries) < 120:
        drafted = match.drafted(0)
        if drafted and rng.below(6) == 0:
            for _ in range(1 + int(rng.below(drafted))):
                match.takeback(0)
                back += 1
            twin = CodedMatch(GAME, match.setup, seed=str(seed))
            for entry in match.settled(0):
                twin.replay(*entry)
            assert twin.state.encode() == match.state.encode()
        codes = match.legal(0)
        match.play(0, codes[rng.below(len(codes))])
    assert back > 5
