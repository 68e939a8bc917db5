"""The command line: every command answers with figures, text, or one clear sentence."""

from budokan.cli import (
    backup,
    balance,
    coach,
    exact,
    fit,
    games,
    ladder,
    learn,
    par,
    play,
    replay,
    simulate,
)
from budokan.cli.group import main

__all__ = [
    "backup",
    "balance",
    "coach",
    "exact",
    "fit",
    "games",
    "ladder",
    "learn",
    "main",
    "par",
    "play",
    "replay",
    "simulate",
]
