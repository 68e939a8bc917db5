"""The input of a game's view, and the base class that builds every game's scene."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from mypy_extensions import mypyc_attr

from budokan.kit.beats import timed
from budokan.kit.contract import State, legal_codes
from budokan.kit.data import Row
from budokan.kit.notation import Notation
from budokan.kit.scene import Beat, Button, Choice, Facts, Happened, Line, Prompt, Scene, Zone
from budokan.kit.setup import Setup
from budokan.kit.words import Event, Words

if TYPE_CHECKING:
    from budokan.kit.game import Game

S = TypeVar("S", bound=State)
P = TypeVar("P")


@dataclass(frozen=True)
class News:
    """The events that are new to a viewer, as far as they may know them.

    A value that is hidden from the viewer is HIDDEN, and an event they are not told of is absent.
    """

    since: int  # the viewer's ply before the latest move
    events: tuple[Event, ...]  # of the latest move
    recent: tuple[Event, ...]  # since the viewer's own last turn began; forced steps are none


class Kept:
    """Parts of the last Scene of one viewer, each with the facts it was drawn from."""

    def __init__(self, setup: Setup, viewer: int, words: Words) -> None:
        self.setup, self.viewer, self.words = setup, viewer, words
        self.parts: dict[str, tuple[Hashable, Any]] = {}


class Look:
    """The input of a view: an observation, the viewer, and their legal actions.

    Written out, since the constructor of a dataclass would be slow: every Scene needs one.
    """

    def __init__(
        self,
        *,
        game: str,
        setup: Setup,
        view: State,
        viewer: int,
        acting: tuple[int, ...],
        legal: tuple[int, ...],
        words: Words,
        notation: Notation,
        why: Callable[[int], tuple[str, str]],
        news: News | None = None,
        kept: Kept | None = None,
    ) -> None:
        self.game: Final = game
        self.setup: Final = setup
        self.view: Final = view
        self.viewer: Final = viewer
        self.acting: Final = acting
        self.legal: Final = legal
        self.words: Final = words
        self.notation: Final = notation
        self.why: Final = why  # sentence and clause for an action that is not legal
        self.news: Final = news
        self.kept: Final = kept  # where the viewer's last Scene may be looked up

    def but(
        self,
        *,
        setup: Setup | None = None,
        view: State | None = None,
        viewer: int | None = None,
        legal: tuple[int, ...] | None = None,
        words: Words | None = None,
        notation: Notation | None = None,
    ) -> "Look":
        """The same look, but for these values."""
        return Look(
            game=self.game,
            setup=self.setup if setup is None else setup,
            view=self.view if view is None else view,
            viewer=self.viewer if viewer is None else viewer,
            acting=self.acting,
            legal=self.legal if legal is None else legal,
            words=self.words if words is None else words,
            notation=self.notation if notation is None else notation,
            why=self.why,
            news=self.news,
            kept=self.kept,
        )


class Viewpoint:
    """What stays the same for a viewer as long as the setup and the names do."""

    def __init__(self, game: "Game", setup: Setup, viewer: int, names: Sequence[str]) -> None:
        self.game, self.viewer, self.names = game, viewer, tuple(names)
        self.words = game.words(setup, self.names, viewer)
        self.notation = game.notation_of(setup)
        self.setup = game.veil(setup, viewer)
        self.kept = Kept(self.setup, viewer, self.words)
        # Sentence and clause, by the number of the clause.
        self._refusals: dict[int, tuple[str, str]] = {0: ("", "")}

    def draw(self, view: State, acting: tuple[int, ...], news: News | None) -> Scene:
        """The scene, from the viewer's observation and the acting seats."""
        viewer = self.viewer
        legal = tuple(legal_codes(view, viewer)) if viewer in acting else ()
        look = Look(
            game=self.game.id,
            setup=self.setup,
            view=view,
            viewer=viewer,
            acting=acting,
            legal=legal,
            words=self.words,
            notation=self.notation,
            why=lambda action: self._why(view, legal, action),
            news=news,
            kept=self.kept,
        )
        return self.game.scene(look)

    def _why(self, view: State, legal: tuple[int, ...], action: int) -> tuple[str, str]:
        if legal:  # all there are: to find them again would take long
            number = 0 if action in legal else int(view.why_not(self.viewer, action))
        else:
            number = int(view.why(self.viewer, action))
        found = self._refusals.get(number)
        if found is None:
            clause = self.game.clause(number)
            found = self._refusals[number] = self.words.refusal(clause), clause
        return found


def origin(row: Row, *fields: str) -> dict[str, Any]:
    """Where a piece's values come from, as its marks: all values, or only these."""
    return {
        "designed": row.is_designed(*fields),
        "own": row.is_own(*fields),
        "component": row.where,
    }


@mypyc_attr(allow_interpreted_subclasses=True)
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
        kept = look.kept
        fits = (
            kept is not None
            and kept.setup is look.setup
            and kept.viewer == look.viewer
            and kept.words is look.words
        )
        self._parts = kept.parts if kept is not None and fits else {}
        self.made = look.setup.data.made  # what follows from the data alone, such as faces

    def unless_changed(self, name: str, facts: Hashable, draw: Callable[[], P]) -> P:
        """A part of the Scene: the one of the viewer's last Scene if it had the same facts.

        The facts must be all that `draw` looks at, but for the setup, the viewer and the names.
        """
        found = self.unchanged(name, facts)
        return cast(P, found) if found is not None else self.keep(name, facts, draw())

    def unchanged(self, name: str, facts: Hashable) -> Any:
        """The same without a function, which takes time to make: the part, or None."""
        found = self._parts.get(name)
        return found[1] if found is not None and found[0] == facts else None

    def keep(self, name: str, facts: Hashable, part: P) -> P:
        """Keep a part that was just drawn."""
        self._parts[name] = facts, part
        return part

    def name(self, seat: int) -> str:
        """The name of a seat's player, also if it is the viewer."""
        return self.look.words.names[seat]

    def player(self, seat: int) -> str:
        """A seat's player on a label: You, or the name."""
        return "You" if seat == self.look.words.you else self.name(seat)

    def owner(self, seat: int) -> str:
        """A seat's player as the owner of something: Your, or the name with 's."""
        return self.tell("{seat}'s", seat)

    def tell(self, form: str, seat: int, **values: int | str) -> str:
        """A sentence about a seat, as in text.toml: '{seat} draw[s].', '{other:seat}'s turn.'"""
        words = self.look.words
        return words.address(form, {"seat": seat, **values}) if values else words.about(form, seat)

    def sentence(self, event: Event) -> str:
        """The sentence of an event, as the viewer reads it; also one that continues another."""
        return self.look.words.sentence(event, self.look.viewer).removeprefix("&").strip()

    def scene(self) -> Scene:
        """The whole table as the viewer sees it."""
        look = self.look
        return Scene(
            game=look.game,
            viewer=look.viewer,
            acting=look.acting,
            prompt=self.prompt(),
            zones=tuple(self.zones()),
            choices=tuple([self.choice(action) for action in look.legal]),
            buttons=tuple(self.buttons()),
            lines=tuple(self.lines()),
            facts=tuple(self.facts()),
            phases=tuple(self.phase_names()),
            phase=self.phase(),
            status=self.status(),
            summary=self.summary(),
            result=self.result(),
            happened=self.what_happened(),
            cards=look.setup.data.title,
        )

    def what_happened(self) -> Happened | None:
        """What the latest move led to; None before the first move."""
        news = self.look.news
        if news is None:
            return None
        return Happened(since=news.since, beats=timed(self.beats(news)), line=self.happened(news))

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

    def beats(self, news: News) -> Iterable[Beat]:
        """What is seen to happen, step by step, from the events of the latest move."""
        return ()

    def happened(self, news: News) -> str:
        """What happened since the viewer's own last turn, in words and sums."""
        return ""
