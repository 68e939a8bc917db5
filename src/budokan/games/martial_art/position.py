"""Positions of Martial Art as documents.

Tokens named nowhere are lost. A board left out (or "") is a standard layout; `known` left out is
every table that fits what is visible.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from budokan.games.martial_art.rules import arena, knowledge, layout, phases, skills, strike, turn
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.rules.state import (
    AREAS,
    DEFENSE,
    EFFECTS,
    IN,
    KINDS,
    LEARNED,
    MOVE,
    NONE,
    OWN,
    TOKENS,
    WIDTH,
    Blow,
    Fighter,
)
from budokan.games.martial_art.setup import DIRECTIONS, MOST_DICE, SPACE_NAMES, start
from budokan.kit.contract import CHANCE, State, copy, legal_codes
from budokan.kit.errors import Refusal, shortened, suggest
from budokan.kit.game import Setup
from budokan.kit.notation import SEATS
from budokan.kit.position import Document, Field, Reader

OUT = ("", "ko", "technical", "ring_out", "conceded")
WAYS = tuple(DIRECTIONS)
STRIKING = range(phases.REACT, phases.DISCARD + 1)  # somebody is being struck
SHOWING = range(phases.EFFECTS, phases.SOW + 1)  # the pile is still known exactly
BY_CHANCE = (
    phases.REVEAL,
    phases.FIRST,
    phases.ATTACK,
    phases.DEFENCE,
    phases.THIRD_ATTACK,
    phases.THIRD_DEFENCE,
)
BY_DEFENDER = (phases.REACT, phases.DEFEND, phases.DISCARD)
BY_THIRD = (phases.THIRD_REACT, phases.THIRD_DEFEND)
BLACK = (phases.LEARN, phases.REVEAL, phases.TURN, phases.AFTER_FACE)
# Phases in which `enter` does more than ask, or is never called.
NOT_ENTERED = (phases.SOW, phases.GAIN, phases.AFTER_FACE, phases.KIAI, phases.SWAP)
GRANTED = {
    phases.KIAI: skills.NO_ENERGY_USE,
    phases.SWAP: skills.SWAP_EFFECTS,
}


def _blow_fields(prefix: str, who: str) -> dict[str, Field]:
    """The fields of the strike against the Defender, or against the third Character."""
    return {
        f"{prefix}reaction": Field("word", f'the Skill with which {who} reacted, or `""`'),
        f"{prefix}defenses": Field("number", f"the Defense tokens {who} showed"),
        f"{prefix}feet": Field("number", f"the Move tokens {who} showed"),
        f"{prefix}attack": Field("line", f'the roll against {who}: `"f n x"`', order="free"),
        f"{prefix}defence": Field("line", f'the successes of {who}: `"n x"`', order="free"),
    }


FIELDS = {
    "phase": Field(
        "word",
        "learn, reveal, lay, first, area, effects, skill, sow, strike, react, defend, turn, "
        "third_react, third_defend, attack, defence, third_attack, third_defence, gain, discard, "
        "after_step, after_face, end, kiai, swap, style or over",
    ),
    "round": Field("number", "the number of the round"),
    "first": Field("seat", "the seat that began"),
    "turn": Field("seat", "the Attacker"),
    "bonus": Field("flag", "this is a bonus turn"),
    "again": Field("flag", "a bonus turn follows this turn"),
    "boards": Field(
        "places",
        "the tokens in Areas 1 to 5 and aside, with a bar between the places; tokens named nowhere "
        "are lost",
        each=True,
        order="free",
    ),
    "life": Field("numbers", "the squares of the five Life Columns: `[0, 1, 0, 0, 0]`", each=True),
    "chi": Field("number", "the Chi", each=True),
    "rage": Field("number", "the Rage", each=True),
    "spaces": Field("word", 'a space such as `"-1,0"`, `""` if the fighter is out', each=True),
    "facing": Field("word", "a direction: e, ne, nw, w, sw or se", each=True),
    "skills": Field("line", "the Skills in play", each=True, order="free"),
    "styles": Field("word", 'the active Style, or `""`', each=True),
    "next": Field("word", 'the End Skill that works in the next turn, or `""`', each=True),
    "silenced": Field("flag", "hit by Kiai", each=True),
    "tax": Field("number", "the surcharge of Harite", each=True),
    "reacted": Field("flag", "a Reaction was used in this turn", each=True),
    "out": Field("word", '`""`, ko, technical, ring_out or conceded', each=True),
    "start": Field("number", "the Starting Area, 0 before it is chosen"),
    "pile": Field("line", "what the Starting Area held", order="free"),
    "hand": Field("line", "the tokens still to be put down", order="free"),
    "landed": Field("line", "the Areas that got an Effect token in this sowing", order="free"),
    "last": Field("word", 'the Action token put down last, or `""`'),
    "moves": Field("number", "the Moves not used yet"),
    "free": Field("number", "the free Moves not used yet"),
    "energy": Field("number", "the Energy tokens not used yet"),
    "paid": Field("flag", "with `harite = flat`: the surcharge is paid"),
    "used": Field("word", 'the Skill of this turn, or `""`'),
    "boost": Field("word", 'the End Skill of the turn before that works now, or `""`'),
    "after": Field("number", "the spaces left to move after the strike"),
    "kind": Field("word", 'of the strike: its Action token, or `""`'),
    "target": Field("number", "of the strike: the Target Area, 0 if there is none"),
    "back": Field("flag", "of the strike: it comes from behind"),
    "collision": Field("flag", "of the strike: there is a Collision"),
    "pushed": Field("number", "of the strike: the spaces of the push"),
    "defender": Field("seat", 'who is struck, or `""`'),
    "third": Field("seat", 'the third Character of a Collision, or `""`'),
    **_blow_fields("", "the Defender"),
    **_blow_fields("third_", "the third Character"),
    "winners": Field("line", "the seats that share the win, once it is over", order="free"),
    "known": Field(
        "lines",
        "the tables of MA-R64: how many Energy, Move and Defense may lie at each place, "
        '`"010 001 011 100 100 200"`; `[]` is every table that fits',
        each=True,
        order="free",
    ),
}


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
        "spaces": [SPACE_NAMES[f.cell] if f.cell != NONE else "" for f in fighters],
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
    places = [tokens[WIDTH * p : WIDTH * p + WIDTH] for p in range(knowledge.PLACES)]
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
    if state.fighter(seat).veiled or tables == _all_tables(state, seat).tables():
        return []
    return [_digits(table) for table in tables]


def _digits(table: int) -> str:
    places = range(knowledge.PLACES)
    return " ".join(
        "".join(str(knowledge.count(table, place, kind)) for kind in range(EFFECTS))
        for place in places
    )


def _all_tables(state: MartialArt, seat: int) -> knowledge.Knowledge:
    """Every table that fits what is visible of a seat, as it was before a sowing under way."""
    fighter = state.fighter(seat)
    down = [int(fighter.down(place)) for place in range(knowledge.PLACES)]
    totals = [sum(int(fighter.at(p, k)) for p in range(knowledge.PLACES)) for k in range(EFFECTS)]
    sows = seat == state.turn and state.phase in SHOWING
    if sows:
        for area in range(AREAS):
            down[area] -= state.landed >> 4 * area & 15
        down[state.start] += sum(int(state.hand[k]) for k in range(EFFECTS))
        down[state.start] += sum(int(state.landed) >> 4 * area & 15 for area in range(AREAS))
        totals = [n + int(state.hand[k]) for k, n in enumerate(totals)]
    packed = sum(n << 4 * place for place, n in enumerate(down))
    fresh = knowledge.Knowledge(
        None, knowledge.FRESH, packed, sum(n << 3 * k for k, n in enumerate(totals))
    )
    if not sows:
        return fresh
    shown = sum(int(state.pile[k]) << 3 * k for k in range(EFFECTS))
    return knowledge.Knowledge(fresh, knowledge.SHOWN, state.start, shown)


# -- reading -----------------------------------------------------------------------------------


def read(document: Mapping[str, Any], setup: Setup) -> MartialArt:
    """The state of a document; an impossible position is refused."""
    return Reading(document, setup).read()


class Reading:
    """One document on its way to a state."""

    def __init__(self, document: Mapping[str, Any], setup: Setup) -> None:
        self.setup = setup
        self.reader = Reader(document, setup.seats)
        self.state = start(setup)
        self.kinds = list(setup.data["token"])
        self.skill_words = list(setup.data["skill"])
        self.seats = range(setup.seats)

    def read(self) -> MartialArt:
        state, reader = self.state, self.reader
        state.phase = self.phase()
        state.round = reader.number("round", 1, 1, self.setup.options.max_rounds)
        state.first = self.seat("first", 0)
        state.turn = self.seat("turn", int(state.first))
        state.bonus = reader.flag("bonus", False)
        state.again = reader.flag("again", False)
        self.read_skills()
        self.read_boards()
        self.read_bodies()
        self.read_arena()
        self.read_turn()
        self.read_strike()
        self.read_end()
        self.read_known()
        self.ask()
        reader.finish()
        _check(state)
        return state

    def phase(self) -> int:
        asking = [name for i, name in enumerate(phases.PHASES) if i not in phases.SILENT]
        default = phases.PHASES[self.state.phase]
        phase = phases.PHASES.index(asking[self.reader.word("phase", default, asking)])
        if phase in BLACK and not self.state.setting.black:
            raise Refusal(f"phase = {phases.PHASES[phase]!r} needs mode = black.")
        return phase

    def seat(self, name: str, default: int) -> int:
        seat = self.reader.seat(name, default)
        if seat < 0:
            raise Refusal(f"{name} must be a seat.")
        return seat

    # -- fighters -----------------------------------------------------------------------------

    def read_skills(self) -> None:
        """Skills in play, the active Style, and effects for the next turn."""
        state = self.state
        lines = self.reader.hands("skills", self.skill_words)
        styles = self.reader.each("styles", "")
        later = self.reader.each("next", "")
        for seat in self.seats:
            fighter, mark = state.fighter(seat), f"[{SEATS[seat]}]"
            own = [self.own(f"skills{mark}", seat, skill) for skill in lines[seat]]
            if own:
                fighter.skills = sum(1 << skill for skill in set(own))
            elif state.setting.black and state.phase > phases.REVEAL:
                fighter.skills = (1 << LEARNED) - 1
            if state.setting.black:
                fighter.chosen = self.chosen(mark, int(fighter.skills))
            fighter.style = self.skill(f"styles{mark}", seat, styles[seat], self.is_style)
            fighter.next = self.skill(f"next{mark}", seat, later[seat], self.works_later)

    def chosen(self, mark: str, skills: int) -> int:
        chosen = skills.bit_count()
        if chosen > LEARNED or (chosen < LEARNED and self.state.phase != phases.LEARN):
            raise Refusal(f"skills{mark}: a fighter has {LEARNED} Skills, not {chosen} (MA-82).")
        return chosen

    def own(self, name: str, seat: int, skill: int) -> int:
        own = skill - OWN * int(self.state.setting.who[seat])
        if not 0 <= own < OWN:
            raise Refusal(f"{name}: {self.skill_words[skill]} is a Skill of another fighter.")
        return own

    def is_style(self, skill: int) -> bool:
        return self.state.setting.timing[skill] == skills.STYLE

    def is_reaction(self, skill: int) -> bool:
        return self.state.setting.timing[skill] == skills.REACTION

    def is_no_reaction(self, skill: int) -> bool:
        return not self.is_reaction(skill)

    def works_later(self, skill: int) -> bool:
        return self.state.setting.lasts[skill] == skills.NEXT

    def skill(self, name: str, seat: int, word: Any, fits: Callable[[int], bool]) -> int:
        if word == "":
            return NONE
        if word not in self.skill_words:
            hint = suggest(shortened(word), self.skill_words)
            raise Refusal(f"{name}: {shortened(word)} is not a Skill; {hint}")
        skill = self.skill_words.index(word)
        if not self.state.fighter(seat).skills >> self.own(name, seat, skill) & 1:
            raise Refusal(f"{name}: {word} is not in play.")
        if not fits(skill):
            raise Refusal(f"{name}: {word} is a Skill of another kind.")
        return skill

    def named(self, name: str, seat: int, fits: Callable[[int], bool]) -> int:
        """A field that is one Skill of a seat, or ""."""
        words = ["", *self.skill_words]
        return self.skill(name, seat, words[self.reader.word(name, "", words)], fits)

    def action(self, name: str) -> int:
        """A field that is a kind of Action token, or ""."""
        words = self.kinds[EFFECTS:]
        kind = self.reader.word(name, "", ["", *words])
        return kind - 1 + EFFECTS if kind else NONE

    def read_boards(self) -> None:
        for seat, line in enumerate(self.reader.each("boards", "")):
            self.lay(seat, f"boards[{SEATS[seat]}]", line)
        hand = self.tokens("hand")
        for kind in hand:
            self.state.hand[kind] += 1
        for seat in self.seats:
            self.check_board(seat)

    def lay(self, seat: int, name: str, line: Any) -> None:
        state, fighter = self.state, self.state.fighter(seat)
        if not isinstance(line, str) or line.count("|") >= knowledge.PLACES:
            raise Refusal(f"{name} must be a line of up to six places with | between them.")
        if not line and state.phase >= phases.FIRST:
            self.lay_standard(seat)
        for place, tokens in enumerate(line.split("|")):
            for kind in self.reader.line(name, self.kinds, tokens):
                fighter.put(place, kind, 1)
        fighter.laid = 0 if state.phase < phases.LAY else TOKENS
        if state.phase == phases.LAY:
            fighter.laid = sum(int(n) for n in fighter.tokens)

    def lay_standard(self, seat: int) -> None:
        """The first layout in the order of kinds."""
        fighter = self.state.fighter(seat)
        for laid in range(TOKENS):
            fighter.laid = laid
            kind = next(k for k in range(KINDS) if layout.may_lay(self.state, seat, k))
            fighter.put(layout.place_of(laid), kind, 1)

    def check_board(self, seat: int) -> None:
        state, fighter = self.state, self.state.fighter(seat)
        for kind, word in enumerate(self.kinds):
            there = sum(int(fighter.at(place, kind)) for place in range(knowledge.PLACES))
            there += int(state.hand[kind]) if seat == state.turn else 0
            total = int(state.setting.totals[WIDTH * seat + kind])
            if there > total:
                raise Refusal(
                    f"boards[{SEATS[seat]}] has {there} {word} tokens; there are {total}."
                )

    def read_bodies(self) -> None:
        state, reader = self.state, self.reader
        lives = reader.each("life", [0] * AREAS)
        chi, rage = self.gauge("chi"), self.gauge("rage")
        taxes = reader.numbers("tax", 0, 0, MOST_DICE)
        silenced, reacted = self.flags("silenced"), self.flags("reacted")
        for seat in self.seats:
            fighter = state.fighter(seat)
            self.read_life(seat, lives[seat])
            fighter.chi = chi[seat]
            fighter.rage = rage[seat]
            fighter.tax = taxes[seat]
            fighter.silenced = silenced[seat]
            fighter.reacted = reacted[seat]

    def gauge(self, name: str) -> list[int]:
        """The value on a gauge of each seat; left out, it is the starting value."""
        values = self.reader.each(name, None)
        for seat in self.seats:
            most = int(self.state.setting.gauge[seat])
            value = values[seat]
            if value is None:
                values[seat] = int(self.state.fighter(seat).chi)
            elif type(value) is not int or not 0 <= value <= most:
                mark = f"{name}[{SEATS[seat]}] = {shortened(value)}"
                raise Refusal(f"{mark} must be a whole number from 0 to {most}.")
        return values

    def flags(self, name: str) -> list[bool]:
        values = self.reader.each(name, False)
        for seat, value in enumerate(values):
            if not isinstance(value, bool):
                raise Refusal(f"{name}[{SEATS[seat]}] = {shortened(value)} must be true or false.")
        return values

    def read_life(self, seat: int, life: Any) -> None:
        name, last = f"life[{SEATS[seat]}]", self.state.setting.last
        if not isinstance(life, list) or len(life) != AREAS:
            raise Refusal(f"{name} must be a list of five squares.")
        for area, square in enumerate(life):
            most = int(last[AREAS * seat + area])
            if type(square) is not int or not 0 <= square <= most:
                raise Refusal(
                    f"{name}: {shortened(square)} must be a whole number from 0 to {most}."
                )
            self.state.fighter(seat).life[area] = square

    def read_arena(self) -> None:
        state, reader = self.state, self.reader
        starts = [SPACE_NAMES[state.fighter(seat).cell] for seat in self.seats]
        ways = [WAYS[state.fighter(seat).facing] for seat in self.seats]
        outs = reader.each("out", "")
        spaces = reader.each("spaces", None)
        facing = reader.each("facing", None)
        for seat in self.seats:
            fighter, mark = state.fighter(seat), f"[{SEATS[seat]}]"
            fighter.out = self.index(f"out{mark}", outs[seat], OUT)
            fighter.facing = self.index(f"facing{mark}", facing[seat] or ways[seat], WAYS)
            fighter.cell = NONE
            if fighter.out == IN:
                word = starts[seat] if spaces[seat] is None else spaces[seat]
                self.stand(seat, f"spaces{mark}", self.index(f"spaces{mark}", word, SPACE_NAMES))

    def index(self, name: str, word: Any, known_words: Sequence[str]) -> int:
        if word not in known_words:
            raise Refusal(
                f"{name} cannot be {shortened(word)}; {suggest(shortened(word), known_words)}"
            )
        return list(known_words).index(word)

    def stand(self, seat: int, name: str, cell: int) -> None:
        beside = self.state.setting.beside
        if all(beside[6 * cell + way] == NONE for way in range(6)):
            raise Refusal(f"{name} = {SPACE_NAMES[cell]} lies outside the Fighting Area.")
        for other in range(seat):
            if self.state.fighter(other).cell == cell:
                raise Refusal(f"{name} = {SPACE_NAMES[cell]}: {SEATS[other]} stands there.")
        self.state.fighter(seat).cell = cell

    # -- the turn -----------------------------------------------------------------------------

    def tokens(self, name: str) -> list[int]:
        return self.reader.cards(name, self.kinds)

    def read_turn(self) -> None:
        state = self.state
        reader = self.reader
        seat = int(self.state.turn)
        if state.phase >= phases.AREA and state.phase != phases.OVER and not state.is_in(seat):
            raise Refusal("turn must be a seat that is not out.")
        state.start = reader.number("start", 0, 0, AREAS) - 1
        opened = phases.EFFECTS <= state.phase < phases.OVER
        if opened != (state.start != NONE):
            raise Refusal(f"start: the phase {phases.PHASES[state.phase]!r} does not fit.")
        self.read_pile(seat)
        for area in reader.cards("landed", "12345"):
            state.landed += 1 << 4 * area
        state.last = self.action("last")
        early = state.phase == phases.EFFECTS
        state.moves = reader.number("moves", int(state.pile[1]) if early else 0, 0, 20)
        state.free = reader.number("free", 0, 0, 3)
        state.energy = reader.number("energy", int(state.pile[0]) if early else 0, 0, 20)
        state.paid = reader.flag("paid", False)
        state.used = self.named("used", seat, self.is_no_reaction)
        state.boost = self.named("boost", seat, self.works_later)
        state.after = reader.number("after", 0, 0, 5)

    def read_pile(self, seat: int) -> None:
        state = self.state
        pile = self.tokens("pile")
        for kind in pile:
            state.pile[kind] += 1
        if not pile and state.phase in (phases.EFFECTS, phases.SKILL):
            for kind in range(KINDS):
                state.pile[kind] = state.fighter(seat).at(state.start, kind)
        in_hand = sum(int(n) for n in state.hand)
        if (state.phase == phases.SOW) != (in_hand > 0):
            raise Refusal("hand: tokens are in hand in the phase 'sow' and in no other.")
        if any(state.hand[kind] > state.pile[kind] for kind in range(KINDS)):
            raise Refusal("hand must be part of the pile.")
        if state.phase >= phases.SOW:
            state.sown = sum(int(n) for n in state.pile) - in_hand

    def read_strike(self) -> None:
        state, reader = self.state, self.reader
        state.kind = self.action("kind")
        state.target = reader.number("target", 0, 0, AREAS) - 1
        state.back = reader.flag("back", False)
        state.collision = reader.flag("collision", False)
        state.pushed = reader.number("pushed", 0, 0, 2)
        state.main.seat = reader.seat("defender")
        state.third.seat = reader.seat("third")
        struck = state.main.seat != NONE and state.kind != NONE and state.target != NONE
        if state.phase in STRIKING and not struck:
            raise Refusal("A strike under way needs kind, target and defender.")
        if state.phase in BY_THIRD and state.third.seat == NONE:
            raise Refusal("third must be a seat.")
        self.read_blow("", state.main)
        self.read_blow("third_", state.third)
        if state.phase in STRIKING and state.phase >= phases.ATTACK and not state.main.dice:
            state.main.dice = strike.attack_dice(state)

    def read_blow(self, prefix: str, blow: Blow) -> None:
        reader = self.reader
        blow.reaction = self.named(f"{prefix}reaction", max(0, int(blow.seat)), self.is_reaction)
        blow.defenses = reader.number(f"{prefix}defenses", 0, 0, 3)
        blow.moves = reader.number(f"{prefix}feet", 0, 0, 3)
        faces = reader.cards(f"{prefix}attack", "fnx")
        blow.dice = len(faces)
        blow.n = faces.count(1)
        blow.x = faces.count(2)
        guards = reader.cards(f"{prefix}defence", "fnx")
        blow.guard_n, blow.guard_x = guards.count(1), guards.count(2)

    # -- the end ------------------------------------------------------------------------------

    def read_end(self) -> None:
        winners = self.reader.cards("winners", SEATS[: self.setup.seats])
        if (winners != []) != (self.state.phase == phases.OVER):
            raise Refusal("winners: seats can win only in the phase 'over'.")
        for seat in winners:
            self.state.winners |= 1 << seat

    def read_known(self) -> None:
        state = self.state
        listed = self.reader.each("known", [])
        for seat in self.seats:
            if state.phase < phases.AREA:
                continue
            fighter = state.fighter(seat)
            if fighter.out != IN:
                state.learn(seat, knowledge.given([int(fighter.table())]))
            elif listed[seat]:
                state.learn(seat, self.tables(seat, listed[seat]))
            else:
                state.learn(seat, _all_tables(state, seat))

    def tables(self, seat: int, lines: Any) -> knowledge.Knowledge:
        name = f"known[{SEATS[seat]}]"
        possible = _all_tables(self.state, seat).tables()
        for line in lines if isinstance(lines, list) else [lines]:
            if not re.fullmatch(r"[0-7]{3}( [0-7]{3}){5}", str(line)):
                raise Refusal(
                    f"{name}: {shortened(line)} must have three digits for each of six places."
                )
        found = [int(line.replace(" ", "")[::-1], 8) for line in lines]
        for table in found:
            if table not in possible:
                raise Refusal(f"{name}: a table does not fit what is visible.")
        true = self.state.fighter(seat).table()
        if self.state.phase != phases.SOW and true not in found:
            raise Refusal(f"{name} must have the table of the board.")
        return knowledge.given(found)

    def ask(self) -> None:
        """Set the acting seats, which follow from the phase."""
        state, phase = self.state, self.state.phase
        if phase == phases.LEARN:
            state.mask = sum(1 << s for s in self.seats if state.fighter(s).chosen < LEARNED)
        elif phase == phases.LAY and state.setting.black:
            state.mask = sum(1 << s for s in self.seats if state.fighter(s).laid < TOKENS)
        elif phase in BY_CHANCE or phase == phases.LAY:
            state.ask(CHANCE)
        elif phase in BY_DEFENDER:
            state.ask(state.main.seat)
        elif phase in BY_THIRD:
            state.ask(state.third.seat)
        elif phase == phases.OVER:
            state.mask = 0
        else:
            state.ask(state.turn)


# -- what a position must satisfy as a whole ---------------------------------------------------


def _check(state: MartialArt) -> None:
    """Refuse positions that no fight can reach; unlikely ones pass."""
    for seat in range(state.seats):
        _check_tokens(state, seat)
        _check_beaten(state, seat)
    numbers = [state.landed, state.moves, state.energy, state.paid, state.after, *state.pile]
    if state.start == NONE and (any(numbers) or state.last != NONE or state.used != NONE):
        raise Refusal("pile, landed, last, moves, energy, paid, used and after need a start.")
    if state.phase < phases.AREA or state.phase == phases.OVER:
        return
    if len({int(state.setting.team[s]) for s in range(state.seats) if state.is_in(s)}) < 2:
        raise Refusal("out: the fight is over when one side is left (MA-54).")
    _check_sowing(state)
    if state.phase <= phases.STRIKE:
        if state.kind != NONE or state.target != NONE or state.main.seat != NONE:
            raise Refusal("kind, target, defender: nobody has struck yet in this phase.")
    elif state.phase in STRIKING:
        _check_strike(state)
    if state.again and not skills.does(state, state.used, skills.EXTRA_TURN):
        raise Refusal("again: no Skill used in this turn gives a bonus turn (MA-108).")
    _check_asked(state)


def _check_beaten(state: MartialArt, seat: int) -> None:
    life, last = state.fighter(seat).life, state.setting.last
    ended = any(life[area] == last[AREAS * seat + area] for area in range(AREAS))
    if state.is_in(seat) and (ended or strike.severe(state, seat) >= strike.FATAL):
        raise Refusal(f"life[{SEATS[seat]}]: a fighter with this much damage is out.")


# -- what a position must satisfy: tokens --------------------------------------------------------


def _check_tokens(state: MartialArt, seat: int) -> None:
    fighter, name = state.fighter(seat), f"boards[{SEATS[seat]}]"
    there = [int(fighter.all_at(place)) for place in range(knowledge.PLACES)]
    if any(fighter.at(knowledge.ASIDE, kind) for kind in range(EFFECTS, KINDS)):
        raise Refusal(f"{name}: only Effect tokens are set aside (MA-20).")
    if there[knowledge.ASIDE] > 2:
        raise Refusal(f"{name}: two tokens are set aside, not {there[knowledge.ASIDE]} (MA-20).")
    if state.phase < phases.LAY and any(there):
        raise Refusal(f"{name}: no token is laid before the phase 'lay'.")
    if state.phase in (phases.LAY, phases.FIRST):
        _check_layout(state, seat, name)
    elif state.phase >= phases.AREA and fighter.out == IN:
        in_hand = sum(int(n) for n in state.hand) if seat == state.turn else 0
        if sum(there[:AREAS]) + in_hand == 0:
            raise Refusal(f"{name}: a fighter has a token in some Area at any time (MA-R9).")


def _check_layout(state: MartialArt, seat: int, name: str) -> None:
    fighter = state.fighter(seat)
    filled = Counter(int(layout.place_of(laid)) for laid in range(int(fighter.laid)))
    if any(fighter.all_at(place) != filled[place] for place in range(knowledge.PLACES)):
        raise Refusal(f"{name} is not laid place by place (MA-21).")
    if state.phase == phases.FIRST and sum(int(n) for n in fighter.tokens) < TOKENS:
        raise Refusal(f"{name}: all {TOKENS} tokens are laid by now (MA-21).")
    free = 0
    for area in range(AREAS):
        strikes = sum(int(fighter.at(area, kind)) for kind in range(EFFECTS, KINDS))
        if strikes > 1:
            raise Refusal(f"{name}: two Action tokens lie together (MA-22).")
        if state.setting.black and strikes == fighter.all_at(area) == 1:
            raise Refusal(f"{name}: of two tokens in an Area the Effect token is laid first.")
        free += fighter.all_at(area) < 2 and not strikes
    if layout.actions_left(state, seat) > free:
        raise Refusal(f"{name}: the other Action tokens find no place any more (MA-22).")
    if fighter.laid and not state.setting.black and layout.dealt(state) < seat:
        raise Refusal(f"{name}: tokens are dealt seat after seat.")


def _check_sowing(state: MartialArt) -> None:
    """The pile lies in the Starting Area, in hand, or where it was put down."""
    pile, me = [int(n) for n in state.pile], state.fighter(state.turn)
    there = [int(me.at(max(0, state.start), kind)) for kind in range(KINDS)]
    if state.phase in (phases.EFFECTS, phases.SKILL) and pile[:KINDS] != there:
        raise Refusal("pile must be what the Starting Area holds.")
    landed = Counter({a: int(state.landed) >> 4 * a & 15 for a in range(AREAS)})
    if state.phase == phases.SOW:
        put = [pile[kind] - int(state.hand[kind]) for kind in range(KINDS)]
        ways = Counter(int(skills.landing(state, i)) for i in range(1, sum(put) + 1))
        if landed.total() != sum(put[:EFFECTS]) or landed - ways:
            raise Refusal("landed: the Effect tokens put down fell on other Areas (MA-31).")
        if me.all_at(state.start) != ways[int(state.start)]:
            raise Refusal("start: an Area that is sown has been emptied (MA-31).")
        if any(me.down(area) < landed[area] for area in range(AREAS)):
            raise Refusal("landed: such an Area holds an Effect token.")
    elif landed.total():
        raise Refusal("landed: nobody sows in this phase.")
    if state.phase == phases.STRIKE and state.last != NONE and not pile[state.last]:
        raise Refusal("last must be one of the pile.")


# -- what a position must satisfy: the strike ----------------------------------------------------


def _check_strike(state: MartialArt) -> None:
    seat, foe = int(state.turn), int(state.main.seat)
    if state.sown and state.target != skills.aimed(state):
        raise Refusal(f"target: the last token fell on Area {skills.aimed(state) + 1} (MA-35).")
    gone = state.phase == phases.TURN and not state.is_in(foe)
    if foe == seat or not (gone or _beside(state, seat, foe)):
        raise Refusal("defender must stand next to the Attacker (MA-34).")
    if state.third.seat in (seat, foe) or not (
        state.third.seat == NONE or state.is_in(state.third.seat)
    ):
        raise Refusal("third must be a third Character in the fight (MA-100).")
    for prefix, blow in (("", state.main), ("third_", state.third)):
        if blow.seat != NONE:
            _check_blow(state, prefix, blow)


def _beside(state: MartialArt, seat: int, foe: int) -> bool:
    cell, other = state.fighter(seat).cell, state.fighter(foe).cell
    return state.is_in(foe) and arena.direction(state, cell, other) != NONE


def _check_blow(state: MartialArt, prefix: str, blow: Blow) -> None:
    fighter, target = state.fighter(blow.seat), state.target
    feet = fighter.at(target, MOVE)
    if not skills.in_defence(state, blow, skills.MOVE_DEFENCE):
        feet = 0
    if blow.defenses > fighter.at(target, DEFENSE) or blow.moves > feet:
        raise Refusal(f"{prefix}defenses, {prefix}feet: the Target Area has fewer such tokens.")
    main = blow.seat == state.main.seat
    rolled = state.phase >= (phases.ATTACK if main else phases.THIRD_DEFENCE)
    dice = int(strike.attack_dice(state)) if main else 1
    if blow.dice != (dice if rolled or blow.dice else 0):
        raise Refusal(f"{prefix}attack has {blow.dice} dice; this strike has {dice} (MA-38).")
    if blow.guard_n + blow.guard_x > strike.guard_dice(state, blow):
        raise Refusal(f"{prefix}defence has more successes than dice (MA-41).")


# -- what a position must satisfy: somebody is asked ---------------------------------------------


def _check_asked(state: MartialArt) -> None:
    """In this phase the rules must ask a seat, and it must have a legal action."""
    phase, asked = int(state.phase), True
    if phase in GRANTED:
        asked = skills.does(state, state.used, GRANTED[phase]) > 0
    elif phase not in NOT_ENTERED and phase != phases.AREA:
        twin = copy(state)
        assert isinstance(twin, MartialArt)
        twin.mask = 0
        turn.enter(twin, phase)
        asked = twin.mask == state.mask
    seat = int(state.mask).bit_length() - 1
    if not asked or (seat != CHANCE and not legal_codes(state, seat)):
        raise Refusal(f"phase = {phases.PHASES[phase]!r}: nobody has a choice here.")
