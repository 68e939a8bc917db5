"""Sentences about a piece, zone, cell or button that is pointed at."""

from budokan.kit.scene import Piece, Preview, Refused, Scene, Zone, cell_name, zones
from budokan.kit.scene_text import preview_text
from budokan.terminal.draw import labels


def preview(what: Preview | None) -> str:
    """The outcome of a choice in words."""
    if what is None or not what.sum:
        return preview_text(what)
    sums = "sum: " + ", ".join(f"{part.label} {part.value:+d}" for part in what.sum)
    return "; ".join(filter(None, (preview_text(what), sums)))


def refusal(why: Refused | None) -> str:
    return f"Not now: {why.text} ({why.clause})" if why and why.text else ""


def words(piece: Piece) -> str:
    """The text of a card; for a half card its condition, and its text or values."""
    if piece.form != "half":
        return piece.text
    done = piece.text or " ".join(f"{c.label.title()} {c.value}" for c in piece.corners)
    return f"{piece.condition} | {done}"


def origin(what: Piece | Zone, cards: str) -> str:
    """Whose values it carries: those of a card file, by its title, or ours."""
    told = [f"from your cards ({cards})"] * what.own + ["our own value"] * what.designed
    return ", ".join(told)


def about_piece(piece: Piece, cards: str = "") -> str:
    """Everything about a piece, in one line; `cards` is the title of the card file."""
    shown = [f"{c.label} {c.value}" for c in piece.corners if len(c.label) > 1]
    bare = " ".join(c.value for c in piece.corners if not c.label and c.value.isalpha())
    kind = piece.kind * (len(piece.kind) > 1)
    parts = [piece.name or labels.face(piece), *shown, kind, bare, piece.badge]
    parts += [f"{piece.copies} copies"] * (piece.copies > 1)
    parts += [labels.arrows(piece.arrows)]
    parts += ["steps " + labels.arrows(piece.steps)] * bool(piece.steps)
    parts += [
        ", ".join(m for m in piece.marks if m != "hidden"),
        words(piece),
        origin(piece, cards),
    ]
    head = " · ".join(part for part in parts if part)
    return " — ".join(filter(None, (refusal(piece.refused), head, preview(piece.preview))))


def about_zone(zone: Zone, cards: str = "") -> str:
    """A zone and its pieces, in one line."""
    count = f" ({zone.count})" if zone.count is not None else ""
    lying = ", ".join(card_name(piece) for piece in zone.pieces if piece.shape != "slot")
    head = f"{zone.title or zone.id}{count}" + (f": {lying}" if lying else "")
    head = " · ".join(filter(None, (head, origin(zone, cards))))
    tracks = [about_track(inner, cards) for inner in zone.zones if inner.layout == "track"]
    parts = (refusal(zone.refused), head, zone.note, preview(zone.preview), *tracks)
    return " — ".join(filter(None, parts))


def about_track(zone: Zone, cards: str = "") -> str:
    told = f"{zone.title} {zone.at} of {zone.length}"
    return " · ".join(filter(None, (told, origin(zone, cards))))


def card_name(piece: Piece) -> str:
    values = "".join(text for text, _ in labels.values(piece))
    return f"{piece.name or labels.face(piece)} {values}".strip()


def about(scene: Scene, name: str) -> tuple[str, str]:
    """A line about an id, and the clause that refuses it, if any."""
    for button in scene.buttons:
        if button.id == name:
            parts = (refusal(button.refused), button.label, preview(button.preview))
            return " — ".join(filter(None, parts)), _clause(button.refused)
    for zone in zones(scene):
        if zone.id == name:
            return about_zone(zone, scene.cards), _clause(zone.refused)
        for piece in zone.pieces:
            if piece.id == name:
                return about_piece(piece, scene.cards), _clause(piece.refused)
        if name in zone.cells:
            return about_cell(zone, name)
    return "", ""


def about_cell(zone: Zone, name: str) -> tuple[str, str]:
    here = [piece for piece in zone.pieces if piece.spot == name]
    why = next((piece.refused for piece in here if piece.shape == "slot" and piece.refused), None)
    lying = ", ".join(card_name(piece) for piece in here if piece.shape != "slot") or "empty"
    outcome = next((preview(piece.preview) for piece in here if piece.preview), "")
    parts = filter(None, (refusal(why), f"{cell_name(name)}: {lying}", outcome))
    return " — ".join(parts), _clause(why)


def _clause(why: Refused | None) -> str:
    return why.clause if why else ""
