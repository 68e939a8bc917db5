"""What an observation shows, and what a guess may fill in (DD-R17, DD-C12)."""

from collections import Counter
from typing import Any

from budokan.games.dojo_duel.rules import actions
from budokan.games.dojo_duel.rules.hidden import Invention, unseen
from budokan.games.dojo_duel.rules.state import ANY_KIND, MOST_KINDS, bit
from budokan.games.dojo_duel.setup import counts
from budokan.games.dojo_duel.tests.helper import (
    OWN,
    WORDS,
    Play,
    cards,
    kinds,
    opened,
    tight,
)
from budokan.kit.contract import CHANCE, HIDDEN, SPECTATOR
from budokan.kit.rng import Rng

# Fifteen cards, two of them twice, as others see them after a reshuffle of eleven.
SHUFFLED: dict[str, Any] = {
    "phase": "point",
    "round": 6,
    "hands": ["knife_hand straight_punch elbow_strike perfect_balance circular_parry", ""],
    "kickers": ["slip_away", "slip_away"],
    "decks": [
        "reverse_punch elbow_strike sword_of_discipline sword_of_discipline steady_stance "
        "flowing_kata perfect_balance circular_parry counter_throw",
        "",
    ],
    "reshuffled": [
        "reverse_punch elbow_strike elbow_strike sword_of_discipline sword_of_discipline "
        "steady_stance flowing_kata perfect_balance perfect_balance circular_parry counter_throw",
        "",
    ],
}


def test_bits() -> None:
    assert [bit(card) for card in (0, 31, 32, 61)] == [1, 1 << 31, 1 << 32, 1 << 61]
    assert sum(bit(card) for card in range(MOST_KINDS)) == ANY_KIND


def test_dd_c12_an_observation_hides_hand_deck_and_kicker() -> None:
    """DD-10, DD-R17, DD-C12"""
    play = Play(None, ("ember_fist", "white_belt")).settle()
    play.do("A " + play.legal("A")[0], "B " + play.legal("B")[0]).settle()
    for viewer, veiled in ((0, [1]), (1, [0]), (SPECTATOR, [0, 1])):
        view = play.view(viewer)
        for seat in (0, 1):
            side, true = view.side(seat), play.state.side(seat)
            if seat in veiled:
                assert side.hand.in_order() == [HIDDEN] * 5
                assert side.kicker == HIDDEN
                assert side.deck.n == true.deck.n
                assert side.stock() == sorted(true.stock())
            else:
                assert side.hand.in_order() == true.hand.in_order()
                assert side.kicker == true.kicker
                assert side.deck.in_order() == true.deck.sorted()
                assert side.held.n == 0


def test_dd_c12_worlds_that_look_alike_have_one_view() -> None:
    """Every guess has the same view; own cards never change."""
    play = Play(None, ("ember_fist", OWN)).settle()
    play.do("A " + play.legal("A")[0], "B " + play.legal("B")[0]).settle()
    sight = play.view(0).encode()
    found = set()
    for world in play.worlds(0, 20):
        assert cards(world.a) == cards(play.state.a)
        assert world.a.hand.in_order() == play.state.a.hand.in_order()
        found.add(tuple(world.encode()))
        world.observe(0)
        assert world.encode() == sight
    assert len(found) > 15


def test_known_lists_are_dealt_out_again() -> None:
    """Hand, deck and kicker together are the list less what lies open."""
    play = Play(
        phase="answer",
        round=3,
        field=["elbow_strike", "flowing_kata counter_throw"],
        recycle=["knife_hand slip_away", "circular_parry circular_parry"],
        first="B",
        kickers=["steady_stance", "knife_hand"],
    )
    whole = sorted(k for k, n in enumerate(counts(play.setup, 1)) for _ in range(n))
    hands, kickers = Counter[int](), Counter[int]()
    for world in play.worlds(0, 600):
        assert cards(world.b) == whole
        assert world.b.recycle.sorted() == kinds("circular_parry circular_parry")
        assert world.b.hand.n == 3
        hands.update(world.b.hand.in_order())
        kickers[int(world.b.kicker)] += 1
    hidden = Counter(whole) - Counter(
        kinds("flowing_kata counter_throw circular_parry circular_parry")
    )
    assert set(kickers) == set(hands) == set(hidden)
    for kind, copies in hidden.items():
        assert 600 * copies / 11 * 0.5 < kickers[kind] < 600 * copies / 11 * 1.6
        assert 1800 * copies / 11 * 0.7 < hands[kind] < 1800 * copies / 11 * 1.35


def test_a_reshuffle_shows_which_cards_are_not_in_the_deck() -> None:
    """DD-R17: what was not reshuffled and not played since is in hand or kicker."""
    play = Play(None, **SHUFFLED)
    view = play.view(1)
    sure = kinds("knife_hand straight_punch slip_away circular_parry")
    assert view.a.held.in_order() == sorted(sure)
    kickers = Counter[int]()
    for world in play.worlds(1, 600):
        away = Counter([*world.a.hand.in_order(), int(world.a.kicker)])
        assert Counter(sure) <= away
        assert Counter(world.a.deck.in_order()) <= Counter(kinds(SHUFFLED["reshuffled"][0]))
        assert sorted(world.a.stock()) == sorted(kinds(SHUFFLED["reshuffled"][0]))
        kickers[int(world.a.kicker)] += 1
    # Six places in hand and kicker: each sure card is the kicker in one world of six.
    assert all(70 < kickers[kind] < 135 for kind in sure if kind != WORDS.index("circular_parry"))


def test_everything_in_hand_and_kicker_can_be_sure() -> None:
    """None of six cards was reshuffled: each is the kicker in one world of six."""
    hand = "knife_hand straight_punch reverse_punch steady_stance flowing_kata"
    play = Play(
        None,
        phase="point",
        round=6,
        hands=[hand, ""],
        kickers=["slip_away", ""],
        decks=["elbow_strike", ""],
        reshuffled=["elbow_strike", ""],
    )
    assert play.view(1).a.held.n == 6
    found = Counter(int(world.a.kicker) for world in play.worlds(1, 300))
    assert set(found) == set(kinds(hand + " slip_away"))
    assert min(found.values()) > 25


def test_suspects_rule_kickers_out() -> None:
    """A kind whose copies were all open at once is not the kicker; a reshuffle settles it."""
    known = dict(SHUFFLED, suspects=["knife_hand slip_away circular_parry", ""])
    play = Play(None, **known)
    found = {int(world.a.kicker) for world in play.worlds(1, 200)}
    assert found == set(kinds("knife_hand slip_away circular_parry"))


def test_a_reshuffle_narrows_the_suspects() -> None:
    """At a reshuffle only hand and kicker are hidden."""
    play = Play(
        phase="draw",
        round=6,
        hands=["knife_hand elbow_strike elbow_strike", ""],
        kickers=["slip_away", ""],
        decks=["counter_throw", "straight_punch reverse_punch"],
    )
    assert play.state.a.suspects == ANY_KIND
    play.do("* draw counter_throw")
    left = "knife_hand elbow_strike slip_away counter_throw"
    assert play.state.a.suspects == sum(bit(kind) for kind in kinds(left))
    assert play.document()["suspects"][0].split() == left.split()
    assert sorted(play.document()["reshuffled"][0].split()) == sorted(
        WORDS[k] for k in play.state.a.deck.in_order()
    )
    play.do("* draw flowing_kata")
    assert play.state.a.suspects == sum(bit(kind) for kind in kinds(left))


def test_played_draws_narrow_the_suspects() -> None:
    """All drawn since the reshuffle was played: hand and kicker are known, and stay known."""
    stock = (
        "counter_throw elbow_strike reverse_punch sword_of_discipline sword_of_discipline "
        "flowing_kata perfect_balance perfect_balance circular_parry circular_parry"
    )
    known = "knife_hand straight_punch steady_stance slip_away"
    play = Play(
        phase="answer",
        round=6,
        field=["", "flowing_kata"],
        hands=["elbow_strike knife_hand straight_punch steady_stance counter_throw", ""],
        kickers=["slip_away", "slip_away"],
        decks=[stock.removeprefix("counter_throw "), ""],
        reshuffled=[stock, ""],
        suspects=[f"elbow_strike {known}", ""],
    )
    play.do("A answer elbow_strike")
    assert "elbow_strike" in play.document()["suspects"][0]
    play.do("B point", "* shows counter_throw")
    assert play.state.a.suspects == sum(bit(kind) for kind in kinds(known))
    play.do(f"B {play.legal('B')[0]}", "A pass", "B pass", "* draw elbow_strike")
    assert {int(world.a.kicker) for world in play.worlds(1, 200)} == set(kinds(known))


def test_a_drawn_kind_like_the_kicker_tells_nothing() -> None:
    """The card played may have been the drawn one or the old one."""
    stock = "perfect_balance counter_throw sword_of_discipline sword_of_discipline"
    play = Play(
        phase="answer",
        round=6,
        field=["", "flowing_kata"],
        hands=["elbow_strike knife_hand straight_punch steady_stance perfect_balance", ""],
        kickers=["perfect_balance", ""],
        decks=[stock.removeprefix("perfect_balance "), ""],
        reshuffled=[stock, ""],
    )
    play.do("A answer perfect_balance")
    assert play.state.a.suspects == ANY_KIND


def test_dd_r17_after_the_end() -> None:
    """DD-R17, DD-C12: the list and the kicker are open then, hand and deck are not."""
    for decks in ((OWN, "white_belt"), ("white_belt", OWN)):
        ends = 0
        for seed in range(8):
            play = Play(None, decks)
            for _ in play.walk(seed):
                pass
            for seat in (0, 1):
                true, view = play.state.side(seat), play.view(1 - seat)
                side = view.side(seat)
                assert side.kicker == true.kicker
                assert side.hand.in_order() == [HIDDEN] * 3
                hidden = [int(side.deck.cards[i]) for i in range(unseen(side))]
                assert sorted(hidden + side.held.in_order()) == sorted(
                    true.hand.in_order() + true.deck.in_order()
                )
                view.guess(1 - seat, Rng(seed))
                assert cards(view.side(seat)) == cards(true)
                assert opened(view.side(seat)) == opened(true)
                ends += int(true.kicker >= 0)
        assert ends


def test_cards_that_do_not_fit_into_the_hand() -> None:
    """How far an invented list is from fitting a reshuffle: four for each card too many."""
    play = tight()
    view, knife = play.view(1), WORDS.index("knife_hand")

    def cramped(knives: int, seen: int = 0) -> int:
        found = Invention(view.a, view.setting, 15)
        found.copies[knife], found.least[knife] = knives, seen
        return int(found._cramped())

    assert [cramped(n) for n in (3, 4, 5, 6)] == [0, 0, 4, 8]
    # Four known cards fill hand and kicker, but the kicker was never seen.
    assert [cramped(n, n) for n in (3, 4, 5)] == [0, 1, 4]
    view.a.kicker = -1
    assert [cramped(n, n) for n in (2, 3, 4)] == [0, 0, 4]


def test_spent_kickers_leave_no_suspects() -> None:
    play = Play(
        phase="window",
        field=["elbow_strike circular_parry", "flowing_kata counter_throw"],
        kickers=["sword_of_discipline", ""],
    ).do("A reveal")
    assert play.state.a.suspects == 0
    assert play.view(1).a.kicker == -1
    assert all(world.a.kicker == -1 for world in play.worlds(1, 5))


def test_hidden_choices() -> None:
    """With simultaneous kickers a choice is hidden until both are made."""
    for lanes, number in (("totals", 2), ("lanes", 3)):
        play = Play(
            {"kicker_mode": "simultaneous", "compare": lanes},
            phase="choice",
            field=["elbow_strike circular_parry", "flowing_kata counter_throw"],
            kickers=["sword_of_discipline", "perfect_balance"],
        ).do("B pass")
        assert play.view(0).b.choice == HIDDEN
        assert play.view(1).b.choice == 0
        assert {int(world.b.choice) for world in play.worlds(0, 40)} == set(range(number))


def test_entries_are_veiled() -> None:
    """DD-10, DD-14, DD-R8: draws, kickers, fans and first choices are seen by their seat alone."""
    play = Play().do("* toss A")
    draw = actions.DRAW + 10
    assert [play.state.seen(v, CHANCE, draw) for v in (0, 1, SPECTATOR)] == [
        draw,
        actions.DRAW_VEILED,
        actions.DRAW_VEILED,
    ]
    assert Play().state.seen(SPECTATOR, CHANCE, actions.TOSS) == actions.TOSS
    lay = Play(phase="kicker").state
    assert [lay.seen(v, 0, 16) for v in (0, 1)] == [16, actions.KICKER_VEILED]
    fan = Play({"fan": "holder"}, phase="fan").state
    for action in (actions.KEEP_FAN, actions.FAN + 3):
        assert [fan.seen(v, 1, action) for v in (0, 1)] == [actions.FAN_VEILED, action]
    choose = Play(
        {"kicker_mode": "simultaneous"},
        phase="choice",
        field=["elbow_strike circular_parry", "flowing_kata counter_throw"],
        kickers=["sword_of_discipline", "perfect_balance"],
    )
    assert choose.state.seen(0, 1, actions.PASS) == actions.CHOICE_VEILED
    choose.do("B pass")
    assert choose.state.seen(1, 0, actions.REVEAL) == actions.REVEAL
    open_turn = Play(phase="point").state
    assert open_turn.seen(1, 0, actions.POINT) == actions.POINT


def test_guessed_fans_have_any_order() -> None:
    """DD-R8: with fan = holder nothing is known about places."""
    play = Play({"fan": "holder"}, **dict(SHUFFLED, phase="fan", first="B"))
    knife = WORDS.index("knife_hand")
    places = Counter(
        world.a.hand.in_order().index(knife)
        for world in play.worlds(1, 500)
        if world.a.kicker != knife
    )
    assert set(places) == set(range(5))
    assert min(places.values()) > 50
