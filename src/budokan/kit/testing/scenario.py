"""Scenarios: given a position, when these entries happen, then this holds. One TOML file each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from budokan.kit.contract import SPECTATOR, State, legal_codes
from budokan.kit.entries import enter, record_events, seats_of, view_of
from budokan.kit.errors import Refusal, suggest
from budokan.kit.game import Game, Setup, find
from budokan.kit.notation import parse_mark, parse_seat, seat_mark
from budokan.kit.toml_file import check_keys, read_toml
from budokan.kit.words import Event

FILE_KEYS = ("game", "title", "cites", "given", "case")
GIVEN_KEYS = ("seats", "options", "seat", "position")
CASE_KEYS = ("title", "continues", "when", "then", "options", "position")
THEN_KEYS = ("position", "acting", "score", "legal", "illegal", "offers", "sees", "events", "story")
SHAPES: Mapping[str, Any] = {  # the type of each key's value; a star stands for any name
    "game": str,
    "cites": [str],
    "case": [Mapping],
    "options": {"*": object},
    "seat": {"*": {"*": object}},
    "when": [str],
    "position": {"*": object},
    "acting": [str],
    "score": [int | float],
    "legal": {"*": [str]},
    "illegal": {"*": {"*": str}},
    "offers": {"*": [str]},
    "sees": {"*": {"*": object}},
    "events": [str],
    "story": {"*": [str]},
}


@dataclass
class Scenario:
    """One file: where it starts, and its cases."""

    path: Path
    game: Game
    cites: list[str]
    given: Mapping[str, Any]
    cases: list[Mapping[str, Any]]
    failures: list[str] = field(default_factory=list)


def load(path: Path) -> Scenario:
    """Read a scenario file; a typo is refused, with its place."""
    raw = read_toml(path)
    check_keys(str(path), raw, FILE_KEYS, SHAPES)
    for key in ("game", "case"):
        if key not in raw:
            raise Refusal(
                f"{path} lacks {key!r}; a scenario needs game, given and at least one case."
            )
    given = raw.get("given", {})
    check_keys(f"{path}: given", given, GIVEN_KEYS, SHAPES)
    for number, case in enumerate(raw["case"], 1):
        check_keys(f"{path}: case {number}", case, CASE_KEYS, SHAPES)
        check_keys(f"{path}: case {number}: then", case.get("then", {}), THEN_KEYS, SHAPES)
        if not case.get("then"):
            raise Refusal(f"{path}: case {number} has no 'then'; say what must hold.")
    return Scenario(path, find(raw["game"]), list(raw.get("cites", [])), given, raw["case"])


def run(path: Path, happened: set[str] | None = None) -> list[str]:
    """Run a file; return the assertions that failed, each with expected and actual value.

    The names of the events that happened are added to `happened`.
    """
    scenario = load(path)
    state: State | None = None
    setup: Setup | None = None
    for number, case in enumerate(scenario.cases, 1):
        name = case.get("title", f"case {number}")
        try:
            if not case.get("continues") or state is None or setup is None:
                setup, state = _given(scenario, case)
            heard = _play(scenario.game, setup, state, case.get("when", []))
            if happened is not None:
                happened |= {scenario.game.events[event.kind] for event in heard}
            checks = Checks(scenario.game, setup, state, heard)
            scenario.failures += [f"{name}: {fault}" for fault in checks.run(case["then"])]
        except Refusal as error:
            scenario.failures.append(f"{name}: {error}")
    return scenario.failures


def _given(scenario: Scenario, case: Mapping[str, Any]) -> tuple[Setup, State]:
    given, game = scenario.given, scenario.game
    seats = given.get("seats")
    options = {**given.get("options", {}), **case.get("options", {})}
    number = seats if isinstance(seats, int) else game.default_seats
    choices = {parse_seat(k, number): v for k, v in given.get("seat", {}).items()}
    setup = game.setup(seats, options, choices)
    position = {**given.get("position", {}), **case.get("position", {})}
    return setup, game.read(position, setup) if position else game.start(setup)


def _play(game: Game, setup: Setup, state: State, entries: Sequence[str]) -> list[Event]:
    def play() -> None:
        for entry in entries:
            enter(game, setup, state, entry)

    return record_events(state, play)


class Checks:
    """The assertions of a case, checked on the state it led to."""

    def __init__(self, game: Game, setup: Setup, state: State, heard: list[Event]) -> None:
        self.game, self.setup, self.state, self.heard = game, setup, state, heard

    def run(self, then: Mapping[str, Any]) -> list[str]:
        faults: list[str] = []
        for key, wanted in then.items():
            faults += getattr(self, f"_{key}")(wanted)
        return faults

    def _seat(self, name: str) -> int:
        return parse_mark(name, self.setup.seats)

    def _position(self, wanted: Mapping[str, Any]) -> list[str]:
        return compare("position", wanted, self.game.write(self.state, self.setup))

    def _sees(self, wanted: Mapping[str, Mapping[str, Any]]) -> list[str]:
        faults = []
        for name, fields in wanted.items():
            viewer = SPECTATOR if name == "spectator" else self._seat(name)
            document = self.game.write(view_of(self.state, viewer), self.setup)
            faults += compare(f"{name} sees", fields, document)
        return faults

    def _acting(self, wanted: Sequence[str]) -> list[str]:
        actual = [seat_mark(seat) for seat in seats_of(self.state.acting())]
        return differ("acting", list(wanted), actual)

    def _score(self, wanted: Sequence[float]) -> list[str]:
        actual = [self.state.score(seat) for seat in range(self.setup.seats)]
        return differ("score", [float(x) for x in wanted], actual)

    def _texts(self, name: str) -> list[str]:
        codes = legal_codes(self.state, self._seat(name))
        return sorted(self.game.notation_of(self.setup).text(code) for code in codes)

    def _canonical(self, texts: Sequence[str]) -> list[str]:
        notation = self.game.notation_of(self.setup)
        return [notation.text(notation.parse(text)) for text in texts]

    def _legal(self, wanted: Mapping[str, Sequence[str]]) -> list[str]:
        faults = []
        for name, texts in wanted.items():
            expected = sorted(self._canonical(texts))
            faults += differ(f"legal for {name}", expected, self._texts(name))
        return faults

    def _offers(self, wanted: Mapping[str, Sequence[str]]) -> list[str]:
        faults = []
        for name, texts in wanted.items():
            legal = self._texts(name)
            missing = [text for text in self._canonical(texts) if text not in legal]
            faults += [f"{name} should be offered {text!r}, but has {legal}" for text in missing]
        return faults

    def _illegal(self, wanted: Mapping[str, Mapping[str, str]]) -> list[str]:
        faults = []
        for name, forbidden in wanted.items():
            for text, clause in forbidden.items():
                action = self.game.notation_of(self.setup).parse(text)
                number = self.state.why(self._seat(name), action)
                actual = self.game.clause(number) if number else "legal"
                faults += differ(f"{name} {text} is forbidden by", clause, actual)
        return faults

    def _events(self, wanted: Sequence[str]) -> list[str]:
        actual = [self.game.events[event.kind] for event in self.heard]
        for name in wanted:
            if name not in self.game.events:
                raise Refusal(f"There is no event {name!r}; {suggest(name, self.game.events)}")
        return differ("events", list(wanted), actual)

    def _story(self, wanted: Mapping[str, Sequence[str]]) -> list[str]:
        faults = []
        words = self.game.words(self.setup)
        for name, sentences in wanted.items():
            viewer = SPECTATOR if name == "spectator" else self._seat(name)
            told = words.lines(self.heard, viewer)
            faults += differ(f"story for {name}", list(sentences), told)
        return faults


def differ(what: str, expected: object, actual: object) -> list[str]:
    return [] if expected == actual else [f"{what}: expected {expected!r}, but it is {actual!r}"]


def compare(what: str, wanted: Mapping[str, Any], actual: Mapping[str, Any]) -> list[str]:
    """Compare only the given fields; an unknown field is refused."""
    faults = []
    for name, value in wanted.items():
        if name not in actual:
            raise Refusal(f"A position has no field {name!r}; {suggest(name, actual)}")
        faults += differ(f"{what}.{name}", value, actual[name])
    return faults
