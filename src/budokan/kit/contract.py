"""The contract between a game and everything that plays, draws or measures it."""

from abc import ABCMeta, abstractmethod
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from budokan.kit.pile import zeros
from budokan.kit.rng import Rng

CHANCE: Final = 8  # the seat that deals and rolls; players sit on 0 to 7
SPECTATOR: Final = 9  # a viewer who sees only public information
RULING: Final = 1000  # `why` answers RULING + n for ruling n, n for clause n
ROOM: Final = 1024  # length of a buffer for legal actions; no seat ever has more
CODES: Final = 4096  # the actions of a game have codes below this
MOST_FEATURES: Final = 32  # length of a buffer for the features of an evaluation
HIDDEN: Final = -2  # in an observation: a value the viewer may not know


@mypyc_attr(allow_interpreted_subclasses=True)
class EventSink:
    """Receives the events of a state. Search attaches no sink and pays nothing."""

    def emit(self, kind: i64, seat: i64, a: i64, b: i64) -> None:
        raise NotImplementedError


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class State(metaclass=ABCMeta):
    """A position of a game: numbers, piles of numbers, and references to constant data.

    Every game defines the abstract methods; the others have defaults.
    """

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.events: EventSink | None = None  # never copied

    @abstractmethod
    def acting(self) -> i64:
        """Bit mask of the seats that may act now; 0 when the match is over.

        It depends on public facts only. Entries of seats that act together commute.
        """

    @abstractmethod
    def legal(self, seat: i64, out: vec[i64]) -> i64:
        """Write the legal actions of a seat, and return how many. Legality is defined only here."""

    def is_forced(self, seat: i64) -> bool:
        """Whether everybody can see that an acting seat has only one choice.

        It depends on public facts only; a seat whose hidden cards leave one choice is not forced.
        """
        return False

    def is_legal(self, seat: i64, action: i64) -> bool:
        """Whether a seat, or chance, may do this now: whether `legal` or `odds` lists it.

        A game with very long lists may look at the action first, and then call this.
        """
        if not self.acting() >> seat & 1:
            return False
        out = zeros(ROOM)
        n = self.odds(out, zeros(ROOM)) if seat == CHANCE else self.legal(seat, out)
        for i in range(n):
            if out[i] == action:
                return True
        return False

    def why(self, seat: i64, action: i64) -> i64:
        """0 if the action is legal, else the number of the clause that forbids it."""
        if self.is_legal(seat, action):
            return 0
        return self.why_not(seat, action)

    @abstractmethod
    def why_not(self, seat: i64, action: i64) -> i64:
        """The number of the clause that forbids an action known to be illegal."""

    @abstractmethod
    def apply(self, seat: i64, action: i64) -> None:
        """Carry out a legal action. State changes only here."""

    def tell(self, kind: i64, seat: i64, a: i64, b: i64) -> None:
        """Report an event: its kind, the seat that caused it, and two values."""
        if self.events is not None:
            self.events.emit(kind, seat, a, b)

    @abstractmethod
    def source(self) -> i64:
        """The number of the pile, die or coin that chance uses now."""

    @abstractmethod
    def sample(self, rng: Rng) -> i64:
        """One outcome of chance, drawn with its probability."""

    @abstractmethod
    def odds(self, out: vec[i64], weight: vec[i64]) -> i64:
        """Write all outcomes of chance with whole-number weights, and return how many."""

    def settle(self, rng: Rng) -> i64:
        """Let chance act until a seat must decide or the match is over; return who acts then."""
        acting = self.acting()
        while acting == 1 << CHANCE:
            self.apply(CHANCE, self.sample(rng))
            acting = self.acting()
        return acting

    @abstractmethod
    def score(self, seat: i64) -> float:
        """A seat's share of the result, 0 to 1; with more than one seat, the shares add up to 1."""

    @abstractmethod
    def observe(self, seat: i64) -> None:
        """Forget, in place, what a seat (or SPECTATOR) may not know."""

    @abstractmethod
    def seen(self, viewer: i64, seat: i64, action: i64) -> i64:
        """An entry about to be applied, as a viewer sees it: itself, or a veiled action.

        A veiled entry reveals nothing. What it brings to light is revealed by a later entry that is
        not veiled: the last of several secret choices, or one of chance.
        """

    def may_teach(self, seat: i64, action: i64) -> bool:
        """Whether a seat may learn something hidden from its own entry, about to be applied.

        The rules answer False where the entry touches nothing that is hidden from the seat: that
        saves trying it in guessed worlds.
        """
        return True

    @abstractmethod
    def guess(self, seat: i64, rng: Rng) -> None:
        """Replace, in place, everything a seat may not know by one consistent guess."""

    @abstractmethod
    def heuristic(self, seat: i64, action: i64) -> i64:
        """How good a legal action looks to a seat at first sight; more is better."""

    def features(self, seat: i64, out: vec[i64]) -> i64:
        """Write the features of a seat, whole numbers for an evaluation to weigh; return how many.

        They depend on public information and on what the seat itself may know.
        """
        return 0

    @abstractmethod
    def commit_count(self) -> i64:
        """A number that grows whenever earlier steps can no longer be taken back."""

    def can_resign(self, seat: i64) -> i64:
        """1 if the rules say what happens when this seat gives up now."""
        return 0

    def resign(self, seat: i64) -> None:
        """Let a seat give up; call it only if `can_resign` allows it."""
        raise NotImplementedError

    @abstractmethod
    def blank(self) -> "State":
        """A new state of the same game and setting, to copy into."""

    @abstractmethod
    def copy_from(self, other: "State") -> None:
        """Become equal to another state of the same game and setting."""

    @abstractmethod
    def encode(self) -> list[int]:
        """The whole state as numbers; two states are equal if and only if these are."""


def first_seat(mask: i64) -> i64:
    """The lowest seat in a mask; the mask must not be empty."""
    seat: i64 = 0
    while not (mask >> seat) & 1:
        seat += 1
    return seat


def copy(state: State) -> State:
    """A new state equal to this one."""
    twin = state.blank()
    twin.copy_from(state)
    return twin


def legal_codes(state: State, seat: i64) -> list[int]:
    """The actions a seat, or chance, may take now."""
    if seat == CHANCE:
        return [action for action, _ in chances(state)]
    out = zeros(ROOM)
    return [int(out[i]) for i in range(state.legal(seat, out))]


def chances(state: State) -> list[tuple[int, int]]:
    """The outcomes of chance now, with their weights."""
    out, weight = zeros(ROOM), zeros(ROOM)
    return [(int(out[i]), int(weight[i])) for i in range(state.odds(out, weight))]


def features_of(state: State, seat: i64) -> list[int]:
    """The features of a seat, as a list."""
    out = zeros(MOST_FEATURES)
    return [int(out[i]) for i in range(state.features(seat, out))]
