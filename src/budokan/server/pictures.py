"""Pictures of tables, drawn in another process; the latest are kept."""

import asyncio
import re
from functools import cache, partial
from hashlib import sha256
from typing import Literal, NamedTuple

from msgspec.json import encode

from budokan import picture
from budokan.kit.contract import SPECTATOR
from budokan.kit.errors import Refusal
from budokan.kit.game import find
from budokan.kit.scene import Scene
from budokan.match.match import CodedMatch
from budokan.picture.ink import Theme
from budokan.server.http.errors import TooSoonError
from budokan.server.replay import visible_entries
from budokan.server.table.frames import match_scene
from budokan.thinking.workers import NICE, Workers

Kind = Literal["svg", "png"]
KEPT = 60  # pictures in memory, 300 kB each at most
WAITING = 20  # pictures that may wait to be drawn
PREVIEW = (1200, 630)  # the size of a preview, which programs that show links expect
STEP = re.compile(r"[0-9]{1,9}")
LONGEST = 20.0  # seconds for one picture; a process that needs more is stuck, and is replaced
BUSY = "Many pictures are being drawn; try again later."
FAILED = "This picture cannot be drawn now; try again later."


class Order(NamedTuple):
    """A picture that is asked for; without a height it is as high as it needs to be."""

    scene: Scene
    kind: Kind
    theme: Theme = "light"
    width: int = picture.WIDTH
    height: int | None = None

    @property
    def key(self) -> str:
        """Equal orders have equal keys: the picture depends on nothing else."""
        return sha256(encode((self.scene, *self[1:]))).hexdigest()


def draw(order: Order) -> bytes:
    """The picture; runs in the worker."""
    scene, kind, theme, width, height = order
    drawn = picture.svg(scene, width=width, height=height, theme=theme)
    if kind == "svg":
        return drawn.encode()
    from budokan.server.raster import png

    return png(drawn)


class PictureJobs:
    """Draws pictures. Has a worker of its own, so that no opponent and no table waits for one."""

    def __init__(self) -> None:
        self._workers = Workers(1, NICE)
        self._drawing = asyncio.Lock()  # one at a time: waiting for others is no part of LONGEST
        self._tasks: dict[str, asyncio.Task[bytes]] = {}  # the latest asked for are last

    def knows(self, order: Order) -> bool:
        """Whether a picture is kept, or being drawn."""
        return order.key in self._tasks

    async def find(self, order: Order) -> bytes:
        """A picture; equal ones are drawn once. Refused while too many are waiting."""
        key = order.key
        task = self._tasks.pop(key, None)
        if task is None:
            pending = [each for each in self._tasks.values() if not each.done()]
            if len(pending) >= WAITING:
                raise TooSoonError(BUSY)
            task = asyncio.create_task(self._draw(order))
            task.add_done_callback(partial(self._drop_failed, key))
        self._tasks[key] = task
        self._forget()
        return await asyncio.shield(task)

    async def _draw(self, order: Order) -> bytes:
        try:
            async with self._drawing, asyncio.timeout(LONGEST):
                return await self._workers.run(draw, order)
        except (TimeoutError, Refusal) as error:  # it was stuck, or has died again and again
            raise TooSoonError(FAILED) from error

    def _drop_failed(self, key: str, task: "asyncio.Task[bytes]") -> None:
        """Forget a picture that was not drawn: the next one who asks may have better luck."""
        if task.cancelled() or task.exception() is not None:
            self._tasks.pop(key, None)

    def _forget(self) -> None:
        done = [key for key, task in self._tasks.items() if task.done()]
        for old in done[: max(0, len(self._tasks) - KEPT)]:
            del self._tasks[old]

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.close()


# -- scenes ---------------------------------------------------------------------------------------


def scene_at(match: CodedMatch, view: int, step: str) -> Scene:
    """The Scene after some of the entries that a viewer saw, as in the viewer's replay."""
    entries = visible_entries(match, view)
    if not STEP.fullmatch(step) or int(step) > len(entries):
        raise Refusal(f"This match has the steps 0 to {len(entries)}.")
    again = match.afresh()
    for entry, _ in entries[: int(step)]:
        again.replay(*entry)
    return match_scene(again, view)


@cache
def opening(game: str) -> Scene:
    """A deal of a game that nobody plays, as everybody may see it."""
    found = find(game)
    match = CodedMatch(found, found.setup(), seed="preview")
    match.begin()
    return match.scene(SPECTATOR)
