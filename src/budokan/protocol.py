"""The protocol: every message between a hall and its clients, declared once for both sides."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from budokan.kit import card_file
from budokan.kit.errors import Refusal
from budokan.kit.gallery import Appraisal
from budokan.kit.scene import Facts, Scene, Zone
from budokan.match.clock import MOST, MOST_INCREMENT
from budokan.match.match import Origin
from budokan.store import clocks
from budokan.thinking.coach.report import Report

PROTOCOL = 3  # rises when a message changes so that an older client would misread it
LIMIT = 16 * 1024  # bytes of a message or a request body
CARDS_LIMIT = 3 * card_file.LIMIT  # bytes of a body with a card file, whose text JSON may lengthen
STORY = 100  # sentences in a frame, the latest
MAX_REASON = 200  # letters of the reason for a refusal
CARD_TEXT = 8192  # letters of one value of a card file
MAX_FIRST_ACTIONS = 16  # of a seat, in a proposal
PERSON = clocks.PERSON  # the player of a seat that no bot has
S = TypeVar("S")

Seat = Annotated[int, Meta(ge=0, le=7)]
Ply = Annotated[int, Meta(ge=0, le=1_000_000)]
Word = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Names = Annotated[list[Annotated[str, Meta(max_length=24)]], Meta(max_length=8)]
Action = Annotated[str, Meta(min_length=1, max_length=200)]
Value = str | int | bool
Options = Annotated[dict[Word, Value], Meta(max_length=64)]
Choices = Annotated[dict[Word, dict[Word, Value]], Meta(max_length=8)]  # by seat letter
CardPlace = Annotated[str, Meta(min_length=1, max_length=200)]  # card.jab.forward


class UnreadableError(Refusal):
    """A message or a request body does not follow the protocol."""


def check_client(number: str) -> None:
    """Refuse a client that gives another protocol number, or none."""
    if number != str(PROTOCOL):
        other = f"protocol {number}" if number.isdecimal() and len(number) < 6 else "an older one"
        raise UnreadableError(
            f"This hall speaks protocol {PROTOCOL} and your client {other}: "
            "reload the page, or update Budokan."
        )


def decode_message(text: str) -> "ClientMessage":
    """Read what a client sent over its socket."""
    return _decode(_CLIENT_MESSAGE, text, "message")


def decode_body(kind: type[S], body: bytes, limit: int = LIMIT) -> S:
    """Read the JSON body of a request."""
    return _decode(msgspec.json.Decoder(kind), body, "request", limit)


def _decode(
    decoder: "msgspec.json.Decoder[S]", raw: str | bytes, what: str, limit: int = LIMIT
) -> S:
    size = len(raw.encode("utf-8", "replace")) if isinstance(raw, str) else len(raw)
    if size > limit:
        raise UnreadableError(f"A {what} may have {limit} bytes; this one has {size}.")
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        reason = str(error)  # it may repeat what was sent
        reason = reason if len(reason) <= MAX_REASON else f"{reason[:MAX_REASON]}…"
        hint = f"; this hall speaks protocol {PROTOCOL}" if what == "request" else ""
        raise UnreadableError(f"The {what} cannot be read: {reason}{hint}.") from error


def encode(message: Any) -> str:
    return msgspec.json.encode(message).decode()


def clean_name(name: str) -> str:
    """A name that somebody typed, without blanks around it."""
    found = name.strip()
    if not (found and found.isprintable()):
        raise UnreadableError("A name must consist of visible letters.")
    return found


# -- the socket: from a client to the hall --------------------------------------------------------


class FromClient(Struct, tag_field="t", forbid_unknown_fields=True):
    """A message that a client may send over its socket."""


class Act(FromClient, tag="act"):
    """Play an action, at the ply at which it was offered."""

    ply: Ply
    seat: Seat
    action: Action


class Undo(FromClient, tag="undo"):
    """Take back the last step of one's turn."""

    ply: Ply
    seat: Seat


class AskUndo(FromClient, tag="ask_undo"):
    """Ask all other people to go back to before one's last move, at the ply it was offered."""

    ply: Ply
    seat: Seat


class AnswerUndo(FromClient, tag="answer_undo"):
    """Agree to go back, or decline; who asked may withdraw by declining."""

    seat: Seat
    id: Annotated[int, Meta(ge=0, le=1_000_000)]
    agree: bool


class Concede(FromClient, tag="concede"):
    """Give up."""

    seat: Seat


class Look(FromClient, tag="look"):
    """See the table from another seat of one's own."""

    seat: Seat


class AskHint(FromClient, tag="hint"):
    """Ask for the best moves. The answer comes later, or never if the table moves on."""

    ply: Ply
    seat: Seat


class ClaimSeat(FromClient, tag="claim"):
    """Make a claim against a seat that is away or out of time."""

    seat: Seat
    from_seat: Seat


class TakeSeatBack(FromClient, tag="back"):
    """Take one's seat back from the bot that plays for it."""

    seat: Seat


class SayCourtesy(FromClient, tag="courtesy"):
    """Say one of the phrases of /api/courtesies."""

    seat: Seat
    id: Word


class Again(FromClient, tag="again"):
    """Ask for a whole Scene, as one that watches may, too: a change does not fit what one has."""


ClientMessage = (
    Act
    | Undo
    | AskUndo
    | AnswerUndo
    | Concede
    | Look
    | AskHint
    | ClaimSeat
    | TakeSeatBack
    | SayCourtesy
    | Again
)  # all that a client may send
_CLIENT_MESSAGE: "msgspec.json.Decoder[ClientMessage]" = msgspec.json.Decoder(ClientMessage)


# -- the socket: from the hall to a client --------------------------------------------------------


class Invite(Struct, frozen=True):
    """A link to a seat. The first to open it may sit there."""

    seat: int
    url: str


class ClockFacts(Struct, frozen=True):
    """The clocks of all seats, as they stood when the current turn began."""

    kind: str
    seconds: int
    increment: int
    left: list[int]  # milliseconds of every seat; -1 for a bot
    since: list[int]  # hall time at which a seat's clock started to run; 0 if it stands still


class Claim(Struct, frozen=True):
    """What happens to a seat that stays away or runs out of time."""

    seat: int
    at: int  # hall time in milliseconds
    reason: str  # 'time' or 'away'
    effect: str  # 'win': the seat loses; 'bot': a bot plays for it
    automatic: bool  # happens without a click; otherwise another seat may claim it


class UndoRequest(Struct, frozen=True):
    """Somebody asks to go back to before their last move; it ends when the match moves on."""

    id: int
    seat: int
    waiting: list[int]  # seats of people who have not answered
    declined: list[int]  # seats that declined, or withdrew: nobody is asked any more


class Showing(Struct, frozen=True):
    """Whose players let everybody watch a finished match; it is listed when none is missing."""

    agreed: list[int]  # seats of people who agreed
    missing: list[int]  # seats of people who did not, or not yet
    offered: bool  # others get the same deal: it is listed only when that is over


class CardsName(Struct, frozen=True):
    """A card file by its hash in this hall, and its title."""

    hash: str
    title: str


class TableFacts(Struct, frozen=True):
    """A table, apart from its Scene."""

    id: str
    game: str
    title: str
    seats: int
    options: dict[str, Any]
    players: list[str]  # 'person' or the name of an agent
    waiting: list[int]  # seats of people who have not come yet
    invites: list[Invite]  # only for the person who set up the table
    can_concede: bool
    rematch: str  # the id of the rematch, once there is one
    has_par: bool  # whether a solver can play the same deal
    assists: bool  # whether people here may ask for hints
    outcomes: list[str]  # of each seat: won, lost or drawn; empty while the match runs
    origin: Origin | None  # the match and step from which this one goes on
    dealt: bool  # whether everybody has come and the match has begun
    commitment: str  # sha256 of the seed, in hex; '' if none was promised
    shared: bool  # whether others get the same deal
    seed: str  # of the deal; '' before the end
    bits: list[str]  # what each seat gave to the deal; empty before the end
    open: bool  # whether everybody in the hall may take a free seat
    shared_deal: str  # id of the deal that others play, too; '' if it is not shared
    when_absent: str = "wait"  # if somebody is away or out of time: claim, bot or wait
    clock: ClockFacts | None = None
    away: list[int] = []  # seats of people who have left
    unnamed: list[int] = []  # seats of people who have given no name
    stand_ins: list[int] = []  # seats of people for whom a bot plays
    claims: list[Claim] = []
    can_undo: list[int] = []  # the viewer's seats that may ask to undo their last move
    undo_request: UndoRequest | None = None
    showing: Showing | None = None  # None while it runs, or if it cannot be shown to everybody
    cards: CardsName | None = None  # those it is played with; None for the game's own


class SceneFrame(Struct, tag_field="t", tag="scene", frozen=True):
    """The table as one viewer may see it."""

    ply: int
    view: int  # the seat from which the table is seen
    mine: list[int]  # the viewer's seats
    names: list[str]
    scene: Scene
    story: list[str]  # the latest sentences
    story_length: int  # how many sentences there are in all
    draft_length: int  # steps of the turn that can be taken back
    over: bool
    table: TableFacts
    now: int = 0  # hall time in milliseconds, if a clock or a claim depends on it
    number: int = 0  # counts the frames of a connection that asked for differences; else 0


class ChangeFrame(Struct, tag_field="t", tag="change", frozen=True):
    """What is new since the frame before, for a client that asked for differences.

    A missing field has not changed. `differences.py` has the rest: how to merge it.
    """

    ply: int | UnsetType = UNSET
    view: int | UnsetType = UNSET
    mine: list[int] | UnsetType = UNSET
    names: list[str] | UnsetType = UNSET
    scene: dict[str, Any] | UnsetType = UNSET  # changes, as of kit/scene_changes.py
    story: list[str] | UnsetType = UNSET  # its last sentences; those before have not changed
    story_length: int | UnsetType = UNSET
    draft_length: int | UnsetType = UNSET
    over: bool | UnsetType = UNSET
    table: dict[str, Any] | UnsetType = UNSET  # the fields that differ
    now: int = 0  # as in a whole frame
    number: int = 0  # one more than that of the frame before


class Tip(Struct, frozen=True):
    """A good move: what it is worth and why."""

    action: str
    label: str
    chance: float  # to win; alone the expected score
    margin: float
    estimate: str  # chance and margin in words
    why: str


class HintFrame(Struct, tag_field="t", tag="hint", frozen=True):
    """The best moves of a seat at a ply, the best first; or a note why there are none."""

    ply: int
    seat: int
    heading: str
    tips: list[Tip]
    note: str


class CourtesyFrame(Struct, tag_field="t", tag="courtesy", frozen=True):
    """Somebody at the table says something polite."""

    seat: int
    id: str
    text: str


class RefusedFrame(Struct, tag_field="t", tag="refused", frozen=True):
    """Why the client's last message had no effect."""

    text: str
    clause: str = ""


class ErrorFrame(Struct, tag_field="t", tag="error", frozen=True):
    """Why the hall closes the socket."""

    text: str


HallMessage = (
    SceneFrame | ChangeFrame | HintFrame | CourtesyFrame | RefusedFrame | ErrorFrame
)  # all that a client may receive


# -- requests -------------------------------------------------------------------------------------


class ClockRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """A clock: none, some seconds a turn, or some for the match with an increment per turn."""

    kind: Literal["none", "turn", "match"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=MOST)] = 0
    increment: Annotated[int, Meta(ge=0, le=MOST_INCREMENT)] = 0


class NewTable(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of POST /api/tables."""

    game: Word
    players: Annotated[list[Word], Meta(min_length=1, max_length=8)]  # 'me', 'human' or an agent
    seats: Annotated[int, Meta(ge=1, le=8)] | None = None
    options: Options = {}
    choices: Choices = {}
    names: Names = []  # one for each seat, or none; '' if the hall is to choose
    daily: Word = ""  # a date: the challenge of that day
    assists: bool = True  # whether people here may ask for hints
    open: bool = False  # whether everybody in the hall may take its free seats
    clock: ClockRequest = ClockRequest()
    when_absent: Literal["claim", "bot", "wait"] = "claim"  # if somebody is away or out of time
    cards: Word = ""  # hash of a card file in this hall; '' for the game's own cards


class PlayOn(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of POST /api/tables/{table}/play-on."""

    step: Ply
    players: Annotated[list[Word], Meta(min_length=1, max_length=8)]  # 'me' or an agent
    names: Names = []  # as for a new table


class DealPlayer(Struct, forbid_unknown_fields=True):
    """The body of POST /api/same/{deal}/play: who plays."""

    name: Name | None = None


class SeatName(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/name: the name of a person at the table."""

    name: Name
    seat: Seat | None = None  # by default the visitor's first


class OpenOffer(Struct, forbid_unknown_fields=True):
    """Whether a table is offered to everybody in the hall."""

    open: bool


class SeatKey(Struct, forbid_unknown_fields=True):
    """The key of an invitation."""

    key: str


class Seated(Struct):
    """Whether the visitor has a seat at the table now."""

    seated: bool


class LetWatch(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/shown: whether everybody may watch a finished match."""

    agree: bool


class NewDevice(Struct, forbid_unknown_fields=True):
    """The body of POST /api/you/devices: what the visitor calls the device to be added."""

    label: Annotated[str, Meta(max_length=24)] = ""


class JoinDevice(Struct, forbid_unknown_fields=True):
    """The body of POST /api/you/devices/join: a code, and whether one's own matches pass on."""

    code: Word
    merge: bool = False


class EraseMe(Struct, forbid_unknown_fields=True):
    """The body of POST /api/you/erase: the word that says that it is meant."""

    confirm: Word


class Proposal(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of POST /api/games/{game}/check: a table to check before it is set up."""

    seats: Annotated[int, Meta(ge=1, le=8)] | None = None
    options: Options = {}
    choices: Choices = {}
    first: Annotated[
        dict[Word, Annotated[list[Action], Meta(max_length=MAX_FIRST_ACTIONS)]],
        Meta(max_length=8),
    ] = {}  # the first actions of each seat, by letter
    cards: Word = ""  # as for a new table


class CardText(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of POST /api/cards/{game}: a card file."""

    cards: str  # TOML


class CardEdit(Struct, forbid_unknown_fields=True, frozen=True):
    """One change of a card file.

    `set` gives a value, `write` the text of one as TOML, `note` the source of one; `reset` goes
    back to ours; `drop` takes a component out and `keep` puts it back; `add` makes a new one with
    the values of another, or with the usual ones.
    """

    where: CardPlace
    does: Literal["set", "write", "note", "reset", "drop", "keep", "add"]
    value: Any = None
    text: Annotated[str, Meta(max_length=CARD_TEXT)] = ""
    like: Annotated[str, Meta(max_length=64)] = ""  # the key of the component that is copied


class CardDraft(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of POST /api/cards/{game}/check and /album: a card file, and changes to it."""

    cards: str  # TOML
    edits: Annotated[list[CardEdit], Meta(max_length=400)] = []


class LessonMoves(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of POST /api/learn/{game}: the learner's moves so far."""

    moves: Annotated[list[Action], Meta(max_length=60)]


# -- answers: games -------------------------------------------------------------------------------


class Agent(Struct):
    """A bot that can play a game."""

    name: str
    line: str  # how it plays, and which amount its name may give
    label: str = ""  # how it plays, in a few words


class Option(Struct):
    """An option of a game, with everything a form needs to offer it."""

    name: str
    default: bool | int | str
    kind: str  # bool, choice, int or text
    values: str  # the values it takes, in words
    text: str
    clause: str
    secret: bool  # hidden from the other seats
    choices: list[str]
    low: int
    high: int
    also: dict[str, int]  # words for numbers outside the range


class GameFacts(Struct):
    """A game, its options, and the bots that can play it."""

    id: str
    title: str
    line: str
    minutes: str  # how long a match takes, in words such as '5 to 10'
    seats: list[int]  # possible numbers of seats
    default_seats: int
    daily: bool  # has a challenge of the day
    guide: bool  # has a guided first match
    rules: int  # version of the rules
    data: str  # hash of the card data
    options: list[Option]
    seat_options: list[Option]
    agents: list[Agent]
    opponent: str  # the agent that plays if none is named


class ComponentValue(Struct):
    """A value of a component and its source."""

    value: Any
    source: str
    label: str = ""  # its name on screens
    note: str = ""  # what a card file says of the source
    clause: str = ""  # that states the value


class Component(Struct):
    """A card, a die or a board, with its values."""

    section: str
    key: str
    values: dict[str, ComponentValue]


class Rules(Struct):
    """The rules of a game, clause by clause, and every component value with its source."""

    id: str
    title: str
    markdown: str
    clauses: dict[str, str]
    guide: bool  # has a guided first match
    verbs: dict[str, list[str]]  # the clauses about an action, by its first words
    components: list[Component]
    cards: CardsName | None = None  # that the values come from; None for the game's own


class SourcedValue(Struct):
    """A value of a component in the card's full view."""

    label: str
    value: Any
    source: str  # in words
    own: bool  # whether it comes from a card file
    note: str  # what the card file says of the source
    clause: str  # that states the value; '' if none does


class CardValues(Struct):
    """Every value with its source, by component, such as card.jab."""

    game: str
    hash: str  # of the card file; '' for the game's own cards
    title: str
    components: dict[str, list[SourcedValue]]


class CardFault(Struct):
    """What is wrong with a card file, and where; a warning does not keep it from being played."""

    where: str
    text: str
    warning: bool


class KeptCards(Struct):
    """A card file that is kept in this hall; `faults` are warnings."""

    game: str
    hash: str
    title: str
    faults: list[CardFault]


class CardLine(Struct):
    """A card file in a visitor's list."""

    game: str
    hash: str
    title: str
    created: str
    house: bool  # offered to everybody by the hall


class CardFileText(Struct):
    """A card file with its text in TOML."""

    game: str
    hash: str
    title: str
    cards: str


class GalleryFacts(Struct):
    """All components that a player can choose from, drawn as on the table."""

    id: str
    title: str
    zones: list[Zone]
    facts: list[Facts]
    cards: CardsName | None = None  # that the components come from; None for the game's own


class RuleFault(Struct):
    """A rule that a proposal breaks, in one sentence, with its clause."""

    text: str
    clause: str
    seat: str = ""  # the seat concerned, if there is one


class CheckResult(Struct):
    """Whether a table can be set up as proposed; `error` and `clause` repeat the first fault."""

    ok: bool
    error: str = ""
    clause: str = ""
    faults: list[RuleFault] = []
    seats: dict[str, Appraisal] = {}  # how each seat's choices fare with every rule


# -- answers: cards of one's own ------------------------------------------------------------------


class CardWord(Struct, frozen=True):
    """One word of a closed list, such as an effect; the example is TOML."""

    name: str
    help: str
    example: str


class CardField(Struct, frozen=True):
    """One value of a component: its label, and what may stand there."""

    name: str
    label: str
    help: str
    kind: str  # number, text, flag, choice, list, table or fixed
    low: int
    high: int
    choices: list[str]
    optional: bool  # may be taken away
    usual: str  # of a new component, as TOML; '' if it must be stated
    words: list[CardWord]


class CardValue(Struct, frozen=True):
    """A value, also as TOML, with its source, the clause that states it, and the owner's note."""

    value: Any
    text: str
    source: str
    clause: str = ""
    note: str = ""


class CardRow(Struct, frozen=True):
    """A component: its values by field."""

    key: str
    values: dict[str, CardValue]
    added: bool = False  # none of ours
    dropped: bool = False
    away: list[str] = []  # values of ours that are taken away
    note: str = ""  # where its values come from


class CardSection(Struct, frozen=True):
    """One kind of component; an open section takes further ones."""

    name: str
    title: str
    help: str
    open: bool
    most: int
    fields: list[CardField]
    rows: list[CardRow]


class CardForm(Struct, frozen=True):
    """What may stand in a card file of a game, and our own values."""

    game: str
    title: str
    sources: dict[str, str]  # what each source means
    sections: list[CardSection]


class CardAlbum(Struct, frozen=True):
    """A card file after its changes, its faults, and all components drawn with it."""

    cards: str  # TOML
    title: str
    source: str
    faults: list[CardFault]
    unread: list[CardFault]  # changes that could not be made, and why
    rows: dict[str, list[CardRow]]  # what the file says, by section
    zones: list[Zone]
    drawn: bool  # whether the zones could be drawn; not with every fault


class CardChange(Struct, frozen=True):
    """A value that differs from ours, both as TOML; '' is none."""

    where: str
    ours: str
    theirs: str


class CardCheck(Struct, frozen=True):
    """The faults of a card file, and what differs from ours."""

    title: str
    faults: list[CardFault]
    changed: list[CardChange]


class LessonFrame(Struct, frozen=True):
    """A step of a guided first match: the table and the guide's words."""

    frame: SceneFrame
    say: str
    cites: list[str]  # the clauses the words refer to
    point: list[str]  # ids in the Scene to look at
    accept: list[str]  # the actions asked for; empty if any will do
    step: int  # counted from 1
    of: int
    done: bool


# -- answers: tables ------------------------------------------------------------------------------


class CreatedTable(Struct):
    """A new table and the links for the people who are invited."""

    id: str
    invites: list[Invite]


class TableId(Struct):
    """The id of a table."""

    id: str


class OpenSeat(Struct):
    """A seat of an open table."""

    name: str
    who: str  # 'free', 'person', or the name of an agent


class OpenTable(Struct):
    """A table with a free seat, as everybody in the hall may see it."""

    id: str
    game: str
    title: str
    clock: str  # in words; '' for none
    options: list[str]  # those that differ from the default, in words
    seats: list[OpenSeat]
    since: str
    mine: bool  # whether the visitor set it up
    cards: CardsName | None = None  # those it is played with; None for the game's own


class MatchLine(Struct):
    """A match in a visitor's list."""

    id: str
    game: str
    title: str
    names: list[str]
    players: list[str]  # 'person' or the name of an agent
    mine: list[int]  # the visitor's seats
    yours: bool  # whether it is the visitor's turn
    over: bool
    created: str
    ended: str
    outcome: str  # won, lost or drawn; '' while it runs, or with several seats
    result: str  # in a sentence
    shared_deal: str  # id of the deal that others play, too; '' if it is not shared


class MatchPage(Struct):
    """One page of a visitor's matches, and how many there are in all."""

    page: int
    pages: int
    total: int
    rows: list[MatchLine]


class DealPromise(Struct):
    """The hall's promise about a deal, given before it is made, and the cards it is made from."""

    commitment: str  # sha256 of the seed, in hex; '' if nothing is promised
    dealt: bool
    shared: bool  # whether others get the same deal
    game: str
    cards: CardsName | None  # those the table is played with; None for the game's own


class FairnessCheck(Struct):
    """Whether every entry of chance follows from the promised seed and the players' bits."""

    result: str  # fair, unfair, or unknown
    text: str  # the result in a sentence
    commitment: str
    seed: str
    bits: list[str]  # of every seat; '' where none were given


class ParAnswer(Struct):
    """The solver's result on the same deal; '' while it plays."""

    par: str


class KeyMoment(Struct):
    """A step of the replay at which much changed, and what happened there."""

    step: int
    text: str


class KeyMoments(Struct):
    """The key moments of a match as the visitor saw it; empty while they are looked for."""

    moments: list[KeyMoment]
    view: str  # the seat that saw them, or 'spectator'


class CoachProgress(Struct):
    """How far the coach's report is, in percent; -1 if nobody has asked for it."""

    progress: int


@dataclass(frozen=True)
class CoachReport(Report):
    """The coach's report; `mine` are the visitor's seats."""

    mine: list[int]


# -- answers: shared deals ------------------------------------------------------------------------


class DealId(Struct):
    """The id of a deal that others can play."""

    id: str


class DealResult(Struct):
    """How a match of a shared deal ended for its player."""

    name: str
    outcome: str  # won, lost or drawn
    score: float  # 0 to 1
    result: str  # in a sentence
    facts: str  # the table at the end, in words
    ended: str
    table: str  # where it was played; '' for the house
    mine: bool


class SharedDeal(Struct):
    """A shared deal. Its results are only for visitors who have finished or waived it."""

    id: str
    game: str
    title: str
    day: str  # of a daily challenge; otherwise ''
    seat: int  # the person's
    names: list[str]
    players: list[str]  # 'person' or the name of an agent
    options: list[str]  # those that differ from the default, in words
    since: str
    people: int  # how many have a result that counts
    table: str  # where the visitor plays or has played it; '' if nowhere
    state: str  # of the visitor: new, running, finished or waived
    results: list[DealResult] | None
    par: DealResult | None  # None while it is computed
    fault: str  # why there is no par
    cards: CardsName | None = None  # those it is played with; None for the game's own


# -- answers: what the hall has of a visitor -------------------------------------------------------


class DeviceLine(Struct):
    """A device of a visitor."""

    id: str  # the beginning of the hash of its token
    label: str  # as the visitor called it; '' for none
    added: str  # the day; '' if only the cookie knows it
    seen: str  # the day
    here: bool  # whether it is the one that asks


class YourData(Struct):
    """What the hall keeps of a visitor, counted."""

    matches: int  # with a seat of theirs, or set up by them
    running: int
    names: list[str]  # that they gave in their latest matches
    cards: int  # card files in their list
    deals: int  # whose results they saw without playing
    shown: int  # matches that they let everybody watch
    devices: list[DeviceLine]


class DeviceCode(Struct):
    """A code that adds one device, once, and the link that has it."""

    code: str
    url: str
    seconds: int  # for which it can be used


class JoinedDevice(Struct):
    """How many matches a device brought along to the visitor it joined."""

    matches: int


class ErasedVisitor(Struct):
    """How many matches were deleted, and how many others keep, without the visitor."""

    deleted: int
    left: int


class ExportedMatch(Struct):
    """A match of a visitor, as far as they may know it."""

    id: str
    game: str
    title: str
    names: list[str]
    seats: list[str]  # the visitor's; none if they only set it up
    created: str
    ended: str  # '' while it runs
    shown: bool  # whether they let everybody watch it
    records: list[str]  # the whole one once it is over; before that one for each seat
    fault: str  # why it cannot be read; '' if it can


class YourExport(Struct):
    """Everything that the hall keeps of a visitor."""

    made: str
    devices: list[DeviceLine]
    names: list[str]
    deals: list[str]  # whose results they saw without playing
    cards: list[CardFileText]
    matches: list[ExportedMatch]


# -- answers: replays -----------------------------------------------------------------------------


class UploadedRecord(Struct):
    """The replay of a record that was uploaded."""

    id: str
    game: str
    title: str


class ShownMatch(Struct):
    """A finished match that all its players show to everybody."""

    id: str
    game: str
    title: str
    names: list[str]
    result: str  # in a sentence
    ended: str
    minutes: int  # from setting up the table to the end


class ShownPage(Struct):
    """One page of the matches shown to everybody, and how many there are in all."""

    page: int
    pages: int
    total: int
    rows: list[ShownMatch]


class ReplayFacts(Struct, frozen=True):
    """A replay, apart from its frames."""

    id: str
    game: str
    title: str
    names: list[str]
    view: int
    mine: list[int]
    over: bool
    uploaded: bool  # it came as a file; there was no table here
    players: list[str]  # 'person' or the name of an agent; 'record' if it was uploaded
    origin: Origin | None  # the match and step from which this one goes on
    cards: CardsName | None = None  # those it was played with; None for the game's own


if TYPE_CHECKING:
    SceneChanges = dict[str, Any]
else:  # a Scene in which every field is optional
    PARTS = get_type_hints(Scene) | {"zones": tuple[Zone | int, ...]}
    SceneChanges = defstruct(
        "SceneChanges", [(name, PARTS[name] | UnsetType, UNSET) for name in PARTS]
    )
    SceneChanges.__doc__ = """The changes of a Scene since the frame before.

    A missing field has not changed; a number stands for the zone that was at that place."""


class ReplayFrame(Struct, frozen=True):
    """One entry of a replay and the changes it made."""

    entry: str  # as the viewer saw it; '' before the first
    story: list[str]  # the sentences this entry added
    scene: SceneChanges
    bot: bool  # whether a bot made this move for a person


class Replay(Struct):
    """A match entry by entry, as one viewer saw it."""

    facts: ReplayFacts
    frames: list[ReplayFrame]


# -- answers: the hall ----------------------------------------------------------------------------


class ErrorAnswer(Struct):
    """Why a request was refused, in one sentence; with the clause if a rule of the game says so."""

    error: str
    clause: str = ""
    faults: list[CardFault] = []  # of a card file, all of them


class Health(Struct):
    """`status` is 'ok', or 'no store' if nothing can be saved now."""

    status: str
    version: str
    tables: int  # in memory
    store: bool
    protocol: int


class LaneHealth(Struct):
    """Jobs of one kind; `waited` are the seconds that the next one has waited."""

    running: int
    waiting: int
    waited: float


class PoolHealth(Struct):
    """Worker processes of one pool; the jobs they do only where the hall shows its metrics."""

    name: str
    wanted: int
    alive: int
    replaced: int
    killed: int  # of these by the hall
    busy: int | None = None
    lanes: dict[str, LaneHealth] = {}


class HallHealth(Struct):
    """`status` is 'ok', 'degraded', or 'down' if nothing can be saved; `reasons` say why."""

    status: str
    live: bool
    ready: bool
    reasons: list[str]
    version: str
    tables: int  # in memory
    connections: int
    held: int  # steps that held the event loop for too long
    free: int  # bytes on the disk of the store, in hundreds of MB; -1 if unknown
    pools: list[PoolHealth]


class Live(Struct):
    """The hall answers."""

    live: bool
