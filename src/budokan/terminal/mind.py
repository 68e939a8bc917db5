"""Agents think in a process of their own, so that the screen never waits for them.

The process is sent a world guessed from what the seat sees: nothing in it comes from what is
hidden, and observed again it is what the seat sees. That observation is all the agent is given; the
setup, which may hold another seat's secret choice, only serves to read the world.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

from budokan.agents.named import find_agent
from budokan.agents.plain import Agent
from budokan.kit import options
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.kit.rng import Rng
from budokan.play.chance import number
from budokan.play.match import Match

TRIES = 3


@dataclass(frozen=True)
class Task:
    """What an agent is given: plain values that travel to another process."""

    agent: str
    seat: int
    seed: int  # of the agent's own generator
    game: str
    seats: int
    options: Mapping[str, Any]
    choices: Sequence[Mapping[str, Any]]
    overlay: Mapping[str, Any]
    world: Mapping[str, Any]


def task(match: Match, seat: int, agent: str) -> Task:
    """The task of a seat whose turn it is."""
    seed = number(match.seed, "mind", seat, match.ply(seat))
    world = match.view(seat)
    world.guess(seat, Rng(number(seed, "world")))
    setup = match.setup
    return Task(
        agent=agent,
        seat=seat,
        seed=seed,
        game=match.game.id,
        seats=setup.seats,
        options=options.values(setup.options),
        choices=[options.values(choice) for choice in setup.choices],
        overlay=dict(setup.overlay),
        world=match.game.write(world, setup),
    )


def think(given: Task) -> int:
    """The action an agent chooses; runs in the other process."""
    game = find(given.game)
    setup = game.setup(given.seats, given.options, dict(enumerate(given.choices)), given.overlay)
    view = game.read(given.world, setup)
    view.observe(given.seat)
    return int(_agent(given.agent).choose(view, given.seat, Rng(given.seed)))


@lru_cache(maxsize=8)
def _agent(name: str) -> Agent:
    return find_agent(name)


def work() -> None:
    """Answer tasks, a line each, until the hall is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin:
        print(think(Task(**json.loads(line))), flush=True)


class Minds:
    """One process that thinks; started when first needed, and again if it dies."""

    def __init__(self) -> None:
        self._process: Popen[str] | None = None

    async def choose(self, given: Task) -> int:
        for _ in range(TRIES):
            process = self._process or self._start()
            answer = await asyncio.to_thread(_ask, process, json.dumps(asdict(given)))
            if answer:
                return int(answer)
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
