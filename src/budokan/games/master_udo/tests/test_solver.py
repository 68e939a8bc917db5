"""The solver: legal, repeatable, and stronger than a heuristic."""

import hashlib

from budokan.agents.registry import find_agent
from budokan.games.master_udo import GAME
from budokan.games.master_udo.rules import actions, phases
from budokan.games.master_udo.rules.heuristic import highest
from budokan.games.master_udo.rules.solver import ELITE, MEMORY, Solver, outlook, plan
from budokan.games.master_udo.tests.helper import Play, typed
from budokan.kit.contract import copy, legal_codes
from budokan.kit.rng import Rng


def turn(play: Play, seed: int, budget: int) -> list[int]:
    """The steps of the solver until the turn is over."""
    steps = []
    rng = Rng(seed)
    state = play.state
    while state.acting() == 1 and state.phase != phases.CHOOSE:
        action = plan(state, 0, rng, budget)
        assert action in legal_codes(state, 0)
        state.apply(0, action)
        steps.append(action)
    return steps


def puzzle() -> Play:
    return Play(master="iron_body", revealed="left_side wild", charge=2, covered="1")


def test_a_turn_is_planned_and_remembered() -> None:
    """The same generator gives the same turn; the rest of a plan is reused."""
    one, two = puzzle(), puzzle()
    first = turn(one, 5, 8)
    assert first == turn(two, 5, 8)
    assert one.state.encode() == two.state.encode()
    rng, state = Rng(5), puzzle().state
    state.apply(0, plan(state, 0, rng, 10))
    left = rng.state
    plan(state, 0, rng, 10)
    assert rng.state == left


def test_a_plan_is_for_its_own_generator() -> None:
    rng, state = Rng(5), puzzle().state
    state.apply(0, plan(state, 0, rng, 10))
    assert MEMORY.recall(state, Rng(6)) == -1
    assert MEMORY.recall(state, rng) in legal_codes(state, 0)


def test_a_plan_is_forgotten_when_something_else_happens() -> None:
    rng, state = Rng(5), puzzle().state
    action = plan(state, 0, rng, 8)
    others = [code for code in legal_codes(state, 0) if code != action]
    state.apply(0, others[0])
    assert MEMORY.recall(state, rng) == -1
    assert plan(state, 0, rng, 4) in legal_codes(state, 0)


def test_the_solver_leaves_the_view_alone() -> None:
    play = puzzle()
    before = play.state.encode()
    plan(play.state, 0, Rng(2), 8)
    assert play.state.encode() == before


def test_the_solver_finds_the_winning_turn() -> None:
    """One heart is left, block or not: the end of the game is seen."""
    play = Play(
        master="crane",
        road="turtle drunken shadow",
        revealed="left_arm",
        covered="1 2",
        hand="LA RA RA RL LL",
        discard="RL",
    )
    turn(play, 1, 60)
    assert play.state.phase == phases.WON


def test_it_avoids_a_needless_loss() -> None:
    """The only Left Leg is discarded and exhausted cards are gone: block or take it back."""
    play = Play(
        master="turtle",
        revealed="left_leg right_leg",
        hand="LA RA RE RL",
        discard="LA",
        covered="1",
    )
    turn(play, 1, 60)
    assert play.state.phase == phases.REVEAL


def test_more_rows_never_rank_lower() -> None:
    """The elite is sorted, its ends differ, and the first row is the heuristic or better."""
    state = puzzle().state
    solver = Solver(state)
    solver.search(1, Rng(3))
    by_heuristic = int(solver.elite[0].value)
    solver.search(50, Rng(3))
    values = [int(solver.elite[i].value) for i in range(solver.count)]
    assert values == sorted(values, reverse=True)
    assert values[0] >= by_heuristic
    assert len({int(solver.elite[i].mark) for i in range(solver.count)}) > 3
    for i in range(solver.count):
        row, twin = solver.elite[i], typed(copy(state))
        for k in range(row.n):
            assert row.steps[k] in legal_codes(twin, 0)
            twin.apply(0, row.steps[k])
        assert twin.encode() == row.end.encode()
        assert outlook(twin) == row.value


def test_the_elite_keeps_the_best() -> None:
    """A full elite takes a row that beats its last one, and no row that only equals it."""
    solver = Solver(puzzle().state)
    given = [*range(0, 4 * ELITE, 2), 7, 0, 51]
    for number, value in enumerate(given):
        solver.row.value, solver.row.mark = value, number
        solver.keep()
    best = sorted(given, reverse=True)[:ELITE]
    assert [int(row.value) for row in solver.elite] == best
    assert best[-2:] == [51, 50]
    solver.row.value, solver.row.mark = 50, -1
    solver.keep()
    assert int(solver.elite[-1].mark) != -1


def test_the_outlook_of_a_finished_game() -> None:
    """A win with more glory is better, any win beats going on, and any loss is worse."""
    most = Play(road="thunder venom zen mantis", phase="won", master="mantis", covered="1 2 3")
    least = Play(
        road="turtle crane drunken lightspeed", phase="won", master="lightspeed", covered="1 2 3 4"
    )
    going = Play(road="thunder venom zen", master="mantis", revealed="wild")
    late = Play(road="thunder venom zen", phase="fell", master="mantis")
    early = Play(road="thunder", phase="fell", master="mantis")
    values = [int(outlook(play.state)) for play in (most, least, going, late, early)]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_a_fight_that_is_over_is_not_played_on() -> None:
    play = Play(master="crane", road="turtle drunken shadow", revealed="left_arm", covered="1 2")
    play.state.phase = phases.WON
    assert Solver(play.state).play_on(play.state, Rng(1)) == outlook(play.state)


def test_the_solver_resolves_when_no_card_can_be_laid() -> None:
    play = Play(master="turtle", revealed="wild")
    solver = Solver(play.state)
    solver.out[0], solver.out[1] = actions.RESOLVE, actions.CLOSE
    assert {int(solver.lay(play.state, 1, 3, Rng(n))) for n in range(20)} == {actions.RESOLVE}


def test_the_highest_heart() -> None:
    """Of equal hearts that of the body with fewest left, wherever it stands."""
    table = Play(master="shadow", revealed="wild", covered="4").state
    assert highest(table, 0b110111) == 2
    table.covered = 0b100000
    assert highest(table, 0b011111) == 4
    table.covered = 0b010001
    assert highest(table, 0b101110) == 1
    mantis = Play(master="mantis", revealed="wild left_side").state
    assert highest(mantis, 0b011) == 1


def test_a_larger_budget_compares_masters_longer() -> None:
    state = typed(GAME.start(GAME.setup(1, {"masters": "easy"})))
    assert plan(state, 0, Rng(4), 250) in legal_codes(state, 0)


def test_the_solver_chooses_a_legal_master() -> None:
    state = typed(GAME.start(GAME.setup(1, {"masters": "hard"})))
    before = state.encode()
    rng = Rng(4)
    chosen = plan(state, 0, rng, 1)
    assert chosen in legal_codes(state, 0)
    assert chosen == plan(state, 0, Rng(4), 1)
    assert state.encode() == before
    after = Rng(4)
    after.reseed(after.below(1 << 30), -2)
    assert rng.state == after.state


def test_the_agent_is_found_by_name() -> None:
    agent = find_agent("solver:12", GAME)
    state = puzzle().state
    assert int(agent.choose(state, 0, Rng(1))) in legal_codes(state, 0)


def puzzles() -> list[Play]:
    """Turns of both heroes in all kinds of trouble."""
    return [
        puzzle(),
        Play({"hero": "kai"}, master="zen", revealed="wild left_side low", hand="G P! S T! H R!"),
        Play(
            master="shadow", road="turtle mantis", revealed="high body", hand="LA RA RE", charge=4
        ),
        Play(
            {"hero": "kai"}, master="venom", road="zen", revealed="body", raging=True, discard="G"
        ),
    ]


def thought(play: Play, tries: int) -> list[object]:
    """The result of a search of a turn, before and after sampled deals."""
    rng, solver = Rng(7), Solver(play.state)
    solver.search(tries, rng)
    found: list[object] = [int(solver.count), rng.state]
    for row in solver.elite[:8]:
        found.append([int(row.value), int(row.mark), *(int(row.steps[k]) for k in range(row.n))])
    solver.compare(1, rng)
    return [*found, rng.state, *((int(row.total), int(row.tries)) for row in solver.elite[:8])]


def test_seeded_thought() -> None:
    """A seeded search never changes, compiled or not."""
    told = repr([thought(play, 16) for play in puzzles()])
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == THOUGHT


def test_seeded_challenge() -> None:
    """What the first fights look like to the solver, in a route with one sure answer or four."""
    values = []
    for options in ({"masters": "hard"}, {"masters": "medium", "hero": "kai"}):
        state = typed(GAME.start(GAME.setup(1, options)))
        solver = Solver(state)
        for code in legal_codes(state, 0):
            values.append(round(solver.fight(code, Rng(7)), 4))
    assert values == VALUES


THOUGHT = "ee6a29e7dbf2513f"
VALUES: list[float] = [0.8038, 0.8572, 0.8608, 0.8544, 0.8196]
