"""What the screen tells."""

import pytest

from budokan.games.dojo_duel import GAME
from budokan.games.dojo_duel.tests.helper import OWN, WORDS, Play, pieces, walk, zone
from budokan.kit.core import SPECTATOR
from budokan.kit.scene import chosen, faults, lit

SECOND = {
    "phase": "answer",
    "field": ["spinning_back_fist bamboo_form", "circular_parry"],
    "hands": ["", "blazing_combination perfect_balance iron_shirt bow_of_respect"],
}
DECKS = (
    "7 Spinning Back Fist, 8 Bamboo Form",
    "9 Circular Parry, 2 Blazing Combination, 2 Perfect Balance, 2 Iron Shirt, 2 Bow of Respect",
)
WHITE_BELT = (
    "1 Knife Hand",
    "1 Straight Punch",
    "1 Reverse Punch",
    "2 Elbow Strike",
    "2 Sword of Discipline",
    "1 Steady Stance",
    "1 Flowing Kata",
    "2 Perfect Balance",
    "1 Slip Away",
    "2 Circular Parry",
    "1 Counter Throw",
)
WINDOW = {
    "phase": "window",
    "field": ["blazing_combination sword_of_discipline", "knife_hand high_guard"],
    "kickers": ["", "unbroken_ground"],
}


def second(**more: object) -> Play:
    return Play({"deck_rules": "size_only", **more}, DECKS, **SECOND)


def test_dd_e14_exact_previews_for_the_second_answer() -> None:
    """DD-E14: what each answer gives and takes."""
    scene = second().scene(1)
    found = {
        choice.action.removeprefix("answer "): (choice.preview.give, choice.preview.take)
        for choice in scene.choices
        if choice.preview
    }
    assert found == {
        "blazing_combination": (4, 4),
        "perfect_balance": (1, 1),
        "iron_shirt": (0, 0),
        "bow_of_respect": (0, 3),
    }
    card = zone(scene, "hand-B").pieces[0]
    assert card.preview and card.preview.note == "16 to 16 points after it"
    assert [(part.label, part.value) for part in card.preview.sum] == [
        ("your Yang", 10),
        ("their Yin", -6),
        ("their Yang", 11),
        ("your Yin", -7),
    ]
    assert scene.prompt.question == "Answer Bamboo Form"
    assert not any(piece.preview for piece in pieces(second().scene(0)))


def test_the_first_answer_is_a_range() -> None:
    """One own card and one answer are still to come."""
    play = Play(None, ("white_belt", "white_belt"), phase="answer", field=["", "flowing_kata"])
    preview = play.scene(0).choices[0].preview
    assert preview and preview.give is None
    # Knife Hand 4/1 against 5/4, then each of four own cards against each of fourteen others.
    values = {row["name"]: (row["yang"], row["yin"]) for row in GAME.data["card"].values()}
    rest = [(3, 2), (5, 3), (6, 3), (6, 3)]
    others = [values[line[2:]] for line in WHITE_BELT for _ in range(int(line[0]))]
    others.remove((5, 4))
    gives = [max(0, 4 + own[0] - 4 - other[1]) for own in rest for other in others]
    takes = [max(0, 5 + other[0] - 1 - own[1]) for own in rest for other in others]
    assert len(gives) == 56
    assert preview.note == (
        f"deal 0 to {max(gives)}, {sum(gives) / 56:.1f} on average, "
        f"take {min(takes)} to {max(takes)}, {sum(takes) / 56:.1f} on average"
    )
    assert "still to come" in play.scene(0).prompt.note


def test_warnings() -> None:
    """Deadly results, and reveals that change nothing (DD-R22)."""
    low = Play({"deck_rules": "size_only"}, DECKS, **SECOND, points=[4, 3])
    alarms = {c.action: c.preview.alarm for c in low.scene(1).choices if c.preview}
    assert alarms == {
        "answer blazing_combination": "Both fall.",
        "answer perfect_balance": "",
        "answer iron_shirt": "",
        "answer bow_of_respect": "This beats you.",
    }
    idle = Play(
        None,
        ("white_belt", "grand_dojo"),
        phase="window",
        kickers=["knife_hand", ""],
        field=["slip_away circular_parry", "cover_up turtle_shell"],
    )
    reveal = next(button for button in idle.scene(0).buttons if button.id == "reveal")
    assert reveal.preview and "changes nothing" in reveal.preview.alarm
    wins = Play({"deck_rules": "size_only"}, DECKS, **SECOND, points=[4, 20])
    assert next(c.preview.alarm for c in wins.scene(1).choices if c.preview) == (
        "This beats your opponent."
    )


def test_kicker_window() -> None:
    """DD-E4: as it stands, and with the own kicker; the other kicker may change it."""
    play = Play(None, ("ember_fist", "grand_dojo"), **WINDOW)
    scene = play.scene(1)
    buttons = {button.id: button.preview for button in scene.buttons}
    assert [(p.give, p.take) for p in buttons.values() if p] == [(0, 8), (2, 0)]
    assert list(buttons) == ["keep", "reveal"]
    assert scene.prompt.note == "Ann has no kicker any more."
    picked = chosen(scene.choices, ("kicker-B-0",))
    assert picked and picked.action == "reveal"
    both = Play(
        None,
        ("grand_dojo", "ember_fist"),
        phase="window",
        field=["knife_hand high_guard", "blazing_combination sword_of_discipline"],
        kickers=["unbroken_ground", "wild_swing"],
    )
    # Blazing Combination is out once; the other copy would strike for 8 more.
    assert both.scene(0).prompt.note == (
        "Bob's kicker can still change this; Blazing Combination (8/2) would cost you 16."
    )


def test_lanes_have_their_own_paths() -> None:
    play = Play({"compare": "lanes"}, ("ember_fist", "grand_dojo"), **WINDOW)
    scene = play.scene(1)
    picked = chosen(scene.choices, ("kicker-B-0", "field-B-2"))
    assert picked and picked.action == "reveal in 2"
    assert lit(scene.choices, ("kicker-B-0",)) == {"field-B-1", "field-B-2"}
    assert [button.id for button in scene.buttons] == ["keep", "reveal-1", "reveal-2"]
    assert [line.label for line in scene.lines] == ["4 - 2 = 2", "8 - 1 = 7", "6 - 5 = 1"]
    shown = play.do("B reveal in 2")
    assert shown.state.round == 2


def test_pointing_has_a_path_for_each_back() -> None:
    """DD-20, DD-E16: five backs, the kicker is none of them."""
    play = Play(phase="point", kickers=["slip_away", "knife_hand"])
    scene = play.scene(0)
    assert [choice.action for choice in scene.choices] == ["point"]
    assert scene.choices[0].paths == tuple((f"hand-B-{i}",) for i in range(5))
    assert scene.prompt.question == "Your Turn: point at one of the 5 cards"
    holder = Play({"fan": "holder"}, phase="point").scene(0)
    assert [choice.paths for choice in holder.choices] == [((f"hand-B-{i}",),) for i in range(5)]


def test_fans_are_ordered_by_clicks() -> None:
    """DD-R8: click the cards in the new order; equal cards may be exchanged."""
    hand = "knife_hand straight_punch elbow_strike elbow_strike steady_stance"
    play = Play({"fan": "holder"}, phase="fan", first="B", hands=[hand, ""])
    scene = play.scene(0)
    for clicks, action in (
        ((0, 1, 2, 3, 4), "keep fan"),
        ((0, 1, 3, 2, 4), "keep fan"),
        ((3, 2, 0, 1, 4), "fan 2-3-0-1-4"),
        ((4, 3, 2, 1, 0), "fan 4-2-3-1-0"),
    ):
        picked = chosen(scene.choices, tuple(f"hand-A-{place}" for place in clicks))
        assert picked and picked.action == action
    assert sum(len(choice.paths) for choice in scene.choices) == 121


def test_refusals_on_the_table() -> None:
    """What cannot be picked says why."""
    scene = Play(None, ("ember_fist", "grand_dojo"), **WINDOW).scene(1)
    for piece in zone(scene, "hand-B").pieces:
        assert piece.refused and piece.refused.clause == "DD-23"
    point = Play(phase="point", kickers=["slip_away", "knife_hand"]).scene(0)
    kicker = zone(point, "kicker-A").pieces[0]
    assert kicker.refused and kicker.refused.clause == "DD-R3"
    assert kicker.face == "slip_away" and kicker.turned
    assert zone(point, "kicker-B").pieces[0].face == ""


def test_zones_tell_counts_and_points() -> None:
    """DD-R12: points below 0 are shown as 0."""
    play = Play(
        None,
        ("ember_fist", "grand_dojo"),
        phase="over",
        points=[-2, -1],
        field=["wild_swing reckless_charge", "cover_up reverse_punch"],
        recycle=["iron_shirt", ""],
    )
    scene = play.scene(0)
    assert (zone(scene, "points-A").at, zone(scene, "points-A").length) == (0, 20)
    assert zone(scene, "deck-A").count == 14
    assert zone(scene, "deck-B").title == "Grand Dojo"
    assert [piece.face for piece in zone(scene, "recycle-A").pieces] == ["iron_shirt"]
    assert scene.over == "Bob wins. Double knock-out at -2 and -1."
    assert [z.id for z in scene.zones] == ["side-B", "field", "side-A"]
    assert zone(scene, "kicker-A").pieces[0].marks == ("spent",)
    assert [piece.id for piece in zone(scene, "side-A").pieces] == ["first"]
    assert zone(scene, "side-B").pieces == ()
    assert [piece.badge for piece in zone(scene, "field-A").pieces] == ["answer", "pointed at"]


def test_sums_as_facts() -> None:
    scene = Play(None, ("ember_fist", "grand_dojo"), **WINDOW).scene(0)
    assert [row.cells for row in scene.facts[0].rows] == [
        ("Bob's Yang", "5"),
        ("Ann's Yin", "6"),
        ("Ann loses nothing", "0"),
        ("Ann's Yang", "14"),
        ("Bob's Yin", "6"),
        ("Bob loses 8", "8"),
    ]
    assert [line.label for line in scene.lines] == ["14 - 6 = 8"]


def test_card_counting() -> None:
    """DD-R17: of a known list what is unseen, of a secret one nothing."""
    play = Play(
        None,
        ("white_belt", OWN),
        phase="point",
        kickers=["slip_away", "phoenix_heart"],
        recycle=["elbow_strike", "iron_shirt"],
    )
    mine = {row.cells for row in play.scene(1).facts[1].rows}
    assert ("Cards until the reshuffle", "8") in mine
    assert ("Elbow Strike (6/3)", "1 unseen") in mine
    assert ("Circular Parry (2/5)", "2 unseen") in mine
    theirs = {row.cells for row in play.scene(0).facts[1].rows}
    assert ("The list is secret", "") in theirs
    assert zone(play.scene(0), "deck-B").title == "Secret deck"
    assert zone(play.scene(1), "deck-B").title == "Own deck"
    shuffled = Play(
        phase="point",
        round=6,
        kickers=["slip_away", ""],
        hands=["knife_hand straight_punch elbow_strike elbow_strike steady_stance", ""],
        decks=["reverse_punch counter_throw", ""],
        reshuffled=["reverse_punch counter_throw elbow_strike", ""],
    )
    rows = {row.cells for row in shuffled.scene(1).facts[1].rows}
    assert ("Slip Away (1/4)", "1 in hand or kicker") in rows
    assert ("Elbow Strike (6/3)", "1 in hand or kicker") in rows
    assert ("Elbow Strike (6/3)", "1 unseen") in rows


@pytest.mark.parametrize(
    ("options", "decks"),
    [
        ({}, ("white_belt", "ember_fist")),
        ({"fan": "holder", "compare": "lanes", "kicker_mode": "simultaneous"}, (OWN, OWN)),
    ],
)
def test_dd_c12_scenes_are_sound_and_tell_nothing_hidden(
    options: dict[str, object], decks: tuple[str, str]
) -> None:
    """DD-C12: every face on the screen of one player is open or their own."""
    play = Play(options, decks)
    phases = set()
    for step, _ in enumerate(walk(play, 3)):
        phases.add(play.scene(0).phase)
        if step % 6:
            continue
        for viewer in (0, 1, SPECTATOR):
            scene = play.scene(viewer)
            assert faults(scene) == []
            for seat in {0, 1} - {viewer}:
                side = play.state.side(seat)
                lying = side.recycle.in_order() + side.field.in_order() + [int(side.shown)]
                allowed = {WORDS[card] for card in lying if card >= 0}
                shown = {piece.face for piece in pieces(scene) if piece.owner == seat}
                assert shown - {""} <= allowed
    assert phases == set(range(5))
    assert play.scene(0).over.startswith(("Ann wins.", "Bob wins.", "The game is a draw."))


def test_prompts_for_everyone() -> None:
    wait = Play(phase="kicker", kickers=["", "slip_away"])
    assert wait.scene(1).prompt.question == "Ann to decide."
    assert wait.scene(0).prompt.question == "Which card becomes your kicker?"
    assert Play().scene(0).prompt.question == "The toss decides who goes first."
    assert Play(phase="draw").scene(SPECTATOR).prompt.question == "Both draw."
    assert Play(phase="shows").scene(0).prompt.question == "The card turns over."
    fan = Play({"fan": "holder"}, phase="fan").scene(1)
    assert fan.prompt.note == "Ann points at a place next and sees only backs."
    assert fan.summary == (
        "Round 1, Ann first. Points: Ann 20, Bob 20. Ann shows nothing. Bob shows nothing."
    )
