"""Refusals: one sentence that says what is wrong, and what to do instead."""

from collections.abc import Iterable
from difflib import get_close_matches


class Refusal(Exception):
    """A request that cannot be met; the message is one clear sentence."""


class IllegalAction(Refusal):
    """An action the rules forbid; `clause` names the rule, such as UD-17."""

    def __init__(self, message: str, clause: str = "") -> None:
        super().__init__(message)
        self.clause = clause


def suggest(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt word: its near matches, or all words to choose from."""
    words = [str(name) for name in known]
    close = get_close_matches(word, words, n=3, cutoff=0.5)
    if close:
        return "did you mean " + " or ".join(close) + "?"
    return "choose from " + ", ".join(words[:12]) + (", …" if len(words) > 12 else "") + "."
