"""The documents are true: examples run, fields are listed, links exist."""

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest
from tools import position_fields

from budokan.kit import card_file
from budokan.kit.game import Game, find, find_all
from budokan.kit.testing import scenario
from budokan.kit.testing.checks import THEN
from budokan.kit.testing.scenario import GIVEN
from budokan.kit.testing.screen import SCREEN

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
GAMES = list(find_all().values())
FIRST_DATA = {"master_udo": "8059caffc20a5e4f"}  # before the tuning of docs/balance.md
SCENARIOS = (ROOT / "docs" / "scenarios.md").read_text("utf-8")


@pytest.mark.parametrize(
    "text", re.findall(r"```toml\n(game = .*?)```", SCENARIOS, re.DOTALL), ids=lambda t: t[:20]
)
def test_the_scenarios_in_the_docs_pass(text: str, tmp_path: Path) -> None:
    file = tmp_path / "example.toml"
    file.write_text(text)
    assert scenario.run(file) == []


def test_there_is_an_example_for_each_game() -> None:
    for game in GAMES:
        assert f'game = "{game.id}"' in SCENARIOS


def test_every_assertion_is_explained() -> None:
    for key in THEN:
        assert f"| `{key}` |" in SCENARIOS


def test_everything_given_is_explained() -> None:
    for key in GIVEN:
        assert f"| `{key}` |" in SCENARIOS


def test_everything_on_a_screen_is_explained() -> None:
    page = SCENARIOS.split("## What a screen says")[1].split("\n## ")[0]
    parts = [name for shape in SCREEN.values() for name in named_parts(shape)]
    for key in {*SCREEN, *parts}:
        assert re.search(rf"`{key}[`.]", page), key


def named_parts(shape: object) -> list[str]:
    """The names that the parts of a screen have inside."""
    part = shape.get("*", {}) if isinstance(shape, dict) else {}
    return [*part, *part.get("preview", {})]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_position_field_is_documented(game: Game) -> None:
    """Its name, form, meaning and order; `python -m tools.position_fields` writes them."""
    section = SCENARIOS.split(position_fields.heading(game))[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    assert lines == position_fields.table(game).splitlines()
    assert len(lines) == 2 + len(game.fields)


def test_the_tables_of_fields_are_written_by_the_tool() -> None:
    assert position_fields.render(SCENARIOS) == SCENARIOS
    assert position_fields.render(SCENARIOS.replace("| `draw` |", "| `drew` |")) == SCENARIOS


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_verb_is_in_the_notation(game: Game) -> None:
    page = (ROOT / "docs" / "notation.md").read_text("utf-8")
    for name, _, _ in game.verbs:
        assert name.endswith("?") or f"`{name}" in page, name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_exist(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("name", FIRST_DATA)
def test_the_first_values_can_be_restored(name: str) -> None:
    overlay = card_file.read(ROOT / "docs" / "overlays" / f"{name}_first.toml")
    assert find(name).setup(overlay=overlay).data.hash == FIRST_DATA[name]


def test_make_targets_in_the_readme_exist() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"make ([a-z-]+)", text):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_documents_name_no_machine_path_or_package_index() -> None:
    """No path of a machine and no package index in any document or lock file."""
    for page in [*PAGES, *ROOT.glob("requirements*.lock"), ROOT / "pyproject.toml"]:
        text = page.read_text("utf-8")
        assert not re.search(r"(?<![\w.])/(work|root|home)/", text), page.name
        assert "index-url" not in text, page.name


def test_the_glossary_names_code_that_exists() -> None:
    page = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    places = re.findall(r"\| `([\w.]+)` \|$", page, re.MULTILINE)
    words = [line for line in page.splitlines() if line.startswith("| ")][1:]
    assert len(places) == len(words) > 20
    for place in places:
        assert resolve_name(f"budokan.{place}") is not None


def test_the_credits_name_all_whom_the_rulebooks_name() -> None:
    text = " ".join((ROOT / "CREDITS.md").read_text("utf-8").split())
    for name in (
        "Jorge Zhang", "Mark Fuhrman", "Lilith Hafner", "Austin Charlie", "Kevin Privalle",
        "Harry Metcalf", "Cullam Bruce-Lockhart", "Paper and Plastic and Wood", "Meghan White",
        "Adam Gardener", "Rob Pittman", "Andrew House", "Glenn Bartlett", "Brad Talton Jr.",
        "Dave Jackman", "Robbie Wiseman", "Rock Athletics", "Franz Couderc",
        "Dominique Peyronnet", "Vu Nguyen", "JyDe Editions",
    ):  # fmt: skip
        assert name in text, name
