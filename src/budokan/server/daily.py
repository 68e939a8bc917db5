"""The challenge of a day: which day it is, and what its deal is called."""

from datetime import UTC, date, datetime

from budokan.kit.errors import Refusal
from budokan.server.http.errors import TooSoonError


def today() -> str:
    """The day that is the same for everyone."""
    return datetime.now(UTC).date().isoformat()


def check_day(day: str) -> None:
    """Refuse what is no day, a day written in another way (it names the deal), and one to come."""
    try:
        written = date.fromisoformat(day).isoformat()
    except ValueError:
        written = ""
    if written != day:
        raise Refusal(f"There is no day {day[:40]!r}; a day is written like {today()}.")
    if day > today():
        raise TooSoonError("This day has not come yet.")


def daily_deal(game: str, day: str) -> str:
    """The name of the deal that is the challenge of a day."""
    return f"daily-{game}-{day}"
