"""What builders and galleries show: components as they lie on the table, and how a choice keeps
the rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from budokan.kit.scene import Facts, Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Gallery:
    """Everything there is to choose from; ids of pieces are the keys of the components."""

    zones: tuple[Zone, ...]
    facts: tuple[Facts, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """One rule for building, whether a choice keeps it, and a sentence on how it stands."""

    rule: str
    ok: bool
    text: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Appraisal:
    """What a seat chose, and how it keeps the rules."""

    checks: tuple[Check, ...]
    counts: Mapping[str, int] = field(default_factory=dict)  # copies of each component
    text: str = ""  # the choice in the game's own notation
