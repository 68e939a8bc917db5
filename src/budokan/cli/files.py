"""Files that commands read and write; every failure is refused in one sentence."""

import os
from pathlib import Path

from budokan.kit.errors import Refusal


def check_writable(name: str | None) -> None:
    """Refuse a place for a result before the work for it begins."""
    if name is None:
        return
    path = Path(name)
    if path.is_dir():
        raise Refusal(f"Cannot write {path}: it is a folder.")
    there = path if path.exists() else path.parent
    if not path.parent.is_dir() or not os.access(there, os.W_OK):
        raise Refusal(f"Cannot write {path}: name a file in a folder you may write to.")


def make_folder(path: Path) -> None:
    """Make a folder, and those it is in, if they do not exist."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(f"Cannot make the folder {path}: {error.strerror}.") from error


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise Refusal(f"Cannot read {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise Refusal(f"Cannot read {path}: it is not text.") from error


def write_text(path: Path, text: str) -> None:
    """Write a text to a file."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise Refusal(f"Cannot write {path}: {error.strerror}.") from error
