"""The coach at work: here and now, or in a process of its own so that the screen never waits."""

import asyncio
import json
import os
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable, Sequence
from dataclasses import asdict

from budokan.kit.errors import Refusal
from budokan.minds.coach import Judged, judge_part, outline, parts, usual_iterations
from budokan.minds.report import Report, report
from budokan.play import record
from budokan.play.match import Match

SOON = 2.0  # seconds until progress is told


class Progress:
    """A line on stderr that tells how far the coach is, for a person who waits."""

    def __init__(self) -> None:
        self.began, self.shown = time.monotonic(), False

    def __call__(self, done: int, total: int) -> None:
        if sys.stderr.isatty() and time.monotonic() - self.began > SOON:
            self.shown = True
            share = 100 * done // total
            print(f"\rThe coach looks at the match: {share} %", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.shown:
            print(file=sys.stderr)


def study(match: Match, seats: Sequence[int], iterations: int = 0, seed: str = "") -> Report:
    """The report on a match, made here and now."""
    tries = iterations or usual_iterations(match.game)
    progress = Progress()
    found = judge(record.write(match), seats, tries, seed, progress)
    progress.end()
    return report(match, found, tries)


def judge(
    text: str, seats: Sequence[int], tries: int, seed: str, tell: Callable[[int, int], None]
) -> dict[int, list[Judged]]:
    """What the coach finds for some seats of a record; `tell` hears how far it is."""
    count = outline(text)
    work = parts(text, {seat: count[seat] for seat in seats}, tries, seed)
    found: dict[int, list[Judged]] = {seat: [] for seat in seats}
    for done, part in enumerate(work, 1):
        found[part.seat] += judge_part(part)
        tell(done, len(work))
    return found


# -- in a process of its own ----------------------------------------------------------------------


def work() -> None:
    """Read a record, tell how far it is line by line, and at last what was found."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    given = json.loads(sys.stdin.read())

    def tell(done: int, total: int) -> None:
        print(json.dumps({"progress": 100 * done // total}), flush=True)

    found = judge(given["record"], given["seats"], given["tries"], "", tell)
    for seat, judged in found.items():
        for one in judged:
            print(json.dumps({"seat": seat, "judged": asdict(one)}), flush=True)


async def studied(match: Match, tries: int, tell: Callable[[int], None]) -> Report:
    """The report on a finished match; whoever stops waiting ends the process."""
    seats = list(range(match.setup.seats))
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "from budokan.terminal.study import work; work()",
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        given = {"record": record.write(match), "seats": seats, "tries": tries}
        found = await _heard(process, json.dumps(given), tell)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
    return report(match, {seat: found.get(seat, []) for seat in seats}, tries)


async def _heard(
    process: asyncio.subprocess.Process, given: str, tell: Callable[[int], None]
) -> dict[int, list[Judged]]:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(given.encode())
    await process.stdin.drain()
    process.stdin.close()
    found: dict[int, list[Judged]] = {}
    async for line in process.stdout:
        said = json.loads(line)
        if "progress" in said:
            tell(int(said["progress"]))
        else:
            found.setdefault(said["seat"], []).append(Judged(**said["judged"]))
    if await process.wait() != 0 or not found:
        raise Refusal("The coach cannot think now; its process ended.")
    return found
