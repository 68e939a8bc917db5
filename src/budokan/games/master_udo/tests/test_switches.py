"""Every switch on each of its values."""

import pytest

from budokan.games.master_udo import GAME
from budokan.games.master_udo.tests.helper import Play, long
from budokan.kit.options import recorded

ALL = "left_arm right_arm left_leg right_leg left_side right_side high low body wild"


def test_mu_r1_min_combo_length() -> None:
    """MU-R1: with 3 a short combo cannot be closed; Planning on Torso is too short."""
    play = Play({"min_combo_length": 3}, master="zen", revealed="body").do("add RA")
    assert (play.why("close"), play.why("resolve")) == ("MU-R1", "MU-R1")
    play.do("add RA")
    assert play.why("close") == "MU-R1"
    assert play.do("add LA").offers("close", "resolve")
    kai = {"hero": "kai", "min_combo_length": 3}
    short = Play(kai, master="zen", revealed="body", hand="T! H!")
    assert short.legal() == ["resolve"]
    assert short.why("add T!") == "MU-25"
    road = {"road": "iron_body", "hand": "iron_body_left_arm"}
    assert Play({"min_combo_length": 3}, master="zen", revealed="body", **road).legal() == [
        "resolve"
    ]
    assert Play({}, master="zen", revealed="body", **road).offers("add iron_body_left_arm")


@pytest.mark.parametrize(("cap", "charge"), [("none", 6), (0, 0), (5, 5), (99, 6)])
def test_mu_r4_charge_cap(cap: object, charge: int) -> None:
    """MU-R4"""
    start = min(4, charge)
    play = Play(
        {"charge_cap": cap}, master="turtle", phase="resolve", combos=["RA RE"], charge=start
    )
    play.do("take 1", "option 2")
    assert play.document()["charge"] == charge
    assert play.told()[-3:-1] == [
        f"Charge +{charge - start}, now {charge}.",
        "Recovery is discarded.",
    ]


@pytest.mark.parametrize("on", [False, True])
def test_mu_r11_deck_between_fights(on: bool) -> None:
    """MU-R11"""
    options = {"reshuffle_attacks_each_fight": on}
    play = Play(options, road="turtle", deck="wild high").do("fight crane")
    assert play.document()["deck"] == (ALL if on else "high wild")
    assert bin(int(play.state.used)).count("1") == (0 if on else 8)


@pytest.mark.parametrize("on", [False, True])
def test_mu_r20_rage_on_hit(on: bool) -> None:
    """MU-R20, MU-81"""
    options = {"hero": "kai", "kai_enrage_on_hit": on}
    play = Play(options, master="turtle", phase="attacks", revealed="wild left_arm", hand="G P")
    play.do("suffer wild", "pay hand P")
    if not on:
        assert play.document()["phase"] == "attacks"
        return
    assert (play.document()["phase"], play.document()["effect"]) == ("enrage", "hit")
    assert play.legal() == ["enough", long("enrage G hand"), long("enrage P pile")]
    play.do("enrage P pile")
    assert play.document()["discard"] == long("P!")
    play.do("suffer left_arm", "pay hand G", "enough")
    assert play.document()["turn"] == 2


def test_mu_r20_not_for_udo() -> None:
    play = Play({"kai_enrage_on_hit": True}, master="turtle", phase="attacks", revealed="wild")
    assert play.do("suffer wild", "pay hand RE").document()["turn"] == 2


@pytest.mark.parametrize(("how", "x"), [("total", 6), ("cards_only", 5)])
def test_mu_r23_values_that_are_doubled(how: str, x: int) -> None:
    """MU-R23: two cards and one exposure."""
    options = {"hero": "kai", "kai_double": how}
    play = Play(
        options, master="zen", phase="resolve", revealed="wild", combos=["S P"], raging=True
    )
    play.do("boost 1")
    assert play.document()["x"] == x


@pytest.mark.parametrize(("on", "hand"), [(False, "G! R!"), (True, "G R")])
def test_mu_r25_between_fights(on: bool, hand: str) -> None:
    """MU-R25: those of the discard pile too; exhausted cards stay what they are."""
    options = {"hero": "kai", "kai_calm_between_fights": on}
    play = Play(
        options,
        master="turtle",
        phase="attacks",
        revealed="wild",
        covered="1 2 3",
        hand="G!",
        discard="R!",
        exhausted="G R P P S S T! H",
    )
    play.do("suffer wild", "pay hand G!")
    assert play.document()["hand"] == long(hand) + " turtle_right_arm"
    assert long("T!") in play.document()["exhausted"]


def test_mu_r30_time_out() -> None:
    """MU-R30: at the end of turn N, after the defeat check."""
    options = {"max_turns_per_fight": 3}
    given = {"phase": "attacks", "revealed": "wild", "turn": 3}
    lost = Play(options, master="turtle", road="crane", **given).do("suffer wild", "pay hand RE")
    assert lost.document()["phase"] == "timed_out"
    assert (lost.state.acting(), lost.state.score(0)) == (0, 0.05)
    assert lost.told()[-1] == "The last turn is over. Masters beaten: 1, glory 1."
    beaten = Play(options, master="turtle", covered="1 2 3", **given)
    assert beaten.do("suffer wild", "pay hand RE").document()["phase"] == "choose"
    early = Play(options, master="turtle", **{**given, "turn": 2})
    assert early.do("suffer wild", "pay hand RE").document()["turn"] == 3
    free = Play({}, master="turtle", **{**given, "turn": 500})
    assert free.do("suffer wild", "pay hand RE").document()["turn"] == 501


def test_mu_r30_giving_up() -> None:
    """MU-R30, MU-R29: at any decision, with the glory so far and no title."""
    for document in (
        {"road": "zen"},
        {"road": "zen", "master": "turtle", "revealed": "wild", "combos": ["RA LA"], "open": "LL"},
        {"road": "zen", "master": "turtle", "phase": "pay", "revealed": "wild", "attack": "wild"},
    ):
        play = Play({}, **document)
        assert play.state.can_resign(0) == 1
        play.do("concede")
        assert (play.state.acting(), play.state.score(0)) == (0, 0.15)
        assert GAME.read(play.document(), play.setup).encode() == play.state.encode()
        assert "give up. Masters beaten 1, glory 3." in play.scene().result
        assert play.state.can_resign(0) == 0
    assert Play().do("fight zen").state.can_resign(0) == 0  # chance is about to speak


@pytest.mark.parametrize(
    ("pool", "first", "then"),
    [
        ("all", 10, 9),
        ("easy", 3, 2),
        ("medium", 4, 3),
        ("hard", 1, 3),
    ],
)
def test_mu_67_pools(pool: str, first: int, then: int) -> None:
    """MU-67, MU-10: whom one may challenge; fewer coins come first on a route."""
    options = {"masters": pool}
    play = Play(options)
    legal = play.legal()
    assert len(legal) == first
    beaten = {"all": "crane", "easy": "crane", "medium": "mantis", "hard": "crane"}[pool]
    later = Play(options, road=beaten)
    assert len(later.legal()) == then
    assert later.why(f"fight {beaten}") == "MU-52"
    if pool != "all":
        assert play.why("fight zen") == "MU-67"
        last = Play(options, road="turtle crane drunken") if pool == "easy" else later
        assert all(text != "fight zen" for text in last.legal()) == (pool != "hard")
        if pool == "easy":
            assert len(last.legal()) == 4


def test_mu_r35_records_of_earlier_rules_do_not_name_the_switch() -> None:
    """MU-R35: the switch came with version 2; a record of version 1 names it only if it is set."""
    plain, one = GAME.setup(1).options, GAME.setup(1, {"shadow_hearts": "one"}).options
    assert "shadow_hearts" not in recorded(plain, 1)
    assert recorded(plain, 2)["shadow_hearts"] == "two"
    assert recorded(one, 1)["shadow_hearts"] == "one"
