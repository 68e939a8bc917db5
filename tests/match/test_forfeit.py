"""A seat that is out of time loses as if it gave up; records, replays and the coach agree."""

import random

from budokan.kit.contract import SPECTATOR
from budokan.kit.entries import FORFEIT, Entry
from budokan.kit.game import find
from budokan.match import record
from budokan.match.match import CodedMatch
from budokan.terminal.hosts.local import final_scene
from budokan.thinking.coach.timeline import Timeline


def lost() -> CodedMatch:
    game = find("dojo_duel")
    match = CodedMatch(game, game.setup(2), ("Ann", "Ben"), seed="forfeit")
    match.begin()
    match.forfeit(1)
    return match


def test_the_other_side_wins_and_the_record_tells_it() -> None:
    match = lost()
    assert match.over and match.scores() == [1.0, 0.0]
    assert match.result() == "Ben is out of time; Ann wins."
    assert final_scene(match, 0).result == "Ben is out of time; you win."
    assert final_scene(match, SPECTATOR).result == match.result()
    text = record.write(match)
    assert "B forfeit ~" in text and "end " in text
    again = record.restore(record.parse(text))
    assert again.entries == match.entries and again.result() == match.result()


def test_conceding_keeps_its_own_words() -> None:
    game = find("dojo_duel")
    match = CodedMatch(game, game.setup(2), ("Ann", "Ben"), seed="forfeit")
    match.begin()
    match.concede(0)
    assert match.result() == "Ann gives up; Ben wins."


def test_the_match_goes_on_where_the_rules_define_resigning() -> None:
    game = find("martial_art")
    match = CodedMatch(game, game.setup(3), seed="forfeit")
    match.begin()
    while not any(match.state.can_resign(seat) for seat in range(3)):
        seat = match.acting[0]
        match.play(seat, match.legal(seat)[0])
    seat = match.acting[0]
    match.forfeit(seat)
    assert not match.over and seat not in match.acting and match.result() == ""


def amid_a_sowing() -> tuple[CodedMatch, CodedMatch]:
    """A fight of three amid a sowing that can still be taken back, and the same without it."""
    game, pick = find("martial_art"), random.Random(1)
    match, seat = CodedMatch(game, game.setup(3), seed="forfeit"), 0
    match.begin()
    while match.state.can_resign(seat) or not match.drafted(seat):
        seat = match.acting[0]
        match.play(seat, pick.choice(match.legal(seat)))
    plain = CodedMatch(game, game.setup(3), seed="forfeit")
    for entry in match.settled(SPECTATOR):
        plain.replay(*entry)
    return match, plain


def test_drafts_do_not_change_who_can_lose() -> None:
    match, plain = amid_a_sowing()
    assert len(match.acting) == 1
    for seat in range(3):
        assert match.can_lose(seat) == plain.can_lose(seat) == (seat in match.acting)


def test_a_seat_out_of_time_amid_a_sowing_loses_and_its_draft_stays_secret() -> None:
    match, plain = amid_a_sowing()
    seat = match.acting[0]
    match.forfeit(seat)
    plain.forfeit(seat)
    assert match.told(SPECTATOR) == plain.told(SPECTATOR)
    assert match.view(SPECTATOR).encode() == plain.view(SPECTATOR).encode()
    again = record.restore(record.parse(record.write(match)))
    assert again.state.encode() == match.state.encode() and again.story == match.story


def test_the_coach_treats_a_forfeit_as_a_choice() -> None:
    match = lost()
    own, other = Timeline(match, 1).spans[-1], Timeline(match, 0).spans[-1]
    assert (own.kind, own.action) == ("own", FORFEIT) and own.stop == len(match.entries)
    assert other.kind == "other" and other.stop - other.start == 1
    assert match.entries[-1] == Entry(1, FORFEIT)
