"""Pointing with the arrow keys."""

from collections.abc import Iterable

from budokan.kit.scene import Scene, zones
from budokan.terminal.draw.block import Block


def pointable(scene: Scene, block: Block, lit: frozenset[str]) -> list[str]:
    """The ids the arrow keys visit: those that can be picked, then those that say why not."""
    drawn = [hit.id for hit in block.hits]
    if not scene.choices:
        cards = {p.id for zone in zones(scene) for p in zone.pieces if p.shape == "card"}
        return [name for name in drawn if name in cards]
    refused = [p for zone in zones(scene) for p in zone.pieces if p.refused]
    refusing = {p.spot if p.shape == "slot" and p.spot else p.id for p in refused}
    refusing |= {b.id for b in scene.buttons if b.refused}
    names = [name for name in drawn if name in lit or name in refusing]
    return sorted(names, key=lambda name: name not in lit)


def neighbour(block: Block, names: Iterable[str], start: str, dx: int, dy: int) -> str:
    """The nearest of these ids in a direction."""
    places = {hit.id: (hit.x + hit.width / 2, 2 * hit.y + hit.height) for hit in block.hits}
    known = [name for name in names if name in places]
    if start not in places:
        return known[0] if known else ""
    x, y = places[start]
    best, found = 0.0, start
    for name in known:
        ox, oy = places[name][0] - x, places[name][1] - y
        along, across = (ox * dx, abs(oy)) if dx else (oy * dy, abs(ox))
        if along > 0.4 and (not best or along + 2 * across < best):
            best, found = along + 2 * across, name
    return found
