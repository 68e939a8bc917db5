"""The first state of a match from data and options, and the words for cards and places."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from budokan.games.master_udo import grammar
from budokan.games.master_udo.grammar import Step
from budokan.games.master_udo.rules.rules import MasterUdo
from budokan.games.master_udo.rules.state import (
    ALL_ATTACKS,
    ATTACKS,
    CARDS,
    COPIES,
    HEARTS,
    KAI,
    KINDS,
    LOSSES,
    NONE,
    ONE,
    ROAD,
    Setting,
)
from budokan.kit.buffers import fill
from budokan.kit.data import Data, Row
from budokan.kit.errors import Refusal
from budokan.kit.game import Setup
from budokan.kit.notation import Domain

STARTERS = 10
COINS = 3  # the most that one master is worth
GLORY = 11  # the most that four may be worth together, so that scores stay below 1
FAR = 99  # no limit
ANYTHING = (1 << KINDS) - 1


@dataclass(frozen=True)
class Face:
    """The printed values of one side of a card."""

    key: str
    title: str
    conditions: tuple[tuple[str, Any], ...]
    steps: tuple[Step, ...]
    designed: bool  # carries a designed value
    rage: bool = False


def faces(data: Data) -> list[Face]:
    """Every kind of card in the order of its number."""
    found = [_face(f"udo.{key}", key, row) for key, row in data["udo"].items()]
    found += [_face(f"kai.{key}", key, row) for key, row in data["kai"].items()]
    found += [_face(f"kai.{key}", key, row, rage=True) for key, row in data["kai"].items()]
    found += [_face(f"technique.{key}", key, row) for key, row in data["technique"].items()]
    return found


def _face(where: str, key: str, row: Row, *, rage: bool = False) -> Face:
    condition, effect = ("rage_condition", "rage_effect") if rage else ("condition", "effect")
    return Face(
        key=f"{key}_enraged" if rage else key,
        title=row["title"],
        conditions=tuple(grammar.conditions(f"{where}.{condition}", row[condition])),
        steps=grammar.effects(f"{where}.{effect}", row[effect]),
        designed=row.is_designed(condition, effect),
        rage=rage,
    )


def face_name(face: Face) -> str:
    return f"{face.title} (ENRAGED)" if face.rage else face.title


def domains(data: Data) -> Mapping[str, Domain]:
    """The values that arguments of actions and events can have."""
    cards = faces(data)
    lanes = tuple(str(lane + 1) for lane in range(CARDS))
    return {
        "card": Domain(tuple(f.key for f in cards), tuple(face_name(f) for f in cards)),
        "calm": Domain(tuple(data["kai"]), tuple(data.column("kai", "title"))),
        "master": Domain(tuple(data["master"]), tuple(data.column("master", "title"))),
        "attack": Domain(tuple(data["attack"]), tuple(data.column("attack", "title"))),
        "heart": Domain(tuple(str(heart + 1) for heart in range(HEARTS))),
        "lane": Domain(lanes),
        "place": Domain(
            ("hand", "pile", *(f"under {lane}" for lane in lanes)),
            ("in hand", "in the pile", *(f"in combo {lane}" for lane in lanes)),
        ),
        "option": Domain(("1", "2", "3")),
    }


def check(setup: Setup) -> None:
    """Refuse card values that the rules cannot handle."""
    if setup.overlay:
        setting(setup)
        _check_titles(setup.data)
        for hero in ("udo", "kai"):
            _check_hero(setup.data, hero)
        best = sorted(setup.data.column("master", "glory"))[-ROAD:]
        if sum(best) > GLORY:
            raise Refusal(f"master: four may be worth {GLORY} glory together, not {sum(best)}.")


def _check_titles(data: Data) -> None:
    """MU-C1"""
    for sections in (("udo", "technique"), ("kai", "technique"), ("attack",), ("master",)):
        titles = [title for section in sections for title in data.column(section, "title")]
        for title in titles:
            if titles.count(title) > 1 or not grammar.title_words(title):
                raise Refusal(f"{sections[0]}: the title {title!r} must be unique and have a word.")


def _check_hero(data: Data, hero: str) -> None:
    """MU-C1, MU-C2: ten starters, and a card for everything an attack takes."""
    copies = data.column(hero, "copies")
    if sum(copies) != STARTERS or not all(0 <= n <= COPIES for n in copies):
        raise Refusal(
            f"{hero}: copies must add up to {STARTERS} cards, {COPIES} of a kind at most."
        )
    titles = [row["title"] for row in data[hero].values() if row["copies"]]
    for key, row in data["attack"].items():
        for word in row["loss"]:
            if not mask(titles, word):
                raise Refusal(f"attack.{key}.loss: no card of {hero} has {word!r} in its title.")


# -- the form the rules use ---------------------------------------------------------------------


class Rows:
    """Effects as rows of numbers."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, int, int, int]] = []

    def add(self, steps: Sequence[Step]) -> int:
        """Append an effect; returns the row where it begins."""
        first = len(self.rows)
        self._steps(steps)
        self.rows.append((grammar.END, 0, 0, 0))
        return first

    def _steps(self, steps: Sequence[Step]) -> None:
        for step in steps:
            if step.op == grammar.CHOOSE:
                self._choice(step)
            else:
                self.rows.append((step.op, step.x, step.k, step.times))

    def _choice(self, step: Step) -> None:
        """A row that asks, then every option behind a heading that skips to the end."""
        self.rows.append((grammar.CHOOSE, len(step.options), 0, 0))
        end = len(self.rows) + sum(1 + len(option) for option in step.options)
        for option in step.options:
            self.rows.append((grammar.SKIP, 0, len(option), end))
            self._steps(option)

    def column(self, i: int) -> list[int]:
        return [row[i] for row in self.rows]


def mask(titles: Sequence[str], word: str) -> int:
    """The kinds whose title has a word (MU-62, MU-R15)."""
    return sum(1 << kind for kind, title in enumerate(titles) if grammar.matches(title, word))


def kinds(where: str, titles: Sequence[str], word: Any) -> int:
    """The kinds a word means; a word that is in no title is refused."""
    grammar.word_of_a_title(where, word)
    found = mask(titles, word)
    if not found:
        raise Refusal(f"{where} = {word!r} is in no title of a card.")
    return found


def setting(setup: Setup) -> Setting:
    """Card values and switches as numbers."""
    data, options = setup.data, setup.options
    made = Setting()
    cards = faces(data)
    rows = Rows()
    titles = [face.title for face in cards]
    _set_conditions(made, cards, titles)
    fill(made.effect, (rows.add(face.steps) for face in cards))
    _set_attacks(made, data, titles, rows)
    made.hit_row = rows.add([Step(grammar.ENRAGE, k=1)])
    made.set_rows(*(rows.column(i) for i in range(4)))
    for number, (key, row) in enumerate(data["master"].items()):
        _set_master(made, number, f"master.{key}", row, titles)
    pool = _pool(setup)
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
    return made


def _pool(setup: Setup) -> list[str]:
    known = list(setup.data["master"])
    if setup.options.masters == "all":
        return known
    chosen = setup.data["route"][setup.options.masters]["masters"]
    if any(key not in known for key in chosen) or len(set(chosen)) < ROAD:
        raise Refusal(f"route.{setup.options.masters}.masters must name four masters or more.")
    return list(chosen)


def _set_conditions(made: Setting, cards: Sequence[Face], titles: Sequence[str]) -> None:
    for kind, face in enumerate(cards):
        made.pos_hi[kind] = made.size_hi[kind] = FAR
        made.on[kind] = ANYTHING
        for name, argument in face.conditions:
            if name in grammar.FILTERS:
                argument = kinds(f"{face.key}.{name}", titles, argument)
            _set_condition(made, kind, name, argument)


def _set_condition(made: Setting, kind: int, name: str, argument: Any) -> None:
    """One condition; a filter comes as a mask of kinds."""
    if name in ("first", "pos_max"):
        made.pos_hi[kind] = min(made.pos_hi[kind], 1 if name == "first" else argument)
    elif name in ("not_first", "pos_min"):
        made.pos_lo[kind] = max(made.pos_lo[kind], 2 if name == "not_first" else argument)
    elif name == "size_max":
        made.size_hi[kind] = min(made.size_hi[kind], argument)
    elif name == "size_min":
        made.size_lo[kind] = max(made.size_lo[kind], argument)
    elif name == "last":
        made.last[kind] = 1
    elif name == "on":
        made.on[kind] &= argument
        made.pos_lo[kind] = max(made.pos_lo[kind], 2)
    elif name == "not_on":
        made.not_on[kind] |= argument
    elif name == "with":
        made.need[kind] = argument
    elif name == "without":
        made.ban[kind] |= argument
    else:
        made.alone |= COPIES * ONE[kind]


def _set_attacks(made: Setting, data: Data, titles: Sequence[str], rows: Rows) -> None:
    for number, (key, row) in enumerate(data["attack"].items()):
        where = f"attack.{key}"
        if len(row["loss"]) > LOSSES:
            raise Refusal(f"{where}.loss may name {LOSSES} cards at most.")
        grammar.number(f"{where}.value", row["value"], 0, grammar.MOST)
        made.value[number] = row["value"]
        exposes = row["exposes"]
        made.exposes[number] = kinds(f"{where}.exposes", titles, exposes) if exposes else 0
        steps = grammar.bonus(f"{where}.bonus", row["bonus"])
        made.bonus[number] = rows.add(steps) if steps else NONE
        made.losses[number] = len(row["loss"])
        for i, word in enumerate(row["loss"]):
            made.loss[number * LOSSES + i] = kinds(f"{where}.loss", titles, word)


def _set_master(made: Setting, number: int, where: str, row: Row, titles: Sequence[str]) -> None:
    power = grammar.power(f"{where}.power", row["power"])
    hearts = row["hearts"]
    bodies = power.get("bodies", 1)
    if not 1 <= len(hearts) * bodies <= HEARTS:
        raise Refusal(f"{where}.hearts must be 1 to {HEARTS} values, all bodies together.")
    for heart in hearts:
        grammar.number(f"{where}.hearts", heart, 0, grammar.MOST)
    grammar.number(f"{where}.glory", row["glory"], 1, COINS)
    if not 1 <= row["swords"] * bodies <= ATTACKS:
        raise Refusal(f"{where}.swords must show 1 to {ATTACKS} attacks.")
    made.glory[number], made.swords[number] = row["glory"], row["swords"]
    made.bodies[number], made.body[number] = bodies, len(hearts)
    for i, heart in enumerate(list(hearts) * bodies):
        made.heart[number * HEARTS + i] = heart
    made.max_combos[number] = power.get("max_combos", FAR)
    made.damage_mod[number] = power.get("damage_mod", 0)
    made.attack_mod[number] = power.get("attack_mod", 0)
    made.hearts_per_turn[number] = power.get("hearts_per_turn", 0)
    made.heart_order[number] = ("", "low", "high").index(power.get("heart_order", ""))
    word = power.get("extra_loss", "")
    made.extra_loss[number] = kinds(f"{where}.power.extra_loss", titles, word) if word else 0
    made.regenerate[number] = int(power.get("regenerate", False))


def starters(setup: Setup) -> Iterator[int]:
    """The kinds of the hero's ten starters, Kai's on their calm side (MU-05, MU-09)."""
    hero = setup.options.hero
    first = KAI if hero == "kai" else 0
    for kind, copies in enumerate(setup.data.column(hero, "copies"), first):
        yield from [kind] * copies


def start(setup: Setup) -> MasterUdo:
    """The table before the first fight: all starters in hand, all attacks in the deck."""
    state = MasterUdo(setting(setup))
    state.deck = ALL_ATTACKS
    for kind in starters(setup):
        state.hand += ONE[kind]
    return state
