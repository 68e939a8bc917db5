"""Search: legal, limited to the view of its seat, and keeping its tree between turns."""

import os
import random
from collections.abc import Iterator

import pytest

from budokan.agents.belts import BELTS, belt_names, evaluation, opponent, searcher
from budokan.agents.evaluation import Evaluation
from budokan.agents.ismcts import Search, Style
from budokan.agents.plain import Agent, GreedyAgent, StopSignal, UnsteadyAgent
from budokan.agents.registry import find_agent, names
from budokan.agents.runner import Runner
from budokan.kit.contract import CHANCE, State, copy, features_of, first_seat, legal_codes
from budokan.kit.game import Game, find_all
from budokan.kit.rng import Rng
from budokan.kit.testing.laws import Coverage, play_by_the_laws

GAMES = list(find_all().values())
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
OPEN = "master_udo"  # hides nothing: the order of its cards is decided when they are drawn
SECRET = pytest.mark.parametrize(
    "game", [game for game in GAMES if game.id != OPEN], ids=lambda game: game.id
)
MATCHES = {"compiled": 1000, "pure": 2}
FEW = 16  # iterations


def walk(game: Game, seed: int) -> Iterator[tuple[State, int]]:
    """Positions of a random match where a seat has a choice."""
    pick, rng, state = random.Random(seed), Rng(seed + 1), game.start(game.setup())
    while acting := state.acting():
        if acting == 1 << CHANCE:
            state.apply(CHANCE, state.sample(rng))
            continue
        seat = int(first_seat(acting))
        codes = legal_codes(state, seat)
        if len(codes) > 1:
            yield state, seat
        state.apply(seat, pick.choice(codes))


def observed(state: State, seat: int) -> State:
    view = copy(state)
    view.observe(seat)
    return view


def other_world(state: State, seat: int) -> State | None:
    """A world with other secrets that a seat cannot tell from the true one."""
    for seed in range(20):
        world = observed(state, seat)
        world.guess(seat, Rng(seed + 7))
        if world.encode() != state.encode():
            return world
    return None


def worlds(game: Game, most: int) -> list[tuple[State, State, int]]:
    """Pairs of worlds that look alike to the acting seat."""
    found = []
    for seed in range(20):
        for at, (state, seat) in enumerate(walk(game, seed)):
            if at % 5 == 3 and (world := other_world(state, seat)) is not None:
                found.append((copy(state), world, seat))
                if len(found) % 3 == 0:
                    break
        if len(found) >= most:
            return found
    return found


def choice(agent: Agent, state: State, seat: int) -> int:
    """The choice of an agent in a world."""
    agent.begin()
    return int(agent.choose(observed(state, seat) if agent.needs_view else state, seat, Rng(5)))


class Peeper(Agent):
    """An agent that cheats by looking at everything."""

    def __init__(self) -> None:
        super().__init__(needs_view=False)

    def choose(self, view: State, seat: int, rng: Rng) -> int:
        codes = legal_codes(view, seat)
        return codes[hash(tuple(view.encode())) % len(codes)]


@SECRET
def test_worlds_that_look_alike_lead_to_the_same_move(game: Game) -> None:
    """From every agent; without time limits, so that budgets are the same too."""
    alike = worlds(game, 6)
    assert len(alike) >= 6
    for name in (*names(game), f"search:{FEW}"):
        if name not in ("search", *BELTS[2:]):
            agent = find_agent(name, game, 0.0)
            for one, two, seat in alike:
                assert choice(agent, one, seat) == choice(agent, two, seat), name
    assert any(
        choice(Peeper(), one, seat) != choice(Peeper(), two, seat) for one, two, seat in alike
    )


def test_the_open_game_hides_nothing() -> None:
    """So no two different worlds look alike to an agent."""
    assert worlds(find_all()[OPEN], 1) == []


@SECRET
def test_strong_belts_see_only_their_view(game: Game) -> None:
    """The search and the solver behind the higher belts, with small budgets."""
    one, two, seat = worlds(game, 1)[0]
    search = Search(searcher(game, 200).style, evaluation(game))
    assert choice(search, one, seat) == choice(search, two, seat)
    assert search.visits[0] == 200 or len(legal_codes(one, seat)) == 1


@pytest.mark.long
@EACH
def test_search_plays_whole_matches_by_the_laws(game: Game) -> None:
    assert os.environ.get("BUDOKAN_LONG") == "1"
    matches = MATCHES[os.environ["BUDOKAN_EXPECT"]]
    covered, search = Coverage(), searcher(game, FEW)
    for seed in range(matches):
        search.begin()
        play_by_the_laws(
            game, game.setup(), seed, covered, often=29, every=151, player=search.choose
        )
    assert covered.matches == matches


@EACH
def test_a_match_is_the_same_from_the_same_seed(game: Game) -> None:
    def entries() -> list[tuple[int, int]]:
        agents: list[Agent] = [searcher(game, 4) for _ in range(game.default_seats)]
        runner = Runner(game.start(game.setup()), agents)
        assert runner.play(3, 1, 10_000, True) > 0
        return runner.entries

    assert entries() == entries()


@EACH
def test_features_have_names_and_weights(game: Game) -> None:
    state = game.start(game.setup())
    words = game.text["feature"]
    assert len(features_of(state, 0)) == len(words)
    assert list(game.weights) == list(words)
    assert all(len(pair) == 2 for pair in words.values())
    assert any(abs(weight) > 0.01 for weight in game.weights.values())


@EACH
def test_every_game_has_all_belts(game: Game) -> None:
    assert belt_names(game) == BELTS
    for belt in BELTS:
        assert belt in names(game)
        assert isinstance(opponent(game, belt), Agent)


def test_a_better_standing_is_worth_more() -> None:
    """A seat with more points expects a higher score."""
    game = find_all()["dojo_duel"]
    state = next(state for state, _ in walk(game, 2))
    from librt.vecs import vec

    worth: vec[float] = vec[float]([0.0] * 9)
    evaluation(game).judge(state, worth)
    before = worth[0]
    state.a.points += 5  # type: ignore[attr-defined]
    evaluation(game).judge(state, worth)
    assert worth[0] > before
    assert worth[0] + worth[1] == pytest.approx(1)


# -- a tree between turns -------------------------------------------------------------------------


@EACH
def test_a_tree_is_kept_between_choices(game: Game) -> None:
    """The visits below the chosen action stay, and the next choice is legal."""
    search = searcher(game, 60)
    kept = 0
    for state, seat in walk(game, 4):
        if seat != 0:
            continue
        view = observed(state, seat)
        search.begin()
        action = int(search.choose(view, seat, Rng(2)))
        child = search.child(0, action)
        visits = int(search.visits[child])
        state = copy(state)
        state.apply(seat, action)
        if state.acting() == 1:  # the same seat again: the tree goes on from there
            search.notice(seat, action)
            again = observed(state, seat)
            if len(legal_codes(again, seat)) > 1:
                search.keep_branch(search.root)
                assert search.visits[0] == visits
                assert int(search.choose(again, seat, Rng(3))) in legal_codes(again, seat)
                kept += 1
        if kept == 3:
            break
    assert kept or game.seats[0] > 1


def test_a_search_that_missed_entries_starts_over() -> None:
    game = find_all()["udaka"]
    search = searcher(game, 30)
    state, seat = next(walk(game, 1))
    view = observed(state, seat)
    search.choose(view, seat, Rng(1))
    search.choose(view, seat, Rng(1))
    assert search.visits[0] == 30
    assert search.nodes <= 31


class AlwaysSet(StopSignal):
    """Stops every search at once."""

    def is_set(self) -> bool:
        return True


def test_a_thought_can_be_stopped() -> None:
    game = find_all()["udaka"]
    state, seat = next(walk(game, 1))
    search = searcher(game, 100_000)
    search.stop = AlwaysSet()
    assert int(search.choose(observed(state, seat), seat, Rng(1))) in legal_codes(state, seat)
    assert search.visits[0] == 0


def test_an_outlook_on_a_bad_move_is_worse() -> None:
    """A seat expects less after its worst move than after its best."""
    game = find_all()["udaka"]
    state, seat = next((s, a) for s, a in walk(game, 3) if len(legal_codes(s, a)) > 3)
    view = observed(state, seat)
    search = searcher(game, 400)
    values = {a: search.outlook(view, seat, Rng(1), a) for a in legal_codes(view, seat)}
    search.begin()
    best = int(search.choose(view, seat, Rng(9)))
    ranked = search.ranked(view, seat)
    assert ranked[0][0] == best
    assert [row[1] for row in ranked] == sorted((row[1] for row in ranked), reverse=True)
    assert values[best] > min(values.values())
    assert 0 < search.outlook(view, 1 - seat, Rng(1)) < 1


def test_slips_are_as_frequent_as_stated() -> None:
    game = find_all()["udaka"]
    state, seat = next((s, a) for s, a in walk(game, 3) if len(legal_codes(s, a)) > 3)
    view, rng = observed(state, seat), Rng(1)
    steady, shaky = GreedyAgent(), UnsteadyAgent(GreedyAgent(), 50)
    usual = int(steady.choose(view, seat, rng))
    top = [
        a for a in legal_codes(view, seat) if view.heuristic(seat, a) == view.heuristic(seat, usual)
    ]
    off = sum(int(shaky.choose(view, seat, rng)) not in top for _ in range(400))
    wanted = 400 * 0.5 * (1 - len(top) / len(legal_codes(view, seat)))
    assert abs(off - wanted) < 50


def test_without_weights_all_seats_are_equal() -> None:
    from librt.vecs import vec

    worth: vec[float] = vec[float]([0.0] * 9)
    game = find_all()["udaka"]
    Evaluation([]).judge(game.start(game.setup(4)), worth)
    assert [worth[seat] for seat in range(4)] == [0.25] * 4
    assert Style(5).iterations == 5
