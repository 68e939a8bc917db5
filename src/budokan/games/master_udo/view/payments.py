"""What attacks would take: a way to pay all their losses, with as few cards exhausted as possible.

A card in hand can pay twice, first discarded, then exhausted (MU-R13); one discarded before, once.
Which losses can be paid together is a matching of losses and cards, whatever their order.
"""

from collections.abc import Sequence

from budokan.games.master_udo.rules.state import KINDS, count

UNPAID = -1


def pay(losses: Sequence[int], hand: int, pile: int) -> list[int]:
    """A kind of card for each loss (a mask of kinds), UNPAID where none is left."""
    held = _cards(hand)
    cards = [*held, *held, *_cards(pile)]
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

    for most in (len(held), len(cards)):  # by discarding alone as far as it goes
        for loss in range(len(losses)):
            if loss not in payer:
                place(loss, set(), most)
    return [cards[payer.index(loss)] if loss in payer else UNPAID for loss in range(len(losses))]


def _cards(bag: int) -> list[int]:
    return [kind for kind in range(KINDS) for _ in range(count(bag, kind))]
