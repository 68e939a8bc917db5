"""The challenge of the day: which day it is, and the id of its deal."""

from datetime import UTC, date, datetime

from budokan.kit.errors import Refusal
from budokan.server.http.errors import TooSoonError


def today() -> str:
    """Today's date in UTC, the same for everybody."""
    return datetime.now(UTC).date().isoformat()


def check_day(day: str) -> None:
    """Refuse anything that is not a date, a date in another form, and a date to come."""
    try:
        written = date.fromisoformat(day).isoformat()
    except ValueError:
        written = ""
    if written != day:
        raise Refusal(f"There is no day {day[:40]!r}; write a day like {today()}.")
    if day > today():
        raise TooSoonError("This challenge begins on its day (UTC).")


def daily_deal(game: str, day: str) -> str:
    """The id of the deal that is the challenge of a day."""
    return f"daily-{game}-{day}"
