"""Positions of Master Udo as documents. Cards, attacks and masters are written by their keys.

Cards named nowhere are in hand; if `hand` is given they are exhausted. Attacks named nowhere are in
the deck; if `deck` is given they are in the attack discard pile. Reading does not ask how a
position came about: any number of attacks may be revealed.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from budokan.games.master_udo import grammar
from budokan.games.master_udo.rules import actions, choices, effects, phases
from budokan.games.master_udo.rules.combos import fits, whole
from budokan.games.master_udo.rules.rules import MasterUdo
from budokan.games.master_udo.rules.state import (
    ALL_ATTACKS,
    ATTACKS,
    CARDS,
    HEARTS,
    KAI,
    KINDS,
    NONE,
    ONE,
    ROAD,
    SIDES,
    TECHNIQUE,
    bits,
    count,
)
from budokan.games.master_udo.setup import faces, start, starters
from budokan.kit.contract import State, legal_codes
from budokan.kit.errors import Refusal
from budokan.kit.game import Setup
from budokan.kit.pile import zeros
from budokan.kit.position import Document, Field, Reader, rest, spell

HEART_WORDS = [str(heart + 1) for heart in range(HEARTS)]
HIT = "hit"
STEP_PHASES = {
    phases.OPTION: (grammar.CHOOSE,),
    phases.COVER: (grammar.DAMAGE,),
    phases.STOP: (grammar.BLOCK,),
    phases.RECOVER: (grammar.RECOVER,),
    phases.ENRAGE: (grammar.ENRAGE, grammar.CHARGE),
}


FIELDS = {
    "phase": Field(
        "word",
        "choose, reveal, play, resolve, option, cover, stop, recover, enrage, attacks, pay, won, "
        "fell, timed_out or conceded",
    ),
    "hand": Field(
        "line",
        'the hand: `"udo_left_arm udo_recovery"`; an ENRAGED side ends in `_enraged`',
        order="free",
    ),
    "discard": Field("line", "the discard pile", order="free"),
    "exhausted": Field("line", "the cards out of the game", order="free"),
    "combos": Field(
        "lines", 'the closed combos, the finisher last; `""` for a resolved one', order="counts"
    ),
    "open": Field("line", "the combo being laid", order="counts"),
    "charge": Field("number", "of Udo: the Charge"),
    "raging": Field("flag", "of Kai: she herself is ENRAGED"),
    "doubled": Field("flag", "of Kai: she has doubled a combo this turn"),
    "road": Field("line", "the masters beaten", order="counts"),
    "master": Field("word", 'the master you fight, `""` between fights'),
    "turn": Field("number", "the number of the turn in this fight"),
    "covered": Field(
        "line",
        "the numbers of the covered hearts, counted from 1 through all bodies",
        order="free",
    ),
    "covered_now": Field("number", "how many of them were covered this turn"),
    "deck": Field("line", "the attack deck", order="free"),
    "revealed": Field("line", "the attacks revealed this turn", order="free"),
    "standing": Field(
        "line",
        "those of them neither blocked nor resolved; all of them if it is left out",
        order="free",
    ),
    "combo": Field("number", "during an effect: the number of its combo, 0 for MU-R20"),
    "x": Field("number", "during an effect: X"),
    "kept": Field("flag", "during an effect: the finisher is kept"),
    "effect": Field("word", "during an effect: the card face, `hit` for MU-R20"),
    "step": Field("number", "during an effect: its step, from 0"),
    "left": Field("number", "during an effect: how often the step is still carried out"),
    "bonus": Field("word", "during the reward of an attack: the attack"),
    "bonus_step": Field("number", "during the reward of an attack: its step, from 0"),
    "bonus_left": Field("number", "during the reward of an attack: how often still"),
    "attack": Field("word", "while an attack hits: the attack"),
    "paid": Field("number", "while an attack hits: the losses paid"),
}


def write(state: State, setup: Setup) -> Document:
    """The position as a document."""
    assert isinstance(state, MasterUdo)
    words = [face.key for face in faces(setup.data)]
    attacks = list(setup.data["attack"])
    masters = list(setup.data["master"])
    document: Document = {
        "phase": phases.PHASES[state.phase],
        "hand": spell(words, _cards(state.hand)),
        "discard": spell(words, _cards(state.pile)),
        "exhausted": spell(words, _cards(state.gone)),
        "combos": [spell(words, state.cards_of(lane)) for lane in range(state.lanes)],
        "open": spell(words, state.cards_of(state.lanes)),
    }
    if setup.options.hero == "kai":
        document |= {"raging": bool(state.raging), "doubled": bool(state.doubled)}
    else:
        document["charge"] = int(state.charge)
    document |= {
        "road": spell(masters, state.road.in_order()),
        "master": "" if state.master == NONE else masters[state.master],
        "turn": int(state.turn),
        "covered": spell(HEART_WORDS, _set(state.covered)),
        "covered_now": int(state.hits),
        "deck": spell(attacks, _set(state.deck)),
        "revealed": spell(attacks, _set(state.revealed)),
        "standing": spell(attacks, _set(state.shown)),
    }
    if state.step != NONE:
        document |= _write_effect(state, words, attacks)
    if state.attack != NONE:
        document |= {"attack": attacks[state.attack], "paid": int(state.paid)}
    return document


def _write_effect(state: MasterUdo, words: Sequence[str], attacks: Sequence[str]) -> Document:
    bonus = state.held != NONE
    row, left = (state.held, state.held_left) if bonus else (state.step, state.left)
    effect, step = HIT, 0
    if state.lane != NONE:
        kind = _owner([int(state.setting.effect[kind]) for kind in range(KINDS)], int(row))
        effect, step = words[kind], int(row - state.setting.effect[kind])
    document: Document = {
        "combo": int(state.lane) + 1,
        "x": int(state.length),
        "kept": bool(state.kept),
        "effect": effect,
        "step": step,
        "left": max(0, int(left)),
    }
    if bonus:
        attack = _owner([int(state.setting.bonus[a]) for a in range(ATTACKS)], int(state.step))
        document |= {
            "bonus": attacks[attack],
            "bonus_step": int(state.step - state.setting.bonus[attack]),
            "bonus_left": int(state.left),
        }
    return document


def _owner(first: Sequence[int], row: int) -> int:
    """The owner of a row: the last one whose rows begin at or before it."""
    return max((begin, i) for i, begin in enumerate(first) if begin <= row)[1]


def _cards(bag: int) -> list[int]:
    return [kind for kind in range(KINDS) for _ in range(count(bag, kind))]


def _set(mask: int) -> list[int]:
    return [i for i in range(HEARTS) if mask >> i & 1]


def _bag(cards: Sequence[int]) -> int:
    return sum(int(ONE[card]) for card in cards)


def _mask(name: str, members: Sequence[int]) -> int:
    if len(set(members)) < len(members):
        raise Refusal(f"{name} names something twice.")
    return sum(1 << member for member in members)


# -- reading ------------------------------------------------------------------------------------


def read(document: Mapping[str, Any], setup: Setup) -> MasterUdo:
    """The state of a document; an impossible position is refused."""
    state = start(setup)
    reader = Reader(document, setup.seats)
    masters = list(setup.data["master"])
    state.master = reader.word("master", "", ["", *masters]) - 1
    default = "choose" if state.master == NONE else "play"
    state.phase = reader.word("phase", default, phases.PHASES)
    _read_road(state, reader, masters)
    _read_fight(state, reader)
    _read_attacks(state, reader, setup)
    _read_hero(state, reader, setup)
    _read_cards(state, reader, setup)
    _read_effect(state, reader, setup)
    _read_payment(state, reader, setup)
    reader.finish()
    return state


def _read_road(state: MasterUdo, reader: Reader, masters: Sequence[str]) -> None:
    road = reader.cards("road", masters)
    won = state.phase == phases.WON
    if len(road) > ROAD or (len(road) == ROAD) != won:
        raise Refusal(f"road: {len(road)} masters cannot be in the phase {_name(state)}.")
    for master in road:
        if not choices.can_fight(state, master):
            raise Refusal(f"road: {masters[master]} could not be fought there.")
        state.road.put(master)
    _check_master(state, masters, road)


def _check_master(state: MasterUdo, masters: Sequence[str], road: Sequence[int]) -> None:
    between = state.phase in (phases.CHOOSE, phases.CONCEDED)
    if state.master == NONE:
        if not between:
            raise Refusal(f"master must be given in the phase {_name(state)}.")
        return
    if state.phase == phases.CHOOSE:
        raise Refusal("master: there is none in the phase 'choose'.")
    won = state.phase == phases.WON
    if (state.master in road) != won or (won and road[-1] != state.master):
        raise Refusal(f"master: {masters[state.master]} does not fit the road.")
    if not won and not choices.can_fight(state, state.master):
        raise Refusal(f"master: {masters[state.master]} cannot be fought now.")


def _read_fight(state: MasterUdo, reader: Reader) -> None:
    fights = state.master != NONE
    most = state.setting.max_turns or 10**9
    state.turn = reader.number("turn", int(fights), int(fights), most if fights else 0)
    covered = reader.cards("covered", HEART_WORDS)
    state.covered = _mask("covered", covered)
    if covered and (not fights or max(covered) >= state.hearts()):
        raise Refusal("covered names a heart the master does not have.")
    state.hits = reader.number("covered_now", 0, 0, len(covered))
    open_turn = state.phase in (phases.REVEAL, phases.PLAY)
    if fights and state.all_covered() and (open_turn or state.phase == phases.TIMED_OUT):
        raise Refusal("covered: with every heart covered the master is beaten.")
    if state.phase == phases.WON and not state.all_covered():
        raise Refusal("covered: the game is won only when every heart is covered.")
    if open_turn and state.hits:
        raise Refusal("covered_now: nothing is covered before combos are resolved.")
    if state.phase == phases.TIMED_OUT and state.turn != state.setting.max_turns:
        raise Refusal("turn: the time limit is not reached.")


def _read_attacks(state: MasterUdo, reader: Reader, setup: Setup) -> None:
    words = list(setup.data["attack"])
    given = reader.has("deck")
    revealed = _mask("revealed", reader.cards("revealed", words))
    standing = _mask("standing", reader.cards("standing", words, spell(words, _set(revealed))))
    deck = _mask("deck", reader.cards("deck", words)) if given else ALL_ATTACKS & ~revealed
    if not given:
        reader.cards("deck", words)
    if standing & ~revealed or deck & revealed:
        raise Refusal("standing and deck: an attack lies in two places, or was not revealed.")
    early = state.phase in (phases.REVEAL, phases.PLAY)
    if early and standing != revealed:
        raise Refusal("standing: nothing is blocked before combos are resolved.")
    if state.master == NONE and revealed:
        raise Refusal("revealed: no attack is revealed between fights.")
    state.revealed = revealed
    state.shown = standing
    state.deck = deck
    state.used = ALL_ATTACKS & ~deck & ~standing
    if state.phase == phases.REVEAL:
        if bits(revealed) >= state.attacks_due():
            raise Refusal("revealed: all attacks are there, so phase cannot be 'reveal'.")
        if deck == 0:
            raise Refusal("deck: an empty deck is reshuffled at once.")
    if state.phase == phases.ATTACKS and not standing:
        raise Refusal("standing: the phase 'attacks' needs at least one.")
    if state.phase in (phases.WON, phases.TIMED_OUT) and revealed:
        raise Refusal(f"revealed: none is left in the phase {_name(state)}.")


def _read_hero(state: MasterUdo, reader: Reader, setup: Setup) -> None:
    if setup.options.hero == "kai":
        state.raging = int(reader.flag("raging", False))
        state.doubled = int(reader.flag("doubled", False))
        if state.doubled and not state.raging:
            raise Refusal("doubled: only ENRAGED Kai doubles a combo.")
        if state.doubled and state.phase in (phases.CHOOSE, phases.REVEAL, phases.PLAY):
            raise Refusal("doubled: no combo is doubled before combos are resolved.")
        return
    cap = int(state.setting.cap)
    most = 0 if state.phase == phases.CHOOSE else cap if cap != NONE else 10**6
    state.charge = reader.number("charge", 0, 0, most)


def _read_cards(state: MasterUdo, reader: Reader, setup: Setup) -> None:
    words = [face.key for face in faces(setup.data)]
    given = reader.has("hand")
    hand, pile = reader.cards("hand", words), reader.cards("discard", words)
    gone = reader.cards("exhausted", words)
    combos = reader.lines("combos", words)
    opened = reader.cards("open", words)
    used = [*hand, *pile, *gone, *opened, *(card for combo in combos for card in combo)]
    techniques = state.road.in_order()[: ROAD - 1]
    whole = Counter([*starters(setup), *(TECHNIQUE + master for master in techniques)])
    left = rest("cards", whole, words, [_calm_side(card) for card in used])
    (gone if given else hand).extend(left)
    state.hand = _bag(hand)
    state.pile = _bag(pile)
    state.gone = _bag(gone)
    if len(combos) > CARDS:
        raise Refusal(f"combos: {len(combos)} are more than the cards allow.")
    if state.phase == phases.PLAY:
        _replay(state, words, combos, opened)
    else:
        _lay(state, combos, opened)
        if state.phase != phases.CONCEDED:
            _check_combos(state, words, combos)


def _replay(
    state: MasterUdo, words: Sequence[str], combos: list[list[int]], opened: list[int]
) -> None:
    """Lay the combos step by step as a player would, so that every condition is checked."""
    for cards in [*combos, opened]:
        state.hand += _bag(cards)
    for cards in combos:
        for action in [*(actions.ADD + card for card in cards), actions.CLOSE]:
            _do(state, words, action)
    for card in opened:
        _do(state, words, actions.ADD + card)


def _do(state: MasterUdo, words: Sequence[str], action: int) -> None:
    if action not in legal_codes(state, 0):
        what = "close" if action == actions.CLOSE else words[action - actions.ADD]
        raise Refusal(f"combos: {what} breaks a condition.")
    state.apply(0, action)


def _lay(state: MasterUdo, combos: list[list[int]], opened: list[int]) -> None:
    place = 0
    for lane, cards in enumerate([*combos, opened]):
        state.start[lane], state.size[lane] = place, len(cards)
        for card in cards:
            state.laid[place] = card
            place += 1
    state.lanes = len(combos)
    waiting = any(combos)
    resolving = state.phase == phases.RESOLVE or state.phase in STEP_PHASES
    if opened and state.phase != phases.CONCEDED:
        raise Refusal(f"open: no combo is laid in the phase {_name(state)}.")
    if combos and not resolving and state.phase != phases.CONCEDED:
        raise Refusal(f"combos: there are none in the phase {_name(state)}.")
    if state.phase == phases.RESOLVE and not waiting:
        raise Refusal("combos: the phase 'resolve' needs at least one.")


def _read_payment(state: MasterUdo, reader: Reader, setup: Setup) -> None:
    if state.phase != phases.PAY:
        return
    state.attack = reader.word("attack", "", list(setup.data["attack"]))
    if not state.shown >> state.attack & 1:
        raise Refusal("attack: it must be one of the standing attacks.")
    state.paid = reader.number("paid", 0, 0, int(state.losses()) - 1)


def _name(state: MasterUdo) -> str:
    return repr(phases.PHASES[state.phase])


def _calm_side(card: int) -> int:
    """The calm side of one of Kai's cards; any other card unchanged."""
    return card - SIDES if KAI + SIDES <= card < TECHNIQUE else card


# -- combos laid in Step 2 ----------------------------------------------------------------------


def _check_combos(state: MasterUdo, words: Sequence[str], combos: list[list[int]]) -> None:
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
    """Whether the cards could have been laid, on either side: Kai's may have turned (MU-R24)."""
    laid = zeros(CARDS)

    def lies(n: int) -> bool:
        if n == len(cards):
            return whole(state.setting, laid, 0, n)
        for side in {cards[n], _calm_side(cards[n]), _other_side(cards[n])}:
            if fits(state.setting, laid, 0, n, side):
                laid[n] = side
                if lies(n + 1):
                    return True
        return False

    return lies(0)


def _other_side(card: int) -> int:
    return card + SIDES if KAI <= card < KAI + SIDES else card


# -- an effect that is being carried out ---------------------------------------------------------


def _read_effect(state: MasterUdo, reader: Reader, setup: Setup) -> None:
    """The effect that is being carried out, and its progress."""
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
        raise Refusal("combo: this combo is already resolved.")
    if hit and (state.lanes or not setting.hit_enrages):
        raise Refusal("combo: 0 is a hit that ENRAGES, in Step 4 and with kai_enrage_on_hit.")
    top = KINDS if hit else int(state.laid[state.top(state.lane)])
    effect = reader.word("effect", [*words, HIT][top], [*words, HIT])
    if (effect == KINDS) != hit:
        raise Refusal("effect: 'hit' goes with combo 0 and with no other.")
    if _calm_side(effect) != _calm_side(top):
        raise Refusal(f"effect: the finisher is {words[top]}.")
    return int(setting.hit_row if hit else setting.effect[effect])


def _read_bonus(state: MasterUdo, reader: Reader, attack: int) -> None:
    row = int(state.setting.bonus[attack])
    if row == NONE or state.setting.op[state.step] != grammar.BLOCK:
        raise Refusal("bonus: only blocking an attack that has a bonus gives one.")
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
        raise Refusal(f"step: it does not belong to the phase {name!r}.")
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
    """The number of steps until the end of an effect."""
    last = row
    while state.setting.op[last] != grammar.END:
        last += 1
    return last - row
