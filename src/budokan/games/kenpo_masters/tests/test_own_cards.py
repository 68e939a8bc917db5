"""Cards of one's own: twelve invented ones in play, two decks that differ, and a file of faults."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from budokan.games.kenpo_masters import GAME, grammar
from budokan.games.kenpo_masters.card_format import FIELDS
from budokan.games.kenpo_masters.grammar import OPERATIONS
from budokan.games.kenpo_masters.rules.state import DECK, MOST_KINDS
from budokan.games.kenpo_masters.tests.helper import NORTH, SOUTH, Play
from budokan.kit import card_file
from budokan.kit.contract import SPECTATOR
from budokan.kit.data import NOT_SHOWN, OWN
from budokan.kit.errors import Refusal
from budokan.kit.scene import Motif
from budokan.kit.testing.trial import pieces

CARDS = Path(__file__).parent / "cards"
TWELVE = card_file.read(CARDS / "twelve_cards.toml")
TWO_DECKS = card_file.read(CARDS / "two_decks.toml")
EXTREME = card_file.read(CARDS / "extreme.toml")
KIAI = {**TWELVE["card"]["kiai"], "count": 0}
AXE = TWELVE["card"]["axe_kick"]
SWEEP_JAB = "leg_sweep:stay jab:stay"
NEAR = ["b2", "b3"]  # face to face


def play(**position: Any) -> Play:
    return Play(overlay=TWELVE, **{"squares": NEAR, **position})


# -- the twelve -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("leg_sweep", "On a Block. A High or Hard card cannot block it."),
        ("kiai", "On any card. Any card may follow. Draw a card after the turn."),
        ("sliding_kick", "On a Fast card."),
        ("parry", "Only a Punch may follow. Deals 1 if it blocks a Punch."),
        ("body_blow", "On a Fast card or a Block. A hit costs the opponent a card of the hand."),
        (
            "ambush",
            "Opens a turn, never on another card. Scores only if the opponent rested.",
        ),
        ("feint", "On a Fast card. Any card may follow. The next attack cannot be blocked."),
        ("hip_throw", "On a Block. A hit moves the opponent left."),
        ("hammer_fist", "On a Punch. Blocks prevent 2 less of it."),
        ("flurry", "On a Punch. +1 for each Punch attack beneath it."),
        ("stop_kick", "On any card. Only against a Punch that waits."),
        ("axe_kick", "On a Kick, not High. +2 if the opponent did not step. No card may follow."),
    ],
)
def test_a_card_is_printed_in_words(key: str, words: str) -> None:
    row = GAME.setup(overlay=TWELVE).data["card"][key]
    assert grammar.card_text(row) == words
    assert row.is_own("text", "name")
    assert row.notes["text"] == "invented at the table"


def test_leg_sweep_slips_past_hard_blocks() -> None:
    """KM-R47: a Block may be assigned, a Hard card may not."""
    overlay = {**TWELVE, "card": {**TWELVE["card"], "hard_block": {"count": 1}, "kiai": {**KIAI}}}
    sweep: dict[str, Any] = {"squares": NEAR, "turn": "B", "tables": ["leg_sweep:stay", ""]}
    hands = ["", "block hard_block"]
    soft = Play(overlay=overlay, hands=hands, **sweep).do("B play block", "B go stay", "B stop")
    assert soft.legal("B") == ["block 1", "block none"]
    hard = Play(overlay=overlay, hands=hands, **sweep).do("B play hard_block", "B go stay")
    assert hard.do("B stop").scores() == (2, 0)
    both = Play(overlay=overlay, hands=hands, squares=NEAR, turn="B", tables=[SWEEP_JAB, ""])
    both.do("B play hard_block", "B go stay", "B stop")
    assert both.why("B block 1") == "KM-R47"
    assert both.legal("B") == ["block 2", "block none"]


def test_kiai_draws_after_the_turn() -> None:
    """KM-R43: one card for its player once the attacks have resolved, and a Break adds to it."""
    first = play(hands=["kiai jab", "jab"]).do("A play kiai", "A play jab", "A go stay", "A stop")
    assert (first["phase"], first["due"], first["turn"]) == ("after", [1, 0], "A")
    assert first.state.source() == 1
    first.do("* draw block")
    assert (first["phase"], first["turn"], first["hands"][0]) == ("play", "B", "block")
    level = play(squares=["a1", "c2"], hands=["kiai jab", "jab"])
    level.do("A play kiai", "A play jab", "A go forward")
    assert (level["phase"], level["due"]) == ("break", [2, 1])
    over = play(hands=["kiai jab", "jab"], tables=["", "jab:stay"], scores=[0, 19])
    over.do("A play kiai", "A play jab", "A go stay", "A stop")
    assert over["phase"] == "over"


def test_sliding_kick_gains_by_its_step() -> None:
    """KM-27: +2 with the step left, and it cannot be played standing."""
    begun = play(squares=["b2", "b3"], hands=["sliding_kick", "jab"]).do("A play sliding_kick")
    assert begun.legal("A") == ["go left", "go right"]
    assert begun.do("A go right", "A stop", "B rest").settle().scores() == (3, 0)
    left = play(squares=["c2", "b3"], hands=["sliding_kick", "jab"])
    left.do("A play sliding_kick", "A go left", "A stop", "B rest").settle()
    assert left.scores() == (4, 0)


def test_parry_takes_punches_only() -> None:
    """KM-R46, KM-R48: a Punch it blocks is answered, a Kick is not; only Punches follow."""
    waits = {"turn": "B", "hands": ["", "parry leg_sweep body_blow kiai"]}
    punch = play(tables=["jab:stay", ""], **waits).do("B play parry", "B go stay")
    assert punch.plays("B") == {"body_blow"}
    assert punch.why("B play leg_sweep") == punch.why("B play kiai") == "KM-41"
    assert punch.do("B stop", "B block 1").scores() == (0, 1)
    assert "B's Parry deals 1." in punch.told()
    kick = play(tables=["front_kick:stay", ""], **waits)
    assert kick.do("B play parry", "B go stay", "B stop", "B block 1").scores() == (5, 0)


def test_body_blow_costs_a_card() -> None:
    """KM-R42: by chance, seen by all, and only if it scores."""
    hands = ["", "jab jab block"]
    hit = play(turn="B", tables=["body_blow:stay", ""], hands=hands).do("B rest")
    hit.do("* draw kiai", "* draw feint")
    assert (hit["phase"], hit["lose"]) == ("after", [0, 1])
    assert hit.odds() == {"lose jab": 2, "lose block": 1, "lose kiai": 1, "lose feint": 1}
    assert hit.state.source() == 4
    assert hit.why("* draw jab") == "KM-02"
    assert hit.why("A lose jab") == "KM-R42"
    hit.do("* lose kiai")
    assert (hit["phase"], hit["turn"], hit["discards"][1]) == ("play", "A", "kiai")
    assert hit.sees(SOUTH)["hands"][1] == "? ? ? ?"
    assert "B loses Kiai by chance." in hit.told()
    miss = play(turn="B", squares=["a2", "b3"], tables=["body_blow:stay", ""], hands=hands)
    assert miss.do("B rest", "* draw kiai", "* draw feint")["phase"] == "play"
    blocked = play(turn="B", tables=["body_blow:stay", ""], hands=hands)
    blocked.do("B play block", "B go stay", "B stop", "B block 1")
    assert (blocked["phase"], blocked.scores()) == ("play", (0, 0))


def test_more_cards_than_a_hand_has_cannot_be_lost() -> None:
    """KM-R42: as many as there are."""
    card = {**TWELVE["card"]["body_blow"], "text": [{"op": "takes_cards", "amount": 3}]}
    overlay = {**TWELVE, "card": {**TWELVE["card"], "body_blow": card}}
    hit = Play(overlay=overlay, squares=NEAR, turn="B", tables=["body_blow:stay", ""])
    hit.do("B rest", "* draw jab", "* draw jab")
    assert hit["lose"] == [0, 2]
    assert hit.settle()["hands"][1] == ""


def test_ambush_waits_for_a_rest() -> None:
    """KM-R45: it does nothing to who plays, cannot be blocked then, and hits who rests."""
    position: dict[str, Any] = {"turn": "B", "tables": ["ambush:forward", ""]}
    rests = play(hands=["", "block"], **position).do("B rest").settle()
    assert rests.scores() == (6, 0)
    plays = play(hands=["", "block"], **position).do("B play block", "B go stay", "B stop")
    assert (plays.scores(), plays["turn"]) == ((0, 0), "A")
    assert "A's Ambush finds no opening." in plays.told()
    assert rests["went"] == ["", "rest"]


def test_feint_opens_the_guard() -> None:
    """KM-R47: the next attack cannot be blocked, the one after it can."""
    open_guard = play(hands=["feint front_kick jab", "block"])
    open_guard.do("A play feint", "A play front_kick", "A go stay", "A play jab", "A stop")
    open_guard.do("B play block", "B go stay", "B stop")
    assert open_guard.legal("B") == ["block 3", "block none"]
    assert open_guard.why("B block 2") == "KM-R47"
    jabs = play(turn="B", tables=["feint jab:stay jab:stay", ""], hands=["", "block"])
    jabs.do("B play block", "B go stay", "B stop")
    assert jabs.legal("B") == ["block 3", "block none"]
    through = play(turn="B", tables=["feint hand_fake jab:stay", ""], hands=["", "block"])
    assert through.do("B play block", "B go stay", "B stop")["phase"] != "block"


def test_only_attacks_are_told_as_attacks() -> None:
    """An Effect that waits among attacks says nothing of its own."""
    told = play(turn="B", tables=["feint jab:stay", ""], hands=["", "block"]).do("B rest").settle()
    assert told.told()[3:] == ["A's Jab, front: 1.", "A deals 1 and now has 1."]


def test_hip_throw_moves_the_opponent() -> None:
    """KM-R41: to the left of the one who is thrown, after the points; the wall stops it."""
    position: dict[str, Any] = {"turn": "B", "hands": ["", "jab block"]}
    thrown = play(tables=["hip_throw:stay", ""], **position).do("B rest").settle()
    assert (thrown.scores(), thrown["squares"]) == ((4, 0), ["b2", "c3"])
    assert "B is moved left to c3." in thrown.told()
    wall = play(squares=["c2", "c3"], tables=["hip_throw:stay", ""], **position)
    assert wall.do("B rest").settle()["squares"] == ["c2", "c3"]
    off = play(tables=["hip_throw:stay", ""], **position)
    off.do("B play block", "B go stay", "B stop", "B block 1")
    assert (off.scores(), off["squares"][1]) == ((1, 0), "c3")
    level = play(squares=["b2", "a3"], tables=["hip_throw:stay", ""], **position)
    level.do("B play jab", "B go forward").settle()
    assert level["squares"] == ["b1", "b3"]  # a Break


def test_hammer_fist_goes_through_blocks() -> None:
    """KM-R47: a Block of 3 prevents 1, and two Blocks together 4."""
    hit = play(turn="B", tables=["hammer_fist:stay", ""], hands=["", "block block"])
    hit.do("B play block", "B go stay", "B stop", "B block 1")
    assert hit.scores() == (2, 0)
    twice = play(turn="B", tables=["hammer_fist:stay", ""], hands=["", "block block"])
    twice.do("B play block", "B go stay", "B play block", "B stop", "B block 1", "B block 1")
    assert twice.scores() == (0, 0)


def test_flurry_grows_with_the_punches_beneath() -> None:
    """KM-R45: 1 for itself and 1 for each Punch, a Kick does not count."""
    combo = "front_kick:stay jab:stay hammer_fist:stay flurry:stay"
    hit = play(turn="B", tables=[combo, ""], hands=["", "jab"]).do("B rest").settle()
    assert "A's Flurry, front: 1 + 2 combo = 3." in hit.told()


def test_stop_kick_answers_a_punch() -> None:
    """KM-R44: only while a Punch waits, alone or in a combo."""
    hands = ["stop_kick jab kiai", ""]
    for waits, can in (("jab:stay", True), ("front_kick:stay", False), ("", False)):
        now = play(hands=hands, tables=["", waits])
        assert ("stop_kick" in now.plays("A")) == can
        if not can:
            assert now.why("A play stop_kick") == "KM-R44"
    alone = play(hands=["stop_kick kiai", ""], tables=["", ""], no_rest="A")
    assert alone.legal("A") == ["rest"]


def test_axe_kick_punishes_who_stands() -> None:
    """KM-R45, KM-R48: +2 against a fighter who made no step, and it ends the combo."""
    begun = play(hands=["axe_kick kiai jab", "block"]).do("A play axe_kick", "A go stay")
    assert begun.legal("A") == ["stop"]
    assert begun.why("A play kiai") == "KM-41"
    position: dict[str, Any] = {"turn": "B", "tables": ["axe_kick:stay", ""]}
    for entries, score in (
        (["B rest"], 6),
        (["B play block", "B go stay", "B stop", "B block none"], 6),
    ):
        assert play(hands=["", "block"], **position).do(*entries).settle().scores() == (score, 0)
    overlay = {**TWELVE, "card": {**TWELVE["card"], "axe_kick": {**AXE, "hit_fl": 4}}}
    aside = Play(overlay=overlay, squares=NEAR, hands=["", "block"], **position)
    aside.do("B play block", "B go right", "B stop", "B block none")
    assert aside.scores() == (4, 0)


@pytest.mark.parametrize(
    ("squares", "turn", "score"),
    [
        (["b1", "b2"], "fast_footwork back, block forward", 4 + 1 + 2),
        (["b2", "b3"], "fast_footwork right, block stay", 4 + 4),
        (["b2", "b3"], "block stay", 4),
    ],
)
def test_other_deeds(squares: list[str], turn: str, score: int) -> None:
    """KM-R45: advanced, retreated and sidestepped count a step, be it one of two."""
    text = [
        {"op": "bonus_if_opponent", "did": did, "amount": n}
        for did, n in (("advanced", 1), ("retreated", 2), ("sidestepped", 4))
    ]
    card = {**AXE, "hit_fl": 4, "hit_fr": 4, "text": text}
    overlay = {**TWELVE, "card": {**TWELVE["card"], "axe_kick": card}}
    position: dict[str, Any] = {"tables": ["axe_kick:stay", ""], "turn": "B"}
    hands = ["", "fast_footwork block"]
    start = Play(overlay=overlay, squares=squares, hands=hands, **position)
    assert start.turn(turn).scores() == (score, 0)


def test_a_forecast_knows_the_texts() -> None:
    """Numbers on squares and buttons are those that the resolution brings."""
    rests = play(hands=["jab block", "jab"], tables=["", "ambush:forward"])
    assert rests.scene(SOUTH).buttons[0].preview.take == 6  # type: ignore[union-attr]
    stands = play(hands=["jab block", "jab"], tables=["", "axe_kick:stay"])
    note = stands.scene(SOUTH).prompt.note
    assert note == "You take 6 standing still."


@pytest.mark.parametrize(
    ("overlay", "position", "told"),
    [
        ({}, {"went": ["left", ""]}, "went: no card of this match asks what an opponent did."),
        ({}, {"phase": "after", "lose": [1, 0]}, "lose: no card of this match takes cards."),
        ({}, {"phase": "after"}, "due: nobody has a card to draw."),
        (TWELVE, {"phase": "after", "lose": [2, 0]}, "lose[A] = 2 is more than the hand has."),
        (TWELVE, {"phase": "after", "due": [0, 1]}, "due[B] = 1 does not fit this phase"),
        (TWELVE, {"phase": "after", "tables": ["", "jab:stay"]}, "tables[B] must be empty in this"),
        (TWELVE, {"phase": "after", "tables": ["block:stay", ""]}, "only attacks and Effects wait"),
        (TWELVE, {"known_among": ["jab", ""]}, "known_among[A] tells of no card"),
        (TWELVE, {"tables": ["", "jab:stay:fakes"]}, "has the mark 'fakes'"),
    ],
)
def test_impossible_positions(overlay: dict[str, Any], position: dict[str, Any], told: str) -> None:
    hands = ["jab", ""]
    with pytest.raises(Refusal, match=re.escape(told)):
        Play(overlay=overlay, **{"squares": NEAR, "hands": hands, **position})


def test_marks_of_what_has_left_the_table() -> None:
    """A fake by a defence card and a mirror by a Movement card stay with the attack."""
    fake = [{"op": "next_attack_bonus", "table": [{"filter": {}, "amount": 3}]}]
    mirror = [{"op": "second_movement"}, {"op": "mirror_following"}]
    overlay = {"card": {"block": {"text": fake}, "fast_footwork": {"text": mirror}}}
    hands = ["fast_footwork block round_kick", "jab"]
    begun = Play(overlay=overlay, squares=NEAR, hands=hands)
    begun.turn("fast_footwork left, block right, round_kick")
    assert begun["tables"][0] == "round_kick:right:on_block:mirrored:fake3"
    again = GAME.read(begun.document(), begun.setup)
    assert again.encode() == begun.state.encode()
    begun.do("B rest").settle()
    assert "A's Round Kick, front: 3 + 1 step + 3 fake = 7." in begun.told()


# -- two decks ------------------------------------------------------------------------------------


def test_two_decks_of_eighteen_kinds() -> None:
    """KM-02, KM-R1: 26 cards each, yellow for South and red for North."""
    start = Play(overlay=TWO_DECKS)
    yellow, red = (line.split() for line in start["decks"])
    assert len(yellow) == len(red) == DECK
    assert yellow != red
    assert (yellow.count("low_sweep"), red.count("low_sweep")) == (2, 0)
    assert (yellow.count("spirit_shout"), red.count("spirit_shout")) == (1, 2)
    assert len(start.setup.data["card"]) == 18
    assert start.setup.data.title == "Second edition"


def test_a_position_keeps_the_decks_apart() -> None:
    """A card of the other deck is refused, and what is not named lies in the own deck."""
    with pytest.raises(Refusal, match=r"low_sweep stands 1 times .* there are only 0"):
        Play(overlay=TWO_DECKS, hands=["", "low_sweep"])
    begun = Play(overlay=TWO_DECKS, hands=["low_sweep", "jab"])
    assert begun["decks"][1].split().count("spirit_shout") == 2


def test_a_viewer_counts_the_right_deck() -> None:
    """The list of what a hand may hold is that of its own deck, and so are guesses."""
    begun = Play(overlay=TWO_DECKS, hands=["jab low_sweep", "jab block"])
    rows = {
        seat: {row.cells[0]: row.cells[1] for row in begun.scene(seat).facts[-1].rows}
        for seat in (SOUTH, NORTH)
    }
    assert "Low Sweep" not in rows[SOUTH] and rows[NORTH]["Low Sweep"] == "2"
    assert (rows[SOUTH]["Spirit Shout"], rows[NORTH]["Spirit Shout"]) == ("2", "1")
    low = list(begun.setup.data["card"]).index("low_sweep")
    for world in begun.worlds(SOUTH, 60):
        assert world.b.hand[low] == world.b.deck[low] == 0
    for world in begun.worlds(NORTH, 60):
        assert world.a.hand[low] + world.a.deck[low] == 2


def test_removed_steps_are_gone() -> None:
    """KM-23, KM-25: a step that is not shown cannot be made, and no face shows it."""
    begun = Play(overlay=TWO_DECKS, squares=NEAR, hands=["jab", "jab"]).do("A play jab")
    assert begun.why("A go back") == "KM-23"
    face = next(p for p in pieces(begun.scene(SOUTH)) if p.component == "card.jab")
    assert "b" not in {step.to for step in face.steps}
    assert face.own
    row = begun.setup.data["card"]["jab"]
    assert (row.sources["back"], row.notes["back"]) == (OWN, "box 2, card 3")


def test_an_action_card_without_a_way_may_force_a_rest() -> None:
    """KM-R11: everybody knows then that the hand has only cards that cannot open."""
    back = dict.fromkeys(("forward", "left", "right", "stay"), NOT_SHOWN)
    overlay = {"card": {"jab": back, "block": {**back, "stop_l": 1}}}
    stuck = Play(overlay=overlay, hands=["jab hand_fake", "jab"], no_rest="A").do("A rest")
    assert stuck["known_effects"] == [2, 0]
    words = "jab block hand_fake burst_of_speed change_sides"
    assert stuck["known_among"] == [words, ""]
    stuck.settle()
    for world in stuck.worlds(NORTH, 80):
        hand = {word for word, n in zip(stuck.setup.data["card"], world.a.hand, strict=True) if n}
        assert len(hand & set(words.split())) >= 1
    again = GAME.read(stuck.document(), stuck.setup)
    assert again.encode() == stuck.state.encode()
    given: dict[str, Any] = {"known": ["jab hand_fake", ""], "no_rest": "A"}
    seen = Play(overlay=overlay, hands=["jab hand_fake", "jab"], **given).do("A rest")
    assert seen["known_effects"] == [0, 0]  # all were known before
    assert GAME.read(seen.document(), seen.setup).encode() == seen.state.encode()


# -- the extremes ---------------------------------------------------------------------------------


def test_fifty_two_kinds_play() -> None:
    """The most kinds there can be; the next one is refused."""
    start = Play(overlay=EXTREME)
    assert len(start.setup.data["card"]) == MOST_KINDS
    last = list(start.setup.data["card"])[-1]
    assert start.state.b.deck[MOST_KINDS - 1] == 1
    held = Play(overlay=EXTREME, turn="B", hands=["", "red_26"])
    assert held.plays("B") == {last} == {"red_26"}
    more = {**EXTREME, "card": {**EXTREME["card"], "one_more": {"name": "x", "kind": "effect"}}}
    with pytest.raises(Refusal, match="card: There are 53 components here; 52 are the most"):
        GAME.setup(overlay=more)


def test_twenty_six_kinds_in_one_deck() -> None:
    """KM-02: every card of a deck may be another."""
    cards = {
        key: {**row, "count": 1, "yellow": NOT_SHOWN}
        for key, row in EXTREME["card"].items()
        if key.startswith("yellow")
    }
    start = Play(overlay={**EXTREME, "card": cards}).settle()
    assert len(start.setup.data["card"]) == DECK
    assert start.acting() in (["A"], ["B"])


@pytest.mark.parametrize("overlay", [{}, TWELVE, TWO_DECKS, EXTREME])
def test_the_album_shows_every_card(overlay: dict[str, Any]) -> None:
    setup = GAME.setup(overlay=overlay)
    album = GAME.album(GAME.opening_look(setup))
    shown = [piece for zone in album for piece in zone.pieces]
    assert [piece.component for piece in shown] == [f"card.{key}" for key in setup.data["card"]]
    assert len({piece.id for piece in shown}) == len(shown)
    assert all(piece.motif in Motif.__args__ and piece.motif for piece in shown)  # type: ignore[attr-defined]


# -- the format -----------------------------------------------------------------------------------


def test_every_operation_is_explained_and_its_example_is_sound() -> None:
    words = FIELDS["text"].words
    assert [word.name for word in words] == list(OPERATIONS)
    for word in words:
        given = tomllib.loads(word.example)["text"]
        assert list(FIELDS["text"].check("card.x.text", given)) == []
        assert word.help


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize(
    "odd",
    [[], {}, [[]], [{}], [{"op": []}], [{"op": {}}], 1.5, True, "", "x" * 5000, -(10**6), [["x"]]],
    ids=str,
)
def test_no_value_breaks_the_check(name: str, odd: Any) -> None:
    """Whatever a file holds gets sentences, never a traceback."""
    for key in ("jab", "new_card"):
        for fault in card_file.faults(GAME, {"card": {key: {name: odd}}}):
            assert fault.text.rstrip(")").endswith((".", "?")), fault


def test_twenty_faults_get_twenty_answers() -> None:
    """Each planted fault is answered with its place; nothing else is."""
    path = CARDS / "faulty.toml"
    planted = [
        line.partition("# fault: ")[2].strip()
        for line in path.read_text("utf-8").splitlines()
        if "# fault: " in line
    ]
    found = [f for f in card_file.faults(GAME, card_file.read(path)) if not f.warning]
    assert len(planted) == 20
    assert sorted(fault.where for fault in found) == sorted(planted)
    with pytest.raises(Refusal, match=r"The cards: .*and 19 more"):
        GAME.setup(overlay=card_file.read(path))


def test_everybody_sees_the_same_album_and_title() -> None:
    begun = Play(overlay=TWELVE, hands=["kiai", "jab"])
    assert begun.scene(SPECTATOR).cards == "Twelve new techniques"
