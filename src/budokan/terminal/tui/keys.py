"""The keys of a table that open a page or a dialog, or send a command to the host."""

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, cast

from textual.binding import Binding, BindingType
from textual.screen import Screen

from budokan.kit.scene import Piece
from budokan.kit.scene_text import describe
from budokan.terminal.hosts.host import Frame, Host
from budokan.terminal.settings import Settings, load, next_pace, save
from budokan.terminal.tui.coach import CoachPage
from budokan.terminal.tui.dialogs import Ask, Page, Pick
from budokan.terminal.tui.rules import Rules

if TYPE_CHECKING:
    from budokan.terminal.tui.hall import Hall

MUTE = "mute "  # with a space, so that no courtesy has this name
# Keys that are not always offered.
CHANGING = (
    "undo",
    "hint",
    "again",
    "coach",
    "concede",
    "claim",
    "greet",
    "back",
    "ask_undo",
    "agree",
    "decline",
)


class Keys(Screen[None]):
    """A screen with the keys of a table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(str(n), f"number({n})", show=False) for n in range(10)],
        Binding("backspace,escape", "unpick", "Unpick", show=False),
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
        Binding("w", "claim", "Claim"),
        Binding("b", "back", "Seat back"),
        Binding("g", "greet", "Say"),
        Binding("m", "ask_undo", "Undo move"),
        Binding("a", "agree", "Agree"),
        Binding("d", "decline", "Decline"),
        Binding("v", "values", "Values", show=False),
        Binding("p", "pace", "Pace", show=False),
        Binding("o", "single", "Only choices", show=False),
        Binding("t", "app.switch_theme", "Light", show=False),
        Binding("question_mark,f1", "app.help", "Help", key_display="?"),
        Binding("q", "leave", "Leave"),
    ]

    def __init__(self, host: Host, settings: Settings | None = None) -> None:
        super().__init__()
        self.host = host
        self.settings = settings or load()
        self.frame: Frame | None = None
        self.clause = ""  # of the last refusal

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only the keys that do something now."""
        frame = self.frame
        if frame is None:
            return action not in CHANGING
        presence = None if frame.over else frame.presence
        return {
            "undo": frame.draft_length > 0,
            "hint": frame.assists and frame.waits_for == frame.view,
            "again": frame.over and bool(frame.note),
            "coach": self.host.finished_match() is not None,
            "concede": self.host.can_concede and not frame.over and frame.view in frame.mine,
            "claim": presence is not None and presence.claimable() is not None,
            "back": presence is not None and presence.bot_plays,
            "greet": self.can_greet,
            "ask_undo": presence is not None and presence.can_undo,
            "agree": presence is not None and presence.is_asked,
            "decline": presence is not None and (presence.is_asked or presence.asks),
        }.get(action, True)

    @property
    def can_greet(self) -> bool:
        presence = self.frame.presence if self.frame else None
        return presence is not None and presence.has_listeners and bool(self.host.courtesies)

    def action_undo(self) -> None:
        if self.frame is not None:
            self.host.undo(self.frame.view, self.frame.ply)

    def action_concede(self) -> None:
        frame = self.frame
        if frame is None:
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.host.concede(frame.view)

        question = f"{frame.names[frame.view]}, do you concede this match?"
        self.app.push_screen(Ask(question, "Concede", "Play on"), answered)

    def action_claim(self) -> None:
        """Claim the win or a bot now."""
        presence = self.frame.presence if self.frame is not None else None
        if presence is not None and (due := presence.claimable()) is not None:
            self.host.claim(presence.view, due.seat)

    def action_back(self) -> None:
        if self.frame is not None:
            self.host.reclaim(self.frame.view)

    def action_ask_undo(self) -> None:
        """Ask the other players to go back to before one's last move."""
        if self.frame is not None:
            self.host.ask_undo(self.frame.view, self.frame.ply)

    def action_agree(self) -> None:
        self.answer_undo(agree=True)

    def action_decline(self) -> None:
        self.answer_undo(agree=False)

    def answer_undo(self, *, agree: bool) -> None:
        presence = self.frame.presence if self.frame is not None else None
        request = presence.facts.undo_request if presence is not None else None
        if presence is not None and request is not None:
            self.host.answer_undo(presence.view, request.id, agree)

    def action_greet(self) -> None:
        frame = self.frame
        if frame is None:
            return

        def answered(name: str | None) -> None:
            if name == MUTE:
                self.host.muted = not self.host.muted
            elif name:
                self.host.greet(frame.view, name)

        mute = "Show courtesies of others" if self.host.muted else "Hide courtesies of others"
        rows = [*self.host.courtesies.items(), (MUTE, mute)]
        self.app.push_screen(Pick("There is no chat here. Choose a courtesy:", rows), answered)

    def action_rules(self) -> None:
        if self.frame is not None:
            self.app.push_screen(Rules(self.frame.game, self.clause))

    def action_story(self) -> None:
        if self.frame is not None:
            self.app.push_screen(Page("The story so far", "\n".join(self.frame.story), end=True))

    def action_facts(self) -> None:
        if self.frame is not None:
            scene = self.frame.scene
            words = scene.summary + "\n" + describe(scene, counters=True)
            presence = self.frame.presence.status() if self.frame.presence else ""
            words = f"{presence}\n{words}".lstrip()
            self.app.push_screen(Page("The table in words", words))

    async def action_values(self) -> None:
        """Every value of the component that is pointed at, with its source."""
        frame, piece = self.frame, self.pointed_piece()
        if frame is None or piece is None or not piece.component:
            self.notify("Point at a card or another piece first; v shows its values.")
            return
        values = await self.host.values(frame, piece.component)
        cards = f"Played with your cards: {frame.scene.cards}.\n\n" if frame.scene.cards else ""
        told = "\n".join(map(str, values)) or "The hall does not tell its values."
        self.app.push_screen(Page(piece.name or piece.component, cards + told))

    def pointed_piece(self) -> Piece | None:
        """The piece that is pointed at."""
        return None

    def action_pace(self) -> None:
        """Slower or faster, or nothing step by step."""
        self._set(replace(self.settings, pace=next_pace(self.settings.pace)))
        self.notify(f"Pace: {self.settings.pace}.")

    def action_single(self) -> None:
        """Have single choices taken, or be asked."""
        self._set(replace(self.settings, take_single=not self.settings.take_single))
        taken = self.settings.take_single
        self.notify("Single choices are taken for you." if taken else "You are asked every time.")

    def _set(self, settings: Settings) -> None:
        self.settings = settings
        save(settings)

    def action_again(self) -> None:
        cast("Hall", self.app).play_again(self.host)

    def action_coach(self) -> None:
        if (match := self.host.finished_match()) is not None:
            mine = self.frame.mine if self.frame is not None else ()
            you = mine[0] if len(mine) == 1 else None
            self.app.push_screen(CoachPage(match, you=you))
