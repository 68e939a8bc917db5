"""What an observation keeps, and what a guess may invent (DD-R17, DD-C12)."""

from collections import Counter
from typing import Any

import pytest

from budokan.games.dojo_duel import GAME, actions, deck, phases
from budokan.games.dojo_duel.hidden import Invention, unseen
from budokan.games.dojo_duel.rules import DojoDuel
from budokan.games.dojo_duel.setup import counts
from budokan.games.dojo_duel.state import ANY_KIND, Side, bit
from budokan.games.dojo_duel.tests.helper import OWN, WORDS, Play, cards, kinds, twin, walk
from budokan.kit.core import CHANCE, HIDDEN, SPECTATOR
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


def worlds(play: Play, viewer: int, n: int) -> list[DojoDuel]:
    rng, view = Rng(5), play.view(viewer)
    made = []
    for _ in range(n):
        world = twin(view)
        world.guess(viewer, rng)
        made.append(world)
    return made


def test_bits() -> None:
    assert [bit(card) for card in (0, 31, 32, 49)] == [1, 1 << 31, 1 << 32, 1 << 49]
    assert sum(bit(card) for card in range(50)) == ANY_KIND


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
    """Whatever a guess deals, the view is the same; own cards never change."""
    play = Play(None, ("ember_fist", OWN)).settle()
    play.do("A " + play.legal("A")[0], "B " + play.legal("B")[0]).settle()
    sight = play.view(0).encode()
    found = set()
    for world in worlds(play, 0, 20):
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
    for world in worlds(play, 0, 600):
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


def test_a_reshuffle_tells_what_is_not_in_the_deck() -> None:
    """DD-R17: what was not reshuffled and not played since is in hand or kicker."""
    play = Play(None, **SHUFFLED)
    view = play.view(1)
    sure = kinds("knife_hand straight_punch slip_away circular_parry")
    assert view.a.held.in_order() == sorted(sure)
    kickers = Counter[int]()
    for world in worlds(play, 1, 600):
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
    found = Counter(int(world.a.kicker) for world in worlds(play, 1, 300))
    assert set(found) == set(kinds(hand + " slip_away"))
    assert min(found.values()) > 25


def test_suspects_rule_kickers_out() -> None:
    """A kind whose copies were all open at once is not the kicker; a reshuffle settles it."""
    known = dict(SHUFFLED, suspects=["knife_hand slip_away circular_parry", ""])
    play = Play(None, **known)
    found = {int(world.a.kicker) for world in worlds(play, 1, 200)}
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
    assert {int(world.a.kicker) for world in worlds(play, 1, 200)} == set(kinds(known))


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
            for _ in walk(play, seed):
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
    assert all(world.a.kicker == -1 for world in worlds(play, 1, 5))


@pytest.mark.parametrize(("rules", "seed"), [("full", 3), ("full", 8), ("size_only", 4)])
def test_secret_lists_are_invented(rules: str, seed: int) -> None:
    """DD-R17, DD-R19: legal, with every card ever seen, and room for a kicker never seen."""
    text = OWN if rules == "full" else "20 Knife Hand, 5 Iron Shirt"
    play = Play({"deck_rules": rules, "round_limit": 12}, (text, "white_belt"))
    options = play.setup.options
    rng, most = Rng(seed), Counter[int]()
    lists = set()
    for step, _ in enumerate(walk(play, seed)):
        state = play.state
        open_now = opened(state.a)
        most |= open_now
        if step % 9:
            continue
        world = play.view(1)
        if state.a.stocked == state.setting.sizes[0]:
            assert set(world.a.stock()) == {HIDDEN}
        else:
            assert world.a.stock() == sorted(state.a.stock())
        assert world.a.suspects == (0 if state.a.suspects == 0 else ANY_KIND)
        world.guess(1, rng)
        made = Counter(cards(world.a))
        lists.add(tuple(sorted(made.elements())))
        assert made >= most
        assert opened(world.a) == open_now
        found = [made[kind] for kind in range(50)]
        assert all(check.ok for check in deck.legality(found, options, GAME.data))
        if world.a.kicker >= 0:
            assert made[int(world.a.kicker)] > most[int(world.a.kicker)]
            assert world.a.suspects >> world.a.kicker & 1
        assert Counter(world.a.deck.in_order()) <= Counter(world.a.stock())
    assert len(lists) > 3


TEN = (
    "wild_swing axe_kick iron_will bow_of_respect bamboo_form side_step low_block "
    "cover_up high_guard iron_shirt"
)


def tight() -> Play:
    """Ten different cards were reshuffled and one was drawn, yet two of their kinds lie open."""
    list_ = "2 Wild Swing, Axe Kick, Iron Will, Bow of Respect, Bamboo Form, Side Step, Low Block, "
    list_ += "Cover Up, High Guard, Iron Shirt, 4 Knife Hand"
    return Play(
        {"deck_rules": "size_only"},
        (list_, "white_belt"),
        phase="window",
        round=6,
        field=["wild_swing axe_kick", "knife_hand slip_away"],
        hands=["knife_hand knife_hand knife_hand", ""],
        kickers=["knife_hand", ""],
        decks=[TEN.replace(" axe_kick", ""), ""],
        reshuffled=[TEN, ""],
        seen=[TEN, ""],
    )


def test_a_tight_reshuffle_tells_of_a_secret_list() -> None:
    play = tight()
    swing, kick = kinds("wild_swing axe_kick")
    doubled = Counter[int]()
    for world in worlds(play, 1, 40):
        made = Counter(cards(world.a))
        assert made[swing] + made[kick] >= 3
        assert Counter(world.a.deck.in_order()) <= Counter(kinds(TEN))
        doubled[swing if made[swing] > 1 else kick] += 1
    assert len(doubled) == 2


def opened(side: Side) -> Counter[int]:
    shown = [int(side.shown)] if side.shown >= 0 else []
    return Counter(side.recycle.in_order() + side.field.in_order() + shown)


def test_known_lists_against_a_record_kept_by_hand() -> None:
    """Worlds agree with all that a careful opponent writes down: lists, reshuffles, kickers."""
    tested = 0
    for seed in range(6):
        play = Play({"start_points": 40}, ("white_belt", "ember_fist"))
        whole = [Counter(cards(play.state.side(seat))) for seat in (0, 1)]
        stock = [Counter(found) for found in whole]
        outs: list[set[int]] = [set(), set()]  # kinds that were open in all their copies
        rng = Rng(seed)
        for step, _ in enumerate(walk(play, seed)):
            state = play.state
            for seat in (0, 1):
                side = state.side(seat)
                lying = opened(side)
                outs[seat] |= {kind for kind, n in lying.items() if n == whole[seat][kind]}
                if side.stocked < whole[seat].total() and side.deck.n == side.stocked:
                    stock[seat] = Counter(side.deck.in_order())
                    outs[seat] |= {k for k, n in stock[seat].items() if n == whole[seat][k]}
                away = whole[seat] - lying - stock[seat]
                if away.total() == side.hand.n + 1:  # all of hand and kicker
                    outs[seat] |= set(whole[seat]) - set(away)
            if step % 5:
                continue
            for viewer in (0, 1):
                world = play.view(viewer)
                world.guess(viewer, rng)
                side = world.side(1 - viewer)
                assert Counter(cards(side)) == whole[1 - viewer]
                assert Counter(side.deck.in_order()) <= stock[1 - viewer]
                assert opened(side) == opened(state.side(1 - viewer))
                if side.kicker >= 0:
                    assert int(side.kicker) not in outs[1 - viewer]
                    tested += 1
    assert tested > 50


def test_remembered_copies_of_a_secret_list() -> None:
    """Copies seen at once are remembered when the pile is turned over; a kicker adds one."""
    play = Play(
        {"deck_rules": "size_only"},
        ("10 Knife Hand, 10 Iron Shirt", "white_belt"),
        phase="draw",
        round=7,
        hands=["knife_hand knife_hand iron_shirt", ""],
        decks=["knife_hand", ""],
        kickers=["iron_shirt", ""],
    )
    play.do("* draw knife_hand")
    seen = [int(n) for n in play.state.a.seen]
    assert (seen[10], seen[44], sum(seen)) == (7, 8, 15)
    play.do("* draw iron_shirt").settle()
    while play.state.phase != phases.WINDOW:
        seat = play.acting()[0]
        play.do(f"{seat} {play.legal(seat)[0]}").settle()
    assert play.document()["seen"][0].split().count("iron_shirt") == 8
    play.do("A reveal")
    assert [int(play.state.a.seen[k]) for k in (10, 44)] == [7, 9]
    assert sum(int(n) for n in play.state.b.seen) == 0


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
        assert {int(world.b.choice) for world in worlds(play, 0, 40)} == set(range(number))


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
        for world in worlds(play, 1, 500)
        if world.a.kicker != knife
    )
    assert set(places) == set(range(5))
    assert min(places.values()) > 50
