"""Previews of Master Udo: the effects of combos and the losses from attacks."""

from collections.abc import Sequence
from math import comb
from typing import Final

from budokan.games.master_udo import grammar
from budokan.games.master_udo.grammar import Step
from budokan.games.master_udo.position import cards_in
from budokan.games.master_udo.rules.counters import held, tally
from budokan.games.master_udo.rules.rules import MasterUdo
from budokan.games.master_udo.rules.state import CARDS, HEARTS, LOSSES, NONE
from budokan.games.master_udo.setup import Face, face_name
from budokan.kit.scene import Part, Preview
from budokan.kit.words import listed

FALLS: Final = "You would fall."
UNPAID: Final = -1


class Forecast:
    """One look at a state; nothing is changed."""

    def __init__(self, state: MasterUdo, faces: list[Face], attacks: list[str]) -> None:
        self.state = state
        self.faces = faces
        self.attacks = attacks

    # -- combos -------------------------------------------------------------------------------

    def parts(self, cards: Sequence[int], boost: bool = False) -> tuple[Part, ...]:
        """X of a combo with its parts."""
        state, n = self.state, len(cards)
        exposed = int(state.exposure(cards[-1]))
        found = [Part(label="card" if n == 1 else "cards", value=n)]
        if exposed:
            found.append(Part(label="exposed", value=exposed))
        extra = int(state.extra)
        if extra:
            found.append(Part(label="from before", value=extra))
        if boost and state.setting.kai:
            more = n if state.setting.cards_only else n + exposed + extra
            found.append(Part(label="doubled", value=more))
        elif boost:
            found.append(Part(label="Charge", value=int(state.charge)))
        return tuple(found)

    def combo(self, cards: Sequence[int], boost: bool = False) -> Preview:
        """The effect of a combo as things stand now."""
        parts = self.parts(cards, boost)
        x = sum(part.value for part in parts)
        note = "; ".join(self.step(step, x, cards) for step in self.faces[cards[-1]].steps)
        return Preview(note=f"{note}.", sum=parts)

    def aims(self, cards: Sequence[int], boost: bool = False) -> list[int]:
        """The hearts or attacks that each step of a combo may take, as masks."""
        x = sum(part.value for part in self.parts(cards, boost))
        return [self.aim(step, x, cards) for step in self.faces[cards[-1]].steps]

    def aim(self, step: Step, x: int, cards: Sequence[int]) -> int:
        if step.op == grammar.IF:
            done = self.branch(step, cards)
            return self.aim(done[0], x, cards) if done else 0
        amount = self.amount(step, x, cards)
        if step.op == grammar.DAMAGE:
            return int(self.state.targets(amount))
        return int(self.state.stoppable(amount)) if step.op == grammar.BLOCK else 0

    def amount(self, step: Step, x: int, cards: Sequence[int]) -> int:
        """The value of a step of a combo at a length, with the master's power."""
        value = step.x * x + step.k
        if step.counter:
            value += step.by * self.counted(step, cards)
        setting, master = self.state.setting, self.state.master
        if step.op != grammar.DAMAGE or setting.floors:
            value = max(0, value)
        if step.op != grammar.DAMAGE:
            return value
        if cards and setting.immune[master] >> cards[-1] & 1:
            return 0
        return max(0, value + int(setting.damage_mod[master]))

    def counted(self, step: Step, cards: Sequence[int]) -> int:
        """What a step counts."""
        if step.counter == grammar.EACH:
            return sum(grammar.matches(self.faces[card].title, step.word) for card in cards)
        if step.counter == grammar.CARDS:
            return len(cards)
        return int(tally(self.state, step.counter, 0, NONE))

    def branch(self, step: Step, cards: Sequence[int]) -> tuple[Step, ...]:
        """What an `if` would do as things stand."""
        then, other = step.options
        return then if step.x <= self.counted(step, cards) <= step.k else other

    def promise(self, cards: Sequence[int]) -> str:
        """The place in the combo where the last card would begin to take something; '' if now."""
        step = next(iter(self.faces[cards[-1]].steps), Step(grammar.NOTHING))
        if step.op not in (grammar.DAMAGE, grammar.BLOCK) or self.aims(cards)[0]:
            return ""
        setting, x = self.state.setting, sum(part.value for part in self.parts(cards))
        most = min(int(setting.size_hi[card]) for card in cards)
        for place in range(len(cards) + 1, min(CARDS, most, int(setting.pos_hi[cards[-1]])) + 1):
            longer = x + place - len(cards)
            if self.aim(step, longer, cards):
                said = self.step(step, longer, cards)
                return f"As card {place}: {said.partition(': ')[2]}."
        return ""

    def step(self, step: Step, x: int, cards: Sequence[int]) -> str:
        """One step at a length: 'Deals 5: covers the 5 or 3'."""
        if step.op == grammar.CHOOSE:
            options = ("; ".join(self.step(s, x, cards) for s in option) for option in step.options)
            return " or ".join(options)
        if step.op == grammar.IF:
            done = self.branch(step, cards)
            return "; ".join(self.step(s, x, cards) for s in done) or "Nothing"
        value = self.amount(step, x, cards)
        times = grammar.TIMES.get(step.times, f" {step.times} times")
        if step.op == grammar.DAMAGE:
            return f"Deals {value}{times}: {self.reach(value)}"
        if step.op == grammar.BLOCK:
            return f"Block {value}{times}: {self.stops(value)}"
        if step.op not in (grammar.CHARGE, grammar.RECOVER, grammar.ENRAGE, grammar.LENGTHEN):
            return grammar.step_text(step, self.enrages())
        return grammar.step_text(Step(step.op, 0, value), self.enrages())

    def enrages(self) -> bool:
        return bool(self.state.setting.kai and self.state.setting.charge_enrages)

    def reach(self, damage: int) -> str:
        """The hearts that damage may cover."""
        mask = int(self.state.targets(damage))
        found = {int(self.state.heart(i)) for i in range(HEARTS) if mask >> i & 1}
        values = [str(value) for value in sorted(found, reverse=True)]
        return f"covers the {listed(values, 'or')}" if values else "covers nothing"

    def stops(self, block: int) -> str:
        mask = int(self.state.stoppable(block))
        found = [self.short(a) for a in self.attacks_of(mask)]
        return f"stops {listed(found, 'or')}" if found else "stops nothing"

    def attacks_of(self, mask: int) -> list[int]:
        """The attacks of a mask."""
        return [a for a in range(self.state.setting.attacks) if mask >> a & 1]

    def short(self, attack: int) -> str:
        return self.attacks[attack].removesuffix(" Attack")

    # -- conditions ---------------------------------------------------------------------------

    def unmet(self, cards: Sequence[int], place: int) -> list[tuple[str, str]]:
        """The conditions of one card that do not hold in a combo as it lies: name and words."""
        titles = [self.faces[card].title for card in cards]
        combos = int(self.state.lanes) + (cards == self.state.cards_of(self.state.lanes))
        return [
            (name, grammar.condition_text(name, argument))
            for name, argument in self.faces[cards[place]].conditions
            if not grammar.holds(name, argument, place, titles, max(1, combos), self.on_table)
        ]

    def on_table(self, counter: int) -> int:
        """What a condition counts on the table."""
        return int(held(self.state, counter))

    def broken(self, cards: Sequence[int]) -> str:
        """The first condition that no further card could meet, in words; '' if there is none."""
        for place, card in enumerate(cards):
            arguments = dict(self.faces[card].conditions)
            for name, words in self.unmet(cards, place):
                if not grammar.can_still_hold(name, arguments[name], place, len(cards)):
                    if place == len(cards) - 1:
                        return f"{words[:1].upper()}{words[1:]}."
                    return f"{face_name(self.faces[card])}: {words}."
        return ""

    # -- attacks ------------------------------------------------------------------------------

    def toll(self, attack: int) -> tuple[str, str]:
        """How an attack would be paid now, and an alarm."""
        setting = self.state.setting
        hand, pile = cards_in(setting, self.state.hand), cards_in(setting, self.state.pile)
        said: dict[str, list[str]] = {}
        alarm = ""
        for card in pay(self.demands(attack), hand, pile):
            if card == UNPAID:
                return "cannot be paid", FALLS
            if card in hand:
                hand.remove(card)
                pile.append(card)
                said.setdefault("discard", []).append(self.limb(card))
            else:
                pile.remove(card)
                said.setdefault("EXHAUST", []).append(self.limb(card))
                alarm = "A card would be exhausted."
        return listed([f"{do} {listed(cards)}" for do, cards in said.items()]), alarm

    def deadly(self) -> bool:
        """Whether the attacks that stand cannot all be paid now."""
        state = self.state
        standing = self.attacks_of(int(state.shown))
        losses = [kinds for attack in standing for kinds in self.demands(attack)]
        hand, pile = (cards_in(state.setting, bag) for bag in (state.hand, state.pile))
        return UNPAID in pay(losses, hand, pile)

    def limb(self, card: int) -> str:
        """The part of a title before ' - '."""
        return self.faces[card].title.partition(" - ")[0]

    def demands(self, attack: int) -> list[int]:
        """The kinds that pay each loss of an attack that is still due."""
        setting = self.state.setting
        first = attack * LOSSES
        found = [int(setting.loss[first + i]) for i in range(setting.losses[attack])]
        extra = int(setting.extra_loss[self.state.master])
        due = [*found, extra] if extra else found
        return due[int(self.state.paid) :] if attack == self.state.attack else due

    def odds(self) -> str:
        """The odds of the next reveal, in words."""
        state = self.state
        deck = self.attacks_of(int(state.deck))
        draws = int(state.attacks_due()) if state.master >= 0 else 0
        if draws == 0 and state.setting.reshuffle:
            return "All of them are shuffled before the next fight."
        if draws == 0 or not deck:
            return f"{len(deck)} in the deck." if deck else "It is reshuffled for the next card."
        if draws >= len(deck):
            more = f", and {draws - len(deck)} of the others" if draws > len(deck) else ""
            return f"All of them come next{more}."
        top = max(int(state.block_value(a)) for a in deck)
        high = sum(int(state.block_value(a)) == top for a in deck)
        miss = comb(len(deck) - high, draws) / comb(len(deck), draws)
        return f"{len(deck)} in the deck; a {top} among the next {draws}: {1 - miss:.0%}."


# -- how losses are paid -----------------------------------------------------------------------


def pay(losses: Sequence[int], hand: Sequence[int], pile: Sequence[int]) -> list[int]:
    """A kind of card for each loss (a mask of kinds), UNPAID where none is left.

    As few cards as possible are exhausted. A card in hand can pay twice, first discarded, then
    exhausted (MU-R13); one discarded before, once. Which losses can be paid together is a matching
    of losses and cards, whatever their order.
    """
    cards = [*hand, *hand, *pile]
    payer = [UNPAID] * len(cards)  # the loss that a card pays

    def place(loss: int, tried: set[int], most: int) -> bool:
        for i in range(most):
            if i in tried or not losses[loss] >> cards[i] & 1:
                continue
            tried.add(i)
            if payer[i] == UNPAID or place(payer[i], tried, most):
                payer[i] = loss
                return True
        return False

    for most in (len(hand), len(cards)):  # by discarding alone as far as it goes
        for loss in range(len(losses)):
            if loss not in payer:
                place(loss, set(), most)
    return [cards[payer.index(loss)] if loss in payer else UNPAID for loss in range(len(losses))]
