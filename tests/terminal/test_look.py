"""How the terminal hall looks: screens and the vocabulary against golden text files."""

import os
from pathlib import Path

import pytest

from budokan.kit.scene import (
    Arrow,
    Button,
    Choice,
    Corner,
    Fact,
    Facts,
    Line,
    Part,
    Piece,
    Preview,
    Prompt,
    Refused,
    Scene,
    TrackMark,
    Zone,
    faults,
    ids,
    lit,
)
from budokan.terminal.draw.descriptions import about
from budokan.terminal.draw.facts import facts_block
from budokan.terminal.draw.pieces import Picking
from budokan.terminal.draw.scene import LEVELS, draw, draw_at
from budokan.terminal.hosts.host import Host
from tests.terminal.driver import (
    SHORT,
    is_my_turn,
    local,
    new_match,
    run_async,
    screen_text,
    seated,
    until,
)

GOLDEN = Path(__file__).parent / "screens"

# -- Screens ---------------------------------------------------------------------------------


def compare(name: str, text: str) -> None:
    """Compare with the golden file; BUDOKAN_UPDATE=1 accepts the new look."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("BUDOKAN_UPDATE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), f"{name} looks different; BUDOKAN_UPDATE=1 accepts it"


async def look(host: Host, name: str, size: tuple[int, int]) -> None:
    """Open a table and compare the screen."""
    async with seated(host, *size) as (table, pilot):
        await until(pilot, lambda: is_my_turn(table), "my turn")
        await pilot.press("right")
        await pilot.pause(0.05)
        shown = screen_text(pilot)
        assert max(map(len, shown.splitlines())) <= size[0]
        compare(f"{name}-{size[0]}x{size[1]}", shown)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("game", SHORT)
def test_snapshots(game: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        match = new_match(game, first_player="fixed") if game == "dojo_duel" else new_match(game)
        match.begin()
        for _ in range(9):  # to a turn of A with something on the table
            seat = match.acting[0]
            match.play(seat, match.legal(seat)[0])
        while match.acting[0] != 0 or len(match.legal(0)) < 2:
            match.play(match.acting[0], match.legal(match.acting[0])[0])
        await look(local(match, "human", "random"), game, size)

    run_async(test)


def everything() -> Scene:
    """A scene with every word of the vocabulary."""
    why = Refused(text="Never on another card", clause="KE-12")
    hand = (
        Piece(
            id="kick",
            face="kick",
            name="Hard Kick",
            form="compass",
            motif="round",
            arrows=(Arrow(to="f", value="3", role="hit"), Arrow(to="fl", value="1")),
            steps=(Arrow(to="b", value="-1"),),
            preview=Preview(give=2, take=1, alarm="Break", sum=(Part(label="cards", value=2),)),
            owner=0,
        ),
        Piece(
            id="block",
            face="block",
            motif="block",
            name="Block",
            refused=why,
            owner=0,
            text="A shield.",
        ),
        Piece(id="back", marks=("hidden",), owner=0),
    )
    ring = (
        Piece(id="me", shape="pawn", motif="guard", owner=0, spot="b2", facing=90, name="You"),
        Piece(
            id="it", shape="pawn", motif="guard", owner=1, spot="a1", facing=315, name="Brown belt"
        ),
        Piece(id="no", shape="slot", spot="c3", refused=why),
    )
    life = (TrackMark(square=4, line=True), TrackMark(square=9, icon="skull", role="hit"))
    waiting = Piece(
        id="p1", face="x", motif="wave", name="Sweep", badge="3", marks=("pending",), step=1
    )
    return Scene(
        game="none",
        viewer=0,
        acting=(0,),
        prompt=Prompt(question="Where do you step?"),
        zones=(
            Zone(id="foe", layout="panel", title="Foe", owner=1, place="far", zones=(
                Zone(id="life", layout="track", title="Life", at=6, length=10, track=life,
                     threat=2, gain=1),
                Zone(id="lane", layout="overlap", title="Combo", pieces=(waiting,), step=2,
                     chips=(Corner(value="3", label="Charge", role="gain"),)),
            )),
            Zone(id="ring", layout="grid", room="ring", width=3, pieces=ring,
                 cells=tuple(f"{column}{row}" for row in "321" for column in "abc")),
            Zone(id="area", layout="hex", width=3, place="left",
                 cells=tuple(f"h{n}" for n in range(1, 8)),
                 pieces=(Piece(id="stone", shape="cube", spot="h4", name="Stone"),)),
            Zone(id="dice", title="Dice", place="right", pieces=tuple(
                Piece(id=f"d{n}", shape="die", corners=(Corner(value=str(n)),)) for n in (3, 5)
            )),
            Zone(id="coins", title="Coins", place="right", pieces=tuple(
                Piece(id=f"coin{n}", shape="token", name="Coin") for n in range(12)
            )),
            Zone(id="hand", layout="fan", title="Hand", owner=0, place="near", pieces=hand),
            Zone(id="deck", layout="pile", title="Deck", count=21, place="near"),
        ),
        choices=(
            Choice(action="kick b3", label="Kick to b3", paths=(("kick", "b3"),)),
            Choice(action="rest", label="Rest", paths=(("rest",),)),
        ),
        buttons=(Button(id="rest", label="Rest", primary=True, preview=Preview(take=2)),),
        lines=(Line(start="me", end="it", role="threat", label="3 - 1 = 2"),),
        facts=(Facts(title="May hold", form="bars", head=("card", "share"), rows=(
            Fact(cells=("Kick", "60 %"), bars=(("", 0.6),), roles=("hit", "plain")),
        ), note="Over all hands."),),
    )  # fmt: skip


def test_every_word_of_the_vocabulary_is_drawn() -> None:
    scene = everything()
    assert faults(scene) == []
    bright = frozenset(lit(scene.choices, ()))
    wide, _ = draw(scene, Picking(lit=bright, cursor="block"), 100, 30)
    picked = Picking(lit=frozenset({"b3"}), picked=("kick",), cursor="b3")
    small = draw_at(LEVELS[-1], scene, picked, 80)
    facts = facts_block(scene.facts[0], 36)
    told = "\n".join(about(scene, name)[0] for name in ("kick", "block", "c3", "rest"))
    compare("vocabulary", "\n\n".join([wide.text(), small.text(), facts.text(), told]) + "\n")
    for block in (wide, small):
        drawn = {hit.id for hit in block.hits}
        counted = {"me", "it", "no", "stone"} | {f"coin{n}" for n in range(1, 12)} | {"d5"}
        assert set(ids(scene)) - drawn <= counted
    assert about(scene, "c3")[1] == "KE-12"
