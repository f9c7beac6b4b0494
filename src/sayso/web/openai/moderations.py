"""`POST /v1/moderations`."""

import asyncio
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso.core.errors import BadInput
from sayso.core.sizes import check_lengths, count_texts
from sayso.scoring.gathering import BatchingScorer
from sayso.web.access.dependencies import AccessRoute, CallerDep, ServiceDep, charge
from sayso.web.http.responses import JsonResponse
from sayso.web.openai.categories import CATEGORIES, flag_unjudged, judge, scored_categories
from sayso.web.openai.errors import ErrorAnswer
from sayso.web.openai.schemas import ModerationAnswer, ModerationRequest, TextPart

UNSCORED_HEADER = "x-sayso-unscored"
UNJUDGED_HEADER = "x-sayso-unjudged"
"""The numbers, from 0, of texts that could not be judged; there only if there are any."""
_ERRORS: dict[int | str, dict[str, Any]] = {
    400: {
        "model": ErrorAnswer,
        "description": "The input is empty, an image, or not of the right shape.",
    },
    401: {"model": ErrorAnswer, "description": "No key, or a key that is not known."},
    413: {"model": ErrorAnswer, "description": "A text or the whole body is too long."},
    429: {"model": ErrorAnswer, "description": "The key's rate limit or quota is reached."},
    503: {"model": ErrorAnswer, "description": "The model or the database cannot answer now."},
}

router = APIRouter(prefix="/v1", tags=["OpenAI"], route_class=AccessRoute)


@router.post(
    "/moderations", response_model=ModerationAnswer, responses=_ERRORS, operation_id="createModeration"
)
async def create_moderation(
    body: ModerationRequest, request: Request, service: ServiceDep, caller: CallerDep
) -> Response:
    """Judge texts by OpenAI's categories. `x-sayso-unscored` names those that no model stands behind,
    `x-sayso-unjudged` the numbers of texts that could not be judged: those are flagged, unless the policy
    shows what is unjudged."""
    texts = read_texts(body.input)
    check_lengths(texts)
    check_categories(service.scoring)
    await charge(request, service, caller, texts=count_texts(texts))
    scores = await service.scoring.score(texts)
    policy = await asyncio.to_thread(service.store.policies.current, caller.community)
    flagged = service.scoring.on_scale(scores, policy.scale)
    results = [
        judge(scores.row(index), limit=policy.flag_limit, on_scale=flagged.row(index))
        for index in range(len(texts))
    ]
    for index, reason in scores.unjudged.items():
        results[index] = flag_unjudged(reason, is_flagged=not policy.shows_unjudged)
    unscored = [name for name in CATEGORIES if name not in scored_categories(scores.columns.keys())]
    answer = ModerationAnswer(f"modr-{uuid4().hex}", scores.model, results)
    headers = {UNSCORED_HEADER: ", ".join(unscored)}
    if scores.unjudged:
        headers[UNJUDGED_HEADER] = ", ".join(map(str, sorted(scores.unjudged)))
    return JsonResponse(answer, headers=headers)


def check_categories(desk: BatchingScorer) -> None:
    """Refuses to answer with nothing but noughts, which a client would take for a clean text."""
    if not scored_categories(desk.attributes):
        known = ", ".join(sorted(desk.attributes))
        raise BadInput(
            f"The scorer {desk.name!r} stands behind none of OpenAI's categories. It scores: {known}.",
            hint="Ask /api/v1/analyze instead, or serve a scorer that has INSULT, IDENTITY_ATTACK or THREAT.",
        )


def read_texts(given: str | Sequence[str] | Sequence[TextPart]) -> list[str]:
    """What is to be judged, one text per result. The parts of a message are judged as one text."""
    if isinstance(given, str):
        return [given]
    parts = [part.text for part in given if isinstance(part, TextPart)]
    return ["\n".join(parts)] if parts else [text for text in given if isinstance(text, str)]
