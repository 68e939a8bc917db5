"""The seats of a table in the terminal: people and agents by name."""

from collections.abc import Sequence

from budokan.agents import house_names
from budokan.agents.belts import BELTS

HUMAN = "human"


def seat_players(seats: int, own: int, against: str) -> list[str]:
    """A person on one seat; agents on the others in order, the last of them repeated."""
    others = [name.strip() for name in against.split(",")]
    others += [others[-1]] * seats
    return [HUMAN if seat == own else others.pop(0) for seat in range(seats)]


def seat_names(game: str, players: Sequence[str]) -> list[str]:
    """Names for the seats of a game: of the house for agents, guests for people."""
    return house_names.seat_names(game, players, person=HUMAN)


def belts_worn(names: Sequence[str], players: Sequence[str], person: str = HUMAN) -> str:
    """Who the bots are: 'Kenta (green belt), Dilan (green belt)'; '' if there are none."""
    bots = [(name, who) for name, who in zip(names, players, strict=False) if who != person]
    return ", ".join(f"{name} ({who} belt)" if who in BELTS else name for name, who in bots)
