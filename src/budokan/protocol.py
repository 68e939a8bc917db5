"""What travels between hall and client: strict structs in, small documents out."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.scene import Prompt, Scene, Zone
from budokan.match.clock import MOST, MOST_INCREMENT
from budokan.match.match import CodedMatch, Origin
from budokan.thinking.advice import Advice, heading

LIMIT = 16 * 1024  # bytes of a message or a request body
TOLD = 200  # letters of what is wrong with one
S = TypeVar("S")

Seat = Annotated[int, Meta(ge=0, le=7)]
Ply = Annotated[int, Meta(ge=0, le=1_000_000)]
Word = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Names = Annotated[list[Annotated[str, Meta(max_length=24)]], Meta(max_length=8)]
Action = Annotated[str, Meta(min_length=1, max_length=200)]
Value = str | int | bool


class WireError(Refusal):
    """A message or a body that cannot be read."""


# -- from the client ------------------------------------------------------------------------------


class Message(Struct, tag_field="t", forbid_unknown_fields=True):
    """What a client may say on its socket."""


class Act(Message, tag="act"):
    ply: Ply
    seat: Seat
    action: Action


class Undo(Message, tag="undo"):
    ply: Ply
    seat: Seat


class Concede(Message, tag="concede"):
    seat: Seat


class Watch(Message, tag="look"):
    seat: Seat


class Hint(Message, tag="hint"):
    """Ask for the best moves now; the answer comes later, or never if the table moves on."""

    ply: Ply
    seat: Seat


class ClaimSeat(Message, tag="claim"):
    """Take what is due from another seat that is away or out of time."""

    seat: Seat
    of: Seat


class Back(Message, tag="back"):
    """Take one's seat back from the bot that plays for it."""

    seat: Seat


class Courtesy(Message, tag="courtesy"):
    """Say one of the few things there are to say."""

    seat: Seat
    id: Word


Said = Act | Undo | Concede | Watch | Hint | ClaimSeat | Back | Courtesy


class ClockWanted(Struct, forbid_unknown_fields=True, frozen=True):
    """A clock: none, so many seconds a turn, or for a match with an increment per turn."""

    kind: Literal["none", "turn", "match"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=MOST)] = 0
    increment: Annotated[int, Meta(ge=0, le=MOST_INCREMENT)] = 0


class NewTable(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of POST /api/tables."""

    game: Word
    sitting: Annotated[list[Word], Meta(min_length=1, max_length=8)]
    seats: Annotated[int, Meta(ge=1, le=8)] | None = None
    options: Annotated[dict[Word, Value], Meta(max_length=64)] = {}
    choices: Annotated[dict[Word, dict[Word, Value]], Meta(max_length=8)] = {}
    names: Names = []  # one for each seat, or none; '' for what the seat is called
    daily: Word = ""  # a date: the challenge of that day
    assists: bool = True  # whether people here may ask for hints
    open: bool = False  # whether everybody in the hall may take its free seats
    clock: ClockWanted = ClockWanted()
    absent: Literal["claim", "bot", "wait"] = "claim"  # when somebody is away or out of time


class PlayOn(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of POST /api/tables/{table}/play-on."""

    step: Ply
    sitting: Annotated[list[Word], Meta(min_length=1, max_length=8)]  # 'me' or an agent
    names: Names = []  # as for a new table


_SAID: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)
_TABLE = msgspec.json.Decoder(NewTable)


def readable(name: str) -> str:
    """A name somebody gave, as it is shown."""
    found = name.strip()
    if not (found and found.isprintable()):
        raise WireError("A name must be made of letters that can be seen.")
    return found


def read_said(text: str) -> Said:
    """A message of a client; anything else is refused with what is wrong."""
    return _read(_SAID, text, "message")


def read_table(body: bytes) -> NewTable:
    return _read(_TABLE, body, "request")


def read_body(decoder: "msgspec.json.Decoder[S]", body: bytes) -> S:
    """The body of a request as what a decoder reads."""
    return _read(decoder, body, "request")


def _read(decoder: "msgspec.json.Decoder[S]", raw: str | bytes, what: str) -> S:
    size = len(raw.encode("utf-8", "replace")) if isinstance(raw, str) else len(raw)
    if size > LIMIT:
        raise WireError(f"A {what} may have {LIMIT} bytes; this one has {size}.")
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        told = str(error)  # it repeats what was sent
        told = told if len(told) <= TOLD else f"{told[:TOLD]}…"
        raise WireError(f"The {what} cannot be read: {told}.") from error


# -- from the server ------------------------------------------------------------------------------


class Invite(Struct, frozen=True):
    """A link that seats whoever opens it first."""

    seat: int
    url: str


class ClockFacts(Struct, frozen=True):
    """The clocks: a seat has what is left from the moment its turn began."""

    kind: str
    seconds: int
    increment: int
    left: list[int]  # milliseconds of every seat; -1 for a bot
    since: list[int]  # when a seat's clock began to run, in the hall's milliseconds; 0 if it rests


class Claim(Struct, frozen=True):
    """What may happen to a seat, and from when on."""

    seat: int
    at: int  # in the hall's milliseconds
    why: str  # 'time' or 'away'
    does: str  # 'win': the seat loses; 'bot': a bot plays for it
    auto: bool  # happens by itself; else another seat may claim it


class TableFacts(Struct, frozen=True):
    """What is so about a table beside its Scene."""

    id: str
    game: str
    title: str
    seats: int
    options: dict[str, Any]
    sitting: list[str]  # 'person' or the name of an agent
    waiting: list[int]  # seats of people who have not come yet
    invites: list[Invite]  # for whoever set the table up
    can_concede: bool
    rematch: str  # the id of the rematch, once there is one
    has_par: bool  # whether a solver can play the same deal
    assists: bool  # whether people here may ask for hints
    outcomes: list[str]  # of each seat: won, lost or drawn; empty while it runs
    origin: Origin | None  # the match and step this one goes on from
    dealt: bool  # whether everybody has come and the match has begun
    commitment: str  # sha256 of the seed, in hex; '' if none was promised
    shared: bool  # whether others get the same deal
    seed: str  # of the deal; '' before the end
    bits: list[str]  # what each seat gave to the deal; empty before the end
    open: bool  # whether it is offered to everybody in the hall
    deal: str  # the deal it shares with others, or ''
    absent: str = "wait"  # what happens to who is away or out of time: claim, bot or wait
    clock: ClockFacts | None = None
    away: list[int] = []  # seats of people who were here and are not now
    stands: list[int] = []  # seats of people a bot plays for
    claims: list[Claim] = []


class SceneFrame(Struct, tag_field="t", tag="scene", frozen=True):
    """The table as one viewer may see it."""

    ply: int
    view: int
    mine: list[int]
    names: list[str]
    scene: Scene
    story: list[str]  # the latest sentences
    told: int  # how many sentences there are in all
    drafted: int
    over: bool
    table: TableFacts
    now: int = 0  # the hall's milliseconds when this was sent, where anything depends on them


class Tip(Struct, frozen=True):
    """A move, its words, and what may be expected of it."""

    action: str
    label: str
    chance: float  # to win; alone the expected score
    margin: float
    told: str  # chance and margin in words
    why: str


class HintFrame(Struct, tag_field="t", tag="hint", frozen=True):
    """The best moves of a seat at a ply, the best first; or a note why there are none."""

    ply: int
    seat: int
    heading: str
    tips: list[Tip]
    note: str


class CourtesyFrame(Struct, tag_field="t", tag="courtesy", frozen=True):
    seat: int
    id: str
    text: str


class RefusedFrame(Struct, tag_field="t", tag="refused", frozen=True):
    text: str
    clause: str = ""


class ErrorFrame(Struct, tag_field="t", tag="error", frozen=True):
    text: str


Heard = SceneFrame | HintFrame | CourtesyFrame | RefusedFrame | ErrorFrame  # all a client is sent


class ReplayFacts(Struct, frozen=True):
    """What is so about a replay beside its frames."""

    id: str
    game: str
    title: str
    names: list[str]
    view: int
    mine: list[int]
    over: bool
    uploaded: bool  # it came as a file; there was no table here
    sitting: list[str]  # 'person' or the name of an agent; 'record' if it was uploaded
    origin: Origin | None  # the match and step this one goes on from


if TYPE_CHECKING:
    SceneNews = dict[str, Any]
else:  # a Scene of which anything may be missing
    PARTS = get_type_hints(Scene) | {"zones": tuple[Zone | int, ...]}
    SceneNews = defstruct("SceneNews", [(name, PARTS[name] | UnsetType, UNSET) for name in PARTS])
    SceneNews.__doc__ = """What is new in a Scene since the frame before.

    What is missing has stayed; a number stands for the zone that was at that place."""


class ReplayFrame(Struct, frozen=True):
    entry: str  # as the viewer saw it; '' before the first
    story: list[str]  # what this entry added
    scene: SceneNews
    bot: bool  # whether a bot that stood in for a person made this move


def encode(frame: Any) -> str:
    return msgspec.json.encode(frame).decode()


def refused(refusal: Refusal) -> str:
    clause = refusal.clause if isinstance(refusal, IllegalAction) else ""
    return encode(RefusedFrame(text=str(refusal), clause=clause))


def hint(match: CodedMatch, seat: int, found: Advice) -> str:
    tips = [Tip(**tip._asdict()) for tip in found.tips]
    told = heading(alone=match.setup.seats == 1) if tips else ""
    return encode(HintFrame(match.ply(seat), seat, told, tips, found.note))


def finished(scene: Scene, result: str) -> Scene:
    """The Scene of a match that ended outside the rules: nothing is asked any more."""
    return replace(scene, result=result, prompt=Prompt(question=result), choices=(), buttons=())


def resting(scene: Scene) -> Scene:
    """The Scene of somebody for whom a bot plays."""
    asked = Prompt(question="A bot plays for you.", note="Take your seat back when you like.")
    return replace(scene, prompt=asked, choices=(), buttons=())
