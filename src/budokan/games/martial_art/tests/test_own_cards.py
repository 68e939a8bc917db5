"""Cards of one's own: fighters, Skills and a ring that are played as they are written."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from budokan.games.martial_art import GAME
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.setup import radius
from budokan.games.martial_art.skill_format import EFFECT_WORDS, EFFECTS
from budokan.games.martial_art.tests.helper import IGOR, KIMBERLEY, typed
from budokan.games.martial_art.view import skill_words
from budokan.kit import card_file
from budokan.kit.card_format import Fault
from budokan.kit.editions import edition
from budokan.kit.errors import Refusal
from budokan.kit.scene import Piece, Zone
from budokan.kit.testing.laws import Coverage, play_by_the_laws
from budokan.kit.testing.trial import Trial, piece, pieces, zone

CARDS = Path(__file__).parent / "cards"
SCHOOL = card_file.read(CARDS / "school.toml")
LARGE = card_file.read(CARDS / "large.toml")
BARE = card_file.read(CARDS / "bare.toml")
BLACK = {"mode": "black"}


def faults(overlay: dict[str, Any]) -> list[Fault]:
    return [fault for fault in card_file.faults(GAME, overlay) if not fault.warning]


def warnings(overlay: dict[str, Any]) -> list[str]:
    return [fault.text for fault in card_file.faults(GAME, overlay) if fault.warning]


def fight(
    fighters: tuple[str, ...], overlay: dict[str, Any] = SCHOOL, **position: Any
) -> Trial[MartialArt]:
    """Fighters beside each other with energy, the first one to act."""
    choices = {seat: {"fighter": name} for seat, name in enumerate(fighters)}
    setup = GAME.setup(len(fighters), BLACK, choices, overlay)
    given: dict[str, Any] = {
        "phase": "area",
        "spaces": ["0,0", "1,0", "2,0"][: len(fighters)],
        "facing": ["e", "w", "w"][: len(fighters)],
    }
    if overlay is not BARE:
        given |= {"chi": [3] * len(fighters), "rage": [3] * len(fighters)}
    return Trial(GAME, MartialArt, setup, {**given, **position})


def strike(
    fighters: tuple[str, ...], kind: str, area: int, reaction: str = "pass", **position: Any
) -> Trial[MartialArt]:
    """A strike at an Area, up to the attack roll; nothing is shown for defence."""
    first = (area - 3) % 5 + 1  # two tokens go from there to the Area
    given = {"phase": "strike", "start": first, "pile": f"energy {kind}", "last": kind}
    play = fight(fighters, **{**given, **position}).do("A strike B")
    for entry in (reaction, "defend 0 0"):
        if play.acting() == ["B"] and entry in play.legal("B"):
            play.do(f"B {entry}")
    return play


def dice(play: Trial[MartialArt]) -> int:
    """How many dice the strike has."""
    return len(next(iter(play.odds())).removeprefix("roll "))


def text(key: str, overlay: dict[str, Any] = SCHOOL) -> str:
    data = GAME.setup(2, overlay=overlay).data
    return skill_words.describe(data["skill"][key], data)


# -- twelve invented Skills -----------------------------------------------------------------------


def test_nerve_strike_drains_rage() -> None:
    """MA-R70: once, after damage, and never below 0."""
    skills = ["nerve_strike turtle_stance last_stand", ""]
    given: dict[str, Any] = {"skills": skills, "used": "nerve_strike"}
    for roll, rage in (("roll ff", 3), ("roll fn", 1), ("roll nn", 1)):
        play = strike(("bruno", "aiko"), "punch", 2, **given).do(f"* {roll}")
        assert play["rage"][1] == rage
    assert "B loses Rage (now 1)." in play.told()
    assert (
        strike(("bruno", "aiko"), "punch", 2, rage=[3, 1], **given).do("* roll nn")["rage"][1] == 0
    )
    assert strike(("bruno", "aiko"), "punch", 1, **given).do("* roll nn")["rage"][1] == 3
    assert text("nerve_strike") == (
        "Punch to the Left Arm or Right Arm: if it does damage, the Defender loses 2 Rage"
    )


def test_turtle_stance_guards_until_the_next_turn() -> None:
    """MA-R68, MA-R69: every strike does 1 less, and never less than nothing."""
    given: dict[str, Any] = {
        "skills": ["", "nerve_strike turtle_stance last_stand"],
        "next": ["", "turtle_stance"],
    }
    for roll, damage in (("ff", 0), ("fn", 0), ("nn", 1), ("nx", 1)):
        play = strike(("aiko", "bruno"), "kick", 3, **given).do(f"* roll {roll}")
        assert play["life"][1] == [0, 0, damage, 0, 0]
    assert text("turtle_stance") == "until the next turn: 1 damage less if it does any"


def test_the_line_tells_the_sum_behind_the_damage() -> None:
    """MA-R69: what Skills change is a part of it."""
    given: dict[str, Any] = {
        "skills": ["", "nerve_strike turtle_stance last_stand"],
        "next": ["", "turtle_stance"],
    }
    play = strike(("aiko", "bruno"), "kick", 3, **given)
    told = play.happened(0, "* roll nn").line
    assert told == "B takes 1 on the Left Leg: 2 successes, -1 by Skills."
    assert "Skills change the damage by -1." in play.told()


def test_greedy_ones_react_with_skills_of_the_file() -> None:
    """A die less for the Attacker is worth its price."""
    given: dict[str, Any] = {"skills": ["", "sidestep iron_shirt healing_hands"]}
    position: dict[str, Any] = {
        "phase": "strike",
        "start": 4,
        "pile": "energy punch",
        "last": "punch",
    }
    play = fight(("bruno", "aiko"), **position, **given).do("A strike B")
    assert play.best("B") == "skill sidestep"


def test_turtle_stance_is_paid_and_ends_with_the_next_own_turn() -> None:
    """MA-R68."""
    skills = ["nerve_strike turtle_stance last_stand", ""]
    given: dict[str, Any] = {"skills": skills, "phase": "end", "start": 1}
    play = fight(("bruno", "aiko"), **given).do("A skill turtle_stance")
    assert play["next"] == ["turtle_stance", ""] and play["chi"][0] == 2
    given = {**given, "next": ["turtle_stance", ""], "turn": "B"}
    later = fight(("bruno", "aiko"), **given).do("B pass")
    assert later["turn"] == "A" and later["next"] == ["", ""]


def test_finishing_hold_hurts_what_is_severe() -> None:
    """MA-R69, C4: 2 damage more, if the strike does any and the Area is Severe already."""
    given: dict[str, Any] = {
        "skills": ["finishing_hold turtle_stance last_stand", ""],
        "used": "finishing_hold",
        "moves": 1,
    }
    for before, roll, after in ((3, "fn", 6), (3, "ff", 3), (2, "fn", 3)):
        life = [[0] * 5, [0, 0, before, 0, 0]]
        play = strike(("bruno", "aiko"), "lock", 3, life=life, **given).do(f"* roll {roll}")
        assert play["life"][1][2] == after
    assert text("finishing_hold") == "Lock at a Severe Area: 2 damage more if it does any"


def test_last_stand_needs_a_severe_column_of_its_own() -> None:
    """C4: 2 dice more in every strike."""
    given: dict[str, Any] = {
        "skills": ["nerve_strike turtle_stance last_stand", ""],
        "styles": ["last_stand", ""],
    }
    hurt = [[3, 0, 0, 0, 0], [0] * 5]
    assert dice(strike(("bruno", "aiko"), "punch", 1, **given)) == 2
    assert dice(strike(("bruno", "aiko"), "punch", 1, life=hurt, **given)) == 4
    assert text("last_stand") == "with a Severe column of one's own: two dice more"


def test_sidestep_takes_an_attack_die() -> None:
    """MA-R67: with none left there is no roll."""
    given: dict[str, Any] = {"skills": ["", "sidestep iron_shirt healing_hands"]}
    play = strike(("bruno", "aiko"), "punch", 1, "skill sidestep", **given)
    assert dice(play) == 1 and play["chi"][1] == 2
    assert "A has 2 dice. Sidestep takes 1." in play.told()
    overlay = {**SCHOOL, "skill": {**SCHOOL["skill"]}}
    overlay["skill"]["sidestep"] = {**SCHOOL["skill"]["sidestep"], "do": {"attack_dice": -2}}
    none = strike(("bruno", "aiko"), "punch", 1, "skill sidestep", overlay=overlay, **given)
    assert none["life"][1] == [0] * 5 and none["turn"] == "A" and none["kind"] == "punch"
    assert text("sidestep") == "the Attacker rolls one die fewer"


def test_iron_shirt_guards_without_a_token() -> None:
    """MA-40: a Skill that offers another way; at the Arms alone."""
    given: dict[str, Any] = {
        "skills": ["", "sidestep iron_shirt healing_hands"],
        "styles": ["", "iron_shirt"],
    }
    play = strike(("bruno", "aiko"), "punch", 2, **given).do("* roll nn")
    assert dice(play) == 1
    play.do("* roll n")
    assert play["life"][1] == [0, 1, 0, 0, 0]
    assert any("Iron Shirt adds 1 to the guard" in line for line in play.told())
    assert strike(("bruno", "aiko"), "punch", 1, **given).do("* roll nn")["life"][1][0] == 2
    assert text("iron_shirt") == "struck at the Left Arm or Right Arm: one die more to guard"


def test_breath_of_the_bear_gains_chi() -> None:
    """MA-R70: at once, as far as the gauge goes."""
    skills = ["sidestep breath_of_the_bear healing_hands", ""]
    for chi, after in ((1, 3), (4, 5)):
        given: dict[str, Any] = {"phase": "end", "start": 1, "skills": skills, "chi": [chi, 0]}
        play = fight(("aiko", "bruno"), **given).do("A skill breath_of_the_bear")
        assert (play["chi"][0], play["rage"][0]) == (after, 2)
    assert text("breath_of_the_bear") == "gain 2 Chi"


def test_healing_hands_heal_the_worst_area() -> None:
    """MA-R70: the first of those that are hurt most; the token stays lost."""
    skills = ["sidestep breath_of_the_bear healing_hands", ""]
    life = [[1, 2, 0, 2, 0], [0] * 5]
    play = fight(("aiko", "bruno"), phase="end", start=1, skills=skills, life=life)
    play.do("A skill healing_hands")
    assert play["life"][0] == [1, 1, 0, 2, 0] and play["chi"][0] == 1
    assert "A recovers on the Left Arm (now 1)." in play.told()
    assert text("healing_hands") == "the most damaged Area recovers by 1"


def test_ambush_works_from_behind() -> None:
    """C4, MA-93: one die for the back, two for the Skill."""
    given: dict[str, Any] = {"skills": ["ambush light_feet cool_head", ""], "used": "ambush"}
    assert dice(strike(("tomas", "bruno"), "kick", 3, **given)) == 2
    assert dice(strike(("tomas", "bruno"), "kick", 3, facing=["e", "e"], **given)) == 5
    assert text("ambush") == "from behind: two dice more"


def test_light_feet_walk_a_space_each_turn() -> None:
    """P14 in a Style: before any other Move."""
    given: dict[str, Any] = {
        "skills": ["ambush light_feet cool_head", ""],
        "styles": ["light_feet", ""],
        "phase": "end", "start": 1, "turn": "B", "spaces": ["-2,0", "1,0"],
    }  # fmt: skip
    play = fight(("tomas", "bruno"), **given).do("B pass")
    assert play["turn"] == "A" and play["free"] == 1
    play.do("A area 1")
    before = play["moves"]
    play.do("A step e")
    assert (play["moves"], play["free"]) == (before, 0)
    assert text("light_feet") == "one space free in the Effects"


def test_cool_head_cancels_an_exceptional_success() -> None:
    """MA-R69: against Kicks and Punches alone."""
    given: dict[str, Any] = {"skills": ["", "ambush light_feet cool_head"]}
    play = strike(("aiko", "tomas"), "kick", 3, "skill cool_head", **given).do("* roll nx")
    assert play["life"][1][2] == 1
    assert "B cancels Exceptional Successes: 1." in play.told()
    lock = strike(("bruno", "tomas"), "lock", 3, "skill cool_head", moves=1, **given)
    assert lock["reaction"] == "" and lock["rage"][1] == 3
    assert text("cool_head") == "struck with Kick or Punch: cancels up to one X of the attack"


def test_avalanche_pushes_by_three() -> None:
    """MA-98: with two Kicks in the Starting Area; the card's own words are shown."""
    given: dict[str, Any] = {
        "skills": ["ambush avalanche cool_head", ""],
        "spaces": ["-2,0", "-1,0"],
        "used": "avalanche",
    }
    weak = strike(("tomas", "bruno"), "kick", 3, **given)
    assert dice(weak) == 2 and weak["spaces"] == ["-2,0", "-1,0"]
    play = strike(("tomas", "bruno"), "kick", 3, pile="kick kick", **given)
    assert dice(play) == 3 and play["spaces"] == ["1,0", "2,0"]
    cards = {piece.id: piece for piece in pieces(play.scene(0))}
    assert cards["skill-avalanche"].text == (
        "Two Kicks together: one die more, and they fly three spaces."
    )
    assert text("avalanche") == (
        "with two Kick in the Starting Area, Kick: one die more, a push by 3"
    )


# -- fighters and the ring ------------------------------------------------------------------------


def test_new_fighters_take_the_place_of_ours() -> None:
    """MA-15: a complete list drops our fighters and their Skills."""
    setup = GAME.setup(2, BLACK, overlay=SCHOOL)
    assert list(setup.data["fighter"]) == ["bruno", "aiko", "tomas"]
    state = typed(GAME.start(setup))
    assert list(state.setting.who) == [0, 1] and list(state.setting.owned) == [4, 4]
    assert list(state.setting.gauge) == [6, 5] and (state.a.chi, state.b.chi) == (1, 0)
    with pytest.raises(Refusal, match="There is no fighter 'igor'; did you mean aiko"):
        GAME.setup(2, {}, {0: {"fighter": "igor"}}, SCHOOL)
    with pytest.raises(Refusal, match="There are 3 fighters for 4 seats"):
        GAME.setup(4, {}, overlay=SCHOOL)
    with pytest.raises(Refusal, match="Bruno is chosen twice"):
        GAME.setup(2, {}, {0: {"fighter": "bruno"}, 1: {"fighter": "bruno"}}, SCHOOL)


def test_columns_may_show_any_number_of_tokens() -> None:
    """MA-48, MA-50: none, one or three pictures, from the top down."""
    given: dict[str, Any] = {
        "life": [[0] * 5, [0] * 5],
        "boards": ["", "energy punch | energy | move lock | energy punch | defense lock | move"],
    }
    play = strike(("aiko", "bruno"), "kick", 3, **given).do("* roll nn")
    assert "lose" not in play.events()
    five = {**SCHOOL, "skill": {**SCHOOL["skill"]}}
    five["skill"]["iron_shirt"] = {
        **SCHOOL["skill"]["iron_shirt"], "role": "attack", "areas": [], "do": {"attack_dice": 4}
    }  # fmt: skip
    play = strike(
        ("aiko", "bruno"), "kick", 2, overlay=five,
        skills=["iron_shirt sidestep healing_hands", ""], styles=["iron_shirt", ""], **given,
    ).do("* roll nnnnnn")  # fmt: skip
    assert [line for line in play.told() if "loses" in line] == [
        "B loses Lock: Left Leg.", "B loses Punch: Right Leg.", "B loses Energy: Left Arm."
    ]  # fmt: skip


def test_a_fighter_without_tokens_stands_idle() -> None:
    """MA-R66: the turn passes; tokens that were set aside come to the Head."""
    given: dict[str, Any] = {"phase": "strike", "start": 1, "pile": "energy", "turn": "B"}
    life = [[1, 1, 0, 0, 0], [0] * 5]
    empty = ["| | | | |", ""]
    play = fight(("wonja", "igor"), BARE, life=life, boards=empty, **given).do("B hold")
    assert play["turn"] == "B" and play["round"] == 2
    assert "A has no token left to start from." in play.told()
    aside = ["| | | | | energy move", ""]
    play = fight(("wonja", "igor"), BARE, boards=aside, **given).do("B hold")
    assert play["boards"][0].split("|")[0].split() == ["energy", "move"]


@pytest.mark.parametrize(
    ("overlay", "option", "steps", "cells"),
    [({}, 3, 3, 37), ({}, 4, 4, 61), ({}, 2, 2, 19), (LARGE, 3, 4, 61), (BARE, 3, 2, 19),
     (LARGE, 2, 2, 19), (BARE, 4, 4, 61)],
)  # fmt: skip
def test_the_ring_follows_the_cards_unless_the_option_says_otherwise(
    overlay: dict[str, Any], option: int, steps: int, cells: int
) -> None:
    """MA-16: arena_radius comes first, unless it is left at 3."""
    start = {"start": {"duel": {"spaces": ["-1,0", "1,0"]}}}
    setup = GAME.setup(2, {"arena_radius": option}, overlay={**overlay, **start})
    assert radius(setup) == steps
    play = Trial(GAME, MartialArt, setup, {"phase": "area", "spaces": [f"{-steps},0", "1,0"]})
    arena = zone(play.scene(), "arena")
    assert len(arena.cells) == cells and arena.width == 2 * steps + 1
    assert arena.cells[0] == f"0,{-steps}" and arena.cells[-1] == f"0,{steps}"
    rows = [int(cell.split(",")[1]) for cell in arena.cells]
    assert rows == sorted(rows)
    with pytest.raises(Refusal, match=r"outside the Fighting Area|cannot be"):
        GAME.read({"phase": "area", "spaces": [f"{steps + 1},0", "1,0"]}, setup)


def test_starting_spaces_must_lie_in_the_ring() -> None:
    """MA-16: those of the file in its ring, and in a smaller one that the option asks for."""
    assert typed(GAME.start(GAME.setup(2, overlay=LARGE))).a.cell >= 37
    with pytest.raises(Refusal, match=r"arena_radius = 2: the starting space -4,0"):
        GAME.setup(2, {"arena_radius": 2}, overlay=LARGE)
    far = {"start": {"duel": {"spaces": ["-4,0", "1,0"]}}}
    assert [fault.where for fault in faults(far)] == ["start.duel.spaces"]
    assert faults({**far, "arena": {"ring": {"radius": 4}}}) == []


def test_sides_of_a_team_battle() -> None:
    """MA-03: neighbours may be on a team."""
    setup = GAME.setup(4, {"layout": "team"}, overlay={"start": {"team": {"sides": [0, 0, 1, 1]}}})
    state = typed(GAME.start(setup))
    assert state.mates(0, 1) and not state.mates(0, 2) and GAME.sides(setup) == (0, 0, 1, 1)
    play = Trial(GAME, MartialArt, setup, {"phase": "area", "out": ["", "", "ko", ""], "turn": "D"})
    assert play.do("D concede").told()[-1] == "A and B win."


def test_no_more_than_twelve_dice_are_rolled() -> None:
    """MA-R67."""
    board = "energy punch punch | headbutt | move defense | defense | defense defense | defense"
    given: dict[str, Any] = {
        "skills": ["hook uppercut jabs", ""], "styles": ["uppercut", ""], "used": "hook",
        "boards": [board, ""], "spaces": ["0,0", "1,0"],
    }  # fmt: skip
    play = strike(("igor", "guest_0"), "punch", 2, overlay=LARGE, **given)
    assert play["out"] == ["", "ring_out"]
    overlay = {
        **LARGE,
        "skill": {**LARGE["skill"], "hook": {"do": {"attack_dice": 9}, "cost": [0, 0]}},
    }
    play = strike(("igor", "guest_0"), "punch", 2, overlay=overlay, **given)
    assert dice(play) == 12


def test_a_die_may_lack_a_face() -> None:
    """MA-10: what no die shows is never rolled."""
    play = strike(("igor", "kimberley"), "punch", 2, overlay=BARE, boards=[IGOR, KIMBERLEY])
    assert set(play.odds()) == {"roll ff", "roll fx", "roll xx"}
    assert list(play.odds().values()) == [1, 2, 1]


@pytest.mark.parametrize("overlay", [SCHOOL, LARGE, BARE], ids=["school", "large", "bare"])
@pytest.mark.parametrize("seats", [2, 3])
def test_the_laws_hold_in_black_belt(overlay: dict[str, Any], seats: int) -> None:
    """Hidden information, guesses, records and scenes, with Skills on tiles."""
    setup = GAME.setup(seats, {**BLACK, "max_rounds": 2}, overlay=overlay)
    play_by_the_laws(GAME, setup, 3, Coverage())


# -- words and marks ------------------------------------------------------------------------------


def test_every_effect_can_be_told() -> None:
    assert set(skill_words.EFFECTS) == set(EFFECTS)
    for name, effect in EFFECTS.items():
        for n in {effect.low, effect.high, effect.guard_low} - {0}:
            assert skill_words.EFFECTS[name](n)


def test_every_word_has_an_example_that_can_be_played() -> None:
    """The docs list these words; each example is a Skill of its own."""
    ways = {
        "start": ("start", "strike"),
        "reaction": ("reaction", "strike"),
        "style": ("style", "on"),
        "now": ("end", "now"),
        "next": ("end", "next"),
    }
    for word in EFFECT_WORDS:
        role, way = EFFECTS[word.name].ways[0]
        timing, lasts = ways[way]
        row = {"timing": timing, "role": role, "lasts": lasts, "holds": {}, "struck": ""}
        overlay = {"skill": {"hook": {**row, **tomllib.loads(word.example)}}}
        assert faults(overlay) == []
        assert text("hook", overlay)


def test_a_changed_skill_is_told_from_its_values_and_marked() -> None:
    """The table marks what comes from the file; our text stays where only a price changes."""
    cheap = fight(("igor", "wonja"), {"skill": {"hook": {"cost": [1, 0]}}}, skills=[TWO, ""])
    card = piece(cheap.scene(0), "skill-hook")
    assert card.text == "Punch: one die more, and the Defender rolls one fewer"
    assert card.own and not card.designed and card.component == "skill.hook"
    strong = fight(
        ("igor", "wonja"), {"skill": {"hook": {"do": {"attack_dice": 3}}}}, skills=[TWO, ""]
    )
    assert piece(strong.scene(0), "skill-hook").text == "Punch: three dice more"
    other = piece(strong.scene(0), "skill-uppercut")
    assert not other.own and not other.designed


TWO = "hook uppercut jabs"


def test_columns_gauges_and_fighters_carry_their_marks() -> None:
    overlay = {"fighter": {"igor": {"length": [9, 8, 8, 8, 8], "name": "Igor II"}}}
    scene = fight(("igor", "wonja"), overlay, skills=[TWO, ""]).scene(0)
    assert zone(scene, "A-head-life").own and not zone(scene, "B-head-life").own
    assert zone(scene, "A-head-life").designed and not zone(scene, "chi").own
    pawn = piece(scene, "pawn-A")
    assert (pawn.name, pawn.own, pawn.component) == ("Igor II", True, "fighter.igor")
    assert scene.cards == "Your cards"


@pytest.mark.parametrize(
    "overlay", [{}, SCHOOL, LARGE, BARE], ids=["ours", "school", "large", "bare"]
)
def test_the_album_shows_every_component_with_a_face(overlay: dict[str, Any]) -> None:
    setup = GAME.setup(2, overlay=overlay)
    zones_ = GAME.album(GAME.opening_look(setup))
    found = [each for zone_ in zones_ for each in inside(zone_)]
    ids = [each.id for each in found]
    assert len(ids) == len(set(ids))
    shown = {each.component for each in found}
    skills = {f"skill.{key}" for key, row in setup.data["skill"].items()
              if row["fighter"] in setup.data["fighter"]}  # fmt: skip
    rest = {f"{name}.{key}" for name in ("fighter", "token", "start") for key in setup.data[name]}
    assert shown == skills | rest | {"die.face"}


def inside(found: Zone) -> list[Piece]:
    return [*found.pieces, *(piece for part in found.zones for piece in inside(part))]


def test_the_gallery_tells_the_stories() -> None:
    """The theme, six lives in our own words, and those of a card file."""
    ours = GAME.gallery(GAME.opening_look(GAME.setup())) if GAME.gallery else None
    assert ours and [fact.title for fact in ours.facts] == [
        "The tournament", "Igor", "Kimberley", "Hirumasa", "Li-Ming", "Ricardo", "Wonja"
    ]  # fmt: skip
    assert all(len(fact.note) > 150 for fact in ours.facts)
    for fact in ours.facts:
        assert fact.note in GAME.rules
    theirs = GAME.gallery(GAME.opening_look(GAME.setup(overlay=SCHOOL))) if GAME.gallery else None
    assert theirs and [fact.title for fact in theirs.facts] == ["The tournament", "Bruno"]
    renamed = GAME.setup(overlay=BARE)
    bare = GAME.gallery(GAME.opening_look(renamed)) if GAME.gallery else None
    assert bare and "Wonjala" not in [fact.title for fact in bare.facts]


# -- faults ---------------------------------------------------------------------------------------


def test_twenty_planted_faults_get_twenty_answers() -> None:
    overlay = card_file.read(CARDS / "faulty.toml")
    found = faults(overlay)
    assert sorted(fault.where for fault in found) == sorted(
        [
            "about.complet",
            "arena.ring.radius",
            "arena.floor",
            "rings",
            "token.punch.class",
            "die.face.normal",
            "start.duel.spaces[2]",
            "start.duel.facing[2]",
            "start.team.sides",
            "fighter.igor.tokens",
            "fighter.igor.length",
            "fighter.kimberley.severe[1]",
            "fighter.ricardo.tokens",
            "fighter.ricardo.squares[2]",
            "fighter.nobody",
            "skill.hook.timing",
            "skill.hook.do",
            "skill.jabs.role",
            "skill.macaco.do",
            "skill.secret.fighter",
        ]
    )
    said = {fault.where: fault.text for fault in found}
    assert "did you mean start?" in said["skill.hook.timing"]
    assert "did you mean attack_dice" in said["skill.hook.do"]
    assert "did you mean wonja?" in said["skill.secret.fighter"]
    assert "did you mean punch?" in said["fighter.igor.tokens"]
    with pytest.raises(Refusal, match="and 19 more"):
        GAME.setup(2, overlay=overlay)


def igor(**values: Any) -> dict[str, Any]:
    return {"fighter": {"igor": values}}


def hook(**values: Any) -> dict[str, Any]:
    return {"skill": {"hook": values}}


GONE = {"dropped": True}
PICTURES: list[list[str]] = GAME.data["fighter"]["igor"]["pictures"]
SQUARES: list[list[int]] = GAME.data["fighter"]["igor"]["squares"]


@pytest.mark.parametrize(
    ("overlay", "where", "said"),
    [
        (igor(tokens={"energy": 7, "punch": 4}), "tokens", "11 tokens; a fighter has 12"),
        (igor(tokens={"energy": 8, "punch": 4}), "tokens", "energy = 8: 7 tokens of one Effect"),
        (igor(tokens={"energy": 6, "punch": 6}), "tokens", "6 Action tokens find no place"),
        (igor(tokens={"energy": True}), "tokens", "must be a whole number"),
        (igor(tokens=12), "tokens", "must be a table"),
        (igor(length=[8, 8, 8]), "length", "a list of 5 values"),
        (igor(length=[21, 8, 8, 8, 8]), "length[1]", "from 1 to 20"),
        (igor(severe=[0, 4, 4, 4, 4]), "severe[1]", "from 1 to 20"),
        (igor(severe=[9, 4, 4, 4, 4]), "severe[1]", "past the last square, 8"),
        (igor(pictures=[["fist", "headbutt"], *PICTURES[1:]]), "pictures[1][1]", "'fist'"),
        (igor(pictures=[["punch"] * 7, *PICTURES[1:]]), "pictures[1]", "a list of 0 to 6"),
        (igor(pictures=[["energy"], *PICTURES[1:]]), "squares[1]", "2 squares for 1 pictures"),
        (igor(squares=[[2, 2], *SQUARES[1:]]), "squares[1]", "must rise"),
        (igor(squares=[[2, 9], *SQUARES[1:]]), "squares[1]", "past the last square"),
        (igor(gauge_max=13), "gauge_max", "from 1 to 12"),
        (igor(gauge_start=6), "gauge_start", "above the end of the gauge"),
        (igor(name=""), "name", "1 to 24 letters"),
        (hook(at="box"), "at", "'box' is not possible"),
        (hook(cost=[1]), "cost", "a list of 2 values"),
        (hook(lasts="next"), "lasts", 'keyword start lasts "strike"'),
        (hook(role="turn"), "role", "its role is"),
        (hook(timing="reaction", lasts="strike"), "role", "A Reaction answers a strike"),
        (hook(struck="kick"), "struck", "end of the turn"),
        (hook(timing="style", lasts="on", holds={"punch": 1}), "holds", "Start Skills alone"),
        (hook(do={"attack_dice": -1}), "do", "must be from 1 to 9 where the role is attack"),
        (hook(do={"attack_dice": 99}), "do", "-9 to -1 or 1 to 9"),
        (hook(do={"remap_attack": 1}), "do", 'it needs (role = "defence", timing = "reaction")'),
        (hook(do={"fly": 1}), "do", "'fly' is not an effect"),
        (hook(do=[]), "do", "must be a table"),
        (hook(timing="end", lasts="now", role="turn", do={"extra_turn": 1, "swap_effects": 1}),
         "do", "cannot stand in one Skill"),
        (hook(when=["night"]), "when[1]", "'night' is not possible"),
        (hook(fighter="igr"), "fighter", "did you mean igor"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused(overlay: dict[str, Any], where: str, said: str) -> None:
    """MA-19, MA-22, MA-82 and what the rules need to go on at all."""
    found = faults(overlay)
    assert [fault.where.split(".", 2)[2] for fault in found] == [where]
    assert said in found[0].text


@pytest.mark.parametrize(
    ("overlay", "where"),
    [
        ({"fighter": {"Bad Key": {"dropped": True}}}, "fighter.Bad Key.dropped"),
        ({"die": {"face": {"failure": 0, "normal": 0, "exceptional": 0}}}, "die.face"),
        ({"die": {"face": {"failure": 6, "normal": 6}}}, "die.face"),
        ({"start": {"duel": {"spaces": ["0,0", "0,0"]}}}, "start.duel.spaces"),
        ({"start": {"duel": {"spaces": ["0,0"]}}}, "start.duel.spaces"),
        ({"start": {"duel": {"facing": "e"}}}, "start.duel.facing"),
        ({"start": {"duel": {"sides": [0, 0]}}}, "start.duel.sides"),
        ({"start": {"duel": {"sides": [0, 2]}}}, "start.duel.sides[2]"),
        ({"area": {"head": {"number": 2}}}, "area.head.number"),
        ({"skill": dict.fromkeys(list(GAME.data["skill"])[:5], GONE)}, "fighter.igor"),
        ({"fighter": dict.fromkeys(list(GAME.data["fighter"])[1:], GONE)}, "fighter"),
        ({"skill": {"Big Hook": {"name": "x", "fighter": "igor", "timing": "start", "cost": [0, 0],
                                 "role": "attack", "do": {"push": 1}}}}, "skill.Big Hook"),
    ],
)  # fmt: skip
def test_places_of_other_faults(overlay: dict[str, Any], where: str) -> None:
    """MA-03, MA-07, MA-10, MA-14, MA-82."""
    assert [fault.where for fault in faults(overlay)] == [where]


def test_any_value_gets_an_answer_and_no_crash() -> None:
    """Whatever TOML can hold stands where a value belongs."""
    odd: list[Any] = [
        -1, 0, 10**6, 1.5, True, "", "x" * 300, "\u202e", [], [[]], [[[1]]], [None, 1],
        {}, {"a": {"b": [1]}}, ["punch"] * 40, [{"x": 1}] * 5, ["1,0", 3], {"punch": "2"},
    ]  # fmt: skip
    for section, form in GAME.card_format.sections.items():
        key = next(iter(GAME.data[section]))
        for name, field in form.fields.items():
            for value in odd:
                places = [fault.where for fault in field.check(f"{section}.{key}.{name}", value)]
                assert all(place.startswith(f"{section}.{key}.{name}") for place in places)
                found = card_file.faults(GAME, {section: {key: {name: value}}})
                assert len({(fault.where, fault.text) for fault in found}) == len(found)


@pytest.mark.parametrize(
    ("overlay", "said"),
    [
        (igor(pictures=[["punch", "punch"], *PICTURES[1:]]), "MA-C2"),
        (igor(severe=[6, 6, 4, 4, 4]), "MA-C8"),
        (igor(pictures=[[]] * 5, squares=[[]] * 5), "MA-C2"),
        (igor(gauge_max=1), "MA-C11"),
        (igor(tokens={"energy": 7, "defense": 5}), "never strike"),
        ({"skill": {"bulldog": {"at": "board"}}}, "3 printed Skills, not two (MA-C5)"),
        ({"skill": {"uppercut": {"at": "tile"}, "bruiser": {"at": "board"}}}, "MA-C6"),
        ({"start": {"duel": {"spaces": ["0,0", "1,0"]}}}, "MA-C13"),
        ({"start": {"duel": {"spaces": ["-1,0", "2,0"]}}}, "MA-C13"),
        ({"die": {"face": {"normal": 0, "exceptional": 0}}}, "nobody is ever hurt"),
        (hook(do={}), "does nothing"),
        (hook(cost=[3, 0]), "MA-C18"),
    ],
)  # fmt: skip
def test_our_own_constraints_only_warn(overlay: dict[str, Any], said: str) -> None:
    """MA-C2, MA-C5, MA-C6, MA-C8, MA-C11, MA-C13, MA-C9: an owner's cards may differ from ours."""
    assert faults(overlay) == []
    assert any(said in text for text in warnings(overlay))
    typed(GAME.start(GAME.setup(2, {}, {0: {"fighter": "igor"}}, overlay)))


def test_li_mings_leg_may_be_another() -> None:
    """MA-C9 holds for our cards, not for an owner's."""
    overlay = {"fighter": {"li_ming": {"squares": [[3, 5], [2, 4], [3, 5], [2, 3], [2, 4]]}}}
    assert faults(overlay) == []


def test_values_are_played_with() -> None:
    """Columns, printed Skills and gauges of one's own; at the edge of what is allowed."""
    overlay: dict[str, Any] = igor(
        length=[20, 8, 8, 8, 8], severe=[2, 5, 4, 4, 4],
        squares=[[1, 2], *SQUARES[1:]], gauge_max=9, gauge_start=9,
    )  # fmt: skip
    overlay["skill"] = {"uppercut": {"at": "tile"}, "bulldog": {"at": "board"}}
    setup = GAME.setup(2, {}, {0: {"fighter": "igor"}, 1: {"fighter": "wonja"}}, overlay)
    state = typed(GAME.start(setup))
    assert (state.setting.last[0], state.setting.severe[1], state.setting.square[1]) == (20, 5, 2)
    assert (state.a.chi, state.a.rage, state.b.chi) == (9, 9, 0)
    assert list(state.setting.gauge) == [9, 5]
    read = typed(GAME.read({"phase": "area"}, setup))
    assert (read.a.chi, read.b.rage) == (9, 0)
    assert GAME.write(read, setup)["skills"] == ["hook bulldog", "tei_tat kra_tot_chok"]
    with pytest.raises(Refusal, match=r"chi\[B\] = 6 must be a whole number from 0 to 5"):
        GAME.read({"phase": "area", "chi": [9, 6]}, setup)


def test_a_start_above_the_end_of_a_gauge() -> None:
    """MA-18: of the fighters at the table, with their own values."""
    high = igor(gauge_max=9)
    both = {0: {"fighter": "igor"}, 1: {"fighter": "igor"}}
    mirror = {"gauge_start": 8, "allow_mirror": True}
    assert typed(GAME.start(GAME.setup(2, mirror, both, high))).b.rage == 8
    with pytest.raises(Refusal, match="gauge_start = 8 lies above gauge_max = 5"):
        GAME.setup(2, {"gauge_start": 8}, {0: {"fighter": "igor"}}, high)
    with pytest.raises(Refusal, match="gauge_start = 4 lies above gauge_max = 3"):
        GAME.setup(2, {"gauge_max": 3}, {0: {"fighter": "igor"}}, igor(gauge_start=4))


def test_matches_of_the_first_cards_go_on() -> None:
    """The cards without a ring are kept, and their ring has three steps."""
    old = edition(GAME, 2, "12d6124b9aeea637")
    setup = old.setup(2)
    assert "arena" not in setup.data.sections and radius(setup) == 3
    assert radius(old.setup(2, {"arena_radius": 2})) == 2
