"""The first state of a match from data and options, and the words for cards, steps and squares."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from budokan.games.kenpo_masters import grammar
from budokan.games.kenpo_masters.rules import phases
from budokan.games.kenpo_masters.rules.rules import KenpoMasters
from budokan.games.kenpo_masters.rules.state import DECK, MOST_KINDS, NONE, Setting
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
    names = tuple(grammar.title(key, row) for key, row in data["card"].items())
    return {
        "card": Domain(tuple(data["card"]), names, room=int(MOST_KINDS)),
        "move": Domain(grammar.MOVES, ("forward", "back", "left", "right", "standing")),
        "step": Domain((*grammar.MOVES, *(f"{move} break" for move in grammar.MOVES))),
        "direction": Domain(DIRECTIONS),
        "square": Domain(SQUARES),
        "signed": Domain(SIGNED),
        "place": Domain(tuple(str(place) for place in range(1, DECK + 1))),
        "player": Domain(tuple(SEATS[:2])),
    }


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
    made = Setting(len(rows))
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
    made.all = _mask(True for _ in rows)
    made.actions = _mask(grammar.sort_of(row) != "effect" for row in rows)
    made.effects = made.all & ~made.actions
    made.attacks = _mask(grammar.sort_of(row) == "attack" for row in rows)
    made.defences = _mask(grammar.sort_of(row) == "defence" for row in rows)
    made.openers = _mask(grammar.opens_only(row) for row in rows)
    limits = data["limits"]["cards"]
    made.hand, made.rest_draw, made.break_draw = (limits[f] for f in ("hand", "rest", "break"))
    _set_texts(made, rows)
    return made


def deck_of(data: Data, seat: int) -> list[int]:
    """How often each kind is in the deck of a seat: yellow for South, red for North (KM-R1)."""
    return [grammar.copies(row, seat) for row in data["card"].values()]


def _mask(bits: Iterable[bool | int]) -> int:
    return sum(1 << i for i, bit in enumerate(bits) if bit)


def _table(rows: Sequence[Row], fields: Sequence[str], mirror: Sequence[int]) -> list[int]:
    """Five values of each card, then the same mirrored."""
    plain = [[row.values.get(field, 0) for field in fields] for row in rows]
    return [v for five in plain for v in five] + [five[i] for five in plain for i in mirror]


def _arrows(rows: Sequence[Row], name: str) -> list[int]:
    fields = [f"{name}_{direction}" for direction in grammar.DIRECTIONS]
    return _table(rows, fields, grammar.MIRROR_DIRECTIONS)


class Texts:
    """The texts of all cards, looked up by operation."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows

    def of(self, op: str) -> list[list[Mapping[str, Any]]]:
        """For each card its texts with this operation."""
        return [[text for text in grammar.texts(row) if text["op"] == op] for row in self.rows]

    def has(self, *ops: str) -> int:
        return _mask(any(text["op"] in ops for text in grammar.texts(row)) for row in self.rows)

    def amounts(self, op: str) -> list[int]:
        return [sum(text["amount"] for text in found) for found in self.of(op)]

    def by_card(self, op: str, others: str = "") -> list[int]:
        """For each card and each other one, of a sort if given, the amount."""
        return [
            sum(text["amount"] for text in found if self._fits(text, other, others))
            for found in self.of(op)
            for other in self.rows
        ]

    def kinds(self, op: str, others: str = "") -> list[int]:
        """For each card the kinds that its filter names."""
        return [
            _mask(any(self._fits(text, other, others) for text in found) for other in self.rows)
            for found in self.of(op)
        ]

    def _fits(self, text: Mapping[str, Any], other: Row, sort: str) -> bool:
        fits = grammar.matches(text["filter"], other)
        return fits and (not sort or grammar.sort_of(other) == sort)


def _set_texts(made: Setting, rows: Sequence[Row]) -> None:
    texts = Texts(rows)
    fill(made.bonus, texts.by_card("bonus_if_on"))
    fill(made.guard, texts.by_card("prevent_bonus_vs"))
    fill(made.doubles, texts.kinds("double_if_under_blocked"))
    fill(made.counter, texts.amounts("counter_damage"))
    fill(
        made.fake_bonus,
        (
            sum(_first_match(text["table"], attack) for text in found)
            for found in texts.of("next_attack_bonus")
            for attack in rows
        ),
    )
    made.fakes = texts.has("next_attack_bonus")
    made.mirrors = texts.has("mirror_following")
    made.must_move = texts.has("defender_must_move")
    made.breakers = texts.has("break_if_opponent_advanced")
    made.second_steps = texts.has("second_movement")
    _set_more_texts(made, texts)


def _set_more_texts(made: Setting, texts: Texts) -> None:
    """The operations that none of our own cards has."""
    fill(made.counter_vs, texts.by_card("counter_damage_vs"))
    fill(made.per_card, texts.by_card("bonus_per_attack_beneath", "attack"))
    fill(
        made.deed_bonus,
        (
            sum(text["amount"] for text in found if text["did"] == deed)
            for found in texts.of("bonus_if_opponent")
            for deed in grammar.DEEDS
        ),
    )
    fill(
        made.deeds,
        (
            _mask(any(text["did"] == deed for text in found) for deed in grammar.DEEDS)
            for found in texts.of("only_if_opponent")
        ),
    )
    fill(made.evades, texts.kinds("not_blocked_by", "defence"))
    fill(made.pierce, texts.amounts("pierces"))
    fill(
        made.push,
        (grammar.MOVES.index(found[0]["to"]) if found else NONE for found in texts.of("pushes")),
    )
    fill(made.robs, texts.amounts("takes_cards"))
    fill(made.draws, texts.amounts("draws_cards"))
    met = texts.kinds("only_against", "attack")
    fill(made.provokes, (_mask(mask >> kind & 1 for mask in met) for kind in range(len(met))))
    made.feints = texts.has("next_attack_unblockable")
    made.sly = texts.has("not_blocked_by")
    made.asking = texts.has("bonus_per_attack_beneath", "bonus_if_opponent", "only_if_opponent")
    made.watches = texts.has("bonus_if_opponent", "only_if_opponent")
    made.countering = texts.has("counter_damage_vs")
    made.piercing = texts.has("pierces")
    made.pushing = texts.has("pushes")
    made.robbing = texts.has("takes_cards")
    made.drawing = texts.has("draws_cards")
    made.aftermath = made.pushing | made.robbing | made.drawing
    made.reacting = texts.has("only_against")


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
    for seat, side in enumerate((state.a, state.b)):
        fill(side.deck, deck_of(setup.data, seat))
        side.deck_n = DECK
    return state
