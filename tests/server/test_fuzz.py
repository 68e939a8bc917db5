"""Anything at all on the socket: one connection may end by it, never the table, never the hall.

Messages are made up from the structs of the wire themselves, so that a new one is tried by itself.
"""

import json
import logging
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from budokan import protocol
from budokan.kit.errors import Refusal
from budokan.kit.game import find_all
from budokan.protocol import PROTOCOL
from budokan.server import jobs
from budokan.thinking import advice
from budokan.thinking.advice import Advice, Question
from tests.server.hall import RunningHall, Socket, ThreadBots, Visitor, hall

HEARD = {kind.__struct_config__.tag for kind in get_args(protocol.HallMessage)}
END = {"t": "look", "seat": 7}  # no such seat, so it is refused: marks the last answer
ENDED = "You do not sit on seat H."
FUZZ = settings(
    max_examples=60, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)

# -- messages -------------------------------------------------------------------------------------

numbers = st.one_of(
    st.integers(-2, 12),
    st.integers(),
    st.sampled_from([2**31, 2**63, 2**64, -(2**63) - 1, 10**30, 10**4000]),
    st.floats(),
)
leaves = st.one_of(st.none(), st.booleans(), numbers, st.text(max_size=40))
documents = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
words = st.sampled_from(["single 7", "pair 2", "rest", "pass", "takeback", "?", "draw 9", "hello"])


def plausible(name: str) -> st.SearchStrategy[Any]:
    """A value for a field: mostly valid, sometimes not."""
    right = {"seat": st.integers(0, 2), "from_seat": st.integers(0, 2), "ply": st.integers(0, 60)}
    return st.one_of(right.get(name, words), right.get(name, words), numbers, documents)


@st.composite
def messages(draw: st.DrawFn) -> str:
    """A message of some kind with valid, invalid, missing or extra fields."""
    kind = draw(st.sampled_from(get_args(protocol.ClientMessage)))
    said = {"t": kind.__struct_config__.tag}
    for name in kind.__struct_fields__:
        if draw(st.integers(0, 9)):
            said[name] = draw(plausible(name))
    if not draw(st.integers(0, 7)):
        said[draw(st.text(max_size=6))] = draw(documents)
    return json.dumps(said)


@st.composite
def bent(draw: st.DrawFn) -> str:
    """A message in which something was cut, doubled or replaced."""
    text = draw(messages())
    start, stop = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    return (
        text[:start]
        + draw(st.sampled_from(["", text[start:stop] * 2, "\x00", '"', "{", "\udc80"]))
        + text[stop:]
    )


deep = st.builds(
    lambda opening, count: opening * count,
    st.sampled_from(["[", '{"t":', '{"seat":[', "[[]", '"']),
    st.sampled_from([1, 50, 1000, 4000, 20_000]),
)
texts = st.one_of(messages(), messages(), bent(), deep, st.text(), documents.map(json.dumps))
mail = st.lists(st.one_of(texts, texts, texts, st.binary(max_size=200)), min_size=1, max_size=8)


# -- the reader -----------------------------------------------------------------------------------


@settings(FUZZ, max_examples=300)
@given(texts)
def test_fuzzed_messages_are_read_or_refused_in_one_sentence(text: str) -> None:
    try:
        said = protocol.decode_message(text)
    except Refusal as refusal:
        assert str(refusal).endswith(".") and len(str(refusal)) < 400
    else:
        assert protocol.decode_message(protocol.encode(said)) == said


@pytest.mark.parametrize("said", [{"t": "x" * 5000}, {"t": "look", "y" * 5000: 1}])
def test_refusals_do_not_repeat_long_input(said: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="cannot be read") as refused:
        protocol.decode_message(json.dumps(said))
    assert len(str(refused.value)) < 400


@settings(FUZZ, max_examples=100)
@given(st.binary(max_size=300))
def test_fuzzed_bodies_are_read_or_refused(body: bytes) -> None:
    with pytest.raises(Refusal):
        protocol.decode_body(protocol.NewTable, body)


# -- the table ------------------------------------------------------------------------------------


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games hints were asked for; searches are short."""
    found: list[str] = []

    def advise(given: Question) -> Advice:
        found.append(given.table.game)
        return advice.advise(given)

    monkeypatch.setattr(advice, "usual_iterations", lambda game: 4)
    monkeypatch.setattr(jobs, "advise", advise)
    return found


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with hall(tmp_path_factory.mktemp("fuzz")) as client:
        yield client


def send(me: Socket, what: str | bytes) -> None:
    if isinstance(what, bytes):
        me.session.send_bytes(what)
    else:
        me.session.send_text(what.encode("utf-8", "replace").decode())


def answers(me: Socket) -> int:
    """Send the last message and read up to its answer; the close code, or 0."""
    me.session.send_text(json.dumps(END))
    while True:
        try:
            frame = json.loads(me.raw())
        except WebSocketDisconnect as closed:
            return closed.code
        assert frame["t"] in HEARD, frame
        if frame["t"] == "scene":
            me.frame = frame
        if frame["t"] == "refused" and frame["text"] == ENDED:
            return 0


def ask_hint(me: Socket) -> None:
    """Ask for a hint, allowed or not; the next message arrives during the search."""
    frame = me.hear()
    me.say("hint", seat=frame["view"] if frame["mine"] else 0, ply=frame["ply"])


def play_on(me: Socket) -> None:
    """Play a choice, if there is one, as if nothing had happened."""
    assert answers(me) == 0, "the connection of somebody else ended"
    if me.frame["mine"] and me.actions():
        before = me.frame["ply"]
        me.act(me.actions()[0], me.frame["view"])
        assert answers(me) == 0 and (me.frame["ply"] > before or me.frame["over"])


def new_table(game: str, ann: Visitor, eve: Visitor) -> str:
    """A table for two visitors; at a solo table one of them watches."""
    others = ["human"] if find_all()[game].seats[-1] > 1 else []
    made = ann.table(game, "me", *others)
    for invite in made["invites"]:
        eve.accept(invite)
    return str(made["id"])


def pester(game: str, client: TestClient, examples: int) -> None:
    """Let one visitor send fuzzed messages while another plays."""
    ann, eve, names = Visitor(client), Visitor(client), list[str]()

    @settings(FUZZ, max_examples=examples)
    @given(mail, st.booleans())
    def anything(sent: list[str | bytes], hinted: bool) -> None:
        if not names:
            names.append(new_table(game, ann, eve))
        with eve.sit(names[0]) as other:
            with ann.sit(names[0]) as me:
                for each in (me, other) if hinted else ():
                    ask_hint(each)
                for what in sent:
                    send(me, what)
                assert answers(me) in (0, 4400)
                play_on(other)
            with ann.sit(names[0]) as me:
                play_on(me)
                if me.frame["over"]:
                    names.clear()

    anything()


@pytest.mark.parametrize("game", list(find_all()))
def test_fuzzed_messages_never_break_a_table(
    game: str, client: TestClient, asked: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        pester(game, client, 60)
    assert not caplog.records, caplog.text
    assert asked, "no hint was ever asked for"


@pytest.mark.long
@pytest.mark.parametrize("game", list(find_all()))
def test_long_fuzzing_never_breaks_a_table(
    game: str, client: TestClient, asked: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        pester(game, client, 2000)
    assert asked and not caplog.records, caplog.text


# -- the line -------------------------------------------------------------------------------------


def frame(opcode: int, payload: bytes, *, last: bool = True, masked: bool = True) -> bytes:
    """A WebSocket frame, valid or not."""
    head = bytes([(0x80 if last else 0) | opcode])
    size = len(payload)
    length = bytes([size]) if size < 126 else b"\x7e" + struct.pack("!H", size)
    if not masked:
        return head + length + payload
    return head + bytes([length[0] | 0x80]) + length[1:] + bytes(4) + payload


LINES = {
    "text that is not UTF-8": (frame(1, b"\xff\xfe"), 1007),
    "a frame without a mask": (frame(1, b"{}", masked=False), 1002),
    "an opcode that does not exist": (frame(5, b""), 1002),
    "the end of a message that never began": (frame(0, b"{}"), 1002),
    "a message within a message": (frame(1, b"{", last=False) + frame(1, b"}"), 1002),
    "a long ping": (frame(9, b"x" * 126), 1002),
    "a message in pieces": (frame(1, b'{"t":', last=False) + frame(0, b'"x"}'), 4400),
    "too large": (frame(1, b"x" * (protocol.LIMIT + 1)), 1009),
}


def test_fuzzed_frames_never_break_the_hall(tmp_path: Path) -> None:
    with RunningHall(tmp_path, ThreadBots()) as running:
        made = _table(running)
        path = f"ws://{running.address}/ws/{made}?protocol={PROTOCOL}"
        with connect(path, proxy=None, compression=None) as eyes:
            eyes.recv(10)
            for name, (raw, code) in LINES.items():
                with connect(path, proxy=None, compression=None) as ws:
                    ws.recv(10)
                    ws.socket.sendall(raw)
                    with pytest.raises(ConnectionClosed) as closed:
                        while True:
                            ws.recv(10)
                assert closed.value.rcvd is not None and closed.value.rcvd.code == code, name
            eyes.send(json.dumps(END))
            while json.loads(eyes.recv(10)).get("text") != ENDED:
                pass


def _table(running: RunningHall) -> str:
    import httpx2

    body = {"game": "udaka", "players": ["me", "human"]}
    with httpx2.Client(trust_env=False) as client:
        made = client.post(f"http://{running.address}/api/tables", json=body)
    return str(msgspec.json.decode(made.content)["id"])
