"""The page's JSDoc types have the same fields as the messages of the protocol."""

import dataclasses
import re
import types
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

import budokan
from budokan import protocol
from budokan.kit.scene import Scene, Zone

JS = Path(budokan.__file__).parent / "server" / "static" / "js"
TYPEDEF = re.compile(r"@typedef \{\{(.*?)\}\} (\w+)", re.DOTALL)
MESSAGES: dict[str, Any] = {
    "ClockFacts": protocol.ClockFacts,
    "Claim": protocol.Claim,
    "CardsName": protocol.CardsName,
    "Showing": protocol.Showing,
    "UndoRequest": protocol.UndoRequest,
    "ShownMatch": protocol.ShownMatch,
    "TableFacts": protocol.TableFacts,
    "SceneMessage": protocol.SceneFrame,
    "ReplayFacts": protocol.ReplayFacts,
    "LessonMessage": protocol.LessonFrame,
    "Tip": protocol.Tip,
    "HintMessage": protocol.HintFrame,
    "Option": protocol.Option,
    "GameInfo": protocol.GameFacts,
    "CardFault": protocol.CardFault,
    "CardWord": protocol.CardWord,
    "CardField": protocol.CardField,
    "CardValue": protocol.CardValue,
    "CardRow": protocol.CardRow,
    "CardSection": protocol.CardSection,
    "CardForm": protocol.CardForm,
    "CardAlbum": protocol.CardAlbum,
    "MatchLine": protocol.MatchLine,
    "OpenTable": protocol.OpenTable,
    "DeviceLine": protocol.DeviceLine,
    "YourData": protocol.YourData,
    "DealResult": protocol.DealResult,
    "SharedDeal": protocol.SharedDeal,
    "FairnessCheck": protocol.FairnessCheck,
}
NAMES = {**{kind: name for name, kind in MESSAGES.items()}, Zone: "Zone"}
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", Any: "any"}


def typedefs() -> dict[str, str]:
    """The body of every object type in the page's scripts, by name."""
    found: dict[str, str] = {}
    for path in sorted(JS.rglob("*.js")):
        text = re.sub(r"\n \*\s*", " ", path.read_text("utf-8"))
        found |= {name: body for body, name in TYPEDEF.findall(text)}
    return found


def split(body: str) -> list[str]:
    """The fields of an object type, without cutting nested ones apart."""
    parts, depth = [""], 0
    for letter in body:
        depth += (letter in "{[<") - (letter in "}]>")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def page_fields(body: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in split(body))
    return {name: kind.strip() for name, _, kind in pairs}


def js_type(kind: Any) -> str:
    """The page's name for a type of the protocol."""
    kind = kind.__origin__ if hasattr(kind, "__metadata__") else kind
    parts = get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if kind in NAMES or kind is Scene:
        return NAMES.get(kind, "Scene")
    if get_origin(kind) is list:
        return f"{js_type(parts[0])}[]"
    if get_origin(kind) is dict:
        return "any" if parts[1] is Any else f"Record<string, {js_type(parts[1])}>"
    if isinstance(kind, types.UnionType):
        known = [js_type(part) for part in parts if part is not type(None)]
        nullable = len(known) < len(parts)
        return known[0] + " | null" * nullable if len(known) == 1 else "any"
    return "{" + ", ".join(f"{name}: {of}" for name, of in fields(kind).items()) + "}"


def fields(kind: Any) -> dict[str, str]:
    """The fields of a message as the page must declare them."""
    hints = get_type_hints(kind, include_extras=True)
    dataclass = dataclasses.is_dataclass(kind)
    own = [each.name for each in dataclasses.fields(kind)] if dataclass else kind.__struct_fields__
    tag = getattr(getattr(kind, "__struct_config__", None), "tag", None)
    tagged = {"t": f'"{tag}"'} if tag else {}
    return tagged | {name: js_type(hints[name]) for name in own}


@pytest.mark.parametrize("name", MESSAGES)
def test_a_type_of_the_page_has_the_fields_of_its_message(name: str) -> None:
    assert page_fields(typedefs()[name]) == fields(MESSAGES[name])


def test_a_change_has_the_fields_of_its_message() -> None:
    """All of them may be missing but its time and number; what changed is merged, and so any."""
    page = page_fields(typedefs()["ChangeMessage"])
    assert [name.rstrip("?") for name in page] == ["t", *protocol.ChangeFrame.__struct_fields__]
    assert [name for name in page if not name.endswith("?")] == ["t", "now", "number"]
    whole = page_fields(typedefs()["SceneMessage"])
    merged = {"t": '"change"', "scene": "any", "table": "any"}
    assert {name.rstrip("?"): kind for name, kind in page.items()} == whole | merged


def test_a_replay_frame_has_its_fields() -> None:
    """The page merges the changes of a Scene, so its type of `scene` differs."""
    assert [*page_fields(typedefs()["ReplayFrame"])] == [*protocol.ReplayFrame.__struct_fields__]


def test_a_renamed_or_nullable_field_would_be_noticed() -> None:
    class Message(msgspec.Struct):
        seat: int
        clock: str | None

    assert fields(Message) == page_fields("seat: number, clock: string | null")
    assert fields(Message) != page_fields("seat: number, clock: string")
    assert fields(Message) != page_fields("place: number, clock: string | null")


def test_the_page_gives_the_number_of_this_protocol() -> None:
    link = (JS / "table" / "link.js").read_text("utf-8")
    assert f"const PROTOCOL = {protocol.PROTOCOL};" in link
