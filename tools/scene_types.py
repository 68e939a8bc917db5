"""Write the page's types of a Scene from kit/scene.py: python -m tools.scene_types."""

from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from budokan.kit import scene
from budokan.server.http.static_files import STATIC

FILE = STATIC / "js" / "lib" / "scene-types.js"
HEAD = """\
/** The Scene as it travels. Written by tools/scene_types.py from kit/scene.py: do not edit.
 *
"""
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}
WIDE = 110


def render() -> str:
    """The text of the file."""
    words = {name: each for name, each in vars(scene).items() if get_origin(each) is Literal}
    parts = {
        name: each
        for name, each in vars(scene).items()
        if isinstance(each, type) and each is not Struct and issubclass(each, Struct)
    }
    names = {each: name for name, each in {**words, **parts}.items()}
    lines = [_typedef(_union(each), name) for name, each in words.items()]
    lines += [_typedef(_object(each, names), name) for name, each in parts.items()]
    return HEAD + "".join(lines) + " */\nexport {};\n"


def _typedef(pieces: list[str], name: str) -> str:
    """One type, over several lines where it is long."""
    rows: list[str] = []
    row = " * @typedef {"
    for piece in pieces:
        if len(row) + len(piece) > WIDE:
            rows.append(row.rstrip())
            row = " *   "
        row += piece
    return "\n".join([*rows, f"{row}}} {name}"]) + "\n"


def _union(hint: Any) -> list[str]:
    words = get_args(hint)
    return [f'"{word}"{" | " * (word != words[-1])}' for word in words]


def _object(kind: Any, names: dict[Any, str]) -> list[str]:
    hints = get_type_hints(kind)
    found = [f"{name}: {_type(hints[name], names)}" for name in kind.__struct_fields__]
    return ["{", *(f"{each}, " for each in found[:-1]), f"{found[-1]}}}"]


def _type(hint: Any, names: dict[Any, str]) -> str:
    if hint in names:
        return names[hint]
    if hint in PLAIN:
        return PLAIN[hint]
    inner = [_type(each, names) for each in get_args(hint) if each is not ...]
    if get_origin(hint) is tuple:
        return f"{inner[0]}[]" if ... in get_args(hint) else f"[{', '.join(inner)}]"
    return " | ".join(inner)


if __name__ == "__main__":
    Path(FILE).write_text(render(), "utf-8")
