"""The laws of the kit on every game, every seat count and every switch."""

import math
import os
from itertools import product

import pytest

from budokan.kit.contract import CHANCE, copy, legal_codes
from budokan.kit.entries import parse_entry, seats_of
from budokan.kit.errors import IllegalAction
from budokan.kit.game import Game, Setup, find_all
from budokan.kit.notation import VEIL
from budokan.kit.rng import Rng
from budokan.kit.testing import scenario
from budokan.kit.testing.laws import Coverage, check_words, chi_square, play_by_the_laws
from budokan.match.match import CodedMatch
from tests.kit.settings import ALL_SETTINGS, INTERPRETED
from tests.sampling import a_few

GAMES = list(find_all().values())
EACH = pytest.mark.parametrize(
    ("game", "setup"), [row[1:] for row in ALL_SETTINGS], ids=[row[0] for row in ALL_SETTINGS]
)
# Plain Python plays a sample of the settings; the compiled build and `make test-long` play all.
SOME = pytest.mark.parametrize(
    ("game", "setup"),
    a_few([row[1:] for row in ALL_SETTINGS], 30 if INTERPRETED else len(ALL_SETTINGS), "laws"),
    ids=[row[0] for row in ALL_SETTINGS],
)
FEW = 1 if INTERPRETED else 3
USUAL = 2000
MATCHES = {"martial_art": 100, "master_udo": 1000}  # a check of their scenes costs more


@SOME
def test_a_few_matches_keep_the_laws(game: Game, setup: Setup) -> None:
    covered = Coverage()
    for seed in range(FEW):
        play_by_the_laws(game, setup, seed, covered, often=3, every=23)
    assert covered.matches == FEW


@pytest.mark.long
@EACH
def test_many_matches_keep_the_laws(game: Game, setup: Setup) -> None:
    assert os.environ.get("BUDOKAN_LONG") == "1"
    covered = Coverage()
    matches = MATCHES.get(game.id, USUAL)
    for seed in range(1000, 1000 + matches):
        play_by_the_laws(game, setup, seed, covered, often=29, every=151)
    assert covered.matches == matches


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_verb_and_event_occurs(game: Game) -> None:
    """Over scenarios and matches of all settings every verb and every event occurs.

    Those of chance are spoken by chance alone, and all others by some seat: they have ids.
    """
    happened, spoken, drawn, covered = set[str](), set[str](), set[str](), Coverage()
    for path in sorted((game.folder / "tests" / "scenarios").glob("*.toml")):
        scenario.run(path, happened)
        for seat, verb in verbs_of(game, scenario.load(path)):
            (drawn if seat == CHANCE else spoken).add(verb)
    verbs = {name for name, _, _ in game.verbs if not name.endswith(VEIL)}
    by_chance = set(game.chance_verbs)
    setups = [setup for _, owner, setup in ALL_SETTINGS if owner is game]
    for seed, setup in product(range(50, 58), setups):
        said = spoken | set(covered.spoken)
        dealt = drawn | set(covered.drawn)
        told = happened | set(covered.events)
        if verbs - by_chance <= said and by_chance <= dealt and set(game.events) <= told:
            break
        play_by_the_laws(game, setup, seed, covered, often=1000, every=1000)
    assert spoken | set(covered.spoken) == verbs - by_chance
    assert drawn | set(covered.drawn) >= by_chance
    assert set(game.events) - happened - set(covered.events) == set()


def verbs_of(game: Game, file: scenario.Scenario) -> set[tuple[int, str]]:
    """The verbs a scenario uses, each with who speaks it."""
    whens = [entry for case in file.cases for entry in case.get("when", ())]
    entries = [entry for entry in whens if entry != scenario.FORCED]
    seats = max(game.seats)
    found = [parse_entry(game.notation, seats, entry) for entry in entries]
    return {(each.seat, game.notation.split(each.action)[0]) for each in found if each.action >= 0}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_words(game: Game) -> None:
    check_words(game)
    assert game.notation.size > 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_chance_agrees_with_its_odds(game: Game) -> None:
    """Chi-square of 4,000 samples stays below five standard deviations, at several points."""
    state = game.start(game.setup())
    rng = Rng(5)
    checked = 0
    for _ in range(40):
        if state.acting() == 1 << CHANCE:
            value, freedom = chi_square(copy(state), 4000, checked + 1)
            assert value < freedom + 5 * math.sqrt(2 * freedom) + 5
            checked += 1
            state.apply(CHANCE, state.sample(rng))
        elif state.acting():
            seat = seats_of(state.acting())[0]
            state.apply(seat, legal_codes(state, seat)[0])
    assert checked >= 3


@EACH
def test_a_match_refuses_and_changes_nothing(game: Game, setup: Setup) -> None:
    match = CodedMatch(game, setup, seed="refuse")
    match.begin()
    before, entries = match.state.encode(), len(match.entries)
    seat = match.acting[0]
    legal = match.legal(seat)
    refused = 0
    for code in match.notation.codes:
        for who in range(setup.seats):
            if who not in match.acting or (who == seat and code not in legal):
                with pytest.raises(IllegalAction) as error:
                    match.play(who, code)
                assert str(error.value).endswith((".", ")"))
                refused += 1
    assert refused > 0
    assert match.state.encode() == before and len(match.entries) == entries
