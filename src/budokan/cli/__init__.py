"""The command line: every command answers with figures, text, or one clear sentence."""

from budokan.cli import games, play, replay, simulate
from budokan.cli.group import main

__all__ = ["games", "main", "play", "replay", "simulate"]
