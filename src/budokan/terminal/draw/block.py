"""Blocks: rectangles of styled text that know where each id is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size

Run = tuple[str, str]  # text and the name of a style
Row = tuple[Run, ...]

EDGES = {
    "thin": tuple("┌─┐│└┘"),
    "heavy": tuple("┏━┓┃┗┛"),
    "double": tuple("╔═╗║╚╝"),
    "dashed": tuple("┌╌┐╎└┘"),
}


@dataclass(frozen=True)
class Hit:
    """The rectangle in which an id can be pointed at."""

    id: str
    x: int
    y: int
    width: int
    height: int

    def moved(self, dx: int, dy: int) -> "Hit":
        return Hit(self.id, self.x + dx, self.y + dy, self.width, self.height)

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True)
class Block:
    """Rows of equal width, and where ids are drawn on them."""

    width: int
    rows: tuple[Row, ...]
    hits: tuple[Hit, ...] = ()

    @property
    def height(self) -> int:
        return len(self.rows)

    def text(self) -> str:
        """The block without its styles."""
        return "\n".join("".join(text for text, _ in row).rstrip() for row in self.rows)

    def named(self, name: str) -> "Block":
        """The same block with an id for the whole of it, unless the id is empty."""
        if not name:
            return self
        return Block(self.width, self.rows, (*self.hits, Hit(name, 0, 0, self.width, self.height)))

    def at(self, x: int, y: int) -> str:
        """The id of the smallest rectangle at a point."""
        found = [hit for hit in self.hits if hit.holds(x, y)]
        return min(found, key=lambda hit: hit.width * hit.height).id if found else ""


EMPTY = Block(0, ())


def line(*runs: Run) -> Block:
    """One row."""
    kept = tuple(run for run in runs if run[0])
    return Block(sum(cell_len(text) for text, _ in kept), (kept,))


def fit(text: str, width: int) -> str:
    """The text in exactly this many cells; cut text ends in an ellipsis."""
    if cell_len(text) > width > 0:
        return set_cell_size(text, width - 1) + "…"
    return set_cell_size(text, width)


def padded(row: Row, width: int, style: str = "") -> Row:
    gap = width - sum(cell_len(text) for text, _ in row)
    return (*row, (" " * gap, style)) if gap > 0 else row


def above(blocks: Sequence[Block], gap: int = 0) -> Block:
    """Blocks stacked, the first on top."""
    blocks = [block for block in blocks if block.rows]
    width = max((block.width for block in blocks), default=0)
    rows: list[Row] = []
    hits: list[Hit] = []
    for block in blocks:
        if rows:
            rows += [()] * gap
        hits += [hit.moved(0, len(rows)) for hit in block.hits]
        rows += block.rows
    return Block(width, tuple(padded(row, width) for row in rows), tuple(hits))


def beside(blocks: Sequence[Block], gap: int = 1) -> Block:
    """Blocks in one row, from left to right."""
    blocks = [block for block in blocks if block.rows]
    height = max((block.height for block in blocks), default=0)
    rows: list[Row] = [()] * height
    hits: list[Hit] = []
    x = 0
    for block in blocks:
        if x:
            x += gap
        hits += [hit.moved(x, 0) for hit in block.hits]
        for y, row in enumerate(block.rows):
            rows[y] = (*padded(rows[y], x), *row)
        x += block.width
    return Block(x, tuple(padded(row, x) for row in rows), tuple(hits))


def flow(blocks: Sequence[Block], width: int, gap: int = 1, *, between: int = 0) -> Block:
    """Blocks from left to right, in as many rows as the width requires."""
    lines: list[list[Block]] = [[]]
    used = 0
    for block in (block for block in blocks if block.rows):
        if lines[-1] and used + gap + block.width > width:
            lines.append([])
            used = 0
        used += block.width + (gap if lines[-1] else 0)
        lines[-1].append(block)
    return above([beside(row, gap) for row in lines if row], between)


def centred(block: Block, width: int) -> Block:
    left = max(0, (width - block.width) // 2)
    if not block.rows or not left:
        return block
    return beside([Block(left, ((((" " * left), ""),),) * block.height), block], 0)


def boxed(
    block: Block,
    edge: str,
    style: str,
    *,
    head: Sequence[Run] = (),
    foot: str | Sequence[Run] = "",
    width: int = 0,
) -> Block:
    """A frame around a block, with text on its upper and lower edge."""
    tl, across, tr, down, bl, br = EDGES[edge]
    inner = max(block.width, width - 2)
    title = list(head)
    room = inner - sum(cell_len(text) for text, _ in title)
    if room < 0:
        title, room = [(fit("".join(text for text, _ in head), inner), style)], 0
    below = [(fit(foot, min(inner, cell_len(foot))), style)] if isinstance(foot, str) else foot
    free = inner - sum(cell_len(text) for text, _ in below)
    rows: list[Row] = [((tl, style), *title, (across * room + tr, style))]
    rows += [((down, style), *padded(row, inner), (down, style)) for row in block.rows]
    rows.append(((bl, style), *below, (across * free + br, style)))
    return Block(inner + 2, tuple(rows), tuple(hit.moved(1, 1) for hit in block.hits))
