"""The end of a round and its tokens: UD-01 and UD-44 to UD-51."""

import pytest

from budokan.games.udaka.tests.helper import DEALT, WHOLE, Play, last_card
from budokan.kit.contract import CHANCE


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_ud_01_one_rounds_token_for_each_player(seats: int) -> None:
    assert Play(seats).zone(0, "rounds").count == seats


def test_ud_49_the_winner_takes_a_rounds_token() -> None:
    play = last_card([0, 1]).do("B single 2")
    assert play["round_wins"] == [1, 1]
    assert play.zone(0, "rounds").count == 0
    assert len(play.zone(1, "seat.A.rounds").pieces) == 1


def test_ud_44_ud_45_the_end_phase_lays_in_turn_order() -> None:
    play = Play(3, draw="", hands=["2 3", "4 5", "6 7"], udaka="A", turn="B")
    order = []
    while play["phase"] == "discard" and play["round_wins"] == [0, 0, 0]:
        order.append(play["turn"])
        assert [play.why(f"{seat} single 2") for seat in "ABC" if seat != play["turn"]] == [
            "UD-45",
            "UD-45",
        ]
        play.do(f"{play['turn']} {play.legal(play['turn'])[0]}")
    assert order == ["B", "C", "A", "B", "C", "A"]


def test_ud_46_the_round_ends_with_the_last_card() -> None:
    play = Play(draw="", hands=["2", "3"], tokens=[5, 3], udaka="A").do("A single 2")
    assert (play["round_wins"], play["turn"], play["phase"]) == ([0, 0], "B", "discard")
    play.do("B single 3")
    assert (play["round_wins"], play["draw"]) == ([1, 0], WHOLE)


def test_ud_47_most_tokens_win() -> None:
    play = last_card([0, 0]).do("B single 2")
    assert play["round_wins"] == [1, 0]
    assert play.heard()[-5:] == [
        ("score_udaka", 0, 5, 6),
        ("score", 1, 3, 3),
        ("left", CHANCE, 0, 0),
        ("outright", 0, 1, 6),
        ("dealer", 0, 2, 0),
    ]


@pytest.mark.parametrize(
    ("tokens", "udaka", "counts", "winner", "event"),
    [
        ([3, 3], "B", True, 1, "outright"),
        ([3, 3], "B", False, 1, "tie_inside"),
        ([4, 3], "B", True, 1, "tie_inside"),
        ([4, 3], "B", False, 0, "outright"),  # UD-R3
        ([3, 4], "A", False, 1, "outright"),
        ([4, 2], "B", True, 0, "outright"),
        ([0, 0], "A", False, 0, "tie_inside"),
    ],
)
def test_ud_48_ud_r3_the_udaka_token_and_the_count(
    tokens: list[int], udaka: str, counts: bool, winner: int, event: str
) -> None:
    play = Play(
        options={"udaka_counts": counts},
        turn="B",
        draw="",
        hands=["", "9"],
        tokens=tokens,
        udaka=udaka,
    ).do("B single 9")
    assert play["round_wins"] == [int(seat == winner) for seat in range(2)]
    assert event in play.events()


def test_ud_50_two_round_wins_win_the_game_at_once() -> None:
    play = last_card([1, 0])
    assert play.state.score(0) == 0.0
    play.do("B single 2")
    assert (play["phase"], play["round_wins"], play.acting()) == ("over", [2, 0], [])
    assert [play.state.score(seat) for seat in range(2)] == [1.0, 0.0]
    assert play.heard()[-1] == ("game", 0, 2, 0)
    assert play.why("A single 2") == play.why("* draw 2") == "UD-50"


def test_ud_51_ud_r21_one_win_each_leads_to_a_deciding_round() -> None:
    play = last_card([0, 1]).do("B single 2")
    assert (play["round_wins"], play["phase"]) == ([1, 1], "deal")
    last = last_card([1, 1]).do("B single 2")
    assert (last["phase"], last["round_wins"]) == ("over", [2, 1])
    assert last.zone(0, "rounds").count == 0


@pytest.mark.parametrize(("goal", "tokens"), [(1, 2), (2, 2), (3, 4)])
def test_ud_50_rounds_to_win(goal: int, tokens: int) -> None:
    """The first with that many round wins wins; the last win needs no Rounds token."""
    assert Play(options={"rounds_to_win": goal}).zone(0, "rounds").count == tokens
    before = last_card([goal - 1, 0], rounds_to_win=goal).do("B single 2")
    assert (before["phase"], before["round_wins"]) == ("over", [goal, 0])
    if goal > 1:
        earlier = last_card([goal - 2, 0], rounds_to_win=goal).do("B single 2")
        assert (earlier["phase"], earlier["round_wins"]) == ("deal", [goal - 1, 0])


def test_ud_e4_a_rounds_token_is_left_when_the_game_is_won() -> None:
    wins, left = [0, 0, 0, 0], []
    for tokens, udaka in (([1, 2, 2, 2], "A"), ([1, 2, 2, 3], "A"), ([4, 4, 0, 0], "D")):
        play = Play(
            4,
            turn="D",
            draw="",
            hands=["", "", "", "2"],
            tokens=tokens,
            udaka=udaka,
            round_wins=wins,
        ).do("D single 2")
        wins = play["round_wins"]
        left.append((play.zone(0, "rounds").count, len(play.zone(0, "rounds").pieces)))
    assert (wins, left) == ([1, 0, 0, 2], [(3, 3), (2, 2), (1, 1)])
    assert len(play.zone(0, "seat.D.rounds").pieces) == 2


def test_ud_e5_four_rounds_tokens_for_four_rounds() -> None:
    wins, left = [0, 0, 0, 0], [Play(4).zone(0, "rounds").count]
    for seat, winner in enumerate("ABCD"):
        tokens = [5 * (other == seat) for other in range(4)]
        play = Play(
            4,
            turn="D",
            draw="",
            hands=["", "", "", "2"],
            tokens=tokens,
            udaka=winner,
            round_wins=wins,
        ).do("D single 2")
        wins = play["round_wins"]
        left.append(play.zone(0, "rounds").count)
    assert (wins, left, play["phase"]) == ([1, 1, 1, 1], [4, 3, 2, 1, 0], "deal")


def test_the_last_round_is_kept_until_the_next_one_ends() -> None:
    play = last_card([0, 0]).do("B single 2")
    assert play["last_round"] == ["T T T T T D", "T T T"]
    assert play.do(*DEALT)["last_round"] == ["T T T T T D", "T T T"]
    assert play.sees(1)["last_round"] == ["T T T T T D", "T T T"]
    assert last_card([1, 0]).do("B single 2")["last_round"] == ["T T T T T D", "T T T"]
    later = Play(
        turn="B",
        draw="",
        hands=["", "2"],
        tokens=[0, 3],
        udaka="A",
        round_wins=[1, 0],
        last_round=["D", ""],
    )
    held = later.state.last
    assert later.do("B single 2")["last_round"] == ["D", "T T T"]
    assert [int(n) for n in held] == [0, 0, 0, 0]  # replaced, never written on
