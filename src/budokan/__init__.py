"""Five martial arts games: play them, watch them and let agents play them, from Python.

import budokan

match = budokan.new("udaka", seats=3, seed="my seed")
print(match)
match.play(match.legal()[0])

docs/python.md teaches the rest. Everything here is loaded on first use.
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"
__all__ = [
    "Agent",
    "CoachReport",
    "GameInfo",
    "Match",
    "Refusal",
    "View",
    "agent",
    "games",
    "load",
    "new",
]

if TYPE_CHECKING:
    from budokan.front_door import (
        Agent,
        CoachReport,
        GameInfo,
        Match,
        Refusal,
        View,
        agent,
        games,
        load,
        new,
    )
else:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in __all__:
            raise AttributeError(f"module 'budokan' has no attribute {name!r}")
        if name == "games":  # both a package and a function: see there
            return import_module("budokan.games")
        return getattr(import_module("budokan.front_door"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
