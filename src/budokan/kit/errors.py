"""Refusals: one sentence that says what is wrong, and what to do instead."""

from collections.abc import Iterable
from difflib import get_close_matches

QUOTED = 60  # letters of a wrong value that a refusal repeats
PATH = 200  # letters of the name of a file that a refusal repeats


class Refusal(Exception):
    """A request that cannot be met; the message is one clear sentence."""


class IllegalAction(Refusal):
    """An action the rules forbid; `clause` names the rule, such as UD-17."""

    def __init__(self, message: str, clause: str = "") -> None:
        super().__init__(message)
        self.clause = clause


def shortened(value: object) -> str:
    """A value as a sentence quotes it."""
    try:
        told = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, or tables as deep
        return f"a very long {type(value).__name__}"
    return told if len(told) <= QUOTED else f"{told[:QUOTED]}…"


def printable(text: str) -> str:
    """Text without letters that would command a terminal: foreign files may hold such."""
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)


def shortened_path(path: object) -> str:
    """The name of a file as a sentence repeats it; only an absurd one is cut."""
    name = str(path)
    return name if len(name) <= PATH else f"{name[:QUOTED]}…"


def suggest(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt word: its near matches, or all words to choose from."""
    words = [str(name) for name in known]
    lower = {name.lower(): name for name in words}
    close = get_close_matches(word[:PATH].lower(), lower, n=3, cutoff=0.5)
    if close:
        return "did you mean " + " or ".join(lower[name] for name in close) + "?"
    return "choose from " + ", ".join(words[:12]) + (", …" if len(words) > 12 else "") + "."
