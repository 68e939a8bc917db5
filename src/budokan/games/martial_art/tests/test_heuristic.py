"""The heuristic: a sensible fighter, move by move."""

from typing import Any

import pytest

from budokan.games.martial_art import GAME
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.tests.helper import IGOR, KIMBERLEY, LI_MING, Play
from budokan.kit.contract import features_of
from budokan.kit.editions import edition
from budokan.kit.testing.trial import Trial

BLACK = {"mode": "black"}


def duel(fighters: tuple[str, str] = ("igor", "kimberley"), **position: Any) -> Play:
    given = {"phase": "area", "boards": [IGOR, KIMBERLEY], "spaces": ["0,0", "1,0"]}
    return Play(BLACK, fighters, **{**given, **position})


def worth(play: Play, mark: str, text: str) -> int:
    seat = "ABCD".index(mark)
    return int(play.view(seat).heuristic(seat, GAME.notation.parse(text)))


def test_starts_in_an_area_that_leads_to_a_strike() -> None:
    play = duel(
        boards=["energy energy | defense punch | move | defense | move | energy energy", ""]
    )
    assert play.best("A") == "area 2"
    weak = duel(life=[[0] * 5, [0, 0, 0, 3, 0]])
    assert worth(weak, "A", "area 2") > worth(weak, "A", "area 5")
    alone = duel(spaces=["-3,0", "3,0"])
    assert alone.best("A") in ("area 1", "area 4", "area 5")
    assert worth(alone, "A", "area 3") < worth(alone, "A", "area 1")


def test_finishes_an_opponent_who_is_nearly_beaten() -> None:
    play = duel(life=[[0] * 5, [0, 0, 7, 0, 0]])
    assert play.best("A") == "area 1"


def test_takes_the_energy_it_needs() -> None:
    play = duel(skills=["hook uppercut eye_of_the_tiger", ""]).do("A area 4")
    assert play.best("A") in ("energy chi", "energy rage")
    rage = duel(skills=["uppercut bulldog bruiser", ""]).do("A area 4")
    assert rage.best("A") == "energy rage"
    chi = duel(
        ("li_ming", "kimberley"),
        boards=[LI_MING, KIMBERLEY],
        skills=["dragons_breath drunken_master cranes_serenity", ""],
    ).do("A area 1")
    assert chi.best("A") == "energy chi"


def test_closes_in_and_faces_the_foe() -> None:
    play = duel(spaces=["-2,0", "1,0"]).do("A area 3")
    assert play.best("A") in ("step e", "step ne", "step se")
    assert worth(play, "A", "step w") < 0
    near = duel().do("A area 3")
    assert near.best("A") == "face e"
    assert worth(near, "A", "face ne") > worth(near, "A", "face w")
    paid = duel(spaces=["-1,0", "1,0"], chi=[1, 0], rage=[1, 0]).do("A area 2")
    assert paid.best("A") == "step e"
    idle = duel(spaces=["-2,0", "1,0"], chi=[1, 0], rage=[1, 0]).do("A area 2")
    assert worth(idle, "A", "step e") < 0


def test_approaches_from_behind() -> None:
    """MA-93: of two ways to get near, the one that ends behind the foe."""
    play = duel(spaces=["0,-1", "1,0"], facing=["e", "ne"]).do("A area 3")
    assert worth(play, "A", "step se") > worth(play, "A", "step e")


def test_keeps_the_action_for_the_end() -> None:
    play = duel().do("A area 2", "A face e")
    assert play.best("A") == "sow defense"
    board = "energy headbutt | punch lock defense | move | energy | punch | energy move"
    three = duel(boards=[board, KIMBERLEY], chi=[2, 0]).do("A area 2", "A face e", "A skill hook")
    assert worth(three, "A", "sow punch") < worth(three, "A", "sow lock")
    guard = "energy headbutt | punch energy defense | move | energy | punch | energy move"
    hurt = duel(boards=[guard, KIMBERLEY], life=[[0, 0, 3, 0, 0], [0] * 5])
    hurt.do("A area 2", "A energy chi", "A face e")
    assert hurt.best("A") == "sow defense"
    fit = duel(boards=[guard, KIMBERLEY]).do("A area 2", "A energy chi", "A face e")
    assert fit.best("A") == "sow energy"


def test_strikes_and_uses_skills() -> None:
    play = duel(chi=[2, 0], skills=["hook uppercut jabs", ""]).do("A area 2", "A face e")
    assert play.best("A") == "skill hook"
    play.do("A skill hook", "A sow defense")
    assert play.best("A") == "strike B"


def test_guards_with_all_there_is() -> None:
    board = "energy punch | defense kick | move kick | defense defense punch | energy | move"
    play = duel(boards=[IGOR, board]).do("A area 2", "A face e", "A sow defense", "A strike B")
    assert play.best("B") == "defend 2 0"


@pytest.mark.parametrize(
    ("fighter", "skill"), [("igor", "eye_of_the_tiger"), ("wonja", "angkor_warrior")]
)
def test_reacts(fighter: str, skill: str) -> None:
    play = duel(("kimberley", fighter), boards=[KIMBERLEY, ""], chi=[0, 2], rage=[0, 1])
    play.do("A area 4", "A energy chi", "A face e", "A sow energy", "A strike B")
    assert play.best("B") == f"skill {skill}"


def test_the_end_of_the_turn() -> None:
    """A first Style, strength for the next turn near a foe, no second Style, no idle swap."""
    first = duel(phase="end", start=1, rage=[3, 0], skills=["bruiser hook bulldog", ""])
    assert first.best("A") == "skill bruiser"
    second = duel(phase="end", start=1, rage=[3, 0], chi=[1, 0], styles=["dancer", ""],
                  skills=["bruiser dancer hook", ""])  # fmt: skip
    assert second.best("A") == "pass"
    later = duel(phase="end", start=1, rage=[2, 0], skills=["bulldog hook jabs", ""])
    assert later.best("A") == "skill bulldog"
    far = duel(phase="end", start=1, rage=[2, 0], skills=["bulldog hook jabs", ""],
               spaces=["-3,0", "3,0"])  # fmt: skip
    assert far.best("A") == "pass"
    ming: dict[str, Any] = {
        "boards": [LI_MING, KIMBERLEY],
        "skills": ["cranes_serenity leopards_fury dragons_breath", ""],
    }
    crane = duel(("li_ming", "kimberley"), phase="end", start=1, chi=[1, 0], **ming)
    assert crane.best("A") == "pass"
    again = duel(
        ("li_ming", "kimberley"),
        phase="end",
        start=1,
        chi=[1, 0],
        rage=[2, 0],
        kind="punch",
        **ming,
    )
    assert again.best("A") == "skill leopards_fury"


def test_kiai_names_the_one_with_most_energy() -> None:
    play = Play(
        BLACK, ("kimberley", "igor", "wonja"), phase="end", start=1, chi=[0, 1, 2],
        rage=[2, 0, 1], skills=["kiai goju shuto_uchi", "", ""],
    ).do("A skill kiai")  # fmt: skip
    assert play.best("A") == "kiai C"


def test_hits_and_runs() -> None:
    """Moves granted after the strike lead away from the foe, but not for nothing to the rim."""
    play = Play({}, ("ricardo", "igor"), phase="after_step", start=1, after=1,
                spaces=["0,0", "1,0"])  # fmt: skip
    assert play.best("A") in ("step w", "step nw", "step sw")
    rim = Play({}, ("ricardo", "igor"), phase="after_step", start=1, after=1,
               spaces=["-2,0", "-1,0"])  # fmt: skip
    assert worth(rim, "A", "step w") < 4


def test_layout_and_skills() -> None:
    """Energy waits aside, Actions are spread, strong and cheap Skills are taken."""
    play = Play(BLACK, phase="lay")
    assert play.best("A") == "lay energy"
    play.do("A lay energy", "A lay energy", "A lay move")
    assert play.best("A").split()[1] in ("punch", "lock", "headbutt")
    skills = Play(BLACK, ("li_ming", "igor"))
    assert skills.best("A") == "learn bite_of_the_tiger"
    assert worth(skills, "A", "learn cranes_serenity") < worth(skills, "A", "learn dragons_breath")


def test_discards_the_move_before_the_defense() -> None:
    play = Play(
        BLACK, ("kimberley", "ricardo"), phase="discard", start=1, kind="punch", target=1,
        defender="B", reaction="negativa", defenses=1, feet=1, attack="n n", used="tamejhiwari",
        skills=["tamejhiwari goju kiai", "negativa macaco cotovelada"],
        boards=["", "move defense headbutt | energy punch | kick | kick | energy | "],
        spaces=["0,0", "1,0"],
    )  # fmt: skip
    assert play.legal("B") == ["discard defense", "discard move"]
    assert play.best("B") == "discard move"


def features(play: Play, seat: int) -> dict[str, int]:
    return dict(zip(GAME.text["feature"], features_of(play.state, seat), strict=True))


def test_features_count_the_board_in_every_phase_of_a_turn() -> None:
    """Tokens stay where they are until they are sown."""
    play = duel()
    before = features(play, 0)
    play.do("A area 1")
    after = features(play, 0)
    assert before["guards"] == after["guards"] > 0
    assert before["strikes"] == after["strikes"] == 4
    assert (before["still_in"], before["turn"], before["distance"]) == (1, 1, 1)
    assert features(play, 1)["turn"] == 0


def test_features_of_a_strike_that_could_beat_somebody() -> None:
    fresh = features(duel(), 0)
    near = features(duel(life=[[0] * 5, [0, 0, 7, 0, 0]]), 0)
    assert (fresh["last_blow"], near["last_blow"]) == (0, 1)
    assert 0 < fresh["blow"] < near["blow"] == 150


FULL = {
    "chi": [5, 0],
    "rage": [5, 0],
    "boards": [
        "energy lock | energy kick | move punch | energy kick | defense defense | energy move",
        KIMBERLEY,
    ],
}


def test_buys_ahead_only_for_a_lock_that_saves_energy() -> None:
    """MA-R13: no Move is bought that a strike with another token would waste."""
    sure = duel(("li_ming", "kimberley"), **FULL).do("A area 1")
    assert sure.best("A") == "buy"
    room = duel(("li_ming", "kimberley"), **{**FULL, "rage": [3, 0]}).do("A area 1")
    assert room.best("A") == "energy rage"
    mixed = "energy lock punch | kick | move energy | energy kick | defense defense | energy move"
    other = duel(("li_ming", "kimberley"), **{**FULL, "boards": [mixed, KIMBERLEY]}).do("A area 1")
    assert "buy" in other.legal("A")
    assert worth(other, "A", "buy") < 0


def test_rules_1_do_not_buy_ahead() -> None:
    """MA-R13: a match of version 1 goes on without the choice."""
    old = edition(GAME, 1, GAME.data.hash)
    seats = {0: {"fighter": "li_ming"}, 1: {"fighter": "kimberley"}}
    setup = old.setup(2, BLACK, seats)
    position = {"phase": "area", "spaces": ["0,0", "1,0"], **FULL}
    play = Trial(old, MartialArt, setup, position).do("A area 1")
    assert "buy" not in play.legal("A")
    assert play.why("A buy") == "MA-R13"
