"""Whole matches at full speed: for simulations, benchmarks and rollouts."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.agents.plain import Agent
from budokan.kit.contract import CHANCE, ROOM, EventSink, State, first_seat
from budokan.kit.pile import zeros
from budokan.kit.rng import Rng

KINDS: Final = 256
AGENT_STREAM: Final = 1 << 20  # chance and each seat have generators of their own


def playout(state: State, rng: Rng, out: vec[i64]) -> i64:
    """Play at random to the end and return the number of decisions."""
    decisions: i64 = 0
    acting = state.settle(rng)
    while acting != 0:
        seat = first_seat(acting)
        state.apply(seat, out[rng.below(state.legal(seat, out))])
        acting = state.settle(rng)
        decisions += 1
    return decisions


def playouts(start: State, games: i64, seed: i64) -> tuple[i64, i64]:
    """Play random matches; their decisions, and a checksum of the results."""
    state = start.blank()
    rng = Rng(seed)
    out = zeros(ROOM)
    decisions: i64 = 0
    check: i64 = 0
    for _ in range(games):
        state.copy_from(start)
        n = playout(state, rng, out)
        decisions += n
        won = 1 if state.score(0) > 0.75 else 2 if state.score(0) < 0.25 else 3
        check = (check * 31 + n * 4 + won) & 0xFFFFFFFF
    return decisions, check


@final
class Tally(EventSink):
    """Counts events by kind."""

    def __init__(self) -> None:
        self.count = zeros(KINDS)

    def emit(self, kind: i64, seat: i64, a: i64, b: i64) -> None:
        self.count[kind] += 1


@final
class Runner:
    """Plays matches of one setup with the same agents, and keeps the entries of the last."""

    def __init__(self, start: State, agents: list[Agent]) -> None:
        self.start = start
        self.agents = agents
        self.state: State = start.blank()
        self.view: State = start.blank()
        self.chance = Rng(1)
        self.rngs = [Rng(1) for _ in agents]
        self.tally = Tally()
        self.entries: list[tuple[int, int]] = []
        self.has_listeners: bool = any(agent.remembers for agent in agents)

    def play(self, seed: i64, index: i64, most: i64, keep: bool) -> i64:
        """Play match number `index` of a series; its decisions, or -1 if they exceed `most`."""
        state = self.state
        state.copy_from(self.start)
        state.events = self.tally
        self.chance.reseed(seed, index)
        for seat in range(len(self.rngs)):
            self.rngs[seat].reseed(seed, index + AGENT_STREAM * (seat + 1))
        for agent in self.agents:
            agent.begin()
        self.entries.clear()
        decisions: i64 = 0
        acting = self.settle(keep)
        while acting != 0:
            if decisions == most:
                return -1
            self.step(first_seat(acting), keep)
            decisions += 1
            acting = self.settle(keep)
        return decisions

    def settle(self, keep: bool) -> i64:
        """Let chance act; entry by entry if the entries are kept or heard."""
        state = self.state
        if not keep and not self.has_listeners:
            return state.settle(self.chance)
        acting = state.acting()
        while acting == 1 << CHANCE:
            self.enter(CHANCE, state.sample(self.chance), keep)
            acting = state.acting()
        return acting

    def enter(self, seat: i64, action: i64, keep: bool) -> None:
        """Apply an entry, and show it to the agents that remember."""
        if keep:
            self.entries.append((int(seat), int(action)))
        if self.has_listeners:
            for viewer in range(self.state.seats):
                agent = self.agents[viewer]
                if agent.remembers:
                    agent.notice(seat, self.state.seen(viewer, seat, action))
        self.state.apply(seat, action)

    def step(self, seat: i64, keep: bool) -> None:
        """Let one seat decide, knowing only what it may know."""
        state = self.state
        agent = self.agents[seat]
        view = state
        if agent.needs_view:
            view = self.view
            view.copy_from(state)
            view.observe(seat)
        self.enter(seat, agent.choose(view, seat, self.rngs[seat]), keep)
