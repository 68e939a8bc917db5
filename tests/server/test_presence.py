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
    """Two people, both present, one to move."""
    found = TableClocks(clock, absent, [0, 1], 2, Presence())
    found.presence.update([0, 1], {0, 1}, NOW)
    found.turn([acting], [], NOW)
    return found


def away(found: TableClocks, connected: set[int], now: int = NOW) -> int:
    """Let people leave until the hall notices; the time of that."""
    found.presence.update([0, 1], connected, now)
    found.presence.mark_away(now + BLINK)
    return now + BLINK


def test_absence_in_ones_turn_allows_a_claim() -> None:
    found = seated()
    assert found.claims(yes) == [] and found.next_due(yes) is None
    found.presence.update([0, 1], {0}, NOW)
    assert found.next_due(yes) == NOW + BLINK and found.away([]) == []
    away(found, {0})
    assert found.claims(yes) == [Claim(1, NOW + GRACE, "away", "win", False)]
    assert found.away([]) == [1] and found.away([1]) == []
    assert found.next_due(yes) is None, "claims are left to people"


def test_a_bot_stands_in_automatically() -> None:
    found = seated(absent=BOT)
    away(found, {0})
    assert found.next_due(yes) == NOW + GRACE and found.claims(yes)[0].effect == "bot"


def test_absence_out_of_turn_is_allowed() -> None:
    found = seated(acting=0)
    away(found, {0})
    assert found.claims(yes) == []


def test_absence_counts_from_the_start_of_the_turn() -> None:
    found = seated(acting=0)
    later = away(found, {0}) + 500_000
    found.turn([1], [0], later)
    assert found.claims(yes)[0].at == later + GRACE


def test_absence_does_not_matter_where_nobody_waits() -> None:
    found = seated()
    away(found, set())
    assert found.claims(yes) == []
    later = NOW + 9 * GRACE
    found.presence.update([0, 1], {0}, later)
    assert found.claims(yes)[0].at == later + GRACE, "counted from when somebody waits"


def test_reloading_the_page_does_not_reset_a_claim() -> None:
    found = seated()
    away(found, {0})
    for connected, now in ((set[int](), NOW + 50_000), ({0}, NOW + 50_000 + BLINK)):
        found.presence.update([0, 1], connected, now)
    assert found.claims(yes)[0].at == NOW + GRACE
    for connected, now in ((set[int](), NOW + 70_000), ({0}, NOW + 70_001 + BLINK)):
        found.presence.update([0, 1], connected, now)
    assert found.claims(yes)[0].at == NOW + 70_001 + BLINK + GRACE


def test_slow_play_ignores_absence() -> None:
    found = seated(DAYS)
    away(found, {0})
    assert [claim.reason for claim in found.claims(yes)] == ["time"] and found.away([]) == []


def test_a_move_before_the_claim_counts() -> None:
    found = seated(Clock("match", 60))
    away(found, {0})
    assert found.claims(yes) == [Claim(1, NOW + 60_000, "time", "win", False)]
    found = seated(Clock("match", 600))
    away(found, {0})
    assert found.claims(yes) == [Claim(1, NOW + GRACE, "away", "win", False)]


def test_a_seat_that_cannot_lose_alone_gets_a_bot() -> None:
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


def test_the_hall_schedules_a_check_only_for_automatic_claims() -> None:
    for absent, wait in ((BOT, 60_000), (CLAIM, None)):
        found = seated(Clock("turn", 60), absent)
        kept = found.to_store()
        assert kept is not None and kept.wait == wait
