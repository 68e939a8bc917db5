"""From data and options to the first state, and the words of ranks, boxes and seats."""

from collections.abc import Mapping

from budokan.games.udaka.rules.rules import LEAST_SEATS, MOST_SEATS, Udaka
from budokan.games.udaka.rules.state import BOXES, KING, Setting
from budokan.kit.data import Data, Row
from budokan.kit.errors import Refusal
from budokan.kit.game import Setup
from budokan.kit.notation import SEATS, Domain


def domains(data: Data) -> Mapping[str, Domain]:
    """The values that arguments of actions and events can have."""
    words = tuple(data.column("rank", "word"))
    # Sentences say 7, not Seven.
    rows = list(data["rank"].values())
    names = tuple(row["word"] if row["box"] else row["name"] for row in rows)
    return {
        "rank": Domain(words, names),
        "card": Domain(
            words, tuple(_one(row, name) for row, name in zip(rows, names, strict=True))
        ),
        "number": Domain(words[:KING], names[:KING]),
        "box": Domain(tuple(str(box) for box in boxes(data))),
        "seat": Domain(tuple(SEATS[:MOST_SEATS])),
        "tokens": Domain(tuple(_number_tokens(n) for n in range(BOXES + 1))),
    }


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
    """Refuse an overlay whose board cannot be drawn, or whose number of players has no rules."""
    rows = setup.data["board"]["layout"]["rows"]
    named = [box for row in rows if isinstance(row, list) for box in row]
    if len(named) != BOXES or set(map(str, named)) != set(map(str, boxes(setup.data))):
        raise Refusal("board.layout.rows must name every box from 2 to 9 once.")
    if len({len(row) for row in rows}) != 1:
        raise Refusal("board.layout.rows must be rows of equal length.")
    players = setup.data["limits"]["players"]
    if (players["smallest"], players["largest"]) != (LEAST_SEATS, MOST_SEATS):
        raise Refusal(f"limits.players must stay {LEAST_SEATS} to {MOST_SEATS}, UD-R2.")


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
