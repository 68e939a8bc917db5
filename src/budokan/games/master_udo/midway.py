"""Reading a position in Step 3: combos that were laid, and an effect that is being carried out."""

from collections.abc import Sequence

from budokan.games.master_udo import grammar
from budokan.games.master_udo.rules import effects, phases
from budokan.games.master_udo.rules.combos import fits, whole
from budokan.games.master_udo.rules.rules import MasterUdo
from budokan.games.master_udo.rules.state import (
    CARDS,
    KAI,
    KINDS,
    NONE,
    ONE,
    SIDES,
    TECHNIQUE,
    bits,
)
from budokan.games.master_udo.setup import faces
from budokan.kit.errors import Refusal
from budokan.kit.game import Setup
from budokan.kit.pile import zeros
from budokan.kit.position import Reader, spell

HIT = "hit"
STEP_PHASES = {
    phases.OPTION: (grammar.CHOOSE,),
    phases.COVER: (grammar.DAMAGE,),
    phases.STOP: (grammar.BLOCK,),
    phases.RECOVER: (grammar.RECOVER,),
    phases.ENRAGE: (grammar.ENRAGE, grammar.CHARGE),
}


def calm_side(card: int) -> int:
    """The calm side of a card; other cards are what they are."""
    return card - SIDES if KAI + SIDES <= card < TECHNIQUE else card


# -- combos -------------------------------------------------------------------------------------


def check_combos(state: MasterUdo, words: Sequence[str], combos: list[list[int]]) -> None:
    """Refuse combos that nobody could have laid in Step 2 (MU-25)."""
    if len(combos) > state.setting.max_combos[state.master]:
        raise Refusal(f"combos: {len(combos)} are more than the master allows.")
    for cards in combos:
        if cards and not _could_lie(state, cards):
            raise Refusal(f"combos: {spell(words, cards)!r} breaks a condition.")
        for card in cards:
            if len(combos) > 1 and state.setting.alone & ONE[card]:
                raise Refusal(f"combos: {words[card]} must be in the only one.")


def _could_lie(state: MasterUdo, cards: Sequence[int]) -> bool:
    """Whether some sides of these cards make a combo; Kai's may have turned since (MU-R24)."""
    laid = zeros(CARDS)

    def lies(n: int) -> bool:
        if n == len(cards):
            return whole(state.setting, laid, 0, n)
        for side in {cards[n], calm_side(cards[n]), _other_side(cards[n])}:
            if fits(state.setting, laid, 0, n, side):
                laid[n] = side
                if lies(n + 1):
                    return True
        return False

    return lies(0)


def _other_side(card: int) -> int:
    return card + SIDES if KAI <= card < KAI + SIDES else card


# -- the effect ---------------------------------------------------------------------------------


def read_effect(state: MasterUdo, reader: Reader, setup: Setup) -> None:
    """What is being carried out, and how far."""
    if state.phase not in STEP_PHASES:
        return
    words = [face.key for face in faces(setup.data)]
    first = _read_row(state, reader, words)
    state.length = reader.number("x", 0 if state.lane == NONE else int(state.size[state.lane]))
    state.kept = int(reader.flag("kept", False))
    state.step = first + reader.number("step", 0, 0, _length(state, first))
    state.left = reader.number("left", 1)
    passed = [int(state.setting.op[row]) for row in range(first, int(state.step))]
    if state.kept and grammar.KEEP not in passed:
        raise Refusal("kept: no step before this one keeps the finisher.")
    attacks = list(setup.data["attack"])
    bonus = reader.word("bonus", "", ["", *attacks]) - 1
    if bonus != NONE:
        _read_bonus(state, reader, bonus)
    _check_question(state)


def _read_row(state: MasterUdo, reader: Reader, words: Sequence[str]) -> int:
    """The combo, or the hit of MU-R20, and the row its effect begins with."""
    setting = state.setting
    state.lane = reader.number("combo", 1, 0, int(state.lanes)) - 1
    hit = state.lane == NONE
    if not hit and not state.size[state.lane]:
        raise Refusal("combo: there is no such combo any more.")
    if hit and (state.lanes or not setting.hit_enrages):
        raise Refusal("combo: 0 is a hit that ENRAGES, in Step 4 and with kai_enrage_on_hit.")
    top = KINDS if hit else int(state.laid[state.top(state.lane)])
    effect = reader.word("effect", [*words, HIT][top], [*words, HIT])
    if (effect == KINDS) != hit:
        raise Refusal("effect: a hit has no combo, and a combo no hit.")
    if calm_side(effect) != calm_side(top):
        raise Refusal(f"effect: the finisher is {words[top]}.")
    return int(setting.hit_row if hit else setting.effect[effect])


def _read_bonus(state: MasterUdo, reader: Reader, attack: int) -> None:
    row = int(state.setting.bonus[attack])
    if row == NONE or state.setting.op[state.step] != grammar.BLOCK:
        raise Refusal("bonus: only a block gives one, and only for some attacks.")
    if not (state.revealed & ~state.shown) >> attack & 1:
        raise Refusal("bonus: this attack was not blocked.")
    _check_left(state, "left", _most(state) - 1)
    state.held, state.held_left = state.step, state.left
    state.step = row + reader.number("bonus_step", 0, 0, _length(state, row))
    state.left = reader.number("bonus_left", 1)


def _check_question(state: MasterUdo) -> None:
    """The step must ask what the phase says, and have something to choose."""
    op = int(state.setting.op[state.step])
    if op not in STEP_PHASES[int(state.phase)]:
        name = phases.PHASES[state.phase]
        raise Refusal(f"step: it does not ask what the phase {name!r} does.")
    if state.phase == phases.OPTION:
        state.left = NONE
        return
    _check_left(state, "left" if state.held == NONE else "bonus_left", _most(state))
    if state.left < 1 or not effects.asks(state, op):
        raise Refusal("left: there is nothing to choose.")


def _check_left(state: MasterUdo, name: str, most: int) -> None:
    if state.left > most:
        raise Refusal(f"{name} = {state.left}: this step has {most} at most.")


def _most(state: MasterUdo) -> int:
    """How often the step lets the player choose."""
    times = int(state.setting.times[state.step])
    if state.setting.op[state.step] not in (grammar.DAMAGE, grammar.BLOCK):
        return int(effects.amount(state))
    return int(bits(state.revealed)) if times == grammar.ALL else times


def _length(state: MasterUdo, row: int) -> int:
    """How many steps stand before the end of an effect."""
    last = row
    while state.setting.op[last] != grammar.END:
        last += 1
    return last - row
