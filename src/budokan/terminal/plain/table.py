"""One match on a plain text screen: its output and its commands."""

import dataclasses
import time
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from budokan.agents.registry import find_agent
from budokan.front_door import SPECTATOR_NAME, Match
from budokan.kit.errors import Refusal, shortened, suggest
from budokan.kit.game import Game
from budokan.kit.notation import SEATS
from budokan.kit.provenance import values_of
from budokan.kit.scene import Scene, zones
from budokan.kit.scene_text import describe, read_choice
from budokan.terminal.draw.descriptions import about_piece, preview
from budokan.terminal.seating import HUMAN
from budokan.terminal.settings import Settings
from budokan.thinking import advice
from budokan.thinking.turns import Turns

HELP = """Type the number or the text of a choice. Also:
  table          the whole table again        story          what has happened so far
  count          the table with card counters look NAME      everything about a piece
  why ACTION     why an action is not legal   rules CLAUSE   the text of a clause
  undo           take back your last step     concede        give up
  undo move      go back to before the last move of a person here, yours
                 first, if nothing was drawn or revealed since
  hint           the best moves, and why      save FILE      write the record so far
  single         take single choices, or ask  quit           stop and save
  ?              the choices and their rules  ? CHOICE       one choice and its rules
  help           this help"""


LINE = 0.4  # seconds for a line of the story at the normal pace
ASKING = Settings(pace="off", take_single=False)  # for scripts: every choice is asked for


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
        settings: Settings = ASKING,
        width: int = 0,  # of the screen; 0 if lines may be as long as they are
    ) -> None:
        self.match, self.ask, self.say = match, ask, say
        self.settings, self.width = settings, width
        self.holds_single = False  # after an undo, until the next choice
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
        scene = unsaid(self._scene(), self._tell())
        if scene.auto and self.settings.take_single and not self.holds_single:
            self.say(f"Only one choice: {scene.choices[0].label}.")
            self.match.play(scene.auto, seat)
            self.last_turn[seat] = len(self.match.coded.story)
            return
        self.say(describe(scene, width=self.width))
        while True:
            answer = self.ask(f"{self._name(seat)}> ").strip()
            try:
                if self._obey(seat, scene, answer):
                    self.last_turn[seat] = len(self.match.coded.story)
                    return
            except Refusal as refusal:
                self.say(str(refusal))

    def _name(self, seat: str) -> str:
        if self.people == [seat]:
            return "You"
        return self.match.coded.names[SEATS.index(seat)]

    def _scene(self) -> Scene:
        view = self.match.view(self.at_screen)
        return view.scene if self.match.over else self.match.coded.scene(view.viewer)

    def _draw_curtain(self, seat: str) -> None:
        """Hide one player's table from the next at the same keyboard."""
        if len(self.people) > 1 and self.at_screen != seat:
            self.say("\n" * 60)
            self.ask(f"{self._name(seat)}, it is your turn. Press Enter when only you look. ")
            self.events_told = self.last_turn.get(seat, 0)
        self.at_screen = seat

    def _tell(self) -> list[str]:
        """Print the story since the seat's last turn; returns it."""
        viewer = self.match.view(self.at_screen).viewer
        lines = self.match.coded.told(viewer, self.events_told)
        for line in lines:
            self.say(line)
            time.sleep(LINE * self.settings.factor)
        self.events_told = len(self.match.coded.story)
        return lines

    def _obey(self, seat: str, scene: Scene, answer: str) -> bool:
        """Carry out a typed line; returns whether the seat has acted."""
        word, _, rest = answer.partition(" ")
        command = getattr(self, f"_do_{word.lower()}", None)
        if command is not None:
            return bool(command(seat, rest.strip()))
        if not answer:
            raise Refusal(HELP)
        if answer[0] == "?":
            self.say(explain(self.match.coded.game, scene, answer[1:].strip()))
            return False
        self.match.play(read_choice(scene, answer), seat)
        self.holds_single = False
        return True

    # -- Commands -----------------------------------------------------------------------------

    def _do_help(self, seat: str, rest: str) -> bool:
        self.say(HELP)
        return False

    def _do_table(self, seat: str, rest: str) -> bool:
        self.say(describe(self._scene(), width=self.width))
        return False

    def _do_count(self, seat: str, rest: str) -> bool:
        self.say(describe(self._scene(), counters=True, width=self.width))
        return False

    def _do_look(self, seat: str, rest: str) -> bool:
        scene = self._scene()
        pieces = [piece for zone in zones(scene) for piece in zone.pieces if piece.name]
        found = [piece for piece in pieces if piece.name.lower() == rest.lower()]
        if not found:
            names = sorted({piece.name for piece in pieces})
            raise Refusal(
                f"Nothing on the table is called {shortened(rest)}; {suggest(rest, names)}"
            )
        for text in dict.fromkeys(about_piece(piece, scene.cards) for piece in found):
            self.say(text)
        coded = self.match.coded
        for component in dict.fromkeys(piece.component for piece in found):
            for value in values_of(coded.game, coded.setup.data, component):
                self.say(f"  {value}")
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
        if rest.lower() == "move":
            self._undo_move(seat)
        else:
            self.match.takeback(seat)
        self.holds_single = True
        return True

    def _undo_move(self, seat: str) -> None:
        """Go back to before a move; people at one keyboard agree by word of mouth."""
        coded, others = self.match.coded, [other for other in self.people if other != seat]
        numbers = [SEATS.index(each) for each in (seat, *others)]
        able = [number for number in numbers if coded.way_back(number) is not None]
        coded.undo(able[0] if able else numbers[0])

    def _do_single(self, seat: str, rest: str) -> bool:
        single = not self.settings.take_single
        self.settings = dataclasses.replace(self.settings, take_single=single)
        taken = self.settings.take_single
        self.say("Single choices are taken for you." if taken else "You are asked every time.")
        return False

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


def explain(game: Game, scene: Scene, typed: str) -> str:
    """What the choices would do, or the one that is typed, and the rules about them."""
    wanted = read_choice(scene, typed)
    numbered = list(enumerate(scene.choices, 1))
    found = [(n, choice) for n, choice in numbered if wanted in ("", choice.action)]
    if not found:
        raise Refusal(f"There is no choice {shortened(typed)}; type ? for all of them.")
    forecasts = [
        " — ".join(filter(None, (f"  {n}  {choice.label}", preview(choice.preview))))
        for n, choice in found
    ]
    clauses = dict.fromkeys(c for _, choice in found for c in game.rules_of(choice.action))
    return "\n".join([*forecasts, *(f"{clause}: {game.clauses[clause]}" for clause in clauses)])


def unsaid(scene: Scene, told: Sequence[str]) -> Scene:
    """The scene without the line about what happened, if that was just told word by word."""
    line = scene.happened.line if scene.happened else ""
    return replace(scene, happened=None) if line in " ".join(told) else scene
