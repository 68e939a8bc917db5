"""The ladder: its bouts, runs that go on, its page and its check."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from budokan.agents.belts import opponent
from budokan.agents.plain import Agent, RandomAgent
from budokan.cli import main
from budokan.kit.contract import CHANCE, State, legal_codes
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, find, find_all
from budokan.kit.rng import Rng
from budokan.lab.ladder import bouts
from budokan.lab.ladder.bouts import Times
from budokan.lab.ladder.ladder import LOOKS, Contest, Ladder, Standing, contests, play_round
from budokan.lab.ladder.page import page, picture
from budokan.lab.ladder.report import report
from budokan.lab.ladder.results_file import ResultsFile
from budokan.lab.stats import interval, quantile, ratings, wilson

DUEL = find("dojo_duel")
SOLO = find("master_udo")
BELTS = {"white": {"iterations": 1, "slips": 90}, "black": {"iterations": 4}}
MATCHES = 48
FEW = 8  # where they are really played


@pytest.fixture(autouse=True)
def two_belts(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, Any]], None]:
    """Two belts that play fast; a test may give others."""

    def give(belts: dict[str, Any]) -> None:
        for game in (DUEL, SOLO):
            monkeypatch.setitem(game.__dict__, "belts", belts)
            monkeypatch.setitem(game.__dict__, "search_style", {})

    give(BELTS)
    return give


def make(file: Path, matches: int = MATCHES) -> Ladder:
    return Ladder([DUEL], matches, 1, ResultsFile(file))


def finish(ladder: Ladder) -> None:
    while due := ladder.due():
        list(play_round(due, ladder.results, 1))


def results(file: Path) -> list[list[Any]]:
    """The results without their times."""
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    keys = ("mark", "players", "index", "scores", "decisions")
    return sorted([row[key] for key in keys] for row in rows)


def row(contest: Contest, index: int, ladder: Ladder, scores: list[float]) -> dict[str, Any]:
    """A bout as a results file keeps it."""
    bout = ladder.bouts(contest, index + 1)[-1]
    times = {contest.one: Times(1, 0.002, 0.002).document()}
    said = {"mark": bout.mark, "game": bout.game, "players": list(bout.players), "seed": bout.seed}
    return {
        **said,
        "index": index,
        "scores": scores,
        "decisions": [9, 9],
        "cpu": 1.0,
        "turns": times,
    }


def fill(file: Path, scores: Callable[[Contest], list[float]]) -> Ladder:
    """A ladder whose bouts all have these scores."""
    ladder = make(file)
    for contest in ladder.contests:
        for index in range(MATCHES // 2):
            ladder.results.add(row(contest, index, ladder, scores(contest)))
    return ladder


def run(file: Path, *words: str) -> Result:
    told = ["ladder", "--games", "dojo_duel", "--matches", str(MATCHES), "--out", str(file)]
    return CliRunner().invoke(main, [*told, *words])


# -- figures --------------------------------------------------------------------------------------


def test_students_t_agrees_with_the_tables() -> None:
    for level, freedom, value in ((0.975, 10, 2.228), (0.995, 24, 2.797), (0.975, 10**6, 1.960)):
        assert quantile(level, freedom) == pytest.approx(value, abs=2e-3)


def test_an_interval_of_single_matches_is_wilsons() -> None:
    assert wilson(0.5, 100, 1.96) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    found = interval([1.0] * 700 + [0.0] * 300, 1, 0.05)
    assert (found.low, found.high) == pytest.approx(wilson(0.7, 1000, 1.9623), abs=1e-4)


def test_pairs_count_as_much_as_their_spread_says() -> None:
    alike = interval([1.0] * 60 + [0.0] * 40, 2, 0.05)  # both matches of a pair go the same way
    single = interval([1.0] * 36 + [0.5] * 48 + [0.0] * 16, 2, 0.05)  # as if independent
    mirror = interval([0.5] * 80 + [1.0] * 20, 2, 0.05)  # the seat decides
    assert alike.mean == single.mean == mirror.mean == 0.6
    z = quantile(0.975, 99)
    assert (alike.low, alike.high) == pytest.approx(wilson(0.6, 100, z))
    assert (single.low, single.high) == pytest.approx(wilson(0.6, 200, z))
    assert (mirror.low, mirror.high) == pytest.approx(wilson(0.6, 400, z))


def test_ten_pairs_without_a_loss_are_no_certainty() -> None:
    sure = interval([1.0] * 10, 2, 0.05)
    assert 0.7 < sure.low < 0.9 and sure.high == pytest.approx(1)


def test_ratings_follow_the_shares() -> None:
    found = ratings({("a", "b"): (0.75, 10**6), ("b", "c"): (0.5, 10**6)}, "c")
    assert found["c"] == 0
    assert found["b"] == pytest.approx(0, abs=1) and found["a"] == pytest.approx(190.8, abs=1)


def test_times_give_a_bound_for_most_turns() -> None:
    times = Times()
    for n in range(1, 101):
        times.note(n / 1000)
    again = Times.read(json.loads(json.dumps(times.document())))
    assert again.turns == 100 and again.longest == 0.1 and again.cpu == pytest.approx(5.05)
    assert 0.095 <= again.below(0.95) <= 0.1
    assert Times().below(0.95) == 0


# -- playing --------------------------------------------------------------------------------------


def test_an_opponent_of_the_ladder_has_no_time_limit() -> None:
    for belt in ("white", "black"):
        capped, free = opponent(DUEL, belt), opponent(DUEL, belt, 0.0)
        assert seconds(capped) > 0 == seconds(free)


def seconds(agent: Any) -> float:
    """The time limit of an agent, or of the agent inside it."""
    return float(getattr(agent, "agent", agent).style.seconds)


def test_a_pair_swaps_seats_on_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    seats: list[tuple[int, str]] = []
    first: list[int] = []

    class Watching(Agent):
        def __init__(self, name: str) -> None:
            super().__init__(remembers=True)
            self.name, self.began = name, False

        def begin(self) -> None:
            self.began = True

        def choose(self, view: State, seat: int, rng: Rng) -> int:
            if self.began:
                seats.append((seat, self.name))
                first.append(sum(view.encode()))
            self.began = False
            return legal_codes(view, seat)[0]

    monkeypatch.setattr(bouts, "_player", lambda name, game, mark: Watching(name))
    played = bouts.play(bouts.Bout("dojo_duel", ("white", "black"), 5, 1, "x"))
    assert sorted(seats[:2]) == [(0, "white"), (1, "black")]
    assert sorted(seats[2:]) == [(0, "black"), (1, "white")]
    assert first[:2] == first[2:], "both matches begin with the same cards"
    assert len(played["scores"]) == 2 and sum(played["scores"]) == 1, "the same play, swapped"


def test_a_deal_of_a_solo_game_is_played_once_and_repeats() -> None:
    bout = bouts.Bout("master_udo", ("white",), 2, 1, "x")
    one, two = bouts.play(bout), bouts.play(bout)
    assert one["scores"] == two["scores"] and one["decisions"] == two["decisions"]
    assert len(one["scores"]) == 1 and one["turns"]["white"][0] > 1


@pytest.mark.parametrize("game", find_all().values(), ids=lambda game: game.id)
def test_every_table_of_a_ladder_can_be_set(game: Game) -> None:
    for index in range(len(bouts.ladder_settings(game).get("tables", [{}]))):
        assert bouts.table(game, index).seats == (1 if bouts.is_solo(game) else 2)


def test_a_turn_ends_when_another_seat_acts() -> None:
    timed = bouts.TimedAgent(RandomAgent())
    state = DUEL.start(DUEL.setup())
    state.settle(Rng(1))
    for after in (0, CHANCE, 1):
        timed.choose(state, 0, Rng(1))
        timed.notice(after, 3)
    assert timed.take().turns == 1
    timed.choose(state, 0, Rng(1))
    timed.begin()
    assert timed.take().turns == 1 and timed.take().turns == 0


def test_a_run_that_goes_on_plays_the_same_as_one_run(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    finish(make(whole, FEW))
    for stop in (3, 4):
        ladder = make(parts, FEW)
        for _, _ in zip(range(stop), play_round(ladder.due(), ladder.results, 1), strict=False):
            pass
    with parts.open("a") as file:
        file.write('{"mark": "to')  # killed while writing
    finish(make(parts, FEW))
    assert results(parts) == results(whole)
    assert make(whole, FEW).due() == []


def test_bouts_of_other_belts_stay_out(
    tmp_path: Path, two_belts: Callable[[dict[str, Any]], None]
) -> None:
    file = tmp_path / "results"
    finish(make(file, FEW))
    white = {c.two: n for c, n in counted(make(file, FEW)).items() if c.one == "white"}
    two_belts({**BELTS, "black": {"iterations": 5}})
    changed = make(file, FEW)
    assert changed.foreign() == sum("black" in players for _, players, *_ in results(file))
    for contest, n in counted(changed).items():
        assert n == (0 if contest.one == "black" else white[contest.two])
    told = run(file, "--hours", "0")
    assert f"{changed.foreign()} bouts" in told.stderr and told.exit_code == 0


def counted(ladder: Ladder) -> dict[Contest, int]:
    found = {contest: ladder.standing(contest).share for contest in ladder.contests}
    return {contest: share.units if share else 0 for contest, share in found.items()}


@pytest.mark.parametrize("change", ["weights", "version", "search_style"])
def test_other_weights_rules_or_styles_have_another_mark(
    change: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    contest = contests(DUEL)[0]
    before = make(tmp_path / "results").bouts(contest, 1)
    new = {"weights": {"points": 1.0}, "version": 99, "search_style": {"exploration": 0.1}}
    monkeypatch.setitem(DUEL.__dict__, change, new[change])
    assert make(tmp_path / "results").bouts(contest, 1) != before


def test_a_file_that_is_no_ladder_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "results"
    file.write_text('{"mark": 1}\n')
    with pytest.raises(Refusal, match="Line 1 of"):
        ResultsFile(file)
    assert run(tmp_path).exit_code == 2


# -- report ---------------------------------------------------------------------------------------


def test_a_contest_ends_when_it_is_settled(tmp_path: Path) -> None:
    clear = fill(tmp_path / "clear", lambda contest: [1.0, 1.0])
    even = fill(tmp_path / "even", lambda contest: [1.0, 0.0])
    rung = contests(DUEL)[0]
    assert (rung.one, rung.two, rung.required) == ("black", "white", 0.5)
    assert clear.looks("dojo_duel") == [2, 3, 6, 12, 24] and LOOKS >= 5
    for ladder, units in ((clear, 12), (even, 24)):
        standing = ladder.standing(rung)
        assert standing.settled and standing.share and standing.share.units == units


def test_a_contest_without_bouts_is_a_fault() -> None:
    assert "not played" in Standing(contests(DUEL)[0], None, False).fault


def test_check_names_the_rung_that_does_not_hold(tmp_path: Path) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    fill(good, lambda contest: [1.0, 1.0])
    fill(bad, lambda contest: [1.0, 0.0] if contest.two == "white" else [1.0, 1.0])
    assert run(good, "--check").exit_code == 0
    told = run(bad, "--check")
    assert told.exit_code == 1
    assert "dojo_duel: black against white" in told.stderr and "greedy" not in told.stderr
    assert run(bad).exit_code == 0


def test_the_page_has_a_row_for_each_belt_and_a_picture(tmp_path: Path) -> None:
    fill(tmp_path / "results", lambda contest: [1.0, 1.0])
    assert run(tmp_path / "results", "--page", str(tmp_path / "docs" / "page.md")).exit_code == 0
    text = (tmp_path / "docs" / "page.md").read_text()
    drawn = (tmp_path / "docs" / "img" / "page.svg").read_text()
    assert "| white | 1 | 90 % |  | 100.0 % " in text
    assert "| black | 4 | 0 % | 100.0 % (" in text
    assert "](img/page.svg)" in text and str(tmp_path) not in text
    assert drawn.count("<circle") == 2 and "<title>black: " in drawn


def test_json_and_report_agree(tmp_path: Path) -> None:
    ladder = fill(tmp_path / "results", lambda contest: [1.0, 0.5])
    told = json.loads(run(tmp_path / "results", "--json").stdout)
    assert told == report(ladder)
    assert told["games"][0]["belts"][1]["against"]["white"]["mean"] == 0.75
    assert told["cpu"] == len(list(ladder.results))


def test_a_solo_game_is_compared_on_the_same_deals(tmp_path: Path) -> None:
    ladder = Ladder([SOLO], 4, 1, ResultsFile(tmp_path / "results"))
    given = {"white": 0.2, "black": 0.8, "random": 0.1, "greedy": 0.2, "solver": 0.85}
    for contest in ladder.contests:
        for bout in ladder.bouts(contest, 4):
            said = {"mark": bout.mark, "game": bout.game, "players": list(bout.players), "seed": 1}
            score = given[bout.players[0]]
            more = {"scores": [score], "cpu": 1.0, "turns": {}}
            ladder.results.add({**said, "index": bout.index, **more})
    shares = {(c.one, c.two): ladder.standing(c).share for c in ladder.contests}
    means = {pair: share.mean for pair, share in shares.items() if share}
    assert means["black", "white"] == 1 and means["white", "greedy"] == 0.5
    assert means["black", "solver"] == 0
    told = report(ladder)
    black = told["games"][0]["solo_results"]["players"]["black"]
    assert black["wins"]["mean"] == 1 and black["points"] == pytest.approx(7)
    assert black["to_par"] == pytest.approx(-1) and black["reached"] == 0
    text = page(told, "budokan ladder", "img/x.svg")
    assert "| glory | from par |" in text and "| 7.00 | -1.00 | 0% |" in text
    assert picture(told).count("<circle") == 2


def test_a_game_without_belts_is_refused(two_belts: Callable[[dict[str, Any]], None]) -> None:
    two_belts({})
    told = CliRunner().invoke(main, ["ladder", "--games", "dojo_duel"])
    assert told.exit_code == 2 and "no belts" in told.stderr
