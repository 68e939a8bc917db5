"""What a position of Martial Art must satisfy as a whole; reading.py reads its single fields."""

from collections import Counter

from budokan.games.martial_art.position import STRIKING
from budokan.games.martial_art.rules import arena, known, layout, phases, skills, strike, turn
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.rules.state import (
    AREAS,
    DEFENSE,
    EFFECTS,
    IN,
    KINDS,
    MOVE,
    NONE,
    TOKENS,
    Blow,
)
from budokan.kit.contract import CHANCE, copy, legal_codes
from budokan.kit.errors import Refusal
from budokan.kit.notation import SEATS

# `enter` does more than ask here, or is never called.
NOT_ENTERED = (phases.SOW, phases.GAIN, phases.AFTER_FACE, phases.KIAI, phases.SWAP)
GRANTED = {
    phases.KIAI: skills.NO_ENERGY_USE,
    phases.SWAP: skills.SWAP_EFFECTS,
}


def check(state: MartialArt) -> None:
    """Refuse what no fight can come to; what is only odd stays."""
    for seat in range(state.seats):
        _check_tokens(state, seat)
        _check_beaten(state, seat)
    numbers = [state.landed, state.moves, state.energy, state.paid, state.after, *state.pile]
    if state.start == NONE and (any(numbers) or state.last != NONE or state.used != NONE):
        raise Refusal("pile, landed, last, moves, energy, paid, used, after: no Area is chosen.")
    if state.phase < phases.AREA or state.phase == phases.OVER:
        return
    if len({int(state.setting.team[s]) for s in range(state.seats) if state.is_in(s)}) < 2:
        raise Refusal("out: the fight is over when one side is left (MA-54).")
    _check_sowing(state)
    if state.phase <= phases.STRIKE:
        if state.kind != NONE or state.target != NONE or state.main.seat != NONE:
            raise Refusal("kind, target, defender: nobody has struck yet in this phase.")
    elif state.phase in STRIKING:
        _check_strike(state)
    if state.again and not skills.does(state, state.used, skills.EXTRA_TURN):
        raise Refusal("again: no Skill used in this turn gives a bonus turn (MA-108).")
    _check_asked(state)


def _check_beaten(state: MartialArt, seat: int) -> None:
    life, last = state.fighter(seat).life, state.setting.last
    ended = any(life[area] == last[AREAS * seat + area] for area in range(AREAS))
    if state.is_in(seat) and (ended or strike.severe(state, seat) >= strike.FATAL):
        raise Refusal(f"life[{SEATS[seat]}]: such a fighter is out.")


# -- tokens -----------------------------------------------------------------------------------


def _check_tokens(state: MartialArt, seat: int) -> None:
    fighter, name = state.fighter(seat), f"boards[{SEATS[seat]}]"
    there = [int(fighter.all_at(place)) for place in range(known.PLACES)]
    if any(fighter.at(known.ASIDE, kind) for kind in range(EFFECTS, KINDS)):
        raise Refusal(f"{name}: only Effect tokens are set aside (MA-20).")
    if there[known.ASIDE] > 2:
        raise Refusal(f"{name}: two tokens are set aside, not {there[known.ASIDE]} (MA-20).")
    if state.phase < phases.LAY and any(there):
        raise Refusal(f"{name}: no token is laid before the phase 'lay'.")
    if state.phase in (phases.LAY, phases.FIRST):
        _check_layout(state, seat, name)
    elif state.phase >= phases.AREA and fighter.out == IN:
        in_hand = sum(int(n) for n in state.hand) if seat == state.turn else 0
        if sum(there[:AREAS]) + in_hand == 0:
            raise Refusal(f"{name}: a fighter has a token in some Area at any time (MA-R9).")


def _check_layout(state: MartialArt, seat: int, name: str) -> None:
    fighter = state.fighter(seat)
    filled = Counter(int(layout.place_of(laid)) for laid in range(int(fighter.laid)))
    if any(fighter.all_at(place) != filled[place] for place in range(known.PLACES)):
        raise Refusal(f"{name} is not laid place by place (MA-21).")
    if state.phase == phases.FIRST and sum(int(n) for n in fighter.tokens) < TOKENS:
        raise Refusal(f"{name}: all {TOKENS} tokens are laid by now (MA-21).")
    free = 0
    for area in range(AREAS):
        strikes = sum(int(fighter.at(area, kind)) for kind in range(EFFECTS, KINDS))
        if strikes > 1:
            raise Refusal(f"{name}: two Action tokens lie together (MA-22).")
        if state.setting.black and strikes == fighter.all_at(area) == 1:
            raise Refusal(f"{name}: of two tokens in an Area the Effect token is laid first.")
        free += fighter.all_at(area) < 2 and not strikes
    if layout.actions_left(state, seat) > free:
        raise Refusal(f"{name}: the other Action tokens find no place any more (MA-22).")
    if fighter.laid and not state.setting.black and layout.dealt(state) < seat:
        raise Refusal(f"{name}: tokens are dealt seat after seat.")


def _check_sowing(state: MartialArt) -> None:
    """The pile lies in the Starting Area, in hand, or where it was put down."""
    pile, me = [int(n) for n in state.pile], state.fighter(state.turn)
    there = [int(me.at(max(0, state.start), kind)) for kind in range(KINDS)]
    if state.phase in (phases.EFFECTS, phases.SKILL) and pile[:KINDS] != there:
        raise Refusal("pile must be what the Starting Area holds.")
    landed = Counter({a: int(state.landed) >> 4 * a & 15 for a in range(AREAS)})
    if state.phase == phases.SOW:
        put = [pile[kind] - int(state.hand[kind]) for kind in range(KINDS)]
        ways = Counter(int(skills.landing(state, i)) for i in range(1, sum(put) + 1))
        if landed.total() != sum(put[:EFFECTS]) or landed - ways:
            raise Refusal("landed: the Effect tokens put down fell on other Areas (MA-31).")
        if me.all_at(state.start) != ways[int(state.start)]:
            raise Refusal("start: an Area that is sown has been emptied (MA-31).")
        if any(me.down(area) < landed[area] for area in range(AREAS)):
            raise Refusal("landed: such an Area holds an Effect token.")
    elif landed.total():
        raise Refusal("landed: nobody sows in this phase.")
    if state.phase == phases.STRIKE and state.last != NONE and not pile[state.last]:
        raise Refusal("last must be one of the pile.")


# -- the strike -------------------------------------------------------------------------------


def _check_strike(state: MartialArt) -> None:
    seat, foe = int(state.turn), int(state.main.seat)
    if state.sown and state.target != skills.aimed(state):
        raise Refusal(f"target: the last token fell on Area {skills.aimed(state) + 1} (MA-35).")
    gone = state.phase == phases.TURN and not state.is_in(foe)
    if foe == seat or not (gone or _beside(state, seat, foe)):
        raise Refusal("defender must stand next to the Attacker (MA-34).")
    if state.third.seat in (seat, foe) or not (
        state.third.seat == NONE or state.is_in(state.third.seat)
    ):
        raise Refusal("third must be a third Character in the fight (MA-100).")
    for prefix, blow in (("", state.main), ("third_", state.third)):
        if blow.seat != NONE:
            _check_blow(state, prefix, blow)


def _beside(state: MartialArt, seat: int, foe: int) -> bool:
    cell, other = state.fighter(seat).cell, state.fighter(foe).cell
    return state.is_in(foe) and arena.direction(state, cell, other) != NONE


def _check_blow(state: MartialArt, prefix: str, blow: Blow) -> None:
    fighter, target = state.fighter(blow.seat), state.target
    feet = fighter.at(target, MOVE)
    if not skills.in_defence(state, blow, skills.MOVE_DEFENCE):
        feet = 0
    if blow.defenses > fighter.at(target, DEFENSE) or blow.moves > feet:
        raise Refusal(f"{prefix}defenses, {prefix}feet: the Target Area has fewer such tokens.")
    main = blow.seat == state.main.seat
    rolled = state.phase >= (phases.ATTACK if main else phases.THIRD_DEFENCE)
    dice = int(strike.attack_dice(state)) if main else 1
    if blow.dice != (dice if rolled or blow.dice else 0):
        raise Refusal(f"{prefix}attack has {blow.dice} dice; this strike has {dice} (MA-38).")
    if blow.guard_n + blow.guard_x > strike.guard_dice(state, blow):
        raise Refusal(f"{prefix}defence has more successes than dice (MA-41).")


# -- who is asked -----------------------------------------------------------------------------


def _check_asked(state: MartialArt) -> None:
    """The rules ask somebody in this phase, and there is an answer."""
    phase, asked = int(state.phase), True
    if phase in GRANTED:
        asked = skills.does(state, state.used, GRANTED[phase]) > 0
    elif phase not in NOT_ENTERED and phase != phases.AREA:
        twin = copy(state)
        assert isinstance(twin, MartialArt)
        twin.mask = 0
        turn.enter(twin, phase)
        asked = twin.mask == state.mask
    seat = int(state.mask).bit_length() - 1
    if not asked or (seat != CHANCE and not legal_codes(state, seat)):
        raise Refusal(f"phase = {phases.PHASES[phase]!r}: nobody is asked that here.")
