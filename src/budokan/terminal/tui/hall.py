"""The Textual application: the hall with its screens."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from budokan.agents.registry import default_opponent
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, find
from budokan.match.match import CodedMatch
from budokan.terminal.draw.palette import THEMES
from budokan.terminal.hosts import saves
from budokan.terminal.hosts.host import Host
from budokan.terminal.hosts.lesson import GuideHost
from budokan.terminal.hosts.local import LocalHost
from budokan.terminal.hosts.remote import RemoteHost
from budokan.terminal.hosts.remote_link import Place, enter, rematch
from budokan.terminal.seating import HUMAN, rotate, seat_names
from budokan.terminal.settings import Settings
from budokan.terminal.tui.dialogs import HELP, Page
from budokan.terminal.tui.front import Front, today
from budokan.terminal.tui.new_table import NewTable
from budokan.terminal.tui.table import Table

STYLE = """
* { scrollbar-size-vertical: 1; scrollbar-size-horizontal: 1; }
#bar { height: 1; background: $panel; padding: 0 1; text-style: bold; }
#all { height: 1fr; }
#main { width: 1fr; }
#board { height: 1fr; background: $background; }
#notice { height: auto; max-height: 6; background: $primary 20%; padding: 0 1; }
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
Ask, Line, Pick { align: center middle; }
.dialog { width: 64; max-width: 90%; height: auto; padding: 1 2; background: $panel; }
.dialog { border: heavy $primary; }
.dialog OptionList { height: auto; margin-top: 1; }
"""


class Hall(App[None]):
    """A stack of screens: the front, tables and pages."""

    CSS = STYLE
    TITLE = "Budokan"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012  as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", "Quit", show=False)]

    def __init__(
        self,
        game: str | None = None,
        place: Place | None = None,
        pause: float = 0.4,
        settings: Settings | None = None,  # instead of those that are kept
        cards: str | None = None,  # the card file of the first table
    ) -> None:
        super().__init__()
        self.first_cards = cards
        self.settings = settings
        self.first_game, self.first_place, self.pause = game, place, pause
        for theme, _ in THEMES.values():
            self.register_theme(theme)
        self.theme = "budokan-night"

    def on_mount(self) -> None:
        self.push_screen(Front())
        if self.first_place:
            self.take_place(self.first_place)
        elif self.first_game:
            self.push_screen(NewTable(find(self.first_game), self.first_cards))

    def action_switch_theme(self) -> None:
        self.theme = "budokan-day" if self.theme == "budokan-night" else "budokan-night"

    def action_help(self) -> None:
        self.push_screen(Page("Help", HELP))

    def sit_down(self, match: CodedMatch, players: tuple[str, ...], name: str = "") -> None:
        """Open a table on this machine, in place of the form that set it up."""
        table = Table(LocalHost(match, players, name, self.pause), self.settings)
        if isinstance(self.screen, NewTable | Table):
            self.switch_screen(table)
        else:
            self.push_screen(table)

    def play_again(self, host: Host) -> None:
        """A rematch; after a guide, a new table of the same game."""
        if isinstance(host, LocalHost):
            match, players = rotate(host.match, host.players)
            self.sit_down(match, players)
        elif isinstance(host, RemoteHost):
            self.go_to(lambda: rematch(host.place))
        elif isinstance(host, GuideHost):
            self.switch_screen(NewTable(host.guide.game))

    def learn(self, game: Game) -> None:
        """Start a guided first match."""
        if game.guide is not None:
            self.push_screen(Table(GuideHost(game.guide), self.settings))

    def challenge(self, game: Game) -> None:
        """Play the deal of the day, the same for everybody."""
        switches, seed = game.challenge(today())
        setup = game.setup(None, switches)
        players = (HUMAN, *[default_opponent(game)] * (setup.seats - 1))
        self.sit_down(CodedMatch(game, setup, seat_names(game.id, players), seed), players)

    def resume(self, name: str) -> None:
        """Resume a saved match."""
        try:
            match, players = saves.resume(name)
        except Refusal as refusal:
            self.notify(str(refusal), severity="warning", markup=False)
            return
        self.sit_down(match, players, name)

    def join(self, link: str) -> None:
        """Join a table of a hall elsewhere."""
        self.go_to(lambda: enter(link))

    def go_to(self, find_place: Callable[[], Place]) -> None:
        """Find a table elsewhere in a thread, so that the screen does not wait, and sit down."""

        def look() -> None:
            try:
                place = find_place()
            except Refusal as refusal:
                self.call_from_thread(self.notify, str(refusal), severity="warning", markup=False)
                return
            self.call_from_thread(self.take_place, place)

        self.run_worker(look, thread=True)

    def take_place(self, place: Place) -> None:
        table = Table(RemoteHost(place), self.settings)
        if isinstance(self.screen, Table):
            self.switch_screen(table)
        else:
            self.push_screen(table)
