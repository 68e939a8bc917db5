"""What the tests of Martial Art share."""

from collections.abc import Iterator, Mapping
from typing import Any

from budokan.games.martial_art import GAME, phases
from budokan.games.martial_art.rules import MartialArt
from budokan.kit.core import CHANCE, ROOM, SPECTATOR, State, legal_codes
from budokan.kit.game import Look
from budokan.kit.pile import zeros
from budokan.kit.position import Document
from budokan.kit.rng import Rng
from budokan.kit.scenario import QUIT, Recorder, parse_entry, refuse_illegal, seats_of, viewed
from budokan.kit.scene import Facts, Piece, Scene, Zone, zones

BY_CHANCE = (phases.LEARN, phases.LAY, phases.SKILL, phases.END, phases.STYLE)
KINDS = list(GAME.data["token"])
SKILLS = list(GAME.data["skill"])
IGOR = "energy headbutt | defense punch | move defense | energy lock | energy punch | energy move"
KIMBERLEY = "energy punch | defense kick | move kick | energy punch | energy defense | move defense"
LI_MING = "energy kick | energy punch | move kick | energy lock | defense defense | energy move"


class Play:
    """A position in which entries can be played and looked at."""

    def __init__(
        self,
        options: Mapping[str, Any] | None = None,
        fighters: tuple[str, ...] = ("igor", "kimberley"),
        **position: Any,
    ) -> None:
        choices = {seat: {"fighter": name} for seat, name in enumerate(fighters)}
        self.setup = GAME.setup(len(fighters), options, choices)
        self.state = typed(GAME.read(position, self.setup) if position else GAME.start(self.setup))
        self.recorder = Recorder()
        self.state.events = self.recorder

    def do(self, *entries: str) -> "Play":
        for entry in entries:
            mark, _, text = entry.partition(" ")
            if text == QUIT:
                self.state.quit("ABCD".index(mark))
                continue
            seat, action = parse_entry(GAME, self.setup.seats, entry)
            refuse_illegal(GAME, self.setup, self.state, seat, action)
            self.state.apply(seat, action)
        return self

    def legal(self, mark: str) -> list[str]:
        seat = CHANCE if mark == "*" else "ABCD".index(mark)
        return sorted(GAME.notation.text(code) for code in legal_codes(self.state, seat))

    def why(self, entry: str) -> str:
        """The clause that forbids an entry, '' if it is legal."""
        seat, action = parse_entry(GAME, self.setup.seats, entry)
        number = int(self.state.why(seat, action))
        return GAME.clause(number) if number else ""

    def acting(self) -> str:
        return "".join("ABCD*"[min(seat, 4)] for seat in seats_of(self.state.acting()))

    def events(self) -> list[str]:
        return [GAME.events[event.kind] for event in self.recorder.events]

    def told(self, viewer: int = SPECTATOR) -> list[str]:
        return GAME.words(self.setup).lines(self.recorder.events, viewer)

    def document(self) -> Document:
        return GAME.write(self.state, self.setup)

    def view(self, viewer: int) -> MartialArt:
        return typed(viewed(self.state, viewer))

    def best(self, mark: str) -> str:
        """What greedy would do; ties fall to the first."""
        seat = "ABCD".index(mark)
        view = self.view(seat)
        codes = legal_codes(view, seat)
        return GAME.notation.text(max(codes, key=lambda code: view.hunch(seat, code)))

    def scene(self, viewer: int) -> Scene:
        view = self.view(viewer)
        acting = tuple(seats_of(view.acting()))
        words = GAME.words(self.setup)

        def why(action: int) -> tuple[str, str]:
            number = int(view.why(viewer, action))
            clause = GAME.clause(number) if number else ""
            return (words.refusal(clause), clause) if clause else ("", "")

        legal = tuple(legal_codes(view, viewer)) if viewer in acting else ()
        look = Look(self.setup, view, viewer, acting, legal, words, GAME.notation, why)
        return GAME.scene(look)


def typed(state: State) -> MartialArt:
    assert isinstance(state, MartialArt)
    return state


def walk(play: Play, seed: int, greedy: int = 2) -> Iterator[tuple[int, int]]:
    """Play to the end: by hunch, but Skills and one choice in `greedy` at random."""
    state, rng = play.state, Rng(1)
    rng.reseed(seed, 3)
    while state.acting():
        seats = seats_of(state.acting())
        seat = seats[rng.below(len(seats))]
        if seat == CHANCE:
            action = int(state.sample(rng))
        else:
            codes = legal_codes(state, seat)
            if rng.below(greedy) == 0 or state.phase in BY_CHANCE:
                action = codes[rng.below(len(codes))]
            else:
                action = max(codes, key=lambda code: state.hunch(seat, code))
        yield seat, action
        state.apply(seat, action)


def odds(state: MartialArt) -> dict[str, int]:
    out, weight = zeros(ROOM), zeros(ROOM)
    n = int(state.odds(out, weight))
    return {GAME.notation.text(int(out[i])): int(weight[i]) for i in range(n)}


def zone(scene: Scene, name: str) -> Zone:
    return next(zone for zone in zones(scene) if zone.id == name)


def piece(scene: Scene, name: str) -> Piece:
    return next(piece for zone in zones(scene) for piece in zone.pieces if piece.id == name)


def fact(scene: Scene, title: str) -> Facts:
    return next(facts for facts in scene.facts if facts.title.startswith(title))
