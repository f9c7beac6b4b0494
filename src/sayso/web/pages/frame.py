"""The frame that every page with a script stands in, and the built files of all of them under `/ui/`.

Links are relative to the page, so that any path prefix works, whether a proxy strips it or not.
"""

import secrets
from collections.abc import Mapping
from html import escape
from string import Template

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from sayso.web.http.headers import make_script_policy
from sayso.web.pages.assets import find_entry, read_asset
from sayso.web.pages.templates import load_template

ONE_YEAR = "public, max-age=31536000, immutable"
"""A file's name changes with its content."""

ROOMS: Mapping[str, str] = {"write": "Write", "chat": "Chat"}
"""What the top bar leads to: the address from the root, and the name."""

HELP: Mapping[str, str] = {"write": "write#guide", "chat": "chat#how"}
"""Where a room explains itself."""

router = APIRouter(include_in_schema=False)


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


def make_page(content: Template, *, title: str, room: str, up: str = "", script: bool = True) -> Response:
    """A page in the frame of all pages, `content` a template that may ask for a `$nonce`.

    `room` names it in the top bar and, where there is a script, its source; `up` leads to the root.
    """
    nonce = secrets.token_urlsafe(16)
    entry = f"src/{room}.ts" if script else ""
    values = {
        "title": escape(title),
        "up": up,
        "rooms": _link_rooms(up, room if script else ""),
        "help": HELP[room],
        "styles": _link_styles(up, entry),
        "scripts": _link_scripts(up, entry),
        "content": content.substitute(nonce=nonce),
    }
    headers = {"Content-Security-Policy": make_script_policy(nonce)}
    html = load_template("pages", "frame.html").substitute(values)
    return Response(html, media_type="text/html", headers=headers)


def _link_rooms(up: str, here: str) -> str:
    links = (f'<a href="{up}{room}"{_mark(room, here)}>{escape(name)}</a>' for room, name in ROOMS.items())
    return "\n".join(links)


def _mark(room: str, here: str) -> str:
    return ' aria-current="page"' if room == here else ""


def _link_styles(up: str, entry: str) -> str:
    names = [find_entry("src/page.css").file, *(find_entry(entry).styles if entry else ())]
    return "\n".join(f'<link rel="stylesheet" href="{up}ui/{name}">' for name in names)


def _link_scripts(up: str, entry: str) -> str:
    """The theme is chosen before anything is drawn; the page's own script waits until all is read."""
    theme = f'<script src="{up}ui/{find_entry("src/theme.ts").file}"></script>'
    own = f'\n<script type="module" src="{up}ui/{find_entry(entry).file}"></script>' if entry else ""
    return theme + own
