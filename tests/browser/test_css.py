"""The style sheets: no unused class, no unused sheet."""

import re
from pathlib import Path

import pytest

from budokan.server.http.pages import PAGES
from budokan.server.http.static_files import STATIC

SHEETS = sorted((STATIC / "css").glob("*.css"))
GAMES = STATIC.parent.parent / "games"
MADE = re.compile(r"^(belt|k|face|is|z|p|room|r|u|w|d)-(.+)$|^(seats|spot)-\d$|^[sdqcm]\d$")
CLASS = re.compile(r"\.(-?[a-zA-Z_][\w-]*)")


def words() -> set[str]:
    """All words in scripts and pages, and the vocabulary of scenes."""
    files = [*STATIC.glob("*.html"), *(STATIC / "js").rglob("*.js")]
    files += [STATIC.parent.parent / "kit" / "scene.py", *GAMES.glob("*/**/*.py")]
    files += GAMES.glob("*/*.toml")
    return set(re.findall(r"[\w-]+", " ".join(path.read_text() for path in files).casefold()))


def classes(text: str) -> set[str]:
    """The classes in the selectors of a style sheet."""
    bare = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", text, flags=re.DOTALL)
    selectors = re.findall(r"([^{};]+)\{", bare)
    return {name for each in selectors for name in CLASS.findall(each)}


def worn(name: str, said: set[str]) -> bool:
    """Whether a class is used; a composed one counts by the word it is composed of."""
    made = MADE.match(name)
    return name.casefold() in said or bool(made and (made[2] is None or made[2] in said))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_every_css_class_is_used(path: Path) -> None:
    said = words()
    assert sorted(c for c in classes(path.read_text()) if not worn(c, said)) == []


def test_every_style_sheet_is_loaded_somewhere() -> None:
    scripts = [path.read_text() for path in (STATIC / "js").rglob("*.js")]
    said = " ".join([*scripts, *(page.sheets for page in PAGES.values())])
    assert [path.name for path in SHEETS if not re.search(rf"\b{path.stem}\b", said)] == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_nothing_moves_without_end(path: Path) -> None:
    assert not re.search(r"\binfinite\b", path.read_text())
