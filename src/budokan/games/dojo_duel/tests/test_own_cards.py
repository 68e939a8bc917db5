"""A pool of one's own: what can be entered, what is refused and why, and that it can be played."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from budokan.games.dojo_duel import GAME, deck
from budokan.games.dojo_duel.card_format import CARDS, REPEATED
from budokan.games.dojo_duel.rules import actions, hidden
from budokan.games.dojo_duel.rules.rules import DojoDuel
from budokan.games.dojo_duel.rules.state import MOST_KINDS
from budokan.games.dojo_duel.setup import counts, domains
from budokan.games.dojo_duel.tests.helper import cards
from budokan.kit import card_file
from budokan.kit.contract import copy
from budokan.kit.errors import Refusal
from budokan.kit.game import Setup
from budokan.kit.rng import Rng
from budokan.kit.scene import Piece, undrawn
from budokan.match.match import CodedMatch

FILES = Path(__file__).parent / "cards"
ODD: list[Any] = [-1, 10**9, 1.5, True, "", "  ", "x" * 500, "\x00", [], [[[1]]], {}, {"a": {}}]
CARD = {"name": "Storm", "power": 3, "yang": 4, "yin": 3}


def setup_of(name: str, *decks: str, **options: Any) -> Setup:
    overlay = card_file.read(FILES / f"{name}.toml", GAME)
    choices = {seat: {"deck": text} for seat, text in enumerate(decks)}
    return GAME.setup(2, options, choices, overlay)


def faults(overlay: dict[str, Any]) -> list[tuple[str, str]]:
    found = card_file.faults(GAME, overlay)
    return [(fault.where, fault.text) for fault in found if not fault.warning]


def own_pieces(setup: Setup) -> dict[str, Piece]:
    zones = GAME.album(GAME.opening_look(setup))
    return {piece.component: piece for zone in zones for piece in zone.pieces}


# -- twelve cards as an owner might type them --------------------------------------------------


def test_twelve_invented_cards_fill_the_pool() -> None:
    """Odd values, elements of one's own, names in any letters; DD-R23."""
    setup = setup_of("twelve", "binder")
    rows = setup.data["card"]
    assert len(rows) == MOST_KINDS == 62
    assert list(rows)[:50] == list(GAME.data["card"])
    assert (rows["great_wall"]["yang"], rows["great_wall"]["yin"]) == (0, 12)
    assert (rows["kata"]["element"], rows["kata"]["copies"], rows["kata"]["number"]) == (
        "Plain",
        2,
        "",
    )
    assert rows["great_wall"].notes["yin"] == "the number is worn, 12 or 13"
    assert sum(counts(setup, 0)) == 20 and sum(counts(setup, 1)) == 15


def test_codes_leave_room_for_every_kind() -> None:
    """Kinds are numbered per match; the codes of the other verbs stay."""
    notation = GAME.notation_of(setup_of("twelve"))
    assert notation.parse("answer ryu") == actions.ANSWER + 56
    assert notation.text(actions.SHOWS + 61) == "shows loud_kiai"
    assert notation.text(actions.POINT) == GAME.notation.text(actions.POINT) == "point"
    few = GAME.notation_of(setup_of("eight"))
    assert few.parse("kicker here") == actions.KICKER + 7
    assert actions.KICKER + 8 not in few and few.size == notation.size == 407


def test_bits_of_the_last_kinds_are_kept_apart() -> None:
    """A kicker of the 62nd kind is suspected as itself; 32 bits would not do."""
    setup = setup_of("twelve", "binder")
    state = GAME.start(setup)
    assert isinstance(state, DojoDuel)
    state.a.hand.put(61)
    state.a.lay_kicker(61)
    state.a.hand.put(29)
    state.a.reshuffle()
    assert state.a.suspects == 1 << 61 | 1 << 29


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("2 Fists", ""),  # two of a card called Fists, which there is not
        ("1 2 Fists", "two_fists"),
        ("two_fists", "two_fists"),
        ("1 龍", "ryu"),
        ("PC99", "sensei"),
        ("w-01", "white_bow"),
        ("cut_and_run", "cut_and_run"),
        ("loud kiai*1", "loud_kiai"),
    ],
)
def test_cards_of_one_s_own_are_named_in_decks(text: str, key: str) -> None:
    data = setup_of("twelve").data
    if not key:
        with pytest.raises(Refusal, match=r"'Fists', which is not a card of the pool"):
            deck.parse(text, data)
        return
    found = deck.parse(text, data)
    assert {list(data["card"])[kind]: n for kind, n in enumerate(found) if n} == {key: 1}


def test_a_deck_of_odd_names_is_written_so_that_it_can_be_read() -> None:
    """Names with a comma or a # are replaced by keys."""
    setup = setup_of("twelve", "binder")
    found = counts(setup, 0)
    written = deck.export(found, setup.data)
    assert deck.parse(written, setup.data) == found
    assert "2 cut_and_run\n" in written and "1 龍\n" in written


def test_faces_are_marked_and_drawn() -> None:
    """New cards have a figure by element; every piece says which component it shows."""
    setup = setup_of("twelve")
    pieces = own_pieces(setup)
    assert len(pieces) == 62 + 7
    assert undrawn(GAME.album(GAME.opening_look(setup))[:-1]) == []
    thunder, wall, swing = (pieces[f"card.{key}"] for key in ("ryu", "great_wall", "wild_swing"))
    assert (thunder.motif, thunder.own, thunder.designed) == ("front", True, False)
    assert (wall.motif, wall.kind) == ("mountain", "earth")
    assert pieces["card.white_bow"].kind == "white_belt"
    assert (swing.own, swing.designed, swing.motif) == (False, True, "backfist")
    assert (pieces["deck.binder"].own, pieces["deck.ember_fist"].own) == (True, False)
    ids = [piece.id for zone in GAME.album(GAME.opening_look(setup)) for piece in zone.pieces]
    assert len(set(ids)) == len(ids)
    zones = [zone.id for zone in GAME.album(GAME.opening_look(setup))]
    assert len(set(zones)) == len(zones) and zones[-1] == "decks"


def test_the_builder_works_with_a_pool_of_one_s_own() -> None:
    """The gallery and the appraisal take the cards of the setup."""
    setup = setup_of("eight")
    assert GAME.gallery is not None and GAME.appraise is not None
    zones = GAME.gallery(GAME.opening_look(setup)).zones
    assert [(zone.title, len(zone.pieces)) for zone in zones] == [
        ("Wood", 1),
        ("Sky", 1),
        ("Ground", 2),
        ("Side", 4),
        ("Ready-made decks", 2),
    ]
    text = "1 Up, 1 Down, 2 In, 2 Out, 1 Left, 1 Right"
    sketch = GAME.unchecked_setup(2, {}, {0: {"deck": text}}, dict(setup.overlay))
    found = GAME.appraise(sketch, 0)
    assert found.counts["in"] == 2 and all(check.ok for check in found.checks)
    with pytest.raises(Refusal, match=r"'Iron Shirt', which is not a card of the pool"):
        GAME.setup(2, {}, {0: {"deck": "8 Iron Shirt"}}, setup.overlay)


# -- decks and limits --------------------------------------------------------------------------


def test_the_first_deck_is_the_usual_one_if_ours_is_dropped() -> None:
    setup = setup_of("eight")
    assert [sum(counts(setup, seat)) for seat in (0, 1)] == [6, 6]
    assert deck.ready_key("white_belt", setup.data) == "six"
    assert deck.ready_key("white_belt", GAME.data) == "white_belt"


def test_decks_that_name_dropped_cards() -> None:
    """Ours are named one by one, or dropped with the whole section."""
    gone: dict[str, Any] = {"card": {"axe_kick": {"dropped": True}}}
    found = faults(gone)
    assert [where for where, _ in found] == [
        "deck.river_blade.cards.axe_kick",
        "deck.grand_dojo.cards.axe_kick",
    ]
    assert "one of ours: drop it or give it other cards" in found[0][1]
    mine = {"mine": {"name": "Mine", "cards": {"iron_shirt": 20}}}
    assert faults({**gone, "deck": mine, "about": {"complete": ["deck"]}}) == []
    near = {"mine": {"name": "Mine", "cards": {"iron_shit": 20}}}
    assert "did you mean iron_shirt" in faults({"deck": near})[0][1]


def test_no_deck_at_all() -> None:
    assert faults({"about": {"complete": ["deck"]}}) == [
        ("deck", "At least one ready-made deck is needed; write one for your cards.")
    ]
    assert ("card", "A pool has at least one card.") in faults({"about": {"complete": ["card"]}})


def test_a_faulty_new_card_is_told_of_once() -> None:
    """A deck that names it is not blamed as well."""
    overlay = {
        "card": {"storm": {"name": "Storm", "power": 3, "yin": 3}},
        "deck": {"mine": {"name": "Mine", "cards": {"storm": 20}}},
    }
    assert [where for where, _ in faults(overlay)] == ["card.storm.yang"]


def test_names_must_differ() -> None:
    twins = {"storm": CARD, "gale": {**CARD, "name": "STORM!"}}
    assert [where for where, _ in faults({"card": twins})] == ["card.gale"]
    decks = {"white": {"name": "White belt", "cards": {"iron_shirt": 20}}}
    assert [where for where, _ in faults({"deck": decks})] == ["deck.white.name"]
    hidden_deck = {"hidden": {"name": "Ours", "cards": {"iron_shirt": 20}}}
    assert [where for where, _ in faults({"deck": hidden_deck})] == ["deck.hidden"]


def test_limits_of_decks_may_change() -> None:
    """DD-04, DD-R19: the sizes, the price and the balance."""
    loose = {"limits": {"price": {"power_per_card": 8}, "balance": {"least": -9, "most": 9}}}
    dear = "2 Mountain Wall, 2 Stone Post, 1 Temple Guardian, 1 Unbroken Ground, 9 Iron Shirt"
    with pytest.raises(Refusal, match=r"Power Points|2 times"):
        GAME.setup(2, {}, {0: {"deck": dear}})
    walls = {"card": {"iron_shirt": {"copies": 9}}, **loose}
    with pytest.raises(Refusal, match="too much guard"):
        GAME.setup(2, {}, {0: {"deck": dear}}, walls)
    walls["limits"]["balance"]["least"] = -20
    assert sum(counts(GAME.setup(2, {}, {0: {"deck": dear}}, walls), 0)) == 16 - 1
    small = faults({"limits": {"deck": {"smallest": 16}}})
    assert [where for where, _ in small] == ["deck.white_belt.cards"]
    assert "A deck has 16 to 40 cards, this one has 15 (DD-04)." in small[0][1]


def test_sixty_cards_and_six() -> None:
    """DD-R23: a deck may have 6 to 60 cards; with 6 only what was just played is drawn again."""
    assert [sum(counts(setup_of("sixty"), seat)) for seat in (0, 1)] == [60, 60]
    match = CodedMatch(GAME, setup_of("eight", "six", "six"), seed="6" * 32)
    match.begin()
    while not match.over:
        seat = match.acting[0]
        match.play(seat, match.legal(seat)[0])
    assert match.state.encode()


# -- secret lists ------------------------------------------------------------------------------


def test_a_list_is_guessed_even_if_hardly_any_is_legal() -> None:
    """DD-R19: the search for a legal list ends; what it finds has no card too often."""
    setup = setup_of("eight", "1 Up, 1 Down, 2 In, 2 Out, 1 Left, 1 Right")
    match = CodedMatch(GAME, setup, seed="8" * 32)
    match.begin()
    view = match.view(1)
    assert isinstance(view, DojoDuel)
    for price, legal in ((4, True), (3, False)):  # every card costs 4
        view.setting.price = price
        world = copy(view)
        assert isinstance(world, DojoDuel)
        made = hidden.Invention(world.a, world.setting, world.setting.sizes[0])
        made.find(Rng(1))
        assert made.strict == legal
        world = copy(view)
        assert isinstance(world, DojoDuel)
        world.guess(1, Rng(2))
        found = Counter(cards(world.a))
        assert sum(found.values()) == 8
        assert all(found[kind] <= world.setting.copies[kind] for kind in range(8))
        assert GAME.read(GAME.write(world, setup), setup).encode() == world.encode()


# -- faults ------------------------------------------------------------------------------------

PLANTED = [
    "about.game",
    "about.titel",
    "about.complete",
    "crad",
    "card.wild_swing.yang",
    "card.wild_swing.yin",
    "card.reckless_charge.yng",
    "card.spark_jab.power",
    "card.flying_side_kick.copies",
    "card.axe_kick.name",
    "card.storm.yang",
    "card.Iron Fist",
    "card.echo",
    "deck.ember_fist.cards",
    "deck.mountain_gate.cards[iron_shirt]",
    "deck.river_blade.cards.iron_shit",
    "deck.sun_stone.cards",
    "limits.balance.least",
    "limits.hand.size",
    "limits.copies.most",
]


def test_twenty_planted_faults_are_all_found() -> None:
    found = faults(card_file.read(FILES / "faulty.toml"))
    assert len(PLANTED) == 20
    assert sorted(where for where, _ in found) == sorted(PLANTED)
    assert all(text.endswith((".", "?")) for _, text in found)
    told = dict(found)
    assert "mean yang" in told["card.reckless_charge.yng"] and "mean card" in told["crad"]
    assert "iron_shirt" in told["card.echo"]


# What cannot be entered, and why: a list of all kinds of refusals with a reason of the rules.
UNPLAYABLE: list[tuple[dict[str, Any], str]] = [
    ({"limits": {"hand": {"size": 6}}}, "the fan has five places"),
    ({"limits": {"field": {"size": 3}}}, "the field two"),
    ({"limits": {"kicker": {"uses": 2}}}, "one place for a kicker"),
    ({"limits": {"points": {"start": 30}}}, "set the option start_points"),
    ({"limits": {"rounds": {"most": 30}}}, "set the option round_limit"),
    ({"limits": {"copies": {"most_from_power_7": 2}}}, "copies of the cards themselves"),
    ({"limits": {"deck": {"smallest": 5}}}, "from 6 to 60"),
    ({"limits": {"deck": {"largest": 61}}}, "from 6 to 60"),
    ({"limits": {"hand": {"start": 5}}}, "no such value"),
    ({"limits": {"thumb": {"size": 5}}}, "none can be added here"),
    ({"card": {"wild_swing": {"yang": -2}}}, "from 0 to 99"),
    ({"card": {"wild_swing": {"text": "wins"}}}, "no such value"),
]


@pytest.mark.parametrize(("overlay", "why"), UNPLAYABLE)
def test_what_cannot_be_played_is_refused_with_the_reason(
    overlay: dict[str, Any], why: str
) -> None:
    found = faults(overlay)
    assert len(found) == 1 and why in found[0][1]
    with pytest.raises(Refusal, match="The cards: "):
        GAME.setup(overlay=overlay)


def test_the_63rd_kind() -> None:
    """DD-R23"""
    more = {f"c{n}": {**CARD, "name": f"C{n}"} for n in range(13)}
    assert faults({"card": more}) == [("card", "There are 63 components here; 62 are the most.")]


def test_repeated_numbers_are_those_of_our_cards() -> None:
    for key, (ours, _) in REPEATED.items():
        assert GAME.data["limits"][key]["most"] == ours
    values = {(section, field) for section, _, field, _, _ in GAME.data.values()}
    known = {(name, field) for name, form in CARDS.sections.items() for field in form.fields}
    assert values == known


@pytest.mark.parametrize("value", ODD, ids=lambda value: repr(value)[:20])
def test_no_value_crashes_the_check(value: Any) -> None:
    for section, form in CARDS.sections.items():
        key = next(iter(GAME.data[section]))
        for name, field in form.fields.items():
            assert all(fault.text for fault in field.check("here", value))
            faults({section: {key: {name: value}}})
            faults({section: {"storm": {**CARD, name: value}}})


def test_sentences_name_the_cards_of_the_match() -> None:
    names = domains(setup_of("twelve").data)["card"].names
    assert names[50] == "Thunder Clap (12/0)" and names[61] == "Loud Kiai #1 (2/4)"
