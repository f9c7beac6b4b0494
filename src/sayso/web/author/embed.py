"""`/embed/sayso.js`: one script tag brings the author's tool to a text box of any site; an example of it."""

import hashlib
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from string import Template

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso.web.access.dependencies import ServiceDep, public_root
from sayso.web.author.joining import join_modules

PARTS = Path(__file__).with_name("embed_parts")
"""The modules; the browser extension is made of them too."""

_SHARED_HEADERS = {
    "Access-Control-Allow-Origin": "*",  # a site that checks the script's hash fetches it by CORS
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cache-Control": "public, max-age=3600, stale-while-revalidate=86400",
}
_EXAMPLE_POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
_KEYS_ONLY = "<p>This service asks authors for a key, and this page has none: the tool will stay away.</p>"

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Script:
    content: bytes
    etag: str


@router.get("/embed/sayso.js")
async def show_script(request: Request) -> Response:
    """The author's tool for a text box of any site, by one script tag."""
    return _answer(request, make_script("start.js"))


@router.get("/embed/example.js")
async def show_example_script(request: Request) -> Response:
    """The script of the example page."""
    return _answer(request, make_script("example.js"))


@router.get("/embed/example.css")
async def show_example_styles() -> Response:
    """The style sheet of the example page."""
    return Response(_read("example.css"), media_type="text/css", headers={"Cache-Control": "max-age=3600"})


@router.get("/embed/example")
async def show_example(request: Request, service: ServiceDep) -> Response:
    """A plain page with a comment box that has the tool, for people."""
    values = {
        "root": escape(public_root(request, service)),
        "note": _KEYS_ONLY if not service.settings.authors_are_open else "",
    }
    html = Template(_read("example.html")).substitute(values)
    return Response(html, media_type="text/html", headers={"Content-Security-Policy": _EXAMPLE_POLICY})


@cache
def make_script(entry: str) -> Script:
    """Made once per process."""
    content = join_modules(PARTS / entry).encode()
    return Script(content, f'"{hashlib.sha256(content).hexdigest()[:32]}"')


def _answer(request: Request, script: Script) -> Response:
    headers = {**_SHARED_HEADERS, "ETag": script.etag}
    known = request.headers.get("if-none-match", "")
    if script.etag in (tag.strip().removeprefix("W/") for tag in known.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(script.content, media_type="text/javascript", headers=headers)


def _read(name: str) -> str:
    return (PARTS / name).read_text("utf-8")
