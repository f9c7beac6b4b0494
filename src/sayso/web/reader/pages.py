"""The page to chat on, `/chat`: replies pass the guard, and readers have their say on them."""

from importlib.resources import files

from fastapi import APIRouter
from starlette.responses import Response

from sayso.web.pages.frame import make_page

router = APIRouter(include_in_schema=False)


@router.get("/chat")
async def show_chat() -> Response:
    """The page to chat on, for people."""
    content = files("sayso.web.reader").joinpath("templates", "chat.html").read_text("utf-8")
    return make_page(content, title="Chat", room="chat")
