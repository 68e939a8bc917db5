"""The ink: figures, signs and colours, the same that the page draws with.

They are chosen and drawn in the page's scripts and style sheet; `python -m tools.ink` writes
ink.json from these, and a test compares them.
"""

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

Theme = Literal["light", "dark"]
CLASS = re.compile(r'class="(\w+)"')
SEATS = 6  # colours and crests


class Dress(NamedTuple):
    """The colours of a figure: its ink, its rim, its belt and its working limb."""

    ink: str
    rim: str
    belt: str
    hot: str


@cache
def stock() -> dict[str, Any]:
    """All there is in ink.json."""
    found: dict[str, Any] = json.loads(files(__package__).joinpath("ink.json").read_text("utf-8"))
    return found


@cache
def colours(theme: Theme) -> dict[str, str]:
    """The colours of a theme by the names of the style sheet."""
    found: dict[str, str] = stock()[theme]
    return found


def fonts() -> dict[str, str]:
    """The families of the serif and of the sans."""
    found: dict[str, str] = stock()["fonts"]
    return found


@cache
def figure(motif: str, dress: Dress) -> str:
    """An ink figure in a box of 200."""
    rim = f'stroke="{dress.rim}" stroke-width="3" paint-order="stroke"'
    wear = {
        "b": f'fill="{mixed(dress.ink, 62, dress.rim)}" {rim}',
        "f": f'fill="{dress.ink}" {rim}',
        "hot": f'fill="{dress.hot}" {rim}',
        "belt": f'fill="{dress.belt}"',
        "swoosh": f'fill="{dress.ink}" opacity=".22"',
    }
    drawn: str = stock()["figures"][motif]
    return CLASS.sub(lambda found: wear[found[1]], drawn)


@cache
def icon(name: str, colour: str, cut: str) -> str:
    """A sign in a box of 24; fine lines are cut out of it."""
    line = f'fill="none" stroke="{cut}" stroke-width="1.3" stroke-linecap="round"'
    drawn: str = stock()["icons"][name]
    return f'<g fill="{colour}">{CLASS.sub(line, drawn)}</g>'


def has_icon(name: str) -> bool:
    return name in stock()["icons"]


def crest(seat: int) -> str:
    """The mark of a seat in a box of 24."""
    found: str = stock()["crests"][seat % SEATS]
    return found


def suit(name: str) -> str:
    """The outline of a suit's pip in a box of 24; '' if there is no such suit."""
    found: str = stock()["suits"].get(name, "")
    return found


def mountains(far: str, middle: str, near: str) -> str:
    """Ridges in the mist, in a box of 964 by 330."""
    fills = {"m1": far, "m2": middle, "m3": near}
    drawn: str = stock()["mountains"]
    return CLASS.sub(lambda found: f'fill="{fills[found[1]]}"', drawn)


@cache
def mixed(colour: str, percent: int, other: str) -> str:
    """A colour mixed from two opaque ones."""
    parts = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(
        f"{round((a * percent + b * (100 - percent)) / 100):02x}" for a, b in parts
    )


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
