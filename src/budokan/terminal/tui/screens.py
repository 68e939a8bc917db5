"""The hall's own screens: the front, and setting up a table."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from budokan.kit.errors import Refusal
from budokan.kit.game import Game, find_all
from budokan.terminal.hosts import saves
from budokan.terminal.tui.dialogs import Ask, Line
from budokan.terminal.tui.form import Form, Row, explained
from budokan.terminal.tui.rules import Rules

if TYPE_CHECKING:
    from budokan.terminal.tui.hall import Hall


class Front(Screen[None]):
    """The games, the matches that wait, challenges, guides, and the door to other halls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "none", "Open"),
        Binding("j", "join", "Join by link"),
        Binding("delete,x", "drop", "Throw away", key_display="x"),
        Binding("t", "app.turn_light", "Light or dark"),
        Binding("question_mark,f1", "app.help", "Help", key_display="?"),
        Binding("q,escape", "app.quit", "Quit", key_display="q"),
    ]

    def compose(self) -> ComposeResult:
        yield Static("Budokan · the hall", id="bar")
        yield OptionList(id="front")
        yield Footer(show_command_palette=False)

    def on_screen_resume(self) -> None:
        self.refresh_list()

    def refresh_list(self) -> None:
        box = self.query_one("#front", OptionList)
        box.clear_options()
        box.add_options(self.entries())
        box.focus()
        box.highlighted = next(
            (at for at, option in enumerate(box.options) if not option.disabled), None
        )

    def entries(self) -> list[Option]:
        found = [Option(Text("New match", "dim"), disabled=True)]
        found += [Option(_game_text(game), f"game {game.id}") for game in find_all().values()]
        waiting = saves.listed()
        if waiting:
            found.append(Option(Text("\nGo on with", "dim"), disabled=True))
        for saved in waiting:
            fault = f"\n    {saved.fault}" if saved.fault else ""
            when = f"  ({saved.when})" if saved.when else ""
            said = Text(f"{saved.title}{when}{fault}")
            found.append(Option(said, f"saved {saved.name}"))
        found += self.of_the_day() + self.guides()
        found.append(Option(Text("\nElsewhere", "dim"), disabled=True))
        found.append(Option("Join a table by its link", "join"))
        return found

    def of_the_day(self) -> list[Option]:
        """The challenges of this day."""
        games = [game for game in find_all().values() if game.daily is not None]
        head = Text(f"\nChallenge of the day, {today()}, the same for everybody", "dim")
        rows = [Option(game.title, f"daily {game.id}") for game in games]
        return [Option(head, disabled=True), *rows] if rows else []

    def guides(self) -> list[Option]:
        """The games with a guided first match."""
        games = [game for game in find_all().values() if game.guide is not None]
        head = Text("\nLearn by playing: a guided first match", "dim")
        rows = [Option(game.title, f"learn {game.id}") for game in games]
        return [Option(head, disabled=True), *rows] if rows else []

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        kind, _, rest = (event.option_id or "").partition(" ")
        hall = cast("Hall", self.app)
        if kind == "game":
            hall.push_screen(NewTable(find_all()[rest]))
        elif kind == "saved":
            hall.resume(rest)
        elif kind == "daily":
            hall.challenge(find_all()[rest])
        elif kind == "learn":
            hall.learn(find_all()[rest])
        elif kind == "join":
            self.action_join()

    def action_none(self) -> None:
        """Enter is the list's own key; here it only has a name."""

    def action_join(self) -> None:
        def answered(link: str | None) -> None:
            if link:
                cast("Hall", self.app).join(link)

        self.app.push_screen(Line("The link of the table, as the other person sent it:"), answered)

    def action_drop(self) -> None:
        box = self.query_one("#front", OptionList)
        at = box.highlighted
        name = (box.get_option_at_index(at).id or "") if at is not None else ""
        if not name.startswith("saved "):
            return

        def answered(yes: bool | None) -> None:
            if yes:
                saves.drop(name.removeprefix("saved "))
                self.refresh_list()

        question = Ask("Throw this match away for good?", "Throw it away", "Keep it")
        self.app.push_screen(question, answered)


def today() -> str:
    """The day of a challenge, as everywhere in the world."""
    return datetime.now(UTC).date().isoformat()


def _game_text(game: Game) -> Text:
    seats = f"{game.seats[0]} to {game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
    said = Text(f"{game.title}", "bold")
    said.append(f"  {seats} {'player' if seats == '1' else 'players'}. ", "dim not bold")
    said.append(str(game.text["game"]["line"]), "not bold")
    return said


class NewTable(Screen[None]):
    """Who plays, and how: every row is read off the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "Before", key_display="←"),
        Binding("right", "turn(1)", "Next", key_display="→"),
        Binding("e", "edit", "Type a value"),
        Binding("s", "start", "Start"),
        Binding("r", "rules", "Rules"),
        Binding("question_mark,f1", "app.help", "Help", key_display="?"),
        Binding("q,escape", "back", "Back", key_display="q"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.form = Form(game)

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
        said = Text(f"{row.label:<22} ", no_wrap=True, overflow="ellipsis")
        said.append(f"< {row.value} >", "bold")
        return Option(said, row.key)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        row = self.row(event.option_index)
        told = "Enter starts with what stands below; arrows change it."
        if row is not None:
            told = explained(row, self.form.game.clauses)
        self.explain(told)

    def explain(self, told: str) -> None:
        self.query_one("#explain", Static).update(told)

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
            self.explain("This row takes only what it offers.")
            return

        def answered(text: str | None) -> None:
            if text:
                self.form.put(row, text)
                self.refresh_rows(at)

        self.app.push_screen(Line(f"{row.label.strip()}: {row.note}", row.value), answered)

    def action_start(self) -> None:
        try:
            match = self.form.match()
        except Refusal as refusal:
            self.explain(str(refusal))
            return
        cast("Hall", self.app).sit_down(match, self.form.sitting())

    def action_rules(self) -> None:
        row = self.row(self.at)
        self.app.push_screen(Rules(self.form.game.id, row.clause if row else ""))

    def action_back(self) -> None:
        self.dismiss()
