"""The table of Master Udo as a Scene."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from budokan.games.master_udo import grammar
from budokan.games.master_udo.rules import actions, phases
from budokan.games.master_udo.rules.state import NONE, ROAD, size_of
from budokan.games.master_udo.setup import body_hearts
from budokan.games.master_udo.view import motifs
from budokan.games.master_udo.view.beats import BLOCKED, beats, happened
from budokan.games.master_udo.view.captions import Captions
from budokan.games.master_udo.view.plan import twin
from budokan.kit.data import Row
from budokan.kit.scene import (
    Beat,
    Button,
    Choice,
    Corner,
    Icon,
    Mark,
    Piece,
    Preview,
    Refused,
    Role,
    Scene,
    Zone,
)
from budokan.kit.view import Look, News, origin

# The tint of a card, what it does and the sign for it, by its first step.
LOOKS: Final[dict[int, tuple[str, Role, Icon]]] = {
    grammar.DAMAGE: ("attack", "hit", "punch"),
    grammar.BLOCK: ("defence", "ward", "defense"),
    grammar.RECOVER: ("effect", "gain", "undo"),
}
CHARGE: Final = 6  # squares of the track; it grows with what is stored


def scene(look: Look) -> Scene:
    """The Scene of a viewer; the choice to play nothing comes last."""
    ways = [action for action in look.legal if action != actions.RESOLVE]
    last = [action for action in look.legal if action == actions.RESOLVE]
    return Drawing(look.but(legal=(*ways, *last))).scene()


class Drawing(Captions):
    """Zones and pieces, and the ways to pick them."""

    def beats(self, news: News) -> Iterable[Beat]:
        return beats(self, news)

    def happened(self, news: News) -> str:
        return happened(self, news)

    def facing(self, master: int) -> "Drawing":
        """The table as a master was beaten: all hearts covered."""
        state = twin(self.state)
        state.master = master
        state.covered = (1 << int(state.hearts())) - 1
        return Drawing(self.look.but(view=state, legal=()))

    def zones(self) -> tuple[Zone, ...]:
        state = self.state
        foe = self.gallery() if state.master == NONE else self.master()
        return (foe, *self.lanes(), self.side(), self.beaten(), self.deck())

    # -- the master ---------------------------------------------------------------------------

    def gallery(self) -> Zone:
        """The masters to choose from: on a route those who can be challenged now."""
        shown: Sequence[int] = range(len(self.masters))
        if self.state.setting.in_order and self.acts:
            shown = [action - actions.FIGHT for action in self.look.legal]
        pieces = tuple(self.master_card(master) for master in shown)
        return Zone(id="masters", title="Masters", place="far", room="road", pieces=pieces)

    def master_card(self, master: int) -> Piece:
        row, key = self.masters[master], self.master_keys[master]
        beaten = self.state.road.find(master) != NONE
        bodies = int(row["power"].get("bodies", 1))
        hearts = ", ".join(str(heart) for heart in self.body(master))
        marks: tuple[Mark, ...] = ("spent",) if beaten else ()
        return Piece(
            id=f"master-{key}",
            face=key,
            name=row["title"],
            kind="master",
            motif=motifs.master(key),
            text=f"{self.power(master)}. Teaches {self.face_text(self.technique(master))[1]}.",
            corners=(
                _glory(row),
                _swords(int(row["swords"]) * bodies),
                Corner(value=hearts + (" each" if bodies > 1 else ""), label="hearts"),
                Corner(value=self.hardness(row["glory"])),
            ),
            **origin(row),
            marks=marks,
            refused=self.refused(actions.FIGHT + master),
        )

    def body(self, master: int) -> list[int]:
        """The hearts of one body of a master."""
        return body_hearts(self.masters[master], self.look.setup.options.shadow_hearts == "one")

    def hardness(self, glory: int) -> str:
        """The coins of a master in a word; more than three are as hard as three."""
        words = self.look.words.text["hardness"]
        return str(words[str(min(glory, len(words)))])

    def technique(self, master: int) -> int:
        """The card that a master teaches."""
        return int(self.state.setting.technique) + master

    def taught(self, master: int) -> str:
        """The technique of a master in words."""
        card = self.technique(master)
        condition, done = self.face_text(card)
        return f"{self.faces[card].title} ({condition}): {done}"

    def challenge(self, master: int) -> str:
        """The reward and the demands of a fight, in a line."""
        glory, attacks, hearts, hard = self.master_card(master).corners
        told = f"{glory.value} glory, {attacks.value} {attacks.label}, hearts {hearts.value}"
        return f"{told}, {hard.value}. {self.power(master)}. Teaches {self.taught(master)}."

    def master(self) -> Zone:
        state, master = self.state, int(self.state.master)
        row = self.masters[master]
        bodies = int(state.setting.bodies[master])
        hearts = (self.hearts(body, bodies) for body in range(bodies))
        due = int(state.attacks_due())
        glory, key = _glory(row), self.master_keys[master]
        card = Piece(
            id="master-card",
            face=key,
            motif=motifs.master(key),
            name=f"Master {row['title']}",
            kind="master",
            text=f"{self.power(master)}.",
            corners=(glory, _swords(due)) if due else (glory,),
            **origin(row),
        )
        return Zone(
            id="master",
            layout="panel",
            title=str(row["title"]),
            place="far",
            room="road",
            note=str(self.look.words.text["threat"].get(key, "")),
            pieces=(card,),
            zones=(*hearts, self.shown()),
        )

    def hearts(self, body: int, bodies: int) -> Zone:
        each = int(self.state.setting.body[self.state.master])
        pieces = tuple(self.heart(i) for i in range(body * each, (body + 1) * each))
        title = "Hearts" if bodies == 1 else f"Body {body + 1}"
        return Zone(id=f"body-{body + 1}", title=title, pieces=pieces)

    def body_of(self, heart: int) -> str:
        """The zone of the body that a heart belongs to."""
        return f"body-{heart // int(self.state.setting.body[self.state.master]) + 1}"

    def heart(self, i: int) -> Piece:
        value = int(self.state.heart(i))
        covered = bool(self.state.covered >> i & 1)
        marks: tuple[Mark, ...] = ("covered",) if covered else ()
        picks = self.state.phase == phases.COVER
        aimed = None
        if not covered and not picks and i in self.plan.covers:
            marks = ("pending",)
            aimed = Preview(note=f"combo {self.plan.covers[i] + 1}")
        return Piece(
            id=f"heart-{i + 1}",
            shape="token",
            face="heart",
            name="Heart",
            corners=(Corner(value=str(value), role="hit"),),
            **origin(self.masters[self.state.master], "hearts"),
            marks=marks,
            preview=aimed,
            refused=self.refused(actions.COVER + i) if picks and not self.twin(i) else None,
        )

    def twin(self, heart: int) -> bool:
        """Whether an equal heart of the same body stands for this one."""
        return any(
            self.look.notation.text(a) == f"cover {self.stand_in(heart) + 1}"
            for a in self.look.legal
        )

    def stand_in(self, heart: int) -> int:
        """The first uncovered heart of the same body with the same value."""
        state = self.state
        each = int(state.setting.body[state.master])
        first = heart // each * each
        same = (
            i
            for i in range(first, first + each)
            if state.heart(i) == state.heart(heart) and not state.covered >> i & 1
        )
        return heart if state.covered >> heart & 1 else next(same)

    # -- attacks ------------------------------------------------------------------------------

    def shown(self) -> Zone:
        """The attacks revealed this turn; blocked and resolved ones stay visible."""
        pieces = tuple(map(self.attack, self.forecast.attacks_of(int(self.state.revealed))))
        return Zone(id="attacks", title="Attacks", pieces=pieces)

    def attack(self, attack: int) -> Piece:
        state = self.state
        row = self.attacks[attack]
        key = self.attack_keys[attack]
        stands = bool(state.shown >> attack & 1)
        blocked = phases.PLAY < state.phase < phases.ATTACKS
        marks: tuple[Mark, ...] = () if stands else ("spent",)
        if state.attack == attack:
            marks = ("pending",)
        action = actions.STOP if state.phase == phases.STOP else actions.SUFFER
        picks = state.phase in (phases.STOP, phases.ATTACKS)
        return Piece(
            id=f"attack-{key}",
            face=key,
            form="blow",
            name=row["title"],
            kind="attack",
            corners=self.attack_corners(attack),
            **origin(row),
            marks=marks,
            preview=self.fate(attack) if stands else BLOCKED if blocked else None,
            refused=self.refused(action + attack) if picks else None,
        )

    def fate(self, attack: int) -> Preview:
        """How an attack would end if the combos on the table were resolved."""
        if attack in self.plan.stops:
            return Preview(note=f"Blocked by combo {self.plan.stops[attack] + 1}", fate="stopped")
        paid, alarm = self.later.toll(attack)
        return Preview(note=f"Hits: {paid}", alarm=alarm, fate="hits")

    def attack_corners(self, attack: int) -> tuple[Corner, ...]:
        """Value, loss, exposure and bonus, from the same data as the rules."""
        value = str(self.state.block_value(attack))
        return self.unless_changed(
            f"attack {attack}", value, lambda: self.corners_of(self.attacks[attack], value)
        )

    def corners_of(self, row: Row, value: str) -> tuple[Corner, ...]:
        found = [
            Corner(value=value, role="ward", label="block"),
            Corner(value=grammar.loss_text(row["loss"]), role="hit", label="takes"),
        ]
        if row["exposes"]:
            words = grammar.exposure_text(row["exposes"])
            found.append(Corner(value=words, role="safe", label="exposed"))
        bonus = grammar.effects(row["bonus"])
        if bonus:
            words = grammar.steps_text(bonus, self.enrages)
            found.append(Corner(value=words, role="gain", label="blocked"))
        return tuple(found)

    # -- own cards ----------------------------------------------------------------------------

    def card_piece(self, place: str, card: int) -> Piece:
        face = self.unless_changed(f"card {card}", (), lambda: self.card_face(card))
        return replace(face, id=f"{place}-{face.face}")

    def card_face(self, card: int) -> Piece:
        """A card as it is printed."""
        face = self.faces[card]
        first = headline(face.steps)
        kind, role, icon = LOOKS.get(first.op, ("effect", "gain", "energy"))
        kicks = icon == "punch" and motifs.kicks(face.key, face.title)
        icon = "kick" if kicks else icon
        value, label = grammar.value_text(first.x, first.k), grammar.OPS[first.op]
        if first.counter:
            value = "+" if not first.x and not first.k else f"{value}+"
        condition, done = self.face_text(card)
        whole = done.lower() == f"{label} {value}".lower()
        marks: tuple[Mark, ...] = ("on",) if face.rage else ()
        return Piece(
            id="",
            face=face.key,
            form="half",
            motif=motifs.card(face.key, face.title),
            name=face.title,
            kind=kind,
            condition=condition,
            text="" if whole else done,
            corners=(Corner(value=value, role=role, label=label, icon=icon),),
            **origin(face.row, *face.fields),
            badge="ENRAGED" if face.rage else "",
            marks=marks,
        )

    def stacked(self, place: str, bag: int) -> dict[int, Piece]:
        """The kinds of cards in a bag; equal cards lie on each other, with their number."""
        setting = self.state.setting
        held = {card: int(setting.count(bag, card)) for card in range(setting.kinds)}
        return {
            card: replace(self.card_piece(place, card), copies=n) for card, n in held.items() if n
        }

    def hand(self) -> Zone:
        bag = int(self.state.hand)
        pieces = tuple(
            replace(piece, preview=self.laid_preview(card), refused=self.hand_refused(card))
            for card, piece in self.stacked("hand", bag).items()
        )
        return Zone(
            id="hand", layout="fan", title="Hand", owner=0, pieces=pieces, count=int(size_of(bag))
        )

    def laid_preview(self, card: int) -> Preview | None:
        """The effect of the open combo with this card on top."""
        if not self.acts or actions.ADD + card not in self.look.legal:
            return None
        cards = [*self.state.cards_of(self.state.lanes), card]
        needs = self.needs(cards)
        preview = self.ahead.combo(cards)
        if needs:
            return replace(preview, note=f"Needs {needs}.")
        return replace(preview, note=self.ahead.promise(cards) or preview.note)

    def hand_refused(self, card: int) -> Refused | None:
        """The broken condition in words where there is one."""
        state = self.state
        base = {phases.PLAY: actions.ADD, phases.PAY: actions.PAY_HAND}.get(int(state.phase))
        if base is None:
            return None
        refused = self.refused(base + card)
        if refused is None or refused.clause not in ("MU-22", "MU-25"):
            return refused
        cards = [*state.cards_of(state.lanes), card]
        needs = self.needs(cards)
        out_of_reach = f"Needs {needs}: more than your hand gives." if needs else ""
        return replace(refused, text=self.forecast.broken(cards) or out_of_reach or refused.text)

    def side(self) -> Zone:
        """The hero: Charge or rage, the cards in hand and those laid aside."""
        state = self.state
        title, chips = "Udo", tuple[Corner, ...]()
        if state.setting.kai:
            title = str(self.look.setup.data["hero"]["kai"]["enraged" if state.raging else "calm"])
            chips = self.temper()
        return Zone(
            id="side",
            layout="panel",
            title=title,
            owner=0,
            place="near",
            chips=chips,
            zones=(self.drive(), *self.piles(), self.hand()),
        )

    def drive(self) -> Zone:
        """Udo's Charge, or how many of Kai's cards in hand are ENRAGED (MU-86)."""
        state, charge = self.state, int(self.state.charge)
        if not state.setting.kai:
            later = self.plan.charge
            return Zone(
                id="hero",
                layout="track",
                title="Charge",
                count=charge,
                at=charge,
                length=max(CHARGE, charge, later),
                gain=max(0, later - charge),
                threat=max(0, charge - later),
            )
        setting = state.setting
        cards = int(size_of(state.hand & (setting.calm | setting.enraged)))
        angry = int(size_of(state.hand & setting.enraged))
        return Zone(id="hero", layout="track", title="ENRAGED", count=angry, at=angry, length=cards)

    def temper(self) -> tuple[Corner, ...]:
        """The meaning of Kai's present side."""
        state = self.state
        if state.doubled:
            return (Corner(value="has doubled"),)
        if state.raging:
            return (Corner(value="doubles a combo", role="gain"),)
        return (Corner(value="rages next turn", role="gain"),) if state.kai_rages() else ()

    def piles(self) -> tuple[Zone, Zone]:
        state = self.state
        paying = state.phase == phases.PAY
        discard = tuple(
            replace(piece, refused=self.refused(actions.PAY_PILE + card) if paying else None)
            for card, piece in self.stacked("discard", int(state.pile)).items()
        )
        gone = tuple(self.stacked("exhausted", int(state.gone)).values())
        return (
            _pile("discard", "Discarded", discard, int(size_of(state.pile))),
            _pile("exhausted", "Exhausted", gone, int(size_of(state.gone))),
        )

    def deck(self) -> Zone:
        count = int(self.state.deck).bit_count()
        return Zone(id="deck", layout="pile", title="Attack deck", place="rail", count=count)

    def beaten(self) -> Zone:
        """Four places for the masters beaten."""
        road = self.state.road.in_order()
        pieces = [Piece(id=f"road-{i + 1}", shape="slot", name="Empty") for i in range(ROAD)]
        for i, master in enumerate(road):
            row = self.masters[master]
            face = self.master_keys[master]
            pieces[i] = Piece(
                id=f"road-{i + 1}",
                face=face,
                motif=motifs.master(face),
                name=row["title"],
                corners=(_glory(row),),
                **origin(row, "glory"),
            )
        glory = int(self.state.glory())
        won = len(road) == ROAD
        note = self.rank(glory) if won else f"{ROAD - len(road)} to beat"
        title = f"Road, {glory} glory"
        return Zone(id="road", title=title, place="rail", note=note, pieces=tuple(pieces))

    # -- combos -------------------------------------------------------------------------------

    def lanes(self) -> tuple[Zone, ...]:
        state = self.state
        shown = [lane for lane in range(state.lanes + 1) if state.size[lane]]
        return tuple(self.lane(lane) for lane in shown)

    def lane(self, lane: int) -> Zone:
        state = self.state
        cards = state.cards_of(lane)
        pieces = tuple(self.lane_card(lane, cards, place) for place in range(len(cards)))
        active = state.lane == lane
        title = f"Combo {lane + 1}" + (", open" if lane == state.lanes else "")
        preview = self.outlook(lane, cards)
        if active:
            preview = Preview(note=f"X = {state.length}, being resolved.")
        return Zone(
            id=f"lane-{lane + 1}",
            layout="overlap",
            title=title,
            place="centre",
            owner=0,
            pieces=pieces,
            step=lane + 1,
            marks=("on",) if active else (),
            preview=preview,
            note=self.lacks(lane, cards),
        )

    def outlook(self, lane: int, cards: Sequence[int]) -> Preview:
        """What a combo would do when its turn comes, and what a boost would make of it."""
        before = self.at(self.plan.before[lane]) if lane in self.plan.before else self.ahead
        boosts = lane in self.plan.boosts
        preview = before.combo(cards, boosts)
        if boosts or not before.state.can_boost() or self.lacks(lane, cards):
            return preview
        if before.aims(cards, True) == before.aims(cards):
            return preview
        how = "Doubled" if before.state.setting.kai else f"With Charge {before.state.charge}"
        more = before.combo(cards, True).note
        return replace(preview, note=f"{preview.note} {how}, {more[:1].lower()}{more[1:]}")

    def lane_card(self, lane: int, cards: Sequence[int], place: int) -> Piece:
        piece = replace(self.card_piece("lane", cards[place]), id=f"lane-{lane + 1}-{place + 1}")
        covered: tuple[Mark, ...] = ("covered",) if place < len(cards) - 1 else ()
        if self.state.phase != phases.PLAY:
            return replace(piece, marks=(*piece.marks, *covered))
        unmet = self.forecast.unmet(cards, place)
        judged: Mark = "unmet" if unmet else "met"
        note = ", ".join(words for _, words in unmet)
        return replace(
            piece,
            marks=(*piece.marks, *covered, judged),
            preview=Preview(alarm=f"Needs {note}") if note else None,
        )

    def lacks(self, lane: int, cards: Sequence[int]) -> str:
        """The conditions the open combo must still meet before it can be closed."""
        if lane != self.state.lanes or self.state.phase != phases.PLAY:
            return ""
        needs = self.needs(cards)
        return f"Still needs: {needs}" if needs else ""

    def needs(self, cards: Sequence[int]) -> str:
        """The conditions of a combo that do not hold as it lies."""
        least = int(self.state.setting.min_length)
        found = [f"at least {least} cards"] if len(cards) < least else []
        for place in range(len(cards)):
            found += [words for _, words in self.forecast.unmet(cards, place)]
        return ", ".join(dict.fromkeys(found))

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
        if verb == "take" and self.keeps():
            return "Do not double" if self.state.setting.kai else "Keep the Charge"
        return " ".join([said, *words])

    def keeps(self) -> bool:
        """Whether the question is only whether to boost the last combo."""
        return len(self.look.legal) == 2 and bool(self.state.can_boost())

    def options(self) -> tuple[tuple[grammar.Step, ...], ...]:
        """The options of the finisher."""
        setting, row = self.state.setting, int(self.state.step)
        first, kind = max(
            (int(setting.effect[kind]), kind)
            for kind in range(setting.kinds)
            if setting.effect[kind] <= row
        )
        choice = grammar.choice_at(self.faces[kind].steps, row - first)
        assert choice is not None
        return choice.options

    def preview(self, action: int) -> Preview | None:
        if actions.FIGHT <= action < actions.ADD:
            return Preview(note=self.challenge(action - actions.FIGHT))
        if actions.ADD <= action < actions.CLOSE:
            return self.laid_preview(action - actions.ADD)
        if actions.TAKE <= action < actions.BOOST:
            return self.forecast.combo(self.state.cards_of(action - actions.TAKE))
        if actions.BOOST <= action < actions.OPTION:
            return self.forecast.combo(self.state.cards_of(action - actions.BOOST), True)
        if actions.OPTION <= action < actions.COVER:
            steps = self.options()[action - actions.OPTION]
            cards = self.state.cards_of(self.state.lane)
            x = int(self.state.length)
            said = "; ".join(self.forecast.step(s, x, cards) for s in steps)
            return Preview(note=f"{said}.")
        return None

    def paths(self, action: int) -> tuple[tuple[str, ...], ...]:
        verb, args = self.look.notation.split(action)
        state = self.state
        if verb == "fight":
            return ((f"master-{self.master_keys[args[0]]}",),)
        if verb in ("add", "give", "pay hand"):
            return self.pick("hand", args[0])
        if verb in ("recover", "burn", "pay pile"):
            return self.pick("discard", args[0])
        if verb == "cover":
            twins = (i for i in range(state.hearts()) if self.stand_in(i) == args[0])
            return tuple((f"heart-{i + 1}",) for i in twins)
        if verb in ("stop", "suffer"):
            return ((f"attack-{self.attack_keys[args[0]]}",),)
        if verb == "take":
            equal = (lane for lane in range(state.lanes) if self.alike(lane, args[0]))
            lanes = tuple((f"lane-{lane + 1}",) for lane in equal)
            return (*lanes, (self.button_id(action),)) if self.keeps() else lanes
        if verb in ("enrage", "enrage top"):
            return self.rage_paths(verb, args)
        return ((self.button_id(action),),)

    def pick(self, zone: str, card: int) -> tuple[tuple[str, ...], ...]:
        """The cards of a kind in a zone."""
        return ((f"{zone}-{self.faces[card].key}",),)

    def alike(self, lane: int, other: int) -> bool:
        return lane == other or bool(self.state.same(lane, other))

    def rage_paths(self, verb: str, args: Sequence[int]) -> tuple[tuple[str, ...], ...]:
        state = self.state
        if verb == "enrage top":
            return ((f"lane-{args[0] + 1}-{state.size[args[0]]}",),)
        card, place = args
        if place < 2:
            return self.pick(("hand", "discard")[place], card)
        lane = place - 2
        under = enumerate(state.cards_of(lane)[:-1])
        return tuple((f"lane-{lane + 1}-{i + 1}",) for i, c in under if c == card)

    def button_id(self, action: int) -> str:
        return self.look.notation.text(action).replace(" ", "-")

    def buttons(self) -> tuple[Button, ...]:
        """Choices without a piece of their own."""
        ranges = (range(actions.CLOSE, actions.COVER), (actions.ENOUGH, actions.FALL))
        return tuple(
            Button(
                id=self.button_id(action),
                label=self.label(action),
                primary=self.is_main(action),
                preview=self.preview(action),
            )
            for action in self.look.legal
            if any(action in codes for codes in ranges)
            and (self.keeps() or not actions.TAKE <= action < actions.BOOST)
        )

    def is_main(self, action: int) -> bool:
        """Whether an action is the natural next step; playing nothing never is."""
        if action == actions.RESOLVE:
            return bool(self.state.lanes or self.state.size[0])
        return action in (actions.ENOUGH, actions.FALL)


def headline(steps: Sequence[grammar.Step]) -> grammar.Step:
    """The step that a card shows large: its first, in a choice or an `if` the first of these."""
    for step in steps:
        if step.op in (grammar.CHOOSE, grammar.IF):
            return headline(step.options[0])
        if step.op not in (grammar.DISCARD, grammar.EXHAUST) or step is steps[-1]:
            return step
    return grammar.Step(grammar.NOTHING)


def _swords(n: int) -> Corner:
    label = "attack" if n == 1 else "attacks"
    return Corner(value=str(n), role="hit", label=label, icon="sword")


def _glory(row: Row) -> Corner:
    return Corner(value=str(row["glory"]), role="gain", label="glory", icon="coin")


def _pile(name: str, title: str, pieces: tuple[Piece, ...], count: int) -> Zone:
    return Zone(id=name, layout="pile", title=title, owner=0, pieces=pieces, count=count)


def _with_x(preview: Preview | None) -> Preview | None:
    """In a list of choices the sum has no place of its own."""
    if preview is None or not preview.sum:
        return preview
    x = str(sum(part.value for part in preview.sum))
    parts = " + ".join(f"{part.value} {part.label}" for part in preview.sum)
    said = f"{parts} = {x}" if len(preview.sum) > 1 else x
    return replace(preview, note=f"X = {said}. {preview.note}", sum=())
