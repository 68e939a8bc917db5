"""Words and figures on the table of Kenpo Masters."""

from typing import Final

from budokan.games.kenpo_masters import grammar
from budokan.games.kenpo_masters.rules import actions, combo, phases
from budokan.games.kenpo_masters.rules.rules import KenpoMasters
from budokan.games.kenpo_masters.rules.state import APART, NONE, STAY, square
from budokan.games.kenpo_masters.setup import DIRECTIONS, SQUARES
from budokan.games.kenpo_masters.view.previews import Forecast, Outcome
from budokan.kit.contract import CHANCE
from budokan.kit.data import Data, Row
from budokan.kit.scene import Corner, Fact, Facts, Part, Preview, Prompt
from budokan.kit.view import Look, TableView

PHASES: Final[tuple[str, ...]] = ("Rest or play", "Combo", "Block", "Draw")
STEPS: Final[tuple[str, ...]] = ("forward", "back", "left", "right", "stand")


ROOM: Final = 100  # more than all copies of a card


class Printed:
    """What follows from the card file alone, by number."""

    def __init__(self, data: Data) -> None:
        self.cards: list[Row] = list(data["card"].values())
        self.keys = list(data["card"])
        # By one number, which is looked up faster than several.
        self.ids: dict[int, str] = {}  # of cards
        self.rows: dict[int, Fact] = {}  # of what a hand may hold


class Captions(TableView[KenpoMasters]):
    """One look at the table; `me` is the seat drawn below."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, KenpoMasters)
        printed: Printed | None = self.made.get("printed")
        if printed is None:
            printed = self.made["printed"] = Printed(look.setup.data)
        self.cards, self.keys, self.printed = printed.cards, printed.keys, printed
        self.forecast = Forecast(self.state, self.me)
        self._steps: dict[int, list[Outcome]] = {}
        self._previews: dict[int, Preview | None] = {}

    # -- words --------------------------------------------------------------------------------

    def title(self, card: int) -> str:
        return str(self.cards[card]["name"])

    def text(self, card: int) -> str:
        """The conditions and operations of a card."""
        return grammar.card_text(self.cards[card])

    def at(self, seat: int) -> str:
        return SQUARES[square(self.state.side(seat))]

    def phase_names(self) -> tuple[str, ...]:
        return PHASES

    def phase(self) -> int:
        state = self.state
        if state.phase == phases.PLAY and state.side(state.turn).n == 0:
            return 0
        if state.phase in (phases.PLAY, phases.MOVE):
            return 1
        return 2 if state.phase == phases.BLOCK else 3

    def result(self) -> str:
        if self.state.phase != phases.OVER:
            return ""
        winner = int(self.state.winner())
        scores = [int(self.state.a.score), int(self.state.b.score)]
        limit = " by the turn limit" if max(scores) < self.state.setting.target else ""
        if winner == NONE:
            return f"The match is a draw{limit}, {scores[0]} each."
        won = self.tell("{seat} win[s]", winner)
        return f"{won}{limit}, {max(scores)} to {min(scores)}."

    def status(self) -> str:
        return f"turn {self.state.ply}, first to {self.state.setting.target}"

    def summary(self) -> str:
        state = self.state
        direction = int(state.direction())
        seen = "out of reach" if direction == APART else DIRECTIONS[direction]
        places = ", ".join(f"{self.player(seat)} {self.at(seat)}" for seat in (0, 1))
        return f"{places}: {seen}. Score {state.a.score} to {state.b.score}."

    def last_break(self) -> str:
        state = self.state
        if not state.break_turn:
            return ""
        points = (state.break_points_a, state.break_points_b)
        return f"last Break: turn {state.break_turn}, {points[self.me]} to {points[1 - self.me]}"

    def prompt(self) -> Prompt:
        state = self.state
        if state.phase == phases.OVER:
            return Prompt(question="The match is over.")
        if CHANCE in self.look.acting:
            first = state.phase == phases.FIRST
            draws = self.tell("{seat} draw[s].", int(state.drawer()))
            if state.loser() != NONE:
                draws = self.tell("{seat} lose[s] a card.", int(state.loser()))
            return Prompt(question="Chance says who starts." if first else draws)
        if not self.acts:
            return Prompt(question=f"{self.name(state.turn)} to play.", note=self.waits())
        return Prompt(question=self.question(), note=self.advice())

    def question(self) -> str:
        state, mine = self.state, self.state.side(self.me)
        if state.phase == phases.MOVE:
            return "Where do you step?"
        if state.phase == phases.BLOCK:
            return f"Which attack does {self.title(mine.kind[state.asked])} stop?"
        if mine.n == 0:
            rests = actions.REST in self.look.legal
            return "Rest or play?" if rests else "Which card do you play?"
        return "Add a card or stop?" if combo.may_stop(state) else "Which card follows?"

    def advice(self) -> str:
        state, mine = self.state, self.state.side(self.me)
        if state.phase == phases.MOVE:
            card, flip = mine.kind[mine.n - 1], mine.flip[mine.n - 1]
            goes = grammar.goes_text(self.cards[card], flip == 1)
            return f"{self.title(card)} {goes}.{self.warning()}"
        if state.phase == phases.BLOCK:
            return "One attack, or none."
        if mine.n and state.acted:
            score = self.forecast.total(self.me)
            return f"Your combo: {score} if {self.name(1 - self.me)} stands."
        return self.waits()

    def warning(self) -> str:
        """Which movements of the card in hand call a Break."""
        outcomes = self.steps_of(self.me)
        broken = [STEPS[o.move].capitalize() for o in outcomes if o.broken]
        if not broken:
            return ""
        return " A Break in any case." if len(broken) == len(outcomes) else f" {broken[0]}: Break."

    def waits(self) -> str:
        """The attacks that wait for the player to move."""
        turn = self.state.turn
        points = self.forecast.total(1 - turn)
        if not self.state.side(1 - turn).n:
            return "Nothing waits."
        return self.tell("{seat} take[s] {n} standing still.", int(turn), n=points)

    def chips(self, seat: int) -> tuple[Corner, ...]:
        """Short words about a fighter."""
        side, phase = self.state.side(seat), self.state.phase
        said = []
        if side.advanced:
            said.append("advanced")
        if side.rested:
            said.append("rested")
        if (side.no_rest or side.rested) and phase not in (phases.FIRST, phases.OVER):
            said.append("may not rest")
        if side.known_effects and seat != self.look.viewer:
            many = "s" * (side.known_effects > 1)
            what = f"card{many} that could not open" if side.known_among else f"Effect{many}"
            said.append(f"{side.known_effects} more {what} in hand")
        return tuple(Corner(value="", label=word) for word in said)

    def combo_chips(self, seat: int) -> tuple[Corner, ...]:
        """The bonuses and limits for the next card of a combo."""
        state, side = self.state, self.state.side(seat)
        if seat != state.turn or not side.n or state.phase == phases.OVER:
            return ()
        found, faked = [], 0
        for card in self.on_table(seat):
            faked |= int(state.setting.fakes >> card & 1)
        if faked:
            fakes = [
                max([int(side.pending(state.setting, card)) for card in some], default=0)
                for some in self.attacks()
            ]
            if any(fakes):
                told = f"+{fakes[0]} Kick, +{fakes[1]} other"
                found.append(Corner(value=told, label="fake", role="gain"))
        if side.mirror(state.setting):
            found.append(Corner(value="", label="mirrored"))
        return tuple(found)

    def on_table(self, seat: int) -> list[int]:
        """The cards in front of a fighter, in order."""
        side = self.state.side(seat)
        return [int(side.kind[place]) for place in range(side.n)]

    def attacks(self) -> tuple[list[int], list[int]]:
        """The cards that are kicks, and all other attacks."""
        found: tuple[list[int], list[int]] | None = self.unchanged("attacks", ())
        if found is None:
            all_cards = [i for i in range(len(self.cards)) if self.state.setting.attacks >> i & 1]
            kicks = [i for i in all_cards if "Kick" in grammar.qualifiers(self.cards[i])]
            found = self.keep("attacks", (), (kicks, [i for i in all_cards if i not in kicks]))
        return found

    # -- previews -----------------------------------------------------------------------------

    def preview(self, outcome: Outcome, stands: str = "if they stand") -> Preview:
        """A step in numbers; the one attack it makes miss is named, several are counted."""
        note = "both now" if outcome.broken else stands
        if outcome.now and not outcome.broken:
            note = f"{outcome.now} now, more {stands}" if outcome.give > outcome.now else "now"
        misses, theirs = outcome.misses, self.state.side(1 - self.me)
        if len(misses) == 1:
            note += f"; {self.title(theirs.kind[misses[0]])} misses"
        elif misses:
            note += f"; {len(misses)} attacks miss"
        return Preview(
            give=outcome.give,
            take=outcome.take,
            note=note,
            alarm=self.alarm(outcome.now, outcome.take, outcome.broken),
        )

    def alarm(self, give: int, take: int, broken: bool) -> str:
        """The end of the match, else a Break."""
        mine = int(self.state.side(self.me).score) + give
        theirs = int(self.state.side(1 - self.me).score) + take
        if max(mine, theirs) >= self.state.setting.target:
            return "You win." if mine > theirs else "You lose." if mine < theirs else "A draw."
        return "Break" if broken else ""

    def steps_of(self, seat: int) -> list[Outcome]:
        """Each step open to a seat, looked at once."""
        if seat not in self._steps:
            self._steps[seat] = self.forecast.own_steps(seat)
        return self._steps[seat]

    def card_preview(self, card: int) -> Preview | None:
        """The best a playable card does if the opponent stands still; looked at once."""
        if card not in self._previews:
            self._previews[card] = self.best_of(card)
        return self._previews[card]

    def best_of(self, card: int) -> Preview | None:
        if not self.state.setting.actions >> card & 1:
            return None
        outcomes = self.forecast.cards(card)
        best = max(outcomes, key=lambda o: (o.give - o.take, o.move == STAY))
        if self.state.move != NONE:
            return self.preview(best)
        told = self.preview(best)
        return Preview(
            give=told.give,
            take=told.take,
            note=f"{STEPS[best.move]}, {told.note}",
            alarm=told.alarm,
        )

    def block_preview(self, place: int) -> Preview:
        give, take = self.forecast.blocked(place)
        return Preview(give=give, take=take, alarm=self.alarm(give, take, False))

    def sum(self, seat: int, place: int) -> tuple[Part, ...]:
        return tuple(Part(label=word, value=n) for word, n in self.forecast.parts(seat, place))

    # -- facts --------------------------------------------------------------------------------

    def facts(self) -> tuple[Facts, ...]:
        state = self.state
        if state.phase in (phases.FIRST, phases.DEAL, phases.OVER):
            return ()
        found = []
        if state.phase in (phases.PLAY, phases.MOVE) and state.move == NONE:
            found.append(self.own_steps(state.turn))
        elif state.phase in (phases.PLAY, phases.BLOCK):
            found.append(self.replies(state.turn))
        if self.look.setup.options.open_discards:
            found.append(self.counter(1 - self.me))
        return tuple(found)

    def own_steps(self, seat: int) -> Facts:
        """For each step of the player to move: points taken, and given if the other stands."""
        waits = self.state.phase == phases.MOVE
        rows = []
        for o in self.steps_of(seat):
            cells = [f"{STEPS[o.move]} {SQUARES[o.square]}", str(o.take)]
            cells += [str(o.give)] if waits else []
            cells.append("Break" if o.broken else "")
            rows.append(Fact(cells=tuple(cells), strong=o.broken))
        takes, deals = self.tell("{seat} take[s]", seat), self.tell("{seat} deal[s]", seat)
        head = ("Step", takes, deals, "") if waits else ("Step", takes, "")
        note = "What is dealt if the other stands still." if waits else ""
        title = self.tell("If {seat} step[s]", seat)
        return Facts(title=title, head=head, rows=tuple(rows), note=note)

    def replies(self, seat: int) -> Facts:
        """The points of a seat's attacks for each reply of the other."""
        found = self.forecast.replies(seat)
        rows = tuple(
            Fact(cells=(f"{STEPS[move]} {SQUARES[to]}", str(points), "Break" if level else ""))
            for move, to, level, points in found
        )
        least = min(points for *_, points in found)
        return Facts(
            title=self.tell("If {seat} step[s]", 1 - seat),
            head=("Step", self.tell("{seat} deal[s]", seat), ""),
            rows=rows,
            note=f"At least {least} without a block.",
        )

    def counter(self, seat: int) -> Facts:
        """The cards a hand may hold: all not seen elsewhere, or just the hand if it is known."""
        side, numbers = self.state.side(seat), list[int]()
        for card in range(len(self.cards)):
            n = int(side.hand[card] + (side.deck[card] if side.veiled else 0))
            if n:
                numbers.append((card * ROOM + n) * ROOM + int(side.known[card]))
        name, facts = f"counter-{seat}", tuple(numbers)
        return self.unchanged(name, facts) or self.keep(name, facts, self.count(seat, facts))

    def count(self, seat: int, numbers: tuple[int, ...]) -> Facts:
        title, rows = self.tell("{seat} may hold", seat), tuple([self.counted(n) for n in numbers])
        return Facts(title=title, form="tally", rows=rows)

    def counted(self, number: int) -> Fact:
        """The row of a card, from its number, how many there may be, and how many there are."""
        found = self.printed.rows.get(number)
        if found is None:
            card, n, known = number // ROOM // ROOM, number // ROOM % ROOM, number % ROOM
            sure = (f"{known} sure",) if known else ()
            found = self.printed.rows[number] = Fact(cells=(self.title(card), str(n), *sure))
        return found
