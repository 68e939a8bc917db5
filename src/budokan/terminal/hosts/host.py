"""The host of a table: holds a match, takes commands from a screen and sends it frames."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from budokan.kit.game import find
from budokan.kit.provenance import Sourced, values_of
from budokan.kit.scene import Scene
from budokan.match.match import CodedMatch
from budokan.terminal.hosts.remote_presence import Presence
from budokan.thinking.advice import Advice


@dataclass(frozen=True)
class Frame:
    """The table as one viewer may see it, and everything that the screen shows around it."""

    game: str
    title: str
    ply: int
    view: int
    mine: tuple[int, ...]
    names: tuple[str, ...]
    scene: Scene
    story: tuple[str, ...]
    draft_length: int  # steps that can be taken back
    over: bool
    note: str = ""
    assists: bool = True
    notice: str = ""  # text above the question
    presence: Presence | None = None
    bots: str = ""  # who they are, with their belts

    @property
    def waits_for(self) -> int | None:
        """The person here who acts next; the viewer first, if several may act."""
        acting = [seat for seat in self.scene.acting if seat in self.mine]
        if self.over or not acting:
            return None
        return self.view if self.view in acting else acting[0]


@dataclass(frozen=True)
class Notice:
    """A message to the person at the screen."""

    text: str
    clause: str = ""
    bad: bool = False


@dataclass(frozen=True)
class Hint:
    """The best moves of a seat at a ply."""

    seat: int
    ply: int
    heading: str
    advice: Advice


class Host:
    """The commands of a screen. The host answers with frames, notices and hints."""

    farewell = "The match goes on without you; come back with the same link."
    can_concede = True
    courtesies: Mapping[str, str] = {}  # ready-made sentences for the other players
    muted = False  # whether other players' courtesies are hidden

    def __init__(self) -> None:
        self.show: Callable[[Frame], None] = lambda frame: None
        self.tell: Callable[[Notice], None] = lambda notice: None
        self.advise: Callable[[Hint], None] = lambda hint: None

    async def run(self) -> None:
        """Serve the table until it ends or is closed."""
        raise NotImplementedError

    def act(self, seat: int, ply: int, action: str) -> None:
        raise NotImplementedError

    def undo(self, seat: int, ply: int) -> None:
        raise NotImplementedError

    def concede(self, seat: int) -> None:
        raise NotImplementedError

    def look(self, seat: int) -> None:
        """Show the table as this seat sees it; the curtain has hidden the one before."""
        raise NotImplementedError

    def hint(self, seat: int, ply: int) -> None:
        """Search for the best moves of a seat; `advise` is called with them later."""
        raise NotImplementedError

    def claim(self, seat: int, from_seat: int) -> None:
        """Claim the win, or a bot, from a player who is away or out of time."""
        raise NotImplementedError

    def reclaim(self, seat: int) -> None:
        """Take a seat back from the bot that plays it."""
        raise NotImplementedError

    def ask_undo(self, seat: int, ply: int) -> None:
        """Ask the other players to go back to before the last move of a seat."""
        raise NotImplementedError

    def answer_undo(self, seat: int, request: int, agree: bool) -> None:
        """Agree to go back, or decline; who asked withdraws by declining."""
        raise NotImplementedError

    def greet(self, seat: int, courtesy: str) -> None:
        """Send a courtesy to the other players."""
        raise NotImplementedError

    async def values(self, frame: Frame, component: str) -> list[Sourced]:
        """Every value of a component with its source; ours, if a host knows no others."""
        game = find(frame.game)
        return values_of(game, game.data, component)

    def finished_match(self) -> CodedMatch | None:
        """The match for the coach, if it is over and was played on this machine."""
        return None
