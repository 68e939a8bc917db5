"""Two worlds that look alike to a seat look alike to it through every environment, too."""

from collections.abc import Callable
from typing import Any

import pyspiel
import pytest
from msgspec.structs import replace

from budokan.bridges import common, spiel, zoo
from budokan.kit.contract import State, copy
from budokan.kit.entries import view_of
from budokan.kit.lens import empty_row
from budokan.kit.options import changed
from budokan.match.match import CodedMatch
from tests.match.test_two_worlds import GAMES, MORE, UDO, Case, again, script, worlds

Told = dict[str, Any]
CASES = {name: case for name, case in GAMES.items() if not case.cards}
MANY = {name: case for name, case in MORE.items() if not case.cards}


class Table:
    """A match in an environment of PettingZoo and in a state of OpenSpiel."""

    def __init__(self, match: CodedMatch, viewer: int) -> None:
        options = changed(match.setup.options)
        seats = match.setup.seats
        self.viewer, self.agent = viewer, f"player_{viewer}"
        self.envs = [
            zoo.env(
                match.game.id,
                seats,
                options,
                render_mode=mode,
                viewer=self.agent,
                mask="observation",
                illegal=illegal,
            )
            for mode, illegal in (("ansi", "raise"), ("svg", "lose"))
        ]
        self.game = pyspiel.load_game(f"budokan_{match.game.id}", {"players": seats, **options})
        self.set(match)

    def set(self, match: CodedMatch) -> None:
        """Bring both to where the match is."""
        for env in self.envs:
            env.reset(seed=1)
            env._table.copy_from(match.state)
            env._go_on()
        self.state = self.game.new_initial_state()
        for entry in match.entries:
            self.state.moment = self.state.moment.step(*entry)

    def told(self) -> Told:
        """Everything that the viewer is told."""
        said: Told = {}
        for at, env in enumerate(self.envs):
            said[f"picture {at}"] = env.render()
            seen = env.observe(self.agent)
            said |= {f"{name} {at}": array.tolist() for name, array in seen.items()}
            for name in ("infos", "rewards", "terminations", "truncations"):
                said[f"{name} {at}"] = str(getattr(env, name)[self.agent])
            said[f"agent {at}"] = env.agent_selection
        state, viewer = self.state, self.viewer
        said["information state"] = state.information_state_string(viewer)
        said["observation string"] = state.observation_string(viewer)
        said["observation tensor"] = state.observation_tensor(viewer)
        said["current player"] = state.current_player()
        said["returns"] = state.returns()
        if state.current_player() == viewer:
            said["legal"] = state.legal_actions()
        if self.envs[0].agent_selection == self.agent:
            said |= self.refused()
        return said

    def refused(self) -> Told:
        """What the viewer hears of actions that are not legal."""
        env, said = self.envs[0], {}
        for id in range(env.action_space(self.agent).n):
            if id not in env._legal:
                with pytest.raises(ValueError) as refusal:
                    env.step(id)
                said[f"refusal {id}"] = str(refusal.value)
        return said


def lived(match: CodedMatch, viewer: int) -> list[tuple[int, ...]]:
    """Every entry as a viewer sees it, and the view after it.

    The hall hides what others may still take back; environments know no takebacks.
    """
    state = copy(match.game.start(match.setup))
    found = []
    for seat, code in match.entries:
        seen = int(state.seen(viewer, seat, code))
        state.apply(seat, code)
        found.append((seat, seen, *view_of(state, viewer).encode()))
    return found


def alike(one: CodedMatch, two: CodedMatch, viewer: int) -> bool:
    return lived(one, viewer) == lived(two, viewer)


def unlike(one: CodedMatch, two: CodedMatch, viewer: int) -> set[str]:
    """What tells two worlds apart, now and after each of a few moves that look the same."""
    here, there = Table(one, viewer), Table(two, viewer)
    found = differences(here.told(), there.told())
    first, second = again(one), again(two)
    for move in script(one, two, viewer):
        for match, table, text in ((first, here, move.here), (second, there, move.there)):
            match.play(move.seat, match.notation.parse(text))
            table.set(match)
        if not alike(first, second, viewer):
            break
        found |= differences(here.told(), there.told())
    return found


def differences(one: Told, two: Told) -> set[str]:
    return {name for name in {*one, *two} if one.get(name) != two.get(name)}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_nothing_tells_two_worlds_apart(case: Case) -> None:
    match = case.match()
    for viewer in range(match.setup.seats):
        one, two = worlds(match, viewer)
        assert alike(one, two, viewer)
        assert unlike(one, two, viewer) == set(), f"viewer {viewer}"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("case", MANY.values(), ids=MANY.keys())
def test_many_worlds(case: Case, seed: int) -> None:
    match = case.match(seed)
    for viewer in range(match.setup.seats):
        try:
            one, two = worlds(match, viewer)
        except AssertionError:
            continue  # nothing is hidden
        if alike(one, two, viewer):
            assert unlike(one, two, viewer) == set(), f"viewer {viewer}"


def test_the_whole_truth_differs() -> None:
    """So the worlds are two; state() is for critics, and may tell."""
    one, two = worlds(GAMES["udaka"].match(), 0)
    here, there = Table(one, 0), Table(two, 0)
    assert here.envs[0].state().tolist() != there.envs[0].state().tolist()
    assert str(here.state) != str(there.state)


def test_alone_against_the_masters_the_future_is_not_told() -> None:
    one = UDO.match()
    two = again(one, "another future")
    assert differences(Table(one, 0).told(), Table(two, 0).told()) == set()


# -- planted leaks --------------------------------------------------------------------------------


def whole(state: State, seat: int) -> State:
    return copy(state)


def leak_row(patch: pytest.MonkeyPatch) -> None:
    """A row of the true state instead of the observation."""

    def leaking(lens: Any, state: State, seat: int) -> Any:
        out = empty_row(int(lens.width))
        lens.look(state, seat, out, 0)
        return out

    patch.setattr(zoo, "row_of", leaking)
    patch.setattr(spiel, "row_of", leaking)


def leak_info(patch: pytest.MonkeyPatch) -> None:
    info = zoo.Env._info
    patch.setattr(
        zoo.Env, "_info", lambda env, mask: {**info(env, mask), "sum": sum(env._table.encode())}
    )


def leak_mask(patch: pytest.MonkeyPatch) -> None:
    """A legal action that depends on hidden cards."""

    def leaking(ids: Any, state: State, seat: int) -> list[int]:
        return [sum(state.encode()) % 30]

    patch.setattr(zoo, "legal_ids", leaking)


def leak_picture(patch: pytest.MonkeyPatch) -> None:
    draw = common.Painter.scene

    def leaking(painter: common.Painter, state: State, viewer: int) -> Any:
        return replace(draw(painter, state, viewer), status=str(state.encode()), result="over")

    patch.setattr(common.Painter, "scene", leaking)


def leak_knowledge(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(spiel, "view_of", whole)


def leak_reason(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(zoo, "why_illegal", lambda game, setup, state, seat, id: str(state.encode()))


LEAKS: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], str]] = {
    "row": (leak_row, "observation 0"),
    "tensor": (leak_row, "observation tensor"),
    "info": (leak_info, "infos 1"),
    "mask": (leak_mask, "action_mask 0"),
    "text": (leak_picture, "picture 0"),
    "picture": (leak_picture, "picture 1"),
    "information state": (leak_knowledge, "information state"),
    "observation string": (leak_knowledge, "observation string"),
    "reason": (leak_reason, "refusal"),
}


@pytest.mark.parametrize(("leak", "where"), LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_is_found(
    monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None], where: str
) -> None:
    match = GAMES["udaka"].match()
    viewer = match.acting[0]
    one, two = worlds(match, viewer)
    leak(monkeypatch)
    found = differences(Table(one, viewer).told(), Table(two, viewer).told())
    assert any(name.startswith(where) for name in found), found
