"""Information-set Monte Carlo tree search, through the contract alone.

Every iteration guesses a world the searcher cannot tell from the true one. Edges are entries as the
searcher sees them, so what is veiled shares an edge. Every seat maximises its own score; an edge
competes only in the iterations in which it was possible.
"""

from math import log, sqrt
from time import perf_counter
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.agents.evaluation import Evaluation
from budokan.agents.plain import Agent, Stop, best_hunch
from budokan.agents.runner import playout
from budokan.kit.contract import CHANCE, CODES, ROOM, SPECTATOR, State, first_seat
from budokan.kit.pile import zeros
from budokan.kit.rng import Rng

NONE: Final = -1
DEPTH: Final = 4096
TO_THE_END: Final = -1
GLANCE: Final = 4  # iterations between two looks at the clock


@final
class Style:
    """How a search thinks."""

    def __init__(
        self,
        iterations: int,
        *,
        exploration: float = 0.7,
        guided: int = 0,
        horizon: int = TO_THE_END,
        widening: float = 0.0,
        opening: float = 0.0,
        led: bool = False,
        seconds: float = 0.0,
    ) -> None:
        self.iterations: i64 = iterations
        self.exploration: float = exploration
        self.guided: i64 = guided  # of a hundred steps of a playout, how many follow the heuristic
        self.horizon: i64 = horizon  # steps of a playout before the evaluation speaks
        self.widening: float = widening  # actions tried, times the root of the visits; 0: all
        self.opening: float = opening  # the same for what is decided now
        self.led: bool = led  # whether what looks best is tried first
        self.seconds: float = seconds  # that a turn may take at most; 0: as many as it takes


@final
class Search(Agent):
    """The tree as a pool of nodes in buffers: first child, next sibling, edge, counts."""

    def __init__(self, style: Style, evaluation: Evaluation) -> None:
        super().__init__(remembers=True)
        room = int(style.iterations) * 4 + 256
        self.style: Style = style
        self.evaluation: Evaluation = evaluation
        self.room: i64 = room
        self.parent = zeros(room)
        self.first = zeros(room)
        self.next = zeros(room)
        self.edge = zeros(room)
        self.visits = zeros(room)
        self.possible = zeros(room)
        self.mover = zeros(room)
        self.total: vec[float] = vec[float]([0.0] * room)
        self.nodes: i64 = 0
        self.root: i64 = NONE  # the node of what the seat sees now, if the tree has it
        self.told: bool = False  # whether it was told what followed its last choice
        self.seat: i64 = NONE
        self.forced: i64 = NONE  # the first action of every iteration, if only one is asked about
        self.stop = Stop()
        self.alone: bool = False
        self.until: float = 0.0  # when the turn must be over; 0: a turn begins
        self.moved = zeros(room)
        self.path = zeros(DEPTH)
        self.depth: i64 = 0
        self.out = zeros(ROOM)
        self.codes = zeros(ROOM)
        self.slot = zeros(CODES)  # the child of the node at hand that an action leads to
        self.worth: vec[float] = vec[float]([0.0] * SPECTATOR)

    def begin(self) -> None:
        self.root = NONE
        self.until = 0.0

    def notice(self, seat: i64, code: i64) -> None:
        self.told = True
        if seat != self.seat and (seat != CHANCE or self.alone):
            self.until = 0.0  # another turn
        if self.root != NONE:
            self.root = self.child(self.root, code)

    def choose(self, view: State, seat: i64, rng: Rng) -> i64:
        if view.legal(seat, self.out) == 1:
            return self.out[0]
        if self.root == NONE or not self.told:
            self.clear()
        elif self.root != 0:
            self.keep(self.root)
        if not self.told or self.seat != seat:
            self.until = 0.0
        self.told = False
        self.seat = seat
        self.alone = view.seats == 1
        self.run(view, seat, rng)
        return self.best(view, seat, rng)

    def run(self, view: State, seat: i64, rng: Rng) -> None:
        """Let the tree grow until what a seat sees was visited often enough."""
        state = view.blank()
        seconds = self.style.seconds
        if seconds != 0.0 and self.until == 0.0:
            self.until = perf_counter() + seconds
        first = self.visits[0]
        for i in range(first, self.style.iterations):
            if (i % GLANCE == 0 or i < GLANCE or i == first) and self.is_enough():
                break
            state.copy_from(view)
            state.guess(seat, rng)
            self.iterate(state, seat, rng)

    def is_enough(self) -> bool:
        """Whether the turn has had its time, or nobody wants to know any more."""
        return self.stop.asked() or (self.until != 0.0 and perf_counter() > self.until)

    def clear(self) -> None:
        """Begin a new tree."""
        self.nodes = 0
        self.root = 0
        self.add(NONE, NONE, NONE)

    def keep(self, root: i64) -> None:
        """Throw away all but one branch. A child lies behind its parent, so all can move up."""
        moved = self.moved
        end = self.nodes
        for node in range(end):
            moved[node] = NONE
        self.nodes = 0
        for node in range(root, end):
            parent: i64 = NONE
            if node != root:
                parent = moved[self.parent[node]]
                if parent == NONE:
                    continue
            moved[node] = self.move(node, parent)
        self.root = 0

    def move(self, node: i64, parent: i64) -> i64:
        """Move a node up to the next free place, below its parent."""
        visits, possible, total = self.visits[node], self.possible[node], self.total[node]
        new = self.add(parent, self.edge[node], self.mover[node])
        self.visits[new] = visits
        self.possible[new] = possible
        self.total[new] = total
        return new

    def best(self, view: State, seat: i64, rng: Rng) -> i64:
        """The legal action tried most often; by heuristic if there was no time to try any."""
        n = view.legal(seat, self.out)
        best: i64 = NONE
        most: i64 = NONE
        for i in range(n):
            child = self.child(0, self.out[i])
            if child != NONE and self.visits[child] > most:
                most = self.visits[child]
                best = self.out[i]
        if best == NONE:
            return best_hunch(view, seat, self.out, n, rng)
        return best

    def outlook(self, view: State, seat: i64, rng: Rng, first: i64 = NONE) -> float:
        """What a seat, its turn or not, may expect to take home; or does if it begins thus."""
        self.clear()
        self.until = 0.0
        self.forced = first
        self.run(view, seat, rng)
        self.forced = NONE
        self.root = NONE
        return self.total[0] / float(max(1, self.visits[0]))

    def ranked(self, view: State, seat: i64) -> list[tuple[int, int, float]]:
        """Legal actions with visits and what was expected of them, most visited first."""
        n = view.legal(seat, self.out)
        found: list[tuple[int, int, float]] = []
        for i in range(n):
            child = self.child(0, self.out[i])
            if child != NONE and self.visits[child] != 0:
                mean = self.total[child] / float(self.visits[child])
                found.append((int(self.out[i]), int(self.visits[child]), mean))
        found.sort(key=lambda row: (-row[1], -row[2], row[0]))
        return found

    def iterate(self, state: State, me: i64, rng: Rng) -> None:
        """Descend, add one node, play on, and tell every node on the way."""
        self.depth = 0
        node: i64 = 0
        acting = state.acting()
        while acting != 0 and self.depth < DEPTH:
            if acting == 1 << CHANCE:
                seat: i64 = CHANCE
                action = state.sample(rng)
            else:
                # Seats that act together commute, so the searcher may go first.
                seat = me if (acting >> me) & 1 else first_seat(acting)
                if self.forced != NONE and self.depth == 0:
                    action = self.forced
                else:
                    action = self.select(state, node, seat, me, rng)
            code = state.seen(me, seat, action)
            child = self.child(node, code)
            fresh = child == NONE
            if fresh and self.nodes < self.room:
                child = self.add(node, code, seat)
            state.apply(seat, action)
            if child != NONE:
                self.path[self.depth] = child
                self.depth += 1
            if fresh:
                break
            node = child
            acting = state.acting()
        self.play_on(state, rng)
        self.learn(me)

    # -- the tree -----------------------------------------------------------------------------

    def select(self, state: State, node: i64, seat: i64, me: i64, rng: Rng) -> i64:
        """An action not tried yet, if it is time for one, or the one with the best upper bound."""
        out, codes, slot, edge, sibling = self.out, self.codes, self.slot, self.edge, self.next
        n = state.legal(seat, out)
        child = self.first[node]
        while child != NONE:
            slot[edge[child]] = child
            child = sibling[child]
        fresh: i64 = 0
        pick: i64 = 0
        for i in range(n):
            code = state.seen(me, seat, out[i])
            codes[i] = code
            if slot[code] == 0:
                fresh += 1
                if rng.below(fresh) == 0:
                    pick = i
        if fresh == 0 or not self.is_time(node, n - fresh):
            pick = self.highest(n, rng)
        elif self.style.led:
            pick = self.leading(state, seat, n)
        self.note_possible(node, n)
        if seat != me and codes[pick] != out[pick] and self.is_guided(rng):
            return self.behind(state, seat, codes[pick], n)
        return out[pick]

    def is_guided(self, rng: Rng) -> bool:
        """Whether a step that the tree does not decide follows the heuristic."""
        return self.style.guided != 0 and rng.below(100) < self.style.guided

    def behind(self, state: State, seat: i64, code: i64, n: i64) -> i64:
        """Of the actions that look alike to the searcher, the one that looks best to its seat."""
        best: i64 = NONE
        top: i64 = 0
        for i in range(n):
            if self.codes[i] == code:
                heuristic = state.heuristic(seat, self.out[i])
                if best == NONE or heuristic > top:
                    best, top = self.out[i], heuristic
        return best

    def is_time(self, node: i64, tried: i64) -> bool:
        """Whether a node was visited often enough to try one action more."""
        widening = self.style.opening if node == 0 else self.style.widening
        if widening == 0.0 or tried == 0:
            return True
        return float(tried) < widening * sqrt(float(self.visits[node]))

    def highest(self, n: i64, rng: Rng) -> i64:
        """The place of the action with the best upper bound."""
        slot, codes, tried, possible, total = (
            self.slot, self.codes, self.visits, self.possible, self.total,
        )  # fmt: skip
        exploration = self.style.exploration
        pick: i64 = 0
        top = -1.0
        ties: i64 = 0
        for i in range(n):
            child = slot[codes[i]]
            if child != 0:
                visits = float(tried[child])
                spread = sqrt(log(float(possible[child] + 1)) / visits)
                value = total[child] / visits + exploration * spread
                if value > top:
                    top, pick, ties = value, i, 1
                elif value == top:  # veiled actions share an edge
                    ties += 1
                    if rng.below(ties) == 0:
                        pick = i
        return pick

    def leading(self, state: State, seat: i64, n: i64) -> i64:
        """The place of the action not tried yet that looks best."""
        pick: i64 = NONE
        top: i64 = 0
        for i in range(n):
            if self.slot[self.codes[i]] == 0:
                heuristic = state.heuristic(seat, self.out[i])
                if pick == NONE or heuristic > top:
                    pick, top = i, heuristic
        return pick

    def note_possible(self, node: i64, n: i64) -> None:
        """Count an iteration for every child of a node that was possible in it."""
        codes, slot, possible = self.codes, self.slot, self.possible
        edge, sibling = self.edge, self.next
        for i in range(n):
            child = slot[codes[i]]
            if child != 0:
                possible[child] += 1
                slot[codes[i]] = 0
        child = self.first[node]
        while child != NONE:
            slot[edge[child]] = 0
            child = sibling[child]

    def learn(self, me: i64) -> None:
        visits, total, worth = self.visits, self.total, self.worth
        visits[0] += 1
        total[0] += worth[me]
        for i in range(self.depth):
            node = self.path[i]
            visits[node] += 1
            mover = self.mover[node]
            if mover != CHANCE:
                total[node] += worth[mover]

    def child(self, node: i64, code: i64) -> i64:
        edge, sibling = self.edge, self.next
        child = self.first[node]
        while child != NONE and edge[child] != code:
            child = sibling[child]
        return child

    def add(self, node: i64, code: i64, mover: i64) -> i64:
        new = self.nodes
        self.nodes = new + 1
        self.parent[new] = node
        self.first[new] = NONE
        self.edge[new] = code
        self.mover[new] = mover
        self.visits[new] = 0
        self.possible[new] = 0
        self.total[new] = 0.0
        self.next[new] = NONE
        if node != NONE:
            self.next[new] = self.first[node]
            self.first[node] = new
        return new

    # -- playouts -----------------------------------------------------------------------------

    def play_on(self, state: State, rng: Rng) -> None:
        """Play to the end, or to the end of a turn near the horizon; what every seat gets."""
        if self.style.guided == 0 and self.style.horizon == TO_THE_END:
            playout(state, rng, self.out)
            self.take_home(state)
            return
        left = self.style.horizon
        alone = state.seats == 1
        acting = state.settle(rng)
        while acting != 0:
            seat = first_seat(acting)
            state.apply(seat, self.follow(state, seat, rng))
            # A turn ends when somebody else is to act; that of a lone player with a chance.
            over = alone and state.acting() != acting
            before = acting
            acting = state.settle(rng)
            if left > 0:
                left -= 1
            if left == 0 and acting != 0 and (over or acting != before):
                self.evaluation.judge(state, self.worth)
                return
        self.take_home(state)

    def take_home(self, state: State) -> None:
        worth = self.worth
        for seat in range(state.seats):
            worth[seat] = state.score(seat)

    def follow(self, state: State, seat: i64, rng: Rng) -> i64:
        """What a seat does in a playout."""
        n = state.legal(seat, self.out)
        if self.is_guided(rng):
            return best_hunch(state, seat, self.out, n, rng)
        return self.out[rng.below(n)]
