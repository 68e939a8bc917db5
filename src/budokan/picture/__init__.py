"""Pictures: a Scene as SVG, drawn from the closed vocabulary of the kit alone."""

from budokan.picture.draw import WIDTH, svg

__all__ = ["WIDTH", "svg"]
