"""Lanes: whose job is next, and who is refused; on a clock that is moved by hand."""

from typing import Any, cast

import pytest

from budokan.thinking.lanes import BusyError, Job, Lane, Queue

LANE = Lane("lane", share=3, waiting=5)


class Pool:
    """A queue, and its jobs by name: the owner and a number."""

    def __init__(self) -> None:
        self.now = 100.0
        self.queue = Queue(lambda: self.now)
        self.jobs: dict[str, Job] = {}

    def add(self, name: str, lane: Lane = LANE, *, free: bool = False) -> None:
        job = self.jobs[name] = Job(len(self.jobs), lane, name[0], b"", cast(Any, None))
        self.queue.add(job, free=free)

    def take(self) -> str:
        """The name of the next job, which runs from now on; '' if there is none."""
        job = self.queue.take()
        return next((name for name, each in self.jobs.items() if each is job), "")

    def end(self, name: str, seconds: float = 0.0, how: str = "done") -> None:
        self.now += seconds
        self.queue.end(self.jobs[name], how)


def test_lower_ranks_go_first() -> None:
    pool = Pool()
    for name, rank in (("a1", 3), ("b1", 1), ("c1", 2), ("d1", 1)):
        pool.add(name, Lane(f"rank {rank}", rank=rank))
    assert [pool.take() for _ in range(5)] == ["b1", "d1", "c1", "a1", ""]


def test_owners_take_turns() -> None:
    pool = Pool()
    for name in ("a1", "a2", "a3", "b1", "c1"):
        pool.add(name)
    assert [pool.take() for _ in range(5)] == ["a1", "b1", "c1", "a2", "a3"]


def test_who_has_used_less_goes_before_who_has_used_more() -> None:
    """A newcomer need not wait for a turn of everybody who asks all the time."""
    pool = Pool()
    for name in ("a1", "b1"):
        pool.add(name)
        pool.take()
        pool.end(name, 5.0)
    for name in ("a2", "b2", "c1"):
        pool.add(name)
    assert [pool.take() for _ in range(3)] == ["c1", "a2", "b2"]
    pool.now += 3600.0
    assert pool.queue.lanes["lane"].used_by("a", pool.now) < 0.01


def test_a_lane_holds_only_so_many_workers() -> None:
    pool, narrow = Pool(), Lane("narrow", rank=0, at_once=1)
    for name in ("a1", "b1"):
        pool.add(name, narrow)
    pool.add("c1", Lane("wide"))
    assert [pool.take(), pool.take(), pool.take()] == ["a1", "c1", ""]
    pool.end("a1")
    assert pool.take() == "b1"


def test_shares_and_lanes_can_be_full() -> None:
    pool = Pool()
    for name in ("a1", "a2", "a3"):
        pool.add(name)
    with pytest.raises(BusyError, match="of your requests") as refused:
        pool.add("a4")
    assert refused.value.own
    for name in ("b1", "c1"):
        pool.add(name)
    with pytest.raises(BusyError, match="waiting in this hall") as refused:
        pool.add("d1")
    assert not refused.value.own
    pool.add("e1", free=True)  # a worker is free: it does not wait
    assert pool.take() == "a1"
    with pytest.raises(BusyError):
        pool.add("a5")  # what runs is a part of the share
    pool.end("a1")
    assert pool.take() == "b1"
    assert pool.queue.facts()["lane"].refused == 3
    with pytest.raises(BusyError, match=r"^Later\.$"):
        pool.add("f1", Lane("own words", share=0, busy="Later."))


def test_a_job_whose_worker_was_lost_is_next() -> None:
    pool = Pool()
    for name in ("a1", "a2", "b1"):
        pool.add(name)
    assert pool.take() == "a1"
    pool.queue.put_back(pool.jobs["a1"])
    assert pool.queue.facts()["lane"][:2] == (0, 3)
    assert [pool.take() for _ in range(4)] == ["a1", "b1", "a2", ""]


def test_a_dropped_job_leaves_nothing_behind() -> None:
    pool = Pool()
    for name in ("a1", "a2", "b1"):
        pool.add(name)
    assert pool.queue.drop(pool.jobs["a1"]) and not pool.queue.drop(pool.jobs["a1"])
    assert sorted((pool.take(), pool.take())) == ["a2", "b1"] and pool.take() == ""
    pool.queue.put_back(pool.jobs["b1"])
    assert pool.queue.drop_all() == [pool.jobs["b1"]]
    pool.end("a2", how="cancelled")
    state = pool.queue.lanes["lane"]
    assert (state.running, state.waiting, state.owners, state.held) == (0, 0, {}, {})


def test_facts_tell_how_a_lane_fares() -> None:
    pool = Pool()
    for name in ("a1", "b1", "c1", "d1"):
        pool.add(name)
    for how in ("done", "failed", "too_long"):
        pool.end(pool.take(), 2.0, how)
    facts = pool.queue.facts()["lane"]
    assert facts._asdict() == {
        "running": 0,
        "waiting": 1,
        "waited": 6.0,
        "done": 1,
        "failed": 1,
        "too_long": 1,
        "refused": 0,
        "seconds": 6.0,
    }
