"""Balance: shares of seats and fighters, and cards nobody uses, counted from the entries."""

import json
import signal
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from budokan.agents.plain import Agent
from budokan.agents.runner import Runner
from budokan.cli import main
from budokan.kit.contract import CHANCE, State, legal_codes
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.kit.rng import Rng
from budokan.lab import balance
from budokan.lab.balance import (
    Findings,
    RandomVerbAgent,
    Use,
    cards,
    codes_of,
    findings_of,
    measure,
    merge,
    report,
    share,
    table,
    tables,
    totals,
)
from budokan.lab.simulate import Job, open_job
from budokan.match.table_spec import TableSpec

KENPO = Job(TableSpec("kenpo_masters", 2), ("greedy", "greedy"), 1)
DOJO = Job(TableSpec("dojo_duel", 2), ("greedy", "greedy"), 1)
FIGHT = Job(TableSpec("martial_art", 2, {"mode": "black"}), ("random", "random"), 1)
PAIR = ("igor", "wonja")


class First(Agent):
    """Plays the first legal action."""

    def choose(self, view: State, seat: int, rng: Rng) -> int:
        return legal_codes(view, seat)[0]


def entries_of(job: Job) -> tuple[list[tuple[int, int]], Findings]:
    game, setup = open_job(job)
    runner = Runner(game.start(setup), [First(), First()])
    runner.play(3, 0, 100_000, True)
    return list(runner.entries), findings_of(game, game.start(setup), runner.entries)


def test_choices_and_seats_are_counted_from_the_entries() -> None:
    entries, found = entries_of(KENPO)
    game, setup = open_job(KENPO)
    state, offered, taken, could = game.start(setup), 0, 0, set[int]()
    jab = game.notation.parse("play jab")
    for seat, action in entries:
        if seat != CHANCE and jab in legal_codes(state, seat):
            offered += 1
            could.add(seat)
            taken += action == jab
        state.apply(seat, action)
    did = {seat for seat, action in entries if action == jab}
    assert 0 < taken < offered
    score = sum(state.score(seat) for seat in did)
    assert found.uses[jab] == Use(offered, taken, len(could), len(did), score)
    draw = game.notation.parse("draw jab")
    assert found.drawn[draw] == sum(action == draw for _, action in entries)


def test_two_choices_by_hand() -> None:
    game, setup = open_job(KENPO)
    hand = ["jab", "jab", "jab", "front_kick", "front_kick", "blitz", "side_kick", "hard_block"]
    said = ["first B", *(f"draw {card}" for card in (*hand, *hand))]
    entries = [(CHANCE, game.notation.parse(text)) for text in said]
    entries += [(1, game.notation.parse("play front_kick")), (1, game.notation.parse("go stay"))]
    found = findings_of(game, game.start(setup), entries, over=False)
    use = {game.notation.text(code): use for code, use in found.uses.items()}
    assert use["play front_kick"] == Use(1, 1, 1, 1, 0.5)
    assert use["play blitz"] == Use(1, 0, 1, 0, 0.0)
    assert use["go stay"].taken == 1 and "play block" not in use
    assert (found.matches, found.finished) == (1, 0)


@pytest.mark.parametrize("letter", ["A", "B"])
def test_chance_names_the_seat_that_begins(letter: str) -> None:
    game, setup = open_job(DOJO)
    toss = game.notation.parse(f"toss {letter}")
    for index in range(20):
        runner = Runner(game.start(setup), [First(), First()])
        runner.play(1, index, 100_000, True)
        if (CHANCE, toss) in runner.entries:
            break
    found = findings_of(game, game.start(setup), runner.entries)
    assert found.beginner == runner.state.score("AB".index(letter))
    assert found.first_seat == runner.state.score(0)


def test_every_fighter_meets_every_other_from_both_seats() -> None:
    found = tables(FIGHT)
    assert len(found) == 30 and ("igor", "igor") not in found
    assert found["igor", "wonja"].table.choices == ({"fighter": "igor"}, {"fighter": "wonja"})
    assert list(tables(FIGHT, PAIR)) == [PAIR, PAIR[::-1]]
    assert len({job.seed for job in found.values()}) == 30  # deals of their own
    assert len(tables(DOJO)) == 36  # a deck may meet its double
    assert tables(KENPO) == {(): KENPO}


def test_a_given_line_up_is_the_only_one_played() -> None:
    job = Job(TableSpec("dojo_duel", 2, choices=({}, {"deck": "ember_fist"})), ("greedy",) * 2, 1)
    assert tables(job) == {(): job}
    with pytest.raises(Refusal, match="nothing here to choose"):
        tables(job, ["sun_stone"])


def test_bad_tables_are_refused() -> None:
    with pytest.raises(Refusal, match="no fighter 'bruce'"):
        tables(FIGHT, ["bruce"])
    three = Job(TableSpec("martial_art", 3), ("random",) * 3, 1)
    with pytest.raises(Refusal, match="tables for two, not 3"):
        tables(three)
    with pytest.raises(Refusal, match="no verb 'lern' in Martial Art; choose from learn"):
        codes_of(find("martial_art"), "lern")


def test_totals_leave_mirror_matches_out() -> None:
    found: dict[tuple[str, ...], Findings] = {
        ("a", "b"): Findings(matches=10, first_seat=7.5),
        ("b", "a"): Findings(matches=10, first_seat=4.5),
        ("a", "a"): Findings(matches=10, first_seat=9),
    }
    told = totals(found)
    assert told["a"]["share"] == pytest.approx((7.5 + 5.5) / 20)
    assert told["b"]["share"] == pytest.approx((2.5 + 4.5) / 20)
    assert told["a"]["matches"] == 20


def test_an_interval_is_around_its_share() -> None:
    told = share(60, 100)
    assert told["low"] == pytest.approx(0.502, abs=0.001)
    assert told["high"] == pytest.approx(0.691, abs=0.001)
    assert share(0, 0) == {"share": 0.5, "low": 0.0, "high": 1.0, "matches": 0}


def test_a_card_is_dead_if_fewer_than_one_in_fifty_use_it() -> None:
    game = find("kenpo_masters")
    jab, blitz, stay = (game.notation.parse(text) for text in ("play jab", "play blitz", "go stay"))
    uses = {jab: Use(300, 1, 100, 1, 1.0), blitz: Use(300, 2, 100, 2, 1.0), stay: Use(9, 0, 9, 0)}
    rows = cards(game, game.setup(), Findings(uses=uses))
    assert [(row["action"], row["dead"]) for row in rows] == [
        ("play jab", True),
        ("play blitz", False),
    ]
    assert [row["score"] for row in rows] == [1.0, 0.5]


def test_one_verb_can_be_left_to_chance() -> None:
    game, setup = open_job(tables(FIGHT, PAIR)[PAIR])
    learned = set[str]()
    for index in range(8):
        agents = [RandomVerbAgent(First(), codes_of(game, "learn")) for _ in range(2)]
        runner = Runner(game.start(setup), list(agents))
        runner.play(1, index, 100_000, True)
        texts = [game.notation.text(a) for seat, a in runner.entries if seat != CHANCE]
        learned.update(text for text in texts if text.startswith("learn"))
    assert len(learned) == 14
    first = Runner(game.start(setup), [First(), First()])
    first.play(1, 0, 100_000, True)
    alike = {game.notation.text(action) for _, action in first.entries}
    assert len([text for text in alike if text.startswith("learn")]) == 6


def test_the_number_of_processes_does_not_matter() -> None:
    jobs = tables(FIGHT, PAIR)
    alone, shared = (merge(measure(jobs, 12, n, "learn")) for n in (1, 2))
    assert alone == shared
    assert [found.matches for found in alone.values()] == [12, 12]
    assert report(FIGHT, alone) == report(FIGHT, shared)


def test_the_report_adds_up_and_is_readable() -> None:
    found = merge(measure(tables(FIGHT, PAIR), 3, 1))
    told = report(FIGHT, found)
    assert told["matches"] == 6 and told["seat A"]["matches"] == 6
    assert sum(row["share"] for row in told["totals"].values()) == pytest.approx(1)
    text = table(told)
    assert "6 matches of martial_art, random against itself, seed 1" in text
    assert "igor - wonja" in text and "learn hook" in text


def test_the_command() -> None:
    run = CliRunner().invoke
    words = ["balance", "dojo_duel", "--games", "2", "--only", "ember_fist,sun_stone", "--json"]
    told = json.loads(run(main, words).stdout)
    assert told["matches"] == 8 and set(told["totals"]) == {"ember_fist", "sun_stone"}
    assert told["agent"] == "greedy" and told["seed"] == 1
    bad = run(main, ["balance", "martial_art", "--anything", "lern"])
    assert bad.exit_code == 2 and "no verb 'lern'" in bad.output
    assert run(main, ["balance", "master_udo"]).exit_code == 2


def test_an_interrupted_run_reports_the_matches_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: object) -> Iterator[tuple[tuple[str, ...], Findings]]:
        signal.raise_signal(signal.SIGINT)
        yield (), Findings(matches=10, first_seat=4, beginner=6)
        raise AssertionError("it has heard enough")

    monkeypatch.setattr(balance, "measure", interrupted)
    run = CliRunner().invoke(main, ["balance", "kenpo_masters", "--games", "30"])
    assert run.exit_code == 130 and "10 matches of kenpo_masters" in run.stdout
    assert "interrupted" in run.stderr
