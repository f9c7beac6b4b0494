"""`/held/{token}`: a reader answers without any program of ours. The link is the key, for one reply alone."""

import asyncio
from collections.abc import Callable, Mapping
from typing import get_args
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from sayso.core import Ruling
from sayso.core.errors import BadInput
from sayso.reader.answers import answer_future, answer_view, take_back
from sayso.reader.explanations import Story
from sayso.reader.rejudging import find_refusal, find_story
from sayso.storage import Held, Scope, Store
from sayso.web.access.dependencies import AccessRoute, ServiceDep, public_root
from sayso.web.access.tokens import BadToken, ExpiredToken, HeldLink
from sayso.web.http.errors import status_of
from sayso.web.reader.desk import PATH
from sayso.web.reader.held_page import show_expired, show_story, show_unknown
from sayso.web.service import Service

RULINGS: tuple[Ruling, ...] = get_args(Ruling)
SCOPES: tuple[Scope, ...] = get_args(Scope)
VIEWS: Mapping[str, bool] = {"yes": True, "no": False}
_LONGEST_FORM = 1000
_CHOOSE = "Nothing was answered: use one of the buttons below."

Answer = Callable[[Store, HeldLink, Mapping[str, str]], Held]
router = APIRouter(include_in_schema=False, route_class=AccessRoute)


@router.get(PATH + "{token}")
async def show_page(token: str, request: Request, service: ServiceDep) -> Response:
    """A reply held back for one reader, with the questions, for people."""
    return await open_link(token, request, service)


@router.post(PATH + "{token}/view")
async def post_view(token: str, request: Request, service: ServiceDep) -> Response:
    """The answer to the first question, from the page."""
    return await open_link(token, request, service, answer=_answer_view)


@router.post(PATH + "{token}/future")
async def post_future(token: str, request: Request, service: ServiceDep) -> Response:
    """The answer to the second question, from the page."""
    return await open_link(token, request, service, answer=_answer_future)


@router.post(PATH + "{token}/undo")
async def post_undo(token: str, request: Request, service: ServiceDep) -> Response:
    """Take the answers back, from the page."""
    return await open_link(token, request, service, answer=_take_back)


async def open_link(
    token: str, request: Request, service: Service, *, answer: Answer | None = None
) -> Response:
    """Show the page; with an answer, give it first and lead back, so that a refresh answers nothing twice."""
    root = public_root(request, service)
    try:
        link = service.readers.tokens.read_link(token)
    except BadToken:
        return show_unknown(root)
    except ExpiredToken as expired:
        return show_expired(expired.expired_at, root=root)
    note, status = "", 200
    if answer is not None and await asyncio.to_thread(_is_known, service.store, link):
        form = await read_form(request)
        refusal = await _refuse_view(service, link, form, answer)
        if refusal is not None:
            return show_story(refusal, token=token, root=root)
        try:
            await asyncio.to_thread(answer, service.store, link, form)
            return RedirectResponse(f"../{token}", 303)
        except BadInput as error:
            note, status = error.message, status_of(error)
    story = await find_story(service, link.reader_id, link.held_id)
    if story is None:
        return show_unknown(root)
    return show_story(story, token=token, root=root, note=note, status=status)


def _is_known(store: Store, link: HeldLink) -> bool:
    return store.held.get(link.reader_id, link.held_id) is not None


async def _refuse_view(
    service: Service, link: HeldLink, form: Mapping[str, str], answer: Answer
) -> Story | None:
    """A reply that its reader asks to see may have become one that nobody sees."""
    if answer is not _answer_view or not VIEWS.get(form.get("view", "")):
        return None
    return await find_refusal(service, link.reader_id, link.held_id)


def _answer_view(store: Store, link: HeldLink, form: Mapping[str, str]) -> Held:
    view = VIEWS.get(form.get("view", ""))
    if view is None:
        raise BadInput(_CHOOSE)
    return answer_view(store, link.reader_id, link.held_id, view=view)


def _answer_future(store: Store, link: HeldLink, form: Mapping[str, str]) -> Held:
    future, scope = form.get("future"), form.get("scope", "conversation")
    if future not in RULINGS or scope not in SCOPES:
        raise BadInput(_CHOOSE)
    return answer_future(store, link.reader_id, link.held_id, future=future, scope=scope)


def _take_back(store: Store, link: HeldLink, _form: Mapping[str, str]) -> Held:
    return take_back(store, link.reader_id, link.held_id)


async def read_form(request: Request) -> dict[str, str]:
    """The last value of each field; what is no form of ours is an empty one."""
    body = await request.body()
    if len(body) > _LONGEST_FORM:
        return {}
    fields = parse_qs(body.decode("ascii", "replace"), errors="replace")
    return {name: values[-1] for name, values in fields.items()}
