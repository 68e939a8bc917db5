"""The table of Stances as a Scene."""

from collections.abc import Iterable

from budokan.games.stances.view import beats
from budokan.games.stances.view.captions import Captions
from budokan.games.stances.view.previews import preview
from budokan.kit.notation import SEATS
from budokan.kit.scene import Beat, Choice, Piece, Scene, Zone
from budokan.kit.view import Look, News, origin


def scene(look: Look) -> Scene:
    """What a viewer sees and may do."""
    return Drawing(look).scene()


class Drawing(Captions):
    """Pieces, and the ways to pick them."""

    def zones(self) -> tuple[Zone, ...]:
        points = tuple(self.token(seat, int(self.state.points[seat])) for seat in range(2))
        return (self.stances(), Zone(id="points", title="Points", pieces=points))

    def stances(self) -> Zone:
        """The three stances; each piece says where its values come from."""
        pieces = tuple(
            Piece(
                id=f"stance{i}",
                face=row["name"],
                motif="guard",
                name=row["name"],
                preview=preview(self.names, i) if self.acts else None,
                **origin(row),
            )
            for i, row in enumerate(self.look.setup.data["stance"].values())
        )
        return Zone(id="stances", title="Stances", pieces=pieces)

    def token(self, seat: int, points: int) -> Piece:
        """The points of a seat."""
        name = f"{SEATS[seat]} {points}"
        return Piece(id=f"points{seat}", shape="token", name=name, owner=seat)

    def beats(self, news: News) -> Iterable[Beat]:
        return beats.beats(self, news)

    def happened(self, news: News) -> str:
        return beats.happened(self, news)

    def choice(self, action: int) -> Choice:
        return Choice(
            action=self.look.notation.text(action),
            label=self.names[action],
            paths=((f"stance{action}",),),
            preview=preview(self.names, action),
        )
