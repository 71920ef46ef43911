"""The local server of the page: static files, and answers as streams of JSON lines."""

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import FrameType

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from uvicorn.protocols.http.h11_impl import H11Protocol

from galaxies_asp.play.workers import Workers

STATIC = Path(__file__).parent / "static"

HOSTS = ("127.0.0.1", "localhost")

NOTHING: Mapping[str, str] = {}

MAX_BODY = 8_000_000
"""Larger requests are refused, in bytes."""

MAX_CONNECTIONS = 200

MAX_BODIES = 4 * MAX_BODY
LARGE_BODY = 100_000
"""Bytes of all requests that have not arrived completely; larger ones are refused."""

PATIENCE = 10.0
"""Seconds after which a request is looked at again that has not arrived completely."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: "
    "blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


def serve(
    bound: socket.socket, workers: Workers, granted: Mapping[str, str] = NOTHING
) -> None:
    """Answer the page on a socket, until Ctrl-C.

    `granted`: what the page may read: the `folder` of a family, the `lessons` of a
    course.
    """
    server = uvicorn.Server(configured(workers, granted))
    usual = server.handle_exit

    def handle_exit(sig: int, frame: FrameType | None) -> None:
        # Requests that are worked on end with their processes.
        threading.Thread(target=workers.close).start()
        usual(sig, frame)

    server.handle_exit = handle_exit  # type: ignore[method-assign]
    with contextlib.suppress(KeyboardInterrupt):  # the usual end
        server.run(sockets=[bound])


def configured(
    workers: Workers, granted: Mapping[str, str] = NOTHING
) -> uvicorn.Config:
    """Return the configuration of the server; see `serve`."""
    return uvicorn.Config(
        application(workers, granted),
        headers=list(HEADERS.items()),
        http=Connection,
        limit_concurrency=MAX_CONNECTIONS,
        log_level="warning",
        timeout_graceful_shutdown=5,
    )


class Connection(H11Protocol):
    """A connection, which is closed if a request does not arrive completely in time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to look at the connection from time to time."""
        super().connection_made(transport)
        self._look(())

    def _look(self, before: object) -> None:
        """Close the connection if it waits for the same request as before."""
        awaits = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        now = (self.conn.their_state, self.cycle) if awaits else ()
        if now and now == before:
            self.transport.abort()
        elif not self.transport.is_closing():
            self.loop.call_later(PATIENCE, self._look, now)


class Bodies:
    """The bodies of requests, whose memory is bounded together."""

    def __init__(self) -> None:
        self._arriving = 0

    async def of(self, request: Request) -> bytes:
        """Return the body of a request; refuse it if it is too large."""
        body = bytearray()
        try:
            async for chunk in request.stream():
                body += chunk
                self._arriving += len(chunk)
                if len(body) > MAX_BODY:
                    raise HTTPException(413, f"a request has at most {MAX_BODY} bytes")
                if len(body) > LARGE_BODY and self._arriving > MAX_BODIES:
                    raise HTTPException(503, "too many large requests at once")
        finally:
            self._arriving -= len(body)
        return bytes(body)


def application(workers: Workers, granted: Mapping[str, str] = NOTHING) -> Starlette:
    """Return the server's application; see `serve`."""
    bodies = Bodies()

    async def answers(request: Request) -> Response:
        try:
            fields = await _fields(request, bodies)
        except HTTPException as refusal:
            return JSONResponse({"error": refusal.detail}, refusal.status_code)
        if isinstance(fields, dict):  # no page grants itself a folder
            fields |= {name: granted.get(name) for name in ("folder", "lessons")}
        lines = (_line(event) async for event in workers.events(fields))
        return StreamingResponse(lines, media_type="application/x-ndjson")

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        workers.close()

    return Starlette(
        routes=[
            Route("/answers", answers, methods=["POST"]),
            Mount("/", StaticFiles(directory=STATIC, html=True)),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(HOSTS))],
        lifespan=lifespan,
    )


async def _fields(request: Request, bodies: Bodies) -> object:
    """Return the JSON value of a request; refuse what no page of this server sends."""
    headers = request.headers
    if headers.get("origin") != f"http://{headers.get('host')}":
        raise HTTPException(403, "requests of other sites are refused")
    content_type = headers.get("content-type", "").partition(";")[0].strip()
    if content_type != "application/json":
        raise HTTPException(415, "the content type of a request is application/json")
    try:
        return json.loads(await bodies.of(request))
    except (ClientDisconnect, ValueError, RecursionError):
        raise HTTPException(400, "the body of a request is JSON") from None


def _line(event: object) -> bytes:
    return json.dumps(event, separators=(",", ":")).encode() + b"\n"
