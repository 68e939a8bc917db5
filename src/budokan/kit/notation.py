"""Actions are numbers inside and text outside; one declaration of verbs gives both."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

from mypy_extensions import mypyc_attr

from budokan.kit.contract import CHANCE
from budokan.kit.errors import Refusal, shortened, suggest

SEATS: Final = "ABCDEFGH"
CHANCE_MARK = "*"
VEIL = "?"  # ends the text of an entry that a viewer may not know
# Words for entries of every match.
RESERVED = ("concede", "forfeit", "takeback", "stand-in", "return", "undo", "rules")
DIGITS = 9  # longest number

# A verb is its name, the code of its first action, and the names of its arguments' domains.
Verb = tuple[str, int, tuple[str, ...]]


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Domain:
    """The values of an argument: words for notation, names for sentences.

    `room` is how many values the action codes have space for, if a card file may add some.
    """

    words: tuple[str, ...]
    names: tuple[str, ...] = ()
    room: int = 0

    @property
    def span(self) -> int:
        """How many codes one step of the argument before it takes."""
        return self.room or len(self.words)

    def name(self, index: int) -> str:
        return (self.names or self.words)[index]


class Notation:
    """Text for every action code of a match, and back.

    Kinds are numbered per match; where a domain has more room than words, codes are left out.
    """

    def __init__(
        self,
        verbs: Sequence[Verb],
        domains: Mapping[str, Domain],
        chance_verbs: Sequence[str] = (),
    ) -> None:
        self.verbs = tuple(verbs)
        self.chance_verbs = frozenset(chance_verbs)
        # What seats can do, in the order of the codes; also those without words in this match.
        self.seat_codes: list[int] = []
        self._texts: dict[int, str] = {}
        self._split: dict[int, tuple[str, tuple[int, ...]]] = {}
        self.size = 0  # of the code space
        for verb in verbs:
            self._add(verb, [domains[argument] for argument in verb[2]])
        self._codes = {_plain(text): code for code, text in self._texts.items()}
        if len(self._codes) != len(self._texts):
            raise ValueError("two actions have the same text")

    def _add(self, verb: Verb, domains: Sequence[Domain]) -> None:
        name, base, _ = verb
        if name in RESERVED:
            raise ValueError(f"verb {name!r} is reserved: every match has this entry")
        if base != self.size:
            raise ValueError(f"verb {name!r} must begin at code {self.size}, not {base}")
        self.size += prod(domain.span for domain in domains)
        veiled = name.endswith(VEIL) or any(domain.words == (VEIL,) for domain in domains)
        if not veiled and name not in self.chance_verbs:
            self.seat_codes += range(base, self.size)
        for args in product(*(range(len(domain.words)) for domain in domains)):
            code = 0
            for domain, arg in zip(domains, args, strict=True):
                code = code * domain.span + arg
            words = [domain.words[i] for domain, i in zip(domains, args, strict=True)]
            self._texts[base + code] = " ".join([name, *words])
            self._split[base + code] = (name, args)

    @property
    def codes(self) -> Iterable[int]:
        """The codes of all actions, in order."""
        return self._texts

    def __contains__(self, code: int) -> bool:
        return code in self._texts

    def text(self, code: int) -> str:
        return self._texts[code]

    def split(self, code: int) -> tuple[str, tuple[int, ...]]:
        """The verb of an action and the indices of its arguments."""
        return self._split[code]

    def parse(self, text: str) -> int:
        """The code of a text; a misspelt one is refused with near matches."""
        code = self._codes.get(text)
        if code is None:
            code = self._codes.get(_plain(text))
        if code is None:
            raise Refusal(f"{shortened(text.strip())} is not an action; {self._hint(text)}")
        return code

    def _hint(self, text: str) -> str:
        """Near matches among the actions, or the forms that actions have."""
        hint = suggest(_plain(text), self._texts.values())
        if hint.startswith("did"):
            return hint
        forms = (" ".join([name, *(a.upper() for a in args)]) for name, _, args in self.verbs)
        return "actions are " + ", ".join(form for form in forms if not form.endswith(VEIL)) + "."


def _plain(text: str) -> str:
    return " ".join(text.replace("_", " ").lower().split())


def seat_mark(seat: int) -> str:
    return CHANCE_MARK if seat == CHANCE else SEATS[seat]


def parse_number(word: str) -> int | None:
    """The number a word stands for; None if it is no number or has too many digits."""
    return int(word) if word.isdecimal() and len(word) <= DIGITS else None


def parse_seat(text: object, seats: int, *, numbers: bool = False) -> int:
    """A seat from its letter; the command line also takes `numbers` counted from 0."""
    word = text.strip().upper() if isinstance(text, str) else ""
    seat = parse_number(word) if numbers else None
    if seat is None:
        seat = SEATS.find(word) if len(word) == 1 else -1
    if not 0 <= seat < seats:
        raise no_seat(text, seats)
    return seat


def no_seat(named: object, seats: int) -> Refusal:
    """The refusal of a seat that a table does not have."""
    known = "the only seat is A" if seats == 1 else f"seats are A to {SEATS[seats - 1]}"
    return Refusal(f"There is no seat {shortened(named)}; {known}.")


def parse_mark(text: str, seats: int) -> int:
    """The mark of the actor in an entry: a seat letter, or * for chance."""
    return CHANCE if text == CHANCE_MARK else parse_seat(text, seats)
