"""Courtesies: the few phrases that people at a table can say to each other."""

from budokan.kit.errors import Refusal

COURTESIES = {
    "greet": "Onegai shimasu: a good match to us both.",
    "moment": "A moment, please.",
    "played": "Well played.",
    "again": "Another match?",
    "sorry": "Sorry, that took long.",
    "thanks": "Thank you for the match.",
}
PAUSE = 3_000  # milliseconds between two courtesies of the same person
MINUTE, PER_MINUTE = 60_000, 5


class CourtesyLimit:
    """Keeps people from pestering each other."""

    def __init__(self) -> None:
        self._said: dict[str, list[int]] = {}  # when each visitor spoke

    def speak(self, visitor: str, name: str, now: int) -> str:
        """The words of a courtesy; refused if it does not exist or comes too often."""
        if name not in COURTESIES:
            raise Refusal(f"There is no courtesy {name!r}; choose from {', '.join(COURTESIES)}.")
        said = [at for at in self._said.get(visitor, []) if now - at < MINUTE]
        if said and now - said[-1] < PAUSE:
            raise Refusal("Wait a moment before you say something again.")
        if len(said) >= PER_MINUTE:
            raise Refusal(f"You can say {PER_MINUTE} courtesies a minute; wait a little.")
        self._said[visitor] = [*said, now]
        return COURTESIES[name]
