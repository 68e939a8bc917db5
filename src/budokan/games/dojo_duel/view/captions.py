"""Words and figures on the table of Dojo Duel."""

from collections.abc import Sequence
from typing import Final

from budokan.games.dojo_duel.deck import HIDDEN_DECK, is_ready_made, ready_key
from budokan.games.dojo_duel.rules import phases
from budokan.games.dojo_duel.rules.rules import DojoDuel
from budokan.games.dojo_duel.view.previews import Forecast, blows_of, unseen_cards, whole_list
from budokan.kit.contract import CHANCE
from budokan.kit.data import Data, Row
from budokan.kit.notation import SEATS
from budokan.kit.pile import NO_CARD
from budokan.kit.scene import Fact, Facts, Line, Preview, Prompt, Role
from budokan.kit.view import Look, TableView

PHASES: Final[tuple[str, ...]] = ("Draw", "Kicker", "First Turn", "Second Turn", "Comparison")
KICKER_PHASES: Final[tuple[int, ...]] = (phases.WINDOW, phases.CHOICE)
OUTSIDE_TURNS: Final = {
    **dict.fromkeys((phases.TOSS, phases.DRAW), 0),
    phases.KICKER: 1,
    **dict.fromkeys((*KICKER_PHASES, phases.OVER), 4),
}


ROOM: Final = 100  # more than all cards of a deck


class Printed:
    """What follows from the card file alone, by number."""

    def __init__(self, data: Data) -> None:
        self.cards: list[Row] = list(data["card"].values())
        self.keys = list(data["card"])
        # By one number, which is looked up faster than several.
        self.ids: dict[int, str] = {}  # of the cards in hands
        self.unseen: dict[int, Fact] = {}  # so many of a card
        self.held: dict[int, Fact] = {}


class Captions(TableView[DojoDuel]):
    """One look at the table; `me` is the seat drawn below."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, DojoDuel)
        printed: Printed | None = self.made.get("printed")
        if printed is None:
            printed = self.made["printed"] = Printed(look.setup.data)
        self.cards, self.keys, self.printed = printed.cards, printed.keys, printed
        self._forecast: Forecast | None = None
        self.answers: dict[int, Preview] = {}  # by card, those that were asked for

    @property
    def forecast(self) -> Forecast:
        """What could come, made when it is asked for."""
        if self._forecast is None:
            self._forecast = Forecast(self.state, self.me)
        return self._forecast

    # -- words --------------------------------------------------------------------------------

    def title(self, card: int) -> str:
        return self.look.words.domains["card"].name(card)

    def whose(self, seat: int) -> str:
        """Whose something is, after a verb: your or their to a player, else the name."""
        if self.look.viewer not in (0, 1):
            return self.owner(seat)
        return "your" if seat == self.look.viewer else "their"

    def phase(self) -> int:
        turn = 2 if self.state.turn == self.state.first else 3
        return OUTSIDE_TURNS.get(int(self.state.phase), turn)

    def result(self) -> str:
        if self.state.phase != phases.OVER:
            return ""
        points = [int(self.state.a.points), int(self.state.b.points)]
        both = max(points) <= 0
        fallen = ", ".join(f"{self.player(seat)} {points[seat]}" for seat in (0, 1))
        told = f" Double knock-out: {fallen}." if both else ""  # DD-R12
        winner = int(self.state.winner())
        won = "The game is a draw." if winner < 0 else self.tell("{seat} win[s].", winner)
        return won + told

    def summary(self) -> str:
        state = self.state
        shown = self.shown(0, state.a.field.in_order()), self.shown(1, state.b.field.in_order())
        return f"{self.moment()}. Points: {self.standing()}. {shown[0]} {shown[1]}"

    def shown(self, seat: int, cards: list[int]) -> str:
        """The cards of a seat on the field."""
        if not cards:
            return self.tell("{seat} show[s] nothing.", seat)
        titles = " and ".join([self.title(card) for card in cards])
        return self.tell("{seat} show[s] {cards}.", seat, cards=titles)

    def standing(self) -> str:
        """The points of both: You 16, Kenta 18."""
        return ", ".join(f"{self.player(seat)} {self.points(seat)}" for seat in (0, 1))

    def moment(self) -> str:
        """The number of the round and, once known, the first player."""
        told = f"Round {self.state.round}"
        if self.state.phase != phases.TOSS:
            told += self.tell(", {seat} first", int(self.state.first))
        return told

    def status(self) -> str:
        last = self.state.round == self.state.setting.round_limit
        return f"Round {self.state.round}" + (", the last round" if last else "")

    def points(self, seat: int) -> int:
        return max(0, int(self.state.side(seat).points))  # DD-R12

    def prompt(self) -> Prompt:
        state, note = self.state, self.moment()
        if state.phase == phases.OVER:
            return Prompt(question="The game is over.")
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
            return f"Point at one of the {foe.hand.n} cards"
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
        if state.phase == phases.ANSWER and state.a.kicker == state.b.kicker == NO_CARD:
            return "Both kickers are spent: the numbers under your cards are certain."
        if state.phase == phases.ANSWER:
            return "Only hidden kickers can still change the numbers under your cards."
        return self.kicker_note()

    def kicker_note(self) -> str:
        """The changes the opponent's hidden kicker may still make."""
        if self.state.side(1 - self.me).kicker == NO_CARD:
            return f"{self.name(1 - self.me)} has no kicker any more."
        take, card = self.forecast.worst_kicker()
        return (
            f"{self.name(1 - self.me)}'s kicker can still change this; "
            f"with {self.title(card)} you would take {take}."
        )

    # -- facts --------------------------------------------------------------------------------

    def lines(self) -> tuple[Line, ...]:
        found = []
        for seat in (self.me, 1 - self.me):
            for place, yang, yin in blows_of(self.state, seat):
                if yang > yin:
                    start, end = (f"field-{SEATS[s]}{place}" for s in (seat, 1 - seat))
                    label = f"{yang} - {yin} = {yang - yin}"
                    found.append(Line(start=start, end=end, role="threat", label=label))
        return tuple(found)

    def facts(self) -> tuple[Facts, ...]:
        sides = (1 - self.me, self.me)
        if self.state.phase == phases.OVER:
            return (self.sums(), *(self.decklist(seat) for seat in sides))
        counters = tuple(self.counter(seat) for seat in sides)
        empty = self.state.a.field.n + self.state.b.field.n == 0
        return counters if empty else (self.sums(), *counters)

    def decklist(self, seat: int) -> Facts:
        """After the game every list is open (DD-R17)."""
        cards = counted(whole_list(self.state, seat)).items()
        rows = tuple(Fact(cells=(self.title(card), str(n))) for card, n in cards)
        return Facts(title=f"{self.owner(seat)} list", form="tally", rows=rows)

    def deck_title(self, seat: int) -> str:
        name, over = f"title-{seat}", self.state.phase == phases.OVER
        return self.unchanged(name, over) or self.keep(name, over, self.told_deck(seat, over=over))

    def told_deck(self, seat: int, *, over: bool) -> str:
        deck, data = self.look.setup.choices[seat].deck, self.look.setup.data
        if is_ready_made(deck, data):
            return str(data["deck"][ready_key(deck, data)]["name"])
        if seat == self.look.viewer:
            return "Own deck"
        return "Secret deck" if deck == HIDDEN_DECK and not over else "Self-built deck"

    def sums(self) -> Facts:
        """The subtractions as they stand now."""
        seats = (1 - self.me, self.me)
        blows = tuple([tuple(blows_of(self.state, seat)) for seat in seats])
        losses = tuple([int(self.state.loss(1 - seat)) for seat in seats])
        return self.unchanged("sums", (blows, losses)) or self.keep(
            "sums", (blows, losses), self.sum_facts(blows, losses)
        )

    def sum_facts(
        self, blows: tuple[tuple[tuple[str, int, int], ...], ...], losses: tuple[int, ...]
    ) -> Facts:
        rows = []
        for at, seat in enumerate((1 - self.me, self.me)):
            foe, lost = 1 - seat, losses[at]
            for place, yang, yin in blows[at]:
                lane = f"lane {place[1:]}: " if place else ""
                rows.append(Fact(cells=(self.tell(lane + "{seat}'s Yang", seat), str(yang))))
                rows.append(Fact(cells=(self.tell(lane + "{seat}'s Yin", foe), str(yin))))
            told = self.tell("{seat} take[s]", foe)
            rows.append(Fact(cells=(told, str(lost)), roles=self.felt(foe, lost), strong=True))
        return Facts(title="As it stands", head=("", "Sum"), rows=tuple(rows))

    def felt(self, seat: int, lost: int) -> tuple[Role, Role]:
        """A loss is red to the player who takes it, and green to the one who deals it."""
        role: Role = "plain" if not lost else "safe" if seat != self.me else "hit"
        return role, role

    def counter(self, seat: int) -> Facts:
        """The unseen cards of a deck, and how many are left before the reshuffle."""
        side, unseen = self.state.side(seat), unseen_cards(self.state, seat)
        n, held = int(side.deck.n), side.held.in_order()
        facts = n, tuple(held), None if unseen is None else tuple(unseen)
        name = f"counter-{SEATS[seat]}"
        return self.unchanged(name, facts) or self.keep(
            name, facts, self.count(seat, n, held, unseen)
        )

    def count(self, seat: int, until: int, known: list[int], unseen: list[int] | None) -> Facts:
        """So many cards until the reshuffle, those known to be held, and the unseen ones."""
        rows = [Fact(cells=("Cards until the reshuffle", str(until)), strong=True)]
        held = counted(known)
        for card, n in held.items():
            rows.append(self.counted_row(self.printed.held, card, n, "in hand or kicker"))
        if unseen is None:
            rows.append(Fact(cells=("The list is secret", "")))
        else:
            for card, n in counted(unseen).items():
                left = n - held.get(card, 0) if held else n
                if left > 0:
                    rows.append(self.counted_row(self.printed.unseen, card, left, "unseen"))
        title = self.tell("Still hidden of {seat}'s deck", seat)
        return Facts(title=title, form="list", rows=tuple(rows))

    def counted_row(self, made: dict[int, Fact], card: int, n: int, where: str) -> Fact:
        key = card * ROOM + n
        found = made.get(key)
        if found is None:
            found = made[key] = Fact(cells=(self.title(card), f"{n} {where}"))
        return found


def counted(cards: Sequence[int]) -> dict[int, int]:
    """How often each card is among some, in their order."""
    found: dict[int, int] = {}
    for card in cards:
        found[card] = found.get(card, 0) + 1
    return found
