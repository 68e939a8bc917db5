"""The clauses of rules.md up to defence, one after the other."""

import re

import pytest

from budokan.games.kenpo_masters import GAME
from budokan.games.kenpo_masters.rules.state import APART, FL, FR, F, L, R
from budokan.games.kenpo_masters.tests.helper import POSITIONS, Play, whole

# -- setting up -------------------------------------------------------------------------------


def test_the_deal() -> None:
    """KM-02, KM-03, KM-04, KM-10: eight cards each, of the own deck; chance says who starts."""
    play = Play()
    assert play.odds() == {"first A": 1, "first B": 1}
    assert play.scores() == (0, 0)
    play.do("* first B")
    assert play.state.source() == 2
    assert play.odds()["draw jab"] == 3
    play.settle(4)
    assert play.acting() == ["B"]
    for side in (play.state.a, play.state.b):
        assert (side.hand_n, side.deck_n, side.discard_n) == (8, 18, 0)
        assert whole(side) == GAME.data.column("card", "count")
    assert play.events() == ["first", "hands"]


def test_the_first_player_draws_first() -> None:
    """KM-04: B starts and is dealt first; sources tell the two decks apart."""
    play = Play().do("* first B", *["* draw block"] * 3, "* draw blitz")
    assert play["hands"] == ["", "blitz block block block"]
    assert play["due"] == [8, 4]
    assert play.why("* draw block") == "KM-02"
    assert play.odds()["draw front_kick"] == 2
    play.do("* draw jab", "* draw jab", "* draw jab", "* draw hard_block")
    assert play.state.source() == 1
    assert play["due"] == [8, 0]


def test_geometry() -> None:
    """KM-05, KM-52, KM-53, KM-140, KM-142, KM-143, KM-R3, KM-R4: 27 positions, 14 in reach."""
    found = {}
    for s, n in POSITIONS:
        state = Play(hands=["", ""], squares=[s, n]).state
        found[s, n] = int(state.direction())
    assert len(found) == 27
    assert sum(direction != APART for direction in found.values()) == 14
    assert set(found.values()) == {APART, F, FL, FR}
    assert found["b1", "b2"] == found["a2", "a3"] == F
    assert found["b1", "a2"] == found["c2", "b3"] == FL
    assert found["b1", "c2"] == found["a2", "b3"] == FR
    assert found["a1", "c2"] == found["b1", "b3"] == found["a1", "a3"] == APART
    level = Play(hands=["", ""]).state
    level.a.row = level.b.row = 1
    for south, north, direction in ((1, 0, L), (1, 2, R), (0, 2, APART)):
        level.a.col, level.b.col = south, north
        assert level.direction() == direction
    level.a.row, level.a.col, level.b.col = 2, 0, 1
    assert level.direction() == APART  # nobody ever stands behind


def test_both_see_each_other_in_the_same_direction() -> None:
    """KM-142: an attack of South and the same attack of North score alike."""
    for s, n in POSITIONS:
        south = Play(hands=["", ""], turn="B", squares=[s, n], tables=["round_kick:stay", ""])
        north = Play(hands=["", ""], turn="A", squares=[s, n], tables=["", "round_kick:stay"])
        assert south.do("B rest").settle().scores()[0] == north.do("A rest").settle().scores()[1]


@pytest.mark.parametrize(("mark", "squares"), [("A", ["b2", "b3"]), ("B", ["b1", "b2"])])
def test_directions_are_the_fighters_own(mark: str, squares: list[str]) -> None:
    """KM-21, KM-22, KM-R2: left and right differ by seat, forward is towards the other."""
    ends = {
        "A": {"back": "b1", "left": "a2", "right": "c2", "stay": "b2"},
        "B": {"back": "b3", "left": "c2", "right": "a2", "stay": "b2"},
    }
    seat = "AB".index(mark)
    hands = ["", ""]
    hands[seat] = "jab"
    for move, end in ends[mark].items():
        play = Play(turn=mark, squares=squares, hands=hands).turn(f"jab {move}")
        assert play["squares"][seat] == end
        assert play["squares"][1 - seat] == squares[1 - seat]
    start = Play(turn=mark, hands=hands).turn("jab forward")
    assert start["squares"][seat] == "b2"


def test_the_first_squares() -> None:
    """KM-06, KM-07, KM-09: from there both may go anywhere but back."""
    for mark, hands in (("A", ["jab", ""]), ("B", ["", "jab"])):
        play = Play(turn=mark, hands=hands).do(f"{mark} play jab")
        assert play.legal(mark) == ["go forward", "go left", "go right", "go stay"]
        assert play.why(f"{mark} go back") == "KM-07"


# -- cards and movement -----------------------------------------------------------------------


def test_effects_do_not_move() -> None:
    """KM-16, KM-17, KM-48: an Effect asks for no movement and leaves it to the next card."""
    play = Play(hands=["burst_of_speed jab", ""]).do("A play burst_of_speed")
    assert play.legal("A") == ["play jab"]
    assert play.do("A play jab").legal("A") == ["go forward", "go left", "go right", "go stay"]
    late = Play(hands=["burst_of_speed jab", ""]).turn("jab forward, burst_of_speed")
    assert late["squares"] == ["b2", "b3"]


def test_fast_footwork_has_no_arrows() -> None:
    """KM-15, KM-112: it neither strikes nor guards."""
    play = Play(squares=["b2", "b3"], hands=["fast_footwork", ""], tables=["", "jab:stay"])
    assert play.turn("fast_footwork left").scores() == (0, 1)
    assert play["discards"][0] == "fast_footwork"


def test_only_shown_movements() -> None:
    """KM-20, KM-23, KM-24: the movement comes with the first Action card and must be shown."""
    play = Play(hands=["side_kick jab", ""]).do("A play side_kick")
    assert play.legal("A") == ["go forward", "go stay"]
    assert play.why("A go left") == "KM-23"
    assert play.why("A play jab") == play.why("A stop") == "KM-20"
    blitz = Play(hands=["blitz", ""]).do("A play blitz")
    assert blitz.why("A go stay") == "KM-24"


def test_no_step_without_a_card() -> None:
    """KM-26, KM-46: neither before the first Action card nor after the movement."""
    play = Play(hands=["jab reverse_punch", ""])
    assert play.why("A go left") == "KM-26"
    play.do("A play jab", "A go stay")
    assert play.why("A go left") == "KM-46"
    assert play.do("A play reverse_punch").legal("A") == ["stop"]
    assert play["squares"][0] == "b1"
    again = Play(hands=["fast_footwork jab", ""]).do("A play fast_footwork", "A go left")
    assert again.why("A go right") == "KM-26"
    tables = ["", "front_kick:forward"]
    block = Play(squares=["b1", "b2"], hands=["block", ""], tables=tables)
    assert block.do("A play block", "A go stay", "A stop").why("A go left") == "KM-60"


def test_a_card_without_an_open_movement() -> None:
    """KM-25: after Fast Footwork a card none of whose movements is open cannot follow."""
    overlay = {"card": {"blitz": {"never_on": False}}}
    play = Play(overlay=overlay, hands=["blitz", ""], squares=["b1", "b2"])
    assert play.plays("A") == {"blitz"}
    state = play.state
    state.a.col, state.b.col, state.b.row = 0, 1, 0  # as it never comes: hemmed in
    state.setting.shows[0] = state.setting.shows[2] = 0  # and no way forward or left
    assert play.plays("A") == set()
    assert play.why("A play blitz") == "KM-25"


def test_modifiers_change_their_own_card_only() -> None:
    """KM-27, KM-45, KM-100: Front Kick +2 standing, the Jab on it nothing."""
    play = Play(squares=["b2", "b3"], hands=["front_kick jab", "block"])
    play.turn("front_kick stay, jab").turn("block stay")
    assert play.scores() == (8, 0)
    back = Play(squares=["b2", "b3"], hands=["spinning_back_kick", "block"])
    back.turn("spinning_back_kick back").turn("block forward")
    assert back.scores() == (6, 0)


# -- the turn ---------------------------------------------------------------------------------


def test_rest_or_play() -> None:
    """KM-30, KM-32, KM-35, KM-70: rest is offered at the start of the turn alone."""
    play = Play(hands=["jab block", ""])
    assert play.legal("A") == ["play block", "play jab", "rest"]
    assert play.why("A stop") == "KM-35"
    play.do("A play jab")
    assert play.why("A rest") == "KM-30"
    play.do("A go stay")
    assert play.why("A rest") == "KM-30"


def test_a_rest() -> None:
    """KM-31, KM-71, KM-33, KM-72: two cards from the own deck, no step, then the resolution."""
    play = Play(squares=["b1", "b2"], hands=["jab", ""], tables=["", "front_kick:stay"])
    play.do("A rest")
    assert play.acting() == ["*"]
    assert play.state.source() == 1
    assert play.scores() == (0, 0)
    play.do("* draw jab").do("* draw blitz")
    assert play["hands"][0] == "jab jab blitz"
    assert play["decks"][0].split().count("jab") == 1
    assert play.scores() == (0, 7)
    assert play["squares"] == ["b1", "b2"]
    assert play.acting() == ["B"]


def test_turns_alternate() -> None:
    """KM-34, KM-36, KM-56, KM-57: attacks stay; what lay there first resolves first."""
    play = Play(squares=["b1", "b2"], hands=["reverse_punch jab", "reverse_punch jab"])
    play.turn("reverse_punch stay")
    assert (play["turn"], play["turn_number"]) == ("B", 2)
    play.turn("reverse_punch stay")
    assert play.scores() == (4, 0)
    assert play["tables"] == ["", "reverse_punch:stay"]
    play.turn("jab stay")
    assert play.scores() == (4, 4)
    assert (play["turn"], play["turn_number"]) == ("B", 4)
    assert play["discards"] == ["reverse_punch", "reverse_punch"]
    assert play.why("A play jab") == "KM-36"


# -- combos -----------------------------------------------------------------------------------


def test_links() -> None:
    """KM-41, KM-42, KM-43, KM-R39: exactly the link table, Effects included."""
    links = Play().state.setting.links
    rows = list(GAME.data["card"].values())
    table = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", GAME.rules, re.MULTILINE))
    for i, beneath in enumerate(rows):
        named = set(table[beneath["name"]].split(", ")) - {"nothing"}
        found = {row["name"] for j, row in enumerate(rows) if links[i] >> j & 1}
        assert found == named | {"Burst of Speed"}


def test_an_effect_needs_a_link_too() -> None:
    """KM-R39: Hand Fake goes on a Fast card, not on a Hard one."""
    play = Play(hands=["front_kick hand_fake jab", ""]).do("A play front_kick", "A go stay")
    assert play.why("A play hand_fake") == "KM-41"
    assert play.do("A play jab").plays("A") == {"hand_fake"}


def test_a_combo_strikes_from_one_square() -> None:
    """KM-46, KM-47, KM-113: after two steps all attacks come from the last square."""
    play = Play(hands=["fast_footwork front_kick jab", ""])
    play.turn("fast_footwork right, front_kick forward, jab").do("B rest").settle()
    assert play["squares"] == ["c2", "b3"]
    assert play.scores() == (2 + 2, 0)


# -- resolving --------------------------------------------------------------------------------


def test_every_arrow() -> None:
    """KM-13, KM-51, KM-54: what an attack scores is its arrow in the direction of the opponent."""
    for word, row in GAME.data["card"].items():
        if "hit_f" not in row.values or word == "blitz":
            continue
        for square, field in (("b2", "hit_f"), ("a2", "hit_fl"), ("c2", "hit_fr")):
            tables = [f"{word}:stay", ""]
            play = Play(squares=["b1", square], hands=["", ""], turn="B", tables=tables)
            arrow = row[field]
            assert play.do("B rest").settle().scores()[0] == (arrow + row["stay"] if arrow else 0)


def test_resolved_cards_leave() -> None:
    """KM-50, KM-55, KM-63: hit or miss, to the discard pile of their owner."""
    play = Play(hands=["jab hand_fake", "block"])
    play.turn("hand_fake, jab left")
    assert play["tables"] == ["hand_fake jab:left", ""]
    play.turn("block stay")
    assert play["tables"] == ["", ""]
    assert play["discards"] == ["jab hand_fake", "block"]


def test_effects_leave_with_the_attacks() -> None:
    """KM-R31: without an attack at the end of the own turn."""
    play = Play(hands=["hand_fake block", ""]).turn("hand_fake, block stay")
    assert play["tables"] == ["", ""]
    assert play["discards"][0] == "block hand_fake"


# -- defence ----------------------------------------------------------------------------------


def test_every_defence_arrow() -> None:
    """KM-14, KM-61, KM-R27: what is prevented is the arrow towards the attacker."""
    for card in ("block", "hard_block"):
        for square, field, points in (("b2", "f", 5), ("a2", "fl", 2), ("c2", "fr", 2)):
            kick = "front_kick:forward"
            play = Play(squares=["b1", square], hands=[card, ""], tables=["", kick])
            play.do(f"A play {card}", "A go stay", "A stop", "A block 1")
            assert play.scores()[1] == max(0, points - GAME.data["card"][card][f"stop_{field}"])


def test_side_arrows_in_a_break() -> None:
    """KM-R28, KM-61: a defence card that steps into a Break blocks with its side arrow."""
    tables = ["", "round_kick:stay jab:stay"]
    play = Play(squares=["b2", "a3"], hands=["block", ""], tables=tables)
    play.do("A play block", "A go forward")
    assert play.legal("A") == ["block 1", "block none"]
    assert play.why("A play block") == "KM-81"
    assert play.state.breaking == 1
    play.do("A block 1")
    assert play.scores() == (0, 1)
    assert play["squares"] == ["b1", "b3"]
    right = Play(squares=["b1", "c2"], hands=["block", ""], tables=["", "back_round_kick:stay"])
    assert right.do("A play block", "A go forward", "A block 1").scores() == (0, 1)


def test_each_defence_card_is_asked_for() -> None:
    """KM-60, KM-R7, KM-R8: in the order played; two on one attack add up."""
    tables = ["", "front_kick:stay jab:stay"]
    play = Play(squares=["b1", "b2"], hands=["block block", ""], tables=tables)
    play.do("A play block", "A go stay", "A play block", "A stop")
    assert play.legal("A") == ["block 1", "block 2", "block none"]
    play.do("A block 1")
    assert play["blocks"] == "1"
    assert play.acting() == ["A"]
    play.do("A block 1")
    assert play.scores() == (0, 7 - 3 - 3 + 2)
    both = Play(squares=["b1", "b2"], hands=["block block", ""], tables=tables)
    both.do("A play block", "A go stay", "A play block", "A stop", "A block 2", "A block 1")
    assert both.scores() == (0, 7 - 3 + 0)


def test_blocked_to_nothing_still_doubles() -> None:
    """KM-64, KM-65, KM-102: a kick that comes to 0 has been blocked."""
    tables = ["", "round_kick:stay jab:stay"]
    play = Play(squares=["b1", "b2"], hands=["block", ""], tables=tables)
    assert play.do("A play block", "A go stay", "A stop", "A block 1").scores() == (0, 0 + 2)


def test_step_block_and_strike() -> None:
    """KM-66, KM-R36: Block, step and counter in one turn."""
    play = Play(
        squares=["b1", "b2"], hands=["block round_kick", ""], tables=["", "front_kick:stay"]
    )
    play.do("A play block", "A go left", "A play round_kick", "A stop", "A block 1")
    assert play.scores() == (0, 2)
    assert play["tables"][0] == "round_kick:left:on_block"
    assert play.do("B rest").settle().scores() == (2, 2)
