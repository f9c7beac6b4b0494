"""Under which names the service may be called, and which sites' pages may write to it.

Whoever is on this machine may use an open service; so no page from elsewhere may have a browser here do it.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from sayso.core.errors import BadInput, Forbidden, SaysoError
from sayso.core.hosts import is_among, is_loopback, read_host
from sayso.settings import Settings
from sayso.web.http.cors import log_refused_origin
from sayso.web.http.errors import Shape, problem_from, shape_for

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_EXTENSIONS = ("chrome-extension", "moz-extension", "safari-web-extension")
"""What the user installed: a page cannot call itself that."""

_LINKS = ("/held/", "/feedback/")
"""Forms behind a private link, which no other page knows; their own pages send `Origin: null`, for they tell
nobody where the reader comes from."""

_PERSPECTIVE = "commentanalyzer.googleapis.com"
"""What clients call who know no other address and come through a proxy; no page can take that name."""

_STANDARD_PORTS = {"http": ":80", "https": ":443"}


class SiteMiddleware:
    """Refuses a Host that is not ours, and on an open service a write from a page that is not."""

    def __init__(self, app: ASGIApp, *, settings: Settings, shapes: Mapping[str, Shape]) -> None:
        self._app = app
        self._settings = settings
        self._shapes = shapes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._judge(scope) if scope["type"] == "http" else None
        if refusal is None:
            await self._app(scope, receive, send)
            return
        await shape_for(scope, self._shapes)(problem_from(refusal))(scope, receive, send)

    def _judge(self, scope: Scope) -> SaysoError | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if hosts and self._settings.checks_hosts and not is_trusted(hosts, self._settings):
            return BadInput(
                "This service does not answer under the name in the header 'Host'.",
                hint="Call it as localhost, or name the host in SAYSO_PUBLIC_URL or SAYSO_ALLOWED_HOSTS.",
            )
        if not self._settings.is_open or scope["method"] in _READING or scope["path"].startswith(_LINKS):
            return None
        if all(
            may_write(origin, headers.get("host", ""), self._settings) for origin in headers.getlist("origin")
        ):
            return None
        log_refused_origin(headers.get("origin", ""))
        return Forbidden(
            "Pages of other sites may not write to this service.",
            hint="Name the site in SAYSO_ALLOWED_ORIGINS, such as https://forum.example.",
        )


def is_trusted(hosts: Sequence[str], settings: Settings) -> bool:
    """Whether the one Host of a request is of this machine, of the public URL or allowed by name.

    None at all is no browser's doing, and then the address is the one that the server listens on.
    """
    if len(hosts) != 1:
        return not hosts
    name = read_host(hosts[0])
    return bool(name) and (is_loopback(name) or is_among(name, (_PERSPECTIVE, *settings.hosts)))


def may_write(origin: str, host: str, settings: Settings) -> bool:
    """Whether a page of this origin may: one of ours, of an allowed site, or of an extension."""
    if origin in settings.origins or "*" in settings.origins:
        return True
    scheme, _, place = origin.partition("://")
    own = {_name_place(scheme, host), _name_place(scheme, urlsplit(settings.public_url).netloc)}
    return scheme in _EXTENSIONS or (bool(place) and _name_place(scheme, place) in own)


def _name_place(scheme: str, place: str) -> str:
    """Browsers leave out the port that a scheme has anyway."""
    return place.lower().removesuffix(_STANDARD_PORTS.get(scheme, ""))
