"""Ctrl-C while agents think: no exception in the middle of compiled code, one line, exit 130."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from budokan.match import record

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="there is no SIGINT for another process"
)

# The command line, where a function far below presses Ctrl-C as soon as it is called.
PRESSED = """
import pkgutil, signal, sys
place, function = sys.argv[1].rsplit(".", 1)
def pressed(*given, **named):
    try:
        signal.raise_signal(signal.SIGINT)
    except BaseException as error:
        print("It raised", type(error).__name__, file=sys.stderr)
        raise
    return kept(*given, **named)
owner = pkgutil.resolve_name(place)
kept = getattr(owner, function)
setattr(owner, function, pressed)
signal.signal(signal.SIGINT, signal.default_int_handler)
from budokan.cli import main
main(sys.argv[2:])
"""


def pressed(where: str, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    path = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", PRESSED, where, *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, env=path)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("budokan.lab.simulate._note", ["simulate", "udaka", "--games", "3"]),
        (
            "budokan.agents.ismcts.let_ctrl_c_through",
            ["simulate", "udaka", "--agents", "search:10001", "--games", "1"],
        ),
        ("budokan.lab.ladder.ladder.fingerprint", ["ladder", "--games", "udaka"]),
        ("budokan.lab.fit._positions", ["fit", "udaka", "--matches", "3"]),
        ("budokan.cli.exact.solve", ["exact", "udaka"]),
        ("budokan.thinking.par.number", ["par", "master_udo", "--seed", "7", "--tries", "3"]),
        (
            "budokan.games.master_udo.rules.solver.let_ctrl_c_through",
            ["par", "master_udo", "--seed", "7", "--tries", "1000000"],
        ),
    ],
)
def test_a_thinking_command_ends_at_once_with_one_line(where: str, words: list[str]) -> None:
    done = pressed(where, *words)
    assert done.returncode == 130 and done.stdout == ""
    assert done.stderr.splitlines()[-1].startswith("budokan: interrupted")
    assert "It raised" not in done.stderr and "Traceback" not in done.stderr


def test_the_coach_ends_at_once() -> None:
    words = ["simulate", "udaka", "--games", "1", "--records", "."]
    subprocess.run([sys.executable, "-m", "budokan", *words], capture_output=True, check=True)
    done = pressed("budokan.thinking.coach.study.judge_part", "coach", "udaka-1-000000.match")
    assert (done.returncode, done.stderr) == (130, "budokan: interrupted.\n")


def test_a_match_is_saved_while_a_bot_thinks(here: Path) -> None:
    words = ["play", "dojo_duel", "--plain", "--against", "white", "--seed", "7"]
    done = pressed("budokan.thinking.turns.timed_think", *words, typed="1\n" * 9)
    assert done.returncode == 130
    assert done.stderr == (
        "Saved in dojo_duel.match. Go on with: budokan play --resume dojo_duel.match\n"
    )
    assert not record.restore(record.load(here / "dojo_duel.match")).over


def test_balance_waits_for_the_first_and_not_for_the_second() -> None:
    words = ["balance", "kenpo_masters", "--games", "30", "--agent", "random"]
    done = pressed("budokan.lab.balance._play", *words)
    assert done.returncode == 130 and "10 matches" in done.stdout
    assert "press Ctrl-C again to stop now." in done.stderr and "It raised" not in done.stderr
    done = pressed("budokan.lab.balance.findings_of", *words)
    assert done.returncode == 130 and done.stdout == ""
    assert done.stderr.splitlines()[-1] == "budokan: interrupted."


def listen() -> None:
    """Let a child hear Ctrl-C even if this process, in the background, ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_simulation_leaves_whole_records(jobs: str, tmp_path: Path) -> None:
    folder = tmp_path / "m"
    words = ["simulate", "udaka", "--games", "1000000", "--jobs", jobs, "--records", str(folder)]
    command = [sys.executable, "-m", "budokan", *words]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=listen)
    while running.poll() is None and not list(folder.glob("*.match")):
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate(timeout=60)
    assert running.returncode == 130
    assert told.splitlines()[-1].startswith("budokan: interrupted; the records")
    assert "Traceback" not in told
    for file in folder.glob("*.match"):
        assert record.restore(record.load(file)).over
