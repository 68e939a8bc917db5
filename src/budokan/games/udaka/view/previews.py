"""Previews of Udaka: the effect of a discard, shown under the cards."""

from typing import Final

from msgspec.structs import replace

from budokan.games.udaka.rules import actions, phases
from budokan.games.udaka.rules.actions import rank_of
from budokan.games.udaka.rules.rules import Udaka
from budokan.games.udaka.rules.state import ACE, HAND, KING, NOBODY, TWO
from budokan.games.udaka.setup import boxes
from budokan.kit.scene import Preview
from budokan.kit.view import Look, TableView

COUNTS: Final[tuple[str, ...]] = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
ORDINALS: Final[tuple[str, ...]] = (
    *("", "first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)


class Previews(TableView[Udaka]):
    """One look at the table, and the effect of each discard."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, Udaka)
        self.data = look.setup.data
        printed: tuple[list[str], int, list[int]] | None = self.made.get("printed")
        if printed is None:
            suits = len(self.data["suit"]) - 1  # of the numbers; the King has one of its own
            words: list[str] = self.data.column("rank", "word")
            printed = self.made["printed"] = words, suits, list(boxes(self.data))
        self.words, self.suits, self.numbers = printed
        self.aces = int(self.state.setting.copies[ACE])
        self.remembers = look.setup.options.show_discards or self.state.phase == phases.OVER
        self.mine = look.viewer if 0 <= look.viewer < self.state.seats else NOBODY

    def on_top(self, rank: int) -> bool:
        """Whether a single card of this rank would be a top pair."""
        return rank == self.state.top and rank < KING and not self.state.spent  # UD-R26

    def first_preview(self, rank: int, legal: list[int]) -> Preview:
        """The effect of a card before box, victim or partner are picked."""
        if len(legal) == 1:
            return self.preview(legal[0])
        if legal[0] >= actions.JOKER:
            return Preview(gain=1, note="choose from whom")
        if legal[0] >= actions.KING:
            return Preview(gain=-1, note="choose a box to return it to")
        single = self.preview(actions.SINGLE + rank)
        if actions.PAIR + rank in legal and single.gain is None:
            pair = self.preview(actions.PAIR + rank)
            return single if pair.gain is None else replace(pair, note=f"as a pair: {pair.note}")
        return single

    def preview(self, action: int) -> Preview:
        """The number tokens gained or lost, and a note on everything else."""
        state = self.state
        rank = int(rank_of(action))
        if action >= actions.JOKER:
            victim = action - actions.JOKER
            return Preview(gain=1, note=f"{self.name(victim)} keeps {state.tokens[victim] - 1}")
        if action >= actions.KING:
            box = action - actions.KING
            n = state.boxes[TWO + box] + 1
            return Preview(gain=-1, note=f"box {self.numbers[box]} then has {n}")
        cards = 2 if action >= actions.PAIR else 1
        if rank == ACE:
            return self.ace_preview(cards)
        if rank >= KING:
            return Preview(note="nothing to return" if rank == KING else "nothing to take")
        if cards == 2 or self.on_top(rank):
            return self.pair_preview(rank, cards)
        return self.risk(rank)

    def last_ace(self) -> str:
        """The Ace that wins the UDAKA token: the fourth Ace."""
        return f"{ORDINALS[self.aces] if self.aces > 1 else 'only'} {self.ace()}"

    def ace(self) -> str:
        return self.look.words.domains["rank"].name(ACE)

    def box(self, rank: int) -> int:
        """The number of the box of a rank."""
        return self.numbers[rank - TWO]

    def refill(self, cards: int) -> str:
        """The effect of a pair from hand."""
        draws = cards == HAND and self.state.deck_n > 0
        return "; you will draw one card" if draws else ""

    def ace_preview(self, cards: int) -> Preview:
        laid = int(self.state.laid[ACE]) + cards
        won = laid == self.aces
        which = f"{ORDINALS[laid]} {self.ace()} of {COUNTS[self.aces]}"
        note = f"{which}{': the UDAKA token' if won else ''}"
        return Preview(gain=1 if won else None, note=note + self.refill(cards))

    def pair_preview(self, rank: int, cards: int) -> Preview:
        box, there = self.box(rank), int(self.state.boxes[rank])
        if there == 0:
            return Preview(note=f"worthless pair, box {box} is empty{self.refill(cards)}")
        taken = there if self.state.setting.take_all else 1
        return Preview(gain=taken, note=f"from box {box}{self.refill(cards)}")

    def risk(self, rank: int) -> Preview:
        """What a single card may give the others; how likely, if the viewer may count discards."""
        word, there = self.words[rank], self.state.boxes[rank] > 0
        if not there:
            return Preview(note=f"safe: box {self.box(rank)} is empty")
        alarm = f"may give box {self.box(rank)} away"
        if not self.remembers:
            return Preview(alarm=alarm)
        unseen = int(self.state.unseen(self.mine, rank))
        if unseen == 0:
            return Preview(note=f"safe: no other {word} is left")
        note = f"{COUNTS[unseen]} {word}{'' if unseen == 1 else 's'} unseen"
        return Preview(note=note, alarm=alarm)
