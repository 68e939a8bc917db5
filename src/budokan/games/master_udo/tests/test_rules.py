"""Clauses and rulings that no worked example covers."""

from typing import Any

import pytest

from budokan.games.master_udo import GAME
from budokan.games.master_udo.rules.rules import MasterUdo
from budokan.games.master_udo.rules.state import Setting
from budokan.games.master_udo.tests.helper import UDO_SETTING, Play, bag, card, long
from budokan.kit.contract import CHANCE, legal_codes
from budokan.kit.editions import edition
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.rng import Rng
from budokan.kit.testing.trial import Trial
from budokan.match.match import CodedMatch

UDO = "LA LA RA RA LL LL RL RL RE RE"


# -- the frame ----------------------------------------------------------------------------------


def test_mu_04_masters_decide_nothing() -> None:
    """MU-04, MU-11: chance reveals, the player does all the rest."""
    play = Play().do("fight turtle")
    assert play.state.acting() == 1 << CHANCE
    play.do("* reveal wild")
    assert play.state.acting() == 1
    assert play.why("* add RA") == "MU-04"
    assert play.why("suffer wild") == "MU-11"
    assert play.why("take 1") == "MU-11"


def test_mu_05_no_hand_limit() -> None:
    """MU-05, MU-53: ten starters and three techniques in one hand, all of them playable."""
    play = Play(master="mantis", road="turtle crane drunken", revealed="body")
    assert len(play.document()["hand"].split()) == 13
    assert play.offers("add turtle_right_arm", "add crane_left_leg")
    play.do("add RA", "add RA", "add drunken_left_arm", "resolve", "take 1", "option 2")
    assert play.document()["discard"] == "drunken_left_arm"
    play.do("suffer body", "pay pile drunken_left_arm", "pay hand crane_left_leg")
    assert play.document()["exhausted"] == "drunken_left_arm"


def test_mu_24_cards_lie_in_one_combo() -> None:
    """MU-24: any number of combos, each card in one of them; none is fine too (MU-R2)."""
    play = Play(master="zen", revealed="body", hand="RA RA LL RE RE")
    assert play.offers("resolve")
    play.do("add RA", "close", "add RA", "close", "add LL", "close", "add RE", "close")
    assert play.why("add RA") == "MU-24"
    assert play.why("close") == "MU-19"
    play.do("add RE", "close")
    assert play.legal() == ["resolve"]
    assert len(play.document()["combos"]) == 5


def test_mu_04_max_combos_is_the_masters_power() -> None:
    """MU-04: Lightspeed allows two combos."""
    play = Play(master="lightspeed", revealed="body")
    play.do("add RA", "close", "add RA", "close")
    assert play.legal() == ["resolve"]
    assert play.why("add LL") == "MU-04"


def test_resolve_closes_a_whole_combo() -> None:
    play = Play(master="zen", revealed="body").do("add RA", "resolve")
    assert play.document()["combos"] == [long("RA")]
    assert play.legal() == ["take 1"]


def test_mu_62_exposures_match_titles() -> None:
    """MU-16, MU-62, MU-R6: several exposures add up, each by the finisher's title."""
    play = Play(master="zen", revealed="right_leg wild left_arm")
    state = play.state
    assert state.exposure(card("LA")) == 2
    assert state.exposure(card("RL")) == 2
    assert state.exposure(card("RE")) == 1
    assert state.exposure(card("shadow_left_arm")) == 2


def test_mu_r34_equal_combos_are_one_choice() -> None:
    play = Play(master="zen", revealed="body", hand="RA RA LA LA LL")
    play.do("add RA", "add LA", "close", "add RA", "add LA", "close", "add LL", "resolve")
    assert play.legal() == ["take 1", "take 3"]
    assert play.why("take 2") == "MU-R34"
    assert play.why("take 4") == "MU-28"
    play.do("take 1")  # block 3 stops nothing
    assert play.legal() == ["take 2", "take 3"]


def test_mu_r34_equal_cards_in_play() -> None:
    """Two equal covered cards are one choice, the finisher another; equal combos are one."""
    options = {"hero": "kai"}
    play = Play(
        options, master="zen", phase="resolve", revealed="wild", combos=["S P", "S P", "G T"]
    )
    play.do("take 3")
    offered = [text for text in play.legal() if "under" in text or "top" in text]
    assert sorted(offered) == sorted(
        long(text)
        for text in ("enrage G under 3", "enrage S under 1", "enrage top 1", "enrage top 3")
    )
    assert play.why("enrage top 2") == "MU-R34"
    assert play.why("enrage S under 2") == "MU-R34"
    assert play.why("enrage G under 1") == "MU-R18"
    play.do("enrage top 1")
    assert play.offers("enrage top 2", "enrage S under 1", "enrage S under 2")


def test_mu_r8_damage_and_block_are_compulsory() -> None:
    """MU-R8: they cannot be declined while something is in reach; every combo is resolved."""
    play = Play(master="lightspeed", phase="resolve", revealed="wild", combos=["RA", "RA LA"])
    play.do("take 1")
    assert play.legal() == ["cover 1", "cover 2"]
    assert play.why("enough") == "MU-R8"
    play.do("cover 1", "take 2")
    assert play.legal() == ["stop wild"]
    kai = Play({"hero": "kai"}, master="turtle", phase="resolve", revealed="wild", combos=["P"])
    assert kai.why("enough") == "MU-R8"


@pytest.mark.parametrize(("rules", "dealt"), [(1, 1), (2, 3)])
def test_mu_r37_damage_below_zero_is_zero_before_a_power_is_added(rules: int, dealt: int) -> None:
    """MU-R8, MU-R37: X-3 of one card is 0, and a power of +3 makes it 3; version 1 added first."""
    overlay = {
        "master": {"iron_body": {"power": {"damage_mod": 3}, "hearts": [1, 3]}},
        "udo": {"udo_left_leg": {"effect": [{"damage": {"x": 1, "k": -3}}]}},
    }
    game = edition(GAME, rules, GAME.data.hash)
    play = Trial(
        game,
        MasterUdo,
        game.setup(1, overlay=overlay),
        {"master": "iron_body", "phase": "resolve", "revealed": "body", "combos": ["udo_left_leg"]},
    )
    play.do("A take 1")
    assert play.legal() == ["cover 1", "cover 2"][: dealt // 2 + 1]
    assert play.scene().prompt.question == f"{dealt} damage: which heart?"


def test_body_attack_counters() -> None:
    """MU-39: the reward of Body Attack strikes at once, with the master's power."""
    play = Play(master="iron_body", phase="resolve", revealed="body", combos=["RA RL RL LA"])
    play.do("take 1", "stop body")
    assert "3 damage covers nothing." in play.told()  # 4 - 1 is below Iron Body's 4
    play = Play(master="crane", phase="resolve", revealed="body", combos=["RA RL RL LA"])
    play.do("take 1", "stop body")
    assert play.document()["bonus"] == "body"
    assert play.legal() == ["cover 1"]
    play.do("cover 1")
    assert play.document()["covered"] == "1"


def test_high_attack_gives_cards_back() -> None:
    play = Play(
        master="crane",
        phase="resolve",
        revealed="high",
        combos=["RA RA RL RL LA"],
        discard="LL RE RE",
    )
    play.do("take 1", "stop high")
    assert play.document()["bonus_left"] == 2
    play.do("recover RE", "recover LL")
    assert play.document()["discard"] == long("LA RE")


def test_mu_r9_blocks_of_iron_body_left_arm() -> None:
    """MU-R9: two blocks, rewards in between."""
    play = Play(
        master="zen",
        road="iron_body",
        phase="resolve",
        revealed="wild left_side right_side",
        combos=["iron_body_left_arm"],
    )
    play.do("take 1")  # X 2: 1 card and Wild
    assert play.document()["x"] == 2
    play.do("stop left_side")
    assert (play.document()["charge"], play.document()["left"]) == (2, 1)
    play.do("stop right_side")
    assert (play.document()["charge"], play.document()["standing"]) == (4, "wild")


def test_turtle_right_arm_blocks_once_for_each_attack() -> None:
    """MU-R9: as many blocks as attacks stand when it begins, reachable or not."""
    given: dict[str, Any] = {"master": "zen", "road": "turtle", "phase": "resolve"}
    given |= {"revealed": "wild left_leg high", "combos": ["RA turtle_right_arm"]}
    some = Play(**given, standing="wild high").do("take 1")  # X 4 with Wild and Left Leg
    assert some.document()["left"] == 2
    assert some.legal() == ["stop wild"]  # block 5 against 2 and 6
    some.do("stop wild")
    assert some.told()[1:3] == ["Block 5 stops Wild Attack.", "Block 5 stops nothing."]
    none = Play(**given, standing="").do("take 1")
    assert none.told()[1:2] == ["Turtle Right Arm is discarded."]


def test_block_values_are_never_below_zero() -> None:
    """MU-R8: Drunken takes 1 off, but not from 0."""
    setup = GAME.setup(1, overlay={"attack": {"wild": {"value": 0}, "body": {"value": 1}}})
    state = GAME.read({"master": "drunken", "revealed": "wild body"}, setup)
    assert isinstance(state, MasterUdo)
    assert [int(state.block_value(attack)) for attack in (7, 8, 9)] == [5, 0, 0]


def test_equal_hearts_share_the_masters_order() -> None:
    """MU-35: among equal lowest or highest hearts the choice is free, of one body or two."""
    for order, offered in (("low", ["cover 1", "cover 3"]), ("high", ["cover 2", "cover 4"])):
        power = {"heart_order": order, "bodies": 2}
        setup = GAME.setup(1, overlay={"master": {"crane": {"power": power, "hearts": [1, 2]}}})
        document = {"master": "crane", "phase": "resolve", "combos": ["udo_right_arm"]}
        state = GAME.read({**document, "revealed": "body"}, setup)
        state.apply(0, GAME.notation.parse("take 1"))
        assert [GAME.notation.text(code) for code in legal_codes(state, 0)] == offered


def test_lightspeed_right_leg_is_kept() -> None:
    play = Play(
        master="turtle",
        road="lightspeed",
        revealed="body",
        combos=["RA lightspeed_right_leg"],
        phase="resolve",
    )
    play.do("take 1", "cover 1")
    assert "lightspeed_right_leg" in play.document()["hand"]
    assert play.document()["discard"] == ""
    assert play.told()[-1] == "Lightspeed Right Leg goes back to the hand."


def test_thunder_deals_twice_x_and_mantis_charges() -> None:
    road = "thunder mantis zen"
    play = Play(
        master="venom",
        road=road,
        phase="resolve",
        revealed="high",
        combos=["RA RA thunder_right_leg", "LA mantis_right_arm", "zen_recovery"],
        discard="LL",
    )
    play.do("take 1")
    assert play.legal() == ["cover 1", "cover 2", "cover 3"]  # 6 against 4, 5, 6, 7
    play.do("cover 3", "take 2", "cover 1")
    assert play.document()["charge"] == 1
    play.do("boost 3", "recover LL", "enough")  # X 2: recover up to 3, then Charge 2
    assert play.document()["charge"] == 2


# -- chance, knowledge, undo --------------------------------------------------------------------


def test_mu_06_attacks_are_drawn_alike() -> None:
    """MU-06, MU-12, MU-R10: each attack of the deck equally often; settle draws as sample does."""
    state = Play(master="zen", phase="reveal", deck="wild high low").state
    rng, drawn = Rng(3), []
    for _ in range(300):
        drawn.append(GAME.notation.text(int(state.sample(rng))))
    assert {text: drawn.count(text) > 70 for text in set(drawn)} == {
        "reveal wild": True,
        "reveal high": True,
        "reveal low": True,
    }
    assert state.source() == 0


def test_mu_r31_nothing_but_the_order_is_hidden() -> None:
    """MU-R31: an observation is the state itself, for everyone."""
    play = Play(master="zen", revealed="wild")
    before = play.state.encode()
    for viewer in (0, 9):
        play.state.observe(viewer)
        play.state.guess(viewer, Rng(1))
        assert play.state.encode() == before
    assert play.state.seen(9, 0, 17) == 17
    shown = play.scene(9)
    assert shown.choices == ()
    assert "Low" in str(shown.facts)


def test_undo_goes_back_to_the_reveal_and_no_further() -> None:
    game_match = CodedMatch(GAME, GAME.setup(), seed="x")
    game_match.begin()
    game_match.play(0, GAME.notation.parse("fight turtle"))
    with pytest.raises(IllegalAction, match="nothing to take back"):
        game_match.takeback(0)
    start = game_match.state.encode()
    for text in ("add RA", "close", "add RE", "resolve", "take 2", "option 2", "take 1"):
        game_match.play(0, GAME.notation.parse(long(text)))
    assert game_match.drafted(0) == 7
    for _ in range(7):
        game_match.takeback(0)
    assert game_match.state.encode() == start


def test_a_fall_can_still_be_taken_back() -> None:
    """MU-43: `fall` is the last step, so even then one may go back and try another way."""
    play = Play(master="turtle", phase="attacks", revealed="left_arm", hand="RA", discard="RE")
    play.do("suffer left_arm")
    assert play.legal() == ["fall"]
    assert play.state.acting() == 1
    assert play.why("pay hand RA") == "MU-R13"


def test_scores() -> None:
    """A win is worth 0.70 to 1.00, anything else 0.45 at most; nothing before the end."""
    least = Play(
        road="turtle crane drunken lightspeed", phase="won", master="lightspeed", covered="1 2 3 4"
    )
    assert least.state.score(0) == 0.7
    most = Play(road="thunder venom zen mantis", phase="won", master="mantis", covered="1 2 3")
    assert most.state.score(0) == 1.0
    fell = Play(road="thunder venom zen", phase="fell", master="mantis")
    assert fell.state.score(0) == 0.45
    assert Play(road="thunder").state.score(0) == 0.0


def test_every_card_may_be_a_combo_of_its_own() -> None:
    """MU-05, MU-24: thirteen cards are thirteen combos, if their conditions allow it."""
    overlay: dict[str, Any] = {
        "udo": {"udo_right_leg": {"condition": []}},
        "technique": {"mantis_right_arm": {"condition": []}, "crane_left_leg": {"condition": []}},
    }
    setup = GAME.setup(1, overlay=overlay)
    document = {"master": "zen", "road": "mantis crane iron_body", "revealed": "body"}
    state = GAME.read(document, setup)
    for word in GAME.write(state, setup)["hand"].split():
        for text in (f"add {word}", "close"):
            code = GAME.notation.parse(text)
            assert state.why(0, code) == 0, text
            state.apply(0, code)
    assert len(GAME.write(state, setup)["combos"]) == 13
    again = GAME.read(GAME.write(state, setup), setup)
    assert again.encode() == state.encode()


def test_a_fresh_setting_switches_nothing_on() -> None:
    fresh = Setting()
    off = (fresh.kai, fresh.reshuffle, fresh.charge_enrages, fresh.hit_enrages, fresh.cards_only)
    assert off == (0, 0, 0, 0, 0)
    rest = (fresh.calm_between, fresh.max_turns, fresh.in_order, fresh.masters, fresh.alone)
    assert rest == (0, 0, 0, 0, 0)
    assert (fresh.min_length, fresh.cap, fresh.hit_row) == (1, -1, 0)


def test_bags_hold_the_right_cards() -> None:
    state = Play().state
    assert bag(UDO_SETTING, int(state.hand)) == long(UDO).split()
    assert int(state.hand) == sum(2 << 2 * place for place in range(5))


def test_a_wrong_option_is_refused() -> None:
    with pytest.raises(Refusal, match="it takes 1, 3"):
        GAME.setup(1, {"min_combo_length": 2})


def test_mu_73_shadow_is_one_master() -> None:
    """MU-73, MU-R16: beaten with the last body, glory and technique once."""
    given: dict[str, Any] = {"master": "shadow", "phase": "attacks", "revealed": "wild"}
    five = Play(**given, covered="1 2 3 4 5").do("suffer wild", "pay hand RE")
    assert (five.document()["road"], five.document()["turn"]) == ("", 2)
    assert five.do("* reveal high").state.acting() == 1  # one body, one attack
    six = Play(**given, covered="1 2 3 4 5 6").do("suffer wild", "pay hand RE")
    assert (six.document()["road"], int(six.state.glory())) == ("shadow", 2)
    assert six.document()["hand"].split().count("shadow_left_arm") == 1
    assert six.why("fight shadow") == "MU-52"


def test_mu_54_a_new_master_is_unhurt() -> None:
    """MU-54, MU-11: hearts uncovered, turn 1, nothing of the last fight left."""
    play = Play(master="turtle", phase="attacks", revealed="wild", covered="1 2 3", covered_now=1)
    play.do("suffer wild", "pay hand RE", "fight crane", "* reveal body")
    document = play.document()
    assert (document["covered"], document["covered_now"], document["turn"]) == ("", 0, 1)
    assert (document["revealed"], document["standing"]) == ("body", "body")


def test_mu_r21_temper_and_doubling_are_reset_each_turn() -> None:
    """MU-R21, MU-R23: once a turn, and again in the next; technique finishers too."""
    play = Play(
        {"hero": "kai"},
        master="zen",
        road="crane",
        phase="resolve",
        revealed="high",
        combos=["G! crane_left_leg", "S!"],
        hand="P! P!",
        raging=True,
    )
    play.do("boost 1", "cover 1")
    assert "X = 4." in play.told()[0]
    assert play.why("boost 2") == "MU-R23"
    play.do("take 2", "suffer high", "pay hand G!", "pay hand P!", "pay pile S!")
    document = play.document()
    assert (document["turn"], document["doubled"], document["raging"]) == (2, False, True)
    play.do("* reveal low", "* reveal wild", "* reveal body", "add P!", "resolve")
    assert play.offers("boost 1")


def test_mu_r10_attacks_of_this_turn_stay_out_of_the_new_deck() -> None:
    """MU-R10, MU-70: a blocked attack is reshuffled in the next turn only."""
    play = Play(master="zen", phase="reveal", revealed="wild high", deck="low")
    play.do("* reveal low")
    assert play.document()["deck"] == ""
    assert play.document()["phase"] == "play"
    play.do("add RA", "add LA", "resolve", "take 1", "stop wild")
    play.do("suffer high", "pay hand LA", "pay hand RA", "pay hand RE")
    play.do("suffer low", "pay hand LL", "pay hand RL", "pay hand RE")
    assert len(play.document()["deck"].split()) == 10
    assert play.document()["phase"] == "reveal"
