"""Lenses and action ids: the laws on every game, every seat count and every switch."""

import hashlib
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from budokan.kit import options
from budokan.kit.action_ids import NO_ID, legal_ids, mask_of
from budokan.kit.contract import CHANCE, State, first_seat, legal_codes
from budokan.kit.entries import view_of
from budokan.kit.errors import Refusal
from budokan.kit.game import Game, Setup, find, find_all
from budokan.kit.lens import row_of, truth_of
from budokan.kit.notation import Domain, Notation
from budokan.kit.rng import Rng
from budokan.kit.testing.laws import LawBrokenError
from budokan.kit.testing.lens_laws import Rows
from tests.kit.settings import ALL_SETTINGS, INTERPRETED
from tests.sampling import a_few

GAMES = list(find_all().values())
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
OWN_DECK = {"deck": "\n".join(f"1 PC{number:02}" for number in range(1, 41))}
SECRET = find("dojo_duel").setup(
    given={"deck_rules": "size_only"}, choices={0: OWN_DECK, 1: OWN_DECK}
)
SETTINGS = [*ALL_SETTINGS, ("dojo_duel-secret_decks", find("dojo_duel"), SECRET)]
NAMES = [row[0] for row in SETTINGS]
ROWS = [row[1:] for row in SETTINGS]
# A costly look at a state of Martial Art lists all that may lie face down.
EVERY = {"martial_art": 5}


@pytest.mark.parametrize(
    ("game", "setup"), a_few(ROWS, 20 if INTERPRETED else 40, "lens"), ids=NAMES
)
def test_a_few_matches_keep_the_laws_of_a_lens(game: Game, setup: Setup) -> None:
    rows = Rows(game, setup)
    for seed in range(2):
        rows.play(seed, EVERY.get(game.id, 2))
    assert rows.rows


@pytest.mark.long
@pytest.mark.parametrize(("game", "setup"), ROWS, ids=NAMES)
def test_many_matches_keep_the_laws_of_a_lens(game: Game, setup: Setup) -> None:
    assert os.environ.get("BUDOKAN_LONG") == "1"
    rows = Rows(game, setup)
    for seed in range(100, 200):
        rows.play(seed, EVERY.get(game.id, 1))
    assert rows.rows


class Numbers(Rows):
    """Checks the numbers of views one by one."""

    def check(self, state: State) -> None:
        for seat in range(self.setup.seats):
            self.check_numbers(view_of(state, seat), seat)


@EACH_GAME
def test_a_row_shows_every_number_of_a_view(game: Game) -> None:
    rows = Numbers(game, game.setup(max(game.seats)))
    for seed in range(2 if INTERPRETED else 20):
        rows.play(seed, 7 * EVERY.get(game.id, 1))
    assert len(rows.values) > 20


def test_a_row_has_the_same_parts_in_every_setting() -> None:
    parts: dict[str, Any] = {}
    for _, game, setup in SETTINGS:
        lens = game.lens_of(setup)
        found = [(part.name, part.offset, part.shape, part.high) for part in lens.parts]
        assert parts.setdefault(game.id, found) == found
        assert found[-1][1] + lens.parts[-1].size == lens.width
        assert len({name for name, *_ in found}) == len(found)
        assert len(row_of(lens, game.start(setup), 0)) == lens.width


def test_the_docs_know_how_wide_rows_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")
    for game in GAMES:
        lens, ids = game.lens_of(game.setup()), int(game.action_ids.size)
        told = f"| {game.title} | {int(lens.width):,} | {ids} | {max(game.seats)} |"
        assert told in page


def test_tables_of_cards_have_the_same_shape_in_every_setting() -> None:
    """Only the effects of Master Udo are as many as its cards have."""
    shapes: dict[str, Any] = {}
    for _, game, setup in SETTINGS:
        tables = game.lens_of(setup).cards(game.start(setup))
        assert tables
        for table in tables:
            size = 1
            for length in table.shape:
                size *= length
            assert len(table.numbers) == size, (game.id, table.name)
        found = [(t.name, t.shape) for t in tables if not t.name.startswith("effects")]
        assert shapes.setdefault(game.id, found) == found


def test_a_table_says_what_cards_are_worth() -> None:
    game = find("dojo_duel")
    setup = game.setup(overlay={"card": {"wild_swing": {"yang": 9}}})
    for made, yang in ((game.setup(), 5), (setup, 9)):
        (table,) = game.lens_of(made).cards(game.start(made))
        assert table.name.startswith("yang, yin") and table.numbers[:2] == [yang, 0]


# -- the laws have teeth --------------------------------------------------------------------------


class Doctored(Numbers):
    """Rows in which one part has always the same value."""

    part = ""
    value = 0

    def row_of(self, view: State, seat: int) -> bytes:
        row = super().row_of(view, seat)
        (part,) = [part for part in self.lens.parts if part.name == self.part]
        there = bytes([self.value]) * part.size
        return row[: part.offset] + there + row[part.offset + part.size :]


class DoctoredViews(Doctored):
    check = Rows.check


@pytest.mark.parametrize(
    ("game", "part"),
    [
        ("udaka", "wins"),
        ("dojo_duel", "drawn"),
        ("kenpo_masters", "known in hand"),
        ("martial_art", "Chi"),
        ("master_udo", "covered hearts"),
    ],
)
def test_a_part_that_is_not_shown_is_noticed(game: str, part: str) -> None:
    rows = Doctored(find(game), find(game).setup())
    rows.part = part
    with pytest.raises(LawBrokenError, match="a row shows every number"):
        for seed in range(40):
            rows.play(seed, 5)


def test_a_part_that_is_too_high_is_noticed() -> None:
    rows = DoctoredViews(find("udaka"), find("udaka").setup())
    rows.part, rows.value = "top", 2
    with pytest.raises(LawBrokenError, match="top keeps below its highest"):
        rows.play(1)


def test_a_lens_that_sees_through_cards_is_noticed() -> None:
    """A lens that is given the state itself shows what a guess has otherwise."""
    rows = Naked(find("dojo_duel"), find("dojo_duel").setup())
    with pytest.raises(LawBrokenError, match="a guess has the same row:"):
        rows.play(1)


class Naked(Rows):
    """Rows of what is not observed at all."""

    def look(self, state: State, seat: int) -> bytes:
        return self.row_of(state, seat)


# -- rows -----------------------------------------------------------------------------------------


@EACH_GAME
def test_the_viewer_comes_first_and_the_truth_is_what_all_see(game: Game) -> None:
    setup = game.setup()
    lens, state = game.lens_of(setup), game.start(setup)
    state.settle(Rng(3))
    whole, width = bytes(truth_of(lens, state)), int(lens.width)
    assert len(whole) == width * max(game.seats)
    for seat in range(setup.seats):
        row = whole[width * seat : width * (seat + 1)]
        assert row == bytes(row_of(lens, state, seat)) and any(row)
    assert not any(whole[width * setup.seats :])


def test_a_row_counts_seats_from_the_viewer() -> None:
    game = find("udaka")
    setup = game.setup(3)
    lens, state = game.lens_of(setup), game.start(setup)
    seat = first_seat(state.settle(Rng(3)))
    (turn,) = [part for part in lens.parts if part.name == "turn"]
    for viewer in range(3):
        row = bytes(row_of(lens, state, viewer))[turn.offset : turn.offset + turn.size]
        assert row.index(1) == (seat - viewer) % 3 and sum(row) == 1


def test_a_row_ends_with_seats_and_switches() -> None:
    game = find("dojo_duel")
    setup = game.setup(given={"round_limit": 200, "fan": "holder", "open_decklists": True})
    lens = game.lens_of(setup)
    row = bytes(row_of(lens, game.start(setup), 0))
    found = {p.name: list(row[p.offset : p.offset + p.size]) for p in lens.parts}
    assert found["seats"] == [1]
    assert found["option round_limit"] == [200]
    assert found["option fan"] == [0, 1]
    assert found["option open_decklists"] == [1]


def test_a_switch_beyond_a_byte_has_two() -> None:
    kenpo, udo = find("kenpo_masters"), find("master_udo")
    numbers = {name: row for name, *row in options.numbers(kenpo.options(turn_cap=1000))}
    assert numbers["turn_cap"] == [[3, 232], 255] and numbers["defence_stacking"] == [[1], 1]
    for cap, number in ((-1, 0), (0, 1), (99, 100)):
        found = {name: row for name, *row in options.numbers(udo.options(charge_cap=cap))}
        assert found["charge_cap"] == [[number], 100]


def test_a_game_may_have_no_lens() -> None:
    game = replace(find("udaka"), lens=None)
    with pytest.raises(Refusal, match=r"Udaka has no lens"):
        game.lens_of(game.setup())


# Compiled and interpreted alike; anew: PYTHONPATH=src python -m tests.kit.test_lens
ROWS_OF_A_MATCH = {
    "dojo_duel": "1331d0c501c6a2fc",
    "kenpo_masters": "638a342da6d0e031",
    "martial_art": "8664eacc6196d761",
    "master_udo": "a9eef5ed749ad002",
    "udaka": "d3e2dc70a721420c",
}


def checksum(game: Game) -> str:
    """All rows, masks and ids of one match."""
    setup, found = game.setup(), hashlib.sha256()
    lens, ids, state, rng = game.lens_of(setup), game.action_ids, game.start(setup), Rng(7)
    acting = state.settle(rng)
    while acting:
        seat = first_seat(acting)
        found.update(bytes(truth_of(lens, state)) + bytes(mask_of(ids, state, seat)))
        legal = legal_ids(ids, state, seat)
        state.apply(seat, int(ids.code[legal[rng.below(len(legal))]]))
        acting = state.settle(rng)
    return found.hexdigest()[:16]


@EACH_GAME
def test_rows_are_the_same_in_every_build(game: Game) -> None:
    assert checksum(game) == ROWS_OF_A_MATCH[game.id]


# -- ids ------------------------------------------------------------------------------------------


def test_ids_leave_out_chance_and_veils() -> None:
    domains = {"card": Domain(("a", "b"), room=5), "veil": Domain(("?",))}
    verbs = [
        ("play", 0, ("card",)), ("draw", 5, ("card",)), ("swap", 10, ("veil",)),
        ("play ?", 11, ()), ("stop", 12, ()),
    ]  # fmt: skip
    assert Notation(verbs, domains, ["draw"]).seat_codes == [0, 1, 2, 3, 4, 12]
    assert Notation(verbs, domains).seat_codes == [*range(10), 12]


@EACH_GAME
def test_ids_number_what_seats_do(game: Game) -> None:
    ids, names = game.action_ids, game.action_names(game.setup())
    assert len(names) == ids.size == len(game.notation.seat_codes)
    said = [name for name in names if name]
    assert len(set(said)) == len(said) and not any(name.endswith("?") for name in said)
    for id, name in enumerate(names):
        assert ids.id[ids.code[id]] == id
        assert name == "" or game.notation.parse(name) == ids.code[id]
    ruled_out = set(game.notation.codes) - set(game.notation.seat_codes)
    assert all(ids.id[code] == NO_ID for code in ruled_out)


@pytest.mark.parametrize(("game", "setup"), a_few(ROWS, 20, "ids"), ids=NAMES)
def test_masks_and_lists_say_what_is_legal(game: Game, setup: Setup) -> None:
    ids, state, rng = game.action_ids, game.start(setup), Rng(5)
    names = game.action_names(setup)
    for _ in range(60):
        for seat in range(setup.seats):
            legal = legal_ids(ids, state, seat)
            assert legal == sorted(legal) and all(names[id] for id in legal)
            assert [int(ids.code[id]) for id in legal] == sorted(legal_codes(state, seat))
            mask = mask_of(ids, state, seat)
            assert [id for id in range(int(ids.size)) if mask[id]] == legal
        acting = state.acting()
        if not acting:
            break
        seat = first_seat(acting)
        codes = legal_codes(state, seat)
        state.apply(seat, state.sample(rng) if seat == CHANCE else codes[rng.below(len(codes))])


if __name__ == "__main__":
    for each in GAMES:
        print(f'    "{each.id}": "{checksum(each)}",')
