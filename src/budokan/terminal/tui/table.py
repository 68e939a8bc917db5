"""The table on the screen: board, question, choices, story and facts."""

import asyncio
from collections.abc import Awaitable, Callable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from budokan.kit.scene import Choice, Piece, Scene, apply_beat, chosen, lit, zones
from budokan.terminal.draw import descriptions, surroundings
from budokan.terminal.draw.pieces import Picking
from budokan.terminal.hosts.host import Frame, Hint, Host, Notice
from budokan.terminal.settings import Settings
from budokan.terminal.tui.board import Board
from budokan.terminal.tui.dialogs import Curtain, Hints
from budokan.terminal.tui.keys import CHANGING, Keys

SEARCHING = "Searching for a hint …"
TICK = 0.5  # seconds


class Table(Keys):
    """The screen of one match; the host runs it."""

    def __init__(self, host: Host, settings: Settings | None = None) -> None:
        super().__init__(host, settings)
        self.picked: tuple[str, ...] = ()
        self.cursor = ""
        self.hint = ""
        self.typed = ""  # digits of a choice
        self.curtain: Curtain | None = None
        self.awaited: int | None = None  # the seat whose view was requested and has not arrived
        self.left = False
        self.offered: tuple[bool | None, ...] = ()  # which of CHANGING are offered
        self.pause: Callable[[float], Awaitable[None]] = asyncio.sleep  # between two beats
        self.beat = ""  # the words of what is happening on the board
        self.holds_single = False  # after an undo, until the next choice
        self.listing = False  # whether the list of choices had the focus before the beats
        self.singles: list[str] = []  # only choices taken since the last free one, in words

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
        if before is not None and self.shows_beats(before, frame):
            self.run_worker(self.play_beats(before.scene, frame), group="beats", exclusive=True)
        else:
            self.arrive()

    def shows_beats(self, before: Frame, frame: Frame) -> bool:
        """Whether what happened belongs on the scene that is on the screen."""
        happened = frame.scene.happened
        if happened is None or not happened.beats or not self.settings.factor:
            return False
        follows = (before.view, before.ply) == (frame.view, happened.since)
        return follows and frame.ply != before.ply

    async def play_beats(self, scene: Scene, frame: Frame) -> None:
        """Show what happened step by step; whoever does something skips the rest."""
        assert frame.scene.happened is not None
        box = self.query_one("#choices", OptionList)
        box.clear_options()  # those of the scene before
        self.listing = self.listing or box.has_focus
        self.query_one(Board).focus()  # where every key skips
        for beat in frame.scene.happened.beats:
            scene = apply_beat(scene, beat)
            self.beat = beat.text
            self.query_one(Board).show(scene, Picking())
            self.refresh_prompt()
            await self.pause(beat.ms / 1000 * self.settings.factor)
        self.arrive()

    def skip_beats(self) -> bool:
        """Show at once what the beats lead to; whether there were any."""
        if not self.beat:
            return False
        self.workers.cancel_group(self, "beats")
        self.arrive()
        return True

    def arrive(self) -> None:
        """Show the frame, and take an only choice."""
        self.beat = ""
        self.refresh_all()
        if self.listing:
            self.query_one("#choices", OptionList).focus()
            self.listing = False
        frame = self.frame
        if frame is None or frame.waits_for != frame.view or self.holds_single:
            return
        if self.settings.take_single and frame.scene.auto:
            (choice,) = frame.scene.choices
            self.singles.append(choice.label)
            self.send(choice)

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
        self.workers.cancel_group(self, "beats")
        self.frame, self.beat, self.singles = None, "", []
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
            [
                Option(surroundings.choice(at, choice, self.app.theme, box.size.width), str(at))
                for at, choice in self.open_choices
            ]
        )

    def on_resize(self) -> None:
        self.call_after_refresh(self.refresh_choices)

    def refresh_prompt(self) -> None:
        if self.frame is not None:
            prompt = surroundings.prompt(
                self.frame, self.picked, self.hint, self.beat, self.singles
            )
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
        if self.scene is None or self.skip_beats():
            return
        self.cursor = name
        self.hint, clause = descriptions.about(self.scene, name)
        self.clause = clause or self.clause
        self.query_one(Board).point_at(name)
        self.refresh_prompt()

    def pointed_piece(self) -> Piece | None:
        found = [piece for zone in zones(self.scene) for piece in zone.pieces] if self.scene else []
        return next((piece for piece in found if piece.id == self.cursor), None)

    def on_board_picked(self, event: Board.Picked) -> None:
        event.stop()
        self.pick(event.name)

    def pick(self, name: str) -> None:
        """Go one step along the paths of the choices."""
        if self.scene is None or self.skip_beats():
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
        """The player's own choice."""
        self.singles = []
        self.send(choice)

    def send(self, choice: Choice) -> None:
        frame = self.frame
        self.holds_single = False
        if frame is not None and frame.waits_for == frame.view:
            self.forget()
            self.host.act(frame.view, frame.ply, choice.action)

    def forget(self) -> None:
        """Drop the picks so far."""
        self.picked, self.cursor, self.hint, self.typed = (), "", "", ""

    def action_undo(self) -> None:
        self.holds_single = True
        del self.singles[-1:]
        super().action_undo()

    def action_unpick(self) -> None:
        if self.skip_beats():
            return
        self.picked, self.hint, self.typed = self.picked[:-1], "", ""
        self.refresh_all()

    def action_to_board(self, dx: int) -> None:
        """Left and right point on the board, whatever has the focus."""
        (board := self.query_one(Board)).focus()
        board.action_point(dx, 0)

    def action_number(self, digit: int) -> None:
        """Typed digits form the number of a choice, as long as there is such a choice."""
        self.skip_beats()
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
