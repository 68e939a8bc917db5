"""How a seat of Udaka stands, as numbers for the evaluation to weigh."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.games.udaka.rules.state import ACE, JOKER, KING, MOST_HELD, Table

SIZE: Final = 8
LATE: Final = 8  # with fewer cards in the draw pile the round ends soon


def features(table: Table, seat: i64, out: vec[i64]) -> i64:
    """Rounds, tokens, tokens late in a round, UDAKA token, Joker, King, Aces, the turn."""
    for i in range(SIZE):
        out[i] = 0
    out[0] = table.wins[seat]
    out[1] = table.points(seat)
    if table.deck_n < LATE:
        out[2] = table.points(seat)
    if table.udaka == seat:
        out[3] = 1
    if not table.is_hidden(seat):
        for i in range(seat * MOST_HELD, seat * MOST_HELD + table.held[seat]):
            rank = table.hand[i]
            if rank == JOKER:
                out[4] += 1
            elif rank == KING:
                out[5] += 1
            elif rank == ACE:
                out[6] += 1
    if table.turn == seat:
        out[7] = 1
    return SIZE
