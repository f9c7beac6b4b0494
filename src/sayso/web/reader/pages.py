"""The page to chat on, `/chat`: replies pass the guard, and readers have their say on them."""

from fastapi import APIRouter
from starlette.responses import Response

from sayso.web.access.dependencies import ServiceDep
from sayso.web.pages.frame import make_page
from sayso.web.pages.markup import clean
from sayso.web.pages.templates import load_template

router = APIRouter(include_in_schema=False)


@router.get("/chat")
async def show_chat(service: ServiceDep) -> Response:
    """The page to chat on, for people."""
    values = {"model": clean(service.settings.upstream_title)}
    return make_page(load_template("reader", "chat.html"), title="Chat", room="chat", values=values)
