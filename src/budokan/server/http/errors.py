"""Refusals of the hall itself; STATUS in app.py maps each to an HTTP status."""

from collections.abc import Sequence

from budokan.kit.card_format import Fault
from budokan.kit.errors import Refusal


class DeniedError(Refusal):
    """The visitor has no right to this."""


class BarredError(DeniedError):
    """The visitor may not look at a deal that they have yet to play."""

    def __init__(self, deal: str) -> None:
        super().__init__(f"Others play this deal, too. Play it first, or look at /same/{deal}.")


class TooSoonError(Refusal):
    """The match is not in the right state for this, or the hall is busy."""


class TooManyError(Refusal):
    """A client asks for too much; `wait` are the seconds until it may ask again, 0 if unknown."""

    def __init__(self, text: str, wait: float = 0.0) -> None:
        super().__init__(text)
        self.wait = wait


class FloodError(TooManyError):
    """A socket goes on sending too much."""


class TooLargeError(Refusal):
    """The request body is too large."""


class FaultyCardsError(Refusal):
    """A card file cannot be played; it has all its faults and warnings."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        bad = [fault for fault in faults if not fault.warning]
        more = f" There are {len(bad) - 1} more faults." if len(bad) > 2 else ""
        more = " There is one more fault." if len(bad) == 2 else more
        super().__init__(f"The cards cannot be played. {bad[0]}{more}")
        self.faults = list(faults)

    def __reduce__(self) -> tuple[type["FaultyCardsError"], tuple[list[Fault]]]:
        """As it travels from a worker."""
        return FaultyCardsError, (self.faults,)
