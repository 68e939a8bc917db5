"""What runs in a worker process: one job after another, until the parent process is gone.

It says that it is ready, answers every ping, says when it begins a job, and answers it.
"""

import os
import pickle
import sys
import threading
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from traceback import format_exc

from budokan.kit.errors import Refusal
from budokan.kit.game import find_all
from budokan.thinking.cancel import CurrentThought
from budokan.thinking.line import HEADER

MEMORY = 4 << 30  # bytes of address space: a job that wants more fails, and not the machine
Jobs = SimpleQueue[tuple[int, bytes]]


def work(nice: int) -> None:
    """Do jobs; the thread that listens ends the process."""
    line = os.dup(1)
    os.dup2(2, 1)  # a game's own output must not mix with the answers
    _limit_memory()
    jobs: Jobs = SimpleQueue()
    import_module("budokan.thinking.messages")
    find_all()  # before the first job
    with suppress(OSError, AttributeError):
        os.nice(nice)
    tell(line, 0)
    threading.Thread(target=_listen, args=(jobs, line), daemon=True).start()
    while True:
        number, body = jobs.get()
        tell(line, number)
        tell(line, number, _answer(body))


def tell(line: int, number: int, body: bytes = b"") -> None:
    """Write a message to the parent process."""
    left = memoryview(HEADER.pack(number, len(body)) + body)
    while left:
        left = left[os.write(line, left) :]


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _listen(jobs: Jobs, line: int) -> None:
    """Receive jobs, cancellations and pings; end at once with the parent process.

    The parent pings only while there is no job, so an answer and a pong never mix.
    """
    with suppress(Exception):
        while head := sys.stdin.buffer.read(HEADER.size):
            number, size = HEADER.unpack(head)
            body = sys.stdin.buffer.read(size)
            if not number:
                tell(line, 0)
            elif size:
                CurrentThought.cancelled = False
                jobs.put((number, body))
            else:
                CurrentThought.cancelled = True
    os._exit(0)


def _answer(body: bytes) -> bytes:
    try:
        function, given = pickle.loads(body)
        return pickle.dumps((function(given), None))
    except Refusal as refusal:
        return pickle.dumps((None, refusal))
    except Exception as error:
        fault = RuntimeError(f"{type(error).__name__}: {error}")
        fault.add_note(format_exc())
        return pickle.dumps((None, fault))
