"""How a person likes the terminal: the pace of what happens, and single choices."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

Pace = Literal["slow", "normal", "fast", "off"]
PACES: tuple[Pace, ...] = get_args(Pace)
FACTORS: dict[Pace, float] = {"slow": 1.6, "normal": 1.0, "fast": 0.5, "off": 0.0}


@dataclass(frozen=True)
class Settings:
    """What happens after a move is shown at a pace; single choices are taken for the player."""

    pace: Pace = "normal"
    take_single: bool = True

    @property
    def factor(self) -> float:
        """What the length of a beat is multiplied by; 0: beats are not shown."""
        return FACTORS[self.pace]


def next_pace(pace: Pace) -> Pace:
    return PACES[(PACES.index(pace) + 1) % len(PACES)]


def load() -> Settings:
    """The settings of the last time; the usual ones if there are none, or none that fit."""
    try:
        kept = json.loads(_file().read_text("utf-8"))
        pace, single = kept["pace"], kept["take_single"]
    except (OSError, ValueError, KeyError, TypeError):
        return Settings()
    if pace not in PACES or not isinstance(single, bool):
        return Settings()
    return Settings(pace, single)


def save(settings: Settings) -> None:
    """Keep the settings; where nothing can be written, they last until the end."""
    try:
        _file().parent.mkdir(parents=True, exist_ok=True)
        _file().write_text(json.dumps(asdict(settings)), "utf-8")
    except OSError:
        return


def _file() -> Path:
    from budokan.store.store import data_folder  # late: the command line reads PACES often

    return data_folder() / "terminal" / "settings.json"
