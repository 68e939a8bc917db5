"""The application around the screens."""

from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.play.match import Match
from budokan.terminal import saves
from budokan.terminal.dialogs import HELP, Page
from budokan.terminal.form import turned
from budokan.terminal.host import LocalHost
from budokan.terminal.join import Place, RemoteHost, enter
from budokan.terminal.palette import THEMES
from budokan.terminal.screens import Front, NewTable
from budokan.terminal.table import Table

STYLE = """
* { scrollbar-size-vertical: 1; scrollbar-size-horizontal: 1; }
#bar { height: 1; background: $panel; padding: 0 1; text-style: bold; }
#all { height: 1fr; }
#main { width: 1fr; }
#board { height: 1fr; background: $background; }
#prompt { height: 3; background: $panel; padding: 0 1; }
#low { height: 7; }
#choices, #front, #form { height: 1fr; width: 1fr; border: none; background: $surface; padding: 0; }
#board:focus { background: $background; }
#near-story { width: 30; border-left: solid $panel; padding: 0 1; background: $surface; }
#rail { width: 40; display: none; border-left: solid $panel; }
#facts { height: auto; max-height: 60%; padding: 0 1; background: $surface; }
#far-story { height: 1fr; padding: 0 1; border-top: solid $panel; background: $surface; }
.-wide #rail { display: block; }
.-wide #near-story { display: none; }
.-tall #low { height: 9; }
.-tall #prompt { height: 4; }
#explain { height: 5; padding: 0 1; background: $panel; }
#rules, #page { height: 1fr; padding: 0 1; background: $surface; }
#curtain { align: center middle; background: $panel; height: 1fr; }
#curtain Static { width: auto; }
#curtain-name { text-style: bold; margin-bottom: 1; }
Ask, Line, Hints { align: center middle; }
.dialog { width: 64; max-width: 90%; height: auto; padding: 1 2; background: $panel; }
.dialog { border: heavy $primary; }
.dialog OptionList { height: auto; margin-top: 1; }
"""


class Hall(App[None]):
    """Front, tables and pages on a stack of screens."""

    CSS = STYLE
    TITLE = "Budokan"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012  as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", "Quit", show=False)]

    def __init__(self, game: str | None = None, link: str | None = None, pace: float = 0.4) -> None:
        super().__init__()
        self.first_game, self.first_link, self.pace = game, link, pace
        for theme, _ in THEMES.values():
            self.register_theme(theme)
        self.theme = "budokan-night"

    def on_mount(self) -> None:
        self.push_screen(Front())
        if self.first_link:
            self.join(self.first_link)
        elif self.first_game:
            self.push_screen(NewTable(find(self.first_game)))

    def action_turn_light(self) -> None:
        self.theme = "budokan-day" if self.theme == "budokan-night" else "budokan-night"

    def action_help(self) -> None:
        self.push_screen(Page("Help", HELP))

    def sit_down(self, match: Match, sitting: tuple[str, ...], path: Path | None = None) -> None:
        """Open a table on this machine, in place of the form that set it up."""
        table = Table(LocalHost(match, sitting, path, self.pace))
        if isinstance(self.screen, NewTable | Table):
            self.switch_screen(table)
        else:
            self.push_screen(table)

    def play_again(self, table: Table) -> None:
        if isinstance(table.host, LocalHost):
            match, sitting = turned(table.host.match, table.host.sitting)
            self.sit_down(match, sitting)

    def resume(self, path: Path) -> None:
        try:
            match, sitting = saves.resume(path)
        except Refusal as refusal:
            self.notify(str(refusal), severity="warning", markup=False)
            return
        self.sit_down(match, sitting, path)

    def join(self, link: str) -> None:
        """Take a seat in another hall; opening the link must not stop the screen."""

        def open_link() -> None:
            try:
                place = enter(link)
            except Refusal as refusal:
                self.call_from_thread(self.notify, str(refusal), severity="warning", markup=False)
                return
            self.call_from_thread(self.take_place, place)

        self.run_worker(open_link, thread=True)

    def take_place(self, place: Place) -> None:
        self.push_screen(Table(RemoteHost(place)))
