"""What the tests of Udaka share."""

from collections.abc import Iterator, Mapping
from typing import Any

from budokan.games.udaka import GAME
from budokan.games.udaka.rules import Udaka
from budokan.kit.core import CHANCE, copy, legal_codes
from budokan.kit.game import Look, Setup
from budokan.kit.position import Document
from budokan.kit.rng import Rng
from budokan.kit.scenario import Recorder, parse_entry, refuse_illegal, seats_of, viewed
from budokan.kit.scene import Scene, Zone, zones

# Every switch away from its default.
ODD = {
    "udaka_counts": False,
    "top_reuse": False,
    "pair_takes": "all",
    "joker_must_play": True,
    "next_dealer": "redraw",
    "show_discards": False,
    "rounds_to_win": 3,
}

WHOLE = " ".join(rank for rank in "A23456789" for _ in range(4)) + " K J"
FULL = "1 1 1 1 1 1 1 1"
DEALT = ["* draw 2", "* draw 3", "* draw 4", "* draw 5"]


class Play:
    """A position in which entries can be played and looked at."""

    def __init__(
        self, seats: int = 2, options: Mapping[str, Any] | None = None, **position: Any
    ) -> None:
        self.setup: Setup = GAME.setup(seats, options)
        state = GAME.read(position, self.setup) if position else GAME.start(self.setup)
        assert isinstance(state, Udaka)
        self.state = state
        self.recorder = Recorder()
        self.state.events = self.recorder

    def do(self, *entries: str) -> "Play":
        for entry in entries:
            seat, action = parse_entry(GAME, self.setup.seats, entry)
            refuse_illegal(GAME, self.setup, self.state, seat, action)
            self.state.apply(seat, action)
        return self

    @property
    def doc(self) -> Document:
        return GAME.write(self.state, self.setup)

    def __getitem__(self, field: str) -> Any:
        return self.doc[field]

    @property
    def events(self) -> list[str]:
        return [GAME.events[event.kind] for event in self.recorder.events]

    @property
    def told(self) -> list[tuple[str, int, int, int]]:
        return [(GAME.events[e.kind], e.seat, e.a, e.b) for e in self.recorder.events]

    def story(self, viewer: int) -> list[str]:
        words = GAME.words(self.setup)
        return [words.sentence(event, viewer) for event in self.recorder.events]

    def legal(self, seat: int) -> list[str]:
        return [GAME.notation.text(code) for code in legal_codes(self.state, seat)]

    def why(self, entry: str) -> str:
        seat, action = parse_entry(GAME, self.setup.seats, entry)
        clause = self.state.why(seat, action)
        return GAME.clause(clause) if clause else ""

    @property
    def acting(self) -> list[int]:
        return seats_of(self.state.acting())

    def view(self, viewer: int) -> Document:
        return GAME.write(viewed(self.state, viewer), self.setup)

    def scene(self, viewer: int) -> Scene:
        view = viewed(self.state, viewer)
        acting = tuple(seats_of(view.acting()))
        words = GAME.words(self.setup)

        def why(action: int) -> tuple[str, str]:
            clause = GAME.clause(view.why(viewer, action))
            return words.refusal(clause), clause

        legal = tuple(legal_codes(view, viewer)) if viewer in acting else ()
        return GAME.scene(Look(self.setup, view, viewer, acting, legal, words, GAME.notation, why))

    def zone(self, viewer: int, name: str) -> Zone:
        return next(zone for zone in zones(self.scene(viewer)) if zone.id == name)

    def hunches(self, seat: int) -> dict[str, int]:
        view = viewed(self.state, seat)
        codes = legal_codes(view, seat)
        return {GAME.notation.text(code): int(view.hunch(seat, code)) for code in codes}

    def best(self, seat: int) -> str:
        hunches = self.hunches(seat)
        return max(hunches, key=lambda text: hunches[text])


def walk(play: Play, seed: int) -> Iterator[tuple[int, int]]:
    """Play at random to the end; every entry is handed out before it is carried out."""
    rng = Rng(seed)
    while play.acting:
        seat = play.acting[0]
        if seat == CHANCE:
            action = int(play.state.sample(rng))
        else:
            codes = legal_codes(play.state, seat)
            action = codes[rng.below(len(codes))]
        yield seat, action
        play.state.apply(seat, action)


def twin(play: Play) -> Udaka:
    state = copy(play.state)
    assert isinstance(state, Udaka)
    return state


def last_card(wins: list[int], **options: object) -> Play:
    """Two players, one card to go, and the round will be A's."""
    return Play(
        options=options,
        turn="B",
        draw="",
        hands=["", "2"],
        tokens=[5, 3],
        udaka="A",
        round_wins=wins,
    )
