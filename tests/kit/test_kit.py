"""The kit's own tools: data with sources, options, notation, positions, the picker."""

import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budokan.kit import data as cards
from budokan.kit import options, scene
from budokan.kit.errors import Refusal
from budokan.kit.game import find, find_all
from budokan.kit.notation import Domain, Notation, parse_seat
from budokan.kit.pile import Pile
from budokan.kit.position import Reader, rest, toml
from budokan.kit.rng import Rng

DOJO = find("dojo_duel")


# -- data -----------------------------------------------------------------------------------------


def test_every_value_of_every_game_has_a_source() -> None:
    for game in find_all().values():
        assert {source for *_, source in game.data.values()} <= set(cards.SOURCES)
        assert len(list(game.data.values())) > 20


def test_a_value_without_source_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text('[card.a]\nyang = 1\nyin = 2\nsource = { yang = "designed" }\n')
    with pytest.raises(Refusal, match=r"card\.a\.yin has no source"):
        cards.load(path)


# -- options --------------------------------------------------------------------------------------


def test_options_are_read_from_words() -> None:
    read = options.read(DOJO.options, {"open_decklists": "on", "round_limit": "none"})
    assert read.open_decklists is True and read.round_limit == 0
    assert options.changed(read) == {"open_decklists": True, "round_limit": 0}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"compaer": "lanes"}, "no option 'compaer'; did you mean compare"),
        ({"compare": "lane"}, "takes totals, lanes"),
        ({"round_limit": "5"}, r"takes 0 \(none\), 10..200"),
        ({"round_limit": "many"}, r"takes 0 \(none\), 10..200"),
        ({"open_decklists": "maybe"}, "takes true, false"),
    ],
)
def test_a_wrong_option_is_refused(given: dict[str, str], told: str) -> None:
    with pytest.raises(Refusal, match=told):
        options.read(DOJO.options, given)


@pytest.mark.parametrize("seats", [1, 3, "x", -2])
def test_a_wrong_seat_count_is_refused(seats: object) -> None:
    with pytest.raises(Refusal, match="is for 2 players, not"):
        DOJO.setup(given={"players": seats})


# -- notation -------------------------------------------------------------------------------------


def test_codes_must_be_contiguous_and_texts_different() -> None:
    domain = {"card": Domain(("a", "b"))}
    with pytest.raises(ValueError, match="must begin at code 2"):
        Notation([("play", 0, ("card",)), ("stop", 3, ())], domain)
    with pytest.raises(ValueError, match="same text"):
        Notation([("play", 0, ("card",)), ("play a", 2, ())], domain)


def test_codes_leave_room_for_kinds_that_a_card_file_adds() -> None:
    domains = {"card": Domain(("a", "b"), room=5), "way": Domain(("left", "right"))}
    verbs = [("play", 0, ("card", "way")), ("draw", 10, ("card",)), ("stop", 15, ())]
    notation = Notation(verbs, domains)
    assert notation.parse("play b right") == 3 and notation.parse("draw b") == 11
    assert list(notation.codes) == [0, 1, 2, 3, 10, 11, 15] and notation.size == 16
    assert 12 not in notation and notation.split(11) == ("draw", (1,))


@given(st.sampled_from(list(find_all().values())), st.data())
def test_text_and_parse_are_exact(game: object, data: st.DataObject) -> None:
    notation = game.notation  # type: ignore[attr-defined]
    code = data.draw(st.sampled_from(list(notation.codes)))
    text = notation.text(code)
    assert notation.parse(text) == code
    assert notation.parse(f"  {text.upper().replace('_', ' ')} ") == code


def test_a_misspelt_action_lists_near_matches() -> None:
    with pytest.raises(Refusal, match=r"did you mean .*answer iron_shirt"):
        DOJO.notation.parse("answer iron_shrt")
    with pytest.raises(Refusal, match="actions are kicker CARD"):
        DOJO.notation.parse("dance")


def test_seats_are_letters_and_numbers_only_if_asked() -> None:
    assert [parse_seat(text, 3) for text in ("A", "b", " C ")] == [0, 1, 2]
    assert [parse_seat(text, 3, numbers=True) for text in ("A", "b", "2")] == [0, 1, 2]
    for text in ("D", "3", "", "AA", "-1"):
        for numbers in (False, True):
            with pytest.raises(Refusal, match=f"no seat '{text}'; seats are A to C.$"):
                parse_seat(text, 3, numbers=numbers)
    with pytest.raises(Refusal, match=r"no seat '2'; seats are A to C.$"):
        parse_seat("2", 3)


# -- positions ------------------------------------------------------------------------------------


def test_a_document_is_written_as_toml_that_reads_the_same() -> None:
    document = {"a": 1, "b": [True, 'x"y'], "c": {"d": "e\\f"}, "g": []}
    assert tomllib.loads(toml(document)) == document


def test_the_reader_names_what_is_wrong() -> None:
    with pytest.raises(Refusal, match="no field 'hnads'; did you mean hands"):
        reader = Reader({"hnads": []}, 2)
        reader.hands("hands", ("a",))
        reader.finish()
    with pytest.raises(Refusal, match=r"hands\[B\] names 'z'"):
        Reader({"hands": ["a", "z"]}, 2).hands("hands", ("a",))
    with pytest.raises(Refusal, match="list of 2 values"):
        Reader({"hands": ["a"]}, 2).hands("hands", ("a",))
    with pytest.raises(Refusal, match="turn: There is no seat 'C'"):
        Reader({"turn": "C"}, 2).seat("turn")
    with pytest.raises(Refusal, match="whole number from 0 to 4"):
        Reader({"n": 5}, 2).number("n", 0, 0, 4)
    with pytest.raises(Refusal, match="a stands 3 times"):
        rest("draw", {0: 2}, ("a",), [0, 0, 0])


# -- piles and generator --------------------------------------------------------------------------


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.data())
def test_a_pile_is_a_bag(contents: list[int], data: st.DataObject) -> None:
    pile = Pile(12)
    for card in contents:
        pile.put(card)
    card = data.draw(st.sampled_from(contents))
    left = sorted(contents)
    left.remove(card)
    assert pile.count(card) == contents.count(card)
    pile.take(card)
    assert pile.sorted() == left
    twin = Pile(12)
    twin.copy_from(pile)
    assert twin.in_order() == pile.in_order()


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.data())
def test_taking_in_order_keeps_the_order(contents: list[int], data: st.DataObject) -> None:
    pile = Pile(12)
    for card in contents:
        pile.put(card)
    index = data.draw(st.integers(0, len(contents) - 1))
    assert pile.take_in_order(index) == contents[index]
    assert pile.in_order() == contents[:index] + contents[index + 1 :]


def test_the_generator_is_even_and_its_streams_differ() -> None:
    """Values, pairs and first values of 2,000 streams: chi-square below five deviations."""
    rng = Rng(7)
    values = [int(rng.below(16)) for _ in range(40_000)]
    firsts = []
    for stream in range(40_000):
        rng.reseed(3, stream)
        firsts.append(int(rng.below(16)))
    for sample in (values, firsts, [16 * a + b for a, b in pairwise(values)]):
        cells = 256 if max(sample) > 15 else 16
        expected = len(sample) / cells
        chi = sum((sample.count(cell) - expected) ** 2 / expected for cell in range(cells))
        assert chi < cells - 1 + 5 * (2 * (cells - 1)) ** 0.5


@given(st.integers(-(2**60), 2**60), st.integers(-(2**60), 2**60))
def test_a_seed_never_leaves_the_generator_stuck(seed: int, stream: int) -> None:
    rng = Rng(1)
    rng.reseed(seed, stream)
    assert 0 < rng.state < 698769069 * 2**32 - 1
    assert 0 <= rng.below(10) < 10 and 0 < rng.state < 2**63


# -- the click picker -----------------------------------------------------------------------------


def choice(action: str, *paths: tuple[str, ...]) -> scene.Choice:
    return scene.Choice(action=action, label=action, paths=paths)


CHOICES = (choice("single 7", ("7a", "pile"), ("7b", "pile")), choice("pair 7", ("7a", "7b")))


def test_the_picker_lights_and_completes() -> None:
    assert scene.lit(CHOICES, ()) == {"7a", "7b"}
    assert scene.lit(CHOICES, ("7a",)) == {"pile", "7b"}
    assert scene.chosen(CHOICES, ("7a",)) is None
    done = scene.chosen(CHOICES, ("7a", "7b"))
    assert done is not None and done.action == "pair 7"


def table(*choices: scene.Choice) -> scene.Scene:
    pieces = tuple(scene.Piece(id=name) for name in ("7a", "7b", "pile"))
    zone = scene.Zone(id="hand", pieces=pieces)
    prompt = scene.Prompt(question="?")
    return scene.Scene(
        game="x", viewer=0, acting=(0,), prompt=prompt, zones=(zone,), choices=choices
    )


def test_faults_of_a_scene_are_found() -> None:
    assert scene.faults(table(*CHOICES)) == []
    assert "begins path" in scene.faults(table(choice("a", ("7a",)), choice("b", ("7a", "7b"))))[0]
    assert "unknown id 'x'" in scene.faults(table(choice("a", ("x",))))[0]
    assert "has no path" in scene.faults(table(choice("a")))[0]
    assert scene.faults(table(choice("a", ("7a",)), choice("b", ("7a",)))) != []
