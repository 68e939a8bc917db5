"""Setting up a table."""

from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from budokan.kit.errors import Refusal
from budokan.kit.game import Game
from budokan.terminal.tui.dialogs import Line
from budokan.terminal.tui.form import Form, Row, explain
from budokan.terminal.tui.rules import Rules

if TYPE_CHECKING:
    from budokan.terminal.tui.hall import Hall


class NewTable(Screen[None]):
    """Players and options of a new table, in rows built from the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "Previous", key_display="←"),
        Binding("right", "turn(1)", "Next", key_display="→"),
        Binding("e", "edit", "Type a value"),
        Binding("s", "start", "Start"),
        Binding("r", "rules", "Rules"),
        Binding("question_mark,f1", "app.help", "Help", key_display="?"),
        Binding("q,escape", "back", "Back", key_display="q"),
    ]

    def __init__(self, game: Game, cards: str | None = None) -> None:
        super().__init__()
        self.form = Form(game, cards)

    def compose(self) -> ComposeResult:
        yield Static(f"{self.form.game.title} · a new table", id="bar", markup=False)
        yield OptionList(id="form", compact=True)
        yield Static(id="explain", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.refresh_rows(0)

    def refresh_rows(self, at: int) -> None:
        box = self.query_one("#form", OptionList)
        box.clear_options()
        start = Text("▶ Start the match", "bold")
        box.add_options([Option(start, "start"), *map(self.option, self.form.rows)])
        box.focus()
        box.highlighted = min(at, len(self.form.rows))

    def option(self, row: Row) -> Option:
        text = Text(f"{row.label:<22} ", no_wrap=True, overflow="ellipsis")
        text.append(f"< {row.value} >", "bold")
        return Option(text, row.key)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        row = self.row(event.option_index)
        start = "Enter starts the match with these settings; left and right change them."
        self.explain(start if row is None else explain(row, self.form.game.clauses))

    def explain(self, text: str) -> None:
        self.query_one("#explain", Static).update(text)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_id == "start":
            self.action_start()
        else:
            self.change(event.option_index, 1)

    def row(self, at: int | None) -> Row | None:
        return self.form.rows[at - 1] if at else None

    @property
    def at(self) -> int:
        return self.query_one("#form", OptionList).highlighted or 0

    def change(self, at: int, by: int) -> None:
        row = self.row(at)
        if row is not None:
            self.form.turn(row, by)
            self.refresh_rows(at)

    def action_turn(self, by: int) -> None:
        self.change(self.at, by)

    def action_edit(self) -> None:
        at = self.at
        row = self.row(at)
        if row is None or not row.free:
            self.explain("This setting has fixed values; change it with left and right.")
            return

        def answered(text: str | None) -> None:
            if text:
                self.put(at, row, text)

        self.app.push_screen(Line(f"{row.label.strip()}: {row.note}", row.value), answered)

    def put(self, at: int, row: Row, text: str) -> None:
        try:
            self.form.put(row, text)
        except Refusal as refusal:
            self.explain(str(refusal))
            return
        self.refresh_rows(at)

    def action_start(self) -> None:
        try:
            match = self.form.match()
        except Refusal as refusal:
            self.explain(str(refusal))
            return
        cast("Hall", self.app).sit_down(match, self.form.players())

    def action_rules(self) -> None:
        row = self.row(self.at)
        self.app.push_screen(Rules(self.form.game.id, row.clause if row else ""))

    def action_back(self) -> None:
        self.dismiss()
