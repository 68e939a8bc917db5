"""Every number of a state is copied and tells states apart."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from budokan.games.martial_art.rules import knowledge
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.tests.helper import IGOR, Play
from budokan.kit.contract import copy

TABLE = (
    "phase", "mask", "round", "first", "turn", "bonus", "again", "winners", "start", "sown",
    "landed", "last", "moves", "free", "energy", "paid", "used", "boost", "after", "kind",
    "target", "back", "collision", "pushed",
)  # fmt: skip
FIGHTER = (
    "laid", "chi", "rage", "cell", "facing", "skills", "chosen", "style", "next", "silenced",
    "tax", "reacted", "out", "veiled",
)  # fmt: skip
BLOW = ("seat", "reaction", "defenses", "moves", "dice", "n", "x", "guard_n", "guard_x")
Change = Callable[[MartialArt], None]


def changes() -> Iterator[tuple[str, Change]]:
    """One change of one number each."""

    def setting(part: str, name: str) -> Change:
        def change(state: MartialArt) -> None:
            owner: Any = state if part == "table" else getattr(state, part)
            setattr(owner, name, 21)

        return change

    def filling(part: str, name: str, index: int) -> Change:
        def change(state: MartialArt) -> None:
            owner: Any = state if part == "table" else getattr(state, part)
            getattr(owner, name)[index] = 21

        return change

    yield from ((name, setting("table", name)) for name in TABLE)
    for part in "abcd":
        yield from ((f"{part}.{name}", setting(part, name)) for name in FIGHTER)
        yield from ((f"{part}.life {i}", filling(part, "life", i)) for i in (0, 4))
        yield from ((f"{part}.tokens {i}", filling(part, "tokens", i)) for i in (0, 20, 47))
    for part in ("main", "third"):
        yield from ((f"{part}.{name}", setting(part, name)) for name in BLOW)
    for name in ("pile", "hand"):
        yield from ((f"{name} {i}", filling("table", name, i)) for i in (0, 7))


@pytest.mark.parametrize("change", [c for _, c in changes()], ids=[name for name, _ in changes()])
def test_a_number_is_copied_and_encoded(change: Change) -> None:
    state = Play({}, ("igor", "kimberley", "wonja", "ricardo"), phase="area").state
    before = state.encode()
    change(state)
    assert state.encode() != before
    assert copy(state).encode() == state.encode()


@pytest.mark.parametrize("seat", range(4))
def test_knowledge_is_copied_and_encoded(seat: int) -> None:
    """MA-R64: equal states mean equal knowledge."""
    state = Play({}, ("igor", "kimberley", "wonja", "ricardo"), phase="area").state
    before = state.encode()
    state.note(seat, knowledge.MISSED, 0, 0)
    assert state.encode() != before
    twin = copy(state)
    assert twin.encode() == state.encode()
    state.note(seat, knowledge.MISSED, 5, 0)
    assert twin.encode() != state.encode()


def test_nothing_of_a_turn_is_left_after_it() -> None:
    """A turn that used everything ends in the same state as it would have begun in."""
    play = Play(
        {"mode": "black"}, ("igor", "hirumasa", "wonja"), phase="area", boards=[
            IGOR, "punch | headbutt energy | punch defense | energy | lock lock | ", ""],
        spaces=["0,0", "1,0", "2,0"], facing=["e", "w", "w"], turn="B", chi=[2, 3, 0],
        rage=[1, 3, 0], skills=["eye_of_the_tiger hook jabs", "harite oniyama tsuppari", ""],
    )  # fmt: skip
    play.do("B area 3", "B face w", "B skill harite", "B sow defense", "B strike A")
    play.do("A skill eye_of_the_tiger", "A defend 0 0", "* roll nnx")
    document = play.document()
    fresh = Play({"mode": "black"}, ("igor", "hirumasa", "wonja"), phase="area").document()
    for field in (
        "start", "pile", "hand", "landed", "last", "moves", "free", "energy", "paid", "used",
        "boost", "after", "kind", "target", "back", "collision", "pushed", "defender", "third",
        "reaction", "defenses", "feet", "attack", "defence", "reacted", "again", "bonus",
    ):  # fmt: skip
        assert document[field] == fresh[field], field
    assert document["turn"] == "C"
    assert document["tax"] == [1, 0, 0]
    assert document["life"][0] == [0, 0, 0, 0, 1]


@pytest.mark.parametrize(
    ("unblockable", "guard", "damage"),
    [(False, "fffn", 2), (True, "fffn", 2), (False, "fnnn", 0), (True, "fnnn", 1)],
)
def test_extra_damage_in_the_pool_or_beside_it(unblockable: bool, guard: str, damage: int) -> None:
    """MA-R24: N and X of a Bruiser against one success, and against three."""
    play = Play(
        {"mode": "black", "extra_damage_unblockable": unblockable}, ("igor", "kimberley"),
        phase="area", spaces=["0,0", "1,0"], styles=["bruiser", ""],
        skills=["bruiser hook jabs", ""],
        boards=[IGOR, "punch | kick | kick | defense defense punch | energy | "],
    ).do("A area 2", "A face e", "A sow defense", "A strike B", "B defend 2 0")  # fmt: skip
    play.do("* roll nx", f"* roll {guard}")
    assert play.state.b.life[3] == damage


def test_nothing_is_left_of_a_turn_that_was_given_up() -> None:
    """MA-R59: Energy and Moves that were not used are gone with the fighter."""
    play = Play({"mode": "black"}, ("igor", "kimberley", "li_ming"), phase="area")
    state = play.state
    area = next(area for area in range(5) if state.a.at(area, 0))
    play.do(f"A area {area + 1}")
    assert state.energy > 0
    assert state.can_resign(0)
    state.resign(0)
    assert (int(state.turn), int(state.energy), int(state.moves), int(state.free)) == (1, 0, 0, 0)
