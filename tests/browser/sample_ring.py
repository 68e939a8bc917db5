"""A scene with a ring of squares, cards with arrows and steps, and a half-laid combo."""

from typing import Any

from budokan.kit.scene import (
    Arrow,
    Button,
    CardForm,
    Choice,
    Corner,
    Direction,
    Fact,
    Facts,
    Line,
    Motif,
    Piece,
    Preview,
    Prompt,
    Refused,
    Role,
    Scene,
    Zone,
)

RED, BROWN = 0, 1


def ways(text: str, role: Role = "plain") -> tuple[Arrow, ...]:
    """'f3 fl2 stay' as arrows."""
    found = []
    for word in text.split():
        to = word.rstrip("+-0123456789")
        found.append(Arrow(to=_direction(to), value=word.removeprefix(to), role=role))
    return tuple(found)


def _direction(text: str) -> Direction:
    known: tuple[Direction, ...] = ("f", "fl", "fr", "l", "r", "b", "stay")
    return next(way for way in known if way == text)


RING_CARDS: dict[str, dict[str, Any]] = {
    "jab": {
        "name": "Jab",
        "kind": "attack",
        "corners": (Corner(value="Fast"), Corner(value="Punch")),
        "arrows": ways("f1 fl1 fr1", "hit"),
        "steps": ways("f+1 b l r stay"),
        "text": "On a Kick, not High or Spinning. Doubled if that Kick is blocked.",
    },
    "round_kick": {
        "name": "Round Kick",
        "kind": "attack",
        "corners": (Corner(value="Fast"), Corner(value="Kick")),
        "arrows": ways("f3 fl3 fr1 l2", "hit"),
        "steps": ways("f b l+1 r stay"),
        "text": "On any Block.",
        "designed": True,
    },
    "back_round_kick": {
        "name": "Back Round Kick",
        "kind": "attack",
        "corners": (Corner(value="Hard"), Corner(value="Kick")),
        "arrows": ways("f4 fl1 fr4 r2", "hit"),
        "steps": ways("f b-1 l r+1 stay"),
        "text": "On a Fast card.",
        "designed": True,
    },
    "spinning_backfist": {
        "name": "Spinning Backfist",
        "kind": "attack",
        "corners": tuple(Corner(value=word) for word in ("Hard", "Spinning", "High", "Punch")),
        "arrows": ways("f3 fl3 fr2 l2 r1", "hit"),
        "steps": ways("f l r stay"),
        "text": "On a Hard card, not Block. +1 on a Spinning card.",
        "designed": True,
    },
    "blitz": {
        "name": "Blitz",
        "kind": "attack",
        "corners": tuple(Corner(value=word) for word in ("Fast", "Rushing", "Punch")),
        "arrows": ways("f3 fl2 fr2 l1 r1", "hit"),
        "steps": ways("f+1 l r"),
        "text": "Opens only. The defender must move to block it.",
        "designed": True,
    },
    "block": {
        "name": "Block",
        "kind": "defence",
        "corners": (Corner(value="Block"),),
        "arrows": ways("f3 fl2 fr2 l1 r1", "ward"),
        "steps": ways("f b l r stay"),
        "text": "On any Block. +1 against High.",
        "designed": True,
    },
    "hand_fake": {
        "name": "Hand Fake",
        "kind": "effect",
        "corners": (Corner(value="Effect"),),
        "text": "Any card may follow. The next attack scores +3 if a Kick, +2 otherwise.",
    },
}


MOTIFS: dict[str, Motif] = {
    "jab": "jab",
    "round_kick": "round",
    "back_round_kick": "backround",
    "spinning_backfist": "backfist",
    "blitz": "blitz",
    "block": "block",
    "hand_fake": "fake",
}


def ring_card(place: str, face: str, **given: Any) -> Piece:
    form: CardForm = "compass" if "arrows" in RING_CARDS[face] else "words"
    return Piece(
        id=place, face=face, motif=MOTIFS[face], form=form, **{**RING_CARDS[face], **given}
    )


def _score(seat: str, owner: int, points: int) -> Zone:
    title = f"{points} points"
    return Zone(
        id=f"score-{seat}",
        layout="track",
        title=title,
        owner=owner,
        meter="score",
        at=points,
        length=20,
    )


def _pile(name: str, title: str, owner: int, count: int) -> Zone:
    return Zone(id=name, layout="pile", title=title, owner=owner, count=count)


def _ring() -> Zone:
    def slot(cell: str, **given: Any) -> Piece:
        return Piece(id=f"to-{cell}", shape="slot", spot=cell, **given)

    back = Refused(text="No back step on this card.", clause="KM-23")
    pieces = (
        slot("b3", preview=Preview(give=4, take=2, note="both now", alarm="Break")),
        slot("a2", preview=Preview(give=5, take=3, note="if they stand")),
        slot("b2", preview=Preview(give=5, take=3, note="stay")),
        slot("c2", preview=Preview(give=0, take=0, note="out of reach")),
        slot("b1", refused=back),
        Piece(
            id="pawn-A",
            shape="pawn",
            motif="guard",
            name="Red belt",
            owner=RED,
            spot="b2",
            facing=90,
        ),
        Piece(
            id="pawn-B",
            shape="pawn",
            motif="guard",
            name="Brown belt",
            owner=BROWN,
            spot="a3",
            facing=270,
        ),
    )
    cells = tuple(f"{column}{row}" for row in "321" for column in "abc")
    return Zone(
        id="ring", layout="grid", title="Ring", room="ring", width=3, cells=cells, pieces=pieces
    )


def ring() -> Scene:
    """A combo is half laid; where to step is asked."""
    opens = Refused(text="Never on another card: opens a turn.", clause="KM-42")
    hand = (
        ring_card("hand-A-0", "jab", owner=RED),
        ring_card("hand-A-1", "back_round_kick", owner=RED),
        ring_card("hand-A-2", "block", owner=RED),
        ring_card("hand-A-3", "blitz", owner=RED, refused=opens),
    )
    backs = tuple(
        Piece(id=f"hand-B-{n}", name="Hidden card", marks=("hidden",), owner=BROWN)
        for n in range(6)
    )
    told = Preview(note="3 here, 2 if level")
    waits = ring_card(
        "row-B-0", "round_kick", owner=BROWN, marks=("pending",), badge="3", preview=told
    )
    combo = (
        ring_card("row-A-0", "hand_fake", owner=RED, step=1, preview=Preview(note="+2 next")),
        ring_card("row-A-1", "spinning_backfist", owner=RED, step=2, mirrored=True),
    )
    moves = (("forward", "b3"), ("left", "a2"), ("right", "c2"), ("stay", "b2"))
    choices = [
        Choice(action=f"go {way}", label=f"Step {way}", paths=((cell,), (f"to-{cell}",)))
        for way, cell in moves
    ]
    choices += [
        Choice(action=f"play {n}", label=f"Play {hand[n].name}", paths=((hand[n].id,),))
        for n in range(3)
    ]
    return Scene(
        game="kenpo_masters",
        viewer=RED,
        acting=(RED,),
        prompt=Prompt(
            question="Where do you step?",
            note="Forward calls a Break: nothing more can be added.",
        ),
        zones=(
            Zone(
                id="side-B", layout="panel", title="Brown belt", owner=BROWN, place="far",
                chips=(Corner(value="advanced", role="hit"),),
                zones=(
                    _score("B", BROWN, 9), _pile("deck-B", "deck", BROWN, 12),
                    _pile("used-B", "discarded", BROWN, 7),
                    Zone(id="hand-B", layout="fan", title="Hand", owner=BROWN, pieces=backs),
                ),
            ),
            Zone(id="row-B", title="Waiting against you", owner=BROWN, place="left",
                 pieces=(waits,)),
            _ring(),
            Zone(id="row-A", title="Your combo", owner=RED, place="right", pieces=combo,
                 note="Hand Fake: +2, or +3 on a Kick"),
            Zone(
                id="side-A", layout="panel", title="Red belt", owner=RED, place="near",
                chips=(Corner(value="may not rest"),),
                zones=(
                    _score("A", RED, 11), _pile("deck-A", "deck", RED, 11),
                    _pile("used-A", "discarded", RED, 9),
                    Zone(id="hand-A", layout="fan", title="Hand", owner=RED, pieces=hand),
                ),
            ),
        ),
        choices=tuple(choices),
        buttons=(
            Button(id="rest", label="Rest", refused=Refused(text="Only to open.", clause="KM-71")),
        ),
        lines=(Line(start="pawn-B", end="pawn-A", role="threat", label="3"),),
        facts=(
            Facts(
                title="If you step", head=("Step", "you take", "if they stand", ""),
                rows=(
                    Fact(cells=("forward b3", "2", "4", "Break, now"),
                         roles=("plain", "hit", "safe", "plain"), strong=True),
                    Fact(cells=("stay b2", "3", "5", "then 4 to 5"),
                         roles=("plain", "hit", "safe", "plain")),
                    Fact(cells=("right c2", "0", "0", "then 0 to 5"),
                         roles=("plain", "hit", "safe", "plain")),
                ),
            ),
            Facts(
                title="Brown belt may still hold", form="tally", head=("card", "left"),
                rows=(
                    Fact(cells=("Block", "2"), roles=("plain", "ward")),
                    Fact(cells=("Fast Footwork", "2"), roles=("plain", "safe")),
                    Fact(cells=("Side Kick", "1"), roles=("plain", "hit")),
                    Fact(cells=("Hand Fake", "1"), roles=("plain", "gain")),
                ),
            ),
        ),
        status="turn 13, first to 20",
        summary="You b2, Brown belt a3, front left. You 11, Brown belt 9.",
    )  # fmt: skip
