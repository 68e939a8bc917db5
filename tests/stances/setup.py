"""From data and options to the first state, and the words of stances and seats."""

from collections.abc import Mapping

from budokan.games.stances.rules.rules import Stances
from budokan.games.stances.rules.state import Setting
from budokan.kit.data import Data
from budokan.kit.game import Setup
from budokan.kit.notation import SEATS, Domain


def domains(data: Data) -> Mapping[str, Domain]:
    """What the arguments of actions and events may be."""
    names = tuple(data.column("stance", "name"))
    return {"stance": Domain(tuple(data["stance"]), names), "seat": Domain(tuple(SEATS[:2]))}


def start(setup: Setup) -> Stances:
    """The table before the first round."""
    return Stances(Setting(setup.options.points))
