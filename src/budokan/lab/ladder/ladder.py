"""The ladder: every belt of a game against the one below, against random and against greedy.

A pair is two matches on the same deal with seats swapped, at fixed iterations. A contest is looked
at after 1/64, 1/32, ... and all of its pairs, and ends at the first look that settles it. All looks
share the 5 % error of an interval, so it holds although the looks decide when to stop. In a solo
game two players are compared on the same deals.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from budokan.agents.belts import belt_names
from budokan.kit.errors import Refusal
from budokan.kit.game import Game
from budokan.lab.ladder.bouts import Bout, fingerprint, is_solo, ladder_settings, mark, play
from budokan.lab.ladder.results_file import ResultsFile, Row
from budokan.lab.pool import run_tasks
from budokan.lab.stats import Share, interval

LOOKS = 7
OUTSIDE = 0.05 / LOOKS  # the error of each look, so that all together have 5 %
FEWEST = 2  # pairs
HALF = 0.5
MARGIN = 0.01  # above the required share before a contest ends early
WIDTH = 0.25  # of an interval that is narrow enough where no share is required
REQUIRED = 0.55  # of the highest belt against greedy, unless ladder.toml says otherwise


@dataclass(frozen=True)
class Contest:
    """Two players, and the share the first must have for sure; 0 where none is required."""

    game: str
    one: str
    two: str
    required: float = 0.0


@dataclass(frozen=True)
class Standing:
    """The state of a contest at its last look, and whether it is settled."""

    contest: Contest
    share: Share | None
    settled: bool

    @property
    def fault(self) -> str:
        """Why the ladder does not hold here."""
        contest, share = self.contest, self.share
        what = f"{contest.game}: {contest.one} against {contest.two}"
        if share is None:
            return f"{what} is not played yet."
        if contest.required and share.low <= contest.required:
            return f"{what} has a lower bound of {share.low:.1%}, not above {contest.required:.0%}."
        return ""


class Ladder:
    """The contests of some games and their results."""

    def __init__(
        self, games: Sequence[Game], matches: int, seed: int, results: ResultsFile
    ) -> None:
        self.games = {game.id: game for game in games}
        self.matches, self.seed, self.results = matches, seed, results
        for game in games:
            if not belt_names(game):
                raise Refusal(f"{game.title} has no belts; a game states them in its belts.toml.")
        self._fingerprints = {game.id: fingerprint(game) for game in games}
        self._marks: dict[tuple[str, ...], str] = {}
        self.contests = [contest for game in games for contest in contests(game)]

    # -- playing -----------------------------------------------------------------------------

    def looks(self, game: str) -> list[int]:
        """The numbers of pairs, or of deals of a solo game, after which a contest is examined."""
        most = max(FEWEST, self.matches if is_solo(self.games[game]) else self.matches // 2)
        return sorted({max(FEWEST, most >> k) for k in range(LOOKS)})

    def bout(self, game: str, players: tuple[str, ...], index: int) -> Bout:
        key = (game, *players)
        if key not in self._marks:
            self._marks[key] = mark(self.games[game], self._fingerprints[game], players)
        return Bout(game, players, index, self.seed, self._marks[key])

    def bouts(self, contest: Contest, n: int) -> list[Bout]:
        """The bouts behind the first n pairs or deals of a contest."""
        sides: tuple[tuple[str, ...], ...] = ((contest.one, contest.two),)
        if is_solo(self.games[contest.game]):
            sides = ((contest.one,), (contest.two,))
        return [self.bout(contest.game, side, i) for i in range(n) for side in sides]

    def scores(self, contest: Contest, n: int) -> list[float] | None:
        """The first n scores of a contest, or None if some are missing."""
        rows = [self.results.find(bout) for bout in self.bouts(contest, n)]
        known = [fmean(row["scores"]) for row in rows if row is not None]
        if len(known) < len(rows):
            return None
        if len(known) == n:
            return known
        pairs = zip(known[::2], known[1::2], strict=True)
        return [HALF if one == two else float(one > two) for one, two in pairs]

    def standing(self, contest: Contest) -> Standing:
        """The contest at the first look that settles it, or at the last possible one."""
        matches = 1 if is_solo(self.games[contest.game]) else 2
        share, looks = None, self.looks(contest.game)
        for n in looks:
            scores = self.scores(contest, n)
            if scores is None:
                return Standing(contest, share, False)
            share = interval(scores, matches, OUTSIDE)
            if is_settled(contest, share):
                break
        return Standing(contest, share, True)

    def due(self) -> list[Bout]:
        """The bouts missing for the next look at every open contest."""
        wanted: dict[Bout, None] = {}
        for contest in self.contests:
            if not self.standing(contest).settled:
                looks = self.looks(contest.game)
                n = next(n for n in looks if self.scores(contest, n) is None)
                wanted.update(dict.fromkeys(self.bouts(contest, n)))
        return [bout for bout in wanted if self.results.find(bout) is None]

    # -- cost ---------------------------------------------------------------------------------

    def used(self) -> list[Row]:
        """The results that count for these games, belts, weights, rules and seed."""
        marks = set()
        for contest in self.contests:
            marks |= {bout.mark for bout in self.bouts(contest, 1)}
        return [r for r in self.results if r["mark"] in marks and r["seed"] == self.seed]

    def foreign(self) -> int:
        """The number of results of these games with other belts, weights, rules or seed."""
        used = {id(row) for row in self.used()}
        return sum(row["game"] in self.games and id(row) not in used for row in self.results)

    def cpu(self) -> float:
        return sum(float(row["cpu"]) for row in self.used())

    def ahead(self) -> float:
        """CPU seconds still needed if no open contest is settled early."""
        wanted: set[Bout] = set()
        for contest in self.contests:
            if not self.standing(contest).settled:
                wanted.update(self.bouts(contest, self.looks(contest.game)[-1]))
        taken: dict[str, list[float]] = {}
        for row in self.used():
            taken.setdefault(row["mark"], []).append(row["cpu"])
        left = [bout.mark for bout in wanted if self.results.find(bout) is None]
        return sum(fmean(taken.get(mark, [0.0])) for mark in left)


def contests(game: Game) -> list[Contest]:
    """Every belt against the one below, random, greedy and the game's own solver."""
    ranks = belt_names(game)
    others = ["random", "greedy"] + (["solver"] if game.planner and is_solo(game) else [])
    required = 0.0 if is_solo(game) else float(ladder_settings(game).get("greedy", REQUIRED))
    found = [Contest(game.id, one, two, HALF) for two, one in pairwise(ranks)]
    for belt in ranks:
        for other in others:
            top = belt == ranks[-1] and other == "greedy"
            found.append(Contest(game.id, belt, other, required if top else 0.0))
    return found


def is_settled(contest: Contest, share: Share) -> bool:
    """Whether a share settles a contest."""
    if contest.required:
        return share.low > contest.required + MARGIN
    return share.high - share.low <= WIDTH


def play_round(due: Sequence[Bout], results: ResultsFile, jobs: int) -> Iterator[float]:
    """Play bouts and add them to the file; yields the CPU seconds of each."""
    for _, row in run_tasks(play, due, jobs):
        results.add(row)
        yield float(row["cpu"])
