"""Every card of Kenpo Masters, drawn as on the table."""

from msgspec.structs import replace

from budokan.games.kenpo_masters import grammar
from budokan.games.kenpo_masters.view.table import Drawing
from budokan.kit.data import Row
from budokan.kit.scene import Piece, Zone
from budokan.kit.view import Look


def album(look: Look) -> tuple[Zone, ...]:
    """One zone with all cards, each with its copies in the decks."""
    drawing = Drawing(look)
    rows = look.setup.data["card"]
    pieces = tuple(piece(drawing, at, key, row) for at, (key, row) in enumerate(rows.items()))
    return (Zone(id="album-card", title="Cards", pieces=pieces),)


def piece(drawing: Drawing, at: int, key: str, row: Row) -> Piece:
    """A card as it is printed."""
    return replace(drawing.card(f"album-card-{key}", at, 0), owner=None, badge=copies(row))


def copies(row: Row) -> str:
    """How often a card is in the decks: x2, or x2 / x1 where yellow and red differ."""
    yellow, red = (grammar.copies(row, seat) for seat in (0, 1))
    return f"x{yellow}" if yellow == red else f"x{yellow} / x{red}"
