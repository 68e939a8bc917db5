"""Refusals of the hall itself; STATUS in app.py maps each to an HTTP status."""

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
    """A client IP has created too many tables or opened too many connections."""


class TooLargeError(Refusal):
    """The request body is too large."""
