"""Security: refuses other hosts and origins, and sets the headers of every answer."""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from budokan.server.http import logs

SAFE = ("GET", "HEAD")
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
NO_STORE = {**HEADERS, "cache-control": "no-store"}  # of an answer that nobody may cache


class SecurityMiddleware:
    """Refuses other hosts and origins, and puts the same headers on every answer."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = ()) -> None:
        self.app = app
        own = socket.gethostname().lower()
        self.hosts = {"localhost", own, f"{own}.local", *(host.lower() for host in hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
                if scope.get("scheme") == "https":
                    _secure(headers)
            await send(message)

        fault = self.fault(scope)
        if not fault:
            await self.app(scope, receive, send_with_headers)
            return
        logs.note("kept out", kind=scope["type"])
        if scope["type"] == "http":
            await JSONResponse({"error": fault}, 403)(scope, receive, send_with_headers)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": fault})

    def fault(self, scope: Scope) -> str:
        """Why a request is refused; '' if it is not."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            return "This hall does not answer to that host name."
        origin = headers.get("origin")
        # Browsers always send an origin with these; without one there are no cookies to steal.
        if origin is None or (scope["type"] == "http" and scope["method"] in SAFE):
            return ""
        return "" if _site(origin) == host else "This request comes from another site."

    def _is_ours(self, host: str) -> bool:
        """A name of this machine or an IP; any other name could be made to point here."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self.hosts
        return True


def _site(url: str) -> str:
    """The host and port of a URL; '' if it is none."""
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""


def _secure(headers: MutableHeaders) -> None:
    """Cookies that were set over TLS must never travel without it."""
    given = headers.getlist("set-cookie")
    del headers["set-cookie"]
    for cookie in given:
        headers.append("set-cookie", f"{cookie}; Secure")
