"""The switches of Kenpo Masters."""

from dataclasses import dataclass

from budokan.kit.options import option


@dataclass(frozen=True)
class Options:
    """One field for each row of the option table in rules.md."""

    defence_stacking: bool = option(True, "KM-R8")
    effect_only_turn: bool = option(False, "KM-R10")
    no_rest_scope: str = option("next_turn", "KM-R12", choices=("next_turn", "each_player"))
    texts_see_through_effects: bool = option(False, "KM-R15")
    side_kick_after_effect: bool = option(False, "KM-R18")
    side_kick_optional: bool = option(False, "KM-R19")
    blitz_any_step: bool = option(False, "KM-R21")
    hard_block_always_counters: bool = option(False, "KM-R22")
    hand_fake_stacks: bool = option(True, "KM-R24")
    open_discards: bool = option(True, "KM-R32")
    turn_cap: int = option(300, "KM-R34", low=20, high=1000, also={"none": 0})
    target_score: int = option(20, "KM-R37", low=5, high=50)
