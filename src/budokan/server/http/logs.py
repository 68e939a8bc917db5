"""The hall's log on stderr: one event a line, never anything that players hide.

Tokens, keys, seeds, hands and the texts of unexpected errors, which might contain them, are not
logged; the place of an error in the code is. Who connects is told only if the host asks for it.
"""

import asyncio
import json
import logging
import re
import secrets
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from budokan.store.store import StoreError

LOG = logging.getLogger("budokan.hall")
FORMS = ("plain", "json")
LOGGED_BY_US = "Exception in ASGI application"  # uvicorn repeats errors that on_fault has logged
ADDRESS = "client"  # the fact that has the address of a client
VALUES = re.compile(r"[<('\"{\[%:=].*", re.DOTALL)  # from here on a message may have values
PLACE = re.compile(r'^ +File "(.+)", line (\d+), in (.+)$', re.MULTILINE)


_shown = {ADDRESS: False}


def note(event: str, **facts: str | int) -> None:
    """Log an event; only the JSON form shows it."""
    LOG.info(event, extra={"facts": facts})


def fault(what: str, error: BaseException, **facts: str | int) -> str:
    """Log an error; returns the fault number under which the log has it."""
    number = secrets.token_hex(4)
    LOG.error(what, exc_info=error, extra={"facts": {**facts, "fault": number}})
    return number


def log_unhandled(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error in a task nobody awaited; asyncio itself would log the error's text."""
    error, what = context.get("exception"), without_values(str(context["message"]))
    if error is None:
        LOG.error(what)
    else:
        fault(what, error)


def without_values(message: str) -> str:
    """The first words of a message that other code made; what follows might be anything."""
    return VALUES.sub("", message).strip()


def start(form: str, addresses: bool = False) -> None:
    """Log to stderr: 'json' every event, 'plain' only warnings and errors."""
    _shown[ADDRESS] = addresses
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else PlainLines())
    handler.addFilter(lambda record: not str(record.msg).startswith(LOGGED_BY_US))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    LOG.setLevel(logging.INFO if form == "json" else logging.WARNING)


def facts_of(record: logging.LogRecord) -> dict[str, Any]:
    """The facts of a log record, as plain values."""
    facts: dict[str, Any] = dict(getattr(record, "facts", {}))
    if not _shown[ADDRESS]:
        facts.pop(ADDRESS, None)
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return facts
    return {"fault": secrets.token_hex(4), **facts, "errors": list(errors(error))}


def event_of(record: logging.LogRecord) -> str:
    """What happened; of the words of other packages only those without values."""
    ours = record.name.partition(".")[0] == LOG.name.partition(".")[0]
    return record.getMessage() if ours else without_values(str(record.msg))


def errors(error: BaseException) -> Iterator[dict[str, Any]]:
    """The kinds and places of an error, of its parts and of its causes."""
    trace = [f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__)]
    for remote in getattr(error, "__notes__", []):  # of a worker
        trace += [f"{file}:{line} {name}" for file, line, name in PLACE.findall(remote)]
    found = {"kind": type(error).__name__, "trace": trace}
    if isinstance(error, (OSError, StoreError)):
        found["text"] = str(error)  # the disk, the network
    yield found
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield from errors(part)
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from errors(before)


class JsonLines(logging.Formatter):
    """One JSON document a line."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": at, "level": record.levelname.lower(), "event": event_of(record)}
        return json.dumps({**line, **facts_of(record)})


class PlainLines(logging.Formatter):
    """A sentence, and where in the code it happened."""

    def format(self, record: logging.LogRecord) -> str:
        facts = facts_of(record)
        line = f"{record.levelname}: {event_of(record)}"
        if "fault" in facts:
            line += f" (fault {facts['fault']})"
        for error in facts.get("errors", ()):
            places = "".join(f"\n    {place}" for place in error["trace"])
            line += f"\n  {error['kind']} {error.get('text', '')}".rstrip() + places
        if "stack" in facts:  # of a step that held the loop
            places = "".join(f"\n    {place}" for place in facts["stack"])
            line += f" for {facts['ms']} ms: {facts['what']}{places}"
        return line
