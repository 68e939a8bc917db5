"""The ladder: every belt of a game against the one below, against random and against greedy.

Pairs of matches on the same deal with seats swapped, at fixed iterations. A contest is looked at
when 1/64, 1/32, ... and all of its pairs are played, and ends at the first look that settles it.
All looks share the 5 % that an interval may miss by, so it holds although the looks decide when
to stop. In a solo game two players are compared on the same deals.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from budokan.agents.belts import belt_names
from budokan.kit.errors import Refusal
from budokan.kit.game import Game
from budokan.lab.ladder.bouts import Bout, conditions, ground, is_solo, mark, play
from budokan.lab.ladder.results_file import Book, Row
from budokan.lab.pool import spread
from budokan.lab.stats import Share, interval

LOOKS = 7
OUTSIDE = 0.05 / LOOKS  # by each look, so that all together miss by 5 %
FEWEST = 2  # pairs
HALF = 0.5
MARGIN = 0.01  # above what is asked before a contest ends early
WIDTH = 0.25  # of an interval that is narrow enough where nothing is asked
ASKED = 0.55  # of the highest belt against greedy, unless ladder.toml says otherwise


@dataclass(frozen=True)
class Contest:
    """Two players, and the share that the first must surely have; 0 where none is asked."""

    game: str
    one: str
    two: str
    asked: float = 0.0


@dataclass(frozen=True)
class Standing:
    """What a contest has shown at its last look, and whether it needs another."""

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
        if contest.asked and share.low <= contest.asked:
            return f"{what} has a lower bound of {share.low:.1%}, not above {contest.asked:.0%}."
        return ""


class Ladder:
    """The contests of some games and what a book says about them."""

    def __init__(self, games: Sequence[Game], matches: int, seed: int, book: Book) -> None:
        self.games = {game.id: game for game in games}
        self.matches, self.seed, self.book = matches, seed, book
        for game in games:
            if not belt_names(game):
                raise Refusal(f"{game.title} has no belts; a game states them in its belts.toml.")
        self._grounds = {game.id: ground(game) for game in games}
        self._marks: dict[tuple[str, ...], str] = {}
        self.contests = [contest for game in games for contest in contests(game)]

    # -- what is played -----------------------------------------------------------------------

    def looks(self, game: str) -> list[int]:
        """After how many pairs, or deals of a solo game, a contest is looked at."""
        most = max(FEWEST, self.matches if is_solo(self.games[game]) else self.matches // 2)
        return sorted({max(FEWEST, most >> k) for k in range(LOOKS)})

    def bout(self, game: str, players: tuple[str, ...], index: int) -> Bout:
        key = (game, *players)
        if key not in self._marks:
            self._marks[key] = mark(self.games[game], self._grounds[game], players)
        return Bout(game, players, index, self.seed, self._marks[key])

    def bouts(self, contest: Contest, n: int) -> list[Bout]:
        """What must be played to know the first n pairs or deals of a contest."""
        sides: tuple[tuple[str, ...], ...] = ((contest.one, contest.two),)
        if is_solo(self.games[contest.game]):
            sides = ((contest.one,), (contest.two,))
        return [self.bout(contest.game, side, i) for i in range(n) for side in sides]

    def scores(self, contest: Contest, n: int) -> list[float] | None:
        """The first n scores of a contest, if all are known."""
        rows = [self.book.find(bout) for bout in self.bouts(contest, n)]
        known = [fmean(row["scores"]) for row in rows if row is not None]
        if len(known) < len(rows):
            return None
        if len(known) == n:
            return known
        pairs = zip(known[::2], known[1::2], strict=True)
        return [HALF if one == two else float(one > two) for one, two in pairs]

    def standing(self, contest: Contest) -> Standing:
        """The first look that settles a contest, or the last that was possible."""
        matches = 1 if is_solo(self.games[contest.game]) else 2
        share, looks = None, self.looks(contest.game)
        for n in looks:
            scores = self.scores(contest, n)
            if scores is None:
                return Standing(contest, share, False)
            share = interval(scores, matches, OUTSIDE)
            if is_enough(contest, share):
                break
        return Standing(contest, share, True)

    def due(self) -> list[Bout]:
        """What is missing for the next look at every contest that is not settled."""
        wanted: dict[Bout, None] = {}
        for contest in self.contests:
            if not self.standing(contest).settled:
                looks = self.looks(contest.game)
                n = next(n for n in looks if self.scores(contest, n) is None)
                wanted.update(dict.fromkeys(self.bouts(contest, n)))
        return [bout for bout in wanted if self.book.find(bout) is None]

    # -- what it took -------------------------------------------------------------------------

    def used(self) -> list[Row]:
        """The rows of the book that count."""
        marks = set()
        for contest in self.contests:
            marks |= {bout.mark for bout in self.bouts(contest, 1)}
        return [r for r in self.book if r["mark"] in marks and r["seed"] == self.seed]

    def foreign(self) -> int:
        """How many rows of these games were played with other belts, weights, rules or seed."""
        used = {id(row) for row in self.used()}
        return sum(row["game"] in self.games and id(row) not in used for row in self.book)

    def cpu(self) -> float:
        return sum(float(row["cpu"]) for row in self.used())

    def ahead(self) -> float:
        """CPU seconds that may still be needed, if no open contest is settled early."""
        wanted: set[Bout] = set()
        for contest in self.contests:
            if not self.standing(contest).settled:
                wanted.update(self.bouts(contest, self.looks(contest.game)[-1]))
        taken: dict[str, list[float]] = {}
        for row in self.used():
            taken.setdefault(row["mark"], []).append(row["cpu"])
        left = [bout.mark for bout in wanted if self.book.find(bout) is None]
        return sum(fmean(taken.get(mark, [0.0])) for mark in left)


def contests(game: Game) -> list[Contest]:
    """Every belt against the one below, random, greedy and the game's own solver."""
    ranks = belt_names(game)
    others = ["random", "greedy"] + (["solver"] if game.planner and is_solo(game) else [])
    asked = 0.0 if is_solo(game) else float(conditions(game).get("greedy", ASKED))
    found = [Contest(game.id, one, two, HALF) for two, one in pairwise(ranks)]
    for belt in ranks:
        for other in others:
            top = belt == ranks[-1] and other == "greedy"
            found.append(Contest(game.id, belt, other, asked if top else 0.0))
    return found


def is_enough(contest: Contest, share: Share) -> bool:
    """Whether no further look is needed."""
    if contest.asked:
        return share.low > contest.asked + MARGIN
    return share.high - share.low <= WIDTH


def play_round(due: Sequence[Bout], book: Book, jobs: int) -> Iterator[float]:
    """Play bouts and write them down; the CPU seconds of each."""
    for _, row in spread(play, due, jobs):
        book.add(row)
        yield float(row["cpu"])
