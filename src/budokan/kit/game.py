"""What a game package exports, and how games are found: every folder in games/ is one."""

import importlib
import pkgutil
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from budokan.kit import card_file, options, words
from budokan.kit import data as cards
from budokan.kit.action_ids import ActionIds
from budokan.kit.beats import points
from budokan.kit.card_format import CardFormat
from budokan.kit.contract import SPECTATOR, State
from budokan.kit.data import Data
from budokan.kit.errors import Refusal, shortened, suggest
from budokan.kit.gallery import Appraisal, Gallery
from budokan.kit.lens import Lens
from budokan.kit.notation import SEATS, Domain, Notation, Verb, no_seat
from budokan.kit.position import Document
from budokan.kit.position import Field as PositionField
from budokan.kit.rng import Rng
from budokan.kit.scene import Beat, Scene, Zone
from budokan.kit.setup import Setup as Setup  # noqa: PLC0414 - all others take it from here
from budokan.kit.view import Look, News
from budokan.kit.view import Viewpoint as Viewpoint  # noqa: PLC0414 - as Setup
from budokan.kit.words import NOBODY, VERB, Event, Words

if TYPE_CHECKING:
    from budokan.kit.guide import Guide

CLAUSE = re.compile(r"^- \*\*([A-Z]+-[A-Z]?\d+)\*\* (.*)$", re.MULTILINE)
CONDUCT = re.compile(r"^- ([A-Z]+-[A-Z]?\d+): (.*)$", re.MULTILINE)


def nothing_fades(setup: Setup, story: Sequence[Event], viewer: int) -> range:
    """The part of a story that is forgotten where nothing is."""
    return range(0)


@dataclass(frozen=True)
class Game:
    """A game: its id, its files, and the functions it defines."""

    id: str
    prefix: str  # of its clauses
    version: int  # raised when the same entries would lead elsewhere
    folder: Path
    seats: range
    default_seats: int
    options: type[Any]
    seat_options: type[Any]
    verbs: tuple[Verb, ...]
    events: tuple[str, ...]
    domains: Callable[[Data], Mapping[str, Domain]]
    start: Callable[[Setup], State]
    scene: Callable[[Look], Scene]
    write: Callable[[State, Setup], Document]
    read: Callable[[Mapping[str, Any], Setup], State]
    fields: Mapping[str, PositionField] = field(default_factory=dict, hash=False)  # of positions
    check: Callable[[Setup], None] = lambda setup: None  # refuses a setup that cannot be played
    sides: Callable[[Setup], tuple[int, ...]] = lambda setup: tuple(range(setup.seats))
    # The part of the story that a viewer forgets under a memory option.
    fades: Callable[[Setup, Sequence[Event], int], range] = nothing_fades
    endless: Callable[[Setup], str] = lambda setup: ""  # why bots alone may not play it
    veil: Callable[[Setup, int], Setup] = lambda setup, viewer: setup  # as a viewer may know it
    # A strong player of its own: takes an observation, a seat, a generator and an effort.
    planner: Callable[[State, int, Rng, int], int] | None = None
    # The switches and the seed of a day's challenge, the same for everyone.
    daily: Callable[[str], tuple[dict[str, Any], str]] | None = None
    # What a beat weighs among the key moments of a match.
    weigh: Callable[[Beat], int] = points
    # All components to choose from, drawn as on the table, and whether a seat's choice is
    # allowed; `appraise` takes an unchecked setup and refuses only what it cannot read.
    gallery: Callable[[Look], Gallery] | None = None
    appraise: Callable[[Setup, int], Appraisal] | None = None
    oldest: int = 1  # the earliest version of the rules that can still be played
    # Versions that correct a wrong rule, each with a sentence for the story: a match that was
    # begun under an earlier version is finished under it.
    corrections: Mapping[int, str] = field(default_factory=dict, hash=False)
    card_file: str = "cards.toml"
    # What a card file may hold; without it every value may be replaced by one of its kind.
    cards: CardFormat | None = field(default=None, hash=False)
    # Every component that has a face, drawn as on the table; each piece names its component.
    album: Callable[[Look], tuple[Zone, ...]] = lambda look: ()
    newest: int = 0  # of an earlier edition: the version that new matches begin with
    chance_verbs: tuple[str, ...] = ()  # those that only chance speaks, never a seat
    lens: Callable[[], Lens] | None = None  # what learning agents see

    def __repr__(self) -> str:
        return f"<Game {self.id}, rules {self.version}>"

    @cached_property
    def data(self) -> Data:
        return cards.load(self.folder / self.card_file)

    @cached_property
    def card_format(self) -> CardFormat:
        """The sections and values that a card file may hold."""
        return self.cards or card_file.plain_format(self.data)

    @cached_property
    def text(self) -> Mapping[str, Any]:
        return words.load(self.folder / "text.toml")

    @cached_property
    def belts(self) -> Mapping[str, Mapping[str, Any]]:
        """The settings of each belt: iterations or tries, and slips."""
        return self._belts_file.get("belts", {})

    @cached_property
    def search_style(self) -> Mapping[str, Any]:
        """The style of a search that suits the game."""
        return self._belts_file.get("search", {})

    @cached_property
    def coach_iterations(self) -> int:
        """How hard the coach thinks about the game; 0 if the game does not say."""
        return int(self._belts_file.get("coach", {}).get("iterations", 0))

    @cached_property
    def _belts_file(self) -> Mapping[str, Mapping[str, Any]]:
        file = self.folder / "belts.toml"
        return words.load(file) if file.exists() else {}

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """The weights of the features, found by `budokan fit`."""
        file = self.folder / "weights.toml"
        return words.load(file)["weights"] if file.exists() else {}

    @cached_property
    def guide(self) -> "Guide | None":
        """The guided first match, if the game brings one."""
        from budokan.kit import guide

        file = self.folder / "guide.toml"
        return guide.load(self, file) if file.exists() else None

    @cached_property
    def rules(self) -> str:
        return (self.folder / "rules.md").read_text("utf-8")

    @cached_property
    def clauses(self) -> Mapping[str, str]:
        """Clause id -> text, from rules.md."""
        return dict(CLAUSE.findall(self.rules))

    def rules_of(self, action: str) -> list[str]:
        """The clauses about an action: those of the longest verb it begins with."""
        verbs: dict[str, list[str]] = self.text.get("rule", {})
        fitting = [verb for verb in verbs if f"{action} ".startswith(f"{verb} ")]
        return verbs[max(fitting, key=len)] if fitting else []

    @cached_property
    def conduct(self) -> Mapping[str, str]:
        """Clauses about conduct, which no program can break, with the reason."""
        return dict(CONDUCT.findall(self.rules))

    @cached_property
    def notation(self) -> Notation:
        return Notation(self.verbs, self._domains, self.chance_verbs)

    def notation_of(self, setup: Setup) -> Notation:
        """The text of actions in a match; cards of one's own may bring further kinds."""
        if setup.data is self.data:
            return self.notation
        return setup.data.made_once(
            "notation",
            lambda: Notation(self.verbs, self.domains_of(setup), self.chance_verbs),
        )

    @cached_property
    def action_ids(self) -> ActionIds:
        """What seats can do, numbered without gaps, the same for all matches."""
        return ActionIds(self.notation.seat_codes)

    def action_names(self, setup: Setup) -> list[str]:
        """The text of every id; "" if the cards of the match have no such action."""
        notation = self.notation_of(setup)
        return [notation.text(c) if c in notation else "" for c in self.notation.seat_codes]

    def lens_of(self, setup: Setup) -> Lens:
        """A lens for the matches of a setup; its rows end with the seats and the switches."""
        if self.lens is None:
            raise Refusal(f"{self.title} has no lens, which learning agents would need.")
        lens = self.lens()
        lens.end_with("seats", [int(setup.seats == n) for n in self.seats], 1)
        for name, numbers, high in options.numbers(setup.options):
            lens.end_with(f"option {name}", numbers, high)
        return lens

    def domains_of(self, setup: Setup) -> Mapping[str, Domain]:
        """The values that arguments of actions and events have in a match."""
        if setup.data is self.data:
            return self._domains
        return setup.data.made_once("domains", lambda: self.domains(setup.data))

    @cached_property
    def _domains(self) -> Mapping[str, Domain]:
        return self.domains(self.data)

    @property
    def title(self) -> str:
        return str(self.text["game"]["title"])

    def document(self) -> dict[str, Any]:
        """The game and its switches for lists and forms."""
        return {
            "id": self.id,
            "title": self.title,
            "line": self.text["game"]["line"],
            "minutes": str(self.text["game"].get("minutes", "")),
            "seats": list(self.seats),
            "default_seats": self.default_seats,
            "daily": self.daily is not None,
            "guide": (self.folder / "guide.toml").exists(),
            "rules": self.version,
            "data": self.data.hash,
            "options": options.documents(self.options, self.text["option"]),
            "seat_options": options.documents(self.seat_options, self.text["option"]),
        }

    def words(self, setup: Setup, names: Sequence[str] = SEATS, you: int = NOBODY) -> Words:
        """The game's words; `you` is the seat that is addressed as you."""
        you = you if self._says_you else NOBODY
        return Words(self.text, self.events, self.domains_of(setup), names, self.corrections, you)

    @cached_property
    def _says_you(self) -> bool:
        """Whether the forms have verbs in two persons; otherwise all players are named."""
        return any(VERB.search(str(form)) for form in self.text["event"].values())

    def draw_scene(
        self,
        setup: Setup,
        view: State,
        viewer: int,
        acting: tuple[int, ...],
        names: Sequence[str] = SEATS,
        news: News | None = None,
    ) -> Scene:
        """The scene of a viewer, from their observation and the acting seats."""
        return Viewpoint(self, setup, viewer, names).draw(view, acting, news)

    def challenge(self, day: str) -> tuple[dict[str, Any], str]:
        """The switches and the seed of the challenge of a day."""
        if self.daily is None:
            raise Refusal(f"{self.title} has no challenge of the day.")
        return self.daily(day)

    def clause(self, number: int) -> str:
        return words.clause_id(self.prefix, number)

    def setup(
        self,
        seats: int | None = None,
        given: Mapping[str, Any] | None = None,
        choices: Mapping[int, Mapping[str, Any]] | None = None,
        overlay: Mapping[str, Any] | None = None,
    ) -> Setup:
        """A checked setup with defaults for everything left out; `players` means seats."""
        setup = self.unchecked_setup(seats, given, choices, overlay)
        self.check(setup)
        return setup

    def unchecked_setup(
        self,
        seats: int | None = None,
        given: Mapping[str, Any] | None = None,
        choices: Mapping[int, Mapping[str, Any]] | None = None,
        overlay: Mapping[str, Any] | None = None,
    ) -> Setup:
        """A setup whose values are valid one by one, but perhaps not playable together."""
        chosen = dict(given or {})
        wanted = chosen.pop("players", None)
        number = self._seats(seats if wanted is None else wanted)
        if seats is not None and number != self._seats(seats):
            both = f"{shortened(seats)} seats and {number} players"
            raise Refusal(f"You ask for {both}; players means seats, so give one of the two.")
        for seat in choices or {}:
            if not 0 <= seat < number:
                raise no_seat(SEATS[seat] if 0 <= seat < len(SEATS) else seat, number)
        return Setup(
            seats=number,
            options=options.read(self.options, chosen, f"{self.id} option"),
            choices=tuple(
                options.read(self.seat_options, (choices or {}).get(seat, {}), "seat option")
                for seat in range(number)
            ),
            overlay=dict(overlay or {}),
            data=self._with_cards(overlay) if overlay else self.data,
            rules=self.version,
        )

    def _with_cards(self, overlay: Mapping[str, Any]) -> Data:
        card_file.refuse(self, overlay)
        return card_file.with_cards(self.card_format, self.data, overlay)

    def opening_look(self, setup: Setup) -> Look:
        """The table before the first entry, as a spectator sees it."""
        return Look(
            game=self.id,
            setup=setup,
            view=self.start(setup),
            viewer=SPECTATOR,
            acting=(),
            legal=(),
            words=self.words(setup),
            notation=self.notation_of(setup),
            why=lambda action: ("", ""),
        )

    def _seats(self, wanted: Any) -> int:
        if wanted is None:
            return self.default_seats
        told = shortened(wanted).strip("'")
        number = {str(seats): seats for seats in self.seats}.get(told)
        if number is None:
            least, most = self.seats[0], self.seats[-1]
            count = f"{least}" if least == most else f"{least} to {most}"
            raise Refusal(f"{self.title} is for {count} players, not {told}.")
        return number


@cache
def find_all() -> Mapping[str, Game]:
    """Every game: the folders in games/, and entry points of the group budokan.games."""
    found = {}
    home = importlib.import_module("budokan.games")
    for module in pkgutil.iter_modules(home.__path__, "budokan.games."):
        if module.ispkg:
            game = importlib.import_module(module.name).GAME
            found[game.id] = game
    for entry in entry_points(group="budokan.games"):
        game = entry.load()
        found[game.id] = game
    return dict(sorted(found.items()))


def find(name: str) -> Game:
    games = find_all()
    if name not in games:
        raise Refusal(f"There is no game {shortened(name)}; {suggest(name, games)}")
    return games[name]
