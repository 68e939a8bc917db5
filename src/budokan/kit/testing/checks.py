"""The assertions of a scenario: whether they can be understood, and whether they hold."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from budokan.kit.contract import SPECTATOR, State, legal_codes
from budokan.kit.entries import seats_of, view_of
from budokan.kit.errors import Refusal, suggest
from budokan.kit.game import Game, Setup
from budokan.kit.notation import parse_mark, parse_seat, seat_mark
from budokan.kit.testing.compare import compare, differ, missing_from, position_faults, told
from budokan.kit.testing.screen import SCREEN, screen_faults
from budokan.kit.words import Event

WATCHER = "spectator"
IN_ORDER = ([str], {"contains": [str]})
THEN: Mapping[str, Any] = {
    "position": {"*": object},
    "acting": [str],
    "score": [float],
    "legal": {"*": [str]},
    "offers": {"*": [str]},
    "illegal": {"*": ({"*": str}, [str])},
    "sees": {"*": {"*": object}},
    "events": IN_ORDER,
    "story": {"*": IN_ORDER},
    "screen": {"*": SCREEN},
}


def misspelt(game: Game, setup: Setup, then: Mapping[str, Any]) -> Iterator[str]:
    """What an assertion names that the game or the table does not have."""
    notation = game.notation_of(setup)
    yield from position_faults("position", game, setup, then.get("position", {}))
    for mark in then.get("acting", ()):
        yield from _refused("acting", parse_mark, mark, setup.seats)
    if len(then.get("score", "")) not in (0, setup.seats):
        yield f"score has {len(then['score'])} numbers; there are {setup.seats} seats."
    for key in ("legal", "offers", "illegal"):
        for mark, texts in then.get(key, {}).items():
            yield from _refused(key, parse_mark, mark, setup.seats)
            for text in texts:
                yield from _refused(f"{key}.{mark}", notation.parse, text)
    for name in _entries(then.get("events", ())):
        if name not in game.events:
            yield f"events: there is no event {told(name)}; {suggest(name, game.events)}"
    for key in ("sees", "story", "screen"):
        for name in then.get(key, {}):
            yield from _refused(key, viewer, name, setup.seats)
    for name, fields in then.get("sees", {}).items():
        yield from position_faults(f"sees.{name}", game, setup, fields)


def viewer(name: str, seats: int) -> int:
    """A seat by its letter, or the spectator."""
    return SPECTATOR if name == WATCHER else parse_seat(name, seats)


def _refused(what: str, read: Callable[..., object], *given: object) -> Iterator[str]:
    try:
        read(*given)
    except Refusal as error:
        yield f"{what}: {error}"


def _entries(wanted: Sequence[str] | Mapping[str, Sequence[str]]) -> Sequence[str]:
    return wanted["contains"] if isinstance(wanted, Mapping) else wanted


class Checks:
    """The assertions of a case, checked on the state it led to."""

    def __init__(self, game: Game, setup: Setup, state: State, heard: list[Event]) -> None:
        self.game, self.setup, self.state, self.heard = game, setup, state, heard
        self.notation = game.notation_of(setup)

    def run(self, then: Mapping[str, Any]) -> list[str]:
        """The assertions that do not hold, or else cannot be understood."""
        if wrong := list(misspelt(self.game, self.setup, then)):
            return wrong
        return [fault for key, wanted in then.items() for fault in getattr(self, f"_{key}")(wanted)]

    def _seat(self, name: str) -> int:
        return parse_mark(name, self.setup.seats)

    def _position(self, wanted: Mapping[str, Any]) -> Iterator[str]:
        document = self.game.write(self.state, self.setup)
        return compare("position", self.game, self.setup, wanted, document)

    def _sees(self, wanted: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
        for name, fields in wanted.items():
            view = view_of(self.state, viewer(name, self.setup.seats))
            document = self.game.write(view, self.setup)
            yield from compare(f"sees.{name}", self.game, self.setup, fields, document)

    def _acting(self, wanted: Sequence[str]) -> Iterator[str]:
        actual = [seat_mark(seat) for seat in seats_of(self.state.acting())]
        return differ("acting", list(wanted), actual)

    def _score(self, wanted: Sequence[float]) -> Iterator[str]:
        actual = [self.state.score(seat) for seat in range(self.setup.seats)]
        return differ("score", list(wanted), actual)

    def _texts(self, name: str) -> list[str]:
        codes = legal_codes(self.state, self._seat(name))
        return sorted(self.notation.text(code) for code in codes)

    def _canonical(self, texts: Sequence[str]) -> list[str]:
        return [self.notation.text(self.notation.parse(text)) for text in texts]

    def _legal(self, wanted: Mapping[str, Sequence[str]]) -> Iterator[str]:
        for name, texts in wanted.items():
            yield from differ(f"legal.{name}", sorted(self._canonical(texts)), self._texts(name))

    def _offers(self, wanted: Mapping[str, Sequence[str]]) -> Iterator[str]:
        for name, texts in wanted.items():
            legal = self._texts(name)
            for text in self._canonical(texts):
                if text not in legal:
                    yield f"offers.{name}: {text!r} is not legal; legal are {told(legal)}"

    def _illegal(self, wanted: Mapping[str, Mapping[str, str] | Sequence[str]]) -> Iterator[str]:
        for name, given in wanted.items():
            forbidden = given if isinstance(given, Mapping) else dict.fromkeys(given, "")
            for text, clause in forbidden.items():
                number = self.state.why(self._seat(name), self.notation.parse(text))
                actual = self.game.clause(number) if number else "legal"
                if clause or not number:
                    yield from differ(f"illegal.{name}.{text}", clause or "illegal", actual)

    def _events(self, wanted: Sequence[str] | Mapping[str, Sequence[str]]) -> Iterator[str]:
        return _told("events", wanted, [self.game.events[event.kind] for event in self.heard])

    def _story(self, wanted: Mapping[str, Any]) -> Iterator[str]:
        words = self.game.words(self.setup)
        for name, sentences in wanted.items():
            lines = words.lines(self.heard, viewer(name, self.setup.seats))
            yield from _told(f"story.{name}", sentences, lines)

    def _screen(self, wanted: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
        for name, facts in wanted.items():
            seat = viewer(name, self.setup.seats)
            view = view_of(self.state, seat)
            acting = tuple(seats_of(view.acting()))
            scene = self.game.draw_scene(self.setup, view, seat, acting)
            yield from screen_faults(f"screen.{name}", facts, scene)


def _told(
    what: str, wanted: Sequence[str] | Mapping[str, Sequence[str]], actual: list[str]
) -> Iterator[str]:
    """A failure, unless these are all entries, or those that must be contained occur in order."""
    if not isinstance(wanted, Mapping):
        yield from differ(what, list(wanted), actual)
        return
    lost = missing_from(wanted["contains"], actual)
    if lost is not None:
        after = " in this order" if lost in actual else ""
        yield f"{what}: expected {told(lost)} in it{after}, but it is {told(actual)}"
