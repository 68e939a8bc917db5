"""Programs outside Budokan as agents, spoken to line by line; docs/engine.md has the lines.

A program is told what its seat may know and nothing else: the observation, and a world guessed from
it, so that one that knows the rules has whole positions to think about.
"""

import json
import os
import shlex
import subprocess
import weakref
from collections.abc import Iterable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, Any, Final

from budokan.agents.plain import Agent
from budokan.kit import options
from budokan.kit.contract import State, copy, legal_codes
from budokan.kit.errors import Refusal, shortened
from budokan.kit.game import Game, Setup
from budokan.kit.notation import seat_mark
from budokan.kit.rng import Rng

PROTOCOL: Final = 1
BETWEEN: Final = ";"  # the actions or entries of a line
SECONDS: Final = 1.0  # for a choice, unless somebody asks for more or less
PATIENCE: Final = 5.0  # seconds that an answer may come late, since machines are busy
START: Final = 20.0  # seconds until a program is ready
LAST: Final = 1.0  # seconds to end by itself
BACKLOG: Final = 20  # messages that a program may leave unread
FLOOD: Final = 10_000  # lines that nobody asked for
LONGEST: Final = 10_000  # letters of a line
SEEDS: Final = 10**9


class Program:
    """A running program that answers lines; it may hang, die or lie."""

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            words = shlex.split(command, posix=os.name == "posix")
        except ValueError as error:
            raise Refusal(f"Cannot read the command of the {self._name}: {error}.") from error
        if not words:
            raise Refusal("Name the program of an engine: engine:COMMAND.")
        try:
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
                errors="replace",
            )  # fmt: skip
        except (OSError, ValueError) as error:
            told = getattr(error, "strerror", None) or error
            raise Refusal(f"Cannot start the {self._name}: {told}.") from error
        self.heard: SimpleQueue[str | None] = SimpleQueue()  # None: it said its last
        self.told: SimpleQueue[str | None] = SimpleQueue()
        for work, stream, lines in (
            (_listen, self.process.stdout, self.heard),
            (_speak, self.process.stdin, self.told),
        ):
            Thread(target=work, args=(stream, lines), daemon=True).start()
        self.close = weakref.finalize(self, _end, self.process, self.told)

    @property
    def _name(self) -> str:
        return f"engine {shortened(self.command)}"

    def tell(self, lines: Iterable[str]) -> None:
        """Send it lines; a program that does not read them does not stop us."""
        if self.told.qsize() > BACKLOG:
            raise self.failed("does not read what it is told")
        self.told.put("".join(f"{line}\n" for line in lines))

    def ask(self, lines: Iterable[str], answer: str, seconds: float) -> str:
        """Send it lines, and wait for the one that begins with a word; the rest of that line."""
        if self.heard.qsize() > 0 and self._spoke_too_soon(answer):
            raise self.failed(f"said {answer!r} before it was asked")
        self.tell(lines)
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0:
            with suppress(Empty):
                line = self.heard.get(timeout=left)
                if line is None:
                    raise self.failed(self._end())
                word, _, rest = line.strip().partition(" ")
                if word == answer:
                    return rest.strip()
                if word == "error":
                    raise self.failed(f"reports an error: {shortened(rest)}")
        raise self.failed(f"did not answer within {seconds:g} seconds")

    def _spoke_too_soon(self, answer: str) -> bool:
        """Take what it said unasked; whether an answer is among it."""
        with suppress(Empty):
            while (line := self.heard.get_nowait()) is not None:
                if line.split()[:1] == [answer]:
                    return True
            self.heard.put(None)
        return False

    def _end(self) -> str:
        """How it ended."""
        with suppress(subprocess.TimeoutExpired):
            return f"ended with exit code {self.process.wait(LAST)} instead of an answer"
        return "closed its output or wrote too much"

    def failed(self, how: str) -> Refusal:
        """End the program; the sentence about it."""
        self.process.kill()
        self.close()
        return Refusal(f"The {self._name} {how}.")


def _listen(stream: IO[str], heard: "SimpleQueue[str | None]") -> None:
    """Take in all lines; runs in a thread."""
    with suppress(OSError, ValueError), stream:
        while (line := stream.readline(LONGEST)) and heard.qsize() < FLOOD:
            heard.put(line)
    heard.put(None)


def _speak(stream: IO[str], told: "SimpleQueue[str | None]") -> None:
    """Send what is to be told; runs in a thread."""
    with suppress(OSError, ValueError), stream:
        while (text := told.get()) is not None:
            stream.write(text)
            stream.flush()


def _end(process: "subprocess.Popen[str]", told: "SimpleQueue[str | None]") -> None:
    """Let a program quit, and end it if it does not."""
    told.put("quit\n")
    told.put(None)
    try:
        process.wait(LAST)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class EngineAgent(Agent):
    """A seat that a program plays."""

    def __init__(self, command: str, game: Game, setup: Setup, seconds: float = 0.0) -> None:
        super().__init__()
        self.game, self.setup = game, setup
        self.seconds = seconds or SECONDS
        self.seat = -1  # that it plays in the match at hand
        self.program = Program(command)
        self.program.ask([f"hello {PROTOCOL}"], "ready", START)

    def begin(self) -> None:
        self.seat = -1

    def choose(self, view: State, seat: int, rng: Rng) -> int:
        setup, notation = self.setup, self.game.notation_of(self.setup)
        legal = {notation.text(code): code for code in legal_codes(view, seat)}
        lines = [] if seat == self.seat else self._first_lines(seat)
        self.seat = seat
        world = copy(view)
        world.guess(seat, rng)
        lines += [
            f"view {_compact(self.game.write(view, setup))}",
            f"position {_compact(self.game.write(world, setup))}",
            f"legal {f' {BETWEEN} '.join(legal)}",
            f"go seat {seat_mark(seat)} time {round(1000 * self.seconds)} seed {rng.below(SEEDS)}",
        ]
        answer = self.program.ask(lines, "bestmove", self.seconds + PATIENCE)
        if answer not in legal:
            told = f"answered {shortened(answer)} for seat {seat_mark(seat)}, which is not legal"
            raise self.program.failed(told)
        return legal[answer]

    def _first_lines(self, seat: int) -> list[str]:
        """What a program is told before its first choice on a seat: the table."""
        setup = self.setup
        if self.game.veil(setup, seat) != setup:
            raise Refusal(
                "An engine cannot play where others keep a choice secret, such as a deck of their "
                "own: positions cannot be told without it."
            )
        switches = dict(options.changed(setup.options))
        for other, choice in enumerate(setup.choices):
            for name, value in options.changed(choice).items():
                switches[f"{seat_mark(other)}.{name}"] = value
        table = {
            "game": self.game.id,
            "rules": self.game.version,
            "seats": setup.seats,
            "options": switches,
            "cards": dict(setup.overlay),
        }
        return [f"new {_compact(table)}"]


def _compact(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
