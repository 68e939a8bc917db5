"""OpenSpiel's own checks on every game, and its solvers against ours on the small ones."""

import os
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts
from open_spiel.python.algorithms.external_sampling_mccfr import ExternalSamplingSolver

from budokan.bridges import spiel
from budokan.bridges.common import env_games
from budokan.kit.errors import Refusal
from budokan.kit.lens import row_of
from budokan.lab.exact.equilibrium import EquilibriumSolver
from budokan.lab.exact.tree import END, Node, Tree
from budokan.lab.exact.values import Strategy, exploitability, uniform_profile, value
from tests.bridges.playthroughs import FOLDER, GAMES, playthrough
from tests.bridges.test_zoo import NOT_DEFAULT

WHOLE = list(env_games().values())
TINY = [kind for kind in spiel.kinds() if kind.tiny]
SECRET = [kind for kind in TINY if kind.tiny and not kind.tiny.open_information]
QUICK = "budokan_tiny_kenpo_masters"  # the smallest with secrets
CLOSE = 0.001
ROOT = Path(__file__).parents[2]
SHORT = {"martial_art": {"max_rounds": 1}}


def marked(kinds: list[spiel.Kind]) -> list[Any]:
    """All of them in the long tests, else the smallest."""
    return [
        pytest.param(kind, id=kind.name, marks=() if kind.name == QUICK else pytest.mark.long)
        for kind in kinds
    ]


def load(game: str, **params: Any) -> Any:
    return pyspiel.load_game(f"budokan_{game}", params)


def play(state: Any, steps: int, seed: int = 1) -> Any:
    pick = random.Random(seed)
    for _ in range(steps):
        if state.is_terminal():
            break
        state.apply_action(pick.choice(state.legal_actions()))
    return state


# -- whole games ----------------------------------------------------------------------------------


def check(game: Any, sims: int) -> None:
    pyspiel.random_sim_test(game, num_sims=sims, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize("game", WHOLE, ids=lambda game: game.id)
def test_a_short_match_passes(game: Any) -> None:
    check(load(game.id, players=game.seats[0], **SHORT.get(game.id, {})), 1)


@pytest.mark.parametrize("game", WHOLE, ids=lambda game: game.id)
def test_an_option_passes(game: Any) -> None:
    short = {**SHORT.get(game.id, {}), **NOT_DEFAULT[game.id]}
    check(load(game.id, players=game.seats[0], skip_forced=True, **short), 1)


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), [(game.id, n) for game in WHOLE for n in game.seats])
def test_ten_matches_pass(game: str, seats: int) -> None:
    check(load(game, players=seats), 10)


@pytest.mark.parametrize("kind", TINY, ids=lambda kind: kind.name)
def test_the_small_games_pass(kind: spiel.Kind) -> None:
    check(pyspiel.load_game(kind.name), 3)


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_as_it_was(name: str) -> None:
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("game", WHOLE, ids=lambda game: game.id)
def test_a_copy_and_a_pickle_know_the_same(game: Any) -> None:
    played = load(game.id, **SHORT.get(game.id, {}))
    for steps in (0, 3, 40, 10**6):
        state = play(played.new_initial_state(), steps)
        for twin in (state.clone(), pickle.loads(pickle.dumps(state))):
            assert str(twin) == str(state) and twin.history() == state.history()
            for player in range(played.num_players()):
                known = state.information_state_string(player)
                assert twin.information_state_string(player) == known
                assert twin.observation_tensor(player) == state.observation_tensor(player)
        if not state.is_terminal():
            before = str(state)
            play(state.clone(), 5)
            assert str(state) == before


def test_a_copy_of_a_state_shares_what_it_holds() -> None:
    """So its price does not depend on the length of the match."""
    state = play(load("udaka").new_initial_state(), 50)
    assert [*vars(state)] == ["moment"]
    assert state.clone().moment is state.moment


def test_long_matches_leave_memory_whole() -> None:
    """Compiled states corrupt it if they die at the end of a long chain of other objects."""
    code = (
        "from tests.bridges.test_spiel import check, load\n"
        "for game in ('dojo_duel', 'kenpo_masters'): check(load(game), 1)\n"
    )
    checked = {**os.environ, "PYTHONMALLOC": "debug"}
    done = subprocess.run([sys.executable, "-c", code], env=checked, capture_output=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr.decode(errors="replace")


def test_branches_of_a_match_do_not_meet() -> None:
    """Copies go on in the same list of records until they part."""
    state = play(load("udaka").new_initial_state(), 30)
    twins = [play(state.clone(), 40, seed) for seed in range(6)]
    for twin in twins:
        again = state.get_game().new_initial_state()
        for action in twin.history():
            again.apply_action(action)
        assert str(again) == str(twin)
        for player in range(4):
            known = again.information_state_string(player)
            assert twin.information_state_string(player) == known
    assert len({str(twin) for twin in twins}) > 1


@pytest.mark.parametrize("game", WHOLE, ids=lambda game: game.id)
def test_observations_are_rows(game: Any) -> None:
    played = load(game.id)
    state = play(played.new_initial_state(), 30)
    observer = played.make_py_observer(None, {})
    for player in range(played.num_players()):
        observer.set_from(state, player)
        row: Any = row_of(played.table.lens, state.moment.state, player)
        assert np.array_equal(observer.tensor, np.frombuffer(row, np.uint8))
        assert state.observation_tensor(player) == observer.tensor.tolist()
        assert sum(part.size for part in observer.dict.values()) == len(row)


def test_what_is_chosen_at_once_is_asked_in_turn_and_hidden() -> None:
    """While A has chosen a kicker and B has not, B knows the same whatever A chose."""
    state = load("dojo_duel", kicker_mode="simultaneous").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    first, kickers = state.current_player(), state.legal_actions()
    assert len(kickers) > 1
    known = set()
    for kicker in kickers:
        twin = state.clone()
        twin.apply_action(kicker)
        other = twin.current_player()
        assert other == 1 - first
        known.add((twin.information_state_string(other), *twin.observation_tensor(other)))
    assert len(known) == 1


@pytest.mark.parametrize("game", WHOLE, ids=lambda game: game.id)
def test_a_guessed_world_looks_alike(game: Any) -> None:
    state = play(load(game.id).new_initial_state(), 25)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    player = state.current_player()
    pick = random.Random(1)
    worlds = [state.resample_from_infostate(player, pick.random) for _ in range(8)]
    for world in worlds:
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_tensor(player) == state.observation_tensor(player)
        assert world.legal_actions() == state.legal_actions()
        play(world, 3)
    with pytest.raises(Refusal, match="guessed"):
        worlds[0].moment.entries()
    if game.id != "master_udo":  # which hides nothing
        assert len({str(world) for world in worlds}) > 1


class Flat(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's search with a few simulations, without matches played to the end."""

    def __init__(self, game: Any, seed: int, evaluator: Any) -> None:
        random_state = np.random.RandomState(seed)
        super().__init__(game, evaluator, 1.0, 3, random_state=random_state)


class Nothing:
    """Values nothing, and prefers nothing."""

    def evaluate(self, state: Any) -> Any:
        return np.zeros(state.num_players())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


@pytest.mark.parametrize("game", WHOLE, ids=lambda game: game.id)
def test_ismcts_plays_to_the_end(game: Any) -> None:
    short = load(game.id, **SHORT.get(game.id, {}))
    searched(short, Nothing())


@pytest.mark.long
@pytest.mark.parametrize("game", WHOLE, ids=lambda game: game.id)
def test_ismcts_plays_whole_matches(game: Any) -> None:
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    searched(load(game.id), RandomRolloutEvaluator(1, np.random.RandomState(1)))


def searched(game: Any, evaluator: Any) -> None:
    state, bot, chance = game.new_initial_state(), Flat(game, 1, evaluator), random.Random(1)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, odds)[0])
        else:
            state.apply_action_with_legality_check(int(bot.step(state)))
    assert len(state.returns()) == game.num_players()


# -- what is refused ------------------------------------------------------------------------------


def test_an_illegal_action_is_an_error() -> None:
    state = play(load("udaka").new_initial_state(), 40)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before = str(state)
    wrong = next(a for a in range(state.num_distinct_actions()) if a not in state.legal_actions())
    with pytest.raises(ValueError, match="not legal"):
        state.apply_action(wrong)
    assert str(state) == before


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(Refusal, match="2 to 6"):
        load("udaka", players=7)
    with pytest.raises(Refusal, match="KM-R34"):
        load("kenpo_masters", turn_cap=0)
    with pytest.raises(Refusal, match="';'"):
        load("dojo_duel", **{"A.deck": "14 wild_swing, 1 turtle_shell"})


def test_a_deck_and_cards_of_ones_own() -> None:
    deck = "14 wild_swing; 1 turtle_shell"
    game = load("dojo_duel", deck_rules="size_only", **{"A.deck": deck})
    assert game.table.setup.choices[0].deck == deck.replace(";", ",")
    assert str(pickle.loads(pickle.dumps(play(game.new_initial_state(), 9))))
    file = str(game.table.game.folder / "tests" / "cards" / "twelve.toml")
    assert load("dojo_duel", cards=file).table.setup.data.hash != game.table.setup.data.hash


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "budokan.bridges.spiel")
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ModuleNotFoundError, match=r"needs open_spiel.*pip install 'budokan\["):
        import budokan.bridges.spiel  # noqa: F401


# -- the small games: information sets and solvers ------------------------------------------------


class Both:
    """A small game as our tree and as OpenSpiel's game, and which choice has which text."""

    def __init__(self, kind: spiel.Kind) -> None:
        assert kind.tiny is not None
        self.tree: Tree = kind.tiny.tree()
        self.game: Any = pyspiel.load_game(kind.name)
        self.table: spiel.Table = self.game.table
        self.texts: dict[int, str] = {}  # by choice
        self.tensors: dict[int, bytes] = {}
        self.states: dict[int, Any] = {}
        recall = pyspiel.IIGObservationType(perfect_recall=True)
        self.observer: Any = self.game.make_py_observer(recall, {})
        self.ends = 0
        self._walk(self.tree.root, self.game.new_initial_state())

    def _walk(self, node: Node, state: Any) -> None:
        moment = state.moment
        if node.seat == END:
            self.ends += 1
            assert state.is_terminal()
            assert state.returns() == pytest.approx([2 * share - 1 for share in node.worth])
            return
        possible = [code for code, _ in self.table.possible(moment)]
        assert len(possible) == len(node.steps) > 1
        if node.choice is not None:
            assert state.current_player() == node.seat
            assert sorted(possible) == sorted(node.choice.actions)
            possible = node.choice.actions
            self._meet(node.choice.number, state)
        else:
            assert sorted(node.odds) == pytest.approx(sorted(p for _, p in state.chance_outcomes()))
        for code, step in zip(possible, node.steps, strict=True):
            after = state.clone()
            after.moment = self.table.after(moment, code)
            self._walk(step, after)

    def _meet(self, number: int, state: Any) -> None:
        """A choice has the same text and tensor wherever it is met."""
        text = state.information_state_string()
        self.states.setdefault(number, state)
        assert self.texts.setdefault(number, text) == text
        self.observer.set_from(state, state.current_player())
        tensor = self.observer.tensor.tobytes()
        assert self.tensors.setdefault(number, tensor) == tensor

    def policy(self, profile: list[Strategy]) -> Any:
        """A profile of ours as a policy of OpenSpiel."""
        ids = self.table.ids.id
        return pyspiel.TabularPolicy(
            {
                self.texts[choice.number]: [
                    (int(ids[code]), p)
                    for code, p in zip(choice.actions, profile[choice.number], strict=True)
                ]
                for choice in self.tree.choices
            }
        )

    def profile(self, policy: Any) -> list[Strategy]:
        """A policy of OpenSpiel as a profile of ours."""
        ids = self.table.ids.id
        found = []
        for choice in self.tree.choices:
            odds = policy.action_probabilities(self.states[choice.number])
            found.append([float(odds[int(ids[code])]) for code in choice.actions])
        return found


@pytest.mark.parametrize("kind", marked(SECRET))
def test_solvers_find_our_game(kind: spiel.Kind) -> None:
    """The same information sets, and the same judgement of four kinds of play."""
    small = Both(kind)
    seats = {choice.number: choice.seat for choice in small.tree.choices}
    assert small.ends > 100
    assert len(set(small.texts.values())) == len(seats)
    assert len({(seats[n], tensor) for n, tensor in small.tensors.items()}) == len(seats)
    uniform, ours = uniform_profile(small.tree), EquilibriumSolver(small.tree).run(40)
    assert agree(small, uniform) > agree(small, ours) + CLOSE
    for profile in (with_cfr(small), with_sampling(small)):
        gap, error = agree(small, profile), exploitability(small.tree, ours)
        assert gap < exploitability(small.tree, uniform)
        assert abs(value(small.tree, profile) - value(small.tree, ours)) <= 2 * (gap + error)


def agree(small: Both, profile: list[Strategy]) -> float:
    """OpenSpiel's exploitability is ours; it counts from -1 to 1, we from 0 to 1."""
    theirs = pyspiel.exploitability(small.game, small.policy(profile)) / 2
    assert theirs == pytest.approx(exploitability(small.tree, profile), abs=CLOSE)
    return float(theirs)


def with_cfr(small: Both) -> list[Strategy]:
    solver = pyspiel.CFRPlusSolver(small.game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    return small.profile(solver.average_policy())  # which is a part of the solver


def with_sampling(small: Both) -> list[Strategy]:
    np.random.seed(1)
    solver = ExternalSamplingSolver(small.game)
    for _ in range(300):
        solver.iteration()
    return small.profile(solver.average_policy())
