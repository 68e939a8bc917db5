"""Ctrl-C in long compiled loops. This module stays interpreted."""


def heed() -> None:
    """Run in the interpreter for a moment, which hears Ctrl-C only there."""
