"""What the tests of Master Udo share."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from budokan.games.master_udo import GAME
from budokan.games.master_udo.rules import MasterUdo
from budokan.games.master_udo.state import KINDS, count
from budokan.kit.core import CHANCE, State, legal_codes
from budokan.kit.game import Look, Setup
from budokan.kit.position import Document
from budokan.kit.rng import Rng
from budokan.kit.scenario import Recorder, parse_entry, refuse_illegal, seats_of, viewed
from budokan.kit.scene import Piece, Scene, Zone, zones

# Short names for cards; ! is the ENRAGED side.
SHORT = {
    "LA": "udo_left_arm",
    "RA": "udo_right_arm",
    "LL": "udo_left_leg",
    "RL": "udo_right_leg",
    "RE": "udo_recovery",
    "G": "kai_guard",
    "P": "kai_punch",
    "S": "kai_sweep",
    "R": "kai_roundhouse",
    "H": "kai_planning",
    "T": "kai_battle_cry",
}
WORDS = list(GAME.domains(GAME.data)["card"].words)
# Every switch away from its default, for either hero.
ODD_UDO = {
    "masters": "hard",
    "min_combo_length": "3",
    "charge_cap": 3,
    "reshuffle_attacks_each_fight": True,
    "max_turns_per_fight": 4,
}
ODD_KAI = {
    "hero": "kai",
    "masters": "easy",
    "reshuffle_attacks_each_fight": True,
    "kai_charge_to_enrage": False,
    "kai_enrage_on_hit": True,
    "kai_double": "cards_only",
    "kai_calm_between_fights": True,
    "max_turns_per_fight": 6,
}


def long(text: str) -> str:
    """Short names written out: 'add LA' is 'add udo_left_arm'."""

    def word(match: re.Match[str]) -> str:
        name = match[0]
        if name.removesuffix("!") not in SHORT:
            return name
        return SHORT[name.removesuffix("!")] + ("_enraged" if name.endswith("!") else "")

    return re.sub(r"(?<=[ \[])[A-Z]+!?(?=[ \]]|$)", word, f" {text}")[1:]


def card(name: str) -> int:
    return WORDS.index(long(name))


class Play:
    """A position in which entries can be played and looked at."""

    def __init__(self, options: Mapping[str, Any] | None = None, **position: Any) -> None:
        self.setup: Setup = GAME.setup(1, options)
        document = {
            name: [long(line) for line in value]
            if isinstance(value, list)
            else long(value)
            if isinstance(value, str)
            else value
            for name, value in position.items()
        }
        state = GAME.read(document, self.setup) if position else GAME.start(self.setup)
        self.state = typed(state)
        self.recorder = Recorder()
        self.state.events = self.recorder

    def do(self, *steps: str) -> "Play":
        """Steps of the player, or of chance with a *."""
        for step in steps:
            entry = long(step if step.startswith("* ") else f"A {step}")
            if entry == "A concede":
                self.state.quit(0)
                continue
            seat, action = parse_entry(GAME, 1, entry if entry[0] == "*" else "A" + entry[1:])
            refuse_illegal(GAME, self.setup, self.state, seat, action)
            self.state.apply(seat, action)
        return self

    def legal(self) -> list[str]:
        return sorted(GAME.notation.text(code) for code in legal_codes(self.state, 0))

    def offers(self, *texts: str) -> bool:
        return {long(text) for text in texts} <= set(self.legal())

    def why(self, text: str, seat: int = 0) -> str:
        """The clause that forbids an action, '' if it is legal."""
        number = int(self.state.why(seat, GAME.notation.parse(long(text))))
        return GAME.clause(number) if number else ""

    def events(self) -> list[str]:
        return [GAME.events[event.kind] for event in self.recorder.events]

    def told(self) -> list[str]:
        return GAME.words(self.setup, ["Ann"]).lines(self.recorder.events, 0)

    def document(self) -> Document:
        return GAME.write(self.state, self.setup)

    def scene(self, viewer: int = 0) -> Scene:
        view = viewed(self.state, viewer)
        acting = tuple(seats_of(view.acting()))
        legal = tuple(legal_codes(view, viewer)) if viewer in acting else ()
        words = GAME.words(self.setup, ["Ann"])

        def why(action: int) -> tuple[str, str]:
            number = int(view.why(viewer, action))
            clause = GAME.clause(number) if number else ""
            return (words.refusal(clause), clause) if clause else ("", "")

        return GAME.scene(Look(self.setup, view, viewer, acting, legal, words, GAME.notation, why))


def typed(state: State) -> MasterUdo:
    assert isinstance(state, MasterUdo)
    return state


def bag(number: int) -> list[str]:
    """The cards of a bag by their keys."""
    return [WORDS[kind] for kind in range(KINDS) for _ in range(count(number, kind))]


def zone(scene: Scene, name: str) -> Zone:
    return next(found for found in zones(scene) if found.id == name)


def piece(scene: Scene, name: str) -> Piece:
    return next(p for found in zones(scene) for p in found.pieces if p.id == name)


def walk(state: MasterUdo, seed: int, hunches: int = 2) -> Iterator[tuple[int, int]]:
    """Play to the end, one step in `hunches` by hunch; yields before each entry who does what."""
    rng = Rng(seed)
    while state.acting():
        seat = seats_of(state.acting())[0]
        if seat == CHANCE:
            action = int(state.sample(rng))
        else:
            codes = legal_codes(state, seat)
            action = codes[rng.below(len(codes))]
            if rng.below(hunches):
                action = max(codes, key=lambda code: state.hunch(0, code))
        yield seat, action
        state.apply(seat, action)
