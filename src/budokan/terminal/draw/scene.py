"""A Scene as text: the whole table, as large as the room allows."""

from budokan.kit.scene import Scene
from budokan.terminal.draw.block import EMPTY, Block, above, centred, flow
from budokan.terminal.draw.pieces import Picking
from budokan.terminal.draw.zones import Level, ZoneDrawing

LEVELS = (
    Level("big", "big", "big", True),
    Level("big", "big", "mid", True),
    Level("big", "big", "chip", True),
    Level("big", "mid", "mid", True),
    Level("big", "mid", "chip", True),
    Level("big", "mid", "chip", False),
    Level("mid", "mid", "chip", True),
    Level("mid", "mid", "chip", False),
    Level("big", "chip", "chip", False),
    Level("mid", "chip", "chip", False),
    Level("chip", "chip", "chip", False),
    Level("chip", "chip", "chip", False, True),
)


def draw(
    scene: Scene, picking: Picking, width: int, height: int, start: int = 0
) -> tuple[Block, int]:
    """The table at the largest level that fits, and that level; else at the last, to scroll."""
    block, at = EMPTY, start
    for at in range(start, len(LEVELS)):
        block = draw_at(LEVELS[at], scene, picking, width)
        if block.height <= height and block.width <= width:
            break
    return block, at


def draw_at(level: Level, scene: Scene, picking: Picking, width: int) -> Block:
    """The table at one level: far above, near below, the others between; the buttons last."""
    drawing = ZoneDrawing(scene, picking, level)
    rows = drawing.arrange(scene.zones, width, stacked=True)
    buttons = flow([drawing.button(button) for button in scene.buttons], width, 2)
    return above([centred(row, width) for row in (*rows, buttons) if row.rows])
