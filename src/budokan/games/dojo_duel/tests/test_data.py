"""The data, the options, the texts and the decks fit the rules."""

import re
from collections import Counter
from dataclasses import fields

import pytest

from budokan.games.dojo_duel import GAME, deck
from budokan.games.dojo_duel.options import Options
from budokan.games.dojo_duel.rules import actions
from budokan.games.dojo_duel.setup import counts, domains, endless, is_secret, veil
from budokan.games.dojo_duel.tests.helper import ODD, OWN, WORDS, Play
from budokan.kit.errors import Refusal
from budokan.kit.options import allowed
from budokan.kit.testing.laws import check_words

CARDS = GAME.data["card"]
FULL = Options()
SIZE_ONLY = Options(deck_rules="size_only")


def column(field: str) -> list[int]:
    return GAME.data.column("card", field)


def test_dd_c1_fifty_different_cards() -> None:
    """DD-C1."""
    assert len(CARDS) == len(set(GAME.data.column("card", "name"))) == 50
    assert len(set(zip(column("yang"), column("yin"), strict=True))) == 50
    elements = Counter(GAME.data.column("card", "element"))
    assert elements == dict.fromkeys(("Fire", "Metal", "Wood", "Water", "Earth"), 10)


def test_dd_c2_values_follow_the_price() -> None:
    """DD-C2."""
    for row in CARDS.values():
        assert row["yang"] + row["yin"] == row["power"] + 4
        assert 1 <= row["power"] <= 8
        assert 0 <= row["yang"] <= 9
        assert 0 <= row["yin"] <= 9


def test_dd_c3_sums_over_the_pool() -> None:
    """DD-C3."""
    prices = Counter(column("power"))
    assert [prices[price] for price in range(1, 9)] == [6, 7, 6, 7, 6, 7, 6, 5]
    assert (sum(column("yang")), sum(column("yin")), sum(column("power"))) == (210, 210, 220)


def test_dd_c4_every_card_has_its_mirror() -> None:
    """DD-C4."""
    pairs = set(zip(column("yang"), column("yin"), strict=True))
    assert pairs == {(yin, yang) for yang, yin in pairs}


@pytest.mark.parametrize(
    ("key", "cards", "power", "yang", "yin"),
    [
        ("white_belt", 15, 60, 63, 57),
        ("ember_fist", 20, 79, 90, 69),
        ("mountain_gate", 20, 79, 76, 83),
        ("river_blade", 24, 96, 100, 92),
        ("sun_stone", 20, 80, 93, 67),
        ("grand_dojo", 40, 160, 162, 158),
    ],
)
def test_dd_c5_ready_made_decks(key: str, cards: int, power: int, yang: int, yin: int) -> None:
    """DD-C5: legal, and as the table in rules.md says."""
    found = deck.ready_made(key, GAME.data)
    assert deck.sums(found, GAME.data) == {
        "cards": cards,
        "power": power,
        "yang": yang,
        "yin": yin,
    }
    assert [check.ok for check in deck.legality(found, FULL, GAME.data)] == [True] * 4
    row = next(line for line in GAME.rules.splitlines() if f"| `{key}` |" in line)
    assert row.split("|")[3:7] == [f" {n} " for n in (cards, power, yang, yin)]


def test_copies_follow_the_price() -> None:
    """DD-R19: two of a card, one from 7 Power Points on."""
    limits = GAME.data["limits"]["copies"]
    for row in CARDS.values():
        most = limits["most_from_power_7"] if row["power"] >= 7 else limits["most"]
        assert row["copies"] == most


def test_rules_md_lists_the_cards_and_decks() -> None:
    for row in CARDS.values():
        fields = ("name", "element", "power", "yang", "yin", "copies")
        assert row.sources["yang"] == "designed"
        listed = " | ".join(str(row[field]) for field in fields)
        assert f"| {listed} | designed |" in GAME.rules
    for row in GAME.data["deck"].values():
        listed = ", ".join(f"{n} {CARDS[slug]['name']}" for slug, n in row["cards"].items())
        assert f"- **{row['name']}:** {listed}." in GAME.rules


def test_rules_md_lists_the_limits_with_their_sources() -> None:
    """Every number of the game, its clause and where it comes from."""
    found = re.findall(r"^\| ([\w ]+) \| (-?\d+) \| (DD-\w+) \| (\w+) \|$", GAME.rules, re.M)
    table = sorted((int(value), source) for _, value, _, source in found)
    limits = [row for row in GAME.data.values() if row[0] == "limits"]
    assert table == sorted((value, source) for _, _, _, value, source in limits)
    for _, key, name, value, source in limits:
        if source == "rulebook":
            clause = GAME.data["limits"][key].clauses[name]
            assert (str(value), clause) in {(n, where) for _, n, where, _ in found}


def test_rules_md_lists_the_options() -> None:
    """The option table, DD-12, and each option's clause."""
    found = re.findall(r"^\| `(\w+)` \| (\w+) \| ([^|]+) \| (DD-\w+) \|$", GAME.rules, re.MULTILINE)
    table = {name: (default, values, clause) for name, default, values, clause in found}
    assert list(table) == [field.name for field in fields(Options)]
    for field in fields(Options):
        default, values, clause = table[field.name]
        assert default == str(field.default).lower()
        assert clause == field.metadata["clause"]
        if isinstance(field.default, int) and not isinstance(field.default, bool):
            low, high = field.metadata["low"], field.metadata["high"]
            assert f"{low} to {high}" in values
        else:
            assert sorted(values.split(", ")) == sorted(allowed(field).split(", "))


def test_options_take_their_values_only() -> None:
    for name, value in ODD.items():
        assert getattr(GAME.setup(2, {name: value}).options, name) == value
    for name, value in (("start_points", 9), ("start_points", 41), ("round_limit", 9)):
        with pytest.raises(Refusal, match="is not possible"):
            GAME.setup(2, {name: value})


def test_dd_r13_no_round_limit_is_endless() -> None:
    """DD-R13: 0 is told apart, so that games without a human can refuse it."""
    assert "DD-R13" in endless(GAME.setup(2, {"round_limit": 0}))
    assert GAME.endless(GAME.setup(2, {"round_limit": "none"}))
    assert endless(GAME.setup(2, {"round_limit": 200})) == ""


def test_dd_01_two_players() -> None:
    """DD-01."""
    assert list(GAME.seats) == [2]
    with pytest.raises(Refusal, match="is for 2 players, not 3"):
        GAME.setup(3)


def test_words_and_codes() -> None:
    check_words(GAME)
    assert GAME.notation.size == 407
    assert GAME.notation.text(actions.FAN) == "fan 0-1-2-4-3"
    assert GAME.notation.text(actions.PASS - 1) == "fan 3-2-1-0"
    assert domains(GAME.data)["card"].name(44) == "Iron Shirt (1/7)"
    assert GAME.notation.parse("answer Iron Shirt") == actions.ANSWER + 44


# -- decks ------------------------------------------------------------------------------------


def test_dd_04_fifteen_to_forty_cards() -> None:
    """DD-04, DD-R19"""
    for cards, ok in ((14, False), (15, True), (40, True), (41, False)):
        check = deck.legality(deck.parse(f"{cards} Knife Hand", GAME.data), SIZE_ONLY, GAME.data)
        assert [(c.rule, c.ok) for c in check] == [("size", ok)]
    with pytest.raises(Refusal, match=r"A deck has 15 to 40 cards, this one has 14 \(DD-04\)"):
        GAME.setup(2, {"deck_rules": "size_only"}, {1: {"deck": "14 Knife Hand"}})
    assert (
        sum(counts(GAME.setup(2, {"deck_rules": "size_only"}, {0: {"deck": "40 PC01"}}), 0)) == 40
    )


def pairs(*kinds: int) -> list[int]:
    return [2 if kind in kinds else 0 for kind in range(50)]


def sixteen(yang: int, yin: int) -> list[int]:
    """Eight kinds twice each, of 64 Power Points, with the given totals."""
    usable = [k for k, row in enumerate(CARDS.values()) if row["copies"] == 2]
    best: dict[tuple[int, int, int], tuple[int, ...]] = {(0, 0, 0): ()}
    for kind in usable:
        row = CARDS[WORDS[kind]]
        for (n, y, x), chosen in list(best.items()):
            if n < 8:
                best.setdefault((n + 1, y + row["yang"], x + row["yin"]), (*chosen, kind))
    return pairs(*best[8, yang // 2, yin // 2])


def test_dd_e15_is_this_deck_legal() -> None:
    """DD-E15, DD-R19: the limits of price, balance and copies."""
    legal = sixteen(70, 58)
    assert deck.sums(legal, GAME.data) == {"cards": 16, "power": 64, "yang": 70, "yin": 58}
    assert all(check.ok for check in deck.legality(legal, FULL, GAME.data))
    for yang, yin, fault in ((80, 48, "too much attack"), (58, 70, "too much guard")):
        checks = deck.legality(sixteen(yang, yin), FULL, GAME.data)
        assert [check.ok for check in checks] == [True, True, True, False]
        assert fault in checks[3].text
    third = list(legal)
    third[third.index(2)] = 3
    assert next(c.rule for c in deck.legality(third, FULL, GAME.data) if not c.ok) == "copies"
    twice = "2 Phoenix Heart, " + OWN.replace("1 Phoenix Heart, ", "")
    with pytest.raises(Refusal, match=r"Phoenix Heart may be in a deck once, here it is 2 times"):
        deck.read_deck(twice, FULL, GAME.data)
    assert sum(deck.read_deck(twice, SIZE_ONLY, GAME.data)) == 20


def test_dd_r19_price() -> None:
    """Sixteen cards may cost 64; one Power Point more is refused."""
    cheap = sixteen(64, 64)
    assert deck.sums(cheap, GAME.data)["power"] == 64
    dear = list(cheap)
    low = next(k for k, n in enumerate(cheap) if n == 2 and column("power")[k] <= 5)
    high = next(
        k
        for k, n in enumerate(cheap)
        if n == 0 and column("power")[k] == column("power")[low] + 1 and column("copies")[k] == 2
    )
    dear[low], dear[high] = 1, 1
    checks = {check.rule: check for check in deck.legality(dear, FULL, GAME.data)}
    assert not checks["price"].ok
    assert "may cost up to 64 Power Points, 4 a card; this deck costs 65" in checks["price"].text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2 Iron Shirt", {44: 2}),
        ("iron_shirt*2, PC45", {44: 3}),
        ("2x Iron Shirt\n\n# a comment\n1 * pc01 # too", {44: 2, 0: 1}),
        ("3*iron shirt", {44: 3}),
        ("Iron Shirt x 2", {44: 2}),
        ("PC45x2", {44: 2}),
        ("iron_shirt = 2", {44: 2}),
        ("Dragon's Breath, dragons breath", {7: 2}),
    ],
)
def test_decks_as_text(text: str, found: dict[int, int]) -> None:
    parsed = deck.parse(text, GAME.data)
    assert {kind: n for kind, n in enumerate(parsed) if n} == found


def test_decks_export_what_they_read() -> None:
    own = deck.parse(OWN, GAME.data)
    assert deck.parse(deck.export(own, GAME.data), GAME.data) == own
    assert deck.export(own, GAME.data).startswith("2 Wild Swing\n1 Phoenix Heart\n")


def test_unknown_names_are_refused_with_near_ones() -> None:
    with pytest.raises(Refusal, match=r"'Iron Shit', which is not a card.*Iron Shirt"):
        GAME.setup(2, None, {0: {"deck": "2 Iron Shit, 13 Axe Kick"}})
    for name, meant in (("whitebelt", "white_belt"), ("ember fis", "ember_fist")):
        with pytest.raises(Refusal, match=rf"no ready-made deck '{name}'.*{meant}"):
            GAME.setup(2, None, {0: {"deck": name}})


def test_ready_made_decks_by_key_or_name() -> None:
    for name, size in (("Grand Dojo", 40), ("White Belt Basics", 15), (" ember_fist", 20)):
        setup = GAME.setup(2, None, {0: {"deck": name}})
        assert sum(counts(setup, 0)) == size
        assert not is_secret(setup, 0)


@pytest.mark.parametrize("digits", ["0", "00", "100", "9" * 5000])
def test_counts_that_no_deck_can_have(digits: str) -> None:
    for text in (f"{digits} Iron Shirt", f"Iron Shirt*{digits}", f"{digits}x Iron Shirt"):
        with pytest.raises(Refusal, match=r"copies of a card; 1 to 99 are possible") as caught:
            deck.parse(text, GAME.data)
        assert len(str(caught.value)) < 80


def test_overlays() -> None:
    with pytest.raises(Refusal, match=r"deck.white_belt.cards.nothing: 'nothing' is not a card"):
        GAME.setup(overlay={"deck": {"white_belt": {"cards": {"nothing": 15}}}})
    with pytest.raises(Refusal, match=r"deck.white_belt.cards: A deck has 15 to 40 cards"):
        GAME.setup(overlay={"deck": {"white_belt": {"cards": {"knife_hand": 3}}}})
    with pytest.raises(Refusal, match=r"limits.copies.most: It must stay 2"):
        GAME.setup(overlay={"limits": {"copies": {"most": 3}}})
    sharp = GAME.setup(overlay={"card": {"elbow_strike": {"yang": 9}}})
    assert "Elbow Strike (9/3)" in domains(sharp.data)["card"].names


def test_dd_r17_secret_decks_are_veiled() -> None:
    """DD-R17: a self-built deck is known to its owner alone, a ready-made one by name."""
    for options, told in ((None, "hidden"), ({"open_decklists": True}, OWN)):
        setup = GAME.setup(2, options, {0: {"deck": OWN}, 1: {"deck": "ember_fist"}})
        assert [choice.deck for choice in veil(setup, 1).choices] == [told, "ember_fist"]
        assert [choice.deck for choice in veil(setup, 9).choices] == [told, "ember_fist"]
        assert veil(setup, 0) == setup
        assert veil(veil(setup, 1), 9) == veil(setup, 9)


def test_dd_12_dd_13_the_start() -> None:
    """DD-12, DD-13: twenty points (or as set), all cards in the deck, none on the field."""
    for points in (20, 10, 40):
        state = Play({"start_points": points}, ("ember_fist", "white_belt")).state
        assert (state.a.points, state.b.points) == (points, points)
        assert (state.a.deck.n, state.b.deck.n) == (20, 15)
        assert (state.a.hand.n, state.a.field.n, state.a.recycle.n) == (0, 0, 0)
