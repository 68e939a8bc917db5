"""A frame as viewers are told it: encoded when somebody needs it, whole or as what is new."""

from weakref import ref

from budokan import differences
from budokan.protocol import SceneFrame


class Told:
    """A frame that viewers have or will have. Each of its texts is made once."""

    def __init__(self, frame: SceneFrame) -> None:
        self.frame = frame
        self.timed = bool(frame.table.clock or frame.table.claims)
        self._whole = ""
        self._since: dict[ref[Told], str] = {}  # weak, or every frame would keep the one before

    def whole(self, now: int, number: int) -> str:
        """The whole frame, as sent at some time as this frame of a connection."""
        if not self._whole:
            self._whole = differences.body(self.frame)
        return differences.finished(self._whole, now, number)

    def since(self, before: "Told", now: int, number: int) -> str:
        """What is new to somebody who has another frame, or has this one already."""
        known = ref(before)
        found = self._since.get(known)
        if found is None:
            found = differences.body(differences.changes(before.frame, self.frame))
            self._since[known] = found
        return differences.finished(found, now, number)
