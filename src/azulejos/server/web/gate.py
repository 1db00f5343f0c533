"""The gate every request passes: who may knock, how often, with how much; what goes out."""

import asyncio
import logging
from ipaddress import ip_address
from time import perf_counter
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from azulejos.errors import LimitError
from azulejos.server.config import Config
from azulejos.server.limits import Limiter
from azulejos.server.metrics import Metrics
from azulejos.server.web.errors import answer, refuse

_LOG: Final = logging.getLogger("azulejos.access")
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_METHODS: Final = _SAFE | {"DELETE", "PATCH", "POST", "PUT"}
_PATIENCE: Final = 20.0
"""Seconds a client may take to send a request of a few kilobytes."""
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self';"
    " media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Gate:
    """Wraps the app: refuses what should not come in, and marks what goes out."""

    def __init__(self, app: ASGIApp, config: Config, metrics: Metrics) -> None:
        self._app = app
        self._config = config
        self._metrics = metrics
        self._limiter = Limiter(config.address_rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = perf_counter(), 500

        async def marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._mark(scope, MutableHeaders(scope=message))
            await send(message)

        try:
            await self._pass(scope, receive, marked)
        finally:
            self._note(scope, status, perf_counter() - began)

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if not self._is_our_host(headers.get("host", "")):
            await refuse(421, "host", "this server does not go by that name")(scope, receive, send)
            return
        if scope["method"] not in _SAFE and not self._is_our_origin(headers):
            await refuse(403, "origin", "this request comes from another site")(
                scope, receive, send
            )
            return
        try:
            self._limiter.take(address_of(scope))
        except LimitError as error:
            await answer(error)(scope, receive, send)
            return
        if scope["method"] in _SAFE:
            await self._app(scope, receive, send)
            return
        body = await self._read(receive)
        if body is None:
            limit = self._config.max_body
            await refuse(413, "limit", f"more than {limit} bytes, or too slow")(
                scope, receive, send
            )
            return
        await self._app(scope, _again(body, receive), send)

    def _is_our_host(self, host: str) -> bool:
        """Names only a browser tricked by its name server would use are refused."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
        except ValueError:
            return False
        if name in ("localhost", self._config.host, self._config.public_host):
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    def _is_our_origin(self, headers: Headers) -> bool:
        """Return whether a write comes from our own pages; programs say who they are instead."""
        origin = headers.get("origin")
        if "authorization" in headers or origin is None:
            return headers.get("sec-fetch-site") in (None, "same-origin", "none")
        if origin == self._config.public_url:
            return True
        return urlsplit(origin).netloc == headers.get("host")

    async def _read(self, receive: Receive) -> bytes | None:
        """Read the whole body, None if it is too large or does not come."""
        body = bytearray()
        try:
            async with asyncio.timeout(_PATIENCE):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        return None
                    body += message.get("body", b"")
                    if len(body) > self._config.max_body:
                        return None
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            return None

    def _mark(self, scope: Scope, headers: MutableHeaders) -> None:
        for name, value in _HEADERS.items():
            headers[name] = value
        if scope["path"].startswith("/api/"):
            headers.setdefault("Cache-Control", "no-store")
        if self._config.is_secure:
            headers["Strict-Transport-Security"] = "max-age=31536000"

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count and log a request: its route, never its query, which may hold a key."""
        route = getattr(scope.get("route"), "path", "other")
        method = scope["method"] if scope["method"] in _METHODS else "OTHER"
        if not route.endswith("/events"):
            self._metrics.count(method, route, status, seconds)
        _LOG.info("%s %s %d %.1f ms", method, route, status, seconds * 1000)


def address_of(scope: Scope) -> str:
    """Return where a request comes from."""
    client = scope.get("client")
    return client[0] if client else "unknown"


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a receiver that hands out a body that was read, then what comes after it."""
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again
