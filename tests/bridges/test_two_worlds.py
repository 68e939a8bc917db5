"""Two worlds that a seat cannot tell apart are the same in Gymnasium: rows, masks, infos, pictures,
reasons and rewards. Leaks are planted to show that they are found."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from budokan.bridges import gym
from budokan.bridges.common import Painter
from budokan.bridges.gym import Env, Tables
from budokan.bridges.vector import VectorEnv
from budokan.kit.contract import SPECTATOR
from budokan.kit.game import Setup, find
from budokan.kit.scene import Scene
from budokan.match.match import CodedMatch
from tests.match.twin_worlds import Case, case, played

MODES = ("ansi", "svg")
DUEL = find("dojo_duel")


def secret_decks() -> Case:
    """Decks of somebody's own that differ in a card; the opponent does not know them."""
    decks = DUEL.data["deck"]
    cards = list(decks["mountain_gate"]["cards"])
    (more, *_) = [card for card in decks["grand_dojo"]["cards"] if card not in cards]
    one, other = (
        DUEL.setup(2, {}, {1: {"deck": ", ".join(f"1 {card}" for card in own)}})
        for own in (cards, [*cards[:-1], more])
    )
    return Case(played(one, "dojo_duel", 0, 3), {0: other, 1: one, SPECTATOR: one})


CASES: dict[str, Callable[[], Case]] = {
    "dojo duel": lambda: case("dojo_duel", 2, 9),
    "dojo duel, first kicker": lambda: case("dojo_duel", 2, 1),
    "dojo duel, secret decks": secret_decks,
    "kenpo masters": lambda: case("kenpo_masters", 2, 9),
    "martial art": lambda: case("martial_art", 2, 120),
    "udaka": lambda: case("udaka", 3, 7),
    "udaka, forgetful": lambda: case("udaka", 4, 8, show_discards=False),
}


def worlds(name: str) -> list[tuple[int, CodedMatch, CodedMatch]]:
    """The worlds of each seat that has a choice."""
    found = CASES[name]()
    if name == "dojo duel, secret decks":
        return [world for world in first_world(found) if world[0] in world[1].acting]
    return [world for world in found.worlds() if world[0] in world[1].acting]


def first_world(found: Case) -> list[tuple[int, CodedMatch, CodedMatch]]:
    """Only the seat that does not know the other's deck has two worlds."""
    return [next(iter(found.worlds()))]


def put(tables: Tables, place: int, match: CodedMatch, seat: int) -> None:
    """Put a position on a place where a seat decides."""
    batch = tables.batch
    batch.states[place].copy_from(match.state)
    batch.seat[place] = seat
    batch.begin(bytes(tables.size))  # nowhere: everything is told again


def settings(match: CodedMatch, seat: int) -> dict[str, Any]:
    """What an environment is made with, for the setup of a match."""
    setup = match.setup
    given = {name: getattr(setup.options, name) for name in setup.options.__dataclass_fields__}
    for each, choice in enumerate(setup.choices):
        for name in choice.__dataclass_fields__:
            given[f"{'ABCDEFGH'[each]}.{name}"] = getattr(choice, name)
    return {"game": match.game.id, "seats": setup.seats, "options": given, "seat": seat}


def shown(match: CodedMatch, seat: int) -> list[Any]:
    """All that a single environment and a vector environment show of a position."""
    found: list[Any] = []
    for mode in MODES:
        env = Env(**settings(match, seat), render_mode=mode)
        env.reset(seed=1)
        put(env.tables, 0, match, seat)
        found += [env._row(), env._info(), env.action_masks(), env.render()]
    found += [env.cards(), env.action_names()]
    size = env.tables.action_space.n
    for id in range(size):
        if not env.tables.legal()[0][id]:
            reason = env.tables._reasons(np.array([id]))
            assert reason and reason[0]
            found.append(reason)
    illegal = int(np.flatnonzero(~env.tables.legal()[0])[0])
    found.append(env.step(illegal))
    envs = VectorEnv(2, **settings(match, seat), autoreset_mode="Disabled")
    envs.reset(seed=1)
    for place in range(2):
        put(envs.tables, place, match, seat)
    found += [envs._rows(), envs._info(None), envs.legal.copy(), envs.starts.copy()]
    return [*found, envs.step([illegal, illegal])]


@pytest.mark.parametrize("name", CASES)
def test_what_a_seat_cannot_tell_apart_is_shown_alike(name: str) -> None:
    compared = 0
    for seat, one, two in worlds(name):
        assert one.state.encode() != two.state.encode() or one.setup != two.setup
        mine, theirs = shown(one, seat), shown(two, seat)
        assert len(mine) == len(theirs)
        for at, (left, right) in enumerate(zip(mine, theirs, strict=True)):
            assert data_equivalence(left, right, exact=True), at
        compared += 1
    assert compared


def differ(name: str) -> bool:
    """Whether anything that is shown differs between two worlds."""
    return any(
        not data_equivalence(shown(one, seat), shown(two, seat), exact=True)
        for seat, one, two in worlds(name)
    )


def leaky_rows(self: Tables) -> Any:
    return np.array([gym.array(self.batch.truth(i), np.uint8) for i in range(self.size)])


def leaky_scene(self: Painter, state: Any, viewer: int) -> Scene:
    game, setup = self.game, self.setup
    return game.draw_scene(setup, state, viewer, (viewer,), self.names)


def leaky_facts(game: Any, setup: Setup) -> dict[str, Any]:
    return {"game": game.id, "decks": repr(setup.choices)}


@pytest.mark.parametrize(
    ("name", "where", "what", "leak"),
    [
        ("udaka", Tables, "observations", leaky_rows),
        ("udaka", Painter, "scene", leaky_scene),
        ("dojo duel, secret decks", gym, "facts", leaky_facts),
    ],
)
def test_a_leak_is_found(
    name: str, where: Any, what: str, leak: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not differ(name)
    monkeypatch.setattr(where, what, leak)
    assert differ(name)
