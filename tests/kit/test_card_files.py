"""Card files of one's own: merged, marked with their source, and checked for all faults at once."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from budokan.kit import card_file
from budokan.kit.card_format import (
    CardFormat,
    Fault,
    Section,
    choice,
    fixed,
    flag,
    list_of,
    number,
    text,
)
from budokan.kit.data import OWN, Data, Row
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, find

DATA = Data(
    {
        "card": {
            "jab": Row(
                {"name": "Jab", "count": 2, "forward": 1, "kind": "action"},
                {"name": "rulebook", "count": "designed", "forward": "rulebook", "kind": "derived"},
                "card.jab",
                clauses={"forward": "UD-01"},
            ),
            "kick": Row(
                {"name": "Kick", "count": 2, "forward": 0, "kind": "action"},
                dict.fromkeys(("name", "count", "forward", "kind"), "designed"),
                "card.kick",
            ),
        },
        "limits": {"ring": Row({"size": 3}, {"size": "rulebook"}, "limits.ring")},
    }
)


def whole(data: Data) -> Iterator[Fault]:
    total = sum(data.column("card", "count"))
    if total != 4:
        yield Fault("card", f"The counts add up to {total}.", columns=("card.count",))


FORMAT = CardFormat(
    sections={
        "card": Section(
            title="Cards",
            open=True,
            most=3,
            fields={
                "name": text("Name"),
                "count": number("Copies", 0, 4),
                "forward": number("Step forward", -9, 9, optional=True),
                "kind": choice("Kind", ("action", "effect"), default="action"),
                "last": flag("Last", default=False),
                "ways": list_of("Ways", number("Way", 1, 6), 0, 2, default=[]),
            },
        ),
        "limits": Section(
            title="Limits", fields={"size": fixed("Size", "the ring has 3 columns.")}
        ),
    },
    check=whole,
)


@pytest.fixture
def game() -> Game:
    made = replace(find("udaka"), cards=FORMAT)
    made.__dict__["data"] = DATA
    return made


def places(game: Game, overlay: dict[str, Any]) -> list[str]:
    return [fault.where for fault in card_file.faults(game, overlay) if not fault.warning]


def merged(overlay: dict[str, Any]) -> Data:
    return card_file.with_cards(FORMAT, DATA, overlay)


# -- merging --------------------------------------------------------------------------------------


def test_a_value_of_the_file_is_marked_as_such() -> None:
    data = merged({"about": {"title": "Mine", "source": "box"}, "card": {"kick": {"count": 3}}})
    row = data["card"]["kick"]
    assert row["count"] == 3 and row.sources["count"] == OWN and row.notes["count"] == "box"
    assert row.is_own() and row.is_own("count") and not row.is_own("name")
    assert row.is_designed("name") and not row.is_designed("count")
    assert data.title == "Mine" and data["card"]["jab"] == DATA["card"]["jab"]


def test_a_repeated_value_keeps_our_source_unless_the_file_names_one() -> None:
    said = {"name": "Kick", "count": 2, "source": {"count": "page 3", "*": "designed"}}
    row = merged({"card": {"kick": said}})["card"]["kick"]
    assert row.sources["name"] == "designed"
    assert row.sources["count"] == OWN and row.notes["count"] == "page 3"


def test_an_optional_value_is_taken_away() -> None:
    row = merged({"card": {"jab": {"forward": "not shown"}}})["card"]["jab"]
    assert "forward" not in row.values and row.is_own("forward")


def test_components_are_added_and_dropped() -> None:
    overlay = {"card": {"jab": {"dropped": True}, "sweep": {"name": "Sweep", "count": 2}}}
    rows = merged(overlay)["card"]
    assert list(rows) == ["kick", "sweep"]
    assert rows["sweep"]["kind"] == "action" and "forward" not in rows["sweep"].values
    assert set(rows["sweep"].sources.values()) == {OWN} and rows["sweep"].where == "card.sweep"


def test_what_a_complete_section_does_not_name_is_dropped() -> None:
    data = merged({"about": {"complete": ["card"]}, "card": {"kick": {"count": 4}}})
    assert list(data["card"]) == ["kick"] and list(data["limits"]) == ["ring"]


def test_equal_values_give_equal_hashes_whatever_their_source() -> None:
    assert merged({"card": {"kick": {"count": 2, "source": "box"}}}).hash == DATA.hash
    assert merged({"card": {"kick": {"count": 3}}}).hash != DATA.hash


def test_the_order_of_values_in_a_file_does_not_matter() -> None:
    one = {"name": "Sweep", "count": 2, "last": True, "forward": 1}
    two = dict(reversed(one.items()))
    assert merged({"card": {"sweep": one}}).hash == merged({"card": {"sweep": two}}).hash
    one, two = {"last": True, "ways": [1]}, {"ways": [1], "last": True}
    assert merged({"card": {"jab": one}}).hash == merged({"card": {"jab": two}}).hash


# -- checking -------------------------------------------------------------------------------------


def test_every_fault_is_told_with_its_place(game: Game) -> None:
    overlay = {
        "about": {"title": 3, "gme": "x", "complete": ["cards"], "game": "chess"},
        "cards": {},
        "limits": {"ring": {"size": 4}, "hand": {"size": 3}},
        "card": {
            "jab": {"forward": 12, "kind": "efect", "last": 1, "forwards": 1},
            "kick": {"name": "not shown\n", "ways": [1, 7], "dropped": "yes"},
            "sweep": {"count": -1},
        },
    }
    assert sorted(places(game, overlay)) == sorted(
        [
            "about.title",
            "about.gme",
            "about.complete",
            "about.game",
            "cards",
            "limits.ring.size",
            "limits.hand",
            "card.jab.forward",
            "card.jab.kind",
            "card.jab.last",
            "card.jab.forwards",
            "card.kick.name",
            "card.kick.ways[2]",
            "card.kick.dropped",
            "card.sweep.count",
            "card.sweep.name",
        ]
    )


def test_a_misspelt_component_is_one_fault(game: Game) -> None:
    (fault,) = card_file.faults(game, {"card": {"kicks": {"count": 2}}})
    assert fault.where == "card.kicks" and "did you mean kick?" in fault.text
    assert "needs name" in fault.text


def test_what_cannot_be_read_hides_no_other_fault(game: Game) -> None:
    overlay = {
        "card": {
            "jab": {"count": 10**9, "kind": "x"},
            "kick": 3,
            "sweep": {"name": "Sweep", "count": [[[[[[[[[[[1]]]]]]]]]]]},
        },
        "limits": 4,
        "about": {"title": date(2026, 1, 1), "game": "chess"},
    }
    assert sorted(places(game, overlay)) == [
        "about.game",
        "about.title",
        "card.jab.count",
        "card.jab.kind",
        "card.kick",
        "card.sweep.count",
        "limits",
    ]


def test_faults_have_near_matches(game: Game) -> None:
    overlay = {"card": {"jab": {"kind": "efect", "forwards": 1}}, "crad": {}}
    told = " ".join(fault.text for fault in card_file.faults(game, overlay))
    assert "did you mean effect?" in told
    assert "did you mean forward or ways?" in told and "did you mean card?" in told


def test_the_whole_set_is_checked_once_its_values_are_sound(game: Game) -> None:
    assert places(game, {"card": {"kick": {"count": 1}}}) == ["card"]
    assert places(game, {"card": {"kick": {"count": 9}}}) == ["card.kick.count"]
    assert places(game, {"card": {"sweep": {"name": "Sweep", "count": 9}}}) == ["card.sweep.count"]
    four = {name: {"name": name, "count": 0} for name in ("one", "two")}
    assert places(game, {"card": four}) == ["card"]  # four kinds, three are the most


def test_a_printed_value_may_be_changed_with_a_warning(game: Game) -> None:
    found = card_file.faults(game, {"card": {"jab": {"forward": 2, "name": "Jab", "count": 2}}})
    assert [(fault.where, fault.warning) for fault in found] == [("card.jab.forward", True)]
    said = game.clauses["UD-01"].rstrip(".")
    assert found[0].text.endswith(f"which is stated in print (UD-01: {said}).")
    (derived,) = card_file.faults(game, {"card": {"jab": {"kind": "effect"}}})
    assert derived.text.endswith("which follows from the print.")


def test_a_printed_component_may_be_dropped_with_a_warning(game: Game) -> None:
    overlay = {"card": {"jab": {"dropped": True}, "kick": {"count": 4}}}
    found = card_file.faults(game, overlay)
    assert [(fault.where, fault.warning) for fault in found] == [("card.jab", True)]


def test_a_refusal_names_the_first_fault_and_the_number_of_others(game: Game) -> None:
    with pytest.raises(Refusal, match=r"card\.jab\.kind: .*and 1 more"):
        card_file.refuse(game, {"card": {"jab": {"kind": "x", "count": 9}}})


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"x" * 300_000, "too large"),
        (b"\xff\xfe", "UTF-8"),
        (b"[card.jab\n", "not valid TOML"),
        (b"a = " + b"[" * 5000, "nested too deeply"),
        (b"a = " + b"9" * 5000, "too long"),
        (b"[card.jab]\na = " + b"[" * 20 + b"]" * 20, "deep at most"),
        (b'a = ["""\n""", {' + b"a." * 100_000 + b"a = 1}]", "key of too many parts"),
        (b'a = ["""b"""", {' + b"a." * 100_000 + b"a = 1}]", "key of too many parts"),
        (b"a = ['''\n''', {" + b"a . " * 50_000 + b"a = 1}]", "key of too many parts"),
        (b"[card.jab]\ncount = 99999999999", "too large"),
        (b"[card.jab]\ncount = 2024-01-01", "must be text, a number"),
        (b"[card.jab]\ncount = nan", "too large"),
        (b"card = 3", "must be a table"),
        (b"[card]\njab = 3", "must be a table of values"),
        (b'["\\u202e"]\n', "cannot be shown"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(raw: bytes, told: str) -> None:
    with pytest.raises(Refusal, match=told) as refused:
        card_file.parse(raw)
    assert len(str(refused.value)) < 300


def test_dots_in_texts_and_comments_are_no_keys() -> None:
    dots = "a." * 50
    raw = f"""[about]\ntitle = "{dots}" # {dots}\nx = [{"1.5, " * 50}]\ny = '''{dots}\n{dots}'''"""
    assert card_file.parse(raw.encode())["about"]["title"] == dots


def test_only_an_optional_value_can_be_taken_away(game: Game) -> None:
    """The words that take a value away would also be a text."""
    for name in ("name", "kind", "count"):
        (fault,) = card_file.faults(game, {"card": {"kick": {name: "not shown"}}})
        assert fault.where == f"card.kick.{name}"
        assert fault.text == "'not shown' is not possible: a component must have this value."


def test_a_clause_is_a_short_text_as_in_our_own_cards(game: Game) -> None:
    """It is kept with every table, so it must not be of any length."""
    told = {"clause": {"name": "UD-01", "*": "UD-02"}}
    assert card_file.faults(game, {"card": {"kick": told}}) == []
    odds: list[Any] = ["x" * 121, 3, [], {"name": "\ud800"}, {"nothing": ""}, {"name": {}}]
    for odd in odds:
        (fault,) = card_file.faults(game, {"card": {"kick": {"clause": odd}}})
        assert fault.where == "card.kick.clause" and not fault.warning


def test_places_have_no_signs_that_a_terminal_obeys(game: Game) -> None:
    esc = "\x1b[2J"
    for overlay in (
        {"card": {"kick": {esc: 1}}},
        {"card": {"kick": {esc: date.today()}}},
        {"card": {esc: 3}},
        {esc: {"x": 1}},
        {"about": {esc: 1}},
        {"card": {"kick": {f"{esc}{n}": 1 for n in range(300)}}},
    ):
        found = card_file.faults(game, overlay)
        assert found and all(str(fault).isprintable() for fault in found), overlay


def test_thousands_of_faults_are_told_in_part(game: Game) -> None:
    """Warnings do not count: a file may differ from print in everything."""
    many = {f"a{n}": 1 for n in range(5000)}
    for overlay in ({"card": {"jab": many}}, {"card": {"jab": {"x": [date.today()] * 5000}}}):
        found = card_file.faults(game, overlay)
        assert len(found) == card_file.FAULTS + 1
        assert found[-1].text == "There are more faults than the 200 that are told at once."
    with pytest.raises(Refusal, match="and 200 more"):
        card_file.refuse(game, {"card": {"jab": many}})


@pytest.mark.parametrize(
    "name", ["dojo_duel", "kenpo_masters", "martial_art", "master_udo", "udaka"]
)
def test_a_copy_of_our_own_cards_is_accepted_and_changes_nothing(name: str) -> None:
    game = find(name)
    overlay = card_file.parse((game.folder / "cards.toml").read_bytes())
    assert card_file.faults(game, overlay) == []
    data = game.setup(overlay=overlay).data
    assert data.hash == game.data.hash
    assert [value for *_, value in data.values()] == [value for *_, value in game.data.values()]
