"""Lines that a person types."""

import sys
from shutil import get_terminal_size

from budokan.terminal.interrupts import raise_on_ctrl_c


def screen_width() -> int:
    """The columns of the screen; 0 if the output goes elsewhere."""
    return get_terminal_size((79, 24)).columns if sys.stdout.isatty() else 0


def ask_line(prompt: str) -> str:
    """The next line of input; EOFError at its end, KeyboardInterrupt on Ctrl-C."""
    print(prompt, end="", flush=True)
    with raise_on_ctrl_c():
        line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")
