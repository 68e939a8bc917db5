"""From data, options and decks to the first state, and the words of cards and places."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations

from budokan.games.dojo_duel import deck
from budokan.games.dojo_duel.deck import HIDDEN_DECK
from budokan.games.dojo_duel.rules import phases
from budokan.games.dojo_duel.rules.rules import DojoDuel
from budokan.games.dojo_duel.rules.state import HAND, MOST_KINDS, Setting
from budokan.kit.buffers import fill
from budokan.kit.contract import CHANCE
from budokan.kit.data import Data
from budokan.kit.game import Setup
from budokan.kit.notation import SEATS, Domain
from budokan.kit.pile import NO_CARD

# Orders of a fan of five and of four, by old places; the present order is no new one.
ORDERS = tuple(
    order
    for places in (HAND, HAND - 1)
    for order in permutations(range(places))
    if order != tuple(range(places))
)


def domains(data: Data) -> Mapping[str, Domain]:
    """The values that arguments of actions and events can have."""
    cards = data["card"]
    return {
        "card": Domain(
            tuple(cards),
            tuple(f"{row['name']} ({row['yang']}/{row['yin']})" for row in cards.values()),
            room=MOST_KINDS,
        ),
        "place": Domain(tuple(str(place) for place in range(HAND))),
        "order": Domain(tuple("-".join(str(place) for place in order) for order in ORDERS)),
        "lane": Domain(("1", "2")),
        "player": Domain(tuple(SEATS[:2])),
    }


def check(setup: Setup) -> None:
    """Refuse a deck that may not be played."""
    for seat in range(setup.seats):
        counts(setup, seat)


def counts(setup: Setup, seat: int) -> list[int]:
    """How often the deck of a seat has each kind of card."""
    return deck.read_deck(setup.choices[seat].deck, setup.options, setup.data)


def is_secret(setup: Setup, seat: int) -> bool:
    """Whether a seat keeps its list to itself (DD-R17)."""
    ready_made = deck.is_ready_made(setup.choices[seat].deck, setup.data)
    return not ready_made and not setup.options.open_decklists


def veil(setup: Setup, viewer: int) -> Setup:
    """The setup as a viewer may know it: without the secret lists of others."""
    choices = tuple(
        replace(choice, deck=HIDDEN_DECK)
        if seat != viewer and choice.deck != HIDDEN_DECK and is_secret(setup, seat)
        else choice
        for seat, choice in enumerate(setup.choices)
    )
    return replace(setup, choices=choices)


def endless(setup: Setup) -> str:
    """Why a match without people is refused: the rules alone do not end it (DD-R13)."""
    if setup.options.round_limit > 0:
        return ""
    return "Without a round limit nothing forces an end; set round_limit to 10..200 (DD-R13)."


def setting(setup: Setup, sizes: list[int]) -> Setting:
    """Card values and switches in the form the rules use."""
    data, options = setup.data, setup.options
    made = Setting()
    made.kinds = len(data["card"])
    for name, values in (
        ("yang", made.yang),
        ("yin", made.yin),
        ("power", made.power),
        ("copies", made.copies),
    ):
        fill(values, [*data.column("card", name), *[0] * (MOST_KINDS - made.kinds)])
    padded = ((*order, NO_CARD)[:HAND] for order in ORDERS)
    fill(made.orders, [place for order in padded for place in order])
    fill(made.sizes, sizes)
    fill(made.secret, [int(is_secret(setup, seat)) for seat in range(setup.seats)])
    made.lanes = int(options.compare == "lanes")
    made.simultaneous = int(options.kicker_mode == "simultaneous")
    made.holder = int(options.fan == "holder")
    made.fixed = int(options.first_player == "fixed")
    made.toss_each = int(options.first_player == "random")
    made.ko_draw = int(options.double_ko == "draw")
    made.round_limit = options.round_limit
    made.full_rules = int(options.deck_rules == "full")
    limits = data["limits"]
    made.price = limits["price"]["power_per_card"]
    made.least_balance = limits["balance"]["least"]
    made.most_balance = limits["balance"]["most"]
    return made


def start(setup: Setup) -> DojoDuel:
    """The table before the toss: shuffled decks, all points (DD-12, DD-13)."""
    lists = [counts(setup, seat) for seat in range(setup.seats)]
    state = DojoDuel(setting(setup, [sum(cards) for cards in lists]))
    state.phase = phases.TOSS
    state.mask = 1 << CHANCE
    for seat, cards in enumerate(lists):
        side = state.side(seat)
        side.points = setup.options.start_points
        for kind, copies in enumerate(cards):
            for _ in range(copies):
                side.deck.put(kind)
        side.stocked = side.deck.n
    return state
