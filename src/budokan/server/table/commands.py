"""Commands: what a client's message does at a table. All of them require the table's lock."""

from typing import TYPE_CHECKING

from budokan import protocol
from budokan.kit.errors import IllegalAction, Refusal
from budokan.kit.notation import SEATS
from budokan.server.table import frames
from budokan.thinking.advice import Advice, question

if TYPE_CHECKING:
    from budokan.server.table.table import Loaded, Table, Viewer

MAX_ENTRIES = 4000  # then nothing can be taken back: a match is replayed when it is opened


async def carry_out(
    table: "Table", viewer: "Viewer", message: protocol.ClientMessage, loaded: "Loaded"
) -> None:
    """Carry out a message or refuse it; a click on an earlier choice only shows the table again."""
    if isinstance(message, protocol.Again):
        table.audience.show(viewer, loaded, whole=True)
        return
    seat, match = message.seat, loaded.match
    if seat not in viewer.mine:
        raise IllegalAction(f"You do not sit on seat {SEATS[seat]}.")
    if isinstance(message, protocol.Look):
        viewer.view = seat
        table.audience.show(viewer, loaded)
    elif isinstance(message, protocol.SayCourtesy):
        say_courtesy(table, viewer, message)
    elif not match.dealt:
        raise IllegalAction("The match begins when everybody has come.")
    elif isinstance(message, protocol.Concede):
        await table.change(loaded, lambda m: m.concede(seat))
    elif isinstance(message, protocol.ClaimSeat):
        await table.timeouts.claim(loaded, seat, message.from_seat)
    elif isinstance(message, protocol.TakeSeatBack):
        await table.timeouts.give_back(loaded, seat)
    elif seat in loaded.clocks.stand_ins:
        raise IllegalAction("A bot plays for you; take your seat back first.")
    elif isinstance(message, protocol.AnswerUndo):
        await table.undo_requests.answer(loaded, viewer, message)
    elif not table.is_fresh(match, seat, message.ply):
        table.audience.show(viewer, loaded)
    elif isinstance(message, protocol.AskUndo):
        await table.undo_requests.ask(loaded, seat)
    elif isinstance(message, protocol.AskHint):
        ask_hint(table, viewer, message, loaded)
    elif isinstance(message, protocol.Undo):
        await undo(table, seat, loaded)
    else:
        await act(table, seat, message.action, loaded)


async def act(table: "Table", seat: int, text: str, loaded: "Loaded") -> None:
    action = loaded.match.notation.parse(text)
    await table.change(loaded, lambda match: match.submit(seat, action))


async def undo(table: "Table", seat: int, loaded: "Loaded") -> None:
    if len(loaded.match.entries) >= MAX_ENTRIES:
        raise IllegalAction("This match is too long to take anything back.")
    await table.change(loaded, lambda match: match.takeback(seat))


def say_courtesy(table: "Table", viewer: "Viewer", message: protocol.SayCourtesy) -> None:
    """Tell everybody a courtesy; it is no part of the match."""
    words = table.courtesies.speak(viewer.visitor, message.id, table.scheduler.now())
    frame = protocol.CourtesyFrame(message.seat, message.id, words)
    table.audience.say(protocol.encode(frame))


def ask_hint(table: "Table", viewer: "Viewer", message: protocol.AskHint, loaded: "Loaded") -> None:
    """Start to search for a hint; if the table moves on, the hint is dropped."""
    seat = message.seat

    async def answer(found: Advice | Refusal) -> None:
        async with table.open() as loaded:
            match = loaded.match
            fresh = seat in match.acting and table.is_fresh(match, seat, message.ply)
            if isinstance(found, Refusal):
                viewer.outbox.put(protocol.encode(frames.refused_frame(found)))
            elif fresh and viewer.view == seat:  # otherwise another person may look by now
                viewer.outbox.put(protocol.encode(frames.hint_frame(match, seat, found)))

    if viewer in table.viewers:  # otherwise the connection is lost
        choice = (seat, message.ply)
        table.hints.ask(viewer, choice, lambda: question(loaded.match, seat), answer)
