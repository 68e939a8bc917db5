"""Sentences for events, options and refusals, from a game's text.toml.

A form has holes for names and numbers, {seat}, {a}, {b:domain}, and verbs in two persons:
'{seat} draw[s]' is 'Ann draws' or 'You draw', '[has|have]' picks one of two words, and
'[b:loses|lose]' looks at the seat in {b} instead of {seat}.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from budokan.kit.contract import CHANCE, HIDDEN, RULING
from budokan.kit.notation import Domain

HOLE = re.compile(r"\{(\w+)(?::(\w+))?\}('s)?")
VERB = re.compile(r"\[(?:(\w+):)?([^|\]]*)(?:\|([^\]]*))?\]")
NOBODY = -1
STANDS_IN, RETURNS = -1, -2  # events of any match: a bot plays for a seat, a person returns
CORRECTED = -3  # the match goes on under another version of the rules
UNDONE = -4  # the match goes back to before the last move of a seat
BESIDE = {
    STANDS_IN: "A bot plays for {seat} now.",
    RETURNS: "{seat} play[s] again.",
    UNDONE: "{seat} [takes|take] the last move back; the match goes on from before it.",
}


class Event(NamedTuple):
    """Something that happened: its kind, the seat that caused it, and two values."""

    kind: int
    seat: int
    a: int
    b: int


@dataclass(frozen=True)
class Words:
    """A game's words, with the names of its seats and components filled in."""

    text: Mapping[str, Any]
    events: tuple[str, ...]
    domains: Mapping[str, Domain]
    names: Sequence[str]
    corrections: Mapping[int, str] = field(default_factory=dict)  # by version of the rules
    you: int = NOBODY  # the seat that is addressed as you

    def sentence(self, event: Event, viewer: int, *, fades: bool = False) -> str:
        """The sentence a viewer reads. Secrets are for their own seat; '' is no sentence.

        With `fades`, the short form of an event whose details a memory option lets players forget.
        """
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
        events: Iterable[Event],
        viewer: int,
        fades: range = range(0),
        places: Iterable[int] | None = None,
    ) -> tuple[Event, ...]:
        """The events a viewer is told of; values they may not know are HIDDEN.

        `places` says where in the story the events are, if it is not its beginning.
        """
        found = []
        for i, event in zip(count() if places is None else places, events, strict=False):
            if event.kind < 0:
                continue  # of any match, not of the game
            form, whole = self._form(event, viewer, fades=i in fades)
            if form:
                found.append(event if whole else Event(event.kind, event.seat, HIDDEN, HIDDEN))
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
        for i, event in enumerate(events):
            ear = event.seat if viewer is None else viewer
            line = self.sentence(event, ear, fades=i in fades)
            if line.startswith("&") and told:
                told[-1] += line[1:]
            elif line:
                told.append(line.removeprefix("&"))
        return told

    def fill(self, form: str, event: Event) -> str:
        """Put names, numbers and the right verbs into a form."""
        return self.address(form, event._asdict())

    def address(self, form: str, values: Mapping[str, int | str]) -> str:
        """Fill a form with values by name; {seat} and holes of the domain 'seat' are players."""

        def verb(match: re.Match[str]) -> str:
            who = values[match[1] or "seat"]
            return (match[3] or "") if who == self.you else match[2]

        def hole(match: re.Match[str]) -> str:
            value, tail = values[match[1]], match[3] or ""
            domain = "seat" if match[1] == "seat" else match[2]
            if domain == "seat" and value == self.you:
                you = "your" if tail else "you"
                opens = form[: match.start()].rstrip()
                return you.capitalize() if not opens or opens.endswith(".") else you
            return self._name(domain, value) + tail

        form = VERB.sub(verb, form) if "[" in form else form
        return HOLE.sub(hole, form) if "{" in form else form

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
