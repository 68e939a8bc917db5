"""Matches on this machine: unfinished ones in a store of their own, finished ones as records."""

import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import localtime, strftime, time
from typing import Any

from budokan.kit.errors import Refusal
from budokan.match import record
from budokan.match.chance import new_seed
from budokan.match.match import CodedMatch
from budokan.store import saves
from budokan.store import store as stored
from budokan.store.store import Store, data_folder

FILE = "matches.sqlite3"
SUFFIX, ASIDE = ".match", ".keep.json"  # files of earlier versions: the record, seed and players
IMPORTED = "imported"
MOST = 20  # matches that are offered


@dataclass(frozen=True)
class Saved:
    """A match that can be resumed, or the reason why not."""

    name: str  # in the store, or the path of a file that cannot be imported
    title: str
    when: str
    fault: str = ""


def folder() -> Path:
    return data_folder() / "terminal"


@contextmanager
def opened() -> Iterator[Store]:
    store = Store(folder() / FILE)
    try:
        yield store
    finally:
        store.close()


def new_name(match: CodedMatch) -> str:
    """A name for the match that no other has."""
    return strftime(f"{match.game.id}-%Y%m%d-%H%M%S-{secrets.token_hex(2)}")


def keep(
    match: CodedMatch, sitting: tuple[str, ...], name: str, at: float | None = None
) -> Path | None:
    """Save the match so far; once it is over, also write its record, and say where."""
    path = _write_record(match, name) if match.over else None
    save = {"sitting": list(sitting), "at": time() if at is None else at}
    fields = {**stored.header(match), "save": save}
    with opened() as store:
        store.do(
            saves.keep, name, fields, stored.entry_texts(match), stored.acting_marks(match)
        ).result()
    return path


def _write_record(match: CodedMatch, name: str) -> Path:
    path = folder() / "finished" / f"{name}{SUFFIX}"
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(record.write(match), "utf-8")
        part.replace(path)
    except OSError as error:
        raise Refusal(f"Cannot write {path}: {error.strerror}.") from error
    return path


def resume(name: str) -> tuple[CodedMatch, tuple[str, ...]]:
    """A saved match and its players; chance goes on from the seed it had."""
    path = Path(name)
    if path.suffix == SUFFIX:
        return _read_files(path)
    with opened() as store:
        found = store.load(name).result()
    return stored.restore(found), tuple(found.header["save"]["sitting"])


def drop(name: str) -> None:
    """Throw a match away."""
    path = Path(name)
    if path.suffix == SUFFIX:
        for each in (path, path.with_suffix(ASIDE)):
            with suppress(FileNotFoundError):
                each.unlink()
        return
    with opened() as store:
        store.do(saves.drop, name).result()


def listed(most: int = MOST) -> list[Saved]:
    """The matches that wait, the latest first."""
    broken = [fault for path in _files() if (fault := _import(path))]
    if not (folder() / FILE).exists():
        return broken[:most]
    with opened() as store:
        waiting = store.do(saves.waiting, most).result()
    return [*map(_line, waiting), *broken][:most]


def _line(found: saves.Waiting) -> Saved:
    names = ", ".join(str(name) for name in found.header["names"])
    title = f"{found.header['game']}: {names}; {found.entries} entries"
    return Saved(found.name, title, _when(found.header["save"]["at"]))


def _when(at: float) -> str:
    return strftime("%d %b %H:%M", localtime(at))


# -- files of earlier versions --------------------------------------------------------------------


def _files() -> list[Path]:
    return sorted(folder().glob(f"*{SUFFIX}"))


def _import(path: Path) -> Saved | None:
    """Move a match from its files into the store; the reason if that cannot be done."""
    try:
        at = os.stat(path).st_mtime
        match, sitting = _read_files(path)
        keep(match, sitting, path.stem, at)
        _set_aside(path)
    except Refusal as refusal:
        return Saved(str(path), path.stem, "", str(refusal))
    except OSError as error:
        return Saved(str(path), path.stem, "", f"Cannot read {path}: {error.strerror}.")
    return None


def _read_files(path: Path) -> tuple[CodedMatch, tuple[str, ...]]:
    loaded, aside = record.load(path), _read_aside(path)
    loaded.header["seed"] = str(aside.get("seed") or new_seed())
    match = record.restore(loaded, path.name)
    sitting = tuple(str(name) for name in aside.get("sitting", ()))
    if len(sitting) != match.setup.seats:
        sitting = ("human",) * match.setup.seats
    return match, sitting


def _read_aside(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.with_suffix(ASIDE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _set_aside(path: Path) -> None:
    """Keep the files beside the store: nothing is lost."""
    target = path.parent / IMPORTED
    target.mkdir(exist_ok=True)
    for each in (path, path.with_suffix(ASIDE)):
        with suppress(FileNotFoundError):
            os.replace(each, target / each.name)
