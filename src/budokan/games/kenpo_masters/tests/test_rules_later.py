"""The clauses of rules.md from resting on, and the contract."""

from budokan.games.kenpo_masters import GAME
from budokan.games.kenpo_masters.rules import actions
from budokan.games.kenpo_masters.tests.helper import POSITIONS, WORDS, Play, whole
from budokan.kit.contract import CHANCE, SPECTATOR, chances
from budokan.kit.rng import Rng
from budokan.kit.testing.trial import twin
from budokan.match.match import CodedMatch

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
    """KM-R35: one number for a whole turn, a new one once it is passed."""
    play = Play(squares=["b2", "b3"], hands=["block round_kick", ""], tables=["", "jab:stay"])
    firm = play.state.commit_count()
    play.do("A play block", "A go stay", "A play round_kick", "A stop")
    assert (play.state.commit_count(), play.acting()) == (firm, ["A"])
    play.do("A block 1")
    assert (play.state.commit_count(), play.acting()) == (firm + 1, ["B"])


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
    """KM-36, KM-04, KM-71, KM-R32: whoever is not asked, and entries of chance."""
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
