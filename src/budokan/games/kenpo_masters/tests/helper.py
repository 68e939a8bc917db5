"""What the tests of Kenpo Masters share."""

from collections.abc import Iterator, Mapping
from typing import Any

from budokan.games.kenpo_masters import GAME
from budokan.games.kenpo_masters.rules import KenpoMasters
from budokan.games.kenpo_masters.state import Side
from budokan.kit.core import CHANCE, ROOM, SPECTATOR, State, copy, legal_codes
from budokan.kit.game import Look, Setup
from budokan.kit.pile import zeros
from budokan.kit.position import Document
from budokan.kit.rng import Rng
from budokan.kit.scenario import Recorder, parse_entry, refuse_illegal, seats_of, viewed
from budokan.kit.scene import Piece, Scene, Zone, zones

# Every switch away from its default.
ODD: dict[str, Any] = {
    "defence_stacking": False,
    "effect_only_turn": True,
    "no_rest_scope": "each_player",
    "texts_see_through_effects": True,
    "side_kick_after_effect": True,
    "side_kick_optional": True,
    "blitz_any_step": True,
    "hard_block_always_counters": True,
    "hand_fake_stacks": False,
    "open_discards": False,
    "turn_cap": 40,
    "target_score": 12,
}
WORDS = list(GAME.data["card"])
SOUTH, NORTH = 0, 1
SQUARES = [col + row for col in "abc" for row in "123"]
POSITIONS = [(s, n) for s in SQUARES for n in SQUARES if s[1] < n[1]]  # KM-140


class Play:
    """A position in which entries can be played and looked at."""

    def __init__(
        self,
        options: Mapping[str, Any] | None = None,
        overlay: Mapping[str, Any] | None = None,
        **position: Any,
    ) -> None:
        self.setup: Setup = GAME.setup(2, options, overlay=overlay)
        self.state = typed(GAME.read(position, self.setup) if position else GAME.start(self.setup))
        self.recorder = Recorder()
        self.state.events = self.recorder

    def do(self, *entries: str) -> "Play":
        for entry in entries:
            seat, action = parse_entry(GAME, 2, entry)
            refuse_illegal(GAME, self.setup, self.state, seat, action)
            self.state.apply(seat, action)
        return self

    def turn(self, line: str) -> "Play":
        """A whole turn: 'block left, round_kick' or 'rest'; nothing is blocked."""
        mark = "AB"[self.state.turn]
        for step in line.split(", "):
            card, _, move = step.partition(" ")
            self.do(f"{mark} rest" if card == "rest" else f"{mark} play {card}")
            if move:
                self.do(f"{mark} go {move}")
        if "stop" in self.legal(mark):
            self.do(f"{mark} stop")
        while self.acting() == [mark]:
            self.do(f"{mark} block none")
        return self

    def settle(self, seed: int = 1) -> "Play":
        self.state.settle(Rng(seed))
        return self

    def legal(self, mark: str) -> list[str]:
        seat = CHANCE if mark == "*" else "AB".index(mark)
        return sorted(GAME.notation.text(code) for code in legal_codes(self.state, seat))

    def plays(self, mark: str) -> set[str]:
        """The cards that may be played."""
        return {text[5:] for text in self.legal(mark) if text.startswith("play ")}

    def why(self, entry: str) -> str:
        """The clause that forbids an entry, '' if it is legal."""
        seat, action = parse_entry(GAME, 2, entry)
        number = int(self.state.why(seat, action))
        return GAME.clause(number) if number else ""

    def acting(self) -> list[str]:
        return ["*" if seat == CHANCE else "AB"[seat] for seat in seats_of(self.state.acting())]

    def scores(self) -> tuple[int, int]:
        return int(self.state.a.score), int(self.state.b.score)

    def events(self) -> list[str]:
        return [GAME.events[event.kind] for event in self.recorder.events]

    def told(self, viewer: int = SPECTATOR) -> list[str]:
        return GAME.words(self.setup).lines(self.recorder.events, viewer)

    def document(self) -> Document:
        return GAME.write(self.state, self.setup)

    def __getitem__(self, field: str) -> Any:
        return self.document()[field]

    def sees(self, viewer: int) -> Document:
        return GAME.write(viewed(self.state, viewer), self.setup)

    def scene(self, viewer: int) -> Scene:
        view = viewed(self.state, viewer)
        acting = tuple(seats_of(view.acting()))
        legal = tuple(legal_codes(view, viewer)) if viewer in acting else ()

        def why(action: int) -> tuple[str, str]:
            number = int(view.why(viewer, action))
            clause = GAME.clause(number) if number else ""
            return (words.refusal(clause), clause) if clause else ("", "")

        words = GAME.words(self.setup, ("Ann", "Bob"))
        return GAME.scene(Look(self.setup, view, viewer, acting, legal, words, GAME.notation, why))


def typed(state: State) -> KenpoMasters:
    assert isinstance(state, KenpoMasters)
    return state


def twin(state: KenpoMasters) -> KenpoMasters:
    return typed(copy(state))


def whole(side: Side) -> list[int]:
    """How often a side has each kind, wherever the cards lie."""
    lying = [int(side.kind[i]) for i in range(side.n)]
    piles = (side.hand, side.deck, side.discard)
    return [sum(int(pile[card]) for pile in piles) + lying.count(card) for card in range(16)]


def zone(scene: Scene, name: str) -> Zone:
    return next(found for found in zones(scene) if found.id == name)


def piece(scene: Scene, name: str) -> Piece:
    return next(p for found in zones(scene) for p in found.pieces if p.id == name)


def walk(play: Play, seed: int) -> Iterator[tuple[int, int]]:
    """Play at random to the end; yields before each entry who does what."""
    rng = Rng(seed)
    state = play.state
    while state.acting():
        seat = seats_of(state.acting())[0]
        if seat == CHANCE:
            action = int(state.sample(rng))
        else:
            codes = legal_codes(state, seat)
            action = codes[rng.below(len(codes))]
        yield seat, action
        state.apply(seat, action)


def odds(state: KenpoMasters) -> dict[str, int]:
    """What chance may do now, with its weights."""
    out, weight = zeros(ROOM), zeros(ROOM)
    return {GAME.notation.text(out[i]): int(weight[i]) for i in range(state.odds(out, weight))}
