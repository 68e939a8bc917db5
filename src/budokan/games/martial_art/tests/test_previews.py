"""Previews come true: checked against every outcome of the dice and the rules."""

from typing import Any

import pytest

from budokan.games.martial_art import GAME
from budokan.games.martial_art.rules import actions, phases
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.rules.state import DEFENSE
from budokan.games.martial_art.tests.helper import IGOR, KIMBERLEY, KINDS, Play, fact, walk
from budokan.games.martial_art.view import previews
from budokan.kit.contract import CHANCE, chances
from budokan.kit.testing.trial import twin, zone

BLACK = {"mode": "black"}
IGOR_SKILLS = "jabs hook dancer"
# Igor, Kimberley and Ricardo in one line: a push by Jabs ends in a Collision.
LINE: dict[str, Any] = {
    "phase": "area",
    "spaces": ["0,0", "1,0", "2,0"],
    "facing": ["e", "w", "w"],
    "boards": [
        "move move headbutt | defense | defense | lock | energy punch punch | energy",
        "energy punch | kick | defense defense kick | energy punch | defense | ",
        "move | kick | kick | punch | headbutt | ",
    ],
    "skills": [IGOR_SKILLS, "shuto_uchi kiai goju", "macaco negativa cotovelada"],
    "chi": [1, 0, 0],
    "rage": [1, 0, 0],
}
THREE = ("igor", "kimberley", "ricardo")
JABS = ("A area 5", "A face e", "A skill jabs", "A sow energy", "A sow punch")


def damage(state: MartialArt, foe: int, area: int) -> dict[int, float]:
    """What a seat suffers when all dice are played out."""
    found: dict[int, float] = {}
    before = int(state.fighter(foe).life[area])
    waiting = [(state, 1.0)]
    while waiting:
        each, share = waiting.pop()
        if not phases.ATTACK <= each.phase <= phases.DEFENCE:
            hurt = int(each.fighter(foe).life[area]) - before
            found[hurt] = found.get(hurt, 0) + share
            continue
        odds = chances(each)
        total = sum(weight for _, weight in odds)
        for roll, weight in odds:
            after = twin(each)
            after.apply(CHANCE, roll)
            while after.phase in (phases.THIRD_ATTACK, phases.THIRD_DEFENCE):
                after.apply(CHANCE, legal_roll(after))
            waiting.append((after, share * weight / total))
    return found


def legal_roll(state: MartialArt) -> int:
    return chances(state)[0][0]


def shares(found: previews.Spread) -> dict[int, float]:
    return dict(enumerate(found.shares))


@pytest.mark.parametrize("shown", [0, 1, 2])
def test_a_collision_counts_for_both_sides(shown: int) -> None:
    """MA-100, MA-104: the Defender is asked before the push, and weighs its die all the same."""
    play = Play(BLACK, THREE, **LINE).do(*JABS)
    (aim,) = previews.aims(play.view(0), 0)
    assert (aim.push, aim.dice) == ("Collision", 5)
    told = shares(previews.spread(aim.state, aim.state.main, shown, 0))
    play.do("A strike B")
    notes = {c.action: c.preview.note for c in play.scene(1).choices if c.preview}
    play.do(f"B defend {shown} 0")
    true = damage(play.state, 1, 2)
    assert told == pytest.approx(true)
    usual = min(n for n, share in true.items() if share > max(true.values()) - 1e-9)
    assert notes[f"defend {shown} 0"] == f"you usually take {usual}, at most {max(true)}"


def test_forecasts_come_true_in_a_fight() -> None:
    """Every strike of two fights, for every number of Defense tokens."""
    checked = 0
    for fighters, seed in ((("igor", "li_ming"), 3), (("hirumasa", "ricardo"), 5)):
        play = Play({**BLACK, "gauge_start": 5}, fighters)
        for seat, _ in walk(play, seed, 4):
            if play.state.phase != phases.STRIKE:
                continue
            for aim in previews.aims(play.state, seat):
                checked += compared(play.state, seat, aim)
    assert checked > 30


def compared(state: MartialArt, seat: int, aim: previews.Aim) -> int:
    area, foe = int(aim.state.target), aim.foe
    after = twin(state)
    after.apply(seat, actions.STRIKE + foe)
    if aim.push == "out":
        assert not after.is_in(foe)
        return 1
    if after.phase == phases.REACT:
        after.apply(foe, actions.PASS)
    most = int(state.fighter(foe).at(area, DEFENSE)) if after.phase == phases.DEFEND else 0
    for shown in range(most + 1):
        each = twin(after)
        if each.phase == phases.DEFEND:
            each.apply(foe, actions.DEFEND + actions.FEW * shown)
        last = int(state.setting.last[5 * foe + area] - state.fighter(foe).life[area])
        told: dict[int, float] = {}
        for n, share in shares(previews.spread(aim.state, aim.state.main, shown, 0)).items():
            told[min(n, last)] = told.get(min(n, last), 0) + share
        assert told == pytest.approx(damage(each, foe, area))
    return most + 1


STRIKER = "energy headbutt | energy punch | defense | lock | move punch | "
GUARDLESS = "energy punch | kick | move kick | energy punch | energy | "


@pytest.mark.parametrize(
    ("life", "board", "lost"),
    [
        (0, KIMBERLEY, {"defense": 4 / 9}),
        (1, KIMBERLEY, {"defense": 8 / 9}),
        (2, KIMBERLEY, {}),
        (3, KIMBERLEY, {"punch": 4 / 9}),
        (1, GUARDLESS, {}),  # no Defense token is left (MA-R38)
        (5, KIMBERLEY, {}),
    ],
)
def test_tokens_a_strike_may_cost(life: int, board: str, lost: dict[str, float]) -> None:
    """MA-48: two dice at the Left Arm, with a Defense on square 2 and a Punch on 5."""
    lives = [[0] * 5, [0, life, 0, 0, 0]]
    play = Play({}, phase="area", spaces=["0,0", "1,0"], boards=[STRIKER, board], life=lives)
    play.do("A area 5", "A ready", "A sow move")
    (aim,) = previews.aims(play.view(0), 0)
    found = previews.spread(aim.state, aim.state.main, 0, 0)
    told = {KINDS[kind]: share for kind, share in previews.losses(aim, found)}
    assert told == pytest.approx(lost)


def test_set_aside_tokens_may_be_safe() -> None:
    """MA-R39: the last Defense tokens lie aside."""
    board = "energy punch | kick | move kick | energy punch | energy | defense defense"
    lives = [[0] * 5, [0, 1, 0, 0, 0]]
    for safe in (False, True):
        play = Play({"reserve_safe": safe}, phase="area", spaces=["0,0", "1,0"],
                    boards=[STRIKER, board], life=lives)  # fmt: skip
        play.do("A area 5", "A ready", "A sow move")
        (aim,) = previews.aims(play.state, 0)
        found = previews.spread(aim.state, aim.state.main, 0, 0)
        assert len(list(previews.losses(aim, found))) == (0 if safe else 1)


def test_a_beaten_fighter_loses_no_token() -> None:
    """MA-R42: on the way to the third severe column no token past the line is lost."""
    life = [[0] * 5, [4, 3, 4, 0, 0]]
    boards = [STRIKER, KIMBERLEY]
    play = Play({}, phase="area", spaces=["0,0", "1,0"], boards=boards, life=life)
    play.do("A area 5", "A ready", "A sow move")
    (aim,) = previews.aims(play.view(0), 0)
    found = previews.spread(aim.state, aim.state.main, 0, 0)
    assert found.beaten == pytest.approx(8 / 9)
    assert list(previews.losses(aim, found)) == []


FAR: dict[str, Any] = {"phase": "area", "spaces": ["-1,0", "1,0"], "boards": [IGOR, KIMBERLEY]}


@pytest.mark.parametrize(
    ("options", "position", "area", "note"),
    [
        ({}, {}, "left_arm", "Punch → Right Leg, too far"),
        ({}, {"spaces": ["0,0", "1,0"]}, "left_arm", "Punch → Right Leg"),
        (BLACK, {}, "left_arm", "Punch → Right Leg, too far"),
        (BLACK, {"chi": [1, 0], "rage": [1, 0]}, "left_arm", "Punch → Right Leg"),
        (BLACK, {"chi": [1, 0], "rage": [1, 0], "silenced": [True, False]}, "left_arm",
         "Punch → Right Leg, too far"),
        (BLACK, {"chi": [1, 0], "rage": [1, 0], "tax": [1, 0]}, "left_arm",
         "Punch → Right Leg, too far"),
        (BLACK, {"chi": [2, 0], "rage": [2, 0], "tax": [1, 0]}, "left_arm", "Punch → Right Leg"),
        (BLACK, {"chi": [1, 0]}, "right_arm", "Punch → Left Arm"),
        (BLACK, {"chi": [1, 0]}, "left_arm", "Punch → Right Leg, too far"),
        (BLACK, {"chi": [1, 0], "spaces": ["-2,0", "1,0"]}, "right_arm",
         "Punch → Left Arm, too far"),
    ],
)  # fmt: skip
def test_strikes_that_are_out_of_reach(
    options: dict[str, Any], position: dict[str, Any], area: str, note: str
) -> None:
    """MA-87: an Additional Move, bought with the energy of this very turn too, may bridge it."""
    scene = Play(options, **{**FAR, **position}).scene(0)
    assert zone(scene, f"A-{area}").note == note


def test_large_piles_threaten_where_they_land() -> None:
    """MA-R8: with `sow_skip_start` the Starting Area is passed over."""
    board = "energy energy defense defense punch | kick | kick | punch | energy | "
    for skip, area in ((False, "Head"), (True, "Left Arm")):
        play = Play({"sow_skip_start": skip}, **{**FAR, "boards": [IGOR, board]})
        rows = {row.cells[0]: row.cells[1] for row in fact(play.scene(0), "They may strike").rows}
        assert "Punch (B)" in rows[area]
        assert ("Head" in rows) != skip


def test_prices_of_spaces_after_a_flat_surcharge() -> None:
    """MA-R48: paid once, it is paid."""
    board = "energy headbutt | defense punch | move move defense | energy lock | energy punch | "
    position = {**FAR, "boards": [board, KIMBERLEY], "tax": [1, 0], "chi": [1, 0], "rage": [1, 0]}
    play = Play({**BLACK, "harite": "flat"}, **position).do("A area 3")
    turning = " To turn, pick your fighter and a space beside."
    assert play.scene(0).prompt.note == f"Left: Moves 2, a space costs 2 Moves.{turning}"
    assert play.do("A step w").scene(0).prompt.note == f"Nothing is left to use.{turning}"


def test_why_a_lock_is_held_back() -> None:
    """MA-83: the Defender is there, the Move is not."""
    position = {**FAR, "spaces": ["0,0", "1,0"], "facing": ["e", "w"]}
    play = Play(BLACK, **position).do("A area 4", "A face e", "A sow energy")
    assert play.legal("A") == ["hold"]
    assert play.scene(0).prompt.note == (
        "A Lock needs a Move, and you have none and cannot buy one."
    )
    away = Play(BLACK, **position).do("A area 4", "A face w", "A sow energy")
    assert away.scene(0).prompt.note == GAME.text["refusal"]["MA-92"]
