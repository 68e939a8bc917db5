"""The table of Dojo Duel as a Scene."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

from budokan.games.dojo_duel import actions, phases
from budokan.games.dojo_duel.deck import is_ready_made, ready_key
from budokan.games.dojo_duel.forecast import Forecast
from budokan.games.dojo_duel.rules import DojoDuel
from budokan.games.dojo_duel.setup import HIDDEN_DECK, ORDERS
from budokan.kit.cards import Row
from budokan.kit.core import CHANCE, HIDDEN
from budokan.kit.game import Look
from budokan.kit.notation import SEATS
from budokan.kit.pile import NO_CARD
from budokan.kit.scene import (
    Button,
    Choice,
    Corner,
    Fact,
    Facts,
    Line,
    Mark,
    Piece,
    Preview,
    Prompt,
    Refused,
    Scene,
    Zone,
)

PHASES = ("Draw", "Kicker", "First Turn", "Second Turn", "Comparison")
KICKER_PHASES = (phases.WINDOW, phases.CHOICE)
OUTSIDE_TURNS = {
    **dict.fromkeys((phases.TOSS, phases.DRAW), 0),
    phases.KICKER: 1,
    **dict.fromkeys((*KICKER_PHASES, phases.OVER), 4),
}


def scene(look: Look) -> Scene:
    """What a viewer sees and may do."""
    return Drawing(look).scene()


class Drawing:
    """One look at the table; `me` is the seat drawn below."""

    def __init__(self, look: Look) -> None:
        assert isinstance(look.view, DojoDuel)
        self.look, self.state = look, look.view
        self.cards: list[Row] = list(look.setup.data["card"].values())
        self.keys = list(look.setup.data["card"])
        self.me = look.viewer if look.viewer in (0, 1) else 0
        self.forecast = Forecast(look.view, self.me)
        self.acts = bool(look.legal)

    def scene(self) -> Scene:
        look = self.look
        return Scene(
            game="dojo_duel",
            viewer=look.viewer,
            acting=look.acting,
            prompt=self.prompt(),
            zones=(self.panel(1 - self.me), self.field(), self.panel(self.me)),
            choices=tuple(self.choice(action) for action in look.legal),
            buttons=self.buttons(),
            lines=self.lines(),
            facts=(self.sums(), self.counter(1 - self.me), self.counter(self.me)),
            phases=PHASES,
            phase=self.phase(),
            summary=self.summary(),
            over=self.result(),
        )

    # -- words --------------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        return self.look.words.names[seat]

    def title(self, card: int) -> str:
        return self.look.words.domains["card"].name(card)

    def phase(self) -> int:
        turn = 2 if self.state.turn == self.state.first else 3
        return OUTSIDE_TURNS.get(int(self.state.phase), turn)

    def result(self) -> str:
        if self.state.phase != phases.OVER:
            return ""
        points = [int(self.state.a.points), int(self.state.b.points)]
        both = max(points) <= 0
        told = f" Double knock-out at {points[0]} and {points[1]}." if both else ""  # DD-R12
        winner = int(self.state.winner())
        return ("The game is a draw." if winner < 0 else f"{self.name(winner)} wins.") + told

    def summary(self) -> str:
        state = self.state
        points = ", ".join(f"{self.name(s)} {self.points(s)}" for s in (0, 1))
        lying = " ".join(
            f"{self.name(s)} shows {' and '.join(self.title(c) for c in cards) or 'nothing'}."
            for s, cards in enumerate((state.a.field.in_order(), state.b.field.in_order()))
        )
        first = self.name(state.first)
        return f"Round {state.round}, {first} first. Points: {points}. {lying}"

    def points(self, seat: int) -> int:
        return max(0, int(self.state.side(seat).points))  # DD-R12

    def prompt(self) -> Prompt:
        state, note = self.state, f"Round {self.state.round}, {self.name(self.state.first)} first"
        if state.phase == phases.OVER:
            return Prompt(question=self.result(), note=note)
        if CHANCE in self.look.acting:
            told = {phases.TOSS: "The toss decides who goes first.", phases.DRAW: "Both draw."}
            return Prompt(question=told.get(state.phase, "The card turns over."), note=note)
        if not self.acts:
            waiting = " and ".join(self.name(seat) for seat in self.look.acting)
            return Prompt(question=f"{waiting} to decide.", note=note)
        return Prompt(question=self.question(), note=self.advice())

    def question(self) -> str:
        state, foe = self.state, self.state.side(1 - self.me)
        if state.phase == phases.KICKER:
            return "Which card becomes your kicker?"
        if state.phase == phases.FAN:
            return "Keep the order of your fan, or click the cards in a new one?"
        if state.phase == phases.POINT:
            return f"Your Turn: point at one of the {foe.hand.n} cards"
        if state.phase == phases.ANSWER:
            return f"Answer {self.cards[foe.field.in_order()[-1]]['name']}"
        return "Reveal your kicker or keep it?"

    def advice(self) -> str:
        state = self.state
        if state.phase == phases.KICKER:
            return "It can be revealed once in the whole game."
        if state.phase == phases.FAN:
            return f"{self.name(1 - self.me)} points at a place next and sees only backs."
        if state.phase == phases.POINT:
            return "You see their backs only."
        if state.phase == phases.ANSWER and state.turn == state.first:
            return "One of your other cards and their answer are still to come."
        if state.phase == phases.ANSWER:
            return "Only hidden kickers can still change what stands under your cards."
        return self.kicker_note()

    def kicker_note(self) -> str:
        """What the opponent's hidden kicker may still change."""
        if self.state.side(1 - self.me).kicker == NO_CARD:
            return f"{self.name(1 - self.me)} has no kicker any more."
        take, card = self.forecast.worst_kicker()
        return (
            f"{self.name(1 - self.me)}'s kicker can still change this; "
            f"{self.title(card)} would cost you {take}."
        )

    # -- pieces -------------------------------------------------------------------------------

    def card(self, place: str, card: int, seat: int) -> Piece:
        """A card on the table; its id says where it lies."""
        if card == HIDDEN:
            return Piece(id=place, name="Hidden card", marks=("hidden",), owner=seat)
        row = self.cards[card]
        return Piece(
            id=place,
            face=self.keys[card],
            name=row["name"],
            kind=row["element"].lower(),
            text=row["intent"],
            corners=(
                Corner(value=str(row["yang"]), role="hit", label="Yang"),
                Corner(value=str(row["yin"]), role="ward", label="Yin"),
                Corner(value=str(row["power"]), label="Power Points"),
            ),
            made=True,
            owner=seat,
        )

    def panel(self, seat: int) -> Zone:
        zones = (self.track(seat), *self.piles(seat), self.kicker(seat), self.hand(seat))
        token: tuple[Piece, ...] = ()
        if self.state.first == seat:
            token = (Piece(id="first", shape="token", name="First player"),)
        place, name = f"side-{SEATS[seat]}", self.name(seat)
        return Zone(id=place, layout="panel", title=name, owner=seat, pieces=token, zones=zones)

    def track(self, seat: int) -> Zone:
        points, most = self.points(seat), self.look.setup.options.start_points
        place, title = f"points-{SEATS[seat]}", f"{points} points"
        return Zone(id=place, layout="track", title=title, owner=seat, at=points, length=most)

    def piles(self, seat: int) -> tuple[Zone, Zone]:
        side = self.state.side(seat)
        deck, recycle = f"deck-{SEATS[seat]}", f"recycle-{SEATS[seat]}"
        used = side.recycle.sorted()
        pieces = tuple(self.card(f"{recycle}-{i}", card, seat) for i, card in enumerate(used))
        title, count = self.deck_title(seat), int(side.deck.n)
        return (
            Zone(id=deck, layout="pile", title=title, owner=seat, count=count),
            Zone(
                id=recycle,
                layout="pile",
                title="Recycle pile",
                owner=seat,
                count=len(used),
                pieces=pieces,
            ),
        )

    def deck_title(self, seat: int) -> str:
        deck = self.look.setup.choices[seat].deck
        if is_ready_made(deck, self.look.setup.data):
            return str(self.look.setup.data["deck"][ready_key(deck)]["name"])
        return "Secret deck" if deck == HIDDEN_DECK else "Own deck"

    def hand(self, seat: int) -> Zone:
        zone = f"hand-{SEATS[seat]}"
        picks = (phases.ANSWER, phases.KICKER, phases.FAN)
        pieces = tuple(
            replace(
                self.card(f"{zone}-{place}", card, seat),
                preview=self.answer_preview(seat, card),
                refused=self.refused(seat, actions.ANSWER + card, picks),
            )
            for place, card in enumerate(self.state.side(seat).hand.in_order())
        )
        return Zone(id=zone, layout="fan", title="Hand", owner=seat, pieces=pieces)

    def refused(self, seat: int, action: int, picks: tuple[int, ...]) -> Refused | None:
        """Why an own card cannot be picked, but in the phases that pick such cards."""
        if seat != self.look.viewer or not self.acts or self.state.phase in picks:
            return None
        text, clause = self.look.why(action)
        return Refused(text=text, clause=clause)

    def kicker(self, seat: int) -> Zone:
        side, zone = self.state.side(seat), f"kicker-{SEATS[seat]}"
        place = f"{zone}-0"
        pieces: tuple[Piece, ...] = ()
        if side.kicker != NO_CARD:
            refused = self.refused(seat, actions.REVEAL, KICKER_PHASES)
            piece = self.card(place, int(side.kicker), seat)
            pieces = (replace(piece, turned=True, refused=refused),)
        elif side.shown != NO_CARD:
            badge = f"lane {side.lane + 1}" if self.state.setting.lanes else "revealed"
            pieces = (replace(self.card(place, int(side.shown), seat), badge=badge),)
        elif side.suspects == 0:
            pieces = (Piece(id=place, shape="slot", name="Spent", marks=("spent",)),)
        return Zone(id=zone, layout="row", title="Kicker", owner=seat, pieces=pieces)

    def field(self) -> Zone:
        rows = tuple(self.field_row(seat) for seat in (1 - self.me, self.me))
        return Zone(id="field", layout="panel", title="Field", room="lanes", zones=rows)

    def field_row(self, seat: int) -> Zone:
        mark, state = SEATS[seat], self.state
        lying = state.side(seat).field.in_order()
        pieces = []
        for lane in (0, 1):
            place, spot = f"field-{mark}-{lane + 1}", f"lane {lane + 1}"
            piece = Piece(id=place, shape="slot", spot=spot, owner=seat)
            if lane < len(lying):
                # In lane 1 the first player answers, in lane 2 the other.
                chosen = (seat == state.first) == (lane == 0)
                moved: tuple[Mark, ...] = ("moved",) if lane == len(lying) - 1 else ()
                badge = "answer" if chosen else "pointed at"
                piece = replace(
                    self.card(place, lying[lane], seat), spot=spot, badge=badge, marks=moved
                )
            pieces.append(piece)
        return Zone(id=f"field-{mark}", layout="row", owner=seat, pieces=tuple(pieces))

    # -- choices ------------------------------------------------------------------------------

    def choice(self, action: int) -> Choice:
        verb, args = self.look.notation.split(action)
        text = self.look.notation.text(action)
        label = str(self.look.words.text["verb"][verb])
        if action < actions.POINT:
            label += f": {self.title(args[0])}"
        else:
            label += text.removeprefix(verb)
        return Choice(
            action=text,
            label=label,
            paths=self.paths(action, args),
            preview=self.preview(action),
        )

    def paths(self, action: int, args: Sequence[int]) -> tuple[tuple[str, ...], ...]:
        mine, theirs = f"hand-{SEATS[self.me]}", f"hand-{SEATS[1 - self.me]}"
        if action < actions.POINT:
            hand = self.state.side(self.me).hand.in_order()
            return tuple((f"{mine}-{i}",) for i, card in enumerate(hand) if card == args[0])
        if action == actions.POINT:
            backs = range(int(self.state.side(1 - self.me).hand.n))
            return tuple((f"{theirs}-{i}",) for i in backs)
        if action < actions.KEEP_FAN:
            return ((f"{theirs}-{args[0]}",),)
        if action < actions.PASS:
            return self.fan_paths(action, mine)
        if action == actions.PASS:
            return (("keep",),)
        kicker = f"kicker-{SEATS[self.me]}-0"
        if action == actions.REVEAL:
            return (("reveal",), (kicker,))
        lane = args[0] + 1
        return ((f"reveal-{lane}",), (kicker, f"field-{SEATS[self.me]}-{lane}"))

    def fan_paths(self, action: int, zone: str) -> tuple[tuple[str, ...], ...]:
        """Every way to click the cards in this order; equal cards may be exchanged."""
        hand = self.state.side(self.me).hand.in_order()
        keep = action == actions.KEEP_FAN
        order = tuple(range(len(hand))) if keep else ORDERS[action - actions.FAN]
        wanted = [hand[place] for place in order]
        paths = tuple(
            tuple(f"{zone}-{place}" for place in clicks)
            for clicks in permutations(range(len(hand)))
            if [hand[place] for place in clicks] == wanted
        )
        return (("keep",), *paths) if keep else paths

    def buttons(self) -> tuple[Button, ...]:
        legal = self.look.legal
        found = []
        if actions.KEEP_FAN in legal:
            found.append(Button(id="keep", label="Keep the order", main=True))
        if actions.PASS in legal:
            found.append(Button(id="keep", label="Keep", preview=self.preview(actions.PASS)))
        for action, name, label in (
            (actions.REVEAL, "reveal", "Reveal"),
            (actions.REVEAL_IN, "reveal-1", "Reveal in lane 1"),
            (actions.REVEAL_IN + 1, "reveal-2", "Reveal in lane 2"),
        ):
            if action in legal:
                preview = self.preview(action)
                found.append(Button(id=name, label=label, main=True, preview=preview))
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
        if not self.acts or seat != self.look.viewer or self.state.phase != phases.ANSWER:
            return None
        if self.state.turn == self.state.first:
            return self.forecast.first_answer(card)
        return self.forecast.second_answer(card)

    # -- facts --------------------------------------------------------------------------------

    def lines(self) -> tuple[Line, ...]:
        found = []
        for seat in (self.me, 1 - self.me):
            for place, yang, yin in self.forecast.blows(seat):
                if yang > yin:
                    start, end = (f"field-{SEATS[s]}{place}" for s in (seat, 1 - seat))
                    label = f"{yang} - {yin} = {yang - yin}"
                    found.append(Line(start=start, end=end, role="threat", label=label))
        return tuple(found)

    def sums(self) -> Facts:
        """The subtractions as they stand now."""
        rows = []
        for seat in (1 - self.me, self.me):
            foe = 1 - seat
            for place, yang, yin in self.forecast.blows(seat):
                lane = f"lane {place[1:]}: " if place else ""
                rows.append(Fact(cells=(f"{lane}{self.name(seat)}'s Yang", str(yang))))
                rows.append(Fact(cells=(f"{lane}{self.name(foe)}'s Yin", str(yin))))
            lost = int(self.state.loss(foe))
            told = f"{self.name(foe)} loses {lost or 'nothing'}"
            rows.append(Fact(cells=(told, str(lost)), strong=True))
        return Facts(title="As it stands", head=("", "Sum"), rows=tuple(rows))

    def counter(self, seat: int) -> Facts:
        """What has not been seen of a deck, and how long it lasts."""
        side = self.state.side(seat)
        rows = [Fact(cells=("Cards until the reshuffle", str(side.deck.n)), strong=True)]
        held = Counter(side.held.in_order())
        for card, n in held.items():
            rows.append(Fact(cells=(self.title(card), f"{n} in hand or kicker")))
        unseen = self.forecast.unseen(seat)
        if unseen is None:
            rows.append(Fact(cells=("The list is secret", "")))
        else:
            left = sorted((Counter(unseen) - held).items())
            rows += [Fact(cells=(self.title(card), f"{n} unseen")) for card, n in left]
        whose = "your deck" if seat == self.look.viewer else f"{self.name(seat)}'s deck"
        return Facts(title=f"Still hidden of {whose}", form="counter", rows=tuple(rows))
