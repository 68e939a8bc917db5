"""Sentences for events, options and refusals, from a game's text.toml."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from budokan.kit.contract import CHANCE, RULING
from budokan.kit.notation import Domain

HOLE = re.compile(r"\{(\w+)(?::(\w+))?\}")
STANDS_IN, RETURNS = -1, -2  # events of any match: a bot plays for a seat, a person returns
CORRECTED = -3  # the match goes on under another version of the rules
BESIDE = {STANDS_IN: "A bot plays for {seat} now.", RETURNS: "{seat} plays again."}


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

    def sentence(self, event: Event, viewer: int, *, fades: bool = False) -> str:
        """The sentence a viewer reads. Secrets are for their own seat; '' is no sentence.

        With `fades`, the short form of an event whose details a memory option lets players forget.
        """
        if event.kind in BESIDE:
            return self.fill(BESIDE[event.kind], event)
        if event.kind == CORRECTED:
            why = self.corrections[event.a]
            return f"From here on version {event.a} of the rules applies: {why}"
        said = self.text["event"][self.events[event.kind]]
        if isinstance(said, str):
            said = {"say": said}
        form = said["say"]
        if "others" in said and viewer != event.seat:
            form = said["others"]
        if fades and "faded" in said:
            form = said["faded"]
        return self.fill(form, event)

    def is_told(self, event: Event, viewer: int, *, fades: bool = False) -> bool:
        """Whether a viewer reads the whole event: it is neither secret nor forgotten."""
        if event.kind in BESIDE:
            return True
        said = self.text["event"][self.events[event.kind]]
        hidden = "others" in said and viewer != event.seat
        return isinstance(said, str) or not (hidden or (fades and "faded" in said))

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
        """Put names and numbers into the holes {seat}, {a}, {b:domain} of a form."""

        def hole(match: re.Match[str]) -> str:
            value = getattr(event, match[1])
            domain = "seat" if match[1] == "seat" else match[2]
            return self._name(domain, value)

        return HOLE.sub(hole, form)

    def _name(self, domain: str | None, value: int) -> str:
        if domain == "seat":
            return "Chance" if value == CHANCE else self.names[value]
        return self.domains[domain].name(value) if domain else str(value)

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
