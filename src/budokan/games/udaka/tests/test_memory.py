"""UD-R19: with show_discards = false Udaka is a game of memory."""

from typing import Any

import pytest

from budokan.games.udaka import GAME
from budokan.games.udaka.tests.helper import Play
from budokan.kit.contract import SPECTATOR
from budokan.kit.entries import parse_entry
from budokan.kit.rng import Rng
from budokan.kit.scene import Facts
from budokan.match.match import CodedMatch

HIDDEN: dict[str, Any] = {"show_discards": False}
# A deals; B holds 2 5, C 3 6, A 4 7.
BEGUN = ["* first A", *(f"* show {rank}" for rank in "923"), *(f"* draw {n}" for n in range(2, 8))]
TRIP = ["* draw 8", "B single 8", "* draw 9", "C single 9", "* draw 9", "A single 9"]
NEXT = ["* draw 5", "B pair 5", "* draw 4", "* draw K"]


def match(*entries: str) -> CodedMatch:
    """A table of three that forgets."""
    played = CodedMatch(GAME, GAME.setup(3, HIDDEN), seed="x")
    for entry in entries:
        played.replay(*parse_entry(GAME.notation, 3, entry))
    return played


def heard(played: CodedMatch, viewer: int) -> list[str]:
    """The story from the dealer on."""
    told = played.told(viewer)
    deals = "You deal round 1." if viewer == 0 else "A deals round 1."
    return told[told.index(deals) + 1 :]


def test_ud_r19_a_player_who_has_not_discarded_yet_forgets_nothing() -> None:
    told = heard(match(*BEGUN, *TRIP[:5]), 0)
    assert told == [
        "You are dealt one 4.",
        "You are dealt one 7.",
        "B draws a card.",
        "B lays one 8.",
        "C draws a card.",
        "C lays one 9.",
        "You draw one 9.",
    ]


def test_ud_r19_discards_since_ones_own_are_told_in_full() -> None:
    told = heard(match(*BEGUN, *TRIP, *NEXT[:1]), 1)
    assert told == [
        "You draw a card.",
        "You lay one 8.",
        "C draws a card.",
        "C lays one 9.",
        "A draws a card.",
        "A pairs 9 with the top card and takes the 9 token.",
        "You draw one 5.",
    ]


def test_ud_r19_earlier_discards_and_own_draws_fade() -> None:
    """One's own discards cannot be worked out from the cards one drew."""
    faded = [
        "B draws a card.",
        "B lays one card.",
        "C draws a card.",
        "C lays one card.",
        "A draws a card.",
        "A pairs with the top card and takes the 9 token.",
        "B draws a card.",
        "B lays a pair of 5s and takes the 5 token.",
    ]
    played = match(*BEGUN, *TRIP, *NEXT)
    mine = [line.replace("B draws", "You draw").replace("B lays", "You lay") for line in faded]
    mine[-1] = "You lay a pair of 5s and take the 5 token."
    assert heard(played, 1) == [*mine, "You refill with one 4.", "C draws a card."]
    assert heard(played, SPECTATOR) == [*faded, "B refills with a card.", "C draws a card."]
    third = heard(played, 2)
    assert third[:3] == ["B draws a card.", "B lays one card.", "You draw a card."]
    assert third[3] == "You lay one 9." and third[-1] == "You draw the Suicide King."
    played.replay(*parse_entry(GAME.notation, 3, "C single K"))
    assert "B refills with a card." in heard(played, 2)
    assert "You refill with one 4." in heard(played, 1)


def test_ud_r19_with_shown_discards_nothing_fades() -> None:
    played = CodedMatch(GAME, GAME.setup(3), seed="x")
    for entry in [*BEGUN, *TRIP, *NEXT]:
        played.replay(*parse_entry(GAME.notation, 3, entry))
    assert "B lays one 8." in heard(played, SPECTATOR)
    assert "You draw one 8." in heard(played, 1)


def test_ud_r19_nothing_fades_in_the_dealer_draw() -> None:
    assert match("* first A", "* show 9").told(1) == [
        "The dealer draw begins with A.",
        "A turns up one 9.",
    ]


@pytest.mark.parametrize("next_dealer", ["rotate", "redraw"])
def test_ud_r19_ranks_come_back_when_the_round_is_over(next_dealer: str) -> None:
    options = {"next_dealer": next_dealer}
    hidden, shown = (
        CodedMatch(GAME, GAME.setup(3, options | more), seed="y") for more in (HIDDEN, {})
    )
    rng = Rng(3)
    faded = 0
    for played in (hidden, shown):
        played.begin()
    while not hidden.over:
        seat = hidden.acting[0]
        codes = hidden.legal(seat)
        action = codes[rng.below(len(codes))]
        for played in (hidden, shown):
            played.play(seat, action)
        if len(hidden.entries) % 5:
            continue
        for viewer in (0, SPECTATOR):
            told, whole = hidden.told(viewer), shown.told(viewer)
            decided = [at for at, line in enumerate(whole) if line.startswith("Round ")]
            ended = decided[-1] + 1 if decided else 0
            assert told[:ended] == whole[:ended]
            faded += told != whole
    assert faded > 5 and len(decided) > 1
    for viewer in (0, 1, 2, SPECTATOR):
        assert hidden.told(viewer) == shown.told(viewer)


def facts(play: Play) -> list[Facts]:
    return list(play.scene(0).facts)


def test_ud_r19_the_screen_keeps_only_the_top_card() -> None:
    position: dict[str, Any] = {"hands": ["9 2 4", "5 6"], "pile": "7 8 9"}
    play, shown = Play(options=HIDDEN, **position), Play(**position)
    assert [facts.title for facts in facts(play)] == ["If the round ended now"]
    assert [facts.title for facts in facts(shown)] == ["If the round ended now", "Seen so far"]

    def note(play: Play) -> str:
        chosen = next(c for c in play.scene(0).choices if c.action == "single 2")
        assert chosen.preview and chosen.preview.alarm == "may give box 2 away"
        return chosen.preview.note

    assert (note(play), note(shown)) == ("", "three 2s unseen")
    assert (play.sees(0)["pile"], shown.sees(0)["pile"]) == ("? ? 9", "7 8 9")
    assert play.zone(0, "pile").count == 3
    assert play.legal("A") == shown.legal("A")
    over = Play(options=HIDDEN, round_wins=[2, 0], draw="", udaka="A")
    assert [facts.title for facts in facts(over)] == ["Last round", "Seen so far"]


def test_ud_r19_the_top_card_does_not_tell_how_many_lie_below() -> None:
    piles = ("7 8 9", "9 9 9", "9 8 9")
    scenes = [Play(options=HIDDEN, hands=["3 2 4", "5 6"], pile=pile).scene(0) for pile in piles]
    assert scenes[0] == scenes[1] == scenes[2]
    shown = [Play(hands=["3 2 4", "5 6"], pile=pile).scene(0) for pile in piles]
    assert shown[0] != shown[1] != shown[2]
