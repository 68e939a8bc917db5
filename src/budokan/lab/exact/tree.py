"""The whole tree of a game that is small enough for memory.

The tree is built through the contract alone. Only real choices and real luck become nodes. A seat
knows what it saw of the first position and of every entry since, so nothing is forgotten.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from budokan.kit.contract import CHANCE, State, chances, copy, first_seat, legal_codes
from budokan.kit.errors import Refusal
from budokan.kit.rng import Rng

END = -1
MOST = 400_000  # nodes of a tree
Luck = list[tuple[int, int]]  # outcomes of chance with weights


@dataclass(eq=False, slots=True)
class Choice:
    """A moment of decision as a seat knows it (an information set), and its actions."""

    number: int
    seat: int
    actions: list[int]
    view: State  # the observation, the same in every node
    nodes: list["Node"] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Node:
    """A point of the tree: an end, a moment of chance, or one world of a choice."""

    seat: int  # who acts; CHANCE, or END
    worth: tuple[float, ...] = ()  # at an end: the score of every seat
    odds: list[float] = field(default_factory=list)  # of chance
    choice: Choice | None = None
    steps: list["Node"] = field(default_factory=list)


class Tree:
    """Everything that can happen from worlds that look the same before anyone sees a card.

    Where nothing is ever hidden (`open_information`), equal positions are one node.
    """

    def __init__(self, worlds: Sequence[tuple[int, State]], open_information: bool = False) -> None:
        self.seats = int(worlds[0][1].seats)
        self.open_information = open_information
        self.choices: list[Choice] = []
        self.nodes = 0
        self._known: dict[tuple[int, int], Choice] = {}  # by seat and what it was told
        self._told: dict[tuple[object, ...], int] = {}
        self._met: dict[tuple[int, ...], Node] = {}
        total = sum(weight for weight, _ in worlds)
        roots = [self._grow(state, self._begin(state)) for _, state in worlds]
        self.root = self._chance(roots, [weight / total for weight, _ in worlds])

    def _begin(self, state: State) -> list[int]:
        """The numbers of what every seat sees of the first position."""
        views = [_view(state, seat).encode() for seat in range(self.seats)]
        return [self._number(seat, *view) for seat, view in enumerate(views)]

    def _number(self, *told: object) -> int:
        return self._told.setdefault(told, len(self._told))

    def _grow(self, state: State, told: list[int]) -> Node:
        """Build the tree below a position; the position itself is used up."""
        acting = state.acting()
        while acting:
            seat = int(first_seat(acting))
            luck = chances(state) if seat == CHANCE else []
            actions = [action for action, _ in luck] or legal_codes(state, seat)
            if len(actions) > 1:
                return self._meet(state, told, seat, actions, luck)
            told = self._step(state, told, seat, actions[0])
            acting = state.acting()
        self._count()
        return Node(END, tuple(float(state.score(seat)) for seat in range(self.seats)))

    def _meet(
        self, state: State, told: list[int], seat: int, actions: list[int], luck: Luck
    ) -> Node:
        """The node of a position: with open information the one it has already."""
        if not self.open_information:
            return self._branch(state, told, seat, actions, luck)
        place = tuple(state.encode())
        if place not in self._met:
            if seat != CHANCE:
                _check_open(state, seat)
            told = [self._number(place)] * self.seats
            self._met[place] = self._branch(state, told, seat, actions, luck)
        return self._met[place]

    def _step(self, state: State, told: list[int], seat: int, action: int) -> list[int]:
        """Apply an entry; the numbers of what every seat knows then.

        An entry may reveal more than it names, as a kicker does that is turned up. So the view
        after it counts too.
        """
        seats = range(self.seats)
        codes = [int(state.seen(viewer, seat, action)) for viewer in seats]
        state.apply(seat, action)
        if self.open_information:
            return told
        views = [hash(tuple(_view(state, viewer).encode())) for viewer in seats]
        return [self._number(told[i], seat, codes[i], views[i]) for i in seats]

    def _branch(
        self, state: State, told: list[int], seat: int, actions: list[int], luck: Luck
    ) -> Node:
        node = Node(seat)
        if not luck:
            node.choice = self._choice(state, told[seat], seat, actions)
            node.choice.nodes.append(node)
        for action in actions:
            twin = copy(state)
            node.steps.append(self._grow(twin, self._step(twin, told, seat, action)))
        if luck:
            total = sum(weight for _, weight in luck)
            return self._chance(node.steps, [weight / total for _, weight in luck])
        self._count()
        return node

    def _choice(self, state: State, told: int, seat: int, actions: list[int]) -> Choice:
        choice = self._known.get((seat, told))
        if choice is None:
            choice = Choice(len(self.choices), seat, actions, _view(state, seat))
            self._known[seat, told] = choice
            self.choices.append(choice)
        return choice

    def _chance(self, steps: list[Node], odds: list[float]) -> Node:
        if len(steps) == 1:
            return steps[0]
        self._count()
        return Node(CHANCE, odds=odds, steps=steps)

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > MOST:
            raise Refusal(f"This game is not small enough: its tree has more than {MOST} nodes.")


def _view(state: State, seat: int) -> State:
    """What a seat may know of a position."""
    view = copy(state)
    view.observe(seat)
    return view


def _check_open(state: State, seat: int) -> None:
    """Refuse a position that hides something from a seat."""
    world = _view(state, seat)
    world.guess(seat, Rng(1))
    if state.acting() != 1 << seat or world.encode() != state.encode():
        raise Refusal("In this game something is hidden, so its positions cannot be merged.")
