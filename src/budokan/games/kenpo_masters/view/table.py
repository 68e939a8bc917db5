"""The table of Kenpo Masters as a Scene."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from budokan.games.kenpo_masters import grammar
from budokan.games.kenpo_masters.rules import actions, phases
from budokan.games.kenpo_masters.rules.state import NONE, onwards, sideways
from budokan.games.kenpo_masters.setup import SQUARES
from budokan.games.kenpo_masters.view import beats, motifs
from budokan.games.kenpo_masters.view.captions import ROOM, STEPS, Captions
from budokan.kit.notation import SEATS
from budokan.kit.scene import (
    Arrow,
    Beat,
    Button,
    Choice,
    Corner,
    Direction,
    Line,
    Mark,
    Piece,
    Preview,
    Refused,
    Role,
    Scene,
    Zone,
)
from budokan.kit.view import Look, News, origin

WAYS: Final[tuple[Direction, ...]] = ("f", "fl", "fr", "l", "r")
PATHS: Final[tuple[Direction, ...]] = ("f", "b", "l", "r", "stay")


def scene(look: Look) -> Scene:
    """The Scene of a viewer."""
    return Drawing(look).scene()


class Drawing(Captions):
    """Pieces, and the ways to pick them."""

    def zones(self) -> tuple[Zone, ...]:
        foe = 1 - self.me
        return (
            self.panel(foe),
            self.lying(foe),
            self.ring(),
            self.lying(self.me),
            self.panel(self.me),
        )

    def beats(self, news: News) -> Iterable[Beat]:
        return beats.beats(self, news)

    def happened(self, news: News) -> str:
        return beats.happened(self, news)

    # -- cards --------------------------------------------------------------------------------

    def id_of(self, seat: int, cards: Sequence[int], place: int, *, held: bool) -> str:
        """The id of a known card: by its kind and copy, so that it keeps it when others leave."""
        card, copy = cards[place], 1
        for other in range(place):
            copy += cards[other] == card
        key = ((card * ROOM + copy) * 2 + seat) * 2 + held
        found = self.printed.ids.get(key)
        if found is None:
            zone = f"{'hand' if held else 'table'}-{SEATS[seat]}"
            found = self.printed.ids[key] = f"{zone}-{self.keys[card]}-{copy}"
        return found

    def card(self, place: str, card: int, seat: int, flip: int = 0) -> Piece:
        """A card face up; a mirrored one shows its values mirrored."""
        key = place, card, seat, flip
        found: Piece | None = self.made.get(key)
        if found is None:
            found = self.made[key] = replace(self.face(card, flip), id=place, owner=seat)
        return found

    def face(self, card: int, flip: int) -> Piece:
        """A card as it is printed."""
        key = "face", card, flip
        found: Piece | None = self.made.get(key)
        if found is None:
            found = self.made[key] = self.draw_face(card, flip)
        return found

    def draw_face(self, card: int, flip: int) -> Piece:
        row = self.cards[card]
        sort = grammar.sort_of(row)
        return Piece(
            id="",
            face=self.keys[card],
            form="words" if sort == "effect" else "compass",
            motif=motifs.of(self.keys[card], row),
            name=row["name"],
            kind=sort,
            text=self.text(card),
            corners=tuple(Corner(value=word) for word in grammar.qualifiers(row)),
            arrows=self.arrows(card, flip, sort),
            steps=self.steps(card, flip),
            **origin(row, *grammar.counting(row)),
            mirrored=flip == 1,
        )

    def arrows(self, card: int, flip: int, sort: str) -> tuple[Arrow, ...]:
        role: Role = "ward" if sort == "defence" else "hit"
        setting = self.state.setting
        values = setting.stops if sort == "defence" else setting.hits
        first = int(setting.mirrored * flip + 5 * card)
        points = [int(values[first + way]) for way in range(5)]
        return tuple(
            Arrow(to=to, value=str(n), role=role) for to, n in zip(WAYS, points, strict=True) if n
        )

    def steps(self, card: int, flip: int) -> tuple[Arrow, ...]:
        setting = self.state.setting
        found = []
        for move, to in enumerate(PATHS):
            if setting.shows[5 * flip + move] >> card & 1:
                n = int(setting.modifier[setting.mirrored * flip + 5 * card + move])
                role: Role = "gain" if n > 0 else "plain"
                found.append(Arrow(to=to, value=f"{n:+d}" if n else "", role=role))
        return tuple(found)

    # -- zones --------------------------------------------------------------------------------

    def panel(self, seat: int) -> Zone:
        name, chips = f"side-{SEATS[seat]}", self.chips(seat)
        zones = (self.track(seat), self.deck(seat), self.discard(seat), self.hand(seat))
        found: Zone | None = self.unchanged(name, (zones, chips))
        if found is not None:
            return found
        zone = Zone(
            id=name,
            layout="panel",
            title=self.player(seat),
            owner=seat,
            place="near" if seat == self.me else "far",
            chips=chips,
            zones=zones,
        )
        return self.keep(name, (zones, chips), zone)

    def track(self, seat: int) -> Zone:
        waits = self.state.phase in (phases.PLAY, phases.MOVE, phases.BLOCK)
        gain = self.forecast.total(seat) if waits and self.state.turn != seat else 0
        score, target = int(self.state.side(seat).score), int(self.state.setting.target)
        key = "score", seat, score, target, gain
        found: Zone | None = self.made.get(key)
        if found is None:
            found = self.made[key] = Zone(
                id=f"score-{SEATS[seat]}",
                layout="track",
                title=f"{score} of {target}",
                owner=seat,
                meter="score",
                at=score,
                length=target,
                gain=gain,
            )
        return found

    def deck(self, seat: int) -> Zone:
        n = int(self.state.side(seat).deck_n)
        key = "deck", seat, n
        found: Zone | None = self.made.get(key)
        if found is None:
            name, title = (
                f"deck-{SEATS[seat]}",
                f"{grammar.DECKS[seat].capitalize()} deck",
            )  # KM-R38
            found = Zone(id=name, layout="pile", title=title, owner=seat, count=n)
            self.made[key] = found
        return found

    def discard(self, seat: int) -> Zone:
        side, zone = self.state.side(seat), f"discard-{SEATS[seat]}"
        count, lying = int(side.discard_n), list[int]()
        if self.look.setup.options.open_discards:  # KM-R32
            for card in range(len(side.discard)):
                if side.discard[card]:
                    lying += [card] * int(side.discard[card])
        facts = count, tuple(lying)
        return self.unchanged(zone, facts) or self.keep(
            zone, facts, self.discards(zone, seat, *facts)
        )

    def discards(self, zone: str, seat: int, count: int, lying: Sequence[int]) -> Zone:
        pieces = tuple([self.card(f"{zone}-{i}", card, seat) for i, card in enumerate(lying)])
        return Zone(
            id=zone, layout="pile", title="Discards", owner=seat, count=count, pieces=pieces
        )

    def hand(self, seat: int) -> Zone:
        """The cards of a hand; with those of the viewer, what they would do or why not."""
        side, zone, held = self.state.side(seat), f"hand-{SEATS[seat]}", self.held(seat)
        flip, choices = 0, list[tuple[Preview | None, Refused | None]]()
        if self.acts and seat == self.look.viewer:
            flip = int(side.mirror(self.state.setting))
            choices = [(self.play_preview(card), self.refused(card)) for card in held]
        facts = held, int(side.hand_n), flip, choices
        return self.unchanged(zone, facts) or self.keep(zone, facts, self.fan(zone, seat, *facts))

    def fan(
        self,
        zone: str,
        seat: int,
        held: Sequence[int],
        count: int,
        flip: int,
        choices: Sequence[tuple[Preview | None, Refused | None]],
    ) -> Zone:
        pieces = []
        for place, card in enumerate(held):
            piece = self.card(self.hand_id(seat, held, place), card, seat, flip)
            if choices and choices[place] != (None, None):
                preview, refused = choices[place]
                piece = replace(piece, preview=preview, refused=refused)
            pieces.append(piece)
        pieces += [self.back(f"{zone}-{i}", seat) for i in range(len(held), count)]
        return Zone(id=zone, layout="fan", title="Hand", owner=seat, pieces=tuple(pieces))

    def back(self, place: str, seat: int) -> Piece:
        """A card in a hand that the viewer does not know."""
        key = "back", place, seat
        found: Piece | None = self.made.get(key)
        if found is None:
            found = Piece(id=place, name="Hidden card", marks=("hidden",), owner=seat)
            self.made[key] = found
        return found

    def hand_id(self, seat: int, held: Sequence[int], place: int) -> str:
        """The id of a card in a hand; those of others go by their places."""
        if seat == self.look.viewer:
            return self.id_of(seat, held, place, held=True)
        return f"hand-{SEATS[seat]}-{place}"

    def held(self, seat: int) -> list[int]:
        """The cards of a hand that the viewer knows."""
        counts, found = self.state.side(seat).hand, list[int]()
        for card in range(len(counts)):
            if counts[card]:
                found += [card] * int(counts[card])
        return found

    def play_preview(self, card: int) -> Preview | None:
        return self.card_preview(card) if actions.PLAY + card in self.look.legal else None

    def refused(self, card: int) -> Refused | None:
        if self.state.phase != phases.PLAY or actions.PLAY + card in self.look.legal:
            return None
        text, clause = self.look.why(actions.PLAY + card)
        return Refused(text=text, clause=clause)

    def lying(self, seat: int) -> Zone:
        """The table of a fighter: a combo being laid, or attacks that wait."""
        cards, chips = self.on_table(seat), self.combo_chips(seat)
        turns = seat == self.state.turn and self.state.phase != phases.OVER
        pieces = tuple([self.laid(seat, cards, place) for place in range(len(cards))])
        name, facts = f"table-{SEATS[seat]}", (pieces, chips, turns)
        found: Zone | None = self.unchanged(name, facts)
        if found is not None:
            return found
        zone = Zone(
            id=name,
            title=self.lying_title(seat, turns=turns),
            owner=seat,
            place="right" if seat == self.me else "left",
            chips=chips,
            pieces=pieces,
        )
        return self.keep(name, facts, zone)

    def lying_title(self, seat: int, *, turns: bool) -> str:
        if turns:
            return f"{self.owner(seat)} combo"
        if seat == self.me:
            return f"{self.owner(seat)} attacks wait"
        return self.tell("Waiting against {seat}", self.me)

    def table_id(self, seat: int, cards: Sequence[int], place: int) -> str:
        return self.id_of(seat, cards, place, held=False)

    def laid(self, seat: int, cards: Sequence[int], place: int) -> Piece:
        """A card on the table with its present value."""
        side, state = self.state.side(seat), self.state
        card, move = cards[place], int(side.move[place])
        name = self.table_id(seat, cards, place)
        piece = self.card(name, card, seat, int(side.flip[place]))
        marks: tuple[Mark, ...] = ()
        badge, preview = "", None
        if state.setting.attacks >> card & 1 and move != NONE:
            marks = ("pending",)
            badge = str(self.forecast.worth(seat, place))
            preview = Preview(note="as it stands", sum=self.sum(seat, place))
        if actions.BLOCK + place in self.look.legal and seat != self.me:
            preview = self.block_preview(place)
        stepping = f" Played with: {STEPS[move]}." if move != NONE else ""
        if side.fake[place]:
            stepping += f" Fake: +{side.fake[place]}."
        return replace(
            piece,
            text=piece.text + stepping,
            step=place + 1,
            marks=marks,
            badge=badge,
            preview=preview,
        )

    def ring(self) -> Zone:
        """The squares as the seat below looks at them."""
        pieces = (self.pawn(1 - self.me), self.pawn(self.me), *self.slots())
        facts = pieces, self.last_break()
        return self.unchanged("ring", facts) or self.keep("ring", facts, self.squares(*facts))

    def squares(self, pieces: tuple[Piece, ...], note: str) -> Zone:
        rows = ("3", "2", "1") if self.me == 0 else ("1", "2", "3")
        columns = ("a", "b", "c") if self.me == 0 else ("c", "b", "a")
        return Zone(
            id="ring",
            layout="grid",
            title="Ring",
            room="ring",
            cells=tuple(f"ring-{col}{row}" for row in rows for col in columns),
            width=3,
            note=note,
            pieces=pieces,
        )

    def pawn(self, seat: int) -> Piece:
        name, at = f"pawn-{SEATS[seat]}", self.at(seat)
        return self.unchanged(name, at) or self.keep(name, at, self.pawn_at(seat, at))

    def pawn_at(self, seat: int, at: str) -> Piece:
        """A fighter on a square."""
        return Piece(
            id=f"pawn-{SEATS[seat]}",
            shape="pawn",
            face="fighter",
            motif="guard",
            name=self.player(seat),
            owner=seat,
            spot=f"ring-{at}",
            facing=90 if seat == self.me else 270,
        )

    def slots(self) -> tuple[Piece, ...]:
        """The squares around the viewer's fighter while a card waits for its movement."""
        if not self.acts or self.state.phase != phases.MOVE:
            return ()
        outcomes = {o.move: self.preview(o) for o in self.steps_of(self.me)}
        found = []
        for move in range(5):
            where = self.target(move)
            if where:
                legal = actions.GO + move in self.look.legal
                text, clause = ("", "") if legal else self.look.why(actions.GO + move)
                found.append(
                    Piece(
                        id=f"step-{where}",
                        shape="slot",
                        name=STEPS[move],
                        spot=f"ring-{where}",
                        preview=outcomes[move] if legal else None,
                        refused=None if legal else Refused(text=text, clause=clause),
                    )
                )
        return tuple(found)

    def target(self, move: int) -> str:
        """The square a movement leads to, '' outside the ring."""
        side = self.state.side(self.me)
        col = int(side.col + sideways(self.me, move))
        row = int(side.row + onwards(self.me, move))
        return SQUARES[3 * col + row] if 0 <= col < 3 and 0 <= row < 3 else ""

    def lines(self) -> tuple[Line, ...]:
        """A stroke from the fighter whose attacks wait, if they would hit now."""
        if self.state.phase not in (phases.PLAY, phases.MOVE, phases.BLOCK):
            return ()
        turn = self.state.turn
        points = self.forecast.total(1 - turn)
        if not points:
            return ()
        start, end = f"pawn-{SEATS[1 - turn]}", f"pawn-{SEATS[turn]}"
        return (Line(start=start, end=end, role="threat", label=str(points)),)

    # -- choices ------------------------------------------------------------------------------

    def choice(self, action: int) -> Choice:
        verb, args = self.look.notation.split(action)
        label = str(self.look.words.text["verb"][verb])
        return Choice(
            action=self.look.notation.text(action),
            label=f"{label} {self.object(action, args)}".strip(),
            paths=self.paths(action, args),
            preview=self.choice_preview(action, args),
        )

    def object(self, action: int, args: tuple[int, ...]) -> str:
        if actions.PLAY <= action < actions.GO:
            return self.title(args[0])
        if actions.GO <= action < actions.CALL:
            return f"{STEPS[args[0]]} {self.target(args[0])}"
        if actions.CALL <= action < actions.BLOCK:
            move = action - actions.CALL
            return f"{STEPS[move]} {self.target(move)} and call the Break"
        if actions.BLOCK <= action < actions.BLOCK_NONE:
            return f"{args[0] + 1}, {self.title(self.state.side(1 - self.me).kind[args[0]])}"
        return ""

    def paths(self, action: int, args: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
        if action == actions.REST:
            return (("rest",),)
        if action == actions.STOP:
            return (("stop",),)
        if action == actions.BLOCK_NONE:
            return (("none",),)
        if action < actions.GO:
            held = self.held(self.me)
            places = (place for place, card in enumerate(held) if card == args[0])
            return tuple((self.hand_id(self.me, held, place),) for place in places)
        if action < actions.CALL:
            return ((f"ring-{self.target(args[0])}",),)
        if action < actions.BLOCK:
            return (("call", f"ring-{self.target(action - actions.CALL)}"),)
        foe = 1 - self.me
        return ((self.table_id(foe, self.on_table(foe), args[0]),),)

    def choice_preview(self, action: int, args: tuple[int, ...]) -> Preview | None:
        if actions.PLAY <= action < actions.GO:
            return self.play_preview(args[0])
        if actions.GO <= action < actions.BLOCK:
            called = action >= actions.CALL
            move = action - (actions.CALL if called else actions.GO)
            outcome = next(o for o in self.steps_of(self.me) if o.move == move)
            if called:
                outcome = outcome._replace(broken=True, now=outcome.give)
            return self.preview(outcome)
        if actions.BLOCK <= action <= actions.BLOCK_NONE:
            return self.block_preview(NONE if action == actions.BLOCK_NONE else args[0])
        return self.rest_preview() if action == actions.REST else self.stop_preview()

    def rest_preview(self) -> Preview:
        take, drawn = self.forecast.rested(), int(self.state.setting.rest_draw)
        return Preview(give=0, take=take, note=f"draw {drawn}", alarm=self.alarm(0, take, False))

    def stop_preview(self) -> Preview:
        return self.preview(self.forecast.stopped())

    def buttons(self) -> tuple[Button, ...]:
        legal, found = self.look.legal, []
        if self.acts and self.state.phase == phases.PLAY and not self.state.side(self.me).n:
            found.append(self.rest_button())
        if actions.STOP in legal:
            preview = self.stop_preview()
            found.append(Button(id="stop", label="Stop", primary=True, preview=preview))
        if any(actions.CALL <= action < actions.BLOCK for action in legal):
            found.append(Button(id="call", label="Call the Break"))
        if actions.BLOCK_NONE in legal:
            preview = self.block_preview(NONE)
            found.append(Button(id="none", label="Block nothing", preview=preview))
        return tuple(found)

    def rest_button(self) -> Button:
        if actions.REST in self.look.legal:
            forced = len(self.look.legal) == 1
            return Button(id="rest", label="Rest", primary=forced, preview=self.rest_preview())
        text, clause = self.look.why(actions.REST)
        return Button(id="rest", label="Rest", refused=Refused(text=text, clause=clause))
