"""The fighters of Martial Art with their bodies and Skills."""

import dataclasses

from msgspec.structs import replace

from budokan.games.martial_art.options import Seat
from budokan.games.martial_art.setup import start
from budokan.games.martial_art.view import motifs
from budokan.games.martial_art.view.table import Drawing
from budokan.kit.data import Row
from budokan.kit.gallery import Gallery
from budokan.kit.scene import Piece, Zone
from budokan.kit.view import Look


def gallery(look: Look) -> Gallery:
    """A panel for each fighter: the body, the tokens, printed Skills and Skills on tiles."""
    return Gallery(zones=tuple(_fighter(look, name) for name in look.setup.data["fighter"]))


def _fighter(look: Look, name: str) -> Zone:
    others = (Seat() for _ in look.setup.choices[1:])
    setup = dataclasses.replace(look.setup, choices=(Seat(fighter=name), *others))
    drawing = Drawing(dataclasses.replace(look, setup=setup, view=start(setup), viewer=0))
    row = look.setup.data["fighter"][name]
    body = replace(drawing.body(0), title=str(row["name"]), note=str(row["art"]), owner=None)
    return Zone(
        id=name,
        layout="panel",
        title=str(row["name"]),
        note=str(row["art"]),
        kind=name,
        motif=motifs.FIGHTERS[name],
        designed=row.is_designed(),
        zones=(body, _tokens(drawing, name, row), *_skills(drawing, name)),
    )


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
    return Zone(id=place, title=title, pieces=tuple(_skill(drawing, skill) for skill in skills))


def _skill(drawing: Drawing, skill: int) -> Piece:
    key = drawing.skill_words[skill]
    designed = drawing.data["skill"][key].is_designed()
    return replace(drawing.skill_card(skill), id=key, owner=None, marks=(), designed=designed)
