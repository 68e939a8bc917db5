"""Chance at the table: a fresh generator for every event, keyed so that nobody can foresee it."""

import hashlib
import hmac
import secrets
from collections import Counter

from budokan.kit.core import State
from budokan.kit.rng import Rng


def new_seed() -> str:
    return secrets.token_hex(16)


def number(*parts: object) -> int:
    """A seed for a generator from anything that can be written down."""
    text = "\x00".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")


class Dealer:
    """Whoever carries out chance at a table."""

    def outcome(self, state: State) -> int:
        """What chance does now."""
        raise NotImplementedError

    def skip(self, state: State) -> None:
        """Count an outcome that was read from a record."""
        raise NotImplementedError


class KeyedDealer(Dealer):
    """Draws from HMAC(seed, source, k): the k-th draw of a pile does not depend on other piles."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._draws: Counter[int] = Counter()

    def outcome(self, state: State) -> int:
        source = state.source()
        k = self._draws[source]
        self._draws[source] += 1
        word = hmac.digest(self.seed.encode(), f"{source}/{k}".encode(), "sha256")
        rng = Rng(1)
        rng.reseed(int.from_bytes(word[:7], "big"), int.from_bytes(word[7:14], "big"))
        return state.sample(rng)

    def skip(self, state: State) -> None:
        self._draws[state.source()] += 1


class StreamDealer(Dealer):
    """Draws from one small generator, as simulations do; its seed is 'stream:SEED:MATCH'."""

    def __init__(self, seed: int, match: int) -> None:
        self._rng = Rng(1)
        self._rng.reseed(seed, match)

    def outcome(self, state: State) -> int:
        return state.sample(self._rng)

    def skip(self, state: State) -> None:
        state.sample(self._rng)


def stream_seed(seed: int, match: int) -> str:
    return f"stream:{seed}:{match}"


def dealer(seed: str) -> Dealer:
    """The dealer a seed asks for."""
    kind, _, rest = seed.partition(":")
    if kind == "stream":
        first, _, second = rest.partition(":")
        return StreamDealer(int(first), int(second))
    return KeyedDealer(seed)
