"""Ctrl-C in long compiled loops. This module must stay interpreted."""


def let_ctrl_c_through() -> None:
    """Enter the interpreter for a moment: Python handles a pending Ctrl-C only there."""
