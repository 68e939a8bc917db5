"""The table of Martial Art as a Scene: what may be picked, and how."""

from collections.abc import Iterator

from budokan.games.martial_art.rules import phases
from budokan.games.martial_art.rules.state import NONE
from budokan.games.martial_art.setup import DIRECTIONS
from budokan.games.martial_art.view.boards import Boards
from budokan.kit.game import Look
from budokan.kit.notation import SEATS
from budokan.kit.scene import Button, Choice, Preview, Scene

Paths = tuple[tuple[str, ...], ...]
GAUGES = ("chi", "rage")
BUTTONS = ("energy", "face", "ready", "pass", "hold", "strike", "defend", "discard")
PASS_WORDS = {
    phases.REACT: "Do not react",
    phases.THIRD_REACT: "Do not react",
    phases.AFTER_STEP: "Stay",
    phases.STYLE: "Leave all as it is",
}


def scene(look: Look) -> Scene:
    """What a viewer sees and may do."""
    return Drawing(look).scene()


class Drawing(Boards):
    """One look at the table, as a picture."""

    def scene(self) -> Scene:
        look = self.look
        return Scene(
            game="martial_art",
            viewer=look.viewer,
            acting=look.acting,
            prompt=self.prompt(),
            zones=tuple(self.zones()),
            choices=tuple(self.choice(action) for action in look.legal),
            buttons=tuple(self.buttons()),
            lines=self.lines(),
            facts=tuple(self.facts()),
            phases=self.steps(),
            phase=self.phase(),
            status=self.status(),
            summary=self.summary(),
            result=self.result(),
        )

    def choice(self, action: int) -> Choice:
        verb, args = self.look.notation.split(action)
        return Choice(
            action=self.look.notation.text(action),
            label=self.label(action, verb, args),
            paths=self.paths(action, verb, args),
            preview=self.choice_preview(action, verb, args),
        )

    def label(self, action: int, verb: str, args: tuple[int, ...]) -> str:
        said = str(self.look.words.text["verb"][verb])
        if verb == "pass":
            return PASS_WORDS.get(int(self.state.phase), "No Skill")
        if verb == "defend":
            return f"Show {shown(*args)}"
        if verb in ("strike", "kiai"):
            return f"{said} {self.title(args[0])}"
        names = next((names for name, base, names in self.look.notation.verbs if name == verb), ())
        domains = self.look.words.domains
        parts = [domains[name].name(arg) for name, arg in zip(names, args, strict=True)]
        return f"{said}: {', '.join(parts)}" if parts else said

    def choice_preview(self, action: int, verb: str, args: tuple[int, ...]) -> Preview | None:
        if verb == "area":
            return self.sowing(args[0])
        if verb == "step" and self.state.phase == phases.EFFECTS:
            return self.bought()
        if verb == "skill":
            return self.skill_preview(args[0])
        if verb == "strike":
            return next((self.preview(aim) for aim in self.aims if aim.foe == args[0]), None)
        if verb == "defend":
            return self.answer(NONE, *args)
        if verb == "pass" and self.state.phase in (phases.REACT, phases.THIRD_REACT):
            return self.answer(NONE, 0, 0)
        return None

    def sowing(self, area: int) -> Preview:
        """Where the tokens of an Area would fall."""
        path = ", ".join(f"{k} {self.area(fall)}" for k, fall in enumerate(self.falls(area), 1))
        return Preview(note=f"{self.leads_to(area)}; path: {path}")

    def paths(self, action: int, verb: str, args: tuple[int, ...]) -> Paths:
        mark = SEATS[self.me]
        if verb in ("learn", "skill"):
            return ((f"skill-{self.skill_words[args[0]]}",),)
        if verb == "area":
            return ((f"{mark}-{self.areas[args[0]]}",),)
        if verb == "energy":
            gauge = GAUGES[args[0]]
            return ((gauge,), (f"energy-{gauge}",))
        if verb == "step":
            return ((self.cell(self.beside(args[0])),),)
        if verb in ("strike", "kiai"):
            foe = SEATS[args[0]]
            button = ((f"strike-{foe}",),) if verb == "strike" else ()
            return ((f"pawn-{foe}",), (f"body-{foe}",), *button)
        if verb in ("lay", "sow"):
            return self.token_paths("stock" if verb == "lay" else "hand", args[0])
        if verb in ("swap", "trade", "shift"):
            return self.moves(verb, args)
        if verb == "face":
            return self.face_paths(args[0])
        return ((self.look.notation.text(action).replace(" ", "-"),),)

    def face_paths(self, way: int) -> Paths:
        """The own pawn, then a space beside it; a button for what lies ahead or out of the ring."""
        pointed = (f"pawn-{SEATS[self.me]}", self.cell(self.beside(way)))
        paths = [pointed] if self.beside(way) != NONE else []
        return (*paths, *[(f"face-{list(DIRECTIONS)[way]}",)] * self.has_button(way))

    def has_button(self, way: int) -> bool:
        return way == self.state.fighter(self.me).facing or self.beside(way) == NONE

    def token_paths(self, zone: str, kind: int) -> Paths:
        row = self.hand() if zone == "hand" else self.stock_row()
        return tuple((piece.id,) for piece in row.pieces if piece.face == self.kinds[kind])

    def lying(self, area: int, kind: int) -> list[str]:
        """The own tokens of a kind in an Area."""
        return [p.id for p in self.tokens(self.me, area) if p.face == self.kinds[kind]]

    def moves(self, verb: str, args: tuple[int, ...]) -> Paths:
        """Tokens that change places, clicked one after the other."""
        if verb == "shift":
            return tuple((token,) for token in self.lying(args[0], args[1]))
        other = args[3] if verb == "swap" else self.kinds.index("kick")
        return tuple(
            (one, two) for one in self.lying(args[0], args[2]) for two in self.lying(args[1], other)
        )

    def buttons(self) -> Iterator[Button]:
        """What has no piece to click, and what is done most."""
        for action in self.look.legal:
            verb, args = self.look.notation.split(action)
            if verb in BUTTONS and not (verb == "face" and not self.has_button(args[0])):
                yield self.button(action, verb, args)

    def button(self, action: int, verb: str, args: tuple[int, ...]) -> Button:
        keeps = verb == "face" and args[0] == self.state.fighter(self.me).facing
        sole = verb == "strike" and len(self.aims) == 1  # its preview is the note of the prompt
        label = self.label(action, verb, args)
        if verb == "energy":
            label = f"{GAUGES[args[0]].title()} +1"
        if keeps:
            label = f"Keep facing {self.look.words.domains['dir'].name(args[0])}"
        return Button(
            id=self.look.notation.text(action).replace(" ", "-"),
            label=label,
            primary=len(self.look.legal) == 1 or verb == "ready" or keeps or sole,
            preview=None if sole else self.choice_preview(action, verb, args),
        )


def shown(defenses: int, moves: int) -> str:
    """Tokens shown for defence, in words."""
    parts = [f"{n} {name}" for n, name in ((defenses, "Defense"), (moves, "Move")) if n]
    return ", ".join(parts) or "nothing"
