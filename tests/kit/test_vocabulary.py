"""The closed vocabulary of a Scene: Python, page and drawings know the same words."""

import random
import re
from typing import Any, cast, get_args

import pytest
from tools import scene_types

from budokan.kit.contract import HIDDEN, SPECTATOR
from budokan.kit.game import Game, find, find_all
from budokan.kit.scene import (
    Beat,
    Icon,
    Motif,
    Piece,
    Prompt,
    Scene,
    Zone,
    faults,
    undrawn,
    unknown_words,
)
from budokan.kit.words import Event, Words
from budokan.match.match import CodedMatch
from budokan.server.http.static_files import STATIC

JS = STATIC / "js"
GALLERIES = [game for game in find_all().values() if game.gallery is not None]


def keys(file: str, name: str) -> set[str]:
    """The keys of an object of drawings in a script of the page."""
    text = (JS / file).read_text("utf-8").partition(f"const {name} = {{")[2].partition("\n};")[0]
    return set(re.findall(r"^  (\w+)(?::|,$)", text, re.MULTILINE))


def test_the_page_has_the_types_of_the_kit() -> None:
    written = (JS / "lib" / "scene-types.js").read_text("utf-8")
    assert written == scene_types.render(), "run python -m tools.scene_types"


def test_every_motif_is_drawn() -> None:
    """The enso is a mark of the house, not of a Scene."""
    assert {*get_args(Motif)} - {""} == keys("lib/figures.js", "FIGURES") - {"enso"}


def test_every_icon_is_drawn() -> None:
    """Chi and Rage are dots in their own colours."""
    assert {*get_args(Icon)} - {"", "chi", "rage"} <= keys("lib/icons.js", "ICONS")


def scene_of(*pieces: Piece, **given: Any) -> Scene:
    zone = Zone(id="zone", pieces=pieces, **given)
    return Scene(game="x", viewer=0, acting=(), prompt=Prompt(question=""), zones=(zone,))


@pytest.mark.parametrize(
    ("scene", "told"),
    [
        (scene_of(layout="heap"), "Zone.layout has no word 'heap'"),
        (scene_of(room="attic"), "Zone.room has no word 'attic'"),
        (scene_of(Piece(id="a", motif=cast("Motif", "yeti"))), "Piece.motif has no word 'yeti'"),
        (scene_of(Piece(id="a", marks=cast("Any", ("lost",)))), "Piece.marks has no word 'lost'"),
        (scene_of(Piece(id="a", face="jab")), "card 'a' has no motif"),
        (scene_of(Piece(id="a", shape="pawn")), "pawn 'a' has no motif"),
    ],
    ids=lambda value: value.split()[0] if isinstance(value, str) else "",
)
def test_an_unknown_word_is_a_fault(scene: Scene, told: str) -> None:
    assert faults(scene) == [told]


@pytest.mark.parametrize("game", GALLERIES, ids=lambda game: game.id)
def test_galleries_use_the_vocabulary(game: Game) -> None:
    assert game.gallery is not None
    waiting = list(game.gallery(game.opening_look(game.setup())).zones)
    while waiting:
        zone = waiting.pop()
        assert unknown_words(zone) == undrawn([zone]) == []
        waiting += zone.zones


def rolled(viewer: int) -> tuple[CodedMatch, list[Beat]]:
    """A match of dice, and all rolls a viewer was shown on the way."""
    game = find("martial_art")
    match = CodedMatch(game, game.setup(), seed=f"{3:032x}")
    match.begin()
    chance, seen, ply = random.Random(3), list[Beat](), 0
    while not match.over:
        seat = match.acting[0]
        match.play(seat, chance.choice(match.legal(seat)))
        happened = match.scene(viewer).happened
        if happened and happened.since == ply and match.ply(viewer) != ply:
            seen += [beat for beat in happened.beats if beat.kind == "roll"]
        ply = match.ply(viewer)
    return match, seen


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_rolls_travel_as_data(viewer: int) -> None:
    """What the beats show is what the story tells, in its order."""
    match, seen = rolled(viewer)
    told = re.findall(r"(?:rolls?|roll:) ((?:[FNX] ?)+)(in defence)?", " ".join(match.told(viewer)))
    assert len(told) > 2
    assert [" ".join(each.values).upper() for each in seen] == [faces.strip() for faces, _ in told]
    assert [each.role == "ward" for each in seen] == [bool(how) for _, how in told]


def test_a_secret_and_a_forgotten_event_are_no_news() -> None:
    forms = {"event": {"peek": {"say": "{seat} see[s] it.", "others": "", "faded": "{seat} saw."}}}
    words = Words(forms, ("peek",), {}, "AB")
    peek = [Event(0, 0, 3, 4)]
    assert words.known_events(peek, viewer=0) == (Event(0, 0, 3, 4),)
    assert words.known_events(peek, viewer=1) == words.known_events(peek, SPECTATOR) == ()
    faded = (Event(0, 0, HIDDEN, HIDDEN),)
    assert words.known_events(peek, viewer=0, fades=range(1)) == faded
    assert words.known_events(peek, viewer=0, fades=range(5, 6), places=[5]) == faded
