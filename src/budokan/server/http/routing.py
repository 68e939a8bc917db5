"""Routes under /api, each declared with the types it takes and gives; openapi.py reads them."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from starlette.routing import Route

PARAMETER = re.compile(r"{(\w+)(?::\w+)?}")
# Another site or host name; too many requests; the store cannot be reached.
COMMON_FAULTS = (403, 429, 503)
BODY_FAULTS = (400, 413, 415)


class Text:
    """A body in plain text."""


class Svg:
    """A picture in SVG."""


class Png:
    """A picture in PNG."""


# The content types of bodies without a schema.
MEDIA: dict[Any, str] = {Text: "text/plain", Svg: "image/svg+xml", Png: "image/png"}


class ApiRoute(Route):
    """A route under /api. The docstring of its endpoint is its summary.

    `takes` is the type of the body. `gives` is the type of the answer, or one for each status.
    Types are those of the protocol (or any that msgspec knows), or those of `MEDIA`. `query`
    describes the query parameters, all optional. `faults` are statuses of refusals beyond the
    common ones.
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
        body = BODY_FAULTS if takes is not None else ()
        self.faults = tuple(sorted({*COMMON_FAULTS, *bad, *body, *faults} - set(self.gives)))

    @property
    def plain_path(self) -> str:
        """The path with its parameters as OpenAPI writes them."""
        return PARAMETER.sub(r"{\1}", self.path)
