"""The switches of Stances."""

from dataclasses import dataclass

from budokan.kit.options import option


@dataclass(frozen=True)
class Options:
    """One field for each switch."""

    points: int = option(3, "ST-04", low=1, high=9)
