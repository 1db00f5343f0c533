"""Large JSON answers are compressed; event streams never are: each event goes out as it is."""

import asyncio
import re
from gzip import compress
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LARGE: Final = 4096
"""Below so many bytes an answer fits into a few packets as it is."""
_HUGE: Final = 128 * 1024
"""From here on compressing takes long enough for others to notice; it is done beside them."""
_LEVEL: Final = 4
"""Half the time of the usual level, and nearly as small."""

_NEVER: Final = re.compile(r"q\s*=\s*0(\.0*)?")


def takes_gzip(headers: Headers) -> bool:
    """Return whether a client can read gzip."""
    for offer in headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = offer.partition(";")
        if name.strip() in ("gzip", "*"):
            return _NEVER.fullmatch(weight.strip()) is None
    return False


class Shrinking:
    """Wraps the app: a large JSON answer goes out compressed to whoever can read that."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http" or not takes_gzip(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        start: Message | None = None

        async def shrunk(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_json(message):
                start = message
                return
            if start is not None:
                if not message.get("more_body", False):
                    message = await _shrink(start, message)
                await send(start)
                start = None
            await send(message)

        await self._app(scope, receive, shrunk)


def _is_json(start: Message) -> bool:
    headers = Headers(raw=start["headers"])
    is_plain = "content-encoding" not in headers
    return is_plain and headers.get("content-type", "").startswith("application/json")


async def _shrink(start: Message, message: Message) -> Message:
    body = message.get("body", b"")
    if len(body) < _LARGE:
        return message
    if len(body) < _HUGE:
        small = _compress(body)
    else:
        small = await asyncio.to_thread(_compress, body)
    headers = MutableHeaders(raw=start["headers"])
    headers["Content-Encoding"] = "gzip"
    headers["Content-Length"] = str(len(small))
    headers.add_vary_header("Accept-Encoding")
    return {**message, "body": small}


def _compress(body: bytes) -> bytes:
    # Without a time in it, so that the same answer is the same byte by byte.
    return compress(body, _LEVEL, mtime=0)
