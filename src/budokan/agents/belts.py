"""Opponents named after belts. Each game's belts.toml has their settings."""

from collections.abc import Callable

from budokan.agents.evaluation import Evaluation
from budokan.agents.ismcts import Search, Style
from budokan.agents.plain import Agent, UnsteadyAgent
from budokan.kit.contract import State
from budokan.kit.game import Game
from budokan.kit.rng import Rng

BELTS = ("white", "yellow", "green", "blue", "brown", "black")
SECONDS = dict.fromkeys(BELTS, 0.5) | {"black": 2.0}  # the most a turn may take
HALL_SECONDS = 2.0  # the most in a shared hall for any search or solver, whatever its name says


class PlannerAgent(Agent):
    """Plays by the game's own planner."""

    def __init__(self, plan: Callable[[State, int, Rng, int], int], tries: int) -> None:
        super().__init__()
        self.plan, self.tries = plan, tries

    def choose(self, view: State, seat: int, rng: Rng) -> int:
        return self.plan(view, seat, rng, self.tries)


def evaluation(game: Game) -> Evaluation:
    """The weights of a game's features, in the order of the features."""
    return Evaluation([float(weight) for weight in game.weights.values()])


def searcher(game: Game, iterations: int, seconds: float = 0.0) -> Search:
    """A search in the style that suits a game."""
    return Search(Style(iterations, seconds=seconds, **game.search_style), evaluation(game))


def belt_names(game: Game) -> tuple[str, ...]:
    """The belts of a game, the lowest first."""
    return tuple(belt for belt in BELTS if belt in game.belts)


def opponent(game: Game, belt: str, seconds: float | None = None) -> Agent:
    """A new opponent with a belt: a search, or the game's own planner with its tries.

    With 0 seconds the search does not look at the clock.
    """
    made = game.belts[belt]
    agent: Agent
    if "tries" in made:
        assert game.planner is not None
        agent = PlannerAgent(game.planner, int(made["tries"]))
    else:
        cap = SECONDS[belt] if seconds is None else seconds
        agent = searcher(game, int(made["iterations"]), cap)
    slips = int(made.get("slips", 0))
    return UnsteadyAgent(agent, slips) if slips else agent
