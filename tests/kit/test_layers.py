"""Imports point one way: games and agents import only the kit, and so on up to the clients."""

import ast
from pathlib import Path

import budokan

ROOT = Path(budokan.__file__).parent
MAY_KNOW = {
    "kit": {"kit"},
    "games": {"kit", "games"},
    "agents": {"kit", "agents"},
    "match": {"kit", "match"},
    "picture": {"kit", "picture"},
    "store": {"kit", "match", "store"},
    "thinking": {"kit", "agents", "match", "thinking"},
    "front_door": {"kit", "agents", "match", "thinking"},
    "lab": {"kit", "agents", "match", "lab"},
    "bridges": {
        "kit",
        "agents",
        "match",
        "picture",
        "front_door",
        "lab",
        "terminal",
        "server",
        "bridges",
    },
    "protocol": {"kit", "match", "thinking", "store"},
    "differences": {"kit", "protocol"},
    "terminal": {
        "kit",
        "agents",
        "match",
        "store",
        "thinking",
        "front_door",
        "protocol",
        "differences",
        "terminal",
    },
    "server": {
        "kit",
        "agents",
        "match",
        "picture",
        "store",
        "thinking",
        "protocol",
        "differences",
        "server",
    },
    "cli": {
        "kit",
        "agents",
        "match",
        "picture",
        "store",
        "thinking",
        "lab",
        "front_door",
        "protocol",
        "terminal",
        "server",
        "cli",
    },
}
# `budokan.games` is a package and a function of the front door.
ALSO_A_FUNCTION = ROOT / "games" / "__init__.py"
STANDARD = {"kit", "games", "agents", "picture"}
FOREIGN = {"librt", "mypy_extensions"}
SCENES = {"msgspec"}  # what the parts of a Scene are made of; rules and agents know nothing of them


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def sources(layer: str) -> list[Path]:
    single = ROOT / f"{layer}.py"
    if single.exists():
        return [single]
    found = [path for path in (ROOT / layer).rglob("*.py") if "tests" not in path.parts]
    return [path for path in found if path != ALSO_A_FUNCTION]


def test_imports_point_one_way() -> None:
    wrong = []
    for layer, known in MAY_KNOW.items():
        for path in sources(layer):
            for name in imports(path):
                parts = name.split(".")
                room = parts[1] if parts[0] == "budokan" and len(parts) > 1 else ""
                if room in MAY_KNOW and room not in known:
                    wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert wrong == []


def test_no_game_knows_another() -> None:
    wrong = []
    for path in sources("games"):
        own = path.relative_to(ROOT / "games").parts[0]
        for name in imports(path):
            parts = name.split(".")
            if parts[:2] == ["budokan", "games"] and len(parts) > 2 and parts[2] != own:
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert wrong == []


def test_rules_need_only_the_standard_library() -> None:
    import sys

    wrong = []
    for layer in STANDARD:
        for path in sources(layer):
            known = sys.stdlib_module_names | FOREIGN | {"budokan"}
            if layer != "agents" and path.parent.name != "rules":
                known |= SCENES
            for name in imports(path):
                if name.split(".")[0] not in known:
                    wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert wrong == []


def test_only_the_store_knows_its_database() -> None:
    knowing = [path for path in ROOT.rglob("*.py") if "sqlite3" in imports(path)]
    assert knowing
    assert [path for path in knowing if ROOT / "store" not in path.parents] == []


def test_a_wrong_import_would_be_noticed() -> None:
    assert "budokan.kit.contract.State" in imports(ROOT / "agents" / "plain.py")
    assert "budokan.match.record" in imports(*sources("front_door"))
    assert len(sources("games")) >= 10 and len(sources("kit")) >= 10
