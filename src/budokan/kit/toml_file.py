"""TOML files that people write; every error in them is refused in one clear sentence."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from budokan.kit.errors import Refusal, shortened, shortened_path, suggest


def read_toml(path: Path, what: str = "") -> dict[str, Any]:
    """The tables of a file; `what` names its kind in refusals, such as 'overlay'."""
    file = shortened_path(path)
    name = f"the {what} {file}" if what else file
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise Refusal(f"Cannot read {name}: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        name = f"The {what} {file}" if what else file
        raise Refusal(f"{name} is not valid TOML: {error}.") from error


def check_keys(
    where: str,
    table: Any,
    keys: Sequence[str],
    shapes: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Refuse an unknown key, or a value that does not have the shape of its key.

    A shape is a type, a list with one shape, or a table {"*": shape}.
    """
    if not isinstance(table, Mapping):
        raise Refusal(f"{where} must be a table of {', '.join(keys)}.")
    for key, value in table.items():
        if key not in keys:
            raise Refusal(f"{where} does not take {shortened(key)}; {suggest(key, keys)}")
        if not _fits(value, shapes.get(key, object)):
            raise Refusal(f"{where}: {key} has the wrong form; see docs/scenarios.md.")


def _fits(value: object, shape: Any) -> bool:
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(each, shape[0]) for each in value)
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(_fits(each, shape["*"]) for each in value.values())
    return isinstance(value, shape)
