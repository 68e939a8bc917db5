"""`budokan play --plain`: whole matches line by line."""

import re
from pathlib import Path

import pytest

from budokan.agents.house_names import seat_names
from tests.cli.commands import fine, refused, run

LONG = "9" * 5000  # more digits than Python reads


@pytest.mark.parametrize("game", ["udaka", "dojo_duel"])
def test_a_whole_match_by_numbers(game: str, here: Path) -> None:
    """Always the first choice, to the end."""
    told = fine("play", game, "--plain", "--against", "random", "--seat", "B", typed="1\n" * 400)
    assert re.search(r"( wins?\b.*|The game is a draw)\.$", told.splitlines()[-1])


@pytest.mark.parametrize("game", ["udaka", "dojo_duel"])
def test_hot_seat_draws_a_curtain(game: str, here: Path) -> None:
    words = ["play", game, "--plain", "--against", "human", "--seats", "2", "--seed", "s"]
    done = run(*words, typed="\n1\n\n1\nquit\n")
    assert "Guest 1, it is your turn. Press Enter when only you look." in done.output
    assert "Guest 2, it is your turn. Press Enter when only you look." in done.output


def test_bots_have_names_and_belts(here: Path) -> None:
    name = seat_names("kenpo_masters", ["human", "green"], person="human")[1]
    told = run("play", "kenpo_masters", "--plain", typed="quit\n").output
    assert told.startswith(f"Kenpo Masters against {name} (green belt). Type help for help.")
    assert "You> " in told and "B (green)" not in told


def test_plain_play_explains_itself(here: Path) -> None:
    typed = "help\nstory\ntable\nwhy pair 2\nrules UD-17\nundo\nnonsense\n99\nsave x.match\nquit\n"
    told = run("play", "udaka", "--plain", typed=typed).output
    assert "take back your last step" in told
    assert "nothing to take back" in told
    assert "'nonsense' is not an action" in told
    assert "There is no choice 99" in told
    assert "Saved in x.match" in told and Path("x.match").exists()


def test_look_tells_everything_about_a_piece(here: Path) -> None:
    typed = "look left arm\nfight turtle\nlook leftarm\nlook high attack\nquit\n"
    told = run("play", "master_udo", "--plain", "--seed", "3", typed=typed).output
    arm = "Left Arm · block X+1 · defence · 2 copies · not directly on a Left card | Block X+1"
    assert arm in told
    assert "Nothing on the table is called 'leftarm'; did you mean Left Arm" in told
    attack = "High Attack (block 6, takes Left Arm and Right Arm and any card, blocked Recover 2)"
    assert f"Attacks: {attack}\n" in told
    assert "Turtle: Master Turtle 1/1; At most 1 heart a turn.; " in told


def test_the_text_of_a_table_has_notes_tracks_and_facing(here: Path) -> None:
    udo = run("play", "master_udo", "--plain", typed="fight iron body\n").stdout
    assert "Hearts: Heart 4, Heart 5, Heart 7" in udo and "damage" in udo.partition("Hearts")[0]
    assert "Charge 0 of 6\n" in udo
    words = ["play", "kenpo_masters", "--plain", "--seed", "3", "--against", "greedy"]
    kenpo = run(*words).stdout
    assert (
        re.search(r"b1: (Guest|You) \[looks up\]", kenpo)
        and "Hidden card x5" in kenpo
        and "0 of 20\n" in kenpo
    )
    fight = run("play", "martial_art", "--plain", "--seed", "3").stdout
    assert "Damage 0 of 8" in fight and "Chi 0 of 5" in fight


def test_the_end_of_a_plain_match_names_the_next_step(here: Path) -> None:
    told = fine("play", "dojo_duel", "--plain", typed="concede\nagain\nconcede\n")
    step = "Was green too strong? Practise against yellow. "
    assert told.count(step + "(budokan play dojo_duel --plain --against yellow)") == 2


def test_a_conceded_match_is_over(here: Path) -> None:
    assert "over" in fine("play", "dojo_duel", "--plain", typed="concede\n").lower()


def test_end_of_input_saves_and_fails(here: Path) -> None:
    done = run("play", "udaka", "--plain", typed="1\n")
    assert done.exit_code == 130 and Path("udaka.match").exists()


def test_an_unfinished_match_is_shown_only_to_a_seat(here: Path) -> None:
    done = run("play", "udaka", "--plain", "--seats", "2", typed="1\nquit\n")
    assert done.exit_code == 0 and "Saved in udaka.match" in done.output
    refused(["replay", "udaka.match"], "name a viewer")
    assert "draw ?" in fine("replay", "udaka.match", "--seat", "A")
    again = run("play", "--resume", "udaka.match", typed="quit\n")
    assert again.exit_code == 0 and "Saved in udaka.match" in again.output


def test_the_challenge_of_a_day_is_the_same_for_everyone(here: Path) -> None:
    words = ["play", "master_udo", "--plain", "--daily"]
    typed = "fight crane\n"
    told = [run(*words, f"2026-11-{day}", typed=typed).stdout for day in (16, 16, 18)]
    one, two, other = (text.partition("master_udo")[0] for text in told)
    assert one == two and "Crane" in one
    assert one != other
    assert run("play", "master_udo", "--daily", typed=typed).stdout


def test_a_day_without_a_challenge_is_refused(here: Path) -> None:
    refused(["play", "udaka", "--daily", "2026-11-16"], "Udaka has no challenge of the day")
    refused(["play", "master_udo", "--daily", "soon"], "'soon' is not a date")


def test_a_choice_with_too_many_digits_is_refused(here: Path) -> None:
    for words in (["play", "dojo_duel", "--plain", "--against", "greedy"], ["learn", "dojo_duel"]):
        told = run(*words, typed=f"{LONG}\nquit\n").output
        assert f"There is no choice {LONG[:40]}; they are numbered 1 to" in told
    done = run("play", "--plain", typed=f"{LONG}\n")
    assert done.exit_code == 2 and "Traceback" not in done.output
