"""Positions of Martial Art as documents: how they are read. The fields stand in position.py."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from budokan.games.martial_art import sound
from budokan.games.martial_art.position import CELLS, OUT, STRIKING, WAYS, all_tables
from budokan.games.martial_art.rules import known, layout, phases, skills, strike
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.rules.state import (
    AREAS,
    EFFECTS,
    IN,
    KINDS,
    LEARNED,
    NONE,
    OWN,
    TOKENS,
    WIDTH,
    Blow,
)
from budokan.games.martial_art.setup import MOST_DICE, start
from budokan.kit.contract import CHANCE
from budokan.kit.errors import Refusal, near
from budokan.kit.game import Setup
from budokan.kit.notation import SEATS
from budokan.kit.position import Reader

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
        sound.check(state)
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
        """Skills in play, the active Style, and what works in the next turn."""
        state = self.state
        lines = self.reader.hands("skills", self.skill_words)
        styles, later = self.reader.each("styles", ""), self.reader.each("next", "")
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
            raise Refusal(f"{name} = {word!r} is no Skill: {near(str(word), self.skill_words)}")
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
        if not isinstance(line, str) or line.count("|") >= known.PLACES:
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
            there = sum(int(fighter.at(place, kind)) for place in range(known.PLACES))
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
            fighter.chi, fighter.rage, fighter.tax = chi[seat], rage[seat], taxes[seat]
            fighter.silenced, fighter.reacted = silenced[seat], reacted[seat]

    def gauge(self, name: str) -> list[int]:
        """What stands on a gauge of each seat; left out, it stands where it starts."""
        values = self.reader.each(name, None)
        for seat in self.seats:
            most = int(self.state.setting.gauge[seat])
            value = values[seat]
            if value is None:
                values[seat] = int(self.state.fighter(seat).chi)
            elif type(value) is not int or not 0 <= value <= most:
                mark = f"{name}[{SEATS[seat]}] = {value!r}"
                raise Refusal(f"{mark} must be a whole number from 0 to {most}.")
        return values

    def flags(self, name: str) -> list[bool]:
        values = self.reader.each(name, False)
        for seat, value in enumerate(values):
            if not isinstance(value, bool):
                raise Refusal(f"{name}[{SEATS[seat]}] = {value!r} must be true or false.")
        return values

    def read_life(self, seat: int, life: Any) -> None:
        name, last = f"life[{SEATS[seat]}]", self.state.setting.last
        if not isinstance(life, list) or len(life) != AREAS:
            raise Refusal(f"{name} must be a list of five squares.")
        for area, square in enumerate(life):
            most = int(last[AREAS * seat + area])
            if type(square) is not int or not 0 <= square <= most:
                raise Refusal(f"{name}: {square!r} must be a whole number from 0 to {most}.")
            self.state.fighter(seat).life[area] = square

    def read_arena(self) -> None:
        state, reader = self.state, self.reader
        starts = [CELLS[state.fighter(seat).cell] for seat in self.seats]
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
                self.stand(seat, f"spaces{mark}", self.index(f"spaces{mark}", word, CELLS))

    def index(self, name: str, word: Any, known_words: Sequence[str]) -> int:
        if word not in known_words:
            raise Refusal(f"{name} = {word!r} is not possible: {near(str(word), known_words)}")
        return list(known_words).index(word)

    def stand(self, seat: int, name: str, cell: int) -> None:
        beside = self.state.setting.beside
        if all(beside[6 * cell + way] == NONE for way in range(6)):
            raise Refusal(f"{name} = {CELLS[cell]} lies outside the Fighting Area.")
        for other in range(seat):
            if self.state.fighter(other).cell == cell:
                raise Refusal(f"{name} = {CELLS[cell]}: {SEATS[other]} stands there.")
        self.state.fighter(seat).cell = cell

    # -- the turn -----------------------------------------------------------------------------

    def tokens(self, name: str) -> list[int]:
        return self.reader.cards(name, self.kinds)

    def read_turn(self) -> None:
        state, reader, seat = self.state, self.reader, int(self.state.turn)
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
        blow.dice, blow.n, blow.x = len(faces), faces.count(1), faces.count(2)
        guards = reader.cards(f"{prefix}defence", "fnx")
        blow.guard_n, blow.guard_x = guards.count(1), guards.count(2)

    # -- the end ------------------------------------------------------------------------------

    def read_end(self) -> None:
        winners = self.reader.cards("winners", SEATS[: self.setup.seats])
        if (winners != []) != (self.state.phase == phases.OVER):
            raise Refusal("winners: seats win when the phase is 'over', and then only.")
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
                state.learn(seat, known.given([int(fighter.table())]))
            elif listed[seat]:
                state.learn(seat, self.tables(seat, listed[seat]))
            else:
                state.learn(seat, all_tables(state, seat))

    def tables(self, seat: int, lines: Any) -> known.Known:
        name, possible = f"known[{SEATS[seat]}]", all_tables(self.state, seat).tables()
        for line in lines if isinstance(lines, list) else [lines]:
            if not re.fullmatch(r"[0-7]{3}( [0-7]{3}){5}", str(line)):
                raise Refusal(f"{name}: {line!r} must have three digits for each of six places.")
        found = [int(line.replace(" ", "")[::-1], 8) for line in lines]
        for table in found:
            if table not in possible:
                raise Refusal(f"{name}: a table does not fit what is visible.")
        true = self.state.fighter(seat).table()
        if self.state.phase != phases.SOW and true not in found:
            raise Refusal(f"{name} must have the table of the board.")
        return known.given(found)

    def ask(self) -> None:
        """Who acts follows from the phase."""
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
