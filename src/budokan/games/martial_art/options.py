"""The switches of Martial Art, and the choices of each seat."""

from dataclasses import dataclass

from budokan.kit.options import option

ANY = "any"
FIGHTERS = ("igor", "kimberley", "hirumasa", "li_ming", "ricardo", "wonja")


@dataclass(frozen=True)
class Options:
    """One field for each row of the option table in rules.md."""

    mode: str = option("white", "MA-02", choices=("white", "black"))
    layout: str = option("auto", "MA-03", choices=("auto", "duel", "three", "royale", "team"))
    first_player: str = option("random", "MA-R1", choices=("random", "seat0", "chosen"))
    first_seat: int = option(0, "MA-R1", low=0, high=3)
    allow_mirror: bool = option(False, "MA-R2")
    memory_aid: bool = option(True, "MA-R4")
    team_shared_view: bool = option(False, "MA-R6")
    sow_skip_start: bool = option(False, "MA-R8")
    turn_after_push: bool = option(False, "MA-R18")
    friendly_fire: bool = option(False, "MA-R19")
    friendly_collision: bool = option(True, "MA-R31")
    dice_cap: str = option("none", "MA-R21", choices=("none", "5"))
    extra_damage_unblockable: bool = option(False, "MA-R24")
    allow_pointless_skill: bool = option(False, "MA-R26")
    reaction_once_per_round: bool = option(False, "MA-R28")
    push_follows_out: bool = option(False, "MA-R32")
    reserve_safe: bool = option(False, "MA-R39")
    harite: str = option("per_use", "MA-R48", choices=("per_use", "flat"))
    hit_needs_damage: bool = option(False, "MA-R49")
    arena_radius: int = option(3, "MA-16", low=2, high=4)
    gauge_max: int = option(5, "MA-18", low=3, high=9)
    gauge_start: int = option(0, "MA-18", low=0, high=9)
    max_rounds: int = option(50, "MA-R57", low=1, high=1000)


@dataclass(frozen=True)
class Seat:
    """A Character; `any` takes the first free one. A card file may bring others."""

    fighter: str = option(ANY, "MA-15", choices=(ANY, *FIGHTERS), open=True)
