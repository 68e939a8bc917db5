"""The table of Martial Art as a Scene."""

from budokan.kit.game import Look
from budokan.kit.scene import Button, Choice, Prompt, Scene


def scene(look: Look) -> Scene:
    buttons = tuple(Button(id=f"b{c}", label=look.notation.text(c)) for c in look.legal)
    choices = tuple(
        Choice(action=look.notation.text(c), label="x", paths=((f"b{c}",),)) for c in look.legal
    )
    return Scene(
        game="martial_art",
        viewer=look.viewer,
        acting=look.acting,
        prompt=Prompt(question="?"),
        zones=(),
        buttons=buttons,
        choices=choices,
        over="" if look.acting else "over",
    )
