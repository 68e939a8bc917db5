"""Agents by name."""

from budokan.agents.ismcts import Search
from budokan.agents.plain import Agent, GreedyAgent, RandomAgent
from budokan.kit.errors import Refusal, near

NAMES = {
    "random": "plays any legal action",
    "greedy": "plays what looks best at first sight",
    "search": "looks ahead by tree search; search:500 sets the iterations",
}
ITERATIONS = 1000
MOST_ITERATIONS = 1_000_000


def find_agent(name: str) -> Agent:
    """A new agent from its name."""
    kind, colon, amount = name.strip().lower().partition(":")
    if kind == "random" and not colon:
        return RandomAgent()
    if kind == "greedy" and not colon:
        return GreedyAgent()
    if kind == "search":
        return Search(_iterations(name, amount) if colon else ITERATIONS)
    raise Refusal(f"There is no agent {name!r}; {near(kind, NAMES)}")


def _iterations(name: str, amount: str) -> int:
    if not amount.isdecimal() or not 1 <= int(amount) <= MOST_ITERATIONS:
        raise Refusal(f"In the agent {name!r} the iterations must be 1 to {MOST_ITERATIONS}.")
    return int(amount)
