"""Words and figures on the table of Udaka."""

from typing import Final

from mypy_extensions import i64

from budokan.games.udaka.rules import actions, phases
from budokan.games.udaka.rules.actions import rank_of
from budokan.games.udaka.rules.state import KING, MOST_HELD, NOBODY, TWO
from budokan.games.udaka.view.previews import Previews
from budokan.kit.pile import NO_CARD
from budokan.kit.scene import Fact, Facts, Prompt
from budokan.kit.view import Look

PHASES: Final[tuple[str, ...]] = ("Choose the dealer", "Deal", "Draw phase", "End phase")


ROOM: Final = 100  # more than the cards of a rank, and than the tokens of a box


class Captions(Previews):
    """One look at the table, in words and numbers."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.rows: dict[int, Fact] = self.made.setdefault("counted", {})

    # -- words --------------------------------------------------------------------------------

    def label(self, action: int) -> str:
        rank, domains = int(rank_of(action)), self.look.words.domains
        name, card = domains["rank"].name(rank), domains["card"].name(rank)
        if action >= actions.JOKER:
            return f"{name}: take a token from {self.name(action - actions.JOKER)}"
        if action >= actions.KING:
            return f"{name}: return a token to box {self.numbers[action - actions.KING]}"
        if action >= actions.PAIR:
            return f"Lay a pair of {name}s"
        if self.on_top(action - actions.SINGLE):
            return f"Pair {name} with the top card"
        return f"Lay {card}"

    def phase_names(self) -> tuple[str, ...]:
        return PHASES

    def phase(self) -> int:
        if self.state.phase <= phases.DEAL:
            return int(self.state.phase == phases.DEAL)
        drawn = self.state.phase == phases.DISCARD and self.state.held[self.state.turn] == MOST_HELD
        return 2 if self.state.deck_n > 0 or drawn else 3

    def round(self) -> int:
        return int(self.state.rounds_won()) + (self.state.phase != phases.OVER)

    def status(self) -> str:
        return f"round {self.round()}"

    def banner(self) -> str:
        if self.phase() == 3:
            return "End phase: no more drawing"
        if self.phase() == 0:
            return PHASES[0]
        left = int(self.state.deck_n)
        return f"{PHASES[self.phase()]}, {left} card{'' if left == 1 else 's'} left"

    def prompt(self) -> Prompt:
        if self.state.phase == phases.OVER:
            return Prompt(question="The game is over.")
        return Prompt(question=self.question(), note=self.banner())

    def waiting(self) -> str:
        """What the table waits for when the viewer has nothing to do."""
        phase, seat = self.state.phase, int(self.state.turn)
        if phase <= phases.SHOW:
            return "The dealer is drawn."
        if phase == phases.DEAL:
            return "The cards are dealt."
        drawn = phase == phases.DISCARD
        return self.tell("{seat} choose[s] a discard." if drawn else "{seat} draw[s] a card.", seat)

    def question(self) -> str:
        legal = self.look.legal
        if not legal:
            return self.waiting()
        if min(legal) >= actions.JOKER:
            return "From whom do you take a token?"
        if any(actions.PAIR <= action < actions.KING for action in legal):
            return "Lay one card or a pair"
        return "Lay one card"

    def result(self) -> str:
        if self.state.phase != phases.OVER:
            return ""
        winner = list(self.state.wins).index(self.state.setting.rounds_to_win)
        rounds = int(self.state.wins[winner])
        n = f"{rounds} round{'s' * (rounds > 1)}"
        return self.tell("{seat} win[s] the game with {n}.", winner, n=n)

    def summary(self) -> str:
        state = self.state
        top = "no top card" if state.top == NO_CARD else f"{self.words[state.top]} on top"
        full = [str(self.box(rank)) for rank in range(TWO, KING) if state.boxes[rank] > 0]
        tokens = ", ".join(f"{self.player(s)} {state.tokens[s]}" for s in range(state.seats))
        owner = ""
        if state.udaka != NOBODY:
            owner = self.tell(", the UDAKA token with {seat}", int(state.udaka))
        return (
            f"{self.banner()}; {top}; boxes with tokens: {', '.join(full) or 'none'}; "
            f"number tokens: {tokens}{owner}."
        )

    # -- facts --------------------------------------------------------------------------------

    def facts(self) -> list[Facts]:
        found = [self.standings()] if self.state.phase != phases.OVER else []
        if len(self.state.last) > 0:
            found.append(self.last_round())
        if self.remembers:
            found.append(self.counter())
        return found

    def standings(self) -> Facts:
        state = self.state
        points = [int(state.points(seat)) for seat in range(state.seats)]
        facts = tuple(points), int(state.udaka)
        return self.unchanged("standings", facts) or self.keep(
            "standings", facts, self.standing(points)
        )

    def standing(self, points: list[int]) -> Facts:
        most = int(self.state.setting.tokens + 1)
        rows = [
            Fact(
                cells=(self.player(seat), str(n)), bars=(("", n / most),), strong=seat == self.mine
            )
            for seat, n in enumerate(points)
        ]
        title, note = "If the round ended now", self.verdict(points)
        return Facts(title=title, form="bars", rows=tuple(rows), note=note)

    def verdict(self, points: list[int]) -> str:
        """The seat that would win the round now, and why."""
        state, tie = self.state, self.tie(points)
        if not tie:
            return self.tell("{seat} lead[s] with {n}.", points.index(max(points)), n=max(points))
        if state.udaka == NOBODY:
            return f"{tie}; the player of the {self.last_ace()} breaks it."
        return self.tell(f"{tie}; {{seat}} would win with the UDAKA token.", int(state.udaka))

    def tie(self, points: list[int]) -> str:
        """The seats that share the lead; '' if none do."""
        tied = [seat for seat, n in enumerate(points) if n == max(points)]
        tied.sort(key=lambda seat: seat != self.mine)  # the viewer first: You and Ann
        *names, last = (self.player(seat) for seat in tied)
        return f"{', '.join(names)} and {last} tie at {max(points)}" if names else ""

    def last_round(self) -> Facts:
        """The last round as the rulebook writes it: T T D, its winner, and how it was won."""
        facts = tuple([int(n) for n in self.state.last]), tuple([int(n) for n in self.state.wins])
        return self.unchanged("last round", facts) or self.keep(
            "last round", facts, self.round_facts()
        )

    def round_facts(self) -> Facts:
        *tokens, holder, winner = (int(n) for n in self.state.last)
        bonus = int(self.state.setting.udaka_counts)
        points = [n + bonus * (seat == holder) for seat, n in enumerate(tokens)]
        rows = []
        for seat, n in enumerate(tokens):
            pieces = " ".join("T" * n + "D" * (seat == holder)) or "none"
            cells = (self.player(seat), pieces, str(points[seat]), str(self.state.wins[seat]))
            rows.append(Fact(cells=cells, strong=seat == winner))
        tie = self.tie(points)
        form = "{seat} win[s] with {n}."
        if tie:
            form = f"{tie}; {{seat}} hold[s] the UDAKA token and win[s]."
        return Facts(
            title="Last round",
            head=("player", "tokens T, UDAKA D", "score", "rounds won"),
            rows=tuple(rows),
            note=self.tell(form, winner, n=max(points)),
        )

    def counter(self) -> Facts:
        """Every rank: laid, the viewer's own, unseen, tokens in its box."""
        rows = tuple([self.counted(rank) for rank in range(len(self.words))])
        found: Facts | None = self.unchanged("counter", rows)
        if found is None:
            head = ("rank", "laid", "yours", "unseen", "tokens")
            drawn = Facts(title="Seen so far", form="boxes", head=head, rows=rows)
            found = self.keep("counter", rows, drawn)
        return found

    def counted(self, rank: int) -> Fact:
        """The row of a rank."""
        state = self.state
        own: i64 = 0 if self.mine == NOBODY else state.count(self.mine, rank)
        laid, tokens = state.laid[rank], state.boxes[rank]
        unseen: i64 = state.setting.copies[rank] - laid - own
        number: i64 = rank
        number = (((number * ROOM + laid) * ROOM + own) * ROOM + unseen) * ROOM + tokens
        key = int(number)  # which is looked up faster than several numbers
        found: Fact | None = self.rows.get(key)
        if found is None:
            cells = (self.words[rank], f"{laid}", f"{own}", f"{unseen}", f"{tokens}")
            found = self.rows[key] = Fact(cells=cells, strong=own > 0)
        return found
