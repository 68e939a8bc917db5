"""A scene with a body of five Areas, an arena of hexes, skills, gauges and dice."""

from typing import Any, cast

from budokan.kit.scene import (
    Choice,
    Corner,
    Fact,
    Facts,
    Icon,
    Line,
    Mark,
    Motif,
    Piece,
    Prompt,
    Refused,
    Scene,
    TrackMark,
    Zone,
)

RED, BROWN, GOLD = 0, 1, 2

AREAS = ("head", "left_arm", "left_leg", "right_leg", "right_arm")
Column = tuple[str, str, int, int]  # tokens, pictures on squares, the cube, squares in danger


def _token(place: str, kind: str, *marks: Mark, step: int = 0) -> Piece:
    if kind == "?":
        return Piece(id=place, shape="token", name="Face down", marks=("hidden",), kind="hidden")
    action = kind in ("punch", "kick", "lock", "headbutt")
    return Piece(
        id=place, shape="token", face=kind, name=kind.title(),
        kind="action" if action else "effect", marks=marks, step=step,
    )  # fmt: skip


def _area(seat: str, owner: int, area: str, column: Column, **given: Any) -> Zone:
    tokens, pictures, at, threat = column
    ghost = {("A", "right_arm"): ("energy", 1), ("A", "head"): ("punch", 2)}.get((seat, area))
    lying = [_token(f"{seat}-{area}-{n}", kind) for n, kind in enumerate(tokens.split())]
    if ghost:
        lying.append(_token(f"{seat}-{area}-ghost", ghost[0], "ghost", step=ghost[1]))
    track = [TrackMark(square=4, line=True, role="hit"), TrackMark(square=8, icon="skull")]
    for word in pictures.split():
        kind, _, square = word.partition("@")
        track.append(TrackMark(square=int(square), icon=cast("Icon", kind)))
    life = Zone(
        id=f"{seat}-{area}-life", layout="track", title="Damage", owner=owner, meter="damage",
        at=at, length=8,
        threat=threat, track=tuple(track), designed=True,
    )  # fmt: skip
    row = Zone(id=f"{seat}-{area}-tokens", owner=owner, pieces=tuple(lying))
    title = area.replace("_", " ").title()
    return Zone(
        id=f"{seat}-{area}", layout="panel", title=title, owner=owner, spot=area,
        zones=(row, life), **given,
    )  # fmt: skip


BODIES: dict[str, tuple[Column, ...]] = {
    "A": (
        ("kick energy", "energy@3 energy@5", 1, 0),
        ("lock move defense", "defense@2 punch@4", 3, 0),
        ("energy", "energy@3 kick@5", 0, 0),
        ("punch energy", "move@3 kick@5", 2, 0),
        ("kick move energy", "defense@2 lock@4", 1, 0),
    ),
    "B": (
        ("? ?", "energy@2 headbutt@5", 3, 3),
        ("punch ?", "lock@3 punch@5", 4, 0),
        ("?", "move@2 energy@5", 0, 0),
        ("headbutt ? ?", "defense@3 energy@5", 1, 0),
        ("punch ?", "defense@3 punch@5", 2, 0),
    ),
}
STRIKES = ("Kick → Left Leg", "Lock → Right Arm", "no strike", "Punch → Head", "Kick → Left Leg")


def _body(seat: str, owner: int, name: str, note: str, **given: Any) -> Zone:
    own = {area: {"note": say} for area, say in zip(AREAS, STRIKES, strict=True)}
    areas = tuple(
        _area(seat, owner, area, column, **(own[area] if seat == "A" else {}))
        for area, column in zip(AREAS, BODIES[seat], strict=True)
    )
    return Zone(
        id=f"body-{seat}", layout="panel", title=name, owner=owner, note=note, room="body",
        zones=areas, **given,
    )  # fmt: skip


def _hexes() -> Zone:
    cells = tuple(f"{q},{r}" for r in range(-3, 4) for q in range(-3, 4) if abs(q + r) <= 3)
    pieces = [
        Piece(id=f"rim-{cell}", shape="slot", spot=cell, kind="rim")
        for cell in cells
        if max(abs(int(cell.split(",")[0])), abs(int(cell.split(",")[1])),
               abs(sum(map(int, cell.split(","))))) == 3
    ]  # fmt: skip
    taken = Refused(text="Igor stands there.", clause="MA-89")
    pieces += [
        Piece(id="to-1,-1", shape="slot", spot="1,-1", marks=("on",)),
        Piece(id="no-1,0", shape="slot", spot="1,0", refused=taken),
        Piece(id="pawn-A", shape="pawn", face="li_ming", motif="tiger", name="Li-Ming", owner=RED,
              spot="0,0", facing=0),
        Piece(id="pawn-B", shape="pawn", face="igor", motif="boxer", name="Igor", owner=BROWN,
              spot="1,0", facing=180),
        Piece(id="pawn-C", shape="pawn", face="hirumasa", motif="sumo", name="Hirumasa", owner=GOLD,
              spot="-1,2", facing=60),
    ]  # fmt: skip
    return Zone(id="arena", layout="hex", title="Arena", width=7, cells=cells, pieces=tuple(pieces))


SKILLS: dict[str, Motif] = {
    "skill-bite_of_the_tiger": "reverse",
    "skill-leopards_fury": "blitz",
    "skill-drunken_master": "crane",
}


def _skill(place: str, name: str, when: str, text: str, cost: str, **given: Any) -> Piece:
    corners = tuple(
        Corner(value=word[0], label=word[1:].title(), icon=cast("Icon", word[1:]))
        for word in cost.split()
    )
    return Piece(
        id=place, face=place.removeprefix("skill-"), form="skill", motif=SKILLS[place], name=name,
        kind=when, text=text, corners=corners, designed=True, owner=RED, **given,
    )  # fmt: skip


def _gauge(name: str, at: int, gain: int = 0) -> Zone:
    return Zone(
        id=name, layout="track", title=name.title(), owner=RED, kind=name, at=at, length=5,
        gain=gain,
    )  # fmt: skip


def body() -> Scene:
    """Which Area to start from; one is looked at, its tokens fly ahead as ghosts."""
    poor = Refused(text="Needs 2 Rage.", clause="MA-55")
    skills = (
        _skill("skill-bite_of_the_tiger", "Bite of the Tiger", "start",
               "Punch to the Head: +3 dice.", "1chi 1rage"),
        _skill("skill-leopards_fury", "Leopard's Fury", "end", "After a Punch: one more turn.",
               "1chi 2rage", refused=poor),
        _skill("skill-drunken_master", "Drunken Master", "style",
               "Their Punches and Kicks: N and F trade places.", "2chi", marks=("on",)),
    )  # fmt: skip
    dice = tuple(
        Piece(id=f"die-{n}", shape="die", face=face, name=name)
        for n, (face, name) in enumerate((("x", "X"), ("n", "N"), ("f", "F")))
    )
    odds = tuple(
        Fact(cells=(label, mean), bars=tuple((str(n), share) for n, share in enumerate(shares)))
        for label, mean, shares in (
            ("shows none", "3.3", (0.004, 0.04, 0.16, 0.33, 0.33, 0.13)),
            ("1 Defense", "2.0", (0.1, 0.23, 0.31, 0.24, 0.1, 0.02)),
        )
    )
    return Scene(
        game="martial_art",
        viewer=RED,
        acting=(RED,),
        prompt=Prompt(question="Which Area do you start from?", note="Right Leg: Punch, Head."),
        zones=(
            _body("A", RED, "Li-Ming", "kung fu, 0 of 3 severe", place="left"),
            _hexes(),
            Zone(
                id="side-A", layout="panel", title="Li-Ming", owner=RED, place="near",
                chips=(Corner(value="Kiai", role="hit"),),
                zones=(
                    _gauge("chi", 1, 1), _gauge("rage", 1),
                    Zone(id="skills", layout="row", title="Skills", owner=RED, pieces=skills),
                    Zone(id="dice", title="Dice", pieces=dice),
                ),
            ),
            _body("B", BROWN, "Igor", "boxing, 1 of 3 severe", place="rail"),
        ),
        choices=(
            *(Choice(action=f"area {area}", label=f"Start from {area.replace('_', ' ').title()}",
                     paths=((f"A-{area}",),)) for area in AREAS),
            Choice(action="skill bite", label="Bite of the Tiger",
                   paths=(("skill-bite_of_the_tiger",),)),
            Choice(action="energy chi", label="Energy to Chi", paths=(("chi",),)),
            Choice(action="step 1,-1", label="Step", paths=(("1,-1",),)),
        ),
        lines=(
            Line(start="A-right_leg", end="A-right_arm", role="sow", step=1),
            Line(start="A-right_arm", end="A-head", role="sow", step=2),
            Line(start="pawn-A", end="pawn-B", role="aim", label="Head, 5 dice"),
            Line(start="1,0", end="2,0", role="push", label="push 1"),
        ),
        facts=(
            Facts(title="Damage with 5 dice", form="bars", head=("if Igor", "mean"), rows=odds,
                  note="99 % severe, 13 % KO if undefended"),
        ),
        phases=("Area", "Reveal", "Effects", "Skill", "Sow", "Strike", "End"),
        phase=0,
        status="Black Belt, turn 19",
        summary="You stand beside Igor, Hirumasa behind you.",
    )  # fmt: skip
