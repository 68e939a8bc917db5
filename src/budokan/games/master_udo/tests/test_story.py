"""Sentences of the story besides the moves themselves."""

from typing import Any

from budokan.games.master_udo.tests.helper import Play


def test_the_story_of_nothing_gained() -> None:
    """MU-R18, MU-R26: the story mentions an effect only if it brings no card."""
    given: dict[str, Any] = {"master": "zen", "phase": "resolve", "revealed": "high"}
    empty = Play(**given, combos=["RE"]).do("take 1", "option 1")
    assert empty.told()[1:3] == ["Nothing returns.", "Recovery is discarded."]
    left = Play(**given, combos=["RA RE"], discard="LL LA").do("take 1", "option 1")
    assert left.do("enough").told()[1:3] == ["Nothing returns.", "Recovery is discarded."]
    one = Play(**given, combos=["RA RE"], discard="LL LA").do("take 1", "option 1")
    one.do("recover LL", "enough")
    assert one.told()[1:3] == ["Left Leg returns.", "Recovery is discarded."]
    all_of_it = Play(**given, combos=["RA RE"], discard="LL").do("take 1", "option 1")
    all_of_it.do("recover LL")
    assert all_of_it.told()[1:3] == ["Left Leg returns.", "Recovery is discarded."]
    kai = Play({"hero": "kai"}, **given, combos=["G"], hand="P!")
    kai.do("take 1", "enough")
    assert kai.told()[1:3] == ["Block 2 stops nothing.", "Nothing turns ENRAGED."]
    turned = Play({"hero": "kai"}, **given, combos=["G"], hand="P!").do("take 1", "enrage top 1")
    assert "Nothing turns ENRAGED." not in turned.told()
    learned = {"road": "mantis", "combos": ["G! mantis_right_arm"], "hand": "P!"}
    none = Play({"hero": "kai"}, **given, **learned).do("take 1")
    assert none.told()[2] == "Nothing turns ENRAGED."


def test_the_story_of_a_master_beaten() -> None:
    """MU-50, MU-60, MU-R25: cards returned, techniques learned, cards lost, tempers calmed."""
    given: dict[str, Any] = {"phase": "attacks", "revealed": "wild", "covered": "1 2 3"}
    udo = Play(master="turtle", **given, discard="LL LA", charge=2)
    udo.do("suffer wild", "pay pile LL")
    assert udo.told()[-1] == (
        "Turtle is beaten; glory 1. Cards that return: 1. Turtle Right Arm is learned. "
        "Charge 2 is lost."
    )
    bare = Play(master="turtle", **given, discard="LL").do("suffer wild", "pay pile LL")
    assert bare.told()[-1] == "Turtle is beaten; glory 1. Turtle Right Arm is learned."
    calm = {"hero": "kai", "kai_calm_between_fights": True}
    kai = Play(calm, master="turtle", **given, hand="P! P! S G!")
    kai.do("suffer wild", "pay hand P!")
    assert kai.told()[-1] == (
        "Turtle is beaten; glory 1. Cards that return: 1. Turtle Right Arm is learned. "
        "Kai's cards that turn calm: 3."
    )
    cool = Play(calm, master="turtle", **given, hand="P S").do("suffer wild", "pay hand P")
    assert cool.told()[-1].endswith("Turtle Right Arm is learned.")
