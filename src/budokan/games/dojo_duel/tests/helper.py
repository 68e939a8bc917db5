"""What the tests of Dojo Duel share."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from budokan.games.dojo_duel import GAME
from budokan.games.dojo_duel.rules import DojoDuel
from budokan.games.dojo_duel.state import Side
from budokan.kit.core import CHANCE, ROOM, State, copy, legal_codes
from budokan.kit.game import Look, Setup
from budokan.kit.pile import zeros
from budokan.kit.position import Document
from budokan.kit.rng import Rng
from budokan.kit.scenario import Recorder, parse_entry, refuse_illegal, seats_of, viewed
from budokan.kit.scene import Piece, Scene, Zone, zones

TEN = (
    "wild_swing axe_kick iron_will bow_of_respect bamboo_form side_step low_block "
    "cover_up high_guard iron_shirt"
)

# Every switch away from its default.
ODD = {
    "start_points": 15,
    "compare": "lanes",
    "kicker_mode": "simultaneous",
    "fan": "holder",
    "first_player": "random",
    "double_ko": "draw",
    "round_limit": 10,
    "open_decklists": True,
    "deck_rules": "size_only",
}
# A legal deck of 19 cards that nobody knows.
OWN = (
    "2 Iron Shirt, 2 Wild Swing, 2 Axe Kick, 2 Bamboo Form, 2 Flowing Kata, 1 Phoenix Heart, "
    "2 Slip Away, 2 Knife Hand, 2 Straight Punch, 2 Low Block"
)
# What is in the deck of that name.
WHITE_BELT = (
    "1 Knife Hand",
    "1 Straight Punch",
    "1 Reverse Punch",
    "2 Elbow Strike",
    "2 Sword of Discipline",
    "1 Steady Stance",
    "1 Flowing Kata",
    "2 Perfect Balance",
    "1 Slip Away",
    "2 Circular Parry",
    "1 Counter Throw",
)
# A's totals 14/6, B's 5/6, as in DD-E4; for the decks ember_fist and grand_dojo.
WINDOW: dict[str, Any] = {
    "phase": "window",
    "field": ["blazing_combination sword_of_discipline", "knife_hand high_guard"],
    "kickers": ["", "unbroken_ground"],
}
WORDS = list(GAME.data["card"])


class Play:
    """A position in which entries can be played and looked at."""

    def __init__(
        self,
        options: Mapping[str, Any] | None = None,
        chosen: tuple[str, str] = ("white_belt", "white_belt"),
        **position: Any,
    ) -> None:
        choices = {seat: {"deck": deck} for seat, deck in enumerate(chosen)}
        self.setup: Setup = GAME.setup(2, options, choices)
        self.state = typed(GAME.read(position, self.setup) if position else GAME.start(self.setup))
        self.recorder = Recorder()
        self.state.events = self.recorder

    def do(self, *entries: str) -> "Play":
        for entry in entries:
            seat, action = parse_entry(GAME, 2, entry)
            refuse_illegal(GAME, self.setup, self.state, seat, action)
            self.state.apply(seat, action)
        return self

    def settle(self, seed: int = 1) -> "Play":
        self.state.settle(Rng(seed))
        return self

    def legal(self, mark: str) -> list[str]:
        seat = CHANCE if mark == "*" else "AB".index(mark)
        return sorted(GAME.notation.text(code) for code in legal_codes(self.state, seat))

    def why(self, entry: str) -> str:
        """The clause that forbids an entry, '' if it is legal."""
        seat, action = parse_entry(GAME, 2, entry)
        number = int(self.state.why(seat, action))
        return GAME.clause(number) if number else ""

    def acting(self) -> list[str]:
        return ["*" if seat == CHANCE else "AB"[seat] for seat in seats_of(self.state.acting())]

    def points(self) -> tuple[int, int]:
        return int(self.state.a.points), int(self.state.b.points)

    def scores(self) -> tuple[float, float]:
        return self.state.score(0), self.state.score(1)

    def events(self) -> list[str]:
        return [GAME.events[event.kind] for event in self.recorder.events]

    def told(self, viewer: int = 9) -> list[str]:
        words = GAME.words(self.setup)
        return words.lines(self.recorder.events, viewer)

    def document(self) -> Document:
        return GAME.write(self.state, self.setup)

    def view(self, viewer: int) -> DojoDuel:
        return typed(viewed(self.state, viewer))

    def scene(self, viewer: int) -> Scene:
        view = viewed(self.state, viewer)
        acting = tuple(seats_of(view.acting()))
        legal = tuple(legal_codes(view, viewer)) if viewer in acting else ()

        def why(action: int) -> tuple[str, str]:
            number = int(view.why(viewer, action))
            clause = GAME.clause(number) if number else ""
            return (words.refusal(clause), clause) if clause else ("", "")

        words = GAME.words(self.setup, ("Ann", "Bob"))
        setup = GAME.veil(self.setup, viewer)
        return GAME.scene(Look(setup, view, viewer, acting, legal, words, GAME.notation, why))


def typed(state: State) -> DojoDuel:
    assert isinstance(state, DojoDuel)
    return state


def kinds(line: str) -> list[int]:
    """The kinds of a line of card keys."""
    return [WORDS.index(word) for word in line.split()]


def cards(side: Side) -> list[int]:
    """All cards of a side, wherever they lie."""
    piles = (side.hand, side.deck, side.recycle, side.field)
    lone = [int(card) for card in (side.kicker, side.shown) if card >= 0]
    return sorted([card for pile in piles for card in pile.in_order()] + lone)


def zone(scene: Scene, name: str) -> Zone:
    return next(found for found in zones(scene) if found.id == name)


def pieces(scene: Scene) -> Iterator[Piece]:
    for found in zones(scene):
        yield from found.pieces


def walk(play: Play, seed: int) -> Iterator[tuple[int, int]]:
    """Play at random to the end; yields before each entry who does what."""
    rng = Rng(seed)
    state = play.state
    while state.acting():
        seats = seats_of(state.acting())
        seat = seats[rng.below(len(seats))]
        if seat == CHANCE:
            action = int(state.sample(rng))
        else:
            codes = legal_codes(state, seat)
            action = codes[rng.below(len(codes))]
        yield seat, action
        state.apply(seat, action)


def odds(state: DojoDuel) -> dict[str, int]:
    """What chance may do now, with its weights."""
    out, weight = zeros(ROOM), zeros(ROOM)
    return {GAME.notation.text(out[i]): int(weight[i]) for i in range(state.odds(out, weight))}


def twin(state: DojoDuel) -> DojoDuel:
    return typed(copy(state))


HAND_A = "knife_hand straight_punch elbow_strike elbow_strike steady_stance"


HAND_B = "reverse_punch sword_of_discipline flowing_kata slip_away counter_throw"


QUESTION: dict[str, Any] = {
    "phase": "window",
    "field": ["elbow_strike circular_parry", "flowing_kata counter_throw"],
    "kickers": ["sword_of_discipline", "perfect_balance"],
}


def in_turn(options: dict[str, Any] | None = None, **more: Any) -> Play:
    """Round 1, both hold five cards and a kicker, A points."""
    given: dict[str, Any] = {
        "phase": "point",
        "hands": [HAND_A, HAND_B],
        "kickers": ["slip_away", "knife_hand"],
    }
    return Play(options, **(given | more))


def worlds(play: Play, viewer: int, n: int) -> list[DojoDuel]:
    rng, view = Rng(5), play.view(viewer)
    made = []
    for _ in range(n):
        world = twin(view)
        world.guess(viewer, rng)
        made.append(world)
    return made


def tight() -> Play:
    """Ten different cards were reshuffled and one was drawn, yet two of their kinds lie open."""
    list_ = "2 Wild Swing, Axe Kick, Iron Will, Bow of Respect, Bamboo Form, Side Step, Low Block, "
    list_ += "Cover Up, High Guard, Iron Shirt, 4 Knife Hand"
    return Play(
        {"deck_rules": "size_only"},
        (list_, "white_belt"),
        phase="window",
        round=6,
        field=["wild_swing axe_kick", "knife_hand slip_away"],
        hands=["knife_hand knife_hand knife_hand", ""],
        kickers=["knife_hand", ""],
        decks=[TEN.replace(" axe_kick", ""), ""],
        reshuffled=[TEN, ""],
        seen=[TEN, ""],
    )


def opened(side: Side) -> Counter[int]:
    shown = [int(side.shown)] if side.shown >= 0 else []
    return Counter(side.recycle.in_order() + side.field.in_order() + shown)
