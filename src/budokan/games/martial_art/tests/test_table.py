"""The table as a Scene: its zones, its choices and their previews."""

from typing import Any

import pytest

from budokan.games.martial_art import GAME
from budokan.games.martial_art.tests.helper import IGOR, KIMBERLEY, LI_MING, Play, fact, walk
from budokan.kit.contract import SPECTATOR
from budokan.kit.scene import Choice, Scene, faults, zones
from budokan.kit.testing.trial import piece, zone

BLACK = {"mode": "black"}
NEAR: dict[str, Any] = {
    "phase": "area",
    "boards": [IGOR, LI_MING],
    "spaces": ["0,0", "1,0"],
    "facing": ["e", "w"],
    "chi": [2, 0],
    "rage": [1, 0],
    "skills": ["hook uppercut jabs", ""],
}


def black(**given: Any) -> Play:
    return Play(BLACK, ("igor", "li_ming"), **{**NEAR, **given})


def choice(scene: Scene, action: str) -> Choice:
    return next(choice for choice in scene.choices if choice.action == action)


def test_bodies() -> None:
    """Five Areas with tokens and a life column: pictures, Severe line, last square."""
    scene = black(life=[[0] * 5, [3, 0, 0, 0, 0]]).scene(0)
    own, foe = zone(scene, "body-A"), zone(scene, "body-B")
    assert (own.place, foe.place, own.room) == ("left", "rail", "body")
    assert own.title == "You · Igor"
    assert own.note.endswith("0 of 3 severe")
    assert [inner.spot for inner in own.zones[:5]] == list(GAME.data["area"])
    assert [p.face for p in zone(scene, "A-left_arm-tokens").pieces] == ["defense", "punch"]
    assert [p.face for p in zone(scene, "B-left_arm-tokens").pieces] == ["punch", ""]
    assert zone(scene, "B-aside").pieces[0].marks == ("hidden",)
    life = zone(scene, "B-head-life")
    assert (life.at, life.length) == (3, 8)
    assert [(m.square, m.icon, m.line) for m in life.track] == [
        (4, "", True), (8, "skull", False), (3, "energy", False), (5, "energy", False),
    ]  # fmt: skip


def test_the_arena() -> None:
    """37 spaces or 19, rim marked, Characters with their facing."""
    scene = black().do("A area 3").scene(0)
    arena = zone(scene, "arena")
    assert (arena.layout, len(arena.cells), arena.width) == ("hex", 37, 7)
    pawns = [p for p in arena.pieces if p.shape == "pawn"]
    assert [(p.spot, p.facing, p.owner) for p in pawns] == [("0,0", 0, 0), ("1,0", 180, 1)]
    assert sum(p.kind == "rim" for p in arena.pieces) == 18
    taken = piece(scene, "no-1,0")
    assert taken.refused is not None
    assert taken.refused.clause == "MA-07"
    assert piece(scene, "to-0,1").marks == ("on",)
    small = Play({"arena_radius": 2}, phase="area").scene(0)
    assert (len(zone(small, "arena").cells), zone(small, "arena").width) == (19, 5)
    assert all(p.facing is None for p in zone(small, "arena").pieces)


def test_where_an_area_leads() -> None:
    """MA-31, MA-35: the note of an own Area names Action and Target Area; its path is numbered."""
    scene = black().scene(0)
    assert zone(scene, "A-head").note == "Headbutt → Left Leg"
    assert zone(scene, "A-left_leg").note == "no strike"
    preview = choice(scene, "area 2").preview
    assert preview is not None
    assert preview.note == "Punch → Right Leg; path: 1 Left Leg, 2 Right Leg"
    far = black(spaces=["-3,0", "3,0"]).scene(0)
    assert zone(far, "A-left_arm").note == "Punch → Right Leg, too far"
    empty = black(boards=["energy headbutt | punch | | lock | punch | energy", LI_MING]).scene(0)
    refused = zone(empty, "A-left_leg").refused
    assert refused is not None
    assert refused.clause == "MA-R9"
    assert zone(scene, "B-head").note == ""


def test_sowing_is_a_numbered_path() -> None:
    play = black().do("A area 2", "A face e", "A pass")
    scene = play.scene(0)
    assert scene.prompt.question == "Which token goes on the Left Leg?"
    assert [(line.start, line.end, line.step) for line in scene.lines if line.role == "sow"] == [
        ("A-left_arm", "A-left_leg", 1),
        ("A-left_leg", "A-right_leg", 2),
    ]
    assert choice(scene, "sow punch").paths == (("hand-1",),)
    assert [p.name for p in zone(play.scene(1), "hand").pieces] == ["Punch", "Face down"]


def test_strike_preview() -> None:
    """Dice with their parts, expected damage, chances: from what the viewer may know (MA-R64)."""
    play = black(life=[[0] * 5, [0, 0, 0, 4, 0]], facing=["e", "e"])
    play.do("A area 2", "A face e", "A skill hook", "A sow defense")
    scene = play.scene(0)
    preview = choice(scene, "strike B").preview
    assert preview is not None
    assert (
        preview.note == "Punch at the Right Leg, 4 dice: usually 3, at most 4 if nothing is shown"
    )
    assert preview.alarm == "perhaps beats B"
    assert [(part.label, part.value) for part in preview.sum] == [
        ("strike", 2), ("Hook", 1), ("from behind", 1),
    ]  # fmt: skip
    odds = fact(scene, "Punch at B: 4 dice")
    assert [row.cells for row in odds.rows] == [
        ("shows none", "usually 3, at most 4"),
        ("1 Defense", "usually 2, at most 4"),
    ]
    assert odds.rows[0].bars == (
        ("0", 0.0123), ("1", 0.0988), ("2", 0.2963), ("3", 0.3951), ("4", 0.1975),
    )  # fmt: skip
    assert odds.note == "undefended: perhaps out, probably Kick lost"
    assert zone(scene, "B-right_leg-life").threat == 3
    aims = [line for line in scene.lines if line.role == "aim"]
    assert [(line.start, line.end, line.label) for line in aims] == [
        ("pawn-A", "pawn-B", "Right Leg, 4 dice")
    ]
    assert choice(scene, "strike B").paths == (("pawn-B",), ("body-B",), ("strike-B",))
    assert [(b.label, b.primary) for b in scene.buttons] == [
        ("Do not strike", False),
        ("Strike B · Li-Ming", True),
    ]
    assert scene.prompt.note == f"{preview.note}; {preview.alarm}."


def test_a_skill_shows_the_strike_it_is_for() -> None:
    scene = black().do("A area 2", "A face e").scene(0)
    card = piece(scene, "skill-hook")
    assert card.preview is not None
    assert card.preview.note.startswith("Punch at the Right Leg, 3 dice: usually 2, at most 3")
    assert [(c.value, c.label) for c in card.corners] == [("2", "Chi")]
    refused = piece(scene, "skill-jabs").refused
    assert refused is not None
    assert refused.clause == "MA-R26"


@pytest.mark.parametrize(
    ("third", "foe", "push", "end"),
    [("", "1,0", "push", "2,0"), ("", "3,0", "out", "3,0"), ("2,0", "1,0", "Collision", "1,0")],
)
def test_push_preview(third: str, foe: str, push: str, end: str) -> None:
    """MA-97 to MA-100: where the Defender would go is drawn before the strike."""
    at = f"{int(foe[0]) - 1},0"
    two = "energy headbutt | defense punch punch | move | lock | energy | energy move"
    fighters = ("igor", "li_ming", "wonja") if third else ("igor", "li_ming")
    play = Play(
        BLACK, fighters, phase="area", boards=[two, *[""] * (len(fighters) - 1)],
        spaces=[at, foe, third][: len(fighters)], facing=["e", "w", "w"][: len(fighters)],
        chi=[1] * len(fighters), rage=[1] * len(fighters),
        skills=["hook uppercut jabs", *[""] * (len(fighters) - 1)],
    ).do("A area 2", "A face e", "A skill jabs", "A sow defense", "A sow punch")  # fmt: skip
    scene = play.scene(0)
    drawn = [line for line in scene.lines if line.role == "push"]
    assert [(line.end, line.label) for line in drawn] == [(end, push)]
    preview = choice(scene, "strike B").preview
    assert preview is not None
    assert (preview.alarm == "B is pushed out.") == (push == "out")
    if push == "out":
        assert fact(scene, "Punch at B").note == "B is pushed out."


def test_the_defender_sees_previews_of_each_answer() -> None:
    board = "energy kick | energy punch | move kick | defense defense lock | energy | energy move"
    play = black(boards=[IGOR, board])
    play.do("A area 2", "A face e", "A pass", "A sow defense", "A strike B")
    scene = play.scene(1)
    assert scene.prompt.question == "What do you show at your Right Leg?"
    notes = {c.action: c.preview.note for c in scene.choices if c.preview}
    assert notes == {
        "defend 0 0": "you usually take 1, at most 2",
        "defend 1 0": "you usually take 0, at most 2",
        "defend 2 0": "you nearly always take 0, at most 2",
    }
    assert [b.label for b in scene.buttons] == [
        "Show nothing",
        "Show 1 Defense",
        "Show 2 Defense",
    ]
    assert zone(scene, "B-right_leg").marks == ("on",)
    assert play.scene(0).prompt.question == "B to decide."


def test_memory_aid() -> None:
    """MA-R4, MA-R64: least and greatest numbers, if switched on; never for the own board."""
    position = {**NEAR, "boards": [IGOR, "energy kick | defense | | | | "]}
    scene = Play({**BLACK}, ("igor", "li_ming"), **position).scene(0)
    rows = [row.cells for row in fact(scene, "B's hidden tokens").rows]
    assert rows == [("Head", "0-1", "0", "0-1"), ("Left Arm", "0-1", "0", "0-1")]
    assert fact(scene, "B's hidden tokens").note == "2 ways"
    assert not any(f.title.startswith("A's hidden") for f in scene.facts)
    without = Play({**BLACK, "memory_aid": False}, ("igor", "li_ming"), **position).scene(0)
    assert not any("hidden tokens" in f.title for f in without.facts)


def test_threats() -> None:
    rows = {row.cells[0]: row.cells[1] for row in fact(black().scene(0), "They may strike").rows}
    assert rows == {
        "Left Leg": "Kick (B)",
        "Right Leg": "Punch (B)",
        "Right Arm": "Kick (B)",
        "Head": "Lock (B)",
    }


def test_helpers_before_the_fight() -> None:
    """Skills with what they ask for; tokens left, and where a pair strikes."""
    scene = Play(BLACK).scene(0)
    assert scene.prompt.question == "Which Skill do you take? 1 of 3"
    rows = {row.cells[0]: row.cells[1:] for row in fact(scene, "What your Skills ask for").rows}
    assert rows["Uppercut"] == ("Punch 2", "Right Leg")
    assert rows["Dancer"] == ("", "")
    assert rows["Bulldog"] == ("Headbutt 1", "any")
    assert choice(scene, "learn jabs").paths == (("skill-jabs",),)
    again = Play(BLACK).do("A learn jabs").scene(0)
    assert piece(again, "skill-jabs").marks == ("on",)
    assert piece(again, "skill-jabs").refused is not None
    lays = Play(BLACK, phase="lay").do("A lay energy", "A lay energy", "A lay energy").scene(0)
    assert lays.prompt.question == "Which token: Head?"
    assert fact(lays, "Still to lay").note == "Actions left 4, Areas open 5; one Action to an Area."
    assert fact(lays, "Still to lay").rows[0].cells == ("Energy", "1 of 4")
    assert fact(lays, "A pair strikes").rows[3].cells == ("Right Leg", "Head", "")
    laid = Play(BLACK, skills=["hook uppercut dancer", ""], phase="lay")
    laid.do("A lay energy", "A lay energy", "A lay energy", "A lay punch")
    laid.do("A lay move", "A lay move", "A lay defense", "A lay headbutt")
    laid.do("A lay energy", "A lay punch")
    assert [row.cells[2] for row in fact(laid.scene(0), "A pair strikes").rows] == [
        "Punch, Hook", "nothing", "Headbutt", "Punch, Hook, Uppercut", "",
    ]  # fmt: skip
    assert choice(lays, "lay punch").paths == (("stock-5",), ("stock-6",))
    assert zone(Play(BLACK, phase="lay").scene(SPECTATOR), "stock").pieces == ()


def test_chips_and_gauges() -> None:
    """The active Style, what works next turn, bans and taxes."""
    play = Play(
        BLACK, ("wonja", "igor"), phase="area", chi=[2, 1], silenced=[True, False], tax=[2, 0],
        skills=["tei_tat muay_khao kon_muay_kee", ""], styles=["muay_khao", ""],
        next=["", ""], boost="tei_tat",
    )  # fmt: skip
    scene = play.scene(0)
    chips = [(c.label, c.value) for c in zone(scene, "body-A").chips]
    assert chips == [
        ("Style", "Muay Khao"), ("now", "Tei Tat"), ("pays nothing:", "Kiai"),
        ("a space costs", "+2"),
    ]  # fmt: skip
    assert [(c.label, c.value) for c in zone(scene, "body-B").chips] == [
        ("Chi", "1"),
        ("Rage", "0"),
    ]
    assert (zone(scene, "chi").at, zone(scene, "chi").length) == (2, 5)
    assert piece(scene, "skill-muay_khao").marks == ("on",)


def test_choices_after_the_strike() -> None:
    play = Play(
        BLACK, ("li_ming", "igor"), phase="swap", start=1, boards=[LI_MING, IGOR],
        skills=["leopards_fury cranes_serenity bite_of_the_tiger", ""], used="cranes_serenity",
    )  # fmt: skip
    scene = play.scene(0)
    assert choice(scene, "swap 1 5 energy defense").paths == (
        ("A-head-0", "A-right_arm-0"),
        ("A-head-0", "A-right_arm-1"),
    )
    steps = Play({}, ("ricardo", "igor"), phase="after_step", start=1, after=1).scene(0)
    assert [b.label for b in steps.buttons] == ["Stay"]
    gains = Play(
        BLACK, ("hirumasa", "igor"), phase="gain", start=1, kind="headbutt", target=2, defender="B",
        energy=1, attack="x x", spaces=["0,0", "1,0"],
    ).scene(0)  # fmt: skip
    assert {c.action: c.paths for c in gains.choices} == {
        "energy chi": (("chi",), ("energy-chi",)), "energy rage": (("rage",), ("energy-rage",))
    }  # fmt: skip
    assert [b.label for b in gains.buttons] == ["Chi +1", "Rage +1"]
    assert [p.face for p in zone(gains, "dice-attack").pieces] == ["x", "x"]


def test_bought_moves_are_marked() -> None:
    scene = black().do("A area 2").scene(0)
    preview = choice(scene, "step sw").preview
    assert preview is not None
    assert preview.note == "costs 1 Chi and 1 Rage"
    free = black().do("A area 3").scene(0)
    assert choice(free, "step sw").preview is None
    assert free.prompt.note.startswith("Left: Moves 1.")


def test_turning() -> None:
    """MA-R17: the pawn and a space; a button keeps the facing, others look out of the ring."""
    scene = black().do("A area 2").scene(0)
    assert choice(scene, "face e").paths == (("pawn-A", "1,0"), ("face-e",))
    assert choice(scene, "face nw").paths == (("pawn-A", "0,-1"),)
    assert [(b.id, b.label, b.primary) for b in scene.buttons] == [
        ("face-e", "Keep facing east", True)
    ]
    rim = black(spaces=["-3,0", "3,0"]).do("A area 2").scene(0)
    assert choice(rim, "face w").paths == (("face-w",),)
    assert [b.id for b in rim.buttons] == ["face-e", "face-nw", "face-w", "face-sw"]


def test_a_foe_out_of_reach_has_the_reason_as_note() -> None:
    """MA-92, MA-34: the pawn of a foe gives the clause, and a neighbour's reason is the note."""
    behind = black().do("A area 2", "A face w", "A sow defense").scene(0)
    refused = piece(behind, "pawn-B").refused
    assert refused is not None
    assert refused.clause == "MA-92"
    assert behind.prompt.note == refused.text
    far = black(spaces=["-3,0", "3,0"]).do("A area 2", "A face e", "A sow defense").scene(0)
    refused = piece(far, "pawn-B").refused
    assert refused is not None
    assert refused.clause == "MA-34"
    assert far.prompt.note == "Nobody stands beside you."
    assert piece(far, "pawn-A").refused is None
    assert piece(black().scene(0), "pawn-B").refused is None


def test_designed_columns_are_marked() -> None:
    """Life columns and gauges are designed; tokens and Skills are not."""
    scene = black().scene(0)
    made = {inner.id for inner in zones(scene) if inner.designed}
    lives = {f"{seat}-{area}-life" for seat in "AB" for area in GAME.data["area"]}
    assert made == {*lives, "chi", "rage"}
    assert not any(p.designed for inner in zones(scene) for p in inner.pieces)


def test_partners_are_named() -> None:
    fighters = ("igor", "kimberley", "wonja", "ricardo")
    scene = Play({"layout": "team"}, fighters, phase="area").scene(0)
    assert "with C" in zone(scene, "body-A").note
    bodies = [z for z in scene.zones if z.room == "body"]
    assert [(b.id, "with D" in b.note) for b in bodies] == [
        ("body-A", False), ("body-B", True), ("body-D", False), ("body-C", False),
    ]  # fmt: skip
    royale = Play({}, fighters, phase="area").scene(0)
    assert not any(" with " in z.note for z in royale.zones)


def test_steps_before_the_fight() -> None:
    scene = Play(BLACK).scene(0)
    assert (scene.phases[scene.phase], scene.phases[-1]) == ("Skills", "Fight")
    scene = Play(BLACK, phase="lay").scene(0)
    assert scene.phases[scene.phase] == "Tokens"
    assert black().scene(0).phases[0] == "Area"
    texts = [p.text for p in zone(Play(BLACK).scene(0), "skills").pieces]
    assert all(text[0].isupper() for text in texts)


def test_the_end() -> None:
    play = Play({}, ("igor", "kimberley"), phase="area").do("A concede")
    scene = play.scene(0)
    assert scene.result == "B wins."
    assert scene.summary.startswith("You · Igor: out, conceded.")
    team = Play({"layout": "team"}, ("igor", "kimberley", "wonja", "ricardo"), phase="over",
                winners="B D").scene(1)  # fmt: skip
    assert team.result == "You and D win at the round limit."
    out = Play({}, ("igor", "kimberley"), phase="over", winners="B", out=["ko", ""]).scene(0)
    assert out.result == "B wins by KO."
    draw = Play({}, phase="over", winners="A B").scene(1)
    assert draw.result == "The fight is a draw: You, A."


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_scenes_are_sound(viewer: int) -> None:
    """Every legal action has a path of its own in every phase; others see no choice."""
    play = Play({**BLACK, "gauge_start": 5}, ("wonja", "kimberley"))
    phases = set()
    for ply, (seat, _) in enumerate(walk(play, viewer + 1, 3)):
        if ply % 11 == 0:
            scene = play.scene(viewer)
            assert faults(scene) == []
            assert bool(scene.choices) == (viewer == seat or viewer in scene.acting)
            phases.add(scene.phase)
    assert len(phases) > 3


def test_kimberley_may_silence() -> None:
    play = Play(
        BLACK, ("kimberley", "igor"), phase="end", start=1, boards=[KIMBERLEY, IGOR], rage=[2, 0],
        skills=["shuto_uchi kiai goju", ""],
    ).do("A skill kiai")  # fmt: skip
    assert choice(play.scene(0), "kiai B").paths == (("pawn-B",), ("body-B",))
