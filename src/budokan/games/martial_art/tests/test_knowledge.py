"""Public knowledge about hidden tokens, worked out a second time from the story (MA-R64)."""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

import pytest

from budokan.games.martial_art import GAME
from budokan.games.martial_art.rules import knowledge, phases
from budokan.games.martial_art.rules.actions import SWAP
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.kit.contract import CHANCE, copy, legal_codes
from budokan.kit.entries import Recorder, parse_entry, seats_of
from budokan.kit.rng import Rng
from budokan.kit.words import Event

ENERGY = 0
MOVE = 1
DEFENSE = 2
ASIDE = 5
CRANE = GAME.notation.parse("skill cranes_serenity")
NEGATIVA = list(GAME.data["skill"]).index("negativa")
# How many Energy, Move and Defense tokens lie in Areas 1 to 5 and aside.
Heap = tuple[int, int, int]
Table = tuple[Heap, ...]


def with_heap(table: Table, place: int, kind: int, more: int) -> Table:
    heap = list(table[place])
    heap[kind] += more
    return (*table[:place], (heap[0], heap[1], heap[2]), *table[place + 1 :])


def moved(table: Table, kind: int, a: int, b: int) -> Table:
    return with_heap(with_heap(table, a, kind, -1), b, kind, 1)


def fitting(down: list[int], totals: list[int]) -> set[Table]:
    """All tables with so many hidden tokens at each place and so many of each kind."""
    if not down:
        return {()} if not any(totals) else set()
    found = set()
    for e, m in product(range(down[0] + 1), repeat=2):
        d = down[0] - e - m
        rest = [totals[0] - e, totals[1] - m, totals[2] - d]
        if d >= 0 and min(rest) >= 0:
            found |= {((e, m, d), *table) for table in fitting(down[1:], rest)}
    return found


def handed_out(table: Table, heap: Heap, areas: list[int]) -> set[Table]:
    """Every way to put these tokens down, one in each of these Areas."""
    tables = {(table, heap)}
    for area in areas:
        tables = {
            (
                with_heap(each, area, kind, 1),
                (hand[0] - (kind == 0), hand[1] - (kind == 1), hand[2] - (kind == 2)),
            )
            for each, hand in tables
            for kind in range(3)
            if hand[kind]
        }
    return {each for each, _ in tables}


class Watcher:
    """Follows a match by its events alone."""

    def __init__(self, options: Any) -> None:
        self.options = options
        self.tables: dict[int, set[Table]] = {}
        self.start = self.target = 0
        self.shown: Heap = (0, 0, 0)
        self.areas: list[int] = []

    def begin(self, state: MartialArt, seats: int) -> None:
        for seat in range(seats):
            fighter = state.fighter(seat)
            down = [int(fighter.down(place)) for place in range(6)]
            totals = [sum(int(fighter.at(place, kind)) for place in range(6)) for kind in range(3)]
            self.tables[seat] = fitting(down, totals)

    def keep(self, seat: int, tables: Iterable[Table]) -> None:
        self.tables[seat] = set(tables)

    def hear(self, event: Event) -> None:
        name = GAME.events[event.kind]
        if name not in ("shows", "sow_effect", "sow_action", "energy", "step", "face", "buy"):
            self.sown(name, event.seat)
        seen = getattr(self, f"on_{name}", None)
        if seen is not None:
            seen(event.seat, event.a, event.b)

    def sown(self, name: str, seat: int) -> None:
        """The pile has been shown and put down once something else happens."""
        if name in ("strike", "hold", "conceded"):
            s, heap = self.start, self.shown
            empty = (0, 0, 0)
            fit = [t for t in self.tables[seat] if t[s] == heap]
            bare = {(*t[:s], empty, *t[s + 1 :]) for t in fit}
            self.keep(seat, (new for t in bare for new in handed_out(t, heap, self.areas)))

    def on_area(self, seat: int, area: int, tokens: int) -> None:
        self.start = area
        self.shown = (0, 0, 0)
        self.areas = []

    def on_shows(self, seat: int, kind: int, area: int) -> None:
        e, m, d = self.shown
        self.shown = (e + (kind == ENERGY), m + (kind == MOVE), d + (kind == DEFENSE))

    def on_sow_effect(self, seat: int, kind: int, area: int) -> None:
        self.areas.append(area)

    def on_strike(self, seat: int, kind: int, area: int) -> None:
        self.target = area

    def on_place(self, seat: int, tokens: int, area: int) -> None:
        for kind in range(3):
            for _ in range(2):
                self.keep(
                    seat,
                    (
                        moved(t, kind, ASIDE, area) if t[ASIDE][kind] else t
                        for t in self.tables[seat]
                    ),
                )

    def on_react(self, seat: int, skill: int, _: int) -> None:
        if skill == NEGATIVA and not self.options.allow_pointless_skill:
            self.keep(seat, (t for t in self.tables[seat] if t[self.target][MOVE]))

    def on_defend(self, seat: int, defenses: int, moves: int) -> None:
        heaps = self.tables[seat]
        a = self.target
        self.keep(seat, (t for t in heaps if t[a][DEFENSE] >= defenses and t[a][MOVE] >= moves))

    def on_discard(self, seat: int, kind: int, area: int) -> None:
        heaps = self.tables[seat]
        self.keep(seat, (with_heap(t, area, kind, -1) for t in heaps if t[area][kind]))

    def searched(self) -> list[int]:
        areas = [(self.target + n) % 5 for n in range(5)]
        return areas if self.options.reserve_safe else [*areas, ASIDE]

    def on_lose(self, seat: int, kind: int, place: int) -> None:
        if kind > DEFENSE:
            return
        before = self.searched()[: self.searched().index(place)]
        fit = (t for t in self.tables[seat] if not any(t[p][kind] for p in before))
        self.keep(seat, (with_heap(t, place, kind, -1) for t in fit if t[place][kind]))

    def on_lose_none(self, seat: int, kind: int, _: int) -> None:
        if kind <= DEFENSE:
            heaps = self.tables[seat]
            self.keep(seat, (t for t in heaps if not any(t[p][kind] for p in self.searched())))

    def on_trade(self, seat: int, a: int, b: int) -> None:
        heaps = self.tables[seat]
        self.keep(seat, (moved(t, kind, a, b) for t in heaps for kind in range(3) if t[a][kind]))

    on_shift = on_trade

    def on_swap(self, seat: int, a: int, b: int) -> None:
        self.keep(
            seat,
            (
                moved(moved(t, k, a, b), other, b, a)
                for t in self.tables[seat]
                for k, other in product(range(3), repeat=2)
                if t[a][k] and t[b][other]
            ),
        )


def unpacked(state: MartialArt, seat: int) -> set[Table]:
    return {
        tuple(
            (
                int(knowledge.count(table, place, 0)),
                int(knowledge.count(table, place, 1)),
                int(knowledge.count(table, place, 2)),
            )
            for place in range(6)
        )
        for table in state.known(seat).tables()
    }


def choose(state: MartialArt, seat: int, rng: Rng) -> int:
    """Mostly by heuristic, sometimes at random; tokens change places whenever they can."""
    codes = legal_codes(state, seat)
    if codes[-1] >= SWAP:
        codes = [code for code in codes if code >= SWAP]
    elif CRANE in codes:
        return CRANE
    elif rng.below(4):
        best = max(int(state.heuristic(seat, code)) for code in codes)
        codes = [code for code in codes if int(state.heuristic(seat, code)) == best]
    return codes[rng.below(len(codes))]


# Options, fighters, Skills and Styles.
TABLES: list[tuple[Mapping[str, Any], dict[str, str], list[str]]] = [
    (
        {"mode": "black"},
        {
            "li_ming": "cranes_serenity leopards_fury dragons_breath",
            "kimberley": "tamejhiwari goju mae_tobi_geri",
        },
        ["", "goju"],
    ),
    (
        {"mode": "black", "reserve_safe": True},
        {"wonja": "kon_muay_kee khai_kong tei_tat", "ricardo": "negativa macaco samba_de_viola"},
        ["kon_muay_kee", ""],
    ),
    (
        {"mode": "white", "sow_skip_start": True},
        {"igor": "hook uppercut", "hirumasa": "gassho_hineri oniyama"},
        ["", ""],
    ),
    (
        {"mode": "black", "allow_pointless_skill": True},
        {
            "kimberley": "tamejhiwari goju mae_tobi_geri",
            "ricardo": "negativa macaco samba_de_viola",
            "wonja": "kon_muay_kee khai_kong tei_tat",
            "igor": "jabs dancer hook",
        },
        ["goju", "", "kon_muay_kee", "dancer"],
    ),
]


@pytest.mark.parametrize(("options", "skills", "styles"), TABLES)
@pytest.mark.parametrize("seed", [1, 2])
def test_ma_r64_public_knowledge(
    options: Mapping[str, Any], skills: dict[str, str], styles: list[str], seed: int
) -> None:
    """MA-R5, MA-R63, MA-R64: the rules keep exactly what a watcher can work out."""
    seats = len(skills)
    setup = GAME.setup(seats, options, {i: {"fighter": name} for i, name in enumerate(skills)})
    energy = {"chi": [3] * seats, "rage": [3] * seats}
    position = {"phase": "area", "skills": list(skills.values()), "styles": styles} | energy
    state = GAME.read(position, setup)
    assert isinstance(state, MartialArt)
    watcher = Watcher(setup.options)
    rng = Rng(seed)
    compared = 0
    watcher.begin(state, seats)
    state.events = recorder = Recorder()
    while state.acting() and compared < 40:
        seat = seats_of(state.acting())[0]
        state.apply(seat, state.sample(rng) if seat == CHANCE else choose(state, seat, rng))
        for event in recorder.events:
            watcher.hear(event)
        recorder.events.clear()
        if state.phase == phases.AREA:
            compared += 1
            for each in range(seats):
                if state.is_in(each):
                    assert unpacked(state, each) == watcher.tables[each]
    assert compared > 5


E23 = [
    "move headbutt | defense punch | move defense | energy lock | energy punch | energy energy",
    "energy punch | defense kick | move kick | energy punch | energy defense | move defense",
    "defense kick | energy punch | energy kick | defense punch | move headbutt | energy move",
]


def test_ma_e23_the_numbers() -> None:
    """MA-E23: 173, 21, 41, 41, 24 and 12 tables, and what is certain in the end."""
    setup = GAME.setup(3, {"mode": "black"}, {0: {"fighter": "igor"}, 2: {"fighter": "wonja"}})
    position = {
        "phase": "area",
        "spaces": ["0,0", "1,0", "0,1"],
        "facing": ["e", "w", "nw"],
        "boards": E23,
    }
    state = GAME.read(position, setup)
    assert isinstance(state, MartialArt)
    counts = [len(unpacked(state, 0))]
    for entries in (
        ["A area 3"],
        ["A face e", "A sow defense"],
        ["A hold"],
        ["B area 2", "B face w", "B sow defense", "B strike A", "A defend 1 0"],
        ["* roll ff", "* roll ff", "C area 1", "C face nw", "C sow defense", "C strike A"],
        ["A defend 0 0", "* roll nn"],
    ):
        for entry in entries:
            state.apply(*parse_entry(GAME.notation, 3, entry))
        counts.append(len(unpacked(state, 0)))
    assert counts == [173, 21, 41, 41, 24, 24, 12]
    tables = unpacked(state, 0)
    assert all(t[2][MOVE] == t[3][MOVE] == 0 for t in tables)
    assert all(t[2][ENERGY] >= 1 and t[3][DEFENSE] >= 1 for t in tables)
    seen = copy(state)
    seen.observe(1)
    assert isinstance(seen, MartialArt)
    assert unpacked(seen, 0) == tables


def test_ma_r59_no_giving_up_between_two_tokens() -> None:
    """MA-R59: at one's own decisions, but the order of sowing is one decision."""
    boards = [
        "energy headbutt | energy defense punch | energy move | energy lock | move punch | defense",
        "energy kick | defense punch | energy kick | defense punch | energy defense | move move",
    ]
    position = {"phase": "area", "spaces": ["0,0", "1,0"], "boards": boards}
    state = GAME.read(position, GAME.setup(2, None, {0: {"fighter": "igor"}}))
    free = [state.can_resign(0)]
    for entry in ("A area 2", "A ready", "A sow energy", "A sow defense", "A strike B"):
        state.apply(*parse_entry(GAME.notation, 2, entry))
        free.append(state.can_resign(0))
    assert free == [True, True, True, False, True, False]
    assert not state.can_resign(1)


def test_least_and_most_of_each_kind() -> None:
    """MA-R64: bounds at every place over all the layouts that are possible."""
    one = int(knowledge.UNIT[1] + 2 * knowledge.UNIT[4] + knowledge.UNIT[17])
    two = int(knowledge.UNIT[1] + knowledge.UNIT[4] + 2 * knowledge.UNIT[9])
    tables = [one, two]
    assert {i: int(n) for i, n in enumerate(knowledge.least(tables)) if n} == {1: 1, 4: 1}
    most = {i: int(n) for i, n in enumerate(knowledge.most(tables)) if n}
    assert most == {1: 1, 4: 2, 9: 2, 17: 1}
