"""Positions of Udaka as documents.

All may be left out. Cards named nowhere are in the draw pile; if `draw` is given, they lie on
their discard piles, under the cards named there. Without `boxes` the owned tokens are missing
from the lowest boxes. Without `turn` it is the turn of the seat that holds three cards, or else
of the dealer's left neighbour; without `dealer` the last seat dealt. Without `phase` the hands
tell it. Without `last_round` nothing is known of it, except that a finished game is what lies on
the table.

Impossible tables are refused. Whether a match could have led there, card by card and token by
token, is not checked.
"""

from collections.abc import Mapping
from typing import Any

from budokan.games.udaka.rules import phases
from budokan.games.udaka.rules.hidden import hand
from budokan.games.udaka.rules.phases import PHASES
from budokan.games.udaka.rules.rules import Udaka
from budokan.games.udaka.rules.state import (
    ACE,
    BOXES,
    HAND,
    JOKER,
    KING,
    MOST_HELD,
    NOBODY,
    RANKS,
    TWO,
)
from budokan.games.udaka.setup import start
from budokan.kit.contract import State
from budokan.kit.errors import Refusal
from budokan.kit.game import Setup
from budokan.kit.notation import SEATS
from budokan.kit.pile import NO_CARD
from budokan.kit.position import Document, Field, Reader, rest, spell

FIELDS = {
    "phase": Field("word", "first, show, deal, draw, refill, discard or over"),
    "turn": Field("seat", "the seat that discards or is given the next card"),
    "dealer": Field("seat", 'the seat that dealt; `""` while the dealer is drawn'),
    "hands": Field("line", 'the cards: `["7 7 A", "3 4"]`', each=True, order="free"),
    "draw": Field("line", "the draw pile", order="free"),
    "pile": Field("line", "the regular discard pile; its last card is on top", order="last"),
    "udaka_pile": Field("number", "the Aces on the UDAKA discard pile"),
    "boxes": Field("line", 'the tokens on the boxes 2 to 9: `"1 1 0 2 1 0 0 1"`', order="counts"),
    "tokens": Field("number", "the number tokens", each=True),
    "udaka": Field("seat", 'the seat that owns the UDAKA token, or `""`'),
    "round_wins": Field("number", "the rounds won", each=True),
    "last_round": Field(
        "line",
        'the tokens owned at the end of the round before, `["T T D", "T"]`: T a number token, '
        "D the UDAKA token; who won it follows from them",
        each=True,
        order="free",
    ),
    "top_spent": Field("flag", "with `top_reuse = false`: the top card was in a pair already"),
    "no_joker": Field(
        "line", "with `joker_must_play = true`: seats that proved to hold no Joker", order="free"
    ),
}


def write(state: State, setup: Setup) -> Document:
    """The position as a document; '?' stands for what a viewer may not know."""
    assert isinstance(state, Udaka)
    words = setup.data.column("rank", "word")
    veiled = any(state.is_hidden(seat) for seat in range(state.seats))
    document: Document = {
        "phase": PHASES[state.phase],
        "turn": SEATS[state.turn],
        "dealer": _letter(state.dealer),
        "hands": [spell([*words, "?"], hand(state, seat)) for seat in range(state.seats)],
        "draw": " ".join("?" * int(state.deck_n)) if veiled else spell(words, _cards(state.deck)),
        "pile": spell([*words, "?"], _pile(state, veiled and not setup.options.show_discards)),
        "udaka_pile": int(state.laid[ACE]),
        "boxes": " ".join(str(state.boxes[rank]) for rank in range(TWO, KING)),
        "tokens": [int(n) for n in state.tokens],
        "udaka": _letter(state.udaka),
        "round_wins": [int(n) for n in state.wins],
    }
    if len(state.last) > 0:
        document["last_round"] = _last_round(state)
    if not setup.options.top_reuse:
        document["top_spent"] = state.spent
    if setup.options.joker_must_play:
        proved = [seat for seat in range(state.seats) if state.jokerless >> seat & 1]
        document["no_joker"] = spell(SEATS, proved)
    return document


def _letter(seat: int) -> str:
    return "" if seat == NOBODY else SEATS[seat]


def _last_round(state: Udaka) -> list[str]:
    """The tokens each seat owned, as the rulebook writes them."""
    holder = state.last[state.seats]
    return [spell("TD", [0] * state.last[s] + [1] * (s == holder)) for s in range(state.seats)]


def _cards(counts: Any) -> list[int]:
    """Counts by rank as cards, in order of rank."""
    return [rank for rank, n in enumerate(counts) for _ in range(n)]


def _pile(state: Udaka, forgotten: bool) -> list[int]:
    """The regular discard pile with its top card last; RANKS for each forgotten card."""
    if state.top == NO_CARD:
        return []
    covered = [card for card in _cards(state.laid) if card != ACE]
    covered.remove(int(state.top))
    return [RANKS if forgotten else card for card in covered] + [int(state.top)]


def read(document: Mapping[str, Any], setup: Setup) -> Udaka:
    """The state a document describes; an impossible one is refused."""
    state = start(setup)
    reader = Reader(document, setup.seats)
    _read_tokens(state, reader)
    _read_cards(state, reader, setup)
    _read_turn(state, reader)
    _read_memory(state, reader, setup)
    _read_last(state, reader, setup)
    reader.finish()
    _check_owner(state)
    _check_wins(state)
    _check_hands(state)
    _check_last(state)
    return state


def _read_tokens(state: Udaka, reader: Reader) -> None:
    every, each = int(state.setting.tokens), int(state.setting.tokens_each)
    tokens = reader.numbers("tokens", 0, 0, every)
    lowest = " ".join(
        str(min(each, max(0, (box + 1) * each - sum(tokens)))) for box in range(BOXES)
    )
    boxes = reader.cards("boxes", [str(n) for n in range(every + 1)], lowest)
    if len(boxes) != BOXES:
        raise Refusal(f"boxes must be a line of {BOXES} numbers, for the boxes 2 to 9.")
    if sum(boxes) + sum(tokens) != every:
        raise Refusal(
            f"boxes: {sum(boxes)} tokens on the board and {sum(tokens)} owned, "
            f"but there are {every} number tokens."
        )
    for seat, n in enumerate(tokens):
        state.tokens[seat] = n
    for box, n in enumerate(boxes):
        state.boxes[TWO + box] = n
    state.udaka = reader.seat("udaka")


def _read_cards(state: Udaka, reader: Reader, setup: Setup) -> None:
    words = setup.data.column("rank", "word")
    whole = dict(enumerate(setup.data.column("rank", "copies")))
    to_piles = reader.has("draw")
    hands = reader.hands("hands", words)
    draw, pile = reader.cards("draw", words), reader.cards("pile", words)
    if ACE in pile:
        raise Refusal("pile: Aces are never on the regular discard pile; udaka_pile counts them.")
    named = [card for cards in (*hands, draw, pile) for card in cards]
    left = rest("hands, draw and pile", whole, words, named)
    free = left.count(ACE)
    aces = reader.number("udaka_pile", free if to_piles or state.udaka != NOBODY else 0, 0, free)
    if to_piles and aces != free:
        raise Refusal(f"udaka_pile = {aces}, but {free} Aces are in no hand and not in draw.")
    if to_piles:
        pile = left[aces:] + pile
    else:
        draw = left[aces:]
    _place(state, hands, draw, pile, aces)


def _place(
    state: Udaka, hands: list[list[int]], draw: list[int], pile: list[int], aces: int
) -> None:
    for seat, cards in enumerate(hands):
        if len(cards) > MOST_HELD:
            raise Refusal(f"hands[{SEATS[seat]}] has {len(cards)} cards; {MOST_HELD} are the most.")
        for card in cards:
            state.put(seat, card)
    state.deck_n = len(draw)
    for rank in range(RANKS):
        state.deck[rank] = draw.count(rank)
        state.laid[rank] = pile.count(rank)
    state.laid[ACE] = aces
    state.top = pile[-1] if pile else NO_CARD


def _read_turn(state: Udaka, reader: Reader) -> None:
    for seat, n in enumerate(reader.numbers("round_wins", 0, 0, int(state.setting.rounds_to_win))):
        state.wins[seat] = n
    given = reader.word("phase", PHASES[phases.FIRST], PHASES) if reader.has("phase") else None
    untouched = state.deck_n == state.setting.cards and not reader.has("dealer")
    undealt = given in (phases.FIRST, phases.SHOW) or (given is None and untouched)
    state.dealer = reader.seat("dealer", None if undealt else state.seats - 1)
    starter = 0 if undealt else int(state.after(state.dealer))
    state.turn = reader.seat("turn", next(iter(_seats_with(state, MOST_HELD)), starter))
    if state.turn == NOBODY:
        raise Refusal("turn: name a seat.")
    if undealt != (state.dealer == NOBODY):
        raise Refusal("dealer: name a seat, except while the dealer is drawn.")
    state.phase = (phases.FIRST if undealt else _phase(state)) if given is None else given


def _seats_with(state: Udaka, cards: int) -> list[int]:
    return [seat for seat in range(state.seats) if state.held[seat] == cards]


def _phase(state: Udaka) -> int:
    """The phase that the round wins and the hand of the turn's seat imply."""
    if state.setting.rounds_to_win in state.wins:
        return phases.OVER
    if state.deck_n == 0:
        return phases.DISCARD
    return (phases.DEAL, phases.REFILL, phases.DRAW, phases.DISCARD)[state.held[state.turn]]


def _read_memory(state: Udaka, reader: Reader, setup: Setup) -> None:
    if not setup.options.top_reuse:
        state.spent = reader.flag("top_spent", False)
    if state.spent and not _pair_on_top(state):
        raise Refusal("top_spent: no card that was in a pair is on top of the pile.")
    if setup.options.joker_must_play:
        for seat in reader.cards("no_joker", SEATS[: state.seats]):
            state.jokerless |= 1 << seat
            _check_proved(state, seat)


def _pair_on_top(state: Udaka) -> bool:
    """Whether the top card may have been part of a pair."""
    return bool(TWO <= state.top < KING and state.laid[state.top] > 1)


def _check_proved(state: Udaka, seat: int) -> None:
    """Refuse a seat that cannot have proved to have no Joker."""
    named = f"no_joker names {SEATS[seat]}"
    if state.count(seat, JOKER):
        raise Refusal(f"{named}, whose hand has the Joker.")
    if state.cards_laid() == 0:
        raise Refusal(f"{named}, but no card is laid.")
    if state.phase == phases.DISCARD and seat == state.turn and state.held[seat] == MOST_HELD:
        raise Refusal(f"{named}, who has drawn a card since.")


def _read_last(state: Udaka, reader: Reader, setup: Setup) -> None:
    given = reader.has("last_round")
    owned = reader.hands("last_round", "TD")
    if not given:
        return
    holders = [seat for seat, pieces in enumerate(owned) for piece in pieces if piece == 1]
    if len(holders) != 1:
        raise Refusal(f"last_round must have one D, the UDAKA token, not {len(holders)}.")
    ended = start(setup)
    ended.udaka = holders[0]
    for seat, pieces in enumerate(owned):
        ended.tokens[seat] = pieces.count(0)
    every = int(state.setting.tokens)
    if sum(ended.tokens) > every:
        raise Refusal(f"last_round has {sum(ended.tokens)} T, but there are {every} number tokens.")
    state.last = ended.result(ended.round_winner())


def _check_last(state: Udaka) -> None:
    """The winner of the last round has round wins; a finished game shows the round on the table."""
    least = 1
    if state.phase == phases.OVER:
        least = int(state.setting.rounds_to_win)
        table = state.result(state.round_winner())
        if len(state.last) > 0 and list(state.last) != list(table):
            raise Refusal("last_round: in a finished game it is the round on the table.")
        state.last = table
    if len(state.last) > 0:
        winner = state.last[state.seats + 1]
        if state.wins[winner] < least:
            raise Refusal(
                f"round_wins: {SEATS[winner]} won the last round, so it must be {least} at least."
            )


def _check_owner(state: Udaka) -> None:
    won = state.laid[ACE] == state.setting.copies[ACE]
    if won != (state.udaka != NOBODY):
        raise Refusal("udaka: the UDAKA token has an owner exactly if all Aces are laid.")


def _check_wins(state: Udaka) -> None:
    enough = list(state.wins).count(state.setting.rounds_to_win)
    if enough != (state.phase == phases.OVER):
        raise Refusal(
            f"round_wins: exactly one seat has {state.setting.rounds_to_win} if the phase is over, "
            "and none before."
        )


def _check_hands(state: Udaka) -> None:
    """Refuse hands, piles and tokens that the phase cannot have."""
    held, phase = [int(n) for n in state.held], state.phase
    fresh = state.cards_laid() == 0 and state.tokens_left() == state.setting.tokens
    if phase <= phases.DEAL and not fresh:
        raise Refusal(f"phase {PHASES[phase]}: no card is laid and no token taken before the deal.")
    if phase == phases.FIRST and state.turn != 0:
        raise Refusal("turn: it is A until chance has named the seat that is served first.")
    if phase == phases.REFILL and not _pair_on_top(state) and state.laid[ACE] < 2:
        raise Refusal("phase refill: no pair is laid.")
    if phase in (phases.DRAW, phases.REFILL) and state.deck_n == 0:
        raise Refusal(f"phase {PHASES[phase]}: the draw pile is empty.")
    if phase == phases.OVER and state.cards_laid() < state.setting.cards:
        raise Refusal("phase over: every card is laid.")
    if phase != phases.OVER and held not in _possible(state):
        raise Refusal(
            f"hands: in the phase {PHASES[phase]} with {state.deck_n} cards to draw and "
            f"{SEATS[state.turn]} to go, the hands cannot have {held} cards."
        )


def _possible(state: Udaka) -> list[list[int]]:
    """The hand sizes that the phase, the turn and the draw pile allow."""
    n, turn, phase = int(state.seats), int(state.turn), state.phase
    if phase <= phases.SHOW:
        shown = range(n) if phase == phases.SHOW else range(1)
        return [_dealt(n, turn - k, k) for k in shown]
    if phase == phases.DEAL:
        first = int(state.after(state.dealer))
        return [_dealt(n, first, k) for k in range(HAND * n) if (first + k) % n == turn]
    mine = {phases.DRAW: HAND, phases.REFILL: HAND - 1, phases.DISCARD: MOST_HELD}[int(phase)]
    sizes = [mine if seat == turn else HAND for seat in range(n)]
    held = [int(cards) for cards in state.held]
    ending = phase == phases.DISCARD and state.deck_n == 0 and held[turn] > 0 and max(held) <= HAND
    full = [cards == HAND for cards in held[turn:] + held[:turn]]
    # UD-C15: a seat that had a turn in the end phase, or drew the last card, holds fewer than two.
    possible = ending and full == sorted(full, reverse=True)
    return [sizes, held] if possible else [sizes]


def _dealt(n: int, first: int, cards: int) -> list[int]:
    """The hand sizes after so many cards were dealt one by one from a seat on."""
    return [(cards - 1 - (seat - first) % n) // n + 1 for seat in range(n)]
