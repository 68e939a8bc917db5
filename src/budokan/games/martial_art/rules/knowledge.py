"""Public knowledge about a fighter's face-down tokens (MA-R63, MA-R64).

A table packs into one number how many tokens of each Effect kind lie at each of six places. A
Knowledge is the set of tables that agree with everything seen so far: a link to the Knowledge
before it, and one event. Its tables are worked out on demand, once for all states that share it.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from budokan.kit.pile import zeros

EFFECTS: Final = 3  # kinds: Energy, Move, Defense
PLACES: Final = 6  # Areas and aside
ASIDE: Final = 5
HEAP: Final = 511  # the three counts of one place
# Table bits of one token: UNIT[3 * place + kind].
UNIT: Final = vec[i64]([8**i for i in range(EFFECTS * PLACES)])

GIVEN: Final = 0  # tables as they are
FRESH: Final = 1  # all tables with these numbers face down and these totals
SHOWN: Final = 2  # (place, heap): the Starting Area shows its Effects
SOWN: Final = 3  # (place, numbers by Area): they were handed out unseen
PLACED: Final = 4  # (place): the set-aside tokens come in
LEAST: Final = 5  # (place, heap): at least these were shown
TAKEN: Final = 6  # (place, kind): one was seen to leave
MISSED: Final = 7  # (place, kind): none was there
MOVED: Final = 8  # (place, place): one went over unseen
SWAPPED: Final = 9  # (place, place): two changed places unseen


@final
class Knowledge:
    """A set of tables, and how it came about.

    Not `acyclic`: links can be long, and only what the collector knows is freed without recursion.
    """

    def __init__(self, before: "Knowledge | None", event: i64, a: i64, b: i64) -> None:
        self.before: Knowledge | None = before
        self.event: i64 = event
        self.a: i64 = a
        self.b: i64 = b
        self.found: list[int] = []

    def tables(self) -> list[int]:
        """All tables, in order."""
        waiting: list[Knowledge] = []
        node: Knowledge | None = self
        while node is not None and not node.found:
            waiting.append(node)
            node = node.before
        while waiting:
            later = waiting.pop()
            earlier = later.before
            later.found = _follow([] if earlier is None else earlier.found, later)
            later.before = None
        return self.found


def given(tables: list[int]) -> Knowledge:
    """The knowledge that follows if exactly these tables are possible."""
    known = Knowledge(None, GIVEN, 0, 0)
    known.found = sorted(set(tables))
    return known


def count(table: i64, place: i64, kind: i64) -> i64:
    """How many tokens of a kind a table has at a place."""
    return (table >> (3 * (EFFECTS * place + kind))) & 7


def heap(table: i64, place: i64) -> i64:
    """The three counts of one place."""
    return (table >> (9 * place)) & HEAP


def fitting(down: int, totals: int) -> list[int]:
    """All tables with given numbers of tokens at each place and of each kind in all.

    `down` has four bits for each place, `totals` three for each kind.
    """
    found = [(0, totals)]
    for place in range(PLACES):
        wanted = down >> (4 * place) & 15
        longer = []
        for table, left in found:
            for taken in _heaps(wanted, left):
                longer.append((table + taken * int(UNIT[3 * place]), left - taken))
        found = longer
    return sorted(table for table, left in found if left == 0)


def _heaps(wanted: int, left: int) -> list[int]:
    """The ways to take a number of tokens from what is left."""
    found = []
    for energy in range(min(wanted, left & 7) + 1):
        for move in range(min(wanted - energy, left >> 3 & 7) + 1):
            defense = wanted - energy - move
            if defense <= left >> 6:
                found.append(energy + 8 * move + 64 * defense)
    return found


def _follow(tables: list[int], known: Knowledge) -> list[int]:
    """The tables after an event."""
    event, a, b = int(known.event), int(known.a), int(known.b)
    if event == FRESH:
        return fitting(a, b)
    if event == SHOWN:
        return [table for table in tables if heap(table, a) == b]
    if event == SOWN:
        return _sown(tables, a, b)
    if event == PLACED:
        return sorted({_placed(table, a) for table in tables})
    if event == LEAST:
        return [table for table in tables if _least(table, a, b)]
    if event == TAKEN:
        return [table - UNIT[3 * a + b] for table in tables if count(table, a, b)]
    if event == MISSED:
        return [table for table in tables if not count(table, a, b)]
    found: set[int] = set()
    for table in tables:
        found.update(_moved(table, a, b) if event == MOVED else _swapped(table, a, b))
    return sorted(found)


def _sown(tables: list[int], place: int, landed: int) -> list[int]:
    """Every way to hand out the tokens of a place, with known numbers for each Area."""
    found: set[int] = set()
    ways: dict[int, list[int]] = {}
    for table in tables:
        shown = int(heap(table, place))
        if shown not in ways:
            ways[shown] = fitting(landed, shown)
        base = table - shown * int(UNIT[3 * place])
        found.update([base + way for way in ways[shown]])
    return sorted(found)


def _placed(table: int, place: int) -> int:
    aside = int(heap(table, ASIDE))
    return int(table - aside * UNIT[3 * ASIDE] + aside * UNIT[3 * place])


def _least(table: int, place: int, least: int) -> bool:
    for kind in range(EFFECTS):
        if count(table, place, kind) < (least >> (3 * kind) & 7):
            return False
    return True


def _moved(table: int, a: int, b: int) -> list[int]:
    return [
        int(table - UNIT[3 * a + kind] + UNIT[3 * b + kind])
        for kind in range(EFFECTS)
        if count(table, a, kind)
    ]


def _swapped(table: int, a: int, b: int) -> list[int]:
    found = []
    for kind in range(EFFECTS):
        for other in range(EFFECTS):
            if count(table, a, kind) and count(table, b, other):
                there = table - UNIT[3 * a + kind] + UNIT[3 * b + kind]
                found.append(int(there - UNIT[3 * b + other] + UNIT[3 * a + other]))
    return found


def least(table_list: list[int]) -> vec[i64]:
    """The least count of each kind at each place over some tables."""
    found = zeros(EFFECTS * PLACES)
    for i in range(EFFECTS * PLACES):
        found[i] = 7
    for each in table_list:
        table: i64 = each
        for i in range(EFFECTS * PLACES):
            n: i64 = (table >> (3 * i)) & 7
            if n < found[i]:
                found[i] = n
    return found


def most(table_list: list[int]) -> vec[i64]:
    """The greatest count of each kind at each place over some tables."""
    found = zeros(EFFECTS * PLACES)
    for each in table_list:
        table: i64 = each
        for i in range(EFFECTS * PLACES):
            n: i64 = (table >> (3 * i)) & 7
            if n > found[i]:
                found[i] = n
    return found
