"""The switches of Dojo Duel, and the choices of each seat."""

from dataclasses import dataclass

from budokan.kit.options import option


@dataclass(frozen=True)
class Options:
    """One field for each row of the option table in rules.md."""

    start_points: int = option(20, "DD-12", low=10, high=40)
    compare: str = option("totals", "DD-R2", choices=("totals", "lanes"))
    kicker_mode: str = option("window", "DD-R4", choices=("window", "simultaneous"))
    fan: str = option("shuffled", "DD-R8", choices=("shuffled", "holder"))
    first_player: str = option("alternate", "DD-R9", choices=("alternate", "fixed", "random"))
    double_ko: str = option("margin", "DD-R11", choices=("margin", "draw"))
    round_limit: int = option(50, "DD-R13", low=10, high=200, also={"none": 0})
    open_decklists: bool = option(False, "DD-R17")
    deck_rules: str = option("full", "DD-R19", choices=("full", "size_only"))


@dataclass(frozen=True)
class Seat:
    """A deck: the key of a ready-made one, or the cards of an own one as text."""

    deck: str = option("white_belt", "DD-R17", secret=True)
