"""Card formats and data of every game: clauses of printed values, words with examples, docs."""

import tomllib

import pytest
from tools import provenance

from budokan.kit.card_format import Field, Word
from budokan.kit.data import PRINTED
from budokan.kit.game import Game, find_all

GAMES = list(find_all().values())
WORDS = [
    pytest.param(field, name, word, id=f"{game.id}-{section}.{name}-{word.name}")
    for game in GAMES
    for section, form in game.card_format.sections.items()
    for name, field in form.fields.items()
    for word in field.words
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_printed_value_names_the_clause_that_states_it(game: Game) -> None:
    missing = [
        f"{section}.{key}.{name}"
        for section, key, name, _, source in game.data.values()
        if source in PRINTED and not game.data[section][key].clauses.get(name)
    ]
    assert not missing, f"{len(missing)} values without a clause: {', '.join(missing)}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_named_clause_is_in_the_rules(game: Game) -> None:
    unknown = [
        f"{row.where}.{name}: {clause}"
        for rows in game.data.sections.values()
        for row in rows.values()
        for name, clause in row.clauses.items()
        if clause not in game.clauses
    ]
    assert not unknown, ", ".join(unknown)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_an_open_section_has_a_cap_and_room(game: Game) -> None:
    for name, section in game.card_format.sections.items():
        assert section.most >= len(game.data[name]) if section.open else section.most == 0, name


@pytest.mark.parametrize(("field", "name", "word"), WORDS)
def test_the_example_of_a_word_can_be_entered(field: Field, name: str, word: Word) -> None:
    """An example is a whole line of a card file, a value, or an item of a list."""
    line = word.example if word.example.startswith(f"{name} = ") else f"{name} = {word.example}"
    value = tomllib.loads(line)[name]
    faults = [list(field.check(name, value)), list(field.check(name, [value]))]
    assert word.help and [] in faults, faults


def test_the_pages_made_from_the_code_are_up_to_date() -> None:
    games = find_all()
    again = "run python -m tools.provenance"
    assert provenance.PROVENANCE.read_text("utf-8") == provenance.provenance_page(games), again
    page = provenance.OWN_CARDS.read_text("utf-8")
    assert page == provenance.own_cards_page(page, games), again
    for game in games.values():
        assert f"### {game.title}" in page
