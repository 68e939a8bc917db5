"""A match as one seat saw it: its view at every position, and the spans in between."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from budokan.kit.contract import CHANCE, State
from budokan.kit.entries import GIVEN_UP, Entry, entry_text, undone
from budokan.kit.scene_text import preview_text
from budokan.match.match import TOLD, CodedMatch

LUCK, OWN, OTHER = "luck", "own", "other"
NONE = -1


class Way(NamedTuple):
    """An action to choose from: its label, and the forecast the player saw."""

    label: str
    forecast: str


class Moment(NamedTuple):
    """One entry: whose it is, whether it was a choice, and its words for the seat."""

    seat: int
    action: int
    free: bool
    words: str
    plain: str  # the entry as in a record
    ways: dict[int, Way]  # the actions to choose from, if the choice was the seat's own
    mine: bool  # whether the seat's player did it, and not a bot that stood in


@dataclass(frozen=True)
class Span:
    """A step between two positions: chance, a choice of the seat, or choices of another."""

    kind: str
    seat: int
    start: int  # entries before it
    stop: int  # entries after it
    words: str  # the story as the seat hears it
    plain: str  # its first entry, if there is no story
    action: int = NONE  # the seat's choice, or one of GIVEN_UP; NONE if there was no choice
    ways: tuple[tuple[int, Way], ...] = ()
    steps: tuple[str, ...] = ()  # the seat's choices in words, of a whole turn if it is one span

    def label(self, action: int) -> str:
        return self._way(action).label

    def forecast(self, action: int) -> str:
        return self._way(action).forecast

    def _way(self, action: int) -> Way:
        return dict(self.ways).get(action, Way("", ""))


class Timeline:
    """The views of a seat, and the spans between them.

    In a game with a planner a turn is one choice: the steps of a combo mean nothing alone.
    """

    def __init__(self, match: CodedMatch, seat: int) -> None:
        self.game, self.seat, self.seats = match.game, seat, match.setup.seats
        self.setup, self.names = match.setup, list(match.names[: match.setup.seats])
        self.by_turns = match.game.planner is not None
        self.score: float | None = match.scores()[seat] if match.over else None
        twin = match.afresh()
        self.views: list[State] = [twin.view(seat)]
        self.spans: list[Span] = []
        entries = match.settled(seat)
        gone = undone(entries)
        for place, entry in enumerate(entries):
            moment = self._replay(twin, entry, counts=place not in gone)
            self.views.append(twin.view(seat))
            self._add(moment)

    def _replay(self, twin: CodedMatch, entry: Entry, *, counts: bool) -> Moment:
        """Replay an entry; it does not count as a choice if it was undone, or undid others."""
        who, action = entry
        decides = who != CHANCE and action not in TOLD and counts
        free = action in GIVEN_UP or (decides and len(twin.legal(who)) > 1)
        mine = who == self.seat and counts and (action in GIVEN_UP or who not in twin.standing)
        ways = ways_of(twin, who) if free and mine else {}
        seen = entry
        if action >= 0:
            seen = Entry(who, int(twin.state.seen(self.seat, who, action)))
        before = twin.told(self.seat)
        twin.replay(who, action)
        words = " ".join(_fresh(before, twin.told(self.seat)))
        return Moment(who, action, free, words, entry_text(twin.notation, seen), ways, mine)

    def _add(self, moment: Moment) -> None:
        end = len(self.views) - 1
        own = moment.mine and moment.free
        action = moment.action if own else NONE
        steps = (moment.ways[action].label,) if action in moment.ways else ()
        ways = tuple(moment.ways.items())
        if self.spans and self._goes_on(self.spans[-1], moment):
            last = self.spans[-1]
            words = " ".join(filter(None, (last.words, moment.words)))
            last = replace(last, stop=end, words=words, steps=last.steps + steps)
            first = own and last.action == NONE
            self.spans[-1] = replace(last, action=action, ways=ways) if first else last
            return
        kind = LUCK if moment.seat == CHANCE else OWN if moment.mine else OTHER
        told = (moment.words, moment.plain)
        self.spans.append(Span(kind, moment.seat, end - 1, end, *told, action, ways, steps))

    def _goes_on(self, last: Span, moment: Moment) -> bool:
        """Whether an entry belongs to the span before it, as forced entries do."""
        if moment.seat == CHANCE:
            return last.kind == LUCK
        if not moment.free:
            return last.kind != OWN or moment.mine
        if self.by_turns and last.kind == OWN and moment.mine:
            return last.action not in GIVEN_UP and moment.action not in GIVEN_UP
        if moment.action in GIVEN_UP:
            return False
        return last.kind == OTHER and last.seat == moment.seat


def ways_of(match: CodedMatch, seat: int) -> dict[int, Way]:
    """A seat's legal actions in words."""
    choices = {choice.action: choice for choice in match.scene(seat).choices}
    found = {}
    for action in match.legal(seat):
        text = match.notation.text(action)
        choice = choices.get(text)
        forecast = preview_text(choice.preview) if choice else ""
        found[action] = Way((choice.label if choice else "") or text, forecast)
    return found


def _fresh(before: list[str], after: list[str]) -> list[str]:
    """The lines that are new."""
    same = 0
    while same < len(before) and same < len(after) and before[same] == after[same]:
        same += 1
    return after[same:]
