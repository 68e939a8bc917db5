"""Fair deals of a hall elsewhere: its promise, our bits, and the check at the end."""

import json
import secrets
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.request import OpenerDirector, ProxyHandler, build_opener

import msgspec

from budokan import protocol
from budokan.kit.errors import Refusal
from budokan.match import record
from budokan.match.chance import is_bits
from budokan.match.fairness import Verdict, verify
from budokan.terminal.hosts import saves

MOST = 200  # tables remembered
PATIENCE = 10.0  # seconds
LIMIT = 4 * 1024 * 1024  # bytes of an answer


@dataclass(frozen=True)
class Given:
    """The commitment that the hall showed first, and the bits given after that."""

    commitment: str
    bits: str


def give(opener: OpenerDirector, base: str, table: str) -> Given | None:
    """Ask for the commitment, then choose bits for the deal; None if the deal takes none."""
    try:
        body = get(opener, f"{base}/api/tables/{table}/deal")
        promise = msgspec.json.decode(body, type=protocol.DealPromise)
    except (HTTPException, OSError, ValueError):
        return None  # a hall without fair deals
    kept = _load().get(f"{base}/{table}")
    if kept or promise.dealt or not promise.commitment:
        return kept
    given = Given(promise.commitment, secrets.token_hex(16))
    _remember(f"{base}/{table}", given)
    return given


def check(base: str, table: str, given: Given) -> Verdict | None:
    """Whether a finished match kept the promise; computed here, not by the hall."""
    try:
        text = get(build_opener(ProxyHandler({})), f"{base}/api/tables/{table}/record")
        return verify(record.parse(text), "the record", given.commitment, given.bits)
    except (HTTPException, OSError, ValueError, Refusal):
        return None


def get(opener: OpenerDirector, address: str) -> str:
    with opener.open(address, timeout=PATIENCE) as answer:
        body: bytes = answer.read(LIMIT)
    return body.decode()


def _load() -> dict[str, Given]:
    found: dict[str, Any] = {}
    with suppress(OSError, ValueError):
        found = json.loads((saves.folder() / "deals.json").read_text("utf-8"))
    with suppress(AttributeError, TypeError):
        given = {name: Given(**each) for name, each in found.items()}
        return {name: each for name, each in given.items() if is_bits(each.bits)}
    return {}


def _remember(name: str, given: Given) -> None:
    """Remember the bits; the check at the end needs them."""
    kept = {**_load(), name: given}
    latest = {key: vars(kept[key]) for key in list(kept)[-MOST:]}
    path = saves.folder() / "deals.json"
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)
        path.write_text(json.dumps(latest), "utf-8")
