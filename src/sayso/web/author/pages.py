"""The page to write on, `/write`, and what to know before."""

from importlib.resources import files

from fastapi import APIRouter
from starlette.responses import Response

from sayso.web.pages.frame import make_page

router = APIRouter(include_in_schema=False)


@router.get("/write")
async def show_write() -> Response:
    """The page to write on, for people."""
    return make_page(_read("write"), title="Write", room="write")


@router.get("/write/responsible-use")
async def show_responsible_use() -> Response:
    """What the page to write on is for and not for, for people."""
    return make_page(_read("responsible-use"), title="Responsible use", room="write", up="../", script=False)


def _read(name: str) -> str:
    return files("sayso.web.author").joinpath("templates", f"{name}.html").read_text("utf-8")
