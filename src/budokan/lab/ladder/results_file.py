"""The results file of a ladder: one line for each bout, so an interrupted run can go on."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from budokan.kit.errors import Refusal
from budokan.lab.ladder.bouts import Bout

Row = dict[str, Any]
FIELDS = {"mark", "game", "players", "seed", "index", "scores", "cpu", "turns"}


class ResultsFile:
    """All bouts played so far; a new one is written before it counts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rows: dict[tuple[str, int, int], Row] = {}
        try:
            self._load()
        except OSError as error:
            raise Refusal(f"Cannot read {path}: {error.strerror}.") from error
        except UnicodeDecodeError as error:
            raise Refusal(f"Cannot read {path}: it is not text.") from error

    def _load(self) -> None:
        if not self.path.exists():
            return
        text = self.path.read_text("utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:  # a run ended in the middle of a line
            with self.path.open("r+b") as file:
                file.truncate(len(whole.encode()))
        for number, line in enumerate(whole.splitlines(), 1):
            self._keep(self._read(line, number))

    def _read(self, line: str, number: int) -> Row:
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict) or not row.keys() >= FIELDS:
            raise Refusal(f"Line {number} of {self.path} is not a bout of a ladder.")
        return row

    def _keep(self, row: Row) -> None:
        self._rows[row["mark"], row["seed"], row["index"]] = row

    def add(self, row: Row) -> None:
        """Add a bout to the file."""
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, separators=(",", ":")) + "\n")
        except OSError as error:
            raise Refusal(f"Cannot write {self.path}: {error.strerror}.") from error
        self._keep(row)

    def find(self, bout: Bout) -> Row | None:
        return self._rows.get((bout.mark, bout.seed, bout.index))

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows.values())
