"""Match records: readable text, one entry a line, chained by hashes so that damage is noticed.

budokan-record 1
game: "udaka"
…
(empty line)
1 * first B ~3f9a0c12
2 A pair 7 ~77b1e0d4
end 2 entries, scores 1 0 ~90ab34cd
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from budokan.kit import options
from budokan.kit.contract import CHANCE, SPECTATOR
from budokan.kit.editions import recorded
from budokan.kit.entries import TAKEBACK, Entry, entry_text, parse_entry
from budokan.kit.errors import Refusal, shortened_path
from budokan.kit.game import Game, Setup, find
from budokan.kit.notation import seat_mark
from budokan.match.chance import is_bits, new_seed
from budokan.match.match import CodedMatch, Origin

FORMAT = 1
MAGIC = "budokan-record"
RESUMED = "resumed:"  # prefix of the new seed of a match whose own seed is secret
HEADER = {
    "game": str,
    "rules": int,
    "data": str,
    "seats": int,
    "options": dict,
    "choices": list,
    "overlay": dict,
    "names": list,
}


BEGIN = Entry(CHANCE, TAKEBACK)  # marks the start of a replay; no match contains it


@dataclass(frozen=True)
class Record:
    """A parsed record with an unbroken chain; its entries are not replayed yet."""

    header: dict[str, Any]
    entries: list[tuple[int, str]]  # line number and text
    over: bool


def header(match: CodedMatch, viewer: int | None = None) -> dict[str, Any]:
    """The header of a match. The seed appears once it is over, secrets only if the viewer knows."""
    setup = match.setup if viewer is None else match.game.veil(match.setup, viewer)
    fields = {
        "game": match.game.id,
        "rules": match.begun[1].rules,
        "data": setup.data.hash,
        "seats": setup.seats,
        "options": options.recorded(setup.options, match.begun[1].rules),
        "choices": [options.values(choice) for choice in setup.choices],
        "overlay": dict(setup.overlay),
        "names": list(match.names[: setup.seats]),
    }
    if not match.assists:
        fields["assists"] = False
    if match.origin:
        fields["origin"] = asdict(match.origin)
    if match.commitment:
        fields["commitment"] = match.commitment
    if match.over and viewer is None:
        fields["seed"] = match.seed
        if any(match.bits) or (match.commitment and match.bits):
            fields["bits"] = list(match.bits)
    if viewer is not None:
        fields["viewer"] = "spectator" if viewer == SPECTATOR else seat_mark(viewer)
    return fields


def write(match: CodedMatch, viewer: int | None = None) -> str:
    """The record of a match: complete, or as a viewer saw it."""
    entries = match.entries if viewer is None else match.seen(viewer)
    texts = [entry_text(match.notation, entry) for entry in entries]
    if match.over:
        scores = " ".join(f"{score:g}" for score in match.scores())
        last = f"end {len(texts)} entries, scores {scores}"
    else:
        last = f"so far {len(texts)} entries"
    return "".join(_lines(header(match, viewer), texts, last))


def _lines(fields: dict[str, Any], texts: Iterable[str], last: str) -> Iterator[str]:
    top = [f"{MAGIC} {FORMAT}"] + [f"{key}: {json.dumps(value)}" for key, value in fields.items()]
    yield "\n".join([*top, "", ""])
    link = _hash("", "\n".join(top))
    for number, text in enumerate(texts, 1):
        link = _hash(link, f"{number} {text}")
        yield f"{number} {text} ~{link}\n"
    yield f"{last} ~{_hash(link, last)}\n"


def _hash(link: str, text: str) -> str:
    return hashlib.sha256(f"{link}\n{text}".encode()).hexdigest()[:8]


def load(path: Path) -> Record:
    """Read a record file; a refusal names the line that was damaged or edited."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise Refusal(
            f"Cannot read the record {shortened_path(path)}: {error.strerror}."
        ) from error
    except UnicodeDecodeError as error:
        raise Refusal(f"{path} is not a match record: it is not text.") from error
    return parse(text, str(path))


def parse(text: str, where: str = "the record") -> Record:
    """Parse a record and check its chain; blank lines may follow it."""
    lines = text.splitlines()
    while lines and not lines[-1].strip():
        lines.pop()
    fields, body = _header(lines, where)
    link = _hash("", "\n".join(lines[: body - 1]))
    entries: list[tuple[int, str]] = []
    for number, line in enumerate(lines[body:], body + 1):
        said, _, mark = line.rpartition(" ~")
        link = _hash(link, said)
        if mark != link:
            raise Refusal(
                f"{where}, line {number}: this line, or one before it, was damaged or edited."
            )
        if said.startswith(("end ", "so far ")):
            if number != len(lines):
                raise Refusal(f"{where}, line {number + 1}: nothing may follow the closing line.")
            return Record(fields, entries, said.startswith("end "))
        entries.append((number, said.partition(" ")[2]))
    raise Refusal(
        f"{where}, line {len(lines)}: the closing line is missing; the file was cut short."
    )


def _header(lines: list[str], where: str) -> tuple[dict[str, Any], int]:
    magic, _, version = (lines or [""])[0].partition(" ")
    if magic != MAGIC or not version.isdecimal() or len(version) > 9:
        raise Refusal(f"{where}, line 1: this is not a match record.")
    if int(version) > FORMAT:
        raise Refusal(
            f"{where} has record format {version}, but this Budokan reads only up to "
            f"{FORMAT}; install a newer one."
        )
    fields: dict[str, Any] = {}
    for number, line in enumerate(lines[1:], 2):
        if not line:
            return check_header(fields, where), number
        key, _, value = line.partition(": ")
        try:
            fields[key] = json.loads(value)
            json.dumps(fields[key], ensure_ascii=False, allow_nan=False).encode()
        except (ValueError, RecursionError) as error:
            raise Refusal(f"{where}, line {number}: cannot read {line[:80]!r}.") from error
    raise Refusal(f"{where}: the header does not end; the file was cut short.")


def check_header(fields: dict[str, Any], where: str) -> dict[str, Any]:
    """The fields of a header, if it has all that a match needs; else refused."""
    for key, kind in HEADER.items():
        if type(fields.get(key)) is not kind:
            raise Refusal(f"{where}: the header lacks {key!r}, or it is not a {kind.__name__}.")
    names = fields["names"]
    if len(names) != fields["seats"] or not all(type(name) is str for name in names):
        raise Refusal(f"{where}: in the header 'names' must have one name for each seat.")
    if type(fields.get("assists", True)) is not bool:
        raise Refusal(f"{where}: in the header 'assists' is neither true nor false.")
    _origin(fields, where)
    for key in ("seed", "commitment"):
        if type(fields.get(key, "")) is not str:
            raise Refusal(f"{where}: in the header {key!r} is not text.")
    bits = fields.get("bits", [])
    if type(bits) is not list or not all(given == "" or is_bits(given) for given in bits):
        raise Refusal(f"{where}: in the header 'bits' is not a list of hexadecimal digits.")
    if len(bits) not in (0, fields["seats"]):
        raise Refusal(f"{where}: in the header 'bits' must have one place for each seat.")
    return fields


def _origin(fields: dict[str, Any], where: str) -> Origin | None:
    """The match that a record continues."""
    given = fields.get("origin")
    if given is None:
        return None
    kinds = {key: type(value) for key, value in given.items()} if type(given) is dict else {}
    if kinds != {"match": str, "step": int}:
        raise Refusal(f"{where}: in the header 'origin' is not a match and a step.")
    return Origin(**given)


def replay(
    record: Record, where: str = "the record", begins: tuple[Game, Setup] | None = None
) -> Iterator[tuple[CodedMatch, Entry]]:
    """Replay a record: yield the match before the first entry (with BEGIN) and after each one.

    `begins` is what `begun` gives, if that is known already.
    """
    match = _match_at_start(record, where, begins or begun(record.header, where))
    yield match, BEGIN
    for number, text in record.entries:
        try:
            entry = parse_entry(match.notation, match.setup.seats, text)
            match.replay(*entry)
        except Refusal as error:
            raise Refusal(f"{where}, line {number}: {error}") from error
        yield match, entry
    if record.over and not match.over:
        raise Refusal(f"{where} says that the match is over, but its entries do not end it.")


def begun(fields: Mapping[str, Any], where: str = "the record") -> tuple[Game, Setup]:
    """The game and the setup that a match with this header began with."""
    if "viewer" in fields:
        raise Refusal(f"{where} shows only what {fields['viewer']} saw; it cannot be replayed.")
    game = recorded(find(fields["game"]), fields["rules"], fields["data"], fields["overlay"], where)
    choices = dict(enumerate(fields["choices"]))
    return game, game.setup(fields["seats"], fields["options"], choices, fields["overlay"])


def _match_at_start(record: Record, where: str, begins: tuple[Game, Setup]) -> CodedMatch:
    fields = record.header
    seed = fields.get("seed") or RESUMED + new_seed()
    assists, origin = fields.get("assists", True), _origin(fields, where)
    shown = fields.get("commitment", "") if fields.get("seed") else ""  # of another seed
    bits = tuple(fields.get("bits", ()))
    return CodedMatch(*begins, fields["names"], seed, assists, origin, shown, bits)


def restore(record: Record, where: str = "the record") -> CodedMatch:
    """The match a record leads to, under corrected rules if those of the record were wrong."""
    *_, (match, _) = replay(record, where)
    match.correct()
    return match
