"""Ctrl-C while agents think: an exception in the middle of compiled code can crash a process."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

INTERRUPTED = 130


@contextmanager
def answering(heard: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C calls a function, wherever this process is; amid compiled code it must not raise."""

    def handle(number: int, frame: FrameType | None) -> None:
        heard()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def ending(told: str = "interrupted.", *, waits: bool = False) -> Iterator[None]:
    """Ctrl-C says one line and ends the process, which thinks or waits for others that do."""
    with answering(lambda: end(f"budokan: {told}", waits=waits)):
        yield


@contextmanager
def raising() -> Iterator[None]:
    """Ctrl-C is an exception again, for whoever waits for a line."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def noticing() -> Iterator[Callable[[], None]]:
    """Ctrl-C is only noted; what is given back raises it where an exception is welcome."""
    noted: list[bool] = []

    def check() -> None:
        if noted:
            raise KeyboardInterrupt

    with answering(lambda: noted.append(True)):
        yield check


def end(line: str, *, waits: bool = False) -> None:
    """Say a line and end: here and now, or as whoever waits for other processes may."""
    with suppress(Exception):
        sys.stdout.flush()
    say(line)
    if waits:
        raise SystemExit(INTERRUPTED)
    os._exit(INTERRUPTED)


def say(line: str) -> None:
    """A line on stderr, below a bar that hides the cursor; the streams may be amid a write."""
    below = "\033[?25h\n" if sys.stderr.isatty() else ""
    with suppress(OSError):
        os.write(2, f"{below}{line}\n".encode())
