"""The setup of a match, apart from the game it belongs to: views need it, and games need views."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from budokan.kit import options
from budokan.kit.data import Data


@dataclass(frozen=True)
class Setup:
    """The setup of a match: seats, switches, each seat's choices, cards and rules."""

    seats: int
    options: Any
    choices: tuple[Any, ...]  # one for each seat, of the game's class of seat options
    overlay: Mapping[str, Any]
    data: Data
    rules: int = 1  # the version it is played under

    def __repr__(self) -> str:
        """Without the choices: some of them are secret."""
        changed = options.changed(self.options)
        told = ", ".join(f"{name}={value!r}" for name, value in changed.items()) or "no options"
        return f"<Setup: {self.seats} seats, {told}, rules {self.rules}>"
