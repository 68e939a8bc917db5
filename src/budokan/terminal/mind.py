"""Agents think in a process of their own, so that the screen never waits for them."""

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import asdict
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

from budokan.kit.errors import Refusal
from budokan.minds.par import Deal, Par, par
from budokan.minds.thought import Task, think

TRIES = 3


def work() -> None:
    """Answer tasks, a line each, until the hall is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin:
        given = json.loads(line)
        said = par(Deal(**given)) if "tries" in given else think(Task(**given))
        print(json.dumps(said), flush=True)


class Minds:
    """One process that thinks; started when first needed, and again if it dies."""

    def __init__(self) -> None:
        self._process: Popen[str] | None = None

    async def choose(self, given: Task) -> int:
        return int(await self._answer(given))

    async def par(self, given: Deal) -> Par:
        return Par(*await self._answer(given))

    async def _answer(self, given: Task | Deal) -> Any:
        for _ in range(TRIES):
            process = self._process or self._start()
            answer = await asyncio.to_thread(_ask, process, json.dumps(asdict(given)))
            if answer:
                return json.loads(answer)
            self.close()
        raise Refusal("The agent cannot think now; its process ends again and again.")

    def _start(self) -> "Popen[str]":
        code = "from budokan.terminal.mind import work; work()"
        path = os.pathsep.join(sys.path)
        self._process = Popen(
            [sys.executable, "-c", code],
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
        return self._process

    def close(self) -> None:
        """End the process without waiting for its thoughts; whoever asked hears nothing."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    pipe.close() if pipe else None


def _ask(process: "Popen[str]", line: str) -> str:
    """The answer to a line; nothing if the process died."""
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(line + "\n")
        process.stdin.flush()
        return process.stdout.readline()
    except (OSError, ValueError):  # a pipe that broke, or was closed meanwhile
        return ""
