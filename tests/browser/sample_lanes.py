"""A scene with lanes of cards that cover each other, a master with hearts, and attacks."""

from typing import Any

from budokan.kit.scene import (
    Button,
    Choice,
    Corner,
    Fact,
    Facts,
    Icon,
    Mark,
    Motif,
    Part,
    Piece,
    Preview,
    Prompt,
    Refused,
    Role,
    Scene,
    Zone,
)

RED = 0

HALF_CARDS: dict[str, tuple[str, str, str, str, Role, str]] = {
    "left_arm": ("Left Arm", "defence", "Not directly on a Left card", "X+1", "ward", "Block"),
    "right_arm": ("Right Arm", "attack", "First or second card", "X+1", "hit", "Damage"),
    "left_leg": ("Left Leg", "attack", "Max combo size 3", "X, X", "hit", "Damage twice"),
    "right_leg": ("Right Leg", "attack", "Min combo size 4", "X+2", "hit", "Damage"),
    "recovery": ("Recovery", "effect", "Must be the finisher", "X", "gain", "Recover or Charge"),
    "turtle_right_arm": (
        "Turtle Right Arm", "defence", "The only combo this turn", "X+1", "ward", "Block all",
    ),
}  # fmt: skip


FIGURES: dict[str, tuple[Motif, Icon]] = {
    "left_arm": ("block", "defense"),
    "right_arm": ("reverse", "punch"),
    "left_leg": ("round", "kick"),
    "right_leg": ("front", "kick"),
    "recovery": ("bow", "undo"),
    "turtle_right_arm": ("turtle", "defense"),
}


def half_card(place: str, face: str, **given: Any) -> Piece:
    name, kind, condition, value, role, label = HALF_CARDS[face]
    motif, icon = FIGURES[face]
    corners = (Corner(value=value, role=role, label=label, icon=icon),)
    return Piece(
        id=place,
        face=face,
        form="half",
        motif=motif,
        name=name,
        kind=kind,
        condition=condition,
        corners=corners,
        designed=True,
        **given,
    )


def _lane(number: int, faces: str, told: Preview, wrong: str = "") -> Zone:
    marks: dict[bool, tuple[Mark, ...]] = {True: ("unmet",), False: ("met",)}
    cards = tuple(
        half_card(f"lane-{number}-{n}", face, owner=RED, marks=marks[face == wrong])
        for n, face in enumerate(faces.split())
    )
    return Zone(
        id=f"lane-{number}", layout="overlap", title=f"Combo {number}", owner=RED, step=number,
        pieces=cards, preview=told,
    )  # fmt: skip


def _attack(
    place: str, name: str, value: int, takes: str, bonus: Corner, told: Preview, *, hit: bool
) -> Piece:
    corners = (
        Corner(value=str(value), role="ward", label="Block value"),
        Corner(value=takes, role="hit", label="takes"),
        bonus,
    )
    return Piece(
        id=place, face=place, form="blow", name=name, kind="attack" if hit else "defence",
        corners=corners, preview=told, designed=True,
    )  # fmt: skip


def _master() -> Zone:
    hearts = tuple(
        Piece(id=f"heart-{n}", shape="token", face="heart", name=f"Heart {value}",
              corners=(Corner(value=str(value), role="ward"),),
              marks=("covered",) if value < 5 else ())
        for n, value in enumerate((1, 3, 5, 7))
    )  # fmt: skip
    card = Piece(
        id="master-card", face="lightspeed", motif="light", name="Master Lightspeed",
        text="No time: at most two combos a turn.",
        corners=(Corner(value="2", role="gain", label="glory", icon="coin"),
                 Corner(value="2", label="attacks", icon="sword")),
    )  # fmt: skip
    attacks = (
        _attack("left_leg_attack", "Left Leg Attack", 3, "Left Leg",
                Corner(value="Right Arm finishers +1", role="safe", label="exposed"),
                Preview(alarm="Hits: discard Left Leg", fate="hits"), hit=True),
        _attack("left_side_attack", "Left Side Attack", 5, "Left Arm and Left Leg",
                Corner(value="Charge 2", role="gain", label="blocked"),
                Preview(note="Blocked by combo 1", fate="stopped"), hit=False),
    )  # fmt: skip
    return Zone(
        id="master", layout="panel", title="Lightspeed", place="far", room="road", pieces=(card,),
        zones=(
            Zone(id="hearts", title="Hearts", pieces=hearts),
            Zone(id="attacks", title="Attacks", pieces=attacks),
        ),
    )  # fmt: skip


def lanes() -> Scene:
    """A solo turn: two combos lie, a third card may be added."""
    told = (
        Preview(sum=(Part(label="cards", value=4),), note="Block 5 stops Left Side, Charge +2"),
        Preview(
            sum=(Part(label="cards", value=2), Part(label="exposed", value=1),
                 Part(label="Charge", value=3)),
            note="7 damage covers the 7",
        ),
    )  # fmt: skip
    only = Refused(text="You already have a combo.", clause="MU-33")
    hand = (
        half_card("hand-0", "left_leg", owner=RED, preview=Preview(note="combo 2: hits 6, 6")),
        half_card("hand-1", "recovery", owner=RED, preview=Preview(note="combo 2: Charge 6")),
        half_card("hand-2", "turtle_right_arm", owner=RED, refused=only),
    )
    used = (half_card("used-0", "left_leg", owner=RED), half_card("used-1", "recovery", owner=RED))
    charge = Zone(
        id="charge", layout="track", title="Charge", owner=RED, at=1, length=6, gain=2,
        note="1 now, +2 from combo 1",
    )  # fmt: skip
    road = (
        Piece(id="road-0", face="turtle", motif="turtle", name="Turtle", marks=("spent",)),
        Piece(id="road-1", face="lightspeed", motif="light", name="Lightspeed", marks=("on",)),
        Piece(id="road-2", shape="slot"),
        Piece(id="road-3", shape="slot"),
    )
    return Scene(
        game="master_udo",
        viewer=RED,
        acting=(RED,),
        prompt=Prompt(question="Add a card, or resolve", note="Resolving now covers the 7."),
        zones=(
            _master(),
            _lane(1, "right_arm right_leg right_leg left_arm", told[0]),
            _lane(2, "left_arm right_arm", told[1]),
            Zone(
                id="side", layout="panel", title="Udo", owner=RED, place="near",
                zones=(
                    charge,
                    Zone(id="hand", layout="fan", title="Hand", owner=RED, pieces=hand),
                    Zone(id="used", layout="pile", title="Discarded", owner=RED, count=2,
                         pieces=used),
                    Zone(id="gone", layout="pile", title="Exhausted", owner=RED, count=0),
                ),
            ),
            Zone(id="road", title="The road", place="rail", pieces=road,
                 note="1 glory, 3 after this fight"),
        ),
        choices=(
            Choice(action="add left_leg", label="Add Left Leg", paths=(("hand-0",),)),
            Choice(action="add recovery", label="Add Recovery", paths=(("hand-1",),)),
            Choice(action="close", label="Resolve", paths=(("close",), ("lane-2",))),
        ),
        buttons=(Button(id="close", label="Resolve", primary=True),),
        facts=(
            Facts(
                title="Attacks still to come", form="tally", head=("attack", "value"),
                rows=(Fact(cells=("Right Leg", "3")), Fact(cells=("High", "6"))),
                note="4 in the deck. One of the next two is a 6: 83 %",
            ),
        ),
        phases=("Reveal", "Combos", "Resolve", "Attacks"),
        phase=1,
        status="second fight, turn 3",
        summary="Lightspeed has hearts 5 and 7 open.",
    )  # fmt: skip
