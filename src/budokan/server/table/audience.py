"""The audience of a table: its viewers in groups, and the frame that each group was told last.

Viewers who see the same form a group. A frame is built once for a group, and only when somebody
in it needs one. Players are told at once. Those who watch are told a few times a second at most,
the newest frame only, and a few sockets at a time, so that many of them hold up neither the players
nor other tables.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from budokan.kit.errors import Refusal
from budokan.server.table import frames
from budokan.server.table.told import Told

if TYPE_CHECKING:
    from budokan.server.table.table import Loaded, Table, Viewer

REST = 0.33  # seconds between two frames for those who watch
SLICE = 50  # sockets that are written to before others have their turn


class Group:
    """Viewers who are sent the same frames, and the latest of these."""

    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()
        self.told: Told | None = None
        self.handed_out: Told | None = None  # the latest that everybody who watches has

    @property
    def example(self) -> "Viewer":
        """Any of them; a group has one at least."""
        return next(iter(self.viewers))


class Audience:
    """The viewers of a table. Whatever builds a frame requires the table's lock."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.viewers: set[Viewer] = set()
        self._groups: dict[object, Group] = {}  # by all that their frames depend on
        self._keys: dict[Viewer, object] = {}
        self._behind = False  # whether those who watch may miss something
        self._round: asyncio.Task[None] | None = None  # tells those who watch
        self._saying: set[asyncio.Task[bool]] = set()

    # -- who is there -------------------------------------------------------------------------

    def add(self, viewer: "Viewer", loaded: "Loaded") -> None:
        self.viewers.add(viewer)
        self._group(viewer, loaded)

    def remove(self, viewer: "Viewer") -> None:
        self.viewers.discard(viewer)
        self._leave_group(viewer)

    def _group(self, viewer: "Viewer", loaded: "Loaded") -> Group:
        """The group of a viewer; they may look from another seat by now."""
        links = viewer.base if viewer.is_founder(loaded) else None
        key = (viewer.view, tuple(viewer.mine), links)
        if self._keys.get(viewer) != key:
            self._leave_group(viewer)
            self._keys[viewer] = key
            self._groups.setdefault(key, Group()).viewers.add(viewer)
        return self._groups[key]

    def _leave_group(self, viewer: "Viewer") -> None:
        key = self._keys.pop(viewer, None)
        if key is None:
            return
        group = self._groups[key]
        group.viewers.discard(viewer)
        if not group.viewers:
            del self._groups[key]

    # -- frames -------------------------------------------------------------------------------

    def show(
        self, viewer: "Viewer", loaded: "Loaded", *, again: bool = True, whole: bool = False
    ) -> None:
        """Send one viewer the table as it is now; `again` also if they have it already."""
        if viewer not in self.viewers:
            return  # the connection is lost
        group = self._group(viewer, loaded)
        self._renew(group, loaded)
        self._send(viewer, group, again=again, whole=whole)

    def tell(self, loaded: "Loaded") -> None:
        """Send the players what is new to them; those who watch get it soon."""
        for group in self._groups.values():
            if group.example.mine:
                self._renew(group, loaded)
                for viewer in group.viewers:
                    self._send(viewer, group)
            else:
                self._behind = True
        if self._behind and self._round is None:
            self._round = asyncio.create_task(self._tell_watchers())

    def _renew(self, group: Group, loaded: "Loaded") -> None:
        """Build the frame of a group; it keeps the one it has if that is equal."""
        frame = frames.scene_frame(self.table, loaded, group.example)
        if group.told is None or group.told.frame != frame:
            group.told = Told(frame)

    def _send(
        self, viewer: "Viewer", group: Group, *, again: bool = False, whole: bool = False
    ) -> bool:
        """Send a viewer the frame of their group; returns whether it was sent."""
        if group.told is None:
            return False
        now = self.table.scheduler.now() if group.told.timed else 0
        return viewer.outbox.show(group.told, now, again=again, whole=whole)

    # -- those who watch ----------------------------------------------------------------------

    async def _tell_watchers(self) -> None:
        """Tell those who watch what is new, and rest, until nothing is new.

        The rest follows only on something they were told: what is hidden from them, such as
        somebody's draft, must not delay what they see next.
        """
        try:
            while self._behind:
                self._behind = False
                with suppress(Refusal):  # the store fails; whoever plays is told so
                    if await self._renew_watchers() and await self._for_watchers(self._send_newest):
                        await asyncio.sleep(REST)
        finally:
            self._round = None

    async def _renew_watchers(self) -> bool:
        """Build the frames of those who watch; returns whether there is a new one."""
        async with self.table.open() as loaded:
            groups = [group for group in self._groups.values() if not group.example.mine]
            for group in groups:
                self._renew(group, loaded)
            new = [group for group in groups if group.told is not group.handed_out]
            for group in new:
                group.handed_out = group.told
            return bool(new)

    def _send_newest(self, viewer: "Viewer") -> bool:
        return self._send(viewer, self._groups[self._keys[viewer]])

    async def _for_watchers(self, do: "Callable[[Viewer], bool]") -> bool:
        """Do something for everybody who watches, with turns for others in between; returns
        whether it did anything."""
        watching, did = [viewer for viewer in self.viewers if not viewer.mine], False
        for at in range(0, len(watching), SLICE):
            for viewer in watching[at : at + SLICE]:
                did |= viewer in self.viewers and do(viewer)
            await asyncio.sleep(0)
        return did

    def say(self, text: str) -> None:
        """Send another message to everybody, to the players first."""
        for viewer in self.viewers:
            if viewer.mine:
                viewer.outbox.put(text)
        saying = asyncio.create_task(self._for_watchers(lambda each: each.outbox.put(text)))
        self._saying.add(saying)
        saying.add_done_callback(self._saying.discard)

    async def close(self) -> None:
        """Stop telling those who watch."""
        tasks: list[asyncio.Task[Any]] = [*self._saying, *([self._round] if self._round else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
