"""docs/engine.md is true: the conversation on it is held with the real program."""

import re
import subprocess
import sys
from pathlib import Path

from budokan import __version__
from budokan.agents.engine import PATIENCE
from budokan.cli.engine import WISHES, Session
from budokan.kit.game import find

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "engine.md").read_text("utf-8")
VERSION = re.compile(r"(?<=^id Budokan ).*")


def conversation() -> list[tuple[str, list[str]]]:
    """Each line that is said, with the lines that answer it."""
    (block,) = re.findall(r"```\n(> .*?)```", PAGE, re.DOTALL)
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("> "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(VERSION.sub(__version__, line.removeprefix("< ")))
    return found


def test_the_conversation_on_the_page_is_held() -> None:
    talk = conversation()
    assert len(talk) > 8
    words = [sys.executable, "-m", "budokan", "engine", "udaka"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdin is not None and other.stdout is not None
        for said, answers in talk:
            other.stdin.write(f"{said}\n")
            other.stdin.flush()
            assert [other.stdout.readline().rstrip("\n") for _ in answers] == answers
        assert other.stdout.read() == ""
    assert other.returncode == 0


def test_every_command_and_wish_is_explained() -> None:
    commands = Session(find("udaka"), print, lambda: False).commands
    for name in (*commands, "quit"):
        assert re.search(rf"`{name}[` ]", PAGE), name
    for name in WISHES:
        assert re.search(rf"`go .*\b{name}\b.*`", PAGE), name
    assert PATIENCE == 5 and "five seconds" in PAGE
