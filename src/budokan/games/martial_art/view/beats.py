"""What is seen to happen in Martial Art, step by step, and the line that sums it up."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from budokan.games.martial_art.rules import events, knowledge, layout
from budokan.games.martial_art.rules.state import (
    AREAS,
    EFFECTS,
    KICK,
    KINDS,
    NONE,
    UNSEEN,
    WIDTH,
)
from budokan.games.martial_art.view import previews
from budokan.kit.contract import HIDDEN
from budokan.kit.notation import SEATS
from budokan.kit.scene import Beat, BeatKind, Change, Role
from budokan.kit.view import News
from budokan.kit.words import Event, listed

if TYPE_CHECKING:
    from budokan.games.martial_art.view.table import Drawing

GAUGES: Final[tuple[str, ...]] = ("chi", "rage")
STOCK: Final = knowledge.PLACES  # the place of tokens that are not laid yet
SOWS: Final[tuple[int, ...]] = (events.SOW_ACTION, events.SOW_EFFECT)
PREPARED: Final[tuple[int, ...]] = (events.AREA, events.ENERGY, *SOWS, events.PLACE)
ATTACKS: Final[tuple[int, ...]] = (events.ATTACK_ROLL, events.THIRD_ROLL)
DEFENCES: Final[tuple[int, ...]] = (events.DEFENCE_ROLL, events.THIRD_DEFENCE)
STRUCK: Final[tuple[int, ...]] = (events.KO, events.TECHNICAL, events.RING_OUT)
OUT: Final = 12  # what a Character that is out weighs
SEVERE: Final = 3  # and a part of the body that is severe
# Events that one sentence shows, with the kind and the role of their beat.
SAID: Final[dict[int, tuple[BeatKind, Role]]] = {
    events.SKILL: ("point", "gain"),
    events.REACT: ("point", "ward"),
    events.NO_REACTION: ("point", "plain"),
    events.HOLD: ("miss", "plain"),
    events.FIRST: ("point", "plain"),
    events.REMAP: ("block", "ward"),
    events.CANCEL: ("block", "ward"),
    events.CANCEL_BEST: ("block", "ward"),
    events.DRAIN: ("point", "hit"),
    events.HEAL: ("gain", "gain"),
    events.IDLE: ("miss", "plain"),
    events.TAX: ("point", "hit"),
    events.STYLE: ("point", "gain"),
    events.SILENCE: ("point", "hit"),
    events.AGAIN: ("gain", "gain"),
    events.SWAP: ("move", "plain"),
    events.CONCEDED: ("stop", "plain"),
    events.LIMIT: ("stop", "plain"),
    events.WIN: ("stop", "plain"),
    events.TEAM_WIN: ("stop", "plain"),
    events.DRAW: ("stop", "plain"),
}
TOGETHER: Final[tuple[int, ...]] = (events.KNOWN, events.OPEN)  # all of a seat are one beat
# Events that the line repeats as they are.
REPEATED: Final = {
    events.LOSE,
    events.HOLD,
    *STRUCK,
    events.CONCEDED,
    events.LIMIT,
    events.WIN,
    events.TEAM_WIN,
    events.DRAW,
    events.AGAIN,
    events.SILENCE,
    events.TAX,
    events.DRAIN,
    events.HEAL,
    events.IDLE,
}
# The parts of the sum behind the damage.
PARTS: Final[tuple[int, ...]] = (
    events.REMAP,
    events.CANCEL,
    events.CANCEL_BEST,
    events.EXTRA,
    events.BLOCKED,
    events.CHANGED,
)


TOLD: Final = frozenset(
    (*ATTACKS, *PARTS, *REPEATED, events.DAMAGE, events.SEVERE, events.KNOWN, events.STRIKE)
)


def weigh(beat: Beat) -> int:
    """A blow by its damage, and by what follows from it; Chi and Rage come with every turn."""
    if beat.kind == "lose":
        return OUT if beat.amount is None else 2 * beat.amount
    if beat.kind == "point" and beat.role == "hit":
        return SEVERE
    return beat.amount or 0 if beat.kind == "block" else 0


def beats(table: "Drawing", news: News) -> list[Beat]:
    """A turn from its Starting Area to the damage."""
    found, course = list[Beat](), Course(table, news.events)
    for at, event in enumerate(news.events):
        if event.kind in TOGETHER:
            same = [each for each in news.events if each[:2] == event[:2]]
            found += course.together(same) if event == same[0] else ()
        else:
            beat = course.beat(event, news.events[at + 1 :])
            if beat is not None:
                found.append(beat)
    return found


class Course:
    """The tokens of every board before each event, as the viewer sees them."""

    def __init__(self, table: "Drawing", told: Sequence[Event]) -> None:
        """Begin with the table now and undo all events."""
        self.table, state = table, table.state
        opened = [event for event in told if event.kind == events.AREA]
        sown = sum(event.kind in SOWS for event in told)
        self.start = opened[0].a if opened else int(state.start)
        self.sown = 0 if opened else int(state.sown) - sown  # tokens put down before
        self.from_hand = not opened and sown > 0 and self.was_asked()
        self.striker = int(state.turn)
        self.rows: dict[tuple[int, int], list[int]] = {}  # those that were asked for
        self.rows[int(state.turn), NONE] = [
            kind for kind in range(WIDTH) for _ in range(int(state.hand[kind]))
        ]
        if any(event.kind == events.LAY for event in told):
            self.rows[table.me, STOCK] = [
                kind
                for kind in range(KINDS)
                for _ in range(int(layout.left(state, table.me, kind)))
            ]
        self.lost = set[int]()  # seats whose tokens cannot be followed
        number = self.sown + sown
        for event in reversed(told):
            if event.kind in SOWS:
                self.undo_sow(event, number)
                number -= 1
            else:
                self.undo(event)

    def was_asked(self) -> bool:
        """Whether the tokens of this turn are put down one by one, from the hand."""
        pile = self.table.state.pile
        return sum(pile) > 1 and sum(n > 0 for n in pile) > 1

    def hides(self, seat: int) -> bool:
        """Whether a seat's Effect tokens lay face down for the viewer."""
        viewer, state = self.table.look.viewer, self.table.state
        if viewer == seat:
            return False
        shares = state.setting.shared_view and viewer in self.table.seats
        return not (shares and state.mates(viewer, seat))

    def as_seen(self, seat: int, kind: int) -> int:
        hidden = kind == HIDDEN or (kind < EFFECTS and self.hides(seat))
        return UNSEEN if hidden else kind

    def at(self, seat: int, place: int) -> list[int]:
        """The tokens of a place; they lie as now until events are undone."""
        if (seat, place) not in self.rows:
            self.rows[seat, place] = self.lying(seat, place)
        return self.rows[seat, place]

    def lying(self, seat: int, place: int) -> list[int]:
        fighter = self.table.state.fighter(seat)
        kinds = [kind for kind in range(WIDTH) for _ in range(int(fighter.at(place, kind)))]
        return sorted(self.as_seen(seat, kind) for kind in kinds)

    # -- tokens -------------------------------------------------------------------------------

    def shift(self, seat: int, kind: int, start: int | None, end: int | None) -> bool:
        """Move a token between two places, or from or to nowhere; whether it was there."""
        if start is not None:
            if kind not in self.at(seat, start):
                self.lost.add(seat)
                return False
            self.at(seat, start).remove(kind)
        if end is not None:
            self.rows[seat, end] = sorted([*self.at(seat, end), kind])
        return True

    def undo_sow(self, event: Event, number: int) -> None:
        kind = self.as_seen(event.seat, event.a)
        source = NONE if self.from_hand else self.start
        self.shift(event.seat, kind, self.landing(number), source)

    def landing(self, number: int) -> int:
        return previews.lands(self.table.state, self.start, number)

    def undo(self, event: Event) -> None:
        kind, seat, a, b = event
        if kind in (events.LOSE, events.DISCARD):
            self.shift(seat, self.as_seen(seat, a), None, b)
        elif kind == events.LAY and self.is_laid_by_hand(event):
            self.shift(seat, a, b, STOCK)
        elif kind == events.OPEN and self.hides(seat):
            self.turn(seat, b, a, UNSEEN)
        elif kind in (events.PLACE, events.SWAP, events.TRADE, events.SHIFT):
            if not self.hides(seat):
                self.lost.add(seat)  # the event does not say which tokens
            else:
                self.undo_unseen(event)

    def is_laid_by_hand(self, event: Event) -> bool:
        """Whether the viewer lays a token; chance lays those of the White Belt."""
        return bool(self.table.state.setting.black) and event.seat == self.table.look.viewer

    def turn(self, seat: int, place: int, kind: int, other: int) -> None:
        """Turn a token over."""
        if self.shift(seat, kind, place, None):
            self.shift(seat, other, None, place)

    def undo_unseen(self, event: Event) -> None:
        """What others did with tokens that lie face down."""
        kind, seat, a, b = event
        if kind == events.PLACE:
            for _ in range(a):
                self.shift(seat, UNSEEN, b, knowledge.ASIDE)
        elif kind == events.SHIFT:
            self.shift(seat, UNSEEN, b, a)
        elif kind == events.TRADE:
            self.shift(seat, UNSEEN, b, a)
            self.shift(seat, KICK, a, b)

    def moved(self, seat: int, kind: int, start: int | None, end: int | None) -> tuple[Change, ...]:
        """Move a token, and lay the rows it leaves and joins anew."""
        if seat in self.lost:
            return ()
        places = [place for place in (start, end) if place is not None]
        before = [len(self.at(seat, place)) for place in places]
        if not self.shift(seat, kind, start, end):
            return ()
        found = list[Change]()
        for place, n in zip(places, before, strict=True):
            found += self.row(seat, place, n)
        return tuple(found)

    def row(self, seat: int, place: int, before: int) -> list[Change]:
        """A row of tokens as it lies now, where so many lay before."""
        zone, stem = self.row_ids(seat, place)
        kinds = self.at(seat, place)
        laid = [
            Change(zone=zone, piece=self.table.token(f"{stem}-{n}", kind))
            for n, kind in enumerate(kinds)
        ]
        return laid + [Change(gone=f"{stem}-{n}") for n in range(len(kinds), before)]

    def row_ids(self, seat: int, place: int) -> tuple[str, str]:
        """The id of a row of tokens, and how the ids of its tokens begin."""
        if place == NONE:
            return "hand", "hand"
        if place == STOCK:
            return "stock", "stock"
        if place == knowledge.ASIDE:
            return f"{SEATS[seat]}-aside", f"{SEATS[seat]}-aside"
        area = self.area(seat, place)
        return f"{area}-tokens", area

    # -- beats --------------------------------------------------------------------------------

    def beat(self, event: Event, after: Sequence[Event]) -> Beat | None:
        """The beat of an event, if it has one."""
        kind = event.kind
        if kind in SAID:
            shown, role = SAID[kind]
            return self.said(event, shown, role)
        if kind in PREPARED:
            return self.prepared(event, after)
        if kind == events.LEARN:
            skill = f"skill-{self.table.skill_words[event.a]}"
            return replace(self.said(event, "play", "gain"), pieces=(skill,))
        if kind == events.LAY and self.is_laid_by_hand(event):
            return self.lay(event)
        if kind in (events.STEP, events.FACE, events.PUSH):
            return self.stepped(event)
        if kind in (events.SHIFT, events.TRADE):
            return self.exchanged(event)
        if kind in (events.STRIKE, events.STRIKE_AT, events.COLLISION, events.DEFEND):
            return self.strike(event, after)
        if kind in ATTACKS or kind in DEFENCES:
            return self.roll(event)
        if kind == events.BLOCKED:
            return self.block(event)
        if kind == events.DAMAGE:
            return self.damage(event, after)
        if kind in (events.SEVERE, events.LOSE, events.DISCARD):
            return self.wound(event)
        if kind in STRUCK:
            return self.out(event)
        return None

    def area(self, seat: int, area: int) -> str:
        return f"{SEATS[seat]}-{self.table.areas[area]}"

    def said(self, event: Event, kind: BeatKind, role: Role = "plain") -> Beat:
        """A beat with a sentence and nothing that changes."""
        seat = event.a if event.kind in (events.SILENCE, events.TEAM_WIN) else event.seat
        stands = seat in self.table.seats and self.table.state.is_in(seat)
        pieces = (f"pawn-{SEATS[seat]}",) if stands else ()
        text = self.table.sentence(event)
        return Beat(kind=kind, seat=event.seat, text=text, role=role, pieces=pieces)

    def prepared(self, event: Event, after: Sequence[Event]) -> Beat:
        """The Starting Area opens, energy is gained, tokens are put down."""
        kind, seat, a, b = event
        text = self.table.sentence(event)
        if kind == events.AREA:
            shown = [each.a for each in after if each.kind == events.SHOWS]
            return Beat(
                kind="point",
                seat=seat,
                text=text,
                pieces=(self.area(seat, a),),
                changes=self.opened(seat, a, shown),
            )
        if kind == events.ENERGY:
            mine = seat == self.table.me
            pieces = (GAUGES[a],) if mine else (f"pawn-{SEATS[seat]}",)
            return Beat(
                kind="gain",
                seat=seat,
                text=text,
                amount=1,
                role="gain",
                pieces=pieces,
                changes=(Change(zone=GAUGES[a], at=b),) if mine else (),
            )
        if kind == events.PLACE:
            tokens = [self.moved(seat, UNSEEN, knowledge.ASIDE, b) for _ in range(a)]
            changes = tuple(change for each in tokens for change in each)
            return Beat(
                kind="move", seat=seat, text=text, pieces=(self.area(seat, b),), changes=changes
            )
        return self.sow(event)

    def opened(self, seat: int, area: int, shown: Sequence[int]) -> tuple[Change, ...]:
        """The face-down tokens of a Starting Area turn over; they are sown face down again."""
        zone, stem = self.row_ids(seat, area)
        hidden = [n for n, kind in enumerate(self.at(seat, area)) if kind == UNSEEN]
        if seat in self.lost or len(hidden) != len(shown):
            return ()
        return tuple(
            Change(zone=zone, piece=self.table.token(f"{stem}-{n}", kind))
            for n, kind in zip(hidden, shown, strict=True)
        )

    def lay(self, event: Event) -> Beat:
        """A token goes from the stock to its place; the first one set aside has no row yet."""
        _, seat, kind, place = event
        known = place < AREAS or bool(self.at(seat, place))
        changes = self.moved(seat, kind, STOCK, place)
        if not known:
            changes = tuple(change for change in changes if change.zone in ("", "stock"))
        pieces = (self.area(seat, place),) if place < AREAS else ()
        return replace(self.said(event, "move"), pieces=pieces, changes=changes)

    def together(self, same: Sequence[Event]) -> Iterator[Beat]:
        """The Skills of a fighter become known, or the Action tokens are turned up."""
        seat, names = same[0].seat, listed(unveiled(self.table, same))
        if same[0].kind == events.KNOWN:
            text = self.table.tell("{seat} fight[s] with {names}.", seat, names=names)
            yield replace(self.said(same[0], "turn"), text=text)
        elif self.hides(seat):
            changes = list[Change]()
            for _, _, kind, area in same:
                self.turn(seat, area, UNSEEN, kind)
                changes += self.row(seat, area, len(self.at(seat, area)))
            text = self.table.tell("{seat} turn[s] up {names}.", seat, names=names)
            body = (f"body-{SEATS[seat]}",)
            yield Beat(kind="turn", seat=seat, text=text, pieces=body, changes=tuple(changes))

    def sow(self, event: Event) -> Beat:
        """One token goes to the next Area."""
        self.sown += 1
        seat, kind, area = event.seat, self.as_seen(event.seat, event.a), self.landing(self.sown)
        source = NONE if self.from_hand else self.start
        name = "an Effect token" if kind == UNSEEN else self.table.kind(kind)
        form = "{seat} put[s] {token} on the {area}."
        return Beat(
            kind="move",
            seat=seat,
            text=self.table.tell(form, seat, token=name, area=self.table.area(area)),
            pieces=(self.area(seat, area),),
            changes=self.moved(seat, kind, source, area),
        )

    def exchanged(self, event: Event) -> Beat:
        """A Style moves a token to another Area."""
        kind, seat, a, b = event
        changes: tuple[Change, ...] = ()
        if self.hides(seat):
            changes = self.moved(seat, UNSEEN, a, b)
            if kind == events.TRADE:
                changes += self.moved(seat, KICK, b, a)
        return replace(self.said(event, "move"), pieces=(self.area(seat, b),), changes=changes)

    def stepped(self, event: Event) -> Beat:
        """A fighter steps, turns, or is pushed."""
        seat = event.seat
        text = self.table.sentence(event)
        if event.kind == events.FACE:
            way = self.table.look.words.domains["dir"].name(event.a)
            text = self.table.tell("{seat} face[s] {way}.", seat, way=way)
            return replace(self.said(event, "step"), text=text)
        piece = self.table.pawn_at(seat, event.a)
        return Beat(
            kind="step",
            seat=seat,
            text=text,
            role="hit" if event.kind == events.PUSH else "plain",
            pieces=(piece.id,),
            changes=(Change(zone="arena", piece=piece),),
        )

    def strike(self, event: Event, after: Sequence[Event]) -> Beat | None:
        """A strike is announced and answered."""
        kind, seat, a, b = event
        if kind == events.STRIKE:
            self.striker = seat
            foe = next((each.a for each in after if each.kind == events.STRIKE_AT), NONE)
            if foe != NONE:
                text = struck(self.table, event, foe)
                pieces = (f"pawn-{SEATS[seat]}", self.area(foe, b))
                return Beat(
                    kind="strike", seat=seat, target=foe, text=text, role="hit", pieces=pieces
                )
        elif kind == events.COLLISION:
            said = self.said(event, "strike", "hit")
            return replace(said, target=a, pieces=(self.area(a, b),))
        elif kind == events.DEFEND and a + b:
            return self.said(event, "point", "ward")
        return None

    def roll(self, event: Event) -> Beat:
        """Dice with a verdict."""
        attack = event.kind in ATTACKS
        if attack:
            self.striker = event.seat
        return Beat(
            kind="roll",
            seat=event.seat,
            target=event.b if event.kind == events.THIRD_ROLL else None,
            text=rolled(self.table, event),
            role="hit" if attack else "ward",
            values=tuple(self.table.look.words.domains["faces"].words[event.a]),
        )

    def block(self, event: Event) -> Beat:
        text = self.table.tell("{seat} block[s] {n}.", event.seat, n=event.a or "nothing")
        said = self.said(event, "block" if event.a else "miss", "ward")
        return replace(said, text=text, amount=event.a)

    def damage(self, event: Event, after: Sequence[Event]) -> Beat:
        """Damage ticks on the column of an Area."""
        _, seat, amount, area = event
        pieces = (self.area(seat, area),)
        if amount == 0:
            text = self.table.tell("{seat} take[s] no damage.", seat)
            return Beat(kind="miss", seat=self.striker, target=seat, text=text, pieces=pieces)
        now = next(each.a for each in after if each.kind == events.LIFE and each.seat == seat)
        return Beat(
            kind="lose",
            seat=self.striker,
            target=seat,
            text=self.table.sentence(event),
            amount=amount,
            role="hit",
            pieces=pieces,
            changes=(Change(zone=f"{self.area(seat, area)}-life", at=now),),
        )

    def wound(self, event: Event) -> Beat:
        """An Area is severe, or a token is lost."""
        kind, seat, a, b = event
        if kind == events.SEVERE:
            form = "{area} is severe: {n} of 3."
            text = self.table.tell(form, seat, area=self.table.area(a), n=b)
            pieces = (self.area(seat, a),)
            return Beat(kind="point", seat=seat, target=seat, text=text, role="hit", pieces=pieces)
        changes = self.moved(seat, self.as_seen(seat, a), b, None)
        return Beat(
            kind="miss",
            seat=seat,
            target=seat,
            text=self.table.sentence(event),
            role="hit",
            pieces=(self.area(seat, b),) if b < AREAS else (),
            changes=changes,
        )

    def out(self, event: Event) -> Beat:
        """A fighter is beaten and leaves the ring."""
        seat, pawn = event.seat, f"pawn-{SEATS[event.seat]}"
        said = replace(self.said(event, "lose", "hit"), seat=self.striker, target=seat)
        return replace(said, pieces=(f"body-{SEATS[seat]}",), changes=(Change(gone=pawn),))


# -- words ------------------------------------------------------------------------------------


def successes(table: "Drawing", faces: int) -> int:
    """Normal and Exceptional Successes of a roll."""
    setting = table.state.setting
    return int(setting.face_n[faces] + setting.face_x[faces])


def some(n: int) -> str:
    """A number of successes."""
    return f"{n or 'no'} success{'' if n == 1 else 'es'}"


def rolled(table: "Drawing", event: Event) -> str:
    """A roll and its verdict: Kenta rolls F N X: 2 successes."""
    kind, seat, faces, _ = event
    verdict = some(successes(table, faces))
    told = table.look.words.domains["faces"].name(faces)
    where = " in defence" if kind in DEFENCES else ""
    return table.tell("{seat} roll[s] {told}{where}: {verdict}.", seat, told=told, where=where,
                      verdict=verdict)  # fmt: skip


def unveiled(table: "Drawing", same: Sequence[Event]) -> list[str]:
    """The names of Skills, or of Action tokens with their Areas."""
    if same[0].kind == events.KNOWN:
        return [table.look.words.domains["skill"].name(event.a) for event in same]
    return [f"{table.kind(event.a)} on the {table.area(event.b)}" for event in same]


def struck(table: "Drawing", strike: Event, foe: int) -> str:
    """A strike in one sentence: Kenta strikes at your Head with a Punch."""
    form = "{seat} strike[s] at {foe:seat}'s {area} with a {kind}."
    area, kind = table.area(strike.b), table.kind(strike.a)
    return table.tell(form, strike.seat, foe=foe, area=area, kind=kind)


def happened(table: "Drawing", news: News) -> str:
    """Every strike with its sum, and what it cost; who is out has no turns to look back to."""
    viewer = table.look.viewer
    is_out = viewer in table.seats and not table.state.is_in(viewer)
    recent = news.events if is_out else news.recent
    parts: dict[int, int] = {}
    rolls: dict[int, int] = {}  # of the Attacker, by who is struck; NONE for the Defender
    said: list[str] = []
    for at, event in enumerate(recent):
        kind, seat, a, b = event
        if kind not in TOLD:
            continue
        if kind in ATTACKS:
            rolls[b if kind == events.THIRD_ROLL else NONE] = a
        elif kind in PARTS:
            parts[kind] = a
        elif kind == events.DAMAGE:
            faces = rolls.get(seat, rolls.get(NONE))
            said.append(damage(table, event, faces, parts))
            parts = {}
        elif kind == events.SEVERE:
            if not any(each[:2] == (events.TECHNICAL, seat) for each in recent[at:]):
                said.append(f"Severe, {b} of 3.")
        elif kind == events.KNOWN:
            said += known(table, recent, at)
        elif kind == events.STRIKE and not resolved(recent[at:]):
            said.append(struck(table, event, recent[at + 1].a))
        elif kind in REPEATED and not (kind == events.HOLD and seat == viewer):
            said.append(table.sentence(event))
    return " ".join(said)


def known(table: "Drawing", recent: Sequence[Event], at: int) -> Iterator[str]:
    """The Skills of another fighter, told with the first of them; of many, that they are known."""
    if table.state.seats > 2:
        first = next(each for each in recent if each.kind == events.KNOWN)
        if recent[at] is first:
            yield "Everybody's Skills are known now."
        return
    seat, same = recent[at].seat, [each for each in recent if each[:2] == recent[at][:2]]
    if recent[at] == same[0] and seat != table.look.viewer:
        names = listed(unveiled(table, same))
        yield table.tell("{seat} fight[s] with {names}.", seat, names=names)


def resolved(after: Sequence[Event]) -> bool:
    """Whether a strike has done its damage, or pushed somebody out."""
    return any(event.kind in (events.DAMAGE, events.RING_OUT) for event in after)


def damage(table: "Drawing", event: Event, faces: int | None, parts: dict[int, int]) -> str:
    """What a strike did, with its sum: You take 3 on the Head: 4 successes, you blocked 1."""
    _, seat, n, area = event
    sums: list[str] = []
    if faces is not None:
        sums.append(some(counted(table, faces, swapped=events.REMAP in parts)))
    cancelled = parts.get(events.CANCEL, 0) + parts.get(events.CANCEL_BEST, 0)
    if cancelled:
        sums.append(f"{cancelled} cancelled")
    if events.BLOCKED in parts:
        sums.append(f"{{seat}} blocked {parts[events.BLOCKED] or 'nothing'}")
    if events.EXTRA in parts:
        sums.append(f"{parts[events.EXTRA]} extra")
    if events.CHANGED in parts:
        sums.append(f"{parts[events.CHANGED]:+} by Skills")
    form = "{seat} take[s] {n} on the {area}" + ": " * bool(sums) + ", ".join(sums) + "."
    return table.tell(form, seat, n=n or "nothing", area=table.area(area))


def counted(table: "Drawing", faces: int, *, swapped: bool) -> int:
    """Successes of the Attacker; a Style may exchange Normal Successes and Failures."""
    setting = table.state.setting
    hits = setting.face_f[faces] if swapped else setting.face_n[faces]
    return int(hits + setting.face_x[faces])
