"""Static files: read once, sent from memory, cached by browsers until they change."""

import gzip
import hashlib
import mimetypes
import posixpath
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

STATIC = Path(__file__).parents[1] / "static"
FOREVER = "public, max-age=31536000, immutable"
_IMPORTED = re.compile(r'^(?:import|export|\}) ?[^"\n]*"(\.[\w./-]+\.js)";', re.MULTILINE)


class File(NamedTuple):
    """A file in memory, plain and gzipped."""

    body: bytes
    gzipped: bytes
    kind: str


@cache
def files() -> dict[str, File]:
    """All files by their path below the static folder."""
    found = sorted(path for path in STATIC.rglob("*") if path.is_file())
    return {path.relative_to(STATIC).as_posix(): read(path) for path in found}


def read(path: Path) -> File:
    body = path.read_bytes()
    kind = mimetypes.types_map.get(path.suffix, "application/octet-stream")
    return File(body, gzip.compress(body, mtime=0), kind)


@cache
def version() -> str:
    """A hash of all files: it changes when one of them does."""
    together = hashlib.sha256()
    for name, file in files().items():
        together.update(f"{name} {len(file.body)} ".encode() + file.body)
    return together.hexdigest()[:12]


def url(name: str) -> str:
    """The URL of a file, with the version, so that browsers need not ask whether it changed."""
    return f"/static/{version()}/{name}"


@cache
def modules(name: str) -> tuple[str, ...]:
    """The paths of a script and of all scripts it imports, the nearest first."""
    needed = [f"js/{name}.js"]
    for each in needed:
        folder = posixpath.dirname(each)
        for other in _IMPORTED.findall(files()[each].body.decode()):
            path = posixpath.normpath(f"{folder}/{other}")
            if path not in needed:
                needed.append(path)
    return tuple(needed)


async def send(request: Request) -> Response:
    """Send a file; the URL of an older version gets today's, which the browser does not cache."""
    file = files().get(request.path_params["path"])
    if file is None:
        raise HTTPException(404)
    headers = {
        "cache-control": FOREVER if request.path_params["version"] == version() else "no-cache",
        "vary": "accept-encoding",
    }
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.body, headers=headers, media_type=file.kind)
    headers["content-encoding"] = "gzip"
    return Response(file.gzipped, headers=headers, media_type=file.kind)


ROUTES: list[BaseRoute] = [Route("/static/{version}/{path:path}", send)]
