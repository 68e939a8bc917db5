"""The scene: what lies where, what it says, and what can be picked."""

from typing import Any

from budokan.games.kenpo_masters import GAME
from budokan.games.kenpo_masters.tests.helper import (
    NORTH,
    ODD,
    SOUTH,
    Play,
    facts,
    rows,
    turn_three,
)
from budokan.kit.contract import SPECTATOR
from budokan.kit.scene import faults, ids
from budokan.kit.testing.trial import piece, zone


def test_the_ring_is_turned_for_north() -> None:
    play = turn_three()
    south, north = (zone(play.scene(viewer), "ring") for viewer in (SOUTH, NORTH))
    assert south.cells[0] == "ring-a3"
    assert south.cells[-1] == "ring-c1"
    assert north.cells == tuple(reversed(south.cells))
    assert (south.layout, south.width, south.room) == ("grid", 3, "ring")
    for viewer, facing in ((SOUTH, 90), (NORTH, 270)):
        pawn = piece(play.scene(viewer), "pawn-A")
        assert (pawn.shape, pawn.owner, pawn.spot, pawn.facing) == ("pawn", 0, "ring-b2", facing)
    assert zone(play.scene(NORTH), "side-B").place == "near"
    assert zone(play.scene(NORTH), "side-A").place == "far"


def test_waiting_attacks_and_every_reply() -> None:
    """KM-E7 on the screen: worth 3 now, and for each reply what it says there."""
    scene = turn_three().scene(SOUTH)
    waiting = zone(scene, "table-B")
    assert (waiting.title, waiting.place) == ("Waiting against you", "left")
    kick = waiting.pieces[0]
    assert (kick.badge, kick.marks, kick.step, kick.name) == ("3", ("pending",), 1, "Round Kick")
    assert kick.text.endswith("Played with: right.")
    assert kick.preview is not None
    assert [(part.label, part.value) for part in kick.preview.sum] == [("arrow", 3)]
    assert rows(facts(scene, "If you step")) == [
        ("forward b3", "2", "Break"),
        ("stand b2", "3", ""),
        ("left a2", "3", ""),
        ("right c2", "0", ""),
        ("back b1", "0", ""),
    ]
    assert scene.prompt.note == "You take 3 standing still."
    line = scene.lines[0]
    assert (line.start, line.end, line.role, line.label) == ("pawn-B", "pawn-A", "threat", "3")
    assert zone(scene, "score-B").gain == 3
    other = turn_three().scene(NORTH)
    assert zone(other, "table-B").title == "Your attacks wait"
    assert rows(facts(other, "If Ann steps"))[0] == ("forward b3", "2", "Break")
    assert other.prompt.question == "Ann to play."
    assert other.prompt.note == "Ann takes 3 standing still."


def test_rest_says_why_not() -> None:
    opening = Play(hands=["jab", ""], no_rest="A").scene(SOUTH)
    assert opening.prompt.question == "Which card do you play?"
    barred = opening.buttons[0]
    assert barred.refused is not None
    assert (barred.id, barred.refused.clause) == ("rest", "KM-74")
    scene = turn_three().scene(SOUTH)
    rest = scene.buttons[0]
    assert rest.preview is not None
    assert (rest.preview.give, rest.preview.take) == (0, 3)  # what one takes alone would be a gain
    assert (rest.preview.note, rest.refused) == ("draw 2", None)
    forced = Play(hands=["", ""]).scene(SOUTH).buttons[0]
    assert forced.primary


def test_blocking() -> None:
    """Click the attack: the new totals stand there, a doubled Jab included."""
    tables = ["front_kick:forward jab:forward", ""]
    play = Play(turn="B", squares=["b2", "b3"], hands=["", "block"], tables=tables)
    play.do("B play block", "B go stay", "B stop")
    scene = play.scene(NORTH)
    assert scene.prompt.question == "Which attack does Block stop?"
    takes = {}
    for choice in scene.choices:
        assert choice.preview is not None
        takes[choice.action] = (choice.paths, choice.preview.give, choice.preview.take)
    assert takes == {
        "block none": ((("none",),), 0, 7),
        "block 1": ((("table-A-front_kick-1",),), 0, 6),
        "block 2": ((("table-A-jab-1",),), 0, 5),
    }
    kick = piece(scene, "table-A-front_kick-1").preview
    assert kick is not None and kick.take == 6
    assert scene.buttons[0].preview is not None
    hard = Play(turn="B", squares=["b2", "b3"], hands=["", "hard_block"], tables=tables)
    hard.do("B play hard_block", "B go stay", "B stop")
    kick = piece(hard.scene(NORTH), "table-A-front_kick-1").preview
    assert kick is not None and (kick.give, kick.take) == (1, 0 + 4)


def test_previews_mention_only_steps_the_card_shows() -> None:
    """Hard Block shows no step, so the preview leaves steps out."""
    play = Play(squares=["b1", "c2"], hands=["hard_block", ""]).do("A play hard_block")
    scene = play.scene(SOUTH)
    assert scene.prompt.note == "Hard Block stays."
    assert rows(facts(scene, "If you step")) == [("stand b1", "0", "0", "")]
    called = Play(hands=["side_kick", ""], squares=["b1", "b2"], advanced="B")
    note = called.do("A play side_kick").scene(SOUTH).prompt.note
    assert note == "Side Kick goes forward, back or stays. A Break in any case."


def test_previews_of_a_mirrored_card_are_mirrored() -> None:
    play = Play(hands=["change_sides round_kick", ""])
    scene = play.do("A play change_sides", "A play round_kick").scene(SOUTH)
    assert scene.prompt.note == "Round Kick goes forward, back, left, right +1 or stays."


def test_previews_of_stopping() -> None:
    """Taken with the best block, given if the opponent stands; on the button and the choice."""
    tables = ["", "front_kick:forward"]
    play = Play(squares=["b1", "b2"], hands=["block round_kick", ""], tables=tables)
    scene = play.do("A play block", "A go stay", "A play round_kick").scene(SOUTH)
    assert [button.id for button in scene.buttons] == ["stop"]
    for preview in (scene.buttons[0].preview, scene.choices[0].preview):
        assert preview is not None
        assert (preview.give, preview.take, preview.note) == (3, 2, "if they stand")


def test_a_hand_fake_is_previewed_out_of_reach_too() -> None:
    play = Play(turn="B", hands=["", "jab"], tables=["hand_fake front_kick:stay", ""])
    kick = piece(play.scene(NORTH), "table-A-front_kick-1")
    assert (kick.badge, kick.text.endswith("Played with: stand. Fake: +3.")) == ("0", True)


def test_a_hard_block_scores_at_once() -> None:
    """KM-116 in the previews: what it deals counts now, and may end the match."""
    position: dict[str, Any] = {
        "squares": ["b1", "b2"],
        "hands": ["hard_block round_kick", ""],
        "tables": ["", "front_kick:forward"],
        "scores": [19, 3],
    }
    play = Play(**position)
    card = piece(play.scene(SOUTH), "hand-A-hard_block-1").preview
    assert card is not None
    assert (card.give, card.take, card.note) == (1, 0, "stand, now")
    assert card.alarm == "You win."
    step = piece(play.do("A play hard_block").scene(SOUTH), "step-b1").preview
    assert step is not None and (step.give, step.take, step.alarm) == (1, 0, "You win.")
    more = piece(play.do("A go stay").scene(SOUTH), "hand-A-round_kick-1").preview
    assert more is not None and (more.give, more.note) == (4, "1 now, more if they stand")


def test_previews_count_defence_cards_not_asked_for_yet() -> None:
    """Two Blocks against one kick: the first may let it pass."""
    tables = ["", "front_kick:forward"]
    play = Play(squares=["b1", "b2"], hands=["block block", ""], tables=tables, scores=[0, 17])
    play.do("A play block", "A go stay", "A play block", "A stop")
    takes = {
        c.action: (c.preview.take, c.preview.alarm) for c in play.scene(SOUTH).choices if c.preview
    }
    assert takes == {"block none": (2, ""), "block 1": (0, "")}
    play.do("A block none")
    last = play.scene(SOUTH).choices[0].preview
    assert last is not None and (last.take, last.alarm) == (5, "You lose.")


def test_calling_the_break() -> None:
    options = {"side_kick_optional": True}
    play = Play(options, hands=["side_kick", ""], squares=["b1", "b2"], advanced="B")
    scene = play.do("A play side_kick").scene(SOUTH)
    choices = {choice.action: choice for choice in scene.choices}
    assert choices["go stay break"].paths == (("call", "ring-b1"),)
    assert choices["go stay"].paths == (("ring-b1",),)
    called = choices["go stay break"].preview
    plain = choices["go stay"].preview
    assert called is not None and (called.alarm, called.note) == ("Break", "both now")
    assert plain is not None and plain.alarm == ""
    assert [button.id for button in scene.buttons] == ["call"]
    fixed = Play(hands=["side_kick", ""], squares=["b1", "b2"], advanced="B")
    alone = fixed.do("A play side_kick").scene(SOUTH).choices[0].preview
    assert alone is not None and alone.alarm == "Break"


def test_the_end_is_an_alarm() -> None:
    tables = ["", "front_kick:forward"]
    play = Play(squares=["b1", "b2"], scores=[0, 15], hands=["jab block", ""], tables=tables)
    rest = play.scene(SOUTH).buttons[0].preview
    assert rest is not None and rest.alarm == "You lose."
    win = Play(squares=["b2", "a3"], scores=[18, 0], hands=["round_kick", ""])
    step = piece(win.do("A play round_kick").scene(SOUTH), "step-b3").preview
    assert step is not None and step.alarm == "You win."


def test_what_a_spectator_sees() -> None:
    """No choices, no cards of hands, names instead of 'you'."""
    scene = turn_three().scene(SPECTATOR)
    assert len(scene.choices) + len(scene.buttons) == 0
    assert zone(scene, "table-B").title == "Waiting against Ann"
    assert {p.marks for p in zone(scene, "hand-A").pieces} == {("hidden",)}
    assert scene.prompt.note == "Ann takes 3 standing still."
    assert facts(scene, "If Ann steps").head == ("Step", "Ann takes", "")
    assert scene.summary == "Ann b2, Bob a3: front left. Score 2 to 0."
    assert scene.status == "turn 3, first to 20"


def test_known_cards_lie_open() -> None:
    play = Play(hands=["jab", "blitz hand_fake block"], known=["", "blitz"], known_effects=[0, 1])
    scene = play.scene(SOUTH)
    hand = zone(scene, "hand-B")
    assert [p.name for p in hand.pieces] == ["Blitz", "Hidden card", "Hidden card"]
    assert [chip.label for chip in zone(scene, "side-B").chips] == ["1 more Effect in hand"]
    counter = facts(scene, "Bob may hold")
    assert ("Blitz", "1", "1 sure") in rows(counter)
    assert ("Jab", "3") in rows(counter)
    assert sum(int(n) for _, n, *_ in rows(counter)) == 26


def test_a_known_hand_is_shown_complete() -> None:
    play = Play(hands=["jab", "blitz block"], known=["", "blitz block"])
    assert rows(facts(play.scene(SOUTH), "Bob may hold")) == [
        ("Blitz", "1", "1 sure"),
        ("Block", "1", "1 sure"),
    ]
    assert rows(facts(Play(hands=["jab", ""]).scene(SOUTH), "Bob may hold")) == []


def test_discards_can_be_browsed() -> None:
    """KM-R32: their cards, or only their number; then nothing is counted either."""
    for is_open in (True, False):
        play = Play({"open_discards": is_open}, hands=["jab", ""], discards=["", "jab block"])
        scene = play.scene(SOUTH)
        pile = zone(scene, "discard-B")
        assert pile.count == 2
        assert [p.name for p in pile.pieces] == (["Jab", "Block"] if is_open else [])
        assert any(found.form == "tally" for found in scene.facts) == is_open
    assert zone(scene, "deck-B").count == 24


def test_chips() -> None:
    play = Play(hands=["hand_fake change_sides jab", ""], rested="B", advanced="B", no_rest="A")
    scene = play.do("A play hand_fake", "A play change_sides").scene(SOUTH)
    assert [c.label for c in zone(scene, "side-B").chips] == ["advanced", "rested", "may not rest"]
    assert [c.label for c in zone(scene, "side-A").chips] == ["may not rest"]
    chips = zone(scene, "table-A").chips
    assert [(c.label, c.value) for c in chips] == [("fake", "+3 Kick, +2 other"), ("mirrored", "")]
    assert piece(scene, "hand-A-jab-1").mirrored
    mirrored = play.do("A play jab", "A go left").scene(SOUTH)
    assert piece(mirrored, "table-A-jab-1").mirrored
    kick = Play(hands=["change_sides back_round_kick", ""]).do("A play change_sides").scene(SOUTH)
    arrows = {a.to: a.value for a in piece(kick, "hand-A-back_round_kick-1").arrows}
    assert arrows == {"f": "4", "fl": "4", "fr": "1", "l": "2"}
    steps = {s.to: s.value for s in piece(kick, "hand-A-back_round_kick-1").steps}
    assert steps == {"f": "", "b": "-1", "l": "+1", "r": "", "stay": ""}


def test_chips_of_a_deck_without_punches() -> None:
    """An overlay may take the qualifier Punch from every card."""
    names = ("jab", "reverse_punch", "spinning_backfist", "blitz")
    overlay = {"card": {name: {"added": ["Fast"]} for name in names}}
    play = Play(overlay=overlay, hands=["hand_fake jab", ""]).do("A play hand_fake")
    chips = zone(play.scene(SOUTH), "table-A").chips
    assert [chip.value for chip in chips] == ["+3 Kick, +2 other"]


def test_the_last_break_and_the_end() -> None:
    play = Play(hands=["jab", ""], turn_number=9, last_break=7, break_points=[4, 2])
    assert zone(play.scene(SOUTH), "ring").note == "last Break: turn 7, 4 to 2"
    assert zone(play.scene(NORTH), "ring").note == "last Break: turn 7, 2 to 4"
    for scores, told in (
        ([20, 12], "You win, 20 to 12."),
        ([20, 20], "The match is a draw, 20 each."),
    ):
        assert Play(phase="over", scores=scores).scene(SOUTH).result == told
    limit = Play(phase="over", turn_number=300, scores=[3, 5]).scene(SOUTH)
    assert limit.result == "Bob wins by the turn limit, 5 to 3."
    assert (limit.facts, limit.lines) == ((), ())
    start = Play()
    assert start.scene(SOUTH).prompt.question == "Chance says who starts."
    assert start.do("* first B").scene(SOUTH).prompt.question == "Bob draws."


def test_a_question_after_an_effect() -> None:
    scene = Play(hands=["hand_fake jab", ""]).do("A play hand_fake").scene(SOUTH)
    assert scene.prompt.question == "Which card follows?"
    assert scene.phases[scene.phase] == "Combo"
    assert scene.prompt.note == "Nothing waits."


def test_scenes_are_sound() -> None:
    """Every legal action can be picked, nothing twice, texts short."""
    for options in ({}, ODD):
        play = Play(options)
        for n, _ in enumerate(play.walk(8)):
            if n % 7:
                continue
            for viewer in (SOUTH, NORTH, SPECTATOR):
                scene = play.scene(viewer)
                assert faults(scene) == []
                assert len(ids(scene)) == len(set(ids(scene)))
                assert len(scene.prompt.question) <= 48
                if viewer != SPECTATOR:
                    mark = GAME.notation.text
                    legal = sorted(mark(c) for c in range(74) if not play.state.why(viewer, c))
                    assert sorted(c.action for c in scene.choices) == legal
