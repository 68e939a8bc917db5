"""A match: a header, a list of entries, and the state they lead to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from budokan.kit.core import CHANCE, SPECTATOR, State, copy
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.game import Game, Look, Setup
from budokan.kit.notation import SEATS, parse_mark, seat_mark
from budokan.kit.scenario import Recorder, legal_codes, refuse_illegal, seats_of
from budokan.kit.scene import Scene
from budokan.kit.words import Event
from budokan.play.chance import dealer, new_seed

TAKEBACK = -10
CONCEDE = -11
SPECIAL = {TAKEBACK: "takeback", CONCEDE: "concede"}


class Entry(NamedTuple):
    """Who did what: a seat (or CHANCE) and an action code, TAKEBACK or CONCEDE."""

    seat: int
    action: int


@dataclass
class Step:
    """An entry of the present draft: the state before it and what it made happen."""

    before: State
    events: list[Event]


@dataclass
class Match:
    """Everything else about a match is derived from its setup and its entries."""

    game: Game
    setup: Setup
    names: Sequence[str] = SEATS
    seed: str = field(default_factory=new_seed)
    entries: list[Entry] = field(default_factory=list, init=False)
    story: list[Event] = field(default_factory=list, init=False)
    conceded: int = field(default=-1, init=False)

    def __post_init__(self) -> None:
        self.state = self.game.start(self.setup)
        self.dealer = dealer(self.seed)
        self._draft: list[Step] = []

    # -- what is so ---------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.conceded >= 0 or self.state.acting() == 0

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now, chance included."""
        return () if self.over else tuple(seats_of(self.state.acting()))

    def scores(self) -> list[float]:
        if self.conceded >= 0:
            return [0.0 if seat == self.conceded else 1.0 for seat in range(self.setup.seats)]
        return [self.state.score(seat) for seat in range(self.setup.seats)]

    def legal(self, seat: int) -> list[int]:
        return legal_codes(self.state, seat) if seat in self.acting else []

    @property
    def drafting(self) -> int:
        """The seat whose steps can still be taken back, or -1."""
        return self.entries[-1].seat if self._draft and self.entries else -1

    # -- what is done -------------------------------------------------------------------------

    def begin(self) -> None:
        """Let chance speak until somebody must decide."""
        while self.acting == (CHANCE,):
            self._apply(CHANCE, self.dealer.outcome(self.state))

    def play(self, seat: int, action: int) -> None:
        """Carry out a legal action, then let chance speak; refuse anything else unchanged."""
        if self.over:
            raise IllegalAction("The match is over; no further action is possible.")
        self._refuse(seat, action)
        self._apply(seat, action)
        self.begin()

    def replay(self, seat: int, action: int) -> None:
        """Carry out an entry read from a record, chance's included."""
        if action == TAKEBACK:
            self.takeback(seat)
        elif action == CONCEDE:
            self.concede(seat)
        else:
            if self.over:
                raise IllegalAction("The match is over; no further entry is possible.")
            self._refuse(seat, action)
            if seat == CHANCE:
                self.dealer.skip(self.state)
            self._apply(seat, action)

    def takeback(self, seat: int) -> None:
        """Undo the last step of the seat's own draft; the entry stays in the record."""
        if seat != self.drafting:
            raise IllegalAction(f"{seat_mark(seat)} has nothing to take back.")
        step = self._draft.pop()
        self.state = step.before
        del self.story[len(self.story) - len(step.events) :]
        self.entries.append(Entry(seat, TAKEBACK))

    def concede(self, seat: int) -> None:
        """Give up a match of two sides. Where more sit at the table the rules must know it."""
        if self.over:
            raise IllegalAction("The match is over; there is nothing to concede.")
        if not 0 <= seat < self.setup.seats or self.setup.seats != 2:
            raise IllegalAction("Only a match of two can be conceded.")
        self.conceded = seat
        self._draft.clear()
        self.entries.append(Entry(seat, CONCEDE))

    def _refuse(self, seat: int, action: int) -> None:
        if not 0 <= action < self.game.notation.size:
            raise IllegalAction(f"There is no action number {action}.")
        refuse_illegal(self.game, self.setup, self.state, seat, action)

    def _apply(self, seat: int, action: int) -> None:
        before = copy(self.state)
        recorder = Recorder()
        self.state.events = recorder
        self.state.apply(seat, action)
        self.state.events = None
        self.entries.append(Entry(seat, action))
        self.story += recorder.events
        same = before.acting() == self.state.acting() and before.firm() == self.state.firm()
        if same and seat != CHANCE:
            self._draft.append(Step(before, recorder.events))
        else:
            self._draft.clear()

    # -- what is seen -------------------------------------------------------------------------

    def shown(self, viewer: int) -> State:
        """The true state a viewer looks at: others do not see into a draft."""
        if self._draft and viewer != self.drafting:
            return self._draft[0].before
        return self.state

    def view(self, viewer: int) -> State:
        """What a viewer may know. A finished match still keeps its secrets from this view."""
        view = copy(self.shown(viewer))
        view.observe(viewer)
        return view

    def scene(self, viewer: int) -> Scene:
        view = self.view(viewer)
        mine = 0 <= viewer < self.setup.seats and viewer in self.acting
        look = Look(
            setup=self.game.veil(self.setup, viewer),
            view=view,
            viewer=viewer,
            acting=self.acting,
            legal=tuple(legal_codes(view, viewer)) if mine else (),
            words=self.game.words(self.setup, self.names),
            notation=self.game.notation,
            why=lambda action: self._why(view, viewer, action),
        )
        return self.game.scene(look)

    def _why(self, view: State, viewer: int, action: int) -> tuple[str, str]:
        number = view.why(viewer, action)
        clause = self.game.clause(number) if number else ""
        return (self.game.words(self.setup).refusal(clause), clause) if clause else ("", "")

    def seen(self, viewer: int) -> Iterator[Entry]:
        """The entries so far as a viewer saw them; another seat's draft is left out."""
        twin = Match(self.game, self.setup, self.names, self.seed)
        hidden = len(self._draft) if viewer not in (self.drafting, -1) else 0
        for seat, action in settled(self.entries, hidden):
            code = action if action < 0 else twin.state.seen(viewer, seat, action)
            yield Entry(seat, int(code))
            twin.replay(seat, action)

    def told(self, viewer: int | None = SPECTATOR, start: int = 0) -> list[str]:
        """The story from an event on, in sentences, as a viewer may hear it; None hears all."""
        words = self.game.words(self.setup, self.names)
        whole = viewer is None or viewer == self.drafting
        hidden = 0 if whole else sum(len(step.events) for step in self._draft)
        events = self.story[start : len(self.story) - hidden]
        ears = (event.seat if viewer is None else viewer for event in events)
        lines = (words.sentence(event, ear) for event, ear in zip(events, ears, strict=True))
        return [line for line in lines if line]


def settled(entries: Sequence[Entry], hidden: int = 0) -> list[Entry]:
    """The entries without those taken back, and without the last hidden ones."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.action == TAKEBACK:
            kept.pop()
        else:
            kept.append(entry)
    return kept[: len(kept) - hidden]


def entry_text(game: Game, entry: Entry) -> str:
    """An entry as it stands in a record: 'A pair 7', '* draw 9', 'B takeback'."""
    action = SPECIAL.get(entry.action) or game.notation.text(entry.action)
    return f"{seat_mark(entry.seat)} {action}"


def parse_entry(game: Game, seats: int, text: str) -> Entry:
    """The entry of a text."""
    mark, _, action = text.strip().partition(" ")
    seat = parse_mark(mark, seats)
    for code, word in SPECIAL.items():
        if action == word:
            return Entry(seat, code)
    try:
        return Entry(seat, game.notation.parse(action))
    except Refusal as error:
        raise Refusal(f"In the entry {text!r}: {error}") from error
