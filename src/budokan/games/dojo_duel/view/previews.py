"""Previews of Dojo Duel: the cost of a round, shown under the cards."""

from typing import Final

from msgspec.structs import replace

from budokan.games.dojo_duel.rules import phases
from budokan.games.dojo_duel.rules.hidden import unseen
from budokan.games.dojo_duel.rules.rules import DojoDuel
from budokan.games.dojo_duel.rules.state import lane_total, total
from budokan.kit.contract import HIDDEN, copy
from budokan.kit.pile import NO_CARD
from budokan.kit.scene import Part, Preview

BEATEN: Final = "This beats you."


def blows_of(state: DojoDuel, seat: int) -> list[tuple[str, int, int]]:
    """Yang of a seat against Yin of the other: once, or for each lane with its place."""
    me, foe, setting = state.side(seat), state.side(1 - seat), state.setting
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


def unseen_cards(state: DojoDuel, seat: int) -> list[int] | None:
    """The cards of a side not seen by the viewer; None if its list is secret."""
    side = state.side(seat)
    if not side.veiled:
        return side.deck.sorted()
    if state.setting.secret[seat] and state.phase != phases.OVER:
        return None
    front = [int(side.deck.cards[i]) for i in range(unseen(side))]
    return sorted([*front, *side.held.in_order()])


def whole_list(state: DojoDuel, seat: int) -> list[int]:
    """After the game: all cards of a side (DD-R17)."""
    side = state.side(seat)
    found = [*(unseen_cards(state, seat) or []), *side.recycle.in_order(), *side.field.in_order()]
    if not side.veiled:
        found += side.hand.in_order()
    return sorted(found + [int(card) for card in (side.kicker, side.shown) if card != NO_CARD])


class Forecast:
    """Looks ahead for one seat, on a copy of its observation."""

    def __init__(self, view: DojoDuel, me: int) -> None:
        twin = copy(view)
        assert isinstance(twin, DojoDuel)
        self.state, self.me = twin, me
        self.mine, self.theirs = twin.side(me), twin.side(1 - me)

    def away(self) -> list[int] | None:
        """The cards the opponent may have in hand and as kicker; None if their list is secret."""
        held = self.theirs.held
        if held.n > self.theirs.hand.n:  # each of these cards is known
            return held.in_order()
        return unseen_cards(self.state, 1 - self.me)

    def answers(self) -> list[int]:
        """The cards the opponent may answer with."""
        known = self.away()
        if known is not None:
            return known
        return [card for card in self.kinds() if self.allowed(card, self.theirs.open_copies(card))]

    def kickers(self) -> list[int]:
        """The kinds the opponent's hidden kicker may be."""
        side, known = self.theirs, self.away()
        if known is not None:
            return sorted(card for card in set(known) if side.suspects >> card & 1)
        return [
            card
            for card in self.kinds()
            if self.allowed(card, max(int(side.seen[card]), int(side.open_copies(card))))
        ]

    def kinds(self) -> range:
        return range(int(self.state.setting.kinds))

    def allowed(self, card: int, copies: int) -> bool:
        """Whether a secret list may have one more copy of a card (DD-R19)."""
        setting = self.state.setting
        return not setting.full_rules or copies < setting.copies[card]

    def outcome(self) -> tuple[int, int]:
        """The damage a seat gives and takes as the cards lie."""
        return int(self.state.loss(1 - self.me)), int(self.state.loss(self.me))

    def result(self, note: str = "", alarm: str = "", final: bool = False) -> Preview:
        give, take = self.outcome()
        mine, theirs = int(self.mine.points) - take, int(self.theirs.points) - give
        after = f"then you have {max(0, mine)}, they have {max(0, theirs)}"
        parts = []
        for seat, own, other in ((self.me, "your", "their"), (1 - self.me, "their", "your")):
            for place, yang, yin in blows_of(self.state, seat):
                lane = f" in lane {place[1:]}" if place else ""
                parts.append(Part(label=f"{own} Yang{lane}", value=yang))
                parts.append(Part(label=f"{other} Yin{lane}", value=-yin))
        note = f"{after}; {note}" if note else after
        alarm = self.verdict(mine, theirs, final) or alarm
        return Preview(give=give, take=take, note=note, alarm=alarm, sum=tuple(parts))

    def verdict(self, mine: int, theirs: int, final: bool) -> str:
        """The seats that fall with these points; `final` if no kicker can follow."""
        if mine > 0 and theirs > 0:
            return ""
        if mine > 0:
            open_ = self.theirs.kicker == NO_CARD or final
            return "This beats your opponent" + (
                "." if open_ else " unless their kicker saves them."
            )
        if theirs > 0:
            return BEATEN
        if mine == theirs or self.state.setting.ko_draw:
            return f"Double knock-out, {mine} to {theirs}: a draw."
        word = "win" if mine > theirs else "lose"
        return f"You {word} the double knock-out, {mine} to {theirs}."

    def second_answer(self, card: int) -> Preview:
        """Exact except for kickers: all other field cards lie open."""
        self.mine.field.put(card)
        found = self.result()
        if found.alarm == BEATEN and self.saved():
            found = replace(found, alarm="This beats you unless you reveal your kicker.")
        self.mine.field.n -= 1
        return found

    def saved(self) -> bool:
        """Whether the seat's own kicker keeps it alive as the cards lie."""
        if self.mine.kicker == NO_CARD:
            return False
        takes = []
        for lane in range(2 if self.state.setting.lanes else 1):
            self.mine.shown, self.mine.lane = self.mine.kicker, lane
            takes.append(self.outcome()[1])
        self.mine.shown, self.mine.lane = NO_CARD, 0
        return min(takes) < self.mine.points

    def first_answer(self, card: int) -> Preview:
        """The range over all cards that may still come: one of the seat's, and the answer to it."""
        rest = self.mine.hand.in_order()
        rest.remove(card)
        answers = self.answers()
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
        points = int(self.mine.points)
        alarm = f"This can beat you: you have {points} left." if max(takes) >= points else ""
        note = f"{spread('deal', gives)}; {spread('take', takes)}"
        return Preview(note=note, alarm=alarm)

    def as_it_stands(self) -> Preview:
        return self.result("the kicker stays hidden", final=self.state.passes == 1)

    def with_kicker(self, lane: int) -> Preview:
        before = self.outcome()
        self.mine.shown, self.mine.lane = self.mine.kicker, lane
        idle = self.outcome() == before
        alarm = "This changes nothing and spends the kicker." if idle else ""  # DD-R22
        found = self.result(alarm=alarm)
        self.mine.shown, self.mine.lane = NO_CARD, 0
        return found

    def worst_kicker(self) -> tuple[int, int]:
        """The most the seat can lose to the opponent's hidden kicker, and the card that does it."""
        worst, found = -1, HIDDEN
        for card in self.kickers():
            for lane in range(2 if self.state.setting.lanes else 1):
                self.theirs.shown, self.theirs.lane = card, lane
                take = self.outcome()[1]
                if take > worst:
                    worst, found = take, card
        self.theirs.shown, self.theirs.lane = NO_CARD, 0
        return worst, found


def spread(word: str, values: list[int]) -> str:
    """Values in words: deal usually 3, at most 7."""
    ordered = sorted(values)
    least, usual, most = ordered[0], ordered[(len(ordered) - 1) // 2], ordered[-1]
    if least == most:
        return f"{word} {most}"
    return f"{word} usually {usual}, " + (
        f"at most {most}" if usual < most else f"at least {least}"
    )
