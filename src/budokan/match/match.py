"""A match: a header, a list of entries, and the state they lead to."""

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from budokan.kit import editions
from budokan.kit.contract import CHANCE, SPECTATOR, State, copy, legal_codes
from budokan.kit.entries import (
    CONCEDE,
    FORFEIT,
    GIVEN_UP,
    RETURN,
    RULES,
    SPECIAL,
    STAND_IN,
    TAKEBACK,
    UNDO,
    Entry,
    applied,
    record_events,
    refuse_illegal,
    seats_of,
)
from budokan.kit.errors import IllegalAction
from budokan.kit.game import Game, Setup, Viewpoint, nothing_fades
from budokan.kit.notation import SEATS, Notation, seat_mark
from budokan.kit.scene import Scene
from budokan.kit.view import News
from budokan.kit.words import CORRECTED, RETURNS, STANDS_IN, UNDONE, Event, Words
from budokan.match.chance import dealer, new_seed
from budokan.match.trail import Trail

TOLD = {STAND_IN: STANDS_IN, RETURN: RETURNS}
OUT_OF_TIME = "{seat} [is|are] out of time; {winner:seat} win[winner:s]."
NOTHING = range(0)  # of a story
GIVES_UP = "{seat} give[s] up; {winner:seat} win[winner:s]."


@dataclass(frozen=True)
class Origin:
    """The match that another one continues, and after how many of its entries."""

    match: str
    step: int


class Step:
    """An entry that can still be taken back, and its events."""

    def __init__(
        self, seat: int, action: int, events: list[Event], place: int, *, alone: bool
    ) -> None:
        self.seat, self.action, self.events = seat, action, events
        self.place = place  # among the entries
        self.alone = alone  # whether no other seat could act


class Moment(NamedTuple):
    """What a viewer had seen at some point: the settled story, and the own draft."""

    ply: int
    settled: int  # events of the story
    entries: int  # of all seats; the viewer has seen their own


class Lines:
    """The sentences about the first events of a story, and the names in them."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.lines: list[str] = []
        self.events = 0


class Drawn(NamedTuple):
    """A Scene, and what it was drawn from: if that is the same, so is the Scene."""

    viewpoint: Viewpoint
    source: tuple[object, ...]
    scene: Scene


class CodedMatch:
    """A match with integer codes; everything else is derived from its setup and entries."""

    def __init__(
        self,
        game: Game,
        setup: Setup,
        names: Sequence[str] = SEATS,
        seed: str | None = None,
        assists: bool = True,
        origin: Origin | None = None,
        commitment: str = "",
        bits: Sequence[str] = (),
    ) -> None:
        self.game, self.setup, self.names = game, setup, names
        self.seed = new_seed() if seed is None else seed
        self.assists = assists  # whether players may ask for hints
        self.origin = origin  # the match that its first entries come from
        self.commitment = commitment  # the hash of the seed, if it was shown before the deal
        self.bits = bits  # mixed into the deal, one for each seat or ''; () before the deal
        self.entries: list[Entry] = []
        self.story: list[Event] = []
        self.conceded = -1
        self.standing: set[int] = set()  # seats a bot plays for
        self.begun = (self.game, self.setup)  # a correction may change both
        self.state = self.game.start(self.setup)
        self.dealer = dealer(self.seed, self.bits)
        self._base = copy(self.state)  # without steps that can be taken back
        self._steps: list[Step] = []
        self._taken_back = 0
        self._causes: list[int] = []  # for each event of the story its place among the entries
        self._lines: dict[int, Lines] = {}  # of the settled story, for each viewer
        self._viewpoints: dict[int, Viewpoint] = {}
        self._drawn: dict[int, Drawn] = {}  # the last Scene of each viewer
        self._viewers = (*range(self.setup.seats), SPECTATOR)
        self._before = self._moments()  # before the latest move
        self._latest = dict(self._before)  # before the latest move that a viewer saw
        self._own: dict[int, int] = {}  # events before the last choice of a seat
        self._trail = Trail()

    def __repr__(self) -> str:
        """Without the seed and the entries: they tell what is hidden."""
        return (
            f"<CodedMatch of {self.game.id}: {self.setup.seats} seats, {len(self.entries)} entries>"
        )

    # -- queries ------------------------------------------------------------------------------

    @property
    def notation(self) -> Notation:
        """The text of its actions."""
        return self.game.notation_of(self.setup)

    @property
    def over(self) -> bool:
        return self.conceded >= 0 or self.state.acting() == 0

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now, chance included."""
        return () if self.over else tuple(seats_of(self.state.acting()))

    @property
    def dealt(self) -> bool:
        """Whether the match has begun, perhaps with a decision and so without entries."""
        return bool(self.bits) or not all(entry.changes_rules for entry in self.entries)

    def scores(self) -> list[float]:
        if self.conceded >= 0:
            return [0.0 if seat == self.conceded else 1.0 for seat in range(self.setup.seats)]
        return [self.state.score(seat) for seat in range(self.setup.seats)]

    def result(self, viewer: int = SPECTATOR) -> str:
        """The result of a match that ended by giving up or by the clock, else ''."""
        if self.conceded < 0:
            return ""
        winner = next(seat for seat in range(self.setup.seats) if seat != self.conceded)
        out = self.entries[-1].action == FORFEIT
        form = OUT_OF_TIME if out else GIVES_UP
        return self._words(viewer).address(form, {"seat": self.conceded, "winner": winner})

    def legal(self, seat: int) -> list[int]:
        return legal_codes(self.state, seat) if seat in self.acting else []

    def drafted(self, seat: int) -> int:
        """How many steps a seat can take back."""
        count = 0
        for step in self._steps:
            if step.seat == seat:
                count += 1
        return count

    def can_lose(self, seat: int) -> bool:
        """Whether a seat can give up; drafts do not count, so the answer cannot reveal them."""
        return self.setup.seats == 2 or bool(self._base.can_resign(seat))

    def is_bot_move(self, entry: Entry) -> bool:
        """Whether a bot made this move for a player."""
        return entry.action >= 0 and entry.seat in self.standing

    def afresh(
        self,
        names: Sequence[str] | None = None,
        seed: str | None = None,
        origin: Origin | None = None,
    ) -> "CodedMatch":
        """Another match with the setup that this one began with, before its first entry."""
        seed = self.seed if seed is None else seed
        return CodedMatch(*self.begun, names or self.names, seed, origin=origin)

    # -- commands -----------------------------------------------------------------------------

    def deal(self, bits: Sequence[str]) -> None:
        """Begin the match, with the bits of every seat mixed into the deal."""
        if self.dealt:
            raise IllegalAction("The match has begun; its deal cannot be changed.")
        self.bits = tuple(bits)
        self.dealer = dealer(self.seed, self.bits)
        self.begin()

    def begin(self) -> None:
        """Carry out chance until a seat must decide."""
        while self.conceded < 0 and self.state.acting() == 1 << CHANCE:
            self._apply(CHANCE, self.dealer.outcome(self.state))

    def play(self, seat: int, action: int) -> None:
        """Carry out a legal action, then chance; anything else is refused and changes nothing."""
        self._refuse(seat, action)
        self._apply(seat, action)
        self.begin()

    def submit(self, seat: int, action: int) -> None:
        """Carry out a person's action; a refusal says no more than the seat may know."""
        self._refuse_unknown(action)
        setup = self.game.veil(self.setup, seat)
        refuse_illegal(self.game, setup, self.view(seat), seat, action)
        self._apply(seat, action)
        self.begin()

    def replay(self, seat: int, action: int) -> None:
        """Carry out an entry of a record, those of chance included."""
        if action == TAKEBACK:
            self.takeback(seat)
        elif action in GIVEN_UP:
            self._give_up(seat, action)
        elif action in TOLD:
            self.stand(seat, action)
        elif action <= UNDO:
            self._go_back(seat, UNDO - action)
        elif action < RULES:
            self._change_rules(seat, RULES - action)
        else:
            self._refuse(seat, action)
            if seat == CHANCE:
                self.dealer.skip(self.state)
            self._apply(seat, action)

    def takeback(self, seat: int) -> None:
        """Undo the last step of a seat's draft; the record keeps both entries."""
        own = [i for i, step in enumerate(self._steps) if step.seat == seat]
        if not own:
            raise IllegalAction(f"{seat_mark(seat)} has nothing to take back.")
        del self._steps[own[-1]]  # an earlier step may be equal to it
        self.state = self._with(self._steps)
        self.entries.append(Entry(seat, TAKEBACK))
        self._taken_back += 1
        self._before = self._moments()
        self._latest[seat] = self._before[seat]

    def way_back(self, seat: int) -> int | None:
        """After how many entries the last move of a seat began, if the match can go back there.

        It can if nothing was drawn or revealed since, and the move itself showed the seat nothing
        hidden. The answer depends only on what the seat may know. Moves of the match that this
        one continues were made by others.
        """
        move = None if self.over else self._trail.last_move(seat)
        first = self.origin.step if self.origin else 0
        return None if move is None or move < first else move

    def reachable_moves(self) -> set[int]:
        """After how many entries each move began that the match may go back to, now or later."""
        drafts = {step.place for step in self._steps}
        return drafts | self._trail.moves()

    def undo(self, seat: int) -> None:
        """Go back to before the last move of a seat; the record keeps all entries."""
        count = self.way_back(seat)
        if count is None:
            raise IllegalAction(
                "You cannot go back to your last move: something was drawn or revealed since."
            )
        for step in self._steps[::-1]:
            self.takeback(step.seat)
        self._go_back(seat, count)

    def _go_back(self, seat: int, count: int) -> None:
        at = self._trail.find(seat, count)
        if self.over or self._steps or at is None:
            raise IllegalAction(f"{seat_mark(seat)} cannot go back to entry {count} here.")
        self._before = self._moments()
        self.state = self._trail.cut(at)
        self._base = copy(self.state)
        self._own = dict.fromkeys(self._own, len(self.story))
        self._tell([Event(UNDONE, seat, 0, 0)], len(self.entries))
        self.entries.append(Entry(seat, UNDO - count))
        self._note_moves()

    def concede(self, seat: int) -> None:
        """Give up, as the rules say, or in any match of two."""
        self._leave(seat, CONCEDE)

    def forfeit(self, seat: int) -> None:
        """Let a seat lose because it is away or out of time, as if it gave up."""
        self._leave(seat, FORFEIT)

    def _leave(self, seat: int, how: int) -> None:
        """Give up. Drafts of others are taken back first, so that they stay secret; the seat's own
        only where the match may go on."""
        self._refuse_giving_up(seat, how)
        for step in self._steps[::-1]:
            if step.seat != seat or self.setup.seats > 2:
                self.takeback(step.seat)
        self._give_up(seat, how)
        self.begin()

    def correct(self) -> None:
        """Continue under corrected rules, if the rules of this match had a mistake."""
        version = editions.correction(self.game, self.setup.rules)
        if self.over or version == self.setup.rules:
            return
        for step in self._steps[::-1]:
            self.takeback(step.seat)
        self._change_rules(CHANCE, version)
        if self.dealt:
            self.begin()

    def _change_rules(self, seat: int, version: int) -> None:
        """Read the position again under another version of the rules; the cards stay."""
        if seat != CHANCE or self._steps or version not in self.game.corrections or self.over:
            raise IllegalAction(f"The rules cannot change to version {version} here.")
        self._before = self._moments()
        game = editions.edition(self.game, version, self.game.data.hash)
        setup = dataclasses.replace(self.setup, rules=version)
        self.state = game.read(self.game.write(self.state, self.setup), setup)
        self._base = copy(self.state)
        self._trail.clear()
        self.game, self.setup = game, setup
        self._tell([Event(CORRECTED, CHANCE, version, 0)], len(self.entries))
        self.entries.append(Entry(CHANCE, RULES - version))
        self._note_moves()

    def stand(self, seat: int, how: int) -> None:
        """Note that a bot plays for a seat from now on, or that the player is back."""
        self._refuse_special(seat, how)
        self._before = self._moments()
        if how == STAND_IN:
            self.standing.add(seat)
        else:
            self.standing.discard(seat)
        self._trail.clear()
        self._tell([Event(TOLD[how], seat, 0, 0)], len(self.entries))
        self.entries.append(Entry(seat, how))
        self._note_moves()

    def _refuse_special(self, seat: int, how: int) -> None:
        word = SPECIAL[how]
        if self.over:
            raise IllegalAction(f"The match is over; there is nothing to {word}.")
        if not 0 <= seat < self.setup.seats:
            raise IllegalAction(f"There is no seat {seat} that could {word}.")

    def _refuse_giving_up(self, seat: int, how: int) -> None:
        self._refuse_special(seat, how)
        if not self.can_lose(seat):
            raise IllegalAction("Only a match of two can be given up; play on, or let a bot play.")

    def _give_up(self, seat: int, how: int) -> None:
        self._refuse_giving_up(seat, how)
        self._before = self._moments()
        self._settle()  # older records have drafts here
        self._trail.clear()
        if self.state.can_resign(seat):
            events = record_events(self.state, lambda: self.state.resign(seat))
            self._tell(events, len(self.entries))
            self._base.copy_from(self.state)
        else:
            self.conceded = seat
        self.entries.append(Entry(seat, how))
        self._note_moves()

    def _refuse_unknown(self, action: int) -> None:
        if self.over:
            raise IllegalAction("The match is over; no further action is possible.")
        if action not in self.notation:
            raise IllegalAction(f"There is no action number {action}.")

    def _refuse(self, seat: int, action: int) -> None:
        self._refuse_unknown(action)
        refuse_illegal(self.game, self.setup, self.state, seat, action)

    def _apply(self, seat: int, action: int) -> None:
        acting, firm = self.state.acting(), self.state.commit_count()
        if seat != CHANCE:
            self._before = self._moments()
        events = applied(self.state, seat, action)
        alone = acting == 1 << seat
        self._steps.append(Step(seat, action, events, len(self.entries), alone=alone))
        self.entries.append(Entry(seat, action))
        if seat == CHANCE or self.state.commit_count() != firm:
            self._settle()
        else:
            self._settle(acting & ~self.state.acting())
        self._note_moves()

    def _tell(self, events: list[Event], place: int) -> None:
        """Add the events of an entry to the story."""
        self.story += events
        self._causes += [place] * len(events)

    def _settle(self, seats: int = -1) -> None:
        """Make the steps of these seats (all of them by default) final."""
        kept: list[Step] = []
        begun = own = 0  # masks of the seats
        for step in self._steps:
            mask = 1 << step.seat
            if step.seat == CHANCE or seats & mask:
                self._note_past(step, first=not begun & mask)
                begun |= mask
                if step.seat != CHANCE and not own & mask and not self._base.is_forced(step.seat):
                    own |= mask
                    self._own[step.seat] = len(self.story)
                self._base.apply(step.seat, step.action)
                self._tell(step.events, step.place)
            else:
                kept.append(step)
        self._steps = kept

    def _note_past(self, step: Step, *, first: bool) -> None:
        """Note a step that becomes final; `first` begins a move."""
        if step.seat == CHANCE or not step.alone:  # choices made together are secret
            self._trail.clear()
        else:
            self._trail.add(step.seat, step.action, step.place if first else None, self._base)

    def _with(self, steps: Iterable[Step]) -> State:
        state = copy(self._base)
        for step in steps:
            state.apply(step.seat, step.action)
        return state

    # -- views --------------------------------------------------------------------------------

    def state_for(self, viewer: int) -> State:
        """The true state without the drafts of others."""
        if self.drafted(viewer) == len(self._steps):
            return self.state
        return self._with([step for step in self._steps if step.seat == viewer])

    def view(self, viewer: int) -> State:
        """The observation of a viewer; secrets stay hidden even after the end."""
        view = copy(self.state_for(viewer))
        view.observe(viewer)
        return view

    def scene(self, viewer: int) -> Scene:
        """The table as a viewer sees it; drawn anew only if something changed for them."""
        viewpoint, source = self._viewpoint(viewer), self._source(viewer)
        drawn = self._drawn.get(viewer)
        if drawn is None or drawn.viewpoint is not viewpoint or drawn.source != source:
            drawn = Drawn(viewpoint, source, self._scene(viewpoint))
            self._drawn[viewer] = drawn
        return drawn.scene

    def _source(self, viewer: int) -> tuple[object, ...]:
        """All that a viewer's Scene follows from, beside the viewpoint: the final entries (each
        adds to the story or to the count), the viewer's own draft, and what they saw before."""
        own = tuple([step.place for step in self._steps if step.seat == viewer])
        return self._final(), len(self.story), own, self._latest[viewer], self.over

    def _scene(self, viewpoint: Viewpoint) -> Scene:
        viewer = viewpoint.viewer
        view = self.view(viewer)
        acting = () if self.over else tuple(seats_of(view.acting()))
        scene = viewpoint.draw(view, acting, self.news(viewer))
        single = len(scene.choices) == 1 and self.may_hurry(viewer)
        return replace(scene, auto=scene.choices[0].action) if single else scene

    def _viewpoint(self, viewer: int) -> Viewpoint:
        """What stays the same for a viewer until somebody's name or the rules change."""
        found = self._viewpoints.get(viewer)
        if found is None or found.game is not self.game or found.names != tuple(self.names):
            found = Viewpoint(self.game, self.setup, viewer, self.names)
            self._viewpoints[viewer] = found
        return found

    def may_hurry(self, seat: int) -> bool:
        """Whether a seat with one choice may take it at once: whether that tells others nothing.

        It tells nothing if everybody can see that there was no other choice in the whole draft,
        if the step stays a draft, or if the seat chose freely earlier in its draft: others cannot
        tell then which step took how long. A step that ends the match is taken only if it is
        publicly forced: whoever could still take their draft back is asked.
        """
        state = self.state_for(seat)
        only, forced = legal_codes(state, seat)[0], bool(state.is_forced(seat))
        drafted = self._choices_of_draft(seat)
        if forced and all(public for _, public in drafted):
            return True
        twin = copy(state)
        twin.apply(seat, only)
        if any(several for several, _ in drafted):
            return forced or bool(twin.acting())
        return bool(twin.acting()) and self.stays_draft(seat, only)

    def stays_draft(self, seat: int, action: int) -> bool:
        """Whether others would not see this step of a seat yet."""
        state = self.state_for(seat)
        twin = copy(state)
        twin.apply(seat, action)
        return bool(twin.acting() >> seat & 1) and twin.commit_count() == state.commit_count()

    def _choices_of_draft(self, seat: int) -> list[tuple[bool, bool]]:
        """Whether each step of a seat's draft was one of several, and whether it was publicly
        the only one."""
        state, found = copy(self._base), []
        for step in self._steps:
            if step.seat == seat:
                found.append((len(legal_codes(state, seat)) > 1, bool(state.is_forced(seat))))
                state.apply(seat, step.action)
        return found

    def news(self, viewer: int) -> News:
        """What is new to a viewer, as far as they may know it."""
        latest, drafted = self._latest[viewer], self._drafted_events(viewer)
        new, recent = self._new_places(viewer, latest), self._own.get(viewer, latest.settled)
        fades, words = self._fades(viewer, drafted), self._words(viewer)
        final = len(self.story)
        events = [self.story[at] if at < final else drafted[at - final] for at in new]
        return News(
            since=latest.ply,
            events=words.known_events(events, viewer, fades, new),
            recent=words.known_events(self.story[recent:], viewer, fades, range(recent, final)),
        )

    def _fades(self, viewer: int, drafted: list[Event]) -> range:
        """The part of the story, the viewer's draft included, that they forget."""
        if self.game.fades is nothing_fades:
            return NOTHING
        events = [*self.story, *drafted] if drafted else self.story
        return self.game.fades(self.setup, events, viewer)

    def _new_places(self, viewer: int, before: Moment) -> list[int]:
        """The places of the events since a moment in the story with the viewer's draft: those of
        others are new when they are final, those of the viewer when they are made."""
        new: list[int] = []
        for at in range(before.settled, len(self._causes)):
            cause = self._causes[at]
            if cause >= before.entries or self.entries[cause].seat != viewer:
                new.append(at)
        at = len(self.story)
        for step in self._steps:
            if step.seat == viewer:
                if step.place >= before.entries:
                    new += range(at, at + len(step.events))
                at += len(step.events)
        return new

    def _words(self, viewer: int | None) -> Words:
        """The game's words, for a viewer who is addressed as you."""
        if viewer is None:
            return self.game.words(self.setup, self.names)
        return self._viewpoint(viewer).words

    def _drafted_events(self, viewer: int) -> list[Event]:
        found: list[Event] = []
        for step in self._steps:
            if step.seat == viewer:
                found += step.events
        return found

    def _moments(self) -> dict[int, Moment]:
        """What every viewer has seen so far."""
        settled, entries = len(self.story), len(self.entries)
        return {viewer: Moment(self.ply(viewer), settled, entries) for viewer in self._viewers}

    def _note_moves(self) -> None:
        """Note for whom the latest move was visible: drafts are not, to others."""
        for viewer, before in self._before.items():
            if self.ply(viewer) != before.ply:
                self._latest[viewer] = before

    def ply(self, viewer: int) -> int:
        """How many entries a viewer has seen."""
        return self._final() + self.drafted(viewer)

    def _final(self) -> int:
        """How many entries everybody has seen."""
        return len(self.entries) - 2 * self._taken_back - len(self._steps)

    def seen(self, viewer: int) -> Iterator[Entry]:
        """The entries as a viewer saw them, without the drafts of others."""
        twin = self.afresh()
        for seat, action in self.settled(viewer):
            code = action if action < 0 else twin.state.seen(viewer, seat, action)
            yield Entry(seat, int(code))
            twin.replay(seat, action)

    def settled(self, viewer: int) -> list[Entry]:
        """The entries without takebacks and without the drafts of others.

        Moves that were undone stay, and so does the entry that undid them.
        """
        kept: list[tuple[int, Entry]] = []  # with its place among all entries
        others = [Entry(step.seat, TAKEBACK) for step in self._steps if step.seat != viewer]
        for place, entry in enumerate([*self.entries, *others]):
            if entry.action == TAKEBACK:
                at = len(kept) - 1
                while kept[at][1].seat != entry.seat or kept[at][1].action < 0:
                    at -= 1
                del kept[at]
            elif entry.back_to is not None:
                count = sum(before < entry.back_to for before, _ in kept)
                kept.append((place, Entry(entry.seat, UNDO - count)))
            else:
                kept.append((place, entry))
        return [entry for _, entry in kept]

    def told(self, viewer: int | None = SPECTATOR, start: int = 0) -> list[str]:
        """The story in sentences for a viewer (None: everything), from an event on."""
        if viewer is not None and not start:
            known, stay, rest = self._story(viewer)
            return [*known[:stay], *rest]
        drafts = [step for step in self._steps if viewer is None or step.seat == viewer]
        drafted = [event for step in drafts for event in step.events]
        fades = range(0) if viewer is None else self._fades(viewer, drafted)
        faded = range(max(0, fades.start - start), max(0, fades.stop - start))
        events = [*self.story[start:], *drafted[max(0, start - len(self.story)) :]]
        return self._words(viewer).lines(events, viewer, faded)

    def story_end(self, viewer: int, most: int) -> tuple[list[str], int]:
        """The last sentences of the story for a viewer, and how many there are in all.

        However long the match is, this costs no more.
        """
        known, stay, rest = self._story(viewer)
        length = stay + len(rest)
        last = known[max(0, length - most) : stay]
        last += rest
        return last[-most:] if len(last) > most else last, length

    def _story(self, viewer: int) -> tuple[list[str], int, list[str]]:
        """Known sentences, how many of them stay, and those that follow and may change."""
        words, drafted = self._words(viewer), self._drafted_events(viewer)
        fades = self._fades(viewer, drafted)
        settled = self._settled_lines(viewer, words, fades)
        at = settled.events
        faded = range(max(0, fades.start - at), max(0, fades.stop - at)) if fades else NOTHING
        events = self.story[at:] + drafted
        last = settled.lines[-1:]  # it may be continued
        stay = len(settled.lines) - len(last)
        return settled.lines, stay, words.lines(events, viewer, faded, last)

    def _settled_lines(self, viewer: int, words: Words, fades: range) -> Lines:
        """The sentences about final events that will not fade; they are made once."""
        until = fades.start if fades.stop else len(self.story)
        known = self._lines.get(viewer)
        if known is None or known.names != words.names or known.events > until:
            known = self._lines[viewer] = Lines(tuple(words.names))
        if known.events < until:
            words.add_lines(known.lines, self.story[known.events : until], viewer)
            known.events = until
        return known
