"""The figures of Martial Art: duels are counted once for each side, seats and endings add up."""

import re
from collections import Counter

import pytest
from bench import figures

from budokan.kit.game import find
from budokan.lab.simulate import Figures, Job, open_job

PAIR = ("igor", "wonja")


def test_cells_across_the_diagonal_share_their_duels() -> None:
    duels = {
        ("igor", "igor"): Figures(matches=10, results=Counter({(1.0, 0.0): 7, (0.0, 1.0): 3})),
        ("igor", "wonja"): Figures(matches=10, results=Counter({(1.0, 0.0): 6, (0.0, 1.0): 4})),
        ("wonja", "igor"): Figures(matches=10, results=Counter({(1.0, 0.0): 9, (0.0, 1.0): 1})),
        ("wonja", "wonja"): Figures(matches=10, results=Counter({(1.0, 0.0): 5, (0.5, 0.5): 5})),
    }
    rows = figures.matchups(duels, PAIR).splitlines()[2:]
    shares = [re.findall(r"([\d.]+)% \(", row) for row in rows]
    assert shares == [["70", "35", "35.0"], ["65", "50", "65.0"]]


def test_every_duel_is_played_from_both_seats() -> None:
    duels = figures.play_duels("white", PAIR, 2)
    assert sorted(duels) == [(one, two) for one in PAIR for two in PAIR]
    assert all(found.matches == 2 and not found.unfinished for found in duels.values())
    whole = figures.together(duels.values())
    matches, *_, ko, technical, out, limit, _ = figures.length(whole, (0, 1))
    assert matches == "8"
    assert sum(map(float, (ko, technical, out, limit))) == 1


def test_the_first_seat_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Job] = []

    def play(label: str, matches: int, job: Job, jobs: int) -> tuple[Figures, dict[str, object]]:
        seen.append(job)
        return Figures(), {}

    monkeypatch.setattr(figures, "play", play)
    figures.fight("duel", "black", "duel", ("ricardo", "igor"), 1)
    _, setup = open_job(seen[0])
    assert setup.options.first_player == "seat0" and setup.options.mode == "black"
    assert [choice.fighter for choice in setup.choices] == ["ricardo", "igor"]


def test_endings_and_seats_of_a_team_battle() -> None:
    found = figures.fight("team", "black", "team", ("igor", "wonja", "ricardo", "li_ming"), 2)
    shares = [cell.split("%")[0] for cell in figures.seat_shares(found, (0, 1, 0, 1))]
    assert shares[:2] == shares[2:]
    assert float(shares[0]) + float(shares[1]) == 100
    told = Figures(matches=4, results=Counter({(0.5, 0.0, 0.5, 0.0): 3, (0.25,) * 4: 1}))
    told.events[find("martial_art").events.index("turn")] = 8
    assert figures.length(told, (0, 1, 0, 1))[-1] == "0.250"


def test_every_fighter_sits_in_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, ...]] = []

    def fight(label: str, mode: str, layout: str, chosen: tuple[str, ...], n: int) -> Figures:
        seen.append(chosen)
        return Figures(matches=n)

    monkeypatch.setattr(figures, "fight", fight)
    assert figures.play_tables("white", "royale", 4, 5).matches == 60
    for seat in range(4):
        assert set(Counter(chosen[seat] for chosen in seen).values()) == {2}
    assert all(len(set(chosen)) == 4 for chosen in seen)


def test_an_interval_holds_its_share() -> None:
    assert figures.share(50, 100) == "50.0% (40.4% to 59.6%)"
    assert figures.short_share(0, 10) == "0% (0-28)"
