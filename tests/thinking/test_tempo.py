"""The time of a bot's move tells nothing hidden; no test here lets time pass by itself."""

from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from budokan.kit.contract import CHANCE, legal_codes
from budokan.kit.game import find, find_all
from budokan.match.match import CodedMatch
from budokan.server.run import PAUSE
from budokan.thinking import tempo, turns
from budokan.thinking.messages import Task, Thought, think, view_key
from budokan.thinking.tempo import FADES, FEW, KEPT, MOMENTS, SLOT, Moment, Move, Tempo
from budokan.thinking.turns import Turns
from tests.match.test_scenes_in_two_worlds import walk
from tests.sampling import a_few

AT = Moment("udaka", "green", 5)
MOST = 1.5  # seconds of pauses in a turn
DRAWS = 400  # moves of each world


class Hand:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Hand:
    hand = Hand()
    monkeypatch.setattr(turns, "monotonic", hand)
    return hand


@dataclass
class Slow:
    """Workers that are free and think after times drawn by lot."""

    clock: Hand
    lot: Random
    waits: tuple[float, ...] = (0.0,)
    takes: tuple[float, ...] = (0.1, 0.7, 0.9)
    thoughts: int = 0

    async def __call__(self, given: Task) -> Thought:
        took = self.pass_time(given)
        return Thought({} if given.empty else think(given), took)

    def pass_time(self, given: Task) -> float:
        """Wait and think; returns the seconds of thought."""
        took = 0.0 if given.empty else self.lot.choice(self.takes)
        self.thoughts += not given.empty
        self.clock.now += self.lot.choice(self.waits) + took
        return took


def result(work: Coroutine[Any, Any, int]) -> int:
    """The result of work that waits for nothing."""
    with pytest.raises(StopIteration) as done:
        work.send(None)
    return int(done.value.value)


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
    planning, ask = Turns(given, pause), Slow(clock, Random(seed))
    began, before, forced = clock.now, 0, True
    while not match.over:
        seat = match.acting[0]
        forced &= match.state_for(seat).is_forced(seat)
        action = result(planning.next(match, seat, "random", ask))
        shown = planning.turn(match, seat).shown
        clock.now += planning.wait(match, seat, action)
        draft = match.stays_draft(seat, action)
        match.play(seat, action)
        if not draft:
            yield Seen(clock.now - began, forced, ask.thoughts > before, shown)
            began, before, forced = clock.now, ask.thoughts, True


@pytest.mark.parametrize("game", sorted(set(find_all()) - {"master_udo"}))
def test_only_publicly_forced_moves_are_quick(game: str, clock: Hand) -> None:
    """All others are seen at a slot: the pause, or some steps of a fixed size later."""
    free = 0
    for seed in range(2):
        for seen in played(game, seed, clock, Tempo(seed), 0.6):
            if seen.forced:
                assert not seen.thought and seen.seconds == 0.0
            else:
                late = (seen.seconds - 0.6 * FADES**seen.shown) / SLOT
                assert late > -1e-6 and abs(late - round(late)) < 1e-6
                free += 1
    assert free > 20


# -- two worlds -----------------------------------------------------------------------------------


@dataclass
class Twins:
    """A seat to move in two worlds that a viewer cannot tell apart: one choice, and several."""

    seat: int
    one: CodedMatch
    several: CodedMatch


PAIRS = [("kenpo_masters", 17, 9), ("martial_art", 39, 1), ("martial_art black, two", 33, 9)]


def twins(table: str, seed: int, viewer: int) -> Twins:
    for _, pair in walk(table, seed, viewer):
        for seat in pair[0].acting:
            if seat in (CHANCE, viewer) or any(match.drafted(seat) for match in pair):
                continue
            one, several = sorted(pair, key=lambda match: len(match.legal(seat)))
            if len(one.legal(seat)) == 1 < len(several.legal(seat)):
                return Twins(seat, one, several)
    raise AssertionError("no such worlds")


def delays(
    match: CodedMatch, seat: int, given: Tempo, ask: Slow, *, planned: bool = False
) -> Counter[float]:
    """How often a move is seen after how many seconds; every thought ends with the move."""
    found: Counter[float] = Counter()
    shows = next(each for each in match.legal(seat) if not match.stays_draft(seat, each))
    seen = view_key(match.view(seat))

    async def answer(task: Task) -> Thought:
        return Thought({seen: shows}, ask.pass_time(task))

    for _ in range(DRAWS):
        planning, began = Turns(given, 0.6), ask.clock.now
        if planned:
            planning.turn(match, seat).plan = {seen: shows}
        action = result(planning.next(match, seat, "random", answer))
        ask.clock.now += planning.wait(match, seat, action)
        found[round(ask.clock.now - began, 3)] += 1
    return found


def distance(one: Counter[float], two: Counter[float]) -> float:
    """The greatest difference between the shares of a time."""
    return max(abs(one[at] / one.total() - two[at] / two.total()) for at in {*one, *two})


def told(where: Twins, clock: Hand) -> float:
    """How well time tells the worlds apart; also a planned move from one thought about."""
    given, lot = Tempo(1), Random(2)
    takes = (*(0.1, 0.2, 0.3, 0.4, 0.45) * 3, 1.4)
    ask = Slow(clock, lot, (0.0, 0.0, 0.9), takes)
    for _ in range(2):  # the first moves make what is known about later ones
        thinks = delays(where.several, where.seat, given, ask)
        single = delays(where.one, where.seat, given, ask)
        planned = delays(where.several, where.seat, given, ask, planned=True)
    assert len(thinks) > 2, "nothing varies"
    return max(distance(thinks, single), distance(thinks, planned))


ENOUGH = 0.12  # of the moves: twice what luck makes of two times DRAWS of them


@pytest.mark.parametrize(("table", "seed", "viewer"), [PAIRS[0], *a_few(PAIRS[1:], 0)])
def test_one_choice_a_plan_and_a_thought_take_the_same_time(
    table: str, seed: int, viewer: int, clock: Hand
) -> None:
    where = twins(table, seed, viewer)
    assert where.one.view(viewer).encode() == where.several.view(viewer).encode()
    assert told(where, clock) < ENOUGH


async def at_once(action: int, given: Task, ask: turns.Ask) -> int:
    return action


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "one choice waits for no worker": lambda patch: patch.setattr(turns, "_wait_for_turn", at_once),
    "one choice takes no time": lambda patch: patch.setattr(Tempo, "sample", lambda *_: 0.0),
    "one choice is always late": lambda patch: patch.setattr(Tempo, "sample", lambda *_: 1.4),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str, clock: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[leak](monkeypatch)
    assert told(twins(*PAIRS[0]), clock) > ENOUGH


def test_before_anything_is_known_every_move_takes_as_long_as_the_longest_thought() -> None:
    """How many moves there were is public; which of them needed a thought is not."""
    given = Tempo(1)
    for n in range(FEW):
        move = Move(AT, 0.0, longest=1.5, free=True)
        move.thought = 0.2 if n % 2 else None
        assert move.seconds(given, 0.6, 0.21) == pytest.approx(1.6)
    known = Move(AT, 0.0, longest=1.5, free=True)
    assert known.seconds(given, 0.6, 0.01) == pytest.approx(0.6)


def test_most_moves_are_seen_at_one_time() -> None:
    """The slot of a class covers nine of ten thoughts; a longer one is seen at a later slot."""
    given = Tempo(1)
    for n in range(KEPT):
        given.note(AT, 2.0 if n % 20 == 0 else 0.9)
    found: Counter[float] = Counter()
    for n in range(40):
        took = 2.0 if n % 20 == 0 else n / 50
        move = Move(AT, 0.0, free=True, thought=took)
        found[round(move.seconds(given, 0.6, took), 6)] += n >= FEW
    assert found == {1.1: 31, 2.1: 1}


# -- what is kept ---------------------------------------------------------------------------------


def test_moments_that_differ_for_everybody_are_kept_apart() -> None:
    given = Tempo(1)
    given.note(AT, 0.9)
    assert given.sample(AT) == 0.9
    others = AT._replace(phase=6), AT._replace(agent="white"), AT._replace(order=1)
    assert [given.sample(at) for at in others] == [0.0] * 3


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

    ask = Slow(clock, Random(1))
    action = result(planning.next(match, seat, "random", ask))
    assert planning.wait(match, seat, action) == 0.0
    assert result(planning.next(match, seat, "random", ask)) == action  # as planned
    assert ask.thoughts == 1


def test_the_moment_is_what_a_spectator_knows() -> None:
    """The same for every hand the seat may hold."""
    match = CodedMatch(find("udaka"), find("udaka").setup(), seed="x")
    match.begin()
    seat = match.acting[0]
    assert tempo.moment(match, "green") == AT
    assert len(legal_codes(match.state, seat)) > 1
