"""Actions are numbers inside and text outside; one declaration of verbs gives both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from budokan.kit.contract import CHANCE
from budokan.kit.errors import Refusal, shortened, suggest

SEATS = "ABCDEFGH"
CHANCE_MARK = "*"
# Words for entries of every match.
RESERVED = ("concede", "forfeit", "takeback", "stand-in", "return", "undo", "rules")
DIGITS = 9  # longest number

# A verb is its name, the code of its first action, and the names of its arguments' domains.
Verb = tuple[str, int, tuple[str, ...]]


@dataclass(frozen=True)
class Domain:
    """The values of an argument: words for notation, names for sentences."""

    words: tuple[str, ...]
    names: tuple[str, ...] = ()

    def name(self, index: int) -> str:
        return (self.names or self.words)[index]


class Notation:
    """Text for every action code of a game, and back."""

    def __init__(self, verbs: Sequence[Verb], domains: Mapping[str, Domain]) -> None:
        self.verbs = tuple(verbs)
        self._texts: list[str] = []
        self._split: list[tuple[str, tuple[int, ...]]] = []
        for name, base, arguments in verbs:
            if name in RESERVED:
                raise ValueError(f"verb {name!r} is reserved: every match has this entry")
            if base != len(self._texts):
                raise ValueError(f"verb {name!r} must begin at code {len(self._texts)}, not {base}")
            sizes = [range(len(domains[argument].words)) for argument in arguments]
            for args in product(*sizes):
                words = [domains[a].words[i] for a, i in zip(arguments, args, strict=True)]
                self._texts.append(" ".join([name, *words]))
                self._split.append((name, args))
        self._codes = {_plain(text): code for code, text in enumerate(self._texts)}
        if len(self._codes) != len(self._texts):
            raise ValueError("two actions have the same text")

    @property
    def size(self) -> int:
        """How many action codes the game has."""
        return len(self._texts)

    def text(self, code: int) -> str:
        return self._texts[code]

    def split(self, code: int) -> tuple[str, tuple[int, ...]]:
        """The verb of an action and the indices of its arguments."""
        return self._split[code]

    def parse(self, text: str) -> int:
        """The code of a text; a misspelt one is refused with near matches."""
        code = self._codes.get(_plain(text))
        if code is None:
            raise Refusal(f"{shortened(text.strip())} is not an action; {self._hint(text)}")
        return code

    def _hint(self, text: str) -> str:
        """Near matches among the actions, or the forms that actions have."""
        hint = suggest(_plain(text), self._texts)
        if hint.startswith("did"):
            return hint
        forms = (" ".join([name, *(a.upper() for a in args)]) for name, _, args in self.verbs)
        return "actions are " + ", ".join(form for form in forms if not form.endswith("?")) + "."


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
