"""What lies on the table of Master Udo, as zones and pieces."""

from collections.abc import Sequence
from dataclasses import replace

from budokan.games.master_udo import actions, grammar, phases
from budokan.games.master_udo.state import (
    ATTACKS,
    KAI,
    KINDS,
    MASTERS,
    NONE,
    ROAD,
    TECHNIQUE,
    count,
)
from budokan.games.master_udo.telling import Telling
from budokan.kit.scene import (
    Corner,
    Mark,
    Piece,
    Preview,
    Refused,
    Role,
    Zone,
)

KINDS_OF = {
    grammar.DAMAGE: ("attack", "hit"),
    grammar.BLOCK: ("defence", "ward"),
}


class Pieces(Telling):
    """Zones and what lies in them."""

    def zones(self) -> tuple[Zone, ...]:
        state = self.state
        foe = (self.gallery(),) if state.master == NONE else (self.master(), self.shown())
        return (*foe, *self.lanes(), self.hero(), self.hand(), *self.piles(), self.beaten())

    # -- the master ---------------------------------------------------------------------------

    def gallery(self) -> Zone:
        """All masters with both sides of their cards."""
        pieces = tuple(self.master_card(master) for master in range(MASTERS))
        return Zone(id="masters", title="Masters", place="far", pieces=pieces)

    def master_card(self, master: int) -> Piece:
        row, key = self.masters[master], self.master_keys[master]
        beaten = self.state.road.find(master) != NONE
        bodies = row["power"].get("bodies", 1)
        hearts = ", ".join(str(heart) for heart in row["hearts"])
        marks: tuple[Mark, ...] = ("spent",) if beaten else ()
        return Piece(
            id=f"master-{key}",
            face=key,
            name=row["title"],
            kind="master",
            text=f"{self.power(master)}. Teaches {self.face_text(TECHNIQUE + master, True)}",
            corners=(
                Corner(value=str(row["glory"]), role="gain", label="glory"),
                Corner(value=str(row["swords"] * bodies), role="hit", label="attacks"),
                Corner(value=hearts, label="hearts"),
            ),
            made="designed" in row.sources.values(),
            marks=marks,
            refused=self.refused(actions.FIGHT + master),
        )

    def master(self) -> Zone:
        state, master = self.state, int(self.state.master)
        row = self.masters[master]
        bodies = int(state.setting.bodies[master])
        zones = tuple(self.hearts(body, bodies) for body in range(bodies))
        chips = (
            Corner(value=f"{row['glory']} glory", role="gain"),
            Corner(value=f"{state.attacks_due()} attacks", role="hit"),
        )
        return Zone(
            id="master",
            layout="panel",
            title=f"Master {row['title']}",
            place="far",
            kind=self.master_keys[master],
            note=self.power(master),
            chips=chips,
            zones=zones,
        )

    def hearts(self, body: int, bodies: int) -> Zone:
        each = int(self.state.setting.body[self.state.master])
        pieces = tuple(self.heart(i) for i in range(body * each, (body + 1) * each))
        title = "Hearts" if bodies == 1 else f"Body {body + 1}"
        return Zone(id=f"body-{body + 1}", title=title, pieces=pieces)

    def heart(self, i: int) -> Piece:
        value, covered = int(self.state.heart(i)), bool(self.state.covered >> i & 1)
        marks: tuple[Mark, ...] = ("covered",) if covered else ()
        picks = self.state.phase == phases.COVER
        return Piece(
            id=f"heart-{i + 1}",
            shape="token",
            face="heart",
            name="Heart",
            corners=(Corner(value=str(value), role="hit"),),
            marks=marks,
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
        """What was revealed this turn; blocked and resolved ones stay visible."""
        mask = int(self.state.revealed)
        pieces = tuple(self.attack(a) for a in range(ATTACKS) if mask >> a & 1)
        return Zone(id="attacks", title="Attacks", place="far", pieces=pieces)

    def attack(self, attack: int) -> Piece:
        state, row, key = self.state, self.attacks[attack], self.attack_keys[attack]
        stands = bool(state.shown >> attack & 1)
        paid, alarm = self.forecast.toll(attack) if stands else ("", "")
        marks: tuple[Mark, ...] = () if stands else ("spent",)
        if state.attack == attack:
            marks = ("pending",)
        action = actions.STOP if state.phase == phases.STOP else actions.SUFFER
        picks = state.phase in (phases.STOP, phases.ATTACKS)
        return Piece(
            id=f"attack-{key}",
            face=key,
            name=row["title"],
            kind="attack",
            text=self.attack_text(attack),
            corners=(Corner(value=str(state.block_value(attack)), role="ward", label="block"),),
            made="designed" in row.sources.values(),
            marks=marks,
            preview=Preview(note=f"Hits: {paid}", alarm=alarm) if stands else None,
            refused=self.refused(action + attack) if picks else None,
        )

    def attack_text(self, attack: int) -> str:
        """Loss, exposure and bonus, from the same data as the rules."""
        row = self.attacks[attack]
        said = [f"takes {grammar.loss_text(row['loss'])}"]
        if row["exposes"]:
            said.append(f"exposed: {grammar.exposure_text(row['exposes'])}")
        bonus = grammar.bonus("bonus", row["bonus"])
        if bonus:
            said.append(f"blocked: {grammar.steps_text(bonus, self.enrages)}")
        return "; ".join(said)

    # -- own cards ----------------------------------------------------------------------------

    def face_text(self, card: int, named: bool = False) -> str:
        """Condition and effect in the words of the grammar."""
        face = self.faces[card]
        said = grammar.conditions_text(face.conditions)
        done = grammar.steps_text(face.steps, self.enrages)
        return f"{face.title} ({said}): {done}" if named else f"{said} | {done}"

    def card_piece(self, place: str, card: int) -> Piece:
        face = self.faces[card]
        first = face.steps[0] if face.steps else grammar.Step(grammar.KEEP)
        if first.op == grammar.CHOOSE:
            first = first.options[0][0]
        kind, role = KINDS_OF.get(first.op, ("effect", "gain"))
        value = grammar.value_text(first.x, first.k)
        marks: tuple[Mark, ...] = ("on",) if face.rage else ()
        return Piece(
            id=place,
            face=face.key,
            name=face.title,
            kind=kind,
            text=self.face_text(card),
            corners=(Corner(value=value, role=_role(role), label=grammar.OPS[first.op]),),
            made=face.made,
            badge="ENRAGED" if face.rage else "",
            marks=marks,
        )

    def hand(self) -> Zone:
        pieces = tuple(
            replace(
                self.card_piece(f"hand-{i}", card),
                preview=self.laid_preview(card),
                refused=self.hand_refused(card),
            )
            for i, card in enumerate(self.bag(int(self.state.hand)))
        )
        return Zone(id="hand", layout="fan", title="Hand", place="near", owner=0, pieces=pieces)

    def bag(self, bag: int) -> list[int]:
        return [card for card in range(KINDS) for _ in range(count(bag, card))]

    def laid_preview(self, card: int) -> Preview | None:
        """What the open combo would do with this card on top."""
        if not self.acts or actions.ADD + card not in self.look.legal:
            return None
        cards = [*self.state.cards_of(self.state.lanes), card]
        preview = self.forecast.combo(cards)
        needs = self.needs(cards)
        return replace(preview, note=f"{preview.note} Needs {needs}.") if needs else preview

    def hand_refused(self, card: int) -> Refused | None:
        """The broken condition in words where there is one."""
        state = self.state
        base = {phases.PLAY: actions.ADD, phases.PAY: actions.PAY_HAND}.get(int(state.phase))
        if base is None:
            return None
        refused = self.refused(base + card)
        if refused is None or refused.clause != "MU-22":
            return refused
        words = self.forecast.broken([*state.cards_of(state.lanes), card])
        return replace(refused, text=words or refused.text)

    def refused(self, action: int) -> Refused | None:
        """Why a piece cannot be picked."""
        if not self.acts or action in self.look.legal:
            return None
        text, clause = self.look.why(action)
        return Refused(text=text, clause=clause)

    def piles(self) -> tuple[Zone, Zone, Zone]:
        state = self.state
        pile = self.bag(int(state.pile))
        gone = self.bag(int(state.gone))
        paying = state.phase == phases.PAY
        discard = tuple(
            replace(
                self.card_piece(f"discard-{i}", card),
                refused=self.refused(actions.PAY_PILE + card) if paying else None,
            )
            for i, card in enumerate(pile)
        )
        lost = tuple(self.card_piece(f"exhausted-{i}", card) for i, card in enumerate(gone))
        deck = bin(int(state.deck)).count("1")
        return (
            Zone(
                id="discard",
                layout="pile",
                title="Discarded",
                place="left",
                pieces=discard,
                count=len(pile),
            ),
            Zone(
                id="exhausted",
                layout="pile",
                title="Exhausted",
                place="left",
                pieces=lost,
                count=len(gone),
            ),
            Zone(id="deck", layout="pile", title="Attack deck", place="rail", count=deck),
        )

    def hero(self) -> Zone:
        """The Charge track, or Kai's hero card."""
        state = self.state
        if state.setting.kai:
            side = "enraged" if state.raging else "calm"
            name = str(self.look.setup.data["hero"]["kai"][side])
            marks: tuple[Mark, ...] = ("on",) if state.raging else ()
            own = [card for card in self.bag(int(state.hand)) if KAI <= card < TECHNIQUE]
            angry = sum(self.faces[card].rage for card in own)
            note = f"{angry} of {len(own)} in hand ENRAGED"
            badge = "doubled" if state.doubled else ""
            hero = Piece(id="kai", name=name, face=f"kai_{side}", marks=marks, badge=badge)
            return Zone(id="hero", title="Kai", place="left", note=note, pieces=(hero,))
        charge = int(state.charge)
        return Zone(
            id="hero",
            layout="track",
            title=f"Charge {charge}",
            place="left",
            at=charge,
            length=max(10, charge),
        )

    def beaten(self) -> Zone:
        """Four places for the masters beaten."""
        road = self.state.road.in_order()
        pieces = [Piece(id=f"road-{i + 1}", shape="slot", name="Empty") for i in range(ROAD)]
        for i, master in enumerate(road):
            row = self.masters[master]
            coins = (Corner(value=str(row["glory"]), role="gain", label="glory"),)
            face = self.master_keys[master]
            pieces[i] = Piece(id=f"road-{i + 1}", face=face, name=row["title"], corners=coins)
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
        preview = self.forecast.combo(cards)
        if active:
            preview = Preview(note=f"X = {state.length}.")
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

    def lane_card(self, lane: int, cards: Sequence[int], place: int) -> Piece:
        piece = self.card_piece(f"lane-{lane + 1}-{place + 1}", cards[place])
        covered: tuple[Mark, ...] = ("covered",) if place < len(cards) - 1 else ()
        if self.state.phase != phases.PLAY:
            return replace(piece, marks=(*piece.marks, *covered), step=place + 1)
        unmet = self.forecast.unmet(cards, place)
        judged: Mark = "unmet" if unmet else "met"
        note = ", ".join(words for _, words in unmet)
        return replace(
            piece,
            marks=(*piece.marks, *covered, judged),
            step=place + 1,
            preview=Preview(alarm=f"Needs {note}") if note else None,
        )

    def lacks(self, lane: int, cards: Sequence[int]) -> str:
        """What the open combo still needs before it can be closed."""
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


def _role(role: str) -> Role:
    return "hit" if role == "hit" else "ward" if role == "ward" else "gain"
