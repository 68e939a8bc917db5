"""The games as games of OpenSpiel: budokan_dojo_duel and so on, small ones as budokan_tiny_udaka.

Chance is a player whose odds are known. Where the rules let several seats choose at once, each is
asked in turn and sees nothing of what the others chose before all have, so all are sequential.
"""

from array import array
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from typing import Any, Final

from budokan.bridges.common import NAMESPACE, env_games, missing, payoff, read_setup
from budokan.kit.action_ids import legal_ids
from budokan.kit.contract import CHANCE, State, chances, copy, first_seat
from budokan.kit.entries import view_of
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup, find
from budokan.kit.lens import row_of
from budokan.kit.notation import SEATS
from budokan.kit.rng import Rng
from budokan.kit.toml_text import toml_value
from budokan.lab.exact.tiny_games import TINY, Tiny, Worlds

try:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(error) from None

LONGEST: Final = 20_000  # no match has more entries; the laws of the kit say so
COMMA, IN_NAMES = ",", ";"  # OpenSpiel separates parameters by commas, decks separate cards
DIGEST: Final = 16  # bytes
ROOM: Final = 96  # entries of a small game that a tensor has room for
CODE_BITS: Final = 12
NOT_KEPT: Final = -1


# -- matches --------------------------------------------------------------------------------------


class Record:
    """An entry of a match and the state after it; neither ever changes."""

    __slots__ = ("acting", "code", "known", "number", "seat", "state")

    def __init__(self, state: State | None, seat: int, code: int, seats: int) -> None:
        self.state, self.seat, self.code = state, seat, code
        self.acting = 1 << CHANCE if state is None else int(state.acting())
        self.known: list[bytes | None] = [None] * seats
        self.number = NOT_KEPT


class Moment:
    """A point of a match: the record that led to it, and those before, which others may share.

    OpenSpiel copies and pickles whatever a state holds, and a moment is all that it holds. Records
    lie in one list, not one behind the other: states die badly at the end of a long chain.
    """

    __slots__ = ("past", "place", "record", "table")

    def __init__(self, table: "Table", record: Record, past: list[Record], place: int) -> None:
        self.table, self.record = table, record
        self.past, self.place = past, place  # of the list, only so many are before this moment

    def __deepcopy__(self, memo: object) -> "Moment":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Moment"], tuple[str, list[tuple[int, int]]]]:
        return restored, (self.table.name, self.entries())

    @property
    def state(self) -> State | None:
        """Where the match stands; None before a world is drawn."""
        return self.record.state

    @property
    def acting(self) -> int:
        return self.record.acting

    @property
    def turn(self) -> int:
        """The seat that acts, or CHANCE."""
        acting = self.record.acting
        return CHANCE if acting == 1 << CHANCE else int(first_seat(acting))

    def records(self) -> list[Record]:
        """All records from the beginning to this one."""
        return [*self.past[: self.place], self.record]

    def entries(self) -> list[tuple[int, int]]:
        """All entries so far, those that were forced included."""
        first, *others = self.records()
        if first is not self.table.beginning:
            raise Refusal("This world was guessed, so it has no entries to write down.")
        return [(record.seat, record.code) for record in others]

    def step(self, seat: int, code: int) -> "Moment":
        """The moment after an entry."""
        return self.followed_by(self.table.record_after(self.record, seat, code))

    def followed_by(self, record: Record) -> "Moment":
        """The moment of the next record. The list goes on, unless it did so in another way.

        The list of the first moment stays as it is, since that moment lives on.
        """
        past, place = self.past, self.place
        went_elsewhere = len(past) > place and past[place] is not self.record
        if went_elsewhere or self is self.table.root:
            past = past[:place]
        if len(past) == place:
            past.append(self.record)
        return Moment(self.table, record, past, place + 1)

    def knows(self, seat: int) -> bytes:
        """All that a seat has seen, in a digest: entries as it saw them, and the views after."""
        found = self.record.known[seat]
        if found is not None:
            return found
        records = self.records()
        first = len(records) - 1
        while first > 0 and records[first - 1].known[seat] is None:
            first -= 1
        for at in range(first, len(records)):
            found = told(seat, records[at], records[at - 1] if at else None)
            records[at].known[seat] = found
        assert found is not None
        return found


def told(seat: int, record: Record, before: Record | None) -> bytes:
    """The digest of what a seat knew before, and what a record tells it."""
    known = before.known[seat] if before else None
    found = blake2b(known or b"", digest_size=DIGEST)
    if before is not None and before.state is not None:
        seen = before.state.seen(seat, record.seat, record.code)
        found.update(array("q", (record.seat, seen)).tobytes())
    if record.state is not None:
        found.update(array("q", view_of(record.state, seat).encode()).tobytes())
    return found.digest()


class Table:
    """What all states of a game of OpenSpiel share."""

    def __init__(
        self, game: Game, setup: Setup, worlds: Worlds, *, skips_forced: bool, is_kept: bool
    ) -> None:
        self.name = ""  # of the game of OpenSpiel, with its parameters
        self.game, self.setup, self.ids = game, setup, game.action_ids
        self.skips_forced = skips_forced
        self.is_kept = is_kept  # whether the tree is small enough to keep all of it
        self.worlds = worlds  # to begin in, with weights; only small games have several
        # Small games bring setups of their own, so rows leave out the switches.
        self.lens = game.lens() if worlds and game.lens else game.lens_of(setup)
        self.notation = game.notation_of(setup)
        start = None if worlds else game.start(setup)
        self.kept: dict[tuple[int, int], Record] = {}  # by the number before, and the code
        self.beginning = Record(start, CHANCE, 0, setup.seats)
        self.beginning.number = 0
        self.root = Moment(self, self.beginning, [], 0)
        self.root = self.beyond_forced(self.root)

    @property
    def seats(self) -> int:
        return self.setup.seats

    def text(self, code: int) -> str:
        return self.notation.text(code) if code in self.notation else f"action {code}"

    def beyond_forced(self, moment: Moment) -> Moment:
        """The next moment with a real choice or real luck, if forced steps are skipped."""
        while self.skips_forced and moment.acting:
            possible = self.possible(moment)
            if len(possible) > 1:
                break
            moment = moment.step(moment.turn, possible[0][0])
        return moment

    def after(self, moment: Moment, code: int) -> Moment:
        """The next moment to ask somebody, after an entry of the seat that acts."""
        return self.beyond_forced(moment.step(moment.turn, code))

    def record_after(self, before: Record, seat: int, code: int) -> Record:
        """The record of an entry; a small game keeps all that were met."""
        found = self.kept.get((before.number, code))
        if found is None:
            found = Record(self.state_after(before.state, seat, code), seat, code, self.seats)
            if self.is_kept and before.number != NOT_KEPT:
                found.number = len(self.kept) + 1
                self.kept[before.number, code] = found
        return found

    def state_after(self, before: State | None, seat: int, code: int) -> State:
        """A new state after a legal entry."""
        if before is None:
            return self.worlds[code][1]
        if not before.is_legal(seat, code):
            raise ValueError(f"{self.text(code)!r} is not legal now")
        state = copy(before)
        state.apply(seat, code)
        return state

    def possible(self, moment: Moment) -> list[tuple[int, int]]:
        """The entries that a moment allows, each with its weight."""
        if moment.state is None:
            return [(world, weight) for world, (weight, _) in enumerate(self.worlds)]
        if moment.turn == CHANCE:
            return chances(moment.state)
        ids = legal_ids(self.ids, moment.state, moment.turn)
        return [(int(self.ids.code[id]), 1) for id in ids]

    def code(self, moment: Moment, action: int) -> int:
        """The code of an action of OpenSpiel; those of chance are codes already."""
        return action if moment.turn == CHANCE else int(self.ids.code[action])

    def outcomes(self, moment: Moment) -> list[tuple[int, float]]:
        """What chance may do, as actions of OpenSpiel with their probabilities."""
        possible = self.possible(moment)
        total = sum(weight for _, weight in possible)
        return sorted((code, weight / total) for code, weight in possible)

    def position(self, moment: Moment, viewer: int | None = None) -> str:
        """A position in lines, as a viewer may know it; without a viewer all of it."""
        if moment.state is None:
            return "nothing is dealt"
        state = moment.state if viewer is None else view_of(moment.state, viewer)
        fields = self.game.write(state, self.setup)
        return "\n".join(f"{name} = {toml_value(value)}" for name, value in fields.items())


def restored(name: str, entries: list[tuple[int, int]]) -> Moment:
    """The moment of a pickle: the name of its game, with parameters, and its entries."""
    moment: Moment = pyspiel.load_game(name).table.root
    for seat, code in entries[len(moment.entries()) :]:
        moment = moment.step(seat, code)
    return moment


# -- for OpenSpiel --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A game that OpenSpiel knows by name."""

    game: Game
    tiny: Tiny | None = None

    @property
    def name(self) -> str:
        return f"{NAMESPACE}_tiny_{self.tiny.name}" if self.tiny else f"{NAMESPACE}_{self.game.id}"

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """The parameters with their defaults: those of a match, and what each seat chooses."""
        if self.tiny:
            return {}
        game = self.game
        seats = [
            (f"{letter}.{name}", value)
            for letter in SEATS[: game.seats[-1]]
            for name, value in asdict(game.seat_options()).items()
        ]
        given = {"players": game.default_seats, "cards": "", "skip_forced": False}
        return {**given, **asdict(game.options()), **dict(seats)}

    @cached_property
    def worlds(self) -> Worlds:
        """What a small game begins with; whole games begin with a start."""
        return self.tiny.worlds(self.game) if self.tiny else []

    @cached_property
    def type(self) -> Any:
        title, version = self.game.title, self.game.version
        kinds = pyspiel.GameType
        alone = self.game.seats[-1] == 1
        least, most = self.game.seats[0], self.game.seats[-1]
        if self.tiny:
            least = most = int(self.worlds[0][1].seats)
            title = f"{title}, {self.tiny.line}"
        return kinds(
            short_name=self.name,
            long_name=f"{title} (Budokan, rules {version})",
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
            information=kinds.Information.IMPERFECT_INFORMATION,
            utility=kinds.Utility.GENERAL_SUM if alone else kinds.Utility.ZERO_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=most,
            min_num_players=least,
            provides_information_state_string=True,
            provides_information_state_tensor=self.tiny is not None,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=self.defaults,
        )

    def setup(self, params: Mapping[str, Any]) -> Setup:
        """A checked setup from parameters, of which only those that were changed count."""
        defaults = self.defaults
        changed = {name: value for name, value in params.items() if value != defaults[name]}
        seats, cards = changed.pop("players", None), changed.pop("cards", None)
        changed.pop("skip_forced", None)
        words = {
            name: value.replace(IN_NAMES, COMMA) if isinstance(value, str) else value
            for name, value in changed.items()
        }
        return read_setup(self.game, seats, words, cards)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters; makes its first state. Every kind has a class of its own."""

    kind: Kind

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        kind, params = self.kind, dict(params or {})
        for name, value in params.items():
            if isinstance(value, str) and COMMA in value:
                raise Refusal(f"OpenSpiel knows no commas in parameters: write {name} with ';'.")
        tiny = kind.tiny
        setup = kind.game.setup(kind.type.min_num_players) if tiny else kind.setup(params)
        endless = kind.game.endless(setup)
        if endless:
            raise Refusal(endless)
        self.table = Table(
            kind.game,
            setup,
            kind.worlds,
            skips_forced=bool(tiny or params.get("skip_forced")),
            is_kept=bool(tiny and not tiny.open_information),
        )
        table, seats = self.table, setup.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=int(table.ids.size),
            max_chance_outcomes=max(table.notation.size, len(table.worlds)),
            num_players=seats,
            min_utility=payoff(0.0, seats),
            max_utility=payoff(1.0, seats),
            utility_sum=0.0 if seats > 1 else None,
            max_game_length=LONGEST,
        )
        changed = {name: value for name, value in params.items() if value != kind.defaults[name]}
        super().__init__(kind.type, info, changed)
        table.name = str(self)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return LONGEST

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "Observer | None":
        """Writes what a player sees now, or with perfect recall what it has seen so far."""
        if not isinstance(kind, pyspiel.IIGObservationType):
            return Observer(self.table, False)
        alone = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.table, kind.perfect_recall) if kind.public_info and alone else None


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment = game.table.root

    def current_player(self) -> int:
        moment = self.moment
        if not moment.acting:
            return int(pyspiel.PlayerId.TERMINAL)
        turn = moment.turn
        return int(pyspiel.PlayerId.CHANCE) if turn == CHANCE else turn

    def is_terminal(self) -> bool:
        return not self.moment.acting

    def _legal_actions(self, player: int) -> list[int]:
        moment = self.moment
        assert moment.state is not None
        return legal_ids(moment.table.ids, moment.state, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.moment.table.outcomes(self.moment)

    def _apply_action(self, action: int) -> None:
        moment = self.moment
        self.moment = moment.table.after(moment, moment.table.code(moment, action))

    def _action_to_string(self, player: int, action: int) -> str:
        table = self.moment.table
        if self.moment.state is None:
            return f"world {action}"
        chance = player == pyspiel.PlayerId.CHANCE
        return table.text(action if chance else int(table.ids.code[action]))

    def returns(self) -> list[float]:
        state, seats = self.moment.state, range(self.moment.table.seats)
        if self.moment.acting or state is None:
            return [0.0 for _ in seats]
        return [payoff(state.score(seat), len(seats)) for seat in seats]

    def __str__(self) -> str:
        return self.moment.table.position(self.moment)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state that a player cannot tell from this one: what it may not know is guessed."""
        moment, table = self.moment, self.moment.table
        assert moment.state is not None
        world = view_of(moment.state, player)
        world.guess(player, Rng(int(sampler() * (1 << 60))))
        guessed = Record(world, CHANCE, 0, table.seats)
        guessed.known[player] = moment.knows(player)
        found: SpielState = self.clone()
        found.moment = Moment(table, guessed, [], 0)
        return found


class Observer:
    """Writes what a player sees: a row in its named parts, and a text.

    With perfect recall the text is a digest of all that the player has seen, and in small games the
    row continues with every entry.
    """

    def __init__(self, table: Table, recall: bool) -> None:
        self.table, self.recall = table, recall
        self.dict: dict[str, NDArray[np.float32]] = {}
        self.tensor: NDArray[np.float32] | None = None
        if recall and not table.worlds:
            return
        self.width = int(table.lens.width)
        self.step = table.seats + 1 + CODE_BITS
        entries = ROOM * self.step if recall else 0
        self.tensor = np.zeros(self.width + entries, np.float32)
        for part in table.lens.parts:
            end = part.offset + part.size
            self.dict[part.name] = self.tensor[part.offset : end].reshape(part.shape or (1,))
        if recall:
            self.dict["entries"] = self.tensor[self.width :].reshape(ROOM, self.step)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees of a state."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        moment = state.moment
        if moment.state is None:
            return
        row: Any = row_of(self.table.lens, moment.state, player)
        self.tensor[: self.width] = np.frombuffer(row, np.uint8)
        if self.recall:
            self._write_entries(moment, player)

    def _write_entries(self, moment: Moment, player: int) -> None:
        """Every entry, as the player saw it: who did it, and the bits of its code."""
        out, seats = self.dict["entries"], self.table.seats
        records = moment.records()
        for place, (before, record) in enumerate(pairwise(records[1:])):
            assert before.state is not None
            code = before.state.seen(player, record.seat, record.code)
            out[place, min(record.seat, seats)] = 1
            out[place, seats + 1 :] = [code >> bit & 1 for bit in range(CODE_BITS)]

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees of a state, or has seen so far."""
        if self.recall:
            return f"{player}:{state.moment.knows(player).hex()}"
        return self.table.position(state.moment, player)


def kinds() -> list[Kind]:
    """All games, and all small ones."""
    return [
        *(Kind(game) for game in env_games().values()),
        *(Kind(find(tiny.game), tiny) for tiny in TINY),
    ]


def register() -> None:
    """Let OpenSpiel know the games."""
    for kind in kinds():
        if kind.name not in pyspiel.registered_names():
            # Not a function: OpenSpiel lets go of it too late for anything that ends with Python.
            creator = type(kind.game.id, (SpielGame,), {"kind": kind})
            pyspiel.register_game(kind.type, creator)


register()
