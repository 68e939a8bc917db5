"""The commands as a user types them: what they print, and how they refuse."""

import json
import shlex
from collections.abc import Sequence
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import budokan
from budokan.cli import main
from budokan.kit.game import find
from budokan.terminal.plain import play
from budokan.thinking.par import Par

COMMANDS = sorted(main.commands)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to play in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=typed)


def fine(*words: str, typed: str = "") -> str:
    done = run(*words, typed=typed)
    assert done.exit_code == 0, done.output
    return done.output


def refused(words: Sequence[str], told: str) -> None:
    """One sentence on stderr, exit 2, nothing on stdout, no traceback."""
    done = run(*words)
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert told in done.stderr and done.stderr.startswith("budokan: ")
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(command: str) -> None:
    assert f"budokan {command}" in fine(command, "--help").split("Examples:")[1]
    assert command in fine("--help")


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_can_be_typed_and_options_are_explained(command: str) -> None:
    found = main.commands[command]
    lines = (found.help or "").split("Examples:")[1].split("\n")
    examples = [line.split("|")[0].strip() for line in lines if line.strip()]
    for example in examples:
        assert example.startswith(f"budokan {command}"), example
        found.make_context(command, shlex.split(example)[2:])
    options = [param for param in found.params if isinstance(param, click.Option)]
    assert [option.name for option in options if not option.help] == []


def test_games_lists_all_with_their_options() -> None:
    listed = {game["id"]: game for game in json.loads(fine("games", "--json"))}
    assert {"udaka", "dojo_duel"} <= set(listed)
    names = [option["name"] for option in listed["udaka"]["options"]]
    assert names == list(find("udaka").options.__dataclass_fields__)
    assert "joker_must_play" in fine("games")


def test_rules_prints_a_clause_or_all() -> None:
    assert fine("rules", "udaka", "ud-17").startswith("UD-17  ")
    assert "UD-54" in fine("rules", "udaka")


def test_simulate_is_the_same_for_any_number_of_jobs(tmp_path: Path) -> None:
    words = ["simulate", "udaka", "--seats", "3", "--games", "4100", "--seed", "9", "--json"]
    one = json.loads(run(*words).stdout)
    two = json.loads(run(*words, "--jobs", "2").stdout)
    assert one == two and one["matches"] == 4100
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


def test_an_unfinished_match_is_shown_only_to_a_seat(here: Path) -> None:
    done = run("play", "udaka", "--plain", "--seats", "2", typed="1\nquit\n")
    assert done.exit_code == 0 and "Saved in udaka.match" in done.output
    refused(["replay", "udaka.match"], "name a viewer")
    assert "draw ?" in fine("replay", "udaka.match", "--seat", "A")
    again = run("play", "--resume", "udaka.match", typed="quit\n")
    assert again.exit_code == 0 and "Saved in udaka.match" in again.output


@pytest.mark.parametrize("game", ["udaka", "dojo_duel"])
def test_a_whole_match_by_numbers(game: str, here: Path) -> None:
    """Always the first choice, to the end."""
    told = fine("play", game, "--plain", "--against", "random", "--seat", "B", typed="1\n" * 400)
    assert "wins" in told or "draw" in told


@pytest.mark.parametrize("game", ["udaka", "dojo_duel"])
def test_hot_seat_draws_a_curtain(game: str, here: Path) -> None:
    words = ["play", game, "--plain", "--against", "human", "--seats", "2", "--seed", "s"]
    done = run(*words, typed="\n1\n\n1\nquit\n")
    assert "A, it is your turn. Press Enter when only you look." in done.output
    assert "B, it is your turn. Press Enter when only you look." in done.output


def test_plain_play_explains_itself(here: Path) -> None:
    typed = "help\nstory\ntable\nwhy pair 2\nrules UD-17\nundo\nnonsense\n99\nsave x.match\nquit\n"
    told = run("play", "udaka", "--plain", typed=typed).output
    assert "take back your last step" in told
    assert "nothing to take back" in told
    assert "'nonsense' is not an action" in told
    assert "There is no choice 99" in told
    assert "Saved in x.match" in told and Path("x.match").exists()


def test_plain_play_tells_all_that_a_piece_says(here: Path) -> None:
    typed = "look left arm\nfight turtle\nlook leftarm\nlook high attack\nquit\n"
    told = run("play", "master_udo", "--plain", "--seed", "3", typed=typed).output
    assert "Left Arm · block X+1 · defence · not directly on a Left card | Block X+1" in told
    assert "Nothing on the table is called 'leftarm'; did you mean Left Arm" in told
    attack = "High Attack (block 6, takes Left Arm and Right Arm and any card, blocked Recover 2)"
    assert f"Attacks: {attack}\n" in told
    assert "Turtle: Master Turtle 1/1; At most 1 heart a turn.\n" in told


def test_a_conceded_match_is_over(here: Path) -> None:
    assert "over" in fine("play", "dojo_duel", "--plain", typed="concede\n").lower()


def test_end_of_input_saves_and_fails(here: Path) -> None:
    done = run("play", "udaka", "--plain", typed="1\n")
    assert done.exit_code == 130 and Path("udaka.match").exists()


def test_check_runs_scenarios_and_shows_what_failed(tmp_path: Path) -> None:
    folder = find("udaka").folder / "tests" / "scenarios"
    files = sorted(str(path) for path in folder.glob("*.toml"))
    assert f"{len(files)} passed, 0 failed" in fine("check", *files)
    text = Path(files[0]).read_text("utf-8")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text + '\n[[case]]\nthen = { acting = ["F"] }\n')
    done = run("check", str(wrong))
    assert done.exit_code == 1 and "expected ['F'], but it is" in done.output


def test_a_scenario_with_a_typo_is_named(tmp_path: Path) -> None:
    file = tmp_path / "typo.toml"
    for text, told in [
        ("game = 'udaka'\n[[case]]\nthne = {}\n", "no place for 'thne': did you mean then"),
        ("game = 'udaka'\n[[case]]\nwhen = ['A single 7']\n", "proves nothing"),
        ("game = 'udakka'\n[[case]]\nthen = { acting = [] }\n", "did you mean udaka"),
        ("game = ", "not valid TOML"),
        ("game = 'udaka'\n", "lacks 'case'"),
        (
            "game = 'udaka'\n[[case]]\nwhen = ['A singel 7']\nthen = { acting = [] }\n",
            "did you mean single 7",
        ),
        (
            "game = 'udaka'\ngiven.position = { hnads = [] }\n[[case]]\nthen = { acting = [] }\n",
            "no field 'hnads'",
        ),
    ]:
        file.write_text(text)
        done = run("check", str(file))
        assert done.exit_code == 1 and told in done.output, done.output
    done = run("check", str(tmp_path / "missing.toml"))
    assert done.exit_code == 1 and "No such file" in done.output


BAD_DECK_14 = ",".join(["2 iron_shirt"] * 7)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["simulate", "udakka"], "did you mean udaka"),
        (["play", "chess", "--plain"], "There is no game 'chess'"),
        (["rules", "go"], "There is no game 'go'"),
        (["rules", "udaka", "UD-99"], "no clause 'UD-99'"),
        (["simulate", "udaka", "--options", "top_rouse=true"], "did you mean top_reuse"),
        (["simulate", "udaka", "--options", "pair_takes=two"], "takes one, all"),
        (["simulate", "udaka", "--options", "pair_takes"], "not of the form option=value"),
        (["simulate", "udaka", "--agents", "genius"], "There is no agent 'genius'"),
        (["simulate", "udaka", "--agents", "search:0"], "iterations must be 1 to"),
        (["simulate", "udaka", "--seats", "7"], "2 to 6 players, not 7"),
        (["simulate", "dojo_duel", "--seats", "3"], "2 players, not 3"),
        (["simulate", "udaka", "--seats", "2", "--agents", "random,random,random"], "too many"),
        (["simulate", "dojo_duel", "--options", "round_limit=0"], "round_limit"),
        (["simulate", "dojo_duel", "--options", "A.deck=ember_fits"], "ember_fi"),
        (["simulate", "dojo_duel", "--options", "C.deck=ember_fist"], "no seat 'C'"),
        (["simulate", "dojo_duel", "--options", "A.deck=@missing.txt"], "Cannot read missing.txt"),
        (["simulate", "dojo_duel", "--cards", "missing.toml"], "Cannot read the overlay"),
        (["play", "udaka", "--plain", "--seat", "G"], "no seat 'G'"),
        (["play", "udaka", "--plain", "--against", "champion"], "no agent 'champion'"),
        (["play", "--resume", "missing.match"], "Cannot read the record"),
        (["replay", "missing.match"], "Cannot read the record"),
    ],
)
def test_bad_input_gets_one_sentence(words: list[str], told: str) -> None:
    refused(words, told)


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
    file.write_text("[limits.deck]\nsmallest = 3\n")
    refused(["simulate", "dojo_duel", "--cards", str(file)], "only designed values")
    file.write_text("[card.iron_shirt]\nyin = 1\n")
    assert run("simulate", "dojo_duel", "--cards", str(file), "--games", "5").exit_code == 0


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


def test_the_challenge_of_a_day_is_the_same_for_everyone(here: Path) -> None:
    words = ["play", "master_udo", "--plain", "--daily"]
    typed = "fight crane\n"
    told = [run(*words, f"2026-11-{day}", typed=typed).stdout for day in (16, 16, 18)]
    one, two, other = (text.partition("master_udo")[0] for text in told)
    assert one == two and "Crane" in one
    assert one != other
    assert run("play", "master_udo", "--daily", typed=typed).stdout


def test_a_challenge_that_is_none_is_refused(here: Path) -> None:
    refused(["play", "udaka", "--daily", "2026-11-16"], "Udaka has no challenge of the day")
    refused(["play", "master_udo", "--daily", "soon"], "'soon' is not a date")


SHORT = "masters=easy,max_turns_per_fight=2"


def test_par_of_a_deal(here: Path) -> None:
    words = ["par", "master_udo", "--tries", "3", "--options", SHORT]
    told = run(*words, "--seed", "7").stdout
    assert told.startswith("Par for this deal: the solver with 3 tries ")
    found = json.loads(run(*words, "--seed", "7", "--json").stdout)
    assert told == f"Par for this deal: {found['result']}\n"
    assert (found["seed"], found["tries"]) == ("7", 3) and 0 <= found["score"] <= 1
    day = json.loads(run(*words, "--daily", "2026-11-17", "--json").stdout)
    kai = [*words, "--options", "hero=kai", "--seed", "daily 2026-11-17", "--json"]
    assert day == json.loads(run(*kai).stdout)


def test_par_that_is_none_is_refused(here: Path) -> None:
    refused(["par", "udaka", "--seed", "7"], "Udaka has no solver, so there is no par.")
    refused(["par", "master_udo"], "Name the deal: --seed SEED, or --daily.")
    refused(["par", "master_udo", "--daily", "soon"], "'soon' is not a date")


def test_after_a_match_a_script_is_told_how_to_ask_for_par(here: Path) -> None:
    words = ["play", "master_udo", "--plain", "--daily", "2026-11-17", "--options", SHORT]
    told = run(*words, typed="concede\n").stdout.splitlines()
    switches = "hero=kai,masters=easy,max_turns_per_fight=2"
    seed = "'daily 2026-11-17'"
    assert told[-1] == (
        f"Par for this deal: budokan par master_udo --seed {seed} --options {switches}"
    )
    assert "Par" not in fine("play", "udaka", "--plain", "--seats", "2", typed="concede\n")


def test_after_a_match_a_person_is_told_par(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    found = Par(1.0, "the solver wins 7.")
    monkeypatch.setattr(play, "find_par", lambda given, check: found if given.seed == "7" else "")
    match = budokan.new("master_udo", seed=7)
    match.concede()
    play.tell_par(match, ["A"])
    told = capsys.readouterr().out
    assert told.endswith("Par for this deal: the solver wins 7. You miss par.\n")


def test_a_match_that_was_resumed_has_no_par(here: Path) -> None:
    """A record of an unfinished match does not tell its seed, so its deal is not known."""
    run("play", "master_udo", "--plain", typed="fight crane\nquit\n")
    told = run("play", "--resume", "master_udo.match", typed="concede\n").stdout
    assert "gives up" in told and "Par" not in told


def test_plain_text_tells_notes_tracks_and_facing(here: Path) -> None:
    udo = run("play", "master_udo", "--plain", typed="fight iron body\n").stdout
    assert "Hearts: Heart 4, Heart 5, Heart 7" in udo and "damage" in udo.partition("Hearts")[0]
    assert "Charge 0\n" in udo
    words = ["play", "kenpo_masters", "--plain", "--seed", "3", "--against", "greedy"]
    kenpo = run(*words).stdout
    assert "b1: A [looks up]" in kenpo and "Hidden card x5" in kenpo and "0 of 20\n" in kenpo
    fight = run("play", "martial_art", "--plain", "--seed", "3").stdout
    assert "Damage 0 of 8" in fight and "Chi 0 of 5" in fight
