"""Limits on the values of an overlay (MA-C2, MA-C5 to MA-C9, MA-C11, MA-C13)."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from budokan.kit.data import Data, Row
from budokan.kit.errors import Refusal

AREAS = 5
PICTURES = 2  # on each column
PRINTED = 2  # Skills on each board
DEEP = 3  # columns that must hold an Action picture on or past the line
LONGEST = 20  # squares of a column
GAUGE = 9  # the highest end of a gauge
Space = tuple[int, int]


def check(data: Data, spaces: Mapping[str, Space], ways: Mapping[str, Space], radius: int) -> None:
    """Refuse values that the rules cannot handle, naming the constraint."""
    for key, row in data["fighter"].items():
        _columns(f"fighter.{key}", row)
        _pictures(f"fighter.{key}", row, data["token"])
        _gauges(f"fighter.{key}", row)
        _check_printed(key, [skill for skill in data["skill"].values() if skill["fighter"] == key])
    if _pictures_passed(data["fighter"]["li_ming"], 3, 3) != ["move"]:
        raise Refusal("fighter.li_ming: 3 damage on the Right Leg cost one Move (MA-C9).")
    for key, row in data["start"].items():
        _start(
            f"start.{key}", row, [spaces.get(str(word), (99, 0)) for word in row["spaces"]], radius
        )
        if any(way not in ways for way in row["facing"]):
            raise Refusal(f"start.{key}.facing must name directions: {' '.join(ways)}.")
    duel = [spaces[word] for word in data["start"]["duel"]["spaces"]]
    if distance(*duel) != 2:
        raise Refusal("start.duel.spaces must lie two spaces apart (MA-C13).")


def distance(a: Space, b: Space) -> int:
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


# -- fighters ---------------------------------------------------------------------------------


def _is_list(values: Any, length: int, kind: type) -> bool:
    return (
        isinstance(values, list)
        and len(values) == length
        and all(type(value) is kind for value in values)
    )


def _columns(where: str, row: Row) -> None:
    """MA-C7"""
    for field, kind in (("length", int), ("severe", int), ("squares", list), ("pictures", list)):
        if not _is_list(row[field], AREAS, kind):
            raise Refusal(f"{where}.{field} must have a value for each of {AREAS} Areas.")
    for area in range(AREAS):
        last = row["length"][area]
        line = row["severe"][area]
        squares = row["squares"][area]
        if last > LONGEST:
            raise Refusal(f"{where}.length: {last} is more than {LONGEST} squares.")
        if not 1 < line < last:
            raise Refusal(f"{where}.severe: {line} must lie between 1 and {last} (MA-C7).")
        if not _is_list(squares, PICTURES, int) or not 0 < squares[0] < squares[1] < last:
            raise Refusal(f"{where}.squares: {squares} must be two rising squares (MA-C7).")
        if not _is_list(row["pictures"][area], PICTURES, str):
            raise Refusal(f"{where}.pictures: each column shows two tokens (MA-C7).")


def _pictures(where: str, row: Row, tokens: Mapping[str, Row]) -> None:
    """MA-C2, MA-C8"""
    shown = Counter(kind for column in row["pictures"] for kind in column)
    if shown + Counter(("move", "energy")) != Counter(row["tokens"]):
        raise Refusal(
            f"{where}.pictures must be the fighter's tokens but one Move and one Energy (MA-C2)."
        )
    deep = 0
    for area, line in enumerate(row["severe"]):
        pairs = zip(row["squares"][area], row["pictures"][area], strict=True)
        deep += any(n >= line and tokens[kind]["class"] == "action" for n, kind in pairs)
    if deep < DEEP:
        raise Refusal(f"{where}: {DEEP} columns need an Action on or past the line (MA-C8).")


def _pictures_passed(row: Row, area: int, damage: int) -> list[str]:
    """The pictures that this much damage passes on a fresh column."""
    pairs = zip(row["squares"][area], row["pictures"][area], strict=True)
    return [kind for square, kind in pairs if square <= damage]


def _gauges(where: str, row: Row) -> None:
    """MA-C11"""
    most, begin = row["gauge_max"], row["gauge_start"]
    if not 3 <= most <= GAUGE:
        raise Refusal(f"{where}.gauge_max = {most} must be from 3 to {GAUGE} (MA-C11).")
    if not 0 <= begin <= most:
        raise Refusal(f"{where}.gauge_start = {begin} must be from 0 to {most} (MA-18).")


def _check_printed(fighter: str, rows: list[Row]) -> None:
    """MA-C5, MA-C6"""
    for row in rows:
        if row["at"] not in ("board", "tile"):
            raise Refusal(f"{row['name']}: at = {row['at']!r} must be board or tile.")
    printed = [row for row in rows if row["at"] == "board"]
    if len(printed) != PRINTED:
        raise Refusal(f"fighter.{fighter} has {len(printed)} printed Skills, not two (MA-C5).")
    for row in printed:
        if row["timing"] == "style" or "push" in row["do"]:
            raise Refusal(f"{row['name']} cannot be printed: a Style, or a push (MA-C6).")


# -- where they start -------------------------------------------------------------------------


def _start(where: str, row: Row, spaces: list[Space], radius: int) -> None:
    """MA-C13"""
    seats = len(row["sides"])
    if len(spaces) != seats or len(row["facing"]) != seats:
        raise Refusal(f"{where} must have {seats} spaces and facings.")
    if any(distance(space, (0, 0)) > radius for space in spaces):
        raise Refusal(f"{where}.spaces must lie inside the Fighting Area (MA-C13).")
    if any(distance(a, b) < 2 for a, b in combinations(spaces, 2)):
        raise Refusal(f"{where}.spaces must not touch (MA-C13).")
