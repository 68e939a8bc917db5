"""`budokan cards` and --cards: an owner's way from a template to a match, and bad files."""

import json
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import budokan
from budokan.kit import card_file
from budokan.kit.card_format import Field
from budokan.kit.card_template import diff, lines_of, template
from budokan.kit.data import NOT_SHOWN
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, find, find_all
from budokan.kit.toml_text import toml_value
from tests.cli.commands import fine, refused, run
from tests.kit.settings import card_files

GAMES = list(find_all().values())
FILES = [
    pytest.param(game, path, id=f"{game.id}-{path.stem}")
    for game in GAMES
    for path in card_files(game)
]
FAULTY = [
    pytest.param(game, path, id=game.id)
    for game in GAMES
    for path in (game.folder / "tests" / "cards").glob("faulty.toml")
]


def whole_match(game: str, *words: str) -> str:
    """A match line by line, always with the first choice; the last line tells the result."""
    fighter = ["--against", "random"] if find(game).default_seats > 1 else []
    told = fine("play", game, "--plain", *fighter, *words, typed="1\n" * 3000)
    assert "Traceback" not in told
    return told


# -- the whole way --------------------------------------------------------------------------------


def changeable(game: Game) -> tuple[str, str, str, int]:
    """A value that an owner may change by one, and its new value; found by trying."""
    for section, key, name, value, _ in game.data.values():
        field: Field = game.card_format.sections[section].fields[name]
        if type(value) is int and field.kind in ("number", "table"):
            for other in (value + 1, value - 1):
                with suppress(Refusal):
                    game.start(game.setup(overlay={section: {key: {name: other}}}))
                    return section, key, name, other
    raise AssertionError(f"no number of {game.id} can be changed alone")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_from_a_template_to_a_replay(game: Game, here: Path) -> None:
    """Write, edit, check, compare, play to the end, and replay without the file."""
    told = fine("cards", game.id, "--out", "mine.toml")
    assert told.startswith("Written to mine.toml.")
    file = here / "mine.toml"
    assert file.read_text("utf-8") == template(game)
    assert "It does not differ" in fine("cards", game.id, "--check", "mine.toml")
    section, key, name, other = changeable(game)
    head, mark, rest = file.read_text("utf-8").partition(f"\n[{section}.{key}]\n")
    ours = f"\n{name} = {game.data[section][key][name]} "
    mended = f"\n{rest}".replace(ours, f"\n{name} = {other} ", 1).removeprefix("\n")
    head = head.replace('title = "My cards"', 'title = "Edition two"')
    file.write_text(f"{head}{mark}{mended}", "utf-8")
    assert "can be played. 1 value changed" in fine("cards", game.id, "--check", "mine.toml")
    told = fine("cards", game.id, "--diff", "mine.toml")
    assert told.startswith("Edition two: 1 value changed")
    assert f"{section}.{key}.{name}: {other}; ours" in told
    told = whole_match(game.id, "--cards", "mine.toml", "--seed", "1")
    assert "Played with your cards: Edition two." in told
    fine("simulate", game.id, "--cards", "mine.toml", "--games", "1", "--records", "kept")
    file.unlink()
    (kept,) = (here / "kept").iterdir()
    assert "Edition two" in kept.read_text("utf-8") and fine("replay", str(kept))


def entered(game: Game, overlay: Mapping[str, Any]) -> str:
    """A template in which somebody has typed all values of an overlay, line by line."""
    lines = template(game).splitlines()
    places = {where: at - 1 for where, at in lines_of(template(game)).items()}
    added: list[str] = []
    for each in diff(game, overlay):
        section, key, *name = each.where.split(".")
        if each.theirs is None and each.is_component:
            at = places[each.where]
            end = next((n for n in range(at, len(lines)) if not lines[n]), len(lines))
            lines[at:end] = [""] * (end - at)
        elif each.is_component:
            said = [f"{field} = {toml_value(value)}" for field, value in each.theirs.items()]
            added += ["", f"[{section}.{key}]", *said]
        else:
            line = f"{name[0]} = {toml_value(NOT_SHOWN if each.theirs is None else each.theirs)}"
            if each.where in places:
                lines[places[each.where]] = line
            else:
                lines[places[f"{section}.{key}"]] += f"\n{line}"
    title = toml_value(overlay["about"]["title"])
    text = "\n".join([*lines, *added]) + "\n"
    return text.replace('title = "My cards"', f"title = {title}")


@pytest.mark.parametrize(("game", "path"), FILES)
def test_a_match_with_invented_cards_typed_into_a_template(
    game: Game, path: Path, here: Path
) -> None:
    """As an owner enters a box: template, edits, check, compare, a whole match, a replay."""
    overlay = card_file.read(path)
    (here / "mine.toml").write_text(entered(game, overlay), "utf-8")
    fine("cards", game.id, "--check", "mine.toml")
    compared = fine("cards", game.id, "--diff", "mine.toml").splitlines()
    assert len(compared) - 1 == len(diff(game, overlay)) > 0
    mine = game.setup(overlay=card_file.read(Path("mine.toml"))).data
    assert mine.hash == game.setup(overlay=overlay).data.hash
    told = whole_match(game.id, "--cards", "mine.toml", "--seed", "7")
    assert "Played with your cards: " in told
    words = ["simulate", game.id, "--cards", "mine.toml", "--games", "3", "--records", "m"]
    figures = json.loads(run(*words, "--json").stdout)
    assert figures["matches"] == 3
    (here / "mine.toml").unlink()
    record = sorted((here / "m").iterdir())[0]
    assert fine("replay", str(record))


@pytest.mark.parametrize(("game", "path"), FAULTY)
def test_planted_faults_are_all_told_with_their_lines(game: Game, path: Path) -> None:
    done = run("cards", game.id, "--check", str(path), "--json")
    assert done.exit_code == 1
    answer = json.loads(done.stdout)
    wrong = [fault for fault in answer["faults"] if not fault["warning"]]
    assert not answer["playable"] and len(wrong) >= 20
    assert len({(fault["where"], fault["text"]) for fault in wrong}) == len(wrong)
    lines = path.read_text("utf-8").splitlines()
    for fault in wrong:
        last = fault["where"].partition("[")[0].rpartition(".")[2]
        assert fault["line"] == 0 or last in lines[fault["line"] - 1] or "needs" in fault["text"]
    refused(["simulate", game.id, "--cards", str(path)], "more: budokan cards")


# -- answers --------------------------------------------------------------------------------------


def test_check_tells_faults_and_warnings_apart(here: Path) -> None:
    overlay = '[about]\ntitle = "X"\n[card.iron_shirt]\nyin = "a"\nyan = 3\n[crad.x]\n'
    (here / "bad.toml").write_text(overlay)
    done = run("cards", "dojo_duel", "--check", "bad.toml")
    lines = done.stdout.splitlines()
    assert done.exit_code == 1 and not done.stderr
    assert lines[0] == "bad.toml cannot be played: 3 faults."
    assert lines[1].startswith("  line 4: card.iron_shirt.yin: 'a' must be")
    assert lines[2].startswith("  line 5: card.iron_shirt.yan: ") and "yin" in lines[2]
    assert lines[3].startswith("  line 6: crad: ") and lines[3].endswith("did you mean card?")


def test_only_warnings_do_not_fail(here: Path) -> None:
    (here / "mine.toml").write_text("[card.jab]\nforward = 2\n")
    told = fine("cards", "kenpo_masters", "--check", "mine.toml")
    assert "mine.toml can be played. 1 value changed, 0 components new, 0 dropped." in told
    assert "1 warning: yours is played" in told
    assert "  line 2: card.jab.forward: 2 differs from our 1, which is stated in print" in told


def test_differences_as_json(here: Path) -> None:
    (here / "mine.toml").write_text('[card.jab]\nforward = 2\nsource = "box"\n')
    answer = json.loads(fine("cards", "kenpo_masters", "--diff", "mine.toml", "--json"))
    assert answer["differences"] == [
        {"where": "card.jab.forward", "ours": 1, "theirs": 2, "source": "rulebook", "note": "box"}
    ]


def test_starting_from_somebodys_file_keeps_and_marks_it(here: Path) -> None:
    (here / "theirs.toml").write_text('[about]\ntitle = "Theirs"\n[card.jab]\nforward = 2\n')
    text = fine("cards", "kenpo_masters", "--from", "theirs.toml")
    assert 'title = "Theirs"' in text and "from your cards (ours is 1)" in text
    assert tomllib.loads(text)["card"]["jab"]["forward"] == 2


def test_a_file_is_not_overwritten(here: Path) -> None:
    (here / "mine.toml").write_text("precious")
    refused(["cards", "udaka", "--out", "mine.toml"], "mine.toml exists; name another file")
    assert (here / "mine.toml").read_text() == "precious"
    fine("cards", "udaka", "--out", "mine.toml", "--force")
    assert (here / "mine.toml").read_text() == template(find("udaka"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--check a --diff b", "give just one of these"),
        ("--check a --out b", "give just one of these"),
        ("--json", "--json is for --check and --diff"),
        ("--force", "--force is for --out"),
        ("--check missing", "Cannot read the card file missing: No such file"),
        ("--diff missing", "Cannot read the card file missing"),
        ("--from missing", "Cannot read the card file missing"),
        ("--out no/such", "name a file in a folder you may write to"),
    ],
)
def test_what_does_not_go_together(words: str, told: str, here: Path) -> None:
    refused(["cards", "udaka", *words.split()], told)


# -- files that cannot be read --------------------------------------------------------------------

ODD = {
    "large": (b"# " + b"x" * 10_000_000, "is too large; 256 kB are the most"),
    "deep": (b"a = " + b"[" * 50_000 + b"]" * 50_000, "too"),
    "nested": (b"[card.jab]\non = " + b"[" * 100 + b"]" * 100, "12 deep at most"),
    "tables": (b"[" + b"a." * 3000 + b"a]", "deep at most"),
    "digits": (b"[card.jab]\ncount = " + b"9" * 1000, "too large"),
    "digits-5000": (b"[card.jab]\ncount = " + b"9" * 5000, "too"),
    "latin": ('[about]\ntitle = "Fäuste"\n'.encode("latin-1"), "is not text in UTF-8"),
    "null": (b'[about]\ntitle = "\\u0000"\n', "cannot be shown"),
    "turned": ('[about]\ntitle = "\u202exob"\n'.encode(), "cannot be shown"),
    "turned-key": ('[card."\u202exob"]\nname = "x"\n'.encode(), "cannot be shown"),
    "infinite": (b"[card.jab]\ncount = inf\n", "too large"),
    "date": (b"[card.jab]\ncount = 2026-01-01\n", "must be"),
    "open": (b"[card.jab\n", "is not valid TOML"),
    "binary": (bytes(range(256)), ""),
    "flat": (b"card = 3\n", "must be a table"),
    "twice": (b"[card.jab]\n[card.jab]\n", "is not valid TOML"),
}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_file_is_refused_in_a_sentence(name: str, here: Path) -> None:
    raw, told = ODD[name]
    (here / "odd.toml").write_bytes(raw)
    for words in (
        ["cards", "kenpo_masters", "--check", "odd.toml"],
        ["cards", "kenpo_masters", "--diff", "odd.toml"],
        ["cards", "kenpo_masters", "--from", "odd.toml"],
        ["play", "kenpo_masters", "--plain", "--cards", "odd.toml"],
        ["learn", "kenpo_masters", "--cards", "odd.toml"],
        ["rules", "kenpo_masters", "--cards", "odd.toml"],
        ["fit", "kenpo_masters", "--cards", "odd.toml"],
    ):
        done = run(*words)
        said = done.output
        assert done.exit_code in (1, 2) and told in said, (words, said[:300])
        assert "Traceback" not in said and isinstance(done.exception, SystemExit)
        assert max(map(len, said.splitlines())) < 400 and len(said.splitlines()) < 6


# -- other commands -------------------------------------------------------------------------------


@pytest.fixture
def mine(here: Path) -> str:
    """Jab steps further than in print."""
    head = '[about]\ngame = "kenpo_masters"\ntitle = "Box"\n'
    (here / "mine.toml").write_text(head + '[card.jab]\nforward = 2\nsource = "p. 3"\n')
    return "mine.toml"


def test_the_game_is_named_by_the_file(mine: str, here: Path) -> None:
    told = run("play", "--plain", "--cards", mine, typed="quit\n").output
    assert told.startswith("Kenpo Masters against ") and "Played with your cards: Box." in told
    (here / "bare.toml").write_text("[card.jab]\nforward = 2\n")
    refused(["play", "--plain", "--cards", "bare.toml"], "does not say its game")


def test_a_match_says_whose_belts_are_measured(mine: str) -> None:
    told = run("play", "--plain", "--cards", mine, typed="quit\n").output
    assert "Played with your cards: Box. Belts are measured with ours." in told


def test_rules_show_the_values_of_a_file(mine: str) -> None:
    told = fine("rules", "kenpo_masters", "--cards", mine)
    assert told.startswith("# Kenpo Masters") and "# Your cards: Box" in told
    (line,) = [line for line in told.splitlines() if "(p. 3)" in line]
    assert line.startswith("| jab |") and line.endswith("| 2 | from your cards (p. 3) |")


def test_a_clause_tells_what_a_file_says_otherwise(mine: str) -> None:
    game = find("kenpo_masters")
    clause = game.data["card"]["jab"].clauses.get("forward", "")
    if not clause:
        pytest.skip("the clause of Jab's step is not in the data yet")
    told = fine("rules", "kenpo_masters", clause, "--cards", mine)
    assert "card.jab.forward is 2 in your cards (Box)." in told
    assert "your cards" not in fine("rules", "kenpo_masters", clause)


def test_the_coach_makes_sure_of_a_file(mine: str, here: Path) -> None:
    """A record holds its cards; other ones are refused, the same ones are taken."""
    match = budokan.new("kenpo_masters", cards=mine, seed="coach")
    match.save(here / "own.match")
    budokan.new("kenpo_masters", seed="coach").save(here / "ours.match")
    seat = ["--seat", "A", "--iterations", "1"]
    fine("coach", "own.match", "--cards", mine, *seat)
    told = "This match was played with our cards, not with these cards; leave out --cards."
    refused(["coach", "ours.match", "--cards", mine, *seat], told)


def test_a_clause_about_a_dropped_card_says_so(here: Path) -> None:
    """KM-111 is about Blitz alone."""
    dropped = "[card.blitz]\ndropped = true\n[card.front_kick]\ncount = 3\n"
    (here / "without.toml").write_text('[about]\ntitle = "Box"\n' + dropped)
    told = fine("rules", "kenpo_masters", "KM-111", "--cards", "without.toml")
    assert told.endswith("card.blitz is left out in your cards (Box).\n")


def test_a_step_taken_away_is_told_in_the_rules(here: Path) -> None:
    (here / "no_step.toml").write_text('[card.jab]\nback = "not shown"\n')
    told = fine("rules", "kenpo_masters", "--cards", "no_step.toml")
    assert "| jab | Step back | not shown | from your cards |" in told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ('[card.jabb]\nname = "Jab 2"\n', "did you mean jab"),
        ('title = "Box"\n', "line 1: title: 'Box' must stand below [about]."),
        ("[[card]]\n", "line 1: card: [{}] must be a table."),
        ("[card.jab]\nforward = true\n", "forward: true must be a whole number"),
        ("[card.jab]\nforward = 2011-05-06\n", "2011-05-06 must be text, a number"),
        ("[card.jab]\ntext = [{ op = 1, is = true }]\n", "text[1]: 1 is not an operation"),
        ("[card.jab]\non = { all = ['Kick'] }\n", 'on: { all = ["Kick"] } must be a list'),
    ],
)
def test_slips_of_the_pen_are_answered_plainly(said: str, told: str, here: Path) -> None:
    (here / "slip.toml").write_text(said)
    assert told in run("cards", "kenpo_masters", "--check", "slip.toml").output


def test_text_without_quotes_is_answered_plainly(here: Path) -> None:
    (here / "slip.toml").write_text("[card.jab]\nname = Jab\n")
    refused(["cards", "kenpo_masters", "--check", "slip.toml"], "Text stands in quotes")


def test_a_guide_is_played_with_a_file_it_fits(here: Path) -> None:
    (here / "same.toml").write_text('[about]\ntitle = "Box"\n')
    told = run("learn", "udaka", "--cards", "same.toml", typed="quit\n").output
    assert told.startswith("These are your cards (Box); the guide's words are about ours.")


def test_a_guide_that_does_not_fit_is_refused(here: Path) -> None:
    """The guide of Udaka begins with a pair of 7s, of which one is left."""
    (here / "few.toml").write_text("[rank.7]\ncopies = 1\n")
    told = "The guide of Udaka is written for our cards and does not fit these. "
    refused(["learn", "udaka", "--cards", "few.toml"], told)


@pytest.mark.parametrize(("game", "path"), FILES)
def test_a_guide_fits_a_file_or_says_that_it_does_not(game: Game, path: Path) -> None:
    done = run("learn", game.id, "--cards", str(path), typed="quit\n")
    if done.exit_code == 2:
        assert "is written for our cards and does not fit these" in done.stderr
        assert done.stderr.count("\n") == 1 and len(done.stderr) < 400
    else:
        assert done.exit_code == 0 and done.output.startswith("These are your cards (")


def test_weights_are_fitted_with_a_file(mine: str) -> None:
    told = fine("fit", "kenpo_masters", "--cards", mine, "--matches", "2", "--agent", "random")
    assert "[weights]" in told


def test_balance_takes_a_file_and_a_picture_needs_none(mine: str, here: Path) -> None:
    words = ["balance", "kenpo_masters", "--cards", mine, "--games", "2", "--agent", "random"]
    assert "play jab" in fine(*words)
    fine("simulate", "kenpo_masters", "--cards", mine, "--games", "1", "--records", "kept")
    (record,) = (here / "kept").iterdir()
    fine("picture", str(record), "--out", "a.svg")
    assert (here / "a.svg").read_text("utf-8").startswith("<svg")
