"""The laws every game keeps, checked by playing it. Games outside our tree can use them too.

covered = Coverage()
for seed in range(100):
    play_by_the_laws(game, game.setup(), seed, covered)
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from budokan.kit.contract import CHANCE, SPECTATOR, State, chances, copy, features_of, legal_codes
from budokan.kit.entries import Recorder, seats_of, view_of
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup
from budokan.kit.rng import Rng
from budokan.kit.scene import Scene, faults
from budokan.kit.words import Event

WRONG_PERSON = re.compile(r"\b[Yy]ou (?:\w*[^s\W]s|has|is|does)\b")
SEVERAL = 5  # times that the words of an event are always checked
MOST = 20_000  # entries of a match; a longer one counts as endless


# Chooses an action for a seat: takes its observation, the seat and a generator.
Player = Callable[[State, int, Rng], int]


class LawBrokenError(AssertionError):
    """A game breaks a law."""


@dataclass
class Coverage:
    """Counts of what happened during the checks, so that a test can find gaps."""

    spoken: Counter[str] = field(default_factory=Counter)  # verbs, by seats
    drawn: Counter[str] = field(default_factory=Counter)  # verbs, by chance
    events: Counter[str] = field(default_factory=Counter)
    clauses: Counter[str] = field(default_factory=Counter)
    matches: int = 0
    entries: int = 0


def play_by_the_laws(
    game: Game,
    setup: Setup,
    seed: int,
    covered: Coverage,
    *,
    often: int = 1,
    every: int = 7,
    start: State | None = None,
    player: Player | None = None,
) -> State:
    """Play one match, half at random and half by heuristic, and check the laws on the way.

    The cheap laws are checked at one entry in `often`, the costly ones at one in `every`. A
    player, if there is one, decides for all seats, on what each may know.
    """
    walk = Walk(game, setup, seed, covered, start)
    walk.player = player
    for ply, _ in enumerate(walk.steps()):
        walk.watched = (ply + seed) % often == 0
        if walk.watched:
            walk.check_cheap()
        if (ply + seed) % every == 0:
            walk.check_costly()
    walk.check_end()
    return walk.state


class Walk:
    """A match whose entries are checked."""

    def __init__(
        self, game: Game, setup: Setup, seed: int, covered: Coverage, start: State | None
    ) -> None:
        self.game, self.setup, self.seed, self.covered = game, setup, seed, covered
        self.state = copy(start) if start else game.start(setup)
        self.rng = Rng(1)
        self.rng.reseed(seed, 11)
        self.ply = 0
        self.watched = True  # whether the laws on entries are checked at the next one
        self.words, self.notation = game.words(setup), game.notation_of(setup)
        self.player: Player | None = None

    def require(self, holds: bool, law: str, *facts: object) -> None:
        if not holds:
            told = "; ".join(str(fact) for fact in facts)
            raise LawBrokenError(
                f"{self.game.id}: {law} [seats {self.setup.seats}, {self.setup.options}, "
                f"seed {self.seed}, entry {self.ply}] {told}"
            )

    # -- walking ------------------------------------------------------------------------------

    def steps(self) -> Iterator[None]:
        """Stop before every entry of the match."""
        self.covered.matches += 1
        while self.state.acting():
            self.require(self.ply < MOST, "every match ends")
            yield
            self._step()

    def _step(self) -> None:
        seat, action = self._choose()
        recorder = Recorder()
        if self.watched:
            self._check_seen(seat, action)
            self._check_veil(seat, action)
            self._check_teaching(seat, action)
        self.state.events = recorder
        self.state.apply(seat, action)
        self.state.events = None
        self.ply += 1
        self.covered.entries += 1
        verb = self.notation.split(action)[0]
        (self.covered.drawn if seat == CHANCE else self.covered.spoken)[verb] += 1
        for event in recorder.events:
            name = self.game.events[event.kind]
            self.covered.events[name] += 1
            if self.watched or self.covered.events[name] < SEVERAL:
                self._check_told(event)

    def _choose(self) -> tuple[int, int]:
        seats = seats_of(self.state.acting())
        seat = seats[self.rng.below(len(seats))]
        if seat == CHANCE:
            return seat, int(self.state.sample(self.rng))
        codes = legal_codes(self.state, seat)
        if self.player is not None:
            action = self.player(view_of(self.state, seat), seat, self.rng)
            self.require(action in codes, "players do what is legal", action)
            return seat, action
        if self.rng.below(2) == 0:
            return seat, codes[self.rng.below(len(codes))]
        view = view_of(self.state, seat)
        return seat, max(codes, key=lambda code: view.heuristic(seat, code))

    def viewers(self) -> list[int]:
        return [*range(self.setup.seats), SPECTATOR]

    # -- laws at every entry ------------------------------------------------------------------

    def check_cheap(self) -> None:
        acting = seats_of(self.state.acting())
        alone = CHANCE not in acting or acting == [CHANCE]
        self.require(alone, "chance acts alone", acting)
        for seat in range(self.setup.seats):
            codes = legal_codes(self.state, seat)
            self.require(bool(codes) == (seat in acting), "only acting seats have choices", seat)
            self.require(len(codes) == len(set(codes)), "an action is listed once", codes)
            named = all(self.game.action_ids.id[code] >= 0 for code in codes)
            self.require(named, "no seat does what only chance does", codes)
            for code in codes:
                self.require(self.state.why(seat, code) == 0, "what is legal has no why", code)
            self._check_view(seat, codes)
        self._check_forced(acting)
        scores = [self.state.score(seat) for seat in range(self.setup.seats)]
        self.require(not any(scores), "nobody scores before the end", scores)

    def _check_view(self, seat: int, codes: list[int]) -> None:
        view = view_of(self.state, seat)
        same = legal_codes(view, seat)
        self.require(codes == same, "a player knows what they may do", codes, same)
        self.require(view.acting() == self.state.acting(), "a player knows who acts")
        known, true = features_of(view, seat), features_of(self.state, seat)
        self.require(known == true, "a seat knows how it stands", known, true)

    def _check_forced(self, acting: list[int]) -> None:
        """A forced seat has one choice, and a spectator can see that."""
        seats = [seat for seat in acting if seat != CHANCE]
        public = view_of(self.state, SPECTATOR) if seats else self.state
        for seat in seats:
            forced, codes = self.state.is_forced(seat), legal_codes(self.state, seat)
            self.require(not forced or len(codes) == 1, "a forced seat has one choice", codes)
            self.require(public.is_forced(seat) == forced, "everybody sees a forced seat", seat)

    def _check_seen(self, seat: int, action: int) -> None:
        for viewer in self.viewers():
            code = int(self.state.seen(viewer, seat, action))
            if seat == viewer:
                self.require(code == action, "a seat sees its own entries", action)
            elif code != action:
                veiled = self.notation.text(code)
                self.require(veiled.endswith("?"), "a veiled entry says so", veiled)
                self.require(self.state.why(seat, code) != 0, "a veiled entry is not legal", veiled)

    def _check_veil(self, seat: int, action: int) -> None:
        """A veiled entry reveals nothing: neither by the state it leads to nor by its story."""
        for viewer in self.viewers():
            code = int(self.state.seen(viewer, seat, action))
            if code == action:
                continue
            world = view_of(self.state, viewer)
            world.guess(viewer, self.rng)
            for other in legal_codes(world, seat):
                if world.seen(viewer, seat, other) == code:
                    mine = self._after(copy(self.state), seat, action, viewer)
                    theirs = self._after(world, seat, other, viewer)
                    self.require(mine == theirs, "a veiled entry tells nothing", mine, theirs)
                    break

    def _check_teaching(self, seat: int, action: int) -> None:
        """What is said to teach a seat nothing looks the same to it in every world."""
        if seat == CHANCE or self.state.may_teach(seat, action):
            return
        world = view_of(self.state, seat)
        world.guess(seat, Rng(self.ply + 1))
        mine = self._after(copy(self.state), seat, action, seat)
        theirs = self._after(world, seat, action, seat)
        self.require(mine == theirs, "an entry that may not teach looks the same", mine, theirs)

    def _after(
        self, state: State, seat: int, action: int, viewer: int
    ) -> tuple[list[int], list[str]]:
        """The scene and the story of a viewer after an entry."""
        recorder = Recorder()
        state.events = recorder
        state.apply(seat, action)
        told = [self.words.sentence(event, viewer) for event in recorder.events]
        return view_of(state, viewer).encode(), told

    def _check_told(self, event: Event) -> None:
        for viewer in self.viewers():
            told = self.game.words(self.setup, you=viewer).sentence(event, viewer)
            self.require(not set("{}[]") & set(told), "every event has words", told)
            self.require(not WRONG_PERSON.search(told), "a verb fits the person", told)

    # -- laws at some entries -----------------------------------------------------------------

    def check_costly(self) -> None:
        self._check_copy()
        self._check_why()
        self._check_position(self.state)
        for viewer in self.viewers():
            self._check_hiding(viewer)
        if self.state.acting() == 1 << CHANCE:
            self._check_chance()
        self._check_together()

    def _check_together(self) -> None:
        """Seats that act together may do so in any order."""
        seats = seats_of(self.state.acting())
        if len(seats) < 2:
            return
        steps = []
        for seat in seats[:2]:
            codes = legal_codes(self.state, seat)
            steps.append((seat, codes[self.rng.below(len(codes))]))
        one, two = copy(self.state), copy(self.state)
        for step, other in zip(steps, reversed(steps), strict=True):
            one.apply(*step)
            two.apply(*other)
        self.require(one.encode() == two.encode(), "simultaneous entries commute", steps)

    def _check_copy(self) -> None:
        before = self.state.encode()
        twin = copy(self.state)
        self.require(twin.encode() == before, "a copy equals its source")
        self._play_on(twin, 12)
        self.require(self.state.encode() == before, "playing on a copy leaves its source alone")

    def _play_on(self, state: State, entries: int) -> None:
        for _ in range(entries):
            seats = seats_of(state.acting())
            if not seats:
                return
            codes = legal_codes(state, seats[0])
            state.apply(seats[0], codes[self.rng.below(len(codes))])

    def _check_why(self) -> None:
        for seat in [*range(self.setup.seats), CHANCE]:
            acts = bool(self.state.acting() >> seat & 1)
            legal = set(legal_codes(self.state, seat)) if acts else set()
            for code in self.notation.codes:
                clause = int(self.state.why(seat, code))
                text = self.notation.text(code)
                self.require(
                    (clause == 0) == (code in legal), "why is 0 for legal actions only", text
                )
                if clause and acts:
                    self._check_refusal(clause)

    def _check_refusal(self, number: int) -> None:
        clause = self.game.clause(number)
        self.covered.clauses[clause] += 1
        self.require(clause in self.game.clauses, "a refusal names a clause", clause)
        told = self.game.text["refusal"].get(clause, "")
        self.require(bool(told), "every refusal has words", clause)

    def _check_position(self, state: State) -> None:
        document = self.game.write(state, self.setup)
        try:
            again = self.game.read(document, self.setup)
        except Refusal as refusal:
            raise LawBrokenError(f"{self.game.id}: a position is refused: {refusal}") from refusal
        code = again.encode()
        self.require(code == state.encode(), "a position reads as it was written", document)
        plain = all(type(number) is int for number in code)
        self.require(plain, "a position is plain numbers: their text is a key", document)

    def _check_hiding(self, viewer: int) -> None:
        view = view_of(self.state, viewer)
        sight = view.encode()
        self.require(view_of(view, viewer).encode() == sight, "observing twice is observing once")
        world = copy(view)
        world.guess(viewer, self.rng)
        self._check_position(world)
        again = view_of(world, viewer)
        self.require(again.encode() == sight, "a guess looks like what was seen", viewer)
        mine, theirs = self._scene(view, viewer), self._scene(again, viewer)
        self.require(mine == theirs, "worlds that look alike have one scene", viewer)
        self.require(faults(mine) == [], "a scene is sound", faults(mine))
        self._check_choices(mine, viewer)
        if viewer != SPECTATOR:
            for code in self.notation.codes:
                same = view.why(viewer, code) == self.state.why(viewer, code)
                self.require(same, "refusals tell nothing hidden", self.notation.text(code))

    def _scene(self, view: State, viewer: int) -> Scene:
        acting = tuple(seats_of(view.acting()))
        return self.game.draw_scene(self.setup, view, viewer, acting)

    def _check_choices(self, scene: Scene, viewer: int) -> None:
        acting = seats_of(self.state.acting())
        legal = legal_codes(self.state, viewer) if viewer in acting else []
        texts = sorted(self.notation.text(code) for code in legal)
        offered = sorted(choice.action for choice in scene.choices)
        self.require(texts == offered, "a scene offers exactly what is legal", texts, offered)

    def _check_chance(self) -> None:
        odds = dict(chances(self.state))
        codes = legal_codes(self.state, CHANCE)
        single = len(odds) == len(codes) > 0
        self.require(single, "chance has outcomes, each listed once", codes)
        self.require(all(weight > 0 for weight in odds.values()), "an outcome has a weight")
        sampled = int(self.state.sample(self.rng))
        self.require(sampled in codes, "chance does only what its odds list", sampled)
        self._check_settle()

    def _check_settle(self) -> None:
        one, two = copy(self.state), copy(self.state)
        left, right = Rng(1), Rng(1)
        left.state = right.state = self.rng.state
        one.settle(left)
        while two.acting() == 1 << CHANCE:
            two.apply(CHANCE, two.sample(right))
        self.require(one.encode() == two.encode(), "settle is sample and apply")
        self.require(left.state == right.state, "settle draws as sample does")

    # -- laws at the end ----------------------------------------------------------------------

    def check_end(self) -> None:
        scores = [self.state.score(seat) for seat in range(self.setup.seats)]
        self.require(all(0 <= score <= 1 for score in scores), "scores lie between 0 and 1", scores)
        if self.setup.seats > 1:
            self.require(abs(sum(scores) - 1) < 1e-9, "the scores add up to 1", scores)
        for seat in range(self.setup.seats):
            self.require(not legal_codes(self.state, seat), "nobody acts after the end", seat)
        for viewer in self.viewers():
            scene = self._scene(view_of(self.state, viewer), viewer)
            self.require(bool(scene.result), "a finished scene says who won")
        self.check_costly()


def check_words(game: Game) -> None:
    """Every verb, event, option and seat option has words; notation reads what it writes."""
    for section, names in (
        ("verb", [name for name, _, _ in game.verbs]),
        ("event", list(game.events)),
        ("option", [*game.options.__dataclass_fields__, *game.seat_options.__dataclass_fields__]),
    ):
        missing = [name for name in names if name not in game.text.get(section, {})]
        if missing:
            raise LawBrokenError(f"{game.id}: text.toml [{section}] lacks {', '.join(missing)}")
    for code in game.notation.codes:
        text = game.notation.text(code)
        if game.notation.parse(text) != code:
            raise LawBrokenError(f"{game.id}: {text!r} does not read as it was written")


def chi_square(state: State, draws: int, seed: int) -> tuple[float, int]:
    """How far samples of chance are from its odds: chi-square and degrees of freedom."""
    odds = chances(state)
    total = sum(weight for _, weight in odds)
    rng = Rng(seed)
    counts = Counter(int(state.sample(rng)) for _ in range(draws))
    value = 0.0
    for action, weight in odds:
        expected = draws * weight / total
        value += (counts[action] - expected) ** 2 / expected
    return value, len(odds) - 1
