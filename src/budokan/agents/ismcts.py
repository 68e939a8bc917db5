"""Information-set Monte Carlo tree search, through the contract alone.

Every iteration guesses a world the searcher cannot tell from the true one. Edges are entries as the
searcher sees them, so entries that look alike share an edge. Every seat maximises its own score; an
edge competes only in the iterations in which it was possible.
"""

from math import log, sqrt
from time import perf_counter
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.agents.evaluation import Evaluation
from budokan.agents.plain import Agent, StopSignal, best_by_heuristic
from budokan.agents.runner import playout
from budokan.kit.contract import CHANCE, CODES, ROOM, SPECTATOR, State, first_seat
from budokan.kit.interrupts import let_ctrl_c_through
from budokan.kit.pile import zeros
from budokan.kit.rng import Rng

NONE: Final = -1
DEPTH: Final = 4096
TO_THE_END: Final = -1
GLANCE: Final = 4  # iterations between two looks at the clock
LONG: Final = 10_000  # iterations that take a second or more, so Ctrl-C must get through


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
        self.guided: i64 = guided  # steps of a playout that follow the heuristic, in per cent
        self.horizon: i64 = horizon  # steps of a playout before the evaluation judges
        self.widening: float = widening  # actions tried per root of the visits; 0: all
        self.opening: float = opening  # the same for the choice at hand
        self.led: bool = led  # whether actions are tried in the order of the heuristic
        self.seconds: float = seconds  # a turn may take at most; 0: no limit


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
        self.root: i64 = NONE  # the node of the present observation, if the tree has it
        self.informed: bool = False  # whether it heard the entries since its last choice
        self.seat: i64 = NONE
        self.forced: i64 = NONE  # the first action of every iteration, if it is given
        self.stop = StopSignal()
        self.is_long: bool = style.iterations > LONG
        self.alone: bool = False
        self.until: float = 0.0  # the end of the turn by the clock; 0: a turn begins
        self.moved = zeros(room)
        self.path = zeros(DEPTH)
        self.depth: i64 = 0
        self.out = zeros(ROOM)
        self.codes = zeros(ROOM)
        self.slot = zeros(CODES)  # code -> child of the node at hand
        self.worth: vec[float] = vec[float]([0.0] * SPECTATOR)

    def begin(self) -> None:
        self.root = NONE
        self.until = 0.0

    def notice(self, seat: i64, code: i64) -> None:
        self.informed = True
        if seat != self.seat and (seat != CHANCE or self.alone):
            self.until = 0.0  # another turn
        if self.root != NONE:
            self.root = self.child(self.root, code)

    def choose(self, view: State, seat: i64, rng: Rng) -> i64:
        if view.legal(seat, self.out) == 1:
            return self.out[0]
        if self.root == NONE or not self.informed:
            self.clear()
        elif self.root != 0:
            self.keep_branch(self.root)
        if not self.informed or self.seat != seat:
            self.until = 0.0
        self.informed = False
        self.seat = seat
        self.alone = view.seats == 1
        self.run(view, seat, rng)
        return self.best(view, seat, rng)

    def run(self, view: State, seat: i64, rng: Rng) -> None:
        """Grow the tree until its root has all its visits or time is up."""
        state = view.blank()
        seconds = self.style.seconds
        if seconds != 0.0 and self.until == 0.0:
            self.until = perf_counter() + seconds
        first = self.visits[0]
        for i in range(first, self.style.iterations):
            if (i % GLANCE == 0 or i < GLANCE or i == first) and self.must_stop():
                break
            state.copy_from(view)
            state.guess(seat, rng)
            self.iterate(state, seat, rng)

    def must_stop(self) -> bool:
        """Whether the turn is out of time, or the search was told to stop."""
        if self.is_long:
            let_ctrl_c_through()
        return self.stop.is_set() or (self.until != 0.0 and perf_counter() > self.until)

    def clear(self) -> None:
        """Begin a new tree."""
        self.nodes = 0
        self.root = 0
        self.add(NONE, NONE, NONE)

    def keep_branch(self, root: i64) -> None:
        """Drop all but one branch. Children come after their parents, so all nodes can move up."""
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
        """The legal action visited most; by heuristic if there was no time to try any."""
        n = view.legal(seat, self.out)
        best: i64 = NONE
        most: i64 = NONE
        for i in range(n):
            child = self.child(0, self.out[i])
            if child != NONE and self.visits[child] > most:
                most = self.visits[child]
                best = self.out[i]
        if best == NONE:
            return best_by_heuristic(view, seat, self.out, n, rng)
        return best

    def outlook(self, view: State, seat: i64, rng: Rng, first: i64 = NONE) -> float:
        """The score a seat may expect, in its turn or not; `first` fixes its first action."""
        self.clear()
        self.until = 0.0
        self.forced = first
        self.run(view, seat, rng)
        self.forced = NONE
        self.root = NONE
        return self.total[0] / float(max(1, self.visits[0]))

    def ranked(self, view: State, seat: i64) -> list[tuple[int, int, float]]:
        """Legal actions with their visits and mean scores, most visited first."""
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
        """Descend, add one node, play on, and update every node on the way."""
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
        self.update(me)

    # -- the tree -----------------------------------------------------------------------------

    def select(self, state: State, node: i64, seat: i64, me: i64, rng: Rng) -> i64:
        """An untried action, if the node may have one more, else the best by upper bound."""
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
        if fresh == 0 or not self.may_widen(node, n - fresh):
            pick = self.best_bound(n, rng)
        elif self.style.led:
            pick = self.best_untried(state, seat, n)
        self.count_possible(node, n)
        if seat != me and codes[pick] != out[pick] and self.is_guided(rng):
            return self.best_veiled(state, seat, codes[pick], n)
        return out[pick]

    def is_guided(self, rng: Rng) -> bool:
        """Whether a step outside the tree follows the heuristic."""
        return self.style.guided != 0 and rng.below(100) < self.style.guided

    def best_veiled(self, state: State, seat: i64, code: i64, n: i64) -> i64:
        """Of the actions that look alike to the searcher, the best by heuristic."""
        best: i64 = NONE
        top: i64 = 0
        for i in range(n):
            if self.codes[i] == code:
                heuristic = state.heuristic(seat, self.out[i])
                if best == NONE or heuristic > top:
                    best, top = self.out[i], heuristic
        return best

    def may_widen(self, node: i64, tried: i64) -> bool:
        """Whether a node has enough visits for one more action."""
        widening = self.style.opening if node == 0 else self.style.widening
        if widening == 0.0 or tried == 0:
            return True
        return float(tried) < widening * sqrt(float(self.visits[node]))

    def best_bound(self, n: i64, rng: Rng) -> i64:
        """The index of the action with the best upper bound."""
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

    def best_untried(self, state: State, seat: i64, n: i64) -> i64:
        """The index of the untried action that is best by heuristic."""
        pick: i64 = NONE
        top: i64 = 0
        for i in range(n):
            if self.slot[self.codes[i]] == 0:
                heuristic = state.heuristic(seat, self.out[i])
                if pick == NONE or heuristic > top:
                    pick, top = i, heuristic
        return pick

    def count_possible(self, node: i64, n: i64) -> None:
        """Count this iteration for every child that was possible in it, and clear the slots."""
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

    def update(self, me: i64) -> None:
        """Add the scores of an iteration to the nodes on its path."""
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
        """Play to the end, or to the first end of a turn beyond the horizon; note the scores."""
        if self.style.guided == 0 and self.style.horizon == TO_THE_END:
            playout(state, rng, self.out)
            self.note_scores(state)
            return
        left = self.style.horizon
        alone = state.seats == 1
        acting = state.settle(rng)
        while acting != 0:
            seat = first_seat(acting)
            state.apply(seat, self.playout_action(state, seat, rng))
            # A turn ends when another seat is to act; a lone player's when chance is.
            over = alone and state.acting() != acting
            before = acting
            acting = state.settle(rng)
            if left > 0:
                left -= 1
            if left == 0 and acting != 0 and (over or acting != before):
                self.evaluation.judge(state, self.worth)
                return
        self.note_scores(state)

    def note_scores(self, state: State) -> None:
        worth = self.worth
        for seat in range(state.seats):
            worth[seat] = state.score(seat)

    def playout_action(self, state: State, seat: i64, rng: Rng) -> i64:
        """The action of a seat in a playout: by heuristic, or at random."""
        n = state.legal(seat, self.out)
        if self.is_guided(rng):
            return best_by_heuristic(state, seat, self.out, n, rng)
        return self.out[rng.below(n)]
