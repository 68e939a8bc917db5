"""From data and options to the first state, and the words of ranks, boxes and seats."""

from collections.abc import Mapping
from dataclasses import dataclass

from budokan.games.udaka.rules.rules import MOST_SEATS, Udaka
from budokan.games.udaka.rules.state import ACE, BOXES, HAND, JOKER, KING, Setting
from budokan.kit.data import Data, Row
from budokan.kit.errors import Refusal
from budokan.kit.game import Setup
from budokan.kit.notation import SEATS, Domain


@dataclass(frozen=True)
class Always(Domain):
    """One name, whatever the number: what an event without a rank is about."""

    def name(self, index: int) -> str:
        return self.words[0]


def domains(data: Data) -> Mapping[str, Domain]:
    """The values that arguments of actions and events can have."""
    words = tuple(data.column("rank", "word"))
    # Sentences say 7, not Seven.
    rows = list(data["rank"].values())
    names = tuple(row["word"] if row["box"] else row["name"] for row in rows)
    cards = tuple(_one(row, name) for row, name in zip(rows, names, strict=True))
    aces, each = rows[ACE]["copies"], data["board"]["boxes"]["tokens_each"]
    numbers = tuple(str(box) for box in boxes(data))
    return {
        "rank": Domain(words, names),
        "card": Domain(words, cards),
        "number": Domain(words[:KING], names[:KING]),
        "box": Domain(numbers),
        "its_box": Domain(("", *numbers)),  # by rank
        "seat": Domain(tuple(SEATS[:MOST_SEATS])),
        "tokens": Domain(tuple(_number_tokens(n) for n in range(BOXES * each + 1))),
        "aces": Domain(tuple(f"{n} of {aces}" for n in range(aces + 1))),
        "ace": Always((f"{_article(names[ACE])} {names[ACE]}",)),
        "two_aces": Always((f"two {names[ACE]}s",)),
        "king": Always((cards[KING],)),
        "joker": Always((cards[JOKER],)),
    }


def _article(name: str) -> str:
    return "an" if name[:1].lower() in "aeiou" else "a"


def _one(row: Row, name: str) -> str:
    """A card of a rank: "the Joker", but "one 7"."""
    return f"the {name}" if row["copies"] == 1 else f"one {name}"


def _number_tokens(n: int) -> str:
    return f"{n or 'no'} number token{'s' * (n > 1)}"


def boxes(data: Data) -> range:
    """The numbers of the boxes."""
    row = data["board"]["boxes"]
    return range(row["first"], row["last"] + 1)


def check(setup: Setup) -> None:
    """Refuse more players than a small deck of one's own can be dealt to, UD-R26."""
    cards = sum(setup.data.column("rank", "copies"))
    most = (cards - 1) // HAND
    if setup.seats > most:
        told = f"The deck has {cards} cards, enough for {most} players"
        raise Refusal(f"{told}, not for {setup.seats} (UD-R26).")


def start(setup: Setup) -> Udaka:
    """The table before the dealer is drawn."""
    data, options = setup.data, setup.options
    setting = Setting(
        data.column("rank", "copies"),
        data["board"]["boxes"]["tokens_each"],
        udaka_counts=options.udaka_counts,
        top_reuse=options.top_reuse,
        take_all=options.pair_takes == "all",
        joker_must_play=options.joker_must_play,
        redraw=options.next_dealer == "redraw",
        show_discards=options.show_discards,
        rounds_to_win=options.rounds_to_win,
    )
    return Udaka(setup.seats, setting)
