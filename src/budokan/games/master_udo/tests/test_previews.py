"""Previews come true."""

from collections.abc import Sequence
from typing import Any

import pytest

from budokan.games.master_udo import GAME
from budokan.games.master_udo.setup import faces
from budokan.games.master_udo.tests.helper import ODD_KAI, Play, walk
from budokan.games.master_udo.view import previews
from budokan.games.master_udo.view.plan import foresee
from budokan.games.master_udo.view.previews import Forecast
from budokan.kit.rng import Rng

FACES = faces(GAME.data)
ATTACKS = [str(row["title"]) for row in GAME.data["attack"].values()]
NAMES = list(GAME.data["attack"])
KAI = {"hero": "kai"}


def forecast(play: Play) -> Forecast:
    return Forecast(play.state, FACES, ATTACKS)


def toll(play: Play, attack: str) -> tuple[str, str]:
    """What an attack takes once the combos are resolved."""
    return Forecast(foresee(play.state).after, FACES, ATTACKS).toll(NAMES.index(attack))


def without(cards: list[int], kind: int) -> list[int]:
    """The cards but one of a kind."""
    place = cards.index(kind)
    return cards[:place] + cards[place + 1 :]


def least(losses: Sequence[int], hand: list[int], pile: list[int]) -> int | None:
    """How many cards must be exhausted to pay losses in order; None if it cannot be done."""
    if not losses:
        return 0
    found = []
    for kind in {*hand, *pile}:
        if losses[0] >> kind & 1 and kind in hand:
            found.append((0, least(losses[1:], without(hand, kind), [*pile, kind])))
        if losses[0] >> kind & 1 and kind in pile:
            found.append((1, least(losses[1:], hand, without(pile, kind))))
    return min((more + rest for more, rest in found if rest is not None), default=None)


def test_mu_r13_bills_are_paid_as_cheaply_as_can_be() -> None:
    """MU-R13, MU-42: against all ways to pay in the order listed."""
    rng, unpaid = Rng(1), 0
    kinds = [0, 1, 2, 4]
    for _ in range(60):
        hand = [kind for kind in kinds if rng.below(2)]
        pile = [kind for kind in kinds if rng.below(3) == 0]
        losses = [1 + int(rng.below(23)) for _ in range(1 + int(rng.below(4)))]
        best = least(losses, hand, pile)
        paid = previews.pay(losses, hand, pile)
        assert (previews.UNPAID in paid) == (best is None)
        if best is None:
            unpaid += 1
            continue
        assert exhausts(losses, paid, hand, pile) == best
    assert 10 < unpaid < 50


def exhausts(losses: Sequence[int], paid: Sequence[int], hand: list[int], pile: list[int]) -> int:
    """How many cards a way to pay exhausts; every card must match and be there."""
    found = 0
    for loss, kind in zip(losses, paid, strict=True):
        assert loss >> kind & 1
        if kind in hand:
            hand, pile = without(hand, kind), [*pile, kind]
        else:
            pile = without(pile, kind)
            found += 1
    return found


def test_a_toll_counts_only_losses_still_due() -> None:
    """MU-42: losses already paid are not counted again; Venom's extra card comes last."""
    given: dict[str, Any] = {"master": "venom", "revealed": "left_side", "hand": "LA LL RE RE"}
    play = Play(phase="attacks", **given)
    assert toll(play, "left_side")[0] == "discard Left Arm, Left Leg, Recovery and Recovery"
    play.do("suffer left_side", "pay hand LA")
    assert toll(play, "left_side") == ("discard Left Leg, Recovery and Recovery", "")
    play.do("pay hand LL", "pay hand RE")
    assert toll(play, "left_side") == ("discard Recovery", "")


def test_a_toll_counts_cards_that_come_back() -> None:
    """MU-29: covered cards and a kept finisher are in hand for Step 4, other finishers are not."""
    given: dict[str, Any] = {"master": "zen", "road": "lightspeed", "revealed": "right_leg"}
    kept = Play(**given, hand="RA lightspeed_right_leg").do("add RA", "add lightspeed_right_leg")
    assert toll(kept, "right_leg") == ("discard Lightspeed Right Leg", "")
    spent = Play(master="zen", revealed="right_arm", hand="LA RA").do("add LA", "add RA", "close")
    assert toll(spent, "right_arm") == ("EXHAUST Right Arm", "A card would be exhausted.")
    under = Play(master="zen", revealed="left_arm", hand="LA RA").do("add LA", "add RA", "close")
    assert toll(under, "left_arm") == ("discard Left Arm", "")


def test_attacks_that_can_be_paid_one_by_one_only() -> None:
    """MU-E26: Body Attack takes the last card twice; with a second attack there is no way."""
    alone = Play(master="turtle", revealed="body", hand="RE")
    assert not forecast(alone).deadly()
    assert alone.scene().prompt.note == "Unblocked, you lose 2 cards."
    both = Play(master="turtle", revealed="body wild", hand="RE")
    assert toll(both, "wild") == ("discard Recovery", "")
    assert forecast(both).deadly()
    assert both.scene().prompt.note == "Unblocked, you cannot pay for all attacks, and fall."


@pytest.mark.parametrize("options", [{}, KAI, ODD_KAI])
def test_previews_show_the_length_of_combos(options: dict[str, Any]) -> None:
    """MU-21, MU-R3, MU-R23: X of every combo that can be taken or boosted."""
    taken = 0
    for seed in range(2):
        play = Play(options)
        state = play.state
        for _, action in walk(state, seed, 3):
            verb, args = GAME.notation.split(action)
            if verb not in ("take", "boost"):
                continue
            parts = Forecast(state, FACES, ATTACKS).parts(state.cards_of(args[0]), verb == "boost")
            twin = Play(options, **play.document())
            twin.do(GAME.notation.text(action))
            told = next(
                event for event in twin.recorder.events if GAME.events[event.kind] == "is_x"
            )
            assert sum(part.value for part in parts) == told.a
            taken += 1
    assert taken > 5


def test_forecasts_of_the_next_reveal() -> None:
    """MU-R11, MU-12: a beaten master reveals no more attacks, and a new fight may shuffle all."""
    given: dict[str, Any] = {"phase": "attacks", "revealed": "wild", "covered": "1 2 3"}
    done = Play(master="turtle", **given, deck="high low")
    assert forecast(done).odds() == "2 in the deck."
    fresh = {"reshuffle_attacks_each_fight": True}
    assert forecast(Play(fresh, master="turtle", **given, deck="high")).odds() == (
        "All of them are shuffled before the next fight."
    )
    assert forecast(Play(fresh)).odds() == "All of them are shuffled before the next fight."
    assert forecast(Play()).odds() == "10 in the deck."
    fighting = Play(fresh, master="turtle", revealed="wild", deck="high low left_arm")
    assert forecast(fighting).odds() == "3 in the deck; a 6 among the next 1: 67%."
    body = Play(master="shadow", revealed="wild", covered="1 2", deck="high low left_arm")
    assert forecast(body).odds() == "3 in the deck; a 6 among the next 2: 100%."
