"""What the hall itself refuses; app.py says which status each of them has."""

from budokan.kit.errors import Refusal


class DeniedError(Refusal):
    """Somebody asks for what is not theirs."""


class BarredError(DeniedError):
    """Somebody would look at a deal that they have yet to play."""

    def __init__(self, deal: str) -> None:
        super().__init__(f"Others play this deal, too. Play it first, or look at /same/{deal}.")


class TooSoonError(Refusal):
    """What is asked for is not possible yet."""


class TooManyError(Refusal):
    """Somebody has set up or opened more than one person needs."""


class TooLargeError(Refusal):
    """A request body beyond the limit."""
