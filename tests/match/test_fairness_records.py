"""Checking a deal afterwards: fair deals are confirmed, changes are detected."""

import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from starlette.testclient import TestClient

from budokan.cli import main
from budokan.kit.game import find
from budokan.match import record
from budokan.match.chance import commitment, new_seed
from budokan.match.fairness import verify
from budokan.match.match import CodedMatch
from tests.server.hall import Visitor, hall, play_out

ANN, BEN = "a1" * 16, "b2" * 32


def played(seed: str = "", bits: tuple[str, ...] = (ANN, BEN), game: str = "udaka") -> CodedMatch:
    """A finished match as the hall keeps it: random choices and a committed deal."""
    found, pick = find(game), random.Random(3)
    match = CodedMatch(found, found.setup(2), seed=seed or new_seed())
    match.commitment = commitment(match.seed)
    match.deal(bits)
    for _ in range(20):
        if not match.over:
            seat = pick.choice(match.acting)
            match.play(seat, pick.choice(match.legal(seat)))
    if not match.over:
        match.concede(0)
    return match


def forged(match: CodedMatch, line: int = -1, text: str = "", **fields: Any) -> record.Record:
    """The record with a field or an entry changed, and a chain that hides it."""
    read = record.parse(record.write(match))
    texts = [text if i == line else each for i, (_, each) in enumerate(read.entries)]
    top = {key: value for key, value in {**read.header, **fields}.items() if value is not None}
    last = record.write(match).splitlines()[-1].partition(" ~")[0]
    return record.parse("".join(record._lines(top, texts, last)))


@pytest.mark.parametrize("game", ["udaka", "dojo_duel", "kenpo_masters", "martial_art"])
def test_a_kept_promise_is_confirmed(game: str) -> None:
    match = played(game=game)
    read = record.parse(record.write(match))
    drawn = sum(entry.seat == 8 for entry in match.entries)
    told = verify(read)
    assert told.fair and f"if {match.commitment} is the commitment you were shown" in told.told
    told = verify(read, shown=match.commitment.upper(), own=BEN.upper())
    assert told.fair and told.told == (
        f"The deal was fair: all {drawn} entries of chance follow from the seed and the bits of "
        "A and B, yours among them, and the seed is the one committed to."
    )
    assert drawn > 0


def test_a_match_without_bits_says_that_the_hall_chose_the_seed() -> None:
    told = verify(record.parse(record.write(played(bits=("", "")))))
    assert told.fair and "only the hall drew it" in told.told and "the seed alone" in told.told


def test_another_seed_is_found() -> None:
    match = played()
    other = new_seed()
    told = verify(forged(match, seed=other))
    assert told.result == "unfair" and f"the commitment was {match.commitment}" in told.told
    told = verify(forged(match, seed=other, commitment=commitment(other)))
    assert told.result == "unfair" and "seed and bits lead to" in told.told
    told = verify(forged(match, seed=other, commitment=commitment(other)), shown=match.commitment)
    assert told.result == "unfair" and commitment(other) in told.told


def test_other_bits_are_found() -> None:
    match = played()
    for bits in ([ANN, "c3" * 32], ["", BEN], [BEN, ANN], None):
        told = verify(forged(match, bits=bits))
        assert told.result == "unfair" and "entry" in told.told and "lead to" in told.told
    told = verify(record.parse(record.write(match)), own="c3" * 32)
    assert told.result == "unfair" and "bits you gave are not among" in told.told


def test_a_changed_entry_of_chance_is_named() -> None:
    match = played("s")
    at, was = [(i, e) for i, e in enumerate(match.entries) if e.seat == 8][5]
    text = match.notation.text(was.action)
    other = "* draw 2" if text != "draw 2" else "* draw 3"
    told = verify(forged(match, at, other))
    assert told.result == "unfair"
    assert told.told == (
        f"The deal was not fair: entry {at + 1} is {other!r}, "
        f"but seed and bits lead to {f'* {text}'!r}."
    )


def test_a_forged_match_is_detected_with_remembered_values() -> None:
    match, other = played(), played(bits=(ANN, "c3" * 32))
    read = record.parse(record.write(other))
    assert verify(read).fair
    assert not verify(read, shown=match.commitment).fair
    assert not verify(read, own=BEN).fair


def test_records_that_promise_nothing_say_so() -> None:
    match = played()
    told = verify(forged(match, commitment=None))
    assert (
        told.result == "unknown"
        and "has no commitment" in told.told
        and "entries of chance" in told.told
    )
    assert verify(forged(match, commitment=None), shown=match.commitment).fair
    old = CodedMatch(match.game, match.setup, seed="s")
    old.begin()
    told = verify(record.parse(record.write(old)))
    assert told.result == "unknown" and "published when the match is over" in told.told
    old.concede(0)
    told = verify(record.parse(record.write(old)))
    assert (
        told.result == "unknown" and "the seed alone, but the record has no commitment" in told.told
    )
    told = verify(forged(match, seed="resumed:1"))
    assert told.result == "unknown" and "goes on from an earlier one" in told.told


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("bits", "ab"),
        ("bits", [1]),
        ("bits", ["xyz"]),
        ("bits", ["a" * 32] * 10),
        ("commitment", 5),
        ("seed", ["s"]),
    ],
)
def test_a_header_that_makes_no_sense_is_refused(field: str, value: Any) -> None:
    with pytest.raises(Exception, match=f"'{field}'"):
        forged(played(), **{field: value})


# -- the command ----------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "x.match"
    path.write_text(record.write(played("s")))
    return path


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["replay", *map(str, words)])


def test_the_command_answers_in_one_sentence_and_by_exit_code(file: Path) -> None:
    shown = commitment("s")
    good = run(file, "--verify", "--commitment", shown, "--bits", ANN)
    assert good.exit_code == 0 and good.output.startswith("The deal was fair: all ")
    assert good.output.count("\n") == 1
    for words in (["--commitment", "0" * 64], ["--bits", "f" * 32]):
        bad = run(file, "--verify", *words)
        assert bad.exit_code == 1 and bad.output.startswith("The deal was not fair: ")
    assert '"result": "fair"' in run(file, "--verify", "--json").output
    for words in (["--bits", ANN], ["--verify", "--bits", "abc"]):
        refused = run(file, *words)
        assert refused.exit_code == 2 and refused.output.startswith("budokan: ")


def test_the_record_of_one_viewer_cannot_be_checked(tmp_path: Path) -> None:
    path = tmp_path / "x.match"
    path.write_text(record.write(played(), 0))
    told = run(path, "--verify")
    assert told.exit_code == 1
    assert told.output == "This is what A saw; only the whole record can be checked.\n"


# -- the hall -------------------------------------------------------------------------------------


def test_the_hall_checks_a_finished_match(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        ann = Visitor(client)
        name = ann.table("dojo_duel", "me", "random")["id"]
        shown = ann.get(f"/api/tables/{name}/deal").json()["commitment"]
        asked = f"/api/tables/{name}/verify"
        with ann.sit(name, ANN) as me:
            soon = ann.get(asked)
            assert soon.status_code == 409 and "once the match is over" in soon.json()["error"]
            play_out(me)
        told = Visitor(client).get(asked).json()
        text = ann.get(f"/api/tables/{name}/record").text
    assert told["result"] == "fair" and "the bits of A, and" in told["text"]
    assert (told["commitment"], commitment(told["seed"])) == (shown, shown)
    assert told["bits"] == [ANN, ""]
    assert verify(record.parse(text), shown=shown, own=ANN).fair


def test_the_hall_detects_a_match_changed_in_its_store(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        ann = Visitor(client)
        name = ann.table("udaka", "me", "me")["id"]
        with ann.sit(name, ANN) as me:
            me.hear()
            me.say("concede", seat=0)
            me.hear()
        change(client, name)
    with hall(tmp_path) as client:
        told = Visitor(client).get(f"/api/tables/{name}/verify").json()
    assert told["result"] == "unfair" and "lead to" in told["text"]


def change(client: TestClient, name: str) -> None:
    """Write other bits into the header of the stored match."""
    words = "update match set header = json_set(header, '$.bits', json(?)) where id = ?"
    store = client.app.state.lobby.store  # type: ignore[attr-defined]
    store.do(lambda con: con.execute(words, (f'["{BEN}", ""]', name)).rowcount).result(10)
