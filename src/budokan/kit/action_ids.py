"""What seats can do, numbered without gaps: the actions of learning agents.

Codes also number what chance does and what veiled entries show; ids leave that out.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from budokan.kit.contract import CODES, ROOM, State
from budokan.kit.pile import zeros

NO_ID: Final = -1


@final
class ActionIds:
    """The ids of a game's actions; they are the same in all its matches, whatever the cards."""

    def __init__(self, codes: list[int]) -> None:
        self.size: i64 = len(codes)
        self.code: vec[i64] = vec[i64](codes)  # by id
        self.id: vec[i64] = vec[i64]([NO_ID] * CODES)  # by code
        for i in range(len(codes)):
            self.id[codes[i]] = i
        self.codes: vec[i64] = zeros(ROOM)

    def legal(self, state: State, seat: i64, out: vec[i64]) -> i64:
        """Write the ids of a seat's legal actions in order, and return how many."""
        id = self.id
        n = state.legal(seat, self.codes)
        for i in range(n):
            one = id[self.codes[i]]
            j = i
            while j > 0 and out[j - 1] > one:
                out[j] = out[j - 1]
                j -= 1
            out[j] = one
        return n


def legal_ids(ids: ActionIds, state: State, seat: i64) -> list[int]:
    """The ids of a seat's legal actions, in order."""
    out = zeros(ROOM)
    return [int(out[i]) for i in range(ids.legal(state, seat, out))]


def mask_of(ids: ActionIds, state: State, seat: i64) -> vec[u8]:
    """1 for each id that is legal."""
    mask = vec[u8]([0] * int(ids.size))
    for id in legal_ids(ids, state, seat):
        mask[id] = 1
    return mask
