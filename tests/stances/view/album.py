"""Every component of Stances that has a face, for the card editor."""

from budokan.games.stances.view.table import Drawing
from budokan.kit.scene import Zone
from budokan.kit.view import Look


def album(look: Look) -> tuple[Zone, ...]:
    """The three stances."""
    return (Drawing(look).stances(),)
