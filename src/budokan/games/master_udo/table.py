from budokan.kit.game import Look
from budokan.kit.scene import Scene, Prompt, Button, Choice


def scene(look: Look) -> Scene:
    n = look.notation
    return Scene(
        game="master_udo",
        viewer=look.viewer,
        acting=look.acting,
        prompt=Prompt(question="?"),
        zones=(),
        choices=tuple(
            Choice(action=n.text(a), label=n.text(a), paths=((f"b{a}",),)) for a in look.legal
        ),
        buttons=tuple(Button(id=f"b{a}", label=n.text(a)) for a in look.legal),
        over="over" if not look.view.acting() else "",
    )
