"""The rules of a game on the screen, with a search for clauses and words."""

import re
from typing import ClassVar

from rich.markdown import Markdown
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Input, RichLog, Static

from budokan.kit.errors import Refusal
from budokan.kit.game import find


class Rules(Screen[None]):
    """Shows rules.md; a clause or word can be searched for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "close", "Back"),
        Binding("slash", "find", "Find a clause or word"),
        Binding("n", "next", "Next"),
    ]

    def __init__(self, game: str, clause: str = "") -> None:
        super().__init__()
        self.game_id, self.wanted = game, clause
        self.width, self.found = 0, -1  # the line of the last match

    def compose(self) -> ComposeResult:
        yield Static(id="bar", markup=False)
        yield RichLog(id="rules", wrap=True, auto_scroll=False)
        yield Input(id="find", placeholder="clause or word, then Enter", compact=True)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#find").display = False
        self.query_one("#rules").focus()

    def on_resize(self, event: events.Resize) -> None:
        if event.size.width != self.width:
            self.width = event.size.width
            self.call_after_refresh(self.write)

    def write(self) -> None:
        log = self.query_one(RichLog)
        log.clear()
        try:
            game = find(self.game_id)
        except Refusal as refusal:
            log.write(f"The rules are not on this machine: {refusal}")
            return
        self.query_one("#bar", Static).update(f"Rules of {game.title}")
        log.write(Markdown(game.rules), width=min(100, self.width - 4))
        if self.wanted:
            self.go(self.wanted, 0)

    def lines(self) -> list[str]:
        return [strip.text for strip in self.query_one(RichLog).lines]

    def go(self, wanted: str, start: int) -> bool:
        """Scroll to a clause, or to the next line that contains a word."""
        clause = re.compile(rf"^\W*{re.escape(wanted)}\b", re.IGNORECASE)
        lines = self.lines()
        order = [*range(start, len(lines)), *range(start)]
        hit = next((at for at in order if clause.search(lines[at])), None)
        if hit is None:
            hit = next((at for at in order if wanted.lower() in lines[at].lower()), None)
        if hit is None:
            missing = f"{wanted!r} is not in these rules."
            self.notify(missing, severity="warning", markup=False)
            return False
        self.wanted, self.found = wanted, hit
        self.query_one("#bar", Static).update(f"Rules of {find(self.game_id).title} · {wanted}")
        self.query_one(RichLog).scroll_to(y=hit, animate=False)
        return True

    def action_find(self) -> None:
        box = self.query_one(Input)
        box.display = True
        box.focus()

    def action_next(self) -> None:
        if self.wanted:
            self.go(self.wanted, self.found + 1)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.input.display = False
        self.query_one(RichLog).focus()
        if event.value.strip():
            self.go(event.value.strip(), 0)

    def action_close(self) -> None:
        self.dismiss()
