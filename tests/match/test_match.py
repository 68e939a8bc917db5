"""Matches: drafts of several seats at once, takeback, conceding, and what others see."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from budokan.agents.evaluation import Evaluation
from budokan.agents.ismcts import Search, Style
from budokan.kit.contract import CHANCE, SPECTATOR, State
from budokan.kit.entries import CONCEDE, TAKEBACK, Entry
from budokan.kit.errors import IllegalAction
from budokan.kit.game import Game, Setup, find, find_all
from budokan.kit.notation import Domain
from budokan.kit.options import NoOptions
from budokan.kit.rng import Rng
from budokan.kit.scene import Prompt, Scene
from budokan.kit.view import Look
from budokan.match import record
from budokan.match.match import CodedMatch

LAY, DONE, LAY_HIDDEN = 0, 3, 4


class Layout(State):
    """Every seat lays up to two numbers in secret, says done, and the larger sum wins."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.laid: list[list[int]] = [[] for _ in range(seats)]
        self.done = [False] * seats
        self.gone = [False] * seats

    def acting(self) -> int:
        if sum(self.gone) == self.seats - 1:
            return 0
        open_seats = [s for s in range(self.seats) if not self.done[s] and not self.gone[s]]
        return sum(1 << s for s in open_seats)

    def _codes(self, seat: int) -> list[int]:
        if not self.acting() >> seat & 1:
            return []
        return ([0, 1, 2] if len(self.laid[seat]) < 2 else []) + ([DONE] if self.laid[seat] else [])

    def legal(self, seat: int, out: "vec[i64]") -> int:
        codes = self._codes(seat)
        for i, code in enumerate(codes):
            out[i] = code
        return len(codes)

    def why_not(self, seat: int, action: int) -> int:
        return 1

    def apply(self, seat: int, action: int) -> None:
        if action == DONE:
            self.done[seat] = True
        else:
            self.laid[seat].append(action)
        if self.events is not None:
            self.events.emit(int(action == DONE), seat, action, 0)

    def source(self) -> int:
        return 0

    def sample(self, rng: Rng) -> int:
        return 0

    def odds(self, out: "vec[i64]", weight: "vec[i64]") -> int:
        return 0

    def score(self, seat: int) -> float:
        sums = [-1 if self.gone[s] else sum(self.laid[s]) for s in range(self.seats)]
        best = [s for s in range(self.seats) if sums[s] == max(sums)]
        return 1 / len(best) if seat in best and self.acting() == 0 else 0.0

    def observe(self, seat: int) -> None:
        for other in range(self.seats):
            if other != seat and self.acting():
                self.laid[other] = [-2] * len(self.laid[other])

    def seen(self, viewer: int, seat: int, action: int) -> int:
        return action if viewer == seat or action == DONE else LAY_HIDDEN

    def guess(self, seat: int, rng: Rng) -> None:
        for laid in self.laid:
            laid[:] = [rng.below(3) if n == -2 else n for n in laid]

    def heuristic(self, seat: int, action: int) -> int:
        return 0

    def commit_count(self) -> int:
        return 0

    def can_resign(self, seat: int) -> int:
        return int(self.seats > 2)

    def resign(self, seat: int) -> None:
        self.gone[seat] = True

    def blank(self) -> State:
        return Layout(self.seats)

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Layout)
        self.laid = [list(laid) for laid in other.laid]
        self.done, self.gone = list(other.done), list(other.gone)

    def encode(self) -> list[int]:
        return [n for laid in self.laid for n in [len(laid), *laid]] + [*self.done, *self.gone]


def scene(look: Look) -> Scene:
    told = f"{look.view.encode()} {look.legal}"
    prompt = Prompt(question=told)
    return Scene(game="layout", viewer=look.viewer, acting=look.acting, prompt=prompt, zones=())


def write(state: State, setup: Setup) -> dict[str, Any]:
    return {"numbers": state.encode()}


def read(document: Mapping[str, Any], setup: Setup) -> State:
    raise NotImplementedError


class LayoutGame(Game):
    """The game above, with its words in place of files."""

    data = find("udaka").data
    text = {  # noqa: RUF012
        "event": {
            "laid": {"say": "{seat} lays {a}.", "others": "{seat} lays a number."},
            "done": "{seat} is done.",
        },
        "refusal": {"LA-01": "At most two numbers, then done."},
    }


GAME = LayoutGame(
    id="layout",
    prefix="LA",
    version=1,
    folder=Path(__file__).parent,
    seats=range(2, 4),
    default_seats=2,
    options=NoOptions,
    seat_options=NoOptions,
    verbs=(("lay", LAY, ("number",)), ("done", DONE, ()), ("lay ?", LAY_HIDDEN, ())),
    events=("laid", "done"),
    domains=lambda data: {"number": Domain(("0", "1", "2"))},
    start=lambda setup: Layout(setup.seats),
    scene=scene,
    write=write,
    read=read,
)


def match(seats: int = 2) -> CodedMatch:
    return CodedMatch(GAME, GAME.setup(seats), seed="draft")


def test_two_seats_draft_at_once_and_see_only_their_own() -> None:
    game = match()
    for seat, action in [(0, 2), (1, 1), (0, 0)]:
        game.play(seat, action)
    assert game.state_for(0).encode() == [2, 2, 0, 0, 0, 0, 0, 0]
    assert game.state_for(1).encode() == [0, 1, 1, 0, 0, 0, 0]
    assert game.state_for(SPECTATOR).encode() == [0, 0, 0, 0, 0, 0]
    assert [game.drafted(seat) for seat in (0, 1)] == [2, 1]
    assert [game.ply(viewer) for viewer in (0, 1, SPECTATOR)] == [2, 1, 0]
    assert "(3,)" in game.scene(0).prompt.question
    assert game.told(0) == ["A lays 2.", "A lays 0."] and game.told(SPECTATOR) == []


def test_a_takeback_is_an_entry_of_its_seat_alone() -> None:
    game = match()
    for seat, action in [(0, 2), (1, 1)]:
        game.play(seat, action)
    game.takeback(0)
    assert game.state.encode() == [0, 1, 1, 0, 0, 0, 0]
    assert game.entries[-1] == Entry(0, TAKEBACK)
    with pytest.raises(IllegalAction, match="A has nothing to take back"):
        game.takeback(0)
    assert [entry.seat for entry in game.seen(1)] == [1]


def test_a_seat_that_is_done_is_final_and_the_other_goes_on() -> None:
    game = match()
    for seat, action in [(0, 2), (1, 1), (0, DONE)]:
        game.play(seat, action)
    with pytest.raises(IllegalAction):
        game.takeback(0)
    assert game.told(1) == ["A lays a number.", "A is done.", "B lays 1."]
    assert [GAME.notation.text(e.action) for e in game.seen(1)] == ["lay ?", "lay 1", "done"]
    game.takeback(1)
    game.play(1, 0)
    game.play(1, DONE)
    assert game.over and game.scores() == [1.0, 0.0]


def test_the_last_of_two_equal_steps_is_taken_back() -> None:
    """Combos are closed twice in the same words; the first one stays closed."""
    udo = find("master_udo")
    game = CodedMatch(udo, udo.setup(), seed="x")
    game.begin()
    first, second = "udo_right_arm", "udo_right_arm udo_left_arm"
    for text in (
        "fight turtle",
        f"add {first}",
        "close",
        f"add {first}",
        "add udo_left_arm",
        "close",
    ):
        game.play(0, udo.notation.parse(text))
    game.takeback(0)
    document = udo.write(game.state, game.setup)
    assert (document["combos"], document["open"]) == ([first], second)
    game.takeback(0)
    game.takeback(0)
    document = udo.write(game.state, game.setup)
    assert (document["combos"], document["open"]) == ([first], "")


def test_a_record_with_takebacks_replays() -> None:
    game = match()
    for seat, action in [(0, 2), (1, 1), (0, 1)]:
        game.play(seat, action)
    game.takeback(0)
    for seat, action in [(0, DONE), (1, DONE)]:
        game.play(seat, action)
    lines = record.write(game).splitlines()
    assert any(line.split(" ~")[0].endswith("A takeback") for line in lines)
    again = match()
    for entry in game.entries:
        again.replay(*entry)
    assert again.state.encode() == game.state.encode() and again.story == game.story


def test_conceding_a_match_of_two() -> None:
    game = match()
    game.play(0, 2)
    game.concede(1)
    assert game.over and game.scores() == [1.0, 0.0] and game.acting == ()
    assert game.entries[-1] == Entry(1, CONCEDE) and game.drafted(0) == 0
    with pytest.raises(IllegalAction, match="The match is over"):
        game.concede(0)
    with pytest.raises(IllegalAction, match="The match is over"):
        game.play(0, 1)


def test_conceding_where_the_rules_define_it() -> None:
    game = match(3)
    game.concede(0)
    assert not game.over and game.acting == (1, 2)
    game.concede(2)
    assert game.over and game.scores() == [0.0, 1.0, 0.0]


def test_conceding_is_refused_where_the_rules_do_not_define_it() -> None:
    udaka = find("udaka")
    game = CodedMatch(udaka, udaka.setup(3), seed="x")
    game.begin()
    with pytest.raises(IllegalAction, match="Only a match of two"):
        game.concede(0)
    with pytest.raises(IllegalAction, match="There is no seat 5"):
        game.concede(5)


def test_refusals_leave_a_match_as_it_was() -> None:
    game = match()
    for seat, action, told in [
        (0, DONE, "At most two numbers"),
        (0, 99, "no action number 99"),
        (CHANCE, 0, "cannot act now"),
    ]:
        with pytest.raises(IllegalAction, match=told):
            game.play(seat, action)
    assert game.entries == []


def test_search_decides_for_the_second_of_two_that_act_together() -> None:
    """B lays the larger numbers although A, who also acts, comes first."""
    state = Layout(2)
    state.laid[0] = [1, 1]
    view = Layout(2)
    view.copy_from(state)
    view.observe(1)
    search = Search(Style(400), Evaluation([]))
    assert search.choose(view, 1, Rng(3)) == 2


# -- ply and story, move by move ------------------------------------------------------------------


@pytest.mark.parametrize("game", list(find_all()))
def test_the_story_grows_move_by_move_to_the_whole_story(game: str) -> None:
    """A table asks after every move; ply and story grow without being rebuilt."""
    chosen, pick = find(game), random.Random(11)
    match = CodedMatch(chosen, chosen.setup(), seed=f"told {game}")
    match.begin()
    viewers = [*range(match.setup.seats), SPECTATOR]
    for _ in range(60):
        if match.over:
            break
        seat = pick.choice(match.acting)
        if match.drafted(seat) and pick.random() < 0.3:
            match.takeback(seat)
        else:
            match.play(seat, pick.choice(match.legal(seat)))
        whole = CodedMatch(chosen, match.setup, match.names, match.seed)
        for entry in match.entries:
            whole.replay(*entry)
        for viewer in viewers:
            assert match.told(viewer) == whole.told(viewer)
            assert match.ply(viewer) == len(match.settled(viewer))
    match.names = [f"Player {seat}" for seat in range(match.setup.seats)]
    whole.names = match.names
    assert [match.told(v) for v in viewers] == [whole.told(v) for v in viewers]
