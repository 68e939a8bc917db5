"""Exact chances of damage, played out over every roll (MA-C15)."""

from fractions import Fraction
from math import factorial
from typing import Any

import pytest

from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.tests.helper import Play
from budokan.kit.contract import CHANCE, chances
from budokan.kit.testing.trial import twin

ATTACKER = {
    "kimberley": "energy kick | defense punch | move kick | energy defense | defense punch | move",
    "igor": "energy headbutt | defense punch | energy move | energy punch | move lock | energy",
    "li_ming": "energy kick | defense kick | energy lock | defense punch | energy move | energy",
    "hirumasa": "energy headbutt | energy lock | energy punch | move lock | defense punch | energy",
    "wonja": "energy kick | energy kick | defense punch | defense punch | move headbutt | energy",
}
# The struck Area of a Defender is the Head or an Arm; its tokens take the place of the asterisk.
HEAD = "* | | | | energy | "
LEFT_ARM = " | * | | | energy | "
RIGHT_ARM = " | energy | | | * | "
PUNCH = "A area 5, A face e, A sow defense, A strike B"
SHUTO = "A area 5, A face e, A skill shuto_uchi, A sow defense, A strike B"
KICK = "A area 3, A face e, A sow move, A strike B"
FIST = "A area 4, A face e, A sow energy, A strike B"
HOOK = "A area 4, A face e, A skill hook, A sow energy, A strike B"
UPPERCUT = "A area 4, A face e, A skill uppercut, A sow energy, A strike B"
BITE = "A area 4, A face e, A skill bite_of_the_tiger, A sow defense, A strike B"
KRA = "A area 4, A face e, A skill kra_tot_chok, A sow defense, A strike B"
LOCK = "A area 4, A face e, A sow move, A strike B"

BEHIND = {"facing": ["e", "e"]}
BRUISER = {"styles": ["bruiser", ""]}
YOTSU = {"styles": ["yotsu_zumo", ""]}
DRUNKEN = {"styles": ["", "drunken_master"]}
GASSHO = {"boost": "gassho_hineri"}
SOK = {"boost": "sok_klap_lang"}
SKILLS = {
    "igor": "hook uppercut bruiser",
    "kimberley": "shuto_uchi shotokan kiai",
    "hirumasa": "gassho_hineri oniyama yotsu_zumo",
    "li_ming": "bite_of_the_tiger drunken_master dragons_breath",
    "wonja": "kra_tot_chok sok_klap_lang tei_tat",
}
EYE = {"skills": [SKILLS["kimberley"], "eye_of_the_tiger hook bruiser"], "chi": [5, 2]}

# Attacker, Defender, its board, entries, position; Defense tokens shown, a Reaction; and how often
# damage 0, 1, 2, ... comes out of all rolls.
Row = tuple[str, str, str, str, dict[str, Any], int, str, str]
ROWS: list[Row] = [
    ("kimberley", "kimberley", LEFT_ARM, PUNCH, {}, 0, "", "1 4 4"),
    ("kimberley", "kimberley", LEFT_ARM, PUNCH, {}, 1, "", "57 20 4"),
    ("kimberley", "kimberley", LEFT_ARM, PUNCH, {}, 2, "", "689 36 4"),
    ("kimberley", "kimberley", LEFT_ARM, PUNCH, {}, 3, "", "6505 52 4"),
    ("kimberley", "kimberley", RIGHT_ARM, KICK, {"styles": ["shotokan", ""]}, 1, "", "11 12 4"),
    ("kimberley", "kimberley", RIGHT_ARM, KICK, {"styles": ["shotokan", ""]}, 2, "", "211 28 4"),
    ("kimberley", "kimberley", LEFT_ARM, SHUTO, {}, 0, "", "1 6 12 8"),
    ("kimberley", "kimberley", LEFT_ARM, SHUTO, {}, 1, "", "105 86 44 8"),
    ("kimberley", "kimberley", LEFT_ARM, SHUTO, {}, 2, "", "1809 294 76 8"),
    ("kimberley", "kimberley", LEFT_ARM, SHUTO, {}, 3, "", "18937 630 108 8"),
    ("igor", "kimberley", HEAD, HOOK, {}, 1, "", "15 30 28 8"),
    ("igor", "kimberley", HEAD, HOOK, {}, 2, "", "487 174 60 8"),
    ("igor", "kimberley", HEAD, UPPERCUT, {}, 0, "", "1 8 24 32 16"),
    ("igor", "kimberley", HEAD, UPPERCUT, {}, 1, "", "169 232 216 96 16"),
    ("igor", "kimberley", HEAD, UPPERCUT, {}, 2, "", "4241 1480 664 160 16"),
    ("igor", "kimberley", HEAD, UPPERCUT, {}, 3, "", "52665 4776 1368 224 16"),
    ("li_ming", "kimberley", HEAD, BITE, {}, 0, "", "1 10 40 80 80 32"),
    ("li_ming", "kimberley", HEAD, BITE, {}, 1, "", "249 490 680 528 208 32"),
    ("li_ming", "kimberley", HEAD, BITE, {}, 2, "", "8881 5322 3624 1488 336 32"),
    ("li_ming", "kimberley", HEAD, BITE, BEHIND, 0, "", "1 12 60 160 240 192 64"),
    ("li_ming", "kimberley", HEAD, BITE, BEHIND, 1, "", "345 892 1660 1888 1264 448 64"),
    ("wonja", "kimberley", HEAD, KRA, SOK | BEHIND, 1, "", "1 14 84 280 560 672 448 128"),
    (
        "wonja",
        "kimberley",
        HEAD,
        KRA,
        SOK | BEHIND,
        2,
        "",
        "457 1470 3444 5208 5040 2976 960 128",
    ),
    # MA-85: against a Lock a Defence die helps with 1 in 6.
    ("hirumasa", "kimberley", HEAD, LOCK, {}, 1, "", "21 35 25"),
    ("hirumasa", "kimberley", HEAD, LOCK, {}, 2, "", "1166 1125 625"),
    ("hirumasa", "kimberley", HEAD, LOCK, BEHIND, 1, "", "57 139 190 100"),
    ("hirumasa", "kimberley", HEAD, LOCK, GASSHO, 1, "", "37 118 234 240 100"),
    ("hirumasa", "kimberley", HEAD, LOCK, GASSHO | BEHIND, 1, "", "93 365 940 1416 1160 400"),
    # MA-R24: 1 extra damage for each X.
    ("igor", "kimberley", HEAD, FIST, BRUISER, 0, "", "4 12 13 6 1"),
    ("igor", "kimberley", HEAD, FIST, BRUISER, 1, "", "184 88 41 10 1"),
    ("igor", "kimberley", HEAD, FIST, BRUISER | BEHIND, 0, "", "8 36 66 63 33 9 1"),
    ("igor", "kimberley", HEAD, FIST, BRUISER | BEHIND, 1, "", "624 552 450 231 73 13 1"),
    ("igor", "kimberley", HEAD, UPPERCUT, BRUISER, 0, "", "16 96 248 360 321 180 62 12 1"),
    ("igor", "kimberley", HEAD, UPPERCUT, BRUISER, 1, "", "1904 2528 2972 2364 1289 476 114 16 1"),
    ("hirumasa", "kimberley", HEAD, LOCK, YOTSU, 0, "", "4 12 13 6 1"),
    ("hirumasa", "kimberley", HEAD, LOCK, YOTSU, 1, "", "289 436 386 160 25"),
    (
        "hirumasa",
        "kimberley",
        HEAD,
        LOCK,
        YOTSU | GASSHO,
        1,
        "",
        "1880 5240 10121 12390 9887 5132 1671 310 25",
    ),
    # MA-109: Drunken Master, alone and against Bruiser.
    ("igor", "li_ming", HEAD, FIST, DRUNKEN, 0, "", "1 2 1"),
    ("igor", "li_ming", HEAD, FIST, DRUNKEN, 1, "", "29 6 1"),
    ("igor", "li_ming", HEAD, FIST, DRUNKEN | BEHIND, 0, "", "1 3 3 1"),
    ("igor", "li_ming", HEAD, FIST, DRUNKEN | BEHIND, 1, "", "45 19 7 1"),
    (
        "igor",
        "li_ming",
        HEAD,
        FIST,
        {"styles": ["bruiser", "drunken_master"]},
        0,
        "",
        "9 12 10 4 1",
    ),
    # MA-R23: one or two Normal Successes cancelled.
    ("igor", "hirumasa", HEAD, FIST, {"chi": [5, 2]}, 0, "oniyama", "16 19 1"),
    ("igor", "hirumasa", HEAD, FIST, {"chi": [5, 2]} | BEHIND, 0, "oniyama", "44 102 69 1"),
    ("igor", "hirumasa", HEAD, FIST, {"chi": [5, 2]} | BEHIND, 1, "oniyama", "1488 382 73 1"),
    ("igor", "hirumasa", HEAD, UPPERCUT, {"chi": [5, 2]}, 0, "oniyama", "112 392 528 263 1"),
    ("igor", "hirumasa", HEAD, UPPERCUT, {"chi": [5, 2]}, 1, "oniyama", "6256 3556 1584 267 1"),
    ("kimberley", "igor", LEFT_ARM, PUNCH, EYE, 0, "eye_of_the_tiger", "25 10 1"),
    ("kimberley", "igor", LEFT_ARM, SHUTO, EYE, 0, "eye_of_the_tiger", "98 102 15 1"),
    ("kimberley", "igor", LEFT_ARM, SHUTO, EYE, 1, "eye_of_the_tiger", "1758 166 19 1"),
    ("kimberley", "igor", LEFT_ARM, SHUTO, EYE | BEHIND, 0, "eye_of_the_tiger", "328 608 339 20 1"),
    (
        "kimberley",
        "igor",
        LEFT_ARM,
        SHUTO,
        EYE | BEHIND,
        1,
        "eye_of_the_tiger",
        "9172 2044 423 24 1",
    ),
]


def at_the_dice(row: Row) -> MartialArt:
    """The state right before the dice of A's strike at B."""
    first, second, places, entries, position, guard, reaction, _ = row
    struck = " ".join(["defense"] * guard + ["move"])
    given = {
        "phase": "area",
        "spaces": ["0,0", "1,0"],
        "facing": ["e", "w"],
        "chi": [5, 0],
        "rage": [5, 1],
        "skills": [SKILLS[first], SKILLS[second]],
        "boards": [ATTACKER[first], places.replace("*", struck)],
    }
    play = Play({"mode": "black", "allow_mirror": True}, (first, second), **given | position)
    answers = [f"B skill {reaction}"] if reaction else []
    for entry in [*entries.split(", "), *answers, f"B defend {guard} 0"]:
        if entry.startswith("A sow") and "pass" in play.legal():
            play.do("A pass")
        play.do(entry)
    return play.state


def rolls(state: MartialArt) -> list[tuple[MartialArt, int]]:
    """The states the dice can lead to, each with its weight."""
    found = []
    for roll, weight in chances(state):
        after = twin(state)
        after.apply(CHANCE, roll)
        found.append((after, weight))
    return found


@pytest.mark.parametrize("row", ROWS)
def test_damage(row: Row) -> None:
    """MA-C15, MA-38, MA-41, MA-42: every roll of both sides, weighed."""
    state = at_the_dice(row)
    column = int(state.target)
    damage = [0] * 12
    waiting = [(state, 1)]
    while waiting:
        before, times = waiting.pop()
        for after, weight in rolls(before):
            if after.acting() == 1 << CHANCE:
                waiting.append((after, times * weight))
            else:
                damage[int(after.fighter(1).life[column])] += times * weight
    counts = [int(count) for count in row[-1].split()]
    share = Fraction(sum(damage), sum(counts))
    assert damage[: len(counts)] == [share * count for count in counts]


@pytest.mark.parametrize("dice", range(1, 9))
def test_weights_of_a_roll(dice: int) -> None:
    """MA-10: of six to the power of the dice, each multiset of faces has its exact share."""
    setting = at_the_dice(ROWS[0]).setting
    total = 0
    for f, n, x, weight in zip(
        setting.face_f, setting.face_n, setting.face_x, setting.weight, strict=True
    ):
        if f + n + x == dice:
            ways = factorial(dice) // (factorial(f) * factorial(n) * factorial(x))
            assert weight == ways * 2**f * 3**n
            total += weight
    assert total == 6**dice


def test_ma_22_random_layouts_are_fair() -> None:
    """MA-20 to MA-23: as if all places were filled at random until no Area has two Actions."""
    play = Play()
    found = []
    for entry in ("* lay energy", "* lay energy", "* lay energy", "* lay energy", "* lay punch"):
        weights = play.odds()
        total = sum(weights.values())
        odds = {text: Fraction(weight, total) for text, weight in weights.items()}
        found.append(" ".join(f"{text[4:]} {share}" for text, share in sorted(odds.items())))
        play.do(entry)
    assert found == [
        "defense 1/4 energy 1/2 move 1/4",
        "defense 2/7 energy 3/7 move 2/7",
        "defense 1/5 energy 1/5 headbutt 1/10 lock 1/10 move 1/5 punch 1/5",
        "defense 2/15 energy 1/15 headbutt 1/6 lock 1/6 move 2/15 punch 1/3",
        "defense 1/4 headbutt 1/8 lock 1/8 move 1/4 punch 1/4",
    ]
