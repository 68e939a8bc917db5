"""The clauses of rules.md, one after the other, and the contract."""

import random
import re

import pytest

from budokan.games.kenpo_masters import GAME
from budokan.games.kenpo_masters.rules import actions, phases
from budokan.games.kenpo_masters.rules.state import APART, FL, FR, F, L, R
from budokan.games.kenpo_masters.tests.helper import POSITIONS, WORDS, Play, whole
from budokan.kit import editions
from budokan.kit.contract import CHANCE, SPECTATOR, chances
from budokan.kit.errors import IllegalAction
from budokan.kit.rng import Rng
from budokan.kit.testing.trial import twin
from budokan.match.match import CodedMatch

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
    level.a.row = 2
    level.a.col = 0
    level.b.col = 1
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


# -- resting ----------------------------------------------------------------------------------


def test_when_resting_is_forbidden() -> None:
    """KM-73, KM-74, KM-75"""
    play = Play(hands=["jab jab", "jab jab"]).do("A rest").settle().turn("jab stay")
    assert play.why("A rest") == "KM-73"
    play.turn("jab stay").turn("jab stay")
    assert play.why("A rest") == ""
    first = Play().do("* first A").settle()
    assert first.why("A rest") == "KM-74"
    card = sorted(first.plays("A") & {"jab", "block", "reverse_punch", "front_kick", "round_kick"})[
        0
    ]
    first.turn(f"{card} stay")
    assert first.why("B rest") == ""
    broken = Play(squares=["a1", "b2"], hands=["jab", "jab"]).turn("jab forward").settle()
    assert broken.why("B rest") == "KM-75"
    assert broken["no_rest"] == "B"
    assert broken.turn("jab stay")["no_rest"] == ""


def test_an_empty_hand_rests() -> None:
    """KM-76, KM-77"""
    for rested in ("", "A"):
        for barred in ("", "A"):
            play = Play(hands=["", "jab"], rested=rested, no_rest=barred)
            assert play.legal("A") == ["rest"]


def test_reshuffle() -> None:
    """KM-78, KM-R14, KM-02: only the own discards, and only when a card must be drawn."""
    play = Play(hands=["block block", "block"], decks=["jab jab", "jab jab"])
    play.do("A rest", "* draw jab", "* draw jab")
    assert "reshuffle" not in play.events()
    assert (play.state.a.deck_n, play.state.a.discard_n) == (0, 22)
    play.turn("block stay").turn("block stay").do("B rest", "* draw jab", "* draw jab")
    play.do("A rest")
    assert play.events().count("reshuffle") == 1
    assert (play.state.a.deck_n, play.state.a.discard_n) == (23, 0)
    assert (play.state.b.deck_n, play.state.b.discard_n) == (0, 24)


def test_nothing_left_to_draw() -> None:
    """KM-R14: with deck and discards empty the draw is left out; KM-R33: a hand has no limit."""
    full = " ".join(w for w, row in GAME.data["card"].items() for _ in range(row["count"]))
    play = Play(hands=[full, "jab"], decks=["", ""], rested="")
    assert play.state.a.hand_n == 26
    play.do("A rest")
    assert play.acting() == ["B"]
    one = Play(hands=[full.replace("blitz ", ""), "jab"], decks=["blitz", "block"])
    one.do("A rest", "* draw blitz")
    assert one.acting() == ["B"]
    assert one["rested"] == "A"


# -- breaks -----------------------------------------------------------------------------------


def test_only_a_forward_step_levels() -> None:
    """KM-80, KM-141: of all movements from all positions."""
    for s, n in POSITIONS:
        for mark in "AB":
            seat = "AB".index(mark)
            hands = ["", ""]
            hands[seat] = "jab"
            play = Play(turn=mark, squares=[s, n], hands=hands).do(f"{mark} play jab")
            for step in play.legal(mark):
                state = twin(play.state)
                state.apply(seat, GAME.notation.parse(step))
                forward = step == "go forward" and int(n[1]) - int(s[1]) == 1
                assert (state.break_turn > 0) == forward


def test_all_of_a_break() -> None:
    """KM-81, KM-82, KM-84, KM-85, KM-86: all attacks, the reset, one card each, the next turn."""
    play = Play(
        squares=["b2", "a3"], hands=["round_kick jab", "jab"], tables=["", "round_kick:stay"]
    )
    play.do("A play round_kick", "A go forward")
    assert play.acting() == ["*"]
    assert play.scores() == (2, 2)
    assert (play["tables"], play["squares"]) == (["", ""], ["b1", "b3"])
    assert play["due"] == [1, 1]
    assert play.state.source() == 1
    play.do("* draw block")
    assert play.state.source() == 2
    play.do("* draw blitz")
    assert play["hands"] == ["jab block", "jab blitz"]
    assert (play.acting(), play["turn_number"]) == (["B"], 2)
    assert (play["last_break"], play["break_points"]) == (1, [2, 2])


def test_the_points_of_a_break_by_seat() -> None:
    """KM-82: North steps into it."""
    play = Play(turn="B", squares=["b1", "a2"], hands=["", "blitz"], tables=["jab:stay", ""])
    play.do("B play blitz", "B go forward")
    assert play.scores() == (0, 2)
    assert play["break_points"] == [0, 2]


def test_effects_before_the_card_count() -> None:
    """KM-87: a mirrored and faked kick into a Break."""
    hands = ["hand_fake change_sides back_round_kick", ""]
    play = Play(squares=["b2", "a3"], hands=hands)
    play.do("A play hand_fake", "A play change_sides", "A play back_round_kick", "A go forward")
    assert play.scores() == (2 + 3, 0)


# -- the end ----------------------------------------------------------------------------------


def test_twenty_points() -> None:
    """KM-95, KM-97, KM-R30: the end comes after the whole resolution."""
    for before, after, ends in ((12, 19, False), (13, 20, True), (14, 21, True)):
        tables = ["front_kick:forward jab:forward", ""]
        play = Play(
            turn="B", squares=["b2", "b3"], scores=[before, 19], hands=["", ""], tables=tables
        )
        play.do("B rest").settle()
        assert play.scores() == (after, 19)
        assert (play.acting() == []) == ends
        assert play.state.score(0) == float(ends)
        assert play.state.score(1) == 0.0
    assert play.why("A rest") == "KM-95"
    assert play.told()[-1] == "A wins, 21 to 19."


def test_both_reach_twenty_outside_a_break() -> None:
    """KM-96, KM-R22: counter and attack are scored together; the higher total wins."""
    for scores, result, told in (
        ([18, 19], 0.5, "The match is a draw, 20 each."),
        ([17, 19], 0.0, "B wins, 20 to 19."),
        ([19, 19], 1.0, "A wins, 21 to 20."),
    ):
        play = Play(
            turn="B",
            squares=["b2", "b3"],
            scores=scores,
            hands=["", "hard_block"],
            tables=["front_kick:stay", ""],
        )
        play.do("B play hard_block", "B go stay", "B stop", "B block 1")
        assert play.state.score(0) == result
        assert play.state.score(1) == 1 - result
        assert play.told()[-1] == told


def test_a_break_that_ends_the_game() -> None:
    """KM-R29: no reset and no draw."""
    play = Play(squares=["b1", "c2"], scores=[18, 0], hands=["back_round_kick jab", "jab"])
    play.do("A play back_round_kick", "A go forward")
    assert play.acting() == []
    assert play["squares"] == ["b2", "c2"]
    assert play["hands"] == ["jab", "jab"]
    assert play["tables"] == ["", ""]


def test_scores_never_go_down() -> None:
    """KM-10, KM-R6, and with KM-140 KM-131: watched over random matches."""
    for seed in range(6):
        play = Play()
        last = (0, 0)
        for _ in play.walk(seed):
            assert play.scores() >= last
            assert min(b - a for a, b in zip(last, play.scores(), strict=True)) >= 0
            last = play.scores()
            if play["phase"] in ("play", "move"):
                assert play.state.a.row < play.state.b.row
                assert play.state.a.row == 0 or play.state.b.row == 2
            for side in (play.state.a, play.state.b):
                assert whole(side) == GAME.data.column("card", "count")


# -- single cards -----------------------------------------------------------------------------


def test_cards_of_the_printed_rules() -> None:
    """KM-100, KM-101, KM-103, KM-104, KM-107, KM-108, KM-109"""
    overlay = {"card": {"jab": {"stay": 0}}}
    play = Play(overlay=overlay, hands=["front_kick jab block round_kick spinning_backfist", ""])
    for word, moves in (
        ("front_kick", {"go forward", "go stay"}),
        ("block", {"go right", "go stay"}),
        ("round_kick", {"go forward", "go right"}),
        ("spinning_backfist", {"go forward"}),
    ):
        state = twin(play.state)
        state.apply(0, GAME.notation.parse(f"play {word}"))
        legal = {
            GAME.notation.text(c) for c in range(actions.GO, actions.CALL) if not state.why(0, c)
        }
        assert moves <= legal
    side = Play(squares=["b2", "a3"], hands=["spinning_backfist", ""])
    assert side.do("A play spinning_backfist", "A go forward").scores() == (2, 0)
    right = Play(squares=["b1", "c2"], hands=["reverse_punch", ""])
    assert right.do("A play reverse_punch", "A go forward").scores() == (1, 0)


def test_hand_fake() -> None:
    """KM-105, KM-106, KM-R23: 3 for a Kick, 2 otherwise, the next attack only; alone nothing."""
    for line, points in (
        ("hand_fake, round_kick stay", 3 + 3),
        ("hand_fake, reverse_punch stay", 4 + 2),
        ("hand_fake, round_kick stay, reverse_punch", 6 + 4),
        ("round_kick stay, hand_fake, reverse_punch", 3 + 6),
        ("round_kick stay, hand_fake", 3),
    ):
        play = Play(squares=["b1", "b2"], hands=["hand_fake round_kick reverse_punch", ""])
        assert play.turn(line).do("B rest").settle().scores() == (points, 0)


def test_a_fake_is_used_up_by_a_miss() -> None:
    """KM-R23: the first attack has no arrow to the left side, the next gets nothing."""
    hands = ["hand_fake front_kick jab", "block"]
    play = Play(squares=["b1", "a2"], hands=hands).turn("hand_fake, front_kick right, jab")
    assert play.do("B rest").settle().scores() == (0, 0)
    assert [play.state.a.fake[i] for i in range(3)] == [0, 3, 0]


def test_change_sides_mirrors_all() -> None:
    """KM-120, KM-R25: steps, modifiers, arrows and defence; a second one mirrors back."""
    hands = ["change_sides back_round_kick block round_kick", ""]
    play = Play(squares=["b2", "a3"], hands=hands).do(
        "A play change_sides", "A play back_round_kick"
    )
    state = play.state
    assert state.a.flip[1] == 1
    play.do("A go left", "A stop")  # mirrored: the +1 of right
    assert play.do("B rest").settle().scores() == (4 + 1, 0)
    guard = Play(squares=["b1", "a2"], hands=["change_sides block", ""], tables=["", "jab:stay"])
    guard.do("A play change_sides", "A play block", "A go stay", "A stop", "A block 1")
    assert guard.scores() == (0, 0)
    overlay = {"card": {"change_sides": {"count": 2}, "jab": {"count": 2}}}
    hands = ["change_sides change_sides back_round_kick", ""]
    twice = Play(overlay=overlay, squares=["b1", "a2"], hands=hands)
    twice.turn("change_sides, change_sides, back_round_kick stay").do("B rest").settle()
    assert twice.scores() == (1, 0)


def test_a_mirrored_card_shows_mirrored_steps() -> None:
    """KM-R25: after a step to the left a mirrored card must show right in print."""
    overlay = {"card": {"spinning_backfist": {"on": [{"all": ["Effect"]}]}}}
    play = Play(overlay=overlay, hands=["block change_sides spinning_backfist", ""])
    setting = play.state.setting
    card = WORDS.index("spinning_backfist")
    setting.shows[5 + 2] &= ~(1 << card)  # as if the print had no arrow to the right
    play.do("A play block", "A go left", "A play change_sides")
    assert play.why("A play spinning_backfist") == "KM-45"
    first = Play(hands=["change_sides spinning_backfist", ""])
    first.state.setting.shows[5 + 2] = 0  # as if no mirrored card went to the left
    first.do("A play change_sides", "A play spinning_backfist")
    assert first.legal("A") == ["go forward", "go right", "go stay"]


# -- contract ---------------------------------------------------------------------------------


def test_drafts() -> None:
    """KM-R35: one number until the stop, a new one with it and with each answer of a block."""
    hands = ["block block round_kick", ""]
    play = Play(squares=["b2", "b3"], hands=hands, tables=["", "jab:stay"])
    found = [play.state.commit_count()]
    for entry in ("play block", "go stay", "play block", "stop", "block none", "block 1"):
        play.do(f"A {entry}")
        found.append(play.state.commit_count())
    assert len(set(found[:4])) == 1
    assert len(set(found[3:])) == 4
    assert found == sorted(found)
    assert play.acting() == ["B"]


def asked_to_block(rules: int) -> tuple[CodedMatch, int]:
    """A match in which a seat has stopped and is asked what its Block stops."""
    game = editions.edition(GAME, rules, GAME.data.hash)
    for seed in range(200):
        match, pick = CodedMatch(game, game.setup(), seed=f"block {seed}"), random.Random(seed)
        match.begin()
        while not match.over and match.state.phase != phases.BLOCK:  # type: ignore[attr-defined]
            match.play(match.acting[0], pick.choice(match.legal(match.acting[0])))
        if not match.over and match.entries[-1].action == actions.STOP:
            return match, match.acting[0]
    raise AssertionError("nobody blocks")


def test_a_play_is_seen_while_a_block_is_asked() -> None:
    """KM-R35: the stop shows the cards, and neither they nor an answer can be taken back."""
    match, seat = asked_to_block(2)
    assert match.drafted(seat) == 0
    for viewer in (1 - seat, SPECTATOR):
        shown = match.scene(viewer)
        assert shown.prompt.question == f"{'AB'[seat]} to play."
        assert next(zone for zone in shown.zones if zone.id == f"table-{'AB'[seat]}").pieces
    with pytest.raises(IllegalAction, match="nothing to take back"):
        match.takeback(seat)
    match.play(seat, actions.BLOCK_NONE)
    assert match.drafted(seat) == 0


def test_an_earlier_match_takes_back_until_the_turn_is_passed() -> None:
    """KM-R35 as version 1 had it."""
    match, seat = asked_to_block(1)
    assert match.drafted(seat) >= 3
    shown = match.scene(1 - seat)
    assert not next(zone for zone in shown.zones if zone.id == f"table-{'AB'[seat]}").pieces
    match.takeback(seat)
    assert actions.STOP in match.legal(seat)


def test_the_opponent_sees_a_combo_when_it_is_complete() -> None:
    """KM-R35: steps can be taken back, and nobody else sees them."""
    match = CodedMatch(GAME, GAME.setup(), seed="draft")
    match.begin()
    seat = match.acting[0]
    before = match.view(1 - seat).encode()
    card = next(c for c in match.legal(seat) if c not in (actions.REST, actions.STOP))
    match.play(seat, card)
    assert match.view(1 - seat).encode() == before
    assert match.view(seat).encode() != before
    match.takeback(seat)
    assert match.legal(seat).count(card) == 1
    assert match.drafted(seat) == 0


def test_sources_of_chance() -> None:
    """KM-02: a coin and two decks."""
    play = Play()
    assert play.state.source() == 0
    rng = Rng(3)
    seen = {int(play.do("* first A").state.source())}
    while play.state.acting() == 1 << CHANCE:
        seen.add(int(play.state.source()))
        play.state.apply(CHANCE, play.state.sample(rng))
    assert seen == {1, 2}


def test_refusals_of_others() -> None:
    """KM-36, KM-04, KM-71, KM-R32: players whose turn it is not, and entries of chance."""
    play = Play(hands=["jab", "jab"])
    assert play.why("B play jab") == play.why("* rest") == "KM-36"
    assert play.why("A first A") == "KM-04"
    assert play.why("A draw jab") == "KM-71"
    assert play.why("* draw jab") == "KM-02"
    assert play.why("A draw ?") == "KM-R32"
    assert play.why("A play block") == "KM-02"
    assert play.why("A block 1") == "KM-R7"
    assert play.why("A go stay break") == "KM-R19"
    assert Play({"side_kick_optional": True}, hands=["jab", ""]).why("A go stay break") == "KM-110"
    assert SPECTATOR == 9
    assert chances(play.state) == []


def test_refusals_of_blocks() -> None:
    """KM-61, KM-62, KM-R7: no arrow, no attack, an Effect, an attack that would do nothing."""
    overlay = {"card": {"block": {"stop_fr": 0}}}
    tables = ["", "hand_fake front_kick:stay spinning_back_kick:stay"]
    hands = ["hard_block block", ""]
    play = Play(overlay=overlay, squares=["b1", "c2"], hands=hands, tables=tables)
    play.do("A play hard_block", "A go stay", "A play block", "A stop")
    assert play.legal("A") == ["block 2", "block 3", "block none"]
    assert play.why("A block 1") == "KM-R7"
    assert play.why("A block 4") == "KM-62"
    play.state.asked = 1  # the Block has no arrow to that side
    assert play.why("A block 2") == "KM-61"
    play.state.asked = 0
    assert play.do("A block none").scores()[1] > 0
