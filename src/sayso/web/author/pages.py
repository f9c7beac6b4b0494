"""The page to write on, `/write`, and what to know before."""

from fastapi import APIRouter
from starlette.responses import Response

from sayso.web.pages.frame import make_page
from sayso.web.pages.templates import load_template

router = APIRouter(include_in_schema=False)


@router.get("/write")
async def show_write() -> Response:
    """The page to write on, for people."""
    return make_page(load_template("author", "write.html"), title="Write", room="write")


@router.get("/write/responsible-use")
async def show_responsible_use() -> Response:
    """What the page to write on is for and not for, for people."""
    content = load_template("author", "responsible-use.html")
    return make_page(content, title="Responsible use", room="write", up="../", script=False)
