"""Tools that the tests of all games share: positions to play in, and scenes to look into."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, Self, TypeVar

from budokan.kit.contract import CHANCE, SPECTATOR, State, chances, copy, legal_codes
from budokan.kit.entries import Recorder, enter, parse_entry, seats_of
from budokan.kit.game import Game, Setup
from budokan.kit.notation import SEATS, parse_mark, seat_mark
from budokan.kit.position import Document
from budokan.kit.rng import Rng
from budokan.kit.scene import Happened, Piece, Scene, Zone, zones
from budokan.kit.view import News

S = TypeVar("S", bound=State)


class Trial(Generic[S]):
    """A position in which entries can be played and inspected; seats are letters."""

    names: Sequence[str] = SEATS  # of the players, in scenes

    def __init__(
        self, game: Game, kind: type[S], setup: Setup, position: Mapping[str, Any]
    ) -> None:
        """Without a position, the match starts from the beginning."""
        self.game, self.setup = game, setup
        state = game.read(position, setup) if position else game.start(setup)
        assert isinstance(state, kind)
        self.state = state
        self.recorder = Recorder()
        self.state.events = self.recorder

    def do(self, *entries: str) -> Self:
        for entry in entries:
            enter(self.game, self.setup, self.state, entry)
        return self

    def settle(self, seed: int = 1) -> Self:
        self.state.settle(Rng(seed))
        return self

    def walk(self, seed: int) -> Iterator[tuple[int, int]]:
        """Play at random to the end; yields each seat and action before it is applied."""
        return walk(self.state, Rng(seed))

    # -- legal actions ----------------------------------------------------------------------

    def acting(self) -> list[str]:
        return [seat_mark(seat) for seat in seats_of(self.state.acting())]

    def legal(self, mark: str = "A") -> list[str]:
        return sorted(self._text(code) for code in legal_codes(self.state, self._seat(mark)))

    def why(self, entry: str) -> str:
        """The clause that forbids an entry, '' if it is legal."""
        number = int(
            self.state.why(*parse_entry(self.game.notation_of(self.setup), self.setup.seats, entry))
        )
        return self.game.clause(number) if number else ""

    def odds(self) -> dict[str, int]:
        """The outcomes of chance now, with their weights."""
        return {self._text(code): weight for code, weight in chances(self.state)}

    def heuristics(self, mark: str) -> dict[str, int]:
        """The legal actions of a seat, and how good each looks to it."""
        seat = self._seat(mark)
        view = self.view(seat)
        return {
            self._text(code): int(view.heuristic(seat, code)) for code in legal_codes(view, seat)
        }

    def best(self, mark: str) -> str:
        """The choice of the greedy agent; of equal actions the first."""
        heuristics = self.heuristics(mark)
        return max(heuristics, key=lambda text: heuristics[text])

    def _seat(self, mark: str) -> int:
        return parse_mark(mark, self.setup.seats)

    def _text(self, code: int) -> str:
        return self.game.notation_of(self.setup).text(code)

    # -- story and views ------------------------------------------------------

    def events(self) -> list[str]:
        return [self.game.events[event.kind] for event in self.recorder.events]

    def told(self, viewer: int = SPECTATOR) -> list[str]:
        return self.game.words(self.setup).lines(self.recorder.events, viewer)

    def document(self) -> Document:
        return self.game.write(self.state, self.setup)

    def __getitem__(self, field: str) -> Any:
        return self.document()[field]

    def view(self, viewer: int) -> S:
        view = twin(self.state)
        view.observe(viewer)
        return view

    def worlds(self, viewer: int, n: int, seed: int = 5) -> Iterator[S]:
        """A number of guesses at the facts hidden from a viewer."""
        rng, view = Rng(seed), self.view(viewer)
        for _ in range(n):
            world = twin(view)
            world.guess(viewer, rng)
            yield world

    def sees(self, viewer: int) -> Document:
        """The position as a viewer knows it."""
        return self.game.write(self.view(viewer), self.setup)

    def scene(self, viewer: int = 0, news: News | None = None) -> Scene:
        view = self.view(viewer)
        acting = tuple(seats_of(view.acting()))
        return self.game.draw_scene(self.setup, view, viewer, acting, self.names, news)

    def happened(self, viewer: int, *entries: str, seed: int = 1) -> Happened:
        """What a viewer sees to happen after some entries, chance included."""
        before = len(self.recorder.events)
        self.do(*entries).settle(seed)
        told = self.game.words(self.setup).known_events(self.recorder.events[before:], viewer)
        found = self.scene(viewer, News(since=0, events=told, recent=told)).happened
        assert found is not None
        return found


def twin(state: S) -> S:
    """A copy that keeps its type."""
    made = copy(state)
    assert isinstance(made, type(state))
    return made


def walk(
    state: State,
    rng: Rng,
    choose: Callable[[int, list[int]], int] | None = None,
    *,
    mixed: bool = False,
) -> Iterator[tuple[int, int]]:
    """Play to the end; yields each seat and action before it is applied.

    Without `choose` actions are random. Of seats that act together the first comes first, or any
    of them if `mixed`.
    """
    while state.acting():
        seats = seats_of(state.acting())
        seat = seats[rng.below(len(seats)) if mixed else 0]
        if seat == CHANCE:
            action = int(state.sample(rng))
        else:
            codes = legal_codes(state, seat)
            action = choose(seat, codes) if choose else codes[rng.below(len(codes))]
        yield seat, action
        state.apply(seat, action)


def zone(scene: Scene, name: str) -> Zone:
    return next(found for found in zones(scene) if found.id == name)


def pieces(scene: Scene) -> Iterator[Piece]:
    for found in zones(scene):
        yield from found.pieces


def piece(scene: Scene, name: str) -> Piece:
    return next(found for found in pieces(scene) if found.id == name)
