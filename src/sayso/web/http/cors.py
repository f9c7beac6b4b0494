"""Which other sites' pages may call the author's and the reader's addresses from a browser (CORS)."""

from collections.abc import Sequence

import structlog
from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from sayso.web.http.request_notes import notes_of
from sayso.web.http.request_paths import route_path

SHARED_PATHS = ("/api/v1/author/", "/api/v1/readers")
"""Only these. The files under `/embed/` hold no data and say themselves that anyone may read them."""

_EXPOSED = ("Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id")
_PREFLIGHT_S = 7200
LONGEST_ORIGIN = 200
_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.web")


def is_own(origin: str, host: str) -> bool:
    """Whether a page of this service asks: browsers name the origin of those as well."""
    return origin.partition("://")[2].lower() == host.lower()


def log_refused_origin(origin: str) -> None:
    """The browser tells nobody why a site's page gets no answer; this line does."""
    _log.warning("origin refused", origin=origin[:LONGEST_ORIGIN], setting="SAYSO_ALLOWED_ORIGINS")


class OriginMiddleware:
    """Starlette's CORS on the shared paths. Cookies are never asked for: nobody is signed in there."""

    def __init__(self, app: ASGIApp, *, origins: Sequence[str]) -> None:
        self._app = app
        self._cors = CORSMiddleware(
            app,
            allow_origins=origins,
            allow_methods=("GET", "POST", "PUT", "DELETE"),
            allow_headers=("Authorization", "Content-Type", "X-Api-Key", "X-Sayso-Reader"),
            expose_headers=_EXPOSED,
            max_age=_PREFLIGHT_S,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not route_path(scope).startswith(SHARED_PATHS):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin", "")
        if (
            origin
            and not self._cors.is_allowed_origin(origin)
            and not is_own(origin, headers.get("host", ""))
        ):
            log_refused_origin(origin)
        try:
            await self._cors(scope, receive, send)
        except Exception:
            # `RequestMiddleware`, around this, answers with a 500 that a page must be able to read too.
            notes_of(scope).headers.update(self._failure_headers(scope))
            raise

    def _failure_headers(self, scope: Scope) -> dict[str, str]:
        origin = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"), "")
        if not origin or not self._cors.is_allowed_origin(origin):
            return {"Vary": "Origin"}
        allowed = "*" if self._cors.allow_all_origins else origin
        return {"Access-Control-Allow-Origin": allowed, "Vary": "Origin"}
