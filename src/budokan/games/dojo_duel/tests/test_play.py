"""Random play, compared with formulas written a second time and with invariants."""

import hashlib
from collections import Counter
from typing import Any

import pytest

from budokan.games.dojo_duel import GAME
from budokan.games.dojo_duel.rules import actions, phases
from budokan.games.dojo_duel.setup import counts
from budokan.games.dojo_duel.tests.helper import ODD, OWN, WORDS, Play, cards
from budokan.kit.contract import CHANCE, SPECTATOR, chances, legal_codes
from budokan.kit.entries import seats_of, view_of
from budokan.kit.rng import Rng
from budokan.kit.testing.laws import Coverage, chi_square, play_by_the_laws
from budokan.kit.testing.trial import twin

SETS: list[tuple[dict[str, Any], tuple[str, str]]] = [
    ({}, ("white_belt", "ember_fist")),
    (ODD, (OWN, "sun_stone")),
    ({"fan": "holder", "first_player": "fixed"}, ("white_belt", "white_belt")),
    ({"compare": "lanes", "deck_rules": "size_only"}, (OWN, "20 Knife Hand, 5 Iron Shirt")),
    ({"kicker_mode": "simultaneous", "start_points": 40}, (OWN, OWN)),
    ({"round_limit": 10, "first_player": "random"}, ("grand_dojo", "mountain_gate")),
]
GOLDEN = [
    "996c206da8e936fa",
    "8fc2f58583b65c69",
    "9e23cf3671999e6a",
    "87a6fb7c4b0a7fe9",
    "e9e2fc5ebcfecab6",
    "784391828d4f428f",
]
YANG: list[int] = GAME.data.column("card", "yang")
YIN: list[int] = GAME.data.column("card", "yin")


def lost(play: Play, seat: int) -> int:
    """The loss of a seat by the formulas of rules.md, written a second time."""
    me, foe = play.state.side(seat), play.state.side(1 - seat)
    mine, theirs = me.field.in_order(), foe.field.in_order()
    blows, guards = [YANG[card] for card in theirs], [YIN[card] for card in mine]
    if foe.shown >= 0:
        blows[foe.lane] += YANG[foe.shown]
    if me.shown >= 0:
        guards[me.lane] += YIN[me.shown]
    if play.setup.options.compare == "lanes":
        return sum(max(0, b - g) for b, g in zip(blows, guards, strict=True))
    return max(0, sum(blows) - sum(guards))


@pytest.mark.parametrize(("options", "decks"), SETS)
def test_dd_c6_to_c10_invariants(options: dict[str, Any], decks: tuple[str, str]) -> None:
    """DD-C6, DD-C7, DD-C8, DD-C9, DD-C10, DD-R15"""
    for seed in range(3):
        play = Play(options, decks)
        state = play.state
        whole = [cards(state.side(seat)) for seat in (0, 1)]
        points, reveals, kickers = play.points(), Counter[int](), Counter[int]()
        shuffled: dict[int, int] = {}
        for seat, action in play.walk(seed):
            for owner in (0, 1):
                side = state.side(owner)
                assert cards(side) == whole[owner]  # DD-C6
                assert side.hand.n <= 5
                assert side.field.n <= 2
                if side.stocked < len(whole[owner]):
                    shuffled.setdefault(owner, int(state.round))
            if state.phase == phases.POINT and state.turn == state.first:
                assert (state.a.hand.n, state.b.hand.n) == (5, 5)  # DD-C7
            if state.phase in (phases.WINDOW, phases.CHOICE):
                assert (state.a.hand.n, state.b.hand.n) == (3, 3)
            if action < actions.ANSWER:
                assert state.round == 1
                kickers[seat] += 1
            if actions.REVEAL <= action < actions.TOSS:
                reveals[seat] += 1
            assert all(new <= old for new, old in zip(play.points(), points, strict=True))
            points = play.points()
        assert kickers == {0: 1, 1: 1}
        assert max(reveals.values(), default=0) <= 1  # DD-C9
        for owner, round_ in shuffled.items():
            least = next(k for k in range(1, 99) if 2 * (k - 1) > len(whole[owner]) - 6)
            assert round_ == least  # DD-C10


@pytest.mark.parametrize(("options", "decks"), SETS)
def test_dd_c8_losses_follow_the_formula(options: dict[str, Any], decks: tuple[str, str]) -> None:
    """DD-26 to DD-29, DD-31, DD-32, DD-C8: each comparison, from the cards that lay there."""
    compared = 0
    for seed in range(5):
        play = Play(options, decks)
        for seat, action in play.walk(seed):
            before = play.points()
            after = twin(play.state)
            after.apply(seat, action)
            now = int(after.a.points), int(after.b.points)
            if after.round == play.state.round and after.phase != phases.OVER:
                assert now == before
                continue
            compared += 1
            shown = Play(options, decks)
            shown.state.copy_from(play.state)
            complete(shown, seat, action)
            assert now == (before[0] - lost(shown, 0), before[1] - lost(shown, 1))
    assert compared > 10


def complete(play: Play, seat: int, action: int) -> None:
    """Lay out what an entry that leads to the comparison adds to the field."""
    side = play.state.side(seat)
    if actions.ANSWER <= action < actions.POINT:
        side.field.put(action - actions.ANSWER)
    choices = {seat: action} if action >= actions.PASS else {}
    for other in (0, 1):
        if play.state.side(other).choice > 0:
            choices[other] = actions.REVEAL_IN + int(play.state.side(other).choice) - 1
    for who, choice in choices.items():
        if choice != actions.PASS:
            play.state.side(who).reveal(max(0, choice - actions.REVEAL_IN))


def test_dd_c10_first_reshuffle() -> None:
    """DD-C10: N - 6 after the first draw phase; rounds 6, 9 and 19."""
    for deck, round_ in (("white_belt", 6), ("ember_fist", 9), ("grand_dojo", 19)):
        play = Play({"start_points": 40, "round_limit": 50}, (deck, deck)).settle()
        size = int(play.state.setting.sizes[0])
        play.do("A " + play.legal("A")[0], "B " + play.legal("B")[0]).settle()
        assert (play.state.a.deck.n, play.state.b.deck.n) == (size - 6, size - 6)
        rounds = []
        for _ in range(400):
            play.state.a.points = play.state.b.points = 40
            before = len(play.events())
            seat = play.acting()[0]
            play.do(f"{seat} {play.legal(seat)[0]}").settle()
            if "reshuffle" in play.events()[before:]:
                rounds.append(int(play.state.round))
                break
        assert rounds == [round_]


def test_dd_c11_pointing_is_uniform() -> None:
    """DD-C11: every card of the hand alike, two copies twice as often, in any order."""
    hand = "knife_hand elbow_strike straight_punch elbow_strike slip_away"
    for order in (hand, " ".join(sorted(hand.split()))):
        play = Play(phase="point", hands=["", order]).do("A point")
        weights = play.odds()
        assert weights.pop("shows elbow_strike") == 2
        assert set(weights.values()) == {1}
        value, freedom = chi_square(play.state, 3000, 7)
        assert freedom == 3
        assert value < 16.3
        settled = Counter[int]()
        rng = Rng(3)
        for _ in range(1000):
            world = twin(play.state)
            world.settle(rng)
            settled[world.b.field.in_order()[0]] += 1
        assert len(settled) == 4
        assert sorted(settled.values())[3] == settled[16]
        assert 340 < settled[16] < 460


def test_dd_r8_second_pointing_is_one_in_four() -> None:
    play = Play(phase="point", field=["elbow_strike", "slip_away"]).do("B point")
    assert chi_square(play.state, 2000, 5)[0] < 16.3
    assert sum(len(legal_codes(play.state, seat)) for seat in (0, 1)) == 0


def test_draws_are_fair() -> None:
    """DD-05, DD-13: each card of the deck alike."""
    play = Play(None, ("white_belt", "white_belt")).do("* toss A")
    weights = {f"draw {WORDS[k]}": n for k, n in enumerate(counts(play.setup, 0)) if n}
    assert play.odds() == weights
    assert sorted(weights.values()) == [1] * 7 + [2] * 4
    value, freedom = chi_square(play.state, 4000, 2)
    assert freedom == 10
    assert value < 29.6
    assert chi_square(Play().state, 2000, 1)[0] < 10.8


def greedy(play: Play, seed: int, random: int = -1) -> None:
    """Both follow their heuristic, or one of them plays at random."""
    rng, state = Rng(seed), play.state
    state.settle(rng)
    while state.acting():
        seat = seats_of(state.acting())[0]
        codes = legal_codes(state, seat)
        action = codes[rng.below(len(codes))]
        if seat != random and len(codes) > 1:
            view = view_of(state, seat)
            action = max(codes, key=lambda code: view.heuristic(seat, code))
        state.apply(seat, action)
        state.settle(rng)


def test_dd_c13_lengths_and_first_players() -> None:
    """DD-C13 on a small fixed sample; a simulation measures it in full."""
    names = list(GAME.data["deck"])
    rounds, firsts, games = 0, 0.0, 0
    for seed in range(90):
        play = Play(None, (names[seed % 6], names[seed // 6 % 6]))
        greedy(play, seed)
        state = play.state
        first = state.first if state.round % 2 else 1 - state.first
        rounds, firsts, games = rounds + int(state.round), firsts + state.score(first), games + 1
    assert 7 <= rounds / games <= 12
    assert 0.42 <= firsts / games <= 0.58


def test_the_heuristic_beats_random_play() -> None:
    won = 0.0
    for seed in range(40):
        play = Play()
        greedy(play, seed, random=seed % 2)
        won += play.state.score(1 - seed % 2)
    assert won >= 36


def test_the_heuristic_in_plain_cases() -> None:
    """Finish, survive, and keep a kicker that would gain little."""
    field = ["spinning_back_fist bamboo_form", "circular_parry"]
    hands = ["", "blazing_combination perfect_balance iron_shirt bow_of_respect"]
    decks = (
        "7 Spinning Back Fist, 8 Bamboo Form",
        "9 Circular Parry, 2 Blazing Combination, "
        "2 Perfect Balance, 2 Iron Shirt, 2 Bow of Respect",
    )
    for points, best in (
        ([20, 20], "answer iron_shirt"),
        ([4, 20], "answer blazing_combination"),
        ([20, 3], "answer iron_shirt"),
    ):
        play = Play(
            {"deck_rules": "size_only"},
            decks,
            phase="answer",
            field=field,
            hands=hands,
            points=points,
        )
        before = play.state.encode()
        codes = legal_codes(play.state, 1)
        found = max(codes, key=lambda code: play.state.heuristic(1, code))
        assert GAME.notation.text(found) == best
        assert play.state.encode() == before
    window = {
        "phase": "window",
        "kickers": ["", "unbroken_ground"],
        "field": ["blazing_combination sword_of_discipline", "knife_hand high_guard"],
    }
    for points, decides in (([20, 20], False), ([20, 8], True), ([2, 20], True)):
        play = Play(None, ("ember_fist", "grand_dojo"), **window, points=points)
        assert play.state.heuristic(1, actions.REVEAL) > (1000 if decides else 0)
    small = Play(
        phase="window",
        kickers=["knife_hand", ""],
        field=["elbow_strike circular_parry", "flowing_kata counter_throw"],
    )
    assert small.state.heuristic(0, actions.REVEAL) < small.state.heuristic(0, actions.PASS) == 0
    lay = Play(
        phase="kicker",
        hands=["knife_hand elbow_strike perfect_balance slip_away counter_throw", ""],
    )
    best_code = max(legal_codes(lay.state, 0), key=lambda code: lay.state.heuristic(0, code))
    assert GAME.notation.text(best_code) == "kicker perfect_balance"
    assert Play(phase="point").state.heuristic(0, actions.POINT) == 0


def test_the_heuristic_of_double_knock_outs() -> None:
    """DD-R11: the seat with more points wins; with double_ko = draw only the exchange counts."""
    for points, ko, value in (
        ([4, 4], "draw", 0),  # both at 0
        ([3, 4], "draw", 0),
        ([4, 3], "draw", 0),
        ([4, 4], "margin", 0),
        ([3, 4], "margin", 1000),
        ([4, 3], "margin", -1000),
        ([5, 4], "draw", -1000),
        ([4, 5], "draw", 1000),
        ([5, 5], "margin", 0),
    ):
        play = Play(
            {"deck_rules": "size_only", "double_ko": ko},
            ("7 Spinning Back Fist, 8 Bamboo Form", "9 Circular Parry, 6 Blazing Combination"),
            phase="answer",
            field=["spinning_back_fist bamboo_form", "circular_parry"],
            hands=["", "blazing_combination circular_parry circular_parry circular_parry"],
            points=points,
        )
        answer = actions.ANSWER + WORDS.index("blazing_combination")
        power = GAME.data["card"]["blazing_combination"]["power"]
        assert play.state.heuristic(1, answer) == 8 * value - 3 * power


@pytest.mark.parametrize(("options", "decks"), SETS)
def test_the_laws(options: dict[str, Any], decks: tuple[str, str]) -> None:
    """The laws of the kit, on a few matches."""
    covered = Coverage()
    setup = Play(options, decks).setup
    play_by_the_laws(GAME, setup, 1, covered, often=9, every=29)
    assert covered.entries > 40


@pytest.mark.parametrize(("options", "decks"), SETS)
def test_settle_is_sample_and_apply_for_whole_matches(
    options: dict[str, Any], decks: tuple[str, str]
) -> None:
    """The fast way through chance leaves the same piles in the same order."""
    for seed in range(4):
        quick, steady = Play(options, decks), Play(options, decks)
        fast, slow = quick.state, steady.state
        left, right = Rng(seed), Rng(seed)
        while True:
            fast.settle(left)
            while slow.acting() == 1 << CHANCE:
                slow.apply(CHANCE, slow.sample(right))
            assert left.state == right.state
            assert fast.a.deck.in_order() == slow.a.deck.in_order()
            assert fast.encode() == slow.encode()
            assert quick.recorder.events == steady.recorder.events
            if not fast.acting():
                break
            seat = seats_of(fast.acting())[-1]
            codes = legal_codes(fast, seat)
            action = codes[left.below(len(codes))]
            assert codes[right.below(len(codes))] == action
            fast.apply(seat, action)
            slow.apply(seat, action)


# Where an action stands among all that there are; its code leaves room for cards of one's own.
PLACE = {code: place for place, code in enumerate(GAME.notation.codes)}


def fingerprint(options: dict[str, Any], decks: tuple[str, str]) -> str:
    """A checksum over everything the rules say in a few seeded matches."""
    digest = hashlib.sha256()
    for seed in range(3):
        play, rng = Play(options, decks), Rng(seed)
        for step, (seat, action) in enumerate(play.walk(seed)):
            state = play.state
            parts: list[object] = [state.encode(), seat, PLACE[action], state.commit_count()]
            if seat == CHANCE:
                odds = [(PLACE[code], weight) for code, weight in chances(state)]
                parts += map(list, zip(*odds, strict=True))
                parts.append(int(state.source()))
            else:
                codes = legal_codes(state, seat)
                parts.append([PLACE[code] for code in codes])
                parts.append([int(state.heuristic(seat, code)) for code in codes[:12]])
            parts += [PLACE[int(state.seen(viewer, seat, action))] for viewer in (0, 1, SPECTATOR)]
            if step % 17 == 0:
                parts += [
                    int(state.why(who, code))
                    for who in (0, 1, CHANCE)
                    for code in list(PLACE)[seed::23]
                ]
            if step % 7 == 0:
                view = play.view((0, 1, SPECTATOR)[step % 3])
                parts.append(view.encode())
                view.guess((0, 1, SPECTATOR)[step % 3], rng)
                parts += [view.encode(), view.a.hand.in_order(), view.b.hand.in_order()]
            digest.update(repr(parts).encode())
        digest.update(repr([play.state.encode(), play.scores(), play.recorder.events]).encode())
    return digest.hexdigest()[:16]


@pytest.mark.parametrize(("index"), range(len(SETS)))
def test_golden(index: int) -> None:
    """The same entries lead to the same states; if that has to change, raise the version."""
    assert fingerprint(*SETS[index]) == GOLDEN[index]
