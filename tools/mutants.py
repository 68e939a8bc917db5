"""Plant faults in a game's compiled modules, one at a time, and see whether its tests notice.

The faults come from Cosmic Ray. A fault that changes nothing anybody could notice is listed with
its reason in the game's tests/survivors.toml and left out of the count.
"""

import argparse
import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names
from parso.python.tree import Keyword

ROOT = Path(__file__).resolve().parent.parent
FLOOR = 90  # per cent
MEMORY = 4_000_000  # kB; an endless loop may fill a list
FIRST = ("test_play.py", "test_rules.py")  # most faults are noticed here
# `is` for numbers or `==` for None would be no fault.
NONSENSE = re.compile(r"_Is(Not)?_(?!Is)|(Eq|Lt|LtE|Gt|GtE)_Is(Not)?$")
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "node_modules")


@dataclass(frozen=True)
class Mutant:
    """One changed file, and how to say what changed."""

    file: str
    number: int
    line: str
    change: str
    code: str

    @property
    def key(self) -> tuple[str, str, str]:
        return (Path(self.file).name, self.line, self.change)


class RemoveStatement(Operator):  # type: ignore[misc]
    """Forget an assignment or a call; Cosmic Ray itself does not touch `x += 1`."""

    def mutation_positions(self, node: Any) -> Iterator[Any]:
        statement = node.type in ("expr_stmt", "atom_expr") and node.parent.type == "simple_stmt"
        if statement and not any(part.type == "annassign" for part in node.children):
            yield (node.start_pos, node.end_pos)

    def mutate(self, node: Any, index: int) -> Any:
        return Keyword("pass", node.start_pos, node.get_first_leaf().prefix)

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


class Essence(ast.NodeTransformer):
    """What a module does: no annotations, decorators, docstrings or imports for type checkers."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name in ("annotation", "returns", "decorator_list"):
            if hasattr(node, name):
                setattr(node, name, [] if name == "decorator_list" else None)
        return super().generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | None:
        return None if "TYPE_CHECKING" in ast.unparse(node.test) else self.generic_visit(node)


def essence(code: str) -> str:
    return ast.dump(Essence().visit(ast.parse(code)))


def plain(line: str) -> str:
    return re.sub(r"([(\[]) ", r"\1", re.sub(r"\s+", " ", line)).strip()


def describe(file: str, old: str, new: str) -> Mutant:
    before, after = old.splitlines(), new.splitlines()
    start = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    extra = len(after) - len(before)  # a change may add or join lines
    end = max(start + 1, start + 1 + extra)
    return Mutant(file, start + 1, plain(before[start]), plain(" ".join(after[start:end])), new)


def candidates(code: str) -> Iterator[tuple[Any, Any, int]]:
    """Every (place, operator, occurrence) in the code."""
    names = [name for name in sorted(operator_names()) if not NONSENSE.search(name)]
    operators = [get_operator(name) for name in names]
    tree = get_ast(code)
    for operator in [made() for made in [*operators, RemoveStatement] if not made.arguments()]:
        places = (place for node in ast_nodes(tree) for place in operator.mutation_positions(node))
        yield from ((place, operator, index) for index, place in enumerate(places))


def sample(files: list[str], size: int, seed: int) -> list[Mutant]:
    """At most size mutants that mean something; one of each place before a second of any."""
    code = {file: (ROOT / file).read_text() for file in files}
    found = [(file, *candidate) for file in files for candidate in candidates(code[file])]
    random.Random(seed).shuffle(found)
    rank: Counter[Any] = Counter()
    order: list[tuple[int, int, str, Any, int]] = []
    for file, place, operator, index in found:
        rank[file, place] += 1
        order.append((rank[file, place], len(order), file, operator, index))

    seen = {essence(text) for text in code.values()}
    mutants: list[Mutant] = []
    for _, _, file, operator, index in sorted(order, key=lambda entry: entry[:2]):
        if len(mutants) == size:
            break
        changed = mutate_code(code[file], operator, index)
        try:
            meaning = essence(changed)
        except SyntaxError:
            continue
        if meaning not in seen:
            seen.add(meaning)
            mutants.append(describe(file, code[file], changed))
    print(f"{len(mutants)} mutants out of {len(found)} candidates, seed {seed}")
    return mutants


class Copy:
    """A copy of the tree in which one mutant at a time is tested."""

    def __init__(self, folder: Path, game: str) -> None:
        self.root = folder
        shutil.copytree(ROOT, folder, ignore=NOT_COPIED)
        found = sorted((folder / f"src/budokan/games/{game}/tests").glob("test_*.py"))
        self.tests = [str(path) for path in sorted(found, key=lambda path: path.name not in FIRST)]

    def run(self, timeout: float | None) -> str:
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            *self.tests,
        ]
        limited = ["sh", "-c", f'ulimit -v {MEMORY} 2>/dev/null; exec "$@"', "sh", *command]
        env = os.environ | {
            "PYTHONPATH": str(self.root / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",  # a stale .pyc would hide a change of the same second
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # no xdist, no hypothesis plugin
            "CI": "1",  # hypothesis then draws the same examples every time
        }
        with subprocess.Popen(
            limited,
            cwd=self.root,
            env=env,
            start_new_session=True,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as process:
            try:
                self.output = process.communicate(timeout=timeout)[0]
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return "timeout"
        return "survived" if process.returncode == 0 else "killed"

    def test(self, mutant: Mutant, timeout: float) -> str:
        file = self.root / mutant.file
        original = file.read_text()
        file.write_text(mutant.code)
        try:
            return self.run(timeout)
        finally:
            file.write_text(original)


def results(
    copies: list[Copy], mutants: list[Mutant], timeout: float
) -> Iterator[tuple[Mutant, str]]:
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def work(mutant: Mutant) -> str:
        copy = free.get()
        try:
            return copy.test(mutant, timeout)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        running = {pool.submit(work, mutant): mutant for mutant in mutants}
        for future in as_completed(running):
            yield running[future], future.result()


def known(game: str) -> dict[tuple[str, str, str], str]:
    file = ROOT / f"src/budokan/games/{game}/tests/survivors.toml"
    entries = tomllib.loads(file.read_text())["survivor"] if file.exists() else []
    return {(e["file"], plain(e["line"]), plain(e["change"])): e["reason"] for e in entries}


def report(outcome: dict[Mutant, str], reasons: dict[tuple[str, str, str], str]) -> float:
    """Print the survivors and the rate; the rate in per cent."""
    survivors = [mutant for mutant in outcome if outcome[mutant] == "survived"]
    for mutant in sorted(survivors, key=lambda m: (m.file, m.number, m.change)):
        print(f"\n{mutant.file}:{mutant.number}\n  - {mutant.line}\n  + {mutant.change}")
        if mutant.key in reasons:
            print(f"    listed: {reasons[mutant.key]}")
    noticed = {mutant.key for mutant in outcome} - {mutant.key for mutant in survivors}
    for file, line, change in reasons.keys() & noticed:
        print(f"\nkilled now, but listed in survivors.toml: {file}\n  - {line}\n  + {change}")
    paths = {path for m in outcome for path in (ROOT / m.file).parent.glob("*.py")}
    lines = {(path.name, plain(line)) for path in paths for line in path.read_text().splitlines()}
    for file, line, _ in reasons:
        if (file, line) not in lines:
            print(f"\ngone, but listed in survivors.toml: {file}\n  {line}")

    count = Counter(outcome.values())
    listed = sum(mutant.key in reasons for mutant in survivors)
    missed = count["survived"] - listed
    rate = 100 * (1 - missed / max(1, len(outcome) - listed))
    print(
        f"\nkilled {count['killed']}, timeout {count['timeout']}, survived {missed}, "
        f"left out {listed}: {rate:.1f} % noticed, {FLOOR} % wanted"
    )
    return rate


def compiled(game: str) -> list[str]:
    """The modules of a game that are compiled, by the mark setup.py goes by."""
    folder = ROOT / "src/budokan/games" / game / "rules"
    found = [path for path in folder.glob("*.py") if "mypy_extensions" in path.read_text()]
    return sorted(str(path.relative_to(ROOT)) for path in found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, default=300, help="how many mutants at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()

    files = compiled(args.game)
    if not files:
        parser.error(f"no game {args.game}")
    mutants = sample(files, args.sample, args.seed)
    reasons = known(args.game)
    with tempfile.TemporaryDirectory(prefix="budokan-mutants-") as folder:
        copies = [Copy(Path(folder, str(number)), args.game) for number in range(args.jobs)]
        start = time.monotonic()
        if copies[0].run(None) != "survived":
            print(copies[0].output, "The tests fail without any mutant.", sep="\n")
            return 1
        clean = time.monotonic() - start
        timeout = max(10.0, 10 * clean)
        print(f"clean run {clean:.1f} s, timeout {timeout:.0f} s, {args.jobs} at a time")

        outcome: dict[Mutant, str] = {}
        for mutant, result in results(copies, mutants, timeout):
            outcome[mutant] = result
            if result == "survived":
                print(f"{mutant.file}:{mutant.number} survived: {mutant.change}", flush=True)
            if len(outcome) % 25 == 0:
                survived = sum(value == "survived" for value in outcome.values())
                print(f"{len(outcome)}/{len(mutants)}, {survived} survived", flush=True)
    return 0 if report(outcome, reasons) >= FLOOR else 1


if __name__ == "__main__":
    sys.exit(main())
