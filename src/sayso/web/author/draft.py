"""`POST /api/v1/author/draft`: a text through the model's eyes. Nothing of it is stored."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso.core import Draft, Span
from sayso.core.errors import BadInput
from sayso.web.access.dependencies import AccessRoute, CallerDep, ServiceDep, charge
from sayso.web.api.routes import ERRORS
from sayso.web.author.schemas import DraftRequest, SpanBody
from sayso.web.http.responses import JsonResponse

router = APIRouter(prefix="/api/v1/author", tags=["Author"], route_class=AccessRoute)


@router.post("/draft", response_model=Draft, responses=ERRORS, operation_id="readDraft")
async def read_draft(
    body: DraftRequest, request: Request, service: ServiceDep, author: CallerDep
) -> Response:
    """Scores, the words behind them, other ways to say it, and a second opinion. Nothing is stored."""
    selection = read_span(body.selection)
    await charge(request, service, author, texts=1)
    draft = await service.drafts.read(body.text, selection=selection, alternatives=body.alternatives)
    return JsonResponse(draft)


def read_span(body: SpanBody | None) -> Span | None:
    if body is None:
        return None
    if body.begin > body.end:
        raise BadInput(
            f"The selection begins at {body.begin}, after its end at {body.end}.",
            hint="Give begin and end in code points, with begin before end.",
        )
    return Span(body.begin, body.end)
