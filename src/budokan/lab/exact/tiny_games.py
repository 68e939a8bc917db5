"""Small versions of all five games: whole matches where the rules allow it, else the last turns.

Unseen cards are dealt in every possible way, so a seat knows in the first position just what a
player would know there.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from budokan.kit.contract import State
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, find
from budokan.lab.exact.tree import Tree

Worlds = list[tuple[int, State]]  # with weights


@dataclass(frozen=True)
class Tiny:
    """A small game."""

    name: str
    game: str
    line: str
    worlds: Callable[[Game], Worlds]
    open_information: bool = False  # nothing is ever hidden

    def tree(self) -> Tree:
        return Tree(self.worlds(find(self.game)), self.open_information)


def deals(cards: str, sizes: Sequence[int]) -> Counter[tuple[str, ...]]:
    """Every way to deal cards to piles of these sizes, with its count."""
    found: Counter[tuple[str, ...]] = Counter()
    for piles in _dealt(cards.split(), sizes):
        found[tuple(" ".join(sorted(pile)) for pile in piles)] += 1
    return found


def _dealt(cards: list[str], sizes: Sequence[int]) -> Iterator[list[list[str]]]:
    if not sizes:
        yield []
        return
    places = range(len(cards))
    for taken in combinations(places, sizes[0]):
        left = [cards[i] for i in places if i not in taken]
        for others in _dealt(left, sizes[1:]):
            yield [[cards[i] for i in taken], *others]


# -- Udaka ----------------------------------------------------------------------------------------


def udaka(game: Game) -> Worlds:
    """The last seven cards of a deciding round, four tokens left: two each, three to draw."""
    setup = game.setup(2, {"rounds_to_win": 1})
    table = {
        "phase": "draw",
        "turn": "A",
        "dealer": "B",
        "tokens": [2, 2],
        "boxes": "0 0 0 2 0 1 1 0",
        "pile": "9",
    }
    return [
        (n, game.read({**table, "hands": [a, b], "draw": left}, setup))
        for (a, b, left), n in deals("A A 5 5 5 7 7", (2, 2, 3)).items()
    ]


# -- Dojo Duel ------------------------------------------------------------------------------------

DECK = "14 wild_swing, 1 turtle_shell"
VALUES = {"wild_swing": {"yang": 7, "yin": 0}, "turtle_shell": {"yang": 0, "yin": 9}}


def _dojo(game: Game, **switches: str) -> Worlds:
    given = {"start_points": 10, "deck_rules": "size_only", "open_decklists": True, **switches}
    decks = {seat: {"deck": DECK} for seat in range(2)}
    return [(1, game.start(game.setup(2, given, decks, {"card": VALUES})))]


def dojo_window(game: Game) -> Worlds:
    """A whole match: fourteen equal blows and one shell, ten points."""
    return _dojo(game)


def dojo_secret(game: Game) -> Worlds:
    """A whole match with kickers chosen in secret."""
    return _dojo(game, kicker_mode="simultaneous")


# -- Kenpo Masters --------------------------------------------------------------------------------


def kenpo(game: Game, turn: int) -> Worlds:
    """The last turns, face to face: of four cards each holds two."""
    setup = game.setup(2, {"turn_cap": 20})
    table = {"turn": "A", "turn_number": turn, "squares": ["b2", "b3"], "scores": [16, 16]}
    own = deals("block block front_kick round_kick", (2, 2)).items()
    return [
        (n * m, game.read({**table, "hands": [a, b], "decks": [left, right]}, setup))
        for ((a, left), n), ((b, right), m) in product(own, own)
    ]


# -- Master Udo and Martial Art: nothing is hidden -------------------------------------------------


def udo(game: Game) -> Worlds:
    """The last master, one heart uncovered, three turns, three cards."""
    setup = game.setup(1, {"max_turns_per_fight": 3})
    table = {
        "phase": "reveal",
        "road": "turtle lightspeed mantis",
        "master": "drunken",
        "covered": "1 2",
        "charge": 2,
        "hand": "udo_left_arm udo_right_arm udo_right_leg",
        "deck": "left_arm right_arm body wild",
    }
    return [(1, game.read(table, setup))]


def _fight(game: Game, boards: Sequence[str], **table: Any) -> Worlds:
    """The last round of a duel between Igor and Li-Ming."""
    fighters: Mapping[int, Mapping[str, str]] = {0: {"fighter": "igor"}, 1: {"fighter": "li_ming"}}
    setup = game.setup(2, {}, fighters)
    standing = {
        "phase": "area",
        "first": "A",
        "turn": "A",
        "round": 50,
        "spaces": ["0,0", "1,0"],
        "facing": ["e", "w"],
        "life": [[3, 3, 0, 0, 0], [3, 3, 0, 0, 0]],
        "boards": list(boards),
    }
    return [(1, game.read({**standing, **table}, setup))]


def fight_energy(game: Game) -> Worlds:
    return _fight(
        game, ["energy punch | | energy lock | | | ", "energy kick | | | punch energy | | "]
    )


def fight_guard(game: Game) -> Worlds:
    return _fight(
        game, ["defense punch | | defense lock | | | ", "defense kick | | | punch defense | | "]
    )


TINY = (
    Tiny("udaka", "udaka", "the last seven cards of a round", udaka),
    Tiny("dojo_duel", "dojo_duel", "a whole match with decks of two kinds", dojo_window),
    Tiny("dojo_duel_secret", "dojo_duel", "the same, kickers chosen in secret", dojo_secret),
    Tiny("kenpo_masters", "kenpo_masters", "the last two turns", lambda game: kenpo(game, 19)),
    Tiny("kenpo_masters_3", "kenpo_masters", "the last three turns", lambda game: kenpo(game, 18)),
    Tiny(
        "master_udo", "master_udo", "the last heart of the last master", udo, open_information=True
    ),
    Tiny(
        "martial_art_skills",
        "martial_art",
        "the last round, Energy tokens",
        fight_energy,
        open_information=True,
    ),
    Tiny(
        "martial_art_guard",
        "martial_art",
        "the last round, Defense tokens",
        fight_guard,
        open_information=True,
    ),
)


def tiny_games(game: str) -> list[Tiny]:
    """The small games of a game, or the one with that name."""
    found = [tiny for tiny in TINY if game in (tiny.game, tiny.name)]
    if not found:
        raise Refusal(f"{find(game).title} has no small game.")
    return found
