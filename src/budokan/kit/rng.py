"""The generator of search and simulation: small, fast, the same compiled and interpreted."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

# MWC64X: p = MULTIPLIER * 2**32 - 1 is a safe prime, the period is about 2**60.
MULTIPLIER: Final = 698769069
WORD: Final = 0xFFFFFFFF


def mix(a: i64, b: i64) -> i64:
    """Scramble two numbers into one word of 32 bits; every product fits into 63 bits."""
    x: i64 = (a ^ (a >> 32) ^ 0x9E3779B9) & WORD
    y: i64 = (b ^ (b >> 32)) & WORD
    for _ in range(3):
        x = (((x ^ (x >> 16)) * 0x45D9F3B) + y) & WORD
        y = (((y ^ (y >> 15)) * 0x2C1B3C6D) + x) & WORD
    return (x ^ (x >> 16)) & WORD


@final
@mypyc_attr(acyclic=True)
class Rng:
    """A generator with one word of state; functions that need chance take one as argument."""

    def __init__(self, seed: i64 = 1) -> None:
        self.state: i64 = 1
        self.reseed(seed, 0)

    def reseed(self, seed: i64, stream: i64) -> None:
        """Start again from a seed and the number of a stream."""
        high: i64 = mix(seed, stream) % (MULTIPLIER - 1)
        self.state = (high << 32) + mix(stream + 1, seed) + 1

    def below(self, n: i64) -> i64:
        """One of the numbers 0 to n - 1."""
        x: i64 = MULTIPLIER * (self.state & WORD) + (self.state >> 32)
        self.state = x
        return (((x ^ (x >> 32)) & WORD) * n) >> 32
