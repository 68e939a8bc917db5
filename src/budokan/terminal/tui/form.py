"""The form for a new table, built from a game: players, options, choices of each seat."""

from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from pathlib import Path
from typing import Any

from budokan.agents.belts import belt_names
from budokan.agents.registry import default_opponent, find_agent, labels
from budokan.kit import card_file
from budokan.kit.data import Data
from budokan.kit.errors import Refusal
from budokan.kit.game import Game
from budokan.kit.notation import SEATS
from budokan.match.match import CodedMatch
from budokan.terminal.seating import HUMAN, seat_names

OURS = "ours"
CARDS_NOTE = (
    "Ours, or those of your box: press e and type the name of your card file "
    "(budokan cards writes one). Belts are measured with our cards."
)


@dataclass
class Row:
    """One setting: its values, and the one selected."""

    key: str  # players, seat.0, seat.0.deck, assists, cards or option.fan
    label: str
    values: list[str]
    at: int
    note: str = ""
    clause: str = ""
    free: bool = False  # accepts typed text

    @property
    def value(self) -> str:
        return self.values[self.at]

    def turn(self, by: int) -> None:
        self.at = (self.at + by) % len(self.values)

    def put(self, text: str) -> None:
        if text not in self.values:
            self.values.append(text)
        self.at = self.values.index(text)


class Form:
    """The settings of a new table."""

    def __init__(self, game: Game, cards: str | None = None) -> None:
        self.game = game
        self.overlays: dict[str, Mapping[str, Any]] = {OURS: {}}  # by the name of their file
        self.kept: dict[str, str] = {}
        if cards is not None:
            self.overlays[cards] = card_file.read(Path(cards), game)
            self.kept["cards"] = cards
        self.rows: list[Row] = []
        self.build()

    def build(self) -> None:
        """Build the rows again; chosen values stay."""
        seats = [str(n) for n in self.game.seats]
        rows = [Row("players", "Players", seats, seats.index(str(self.game.default_seats)))]
        self.data = self.chosen_data()
        count = int(self.kept.get("players", rows[0].value))
        for seat in range(count):
            rows.append(self.seat_row(seat))
            rows += [self.switch(f, f"seat.{seat}.", f"  {SEATS[seat]}'s ") for f in self.personal]
        note = "Whether players may ask for the best moves."
        rows.append(Row("assists", "Hints", ["allowed", "forbidden"], 0, note))
        rows.append(Row("cards", "Cards", list(self.overlays), 0, CARDS_NOTE, free=True))
        rows += [self.switch(f, "option.", "") for f in fields(self.game.options)]
        for row in rows:
            if row.key in self.kept:
                row.put(self.kept[row.key])
        self.rows = rows if len(seats) > 1 else rows[1:]

    def chosen_data(self) -> Data:
        """The components of the chosen cards."""
        overlay = self.overlays[self.kept.get("cards", OURS)]
        return self.game.unchecked_setup(overlay=overlay).data

    @property
    def personal(self) -> tuple["Field[Any]", ...]:
        return fields(self.game.seat_options)

    def seat_row(self, seat: int) -> Row:
        bots = belt_names(self.game) or tuple(labels(self.game))
        values = [HUMAN, *bots]
        at = 0 if seat == 0 else values.index(default_opponent(self.game))
        note = f"human: a person at this keyboard; {', '.join(bots)}: a bot, the strongest last."
        return Row(f"seat.{seat}", f"Seat {SEATS[seat]}", values, at, note, free=True)

    def switch(self, f: "Field[Any]", prefix: str, lead: str) -> Row:
        values = self.values(f)
        word = f.name.replace("_", " ")
        label = lead + (word if lead else word.capitalize())
        note, default = str(self.game.text["option"][f.name]), _default(f)
        free = not isinstance(f.default, bool) and not f.metadata["choices"]
        return Row(
            prefix + f.name,
            label,
            values,
            values.index(default),
            note,
            str(f.metadata["clause"]),
            free=free,
        )

    def values(self, f: "Field[Any]") -> list[str]:
        """The values of an option; for the name of a component, all its names."""
        if isinstance(f.default, bool):
            return ["true", "false"]
        if f.metadata["choices"]:
            return list(f.metadata["choices"])
        if isinstance(f.default, int):
            numbers = [str(n) for n in range(f.metadata["low"], f.metadata["high"] + 1)]
            return [*f.metadata["also"], *numbers]
        known = list(self.data.sections.get(f.name, ()))
        return known if f.default in known else [str(f.default), *known]

    def turn(self, row: Row, by: int) -> None:
        row.turn(by)
        self.keep(row)

    def put(self, row: Row, text: str) -> None:
        """A typed value; the name of a card file that cannot be played is refused."""
        if row.key == "cards" and text not in self.overlays:
            self.overlays[text] = card_file.read(Path(text), self.game)
        row.put(text)
        self.keep(row)

    def keep(self, row: Row) -> None:
        self.kept[row.key] = row.value
        if row.key in ("players", "cards"):
            self.build()

    def players(self) -> tuple[str, ...]:
        rows = [row for row in self.rows if row.key.startswith("seat.") and row.key.count(".") == 1]
        return tuple(row.value for row in rows)

    def match(self) -> CodedMatch:
        """A new match with these settings, or a Refusal."""
        players = self.players()
        options: dict[str, Any] = {}
        choices: dict[int, dict[str, Any]] = {}
        for row in self.rows:
            kind, _, rest = row.key.partition(".")
            if kind == "option":
                options[rest] = row.value
            elif kind == "seat" and "." in rest:
                seat, _, name = rest.partition(".")
                choices.setdefault(int(seat), {})[name] = row.value
        for name in players:
            if name != HUMAN:
                find_agent(name, self.game)
        overlay = self.overlays[self.kept.get("cards", OURS)]
        setup = self.game.setup(len(players), options, choices, overlay)
        why = self.game.endless(setup)
        if HUMAN not in players and why:
            raise Refusal(why)
        allowed = next(row.value for row in self.rows if row.key == "assists") == "allowed"
        return CodedMatch(self.game, setup, seat_names(self.game.id, players), assists=allowed)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _default(f: "Field[Any]") -> str:
    """The default value, as a word if it has one."""
    also = {value: word for word, value in f.metadata["also"].items()}
    return str(also.get(f.default, _text(f.default)))


def explain(row: Row, clauses: Mapping[str, str]) -> str:
    """The note of a row and the clause behind it."""
    text = clauses.get(row.clause, "")
    return " ".join(filter(None, (row.note, f"({row.clause}) {text}" if row.clause else "")))
