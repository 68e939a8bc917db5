"""The fighters of Martial Art with their bodies and Skills."""

import dataclasses

from msgspec.structs import replace

from budokan.games.martial_art.options import Seat
from budokan.games.martial_art.setup import start
from budokan.games.martial_art.view import motifs
from budokan.games.martial_art.view.table import Drawing
from budokan.kit.data import Row
from budokan.kit.gallery import Gallery
from budokan.kit.scene import Facts, Piece, Zone
from budokan.kit.view import Look, origin


def gallery(look: Look) -> Gallery:
    """A panel for each fighter: the body, the tokens, printed Skills and Skills on tiles.

    The facts tell what brought them here: the theme, and the story of each fighter by name.
    """
    fighters = look.setup.data["fighter"]
    theme = Facts(title="The tournament", note=str(look.words.text["story"]["theme"]))
    lives = [Facts(title=str(row["name"]), note=story(look, key)) for key, row in fighters.items()]
    return Gallery(
        zones=tuple(panel(look, name) for name in fighters),
        facts=(theme, *(life for life in lives if life.note)),
    )


def drawing_of(look: Look, name: str) -> Drawing:
    """A table at whose first seat this fighter sits."""
    others = (Seat(fighter=name) for _ in look.setup.choices[1:])
    options = dataclasses.replace(look.setup.options, allow_mirror=True)
    setup = dataclasses.replace(look.setup, options=options, choices=(Seat(fighter=name), *others))
    return Drawing(look.but(setup=setup, view=start(setup), viewer=0))


def panel(look: Look, name: str) -> Zone:
    """A fighter: portrait, body, tokens and Skills."""
    drawing = drawing_of(look, name)
    row = look.setup.data["fighter"][name]
    body = replace(drawing.body(0), title=str(row["name"]), note=str(row["art"]), owner=None)
    return Zone(
        id=name,
        layout="panel",
        title=str(row["name"]),
        note=str(row["art"]),
        kind=name,
        motif=motifs.of_fighter(name, list(look.setup.data["fighter"]).index(name)),
        designed=row.is_designed(),
        own=row.is_own(),
        zones=(body, _tokens(drawing, name, row), *_skills(drawing, name)),
    )


def story(look: Look, name: str) -> str:
    """The life of a fighter: told by the card file, or by us as long as the name is ours."""
    row, ours = look.setup.data["fighter"][name], look.words.text["story"]
    told = str(row.values.get("story", ""))
    return told or ("" if row.is_own("name") else str(ours.get(name, "")))


def _tokens(drawing: Drawing, name: str, row: Row) -> Zone:
    """The twelve tokens (MA-19)."""
    lying = [kind for kind, n in row["tokens"].items() for _ in range(n)]
    pieces = tuple(
        drawing.token(f"{name}-token-{i}", drawing.kinds.index(kind))
        for i, kind in enumerate(lying)
    )
    return Zone(id=f"{name}-tokens", title=f"{len(pieces)} tokens", pieces=pieces)


def _skills(drawing: Drawing, name: str) -> tuple[Zone, Zone]:
    """Skills on the board, and those on tiles (MA-67, MA-82)."""
    rows = drawing.data["skill"]
    own = list(drawing.own_skills(0))
    board = [skill for skill in own if rows[drawing.skill_words[skill]]["at"] == "board"]
    tiles = [skill for skill in own if skill not in board]
    return (
        _row(drawing, f"{name}-board", "On the board", board),
        _row(drawing, f"{name}-tiles", "On tiles", tiles),
    )


def _row(drawing: Drawing, place: str, title: str, skills: list[int]) -> Zone:
    pieces = tuple(skill_face(drawing, skill) for skill in skills)
    return Zone(id=place, title=title, pieces=pieces)


def skill_face(drawing: Drawing, skill: int) -> Piece:
    """A Skill as it lies on the table, with the marks of all its values."""
    key = drawing.skill_words[skill]
    marks = origin(drawing.data["skill"][key])
    return replace(drawing.skill_card(skill), id=key, owner=None, marks=(), **marks)
