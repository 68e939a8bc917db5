"""Every component of Dojo Duel that has a face, for the card editor."""

from budokan.games.dojo_duel.view.gallery import gallery
from budokan.kit.scene import Zone
from budokan.kit.view import Look


def album(look: Look) -> tuple[Zone, ...]:
    """The zones of the gallery: what there is to choose from is all that has a face."""
    return gallery(look).zones
