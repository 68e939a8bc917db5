"""A match keeps the rules and cards it began with; where a rule was wrong, the story says so."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import budokan
from budokan.kit import data
from budokan.kit.contract import CHANCE
from budokan.kit.editions import EARLIER, newest, versions
from budokan.kit.entries import parse_entry
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.game import Game, find_all
from budokan.match import fairness, record
from budokan.match.chance import commitment
from budokan.match.match import CodedMatch
from budokan.match.table_spec import TableSpec
from budokan.thinking.coach.study import Part, judge_part
from budokan.thinking.coach.timeline import Timeline
from budokan.thinking.messages import task, think
from tests.match.releases import FIXED, MORE, OVERLAY, TARGET, install, release

SEED = "an old match"


@pytest.fixture
def first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    game = release(tmp_path, 1)
    install(monkeypatch, game)
    return game


def begun(game: Game, decisions: int, overlay: Mapping[str, Any] | None = None) -> CodedMatch:
    """A match after some decisions, or after its end."""
    setup = game.setup(2, {"target_score": TARGET}, overlay=overlay)
    match = CodedMatch(game, setup, seed=SEED, commitment=commitment(SEED))
    match.deal(["", ""])
    play(match, decisions)
    return match


def play(match: CodedMatch, decisions: int) -> None:
    pick = random.Random(len(match.entries))
    for _ in range(decisions):
        if not match.over:
            seat = pick.choice(match.acting)
            match.play(seat, pick.choice(match.legal(seat)))


def target(match: CodedMatch) -> int:
    return int(match.state.setting.target)  # type: ignore[attr-defined]


def update(tmp_path: Path, patch: pytest.MonkeyPatch, corrected: bool = False) -> Game:
    """Install the second release."""
    game = release(tmp_path, 2, {2: FIXED} if corrected else None)
    install(patch, game)
    return game


@pytest.mark.parametrize("overlay", [{}, OVERLAY], ids=["cards", "overlay"])
def test_a_finished_match_replays_under_its_rules_with_its_cards(
    first: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, overlay: dict[str, Any]
) -> None:
    old = begun(first, 1000, overlay)
    text, story = record.write(old), old.told()
    assert old.over and any("Jab" in line for line in story)
    update(tmp_path, monkeypatch)
    again = record.restore(record.parse(text))
    assert (again.setup.rules, again.game.version) == (1, 1)
    assert again.state.encode() == old.state.encode()
    assert (again.scores(), again.told()) == (old.scores(), story)
    assert record.write(again) == text
    assert fairness.verify(record.parse(text)).fair


def test_an_unfinished_match_is_finished_as_it_began(
    first: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = record.write(begun(first, 20))
    second = update(tmp_path, monkeypatch)
    match = record.restore(record.parse(text))
    play(match, 1000)
    assert match.over and target(match) == TARGET
    assert not any("Quick Jab" in line for line in match.told())
    assert "rules: 1\n" in record.write(match)
    new = begun(second, 1000)
    assert new.over and target(new) == TARGET + MORE
    assert any("Quick Jab" in line for line in new.told())
    assert newest(match.game) == second and newest(second) is second


def test_workers_think_with_the_same_rules_and_cards(
    first: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = record.write(begun(first, 20, OVERLAY))
    update(tmp_path, monkeypatch)
    match = record.restore(record.parse(text))
    game, setup = TableSpec.of(match.game, match.setup).open()
    assert (setup.rules, setup.data.hash) == (1, match.setup.data.hash)
    assert game.notation.size == match.notation.size
    seat = match.acting[0]
    assert set(think(task(match, seat, "greedy")).values()) <= set(game.notation.codes)


def test_an_old_match_is_coached(
    first: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = record.write(begun(first, 1000))
    update(tmp_path, monkeypatch)
    line = Timeline(record.restore(record.parse(text)), 0)
    assert line.setup.rules == 1 and any("Jab" in " ".join(s.steps) for s in line.spans)
    assert all("Quick" not in " ".join(s.steps) for s in line.spans)
    last = len(line.spans) - 1
    assert judge_part(Part(text, 0, last - 2, last, iterations=2))


def test_a_wrong_rule_is_put_right_and_the_story_says_so(
    first: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = begun(first, 20)
    text, entries, before = record.write(old), list(old.entries), old.told()
    update(tmp_path, monkeypatch, corrected=True)
    match = record.restore(record.parse(text))
    line = f"From here on version 2 of the rules applies: {FIXED}"
    assert match.setup.rules == 2 and match.told() == [*before, line]
    assert match.entries[: len(entries)] == entries and match.entries[-1].changes_rules
    for seat in (0, 1):  # drafts are taken back first
        while old.drafted(seat):
            old.takeback(seat)
    for viewer in (0, 1):
        assert match.view(viewer).encode() == old.view(viewer).encode()
    play(match, 1000)
    assert match.over and target(match) == TARGET + MORE
    assert not any("Quick Jab" in told for told in match.told())  # the cards stay
    written = record.write(match)
    assert "rules: 1\n" in written and "* rules 2 ~" in written
    again = record.restore(record.parse(written))
    assert again.state.encode() == match.state.encode() and again.told() == match.told()
    assert [*again.seen(0)] == [*match.seen(0)]
    assert any(line in span.words for span in Timeline(again, 0).spans)


def test_the_front_door_undoes_moves_of_a_corrected_match(
    first: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "old.match"
    file.write_text(record.write(begun(first, 20)))
    update(tmp_path, monkeypatch, corrected=True)
    match = budokan.load(file)
    before = match.story()
    assert FIXED in before[-1]
    match.play(match.legal()[0])
    match.undo()
    assert match.story() == before
    match.undo()  # a move under the old rules: they are corrected again from there
    assert FIXED in match.story()[-1] and len(match.story()) <= len(before)


def test_a_finished_match_is_never_corrected(
    first: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = record.write(begun(first, 1000))
    update(tmp_path, monkeypatch, corrected=True)
    assert record.write(record.restore(record.parse(text))) == text


def test_a_match_before_its_deal_is_corrected_and_dealt_later(
    first: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = CodedMatch(first, first.setup(2, {"target_score": TARGET}), seed=SEED)
    match.commitment = commitment(SEED)
    text = record.write(match)
    update(tmp_path, monkeypatch, corrected=True)
    match = record.restore(record.parse(text))
    assert [entry.changes_rules for entry in match.entries] == [True] and not match.dealt
    match.deal(["ab" * 16, ""])
    play(match, 1000)
    assert match.over and fairness.verify(record.parse(record.write(match))).result != "unfair"


def test_nobody_can_enter_a_rules_change(
    first: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update(tmp_path, monkeypatch)
    match = begun(first, 20)
    entry = parse_entry(first.notation, 2, "* rules 2")
    assert entry.seat == CHANCE and entry.changes_rules
    for seat in (CHANCE, 0):
        with pytest.raises(IllegalAction, match="cannot change to version 2"):
            match.replay(seat, entry.action)
    with pytest.raises(Refusal):
        parse_entry(first.notation, 2, "* rules 0")


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("rules", 3, "needs version 3 .* install a newer one"),
        ("rules", 0, "needs version 0 .* goes back only to version 1"),
        ("data", "0123456789abcdef", "cards of Kenpo Masters that this Budokan does not have"),
        ("data", "../cards", "cards of Kenpo Masters that this Budokan does not have"),
    ],
)
@pytest.mark.parametrize("overlay", [{}, OVERLAY], ids=["cards", "overlay"])
def test_unknown_rules_and_cards_get_one_sentence(
    first: Game, field: str, value: object, said: str, overlay: dict[str, Any]
) -> None:
    header = {**record.header(begun(first, 1, overlay)), field: value}
    with pytest.raises(Refusal, match=f"^The match x .*{said}"):
        record.restore(record.Record(header, [], over=False), "The match x")


def test_earlier_cards_are_named_by_their_hash(tmp_path: Path) -> None:
    second = release(tmp_path, 2)
    assert versions(second) == range(1, 3)
    for game in [*find_all().values(), second]:
        for file in (game.folder / EARLIER).glob("*"):
            assert data.load(file).hash == file.stem, f"Rename {file} to its hash."
