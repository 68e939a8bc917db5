"""Games so small that their whole tree fits in memory, and what is exactly true of them.

The tree is walked through the contract alone. Only real choices and real luck become nodes. What a
seat knows is what it saw of the first position and of every entry since, so nothing is forgotten.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from budokan.kit.contract import CHANCE, State, chances, copy, first_seat, legal_codes
from budokan.kit.errors import Refusal
from budokan.kit.rng import Rng

END = -1
MOST = 400_000  # nodes of a tree
Luck = list[tuple[int, int]]  # outcomes of chance with weights
Strategy = list[float]  # how often each action of a choice is taken
Profile = Sequence[Strategy]  # a strategy for every choice of a tree, in its order


@dataclass(eq=False, slots=True)
class Choice:
    """What a seat knows when it must act (an information set), and what it may do."""

    number: int
    seat: int
    actions: list[int]
    view: State  # the observation, the same in every node
    nodes: list["Node"] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Node:
    """A point of the tree: an end, a moment of chance, or one world of a choice."""

    seat: int  # who acts; CHANCE, or END
    worth: tuple[float, ...] = ()  # at an end: what every seat takes home
    odds: list[float] = field(default_factory=list)  # of chance
    choice: Choice | None = None
    steps: list["Node"] = field(default_factory=list)


class Tree:
    """All that can happen from worlds that nobody can tell apart before a card is looked at.

    Where nothing is ever hidden (`bare`), equal positions are one node, however they came about.
    """

    def __init__(self, worlds: Sequence[tuple[int, State]], bare: bool = False) -> None:
        self.seats = int(worlds[0][1].seats)
        self.bare = bare
        self.choices: list[Choice] = []
        self.nodes = 0
        self._known: dict[tuple[int, int], Choice] = {}  # by seat and what it was told
        self._told: dict[tuple[object, ...], int] = {}
        self._met: dict[tuple[int, ...], Node] = {}
        total = sum(weight for weight, _ in worlds)
        roots = [self._grow(state, self._begin(state)) for _, state in worlds]
        self.root = self._chance(roots, [weight / total for weight, _ in worlds])

    def _begin(self, state: State) -> list[int]:
        """What every seat sees of the first position, as numbers."""
        views = [_view(state, seat).encode() for seat in range(self.seats)]
        return [self._number(seat, *view) for seat, view in enumerate(views)]

    def _number(self, *told: object) -> int:
        return self._told.setdefault(told, len(self._told))

    def _grow(self, state: State, told: list[int]) -> Node:
        """The tree below a position; the position itself is used up."""
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
        """The node of a position: in a bare game the one that is there already."""
        if not self.bare:
            return self._branch(state, told, seat, actions, luck)
        place = tuple(state.encode())
        if place not in self._met:
            if seat != CHANCE:
                _check_bare(state, seat)
            told = [self._number(place)] * self.seats
            self._met[place] = self._branch(state, told, seat, actions, luck)
        return self._met[place]

    def _step(self, state: State, told: list[int], seat: int, action: int) -> list[int]:
        """Carry out an entry; what everybody has been told then.

        An entry may bring to light more than it names, as a kicker does that is turned up: so
        what is seen afterwards counts too.
        """
        seats = range(self.seats)
        codes = [int(state.seen(viewer, seat, action)) for viewer in seats]
        state.apply(seat, action)
        if self.bare:
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
            raise Refusal(f"This game is not small: its tree has more than {MOST} nodes.")


def _view(state: State, seat: int) -> State:
    """What a seat may know of a position."""
    view = copy(state)
    view.observe(seat)
    return view


def _check_bare(state: State, seat: int) -> None:
    """Refuse a position in which a seat does not know everything."""
    world = _view(state, seat)
    world.guess(seat, Rng(1))
    if state.acting() != 1 << seat or world.encode() != state.encode():
        raise Refusal("In this game something is hidden, so its positions cannot be merged.")


# -- what is exactly true -------------------------------------------------------------------------


def uniform(tree: Tree) -> list[Strategy]:
    """Everything equally often."""
    return [[1 / len(choice.actions)] * len(choice.actions) for choice in tree.choices]


def value(tree: Tree, profile: Profile, seat: int = 0) -> float:
    """What a seat takes home on average if everybody follows a profile."""
    known: dict[Node, float] = {}

    def below(node: Node) -> float:
        if node.seat == END:
            return node.worth[seat]
        if node not in known:
            odds = node.odds if node.choice is None else profile[node.choice.number]
            known[node] = sum(
                p * below(step) for p, step in zip(odds, node.steps, strict=True) if p
            )
        return known[node]

    return below(tree.root)


class Best:
    """The best answer of one seat to what the others do: exact, by its choices from the end."""

    def __init__(self, tree: Tree, profile: Profile, seat: int) -> None:
        self.seat = seat
        self.profile = profile
        self._reach: dict[Node, float] = {}  # how often the others and chance let it come to this
        self._worth: dict[Node, float] = {}
        self._best: dict[Choice, int] = {}
        if not tree.bare:  # there every choice has one world
            self._spread(tree.root, 1.0)
        self.value = self._below(tree.root)

    def _spread(self, node: Node, reach: float) -> None:
        if node.choice is not None and node.seat == self.seat:
            self._reach[node] = reach
            odds = [1.0] * len(node.steps)
        else:
            odds = node.odds if node.choice is None else self.profile[node.choice.number]
        for p, step in zip(odds if node.steps else (), node.steps, strict=True):
            self._spread(step, reach * p)

    def _below(self, node: Node) -> float:
        if node.seat == END:
            return node.worth[self.seat]
        if node not in self._worth:
            self._worth[node] = self._judge(node)
        return self._worth[node]

    def _judge(self, node: Node) -> float:
        if node.choice is None:
            odds = node.odds
        elif node.seat != self.seat:
            odds = self.profile[node.choice.number]
        else:
            return self._below(node.steps[self.best(node.choice)])
        return sum(p * self._below(step) for p, step in zip(odds, node.steps, strict=True) if p)

    def best(self, choice: Choice) -> int:
        """The place of the best action."""
        if choice not in self._best:
            worth = self.worths(choice)
            self._best[choice] = worth.index(max(worth))
        return self._best[choice]

    def worths(self, choice: Choice) -> list[float]:
        """What each action brings on average where the seat has this choice, playing on as well
        as can be; all 0 where the others never let it come to this."""
        reach = [self._reach.get(node, 1.0) for node in choice.nodes]
        total = sum(reach) or 1.0
        return [
            sum(r * self._below(node.steps[i]) for r, node in zip(reach, choice.nodes, strict=True))
            / total
            for i in range(len(choice.actions))
        ]


def exploitability(tree: Tree, profile: Profile) -> float:
    """What perfect play against a profile gains over following it, on average over the seats.

    For a lone player: what the profile misses.
    """
    seats = range(tree.seats)
    gains = [Best(tree, profile, seat).value - value(tree, profile, seat) for seat in seats]
    return sum(gains) / tree.seats


def solved(tree: Tree) -> list[Strategy]:
    """Best play of everybody in a bare game, from the ends back."""
    if not tree.bare:
        raise Refusal("Only a game in which nothing is hidden is solved from its ends.")
    profile: list[Strategy] = [[] for _ in tree.choices]
    worth: dict[Node, tuple[float, ...]] = {}

    def below(node: Node) -> tuple[float, ...]:
        if node.seat == END:
            return node.worth
        if node not in worth:
            worths = [below(step) for step in node.steps]
            if node.choice is None:
                each = zip(*worths, strict=True)
                worth[node] = tuple(_mean(node.odds, part) for part in each)
            else:
                best = max(range(len(worths)), key=lambda i: worths[i][node.seat])
                profile[node.choice.number] = pure(len(worths), best)
                worth[node] = worths[best]
        return worth[node]

    below(tree.root)
    return profile


def _mean(odds: Sequence[float], worths: Sequence[float]) -> float:
    return sum(p * w for p, w in zip(odds, worths, strict=True))


def pure(size: int, place: int) -> Strategy:
    """Always the same of some actions."""
    return [float(i == place) for i in range(size)]
