"""stub"""
from budokan.kit.game import Look
from budokan.kit.scene import Choice, Prompt, Scene, Zone, Button


def scene(look: Look) -> Scene:
    texts = [look.notation.text(a) for a in look.legal]
    return Scene(game="kenpo_masters", viewer=look.viewer, acting=look.acting, prompt=Prompt(question="?"), zones=(), choices=tuple(Choice(action=t, label=t, paths=((t,),)) for t in texts), buttons=tuple(Button(id=t, label=t) for t in texts), over="over" if not look.view.acting() else "")
