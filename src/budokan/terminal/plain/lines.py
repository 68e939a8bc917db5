"""Lines that a person types."""

import sys

from budokan.thinking.interrupts import raising


def ask_line(prompt: str) -> str:
    """The next line of input; EOFError at its end, KeyboardInterrupt on Ctrl-C."""
    print(prompt, end="", flush=True)
    with raising():
        line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")
