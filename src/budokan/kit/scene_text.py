"""A Scene as plain text, for people who read line by line, and the choice they type."""

from itertools import groupby
from textwrap import wrap

from budokan.kit.errors import Refusal
from budokan.kit.notation import parse_number
from budokan.kit.scene import COUNTERS, Facts, Piece, Preview, Role, Scene, Zone

NOTHING = "none"  # in a zone with a title
EMPTY = "empty"  # a slot
TOLD_MARKS = ("pending", "covered", "spent", "on", "met", "unmet")
WAYS = ("right", "up right", "up", "up left", "left", "down left", "down", "down right")


def describe(scene: Scene, *, counters: bool = False, width: int = 0) -> str:
    """The lines of a scene: what lies where, facts, what happened, the question and the choices.

    Card counters are long, so they are left out unless `counters` is set. Choices longer than
    the width, if there is one, go on in an indented line.
    """
    lines = ["", *filter(None, [scene.status])]
    for zone in scene.zones:
        lines += _zone(zone, 0)
    for facts in scene.facts:
        if counters or facts.form not in COUNTERS:
            lines += _facts(facts)
    happened = scene.happened.line if scene.happened else ""
    lines += ["", *filter(None, [happened, scene.prompt.note, scene.prompt.question])]
    for n, choice in enumerate(scene.choices, 1):
        forecast = preview_text(choice.preview)
        note = f" ({forecast})" if forecast else ""
        told = f"  {n}  {choice.label}{note}   [{choice.action}]"
        lines += wrap(told, width, subsequent_indent=" " * 7) if width else [told]
    return "\n".join(lines)


def read_choice(scene: Scene, typed: str) -> str:
    """The action text of a typed number; anything else is an action text already."""
    if not typed.isdecimal():
        return typed
    number, most = parse_number(typed), len(scene.choices)
    if number is None or not 1 <= number <= most:
        raise Refusal(f"There is no choice {typed[:40]}; they are numbered 1 to {most}.")
    return scene.choices[number - 1].action


def _zone(zone: Zone, depth: int) -> list[str]:
    pad = "  " * depth
    count = f" ({zone.count})" if zone.count is not None else ""
    if zone.layout == "track":  # titles of scores and health include the number
        count = "" if zone.meter in ("score", "health") else f" {zone.at} of {zone.length}"
    ordered = sorted(zone.track, key=lambda mark: mark.square)
    marks = [f"{mark.icon or 'line'} at {mark.square}" for mark in ordered]
    pieces = _cells(zone) if zone.cells else _row(zone)
    chips = [" ".join(filter(None, (chip.label, chip.value))) for chip in zone.chips]
    words = [piece.text for piece in zone.pieces if zone.zones]  # the name of a panel's owner
    told = "; ".join(filter(None, [pieces, ", ".join(marks), *words, zone.note, *chips]))
    if not told and not count and not zone.zones and zone.layout != "track":
        told = NOTHING if zone.title else ""
    line = ": ".join(filter(None, [f"{zone.title}{count}", told]))
    lines = [f"{pad}{line}"] if line else []
    for inner in zone.zones:
        lines += _zone(inner, depth + 1)
    return lines


def _row(zone: Zone) -> str:
    """The pieces of a zone in order; equal neighbours are counted."""
    if all(piece.shape == "slot" for piece in zone.pieces) and len(zone.pieces) < 2:
        return ""
    names = [_piece(piece) for piece in zone.pieces if not _repeats(zone, piece)]
    return ", ".join(_counted(name, len(list(same))) for name, same in groupby(names))


def _repeats(zone: Zone, piece: Piece) -> bool:
    """Whether a piece has the name of its pile, so that the title tells it already."""
    return bool(piece.name) and piece.name == zone.title


def _counted(name: str, number: int) -> str:
    if name == EMPTY:
        return f"{number} {EMPTY}"
    return name if number == 1 else f"{name} x{number}"


def _cells(zone: Zone) -> str:
    """The occupied cells of a board."""
    lying = {cell: [p for p in zone.pieces if p.spot == cell] for cell in zone.cells}
    full = {cell: [_piece(p) for p in there if p.shape != "slot"] for cell, there in lying.items()}
    return "; ".join(
        f"{_cell(cell.removeprefix(f'{zone.id}-'))}: {', '.join(names)}"
        for cell, names in full.items()
        if names
    )


def _cell(cell: str) -> str:
    return cell.replace(".", " ")


def _piece(piece: Piece) -> str:
    if piece.shape == "slot":
        return EMPTY
    bold = [corner for corner in piece.corners if corner.role != "plain"]
    values = "/".join(corner.value for corner in bold)
    if piece.form == "blow":
        values = f"({', '.join(f'{c.label} {c.value}'.strip() for c in bold)})"
    words = [piece.name or ("face down" if piece.shape == "card" else piece.shape), values]
    notes = [
        piece.badge,
        _facing(piece.facing),
        *(mark for mark in piece.marks if mark in TOLD_MARKS),
    ]
    told = ", ".join(filter(None, notes))
    return " ".join(filter(None, words)) + (f" [{told}]" if told else "")


def _facing(degrees: int | None) -> str:
    """The direction a piece faces, as the viewer sees it."""
    return "" if degrees is None else f"looks {WAYS[round(degrees / 45) % 8]}"


def _facts(facts: Facts) -> list[str]:
    rows = (
        [facts.head, *(row.cells for row in facts.rows)]
        if facts.head
        else [r.cells for r in facts.rows]
    )
    return [f"{facts.title}:", *(("  " + "  ".join(row)).rstrip() for row in rows), *_note(facts)]


def _note(facts: Facts) -> list[str]:
    return [f"  {facts.note}"] if facts.note else []


def preview_text(preview: Preview | None) -> str:
    """A forecast in words: deal 3; take 1."""
    if preview is None:
        return ""
    parts = [text for text, _ in preview_numbers(preview)]
    parts += [preview.note] * bool(preview.note) + [f"! {preview.alarm}"] * bool(preview.alarm)
    return "; ".join(parts)


def preview_numbers(preview: Preview) -> list[tuple[str, Role]]:
    """The numbers of a forecast, each with its word or its sign, and whether it is good or bad."""
    deal, take, gain = preview.give, preview.take, preview.gain
    found: list[tuple[str, Role]] = []
    if deal is not None:
        found.append((f"deal {deal}", "safe" if deal else "plain"))
    if take is not None:
        found.append((f"take {take}", "hit" if take else "plain"))
    if gain is not None:
        found.append((f"{gain:+d}", "safe" if gain > 0 else "hit"))
    return found
