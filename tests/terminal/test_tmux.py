"""A whole game in a real terminal, under tmux."""

import os
import re
import subprocess
import sys
import time

import pytest

from tests.programs import program
from tests.terminal.driver import PATIENCE


def tmux(*words: str) -> str:
    socket = f"budokan-{os.getpid()}"
    done = subprocess.run(["tmux", "-L", socket, *words], capture_output=True, text=True)
    return done.stdout


def test_a_whole_game_under_tmux(monkeypatch: pytest.MonkeyPatch) -> None:
    program("tmux")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    code = "from budokan.terminal.tui.hall import Hall; Hall('udaka', pause=0).run()"
    size = ("-x", "80", "-y", "24")
    tmux("new-session", "-d", *size, f'{sys.executable} -c "{code}"; echo closed; sleep 60')
    try:
        seen("Start the match")
        keys = ["Down", "Left", "Left"]  # two players
        keys += ["End", "Left", "Home", "Enter"]  # one round wins
        tmux("send-keys", *keys)
        text = seen("Lay one card")
        while not re.search("wins? the game", text):
            tmux("send-keys", "1", "Enter")
            text = seen(r"\? |■")
        tmux("send-keys", "q")
        assert "Resume" not in seen("New match")
        tmux("send-keys", "q")
        assert "Traceback" not in seen("closed")
    finally:
        tmux("kill-server")


def seen(words: str) -> str:
    """The screen, once it matches a pattern."""
    end = time.monotonic() + PATIENCE
    while True:
        text = tmux("capture-pane", "-p")
        if re.search(words, text):
            return text
        assert time.monotonic() < end, f"waited in vain for {words!r} on:\n{text}"
        time.sleep(0.05)
