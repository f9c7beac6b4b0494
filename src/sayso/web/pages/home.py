"""What a browser may open: the home page, the error codes, the API as a document and as a page. No script."""

from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso import __version__
from sayso.core import errors
from sayso.web.access.dependencies import ServiceDep, public_root
from sayso.web.http.errors import HTTP_CODES, STATUS
from sayso.web.http.headers import PAGE_POLICY
from sayso.web.http.openapi import describe
from sayso.web.http.request_paths import clean_prefix
from sayso.web.http.responses import JsonResponse
from sayso.web.pages.api_page import describe_operations
from sayso.web.pages.templates import load_template
from sayso.web.service import Service

_HTTP_MEANINGS: Mapping[int, str] = {
    400: "The body could not be read.",
    404: "There is nothing at this address.",
    405: "The address is right, the method is not.",
    408: "The body did not come in time.",
    413: "The body is larger than this service accepts.",
    422: "The body is JSON, but not of the right shape.",
    500: "A defect in Sayso; the log has the details under the request's id.",
}

router = APIRouter(include_in_schema=False)


@router.get("/")
async def show_home(request: Request, service: ServiceDep) -> Response:
    return _page("home.html", _home_values(public_root(request, service), service))


@router.get("/errors")
async def show_errors(request: Request, service: ServiceDep) -> Response:
    rows = "\n".join(
        f'<tr id="{code}"><th scope="row"><code>{code}</code></th>'
        f"<td>{status}</td><td>{escape(meaning)}</td></tr>"
        for code, status, meaning in list_codes()
    )
    return _page("errors.html", {"rows": rows, "root": escape(public_root(request, service))})


@router.get("/openapi.json")
async def show_openapi(request: Request, service: ServiceDep) -> Response:
    """FastAPI's own page for it loads scripts from elsewhere, so there is the document alone."""
    prefix = clean_prefix(service.settings.path_prefix)
    return JsonResponse(describe(request.app) | ({"servers": [{"url": prefix}]} if prefix else {}))


@router.get("/docs")
async def show_api(request: Request, service: ServiceDep) -> Response:
    """The same document for people: no script, nothing from elsewhere."""
    values = {"operations": describe_operations(describe(request.app))}
    return _page("api.html", {**values, "root": escape(public_root(request, service))})


@router.get("/favicon.ico")
async def show_icon() -> Response:
    icon = files("sayso.web.pages").joinpath("templates", "favicon.ico").read_bytes()
    return Response(icon, media_type="image/vnd.microsoft.icon", headers={"Cache-Control": "max-age=86400"})


@router.get("/sayso.css")
async def show_styles() -> Response:
    return Response(
        load_template("pages", "sayso.css").template,
        media_type="text/css",
        headers={"Cache-Control": "max-age=3600"},
    )


def list_codes() -> Iterable[tuple[str, int, str]]:
    """Every code our envelope can have: its status and what it means."""
    for status, code in HTTP_CODES.items():
        yield code, status, _HTTP_MEANINGS[status]
    for kind, status in STATUS.items():
        if kind is not errors.SaysoError:
            yield kind.slug, status, _MEANINGS[kind.slug]


_MEANINGS: Mapping[str, str] = {
    "bad-input": "The request cannot be answered as it is; the message says why.",
    "unknown-name": "A name that is not in the list; the message has the list.",
    "bad-file": "A file on the server is missing, unreadable or of the wrong shape.",
    "text-too-long": "A text is longer than this address takes. Nothing is cut off silently.",
    "already-answered": "The question was answered otherwise before, in another tab perhaps.",
    "question-expired": "A reply that was held for its reader was not answered in time and is gone.",
    "stale-policy": "Somebody changed the policy since it was read. Nothing was changed; read it again.",
    "missing-extra": "The service lacks an optional library; the hint has the command.",
    "missing-upstream": "There is no chatbot behind the guard: set SAYSO_UPSTREAM.",
    "bad-weights": "The model's file is missing or damaged.",
    "remote-error": "A remote scorer did not answer as it should.",
    "remote-timeout": "A remote scorer took too long.",
    "remote-quota": "A remote scorer said: too many requests. See the header Retry-After.",
    "remote-refused": "A remote scorer refused the service's key or the request.",
    "remote-broken": "A remote scorer failed or answered something unreadable.",
    "store-error": "The database cannot do what was asked.",
    "store-outdated": "The database is older or newer than this version of Sayso.",
    "store-busy": "The database is busy; try again.",
    "ledger-broken": "The chain of the ledger does not verify.",
    "not-allowed": "Who are you? No key or token, a wrong one or a revoked one.",
    "forbidden": "You may not: the key or token is known, and this is not for it.",
    "limit-reached": "The key's rate limit or quota. See Retry-After, X-RateLimit-* and X-Quota-*.",
    "busy": "More waits than can be scored soon. See the header Retry-After.",
}


def _home_values(root: str, service: Service) -> dict[str, str]:
    values = {
        "root": root,
        "version": __version__,
        "model": service.scoring.name,
        "attributes": ", ".join(sorted(service.scoring.attributes)),
        "access": "Open: no key is needed." if service.settings.is_open else "Every request needs a key.",
        "key": "" if service.settings.is_open else " \\\n  -H 'Authorization: Bearer YOUR_KEY'",
        "kept": _say_what_is_kept(service),
    }
    return {name: escape(value, quote=False) for name, value in values.items()}


def _say_what_is_kept(service: Service) -> str:
    kept = (
        "Texts sent to be scored are neither stored nor logged. Suggested scores, and what authors say is "
        "wrong, are kept with their text."
    )
    if service.shadow:
        kept += " Texts are also sent to Perspective for comparison, unless the request says doNotStore."
    return kept


def _page(name: str, values: Mapping[str, str]) -> Response:
    html = load_template("pages", name).substitute(values)
    return Response(html, media_type="text/html", headers={"Content-Security-Policy": PAGE_POLICY})
