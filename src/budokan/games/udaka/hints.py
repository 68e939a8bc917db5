"""What the table tells a player of Udaka: what a discard would do, and how things stand."""

from budokan.games.udaka.rules import A_JOKER, A_KING, A_PAIR, A_SINGLE, Udaka
from budokan.games.udaka.state import ACE, BOXES, HAND, KING, NOBODY, OVER, TWO
from budokan.kit.game import Look
from budokan.kit.scene import Fact, Facts, Preview

COUNTS = ("no", "one", "two", "three", "four")
ORDINALS = ("", "first", "second", "third", "fourth")


class Hints:
    """One look at the table, in words and numbers."""

    def __init__(self, look: Look) -> None:
        assert isinstance(look.view, Udaka)
        self.look, self.state, self.data = look, look.view, look.setup.data
        self.words: list[str] = self.data.column("rank", "word")
        self.remembers = look.setup.options.show_discards or self.state.phase == OVER
        self.mine = look.viewer if 0 <= look.viewer < self.state.seats else NOBODY

    def name(self, seat: int) -> str:
        return self.look.words.names[seat]

    def on_top(self, rank: int) -> bool:
        """Whether a single card of this rank would be a top pair."""
        return rank == self.state.top and not self.state.spent

    def label(self, action: int) -> str:
        name = self.look.words.domains["rank"].name(int(self.state.rank_of(action)))
        if action >= A_JOKER:
            return f"Joker: rob {self.name(action - A_JOKER)}"
        if action >= A_KING:
            return f"Suicide King: return a token to box {action - A_KING + 2}"
        if action >= A_PAIR:
            return f"Lay a pair of {name}s"
        if self.on_top(action - A_SINGLE):
            return f"Pair {name} with the top card"
        return f"Lay one {name}"

    def first_preview(self, rank: int, actions: list[int]) -> Preview:
        """What a card promises before box, victim or partner are picked."""
        if actions[0] >= A_JOKER:
            return Preview(take=1, note="Joker: choose whom to rob")
        if actions[0] >= A_KING:
            return Preview(give=1, note="King: you must return a token, choose a box")
        return self.preview(A_SINGLE + rank)

    def preview(self, action: int) -> Preview:
        state = self.state
        rank = int(state.rank_of(action))
        if action >= A_JOKER:
            victim = action - A_JOKER
            left = int(state.tokens[victim]) - 1
            return Preview(take=1, note=f"steals a token, {self.name(victim)} keeps {left}")
        if action >= A_KING:
            box = action - A_KING
            n = int(state.boxes[TWO + box]) + 1
            return Preview(give=1, note=f"puts a token on box {box + 2}, then {n} there")
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
        note = f"{ORDINALS[laid]} Ace of four{', wins the UDAKA token' if won else ''}"
        return Preview(take=1 if won else None, note=note + self.refill(cards))

    def pair_preview(self, rank: int, cards: int) -> Preview:
        box, there = self.words[rank], int(self.state.boxes[rank])
        if there == 0:
            return Preview(note=f"worthless pair (box {box} empty){self.refill(cards)}")
        taken = there if self.state.setting.take_all else 1
        what = f"takes token {box}" if taken == 1 else f"takes {taken} tokens from box {box}"
        return Preview(take=taken, note=what + self.refill(cards))

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
        most = state.most_points()
        tied = [self.name(s) for s in range(state.seats) if state.points(s) == most]
        if len(tied) == 1:
            return f"{tied[0]} leads with {most}."
        tie = f"{', '.join(tied[:-1])} and {tied[-1]} tie at {most}"
        if state.udaka == NOBODY:
            return f"{tie}; whoever lays the fourth Ace breaks it."
        return f"{tie}; {self.name(state.udaka)} would win with the UDAKA token."

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
