"""The screen in a closed vocabulary: what lies where, what may be picked, and why not.

A game's view/table.py fills it in; web and terminal draw it; neither knows a rule. Sentences are
for people: whatever decides how something is drawn or sounds is a word of a Literal below.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

Layout = Literal["row", "fan", "pile", "grid", "hex", "track", "overlap", "panel"]
Shape = Literal["card", "token", "die", "pawn", "cube", "slot"]
Role = Literal["hit", "ward", "gain", "safe", "plain"]
Mark = Literal[
    "pending", "covered", "moved", "hidden", "spent", "ghost", "pairs", "on", "met", "unmet"
]
Place = Literal["far", "left", "centre", "right", "near", "rail"]
Direction = Literal["f", "fl", "fr", "l", "r", "b", "stay"]  # seen from the piece's owner
LineRole = Literal["threat", "sow", "push", "aim"]
# Rows of words and numbers; shares as bars; how many of each: in a row of signs, as small boxes
# (or a table where they are too many), or as a list that stays folded.
FactForm = Literal["table", "bars", "tally", "boxes", "list"]
Room = Literal["", "table", "lanes", "ring", "road", "body"]  # the drawing under a board
# How a card is drawn: as a playing card, with two sides at its foot, with directions, as two
# halves of which the left one stays visible, as a blow to be stopped, with a price, or in words.
CardForm = Literal["words", "playing", "sides", "compass", "half", "blow", "skill"]
# What a track counts: points that are won, health that is lost, damage that is taken, or the
# few points that are stored and spent.
Meter = Literal["gauge", "score", "health", "damage"]
Fate = Literal["", "hits", "stopped"]  # the outcome of a blow
Icon = Literal[
    "", "punch", "kick", "lock", "headbutt", "move", "defense", "energy", "heart", "sword", "coin",
    "skull", "undo", "chi", "rage",
]  # fmt: skip
# The ink figures.
Motif = Literal[
    "", "backfist", "backkick", "backround", "bamboo", "blaze", "blitz", "block", "bow", "boxer",
    "breath", "burst", "calm", "crane", "drunken", "fake", "flying", "focus", "front", "guard",
    "guardian", "harmony", "high", "jab", "knee", "light", "mantis", "mountain", "parry", "rest",
    "reverse", "river", "root", "round", "shades", "side", "slip", "spirit", "stillwater", "sumo",
    "throw", "thunder", "tiger", "turn", "turtle", "wall", "wave", "will",
]  # fmt: skip
# What is seen to happen: somebody points at a piece; a card is laid; a card turns over; a blow
# lands, is stopped, or hits nothing; points are lost or won; dice roll; a fighter steps; other
# pieces move; cards are drawn; the board is cleared; a round ends.
BeatKind = Literal[
    "point", "play", "turn", "strike", "block", "miss", "lose", "gain", "roll", "step", "move",
    "draw", "clear", "stop",
]  # fmt: skip
COUNTERS: tuple[FactForm, ...] = ("tally", "boxes", "list")
UNDRAWN = ("playing", "blow")  # forms of cards that need no figure


class Part(Struct, frozen=True, kw_only=True, gc=False):
    """One term of a sum shown live: 2 cards + 1 exposed."""

    label: str
    value: int


class Preview(Struct, frozen=True, kw_only=True, gc=False):
    """A forecast: damage dealt and taken or tokens gained, a note, an alarm, and the sum."""

    give: int | None = None
    take: int | None = None
    gain: int | None = None  # below zero: lost
    note: str = ""
    alarm: str = ""
    sum: tuple[Part, ...] = ()
    fate: Fate = ""


class Refused(Struct, frozen=True, kw_only=True, gc=False):
    """Why a piece cannot be picked now, and the clause that says so."""

    text: str
    clause: str


class Corner(Struct, frozen=True, kw_only=True, gc=False):
    """A value printed on a piece, with its role and its sign."""

    value: str
    role: Role = "plain"
    label: str = ""
    icon: Icon = ""


class Arrow(Struct, frozen=True, kw_only=True, gc=False):
    """A direction printed on a card: an attack, a defence, or a step with its modifier."""

    to: Direction
    value: str = ""
    role: Role = "plain"


class Piece(Struct, frozen=True, kw_only=True, gc=False):
    """Something that lies on the table. Hidden pieces take their id from their place.

    A slot is an empty place; on a cell it speaks for that cell, as with a refusal.
    """

    id: str
    shape: Shape = "card"
    face: str = ""  # what it is, as a key of the game; '' is a back or an empty slot
    form: CardForm = "words"
    motif: Motif = ""
    name: str = ""
    kind: str = ""  # tint
    condition: str = ""  # the condition on the left half of a card
    text: str = ""
    corners: tuple[Corner, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    steps: tuple[Arrow, ...] = ()
    designed: bool = False  # carries a designed value
    own: bool = False  # carries a value from a card file
    component: str = ""  # the row of the card data it shows, as section and key: card.jab
    badge: str = ""
    copies: int = 1  # equal cards that lie on each other, as one
    marks: tuple[Mark, ...] = ()
    owner: int | None = None
    spot: str = ""  # the cell of a grid, hex or drawing
    facing: int | None = None  # degrees, counterclockwise from the viewer's right
    turned: bool = False
    mirrored: bool = False
    step: int = 0  # number on a path or in an order
    preview: Preview | None = None
    refused: Refused | None = None


class TrackMark(Struct, frozen=True, kw_only=True, gc=False):
    """A picture or a line on a square of a track."""

    square: int
    icon: Icon = ""
    role: Role = "plain"
    line: bool = False


class Zone(Struct, frozen=True, kw_only=True, gc=False):
    """A place for pieces; a panel holds further zones."""

    id: str
    layout: Layout = "row"
    title: str = ""
    owner: int | None = None
    pieces: tuple[Piece, ...] = ()
    zones: tuple["Zone", ...] = ()
    place: Place = "centre"  # where on the screen it belongs
    spot: str = ""  # its place on the drawing of the panel around it
    kind: str = ""  # tint
    motif: Motif = ""  # who or what it is about
    note: str = ""
    step: int = 0  # number in an order
    chips: tuple[Corner, ...] = ()  # short words about the owner, such as effects in force
    marks: tuple[Mark, ...] = ()
    preview: Preview | None = None
    refused: Refused | None = None
    count: int | None = None  # cards in a pile of which few are drawn; a number after a title
    cells: tuple[str, ...] = ()  # of a grid or hex, in reading order
    width: int = 0  # of a grid its columns, of a hex its longest row
    room: Room = ""
    meter: Meter = "gauge"
    at: int | None = None  # where the cube of a track stands; a score may lie beyond the end
    length: int = 0
    track: tuple[TrackMark, ...] = ()
    threat: int = 0  # squares that may be lost; on a track with marks those the cube may pass
    gain: int = 0  # squares that may be won
    designed: bool = False  # a track whose squares are designed
    own: bool = False  # a track whose squares come from a card file


class Line(Struct, frozen=True, kw_only=True, gc=False):
    """A stroke between two ids: a threat, a sowing step, a push, an aim."""

    start: str
    end: str
    role: LineRole
    step: int = 0
    label: str = ""
    shown_for: str = ""  # drawn only while this id is pointed at


class Fact(Struct, frozen=True, kw_only=True, gc=False):
    """One row of facts: words, and bars for shares."""

    cells: tuple[str, ...]
    roles: tuple[Role, ...] = ()  # one for each cell
    bars: tuple[tuple[str, float], ...] = ()  # label and share, side by side
    strong: bool = False


class Facts(Struct, frozen=True, kw_only=True, gc=False):
    """A small table, a distribution or a counter beside the board."""

    title: str
    form: FactForm = "table"
    head: tuple[str, ...] = ()
    rows: tuple[Fact, ...] = ()
    note: str = ""


class Button(Struct, frozen=True, kw_only=True, gc=False):
    """A choice that has no piece: Rest, Stop, Reveal, Keep."""

    id: str
    label: str
    primary: bool = False
    preview: Preview | None = None
    refused: Refused | None = None


class Prompt(Struct, frozen=True, kw_only=True, gc=False):
    """The question to the viewer, or what the table waits for."""

    question: str
    note: str = ""


class Choice(Struct, frozen=True, kw_only=True, gc=False):
    """A legal action: its text, its words, and the paths of ids that mean it."""

    action: str
    label: str
    paths: tuple[tuple[str, ...], ...]
    preview: Preview | None = None


class Change(Struct, frozen=True, kw_only=True, gc=False):
    """A change of the scene on the screen: a piece is laid or leaves, a track moves."""

    zone: str = ""  # where the piece is laid, or the track that moves
    piece: Piece | None = None  # laid in the zone; it replaces the one with the same id
    gone: str = ""  # the id of a piece that leaves
    at: int | None = None  # where the track stands now


class Beat(Struct, frozen=True, kw_only=True, gc=False):
    """One thing that is seen to happen after a move, drawn on the scene before it."""

    kind: BeatKind
    seat: int  # who does it
    target: int | None = None  # to whom it is done
    text: str = ""  # in a short sentence
    amount: int | None = None  # points or damage
    role: Role = "plain"
    pieces: tuple[str, ...] = ()  # the ids that act
    values: tuple[str, ...] = ()  # the faces of dice
    changes: tuple[Change, ...] = ()
    ms: int = 0  # how long it lasts at the normal pace; set by the kit


class Happened(Struct, frozen=True, kw_only=True, gc=False):
    """What the latest move led to, as the viewer saw it.

    The beats belong on the scene that the viewer had at the ply `since`; a client that shows
    another scene leaves them out.
    """

    since: int
    beats: tuple[Beat, ...] = ()
    line: str = ""  # what happened since the viewer's own last turn, in words and sums


class Scene(Struct, frozen=True, kw_only=True, gc=False):
    """The whole table as one viewer may see it."""

    game: str
    viewer: int
    acting: tuple[int, ...]
    prompt: Prompt
    zones: tuple[Zone, ...]
    choices: tuple[Choice, ...] = ()
    buttons: tuple[Button, ...] = ()
    lines: tuple[Line, ...] = ()
    facts: tuple[Facts, ...] = ()
    happened: Happened | None = None
    auto: str = ""  # the only choice, if taking it at once tells others nothing hidden
    phases: tuple[str, ...] = ()
    phase: int = 0
    status: str = ""  # mode, round or turn, for the bar
    summary: str = ""  # the board in one sentence
    result: str = ""  # the result in one sentence
    cards: str = ""  # the title of the card file, if it is played with one


def zones(scene: Scene) -> Iterator[Zone]:
    """All zones, nested ones included."""
    waiting = list(scene.zones)
    while waiting:
        zone = waiting.pop(0)
        yield zone
        waiting[:0] = zone.zones


def ids(scene: Scene) -> list[str]:
    """The ids of everything that can be pointed at."""
    found = [button.id for button in scene.buttons]
    for zone in zones(scene):
        found += [zone.id, *(piece.id for piece in zone.pieces), *zone.cells]
    return found


def cell_name(cell: str) -> str:
    """The last part of a cell's id: 7 of box.7, b3 of ring-b3."""
    return cell.replace("-", ".").rpartition(".")[2]


def hex_rows(cells: int, longest: int) -> list[int]:
    """The lengths of the rows: a whole hexagon if the numbers fit, else equal rows."""
    least = (longest + 1) // 2
    rows = [*range(least, longest), *range(longest, least - 1, -1)]
    if sum(rows) == cells:
        return rows
    return [min(longest, cells - at) for at in range(0, cells, longest)]


def apply_beat(scene: Scene, beat: Beat) -> Scene:
    """The scene with the changes of a beat."""
    for change in beat.changes:
        gone = change.piece.id if change.piece else change.gone
        scene = replace(scene, zones=tuple(_changed(zone, change, gone) for zone in scene.zones))
    return scene


def _changed(zone: Zone, change: Change, gone: str) -> Zone:
    pieces = tuple(piece for piece in zone.pieces if piece.id != gone)
    hit = zone.id == change.zone
    if hit and change.piece:
        ids = [piece.id for piece in zone.pieces]
        place = ids.index(gone) if gone in ids else len(pieces)
        pieces = (*pieces[:place], change.piece, *pieces[place:])
    inner = tuple(_changed(each, change, gone) for each in zone.zones)
    at = change.at if hit and change.at is not None else zone.at
    return replace(zone, pieces=pieces, zones=inner, at=at)


def lit(choices: Iterable[Choice], picked: tuple[str, ...]) -> set[str]:
    """The ids that continue some choice after the picked ones."""
    n = len(picked)
    return {
        path[n]
        for choice in choices
        for path in choice.paths
        if len(path) > n and path[:n] == picked
    }


def chosen(choices: Iterable[Choice], picked: tuple[str, ...]) -> Choice | None:
    """The choice whose path is complete, if any."""
    return next((choice for choice in choices if picked in choice.paths), None)


def faults(scene: Scene) -> list[str]:
    """What is wrong with a scene: unknown words, doubled ids, paths that mean two things."""
    known = ids(scene)
    wrong = [f"id {name!r} stands twice" for name in sorted(set(known)) if known.count(name) > 1]
    paths = [(path, choice.action) for choice in scene.choices for path in choice.paths]
    wrong += [f"choice {c.action!r} has no path" for c in scene.choices if not c.paths]
    for path, action in paths:
        wrong += [f"path of {action!r} uses unknown id {p!r}" for p in path if p not in known]
    ordered = sorted(paths)  # a path that begins another stands right before one it begins
    for (path, action), (other, meaning) in pairwise(ordered):
        if other[: len(path)] == path:
            wrong.append(f"path {path} of {action!r} begins path {other} of {meaning!r}")
    for line in scene.lines:
        used = filter(None, (line.start, line.end, line.shown_for))
        wrong += [f"a line uses unknown id {p!r}" for p in used if p not in known]
    for zone in zones(scene):
        cells = set(zone.cells)
        lost = [piece.spot for piece in zone.pieces if cells and piece.spot not in cells]
        wrong += [f"zone {zone.id!r} has no cell {spot!r}" for spot in lost]
    return wrong + unknown_words(scene) + undrawn(zones(scene))


def undrawn(found: Iterable[Zone]) -> list[str]:
    """Cards and fighters that need a figure and have none."""
    pieces = [piece for zone in found for piece in zone.pieces]
    figures = [
        piece
        for piece in pieces
        if piece.shape == "pawn"
        or (piece.shape == "card" and piece.face and piece.form not in UNDRAWN)
    ]
    return [f"{piece.shape} {piece.id!r} has no motif" for piece in figures if not piece.motif]


def unknown_words(thing: object) -> list[str]:
    """Words outside the closed vocabulary, anywhere in a part of a scene."""
    wrong, kind = [], type(thing).__name__
    for name, known in _vocabulary(kind).items():
        value = getattr(thing, name)
        for each in value if isinstance(value, tuple) else (value,):
            if each not in known:
                wrong.append(f"{kind}.{name} has no word {each!r}")
    for name in _parts(kind):
        value = getattr(thing, name)
        for each in value if isinstance(value, tuple) else (value,):
            if each is not None:
                wrong += unknown_words(each)
    return wrong


@cache
def _vocabulary(kind: str) -> dict[str, tuple[str, ...]]:
    """The fields of a class that hold words of a closed set, with those words."""
    hints = {name: _single(hint) for name, hint in get_type_hints(globals()[kind]).items()}
    return {name: get_args(hint) for name, hint in hints.items() if get_origin(hint) is Literal}


@cache
def _parts(kind: str) -> tuple[str, ...]:
    """The fields of a class that hold other parts of a scene."""
    hints = get_type_hints(globals()[kind])
    return tuple(name for name, hint in hints.items() if _is_part(_single(hint)))


def _single(hint: Any) -> Any:
    """The type of one value: X of tuple[X, ...] and of X | None."""
    inner = [each for each in get_args(hint) if each not in (..., type(None))]
    return inner[0] if inner and get_origin(hint) is not Literal else hint


def _is_part(hint: Any) -> bool:
    return isinstance(hint, type) and hint.__module__ == __name__
