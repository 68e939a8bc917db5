"""The switches of Master Udo."""

from dataclasses import dataclass

from budokan.kit.options import option


@dataclass(frozen=True)
class Options:
    """One field for each row of the option table in rules.md."""

    hero: str = option("udo", "MU-01", choices=("udo", "kai"))
    masters: str = option("all", "MU-67", choices=("all", "easy", "medium", "hard"))
    min_combo_length: str = option("1", "MU-R1", choices=("1", "3"))
    charge_cap: int = option(-1, "MU-R4", low=0, high=99, also={"none": -1})
    reshuffle_attacks_each_fight: bool = option(False, "MU-R11")
    kai_charge_to_enrage: bool = option(True, "MU-R19")
    kai_enrage_on_hit: bool = option(False, "MU-R20")
    kai_double: str = option("total", "MU-R23", choices=("total", "cards_only"))
    shadow_hearts: str = option("two", "MU-R35", choices=("two", "one"), since=2)
    kai_calm_between_fights: bool = option(False, "MU-R25")
    max_turns_per_fight: int = option(0, "MU-R30", low=1, high=1000, also={"none": 0})
