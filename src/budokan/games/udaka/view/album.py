"""Every component of Udaka that has a face, for a card editor."""

from msgspec.structs import replace

from budokan.games.udaka.card_format import KINGS
from budokan.games.udaka.rules.state import ACE, KING
from budokan.games.udaka.view.table import Drawing
from budokan.kit.scene import Piece, Preview, Zone
from budokan.kit.view import Look


def album(look: Look) -> tuple[Zone, ...]:
    """A card of each rank with its copies, one of each suit, the board, the UDAKA token."""
    drawing = Drawing(look)
    return (
        Zone(id="ranks", title="Ranks", pieces=tuple(_ranks(drawing))),
        Zone(id="suits", title="Suits", pieces=tuple(_suits(drawing))),
        drawing.boxes(),
        Zone(id="tokens", title="UDAKA token", pieces=(drawing.udaka_token(),)),
    )


def _ranks(drawing: Drawing) -> list[Piece]:
    found = []
    for rank, (key, row) in enumerate(drawing.data["rank"].items()):
        copies = row["copies"]
        note = f"{copies or 'no'} card{'' if copies == 1 else 's'}"
        found.append(replace(drawing.card(f"rank.{key}", rank, 0), preview=Preview(note=note)))
    return found


def _suits(drawing: Drawing) -> list[Piece]:
    """An Ace of each suit, and the King."""
    keys = [key for key in drawing.data["suit"] if key != KINGS]
    aces = [drawing.card(f"suit.{key}", ACE, copy) for copy, key in enumerate(keys)]
    pieces = [*aces, drawing.card(f"suit.{KINGS}", KING, 0)]
    return [replace(piece, component=piece.id) for piece in pieces]
