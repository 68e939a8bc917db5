"""`budokan engine`: a game and its agents for programs in any language, line by line."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import IO, Any

import click

from budokan import __version__
from budokan.agents.belts import searcher
from budokan.agents.engine import BETWEEN, PROTOCOL, SEEDS
from budokan.agents.ismcts import Search
from budokan.agents.plain import Agent, GreedyAgent, StopSignal, UnsteadyAgent
from budokan.agents.registry import ITERATIONS, MOST_ITERATIONS, find_agent, names
from budokan.cli.group import main
from budokan.front_door import read_setup
from budokan.kit.contract import CHANCE, State, legal_codes
from budokan.kit.entries import enter, seats_of, view_of
from budokan.kit.errors import Refusal, shortened, suggest
from budokan.kit.game import Game, find
from budokan.kit.notation import parse_number, parse_seat, seat_mark
from budokan.kit.rng import Rng
from budokan.terminal.interrupts import exit_on_ctrl_c
from budokan.thinking.cancel import TimeUp, time_limit

LEADING = 5  # actions that info lines tell of
PULSE = 1.0  # seconds between info lines
IN_TIME = 100_000  # iterations of a search that only the clock ends
LONGEST = 3_600_000  # milliseconds for a choice
ENDS = ("stop", "quit")  # what breaks off a thought
WISHES = ("seat", "iterations", "time", "seed")


@main.command()
@click.argument("game")
@click.option(
    "--agent",
    default="search",
    show_default=True,
    help="Who thinks; `set agent NAME` chooses another one.",
)
def engine(game: str, agent: str) -> None:
    """Think for another program: a text protocol on stdin and stdout.

    A line is a command; docs/engine.md explains them all and shows a conversation. The agent sees
    what its seat may know, whatever else the position says.

    \b
    Examples:
      budokan engine udaka
      budokan engine dojo_duel --agent green
    """
    found = find(game)
    with exit_on_ctrl_c():
        lines = Lines(sys.stdin.buffer)
        session = Session(found, click.echo, lines.must_stop)
        session.choose_agent(agent)
        for line in lines:
            session.obey(line)


class Lines:
    """What comes in, read by a thread, so that a thought can be broken off."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._waiting: SimpleQueue[str | None] = SimpleQueue()
        self._ends = 0  # how many of those that wait break off a thought
        self._lock = Lock()
        Thread(target=self._read, args=(stream,), daemon=True).start()

    def _read(self, stream: IO[bytes]) -> None:
        for read in stream:
            line = " ".join(read.decode("utf-8", "replace").split())
            self._count(line, 1)
            self._waiting.put(line)
            if line == "quit":  # a thread that reads on would disturb the end of the process
                break
        self._waiting.put(None)

    def _count(self, line: str, by: int) -> None:
        with self._lock:
            self._ends += by * (line in ENDS)

    def must_stop(self) -> bool:
        """Whether a line that waits breaks off the thought at hand."""
        return self._ends > 0

    def __iter__(self) -> Iterator[str]:
        while (line := self._waiting.get()) is not None and line != "quit":
            self._count(line, -1)
            yield line


class Watch(StopSignal):
    """Ends a search when it is told to or its time is up, and reports on the way."""

    def __init__(
        self, must_stop: Callable[[], bool], seconds: float, report: Callable[[], None]
    ) -> None:
        super().__init__()
        self.must_stop, self.report = must_stop, report
        now = monotonic()
        self.until = now + seconds if seconds else 0.0
        self.pulse = now + PULSE

    def is_set(self) -> bool:
        now = monotonic()
        if now > self.pulse:
            self.pulse = now + PULSE
            self.report()
        return self.must_stop() or (self.until != 0.0 and now >= self.until)


class Session:
    """A conversation: each line is obeyed, or answered by an error that changes nothing."""

    def __init__(
        self, game: Game, say: Callable[[str], None], must_stop: Callable[[], bool]
    ) -> None:
        self.game, self.say, self.must_stop = game, say, must_stop
        self.agent = "search"
        self.setup = game.setup()
        self.state: State | None = None  # no position yet
        self.commands: dict[str, Callable[[str], None]] = {
            "hello": self.hello,
            "set": self.set,
            "new": self.new,
            "position": self.place,
            "view": lambda rest: None,  # what a position shows its seat; we find that ourselves
            "legal": self.legal,
            "go": self.go,
            "stop": lambda rest: None,  # too late: the thought has ended
        }

    def obey(self, line: str) -> None:
        """Carry out a line, or say what is wrong with it."""
        command, _, rest = line.partition(" ")
        if not command:
            return
        try:
            if command not in self.commands:
                raise Refusal(
                    f"There is no command {shortened(command)}; {suggest(command, self.commands)}"
                )
            self.commands[command](rest)
        except Refusal as refusal:
            self.say(f"error {refusal}")

    def hello(self, rest: str) -> None:
        """Say who we are; anybody may ask whether we are ready."""
        if rest not in ("", str(PROTOCOL)):
            raise Refusal(f"This is protocol {PROTOCOL}, not {shortened(rest)}.")
        self.say(f"id Budokan {__version__}")
        self.say(f"game {self.game.id} rules {self.game.version} data {self.game.data.hash}")
        self.say(f"option agent {self.agent}: {', '.join(names(self.game))}")
        self.say("ready")

    def set(self, rest: str) -> None:
        """Set a property of the engine, which is only its agent."""
        name, _, value = rest.partition(" ")
        if name != "agent":
            raise Refusal(f"There is no property {shortened(name)}; set agent NAME.")
        self.choose_agent(value)

    def choose_agent(self, name: str) -> None:
        find_agent(name, self.game)  # refused now
        self.agent = name

    def new(self, rest: str) -> None:
        """Set up another table; what is left out has its default."""
        table = _document(rest) if rest else {}
        wanted = table.pop("game", self.game.id), table.pop("rules", self.game.version)
        if wanted != (self.game.id, self.game.version):
            raise Refusal(
                f"This engine plays {self.game.id} by rules {self.game.version}, not "
                f"{shortened(wanted[0])} by rules {shortened(wanted[1])}."
            )
        seats, switches = table.pop("seats", None), table.pop("options", None)
        cards = table.pop("cards", None)
        for name in table:
            known = ("game", "rules", "seats", "options", "cards")
            raise Refusal(f"A table has no {shortened(name)}; {suggest(name, known)}")
        self.setup, self.state = read_setup(self.game, seats, switches, _mapping(cards)), None

    def place(self, rest: str) -> None:
        """Go to a position: a document, or the start and the entries since then."""
        kind, _, entries = rest.partition(" ")
        if kind == "entries":
            state = self.game.start(self.setup)
            for entry in filter(None, map(str.strip, entries.split(BETWEEN))):
                enter(self.game, self.setup, state, entry)
        else:
            state = self.game.read(_document(rest), self.setup)
        self.state = state

    def legal(self, rest: str) -> None:
        """List what the acting seat may do; with a list, it is news that we need not hear."""
        if not rest:
            state, seat = self._position(), self._seat("")
            notation = self.game.notation_of(self.setup)
            told = map(notation.text, legal_codes(state, seat))
            self.say(f"legal {f' {BETWEEN} '.join(told)}")

    def go(self, rest: str) -> None:
        """Choose an action for a seat."""
        wishes = _wishes(rest)
        seat = self._seat(wishes.get("seat", ""))
        iterations = _number(wishes, "iterations", 1, MOST_ITERATIONS)
        seconds = _number(wishes, "time", 1, LONGEST) / 1000
        rng = Rng(_number(wishes, "seed", 0, SEEDS - 1))
        view = view_of(self._position(), seat)
        agent = self._thinker(iterations, seconds)
        search = _search_in(agent)
        if search is None:
            action = self._choice(agent, view, seat, rng, seconds)
        else:
            action = self._search(search, agent, view, seat, rng, seconds)
        self.say(f"bestmove {self.game.notation_of(self.setup).text(action)}")

    def _position(self) -> State:
        if self.state is None:
            raise Refusal("Tell the position first: position entries, or a document.")
        return self.state

    def _seat(self, given: str) -> int:
        """The seat to act: the given one, or the first that can."""
        acting = seats_of(self._position().acting())
        if not acting:
            raise Refusal("The match is over in this position.")
        if acting == [CHANCE]:
            raise Refusal("Chance acts in this position; tell what it does, such as * draw 7.")
        seat = parse_seat(given, self.setup.seats) if given else acting[0]
        if seat not in acting:
            waiting = " and ".join(map(seat_mark, acting))
            raise Refusal(f"{seat_mark(seat)} cannot act in this position; it waits for {waiting}.")
        return seat

    def _thinker(self, iterations: int, seconds: float) -> Agent:
        """A new agent, so that a thought depends on its line alone."""
        if self.agent == "search":
            usual = IN_TIME if seconds else ITERATIONS
            return searcher(self.game, iterations or usual)
        return find_agent(self.agent, self.game, 0.0 if seconds else None)

    def _search(
        self, search: Search, agent: Agent, view: State, seat: int, rng: Rng, seconds: float
    ) -> int:
        """The action of an agent that searches; meanwhile it can be stopped, and it is told what
        the search has found."""
        last: list[str] = []

        def report() -> None:
            lines = self._info(search, view, seat)
            if lines != last:
                last[:] = lines
                for line in lines:
                    self.say(line)

        search.stop = Watch(self.must_stop, seconds, report)
        action = int(agent.choose(view, seat, rng))
        if search.nodes:
            report()
        return action

    def _info(self, search: Search, view: State, seat: int) -> list[str]:
        """What a search thinks of the leading actions, the best first."""
        notation = self.game.notation_of(self.setup)
        done = f"info iterations {int(search.visits[0])}"
        return [
            f"{done} visits {visits} value {value:.3f} action {notation.text(action)}"
            for action, visits, value in search.ranked(view, seat)[:LEADING]
        ]

    def _choice(self, agent: Agent, view: State, seat: int, rng: Rng, seconds: float) -> int:
        """The action of an agent without a clock; the greedy one if it is late."""
        try:
            with time_limit(seconds):
                return int(agent.choose(view, seat, rng))
        except TimeUp:
            return int(GreedyAgent().choose(view, seat, rng))


def _search_in(agent: Agent) -> Search | None:
    inner = agent.agent if isinstance(agent, UnsteadyAgent) else agent
    return inner if isinstance(inner, Search) else None


def _document(text: str) -> dict[str, Any]:
    try:
        return dict(_mapping(json.loads(text)) or {})
    except (ValueError, RecursionError) as error:
        raise Refusal(f"This is not a document in JSON: {error}.") from error


def _mapping(given: Any) -> Mapping[str, Any] | None:
    if given is not None and not isinstance(given, Mapping):
        raise Refusal(f"A document in JSON is needed here, in braces, not {shortened(given)}.")
    return given


def _wishes(text: str) -> dict[str, str]:
    """The names and values after `go`."""
    words = text.split()
    found = dict(zip(words[::2], words[1::2], strict=False))
    for name in words[::2]:
        if name not in WISHES:
            raise Refusal(f"go knows no {shortened(name)}; {suggest(name, WISHES)}")
    if len(words) % 2:
        raise Refusal(f"go needs a value after {words[-1]}.")
    return found


def _number(wishes: Mapping[str, str], name: str, least: int, most: int) -> int:
    """A wished number; 0 if it is not wished."""
    if name not in wishes:
        return 0
    number = parse_number(wishes[name])
    if number is None or not least <= number <= most:
        raise Refusal(f"{name} must be a whole number from {least} to {most}.")
    return number
