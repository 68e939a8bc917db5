"""Pictures of all games: well formed, complete, and made of nothing but the Scene."""

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args
from xml.etree import ElementTree

import pytest
from msgspec import Struct
from msgspec.structs import replace

from budokan import picture
from budokan.kit import scene as vocabulary
from budokan.kit.contract import SPECTATOR
from budokan.kit.game import find
from budokan.kit.scene import (
    Arrow,
    Corner,
    Line,
    Piece,
    Prompt,
    Scene,
    TrackMark,
    Zone,
    zones,
)
from budokan.match.match import CodedMatch
from budokan.picture import ink
from budokan.picture.cards import FORMS
from budokan.picture.draw import draw
from budokan.picture.pen import DARK, Pen
from budokan.picture.tracks import METERS
from tests.kit.positions import TABLES

SVG = "{http://www.w3.org/2000/svg}"
STEPS = 23  # decisions between two pictures of a match
MOST = 6  # pictures of a match
# Words that the drawer itself writes.
OWN_WORDS = {"none", "empty", "mirrored", "X", "st", "D", "UDAKA"}
ELEMENTS = {
    "svg", "title", "desc", "defs", "g", "rect", "circle", "ellipse", "path", "line", "text",
    "use", "pattern", "linearGradient", "radialGradient", "stop",
}  # fmt: skip


@cache
def scenes(table: str) -> list[Scene]:
    """Scenes of a whole match at random, for every seat and for those who watch."""
    name, seats, options = TABLES[table]
    game, pick = find(name), random.Random(table)
    match = CodedMatch(game, game.setup(seats, options), ["Kenta", "Aiko", "Ren", "Mei", "Taro",
                       "Yuki"][:seats], f"{7:032x}")  # fmt: skip
    match.begin()
    found: list[Scene] = []
    for step in range(STEPS * MOST):
        if step % STEPS == 0 or match.over:
            found += [match.scene(view) for view in (*range(seats), SPECTATOR)]
        if match.over:
            break
        seat = match.acting[0]
        match.play(seat, pick.choice(match.legal(seat)))
    return found


@pytest.fixture(params=list(TABLES), scope="module")
def drawn(request: pytest.FixtureRequest) -> list[tuple[Scene, ElementTree.Element]]:
    """Scenes of a table with their pictures."""
    return [(each, ElementTree.fromstring(picture.svg(each))) for each in scenes(request.param)]


def texts(root: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def strings(thing: Any) -> Iterator[str]:
    """All words and numbers of a scene."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, int | float):
        yield str(thing)
    elif isinstance(thing, tuple):
        for each in thing:
            yield from strings(each)
    elif isinstance(thing, Struct):
        for name in thing.__struct_fields__:
            yield from strings(getattr(thing, name))


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text).lower()


# -- laws over sampled matches --------------------------------------------------------------------


def test_every_picture_is_whole_and_needs_nothing_else(
    drawn: list[tuple[Scene, ElementTree.Element]],
) -> None:
    for _, root in drawn:
        tags = {each.tag.removeprefix(SVG) for each in root.iter()}
        assert tags <= ELEMENTS
        made = [each.get("id") for each in root.iter() if each.get("id")]
        assert len(made) == len(set(made))
        used = [value for each in root.iter() for value in each.attrib.values()]
        links = {found for value in used for found in re.findall(r"url\(#(\w+)\)", value)}
        links |= {str(each.get("href"))[1:] for each in root.iter(f"{SVG}use")}
        assert links <= set(made)
        assert all(str(each.get("href")).startswith("#") for each in root.iter(f"{SVG}use"))
        assert not any("//" in value or value.startswith("data:") for value in used)
        assert not any(name.startswith("on") or name == "style" for each in root.iter()
                       for name in each.attrib)  # fmt: skip


def test_what_lies_open_is_shown(drawn: list[tuple[Scene, ElementTree.Element]]) -> None:
    for given, root in drawn:
        said = squeezed(" ".join(texts(root)))
        for piece in shown(given):
            for text in wanted(piece):
                assert squeezed(text) in said, (given.game, piece.id, text)
        for zone in zones(given):
            if zone.layout == "panel" and zone.owner is not None:
                assert squeezed(zone.title) in said
            if zone.layout == "track" and zone.meter != "damage":
                counted = (
                    f"{zone.at or 0} +{zone.gain}" if zone.meter == "gauge" and zone.gain else ""
                )
                assert (counted or str(zone.at or 0)) in texts(root)
        assert squeezed(given.result or given.prompt.question) in said
        assert squeezed(given.status) in said


def shown(given: Scene) -> Iterator[Piece]:
    """The pieces that lie open; of a pile only the upper one, of one in a seat only the number."""

    def inside(zone: Zone, seat: bool) -> Iterator[Piece]:
        if zone.layout == "pile":
            yield from () if seat or given.zones[0].room != "table" else zone.pieces[-1:]
        else:
            yield from zone.pieces
        for each in zone.zones:
            yield from inside(each, seat or zone.owner is not None)

    for zone in given.zones:
        yield from inside(zone, False)


def wanted(piece: Piece) -> Iterator[str]:
    """What must be read on a piece."""
    if piece.shape == "card" and piece.face:
        if piece.form != "playing" or piece.motif:
            yield piece.name
        yield from (arrow.value for arrow in piece.arrows)
        if piece.form != "skill":
            yield from (each.value for each in piece.corners if each.role != "plain")
        yield piece.condition
    if piece.shape == "pawn":
        yield piece.name
    if piece.shape == "token" and piece.face == "heart":
        yield piece.corners[0].value


def test_nothing_is_said_that_the_scene_does_not_say(
    drawn: list[tuple[Scene, ElementTree.Element]],
) -> None:
    for given, root in drawn:
        known = {squeezed(word) for text in strings(given) for word in words_of(text)}
        known |= {squeezed(word) for word in OWN_WORDS}
        written = {word for text in texts(root) for word in words_of(text)}
        assert {word for word in written if squeezed(word) not in known} <= sums(given)
        told = " ".join(each.text or "" for tag in ("title", "desc") for each in
                        root.iter(f"{SVG}{tag}"))  # fmt: skip
        assert squeezed(told) == squeezed(given.game.replace("_", " ") + given.summary)


def words_of(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+|\d+", text)


def sums(given: Scene) -> set[str]:
    """Totals that the drawer adds up from parts of a scene, and counts of pieces."""
    totals = {
        str(abs(sum(part.value for part in zone.preview.sum)))
        for zone in zones(given)
        if zone.preview
    }
    counts = {str(len(zone.pieces)) for zone in zones(given) if zone.layout == "pile"}
    return totals | counts | {"0"}


def test_nothing_lies_beyond_the_canvas() -> None:
    for table in TABLES:
        for given in scenes(table):
            pen = Pen("light")
            wide, tall = draw(pen, given)
            for name, place in pen.places.items():
                assert place.x >= 0 and place.x + place.w <= wide, (table, name)
                assert place.y >= 0 and place.y + place.h <= tall, (table, name)


def test_cards_side_by_side_do_not_touch() -> None:
    for table in TABLES:
        for given in scenes(table):
            pen = Pen("light")
            draw(pen, given)
            for zone in zones(given):
                if zone.layout not in ("row", "fan"):
                    continue
                found = [pen.places[each.id] for each in zone.pieces if each.id in pen.places]
                for at, a in enumerate(found):
                    for b in found[at + 1 :]:
                        apart = a.x + a.w <= b.x + 0.1 or a.y + a.h <= b.y + 0.1
                        assert apart, (table, zone.id)


def test_hidden_pieces_are_drawn_alike() -> None:
    """A hidden piece is drawn by its place alone: its id leaves no trace."""
    for table in TABLES:
        for given in scenes(table)[:: len(scenes(table)) // 5 or 1]:
            assert picture.svg(renamed(given)) == picture.svg(given)


def renamed(given: Scene) -> Scene:
    """The same scene with other ids of hidden pieces."""
    hidden = {each.id for zone in zones(given) for each in zone.pieces if "hidden" in each.marks}

    def name(old: str) -> str:
        return f"other-{old}" if old in hidden else old

    def other(zone: Zone) -> Zone:
        pieces = tuple(replace(each, id=name(each.id)) for each in zone.pieces)
        return replace(zone, pieces=pieces, zones=tuple(map(other, zone.zones)))

    lines = tuple(replace(each, start=name(each.start), end=name(each.end)) for each in given.lines)
    return replace(given, zones=tuple(map(other, given.zones)), lines=lines)


def test_a_picture_is_the_same_each_time_and_of_the_size_asked_for() -> None:
    given = scenes("kenpo_masters")[0]
    assert picture.svg(given) == picture.svg(given)
    day, night = picture.svg(given), picture.svg(given, theme="dark")
    assert texts(ElementTree.fromstring(day)) == texts(ElementTree.fromstring(night))
    assert day != night
    fixed = ElementTree.fromstring(picture.svg(given, width=1200, height=630))
    assert (fixed.get("width"), fixed.get("height")) == ("1200", "630")
    wide, tall = map(float, str(fixed.get("viewBox")).split()[2:])
    assert abs(wide / tall - 1200 / 630) < 0.01
    with pytest.raises(ValueError, match="no theme"):
        picture.svg(given, theme="pink")  # type: ignore[arg-type]


# -- the whole vocabulary -------------------------------------------------------------------------


def test_every_word_of_the_vocabulary_has_a_drawing() -> None:
    assert set(FORMS) == set(get_args(vocabulary.CardForm))
    assert set(METERS) == set(get_args(vocabulary.Meter))
    assert set(get_args(vocabulary.Motif)) - {""} <= set(ink.stock()["figures"])
    without = {icon for icon in get_args(vocabulary.Icon) if icon and not ink.has_icon(icon)}
    assert without == {"chi", "rage"}  # drawn as the signs of a price


def test_marks_of_own_cards_and_of_our_reconstruction_differ_in_shape() -> None:
    def elements(designed: bool = False, own: bool = False) -> tuple[int, int]:
        card = Piece(id="a", face="a", name="Jab", designed=designed, own=own)
        scene = Scene(game="udaka", viewer=0, acting=(), prompt=Prompt(question="?"),
                      zones=(Zone(id="z", pieces=(card,)),), choices=())  # fmt: skip
        found = picture.svg(scene)
        return found.count("<circle"), found.count("<path")

    plain, ours, own = elements(), elements(designed=True), elements(own=True)
    assert ours == (plain[0] + 1, plain[1])
    assert own == (plain[0], plain[1] + 1) == elements(own=True, designed=True)


def everything(name: str = "Kenta") -> Scene:
    """A scene with every layout, shape, form, mark, icon and motif there is."""
    corners = (Corner(value="3", role="hit", label="Yang"), Corner(value="2", role="ward"))
    ways = get_args(vocabulary.Direction)
    marks = get_args(vocabulary.Mark)
    pieces = [
        Piece(id=f"card-{form}-{mark}", face="a", form=form, name=name, marks=(mark,), badge="3",
              motif="guard", corners=corners, step=1, designed=True, text="Some text.",
              condition="first", arrows=tuple(Arrow(to=way, value="2", role="hit") for way in ways),
              steps=tuple(Arrow(to=way, value="-1") for way in ways))
        for form in get_args(vocabulary.CardForm) for mark in marks
    ]  # fmt: skip
    others = [
        Piece(id=f"{shape}-{at}", shape=shape, face=face, name=name, motif="guard", spot="c1",
              corners=(Corner(value="5"),), facing=turn, owner=at)
        for shape in get_args(vocabulary.Shape)
        for at, (face, turn) in enumerate((("punch", None), ("heart", 90), ("", 200), ("x", 0)))
    ]  # fmt: skip
    figures = [
        Piece(id=f"motif-{motif}", face="m", name=name, motif=motif)
        for motif in get_args(vocabulary.Motif)
        if motif
    ]
    icons = [
        Piece(id=f"icon-{icon}", face="i", form="half", name=name, motif="bow",
              corners=(Corner(value="X", role="gain", icon=icon),))
        for icon in get_args(vocabulary.Icon)
    ]  # fmt: skip
    tracks = tuple(
        Zone(id=f"track-{meter}", layout="track", meter=meter, at=4, length=8, threat=2, gain=1,
             title=name, track=(TrackMark(square=2, icon="skull", line=True),))
        for meter in get_args(vocabulary.Meter)
    )  # fmt: skip
    groups = (("cards", pieces), ("figures", figures), ("icons", icons))
    lying = tuple(Zone(id=key, title=name, pieces=tuple(found)) for key, found in groups)
    boards = (
        Zone(id="grid", layout="grid", cells=("c1", "c2"), width=2, pieces=tuple(others)),
        Zone(id="hex", layout="hex", cells=("1,1", "1,2"), width=2),
        Zone(id="lane", layout="overlap", title=name, pieces=(pieces[0], pieces[1])),
        Zone(id="pile", layout="pile", title=name, pieces=(pieces[2],), count=9),
    )
    roles = get_args(vocabulary.LineRole)
    lines = tuple(Line(start="c1", end="c2", role=role, step=1, label=name) for role in roles)
    seat = Zone(id="seat", layout="panel", owner=0, place="near", title=name, zones=tracks)
    prompt = Prompt(question=name, note=name)
    return Scene(game="a_game", viewer=0, acting=(0,), prompt=prompt, lines=lines, status=name,
                 zones=(*lying, *boards, seat))  # fmt: skip


@pytest.mark.parametrize("room", get_args(vocabulary.Room))
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_word_is_drawn_in_every_room(room: vocabulary.Room, theme: ink.Theme) -> None:
    given = everything()
    placed = [
        replace(zone, id=f"{zone.id}-{place}", place=place, pieces=(), cells=(), zones=())
        for zone in given.zones
        for place in get_args(vocabulary.Place)
    ]
    board = Zone(id="board", layout="panel", room=room, title="Board", zones=given.zones[:-1])
    whole = replace(given, zones=(board, given.zones[-1], *placed))
    root = ElementTree.fromstring(picture.svg(whole, theme=theme))
    assert "Kenta" in texts(root)


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "\"'&amp;<b>", "a\x00b\x1f\ud800c", "", "対局" * 40]
)
def test_names_are_written_as_they_are(name: str) -> None:
    root = ElementTree.fromstring(picture.svg(everything(name)))
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= ELEMENTS
    if name and name.isascii() and name.isprintable():
        assert any(name in text for text in texts(root))


def test_a_suit_of_one_s_own_is_written() -> None:
    """The four known signs are drawn; any other one of a card file stands there as text."""
    drawn = Piece(
        id="a", form="playing", face="2-x", name="Two", kind="x", corners=(Corner(value="2"),)
    )
    for sign, written in (("♥", 0), ("★", 4)):  # in two corners, and two pips
        card = replace(drawn, corners=(Corner(value="2", label=sign),))
        zone = Zone(id="hand", pieces=(card,))
        scene = Scene(game="udaka", viewer=0, acting=(), prompt=Prompt(question=""), zones=(zone,))
        root = ElementTree.fromstring(picture.svg(scene))
        assert texts(root).count(sign) == written


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_fighters_of_kenpo_masters_are_yellow_and_red(theme: ink.Theme) -> None:
    """Crests and the backs of cards: no seat has the blue of other games' second seats."""
    table = next(name for name in TABLES if name.startswith("kenpo_masters"))
    colours = ink.colours(theme)
    drawn = picture.svg(scenes(table)[-3], theme=theme)
    assert colours["s1"] in drawn and colours["s3"] in drawn and colours["s2"] not in drawn
    assert ink.mixed(colours["s1"], 62, DARK) in drawn
