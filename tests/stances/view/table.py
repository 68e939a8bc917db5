"""Where things lie in Stances."""

from budokan.games.stances.rules.rules import Stances
from budokan.kit.notation import SEATS
from budokan.kit.scene import Choice, Piece, Prompt, Scene, Zone
from budokan.kit.view import Look


def scene(look: Look) -> Scene:
    state = look.view
    assert isinstance(state, Stances)
    names = look.setup.data.column("stance", "name")
    over = next((s for s in range(2) if state.points[s] == state.target), None)
    return Scene(
        game="stances",
        viewer=look.viewer,
        acting=look.acting,
        prompt=Prompt(question="Which stance do you take?" if look.legal else "Waiting."),
        zones=(
            Zone(
                id="stances",
                title="Stances",
                pieces=tuple(
                    Piece(id=f"stance{i}", face=name, name=name, designed=True)
                    for i, name in enumerate(names)
                ),
            ),
            Zone(
                id="points",
                title="Points",
                pieces=tuple(
                    Piece(
                        id=f"points{s}",
                        shape="token",
                        name=f"{SEATS[s]} {state.points[s]}",
                        owner=s,
                    )
                    for s in range(2)
                ),
            ),
        ),
        choices=tuple(
            Choice(action=look.notation.text(a), label=names[a], paths=((f"stance{a}",),))
            for a in look.legal
        ),
        result="" if over is None else f"{look.words.names[over]} wins.",
    )
