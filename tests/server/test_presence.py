"""Presence, clocks and claims without a hall: all times are given."""

from budokan.match.clock import Clock
from budokan.protocol import Claim
from budokan.server.table.clocks import BOT, CLAIM, GRACE, TableClocks
from budokan.server.table.presence import BLINK, Presence

NOW = 1_000_000
NEVER, DAYS = Clock(), Clock("turn", 3 * 86_400)


def yes(seat: int) -> bool:
    return True


def seated(clock: Clock = NEVER, absent: str = CLAIM, acting: int = 1) -> TableClocks:
    """Two people; both are here, and one is to move."""
    found = TableClocks(clock, absent, [0, 1], 2, Presence())
    found.presence.update([0, 1], {0, 1}, NOW)
    found.turn([acting], [], NOW)
    return found


def away(found: TableClocks, connected: set[int], now: int = NOW) -> int:
    """Let people go and be noticed; when that is."""
    found.presence.update([0, 1], connected, now)
    found.presence.mark_away(now + BLINK)
    return now + BLINK


def test_who_is_away_in_their_turn_can_be_claimed_from() -> None:
    found = seated()
    assert found.claims(yes) == [] and found.next_due(yes) is None
    found.presence.update([0, 1], {0}, NOW)
    assert found.next_due(yes) == NOW + BLINK and found.away([]) == []
    away(found, {0})
    assert found.claims(yes) == [Claim(1, NOW + GRACE, "away", "win", False)]
    assert found.away([]) == [1] and found.away([1]) == []
    assert found.next_due(yes) is None, "claims are left to people"


def test_a_bot_comes_by_itself() -> None:
    found = seated(absent=BOT)
    away(found, {0})
    assert found.next_due(yes) == NOW + GRACE and found.claims(yes)[0].effect == "bot"


def test_out_of_turn_one_may_go() -> None:
    found = seated(acting=0)
    away(found, {0})
    assert found.claims(yes) == []


def test_time_away_counts_from_the_turn_on() -> None:
    found = seated(acting=0)
    later = away(found, {0}) + 500_000
    found.turn([1], [0], later)
    assert found.claims(yes)[0].at == later + GRACE


def test_nobody_is_missed_where_nobody_waits() -> None:
    found = seated()
    away(found, set())
    assert found.claims(yes) == []
    later = NOW + 9 * GRACE
    found.presence.update([0, 1], {0}, later)
    assert found.claims(yes)[0].at == later + GRACE, "counted from when somebody waits"


def test_a_new_page_changes_nothing_for_who_waits() -> None:
    found = seated()
    away(found, {0})
    for connected, now in ((set[int](), NOW + 50_000), ({0}, NOW + 50_000 + BLINK)):
        found.presence.update([0, 1], connected, now)
    assert found.claims(yes)[0].at == NOW + GRACE
    for connected, now in ((set[int](), NOW + 70_000), ({0}, NOW + 70_001 + BLINK)):
        found.presence.update([0, 1], connected, now)
    assert found.claims(yes)[0].at == NOW + 70_001 + BLINK + GRACE


def test_slow_play_misses_nobody() -> None:
    found = seated(DAYS)
    away(found, {0})
    assert [claim.reason for claim in found.claims(yes)] == ["time"] and found.away([]) == []


def test_what_comes_first_counts() -> None:
    found = seated(Clock("match", 60))
    away(found, {0})
    assert found.claims(yes) == [Claim(1, NOW + 60_000, "time", "win", False)]
    found = seated(Clock("match", 600))
    away(found, {0})
    assert found.claims(yes) == [Claim(1, NOW + GRACE, "away", "win", False)]


def test_who_cannot_lose_alone_gets_a_bot() -> None:
    found = seated(Clock("turn", 60))
    assert found.claims(lambda seat: False)[0].effect == "bot"


def test_a_stand_in_is_kept_and_never_out_of_time() -> None:
    found = seated()
    assert found.to_store() is None
    found.stand_in(1, NOW + 5)
    kept = found.to_store()
    assert kept is not None and kept.stands == {1} and kept.wait is None
    assert found.claims(yes) == []
    again = TableClocks(Clock(), CLAIM, [0, 1], 2, Presence())
    again.resume(kept, NOW + 100, NOW + 200)
    assert again.stand_ins == {1} and again.timing.since == (0, NOW + 100)
    again.give_back(1, NOW + 300)
    assert again.to_store() is not None, "that nobody stands in any more is kept, too"


def test_the_hall_must_look_again_only_where_something_happens_by_itself() -> None:
    for absent, wait in ((BOT, 60_000), (CLAIM, None)):
        found = seated(Clock("turn", 60), absent)
        kept = found.to_store()
        assert kept is not None and kept.wait == wait
