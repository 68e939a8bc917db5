"""Opponents named after belts. A game states its own in belts.toml."""

from collections.abc import Callable

from budokan.agents.evaluation import Evaluation
from budokan.agents.ismcts import Search, Style
from budokan.agents.plain import Agent, Stop, Unsteady
from budokan.kit.contract import State
from budokan.kit.game import Game
from budokan.kit.rng import Rng

BELTS = ("white", "yellow", "green", "blue", "brown", "black")
SECONDS = dict.fromkeys(BELTS, 0.5) | {"black": 2.0}  # a turn may take; a cap, nothing more
LONG = 10_000  # iterations of a choice that take a second or more


class Heed(Stop):
    """Never asks for the end, but runs in the interpreter, which hears Ctrl-C only there."""

    def asked(self) -> bool:
        return False


class Planner(Agent):
    """Plays by the planner that a game brings along."""

    def __init__(self, plan: Callable[[State, int, Rng, int], int], budget: int) -> None:
        super().__init__()
        self.plan, self.budget = plan, budget

    def choose(self, view: State, seat: int, rng: Rng) -> int:
        return self.plan(view, seat, rng, self.budget)


def evaluation(game: Game) -> Evaluation:
    """The weights of a game's features, in the order in which its rules write them."""
    return Evaluation([float(weight) for weight in game.weights.values()])


def searcher(game: Game, iterations: int, seconds: float = 0.0) -> Search:
    """A search in the style that suits a game."""
    style = Style(iterations, seconds=seconds, **game.search_style)
    found = Search(style, evaluation(game))
    if iterations > LONG:
        found.stop = Heed()
    return found


def belt_names(game: Game) -> tuple[str, ...]:
    """The belts of a game, the lowest first."""
    return tuple(belt for belt in BELTS if belt in game.belts)


def opponent(game: Game, belt: str, seconds: float | None = None) -> Agent:
    """A new opponent with a belt: a search, or the game's own planner with so many tries.

    With 0 seconds somebody else looks at the clock.
    """
    made = game.belts[belt]
    agent: Agent
    if "tries" in made:
        assert game.planner is not None
        agent = Planner(game.planner, int(made["tries"]))
    else:
        cap = SECONDS[belt] if seconds is None else seconds
        agent = searcher(game, int(made["iterations"]), cap)
    slips = int(made.get("slips", 0))
    return Unsteady(agent, slips) if slips else agent
