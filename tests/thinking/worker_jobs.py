"""Jobs for worker processes in tests: they wait, die, hang and lie. Imports little: a worker must
import it, too."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from budokan.kit.errors import Refusal
from budokan.thinking import worker_process
from budokan.thinking.cancel import Deadline
from budokan.thinking.line import HEADER
from budokan.thinking.messages import Plan, Task, think


def who(_: object) -> int:
    return os.getpid()


def until_cancelled(sign: str) -> None:
    Path(sign).touch()
    deadline = Deadline()
    while not deadline.is_set():
        time.sleep(0.001)


def deaf(sign: str) -> None:
    Path(sign).touch()
    threading.Event().wait()


def think_openly(given: tuple[str, Task]) -> Plan:
    """Think after signalling that the search has begun."""
    sign, work = given
    Path(sign).touch()
    return think(work)


def refuse(_: object) -> None:
    raise Refusal("No.")


def die(_: object) -> None:
    os._exit(1)


def spin(sign: str) -> int:
    """The first time without an end; then the process that does it."""
    if not Path(sign).exists():
        Path(sign).touch()
        while True:
            pass
    return os.getpid()


def spin_for_ever(sign: str) -> None:
    with Path(sign).open("a") as told:
        told.write("x")
    while True:
        pass


# -- lies -----------------------------------------------------------------------------------------


def lie(kind: str) -> int:
    """From the next job on, lie in one of several ways instead of answering."""
    honest = worker_process.tell

    def tell(line: int, number: int, body: bytes = b"") -> None:
        if body:
            LIES[kind](line, number, body)
        else:
            honest(line, number)

    worker_process.tell = tell
    return os.getpid()


def write(line: int, number: int, body: bytes) -> None:
    os.write(line, HEADER.pack(number, len(body)) + body)


def endless(line: int, number: int, body: bytes) -> None:
    os.write(line, HEADER.pack(number, 2**32 - 1))
    while True:
        os.write(line, bytes(1 << 16))


def chatter(line: int, number: int, body: bytes) -> None:
    while True:
        os.write(line, HEADER.pack(0, 0))


class Evil:
    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (1,)


LIES: dict[str, Callable[..., None]] = {
    "garbage": lambda line, number, body: write(line, number, b"garbage"),
    "another job": lambda line, number, body: write(line, number + 1, body),
    "endless": endless,
    "chatter": chatter,
}
