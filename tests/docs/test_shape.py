"""Every game folder has the shape that CONTRIBUTING describes."""

import ast
import re
from pathlib import Path

import pytest

from budokan.kit.game import find_all

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
TEMPLATE = ROOT / "tests" / "stances"
FOLDERS = {game.title: game.folder for game in find_all().values()} | {"Stances": TEMPLATE}
EACH = pytest.mark.parametrize("title", FOLDERS)


def rows(head: str) -> list[list[str]]:
    """The cells of the table with this first cell."""
    table = re.search(rf"^\| {head} \|.*\n\|[-|]+\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    assert table is not None, head
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[1].splitlines()]


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


SHAPE = {names(row[0])[0]: names(row[1]) for row in rows("File")}
REQUIRED = {names(row[0])[0] for row in rows("File") if row[3] == "every game"}
OWN = {row[0]: set(names(row[1])) for row in rows("Game")}


def files(folder: Path) -> set[str]:
    """The files of a game but its tests, earlier cards, and the docstrings of its packages."""
    found = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    return {
        path.as_posix()
        for path in found
        if path.suffix in (".py", ".toml", ".md")
        and path.parts[0] not in ("tests", "earlier")
        and not (len(path.parts) > 1 and path.name == "__init__.py")
    }


def defined(path: Path) -> set[str]:
    """The names a module defines itself."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


@EACH
def test_no_file_is_missing(title: str) -> None:
    assert REQUIRED | OWN.get(title, set()) <= files(FOLDERS[title])


@EACH
def test_no_file_is_undocumented(title: str) -> None:
    assert files(FOLDERS[title]) <= SHAPE.keys() | OWN.get(title, set())


@EACH
def test_every_module_defines_what_it_should(title: str) -> None:
    folder = FOLDERS[title]
    missing = {
        file: wanted
        for file, required in SHAPE.items()
        if file.endswith(".py") and (folder / file).exists()
        if (wanted := set(required) - defined(folder / file))
    }
    assert missing == {}


def test_the_shape_tables_are_read_completely() -> None:
    assert len(REQUIRED) >= 15 and SHAPE["rules/hidden.py"] == ["observe", "seen", "guess"]
    assert OWN.keys() <= FOLDERS.keys()
    assert not OWN.keys() & {"Stances"}
