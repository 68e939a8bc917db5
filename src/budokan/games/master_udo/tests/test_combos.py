"""Which combos may be laid: counts, and a judge written a second time from the data."""

from collections import Counter
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest

from budokan.games.master_udo import GAME, grammar
from budokan.games.master_udo.rules import actions, combos
from budokan.games.master_udo.rules.state import Setting
from budokan.games.master_udo.setup import faces, start
from budokan.games.master_udo.tests.helper import SIDES, TECHNIQUE, UDO, Play, card
from budokan.kit.contract import copy, legal_codes
from budokan.kit.pile import zeros
from budokan.kit.rng import Rng

FACES = faces(GAME.data)
TITLES = [face.title for face in FACES]


def hand_of(options: dict[str, Any], enraged: bool = False) -> tuple[Setting, int]:
    state = start(GAME.setup(1, options))
    hand = int(state.hand)
    if enraged:
        one = state.setting.one
        for calm in range(SIDES):
            hand += state.setting.count(hand, calm) * int(one[calm + SIDES] - one[calm])
    return state.setting, hand


def all_combos(setting: Setting, hand: int) -> list[tuple[int, ...]]:
    """Every whole combo of a hand, copies not told apart."""
    laid, found = zeros(16), []

    def extend(n: int, left: int) -> None:
        if combos.whole(setting, laid, 0, n):
            found.append(tuple(int(laid[i]) for i in range(n)))
        for kind in range(setting.kinds):
            if setting.count(left, kind) and combos.fits(setting, laid, 0, n, kind):
                laid[n] = kind
                extend(n + 1, left - int(setting.one[kind]))

    extend(0, hand)
    return found


@pytest.mark.parametrize(
    ("options", "enraged", "lengths"),
    [
        ({}, False, [4, 10, 16, 28, 26, 14, 3]),
        ({"hero": "kai"}, False, [4, 12, 35, 89, 184, 288, 296, 129]),
        ({"hero": "kai"}, True, [4, 19, 156, 768, 960, 2430, 4410, 4410]),
    ],
)
def test_mu_c13_combos(options: dict[str, Any], enraged: bool, lengths: list[int]) -> None:
    """MU-C13: 101, 1,037 and 13,157 combos."""
    found = Counter(len(combo) for combo in all_combos(*hand_of(options, enraged)))
    assert [found[n] for n in range(1, 9)] == (lengths + [0] * 8)[:8]
    assert sum(found.values()) in (101, 1037, 13157)


def test_mu_c13_sets_of_combos() -> None:
    """MU-C13: 12,244 sets, the empty one included. MU-24: a card lies in one combo only."""
    setting, hand = hand_of({})
    bags = Counter(sum(int(setting.one[kind]) for kind in c) for c in all_combos(setting, hand))
    rows = sorted(bags.items())
    kinds = range(UDO, TECHNIQUE)

    @cache
    def sets(i: int, left: int) -> int:
        if i == len(rows):
            return 1
        bag, ways = rows[i]
        total, chosen = 0, 1
        for n in range(11):  # n combos of the same cards, in any of `ways` orders each
            if n and any(setting.count(left, k) < setting.count(bag, k) for k in kinds):
                break
            if n:
                left -= bag
                chosen = chosen * (ways + n - 1) // n
            total += chosen * sets(i + 1, left)
        return total

    assert sets(0, hand) == 12244


def holds(place: int, cards: tuple[int, ...]) -> bool:
    """All conditions of one card, from the catalogue's table of tests."""
    i, n = place + 1, len(cards)
    others = [TITLES[c] for k, c in enumerate(cards) if k != place]
    below = TITLES[cards[place - 1]] if place else ""
    for name, m in FACES[cards[place]].conditions:
        fine = {
            "first": i == 1,
            "not_first": i > 1,
            "last": i == n,
            "pos_max": name == "pos_max" and i <= m,
            "pos_min": name == "pos_min" and i >= m,
            "on": name == "on" and i > 1 and grammar.matches(below, m),
            "not_on": name == "not_on" and (i == 1 or not grammar.matches(below, m)),
            "size_max": name == "size_max" and n <= m,
            "size_min": name == "size_min" and n >= m,
            "with": name == "with" and any(grammar.matches(t, m) for t in others),
            "without": name == "without" and not any(grammar.matches(t, m) for t in others),
            "only_combo": True,
        }[name]
        if not fine:
            return False
    return True


def legal(cards: tuple[int, ...]) -> bool:
    return bool(cards) and all(holds(place, cards) for place in range(len(cards)))


def sequences(hand: list[int], most: int) -> list[tuple[int, ...]]:
    """All rows of up to `most` cards of a hand."""
    have, found = Counter(hand), []
    for n in range(1, most + 1):
        for row in product(sorted(have), repeat=n):
            if all(row.count(kind) <= have[kind] for kind in row):
                found.append(row)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_mu_25_against_a_second_judge(seed: int) -> None:
    """MU-22, MU-25, MU-26, MU-R5: every row of up to four cards, techniques included."""
    rng = Rng(seed)
    kai = seed % 2
    setting, _ = hand_of({"hero": "kai" if kai else "udo"})
    own = list(range(UDO)) if kai else list(range(UDO, TECHNIQUE))
    hand = [own[rng.below(len(own))] for _ in range(4)]
    hand += {TECHNIQUE + int(rng.below(10)) for _ in range(3)}
    wanted = {row for row in sequences(hand, 4) if legal(row)}
    bag = sum(n * int(setting.one[kind]) for kind, n in Counter(hand).items() if n < 4)
    found = {row for row in all_combos(setting, bag) if len(row) <= 4}
    assert found == wanted


@pytest.mark.parametrize("seed", range(8))
def test_no_dead_ends(seed: int) -> None:
    """MU-25, MU-R1: a card can be laid exactly if some whole combo begins so."""
    rng = Rng(100 + seed)
    least = 3 if seed % 3 == 0 else 1
    options = {"hero": "kai" if seed % 2 else "udo", "min_combo_length": least}
    own = list(range(SIDES)) if seed % 2 else list(range(UDO, TECHNIQUE))
    hand = {own[rng.below(len(own))] for _ in range(4)}
    road = [int(rng.below(9)) for _ in range(2)]
    masters = list(GAME.data["master"])
    techniques = {TECHNIQUE + m for m in road}
    names = [FACES[kind].key for kind in sorted(hand | techniques)]
    roads = " ".join(masters[m] for m in dict.fromkeys(road))
    play = Play(options, master="zen", revealed="body", hand=" ".join(names), road=roads)
    kinds = sorted(hand | techniques)
    rows = [row for n in range(1, len(kinds) + 1) for row in permutations(kinds, n)]
    whole = [row for row in rows if len(row) >= least and legal(row)]
    begins = {row[:n] for row in whole for n in range(1, len(row) + 1)}

    def descend(laid: tuple[int, ...]) -> int:
        state = play.state
        codes = legal_codes(state, 0)
        added = {code - actions.ADD for code in codes if actions.ADD <= code < actions.CLOSE}
        assert added == {row[len(laid)] for row in begins if row[:-1] == laid}
        assert (actions.CLOSE in codes) == (laid in whole)
        assert (actions.RESOLVE in codes) == (not laid or laid in whole)
        seen = 1
        for kind in sorted(added):
            before = copy(state)
            state.apply(0, actions.ADD + kind)
            seen += descend((*laid, kind))
            state.copy_from(before)
        return seen

    assert descend(()) > 3


def test_mu_c3_three_twice() -> None:
    """MU-C3"""
    setting, hand = hand_of({})
    row = (card("RA"), card("RA"), card("LL"))
    assert row in all_combos(setting, hand)
    step = FACES[row[-1]].steps[0]
    assert (step.op, step.x * 3 + step.k, step.times) == (grammar.DAMAGE, 3, 2)


def test_mu_c9_torso_and_head() -> None:
    """MU-C9"""
    setting, _ = hand_of({"hero": "kai"}, True)
    row = [card("T!"), card("H!")]
    laid = zeros(16)
    for n, kind in enumerate(row):
        assert combos.fits(setting, laid, 0, n, kind)
        laid[n] = kind
    assert combos.whole(setting, laid, 0, 2)


def test_mu_c10_rage_is_easier() -> None:
    """MU-C10, MU-79: every placement of a calm card is open to its ENRAGED side."""
    setting, hand = hand_of({"hero": "kai"})
    exceptions = set()
    for row in all_combos(setting, hand):
        if len(row) > 5:
            continue
        for place, kind in enumerate(row):
            turned = (*row[:place], kind + SIDES, *row[place + 1 :])
            if not holds(place, turned):
                exceptions.add(FACES[kind].key)
    assert exceptions == {"kai_planning"}


def best(setting: Setting, hand: int, op: int) -> tuple[int, int]:
    """The greatest value of an effect, and the fewest cards that reach it."""
    found = [
        (step.x * len(row) + step.k, -len(row))
        for row in all_combos(setting, hand)
        for step in FACES[row[-1]].steps
        if step.op == op
    ]
    value, cards = max(found)
    return value, -cards


def test_mu_c12_everything_can_be_reached() -> None:
    """MU-C12"""
    udo, kai = hand_of({}), hand_of({"hero": "kai"})
    assert best(*udo, grammar.BLOCK) == (7, 6)
    assert best(*udo, grammar.DAMAGE) == (8, 6)
    assert best(*kai, grammar.BLOCK) == (8, 7)
    assert best(*kai, grammar.DAMAGE) == (8, 7)
    values = GAME.data.column("attack", "value")
    for key, row in GAME.data["master"].items():
        power = row["power"]
        assert max(values) + power.get("attack_mod", 0) <= 7
        hearts = [h - power.get("damage_mod", 0) for h in row["hearts"]]
        assert [h for h in hearts if h > 8] == ([9] if key == "zen" else [])


def test_a_required_neighbour_must_be_in_the_same_combo() -> None:
    """A card that wants a Left Arm beside it finds it in the second combo as in the first."""
    given: dict[str, Any] = {"master": "turtle", "road": "mantis", "revealed": "wild"}
    play = Play(**given, hand="RA LA LA mantis_right_arm")
    play.do("add RA", "add LA", "close", "add LA", "add mantis_right_arm")
    assert "close" in play.legal()
    other = Play(**given, hand="RA LA RA mantis_right_arm").do("add RA", "add LA", "close")
    assert "add mantis_right_arm" not in other.legal()
