"""The time of a bot's move tells nothing hidden; no test here lets time pass by itself."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from budokan.kit.contract import legal_codes
from budokan.kit.game import find, find_all
from budokan.match.match import CodedMatch
from budokan.server.run import PAUSE
from budokan.thinking import tempo, turns
from budokan.thinking.messages import Plan, Task, think
from budokan.thinking.tempo import FADES, KEPT, MOMENTS, Moment, Move, Tempo
from budokan.thinking.turns import Turns

AT = Moment("udaka", "green", 5)
MOST = 1.5  # seconds of pauses in a turn


class Hand:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Hand:
    hand = Hand()
    monkeypatch.setattr(tempo, "monotonic", hand)
    monkeypatch.setattr(turns, "monotonic", hand)
    return hand


@dataclass
class Seen:
    """A move that others saw: how long it took, and what it was."""

    seconds: float
    forced: bool  # every step was publicly the only choice
    thought: bool
    shown: int  # free moves of this turn before it


def played(name: str, seed: int, clock: Hand, given: Tempo, pause: float) -> Iterator[Seen]:
    """A match of bots; each thought takes a time drawn by lot."""
    match = CodedMatch(find(name), find(name).setup(), seed=f"{seed:032x}")
    match.begin()
    planning, lot, thoughts = Turns(given), Random(seed), [0]

    async def ask(task: Task) -> Plan:
        clock.now += lot.choice((0.1, 0.7, 0.9))
        thoughts[0] += 1
        return think(task)

    began, before, forced = clock.now, 0, True
    while not match.over:
        seat = match.acting[0]
        forced &= match.state_for(seat).is_forced(seat)
        action = asyncio.run(planning.next(match, seat, "random", ask))
        shown = planning.turn(match, seat).shown
        clock.now += planning.wait(match, seat, action, pause)
        draft = match.stays_draft(seat, action)
        match.play(seat, action)
        if not draft:
            yield Seen(clock.now - began, forced, thoughts[0] > before, shown)
            began, before, forced = clock.now, thoughts[0], True


@pytest.mark.parametrize("game", sorted(set(find_all()) - {"master_udo"}))
def test_only_publicly_forced_moves_are_quick(game: str, clock: Hand) -> None:
    free = 0
    for seed in range(2):
        for seen in played(game, seed, clock, Tempo(seed), 0.6):
            least = 0.6 * FADES**seen.shown
            if seen.forced:
                assert not seen.thought and seen.seconds == 0.0
            else:
                assert seen.seconds >= least - 1e-9
                free += 1
    assert free > 20


def test_moves_without_a_thought_take_as_long_as_thoughts_do(clock: Hand) -> None:
    """Their times are drawn from those of thoughts at moments that look alike to everybody."""
    given = Tempo(1)
    lot = Random(2)
    thoughts: list[float] = []
    others: list[float] = []
    for _ in range(4000):
        move = Move(AT, clock.now, free=True)
        if lot.random() < 0.5:
            move.thought = lot.choice((0.1, 0.7, 0.9))
            clock.now += move.thought
            thoughts.append(move.thought + move.left(given, 0.6))
        else:
            others.append(move.left(given, 0.6))
    shares = [Counter(round(n, 6) for n in found) for found in (thoughts, others[KEPT:])]
    assert set(shares[0]) == set(shares[1]) == {0.6, 0.7, 0.9}
    for seconds in shares[0]:
        mine, theirs = (found[seconds] / found.total() for found in shares)
        assert abs(mine - theirs) < 0.06


def test_moments_that_differ_for_everybody_are_kept_apart() -> None:
    given = Tempo(1)
    given.note(AT, 0.9)
    assert given.sample(AT) == 0.9
    assert given.sample(AT._replace(phase=6)) == given.sample(AT._replace(agent="white")) == 0.0


def test_the_memory_is_bounded() -> None:
    given = Tempo(1)
    for n in range(MOMENTS + 10):
        given.note(AT._replace(phase=n), 0.1)
    assert given.sample(AT._replace(phase=0)) == 0.0
    newest = AT._replace(phase=MOMENTS + 9)
    for _ in range(KEPT):
        given.note(newest, 0.3)
    assert {given.sample(newest) for _ in range(200)} == {0.3}


def test_the_pauses_of_a_turn_are_short_together() -> None:
    """Also if a strike is answered in the middle of it, after which they begin again."""
    whole = sum(PAUSE * FADES**n for n in range(50))
    assert 2 * whole <= MOST + 1e-9


def test_a_hall_without_a_pause_waits_for_nothing(clock: Hand) -> None:
    given = Tempo(1)
    given.note(AT, 5.0)
    match = CodedMatch(find("udaka"), find("udaka").setup(), seed="x")
    match.begin()
    seat, planning = match.acting[0], Turns(given)

    async def ask(task: Task) -> Plan:
        return think(task)

    action = asyncio.run(planning.next(match, seat, "random", ask))
    assert planning.wait(match, seat, action, 0.0) == 0.0


def test_the_moment_is_what_a_spectator_knows() -> None:
    """The same for every hand the seat may hold."""
    match = CodedMatch(find("udaka"), find("udaka").setup(), seed="x")
    match.begin()
    seat = match.acting[0]
    assert tempo.moment(match, "green") == AT
    assert len(legal_codes(match.state, seat)) > 1
