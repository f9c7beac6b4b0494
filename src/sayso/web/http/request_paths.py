"""Request targets as clients and proxies really send them, brought into the one form that routes match."""

from typing import Literal
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

Arrives = Literal["passed", "stripped"]
"""Whether a proxy leaves the prefix in the path, or takes it off."""

_PROBED = frozenset({"/healthz", "/readyz"})
"""What is asked from beside the service, and not through the proxy."""


class PathMiddleware:
    """Takes absolute-form targets, as sent to a proxy, and the path prefix, passed on or stripped there.

    `path` becomes prefix + route, `root_path` the prefix, as ASGI has it. Each route answers under one
    path: if both forms did, `/sayso/sayso/metrics` would get round a proxy's rule for `/sayso/metrics`.
    """

    def __init__(self, app: ASGIApp, *, prefix: str = "", arrives: Arrives = "passed") -> None:
        self._app = app
        self._prefix = clean_prefix(prefix)
        self._is_stripped = arrives == "stripped"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            path = _path_of(scope["path"])
            scope = {**scope, "path": self._complete(path), "root_path": self._prefix}
        await self._app(scope, receive, send)

    def _complete(self, path: str) -> str:
        if self._is_stripped or path in _PROBED:
            return self._prefix + path
        return path if _has_prefix(path, self._prefix) else f"{self._prefix}{_NOWHERE}{path}"


_NOWHERE = "/-outside"
"""No route begins like this."""


def clean_prefix(prefix: str) -> str:
    """`sayso/` and `/sayso` are both `/sayso`; nothing and `/` are no prefix."""
    trimmed = prefix.strip("/")
    return f"/{trimmed}" if trimmed else ""


def route_path(scope: Scope) -> str:
    """The path without the prefix."""
    path, prefix = str(scope["path"]), str(scope.get("root_path", ""))
    return path[len(prefix) :] if _has_prefix(path, prefix) else path


def route_template(scope: Scope) -> str:
    """The path as the route declares it; one name for all that no route matched."""
    return getattr(scope.get("route"), "path", "unmatched")


def _has_prefix(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(f"{prefix}/")


def _path_of(target: str) -> str:
    if target.startswith(("http://", "https://")):
        return urlsplit(target).path or "/"
    return target or "/"
