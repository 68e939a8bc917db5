"""Cards of one's own: twelve invented ones, whole card files, and a file full of faults.

The twelve were invented from the rulebook alone. What they could not say is listed at the end.
"""

import tomllib
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from budokan.games.master_udo import GAME, card_words, grammar
from budokan.games.master_udo.card_format import CONDITIONS
from budokan.games.master_udo.rules import combos
from budokan.games.master_udo.rules.heuristic import look_at
from budokan.games.master_udo.rules.rules import MasterUdo
from budokan.games.master_udo.rules.solver import plan
from budokan.games.master_udo.setup import faces, route, start, technique_kind, techniques
from budokan.games.master_udo.tests.helper import typed
from budokan.kit import card_file
from budokan.kit.contract import CHANCE, legal_codes
from budokan.kit.rng import Rng
from budokan.kit.scene import faults
from budokan.kit.testing.laws import Coverage, play_by_the_laws
from budokan.kit.testing.trial import Trial

FILES = Path(__file__).parent / "cards"
PLAYED = sorted(path.stem for path in FILES.glob("*.toml") if path.stem != "faulty")
KAI = {"hero": "kai"}


def cards(text: str) -> dict[str, Any]:
    """A card file that must be free of faults."""
    overlay = tomllib.loads(text)
    assert [f for f in card_file.faults(GAME, overlay) if not f.warning] == []
    return overlay


def table(text: str, options: dict[str, Any] | None = None, **given: Any) -> Trial[MasterUdo]:
    """A position with cards of one's own; combos wait to be resolved unless a phase is given."""
    if "combos" in given:
        given.setdefault("phase", "resolve")
    return Trial(GAME, MasterUdo, GAME.setup(1, options, overlay=cards(text)), given)


def printed(text: str, key: str) -> str:
    """Condition and effect of a card in words."""
    found = {face.key: face for face in faces(GAME.setup(1, overlay=cards(text)).data)}
    face = found[key]
    return f"{grammar.conditions_text(face.conditions)} | {grammar.steps_text(face.steps)}"


def starter(**values: str) -> str:
    """One card of a kind of its own in place of a Recovery."""
    lines = "\n".join(f"{name} = {value}" for name, value in values.items())
    return f"[udo.udo_recovery]\ncopies = 1\n[udo.new]\n{lines}"


# -- twelve cards ---------------------------------------------------------------------------------


def test_1_the_third_card() -> None:
    """A strike that may only be the third card of a combo."""
    text = starter(
        title='"Third Strike"', condition="[{ pos = 3 }]", effect="[{ damage = { x = 1, k = 3 } }]"
    )
    assert printed(text, "new") == "card 3 only | Damage X+3"
    play = table(text, master="crane", revealed="wild")
    assert play.why("A add new") == "MU-22"
    play.do("A add udo_right_arm", "A add udo_right_arm", "A add new")
    assert "add udo_left_arm" in play.legal()
    play.do("A resolve", "A take 1")
    assert "7 damage" in play.scene().prompt.question  # 3 cards, 1 exposed, 3 from the card


def test_2_exactly_three_cards_then_a_card_comes_back() -> None:
    """Blocks, then takes one card back; only in a combo of exactly three."""
    text = starter(
        title='"Triangle Guard"',
        condition="[{ size = 3 }]",
        effect="[{ block = { x = 1, k = 1 } }, { recover = { k = 1 } }]",
    )
    assert printed(text, "new") == "exactly 3 cards | Block X+1, then Recover 1"
    play = table(text, master="crane", revealed="left_arm", discard="udo_left_leg")
    play.do("A add udo_right_arm", "A add new")
    assert "close" not in play.legal()
    assert "Needs exactly 3 cards" in str(play.scene())
    play.do("A add udo_left_arm")
    assert not [action for action in play.legal() if action.startswith("add")]
    play = table(
        text,
        master="crane",
        revealed="left_arm",
        discard="udo_left_leg",
        combos=["udo_right_arm udo_right_arm new"],
    )
    play.do("A take 1", "A stop left_arm", "A recover udo_left_leg")
    assert "udo_left_leg udo_left_leg" in play.document()["hand"]


def test_3_only_with_charge() -> None:
    """A technique that needs a store of Charge 3."""
    text = """
    [master.storm]
    title = "Storm"
    glory = 2
    swords = 1
    hearts = [4, 8]
    [technique.storm_fist]
    title = "Storm Right Arm"
    condition = [{ charge_min = 3 }]
    effect = [{ damage = { x = 2 } }]
    """
    assert printed(text, "storm_fist") == "with at least 3 Charge | Damage 2X"
    given: dict[str, Any] = {"road": "storm", "master": "crane", "revealed": "wild"}
    poor = table(text, **given, charge=2)
    assert poor.why("A add storm_fist") == "MU-22"
    assert "With at least 3 Charge." in str(poor.scene())
    rich = table(text, **given, charge=3).do("A add storm_fist", "A resolve", "A take 1")
    assert "4 damage" in rich.scene().prompt.question


def test_4_if_an_attack_was_blocked() -> None:
    """Hits harder after a block this turn."""
    text = starter(
        title='"Counter Kick"',
        effect="[{ if = { blocked_min = 1, then = [{ damage = { x = 1, k = 3 } }],"
        " else = [{ damage = { x = 1 } }] } }]",
    )
    said = "if at least 1 attack blocked this turn: Damage X+3; if not: Damage X"
    assert printed(text, "new") == f"anywhere | {said}"
    given: dict[str, Any] = {"master": "mantis", "revealed": "left_arm", "covered": "3"}
    lanes = ["udo_right_arm udo_right_arm udo_left_arm", "udo_left_leg udo_left_leg new"]
    early = table(text, **given, combos=lanes).do("A take 2")
    assert early.document()["phase"] == "resolve"  # 3 damage is below the 6 that must come first
    late = table(text, **given, combos=lanes).do("A take 1", "A stop left_arm", "A take 2")
    assert late.scene().prompt.question == "6 damage: which heart?"


def test_5_as_much_as_there_are_legs() -> None:
    """Damage by the Legs of its combo, itself included."""
    text = starter(title='"Leg Whirl"', effect='[{ damage = { each = "Leg", by = 2, times = 2 } }]')
    assert printed(text, "new") == "anywhere | Damage twice 2 for each Leg card of the combo"
    play = table(text, master="crane", revealed="body", combos=["udo_left_leg udo_right_arm new"])
    assert "Deals 4 twice: covers the 3" in str(play.scene())
    play.do("A take 1")
    assert play.scene().prompt.question == "4 damage: which heart?"


def test_6_a_card_is_exhausted_to_strike() -> None:
    """MU-R36, MU-45: no strike without the price."""
    text = starter(
        title='"Sacrifice"', effect='[{ exhaust = "Arm" }, { damage = { x = 1, k = 6 } }]'
    )
    said = "exhaust an Arm card from the discard pile, then Damage X+6"
    assert printed(text, "new") == f"anywhere | {said}"
    given: dict[str, Any] = {"master": "crane", "revealed": "body", "combos": ["new"]}
    paid = table(text, **given, discard="udo_left_arm udo_left_leg").do("A take 1")
    assert paid.legal() == ["burn udo_left_arm"]
    assert paid.why("A burn udo_left_leg") == "MU-R36"
    assert paid.document()["phase"] == "burn"
    paid.do("A burn udo_left_arm")
    assert paid.document()["exhausted"] == "udo_left_arm"
    assert paid.scene().prompt.question == "7 damage: which heart?"
    unpaid = table(text, **given, discard="udo_left_leg").do("A take 1")
    assert unpaid.document()["phase"] == "attacks"
    assert unpaid.document()["covered"] == ""


@pytest.mark.parametrize(
    ("price", "rich", "poor"),
    [
        ("discard", {}, {"hand": "new udo_left_leg", "discard": "udo_left_arm"}),
        ("exhaust", {"discard": "udo_left_arm"}, {"discard": "udo_left_leg"}),
    ],
)
def test_bots_see_whether_a_price_can_be_paid(
    price: str, rich: dict[str, Any], poor: dict[str, Any]
) -> None:
    """MU-R36: a card from the hand is discarded, one of the discard pile is exhausted."""
    text = starter(
        title='"Sacrifice"', effect=f'[{{ {price} = "Arm" }}, {{ damage = {{ x = 1, k = 6 }} }}]'
    )
    worth = []
    for given in (rich, poor):
        play = table(text, master="crane", revealed="body", **given).do("A add new")
        worth.append(play.state.heuristic(0, GAME.notation_of(play.setup).parse("resolve")))
    assert worth[0] > 0 > worth[1]


def test_7_with_few_cards() -> None:
    """MU-R37: laid cards count as held, so laying others first does not help."""
    text = starter(
        title='"Cornered"', condition="[{ hand_max = 3 }]", effect="[{ damage = { x = 2 } }]"
    )
    assert printed(text, "new") == "with at most 3 cards in hand | Damage 2X"
    given: dict[str, Any] = {"master": "crane", "revealed": "body"}
    many = table(text, **given, hand="new udo_left_arm udo_right_arm udo_left_leg")
    many.do("A add udo_left_leg", "A close")
    assert many.why("A add new") == "MU-22"
    few = table(text, **given, hand="new udo_left_arm udo_right_arm").do("A add udo_right_arm")
    assert "add new" in few.legal()


@pytest.mark.parametrize("before", ["", "{ nothing = true }, "])
def test_bots_see_which_branch_of_an_if_is_taken(before: str) -> None:
    worth = []
    for charge in (0, 1):
        branches = "then = [{ damage = { k = 9 } }], else = [{ nothing = true }]"
        effect = f"[{before}{{ if = {{ charge_min = {charge}, {branches} }} }}]"
        play = table(starter(title='"Test"', effect=effect), master="crane", revealed="body")
        play.do("A add new")
        worth.append(play.state.heuristic(0, GAME.notation_of(play.setup).parse("resolve")))
    assert worth[0] > 0 > worth[1]


def test_bots_count_the_cards_of_the_combo_they_take() -> None:
    text = starter(title='"Leg Whirl"', effect='[{ damage = { each = "Leg", by = 3 } }]')
    lanes = ["udo_right_arm", "udo_left_leg udo_left_leg new"]
    play = table(text, master="crane", revealed="body", combos=lanes)
    worth = []
    for first, n in ((0, 1), (1, 3)):
        look_at(first, n)  # what was judged before makes no difference
        worth.append(play.state.heuristic(0, GAME.notation_of(play.setup).parse("take 2")))
    assert worth[0] == worth[1]


def test_bots_judge_a_turn_before_anything_is_resolved() -> None:
    """MU-R37: a closed combo that will block does not bar a card that needs both attacks."""
    text = starter(
        title='"Two Fronts"', condition="[{ attacks_min = 2 }]", effect="[{ damage = { x = 2 } }]"
    )
    given: dict[str, Any] = {"master": "mantis", "revealed": "left_arm right_arm", "phase": "play"}
    play = table(text, combos=["udo_right_arm udo_right_arm udo_left_arm"], **given)
    before = play.state.encode()
    add = GAME.notation_of(play.setup).parse("add new")
    assert "add new" in play.legal()
    assert 0 < play.state.heuristic(0, add) < 1000
    assert play.state.encode() == before


def test_8_a_feint_is_covered_by_a_leg() -> None:
    """A Kai card that never strikes itself, and wants a Leg on top."""
    text = """
    [kai.kai_planning]
    dropped = true
    [kai.feint]
    title = "Head - Feint"
    condition = [{ under = "Leg" }]
    effect = [{ nothing = true }]
    rage_condition = [{ not_last = true }]
    rage_effect = []
    """
    assert printed(text, "feint") == "directly under a Leg card | nothing"
    assert printed(text, "feint_enraged") == "never the finisher | nothing"
    given: dict[str, Any] = {"master": "crane", "revealed": "body"}
    play = table(text, KAI, **given).do("A add feint")
    assert "close" not in play.legal() and "resolve" not in play.legal()
    assert {a for a in play.legal() if a.startswith("add")} == {
        "add kai_sweep",
        "add kai_roundhouse",
    }
    assert "Still needs: directly under a Leg card" in str(play.scene())
    raging = table(text, KAI, **given, hand="feint_enraged kai_guard").do("A add feint_enraged")
    assert raging.legal() == ["add kai_guard"]


def test_9_a_shout_lengthens_the_next_combo() -> None:
    """MU-R37: only while Kai rages, and only the next combo of this turn."""
    text = """
    [kai.kai_battle_cry]
    rage_condition = [{ raging = true }]
    rage_effect = [{ lengthen = { x = 1, k = 1 } }]
    """
    assert printed(text, "kai_battle_cry_enraged") == "only while Kai is ENRAGED | next combo +X+1"
    hand = "kai_battle_cry_enraged kai_punch_enraged kai_guard_enraged"
    given: dict[str, Any] = {"master": "zen", "revealed": "body", "hand": hand}
    assert table(text, KAI, **given).why("A add kai_battle_cry_enraged") == "MU-22"
    play = table(text, KAI, **given, raging=True)
    play.do("A add kai_battle_cry_enraged", "A close", "A add kai_punch_enraged", "A resolve")
    play.do("A take 1")
    assert play.document()["extra"] == 2
    assert "from before" in str(play.scene())
    play.do("A take 2")
    assert "extra" not in play.document()  # X 3, +1, below Zen's 5
    assert "Cards 1 + from before 2: X = 3." in " ".join(
        GAME.words(play.setup, ("Ann",)).lines(play.recorder.events, 0)
    )


def test_10_a_master_who_heals_and_one_who_drains() -> None:
    """MU-R38: hearts regrow every turn, and Charge is lost."""
    text = """
    [master.turtle]
    power = { regrow = 1, drain = 2, weak = "Recovery" }
    """
    overlay = cards(text)
    said = "every turn frees the lowest heart; takes 2 Charge every turn; Recovery finishers +1"
    assert grammar.power_text(overlay["master"]["turtle"]["power"]) == said
    given: dict[str, Any] = {"master": "turtle", "phase": "attacks", "revealed": "left_arm"}
    play = table(text, **given, covered="1 2", covered_now=1, charge=3)
    play.do("A suffer left_arm", "A pay hand udo_left_arm")
    assert (play.document()["covered"], play.document()["charge"]) == ("2", 1)
    weak = table(text, master="turtle", revealed="left_arm", charge=1, combos=["udo_recovery"])
    assert "1 card + 1 exposed" in str(weak.scene()) or "exposed" in str(weak.scene())
    weak.do("A take 1", "A option 2")
    assert weak.document()["charge"] == 3


def test_11_a_swift_master_a_hiding_one_and_one_of_stone() -> None:
    """MU-R38: attacks before combos, attacks in the dark, and legs that do not hurt."""
    swift = "[master.turtle]\npower = { swift = true }"
    play = table(swift, master="turtle", revealed="left_arm")
    play.do("A add udo_right_arm", "A resolve", "A suffer left_arm", "A pay hand udo_left_arm")
    assert (play.document()["phase"], play.document()["combos"]) == ("resolve", ["udo_right_arm"])
    assert play.document() == GAME.write(GAME.read(play.document(), play.setup), play.setup)
    play.do("A take 1")
    assert play.document()["turn"] == 2
    guard = table(swift, master="turtle", revealed="wild").do("A add udo_left_arm")
    assert "stops nothing" in str(guard.scene())

    hiding = "[master.drunken]\npower = { hidden = 1 }"
    play = table(hiding, master="drunken", phase="reveal")
    play.do("* reveal wild", "A add udo_right_arm", "A resolve")
    assert play.document()["phase"] == "reveal"
    assert play.document() == GAME.write(GAME.read(play.document(), play.setup), play.setup)
    play.do("* reveal left_leg", "A take 1")  # both expose the Right Arm: X 3
    assert play.scene().prompt.question == "4 damage: which heart?"

    stone = '[master.crane]\npower = { immune = "Leg" }'
    legs = table(stone, master="crane", revealed="body", combos=["udo_right_arm udo_left_leg"])
    assert "Deals 0 twice: covers nothing" in str(legs.scene())
    legs.do("A take 1")
    assert legs.document()["covered"] == ""
    arms = table(stone, master="crane", revealed="body", combos=["udo_left_leg udo_right_arm"])
    assert arms.do("A take 1").scene().prompt.question == "3 damage: which heart?"


def test_12_an_attack_whose_block_opens_the_enemy() -> None:
    """A new attack: blocking it makes the next combo longer."""
    text = """
    [attack.spin]
    title = "Spin Attack"
    value = 4
    loss = ["Arm", "Leg"]
    exposes = "Recovery"
    bonus = [{ lengthen = { k = 2 } }]
    """
    lanes = ["udo_right_arm udo_right_arm udo_left_arm", "udo_left_leg"]
    play = table(text, master="crane", revealed="spin", combos=lanes)
    assert "next combo +2" in str(play.scene())
    play.do("A take 1", "A stop spin", "A take 2")
    assert play.scene().prompt.question == "3 damage: which heart?"
    deadly = text.replace("k = 2 } }", "k = 2 } }, { damage = { k = 9 } }")
    beaten = table(deadly, master="crane", revealed="spin", combos=lanes[:1], covered="1 2")
    assert beaten.do("A take 1", "A stop spin").document()["extra"] == 2
    assert beaten.do("A cover 3").document()["phase"] == "choose"
    assert "extra" not in beaten.document()  # MU-R37
    hit = table(text, master="crane", phase="attacks", revealed="spin").do("A suffer spin")
    assert "pay hand udo_left_arm" in hit.legal() and "pay hand udo_left_leg" not in hit.legal()


# -- the words ------------------------------------------------------------------------------------


def test_every_word_is_listed_with_an_example_that_can_be_played() -> None:
    """The docs list what the check knows, and no more."""
    listed = {name for word in card_words.CONDITIONS for name in word.name.split(", ")}
    assert listed == set(CONDITIONS)
    effects = {word.name for word in card_words.EFFECTS}
    assert effects == {*grammar.OPS[grammar.CHOOSE :], "each", "count"}
    assert {word.name for word in card_words.POWERS} == set(grammar.POWERS)
    assert {word.name for word in card_words.BONUS} == set(grammar.BONUSES)
    for word in card_words.CONDITIONS:
        cards(starter(title='"New"', condition=f"[{word.example}]", effect="[{ keep = true }]"))
    for word in card_words.EFFECTS:
        text = starter(title='"New"', effect=f"[{word.example}]")
        assert printed(text, "new").partition(" | ")[2] != ""
    for word in card_words.BONUS:
        cards(f"[attack.wild]\nbonus = [{word.example}]")
    for word in card_words.POWERS:
        example = word.example.replace("Head", "Leg")
        overlay = cards(f"[master.turtle]\npower = {example}")
        assert grammar.power_text(overlay["master"]["turtle"]["power"]) != "no power"


@pytest.mark.parametrize(
    ("tested", "holds"),
    [
        ("charge_min = 2", True),
        ("charge_max = 1", False),
        ("hand_min = 8", True),
        ("discard_min = 1", False),
        ("exhausted_max = 0", True),
        ("attacks_min = 2", True),
        ("hearts_max = 1", False),
        ("masters_min = 1", False),
        ("turn_max = 1", True),
        ("covered_min = 1", False),
        ("cards_min = 2", True),
        ("combos_max = 1", True),
        ('with = "Right Arm"', True),
        ('with = "Left Leg"', False),
        ("raging = true", False),
    ],
)
def test_every_test_of_an_if(tested: str, holds: bool) -> None:
    """MU-R37: judged when the step begins."""
    effect = f"[{{ if = {{ {tested}, then = [{{ charge = {{ k = 5 }} }}] }} }}]"
    text = starter(title='"New"', effect=effect)
    lanes = ["udo_right_arm new"]
    play = table(text, master="crane", revealed="wild body", charge=2, combos=lanes)
    told = str(play.scene())
    assert ("Charge 5." in told) == holds
    play.do("A take 1")
    assert play.document()["charge"] == (7 if holds else 2)


@pytest.mark.parametrize(
    ("counted", "more"),
    [
        ("charge", 2),
        ("hand", 8),
        ("discard", 0),
        ("exhausted", 1),
        ("attacks", 2),
        ("blocked", 0),
        ("hearts", 3),
        ("covered", 0),
        ("masters", 0),
        ("turn", 4),
        ("cards", 1),
        ("combos", 1),
    ],
)
def test_everything_that_can_be_counted(counted: str, more: int) -> None:
    text = starter(title='"New"', effect=f'[{{ charge = {{ k = 1, count = "{counted}" }} }}]')
    given: dict[str, Any] = {"exhausted": "udo_left_leg", "turn": 4, "charge": 2}
    play = table(text, master="crane", revealed="wild body", **given, combos=["new"])
    play.do("A take 1")
    assert play.document()["charge"] == 2 + 1 + more


def test_a_choice_inside_an_if() -> None:
    """The options on screen are those of the branch."""
    branch = "[{ choose = [[{ keep = true }], [{ charge = { k = 1 } }]] }]"
    other = "[{ choose = [[{ charge = { k = 2 } }], [{ nothing = true }]] }]"
    text = starter(
        title='"New"', effect=f"[{{ if = {{ charge_min = 1, then = {branch}, else = {other} }} }}]"
    )
    for charge, labels in ((1, ["back to hand", "Charge 1"]), (0, ["Charge 2", "nothing"])):
        play = table(text, master="crane", revealed="wild", charge=charge, combos=["new"])
        play.do("A take 1")
        assert [choice.label for choice in play.scene().choices] == labels
        play.do("A option 1")
        assert play.document()["charge"] == (1 if charge else 2)


def test_mu_r35_shadow_with_one_heart_each() -> None:
    """MU-R35, MU-R16: three bodies with a heart of 3 each."""
    for hearts, n in (("two", 6), ("one", 3)):
        play = Trial(
            GAME, MasterUdo, GAME.setup(1, {"shadow_hearts": hearts}), {"master": "shadow"}
        )
        assert int(play.state.hearts()) == n
        assert int(play.state.attacks_due()) == 3
    before = Trial(GAME, MasterUdo, GAME.setup(1, {"shadow_hearts": "one"}), {})
    card = next(p for z in before.scene().zones for p in z.pieces if p.id == "master-shadow")
    assert "3 each" in [corner.value for corner in card.corners]


# -- whole files ----------------------------------------------------------------------------------


def overlay_of(name: str) -> dict[str, Any]:
    return card_file.read(FILES / f"{name}.toml", GAME)


def test_the_full_box_is_as_large_as_promised() -> None:
    """Ten kinds of starters for either hero, twelve masters, eight attacks."""
    data = GAME.setup(1, overlay=overlay_of("full")).data
    sizes = {name: len(data[name]) for name in ("udo", "kai", "master", "attack")}
    assert sizes == {"udo": 10, "kai": 10, "master": 12, "attack": 8}
    assert len(faces(data)) == technique_kind(data) + 12 == 42
    assert techniques(data)["phoenix"] == "phoenix_wing"
    assert "phoenix" in route(data, "easy")


def test_the_most_of_everything_fits() -> None:
    """Ten kinds for either hero, sixteen masters with techniques, sixteen attacks."""
    overlay = overlay_of("full")
    for i in range(4):
        overlay["master"][f"more{i}"] = {
            "title": f"More {i}",
            "glory": 9,
            "swords": 1,
            "hearts": [1],
        }
        effect = [{"damage": {"x": 1}}]
        overlay["technique"][f"more{i}_arm"] = {"title": f"More {i} Left Arm", "effect": effect}
    for i in range(8):
        overlay["attack"][f"more{i}"] = {"title": f"More {i}", "value": i, "loss": ["*"]}
    for hero in ("udo", "kai"):
        setup = GAME.setup(1, {"hero": hero}, overlay=overlay)
        play = Trial(GAME, MasterUdo, setup, {"road": "more0 more1 more3", "master": "more2"})
        assert len(play.document()["hand"].split()) == 13
        assert len(play.document()["deck"].split()) == 16
        play_by_the_laws(GAME, setup, 3, Coverage(), often=3, every=23)
    overlay["master"]["more4"] = {"title": "X", "glory": 1, "swords": 1, "hearts": [1]}
    assert any("16 are the most" in fault.text for fault in card_file.faults(GAME, overlay))


@pytest.mark.parametrize("hero", ["udo", "kai"])
@pytest.mark.parametrize("name", PLAYED)
def test_invented_files_keep_the_laws(name: str, hero: str) -> None:
    setup = GAME.setup(1, {"hero": hero, "max_turns_per_fight": 20}, overlay=overlay_of(name))
    covered = Coverage()
    for seed in range(2):
        play_by_the_laws(GAME, setup, seed, covered, often=3, every=23)
    assert covered.matches == 2


@pytest.mark.parametrize("hero", ["udo", "kai"])
@pytest.mark.parametrize("name", PLAYED)
def test_the_planner_plays_invented_files(name: str, hero: str) -> None:
    """Every step of the planner is legal, also where attacks are hidden."""
    setup = GAME.setup(1, {"hero": hero, "max_turns_per_fight": 6}, overlay=overlay_of(name))
    state, rng = start(setup), Rng(3)
    for _ in range(60):
        if not state.acting():
            break
        if state.acting() == 1 << CHANCE:
            state.settle(rng)
            continue
        action = plan(state, 0, rng, 12)
        assert action in legal_codes(state, 0)
        state.apply(0, action)


@pytest.mark.parametrize("name", PLAYED)
def test_gallery_and_album_show_every_card(name: str) -> None:
    """Each component once or, for Kai's, on both sides; marked as from the card file."""
    setup = GAME.setup(1, overlay=overlay_of(name))
    look = GAME.opening_look(setup)
    pieces = [piece for zone in GAME.album(look) for piece in zone.pieces]
    assert len({piece.id for piece in pieces}) == len(pieces)
    shown = {piece.component for piece in pieces}
    taught = techniques(setup.data).values()
    for section in ("udo", "kai", "hero", "attack", "master"):
        assert {row.where for row in setup.data[section].values()} <= shown
    assert {f"technique.{key}" for key in taught} <= shown
    for piece in pieces:
        section, _, key = piece.component.partition(".")
        assert piece.own == setup.data[section][key].is_own() or section in ("udo", "kai")
        assert piece.motif or section == "attack"
    assert GAME.gallery is not None
    titles = [zone.title for zone in GAME.gallery(look).zones]
    assert set(setup.data.column("master", "title")) <= set(titles)
    routes = GAME.gallery(look).facts[0]
    assert routes.head == ("Route", "Masters") and not routes.note  # wins are of our cards


def test_own_masters_can_be_met_and_drawn() -> None:
    setup = GAME.setup(1, overlay=overlay_of("full"))
    for key in setup.data["master"]:
        play = Trial(GAME, MasterUdo, setup, {"master": key, "revealed": "rush"})
        assert faults(play.scene()) == []
        assert typed(play.state).attacks_due() > 0


def test_a_combo_that_can_never_be_whole_is_seen_soon() -> None:
    """Ten cards that want a combo of ten, two of them on top: no order is tried twice."""
    rows = {
        f"k{i}": {
            "title": f"Kind {i}",
            "condition": [{"size_min": 10}, *([{"last": True}] if i < 2 else [])],
            "effect": [{"keep": True}],
        }
        for i in range(10)
    }
    overlay: dict[str, Any] = {"about": {"complete": ["udo"]}, "udo": rows}
    for row in GAME.data["attack"]:
        overlay.setdefault("attack", {})[row] = {"loss": ["*"], "exposes": ""}
    for key in ("crane_left_leg", "mantis_right_arm", "venom_left_leg"):
        overlay.setdefault("technique", {})[key] = {"condition": []}
    setup = GAME.setup(1, overlay=overlay)
    play = Trial(GAME, MasterUdo, setup, {"master": "crane", "revealed": "wild"})
    began = process_time()
    assert play.legal() == ["resolve"]
    assert len(combos.DEAD_ENDS) < 10 * 2**10
    assert process_time() - began < 60


# -- faults ---------------------------------------------------------------------------------------


def test_twenty_faults_get_twenty_answers() -> None:
    """Each planted fault is named in a comment before it: `# fault: place`."""
    text = (FILES / "faulty.toml").read_text("utf-8")
    marks = [line.partition("# fault: ")[2] for line in text.splitlines() if "# fault: " in line]
    assert len(marks) == 20
    found = [f for f in card_file.faults(GAME, tomllib.loads(text)) if not f.warning]
    assert sorted(fault.where for fault in found) == sorted(marks)
    for fault in found:
        assert fault.text.endswith((".", "?")) and "Traceback" not in fault.text


ODD: list[Any] = [
    None, True, -1, 10**30, 1.5, float("nan"), "", "\u202e", "*" * 500, [], [[]], [{}], [[[[]]]],
    {}, {"x": {}}, {"": 1}, [{"": 1}], [{"choose": [[], []]}], [{"if": {}}], [{"if": 3}],
    [{"damage": []}], [{"damage": {"x": "1"}}], [{"calm": []}], [{"with": []}], {"bodies": []},
    {"heart_order": {}}, {"extra_loss": []}, [1, 2, 3, 4], ["turtle", [], {}, None],
    [{"choose": [[{"choose": 1}], "xy"]}], [{"if": {"with": {}, "then": 3, "else": "x"}}],
]  # fmt: skip


@pytest.mark.parametrize("odd", ODD, ids=lambda value: repr(value)[:30])
def test_odd_values_never_crash_a_check(odd: Any) -> None:
    """Every field answers every value with faults or none."""
    assert GAME.cards is not None
    for section, form in GAME.cards.sections.items():
        key = next(iter(GAME.data[section]))
        for name, field in form.fields.items():
            for fault in field.check(f"{section}.{key}.{name}", odd):
                assert fault.where.startswith(f"{section}.{key}.{name}")
            card_file.faults(GAME, {section: {key: {name: odd}, "brand_new": {name: odd}}})


# What cannot be written, and why:
# - "attacks of this turn have value -2": a block value belongs to master and attack, not to a turn.
# - "exhaust a card from hand": a hit or a price exhausts from the discard pile only (MU-42).
# - "combos may have at most four cards against this master": conditions are those of cards.
# - "look at the next attack": the order of the deck does not exist before it is drawn (MU-R31).
# - "copy the effect of the card below": an effect is a list that is fixed before the match.
