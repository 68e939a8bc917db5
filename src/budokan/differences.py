"""Frames as differences: what a client that has one frame must be told to have the next.

The hall makes them and its clients merge them; the page does the same in `js/lib/merge.js`.
"""

from operator import attrgetter
from typing import Any

import msgspec

from budokan import protocol
from budokan.kit import scene_changes
from budokan.protocol import STORY, ChangeFrame, SceneFrame

PLAIN = ("ply", "view", "mine", "names", "story_length", "draft_length", "over")
PLAIN_VALUES = attrgetter(*PLAIN)
TAIL = ',"now":0,"number":0}'  # the end of every frame before it is sent


def body(frame: SceneFrame | ChangeFrame) -> str:
    """A frame as text, without its time and number."""
    return protocol.encode(frame).removesuffix(TAIL)


def finished(text: str, now: int, number: int) -> str:
    """Such a text with the time and the number it is sent with."""
    return f'{text},"now":{now},"number":{number}}}'


class GapError(Exception):
    """A change that does not follow on the frame one has."""


def changes(old: SceneFrame, new: SceneFrame) -> ChangeFrame:
    """What is new in a frame; its time and number are set when it is sent."""
    pairs = zip(PLAIN, PLAIN_VALUES(old), PLAIN_VALUES(new), strict=True)
    found = {name: now for name, before, now in pairs if before != now}
    if scene := scene_changes.changes(old.scene, new.scene):
        found["scene"] = scene
    if table := scene_changes.differing(old.table, new.table):
        found["table"] = table
    if old.story_length != new.story_length or old.story != new.story:
        found["story"] = _tail(old, new)
        found["story_length"] = new.story_length
    return ChangeFrame(**found)


def _tail(old: SceneFrame, new: SceneFrame) -> list[str]:
    """The last sentences of a story, from the first one that the old frame has otherwise."""
    first, known = new.story_length - len(new.story), old.story_length - len(old.story)
    if first < known:  # the old frame lacks the sentences before its own
        return new.story
    return new_sentences(old.story[first - known :], new.story)


def new_sentences(old: list[str], new: list[str]) -> list[str]:
    """The sentences of a story from the first one that was otherwise or missing before."""
    had = old[: len(new)]
    while had != new[: len(had)]:  # only the last ones ever differ
        had.pop()
    return new[len(had) :]


def merge(old: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The next frame, both as JSON has them; refused if the change follows on another one."""
    if change["number"] != old["number"] + 1:
        raise GapError
    found = {**old, **change, "t": old["t"]}
    if "scene" in change:
        found["scene"] = scene_changes.merge(old["scene"], change["scene"])
    if "table" in change:
        found["table"] = {**old["table"], **change["table"]}
    if "story" in change:
        found["story"] = _story(old, change["story"], found["story_length"])
    return found


def _story(old: dict[str, Any], tail: list[str], length: int) -> list[str]:
    first = old["story_length"] - len(old["story"])
    kept = old["story"][: max(0, length - len(tail) - first)]
    return [*kept, *tail][-STORY:]


class Reader:
    """A client's side of a connection with differences: what it heard, as whole frames."""

    def __init__(self) -> None:
        self._last: dict[str, Any] | None = None

    def whole(self, text: str | bytes, message: SceneFrame | ChangeFrame) -> SceneFrame:
        """The frame that a message leads to, given as text, too; a gap is refused."""
        told: dict[str, Any] = msgspec.json.decode(text)
        if isinstance(message, SceneFrame):
            self._last = told
            return message
        before, self._last = self._last, None
        if before is None:
            raise GapError
        self._last = merge(before, told)
        return msgspec.convert(self._last, SceneFrame)
