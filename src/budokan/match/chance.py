"""Chance: a new generator for every draw, keyed so that nobody can predict it."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence

from budokan.kit.contract import State
from budokan.kit.errors import Refusal
from budokan.kit.rng import Rng

BITS = re.compile(r"[0-9a-f]{32,64}")  # of a player, mixed into the deal


def new_seed() -> str:
    return secrets.token_hex(16)


def is_bits(given: object) -> bool:
    """Whether a value may be mixed into a deal."""
    return isinstance(given, str) and BITS.fullmatch(given) is not None


def commitment(seed: str) -> str:
    """The hash of a seed, shown before the deal: it fixes the seed without revealing it."""
    return hashlib.sha256(seed.encode()).hexdigest()


def key(seed: str, bits: Sequence[str] = ()) -> bytes:
    """The key of the dealer: the seed, mixed with the bits of the players, seat by seat."""
    if not any(bits):
        return seed.encode()
    return hashlib.sha256("\x00".join([seed, *bits]).encode()).digest()


def number(*parts: object) -> int:
    """A seed for a generator, made from any values."""
    text = "\x00".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")


class Dealer:
    """Decides the outcomes of chance in a match."""

    def outcome(self, state: State) -> int:
        """The next outcome of chance."""
        raise NotImplementedError

    def skip(self, state: State) -> None:
        """Count an outcome that was read from a record."""
        raise NotImplementedError


class KeyedDealer(Dealer):
    """Draws from HMAC(key, source, k): the k-th draw of a pile does not depend on other piles."""

    def __init__(self, key: bytes) -> None:
        self._keyed = hmac.new(key, digestmod="sha256")
        self._draws: dict[int, int] = {}  # of each pile

    def outcome(self, state: State) -> int:
        source = state.source()
        k = self._draws.get(source, 0)
        self._draws[source] = k + 1
        keyed = self._keyed.copy()  # in half the time that reading the key again takes
        keyed.update(f"{source}/{k}".encode())
        word = keyed.digest()
        rng = Rng(1)
        rng.reseed(int.from_bytes(word[:7], "big"), int.from_bytes(word[7:14], "big"))
        return state.sample(rng)

    def skip(self, state: State) -> None:
        source = state.source()
        self._draws[source] = self._draws.get(source, 0) + 1


class StreamDealer(Dealer):
    """Draws from one generator, as simulations do; its seed is 'stream:SEED:MATCH'."""

    def __init__(self, seed: int, match: int) -> None:
        self._rng = Rng(1)
        self._rng.reseed(seed, match)

    def outcome(self, state: State) -> int:
        return state.sample(self._rng)

    def skip(self, state: State) -> None:
        state.sample(self._rng)


def stream_seed(seed: int, match: int) -> str:
    return f"stream:{seed}:{match}"


def dealer(seed: str, bits: Sequence[str] = ()) -> Dealer:
    """The dealer for a seed and the players' bits."""
    kind, _, rest = seed.partition(":")
    if kind != "stream":
        return KeyedDealer(key(seed, bits))
    first, _, second = rest.partition(":")
    try:
        return StreamDealer(int(first), int(second))
    except ValueError as error:
        raise Refusal(f"Write the seed {seed[:40]!r} as 'stream:SEED:MATCH'.") from error
