"""What is seen to happen, the line that sums it up, and choices everybody sees to be single."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from budokan.agents.plain import GreedyAgent
from budokan.games.martial_art import GAME
from budokan.games.martial_art.rules import events
from budokan.games.martial_art.rules.rules import MartialArt
from budokan.games.martial_art.tests.helper import IGOR, KIMBERLEY, LI_MING, Play, typed
from budokan.kit.contract import SPECTATOR, legal_codes
from budokan.kit.rng import Rng
from budokan.kit.scene import Beat, Happened, Scene, apply_beat
from budokan.kit.testing.trial import piece, zone
from budokan.kit.view import News
from budokan.kit.words import Event
from budokan.match.match import CodedMatch

BLACK = {"mode": "black"}


def seen(play: Play, viewer: int, *entries: str) -> tuple[Scene, list[Beat], str]:
    """The scene before, the beats, and the line after some entries."""
    before, past = play.scene(viewer), len(play.recorder.events)
    play.do(*entries)
    words = GAME.words(play.setup, you=viewer)
    told = words.known_events(play.recorder.events[past:], viewer)
    scene = GAME.draw_scene(play.setup, play.view(viewer), viewer, (), news=News(0, told, told))
    assert scene.happened is not None
    return before, list(scene.happened.beats), scene.happened.line


def told(found: Sequence[Beat]) -> list[tuple[str, str]]:
    return [(beat.kind, beat.text) for beat in found]


def fight(**more: Any) -> Play:
    """Two neighbours; A holds Defense and Punch on the Left Arm, which strikes the Right Leg."""
    position: dict[str, Any] = {
        "phase": "area",
        "boards": [IGOR, LI_MING],
        "spaces": ["0,0", "1,0"],
        "facing": ["e", "w"],
        **more,
    }
    return Play(BLACK, ("igor", "li_ming"), **position)


TURN = ("A area 2", "A face e", "A sow defense")


def test_a_turn_is_seen_from_the_area_to_the_strike() -> None:
    before, beats, line = seen(fight(), 1, *TURN, "A strike B")
    assert told(beats) == [
        ("point", "A starts from the Left Arm, tokens: 2."),
        ("step", "A faces east."),
        ("move", "A puts an Effect token on the Left Leg."),
        ("move", "A puts Punch on the Right Leg."),
        ("strike", "A strikes at your Right Leg with a Punch."),
    ]
    assert line == "A strikes at your Right Leg with a Punch."
    strike = beats[-1]
    assert (strike.seat, strike.target, strike.role) == (0, 1, "hit")
    assert strike.pieces == ("pawn-A", "B-right_leg")
    shown = apply_beat(before, beats[0])
    assert [p.name for p in zone(shown, "A-left_arm-tokens").pieces] == ["Punch", "Defense"]
    for beat in beats:
        before = apply_beat(before, beat)
    lying = {
        area: [p.name for p in zone(before, f"A-{area}-tokens").pieces]
        for area in ("left_arm", "left_leg", "right_leg")
    }
    assert lying == {
        "left_arm": [],
        "left_leg": ["Face down"] * 3,
        "right_leg": ["Punch", "Lock", "Face down"],
    }


def test_the_sower_sees_tokens_leave_the_hand() -> None:
    play = fight().do("A area 2", "A face e")
    before, beats, _ = seen(play, 0, "A sow defense")
    assert told(beats) == [
        ("move", "You put Defense on the Left Leg."),
        ("move", "You put Punch on the Right Leg."),
    ]
    first = apply_beat(before, beats[0])
    assert [p.name for p in zone(first, "hand").pieces] == ["Punch"]
    names = [p.name for p in zone(first, "A-left_leg-tokens").pieces]
    assert sorted(names) == ["Defense", "Defense", "Move"]
    assert zone(apply_beat(first, beats[1]), "hand").pieces == ()


def test_dice_and_damage_with_a_verdict() -> None:
    board = "energy kick | energy punch | move kick | defense defense lock | energy | energy move"
    play = fight(boards=[IGOR, board]).do(*TURN, "A strike B")
    before, beats, line = seen(play, 1, "B defend 1 0", "* roll nx", "* roll fn")
    assert told(beats)[:5] == [
        ("point", "You guard with 1 Defense and 0 Move."),
        ("roll", "A rolls N X: 2 successes."),
        ("roll", "You roll F N in defence: 1 success."),
        ("block", "You block 1."),
        ("lose", "You take 1 damage on the Right Leg."),
    ]
    attack, guard, block, hit = beats[1:5]
    assert (attack.values, attack.role, attack.seat) == (("n", "x"), "hit", 0)
    assert (guard.values, guard.role, guard.seat) == (("f", "n"), "ward", 1)
    assert (block.amount, block.role) == (1, "ward")
    assert (hit.seat, hit.target, hit.amount, hit.role) == (0, 1, 1, "hit")
    assert zone(apply_beat(before, hit), "B-right_leg-life").at == 1
    assert line.startswith("You take 1 on the Right Leg: 2 successes, you blocked 1.")


def test_a_roll_of_failures_misses() -> None:
    play = fight().do(*TURN)
    _, beats, line = seen(play, 0, "A strike B", "B defend 0 0", "* roll ff")
    assert ("roll", "You roll F F: no successes.") in told(beats)
    assert ("miss", "B takes no damage.") in told(beats)
    assert line.startswith("B takes nothing on the Right Leg: no successes.")


def test_a_ko_ends_the_fight() -> None:
    play = fight(life=[[0] * 5, [0, 0, 0, 6, 0]]).do(*TURN, "A strike B")
    before, beats, line = seen(play, 0, "B defend 0 0", "* roll nn")
    assert [beat.kind for beat in beats][-3:] == ["lose", "lose", "stop"]
    assert line == (
        "B takes 2 on the Right Leg: 2 successes. B is knocked out: Right Leg. You win."
    )
    for beat in beats:
        before = apply_beat(before, beat)
    assert "pawn-B" not in [p.id for p in zone(before, "arena").pieces]
    assert zone(before, "B-right_leg-life").at == 8


def test_steps_and_energy() -> None:
    play = Play(
        {}, phase="area", boards=[IGOR, KIMBERLEY], spaces=["-1,0", "2,0"], chi=[0, 0]
    ).do("A area 5")  # fmt: skip
    before, beats, _ = seen(play, 0, "A energy chi")
    gain = beats[0]
    assert (gain.kind, gain.amount, gain.role, gain.pieces) == ("gain", 1, "gain", ("chi",))
    assert zone(apply_beat(before, gain), "chi").at == 1
    before, beats, _ = seen(play.do("A sow energy", "A hold").settle(), 0, "B area 3")
    assert told(beats) == [("point", "B starts from the Left Leg, tokens: 2.")]
    before, beats, _ = seen(play, 0, "B step w")
    assert told(beats) == [("step", "B moves to (1,0).")]
    assert piece(apply_beat(before, beats[0]), "pawn-B").spot == "1,0"


def test_a_push_moves_both_and_may_end_out_of_the_ring() -> None:
    two = "energy headbutt | defense punch punch | move | lock | energy | energy move"
    play = Play(
        BLACK, ("igor", "li_ming"), phase="area", boards=[two, ""], spaces=["2,0", "3,0"],
        facing=["e", "w"], chi=[1, 1], rage=[1, 1], skills=["hook uppercut jabs", ""],
    ).do("A area 2", "A face e", "A skill jabs", "A sow defense", "A sow punch")  # fmt: skip
    before, beats, line = seen(play, 1, "A strike B")
    assert [beat.kind for beat in beats] == ["strike", "lose", "step", "stop"]
    assert beats[1].text == "You are out of the ring." and beats[1].changes[0].gone == "pawn-B"
    for beat in beats:
        before = apply_beat(before, beat)
    assert piece(before, "pawn-A").spot == "3,0"
    assert line == "You are out of the ring. A wins."


# -- sums -------------------------------------------------------------------------------------

SUM = re.compile(r"takes? (\w+) on the [\w ]+?: ([^.]*)\.")


def matched(mode: str, seed: int) -> CodedMatch:
    match = CodedMatch(GAME, GAME.setup(2, {"mode": mode}), ("Ann", "Ben"), f"{seed:032x}")
    match.begin()
    return match


def number(word: str) -> int:
    return 0 if word in ("no", "nothing") else int(word)


def said_sum(text: str) -> tuple[int, int]:
    """The damage a line tells of last, and what its parts add up to."""
    *_, found = SUM.finditer(text)
    parts = {"success": 0, "cancelled": 0, "blocked": 0, "extra": 0}
    for part in found[2].split(", "):
        words = part.split()
        name = next(name for name in parts if any(word.startswith(name) for word in words))
        parts[name] += number(words[-1] if name == "blocked" else words[0])
    through = max(0, parts["success"] - parts["cancelled"] - parts["blocked"])
    return number(found[1]), through + parts["extra"]


@pytest.mark.parametrize("mode", ["white", "black"])
@pytest.mark.parametrize("seed", range(3))
def test_lines_add_up_to_the_damage_on_the_board(mode: str, seed: int) -> None:
    match, rng, sums = matched(mode, seed), Rng(seed + 1), 0
    while not match.over:
        before, past, seat = lives(match), len(match.story), match.acting[0]
        match.play(seat, some_choice(match, seat, rng))
        hits = [event for event in match.story[past:] if event.kind == events.DAMAGE]
        lost = [now - was for now, was in zip(lives(match), before, strict=True)]
        for hit in hits:
            for viewer in (0, 1, SPECTATOR):
                happened = match.scene(viewer).happened
                assert happened is not None
                beats = [beat for beat in happened.beats if beat.kind == "lose" and beat.amount]
                assert [(beat.target, beat.amount) for beat in beats] == [
                    (hit.seat, hit.a) for _ in beats
                ]
                assert len(beats) == (hit.a > 0)
                told_n, summed = said_sum(happened.line)
                assert told_n == summed == hit.a
                assert lost[hit.seat] == hit.a or match.over  # a column ends at its last square
                sums += 1
    assert sums > 3


def lives(match: CodedMatch) -> list[int]:
    """The damage of each fighter."""
    return [sum(int(n) for n in typed(match.state).fighter(seat).life) for seat in (0, 1)]


def some_choice(match: CodedMatch, seat: int, rng: Rng) -> int:
    codes = match.legal(seat)
    if rng.below(3) == 0:
        return codes[rng.below(len(codes))]
    return max(codes, key=lambda code: match.state.heuristic(seat, code))


# -- single choices ---------------------------------------------------------------------------


def forced(play: Play, mark: str = "A") -> bool:
    seat = "ABCD".index(mark)
    views = [play.state, play.view(SPECTATOR), play.view(1 - seat)]
    answers = {view.is_forced(seat) for view in views}
    assert len(answers) == 1
    if play.state.is_forced(seat):
        assert len(legal_codes(play.state, seat)) == 1
    return answers.pop()


def test_no_strike_is_possible_and_everybody_sees_it() -> None:
    far = fight(spaces=["-2,0", "2,0"]).do("A area 2", "A face e", "A sow defense")
    assert far.legal() == ["hold"] and forced(far)
    near = fight().do(*TURN)
    assert near.legal() == ["hold", "strike B"] and not forced(near)


def test_one_area_with_tokens_is_the_only_one_to_start_from() -> None:
    assert forced(fight(boards=["| | energy punch | | | ", LI_MING]))
    assert not forced(fight())


def test_a_guard_that_hidden_tokens_may_hold_is_not_forced() -> None:
    """Only the Defender knows that the face-down token is no Defense."""
    hidden = fight().do(*TURN, "A strike B")
    assert hidden.legal("B") == ["defend 0 0"] and not forced(hidden, "B")


def test_the_rest_of_one_kind_is_sown_by_itself() -> None:
    play = fight(boards=["| | defense defense punch | | | ", LI_MING])
    play.do("A area 3", "A face e", "A sow punch")
    assert play.legal() == ["sow defense"] and forced(play)
    mixed = fight(boards=["| | defense energy punch punch | | | ", LI_MING])
    mixed.do("A area 3", "A face e", "A sow punch", "A sow punch")
    assert mixed.legal() == ["sow defense", "sow energy"] and not forced(mixed)


def test_the_only_opponent_is_silenced() -> None:
    play = Play(
        BLACK, ("kimberley", "igor"), phase="end", start=1, boards=[KIMBERLEY, IGOR], rage=[2, 0],
        skills=["shuto_uchi kiai goju", ""],
    ).do("A skill kiai")  # fmt: skip
    assert play.legal() == ["kiai B"] and forced(play)


def test_a_space_beside_turns_the_fighter_where_no_step_is_possible() -> None:
    scene = fight().do("A area 2").scene(0)
    paths = {choice.action: choice.paths for choice in scene.choices}
    assert paths["face ne"][0] == ("1,-1",)
    assert scene.prompt.note.endswith("To turn, pick a space beside you.")
    moving = fight().do("A area 3").scene(0)
    paths = {choice.action: choice.paths for choice in moving.choices}
    assert paths["face ne"][0] == ("pawn-A", "1,-1") and paths["step ne"] == (("1,-1",),)


def test_a_sentence_about_the_viewer_says_you() -> None:
    words = GAME.words(GAME.setup(2), ("Ann", "Ben"), you=1)
    kinds = {name: number for number, name in enumerate(GAME.events)}
    strike = [Event(kinds["strike"], 0, 3, 0), Event(kinds["strike_at"], 0, 1, 0)]
    assert words.lines(strike, 1) == ["Ann strikes with Punch at the Head, against you."]
    silence = Event(kinds["silence"], 0, 1, 0)
    assert words.sentence(silence, 1) == "You pay no energy next turn."
    assert words.sentence(Event(kinds["turn"], 1, 0, 0), 1) == "Your turn."
    dice = [Event(kinds["dice_base"], 1, 2, 0), Event(kinds["attack_roll"], 1, 0, 1)]
    assert words.lines(dice, 1) == ["You have 2 dice. The roll: F."]


def test_the_skills_of_many_are_not_listed_in_the_line() -> None:
    match = CodedMatch(GAME, GAME.setup(4, {"mode": "black"}), ("Ann", "Bob", "Cy", "Di"), "1" * 32)
    match.begin()
    lines = []
    while not any(event.kind == events.KNOWN for event in match.story):
        seat = match.acting[0]
        match.play(seat, legal_codes(match.view(seat), seat)[0])
        lines += [happened.line for s in range(4) if (happened := match.scene(s).happened)]
    assert lines[-1] == "Everybody's Skills are known now."


# -- the layout of the Black Belt -----------------------------------------------------------------

SKILLS = (("uppercut", "bulldog", "dancer"), ("shuto_uchi", "mawashi_geri", "tamejhiwari"))
# Two tokens set aside, then two for each Area from the Head on.
LAYOUTS = (
    "energy energy energy energy move punch move punch defense lock defense headbutt",
    "energy energy energy move move punch defense punch defense kick defense kick",
)


class Layout:
    """A layout of two, as a viewer sees it."""

    def __init__(self, viewer: int) -> None:
        self.match = CodedMatch(GAME, GAME.setup(2, BLACK), ("Ann", "Bob"), seed="1")
        self.match.begin()
        self.viewer = viewer

    def do(self, seat: int, verb: str, *words: str) -> Happened:
        for word in words:
            self.match.play(seat, GAME.notation.parse(f"{verb} {word}"))
        happened = self.match.scene(self.viewer).happened
        assert happened is not None
        return happened

    def learned(self) -> Happened:
        """Both have picked their Skills."""
        self.do(0, "learn", *SKILLS[0])
        return self.do(1, "learn", *SKILLS[1])


def test_skills_are_picked_and_become_known() -> None:
    layout = Layout(0)
    (pick,) = layout.do(0, "learn", "uppercut").beats
    assert (pick.kind, pick.text) == ("play", "You pick Uppercut.")
    assert pick.pieces == ("skill-uppercut",)
    known = Layout(0).learned()
    theirs = "Bob fights with Shuto Uchi, Mawashi Geri and Tamejhiwari."
    assert told(known.beats) == [
        ("turn", "You fight with Uppercut, Bulldog and Dancer."),
        ("turn", theirs),
    ]
    assert known.line == theirs


def test_own_tokens_are_laid_one_by_one_and_those_of_others_are_not_seen() -> None:
    layout = Layout(0)
    layout.learned()
    layout.do(0, "lay", "energy", "energy")
    before = layout.match.scene(0)
    happened = layout.do(0, "lay", "move")
    assert told(happened.beats) == [("move", "You lay Move: Head.")]
    after = apply_beat(before, happened.beats[0])
    assert zone(after, "A-head-tokens").pieces == (piece(layout.match.scene(0), "A-head-0"),)
    assert zone(after, "stock") == zone(layout.match.scene(0), "stock")
    done = layout.do(1, "lay", *LAYOUTS[1].split())
    assert done.beats == ()  # and the own token is not laid once more


@pytest.mark.parametrize("last", [0, 1])
def test_action_tokens_are_turned_up_after_the_layout(last: int) -> None:
    layout = Layout(0)
    layout.learned()
    layout.do(1 - last, "lay", *LAYOUTS[1 - last].split())
    *laid, token = LAYOUTS[last].split()
    layout.do(last, "lay", *laid)
    before = layout.match.scene(0)
    beats = layout.do(last, "lay", token).beats
    assert [beat.kind for beat in beats] == ["move"] * (last == 0) + ["turn", "point"]
    turned = beats[-2]
    assert turned.text == (
        "Bob turns up Punch on the Left Arm, Punch on the Left Leg, Kick on the Right Leg"
        " and Kick on the Right Arm."
    )
    assert zone(apply_beat(before, turned), "B-left_arm-tokens").pieces == (
        zone(layout.match.scene(0), "B-left_arm-tokens").pieces
    )


def test_who_is_out_is_told_of_the_latest_move_as_a_spectator_is() -> None:
    """There is no own turn to look back to: the line would grow for the rest of the match."""
    match = CodedMatch(GAME, GAME.setup(3), ("Ann", "Ben", "Cleo"), seed="2")
    match.begin()
    rng, agent, compared = Rng(2), GreedyAgent(), 0
    while not match.over:
        seat, state = match.acting[0], match.state
        assert isinstance(state, MartialArt)
        gone = [each for each in range(3) if not state.is_in(each)]
        ply = match.ply(SPECTATOR)
        match.play(seat, agent.choose(match.view(seat), seat, rng))
        if gone and match.ply(SPECTATOR) != ply:
            lines = {told.line for v in (*gone, SPECTATOR) if (told := match.scene(v).happened)}
            assert len(lines) == 1
            compared += 1
    assert compared > 5
