"""Every component of Master Udo that has a face, for the card editor."""

from collections.abc import Iterable

from msgspec.structs import replace

from budokan.games.master_udo.view.gallery import HEROES, attacks, played_by
from budokan.games.master_udo.view.table import Drawing
from budokan.kit.scene import Piece, Zone
from budokan.kit.view import Look, origin


def album(look: Look) -> tuple[Zone, ...]:
    """All starters, techniques, masters and attacks as on the table, a zone for each kind."""
    udo, kai = (played_by(look, hero) for hero in HEROES)
    sides, technique = int(udo.state.setting.sides), int(udo.state.setting.technique)
    return (
        _page("udo", "Udo's starters", _cards(udo, range(2 * sides, technique))),
        _page("kai", "Kai's starters, calm", _cards(kai, range(sides))),
        _page("kai-enraged", "Kai's starters, ENRAGED", _cards(kai, range(sides, 2 * sides))),
        _page("hero", "Kai's hero card", [_hero_card(look)]),
        _page("technique", "Techniques", _cards(udo, range(technique, len(udo.faces)))),
        _page("master", "Masters", [udo.master_card(i) for i in range(len(udo.masters))]),
        _page("attack", "Attacks", attacks(look).pieces),
    )


def _page(name: str, title: str, pieces: Iterable[Piece]) -> Zone:
    return Zone(id=f"album-{name}", title=title, pieces=tuple(pieces))


def _cards(table: Drawing, cards: Iterable[int]) -> list[Piece]:
    return [replace(table.card_piece("album", card), badge="", marks=()) for card in cards]


def _hero_card(look: Look) -> Piece:
    row = look.setup.data["hero"]["kai"]
    return Piece(
        id="album-hero-kai",
        face="kai",
        motif="will",
        name=str(row["calm"]),
        text=str(row["enraged"]),
        **origin(row),
    )
