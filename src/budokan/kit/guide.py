"""Guided first matches from guide.toml: words, accepted moves, and scripted answers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from budokan.kit.contract import copy, legal_codes
from budokan.kit.entries import enter, parse_entry, record_events, refuse_illegal, seats_of, view_of
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.game import Game, Setup
from budokan.kit.notation import Notation, parse_seat
from budokan.kit.scene import Scene
from budokan.kit.toml_file import check_keys, read_toml
from budokan.kit.view import News
from budokan.kit.words import Event

ANY = "any"
FILE_KEYS = ("seat", "names", "given", "step", "end")
GIVEN_KEYS = ("seats", "options", "choices", "position", "when")
STEP_KEYS = ("say", "cites", "point", "accept", "later", "then", "position")
END_KEYS = ("say", "cites", "then")
REASON = 200  # letters of the reason why a guide does not fit
MOST_WORDS = 60  # of a step: a few short sentences


@dataclass(frozen=True)
class Step:
    """Words, the accepted moves, and the scripted answer to each of them."""

    say: str
    cites: tuple[str, ...]  # clauses
    point: tuple[str, ...]  # ids of the scene to look at
    accept: tuple[str, ...]  # texts of actions; none: every legal one
    later: str  # the answer to any other move
    then: Mapping[str, tuple[str, ...]]  # entries after an action; those after '' fit any
    position: Mapping[str, Any] | None  # where this step begins, if not where the last one ended

    def after(self, action: str) -> tuple[str, ...]:
        return self.then.get(action, self.then.get("", ()))


@dataclass(frozen=True)
class Guide:
    """A first match with a teacher: one person moves, everything else is scripted."""

    game: Game
    setup: Setup
    seat: int
    names: tuple[str, ...]
    position: Mapping[str, Any]
    when: tuple[str, ...]  # entries before the first step
    steps: tuple[Step, ...]
    end: Step
    then: Mapping[str, Any]  # what must hold at the end, as in a scenario


def load(game: Game, path: Path, overlay: Mapping[str, Any] | None = None) -> Guide:
    """Read a guide; a typo, an unknown clause or a misspelt action is refused with its place."""
    raw = read_toml(path, "guide")
    check_keys(str(path), raw, FILE_KEYS)
    given, end = raw.get("given", {}), raw.get("end", {})
    check_keys(f"{path}: given", given, GIVEN_KEYS)
    check_keys(f"{path}: end", end, END_KEYS)
    setup = _setup(game, given, overlay)
    steps = tuple(
        _step(game, setup, f"{path}: step {number}", step)
        for number, step in enumerate(raw.get("step", []), 1)
    )
    said = {"say": end.get("say", ""), "cites": end.get("cites", [])}
    return Guide(
        game,
        setup,
        parse_seat(raw.get("seat", "A"), setup.seats),
        tuple(raw["names"]),
        given.get("position", {}),
        tuple(given.get("when", [])),
        steps,
        _step(game, setup, f"{path}: end", said),
        end.get("then", {}),
    )


def _setup(game: Game, given: Mapping[str, Any], overlay: Mapping[str, Any] | None) -> Setup:
    number = given.get("seats", game.default_seats)
    choices = {parse_seat(k, number): v for k, v in given.get("choices", {}).items()}
    return game.setup(given.get("seats"), given.get("options", {}), choices, overlay)


def _step(game: Game, setup: Setup, where: str, raw: Mapping[str, Any]) -> Step:
    check_keys(where, raw, STEP_KEYS)
    say = str(raw.get("say", "")).strip()
    if not 0 < len(say.split()) <= MOST_WORDS:
        raise Refusal(f"{where} says {len(say.split())} words; write 1 to {MOST_WORDS}.")
    for clause in raw.get("cites", []):
        if clause not in game.clauses:
            raise Refusal(f"{where} cites {clause}, which rules.md does not have.")
    accept, then, notation = raw.get("accept", ANY), raw.get("then", []), game.notation_of(setup)
    try:
        wanted = () if accept == ANY else tuple(_text(notation, text) for text in accept)
        replies = then if isinstance(then, Mapping) else {"": then}
        after = {_text(notation, text): tuple(replies[text]) for text in replies}
        for entry in (entry for entries in after.values() for entry in entries):
            parse_entry(notation, setup.seats, entry)
    except Refusal as error:
        raise Refusal(f"{where}: {error}") from error
    return Step(
        say=say,
        cites=tuple(raw.get("cites", [])),
        point=tuple(raw.get("point", [])),
        accept=wanted,
        later=str(raw.get("later", "")) or "Later. First do what the guide asks.",
        then=after,
        position=raw.get("position"),
    )


def _text(notation: Notation, text: str) -> str:
    """The standard spelling of an action; '' stays ''."""
    return notation.text(notation.parse(text)) if text else ""


def with_cards(game: Game, overlay: Mapping[str, Any]) -> "Guide":
    """The guide of a game with a card file; refused if its moves are not those of these cards."""
    game.setup(overlay=overlay)  # a file that cannot be played is refused for its own faults
    try:
        guide = load(game, game.folder / "guide.toml", overlay)
        for _ in walk(guide):
            pass
    except Refusal as error:
        raise Refusal(
            f"The guide of {game.title} is written for our cards and does not fit these. "
            f"{_reason(error)} Learn with ours, then play with yours."
        ) from error
    return guide


def _reason(error: Refusal) -> str:
    """Why a guide does not fit, without the name of the guide's file."""
    said = str(error).rpartition("guide.toml: ")[2]
    return said if len(said) <= REASON else f"{said[:REASON]}…"


class Lesson:
    """A person following a guide: the state, the story, and how far they are."""

    def __init__(self, guide: Guide) -> None:
        self.guide = guide
        self.story: list[Event] = []
        self.heard = 0  # events before the learner's last move
        self.at = 0
        game, setup = guide.game, guide.setup
        self.state = game.read(guide.position, setup) if guide.position else game.start(setup)
        self._happen(guide.when)
        self._open()

    @property
    def done(self) -> bool:
        return self.at == len(self.guide.steps)

    @property
    def step(self) -> Step:
        """The current step; after the last move, the closing words."""
        return self.guide.end if self.done else self.guide.steps[self.at]

    def play(self, text: str) -> None:
        """Make a move the step accepts, and let the others answer; refuse any other."""
        guide = self.guide
        if self.done:
            raise Refusal("The guide is finished; there are no more moves.")
        notation = guide.game.notation_of(guide.setup)
        action = notation.parse(text)
        refuse_illegal(guide.game, guide.setup, self.state, guide.seat, action)
        name, step = notation.text(action), self.step
        if step.accept and name not in step.accept:
            raise IllegalAction(step.later, step.cites[0] if step.cites else "")
        self.heard = len(self.story)
        self.story += record_events(self.state, lambda: self.state.apply(guide.seat, action))
        self._happen(step.after(name))
        self.at += 1
        self._open()

    def _open(self) -> None:
        place = None if self.done else self.step.position
        if place is not None:
            self.state = self.guide.game.read(place, self.guide.setup)
            self.heard = len(self.story)  # what happened did not lead here

    def _happen(self, entries: Sequence[str]) -> None:
        """Carry out the scripted entries of chance and the other seats."""

        def happen() -> None:
            for entry in entries:
                enter(self.guide.game, self.guide.setup, self.state, entry)

        self.story += record_events(self.state, happen)

    # -- views -------------------------------------------------------------------------

    def scene(self) -> Scene:
        guide = self.guide
        view = view_of(self.state, guide.seat)
        acting = tuple(seats_of(view.acting()))
        names, news = guide.names, self._news()
        return guide.game.draw_scene(guide.setup, view, guide.seat, acting, names, news)

    def _news(self) -> News:
        """What happened since the learner's last move."""
        guide = self.guide
        fades = guide.game.fades(guide.setup, self.story, guide.seat)
        words = guide.game.words(guide.setup, guide.names, guide.seat)
        new = self.story[self.heard :]
        known = words.known_events(new, guide.seat, fades, range(self.heard, len(self.story)))
        return News(since=self.at - 1, events=known, recent=known)

    def told(self) -> list[str]:
        guide = self.guide
        fades = guide.game.fades(guide.setup, self.story, guide.seat)
        words = guide.game.words(guide.setup, guide.names, guide.seat)
        return words.lines(self.story, guide.seat, fades)

    def ways(self) -> list[str]:
        """The moves the guide accepts now."""
        if self.done:
            return []
        text = self.guide.game.notation_of(self.guide.setup).text
        return list(self.step.accept) or [
            text(code) for code in legal_codes(self.state, self.guide.seat)
        ]

    def twin(self) -> "Lesson":
        """Another lesson at the same place."""
        other = object.__new__(Lesson)
        other.guide, other.at = self.guide, self.at
        other.story, other.heard = list(self.story), self.heard
        other.state = copy(self.state)
        return other


def play(guide: Guide, moves: Sequence[str]) -> Lesson:
    """The lesson after these moves; the first move that is not accepted is refused."""
    lesson = Lesson(guide)
    for move in moves:
        lesson.play(move)
    return lesson


def walk(guide: Guide) -> Iterator[tuple[list[str], Lesson]]:
    """Every position that accepted moves lead to, each once, with the moves that led there."""
    waiting: list[tuple[list[str], Lesson]] = [([], Lesson(guide))]
    known: set[tuple[int, ...]] = set()
    while waiting:
        moves, lesson = waiting.pop()
        key = (lesson.at, *lesson.state.encode())
        if key in known:
            continue
        known.add(key)
        yield moves, lesson
        for way in lesson.ways():
            twin = lesson.twin()
            try:
                twin.play(way)
            except Refusal as error:
                raise Refusal(f"Step {lesson.at + 1}: {error}") from error
            waiting.append(([*moves, way], twin))
