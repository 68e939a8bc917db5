"""What each viewer may know, and worlds that fit that."""

from collections import Counter

import pytest

from budokan.games.martial_art import GAME
from budokan.games.martial_art.rules import actions, knowledge, phases
from budokan.games.martial_art.rules.hidden import pick, ways
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.tests.helper import IGOR, KIMBERLEY, Play, walk
from budokan.kit.contract import SPECTATOR, legal_codes
from budokan.kit.editions import edition
from budokan.kit.rng import Rng
from budokan.kit.testing.trial import Trial

TEAM = {"mode": "black", "layout": "team"}
FOUR = ("igor", "kimberley", "hirumasa", "li_ming")


def veiled(play: Play, entry: str, viewer: int) -> str:
    """An entry as a viewer sees it."""
    code = GAME.notation.parse(entry.partition(" ")[2])
    return GAME.notation.text(int(play.state.seen(viewer, "ABCD".index(entry[0]), code)))


def boards(play: Play, viewer: int) -> list[str]:
    found: list[str] = GAME.write(play.view(viewer), play.setup)["boards"]
    return found


def test_ma_24_effects_are_hidden_and_actions_open() -> None:
    play = Play({}, phase="area", boards=[IGOR, KIMBERLEY])
    assert boards(play, 0)[0] == IGOR
    assert boards(play, 1)[0] == "headbutt ? | punch ? | ? ? | lock ? | punch ? | ? ?"
    assert boards(play, SPECTATOR)[0] == boards(play, 1)[0]


def test_sowing_is_seen_as_backs() -> None:
    """MA-28, MA-33, MA-R63: what was shown is not followed token by token."""
    play = Play({}, phase="area", boards=[IGOR, KIMBERLEY]).do("A area 3")
    assert play.document()["pile"] == GAME.write(play.view(1), play.setup)["pile"]
    assert play.view(1).fighter(0).at(2, 7) == 2
    play.do("A ready")
    assert veiled(play, "A sow move", 1) == "sow ?"
    assert veiled(play, "A sow move", 0) == "sow move"
    play.do("A sow move")
    assert boards(play, 1)[0] == "headbutt ? | punch ? |  | lock ? ? | punch ? ? | ? ?"


def test_between_two_tokens_a_guess_deals_the_shown_tokens() -> None:
    """MA-R64 in the middle of a sowing: one Effect token lies, two are in hand."""
    board = "energy headbutt | move defense energy punch | | lock | punch | energy move"
    play = Play({}, phase="area", boards=[board, KIMBERLEY])
    play.do("A area 2", "A ready", "A sow defense")
    found: Counter[int] = Counter()
    for seed in range(60):
        world = play.view(1)
        assert [int(n) for n in world.hand] == [0, 0, 0, 1, 0, 0, 0, 2]
        world.guess(1, Rng(seed + 1))
        hand = [int(n) for n in world.hand]
        lies = [int(world.a.at(2, kind)) for kind in range(3)]
        assert [a + b for a, b in zip(hand[:3], lies, strict=True)] == [1, 1, 1]
        assert hand[3:] == [1, 0, 0, 0, 0]
        found[lies.index(1)] += 1
    assert sorted(found) == [0, 1, 2]
    two = Play(
        {}, phase="area", boards=["| move energy punch | | lock | punch | energy", KIMBERLEY]
    )
    two.do("A area 2", "A energy chi", "A ready", "A sow energy")
    for seed in range(20):
        world = two.view(1)
        world.guess(1, Rng(seed + 1))
        assert sorted([int(world.hand[0]), int(world.hand[1])]) == [0, 1]
        assert (world.hand[2], world.a.at(2, 0)) == (0, world.hand[1])


def test_kinds_of_swapped_tokens_stay_hidden() -> None:
    """MA-R55: Areas are open, kinds are not."""
    board = "energy kick | move punch | defense kick | energy lock | energy defense | energy move"
    play = Play(
        {"mode": "black"}, ("li_ming", "igor"), phase="end", start=1, boards=[board, IGOR],
        skills=["leopards_fury cranes_serenity bite_of_the_tiger", ""], chi=[1, 0],
    ).do("A skill cranes_serenity")  # fmt: skip
    assert veiled(play, "A swap 1 2 energy move", 1) == "swap 1 2 ?"
    assert veiled(play, "A swap 1 2 energy move", 0) == "swap 1 2 energy move"
    before = boards(play, 1)[0]
    play.do("A swap 1 2 energy move")
    assert boards(play, 1)[0] == before
    assert boards(play, 0)[0].startswith("move kick | energy punch |")


@pytest.mark.parametrize(
    ("fighter", "skill", "entry", "seen"),
    [("kimberley", "goju", "trade 1 2 energy", "trade 1 2 ?"),
     ("wonja", "kon_muay_kee", "shift 1 energy", "shift 1 ?")],
)  # fmt: skip
def test_style_moves_are_veiled(fighter: str, skill: str, entry: str, seen: str) -> None:
    board = "energy punch | defense kick | move kick | energy punch | energy defense | move defense"
    if fighter == "wonja":
        board = "energy punch | defense kick | move kick | energy punch | energy headbutt | move"
    words = [w for w, row in GAME.data["skill"].items() if row["fighter"] == fighter and w != skill]
    play = Play(
        {"mode": "black"}, (fighter, "igor"), phase="style", start=1, boards=[board, IGOR],
        skills=[f"{skill} {words[0]} {words[1]}", ""], styles=[skill, ""],
    )  # fmt: skip
    assert veiled(play, f"A {entry}", 1) == seen
    assert veiled(play, f"A {entry}", SPECTATOR) == seen
    assert f"{entry}" in play.legal("A")
    play.do(f"A {entry}")
    assert play.acting() == ["B"]
    backs = {"energy": "?", "move": "?", "defense": "?"}
    mine = [backs.get(word, word) for word in boards(play, 0)[0].split()]
    assert sorted(mine) == sorted(boards(play, 1)[0].split())


def test_ma_r6_team_mates() -> None:
    """A team mate sees hidden tokens only with `team_shared_view`; spectators never."""
    for shared in (False, True):
        play = Play({**TEAM, "team_shared_view": shared}, FOUR, phase="area")
        assert ("?" in boards(play, 2)[0]) == (not shared)
        assert "?" in boards(play, 1)[0]
        assert "?" in boards(play, SPECTATOR)[0]
        lays = Play({**TEAM, "team_shared_view": shared}, FOUR, phase="lay")
        assert veiled(lays, "A lay move", 2) == "lay ?"
        assert veiled(lays, "A lay move", 3) == "lay ?"
        learns = Play({**TEAM, "team_shared_view": shared}, FOUR)
        assert veiled(learns, "A learn hook", 2) == "learn ?"


def test_ma_81_a_mates_layout_is_shown_once_all_have_laid_out() -> None:
    """MA-81, MA-R6: in Black Belt all lay out at the same time; White Belt deals openly."""
    shared = {**TEAM, "team_shared_view": True}
    play = Play(shared, FOUR, phase="lay").do("A lay energy", "C lay energy")
    assert boards(play, 2)[0].strip() == "|  |  |  |  | ?"
    assert boards(play, 0)[0].strip() == "|  |  |  |  | energy"
    world = play.view(2)
    world.guess(2, Rng(1))
    assert int(world.a.down(knowledge.ASIDE)) == 1
    for seat in range(4):
        while play.state.phase == phases.LAY and play.state.mask >> seat & 1:
            play.state.apply(seat, legal_codes(play.state, seat)[0])
    assert play.acting() == ["*"]
    play.do("* first A")
    assert "?" not in boards(play, 2)[0]
    assert "?" in boards(play, 1)[0]
    dealt = Play({"layout": "team", "team_shared_view": True}, FOUR, phase="lay")
    dealt.do("* lay energy")
    assert boards(dealt, 2)[0].endswith("energy")


def test_under_rules_1_mates_watch_each_other_lay_out() -> None:
    """MA-R6: a match that was begun so goes on so."""
    old = edition(GAME, 1, GAME.data.hash)
    setup = old.setup(4, {**TEAM, "team_shared_view": True})
    play = Trial(old, MartialArt, setup, {"phase": "lay"}).do("A lay energy")
    assert old.write(play.view(2), setup)["boards"][0].endswith("energy")


def test_ma_r7_a_beaten_fighter_lies_open() -> None:
    play = Play({}, ("igor", "kimberley", "wonja"), phase="area", boards=[IGOR, "", ""])
    assert "?" in boards(play, 1)[0]
    play.do("A concede")
    assert boards(play, 1)[0] == IGOR
    assert "?" in boards(play, 0)[1]
    assert play.state.known(0).tables() == [int(play.state.a.table())]


def test_guesses_are_possible_tables() -> None:
    """MA-R64: every guess is possible, and every table is guessed some time."""
    play = Play({"mode": "black"}, ("hirumasa", "igor"), phase="area")
    tables = play.state.known(0).tables()
    assert len(tables) > 10
    found = set()
    for world in play.worlds(1, 40 * len(tables), seed=4):
        assert not world.a.veiled
        found.add(int(world.a.table()))
    assert sorted(found) == tables


def test_a_dealt_layout_is_guessed_with_its_true_odds() -> None:
    """MA-R64: at the White Belt start a table weighs the product of m! / (E! M! D!)."""
    assert ways(0) == 1
    pair = knowledge.UNIT[0] + knowledge.UNIT[1]  # Energy and Move in one place
    assert ways(int(pair)) == 2
    assert ways(int(2 * knowledge.UNIT[0])) == 1
    three = knowledge.UNIT[3] + knowledge.UNIT[4] + knowledge.UNIT[5]
    assert ways(int(pair + three)) == 12
    tables = [0, int(pair), int(three), int(pair + three)]
    rng, found = Rng(8), Counter[int]()
    for _ in range(2100):
        found[int(pick(tables, True, rng))] += 1
    for table in tables:
        assert abs(found[table] - 100 * int(ways(table))) < 120
    plain = Counter(int(pick(tables, False, rng)) for _ in range(400))
    assert all(60 < plain[table] < 140 for table in tables)


@pytest.mark.parametrize(("mode", "weighted"), [("white", True), ("black", False)])
def test_dealt_odds_hold_until_the_set_aside_tokens_are_placed(mode: str, weighted: bool) -> None:
    """MA-R64: a dealt layout is guessed by its weights, a chosen one by none."""
    play = Play({"mode": mode}, ("igor", "hirumasa"), phase="area")
    tables = play.state.known(0).tables()
    heavy = max(int(ways(table)) for table in tables)
    common = [table for table in tables if ways(table) == heavy]
    share = len(common) / len(tables)
    if weighted:
        share = heavy * len(common) / sum(int(ways(table)) for table in tables)
    draws = 120
    hits = sum(int(world.a.table()) in common for world in play.worlds(1, draws, seed=3))
    assert abs(hits - share * draws) < 3 * (draws * share * (1 - share)) ** 0.5


def test_a_guess_before_the_fight_is_a_possible_layout() -> None:
    """Skills and tokens that others have chosen so far are invented."""
    play = Play({"mode": "black"}).do("A learn hook", "A learn jabs", "B learn kiai")
    masks = set()
    for seed in range(80):
        world = play.view(1)
        assert (world.a.skills, world.a.chosen, world.b.skills) == (0, 2, 4)
        world.guess(1, Rng(seed + 1))
        assert int(world.a.skills).bit_count() == 2
        masks.add(int(world.a.skills))
    assert len(masks) == 21
    steps = ("energy", "energy", "move", "punch", "energy")
    lays = Play({"mode": "black"}, phase="lay").do(*(f"A lay {kind}" for kind in steps))
    for seed in range(20):
        world = lays.view(1)
        assert [int(world.a.at(p, 7)) for p in range(6)] == [2, 1, 0, 0, 0, 2]
        world.guess(1, Rng(seed + 1))
        assert [int(world.a.all_at(p)) for p in range(6)] == [2, 1, 0, 0, 0, 2]
        assert legal_codes(world, 0)


def test_a_view_is_enough_to_decide() -> None:
    """Legal actions and heuristic are the same for the table and for the view of a seat."""
    play = Play({"mode": "black", "gauge_start": 5}, ("ricardo", "li_ming"))
    decisions = 0
    for seat, _ in walk(play, 11, 3):
        if seat < 2:
            view = play.view(seat)
            codes = legal_codes(play.state, seat)
            assert legal_codes(view, seat) == codes
            for code in codes:
                assert view.heuristic(seat, code) == play.state.heuristic(seat, code)
            decisions += 1
    assert decisions > 50


def test_veiled_steps_tell_their_place_only() -> None:
    """MA-R63: a swap, a trade or a shift of hidden tokens shows the Areas, not the kinds."""
    state = Play({"mode": "black"}, ("igor", "kimberley"), phase="area").state
    for first, last, kinds in (
        (actions.SWAP, actions.SWAP_VEILED, 9),
        (actions.TRADE, actions.TRADE_VEILED, 3),
        (actions.SHIFT, actions.SHIFT_VEILED, 3),
    ):
        shown = [int(state.seen(1, 0, code)) - last for code in range(first, last)]
        assert shown == [i // kinds for i in range(last - first)]
