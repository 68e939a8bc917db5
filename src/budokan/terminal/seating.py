"""The seats of a table in the terminal: people and agents by name."""

from collections.abc import Sequence

from budokan.agents import house_names
from budokan.agents.belts import BELTS
from budokan.kit.editions import newest
from budokan.kit.options import values
from budokan.match.ending import LOST, WON, outcomes
from budokan.match.match import CodedMatch

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


def rotate(match: CodedMatch, players: tuple[str, ...]) -> tuple[CodedMatch, tuple[str, ...]]:
    """A rematch: the same players, each one seat further, with their choices."""
    order = [(seat - 1) % len(players) for seat in range(len(players))]
    rotated = tuple(players[at] for at in order)
    game, old = newest(match.game), match.setup
    choices = {seat: values(old.choices[at]) for seat, at in enumerate(order)}
    setup = game.setup(old.seats, values(old.options), choices, old.overlay)
    again = CodedMatch(game, setup, [match.names[at] for at in order], assists=match.assists)
    return again, rotated


def next_step(match: CodedMatch, players: Sequence[str]) -> tuple[str, str]:
    """After one person's match against bots of one belt: the belt to try next, and why."""
    bots = [name for name in players if name != HUMAN]
    if len(bots) != len(players) - 1 or len(set(bots)) != 1 or bots[0] not in BELTS:
        return "", ""
    results = outcomes(match.scores(), match.game.sides(match.setup))
    at, outcome = BELTS.index(bots[0]), results[players.index(HUMAN)]
    if outcome == WON and at + 1 < len(BELTS):
        return BELTS[at + 1], f"You beat {bots[0]}; try {BELTS[at + 1]}."
    if outcome == WON:
        return "", "You beat the black belt. There is nobody above it here."
    if outcome == LOST and at > 0:
        return BELTS[at - 1], f"Was {bots[0]} too strong? Practise against {BELTS[at - 1]}."
    return "", ""
