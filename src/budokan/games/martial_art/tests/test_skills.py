"""Which strikes each Skill is for, and what it costs: every kind and Area, in play."""

from typing import Any

import pytest

from budokan.games.martial_art import GAME
from budokan.games.martial_art.tests.helper import Play

SKILLS = GAME.data["skill"]
FIGHTERS = GAME.data["fighter"]
TOKENS = GAME.data["token"]
BLACK = {"mode": "black"}
ACTIONS = ("punch", "kick", "lock", "headbutt")
ANY = (1, 2, 3, 4, 5)
HIGH = (1, 2, 5)
ARMS = (2, 5)
LEGS = (3, 4)
# Skills that add Attack dice: their kinds, Areas and dice, as printed.
DICE: dict[str, tuple[tuple[str, ...], tuple[int, ...], int]] = {
    "hook": (("punch",), ANY, 1),
    "uppercut": (("punch",), (1,), 2),
    "bulldog": (("headbutt",), ANY, 2),
    "jabs": (("punch",), ANY, 2),
    "shuto_uchi": (("punch",), ANY, 1),
    "mawashi_geri": (("kick",), ANY, 2),
    "mae_tobi_geri": (("kick",), HIGH, 1),
    "gassho_hineri": (("lock",), HIGH, 2),
    "futsu_no_atama": (("headbutt",), ANY, 1),
    "harite": (("punch",), ANY, 1),
    "dragons_breath": (("kick",), LEGS, 3),
    "kiss_of_the_mantis": (("lock",), ARMS, 2),
    "bite_of_the_tiger": (("punch",), (1,), 3),
    "way_of_the_snake": (ACTIONS, ANY, 1),
    "macaco": (("kick",), ANY, 1),
    "ginga_de_bahia": (ACTIONS, ANY, 1),
    "cotovelada": (("punch",), ANY, 1),
    "estrala_mortal": (("kick",), ANY, 1),
    "revolta_do_escravo": (("headbutt",), ANY, 1),
    "tei_tat": (("kick",), LEGS, 2),
    "kra_tot_chok": (("punch",), HIGH, 1),
    "khai_kong": (("kick",), ANY, 1),
    "sok_klap_lang": (("punch",), (1,), 3),
}
OFFERED = {"tamejhiwari": (("punch",), ANY), "tsuppari": (("punch",), ARMS)}
REACTIONS = {
    "eye_of_the_tiger": HIGH,
    "oniyama": ANY,
    "negativa": ANY,
    "angkor_warrior": (1, 3, 4),
}
AT_THE_END = [
    key
    for key, skill in SKILLS.items()
    if skill["timing"] in ("end", "style") and key != "leopards_fury"
]


def in_play(skill: str) -> str:
    """This Skill and two others of the same fighter that do nothing for a strike."""
    owner = SKILLS[skill]["fighter"]
    others = [key for key, row in SKILLS.items() if row["fighter"] == owner and key != skill]
    return " ".join([skill, *others[:2]])


def own_kinds(fighter: str) -> list[str]:
    return [kind for kind in ACTIONS if kind in FIGHTERS[fighter]["tokens"]]


def board(pile: list[str], start: int) -> str:
    areas = ["", "", "", "", "", ""]
    areas[start - 1] = " ".join(pile)
    return " | ".join(areas)


class Turn(Play):
    """A turn of A, who stands in front of B and has all the energy there is."""

    def __init__(self, skill: str, pile: list[str], area: int, **more: Any) -> None:
        fighter = SKILLS[skill]["fighter"]
        foe = "igor" if fighter != "igor" else "kimberley"
        self.start = (area - len(pile) - 1) % 5 + 1
        position = {
            "phase": "area",
            "spaces": ["0,0", "1,0"],
            "facing": ["e", "w"],
            "chi": [5, 0],
            "rage": [5, 0],
            "skills": [in_play(skill), in_play("hook" if foe == "igor" else "shuto_uchi")],
            "boards": [board(pile, self.start), board(["energy", "punch"], area % 5 + 1)],
        }
        super().__init__(BLACK, (fighter, foe), **position | more)

    def offers(self, skill: str) -> bool:
        """Choose Area and facing; whether the Skill can be activated then."""
        self.do(f"A area {self.start}", "A face e")
        return f"skill {skill}" in self.legal()

    def strike(self, pile: list[str]) -> int:
        """Sow with the last token of the pile last and strike: the number of Attack dice."""
        if "pass" in self.legal():
            self.do("A pass")
        for kind in pile[:-1]:
            if f"sow {kind}" in self.legal():
                self.do(f"A sow {kind}")
        self.do("A strike B")
        return len(self.legal("*")[0].split()[1])


def pile_for(skill: str, kind: str) -> list[str]:
    """The pile the Skill needs in the Starting Area, and the Action token put down last."""
    holds = [k for k, n in SKILLS[skill]["holds"].items() for _ in range(n)] or ["energy"]
    if kind in holds:
        holds.remove(kind)
    return [*holds, kind]


@pytest.mark.parametrize("skill", DICE)
def test_attack_dice(skill: str) -> None:
    """MA-38, MA-R26: more dice where kind and Area fit, two elsewhere; offered where it may fit."""
    kinds, areas, dice = DICE[skill]
    row = SKILLS[skill]
    for kind in own_kinds(row["fighter"]):
        for area in range(1, 6):
            pile = pile_for(skill, kind)
            style = skill if row["timing"] == "style" else ""
            boost = skill if row["timing"] == "end" else ""
            turn = Turn(skill, pile, area, styles=[style, ""], boost=boost)
            offered = turn.offers(skill)
            start = row["timing"] == "start"
            assert offered == (start and area in areas and any(each in kinds for each in pile))
            if offered:
                turn.do(f"A skill {skill}")
            fits = kind in kinds and area in areas
            assert turn.strike(pile) == 2 + dice * fits, (kind, area)


@pytest.mark.parametrize("skill", OFFERED)
def test_other_start_skills(skill: str) -> None:
    """MA-R26: Start Skills without dice of their own are offered where some strike fits."""
    kinds, areas = OFFERED[skill]
    for kind in own_kinds(SKILLS[skill]["fighter"]):
        for area in range(1, 6):
            fits = area in areas and kind in kinds
            assert Turn(skill, ["energy", kind], area).offers(skill) == fits, (kind, area)


@pytest.mark.parametrize("skill", REACTIONS)
def test_reactions(skill: str) -> None:
    """MA-58: the Defender is asked where the Area fits."""
    owner = SKILLS[skill]["fighter"]
    hitter = "kimberley" if owner == "igor" else "igor"
    for area in range(1, 6):
        start = (area - 3) % 5 + 1
        position = {
            "phase": "area",
            "spaces": ["0,0", "1,0"],
            "facing": ["e", "w"],
            "chi": [0, 2],
            "rage": [0, 1],
            "skills": [in_play("shuto_uchi" if owner == "igor" else "hook"), in_play(skill)],
            "boards": [board(["defense", "punch"], start), board(["energy", "move"], area)],
        }
        play = Play(BLACK, (hitter, owner), **position)
        play.do(f"A area {start}", "A face e", "A sow defense", "A strike B")
        assert (f"skill {skill}" in play.legal("B")) == (area in REACTIONS[skill]), area


def at_the_end(skill: str, chi: int, rage: int) -> Turn | None:
    """The end of a turn without a strike, if the Skill is on offer there."""
    kick = " kick" if skill == "goju" else ""
    boards = [f"energy energy | | | | defense{kick} |", board(["energy", "punch"], 4)]
    turn = Turn(skill, ["energy", "energy"], 3, chi=[chi, 0], rage=[rage, 0], boards=boards)
    turn.do("A area 1", "A face e", "A hold")
    return turn if turn.state.acting() == 1 and f"skill {skill}" in turn.legal() else None


@pytest.mark.parametrize("skill", AT_THE_END)
def test_prices_at_the_end_of_a_turn(skill: str) -> None:
    """MA-55, MA-57, MA-59, MA-64: exactly the price is taken, and less is not enough."""
    chi, rage = SKILLS[skill]["cost"]
    turn = at_the_end(skill, chi, rage)
    assert turn is not None
    turn.do(f"A skill {skill}")
    document = turn.document()
    assert (document["chi"][0], document["rage"][0]) == (0, 0)
    assert chi == 0 or at_the_end(skill, chi - 1, 5) is None
    assert rage == 0 or at_the_end(skill, 5, rage - 1) is None
