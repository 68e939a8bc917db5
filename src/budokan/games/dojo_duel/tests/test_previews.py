"""Previews: what the table says about a round before it is over."""

from budokan.games.dojo_duel import GAME
from budokan.games.dojo_duel.tests.helper import OWN, WHITE_BELT, WINDOW, WORDS, Play, kinds
from budokan.games.dojo_duel.view.previews import Forecast, spread
from budokan.kit.scene import chosen
from budokan.kit.testing.trial import pieces, zone

SECOND = {
    "phase": "answer",
    "field": ["spinning_back_fist bamboo_form", "circular_parry"],
    "hands": ["", "blazing_combination perfect_balance iron_shirt bow_of_respect"],
}
DECKS = (
    "7 Spinning Back Fist, 8 Bamboo Form",
    "9 Circular Parry, 2 Blazing Combination, 2 Perfect Balance, 2 Iron Shirt, 2 Bow of Respect",
)


def second(**more: object) -> Play:
    return Play({"deck_rules": "size_only", **more}, DECKS, **SECOND)


def test_dd_e14_exact_previews_for_the_second_answer() -> None:
    """DD-E14: what each answer gives and takes."""
    scene = second().scene(1)
    found = {
        choice.action.removeprefix("answer "): (choice.preview.give, choice.preview.take)
        for choice in scene.choices
        if choice.preview
    }
    assert found == {
        "blazing_combination": (4, 4),
        "perfect_balance": (1, 1),
        "iron_shirt": (0, 0),
        "bow_of_respect": (0, 3),
    }
    card = zone(scene, "hand-B").pieces[0]
    assert card.preview and card.preview.note == "then you have 16, they have 16"
    assert [(part.label, part.value) for part in card.preview.sum] == [
        ("your Yang", 10),
        ("their Yin", -6),
        ("their Yang", 11),
        ("your Yin", -7),
    ]
    assert scene.prompt.question == "Answer Bamboo Form"
    assert not any(piece.preview for piece in pieces(second().scene(0)))


def test_the_first_answer_is_a_range() -> None:
    """One own card and one answer are still to come."""
    play = Play(None, ("white_belt", "white_belt"), phase="answer", field=["", "flowing_kata"])
    preview = play.scene(0).choices[0].preview
    assert preview and preview.give is None
    # Knife Hand 4/1 against 5/4, then each of four own cards against each of fourteen others.
    values = {row["name"]: (row["yang"], row["yin"]) for row in GAME.data["card"].values()}
    rest = [(3, 2), (5, 3), (6, 3), (6, 3)]
    others = [values[line[2:]] for line in WHITE_BELT for _ in range(int(line[0]))]
    others.remove((5, 4))
    gives = [max(0, 4 + own[0] - 4 - other[1]) for own in rest for other in others]
    takes = [max(0, 5 + other[0] - 1 - own[1]) for own in rest for other in others]
    assert len(gives) == 56
    usual = [sorted(values)[27] for values in (gives, takes)]
    assert preview.note == (
        f"deal usually {usual[0]}, at most {max(gives)}; "
        f"take usually {usual[1]}, at most {max(takes)}"
    )
    assert "still to come" in play.scene(0).prompt.note
    assert preview.alarm == ""
    for points, alarm in ((max(takes), "This can beat you: you have 8 left."), (9, "")):
        play.state.a.points = points
        found = play.scene(0).choices[0].preview
        assert found and found.alarm == alarm


def test_ranges_in_plain_words() -> None:
    assert spread("deal", [0, 1, 1, 5]) == "deal usually 1, at most 5"
    assert spread("deal", [2, 5, 5, 5]) == "deal usually 5, at least 2"
    assert spread("take", [3, 3]) == "take 3"


def test_warnings() -> None:
    """Deadly results, and reveals that change nothing (DD-R22)."""
    low = Play({"deck_rules": "size_only"}, DECKS, **SECOND, points=[4, 3])
    alarms = {c.action: c.preview.alarm for c in low.scene(1).choices if c.preview}
    assert alarms == {
        "answer blazing_combination": "You lose the double knock-out, -1 to 0.",
        "answer perfect_balance": "",
        "answer iron_shirt": "",
        "answer bow_of_respect": "This beats you.",
    }
    idle = Play(
        None,
        ("white_belt", "grand_dojo"),
        phase="window",
        kickers=["knife_hand", ""],
        field=["slip_away circular_parry", "cover_up turtle_shell"],
    )
    reveal = next(button for button in idle.scene(0).buttons if button.id == "reveal")
    assert reveal.preview and "changes nothing" in reveal.preview.alarm
    assert alarm([4, 20]) == "This beats your opponent."
    assert alarm([4, 20], kickers=["bamboo_form", ""]) == (
        "This beats your opponent unless their kicker saves them."
    )


def alarm(points: list[int], ko: str = "margin", **more: object) -> str:
    """The preview of Blazing Combination: both take 4."""
    play = Play(
        {"deck_rules": "size_only", "double_ko": ko}, DECKS, **SECOND, points=points, **more
    )
    return next(c.preview.alarm for c in play.scene(1).choices if c.preview)


def test_dd_r11_who_wins_the_double_knock_out() -> None:
    """DD-R11, DD-R12: with the true figures."""
    assert alarm([2, 3]) == "You win the double knock-out, -1 to -2."
    assert alarm([3, 2]) == "You lose the double knock-out, -2 to -1."
    assert alarm([3, 3]) == "Double knock-out, -1 to -1: a draw."
    assert alarm([2, 3], "draw") == "Double knock-out, -1 to -2: a draw."


def test_the_own_kicker_may_prevent_a_loss() -> None:
    """An answer that beats you says so only if the kicker cannot help."""
    for kicker, told in (
        ("circular_parry", "This beats you unless you reveal your kicker."),
        ("blazing_combination", "This beats you."),
        ("", "This beats you."),
    ):
        assert alarm([20, 2], kickers=["", kicker]) == told
    lanes = Play(
        {"deck_rules": "size_only", "compare": "lanes"},
        DECKS,
        **(SECOND | {"kickers": ["", "circular_parry"], "points": [20, 2]}),
    )
    # Both lanes cost 2, or with Iron Shirt lane 1 alone; the kicker guards in one of them.
    alarms = {c.action: c.preview.alarm for c in lanes.scene(1).choices if c.preview}
    assert alarms["answer blazing_combination"] == "This beats you."
    assert alarms["answer iron_shirt"] == "This beats you unless you reveal your kicker."


def test_no_kicker_comes_after_both_passed() -> None:
    """After a pass and the own pass no kicker comes any more."""
    for first, told in (
        ("A", "This beats your opponent unless their kicker saves them."),
        ("B", "This beats your opponent."),
    ):
        play = Play(
            phase="window",
            first=first,
            asked="A",
            points=[20, 1],
            kickers=["slip_away", "slip_away"],
            field=["elbow_strike sword_of_discipline", "flowing_kata knife_hand"],
        )
        keep = play.scene(0).buttons[0].preview
        assert keep and keep.alarm == told


def test_kicker_window() -> None:
    """DD-E4: as it stands, and with the own kicker; the other kicker may change it."""
    play = Play(None, ("ember_fist", "grand_dojo"), **WINDOW)
    scene = play.scene(1)
    buttons = {button.id: button.preview for button in scene.buttons}
    assert [(p.give, p.take) for p in buttons.values() if p] == [(0, 8), (2, 0)]
    assert list(buttons) == ["keep", "reveal"]
    assert scene.prompt.note == "Ann has no kicker any more."
    picked = chosen(scene.choices, ("kicker-B-0",))
    assert picked and picked.action == "reveal"
    both = Play(
        None,
        ("grand_dojo", "ember_fist"),
        phase="window",
        field=["knife_hand high_guard", "blazing_combination sword_of_discipline"],
        kickers=["unbroken_ground", "wild_swing"],
    )
    # Blazing Combination is out once; the other copy would strike for 8 more.
    assert both.scene(0).prompt.note == (
        "Bob's kicker can still change this; with Blazing Combination (8/2) you would take 16."
    )


def test_the_last_answer_is_sure_without_kickers() -> None:
    assert second().scene(1).prompt.note.startswith("Both kickers are spent")
    hidden = Play({"deck_rules": "size_only"}, DECKS, **SECOND, kickers=["bamboo_form", ""])
    assert hidden.scene(1).prompt.note.startswith("Only hidden kickers")


def forecast(play: Play, viewer: int = 0) -> Forecast:
    return Forecast(play.view(viewer), viewer)


def test_the_worst_kicker_in_either_lane() -> None:
    """In lane 2 nothing guards; suspects rule cards out."""
    given = {
        "phase": "window",
        "field": ["perfect_balance elbow_strike", "slip_away slip_away"],
        "kickers": ["knife_hand", "wild_swing"],
        "round": 6,
    }
    decks = ("white_belt", "8 Slip Away, 4 Knife Hand, 4 Wild Swing, 2 Axe Kick")
    options = {"compare": "lanes", "deck_rules": "size_only", "open_decklists": True}
    # 1/4 with 6/2 in lane 2 against 6/3.
    assert forecast(Play(options, decks, **given)).worst_kicker() == (4, WORDS.index("axe_kick"))
    known = given | {"suspects": ["", "knife_hand wild_swing"]}
    assert forecast(Play(options, decks, **known)).worst_kicker() == (3, WORDS.index("wild_swing"))


def test_known_hands_and_kickers() -> None:
    """After a reshuffle all six cards of hand and kicker can be known."""
    play = Play(
        phase="window",
        round=6,
        field=["steady_stance flowing_kata", "elbow_strike elbow_strike"],
        hands=["", "knife_hand straight_punch reverse_punch"],
        kickers=["slip_away", "slip_away"],
        decks=["", "sword_of_discipline sword_of_discipline perfect_balance"],
        reshuffled=["", "elbow_strike sword_of_discipline sword_of_discipline perfect_balance"],
    )
    sure = sorted(kinds("knife_hand straight_punch reverse_punch slip_away"))
    assert forecast(play).kickers() == forecast(play).answers() == sure
    assert play.scene(0).prompt.note.endswith("with Reverse Punch (5/3) you would take 10.")


def test_kickers_of_a_secret_list() -> None:
    """DD-R19: of a card seen as often as a deck may have it no copy is the kicker."""
    given = {
        "phase": "window",
        "round": 9,
        "field": ["knife_hand slip_away", "axe_kick axe_kick"],
        "kickers": ["elbow_strike", "knife_hand"],
        "seen": ["", "wild_swing wild_swing phoenix_heart iron_shirt"],
    }
    found = forecast(Play(None, ("white_belt", OWN), **given))
    impossible = set(kinds("wild_swing axe_kick phoenix_heart"))
    assert set(range(50)) - set(found.kickers()) == impossible
    assert set(range(50)) - set(found.answers()) == set(kinds("axe_kick"))
    any_ = Play({"deck_rules": "size_only"}, ("white_belt", OWN), **given)
    assert forecast(any_).kickers() == forecast(any_).answers() == list(range(50))
