"""The table on the screen: board, question, choices, story and facts."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from budokan.kit.scene import Choice, Scene, chosen, lit
from budokan.terminal.draw import descriptions, surroundings
from budokan.terminal.draw.pieces import Picking
from budokan.terminal.hosts.host import Frame, Hint, Host, Notice
from budokan.terminal.tui.board import Board
from budokan.terminal.tui.dialogs import Curtain, Hints
from budokan.terminal.tui.keys import CHANGING, Keys

SEARCHING = "Searching for a hint …"
TICK = 0.5  # seconds


class Table(Keys):
    """The screen of one match; the host runs it."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.picked: tuple[str, ...] = ()
        self.cursor = ""
        self.hint = ""
        self.typed = ""  # digits of a choice
        self.curtain: Curtain | None = None
        self.awaited: int | None = None  # the seat whose view was requested and has not arrived
        self.left = False
        self.offered: tuple[bool | None, ...] = ()  # which of CHANGING are offered

    def compose(self) -> ComposeResult:
        yield Static("One moment.", id="bar")
        with Horizontal(id="all"):
            with Vertical(id="main"):
                yield Board(id="board")
                yield Static(id="notice", markup=False)
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
        self.host.show, self.host.tell, self.host.advise = self.show, self.tell, self.advise
        self.query_one(Board).focus()
        self.run_worker(self.host.run(), group="host", exit_on_error=True)
        self.set_interval(TICK, self.tick)

    # -- Messages from the host ---------------------------------------------------------------

    def show(self, frame: Frame) -> None:
        """Show a frame to its viewer, and to nobody else."""
        if self.left:
            return
        if self.awaited is not None and frame.view != self.awaited and not frame.over:
            return  # sent before the hall switched to the next viewer
        self.awaited = None
        seat = frame.waits_for
        if seat is not None and seat != frame.view:
            self.draw_curtain(seat, frame.names[seat])
            return
        if self.curtain is not None and frame.over:
            self.curtain.dismiss(True)
        before, self.frame = self.frame, frame
        # A simultaneous choice of another player must not clear the picks made so far.
        if (
            before is None
            or before.view != frame.view
            or before.scene.choices != frame.scene.choices
        ):
            self.forget()
        self.refresh_all()

    def draw_curtain(self, seat: int, name: str) -> None:
        if self.curtain is not None:
            return
        self.curtain = Curtain(name)

        def opened(ready: bool | None) -> None:
            self.curtain = None
            if ready:
                self.awaited = seat
                self.host.look(seat)
            else:
                self.action_leave()

        self.app.push_screen(self.curtain, opened)
        self.cover()

    def cover(self) -> None:
        """Clear all that the last viewer saw, as the next frame may take a while."""
        self.frame = None
        self.forget()
        self.app.clear_notifications()
        self.query_one(Board).clear()
        self.query_one("#choices", OptionList).clear_options()
        for widget in self.query("#bar, #notice, #prompt, #facts-text, .story").results(Static):
            widget.update("")
        self.refresh_keys()

    def tell(self, notice: Notice) -> None:
        self.clause = notice.clause or self.clause
        self.hint = notice.text + (f" ({notice.clause})" if notice.clause else "")
        self.notify(self.hint, severity="warning" if notice.bad else "information", markup=False)
        if self.frame is not None and self.curtain is None:
            self.refresh_prompt()

    def advise(self, hint: Hint) -> None:
        """Show a hint, unless the table or the screen has changed since it was asked for."""
        frame = self.frame
        if frame is None or (hint.seat, hint.ply) != (frame.view, frame.ply):
            return
        self.hint = hint.advice.note
        self.refresh_prompt()

        def answered(action: str | None) -> None:
            for choice in self.scene.choices if self.scene and self.frame is frame else ():
                if choice.action == action:
                    self.play(choice)

        if hint.advice.tips and self.app.screen is self:
            self.app.push_screen(Hints(hint.heading, hint.advice.tips), answered)

    # -- The parts of the screen --------------------------------------------------------------

    @property
    def scene(self) -> Scene | None:
        return self.frame.scene if self.frame else None

    @property
    def open_choices(self) -> list[tuple[int, Choice]]:
        """The choices that are still possible after the picks so far, with their numbers."""
        n = len(self.picked)
        every = enumerate(self.scene.choices if self.scene else (), 1)
        return [(at, c) for at, c in every if any(path[:n] == self.picked for path in c.paths)]

    def refresh_all(self) -> None:
        self.refresh_bar()
        self.refresh_board()
        self.refresh_choices()
        self.refresh_prompt()
        self.refresh_rail()
        self.refresh_keys()

    def refresh_bar(self) -> None:
        """The top line and the notices: the parts that change while nobody moves."""
        if self.frame is None:
            return
        self.query_one("#bar", Static).update(surroundings.bar(self.frame), layout=False)
        box, notice = self.query_one("#notice", Static), surroundings.notice(self.frame)
        box.display = bool(notice)
        box.update(notice)

    def tick(self) -> None:
        """Let the clocks of a table elsewhere run."""
        frame = self.frame
        if frame is not None and frame.presence is not None and frame.presence.is_running:
            self.refresh_bar()
            self.refresh_keys()

    def refresh_keys(self) -> None:
        offered = tuple(self.check_action(name, ()) for name in CHANGING)
        if offered != self.offered:  # the footer is costly
            self.offered = offered
            self.refresh_bindings()

    def refresh_board(self, ahead: tuple[str, ...] = ()) -> None:
        if self.scene is not None:
            bright = frozenset(lit(self.scene.choices, self.picked))
            self.query_one(Board).show(self.scene, Picking(bright, self.picked, self.cursor, ahead))

    def refresh_choices(self) -> None:
        box = self.query_one("#choices", OptionList)
        box.clear_options()
        box.add_options(
            [Option(surroundings.choice(at, choice), str(at)) for at, choice in self.open_choices]
        )

    def refresh_prompt(self) -> None:
        if self.frame is not None:
            prompt = surroundings.prompt(self.frame, self.picked, self.hint)
            self.query_one("#prompt", Static).update(prompt, layout=False)

    def refresh_rail(self) -> None:
        if self.frame is None:
            return
        self.query_one("#facts-text", Static).update(surroundings.facts(self.frame, self.app.theme))
        story = surroundings.story(self.frame)
        for widget in self.query(".story").results(Static):
            widget.update(story)
        self.call_after_refresh(self.story_to_end)

    def story_to_end(self) -> None:
        for name in ("#near-story", "#far-story"):
            self.query_one(name, VerticalScroll).scroll_end(animate=False)

    # -- Picking ------------------------------------------------------------------------------

    def on_board_pointed(self, event: Board.Pointed) -> None:
        event.stop()
        self.point(event.name)

    def point(self, name: str) -> None:
        """Point at an id and show its description."""
        if self.scene is None:
            return
        self.cursor = name
        self.hint, clause = descriptions.about(self.scene, name)
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
            self.play(left[0][1]) if len(left) == 1 else self.action_unpick()
        else:
            self.point(name)

    def play(self, choice: Choice) -> None:
        frame = self.frame
        if frame is not None and frame.waits_for == frame.view:
            self.forget()
            self.host.act(frame.view, frame.ply, choice.action)

    def forget(self) -> None:
        """Drop the picks so far."""
        self.picked, self.cursor, self.hint, self.typed = (), "", "", ""

    def action_unpick(self) -> None:
        self.picked, self.hint, self.typed = self.picked[:-1], "", ""
        self.refresh_all()

    def action_to_board(self, dx: int) -> None:
        """Left and right point on the board, whatever has the focus."""
        (board := self.query_one(Board)).focus()
        board.action_point(dx, 0)

    def action_number(self, digit: int) -> None:
        """Typed digits form the number of a choice, as long as there is such a choice."""
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
            self.hint = f"There is no choice {digit}; the list shows the open ones."
            self.refresh_prompt()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        choice = self.choice_of(event.option_id)
        if choice is None or not self.query_one("#choices").has_focus:
            return
        outcome = descriptions.preview(choice.preview)
        self.hint = " — ".join(filter(None, (choice.label, outcome)))
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

    def action_hint(self) -> None:
        if self.frame is not None:
            self.hint = SEARCHING
            self.refresh_prompt()
            self.host.hint(self.frame.view, self.frame.ply)

    def action_leave(self) -> None:
        self.left = True
        self.notify(self.host.farewell)
        self.workers.cancel_node(self)
        self.dismiss()
