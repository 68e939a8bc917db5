"""The names of the seats at a table: those people gave, and those of the house."""

from collections.abc import Sequence

from budokan.agents.belts import BELTS
from budokan.kit.notation import SEATS
from budokan.protocol import PERSON

COLOURS = ("Red", "Blue", "Gold", "Green", "Plum", "Black")  # of the seats, as they are drawn
HOUSE = "The house"


def seat_letters(players: Sequence[str]) -> list[str]:
    """Letters, with the agent's name in brackets: for tables where nobody gave a name."""
    return [SEATS[i] if who == PERSON else f"{SEATS[i]} ({who})" for i, who in enumerate(players)]


def seat_names(players: Sequence[str], given: Sequence[str]) -> list[str]:
    """The given names; '' becomes the colour of the seat or the belt of its bot."""
    if not given:
        return seat_letters(players)
    bots = [seat for seat, who in enumerate(players) if who != PERSON]
    people = {_colour(s) for s, name in enumerate(given) if s not in bots and not name}
    found = []
    for seat, name in enumerate(given):
        if seat in bots and not name:
            name = _bot_name(players[seat], people)
            name += f" {bots.index(seat) + 1}" if len(players) > 2 else ""
        found.append(name or _colour(seat))
    return found


def _colour(seat: int) -> str:
    return f"{COLOURS[seat]} belt" if seat < len(COLOURS) else f"Seat {SEATS[seat]}"


def _bot_name(agent: str, people: set[str]) -> str:
    """The name of a bot's belt, unless a person has that name from the seat's colour."""
    name = f"{agent.capitalize()} belt"
    return name if agent in BELTS and name not in people else HOUSE
