"""Records: a seed and the players' actions give the same record, anywhere, and it replays."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from budokan.agents.registry import find_agent
from budokan.agents.runner import Runner
from budokan.kit.entries import parse_entry
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup, find, find_all
from budokan.match import record
from budokan.match.chance import stream_seed
from budokan.match.match import CodedMatch
from tests.kit.settings import ALL_SETTINGS, INTERPRETED

EACH = pytest.mark.parametrize(
    ("game", "setup"), [row[1:] for row in ALL_SETTINGS], ids=[row[0] for row in ALL_SETTINGS]
)
SOURCE = Path(__file__).parents[2] / "src"


def simulated(game: Game, setup: Setup, seed: int, agent: str = "greedy") -> CodedMatch:
    runner = Runner(game.start(setup), [find_agent(agent, game) for _ in range(setup.seats)])
    runner.play(seed, 0, 100_000, True)
    match = CodedMatch(game, setup, seed=stream_seed(seed, 0))
    for seat, action in runner.entries:
        match.replay(seat, action)
    return match


def digests(matches: int) -> dict[str, str]:
    """A checksum over the records of every setting, random and greedy."""
    found = {}
    for name, game, setup in ALL_SETTINGS:
        text = "".join(
            record.write(simulated(game, setup, seed, agent))
            for agent in ("random", "greedy")
            for seed in range(matches)
        )
        found[name] = hashlib.sha256(text.encode()).hexdigest()
    search = [record.write(simulated(g, g.setup(), 3, "search:20")) for g in find_all().values()]
    found["search"] = hashlib.sha256("".join(search).encode()).hexdigest()
    return found


def other_process(path: str, matches: int) -> dict[str, str]:
    code = (
        "import json; from tests.match import test_records as t; "
        f"print(json.dumps(t.digests({matches})))"
    )
    root = str(Path(__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([path, root])}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_another_process_plays_the_same_records() -> None:
    """Interpreted in the other process: compiled and interpreted games are identical."""
    matches = 1 if INTERPRETED else 2
    assert other_process(str(SOURCE), matches) == digests(matches)


@EACH
def test_a_record_replays_to_the_same_state(game: Game, setup: Setup) -> None:
    match = simulated(game, setup, 11)
    text = record.write(match)
    again = record.restore(record.parse(text))
    assert again.over and again.scores() == match.scores()
    assert again.state.encode() == match.state.encode()
    assert record.write(again) == text


@EACH
def test_chance_follows_from_the_seed(game: Game, setup: Setup) -> None:
    """Only the players' actions are given; the dealer does the rest as before."""
    match = simulated(game, setup, 12)
    twin = CodedMatch(game, setup, seed=match.seed)
    twin.begin()
    for seat, action in match.entries:
        if seat < setup.seats:
            twin.play(seat, action)
    assert twin.entries == match.entries


def test_damage_is_noticed_and_the_line_named() -> None:
    match = simulated(find("udaka"), find("udaka").setup(2), 1)
    lines = record.write(match).splitlines(keepends=True)
    first = lines.index("\n") + 1
    for broken in (first, first + 5, len(lines) - 1):
        edited = [*lines[:broken], lines[broken].replace(" ", "  ", 1), *lines[broken + 1 :]]
        with pytest.raises(Refusal, match=f"line {broken + 1}: .*damaged or edited"):
            record.parse("".join(edited))
    with pytest.raises(Refusal, match=f"line {first + 1}: .*damaged or edited"):
        record.parse("".join(["".join(lines[:2]), "rules: 1 \n", *lines[3:]]))
    with pytest.raises(Refusal, match="cut short"):
        record.parse("".join(lines[:-1]))
    with pytest.raises(Refusal, match="nothing may follow"):
        record.parse("".join([*lines, lines[-1]]))
    assert record.parse("".join([*lines, "\n", " \n"])) == record.parse("".join(lines))


def test_newer_foreign_and_veiled_records_are_refused() -> None:
    match = simulated(find("udaka"), find("udaka").setup(2), 1)
    text = record.write(match)
    with pytest.raises(Refusal, match="record format 2"):
        record.parse(text.replace("budokan-record 1", "budokan-record 2"))
    with pytest.raises(Refusal, match="not a match record"):
        record.parse("hello\n")
    with pytest.raises(Refusal, match="cannot be replayed"):
        record.restore(record.parse(record.write(match, 0)))


def test_seed_and_secrets_wait_for_the_end() -> None:
    game = find("dojo_duel")
    match = CodedMatch(game, game.setup(), seed="secret-seed")
    match.begin()
    assert "secret-seed" not in record.write(match)
    seen = record.write(match, 1)
    assert "draw ?" in seen and "secret-seed" not in seen
    own = [entry for entry in match.seen(1) if "?" not in game.notation.text(entry.action)]
    assert len(own) > 3


def test_a_resumed_match_has_a_new_secret_seed() -> None:
    game = find("udaka")
    match = CodedMatch(game, game.setup(2), seed="x")
    match.begin()
    saved = record.parse(record.write(match))
    seeds = {record.restore(saved).seed for _ in range(3)}
    assert len(seeds) == 3 and all(seed.startswith("resumed:") for seed in seeds)


def test_entries_read_as_they_are_written() -> None:
    game = find("udaka")
    assert parse_entry(game.notation, 2, "B takeback").seat == 1
    with pytest.raises(Refusal, match="did you mean"):
        parse_entry(game.notation, 2, "A singel 7")
    with pytest.raises(Refusal, match="no seat 'F'"):
        parse_entry(game.notation, 2, "F single 7")
