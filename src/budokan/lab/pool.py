"""Tasks shared among processes."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def run_tasks(
    work: Callable[[Task], Answer], tasks: Sequence[Task], jobs: int
) -> Iterator[tuple[Task, Answer]]:
    """Yield every task with its answer as soon as it is ready; one job runs in this process."""
    if jobs == 1:
        yield from ((task, work(task)) for task in tasks)
        return
    left = list(reversed(tasks))
    waiting: dict[Future[Answer], Task] = {}
    workers = min(jobs, os.cpu_count() or 1)
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_leave_interrupts)
    try:
        while left or waiting:
            while left and len(waiting) < 2 * workers:
                task = left.pop()
                waiting[pool.submit(work, task)] = task
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield waiting.pop(future), future.result()
    except BaseException:  # also when the caller stops listening
        for child in multiprocessing.active_children():
            child.terminate()
        pool.shutdown(cancel_futures=True)  # its thread must not outlive the pipes it reads
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _leave_interrupts() -> None:
    """Leave Ctrl-C to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
