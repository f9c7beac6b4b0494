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


def make_page(
    content: Template,
    *,
    title: str,
    room: str = "",
    up: str = "",
    script: bool = True,
    values: Mapping[str, str] | None = None,
) -> Response:
    """A page in the frame of all pages, `content` a template that may ask for a `$nonce` and for `values`.

    `room` names it in the top bar and, where there is a script, its source; `up` leads to the root.
    """
    nonce = secrets.token_urlsafe(16)
    entry = f"src/{room}.ts" if script else ""
    mark = {room: ' aria-current="page"'} if script else {}
    rooms = (f'<a href="{up}{each}"{mark.get(each, "")}>{escape(name)}</a>' for each, name in ROOMS.items())
    styles = [find_entry("src/page.css").file, *(find_entry(entry).styles if entry else ())]
    # The theme is chosen before anything is drawn; the page's own script waits until all is read.
    scripts = [f'<script src="{up}ui/{find_entry("src/theme.ts").file}"></script>']
    if entry:
        scripts.append(f'<script type="module" src="{up}ui/{find_entry(entry).file}"></script>')
    parts = {
        "title": escape(title),
        "up": up,
        "rooms": "\n".join(rooms),
        "help": HELP.get(room, "docs"),
        "styles": "\n".join(f'<link rel="stylesheet" href="{up}ui/{name}">' for name in styles),
        "scripts": "\n".join(scripts),
        "content": content.substitute(values or {}, nonce=nonce),
    }
    headers = {"Content-Security-Policy": make_script_policy(nonce)}
    html = load_template("pages", "frame.html").substitute(parts)
    return Response(html, media_type="text/html", headers=headers)
