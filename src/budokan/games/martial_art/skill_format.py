"""The closed words in which a Skill is written, and where each effect works."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from budokan.games.martial_art.rules import skills
from budokan.kit.card_format import Fault, Word
from budokan.kit.data import Row
from budokan.kit.errors import shortened, suggest

TIMING_WORDS = (
    Word("start", "paid after the Effects, for the strike of the turn", 'timing = "start"'),
    Word("end", "paid at the end of the own turn; see lasts", 'timing = "end"'),
    Word("reaction", "paid when struck, before the dice; for this strike", 'timing = "reaction"'),
    Word("style", "paid once at the end of the own turn; works from then on", 'timing = "style"'),
)  # fmt: skip
ROLE_WORDS = (
    Word("attack", "for strikes by the owner", 'role = "attack"'),
    Word("defence", "for strikes against the owner", 'role = "defence"'),
    Word("turn", "no strike is needed", 'role = "turn"'),
)
SPAN_WORDS = (
    Word("strike", "for one strike: Start and Reaction Skills", 'lasts = "strike"'),
    Word("now", "at once: End Skills", 'lasts = "now"'),
    Word("next", "the own next turn; with role defence until then: End Skills", 'lasts = "next"'),
    Word("on", "for the rest of the fight: Styles", 'lasts = "on"'),
)
CONDITION_WORDS = (
    Word("behind", "the strike comes from behind", 'when = ["behind"]'),
    Word("severe", "the Target Area of the Defender is Severe already", 'when = ["severe"]'),
    Word("desperate", "the owner has a Severe column", 'when = ["desperate"]'),
)
LASTING = {
    "start": ("strike",),
    "reaction": ("strike",),
    "style": ("on", "strike"),
    "end": ("now", "next"),
}
Way = tuple[str, str]  # role and timing; an End Skill is "now" or "next"
ATTACKS: tuple[Way, ...] = (("attack", "start"), ("attack", "next"), ("attack", "style"))
GUARDS: tuple[Way, ...] = (("defence", "reaction"), ("defence", "style"), ("defence", "next"))
AT_ONCE: tuple[Way, ...] = (("turn", "now"),)
ALL_ROLES = ("attack", "defence", "turn")
STYLES: tuple[Way, ...] = tuple((role, "style") for role in ALL_ROLES)
FREE: tuple[Way, ...] = (("attack", "next"), ("turn", "next"), *STYLES)
SOLE = ("extra_turn", "no_energy_use", "swap_effects", "swap_kick", "shift_effect")


@dataclass(frozen=True)
class Effect:
    """An effect: the numbers it takes in an attack, in a defence, or anywhere; where it works."""

    help: str
    ways: tuple[Way, ...]
    low: int = 1
    high: int = 1
    guard_low: int = 0  # in a defence, if it is not the same there
    guard_high: int = 0

    def range(self, role: str) -> tuple[int, int]:
        guards = role == "defence" and (self.guard_low or self.guard_high)
        return (self.guard_low, self.guard_high) if guards else (self.low, self.high)


EFFECTS: Mapping[str, Effect] = {
    "attack_dice": Effect(
        "so many Attack dice more; in a defence so many fewer, written as -1",
        (*ATTACKS, *GUARDS), 1, 9, -9, -1),
    "attack_dice_per_move": Effect(
        "so many Attack dice for each Move token in the Starting Area", ATTACKS, 1, 3),
    "defence_dice": Effect(
        "fewer Defence dice, written as -1; in a defence so many more",
        (*ATTACKS, *GUARDS), -9, -1, 1, 9),
    "extra_damage": Effect("so much extra damage for each X", ATTACKS, 1, 5),
    "cancel_normal": Effect("cancels up to so many N of the attack", GUARDS, 1, 9),
    "cancel_per_punch": Effect(
        "cancels so many N for each own Punch in the Target Area", GUARDS, 1, 3),
    "remap_attack": Effect("N and F of the attack change places", GUARDS),
    "move_defence": Effect(
        "Move tokens guard too, with so many dice each",
        (("defence", "reaction"), ("defence", "style")), 1, 2),
    "discard_defence": Effect(
        "a Defense token used is discarded: 1 for always, 2 if there is an X, 3 for two X, …",
        ATTACKS, 1, 9),
    "push": Effect("a push by so many spaces", ATTACKS, 1, 8),
    "gain_energy": Effect("so much Chi or Rage for each X", ATTACKS, 1, 3),
    "move_tax": Effect("next turn Moves cost the Defender so much more for each X", ATTACKS, 1, 3),
    "move_after": Effect(
        "so many spaces to move after the strike",
        (("attack", "start"), ("attack", "style")), 1, 5),
    "free_move": Effect("so many free spaces in the Effects of the turn", FREE, 1, 5),
    "no_energy_use": Effect("an opponent pays no energy in the next turn", AT_ONCE),
    "extra_turn": Effect("a bonus turn at once", AT_ONCE),
    "swap_effects": Effect("two own Effect tokens change Areas", AT_ONCE),
    "swap_kick": Effect("end of turn: an Effect token and a Kick change Areas", STYLES),
    "shift_effect": Effect("end of turn: an Effect token goes to the next Area", STYLES),
    "damage": Effect(
        "so much damage more if the strike does any; in a defence less, written as -1",
        (*ATTACKS, *GUARDS), 1, 9, -9, -1),
    "cancel_exceptional": Effect("cancels up to so many X of the attack", GUARDS, 1, 9),
    "drain_chi": Effect("a strike that does damage costs the Defender so much Chi", ATTACKS, 1, 9),
    "drain_rage": Effect(
        "a strike that does damage costs the Defender so much Rage", ATTACKS, 1, 9),
    "gain_chi": Effect("so much Chi at once", AT_ONCE, 1, 9),
    "gain_rage": Effect("so much Rage at once", AT_ONCE, 1, 9),
    "heal": Effect("the cube of the most damaged Area goes back by so many squares", AT_ONCE, 1, 9),
}  # fmt: skip
EFFECT_WORDS = tuple(
    Word(name, effect.help, f"do = {{ {name} = {effect.low} }}") for name, effect in EFFECTS.items()
)


def check_effects(where: str, value: Any) -> Iterator[Fault]:
    """A table of known effects with whole numbers that one of their ways takes."""
    if not isinstance(value, Mapping):
        yield Fault(where, f"{shortened(value)} must be a table such as {{ attack_dice = 1 }}.")
        return
    for name, n in value.items():
        if name not in EFFECTS:
            told = f"{shortened(name)} is not an effect; {suggest(str(name), EFFECTS)}"
            yield Fault(where, told)
            continue
        ranges = {EFFECTS[name].range(role) for role, _ in EFFECTS[name].ways}
        if type(n) is not int or not any(low <= n <= high for low, high in ranges):
            told = " or ".join(f"{low} to {high}" for low, high in sorted(ranges))
            yield Fault(where, f"{name} = {shortened(n)} must be a whole number, {told}.")


def skill_faults(row: Row) -> Iterator[Fault]:
    """Parts of a Skill that do not work together."""
    timing, role, lasts = row["timing"], row["role"], row["lasts"]
    if lasts not in LASTING[timing]:
        told = " or ".join(f'"{word}"' for word in LASTING[timing])
        yield Fault(f"{row.where}.lasts", f"A Skill with the keyword {timing} lasts {told}.")
        return
    if timing == "reaction" and role != "defence":
        yield Fault(f"{row.where}.role", 'A Reaction answers a strike: its role is "defence".')
        return
    if timing == "start" and role != "attack":
        told = 'A Start Skill is for the strike of the turn: its role is "attack" (MA-R26).'
        yield Fault(f"{row.where}.role", told)
        return
    yield from _effect_faults(row, role, lasts if timing == "end" else timing)
    if row["struck"] and timing not in ("end", "style"):
        told = "Only a Skill of the end of the turn can follow a strike."
        yield Fault(f"{row.where}.struck", told)
    if row["holds"] and timing != "start":
        told = "The Starting Area is asked for by Start Skills alone."
        yield Fault(f"{row.where}.holds", told)


def written(role: str, when: str) -> str:
    """A way as a card file writes it."""
    timing = f'timing = "end", lasts = "{when}"' if when in LASTING["end"] else f'timing = "{when}"'
    return f'role = "{role}", {timing}'


def _effect_faults(row: Row, role: str, when: str) -> Iterator[Fault]:
    where = f"{row.where}.do"
    for name, n in row["do"].items():
        effect = EFFECTS[name]
        low, high = effect.range(role)
        if (role, when) not in effect.ways:
            places = " or ".join(f"({written(*way)})" for way in effect.ways)
            yield Fault(where, f"{name} does not work in such a Skill; it needs {places}.")
        elif not low <= n <= high:
            yield Fault(
                where, f"{name} = {n} must be from {low} to {high} where the role is {role}."
            )
    sole = [name for name in SOLE if name in row["do"]]
    if len(sole) > 1:
        yield Fault(where, f"{' and '.join(sole)} cannot stand in one Skill; write two.")
    if not row["do"]:
        yield Fault(where, "This Skill does nothing.", warning=True)


assert tuple(EFFECTS) == skills.NAMES
