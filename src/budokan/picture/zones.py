"""Zones as boxes: rows, piles, lanes, panels, the seats of players."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from budokan.kit.scene import Corner, Layout, Piece, Scene, Zone
from budokan.kit.scene import Place as Where
from budokan.picture.boards import grid_box, hex_box
from budokan.picture.bodies import body_box, foe_box
from budokan.picture.ink import Dress
from budokan.picture.lettering import Font
from budokan.picture.pen import (
    ON_LACQUER,
    Box,
    Pen,
    Place,
    at_least,
    column,
    flow,
    nothing,
    padded,
    row,
    sheet,
    words,
)
from budokan.picture.pieces import card_box, piece_box, seal
from budokan.picture.tracks import track_box

HELD = 148.0  # width of a card in the viewer's hand
HELD_BACK = 70.0  # the same if nobody may see it, and the least
HAND = 1000.0  # width of a hand
SMALL_BACK, SMALL_FACE = 26.0, 92.0  # width of a card on the plate of a seat
TITLE, LABEL, SMALL = Font(17, "serif", bold=True), Font(14, "serif", bold=True), Font(13)
FEW = 5  # up to this number, signs are drawn instead of digits
WIDE = (1, 2, 4, 6)  # cards beside the board: up to so many
BESIDE = (136.0, 118.0, 104.0, 92.0)  # have these widths


class Drawer:
    """Turns the zones of one scene into boxes."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.board = board_of(scene)
        self.room = room_of(scene)
        self.bare = all(zone.place == "centre" for zone in scene.zones)
        self.places: dict[Where, list[Box]] = {}
        for zone in scene.zones:
            self.lay(zone)

    def lay(self, zone: Zone) -> None:
        place = self.place(zone)
        self.places.setdefault(place, []).append(self.zone(zone, place))

    def place(self, zone: Zone) -> Where:
        """The place of a zone; if all say centre, their order around the board decides."""
        if not self.bare or zone is self.board or zone.owner is None or self.board is None:
            return zone.place
        order = self.scene.zones
        return "far" if order.index(zone) < order.index(self.board) else "near"

    # -- zones --------------------------------------------------------------------------------

    def zone(self, zone: Zone, place: Where, parent: Zone | None = None) -> Box:
        """A zone, which notes where it lies."""
        draws: dict[Layout, Callable[[], Box]] = {
            "row": lambda: self.row(zone, place, parent),
            "fan": lambda: self.row(zone, place, parent),
            "panel": lambda: self.panel(zone, place),
            "pile": lambda: self.pile(zone, parent),
            "grid": lambda: grid_box(zone),
            "hex": lambda: hex_box(zone),
            "overlap": lambda: lane_box(zone),
            "track": lambda: track_box(zone),
        }
        return noted(zone, draws[zone.layout]())

    def panel(self, zone: Zone, place: Where) -> Box:
        if zone.room == "body":
            return foe_box(zone, self.zone) if place == "rail" else body_box(zone, self.zone)
        return self.board_panel(zone, place) if zone.owner is None else self.seat(zone, place)

    def row(self, zone: Zone, place: Where, parent: Zone | None) -> Box:
        """Pieces side by side, with a title on paper."""
        cards = [piece for piece in zone.pieces if piece.shape in ("card", "slot")]
        wide = self.card_width(zone, cards, place, parent)
        tight = bool(cards) and wide < 2 * SMALL_BACK
        pieces = [piece_box(each, wide if each in cards else 0) for each in zone.pieces]
        room = {"left": 2.2 * wide + 20, "right": 2.2 * wide + 20, "rail": 300}.get(place, HAND)
        gap = 4 if tight or not cards else 12
        lying = flow(pieces, room + 1, gap, "middle" if place != "near" else "start")
        parts = [lying if zone.pieces else words("none", SMALL, "ink-2")]
        on_board = parent is not None and parent.room == "table"
        if self.has_label(zone, place, parent):
            parts.insert(0, label(zone.title, place, on_board))
        if zone.note and zone.pieces:
            parts.append(words(zone.note, SMALL, "ink-2"))
        if not zone.pieces and len(parts) == 1:
            return nothing()
        return column(parts, 7, "start" if place in ("near", "rail") else "middle")

    def has_label(self, zone: Zone, place: Where, parent: Zone | None) -> bool:
        """Whether a row shows its title: not a hand, and not what lies before a master."""
        if not zone.title or zone.layout == "fan" or (self.room == "road" and parent is not None):
            return False
        return bool(zone.pieces) or place in ("left", "right")

    def card_width(
        self, zone: Zone, cards: Sequence[Piece], place: Where, parent: Zone | None
    ) -> float:
        """How wide the cards of a row are."""
        if not cards:
            return 0
        shown = any(piece.face for piece in cards)
        wide = max(card_box(piece).w for piece in cards)
        if parent is not None and parent.owner is not None and place != "near":
            return SMALL_FACE if shown else SMALL_BACK
        if parent is not None and parent.owner is not None and not self.is_hand(zone):
            return SMALL_FACE if shown else SMALL_BACK
        if parent is not None and parent.owner is None:
            if parent.room == "table":
                return 60
            return wide * (0.78 if wide == HELD else 1)
        if place in ("left", "right"):
            most = next((w for n, w in zip(WIDE, BESIDE, strict=True) if len(cards) <= n), 76.0)
            return most * 0.8 if self.room == "lanes" else most
        if place == "rail":
            return 66
        most = wide if shown else HELD_BACK
        return max(min(most, (HAND - 12 * (len(cards) - 1)) / len(cards)), HELD_BACK)

    def pile(self, zone: Zone, parent: Zone | None) -> Box:
        """On the board a stack; in a player's place a number."""
        n = zone.count if zone.count is not None else len(zone.pieces)
        if (parent is not None and parent.owner is not None) or self.room == "road":
            return row([words(str(n), TITLE), words(zone.title, SMALL, "ink-2")], 6)
        dark = parent is not None and parent.room == "table"
        said = words(f"{zone.title}: {n}", Font(14), ON_LACQUER if dark else "ink-2")
        wide = 112.0
        top = [card_box(piece, wide) for piece in zone.pieces[-1:]] or [nothing(wide, wide * 1.4)]

        def draw(pen: Pen, x: float, y: float) -> None:
            for shift in range(min(2, max(0, n - 1)), 0, -1):
                fill = pen.colour["card-2" if zone.pieces and zone.pieces[-1].face else "urushi"]
                edge = pen.colour["card-edge"] if fill == pen.colour["card-2"] else "#e6bc5c"
                pen.rect(x - 3 * shift, y + 2 * shift, top[0].w, top[0].h, fill, 6,
                         stroke=edge, stroke_opacity=0.5)  # fmt: skip
            if not zone.pieces:
                pen.rect(x, y, wide, wide * 1.4, "none", 6, stroke="#e6bc5c",
                         stroke_opacity=0.6, stroke_dasharray="5 4")  # fmt: skip
            top[0].draw(pen, x, y)

        return column([Box(top[0].w, top[0].h, draw), said], 9, "middle")

    # -- boards -------------------------------------------------------------------------------

    def board_panel(self, zone: Zone, place: Where) -> Box:
        """The board: its zones left, in the middle and right, and what lies loose on it."""

        def at(*places: Where) -> list[Box]:
            return [self.zone(each, "centre", zone) for each in zone.zones if each.place in places]

        middle = at("far", "centre", "near", "rail")
        people = [piece for piece in zone.pieces if piece.shape == "card" and piece.face]
        loose = [piece_box(piece) for piece in zone.pieces if piece not in people]
        if self.room == "road":
            who = [portrait_box(piece) for piece in people]
            hearts = [box for box in middle if box.h < 100]
            rest = [box for box in middle if box.h >= 100]
            lower = row([*hearts, *loose], 18)
            front = column([*who, lower], 6) if lower.w else column(who, 6)
            return row([front, *rest], 26, "end")
        parts = [*middle, *loose, *(card_box(piece) for piece in people)]
        inner = column(parts, 26 if self.room == "lanes" else 13, "middle")
        sides = [column(at(side), 10, "middle") for side in ("left", "right")]
        boxes = [sides[0], inner, sides[1]]
        return row([box for box in boxes if box.w], 34)

    # -- seats --------------------------------------------------------------------------------

    def seat(self, zone: Zone, place: Where) -> Box:
        """A player's place: name, tokens, open cards; the hand lies beside it when near."""
        beside = [each for each in zone.zones if self.room == "lanes" and each.layout == "row"]
        for each in beside:
            titled = whose(zone, each)
            boxes = self.places.setdefault("right", [])
            boxes.append(noted(each, self.row(titled, "right", None)))
        here = [each for each in zone.zones if each not in beside]
        held = [each for each in here if place == "near" and self.is_hand(each)]
        rest = [each for each in here if each not in held]
        plate = self.plate(zone, rest, place)
        if not held:
            return plate
        hands = [self.zone(each, "near", zone) for each in held]
        return row([plate, *(box for box in hands if box.w)], 18)

    def is_hand(self, zone: Zone) -> bool:
        """Whether a zone in the viewer's place is held in the hand."""
        if zone.layout == "fan":
            return True
        return zone.layout == "row" and any(
            piece.shape == "die" or (piece.shape == "card" and piece.face and not piece.turned)
            for piece in zone.pieces
        )

    def plate(self, zone: Zone, rest: Sequence[Zone], place: Where) -> Box:
        """The player's name and open pieces on a sheet: in a line, or in a column."""
        owner = zone.owner or 0
        parts: list[Box] = [name_box(zone, owner)]
        if chips := [chip_box(chip) for chip in zone.chips]:
            parts.append(row(chips, 6))
        if zone.note:
            parts.append(words(zone.note, SMALL, "ink-2"))
        tracks = [self.zone(each, place, zone) for each in rest if each.layout == "track"]
        piles = [self.zone(each, place, zone) for each in rest if each.layout == "pile"]
        lying = [each for each in rest if each.layout not in ("track", "pile")]
        others = [box for each in lying if (box := self.zone(each, place, zone)).w]
        parts = [parts[0], *tracks, *parts[1:], *others]
        acts = owner in self.scene.acting
        if place == "far":
            return sheet(row([*parts, *piles], 18), 14, 7, bar=acts)
        counts = column(piles, 3) if place == "near" else row(piles, 12)
        boxes = [*parts, *([counts] if piles else [])]
        return sheet(at_least(column(boxes, 7), 120, align="start"), 13, 10, bar=acts)


# -- parts ----------------------------------------------------------------------------------------


def noted(zone: Zone, box: Box) -> Box:
    """A box that notes where its zone lies."""

    def draw(pen: Pen, x: float, y: float) -> None:
        pen.places[zone.id] = Place(x, y, box.w, box.h, zone.layout == "row")
        box.draw(pen, x, y)

    return Box(box.w, box.h, draw)


def whose(zone: Zone, inner: Zone) -> Zone:
    """A zone of a seat that lies elsewhere says whose it is."""
    return replace(inner, title=f"{zone.title}: {inner.title.lower()}") if inner.title else inner


def label(text: str, place: Where, dark: bool) -> Box:
    """The title of a zone; on paper where it lies on a floor."""
    if dark:
        return words(text, LABEL, ON_LACQUER)
    if place in ("near", "rail"):
        return words(text, LABEL, "ink-2")
    inner = padded(words(text, LABEL, "ink-2"), 9, 3)

    def draw(pen: Pen, x: float, y: float) -> None:
        pen.rect(x, y, inner.w, inner.h, pen.colour["sheet"], 3, stroke=pen.colour["line"])
        inner.draw(pen, x, y)

    return Box(inner.w, inner.h, draw)


def name_box(zone: Zone, owner: int) -> Box:
    """The crest and the name of a player, and loose pieces such as the dealer's."""
    mark = Box(18, 18, lambda pen, x, y: pen.crest(owner, x, y, 18))
    loose = [piece_box(piece, SMALL_FACE if piece.shape == "card" else 0) for piece in zone.pieces]
    return row([mark, words(zone.title, TITLE), *loose], 8)


def chip_box(chip: Corner) -> Box:
    """A short word about a player, such as an effect in force."""
    text = f"{chip.label} {chip.value}".strip()
    inner = padded(words(text, SMALL, chip_colour(chip)), 9, 4)

    def draw(pen: Pen, x: float, y: float) -> None:
        line = pen.colour["line-strong"]
        pen.rect(x, y, inner.w, inner.h, pen.colour["sheet"], inner.h / 2, stroke=line)
        inner.draw(pen, x, y)

    return Box(inner.w, inner.h, draw)


def chip_colour(chip: Corner) -> str:
    return {"hit": "shu", "ward": "ai", "gain": "kin", "safe": "matsu"}.get(chip.role, "ink-2")


def lane_box(zone: Zone) -> Box:
    """Overlapping cards: conditions stay visible, the last card shows its effect."""
    wide = 164.0 if len(zone.pieces) < 5 else 140.0
    head: list[Box] = []
    if zone.step:
        head.append(Box(24, 24, lambda pen, x, y: seal(pen, x + 12, y + 12, str(zone.step), 12)))
    head.append(words(zone.title, TITLE))
    if zone.note:
        head.append(words(zone.note, SMALL, "ink-2"))
    head += [chip_box(chip) for chip in zone.chips]
    cards = [piece_box(piece, wide if piece.shape == "card" else 92) for piece in zone.pieces]
    lying = overlapped(zone.pieces, cards) if cards else words("empty", SMALL, "ink-3")
    return sheet(column([row(head, 9), lying, *sum_of(zone)], 9), 13, 10)


def overlapped(pieces: Sequence[Piece], boxes: Sequence[Box]) -> Box:
    """Cards over each other's right halves; empty places stand apart."""
    places, x = [], 0.0
    for at, (piece, box) in enumerate(zip(pieces, boxes, strict=True)):
        if at and piece.shape == "card" and pieces[at - 1].shape == "card":
            x -= boxes[at - 1].w / 2
        elif at:
            x += 10
        places.append(x)
        x += box.w
    tall = max(box.h for box in boxes)

    def draw(pen: Pen, x: float, y: float) -> None:
        for left, box in zip(places, boxes, strict=True):
            box.draw(pen, x + left, y + (tall - box.h) / 2)

    return Box(x, tall, draw)


def sum_of(zone: Zone) -> list[Box]:
    """The sum that makes X, and its outcome."""
    preview = zone.preview
    if preview is None:
        return []
    found: list[Box] = []
    if preview.sum:
        total = sum(part.value for part in preview.sum)
        parts = " + ".join(f"{part.value} {part.label}" for part in preview.sum)
        said = parts.replace("+ -", "\u2212 ")
        found.append(row([words(f"X = {total}", TITLE), words(said, SMALL, "ink-2")], 9, "end"))
    for text, colour in ((preview.note, "ink"), (preview.alarm, "shu")):
        if text:
            found.append(words(text, Font(14, bold=True), colour))
    return found


def portrait_box(piece: Piece) -> Box:
    """An opponent without a card frame: large figure before the sun, name, counts, powers."""
    size, left = 200.0, 196.0
    name = Font(26, "serif", bold=True)
    counts = [count_box(corner) for corner in piece.corners]
    parts = [words(piece.name, name), row(counts, 16)]
    if piece.text:
        parts.append(words(piece.text, Font(14), "ink", 270))
    beside = column(parts, 6)

    def draw(pen: Pen, x: float, y: float) -> None:
        c = pen.colour
        pen.places[piece.id] = Place(x, y, size, size)
        pen.circle(x + 112, y + 78, 68, c["shu-fill"], opacity=0.78)
        rim = c["mist-1"]
        pen.figure(piece.motif or "guard", x, y, size, Dress(c["ink"], rim, c["s3"], c["ink"]))
        beside.draw(pen, x + left, y + max(0.0, (size - beside.h) / 2))

    return Box(max(left + beside.w, left + 230), max(size, beside.h), draw)


def count_box(corner: Corner) -> Box:
    """A number of signs and what they are."""
    n = int(corner.value) if corner.value.isdigit() else 0
    shown = n if corner.icon and n <= FEW else 0
    said = words(f"{corner.value} {corner.label}".strip(), Font(14), chip_colour(corner))

    def draw(pen: Pen, x: float, y: float) -> None:
        colour = pen.colour[chip_colour(corner)]
        for at in range(shown):
            pen.icon(corner.icon, x + 17 * at, y, 16, colour, pen.colour["mist-1"])
        said.draw(pen, x + 17 * shown + (4 if shown else 0), y)

    return Box(said.w + 17 * shown + 4, max(said.h, 17), draw)


# -- the room -------------------------------------------------------------------------------------


def board_of(scene: Scene) -> Zone | None:
    """The zone in the middle."""
    rooms = (zone for zone in scene.zones if zone.room)
    return next(rooms, next((zone for zone in scene.zones if zone.owner is None), None))


def all_zones(zones: Sequence[Zone]) -> list[Zone]:
    return [each for zone in zones for each in (zone, *all_zones(zone.zones))]


def room_of(scene: Scene) -> str:
    """The room; a scene without one, such as the way to a fight, has it by its layouts."""
    board = board_of(scene)
    if board is not None and board.room:
        return board.room
    found = all_zones(scene.zones)
    layouts = {zone.layout for zone in found}
    if "hex" in layouts:
        return "body"
    seats = any(zone.layout == "panel" and zone.owner is not None for zone in scene.zones)
    if "overlap" in layouts or not seats:
        return "road"
    pawns = any(piece.shape == "pawn" for zone in found for piece in zone.pieces)
    return "ring" if "grid" in layouts and pawns else ""
