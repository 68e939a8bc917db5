"""Positions are written, read and refused."""

from typing import Any

import pytest

from budokan.games.udaka import GAME
from budokan.games.udaka.tests.helper import ODD, Play
from budokan.kit.errors import Refusal

HANDS = ["2 3 4", "5 6"]


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, ODD), (6, {"joker_must_play": True})])
def test_every_position_reads_as_it_was_written(seats: int, options: dict[str, Any]) -> None:
    play = Play(seats, options)
    for _ in play.walk(5):
        assert GAME.read(play.document(), play.setup).encode() == play.state.encode()
    assert GAME.read(play.document(), play.setup).encode() == play.state.encode()
    assert play["phase"] == "over"


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"hands": HANDS}, {"phase": "discard", "turn": "A", "dealer": "B"}),
        ({"hands": ["5 6", "2 3 4"]}, {"phase": "discard", "turn": "B", "dealer": "B"}),
        ({"hands": ["5 6", "2 3"]}, {"phase": "draw", "turn": "A"}),
        ({"hands": ["5 6", "2 3"], "dealer": "A"}, {"phase": "draw", "turn": "B"}),
        ({"hands": ["5", "2 3"], "pile": "9 9"}, {"phase": "refill", "turn": "A"}),
        ({"hands": ["5", "2 3"], "udaka_pile": 2}, {"phase": "refill", "turn": "A"}),
        ({"hands": ["5", ""], "turn": "B"}, {"phase": "deal", "dealer": "B"}),
        ({"dealer": "A"}, {"phase": "deal", "turn": "B", "hands": ["", ""]}),
        ({"tokens": [0, 0]}, {"phase": "first", "turn": "A", "dealer": ""}),
        ({"hands": ["2 3", "5"], "draw": "", "udaka": "A"}, {"phase": "discard", "turn": "A"}),
        ({"hands": HANDS, "tokens": [1, 2]}, {"boxes": "0 0 0 1 1 1 1 1"}),
        ({"hands": HANDS, "udaka": "B"}, {"udaka_pile": 4}),
        ({"hands": HANDS, "draw": "A A 9"}, {"udaka_pile": 2}),
        ({"hands": HANDS, "draw": "A", "pile": "9 7"}, {"udaka_pile": 3}),
    ],
)
def test_missing_fields_are_filled_in(given: dict[str, Any], wanted: dict[str, Any]) -> None:
    doc = Play(**given).document()
    assert {name: doc[name] for name in wanted} == wanted


def test_cards_named_nowhere() -> None:
    assert "2" not in Play(hands=["2 2 2", "2 3"])["draw"]
    piled = Play(hands=HANDS, draw="A A A A", pile="9 7")
    assert piled["pile"].endswith("9 9 9 9 K J 7")
    assert len(piled["pile"].split()) == 38 - 5 - 4


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"hands": ["2 3 x", "5 6"]}, r"hands\[A\] names 'x'"),
        ({"hands": ["2 3 4", "5 ?"]}, r"hands\[B\] names '\?'"),
        ({"hands": ["2 3 4"]}, "hands must be a list of 2"),
        ({"hands": ["2 3 4 5", "5 6"]}, r"hands\[A\] has 4 cards"),
        ({"hands": HANDS, "pile": "5 5 5 5"}, "5 stands 5 times"),
        ({"hands": HANDS, "pile": "A"}, "pile: Aces"),
        ({"hands": HANDS, "udaka_pile": 5}, "udaka_pile = 5"),
        ({"hands": HANDS, "draw": "9", "udaka_pile": 3, "udaka": "A"}, "udaka_pile = 3, but 4"),
        ({"hands": HANDS, "udaka_pile": 4}, "udaka: the UDAKA token has an owner"),
        ({"hands": HANDS, "udaka_pile": 3, "udaka": "B"}, "udaka: the UDAKA token has an owner"),
        ({"hands": HANDS, "udaka": "C"}, "udaka: There is no seat 'C'"),
        ({"hands": HANDS, "boxes": "1 1"}, "boxes must be a line of 8"),
        ({"hands": HANDS, "boxes": "2 1 1 1 1 1 1 1"}, "boxes: 9 tokens on the board and 0 owned"),
        ({"hands": HANDS, "tokens": [9, 0]}, r"tokens\[A\] = 9"),
        ({"hands": HANDS, "turn": "C"}, "turn: There is no seat 'C'"),
        ({"hands": HANDS, "turn": ""}, "turn: name a seat"),
        ({"hands": HANDS, "turn": "B"}, "hands: in the phase draw"),
        ({"hands": HANDS, "dealer": ""}, "dealer: name a seat"),
        ({"phase": "first", "dealer": "A"}, "dealer: name a seat"),
        ({"hands": HANDS, "phase": "thinking"}, "phase = 'thinking'"),
        ({"hands": HANDS, "phase": "draw"}, "hands: in the phase draw"),
        ({"hands": HANDS, "phase": "over"}, "round_wins: exactly one seat"),
        ({"hands": HANDS, "phase": "over", "round_wins": [2, 0]}, "phase over: every card is laid"),
        ({"hands": HANDS, "phase": "discard", "round_wins": [2, 0]}, "round_wins: exactly one"),
        ({"draw": "", "udaka": "A", "round_wins": [2, 2]}, "round_wins: exactly one"),
        ({"hands": HANDS, "round_wins": [3, 0]}, r"round_wins\[A\] = 3"),
        ({"hands": ["2 3 4", "5"]}, "hands: in the phase discard"),
        ({"hands": ["2", "5 6"], "phase": "draw"}, "hands: in the phase draw"),
        ({"hands": ["", "5 6"], "draw": "", "udaka": "A"}, "hands: in the phase discard"),
        ({"hands": ["2 3", "5 6"], "draw": "", "udaka": "A", "phase": "draw"}, "phase draw: the"),
        ({"hands": ["", "5"], "dealer": "B", "phase": "deal"}, "hands: in the phase deal"),
        ({"hands": ["2", ""], "phase": "first"}, "hands: in the phase first"),
        ({"hands": ["2", ""], "phase": "show", "turn": "A"}, "hands: in the phase show"),
        ({"dealer": "A", "pile": "9"}, "phase deal: no card is laid"),
        ({"turn": "B"}, "turn: it is A until chance"),
        ({"hands": ["5 6", "2 3"], "pile": "9 9", "phase": "refill"}, "hands: in the phase refill"),
        ({"hands": ["", "2 3"], "pile": "9 9", "phase": "refill"}, "hands: in the phase refill"),
        ({"hands": ["5", "2 3"]}, "phase refill: no pair is laid"),
        ({"hands": ["5", "2 3"], "pile": "9 7"}, "phase refill: no pair is laid"),
        ({"hands": ["5", "2 3"], "pile": "9", "udaka_pile": 1}, "phase refill: no pair is laid"),
        ({"dealer": "A", "tokens": [1, 0]}, "phase deal: no card is laid and no token taken"),
        ({"hands": HANDS, "top_spent": True}, "no field 'top_spent'"),
        ({"hands": HANDS, "no_joker": "A"}, "no field 'no_joker'"),
        ({"hands": HANDS, "token": [1, 0]}, "no field 'token'"),
    ],
)
def test_impossible_positions_are_refused(position: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal, match=said):
        Play(**position)


@pytest.mark.parametrize(
    ("turn", "sizes", "possible"),
    [
        ("A", [2, 2, 2], True),
        ("A", [2, 2, 1], True),  # C drew the last card and laid a pair
        ("A", [2, 1, 0], True),  # B did, and C has had a turn
        ("A", [1, 0, 1], True),
        ("C", [0, 1, 2], True),
        ("B", [1, 2, 2], True),
        ("A", [2, 1, 2], False),
        ("A", [1, 2, 2], False),
        ("A", [1, 1, 2], False),
        ("C", [0, 2, 2], False),
        ("B", [2, 0, 2], False),
    ],
)
def test_ud_c15_hands_of_the_end_phase(turn: str, sizes: list[int], possible: bool) -> None:
    """UD-C15."""
    hands = [" ".join("2345678"[2 * seat :][:n]) for seat, n in enumerate(sizes)]
    position: dict[str, Any] = {"turn": turn, "draw": "", "hands": hands, "udaka": "A"}
    if possible:
        assert Play(3, **position)["phase"] == "discard"
    else:
        with pytest.raises(Refusal, match="hands: in the phase discard with 0 cards"):
            Play(3, **position)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({}, "top_spent: no card"),
        ({"pile": "K"}, "top_spent: no card"),
        ({"pile": "9 7"}, "top_spent: no card"),
    ],
)
def test_a_spent_card_was_in_a_pair(position: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal, match=said):
        Play(options={"top_reuse": False}, hands=HANDS, top_spent=True, **position)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"hands": ["J 3 4", "5 6"], "pile": "9", "no_joker": "A"}, "A, whose hand has the Joker"),
        ({"hands": HANDS, "pile": "9", "no_joker": "C"}, "no_joker names 'C'"),
        ({"no_joker": "A"}, "A, but no card is laid"),
        ({"phase": "show", "no_joker": "A"}, "A, but no card is laid"),
        ({"dealer": "A", "no_joker": "B"}, "B, but no card is laid"),
        ({"hands": HANDS, "pile": "9", "no_joker": "A"}, "A, who has drawn a card since"),
    ],
)
def test_ud_r11_impossible_proofs_are_refused(position: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal, match=said):
        Play(options={"joker_must_play": True}, **position)


@pytest.mark.parametrize(
    "position",
    [
        {"hands": HANDS, "pile": "9", "no_joker": "B"},
        {"hands": ["5 6", "2 3"], "pile": "9", "no_joker": "A B"},
        {"hands": ["5", "2 3"], "pile": "9 9", "no_joker": "A B"},
        {"hands": ["2 3", "5"], "draw": "", "udaka": "A", "no_joker": "A B"},
        {"round_wins": [2, 0], "draw": "", "udaka": "A", "no_joker": "A B"},
    ],
)
def test_ud_r11_proofs_stay_until_a_card_is_drawn(position: dict[str, Any]) -> None:
    play = Play(options={"joker_must_play": True}, **position)
    assert play["no_joker"] == position["no_joker"]


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"last_round": ["T T", "T"]}, "last_round must have one D, the UDAKA token, not 0"),
        ({"last_round": ["T D", "D"]}, "last_round must have one D, the UDAKA token, not 2"),
        ({"last_round": ["D D", "T"]}, "last_round must have one D, the UDAKA token, not 2"),
        ({"last_round": ["D"]}, "last_round must be a list of 2"),
        ({"last_round": ["D X", ""]}, r"last_round\[A\] names 'X'"),
        ({"last_round": ["T T T T T D", "T T T T"]}, "last_round has 9 T, but there are 8"),
        ({"last_round": ["D", "T T"]}, "round_wins: B won the last round, so it must be 1"),
        ({"last_round": ["D", "T T"], "round_wins": [1, 0]}, "round_wins: B won the last round"),
    ],
)
def test_impossible_last_rounds_are_refused(position: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal, match=said):
        Play(hands=HANDS, **position)


def test_the_last_round_of_a_position() -> None:
    play = Play(hands=HANDS, round_wins=[0, 1], last_round=["d", "T T"])
    assert play["last_round"] == ["D", "T T"]
    assert [int(n) for n in play.state.last] == [0, 2, 0, 1]
    tied = Play(hands=HANDS, round_wins=[1, 0], last_round=["T D", "T T"])
    assert [int(n) for n in tied.state.last] == [1, 2, 0, 0]
    assert "last_round" not in Play(hands=HANDS, round_wins=[0, 1]).document()


def test_a_finished_game_shows_its_last_round() -> None:
    over: dict[str, Any] = {"draw": "", "tokens": [3, 5], "udaka": "A", "round_wins": [1, 2]}
    assert Play(**over)["last_round"] == ["T T T D", "T T T T T"]
    again = Play(**over, last_round=["T T T D", "T T T T T"])
    assert again.state.encode() == Play(**over).state.encode()
    with pytest.raises(Refusal, match="last_round: in a finished game"):
        Play(**over, last_round=["T T D", "T T T T T"])
    with pytest.raises(Refusal, match="round_wins: B won the last round, so it must be 2"):
        Play(**over | {"round_wins": [2, 1]})


def test_half_dealt_positions() -> None:
    play = Play(3, dealer="A", hands=["", "5", ""], turn="C")
    assert (play["phase"], play["turn"]) == ("deal", "C")
    shown = Play(3, phase="show", hands=["9", "", "4"], turn="B")
    assert shown.do("* show 2")["dealer"] == "A"
