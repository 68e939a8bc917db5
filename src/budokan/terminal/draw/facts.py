"""Facts beside the board as blocks: small tables and bars."""

from msgspec.structs import replace

from budokan.kit.scene import Fact, Facts
from budokan.terminal.draw.block import Block, Row, Run, above, fit, line
from budokan.terminal.draw.labels import wrapped


def facts_block(facts: Facts, width: int) -> Block:
    """A small table, with bars if it has any."""
    facts = replace(facts, rows=tuple(_joined(facts, row) for row in facts.rows))
    rows = [line((fit(facts.title, min(width, len(facts.title))), "title"))]
    table = [facts.head, *(row.cells for row in facts.rows)] if facts.head else []
    table = table or [row.cells for row in facts.rows]
    columns = max((len(cells) for cells in table), default=0)
    sizes = _sizes(facts, columns, width)
    if any(len(head) > sizes[i] for i, head in enumerate(facts.head)):
        heads = " · ".join(head for head in facts.head if head)
        rows += [line((f" {text}", "dim")) for text in wrapped(heads, width - 1)]
    elif facts.head:
        rows.append(line((" ", ""), *_cells(facts.head, sizes, ("dim",) * columns)))
    for row in facts.rows:
        styles = row.roles or (("strong",) if row.strong else ("",)) * columns
        room = width - sum(sizes) - 2 * columns - 1
        runs = [*_cells(row.cells, sizes, styles), *_bars(row.bars, room)]
        rows.append(line(("▸" if row.strong else " ", "strong"), *runs))
    if facts.note:
        rows += [line((text, "dim")) for text in wrapped(facts.note, width)]
    return above(rows)


def _joined(facts: Facts, row: Fact) -> Fact:
    """In a tally all cells after the first are joined."""
    if facts.form != "tally":
        return row
    return replace(row, cells=(row.cells[0], ", ".join(row.cells[1:])))


def _sizes(facts: Facts, columns: int, width: int) -> list[int]:
    """The widths of the columns, with room for their heads if those fit."""
    rows = [row.cells for row in facts.rows]
    sizes = [max((len(c[i]) for c in rows if i < len(c)), default=0) for i in range(columns)]
    heads = [max(size, len(head)) for size, head in zip(sizes, facts.head, strict=False)]
    heads += sizes[len(heads) :]
    free = width - 2 * (columns - 1) - 1
    sizes = heads if sum(heads) <= free else sizes
    if sizes and sum(sizes) > free:
        sizes[0] = max(6, sizes[0] - sum(sizes) + free)
    return sizes


def _cells(cells: tuple[str, ...], sizes: list[int], styles: tuple[str, ...]) -> Row:
    runs: list[Run] = []
    for i, cell in enumerate(cells):
        number = cell.lstrip("+-").replace(".", "").isdecimal()
        text = cell.rjust(sizes[i]) if number and i else fit(cell, sizes[i])
        style = styles[i] if i < len(styles) else ""
        runs += [("  " if i else "", ""), (text, "" if style == "plain" else style)]
    return tuple(runs)


def _bars(bars: tuple[tuple[str, float], ...], room: int) -> list[Run]:
    if not bars or room < 4:
        return []
    each = max(3, room // len(bars) - 1)
    runs: list[Run] = []
    for label, share in bars:
        full = round(min(1.0, max(0.0, share)) * (each - len(label)))
        runs += [
            (f"  {label}", "dim"),
            ("█" * full, "lit"),
            ("░" * (each - len(label) - full), "dim"),
        ]
    return runs


def lines_block(strokes: list[str], width: int) -> Block:
    """The strokes across the table, in words."""
    return above([line(("⚔ " + fit(text, min(width - 2, len(text))), "hit")) for text in strokes])
