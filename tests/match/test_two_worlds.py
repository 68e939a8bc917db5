"""Two worlds of every game in the real hall: a viewer who cannot tell them apart gets the same.

The second world has other hidden cards, another future and hesitating players: they lay down
something and take it back before they do what they do. Leaks are planted to show that they are
found.
"""

import dataclasses
import json
import random
import zlib
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from budokan import protocol
from budokan.kit import card_file
from budokan.kit.contract import SPECTATOR
from budokan.kit.game import find
from budokan.kit.scene import Beat, Scene
from budokan.match import record
from budokan.match.chance import commitment
from budokan.match.match import CodedMatch
from budokan.server import replay
from budokan.server.table import frames
from budokan.server.table.frames import match_scene
from budokan.server.table.outbox import Outbox
from budokan.server.table.told import Told
from tests.kit.settings import card_files
from tests.match.twin_worlds import (
    TABLE,
    Heard,
    all_answers,
    differences,
    other_world,
    played,
    quick_hints,
    serve,
    token,
)
from tests.sampling import a_few
from tests.server.hall import ManualClock, Socket, Visitor, hall

__all__ = ["quick_hints"]  # a fixture
pytestmark = pytest.mark.usefixtures("quick_hints")

MOVES = 5  # made in front of a viewer
LEAST = 1
NOBODY = 7  # a seat no table here has


@dataclass(frozen=True)
class Move:
    """The move of a seat in each world; in the second it may hesitate first."""

    seat: int
    here: str
    there: str
    hesitation: str = ""


def again(match: CodedMatch, seed: str = "") -> CodedMatch:
    """A copy of the match, perhaps with another future."""
    twin = CodedMatch(match.game, match.setup, match.names, seed or match.seed)
    for entry in match.entries:
        twin.replay(*entry)
    twin.commitment = match.commitment
    return twin


def alike(one: CodedMatch, two: CodedMatch, viewer: int) -> bool:
    """Whether a viewer and a spectator know the same in both worlds."""
    return not one.over and all(
        one.view(eyes).encode() == two.view(eyes).encode()
        and [*one.seen(eyes)] == [*two.seen(eyes)]
        and one.drafted(eyes) == two.drafted(eyes)
        for eyes in (viewer, SPECTATOR)
    )


def script(one: CodedMatch, two: CodedMatch, viewer: int) -> list[Move]:
    """A few moves that look the same to a viewer, and differ where they can."""
    moves: list[Move] = []
    while len(moves) < MOVES and (found := following(one, two, viewer)):
        move, one, two = found
        moves.append(move)
    return moves


def following(
    one: CodedMatch, two: CodedMatch, viewer: int
) -> tuple[Move, CodedMatch, CodedMatch] | None:
    """One such move, and the matches after it."""
    ways = [
        (seat, here, there)
        for seat in one.acting
        for here, there in product(one.legal(seat), two.legal(seat))
        if one.state.seen(viewer, seat, here) == two.state.seen(viewer, seat, there)
    ]
    random.Random(len(one.entries)).shuffle(ways)
    ways.sort(key=lambda way: way[1] == way[2])
    for seat, here, there in ways[:20]:
        first, second = again(one), again(two)
        first.play(seat, here)
        second.play(seat, there)
        if alike(first, second, viewer):
            text = one.notation.text
            wavers = "" if seat == viewer else hesitation(two, seat)
            return Move(seat, text(here), text(there), wavers), first, second
    return None


def hesitation(match: CodedMatch, seat: int) -> str:
    """Something a seat can lay down and take back unseen; '' if there is nothing."""
    for action in match.legal(seat)[:8]:
        tried = again(match)
        tried.play(seat, action)
        if tried.drafted(seat) > match.drafted(seat):
            return match.notation.text(action)
    return ""


# -- in the hall ----------------------------------------------------------------------------------


def drained(socket: Socket) -> list[str]:
    """Everything a connection was sent so far; a provoked refusal marks the end."""
    socket.say("undo", ply=0, seat=NOBODY)
    heard: list[str] = []
    while (text := socket.raw()) != protocol.encode(
        protocol.RefusedFrame("You do not sit on seat H.")
    ):
        heard.append(text)
        frame = json.loads(text)
        assert frame["t"] in ("scene", "change"), text
        socket.frame = frame
    return heard


def does(actor: Socket, seat: int, text: str) -> list[str]:
    """Everything a player is sent until after their move."""
    heard = drained(actor)  # says at which ply the table is
    actor.act(text, seat)
    return heard + drained(actor)


def lived(folder: Path, match: CodedMatch, viewer: int, moves: list[Move], second: bool) -> Heard:
    """Everything sent to a viewer and a spectator while others move, and the answers they get."""
    folder.mkdir()
    serve(folder, match)
    now = again(match)
    with (
        hall(folder, ManualClock()) as client,
        ExitStack() as stack,
    ):  # time stands still: nobody seems away
        who = Visitor(client, token(viewer))
        sit = [who, Visitor(client, "w" * 32)]
        ears = {
            f"{name}{', differences' if short else ''}": stack.enter_context(
                each.sit(TABLE, differences=short)
            )
            for name, each in zip(("me", "all"), sit, strict=True)
            for short in (False, True)
        }
        movers = sorted({move.seat for move in moves} - {viewer})
        others = {
            seat: stack.enter_context(Visitor(client, token(seat)).sit(TABLE)) for seat in movers
        }
        heard = all_heard("begin", ears)
        for move in moves:
            mail = made(others.get(move.seat, ears["me"]), move, second)
            if move.seat == viewer:
                heard.append((f"{move.seat} moves", str(mail)))
            text = move.there if second else move.here
            now.play(move.seat, now.notation.parse(text))
            heard += all_heard(f"{move.seat} moves", ears)
        heard += all_answers(who, now, viewer)
    return heard


def made(actor: Socket, move: Move, second: bool) -> list[str]:
    """Let a seat move, hesitating in the second world; everything it is sent."""
    if second and move.hesitation:
        does(actor, move.seat, move.hesitation)
        actor.say("undo", ply=actor.frame["ply"], seat=move.seat)
    return does(actor, move.seat, move.there if second else move.here)


def all_heard(when: str, ears: dict[str, Socket]) -> Heard:
    """What a viewer and a spectator were sent, in whole frames and in differences."""
    return [(f"{when}, {who}", str(drained(of))) for who, of in ears.items()]


def unlike(
    tmp_path: Path, viewer: int, one: CodedMatch, two: CodedMatch, moves: list[Move]
) -> list[str]:
    """Where the two worlds differ to a viewer."""
    name = f"{viewer}-{random.random()}"
    left = lived(tmp_path / f"{name}-left", one, viewer, moves, False)
    right = lived(tmp_path / f"{name}-right", two, viewer, moves, True)
    assert [question for question, _ in left] == [question for question, _ in right]
    return [a[0] for a, b in zip(left, right, strict=True) if a[1] != b[1]]


# -- the law --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A match in its middle."""

    game: str
    seats: int
    decisions: int
    seed: int = 3
    given: tuple[tuple[str, Any], ...] = ()
    cards: str = ""  # a card file of the game's tests

    def match(self, seed: int = 0) -> CodedMatch:
        game = find(self.game)
        file = game.folder / "tests" / "cards" / f"{self.cards}.toml"
        overlay = card_file.read(file) if self.cards else None
        setup = game.setup(self.seats, dict(self.given), overlay=overlay)
        match = played(setup, self.game, self.decisions, seed or self.seed)
        match.commitment = commitment(match.seed)
        return match


GAMES = {
    "kenpo masters": Case("kenpo_masters", 2, 5, 4),
    "kenpo masters, a block is asked": Case("kenpo_masters", 2, 9, 9),  # KM-R35
    "kenpo masters, own cards": Case("kenpo_masters", 2, 9, 4, cards="twelve_cards"),
    "udaka": Case("udaka", 3, 7, 4),
    "dojo duel": Case("dojo_duel", 2, 3, 5),
    "dojo duel, first kicker": Case("dojo_duel", 2, 1, 4),
    "martial art": Case("martial_art", 2, 30, 4),
}
UDO = Case("master_udo", 1, 10)
MORE = {
    **GAMES,
    "udaka, forgetful": Case("udaka", 4, 8, given=(("show_discards", False),)),
    "dojo duel, later": Case("dojo_duel", 2, 12),
    "kenpo masters, later": Case("kenpo_masters", 2, 14),
    "kenpo masters, two decks": Case("kenpo_masters", 2, 9, cards="two_decks"),
    "kenpo masters, extreme": Case("kenpo_masters", 2, 9, cards="extreme"),
    "martial art of three": Case("martial_art", 3, 30),
    "martial art, teams": Case("martial_art", 4, 30, given=(("layout", "team"),)),
}
OPEN = {"udaka", "dojo duel"}  # a move there is seen by everybody, and none can be taken back


def worlds(match: CodedMatch, viewer: int) -> tuple[CodedMatch, CodedMatch]:
    twin = other_world(match, viewer, match.setup)
    twin.commitment = match.commitment
    return match, twin


@pytest.mark.parametrize("game", GAMES)
def test_a_viewer_gets_the_same_messages_in_twin_worlds(tmp_path: Path, game: str) -> None:
    match, hidden = GAMES[game].match(), 0
    for viewer in [*range(match.setup.seats), SPECTATOR]:
        one, two = worlds(match, viewer)
        moves = script(one, two, viewer)
        assert len(moves) >= LEAST, f"viewer {viewer}"
        hidden += sum(move.here != move.there or move.hesitation != "" for move in moves)
        assert unlike(tmp_path, viewer, one, two, moves) == [], f"viewer {viewer}"
    assert (hidden == 0) == (game in OPEN)


OWN_CARDS = {
    f"{case.game} {path.stem}": dataclasses.replace(case, cards=path.stem)
    for case in (GAMES["kenpo masters"], GAMES["udaka"], GAMES["dojo duel"], GAMES["martial art"])
    for path in card_files(find(case.game))
}


@pytest.mark.parametrize("name", a_few(list(OWN_CARDS), 2, "twin_worlds_with_own_cards"))
def test_twin_worlds_with_cards_of_somebodys_own(tmp_path: Path, name: str) -> None:
    match = OWN_CARDS[name].match()
    for viewer in [*range(match.setup.seats), SPECTATOR]:
        try:
            one, two = worlds(match, viewer)
        except AssertionError:
            continue  # with few cards there may be nothing to hide
        moves = script(one, two, viewer)
        assert unlike(tmp_path, viewer, one, two, moves) == [], f"viewer {viewer}"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("case", MORE.values(), ids=MORE.keys())
def test_many_twin_worlds(tmp_path: Path, case: Case, seed: int) -> None:
    """The same for other matches; where no second world is found there is nothing to hide."""
    match = case.match(seed)
    for viewer in [*range(match.setup.seats), SPECTATOR]:
        try:
            one, two = worlds(match, viewer)
        except AssertionError:
            continue
        moves = script(one, two, viewer)
        assert unlike(tmp_path, viewer, one, two, moves) == [], f"viewer {viewer}"


FUTURES = {**GAMES, "master udo": UDO}


@pytest.mark.parametrize("case", FUTURES.values(), ids=FUTURES.keys())
def test_no_message_depends_on_the_future(tmp_path: Path, case: Case) -> None:
    """The same match with another seed: before the next draw nothing tells them apart.

    Only what is promised of a seed depends on it, by design, so here nothing is promised; and who
    gives up is shown the seed.
    """
    one = case.match()
    one.commitment = ""
    two = again(one, "another future")
    for viewer in [*range(one.setup.seats), SPECTATOR]:
        found = differences(tmp_path, viewer, one, two)
        assert [each for each in found if each != "concede"] == [], f"viewer {viewer}"


def test_alone_against_the_masters_the_draws_to_come_are_hidden(tmp_path: Path) -> None:
    """Master Udo hides nothing but the future: own moves before a draw look the same.

    Who gives up is shown the seed.
    """
    one = UDO.match()
    one.commitment = ""
    two = again(one, "another future")
    for viewer in (0, SPECTATOR):
        moves = script(one, two, viewer)
        assert len(moves) >= LEAST
        found = unlike(tmp_path, viewer, one, two, moves)
        assert [each for each in found if each != "concede"] == [], f"viewer {viewer}"


# -- planted leaks --------------------------------------------------------------------------------


def secret(match: CodedMatch) -> int:
    """A small number that depends on hidden cards."""
    return zlib.crc32(str(match.state.encode()).encode()) % 997


def leak_number(patch: pytest.MonkeyPatch) -> None:
    """A Scene with one hidden number in it."""

    def leaking(match: CodedMatch, view: int) -> Scene:
        scene = match_scene(match, view)
        return replace(scene, status=f"{scene.status} {secret(match)}")

    patch.setattr(frames, "match_scene", leaking)


def leak_beat(patch: pytest.MonkeyPatch) -> None:
    """A beat with the id of a hidden card."""

    def leaking(match: CodedMatch, view: int) -> Scene:
        scene = match_scene(match, view)
        assert scene.happened is not None
        beat = Beat(kind="point", seat=0, pieces=(f"card-{secret(match)}",))
        return replace(scene, happened=replace(scene.happened, beats=(beat,)))

    patch.setattr(frames, "match_scene", leaking)


def leak_replay(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(replay, "match_story", lambda match, view: [str(secret(match))])


def leak_header(patch: pytest.MonkeyPatch) -> None:
    header = record.header
    patch.setattr(record, "header", lambda m, viewer=None: {**header(m, viewer), "x": secret(m)})


def leak_facts(patch: pytest.MonkeyPatch) -> None:
    facts = frames.table_facts
    patch.setattr(
        frames,
        "table_facts",
        lambda table, loaded, viewer: replace(
            facts(table, loaded, viewer), rematch=str(secret(loaded.match))
        ),
    )


def leak_hesitation(patch: pytest.MonkeyPatch) -> None:
    """Nothing readable: one more frame for everybody whenever somebody acts."""
    show = Outbox.show
    patch.setattr(Outbox, "show", lambda box, *told, **_: show(box, *told, again=True))


def leak_gap(patch: pytest.MonkeyPatch) -> None:
    """Nothing readable, and no message: only a number that is skipped when somebody acts."""
    show = Outbox.show

    def skipping(box: Outbox, told: Told, *now: int, **how: bool) -> bool:
        box._number += box.differences and told is box._known
        return show(box, told, *now, **how)

    patch.setattr(Outbox, "show", skipping)


LEAKS = {
    "number": (leak_number, "begin, me"),
    "beat": (leak_beat, "begin, all"),
    "replay": (leak_replay, "/api/tables/two-worlds/replay"),
    "header": (leak_header, "/api/tables/two-worlds/record"),
    "facts": (leak_facts, "begin, all"),
    "hesitation": (leak_hesitation, "0 moves, me"),
    "gap": (leak_gap, "0 moves, me, differences"),
}


@pytest.mark.parametrize(("leak", "where"), LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_is_found(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[pytest.MonkeyPatch], None],
    where: str,
) -> None:
    match = GAMES["kenpo masters"].match()
    one, two = worlds(match, 1)
    moves = script(one, two, 1)
    assert any(move.hesitation for move in moves)
    leak(monkeypatch)
    assert where in unlike(tmp_path, 1, one, two, moves)
