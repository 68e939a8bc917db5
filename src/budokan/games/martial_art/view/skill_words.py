"""A Skill in words, told from its values; for cards of one's own."""

from collections.abc import Callable, Mapping, Sequence

from budokan.kit.data import Data, Row

# The values that a Skill's text tells.
TOLD = ("timing", "role", "kinds", "areas", "lasts", "holds", "struck", "bare", "when", "do")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
WHEN = {
    "behind": "from behind",
    "severe": "at a Severe Area",
    "desperate": "with a Severe column of one's own",
}


def count(n: int) -> str:
    n = abs(n)
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def dice(n: int) -> str:
    return f"{count(n)} {'die' if abs(n) == 1 else 'dice'}"


def spaces(n: int) -> str:
    return f"{count(n)} {'space' if n == 1 else 'spaces'}"


def _more_or_fewer(who: str) -> Callable[[int], str]:
    return lambda n: f"{dice(n)} more" if n > 0 else f"{who} rolls {dice(n)} fewer"


EFFECTS: Mapping[str, Callable[[int], str]] = {
    "attack_dice": _more_or_fewer("the Attacker"),
    "attack_dice_per_move": lambda n: f"{dice(n)} more for each Move token in the Starting Area",
    "defence_dice": lambda n: (
        f"{dice(n)} more to guard" if n > 0 else f"the Defender rolls {dice(n)} fewer"
    ),
    "extra_damage": lambda n: f"{n} extra damage for each X",
    "cancel_normal": lambda n: f"cancels up to {count(n)} N of the attack",
    "cancel_per_punch": lambda n: f"cancels {count(n)} N for each own Punch in the Target Area",
    "remap_attack": lambda n: "N counts as F and F as N",
    "move_defence": lambda n: f"Move tokens guard with {dice(n)} each",
    "discard_defence": lambda n: (
        "a Defense token used is discarded" + (f" with {count(n - 1)} X or more" if n > 1 else "")
    ),
    "push": lambda n: f"a push by {n}",
    "gain_energy": lambda n: f"{n} Chi or Rage for each X",
    "move_tax": lambda n: f"next turn Moves cost the Defender {n} more per X",
    "move_after": lambda n: f"{spaces(n)} to move afterwards",
    "free_move": lambda n: f"{spaces(n)} free in the Effects",
    "no_energy_use": lambda n: "name an opponent, who pays no energy in their next turn",
    "extra_turn": lambda n: "a bonus turn at once",
    "swap_effects": lambda n: "two Effect tokens change Areas",
    "swap_kick": lambda n: "end of turn: an Effect token and a Kick may change Areas",
    "shift_effect": lambda n: "end of turn: an Effect token may go to the next Area",
    "damage": lambda n: f"{abs(n)} damage {'more' if n > 0 else 'less'} if it does any",
    "cancel_exceptional": lambda n: f"cancels up to {count(n)} X of the attack",
    "drain_chi": lambda n: f"if it does damage, the Defender loses {n} Chi",
    "drain_rage": lambda n: f"if it does damage, the Defender loses {n} Rage",
    "gain_chi": lambda n: f"gain {n} Chi",
    "gain_rage": lambda n: f"gain {n} Rage",
    "heal": lambda n: f"the most damaged Area recovers by {n}",
}


def describe(row: Row, data: Data) -> str:
    """What a Skill does, in one line."""
    parts = [part for part in (_span(row), _before(row, data), _strike(row, data)) if part]
    told = ", ".join(EFFECTS[name](n) for name, n in row["do"].items()) or "nothing"
    return f"{', '.join(parts)}: {told}" if parts else told


def _span(row: Row) -> str:
    if row["timing"] != "end" or row["lasts"] != "next":
        return ""
    return "until the next turn" if row["role"] == "defence" else "next turn"


def _before(row: Row, data: Data) -> str:
    """What the Starting Area holds, or the strike that came before."""
    held = [f"{count(n)} {data['token'][kind]['name']}" for kind, n in row["holds"].items()]
    if held:
        return f"with {listed(held, 'and')} in the Starting Area"
    return f"after a {data['token'][row['struck']]['name']}" if row["struck"] else ""


def _strike(row: Row, data: Data) -> str:
    """The strikes a Skill is for."""
    if row["role"] == "turn":
        return ""
    areas = {area["number"]: area["name"] for area in data["area"].values()}
    kinds = listed([data["token"][kind]["name"] for kind in row["kinds"]], "or")
    at = listed([areas[n] for n in row["areas"]], "or")
    when = [WHEN[word] for word in row.values.get("when", ())]
    bare = ["where the Defender has no token"] if row["bare"] else []
    if row["role"] == "attack":
        parts = [kinds, f"to the {at}" if at else "", *bare, *when]
    else:
        struck = " ".join(filter(None, (f"with {kinds}" * bool(kinds), f"at the {at}" * bool(at))))
        parts = [f"struck {struck}" * bool(struck), *bare, *when]
    return " ".join(filter(None, parts))


def listed(words: Sequence[str], last: str) -> str:
    """Head, Left Arm or Right Arm."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
