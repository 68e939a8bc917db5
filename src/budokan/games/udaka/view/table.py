"""The table of Udaka as a Scene."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from budokan.games.udaka.card_format import KINGS
from budokan.games.udaka.rules import actions, phases
from budokan.games.udaka.rules.actions import rank_of
from budokan.games.udaka.rules.hidden import hand
from budokan.games.udaka.rules.state import ACE, JOKER, KING, NOBODY, RANKS, TWO
from budokan.games.udaka.view.beats import beats, happened
from budokan.games.udaka.view.captions import Captions
from budokan.kit.data import Row
from budokan.kit.notation import SEATS
from budokan.kit.pile import NO_CARD
from budokan.kit.scene import (
    Beat,
    Choice,
    Corner,
    Mark,
    Motif,
    Piece,
    Place,
    Refused,
    Scene,
    Zone,
)
from budokan.kit.view import Look, News, origin

COURT: Final[dict[int, Motif]] = {KING: "reverse", JOKER: "fake"}


def scene(look: Look) -> Scene:
    """The Scene of a viewer."""
    return Drawing(look).scene()


class Drawing(Captions):
    """One look at the table, as a picture."""

    def beats(self, news: News) -> Iterable[Beat]:
        return beats(self, news)

    def happened(self, news: News) -> str:
        return happened(self, news)

    def zones(self) -> tuple[Zone, ...]:
        return (self.board(), *(self.panel(seat) for seat in range(self.state.seats)))

    def card(self, piece: str, rank: int, copy: int, owner: int | None = None) -> Piece:
        """A card face up. The suit is decoration; copies below 0 count from the last suit."""
        suit = copy % self.suits
        key = "card", piece, rank, suit, owner
        found: Piece | None = self.made.get(key)
        if found is None:
            found = self.made[key] = replace(self.face(rank, suit), id=piece, owner=owner)
        return found

    def suit(self, rank: int, copy: int) -> Row | None:
        """The suit of a copy; the King has one of its own, the Joker none."""
        if rank == JOKER:
            return None
        rows = self.data["suit"]
        return rows[KINGS] if rank == KING else [rows[key] for key in rows if key != KINGS][copy]

    def face(self, rank: int, copy: int) -> Piece:
        """A card as it is printed."""
        row = list(self.data["rank"].values())[rank]
        suit = self.suit(rank, copy)
        drawn, symbol = (suit["name"], suit["symbol"]) if suit else ("", "")
        piece = Piece(
            id="",
            face="-".join(part for part in (self.words[rank], drawn) if part),
            form="playing",
            motif=COURT.get(rank, ""),
            name=row["name"],
            kind=drawn,
            corners=(Corner(value=self.words[rank], label=symbol),),
            **origin(row, "name", "word"),
        )
        if suit is None:
            return piece
        drawn_by = origin(suit)
        return replace(
            piece,
            designed=piece.designed or drawn_by["designed"],
            own=piece.own or drawn_by["own"],
        )

    def card_id(self, word: str, copy: int) -> str:
        """The id of a card in the viewer's hand."""
        return f"hand.{word}.{copy + 1}"

    def token(self, piece: str, *, owner: int | None = None, spot: str = "") -> Piece:
        key = "token", piece, owner, spot
        found: Piece | None = self.made.get(key)
        if found is None:
            face = self.token_face()
            found = self.made[key] = replace(face, id=piece, owner=owner, spot=spot)
        return found

    def token_face(self) -> Piece:
        row = self.data["board"]["boxes"]
        return Piece(
            id="", shape="token", face="token", name="Number token", **origin(row, "tokens_each")
        )

    def udaka_token(self, owner: int | None = None) -> Piece:
        return Piece(
            id="udaka.token",
            shape="token",
            face="udaka",
            name="UDAKA token",
            owner=owner,
            **origin(self.data["board"]["udaka"]),
        )

    def round_token(self, piece: str, owner: int | None = None) -> Piece:
        return Piece(id=piece, shape="token", face="round", name="Rounds token", owner=owner)

    def dealer_token(self) -> Piece:
        found: Piece | None = self.made.get("dealer")
        if found is None:
            found = Piece(id="dealer", shape="token", face="dealer", name="Dealer")
            self.made["dealer"] = found
        return found

    def board(self) -> Zone:
        state = self.state
        aces = int(state.laid[ACE]), state.udaka == NOBODY
        udaka: Zone | None = self.unchanged("udaka", aces)
        numbers = tuple([int(n) for n in state.boxes])
        boxes: Zone | None = self.unchanged("boxes", numbers)
        zones = (
            self.draw_pile(),
            self.keep("udaka", aces, self.udaka_space()) if udaka is None else udaka,
            self.keep("boxes", numbers, self.boxes()) if boxes is None else boxes,
            self.pile(),
            self.rounds(max(0, self.rounds_left())),  # UD-R21
        )
        return Zone(id="table", layout="panel", room="table", zones=zones)

    def draw_pile(self) -> Zone:
        n = int(self.state.deck_n)
        key = "draw", n
        found: Zone | None = self.made.get(key)
        if found is None:
            backs = (Piece(id="draw.top", name="Draw pile", marks=("hidden",)),) if n else ()
            found = self.made[key] = Zone(
                id="draw", layout="pile", title="Draw pile", count=n, pieces=backs, place="left"
            )
        return found

    def udaka_space(self) -> Zone:
        laid, copies = int(self.state.laid[ACE]), int(self.state.setting.copies[ACE])
        slots = [Piece(id=f"udaka.{n + 1}", shape="slot", name="Ace") for n in range(laid, copies)]
        aces = [self.card(f"udaka.{n + 1}", ACE, n) for n in range(laid)]
        token = [self.udaka_token()] if self.state.udaka == NOBODY else []
        return Zone(id="udaka", title="UDAKA", pieces=(*aces, *slots, *token))

    def boxes(self) -> Zone:
        rows = self.data["board"]["layout"]["rows"]
        numbers = [number for row in rows for number in row]
        pieces = tuple(
            self.token(f"box.{number}.{n + 1}", spot=f"box.{number}")
            for number in numbers
            for n in range(self.state.boxes[TWO + self.numbers.index(number)])
        )
        cells = tuple(f"box.{number}" for number in numbers)
        return Zone(id="boxes", layout="grid", cells=cells, width=len(rows[0]), pieces=pieces)

    def pile(self) -> Zone:
        state = self.state
        n = int(state.cards_laid() - state.laid[ACE])
        top = Piece(id="pile.top", shape="slot", name="Regular discard pile")
        if state.top != NO_CARD:
            # The suit would tell how many of the rank are gone, UD-R19.
            copy = int(state.laid[state.top]) - 1 if self.remembers else 0
            top = self.card("pile.top", int(state.top), copy)
            top = replace(top, marks=("spent",)) if state.spent else top
        title = "Discard pile"
        return Zone(id="pile", layout="pile", title=title, count=n, pieces=(top,), place="right")

    def rounds(self, left: int) -> Zone:
        key = "rounds", left
        found: Zone | None = self.made.get(key)
        if found is None:
            pieces = tuple([self.round_token(f"rounds.{n + 1}") for n in range(left)])
            found = Zone(id="rounds", title="Rounds", pieces=pieces, count=left)
            self.made[key] = found
        return found

    def rounds_left(self) -> int:
        """Rounds tokens that nobody has won; below 0 if there were too few of them."""
        state = self.state
        every = state.seats * max(1, state.setting.rounds_to_win - 1)  # UD-01
        return int(every - state.rounds_won())

    def panel(self, seat: int) -> Zone:
        """A player's place: hand, tokens side by side (UD-52), rounds won."""
        state, base = self.state, f"seat.{SEATS[seat]}"
        zones = self.hand_row(seat), self.token_row(seat), self.round_row(seat)
        facts = zones, seat == state.dealer
        found: Zone | None = self.unchanged(base, facts)
        if found is not None:
            return found
        zone = Zone(
            id=base,
            layout="panel",
            title=self.player(seat),
            owner=seat,
            place=self.place(seat),
            pieces=(self.dealer_token(),) if seat == state.dealer else (),
            zones=zones,
        )
        return self.keep(base, facts, zone)

    def token_row(self, seat: int) -> Zone:
        number, udaka = int(self.state.tokens[seat]), self.state.udaka == seat
        key = "tokens", seat, number, udaka
        found: Zone | None = self.made.get(key)
        if found is None:
            base = f"seat.{SEATS[seat]}"
            tokens = [self.token(f"{base}.token.{n + 1}", owner=seat) for n in range(number)]
            if udaka:
                tokens.append(self.udaka_token(owner=seat))
            found = Zone(id=f"{base}.tokens", owner=seat, pieces=tuple(tokens))
            self.made[key] = found
        return found

    def round_row(self, seat: int) -> Zone:
        won = int(self.state.wins[seat])
        key = "rounds won", seat, won
        found: Zone | None = self.made.get(key)
        if found is None:
            base = f"seat.{SEATS[seat]}"
            tokens = [self.round_token(f"{base}.round.{n + 1}", owner=seat) for n in range(won)]
            found = Zone(id=f"{base}.rounds", owner=seat, pieces=tuple(tokens))
            self.made[key] = found
        return found

    def hand_row(self, seat: int) -> Zone:
        cards = hand(self.state, seat)
        if seat != self.mine and cards.count(RANKS) == len(cards):
            return self.backs(seat, cards)
        zone = f"seat.{SEATS[seat]}.hand"
        if self.state.phase == phases.SHOW or (self.acts and seat == self.mine):
            return Zone(id=zone, layout="fan", owner=seat, pieces=self.hand(seat, cards))
        # Without choices, and after the dealer draw, the cards are all it shows.
        facts = tuple(cards)
        found: Zone | None = self.unchanged(zone, facts)
        if found is not None:
            return found
        row = Zone(id=zone, layout="fan", owner=seat, pieces=self.hand(seat, cards))
        return self.keep(zone, facts, row)

    def backs(self, seat: int, cards: Sequence[int]) -> Zone:
        """The hand of another player, face down."""
        key = "backs", seat, len(cards)
        found: Zone | None = self.made.get(key)
        if found is None:
            zone = f"seat.{SEATS[seat]}.hand"
            pieces = self.hand(seat, cards)
            found = self.made[key] = Zone(id=zone, layout="fan", owner=seat, pieces=pieces)
        return found

    def place(self, seat: int) -> Place:
        """The viewer sits near, the others around the table to the left."""
        n = int(self.state.seats)
        at = (seat - self.me) % n
        if at == 0:
            return "near"
        if n == 2 or 1 < at < n - 1:
            return "far"
        return "left" if at == 1 else "right"

    def hand(self, seat: int, cards: Sequence[int]) -> tuple[Piece, ...]:
        pieces = []
        for at, rank in enumerate(cards):
            copy = cards[:at].count(rank)
            if rank == RANKS:
                pieces.append(self.back(f"seat.{SEATS[seat]}.card.{at + 1}", seat))
            elif seat == self.mine:
                pieces.append(self.own_card(rank, copy))
            else:  # the dealer draw, or a hand open to this viewer
                shown = f"seat.{SEATS[seat]}.{self.words[rank]}.{copy + 1}"
                pieces.append(self.card(shown, rank, self.held_copy(seat, rank, copy), owner=seat))
        return tuple(pieces)

    def back(self, piece: str, seat: int) -> Piece:
        """A card of another player, face down."""
        key = "back", piece, seat
        found: Piece | None = self.made.get(key)
        if found is None:
            found = self.made[key] = Piece(id=piece, marks=("hidden",), owner=seat)
        return found

    def held_copy(self, seat: int, rank: int, copy: int) -> int:
        """Discards take the first suits and hands the last ones; the dealer draw shares them."""
        state = self.state
        if state.phase == phases.SHOW:
            first = state.turn - sum(state.held)
            served = [(first + n) % state.seats for n in range((seat - first) % state.seats)]
            copy += sum(int(state.count(other, rank)) for other in served)
        return -1 - copy

    def own_card(self, rank: int, copy: int) -> Piece:
        """A card of the viewer, with its preview."""
        legal = self.look.legal
        mine = [action for action in legal if rank_of(action) == rank]
        preview, refused = None, None
        if legal and not mine:
            text, clause = self.look.why(actions.SINGLE + rank)
            refused = Refused(text=text, clause=clause)
        elif mine:
            preview = self.first_preview(rank, mine)
        suit = self.held_copy(self.mine, rank, copy)
        card = self.card(self.card_id(self.words[rank], copy), rank, suit, self.mine)
        if not legal:
            return card
        marks: tuple[Mark, ...] = ("pairs",) if mine and self.on_top(rank) else ()
        return replace(card, marks=marks, preview=preview, refused=refused)

    def choice(self, action: int) -> Choice:
        return Choice(
            action=self.look.notation.text(action),
            label=self.label(action),
            paths=self.paths(action),
            preview=self.preview(action),
        )

    def paths(self, action: int) -> tuple[tuple[str, ...], ...]:
        rank = int(rank_of(action))
        copies = range(self.state.count(self.mine, rank))
        cards = [self.card_id(self.words[rank], copy) for copy in copies]
        if actions.PAIR <= action < actions.KING:
            return tuple((one, two) for one in cards for two in cards if one != two)
        if sum(rank_of(other) == rank for other in self.look.legal) == 1:
            return tuple((card,) for card in cards)  # the card can mean nothing else
        if action >= actions.JOKER:
            goals = [f"seat.{SEATS[action - actions.JOKER]}"]
        elif action >= actions.KING:
            goals = [f"box.{self.numbers[action - actions.KING]}"]
        elif rank == ACE:
            slots = range(self.state.laid[ACE], self.state.setting.copies[ACE])
            goals = ["udaka", *(f"udaka.{n + 1}" for n in slots)]
        else:
            goals = ["pile", "pile.top"]
        return tuple((card, goal) for card in cards for goal in goals)
