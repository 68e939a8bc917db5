"""What is new in a Scene since another one, and the Scene again from both.

The changes of a part are the fields that differ, by name. A field that holds one part has the
changes of that part, or the whole part if there was none. In a list of parts a number stands for
the part that was at that place, a pair of a place and changes for that part with these changes, and
anything else for itself.
"""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct

from budokan.kit import scene as scenes
from budokan.kit.scene import Scene

Changes = dict[str, Any]
VALUE, PART, PARTS = range(3)  # what a field holds: a value, a part of a scene, a list of parts


@cache
def _plan(kind: type[Struct]) -> tuple[Callable[[Any], tuple[Any, ...]], list[tuple[str, int]]]:
    """How to get all fields of a part at once, and the name of each and what it holds."""
    hints = get_type_hints(kind)
    names = kind.__struct_fields__
    return attrgetter(*names), [(name, _holds(hints[name])) for name in names]


def _holds(hint: Any) -> int:
    inner = [each for each in get_args(hint) if each not in (..., type(None))]
    if not any(isinstance(each, type) and issubclass(each, Struct) for each in (hint, *inner)):
        return VALUE
    return PARTS if get_origin(hint) is tuple else PART


def list_names() -> set[str]:
    """The names of all fields that hold lists of parts; a client that merges changes needs them."""
    kinds = [kind for kind in vars(scenes).values() if isinstance(kind, type)]
    parts = [kind for kind in kinds if issubclass(kind, Struct) and kind is not Struct]
    return {name for kind in parts for name, holds in _plan(kind)[1] if holds == PARTS}


LISTS = frozenset(list_names())


def changes(old: Any, new: Any) -> Changes:
    """The fields of a part, such as a Scene, that differ from another one of its kind."""
    kind: type[Struct] = type(new)
    fields, plan = _plan(kind)
    found: Changes = {}
    for (name, holds), before, now in zip(plan, fields(old), fields(new), strict=True):
        if before is now:
            continue
        if holds == PARTS and before and now:
            if items := _items(before, now):
                found[name] = items
        elif before == now:
            continue
        elif holds == PART and before is not None and now is not None:
            found[name] = changes(before, now)
        else:
            found[name] = now
    return found


def _items(old: tuple[Any, ...], new: tuple[Any, ...]) -> list[Any]:
    """A list of parts: unchanged ones by their place, others by what changed since the part with
    the same id, or without such a part since the one at that place, which is often alike.
    Empty if both lists are equal."""
    found: list[Any] = []
    places = {part.id: at for at, part in enumerate(old)} if hasattr(new[0], "id") else {}
    last, same = len(old) - 1, len(old) == len(new)
    for at, part in enumerate(new):
        place = at if at < last else last
        if places:
            place = places.get(part.id, place)
        before = old[place]
        if before is part or before == part:
            found.append(place)
            same = same and place == at
        else:
            found.append((place, changes(before, part)))
            same = False
    return [] if same else found


def zone_changes(old: Scene | None, new: Scene) -> Changes:
    """The changes of a Scene, or all of it, in larger pieces: a zone is whole or unchanged."""
    fields, plan = _plan(Scene)
    if old is None:
        return dict(zip((name for name, _ in plan), fields(new), strict=True))
    pairs = zip(plan, fields(old), fields(new), strict=True)
    found = {name: now for (name, _), before, now in pairs if before is not now and before != now}
    if new.zones and "zones" in found:
        known = dict(enumerate(old.zones))
        found["zones"] = [
            at if zone == known.get(at) else zone for at, zone in enumerate(new.zones)
        ]
    return found


def merge(old: dict[str, Any], new: Changes) -> dict[str, Any]:
    """A part with changes, both as JSON has them; what did not change stays the same object."""
    found = {**old, **new}
    for name, value in new.items():
        before = old.get(name)
        if isinstance(value, dict) and isinstance(before, dict):
            found[name] = merge(before, value)
        elif name in LISTS and isinstance(value, list):
            found[name] = [_item(before or [], each) for each in value]
    return found


def _item(old: list[Any], item: Any) -> Any:
    if isinstance(item, int):
        return old[item]
    return merge(old[item[0]], item[1]) if isinstance(item, list) else item
