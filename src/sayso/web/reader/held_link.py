"""`/held/{token}`: a reader answers without any program of ours. The link is the key, for one reply alone."""

from collections.abc import Callable, Mapping
from typing import get_args
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from sayso.core import Ruling
from sayso.core.errors import BadInput
from sayso.deciding.held_replies import VIEWS, Act, Future, Scope, Undo, View
from sayso.reader.answers import answer, explain_answer
from sayso.reader.rejudging import find_explained
from sayso.web.access.dependencies import AccessRoute, ServiceDep, public_root
from sayso.web.access.tokens import BadToken, ExpiredToken, HeldLink
from sayso.web.http.errors import status_of
from sayso.web.reader.desk import PATH
from sayso.web.reader.held_page import show_expired, show_reply, show_unknown
from sayso.web.service import Service

RULINGS: tuple[Ruling, ...] = get_args(Ruling)
SCOPES: tuple[Scope, ...] = get_args(Scope)
_LONGEST_FORM = 1000
_CHOOSE = "Nothing was answered: use one of the buttons below."

Form = Mapping[str, str]
router = APIRouter(include_in_schema=False, route_class=AccessRoute)


@router.get(PATH + "{token}")
async def show_page(token: str, request: Request, service: ServiceDep) -> Response:
    """A reply held back for one reader, with the questions, for people."""
    return await open_link(token, request, service)


@router.post(PATH + "{token}/view")
async def post_view(token: str, request: Request, service: ServiceDep) -> Response:
    """The answer to the first question, from the page."""
    return await open_link(token, request, service, read_act=read_view)


@router.post(PATH + "{token}/future")
async def post_future(token: str, request: Request, service: ServiceDep) -> Response:
    """The answer to the second question, from the page."""
    return await open_link(token, request, service, read_act=read_future)


@router.post(PATH + "{token}/undo")
async def post_undo(token: str, request: Request, service: ServiceDep) -> Response:
    """Take the answers back, from the page."""
    return await open_link(token, request, service, read_act=lambda _: Undo())


async def open_link(
    token: str, request: Request, service: Service, *, read_act: Callable[[Form], Act] | None = None
) -> Response:
    """Show the page; with an answer, give it first and lead back, so that a refresh answers nothing twice."""
    root = public_root(request, service)
    try:
        link = service.readers.tokens.read_link(token)
    except BadToken:
        return show_unknown(root)
    except ExpiredToken as expired:
        return show_expired(expired.expired_at, root=root)
    if read_act is None:
        return await show_link(link, service, token=token, root=root)
    try:
        return await give_answer(link, read_act(await read_form(request)), service, token=token, root=root)
    except BadInput as error:
        note, status = error.message, status_of(error)
        return await show_link(link, service, token=token, root=root, note=note, status=status)


async def show_link(
    link: HeldLink, service: Service, *, token: str, root: str, note: str = "", status: int = 200
) -> Response:
    found = await find_explained(service.guard, service.store, link.reader_id, link.held_id)
    if found is None:
        return show_unknown(root)
    return show_reply(found, token=token, root=root, note=note, status=status)


async def give_answer(link: HeldLink, act: Act, service: Service, *, token: str, root: str) -> Response:
    answered = await answer(service.guard, service.store, link.reader_id, link.held_id, act)
    if answered is None:
        return show_unknown(root)
    if answered.is_refused:
        return show_reply(
            await explain_answer(service.guard, service.store, answered), token=token, root=root
        )
    return RedirectResponse(f"../{token}", 303)


def read_view(form: Form) -> View:
    view = VIEWS.get(form.get("view", ""))
    if view is None:
        raise BadInput(_CHOOSE)
    return View(view)


def read_future(form: Form) -> Future:
    future, scope = form.get("future"), form.get("scope", "conversation")
    if future not in RULINGS or scope not in SCOPES:
        raise BadInput(_CHOOSE)
    return Future(future, scope, form.get("word", ""))


async def read_form(request: Request) -> dict[str, str]:
    """The last value of each field; what is no form of ours is an empty one."""
    body = await request.body()
    if len(body) > _LONGEST_FORM:
        return {}
    fields = parse_qs(body.decode("ascii", "replace"), errors="replace")
    return {name: values[-1] for name, values in fields.items()}
