"""The front of the hall: games, saved matches, challenges, guides and tables elsewhere."""

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
from budokan.terminal.hosts.remote_link import keep_name, known_name
from budokan.terminal.tui.dialogs import Ask, Line
from budokan.terminal.tui.new_table import NewTable

if TYPE_CHECKING:
    from budokan.terminal.tui.hall import Hall


class Front(Screen[None]):
    """Lists games, saved matches, challenges and guides, and joins tables elsewhere."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "none", "Open"),
        Binding("j", "join", "Join by link"),
        Binding("delete,x", "drop", "Delete", key_display="x"),
        Binding("t", "app.switch_theme", "Light or dark"),
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
            found.append(Option(Text("\nResume", "dim"), disabled=True))
        for saved in waiting:
            fault = f"\n    {saved.fault}" if saved.fault else ""
            when = f"  ({saved.when})" if saved.when else ""
            text = Text(f"{saved.title}{when}{fault}")
            found.append(Option(text, f"saved {saved.name}"))
        found += self.of_the_day() + self.guides()
        found.append(Option(Text("\nElsewhere", "dim"), disabled=True))
        found.append(Option("Join a table by its link", "join"))
        return found

    def of_the_day(self) -> list[Option]:
        """The challenges of the day."""
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
        """The list itself handles Enter; this only names the key in the footer."""

    def action_join(self) -> None:
        def answered(link: str | None) -> None:
            if link and known_name():
                cast("Hall", self.app).join(link)
            elif link:
                question = "Your name; Enter alone, and you are a guest:"
                self.app.push_screen(Line(question), lambda name: named(link, name or ""))

        def named(link: str, name: str) -> None:
            try:
                keep_name(name)
            except Refusal as refusal:
                self.notify(str(refusal), severity="warning", markup=False)
            else:
                cast("Hall", self.app).join(link)

        self.app.push_screen(Line("The link to the table, as you received it:"), answered)

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

        question = Ask("Delete this match for good?", "Delete it", "Keep it")
        self.app.push_screen(question, answered)


def today() -> str:
    """The date of today's challenge, in UTC for everybody."""
    return datetime.now(UTC).date().isoformat()


def _game_text(game: Game) -> Text:
    seats = f"{game.seats[0]} to {game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
    text = Text(f"{game.title}", "bold")
    text.append(f"  {seats} {'player' if seats == '1' else 'players'}. ", "dim not bold")
    text.append(str(game.text["game"]["line"]), "not bold")
    return text
