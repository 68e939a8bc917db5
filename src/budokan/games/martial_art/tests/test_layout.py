"""Before the fight: Skills, tokens, the first player, and what others see."""

from collections import Counter
from typing import Any

import pytest

from budokan.games.martial_art import GAME
from budokan.games.martial_art.rules import layout
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.setup import fighters, sides
from budokan.games.martial_art.tests.helper import KINDS, Play, typed
from budokan.kit.contract import CHANCE, copy, legal_codes
from budokan.kit.errors import Refusal
from budokan.kit.rng import Rng

BLACK = {"mode": "black"}
LEARNED = [f"{seat} learn {skill}" for seat, skill in zip("AAABBB", (
    "hook", "jabs", "dancer", "kiai", "goju", "shuto_uchi"), strict=True)]  # fmt: skip


def laying(fighter: str) -> MartialArt:
    """A seat that is about to lay its first token."""
    other = "igor" if fighter != "igor" else "wonja"
    return Play(BLACK, (fighter, other), phase="lay").state


@pytest.mark.parametrize(
    ("fighter", "count"),
    [("igor", 10380), ("kimberley", 6600), ("hirumasa", 2100), ("li_ming", 10380),
     ("ricardo", 13200), ("wonja", 3900)],
)  # fmt: skip
def test_every_layout_can_be_laid_once(fighter: str, count: int) -> None:
    """MA-20 to MA-23, MA-80: as many rows of steps as there are layouts, none a dead end."""
    start = laying(fighter)
    waiting: dict[tuple[int, ...], int] = {tuple(start.fighter(0).encode()): 1}
    states = {tuple(start.fighter(0).encode()): start}
    for _ in range(12):
        longer: Counter[tuple[int, ...]] = Counter()
        found = {}
        for key, ways in waiting.items():
            codes = legal_codes(states[key], 0)
            assert codes
            for code in codes:
                twin = typed(copy(states[key]))
                twin.apply(0, code)
                name = rest(twin)
                found[name] = twin
                longer[name] += ways
        waiting, states = dict(longer), found
    assert sum(waiting.values()) == count


def rest(state: MartialArt) -> tuple[int, ...]:
    """The facts that decide the next steps: tokens left and the current place."""
    fighter = state.fighter(0)
    left = [int(layout.left(state, 0, kind)) for kind in range(7)]
    return (int(fighter.laid), int(layout.first_of_pair(state, 0)), *left)


def test_ma_22_no_two_actions_in_an_area() -> None:
    play = Play(BLACK, ("igor", "kimberley"), phase="lay")
    assert play.legal("A") == ["lay defense", "lay energy", "lay move"]
    play.do("A lay energy")
    assert play.why("A lay punch") == "MA-20"
    play.do("A lay energy", "A lay energy")
    assert play.legal("A") == [
        "lay defense", "lay energy", "lay headbutt", "lay lock", "lay move", "lay punch"
    ]  # fmt: skip
    play.do("A lay lock")
    assert play.why("A lay punch") == "MA-21"
    assert play.why("A lay kick") == "MA-19"
    play.do("A lay energy", "A lay move")
    # Three Actions for three Areas: no Effect beside an Effect any more.
    play.do("A lay move")
    assert play.legal("A") == ["lay headbutt", "lay punch"]
    assert play.why("A lay defense") == "MA-23"
    play.do("A lay punch")
    assert play.state.a.laid == 8


def test_ma_r3_order_of_secret_choices() -> None:
    """Skills, reveal, layouts, Action tokens and first player: MA-81, MA-82, MA-R1."""
    play = Play(BLACK)
    assert play.acting() == ["A", "B"]
    play.do(*LEARNED[:2])
    assert play.why("A learn hook") == "MA-82"
    assert play.why("A learn kiai") == "MA-82"
    play.do(LEARNED[2])
    assert play.acting() == ["B"]
    play.do(*LEARNED[3:])
    assert play.odds() == {"reveal": 1}
    assert play.view(1).a.skills == 0
    play.do("* reveal")
    assert play.view(1).a.skills == 0b110001
    assert play.acting() == ["A", "B"]
    while play.acting() != ["*"]:
        mark = play.acting()[0]
        play.do(f"{mark} {play.legal(mark)[0]}")
    assert play.odds() == {"first A": 1, "first B": 1}
    assert play.document()["phase"] == "first"
    assert set(GAME.write(play.view(1), play.setup)["boards"][0].split()) == {"?", "|"}
    play.do("* first B")
    assert play.acting() == ["B"]
    assert "punch" in GAME.write(play.view(1), play.setup)["boards"][0]
    assert play.events().count("open") == 8


@pytest.mark.parametrize(
    ("given", "who"),
    [
        ({}, "AB"),
        ({"first_player": "seat0"}, "A"),
        ({"first_player": "chosen", "first_seat": 1}, "B"),
        ({"first_seat": 1}, "AB"),
    ],
)
def test_ma_r1_first_player(given: dict[str, Any], who: str) -> None:
    play = Play(given, ("igor", "kimberley"), phase="first")
    assert play.odds() == {f"first {mark}": 1 for mark in who}
    sampled = {GAME.notation.text(int(play.state.sample(Rng(n)))) for n in range(9)}
    assert sampled == set(play.odds())


@pytest.mark.parametrize("mode", ["white", "black"])
def test_a_position_after_all_tokens_are_laid(mode: str) -> None:
    """A position between the last token and the first turn can be written and read."""
    fighters = ("igor", "kimberley", "wonja", "ricardo")
    play = Play({"layout": "royale", "mode": mode}, fighters, phase="first")
    assert play.odds() == {f"first {mark}": 1 for mark in "ABCD"}
    again = GAME.read(GAME.write(play.state, play.setup), play.setup)
    assert again.encode() == play.state.encode()


def test_white_belt_tokens_are_dealt() -> None:
    """MA-20, MA-21: chance lays; the owner sees all, the others Action tokens only (MA-24)."""
    play = Play({}, ("igor", "kimberley"))
    assert play.acting() == ["*"]
    assert play.odds() == {"lay energy": 4, "lay move": 2, "lay defense": 2}
    play.do("* lay energy", "* lay energy")
    assert play.odds() == {
        "lay energy": 2, "lay move": 2, "lay defense": 2, "lay punch": 2, "lay lock": 1,
        "lay headbutt": 1,
    }  # fmt: skip
    code = GAME.notation.parse("lay move")
    assert GAME.notation.text(int(play.state.seen(0, CHANCE, code))) == "lay move"
    assert GAME.notation.text(int(play.state.seen(1, CHANCE, code))) == "lay ?"
    play.do("* lay move")
    # Four Actions for five Areas: weights 5 for each Action token, 2 for each Effect token.
    assert play.odds() == {
        "lay energy": 4, "lay move": 2, "lay defense": 4, "lay punch": 10, "lay lock": 5,
        "lay headbutt": 5,
    }  # fmt: skip
    play.do("* lay punch")
    assert GAME.notation.text(int(play.state.seen(1, CHANCE, GAME.notation.parse("lay lock")))) == (
        "lay lock"
    )
    assert GAME.write(play.view(1), play.setup)["boards"][0].startswith("punch ? |  |")
    assert play.state.source() == 6
    assert play.told(1)[-1] == "A lays Punch: Head."


def test_a_dealt_layout_has_two_tokens_in_every_area() -> None:
    """MA-19, MA-21, MA-22, MA-23"""
    for seed in range(20):
        play = Play({}, ("hirumasa", "wonja", "ricardo"))
        rng = Rng(seed + 1)
        play.state.settle(rng)
        for seat in range(3):
            fighter = play.state.fighter(seat)
            assert [int(fighter.all_at(place)) for place in range(6)] == [2] * 6
            assert all(sum(int(fighter.at(a, k)) for k in range(3, 7)) <= 1 for a in range(5))
            assert fighter.down(5) == 2
            for kind, word in enumerate(KINDS):
                total = play.setup.data["fighter"][fighters(play.setup)[seat]]["tokens"]
                assert sum(int(fighter.at(p, kind)) for p in range(6)) == total.get(word, 0)


def test_characters() -> None:
    """MA-15, MA-R2: `any` takes the first free one, nobody twice unless `allow_mirror` is on."""
    setup = GAME.setup(3, {}, {1: {"fighter": "igor"}})
    assert fighters(setup) == ["kimberley", "igor", "hirumasa"]
    twice = {0: {"fighter": "wonja"}, 1: {"fighter": "wonja"}}
    with pytest.raises(Refusal, match="Wonja is chosen twice"):
        GAME.setup(2, {}, twice)
    assert fighters(GAME.setup(2, {"allow_mirror": True}, twice)) == ["wonja", "wonja"]


@pytest.mark.parametrize(
    ("seats", "given", "said"),
    [
        (2, {"layout": "team"}, "layout = team is for 4 players, not 2"),
        (3, {"layout": "duel"}, "layout = duel is for 2 players, not 3"),
        (2, {"first_player": "chosen", "first_seat": 2}, "first_seat = 2: there are 2 seats"),
        (2, {"gauge_start": 6}, "gauge_start = 6 lies above gauge_max = 5"),
        (2, {"gauge_max": 2}, "gauge_max = 2 is not possible"),
        (2, {"max_rounds": 0}, "max_rounds = 0 is not possible"),
    ],
)
def test_settings_that_cannot_be_played(seats: int, given: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal, match=said):
        GAME.setup(seats, given)


def test_sides() -> None:
    """MA-03"""
    assert sides(GAME.setup(4)) == (0, 1, 2, 3)
    assert sides(GAME.setup(4, {"layout": "team"})) == (0, 1, 0, 1)
    assert sides(GAME.setup(3)) == (0, 1, 2)


def test_the_start() -> None:
    """MA-16, MA-17, MA-18, MA-67"""
    state = Play({"gauge_start": 2, "gauge_max": 4}, ("igor", "wonja")).state
    assert [int(n) for n in state.a.life] == [0] * 5
    assert (state.a.chi, state.b.rage, state.setting.gauge[1]) == (2, 2, 4)
    assert (state.a.skills, state.b.skills) == (3, 3)
    assert [GAME.domains(GAME.data)["cell"].words[state.fighter(s).cell] for s in (0, 1)] == [
        "-1,0", "1,0"
    ]  # fmt: skip
    assert (state.a.facing, state.b.facing) == (0, 3)
