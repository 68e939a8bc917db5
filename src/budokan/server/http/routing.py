"""Addresses under /api: each stands beside what it takes and gives, and openapi.py reads that."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from starlette.routing import Route

PARAMETER = re.compile(r"{(\w+)(?::\w+)?}")
COMMON = (403, 503)  # another site or name; a store that cannot be reached
OF_A_BODY = (400, 413, 415)


class Fault(Struct):
    """Why something is not done, in one sentence; the clause if the rules of a game say so."""

    error: str
    clause: str = ""


class Text:
    """An answer in plain text."""


class Described(Route):
    """An address under /api. Its endpoint's docstring is its summary.

    `gives` is a struct (or any type msgspec knows), `Text`, or one of these for each status;
    `faults` are the statuses of refusals beyond those every such address has; `query` has the
    words of the query parameters, all of them optional.
    """

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        method: str = "GET",
        *,
        gives: Any,
        takes: Any = None,
        query: Mapping[str, str] | None = None,
        faults: tuple[int, ...] = (),
    ) -> None:
        super().__init__(path, endpoint, methods=[method])
        self.method, self.takes, self.query = method, takes, dict(query or {})
        self.gives: dict[int, Any] = gives if isinstance(gives, dict) else {200: gives}
        self.summary = (endpoint.__doc__ or "").strip().partition("\n")[0]
        self.parameters: list[str] = PARAMETER.findall(path)
        bad = (400,) * bool(self.query) + (404,) * bool(self.parameters)
        body = OF_A_BODY if takes is not None else ()
        self.faults = tuple(sorted({*COMMON, *bad, *body, *faults} - set(self.gives)))

    @property
    def plain_path(self) -> str:
        """The path with its parameters as OpenAPI writes them."""
        return PARAMETER.sub(r"{\1}", self.path)
