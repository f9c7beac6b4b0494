"""The page to chat on, `/chat`: replies pass the guard, and readers have their say on them."""

from fastapi import APIRouter
from starlette.responses import Response

from sayso.web.pages.frame import make_page
from sayso.web.pages.templates import load_template

router = APIRouter(include_in_schema=False)


@router.get("/chat")
async def show_chat() -> Response:
    """The page to chat on, for people."""
    return make_page(load_template("reader", "chat.html"), title="Chat", room="chat")
