"""The widget that shows a drawn Scene and reports what is pointed at and picked."""

from dataclasses import replace
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from budokan.kit.scene import Scene
from budokan.terminal.draw.block import EMPTY, Block
from budokan.terminal.draw.palette import style_of
from budokan.terminal.draw.pieces import Picking
from budokan.terminal.draw.scene import draw
from budokan.terminal.tui.pointing import neighbour, pointable


class Board(ScrollView, can_focus=True):
    """The table; arrows and mouse point at things, Enter and a click pick them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "point(-1, 0)", "Point", show=False),
        Binding("right", "point(1, 0)", "Point", show=False),
        Binding("up", "point(0, -1)", "Point", show=False),
        Binding("down", "point(0, 1)", "Point", show=False),
        Binding("enter,space", "pick", "Pick", show=False),
    ]

    class Pointed(Message):
        """An id is pointed at."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    class Picked(Pointed):
        """An id is picked."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.scene: Scene | None = None
        self.picking = Picking()
        self.block: Block = EMPTY
        self.level = 0  # of the drawing; only a new scene may enlarge it, so that nothing jumps
        self.room = (0, 0)
        self.fresh = True

    def show(self, scene: Scene, picking: Picking) -> None:
        self.fresh |= scene is not self.scene
        self.scene, self.picking = scene, picking
        self.redraw()

    def clear(self) -> None:
        """Show nothing until the next scene."""
        self.scene, self.picking, self.block = None, Picking(), EMPTY
        self.redraw()

    def redraw(self) -> None:
        width, height = self.container_size
        if self.scene is not None and width > 0:
            start = max(0, self.level - self.fresh) if self.room == (width, height) else 0
            self.block, self.level = draw(self.scene, self.picking, width, height, start)
            self.room, self.fresh = (width, height), False
            self.virtual_size = Size(self.block.width, self.block.height)
        self.refresh()

    def point_at(self, name: str) -> None:
        """Point at an id and scroll to it."""
        self.picking = replace(self.picking, cursor=name, ahead=())
        self.redraw()
        place = next((hit for hit in self.block.hits if hit.id == name), None)
        if place is not None:
            spot = Region(place.x, place.y, place.width, place.height)
            self.scroll_to_region(spot, animate=False)

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()

    def render_line(self, y: int) -> Strip:
        x, top = self.scroll_offset
        width, theme = self.size.width, self.app.theme
        ground = self.rich_style
        row = self.block.rows[y + top] if y + top < self.block.height else ()
        segments = [Segment(text, ground + style_of(theme, style)) for text, style in row]
        strip = Strip(segments).crop(x, x + width)
        return strip.extend_cell_length(width, ground)

    # -- Pointing and picking -------------------------------------------------------------------

    def action_point(self, dx: int, dy: int) -> None:
        if self.scene is None:
            return
        names = pointable(self.scene, self.block, self.picking.lit)
        found = neighbour(self.block, names, self.picking.cursor, dx, dy)
        if found:
            self.post_message(self.Pointed(found))

    def action_pick(self) -> None:
        if self.picking.cursor or not self.picking.lit:  # without an id: what happens is skipped
            self.post_message(self.Picked(self.picking.cursor))
        else:
            self.action_point(1, 0)

    def under(self, event: events.MouseEvent) -> str:
        return self.block.at(event.x + self.scroll_offset.x, event.y + self.scroll_offset.y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        name = self.under(event)
        if name and name != self.picking.cursor:
            self.post_message(self.Pointed(name))

    def on_click(self, event: events.Click) -> None:
        name = self.pickable(self.under(event))
        if name or not self.picking.lit:
            self.post_message(self.Picked(name))

    def pickable(self, name: str) -> str:
        """The id itself, or the smallest one around it that can be picked."""
        if name in self.picking.lit or name in self.picking.picked:
            return name
        own = next((hit for hit in self.block.hits if hit.id == name), None)
        around = [hit for hit in self.block.hits if own and hit.holds(own.x, own.y)]
        lit = [hit for hit in around if hit.id in self.picking.lit]
        return min(lit, key=lambda hit: hit.width * hit.height).id if lit else name
