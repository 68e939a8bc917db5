"""The masters of Master Udo, their attacks, and the two heroes."""

import dataclasses
from pathlib import Path

from msgspec.structs import replace

from budokan.games.master_udo.rules.rules import MasterUdo
from budokan.games.master_udo.setup import route, start
from budokan.games.master_udo.view.table import Drawing
from budokan.kit import words
from budokan.kit.gallery import Gallery
from budokan.kit.scene import Corner, Fact, Facts, Piece, Zone
from budokan.kit.view import Look

HEROES = ("udo", "kai")
UNKNOWN = "not measured"
MEASURED = Path(__file__).parents[1] / "measured.toml"


def gallery(look: Look) -> Gallery:
    """A panel for each master and each hero, all attacks, and the measured routes."""
    masters = (_master(look, master) for master in range(len(look.setup.data["master"])))
    heroes = (_hero(look, hero) for hero in HEROES)
    return Gallery(zones=(*masters, attacks(look), *heroes), facts=(_routes(look), _ranks(look)))


def _facing(look: Look, master: int) -> Drawing:
    """The table while a master is fought, before an attack is shown."""
    view = start(look.setup)
    assert isinstance(view, MasterUdo)
    view.master = master
    return Drawing(look.but(view=view))


# -- masters --------------------------------------------------------------------------------------


def _master(look: Look, master: int) -> Zone:
    table = _facing(look, master)
    key, row = table.master_keys[master], table.masters[master]
    bodies = int(row["power"].get("bodies", 1))
    data = look.setup.data
    teaches = replace(table.card_piece(f"{key}-technique", table.technique(master)), badge="")
    return Zone(
        id=key,
        layout="panel",
        title=str(row["title"]),
        note=f"{table.power(master)}.",
        pieces=(replace(table.master_card(master), id=f"{key}-card", refused=None),),
        zones=(
            *(_hearts(table, key, body, bodies) for body in range(bodies)),
            Zone(id=f"{key}-teaches", title="Teaches", pieces=(teaches,)),
        ),
        chips=tuple(Corner(value=name) for name in data["route"] if key in route(data, name)),
        designed=row.is_designed(),
        own=row.is_own(),
    )


def _hearts(table: Drawing, key: str, body: int, bodies: int) -> Zone:
    zone = table.hearts(body, bodies)
    pieces = tuple(replace(piece, id=f"{key}-{piece.id}") for piece in zone.pieces)
    return replace(zone, id=f"{key}-{zone.id}", pieces=pieces)


def attacks(look: Look) -> Zone:
    """The deck all masters strike from, with the values as printed."""
    table = _facing(look, 0)
    for master in range(len(table.masters)):
        table.state.setting.attack_mod[master] = 0  # as printed
    pieces = (replace(table.attack(attack), marks=()) for attack in range(len(table.attacks)))
    return Zone(id="attacks", title="Attacks", pieces=tuple(pieces))


# -- heroes ---------------------------------------------------------------------------------------


def played_by(look: Look, hero: str) -> Drawing:
    """The table before the first fight of a hero."""
    setup = dataclasses.replace(
        look.setup, options=dataclasses.replace(look.setup.options, hero=hero)
    )
    return Drawing(look.but(setup=setup, view=start(setup)))


def _hero(look: Look, hero: str) -> Zone:
    table = played_by(look, hero)
    copies = look.setup.data.column(hero, "copies")
    first = int(table.state.setting.first)
    sides = [("", first)] if hero == "udo" else [("Calm", first), ("ENRAGED", first + len(copies))]
    return Zone(
        id=hero,
        layout="panel",
        title=hero.title(),
        note=f"{_drive(look, hero)}.",
        zones=tuple(
            Zone(
                id=f"{hero}-{side.lower() or 'cards'}",
                title=side or "Ten starters",
                pieces=tuple(_starter(table, base + i, n) for i, n in enumerate(copies) if n),
            )
            for side, base in sides
        ),
    )


def _drive(look: Look, hero: str) -> str:
    """What the option says about one of the heroes."""
    said = look.words.option("hero").partition(": ")[2].split(", ")
    return next(part for part in said if part.lower().startswith(hero))


def _starter(table: Drawing, card: int, copies: int) -> Piece:
    piece = table.card_piece(table.faces[card].key, card)
    return replace(piece, badge=f"{copies}x", marks=())


# -- what is known --------------------------------------------------------------------------------


def _routes(look: Look) -> Facts:
    """The masters of each route, and how often strong play wins it with our own cards."""
    measured = words.load(MEASURED)
    heroes = () if look.setup.data.title else HEROES
    names = look.words.domains["master"]
    rows = []
    for key in look.setup.data["route"]:
        keys = route(look.setup.data, key)
        masters = ", ".join(names.name(names.words.index(master)) for master in keys)
        won = measured["route"].get(key, {})
        told = (f"{won[hero][0]} of {won[hero][1]}" if hero in won else UNKNOWN for hero in heroes)
        rows.append(Fact(cells=(key, masters, *told)))
    head = ("Route", "Masters", *(f"{hero.title()} wins" for hero in heroes))
    note = f"Matches won by {measured['player']}, the house's strongest player, {measured['day']}."
    return Facts(title="Routes", head=head, rows=tuple(rows), note=note if heroes else "")


def _ranks(look: Look) -> Facts:
    """The titles for glory (MU-68)."""
    told = look.words.text["rank"]
    rows = tuple(
        Fact(cells=(f"{row['glory']} or more" if row["glory"] else "less", str(told[key])))
        for key, row in look.setup.data["rank"].items()
    )
    return Facts(title="What glory makes of you", head=("Glory", "Title"), rows=rows)
