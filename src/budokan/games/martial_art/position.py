"""Positions of Martial Art as documents: how they are written.

phase       one of phases.PHASES in which somebody is asked
round       the number of the round
first       the seat that began
turn        the Attacker
bonus       true in a bonus turn; again: true if one follows this turn
boards      a line for each seat: the tokens in Areas 1 to 5 and aside, with | between the places;
            tokens that are nowhere are lost; a board left out (or "") is a standard layout
life        five squares for each seat; chi, rage: a number for each seat
spaces      a space such as "-1,0" for each seat, "" if it is out; facing: a direction for each seat
skills      a line for each seat: the Skills in play
styles      the active Style of each seat, or ""
next        the End Skill that works in each seat's next turn, or ""
silenced, tax, reacted   for each seat: Kiai, Harite, a Reaction used in this turn
out         "", ko, technical, ring_out or conceded for each seat
start       the Starting Area, 0 before it is chosen; pile: what it held
hand        tokens still to be put down; landed: Areas that got an Effect token in this sowing
last        the Action token put down last, or ""
moves, free, energy   Moves, free Moves and Energy tokens not used yet
paid        with `harite` = flat: the surcharge is paid
used, boost the Skill of this turn; the End Skill of the turn before
after       Moves after the strike
kind, target, back, collision, pushed   the strike: Action, Area, from behind, spaces of the push
defender, third      who is struck, or ""
reaction    the Skill the Defender reacted with, or ""; third_reaction likewise
defenses, feet   Defense and Move tokens the Defender has shown; third_defenses, third_feet likewise
attack      the roll against the Defender, such as "f n x"; third_attack likewise
defence     the successes of the Defender, such as "n x"; third_defence likewise
winners     the seats that share the win, such as "A C", once it is over
known       for each seat the tables of MA-R64: Energy, Move and Defense at each place, such as
            "010 001 011 100 100 200"; [] (or left out) is every table that fits what is visible
"""

from collections.abc import Sequence

from budokan.games.martial_art.rules import known, phases
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.rules.state import (
    AREAS,
    EFFECTS,
    IN,
    NONE,
    OWN,
    WIDTH,
    Blow,
    Fighter,
)
from budokan.games.martial_art.setup import DIRECTIONS, NAMES
from budokan.kit.contract import State
from budokan.kit.game import Setup
from budokan.kit.notation import SEATS
from budokan.kit.position import Document

OUT = ("", "ko", "technical", "ring_out", "conceded")
CELLS = NAMES
WAYS = tuple(DIRECTIONS)
STRIKING = range(phases.REACT, phases.DISCARD + 1)  # somebody is being struck
SHOWING = range(phases.EFFECTS, phases.SOW + 1)  # the pile is still known exactly


def write(state: State, setup: Setup) -> Document:
    """The position as a document; '?' stands for what a viewer may not know."""
    assert isinstance(state, MartialArt)
    fighters = [state.fighter(seat) for seat in range(setup.seats)]
    kinds, names = list(setup.data["token"]), list(setup.data["skill"])
    document: Document = {
        "phase": phases.PHASES[state.phase],
        "round": int(state.round),
        "first": SEATS[state.first],
        "turn": SEATS[state.turn],
        "bonus": bool(state.bonus),
        "again": bool(state.again),
        "boards": [_board(fighter, kinds) for fighter in fighters],
        "life": [[int(n) for n in fighter.life] for fighter in fighters],
        "chi": [int(fighter.chi) for fighter in fighters],
        "rage": [int(fighter.rage) for fighter in fighters],
        "spaces": [CELLS[f.cell] if f.cell != NONE else "" for f in fighters],
        "facing": [WAYS[fighter.facing] for fighter in fighters],
        "skills": [_skills(state, seat, names) for seat in range(setup.seats)],
        "styles": [_word(names, fighter.style) for fighter in fighters],
        "next": [_word(names, fighter.next) for fighter in fighters],
        "silenced": [bool(fighter.silenced) for fighter in fighters],
        "tax": [int(fighter.tax) for fighter in fighters],
        "reacted": [bool(fighter.reacted) for fighter in fighters],
        "out": [OUT[fighter.out] for fighter in fighters],
    }
    document |= _turn(state, kinds, names)
    document |= _strike(state, kinds, names)
    winners = [SEATS[seat] for seat in range(setup.seats) if state.winners >> seat & 1]
    document["winners"] = " ".join(winners)
    listed = [_known(state, seat) for seat in range(setup.seats)]
    if any(listed):
        document["known"] = listed
    return document


def _word(words: Sequence[str], index: int) -> str:
    return "" if index == NONE else words[index]


def _tokens(tokens: Sequence[int], kinds: Sequence[str]) -> str:
    words = [*kinds, "?"]
    return " ".join(words[kind] for kind in range(WIDTH) for _ in range(tokens[kind]))


def _board(fighter: Fighter, kinds: Sequence[str]) -> str:
    tokens = [int(n) for n in fighter.tokens]
    places = [tokens[WIDTH * p : WIDTH * p + WIDTH] for p in range(known.PLACES)]
    return " | ".join(_tokens(place, kinds) for place in places)


def _skills(state: MartialArt, seat: int, names: Sequence[str]) -> str:
    fighter, base = state.fighter(seat), OWN * state.setting.who[seat]
    words = [names[base + own] for own in range(OWN) if fighter.skills >> own & 1]
    return " ".join(words) or " ".join("?" * int(fighter.chosen))


def _turn(state: MartialArt, kinds: Sequence[str], names: Sequence[str]) -> Document:
    counts = [int(state.landed) >> 4 * area & 15 for area in range(AREAS)]
    landed = [str(area + 1) for area, n in enumerate(counts) for _ in range(n)]
    return {
        "start": int(state.start) + 1,
        "pile": _tokens([int(n) for n in state.pile], kinds),
        "hand": _tokens([int(n) for n in state.hand], kinds),
        "landed": " ".join(landed),
        "last": _word(kinds, state.last),
        "moves": int(state.moves),
        "free": int(state.free),
        "energy": int(state.energy),
        "paid": bool(state.paid),
        "used": _word(names, state.used),
        "boost": _word(names, state.boost),
        "after": int(state.after),
    }


def _strike(state: MartialArt, kinds: Sequence[str], names: Sequence[str]) -> Document:
    return {
        "kind": _word(kinds, state.kind),
        "target": int(state.target) + 1,
        "back": bool(state.back),
        "collision": bool(state.collision),
        "pushed": int(state.pushed),
        "defender": _word(SEATS, state.main.seat),
        "third": _word(SEATS, state.third.seat),
        **_blow("", state.main, names),
        **_blow("third_", state.third, names),
    }


def _blow(prefix: str, blow: Blow, names: Sequence[str]) -> Document:
    n, x = int(blow.n), int(blow.x)
    return {
        f"{prefix}reaction": _word(names, blow.reaction),
        f"{prefix}defenses": int(blow.defenses),
        f"{prefix}feet": int(blow.moves),
        f"{prefix}attack": " ".join("f" * (int(blow.dice) - n - x) + "n" * n + "x" * x),
        f"{prefix}defence": " ".join("n" * int(blow.guard_n) + "x" * int(blow.guard_x)),
    }


def _known(state: MartialArt, seat: int) -> list[str]:
    """The tables of a seat, or none if all that fit are possible."""
    if state.phase < phases.AREA or state.fighter(seat).out != IN:
        return []
    tables = state.known(seat).tables()
    if state.fighter(seat).veiled or tables == all_tables(state, seat).tables():
        return []
    return [_digits(table) for table in tables]


def _digits(table: int) -> str:
    places = range(known.PLACES)
    return " ".join(
        "".join(str(known.count(table, place, kind)) for kind in range(EFFECTS)) for place in places
    )


def all_tables(state: MartialArt, seat: int) -> known.Known:
    """Every table that fits what is visible of a seat, as it was before a sowing under way."""
    fighter = state.fighter(seat)
    down = [int(fighter.down(place)) for place in range(known.PLACES)]
    totals = [sum(int(fighter.at(p, k)) for p in range(known.PLACES)) for k in range(EFFECTS)]
    sows = seat == state.turn and state.phase in SHOWING
    if sows:
        for area in range(AREAS):
            down[area] -= state.landed >> 4 * area & 15
        down[state.start] += sum(int(state.hand[k]) for k in range(EFFECTS))
        down[state.start] += sum(int(state.landed) >> 4 * area & 15 for area in range(AREAS))
        totals = [n + int(state.hand[k]) for k, n in enumerate(totals)]
    packed = sum(n << 4 * place for place, n in enumerate(down))
    fresh = known.Known(None, known.FRESH, packed, sum(n << 3 * k for k, n in enumerate(totals)))
    if not sows:
        return fresh
    shown = sum(int(state.pile[k]) << 3 * k for k in range(EFFECTS))
    return known.Known(fresh, known.SHOWN, state.start, shown)
