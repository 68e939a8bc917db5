"""The card editor's side in the hall: forms, changes, checks and faces of card files."""

import json as plain_json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from budokan import protocol
from budokan.kit import card_file
from budokan.kit.card_template import dump, template
from budokan.kit.data import NOT_SHOWN, SOURCE_NAMES
from budokan.kit.game import find, find_all
from budokan.kit.scene import Piece, Zone
from budokan.server.http.errors import TooManyError
from budokan.server.http.limits import MAX_CARD_CHECKS, Limits
from tests.server.hall import JSON, Visitor, hall

GAMES = list(find_all())
KENPO = "kenpo_masters"


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with hall(tmp_path_factory.mktemp("hall")) as client:
        yield Visitor(client)


def album(
    visitor: Visitor, game: str, *edits: dict[str, Any], cards: str = ""
) -> protocol.CardAlbum:
    answer = visitor.post(f"/api/cards/{game}/album", json={"cards": cards, "edits": list(edits)})
    assert answer.status_code == 200, answer.text
    return json.decode(answer.content, type=protocol.CardAlbum)


def change(does: str, where: str, **more: Any) -> dict[str, Any]:
    return {"where": where, "does": does, **more}


def pieces(zones: list[Zone]) -> list[Piece]:
    return [piece for zone in zones for piece in (*zone.pieces, *pieces(list(zone.zones)))]


def face(drawn: protocol.CardAlbum, component: str) -> Piece:
    return next(piece for piece in pieces(drawn.zones) if piece.component == component)


def row(told: protocol.CardAlbum, section: str, key: str) -> protocol.CardRow:
    return next(each for each in told.rows[section] if each.key == key)


def places(faults: list[protocol.CardFault]) -> list[str]:
    return [fault.where for fault in faults if not fault.warning]


def files(game: str) -> list[Path]:
    return sorted((find(game).folder / "tests" / "cards").glob("*.toml"))


# -- the form -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_form_has_every_field_and_every_value_of_ours(visitor: Visitor, name: str) -> None:
    answer = visitor.get(f"/api/cards/{name}/form")
    form, game = json.decode(answer.content, type=protocol.CardForm), find(name)
    assert form.sources == SOURCE_NAMES
    assert [section.name for section in form.sections] == [*game.card_format.sections]
    for section in form.sections:
        declared = game.card_format.sections[section.name]
        assert [field.name for field in section.fields] == [*declared.fields]
        assert all(field.label and field.help for field in section.fields)
        ours = game.data[section.name]
        assert [each.key for each in section.rows] == [*ours]
        for each in section.rows:
            assert each.values.keys() == ours[each.key].values.keys()
            for field, value in each.values.items():
                assert tomllib.loads(f"x = {value.text}")["x"] == ours[each.key][field]
                assert value.source == ours[each.key].sources[field]


@pytest.mark.parametrize("name", GAMES)
def test_our_own_cards_are_drawn_and_free_of_faults(visitor: Visitor, name: str) -> None:
    told = album(visitor, name)
    assert told.drawn and told.faults == told.unread == [] and told.cards == ""
    shown = pieces(told.zones)
    assert len({piece.id for piece in shown}) == len(shown) > 0
    rows = {f"{s}.{key}" for s, found in find(name).data.sections.items() for key in found}
    assert {piece.component for piece in shown if piece.component} <= rows


@pytest.mark.parametrize("path", [path for name in GAMES for path in files(name)], ids=str)
def test_every_card_file_is_taken_apart_and_put_together_again(
    visitor: Visitor, path: Path
) -> None:
    """The sample files of all games: the same faults as on the command line."""
    name, text = path.parents[2].name, path.read_text("utf-8")
    game, overlay = find(name), card_file.tables(text.encode())
    told = album(visitor, name, cards=text)
    assert {*places(told.faults), *places(told.unread)} == {
        fault.where for fault in card_file.faults(game, overlay) if not fault.warning
    }
    assert tomllib.loads(told.cards) == card_file.readable(overlay)[0]
    assert album(visitor, name, cards=told.cards).cards == told.cards


# -- changes --------------------------------------------------------------------------------------


def test_a_changed_value_is_seen_on_the_face_at_once(visitor: Visitor) -> None:
    before = face(album(visitor, KENPO), "card.jab")
    told = album(visitor, KENPO, change("set", "card.jab.hit_l", value=7))
    after = face(told, "card.jab")
    assert "7" in [arrow.value for arrow in after.arrows]
    assert "7" not in [arrow.value for arrow in before.arrows]
    assert after.own and not before.own
    assert row(told, "card", "jab").values["hit_l"].source == "own"
    assert tomllib.loads(told.cards) == {
        "about": {"game": KENPO},
        "card": {"jab": {"hit_l": 7}},
    }


def test_an_optional_value_is_taken_away_and_comes_back(visitor: Visitor) -> None:
    told = album(visitor, KENPO, change("set", "card.jab.back", value=NOT_SHOWN))
    assert row(told, "card", "jab").away == ["back"]
    assert "b" not in [step.to for step in face(told, "card.jab").steps]
    again = album(visitor, KENPO, change("reset", "card.jab.back"), cards=told.cards)
    assert again.rows["card"] == [] and "b" in [s.to for s in face(again, "card.jab").steps]


def test_a_note_repeats_our_value_as_the_owners(visitor: Visitor) -> None:
    told = album(visitor, KENPO, change("note", "card.jab.forward", value="box 2, card 3"))
    value = row(told, "card", "jab").values["forward"]
    assert (value.value, value.source, value.note) == (1, "own", "box 2, card 3")
    assert (
        album(visitor, KENPO, change("note", "card.jab.forward", value=""), cards=told.cards).rows[
            "card"
        ]
        == []
    )


def test_a_note_on_a_whole_component(visitor: Visitor) -> None:
    told = album(
        visitor,
        KENPO,
        change("set", "card.jab.hit_l", value=7),
        change("note", "card.jab.*", value="box 2"),
    )
    found = row(told, "card", "jab")
    assert found.note == "box 2" and found.values["hit_l"].note == "box 2"
    assert tomllib.loads(told.cards)["card"]["jab"] == {"hit_l": 7, "source": "box 2"}
    gone = album(visitor, KENPO, change("note", "card.jab.*", value=""), cards=told.cards)
    assert tomllib.loads(gone.cards)["card"]["jab"] == {"hit_l": 7}


def test_a_value_may_be_written_as_text(visitor: Visitor) -> None:
    told = album(visitor, KENPO, change("write", "card.jab.on", text='[{ all = ["Block"] }]'))
    assert row(told, "card", "jab").values["on"].value == [{"all": ["Block"]}]
    assert "Block" in face(told, "card.jab").text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[{",
        "1\n[card.jab]\nforward = 2",
        "1\ny = 2",
        "2026-01-01",
        "nan",
        "9" * 5000,
        "[" * 500,
    ],
    ids=lambda text: text[:8],
)
def test_a_text_that_is_no_value_is_told_and_leaves_the_file(visitor: Visitor, text: str) -> None:
    kept = album(visitor, KENPO, change("set", "card.jab.left", value=2))
    told = album(visitor, KENPO, change("write", "card.jab.forward", text=text), cards=kept.cards)
    assert [fault.where for fault in told.unread] == ["card.jab.forward"]
    assert told.unread[0].text.endswith(".") and told.cards == kept.cards


def test_a_faulty_value_is_kept_told_and_left_out_of_the_face(visitor: Visitor) -> None:
    told = album(
        visitor,
        KENPO,
        change("set", "card.jab.hit_f", value=77),
        change("set", "card.jab.hit_l", value=5),
    )
    assert places(told.faults) == ["card.jab.hit_f"]
    assert row(told, "card", "jab").values["hit_f"].value == 77
    values = [arrow.value for arrow in face(told, "card.jab").arrows]
    assert "5" in values and "77" not in values


def test_a_set_that_cannot_be_played_is_still_drawn(visitor: Visitor) -> None:
    """A deck of 27: the fault is told, and the faces show the values."""
    told = album(
        visitor,
        KENPO,
        change("set", "card.jab.count", value=4),
        change("set", "card.jab.hit_l", value=7),
    )
    assert places(told.faults) == ["card", "card"] and told.drawn
    assert "7" in [arrow.value for arrow in face(told, "card.jab").arrows]


def test_components_are_added_dropped_and_brought_back(visitor: Visitor) -> None:
    told = album(
        visitor,
        KENPO,
        change("add", "card.low_sweep", like="jab"),
        change("set", "card.low_sweep.name", value="Low Sweep"),
        change("drop", "card.blitz"),
        change("set", "card.low_sweep.count", value=1),
    )
    assert told.faults and not places(told.faults)  # Blitz is printed, which is a warning
    assert row(told, "card", "low_sweep").added and row(told, "card", "blitz").dropped
    assert face(told, "card.low_sweep").name == "Low Sweep"
    assert "card.blitz" not in {piece.component for piece in pieces(told.zones)}
    back = album(
        visitor,
        KENPO,
        change("keep", "card.blitz"),
        change("drop", "card.low_sweep"),
        cards=told.cards,
    )
    assert back.rows["card"] == [] and back.faults == []


def test_a_component_is_not_added_twice(visitor: Visitor) -> None:
    told = album(visitor, KENPO, change("add", "card.jab", like="jab"))
    assert told.unread[0].where == "card.jab" and "already" in told.unread[0].text


def test_a_component_is_brought_back_to_a_section_that_is_listed_in_full(visitor: Visitor) -> None:
    cards = '[about]\ncomplete = ["card"]\n[card.block]\ncount = 26\n'
    told = album(visitor, KENPO, cards=cards)
    assert row(told, "card", "jab").dropped and places(told.faults) == []
    told = album(visitor, KENPO, change("keep", "card.jab"), cards=cards)
    assert not row(told, "card", "jab").dropped and places(told.faults) == ["card", "card"]


def test_title_and_source_are_changed_like_values(visitor: Visitor) -> None:
    told = album(
        visitor,
        KENPO,
        change("set", "about.title", value="My box"),
        change("set", "about.source", value="the printed cards"),
    )
    assert (told.title, told.source) == ("My box", "the printed cards")
    long = album(visitor, KENPO, change("set", "about.title", value="x" * 500))
    assert places(long.faults) == ["about.title"]


def test_a_template_is_the_same_as_our_own_cards(visitor: Visitor) -> None:
    """Every value repeated changes nothing: no row is the owner's."""
    for name in GAMES:
        told = album(visitor, name, cards=template(find(name)))
        assert told.faults == []
        for rows in told.rows.values():
            for each in rows:
                assert not each.added and not each.dropped and not each.away
                assert {value.source for value in each.values.values()} <= {*SOURCE_NAMES} - {"own"}


# -- check and template ---------------------------------------------------------------------------


def test_the_check_tells_faults_and_changes(visitor: Visitor) -> None:
    cards = '[about]\ntitle = "Mine"\n[card.jab]\nhit_l = 7\nforward = 99\nback = "not shown"\n'
    answer = visitor.post(f"/api/cards/{KENPO}/check", json={"cards": cards})
    told = json.decode(answer.content, type=protocol.CardCheck)
    assert told.title == "Mine" and places(told.faults) == ["card.jab.forward"]
    changed = {each.where: (each.ours, each.theirs) for each in told.changed}
    assert changed == {"card.jab.hit_l": ("0", "7"), "card.jab.back": ("0", "")}


@pytest.mark.parametrize("cards", ["about = 5", "[[about]]", "about = 'x'"])
def test_a_head_that_is_no_table_is_a_fault(visitor: Visitor, cards: str) -> None:
    answer = visitor.post(f"/api/cards/{KENPO}/check", json={"cards": cards})
    told = json.decode(answer.content, type=protocol.CardCheck)
    assert answer.status_code == 200 and told.title == ""
    assert [fault.where for fault in told.faults] == ["about"]


def test_the_template_is_that_of_the_command_line(visitor: Visitor) -> None:
    answer = visitor.get(f"/api/cards/{KENPO}/template")
    assert answer.text == template(find(KENPO))
    assert "attachment" in answer.headers["content-disposition"]
    cards = dump({"about": {"game": KENPO, "title": "Mine"}, "card": {"jab": {"hit_l": 7}}})
    kept = visitor.post(f"/api/cards/{KENPO}", json={"cards": cards}).json()["hash"]
    assert "hit_l = 7" in visitor.get(f"/api/cards/{KENPO}/template?from={kept}").text


# -- what is refused ------------------------------------------------------------------------------

DEEP = "x = " + "[" * 5000
BAD: dict[str, tuple[Any, int]] = {
    "no TOML": ({"cards": "card = ["}, 400),
    "deep": ({"cards": DEEP}, 400),
    "a thousand digits": ({"cards": f"[card.jab]\nforward = {'9' * 5000}\n"}, 400),
    "half a character": ({"cards": '[about]\ntitle = "\ud800"\n'}, 400),
    "no text": ({"cards": 3}, 400),
    "an unknown part": ({"cards": "", "more": 1}, 400),
    "an unknown change": ({"cards": "", "edits": [change("twist", "card.jab")]}, 400),
    "an unknown section": ({"cards": "", "edits": [change("set", "deck.x.y", value=1)]}, 400),
    "no place": ({"cards": "", "edits": [change("set", "card", value=1)]}, 400),
    "too many changes": ({"cards": "", "edits": [change("keep", "card.jab")] * 401}, 400),
    "10 MB": ({"cards": "#" * 10_000_000}, 413),
}


@pytest.mark.parametrize("body", BAD)
def test_bad_input_is_refused_in_a_sentence(visitor: Visitor, body: str) -> None:
    given, status = BAD[body]
    for path in ("album",) if "edits" in given else ("album", "check"):
        sent = plain_json.dumps(given).encode()  # half a character cannot be sent otherwise
        answer = visitor.post(f"/api/cards/{KENPO}/{path}", content=sent, headers=JSON)
        assert answer.status_code == status, answer.text
        told = answer.json()["error"]
        assert told.endswith(".") and "Traceback" not in told and len(told) < 400


def test_unknown_games_and_hashes_are_refused(visitor: Visitor) -> None:
    assert visitor.get("/api/cards/chess/form").status_code == 404
    assert visitor.post("/api/cards/chess/album", json={"cards": ""}).status_code == 404
    assert visitor.get("/cards/chess").status_code == 404
    assert visitor.get(f"/cards/{KENPO}").status_code == 200
    for hash in ("0" * 16, "x", "..%2f.."):
        answer = visitor.get(f"/api/cards/{KENPO}/template?from={hash}")
        assert answer.status_code == 404 and answer.json()["error"].endswith(".")
    assert visitor.post(f"/api/cards/{KENPO}/album", content=b"x").status_code == 415


def test_checks_are_counted() -> None:
    counted = Limits(lambda: 0.0)
    for _ in range(MAX_CARD_CHECKS):
        counted.count_card_check("1.2.3.4")
    with pytest.raises(TooManyError, match="checks of card files"):
        counted.count_card_check("1.2.3.4")
    counted.count_card_check("1.2.3.5")
