"""How fast the compiled build is, beside C, the wheel, plain Python and OpenSpiel: `make bench`.

Only CPU time counts, every measurement has a process of its own, and the variants take turns, so
that a busy machine slows all of them. What holds on any machine is a ratio.
"""

import argparse
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.page import machine, put_section

import budokan.kit.contract
from budokan.games.dojo_duel.setup import counts
from budokan.kit.game import find, find_all

HERE = Path(__file__).parent
CC = os.environ.get("CC", "cc")
# No fused multiply-add, so that the floats of a search are the same everywhere.
CFLAGS = ["-O3", "-std=c11", "-ffp-contract=off"]
WHEEL = os.environ.get("BUDOKAN_WHEEL")  # the folder into which the wheel was installed
DUEL = "dojo_duel"
FIRST_SEED = 1000  # a profile is made with lower ones


@dataclass(frozen=True)
class Job:
    """One measurement: what is done, of which game, by whom."""

    work: str
    game: str
    by: str


@dataclass(frozen=True)
class Result:
    """What one measurement found."""

    checks: list[int]
    rate: float  # games, iterations or copies for each CPU second
    decisions: float


@dataclass(frozen=True)
class Target:
    """A ratio of two measurements and the least it may be."""

    text: str
    job: Job
    base: Job
    least: float
    unit: str  # % or x
    by_decision: bool = False


def duel(work: str, by: str) -> Job:
    return Job(work, DUEL, by)


TARGETS = (
    Target(
        "Dojo Duel, random games: compiled / C",
        duel("play", "compiled"),
        duel("play", "C"),
        0.4,
        "%",
    ),
    Target(
        "Dojo Duel, random games: wheel / C",
        duel("play", "wheel"),
        duel("play", "C"),
        0.5,
        "%",
    ),
    Target(
        "Dojo Duel, random games: compiled / plain Python",
        duel("play", "compiled"),
        duel("play", "pure"),
        40,
        "x",
    ),
    Target(
        "Dojo Duel, random games: compiled / OpenSpiel in Python",
        duel("play", "compiled"),
        duel("openspiel", "pure"),
        50,
        "x",
    ),
    Target(
        "Dojo Duel, tree search: compiled / C",
        duel("search", "compiled"),
        duel("search", "C"),
        0.5,
        "%",
    ),
    Target(
        "Dojo Duel, tree search: wheel / C",
        duel("search", "wheel"),
        duel("search", "C"),
        0.65,
        "%",
    ),
    Target(
        "Decisions in random games, compiled: Udaka / Dojo Duel",
        Job("play", "udaka", "compiled"),
        duel("play", "compiled"),
        0.5,
        "%",
        by_decision=True,
    ),
    *(
        Target(
            f"{find(game).title}: random games / copies with a guess, in time",
            Job("guess", game, "compiled"),
            Job("play", game, "compiled"),
            1,
            "x",
        )
        for game in find_all()
    ),
)


class Bench:
    """Where the variants lie, and what they need."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.built = Path(budokan.__file__).parent
        self.missing: list[str] = []
        # The very source the compiled build was made of.
        shutil.copytree(
            self.built, folder / "pure" / "budokan", ignore=shutil.ignore_patterns("*.so", "*.pyd")
        )
        self.numbers = numbers()
        self.has_c = self.compile()
        self.has_spiel = importlib.util.find_spec("pyspiel") is not None
        if not self.has_spiel:
            self.missing.append("open_spiel is not installed: its rows are left out.")
        if not WHEEL:
            self.missing.append("BUDOKAN_WHEEL names no folder: the wheel is left out.")

    def compile(self) -> bool:
        program = [CC, *CFLAGS, "-o", str(self.folder / "c"), str(HERE / "dojo_duel.c"), "-lm"]
        try:
            done = subprocess.run(program, capture_output=True, text=True)
        except OSError:
            self.missing.append(f"There is no C compiler {CC!r}: its rows are left out.")
            return False
        if done.returncode:
            self.missing.append(f"{CC} cannot compile dojo_duel.c: its rows are left out.")
            print(done.stderr, file=sys.stderr)
        return done.returncode == 0

    def jobs(self) -> Iterator[Job]:
        for work in ("play", "search", "thought"):
            for game in find_all():
                if game == DUEL and self.has_c and work != "thought":
                    yield Job(work, game, "C")
                for by in self.builds():
                    yield Job(work, game, by)
                yield Job(work, game, "pure")
        if self.has_spiel:
            yield duel("openspiel", "pure")
            yield duel("openspiel", "compiled")
        for work in ("copy", "guess"):
            if self.has_c:
                yield duel(work, "C")
            for game in find_all():
                for by in self.builds():
                    yield Job(work, game, by)

    def builds(self) -> list[str]:
        return ["compiled", "wheel"] if WHEEL else ["compiled"]

    def measure(self, job: Job, seconds: float, seed: int) -> Result:
        if job.by == "C":
            command = [str(self.folder / "c"), job.work, str(seconds), str(seed)]
        else:
            command = [sys.executable, "-m", "bench.work", job.work, job.game]
            command += [str(seconds), str(seed)]
        done = subprocess.run(
            command,
            input=self.numbers,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            cwd=HERE.parent,
            env=self.environment(job.by),
        )
        found = json.loads(done.stdout)
        decisions = found["decisions"] / found["cpu"]
        return Result(found["checks"], found["done"] / found["cpu"], decisions)

    def environment(self, by: str) -> dict[str, str]:
        homes = {"compiled": self.built.parent, "pure": self.folder / "pure", "wheel": WHEEL}
        return {**os.environ, "PYTHONPATH": str(homes.get(by, ""))}


def numbers() -> str:
    """What the C program is told: points, Yang, Yin and both decks."""
    setup = find(DUEL).setup()
    columns = [setup.data.column("card", field) for field in ("yang", "yin")]
    decks = [counts(setup, seat) for seat in range(2)]
    told = [setup.options.start_points, *columns[0], *columns[1], *decks[0], *decks[1]]
    return " ".join(str(number) for number in told)


def measure_all(bench: Bench, rounds: int, seconds: float) -> dict[Job, list[Result]]:
    """Every job once a round, in turn."""
    found: dict[Job, list[Result]] = {job: [] for job in bench.jobs()}
    for turn in range(rounds):
        for job, results in found.items():
            result = bench.measure(job, seconds, FIRST_SEED + 100 * turn)
            results.append(result)
            print(
                f"round {turn + 1} of {rounds}: {job.work:9} {job.game:10} {job.by:9}"
                f"{result.rate:14,.0f} /s",
                file=sys.stderr,
            )
    return found


def differences(found: dict[Job, list[Result]]) -> Iterator[str]:
    """Variants that did not do the same work."""
    for job, results in found.items():
        base = found[Job(job.work, job.game, "compiled")]
        for one, other in zip(results, base, strict=True):
            if any(a != b for a, b in zip(one.checks, other.checks, strict=False)):
                yield f"{job.by} and the compiled build differ: {job.work} of {job.game}."
                break


def ratio(target: Target, found: dict[Job, list[Result]]) -> float | None:
    """The median over rounds, because what is measured in the same round is alike."""
    if target.job not in found or target.base not in found:
        return None
    pairs = zip(found[target.job], found[target.base], strict=True)
    if target.by_decision:
        return median(one.decisions / base.decisions for one, base in pairs)
    return median(one.rate / base.rate for one, base in pairs)


def show(value: float, unit: str) -> str:
    return f"{100 * value:.1f} %" if unit == "%" else f"{value:,.1f}x"


def write_targets(found: dict[Job, list[Result]]) -> tuple[list[str], bool]:
    """The rows of the targets, and whether all that was measured is met."""
    rows = ["| ratio | measured | at least | |", "|---|--:|--:|---|"]
    met = True
    for target in TARGETS:
        value = ratio(target, found)
        if value is None:
            continue
        good = value >= target.least
        met = met and good
        verdict = "met" if good else "**missed**"
        cells = [target.text, show(value, target.unit), show(target.least, target.unit), verdict]
        rows.append(f"| {' | '.join(cells)} |")
    return rows, met


def write_games(found: dict[Job, list[Result]]) -> list[str]:
    """How every game compares with the C program, decision for decision."""
    rows = ["| decisions in random games / Dojo Duel in C | compiled | wheel |", "|---|--:|--:|"]
    for game in find_all():
        jobs = [Job("play", game, by) for by in ("compiled", "wheel")]
        values = [ratio(Target("", job, duel("play", "C"), 0, "%", True), found) for job in jobs]
        cells = ["" if value is None else show(value, "%") for value in values]
        rows.append(f"| {find(game).title} | {' | '.join(cells)} |")
    return rows


UNITS = {
    "play": "random games a second",
    "openspiel": "random games a second through OpenSpiel",
    "search": "search iterations a second, random playouts to the end",
    "thought": "search iterations a second, as the belts think",
    "copy": "copy of a state, ns",
    "guess": "copy and guess, ns",
}


def write_rates(found: dict[Job, list[Result]]) -> list[str]:
    rows = ["| | C | compiled | wheel | plain Python |", "|---|--:|--:|--:|--:|"]
    for work, game in dict.fromkeys((job.work, job.game) for job in found):
        cells = []
        for by in ("C", "compiled", "wheel", "pure"):
            results = found.get(Job(work, game, by), [])
            rates = [1e9 / r.rate if work in ("copy", "guess") else r.rate for r in results]
            cells.append(f"{median(rates):,.0f}" if rates else "")
        rows.append(f"| {find(game).title}: {UNITS[work]} | {' | '.join(cells)} |")
    return rows


def conditions(rounds: int, seconds: float) -> str:
    return (
        f"{machine()}, {compiler()}, C with `{' '.join(CFLAGS)}`. Compiled: the build of `make`; "
        "wheel: the profile-guided one of `make wheel`. Medians of "
        f"{rounds} rounds of {seconds:g} CPU seconds each; rates are per CPU second of one core."
    )


def compiler() -> str:
    try:
        return subprocess.run([CC, "--version"], capture_output=True, text=True).stdout.split("\n")[
            0
        ]
    except OSError:
        return "no C compiler"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few short rounds; writes nothing")
    parser.add_argument("--no-write", action="store_true", help="leave docs/performance.md alone")
    parser.add_argument("--partial", action="store_true", help="missing tools are no failure")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    if str(budokan.kit.contract.__file__).endswith(".py"):
        print("This build of budokan is plain Python: there is nothing to measure.")
        return 1
    rounds, seconds = (3, 0.1) if options.quick else (15, 0.3)
    with tempfile.TemporaryDirectory(prefix="budokan-bench-") as folder:
        bench = Bench(Path(folder))
        found = measure_all(bench, rounds, seconds)
    rows, met = write_targets(found)
    wrong = list(differences(found))
    tables = [rows, write_games(found), write_rates(found)]
    body = "\n\n".join(["## Speed", conditions(rounds, seconds), *map("\n".join, tables)])
    print(body)
    for line in bench.missing + wrong:
        print(line)
    failed = wrong or not met or (bench.missing and not options.partial)
    if not (options.quick or options.no_write or bench.missing or wrong):
        put_section("speed", body)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
