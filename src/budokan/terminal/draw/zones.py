"""Zones as blocks: where they are placed, their headings, and the pieces in them."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import NamedTuple

from budokan.kit.scene import Piece, Scene, Zone
from budokan.terminal.draw import bodies, labels
from budokan.terminal.draw.block import (
    EMPTY,
    Block,
    Run,
    above,
    beside,
    boxed,
    centred,
    fit,
    flow,
    line,
)
from budokan.terminal.draw.cells import grid, hexes, is_floor
from budokan.terminal.draw.faces import Size, opponent
from budokan.terminal.draw.lanes import overlap
from budokan.terminal.draw.pieces import Picking, PieceDrawing
from budokan.terminal.draw.tracks import track

MANY = 8  # this many equal pieces are counted instead of drawn
BACKS = 5  # the same for small backs
ROOMY = 40  # width from which a heading stands beside its zone


class Level(NamedTuple):
    """The size of cards in the hand, in the middle and elsewhere; whether panels are framed."""

    hand: Size
    middle: Size
    rest: Size
    framed: bool
    tight: bool = False  # no headings of floors; other bodies in fewer lines


class ZoneDrawing(PieceDrawing):
    """Draws the zones of a scene at one level."""

    def __init__(self, scene: Scene, picking: Picking, level: Level) -> None:
        super().__init__(picking)
        self.scene, self.level = scene, level

    # -- Placement ----------------------------------------------------------------------------

    def arrange(self, inner: Sequence[Zone], width: int, *, stacked: bool = False) -> list[Block]:
        """Arrange zones by their place, as rows of blocks."""
        by: dict[str, list[Zone]] = {}
        for zone in inner:
            by.setdefault(zone.place, []).append(zone)
        far, near = (self.row(by.get(place, ()), width) for place in ("far", "near"))
        rails = by.get("rail", ())
        low = [zone for zone in rails if stacked and (not zone.zones or zone.room == "body")]
        asides = (*by.get("right", ()), *(zone for zone in rails if zone not in low))
        near = above([self.row(low, width), near])
        sides = bool(by.get("left")) + bool(asides)
        side = self.side(by.get("centre", ()), width, sides)
        left = above([self.zone(zone, side) for zone in by.get("left", ())])
        right = above([self.zone(zone, side) for zone in asides])
        room = width - sum(side.width + 2 for side in (left, right) if side.rows)
        centre = self.middle(by.get("centre", ()), room, stacked and not sides)
        gaps = 2 * (bool(left.rows) + bool(right.rows))
        if left.width + centre.width + right.width + gaps <= width:
            return [far, beside([left, centre, right], 2), near]
        return [far, beside([left, right], 2), centre, near]

    def side(self, centre: Sequence[Zone], width: int, sides: int) -> int:
        """The width of each side; the sides of a floor share the room it leaves."""
        floors = [self.zone(zone, width).width for zone in centre if is_floor(zone)]
        rest = (width - max(floors)) // max(1, sides) - 2 if floors else 0
        return rest if rest >= width // 5 else width // 4

    def row(self, inner: Iterable[Zone], width: int) -> Block:
        return flow([self.zone(zone, width) for zone in inner], width, 2)

    def middle(self, inner: Sequence[Zone], width: int, stacked: bool) -> Block:
        if not stacked:
            return self.row(inner, width)
        return above([centred(self.zone(zone, width), width) for zone in inner])

    # -- One zone -----------------------------------------------------------------------------

    def size(self, zone: Zone) -> Size:
        """The size of pieces in a zone: largest where the viewer picks, smallest on the rail."""
        if zone.place == "rail" and not zone.zones:
            return "chip"
        own = zone.owner is not None and zone.owner == self.scene.viewer
        if any(p.id in self.picking.lit or (own and zone.layout == "fan") for p in zone.pieces):
            return self.level.hand
        return self.level.middle if zone.id in self.central else self.level.rest

    @cached_property
    def central(self) -> set[str]:
        """The ids of the zones without an owner, and of the zones inside them."""
        shared = [zone for zone in self.scene.zones if zone.owner is None]
        return {inner.id for zone in shared for inner in _nested(zone)}

    def zone(self, zone: Zone, width: int) -> Block:
        """A zone with its heading; a panel is framed where there is room."""
        framed = self.level.framed and bool(zone.zones)
        inside = width - 2 * framed
        body = self.body(zone, inside)
        if zone.room == "body":
            body = bodies.body(self, zone, inside)
        elif zone.zones and zone.room == "lanes":
            body = above([body, *(self.zone(inner, inside) for inner in zone.zones)])
        elif zone.zones:
            body = above([body, *self.arrange(zone.zones, inside)])
        head = self.heading(zone)
        if framed:
            edge = "heavy" if zone.id in self.picking.lit else "thin"
            style = self.style(zone.id) or "edge"
            least = min(width, sum(len(text) for text, _ in head) + 2)
            return boxed(body, edge, style, head=head, width=least).named(zone.id)
        return self.add_heading(zone, head, body, inside).named(zone.id)

    def add_heading(self, zone: Zone, head: list[Run], body: Block, width: int) -> Block:
        """The heading above the body, or beside it if both fit in the width."""
        if self.level.tight and is_floor(zone):
            return body
        title = line(*head) if head else EMPTY
        if zone.zones and any(zone.title in piece.name for piece in zone.pieces):
            return body  # a piece in it already shows the title
        if title.width > width and len(head) == 1:
            title = line((fit(head[0][0], width), head[0][1]))
        if zone.note and title.width > width:
            note = f" {zone.note}"
            head = [run for run in head if run[0] != note]
            title = line(*head)
            note_lines = [line((text, "dim")) for text in labels.wrapped(zone.note, width)[:2]]
            return above([title, body, *note_lines])
        if not zone.title and title.width + body.width < width:
            return beside([title, body])
        low = 2 if zone.layout == "overlap" else 1
        if body.height <= low and title.width + body.width < width and not zone.zones:
            return beside([title, body])
        if zone.zones and zone.layout == "panel" and body.rows and head and body.height <= 2:
            joined = beside([title, body], 2)
            return joined if joined.width <= width >= ROOMY else above([title, body])
        return above([title, body])

    def heading(self, zone: Zone) -> list[Run]:
        """Owner, title, count, note and chips."""
        if not (zone.title or zone.note or zone.chips):
            sign = labels.crest(zone.owner) if zone.id in self.central else ("", "")
            return [run for run in (sign, self.pointer(zone.id)) if run[0]]
        acts = zone.zones and zone.owner is not None and zone.owner in self.scene.acting
        sign = labels.crest(zone.owner) if zone.zones else ("", "")
        shown = zone.layout == "pile" or (zone.count is not None and not zone.pieces)
        count = f" ({zone.count})" if shown and zone.count is not None else ""
        count = f" {zone.count}" if count and zone.layout == "track" else count
        step = f"{zone.step}. " if zone.step else ""
        runs: list[Run] = [("▶ " if acts else "", "lit"), sign, (" " if sign[0] else "", "")]
        runs += [self.pointer(zone.id), (step + zone.title, self.style(zone.id) or "title")]
        bare = not zone.pieces and not zone.zones and not zone.cells and zone.layout == "row"
        runs.append((" none" if bare and not count else count, "dim"))
        runs.append((f" {zone.note}" if zone.note else "", "dim"))
        for chip in zone.chips:
            runs += [(f" <{f'{chip.label} {chip.value}'.strip()}>", chip.role)]
        if not zone.cells and zone.zones:
            runs += self.loose(zone.pieces)
        runs += [(" " * (zone.preview is not None), ""), *labels.numbers(zone.preview)]
        return [run for run in runs if run[0]]

    def loose(self, pieces: Sequence[Piece]) -> list[Run]:
        """Tokens that lie directly on a panel."""
        if any(piece.id in self.hot for piece in pieces):
            return []
        return [(f" {labels.face(p)} {p.name}", "gain") for p in pieces if p.shape != "card"]

    # -- The pieces in a zone -----------------------------------------------------------------

    def body(self, zone: Zone, width: int) -> Block:
        """The contents of a zone without the zones inside it."""
        if zone.cells:
            return hexes(self, zone) if zone.layout == "hex" else grid(self, zone)
        if zone.layout == "track":
            return track(zone, width - len(zone.title) - 1)
        if zone.layout == "pile":
            return self.pile(zone)
        if zone.layout == "overlap":
            return overlap(self, zone, width)
        if zone.zones and zone.owner is None and not any(p.id in self.hot for p in zone.pieces):
            shown = [piece for piece in zone.pieces if piece.shape == "card" and piece.face]
            return above([opponent(piece, width) for piece in shown])
        loose = zone.zones and not any(piece.id in self.hot for piece in zone.pieces)
        pieces = [p for p in zone.pieces if not loose or p.shape == "card"]
        return self.lay_out(zone, pieces, width)

    def lay_out(self, zone: Zone, pieces: Sequence[Piece], width: int) -> Block:
        """Pieces side by side; many equal ones are counted if they cannot be picked."""
        size = self.size(zone)
        blocks: list[Block] = []
        for group in group_equal(pieces, self.hot):
            first = group[0]
            if first.shape not in ("card", "slot") and first.id not in self.hot:
                blocks.append(self.signs(group))
            elif len(group) >= (BACKS if size == "chip" and labels.is_back(first) else MANY):
                blocks.append(beside([self.piece(first, "chip"), line((f"x{len(group)}", "dim"))]))
            else:
                blocks += [self.piece(piece, size, width) for piece in group]
        return flow(blocks, width)

    def signs(self, group: Sequence[Piece]) -> Block:
        """Equal tokens: a sign for each, or one sign and a number."""
        first, many = group[0], len(group) >= MANY
        sign, style = labels.face(first), labels.sign_style(first)
        name = "" if labels.has_own_sign(first) else first.name
        count = f" x{len(group)}" if many else ""
        signs = line(
            (sign * (1 if many else len(group)), style), (f"{count} {name}".rstrip(), "dim")
        )
        return signs.named(first.id)

    def pile(self, zone: Zone) -> Block:
        """The top of a pile, or the pieces in it that can be picked."""
        hot = [piece for piece in zone.pieces if piece.id in self.hot]
        top = hot or ([] if _is_list(zone) else list(zone.pieces))
        size = self.size(zone)
        if not zone.pieces:
            return (
                self.chip(Piece(id="", marks=("hidden",)))
                if zone.count and size != "chip"
                else EMPTY
            )
        return beside([self.piece(piece, size) for piece in top])


def _nested(zone: Zone) -> list[Zone]:
    return [zone, *(deep for inner in zone.zones for deep in _nested(inner))]


def _is_list(zone: Zone) -> bool:
    """Whether a pile lists its cards instead of showing the top one."""
    return len(zone.pieces) > 1


def group_equal(pieces: Sequence[Piece], hot: AbstractSet[str]) -> list[list[Piece]]:
    """Runs of pieces that look the same and cannot be picked."""
    groups: list[list[Piece]] = []
    for piece in pieces:
        same = groups and piece.id not in hot and groups[-1][0].id not in hot
        if same and _looks(groups[-1][0]) == _looks(piece):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return groups


def _looks(piece: Piece) -> tuple[str, str, str, str]:
    return piece.shape, labels.face(piece), piece.name, piece.badge
