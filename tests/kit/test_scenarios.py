"""Scenario files: what they can say, each with a case that fails, and how faults are told."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from budokan.kit.errors import Refusal
from budokan.kit.game import Game, find, find_all
from budokan.kit.position import Field, Reader
from budokan.kit.rng import Rng
from budokan.kit.testing.checks import THEN
from budokan.kit.testing.scenario import Report, examine, run
from budokan.kit.testing.screen import SCREEN
from budokan.kit.testing.trial import walk
from tests.kit.settings import ALL_SETTINGS

GAMES = list(find_all().values())
UDAKA = """game = "udaka"
[given]
seats = 2
position = { hands = ["6 9 9", "2 2"], pile = "6" }
[[case]]
"""
PAIR = UDAKA + 'when = ["A pair 9", "* draw 3"]\n'
DUEL = """game = "dojo_duel"
[given.position]
phase = "answer"
field = ["elbow_strike circular_parry", "flowing_kata"]
hands = ["", "counter_throw knife_hand slip_away perfect_balance"]
kickers.B = "reverse_punch"
[[case]]
"""
KENPO = """game = "kenpo_masters"
[given.position]
turn = "B"
squares = ["b2", "b3"]
hands = ["", "block"]
tables = ["front_kick:forward jab:forward", ""]
rested = "B"
[[case]]
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(text: str) -> list[str]:
    """What fails in a scenario of this text."""
    Path("a.toml").write_text(text)
    return run(Path("a.toml"))


def report(text: str) -> Report:
    Path("a.toml").write_text(text)
    return examine(Path("a.toml"))


# -- what holds, and what does not ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "holds", "fails", "failure"),
    [
        # counts
        (UDAKA, 'position.draw = "32 cards"', 'position.draw = "33 cards"', "position.draw: exp"),
        (
            UDAKA,
            'position.hands = ["3 cards", "2 2"]',
            'position.hands = ["2 cards", "2 2"]',
            "position.hands.A: expected 2 cards, but there are 3: '6 9 9'",
        ),
        (UDAKA, 'position.pile = "1 card"', 'position.pile = "2 cards"', "position.pile"),
        (UDAKA, 'sees.B.hands.A = "3 cards"', 'sees.B.hands.A = "4 cards"', "sees.B.hands.A"),
        # one seat's row
        (UDAKA, 'position.hands.B = "2 2"', 'position.hands.B = "2 3"', "position.hands.B"),
        (UDAKA, "position.tokens.A = 0", "position.tokens.A = 1", "position.tokens.A"),
        # order
        (UDAKA, 'position.hands.A = "9 6 9"', 'position.hands.A = "9 6 6"', "position.hands.A"),
        (UDAKA, 'sees.A.hands.A = "9 9 6"', 'sees.A.hands.A = "9 9"', "sees.A.hands.A"),
        (
            DUEL,
            'position.hands.B = "slip_away perfect_balance counter_throw knife_hand"',
            'position.field.A = "circular_parry elbow_strike"',
            "position.field.A",
        ),
        # illegal, with and without a clause
        (UDAKA, 'illegal.A = ["pair 6"]', 'illegal.A = ["pair 9"]', "'illegal', but it is 'legal'"),
        (UDAKA, 'illegal.A."pair 6" = ""', 'illegal.A."single 6" = ""', "illegal.A.single 6"),
        (
            UDAKA,
            'illegal.A."pair 6" = "UD-16"',
            'illegal.A."pair 6" = "UD-17"',
            "illegal.A.pair 6: expected 'UD-17', but it is 'UD-16'",
        ),
        # contains
        (
            PAIR,
            'events = { contains = ["hand_pair", "refilled"] }',
            'events = { contains = ["refilled", "hand_pair"] }',
            "events: expected 'hand_pair' in it in this order",
        ),
        (
            PAIR,
            'story.B = { contains = ["A refills with a card."] }',
            'story.B = { contains = ["A refills with a card.", "A refills with a card."] }',
            "story.B: expected 'A refills with a card.' in it",
        ),
        (
            PAIR,
            'events = ["hand_pair", "token", "refilled"]',
            'events = ["hand_pair", "refilled"]',
            "events: expected [",
        ),
        # screens
        (UDAKA, 'screen.A.prompt = "Lay one card or a pair"', 'screen.A.prompt = "Lay"', "prompt"),
        (UDAKA, 'screen.A.note.contains = "32"', 'screen.A.note.contains = "33"', "'33' in it"),
        (
            UDAKA,
            'screen.A.choices = ["Lay one 9", "Lay a pair of 9s", "Pair 6 with the top card"]',
            'screen.A.choices = ["Lay one 6"]',
            "screen.A.choices",
        ),
        (
            UDAKA,
            'screen.A.choices.contains = ["Lay one 9"]',
            'screen.A.choices.contains = ["Lay one K"]',
            "'Lay one K' among them",
        ),
        (UDAKA, "screen.B.choices = []", "screen.A.choices = []", "screen.A.choices"),
        (
            UDAKA,
            'screen.A.choice."pair 9".preview.gain = 1',
            'screen.A.choice."pair 9".preview.gain = 2',
            "screen.A.choice.pair 9.preview.gain: expected 2, but it is 1",
        ),
        (
            UDAKA,
            'screen.A.choice."single 9".preview = { gain = "", alarm.contains = "box 9" }',
            'screen.A.choice."single 9".preview = { gain = 0 }',
            "expected 0, but it is ''",
        ),
        (
            UDAKA,
            'screen.A.zone.draw = { title = "Draw pile", count = 32, pieces = ["Draw pile"] }',
            'screen.A.zone.draw.count = ""',
            "screen.A.zone.draw.count: expected '', but it is 32",
        ),
        (
            UDAKA,
            'screen.A.piece."hand.6.1" = { name = "Six", marks = ["pairs"] }',
            'screen.A.piece."hand.6.1".marks = []',
            "screen.A.piece.hand.6.1.marks: expected [], but it is ['pairs']",
        ),
        (
            DUEL,
            'screen.B.piece.kicker-B-0 = { clause = "DD-R3", refused.contains = "four cards" }',
            'screen.B.piece.kicker-B-0.clause = ""',
            "screen.B.piece.kicker-B-0.clause: expected '', but it is 'DD-R3'",
        ),
        (
            UDAKA,
            'screen.A.piece."hand.6.1" = { refused = "", clause = "", copies = 1, text = "" }',
            'screen.A.piece."hand.6.1".copies = 2',
            "screen.A.piece.hand.6.1.copies: expected 2, but it is 1",
        ),
        (
            KENPO,
            'screen.B.button.rest.refused = "You rested in your last turn."',
            'screen.B.button.rest.refused = ""',
            "screen.B.button.rest.refused: expected ''",
        ),
        (UDAKA, 'screen.spectator.result = ""', 'screen.spectator.status = ""', "spectator.status"),
        (
            KENPO,
            'screen.B.buttons.contains = ["Rest"]',
            'screen.B.button.Rest.label = "Break"',
            "screen.B.button.Rest.label: expected 'Break', but it is 'Rest'",
        ),
    ],
)
def test_an_assertion_holds_or_fails(
    start: str, holds: str, fails: str, failure: str, here: Path
) -> None:
    assert told(f"{start}then.{holds}") == []
    (fault,) = told(f"{start}then.{fails}")
    assert fault.startswith("a.toml: case 1: ") and failure in fault


def test_the_top_card_counts_and_the_cards_under_it_do_not(here: Path) -> None:
    start = UDAKA.replace('["6 9 9", "2 2"], pile = "6"', '["3 4 5", "2 2"], pile = "6 7 9"')
    assert told(f'{start}then.position.pile = "7 6 9"') == []
    (fault,) = told(f'{start}then.position.pile = "6 9 7"')
    assert "expected '6 9 7', but it is '6 7 9'" in fault


def test_the_order_of_a_fan_counts_where_the_holder_arranges_it(here: Path) -> None:
    other = 'then.position.hands.B = "slip_away perfect_balance counter_throw knife_hand"'
    assert told(f"{DUEL}{other}") == []
    (fault,) = told(f'{DUEL}options.fan = "holder"\n{other}')
    assert "position.hands.B: expected" in fault


def test_places_are_compared_one_by_one_in_any_order(here: Path) -> None:
    start = """game = "martial_art"
[given]
seat.A.fighter = "igor"
seat.B.fighter = "kimberley"
[given.position]
phase = "area"
boards.A = "move headbutt|defense punch|move defense|energy punch|energy lock|energy energy"
[[case]]
"""
    same = "headbutt move | punch defense | 2 tokens | 2 tokens | lock energy | energy energy"
    assert told(f'{start}then.position.boards.A = "{same}"') == []
    (fault,) = told(f'{start}then.position.boards.A = "{same.replace("lock", "punch")}"')
    assert "position.boards.A" in fault


def test_one_row_of_a_given_position_leaves_the_others_out(here: Path) -> None:
    start = (
        'game = "kenpo_masters"\n[given.position]\nhands.A = "jab"\nsquares.A = "a2"\n[[case]]\n'
    )
    then = 'then.position = { hands = ["jab", ""], squares = ["a2", "b3"] }\n'
    assert told(start + then) == []
    own = 'position.hands.B = "block"\nthen.position.hands = ["jab", "block"]\n'
    assert told(start + own) == []
    whole = start.replace('hands.A = "jab"', 'hands = ["jab", "blitz"]')
    assert told(whole + own) == []  # the row of a case replaces one row of the list
    (fault,) = told(start + 'position.hands.C = "block"\n' + then)
    assert "hands: There is no seat 'C'; seats are A to B." in fault


def test_a_case_may_bring_the_choices_of_seats(here: Path) -> None:
    text = """game = "dojo_duel"
[given.seat.A]
deck = "ember_fist"
[[case]]
then.position.decks.A = "20 cards"
then.offers."*" = ["toss A"]
[[case]]
seat.A.deck = "white_belt"
when = ["* toss A"]
then.offers."*" = ["draw knife_hand"]
[[case]]
when = ["* toss A"]
then.offers."*" = ["draw knife_hand"]
"""
    (fault,) = told(text)
    assert fault.startswith("a.toml: case 3: offers.*: 'draw knife_hand' is not legal")


# -- chains and forced entries --------------------------------------------------------------------

CHAIN = """game = "udaka"
[given]
seats = 2
position = { hands = ["6 9 9", "2 2"], pile = "6" }
[[case]]
title = "first"
when = ["A pair 9"]
then.acting = ["%s"]
[[case]]
title = "second"
continues = true
when = ["* draw 3"]
then.acting = ["*"]
[[case]]
continues = true
then.acting = ["B"]
[[case]]
title = "anew"
then.acting = ["A"]
"""


def test_a_broken_chain_is_one_failure(here: Path) -> None:
    found = report(CHAIN % "A")
    assert found.failures == ["a.toml: case 1 (first): acting: expected ['A'], but it is ['*']"]
    assert found.not_reached == [
        "a.toml: case 2 (second) is not reached: it continues case 1, which failed.",
        "a.toml: case 3 is not reached: it continues case 1, which failed.",
    ]
    whole = report(CHAIN % "*")
    assert whole.not_reached == []
    assert [fault.partition(": acting")[0] for fault in whole.failures] == ["a.toml: case 3"]


def test_what_is_given_wrongly_is_told_once(here: Path) -> None:
    cases = '[[case]]\nthen.acting = ["A"]\n' * 3
    found = report(f'game = "udaka"\ngiven.options.top_reus = true\n{cases}')
    assert len(found.failures) == 1 and len(found.not_reached) == 3
    assert found.failures[0].startswith("a.toml: given: ") and "top_reuse" in found.failures[0]


def test_a_continuing_case_cannot_change_what_is_given(here: Path) -> None:
    start = UDAKA + 'options.top_reuse = false\nthen.acting = ["A"]\n[[case]]\ncontinues = true\n'
    assert told(start + 'options.top_reuse = false\nthen.acting = ["A"]') == []
    (fault,) = told(start + 'options.top_reuse = true\nthen.acting = ["A"]')
    assert fault.startswith("a.toml: case 2: options: a case that continues another")


def test_forced_entries_may_be_left_out(here: Path) -> None:
    start = 'game = "kenpo_masters"\n[given.position]\nhands = ["", "jab"]\n[[case]]\n'
    assert told(f'{start}then.legal.A = ["rest"]') == []  # nothing is taken by itself
    drawn = 'then.position.hands.A = "jab jab"'
    whole = 'when = ["A rest", "* draw jab", "* draw jab"]\n'
    short = 'when = ["* draw jab", "* draw jab"]\n'
    assert told(start + whole + drawn) == [] and told(start + short + drawn) == []
    heard = 'then.events.contains = ["rest"]'
    assert told(start + short + heard) == []
    assert told(f'{start}when = ["..."]\nthen.acting = ["*"]') == []


def test_chance_with_one_outcome_may_be_left_out(here: Path) -> None:
    start = """game = "dojo_duel"
[given.position]
phase = "draw"
round = 6
hands.A = "knife_hand elbow_strike elbow_strike"
kickers.A = "slip_away"
decks = ["counter_throw", "straight_punch reverse_punch"]
[[case]]
"""
    drawn = (
        'then.position.hands.A = "knife_hand elbow_strike elbow_strike counter_throw flowing_kata"'
    )
    assert told(f'{start}when = ["* draw counter_throw", "* draw flowing_kata"]\n{drawn}') == []
    assert told(f'{start}when = ["* draw flowing_kata"]\n{drawn}') == []
    heard = 'then.events = ["draw", "reshuffle"]'
    assert told(f'{start}when = ["..."]\n{heard}') == []  # then there are several outcomes
    (fault,) = told(f'{start}when = ["* draw wild_swing"]\n{drawn}')
    assert "when: entry 1, '* draw wild_swing': 'draw wild_swing' is not possible" in fault


def test_a_choice_may_not_be_left_out(here: Path) -> None:
    (fault,) = told(f'{UDAKA}when = ["* draw 3"]\nthen.acting = ["B"]')
    assert (
        fault
        == "a.toml: case 1: when: entry 1, '* draw 3': * cannot act now; the match waits for A."
    )
    (fault,) = told(f'{UDAKA}when = ["..."]\nthen.acting = ["B"]')
    assert fault == "a.toml: case 1: when: entry 1, '...': no step is forced here."


# -- cards ----------------------------------------------------------------------------------------

CARDS = "[card.iron_shirt]\nyin = 1\n"
SHIRT = """
[given.seat.B]
deck = "grand_dojo"
[given.position]
phase = "answer"
field = ["elbow_strike circular_parry", "iron_shirt"]
hands = ["", "counter_throw knife_hand slip_away rooted_stance"]
[[case]]
when = ["B answer counter_throw"]
then.position.points.B = %d
"""


def shirt(points: int, given: str = "") -> str:
    """A scenario in which the Yin of Iron Shirt tells how many points B keeps."""
    return f'game = "dojo_duel"\n{given}{SHIRT % points}'


def test_a_scenario_may_bring_its_cards(here: Path) -> None:
    Path("mine.toml").write_text(CARDS)
    assert told(shirt(20)) == []
    assert told(shirt(19, "[given.cards.card.iron_shirt]\nyin = 1")) == []
    assert told(shirt(19, 'given.cards = "mine.toml"')) == []
    assert len(told(shirt(20, 'given.cards = "mine.toml"'))) == 1


def test_a_card_file_lies_beside_its_scenario(here: Path) -> None:
    Path("deep").mkdir()
    Path("deep/mine.toml").write_text(CARDS)
    Path("deep/a.toml").write_text(shirt(19, 'given.cards = "mine.toml"'))
    assert run(Path("deep/a.toml")) == []


def test_cards_from_outside_are_for_scenarios_that_name_none(here: Path) -> None:
    cards = {"card": {"iron_shirt": {"yin": 1}}}
    for text in (shirt(19), shirt(20, "[given.cards.card.iron_shirt]\nyin = 6")):
        Path("a.toml").write_text(text)
        assert examine(Path("a.toml"), cards=cards).failures == []


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ("given.cards = 'gone.toml'", "gone.toml: No such file"),
        ('given.cards = "\\u0000"', "is not the name of a file"),
        ("given.cards = 3", "given.cards has the wrong form; it is text or a table"),
        ("[given.cards.card.iron_shrit]\nyin = 1", "did you mean iron_shirt"),
    ],
)
def test_wrong_cards_are_told_once(given: str, fault: str, here: Path) -> None:
    (failure,) = told(shirt(20, given))
    assert failure.startswith("a.toml: given") and fault in failure


# -- faults ---------------------------------------------------------------------------------------


def test_all_faults_of_a_file_are_listed_with_their_places(here: Path) -> None:
    text = """game = "udaka"
given.seats = 2
[[case]]
title = "one"
when = ["A singel 7", "A single 7", "Q single 7", "A single 77"]
[case.then]
position = { hnads = ["7"], boxes.A = 3, hands.C = "7" }
acting = ["J"]
score = [1]
legal.A = ["par 6"]
illegal.C = ["pair 6"]
sees.D.pille = "3"
events.contains = ["tokn"]
story.X = []
screen.Y.prompt = ""
[[case]]
thne = 3
[[case]]
position.pil = "7"
then.screen.A = { promt = "", piece.x.mark = [], zone.y.count = 1.5 }
then.events = {}
"""
    faults = told(text)
    wanted = [
        "(one): when: In the entry 'A singel 7': 'singel 7' is not an action; did you",
        "(one): when: In the entry 'Q single 7': There is no seat 'Q'",
        "(one): when: In the entry 'A single 77'",
        "(one): position: a position has no field 'hnads'; did you mean hands",
        "(one): position.boxes is one value for the whole table",
        "(one): position.hands: There is no seat 'C'",
        "(one): acting: There is no seat 'J'",
        "(one): score has 1 numbers; there are 2 seats.",
        "(one): legal.A: 'par 6' is not an action; did you mean pair 6",
        "(one): illegal: There is no seat 'C'",
        "(one): events: there is no event 'tokn'; did you mean token",
        "(one): sees: There is no seat 'D'",
        "(one): story: There is no seat 'X'",
        "(one): screen: There is no seat 'Y'",
        "(one): sees.D: a position has no field 'pille'; did you mean pile",
        "case 2 does not take 'thne'; did you mean then",
        "case 2 has no 'then'; say what must hold.",
        "case 3: then.screen.A does not take 'promt'; did you mean prompt",
        "case 3: then.screen.A.piece.x does not take 'mark'; did you mean marks",
        "case 3: then.screen.A.zone.y.count has the wrong form; it is a whole number or text.",
        "case 3: then.events must be a table of contains.",
    ]
    assert len(faults) == len(wanted), "\n".join(faults)
    for fault, part in zip(faults, wanted, strict=True):
        assert fault.startswith("a.toml: case") and part in fault, (fault, part)


def test_what_is_not_reached_is_read_all_the_same(here: Path) -> None:
    """A fault in what is given, or in the chain before, hides no misspelling."""
    text = """game = "udaka"
given.seats = 2
given.position.hnads = ["7"]
[[case]]
then.acting = ["Z"]
[[case]]
continues = true
when = ["A singel 7"]
then.acting = []
[[case]]
continues = true
then.acting = []
"""
    found = report(text)
    assert [fault.partition(";")[0] for fault in found.failures] == [
        "a.toml: given: position has no field 'hnads'",
        "a.toml: case 1: acting: There is no seat 'Z'",
        "a.toml: case 2: when: In the entry 'A singel 7': 'singel 7' is not an action",
    ]
    assert found.not_reached == [
        "a.toml: case 1 is not reached: what is given is refused.",
        "a.toml: case 3 is not reached: it continues case 1, which failed.",
    ]


def test_a_misspelt_game_does_not_hide_other_faults(here: Path) -> None:
    faults = told('game = "udakka"\ngivn = 3\n[[case]]\nwhn = []\nthen.acting = []\n')
    assert len(faults) == 3 and all(fault.startswith("a.toml") for fault in faults)
    assert "did you mean udaka" in faults[1]


def test_a_name_that_is_not_on_the_screen_is_answered_with_near_ones(here: Path) -> None:
    (fault,) = told(f'{UDAKA}then.screen.A.piece."hand.6.2".name = "Six"')
    assert "screen.A.piece.hand.6.2: the screen has no such piece; did you mean" in fault
    (fault,) = told(f'{UDAKA}then.screen.A.piece.Nine.name = "Nine"')
    assert "the screen has 2 of them; name one by its id: hand.9.1, hand.9.2" in fault
    (fault,) = told(f'{UDAKA}then.screen.A.zone.darw.title = ""')
    assert "did you mean draw" in fault


def test_a_field_that_this_position_lacks_is_told(here: Path) -> None:
    (fault,) = told(f"{KENPO}then.position.due = [0, 0]")
    assert "position.due: this position has none (in the phases deal, rest" in fault


def test_a_count_is_no_position(here: Path) -> None:
    text = UDAKA.replace('pile = "6"', 'pile = "3 cards"')
    (fault,) = told(f'{text}then.acting = ["A"]')
    assert "pile = '3 cards' is only a count; a given position names its cards." in fault


DEEP = "{ A" + ".A" * 1200 + " = 1 }"
HUGE = "0x1" + "0" * 6000
ODD: list[Any] = ["3", HUGE, f"-{10**30}", "true", "nan", '""', "[]", "{}", "2020-01-01", "[[]]",
                  '"\\u202e?"', "{ A = 5 }", "{ Z = [] }", "[{}, {}]", DEEP]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_value_of_a_field_is_a_crash(game: Game, here: Path) -> None:
    start = f'game = "{game.id}"\n'
    for value in ODD:
        given = [f"[[case]]\nthen.acting = []\nposition.{name} = {value}\n" for name in game.fields]
        then = [f"then.position.{name} = {value}\n" for name in game.fields]
        assert told(start + "".join(given)) and told(f"{start}[[case]]\n{''.join(then)}")


@pytest.mark.parametrize("value", ODD)
def test_no_value_of_a_key_is_a_crash(value: str, here: Path) -> None:
    for key in ("seats", "options", "seat", "position", "cards"):
        told(f'game = "udaka"\ngiven.{key} = {value}\n[[case]]\nthen.acting = ["*"]\n')
    for key in THEN:
        told(f'game = "udaka"\n[[case]]\nthen.{key} = {value}\n')
    for key in SCREEN:
        told(f'game = "udaka"\n[[case]]\nthen.screen.A.{key} = {value}\n')


def test_a_number_of_thousands_of_digits_is_not_valid(here: Path) -> None:
    Path("a.toml").write_text(f"game = 1{'0' * 6000}\n")
    with pytest.raises(Refusal, match="is not valid TOML"):
        run(Path("a.toml"))


def test_a_file_may_begin_with_the_mark_of_its_encoding(here: Path) -> None:
    Path("a.toml").write_text(f'{UDAKA}then.acting = ["A"]', "utf-8-sig")
    assert run(Path("a.toml")) == []


# -- the fields of positions ----------------------------------------------------------------------


# Lists that are not ready made are secret.
OWN_LISTS = {0: {"deck": "1 " + ", 1 ".join(find("dojo_duel").data["deck"]["grand_dojo"]["cards"])}}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_fields_are_those_that_the_code_knows(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every field that is written or read is declared, and every declared one is read."""
    taken: set[str] = set()
    take = Reader._take

    def note(reader: Reader, name: str, default: Any) -> Any:
        taken.add(name)
        return take(reader, name, default)

    monkeypatch.setattr(Reader, "_take", note)
    setups = [setup for _, owner, setup in ALL_SETTINGS if owner is game]
    setups += [game.setup(choices=OWN_LISTS)] if game.id == "dojo_duel" else []
    for seed, setup in product(range(20), setups):
        state = game.start(setup)
        for _ in walk(state, Rng(seed)):
            written = game.write(state, setup)
            assert written.keys() <= game.fields.keys()
            if not written.keys() <= taken:
                game.read(written, setup)
        if taken == set(game.fields):
            break
    assert taken == set(game.fields)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_forms_of_the_fields_fit_what_is_written(game: Game) -> None:
    types: dict[str, type] = {"number": int, "flag": bool, "numbers": list, "lines": list}
    for _, owner, setup in ALL_SETTINGS:
        if owner is game:
            for name, value in game.write(game.start(setup), setup).items():
                field = game.fields[name]
                for each in value if field.each else [value]:
                    assert type(each) is types.get(field.form, str), name


def test_only_lines_have_an_order() -> None:
    for game in GAMES:
        for name, field in game.fields.items():
            lined = field.form in ("line", "lines", "places")
            assert bool(field.order) == lined, (game.id, name)
    fan = Field("line", "", order="free", order_with=("fan", "holder"))
    duel = find("dojo_duel")
    assert fan.order_in(duel.setup(given={"fan": "holder"}).options) == "counts"
    assert fan.order_in(duel.setup(given={"fan": "shuffled"}).options) == "free"
