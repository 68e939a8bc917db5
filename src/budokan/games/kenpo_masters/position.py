"""Positions of Kenpo Masters as documents. Cards are written by their keys, such as front_kick.

Every field may be left out. The phase is then play if hands or tables are given, else first. Cards
named nowhere are in the deck, or in the discard pile if `decks` is given.

Reading does not ask how a position came about: links of a combo, discards and scores need not fit.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from budokan.games.kenpo_masters import grammar
from budokan.games.kenpo_masters.rules import combat, combo, phases
from budokan.games.kenpo_masters.rules.rules import KenpoMasters
from budokan.games.kenpo_masters.rules.state import (
    DECK,
    NONE,
    Setting,
    Side,
)
from budokan.games.kenpo_masters.setup import SQUARES, deck_of, start
from budokan.kit.contract import CHANCE, State, legal_codes
from budokan.kit.errors import Refusal, shortened, suggest
from budokan.kit.game import Setup
from budokan.kit.notation import SEATS, parse_number
from budokan.kit.position import Document, Field, Reader, rest, spell

DRAWING = (phases.DEAL, phases.REST, phases.BREAK, phases.AFTER)
ROBBING = (phases.BREAK, phases.AFTER)
DEEDS = (*grammar.MOVES, "rest")  # bits of Side.went
BEFORE = (phases.FIRST, phases.DEAL)
IN_TURN = (phases.PLAY, phases.MOVE, phases.BLOCK)
MOST = 10_000
FLIPS = ("straight", "mirrored")  # marks of a card whose mirror has left the table
FAKE = "fake"  # begins the mark of a card whose fake has left the table
MOST_FAKE = 999


FIELDS = {
    "phase": Field("word", "first, deal, play, move, block, rest, break, over, or after (a turn)"),
    "turn": Field("seat", "the seat whose turn it is"),
    "turn_number": Field("number", "the number of the turn, counted over both players"),
    "scores": Field("number", "the points", each=True),
    "squares": Field(
        "word",
        "where the fighter stands, a1 to c3: a is South's left, 1 South's edge; seat A is South",
        each=True,
    ),
    "hands": Field("line", 'the hand: `["front_kick jab", ""]`', each=True, order="free"),
    "decks": Field("line", "the deck", each=True, order="free"),
    "discards": Field("line", "the discard pile", each=True, order="free"),
    "tables": Field(
        "line",
        "the cards in play, in the order played: `front_kick:forward jab:forward`; an Effect has "
        "no movement, nor has a card that waits for its movement; `round_kick:right:on_block` was "
        "comboed on a Block that has left the table; the marks `mirrored`, `straight` and `fake3` "
        "tell what cards did that have left it",
        each=True,
        order="counts",
    ),
    "rested": Field("line", "the seats that rested in their last turn", order="free"),
    "advanced": Field(
        "line", "the seats that went forward in their last turn, with no Break since", order="free"
    ),
    "no_rest": Field(
        "line",
        "the seats that may not rest in their next turn, by the start or a Break",
        order="free",
    ),
    "went": Field(
        "line",
        "with cards that ask for it: what was done in the last turn, `left stay` or `rest`",
        each=True,
        order="free",
    ),
    "due": Field(
        "number", "in the phases deal, rest, break and after: the cards still to draw", each=True
    ),
    "lose": Field(
        "number", "in the phases break and after: the cards of the hand still to lose", each=True
    ),
    "blocks": Field(
        "line",
        'in the phase block: what the defence cards block so far, `"2 none"`',
        order="counts",
    ),
    "last_break": Field("number", "the turn of the last Break, 0 if there was none"),
    "break_points": Field("number", "what was scored in the last Break", each=True),
    "known": Field(
        "line", "the cards of the hand that everybody can work out", each=True, order="free"
    ),
    "known_effects": Field(
        "number", "how many other cards of the hand are known to be Effects", each=True
    ),
    "known_among": Field(
        "line", "the kinds that these are among, if not only Effects", each=True, order="free"
    ),
}


def write(state: State, setup: Setup) -> Document:
    """The position as a document; '?' stands for what a viewer may not know."""
    assert isinstance(state, KenpoMasters)
    sides = (state.a, state.b)
    words = list(setup.data["card"])
    closed = state.observed and not setup.options.open_discards  # KM-R32
    document: Document = {
        "phase": phases.PHASES[state.phase],
        "turn": SEATS[state.turn],
        "turn_number": int(state.ply),
        "scores": [int(side.score) for side in sides],
        "squares": [SQUARES[3 * side.col + side.row] for side in sides],
        "hands": [_hand(words, side) for side in sides],
        "decks": [_hidden(s.deck_n) if s.veiled else _spell(words, s.deck) for s in sides],
        "discards": [_hidden(s.discard_n) if closed else _spell(words, s.discard) for s in sides],
        "tables": [" ".join(_tokens(words, state, side)) for side in sides],
        "rested": _seats(side.rested for side in sides),
        "advanced": _seats(side.advanced for side in sides),
        "no_rest": _seats(side.no_rest for side in sides),
    }
    if state.setting.watches:
        document["went"] = [_names(DEEDS, side.went) for side in sides]
    if state.phase in DRAWING:
        document["due"] = [int(side.due) for side in sides]
    if state.phase in ROBBING and state.setting.robbing:
        document["lose"] = [int(side.lose) for side in sides]
    if state.phase == phases.BLOCK:
        document["blocks"] = " ".join(_blocks(state))
    document["last_break"] = int(state.break_turn)
    document["break_points"] = [int(state.break_points_a), int(state.break_points_b)]
    document["known"] = [_spell(words, side.known) for side in sides]
    document["known_effects"] = [int(side.known_effects) for side in sides]
    if any(side.known_among for side in sides):
        document["known_among"] = [_names(words, side.known_among) for side in sides]
    return document


def _names(words: Sequence[str], mask: int) -> str:
    """The words whose bits are set."""
    return spell(words, [place for place, _ in enumerate(words) if mask >> place & 1])


def _spell(words: Sequence[str], counts: Any) -> str:
    return spell(words, [card for card, n in enumerate(counts) for _ in range(n)])


def _hidden(n: int) -> str:
    return " ".join("?" * int(n))


def _hand(words: Sequence[str], side: Side) -> str:
    if not side.veiled:
        return _spell(words, side.hand)
    return f"{_spell(words, side.hand)} {_hidden(side.hand_n - side.known_n)}".strip()


def _seats(flags: Any) -> str:
    return spell(SEATS, [seat for seat, flag in enumerate(flags) if flag])


def _tokens(words: Sequence[str], state: KenpoMasters, side: Side) -> list[str]:
    """The cards of a table with their movements, and the card beneath if it is not visible."""
    found = []
    twin = Side(state.setting.kinds)
    for i in range(side.n):
        twin.lay(state.setting, side.kind[i])
        token = words[side.kind[i]]
        if side.move[i] != NONE:
            token += f":{grammar.MOVES[side.move[i]]}"
        if side.below[i] != twin.below[i]:
            token += f":on_{words[side.below[i]]}"
        if side.flip[i] != twin.flip[i]:
            token += f":{FLIPS[side.flip[i]]}"
            twin.flip[i] = side.flip[i]
        if side.fake[i] != twin.fake[i]:
            token += f":{FAKE}{side.fake[i]}"
        found.append(token)
    return found


def _blocks(state: KenpoMasters) -> list[str]:
    """The answers so far of the defence cards that had a choice."""
    me = state.side(state.turn)
    foe = state.side(1 - state.turn)
    direction = state.direction()
    aims = [int(me.aim[i]) for i in range(me.n)]
    found = []
    for i in range(me.n):
        me.aim[i] = NONE
    for i in range(state.asked):
        if combat.has_target(state.setting, me, i, foe, direction):
            found.append("none" if aims[i] == NONE else str(aims[i] + 1))
        me.aim[i] = aims[i]
    return found


# -- reading ----------------------------------------------------------------------------------


def read(document: Mapping[str, Any], setup: Setup) -> KenpoMasters:
    """The state of a document; an impossible position is refused."""
    state = start(setup)
    reader = Reader(document, setup.seats)
    given = reader.has("hands") or reader.has("tables")
    state.phase = reader.word("phase", "play" if given else "first", phases.PHASES)
    state.turn = reader.seat("turn", 0)
    if state.turn < 0:
        raise Refusal("turn must be a seat.")
    cap = setup.options.turn_cap
    state.ply = reader.number("turn_number", 1, 1, cap or MOST)
    state.a.score, state.b.score = reader.numbers("scores", 0, 0, MOST)
    _read_flags(state, reader)
    _read_cards(state, reader, setup)
    _read_squares(state, reader)
    _read_break(state, reader)
    _read_known(state, reader, setup)
    _check_tables(state)
    _read_phase(state, reader)
    reader.finish()
    _check_end(state)
    return state


def _read_flags(state: KenpoMasters, reader: Reader) -> None:
    for name in ("rested", "advanced", "no_rest"):
        for seat in reader.cards(name, SEATS[: state.seats]):
            setattr(state.side(seat), name, 1)
    for seat, deeds in enumerate(reader.hands("went", DEEDS) if reader.has("went") else ()):
        if not state.setting.watches:
            raise Refusal("went: no card of this match asks what an opponent did.")
        state.side(seat).went = sum(1 << deed for deed in set(deeds))


def _read_cards(state: KenpoMasters, reader: Reader, setup: Setup) -> None:
    words = list(setup.data["card"])
    given_decks = reader.has("decks")
    given_discards = reader.has("discards")
    hands, decks, discards = (reader.hands(name, words) for name in ("hands", "decks", "discards"))
    tables = reader.each("tables", "")
    for seat in range(setup.seats):
        side, mark = state.side(seat), SEATS[seat]
        _read_table(state, side, f"tables[{mark}]", tables[seat], words)
        lying = [int(side.kind[i]) for i in range(side.n)]
        used = [*hands[seat], *decks[seat], *discards[seat], *lying]
        whole = dict(enumerate(deck_of(setup.data, seat)))
        left = rest(f"Seat {mark}", whole, words, used)
        if state.phase == phases.FIRST and hands[seat]:
            raise Refusal(f"hands[{mark}] must be empty before the first turn is chosen.")
        if given_decks and given_discards and left:
            raise Refusal(f"decks[{mark}] lacks {words[left[0]]}, which is nowhere else.")
        (discards if given_decks else decks)[seat].extend(left)
        for card, _ in enumerate(words):
            side.hand[card] = hands[seat].count(card)
            side.deck[card] = decks[seat].count(card)
            side.discard[card] = discards[seat].count(card)
            side.held |= (side.hand[card] > 0) << card
        side.hand_n, side.deck_n = len(hands[seat]), len(decks[seat])
        side.discard_n = len(discards[seat])


def _read_table(
    state: KenpoMasters, side: Side, name: str, line: Any, words: Sequence[str]
) -> None:
    if not isinstance(line, str):
        raise Refusal(f"{name} = {shortened(line)} must be a line of cards.")
    for token in line.split():
        key, *marks = token.lower().split(":")
        if key not in words:
            told = f"{name} names {shortened(key)}, which is not a card"
            raise Refusal(f"{told}; {suggest(key, words)}")
        card = words.index(key)
        if side.n == len(side.kind):
            raise Refusal(f"{name} has more cards than a deck.")
        side.lay(state.setting, card)
        for mark in marks:
            _read_mark(f"{name}: {token}", side, mark, words)
        if side.move[side.n - 1] != NONE and not state.setting.actions >> card & 1:
            raise Refusal(f"{name}: {key} is an Effect and has no movement.")


def _read_mark(where: str, side: Side, mark: str, words: Sequence[str]) -> None:
    last = side.n - 1
    if mark in grammar.MOVES:
        side.move[last] = grammar.MOVES.index(mark)
    elif mark.startswith("on_") and mark[3:] in words:
        side.below[last], side.base[last] = words.index(mark[3:]), NONE
    elif mark in FLIPS:
        side.flip[last] = FLIPS.index(mark)
    elif mark.startswith(FAKE) and (amount := parse_number(mark.removeprefix(FAKE))) is not None:
        side.fake[last] = min(amount, MOST_FAKE)
    else:
        known = [*grammar.MOVES, *FLIPS, *(f"on_{word}" for word in words)]
        raise Refusal(f"{where} has the mark {shortened(mark)}; {suggest(mark, known)}")


def _read_squares(state: KenpoMasters, reader: Reader) -> None:
    for seat, square in enumerate(reader.each("squares", None)):
        if square is None:
            continue  # it stands where it began
        if square not in SQUARES:
            named = f"squares[{SEATS[seat]}] = {shortened(square)}"
            raise Refusal(f"{named} must be one of a1 to c3.")
        side, place = state.side(seat), SQUARES.index(square)
        side.col, side.row = place // 3, place % 3
    level = state.phase in (phases.BLOCK, phases.OVER) and state.a.row == state.b.row
    if (state.a.col, state.a.row) == (state.b.col, state.b.row):
        raise Refusal("squares: two fighters never stand on one square (KM-08).")
    if state.a.row >= state.b.row and not level:
        raise Refusal("squares: South stands on a lower row than North except in a Break (KM-140).")
    home = [SQUARES[3 * side.col + side.row] for side in (state.a, state.b)] == ["b1", "b3"]
    if state.phase in (*BEFORE, phases.BREAK) and not home:
        raise Refusal("squares: in this phase the fighters stand on b1 and b3 (KM-06, KM-84).")


def _read_break(state: KenpoMasters, reader: Reader) -> None:
    state.break_turn = reader.number("last_break", 0, 0, int(state.ply))
    state.break_points_a, state.break_points_b = reader.numbers("break_points", 0, 0, MOST)
    if not state.break_turn and (state.break_points_a or state.break_points_b):
        raise Refusal("break_points: nobody has scored in a Break without a last_break.")


def _read_known(state: KenpoMasters, reader: Reader, setup: Setup) -> None:
    words = list(setup.data["card"])
    known = reader.hands("known", words)
    fakes = reader.numbers("known_effects", 0, 0, DECK)
    among = reader.hands("known_among", words)
    for seat in range(setup.seats):
        side, mark = state.side(seat), SEATS[seat]
        hand = {card: int(side.hand[card]) for card in range(len(words))}
        unknown = rest(f"known[{mark}]", hand, words, known[seat])
        side.known_among = sum(1 << card for card in set(among[seat]))
        kinds = side.among(state.setting.effects)
        effects = sum(kinds >> card & 1 for card in unknown)
        if fakes[seat] > effects:
            raise Refusal(f"known_effects[{mark}]: the hand has {effects} further Effects.")
        if side.known_among and not fakes[seat]:
            raise Refusal(f"known_among[{mark}] tells of no card; known_effects[{mark}] is 0.")
        for card in known[seat]:
            side.known[card] += 1
        side.known_n, side.known_effects = len(known[seat]), fakes[seat]
        if side.deck_n == 0:
            side.reveal()


def _check_tables(state: KenpoMasters) -> None:
    """The passive player has attacks and Effects; the active one lays cards during the turn."""
    setting = state.setting
    still = state.phase in (*BEFORE, phases.BREAK)
    for seat in (state.turn, 1 - state.turn):
        side, where = state.side(seat), f"tables[{SEATS[seat]}]"
        passive = seat != state.turn
        emptied = (phases.OVER, phases.AFTER) if passive else (phases.REST,)
        if side.n and (still or state.phase in emptied):
            raise Refusal(f"{where} must be empty in this phase.")
        if not side.n and not passive and state.phase in (phases.MOVE, phases.BLOCK):
            raise Refusal(f"{where} cannot be empty in this phase.")
        if passive or state.phase in (phases.OVER, phases.AFTER):
            _check_waiting(setting, side, where)
        _check_movements(setting, side, where, state.phase == phases.MOVE and not passive)
        if (state.phase in IN_TURN and not passive) or not setting.second_steps & ~setting.openers:
            _check_one_movement(setting, side, where)  # else the card between may have left


def _check_waiting(setting: Setting, side: Side, where: str) -> None:
    """Only attacks, and Effects with them, stay after a turn (KM-63, KM-R31)."""
    lying = [int(side.kind[i]) for i in range(side.n)]
    if any(setting.actions >> card & 1 and not setting.attacks >> card & 1 for card in lying):
        raise Refusal(f"{where}: only attacks and Effects wait.")
    if lying and not any(setting.attacks >> card & 1 for card in lying):
        raise Refusal(f"{where}: Effects wait only with an attack (KM-R31).")


def _check_movements(setting: Setting, side: Side, where: str, waits: bool) -> None:
    """Each Action card has a movement that it shows (KM-23); the last may wait."""
    for i in range(side.n):
        card, move = side.kind[i], int(side.move[i])
        if not setting.actions >> card & 1:
            continue
        if move == NONE and not (waits and i == side.n - 1):
            raise Refusal(f"{where}: a movement is missing.")
        if move != NONE and not combo.shows(setting, card, side.flip[i], move):
            raise Refusal(f"{where}: a card does not show {grammar.MOVES[move]} (KM-23).")
    last = side.n - 1
    if waits and (side.move[last] != NONE or not setting.actions >> side.kind[last] & 1):
        raise Refusal(f"{where}: the last card waits for its movement.")


def _check_one_movement(setting: Setting, side: Side, where: str) -> None:
    """The cards of a combo share a movement, until one lets the next card move again (KM-45)."""
    governing: int = NONE
    for i in range(side.n):
        if setting.actions >> side.kind[i] & 1:
            if governing not in (NONE, int(side.move[i])):
                raise Refusal(f"{where}: the cards of a combo share one movement (KM-45).")
            second = setting.second_steps >> side.kind[i] & 1
            governing = NONE if second else int(side.move[i])


def _read_phase(state: KenpoMasters, reader: Reader) -> None:
    """The acting seats and the progress of the turn."""
    me = state.side(state.turn)
    state.mask = 0 if state.phase == phases.OVER else 1 << CHANCE
    if state.phase in DRAWING:
        _read_due(state, reader)
    elif state.phase in IN_TURN:
        state.mask = 1 << state.turn
        for i in range(me.n):
            if me.move[i] != NONE:
                state.acted = 1
                second = state.setting.second_steps >> me.kind[i] & 1
                state.move = NONE if second else int(me.move[i])
    if state.phase == phases.BLOCK:
        _read_blocks(state, reader)
    if state.phase in IN_TURN and not legal_codes(state, state.turn):
        told = f"hands[{SEATS[state.turn]}]: no Action card can follow the Effects on the table"
        raise Refusal(f"{told} (KM-R40).")


def _read_due(state: KenpoMasters, reader: Reader) -> None:
    """Draws fill starting hands, follow the active player's rest, or serve both after a Break."""
    sides, setting = (state.a, state.b), state.setting
    dealt = int(setting.hand)
    most = [int(setting.break_draw if state.phase == phases.BREAK else 0)] * 2
    if state.phase == phases.DEAL:
        most = [dealt - int(side.hand_n) for side in sides]
    elif state.phase == phases.REST:
        most[state.turn] = int(setting.rest_draw)
    given = reader.numbers("due", 0, 0, DECK) if reader.has("due") else most
    if state.phase in ROBBING:
        _read_lost(state, reader)
        if setting.drawing:
            most[state.turn] = DECK
    for seat, n in enumerate(given):
        if most[seat] < 0:
            raise Refusal(f"hands[{SEATS[seat]}] has more than the {dealt} cards dealt (KM-03).")
        if n > most[seat] or (state.phase == phases.DEAL and n != most[seat]):
            raise Refusal(f"due[{SEATS[seat]}] = {n} does not fit this phase and hand.")
        side = sides[seat]
        side.due = n if side.deck_n + side.discard_n else 0
    if not any(side.due + side.lose > 0 for side in sides):
        raise Refusal("due: nobody has a card to draw.")
    state.go_on_drawing()


def _read_lost(state: KenpoMasters, reader: Reader) -> None:
    """How many cards each seat still loses (KM-R42)."""
    for seat, n in enumerate(reader.numbers("lose", 0, 0, DECK) if reader.has("lose") else ()):
        side = state.side(seat)
        if n and not state.setting.robbing:
            raise Refusal("lose: no card of this match takes cards.")
        if n > side.hand_n:
            raise Refusal(f"lose[{SEATS[seat]}] = {n} is more than the hand has.")
        side.lose = n


def _read_blocks(state: KenpoMasters, reader: Reader) -> None:
    # A Break called by a card has no defence card in it, so only level fighters are asked.
    state.breaking = int(state.a.row == state.b.row)
    if state.breaking:
        state.move = NONE  # no card follows (KM-81)
    me = state.side(state.turn)
    foe = state.side(1 - state.turn)
    direction = state.direction()
    answers = reader.cards("blocks", ["none", *(str(i + 1) for i in range(foe.n))])
    for at in range(me.n):
        if not combat.has_target(state.setting, me, at, foe, direction):
            continue
        if not answers:
            state.asked = at
            return
        place = answers.pop(0) - 1
        if place >= 0 and not combat.can_block(state.setting, me, at, foe, place, direction):
            raise Refusal(f"blocks: that card cannot block the attack {place + 1}.")
        me.aim[at] = place
    raise Refusal("blocks: no defence card has a choice left.")


def _check_end(state: KenpoMasters) -> None:
    reached = max(state.a.score, state.b.score) >= state.setting.target
    over = state.phase == phases.OVER
    if reached and not over:
        raise Refusal(f"scores: a seat has won, so phase cannot be {phases.PHASES[state.phase]!r}.")
    if over and not state.is_decided():
        raise Refusal("phase = 'over' needs a seat that reached the target, or the last turn.")
