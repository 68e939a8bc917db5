"""The table of Dojo Duel as a Scene."""

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Final

from msgspec.structs import replace

from budokan.games.dojo_duel.rules import actions, phases
from budokan.games.dojo_duel.setup import ORDERS
from budokan.games.dojo_duel.view import beats, motifs
from budokan.games.dojo_duel.view.captions import KICKER_PHASES, PHASES, ROOM, Captions
from budokan.kit.contract import HIDDEN
from budokan.kit.data import Row
from budokan.kit.notation import SEATS
from budokan.kit.pile import NO_CARD
from budokan.kit.scene import (
    Beat,
    Button,
    Choice,
    Corner,
    Mark,
    Piece,
    Preview,
    Refused,
    Scene,
    Zone,
)
from budokan.kit.view import Look, News, origin


def scene(look: Look) -> Scene:
    """The Scene of a viewer."""
    return Drawing(look).scene()


REVEALS: Final[tuple[tuple[int, str, str], ...]] = (
    (actions.REVEAL, "reveal", "Reveal"),
    (actions.REVEAL_IN, "reveal-1", "Reveal in lane 1"),
    (actions.REVEAL_IN + 1, "reveal-2", "Reveal in lane 2"),
)
FROM_HAND: Final[tuple[int, ...]] = (phases.ANSWER, phases.KICKER, phases.FAN)


def kind(row: Row) -> str:
    """The element of a card as one word, for colours."""
    return "_".join(row["element"].lower().split())


class Drawing(Captions):
    """Pieces, and the ways to pick them."""

    def zones(self) -> tuple[Zone, ...]:
        return (self.panel(1 - self.me), self.field(), self.panel(self.me))

    def phase_names(self) -> tuple[str, ...]:
        return PHASES

    def beats(self, news: News) -> Iterable[Beat]:
        return beats.beats(self, news)

    def happened(self, news: News) -> str:
        return beats.happened(self, news)

    # -- pieces -------------------------------------------------------------------------------

    def card(self, place: str, card: int, seat: int) -> Piece:
        """A card on the table; its id says where it lies."""
        key = place, card, seat
        found: Piece | None = self.made.get(key)
        if found is None:
            face = Piece(id="", name="Hidden card", marks=("hidden",))
            face = face if card == HIDDEN else self.face(card)
            found = self.made[key] = replace(face, id=place, owner=seat)
        return found

    def face(self, card: int) -> Piece:
        """A card as it is printed."""
        key = "face", card
        found: Piece | None = self.made.get(key)
        if found is None:
            found = self.made[key] = self.draw_face(card)
        return found

    def draw_face(self, card: int) -> Piece:
        row = self.cards[card]
        return Piece(
            id="",
            face=self.keys[card],
            form="sides",
            motif=motifs.motif(self.keys[card], row),
            name=row["name"],
            kind=kind(row),
            text=row["intent"],
            corners=(
                Corner(value=str(row["yang"]), role="hit", label="Yang"),
                Corner(value=str(row["yin"]), role="ward", label="Yin"),
                Corner(value=str(row["power"]), label="Power Points"),
            ),
            **origin(row),
        )

    def panel(self, seat: int) -> Zone:
        zones = (self.track(seat), *self.piles(seat), self.kicker(seat), self.hand(seat))
        first = self.state.first == seat and self.state.phase != phases.TOSS
        place, facts = f"side-{SEATS[seat]}", (zones, first)
        found: Zone | None = self.unchanged(place, facts)
        if found is not None:
            return found
        zone = Zone(
            id=place,
            layout="panel",
            title=self.player(seat),
            owner=seat,
            pieces=(self.first_player(),) if first else (),
            zones=zones,
        )
        return self.keep(place, facts, zone)

    def first_player(self) -> Piece:
        return Piece(id="first", shape="token", name="First player")

    def track(self, seat: int) -> Zone:
        points, most = self.points(seat), self.look.setup.options.start_points
        key = "points", seat, points, most
        found: Zone | None = self.made.get(key)
        if found is None:
            found = self.made[key] = Zone(
                id=f"points-{SEATS[seat]}",
                layout="track",
                title=f"{points} points",
                owner=seat,
                meter="health",
                at=points,
                length=most,
            )
        return found

    def piles(self, seat: int) -> tuple[Zone, Zone]:
        side, recycle = self.state.side(seat), f"recycle-{SEATS[seat]}"
        used = tuple(side.recycle.sorted())
        found: Zone | None = self.unchanged(recycle, used)
        if found is None:
            found = self.keep(recycle, used, self.recycled(recycle, used, seat))
        return self.deck(seat), found

    def deck(self, seat: int) -> Zone:
        title, n = self.deck_title(seat), int(self.state.side(seat).deck.n)
        key = "deck", seat, title, n
        found: Zone | None = self.made.get(key)
        if found is None:
            name = f"deck-{SEATS[seat]}"
            found = Zone(id=name, layout="pile", title=title, owner=seat, count=n)
            self.made[key] = found
        return found

    def recycled(self, zone: str, used: Sequence[int], seat: int) -> Zone:
        """The recycle pile."""
        pieces = tuple([self.card(f"{zone}-{i}", card, seat) for i, card in enumerate(used)])
        return Zone(
            id=zone,
            layout="pile",
            title="Recycle pile",
            owner=seat,
            count=len(used),
            pieces=pieces,
        )

    def hand(self, seat: int) -> Zone:
        """The cards of a hand; under those of the viewer, what they would do."""
        zone, hand = f"hand-{SEATS[seat]}", self.state.side(seat).hand.in_order()
        previews, refused = list[Preview | None](), None
        if hand and self.acts and seat == self.look.viewer:
            previews = [self.answer_preview(seat, card) for card in hand]
            # If no card of the hand can be picked, all have the same reason.
            refused = self.refused(seat, actions.ANSWER + hand[0], FROM_HAND)
        facts = hand, previews, refused
        return self.unchanged(zone, facts) or self.keep(zone, facts, self.fan(zone, seat, *facts))

    def fan(
        self,
        zone: str,
        seat: int,
        hand: list[int],
        previews: Sequence[Preview | None],
        refused: Refused | None,
    ) -> Zone:
        ids, pieces = self.hand_ids(seat, hand), list[Piece]()
        for place, card in enumerate(hand):
            piece = self.card(ids[place], card, seat)
            preview = previews[place] if previews else None
            if preview is not None or refused is not None:
                piece = replace(piece, preview=preview, refused=refused)
            pieces.append(piece)
        return Zone(id=zone, layout="fan", title="Hand", owner=seat, pieces=tuple(pieces))

    def hand_ids(self, seat: int, hand: list[int]) -> list[str]:
        """The ids of a hand: of known cards by kind, so that each keeps its own; else by place."""
        found, ids = list[str](), self.printed.ids
        for place in range(len(hand)):
            card, n = hand[place], place
            if card != HIDDEN:
                n = 1
                for other in range(place):
                    n += hand[other] == card
            key = (card * ROOM + n) * 2 + seat
            name = ids.get(key)
            if name is None:
                kind = "" if card == HIDDEN else f"{self.keys[card]}-"
                name = ids[key] = f"hand-{SEATS[seat]}-{kind}{n}"
            found.append(name)
        return found

    def refused(self, seat: int, action: int, picks: tuple[int, ...]) -> Refused | None:
        """Why a card of the viewer's cannot be picked, outside the phases that pick such cards."""
        if seat != self.look.viewer or not self.acts or self.state.phase in picks:
            return None
        text, clause = self.look.why(action)
        return Refused(text=text, clause=clause)

    def kicker(self, seat: int) -> Zone:
        side, zone, refused = self.state.side(seat), f"kicker-{SEATS[seat]}", None
        if side.kicker != NO_CARD:
            refused = self.refused(seat, actions.REVEAL, KICKER_PHASES)
        cards = int(side.kicker), int(side.shown), int(side.lane), side.suspects == 0
        facts = cards, self.state.phase == phases.OVER, refused
        found: Zone | None = self.unchanged(zone, facts)
        if found is not None:
            return found
        pieces = self.kickers(seat, refused)
        drawn = Zone(id=zone, layout="row", title="Kicker", owner=seat, pieces=pieces)
        return self.keep(zone, facts, drawn)

    def kickers(self, seat: int, refused: Refused | None) -> tuple[Piece, ...]:
        """The kicker of a seat, if something of it lies there."""
        side, place = self.state.side(seat), f"kicker-{SEATS[seat]}-0"
        if side.kicker != NO_CARD:
            piece = self.card(place, int(side.kicker), seat)
            badge = "never revealed" if self.state.phase == phases.OVER else ""
            return (replace(piece, turned=True, refused=refused, badge=badge),)
        if side.shown != NO_CARD:
            badge = f"lane {side.lane + 1}" if self.state.setting.lanes else "revealed"
            return (replace(self.card(place, int(side.shown), seat), badge=badge),)
        return (self.spent_kicker(seat),) if side.suspects == 0 else ()

    def spent_kicker(self, seat: int) -> Piece:
        place = f"kicker-{SEATS[seat]}-0"
        return Piece(id=place, shape="slot", name="Spent kicker", marks=("spent",))

    def field(self) -> Zone:
        rows = self.field_row(1 - self.me), self.field_row(self.me)
        found: Zone | None = self.unchanged("field", rows)
        if found is not None:
            return found
        zone = Zone(id="field", layout="panel", title="Field", room="lanes", zones=rows)
        return self.keep("field", rows, zone)

    def field_row(self, seat: int) -> Zone:
        state = self.state
        lying = tuple(state.side(seat).field.in_order())
        # Pointed at and answered in lane 1, then with the players exchanged in lane 2.
        laid, first = int(state.a.field.n + state.b.field.n), seat == state.first
        newest = (laid in (2, 3)) == first
        place, facts = f"field-{SEATS[seat]}", (lying, newest, first)
        found: Zone | None = self.unchanged(place, facts)
        if found is not None:
            return found
        pieces = self.field_cards(seat, lying, newest=newest, first=first)
        zone = Zone(id=place, layout="row", title=self.player(seat), owner=seat, pieces=pieces)
        return self.keep(place, facts, zone)

    def field_cards(
        self, seat: int, lying: tuple[int, ...], *, newest: bool, first: bool
    ) -> tuple[Piece, ...]:
        """The cards in both lanes of a player, or the places for them."""
        pieces = []
        for lane in (1, 2):
            if lane <= len(lying):
                chosen = first == (lane == 1)  # in lane 1 the first player answers
                badge = "answer" if chosen else "pointed at"
                moved = newest and lane == len(lying)
                pieces.append(self.laid(seat, lane, lying[lane - 1], badge, moved=moved))
            else:
                pieces.append(self.empty(seat, lane))
        return tuple(pieces)

    def laid(self, seat: int, lane: int, card: int, badge: str, *, moved: bool) -> Piece:
        """A card in a lane."""
        key = "laid", seat, lane, card, badge, moved
        found: Piece | None = self.made.get(key)
        if found is None:
            piece, place = self.card(f"field-{SEATS[seat]}-{lane}", card, seat), f"lane {lane}"
            marks: tuple[Mark, ...] = ("moved",) if moved else ()
            found = self.made[key] = replace(piece, spot=place, badge=badge, marks=marks)
        return found

    def empty(self, seat: int, lane: int) -> Piece:
        """The place for a card in a lane."""
        key = "lane", seat, lane
        found: Piece | None = self.made.get(key)
        if found is None:
            place = f"field-{SEATS[seat]}-{lane}"
            found = Piece(id=place, shape="slot", spot=f"lane {lane}", owner=seat)
            self.made[key] = found
        return found

    # -- choices ------------------------------------------------------------------------------

    def choice(self, action: int) -> Choice:
        verb, args = self.look.notation.split(action)
        text = self.look.notation.text(action)
        label = str(self.look.words.text["verb"][verb])
        if action < actions.POINT:
            label += f": {self.title(args[0])}"
        elif verb == "fan":
            hand = self.state.side(self.me).hand.in_order()
            names = (str(self.cards[hand[place]]["name"]) for place in ORDERS[args[0]])
            label += ": " + ", ".join(names)
        else:
            label += text.removeprefix(verb)
        return Choice(
            action=text,
            label=label,
            paths=self.paths(action, args),
            preview=self.preview(action),
        )

    def paths(self, action: int, args: Sequence[int]) -> tuple[tuple[str, ...], ...]:
        theirs = f"hand-{SEATS[1 - self.me]}"
        if action < actions.POINT:
            hand = self.state.side(self.me).hand.in_order()
            held = zip(self.hand_ids(self.me, hand), hand, strict=True)
            return tuple((place,) for place, card in held if card == args[0])
        if action == actions.POINT:
            backs = range(int(self.state.side(1 - self.me).hand.n))
            return tuple((f"{theirs}-{i}",) for i in backs)
        if action < actions.KEEP_FAN:
            return ((f"{theirs}-{args[0]}",),)
        if action < actions.PASS:
            return self.fan_paths(action)
        if action == actions.PASS:
            return (("keep",),)
        kicker = f"kicker-{SEATS[self.me]}-0"
        if action == actions.REVEAL:
            return (("reveal",), (kicker,))
        lane = args[0] + 1
        return ((f"reveal-{lane}",), (kicker, f"field-{SEATS[self.me]}-{lane}"))

    def fan_paths(self, action: int) -> tuple[tuple[str, ...], ...]:
        """Every way to click the cards in this order; equal cards may be exchanged."""
        hand = self.state.side(self.me).hand.in_order()
        ids = self.hand_ids(self.me, hand)
        keep = action == actions.KEEP_FAN
        order = tuple(range(len(hand))) if keep else ORDERS[action - actions.FAN]
        wanted = [hand[place] for place in order]
        paths = tuple(
            tuple(ids[place] for place in clicks)
            for clicks in permutations(range(len(hand)))
            if [hand[place] for place in clicks] == wanted
        )
        return (("keep",), *paths) if keep else paths

    def buttons(self) -> tuple[Button, ...]:
        legal = self.look.legal
        if not legal:
            return ()
        found = []
        if actions.KEEP_FAN in legal:
            found.append(Button(id="keep", label="Keep the order", primary=True))
        if actions.PASS in legal:
            found.append(Button(id="keep", label="Keep", preview=self.preview(actions.PASS)))
        for action, name, label in REVEALS:
            if action in legal:
                preview = self.preview(action)
                found.append(Button(id=name, label=label, primary=True, preview=preview))
        return tuple(found)

    def preview(self, action: int) -> Preview | None:
        if actions.ANSWER <= action < actions.POINT:
            return self.answer_preview(self.me, action - actions.ANSWER)
        if action == actions.PASS:
            return self.forecast.as_it_stands()
        if actions.REVEAL <= action < actions.TOSS:
            return self.forecast.with_kicker(max(0, action - actions.REVEAL_IN))
        return None

    def answer_preview(self, seat: int, card: int) -> Preview | None:
        """What an answer would do: shown under the card and with the choice."""
        if not self.acts or seat != self.look.viewer or self.state.phase != phases.ANSWER:
            return None
        found = self.answers.get(card)
        if found is None:
            first = self.state.turn == self.state.first
            found = self.forecast.first_answer(card) if first else self.forecast.second_answer(card)
            self.answers[card] = found
        return found
