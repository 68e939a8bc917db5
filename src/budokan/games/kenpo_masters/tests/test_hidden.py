"""What everybody can know about a hand, and nothing more."""

from typing import Any

from budokan.games.kenpo_masters import GAME
from budokan.games.kenpo_masters.rules import actions
from budokan.games.kenpo_masters.tests.helper import NORTH, SOUTH, WORDS, Play
from budokan.kit.contract import CHANCE, SPECTATOR, legal_codes
from budokan.kit.entries import view_of
from budokan.kit.rng import Rng
from budokan.kit.testing.trial import twin


def test_hands_are_hidden() -> None:
    """KM-R32: counts are public, cards are not; the own deck is a known heap without order."""
    play = Play(hands=["jab block", "front_kick hand_fake blitz"])
    mine, theirs, outside = (play.sees(viewer) for viewer in (SOUTH, NORTH, SPECTATOR))
    assert mine["hands"] == ["jab block", "? ? ?"]
    assert theirs["hands"] == ["? ?", "front_kick blitz hand_fake"]
    assert outside["hands"] == ["? ?", "? ? ?"]
    assert mine["decks"][1] == " ".join("?" * 23)
    assert mine["decks"][0] == play["decks"][0]
    for field in ("squares", "scores", "tables", "discards", "rested", "advanced", "no_rest"):
        assert mine[field] == play[field]


def test_a_view_holds_one_heap() -> None:
    """Hand and deck of the other cannot be told apart in a view."""
    one = Play(hands=["jab", "front_kick hand_fake"]).state
    two = Play(hands=["jab", "blitz jab"]).state
    assert view_of(one, SOUTH).encode() == view_of(two, SOUTH).encode()
    assert view_of(one, NORTH).encode() != view_of(two, NORTH).encode()
    assert view_of(one, SPECTATOR).encode() == view_of(two, SPECTATOR).encode()


def test_draws_are_veiled() -> None:
    """KM-R32: `seen` shows a drawn card to its owner alone, and everything else to all."""
    play = Play(hands=["jab", "jab"]).do("A rest")
    draw = GAME.notation.parse("draw block")
    assert play.state.seen(SOUTH, CHANCE, draw) == draw
    for viewer in (NORTH, SPECTATOR):
        assert play.state.seen(viewer, CHANCE, draw) == actions.DRAW_VEILED
    jab = GAME.notation.parse("draw jab")
    assert play.state.seen(NORTH, CHANCE, jab) == actions.DRAW_VEILED
    deal = Play().do("* first B")
    assert deal.state.seen(NORTH, CHANCE, draw) == draw
    assert deal.state.seen(SOUTH, CHANCE, draw) == actions.DRAW_VEILED
    start = Play().state
    first = GAME.notation.parse("first A")
    assert start.seen(NORTH, CHANCE, first) == first
    jab = GAME.notation.parse("play jab")
    assert Play(hands=["jab", ""]).state.seen(NORTH, SOUTH, jab) == jab


def test_an_empty_deck_shows_the_hand() -> None:
    """While the deck is empty the hand is list less discards less table."""
    play = Play(hands=["jab", "block blitz"], decks=["", "jab"], turn="B")
    assert play.sees(NORTH)["hands"][0] == "jab"
    assert play.sees(SOUTH)["hands"][1] == "? ?"
    play.do("B rest", "* draw jab")
    assert play["known"][1] == "jab blitz block"
    assert play["discards"][1] == ""
    play.do("* draw hard_block")
    assert play.sees(SOUTH)["hands"][1] == "jab blitz block ?"
    assert play["known"][1] == "jab blitz block"


def test_knowledge_after_a_reshuffle() -> None:
    """Each card that leaves the hand is seen; what else was known stays known."""
    hand = "jab blitz block"
    play = Play(hands=["jab", hand], decks=["", ""], turn="B")
    assert play["known"][1] == hand
    play.do("B rest").settle(5)
    known = play["known"][1]
    assert known == hand
    play.turn("jab stay")
    play.do("B play block", "B go stay", "B stop")
    assert play["known"][1] == "jab blitz"
    assert play.sees(SOUTH)["hands"][1] == "jab blitz ? ?"


def test_a_card_of_a_known_kind_that_leaves() -> None:
    """It may be the known one: one fewer is certain."""
    play = Play(hands=["jab jab", ""], known=["jab", ""])
    play.do("A play jab")
    assert (play["known"][0], play["hands"][0]) == ("", "jab")
    assert play.sees(NORTH)["hands"][0] == "?"


def test_a_forced_rest_shows_effects() -> None:
    """KM-R11: known only if the rest broke KM-73 to KM-75; the drawn cards are not known."""
    for rested, barred, known in (("A", "", 2), ("", "A", 2), ("", "", 0)):
        hands = ["hand_fake burst_of_speed", "jab"]
        play = Play(hands=hands, rested=rested, no_rest=barred).do("A rest")
        assert play["known_effects"] == [known, 0]
        play.do("* draw change_sides", "* draw jab")
        assert play["known_effects"] == [known, 0]
    sure = Play(hands=["hand_fake burst_of_speed", "jab"], known=["hand_fake", ""], rested="A")
    assert sure.do("A rest")["known_effects"] == [1, 0]


def test_a_forced_rest_with_all_effects_left_shows_the_hand() -> None:
    """Once no other Effect is hidden, it is known which ones they are."""
    hands = ["burst_of_speed change_sides", "jab"]
    play = Play(hands=hands, discards=["hand_fake hand_fake", ""], rested="A").do("A rest")
    assert (play["known"][0], play["known_effects"]) == ("burst_of_speed change_sides", [0, 0])
    play.do("* draw jab", "* draw block")
    assert play.sees(NORTH)["hands"][0] == "burst_of_speed change_sides ? ?"
    one = Play(hands=hands, discards=["hand_fake", ""], rested="A").do("A rest")
    assert (one["known"][0], one["known_effects"]) == ("", [2, 0])


def test_known_effects_that_leave_the_hand() -> None:
    """A known Effect does not count down the others; an unknown one does, an Action never."""
    position: dict[str, Any] = {"known": ["hand_fake", ""], "known_effects": [1, 0]}
    play = Play(hands=["hand_fake burst_of_speed jab", ""], **position)
    assert play.do("A play hand_fake")["known_effects"] == [1, 0]
    assert play.do("A play jab")["known_effects"] == [1, 0]
    other = Play(hands=["hand_fake burst_of_speed jab", ""], **position).do("A play burst_of_speed")
    assert (other["known"][0], other["known_effects"]) == ("hand_fake", [0, 0])
    assert other.do("A play jab")["known_effects"] == [0, 0]


def test_an_empty_deck_settles_the_effects() -> None:
    """Once the hand is known, nothing is unidentified any more."""
    position: dict[str, Any] = {"decks": ["jab", ""], "known_effects": [1, 0], "rested": "B"}
    play = Play(hands=["hand_fake block", "jab"], **position)
    play.do("A rest", "* draw jab")
    assert play["known_effects"] == [0, 0]
    assert play["known"][0] == "jab block hand_fake"


def test_guesses_fit_what_is_known() -> None:
    """Sure cards, the number of Effects, and all counts; every world of the heap can come."""
    hands = ["jab", "blitz hand_fake jab block"]
    position: dict[str, Any] = {"known": ["", "blitz"], "known_effects": [0, 1]}
    play = Play(hands=hands, **position)
    state, rng = play.state, Rng(5)
    seen = set()
    for _ in range(300):
        view = play.view(SOUTH)
        sight = view.encode()
        view.guess(SOUTH, rng)
        hand = [int(n) for n in view.b.hand]
        assert sum(hand) == 4
        assert hand[WORDS.index("blitz")] == 1
        assert sum(hand[13:]) >= 1
        total = [int(view.b.deck[i] + view.b.hand[i]) for i in range(16)]
        assert total == [int(state.b.deck[i] + state.b.hand[i]) for i in range(16)]
        assert view.b.held == sum(1 << i for i, n in enumerate(hand) if n)
        assert view.observed == view.b.veiled == 0
        assert view_of(view, SOUTH).encode() == sight
        seen |= {i for i, n in enumerate(hand) if n}
    assert seen == set(range(16))


def test_a_guess_can_finish_the_turn() -> None:
    """KM-R40: a player who opened with an Effect has an Action card that can follow it."""
    hands = ["hand_fake jab", "jab"]
    play = Play(hands=hands, decks=["blitz fast_footwork hand_fake", "jab"])
    play.do("A play hand_fake")
    for view in play.worlds(NORTH, 50):
        assert legal_codes(view, SOUTH) == [GAME.notation.parse("play jab")]
    free = Play({"effect_only_turn": True}, hands=hands, decks=["blitz", "jab"])
    free.do("A play hand_fake")
    found = {int(world.a.held) for world in free.worlds(NORTH, 50)}
    assert len(found) == 2


def test_a_guess_is_fair() -> None:
    """Of a heap of three Jabs and one Block a hand of one is a Jab three times out of four."""
    play = Play(hands=["", "jab"], decks=["", "jab jab block"])
    jabs = sum(int(world.b.hand[0]) for world in play.worlds(SOUTH, 2000, seed=9))
    assert 1420 < jabs < 1580


def test_a_guess_by_an_owner_changes_nothing() -> None:
    play = Play(hands=["jab block", "jab"], decks=["", ""])
    view = play.view(SOUTH)
    before = view.encode()
    view.guess(SOUTH, Rng(1))
    after = view.encode()
    assert view.observed == 0
    assert [a for a, b in zip(before, after, strict=True) if a != b] == [1]


def test_views_are_canonical_and_stay_so() -> None:
    """Observing twice is observing once; worlds that look alike have one view."""
    rng = Rng(3)
    for seed in (1, 2):
        play = Play()
        for n, _ in enumerate(play.walk(seed)):
            if n % 9 == 0:
                for viewer in (SOUTH, NORTH, SPECTATOR):
                    view = play.view(viewer)
                    assert view_of(view, viewer).encode() == view.encode()
                    world = twin(view)
                    world.guess(viewer, rng)
                    assert view_of(world, viewer).encode() == view.encode()


def test_open_discards() -> None:
    """KM-R32: off, a view holds only the size of the discard piles, own and other."""
    for is_open, shown in ((True, ["jab", "block blitz"]), (False, ["?", "? ?"])):
        play = Play({"open_discards": is_open}, hands=["jab", ""], discards=["jab", "block blitz"])
        assert sorted(play.sees(SOUTH)["discards"][1].split()) == sorted(shown[1].split())
        assert play.sees(SOUTH)["discards"][0] == shown[0]
        assert play["discards"][0] == "jab"
