"""Plain text play: line by line in, line by line out, for screen readers, pipes and scripts."""

import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from shutil import get_terminal_size

from budokan.agents.registry import find_agent
from budokan.kit import options
from budokan.kit.contract import SPECTATOR
from budokan.kit.errors import Refusal, near
from budokan.kit.notation import SEATS
from budokan.kit.scene import Scene, zones
from budokan.kit.scene_text import describe, read_choice
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.terminal.draw.labels import about_piece
from budokan.terminal.plain.par import find_par
from budokan.terminal.plain.progress import Progress
from budokan.thinking import advice
from budokan.thinking.coach.study import study
from budokan.thinking.coach.text import lines
from budokan.thinking.interrupts import INTERRUPTED, answering, end, noticing, raising
from budokan.thinking.par import deal
from budokan.thinking.turns import Turns

HUMAN = "human"
HELP = """Type the number or the text of a choice. Also:
  table          the whole table again        story          what has happened so far
  count          the table with card counters look NAME      all that a piece says
  why ACTION     why an action is not legal   rules CLAUSE   the text of a clause
  undo           take back your last step     concede        give up
  hint           the best moves, and why      save FILE      write the record so far
  quit           stop and save"""


class QuitError(Exception):
    """The player stops."""


class Table:
    """One match on a plain text screen; people and agents sit at it."""

    def __init__(
        self,
        match: CodedMatch,
        sitting: Sequence[str],
        ask: Callable[[str], str],
        say: Callable[[str], None],
    ) -> None:
        self.match, self.ask, self.say = match, ask, say
        self.agents = {seat: name for seat, name in enumerate(sitting) if name != HUMAN}
        for name in self.agents.values():
            find_agent(name, match.game)
        self.people = [seat for seat, name in enumerate(sitting) if name == HUMAN]
        self.turns = Turns()
        self.told = 0
        self.at_screen = self.people[0] if len(self.people) == 1 else SPECTATOR
        self.last_turn: dict[int, int] = {}  # where in the story a person acted last

    def run(self) -> None:
        """Play until the match is over."""
        self.match.begin()
        while not self.match.over:
            seat = self._next()
            if seat in self.agents:
                self._let_think(seat)
            else:
                self._let_choose(seat)
        self._tell()
        self.say(self._scene().result or "The match is over.")

    def _next(self) -> int:
        """Agents first, so that people at one keyboard are asked last."""
        acting = self.match.acting
        return next((seat for seat in acting if seat in self.agents), acting[0])

    def _let_think(self, seat: int) -> None:
        self.match.play(seat, self.turns.here(self.match, seat, self.agents[seat]))

    def _let_choose(self, seat: int) -> None:
        self._curtain(seat)
        self._tell()
        scene = self._scene()
        self.say(describe(scene))
        while True:
            answer = self.ask(f"{self.match.names[seat]}> ").strip()
            try:
                if self._act(seat, scene, answer):
                    self.last_turn[seat] = len(self.match.story)
                    return
            except Refusal as refusal:
                self.say(str(refusal))

    def _scene(self) -> Scene:
        return self.match.scene(self.at_screen)

    def _curtain(self, seat: int) -> None:
        """Hide one player's table from the next at the same keyboard."""
        if len(self.people) > 1 and self.at_screen != seat:
            self.say("\n" * 60)
            self.ask(f"{self.match.names[seat]}, it is your turn. Press Enter when only you look. ")
            self.told = self.last_turn.get(seat, 0)
        self.at_screen = seat

    def _tell(self) -> None:
        for line in self.match.told(self.at_screen, self.told):
            self.say(line)
        self.told = len(self.match.story)

    def _act(self, seat: int, scene: Scene, answer: str) -> bool:
        """Do what a line says; whether the seat has acted."""
        word, _, rest = answer.partition(" ")
        command = getattr(self, f"_do_{word.lower()}", None)
        if command is not None:
            return bool(command(seat, rest.strip()))
        if not answer:
            raise Refusal(HELP)
        self.match.play(seat, self.match.game.notation.parse(read_choice(scene, answer)))
        return True

    def _do_help(self, seat: int, rest: str) -> bool:
        self.say(HELP)
        return False

    def _do_table(self, seat: int, rest: str) -> bool:
        self.say(describe(self._scene()))
        return False

    def _do_count(self, seat: int, rest: str) -> bool:
        self.say(describe(self._scene(), counters=True))
        return False

    def _do_look(self, seat: int, rest: str) -> bool:
        pieces = [piece for zone in zones(self._scene()) for piece in zone.pieces if piece.name]
        found = [piece for piece in pieces if piece.name.lower() == rest.lower()]
        if not found:
            names = sorted({piece.name for piece in pieces})
            raise Refusal(f"Nothing on the table is called {rest!r}; {near(rest, names)}")
        for said in dict.fromkeys(about_piece(piece) for piece in found):
            self.say(said)
        return False

    def _do_story(self, seat: int, rest: str) -> bool:
        self.say("\n".join(self.match.told(seat)))
        return False

    def _do_why(self, seat: int, rest: str) -> bool:
        code = self.match.game.notation.parse(rest)
        number = self.match.view(seat).why(seat, code)
        if number:
            clause = self.match.game.clause(number)
            self.say(f"{self.match.game.words(self.match.setup).refusal(clause)} ({clause})")
        else:
            self.say("It is legal.")
        return False

    def _do_hint(self, seat: int, rest: str) -> bool:
        asked = advice.question(self.match, seat)
        found = advice.advise(asked)
        if found.tips:
            self.say(f"{advice.heading(alone=asked.table.seats == 1)}:")
        for line in advice.lines(found):
            self.say(f"  {line}" if found.tips else line)
        return False

    def _do_rules(self, seat: int, rest: str) -> bool:
        clauses = self.match.game.clauses
        self.say(clauses.get(rest.upper(), "") or f"Clauses are {', '.join(clauses)}.")
        return False

    def _do_undo(self, seat: int, rest: str) -> bool:
        self.match.takeback(seat)
        return True

    def _do_concede(self, seat: int, rest: str) -> bool:
        self.match.concede(seat)
        return True

    def _do_save(self, seat: int, rest: str) -> bool:
        if not rest:
            raise Refusal("Name the file to write: save FILE.")
        save(self.match, Path(rest))
        self.say(f"Saved in {rest}.")
        return False

    def _do_quit(self, seat: int, rest: str) -> bool:
        raise QuitError


def save(match: CodedMatch, path: Path) -> None:
    """Write the record so far, whole or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(record.write(match), "utf-8")
        part.replace(path)
    except OSError as error:
        raise Refusal(f"Cannot write {path}: {error.strerror}.") from error


def seat_names(sitting: Sequence[str]) -> list[str]:
    """Names for the seats: letters, with the agent's name in brackets."""
    return [SEATS[i] if name == HUMAN else f"{SEATS[i]} ({name})" for i, name in enumerate(sitting)]


def seated(seats: int, mine: int, against: str) -> list[str]:
    """Who sits where: a person on one seat, the others in order, the last of them repeated."""
    others = [name.strip() for name in against.split(",")]
    others += [others[-1]] * seats
    return [HUMAN if seat == mine else others.pop(0) for seat in range(seats)]


def resumed(path: Path) -> CodedMatch:
    """A saved match, to be gone on with."""
    match = record.restore(record.load(path), str(path))
    if match.over:
        raise Refusal(f"{path} holds a finished match; look at it with: budokan replay {path}")
    return match


def unused(path: Path) -> Path:
    """The first of name.match, name-2.match, … that does not exist."""
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def ask_line(prompt: str) -> str:
    print(prompt, end="", flush=True)
    with raising():
        line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def play(match: CodedMatch, sitting: Sequence[str], saved: Path) -> int:
    """Play a match on this screen; whoever stops finds it saved. The exit code."""
    match.names = seat_names(sitting)
    table = Table(match, sitting, ask_line, print)
    print(f"{match.game.title}. Type help for help.")
    try:
        with answering(lambda: end(_keep(match, saved))):  # while an agent thinks
            table.run()
    except (QuitError, KeyboardInterrupt, EOFError) as stop:
        print(f"\n{_keep(match, saved)}")
        return 0 if isinstance(stop, QuitError) else INTERRUPTED
    if match.game.planner is not None and not match.seed.startswith(record.RESUMED):
        tell_par(match, table.people)
    offer_coach(match)
    return 0


def _keep(match: CodedMatch, path: Path) -> str:
    """Save a match that is left; how to come back, or why not."""
    try:
        save(match, path)
    except Refusal as refusal:
        return f"budokan: {refusal}"
    return f"Saved in {path}. Go on with: budokan play --resume {path}"


def offer_coach(match: CodedMatch, iterations: int = 0) -> None:
    """After the end the word coach prints what was luck and what was a mistake."""
    if sys.stdin.isatty():
        print("Type coach to hear what was luck and what was a mistake; Enter ends.")
    with suppress(EOFError, KeyboardInterrupt):
        if ask_line("> " if sys.stdin.isatty() else "").strip().lower() == "coach":
            with noticing() as check, Progress(check) as tell:
                found = study(match, range(match.setup.seats), tell, iterations)
            print("\n".join(lines(found, get_terminal_size((79, 24)).columns)))


def tell_par(match: CodedMatch, people: Sequence[int]) -> None:
    """What the solver makes of the same deal; a script is only told how to ask."""
    if not sys.stdin.isatty():
        if match.setup.overlay:
            return  # cards of one's own are in a file that only the player knows
        changed = [
            f"{name}={value}" for name, value in options.changed(match.setup.options).items()
        ]
        words = ["budokan", "par", match.game.id, "--seed", match.seed]
        words += ["--options", ",".join(changed)] if changed else []
        print(f"Par for this deal: {shlex.join(words)}")
        return
    print("The solver plays the same deal for par. Ctrl-C skips it.")
    with suppress(KeyboardInterrupt), noticing() as check:
        found = find_par(deal(match.game, match.setup, match.seed), check)
        print(found.told(match.scores()[people[0]] if people else None))
