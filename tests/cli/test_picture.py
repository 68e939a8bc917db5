"""`budokan picture`: positions of records and documents as files."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from budokan.match import record
from tests.cli.commands import fine, refused, run

GOLDEN = Path(__file__).parents[1] / "match" / "golden"
UDAKA = str(GOLDEN / "udaka-1.match")
SEATS = "4"  # of that match


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def words(name: str) -> list[str]:
    root = ElementTree.parse(name).getroot()
    return [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]


def test_steps_seats_and_nights_differ() -> None:
    fine("picture", UDAKA, "--out", "end.svg")
    fine("picture", UDAKA, "--out", "first.svg", "--step", "12", "--seat", "A")
    fine("picture", UDAKA, "--out", "second.svg", "--step", "12", "--seat", "B")
    fine("picture", UDAKA, "--out", "night.svg", "--step", "12", "--seat", "B", "--dark")
    assert "Udaka" in words("end.svg")
    assert words("first.svg") != words("second.svg") == words("night.svg")
    assert Path("second.svg").read_text() != Path("night.svg").read_text()


def test_a_png_has_the_width_asked_for() -> None:
    fine("picture", UDAKA, "--out", "end.png", "--width", "640")
    head = Path("end.png").read_bytes()[:24]
    assert head.startswith(b"\x89PNG") and int.from_bytes(head[16:20], "big") == 640


def test_a_position_as_replay_prints_it() -> None:
    last = run("replay", UDAKA, "--json").stdout.splitlines()[-1]
    Path("last.json").write_text(last)
    fine("picture", "last.json", "--game", "udaka", "--seats", SEATS, "--out", "last.svg")
    assert "Udaka" in words("last.svg")
    Path("start.toml").write_text("")
    fine(
        "picture", "start.toml", "--game", "udaka", "--seats", "3", "--seat", "A", "--out", "s.svg"
    )
    assert "UDAKA" in words("s.svg")


def renamed(names: object) -> str:
    """The match with other names, which somebody wrote into its record."""
    read = record.load(Path(UDAKA))
    fields, texts = {**read.header, "names": names}, [text for _, text in read.entries]
    Path("renamed.match").write_text("".join(record._lines(fields, texts, "end of the match")))
    return "renamed.match"


def test_odd_names_make_a_picture_all_the_same() -> None:
    odd = ["<b>&amp;]]>", "\u202e\x00\x1b[31m\ufffe\n", "x" * 10_000, "\N{MARTIAL ARTS UNIFORM}م"]
    for kind in ("svg", "png"):
        fine("picture", renamed(odd), "--seat", "D", "--out", f"odd.{kind}")
    assert any("<b>&amp;]]>" in word for word in words("odd.svg"))
    assert len(Path("odd.svg").read_text()) < 100_000


@pytest.mark.parametrize("names", [[], ["A"], [1, 2, 3, 4], [["A"], "B", "C", "D"]])
def test_names_that_are_none_are_refused(names: object) -> None:
    refused(["picture", renamed(names), "--out", "x.svg"], "one name for each seat.")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([UDAKA, "--out", "x.gif"], "Name the picture with .svg or .png, not 'x.gif'."),
        ([UDAKA, "--out", "no/x.svg"], "Cannot write no/x.svg"),
        ([UDAKA, "--out", "x.svg", "--step", "99999"], "there is no step 99999."),
        ([UDAKA, "--out", "x.svg", "--step", "-1"], "is not in the range"),
        ([UDAKA, "--out", "x.svg", "--seat", "Z"], "seat"),
        ([UDAKA, "--out", "x.svg", "--seats", "3"], "need --game"),
        ([UDAKA, "--out", "x.svg", "--game", "udaka"], "is not a position in TOML or JSON"),
        (["missing.match", "--out", "x.svg"], "Cannot read the record"),
        (["missing.toml", "--out", "x.svg", "--game", "udaka"], "Cannot read missing.toml"),
        (["bad.json", "--out", "x.svg", "--game", "udaka"], "A position has no field"),
        (["bad.json", "--out", "x.svg", "--game", "udaka", "--step", "3"], "--step needs a record"),
        ([UDAKA], "Missing option '--out'"),
    ],
)
def test_bad_input_gets_one_sentence(given: list[str], told: str) -> None:
    Path("bad.json").write_text('{"nonsense": 1}')
    refused(["picture", *given], told)
    assert not Path("x.svg").exists()
