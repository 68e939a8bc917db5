"""Two tiny games with known solutions: Kuhn's poker, and a die that may be rolled again."""

from librt.vecs import vec
from mypy_extensions import i64

from budokan.kit.contract import CHANCE, HIDDEN, State
from budokan.kit.rng import Rng

PASS, BET, DEAL, VEILED = 0, 1, 2, 9


class Toy(State):
    """The common part of both: numbers in a list, and no heuristic."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.cards = [HIDDEN] * seats
        self.bets: list[int] = []

    def why_not(self, seat: i64, action: i64) -> i64:
        return 1

    def source(self) -> i64:
        return 0

    def heuristic(self, seat: i64, action: i64) -> i64:
        return 0

    def commit_count(self) -> i64:
        return len(self.bets)

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Toy)
        self.cards, self.bets = list(other.cards), list(other.bets)

    def encode(self) -> list[int]:
        return [*self.cards, *self.bets]

    def sample(self, rng: Rng) -> i64:
        left = self.left()
        return DEAL + left[rng.below(len(left))]

    def odds(self, out: vec[i64], weight: vec[i64]) -> i64:
        left = self.left()
        for i, card in enumerate(left):
            out[i], weight[i] = DEAL + card, 1
        return len(left)

    def left(self) -> list[int]:
        """What chance may deal or roll."""
        raise NotImplementedError


class Kuhn(Toy):
    """Three cards, one each; a bet may be called, the higher card wins 1 or, after a call, 2."""

    def __init__(self) -> None:
        super().__init__(2)
        self.dealt = 0

    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        assert isinstance(other, Kuhn)
        self.dealt = other.dealt

    def encode(self) -> list[int]:
        return [self.dealt, *super().encode()]

    def left(self) -> list[int]:
        return [card for card in range(3) if card not in self.cards]

    def over(self) -> bool:
        return self.bets in ([0, 0], [1, 0], [1, 1], [0, 1, 0], [0, 1, 1])

    def acting(self) -> i64:
        if self.dealt < 2:
            return 1 << CHANCE
        return 0 if self.over() else 1 << len(self.bets) % 2

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        out[0], out[1] = PASS, BET
        return 2

    def apply(self, seat: i64, action: i64) -> None:
        if seat == CHANCE:
            self.cards[self.dealt] = action - DEAL
            self.dealt += 1
        else:
            self.bets.append(int(action))

    def score(self, seat: i64) -> float:
        """From -2 to 2, as 0 to 1."""
        higher = 1 if self.cards[0] > self.cards[1] else -1
        if self.bets == [0, 0]:
            won = higher
        elif self.bets[-1] == BET:
            won = 2 * higher
        else:
            won = 1 if len(self.bets) == 2 else -1
        return (2 + (won if seat == 0 else -won)) / 4

    def observe(self, seat: i64) -> None:
        for other in range(2):
            if other != seat:
                self.cards[other] = HIDDEN

    def seen(self, viewer: i64, seat: i64, action: i64) -> i64:
        return VEILED if seat == CHANCE and viewer != self.dealt else action

    def guess(self, seat: i64, rng: Rng) -> None:
        for other in range(self.dealt):
            if self.cards[other] == HIDDEN:
                left = self.left()
                self.cards[other] = left[rng.below(len(left))]

    def blank(self) -> State:
        return Kuhn()


class Reroll(Toy):
    """A die; what lies may be kept, or once rolled again."""

    def __init__(self) -> None:
        super().__init__(1)

    def left(self) -> list[int]:
        return [1, 2, 3, 4, 5, 6]

    def acting(self) -> i64:
        if self.cards[0] == HIDDEN:
            return 1 << CHANCE
        return 0 if self.bets else 1

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        out[0], out[1] = PASS, BET
        return 2

    def apply(self, seat: i64, action: i64) -> None:
        if seat == CHANCE:
            self.cards[0] = action - DEAL
        else:
            self.bets.append(int(action))
            if action == BET:
                self.cards[0] = HIDDEN

    def score(self, seat: i64) -> float:
        return self.cards[0] / 6

    def observe(self, seat: i64) -> None:
        """Nothing is hidden."""

    def seen(self, viewer: i64, seat: i64, action: i64) -> i64:
        return action

    def guess(self, seat: i64, rng: Rng) -> None:
        """Nothing is hidden."""

    def blank(self) -> State:
        return Reroll()
