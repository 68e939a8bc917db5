"""The switches of Udaka."""

from dataclasses import dataclass

from budokan.kit.options import option


@dataclass(frozen=True)
class Options:
    """One field for each row of the option table in rules.md."""

    udaka_counts: bool = option(True, "UD-R3")
    top_reuse: bool = option(True, "UD-R8")
    pair_takes: str = option("one", "UD-R9", choices=("one", "all"))
    joker_must_play: bool = option(False, "UD-R11")
    next_dealer: str = option("rotate", "UD-R16", choices=("rotate", "redraw"))
    show_discards: bool = option(True, "UD-R19")
    rounds_to_win: int = option(2, "UD-50", low=1, high=3)
