"""Lines that a person types."""

import sys

from budokan.terminal.interrupts import raise_on_ctrl_c


def ask_line(prompt: str) -> str:
    """The next line of input; EOFError at its end, KeyboardInterrupt on Ctrl-C."""
    print(prompt, end="", flush=True)
    with raise_on_ctrl_c():
        line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")
