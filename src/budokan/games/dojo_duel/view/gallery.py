"""All cards of Dojo Duel and its ready-made decks, for a deck builder."""

from msgspec.structs import replace

from budokan.games.dojo_duel.view.table import Drawing, kind
from budokan.kit.gallery import Gallery
from budokan.kit.scene import Piece, Preview, Zone
from budokan.kit.view import Look, origin

DECKS = "decks"  # the id of the zone of decks, which no element has


def gallery(look: Look) -> Gallery:
    """One zone for each element, and one for the decks."""
    return Gallery(zones=(*_elements(Drawing(look)), _decks(look)))


def _elements(drawing: Drawing) -> list[Zone]:
    kinds: dict[str, list[int]] = {}
    for card, row in enumerate(drawing.cards):
        kinds.setdefault(kind(row), []).append(card)
    return [
        Zone(
            id=f"{element}_" if element == DECKS else element,
            title=str(drawing.cards[cards[0]]["element"]),
            kind=element,
            pieces=tuple(_card(drawing, card) for card in cards),
        )
        for element, cards in kinds.items()
    ]


def _card(drawing: Drawing, card: int) -> Piece:
    """A card as it lies on the table, with how often a deck may contain it."""
    note = f"at most {drawing.cards[card]['copies']}"
    piece = drawing.card(drawing.keys[card], card, 0)
    return replace(piece, owner=None, preview=Preview(note=note))


def _decks(look: Look) -> Zone:
    pieces = (
        Piece(id=key, name=row["name"], text=row["style"], **origin(row))
        for key, row in look.setup.data["deck"].items()
    )
    return Zone(id=DECKS, title="Ready-made decks", pieces=tuple(pieces))
