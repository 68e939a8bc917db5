"""What lies on the table of Master Udo, as zones and pieces."""

from collections.abc import Sequence
from dataclasses import replace

from budokan.games.master_udo import grammar
from budokan.games.master_udo.rules import actions, phases
from budokan.games.master_udo.rules.state import (
    KAI,
    KINDS,
    NONE,
    ROAD,
    TECHNIQUE,
    count,
)
from budokan.games.master_udo.view.masters import Foes
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


CHARGE = 6  # squares of the track; it grows with what is stored


class Pieces(Foes):
    """All zones and what lies in them."""

    def zones(self) -> tuple[Zone, ...]:
        state = self.state
        foe = self.gallery() if state.master == NONE else self.master()
        return (foe, *self.lanes(), self.side(), self.beaten(), self.deck())

    # -- own cards ----------------------------------------------------------------------------

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
            designed=face.designed,
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
        return Zone(id="hand", layout="fan", title="Hand", owner=0, pieces=pieces)

    def bag(self, bag: int) -> list[int]:
        return [card for card in range(KINDS) for _ in range(count(bag, card))]

    def laid_preview(self, card: int) -> Preview | None:
        """What the open combo would do with this card on top."""
        if not self.acts or actions.ADD + card not in self.look.legal:
            return None
        cards = [*self.state.cards_of(self.state.lanes), card]
        preview = self.forecast.combo(cards)
        needs = self.needs(cards)
        return replace(preview, note=f"Needs {needs}.") if needs else preview

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
        """The hero: what drives them, the cards in hand and those laid aside."""
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
            length = max(CHARGE, charge)
            return Zone(
                id="hero", layout="track", title=f"Charge {charge}", at=charge, length=length
            )
        own = [card for card in self.bag(int(state.hand)) if KAI <= card < TECHNIQUE]
        angry = sum(self.faces[card].rage for card in own)
        return Zone(id="hero", layout="track", title=f"ENRAGED {angry}", at=angry, length=len(own))

    def temper(self) -> tuple[Corner, ...]:
        """What Kai's own side means now."""
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
            replace(
                self.card_piece(f"discard-{i}", card),
                refused=self.refused(actions.PAY_PILE + card) if paying else None,
            )
            for i, card in enumerate(self.bag(int(state.pile)))
        )
        gone = tuple(
            self.card_piece(f"exhausted-{i}", card)
            for i, card in enumerate(self.bag(int(state.gone)))
        )
        return (_pile("discard", "Discarded", discard), _pile("exhausted", "Exhausted", gone))

    def deck(self) -> Zone:
        count = int(self.state.deck).bit_count()
        return Zone(id="deck", layout="pile", title="Attack deck", place="rail", count=count)

    def beaten(self) -> Zone:
        """Four places for the masters beaten."""
        road = self.state.road.in_order()
        pieces = [Piece(id=f"road-{i + 1}", shape="slot", name="Empty") for i in range(ROAD)]
        for i, master in enumerate(road):
            row = self.masters[master]
            coins = (Corner(value=str(row["glory"]), role="gain", label="glory"),)
            face = self.master_keys[master]
            pieces[i] = Piece(
                id=f"road-{i + 1}",
                face=face,
                name=row["title"],
                corners=coins,
                designed=row.sources["glory"] == "designed",
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
        preview = self.forecast.combo(cards)
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

    def lane_card(self, lane: int, cards: Sequence[int], place: int) -> Piece:
        piece = self.card_piece(f"lane-{lane + 1}-{place + 1}", cards[place])
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


def _pile(name: str, title: str, pieces: tuple[Piece, ...]) -> Zone:
    return Zone(id=name, layout="pile", title=title, owner=0, pieces=pieces, count=len(pieces))


def _role(role: str) -> Role:
    return "hit" if role == "hit" else "ward" if role == "ward" else "gain"
