"""Previews of Martial Art: the effect of a strike, as far as the viewer may know."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from budokan.games.martial_art.rules import arena, knowledge, phases, skills, strike
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.rules.state import (
    AREAS,
    DEFENSE,
    EFFECTS,
    ENERGY,
    KINDS,
    LOCK,
    MOVE,
    NONE,
    Blow,
)
from budokan.kit.contract import copy


@dataclass(frozen=True)
class Spread:
    """The damage of a strike: shares of 0, 1, 2 and so on, and its possible consequences."""

    shares: tuple[float, ...]
    severe: float  # chance that the column comes to stand on or past the line
    beaten: float  # chance of a KO or Technical KO

    @property
    def mean(self) -> float:
        return sum(n * share for n, share in enumerate(self.shares))


@dataclass(frozen=True)
class Aim:
    """A possible strike, on a copy of the view in which it is declared."""

    state: MartialArt
    foe: int
    push: str  # '', 'out', 'Collision' or 'push'
    end: int  # where the Defender comes to stand

    @property
    def dice(self) -> int:
        return int(strike.attack_dice(self.state))


def aims(view: MartialArt, seat: int) -> Iterator[Aim]:
    """Every strike that is still possible in the viewer's own turn."""
    if view.turn != seat or view.phase not in (phases.SKILL, phases.SOW, phases.STRIKE):
        return
    pile = view.pile if view.phase == phases.SKILL else view.hand
    kinds = [kind for kind in range(EFFECTS, KINDS) if pile[kind]]
    for kind in [int(view.last)] if view.phase == phases.STRIKE else kinds:
        payable = kind != LOCK or skills.can_lock(view, seat, NONE)
        for foe in range(view.seats):
            if kind != NONE and payable and arena.can_reach(view, seat, foe):
                yield aimed(view, seat, foe, kind)


def aimed(view: MartialArt, seat: int, foe: int, kind: int) -> Aim:
    """The strike as if it were declared and its push made."""
    state = twin(view)
    state.last, state.sown = kind, sum(int(n) for n in state.pile)
    strike.declare(state, seat, foe)
    before = int(state.fighter(foe).cell)
    strike.push(state)
    after = int(state.fighter(foe).cell)
    push = "Collision" if state.collision else "push" if after != before else ""
    state.main.dice = strike.attack_dice(state)
    return Aim(state, foe, "out" if after == NONE else push, after)


def twin(view: MartialArt) -> MartialArt:
    state = copy(view)
    assert isinstance(state, MartialArt)
    return state


def guards(view: MartialArt, seat: int, area: int) -> int:
    """The most Defense tokens a seat can have in an Area (MA-R64)."""
    if not view.fighter(seat).veiled:
        return int(view.fighter(seat).at(area, DEFENSE))
    return max(int(knowledge.count(table, area, DEFENSE)) for table in view.known(seat).tables())


def lands(state: MartialArt, area: int, tokens: int) -> int:
    """Where the last of so many tokens from an Area falls (MA-31, MA-R8)."""
    skipped = (tokens - 1) // 4 if state.setting.skip_start else 0
    return (area + tokens + skipped) % AREAS


def in_reach(view: MartialArt, seat: int, area: int) -> bool:
    """Whether a turn from an Area, with all Moves it can buy, could lead beside a Defender."""
    me = view.fighter(seat)
    away = [
        int(arena.distance(view, me.cell, view.fighter(foe).cell)) - 1
        for foe in range(view.seats)
        if foe != seat and view.is_in(foe)
        if view.setting.friendly_fire or not view.mates(seat, foe)
    ]
    moves = int(me.at(area, MOVE)) + buyable(view, seat, int(me.at(area, ENERGY)))
    tax = int(me.tax)
    steps = max(0, moves - tax) if view.setting.flat_tax else moves // (1 + tax)
    return min(away, default=0) <= int(view.free) + steps


def buyable(view: MartialArt, seat: int, energy: int) -> int:
    """The most Additional Moves a seat can pay with so much more energy (MA-87, MA-R12)."""
    me = view.fighter(seat)
    if not view.setting.black or me.silenced:
        return 0
    moves = 0
    while max(0, moves + 1 - int(me.chi)) + max(0, moves + 1 - int(me.rage)) <= energy:
        moves += 1
    return moves


def owned(state: MartialArt, seat: int, kind: int) -> int:
    """Tokens of a kind a picture could still cost a seat: their number is no secret (MA-R39)."""
    fighter = state.fighter(seat)
    places = range(AREAS) if state.setting.reserve_safe else range(knowledge.PLACES)
    if kind >= EFFECTS or not fighter.veiled:
        return sum(int(fighter.at(place, kind)) for place in places)
    tables = state.known(seat).tables()
    return max(sum(int(knowledge.count(table, p, kind)) for p in places) for table in tables)


def pictures(state: MartialArt, seat: int, area: int) -> list[tuple[int, int]]:
    """The pictures of a column from the top: square and kind."""
    setting = state.setting
    first = int(setting.pictures) * (AREAS * seat + area)
    places = range(first, first + int(setting.pictures))
    return [(int(setting.square[i]), int(setting.picture[i])) for i in places if setting.square[i]]


def losses(aim: Aim, found: Spread) -> Iterator[tuple[int, float]]:
    """How likely each picture ahead costs a token; a beaten fighter loses none (MA-R42)."""
    state = aim.state
    foe = aim.foe
    area = int(aim.state.target)
    setting, place = state.setting, AREAS * aim.foe + area
    life = int(state.fighter(foe).life[area])
    line = int(setting.severe[place])
    fatal = int(setting.last[place]) - life
    if life < line and skills.severe(state, foe) == strike.FATAL - 1:
        fatal = line - life
    seen: Counter[int] = Counter()
    for square, kind in pictures(state, foe, area):
        ahead = square - life
        if ahead > 0 and seen[kind] < owned(state, foe, kind):
            seen[kind] += 1
            share = sum(found.shares[ahead:fatal])
            if share:
                yield kind, share


def spread(state: MartialArt, blow: Blow, defenses: int, moves: int) -> Spread:
    """The exact distribution of damage for a number of shown tokens."""
    blow.defenses, blow.moves = defenses, moves
    attack = _attack(state, blow)
    guard = _guard(state, blow)
    total = sum(attack.values()) * sum(guard.values())
    found: Counter[int] = Counter()
    for (through, extra), weight in attack.items():
        for stopped, other in guard.items():
            plain = strike.plain_damage(state, through - stopped, extra)
            found[int(strike.changed(state, blow, plain))] += weight * other
    shares = tuple(found[n] / total for n in range(max(found) + 1))
    return Spread(shares, *_risks(state, blow, shares))


def _attack(state: MartialArt, blow: Blow) -> Counter[tuple[int, int]]:
    """Successes that count and extra damage, with their weights."""
    found: Counter[tuple[int, int]] = Counter()
    kept = blow.n, blow.x
    for i in _outcomes(state, int(blow.dice)):
        blow.n, blow.x = state.setting.face_n[i], state.setting.face_x[i]
        counted = strike.hits(state, blow) + strike.best_hits(state, blow)
        key = int(counted), int(strike.extra(state, blow))
        found[key] += int(state.setting.weight[i])
    blow.n, blow.x = kept
    return found or Counter({(0, 0): 1})


def _guard(state: MartialArt, blow: Blow) -> Counter[int]:
    """The Successes the defence cancels, with their weights."""
    dice = int(strike.guard_dice(state, blow))
    found: Counter[int] = Counter()
    for i in _outcomes(state, dice):
        blow.guard_n = state.setting.face_n[i]
        blow.guard_x = state.setting.face_x[i]
        found[int(strike.blocked(state, blow))] += int(state.setting.weight[i])
    blow.guard_n = blow.guard_x = 0
    return found or Counter({0: 1})


def _outcomes(state: MartialArt, dice: int) -> range:
    if dice == 0:
        return range(0)
    return range(int(state.setting.rolls[dice]), int(state.setting.rolls[dice + 1]))


def _risks(state: MartialArt, blow: Blow, shares: tuple[float, ...]) -> tuple[float, float]:
    """How likely the column becomes severe, and how likely the fighter is beaten."""
    seat, area = int(blow.seat), int(state.target)
    life = int(state.fighter(seat).life[area])
    line = state.setting.severe[AREAS * seat + area]
    last = state.setting.last[AREAS * seat + area]
    reach = [sum(shares[max(0, int(square) - life) :]) for square in (line, last)]
    if life >= line:
        return 0.0, reach[1]
    return reach[0], reach[0] if skills.severe(state, seat) == strike.FATAL - 1 else reach[1]
