"""`/api/v1/author/feedback`: an author says that a score is wrong, and sees what became of it."""

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import RedirectResponse, Response

from sayso.author.objections import PATH, Said, Story, check_objection, make_link
from sayso.web.access.callers import Anyone, Caller
from sayso.web.access.dependencies import (
    AccessRoute,
    CallerDep,
    ServiceDep,
    charge,
    count_visit,
    find_address,
    public_root,
)
from sayso.web.api.routes import ERRORS
from sayso.web.api.schemas import ErrorAnswer
from sayso.web.author.objection_page import show_nothing, show_objection
from sayso.web.author.schemas import (
    AnswerAnswer,
    ObjectionAnswer,
    ObjectionReceipt,
    ObjectionRequest,
    ScoredBy,
)
from sayso.web.http.responses import JsonResponse

API = "/api/v1/author/feedback"
_UNKNOWN: dict[int | str, dict[str, Any]] = {
    404: {"model": ErrorAnswer, "description": "No feedback has this token."},
    **{status: ERRORS[status] for status in (422, 429, 503)},
}

router = APIRouter(tags=["Author"], route_class=AccessRoute)


@router.post(
    API, status_code=201, response_model=ObjectionReceipt, responses=ERRORS, operation_id="sendFeedback"
)
async def send_objection(
    body: ObjectionRequest, request: Request, service: ServiceDep, author: CallerDep
) -> Response:
    """Keep what an author says is wrong, with the text. Sent twice within a minute, it is kept once."""
    said = read_said(body, author)
    check_objection(said)
    if isinstance(author, Anyone):  # what is sent is kept, so it is fewer than drafts
        count_visit(request, service, "objections")
    await charge(request, service, author, texts=1)
    root = public_root(request, service)
    receipt = await service.objections.keep(said, client=find_address(request), root=root)
    return JsonResponse(ObjectionReceipt(receipt.id, make_link(root, receipt.token)), 201)


@router.get(API + "/{token}", response_model=ObjectionAnswer, responses=_UNKNOWN, operation_id="readFeedback")
async def read_objection(token: str, service: ServiceDep) -> Response:
    """What was said under this link, what was answered, and what the model in use now says."""
    story = await service.objections.find(token)
    if story is None:
        raise HTTPException(404, "There is no feedback under this link; it may have been cut off in copying")
    return JsonResponse(describe(story))


@router.get(PATH + "{token}", include_in_schema=False)
async def show_page(token: str, request: Request, service: ServiceDep) -> Response:
    """What became of feedback, for people, with a button to withdraw it."""
    story = await service.objections.find(token)
    root = public_root(request, service)
    return show_objection(story.objection, now=story.now, root=root) if story else show_nothing(root)


@router.post(PATH + "{token}/withdraw", include_in_schema=False)
async def withdraw(token: str, request: Request, service: ServiceDep) -> Response:
    """Erase what was said under this link; that something was said stays in the ledger."""
    gone = await service.objections.withdraw(token)
    if gone is None:
        return show_nothing(public_root(request, service))
    return RedirectResponse(f"../{gone.token}", 303)


def read_said(body: ObjectionRequest, author: Caller) -> Said:
    return Said(
        kind=body.kind,
        text=body.text,
        begin=body.begin,
        end=body.end,
        comment=body.comment,
        community=author.community,
        actor=author.key_id,
        person=body.session,
    )


def describe(story: Story) -> ObjectionAnswer:
    objection, now = story.objection, story.now
    scores = {} if now is None else {str(name): score for name, score in now.row(0).items()}
    return ObjectionAnswer(
        id=objection.id,
        state=objection.state,
        kind=objection.kind,
        begin=objection.begin,
        end=objection.end,
        text=objection.content,
        comment=objection.comment,
        created_at=objection.at,
        erased_at=objection.erased_at,
        withdrawn_at=objection.withdrawn_at,
        then=ScoredBy(objection.model, dict(objection.scores)),
        now=None if now is None else ScoredBy(now.model, scores),
        answers=tuple(
            AnswerAnswer(answer.verdict, answer.content, answer.at) for answer in objection.answers
        ),
    )
