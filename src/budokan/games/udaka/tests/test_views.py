"""Who knows what, and what the screen shows of it."""

from collections import Counter
from typing import Any

import pytest

from budokan.games.udaka import GAME
from budokan.games.udaka.rules import A_DRAW, A_SHOW, A_VEILED, Udaka
from budokan.games.udaka.tests.helper import ODD, Play, walk
from budokan.kit.core import CHANCE, SPECTATOR, copy
from budokan.kit.rng import Rng
from budokan.kit.scenario import viewed
from budokan.kit.scene import Choice, Facts, Piece, Scene, faults, zones
from budokan.kit.words import Event

MUST = {"joker_must_play": True}


def test_ud_c14_other_hands_and_the_draw_pile_are_hidden() -> None:
    play = Play(3, hands=["2 3 4", "5 6", "7 8"], pile="9")
    seen = play.view(1)
    assert seen["hands"] == ["? ? ?", "5 6", "? ?"]
    assert seen["draw"] == " ".join("?" * 30)
    assert play.view(SPECTATOR)["hands"] == ["? ? ?", "? ?", "? ?"]


def test_ud_c14_worlds_that_differ_in_hidden_cards_look_alike() -> None:
    one = Play(3, hands=["2 3 4", "5 6", "7 8"], pile="9")
    two = Play(3, hands=["K J A", "5 6", "9 A"], pile="9")
    assert viewed(one.state, 1).encode() == viewed(two.state, 1).encode()
    assert one.scene(1) == two.scene(1)
    assert viewed(one.state, 0).encode() != viewed(two.state, 0).encode()


def test_ud_07_the_dealer_draw_is_face_up() -> None:
    play = Play(3).do("* first A", "* show 9")
    assert play.view(2)["hands"] == ["9", "", ""]
    assert play.view(SPECTATOR)["hands"] == ["9", "", ""]
    assert play.state.seen(2, CHANCE, A_SHOW + 3) == A_SHOW + 3
    piece = play.zone(2, "seat.A.hand").pieces[0]
    assert piece.corners[0].value == "9"


def test_a_drawn_card_is_seen_by_its_drawer_alone() -> None:
    for hands in (["2 3", "5 6"], ["", ""]):
        play = Play(hands=hands, dealer="B")
        action = A_DRAW + 3
        assert play.state.seen(0, CHANCE, action) == action
        assert play.state.seen(1, CHANCE, action) == A_VEILED
        assert play.state.seen(SPECTATOR, CHANCE, action) == A_VEILED
    laid = Play(hands=["2 3 4", "5 6"])
    assert laid.state.seen(1, 0, 2) == 2
    assert GAME.notation.text(A_VEILED) == "draw ?"
    assert play.why("* draw ?") != ""


def test_drawn_cards_are_told_to_their_drawer_alone() -> None:
    play = Play(hands=["7 7", "5 6"]).do("* draw 9", "A pair 7", "* draw K")
    assert play.story(0)[0] == "A draws one 9."
    assert play.story(0)[-1] == "A refills with one Suicide King."
    assert play.story(1)[0] == play.story(SPECTATOR)[0] == "A draws a card."
    assert play.story(1)[-1] == "A refills with a card."
    dealt = Play().do("* first B", "* show 9", "* show 2", "* draw 4")
    assert (dealt.story(0)[-1], dealt.story(1)[-1]) == ("A is dealt one 4.", "")


def guesses(play: Play, viewer: int, n: int) -> list[Udaka]:
    view = viewed(play.state, viewer)
    rng = Rng(5)
    worlds = []
    for _ in range(n):
        world = copy(view)
        world.guess(viewer, rng)
        assert isinstance(world, Udaka)
        worlds.append(world)
    return worlds


def test_a_guess_deals_the_unseen_cards() -> None:
    play = Play(3, hands=["2 3 4", "5 6", "7 8"], pile="9 9 9 9")
    firsts: Counter[str] = Counter()
    for world in guesses(play, 0, 300):
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
    for world in guesses(play, 0, 5):
        assert world.encode() == play.state.encode()


def test_ud_r11_laying_something_else_proves_that_one_holds_no_joker() -> None:
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
def test_ud_r11_a_guess_keeps_the_joker_from_those_who_proved_it(proved: str) -> None:
    play = Play(3, MUST, hands=["2 3 4", "5 6", "7 8"], no_joker=proved)
    holders: Counter[str] = Counter()
    for world in guesses(play, 0, 300):
        for seat, hand in zip("ABC", GAME.write(world, play.setup)["hands"], strict=True):
            holders[seat] += "J" in hand
    for seat in "BC":
        # 35 unseen cards, so an unproved hand of two has the Joker in about 17 of 300 worlds.
        assert (holders[seat] == 0) if seat in proved else (5 < holders[seat] < 40)


def test_ud_r11_the_joker_in_the_last_unproved_hand() -> None:
    play = Play(3, MUST, draw="", hands=["2 3", "4 5", "7 J"], udaka="A", no_joker="B")
    for world in guesses(play, 0, 20):
        assert "J" in GAME.write(world, play.setup)["hands"][2]


def test_a_copy_has_everything_but_the_listener() -> None:
    play = Play(3, ODD)
    for _ in walk(play, 2):
        state = copy(play.state)
        assert state.encode() == play.state.encode()
        assert state.events is None
    assert play["phase"] == "over"


# -- the screen ---------------------------------------------------------------------------------


def choice(scene: Scene, action: str) -> Choice:
    return next(choice for choice in scene.choices if choice.action == action)


def piece(scene: Scene, name: str) -> Piece:
    return next(piece for zone in zones(scene) for piece in zone.pieces if piece.id == name)


def facts(scene: Scene, title: str) -> Facts:
    return next(facts for facts in scene.facts if facts.title == title)


def note(scene: Scene, action: str) -> str:
    preview = choice(scene, action).preview
    assert preview is not None
    return f"{preview.note}; {preview.alarm}" if preview.alarm else preview.note


def test_scenes_are_sound_and_pick_what_is_legal() -> None:
    play = Play(3, hands=["7 7 A", "5 6", "7 8"], pile="7", tokens=[0, 1, 0])
    scene = play.scene(0)
    assert faults(scene) == []
    assert choice(scene, "single 7").paths[:2] == (("hand.7.1", "pile"), ("hand.7.1", "pile.top"))
    assert choice(scene, "pair 7").paths == (("hand.7.1", "hand.7.2"), ("hand.7.2", "hand.7.1"))
    assert choice(scene, "single A").paths == (("hand.A.1", "udaka"),)
    assert piece(scene, "hand.7.1").marks == ("second",)
    assert piece(scene, "hand.A.1").marks == ()
    assert play.scene(1).choices == ()
    assert play.scene(1).prompt.question == "A chooses a discard."


def test_previews() -> None:
    scene = Play(hands=["7 7 A", "5 6"], pile="7", tokens=[0, 1]).scene(0)
    assert note(scene, "single 7") == "takes token 7"
    assert note(scene, "pair 7") == "takes token 7; you will draw one card"
    assert note(scene, "single A") == "first Ace of four"
    assert choice(scene, "single 7").label == "Pair 7 with the top card"
    scene = Play(hands=["2 2 9", "5 6"], pile="7", tokens=[0, 1]).scene(0)
    assert note(scene, "pair 2") == "worthless pair (box 2 empty); you will draw one card"
    assert note(scene, "single 2") == "two 2s unseen, box 2 empty"
    assert note(scene, "single 9") == ("three 9s unseen; token there: the next players may pair it")
    scene = Play(hands=["A A 9", "5 6"], udaka_pile=2).scene(0)
    assert (
        note(scene, "pair A") == "fourth Ace of four, wins the UDAKA token; you will draw one card"
    )
    assert note(scene, "single A") == "third Ace of four"


def test_previews_of_king_and_joker() -> None:
    scene = Play(3, hands=["K J 9", "5 6", "7 8"], tokens=[1, 2, 0]).scene(0)
    assert choice(scene, "single K on 9").paths == (("hand.K.1", "box.9"),)
    assert note(scene, "single K on 9") == "puts a token on box 9, then 2 there"
    assert choice(scene, "single J from B").paths == (("hand.J.1", "seat.B"),)
    assert note(scene, "single J from B") == "steals a token, B keeps 1"
    king, joker = piece(scene, "hand.K.1").preview, piece(scene, "hand.J.1").preview
    assert king and king.note == "King: you must return a token, choose a box"
    assert joker and joker.note == "Joker: choose whom to rob"
    free = Play(hands=["K J 9", "5 6"]).scene(0)
    assert (note(free, "single K"), note(free, "single J")) == (
        "nothing to return",
        "nothing to steal",
    )


def test_refused_cards_say_why() -> None:
    scene = Play(options=MUST, hands=["J 7 9", "5 6"], tokens=[0, 1]).scene(0)
    refused = piece(scene, "hand.7.1").refused
    assert refused and refused.clause == "UD-R11"
    assert piece(scene, "hand.J.1").refused is None
    assert scene.prompt.question == "Whom do you rob?"


def test_ud_52_tokens_lie_side_by_side() -> None:
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
    assert play.zone(0, "pile").pieces[0].corners[0].value == "8"
    assert [piece.shape for piece in play.zone(0, "udaka").pieces] == ["slot"] * 4 + ["token"]
    assert piece(play.scene(0), "dealer").name == "Dealer"


def test_standings_say_who_would_win_and_why() -> None:
    def verdict(**more: Any) -> str:
        play = Play(3, hands=["2 3 4", "5 6", "7 8"], **more)
        return facts(play.scene(0), "If the round ended now").note

    assert verdict(tokens=[2, 1, 0]) == "A leads with 2."
    assert verdict(tokens=[2, 2, 0]) == "A and B tie at 2; whoever lays the fourth Ace breaks it."
    tie = verdict(tokens=[2, 2, 0], udaka="C")
    assert tie == "A and B tie at 2; C would win with the UDAKA token."


def test_ud_r19_the_card_counter() -> None:
    play = Play(hands=["7 7 4", "5 6"], pile="7 8", tokens=[0, 1])
    counter = facts(play.scene(0), "Seen so far")
    rows = {row.cells[0]: row.cells[1:] for row in counter.rows}
    assert rows["7"] == ("1", "2", "1", "1")
    assert rows["2"] == ("0", "0", "4", "0")
    assert rows["8"] == ("1", "0", "3", "1")


def test_ud_r19_a_game_of_memory_keeps_only_the_top_card() -> None:
    hidden = {"show_discards": False}
    play = Play(options=hidden, hands=["9 2 4", "5 6"], pile="7 8 9")
    shown = Play(hands=["9 2 4", "5 6"], pile="7 8 9")
    assert [facts.title for facts in play.scene(0).facts] == ["If the round ended now"]
    assert len(shown.scene(0).facts) == 2
    assert note(play.scene(0), "single 2") == "token there"
    assert note(shown.scene(0), "single 2").startswith("three 2s unseen")
    assert (play.view(0)["pile"], shown.view(0)["pile"]) == ("? ? 9", "7 8 9")
    assert play.zone(0, "pile").count == 3
    assert play.legal(0) == shown.legal(0)
    over = Play(options=hidden, phase="over", round_wins=[2, 0], draw="", udaka="A")
    assert len(over.scene(0).facts) == 2


def test_ud_r19_faded_discards_keep_the_token_moves() -> None:
    words = GAME.words(GAME.setup(2))

    def faded(name: str, a: int, b: int) -> str:
        event = Event(GAME.events.index(name), 0, a, b)
        return words.sentence(event, 1, fades=True)

    assert faded("single", 6, 0) == faded("king_free", 9, 0) == "A lays one card."
    assert faded("hand_pair", 6, 0) == "A lays a pair"
    assert faded("top_pair", 6, 0) == "A pairs with the top card"
    assert faded("worthless", 6, 0) == "& and wins nothing."
    assert faded("token", 6, 1) == "& and takes the 7 token."
    assert faded("king", 3, 2) == "A puts a token on box 5 (now 2)."
    assert faded("joker", 1, 0) == "A steals a token from B."


def test_ud_r19_all_discards_of_the_round_but_the_newest_fade() -> None:
    play = Play(options=ODD | {"next_dealer": "rotate"})
    play.do("* first A", "* show 9", "* show 2", *(f"* draw {rank}" for rank in "2345"))
    heard = play.recorder.events
    dealer = [event.kind for event in heard].index(GAME.events.index("dealer"))
    assert GAME.fades(play.setup, heard[:dealer]) == range(0)
    assert list(GAME.fades(play.setup, heard)) == []
    play.do("* draw 9", "B single 9", "* draw 8", "A single 8")
    faded = GAME.fades(play.setup, heard)
    assert (faded.start, heard[faded.stop].a) == (dealer, 7)
    told = GAME.words(play.setup).lines(heard, SPECTATOR, faded)
    assert (told[-3:]) == ["B lays one card.", "A draws a card.", "A lays one 8."]
    assert GAME.fades(GAME.setup(2), heard) == range(0)


def test_ud_r19_ranks_come_back_when_the_round_is_over() -> None:
    for next_dealer in ("rotate", "redraw"):
        options = {"show_discards": False, "next_dealer": next_dealer}
        play = Play(options=options, draw="", hands=["2", "3"], udaka="A")
        play.do("A single 2", "B single 3")
        assert list(GAME.fades(play.setup, play.recorder.events)) == []


def test_places_around_the_table() -> None:
    def places(seats: int, viewer: int) -> list[str]:
        play = Play(seats)
        return [play.zone(viewer, f"seat.{mark}").place for mark in "ABCDEF"[:seats]]

    assert places(2, 1) == ["far", "near"]
    assert places(3, 0) == ["near", "left", "right"]
    assert places(4, 2) == ["far", "right", "near", "left"]
    assert places(5, SPECTATOR) == ["near", "left", "far", "far", "right"]


def test_phases_and_prompts() -> None:
    play = Play()
    assert play.scene(0).phase == 0
    play.do("* first B", "* show 9", "* show 2")
    assert play.scene(0).phase == 1
    play.do("* draw 4", "* draw 5", "* draw 4", "* draw 6")
    assert (play.scene(0).phase, play.scene(0).prompt.question) == (2, "The cards are dealt.")
    play.do("* draw 7")
    assert play.scene(0).prompt.question == "Lay one card or a pair"
    assert play.scene(0).prompt.note == "Draw phase, 33 cards left"
    last = Play(draw="9", hands=["2 3", "4 5"], udaka="A").do("* draw 9")
    assert last.scene(0).phase == 2
    assert last.scene(0).prompt.question == "Lay one card"
    last.do("A single 9")
    assert last.scene(0).prompt.note == "End phase: no more drawing"


def test_the_result_and_the_summary() -> None:
    play = Play(phase="over", round_wins=[0, 2], draw="", udaka="A", tokens=[4, 4])
    scene = play.scene(0)
    assert scene.over == scene.prompt.question == "B wins the game with 2 rounds."
    assert (play.scene(SPECTATOR).over, scene.status) == (scene.over, "round 2")
    play = Play(hands=["2 3 4", "5 6"], pile="7", tokens=[1, 0], udaka="B")
    assert (play.scene(0).over, play.scene(0).status) == ("", "round 1")
    assert play.scene(0).summary == (
        "Draw phase, 28 cards left; 7 on top; boxes with tokens: 3, 4, 5, 6, 7, 8, 9; "
        "number tokens: A 1, B 0, the UDAKA token with B."
    )


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
def test_hunches(hand: str, position: dict[str, Any], best: str) -> None:
    assert Play(hands=[hand, "5 6"], **position).best(0) == best


def test_hunches_pick_a_box_and_a_victim() -> None:
    king = Play(draw="", hands=["K", "5 6"], udaka="A", tokens=[2, 0], pile="4")
    box = king.hunches(0)
    assert box["single K on 5"] < box["single K on 4"]  # others hold 5s
    pair = Play(hands=["K 7 7", "5 6"], tokens=[2, 0]).hunches(0)
    assert pair["single K on 7"] > pair["single K on 8"]
    joker = Play(3, hands=["J 2 3", "4 5", "6 7"], tokens=[0, 1, 3], udaka="B").hunches(0)
    assert joker["single J from C"] > joker["single J from B"]
    open_top = Play(hands=["A 2 3", "4 5"], pile="9").hunches(0)
    closed = Play(hands=["A 2 3", "4 5"], pile="9 9 9 9").hunches(0)
    assert open_top["single A"] < closed["single A"]
