"""The challenge of a day: one deal, the same for everyone."""

from datetime import date
from typing import Any

from budokan.kit.errors import Refusal

HEROES = ("udo", "kai")


def daily(day: str) -> tuple[dict[str, Any], str]:
    """The switches and the seed of a date such as 2026-11-16.

    Hero and deal follow from the date; the player chooses how hard the masters are.
    """
    try:
        when = date.fromisoformat(day)
    except ValueError as error:
        raise Refusal(f"{day!r} is not a date; write it like 2026-11-16.") from error
    hero = HEROES[when.toordinal() % len(HEROES)]
    return {"hero": hero}, f"daily {when.isoformat()}"
