"""The command line: one module for each command."""

from budokan.cli import (
    backup,
    balance,
    check,
    coach,
    exact,
    fit,
    games,
    hall,
    ladder,
    learn,
    par,
    picture,
    play,
    replay,
    restore,
    rules,
    simulate,
)
from budokan.cli.group import main

__all__ = [
    "backup",
    "balance",
    "check",
    "coach",
    "exact",
    "fit",
    "games",
    "hall",
    "ladder",
    "learn",
    "main",
    "par",
    "picture",
    "play",
    "replay",
    "restore",
    "rules",
    "simulate",
]
