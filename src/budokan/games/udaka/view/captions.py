"""What the table tells a player of Udaka: what a discard would do, and how things stand."""

from dataclasses import replace

from budokan.games.udaka.rules.actions import A_JOKER, A_KING, A_PAIR, A_SINGLE, rank_of
from budokan.games.udaka.rules.rules import Udaka
from budokan.games.udaka.rules.state import ACE, BOXES, HAND, KING, NOBODY, OVER, TWO
from budokan.games.udaka.setup import boxes
from budokan.kit.scene import Fact, Facts, Preview
from budokan.kit.view import Look, TableView

COUNTS = ("no", "one", "two", "three", "four")
ORDINALS = ("", "first", "second", "third", "fourth")


class Hints(TableView[Udaka]):
    """One look at the table, in words and numbers."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, Udaka)
        self.data = look.setup.data
        self.words: list[str] = self.data.column("rank", "word")
        self.numbers = boxes(self.data)
        self.remembers = look.setup.options.show_discards or self.state.phase == OVER
        self.mine = look.viewer if 0 <= look.viewer < self.state.seats else NOBODY

    def on_top(self, rank: int) -> bool:
        """Whether a single card of this rank would be a top pair."""
        return rank == self.state.top and not self.state.spent

    def label(self, action: int) -> str:
        rank, domains = int(rank_of(action)), self.look.words.domains
        name, card = domains["rank"].name(rank), domains["card"].name(rank)
        if action >= A_JOKER:
            return f"{name}: rob {self.name(action - A_JOKER)}"
        if action >= A_KING:
            return f"{name}: return a token to box {self.numbers[action - A_KING]}"
        if action >= A_PAIR:
            return f"Lay a pair of {name}s"
        if self.on_top(action - A_SINGLE):
            return f"Pair {name} with the top card"
        return f"Lay {card}"

    def first_preview(self, rank: int, actions: list[int]) -> Preview:
        """What a card promises before box, victim or partner are picked."""
        if actions[0] >= A_JOKER:
            return Preview(take=1, note="choose whom to rob")
        if actions[0] >= A_KING:
            return Preview(give=1, note="choose a box to return it to")
        single = self.preview(A_SINGLE + rank)
        if A_PAIR + rank in actions and single.take is None:
            pair = self.preview(A_PAIR + rank)
            return single if pair.take is None else replace(pair, note=f"as a pair: {pair.note}")
        return single

    def preview(self, action: int) -> Preview:
        """The number tokens given and taken, and in the note what they do not say."""
        state = self.state
        rank = int(rank_of(action))
        if action >= A_JOKER:
            victim = action - A_JOKER
            return Preview(take=1, note=f"{self.name(victim)} keeps {state.tokens[victim] - 1}")
        if action >= A_KING:
            box = action - A_KING
            n = state.boxes[TWO + box] + 1
            return Preview(give=1, note=f"box {self.numbers[box]} then has {n}")
        cards = 2 if action >= A_PAIR else 1
        if rank == ACE:
            return self.ace_preview(cards)
        if rank >= KING:
            return Preview(note="nothing to return" if rank == KING else "nothing to steal")
        if cards == 2 or self.on_top(rank):
            return self.pair_preview(rank, cards)
        return self.risk(rank)

    def refill(self, cards: int) -> str:
        draws = cards == HAND and self.state.deck_n > 0
        return "; you will draw one card" if draws else ""

    def ace_preview(self, cards: int) -> Preview:
        laid = int(self.state.laid[ACE]) + cards
        won = laid == self.state.setting.copies[ACE]
        note = f"{ORDINALS[laid]} Ace of four{': the UDAKA token' if won else ''}"
        return Preview(take=1 if won else None, note=note + self.refill(cards))

    def pair_preview(self, rank: int, cards: int) -> Preview:
        box, there = self.words[rank], int(self.state.boxes[rank])
        if there == 0:
            return Preview(note=f"worthless pair, box {box} is empty{self.refill(cards)}")
        taken = there if self.state.setting.take_all else 1
        return Preview(take=taken, note=f"from box {box}{self.refill(cards)}")

    def risk(self, rank: int) -> Preview:
        """What a single card offers to the others, for those who may count discards."""
        word, there = self.words[rank], self.state.boxes[rank] > 0
        if not self.remembers:
            return Preview(note="token there" if there else f"box {word} empty")
        unseen = int(self.state.unseen(self.mine, rank))
        note = f"{COUNTS[unseen]} {word}{'' if unseen == 1 else 's'} unseen"
        if there and unseen:
            return Preview(note=note, alarm="token there: the next players may pair it")
        return Preview(note=f"{note}, {'token there' if there else f'box {word} empty'}")

    def standings(self) -> Facts:
        state = self.state
        rows = [
            Fact(
                cells=(self.name(seat), str(state.points(seat))),
                bars=(("", int(state.points(seat)) / int(BOXES + 1)),),
                strong=seat == self.mine,
            )
            for seat in range(state.seats)
        ]
        title, note = "If the round ended now", self.verdict()
        return Facts(title=title, form="bars", rows=tuple(rows), note=note)

    def verdict(self) -> str:
        """Who would win the round now, and why."""
        state = self.state
        points = [int(state.points(seat)) for seat in range(state.seats)]
        tie = self.tie(points)
        if not tie:
            return f"{self.name(points.index(max(points)))} leads with {max(points)}."
        if state.udaka == NOBODY:
            return f"{tie}; whoever lays the fourth Ace breaks it."
        return f"{tie}; {self.name(state.udaka)} would win with the UDAKA token."

    def tie(self, points: list[int]) -> str:
        """Who shares the lead; '' if nobody does."""
        *names, last = (self.name(s) for s, n in enumerate(points) if n == max(points))
        return f"{', '.join(names)} and {last} tie at {max(points)}" if names else ""

    def last_round(self) -> Facts:
        """The round before as the rulebook writes it: T T D, and who won it how."""
        *tokens, holder, winner = (int(n) for n in self.state.last)
        bonus = int(self.state.setting.udaka_counts)
        points = [n + bonus * (seat == holder) for seat, n in enumerate(tokens)]
        rows = []
        for seat, n in enumerate(tokens):
            pieces = " ".join("T" * n + "D" * (seat == holder)) or "none"
            cells = (self.name(seat), pieces, str(points[seat]), str(self.state.wins[seat]))
            rows.append(Fact(cells=cells, strong=seat == winner))
        tie = self.tie(points)
        how = f"{tie}; {self.name(winner)} holds the UDAKA token and wins." if tie else ""
        return Facts(
            title="Last round",
            head=("player", "tokens T, UDAKA D", "score", "rounds won"),
            rows=tuple(rows),
            note=how or f"{self.name(winner)} wins with {max(points)}.",
        )

    def counter(self) -> Facts:
        """Every rank: laid, the viewer's own, unseen, tokens in its box."""
        state = self.state
        rows = []
        for rank, word in enumerate(self.words):
            own = 0 if self.mine == NOBODY else int(state.count(self.mine, rank))
            laid = int(state.laid[rank])
            unseen = int(state.setting.copies[rank]) - laid - own
            numbers = (laid, own, unseen, int(state.boxes[rank]))
            rows.append(Fact(cells=(word, *(str(n) for n in numbers)), strong=own > 0))
        head = ("rank", "laid", "yours", "unseen", "tokens")
        return Facts(title="Seen so far", form="counter", head=head, rows=tuple(rows))
