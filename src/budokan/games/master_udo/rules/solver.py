"""A strong player: searches the puzzle of a turn, then tries the best ends against sampled deals.

Nothing is hidden within a turn, so a turn is a row of steps. Many rows are tried: some at random,
some by heuristic, some by changing one step of a good row and keeping the rest where it is legal.
Their ends are ranked by outlook, and the best of them by how fights go on from there.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.games.master_udo.rules import actions, phases
from budokan.games.master_udo.rules.rules import MasterUdo
from budokan.games.master_udo.rules.state import (
    LOSSES,
    ROAD,
    TECHNIQUES,
    Table,
    bits,
    size_of,
)
from budokan.kit.contract import ROOM, State
from budokan.kit.interrupts import let_ctrl_c_through
from budokan.kit.pile import zeros
from budokan.kit.rng import Rng, mix

ELITE: Final = 24  # rows of steps that are kept
STEPS: Final = 256  # of one turn, at most
TURNS: Final = 12  # of a fight that is tried out
DELAY: Final = 60  # what a turn more is worth to a fight that is won, or lost
NONE: Final = -1
NEVER: Final = -1_000_000_000
OFTEN: Final = 64  # tries after which Ctrl-C is heard

# What the outlook counts.
WON: Final = 100_000
LOST: Final = -100_000
BEATEN: Final = 2_500  # a master
HEART: Final = 300  # uncovered, and more with its value
HEART_VALUE: Final = 45
HAND: Final = 110  # a card in hand
PILE: Final = 60  # a card that will be back
GONE: Final = 70  # a card exhausted, for each fight to come and this one
CHARGE: Final = 25
FULL_CHARGE: Final = 12
RAGE: Final = 70  # an ENRAGED card
RAGING: Final = 200  # Kai herself next turn
BARE: Final = 90  # a demand of an attack that nothing in hand can meet
NAKED: Final = 350  # nor anything discarded
TECHNIQUE_WORTH: Final = 80


# -- the outlook: how good a position between two turns is ---------------------------------------


def outlook(table: Table) -> i64:
    """More is better; a won or lost game is beyond everything else."""
    if table.phase == phases.WON:
        return WON + table.glory()
    value = BEATEN * table.road.n
    if table.phase > phases.WON:
        return LOST + value
    fights: i64 = ROAD - table.road.n
    value += HAND * size_of(table.hand) - GONE * fights * size_of(table.gone)
    value += techniques(table)
    value += PILE * size_of(table.pile)
    if table.setting.kai:
        value += temper(table)
    if table.phase != phases.CHOOSE:
        value += progress(table) + CHARGE * min(table.charge, FULL_CHARGE)
        value -= exposure(table)
    return value


def progress(table: Table) -> i64:
    """The cost of the hearts still uncovered, as a loss."""
    value: i64 = 0
    for i in range(table.hearts()):
        if not (table.covered >> i) & 1:
            value -= HEART + HEART_VALUE * table.heart(i)
    return value


def techniques(table: Table) -> i64:
    return TECHNIQUE_WORTH * bits((table.hand | table.pile) & TECHNIQUES)


def temper(table: Table) -> i64:
    """Kai's ENRAGED cards, and whether she will rage."""
    value = RAGE * size_of((table.hand + table.pile) & table.setting.enraged)
    if table.kai_rages():
        value += RAGING
    return value


def exposure(table: Table) -> i64:
    """The risk that attacks demand cards the hero does not hold."""
    setting = table.setting
    cost: i64 = 0
    for attack in range(setting.attacks):
        for i in range(setting.losses[attack]):
            cards = setting.toll[attack * LOSSES + i]
            if table.hand & cards == 0:
                cost += BARE
                if table.pile & cards == 0:
                    cost += NAKED
    return cost


# -- the search --------------------------------------------------------------------------------


def open_turn(table: MasterUdo) -> bool:
    """Whether the player is still deciding about the turn."""
    return table.acting() == 1 and table.phase != phases.CHOOSE


def best_by_heuristic(table: MasterUdo, out: vec[i64], n: i64) -> i64:
    best = out[0]
    top = table.heuristic(0, best)
    for i in range(1, n):
        value = table.heuristic(0, out[i])
        if value > top:
            top = value
            best = out[i]
    return best


def mark(table: MasterUdo) -> i64:
    """A number for the end of a turn, the same for equal ends."""
    code = mix(table.hand, table.pile)
    code = mix(code, table.gone)
    code = mix(code * 65536 + table.used, table.covered * 64 + table.charge)
    return mix(code, table.phase * 16 + table.road.n)


@final
@mypyc_attr(acyclic=True)
class Row:
    """One way to play the turn, and where it ends."""

    def __init__(self, end: MasterUdo) -> None:
        self.end: MasterUdo = end
        self.steps: vec[i64] = zeros(STEPS)
        self.n: i64 = 0
        self.value: i64 = NEVER
        self.mark: i64 = 0
        self.total: i64 = 0  # over sampled deals
        self.tries: i64 = 0

    def copy_from(self, other: "Row") -> None:
        self.end.copy_from(other.end)
        for i in range(other.n):
            self.steps[i] = other.steps[i]
        self.n = other.n
        self.value = other.value
        self.mark = other.mark
        self.total = 0
        self.tries = 0


@final
@mypyc_attr(acyclic=True)
class Solver:
    """The search of one position."""

    def __init__(self, root: MasterUdo) -> None:
        self.root: MasterUdo = root
        self.elite: list[Row] = []
        for _ in range(ELITE):
            self.elite.append(Row(MasterUdo(root.setting)))
        self.count: i64 = 0
        self.row: Row = Row(MasterUdo(root.setting))
        self.world: MasterUdo = MasterUdo(root.setting)
        self.out: vec[i64] = zeros(ROOM)

    # -- one turn -----------------------------------------------------------------------------

    def search(self, tries: i64, rng: Rng) -> None:
        """Try many ways to play the turn; the best ones are in `elite`, best first."""
        self.count = 0
        for i in range(tries):
            chosen: i64 = NONE
            if i == 0:
                self.attempt(NONE, 0, rng)
            else:
                if 3 * i > tries and rng.below(4) > 0:
                    chosen = rng.below(rng.below(self.count) + 1)
                self.attempt(chosen, 1 + rng.below(6), rng)
            self.keep()
            if i % OFTEN == OFTEN - 1:
                let_ctrl_c_through()

    def attempt(self, chosen: i64, wild: i64, rng: Rng) -> None:
        """Play the turn to its end: from scratch, or like an elite row with one step changed."""
        row, out = self.row, self.out
        table = row.end
        table.copy_from(self.root)
        row.n = 0
        cut: i64 = NONE
        follow: i64 = 0
        if chosen != NONE:
            cut = rng.below(self.elite[chosen].n)
        while open_turn(table) and row.n < STEPS:
            n = table.legal(0, out)
            action: i64 = NONE
            if n == 1:
                action = out[0]
            elif row.n == cut:
                action = out[rng.below(n)]
                follow = cut + 1
            elif chosen != NONE:
                follow = self.next_of(chosen, follow, n)
                if follow < self.elite[chosen].n:
                    action = self.elite[chosen].steps[follow]
            if action == NONE:
                action = self.policy(table, n, wild, rng)
            if chosen != NONE and follow < self.elite[chosen].n:
                follow += action == self.elite[chosen].steps[follow]
            row.steps[row.n] = action
            row.n += 1
            table.apply(0, action)
            if table.hides():
                table.settle(rng)
        row.value = outlook(table)
        row.mark = mark(table)

    def next_of(self, chosen: i64, follow: i64, n: i64) -> i64:
        """The place of the next step of a row that is possible now."""
        steps, end = self.elite[chosen].steps, self.elite[chosen].n
        while follow < end:
            for i in range(n):
                if self.out[i] == steps[follow]:
                    return follow
            follow += 1
        return end

    def policy(self, table: MasterUdo, n: i64, wild: i64, rng: Rng) -> i64:
        """A step by heuristic, or by chance where the row is wild."""
        out = self.out
        if wild == 0 or rng.below(8) >= wild:
            if table.phase == phases.PLAY and wild > 2:
                return self.lay(table, n, wild, rng)
            return best_by_heuristic(table, out, n)
        if table.phase == phases.PLAY:
            return self.lay(table, n, wild, rng)
        return out[rng.below(n)]

    def lay(self, table: MasterUdo, n: i64, wild: i64, rng: Rng) -> i64:
        """Lay any card, or now and then end the combo or the laying."""
        out = self.out
        if out[0] == actions.CLOSE:
            if n == 2 or rng.below(8) < wild:
                return out[0]
            return out[2 + rng.below(n - 2)]
        if out[0] == actions.RESOLVE:
            if n == 1 or rng.below(12) < min(table.lanes, 3):
                return out[0]
            return out[1 + rng.below(n - 1)]
        return out[rng.below(n)]

    def keep(self) -> None:
        """Put the row into its place among the elite, unless its end is there already."""
        row = self.row
        for i in range(self.count):
            if self.elite[i].mark == row.mark and self.elite[i].value >= row.value:
                return
        if self.count == ELITE and row.value <= self.elite[ELITE - 1].value:
            return
        if self.count < ELITE:
            self.count += 1
        place = self.count - 1
        spare = self.elite[place]
        while place > 0 and self.elite[place - 1].value < row.value:
            self.elite[place] = self.elite[place - 1]
            place -= 1
        self.elite[place] = spare
        spare.copy_from(row)

    # -- sampled deals ------------------------------------------------------------------------

    def compare(self, effort: i64, rng: Rng) -> None:
        """Play on from the best ends; drop the worse half, and again. The best comes first."""
        left = min(self.count, 16)
        deal = rng.below(1 << 30)
        while left > 1:
            for i in range(left):
                row = self.elite[i]
                for k in range(row.tries, row.tries + effort):
                    rng.reseed(deal, k)  # the same deals for all
                    self.world.copy_from(row.end)
                    row.total += self.play_on(self.world, rng)
                    if k % OFTEN == OFTEN - 1:
                        let_ctrl_c_through()
                row.tries += effort
            self.sort(left)
            left = left // 2
        rng.reseed(deal, NONE - 1)

    def sort(self, n: i64) -> None:
        """The first rows, sorted by their value, best first."""
        for i in range(1, n):
            row = self.elite[i]
            place = i
            while place > 0 and self.elite[place - 1].total < row.total:
                self.elite[place] = self.elite[place - 1]
                place -= 1
            self.elite[place] = row

    def play_on(self, table: MasterUdo, rng: Rng) -> i64:
        """Fight on by heuristic until the master or the hero is down; the outlook then."""
        out = self.out
        turns: i64 = 0
        while table.phase != phases.CHOOSE and table.phase < phases.WON and turns < TURNS:
            table.settle(rng)
            while open_turn(table):
                table.apply(0, best_by_heuristic(table, out, table.legal(0, out)))
                if table.hides():
                    table.settle(rng)
            turns += 1
        late = -DELAY if table.phase < phases.WON else DELAY
        return outlook(table) + late * turns

    # -- the next master ----------------------------------------------------------------------

    def challenge(self, effort: i64, rng: Rng) -> i64:
        """The master with the best prospect: a likely win, weighed with its glory."""
        choices = zeros(ROOM)
        n = self.root.legal(0, choices)
        best, top = choices[0], float(NEVER)
        deal = rng.below(1 << 30)
        for i in range(n):
            value = 0.0
            for k in range(effort):
                rng.reseed(deal, k)
                value += self.fight(choices[i], rng)
                let_ctrl_c_through()
            if value > top:
                top, best = value, choices[i]
        rng.reseed(deal, NONE - 1)
        return best

    def fight(self, action: i64, rng: Rng) -> float:
        """The value of one fight, with some thought for each turn."""
        table = MasterUdo(self.root.setting)
        table.copy_from(self.root)
        table.apply(0, action)
        inner = Solver(table)
        turns: i64 = 0
        while table.phase != phases.CHOOSE and table.phase < phases.WON and turns < TURNS:
            table.settle(rng)
            inner.search(24, rng)
            table.copy_from(inner.elite[0].end)
            turns += 1
        if table.phase != phases.CHOOSE and table.phase != phases.WON:
            return 0.0
        cards = float(outlook(table) - outlook(self.root)) / 50_000.0
        return 0.7 + 0.05 * float(self.root.setting.glory[action - actions.FIGHT]) + cards


@final
class Memory:
    """The rest of the last plan, for the state it was made for."""

    def __init__(self) -> None:
        self.table: MasterUdo | None = None
        self.steps: vec[i64] = zeros(STEPS)
        self.n: i64 = 0
        self.at: i64 = 0
        self.rng: i64 = 0

    def recall(self, view: MasterUdo, rng: Rng) -> i64:
        """The step planned for exactly this state and this generator, or NONE."""
        table = self.table
        if table is None or self.at >= self.n or self.rng != rng.state:
            return NONE
        if table.setting is not view.setting or table.encode() != view.encode():
            return NONE
        action = self.steps[self.at]
        self.at += 1
        table.apply(0, action)
        return action

    def store(self, view: MasterUdo, row: Row, rng: Rng) -> None:
        table = MasterUdo(view.setting)
        table.copy_from(view)
        self.table = table
        for i in range(row.n):
            self.steps[i] = row.steps[i]
        self.n = row.n
        self.at = 0
        self.rng = rng.state


MEMORY: Final = Memory()


def plan(view: State, seat: int, rng: Rng, budget: int) -> int:
    """The step that the best plan found begins with. `budget` is how many turns are tried out."""
    assert isinstance(view, MasterUdo)
    known = MEMORY.recall(view, rng)
    if known != NONE:
        return int(known)
    solver = Solver(view)
    tries: i64 = budget
    if view.phase == phases.CHOOSE:
        return int(solver.challenge(max(1, tries // 100), rng))
    solver.search(tries, rng)
    solver.compare(max(1, tries // 75), rng)
    MEMORY.store(view, solver.elite[0], rng)
    return int(MEMORY.recall(view, rng))
