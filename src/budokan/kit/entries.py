"""Entries: who does what, as text and as numbers, and how a state takes or refuses them."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mypy_extensions import i64

from budokan.kit.contract import CHANCE, EventSink, State, copy
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.game import Game, Setup
from budokan.kit.notation import RESERVED, Notation, parse_mark, seat_mark
from budokan.kit.words import Event

TAKEBACK = -10
CONCEDE = -11
FORFEIT = -12  # a seat was away, or out of time, and the match goes on without it
STAND_IN = -13  # from here on a bot plays for a person
RETURN = -14  # the person plays again
RULES = -100  # RULES - n: from here on version n of the rules applies
UNDO = -1_000_000  # UNDO - n: the match stands as after its first n entries, without drafts
GIVEN_UP = (CONCEDE, FORFEIT)
# Entries that exist in the matches of every game.
*_words, UNDO_WORD, RULES_WORD = RESERVED
SPECIAL = dict(zip((CONCEDE, FORFEIT, TAKEBACK, STAND_IN, RETURN), _words, strict=True))
SPECIAL_CODES = {word: code for code, word in SPECIAL.items()}


class Entry(NamedTuple):
    """Who did what: a seat (or CHANCE) and an action code.

    It may also be one of SPECIAL, a change of rules, or the way back to an earlier entry.
    """

    seat: int
    action: int

    @property
    def changes_rules(self) -> bool:
        return UNDO < self.action < RULES

    @property
    def back_to(self) -> int | None:
        """After how many entries the match stands again, if this entry undoes others."""
        return UNDO - self.action if self.action <= UNDO else None


def undone(entries: Sequence[Entry]) -> set[int]:
    """The places of entries that no longer count, and of those that undid them."""
    found: set[int] = set()
    for place, entry in enumerate(entries):
        if entry.back_to is not None:
            found.update(range(entry.back_to, place + 1))
    return found


class Recorder(EventSink):
    """Keeps the events it receives."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def emit(self, kind: i64, seat: i64, a: i64, b: i64) -> None:
        self.events.append(Event(int(kind), int(seat), int(a), int(b)))


def record_events(state: State, deed: Callable[[], None]) -> list[Event]:
    """Do something to a state, and return the events it causes."""
    recorder = Recorder()
    state.events = recorder
    try:
        deed()
    finally:
        state.events = None
    return recorder.events


def applied(state: State, seat: int, action: int) -> list[Event]:
    """Carry out a legal action, and return the events it causes."""
    recorder = Recorder()
    state.events = recorder
    try:
        state.apply(seat, action)
    finally:
        state.events = None
    return recorder.events


# -- text -----------------------------------------------------------------------------------------


def entry_text(notation: Notation, entry: Entry) -> str:
    """An entry as a record writes it: 'A pair 7', '* draw 9', 'B takeback'."""
    seat, code = entry
    if code >= 0:
        action = notation.text(code)
    elif entry.changes_rules:
        action = f"{RULES_WORD} {RULES - code}"
    elif entry.back_to is not None:
        action = f"{UNDO_WORD} {entry.back_to}"
    else:
        action = SPECIAL[code]
    return f"{seat_mark(seat)} {action}"


def parse_entry(notation: Notation, seats: int, text: str) -> Entry:
    """The entry for a text such as 'A pair 7', '* draw 9' or 'B takeback'."""
    mark, _, action = text.strip().partition(" ")
    try:
        seat = parse_mark(mark, seats)
        code = _counted_code(action) or SPECIAL_CODES.get(action)
        return Entry(seat, notation.parse(action) if code is None else code)
    except Refusal as error:
        raise Refusal(f"In the entry {text!r}: {error}") from error


def _counted_code(action: str) -> int | None:
    """The code of 'rules N' or 'undo N'."""
    word, _, text = action.partition(" ")
    if word not in (UNDO_WORD, RULES_WORD):
        return None
    count = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else -1
    if str(count) != text or count < (word == RULES_WORD):
        raise Refusal(f"{word} needs a whole number, such as {word} 12.")
    return (UNDO if word == UNDO_WORD else RULES) - count


# -- a state and its entries ----------------------------------------------------------------------


def enter(game: Game, setup: Setup, state: State, text: str) -> None:
    """Carry out an entry such as 'A pair 7' or 'A concede', or refuse it."""
    seat, action = parse_entry(game.notation_of(setup), setup.seats, text)
    if action == CONCEDE:
        resign(state, seat)
        return
    if action < 0:
        word = SPECIAL.get(action) or (UNDO_WORD if action <= UNDO else RULES_WORD)
        raise Refusal(f"In the entry {text!r}: a position knows no {word}.")
    refuse_illegal(game, setup, state, seat, action)
    state.apply(seat, action)


def resign(state: State, seat: int) -> None:
    """Let a seat give up, if the rules say what happens then."""
    if not state.can_resign(seat):
        raise IllegalAction(f"The rules do not let {seat_mark(seat)} give up now.")
    state.resign(seat)


def refuse_illegal(game: Game, setup: Setup, state: State, seat: int, action: int) -> None:
    """Raise the sentence and the clause if an action is not legal now."""
    if not state.acting() >> seat & 1:
        waiting = ", ".join(seat_mark(s) for s in seats_of(state.acting())) or "nobody: it is over"
        raise IllegalAction(f"{seat_mark(seat)} cannot act now; the match waits for {waiting}.")
    number = state.why(seat, action)
    if number:
        clause = game.clause(number)
        sentence = game.words(setup).refusal(clause)
        text = game.notation_of(setup).text(action)
        raise IllegalAction(f"{text!r} is not possible: {sentence} ({clause})", clause)


def seats_of(mask: int) -> list[int]:
    """The seats in a bit mask, chance included."""
    return [seat for seat in range(CHANCE + 1) if mask >> seat & 1]


def view_of(state: State, viewer: int) -> State:
    """A copy of a state without the facts hidden from a viewer."""
    view = copy(state)
    view.observe(viewer)
    return view
