"""Matches on disk: the record so far, and beside it who sits where and the seed."""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import localtime, strftime
from typing import Any

from budokan.kit.errors import Refusal
from budokan.match import record
from budokan.match.chance import new_seed
from budokan.match.match import CodedMatch
from budokan.store.store import data_folder

KEEP = ".keep.json"
MOST = 20  # matches that are offered to be gone on with


@dataclass(frozen=True)
class Saved:
    """A match that can be gone on with, or the reason why not."""

    path: Path
    title: str
    when: str
    fault: str = ""


def folder() -> Path:
    return data_folder() / "terminal"


def new_path(match: CodedMatch) -> Path:
    """A name nobody has yet."""
    stem = strftime(f"{match.game.id}-%Y%m%d-%H%M%S")
    path, at = folder() / f"{stem}.match", 1
    while path.exists() or (folder() / "finished" / path.name).exists():
        at += 1
        path = folder() / f"{stem}-{at}.match"
    return path


def keep(match: CodedMatch, sitting: tuple[str, ...], path: Path) -> Path:
    """Write the match so far, whole or not at all; a finished one goes to its own folder."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if match.over:
            return _finish(match, path)
        aside = {"sitting": list(sitting), "seed": match.seed}
        _write(path.with_suffix(KEEP), json.dumps(aside))
        _write(path, record.write(match))
    except OSError as error:
        raise Refusal(f"Cannot write {path}: {error.strerror}.") from error
    return path


def _finish(match: CodedMatch, path: Path) -> Path:
    done = path.parent / "finished" / path.name
    done.parent.mkdir(exist_ok=True)
    _write(done, record.write(match))
    drop(path)
    return done


def _write(path: Path, text: str) -> None:
    part = path.with_name(path.name + ".part")
    part.write_text(text, "utf-8")
    part.replace(path)


def drop(path: Path) -> None:
    for each in (path, path.with_suffix(KEEP)):
        with suppress(FileNotFoundError):
            each.unlink()


def resume(path: Path) -> tuple[CodedMatch, tuple[str, ...]]:
    """A saved match and who sits at it; chance goes on from the seed it had."""
    loaded = record.load(path)
    aside = _aside(path)
    loaded.header["seed"] = str(aside.get("seed") or new_seed())
    match = record.restore(loaded, path.name)
    sitting = tuple(str(name) for name in aside.get("sitting", ()))
    if len(sitting) != match.setup.seats:
        sitting = ("human",) * match.setup.seats
    return match, sitting


def _aside(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.with_suffix(KEEP).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def listed(most: int = MOST) -> list[Saved]:
    """The matches that wait, the latest first; no more of them are read."""
    times = {path: _saved_at(path) for path in folder().glob("*.match")}
    latest = sorted(times, key=lambda path: -times[path])
    return [_entry(path, times[path]) for path in latest[:most]]


def _saved_at(path: Path) -> float:
    """When a file was written; 0 if another Budokan has just thrown it away."""
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0


def _entry(path: Path, at: float) -> Saved:
    when = strftime("%d %b %H:%M", localtime(at))
    try:
        loaded = record.load(path)
    except Refusal as refusal:
        return Saved(path, path.stem, when, str(refusal))
    names = ", ".join(str(name) for name in loaded.header["names"])
    return Saved(path, f"{loaded.header['game']}: {names}; {len(loaded.entries)} entries", when)
