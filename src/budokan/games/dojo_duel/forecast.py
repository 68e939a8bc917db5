"""What a round of Dojo Duel would cost: the numbers under the cards."""

from budokan.games.dojo_duel.hidden import unseen
from budokan.games.dojo_duel.rules import DojoDuel
from budokan.games.dojo_duel.state import KINDS, lane_total, total
from budokan.kit.core import HIDDEN, copy
from budokan.kit.pile import NO_CARD
from budokan.kit.scene import Part, Preview


class Forecast:
    """Looks ahead for one seat, on a copy of what that seat may know."""

    def __init__(self, view: DojoDuel, me: int) -> None:
        twin = copy(view)
        assert isinstance(twin, DojoDuel)
        self.state, self.me = twin, me
        self.mine, self.theirs = twin.side(me), twin.side(1 - me)

    def blows(self, seat: int) -> list[tuple[str, int, int]]:
        """Yang of a seat against Yin of the other: once, or for each lane with its place."""
        me, foe, setting = self.state.side(seat), self.state.side(1 - seat), self.state.setting
        if not setting.lanes:
            return [("", int(total(me, setting.yang)), int(total(foe, setting.yin)))]
        return [
            (
                f"-{lane + 1}",
                int(lane_total(me, setting.yang, lane)),
                int(lane_total(foe, setting.yin, lane)),
            )
            for lane in range(min(me.field.n, foe.field.n))
        ]

    def unseen(self, seat: int) -> list[int] | None:
        """The cards of a side not seen by the viewer; None if its list is secret."""
        side = self.state.side(seat)
        if not side.veiled:
            return side.deck.sorted()
        if self.state.setting.secret[seat]:
            return None
        front = [int(side.deck.cards[i]) for i in range(unseen(side))]
        return sorted([*front, *side.held.in_order()])

    def outcome(self) -> tuple[int, int]:
        """What the seat gives and takes as the cards lie."""
        return int(self.state.loss(1 - self.me)), int(self.state.loss(self.me))

    def result(self, note: str = "", alarm: str = "") -> Preview:
        give, take = self.outcome()
        mine, theirs = int(self.mine.points) - take, int(self.theirs.points) - give
        after = f"{max(0, mine)} to {max(0, theirs)} points after it"
        if mine <= 0 or theirs <= 0:
            alarm = (
                "Both fall."
                if max(mine, theirs) <= 0
                else ("This beats you." if mine <= 0 else "This beats your opponent.")
            )
        parts = []
        for seat, own, other in ((self.me, "your", "their"), (1 - self.me, "their", "your")):
            for place, yang, yin in self.blows(seat):
                lane = f" in lane {place[1:]}" if place else ""
                parts.append(Part(label=f"{own} Yang{lane}", value=yang))
                parts.append(Part(label=f"{other} Yin{lane}", value=-yin))
        note = f"{after}; {note}" if note else after
        return Preview(give=give, take=take, note=note, alarm=alarm, sum=tuple(parts))

    def second_answer(self, card: int) -> Preview:
        """Exact but for the kickers: all other field cards lie open."""
        self.mine.field.put(card)
        found = self.result()
        self.mine.field.n -= 1
        return found

    def first_answer(self, card: int) -> Preview:
        """Over all cards that may still come: one own card, and the opponent's answer."""
        rest = self.mine.hand.in_order()
        rest.remove(card)
        answers = self.unseen(1 - self.me) or list(range(KINDS))
        gives, takes = [], []
        self.mine.field.put(card)
        for pointed in rest:
            self.mine.field.put(pointed)
            for answer in answers:
                self.theirs.field.put(answer)
                give, take = self.outcome()
                gives.append(give)
                takes.append(take)
                self.theirs.field.n -= 1
            self.mine.field.n -= 1
        self.mine.field.n -= 1
        return Preview(note=f"{_spread('deal', gives)}, {_spread('take', takes)}")

    def as_it_stands(self) -> Preview:
        return self.result("the kicker stays hidden")

    def with_kicker(self, lane: int) -> Preview:
        before = self.outcome()
        self.mine.shown, self.mine.lane = self.mine.kicker, lane
        idle = self.outcome() == before
        alarm = "This changes nothing and spends the kicker." if idle else ""  # DD-R22
        found = self.result(alarm=alarm)
        self.mine.shown, self.mine.lane = NO_CARD, 0
        return found

    def worst_kicker(self) -> tuple[int, int]:
        """The most the opponent's hidden kicker can make one lose, and the card that does it."""
        pool = self.unseen(1 - self.me)
        kinds = sorted(set(range(KINDS) if pool is None else pool))
        worst, found = -1, HIDDEN
        for card in kinds:
            if not self.theirs.suspects >> card & 1:
                continue
            for lane in range(2 if self.state.setting.lanes else 1):
                self.theirs.shown, self.theirs.lane = card, lane
                take = self.outcome()[1]
                if take > worst:
                    worst, found = take, card
        self.theirs.shown, self.theirs.lane = NO_CARD, 0
        return worst, found


def _spread(word: str, values: list[int]) -> str:
    mean = sum(values) / len(values)
    return f"{word} {min(values)} to {max(values)}, {mean:.1f} on average"
