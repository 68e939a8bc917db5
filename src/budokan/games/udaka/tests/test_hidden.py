"""What each viewer knows, and how the screen shows it."""

from collections import Counter
from typing import Any

import pytest

from budokan.games.udaka import GAME
from budokan.games.udaka.rules.actions import DRAW, DRAW_VEILED, SHOW
from budokan.games.udaka.tests.helper import ODD, Play
from budokan.kit.contract import CHANCE, SPECTATOR, copy
from budokan.kit.entries import view_of

MUST = {"joker_must_play": True}


def test_ud_c14_other_hands_and_the_draw_pile_are_hidden() -> None:
    """UD-C14."""
    play = Play(3, hands=["2 3 4", "5 6", "7 8"], pile="9")
    seen = play.sees(1)
    assert seen["hands"] == ["? ? ?", "5 6", "? ?"]
    assert seen["draw"] == " ".join("?" * 30)
    assert play.sees(SPECTATOR)["hands"] == ["? ? ?", "? ?", "? ?"]


def test_ud_c14_worlds_that_differ_in_hidden_cards_look_alike() -> None:
    """UD-C14."""
    one = Play(3, hands=["2 3 4", "5 6", "7 8"], pile="9")
    two = Play(3, hands=["K J A", "5 6", "9 A"], pile="9")
    assert view_of(one.state, 1).encode() == view_of(two.state, 1).encode()
    assert one.scene(1) == two.scene(1)
    assert view_of(one.state, 0).encode() != view_of(two.state, 0).encode()


def test_ud_07_the_dealer_draw_is_face_up() -> None:
    play = Play(3).do("* first A", "* show 9")
    assert play.sees(2)["hands"] == ["9", "", ""]
    assert play.sees(SPECTATOR)["hands"] == ["9", "", ""]
    assert play.state.seen(2, CHANCE, SHOW + 3) == SHOW + 3
    piece = play.zone(2, "seat.A.hand").pieces[0]
    assert piece.corners[0].value == "9"


def test_a_drawn_card_is_seen_by_its_drawer_alone() -> None:
    for hands in (["2 3", "5 6"], ["", ""]):
        play = Play(hands=hands, dealer="B")
        action = DRAW + 3
        assert play.state.seen(0, CHANCE, action) == action
        assert play.state.seen(1, CHANCE, action) == DRAW_VEILED
        assert play.state.seen(SPECTATOR, CHANCE, action) == DRAW_VEILED
    laid = Play(hands=["2 3 4", "5 6"])
    assert laid.state.seen(1, 0, 2) == 2
    assert GAME.notation.text(DRAW_VEILED) == "draw ?"
    assert play.why("* draw ?") != ""


def test_drawn_cards_are_told_to_their_drawer_alone() -> None:
    play = Play(hands=["7 7", "5 6"]).do("* draw 9", "A pair 7", "* draw K")
    assert play.story(0)[0] == "A draws one 9."
    assert play.story(0)[-1] == "A refills with the Suicide King."
    assert play.story(1)[0] == play.story(SPECTATOR)[0] == "A draws a card."
    assert play.story(1)[-1] == "A refills with a card."
    dealt = Play().do("* first B", "* show 9", "* show 2", "* draw 4")
    assert (dealt.story(0)[-1], dealt.story(1)[-1]) == ("A is dealt one 4.", "")


def test_a_guess_deals_the_unseen_cards() -> None:
    play = Play(3, hands=["2 3 4", "5 6", "7 8"], pile="9 9 9 9")
    firsts: Counter[str] = Counter()
    for world in play.worlds(0, 300):
        doc = GAME.write(world, play.setup)
        assert doc["hands"][0] == "2 3 4"
        assert [len(hand.split()) for hand in doc["hands"]] == [3, 2, 2]
        cards = Counter(" ".join([*doc["hands"], doc["draw"], doc["pile"]]).split())
        assert cards == Counter({**dict.fromkeys("A23456789", 4), "K": 1, "J": 1})
        firsts.update(doc["hands"][1].split())
    assert set(firsts) == set("A2345678KJ")
    # 31 unseen cards: an Ace is 4 of them, a King 1.
    assert 50 < firsts["A"] < 105 and 8 < firsts["K"] < 36


def test_in_the_end_phase_two_players_know_everything() -> None:
    play = Play(draw="", hands=["2 3", "4 5"], udaka="A")
    for world in play.worlds(0, 5):
        assert world.encode() == play.state.encode()


def test_ud_r11_not_playing_a_due_joker_proves_the_seat_has_none() -> None:
    play = Play(3, MUST, hands=["2 3 4", "5 6", "7 8"], tokens=[0, 1, 0])
    assert play["no_joker"] == ""
    play.do("A single 2")
    assert play["no_joker"] == "A"
    play.do("* draw 9", "B single 5")
    assert play["no_joker"] == "A"  # only B's own token could be meant
    play.do("* draw 9", "C single 7")
    assert play["no_joker"] == "A C"
    play.do("* draw 9")
    assert play["no_joker"] == "C"


def test_ud_r11_a_joker_or_a_refill_proves_nothing() -> None:
    play = Play(3, MUST, hands=["J 3 4", "5 5", "7 8"], tokens=[0, 1, 1])
    play.do("A single J from B")
    assert play["no_joker"] == ""
    play.do("* draw 9", "B pair 5")
    assert play["no_joker"] == "B"
    play.do("* draw 8")
    assert play["no_joker"] == ""
    free = Play(3, hands=["2 3 4", "5 6", "7 8"], tokens=[0, 1, 0]).do("A single 2")
    assert free.state.jokerless == 0


@pytest.mark.parametrize("proved", ["B", "C", "B C"])
def test_ud_r11_a_guess_deals_no_joker_to_a_seat_known_to_have_none(proved: str) -> None:
    play = Play(3, MUST, hands=["2 3 4", "5 6", "7 8"], pile="9 9", no_joker=proved)
    holders: Counter[str] = Counter()
    for world in play.worlds(0, 300):
        for seat, hand in zip("ABC", GAME.write(world, play.setup)["hands"], strict=True):
            holders[seat] += "J" in hand
    for seat in "BC":
        # 33 unseen cards, so an unproved hand of two has the Joker in about 18 of 300 worlds.
        assert (holders[seat] == 0) if seat in proved else (5 < holders[seat] < 40)


def test_ud_r11_the_joker_in_the_last_unproved_hand() -> None:
    play = Play(3, MUST, draw="", hands=["2 3", "4 5", "7 J"], udaka="A", no_joker="B")
    for world in play.worlds(0, 20):
        assert "J" in GAME.write(world, play.setup)["hands"][2]


def test_a_copy_has_everything_but_the_listener() -> None:
    play = Play(3, ODD)
    for _ in play.walk(2):
        state = copy(play.state)
        assert state.encode() == play.state.encode()
        assert state.events is None
    assert play["phase"] == "over"


# -- first sight --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "position", "best"),
    [
        ("7 7 3", {}, "pair 7"),
        ("7 7 9", {"pile": "9"}, "single 9"),  # the pair in hand can wait
        ("7 7 3", {"pile": "7"}, "pair 7"),
        ("K 3 4", {}, "single K"),
        ("K 3 4", {"tokens": [1, 0], "pile": "3 3 3"}, "single 3"),
        ("J 3 4", {"tokens": [0, 1]}, "single J from B"),
        ("A 3 4", {"udaka_pile": 3}, "single A"),
        ("A 3 4", {"udaka_pile": 2}, "single 3"),
        ("2 8 9", {"tokens": [0, 1]}, "single 2"),  # its box is empty
        ("8 9 3", {"pile": "9 9 9 2"}, "single 9"),  # nobody can pair it
    ],
)
def test_the_heuristic(hand: str, position: dict[str, Any], best: str) -> None:
    assert Play(hands=[hand, "5 6"], **position).best("A") == best


def test_the_heuristic_picks_a_box_and_a_victim() -> None:
    king = Play(draw="", hands=["K", "5"], udaka="A", tokens=[2, 0], pile="4")
    box = king.heuristics("A")
    assert box["single K on 5"] < box["single K on 4"]  # others hold 5s
    pair = Play(hands=["K 7 7", "5 6"], tokens=[2, 0]).heuristics("A")
    assert pair["single K on 7"] > pair["single K on 8"]
    joker = Play(3, hands=["J 2 3", "4 5", "6 7"], tokens=[0, 1, 3], udaka="B").heuristics("A")
    assert joker["single J from C"] > joker["single J from B"]
    open_top = Play(hands=["A 2 3", "4 5"], pile="9").heuristics("A")
    closed = Play(hands=["A 2 3", "4 5"], pile="9 9 9 9").heuristics("A")
    assert open_top["single A"] < closed["single A"]
