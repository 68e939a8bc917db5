"""The input of a game's view, and the base class that builds every game's scene."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from budokan.kit.contract import State
from budokan.kit.notation import Notation
from budokan.kit.scene import Button, Choice, Facts, Line, Prompt, Scene, Zone
from budokan.kit.words import Words

if TYPE_CHECKING:
    from budokan.kit.game import Setup

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Look:
    """The input of a view: an observation, the viewer, and their legal actions."""

    game: str
    setup: "Setup"
    view: State
    viewer: int
    acting: tuple[int, ...]
    legal: tuple[int, ...]
    words: Words
    notation: Notation
    why: Callable[[int], tuple[str, str]]  # sentence and clause for an action that is not legal


class TableView(Generic[S]):
    """One look at the table: the common base of captions, previews and drawings.

    `me` is the viewer's seat, or the first one for a spectator; `acts` says whether the viewer has
    a choice. `scene` puts the parts together; a game's table.py defines them.
    """

    def __init__(self, look: Look, kind: type[S]) -> None:
        assert isinstance(look.view, kind)
        self.look, self.state = look, look.view
        self.me = look.viewer if look.viewer < look.setup.seats else 0
        self.acts = bool(look.legal)

    def name(self, seat: int) -> str:
        """The name of a seat's player."""
        return self.look.words.names[seat]

    def scene(self) -> Scene:
        """The whole table as the viewer sees it."""
        look = self.look
        return Scene(
            game=look.game,
            viewer=look.viewer,
            acting=look.acting,
            prompt=self.prompt(),
            zones=tuple(self.zones()),
            choices=tuple(self.choice(action) for action in look.legal),
            buttons=tuple(self.buttons()),
            lines=tuple(self.lines()),
            facts=tuple(self.facts()),
            phases=tuple(self.phase_names()),
            phase=self.phase(),
            status=self.status(),
            summary=self.summary(),
            result=self.result(),
        )

    # -- parts of the scene: these four belong to every game ----------------------------------

    def prompt(self) -> Prompt:
        """The question to the viewer, or what the table waits for."""
        raise NotImplementedError

    def zones(self) -> Iterable[Zone]:
        """All zones with their pieces."""
        raise NotImplementedError

    def choice(self, action: int) -> Choice:
        """A legal action: its words, and the clicks that mean it."""
        raise NotImplementedError

    def result(self) -> str:
        """The result in one sentence; '' while the match goes on."""
        raise NotImplementedError

    # -- parts a game may add -----------------------------------------------------------------

    def buttons(self) -> Iterable[Button]:
        """Choices that have no piece."""
        return ()

    def lines(self) -> Iterable[Line]:
        """Strokes between pieces."""
        return ()

    def facts(self) -> Iterable[Facts]:
        """Tables and counters beside the board."""
        return ()

    def phase_names(self) -> Iterable[str]:
        """The phases of a round, for the bar."""
        return ()

    def phase(self) -> int:
        """The index of the current phase."""
        return 0

    def status(self) -> str:
        """Mode, round or turn, for the bar."""
        return ""

    def summary(self) -> str:
        """The board in one sentence."""
        return ""
