"""What is new in a Scene since another one, and the Scene again from both.

The changes of a part are the fields that differ, by name. A field that holds one part has the
changes of that part, or the whole part if there was none. In a list of parts a number stands for
the part that was at that place, a pair of a place and changes for that part with these changes, and
anything else for itself.
"""

from typing import Any, Final, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import asdict, astuple
from mypy_extensions import i64

from budokan.kit import scene as scenes
from budokan.kit.scene import Scene

Changes = dict[str, Any]
# What a field holds: a value, a part of a scene, or a list of parts, perhaps with ids.
VALUE: Final = 0
PART: Final = 1
PARTS: Final = 2
PARTS_WITH_IDS: Final = 3


class Plan:
    """The fields of one kind of part: the name of each and what it holds."""

    def __init__(self, kind: type[Struct]) -> None:
        hints = get_type_hints(kind)
        self.names = kind.__struct_fields__
        self.holds = [_holds(hints[name]) for name in self.names]


PLANS: Final[dict[type[Struct], Plan]] = {}
# Compiled code looks up an imported function by its name at every call, but not a Final.
VALUES: Final = astuple


def _plan(kind: type[Struct]) -> Plan:
    plan = PLANS.get(kind)
    if plan is None:
        plan = PLANS[kind] = Plan(kind)
    return plan


def _holds(hint: Any) -> int:
    inner = [each for each in get_args(hint) if each not in (..., type(None))]
    kinds = [each for each in (hint, *inner) if isinstance(each, type) and issubclass(each, Struct)]
    if not kinds:
        return VALUE
    if get_origin(hint) is not tuple:
        return PART
    return PARTS_WITH_IDS if "id" in kinds[0].__struct_fields__ else PARTS


def list_names() -> set[str]:
    """The names of all fields that hold lists of parts; a client that merges changes needs them."""
    kinds = [kind for kind in vars(scenes).values() if isinstance(kind, type)]
    plans = [Plan(kind) for kind in kinds if issubclass(kind, Struct) and kind is not Struct]
    return {
        name
        for plan in plans
        for name, holds in zip(plan.names, plan.holds, strict=True)
        if holds >= PARTS
    }


LISTS = frozenset(list_names())


def changes(old: Struct, new: Struct) -> Changes:
    """The fields of a part, such as a Scene, that differ from another one of its kind."""
    plan = _plan(type(new))
    # All values at once: reading field after field takes five times as long.
    olds, news = VALUES(old), VALUES(new)
    found: Changes = {}
    at: i64 = -1
    for now in news:
        at += 1
        before = olds[at]
        if before is now:
            continue
        holds = plan.holds[at]
        if holds >= PARTS and before and now:
            if items := _items(before, now, ids=holds == PARTS_WITH_IDS):
                found[plan.names[at]] = items
        elif before == now:
            continue
        elif holds == PART and before is not None and now is not None:
            found[plan.names[at]] = changes(before, now)
        else:
            found[plan.names[at]] = now
    return found


def _items(old: tuple[Any, ...], new: tuple[Any, ...], *, ids: bool) -> list[Any]:
    """A list of parts: unchanged ones by their place, others by what changed since the part with
    the same id, or without such a part since the one at that place, which is often alike.
    Empty if both lists are equal."""
    found: list[Any] = []
    places: dict[str, int] | None = None  # by id, once a part is not at its old place
    last, same = len(old) - 1, len(old) == len(new)
    for at in range(len(new)):
        part = new[at]
        place = at if at < last else last
        before = old[place]
        if before is part or before == part:
            found.append(place)
            same = same and place == at
            continue
        if ids and before.id != part.id:
            if places is None:
                places = {each.id: i for i, each in enumerate(old)}
            place = places.get(part.id, place)
            before = old[place]
            if before is part or before == part:
                found.append(place)
                same = False
                continue
        found.append((place, changes(before, part)))
        same = False
    return [] if same else found


def differing(old: Struct, new: Struct) -> Changes:
    """The fields that differ, whole."""
    names, olds, news = new.__struct_fields__, VALUES(old), VALUES(new)
    found: Changes = {}
    for i in range(len(news)):
        before, now = olds[i], news[i]
        if before is not now and before != now:
            found[names[i]] = now
    return found


def zone_changes(old: Scene | None, new: Scene) -> Changes:
    """The changes of a Scene, or all of it, in larger pieces: a zone is whole or unchanged."""
    if old is None:
        return asdict(new)
    found = differing(old, new)
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
