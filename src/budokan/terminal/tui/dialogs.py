"""Small screens: a page of text, the curtain, a question, a line of input, a list."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from budokan.thinking.advice import Tip

HELP = """The table
  arrows        move between pieces you can pick and those that say why not
  Enter, Space  pick; a complete choice is played at once. Enter again on a
                picked piece plays the only choice left
  Backspace     undo the last pick
  1 2 3 ...     go to a choice in the list; Enter plays it (1, 2: choice 12)
  Tab           move between table, choices, story and facts
  mouse         point to read, click to pick; click a choice to play it

  u  take back your last step        c  concede (asks first)
  h  hint: the best moves, their chance to win, and why
  r  rules, opened at the clause of the last refusal
  s  the whole story                 f  the table in words, with counters
  t  light or dark                   n  play again, after the end
  p  pace: slow, normal, fast, off   o  take only choices for you, or ask
  v  the values of the card you point at, each with its source
  k  coach, after the end: what was luck and what was a mistake
  q  leave; the match is saved, and the hall offers to resume it

At a table of a hall elsewhere, joined by its link
  g  say a courtesy, or hide those of others; they appear below the table
  w  claim the win, or a bot, when the player to move is away or out of time
  b  take your seat back from a bot that plays for you
  m  ask to undo your last move, if nothing was drawn or revealed since
  a  agree to undo a move of another player; d  decline, or withdraw yours
  The top line shows the clocks and who is away.

Signs
  heavy edge, « »   can be picked       double edge, ► ◄   pointed at
  1: or a number    picked, in order    dashed edge, ¦ ¦   not now; point
                                        at it to read why
  ▒▒ face down   ·· empty   ◉ token   ▶ to act   → just moved
  x spent        ! a warning           ● ◆ ▲ ■ ⬢ ✚ the seats A to F

Between the turns of two people at one keyboard a curtain hides the table.
With --plain Budokan plays line by line, for screen readers and pipes."""


class Page(Screen[None]):
    """A page of text to scroll through."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "close", "Back")]

    def __init__(self, title: str, text: str | Text, *, end: bool = False) -> None:
        super().__init__()
        self.title_text, self.text, self.end = title, text, end

    def compose(self) -> ComposeResult:
        yield Static(self.title_text, id="bar", markup=False)
        with VerticalScroll(id="page"):
            yield Static(self.text, markup=False)
        yield Footer()

    def on_mount(self) -> None:
        page = self.query_one("#page", VerticalScroll)
        page.focus()
        if self.end:
            page.scroll_end(animate=False)

    def action_close(self) -> None:
        self.dismiss()


class Curtain(Screen[bool]):
    """Hides the table until the next person is alone at the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "I am alone at the screen"),
        Binding("q", "leave", "Leave"),
    ]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.seat_name = name

    def compose(self) -> ComposeResult:
        with Vertical(id="curtain"):
            yield Static(f"{self.seat_name}, it is your turn.", id="curtain-name", markup=False)
            yield Static("The others look away. Press Enter or click when you are alone.")
        yield Footer()

    def on_click(self) -> None:
        self.dismiss(True)

    def action_open(self) -> None:
        self.dismiss(True)

    def action_leave(self) -> None:
        self.dismiss(False)


class Ask(ModalScreen[bool]):
    """A question with yes and no; no is selected first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape", "answer(False)", "No"),
    ]

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self.question, self.yes, self.no = question, yes, no

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self.question, markup=False)
            yield OptionList(Option(f"n  {self.no}", "no"), Option(f"y  {self.yes}", "yes"))

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option_id == "yes")

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


class Line(ModalScreen[str]):
    """One line of text; '' if the person goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Back")]

    def __init__(self, question: str, value: str = "") -> None:
        super().__init__()
        self.question, self.value = question, value

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self.question, markup=False)
            yield Input(self.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value.strip())

    def action_cancel(self) -> None:
        self.dismiss("")


class Pick(ModalScreen[str]):
    """A list from which one row can be picked; '' if none is."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,h,g,q", "close", "Back")]

    def __init__(self, heading: str, rows: Sequence[tuple[str, str | Text]]) -> None:
        super().__init__()
        self.heading, self.rows = heading, rows

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self.heading, markup=False)
            rows = [Option(words, name) for name, words in self.rows]
            yield OptionList(*rows, Option("Back to the table", ""), markup=False)

    def on_mount(self) -> None:
        # On "Back", so that nothing is picked by accident.
        self.query_one(OptionList).highlighted = len(self.rows)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option_id or "")

    def action_close(self) -> None:
        self.dismiss("")


class Hints(Pick):
    """The best moves; one of them can be played."""

    def __init__(self, heading: str, tips: Sequence[Tip]) -> None:
        rows = [(tip.action, _tip_text(tip)) for tip in tips]
        super().__init__(f"{heading}. Enter plays a move.", rows)
        self.tips = tips


def _tip_text(tip: Tip) -> Text:
    text = Text(f"{tip.told}  ", "bold")
    text.append(tip.label, "not bold")
    if tip.why:
        text.append(f"\n    {tip.why}", "dim not bold")
    return text
