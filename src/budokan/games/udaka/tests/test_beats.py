"""What is seen to happen, the line that sums it up, and choices everybody sees to be single."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from budokan.games.udaka import GAME
from budokan.games.udaka.rules.rules import Udaka
from budokan.games.udaka.tests.helper import Play
from budokan.kit.contract import SPECTATOR, legal_codes
from budokan.kit.scene import Beat, Scene, apply_beat
from budokan.kit.testing.trial import zone
from budokan.kit.view import News
from budokan.kit.words import Event
from budokan.match.match import CodedMatch


def seen(play: Play, viewer: int, *entries: str) -> tuple[Scene, Scene, list[Beat], str]:
    """The scene before, the one after, the beats, and the line after some entries."""
    before, past = play.scene(viewer), len(play.recorder.events)
    play.do(*entries)
    words = GAME.words(play.setup, you=viewer)
    told = words.known_events(play.recorder.events[past:], viewer)
    view = play.view(viewer)
    scene = GAME.draw_scene(play.setup, view, viewer, (), news=News(0, told, told))
    assert scene.happened is not None
    return before, scene, list(scene.happened.beats), scene.happened.line


def told(found: Sequence[Beat]) -> list[tuple[str, str]]:
    return [(beat.kind, beat.text) for beat in found]


def test_a_pair_is_laid_then_its_tokens_go_to_their_owner() -> None:
    play = Play(
        options={"pair_takes": "all"},
        hands=["7 7 4", "5 6"],
        boxes="1 1 1 1 1 2 1 0",
        tokens=[0, 0],
    )
    before, _, beats, line = seen(play, 0, "A pair 7", "* draw 3", "* draw 8")
    assert told(beats) == [
        ("play", "You lay a pair of 7s."),
        ("gain", "You take 2 tokens with a pair of 7s."),
        ("draw", "You refill with one 3."),
        ("draw", "B draws a card."),
    ]
    assert line == "You take 2 tokens with a pair of 7s. You refill with one 3."
    gain = beats[1]
    assert (gain.seat, gain.amount, gain.role) == (0, 2, "gain")
    after = apply_beat(apply_beat(before, beats[0]), gain)
    assert [piece.id for piece in zone(after, "seat.A.tokens").pieces] == [
        "seat.A.token.1",
        "seat.A.token.2",
    ]
    assert "box.7" not in {piece.spot for piece in zone(after, "boxes").pieces}
    assert [piece.id for piece in zone(after, "seat.A.hand").pieces] == ["hand.4.1"]
    assert zone(after, "pile").pieces[0].face.startswith("7-")


def test_others_see_backs_and_no_ranks() -> None:
    play = Play(hands=["7 7 4", "5 6"], tokens=[0, 0])
    _, _, beats, line = seen(play, 1, "A pair 7", "* draw 3", "* draw 8")
    assert told(beats)[1:3] == [
        ("gain", "A takes 1 token with a pair of 7s."),
        ("draw", "A refills with a card."),
    ]
    drawn = beats[2].changes[0].piece
    assert drawn is not None and (drawn.face, drawn.marks) == ("", ("hidden",))
    assert line == "A takes 1 token with a pair of 7s. You draw one 8."


def test_a_worthless_pair_misses() -> None:
    play = Play(hands=["2 7 4", "5 6"], pile="2", tokens=[0, 1])
    _, _, beats, line = seen(play, 0, "A single 2", "* draw 8")
    assert told(beats)[:2] == [
        ("play", "You pair 2 with the top card."),
        ("miss", "Box 2 is empty."),
    ]
    assert beats[1].pieces == ("box.2",)
    assert line == "You lay a pair of 2s for nothing: box 2 is empty."


def test_the_joker_is_a_gain_to_its_player_and_a_loss_to_the_victim() -> None:
    hands, tokens = ["J 8 9", "5 6", "7 8"], [1, 2, 0]
    for viewer, kind, role, text in (
        (0, "gain", "gain", "You take 1 token from B with the Joker."),
        (1, "lose", "hit", "A takes 1 token from you with the Joker."),
        (2, "gain", "gain", "A takes 1 token from B with the Joker."),
    ):
        before, _, beats, line = seen(
            Play(3, hands=hands, tokens=tokens), viewer, "A single J from B", "* draw 3"
        )
        moved = beats[1]
        assert (moved.kind, moved.role, moved.amount, moved.target) == (kind, role, 1, 1)
        assert moved.text == text and line.startswith(text)
        after = apply_beat(apply_beat(before, beats[0]), moved)
        counts = [len(zone(after, f"seat.{mark}.tokens").pieces) for mark in "ABC"]
        assert counts == [2, 1, 0]


def test_the_king_gives_a_token_back() -> None:
    play = Play(hands=["K 7 4", "5 6"], tokens=[2, 0])
    before, _, beats, line = seen(play, 0, "A single K on 5", "* draw 8")
    assert told(beats)[:2] == [
        ("play", "You lay the Suicide King."),
        ("lose", "You give 1 token back to box 5 with the Suicide King."),
    ]
    assert (beats[1].target, beats[1].amount, beats[1].role) == (0, 1, "hit")
    after = apply_beat(before, beats[1])
    assert [piece.id for piece in zone(after, "seat.A.tokens").pieces] == ["seat.A.token.1"]
    assert Counter(piece.spot for piece in zone(after, "boxes").pieces)["box.5"] == 2
    assert line == beats[1].text


def test_the_fourth_ace_brings_the_udaka_token() -> None:
    play = Play(hands=["A A 4", "5 6"], udaka_pile=2)
    before, _, beats, line = seen(play, 1, "A pair A", "* draw 3", "* draw 8")
    assert told(beats)[:2] == [
        ("play", "A lays two Aces, 4 of 4."),
        ("gain", "A takes the UDAKA token with the fourth Ace."),
    ]
    assert beats[0].pieces == ("udaka.3", "udaka.4")
    after = apply_beat(apply_beat(before, beats[0]), beats[1])
    assert [piece.id for piece in zone(after, "seat.A.tokens").pieces] == ["udaka.token"]
    assert line == "A takes the UDAKA token with the fourth Ace. You draw one 8."


def last_turn(viewer: int) -> tuple[Scene, Scene, list[Beat], str]:
    play = Play(
        turn="B", draw="", hands=["", "9"], pile="9", tokens=[4, 3], boxes="0 0 0 0 0 0 0 1",
        udaka="A",
    )  # fmt: skip
    return seen(play, viewer, "B single 9", *(f"* draw {n}" for n in "23456"))


def test_a_round_ends_with_a_stop() -> None:
    before, _, beats, line = last_turn(1)
    assert told(beats) == [
        ("play", "You pair 9 with the top card."),
        ("gain", "You take 1 token with a pair of 9s."),
        ("stop", "Round 1: A wins with 5. You score 4 with 4 number tokens."),
        ("move", "A deals round 2."),
    ]
    assert line == f"{beats[2].text} You draw one 6."
    for beat in beats[:3]:
        before = apply_beat(before, beat)
    assert [piece.id for piece in zone(before, "seat.B.tokens").pieces][-1] == "seat.B.token.4"
    assert [piece.id for piece in zone(before, "seat.A.rounds").pieces] == ["seat.A.round.1"]
    assert [piece.id for piece in zone(before, "rounds").pieces] == ["rounds.1"]
    assert last_turn(0)[3] == "Round 1: you win with 5."


def test_the_dealer_draw_turns_up_cards() -> None:
    entries = ["* first B", "* show K", "* show J", "* first A", "* show 9", "* show 4"]
    deal = [f"* draw {n}" for n in "23456"]
    before, _, beats, _ = seen(Play(), 1, *entries, *deal)
    assert [beat.kind for beat in beats] == ["turn", "turn", "clear", "turn", "turn", "move"]
    assert beats[0].text == "You turn up the Suicide King." and beats[-1].text == "A deals round 1."
    for beat in beats:
        before = apply_beat(before, beat)
    assert zone(before, "seat.A.hand").pieces == zone(before, "seat.B.hand").pieces == ()
    assert [piece.id for piece in zone(before, "seat.A").pieces] == ["dealer"]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("takes", ["one", "all"])
def test_amounts_add_up_to_the_tokens_that_changed_hands(seats: int, takes: str) -> None:
    setup = GAME.setup(seats, {"pair_takes": takes})
    match = CodedMatch(GAME, setup, seed=f"{seats:032x}")
    match.begin()
    pick, moved, tokens = random.Random(seats), 0, [0] * seats
    while not match.over:
        seat = match.acting[0]
        match.play(seat, pick.choice(match.legal(seat)))
        state = match.state
        assert isinstance(state, Udaka)
        ends = any(beat.kind == "stop" for beat in beats_of(match, SPECTATOR))
        now = [int(n) for n in (state.last if ends else state.tokens)][:seats]
        for viewer in (0, SPECTATOR):
            assert gained(beats_of(match, viewer), seats) == [
                after - before for after, before in zip(now, tokens, strict=True)
            ]
        moved += now != tokens
        tokens = [int(n) for n in state.tokens]
    assert moved > 5


def beats_of(match: CodedMatch, viewer: int) -> tuple[Beat, ...]:
    happened = match.scene(viewer).happened
    assert happened is not None
    return happened.beats


def gained(beats: Sequence[Beat], seats: int) -> list[int]:
    """How many number tokens every seat has won, by the beats."""
    won = [0] * seats
    for beat in beats:
        if beat.amount is None or beat.pieces == ("udaka.token",):
            continue
        if beat.seat != beat.target:
            won[beat.seat] += beat.amount
        if beat.target is not None:
            won[beat.target] -= beat.amount
    return won


@pytest.mark.parametrize(
    ("forced", "hands", "tokens"),
    [
        (True, ["7", "K"], [0, 3]),  # one victim, no token to return
        (False, ["7 3", "5"], [0, 0]),
        (False, ["7", "K"], [2, 0]),  # it may be the King
        (True, ["7", "5"], [2, 0]),  # the King has been laid
        (False, ["7", "J", "6"], [0, 1, 1]),  # it may be the Joker
        (True, ["7", "5", "6"], [0, 1, 1]),
    ],
)
def test_the_last_card_is_forced_unless_it_may_ask_for_more(
    forced: bool, hands: list[str], tokens: list[int]
) -> None:
    play = Play(len(hands), draw="", udaka="A", hands=hands, tokens=tokens)
    assert play.state.is_forced(0) is forced
    assert play.view(SPECTATOR).is_forced(0) is forced
    assert not play.state.is_forced(1)  # not its turn
    assert len(legal_codes(play.state, 0)) == len(hands[0].split())


@pytest.mark.parametrize(
    ("hands", "tokens"), [(["7", "5"], [2, 0]), (["7", "5", "6"], [0, 1, 1])], ids=["king", "joker"]
)
def test_the_last_card_reminds_nobody_in_a_game_of_memory(
    hands: list[str], tokens: list[int]
) -> None:
    """UD-R19: whether the King and the Joker are laid is for players to remember."""
    given: dict[str, Any] = {"draw": "", "udaka": "A", "hands": hands, "tokens": tokens}
    assert Play(len(hands), **given).state.is_forced(0)
    forgetful = Play(len(hands), options={"show_discards": False}, **given)
    assert not forgetful.state.is_forced(0)


def test_a_sentence_about_the_viewer_says_you() -> None:
    words = GAME.words(GAME.setup(3), ("Ann", "Ben", "Cleo"), you=1)
    kinds = {name: number for number, name in enumerate(GAME.events)}
    tie = [
        Event(kinds[name], seat, 2, 4)
        for name, seat in (("tied_first", 0), ("tied_last", 1), ("tie_inside", 1))
    ]
    assert words.lines(tie, 1) == [
        "Round 2: Ann and you tie at 4; you hold the UDAKA token and win."
    ]
    robbed = Event(kinds["joker"], 0, 1, 0)
    assert words.sentence(robbed, 1) == "Ann plays the Joker and takes a token from you."


def test_the_line_says_that_the_last_card_is_drawn() -> None:
    play = Play(hands=["7 4 4", "5 6"], draw="3", udaka="A")
    *_, line = seen(play, 1, "A single 7", "* draw 3")
    last = "You have drawn the last card; nobody draws or refills any more."
    assert line == f"A lays one 7. {last} You draw one 3."
