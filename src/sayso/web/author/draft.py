"""`POST /api/v1/author/draft`: a text through the model's eyes. Nothing of it is stored."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso.core import Draft, Span
from sayso.core.errors import BadInput, TextTooLong
from sayso.core.sizes import count_texts
from sayso.settings import Settings
from sayso.web.access.callers import Anyone, Caller
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
    check_keyless_length(body.text, author, service.settings)
    await charge(request, service, author, texts=count_texts([body.text]))
    draft = await service.drafts.read(body.text, selection=selection, alternatives=body.alternatives)
    return JsonResponse(draft)


def check_keyless_length(text: str, author: Caller, settings: Settings) -> None:
    """Where keys are needed for other things, a draft without one is short: anyone can send many."""
    most = settings.draft_characters
    if isinstance(author, Anyone) and not settings.is_open and len(text) > most:
        raise TextTooLong(
            f"The draft has {len(text)} characters; without a key at most {most} are read.",
            hint="Send a part of it, or a key.",
        )


def read_span(body: SpanBody | None) -> Span | None:
    if body is None:
        return None
    if body.begin > body.end:
        raise BadInput(
            f"The selection begins at {body.begin}, after its end at {body.end}.",
            hint="Give begin and end in code points, with begin before end.",
        )
    return Span(body.begin, body.end)
