"""Templates of card files, what differs from ours, and files as text, for every game."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from budokan.kit import card_file
from budokan.kit.card_file import parse
from budokan.kit.card_format import MISSING
from budokan.kit.card_template import Difference, diff, dump, line_of, lines_of, template
from budokan.kit.game import Game, find, find_all
from budokan.kit.toml_text import toml_value
from tests.kit.settings import card_files

GAMES = list(find_all().values())
FILES = [
    pytest.param(game, path, id=f"{game.id}-{path.stem}")
    for game in GAMES
    for path in card_files(game)
]


def read(text: str) -> dict[str, Any]:
    return parse(text.encode())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_an_unchanged_template_is_accepted_and_changes_nothing(game: Game) -> None:
    overlay = read(template(game))
    assert card_file.faults(game, overlay) == []
    data = game.setup(overlay=overlay).data
    assert list(data.values()) == list(game.data.values())
    assert diff(game, overlay) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_template_has_every_value_with_its_source_and_what_may_stand_there(game: Game) -> None:
    text = template(game)
    overlay, lines = read(text), text.splitlines()
    places = lines_of(text)
    for section, key, name, value, source in game.data.values():
        assert overlay[section][key][name] == value
        at = places[f"{section}.{key}.{name}"] - 1
        told = lines[at] if "#" in lines[at] else " ".join(lines[at - 3 : at])
        assert source in told, f"{section}.{key}.{name}"
    for section, form in game.card_format.sections.items():
        assert f"# ==== {form.title} [{section}]" in lines
        for name, field in form.fields.items():
            assert field.help.split(";")[0].split(", ")[0].rstrip(".") in " ".join(
                text.replace("#", " ").split()
            ), f"{section}.{name}"
            for word in field.words:
                assert f"{word.name}: " in text and word.example in text, word.name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_template_lists_open_sections_in_full(game: Game) -> None:
    text = template(game)
    overlay = read(text)
    names = [name for name, section in game.card_format.sections.items() if section.open]
    assert overlay["about"].get("complete", []) == names
    for name in names:
        assert f"\n#[{name}.my_own]\n" in text
        dropped = next(iter(overlay[name]))
        del overlay[name][dropped]
        changed = [each for each in diff(game, overlay) if each.where == f"{name}.{dropped}"]
        assert changed and changed[0].theirs is None and changed[0].is_component


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_example_of_a_new_component_has_all_it_needs(game: Game) -> None:
    for name, section in game.card_format.sections.items():
        if section.open:
            text = template(game).partition(f"\n#[{name}.my_own]\n")[2].partition("\n\n")[0]
            said = read(f"[{name}.my_own]\n" + text.replace("\n#", "\n").removeprefix("#"))
            row = said[name]["my_own"]
            needed = [
                key
                for key, field in section.fields.items()
                if field.default is MISSING and not field.optional
            ]
            assert set(needed) <= set(row)


def test_the_example_of_a_new_card_can_be_taken_as_it_stands() -> None:
    """Its name is not that of another card, so only the copies are left to count."""
    game = find("kenpo_masters")
    head, _, rest = template(game).partition("#[card.my_own]")
    lines = rest.partition("\n\n")
    copied = "\n".join(line.removeprefix("#") for line in lines[0].splitlines())
    overlay = tomllib.loads(f"{head}[card.my_own]{copied}{lines[1]}{lines[2]}")
    found = [fault.text for fault in card_file.faults(game, overlay)]
    assert [text.partition(" add up")[0] for text in found] == [
        f"The copies in the {deck} deck" for deck in ("yellow", "red")
    ]


@pytest.mark.parametrize(("game", "path"), FILES)
def test_a_template_of_somebodys_file_is_the_same_file(game: Game, path: Path) -> None:
    overlay = card_file.read(path, game)
    again = read(template(game, overlay))
    assert [fault for fault in card_file.faults(game, again) if not fault.warning] == []
    ours, theirs = game.setup(overlay=overlay).data, game.setup(overlay=again).data
    assert theirs.hash == ours.hash and theirs.title == ours.title
    for section, rows in ours.sections.items():
        for key, row in rows.items():
            assert dict(theirs[section][key].sources) == dict(row.sources), f"{section}.{key}"
            assert _said(theirs[section][key].notes) == _said(row.notes)
    assert template(game, again) == template(game, overlay)
    assert diff(game, overlay) == diff(game, again) != []


def _said(notes: Any) -> dict[str, str]:
    return {name: note for name, note in notes.items() if note}


@pytest.mark.parametrize(("game", "path"), FILES)
def test_a_file_written_out_reads_the_same(game: Game, path: Path) -> None:
    overlay = card_file.read(path, game)
    assert read(dump(overlay)) == overlay


def test_what_differs_is_told_with_our_source() -> None:
    game = find("dojo_duel")
    said = {"yin": 0, "source": {"yin": "page 3"}}
    overlay = {"about": {"title": "Box"}, "card": {"iron_shirt": said}}
    ours = game.data["card"]["iron_shirt"]["yin"]
    (found,) = diff(game, overlay)
    assert found == Difference("card.iron_shirt.yin", ours, 0, "designed", "page 3")
    told = f"card.iron_shirt.yin: 0 (page 3); ours is {ours}, our reconstruction"
    assert str(found) == told and not found.is_component


def test_values_of_a_file_are_kept_and_marked_in_a_template() -> None:
    game = find("dojo_duel")
    said = {"yin": 0, "source": {"yin": "page 3"}}
    overlay = {"about": {"title": "Box", "source": "2nd"}, "card": {"iron_shirt": said}}
    text = template(game, overlay)
    ours = game.data["card"]["iron_shirt"]["yin"]
    assert 'title = "Box"' in text and 'source = "2nd"' in text
    assert 'source = { yin = "page 3" }' in text
    line = text.splitlines()[lines_of(text)["card.iron_shirt.yin"] - 1]
    assert line.startswith("yin = 0  # ") and f"from your cards (ours is {ours})" in line


@pytest.mark.parametrize(
    "value",
    [
        'quotes " and \\ and \n lines \t \u202e \x00 \U0001f94b',
        [1, -2, True, False, 1.5, [], {}, [[], {"a b": [1]}]],
        {"": "empty", "dotted.key": 1, "ä": {"deep": {"deeper": []}}},
    ],
)
def test_any_value_can_be_written_as_toml(value: Any) -> None:
    overlay = {"about": {"title": "x"}, "a.b": {"c d": {"value": value}}, "empty": {}}
    text = dump(overlay)
    assert card_file.tables(text.encode()) == overlay
    assert toml_value(True) == "true"


def test_half_a_character_is_replaced() -> None:
    assert card_file.tables(dump({"a": {"b": {"c": "\ud800"}}}).encode()) == {
        "a": {"b": {"c": "\ufffd"}}
    }


def test_places_have_lines() -> None:
    text = """\
[about]
title = "x" # [no.header]

[card.jab]
on = [
  ["Kick"],
  { all = 3 }
]
forward = 1
['card'."low sweep"]
name = "a = b"
"""
    lines = lines_of(text)
    assert line_of(lines, "about.title") == 2 and line_of(lines, "card") == 4
    assert line_of(lines, "card.jab.on[1].all") == 5 and line_of(lines, "card.jab.forward") == 9
    assert line_of(lines, "card.low sweep.name") == 11
    assert line_of(lines, "card.jab.missing") == 4
    assert line_of(lines, "card.dropped") == 0 and line_of(lines, "Kick") == 0
