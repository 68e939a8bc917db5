"""Going back to one's own last move: when it is possible, what it restores, and what it tells."""

import random
from collections.abc import Iterator

import pytest

from budokan.kit.contract import CHANCE, SPECTATOR, copy
from budokan.kit.entries import UNDO, Entry, entry_text, parse_entry, undone, view_of
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.game import Game, Setup, find, find_all
from budokan.kit.rng import Rng
from budokan.match import record
from budokan.match.fairness import verify
from budokan.match.match import CodedMatch
from budokan.match.trail import LONGEST, reveals, teaches
from budokan.thinking.coach.timeline import OWN, Timeline
from tests.kit.settings import ALL_SETTINGS
from tests.match.twin_worlds import other_world, played
from tests.sampling import a_few

OF_SEVERAL = [name for name, game in find_all().items() if game.default_seats > 1]


def begun(game: str, seed: int = 1) -> CodedMatch:
    found = find(game)
    match = CodedMatch(found, found.setup(found.default_seats), seed=f"undo {seed}")
    match.begin()
    return match


def walk(match: CodedMatch, seed: int, steps: int = 150) -> Iterator[random.Random]:
    """Play at random, with takebacks, and stop before every step."""
    pick = random.Random(seed)
    for _ in range(steps):
        if match.over:
            return
        yield pick
        if match.over:
            return
        seat = pick.choice(match.acting)
        match.play(seat, pick.choice(match.legal(seat)))
        if match.drafted(seat) and pick.random() < 0.2:
            match.takeback(seat)


def until_undoable(match: CodedMatch, seed: int = 1) -> int:
    """Play until a seat can go back; that seat."""
    for _ in walk(match, seed):
        for seat in range(match.setup.seats):
            if match.way_back(seat) is not None:
                return seat
    raise AssertionError("no move can be undone")


def with_undos(game: str, seed: int) -> CodedMatch:
    """A match in which some moves were undone."""
    match = begun(game, seed)
    for pick in walk(match, seed):
        seat = pick.randrange(match.setup.seats)
        if match.way_back(seat) is not None and pick.random() < 0.5:
            match.undo(seat)
    return match


# -- what it restores -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["kenpo_masters", "martial_art", "dojo_duel"])
def test_the_position_is_that_before_the_move_and_nothing_is_deleted(game: str) -> None:
    match = begun(game)
    seat = until_undoable(match)
    count, entries, told = match.way_back(seat), list(match.entries), match.told(None)
    assert count is not None and entries[count].seat == seat
    earlier = match.afresh()
    for entry in entries[:count]:
        earlier.replay(*entry)
    match.undo(seat)
    assert match.state.encode() == earlier.state.encode() and match.acting == (seat,)
    assert match.legal(seat) == earlier.legal(seat)
    assert match.entries[: len(entries)] == entries
    assert match.entries[-1] == Entry(seat, UNDO - count)
    assert match.told(None)[: len(told)] == told and "the last move back" in match.told(None)[-1]
    assert match.way_back(seat) != count


@pytest.mark.parametrize("game", OF_SEVERAL)
@pytest.mark.parametrize("seed", a_few([1, 2, 3, 4], 2))
def test_records_replays_and_views_know_it(game: str, seed: int) -> None:
    match = with_undos(game, seed)
    text = record.write(match)
    again = record.restore(record.parse(text))
    assert again.entries == match.entries and again.state.encode() == match.state.encode()
    assert again.told(None) == match.told(None)
    for viewer in [*range(match.setup.seats), SPECTATOR]:
        twin = match.afresh()
        for entry in match.settled(viewer):
            twin.replay(*entry)
        assert twin.view(viewer).encode() == match.view(viewer).encode()
        assert twin.told(viewer) == match.told(viewer) and twin.ply(viewer) == match.ply(viewer)
        assert len(record.parse(record.write(match, viewer)).entries) == len(twin.entries)
    later = begun(game, seed)
    for entry in match.entries[len(later.entries) :]:
        if entry.seat == CHANCE:
            assert later.dealer.outcome(later.state) == entry.action
            later._apply(*entry)
        else:
            later.replay(*entry)
    assert later.state.encode() == match.state.encode(), "the dealer goes on as before"


def test_there_were_undos_in_those_matches() -> None:
    undos = {
        game: sum(entry.back_to is not None for entry in with_undos(game, 1).entries)
        for game in ("kenpo_masters", "martial_art")
    }
    assert all(count > 3 for count in undos.values()), undos


def test_a_finished_match_with_undos_is_fair() -> None:
    match = with_undos("kenpo_masters", 2)
    assert undone(match.entries)
    if not match.over:
        match.concede(0)
    verdict = verify(record.parse(record.write(match)))
    assert "entries of chance follow from" in verdict.told


def test_the_coach_leaves_out_what_was_undone() -> None:
    match = begun("kenpo_masters")
    seat = until_undoable(match)
    before = len(Timeline(match, seat).spans)
    choices = sum(span.kind == OWN for span in Timeline(match, seat).spans)
    assert choices
    match.undo(seat)
    line = Timeline(match, seat)
    assert sum(span.kind == OWN for span in line.spans) < choices <= before
    assert len(line.views) == len(match.settled(seat)) + 1
    assert line.views[-1].encode() == match.view(seat).encode()


# -- when it is possible --------------------------------------------------------------------------


def test_text_and_refusals() -> None:
    match = begun("kenpo_masters")
    entry = Entry(0, UNDO - 12)
    assert entry_text(match.notation, entry) == "A undo 12" and entry.back_to == 12
    assert parse_entry(match.notation, 2, "A undo 12") == entry and not entry.changes_rules
    assert undone([Entry(0, 1), Entry(0, UNDO - 0), Entry(1, 2)]) == {0, 1}
    for word in ("", "-1", "x", "1234567", "012", "1 2", "٣", "1.0"):
        with pytest.raises(Refusal, match="undo needs a whole number"):
            parse_entry(match.notation, 2, f"A undo {word}".strip())
    with pytest.raises(IllegalAction, match="drawn or revealed since"):
        match.undo(0)
    for count in (0, len(match.entries), 99_999):
        with pytest.raises(IllegalAction, match="cannot go back"):
            match.replay(0, UNDO - count)


def test_a_record_with_a_wrong_way_back_is_refused_in_one_sentence() -> None:
    match = begun("kenpo_masters")
    seat = until_undoable(match)
    count, texts = (
        match.way_back(seat),
        [entry_text(match.notation, each) for each in match.entries],
    )
    assert count is not None
    mark, other = "AB"[seat], "BA"[seat]
    wrong = [f"{mark} undo 0", f"{mark} undo {count + 1}", f"{mark} undo 99999"]
    for text in [*wrong, f"{other} undo {count}", f"* undo {count}", f"{mark} undo many"]:
        written = record._lines(record.header(match), [*texts, text], "so far ?")
        with pytest.raises(Refusal, match=r"line \d+: .*undo needs|line \d+: . cannot go back to"):
            record.restore(record.parse("".join(written)))


@pytest.mark.parametrize("game", OF_SEVERAL)
def test_never_past_chance_nor_past_the_end(game: str) -> None:
    match = begun(game)
    for _ in walk(match, 5):
        for seat in range(match.setup.seats):
            count = match.way_back(seat)
            if count is not None:
                assert all(entry.seat != CHANCE for entry in match.entries[count:])
    if match.over:
        assert [match.way_back(seat) for seat in range(match.setup.seats)].count(None) > 0


def test_nothing_can_be_undone_after_the_end() -> None:
    match = begun("kenpo_masters")
    seat = until_undoable(match)
    match.concede(1 - seat)
    assert match.way_back(seat) is None
    with pytest.raises(IllegalAction):
        match.undo(seat)


def test_a_stand_in_ends_the_trail() -> None:
    match = begun("kenpo_masters")
    seat = until_undoable(match)
    match.replay(seat, parse_entry(match.notation, 2, "A stand-in").action)
    assert match.way_back(seat) is None


def test_the_trail_is_short() -> None:
    match = begun("martial_art")
    for _ in walk(match, 3):
        assert len(match._trail._past) <= LONGEST


# -- what it tells --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OF_SEVERAL)
def test_nobody_learned_anything_in_what_can_be_undone(game: str) -> None:
    """Worlds that looked alike before a move still look alike to the asking seat when it asks."""
    match, rng, tried = begun(game, 3), Rng(5), 0
    for _ in walk(match, 3, 120):
        for seat in range(match.setup.seats):
            count = match.way_back(seat)
            if count is None or match.drafted(0) or match.drafted(1):
                continue
            since = [past for past in match._trail._past if past.move >= count]
            world = view_of(since[0].state, seat)
            world.guess(seat, rng)
            for past in since:
                assert world.is_legal(past.seat, past.action)
                world.apply(past.seat, past.action)
            assert view_of(world, seat).encode() == match.view(seat).encode()
            tried += 1
    assert tried or game in ("udaka", "dojo_duel")


@pytest.mark.parametrize("game", OF_SEVERAL)
def test_whether_it_is_possible_does_not_depend_on_what_is_hidden(game: str) -> None:
    """In a world that a viewer cannot tell from the true one, they get the same answer."""
    for seed in (3, 4, 5):
        match = played(find(game).setup(find(game).default_seats), game, 12, seed)
        for viewer in range(match.setup.seats):
            try:
                twin = other_world(match, viewer, match.setup)
            except AssertionError:
                continue
            mine, theirs = match.way_back(viewer), twin.way_back(viewer)
            assert (mine is None) == (theirs is None)


def test_what_reveals_and_what_does_not() -> None:
    match = begun("kenpo_masters")
    seat = match.acting[0]
    plays = [code for code in match.legal(seat) if match.notation.split(code)[0] == "play"]
    for code in plays:
        assert reveals(match.state, seat, code), "a card from the hand is shown to others"
        assert not teaches(match.state, seat, code), "but its owner knew it"
    state = copy(match.state)
    state.apply(seat, plays[0])
    for code in match.notation.parse("go forward"), match.notation.parse("go stay"):
        if state.is_legal(seat, code):
            assert not reveals(state, seat, code), "a step on the ring hides nothing"


SURE = [row for row in ALL_SETTINGS if row[1].id in ("kenpo_masters", "martial_art", "dojo_duel")]


@pytest.mark.parametrize(("name", "game", "setup"), a_few(SURE, 9, "teaches"))
def test_what_may_not_teach_looks_the_same_in_all_worlds(
    name: str, game: Game, setup: Setup
) -> None:
    match, judged = CodedMatch(game, setup, seed=name), 0
    match.begin()
    for pick in walk(match, 4, 120):
        for seat in match.acting:
            code = pick.choice(match.legal(seat))
            if not match.state.may_teach(seat, code):
                assert not teaches(match.state, seat, code)
                judged += 1
    assert judged


@pytest.mark.parametrize("game", OF_SEVERAL)
def test_few_worlds_judge_as_many_do(game: str) -> None:
    match, wrong, judged = begun(game, 2), 0, 0
    for pick in walk(match, 2, 25):
        seat = pick.choice(match.acting)
        code = pick.choice(match.legal(seat))
        wrong += reveals(match.state, seat, code) != reveals(match.state, seat, code, 24)
        judged += 1
    assert judged > 10 and wrong <= 1
