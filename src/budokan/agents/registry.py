"""Agents by name."""

from collections.abc import Mapping

from budokan.agents.belts import PlannerAgent, belt_names, opponent, searcher
from budokan.agents.engine import EngineAgent
from budokan.agents.evaluation import Evaluation
from budokan.agents.ismcts import Search, Style
from budokan.agents.plain import Agent, GreedyAgent, RandomAgent
from budokan.kit.errors import Refusal, shortened, suggest
from budokan.kit.game import Game, Setup
from budokan.kit.notation import parse_number

LABELS = {
    "random": "plays any legal action",
    "greedy": "plays what looks best at first sight",
    "search": "looks ahead by tree search",
}
SOLVER = {"solver": "the game's own strong player"}
AMOUNTS = {
    "search": "search:500 sets the iterations",
    "solver": "solver:500 sets how hard it thinks",
}
ENGINE = "engine"  # engine:COMMAND, a program outside; never in a list, and never in a hall
MIDDLE = "green"
ITERATIONS = 1000  # of a search, unless the name says otherwise
SOLVER_TRIES = 1000  # for a turn, unless the name says otherwise
MOST_ITERATIONS = 1_000_000


def labels(game: Game) -> Mapping[str, str]:
    """The names of the agents for a game, with a few words about each."""
    own = LABELS if game.planner is None else LABELS | SOLVER
    return {belt: f"plays like a {belt} belt" for belt in belt_names(game)} | own


def names(game: Game) -> Mapping[str, str]:
    """The names of the agents for a game, with a line about each and its amount."""
    return {
        name: f"{label}; {AMOUNTS[name]}" if name in AMOUNTS else label
        for name, label in labels(game).items()
    }


def default_opponent(game: Game) -> str:
    """The opponent offered to a newcomer."""
    return MIDDLE if MIDDLE in belt_names(game) else "greedy"


def find_agent(
    name: str,
    game: Game | None = None,
    seconds: float | None = None,
    engines_for: Setup | None = None,
) -> Agent:
    """A new agent from its name; `solver` only for a game that brings a planner.

    A name may start a program, engine:COMMAND, but only for a caller who trusts whoever gave the
    name, and says so by the setup of the table.
    """
    if game is not None and engines_for is not None and is_engine(name):
        command = name.partition(":")[2].strip()
        return EngineAgent(command, game, engines_for, seconds or 0.0)
    kind, colon, amount = name.strip().lower().partition(":")
    if kind == "random" and not colon:
        return RandomAgent()
    if kind == "greedy" and not colon:
        return GreedyAgent()
    if kind == "search":
        iterations = _amount(name, amount) if colon else ITERATIONS
        return searcher(game, iterations) if game else Search(Style(iterations), Evaluation([]))
    if game is not None and kind in belt_names(game) and not colon:
        return opponent(game, kind, seconds)
    if kind == "solver" and game is not None and game.planner is not None:
        return PlannerAgent(game.planner, _amount(name, amount) if colon else SOLVER_TRIES)
    known = LABELS if game is None else labels(game)
    raise Refusal(f"There is no agent {shortened(name)}; {suggest(kind, known)}")


def is_engine(name: str) -> bool:
    """Whether a name means a program outside."""
    return name.strip().lower().startswith(f"{ENGINE}:")


def _amount(name: str, amount: str) -> int:
    number = parse_number(amount)
    if number is None or not 1 <= number <= MOST_ITERATIONS:
        raise Refusal(f"In the agent {name[:40]!r} the iterations must be 1 to {MOST_ITERATIONS}.")
    return number
