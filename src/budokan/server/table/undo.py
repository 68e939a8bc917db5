"""Going back to one's own last move, by consent of all other people at the table."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from budokan import protocol
from budokan.kit.contract import SPECTATOR
from budokan.kit.errors import IllegalAction
from budokan.kit.notation import SEATS
from budokan.server.table.commands import MAX_ENTRIES
from budokan.store.erasure import GONE

if TYPE_CHECKING:
    from budokan.server.table.table import Loaded, Table, Viewer

LATE = "Nobody asks you to go back now; the match has moved on."


@dataclass
class Request:
    """A player's question whether the match may go back to their last move."""

    seat: int
    move: int  # the entries before it
    ply: int  # of a spectator: the request ends when the match moves on
    waiting: set[int]  # seats of people who have not answered
    declined: set[int] = field(default_factory=set)

    @property
    def id(self) -> int:
        """The same question has the same id, also after a restart, and no other one has it."""
        return self.ply * len(SEATS) + self.seat


class UndoRequests:
    """The one open request of a table. All methods require the table's lock."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self._last: Request | None = None
        self._closed: set[int] = set()  # moves about which nobody may ask again

    def facts(self, loaded: "Loaded") -> protocol.UndoRequest | None:
        """The request that was made since the match last moved on."""
        found = self._current(loaded)
        if found is None:
            return None
        return protocol.UndoRequest(
            found.id, found.seat, sorted(found.waiting), sorted(found.declined)
        )

    def may_ask(self, loaded: "Loaded", seat: int) -> bool:
        """Whether a seat can ask now."""
        return not self._why_not(loaded, seat)

    async def ask(self, loaded: "Loaded", seat: int) -> None:
        """Ask all other people; go back at once if there are none."""
        if why := self._why_not(loaded, seat):
            raise IllegalAction(why)
        match, others = loaded.match, self._others(loaded, seat)
        move = match.way_back(seat)
        assert move is not None
        if not others:
            await self.table.change(loaded, lambda m: m.undo(seat))
            return
        self._last = Request(seat, move, match.ply(SPECTATOR), others)
        self.table.tell()

    async def answer(
        self, loaded: "Loaded", viewer: "Viewer", message: protocol.AnswerUndo
    ) -> None:
        """Note an answer; go back when all have agreed. Who asked may withdraw."""
        found = self._current(loaded)
        if found is None or found.id != message.id or found.declined:
            raise IllegalAction(LATE)
        own, withdraws = found.waiting & set(viewer.mine), found.seat in viewer.mine
        if not own and not (withdraws and not message.agree):
            raise IllegalAction("You have answered already.")
        if not message.agree:
            self._closed.add(found.move)
            found.declined = own or {found.seat}
            self.table.tell()
            return
        if found.waiting == own:  # kept as it is until the way back is saved
            await self.table.change(loaded, lambda m: m.undo(found.seat))
            return
        found.waiting -= own
        self.table.tell()

    def _current(self, loaded: "Loaded") -> Request | None:
        found, match = self._last, loaded.match
        if found is None or match.over or found.ply != match.ply(SPECTATOR):
            return None
        return found

    def _others(self, loaded: "Loaded", seat: int) -> set[int]:
        """The seats of other people; those of bots need not be asked."""
        holders = self.table.holders
        who = holders.get(seat, ("", False))[0]
        people = {s: holders.get(s, ("", False))[0] for s in loaded.clocks.people}
        return {s for s, other in people.items() if other != who and not other.startswith(GONE)}

    def _why_not(self, loaded: "Loaded", seat: int) -> str:
        """Why a seat cannot ask now; '' if it can. Nothing hidden decides it."""
        match, current = loaded.match, self._current(loaded)
        if match.over:
            return "The match is over; no move can be undone."
        if current is not None and not current.declined:
            return "Somebody asks to undo a move already."
        if loaded.shared or self.table.deal:
            return "Others play the same deal; no move can be undone here."
        if loaded.clocks.stand_ins:
            return "No move can be undone while a bot plays for somebody."
        if match.ply(SPECTATOR) >= MAX_ENTRIES:
            return "This match is too long to undo a move."
        move = match.way_back(seat)
        if move is None:
            return "Your last move cannot be undone: something was drawn or revealed since."
        return "You have asked about this move already." if move in self._closed else ""
