"""Sentences for events, options and refusals, from a game's text.toml.

A form has holes for names and numbers, {seat}, {a}, {b:domain}, and verbs in two persons:
'{seat} draw[s]' is 'Ann draws' or 'You draw', '[has|have]' picks one of two words, and
'[b:loses|lose]' looks at the seat in {b} instead of {seat}.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, final

from budokan.kit.contract import CHANCE, HIDDEN, RULING
from budokan.kit.notation import Domain

HOLE = re.compile(r"\{(\w+)(?::(\w+))?\}('s)?")
VERB = re.compile(r"\[(?:(\w+):)?([^|\]]*)(?:\|([^\]]*))?\]")
PART = re.compile(f"{HOLE.pattern}|{VERB.pattern}")
NOBODY = -1
STANDS_IN, RETURNS = -1, -2  # events of any match: a bot plays for a seat, a person returns
CORRECTED = -3  # the match goes on under another version of the rules
UNDONE = -4  # the match goes back to before the last move of a seat
BESIDE = {
    STANDS_IN: "A bot plays for {seat} now.",
    RETURNS: "{seat} play[s] again.",
    UNDONE: "{seat} [takes|take] the last move back; the match goes on from before it.",
}


MOST_SAID = 500  # sentences that a match remembers for a viewer


class Event(NamedTuple):
    """Something that happened: its kind, the seat that caused it, and two values."""

    kind: int
    seat: int
    a: int
    b: int


@final
class VerbPart:
    """A verb of a form: what it says of somebody, and to you."""

    def __init__(self, who: str, third: str, second: str) -> None:
        self.who: Final = who
        self.third: Final = third
        self.second: Final = second


@final
class HolePart:
    """A hole of a form: the value that fills it, and as what."""

    def __init__(self, name: str, domain: str | None, tail: str, *, opens: bool) -> None:
        self.name: Final = name
        self.domain: Final = domain
        self.tail: Final = tail  # 's or nothing
        self.opens: Final = opens  # whether a sentence begins with it


@lru_cache(maxsize=2000)
def parsed(form: str) -> tuple[str | VerbPart | HolePart, ...]:
    """A form in parts: text as it stands, verbs and holes."""
    found: list[str | VerbPart | HolePart] = []
    at = 0
    for match in PART.finditer(form):
        if match.start() > at:
            found.append(form[at : match.start()])
        at = match.end()
        hole = HOLE.fullmatch(match[0])
        verb = VERB.fullmatch(match[0])
        if hole:
            domain = "seat" if hole[1] == "seat" else hole[2]
            before = VERB.sub(r"\2", form[: match.start()]).rstrip()
            opens = not before or before.endswith(".")
            found.append(HolePart(hole[1], domain, hole[3] or "", opens=opens))
        elif verb:
            found.append(VerbPart(verb[1] or "seat", verb[2], verb[3] or ""))
    if at < len(form):
        found.append(form[at:])
    return tuple(found)


@dataclass(frozen=True)
class Words:
    """A game's words, with the names of its seats and components filled in."""

    text: Mapping[str, Any]
    events: tuple[str, ...]
    domains: Mapping[str, Domain]
    names: Sequence[str]
    corrections: Mapping[int, str] = field(default_factory=dict)  # by version of the rules
    you: int = NOBODY  # the seat that is addressed as you
    # Sentences about events, since each is said several times: in the story, in beats and lines.
    said: dict[tuple[Event, int, bool], str] = field(
        default_factory=dict, compare=False, repr=False
    )
    said_about: dict[tuple[str, int], str] = field(default_factory=dict, compare=False, repr=False)

    def sentence(self, event: Event, viewer: int, *, fades: bool = False) -> str:
        """The sentence a viewer reads. Secrets are for their own seat; '' is no sentence.

        With `fades`, the short form of an event whose details a memory option lets players forget.
        """
        key = event, viewer, fades
        found = self.said.get(key)
        if found is None:
            if len(self.said) >= MOST_SAID:
                self.said.clear()
            found = self.said[key] = self._sentence(event, viewer, fades=fades)
        return found

    def _sentence(self, event: Event, viewer: int, *, fades: bool) -> str:
        if event.kind in BESIDE:
            return self.fill(BESIDE[event.kind], event)
        if event.kind == CORRECTED:
            why = self.corrections[event.a]
            return f"From here on version {event.a} of the rules applies: {why}"
        return self.fill(self._form(event, viewer, fades=fades)[0], event)

    def _form(self, event: Event, viewer: int, *, fades: bool) -> tuple[str, bool]:
        """The form a viewer reads, and whether it tells the whole event."""
        said = self.text["event"][self.events[event.kind]]
        if isinstance(said, str):
            return said, True
        if fades and "faded" in said:
            return said["faded"], False
        if "others" in said and viewer != event.seat:
            return said["others"], False
        return said["say"], True

    def known_events(
        self,
        events: Sequence[Event],
        viewer: int,
        fades: range = range(0),
        places: Sequence[int] | None = None,
    ) -> tuple[Event, ...]:
        """The events a viewer is told of; values they may not know are HIDDEN.

        `places` says where in the story the events are, if it is not its beginning.
        """
        found: list[Event] = []
        forms, names = self.text["event"], self.events
        for i in range(len(events)):
            event = events[i]
            kind = event[0]
            if kind < 0:
                continue  # of any match, not of the game
            said = forms[names[kind]]
            if isinstance(said, str):  # most events have no secrets
                if said:
                    found.append(event)
                continue
            place = i if places is None else places[i]
            form, whole = self._form(event, viewer, fades=place in fades)
            if form:
                found.append(event if whole else Event(kind, event[1], HIDDEN, HIDDEN))
        return tuple(found)

    def lines(
        self,
        events: Iterable[Event],
        viewer: int | None,
        fades: range = range(0),
        after: Iterable[str] = (),
    ) -> list[str]:
        """The story of events; a form that begins with & continues the line before.

        Without a viewer, each event is told as to its own seat. `after` is the story so far.
        """
        told = list(after)
        self.add_lines(told, events, viewer, fades)
        return told

    def add_lines(
        self,
        told: list[str],
        events: Iterable[Event],
        viewer: int | None,
        fades: range = range(0),
    ) -> None:
        """Add the story of events to the story so far."""
        for i, event in enumerate(events):
            ear = event.seat if viewer is None else viewer
            line = self.sentence(event, ear, fades=i in fades)
            if line.startswith("&") and told:
                told[-1] += line[1:]
            elif line:
                told.append(line.removeprefix("&"))

    def fill(self, form: str, event: Event) -> str:
        """Put names, numbers and the right verbs into a form."""
        kind, seat, a, b = event
        return self.address(form, {"kind": kind, "seat": seat, "a": a, "b": b})

    def about(self, form: str, seat: int) -> str:
        """Fill a form that needs nothing but a seat."""
        key = form, seat
        found = self.said_about.get(key)
        if found is None:
            if len(self.said_about) >= MOST_SAID:
                self.said_about.clear()
            found = self.said_about[key] = self.address(form, {"seat": seat})
        return found

    def address(self, form: str, values: Mapping[str, int | str]) -> str:
        """Fill a form with values by name; {seat} and holes of the domain 'seat' are players."""
        told = []
        for part in parsed(form):
            if isinstance(part, str):
                told.append(part)
            elif isinstance(part, VerbPart):
                told.append(part.second if values[part.who] == self.you else part.third)
            else:
                told.append(self._filled(part, values[part.name]))
        return "".join(told)

    def _filled(self, hole: HolePart, value: int | str) -> str:
        if hole.domain == "seat" and value == self.you:
            you = "your" if hole.tail else "you"
            return you.capitalize() if hole.opens else you
        return self._name(hole.domain, value) + hole.tail

    def _name(self, domain: str | None, value: int | str) -> str:
        if domain is None or isinstance(value, str):
            return str(value)
        if domain == "seat":
            return "Chance" if value == CHANCE else self.names[value]
        return self.domains[domain].name(value)

    def option(self, name: str) -> str:
        return str(self.text["option"][name])

    def refusal(self, clause: str) -> str:
        """Why an action is not possible."""
        return str(self.text["refusal"][clause])


def load(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def clause_id(prefix: str, number: int) -> str:
    """The id of a clause number from `why`: 17 is UD-17, RULING + 4 is UD-R4."""
    return f"{prefix}-R{number - RULING}" if number > RULING else f"{prefix}-{number:02d}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: 1, 3 and 5."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
