"""`budokan simulate`, and the records it writes, which `budokan replay` reads."""

import json
from pathlib import Path

import pytest

from budokan.kit.game import find
from tests.cli.commands import refused, run


def test_simulate_is_the_same_for_any_number_of_jobs(tmp_path: Path) -> None:
    words = ["simulate", "udaka", "--seats", "3", "--games", "410", "--seed", "9", "--json"]
    one = json.loads(run(*words).stdout)
    two = json.loads(run(*words, "--jobs", "2").stdout)
    assert one == two and one["matches"] == 410
    assert abs(sum(row["won"] for row in one["seat"]) - 1) < 1e-9


def test_records_are_written_and_replay(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    words = ["simulate", "dojo_duel", "--games", "3", "--agents", "greedy", "--json"]
    with_records = json.loads(run(*words, "--records", str(folder)).stdout)
    assert with_records == json.loads(run(*words).stdout)
    files = sorted(folder.iterdir())
    assert [file.suffix for file in files] == [".match"] * 3
    lines = run("replay", str(files[0]), "--json").stdout.splitlines()
    entries = len(run("replay", str(files[0])).stdout.splitlines())
    assert len(lines) == entries + 1
    assert json.loads(lines[-1])["phase"] == "over"
    seen = run("replay", str(files[0]), "--seat", "B").stdout
    assert "draw ?" in seen and "kicker ?" in seen


def test_records_that_cannot_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "m"
    run("simulate", "udaka", "--games", "1", "--records", str(folder))
    (file,) = folder.iterdir()
    text = file.read_text()
    file.write_text(text.replace("budokan-record 1", "budokan-record 9"))
    refused(["replay", str(file)], "record format 9")
    file.write_text(text.replace(" ~", " ?~", 1))
    refused(["replay", str(file)], "damaged or edited")
    file.write_bytes(b"\xff\xfe\x00")
    refused(["replay", str(file)], "it is not text")
    refused(["replay", str(tmp_path)], "Cannot read the record")


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (["2 iron_shirt"] * 7, "14"),
        (["1 " + name for name in list(find("dojo_duel").data["card"])[:41]], "41"),
        (["1 flying_carpet"] * 15, "flying_carpet"),
        (
            ["3 bamboo_form", *["1 " + n for n in list(find("dojo_duel").data["card"])[:14]]],
            "Bamboo",
        ),
    ],
)
def test_a_bad_deck_file_is_refused(cards: list[str], told: str, tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("\n".join(cards))
    refused(["simulate", "dojo_duel", "--options", f"A.deck=@{file}"], told)


def test_a_bad_overlay_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[card.iron_shirt]\nyin = "much"\n')
    refused(["simulate", "dojo_duel", "--cards", str(file)], "card.iron_shirt.yin")
    file.write_text("[card.iron_shirt]\nyin = 1\n")
    assert run("simulate", "dojo_duel", "--cards", str(file), "--games", "5").exit_code == 0
