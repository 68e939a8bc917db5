"""The table on the screen."""

from collections import Counter
from typing import Any

import pytest

from budokan.games.udaka.tests.helper import Play
from budokan.kit.contract import SPECTATOR
from budokan.kit.scene import Choice, Facts, Scene, faults
from budokan.kit.testing.trial import piece

MUST = {"joker_must_play": True}


def choice(scene: Scene, action: str) -> Choice:
    return next(choice for choice in scene.choices if choice.action == action)


def facts(scene: Scene, title: str) -> Facts:
    return next(facts for facts in scene.facts if facts.title == title)


def note(scene: Scene, action: str) -> str:
    preview = choice(scene, action).preview
    assert preview is not None
    return f"{preview.note}; {preview.alarm}" if preview.alarm else preview.note


def promise(scene: Scene, action: str) -> tuple[int | None, str]:
    preview = choice(scene, action).preview
    assert preview is not None
    return preview.gain, preview.note


def test_scenes_are_sound_and_offer_the_legal_actions() -> None:
    play = Play(3, hands=["7 7 A", "5 6", "7 8"], pile="7", tokens=[0, 1, 0])
    scene = play.scene(0)
    assert faults(scene) == []
    assert choice(scene, "single 7").paths[:2] == (("hand.7.1", "pile"), ("hand.7.1", "pile.top"))
    assert choice(scene, "pair 7").paths == (("hand.7.1", "hand.7.2"), ("hand.7.2", "hand.7.1"))
    spots = ["udaka", "udaka.1", "udaka.2", "udaka.3", "udaka.4"]
    assert choice(scene, "single A").paths == (("hand.A.1",),)  # a click lays the only Ace
    two = Play(hands=["A A 3", "5 6"]).scene(0)
    lone = choice(two, "single A").paths
    assert lone[: len(spots)] == tuple(("hand.A.1", spot) for spot in spots)
    assert piece(scene, "hand.7.1").marks == ("pairs",)
    assert piece(scene, "hand.A.1").marks == ()
    assert play.scene(1).choices == ()
    assert play.scene(1).prompt.question == "A chooses a discard."


def test_refused_cards_say_why() -> None:
    scene = Play(options=MUST, hands=["J 7 9", "5 6"], tokens=[0, 1]).scene(0)
    refused = piece(scene, "hand.7.1").refused
    assert refused and refused.clause == "UD-R11"
    assert piece(scene, "hand.J.1").refused is None
    assert scene.prompt.question == "From whom do you take a token?"


def test_ud_52_tokens_lie_side_by_side() -> None:
    """UD-52."""
    play = Play(hands=["2 3 4", "5 6"], tokens=[3, 1], udaka="A")
    shown = [piece.face for piece in play.zone(1, "seat.A.tokens").pieces]
    assert shown == ["token", "token", "token", "udaka"]
    assert [piece.face for piece in play.zone(1, "seat.B.tokens").pieces] == ["token"]
    assert "udaka.token" not in [piece.id for piece in play.zone(1, "udaka").pieces]


def test_boxes_and_piles_on_the_table() -> None:
    play = Play(hands=["2 3 4", "5 6"], tokens=[0, 1], boxes="0 2 0 1 1 1 1 1", pile="7 8")
    spots = Counter(piece.spot for piece in play.zone(0, "boxes").pieces)
    assert spots == Counter({"box.3": 2, **{f"box.{n}": 1 for n in range(5, 10)}})
    assert (play.zone(0, "pile").count, play.zone(0, "draw").count) == (2, 31)
    titles = (play.zone(0, "pile").title, play.zone(0, "draw").title)
    assert titles == ("Discard pile", "Draw pile")
    assert play.zone(0, "pile").pieces[0].corners[0].value == "8"
    assert [piece.shape for piece in play.zone(0, "udaka").pieces] == ["slot"] * 4 + ["token"]
    assert piece(play.scene(0), "dealer").name == "Dealer"


def test_standings_say_who_would_win_and_why() -> None:
    def verdict(**more: Any) -> str:
        play = Play(3, hands=["2 3 4", "5 6", "7 8"], **more)
        return facts(play.scene(0), "If the round ended now").note

    assert verdict(tokens=[2, 1, 0]) == "You lead with 2."
    assert verdict(tokens=[1, 2, 0]) == "B leads with 2."
    assert (
        verdict(tokens=[2, 2, 0]) == "You and B tie at 2; the player of the fourth Ace breaks it."
    )
    tie = verdict(tokens=[2, 2, 0], udaka="C")
    assert tie == "You and B tie at 2; C would win with the UDAKA token."
    assert verdict(tokens=[1, 1, 1], boxes="0 0 0 1 1 1 1 1").startswith("You, B and C tie at 1;")


def test_standings_draw_the_count() -> None:
    play = Play(3, hands=["2 3 4", "5 6", "7 8"], tokens=[2, 1, 0], udaka="B")
    rows = facts(play.scene(1), "If the round ended now").rows
    assert [row.cells for row in rows] == [("A", "2"), ("You", "2"), ("C", "0")]
    assert [row.bars for row in rows] == [(("", 2 / 9),), (("", 2 / 9),), (("", 0.0),)]
    assert [row.strong for row in rows] == [False, True, False]
    spectator = facts(play.scene(SPECTATOR), "If the round ended now").rows
    assert not any(row.strong for row in spectator)


def test_ud_r19_the_card_counter() -> None:
    play = Play(hands=["7 7 4", "5 6"], pile="7 8", tokens=[0, 1])
    counter = facts(play.scene(0), "Seen so far")
    rows = {row.cells[0]: row.cells[1:] for row in counter.rows}
    assert rows["7"] == ("1", "2", "1", "1")
    assert rows["2"] == ("0", "0", "4", "0")
    assert rows["8"] == ("1", "0", "3", "1")


def test_places_around_the_table() -> None:
    def places(seats: int, viewer: int) -> list[str]:
        play = Play(seats)
        return [play.zone(viewer, f"seat.{mark}").place for mark in "ABCDEF"[:seats]]

    assert places(2, 1) == ["far", "near"]
    assert places(3, 0) == ["near", "left", "right"]
    assert places(4, 2) == ["far", "right", "near", "left"]
    assert places(5, SPECTATOR) == ["near", "left", "far", "far", "right"]


def test_previews() -> None:
    scene = Play(hands=["7 7 A", "5 6"], pile="7", tokens=[0, 1]).scene(0)
    assert promise(scene, "single 7") == (1, "from box 7")
    assert promise(scene, "pair 7") == (1, "from box 7; you will draw one card")
    assert promise(scene, "single A") == (None, "first Ace of four")
    assert choice(scene, "single 7").label == "Pair 7 with the top card"
    assert choice(scene, "pair 7").label == "Lay a pair of 7s"
    assert choice(scene, "single A").label == "Lay one Ace"
    scene = Play(hands=["2 2 9", "5 6"], pile="7", tokens=[0, 1]).scene(0)
    worthless = "worthless pair, box 2 is empty; you will draw one card"
    assert promise(scene, "pair 2") == (None, worthless)
    assert note(scene, "single 2") == "safe: box 2 is empty"
    assert note(scene, "single 9") == "three 9s unseen; may give box 9 away"
    scene = Play(hands=["A A 9", "5 6"], udaka_pile=2).scene(0)
    fourth = "fourth Ace of four: the UDAKA token; you will draw one card"
    assert promise(scene, "pair A") == (1, fourth)
    assert promise(scene, "single A") == (None, "third Ace of four")


def test_a_card_that_could_win_as_a_pair_says_so() -> None:
    hand = {
        hold: Play(hands=[hold, "5 6"], pile="3", tokens=[0, 1]).scene(0)
        for hold in ("7 7 A", "2 2 9")
    }
    seven, two = piece(hand["7 7 A"], "hand.7.2").preview, piece(hand["2 2 9"], "hand.2.1").preview
    assert seven and (seven.gain, seven.alarm) == (1, "")
    assert seven.note == "as a pair: from box 7; you will draw one card"
    assert two and (two.gain, two.note) == (None, "safe: box 2 is empty")


def test_previews_promise_no_refill_from_an_empty_draw_pile() -> None:
    scene = Play(draw="", hands=["7 7 3", "4 5"], udaka="A").scene(0)
    assert promise(scene, "pair 7") == (1, "from box 7")


def test_ud_r9_previews_count_what_a_pair_takes() -> None:
    for takes, n in (("one", 1), ("all", 3)):
        boxes, tokens = "0 0 1 1 1 3 1 0", [0, 1]
        play = Play(
            options={"pair_takes": takes}, hands=["7 7 3", "4 5"], boxes=boxes, tokens=tokens
        )
        assert promise(play.scene(0), "pair 7")[0] == n


def test_previews_of_king_and_joker() -> None:
    scene = Play(3, hands=["K J 9", "5 6", "7 8"], tokens=[1, 2, 0]).scene(0)
    assert choice(scene, "single K on 9").paths == (("hand.K.1", "box.9"),)
    assert choice(scene, "single K on 9").label == "Suicide King: return a token to box 9"
    assert promise(scene, "single K on 9") == (-1, "box 9 then has 2")
    assert choice(scene, "single J from B").paths == (("hand.J.1",),)
    assert choice(scene, "single J from B").label == "Joker: take a token from B"
    assert promise(scene, "single J from B") == (1, "B keeps 1")
    king, joker = piece(scene, "hand.K.1").preview, piece(scene, "hand.J.1").preview
    assert king and (king.gain, king.note) == (-1, "choose a box to return it to")
    assert joker and (joker.gain, joker.note) == (1, "B keeps 1")
    scene = Play(3, hands=["J 8 9", "5 6", "7 8"], tokens=[1, 2, 1]).scene(0)
    assert choice(scene, "single J from B").paths == (("hand.J.1", "seat.B"),)
    joker = piece(scene, "hand.J.1").preview
    assert joker and (joker.gain, joker.note) == (1, "choose from whom")
    free = Play(hands=["K J 9", "5 6"]).scene(0)
    assert promise(free, "single K") == (None, "nothing to return")
    assert promise(free, "single J") == (None, "nothing to take")
    labels = [choice(free, f"single {rank}").label for rank in "KJ9"]
    assert labels == ["Lay the Suicide King", "Lay the Joker", "Lay one 9"]


def test_ud_r8_a_spent_top_card_is_marked() -> None:
    def look(spent: bool) -> tuple[Any, ...]:
        scene = Play(
            options={"top_reuse": False},
            hands=["7 2 3", "4 5"],
            pile="7 7",
            top_spent=spent,
        ).scene(0)
        marks = piece(scene, "pile.top").marks, piece(scene, "hand.7.1").marks
        return (*marks, choice(scene, "single 7").label)

    assert look(True) == (("spent",), (), "Lay one 7")
    assert look(False) == ((), ("pairs",), "Pair 7 with the top card")


def test_suits_are_designed_and_no_card_stands_twice() -> None:
    scene = Play(hands=["7 7 K", "J 6"], pile="7 7").scene(0)
    sevens = [piece(scene, name) for name in ("pile.top", "hand.7.1", "hand.7.2")]
    assert len({seven.face for seven in sevens}) == 3 and all(seven.designed for seven in sevens)
    king = piece(scene, "hand.K.1")
    assert (king.face, king.kind, king.corners[0].label) == ("K-hearts", "hearts", "♥")
    assert (king.name, king.designed) == ("Suicide King", True)
    joker = piece(Play(hands=["J 2 3", "4 5"]).scene(0), "hand.J.1")
    # Its sign is ours, though the card is printed.
    assert (joker.face, joker.kind, joker.designed) == ("J", "", True)


@pytest.mark.parametrize("viewer", [0, 1, 4, SPECTATOR])
def test_the_dealer_draw_shows_no_card_twice(viewer: int) -> None:
    play = Play(5).do("* first D")
    before: dict[str, str] = {}
    for seat in "DEAB":
        play.do("* show 9")
        faces = {mark: play.zone(viewer, f"seat.{mark}.hand").pieces for mark in "ABCDE"}
        shown = {mark: pieces[0].face for mark, pieces in faces.items() if pieces}
        assert len(set(shown.values())) == len(shown)
        assert {mark: shown[mark] for mark in before} == before and seat in shown
        before = shown


def test_phases_and_prompts() -> None:
    def said(play: Play, viewer: int = 0) -> tuple[int, str, str]:
        scene = play.scene(viewer)
        return scene.phase, scene.prompt.question, scene.prompt.note

    play = Play()
    assert said(play) == (0, "The dealer is drawn.", "Choose the dealer")
    play.do("* first B")
    assert said(play) == (0, "The dealer is drawn.", "Choose the dealer")
    play.do("* show 9", "* show 2")
    assert said(play) == (1, "The cards are dealt.", "Deal, 38 cards left")
    play.do("* draw 4", "* draw 5", "* draw 4", "* draw 6")
    assert said(play) == (2, "You draw a card.", "Draw phase, 34 cards left")
    play.do("* draw 7")
    assert said(play) == (2, "Lay one card or a pair", "Draw phase, 33 cards left")
    assert said(play, 1) == (2, "A chooses a discard.", "Draw phase, 33 cards left")
    play.do("A pair 4")
    assert said(play) == (2, "You draw a card.", "Draw phase, 33 cards left")
    last = Play(draw="8 9", hands=["2 3", "4 5"], udaka="A").do("* draw 9")
    assert said(last) == (2, "Lay one card", "Draw phase, 1 card left")
    last.do("A single 9", "* draw 8")
    assert said(last, 1) == (2, "Lay one card", "Draw phase, 0 cards left")
    last.do("B single 8")
    assert said(last) == (3, "Lay one card", "End phase: no more drawing")


def test_the_result_and_the_summary() -> None:
    over: dict[str, Any] = {"draw": "", "udaka": "A", "tokens": [3, 5]}
    play = Play(**over, round_wins=[0, 2])
    scene = play.scene(0)
    assert (scene.result, scene.prompt.question) == (
        "B wins the game with 2 rounds.",
        "The game is over.",
    )
    assert (play.scene(SPECTATOR).result, scene.status) == (scene.result, "round 2")
    short = Play(options={"rounds_to_win": 1}, **over, round_wins=[0, 1])
    assert short.scene(0).result == "B wins the game with 1 round."
    play = Play(hands=["2 3 4", "5 6"], pile="7", tokens=[1, 0], udaka="B")
    assert (play.scene(0).result, play.scene(0).status) == ("", "round 1")
    assert play.scene(0).summary == (
        "Draw phase, 28 cards left; 7 on top; boxes with tokens: 3, 4, 5, 6, 7, 8, 9; "
        "number tokens: You 1, B 0, the UDAKA token with B."
    )


@pytest.mark.parametrize(
    ("counts", "rounds", "scores", "winner", "how"),
    [
        (True, ["T D", "T T", "T T", "T T"], "2222", 0, "You, A, B and D tie at 2; A holds {}"),
        (False, ["T D", "T T", "T T", "T T"], "1222", 0, "You, B and D tie at 2; A holds {}"),
        (True, ["T D", "T T", "T T", "T T T"], "2223", 3, "D wins with 3."),
        (True, ["T T T T", "T T T T", "", "D"], "4401", 3, "A and B tie at 4; D holds {}"),
    ],
)
def test_the_last_round_is_shown_as_the_rulebook_writes_it(
    counts: bool, rounds: list[str], scores: str, winner: int, how: str
) -> None:
    """UD-E1, UD-E2, UD-E3"""
    wins = [int(seat == winner) for seat in range(4)]
    hands = ["2 3 4", "5 6", "7 8", "9 9"]
    options = {"udaka_counts": counts, "show_discards": False}
    play = Play(4, options, hands=hands, round_wins=wins, last_round=rounds)
    scene = play.scene(2)
    assert [shown.title for shown in scene.facts] == ["If the round ended now", "Last round"]
    shown = facts(scene, "Last round")
    assert shown.head == ("player", "tokens T, UDAKA D", "score", "rounds won")
    assert [row.cells for row in shown.rows] == [
        (("A", "B", "You", "D")[seat], rounds[seat] or "none", scores[seat], str(wins[seat]))
        for seat in range(4)
    ]
    assert [row.strong for row in shown.rows] == [bool(n) for n in wins]
    assert shown.note == how.format("the UDAKA token and wins.")


def test_the_last_round_is_shown_at_the_end_and_not_before_there_is_one() -> None:
    over = Play(draw="", udaka="A", tokens=[3, 5], round_wins=[1, 2]).scene(0)
    assert [shown.title for shown in over.facts] == ["Last round", "Seen so far"]
    assert facts(over, "Last round").note == "B wins with 5."
    first = Play(hands=["2 3 4", "5 6"]).scene(0)
    assert [shown.title for shown in first.facts] == ["If the round ended now", "Seen so far"]
