"""Scenarios: given a position, when these entries happen, then this holds. One TOML file each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from budokan.kit import card_file
from budokan.kit.contract import State, copy, legal_codes
from budokan.kit.entries import (
    Entry,
    enter,
    parse_entry,
    record_events,
    seats_of,
)
from budokan.kit.errors import Refusal, shortened, shortened_path, suggest
from budokan.kit.game import Game, Setup, find
from budokan.kit.notation import SEATS, parse_seat
from budokan.kit.testing.checks import THEN, Checks, misspelt
from budokan.kit.toml_file import read_toml, shape_faults, shown
from budokan.kit.words import Event

FORCED = "..."  # the entry that takes every forced step which follows
MOST_FORCED = 1000  # forced steps in a row
ANY_TABLE = {"*": object}
GIVEN: Mapping[str, Any] = {
    "seats": object,  # the game says how many
    "options": ANY_TABLE,
    "seat": {"*": ANY_TABLE},
    "position": ANY_TABLE,
    "cards": (str, ANY_TABLE),
}
OWN_KEYS = ("options", "seat", "position")  # what a case may bring itself
CASE: Mapping[str, Any] = {
    "title": str,
    "continues": bool,
    "when": [str],
    "then": dict(THEN),
    **{key: GIVEN[key] for key in OWN_KEYS},
}
FILE: Mapping[str, Any] = {
    "game": str,
    "title": str,
    "cites": [str],
    "given": dict(GIVEN),
    "case": [Mapping],
}


class Faulty(Refusal):
    """A scenario file that cannot be run; every fault is a sentence with its place."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = list(faults)


@dataclass
class Scenario:
    """One file: where it starts, its cases, and what is wrong with the form of each part."""

    path: Path
    game: Game
    cites: list[str]
    given: Mapping[str, Any]
    cards: Mapping[str, Any] | None  # of its own
    cases: list[Mapping[str, Any]]
    given_faults: list[str]
    case_faults: list[list[str]]

    def place(self, case: int) -> str:
        """A case as failures name it."""
        return _place(shortened_path(self.path), case, self.cases[case])


@dataclass
class Report:
    """What came of a file: the failures, and the cases that a failure kept from being tried."""

    failures: list[str] = field(default_factory=list)
    not_reached: list[str] = field(default_factory=list)


# -- reading --------------------------------------------------------------------------------------


def load(path: Path) -> Scenario:
    """Read a scenario file; what keeps the whole of it from being run is refused."""
    raw, file = read_toml(path), shortened_path(path)
    wrong = list(shape_faults(file, raw, FILE))
    for key in ("game", "case"):
        if key not in raw or raw[key] == []:
            wrong.append(f"{file} lacks {key!r}; a scenario needs game and at least one case.")
    game = _game(raw.get("game"))
    if isinstance(game, Refusal):
        wrong.append(f"{file}: {game}")
    given, cards = raw.get("given", {}), None
    if isinstance(game, Game) and not wrong:
        try:
            cards = _cards(path, game, given.get("cards"))
        except Faulty as error:
            wrong += [f"{file}: given.cards: {fault}" for fault in error.faults]
    cases = raw.get("case", [])
    cases = cases if isinstance(cases, list) and all(isinstance(c, dict) for c in cases) else []
    by_case = [list(_case_faults(file, number, case)) for number, case in enumerate(cases)]
    if wrong or not isinstance(game, Game):
        raise Faulty([*wrong, *(fault for faults in by_case for fault in faults)])
    for number, case in enumerate(cases):
        if not by_case[number]:
            by_case[number] = list(_field_faults(_place(file, number, case), game, case))
    fields = list(_field_faults(f"{file}: given", game, given))
    return Scenario(path, game, list(raw.get("cites", [])), given, cards, cases, fields, by_case)


def _cards(path: Path, game: Game, named: Any) -> Mapping[str, Any] | None:
    """The cards of a scenario: tables of its own, or those of a file beside it."""
    if named is None:
        return None
    try:
        overlay = card_file.read(path.parent / named) if isinstance(named, str) else named
    except Refusal as error:
        raise Faulty([str(error)]) from error
    except ValueError as error:  # a name with a character that no file can have
        raise Faulty([f"{shortened(named)} is not the name of a file."]) from error
    faults = [str(fault) for fault in card_file.faults(game, overlay) if not fault.warning]
    if faults:
        raise Faulty(faults)
    return overlay


def _game(name: object) -> Game | Refusal | None:
    try:
        return find(name) if isinstance(name, str) else None
    except Refusal as error:
        return error


def _place(file: str, number: int, case: Mapping[str, Any]) -> str:
    title = case.get("title")
    return f"{file}: case {number + 1}" + (f" ({shown(title)})" if isinstance(title, str) else "")


def _case_faults(file: str, number: int, case: Mapping[str, Any]) -> Iterator[str]:
    place = _place(file, number, case)
    yield from shape_faults(place, case, CASE)
    if case.get("then", {}) == {}:
        yield f"{place} has no 'then'; say what must hold."


def _field_faults(where: str, game: Game, given: Mapping[str, Any]) -> Iterator[str]:
    """Fields that no position of the game has."""
    for name in given.get("position", {}) if game.fields else ():
        if name not in game.fields:
            told = f"{where}: position has no field {shortened(name)}"
            yield f"{told}; {suggest(name, game.fields)}"


# -- running --------------------------------------------------------------------------------------


def run(path: Path, happened: set[str] | None = None) -> list[str]:
    """Run a file; return what failed, each assertion with expected and actual value.

    The names of the events that happened are added to `happened`.
    """
    return examine(path, happened).failures


def examine(
    path: Path, happened: set[str] | None = None, cards: Mapping[str, Any] | None = None
) -> Report:
    """Run a file; `cards` are the cards it is played with if it names none of its own."""
    try:
        scenario = load(path)
    except Faulty as error:
        return Report(error.faults)
    return Run(scenario, cards or {}, happened if happened is not None else set()).report()


class Run:
    """The cases of a file, one after the other."""

    def __init__(self, scenario: Scenario, cards: Mapping[str, Any], happened: set[str]) -> None:
        self.scenario, self.game = scenario, scenario.game
        self.happened, self.cards = happened, cards
        self.done = Report()
        self.begun: dict[str, str] = {}  # refusals of what is given, and where they came up
        self.own: Mapping[str, Any] = {}  # what the first case of the chain brings itself
        self.setup: Setup | None = None
        self.state: State | None = None

    def report(self) -> Report:
        self.done.failures += self.scenario.given_faults
        failed = -1  # the case that broke the chain
        for number, case in enumerate(self.scenario.cases):
            if case.get("continues") and failed >= 0:
                if self._understand(number, case):
                    self._not_reached(number, f"it continues case {failed + 1}, which failed")
                continue
            before = len(self.done.failures) + len(self.done.not_reached)
            self._try(number, case)
            after = len(self.done.failures) + len(self.done.not_reached)
            failed = number if after > before else -1
        return self.done

    def _not_reached(self, number: int, why: str) -> None:
        self.done.not_reached.append(f"{self.scenario.place(number)} is not reached: {why}.")

    def _fail(self, number: int, *faults: str) -> None:
        place = self.scenario.place(number)
        self.done.failures += [f"{place}: {fault}" for fault in faults]

    def _try(self, number: int, case: Mapping[str, Any]) -> None:
        begun = not self.scenario.case_faults[number] and self._begin(number, case)
        if not self._understand(number, case) or not begun:
            return
        assert self.setup is not None and self.state is not None
        try:
            heard = play(self.game, self.setup, self.state, case.get("when", []))
        except Refusal as error:
            self._fail(number, f"when: {error}")
            return
        self.happened |= {self.game.events[event.kind] for event in heard}
        self._fail(number, *Checks(self.game, self.setup, self.state, heard).run(case["then"]))

    def _understand(self, number: int, case: Mapping[str, Any]) -> bool:
        """Whether a case has the right form and misspells nothing; what is wrong is reported."""
        wrong = self.scenario.case_faults[number]
        self.done.failures += wrong
        if wrong or self.setup is None:
            return not wrong
        misspellings = [*self._misspelt_entries(case.get("when", []))]
        misspellings += misspelt(self.game, self.setup, case["then"])
        self._fail(number, *misspellings)
        return not misspellings

    def _misspelt_entries(self, texts: Sequence[str]) -> Iterator[str]:
        assert self.setup is not None
        notation = self.game.notation_of(self.setup)
        for text in texts:
            try:
                if text != FORCED:
                    parse_entry(notation, self.setup.seats, text)
            except Refusal as error:
                yield f"when: {error}"

    def _begin(self, number: int, case: Mapping[str, Any]) -> bool:
        """Lay out what is given, unless the case continues the one before."""
        own = {key: case[key] for key in OWN_KEYS if key in case}
        if case.get("continues") and self.state is not None:
            changed = [key for key in own if own[key] != self.own.get(key)]
            if changed:
                told = f"{changed[0]}: a case that continues another cannot change what is given"
                self._fail(number, f"{told}; leave it out, or leave out 'continues'.")
            return not changed
        self.own, self.setup, self.state = own, None, None
        try:
            self.setup = given_setup(self.scenario, case, self.cards)
            if self.scenario.given_faults:
                self._not_reached(number, "what is given is refused")
                return False
            self.state = given_state(self.scenario, case, self.setup)
        except Refusal as error:
            self._refuse_given(number, str(error), own=bool(own))
        return self.state is not None

    def _refuse_given(self, number: int, why: str, *, own: bool) -> None:
        """Report once what several cases share."""
        if why in self.begun:
            self._not_reached(number, f"what is given is refused as {self.begun[why]}")
        elif own:
            self.begun[why] = f"in case {number + 1}"
            self._fail(number, f"given: {why}")
        else:
            self.begun[why] = "said above"
            self.done.failures.append(f"{shortened_path(self.scenario.path)}: given: {why}")
            self._not_reached(number, "what is given is refused")


def given_setup(scenario: Scenario, case: Mapping[str, Any], cards: Mapping[str, Any]) -> Setup:
    """The table that a case is played at."""
    base = scenario.given
    options = {**base.get("options", {}), **case.get("options", {})}
    chosen: dict[int, dict[str, Any]] = {}
    for seats in (base.get("seat", {}), case.get("seat", {})):
        for mark, values in seats.items():
            chosen.setdefault(parse_seat(mark, len(SEATS)), {}).update(values)
    overlay = cards if scenario.cards is None else scenario.cards
    return scenario.game.setup(base.get("seats"), options, chosen, overlay)


def given_state(scenario: Scenario, case: Mapping[str, Any], setup: Setup) -> State:
    """The state that a case begins with."""
    position = merged(scenario.given.get("position", {}), case.get("position", {}))
    game = scenario.game
    return game.read(position, setup) if position else game.start(setup)


def merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """A position with the fields of a case over it; a single seat's row replaces that row."""
    found = dict(base)
    for name, value in own.items():
        below = found.get(name)
        if isinstance(value, Mapping) and isinstance(below, list):
            below = {SEATS[seat]: row for seat, row in enumerate(below[: len(SEATS)])}
        if isinstance(value, Mapping) and isinstance(below, Mapping):
            value = {**below, **{mark.upper(): row for mark, row in value.items()}}
        found[name] = value
    return found


# -- entries --------------------------------------------------------------------------------------


def play(game: Game, setup: Setup, state: State, entries: Sequence[str]) -> list[Event]:
    """Carry out entries, and the forced steps left out between them; return what happened."""

    def happen() -> None:
        for number, text in enumerate(entries, 1):
            try:
                _enter(game, setup, state, text)
            except Refusal as error:
                raise Refusal(f"entry {number}, {shortened(text)}: {error}") from error

    return record_events(state, happen)


def _enter(game: Game, setup: Setup, state: State, text: str) -> None:
    if text == FORCED:
        _take_forced(state)
        return
    entry = parse_entry(game.notation_of(setup), setup.seats, text)
    if entry.action >= 0 and not state.is_legal(*entry):
        for step in _way_to(state, entry):
            state.apply(*step)
    enter(game, setup, state, text)


def _way_to(state: State, entry: Entry) -> list[Entry]:
    """The forced steps after which an entry is legal; none if there is no such way."""
    twin, steps = copy(state), list[Entry]()
    while not twin.is_legal(*entry):
        step = _forced(twin)
        if step is None or len(steps) == MOST_FORCED:
            return []
        steps.append(step)
        twin.apply(*step)
    return steps


def _take_forced(state: State) -> None:
    """Take every forced step that follows; there must be one."""
    taken = 0
    while taken < MOST_FORCED and (step := _forced(state)):
        state.apply(*step)
        taken += 1
    if not taken:
        raise Refusal("no step is forced here.")


def _forced(state: State) -> Entry | None:
    """The step of a seat, or of chance, that has one possibility only."""
    for seat in seats_of(state.acting()):
        codes = legal_codes(state, seat)
        if len(codes) == 1:
            return Entry(seat, codes[0])
    return None
