"""The table on the screen."""

import pytest

from budokan.games.dojo_duel.tests.helper import OWN, WHITE_BELT, WINDOW, WORDS, Play
from budokan.kit.contract import SPECTATOR
from budokan.kit.scene import chosen, faults, lit
from budokan.kit.testing.trial import pieces, zone


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
    assert scene.prompt.question == "Point at one of the 5 cards"
    holder = Play({"fan": "holder"}, phase="point").scene(0)
    assert [choice.paths for choice in holder.choices] == [((f"hand-B-{i}",),) for i in range(5)]


def test_fans_are_ordered_by_clicks() -> None:
    """DD-R8: click the cards in the new order; equal cards may be exchanged."""
    hand = "knife_hand straight_punch elbow_strike elbow_strike steady_stance"
    play = Play({"fan": "holder"}, phase="fan", first="B", hands=[hand, ""])
    scene = play.scene(0)
    ids = [piece.id for piece in zone(scene, "hand-A").pieces]
    assert ids[2:4] == ["hand-A-elbow_strike-1", "hand-A-elbow_strike-2"]
    for clicks, action in (
        ((0, 1, 2, 3, 4), "keep fan"),
        ((0, 1, 3, 2, 4), "keep fan"),
        ((3, 2, 0, 1, 4), "fan 2-3-0-1-4"),
        ((4, 3, 2, 1, 0), "fan 4-2-3-1-0"),
    ):
        picked = chosen(scene.choices, tuple(ids[place] for place in clicks))
        assert picked and picked.action == action
    assert sum(len(choice.paths) for choice in scene.choices) == 121
    labels = {choice.action: choice.label for choice in scene.choices}
    assert labels["keep fan"] == "Keep the order"
    assert labels["fan 4-2-3-1-0"] == (
        "Order the fan: Steady Stance, Elbow Strike, Elbow Strike, Straight Punch, Knife Hand"
    )


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
    assert scene.result == "Bob wins. Double knock-out: You -2, Bob -1."
    assert [z.id for z in scene.zones] == ["side-B", "field", "side-A"]
    assert zone(scene, "kicker-A").pieces[0].marks == ("spent",)
    assert zone(scene, "kicker-A").pieces[0].name == "Spent kicker"
    assert scene.prompt.question == "The game is over."
    assert [piece.id for piece in zone(scene, "side-A").pieces] == ["first"]
    assert zone(scene, "side-B").pieces == ()
    assert [piece.badge for piece in zone(scene, "field-A").pieces] == ["answer", "pointed at"]


def test_sums_as_facts() -> None:
    scene = Play(None, ("ember_fist", "grand_dojo"), **WINDOW).scene(0)
    assert [row.cells for row in scene.facts[0].rows] == [
        ("Bob's Yang", "5"),
        ("Your Yin", "6"),
        ("You take", "0"),
        ("Your Yang", "14"),
        ("Bob's Yin", "6"),
        ("Bob takes", "8"),
    ]
    roles = [row.roles for row in scene.facts[0].rows if row.strong]
    assert roles == [("plain", "plain"), ("safe", "safe")]
    theirs = Play(None, ("ember_fist", "grand_dojo"), **WINDOW).scene(1).facts[0].rows
    assert [(row.cells[0], row.roles[0]) for row in theirs if row.strong] == [
        ("You take", "hit"),
        ("Ann takes", "plain"),
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
    mine = {row.cells for row in play.scene(1).facts[0].rows}
    assert ("Cards until the reshuffle", "8") in mine
    assert ("Elbow Strike (6/3)", "1 unseen") in mine
    assert ("Circular Parry (2/5)", "2 unseen") in mine
    theirs = {row.cells for row in play.scene(0).facts[0].rows}
    assert ("The list is secret", "") in theirs
    assert zone(play.scene(0), "deck-B").title == "Secret deck"
    assert zone(play.scene(1), "deck-B").title == "Own deck"
    open_ = Play({"open_decklists": True}, ("white_belt", OWN)).scene(0)
    assert zone(open_, "deck-B").title == "Self-built deck"
    shuffled = Play(
        phase="point",
        round=6,
        kickers=["slip_away", ""],
        hands=["knife_hand straight_punch elbow_strike elbow_strike steady_stance", ""],
        decks=["reverse_punch counter_throw", ""],
        reshuffled=["reverse_punch counter_throw elbow_strike", ""],
    )
    rows = {row.cells for row in shuffled.scene(1).facts[0].rows}
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
    for step, _ in enumerate(play.walk(3)):
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
    assert play.scene(0).result.startswith(("You win.", "Bob wins.", "The game is a draw."))


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
        "Round 1, Ann first. Points: Ann 20, You 20. Ann shows nothing. You show nothing."
    )


def test_nobody_is_first_before_the_toss() -> None:
    scene = Play().scene(0)
    assert scene.summary.startswith("Round 1. Points")
    assert scene.prompt.note == "Round 1"
    assert not [piece for piece in pieces(scene) if piece.id == "first"]
    tossed = Play().do("* toss B").scene(0)
    assert tossed.prompt.note == "Round 1, Bob first"
    assert [piece.id for piece in zone(tossed, "side-B").pieces] == ["first"]


def test_the_last_round_is_announced() -> None:
    for number, told in ((9, "Round 9"), (10, "Round 10, the last round")):
        assert Play({"round_limit": 10}, phase="point", round=number).scene(0).status == told


def test_the_field_shows_owners_and_the_newest_card() -> None:
    """Pointed at, answered, pointed at, answered: one card is the newest."""
    play = Play(phase="point")
    assert [facts.title for facts in play.scene(0).facts] == [
        "Still hidden of Bob's deck",
        "Still hidden of your deck",
    ]
    assert [row.title for row in zone(play.scene(0), "field").zones] == ["Bob", "You"]
    newest = []
    for _ in range(4):
        seat = play.acting()[0]
        entries = [f"{seat} point"] if play.legal(seat) == ["point"] else []
        play.do(*entries).settle()
        if not entries:
            play.do(f"{seat} {play.legal(seat)[0]}")
        if play.state.round == 1:
            newest.append([p.id for p in pieces(play.scene(0)) if "moved" in p.marks])
    assert newest == [["field-B-1"], ["field-A-1"], ["field-A-2"]]
    last = Play(None, ("ember_fist", "grand_dojo"), **WINDOW).scene(0)
    assert [p.id for p in pieces(last) if "moved" in p.marks] == ["field-B-2"]
    assert last.facts[0].title == "As it stands"


def test_designed_values_are_marked() -> None:
    scene = Play(None, ("ember_fist", "grand_dojo"), **WINDOW).scene(1)
    faces = [piece for piece in pieces(scene) if piece.face]
    assert len(faces) == 8
    assert all(piece.designed for piece in faces)
    assert not any(piece.designed for piece in pieces(scene) if not piece.face)


def test_dd_r17_the_end_opens_lists_and_kickers() -> None:
    """DD-R17: the list stays secret until the end; a hand is not shown even then (DD-C12)."""
    over = Play(
        None,
        ("white_belt", OWN),
        phase="over",
        points=[0, 5],
        field=["knife_hand slip_away", "axe_kick bamboo_form"],
        kickers=["elbow_strike", "phoenix_heart"],
    )
    for viewer in (0, SPECTATOR):
        scene = over.scene(viewer)
        kicker = zone(scene, "kicker-B").pieces[0]
        assert (kicker.face, kicker.badge) == ("phoenix_heart", "never revealed")
        assert {piece.face for piece in zone(scene, "hand-B").pieces} == {""}
        assert zone(scene, "deck-B").title == "Self-built deck"
        rows = {row.cells for row in scene.facts[1].rows}
        names = {name: count for count, name in (item.split(" ", 1) for item in OWN.split(", "))}
        assert {(name.rpartition(" ")[0], n) for name, n in rows} == set(names.items())
    assert [facts.title for facts in over.scene(0).facts] == [
        "As it stands",
        "Bob's list",
        "Your list",
    ]
    ann = {row.cells[0].rpartition(" ")[0]: row.cells[1] for row in over.scene(0).facts[2].rows}
    assert {f"{n} {name}" for name, n in ann.items()} == set(WHITE_BELT)
