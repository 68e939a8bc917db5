"""Pictures of tables, drawn by workers."""

import re
from hashlib import sha256
from typing import Literal, NamedTuple

from msgspec.json import encode

from budokan import picture
from budokan.kit.contract import SPECTATOR
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.kit.scene import Scene
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.match.record import Record
from budokan.picture.ink import Theme
from budokan.server.replay import visible_entries
from budokan.server.table.frames import match_scene

Kind = Literal["svg", "png"]
PREVIEW = (1200, 630)  # the size of a preview, which programs that show links expect
STEP = re.compile(r"[0-9]{1,9}")


class Form(NamedTuple):
    """How a picture is drawn; without a height it is as high as it needs to be."""

    kind: Kind
    theme: Theme = "light"
    width: int = picture.WIDTH
    height: int | None = None

    @property
    def key(self) -> str:
        return " ".join(map(str, self))


CARD = Form("png", "light", *PREVIEW)  # what a link shows


class Drawing(NamedTuple):
    """A Scene to draw."""

    scene: Scene
    form: Form

    @property
    def key(self) -> str:
        """Equal drawings have equal keys: the picture depends on nothing else."""
        return sha256(encode(self)).hexdigest()


class Still(NamedTuple):
    """A step of a match to draw as a viewer saw it; '' for the last one."""

    record: Record
    view: int
    step: str
    form: Form


# -- in the worker --------------------------------------------------------------------------------


def draw(given: Drawing) -> bytes:
    """The picture of a Scene."""
    scene, (kind, theme, width, height) = given
    drawn = picture.svg(scene, width=width, height=height, theme=theme)
    if kind == "svg":
        return drawn.encode()
    from budokan.server.raster import png

    return png(drawn)


def draw_still(given: Still) -> bytes:
    """The picture of a step of a match."""
    match = record.restore(given.record)
    scene = (
        scene_at(match, given.view, given.step) if given.step else match_scene(match, given.view)
    )
    return draw(Drawing(scene, given.form))


def draw_opening(game: str) -> bytes:
    """What a link to a deal of a game shows: a deal that nobody plays, as everybody may see it."""
    found = find(game)
    match = CodedMatch(found, found.setup(), seed="preview")
    match.begin()
    return draw(Drawing(match.scene(SPECTATOR), CARD))


def scene_at(match: CodedMatch, view: int, step: str) -> Scene:
    """The Scene after some of the entries that a viewer saw, as in the viewer's replay."""
    entries = visible_entries(match, view)
    if not STEP.fullmatch(step) or int(step) > len(entries):
        raise Refusal(f"This match has the steps 0 to {len(entries)}.")
    again = match.afresh()
    for entry, _ in entries[: int(step)]:
        again.replay(*entry)
    return match_scene(again, view)
