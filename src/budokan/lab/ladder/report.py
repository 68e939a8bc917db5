"""The report on a ladder, as a document."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from budokan.agents.belts import belt_names
from budokan.kit.game import Game
from budokan.lab.ladder.bouts import Times, is_solo, ladder_settings
from budokan.lab.ladder.ladder import HALF, LOOKS, OUTSIDE, Ladder, Standing
from budokan.lab.stats import interval, ratings


def report(ladder: Ladder) -> dict[str, Any]:
    """The whole ladder as a document."""
    standings = [ladder.standing(contest) for contest in ladder.contests]
    return {
        "seed": ladder.seed,
        "matches": ladder.matches,
        "looks": LOOKS,
        "cpu": ladder.cpu(),
        "games": [_game(ladder, game, standings) for game in ladder.games.values()],
        "faults": [standing.fault for standing in standings if standing.fault],
    }


def _game(ladder: Ladder, game: Game, standings: Sequence[Standing]) -> dict[str, Any]:
    own = [standing for standing in standings if standing.contest.game == game.id]
    per = 1 if is_solo(game) else 2
    results = {
        (each.contest.one, each.contest.two): (each.share.mean, per * each.share.units)
        for each in own
        if each.share is not None
    }
    return {
        "game": game.id,
        "title": game.title,
        "solo": is_solo(game),
        "cpu": sum(float(row["cpu"]) for row in ladder.used() if row["game"] == game.id),
        "played": sum(len(row["scores"]) for row in ladder.used() if row["game"] == game.id),
        "belts": [_belt(ladder, game, belt, own) for belt in belt_names(game)],
        "ratings": ratings(results, "random"),
        "solo_results": solo_results(ladder, game) if is_solo(game) else {},
    }


def _belt(ladder: Ladder, game: Game, belt: str, own: Sequence[Standing]) -> dict[str, Any]:
    made, times = game.belts[belt], turn_times(ladder, game, belt)
    return {
        "belt": belt,
        "iterations": int(made.get("iterations") or made["tries"]),
        "slips": int(made.get("slips", 0)),
        "against": {
            each.contest.two: vars(each.share) | {"asked": each.contest.required}
            for each in own
            if each.contest.one == belt and each.share is not None
        },
        "turns": times.turns,
        "mean": times.cpu / max(1, times.turns),
        "p95": times.below(0.95),
        "longest": times.longest,
    }


def turn_times(ladder: Ladder, game: Game, belt: str) -> Times:
    """The times of a belt's turns in all its matches."""
    total = Times()
    for row in ladder.used():
        if row["game"] == game.id and belt in row["turns"]:
            total.add(Times.read(row["turns"][belt]))
    return total


def solo_results(ladder: Ladder, game: Game) -> dict[str, Any]:
    """Wins, points and the distance to par of every player of a solo game.

    The means are over the deals that all have played.
    """
    names = [*belt_names(game), "random", "greedy"] + (["solver"] if game.planner else [])
    found = {name: _scores_of(ladder, game, name) for name in names}
    n = min(len(scores) for scores in found.values())
    if not n:
        return {}
    told: dict[str, Any] = {"deals": n, "unit": points(game, 0.0)[1], "players": {}}
    for name, scores in found.items():
        mine = [points(game, score)[0] for score in scores[:n]]
        row = {
            "wins": vars(interval([float(s > HALF) for s in scores[:n]], 1, OUTSIDE)),
            "points": fmean(mine),
        }
        if game.planner:
            par = [points(game, score)[0] for score in found["solver"][:n]]
            row["to_par"] = fmean(mine) - fmean(par)
            row["reached"] = fmean(
                a >= b for a, b in zip(scores, found["solver"][:n], strict=False)
            )
        told["players"][name] = row
    return told


def _scores_of(ladder: Ladder, game: Game, name: str) -> list[float]:
    """The scores of a player from the first deal to the first one missing."""
    scores: list[float] = []
    while row := ladder.results.find(ladder.bout(game.id, (name,), len(scores))):
        scores.append(float(row["scores"][0]))
    return scores


def points(game: Game, score: float) -> tuple[float, str]:
    """A score in the points of the game, and the name of these."""
    told = ladder_settings(game).get("points", {})
    won = float(told.get("win", 0.0)) if score > HALF else 0.0
    return score * float(told.get("scale", 1.0)) - won, str(told.get("name", "score"))
