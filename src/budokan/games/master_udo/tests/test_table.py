"""The table on the screen: pieces, words, previews and refusals."""

import pytest

from budokan.games.master_udo import GAME
from budokan.games.master_udo.daily import daily
from budokan.games.master_udo.tests.helper import Play
from budokan.kit.contract import CHANCE
from budokan.kit.errors import Refusal
from budokan.kit.scene import Corner, Part, Preview, faults
from budokan.kit.testing.trial import piece, zone
from budokan.match.match import CodedMatch

KAI = {"hero": "kai"}


def test_the_master() -> None:
    """MU-32, MU-65: name, glory, attacks, power, hearts with the covered ones marked."""
    scene = Play(master="iron_body", revealed="wild", covered="2").scene()
    master = piece(scene, "master-card")
    assert (master.name, master.text) == ("Master Iron Body", "Your damage -1.")
    assert [(c.value, c.label) for c in master.corners] == [("2", "glory"), ("2", "attacks")]
    assert zone(scene, "master").room == "road"
    assert [p.corners[0].value for p in zone(scene, "body-1").pieces] == ["4", "5", "7"]
    assert [p.marks for p in zone(scene, "body-1").pieces] == [(), ("covered",), ()]
    assert faults(scene) == []
    assert scene.summary == "Iron Body: hearts left 4, 7; attacks Wild Attack. Glory 0."


def test_shadow_has_three_bodies() -> None:
    scene = Play(master="shadow", revealed="wild", covered="1 2").scene()
    assert [zone(scene, f"body-{n}").title for n in (1, 2, 3)] == ["Body 1", "Body 2", "Body 3"]
    swords = Corner(value="2", role="hit", label="attacks", icon="sword")
    assert piece(scene, "master-card").corners[1] == swords
    one = Play(master="shadow", revealed="wild", covered="1 2 3 4").scene()
    sword = Corner(value="1", role="hit", label="attack", icon="sword")
    assert piece(one, "master-card").corners[1] == sword


def test_designed_values_of_masters_are_marked() -> None:
    """On hearts, and on the glory of beaten masters."""
    scene = Play(master="turtle", revealed="wild", road="crane").scene()
    assert all(heart.designed for heart in zone(scene, "body-1").pieces)
    assert [p.designed for p in zone(scene, "road").pieces] == [True, False, False, False]


def test_attacks() -> None:
    """MU-14 to MU-17: value, loss, exposure, bonus and what a hit would cost."""
    play = Play(master="thunder", revealed="left_side wild", hand="LA RE", discard="LL")
    scene = play.scene()
    side = piece(scene, "attack-left_side")
    assert side.corners == (
        Corner(value="6", role="ward", label="block"),  # Thunder adds 1
        Corner(value="Left Arm and Left Leg and any card", role="hit", label="takes"),
        Corner(value="Charge 2", role="gain", label="blocked"),
    )
    told = "Hits: discard Left Arm and Recovery and EXHAUST Left Leg"
    assert side.preview and side.preview.note == told
    assert (side.preview.alarm, side.preview.fate) == ("A card would be exhausted.", "hits")
    wild = piece(scene, "attack-wild")
    assert wild.corners[1:] == (
        Corner(value="any card", role="hit", label="takes"),
        Corner(value="every finisher +1", role="safe", label="exposed"),
    )
    assert wild.designed
    kai = Play(KAI, master="thunder", revealed="left_side").scene()
    left = piece(kai, "attack-left_side")
    assert left.corners[-1].value == "ENRAGE 2"
    assert left.preview and left.preview.note == "Hits: discard Left Arm, Left Leg and Left Arm"
    assert kai.prompt.note == "Unblocked, you lose 3 cards."


def test_a_deadly_attack_is_announced() -> None:
    scene = Play(master="zen", revealed="left_leg", hand="RA").scene()
    preview = piece(scene, "attack-left_leg").preview
    assert preview and (preview.note, preview.alarm) == ("Hits: cannot be paid", "You would fall.")
    assert scene.prompt.note == "Unblocked, you cannot pay for an attack, and fall."


def test_a_lane_while_it_is_laid() -> None:
    """Marks for conditions met and unmet, X with its parts, what is still needed."""
    play = Play(master="lightspeed", revealed="left_arm").do("add RA", "add RL")
    lane = zone(play.scene(), "lane-1")
    assert (lane.layout, lane.title) == ("overlap", "Combo 1, open")
    assert lane.note == "Still needs: at least 4 cards"
    assert [p.marks for p in lane.pieces] == [("covered", "met"), ("unmet",)]
    again = next(p for p in zone(play.scene(), "hand").pieces if p.name == "Right Leg").preview
    assert again and again.note == "Needs at least 4 cards." and again.sum[0].value == 3
    assert lane.pieces[1].preview and lane.pieces[1].preview.alarm == "Needs at least 4 cards"
    assert lane.preview and lane.preview.sum == (
        Part(label="cards", value=2),
        Part(label="exposed", value=1),
    )
    assert lane.preview.note == "Deals 5: covers the 5, 3 or 1."


def test_the_table_shows_what_laid_combos_will_do() -> None:
    """An attack that a combo will block says so, and so does a heart that one will cover."""
    play = Play(master="lightspeed", revealed="left_leg left_side", covered="1 2", charge=1)
    fresh = play.scene()
    assert [p.marks for p in zone(fresh, "body-1").pieces] == [("covered",), ("covered",), (), ()]
    hits = piece(fresh, "attack-left_side").preview
    assert hits and hits.fate == "hits"
    play.do("add RA", "add RL", "add RL", "add LA", "close", "add LA", "add RA")
    scene = play.scene()
    blocked = piece(scene, "attack-left_side").preview
    assert blocked and (blocked.note, blocked.fate) == ("Blocked by combo 1", "stopped")
    stands = piece(scene, "attack-left_leg").preview
    assert stands and (stands.note, stands.fate) == ("Hits: discard Left Leg", "hits")
    seven = piece(scene, "heart-4")
    assert seven.marks == ("pending",) and seven.preview and seven.preview.note == "combo 2"
    assert piece(scene, "heart-3").marks == ()
    assert scene.prompt.note == "So far you cover the 7, block Left Side and lose 1 card."
    charge = zone(scene, "hero")
    assert (charge.at, charge.gain, charge.threat) == (1, 0, 1)  # 2 from the block, all spent
    assert zone(scene, "lane-2").preview == Preview(
        note="Deals 7: covers the 7 or 5.",
        sum=(
            Part(label="cards", value=2),
            Part(label="exposed", value=1),
            Part(label="Charge", value=3),
        ),
    )
    assert faults(scene) == []


def test_an_unfinished_combo_promises_nothing() -> None:
    play = Play(master="crane", revealed="wild").do("add RA", "close", "add RL")
    scene = play.scene()
    assert piece(scene, "heart-1").preview == Preview(note="combo 1")
    assert scene.prompt.question == "Add a card"
    assert scene.prompt.note == "So far you cover the 3 and lose 1 card."
    lane = zone(scene, "lane-2")
    assert lane.note == "Still needs: at least 4 cards"
    assert lane.preview and lane.preview.note == "Deals 4: covers nothing."  # the 5 is the lowest


def test_a_boost_that_would_change_something_is_mentioned() -> None:
    play = Play(master="lightspeed", revealed="body", charge=2).do("add LA", "add RA")
    lane = zone(play.scene(), "lane-1").preview
    told = "Deals 3: covers the 3 or 1. With Charge 2, deals 5: covers the 5, 3 or 1."
    assert lane and lane.note == told


def test_playing_nothing_is_never_the_main_choice() -> None:
    play = Play(master="zen", revealed="body")
    fresh = play.scene()
    assert [(b.label, b.primary) for b in fresh.buttons] == [("Play no combo", False)]
    assert fresh.choices[-1].label == "Play no combo"
    laid = play.do("add LA").scene()
    assert [(b.label, b.primary) for b in laid.buttons] == [
        ("Another combo", False),
        ("Resolve", True),
    ]


def test_on_a_route_only_those_who_can_be_challenged_are_shown() -> None:
    """MU-67"""
    scene = Play({"masters": "easy"}).scene()
    assert [p.name for p in zone(scene, "masters").pieces] == ["Turtle", "Crane", "Drunken"]


def test_a_hand_card_says_what_it_would_do() -> None:
    play = Play(master="lightspeed", revealed="body", hand="RA LA LA").do("add RA")
    guard = piece(play.scene(), "hand-udo_left_arm")
    assert guard.copies == 2
    assert guard.preview and guard.preview.note == "As card 3: stops Body."
    listed = {choice.action: choice.preview for choice in play.scene().choices}["add udo_left_arm"]
    assert listed and listed.note == "X = 2. As card 3: stops Body."
    play.do("add LA")
    refused = piece(play.scene(), "hand-udo_left_arm").refused
    assert refused and refused.clause == "MU-22"
    assert refused.text == "Not directly on a Left card."


def test_a_combo_without_a_good_end_is_announced() -> None:
    play = Play(master="zen", revealed="body", hand="LL RL RA RA LA").do("add LL")
    refused = piece(play.scene(), "hand-udo_right_leg").refused
    assert refused and refused.clause == "MU-25"
    assert refused.text == "Needs at least 4 cards: more than your hand gives."


def test_previews_of_combos_and_boosts() -> None:
    play = Play(master="zen", phase="resolve", revealed="high", combos=["RA LA RE", "LA"], charge=3)
    scene = play.scene()
    choices = {choice.action: choice for choice in scene.choices}
    take, boost = choices["take 1"], choices["boost 1"]
    assert take.preview and take.preview.note == "X = 3. Recover 3 or Charge 3."
    told = "X = 3 cards + 3 Charge = 6. Recover 6 or Charge 6."
    assert boost.preview and boost.preview.note == told
    buttons = {button.id: button.preview for button in scene.buttons}
    part = Part(label="Charge", value=3)
    assert (boosted := buttons["boost-1"]) and boosted.sum[-1] == part
    assert boost.label == "Boost combo 1"
    assert choices["take 2"].paths == (("lane-2",),)
    assert [button.id for button in scene.buttons] == ["boost-1", "boost-2"]
    assert scene.prompt.note == "A combo that you pick itself is resolved without Charge."
    play.do("boost 1")
    offered = {choice.action: choice.label for choice in play.scene().choices}
    assert offered == {"option 1": "Recover X", "option 2": "Charge X"}
    assert {b.id: b.preview.note for b in play.scene().buttons if b.preview} == {
        "option-1": "Recover 6.",
        "option-2": "Charge 6.",
    }


def test_the_last_combo_asks_only_whether_to_boost() -> None:
    play = Play(master="zen", phase="resolve", revealed="high", combos=["RA LA"], charge=3)
    scene = play.scene()
    assert scene.prompt.question == "Spend Charge 3 on it?"
    labels = {choice.action: (choice.label, choice.paths) for choice in scene.choices}
    assert labels == {
        "take 1": ("Keep the Charge", (("lane-1",), ("take-1",))),
        "boost 1": ("Boost combo 1", (("boost-1",),)),
    }
    assert [button.id for button in scene.buttons] == ["take-1", "boost-1"]


def test_kai_on_screen() -> None:
    """MU-77, MU-85: both sides are told apart, and Kai's own temper."""
    play = Play(KAI, master="zen", revealed="body", hand="G! P! T", raging=True)
    scene = play.scene()
    hero, side = zone(scene, "hero"), zone(scene, "side")
    assert side.title == "Kai the Enraged Tempest"
    assert side.chips == (Corner(value="doubles a combo", role="gain"),)
    assert (hero.title, hero.at, hero.length) == ("ENRAGED", 2, 3)
    assert [(p.name, p.badge) for p in zone(scene, "hand").pieces] == [
        ("Torso - Battle Cry", ""),
        ("Left Arm - Guard", "ENRAGED"),
        ("Right Arm - Punch", "ENRAGED"),
    ]
    calm = zone(Play(KAI).scene(), "side")
    assert (calm.title, calm.chips) == ("Kai the Calm Tempest", ())
    soon = Play(KAI, master="zen", revealed="body", hand="G! P!").scene()
    assert [chip.value for chip in zone(soon, "side").chips] == ["rages next turn"]
    play.do("add P!", "resolve")
    labels = {choice.action: choice.label for choice in play.scene().choices}
    assert labels["boost 1"] == "Double combo 1"
    play.do("boost 1")
    assert [chip.value for chip in zone(play.scene(), "side").chips] == ["has doubled"]


def test_udo_on_screen() -> None:
    """MU-55: Charge is a track that grows with what is stored."""
    some = zone(Play(master="zen", revealed="body", charge=2).scene(), "hero")
    assert (some.title, some.at, some.length) == ("Charge", 2, 6)
    much = zone(Play(master="zen", revealed="body", charge=9).scene(), "hero")
    assert (much.at, much.length) == (9, 9)


def test_cards_to_enrage_can_be_picked_in_place() -> None:
    play = Play(KAI, master="zen", phase="resolve", revealed="wild", combos=["S S P"], discard="G")
    play.do("take 1")
    paths = {choice.action: choice.paths for choice in play.scene().choices}
    assert paths["enrage kai_sweep under 1"] == (("lane-1-1",), ("lane-1-2",))
    assert paths["enrage top 1"] == (("lane-1-3",),)
    assert paths["enrage kai_guard pile"] == (("discard-kai_guard",),)
    assert paths["enough"] == (("enough",),)
    labels = {choice.action: choice.label for choice in play.scene().choices}
    assert labels["enrage kai_sweep under 1"] == "ENRAGE Left Leg - Sweep in combo 1"
    assert labels["enrage kai_guard pile"] == "ENRAGE Left Arm - Guard in the pile"


def test_the_gallery() -> None:
    """MU-R31, MU-67: both sides of every master, and who is beaten."""
    scene = Play(road="turtle").scene()
    crane = piece(scene, "master-crane")
    turtle = piece(scene, "master-turtle")
    assert [c.value for c in crane.corners] == ["1", "1", "3, 5, 7", "easy"]
    hard = [piece(scene, f"master-{name}").corners[2:] for name in ("shadow", "zen")]
    assert [[c.value for c in found] for found in hard] == [
        ["3, 3 each", "medium"],
        ["5, 7, 9", "hard"],
    ]
    assert crane.text == "The lowest heart first. Teaches Damage X+2."
    fight = next(choice for choice in scene.choices if choice.action == "fight crane").preview
    assert fight and fight.note == (
        "1 glory, 1 attack, hearts 3, 5, 7, easy. The lowest heart first. "
        "Teaches Crane Left Leg (without another Right Leg card): Damage X+2."
    )
    assert turtle.marks == ("spent",)
    assert turtle.refused and turtle.refused.clause == "MU-52"
    assert zone(scene, "road").title == "Road, 1 glory"
    assert [p.name for p in zone(scene, "road").pieces] == ["Turtle", "Empty", "Empty", "Empty"]
    assert scene.prompt.question == "Whom do you challenge?"


def test_questions() -> None:
    play = Play(master="lightspeed", phase="resolve", revealed="wild", combos=["RA LL"])
    play.do("take 1")
    assert play.scene().prompt.question == "3 damage: which heart?"
    assert play.scene().prompt.note == "2 to go."
    play.do("cover 1", "cover 2", "suffer wild")
    assert play.scene().prompt.question == "Wild Attack: lose any card"
    assert play.scene().status == "Fight 1 of 4, turn 1"
    venom = Play(master="venom", phase="pay", revealed="left_leg", attack="left_leg", paid=1)
    assert venom.scene().prompt.question == "Left Leg Attack: lose any card"


def test_equal_hearts_are_one_choice_with_two_paths() -> None:
    play = Play(master="shadow", phase="resolve", revealed="wild", combos=["RA LA LL"])
    scene = play.do("take 1").scene()
    paths = {choice.action: choice.paths for choice in scene.choices}
    assert paths["cover 1"] == (("heart-1",), ("heart-2",))
    assert piece(scene, "heart-2").refused is None


def test_odds_of_the_next_reveal() -> None:
    """With d cards left and n to draw: what comes for certain, or how likely a high one is."""
    two = Play(master="drunken", revealed="wild", deck="high low body left_arm")
    assert two.scene().facts[-1].note == "4 in the deck; a 5 among the next 2: 83%."
    few = Play(master="drunken", revealed="wild", deck="high")
    assert few.scene().facts[-1].note == "All of them come next, and 1 of the others."
    same = Play(master="drunken", revealed="wild", deck="high low")
    assert same.scene().facts[-1].note == "All of them come next."
    none = Play(master="drunken", revealed="wild", deck="")
    assert none.scene().facts[-1].note == "It is reshuffled for the next card."


@pytest.mark.parametrize(
    ("road", "master", "glory", "title"),
    [
        ("thunder venom zen", "mantis", 11, "Nobody is stronger."),
        ("thunder venom turtle", "mantis", 9, "One of the greatest."),
        ("thunder shadow turtle", "mantis", 8, "Exceptional."),
        ("iron_body shadow turtle", "mantis", 7, "Pretty strong."),
        ("crane drunken turtle", "mantis", 5, "Strong, with more in you."),
    ],
)
def test_mu_68_titles(road: str, master: str, glory: int, title: str) -> None:
    """MU-68"""
    play = Play(phase="won", master=master, road=f"{road} {master}", covered="1 2 3")
    scene = play.scene()
    assert scene.result == f"You beat four masters: {glory} glory. {title}"
    assert zone(scene, "road").note == title


def test_a_lost_game_has_no_title() -> None:
    """MU-R29"""
    scene = Play(phase="fell", master="mantis", road="zen").scene()
    assert scene.result == "You fall. Masters beaten 1, glory 3."


def test_the_challenge_of_a_day() -> None:
    """The same for everyone on a date; heroes take turns; the pool is chosen."""
    assert GAME.daily is not None
    (monday, seed) = GAME.daily("2026-11-16")
    (tuesday, other) = GAME.daily("2026-11-17")
    assert (seed, other) == ("daily 2026-11-16", "daily 2026-11-17")
    assert (monday["hero"], tuesday["hero"]) == ("udo", "kai")
    shown = []
    for pool, master in (("all", "zen"), ("medium", "iron_body")):
        match = CodedMatch(GAME, GAME.setup(1, {**monday, "masters": pool}), seed=seed)
        match.begin()
        match.play(0, GAME.notation.parse(f"fight {master}"))
        entries = [entry for entry in match.entries if entry.seat == CHANCE]
        shown.append([GAME.notation.text(entry.action) for entry in entries])
    assert shown[0][:2] == shown[1]
    with pytest.raises(Refusal, match="is not a date"):
        daily("tomorrow")
