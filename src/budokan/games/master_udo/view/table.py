"""The table of Master Udo as a Scene."""

from collections.abc import Sequence
from dataclasses import replace

from budokan.games.master_udo import grammar
from budokan.games.master_udo.rules import actions
from budokan.games.master_udo.rules.state import CARDS, KAI, KINDS, MASTERS
from budokan.games.master_udo.view.captions import PHASES
from budokan.games.master_udo.view.pieces import Pieces
from budokan.kit.game import Look
from budokan.kit.scene import Button, Choice, Preview, Scene


def scene(look: Look) -> Scene:
    """What a viewer sees and may do."""
    return Drawing(look).scene()


class Drawing(Pieces):
    """Choices, and the ways to pick them."""

    def scene(self) -> Scene:
        look = self.look
        return Scene(
            game="master_udo",
            viewer=look.viewer,
            acting=look.acting,
            prompt=self.prompt(),
            zones=self.zones(),
            choices=tuple(self.choice(action) for action in look.legal),
            buttons=self.buttons(),
            facts=self.facts(),
            phases=PHASES,
            phase=self.step(),
            status=self.status(),
            summary=self.summary(),
            result=self.result(),
        )

    # -- choices ------------------------------------------------------------------------------

    def choice(self, action: int) -> Choice:
        text = self.look.notation.text(action)
        return Choice(
            action=text,
            label=self.label(action),
            paths=self.paths(action),
            preview=_with_x(self.preview(action)),
        )

    def label(self, action: int) -> str:
        verb, args = self.look.notation.split(action)
        said = str(self.look.words.text["verb"][verb])
        if verb == "option":
            return grammar.steps_text(self.options()[args[0]], self.enrages)
        if verb == "resolve" and not self.state.lanes and not self.state.size[0]:
            return "Play no combo"
        if verb == "cover":
            return f"Cover the {self.state.heart(args[0])}"
        kinds = next(kinds for name, _, kinds in self.look.notation.verbs if name == verb)
        domains = self.look.words.domains
        words = [domains[kind].name(i) for kind, i in zip(kinds, args, strict=True)]
        if verb == "boost" and self.state.setting.kai:
            said = "Double combo"
        return " ".join([said, *words])

    def options(self) -> tuple[tuple[grammar.Step, ...], ...]:
        """What the finisher offers."""
        kind = max(
            (int(self.state.setting.effect[kind]), kind)
            for kind in range(KINDS)
            if self.state.setting.effect[kind] <= self.state.step
        )[1]
        return next(s.options for s in self.faces[kind].steps if s.op == grammar.CHOOSE)

    def preview(self, action: int) -> Preview | None:
        if actions.FIGHT <= action < actions.FIGHT + MASTERS:
            return Preview(note=self.challenge(action - actions.FIGHT))
        if actions.ADD <= action < actions.CLOSE:
            return self.laid_preview(action - actions.ADD)
        if actions.TAKE <= action < actions.BOOST:
            return self.forecast.combo(self.state.cards_of(action - actions.TAKE))
        if actions.BOOST <= action < actions.OPTION:
            return self.forecast.combo(self.state.cards_of(action - actions.BOOST), True)
        if actions.OPTION <= action < actions.COVER:
            steps = self.options()[action - actions.OPTION]
            said = "; ".join(self.forecast.step(s, int(self.state.length)) for s in steps)
            return Preview(note=f"{said}.")
        return None

    def paths(self, action: int) -> tuple[tuple[str, ...], ...]:
        verb, args = self.look.notation.split(action)
        state = self.state
        if verb == "fight":
            return ((f"master-{self.master_keys[args[0]]}",),)
        if verb in ("add", "pay hand"):
            return self.pick("hand", int(state.hand), args[0])
        if verb in ("recover", "pay pile"):
            return self.pick("discard", int(state.pile), args[0])
        if verb == "cover":
            twins = (i for i in range(state.hearts()) if self.stand_in(i) == args[0])
            return tuple((f"heart-{i + 1}",) for i in twins)
        if verb in ("stop", "suffer"):
            return ((f"attack-{self.attack_keys[args[0]]}",),)
        if verb == "take":
            equal = (lane for lane in range(state.lanes) if self.alike(lane, args[0]))
            return tuple((f"lane-{lane + 1}",) for lane in equal)
        if verb in ("enrage", "enrage top"):
            return self.rage_paths(verb, args)
        return ((self.button_id(action),),)

    def pick(self, zone: str, bag: int, card: int) -> tuple[tuple[str, ...], ...]:
        """Every copy of a kind in a zone."""
        return tuple((f"{zone}-{i}",) for i, c in enumerate(self.bag(bag)) if c == card)

    def alike(self, lane: int, other: int) -> bool:
        return lane == other or bool(self.state.same(lane, other))

    def rage_paths(self, verb: str, args: Sequence[int]) -> tuple[tuple[str, ...], ...]:
        state = self.state
        if verb == "enrage top":
            return ((f"lane-{args[0] + 1}-{state.size[args[0]]}",),)
        card, place = KAI + args[0], args[1]
        if place < 2:
            bag = int(state.pile if place else state.hand)
            return self.pick(("hand", "discard")[place], bag, card)
        lane = place - 2
        under = enumerate(state.cards_of(lane)[:-1])
        return tuple((f"lane-{lane + 1}-{i + 1}",) for i, c in under if c == card)

    def button_id(self, action: int) -> str:
        return self.look.notation.text(action).replace(" ", "-")

    def buttons(self) -> tuple[Button, ...]:
        """Choices without a piece of their own."""
        ranges = (
            range(actions.CLOSE, actions.TAKE),
            range(actions.BOOST, actions.BOOST + CARDS),
            range(actions.OPTION, actions.COVER),
            (actions.ENOUGH, actions.FALL),
        )
        main = (actions.RESOLVE, actions.ENOUGH, actions.FALL)
        return tuple(
            Button(
                id=self.button_id(action),
                label=self.label(action),
                primary=action in main,
                preview=self.preview(action),
            )
            for action in self.look.legal
            if any(action in codes for codes in ranges)
        )


def _with_x(preview: Preview | None) -> Preview | None:
    """In a list of choices the sum has no place of its own."""
    if preview is None or not preview.sum:
        return preview
    x = str(sum(part.value for part in preview.sum))
    parts = " + ".join(f"{part.value} {part.label}" for part in preview.sum)
    said = f"{parts} = {x}" if len(preview.sum) > 1 else x
    return replace(preview, note=f"X = {said}. {preview.note}", sum=())
