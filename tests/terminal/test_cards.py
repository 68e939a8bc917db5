"""Cards of one's own in the terminal: marked, told value by value, and chosen at a new table."""

import asyncio
import json
from pathlib import Path

import pytest

from budokan.kit.game import find, find_all
from budokan.kit.provenance import Sourced, values_of
from budokan.kit.scene import Piece, Scene, Zone, zones
from budokan.match.match import CodedMatch
from budokan.terminal.draw.descriptions import about_piece, about_track, about_zone
from budokan.terminal.hosts import remote_cards
from budokan.terminal.tui.dialogs import Page
from budokan.terminal.tui.form import OURS, Form
from budokan.terminal.tui.new_table import NewTable
from budokan.terminal.tui.table import Table
from tests.cli.commands import run
from tests.terminal.driver import hall, local, run_async, seated, until

GAMES = list(find_all().values())
CARDS = '[about]\ntitle = "Box"\n[card.jab]\nforward = 2\nsource = { forward = "p. 3" }\n'
OVERLAY = {
    "about": {"title": "Box"},
    "card": {"jab": {"forward": 2, "source": {"forward": "p. 3"}}},
}


@pytest.fixture
def mine(tmp_path: Path) -> str:
    file = tmp_path / "mine.toml"
    file.write_text(CARDS)
    return str(file)


def a_match() -> CodedMatch:
    game = find("kenpo_masters")
    return CodedMatch(game, game.setup(overlay=OVERLAY), ("A", "B"), "3")


# -- marks ----------------------------------------------------------------------------------------


def test_a_value_of_a_card_file_is_marked_with_its_title() -> None:
    ours = Piece(id="a", name="Jab", designed=True)
    theirs = Piece(id="a", name="Jab", own=True)
    both = Piece(id="a", name="Jab", own=True, designed=True)
    assert about_piece(ours, "") == "Jab · our own value"
    assert about_piece(theirs, "Box") == "Jab · from your cards (Box)"
    assert about_piece(both, "Box") == "Jab · from your cards (Box), our own value"
    track = Zone(id="t", title="Chi", layout="track", at=1, length=5, own=True)
    assert about_track(track, "Box") == "Chi 1 of 5 · from your cards (Box)"
    assert about_zone(Zone(id="z", title="Hand", own=True), "Box").endswith("your cards (Box)")


# -- value by value -------------------------------------------------------------------------------


def test_every_value_tells_where_it_comes_from() -> None:
    game = find("kenpo_masters")
    data = game.setup(overlay=OVERLAY).data
    told = [str(value) for value in values_of(game, data, "card.jab")]
    assert len(told) == len(data["card"]["jab"].values)
    assert any(line.endswith(": 2, from your cards (p. 3)") for line in told)
    assert any(": Jab, stated in print" in line for line in told)
    assert any("our reconstruction" in line for line in told)
    assert values_of(game, data, "card.nothing") == values_of(game, data, "") == []


def a_component(scene: Scene) -> Piece:
    """A piece that names the row of the data it shows."""
    for piece in (piece for zone in zones(scene) for piece in zone.pieces):
        if piece.component and piece.name and not piece.refused:
            return piece
    pytest.skip("no piece of this game names its component")


def test_look_lists_the_values_of_a_card(mine: str, here: Path) -> None:
    match = a_match()
    match.begin()
    name = a_component(match.scene(0)).name
    words = ["play", "kenpo_masters", "--plain", "--cards", mine, "--seed", "3"]
    told = run(*words, typed=f"look {name}\nquit\n").output
    assert "stated in print" in told or "our reconstruction" in told


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_key_shows_the_values_of_the_card_that_is_pointed_at() -> None:
    async def test() -> None:
        async with seated(local(a_match(), "human", "random")) as (table, pilot):
            await until(pilot, lambda: table.scene is not None, "a scene")
            assert table.scene is not None
            piece = a_component(table.scene)
            await pilot.press("v")
            assert not isinstance(table.app.screen, Page)  # nothing is pointed at
            table.point(piece.id)
            await pilot.press("v")
            await until(pilot, lambda: isinstance(table.app.screen, Page), "the values")
            page = table.app.screen
            assert isinstance(page, Page) and page.title_text == piece.name
            assert str(page.text).startswith("Played with your cards: Box.")

    run_async(test)


def test_a_host_tells_the_values_of_its_cards() -> None:
    host = local(a_match(), "human", "green")
    told = asyncio.run(host.values(host.frame(), "card.jab"))
    assert [each.note for each in told if each.source == "from your cards"] == ["p. 3"]


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (
            {"label": "Hit", "value": 2, "source": "stated in print", "note": "", "clause": "KM-1"},
            [Sourced("Hit", 2, "stated in print", "", "KM-1")],
        ),
        ({"label": "Hit"}, []),
        ("nonsense", []),
    ],
)
def test_a_hall_elsewhere_tells_its_values(
    answer: object, found: list[Sourced], monkeypatch: pytest.MonkeyPatch
) -> None:
    body = json.dumps({"components": {"card.jab": [answer]}})
    monkeypatch.setattr(remote_cards, "get", lambda opener, address: body)
    assert remote_cards.table_values("http://hall", "t", "card.jab") == found
    assert remote_cards.table_values("http://hall", "t", "card.kick") == []


# -- a new table ----------------------------------------------------------------------------------


def test_a_form_takes_the_name_of_a_card_file(mine: str, tmp_path: Path) -> None:
    form = Form(find("kenpo_masters"))
    (row,) = [row for row in form.rows if row.key == "cards"]
    assert row.value == OURS and not form.match().setup.overlay
    form.put(row, mine)
    assert form.match().setup.data.title == "Box"
    (row,) = [row for row in form.rows if row.key == "cards"]
    form.turn(row, 1)
    assert not form.match().setup.overlay
    assert Form(find("kenpo_masters"), mine).match().setup.data.title == "Box"


def test_a_file_that_cannot_be_played_is_refused_at_the_form(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('[card.jab]\nforward = "far"\n')

    async def test() -> None:
        async with hall() as (app, _):
            screen = NewTable(find("kenpo_masters"))
            await app.push_screen(screen)
            at = [row.key for row in screen.form.rows].index("cards")
            screen.put(at + 1, screen.form.rows[at], str(bad))
            told = str(screen.query_one("#explain").render())
            assert "card.jab.forward: 'far' must be" in told
            assert screen.form.rows[at].value == OURS

    run_async(test)


def test_the_hall_opens_at_a_table_with_the_file(mine: str) -> None:
    async def test() -> None:
        from budokan.terminal.tui.hall import Hall

        app = Hall("kenpo_masters", pause=0, cards=mine)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, NewTable), "the form")
            await pilot.press("s")
            await until(pilot, lambda: isinstance(app.screen, Table), "the table")
            table = app.screen
            assert isinstance(table, Table)
            await until(pilot, lambda: table.scene is not None, "a scene")
            assert table.scene is not None and table.scene.cards == "Box"

    run_async(test)


def test_a_choice_of_the_file_is_offered_at_the_form(tmp_path: Path) -> None:
    """Decks, fighters and other names that seats choose from are those of the file."""
    game = find("dojo_duel")
    if not game.card_format.sections["deck"].open:
        pytest.skip("decks cannot be added yet")
    deck = dict(game.data["deck"]["ember_fist"]["cards"])
    overlay = {"deck": {"my_deck": {"name": "Mine", "cards": deck}}}
    from budokan.kit.card_template import dump

    file = tmp_path / "decks.toml"
    file.write_text(dump(overlay))
    form = Form(game, str(file))
    (row,) = [row for row in form.rows if row.key == "seat.0.deck"]
    assert "my_deck" in row.values
