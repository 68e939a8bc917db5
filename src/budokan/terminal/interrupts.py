"""Ctrl-C while agents think: an exception in the middle of compiled code can crash a process."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

INTERRUPTED = 130


@contextmanager
def call_on_ctrl_c(answer: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C calls a function at once; inside compiled code it must not raise."""

    def handle(number: int, frame: FrameType | None) -> None:
        answer()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def exit_on_ctrl_c(message: str = "interrupted.", *, has_workers: bool = False) -> Iterator[None]:
    """Ctrl-C prints one line and ends the process."""
    with call_on_ctrl_c(lambda: exit_with(f"budokan: {message}", has_workers=has_workers)):
        yield


@contextmanager
def raise_on_ctrl_c() -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt, as Python does by default."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def note_ctrl_c() -> Iterator[Callable[[], None]]:
    """Ctrl-C is only noted; the function given to the caller raises it where that is safe."""
    noted: list[bool] = []

    def check() -> None:
        if noted:
            raise KeyboardInterrupt

    with call_on_ctrl_c(lambda: noted.append(True)):
        yield check


def exit_with(line: str, *, has_workers: bool = False) -> None:
    """Print a line and exit: at once, or by an exception, so that worker processes end too."""
    with suppress(Exception):
        sys.stdout.flush()
    write_line(line)
    if has_workers:
        raise SystemExit(INTERRUPTED)
    os._exit(INTERRUPTED)


def write_line(line: str) -> None:
    """Write a line to stderr, below a progress bar; the Python streams may be busy."""
    below = "\033[?25h\n" if sys.stderr.isatty() else ""
    with suppress(OSError):
        os.write(2, f"{below}{line}\n".encode())
