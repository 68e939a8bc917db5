"""Sights: what each view of a table shows, drawn once for however many look.

A Scene and a story are drawn again only if something they depend on has changed:

- the match object: it is another one when the match was read from the store again
- `CodedMatch.sight(view)`: the final steps, the view's own draft, and what is new to it
- the names of the players
- whether the match is dealt, and before that for whom the table waits
- whether a bot plays for the person of this view
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from budokan.kit.scene import Scene
from budokan.match.match import CodedMatch
from budokan.server.table import frames

if TYPE_CHECKING:
    from budokan.server.table.table import Loaded, Table


@dataclass(frozen=True)
class Sight:
    """The Scene and the whole story of a view, and what they depend on."""

    match: CodedMatch
    key: tuple[Any, ...]
    scene: Scene
    story: list[str]


class Sights:
    """The latest Sight of every view of a table."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self._known: dict[int, Sight] = {}

    def of(self, loaded: "Loaded", view: int) -> Sight:
        """What a view shows now."""
        match, found = loaded.match, self._known.get(view)
        key = self._key(loaded, view)
        if found is None or found.match is not match or found.key != key:
            scene = frames.draw_scene(self.table, loaded, view)
            found = Sight(match, key, scene, frames.match_story(match, view))
            self._known[view] = found
        return found

    def clear(self) -> None:
        """Forget all: nobody looks."""
        self._known.clear()

    def _key(self, loaded: "Loaded", view: int) -> tuple[Any, ...]:
        """All that a Sight of a match depends on."""
        match, stood_in = loaded.match, view in loaded.clocks.stand_ins
        waiting = () if match.dealt else self.table.awaited_seats(loaded), loaded.unnamed
        return match.sight(view), tuple(match.names), match.dealt, waiting, stood_in
