"""Key moments: the moves at which the most points changed hands."""

import random
import re

import pytest

from budokan.kit.contract import SPECTATOR
from budokan.kit.game import find
from budokan.kit.scene import zones
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.thinking import moments
from budokan.thinking.moments import COUNTED, MOST, key_moments, new_beats


def played(game: str, seed: int) -> CodedMatch:
    found = find(game)
    match = CodedMatch(found, found.setup(), ("Ann", "Ben"), f"{seed:032x}")
    match.begin()
    pick = random.Random(seed)
    while not match.over:
        seat = match.acting[0]
        match.play(seat, pick.choice(match.legal(seat)))
    return match


def changes(match: CodedMatch, viewer: int) -> dict[int, int]:
    """What the points that changed hands at each step weigh, as a viewer saw it."""
    twin, found, before = match.afresh(), dict[int, int](), None
    for step, entry in enumerate(match.settled(viewer), 1):
        twin.replay(*entry)
        now = twin.scene(viewer).happened
        beats = [beat for beat in new_beats(before, now) if beat.kind in COUNTED]
        found[step] = sum((beat.amount or 0) * COUNTED[beat.kind] for beat in beats)
        before = now
    return found


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_key_moments_are_the_greatest_changes_in_order(viewer: int) -> None:
    match = played("dojo_duel", 3)
    found, worth = key_moments((record.write(match), viewer)), changes(match, viewer)
    assert len(found) == MOST and all(moment.text for moment in found)
    steps = [moment.step for moment in found]
    assert steps == sorted(steps)
    least = min(worth[step] for step in steps)
    assert least == sorted(worth.values())[-MOST]


def test_no_point_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move and what it reveals are separate steps of the replay; its points count once."""
    match = played("kenpo_masters", 4)
    monkeypatch.setattr(moments, "MOST", 1000)
    told = [each.text for each in key_moments((record.write(match), 0))]
    points = [int(n) for text in told for n in re.findall(r"scores? (\d+)", text)]
    scores = [zone.at or 0 for zone in zones(match.scene(0)) if zone.layout == "track"]
    assert sum(points) == sum(scores)


def test_of_a_long_match_only_the_end_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("dojo_duel", 3)
    monkeypatch.setattr(moments, "LONGEST", 12)
    found = key_moments((record.write(match), 0))
    assert all(moment.step > len(match.settled(0)) - 12 for moment in found)


def test_the_words_of_a_player_address_them() -> None:
    text = record.write(played("dojo_duel", 3))
    own, others = (" ".join(m.text for m in key_moments((text, v))) for v in (0, SPECTATOR))
    assert "You" in own and "You" not in others
