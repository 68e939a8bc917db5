"""`import budokan`: matches in text and seat letters, refusals in one sentence, no secret told."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import budokan
from budokan.kit.game import find, find_all
from tests.match.twin_worlds import other_world
from tests.match.twin_worlds import played as in_the_middle

GAMES = list(find_all())
HIDING = ["dojo_duel", "kenpo_masters", "martial_art", "udaka"]


def played(game: str, **given: Any) -> budokan.Match:
    """A whole match between agents that choose at random."""
    match = budokan.new(game, seed="door", **given)
    player = budokan.agent("random", match.game, seed=1)
    while not match.over:
        match.play(player.choose(match.view()))
    return match


# -- What is there --------------------------------------------------------------------------------


def test_the_package_offers_what_it_names() -> None:
    assert set(budokan.__all__) <= set(dir(budokan))
    for name in budokan.__all__:
        assert callable(getattr(budokan, name)), name
    with pytest.raises(AttributeError, match="no attribute 'gmaes'"):
        _ = budokan.gmaes  # type: ignore[attr-defined]


def test_importing_the_package_loads_nothing_else() -> None:
    """The first use of a name loads what it needs, so the import itself costs next to nothing."""
    code = "import sys, budokan; print([m for m in sys.modules if m.startswith('budokan.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_games_can_be_called_after_any_import() -> None:
    for first in ("", "import budokan.games.udaka", "from budokan.games import udaka"):
        code = f"import budokan\n{first}\nprint(*budokan.games())\nimport budokan.games.udaka as u"
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_what_it_takes(name: str) -> None:
    info = budokan.games()[name]
    assert info.id == name and info.title in repr(info) and info.line in str(info)
    assert {"random", "greedy", "black"} <= set(info.agents)
    for option, told in info.options.items():
        assert option in str(info) and told
        default = told.split(" (")[0]
        budokan.new(name, options={option: default})
    assert info.rules == find(name).clauses


# -- Playing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_agents_play_a_whole_match(game: str) -> None:
    match = played(game)
    assert match.turn is None and match.acting == () and match.legal() == []
    assert list(match.scores()) == list(match.seats) and len(match.story()) > 5
    assert "over" in repr(match) and str(match)
    assert repr(match.view()) == f"<View of {game} for spectator: the match is over>"


@pytest.mark.parametrize("game", ["dojo_duel", "kenpo_masters", "udaka"])
def test_giving_up_ends_the_story_and_the_table(game: str) -> None:
    match = budokan.new(game, seats=2, seed="door")
    seat, prompt = match.turn, match.view().scene.prompt.question
    assert prompt in str(match)
    match.concede()
    winner = "B" if seat == "A" else "A"
    told = f"{seat} gives up; {winner} wins."
    for viewer in (None, "A", "spectator"):
        assert match.story(viewer)[-1] == told and match.story(viewer).count(told) == 1
        lines = str(match.view(viewer)).splitlines()
        asked = match.view(viewer).scene.prompt
        assert lines[-1] == told and asked.question not in lines and asked.note not in lines


@pytest.mark.parametrize("game", GAMES)
def test_the_printed_table_has_no_bare_places(game: str) -> None:
    match = budokan.new(game, seed="door")
    lines = [line.strip() for line in str(match).splitlines()]
    assert lines and not [line for line in lines if "-" in line.replace(",", " ").split()]
    assert not {"Kicker", "Waiting against you", "Your combo"} & set(lines)


def test_empty_zones_say_so_and_piles_are_named_once() -> None:
    duel, kenpo = str(budokan.new("dojo_duel")), str(budokan.new("kenpo_masters"))
    assert duel.count("  Kicker: none\n") == 2 and duel.count(": 2 empty\n") == 2
    assert "\nWaiting against you: none\n" in kenpo and "\nYour combo: none\n" in kenpo
    udaka = str(budokan.new("udaka", seats=2, seed="door"))
    assert udaka.count("Draw pile") == 1 and "  UDAKA: 4 empty, UDAKA token\n" in udaka
    assert "\n  Discard pile (0)\n" in udaka and "\n  face down x" in udaka


def test_a_game_that_tells_of_giving_up_ends_its_own_story() -> None:
    match = budokan.new("martial_art", seats=2, seed="door")
    loser = match.turn
    match.concede()
    assert match.story()[-1] == f"{'B' if loser == 'A' else 'A'} wins."


def test_the_number_of_seats_may_be_given_twice_if_it_is_the_same() -> None:
    match = budokan.new("udaka", seats=3, options={"players": "3"})
    assert match.seats == ("A", "B", "C")


@pytest.mark.parametrize("game", GAMES)
def test_objects_behind_the_door_tell_little_of_themselves(game: str) -> None:
    coded = budokan.new(game, seed="a secret seed").coded
    for thing in (coded, coded.game, coded.setup, coded.setup.data):
        told = repr(thing)
        assert told.startswith(f"<{type(thing).__name__}") and len(told) < 300
        assert "secret" not in told and "Entry" not in told
    assert repr(coded.game).startswith(f"<Game {game}") and game in repr(coded)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_shows_the_table_to_the_acting_seat(game: str) -> None:
    match = budokan.new(game, seed="door")
    assert match.turn is not None and match.turn in match.acting and match.game == game
    assert str(match) == str(match.view(match.turn)) and f"[{match.legal()[0]}]" in str(match)
    assert match.view().legal() == match.legal() == match.legal(match.turn)
    assert match.view().seat == match.turn and f"for {match.turn}" in repr(match.view())
    assert " to act" in repr(match)
    assert json.dumps(match.view().position())


def test_why_names_the_clause() -> None:
    match = budokan.new("udaka", seats=3, seed="my seed")
    assert (match.turn, match.legal()) == ("B", ["single A", "single 2", "single 6"])
    assert match.why("single 2") == "" and match.why("SINGLE 2") == ""
    assert match.why("pair 7") == "You do not hold this card. (UD-18)"
    assert match.why("single 2", seat="A").startswith("It is another player's turn. (UD-")
    with pytest.raises(budokan.Refusal, match="not possible: You do not hold this card"):
        match.play("pair 7")
    assert match.turn == "B"
    assert played("udaka").why("pair 7") == "The match is over; no further action is possible."


def test_undo_goes_back_before_the_last_choice() -> None:
    match = budokan.new("udaka", seats=3, seed="my seed")
    first = str(match)
    with pytest.raises(budokan.Refusal, match="nothing to undo"):
        match.undo()
    match.play("single 2")
    second = str(match)
    match.undo()
    assert str(match) == first and match.turn == "B"
    match.play("single 2")
    assert str(match) == second  # the same deal again
    ended = played("dojo_duel")
    ended.undo()
    assert not ended.over


def test_a_copy_goes_its_own_way() -> None:
    match = budokan.new("kenpo_masters", seed=1)
    match.play(match.legal()[0])
    twin = match.copy()
    assert (str(twin), twin.story()) == (str(match), match.story())
    before = str(match)
    twin.takeback()
    assert str(twin) != before == str(match)


def test_a_takeback_is_only_for_unsettled_steps() -> None:
    match = budokan.new("udaka", seed=1)
    seat = match.turn
    match.play(match.legal()[0])
    with pytest.raises(budokan.Refusal, match="nothing to take back"):
        match.takeback(seat)
    match = budokan.new("kenpo_masters", seed=1)
    before = match.legal()
    match.play(before[0])
    match.takeback()
    assert match.legal() == before and match.story() == budokan.new("kenpo_masters", seed=1).story()


def test_secret_choices_are_made_seat_by_seat() -> None:
    match = budokan.new("dojo_duel", seed=1)
    assert "".join(match.acting) == "AB" and match.turn == "A"
    assert repr(match) == "<Match of dojo_duel, 2 players: A and B to act>"
    assert "Kicker: Hidden card" not in str(match.view("A"))
    match.play(match.legal("B")[0], seat="B")
    assert "".join(match.acting) == "A" and match.legal("B") == []
    assert "Kicker: Hidden card" in str(match.view("A"))


def test_the_same_seed_deals_the_same_cards() -> None:
    one, two = (budokan.new("udaka", seed=seed) for seed in (7, "7"))
    assert str(one) == str(two) and str(one) != str(budokan.new("udaka", seed=8))
    assert budokan.new("udaka").coded.seed != budokan.new("udaka").coded.seed


def test_an_agent_with_a_seed_chooses_the_same_again() -> None:
    view = budokan.new("udaka", seats=6, seed=3).view()
    choices = [
        [budokan.agent("random", "udaka", seed).choose(view) for seed in range(9)] for _ in range(2)
    ]
    assert choices[0] == choices[1] and len(set(choices[0])) > 1
    assert repr(budokan.agent("search:9", "udaka")) == "<Agent 'search:9' for udaka>"


def test_options_and_cards_reach_the_table(tmp_path: Path) -> None:
    options = {"kicker_mode": "simultaneous", "A.deck": "ember_fist", "round_limit": 99}
    match = budokan.new("dojo_duel", options=options)
    assert match.coded.setup.options.round_limit == 99
    assert match.coded.setup.choices[0].deck == "ember_fist"
    cards = {"card": {"iron_shirt": {"yin": 1}}}
    file = tmp_path / "mine.toml"
    file.write_text("[card.iron_shirt]\nyin = 1\n")
    for given in (cards, file, str(file)):
        assert budokan.new("dojo_duel", cards=given).coded.setup.overlay == cards


# -- Records and reports --------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_match_is_the_same_when_loaded(game: str, tmp_path: Path) -> None:
    match, file = played(game), tmp_path / "some.match"
    match.save(file)
    for source in (file, str(file), file.read_text("utf-8")):
        again = budokan.load(source)
        assert (again.story(), again.scores()) == (match.story(), match.scores())


def test_an_unfinished_match_is_played_on(tmp_path: Path) -> None:
    match, file = budokan.new("udaka", seats=3, seed="my seed"), tmp_path / "some.match"
    match.play("single 2")
    match.save(file)
    again = budokan.load(file)
    assert (again.turn, again.legal(), str(again)) == (match.turn, match.legal(), str(match))
    again.play(again.legal()[0])


def test_the_coach_reports_on_a_seat_or_on_all() -> None:
    match, steps = played("dojo_duel"), list[tuple[int, int]]()
    report = match.coach("A", iterations=1, progress=lambda *step: steps.append(step))
    assert repr(report).startswith("<CoachReport on dojo_duel: A made no mistake, and luck took ")
    assert "A: chance to win" in str(report) and "B: chance to win" not in str(report)
    assert json.dumps(report.document()) and steps[-1][0] == steps[-1][1]
    assert "B: chance to win" in str(match.coach(iterations=1))


# -- Hidden information ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", HIDING)
def test_a_view_tells_two_worlds_apart_only_if_the_seat_can(game: str) -> None:
    setup = find(game).setup()
    coded = in_the_middle(setup, game, 5, 3)
    here, there = (budokan.Match(each) for each in (coded, other_world(coded, 0, setup)))
    assert here.coded.state.encode() != there.coded.state.encode()
    assert _known(here, "A") == _known(there, "A")
    assert any(_known(here, seat) != _known(there, seat) for seat in here.seats)


def _known(match: budokan.Match, seat: str) -> list[object]:
    view = match.view(seat)
    told = [match.story(seat), view.position(), view.legal(), match.legal(seat), match.scores()]
    return [str(view), repr(view), repr(match), *told]


# -- Refusals -------------------------------------------------------------------------------------


def _new(**given: Any) -> budokan.Match:
    return budokan.new(**{"game": "udaka", "seats": 3, "seed": "my seed", **given})


def _duel(cards: Any) -> budokan.Match:
    return budokan.new("dojo_duel", cards=cards)


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: _new(game="udakka"), "There is no game 'udakka'; did you mean udaka?"),
    (lambda: _new(game="UDAKA"), "There is no game 'UDAKA'; did you mean udaka?"),
    (lambda: _new(game="x" * 9999), "xxx…; choose from dojo_duel"),
    (lambda: _new(game=7), "The name of a game is text, not 7."),
    (lambda: _new(seats=9), "Udaka is for 2 to 6 players, not 9."),
    (lambda: _new(seats="many"), "Udaka is for 2 to 6 players, not many."),
    (lambda: _new(seed=1.5), "A seed is text or a whole number, not 1.5."),
    (lambda: _new(seed="stream:x"), "as 'stream:SEED:MATCH'"),
    (lambda: _new(seed="\ud800"), "A seed cannot be '\\ud800'; choose another one."),
    (lambda: _new(seed=10**5000), "A seed cannot be a very long int; choose another one."),
    (lambda: _new(seats=10**5000), "Udaka is for 2 to 6 players, not a very long int."),
    (lambda: _new(options={"pair_takes": 10**5000}), "it takes one, all"),
    (lambda: _new(options={"players": 5}), "You ask for 3 seats and 5 players"),
    (lambda: _new(seats=2, options={"D.x": 1}), "There is no seat 'D'; seats are A to B."),
    (lambda: _new(options={"top_rouse": True}), "did you mean top_reuse"),
    (lambda: _new(options={"pair_takes": "two"}), "it takes one, all"),
    (lambda: _new(options={1: 2}), "The name of an option is text, not 1."),
    (lambda: _new(options="pair_takes=one"), "Options are a mapping such as"),
    (lambda: _new(options={"H.deck": "x"}), "There is no seat 'H'; seats are A to F."),
    (lambda: _new(options={"A.deck": "x"}), "There is no seat option 'deck'"),
    (lambda: _new(cards="none.toml"), "Cannot read the card file none.toml"),
    (lambda: _new(cards=7), "7 is not the name of a file for your cards."),
    (lambda: _new(cards={"limit": {}}), "limit: Udaka has no such section; did you mean limits?"),
    (lambda: _new(cards={"nothing": 7}), "nothing: 7 must be a table."),
    (lambda: _duel({3: 3}), "The cards: The key 3 must be text"),
    (lambda: _duel({"card": 3}), "card: 3 must be a table."),
    (lambda: _duel({"card": {3: {}}}), "card: The key 3 must be text, in quotes."),
    (lambda: _duel({"deck": {"ember_fist": {3: 1}}}), "deck.ember_fist: Keys must be text."),
    (
        lambda: _duel({"deck": {"ember_fist": {"cards": {3: 3}}}}),
        "cards: Keys must be text.",
    ),
    (
        lambda: _duel({"deck": {"ember_fist": {"cards": {"x": None}}}}),
        "cards.x: None must be",
    ),
    (lambda: _duel({"about": {3: 3}}), "about: Keys must be text."),
    (lambda: budokan.load("none.match"), "Cannot read the record none.match"),
    (lambda: budokan.load(Path("none.match")), "Cannot read the record none.match"),
    (lambda: budokan.load("some\ntext"), "the record, line 1: this is not a match record."),
    (lambda: budokan.load("x" * 5000), "xxx…: File name too long."),
    (lambda: _new().save("x" * 5000), "xxx…: File name too long."),
    (lambda: budokan.load(""), "'' is not the name of a file for a record."),
    (lambda: budokan.load("\0"), "is not the name of a file for a record."),
    (lambda: budokan.load("\ud800"), "is not the name of a file for a record."),
    (lambda: budokan.load(7), "7 is not the name of a file for a record."),  # type: ignore[arg-type]
    (lambda: budokan.load("."), "Cannot read the record ."),
    (lambda: budokan.agent("blakc", "udaka"), "There is no agent 'blakc'; did you mean black"),
    (lambda: budokan.agent("search:0", "udaka"), "the iterations must be 1 to"),
    (lambda: budokan.agent("black", "chess"), "There is no game 'chess'"),
    (lambda: budokan.agent(None, "udaka"), "is text, not None."),  # type: ignore[arg-type]
    (lambda: _new().view("D"), "There is no seat 'D'; seats are A to C."),
    (lambda: _new().view("0"), "There is no seat '0'; seats are A to C."),
    (lambda: budokan.new("master_udo").legal("B"), "the only seat is A."),
    (lambda: _new().legal(1), "There is no seat 1; seats are A to C."),  # type: ignore[arg-type]
    (lambda: _new().play("singel 2"), "did you mean single 2"),
    (lambda: _new().play("single " + "9" * 9999), "999… is not an action; "),
    (lambda: _new(options={"x" * 9999: 1}), "xxx…; choose from "),
    (lambda: budokan.agent("x" * 9999, "udaka"), "xxx…; choose from "),
    (lambda: _new().play(3), "An action is text, not 3."),  # type: ignore[arg-type]
    (lambda: _new().play("single 2", seat="A"), "A cannot act now; the match waits for B."),
    (lambda: _new().concede(), "Only a match of two can be given up"),
    (lambda: _new().coach(), "This match is not over; name the seat to judge, such as A."),
    (lambda: _new().coach("A", iterations=0), "takes 1 to 1000000 iterations, not 0."),
    (lambda: _new().save("no/such/folder.match"), "Cannot write no/such/folder.match"),
    (lambda: _new().save("."), "Cannot write ."),
    (lambda: played("udaka").play("single 2"), "The match is over; no further action is possible."),
    (lambda: played("udaka").play("single 2", seat="A"), "The match is over"),
    (lambda: budokan.agent("random", "dojo_duel").choose(_new().view()), "plays dojo_duel"),
    (lambda: budokan.agent("random", "udaka").choose(_new().view("A")), "A has nothing to choose"),
    (lambda: budokan.agent("random", "udaka").choose(_new()), "chooses from match.view()"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("wrong", "told"), REFUSED, ids=[told for _, told in REFUSED])
def test_a_wrong_argument_is_refused_in_one_sentence(
    wrong: Callable[[], object], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(budokan.Refusal) as refused:
        wrong()
    said = str(refused.value)
    assert told in said and "\n" not in said and len(said) < 300
    assert list(tmp_path.iterdir()) == []
