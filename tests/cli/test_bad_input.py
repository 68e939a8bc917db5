"""Bad input on the command line: one clear sentence on stderr, a non-zero exit, no traceback."""

from collections.abc import Callable
from pathlib import Path

import pytest

from budokan.kit.game import find
from budokan.match import record
from budokan.match.match import CodedMatch
from tests.cli.commands import refused, run

LONG = "9" * 5000  # more digits than Python reads
GAME_FIRST = ("balance", "cards", "exact", "fit", "learn", "par", "rules", "simulate")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a record, a folder and a file of bytes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BUDOKAN_DATA", str(tmp_path / "data"))
    match = CodedMatch(find("udaka"), find("udaka").setup(2), seed="7")
    match.begin()
    match.concede(0)
    (tmp_path / "ok.match").write_text(record.write(match), "utf-8")
    (tmp_path / "folder").mkdir()
    (tmp_path / "bytes").write_bytes(bytes(range(256)))
    return tmp_path


@pytest.mark.parametrize("command", GAME_FIRST)
@pytest.mark.parametrize("game", ["chess", "", "../udaka", "a" * 5000])
def test_an_unknown_game(command: str, game: str) -> None:
    refused([command, game, *(["--seed", "1"] if command == "par" else [])], "There is no game")


@pytest.mark.parametrize("command", ["replay", "coach"])
@pytest.mark.parametrize("file", ["missing", "folder", "", "ok.match/x"])
def test_a_file_that_is_not_a_record(command: str, file: str) -> None:
    refused([command, file], "Cannot read the record")
    refused([command, "bytes"], "bytes is not a match record")


def cut(text: str) -> str:
    return text[: len(text) // 2]


def headless(text: str) -> str:
    return text.partition("\n")[2]


def messed(text: str) -> str:
    lines = text.splitlines()
    return "\n".join([*lines[:4], "garbage", *lines[5:]]) + "\n"


@pytest.mark.parametrize("damage", [cut, headless, messed, lambda text: ""])
def test_a_damaged_record(damage: Callable[[str], str], here: Path) -> None:
    (here / "bad.match").write_text(damage((here / "ok.match").read_text()))
    for words in (["replay"], ["coach"], ["play", "--plain", "--resume"]):
        refused([*words, "bad.match"], "bad.match")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("simulate udaka --games 0", "Invalid value for '--games': 0 is not in the range x>=1."),
        ("simulate udaka --games x", "'x' is not a whole number. See budokan simulate --help."),
        ("simulate udaka --nonsense", "No such option '--nonsense'."),
        ("simulate udaka extra", "Got unexpected extra argument (extra). See budokan"),
        ("simulate", "Missing argument 'GAME'. See budokan simulate --help."),
        ("simulate udaka --games", "Option '--games' requires an argument."),
        ("frobnicate", "No such command 'frobnicate'. See budokan --help."),
        ("--nonsense", "No such option '--nonsense'. See budokan --help."),
        ("hall --port 99999", "99999 is not in the range"),
        ("hall --no-open --cards missing.toml", "Cannot read the card file missing.toml"),
        ("hall --no-open --cards bytes", "The card file bytes is not text in UTF-8"),
        ("hall --log xml", "'xml' is not one of 'plain', 'json'"),
        ("hall --no-open --data ok.match", "Cannot keep data in ok.match: File exists; name"),
        ("hall --no-open --data /dev/null/x", "Cannot keep data in /dev/null/x: Not a"),
        ("backup x --data missing", "There is no store in missing"),
        ("restore bytes", "bytes is not a store of Budokan: it is no SQLite file."),
        ("restore folder", "folder is a folder, not a file."),
        ("ladder --games udaka --hours nan", "The hours of a ladder must be a number."),
        ("ladder --games udaka --out folder", "Cannot write folder: it is a folder."),
        ("ladder --games udaka --page folder", "Cannot write folder: it is a folder."),
        ("ladder --games udaka --page ok.match/x", "Cannot make the folder ok.match/img"),
        ("ladder --games udaka --out bytes", "Cannot read bytes: it is not text."),
        ("fit udaka --agent nobody", "There is no agent 'nobody'"),
        ("fit udaka --out missing/x", "name a file in a folder you may write to"),
        ("fit udaka --setting x", "'x' is not of the form option=value."),
        ("coach ok.match --plot missing/x", "name a file in a folder you may write to"),
        ("coach ok.match --seat Z", "no seat 'Z'"),
        ("replay ok.match --bits ff", "--commitment and --bits need --verify."),
        ("exact udaka --budgets ,", "Name at least one number of iterations"),
        ("exact udaka --budgets ²", "must be 1 to"),
        ("balance martial_art --only igor", "igor cannot play against itself; name two or more."),
        ("balance udaka", "Balance is measured at tables for two, not 4."),
        ("simulate udaka --records ok.match", "Cannot make the folder ok.match"),
        ("simulate dojo_duel --options =x", "There is no dojo_duel option ''"),
        ("simulate dojo_duel --options A.deck=@folder", "Cannot read folder"),
        ("simulate dojo_duel --options A.deck=@bytes", "Cannot read bytes: it is not text."),
        ("play --join nonsense", "--join needs a terminal"),
        ("play udaka --name Ann", "give it with --join"),
        ("play master_udo --daily 2026-13-45", "is not a date; write it like 2026-11-16."),
        ("simulate udakka", "did you mean udaka"),
        ("play chess --plain", "There is no game 'chess'"),
        ("rules go", "There is no game 'go'"),
        ("rules udaka UD-99", "no clause 'UD-99'"),
        ("simulate udaka --options top_rouse=true", "did you mean top_reuse"),
        ("simulate udaka --options pair_takes=two", "takes one, all"),
        ("simulate udaka --options pair_takes", "not of the form option=value"),
        ("simulate udaka --agents genius", "There is no agent 'genius'"),
        ("simulate udaka --agents search:0", "iterations must be 1 to"),
        ("simulate udaka --seats 7", "2 to 6 players, not 7"),
        ("simulate dojo_duel --seats 3", "2 players, not 3"),
        ("simulate udaka --seats 2 --agents random,random,random", "too many"),
        ("simulate dojo_duel --options round_limit=0", "round_limit"),
        ("simulate dojo_duel --options A.deck=ember_fits", "ember_fi"),
        ("simulate dojo_duel --options C.deck=ember_fist", "no seat 'C'"),
        ("simulate dojo_duel --options A.deck=@missing.txt", "Cannot read missing.txt"),
        ("simulate dojo_duel --cards missing.toml", "Cannot read the card file"),
        ("play udaka --plain --seat G", "no seat 'G'"),
        ("play udaka --plain --against champion", "no agent 'champion'"),
        ("play --resume missing.match", "Cannot read the record"),
        ("replay missing.match", "Cannot read the record"),
        (f"exact udaka --budgets {LONG}", "must be 1 to 1000000 iterations"),
        (f"simulate udaka --agents search:{LONG}", "iterations must be 1 to"),
        (f"play udaka --plain --seat {LONG}", "There is no seat '999"),
        ("play udaka --resume saved.match", "A saved match has its game"),
        ("play --resume saved.match --seed 7", "A saved match has its game"),
        ("play --resume saved.match --seats 3", "A saved match has its game"),
        ("play --join http://x/table/t --seat B", "nothing but the link"),
        ("play udaka --join http://x/table/t", "nothing but the link"),
    ],
)
def test_a_command_that_cannot_be_carried_out(words: str, told: str) -> None:
    refused(words.split(), told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "[card.iron_shirt]\nyin = 99999999999999999999999\n",
            "iron_shirt.yin: This number is too large",
        ),
        ("[card.iron_shirt]\nyin = 'x'\n", "card.iron_shirt.yin: 'x' must be"),
        ("card = 3\n", "card: 3 must be a table."),
        ("a = " + "[" * 5000 + "]" * 5000, "is nested too deeply"),
    ],
)
def test_wrong_card_values_are_refused(text: str, told: str, here: Path) -> None:
    (here / "mine.toml").write_text(text)
    refused(["simulate", "dojo_duel", "--cards", "mine.toml"], told)


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("udaka", "[board.layout]\nrows = [1]\n", "board.layout.rows: [1] must be rows"),
        ("udaka", "[board.layout]\nrows = [{}, ['x']]\n", "board.layout.rows: "),
        ("martial_art", "[start.duel]\nspaces = [{}, 3]\n", "start.duel"),
    ],
)
def test_wrong_lists_of_card_values_are_refused(
    game: str, text: str, told: str, here: Path
) -> None:
    (here / "mine.toml").write_text(text)
    refused(["simulate", game, "--cards", "mine.toml"], told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game = 3\n[[case]]\n", "game has the wrong form"),
        ("case = 3\n", "case has the wrong form"),
        ("given = 4\n[[case]]\nthen = { acting = [] }\n", "given must be a table of seats"),
        ("given.options = 'x'\n[[case]]\nthen = { acting = [] }\n", "options has the wrong form"),
        ("given.position = 'x'\n[[case]]\nthen = { acting = [] }\n", "position has the wrong form"),
        ("given.seat = 'x'\n[[case]]\nthen = { acting = [] }\n", "seat has the wrong form"),
        ("[[case]]\nwhen = 5\nthen = { acting = [] }\n", "when has the wrong form"),
        ("[[case]]\nwhen = [3]\nthen = { acting = [] }\n", "when has the wrong form"),
        ("[[case]]\nthen = 7\n", "then must be a table of position"),
        ("[[case]]\nthen = { acting = [1, {}] }\n", "acting has the wrong form"),
        (
            "[[case]]\nthen = { legal = { A = 3 } }\n",
            "legal.A has the wrong form",
        ),
        ("[[case]]\nthen = { score = ['x'] }\n", "score has the wrong form"),
        ("a = " + "[" * 5000 + "]" * 5000, "not valid TOML"),
    ],
)
def test_a_scenario_of_the_wrong_form(text: str, told: str, here: Path) -> None:
    (here / "a.toml").write_text(("" if text.startswith("game") else "game = 'udaka'\n") + text)
    done = run("check", "a.toml")
    assert done.exit_code == 1 and not done.stderr and told in done.stdout, done.output
