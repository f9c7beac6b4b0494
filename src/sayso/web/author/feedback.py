"""`/api/v1/author/feedback`: an author says that a score is wrong, and sees what became of it."""

import asyncio
from dataclasses import dataclass
from typing import Any

import structlog
from fastapi import APIRouter, HTTPException, Request
from starlette.responses import RedirectResponse, Response

from sayso.author.draft import MAX_BYTES
from sayso.author.objections import PATH, make_link
from sayso.core import Scores
from sayso.core.errors import BadInput, SaysoError, TextTooLong
from sayso.storage import NewObjection, Objection
from sayso.storage.columns import format_moment
from sayso.web.access.addresses import AddressLimiter, name_address
from sayso.web.access.authors import AuthorDep, AuthorRoute
from sayso.web.access.dependencies import ServiceDep, charge, public_root
from sayso.web.access.keys import Caller
from sayso.web.api.routes import ERRORS
from sayso.web.api.schemas import ErrorAnswer
from sayso.web.author.feedback_page import show_feedback, show_nothing
from sayso.web.author.feedback_schemas import FeedbackAnswer, FeedbackReceipt, FeedbackRequest
from sayso.web.http.request_notes import notes_of
from sayso.web.http.responses import JsonResponse
from sayso.web.service import Service

API = "/api/v1/author/feedback"
_UNKNOWN: dict[int | str, dict[str, Any]] = {
    404: {"model": ErrorAnswer, "description": "No feedback has this token."},
    **{status: ERRORS[status] for status in (422, 429, 503)},
}

_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.web")
_writing = APIRouter(tags=["Author"], route_class=AuthorRoute)
_reading = APIRouter(tags=["Author"])
"""Needs no key: the link itself is one, and the author who has it may have no other."""


@_writing.post(
    API, status_code=201, response_model=FeedbackReceipt, responses=ERRORS, operation_id="sendFeedback"
)
async def send_feedback(
    body: FeedbackRequest, request: Request, service: ServiceDep, author: AuthorDep
) -> Response:
    """Keep what an author says is wrong, with the text. Sent twice within a minute, it is kept once."""
    check_feedback(body)
    await count(request, service, author)
    scores = await service.scoring.score([body.text])
    root = public_root(request, service)
    new = make_objection(body, author, scores)
    receipt = await service.feedback.keep(new, client=_address(request), root=root)
    return JsonResponse({"id": receipt.id, "url": make_link(root, receipt.token)}, 201)


@_reading.get(
    API + "/{token}", response_model=FeedbackAnswer, responses=_UNKNOWN, operation_id="readFeedback"
)
async def read_feedback(token: str, request: Request, service: ServiceDep) -> Response:
    """What was said under this link, what was answered, and what the model in use now says."""
    story = await find_story(token, request, service)
    if story is None:
        raise HTTPException(404, "There is no feedback under this link; it may have been cut off in copying")
    return JsonResponse(describe(story.objection, story.now))


@_reading.get(PATH + "{token}", include_in_schema=False)
async def show_page(token: str, request: Request, service: ServiceDep) -> Response:
    """What became of feedback, for people, with a button to withdraw it."""
    story = await find_story(token, request, service)
    root = public_root(request, service)
    return show_feedback(story.objection, now=story.now, root=root) if story else show_nothing(root)


@_reading.post(PATH + "{token}/withdraw", include_in_schema=False)
async def withdraw(token: str, request: Request, service: ServiceDep) -> Response:
    """Erase what was said under this link; that something was said stays in the ledger."""
    _limit(request, service.feedback.visits, per_minute=service.settings.author_per_minute)
    gone = await asyncio.to_thread(service.store.objections.withdraw, token)
    if gone is None:
        return show_nothing(public_root(request, service))
    return RedirectResponse(f"../{gone.token}", 303)


router = APIRouter()
router.include_router(_writing)
router.include_router(_reading)


@dataclass(frozen=True, slots=True)
class Story:
    """An objection, and what the model in use now says of the text, if it can be asked."""

    objection: Objection
    now: Scores | None


def check_feedback(body: FeedbackRequest) -> None:
    size = len(body.text.encode("utf-8", "surrogatepass"))
    if not body.text:
        raise BadInput("The text is empty.", hint="Send the text whose score is wrong.")
    if size > MAX_BYTES:
        raise TextTooLong(
            f"The text has {size} bytes; at most {MAX_BYTES} are taken.", hint="Send the part that matters."
        )
    if (body.begin, body.end) != (0, 0) and not body.begin < body.end <= len(body.text):
        raise BadInput(
            f"No part of the text goes from {body.begin} to {body.end}: it has {len(body.text)} characters.",
            hint="Count in code points, with begin before end. Leave both out to mean the whole text.",
        )


async def count(request: Request, service: Service, author: Caller) -> None:
    """Against the key's limits, or those of the address: what is sent is kept, so it is fewer than drafts."""
    if author.key_id:
        await charge(request, service, author, texts=1)
    else:
        _limit(request, service.feedback.limiter, per_minute=service.settings.feedback_per_minute)


def make_objection(body: FeedbackRequest, author: Caller, scores: Scores) -> NewObjection:
    return NewObjection(
        kind=body.kind,
        content=body.text,
        begin=body.begin,
        end=body.end,
        scores={str(attribute): score for attribute, score in scores.row(0).items()},
        model=scores.model,
        comment=body.comment,
        community=author.community,
        actor=author.key_id,
        person=body.session,
    )


async def find_story(token: str, request: Request, service: Service) -> Story | None:
    _limit(request, service.feedback.visits, per_minute=service.settings.author_per_minute)
    found = await asyncio.to_thread(service.store.objections.find, token)
    if found is None:
        return None
    return Story(found, None if found.content is None else await _score_again(service, found.content))


async def _score_again(service: Service, text: str) -> Scores | None:
    """A model that cannot answer now must not keep the author from reading the rest."""
    try:
        return await service.scoring.score([text])
    except SaysoError as error:
        _log.warning("feedback not scored again", code=error.slug)
        return None


def describe(objection: Objection, now: Scores | None) -> dict[str, Any]:
    def when(moment: Any) -> str | None:
        return None if moment is None else format_moment(moment)

    return {
        "id": objection.id,
        "state": objection.state,
        "kind": objection.kind,
        "begin": objection.begin,
        "end": objection.end,
        "text": objection.content,
        "comment": objection.comment,
        "created_at": when(objection.at),
        "erased_at": when(objection.erased_at),
        "withdrawn_at": when(objection.withdrawn_at),
        "then": {"model": objection.model, "scores": dict(objection.scores)},
        "now": None if now is None else {"model": now.model, "scores": now.row(0)},
        "answers": [
            {"verdict": answer.verdict, "text": answer.content, "answered_at": when(answer.at)}
            for answer in objection.answers
        ],
    }


def _limit(request: Request, limiter: AddressLimiter, *, per_minute: int) -> None:
    allowance = limiter.charge(_address(request), per_minute=per_minute)
    notes_of(request.scope).headers.update(allowance.headers)
    if allowance.refused:
        raise allowance.refused


def _address(request: Request) -> str:
    return name_address(request.client.host if request.client else None)
