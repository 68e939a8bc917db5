"""`budokan engine` answers every line: what is asked, or one sentence about what is wrong."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from budokan.cli.engine import Session
from budokan.kit.entries import entry_text, view_of
from budokan.kit.game import find, find_all
from budokan.kit.rng import Rng
from budokan.match.match import CodedMatch
from tests.agents.engines import written
from tests.cli.commands import fine, refused, run

DEAL = "* first B; * show A; * show 2; * draw 5; * draw 6; * draw 9; * draw 7; * draw J"
TABLE = ['new {"seats": 2}', f"position entries {DEAL}"]


def said(*lines: str, game: str = "udaka") -> list[str]:
    """What the program answers to some lines."""
    return fine("engine", game, typed="\n".join(lines)).splitlines()


def test_every_game_is_played_by_every_agent_in_any_position() -> None:
    for game in find_all().values():
        match = CodedMatch(game, game.setup(), seed="5")
        match.begin()
        entries = "; ".join(entry_text(match.notation, entry) for entry in match.entries)
        document = json.dumps(game.write(match.state, match.setup))
        legal = [match.notation.text(code) for code in match.legal(match.acting[0])]
        for place in (f"position entries {entries}", f"position {document}"):
            answers = said(place, "legal", "go iterations 8", "set agent greedy", "go",
                           "set agent white", "go time 50", game=game.id)  # fmt: skip
            assert answers[0] == f"legal {' ; '.join(legal)}"
            moves = [line for line in answers if line.startswith("bestmove ")]
            assert len(moves) == 3 and all(move.split(" ", 1)[1] in legal for move in moves)
            assert all(line.startswith(("info ", "bestmove ")) for line in answers[1:])


def test_it_sees_what_its_seat_may_know() -> None:
    """Two positions that differ only in what the seat cannot see have the same answer."""
    game = find("udaka")
    match = CodedMatch(game, game.setup(2), seed="5")
    match.begin()
    seat = match.acting[0]
    answers = []
    for seed in range(3):
        world = view_of(match.state, seat)
        world.guess(seat, Rng(seed))
        document = json.dumps(game.write(world, match.setup))
        answers.append((document, said('new {"seats": 2}', f"position {document}", "go seed 4")))
    assert len({document for document, _ in answers}) == 3
    assert answers[0][1] == answers[1][1] == answers[2][1]


def test_the_same_seed_gives_the_same_answer() -> None:
    one, two = (said(*TABLE, "go iterations 60 seed 9") for _ in "12")
    assert one == two != said(*TABLE, "go iterations 60 seed 10")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("fly", "There is no command 'fly'"),
        ("hello 2", "This is protocol 1"),
        ("set colour red", "There is no property 'colour'"),
        ("set agent purple", "There is no agent 'purple'"),
        ("set agent engine:touch x", "There is no agent"),
        ("new 3", "document in JSON is needed"),
        ("new {", "not a document in JSON"),
        (f"new {'[' * 100_000}", "not a document in JSON"),
        ('new {"seats": 12}', "for 2 to 6 players"),
        ('new {"chairs": 2}', "A table has no 'chairs'"),
        ('new {"game": "chess"}', "This engine plays udaka"),
        ('new {"rules": 99}', "This engine plays udaka"),
        ('new {"options": 5}', "Options are a mapping"),
        ('new {"cards": {"card": {}}}', "card"),
        ("position", "not a document in JSON"),
        ("position {}x", "not a document in JSON"),
        ('position {"hands": 5}', "hands"),
        ("position entries A fly", "'fly' is not an action"),
        ("position entries A single 4", "cannot act now"),
        ("go seat", "go needs a value after seat"),
        ("go seat B", "B cannot act in this position"),
        ("go iterations 0", "iterations must be a whole number from 1"),
        ("go time never", "time must be a whole number"),
        ("go time 99999999", "time must be a whole number"),
        ("go seed -1", "seed must be a whole number from 0"),
        ("go faster 3", "go knows no 'faster'"),
    ],
)
def test_a_wrong_line_is_one_sentence_and_changes_nothing(line: str, told: str) -> None:
    answers = said(*TABLE, line, "legal")
    assert answers[0].startswith("error ") and told in answers[0]
    assert answers[1:] == ["legal single 5 ; single 9 ; single J"]


def test_bytes_that_are_no_text_are_refused() -> None:
    words = [sys.executable, "-m", "budokan", "engine", "udaka"]
    done = subprocess.run(words, input=b"\xff\xfe\n\0\nlegal\nstop\n\n", capture_output=True)
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0 and [line[:6] for line in lines] == ["error "] * 3
    assert "Tell the position first" in lines[2]


def test_a_position_without_a_choice_is_refused() -> None:
    assert "Chance acts" in said("position entries", "go")[0]
    game = find("udaka")
    match = CodedMatch(game, game.setup(2), seed="5")
    match.begin()
    while not match.over:
        match.play(match.acting[0], match.legal(match.acting[0])[0])
    document = json.dumps(game.write(match.state, match.setup))
    answers = said(TABLE[0], f"position {document}", "legal", "go")
    assert answers == ["error The match is over in this position."] * 2


def test_a_thought_can_be_stopped_and_a_quit_ends_it() -> None:
    words = [sys.executable, "-m", "budokan", "engine", "udaka"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdin is not None and other.stdout is not None
        for begin, end in ((TABLE, "stop"), ([], "quit")):
            other.stdin.write("\n".join([*begin, "go time 600000", ""]))
            other.stdin.flush()
            assert other.stdout.readline().startswith("info iterations")  # after a second
            began = time.monotonic()
            other.stdin.write(f"{end}\n")
            other.stdin.flush()
            line = ""
            while not line.startswith("bestmove "):
                line = other.stdout.readline()
                assert line
            assert time.monotonic() - began < 10
        assert other.stdout.read() == ""
    assert other.returncode == 0


def test_a_time_is_kept() -> None:
    began = time.monotonic()
    answers = said(*TABLE, "go time 300")
    assert answers[-1].startswith("bestmove ") and time.monotonic() - began < 5


def test_an_unknown_agent_is_refused() -> None:
    refused(["engine", "udaka", "--agent", "purple"], "There is no agent 'purple'")


# -- programs in simulations ----------------------------------------------------------------------


def test_a_program_plays_in_a_simulation(tmp_path: Path) -> None:
    first = written(tmp_path, "print('bestmove', legal[0], flush=True)")
    words = ["simulate", "udaka", "--seats", "2", "--games", "4", "--json"]
    done = json.loads(run(*words, "--agents", f"{first},greedy").stdout)
    assert done["matches"] == 4 and done["unfinished"] == 0
    assert done["seat"][0]["agent"] == first
    again = json.loads(run(*words, "--agents", f"{first},greedy", "--jobs", "2").stdout)
    assert again == done


def test_a_program_that_lies_ends_the_simulation_with_a_sentence(tmp_path: Path) -> None:
    liar = written(tmp_path, "print('bestmove fly', flush=True)")
    done = run("simulate", "udaka", "--games", "2", "--agents", liar)
    assert done.exit_code == 2 and done.stdout == ""
    assert "which is not legal" in done.stderr and "Traceback" not in done.stderr


def test_a_slow_program_has_the_time_it_is_given(tmp_path: Path) -> None:
    asked = written(
        tmp_path, "assert ' time 250 ' in rest\nprint('bestmove', legal[0], flush=True)"
    )
    words = ["simulate", "udaka", "--games", "1", "--engine-seconds", "0.25", "--agents", asked]
    assert run(*words).exit_code == 0


def test_a_session_needs_no_terminal() -> None:
    heard: list[str] = []
    session = Session(find("udaka"), heard.append, lambda: False)
    for line in [*TABLE, "", "view {}", "legal a ; b", "stop", "legal"]:
        session.obey(line)
    assert heard == ["legal single 5 ; single 9 ; single J"]
