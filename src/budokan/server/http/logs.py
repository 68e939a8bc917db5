"""What the hall says about itself on stderr: one event a line, never what players hide.

Tokens, keys, seeds, hands and the words of unexpected errors, which might hold one of them, are not
written; the place of an error in the code is.
"""

import asyncio
import json
import logging
import re
import secrets
import sqlite3
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

LOG = logging.getLogger("budokan.hall")
FORMS = ("plain", "json")
TOLD_BY_US = "Exception in ASGI application"  # uvicorn repeats what on_fault has written
PLACE = re.compile(r'^ +File "(.+)", line (\d+), in (.+)$', re.MULTILINE)


def note(event: str, **facts: str | int) -> None:
    """Something happened; told only in JSON."""
    LOG.info(event, extra={"facts": facts})


def fault(what: str, error: BaseException, **facts: str | int) -> str:
    """Something went wrong; the number under which the log has it."""
    number = secrets.token_hex(4)
    LOG.error(what, exc_info=error, extra={"facts": {**facts, "fault": number}})
    return number


def unheard(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A fault that nobody waited for; asyncio would write down the words of the error."""
    error, what = context.get("exception"), str(context["message"])
    if error is None:
        LOG.error(what)
    else:
        fault(what, error)


def start(form: str) -> None:
    """Write everything to stderr: 'json' every event, 'plain' what needs somebody's attention."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else PlainLines())
    handler.addFilter(lambda record: not str(record.msg).startswith(TOLD_BY_US))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    LOG.setLevel(logging.INFO if form == "json" else logging.WARNING)


def facts_of(record: logging.LogRecord) -> dict[str, Any]:
    """What a record says, as plain values."""
    facts: dict[str, Any] = getattr(record, "facts", {})
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return dict(facts)
    return {"fault": secrets.token_hex(4), **facts, "errors": list(errors(error))}


def errors(error: BaseException) -> Iterator[dict[str, Any]]:
    """An error, what it is made of and what led to it: kinds and places."""
    trace = [f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__)]
    for remote in getattr(error, "__notes__", []):  # of a worker
        trace += [f"{file}:{line} {name}" for file, line, name in PLACE.findall(remote)]
    told = {"kind": type(error).__name__, "trace": trace}
    if isinstance(error, (OSError, sqlite3.Error)):
        told["text"] = str(error)  # the disk, the network
    yield told
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
        told = {"time": at, "level": record.levelname.lower(), "event": record.getMessage()}
        return json.dumps({**told, **facts_of(record)})


class PlainLines(logging.Formatter):
    """A sentence, and where in the code it happened."""

    def format(self, record: logging.LogRecord) -> str:
        facts = facts_of(record)
        told = f"{record.levelname}: {record.getMessage()}"
        if "fault" in facts:
            told += f" (fault {facts['fault']})"
        for error in facts.get("errors", ()):
            places = "".join(f"\n    {place}" for place in error["trace"])
            told += f"\n  {error['kind']} {error.get('text', '')}".rstrip() + places
        return told
