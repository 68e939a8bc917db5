"""Who sits where: the names of the house's players, and of people who gave none."""

from collections.abc import Collection, Sequence

from budokan.agents.belts import BELTS

# Each belt has people of its own, so that a name is met again with the same strength.
HOUSE = {
    "white": ("Anouk", "Tomas", "Lin", "Sefa", "Priya", "Oskar", "Noor", "Pia"),
    "yellow": ("Emre", "Yuna", "Malik", "Greta", "Tariq", "Hanna", "Bao", "Ines"),
    "green": ("Sora", "Amara", "Levi", "Kenta", "Dilan", "Freya", "Mateo", "Zuri"),
    "blue": ("Rafa", "Mei", "Jonas", "Aziza", "Kofi", "Elif", "Hugo", "Nari"),
    "brown": ("Takumi", "Leila", "Viktor", "Ayla", "Sanna", "Idris", "Mira", "Paulo"),
    "black": ("Haruka", "Ingrid", "Darius", "Ramona", "Seung", "Nadia", "Otieno", "Yara"),
}
GUEST = "Guest"
MAX_NAME = 24  # letters


def seat_names(
    game: str, players: Sequence[str], given: Sequence[str] = (), person: str = "person"
) -> list[str]:
    """A name for every seat, no two alike: the given one, or a guest's, or that of its bot.

    `players` are the names of agents, and `person` for people; '' in `given` is no name.
    """
    found = list(given) or [""] * len(players)
    guests = [seat for seat, who in enumerate(players) if who == person and not found[seat]]
    for number, seat in enumerate(guests, 1):
        found[seat] = GUEST if len(guests) == 1 else f"{GUEST} {number}"
    for seat, who in enumerate(players):
        if not found[seat]:
            found[seat] = _bot_name(game, who, [name for name in found if name])
    return found


def distinct(name: str, taken: Collection[str]) -> str:
    """A name that nobody has: itself, or with the first free number."""
    found, number = name, 2
    while found in taken:
        found = f"{name[: MAX_NAME - 3]} {number}"
        number += 1
    return found


def _bot_name(game: str, agent: str, taken: Sequence[str]) -> str:
    """The first of the belt's people who is free; every game begins with another one of them."""
    if agent not in BELTS:
        return distinct(agent.partition(":")[0].capitalize(), taken)
    people = HOUSE[agent]
    first = sum(game.encode()) % len(people)
    order = [*people[first:], *people[:first]]
    return next((name for name in order if name not in taken), distinct(order[0], taken))
