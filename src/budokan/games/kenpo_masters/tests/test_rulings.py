"""The rulings of rules.md, each switch on both of its values."""

from typing import Any

import pytest

from budokan.games.kenpo_masters import GAME
from budokan.games.kenpo_masters.rules import actions
from budokan.games.kenpo_masters.tests.helper import WORDS, Play

WAIT = ["", "front_kick:stay jab:stay"]


def test_km_r1_both_decks_are_alike() -> None:
    """KM-R1, KM-R38: seat A is South, seat B North, with the same list."""
    state = Play().state
    assert list(state.a.deck) == list(state.b.deck) == GAME.data.column("card", "count")
    assert (state.a.row, state.b.row) == (0, 2)
    assert GAME.notation.parse("first A") == actions.FIRST


def test_km_r2_facing_never_changes() -> None:
    """KM-R2, KM-R3: after a side step forward is still forward; a common column is no Break."""
    play = Play(hands=["jab jab", "block"]).turn("jab left").turn("block stay").turn("jab forward")
    assert play["squares"] == ["a2", "b3"]
    column = Play(squares=["b1", "b3"], hands=["jab", ""]).turn("jab forward")
    assert (column["squares"], column["last_break"]) == (["b2", "b3"], 0)


def test_km_r5_r6_order_of_the_sum() -> None:
    """KM-R5, KM-R6: bonuses before doubling, doubling before prevention."""
    hands = ["front_kick hand_fake jab", "block block"]
    overlay = {"card": {"hand_fake": {"on": [{"all": ["Kick"]}]}}}
    play = Play({"texts_see_through_effects": True}, overlay, squares=["b2", "b3"], hands=hands)
    play.turn("front_kick stay, hand_fake, jab")
    play.do("B play block", "B go stay", "B play block", "B stop", "B block 1", "B block 3")
    assert play.scores() == (7 - 3 + (1 + 2) * 2 - 3, 0)


def test_km_r8_defence_stacking() -> None:
    """KM-R8: off, an attack takes one defence card; the other is asked about the rest."""
    for stacking, targets in (
        (True, ["block 1", "block 2", "block none"]),
        (False, ["block 2", "block none"]),
    ):
        options = {"defence_stacking": stacking}
        play = Play(options, squares=["b1", "b2"], hands=["block block", ""], tables=WAIT)
        play.do("A play block", "A go stay", "A play block", "A stop", "A block 1")
        assert play.legal("A") == targets
    assert play.why("A block 1") == "KM-R8"
    lone = Play(
        options, squares=["b1", "b2"], hands=["block block", ""], tables=["", "front_kick:stay"]
    )
    lone.do("A play block", "A go stay", "A play block", "A stop", "A block 1")
    assert lone.scores() == (0, 4)  # the second has no target and is not asked about


def test_km_r9_a_defence_card_with_nothing_to_block() -> None:
    """KM-R9: it moves, carries a combo and is discarded."""
    play = Play(hands=["block round_kick", ""]).turn("block left, round_kick")
    assert play["squares"][0] == "a1"
    assert play["discards"][0] == "block"
    assert play["tables"][0] == "round_kick:left:on_block"


def test_km_r10_effect_only_turn() -> None:
    """KM-R10: on, Effects alone are a turn: it moves nobody and lifts KM-73."""
    play = Play(hands=["hand_fake burst_of_speed jab", ""]).do("A play hand_fake")
    assert play.why("A stop") == "KM-R10"
    position: dict[str, Any] = {
        "hands": ["hand_fake burst_of_speed", "jab"],
        "rested": "A",
        "advanced": "A",
    }
    turn = Play({"effect_only_turn": True}, **position)
    assert turn.legal("A") == ["play burst_of_speed", "play hand_fake"]
    turn.turn("hand_fake, burst_of_speed")
    assert (turn["rested"], turn["advanced"], turn["squares"]) == ("", "", ["b1", "b3"])
    assert turn["discards"][0] == "hand_fake burst_of_speed"
    turn.turn("jab stay")
    assert turn.why("A rest") == ""


def test_km_r11_forced_rest() -> None:
    """KM-R11, KM-35: it counts as a rest, draws two, and needs that no Action can be reached."""
    position: dict[str, Any] = {
        "hands": ["hand_fake change_sides", "jab"],
        "no_rest": "A",
        "last_break": 1,
    }
    play = Play(**position)
    assert play.legal("A") == ["rest"]
    play.do("A rest").settle(2)
    assert play["rested"] == "A"
    assert len(play["hands"][0].split()) == 4
    assert play.told()[0] == "1. A must rest: no Action card can be played."
    position["hands"] = ["hand_fake change_sides blitz", "jab"]
    assert Play(**position).legal("A") == ["play blitz"]
    assert Play({"effect_only_turn": True}, hands=["hand_fake", ""], no_rest="A").legal("A") == [
        "rest"
    ]


def test_km_r12_no_rest_scope() -> None:
    """KM-R12: the next turn only, or the next turn of each player."""
    for scope, start, broken in (("next_turn", "A", "B"), ("each_player", "A B", "A B")):
        play = Play({"no_rest_scope": scope}).do("* first A").settle()
        assert play["no_rest"] == start
        card = sorted(play.plays("A") - {"hard_block", "side_kick", "hand_fake", "change_sides"})[0]
        play.do(f"A play {card}")
        if play["phase"] == "move":
            play.do("A go left")
            assert (play.do("A stop").why("B rest") == "") == (scope == "next_turn")
        level = Play({"no_rest_scope": scope}, squares=["a1", "b2"], hands=["jab block", "jab"])
        level.turn("jab forward").settle()
        assert level["no_rest"] == broken
        level.turn("jab stay")
        assert level.why("A rest") == ("" if scope == "next_turn" else "KM-75")


def test_km_r13_cards_first() -> None:
    """KM-R13: the cards of a rest come before the points."""
    play = Play(squares=["b1", "b2"], hands=["jab", ""], tables=WAIT).do("A rest").settle()
    assert play.events()[:4] == ["rest", "draw", "draw", "attack"]


def test_km_r15_see_through() -> None:
    """KM-R15: a card beneath that has left the table still counts; links are not affected."""
    overlay = {
        "card": {
            "high_round_kick": {
                "on": [{"all": ["Block"]}, {"all": ["Effect"]}],
                "text": [{"op": "bonus_if_on", "filter": {"all": ["Block"]}, "amount": 2}],
            }
        }
    }
    for see_through, bonus in ((False, 0), (True, 2)):
        options = {"texts_see_through_effects": see_through}
        hands = ["block burst_of_speed high_round_kick", ""]
        play = Play(options, overlay, squares=["b1", "b2"], hands=hands)
        play.turn("block stay, burst_of_speed, high_round_kick")
        assert play.do("B rest").settle().scores() == (3 + 1 + bonus, 0)
        direct = Play(options, overlay, squares=["b1", "b2"], hands=hands)
        direct.turn("block stay, high_round_kick")
        assert direct["tables"][0] == "high_round_kick:stay:on_block"
        assert direct.do("B rest").settle().scores() == (6, 0)
    link = Play({"texts_see_through_effects": True}, hands=["round_kick hand_fake jab jab", ""])
    link.do("A play round_kick", "A go stay", "A play hand_fake", "A play jab")
    assert link.why("A play jab") == "KM-42"


def test_only_a_kick_doubles() -> None:
    """KM-102, KM-R15: a blocked punch beneath does not double the Jab."""
    tables = ["reverse_punch:stay burst_of_speed jab:stay", ""]
    options = {"texts_see_through_effects": True}
    play = Play(options, turn="B", squares=["b2", "b3"], hands=["", "block"], tables=tables)
    play.do("B play block", "B go stay", "B stop", "B block 1")
    assert play.scores() == (4 - 3 + 1, 0)


def test_only_effects_beneath() -> None:
    """KM-R15: with nothing but Effects beneath a card lies on no Action card."""
    overlay = {
        "card": {"reverse_punch": {"text": [{"op": "bonus_if_on", "filter": {}, "amount": 2}]}}
    }
    for see_through, points in ((False, 4 + 2 + 2), (True, 4 + 2)):
        options = {"texts_see_through_effects": see_through}
        play = Play(options, overlay, squares=["b1", "b2"], hands=["hand_fake reverse_punch", ""])
        play.turn("hand_fake, reverse_punch stay").do("B rest").settle()
        assert play.scores() == (points, 0)


def test_km_r16_the_second_movement_governs() -> None:
    """KM-R16: Front Kick gets the modifier of its own movement, and may stand."""
    play = Play(hands=["fast_footwork front_kick", ""])
    play.turn("fast_footwork forward, front_kick stay").do("B rest").settle()
    assert play.scores() == (7, 0)
    assert play["squares"] == ["b2", "b3"]


def test_km_r18_r19_r20_side_kick() -> None:
    """KM-R18, KM-R19, KM-R20, KM-110: when it calls a Break."""
    after = Play(hands=["side_kick block", "fast_footwork jab"], turn="B")
    after.turn("fast_footwork forward, jab stay")  # one of two steps went forward
    assert after["advanced"] == "B"
    after.do("A play side_kick", "A go stay")
    assert after["last_break"] == 2
    assert after["break_points"] == [4, 1]
    rested = Play(hands=["side_kick", "jab"], turn="B", advanced="B")
    assert rested.do("B rest").settle()["advanced"] == ""
    far = Play(hands=["side_kick", ""], squares=["a1", "c3"], advanced="B")  # not in reach
    far.do("A play side_kick", "A go stay")
    assert (far["last_break"], far.scores()) == (1, (0, 0))
    broken = Play(hands=["jab", "side_kick"], squares=["a1", "b2"]).turn("jab forward").settle()
    assert broken["advanced"] == ""  # a Break wipes it out
    moved = Play(
        hands=["side_kick", ""], squares=["b1", "b3"], advanced="B", tables=["", "jab:stay"]
    )
    moved.do("A play side_kick", "A go forward")
    assert moved["break_points"] == [4, 1]  # its own step is made first


def test_km_r19_the_player_says() -> None:
    """KM-R19: optional, asked only where the conditions hold."""
    options = {"side_kick_optional": True}
    play = Play(options, hands=["side_kick", ""], squares=["b1", "b2"], advanced="B")
    play.do("A play side_kick")
    assert play.legal("A") == ["go stay", "go stay break"]
    back = Play(options, hands=["side_kick", ""], squares=["b2", "b3"], advanced="B")
    back.do("A play side_kick", "A go back break")
    assert back.told()[0] == "1. A: Side Kick (back to b1). Side Kick calls a Break."
    assert back["break_points"] == [0, 0]
    cold = Play(options, hands=["side_kick", ""], squares=["b1", "b2"]).do("A play side_kick")
    assert cold.legal("A") == ["go stay"]
    assert cold.why("A go stay break") == "KM-110"


def test_km_r19_a_break_that_is_called_is_worth_one_that_must_be() -> None:
    """KM-R19: opponents of the house value both alike."""
    worth = []
    for optional, action in ((False, "go stay"), (True, "go stay break")):
        play = Play(
            {"side_kick_optional": optional},
            hands=["side_kick", "jab"],
            squares=["b1", "b2"],
            advanced="B",
        )
        play.do("A play side_kick")
        worth.append(play.state.heuristic(0, GAME.notation.parse(action)))
    assert worth[0] == worth[1] > 0


def test_km_r22_counter() -> None:
    """KM-R22, KM-116: no attack, no counter; it is scored though the attack comes to 0."""
    play = Play(squares=["b1", "b2"], hands=["hard_block", ""], tables=["", "jab:stay"])
    play.do("A play hard_block", "A go stay", "A stop", "A block 1")
    assert play.scores() == (1, 0)
    alone = Play(squares=["b1", "b2"], hands=["hard_block", ""]).turn("hard_block stay")
    assert alone.scores() == (0, 0)


@pytest.mark.parametrize(("stacks", "points"), [(True, 3 + 6), (False, 3 + 3)])
def test_km_r24_two_hand_fakes(stacks: bool, points: int) -> None:
    """KM-R24: they add up, or the second adds nothing."""
    hands = ["hand_fake hand_fake round_kick", ""]
    play = Play({"hand_fake_stacks": stacks}, squares=["b1", "b2"], hands=hands)
    play.turn("hand_fake, hand_fake, round_kick stay").do("B rest").settle()
    assert play.scores() == (points, 0)


def test_a_fake_after_an_attack_is_a_new_one() -> None:
    """KM-R24: with the bonus used up a further Hand Fake counts again."""
    hands = ["hand_fake hand_fake round_kick reverse_punch", ""]
    play = Play({"hand_fake_stacks": False}, squares=["b1", "b2"], hands=hands)
    play.turn("hand_fake, round_kick stay, hand_fake, reverse_punch").do("B rest").settle()
    assert play.scores() == (3 + 3 + 3 + 1 + 2, 0)


def test_km_r26_burst_at_the_ends() -> None:
    """KM-R26, KM-119: first or last it is legal and changes nothing."""
    play = Play(squares=["b1", "b2"], hands=["burst_of_speed jab", ""])
    play.turn("burst_of_speed, jab stay").do("B rest").settle()
    last = Play(squares=["b1", "b2"], hands=["burst_of_speed jab", ""])
    last.turn("jab stay, burst_of_speed").do("B rest").settle()
    assert play.scores() == last.scores() == (1, 0)
    joined = Play(hands=["high_round_kick burst_of_speed side_kick", ""])
    joined.do("A play high_round_kick", "A go stay")
    assert joined.why("A play side_kick") == "KM-41"
    assert joined.do("A play burst_of_speed").plays("A") == {"side_kick"}


def test_km_r27_modifiers_do_not_guard() -> None:
    """KM-R27: a defence card with a modifier prevents what its arrow says."""
    overlay = {"card": {"block": {"left": 5, "back": -3}}}
    play = Play(overlay=overlay, squares=["b1", "b2"], hands=["block", ""], tables=WAIT)
    play.do("A play block", "A go left", "A stop", "A block 1")
    assert play.scores() == (0, (2 + 2 - 2) + 2)


def test_km_r34_turn_cap() -> None:
    """KM-R34: after the turn with that number the higher score wins, equal is a draw."""
    for scores, result, told in (
        ([3, 2], (1.0, 0.0), "A wins, 3 to 2."),
        ([2, 2], (0.5, 0.5), "The match is a draw, 2 each."),
    ):
        play = Play({"turn_cap": 20}, turn_number=20, scores=scores, hands=["jab", ""])
        play.turn("jab stay")
        assert play.acting() == []
        assert (play.state.score(0), play.state.score(1)) == result
        assert play.told()[-2:] == ["Stopped by the turn limit after turn 20.", told]
        assert play["tables"][0] == "jab:stay"
    level = Play({"turn_cap": 20}, turn_number=20, squares=["a1", "b2"], hands=["jab", ""])
    level.do("A play jab", "A go forward")
    assert (level.acting(), level["squares"]) == ([], ["a2", "b2"])
    before = Play({"turn_cap": 20}, turn_number=19, hands=["jab", ""]).turn("jab stay")
    assert before.acting() == ["B"]
    endless = Play({"turn_cap": 0}, turn_number=500, hands=["jab", ""]).turn("jab stay")
    assert endless.acting() == ["B"]


def test_km_r37_target_score() -> None:
    """KM-R37: the tie rule goes with it."""
    play = Play(
        {"target_score": 5},
        squares=["b1", "b2"],
        hands=["jab", ""],
        tables=["", "front_kick:forward"],
    )
    play.do("A rest").settle()
    assert (play.acting(), play.scores()) == ([], (0, 5))
    longer = Play(
        {"target_score": 50}, squares=["b1", "b2"], scores=[0, 30], hands=["jab", ""], tables=WAIT
    )
    assert longer.do("A rest").settle().acting() == ["B"]


def test_km_r40_walks_through_effects() -> None:
    """KM-R40: an Effect may open if another Effect leads on to an Action card."""
    overlay = {
        "card": {
            "change_sides": {"allows": []},
            "jab": {"added": ["Fast"]},
            "reverse_punch": {"on": []},
        }
    }
    play = Play(overlay=overlay, hands=["change_sides reverse_punch", ""])
    assert play.plays("A") == {"reverse_punch"}
    assert play.why("A play change_sides") == "KM-R40"
    joined = Play(overlay=overlay, hands=["change_sides burst_of_speed reverse_punch", ""])
    assert joined.plays("A") == {"reverse_punch", "change_sides", "burst_of_speed"}
    joined.do("A play change_sides")
    assert joined.legal("A") == ["play burst_of_speed"]
    assert joined.do("A play burst_of_speed").legal("A") == ["play reverse_punch"]


def test_km_r40_a_dead_end_does_not_hide_another_way() -> None:
    """KM-R40: an Effect that leads nowhere is tried first, the one that leads on after it."""
    overlay = {
        "card": {
            "change_sides": {"allows": [{"all": ["Effect"]}]},
            "hand_fake": {"allows": []},
            "burst_of_speed": {"on": []},
            "jab": {"added": ["Fast"]},
            "reverse_punch": {"on": []},
        }
    }
    hands = ["change_sides hand_fake burst_of_speed reverse_punch", ""]
    play = Play(overlay=overlay, hands=hands)
    assert play.plays("A") == {"change_sides", "burst_of_speed", "reverse_punch"}
    assert play.do("A play change_sides").legal("A") == ["play burst_of_speed"]


def test_km_r40_many_effects() -> None:
    """KM-R40: a hand of two dozen Effects is searched quickly in any order."""
    kept = ("blitz", "hand_fake", "burst_of_speed")
    changes = {name: {"count": 0} for name in WORDS if name not in kept}
    changes |= {"hand_fake": {"count": 13}, "burst_of_speed": {"count": 12}}
    hand = " ".join(["hand_fake"] * 12 + ["burst_of_speed"] * 12)
    play = Play(overlay={"card": changes}, hands=[f"{hand} blitz", ""], no_rest="A")
    assert play.legal("A") == ["play blitz"]
    assert play.why("A play hand_fake") == "KM-R40"


def test_km_r40_mirrors_on_the_way() -> None:
    """KM-R40, KM-R25: the walk sees steps as they are once mirrored."""
    overlay = {"card": {"change_sides": {"count": 2}, "jab": {"count": 2}}}
    hands = ["change_sides change_sides hand_fake spinning_backfist", ""]
    play = Play(overlay=overlay, hands=hands)
    shows = play.state.setting.shows
    card = 1 << 6
    for move in range(10):
        shows[move] &= ~card
    shows[5 + 2] |= card  # as if only mirrored, and only to the left
    assert play.plays("A") == {"change_sides", "hand_fake"}
    play.do("A play hand_fake")
    assert play.legal("A") == ["play change_sides"]
    play.do("A play change_sides")
    assert play.legal("A") == ["play spinning_backfist"]
    twice = Play(overlay=overlay, hands=hands)
    for move in range(10):
        twice.state.setting.shows[move] &= ~card
    twice.state.setting.shows[2] |= card  # only as printed
    twice.do("A play change_sides")
    assert twice.plays("A") == {"change_sides", "hand_fake"}
    assert twice.do("A play change_sides").plays("A") == {"spinning_backfist", "hand_fake"}
