"""The data, the options and the texts fit the rules."""

import re
from dataclasses import fields
from typing import Any

import pytest

from budokan.games.kenpo_masters import GAME, grammar
from budokan.games.kenpo_masters.card_format import FIELDS
from budokan.games.kenpo_masters.options import Options
from budokan.games.kenpo_masters.rules import actions
from budokan.games.kenpo_masters.rules.state import DECK, MOST_KINDS, Setting
from budokan.games.kenpo_masters.setup import endless, setting
from budokan.games.kenpo_masters.tests.helper import ODD, WORDS, Play
from budokan.kit import card_file
from budokan.kit.data import Row
from budokan.kit.errors import Refusal
from budokan.kit.options import allowed
from budokan.kit.testing.laws import check_words

CARDS = GAME.data["card"]
ROWS = list(CARDS.values())
EFFECTS = [row for row in ROWS if row["kind"] == "effect"]
ACTIONS = [row for row in ROWS if row["kind"] == "action"]
KICKS = [row for row in ROWS if "Kick" in grammar.qualifiers(row)]

SWITCHES = [
    "defences_stack",
    "effect_only",
    "no_rest_each",
    "texts_see_through",
    "break_after_effect",
    "optional_break",
    "blitz_any_step",
    "always_counters",
    "fakes_stack",
    "turn_cap",
    "target",
]
MASKS = [
    "actions",
    "attacks",
    "defences",
    "fakes",
    "mirrors",
    "must_move",
    "breakers",
    "second_steps",
    "openers",
]
TABLES = [
    "links",
    "shows",
    "modifier",
    "hits",
    "stops",
    "bonus",
    "guard",
    "fake_bonus",
    "doubles",
    "counter",
]


def value(card: str, move: str, direction: str) -> int:
    """Arrow and modifier of a card together."""
    return int(CARDS[card][f"hit_{direction}"] + CARDS[card][move])


def goes_on(card: str, beneath: str) -> bool:
    return grammar.link(CARDS[beneath], CARDS[card])


def shows(card: str) -> set[str]:
    return {move for move in grammar.MOVES if move in CARDS[card].values}


def has(row: Row, *names: str) -> bool:
    return all(name in grammar.qualifiers(row) for name in names)


def texts(row: Row) -> list[str]:
    return [text["op"] for text in row["text"]]


def test_km_c1_deck_of_26() -> None:
    """KM-C1, KM-02"""
    assert sum(GAME.data.column("card", "count")) == DECK == 26
    assert len(CARDS) == 16


def test_km_c2_to_c9_jab_front_kick_block() -> None:
    """KM-C2, KM-C3, KM-C4, KM-C5, KM-C6, KM-C7, KM-C8, KM-C9, KM-100"""
    assert value("jab", "forward", "f") == 2
    assert value("front_kick", "forward", "f") == 5
    assert CARDS["front_kick"]["stay"] == 2
    assert CARDS["front_kick"]["forward"] != 2
    assert CARDS["block"]["stop_f"] == 3
    assert "stay" in shows("block")
    assert value("front_kick", "forward", "fl") == 2
    assert value("jab", "forward", "fl") == 2
    assert CARDS["jab"]["hit_fl"] == 1
    assert CARDS["block"]["stop_fl"] >= 2
    assert "right" in shows("block")
    assert value("jab", "right", "fl") == 1
    assert CARDS["jab"]["right"] == 0


def test_km_c10_to_c14_values_of_the_printed_rules() -> None:
    """KM-C10, KM-C11, KM-C12, KM-C13, KM-C14"""
    assert [value("round_kick", "right", d) for d in ("fl", "f", "l")] == [3, 3, 2]
    assert value("spinning_backfist", "forward", "l") == 2
    assert not has(CARDS["spinning_backfist"], "Kick")
    made = setting(GAME.setup())
    fake = WORDS.index("hand_fake")
    for i, row in enumerate(ROWS):
        if grammar.sort_of(row) == "attack":
            assert made.fake_bonus[16 * fake + i] == (3 if row in KICKS else 2)
    assert CARDS["hand_fake"]["allows"] == [{}]
    assert value("back_round_kick", "forward", "r") == CARDS["back_round_kick"]["hit_r"] == 2
    assert value("reverse_punch", "forward", "r") == 1


def test_km_c15_to_c19_links_of_the_printed_rules() -> None:
    """KM-C15, KM-C16, KM-C17, KM-C18, KM-C19, KM-101, KM-104"""
    for key in ("front_kick", "round_kick", "back_round_kick"):
        assert goes_on("jab", key)
        assert has(CARDS[key], "Kick")
        assert not has(CARDS[key], "High")
        assert not has(CARDS[key], "Spinning")
    for name in ("High", "Spinning"):
        kicks = [row for row in KICKS if has(row, name)]
        assert kicks
        assert not any(grammar.link(row, CARDS["jab"]) for row in kicks)
    assert goes_on("reverse_punch", "jab")
    assert goes_on("round_kick", "block")
    assert goes_on("round_kick", "hard_block")
    assert {"forward", "right"} <= shows("round_kick")
    assert max(value("round_kick", "forward", side) for side in ("l", "r")) > 0


def test_km_c20_to_c24_special_cards() -> None:
    """KM-C20, KM-C21, KM-C22, KM-C23, KM-C24, KM-112, KM-114, KM-115, KM-119, KM-R17"""
    assert "stay" not in shows("blitz")
    assert shows("hard_block") == {"stay"}
    assert CARDS["hard_block"]["text"] == [{"op": "counter_damage", "amount": 1}]
    for d in grammar.DIRECTIONS:
        assert CARDS["hard_block"][f"stop_{d}"] > CARDS["block"][f"stop_{d}"]
    footwork = CARDS["fast_footwork"]
    assert grammar.qualifiers(footwork) == ["Movement"]
    assert grammar.sort_of(footwork) == "movement"
    assert footwork["never_on"] is True
    assert footwork["allows"] == [{}]
    assert all(goes_on("burst_of_speed", key) for key in CARDS)
    never = {key for key, row in CARDS.items() if row["never_on"]}
    assert {key for key in CARDS if goes_on(key, "burst_of_speed")} == set(CARDS) - never
    assert any(goes_on("change_sides", key) for key, row in CARDS.items() if row in ACTIONS)


def test_km_c25_and_c26_qualifiers() -> None:
    """KM-C25, KM-C26, KM-11, KM-15, KM-16, KM-18"""
    used = {name for row in ROWS for name in grammar.qualifiers(row)}
    assert used == set(grammar.QUALIFIERS)
    for row in EFFECTS:
        assert grammar.qualifiers(row) == ["Effect"]
        assert grammar.sort_of(row) == "effect"
        assert not any(field.startswith(("hit_", "stop_")) for field in row.values)
        assert not any(move in row.values for move in grammar.MOVES)
    assert [row["name"] for row in ROWS if has(row, "Movement")] == ["Fast Footwork"]
    assert len(EFFECTS) + len(ACTIONS) == 16
    assert not any(has(row, "Effect") for row in ACTIONS)


def test_km_c27_to_c30() -> None:
    """KM-C27, KM-C28, KM-C29, KM-C30, KM-12, KM-13, KM-14"""
    back = sum(row["count"] for row in ACTIONS if "back" in row.values)
    assert (back, sum(row["count"] for row in ACTIONS)) == (19, 22)
    assert any("prevent_bonus_vs" in texts(row) for row in ROWS)
    assert any("bonus_if_on" in texts(row) for row in ROWS)
    assert any(row["hit_l"] == 0 for row in KICKS)
    assert any(grammar.link(row, CARDS["side_kick"]) for row in ROWS)
    for row in ROWS:
        sort = grammar.sort_of(row)
        for name, owner in (("hit", "attack"), ("stop", "defence")):
            arrows = [row.values.get(f"{name}_{d}", 0) for d in grammar.DIRECTIONS]
            assert any(arrows) == (sort == owner)


def test_km_c31_seven_of_eight() -> None:
    """KM-C31, KM-44, KM-40, KM-49: a combo of seven cards out of a hand of eight."""
    line = "fast_footwork hand_fake front_kick jab front_kick jab reverse_punch"
    play = Play(hands=[f"{line} hard_block", ""])
    play.turn(
        "fast_footwork left, hand_fake, front_kick forward, jab, front_kick, jab, reverse_punch"
    )
    assert play["hands"][0] == "hard_block"
    assert len(play["tables"][0].split()) == 6
    lone = Play(hands=["jab jab", ""]).do("A play jab", "A go stay")
    assert lone.legal("A") == ["stop"]


def test_sources() -> None:
    """Printed and derived values stay what they are; ours can be told apart."""
    printed = [key for key, row in CARDS.items() if row.sources["name"] == "rulebook"]
    assert set(CARDS) - set(printed) == {"spinning_back_kick", "high_round_kick"}
    assert {row.sources["count"] for row in ROWS} == {"designed"}
    found = {
        f"{key}.{field}": source
        for _, key, field, _, source in GAME.data.values()
        if source in ("rulebook", "derived")
    }
    for where, source in (
        ("jab.forward", "rulebook"),
        ("jab.hit_f", "derived"),
        ("front_kick.stay", "rulebook"),
        ("front_kick.hit_f", "derived"),
        ("round_kick.hit_l", "derived"),
        ("round_kick.on", "rulebook"),
        ("back_round_kick.hit_r", "rulebook"),
        ("spinning_backfist.hit_l", "derived"),
        ("hand_fake.text", "rulebook"),
        ("hand_fake.allows", "rulebook"),
        ("blitz.text", "rulebook"),
        ("hard_block.stay", "rulebook"),
        ("block.stop_f", "derived"),
        ("fast_footwork.never_on", "rulebook"),
    ):
        assert found[where] == source
    for where in ("round_kick.hit_fr", "round_kick.forward", "blitz.never_on", "hard_block.stop_f"):
        assert where not in found


def sources_text(row: Row) -> str:
    """Which values of a card are printed, and which follow from print."""
    found: dict[str, list[str]] = {}
    for field, source in row.sources.items():
        found.setdefault(source, []).append(FIELDS[field].label.lower())
    named = [f"{s}: {', '.join(found[s])}" for s in ("rulebook", "derived") if s in found]
    return "; ".join([*named, "else designed"]) if named else "designed"


def test_rules_md_lists_the_deck_and_the_links() -> None:
    """KM-119, KM-120: the source of every value, too."""
    for key in ("burst_of_speed", "change_sides"):
        assert {CARDS[key].sources[field] for field in ("kind", "qualifiers")} == {"derived"}
    for row in ROWS:
        told = [row["name"], row["count"], ", ".join(grammar.qualifiers(row))]
        told += [grammar.moves_text(row) or "-", grammar.arrows_text(row) or "-"]
        told += [grammar.card_text(row), sources_text(row)]
        assert "| " + " | ".join(str(cell) for cell in told) + " |" in GAME.rules
        on = [r["name"] for r in ROWS if grammar.link(row, r) and r["name"] != "Burst of Speed"]
        assert f"| {row['name']} | {', '.join(on) or 'nothing'} |" in GAME.rules


def test_rules_md_lists_the_options() -> None:
    """The option table has every switch with its default and values."""
    found = re.findall(r"^\| `(\w+)` \| (\w+) \| ([^|]+) \| (KM-\w+) \|$", GAME.rules, re.MULTILINE)
    table = {name: (default, values, clause) for name, default, values, clause in found}
    assert list(table) == [field.name for field in fields(Options)]
    assert len(table) == 12
    for field in fields(Options):
        default, values, clause = table[field.name]
        assert default == str(field.default).lower()
        assert clause == field.metadata["clause"]
        if type(field.default) is int:
            assert f"{field.metadata['low']} to {field.metadata['high']}" in values
        else:
            assert sorted(values.split(", ")) == sorted(allowed(field).split(", "))


def test_options_take_their_values_only() -> None:
    for name, wanted in ODD.items():
        assert getattr(GAME.setup(2, {name: wanted}).options, name) == wanted
    for name, wanted in (("turn_cap", 19), ("turn_cap", 1001), ("target_score", 4)):
        with pytest.raises(Refusal, match="is not possible"):
            GAME.setup(2, {name: wanted})


def test_km_r34_no_turn_cap_is_endless() -> None:
    assert "KM-R34" in endless(GAME.setup(2, {"turn_cap": 0}))
    assert endless(GAME.setup(2, {"turn_cap": 20})) == ""


def test_km_01_two_players() -> None:
    """KM-01."""
    assert list(GAME.seats) == [2]
    with pytest.raises(Refusal, match="is for 2 players, not 3"):
        GAME.setup(3)


def test_limits_of_the_data_are_those_of_the_rules() -> None:
    """KM-03, KM-05, KM-06, KM-31, KM-84, KM-95"""
    limits = GAME.data["limits"]
    assert limits["cards"].values == {
        "deck": DECK,
        "hand": Setting(1).hand,
        "rest": Setting(1).rest_draw,
        "break": Setting(1).break_draw,
    }
    assert (limits["ring"]["columns"], limits["ring"]["rows"]) == (3, 3)
    start = Play()
    assert start["squares"] == [limits["ring"]["south"], limits["ring"]["north"]]
    assert limits["score"]["target"] == Options().target_score
    assert {source for row in limits.values() for source in row.sources.values()} == {"rulebook"}


def test_words_and_codes() -> None:
    check_words(GAME)
    assert GAME.notation.size == actions.SIZE
    assert actions.GO - actions.PLAY == actions.DRAW_VEILED - actions.DRAW == MOST_KINDS
    assert GAME.notation.text(actions.PLAY + 2) == "play front_kick"
    assert GAME.notation.text(actions.GO + 4) == "go stay"
    assert GAME.notation.text(actions.CALL) == "go forward break"
    assert GAME.notation.text(actions.BLOCK) == "block 1"
    assert GAME.notation.text(actions.BLOCK_NONE) == "block none"
    assert GAME.notation.text(actions.DRAW + 15) == "draw change_sides"


def test_a_fresh_setting() -> None:
    """It has the default switches, no cards, and room for all of them."""
    fresh, made = Setting(16), setting(GAME.setup())
    for name in SWITCHES:
        assert getattr(fresh, name) == getattr(made, name)
    for name in MASKS:
        assert getattr(fresh, name) == 0
        assert getattr(made, name) > 0
    for name in TABLES:
        assert len(getattr(fresh, name)) == len(getattr(made, name))
        assert set(getattr(fresh, name)) == {0}


def test_texts_of_cards() -> None:
    """Made from the same filters and operations that make the rules."""
    told = {key: grammar.card_text(row) for key, row in CARDS.items()}
    assert told["jab"] == "On a Kick, not High, not Spinning. Doubled if a Kick beneath is blocked."
    assert told["hand_fake"].endswith("Any card may follow. Next attack: Kick +3, other +2.")
    assert told["hard_block"] == "Deals 1 to whom it blocks."
    assert grammar.moves_text(CARDS["front_kick"]) == "F B-1 L-1 R-1 S+2"
    assert grammar.arrows_text(CARDS["block"]) == "prevents F3 FL2 FR2 L1 R1"
    burst, block = CARDS["burst_of_speed"], CARDS["hard_block"]
    assert not burst.is_designed(*grammar.counting(burst))
    assert block.is_designed(*grammar.counting(block))
    some = Row({**CARDS["jab"].values, "on": [{"any": ["Punch", "Kick"]}]}, CARDS["jab"].sources)
    assert grammar.card_text(some).startswith("On a Punch or Kick card.")


def test_filters() -> None:
    """All, any, none; an empty filter lets everything pass."""
    jab = CARDS["jab"]
    assert grammar.matches({}, jab)
    assert grammar.matches({"all": ["Fast", "Punch"]}, jab)
    assert not grammar.matches({"all": ["Fast", "Kick"]}, jab)
    assert grammar.matches({"any": ["Kick", "Punch"]}, jab)
    assert not grammar.matches({"any": ["Kick", "High"]}, jab)
    assert not grammar.matches({"all": ["Fast"], "none": ["Punch"]}, jab)


def test_an_overlay_of_designed_values_is_played() -> None:
    """A heavier High Round Kick, Blocks that carry it, a second Side Kick for a Jab."""
    overlay = {
        "card": {
            "high_round_kick": {"hit_f": 7, "on": [{"all": ["Block"]}], "stay": -2},
            "block": {"text": []},
            "jab": {"count": 2},
            "side_kick": {"count": 2},
        }
    }
    play = Play(overlay=overlay, hands=["block high_round_kick side_kick side_kick", "block"])
    play.turn("block forward, high_round_kick").do("B play block", "B go stay", "B stop")
    assert play.do("B block 1").scores() == (4, 0)  # 7 - 3, and no bonus on a Block
    changed = GAME.setup(2, overlay=overlay)
    assert grammar.card_text(changed.data["card"]["high_round_kick"]).startswith("On a Block.")


def lure(table: Any) -> dict[str, Any]:
    return {"burst_of_speed": {"text": [{"op": "next_attack_bonus", "table": table}]}}


def test_sums_of_a_strange_deck_can_be_told() -> None:
    """The preview shows the full sum that Effects can add."""
    counts = {"burst_of_speed": 13, "jab": 0, "block": 0, "front_kick": 0, "round_kick": 0}
    changes = {key: {"count": n} for key, n in counts.items()}
    changes["back_round_kick"] = {"count": 1}
    changes["spinning_backfist"] = {"count": 0}
    changes["burst_of_speed"] |= lure([{"amount": 9, "filter": {}}])["burst_of_speed"]
    hand = " ".join(["burst_of_speed"] * 13)
    play = Play(overlay={"card": changes}, hands=[f"{hand} back_round_kick", ""])
    line = ", ".join(hand.split())
    play.turn(f"{line}, back_round_kick forward").do("B rest")
    play.settle()
    assert "A's Back Round Kick, front: 4 + 117 fake = 121." in play.told()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"jab": {"count": 4}}, "card: The copies in the yellow deck add up to 27; a deck has 26"),
        ({"jab": {"red": 4}}, "card: The copies in the red deck add up to 27; a deck has 26"),
        ({"jab": {"count": -1}}, "card.jab.count: -1 must be a whole number from 0 to 26"),
        ({"blitz": {"allows": 3}}, "card.blitz.allows: 3 must be a list of at most 8 filters"),
        (lure(3), "card.burst_of_speed.text[1].table: 3 must be a list of filter and amount"),
        (lure([3]), "text[1].table[1]: 3 must be a table of filter and amount"),
        (lure([{"amount": 3}]), "must be a table of filter and amount"),
        (lure([{"amount": True, "filter": {}}]), "amount: true must be a whole number from 0 to 9"),
        (lure([{"amount": 3, "filter": "Kick"}]), "table[1].filter: 'Kick' must be a filter"),
        ({"reverse_punch": {"text": [{"op": "defender_must_move"}] * 4}}, "at most 3 operations"),
        ({"jab": {"added": ["Swift"]}}, "card.jab.added[1]: 'Swift' is not a qualifier"),
        ({"jab": {"added": ["Fast", "Fast"]}}, "card.jab.added[2]: Fast stands there twice."),
        ({"blitz": {"hit_f": -1}}, "card.blitz.hit_f: -1 must be a whole number from 0 to 9"),
        ({"blitz": {"left": 10}}, "card.blitz.left: 10 must be a whole number from -9 to 9"),
        ({"blitz": {"on": [{"every": ["Kick"]}]}}, "card.blitz.on[1]: A filter has no 'every'"),
        ({"blitz": {"on": ["Kick"]}}, "card.blitz.on[1]: 'Kick' must be a filter"),
        ({"blitz": {"on": [{"all": "Kick"}]}}, "on[1].all: 'Kick' must be a list of qualifiers"),
        ({"hand_fake": {"text": [{"op": "pierces", "amount": 1}]}}, "is not for an effect card"),
        ({"block": {"text": ["stop"]}}, "card.block.text[1]: 'stop' is not an operation"),
        ({"block": {"text": [{"op": "counter_damage"}]}}, "counter_damage needs amount"),
        (
            {"block": {"text": [{"op": "counter_damage", "amount": 10}]}},
            "card.block.text[1].amount: 10 must be a whole number from 0 to 9",
        ),
        ({"high_round_kick": {"kind": "effect"}}, "high_round_kick.kind: An Effect has no steps"),
        ({"hard_block": {"stay": "not shown"}}, "An Action card must show a step"),
        ({"block": {"hit_f": 1}}, "card.block.stop_f: A card has attack arrows or defence arrows"),
        ({"block": {"name": "jab"}}, "card.jab.name: Another card is called 'Jab', too."),
        ({"Low Sweep": {"name": "x", "kind": "effect"}}, "A key has small letters, digits and _"),
        ({"jab": {"text": [{"op": "pushes", "to": "up"}]}}, "text[1].to: 'up' is not possible"),
        ({"jab": {"text": [{"op": "pushes", "to": "back"}] * 2}}, "moves the opponent only once"),
    ],
)
def test_cards_that_are_refused(changes: dict[str, Any], told: str) -> None:
    """KM-02, KM-13, KM-14, KM-16, KM-23: each with its place."""
    with pytest.raises(Refusal, match=re.escape(told)):
        GAME.setup(2, overlay={"card": changes})


@pytest.mark.parametrize(
    ("section", "told"),
    [
        ({"ring": {"columns": 4}}, "limits.ring.columns: 4 cannot be played: the ring has three"),
        ({"cards": {"deck": 30}}, "limits.cards.deck: 30 cannot be played: a deck has 26 cards"),
        ({"score": {"target": 9}}, "set the option target_score instead (KM-R37)"),
        ({"cards": {"hand": 27}}, "limits.cards.hand: 27 must be a whole number from 1 to 26"),
    ],
)
def test_limits_that_cannot_be_played(section: dict[str, Any], told: str) -> None:
    """KM-02, KM-05, KM-R37"""
    with pytest.raises(Refusal, match=re.escape(told)):
        GAME.setup(2, overlay={"limits": section})


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"jab": {"forward": 2}}, "card.jab.forward: 2 differs from our 1, which is stated in"),
        ({"jab": {"hit_f": 2}}, "card.jab.hit_f: 2 differs from our 1"),
        ({"jab": {"added": ["Movement"]}}, "card.jab.added: In print a card with Movement has no"),
        ({"jab": {"added": ["Effect"]}}, "card.jab.added: In print an Action card is no Effect"),
        ({"hand_fake": {"qualifiers": ["Fast"]}}, "In print the one qualifier of an Effect is"),
    ],
)
def test_what_print_has_otherwise_is_a_warning(changes: dict[str, Any], told: str) -> None:
    """KM-15, KM-16, KM-101: it is played all the same."""
    overlay = {"card": changes}
    found = card_file.faults(GAME, overlay)
    assert all(fault.warning for fault in found)
    assert any(told in str(fault) for fault in found)
    Play(overlay=overlay).settle()


def test_limits_of_ones_own_are_played() -> None:
    """KM-03, KM-31, KM-84: other numbers of cards to draw."""
    overlay = {"limits": {"cards": {"hand": 3, "rest": 4, "break": 0}}}
    deal = Play(overlay=overlay).settle()
    assert deal["phase"] == "play"
    assert [len(hand.split()) for hand in deal["hands"]] == [3, 3]
    rest = Play(overlay=overlay, hands=["jab", "jab"]).do("A rest")
    assert rest["due"] == [4, 0]
    broken = Play(overlay=overlay, squares=["a1", "c2"], hands=["jab", "jab"])
    broken.do("A play jab", "A go forward")
    assert (broken["phase"], broken["turn"]) == ("play", "B")
