"""Sentences about a piece, zone, cell or button that is pointed at."""

from budokan.kit.scene import Piece, Preview, Refused, Scene, Zone, zones
from budokan.terminal.draw import labels


def preview(what: Preview | None) -> str:
    """What would happen, in words."""
    if what is None:
        return ""
    said = [f"gives {what.give}"] * (what.give is not None)
    said += [f"takes {what.take}"] * (what.take is not None)
    said += [what.note] * bool(what.note) + [f"! {what.alarm}"] * bool(what.alarm)
    if what.sum:
        said.append("sum: " + ", ".join(f"{part.label} {part.value:+d}" for part in what.sum))
    return "; ".join(said)


def refusal(why: Refused | None) -> str:
    return f"Not now: {why.text} ({why.clause})" if why and why.text else ""


def words(piece: Piece) -> str:
    """What a card says; where its value says all, that value."""
    if piece.form != "half":
        return piece.text
    done = piece.text or " ".join(f"{c.label.title()} {c.value}" for c in piece.corners)
    return f"{piece.condition} | {done}"


def about_piece(piece: Piece) -> str:
    """Everything a piece says, in one line."""
    shown = [f"{c.label} {c.value}" for c in piece.corners if len(c.label) > 1]
    bare = " ".join(c.value for c in piece.corners if not c.label and c.value.isalpha())
    kind = piece.kind * (len(piece.kind) > 1)
    said = [piece.name or labels.face(piece), *shown, kind, bare, piece.badge]
    said += [labels.arrows(piece.arrows)]
    said += ["steps " + labels.arrows(piece.steps)] * bool(piece.steps)
    said += [
        ", ".join(m for m in piece.marks if m != "hidden"),
        words(piece),
        "our own value" * piece.designed,
    ]
    head = " · ".join(part for part in said if part)
    return " — ".join(filter(None, (refusal(piece.refused), head, preview(piece.preview))))


def about_zone(zone: Zone) -> str:
    """A zone and what lies in it, in one line."""
    count = f" ({zone.count})" if zone.count is not None else ""
    lying = ", ".join(card_name(piece) for piece in zone.pieces if piece.shape != "slot")
    head = f"{zone.title or zone.id}{count}" + (f": {lying}" if lying else "")
    head += " · our own value" * zone.designed
    tracks = [about_track(inner) for inner in zone.zones if inner.layout == "track"]
    said = (refusal(zone.refused), head, zone.note, preview(zone.preview), *tracks)
    return " — ".join(filter(None, said))


def about_track(zone: Zone) -> str:
    return f"{zone.title} {zone.at} of {zone.length}" + " · our own value" * zone.designed


def card_name(piece: Piece) -> str:
    said = "".join(text for text, _ in labels.values(piece))
    return f"{piece.name or labels.face(piece)} {said}".strip()


def about(scene: Scene, name: str) -> tuple[str, str]:
    """What an id has to say, and the clause behind it if it is refused."""
    for button in scene.buttons:
        if button.id == name:
            said = (refusal(button.refused), button.label, preview(button.preview))
            return " — ".join(filter(None, said)), _clause(button.refused)
    for zone in zones(scene):
        if zone.id == name:
            return about_zone(zone), _clause(zone.refused)
        for piece in zone.pieces:
            if piece.id == name:
                return about_piece(piece), _clause(piece.refused)
        if name in zone.cells:
            return about_cell(zone, name)
    return "", ""


def about_cell(zone: Zone, name: str) -> tuple[str, str]:
    here = [piece for piece in zone.pieces if piece.spot == name]
    why = next((piece.refused for piece in here if piece.shape == "slot" and piece.refused), None)
    lying = ", ".join(card_name(piece) for piece in here if piece.shape != "slot") or "empty"
    told = next((preview(piece.preview) for piece in here if piece.preview), "")
    said = filter(None, (refusal(why), f"{labels.cell_name(name)}: {lying}", told))
    return " — ".join(said), _clause(why)


def _clause(why: Refused | None) -> str:
    return why.clause if why else ""
