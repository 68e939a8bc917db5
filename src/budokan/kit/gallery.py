"""Galleries and builders: all components as pieces, and whether a choice of them is allowed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from budokan.kit.scene import Facts, Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Gallery:
    """All components to choose from; the ids of the pieces are the components' keys."""

    zones: tuple[Zone, ...]
    facts: tuple[Facts, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """One rule for building, whether a choice satisfies it, and a sentence about it."""

    rule: str
    ok: bool
    text: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Appraisal:
    """The choice of a seat, and the checks it passes or fails."""

    checks: tuple[Check, ...]
    counts: Mapping[str, int] = field(default_factory=dict)  # copies of each component
    text: str = ""  # the choice in the game's own notation
