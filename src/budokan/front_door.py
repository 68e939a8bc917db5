"""What `import budokan` offers: matches that speak text and seat letters.

Integer codes and seat numbers stay behind this door, in `budokan.match`.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from budokan.kit import card_file
from budokan.kit.contract import CHANCE, SPECTATOR, State, legal_codes
from budokan.kit.entries import seats_of
from budokan.kit.errors import Refusal, shortened, shortened_path
from budokan.kit.game import Game, Setup, find, find_all
from budokan.kit.notation import SEATS, parse_seat, seat_mark
from budokan.kit.rng import Rng
from budokan.kit.scene import Prompt, Scene
from budokan.kit.scene_text import describe
from budokan.match import record
from budokan.match.chance import new_seed, number
from budokan.match.match import CodedMatch

if TYPE_CHECKING:
    from budokan.agents.plain import Agent as CodedAgent
    from budokan.thinking.coach.report import Report

__all__ = [
    "Agent",
    "CoachReport",
    "GameInfo",
    "Match",
    "Refusal",
    "View",
    "agent",
    "games",
    "load",
    "new",
]

AnyPath = str | os.PathLike[str]
SPECTATOR_NAME = "spectator"


# -- Functions ------------------------------------------------------------------------------------


def games() -> "dict[str, GameInfo]":
    """Every game by its name."""
    return {name: GameInfo(game) for name, game in find_all().items()}


def new(
    game: str,
    seats: int | None = None,
    seed: str | int | None = None,
    options: Mapping[str, Any] | None = None,
    cards: Mapping[str, Any] | AnyPath | None = None,
) -> "Match":
    """A new match, dealt and ready for the first choice.

    Without a seed nobody can foresee the deal. `options` are the game's switches; a choice of one
    seat is named with its letter: {"kicker_mode": "simultaneous", "A.deck": "ember_fist"}. `cards`
    are cards of your own: the tables of a card file, or its name.
    """
    found = find_game(game)
    coded = CodedMatch(found, read_setup(found, seats, options, cards), seed=_seed(seed))
    coded.begin()
    return Match(coded)


def load(source: AnyPath) -> "Match":
    """The match of a record: the name of a file, or the text of a record itself.

    An unfinished match can be played on. Its record does not tell the seed, so what is dealt from
    now on is new.
    """
    if isinstance(source, str) and (source.startswith(record.MAGIC) or "\n" in source):
        found, where = record.parse(source), "the record"
    else:
        path = _path(source, "a record")
        found, where = record.load(path), str(path)
    coded = record.restore(found, where)
    coded.begin()
    return Match(coded)


def agent(name: str, game: str, seed: str | int | None = None) -> "Agent":
    """A player of a game: a belt from "white" to "black", "greedy", "random", "search:500", …

    `budokan.games()[game].agents` lists them all. With the same seed it makes the same choices,
    unless it runs out of time: a belt thinks for half a second at most, the black one for two.
    """
    return Agent(_text(name, "The name of an agent"), find_game(game), _seed(seed))


# -- Matches --------------------------------------------------------------------------------------


class Match:
    """A match. `new` begins one, `load` reads one.

    Methods that take a seat letter mean the seat in `turn` if none is given.
    """

    def __init__(self, coded: CodedMatch) -> None:
        self.coded = coded  # the same match in integer codes, for code inside Budokan

    def __repr__(self) -> str:
        table = f"{self.game}, {players([len(self.seats)])}"
        if self.over:
            scores = ", ".join(f"{seat} {score:g}" for seat, score in self.scores().items())
            return f"<Match of {table}: over, {scores}>"
        return f"<Match of {table}: {' and '.join(self.acting)} to act>"

    def __str__(self) -> str:
        return str(self.view())

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.coded.game.id

    @property
    def seats(self) -> tuple[str, ...]:
        """The letters of all seats."""
        return tuple(SEATS[: self.coded.setup.seats])

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.coded.over

    @property
    def acting(self) -> tuple[str, ...]:
        """The seats that may act now: none when the match is over, several where all choose at
        once. Nobody sees such a choice before the last one is made."""
        return tuple(seat_mark(seat) for seat in self.coded.acting)

    @property
    def turn(self) -> str | None:
        """The seat to act: the first of `acting`, None when the match is over."""
        return self.acting[0] if self.acting else None

    def legal(self, seat: str | None = None) -> list[str]:
        """The actions a seat may take now, as text."""
        if seat is None and self.over:
            return []
        codes = self.coded.legal(self._seat(seat))
        return [self.coded.notation.text(code) for code in codes]

    def why(self, action: str, seat: str | None = None) -> str:
        """Why an action is not legal now, with the clause that says so; "" if it is legal.

        It is judged on what the seat knows.
        """
        code = self._code(action)
        if self.over:
            return "The match is over; no further action is possible."
        chosen = self._seat(seat)
        clause_number = self.coded.view(chosen).why(chosen, code)
        if not clause_number:
            return ""
        clause = self.coded.game.clause(clause_number)
        return f"{self.coded.game.words(self.coded.setup).refusal(clause)} ({clause})"

    def scores(self) -> dict[str, float]:
        """What each seat takes home, 0 to 1; it counts once the match is over."""
        return dict(zip(self.seats, self.coded.scores(), strict=True))

    def story(self, seat: str | None = None) -> list[str]:
        """What has happened, in sentences: as everybody may hear it, or as one seat does."""
        told = self.coded.told(SPECTATOR if seat is None else self._viewer(seat))
        result = self.coded.result()  # the events do not tell it
        return [*told, result] if result else told

    def view(self, seat: str | None = None) -> "View":
        """All that a seat, or the "spectator", may know now; agents choose from it.

        Without a seat it is the view of `turn`, and the spectator's once the match is over.
        """
        return View(self.coded, self._viewer(seat))

    def play(self, action: str, seat: str | None = None) -> None:
        """Carry out an action, and then all that chance does. A Refusal changes nothing."""
        self.coded.play(self._seat(seat), self._code(action))

    def undo(self) -> None:
        """Take back the last choice and everything dealt since then.

        Undone choices leave the record. The same choices lead to the same deal again.
        """
        coded = self.coded
        made = [at for at, entry in enumerate(coded.entries) if entry.seat != CHANCE]
        if not made:
            raise Refusal("Nobody has made a choice yet, so there is nothing to undo.")
        self.coded = _replay(coded, made[-1])

    def takeback(self, seat: str | None = None) -> None:
        """Take back a step as at a table with others: only before the turn is settled.

        Unlike `undo` it is an entry of the record.
        """
        self.coded.takeback(self._seat(seat))

    def copy(self) -> "Match":
        """A separate match at the same point, with the same deal to come."""
        return Match(_replay(self.coded, len(self.coded.entries)))

    def concede(self, seat: str | None = None) -> None:
        """Give up, where the rules or a match of two allow it."""
        self.coded.concede(self._seat(seat))

    def save(self, file: AnyPath) -> None:
        """Write the whole record, hidden cards included, so that `load` can go on with it."""
        path = _path(file, "a record")
        try:
            if path.is_dir():
                raise Refusal(f"Cannot write {path}: it is a folder.")
            part = path.with_name(f"{path.name}.part")
            part.write_text(record.write(self.coded), "utf-8")
            part.replace(path)  # whole or not at all
        except OSError as error:
            raise Refusal(f"Cannot write {shortened_path(path)}: {error.strerror}.") from error

    def coach(
        self,
        seat: str | None = None,
        iterations: int | None = None,
        seed: str = "",
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> "CoachReport":
        """Luck and mistakes of one seat, or of all seats once the match is over.

        This takes a while; `progress` is called with the number of steps done and of all steps.
        More iterations make the figures more reliable, fewer are faster.
        """
        from budokan.thinking.coach.study import study

        if seat is not None:
            seats = [self._seat(seat)]
        elif self.over:
            seats = list(range(len(self.seats)))
        else:
            raise Refusal("This match is not over; name the seat to judge, such as A.")
        return CoachReport(study(self.coded, seats, progress, _iterations(iterations), _seed(seed)))

    def _seat(self, letter: str | None) -> int:
        if letter is None:
            if self.over:
                raise Refusal("The match is over; no further action is possible.")
            return self.coded.acting[0]
        return parse_seat(letter, len(self.seats))

    def _viewer(self, letter: str | None) -> int:
        if letter == SPECTATOR_NAME or (letter is None and self.over):
            return SPECTATOR
        return self._seat(letter)

    def _code(self, action: str) -> int:
        return self.coded.notation.parse(_text(action, "An action"))


class View:
    """What one seat, or the spectator, knew of a match when the view was taken."""

    def __init__(self, coded: CodedMatch, viewer: int) -> None:
        self.state: State = coded.view(viewer)  # the observation in integer codes
        self.viewer = viewer
        self._game, self._setup, self._names = coded.game, coded.setup, coded.names
        self._acting = () if coded.over else tuple(seats_of(self.state.acting()))
        self._result = coded.result()

    def __repr__(self) -> str:
        count = len(self.legal())
        if self.over:
            told = "the match is over"
        elif count:
            told = "1 legal action" if count == 1 else f"{count} legal actions"
        else:
            told = f"{' and '.join(map(seat_mark, self._acting))} to act"
        return f"<View of {self.game} for {self.seat or SPECTATOR_NAME}: {told}>"

    def __str__(self) -> str:
        scene = self.scene
        if self.over:  # whatever the game asks next, nobody answers
            scene = replace(scene, prompt=Prompt(question=""), choices=())
        return "\n".join(filter(None, [describe(scene).strip("\n"), self._result or scene.result]))

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._game.id

    @property
    def seat(self) -> str | None:
        """The letter of the seat that looks, None for the spectator."""
        return None if self.viewer == SPECTATOR else SEATS[self.viewer]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self._acting

    def legal(self) -> list[str]:
        """The actions this seat may take now, as text."""
        if self.viewer not in self._acting:
            return []
        return [self.text(code) for code in legal_codes(self.state, self.viewer)]

    def text(self, code: int) -> str:
        """The text of an action code, for agents that work on `state`."""
        return self._game.notation_of(self._setup).text(code)

    @property
    def scene(self) -> Scene:
        """The table as data to draw: zones, pieces, facts and choices with their labels."""
        return self._game.draw_scene(
            self._setup, self.state, self.viewer, self._acting, self._names
        )

    def position(self) -> dict[str, Any]:
        """The position in plain values, without what is hidden (docs/notation.md)."""
        return dict(self._game.write(self.state, self._setup))


# -- Agents, games, reports -----------------------------------------------------------------------


class Agent:
    """A player: it is given a view and answers with an action.

    Any object with such a `choose` can take its place in your own code.
    """

    def __init__(self, name: str, game: Game, seed: str) -> None:
        from budokan.agents.registry import find_agent

        self.name, self.game = name, game.id
        self._coded: CodedAgent = find_agent(name, game)
        self._rng = Rng(number(seed, "agent"))

    def __repr__(self) -> str:
        return f"<Agent {self.name!r} for {self.game}>"

    def choose(self, view: View) -> str:
        """The action it takes, as text."""
        if not isinstance(view, View):
            raise Refusal(f"An agent chooses from match.view(), not from {shortened(view)}.")
        if view.game != self.game:
            raise Refusal(f"This agent plays {self.game}; the view is of {view.game}.")
        if not view.legal():
            who = view.seat or "The spectator"
            raise Refusal(f"{who} has nothing to choose now.")
        self._coded.begin()
        return view.text(int(self._coded.choose(view.state, view.viewer, self._rng)))


class GameInfo:
    """A game: its title, numbers of players, options and agents."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __repr__(self) -> str:
        return f"<{self.title}, {players(self.seats)}>"

    def __str__(self) -> str:
        options = [f"  {name} = {told}" for name, told in self.options.items()]
        return "\n".join([f"{self.title}, {players(self.seats)}. {self.line}", *options])

    @property
    def id(self) -> str:
        """The name that `new` takes."""
        return self._game.id

    @property
    def title(self) -> str:
        return self._game.title

    @property
    def line(self) -> str:
        """The game in a sentence."""
        return str(self._game.text["game"]["line"])

    @property
    def seats(self) -> tuple[int, ...]:
        """How many can play."""
        return tuple(self._game.seats)

    @property
    def options(self) -> dict[str, str]:
        """The options of `new`: their default, the values they take, and what they do.

        An option of each seat has the letter before it, such as A.deck.
        """
        document = self._game.document()
        named = [("", option) for option in document["options"]]
        named += [("A.", option) for option in document["seat_options"]]
        return {
            f"{lead}{option['name']}": f"{option['default']} ({option['values']}): {option['text']}"
            for lead, option in named
        }

    @property
    def agents(self) -> dict[str, str]:
        """The names that `agent` takes, with a line about each."""
        from budokan.agents.registry import names

        return dict(names(self._game))

    @property
    def rules(self) -> dict[str, str]:
        """The text of every clause by its id, such as UD-17."""
        return dict(self._game.clauses)


class CoachReport:
    """What the coach says of a match; print it to read it."""

    def __init__(self, report: "Report") -> None:
        self.report = report  # all figures, for programs

    def __repr__(self) -> str:
        told = " ".join(f"{seat.name} {seat.headline}" for seat in self.report.seats)
        return f"<CoachReport on {self.report.game}: {told}>"

    def __str__(self) -> str:
        from budokan.thinking.coach.text import lines

        return "\n".join(lines(self.report))

    def document(self) -> dict[str, Any]:
        """All figures as plain values, ready for JSON (docs/coach.md)."""
        from budokan.thinking.coach.report import document

        return document(self.report)


def _replay(coded: CodedMatch, count: int) -> CodedMatch:
    """The same match after its first entries."""
    again = CodedMatch(
        *coded.begun,
        names=coded.names,
        seed=coded.seed,
        assists=coded.assists,
        origin=coded.origin,
        commitment=coded.commitment,
        bits=coded.bits,
    )
    for entry in coded.entries[:count]:
        again.replay(*entry)
    again.correct()
    return again


# -- Reading arguments, shared with the command line ----------------------------------------------


def find_game(name: object) -> Game:
    """The game of a name; a misspelt one is refused with near matches."""
    return find(_text(name, "The name of a game"))


def read_setup(
    game: Game,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    cards: Mapping[str, Any] | AnyPath | None = None,
) -> Setup:
    """A checked setup from the arguments of `new`."""
    switches: dict[str, Any] = {}
    choices: dict[int, dict[str, Any]] = {}
    for name, value in _mapping(options, "Options").items():
        seat, dot, key = _text(name, "The name of an option").strip().rpartition(".")
        if dot:
            choices.setdefault(parse_seat(seat, game.seats[-1]), {})[key] = value
        else:
            switches[key] = value
    return game.setup(seats, switches, choices, _overlay(cards))


def players(seats: Sequence[int]) -> str:
    """How many can play, in words."""
    least, most = seats[0], seats[-1]
    if most == 1:
        return "1 player"
    return f"{least} to {most} players" if least < most else f"{most} players"


def _overlay(cards: Mapping[str, Any] | AnyPath | None) -> Mapping[str, Any] | None:
    if cards is None or isinstance(cards, Mapping):
        return cards
    return card_file.read(_path(cards, "your cards"))


def _mapping(given: Mapping[str, Any] | None, what: str) -> Mapping[str, Any]:
    if given is not None and not isinstance(given, Mapping):
        raise Refusal(f"{what} are a mapping such as {{'name': value}}, not {shortened(given)}.")
    return given or {}


def _path(given: AnyPath, what: str) -> Path:
    try:
        path = Path(given)
        usable = bool(os.fspath(given)) and b"\0" not in os.fsencode(path)
    except (TypeError, ValueError):
        usable = False
    if not usable:
        raise Refusal(f"{shortened(given)} is not the name of a file for {what}.")
    return path


def _seed(given: str | int | None) -> str:
    if given is None:
        return new_seed()
    if isinstance(given, bool) or not isinstance(given, (str, int)):
        raise Refusal(f"A seed is text or a whole number, not {shortened(given)}.")
    try:
        seed = str(given)
        seed.encode()
    except ValueError as error:  # half a character, or a number of thousands of digits
        raise Refusal(f"A seed cannot be {shortened(given)}; choose another one.") from error
    return seed


def _iterations(given: int | None) -> int:
    """How hard the coach thinks; 0 stands for the usual."""
    from budokan.agents.registry import MOST_ITERATIONS

    if given is None:
        return 0
    if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= MOST_ITERATIONS:
        raise Refusal(f"The coach takes 1 to {MOST_ITERATIONS} iterations, not {given!r}.")
    return given


def _text(given: object, what: str) -> str:
    if not isinstance(given, str):
        raise Refusal(f"{what} is text, not {shortened(given)}.")
    return given
