"""Programs as agents: they are told what their seat may know, and may hang, die or lie."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from budokan.agents import engine
from budokan.agents.engine import EngineAgent
from budokan.agents.registry import find_agent, is_engine, labels, names
from budokan.agents.runner import Runner
from budokan.kit.contract import CHANCE, State, copy, legal_codes
from budokan.kit.entries import seats_of, view_of
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup, find, find_all
from budokan.kit.rng import Rng
from budokan.match.match import CodedMatch
from budokan.server.jobs import check_agent
from tests.agents.engines import written
from tests.match.twin_worlds import Case, case, played

UDAKA = find("udaka")
SETUP = UDAKA.setup(2)
FIRST = "print('info early'); print('bestmove', legal[0], flush=True)"
EXAMPLE = Path(__file__).parents[2] / "docs" / "example_engine.py"


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "PATIENCE", 0.5)
    monkeypatch.setattr(engine, "LAST", 0.2)


def agent(name: str) -> EngineAgent:
    found = find_agent(name, UDAKA, 0.05, engines_for=SETUP)
    assert isinstance(found, EngineAgent)
    return found


def decision(seed: int = 1) -> tuple[State, int]:
    """A seat with several choices, and what it sees."""
    state, rng = UDAKA.start(SETUP), Rng(seed)
    while True:
        (seat,) = seats_of(state.settle(rng))
        codes = legal_codes(state, seat)
        if len(codes) > 2:
            return view_of(state, seat), seat
        state.apply(seat, codes[0])


def test_an_engine_plays_whole_matches_of_every_game() -> None:
    for game in find_all().values():
        setup = game.setup()
        name = f"engine:{sys.executable} {EXAMPLE}"
        agents = [find_agent(name, game, engines_for=setup), *[find_agent("random")] * 5]
        runner = Runner(game.start(setup), agents[: setup.seats])
        assert runner.play(1, 0, 10_000, keep=False) > 0


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("time.sleep(60)", "did not answer within"),
        ("while True: print('info', 'x' * 9000, flush=True)", "engine"),
        ("while True: pass", "did not answer within"),
        ("sys.exit(3)", "ended with exit code 3 instead of an answer"),
        ("import os; os.close(1); time.sleep(60)", "closed its output"),
        ("print('bestmove fly', flush=True)", "answered 'fly' for seat"),
        ("print('bestmove', flush=True)", "answered '' for seat"),
        ("print('error I am lost', flush=True)", "reports an error: 'I am lost'"),
        ("sys.stdout.buffer.write(bytes([255, 10])); sys.exit(0)", "ended with exit code 0"),
    ],
)
def test_a_faulty_engine_is_refused_and_ends(answer: str, told: str, tmp_path: Path) -> None:
    view, seat = decision()
    player = agent(written(tmp_path, answer))
    began = monotonic()
    with pytest.raises(Refusal, match=told):
        player.choose(view, seat, Rng(1))
    assert monotonic() - began < 5
    assert player.program.process.poll() is not None


def test_an_engine_that_answers_before_it_is_asked_is_refused(tmp_path: Path) -> None:
    player = agent(written(tmp_path, f"{FIRST}; print('bestmove', legal[0], flush=True)"))
    view, seat = decision()
    player.choose(view, seat, Rng(1))
    with pytest.raises(Refusal, match="before it was asked"):
        for _ in range(100):
            player.choose(view, seat, Rng(1))


def test_an_engine_that_does_not_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = "import time\nprint('ready', flush=True)\nif True:\n    if True:\n"
    player = agent(written(tmp_path, "time.sleep(60)", begin))
    with pytest.raises(Refusal, match="does not read"):
        for _ in range(100):
            player.program.tell(["x" * 100_000])


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("engine:", "Name the program"),
        ("engine:./no-such-program", "Cannot start the engine './no-such-program'"),
        ("engine:python 'a", "Cannot read the command"),
        (f"engine:{sys.executable} -c pass", "ended with exit code 0 instead of an answer"),
        ("engine:/", "Cannot start"),
    ],
)
def test_a_program_that_cannot_be_started_is_refused(name: str, told: str) -> None:
    with pytest.raises(Refusal, match=told):
        agent(name)


def test_a_command_never_reaches_a_shell(tmp_path: Path) -> None:
    made = tmp_path / "made"
    for trick in (f"echo ready; touch {made}", f"echo $(touch {made})", f"echo ready > {made}"):
        with suppress(Refusal):
            agent(f"engine:{trick}").program.close()
    assert not made.exists()


def test_no_hall_knows_engines(tmp_path: Path) -> None:
    """Only who passes a setup on purpose can start a program."""
    made = tmp_path / "made"
    for game in find_all().values():
        assert not any(is_engine(f"{name}:") for name in {**names(game), **labels(game)})
        for name in (f"engine:touch {made}", f" ENGINE:touch {made}", "engine:1"):
            with pytest.raises(Refusal, match="There is no agent"):
                check_agent(name, game)
    assert not made.exists()


def test_an_engine_ends_with_its_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "LAST", 5.0)
    player = agent(written(tmp_path, FIRST))
    process = player.program.process
    player.program.close()
    assert process.poll() == 0
    monkeypatch.setattr(engine, "LAST", 0.2)
    stubborn = agent(written(tmp_path, "pass", "import time\nprint('ready', flush=True)\n" + LOOP))
    process = stubborn.program.process
    del stubborn
    assert process.wait(5) != 0


LOOP = "while True:\n    time.sleep(9)\n    if True:\n"


# -- what an engine is told -----------------------------------------------------------------------


class Ear:
    """Notes what a program would be told, and answers the first legal action."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def ask(self, lines: list[str], answer: str, seconds: float) -> str:
        self.lines += lines
        legal = next(line for line in lines if line.startswith("legal "))
        return legal.removeprefix("legal ").split(" ; ")[0]


def told(game: Game, setup: Setup, state: State, seat: int) -> list[str]:
    """All that a program on a seat is told for a choice."""
    return said(game, setup, view_of(state, seat), seat)


def said(game: Game, setup: Setup, view: State, seat: int) -> list[str]:
    """What an agent says to its program when it is given a view."""
    player = EngineAgent.__new__(EngineAgent)
    player.game, player.setup, player.seconds, player.seat = game, setup, 1.0, -1
    ear = Ear()
    player.program = ear  # type: ignore[assignment]
    player.choose(view, seat, Rng(5))
    return ear.lines


def cases() -> Iterator[Case]:
    yield case("udaka", 2, 9)
    yield case("dojo_duel", 2, 9)
    yield case("kenpo_masters", 2, 9)
    yield case("martial_art", 2, 120)


@pytest.mark.parametrize("at", range(4))
def test_two_worlds_that_look_alike_are_told_alike(at: int) -> None:
    found = list(cases())[at]
    compared = 0
    for viewer, one, two in found.worlds():
        if viewer in one.acting and viewer in two.acting:
            mine = told(one.game, one.setup, one.state, viewer)
            theirs = told(two.game, two.setup, two.state, viewer)
            assert mine == theirs
            compared += 1
    assert compared


def test_a_leak_to_an_engine_is_found() -> None:
    found = case("udaka", 2, 9)
    viewer, one, two = next(world for world in found.worlds() if world[0] in world[1].acting)
    assert told(one.game, one.setup, one.state, viewer) == told(
        two.game, two.setup, two.state, viewer
    )
    assert leaking(one, viewer) != leaking(two, viewer)


def leaking(match: CodedMatch, seat: int) -> list[str]:
    """The same from somebody who forgets to observe."""
    return said(match.game, match.setup, copy(match.state), seat)


def test_what_it_is_told_can_be_read_by_our_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own program on a seat: two processes that speak to each other."""
    monkeypatch.setattr(engine, "LAST", 10.0)
    monkeypatch.setattr(engine, "PATIENCE", 10.0)
    for name in ("udaka", "dojo_duel"):
        game = find(name)
        setup = game.setup(2)
        command = f"engine:{sys.executable} -m budokan engine {name} --agent greedy"
        player = find_agent(command, game, 0.5, engines_for=setup)
        runner = Runner(game.start(setup), [player, find_agent("random")])
        assert runner.play(1, 0, 10_000, keep=True) > 0
        assert any(seat == 0 for seat, _ in runner.entries if seat != CHANCE)
        program = player.program  # type: ignore[attr-defined]
        program.close()
        assert program.process.returncode == 0


def test_where_a_choice_is_secret_no_engine_plays() -> None:
    game = find("dojo_duel")
    deck = ", ".join(f"1 {card}" for card in game.data["deck"]["grand_dojo"]["cards"])
    for given, alike in (({"deck": deck}, False), ({"deck": "grand_dojo"}, True)):
        setup = game.setup(2, {}, {1: given})
        match = played(setup, "dojo_duel", 0, 3)
        if alike:
            assert told(game, setup, match.state, match.acting[0])
        else:
            with pytest.raises(Refusal, match="keep a choice secret"):
                told(game, setup, match.state, 0)


def test_the_documents_are_one_line_of_json() -> None:
    match = case("dojo_duel", 2, 9).match
    lines = told(match.game, match.setup, match.state, match.acting[0])
    assert [line.split()[0] for line in lines] == ["new", "view", "position", "legal", "go"]
    for line in lines[:3]:
        assert "\n" not in line and isinstance(json.loads(line.partition(" ")[2]), dict)
    table = json.loads(lines[0].partition(" ")[2])
    assert table["seats"] == 2 and table["game"] == "dojo_duel"


def test_the_example_needs_nothing_of_ours() -> None:
    said = "hello 1\nlegal a ; a\ngo\nquit\n"
    done = subprocess.run(
        [sys.executable, "-I", str(EXAMPLE)], input=said, capture_output=True, text=True, timeout=20
    )
    assert done.stdout == "ready\nbestmove a\n"
