"""Courtesies: the few things people at a table can say to each other."""

from budokan.kit.errors import Refusal

COURTESIES = {
    "greet": "Onegai shimasu: a good match to us both.",
    "moment": "A moment, please.",
    "played": "Well played.",
    "again": "Another match?",
    "sorry": "Sorry, that took long.",
    "thanks": "Thank you for the match.",
}
APART = 3_000  # milliseconds between two of the same person
WITHIN, MOST = 60_000, 5  # how many in a minute


class Manners:
    """Who said something when, so that nobody is pestered."""

    def __init__(self) -> None:
        self._said: dict[str, list[int]] = {}

    def speak(self, visitor: str, name: str, now: int) -> str:
        """The words of a courtesy; refused if there is none, or too many were said."""
        if name not in COURTESIES:
            raise Refusal(f"There is no courtesy {name!r}; there are {', '.join(COURTESIES)}.")
        said = [at for at in self._said.get(visitor, []) if now - at < WITHIN]
        if said and now - said[-1] < APART:
            raise Refusal("Wait a moment before you say something again.")
        if len(said) >= MOST:
            raise Refusal(f"{MOST} courtesies in a minute are enough.")
        self._said[visitor] = [*said, now]
        return COURTESIES[name]
