"""Every component of Martial Art that has a face, drawn as on the table; for the card editor."""

import dataclasses
from collections.abc import Iterator

from msgspec.structs import replace

from budokan.games.martial_art.options import ANY, Seat
from budokan.games.martial_art.setup import LAYOUTS, start
from budokan.games.martial_art.view import motifs
from budokan.games.martial_art.view.gallery import drawing_of, skill_face
from budokan.games.martial_art.view.table import Drawing
from budokan.kit.notation import SEATS
from budokan.kit.scene import Piece, Zone
from budokan.kit.view import Look, origin

FACES = {"failure": "Failure", "normal": "Normal Success", "exceptional": "Exceptional Success"}


def album(look: Look) -> tuple[Zone, ...]:
    """Fighters with their bodies, Skills, tokens, a die, and the ring with its starting spaces."""
    first = drawing_of(look, next(iter(look.setup.data["fighter"])))
    return (*_fighters(look), _tokens(first), _die(first), *_starts(look))


def _fighters(look: Look) -> Iterator[Zone]:
    for number, (name, row) in enumerate(look.setup.data["fighter"].items()):
        drawing = drawing_of(look, name)
        portrait = Piece(
            id=f"fighter-{name}",
            shape="pawn",
            face=name,
            motif=motifs.of_fighter(name, number),
            name=str(row["name"]),
            **origin(row),
        )
        title = str(row["name"])
        body = replace(drawing.body(0), id=f"body-{name}", title=title, owner=None)
        yield Zone(
            id=name,
            layout="panel",
            title=title,
            note=str(row["art"]),
            pieces=(portrait,),
            zones=(_renamed(body, name), _skills(drawing, name)),
        )


def _renamed(zone: Zone, name: str) -> Zone:
    """The parts of a body with ids of their own."""
    zones = tuple(
        _renamed(replace(part, id=f"{name}-{part.id}", owner=None), name) for part in zone.zones
    )
    return replace(zone, zones=zones)


def _skills(drawing: Drawing, name: str) -> Zone:
    pieces = tuple(skill_face(drawing, skill) for skill in drawing.own_skills(0))
    return Zone(id=f"{name}-skills", layout="row", title="Skills", pieces=pieces)


def _tokens(drawing: Drawing) -> Zone:
    pieces = tuple(
        replace(drawing.token(f"token-{key}", kind), **origin(drawing.data["token"][key]))
        for kind, key in enumerate(drawing.kinds)
    )
    return Zone(id="tokens", title="Tokens", pieces=pieces)


def _die(drawing: Drawing) -> Zone:
    row = drawing.data["die"]["face"]
    faces = [name for name in FACES for _ in range(row[name])]
    pieces = tuple(
        Piece(id=f"die-{n}", shape="die", face="fnx"[list(FACES).index(name)], name=FACES[name],
              **origin(row, name))
        for n, name in enumerate(faces)
    )  # fmt: skip
    return Zone(id="die", title="The faces of a die", pieces=pieces)


def _starts(look: Look) -> Iterator[Zone]:
    """The ring once for each setup, with the spaces where fighters start."""
    for layout, seats in LAYOUTS.items():
        row = look.setup.data["start"][layout]
        options = dataclasses.replace(look.setup.options, layout=layout, allow_mirror=True)
        choices = tuple(Seat(fighter=_anybody(look)) for _ in range(seats))
        setup = dataclasses.replace(look.setup, seats=seats, options=options, choices=choices)
        drawing = Drawing(look.but(setup=setup, view=start(setup), viewer=0))
        pieces = tuple(
            Piece(
                id=f"{layout}-{SEATS[seat]}",
                shape="slot",
                spot=space,
                name=f"Seat {SEATS[seat]} faces {facing}",
                marks=("on",),
                **origin(row),
            )
            for seat, (space, facing) in enumerate(zip(row["spaces"], row["facing"], strict=True))
        )
        yield replace(drawing.arena(), id=f"ring-{layout}", title=f"Setup: {layout}", pieces=pieces)


def _anybody(look: Look) -> str:
    return next(iter(look.setup.data["fighter"]), ANY)
