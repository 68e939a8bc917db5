"""Previews of steps and cards."""

from budokan.games.kenpo_masters.tests.helper import SOUTH, Play, facts, rows, turn_three
from budokan.kit.testing.trial import piece, zone


def test_a_step_out_of_a_combo_counts_the_attacks_that_miss() -> None:
    """KM-E14 on the screen: too many names would not fit on a square."""
    play = Play(
        squares=["b2", "b3"],
        hands=["front_kick", ""],
        tables=["", "front_kick:stay jab:stay reverse_punch:stay"],
    ).do("A play front_kick")
    back = piece(play.scene(SOUTH), "step-b1").preview
    assert back is not None and back.note == "if they stand; 3 attacks miss"


def test_steps_with_a_card() -> None:
    """Slots on the squares: give, take, Break, and what misses."""
    play = turn_three().do("A play hand_fake", "A play spinning_backfist")
    scene = play.scene(SOUTH)
    assert scene.prompt.question == "Where do you step?"
    assert (
        scene.prompt.note == "Spinning Backfist goes forward, left, right or stays. Forward: Break."
    )
    forward = piece(scene, "step-b3")
    assert (forward.shape, forward.spot, forward.name) == ("slot", "ring-b3", "forward")
    assert forward.preview is not None
    assert (forward.preview.give, forward.preview.take) == (4, 2)
    assert (forward.preview.note, forward.preview.alarm) == ("both now", "Break")
    stand = piece(scene, "step-b2").preview
    right = piece(scene, "step-c2").preview
    assert stand is not None and (stand.give, stand.take, stand.note) == (5, 3, "if they stand")
    assert right is not None
    assert (right.give, right.take, right.note) == (0, 0, "if they stand; Round Kick misses")
    back = piece(scene, "step-b1").refused
    assert back is not None and (back.clause, back.text) == (
        "KM-23",
        "This card does not show that movement.",
    )
    assert {c.action: c.paths for c in scene.choices}["go forward"] == (("ring-b3",),)
    assert rows(facts(scene, "If you step"))[0] == ("forward b3", "2", "4", "Break")
    combo = zone(scene, "table-A")
    assert (combo.title, combo.place) == ("Your combo", "right")
    assert [p.step for p in combo.pieces] == [1, 2]


def test_cards_in_hand() -> None:
    """Arrows and steps, what a card scores if the opponent stands still, and why not."""
    play = turn_three()
    scene = play.scene(SOUTH)
    hand = zone(scene, "hand-A")
    assert [p.face for p in hand.pieces] == [
        "jab",
        "front_kick",
        "spinning_backfist",
        "blitz",
        "hand_fake",
    ]
    kick = hand.pieces[1]
    assert [(a.to, a.value, a.role) for a in kick.arrows] == [
        ("f", "5", "hit"),
        ("fl", "2", "hit"),
        ("fr", "2", "hit"),
    ]
    assert [(s.to, s.value) for s in kick.steps] == [
        ("f", ""),
        ("b", "-1"),
        ("l", "-1"),
        ("r", "-1"),
        ("stay", "+2"),
    ]
    assert (kick.kind, kick.designed, hand.layout) == ("attack", True, "fan")
    assert kick.preview is not None
    assert (kick.preview.give, kick.preview.take) == (4, 3)
    assert kick.preview.note == "stand, if they stand"
    assert hand.pieces[4].preview is None
    block = piece(Play(hands=["block", ""]).scene(SOUTH), "hand-A-block-1")
    assert {a.role for a in block.arrows} == {"ward"}
    later = play.do("A play front_kick", "A go stay").scene(SOUTH)
    assert piece(later, "hand-A-jab-1").refused is None
    blitz = piece(later, "hand-A-blitz-1").refused
    assert blitz is not None
    assert (blitz.clause, blitz.text) == ("KM-43", "Never on another card: it opens a turn.")
    jab = piece(later, "hand-A-jab-1").preview
    assert jab is not None and (jab.give, jab.note) == (5, "if they stand")
    assert later.prompt.question == "Add a card or stop?"
    assert later.prompt.note == "Your combo: 4 if Bob stands."
    assert [(b.id, b.primary) for b in later.buttons] == [("stop", True)]
    replies = facts(later, "If Bob steps")
    assert replies.head == ("Step", "You deal", "")
    assert rows(replies) == [
        ("forward a2", "0", "Break"),
        ("stand a3", "4", ""),
        ("left b3", "7", ""),
    ]
    assert replies.note == "At least 0 without a block."
