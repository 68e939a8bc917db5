"""Pieces and buttons as blocks; edges mark those that can be picked and those picked."""

from dataclasses import dataclass

from budokan.kit.scene import Button, Piece
from budokan.terminal.draw import labels
from budokan.terminal.draw.block import EMPTY, Block, Run, beside, boxed, fit, line
from budokan.terminal.draw.faces import Size, blow_chip, blow_face, small_face, wordy_face


@dataclass(frozen=True)
class Picking:
    """The ids that can be picked, those picked so far, and the one under the cursor."""

    lit: frozenset[str] = frozenset()
    picked: tuple[str, ...] = ()
    cursor: str = ""
    ahead: tuple[str, ...] = ()  # the path of the choice highlighted in the list


class PieceDrawing:
    """Draws pieces and buttons while a person picks."""

    def __init__(self, picking: Picking) -> None:
        self.picking = picking
        self.hot = (picking.lit | {*picking.picked, picking.cursor}) - {""}

    def piece(self, piece: Piece, size: Size, width: int = 0) -> Block:
        if size == "chip" or piece.shape not in ("card", "slot"):
            return self.chip(piece, width)
        edge, style, seal = self.edge(piece.id, piece)
        tint = self.tint(piece)
        if piece.form == "blow":
            preview = piece.preview
            fate = (preview.alarm or preview.note) if preview else ""
            return boxed(blow_face(piece), edge, style, head=seal, foot=fate).named(piece.id)
        wordy = not (labels.is_back(piece) or labels.is_short(piece))
        if piece.shape == "slot" and not piece.spot:
            wordy = False
        inner = wordy_face(piece, size, tint) if wordy else small_face(piece, size, tint)
        head, marks = list(seal), labels.marks(piece)
        if wordy and size == "mid":
            head += labels.close_arrows(piece) or labels.values(piece)
        head.append((f" {marks}" if marks else "", "moved"))
        numbers = labels.numbers(piece.preview) if piece.id in self.hot else []
        if labels.width(numbers) > inner.width:
            numbers = labels.numbers(piece.preview, gap="")
        foot = numbers if 0 < labels.width(numbers) <= inner.width else piece.badge
        return boxed(inner, edge, style, head=head, foot=foot).named(piece.id)

    def chip(self, piece: Piece, width: int = 0) -> Block:
        """A piece in one line; its name is cut to the width."""
        left, right, style = self.brackets(piece.id, piece)
        name = labels.face(piece)
        runs: list[Run] = [(name, self.tint(piece))]
        if piece.form == "blow":
            return line((left, style), *blow_chip(piece), (right, style)).named(piece.id)
        if values := ([] if labels.is_back(piece) else labels.values(piece)):
            runs += [(" ", ""), *values]
        if piece.badge:
            runs.append((f" {piece.badge}", "dim"))
        if marks := labels.marks(piece):
            runs.append((marks, "moved"))
        whole = line((left, style), *runs, (right, style))
        if 0 < width < whole.width and len(name) > whole.width - width:
            runs[0] = (fit(name, len(name) - whole.width + width), runs[0][1])
            whole = line((left, style), *runs, (right, style))
        return whole.named(piece.id)

    def tint(self, piece: Piece) -> str:
        if piece.id and piece.id == self.picking.cursor:
            return "cursor"
        if labels.is_back(piece) or piece.shape == "slot":
            return "back"
        if {"spent", "covered", "ghost"} & set(piece.marks) or self.is_refused(piece):
            return "dim"
        return "strong"

    def is_refused(self, piece: Piece) -> bool:
        return piece.refused is not None and piece.id not in self.picking.lit

    def style(self, name: str) -> str:
        if name in self.picking.picked or name in self.picking.ahead:
            return "picked"
        if name and name == self.picking.cursor:
            return "cursor"
        return "lit" if name in self.picking.lit else ""

    def edge(self, name: str, piece: Piece | None) -> tuple[str, str, list[Run]]:
        """The frame of a piece shows whether it can be picked; colour only repeats it."""
        style = self.style(name)
        path = self.picking.picked or self.picking.ahead
        if name in path:
            return "double", style, [(str(path.index(name) + 1), "picked")]
        if name and name == self.picking.cursor:
            return "double", style, []
        if name in self.picking.lit:
            second = piece is not None and "pairs" in piece.marks
            return "heavy", "second" if second else "lit", []
        if piece is not None and self.is_refused(piece):
            return "dashed", "dim", []
        return "thin", "edge", []

    def brackets(self, name: str, piece: Piece | None) -> tuple[str, str, str]:
        path = self.picking.picked or self.picking.ahead
        if name in path:
            return f"{path.index(name) + 1}:", " ", "picked"
        if name and name == self.picking.cursor:
            return "►", "◄", "cursor"
        if name in self.picking.lit:
            return "«", "»", "lit"
        if piece is not None and self.is_refused(piece):
            return "¦", "¦", "dim"
        return "[", "]", "edge"

    def button(self, button: Button) -> Block:
        left, right, style = self.brackets(button.id, None)
        name = (f" {button.label} ", "main" if button.primary else "strong")
        label = line((left, style), name, (right, style))
        numbers = labels.numbers(button.preview)
        note = line((" ", ""), *numbers) if numbers else EMPTY
        return beside([label, note], 0).named(button.id)

    # -- Signs of what can be picked ---------------------------------------------------------

    def pointer(self, name: str) -> Run:
        """The sign before an item without an edge that can be picked."""
        if name in self.picking.picked:
            return (f"{self.picking.picked.index(name) + 1}:", "picked")
        if name and name == self.picking.cursor:
            return ("►", "cursor")
        return ("»", "lit") if name in self.picking.lit else ("", "")
