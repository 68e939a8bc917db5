"""Every sentence of the story, and every refusal."""

from typing import Any

import pytest

from budokan.games.udaka import GAME
from budokan.games.udaka.tests.helper import Play, last_card
from budokan.kit.words import Event

# Event, (a, b), what its seat A is told, and where they differ what others are told and what fades.
SAID: list[tuple[str, tuple[int, int], str, str | None, str | None]] = [
    ("first", (0, 0), "The dealer draw begins with A.", None, None),
    ("show", (0, 0), "A turns up one Ace.", None, None),
    ("show", (10, 0), "A turns up the Joker.", None, None),
    ("again", (0, 0), "Neither an Ace nor a number: the dealer draw is repeated.", None, None),
    ("dealer", (2, 0), "A deals round 2.", None, None),
    ("dealt", (1, 0), "A is dealt one 2.", "", ""),
    ("drawn", (6, 0), "A draws one 7.", "A draws a card.", "A draws a card."),
    ("drawn", (9, 0), "A draws the Suicide King.", "A draws a card.", "A draws a card."),
    (
        "refilled",
        (10, 0),
        "A refills with the Joker.",
        "A refills with a card.",
        "A refills with a card.",
    ),
    (
        "last_card",
        (0, 0),
        "A has drawn the last card; nobody draws or refills any more.",
        None,
        None,
    ),
    ("single", (6, 0), "A lays one 7.", None, "A lays one card."),
    ("hand_pair", (6, 0), "A lays a pair of 7s", None, "A lays a pair"),
    ("top_pair", (6, 0), "A pairs 7 with the top card", None, "A pairs with the top card"),
    ("token", (6, 1), "& and takes the 7 token.", None, None),
    ("tokens", (6, 2), "& and takes the 2 tokens of box 7.", None, None),
    ("worthless", (6, 0), "& and wins nothing: box 7 is empty.", None, "& and wins nothing."),
    ("ace", (0, 3), "A lays an Ace, 3 of 4.", None, None),
    ("ace_pair", (0, 4), "A lays two Aces, 4 of 4.", None, None),
    ("udaka", (0, 0), "A takes the UDAKA token.", None, None),
    (
        "king",
        (3, 2),
        "A lays the Suicide King and puts a token on box 5 (now 2).",
        None,
        "A puts a token on box 5 (now 2).",
    ),
    (
        "king_free",
        (9, 0),
        "A lays the Suicide King and has no token to return.",
        None,
        "A lays one card.",
    ),
    (
        "joker",
        (1, 0),
        "A plays the Joker and takes a token from B.",
        None,
        "A takes a token from B.",
    ),
    (
        "joker_free",
        (10, 0),
        "A lays the Joker; there is nothing to take.",
        None,
        "A lays one card.",
    ),
    ("score", (0, 0), "A scores 0 with no number token.", None, None),
    ("score", (1, 1), "A scores 1 with 1 number token.", None, None),
    ("score", (8, 8), "A scores 8 with 8 number tokens.", None, None),
    (
        "score_udaka",
        (2, 3),
        "A scores 3 with 2 number tokens, holding the UDAKA token.",
        None,
        None,
    ),
    ("left", (1, 0), "Tokens left on the board: 1.", None, None),
    ("outright", (2, 5), "Round 2: A wins with 5.", None, None),
    ("tied_first", (2, 4), "Round 2: A", None, None),
    ("tied_next", (2, 4), "&, A", None, None),
    ("tied_last", (2, 4), "& and A tie at 4;", None, None),
    ("tie_inside", (2, 4), "& A holds the UDAKA token and wins.", None, None),
    ("tie_outside", (2, 4), "& A holds the UDAKA token and wins.", None, None),
    ("game", (2, 0), "& That decides the game.", None, None),
]


@pytest.mark.parametrize(("name", "values", "said", "others", "faded"), SAID)
def test_events(
    name: str, values: tuple[int, int], said: str, others: str | None, faded: str | None
) -> None:
    words = GAME.words(GAME.setup(2))
    event = Event(GAME.events.index(name), 0, *values)
    assert words.sentence(event, 0) == said
    assert words.sentence(event, 1) == (said if others is None else others)
    assert words.sentence(event, 0, fades=True) == (said if faded is None else faded)


def test_every_event_is_covered() -> None:
    assert list(dict.fromkeys(row[0] for row in SAID)) == list(GAME.events)


def told(play: Play, viewer: int = 1) -> list[str]:
    return GAME.words(play.setup).lines(play.recorder.events, viewer)


def test_a_won_game_is_told_once() -> None:
    assert told(last_card([1, 0]).do("B single 2")) == [
        "B lays one 2.",
        "A scores 6 with 5 number tokens, holding the UDAKA token.",
        "B scores 3 with 3 number tokens.",
        "Tokens left on the board: 0.",
        "Round 2: A wins with 6. That decides the game.",
    ]


def test_ud_48_the_tied_are_named() -> None:
    play = Play(3, turn="C", draw="", hands=["", "", "9"], tokens=[3, 3, 0], udaka="C")
    play.do("C single 9")
    assert told(play)[-2:] == [
        "Round 1: A and B tie at 3; C holds the UDAKA token and wins.",
        "A deals round 2.",
    ]


HANDS = ["2 3 4", "5 6"]
RULED = {"hands": ["J 3 4", "5 6", "7 8"], "tokens": [1, 1, 0]}
KING = {"hands": ["K 2 3", "5 6"]}
# Clause, seats, options, position, entry, sentence.
REFUSED: list[tuple[str, int, dict[str, Any], dict[str, Any], str, str]] = [
    (
        "UD-02",
        2,
        {},
        {"hands": ["K 2", "3 3"]},
        "* draw K",
        "No card of this rank is left to draw.",
    ),
    (
        "UD-07",
        2,
        {},
        {"phase": "show"},
        "* draw 2",
        "The dealer draw shows one card to each player.",
    ),
    ("UD-11", 2, {}, {"dealer": "A"}, "* show 2", "The cards are being dealt."),
    (
        "UD-12",
        2,
        {},
        {"dealer": "A"},
        "A single 2",
        "The round has not begun; the player left of the dealer has the first turn.",
    ),
    ("UD-13", 2, {}, {"hands": HANDS}, "B single 5", "It is another player's turn."),
    (
        "UD-14",
        2,
        {},
        {"hands": ["2 3", "5 6"]},
        "* show 2",
        "A turn begins by drawing a card.",
    ),
    (
        "UD-15",
        2,
        {},
        {"hands": ["2 3", "5 6"]},
        "A single 2",
        "You need three cards in hand before you discard.",
    ),
    (
        "UD-16",
        2,
        {},
        {"hands": HANDS},
        "A pair 2",
        "A turn lays one card or one pair: two cards of the same rank from your hand.",
    ),
    ("UD-18", 2, {}, {"hands": HANDS}, "A single 5", "You do not hold this card."),
    (
        "UD-24",
        2,
        {},
        {"hands": ["2", "5 6"], "pile": "9 9"},
        "* show 2",
        "The refill is one card from the draw pile.",
    ),
    (
        "UD-37",
        2,
        {},
        KING | {"tokens": [1, 0]},
        "A single K",
        "You own a number token, so the King needs a box to return it to.",
    ),
    (
        "UD-40",
        2,
        {},
        KING,
        "A single K on 5",
        "You own no number token, so the King is laid without a box.",
    ),
    (
        "UD-41",
        3,
        {},
        RULED,
        "A single J",
        "The Joker steals from another player: name the victim.",
    ),
    (
        "UD-42",
        3,
        {},
        RULED | {"udaka": "C"},
        "A single J from C",
        "The UDAKA token cannot be stolen, and this player owns nothing else.",
    ),
    (
        "UD-43",
        3,
        {},
        RULED | {"tokens": [1, 0, 0]},
        "A single J from C",
        "Nobody else owns a number token, so the Joker is laid without a victim.",
    ),
    (
        "UD-45",
        2,
        {},
        {"hands": ["2 3", "5 6"], "draw": "", "udaka": "A"},
        "B single 5",
        "The last cards are laid in turn order.",
    ),
    (
        "UD-50",
        2,
        {},
        {"draw": "", "udaka": "A", "round_wins": [2, 0]},
        "A single 2",
        "The game is over.",
    ),
    ("UD-R2", 3, {}, RULED, "A single J from F", "Nobody sits there."),
    (
        "UD-R11",
        3,
        {"joker_must_play": True},
        RULED,
        "A single 3",
        "You hold the Joker and can rob somebody, so you must play the Joker.",
    ),
    ("UD-R12", 3, {}, RULED, "A single J from C", "This player owns no number token."),
    (
        "UD-R15",
        2,
        {},
        {},
        "* show 2",
        "The dealer draw begins with a seat chosen at random.",
    ),
    (
        "UD-R23",
        2,
        {},
        {"hands": ["2", "5 6"], "pile": "9 9"},
        "A single 2",
        "The refill card ends your turn; you play it in a later one.",
    ),
]


@pytest.mark.parametrize(("clause", "seats", "options", "position", "entry", "said"), REFUSED)
def test_refusals(
    clause: str,
    seats: int,
    options: dict[str, Any],
    position: dict[str, Any],
    entry: str,
    said: str,
) -> None:
    play = Play(seats, options, **position)
    assert play.why(entry) == clause
    assert GAME.words(play.setup).refusal(clause) == said


def test_every_refusal_is_covered() -> None:
    assert [row[0] for row in REFUSED] == list(GAME.text["refusal"])
    assert all(clause in GAME.clauses for clause in GAME.text["refusal"])
