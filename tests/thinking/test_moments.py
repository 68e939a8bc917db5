"""Key moments: the moves that mattered most, and no others."""

import random
import re
from functools import cache

import pytest

from budokan.agents.registry import find_agent
from budokan.agents.runner import Runner
from budokan.games.martial_art.rules import events
from budokan.kit.contract import SPECTATOR
from budokan.kit.entries import undone
from budokan.kit.game import find, find_all
from budokan.kit.scene import zones
from budokan.match.chance import stream_seed
from budokan.match.match import CodedMatch
from budokan.thinking import moments
from budokan.thinking.moments import MOST, SHARE, key_moments, new_beats


def played(game: str, seed: int) -> CodedMatch:
    found = find(game)
    names = ("Ann", "Ben", "Cy", "Di")[: found.default_seats]
    match = CodedMatch(found, found.setup(), names, f"{seed:032x}")
    match.begin()
    pick = random.Random(seed)
    while not match.over:
        seat = match.acting[0]
        match.play(seat, pick.choice(match.legal(seat)))
    return match


@cache
def whole(game: str) -> CodedMatch:
    """A match of good players that ends with a decision."""
    found = find(game)
    runner = Runner(found.start(found.setup()), [find_agent("greedy", found)] * found.default_seats)
    runner.play(1, 0, 100_000, True)
    match = CodedMatch(found, found.setup(), seed=stream_seed(1, 0))
    for seat, action in runner.entries:
        match.replay(seat, action)
    return match


def changes(match: CodedMatch, viewer: int) -> dict[int, int]:
    """What each step weighs, as a viewer saw it."""
    twin, found, before = match.afresh(), dict[int, int](), None
    for step, entry in enumerate(match.settled(viewer), 1):
        twin.replay(*entry)
        now = twin.scene(viewer).happened
        found[step] = sum(map(match.game.weigh, new_beats(before, now)))
        before = now
    return found


@pytest.mark.parametrize("game", sorted(find_all()))
@pytest.mark.parametrize("seed", [3, 4])
def test_what_weighs_little_beside_the_greatest_is_no_moment(game: str, seed: int) -> None:
    match = played(game, seed)
    found, worth = key_moments(match, 0), changes(match, 0)
    most = max(worth.values())
    mattered = [step for step, weight in worth.items() if weight and weight * SHARE >= most]
    assert len(found) == min(MOST, len(mattered))
    assert all(moment.step in mattered and moment.text for moment in found)


def test_a_match_without_a_blow_has_no_moments() -> None:
    """In Martial Art energy comes with every turn: nothing to look back at."""
    match = CodedMatch(find("martial_art"), find("martial_art").setup(), ("Ann", "Ben"), "0" * 32)
    match.begin()
    while not any(event.kind == events.ENERGY for event in match.story):
        match.play(match.acting[0], match.legal(match.acting[0])[0])
    assert not any(event.kind == events.DAMAGE for event in match.story)
    match.concede(0)
    assert key_moments(match, 0) == []


def test_a_knockout_a_beaten_master_and_a_round_weigh_most() -> None:
    for game, words in (
        ("martial_art", ("knocked out", "KO")),
        ("master_udo", ("is beaten",)),
        ("udaka", ("Round ",)),
    ):
        weigh = find(game).weigh
        twin, best = whole(game).afresh(), dict[str, int]()
        for entry in whole(game).settled(0):
            twin.replay(*entry)
            happened = twin.scene(0).happened
            best |= {beat.text: weigh(beat) for beat in (happened.beats if happened else ())}
        ends = [weight for text, weight in best.items() if any(word in text for word in words)]
        assert ends and min(ends) == max(best.values()), game


def test_small_things_beside_a_great_one_are_not_told() -> None:
    """A card that was lost on the way does not matter where a master is beaten."""
    told = [moment.text for moment in key_moments(whole("master_udo"), 0)]
    assert any("is beaten" in text for text in told)
    assert not any("discarded" in text for text in told if "is beaten" in text)


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_key_moments_are_the_greatest_changes_in_order(viewer: int) -> None:
    match = played("dojo_duel", 3)
    found, worth = key_moments(match, viewer), changes(match, viewer)
    assert len(found) == MOST and all(moment.text for moment in found)
    steps = [moment.step for moment in found]
    assert steps == sorted(steps)
    least = min(worth[step] for step in steps)
    assert least == sorted(worth.values())[-MOST]


def test_no_point_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move and what it reveals are separate steps of the replay; its points count once."""
    match = played("kenpo_masters", 4)
    monkeypatch.setattr(moments, "MOST", 1000)
    monkeypatch.setattr(moments, "SHARE", 1000)
    told = [each.text for each in key_moments(match, 0)]
    points = [int(n) for text in told for n in re.findall(r"deals? (\d+) and now", text)]
    scores = [zone.at or 0 for zone in zones(match.scene(0)) if zone.layout == "track"]
    assert sum(points) == sum(scores)


def test_what_was_undone_is_no_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("kenpo_masters")
    monkeypatch.setitem(vars(game), "weigh", lambda beat: 1)
    monkeypatch.setattr(moments, "MOST", 1000)
    monkeypatch.setattr(moments, "SHARE", 1000)
    match = CodedMatch(game, game.setup(), ("Ann", "Ben"), f"{4:032x}")
    match.begin()
    pick = random.Random(4)
    while not match.over:
        seat = match.acting[0]
        match.play(seat, pick.choice(match.legal(seat)))
        if match.way_back(seat) is not None and pick.random() < 0.5:
            match.undo(seat)
    gone = {place + 1 for place in undone(match.settled(0))}
    steps = {moment.step for moment in key_moments(match, 0)}
    assert gone and steps and not gone & steps


def test_of_a_long_match_only_the_end_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("dojo_duel", 3)
    monkeypatch.setattr(moments, "LONGEST", 12)
    found = key_moments(match, 0)
    assert all(moment.step > len(match.settled(0)) - 12 for moment in found)


def test_the_words_of_a_player_address_them() -> None:
    match = played("dojo_duel", 3)
    own, others = (" ".join(m.text for m in key_moments(match, v)) for v in (0, SPECTATOR))
    assert "You" in own and "You" not in others
