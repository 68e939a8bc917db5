"""TOML files that people write; every error in them is refused in one clear sentence."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from budokan.kit.errors import Refusal, shortened, shortened_path, suggest

# The words for a type in a refusal: one, and several.
TYPE_WORDS = {
    str: ("text", "texts"),
    bool: ("true or false", "flags"),
    int: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    Mapping: ("a table", "tables"),
}


def read_toml(path: Path, what: str = "") -> dict[str, Any]:
    """The tables of a file; `what` names its kind in refusals, such as 'overlay'."""
    file = shortened_path(path)
    name = f"the {what} {file}" if what else file
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise Refusal(f"Cannot read {name}: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        name = f"The {what} {file}" if what else file
        raise Refusal(f"{name} is not valid TOML: {error}.") from error


def check_keys(where: str, table: Any, keys: Sequence[str]) -> None:
    """Refuse an unknown key."""
    for fault in shape_faults(where, table, dict.fromkeys(keys, object)):
        raise Refusal(fault)


def shape_faults(where: str, value: Any, shape: Any, joint: str = ": ") -> Iterator[str]:
    """Everything that is wrong with the form of a value, each with its place.

    A shape is a type, a list with one shape, a table of any names {"*": shape}, a table of known
    names {name: shape}, or a tuple of shapes that are all possible. If there is one known name, the
    table must have it.
    """
    if isinstance(shape, tuple):
        shape = next((each for each in shape if _is_alike(value, each)), shape)
    if not _is_alike(value, shape):
        yield f"{where} {_wanted(shape)}"
    elif isinstance(shape, list):
        if any(True for each in value for _ in shape_faults(where, each, shape[0])):
            yield f"{where} {_wanted(shape)}"
    elif isinstance(shape, dict):
        if not value and len(shape) == 1 and "*" not in shape:
            yield f"{where} {_wanted(shape)}"
        for name, each in value.items():
            if name in shape or "*" in shape:
                inner = shape.get(name, shape.get("*"))
                yield from shape_faults(f"{where}{joint}{shown(name)}", each, inner, ".")
            else:
                yield f"{where} does not take {shortened(name)}; {suggest(name, shape)}"


def shown(name: str) -> str:
    """A name in the place of a fault; only an absurd one is cut."""
    return name if len(name) <= 60 else f"{name[:60]}…"


def _is_alike(value: Any, shape: Any) -> bool:
    """Whether a value is of the right kind at first sight."""
    if isinstance(shape, tuple):
        return any(_is_alike(value, each) for each in shape)
    if isinstance(shape, list | dict):
        return isinstance(value, type(shape))
    if shape in (int, float):  # true is no number
        return isinstance(value, int | shape) and not isinstance(value, bool)
    return isinstance(value, shape)


def _wanted(shape: Any) -> str:
    if isinstance(shape, dict) and "*" not in shape:
        return f"must be a table of {', '.join(shape)}."
    return f"has the wrong form; it is {_said(shape)[0]}."


def _said(shape: Any) -> tuple[str, str]:
    """The words for a shape: one, and several."""
    if isinstance(shape, tuple):
        one, several = zip(*(_said(each) for each in shape), strict=True)
        return " or ".join(one), " or ".join(several)
    if isinstance(shape, list):
        told = f"of {_said(shape[0])[1]}"
        return f"a list {told}", f"lists {told}"
    if isinstance(shape, dict):
        told = f"of {_said(shape['*'])[1]}" if "*" in shape else f"with {', '.join(shape)}"
        return f"a table {told}", f"tables {told}"
    return TYPE_WORDS.get(shape, ("a value", "values"))
