"""Why a move is good: the features of the evaluation by which it stands out."""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from budokan.agents.plain import GreedyAgent
from budokan.kit.contract import CHANCE, State, copy, features_of, first_seat
from budokan.kit.game import Game, Setup
from budokan.kit.rng import Rng
from budokan.match.chance import number

WORLDS = 24  # guessed worlds, the same for every move
LEAST = 0.05  # by which a feature must stand out, in the evaluation's units
SURE = 2.0  # standard errors
MOST = 2  # features to name
STEPS = 200  # until a turn is over
BY_HEURISTIC = -1  # among moves: a turn played by heuristic
WON = "wins the match"


class Feature(NamedTuple):
    """A feature of one seat: its weight for the asking seat, and its words."""

    seat: int
    at: int
    weight: float
    more: str
    less: str


class Reached(NamedTuple):
    """The features of every seat after a move in one world, and whether the move won."""

    features: list[list[int]]
    won: bool


def reasons(
    game: Game,
    setup: Setup,
    view: State,
    seat: int,
    seed: int,
    moves: Sequence[int],
    names: Sequence[str],
) -> dict[int, str]:
    """For each move the one or two features that speak most for it, or ''."""
    sides = game.sides(setup)
    named = list(_features(game, sides, seat, names))
    reached = {move: _worlds(view, seat, seed, move, sides) for move in moves}
    return {move: _reason(named, reached, move) for move in moves}


def reasons_of_turns(
    game: Game,
    setup: Setup,
    view: State,
    seat: int,
    ends: Mapping[int, State],
    names: Sequence[str],
) -> dict[int, str]:
    """The same for whole turns and their ends, compared also with a turn by heuristic."""
    by_heuristic = copy(view)
    by_heuristic.guess(seat, Rng(0))
    _end_turn(by_heuristic, seat)
    named = list(_features(game, game.sides(setup), seat, names))
    seats = range(setup.seats)
    reached = {
        move: [Reached([features_of(end, each) for each in seats], won=False)]
        for move, end in {**ends, BY_HEURISTIC: by_heuristic}.items()
    }
    return {move: _reason(named, reached, move) for move in ends}


def reason_for_end(
    game: Game, setup: Setup, seat: int, better: State, played: State, names: Sequence[str]
) -> str:
    """The one or two features by which the end of a turn is better than another, or ''."""
    named = list(_features(game, game.sides(setup), seat, names))
    one, two = (
        [Reached([features_of(end, each) for each in range(setup.seats)], won=False)]
        for end in (better, played)
    )
    return ", ".join(_favourable(named, one, [two]))


def _reason(named: Sequence[Feature], reached: Mapping[int, Sequence[Reached]], move: int) -> str:
    if all(each.won for each in reached[move]):
        return WON
    others = [reached[other] for other in reached if other != move]
    return ", ".join(_favourable(named, reached[move], others)) if others else ""


def _features(
    game: Game, sides: Sequence[int], seat: int, names: Sequence[str]
) -> Iterator[Feature]:
    """The features with words: the seat's own, and those of the first seat of each other side."""
    words = game.text.get("feature", {})
    against = {side: at for at, side in reversed([*enumerate(sides)]) if side != sides[seat]}
    for at, (name, weight) in enumerate(game.weights.items()):
        more, less = words.get(name, ("", ""))
        if more and less:
            yield Feature(seat, at, float(weight), more, less)
            for other in sorted(against.values()):
                whom = names[other] if len(sides) > 2 else "the opponent"
                share = -float(weight) / len(against)
                yield Feature(other, at, share, f"{more} for {whom}", f"{less} for {whom}")


def _favourable(
    named: Sequence[Feature], own: Sequence[Reached], others: Sequence[Sequence[Reached]]
) -> list[str]:
    """The words of the features by which a move gains most over the mean of the others."""
    found = []
    for feature in named:
        gains = [
            here.features[feature.seat][feature.at]
            - sum(other[at].features[feature.seat][feature.at] for other in others) / len(others)
            for at, here in enumerate(own)
        ]
        mean = sum(gains) / len(gains)
        error = sqrt(sum((gain - mean) ** 2 for gain in gains)) / len(gains)
        if mean * feature.weight >= LEAST and abs(mean) > SURE * error:
            found.append((mean * feature.weight, feature.more if mean > 0 else feature.less))
    found.sort(key=lambda row: -row[0])
    return [words for _, words in found[:MOST]]


def _worlds(view: State, seat: int, seed: int, move: int, sides: Sequence[int]) -> list[Reached]:
    """Where a move leads in guessed worlds, after its turn and the next."""
    found = []
    state = view.blank()
    for world in range(WORLDS):
        rng = Rng(number(seed, "world", world))
        state.copy_from(view)
        state.guess(seat, rng)
        acting = int(state.acting())
        state.apply(seat, move)
        ended = len(sides) > 1 and int(state.settle(rng)) == 0
        won = ended and _share(state, seat, sides) > 0.99
        _play_on(state, acting, rng)
        found.append(Reached([features_of(state, each) for each in range(len(sides))], won))
    return found


def _end_turn(state: State, seat: int) -> None:
    """Play a turn to its end by heuristic."""
    greedy, rng = GreedyAgent(), Rng(0)
    for _ in range(STEPS):
        if state.acting() != 1 << seat:
            return
        state.apply(seat, greedy.choose(state, seat, rng))


def _share(state: State, seat: int, sides: Sequence[int]) -> float:
    return sum(state.score(mate) for mate, side in enumerate(sides) if side == sides[seat])


def _play_on(state: State, before: int, rng: Rng) -> None:
    """Play this turn and the next by heuristic; for a lone player, until chance acts."""
    greedy = GreedyAgent()
    turns = 0
    for _ in range(STEPS):
        acting = int(state.acting())
        if acting == 1 << CHANCE:
            acting = int(state.settle(rng))
            turns += 2 if state.seats == 1 else 0
        if acting not in (0, before):
            turns += 1
            before = acting
        if acting == 0 or turns >= 2:
            return
        seat = first_seat(acting)
        state.apply(seat, greedy.choose(state, seat, rng))
