"""One match on a plain text screen: its output and its commands."""

from collections.abc import Callable, Sequence

from budokan.agents.registry import find_agent
from budokan.front_door import SPECTATOR_NAME, Match
from budokan.kit.errors import Refusal, shortened, suggest
from budokan.kit.notation import SEATS
from budokan.kit.scene import Scene, zones
from budokan.kit.scene_text import describe, read_choice
from budokan.terminal.draw.descriptions import about_piece
from budokan.terminal.seating import HUMAN
from budokan.thinking import advice
from budokan.thinking.turns import Turns

HELP = """Type the number or the text of a choice. Also:
  table          the whole table again        story          what has happened so far
  count          the table with card counters look NAME      everything about a piece
  why ACTION     why an action is not legal   rules CLAUSE   the text of a clause
  undo           take back your last step     concede        give up
  hint           the best moves, and why      save FILE      write the record so far
  quit           stop and save"""


class QuitError(Exception):
    """The player stops."""


class Table:
    """A match that people and agents play at one keyboard."""

    def __init__(
        self,
        match: Match,
        players: Sequence[str],
        ask: Callable[[str], str],
        say: Callable[[str], None],
    ) -> None:
        self.match, self.ask, self.say = match, ask, say
        seated = dict(zip(match.seats, players, strict=True))
        self.agents = {seat: name for seat, name in seated.items() if name != HUMAN}
        for name in self.agents.values():
            find_agent(name, match.coded.game)  # a name that does not exist is refused now
        self.people = [seat for seat, name in seated.items() if name == HUMAN]
        self.turns = Turns()
        self.events_told = 0
        self.at_screen = self.people[0] if len(self.people) == 1 else SPECTATOR_NAME
        self.last_turn: dict[str, int] = {}  # where in the story a person acted last

    def run(self) -> None:
        """Play until the match is over."""
        while not self.match.over:
            seat = self._next()
            if seat in self.agents:
                self._let_agent_act(seat)
            else:
                self._let_person_act(seat)
        self._tell()
        self.say(self._scene().result or "The match is over.")

    def _next(self) -> str:
        """Agents first, so that people at one keyboard are asked last."""
        acting = self.match.acting
        return next((seat for seat in acting if seat in self.agents), acting[0])

    def _let_agent_act(self, seat: str) -> None:
        coded, number = self.match.coded, SEATS.index(seat)
        coded.play(number, self.turns.next_here(coded, number, self.agents[seat]))

    def _let_person_act(self, seat: str) -> None:
        self._draw_curtain(seat)
        self._tell()
        scene = self._scene()
        self.say(describe(scene))
        while True:
            answer = self.ask(f"{self._name(seat)}> ").strip()
            try:
                if self._obey(seat, scene, answer):
                    self.last_turn[seat] = len(self.match.coded.story)
                    return
            except Refusal as refusal:
                self.say(str(refusal))

    def _name(self, seat: str) -> str:
        return self.match.coded.names[SEATS.index(seat)]

    def _scene(self) -> Scene:
        return self.match.view(self.at_screen).scene

    def _draw_curtain(self, seat: str) -> None:
        """Hide one player's table from the next at the same keyboard."""
        if len(self.people) > 1 and self.at_screen != seat:
            self.say("\n" * 60)
            self.ask(f"{self._name(seat)}, it is your turn. Press Enter when only you look. ")
            self.events_told = self.last_turn.get(seat, 0)
        self.at_screen = seat

    def _tell(self) -> None:
        """Print the story since the seat's last turn."""
        viewer = self.match.view(self.at_screen).viewer
        for line in self.match.coded.told(viewer, self.events_told):
            self.say(line)
        self.events_told = len(self.match.coded.story)

    def _obey(self, seat: str, scene: Scene, answer: str) -> bool:
        """Carry out a typed line; returns whether the seat has acted."""
        word, _, rest = answer.partition(" ")
        command = getattr(self, f"_do_{word.lower()}", None)
        if command is not None:
            return bool(command(seat, rest.strip()))
        if not answer:
            raise Refusal(HELP)
        self.match.play(read_choice(scene, answer), seat)
        return True

    # -- Commands -----------------------------------------------------------------------------

    def _do_help(self, seat: str, rest: str) -> bool:
        self.say(HELP)
        return False

    def _do_table(self, seat: str, rest: str) -> bool:
        self.say(describe(self._scene()))
        return False

    def _do_count(self, seat: str, rest: str) -> bool:
        self.say(describe(self._scene(), counters=True))
        return False

    def _do_look(self, seat: str, rest: str) -> bool:
        pieces = [piece for zone in zones(self._scene()) for piece in zone.pieces if piece.name]
        found = [piece for piece in pieces if piece.name.lower() == rest.lower()]
        if not found:
            names = sorted({piece.name for piece in pieces})
            raise Refusal(
                f"Nothing on the table is called {shortened(rest)}; {suggest(rest, names)}"
            )
        for text in dict.fromkeys(about_piece(piece) for piece in found):
            self.say(text)
        return False

    def _do_story(self, seat: str, rest: str) -> bool:
        self.say("\n".join(self.match.story(seat)))
        return False

    def _do_why(self, seat: str, rest: str) -> bool:
        self.say(self.match.why(rest, seat) or "It is legal.")
        return False

    def _do_hint(self, seat: str, rest: str) -> bool:
        question = advice.question(self.match.coded, SEATS.index(seat))
        found = advice.advise(question)
        if found.tips:
            self.say(f"{advice.heading(alone=len(self.match.seats) == 1)}:")
        for line in advice.lines(found):
            self.say(f"  {line}" if found.tips else line)
        return False

    def _do_rules(self, seat: str, rest: str) -> bool:
        clauses = self.match.coded.game.clauses
        self.say(clauses.get(rest.upper(), "") or f"Clauses are {', '.join(clauses)}.")
        return False

    def _do_undo(self, seat: str, rest: str) -> bool:
        self.match.takeback(seat)
        return True

    def _do_concede(self, seat: str, rest: str) -> bool:
        self.match.concede(seat)
        return True

    def _do_save(self, seat: str, rest: str) -> bool:
        if not rest:
            raise Refusal("Name the file to write: save FILE.")
        self.match.save(rest)
        self.say(f"Saved in {rest}.")
        return False

    def _do_quit(self, seat: str, rest: str) -> bool:
        raise QuitError
