"""The page to write on, `/write`, what to know before, and the built files of both under `/ui/`.

Links are relative to the page, so that any path prefix works, whether a proxy strips it or not.
"""

import secrets
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from string import Template

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from sayso.web.author.assets import find_entry, read_asset
from sayso.web.headers import make_script_policy

ONE_YEAR = "public, max-age=31536000, immutable"
"""A file's name changes with its content."""

router = APIRouter(include_in_schema=False)


@router.get("/write")
async def show_write() -> Response:
    """The page to write on, for people."""
    return _page("write", title="Write", up="", entry="src/write.ts")


@router.get("/write/responsible-use")
async def show_responsible_use() -> Response:
    """What the page to write on is for and not for, for people."""
    return _page("responsible-use", title="Responsible use", up="../")


@router.get("/ui/{name}")
async def show_asset(name: str, request: Request) -> Response:
    """A script or style sheet of the pages."""
    asset = read_asset(name)
    if asset is None:
        raise HTTPException(404)
    zipped = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"Cache-Control": ONE_YEAR, "Vary": "Accept-Encoding"} | (
        {"Content-Encoding": "gzip"} if zipped else {}
    )
    return Response(asset.zipped if zipped else asset.content, media_type=asset.media_type, headers=headers)


def _page(name: str, *, title: str, up: str, entry: str = "") -> Response:
    """A page in the frame of all pages; `up` leads from it to the root, `entry` is its script."""
    nonce = secrets.token_urlsafe(16)
    values = {
        "title": escape(title),
        "up": up,
        "here": ' aria-current="page"' if entry else "",
        "styles": _link_styles(up, entry),
        "scripts": _link_scripts(up, entry),
        "content": _fill(name, {"nonce": nonce}),
    }
    headers = {"Content-Security-Policy": make_script_policy(nonce)}
    return Response(_fill("frame", values), media_type="text/html", headers=headers)


def _link_styles(up: str, entry: str) -> str:
    names = [find_entry("src/page.css").file, *(find_entry(entry).styles if entry else ())]
    return "\n".join(f'<link rel="stylesheet" href="{up}ui/{name}">' for name in names)


def _link_scripts(up: str, entry: str) -> str:
    """The theme is chosen before anything is drawn; the page's own script waits until all is read."""
    theme = f'<script src="{up}ui/{find_entry("src/theme.ts").file}"></script>'
    own = f'\n<script type="module" src="{up}ui/{find_entry(entry).file}"></script>' if entry else ""
    return theme + own


def _fill(name: str, values: Mapping[str, str]) -> str:
    template = files("sayso.web.author").joinpath("templates", f"{name}.html").read_text("utf-8")
    return Template(template).substitute(values)
