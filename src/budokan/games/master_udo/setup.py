"""The first state of a match from data and options, and the words for cards and places."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from budokan.games.master_udo import grammar
from budokan.games.master_udo.grammar import Step
from budokan.games.master_udo.rules.rules import MasterUdo
from budokan.games.master_udo.rules.state import (
    ATTACKS,
    CARDS,
    HEARTS,
    KINDS,
    LOSSES,
    MASTERS,
    NONE,
    ROAD,
    STARTERS,
    TECHNIQUE_BIT,
    Setting,
)
from budokan.kit.data import Data, Row
from budokan.kit.game import Setup
from budokan.kit.notation import Domain

FAR = 99  # no limit
FLOORED = 2  # the first version of the rules in which damage is 0 before a power is added
ROUTE_GLORY = {"easy": 0, "medium": 2, "hard": FAR}  # the coins that fill up a route


@dataclass(frozen=True)
class Face:
    """The printed values of one side of a card."""

    key: str
    title: str
    conditions: tuple[tuple[str, Any], ...]
    steps: tuple[Step, ...]
    row: Row
    fields: tuple[str, ...]  # of the row that this side shows
    rage: bool = False


def faces(data: Data) -> list[Face]:
    """Every kind of card in the order of its number."""
    return data.made_once("faces", lambda: _faces(data))


def _faces(data: Data) -> list[Face]:
    kai, udo = data["kai"].values(), data["udo"].values()
    taught = [data["technique"][key] for key in techniques(data).values()]
    keys = Counter(row.where.partition(".")[2] for row in (*kai, *udo, *taught))
    sides = [*((row, False) for row in kai), *((row, True) for row in kai)]
    sides += [(row, False) for row in (*udo, *taught)]
    return [_face(row, keys, rage=rage) for row, rage in sides]


def _face(row: Row, keys: Mapping[str, int], *, rage: bool = False) -> Face:
    """One side of a card; a key that is there twice, for both heroes, is told with its section."""
    condition, effect = ("rage_condition", "rage_effect") if rage else ("condition", "effect")
    section, _, key = row.where.partition(".")
    key = key if keys[key] == 1 else f"{section}_{key}"
    return Face(
        key=f"{key}_enraged" if rage else key,
        title=row["title"],
        conditions=tuple(grammar.conditions(row[condition])),
        steps=grammar.effects(row[effect]),
        row=row,
        fields=("title", condition, effect),
        rage=rage,
    )


def face_name(face: Face) -> str:
    return f"{face.title} (ENRAGED)" if face.rage else face.title


def teacher(technique: str, masters: Sequence[str]) -> str:
    """The master whose key the key of a technique begins with; "" if there is none."""
    return max((key for key in masters if technique.startswith(f"{key}_")), key=len, default="")


def techniques(data: Data) -> dict[str, str]:
    """The technique that each master teaches, in the order of the masters."""
    masters = list(data["master"])
    taught = {teacher(key, masters): key for key in data["technique"]}
    return {master: taught[master] for master in masters}


def technique_kind(data: Data) -> int:
    """The number of the first technique."""
    return 2 * len(data["kai"]) + len(data["udo"])


def domains(data: Data) -> Mapping[str, Domain]:
    """The values that arguments of actions and events can have."""
    cards = faces(data)
    lanes = tuple(str(lane + 1) for lane in range(CARDS))

    def titled(section: str, room: int) -> Domain:
        return Domain(tuple(data[section]), tuple(data.column(section, "title")), room)

    return {
        "card": Domain(tuple(f.key for f in cards), tuple(face_name(f) for f in cards), KINDS),
        "calm": titled("kai", STARTERS),
        "master": titled("master", MASTERS),
        "attack": titled("attack", ATTACKS),
        "heart": Domain(tuple(str(heart + 1) for heart in range(HEARTS))),
        "lane": Domain(lanes),
        "place": Domain(
            ("hand", "pile", *(f"under {lane}" for lane in lanes)),
            ("in hand", "in the pile", *(f"in combo {lane}" for lane in lanes)),
        ),
        "option": Domain(("1", "2", "3")),
    }


def route(data: Data, name: str) -> list[str]:
    """The masters of a route.

    Masters that a card file dropped are left out; if fewer than four remain, those whose coins fit
    best come in.
    """
    known = data["master"]
    found = [key for key in data["route"][name]["masters"] if key in known]
    glory = ROUTE_GLORY[name]
    others = sorted(
        (key for key in known if key not in found), key=lambda key: abs(known[key]["glory"] - glory)
    )
    return found + others[: max(0, ROAD - len(found))]


# -- the form the rules use ---------------------------------------------------------------------


class Rows:
    """Effects as rows of numbers: operation, x, k, times, counter, word, by."""

    def __init__(self, titles: Sequence[str], made: Setting) -> None:
        self.rows: list[tuple[int, ...]] = []
        self.titles = titles
        self.made = made

    def add(self, steps: Sequence[Step]) -> int:
        """Append an effect; returns the row where it begins."""
        first = len(self.rows)
        self._steps(steps)
        self._row(grammar.END)
        return first

    def _row(self, op: int, x: int = 0, k: int = 0, times: int = 0, *counted: int) -> None:
        self.rows.append((op, x, k, times, *counted, *[0] * (3 - len(counted))))

    def _steps(self, steps: Sequence[Step]) -> None:
        for step in steps:
            if step.op == grammar.CHOOSE:
                self._choice(step)
            elif step.op == grammar.IF:
                self._if(step)
            else:
                word = mask(self.titles, step.word) if step.word else 0
                if step.op in (grammar.DISCARD, grammar.EXHAUST):
                    word = int(self.made.bag_of(word))
                self._row(step.op, step.x, step.k, step.times, step.counter, word, step.by)

    def _choice(self, step: Step) -> None:
        """A row that asks, then every option behind a heading that skips to the end."""
        self._row(grammar.CHOOSE, len(step.options))
        end = len(self.rows) + sum(1 + grammar.rows_of(option) for option in step.options)
        for option in step.options:
            self._row(grammar.SKIP, 0, grammar.rows_of(option), end)
            self._steps(option)

    def _if(self, step: Step) -> None:
        """A row that leads to what else is done; behind what is done then, a way past it."""
        then, other = step.options
        word = mask(self.titles, step.word) if step.word else 0
        past = len(self.rows) + 1 + grammar.rows_of(then)
        self._row(grammar.IF, step.x, step.k, past + 1, step.counter, word)
        self._steps(then)
        self._row(grammar.SKIP, 0, 0, past + 1 + grammar.rows_of(other))
        self._steps(other)

    def columns(self) -> list[list[int]]:
        return [list(column) for column in zip(*self.rows, strict=True)]


def mask(titles: Sequence[str], word: str) -> int:
    """The kinds whose title has a word (MU-62, MU-R15)."""
    return sum(1 << kind for kind, title in enumerate(titles) if grammar.matches(title, word))


def setting(setup: Setup) -> Setting:
    """Card values and switches as numbers."""
    data, options = setup.data, setup.options
    made = Setting()
    cards = faces(data)
    titles = [face.title for face in cards]
    _number_kinds(made, data, options.hero)
    rows = Rows(titles, made)
    _set_conditions(made, cards, titles)
    for kind, face in enumerate(cards):
        made.effect[kind] = rows.add(face.steps)
    made.varies = sum(1 << kind for kind, face in enumerate(cards) if _varies(face.steps))
    _set_attacks(made, data, titles, rows)
    made.hit_row = rows.add([Step(grammar.ENRAGE, k=1)])
    made.set_rows(rows.columns())
    made.master_count = len(data["master"])
    single = options.shadow_hearts == "one"
    for number, row in enumerate(data["master"].values()):
        _set_master(made, number, row, titles, single)
    _set_score(made, data)
    pool = list(data["master"]) if options.masters == "all" else route(data, options.masters)
    made.masters = sum(1 << list(data["master"]).index(key) for key in pool)
    made.in_order = int(options.masters != "all")
    made.kai = int(options.hero == "kai")
    made.min_length = int(options.min_combo_length)
    made.cap = options.charge_cap
    made.reshuffle = int(options.reshuffle_attacks_each_fight)
    made.charge_enrages = int(options.kai_charge_to_enrage)
    made.hit_enrages = int(options.kai_enrage_on_hit)
    made.cards_only = int(options.kai_double == "cards_only")
    made.calm_between = int(options.kai_calm_between_fights)
    made.max_turns = options.max_turns_per_fight
    made.floors = int(setup.rules >= FLOORED)
    return made


def _number_kinds(made: Setting, data: Data, hero: str) -> None:
    """The numbers of kinds, and where each lies in a bag: two bits a starter, one a technique."""
    sides = len(data["kai"])
    made.sides = sides
    made.technique = technique_kind(data)
    made.kinds = made.technique + len(data["master"])
    made.first = 0 if hero == "kai" else 2 * sides
    end = 2 * sides if hero == "kai" else int(made.technique)
    for place, kind in enumerate(range(int(made.first), end)):
        _lay_out(made, kind, 2 * place, 3)
    for place, kind in enumerate(range(int(made.technique), int(made.kinds))):
        _lay_out(made, kind, TECHNIQUE_BIT + place, 1)
    made.calm = made.bag_of((1 << sides) - 1)
    made.enraged = made.bag_of(((1 << sides) - 1) << sides)


def _lay_out(made: Setting, kind: int, bit: int, most: int) -> None:
    made.shift[kind], made.one[kind], made.room[kind] = bit, 1 << bit, most << bit


def _varies(steps: Sequence[Step]) -> bool:
    """Whether what steps are worth depends on more than X."""
    return any(step.counter or any(_varies(option) for option in step.options) for step in steps)


def _set_conditions(made: Setting, cards: Sequence[Face], titles: Sequence[str]) -> None:
    everything = (1 << len(cards)) - 1
    under = [everything] * len(cards)  # what may lie directly below a kind
    above = [everything] * len(cards)  # and directly on it
    ban = [0] * len(cards)
    gates: list[tuple[int, ...]] = []
    for kind, face in enumerate(cards):
        made.pos_hi[kind] = made.size_hi[kind] = FAR
        for name, argument in face.conditions:
            if name == "raging" or name in grammar.AT_FIRST:
                gates.append((kind, *grammar.limits(name, argument)))
                made.gated |= made.room[kind]
            elif name in grammar.FILTERS:
                kinds = mask(titles, argument)
                _set_filter(made, kind, name, kinds, under, above, ban)
            else:
                _set_place(made, kind, name, argument, above)
        made.pos_hi[kind] = min(made.pos_hi[kind], made.size_hi[kind])
    every = range(len(cards))
    for kind in every:
        made.follows[kind] = above[kind] & sum(1 << c for c in every if under[c] >> kind & 1)
        made.apart[kind] = ban[kind] | sum(1 << c for c in every if ban[c] >> kind & 1)
    made.set_gates([[gate[i] for gate in gates] for i in range(4)])


def _set_filter(
    made: Setting, kind: int, name: str, kinds: int, under: list[int], above: list[int],
    ban: list[int],
) -> None:  # fmt: skip
    """A condition about other cards, given as a mask."""
    if name == "on":
        under[kind] &= kinds
        made.pos_lo[kind] = max(made.pos_lo[kind], 2)
    elif name == "not_on":
        under[kind] &= ~kinds
    elif name == "under":
        above[kind] &= kinds
        made.covered_only |= 1 << kind
    elif name == "with":
        made.need[kind] = kinds
    else:
        ban[kind] |= kinds


def _set_place(made: Setting, kind: int, name: str, argument: int, above: list[int]) -> None:
    """A condition about the place in the combo, or about its size."""
    if name in ("first", "pos_max", "pos"):
        made.pos_hi[kind] = min(made.pos_hi[kind], 1 if name == "first" else argument)
    if name in ("not_first", "pos_min", "pos"):
        made.pos_lo[kind] = max(made.pos_lo[kind], 2 if name == "not_first" else argument)
    if name in ("size_max", "size"):
        made.size_hi[kind] = min(made.size_hi[kind], argument)
    if name in ("size_min", "size"):
        made.size_lo[kind] = max(made.size_lo[kind], argument)
    if name == "last":
        above[kind] = 0
    if name == "not_last":
        made.covered_only |= 1 << kind
    if name == "only_combo":
        made.alone |= made.room[kind]


def _set_attacks(made: Setting, data: Data, titles: Sequence[str], rows: Rows) -> None:
    made.attacks = len(data["attack"])
    made.all_attacks = (1 << len(data["attack"])) - 1
    for number, row in enumerate(data["attack"].values()):
        made.value[number] = row["value"]
        made.exposes[number] = mask(titles, row["exposes"]) if row["exposes"] else 0
        steps = grammar.effects(row["bonus"])
        made.bonus[number] = rows.add(steps) if steps else NONE
        made.losses[number] = len(row["loss"])
        for i, word in enumerate(row["loss"]):
            kinds = mask(titles, word)
            made.loss[number * LOSSES + i] = kinds
            made.toll[number * LOSSES + i] = made.bag_of(kinds)


def body_hearts(row: Row, single: bool) -> list[int]:
    """The hearts of one body; `single`: where several bodies fight, each has only one (MU-R35)."""
    hearts = list(row["hearts"])
    return hearts[:1] if single and row["power"].get("bodies", 1) > 1 else hearts


def _set_master(made: Setting, number: int, row: Row, titles: Sequence[str], single: bool) -> None:
    power = row["power"]
    hearts, bodies = body_hearts(row, single), power.get("bodies", 1)
    made.glory[number], made.swords[number] = row["glory"], row["swords"]
    made.bodies[number], made.body[number] = bodies, len(hearts)
    for i, heart in enumerate(hearts * bodies):
        made.heart[number * HEARTS + i] = heart
    made.max_combos[number] = power.get("max_combos", FAR)
    made.damage_mod[number] = power.get("damage_mod", 0)
    made.attack_mod[number] = power.get("attack_mod", 0)
    made.hearts_per_turn[number] = power.get("hearts_per_turn", 0)
    made.heart_order[number] = ("", "low", "high").index(power.get("heart_order", ""))
    for column, name in (
        (made.extra_loss, "extra_loss"),
        (made.immune, "immune"),
        (made.weak, "weak"),
    ):
        column[number] = mask(titles, power[name]) if power.get(name) else 0
    made.extra_toll[number] = made.bag_of(made.extra_loss[number])
    made.regenerate[number] = int(power.get("regenerate", False))
    made.regrow[number] = power.get("regrow", 0)
    made.swift[number] = int(power.get("swift", False))
    made.hidden[number] = power.get("hidden", 0)
    made.drain[number] = power.get("drain", 0)


def _set_score(made: Setting, data: Data) -> None:
    """The scale of results: four masters beaten are always worth more than three."""
    best = sorted(data.column("master", "glory"))[-ROAD:]
    made.win = sum(best[1:])
    made.top_score = sum(best) + made.win


def starters(setup: Setup) -> Iterator[int]:
    """The kinds of the hero's ten starters, Kai's on their calm side (MU-05, MU-09)."""
    hero = setup.options.hero
    first = 0 if hero == "kai" else 2 * len(setup.data["kai"])
    for kind, copies in enumerate(setup.data.column(hero, "copies"), first):
        yield from [kind] * copies


def start(setup: Setup) -> MasterUdo:
    """The table before the first fight: all starters in hand, all attacks in the deck."""
    state = MasterUdo(setting(setup))
    for kind in starters(setup):
        state.hand += state.setting.one[kind]
    return state
