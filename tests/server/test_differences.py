"""Frames as differences: merged they are the whole frames, and they are built for few."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

import budokan
from budokan import protocol
from budokan.differences import GapError, Reader
from budokan.kit import scene as scenes
from budokan.kit import scene_changes
from budokan.kit.contract import SPECTATOR
from budokan.kit.game import find
from budokan.kit.scene import Scene
from budokan.match.match import CodedMatch
from budokan.protocol import SceneFrame, TableFacts
from budokan.server.table import audience, frames, outbox
from budokan.server.table.audience import Audience
from budokan.server.table.frames import latest_story, match_scene, match_story
from budokan.server.table.outbox import Outbox
from budokan.server.table.table import Viewer
from budokan.server.table.told import Told
from tests.kit.positions import NAMES, TABLES
from tests.sampling import a_few
from tests.server.hall import Socket, Visitor, hall

DECODER: "msgspec.json.Decoder[Any]" = msgspec.json.Decoder(protocol.HallMessage)
MATCHES = [(table, seed) for table in TABLES for seed in range(3)]


# -- merged they are whole ------------------------------------------------------------------------


def walk(table: str, seed: int) -> Iterator[CodedMatch]:
    """A random match after every entry; steps are taken back now and then."""
    name, seats, options = TABLES[table]
    game, pick = find(name), random.Random(seed)
    match = CodedMatch(game, game.setup(seats, options), NAMES[:seats], f"{seed:032x}")
    yield match
    match.begin()
    yield match
    while not match.over:
        seat = pick.choice(match.acting)
        if match.drafted(seat) and pick.random() < 0.2:
            match.takeback(seat)
        else:
            match.play(seat, pick.choice(match.legal(seat)))
        yield match


def frame_of(match: CodedMatch, view: int) -> SceneFrame:
    """The table of a match as one viewer sees it."""
    (story, length), seats = latest_story(match, view), match.setup.seats
    facts = {"id": "x", "game": match.game.id, "title": match.game.title, "seats": seats,
             "options": {}, "players": ["person"] * seats, "waiting": [], "invites": [],
             "can_concede": not match.over, "rematch": "", "has_par": False, "assists": True,
             "outcomes": [], "origin": None, "dealt": match.dealt, "commitment": "",
             "shared": False, "seed": "", "bits": [], "open": False, "shared_deal": "",
             "stand_ins": [length % 3], "can_undo": [0] * match.drafted(0)}  # fmt: skip
    return SceneFrame(
        ply=match.ply(view),
        view=view,
        mine=[0] * (view == 0),
        names=list(match.names),
        scene=match_scene(match, view),
        story=story,
        story_length=length,
        draft_length=match.drafted(view),
        over=match.over,
        table=msgspec.convert(facts, TableFacts),
    )


def heard(reader: Reader, text: str) -> SceneFrame:
    """What a client knows after a message."""
    return reader.whole(text, DECODER.decode(text))


@pytest.mark.parametrize(("table", "seed"), a_few(MATCHES, 6, "differences"))
def test_a_merged_difference_is_the_whole_frame(table: str, seed: int) -> None:
    readers = {0: Reader(), SPECTATOR: Reader()}
    before: dict[int, Told] = {}
    for number, match in enumerate(walk(table, seed), 1):
        for view, reader in readers.items():
            told, last = Told(frame_of(match, view)), before.get(view)
            text = told.since(last, 7, number) if last else told.whole(7, number)
            got = heard(reader, text)
            assert got == replace(told.frame, now=7, number=number), number
            assert reader._last == json.loads(told.whole(7, number)), number
            before[view] = told


def test_an_earlier_frame_leads_to_any_later_one() -> None:
    """A watcher may miss many; a story that grew beyond a frame, or shrank, is told whole."""
    told = [Told(frame_of(match, SPECTATOR)) for match in walk("udaka", 1)]
    pick = random.Random(2)
    assert told[-1].frame.story_length > 2 * protocol.STORY
    for _ in range(60):
        one, other = pick.choice(told), pick.choice(told)
        reader = Reader()
        heard(reader, one.whole(0, 1))
        assert heard(reader, other.since(one, 0, 2)) == replace(other.frame, number=2)


def test_unchanged_parts_stay_the_same_objects() -> None:
    one, two = [frame_of(m, 0) for _, m in zip(range(6), walk("udaka", 1), strict=False)][-2:]
    old = json.loads(protocol.encode(one.scene))
    new = json.loads(protocol.encode(scene_changes.changes(one.scene, two.scene)))
    merged = scene_changes.merge(old, new)
    pairs = list(zip(one.scene.zones, two.scene.zones, strict=True))
    kept = [at for at, (before, now) in enumerate(pairs) if before == now]
    assert kept and all(merged["zones"][at] is old["zones"][at] for at in kept)


def test_a_part_that_lies_elsewhere_is_told_by_its_place() -> None:
    cards = tuple(scenes.Piece(id=name, name=name.upper()) for name in "abcd")
    old = scenes.Zone(id="hand", pieces=cards)
    a, b, c, d = cards
    for pieces, told in (
        ((b, c, d), [1, 2, 3]),
        ((d, a), [3, 0]),
        ((replace(c, badge="1"), a), [(2, {"badge": "1"}), 0]),
        ((a, b, c, d, replace(d, id="e")), [0, 1, 2, 3, (3, {"id": "e"})]),
    ):
        assert scene_changes.changes(old, replace(old, pieces=pieces)) == {"pieces": told}
    assert scene_changes.changes(old, replace(old, pieces=(a, b, c, replace(d)))) == {}


def test_a_gap_is_noticed() -> None:
    first, second, third = (
        Told(frame_of(m, 0)) for m, _ in zip(walk("udaka", 1), "123", strict=False)
    )
    reader = Reader()
    with pytest.raises(GapError):
        heard(reader, second.since(first, 0, 2))
    heard(reader, first.whole(0, 1))
    with pytest.raises(GapError):
        heard(reader, third.since(second, 0, 3))
    with pytest.raises(GapError):  # what one had does not count any more
        heard(reader, second.since(first, 0, 2))
    assert heard(reader, third.whole(0, 4)).number == 4


def test_the_names_of_lists_mean_the_same_everywhere() -> None:
    """A client merges lists by their names: one of numbers or pairs must not have such a name."""
    kinds = [kind for kind in vars(scenes).values() if isinstance(kind, type)]
    for kind in kinds:
        if not issubclass(kind, msgspec.Struct) or kind is msgspec.Struct:
            continue
        for name, hint in get_type_hints(kind).items():
            if name in scene_changes.LISTS:
                (item, _) = get_args(hint)
                assert get_origin(hint) is tuple and (
                    item is str or issubclass(item, msgspec.Struct)
                )


def test_the_page_knows_the_same_lists() -> None:
    page = Path(budokan.__file__).parent / "server" / "static" / "js" / "lib" / "merge.js"
    text = page.read_text("utf-8")
    assert f'"{" ".join(sorted(scene_changes.LISTS))}".split(" ")' in text
    assert f"const STORY = {protocol.STORY};" in text


@pytest.mark.parametrize("table", a_few(TABLES, 4, "sights"))
def test_a_scene_that_is_not_drawn_again_is_right(table: str) -> None:
    """The same as that of a match that has drawn nothing yet; drafts of others included."""
    kept = 0
    for match in walk(table, 2):
        for view in (0, match.setup.seats - 1, SPECTATOR):
            before = match._drawn.get(view)
            scene, (story, length) = match_scene(match, view), latest_story(match, view)
            drawn = match._drawn.pop(view)
            kept += drawn is before
            match._lines.clear()
            whole = match_story(match, view)
            assert (match_scene(match, view), whole[-100:], len(whole)) == (scene, story, length)
            match._drawn[view] = drawn
    assert kept or match.setup.seats == 1 or "udaka" in table or "dojo" in table


# -- the outbox -----------------------------------------------------------------------------------


def some_frames(count: int) -> list[Told]:
    return [Told(frame_of(m, 0)) for _, m in zip(range(count), walk("udaka", 1), strict=False)]


def sent(box: Outbox) -> list[dict[str, Any]]:
    """What an outbox sends until it is empty."""
    texts: list[dict[str, Any]] = []

    async def send(text: str) -> None:
        texts.append(json.loads(text))

    box.close()
    asyncio.run(box.run(send))
    return texts


def test_a_client_that_is_too_slow_gets_a_whole_frame() -> None:
    box, told = Outbox(), some_frames(outbox.ROOM + 3)
    box.differences = True
    for each in told:
        box.show(each, 0)
    first, *changes = sent(box)
    assert first == json.loads(told[outbox.ROOM].whole(0, outbox.ROOM + 1))
    assert [each["t"] for each in changes] == ["change", "change"]
    assert [each["number"] for each in (first, *changes)] == [17, 18, 19]


def test_another_message_that_finds_no_room_leads_to_a_whole_frame() -> None:
    box, told = Outbox(), some_frames(1)
    box.differences = True
    box.show(told[0], 0)
    for _ in range(outbox.ROOM):
        box.put('{"t":"courtesy"}')
    assert sent(box) == [json.loads(told[0].whole(0, 2))]


def test_frames_are_numbered_only_for_who_asked_for_differences() -> None:
    for asked, kinds, numbers in (
        (False, ["scene", "scene", "scene"], [0, 0, 0]),
        (True, ["scene", "change", "scene"], [1, 2, 3]),
    ):
        box, (one, two) = Outbox(), some_frames(2)
        box.differences = asked
        assert box.show(one, 0) and not box.show(one, 0)
        assert box.show(two, 0) and box.show(two, 0, again=True, whole=True)
        got = sent(box)
        assert [each["t"] for each in got] == kinds
        assert [each["number"] for each in got] == numbers


# -- those who watch ------------------------------------------------------------------------------


class FakeTable:
    """A table whose frames a test chooses."""

    def __init__(self, patch: pytest.MonkeyPatch, told: list[Told]) -> None:
        self.at, self.told, self.built = 0, told, list[int]()
        self.loaded: Any = SimpleNamespace(creator="")
        self.scheduler = SimpleNamespace(now=lambda: 0)
        self.audience = Audience(self)  # type: ignore[arg-type]
        patch.setattr(frames, "scene_frame", self.frame)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Any]:
        yield self.loaded

    def frame(self, table: object, loaded: object, viewer: Viewer) -> SceneFrame:
        self.built.append(viewer.view)
        return self.told[self.at].frame

    def join(self, view: int = SPECTATOR) -> Viewer:
        viewer = Viewer("", "", [] if view == SPECTATOR else [view], view)
        self.audience.add(viewer, self.loaded)
        self.audience.show(viewer, self.loaded, again=False)
        return viewer

    def move(self) -> None:
        self.at += 1
        self.audience.tell(self.loaded)


def waiting(viewer: Viewer) -> int:
    return len(viewer.outbox._waiting)


async def settle() -> None:
    """Let every task that can go on do so."""
    for _ in range(50):
        await asyncio.sleep(0)


class Rests:
    """The rests of those who watch, which a test ends."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.sleep, self.resting = asyncio.sleep, list[asyncio.Event]()
        patch.setattr(audience, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": self}))

    async def __call__(self, seconds: float) -> None:
        if not seconds:
            return await self.sleep(0)
        assert seconds == audience.REST
        self.resting.append(asyncio.Event())
        await self.resting[-1].wait()

    def end(self) -> None:
        self.resting.pop().set()


def test_those_who_watch_get_the_newest_frame_after_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    async def watched() -> None:
        table, rests = FakeTable(monkeypatch, some_frames(8)), Rests(monkeypatch)
        player, watcher = table.join(0), table.join()
        table.move()
        assert (waiting(player), waiting(watcher)) == (2, 1)  # the player first, and at once
        await settle()
        assert (waiting(watcher), len(rests.resting)) == (2, 1)
        for _ in range(4):
            table.move()
            await settle()
        assert (waiting(player), waiting(watcher)) == (6, 2)
        late = table.join()
        rests.end()
        await settle()
        assert waiting(watcher) == 3
        assert json.loads(watcher.outbox._waiting[-1]) == json.loads(player.outbox._waiting[-1])
        assert waiting(late) == 1  # has it already
        rests.end()
        await settle()
        assert (waiting(watcher), rests.resting) == (3, [])  # nothing is new: no further rest
        await table.audience.close()

    asyncio.run(watched())


def test_what_is_hidden_from_those_who_watch_delays_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A draft of a player leads to no frame, and so to no rest before the next one."""

    async def watched() -> None:
        one, two = some_frames(2)
        table, rests = FakeTable(monkeypatch, [one, Told(one.frame), two]), Rests(monkeypatch)
        watcher = table.join()
        table.move()
        await settle()
        assert (waiting(watcher), rests.resting) == (1, [])
        table.move()
        await settle()
        assert (waiting(watcher), len(rests.resting)) == (2, 1)
        await table.audience.close()

    asyncio.run(watched())


def test_many_who_watch_are_told_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def watched() -> None:
        table = FakeTable(monkeypatch, some_frames(2))
        watching = [table.join() for _ in range(3 * audience.SLICE)]
        table.built.clear()
        table.move()
        told: list[int] = []
        while not told or told[-1] < len(watching):
            await asyncio.sleep(0)
            told.append(sum(waiting(each) == 2 for each in watching))
        assert {audience.SLICE, 2 * audience.SLICE} <= set(told)
        assert max(b - a for a, b in pairwise(told)) == audience.SLICE
        assert table.built == [SPECTATOR]  # one frame for all of them
        await table.audience.close()

    asyncio.run(watched())


# -- in the hall ----------------------------------------------------------------------------------


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The views that were drawn."""
    found: list[int] = []
    draw = CodedMatch._scene

    def counted(match: CodedMatch, viewpoint: Any) -> Scene:
        found.append(viewpoint.viewer)
        return draw(match, viewpoint)

    monkeypatch.setattr(CodedMatch, "_scene", counted)
    return found


def two_at_a_table(client: Any, game: str) -> tuple[str, Visitor, Visitor]:
    ann, ben = Visitor(client), Visitor(client)
    made = ann.table(game, "me", "human")
    ben.accept(made["invites"][0])
    return made["id"], ann, ben


def nothing_waits(socket: Socket) -> bool:
    """Whether a connection was sent nothing: a provoked refusal comes first."""
    socket.say("undo", ply=0, seat=7)
    return str(json.loads(socket.raw())["t"]) == "refused"


def test_a_look_or_a_stale_click_draws_nothing_and_concerns_nobody_else(
    tmp_path: Path, drawn: list[int]
) -> None:
    with hall(tmp_path) as client:
        name, ann, ben = two_at_a_table(client, "udaka")
        with ann.sit(name) as one, ben.sit(name) as two, Visitor(client).sit(name) as watching:
            for each in (one, one, two, watching):
                each.hear()
            drawn.clear()
            for _ in range(5):
                one.say("look", seat=0)
                one.hear()
                one.act("nonsense", ply=0)
                one.hear()
            watching.say("again")
            watching.hear()
            assert drawn == []
            assert nothing_waits(two) and nothing_waits(watching)


def test_a_move_draws_each_view_once(tmp_path: Path, drawn: list[int]) -> None:
    with hall(tmp_path) as client:
        name, ann, ben = two_at_a_table(client, "udaka")
        with ann.sit(name) as one, ann.sit(name, differences=True) as also, ben.sit(name) as two:
            while two.hear() and not two.frame["table"]["dealt"]:
                pass
            first = one.hear()
            while not first["table"]["dealt"]:
                first = one.hear()
            assert json.loads(also.raw())["number"] == 1
            actor, seat = (one, 0) if one.actions() else (two, 1)
            drawn.clear()
            actor.act(actor.actions()[0], seat)
            one.hear()
            two.hear()
            assert sorted(drawn) == [0, 1]


def test_differences_in_the_hall_are_the_whole_frames(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        ann = Visitor(client)
        name = ann.table("kenpo_masters", "me", "me")["id"]
        with ann.sit(name) as whole, ann.sit(name, differences=True) as short:
            reader = Reader()
            for number in range(1, 40):
                frame = whole.hear()
                got = heard(reader, short.raw())
                assert got == replace(msgspec.convert(frame, SceneFrame), number=number)
                if not whole.actions():
                    seat = frame["scene"]["acting"][0]
                    for each in (whole, short):
                        each.say("look", seat=seat)
                elif number % 5 == 0 and frame["draft_length"]:
                    whole.say("undo", ply=frame["ply"], seat=frame["view"])
                else:
                    whole.act(whole.actions()[number % len(whole.actions())], frame["view"])


def test_again_is_whole_also_for_who_watches(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        name = Visitor(client).table("udaka", "human", "greedy")["id"]
        with Visitor(client).sit(name, differences=True) as watching:
            first = json.loads(watching.raw())
            assert (first["t"], first["number"], first["view"]) == ("scene", 1, SPECTATOR)
            watching.say("again")
            second = json.loads(watching.raw())
            assert second == first | {"number": 2}
