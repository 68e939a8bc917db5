"""Many matches at once: what callers are told is what the rules say, place by place."""

import gc
import struct
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from budokan.agents.plain import Agent
from budokan.agents.registry import find_agent
from budokan.agents.runner import Runner
from budokan.bridges.batch import DISABLED, LOSE, NEXT_STEP, RAISE, SAME_STEP, Batch, Conduct
from budokan.bridges.make import batch_of
from budokan.kit.action_ids import legal_ids, mask_of
from budokan.kit.contract import State, first_seat
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup, find, find_all
from budokan.kit.lens import row_of
from budokan.kit.rng import Rng
from tests.kit.settings import INTERPRETED

GAMES = list(find_all().values())
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
STEPS = 120 if INTERPRETED else 1500
BUFFERS = (
    "observations", "masks", "legal", "starts", "seats", "movers", "rewards", "terminations",
    "truncations", "illegal", "decisions", "lengths", "final_observations",
)  # fmt: skip
SIZE = 5


def packed(ids: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(ids)}q", *ids)


def lists(batch: Batch) -> list[list[int]]:
    """The legal ids of each place."""
    starts, legal = list(batch.starts), [int(id) for id in batch.legal]
    return [legal[starts[i] : starts[i + 1]] for i in range(int(batch.size))]


def told(batch: Batch) -> dict[str, Any]:
    return {name: list(getattr(batch, name)) for name in BUFFERS}


def at_place(batch: Batch, i: int) -> dict[str, Any]:
    """What the caller is told of one place."""
    size, found = int(batch.size), told(batch)
    del found["legal"], found["starts"]
    parts = {name: len(values) // size for name, values in found.items()}
    return {
        **{name: found[name][i * n : (i + 1) * n] for name, n in parts.items()},
        "ids": lists(batch)[i],
    }


class Chooser:
    """Picks legal ids, at each place from a generator of its own."""

    def __init__(self, first: int, size: int) -> None:
        self.rngs = [Rng(first + i + 1) for i in range(size)]

    def pick(self, batch: Batch) -> bytes:
        return packed(
            [
                ids[rng.below(len(ids))] if ids else 0
                for ids, rng in zip(lists(batch), self.rngs, strict=True)
            ]
        )


# -- the batch does what the rules say ------------------------------------------------------------


def by_hand(game: Game, setup: Setup, seed: int, choose: Rng) -> Iterator[dict[str, Any]]:
    """Match after match played by the contract alone, told as a batch with NEXT_STEP tells it."""
    lens, ids, number = game.lens_of(setup), game.action_ids, -1
    seats = setup.seats
    while True:
        number += 1
        state, chance, decisions, mover = game.start(setup), Rng(1), 0, 0
        chance.reseed(seed, number)
        acting = state.settle(chance)
        while True:
            seat = first_seat(acting) if acting else mover
            legal = legal_ids(ids, state, seat)
            scores = [state.score(one) for one in range(seats)]
            utility = [(seats * s - 1) / (seats - 1) if seats > 1 else s for s in scores]
            yield {
                "observations": list(row_of(lens, state, seat)),
                "masks": list(mask_of(ids, state, seat)),
                "ids": legal,
                "seats": [seat],
                "rewards": [0.0] * seats if acting else utility,
                "terminations": [int(not acting)],
                "truncations": [0],
                "illegal": [0],
                "decisions": [decisions],
                "lengths": [0 if acting else decisions],
            }
            if not acting:
                break
            state.apply(seat, ids.code[legal[choose.below(len(legal))]])
            mover, decisions = seat, decisions + 1
            acting = state.settle(chance)


def setups(game: Game) -> list[Setup]:
    """The fewest and the most seats, and one switch that is not as usual."""
    found = [game.setup(seats) for seats in sorted({min(game.seats), max(game.seats)})]
    switch: dict[str, dict[str, Any]] = {
        "dojo_duel": {"fan": "holder"},
        "kenpo_masters": {"side_kick_optional": True},
        "martial_art": {"mode": "black"},
        "master_udo": {"hero": "kai"},
        "udaka": {"next_dealer": "redraw"},
    }
    return [*found, game.setup(given=switch[game.id])]


@EACH
def test_every_place_plays_by_the_rules(game: Game) -> None:
    for setup in setups(game):
        batch, chooser = batch_of(game, setup, SIZE), Chooser(0, SIZE)
        batch.reset(40)
        hands = [by_hand(game, setup, 40 + i, Rng(i + 1)) for i in range(SIZE)]
        for _ in range(STEPS):
            for i, hand in enumerate(hands):
                expected, found = next(hand), at_place(batch, i)
                assert {name: found[name] for name in expected} == expected
            batch.step(chooser.pick(batch))


@pytest.mark.parametrize("autoreset", [NEXT_STEP, SAME_STEP])
@EACH
def test_a_place_does_not_depend_on_how_many_there_are(game: Game, autoreset: int) -> None:
    """Place i of many is the only place of a batch with seed + i."""
    conduct = Conduct(autoreset=autoreset, most=60, skip_forced=True)
    setup = game.setup()

    def made(size: int) -> Batch:
        return batch_of(game, setup, size, seats=(), opponents="greedy", conduct=conduct)

    many, chooser = made(SIZE), Chooser(0, SIZE)
    many.reset(7)
    alone = [(made(1), Chooser(i, 1)) for i in range(SIZE)]
    for i, (one, _) in enumerate(alone):
        one.reset(7 + i)
    ends = 0
    for _ in range(STEPS):
        for i, (one, own) in enumerate(alone):
            mine, theirs = at_place(many, i), at_place(one, 0)
            if not mine["lengths"][0]:  # the rows of other places may have ended
                mine.pop("final_observations"), theirs.pop("final_observations")
            assert mine == theirs
            ends += mine["lengths"][0] > 0
            one.step(own.pick(one))
        many.step(chooser.pick(many))
    assert ends > 2


class First(Agent):
    """Plays the lowest id."""

    def __init__(self, game: Game) -> None:
        super().__init__(needs_view=False)
        self.ids = game.action_ids

    def choose(self, view: State, seat: int, rng: Rng) -> int:
        return int(self.ids.code[legal_ids(self.ids, view, seat)[0]])


@pytest.mark.parametrize("name", ["random", "greedy", "search:20"])
@pytest.mark.parametrize("game", ["dojo_duel", "martial_art", "udaka"])
def test_opponents_play_as_in_simulations(game: str, name: str) -> None:
    """Also those that remember: they see every entry, and only what they may see."""
    found = find(game)
    setup = found.setup(given={"max_rounds": 2} if game == "martial_art" else {})
    agents = [First(found), *(find_agent(name, found) for _ in range(setup.seats - 1))]
    runner = Runner(found.start(setup), agents)
    batch = batch_of(found, setup, 2, seats=[0], opponents=name)
    batch.reset(3)
    for seed in (3, 4):
        decisions = runner.play(seed, 0, 10_000, False)
        place = seed - 3
        while not batch.terminations[place]:
            batch.step(packed([ids[0] if ids else 0 for ids in lists(batch)]))
        assert batch.lengths[place] == decisions
        score = runner.state.score(0)
        expected = (setup.seats * score - 1) / (setup.seats - 1)
        assert batch.rewards[place * setup.seats] == pytest.approx(expected)
        batch.reset(3)


# -- ends -----------------------------------------------------------------------------------------


def play_until(batch: Batch, holds: Callable[[], bool]) -> None:
    chooser = Chooser(0, int(batch.size))
    for _ in range(3000):
        if holds():
            return
        batch.step(chooser.pick(batch))
    raise AssertionError("it never came to that")


@EACH
def test_next_step_shows_the_end_and_then_begins(game: Game) -> None:
    batch = batch_of(game, game.setup(), 1)
    batch.reset(1)
    play_until(batch, lambda: bool(batch.terminations[0]))
    assert lists(batch) == [[]] and not any(batch.masks) and any(batch.observations)
    assert batch.lengths[0] == batch.decisions[0] > 0
    batch.step(packed([-1]))  # ignored
    assert not batch.terminations[0] and batch.decisions[0] == 0 == batch.lengths[0]
    assert lists(batch)[0] and not any(batch.rewards)


@EACH
def test_same_step_shows_the_end_and_the_beginning(game: Game) -> None:
    given, setup = Conduct(autoreset=SAME_STEP), game.setup()
    batch, slow = batch_of(game, setup, 1, conduct=given), batch_of(game, setup, 1)
    batch.reset(1)
    slow.reset(1)
    play_until(batch, lambda: bool(batch.terminations[0]))
    play_until(slow, lambda: bool(slow.terminations[0]))
    for name in ("rewards", "lengths", "movers"):
        assert list(getattr(batch, name)) == list(getattr(slow, name))
    assert list(batch.final_observations) == list(slow.observations)
    slow.step(packed([0]))
    for name in ("observations", "masks", "legal", "seats", "decisions"):
        assert list(getattr(batch, name)) == list(getattr(slow, name))


def test_disabled_stays_over_until_asked() -> None:
    game = find("udaka")
    batch = batch_of(game, game.setup(2), 2, conduct=Conduct(autoreset=DISABLED))
    batch.reset(1)
    play_until(batch, lambda: bool(batch.terminations[0]))
    before = at_place(batch, 0)
    batch.step(packed([-1, lists(batch)[1][0] if lists(batch)[1] else -1]))
    after = at_place(batch, 0)
    assert after["terminations"] == [1] and after["observations"] == before["observations"]
    assert after["rewards"] == [0.0, 0.0] and after["lengths"] == [0] and after["ids"] == []
    other = at_place(batch, 1)
    batch.begin(bytes([1, 0]))
    fresh = at_place(batch, 0)
    assert fresh["terminations"] == [0] and fresh["decisions"] == [0] and fresh["ids"]
    same = ("observations", "ids", "seats", "decisions", "terminations")
    assert [at_place(batch, 1)[name] for name in same] == [other[name] for name in same]


def test_a_limit_of_decisions_cuts_short() -> None:
    game = find("kenpo_masters")
    batch = batch_of(game, game.setup(), 1, conduct=Conduct(most=10))
    batch.reset(1)
    play_until(batch, lambda: bool(batch.truncations[0]))
    assert batch.lengths[0] == 10 and not batch.terminations[0] and not any(batch.rewards)


def test_seeds_begin_again() -> None:
    game = find("udaka")
    batch = batch_of(game, game.setup(2), 2)
    batch.reset(5)
    first = told(batch)
    batch.begin(b"\1\1")
    assert told(batch)["observations"] != first["observations"]
    batch.reseed(packed([5, 99]), b"\1\0")
    batch.begin(b"\1\0")
    assert at_place(batch, 0)["observations"] == first["observations"][: int(batch.width)]


@EACH
def test_what_is_illegal_loses(game: Game) -> None:
    setup = game.setup()
    for wrong in (-1, int(game.action_ids.size), 1 << 40, None):
        batch = batch_of(game, setup, 1, conduct=Conduct(on_illegal=LOSE))
        batch.reset(2)
        (legal,), seat = lists(batch), int(batch.seats[0])
        id = wrong if wrong is not None else min(set(range(len(legal) + 1)) - set(legal))
        batch.step(packed([id]))
        assert batch.illegal[0] == 1 == batch.terminations[0] and lists(batch) == [[]]
        rewards = list(batch.rewards)
        assert rewards[seat] == (0.0 if setup.seats == 1 else -1 / (setup.seats - 1))
        assert sum(rewards) == pytest.approx(0.0)
        batch.step(packed([id]))  # ignored: another match begins
        assert batch.illegal[0] == 0 == batch.terminations[0] and lists(batch)[0]


def test_what_is_illegal_is_refused_before_anything_is_done() -> None:
    game = find("dojo_duel")
    batch = batch_of(game, game.setup(), 3, conduct=Conduct(on_illegal=RAISE))
    batch.reset(2)
    before, ids = told(batch), lists(batch)
    with pytest.raises(ValueError, match="action 276 is not legal at place 2"):
        batch.step(packed([ids[0][0], ids[1][0], 276]))
    assert told(batch) == before
    with pytest.raises(ValueError, match="8 bytes for 3 places"):
        batch.step(packed([1]))


# -- forced choices, seats, buffers ---------------------------------------------------------------


@EACH
def test_forced_choices_may_be_skipped(game: Game) -> None:
    setup = game.setup()
    batch, usual = (
        batch_of(game, setup, 4, conduct=Conduct(skip_forced=skip)) for skip in (True, False)
    )
    counts = []
    for each in (batch, usual):
        each.reset(1)
        chooser, found = Chooser(0, 4), []
        for _ in range(STEPS):
            found += [len(ids) for ids in lists(each)]
            each.step(chooser.pick(each))
        counts.append(found)
    assert 1 not in counts[0] and 1 in counts[1]


def test_a_seat_may_be_drawn_for_each_match() -> None:
    game = find("udaka")
    batch = batch_of(game, game.setup(3), 30, seats=())
    batch.reset(1)
    assert set(batch.seats) == {0, 1, 2}


def test_buffers_are_new_and_belong_to_the_caller() -> None:
    game = find("udaka")
    batch, chooser = batch_of(game, game.setup(), 3), Chooser(0, 3)
    batch.reset(1)
    kept = {name: memoryview(getattr(batch, name)) for name in BUFFERS}
    values = {name: bytes(view) for name, view in kept.items()}
    assert {view.format for view in kept.values()} == {"B", "q", "d"}
    assert all(view.readonly for view in kept.values())
    for _ in range(50):
        batch.step(chooser.pick(batch))
    assert {name: bytes(view) for name, view in kept.items()} == values


def test_without_rows_there_are_ids_alone() -> None:
    game = find("udaka")
    batch = batch_of(game, game.setup(), 3, rows=False)
    batch.reset(1)
    assert len(batch.observations) == 0 and all(lists(batch))


@EACH
def test_worlds_that_look_alike_are_told_alike(game: Game) -> None:
    """Whatever the seat that decides may not know is replaced: it is told the same."""
    setup = game.setup()
    batch, chooser, rng = batch_of(game, setup, 3), Chooser(0, 3), Rng(9)
    batch.reset(1)
    nothing = bytes(3)
    for _ in range(40):
        batch.step(chooser.pick(batch))
        batch.begin(nothing)
        before = told(batch)
        for i in range(3):
            seat = int(batch.seats[i])
            world = batch.states[i]
            world.observe(seat)
            world.guess(seat, rng)
        batch.begin(nothing)
        assert told(batch) == before


# -- making one -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"size": 0}, "at least one match, not 0"),
        ({"seats": [2]}, "There is no seat 2; seats are 0 to 1"),
        ({"opponents": ["greedy"]}, "1 opponents for 2 seats"),
        ({"seats": [0], "opponents": "gredy"}, "There is no agent 'gredy'; did you mean"),
    ],
)
def test_what_cannot_be_made_is_refused(given: dict[str, Any], refused: str) -> None:
    game = find("dojo_duel")
    with pytest.raises(Refusal, match=refused):
        batch_of(game, game.setup(), given.pop("size", 4), **given)


def test_a_match_that_may_never_end_needs_a_limit() -> None:
    game = find("dojo_duel")
    setup = game.setup(given={"round_limit": "none"})
    with pytest.raises(Refusal, match="Without a round limit"):
        batch_of(game, setup, 1)
    batch_of(game, setup, 1, conduct=Conduct(most=500)).reset(1)


# -- memory ---------------------------------------------------------------------------------------


def used() -> int:
    """Memory of this process, in kB."""
    gc.collect()
    text = Path("/proc/self/status").read_text("utf-8")
    return int(text.partition("VmRSS:")[2].split()[0])


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
@EACH
def test_a_million_steps_need_no_more_memory(game: Game) -> None:
    """Nor do rows that are asked for one by one."""
    size, sets = 100, 3 if INTERPRETED else 100
    conduct = Conduct(autoreset=SAME_STEP)
    batch = batch_of(game, game.setup(), size, conduct=conduct)
    batch.reset(1)
    chooser = Chooser(0, size)
    levels = []
    for _ in range(sets):
        for _ in range(100):
            batch.step(chooser.pick(batch))
            batch.row(0, 0)
            batch.truth(0)
        levels.append(used())
    assert max(levels) - max(levels[: sets // 3]) < 2_000, levels
