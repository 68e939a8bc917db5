"""Secret decks: what an observer can and cannot know."""

from collections import Counter

import pytest

from budokan.games.dojo_duel import GAME, deck
from budokan.games.dojo_duel.rules import phases
from budokan.games.dojo_duel.rules.state import ANY_KIND
from budokan.games.dojo_duel.tests.helper import OWN, TEN, Play, cards, kinds, opened, tight
from budokan.kit.contract import HIDDEN
from budokan.kit.rng import Rng


# Fifteen cards, two of them twice, as others see them after a reshuffle of eleven.
@pytest.mark.parametrize(("rules", "seed"), [("full", 3), ("full", 8), ("size_only", 4)])
def test_secret_lists_are_invented(rules: str, seed: int) -> None:
    """DD-R17, DD-R19: legal, with every card ever seen, and room for a kicker never seen."""
    text = OWN if rules == "full" else "20 Knife Hand, 5 Iron Shirt"
    play = Play({"deck_rules": rules, "round_limit": 12}, (text, "white_belt"))
    options = play.setup.options
    rng, most = Rng(seed), Counter[int]()
    lists = set()
    for step, _ in enumerate(play.walk(seed)):
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


def test_a_tight_reshuffle_tells_of_a_secret_list() -> None:
    play = tight()
    swing, kick = kinds("wild_swing axe_kick")
    doubled = Counter[int]()
    for world in play.worlds(1, 40):
        made = Counter(cards(world.a))
        assert made[swing] + made[kick] >= 3
        assert Counter(world.a.deck.in_order()) <= Counter(kinds(TEN))
        doubled[swing if made[swing] > 1 else kick] += 1
    assert len(doubled) == 2


def test_known_lists_against_a_record_kept_by_hand() -> None:
    """Worlds agree with all that a careful opponent writes down: lists, reshuffles, kickers."""
    tested = 0
    for seed in range(6):
        play = Play({"start_points": 40}, ("white_belt", "ember_fist"))
        whole = [Counter(cards(play.state.side(seat))) for seat in (0, 1)]
        stock = [Counter(found) for found in whole]
        outs: list[set[int]] = [set(), set()]  # kinds that were open in all their copies
        rng = Rng(seed)
        for step, _ in enumerate(play.walk(seed)):
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
