"""The first state of a match from data and options, and the words for cards, steps and squares."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from budokan.games.kenpo_masters import grammar
from budokan.games.kenpo_masters.rules import phases
from budokan.games.kenpo_masters.rules.rules import KenpoMasters
from budokan.games.kenpo_masters.rules.state import DECK, Setting
from budokan.kit.buffers import fill
from budokan.kit.contract import CHANCE
from budokan.kit.data import Data, Row
from budokan.kit.game import Setup
from budokan.kit.notation import SEATS, Domain

SQUARES = tuple(col + row for col in "abc" for row in "123")
# A part of a sum; a number below 0 counts from the end.
SIGNED = ("", *(f"+ {n}" for n in range(1, 1000)), *(f"- {n}" for n in range(999, 0, -1)))
FINAL_STOP = 2  # the version since which a play is seen while a block is asked (KM-R35)
DIRECTIONS = ("front", "front left", "front right", "left side", "right side")


def domains(data: Data) -> Mapping[str, Domain]:
    """The values that arguments of actions and events can have."""
    return {
        "card": Domain(tuple(data["card"]), tuple(data.column("card", "name"))),
        "move": Domain(grammar.MOVES, ("forward", "back", "left", "right", "standing")),
        "step": Domain((*grammar.MOVES, *(f"{move} break" for move in grammar.MOVES))),
        "direction": Domain(DIRECTIONS),
        "square": Domain(SQUARES),
        "signed": Domain(SIGNED),
        "place": Domain(tuple(str(place) for place in range(1, DECK + 1))),
        "player": Domain(tuple(SEATS[:2])),
    }


def check(setup: Setup) -> None:
    """Refuse an overlay the rules cannot play with."""
    grammar.check(setup.data)


def endless(setup: Setup) -> str:
    """Why only people may play without a turn limit: fighters could stay apart (KM-R34)."""
    if setup.options.turn_cap > 0:
        return ""
    return "Without a turn limit nothing forces an end; set turn_cap to 20..1000 (KM-R34)."


# -- the form the rules use -----------------------------------------------------------------


def setting(setup: Setup) -> Setting:
    """Cards and switches in the form the rules use."""
    options = setup.options
    made = _card_tables(setup.data)
    made.defences_stack = int(options.defence_stacking)
    made.effect_only = int(options.effect_only_turn)
    made.no_rest_each = int(options.no_rest_scope == "each_player")
    made.texts_see_through = int(options.texts_see_through_effects)
    made.break_after_effect = int(options.side_kick_after_effect)
    made.optional_break = int(options.side_kick_optional)
    made.blitz_any_step = int(options.blitz_any_step)
    made.always_counters = int(options.hard_block_always_counters)
    made.fakes_stack = int(options.hand_fake_stacks)
    made.turn_cap = options.turn_cap
    made.target = options.target_score
    made.final_stop = int(setup.rules >= FINAL_STOP)
    return made


def _card_tables(data: Data) -> Setting:
    """The cards in the form the rules use; the switches still have their defaults."""
    rows = list(data["card"].values())
    made = Setting()
    fill(made.copies, data.column("card", "count"))
    fill(made.links, (_mask(grammar.link(beneath, card) for card in rows) for beneath in rows))
    fill(
        made.shows,
        (
            _mask(grammar.MOVES[move] in row.values for row in rows)
            for order in (range(5), grammar.MIRROR_MOVES)
            for move in order
        ),
    )
    fill(made.modifier, _table(rows, grammar.MOVES, grammar.MIRROR_MOVES))
    fill(made.hits, _arrows(rows, "hit"))
    fill(made.stops, _arrows(rows, "stop"))
    made.actions = _mask(row["kind"] == "action" for row in rows)
    made.attacks = _mask(grammar.sort_of(row) == "attack" for row in rows)
    made.defences = _mask(grammar.sort_of(row) == "defence" for row in rows)
    made.openers = _mask(row["never_on"] for row in rows)
    _set_texts(made, rows)
    return made


def _mask(bits: Iterator[bool]) -> int:
    return sum(1 << i for i, bit in enumerate(bits) if bit)


def _table(rows: Sequence[Row], fields: Sequence[str], mirror: Sequence[int]) -> list[int]:
    """Five values of each card, then the same mirrored."""
    plain = [[row.values.get(field, 0) for field in fields] for row in rows]
    return [v for five in plain for v in five] + [five[i] for five in plain for i in mirror]


def _arrows(rows: Sequence[Row], name: str) -> list[int]:
    fields = [f"{name}_{direction}" for direction in grammar.DIRECTIONS]
    return _table(rows, fields, grammar.MIRROR_DIRECTIONS)


def _set_texts(made: Setting, rows: Sequence[Row]) -> None:
    def texts(op: str) -> list[list[Mapping[str, Any]]]:
        return [[text for text in row["text"] if text["op"] == op] for row in rows]

    def has(op: str) -> int:
        return _mask(bool(found) for found in texts(op))

    def by_card(op: str) -> list[int]:
        return [
            sum(text["amount"] for text in found if grammar.matches(text["filter"], other))
            for found in texts(op)
            for other in rows
        ]

    fill(made.bonus, by_card("bonus_if_on"))
    fill(made.guard, by_card("prevent_bonus_vs"))
    fill(
        made.doubles,
        (
            _mask(any(grammar.matches(text["filter"], other) for text in found) for other in rows)
            for found in texts("double_if_under_blocked")
        ),
    )
    fill(made.counter, (sum(text["amount"] for text in found) for found in texts("counter_damage")))
    fill(
        made.fake_bonus,
        (
            sum(_first_match(text["table"], attack) for text in found)
            for found in texts("next_attack_bonus")
            for attack in rows
        ),
    )
    made.fakes = has("next_attack_bonus")
    made.mirrors = has("mirror_following")
    made.must_move = has("defender_must_move")
    made.breakers = has("break_if_opponent_advanced")
    made.second_steps = has("second_movement")


def _first_match(table: Sequence[Mapping[str, Any]], attack: Row) -> int:
    fitting = (line for line in table if grammar.matches(line["filter"], attack))
    return next((int(line["amount"]) for line in fitting), 0)


# -- the first state ---------------------------------------------------------------------------


def start(setup: Setup) -> KenpoMasters:
    """Full decks, the fighters on their squares, no first player yet (KM-02, KM-06)."""
    state = KenpoMasters(setting(setup))
    state.phase = phases.FIRST
    state.mask = 1 << CHANCE
    state.start_squares()
    for side in (state.a, state.b):
        for card, copies in enumerate(setup.data.column("card", "count")):
            side.deck[card] = copies
        side.deck_n = DECK
    return state
