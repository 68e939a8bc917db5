"""Helpers for the tests of Martial Art."""

from collections.abc import Iterator, Mapping
from typing import Any

from budokan.games.martial_art import GAME
from budokan.games.martial_art.rules import phases
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.kit.contract import State
from budokan.kit.rng import Rng
from budokan.kit.scene import Facts, Scene
from budokan.kit.testing import trial

BY_CHANCE = (phases.LEARN, phases.LAY, phases.SKILL, phases.END, phases.STYLE)
KINDS = list(GAME.data["token"])
SKILLS = list(GAME.data["skill"])
IGOR = "energy headbutt | defense punch | move defense | energy lock | energy punch | energy move"
KIMBERLEY = "energy punch | defense kick | move kick | energy punch | energy defense | move defense"
LI_MING = "energy kick | energy punch | move kick | energy lock | defense defense | energy move"


class Play(trial.Trial[MartialArt]):
    """A position in which entries can be played and inspected."""

    def __init__(
        self,
        options: Mapping[str, Any] | None = None,
        fighters: tuple[str, ...] = ("igor", "kimberley"),
        **position: Any,
    ) -> None:
        choices = {seat: {"fighter": name} for seat, name in enumerate(fighters)}
        setup = GAME.setup(len(fighters), options, choices)
        super().__init__(GAME, MartialArt, setup, position)


def typed(state: State) -> MartialArt:
    assert isinstance(state, MartialArt)
    return state


def walk(play: Play, seed: int, greedy: int = 2) -> Iterator[tuple[int, int]]:
    """Play to the end: by heuristic, but Skills and one choice in `greedy` at random."""
    state, rng = play.state, Rng(1)
    rng.reseed(seed, 3)

    def choose(seat: int, codes: list[int]) -> int:
        if rng.below(greedy) == 0 or state.phase in BY_CHANCE:
            return codes[rng.below(len(codes))]
        return max(codes, key=lambda code: state.heuristic(seat, code))

    return trial.walk(state, rng, choose, mixed=True)


def fact(scene: Scene, title: str) -> Facts:
    return next(facts for facts in scene.facts if facts.title.startswith(title))
