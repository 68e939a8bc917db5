"""Positions of Dojo Duel as documents. Cards are written by their keys, such as iron_shirt.

All may be left out; the phase is then toss. All cards of a seat's list are somewhere: a hand that
is left out (or "") takes the first cards of the list that are free, as many as the phase needs.
The rest is in the deck, or in the recycle pile if only `decks` is given.

Read is loose about what led to a position, so that scenarios stay short: points, recycle piles and
missing kickers need not fit the number of the round, nor suspects and cards seen what lies open.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from budokan.games.dojo_duel.deck import legality
from budokan.games.dojo_duel.rules import phases
from budokan.games.dojo_duel.rules.rules import DojoDuel
from budokan.games.dojo_duel.rules.state import (
    ANY_KIND,
    HAND,
    KEEP,
    MOST_KINDS,
    REVEAL,
    UNDECIDED,
    Side,
)
from budokan.games.dojo_duel.setup import counts, is_secret, start
from budokan.kit.buffers import fill
from budokan.kit.contract import CHANCE, HIDDEN, State
from budokan.kit.errors import Refusal, shortened
from budokan.kit.game import Setup
from budokan.kit.notation import SEATS
from budokan.kit.pile import NO_CARD, Pile
from budokan.kit.position import Document, Field, Reader, rest, spell

BEFORE_TURNS = (phases.TOSS, phases.DRAW, phases.KICKER)
IN_TURN = (phases.FAN, phases.POINT, phases.SHOWS, phases.ANSWER)
LOWEST = -1000
CHOICES = {UNDECIDED: "", HIDDEN: "?", KEEP: "pass", REVEAL: "lane 1", REVEAL + 1: "lane 2"}


FIELDS = {
    "phase": Field("word", "toss, draw, kicker, fan, point, shows, answer, window, choice or over"),
    "round": Field("number", "the number of the round"),
    "first": Field("seat", "the seat that has the first Turn of this round"),
    "asked": Field("seat", "in the phase window: the seat that may speak"),
    "passes": Field("number", "in the phase window: the passes in a row so far, 0 or 1"),
    "points": Field("number", "the points, below 0 if it came so", each=True),
    "hands": Field(
        "line",
        "the hand; with `fan = holder` from left to right",
        each=True,
        order="free",
        order_with=("fan", "holder"),
    ),
    "decks": Field("line", "the deck", each=True, order="free"),
    "recycle": Field("line", "the recycle pile", each=True, order="free"),
    "field": Field(
        "line", "the cards on the field, lane 1 before lane 2", each=True, order="counts"
    ),
    "kickers": Field("word", 'the hidden kicker, or `""` if none is there', each=True),
    "revealed": Field("word", 'the kicker turned up in this round, or `""`', each=True),
    "revealed_in": Field("number", "with `compare = lanes`: the lane of that kicker", each=True),
    "choices": Field(
        "word",
        'with `kicker_mode = simultaneous`: what was chosen, `""`, pass, reveal, lane 1 or lane 2',
        each=True,
    ),
    "reshuffled": Field(
        "line", 'what the deck held after its last reshuffle, `""` if none', each=True, order="free"
    ),
    "suspects": Field(
        "line",
        'what the kicker may be for one who counted, `""` if anything',
        each=True,
        order="free",
    ),
    "seen": Field(
        "line", "of a secret list: the cards known to be in it for good", each=True, order="free"
    ),
    "lists": Field(
        "line",
        "the list, if it is not the deck that was chosen; of the same size",
        each=True,
        order="free",
    ),
}


def write(state: State, setup: Setup) -> Document:
    """The position as a document; '?' stands for what a viewer may not know."""
    assert isinstance(state, DojoDuel)
    sides = (state.a, state.b)
    words = list(setup.data["card"])
    document: Document = {
        "phase": phases.PHASES[state.phase],
        "round": int(state.round),
        "first": SEATS[state.first],
    }
    if state.phase == phases.WINDOW:
        document |= {"asked": SEATS[state.turn], "passes": int(state.passes)}
    document |= {
        "points": [int(side.points) for side in sides],
        "hands": [_line(words, side.hand.in_order()) for side in sides],
        "decks": [_line(words, _deck(side)) for side in sides],
        "recycle": [_line(words, side.recycle.sorted()) for side in sides],
        "field": [_line(words, side.field.in_order()) for side in sides],
        "kickers": [_line(words, [int(side.kicker)]) for side in sides],
        "revealed": [_line(words, [int(side.shown)]) for side in sides],
    }
    if state.setting.lanes:
        document["revealed_in"] = [int(side.lane) + 1 for side in sides]
    if state.setting.simultaneous:
        document["choices"] = [_choice(int(side.choice), setup) for side in sides]
    document["reshuffled"] = [_line(words, _stock(state, seat)) for seat in range(2)]
    document["suspects"] = [_line(words, _suspects(side)) for side in sides]
    if state.setting.secret[0] or state.setting.secret[1]:
        document["seen"] = [_line(words, _seen(side)) for side in sides]
    lists = [_list(side) for side in sides]
    other = [bool(lists[s]) and lists[s] != _chosen(setup, s) for s in range(2)]
    if any(other):
        document["lists"] = [_line(words, lists[s] if other[s] else []) for s in range(2)]
    return document


def _list(side: Side) -> list[int]:
    """All cards of a side, or none if they cannot be told."""
    if side.veiled:
        return []
    piles = (side.hand, side.deck, side.recycle, side.field)
    cards = [card for pile in piles for card in pile.in_order()]
    return sorted([*cards, *(int(card) for card in (side.kicker, side.shown) if card != NO_CARD)])


def _chosen(setup: Setup, seat: int) -> list[int]:
    return [kind for kind, n in enumerate(counts(setup, seat)) for _ in range(n)]


def _line(words: Sequence[str], cards: Sequence[int]) -> str:
    return spell([*words, "?", ""], [-2 if card == HIDDEN else card for card in cards])


def _deck(side: Side) -> list[int]:
    return [HIDDEN] * int(side.deck.n) if side.veiled else side.deck.sorted()


def _stock(state: DojoDuel, seat: int) -> list[int]:
    side = state.side(seat)
    return sorted(side.stock()) if side.stocked < state.setting.sizes[seat] else []


def _suspects(side: Side) -> list[int]:
    if side.suspects == ANY_KIND:
        return []
    return [kind for kind in range(MOST_KINDS) if side.suspects >> kind & 1]


def _seen(side: Side) -> list[int]:
    return [kind for kind in range(MOST_KINDS) for _ in range(side.seen[kind])]


def _choice(choice: int, setup: Setup) -> str:
    plain = setup.options.compare == "totals" and choice == REVEAL
    return "reveal" if plain else CHOICES[choice]


def read(document: Mapping[str, Any], setup: Setup) -> DojoDuel:
    """The state of a document; an impossible position is refused."""
    state = start(setup)
    reader = Reader(document, setup.seats)
    state.phase = reader.word("phase", "toss", phases.PHASES)
    state.round = reader.number("round", 1, 1)
    state.first = reader.seat("first", 0)
    if state.first < 0:
        raise Refusal("first must be a seat.")
    _check_phase(state)
    _read_points(state, reader, setup)
    lists = _read_lists(reader, setup)
    _read_cards(state, reader, setup, lists)
    _read_memory(state, reader, setup, lists)
    _read_choices(state, reader, setup)
    _check_field(state)
    _check_hands(state)
    _check_kickers(state)
    _read_acting(state, reader)
    reader.finish()
    return state


def _check_phase(state: DojoDuel) -> None:
    """Some phases are for one value of a switch only."""
    setting = state.setting
    needs = {
        phases.WINDOW: (setting.simultaneous == 0, "kicker_mode = window"),
        phases.CHOICE: (setting.simultaneous == 1, "kicker_mode = simultaneous"),
        phases.FAN: (setting.holder == 1, "fan = holder"),
        phases.SHOWS: (setting.holder == 0, "fan = shuffled"),
        phases.TOSS: (
            state.round == 1 or setting.toss_each == 1,
            "round 1 or first_player = random",
        ),
    }
    fits, needed = needs.get(int(state.phase), (True, ""))
    if not fits:
        raise Refusal(f"phase = {phases.PHASES[state.phase]!r} needs {needed}.")


def _read_points(state: DojoDuel, reader: Reader, setup: Setup) -> None:
    most = setup.options.start_points
    points = reader.numbers("points", most, LOWEST, most)
    state.a.points, state.b.points = points
    last = state.round == setup.options.round_limit
    if 0 < setup.options.round_limit < state.round:
        raise Refusal(f"round = {state.round} lies beyond the round limit.")
    if state.phase == phases.OVER and min(points) > 0 and not last:
        raise Refusal("phase = 'over' needs a seat without points, or the last round.")
    if state.phase != phases.OVER and min(points) <= 0:
        raise Refusal(
            f"points: a seat without points has lost, so phase cannot be "
            f"{phases.PHASES[state.phase]!r}."
        )


def _read_lists(reader: Reader, setup: Setup) -> list[Counter[int]]:
    lists = reader.hands("lists", list(setup.data["card"]))
    for seat, cards in enumerate(lists):
        chosen = _chosen(setup, seat)
        if cards and len(cards) != len(chosen):
            raise Refusal(
                f"lists[{SEATS[seat]}] has {len(cards)} cards, the deck has {len(chosen)}."
            )
        if cards and is_secret(setup, seat):
            _check_list(f"lists[{SEATS[seat]}]", cards, setup)
        cards[:] = cards or chosen
    return [Counter(cards) for cards in lists]


def _check_list(name: str, cards: Sequence[int], setup: Setup) -> None:
    """A guess at a secret list never has too many copies, so a position has neither (DD-R19)."""
    copies = Counter(cards)
    listed = [copies[kind] for kind in range(len(setup.data["card"]))]
    for check in legality(listed, setup.options, setup.data):
        if check.rule in ("size", "copies") and not check.ok:
            raise Refusal(f"{name}: {check.text}")


def _read_cards(
    state: DojoDuel, reader: Reader, setup: Setup, lists: Sequence[Counter[int]]
) -> None:
    words = list(setup.data["card"])
    given_decks, given_recycle = reader.has("decks"), reader.has("recycle")
    piles = [
        reader.hands(name, words)
        for name in ("hands", "decks", "recycle", "field", "kickers", "revealed")
    ]
    for seat in range(setup.seats):
        hand, deck, recycle, field, kicker, revealed = (pile[seat] for pile in piles)
        side = state.side(seat)
        used = [*hand, *deck, *recycle, *field, *kicker, *revealed]
        left = rest(f"Seat {SEATS[seat]}", lists[seat], words, used)
        if not hand:
            wanted = _hand_size(state, len(field), bool(kicker))
            hand, left = left[:wanted], left[wanted:]
        if given_decks and given_recycle and left:
            raise Refusal(f"decks[{SEATS[seat]}] lacks {words[left[0]]}, which is nowhere else.")
        (recycle if given_decks else deck).extend(left)
        _lay(side, "hands", side.hand, hand)
        _lay(side, "field", side.field, field)
        _lay(side, "deck", side.deck, deck)
        _lay(side, "recycle", side.recycle, recycle)
        side.kicker = _single(f"kickers[{SEATS[seat]}]", kicker)
        side.shown = _single(f"revealed[{SEATS[seat]}]", revealed)


def _lay(side: Side, name: str, pile: Pile, cards: Sequence[int]) -> None:
    if len(cards) > len(pile.cards):
        raise Refusal(f"{name}: {len(cards)} cards are more than fit there.")
    pile.n = 0
    for card in cards:
        pile.put(card)


def _single(name: str, cards: Sequence[int]) -> int:
    if len(cards) > 1:
        raise Refusal(f"{name} is one card, not {len(cards)}.")
    return cards[0] if cards else NO_CARD


def _hand_size(state: DojoDuel, on_field: int, kicker: bool) -> int:
    """The number of cards in a hand that the document leaves out."""
    if state.phase == phases.KICKER:
        return HAND - 1 if kicker else HAND
    if state.phase in BEFORE_TURNS:
        return 3 if state.round > 1 else HAND - 1 if kicker else 0
    return HAND - on_field


def _read_memory(
    state: DojoDuel, reader: Reader, setup: Setup, lists: Sequence[Counter[int]]
) -> None:
    """The knowledge of an onlooker: the stock of each deck, suspects, cards seen."""
    words = list(setup.data["card"])
    stocks = reader.hands("reshuffled", words)
    suspects = reader.hands("suspects", words)
    seen = reader.hands("seen", words) if any(is_secret(setup, s) for s in (0, 1)) else [[], []]
    for seat in range(setup.seats):
        mark = f"[{SEATS[seat]}]"
        side, whole = state.side(seat), lists[seat]
        stock = Counter(stocks[seat]) or whole
        drawn = rest(f"reshuffled{mark}", stock, words, side.deck.in_order())
        rest(f"reshuffled{mark}", whole, words, stocks[seat])
        for i, card in enumerate(drawn):
            side.deck.cards[side.deck.n + i] = card
        side.stocked = side.deck.n + len(drawn)
        side.suspects = _mask(state, side, suspects[seat])
        if side.kicker != NO_CARD and not side.suspects >> side.kicker & 1:
            raise Refusal(f"suspects{mark} must name the kicker, {words[side.kicker]}.")
        rest(f"seen{mark}", whole, words, seen[seat])
        known = Counter(seen[seat]) | Counter(stocks[seat])  # a pile is open when it is reshuffled
        if side.kicker != NO_CARD and known[int(side.kicker)] >= whole[int(side.kicker)]:
            raise Refusal(f"kickers{mark}: every {words[side.kicker]} was seen elsewhere.")
        fill(side.seen, [0] * MOST_KINDS)
        for card in known.elements() if is_secret(setup, seat) else ():
            side.seen[card] += 1


def _mask(state: DojoDuel, side: Side, suspects: Sequence[int]) -> int:
    if side.kicker == NO_CARD and not (state.round == 1 and state.phase in BEFORE_TURNS):
        return 0
    return sum(1 << kind for kind in set(suspects)) or ANY_KIND


def _read_choices(state: DojoDuel, reader: Reader, setup: Setup) -> None:
    if state.setting.lanes:
        for seat, lane in enumerate(reader.numbers("revealed_in", 1, 1, 2)):
            if lane > 1 and state.side(seat).shown == NO_CARD:
                raise Refusal(f"revealed_in[{SEATS[seat]}] = {lane}, but no kicker is revealed.")
            state.side(seat).lane = lane - 1
    if not state.setting.simultaneous:
        return
    lanes = {"pass": KEEP, "lane 1": REVEAL, "lane 2": REVEAL + 1}
    known = {"": UNDECIDED} | (lanes if state.setting.lanes else {"pass": KEEP, "reveal": REVEAL})
    for seat, word in enumerate(reader.each("choices", "")):
        if not isinstance(word, str) or word not in known:
            named = f"choices[{SEATS[seat]}] = {shortened(word)} is not possible"
            words = ", ".join(filter(None, known))
            raise Refusal(f"{named}; leave it empty or choose from {words}.")
        if word and (state.phase != phases.CHOICE or state.side(seat).kicker == NO_CARD):
            raise Refusal(f"choices[{SEATS[seat]}]: there is no kicker to choose for.")
        state.side(seat).choice = known[word]


def _check_field(state: DojoDuel) -> None:
    first, second = int(state.side(state.first).field.n), int(state.side(1 - state.first).field.n)
    possible = [(2, 2)]
    if state.phase in BEFORE_TURNS:
        possible = [(0, 0)]
    elif state.phase == phases.ANSWER:
        possible = [(0, 1), (2, 1)]
    elif state.phase in IN_TURN:
        possible = [(0, 0), (1, 1)]
    if (first, second) not in possible:
        raise Refusal(
            f"field: the first player has {first} and the other {second} cards, which "
            f"cannot be in the phase {phases.PHASES[state.phase]!r}."
        )


def _check_hands(state: DojoDuel) -> None:
    sizes = [int(side.hand.n) for side in (state.a, state.b)]
    for seat, side in enumerate((state.a, state.b)):
        if state.phase in (phases.TOSS, phases.DRAW):
            least = _hand_size(state, 0, side.kicker != NO_CARD)
            fits = least <= sizes[seat] <= (least if state.phase == phases.TOSS else HAND)
        else:
            fits = sizes[seat] == _hand_size(state, side.field.n, side.kicker != NO_CARD)
        if state.phase == phases.DRAW and seat == 1 and sizes[0] < HAND:
            fits = sizes[1] == least  # the second hand is filled after the first
        if not fits:
            raise Refusal(
                f"hands[{SEATS[seat]}] has {sizes[seat]} cards, which cannot be in the "
                f"phase {phases.PHASES[state.phase]!r}."
            )
    if state.phase == phases.DRAW and min(sizes) == HAND:
        raise Refusal("hands: nobody has to draw, so phase cannot be 'draw'.")


def _check_kickers(state: DojoDuel) -> None:
    laid = [side.kicker != NO_CARD for side in (state.a, state.b)]
    shown = [side.shown != NO_CARD for side in (state.a, state.b)]
    if any(shown) and state.phase not in (phases.WINDOW, phases.OVER):
        raise Refusal("revealed: kickers are turned up in the comparison only.")
    if any(laid[seat] and shown[seat] for seat in (0, 1)):
        raise Refusal("revealed: a seat has one kicker in a game, hidden or turned up.")
    if state.round == 1 and state.phase == phases.DRAW and laid[0] != laid[1]:
        raise Refusal("kickers: both are laid down before the drawing goes on.")
    early = state.round == 1 and state.phase == phases.TOSS
    if (early and any(laid)) or (state.phase == phases.KICKER and (all(laid) or state.round > 1)):
        raise Refusal(
            f"kickers: none is laid down in the phase {phases.PHASES[state.phase]!r} "
            f"of round {state.round}."
        )
    if state.phase in (phases.WINDOW, phases.CHOICE) and not any(laid):
        raise Refusal("kickers: the phase needs at least one to ask about.")


def _read_acting(state: DojoDuel, reader: Reader) -> None:
    """The acting seats follow from the phase and the cards; only the window names them."""
    on_field = state.a.field.n + state.b.field.n
    state.turn = state.first if on_field < 2 else 1 - state.first
    if state.phase == phases.WINDOW:
        _read_window(state, reader)
    elif state.phase == phases.CHOICE:
        undecided = [s for s in (0, 1) if state.side(s).choice == UNDECIDED]
        state.mask = sum(1 << s for s in undecided if state.side(s).kicker != NO_CARD)
        if not state.mask:
            raise Refusal("choices: everyone has chosen, so phase cannot be 'choice'.")
    elif state.phase == phases.KICKER:
        state.mask = sum(1 << s for s in (0, 1) if state.side(s).kicker == NO_CARD)
    elif state.phase == phases.DRAW:
        state.go_on_drawing()
    elif state.phase == phases.FAN:
        state.mask = 1 << (1 - state.turn)
    elif state.phase in (phases.POINT, phases.ANSWER):
        state.mask = 1 << state.turn
    else:
        state.mask = 0 if state.phase == phases.OVER else 1 << CHANCE


def _read_window(state: DojoDuel, reader: Reader) -> None:
    first = state.first if state.side(state.first).kicker != NO_CARD else 1 - state.first
    state.turn = reader.seat("asked", first)
    if state.turn < 0 or state.side(state.turn).kicker == NO_CARD:
        raise Refusal("asked must be a seat with a kicker.")
    fresh = state.turn == state.first or state.side(1 - state.turn).shown != NO_CARD
    passes = 0 if fresh else 1
    state.passes = reader.number("passes", passes, 0, 1)
    if state.passes != passes:
        raise Refusal(f"passes = {state.passes} is not possible when {SEATS[state.turn]} is asked.")
    state.mask = 1 << state.turn
