"""What a scenario can say about a screen: the words and numbers that a player sees."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from budokan.kit.errors import suggest
from budokan.kit.scene import Button, Choice, Corner, Piece, Preview, Refused, Scene, Zone, zones
from budokan.kit.testing.compare import differ, told

TEXT = (str, {"contains": str})
WORDS = ([str], {"contains": [str]})
NUMBER = (int, str)  # "" for none
PREVIEW = {
    "give": NUMBER,
    "take": NUMBER,
    "gain": NUMBER,
    "note": TEXT,
    "alarm": TEXT,
    "sum": WORDS,
    "fate": TEXT,
}
PICKED = {"preview": PREVIEW, "refused": TEXT, "clause": TEXT}
PIECE = {
    "name": TEXT,
    "text": TEXT,
    "badge": TEXT,
    "copies": NUMBER,
    "corners": WORDS,
    "marks": WORDS,
    **PICKED,
}
ZONE = {
    "title": TEXT,
    "note": TEXT,
    "count": NUMBER,
    "at": NUMBER,
    "pieces": WORDS,
    "chips": WORDS,
    "marks": WORDS,
    **PICKED,
}
BUTTON = {"label": TEXT, **PICKED}
CHOICE = {"label": TEXT, "preview": PREVIEW}
SCREEN = {
    "prompt": TEXT,
    "note": TEXT,
    "status": TEXT,
    "summary": TEXT,
    "result": TEXT,
    "buttons": WORDS,
    "choices": WORDS,
    "piece": {"*": PIECE},
    "zone": {"*": ZONE},
    "button": {"*": BUTTON},
    "choice": {"*": CHOICE},
}


def screen_faults(what: str, wanted: Mapping[str, Any], scene: Scene) -> Iterator[str]:
    """Everything on a screen that is not as expected."""
    parts = {"piece": _pieces(scene), "zone": _zones(scene), "button": _buttons(scene)}
    parts["choice"] = {choice.action: [_choice_facts(choice)] for choice in scene.choices}
    shown = _scene_facts(scene)
    for key, value in wanted.items():
        if key not in parts:
            yield from _hold(f"{what}.{key}", value, shown[key])
            continue
        for name, facts in value.items():
            place = f"{what}.{key}.{name}"
            found = parts[key].get(name, [])
            if len(found) == 1:
                yield from _hold_all(place, facts, found[0])
            elif found:
                ids = ", ".join(str(each["id"]) for each in found)
                yield f"{place}: the screen has {len(found)} of them; name one by its id: {ids}"
            else:
                yield f"{place}: the screen has no such {key}; {suggest(name, parts[key])}"


Facts = dict[str, Any]


def _scene_facts(scene: Scene) -> Facts:
    return {
        "prompt": scene.prompt.question,
        "note": scene.prompt.note,
        "status": scene.status,
        "summary": scene.summary,
        "result": scene.result,
        "buttons": [button.label for button in scene.buttons],
        "choices": [choice.label for choice in scene.choices],
    }


def _pieces(scene: Scene) -> dict[str, list[Facts]]:
    """The facts of pieces by id, and by face or name."""
    found: dict[str, list[Facts]] = {}
    for zone in zones(scene):
        for piece in zone.pieces:
            for name in {piece.id, piece.face, piece.name} - {""}:
                found.setdefault(name, []).append(_piece_facts(piece))
    for name, facts in found.items():
        found[name] = [each for each in facts if each["id"] == name] or facts
    return found


def _piece_facts(piece: Piece) -> Facts:
    return {
        "id": piece.id,
        "name": piece.name,
        "text": piece.text,
        "badge": piece.badge,
        "copies": piece.copies,
        "corners": [corner.value for corner in piece.corners],
        "marks": list(piece.marks),
        **_picked_facts(piece.preview, piece.refused),
    }


def _zones(scene: Scene) -> dict[str, list[Facts]]:
    return {zone.id: [_zone_facts(zone)] for zone in zones(scene)}


def _zone_facts(zone: Zone) -> Facts:
    return {
        "title": zone.title,
        "note": zone.note,
        "count": zone.count,
        "at": zone.at,
        "pieces": [piece.name or piece.face for piece in zone.pieces],
        "chips": [_chip(chip) for chip in zone.chips],
        "marks": list(zone.marks),
        **_picked_facts(zone.preview, zone.refused),
    }


def _chip(chip: Corner) -> str:
    return " ".join(filter(None, (chip.label, chip.value)))


def _buttons(scene: Scene) -> dict[str, list[Facts]]:
    """The facts of buttons by id and by label."""
    found: dict[str, list[Facts]] = {}
    for button in scene.buttons:
        for name in {button.id, button.label}:
            found.setdefault(name, []).append(_button_facts(button))
    return found


def _button_facts(button: Button) -> Facts:
    picked = _picked_facts(button.preview, button.refused)
    return {"id": button.id, "label": button.label, **picked}


def _choice_facts(choice: Choice) -> Facts:
    return {"label": choice.label, "preview": _preview_facts(choice.preview)}


def _picked_facts(preview: Preview | None, refused: Refused | None) -> Facts:
    return {
        "preview": _preview_facts(preview),
        "refused": refused.text if refused else "",
        "clause": refused.clause if refused else "",
    }


def _preview_facts(preview: Preview | None) -> Facts:
    shown = preview or Preview()
    facts = {name: getattr(shown, name) for name in PREVIEW}
    return {**facts, "sum": [f"{part.label} {part.value}" for part in shown.sum]}


def _hold_all(what: str, wanted: Mapping[str, Any], facts: Facts) -> Iterator[str]:
    for key, value in wanted.items():
        if key == "preview":
            yield from _hold_all(f"{what}.preview", value, facts["preview"])
        else:
            yield from _hold(f"{what}.{key}", value, facts[key])


def _hold(what: str, wanted: Any, actual: Any) -> Iterator[str]:
    """A failure, unless a text, a number or a list of words is as expected."""
    if isinstance(wanted, Mapping):
        yield from _contain(what, wanted["contains"], actual)
    elif isinstance(actual, list):
        yield from differ(what, sorted(wanted), sorted(actual))
    else:
        yield from differ(what, wanted, "" if actual is None else actual)


def _contain(what: str, wanted: Any, actual: str | list[str]) -> Iterator[str]:
    if isinstance(actual, str):
        if wanted not in actual:
            yield f"{what}: expected {told(wanted)} in it, but it is {told(actual)}"
        return
    for word in (Counter(wanted) - Counter(actual)).elements():
        yield f"{what}: expected {told(word)} among them, but they are {told(actual)}"
