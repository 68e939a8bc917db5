"""Every sentence: events and refusals."""

from typing import Any

import pytest

from budokan.games.martial_art import GAME
from budokan.games.martial_art.tests.helper import Play
from budokan.kit.testing.laws import check_words
from budokan.kit.words import Event

HOOK = 0
DANCER = 5
KIAI = 9
DRUNKEN = 26
ENERGY = 0
MOVE = 1
DEFENSE = 2
PUNCH = 3
KICK = 4
HEAD = 0
LEFT_ARM = 1
RIGHT_ARM = 4
ASIDE = 5

# Event, (a, b), what its seat A is told, and where they differ what others are told.
SAID: list[tuple[str, tuple[int, int], str, str | None]] = [
    ("learn", (HOOK, 0), "A picks Hook.", ""),
    ("known", (HOOK, 0), "A fights with Hook.", None),
    ("lay", (MOVE, HEAD), "A lays Move: Head.", ""),
    ("lay", (MOVE, ASIDE), "A lays Move: set aside.", ""),
    ("lay_open", (KICK, HEAD), "A lays Kick: Head.", None),
    ("open", (KICK, LEFT_ARM), "A turns up Kick: Left Arm.", None),
    ("first", (0, 0), "A begins.", None),
    ("round", (3, 0), "Round 3.", None),
    ("turn", (0, 0), "A's turn.", None),
    ("bonus", (0, 0), "A's bonus turn.", None),
    ("area", (RIGHT_ARM, 2), "A starts from the Right Arm, tokens: 2.", None),
    ("shows", (DEFENSE, RIGHT_ARM), "& Defense is shown.", None),
    ("energy", (0, 2), "A gains 1 Chi (now 2).", None),
    ("energy", (1, 5), "A gains 1 Rage (now 5).", None),
    ("step", (18, 0), "A moves to (0,0).", None),
    ("buy", (2, 0), "A pays for Additional Moves: 2.", None),
    ("face", (1, 0), "& Facing north-east.", None),
    ("skill", (HOOK, 0), "A activates Hook (2 Chi).", None),
    ("sow_action", (PUNCH, HEAD), "& Punch to the Head.", None),
    (
        "sow_effect",
        (ENERGY, HEAD),
        "& Energy to the Head.",
        "& An Effect token to the Head.",
    ),
    ("strike", (PUNCH, LEFT_ARM), "A strikes with Punch at the Left Arm", None),
    ("strike_at", (1, 0), "&, against B.", None),
    ("hold", (0, 0), "A does not strike.", None),
    ("react", (2, 0), "A reacts with Eye of the Tiger (2 Chi, 1 Rage).", None),
    ("no_reaction", (0, 0), "A does not react.", None),
    ("defend", (1, 2), "A guards with 1 Defense and 2 Move.", None),
    ("push", (19, 0), "A is moved to (1,0).", None),
    ("collision", (2, HEAD), "A collides with C.", None),
    ("dice_base", (2, 0), "A has 2 dice.", None),
    ("dice_skill", (HOOK, 1), "& Hook adds 1.", None),
    ("dice_back", (1, 0), "& From behind: 1 more.", None),
    ("dice_collision", (1, 0), "& Collision: 1 more.", None),
    ("guard_skill", (HOOK, 1), "& Hook takes 1 from the guard.", None),
    ("attack_roll", (0, 1), "& The roll: F.", None),
    ("defence_roll", (1, 1), "A rolls N in defence.", None),
    ("third_roll", (2, 1), "A rolls X against B.", None),
    ("third_defence", (0, 1), "A rolls F in defence.", None),
    ("remap", (DRUNKEN, 0), "Drunken Master exchanges Normal Successes and Failures.", None),
    ("cancel", (2, 0), "A cancels Normal Successes: 2.", None),
    ("extra", (1, 0), "Extra damage: 1.", None),
    ("blocked", (2, 0), "A blocks 2.", None),
    ("damage", (3, HEAD), "A takes 3 damage on the Head.", None),
    ("life", (3, 8), "& Now 3 of 8.", None),
    ("severe", (LEFT_ARM, 2), "& Severe, 2 of 3.", None),
    ("lose", (MOVE, ASIDE), "A loses Move: set aside.", None),
    ("lose_none", (MOVE, 0), "A has no Move to lose.", None),
    ("discard", (DEFENSE, HEAD), "A discards Defense: Head.", None),
    ("tax", (1, 0), "A needs more Moves next turn: 1 more each time.", None),
    ("ko", (HEAD, 0), "A is knocked out: Head.", None),
    ("technical", (3, 0), "A is out by Technical KO, severe columns: 3.", None),
    ("ring_out", (0, 0), "A is out of the ring.", None),
    ("conceded", (0, 0), "A concedes.", None),
    ("place", (2, HEAD), "A puts the set-aside tokens on the Head: 2.", None),
    ("style", (DANCER, 0), "A fights in the Style Dancer (1 Chi, 1 Rage).", None),
    ("style_off", (DANCER, 0), "A leaves the Style Dancer.", None),
    ("silence", (1, 0), "B pays no energy next turn.", None),
    ("again", (0, 0), "A earns a bonus turn.", None),
    ("swap", (HEAD, LEFT_ARM), "A exchanges Effect tokens of Head and Left Arm.", None),
    (
        "trade",
        (HEAD, LEFT_ARM),
        "A exchanges an Effect token of the Head with a Kick of the Left Arm.",
        None,
    ),
    ("shift", (RIGHT_ARM, HEAD), "A moves an Effect token from Right Arm to Head.", None),
    ("moved", (DEFENSE, HEAD), "Defense goes to the Head.", ""),
    ("limit", (50, 0), "Round 50 was the last.", None),
    ("tally", (1, 7), "A has severe columns: 1, damage in all: 7.", None),
    ("win", (0, 0), "A wins.", None),
    ("team_win", (0, 2), "A and C win.", None),
    ("draw", (2, 0), "A shares a draw.", None),
    ("dice_less", (DRUNKEN, 1), "& Drunken Master takes 1.", None),
    ("guard_more", (DANCER, 1), "& Dancer adds 1 to the guard.", None),
    ("cancel_best", (1, 0), "A cancels Exceptional Successes: 1.", None),
    ("drain", (0, 2), "A loses Chi (now 2).", None),
    ("heal", (HEAD, 1), "A recovers on the Head (now 1).", None),
    ("idle", (0, 0), "A has no token left to start from.", None),
    ("changed", (-1, 0), "Skills change the damage by -1.", None),
]


@pytest.mark.parametrize(("name", "values", "said", "others"), SAID)
def test_events(name: str, values: tuple[int, int], said: str, others: str | None) -> None:
    words = GAME.words(GAME.setup(2))
    event = Event(GAME.events.index(name), 0, *values)
    assert words.sentence(event, 0) == said
    assert words.sentence(event, 1) == (said if others is None else others)


def test_every_event_is_covered() -> None:
    assert list(dict.fromkeys(row[0] for row in SAID)) == list(GAME.events)


def test_text_has_every_word_and_no_unused_ones() -> None:
    check_words(GAME)
    assert set(GAME.text["event"]) == set(GAME.events)
    assert set(GAME.text["verb"]) == {name for name, _, _ in GAME.verbs}
    assert list(GAME.text["skill"]) == list(GAME.data["skill"])
    assert all(len(text) <= 70 for text in GAME.text["skill"].values())


WHITE: dict[str, Any] = {
    "phase": "area",
    "spaces": ["0,0", "1,0"],
    "boards": [
        "energy headbutt | defense punch | energy move | energy lock | move punch | energy defense",
        "energy kick | defense punch | energy kick | defense punch | energy defense | move move",
    ],
}
BLACK: dict[str, Any] = WHITE | {
    "facing": ["e", "w"],
    "skills": ["hook uppercut dancer", "shuto_uchi kiai goju"],
}
SILENT = BLACK | {"silenced": [True, False], "chi": [2, 0], "rage": [3, 0]}
ON = BLACK | {
    "chi": [1, 0],
    "rage": [3, 0],
    "skills": ["hook dancer bruiser", "shuto_uchi kiai goju"],
    "styles": ["dancer", ""],
}
EMPTY = BLACK | {
    "boards": [
        "energy headbutt | defense punch | energy move | energy lock | move punch | energy defense",
        "energy kick | defense kick | | defense defense punch punch | energy energy | move move",
    ],
    "styles": ["", "goju"],
    "turn": "B",
}
LI_MING: dict[str, Any] = WHITE | {
    "boards": [
        "energy kick | defense punch | energy kick | move lock | energy defense | energy move",
        WHITE["boards"][1],
    ],
    "chi": [3, 0],
    "rage": [2, 0],
}
CRANE = LI_MING | {
    "facing": ["e", "w"],
    "skills": ["cranes_serenity leopards_fury dragons_breath", "shuto_uchi kiai goju"],
}
NEGATIVA = BLACK | {
    "boards": [
        WHITE["boards"][0],
        "move move kick | defense | move kick | energy punch headbutt | energy defense | energy",
    ],
    "skills": ["hook uppercut dancer", "negativa macaco cotovelada"],
    "chi": [0, 1],
}
STRUCK = ["A area 5", "A face e", "A sow move", "A strike B"]
PUNCHED = ["A area 5", "A ready", "A sow move", "A strike B"]

# A punch that pushes Kimberley into Ricardo.
THREE = {
    "phase": "area",
    "boards": [
        "move move headbutt | defense | defense | lock | energy punch punch | energy",
        "energy punch | kick | kick | energy punch | defense | ",
        "move | kick | kick | punch | headbutt | ",
    ],
    "spaces": ["0,0", "1,0", "2,0"],
    "facing": ["e", "w", "w"],
    "skills": ["jabs hook uppercut", "shuto_uchi kiai goju", "macaco negativa cotovelada"],
    "chi": [1, 0, 0],
    "rage": [1, 0, 0],
}
COLLIDED = ["A area 5", "A face e", "A skill jabs", "A sow energy", "A sow punch", "A strike B"]
COLLIDED += ["* roll nnnnn"]
# Clause, mode and fighters, position, entries before, the entry refused.
REFUSED: list[tuple[str, str, dict[str, Any], list[str], str]] = [
    ("MA-06", "white", WHITE, ["A area 1"], "A step w"),
    ("MA-07", "white", WHITE, ["A area 3"], "A step e"),
    ("MA-08", "white", WHITE, PUNCHED, "B defend 0 1"),
    ("MA-10", "white", WHITE, [*PUNCHED, "B defend 0 0"], "A roll nn"),
    ("MA-19", "white", {}, ["* lay defense", "* lay defense"], "* lay defense"),
    ("MA-20", "white", {}, [], "* lay punch"),
    ("MA-21", "black", {"phase": "lay"}, ["A lay move"], "A lay energy"),
    ("MA-22", "white", {}, ["* lay energy", "* lay energy", "* lay punch"], "* lay lock"),
    (
        "MA-23",
        "white",
        {},
        [f"* lay {kind}" for kind in ("energy", "energy", "energy", "energy", "defense")],
        "* lay defense",
    ),
    ("MA-26", "white", WHITE, [*PUNCHED, "B defend 0 0"], "* area 1"),
    ("MA-27", "white", WHITE, ["A area 1"], "A area 2"),
    ("MA-29", "white", WHITE, ["A area 3", "A energy chi"], "A energy chi"),
    ("MA-31", "white", WHITE, [], "A sow punch"),
    ("MA-32", "white", WHITE, ["A area 5", "A ready"], "A sow kick"),
    ("MA-34", "white", WHITE, ["A area 3", "A ready", "A sow move"], "A strike B"),
    ("MA-36", "white", WHITE, PUNCHED, "A strike B"),
    ("MA-38", "white", WHITE, [*PUNCHED, "B defend 0 0"], "* roll nnn"),
    ("MA-40", "white", WHITE, PUNCHED, "B defend 2 0"),
    ("MA-41", "white", WHITE, [*PUNCHED, "B defend 1 0", "* roll nn"], "* roll n"),
    ("MA-54", "white", WHITE, ["A concede"], "B area 1"),
    ("MA-55", "white", WHITE | {"chi": [2, 0]}, ["A area 5", "A ready"], "A skill uppercut"),
    ("MA-56", "white", WHITE, [], "A skill hook"),
    ("MA-57", "white li_ming", LI_MING, [], "A skill dragons_breath"),
    ("MA-58", "black", NEGATIVA, [], "B skill negativa"),
    ("MA-59", "black", BLACK, [], "A skill dancer"),
    (
        "MA-61",
        "white",
        WHITE | {"chi": [4, 0]},
        ["A area 5", "A ready", "A skill hook", "A sow move"],
        "A skill hook",
    ),
    ("MA-67", "white", WHITE, [], "A skill jabs"),
    ("MA-69", "white", WHITE, [], "B area 1"),
    ("MA-80", "black", BLACK, [], "A lay punch"),
    ("MA-82", "black", BLACK, [], "A skill jabs"),
    ("MA-83", "black", BLACK, ["A area 4", "A face e", "A sow energy"], "A strike B"),
    ("MA-87", "black", BLACK, ["A area 1"], "A step w"),
    ("MA-90", "black", BLACK, STRUCK, "A step w"),
    ("MA-92", "black", BLACK, ["A area 5", "A face w", "A sow move"], "A strike B"),
    ("MA-96", "black", BLACK, ["A area 5"], "B face e"),
    ("MA-101", "three", THREE, COLLIDED, "* roll nn"),
    ("MA-107", "black", BLACK, [], "A shift 1 energy"),
    ("MA-R1", "white", WHITE, [], "A first A"),
    ("MA-R3", "black", BLACK, [], "A reveal"),
    ("MA-R4", "white", WHITE, [], "A sow ?"),
    ("MA-R9", "black", EMPTY, [], "B area 3"),
    ("MA-R10", "white", WHITE, [], "A pass"),
    ("MA-R11", "white", WHITE, [], "A hold"),
    ("MA-R12", "white", WHITE, [], "A energy chi"),
    ("MA-R13", "black", BLACK, ["A area 5"], "A buy"),
    ("MA-R14", "white", WHITE | {"chi": [5, 0]}, ["A area 1"], "A energy chi"),
    ("MA-R15", "white", WHITE | {"spaces": ["3,0", "1,0"]}, ["A area 5"], "A step e"),
    ("MA-R16", "white", WHITE, ["A area 5"], "A face e"),
    ("MA-R17", "black", BLACK, ["A area 5"], "A ready"),
    ("MA-R19", "white", WHITE, ["A area 5", "A ready", "A sow move"], "A strike A"),
    (
        "MA-R26",
        "white",
        WHITE | {"chi": [2, 0], "rage": [2, 0]},
        ["A area 5", "A ready"],
        "A skill uppercut",
    ),
    (
        "MA-R46",
        "black",
        ON,
        ["A area 3", "A face e", "A sow move", "A hold"],
        "A skill dancer",
    ),
    ("MA-R47", "black", SILENT, ["A area 1"], "A step w"),
    ("MA-R48", "black", BLACK | {"tax": [1, 0]}, ["A area 3"], "A step w"),
    ("MA-R51", "black", NEGATIVA, STRUCK, "B skill negativa"),
    (
        "MA-R54",
        "li_ming",
        LI_MING,
        ["A area 2", "A sow defense", "A hold"],
        "A skill leopards_fury",
    ),
    (
        "MA-R55",
        "li_ming black",
        CRANE,
        ["A area 4", "A face e", "A sow move", "A hold", "A skill cranes_serenity"],
        "A swap 2 1 defense energy",
    ),
    ("MA-R65", "white", WHITE, [], "B defend 0 0"),
]


@pytest.mark.parametrize(("clause", "kind", "position", "before", "entry"), REFUSED)
def test_refusals(
    clause: str, kind: str, position: dict[str, Any], before: list[str], entry: str
) -> None:
    """Each clause that `why` names has an action it forbids, and a sentence."""
    seats = 3 if kind == "three" else 2
    mode = "black" if "black" in kind or seats == 3 else "white"
    first = "li_ming" if "li_ming" in kind else "igor"
    second = "ricardo" if position is NEGATIVA else "kimberley"
    play = Play({"mode": mode}, (first, second, "ricardo")[:seats], **position)
    assert play.do(*before).why(entry) == clause
    assert GAME.words(play.setup).refusal(clause).endswith(".")


def test_every_refusal_is_covered() -> None:
    assert [row[0] for row in REFUSED] == list(GAME.text["refusal"])
    assert all(clause in GAME.clauses for clause in GAME.text["refusal"])


LOCKING = BLACK | {
    "boards": [
        "headbutt | defense punch | energy defense | move lock | energy energy punch | move",
        BLACK["boards"][1],
    ]
}
LOCKED = ["A area 4", "A face e", "A sow move"]
TRADING = BLACK | {"skills": ["hook uppercut dancer", "goju shuto_uchi kiai"], "turn": "B"}
TRADES = ["B area 3", "B face w", "B sow energy", "B hold"]


@pytest.mark.parametrize(
    ("position", "before", "entry", "clause"),
    [
        (LOCKING, LOCKED, "A strike B", ""),
        (LOCKING | {"tax": [1, 0]}, LOCKED, "A strike B", "MA-R48"),
        (LOCKING, ["A area 4", "A step w", "A face e", "A sow move"],
         "A strike B", "MA-34"),
        (LOCKING | {"tax": [1, 0], "silenced": [True, False]}, LOCKED, "A strike B", "MA-R47"),
        (LOCKING | {"tax": [1, 0], "spaces": ["-1,0", "1,0"]}, ["A area 4"],
         "A step e", "MA-R48"),
        (NEGATIVA | {"chi": [0, 0]}, STRUCK, "B skill negativa", "MA-55"),
        (BLACK, STRUCK, "* area 1", "MA-26"),
        (BLACK, STRUCK, "* roll nn", "MA-10"),
        (BLACK, STRUCK, "A roll nn", "MA-10"),
        (BLACK, [], "A swap 1 2 energy energy", "MA-57"),
        (TRADING, [], "B trade 1 2 energy", "MA-107"),
        (TRADING | {"styles": ["", "goju"]}, TRADES, "B trade 2 2 energy", "MA-R55"),
        (TRADING | {"styles": ["", "goju"]}, TRADES, "B shift 2 energy", "MA-107"),
        (TRADING | {"styles": ["", "goju"]}, TRADES, "A trade 2 1 energy", "MA-107"),
    ],
)  # fmt: skip
def test_the_clause_that_explains_best(
    position: dict[str, Any], before: list[str], entry: str, clause: str
) -> None:
    fighters = ("igor", "ricardo" if "negativa" in str(position["skills"]) else "kimberley")
    play = Play({"mode": "black"}, fighters, **position).do(*before)
    assert play.why(entry) == clause


def test_a_flat_surcharge_explains_nothing_once_it_is_paid() -> None:
    """MA-R48: then only an ordinary Move is missing."""
    position = LOCKING | {"tax": [1, 0], "chi": [1, 0], "rage": [1, 0]}
    play = Play({"mode": "black", "harite": "flat"}, **position)
    play.do("A area 4", "A step w")
    assert play.why("A step e") == "MA-87"
    stayed = Play({"mode": "black", "harite": "flat"}, **(position | {"spaces": ["-1,0", "1,0"]}))
    stayed.do("A area 4", "A step e", "A face e", "A sow move")
    assert stayed.why("A strike B") == "MA-83"
