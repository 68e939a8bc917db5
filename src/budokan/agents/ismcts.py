"""Information-set Monte Carlo tree search, through the contract alone.

Every iteration guesses a world the searcher cannot tell from the true one. Edges are entries as the
searcher sees them, so what is veiled shares an edge. Every seat maximises its own score; an edge
competes only in the iterations in which it was possible.
"""

from math import log, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.agents.plain import Agent
from budokan.agents.runner import playout
from budokan.kit.core import CHANCE, ROOM, State, first_seat
from budokan.kit.pile import zeros
from budokan.kit.rng import Rng

NONE: Final = -1
DEPTH: Final = 4096
EXPLORATION: Final = 0.7


@final
class Search(Agent):
    """The tree as a pool of nodes in buffers: first child, next sibling, edge, counts."""

    def __init__(self, iterations: i64) -> None:
        super().__init__()
        room = int(iterations) * 4 + 256
        self.iterations: i64 = iterations
        self.room: i64 = room
        self.first = zeros(room)
        self.next = zeros(room)
        self.edge = zeros(room)
        self.visits = zeros(room)
        self.possible = zeros(room)
        self.mover = zeros(room)
        self.total: vec[float] = vec[float]([0.0] * room)
        self.nodes: i64 = 0
        self.path = zeros(DEPTH)
        self.depth: i64 = 0
        self.out = zeros(ROOM)
        self.codes = zeros(ROOM)

    def choose(self, view: State, seat: i64, rng: Rng) -> i64:
        if view.legal(seat, self.out) == 1:
            return self.out[0]
        self.run(view, seat, rng)
        return self.best(view, seat)

    def run(self, view: State, seat: i64, rng: Rng) -> None:
        """Grow a new tree from what a seat sees."""
        self.nodes = 0
        self.add(NONE, NONE, NONE)
        state = view.blank()
        for _ in range(self.iterations):
            state.copy_from(view)
            state.guess(seat, rng)
            self.iterate(state, seat, rng)

    def best(self, view: State, seat: i64) -> i64:
        """The legal action tried most often."""
        n = view.legal(seat, self.out)
        best = self.out[0]
        most: i64 = NONE
        for i in range(n):
            child = self.child(0, self.out[i])
            if child != NONE and self.visits[child] > most:
                most = self.visits[child]
                best = self.out[i]
        return best

    def iterate(self, state: State, me: i64, rng: Rng) -> None:
        """Descend, add one node, play on at random, and tell every node on the way."""
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
        playout(state, rng, self.out)
        self.learn(state)

    def select(self, state: State, node: i64, seat: i64, me: i64, rng: Rng) -> i64:
        """An action not tried yet, or else the one with the best upper bound."""
        out = self.out
        codes = self.codes
        n = state.legal(seat, out)
        fresh: i64 = 0
        pick: i64 = 0
        top = -1.0
        ties: i64 = 0
        for i in range(n):
            codes[i] = state.seen(me, seat, out[i])
            child = self.child(node, codes[i])
            if child == NONE:
                fresh += 1
                if rng.below(fresh) == 0:
                    pick = i
            elif fresh == 0:
                value = self.bound(child)
                if value > top:
                    top, pick, ties = value, i, 1
                elif value == top:  # veiled actions share an edge
                    ties += 1
                    if rng.below(ties) == 0:
                        pick = i
        self.note_possible(node, n)
        return out[pick]

    def note_possible(self, node: i64, n: i64) -> None:
        """Count an iteration for every child of a node that was possible in it."""
        codes = self.codes
        child = self.first[node]
        while child != NONE:
            code = self.edge[child]
            for i in range(n):
                if codes[i] == code:
                    self.possible[child] += 1
                    break
            child = self.next[child]

    def bound(self, child: i64) -> float:
        visits = float(self.visits[child])
        spread = sqrt(log(float(self.possible[child] + 1)) / visits)
        return self.total[child] / visits + EXPLORATION * spread

    def learn(self, state: State) -> None:
        for i in range(self.depth):
            node = self.path[i]
            self.visits[node] += 1
            mover = self.mover[node]
            if mover != CHANCE:
                self.total[node] += state.score(mover)

    def child(self, node: i64, code: i64) -> i64:
        child = self.first[node]
        while child != NONE and self.edge[child] != code:
            child = self.next[child]
        return child

    def add(self, node: i64, code: i64, mover: i64) -> i64:
        new = self.nodes
        self.nodes = new + 1
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
