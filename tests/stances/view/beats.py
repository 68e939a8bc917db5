"""What is seen to happen after a move in Stances, and the line that sums it up."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from budokan.games.stances.rules import events
from budokan.kit.scene import Beat, Change
from budokan.kit.view import News

if TYPE_CHECKING:
    from budokan.games.stances.view.table import Drawing


def beats(table: "Drawing", news: News) -> Iterator[Beat]:
    """Both stances are shown; then a point is scored, or the coin is waited for."""
    words, viewer = table.look.words, table.look.viewer
    for event in news.events:
        text = words.sentence(event, viewer)
        if event.kind == events.SHOWN:
            shown = (f"stance{event.a}", f"stance{event.b}")
            yield Beat(kind="turn", seat=event.seat, text=text, pieces=shown)
        elif event.kind == events.POINT:
            changes = (Change(zone="points", piece=table.token(event.seat, event.a)),)
            yield Beat(
                kind="gain", seat=event.seat, text=text, amount=1, role="gain", changes=changes
            )
        else:
            yield Beat(kind="stop", seat=event.seat, text=text)


def happened(table: "Drawing", news: News) -> str:
    """The sentences about the latest round."""
    return " ".join(table.look.words.lines(news.recent, table.look.viewer))
