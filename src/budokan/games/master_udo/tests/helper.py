"""Helpers for the tests of Master Udo."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Self

from budokan.games.master_udo import GAME
from budokan.games.master_udo.position import cards_in
from budokan.games.master_udo.rules.rules import MasterUdo
from budokan.games.master_udo.rules.state import Setting
from budokan.games.master_udo.setup import setting
from budokan.kit.contract import State
from budokan.kit.rng import Rng
from budokan.kit.testing import trial

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
UDO_SETTING = setting(GAME.setup(1))
KAI_SETTING = setting(GAME.setup(1, {"hero": "kai"}))
SIDES = len(GAME.data["kai"])
UDO = 2 * SIDES  # the number of Udo's first starter
TECHNIQUE = UDO + len(GAME.data["udo"])
KINDS = TECHNIQUE + len(GAME.data["master"])
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


class Play(trial.Trial[MasterUdo]):
    """A position to play and inspect; entries without a mark are the player's."""

    names = ("Ann",)

    def __init__(self, options: Mapping[str, Any] | None = None, **position: Any) -> None:
        document = {
            name: [long(line) for line in value]
            if isinstance(value, list)
            else long(value)
            if isinstance(value, str)
            else value
            for name, value in position.items()
        }
        super().__init__(GAME, MasterUdo, GAME.setup(1, options), document)

    def do(self, *steps: str) -> Self:
        return super().do(*map(entry, steps))

    def offers(self, *texts: str) -> bool:
        return {long(text) for text in texts} <= set(self.legal())

    def why(self, step: str) -> str:
        return super().why(entry(step))

    def told(self, viewer: int = 0) -> list[str]:
        return GAME.words(self.setup, self.names).lines(self.recorder.events, viewer)


def entry(step: str) -> str:
    """A step of the player, or of chance with a *."""
    return long(step if step.startswith("* ") else f"A {step}")


def typed(state: State) -> MasterUdo:
    assert isinstance(state, MasterUdo)
    return state


def bag(rules: Setting, number: int) -> list[str]:
    """The cards of a bag by their keys."""
    return [WORDS[kind] for kind in cards_in(rules, number)]


def walk(state: MasterUdo, seed: int, heuristics: int = 2) -> Iterator[tuple[int, int]]:
    """Play to the end, one step in `heuristics` at random; yields each entry before it."""
    rng = Rng(seed)

    def choose(seat: int, codes: list[int]) -> int:
        picked = codes[rng.below(len(codes))]
        if rng.below(heuristics):
            return max(codes, key=lambda code: state.heuristic(seat, code))
        return picked

    return trial.walk(state, rng, choose)
