"""What is seen to happen after a move in Master Udo, step by step, and the line that sums it up."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from budokan.games.master_udo.rules import events
from budokan.kit.scene import Beat, BeatKind, Change, Preview
from budokan.kit.view import News
from budokan.kit.words import Event, listed

if TYPE_CHECKING:
    from budokan.games.master_udo.view.table import Drawing

YOU: Final = 0  # the only seat; the master has none
HERO: Final = "hero"  # the track of Charge
BLOCKED: Final = Preview(note="Blocked", fate="stopped")
PARTS: Final = {
    events.LENGTH: "cards",
    events.EXPOSED: "exposed",
    events.LENGTHENED: "from before",
    events.SPEND: "Charge",
}
COMBO: Final[tuple[int, ...]] = (events.COMBO, events.CARD, *PARTS, events.DOUBLE)
PAID: Final[tuple[int, ...]] = (events.PAY, events.EXHAUST)
KEPT: Final[tuple[int, ...]] = (
    events.NO_COMBO, events.NO_STOP, events.CHARGE, events.REGROW, events.BEATEN,
    events.LEARN, events.LENGTHEN, events.NO_PRICE, events.GIVE, events.BURN,
)  # fmt: skip
ENDS: Final[tuple[int, ...]] = (events.WIN, events.FALL, events.TIME_OUT, events.CONCEDE)
BEATEN: Final = 12  # what a beaten master weighs among the key moments
# Events that are told in their own sentence, and nothing moves.
TOLD: Final[dict[int, BeatKind]] = {
    events.WASTED: "miss",
    events.NO_STOP: "miss",
    events.ENRAGE: "turn",
    events.CALM: "turn",
    events.RAGE: "stop",
    events.BACK: "draw",
    events.NO_PRICE: "miss",
    events.LENGTHEN: "gain",
}


def weigh(beat: Beat) -> int:
    """A master who is beaten most, then what a blow does to either side."""
    if beat.kind == "stop" and beat.role == "gain":
        return BEATEN
    return (beat.amount or 0) * {"lose": 2, "strike": 1}.get(beat.kind, 0)


def beats(table: "Drawing", news: News) -> Iterator[Beat]:
    """The beats of a move, drawn on the scene before it."""
    return Move(table, news).beats()


class Move:
    """The events of one move as beats."""

    def __init__(self, table: "Drawing", news: News) -> None:
        self.table, self.news = table, news
        beaten = [event.a for event in news.events if event.kind == events.BEATEN]
        # Others see a whole turn at once, without its combos; a new fight has other cards.
        self.follows = table.look.viewer == YOU and not beaten
        self.foe = table.facing(beaten[0]) if beaten else table
        self.length = Length()
        self.cards: tuple[str, ...] = ()  # of the combo that is resolved
        self.lane = 0

    def beats(self) -> Iterator[Beat]:
        for event in self.news.events:
            if event.kind in COMBO:
                self.hear(event)
            else:
                yield from self.beats_of(event)

    def beats_of(self, event: Event) -> Iterable[Beat]:
        kind, one = event.kind, self.one
        if kind in TOLD:
            return one(TOLD[kind], event)
        if kind == events.FIGHT:
            return one("point", event, self.master_card(event.a))
        if kind == events.TURN:
            return self.new_turn(event)
        if kind == events.SHOWS:
            return self.shown(event)
        if kind == events.IS_X:
            return self.combo(event)
        if kind == events.COVER:
            return self.cover(event)
        if kind == events.STOP:
            return self.stop(event)
        if kind == events.CHARGE:
            track = (Change(zone=HERO, at=event.b),)
            return one("gain", event, HERO, role="gain", amount=event.a, changes=track)
        if kind == events.RECOVER:
            return self.moved("move", event, "discard", "hand")
        if kind == events.HIT:
            return self.hit(event)
        if kind == events.PAY:
            return self.moved("lose", event, "hand", "discard")
        if kind == events.GIVE:
            return self.moved("lose", event, "hand", "discard")
        if kind == events.DRAIN:
            track = (Change(zone=HERO, at=int(self.table.state.charge)),)
            return one("lose", event, HERO, role="hit", amount=event.a, changes=track)
        if kind in (events.EXHAUST, events.BURN):
            return self.moved("lose", event, "discard", "exhausted")
        if kind == events.REGROW:
            return self.regrow(event)
        if kind == events.BEATEN:
            return one("stop", event, "master-card", role="gain")
        if kind == events.LEARN:
            return one("gain", event, role="gain")
        if kind in ENDS:
            return (Beat(kind="stop", seat=YOU, text=self.table.result()),)
        return ()

    def one(self, kind: BeatKind, event: Event, *pieces: str, **more: object) -> Iterable[Beat]:
        """One beat with the sentence of its event."""
        given = {"text": self.table.sentence(event), "pieces": pieces, **more}
        return (Beat(kind=kind, seat=YOU, **given),)  # type: ignore[arg-type]

    # -- combos -------------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """The cards of a combo one by one, then the parts of X."""
        self.length.hear(event)
        if event.kind == events.COMBO:
            self.lane, self.cards = event.a, ()
        if event.kind in (events.COMBO, events.CARD) and self.table.look.viewer == YOU:
            self.cards = (*self.cards, f"lane-{self.lane}-{len(self.cards) + 1}")

    def combo(self, event: Event) -> Iterable[Beat]:
        text = f"Combo {self.lane}: {self.length}, X = {event.a}."
        changes = (Change(zone=HERO, at=0),) if self.length.spent else ()
        return self.one("point", event, *self.cards, text=text, amount=event.a, changes=changes)

    @property
    def finisher(self) -> tuple[str, ...]:
        return self.cards[-1:]

    def cover(self, event: Event) -> Iterable[Beat]:
        """A blow lands on a heart; of equal hearts of several bodies nobody says which."""
        state = self.foe.state
        same = [
            i for i in range(state.hearts()) if state.heart(i) == event.b and state.covered >> i & 1
        ]
        hearts = [self.foe.heart(i) for i in same] if len(same) == 1 else []
        changes = [
            Change(zone=self.foe.body_of(i), piece=heart)
            for i, heart in zip(same, hearts, strict=False)
        ]
        aims = [heart.id for heart in hearts] or ["master-card"]
        return self.one(
            "strike",
            event,
            *self.finisher,
            *aims,
            role="hit",
            amount=event.a,
            changes=tuple(changes),
        )

    def stop(self, event: Event) -> Iterable[Beat]:
        piece = self.foe.attack(event.b)
        piece = replace(piece, marks=("spent",), preview=BLOCKED, refused=None)
        changes = (Change(zone="attacks", piece=piece),)
        return self.one("block", event, *self.finisher, piece.id, role="ward", changes=changes)

    # -- the master ---------------------------------------------------------------------------

    def master_card(self, master: int) -> str:
        return f"master-{self.table.master_keys[master]}"

    def attack_id(self, attack: int) -> str:
        return f"attack-{self.table.attack_keys[attack]}"

    def new_turn(self, event: Event) -> Iterable[Beat]:
        """The attacks of the last turn leave; the first turn follows the challenge itself."""
        if event.a == 1:
            return ()
        gone = tuple(Change(gone=self.attack_id(attack)) for attack in self.last_attacks())
        return self.one("clear", event, changes=gone)

    def last_attacks(self) -> list[int]:
        """The attacks that were blocked or hit in the turn before."""
        found: dict[int, None] = {}
        turns = 0
        for event in reversed(self.news.recent):
            turns += event.kind == events.TURN
            if turns == 1 and event.kind in (events.STOP, events.HIT):
                found[event.b if event.kind == events.STOP else event.a] = None
        return list(found)

    def shown(self, event: Event) -> Iterable[Beat]:
        """An attack is turned up, if the master stands there already."""
        if any(each.kind == events.FIGHT for each in self.news.events):
            return ()
        piece = self.table.attack(event.a)
        changes = (Change(zone="attacks", piece=piece),)
        text = f"{self.table.attacks[event.a]['title']}, block {event.b}."
        return self.one("turn", event, piece.id, text=text, role="hit", changes=changes)

    def hit(self, event: Event) -> Iterable[Beat]:
        piece = replace(self.foe.attack(event.a), marks=("pending",), refused=None)
        changes = (Change(zone="attacks", piece=piece),)
        return self.one(
            "strike", event, "master-card", piece.id, target=YOU, role="hit", changes=changes
        )

    def regrow(self, event: Event) -> Iterable[Beat]:
        state = self.table.state
        i = next(i for i in range(state.hearts()) if state.heart(i) == event.a)
        heart = self.table.heart(i)
        changes = (Change(zone=self.table.body_of(i), piece=heart),)
        return self.one("turn", event, heart.id, role="hit", changes=changes)

    # -- cards --------------------------------------------------------------------------------

    def moved(self, kind: BeatKind, event: Event, start: str, end: str) -> Iterable[Beat]:
        """A card goes from one place to another."""
        key = self.table.faces[event.a].key
        lost = {"role": "hit", "amount": 1, "target": YOU} if kind == "lose" else {"role": "gain"}
        if not self.follows:
            return self.one(kind, event, **lost)
        changes = tuple(self.lies(place, event.a) for place in (start, end))
        return self.one(kind, event, f"{end}-{key}", changes=changes, **lost)

    def lies(self, place: str, card: int) -> Change:
        """The cards of a kind that lie in a place now."""
        state = self.table.state
        bags = {"hand": state.hand, "discard": state.pile, "exhausted": state.gone}
        n = int(state.setting.count(bags[place], card))
        if not n:
            return Change(gone=f"{place}-{self.table.faces[card].key}")
        return Change(zone=place, piece=replace(self.table.card_piece(place, card), copies=n))


class Length:
    """X of a combo with its parts: 2 cards + 1 exposed + 3 Charge."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.said: list[str] = []
        self.spent = self.doubled = False
        self.x = 0

    def hear(self, event: Event) -> None:
        if event.kind == events.COMBO:
            self.clear()
        elif event.kind in PARTS:
            one = event.kind == events.LENGTH and event.a == 1
            self.said.append(f"{event.a} {'card' if one else PARTS[event.kind]}")
        self.spent |= event.kind == events.SPEND
        self.doubled |= event.kind == events.DOUBLE
        if event.kind == events.IS_X:
            self.x = event.a

    def __str__(self) -> str:
        return " + ".join(self.said) + ", doubled" * self.doubled


# -- in one line ----------------------------------------------------------------------------------


def happened(table: "Drawing", news: News) -> str:
    """The last turn in words and sums; while a turn is under way, what its latest step did."""
    told = news.recent if table.is_fresh() else news.events
    lines = [(line, len(list(same))) for line, same in groupby(Account(table).lines(told))]
    return " ".join(f"{line[:-1]} ({n} times)." if n > 1 else line for line, n in lines)


class Account:
    """Sums up events: blows with their sums, blocks, losses, and what else changed."""

    def __init__(self, table: "Drawing") -> None:
        self.table = table

    def lines(self, told: Sequence[Event]) -> Iterator[str]:
        length = Length()
        for i, event in enumerate(told):
            length.hear(event)
            if event.kind == events.RECOVER:
                yield from self.returns(told, i)
                continue
            if event.kind in (events.COVER, events.WASTED):
                yield self.blow(event, length)
            elif event.kind == events.HIT:
                yield self.loss(event, told[i + 1 :])
            elif event.kind in PAID and not any(e.kind == events.HIT for e in told[:i]):
                yield self.table.sentence(event)
            elif said := self.plain(event):
                yield said

    def blow(self, event: Event, length: Length) -> str:
        """A blow with its sum: You deal 7: 2 cards + 1 exposed + 3 Charge + 1 from the card."""
        dealt = self.table.tell("{seat} deal[s] {n}", YOU, n=event.a)
        aim = f"the {event.b} is covered" if event.kind == events.COVER else "too little"
        if not length.x:  # told in an earlier step
            return f"{dealt}; {aim}."
        more = event.a - length.x
        rest = f" + {more} from the card" if more > 0 else f" - {-more} by the master" * (more < 0)
        return f"{dealt}: {length}{rest}; {aim}."

    def loss(self, event: Event, after: Sequence[Event]) -> str:
        """What an attack took: Left Side Attack hits: you lose Left Arm, Left Leg (exhausted)."""
        paid = []
        for each in after:
            if each.kind == events.PAY:
                paid.append(self.table.card(each.a))
            elif each.kind == events.EXHAUST:
                paid.append(f"{self.table.card(each.a)} (exhausted)")
            else:
                break
        title = self.table.attacks[event.a]["title"]
        if not paid:
            return f"{title} hits."
        form = "{title} hits: {seat} lose[s] {cards}."
        return self.table.tell(form, YOU, title=title, cards=", ".join(paid))

    def returns(self, told: Sequence[Event], at: int) -> Iterator[str]:
        """Cards that return one after another, in one sentence with the first."""
        if at == 0 or told[at - 1].kind != events.RECOVER:
            run = takewhile(lambda event: event.kind == events.RECOVER, told[at:])
            cards = [self.table.card(event.a) for event in run]
            yield f"{listed(cards)} {'return' if len(cards) > 1 else 'returns'}."

    def plain(self, event: Event) -> str:
        """Blocks, and what changed for the fight."""
        if event.kind == events.STOP:
            name = self.table.forecast.short(event.b)
            return self.table.tell("{seat} block[s] {name}.", YOU, name=name)
        return self.table.sentence(event) if event.kind in KEPT else ""
