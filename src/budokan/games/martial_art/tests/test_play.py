"""Play half at random and half by heuristic: fingerprints and invariants."""

import hashlib
from typing import Any

import pytest

from budokan.agents.registry import find_agent
from budokan.agents.runner import Runner
from budokan.games.martial_art import GAME
from budokan.games.martial_art.rules import knowledge, phases
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.rules.state import AREAS, EFFECTS, NONE
from budokan.games.martial_art.tests.helper import KINDS, Play, typed, walk
from budokan.kit.contract import CHANCE, SPECTATOR, copy, legal_codes
from budokan.kit.entries import seats_of
from budokan.kit.rng import Rng
from budokan.kit.testing.laws import Coverage, play_by_the_laws

BLACK = {"mode": "black"}
TEAM = {**BLACK, "layout": "team"}
ALL = ("igor", "kimberley", "hirumasa", "li_ming", "ricardo", "wonja")
# Options, fighters, and how often a choice is made by heuristic.
SETS: list[tuple[dict[str, Any], tuple[str, ...], int]] = [
    ({}, ("igor", "kimberley"), 3),
    ({"sow_skip_start": True, "gauge_start": 5}, ("ricardo", "wonja", "li_ming"), 3),
    ({"layout": "team"}, ALL[1:5], 3),
    (BLACK, ("hirumasa", "li_ming"), 3),
    ({**BLACK, "gauge_start": 5, "turn_after_push": True}, ("igor", "kimberley", "hirumasa"), 4),
    ({**BLACK, "gauge_start": 5, "harite": "flat", "arena_radius": 2}, ALL[2:6], 4),
    ({**BLACK, "gauge_start": 5, "hit_needs_damage": True}, ("wonja", "ricardo"), 3),
    (
        {**TEAM, "gauge_start": 5, "friendly_fire": True, "team_shared_view": True},
        ("kimberley", "ricardo", "li_ming", "wonja"),
        3,
    ),
    (
        {
            **TEAM,
            "allow_pointless_skill": True,
            "push_follows_out": True,
            "arena_radius": 2,
            "gauge_start": 5,
        },
        ("igor", "hirumasa", "kimberley", "wonja"),
        4,
    ),
    (
        {
            **BLACK,
            "allow_mirror": True,
            "dice_cap": "5",
            "extra_damage_unblockable": True,
            "reserve_safe": True,
            "max_rounds": 12,
        },
        ("li_ming", "li_ming", "igor"),
        3,
    ),
]
GOLDEN = [
    "5616b522adb29530",
    "878a288e191b9d6f",
    "aca11f45ccd3792c",
    "f7167348ac40e45c",
    "75b5ab1f6f05bd35",
    "6bd1babad5e5c94f",
    "ba3d8243d56bee47",
    "1697c3f1a812f9af",
    "5166a77884c4af5f",
    "e25eb5652d39b220",
]


def heuristics(state: MartialArt, seat: int) -> list[int]:
    return [int(state.heuristic(seat, code)) for code in legal_codes(state, seat)]


def fingerprint(options: dict[str, Any], fighters: tuple[str, ...], greedy: int) -> str:
    digest = hashlib.sha256()
    for seed in range(3):
        play = Play(options, fighters)
        for number, (seat, code) in enumerate(walk(play, seed, greedy)):
            entry = (seat, GAME.notation.text(code))
            digest.update(repr((entry, play.state.commit_count(), play.state.source())).encode())
            if number % 3 == 0:
                digest.update(repr(play.state.encode()).encode())
            if seed == 0 and seat != CHANCE:
                digest.update(repr(heuristics(play.state, seat)).encode())
        digest.update(repr(play.recorder.events).encode())
        digest.update(repr(play.state.encode()).encode())
    return digest.hexdigest()[:16]


@pytest.mark.parametrize(("number", "row"), list(enumerate(SETS)))
def test_fingerprints(number: int, row: tuple[dict[str, Any], tuple[str, ...], int]) -> None:
    """The same seeds lead to the same states and the same story."""
    assert fingerprint(*row) == GOLDEN[number]


def check_tokens(play: Play, seat: int) -> None:
    """MA-C12, MA-12: tokens are on the board, in hand or lost, and never come back."""
    state, fighter = play.state, play.state.fighter(seat)
    for kind in range(len(KINDS)):
        there = sum(int(fighter.at(place, kind)) for place in range(knowledge.PLACES))
        there += int(state.hand[kind]) if seat == state.turn else 0
        assert 0 <= there <= state.setting.totals[8 * seat + kind]


def check_body(state: MartialArt, seat: int) -> None:
    fighter, setting = state.fighter(seat), state.setting
    assert 0 <= fighter.chi <= setting.gauge[seat]
    assert 0 <= fighter.rage <= setting.gauge[seat]
    assert all(0 <= fighter.life[a] <= setting.last[AREAS * seat + a] for a in range(AREAS))
    assert (fighter.cell == NONE) == (fighter.out != 0)


@pytest.mark.parametrize(("options", "fighters", "greedy"), SETS[:8:2])
def test_invariants_of_a_fight(
    options: dict[str, Any], fighters: tuple[str, ...], greedy: int
) -> None:
    """MA-C12, MA-07, MA-46, MA-R9, MA-R14, MA-R64: the true table is always possible."""
    play = Play(options, fighters)
    state = play.state
    for _ in walk(play, 7, greedy):
        cells = [state.fighter(s).cell for s in range(state.seats) if state.is_in(s)]
        assert len(set(cells)) == len(cells)
        for seat in range(state.seats):
            check_tokens(play, seat)
            check_body(state, seat)
            if state.phase >= phases.AREA and state.phase != phases.SOW:
                assert int(state.fighter(seat).table()) in state.known(seat).tables()
        if state.phase == phases.AREA:
            assert legal_codes(state, int(state.turn))
    assert state.acting() == 0


def test_lost_tokens_never_come_back() -> None:
    """MA-12, MA-48: the number of tokens of a fighter never grows once the fight has begun."""
    play = Play(BLACK, ("igor", "wonja"))
    state, counts = play.state, [12, 12]
    for _ in walk(play, 5, 4):
        if state.phase in (phases.AREA, phases.OVER):
            for seat in (0, 1):
                now = sum(int(n) for n in state.fighter(seat).tokens)
                assert now <= counts[seat]
                counts[seat] = now
    assert min(counts) < 12


def test_greedy_beats_random() -> None:
    """Greedy closes in, strikes and wins."""
    for mode in ("white", "black"):
        setup = GAME.setup(2, {"mode": mode})
        runner = Runner(GAME.start(setup), [find_agent("greedy"), find_agent("random")])
        won = 0.0
        for index in range(6):
            assert runner.play(3, index, 5000, False) > 0
            won += runner.state.score(0)
        assert won == 6


def test_greedy_strikes() -> None:
    """Among themselves they fight it out long before the round limit."""
    setup = GAME.setup(2, BLACK)
    runner = Runner(GAME.start(setup), [find_agent("greedy")] * 2)
    rounds = []
    for index in range(6):
        runner.play(9, index, 5000, False)
        rounds.append(int(typed(runner.state).round))
    assert max(rounds) < 40
    assert runner.tally.count[GAME.events.index("strike")] > 6 * 8


def test_the_fight_goes_on_after_somebody_gives_up() -> None:
    """MA-R59: wherever a player concedes, the fight goes on or ends by the rules."""
    given_up = 0
    for seed in range(4):
        play = Play({**BLACK, "gauge_start": 5}, ("ricardo", "hirumasa", "li_ming"))
        for ply, (seat, _) in enumerate(walk(play, seed, 4)):
            if seat < 3 and play.state.can_resign(seat) and ply % 5 == 0:
                twin = copy(play.state)
                twin.resign(seat)
                assert not legal_codes(twin, seat)
                assert twin.can_resign(seat) == 0
                assert twin.score(seat) == 0
                rng = Rng(ply + 1)
                while twin.acting():
                    mover = seats_of(twin.acting())[0]
                    codes = legal_codes(twin, mover)
                    twin.apply(mover, codes[rng.below(len(codes))])
                    assert mover != seat
                given_up += 1
                if given_up % 3 == 0:
                    break
    assert given_up > 5


def test_the_laws_hold() -> None:
    covered = Coverage()
    setup = GAME.setup(4, {**TEAM, "max_rounds": 3, "gauge_start": 5})
    play_by_the_laws(GAME, setup, 1, covered, often=7, every=61)
    play_by_the_laws(GAME, GAME.setup(2, {"max_rounds": 3}), 2, covered, often=7, every=61)
    assert covered.matches == 2


def test_what_a_spectator_sees_is_what_all_others_see() -> None:
    """MA-R64: everybody but the owner knows the same of a board."""
    play = Play({}, ("igor", "kimberley", "wonja"))
    for ply, _ in enumerate(walk(play, 2, 3)):
        if ply % 40 == 39:
            seen = play.view(SPECTATOR)
            for owner in range(3):
                other = play.view((owner + 1) % 3)
                assert list(seen.fighter(owner).tokens) == list(other.fighter(owner).tokens)
                hidden = sum(int(seen.fighter(owner).at(p, 7)) for p in range(knowledge.PLACES))
                held = [
                    play.state.fighter(owner).at(p, k) for p in range(6) for k in range(EFFECTS)
                ]
                assert hidden == (sum(int(n) for n in held) if seen.is_in(owner) else 0)


def test_giving_up_is_possible_only_in_ones_own_turn() -> None:
    """MA-R59: with four at the table, the one whose turn it is."""
    fighters = ("igor", "kimberley", "wonja", "ricardo")
    for turn in range(4):
        state = Play({"layout": "royale"}, fighters, phase="area", turn="ABCD"[turn]).state
        assert [int(state.can_resign(seat)) for seat in range(4)] == [
            int(seat == turn) for seat in range(4)
        ]


def test_tokens_in_hand_go_back_when_somebody_gives_up() -> None:
    """MA-R59: before the first one is put down, all lie in the Starting Area again."""
    play = Play({"layout": "three"}, ("igor", "kimberley", "wonja"), phase="area")
    tokens = [int(n) for n in play.state.a.tokens]
    play.do("A area 2", "A ready")
    assert play.state.phase == phases.SOW
    play.state.resign(0)
    assert [int(n) for n in play.state.a.tokens] == tokens
