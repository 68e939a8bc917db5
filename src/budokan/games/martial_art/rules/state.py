"""The table of Martial Art: fighters, the turn, the strike under way."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.games.martial_art.rules.actions import ROLLS
from budokan.games.martial_art.rules.knowledge import GIVEN, PLACES, UNIT, Knowledge
from budokan.kit.contract import State
from budokan.kit.pile import add_numbers, as_numbers, zeros

ENERGY: Final = 0  # kinds of tokens; Effects come first
MOVE: Final = 1
DEFENSE: Final = 2
PUNCH: Final = 3
KICK: Final = 4
LOCK: Final = 5
HEADBUTT: Final = 6
KINDS: Final[i64] = 7
UNSEEN: Final = 7  # in an observation: a token whose kind is hidden
WIDTH: Final = 8  # numbers for each place
EFFECTS: Final[i64] = 3
AREAS: Final[i64] = 5
CELLS: Final = 61  # of the largest ring
DIRECTIONS: Final[i64] = 6
PRIMITIVES: Final = 26
MOST_DICE: Final = 12  # in one roll (MA-R67)
LEARNED: Final = 3  # MA-82
TOKENS: Final = 12  # MA-19
NONE: Final = -1

IN: Final = 0  # how a Character left the Fighting Area
KO: Final = 1
TECHNICAL: Final = 2
RING_OUT: Final = 3
CONCEDED: Final = 4


@final
@mypyc_attr(acyclic=True)
class Setting:
    """Data and switches: constant, and shared by all copies of a state."""

    def __init__(self, seats: int, skills: int, pictures: int) -> None:
        """For so many seats, Skills in all, and pictures on the longest list of a column."""
        self.seats: i64 = seats
        self.who: vec[i64] = zeros(seats)  # number of each seat's fighter
        self.base: vec[i64] = zeros(seats)  # number of its first Skill
        self.owned: vec[i64] = zeros(seats)  # how many Skills it has
        self.team: vec[i64] = zeros(seats)  # number of each seat's side
        self.totals: vec[i64] = zeros(seats * WIDTH)  # tokens of each kind
        self.last: vec[i64] = zeros(seats * 5)  # last square of each column
        self.severe: vec[i64] = zeros(seats * 5)
        self.pictures: i64 = pictures  # room for pictures on a column
        self.picture: vec[i64] = zeros(seats * 5 * pictures)  # their kinds, top first
        self.square: vec[i64] = zeros(seats * 5 * pictures)  # where they stand; 0 for none
        self.may_empty: i64 = 0  # 1 if a fighter can lose all tokens (MA-R66)
        self.gauge: vec[i64] = zeros(seats)
        self.beside: vec[i64] = zeros(CELLS * 6)  # the next cell in each direction, or NONE
        self.q: vec[i64] = zeros(CELLS)
        self.r: vec[i64] = zeros(CELLS)
        # Skills, by their number in the data
        self.timing: vec[i64] = zeros(skills)
        self.chi: vec[i64] = zeros(skills)
        self.rage: vec[i64] = zeros(skills)
        self.role: vec[i64] = zeros(skills)
        self.kinds: vec[i64] = zeros(skills)  # a bit for each kind of strike
        self.areas: vec[i64] = zeros(skills)  # a bit for each Target Area
        self.lasts: vec[i64] = zeros(skills)
        self.holds: vec[i64] = zeros(skills * WIDTH)  # the tokens the Starting Area must hold
        self.struck: vec[i64] = zeros(skills)  # kind that must have been struck with, or NONE
        self.needs: vec[i64] = zeros(skills)  # a bit for each condition of the strike
        self.does: vec[i64] = zeros(skills * PRIMITIVES)  # the number of every primitive
        # 1 if some fighter at the table has it in an attack, or in a defence
        self.attacks: vec[i64] = zeros(PRIMITIVES)
        self.guards: vec[i64] = zeros(PRIMITIVES)
        # Dice: all multisets of faces of one die to twelve
        self.face_f: vec[i64] = zeros(ROLLS)
        self.face_n: vec[i64] = zeros(ROLLS)
        self.face_x: vec[i64] = zeros(ROLLS)
        self.weight: vec[i64] = zeros(ROLLS)
        self.rolls: vec[i64] = zeros(MOST_DICE + 2)  # where the outcomes of n dice begin
        self.failures: i64 = 2
        self.normals: i64 = 3
        self.sides: i64 = 6
        # Switches
        self.black: i64 = 0
        self.first: i64 = NONE  # the seat that begins, or NONE for chance
        self.shared_view: i64 = 0
        self.skip_start: i64 = 0
        self.turn_after_push: i64 = 0
        self.friendly_fire: i64 = 0
        self.friendly_collision: i64 = 1
        self.dice_cap: i64 = MOST_DICE
        self.unblockable: i64 = 0
        self.pointless: i64 = 0
        self.react_once: i64 = 0
        self.follows_out: i64 = 0
        self.reserve_safe: i64 = 0
        self.flat_tax: i64 = 0
        self.hit_needs_damage: i64 = 0
        self.max_rounds: i64 = 50
        # Rules by version
        self.buys_early: i64 = 1  # 0: Moves are bought only when they are used
        self.secret_layout: i64 = 1  # 0: team mates may watch each other lay out


@final
@mypyc_attr(acyclic=True)
class Fighter:
    """A Character with its board."""

    def __init__(self) -> None:
        self.tokens: vec[i64] = zeros(PLACES * WIDTH)  # how many of each kind at each place
        self.laid: i64 = 0  # steps of the layout
        self.life: vec[i64] = zeros(5)
        self.chi: i64 = 0
        self.rage: i64 = 0
        self.cell: i64 = 0
        self.facing: i64 = 0
        self.skills: i64 = 0  # a bit for each own Skill in play
        self.chosen: i64 = 0  # how many were chosen
        self.style: i64 = NONE  # the active Style
        self.next: i64 = NONE  # an End Skill that works in the next turn (MA-R44)
        self.silenced: i64 = 0  # MA-R47
        self.tax: i64 = 0  # MA-R48
        self.reacted: i64 = 0  # MA-58
        self.out: i64 = IN
        self.veiled: i64 = 0  # in an observation: hidden tokens are UNSEEN

    def copy_from(self, other: "Fighter") -> None:
        mine = self.tokens
        theirs = other.tokens
        for i in range(PLACES * WIDTH):
            mine[i] = theirs[i]
        for i in range(AREAS):
            self.life[i] = other.life[i]
        self.laid = other.laid
        self.chi = other.chi
        self.rage = other.rage
        self.cell = other.cell
        self.facing = other.facing
        self.skills = other.skills
        self.chosen = other.chosen
        self.style = other.style
        self.next = other.next
        self.silenced = other.silenced
        self.tax = other.tax
        self.reacted = other.reacted
        self.out = other.out
        self.veiled = other.veiled

    def encode(self) -> list[int]:
        code: list[int] = [self.laid, self.chi, self.rage, self.cell, self.facing, self.skills]
        code += [self.chosen, self.style, self.next, self.silenced, self.tax, self.reacted]
        code += [self.out, self.veiled]
        code = as_numbers(code)
        add_numbers(code, self.life, len(self.life))
        add_numbers(code, self.tokens, len(self.tokens))
        return code

    def at(self, place: i64, kind: i64) -> i64:
        return self.tokens[WIDTH * place + kind]

    def put(self, place: i64, kind: i64, n: i64) -> None:
        self.tokens[WIDTH * place + kind] += n

    def down(self, place: i64) -> i64:
        """Tokens lying face down at a place: a public number (MA-R4)."""
        tokens = self.tokens
        i = WIDTH * place
        return tokens[i] + tokens[i + 1] + tokens[i + 2] + tokens[i + UNSEEN]

    def all_at(self, place: i64) -> i64:
        """Tokens of any kind at a place."""
        tokens = self.tokens
        i = WIDTH * place
        effects = tokens[i] + tokens[i + 1] + tokens[i + 2] + tokens[i + UNSEEN]
        return effects + tokens[i + 3] + tokens[i + 4] + tokens[i + 5] + tokens[i + 6]

    def table(self) -> i64:
        """The face-down tokens as one number (MA-R64)."""
        n: i64 = 0
        for place in range(PLACES):
            for kind in range(EFFECTS):
                n += UNIT[EFFECTS * place + kind] * self.tokens[WIDTH * place + kind]
        return n


@final
@mypyc_attr(acyclic=True)
class Blow:
    """A blow at one Character: the Defender, or the third of a Collision."""

    def __init__(self) -> None:
        self.seat: i64 = NONE  # who is struck
        self.reaction: i64 = NONE  # the Skill it reacted with
        self.defenses: i64 = 0  # Defense and Move tokens it has shown
        self.moves: i64 = 0
        self.dice: i64 = 0  # attack roll, and the successes in it
        self.n: i64 = 0
        self.x: i64 = 0
        self.guard_n: i64 = 0  # successes of the defence roll
        self.guard_x: i64 = 0

    def copy_from(self, other: "Blow") -> None:
        self.seat = other.seat
        self.reaction = other.reaction
        self.defenses = other.defenses
        self.moves = other.moves
        self.dice = other.dice
        self.n = other.n
        self.x = other.x
        self.guard_n = other.guard_n
        self.guard_x = other.guard_x

    def clear(self) -> None:
        self.seat = NONE
        self.reaction = NONE
        self.defenses = 0
        self.moves = 0
        self.dice = 0
        self.n = 0
        self.x = 0
        self.guard_n = 0
        self.guard_x = 0

    def encode(self) -> list[int]:
        code: list[int] = [self.seat, self.reaction, self.defenses, self.moves, self.dice, self.n]
        code += [self.x, self.guard_n, self.guard_x]
        return as_numbers(code)


@mypyc_attr(acyclic=True)
class Table(State):
    """The fighters, whose turn it is and how far it has come."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting.seats)
        self.setting: Setting = setting
        self.a: Fighter = Fighter()
        self.b: Fighter = Fighter()
        self.c: Fighter = Fighter()
        self.d: Fighter = Fighter()
        nothing = Knowledge(None, GIVEN, 0, 0)
        self.known_a: Knowledge = nothing
        self.known_b: Knowledge = nothing
        self.known_c: Knowledge = nothing
        self.known_d: Knowledge = nothing
        self.phase: i64 = 0
        self.mask: i64 = 0  # the seats that act
        self.round: i64 = 1
        self.first: i64 = 0
        self.turn: i64 = 0  # the Attacker
        self.bonus: i64 = 0  # MA-108
        self.again: i64 = 0  # a bonus turn follows
        self.winners: i64 = 0  # bit mask, once it is over
        # The turn
        self.start: i64 = NONE  # Starting Area
        self.pile: vec[i64] = zeros(WIDTH)  # what it held
        self.hand: vec[i64] = zeros(WIDTH)  # still to be put down
        self.sown: i64 = 0  # tokens put down
        self.landed: i64 = 0  # Effect tokens put down, four bits for each Area
        self.last: i64 = NONE  # kind of the token put down last, if an Action
        self.moves: i64 = 0  # MA-R13
        self.free: i64 = 0  # Moves by a Skill, for steps alone
        self.energy: i64 = 0  # Energy tokens not used yet, and energy from a Skill
        self.paid: i64 = 0  # with a flat surcharge: it is paid (MA-R48)
        self.used: i64 = NONE  # Skill of this turn
        self.boost: i64 = NONE  # End Skill of the turn before
        self.after: i64 = 0  # Moves after the strike
        # The strike
        self.kind: i64 = NONE  # of the strike made in this turn
        self.target: i64 = NONE
        self.back: i64 = 0  # fixed when the strike is declared (MA-R36)
        self.collision: i64 = 0
        self.pushed: i64 = 0  # spaces the Attacker followed
        self.main: Blow = Blow()
        self.third: Blow = Blow()

    def fighter(self, seat: i64) -> Fighter:
        if seat < 2:
            return self.a if seat == 0 else self.b
        return self.c if seat == 2 else self.d

    def known(self, seat: i64) -> Knowledge:
        if seat < 2:
            return self.known_a if seat == 0 else self.known_b
        return self.known_c if seat == 2 else self.known_d

    def learn(self, seat: i64, known: Knowledge) -> None:
        """Replace the knowledge about a seat's hidden tokens."""
        if seat == 0:
            self.known_a = known
        elif seat == 1:
            self.known_b = known
        elif seat == 2:
            self.known_c = known
        else:
            self.known_d = known

    def note(self, seat: i64, event: i64, a: i64, b: i64) -> None:
        """Everybody sees something about a seat's hidden tokens (MA-R64)."""
        self.learn(seat, Knowledge(self.known(seat), event, a, b))

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Table)
        self.a.copy_from(other.a)
        self.b.copy_from(other.b)
        if self.seats > 2:
            self.c.copy_from(other.c)
            self.d.copy_from(other.d)
        self.known_a = other.known_a
        self.known_b = other.known_b
        self.known_c = other.known_c
        self.known_d = other.known_d
        self.phase = other.phase
        self.mask = other.mask
        self.round = other.round
        self.first = other.first
        self.turn = other.turn
        self.bonus = other.bonus
        self.again = other.again
        self.winners = other.winners
        self._copy_turn(other)

    def _copy_turn(self, other: "Table") -> None:
        for kind in range(WIDTH):
            self.pile[kind] = other.pile[kind]
            self.hand[kind] = other.hand[kind]
        self.start = other.start
        self.sown = other.sown
        self.landed = other.landed
        self.last = other.last
        self.moves = other.moves
        self.free = other.free
        self.energy = other.energy
        self.paid = other.paid
        self.used = other.used
        self.boost = other.boost
        self.after = other.after
        self.kind = other.kind
        self.target = other.target
        self.back = other.back
        self.collision = other.collision
        self.pushed = other.pushed
        self.main.copy_from(other.main)
        self.third.copy_from(other.third)

    def encode(self) -> list[int]:
        code: list[int] = [self.phase, self.mask, self.round, self.first, self.turn, self.bonus]
        code += [self.again, self.winners, self.start, self.sown, self.landed, self.last]
        code += [self.moves, self.free, self.energy, self.paid, self.used, self.boost]
        code += [self.after, self.kind, self.target, self.back, self.collision, self.pushed]
        code = as_numbers(code)
        add_numbers(code, self.pile, len(self.pile))
        add_numbers(code, self.hand, len(self.hand))
        code += self.main.encode()
        code += self.third.encode()
        for seat in range(self.seats):
            tables = self.known(seat).tables()
            code += self.fighter(seat).encode()
            code.append(len(tables))
            code += tables
        return code

    def ask(self, seat: i64) -> None:
        """Wait for a seat, or for chance."""
        self.mask = 1 << seat

    def is_in(self, seat: i64) -> bool:
        """Whether a Character is still in the fight."""
        return self.fighter(seat).out == IN

    def mates(self, seat: i64, other: i64) -> bool:
        return self.setting.team[seat] == self.setting.team[other]
