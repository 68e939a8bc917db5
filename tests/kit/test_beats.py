"""Beats and lines: what is seen to happen after a move, in all games."""

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from budokan.kit.beats import LEAST, LENGTHS, MOST, WHOLE, timed
from budokan.kit.contract import SPECTATOR
from budokan.kit.game import find
from budokan.kit.scene import (
    Beat,
    Change,
    Piece,
    Prompt,
    Scene,
    Zone,
    apply_beat,
    faults,
    ids,
    unknown_words,
)
from budokan.kit.words import MOST_SAID, Words, listed
from budokan.match.match import CodedMatch
from tests.kit.positions import TABLES
from tests.sampling import a_few

# Games whose every match has beats.
SHOWING = ("dojo_duel", "kenpo_masters", "martial_art", "master_udo", "udaka")
SEEDS = [(table, seed) for table in TABLES for seed in range(12)]


def board(*zones: Zone) -> Scene:
    return Scene(game="x", viewer=0, acting=(), prompt=Prompt(question=""), zones=zones)


def scenes(table: str, seed: int) -> Iterator[tuple[int, int, Scene, Scene]]:
    """Viewer, ply before, scene before and scene after every move that a viewer saw."""
    name, seats, options = TABLES[table]
    game = find(name)
    match = CodedMatch(game, game.setup(seats, options), seed=f"{seed:032x}")
    match.begin()
    pick, viewers = random.Random(seed), (0, seats - 1, SPECTATOR)
    before = {viewer: (match.ply(viewer), match.scene(viewer)) for viewer in viewers}
    while not match.over:
        seat = pick.choice(match.acting)
        match.play(seat, pick.choice(match.legal(seat)))
        for viewer in viewers:
            ply, old = before[viewer]
            before[viewer] = match.ply(viewer), match.scene(viewer)
            if match.ply(viewer) != ply:
                yield viewer, ply, old, before[viewer][1]


@pytest.mark.parametrize(("table", "seed"), a_few(SEEDS, 10, "beats"))
def test_beats_fit_the_scene_they_are_drawn_on(table: str, seed: int) -> None:
    shown = 0
    for viewer, ply, old, new in scenes(table, seed):
        happened = new.happened
        assert happened is not None and happened.since == ply, (viewer, ply)
        assert sum(beat.ms for beat in happened.beats) <= WHOLE
        for beat in happened.beats:
            assert LEAST <= beat.ms <= MOST and unknown_words(beat) == []
            known = set(ids(old))
            assert {change.zone for change in beat.changes if change.zone} <= known, beat
            assert {change.gone for change in beat.changes if change.gone} <= known, beat
            old = apply_beat(old, beat)
            assert [fault for fault in faults(old) if "stands twice" in fault] == []
            assert set(beat.pieces) <= set(ids(old)) | set(ids(new)), beat
            shown += 1
    assert shown or find(TABLES[table][0]).id not in SHOWING


def test_a_scene_takes_the_changes_of_a_beat() -> None:
    card, back = Piece(id="a", name="Card"), Piece(id="b", marks=("hidden",))
    scene = board(Zone(id="hand", pieces=(card, back)), Zone(id="points", layout="track", at=9))
    scene = replace(scene, zones=(*scene.zones, Zone(id="field", layout="panel")))
    shown = Piece(id="b", name="Shown")
    beat = Beat(
        kind="turn",
        seat=0,
        changes=(
            Change(zone="hand", piece=shown),
            Change(gone="a"),
            Change(zone="field", piece=replace(card, id="c")),
            Change(zone="points", at=4),
        ),
    )
    hand, points, field = apply_beat(scene, beat).zones
    assert hand.pieces == (shown,) and points.at == 4
    assert [piece.id for piece in field.pieces] == ["c"]
    moved = Beat(kind="move", seat=0, changes=(Change(zone="field", piece=card),))
    hand, _, field = apply_beat(scene, moved).zones
    assert hand.pieces == (back,) and field.pieces == (card,)


def test_beats_last_as_long_as_their_kind_and_not_too_long_together() -> None:
    two = timed([Beat(kind="turn", seat=0), Beat(kind="lose", seat=0)])
    assert [beat.ms for beat in two] == [LENGTHS["turn"], LENGTHS["lose"]]
    nine = timed(Beat(kind="roll", seat=0) for _ in range(9))
    assert len(nine) == 9 and sum(beat.ms for beat in nine) <= WHOLE
    assert all(LEAST <= beat.ms <= MOST for beat in nine)


def test_too_many_beats_lose_the_least_important_but_none_of_its_changes() -> None:
    draws = [Beat(kind="draw", seat=0, changes=(Change(zone=f"z{i}", at=i),)) for i in range(20)]
    kept = timed([*draws, Beat(kind="lose", seat=0)])
    assert len(kept) == WHOLE // LEAST and kept[-1].kind == "lose"
    assert [c.zone for beat in kept for c in beat.changes] == [f"z{i}" for i in range(20)]


@pytest.mark.parametrize(
    ("form", "to_ann", "to_ben"),
    [
        ("{seat} draw[s] {n}.", "You draw 3.", "Ann draws 3."),
        ("{seat} [has|have] {n}.", "You have 3.", "Ann has 3."),
        ("{seat}'s card hits {other:seat}.", "Your card hits Ben.", "Ann's card hits you."),
        ("Done. {seat} win[s].", "Done. You win.", "Done. Ann wins."),
        ("It is {seat}'s turn.", "It is your turn.", "It is Ann's turn."),
        ("{other:seat} lose[other:s] {n}.", "Ben loses 3.", "You lose 3."),
    ],
)
def test_sentences_address_the_viewer(form: str, to_ann: str, to_ben: str) -> None:
    values = {"seat": 0, "other": 1, "n": 3}
    names = ("Ann", "Ben")
    assert Words({}, (), {}, names, you=0).address(form, values) == to_ann
    assert Words({}, (), {}, names, you=1).address(form, values) == to_ben
    plain = Words({}, (), {}, names).address(form, values)
    assert not {"You", "you", "Your", "your"} & set(plain.replace(".", "").split())


def test_sentences_about_a_seat_are_remembered_but_not_all_of_them() -> None:
    words = Words({}, (), {}, ("Ann", "Ben"), you=0)
    for number in range(2 * MOST_SAID):
        assert words.about(f"{{seat}} draw[s] {number}.", 0) == f"You draw {number}."
        assert words.about(f"{{seat}} draw[s] {number}.", 1) == f"Ben draws {number}."
    assert 0 < len(words.said_about) <= MOST_SAID
    assert words.about("{seat} win[s].", 1) is words.about("{seat} win[s].", 1)


def test_names_are_listed_as_in_a_sentence() -> None:
    assert listed(["Jab"]) == "Jab"
    assert listed(["Jab", "Block"]) == "Jab and Block"
    assert listed(["Jab", "Block", "Side Kick"]) == "Jab, Block and Side Kick"
