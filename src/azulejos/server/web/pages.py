"""The browser app: the files of one folder, and a page for every address in it.

The files are read when the server starts and looked up by name, so no path leads out of the
folder. Texts are compressed when they are first asked for, and never again.
"""

from functools import cached_property
from gzip import compress
from hashlib import sha256
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from azulejos.server.web.errors import refuse
from azulejos.server.web.shrinking import takes_gzip

INDEX: Final = "/index.html"
_GAME: Final = "/game.html"
"""The page for the address of a game: it names the parts of the table, so that all come at once."""
NOT_BUILT: Final = "The browser game is not built here: run `make web`, then start again.\n"
_ASSETS: Final = "/assets/"
"""Files whose names change with what is in them."""
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ASK_AGAIN: Final = "no-cache"
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
_TEXTS: Final = frozenset(
    {".css", ".html", ".js", ".json", ".map", ".svg", ".txt", ".wasm", ".webmanifest"}
)


def built_pages() -> Path:
    """Return the folder the browser app is built into."""
    return Path(str(files("azulejos") / "web"))


class _File:
    """A file of the app, ready to be sent."""

    def __init__(self, path: str, body: bytes) -> None:
        suffix = PurePosixPath(path).suffix.lower()
        self._body = body
        self._is_text = suffix in _TEXTS
        self.tag = f'W/"{sha256(body).hexdigest()[:32]}"'
        self.headers = {
            "Content-Type": _TYPES.get(suffix, "application/octet-stream"),
            "Cache-Control": _FOR_EVER if path.startswith(_ASSETS) else _ASK_AGAIN,
            "ETag": self.tag,
        }
        if self._is_text:
            self.headers["Vary"] = "Accept-Encoding"

    @cached_property
    def _small(self) -> bytes:
        return compress(self._body, mtime=0)

    def answer(self, headers: Headers, *, with_body: bool) -> Response:
        """Return the file, or that the caller has it already."""
        known = [tag.strip() for tag in headers.get("if-none-match", "").split(",")]
        if self.tag in known or self.tag.removeprefix("W/") in known or "*" in known:
            kept = {k: v for k, v in self.headers.items() if k != "Content-Type"}
            return Response(status_code=304, headers=kept)
        body, said = self._body, dict(self.headers)
        if self._is_text and takes_gzip(headers) and len(self._small) < len(body):
            body, said["Content-Encoding"] = self._small, "gzip"
        said["Content-Length"] = str(len(body))
        return Response(body if with_body else b"", headers=said)


class Pages:
    """Answers for every path that is no route of the API."""

    def __init__(self, folder: Path, missing: ASGIApp) -> None:
        self._missing = missing
        self._files: dict[str, _File] = {}
        for file in folder.rglob("*"):
            if file.is_file():
                path = f"/{file.relative_to(folder).as_posix()}"
                self._files[path] = _File(path, file.read_bytes())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        path = self._find(scope["path"]) if scope["type"] == "http" else None
        if path is None:
            await self._missing(scope, receive, send)
        else:
            await self._answer(scope, path)(scope, receive, send)

    def _find(self, path: str) -> str | None:
        """Return the file that a path shows: itself, or the page for its address."""
        if path in self._files:
            return path
        first, last = path.split("/", 2)[1:2], path.rsplit("/", 1)[-1]
        if first in (["api"], ["assets"]) or "." in last:
            return None
        return _GAME if path.startswith("/game/") and _GAME in self._files else INDEX

    def _answer(self, scope: Scope, path: str) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return refuse(405, "method", "Method Not Allowed", headers={"Allow": "GET, HEAD"})
        if path not in self._files:
            return PlainTextResponse(NOT_BUILT, 503)
        return self._files[path].answer(Headers(scope=scope), with_body=scope["method"] == "GET")
