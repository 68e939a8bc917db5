"""The table on the screen: board, question, choices, story and facts."""

from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from budokan.kit.scene import Choice, Scene, chosen, lit
from budokan.terminal import labels
from budokan.terminal.block import above
from budokan.terminal.board import Board, as_text
from budokan.terminal.coach import CoachPage
from budokan.terminal.dialogs import Ask, Curtain, Hints, Page
from budokan.terminal.draw import Picking
from budokan.terminal.host import Frame, Hinted, Host, Told
from budokan.terminal.plain import describe
from budokan.terminal.rules import Rules

if TYPE_CHECKING:
    from budokan.terminal.hall import Hall

START = "Arrows or the mouse point and Enter picks; numbers go to the list; ? explains."
CHANGING = ("undo", "hint", "again", "coach", "concede")  # keys that come and go
SEEKING = "A hint is sought …"
RAIL = 36  # cells across the facts


class Table(Screen[None]):
    """One match; a host holds it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(str(n), f"number({n})", show=False) for n in range(10)],
        Binding("backspace,escape", "let_go", "Let go", show=False),
        Binding("left", "to_board(-1)", show=False),
        Binding("right", "to_board(1)", show=False),
        Binding("u", "undo", "Undo"),
        Binding("h", "hint", "Hint"),
        Binding("r", "rules", "Rules"),
        Binding("s", "story", "Story"),
        Binding("f", "facts", "Facts"),
        Binding("c", "concede", "Concede"),
        Binding("n", "again", "Again"),
        Binding("k", "coach", "Coach"),
        Binding("t", "app.turn_light", "Light", show=False),
        Binding("question_mark,f1", "app.help", "Help", key_display="?"),
        Binding("q", "leave", "Leave"),
    ]

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.frame: Frame | None = None
        self.picked: tuple[str, ...] = ()
        self.cursor = ""
        self.hint = ""
        self.clause = ""  # of the last refusal
        self.typed = ""  # digits of a choice
        self.curtain: Curtain | None = None
        self.left = False
        self.offered: tuple[bool | None, ...] = ()  # keys that come and go

    def compose(self) -> ComposeResult:
        yield Static("One moment.", id="bar")
        with Horizontal(id="all"):
            with Vertical(id="main"):
                yield Board(id="board")
                yield Static(id="prompt", markup=False)
                with Horizontal(id="low"):
                    yield OptionList(id="choices", compact=True)
                    with VerticalScroll(id="near-story", can_focus=False):
                        yield Static(classes="story", markup=False)
            with Vertical(id="rail"):
                with VerticalScroll(id="facts"):
                    yield Static(id="facts-text", markup=False)
                with VerticalScroll(id="far-story"):
                    yield Static(classes="story", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.host.show, self.host.tell, self.host.advise = self.show, self.told, self.advised
        self.query_one(Board).focus()
        self.run_worker(self.host.run(), group="host", exit_on_error=True)

    # -- what the host says -------------------------------------------------------------------

    def show(self, frame: Frame) -> None:
        """A new state of the table; it is shown to nobody but its viewer."""
        if self.left:
            return
        seat = frame.waits_for
        if seat is not None and seat != frame.view:
            self.frame = frame
            self.draw_curtain(seat)
            return
        if self.curtain is not None and frame.over:
            self.curtain.dismiss(True)
        before, self.frame = self.frame, frame
        # Somebody else's step in a choice of several leaves one's own half-made pick alone.
        if (
            before is None
            or before.view != frame.view
            or before.scene.choices != frame.scene.choices
        ):
            self.forget()
        self.refresh_all()

    def draw_curtain(self, seat: int) -> None:
        if self.curtain is not None or self.frame is None:
            return
        self.curtain = Curtain(self.frame.names[seat])

        def opened(ready: bool | None) -> None:
            self.curtain = None
            if ready:
                self.host.look(seat)
            else:
                self.action_leave()

        self.app.push_screen(self.curtain, opened)

    def told(self, told: Told) -> None:
        self.clause = told.clause or self.clause
        self.hint = told.text + (f" ({told.clause})" if told.clause else "")
        self.notify(self.hint, severity="warning" if told.bad else "information", markup=False)
        if self.frame is not None and self.curtain is None:
            self.refresh_prompt()

    def advised(self, hinted: Hinted) -> None:
        """A hint has come; one for another moment, or under another screen, is let go."""
        frame = self.frame
        if frame is None or (hinted.seat, hinted.ply) != (frame.view, frame.ply):
            return
        self.hint = hinted.advice.note
        self.refresh_prompt()

        def answered(action: str | None) -> None:
            for choice in self.scene.choices if self.scene and self.frame is frame else ():
                if choice.action == action:
                    self.play(choice)

        if hinted.advice.tips and self.app.screen is self:
            self.app.push_screen(Hints(hinted.heading, hinted.advice.tips), answered)

    # -- what is shown ------------------------------------------------------------------------

    @property
    def scene(self) -> Scene | None:
        return self.frame.scene if self.frame else None

    @property
    def open_choices(self) -> list[tuple[int, Choice]]:
        """The choices that what is picked still allows, with their numbers."""
        n = len(self.picked)
        every = enumerate(self.scene.choices if self.scene else (), 1)
        return [(at, c) for at, c in every if any(path[:n] == self.picked for path in c.paths)]

    def refresh_all(self) -> None:
        self.refresh_bar()
        self.refresh_board()
        self.refresh_choices()
        self.refresh_prompt()
        self.refresh_rail()
        offered = tuple(self.check_action(name, ()) for name in CHANGING)
        if offered != self.offered:  # the footer is costly
            self.offered = offered
            self.refresh_bindings()

    def refresh_bar(self) -> None:
        frame, scene = self.frame, self.scene
        if frame is None or scene is None:
            return
        said = Text(no_wrap=True, overflow="ellipsis")
        said.append(frame.title, "bold")
        if scene.status:
            said.append(f" · {scene.status}")
        said.append("  ")
        for at, phase in enumerate(scene.phases):
            here = at == scene.phase and not frame.over
            said.append(" > " if at else "", "dim")
            said.append(f"[{phase}]" if here else phase, "bold reverse" if here else "dim")
        self.query_one("#bar", Static).update(said, layout=False)

    def refresh_board(self, ahead: tuple[str, ...] = ()) -> None:
        if self.scene is not None:
            bright = frozenset(lit(self.scene.choices, self.picked))
            self.query_one(Board).show(self.scene, Picking(bright, self.picked, self.cursor, ahead))

    def refresh_choices(self) -> None:
        box = self.query_one("#choices", OptionList)
        box.clear_options()
        box.add_options(
            [Option(self.choice_text(at, choice), str(at)) for at, choice in self.open_choices]
        )

    def choice_text(self, at: int, choice: Choice) -> Text:
        said = Text(f"{at:>2}  {choice.label}", no_wrap=True, overflow="ellipsis")
        if note := labels.preview(choice.preview):
            said.append(f"   {note}", "dim")
        return said

    def refresh_prompt(self) -> None:
        frame, scene = self.frame, self.scene
        if frame is None or scene is None:
            return
        said = Text()
        busy = not frame.over and frame.waits_for is None
        lead = "■ " if frame.over else "… " if busy else "? "
        question = scene.over if frame.over and scene.over else scene.prompt.question
        said.append(lead + question, "bold")
        if self.picked:
            names = " + ".join(labels.about(scene, name)[0].split(" · ")[0] for name in self.picked)
            said.append(f"  picked: {names}", "reverse")
        if scene.prompt.note:
            said.append(f"   {scene.prompt.note}", "dim")
        rest = self.hint or (frame.note if frame.over else "" if busy else START)
        said.append(f"\n{rest}")
        self.query_one("#prompt", Static).update(said, layout=False)

    def refresh_rail(self) -> None:
        frame, scene = self.frame, self.scene
        if frame is None or scene is None:
            return
        theme = self.app.theme
        drawn = [labels.facts_block(facts, RAIL) for facts in scene.facts]
        strokes = [f"{line.label} ({line.role})" for line in scene.lines if line.label]
        if strokes:
            drawn.insert(0, labels.lines_block(strokes, RAIL))
        self.query_one("#facts-text", Static).update(as_text(above(drawn, 1), theme))
        story = Text()
        for at, sentence in enumerate(frame.story[-80:]):
            last = at == len(frame.story[-80:]) - 1
            story.append(("\n" if at else "") + ("▸ " if last else "· "), "bold" if last else "dim")
            story.append(sentence, "bold" if last else "")
        for widget in self.query(".story").results(Static):
            widget.update(story)
        self.call_after_refresh(self.story_to_end)

    def story_to_end(self) -> None:
        for name in ("#near-story", "#far-story"):
            self.query_one(name, VerticalScroll).scroll_end(animate=False)

    # -- picking ------------------------------------------------------------------------------

    def on_board_pointed(self, event: Board.Pointed) -> None:
        event.stop()
        self.point(event.name)

    def point(self, name: str) -> None:
        """Look at something and hear what it says."""
        if self.scene is None:
            return
        self.cursor = name
        self.hint, clause = labels.about(self.scene, name)
        self.clause = clause or self.clause
        self.query_one(Board).point_at(name)
        self.refresh_prompt()

    def on_board_picked(self, event: Board.Picked) -> None:
        event.stop()
        self.pick(event.name)

    def pick(self, name: str) -> None:
        """Go one step along the paths of the choices."""
        if self.scene is None:
            return
        if name in lit(self.scene.choices, self.picked):
            self.picked = (*self.picked, name)
            done = chosen(self.scene.choices, self.picked)
            if done is not None:
                self.play(done)
                return
            self.cursor = name
            self.refresh_all()
        elif self.picked and name == self.picked[-1]:
            left = self.open_choices
            self.play(left[0][1]) if len(left) == 1 else self.action_let_go()
        else:
            self.point(name)

    def play(self, choice: Choice) -> None:
        frame = self.frame
        if frame is not None and frame.waits_for == frame.view:
            self.forget()
            self.host.act(frame.view, frame.ply, choice.action)

    def forget(self) -> None:
        """What was half picked means nothing any more."""
        self.picked, self.cursor, self.hint, self.typed = (), "", "", ""

    def action_let_go(self) -> None:
        self.picked, self.hint, self.typed = self.picked[:-1], "", ""
        self.refresh_all()

    def action_to_board(self, dx: int) -> None:
        """Left and right mean the table, wherever the keys go now."""
        (board := self.query_one(Board)).focus()
        board.action_point(dx, 0)

    def action_number(self, digit: int) -> None:
        """Digits add up to the number of a choice while that makes sense."""
        open_numbers = [at for at, _ in self.open_choices]
        for typed in (self.typed + str(digit), str(digit)):
            if int(typed) in open_numbers:
                self.typed = typed
                box = self.query_one("#choices", OptionList)
                box.focus()
                box.highlighted = open_numbers.index(int(typed))
                return
        self.typed = ""
        if open_numbers:
            self.hint = f"There is no choice {digit} now."
            self.refresh_prompt()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        choice = self.choice_of(event.option_id)
        if choice is None or not self.query_one("#choices").has_focus:
            return
        self.hint = " — ".join(filter(None, (choice.label, labels.preview(choice.preview))))
        self.cursor = ""
        n = len(self.picked)
        path = next((path for path in choice.paths if path[:n] == self.picked), ())
        self.refresh_board(path)
        self.refresh_prompt()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if (choice := self.choice_of(event.option_id)) is not None:
            self.play(choice)

    def choice_of(self, number: str | None) -> Choice | None:
        return next((choice for at, choice in self.open_choices if str(at) == number), None)

    # -- other keys ---------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that mean nothing now are not offered."""
        frame = self.frame
        if frame is None:
            return action not in CHANGING
        return {
            "undo": frame.drafted > 0,
            "hint": frame.assists and frame.waits_for == frame.view,
            "again": frame.over and bool(frame.note),
            "coach": self.host.finished() is not None,
            "concede": not frame.over and frame.view in frame.mine,
        }.get(action, True)

    def action_undo(self) -> None:
        if self.frame is not None:
            self.host.undo(self.frame.view, self.frame.ply)

    def action_hint(self) -> None:
        if self.frame is not None:
            self.hint = SEEKING
            self.refresh_prompt()
            self.host.hint(self.frame.view, self.frame.ply)

    def action_concede(self) -> None:
        frame = self.frame
        if frame is None:
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.host.concede(frame.view)

        question = f"{frame.names[frame.view]}, do you give up this match?"
        self.app.push_screen(Ask(question, "Give up", "Play on"), answered)

    def action_rules(self) -> None:
        if self.frame is not None:
            self.app.push_screen(Rules(self.frame.game, self.clause))

    def action_story(self) -> None:
        if self.frame is not None:
            self.app.push_screen(Page("The story so far", "\n".join(self.frame.story), end=True))

    def action_facts(self) -> None:
        if self.scene is not None:
            words = self.scene.summary + "\n" + describe(self.scene, counters=True)
            self.app.push_screen(Page("The table in words", words))

    def action_again(self) -> None:
        cast("Hall", self.app).play_again(self)

    def action_coach(self) -> None:
        if (match := self.host.finished()) is not None:
            self.app.push_screen(CoachPage(match))

    def action_leave(self) -> None:
        self.left = True
        self.notify(self.host.leaving)
        self.workers.cancel_node(self)
        self.dismiss()
