"""The seats of a table in the terminal: people and agents by name."""

from collections.abc import Sequence

from budokan.kit.notation import SEATS

HUMAN = "human"


def seat_players(seats: int, own: int, against: str) -> list[str]:
    """A person on one seat; agents on the others in order, the last of them repeated."""
    others = [name.strip() for name in against.split(",")]
    others += [others[-1]] * seats
    return [HUMAN if seat == own else others.pop(0) for seat in range(seats)]


def seat_names(players: Sequence[str]) -> list[str]:
    """Names for the seats: letters, with the agent's name in brackets."""
    return [SEATS[i] if name == HUMAN else f"{SEATS[i]} ({name})" for i, name in enumerate(players)]
