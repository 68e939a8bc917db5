"""What the seats of a table are called, where nobody has given a name."""

from collections.abc import Sequence

from budokan.agents.belts import BELTS
from budokan.kit.notation import SEATS
from budokan.store.clocks import PERSON

COLOURS = ("Red", "Blue", "Gold", "Green", "Plum", "Black")  # of the seats, as they are drawn
HOUSE = "The house"


def letters(sitting: Sequence[str]) -> list[str]:
    """Letters, with the agent's name in brackets: for programs, which give no names at all."""
    return [SEATS[i] if who == PERSON else f"{SEATS[i]} ({who})" for i, who in enumerate(sitting)]


def called(sitting: Sequence[str], given: Sequence[str]) -> list[str]:
    """The names that were given; '' stands for what follows from the seat and who sits there."""
    if not given:
        return letters(sitting)
    bots = [seat for seat, who in enumerate(sitting) if who != PERSON]
    people = {_colour(s) for s, name in enumerate(given) if s not in bots and not name}
    found = []
    for seat, name in enumerate(given):
        if seat in bots and not name:
            name = _of_the_house(sitting[seat], people)
            name += f" {bots.index(seat) + 1}" if len(sitting) > 2 else ""
        found.append(name or _colour(seat))
    return found


def _colour(seat: int) -> str:
    return f"{COLOURS[seat]} belt" if seat < len(COLOURS) else f"Seat {SEATS[seat]}"


def _of_the_house(agent: str, people: set[str]) -> str:
    """A bot is called after its belt, unless a person is called so after the seat's colour."""
    name = f"{agent.capitalize()} belt"
    return name if agent in BELTS and name not in people else HOUSE
