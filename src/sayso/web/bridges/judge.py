"""`/api/v1/guard/judge` and `/api/v1/guard/context`: the guard for software that asks its model itself."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso.core.errors import NotAllowed
from sayso.reader.guard.messages import find_prompt
from sayso.reader.guard.replies import Reply
from sayso.reader.guard.text_repair import mend
from sayso.reader.guard.upstream import write_body
from sayso.storage import Reader
from sayso.web.access.callers import Caller
from sayso.web.access.dependencies import AccessRoute, CallerDep, ServiceDep, charge
from sayso.web.access.refusals import KEY_HINT
from sayso.web.api.routes import ERRORS
from sayso.web.bridges.replies import Occasion, find_named, open_bridge
from sayso.web.bridges.schemas import ContextAnswer, ContextRequest, JudgeAnswer, JudgeRequest, Situation
from sayso.web.http.responses import JsonResponse
from sayso.web.service import Service

router = APIRouter(prefix="/api/v1/guard", tags=["Guard"], route_class=AccessRoute)


@router.post("/judge", response_model=JudgeAnswer, responses=ERRORS, operation_id="judgeReply")
async def judge_reply(
    body: JudgeRequest, request: Request, service: ServiceDep, caller: CallerDep
) -> Response:
    """Judge a reply for its reader: what may be shown of it, and what was decided."""
    reader = await find_reader(service, caller, body)
    await charge(request, service, caller, texts=1)
    occasion = Occasion(reader, body.conversation, limits=body.limits, prompt=body.prompt)
    bridge = await open_bridge(request, service, caller, occasion)
    reply = mend(body.reply)
    if not body.final:
        return JsonResponse({"text": reply[: await bridge.find_safe(reply)], "sayso": None})
    settled = await bridge.settle(Reply(0, text=reply))
    return JsonResponse({"text": settled.notice or settled.text, "sayso": settled.note})


@router.post("/context", response_model=ContextAnswer, responses=ERRORS, operation_id="cleanContext")
async def clean_context(
    body: ContextRequest, request: Request, service: ServiceDep, caller: CallerDep
) -> Response:
    """Make a conversation ready for the model: notices of ours out, the last prompt judged if need be."""
    reader = await find_reader(service, caller, body)
    await charge(request, service, caller, texts=1)
    bridge = await open_bridge(request, service, caller, Occasion(reader, body.conversation))
    refused = await bridge.refuse_prompt(find_prompt(body.messages))
    cleaned = await bridge.clean(body.messages)
    return Response(write_body({"messages": cleaned, "refused": refused}), media_type=JsonResponse.media_type)


async def find_reader(service: Service, caller: Caller, body: Situation) -> Reader | None:
    if body.reader and not caller.key_id:
        raise NotAllowed(
            "A reader can be named only with an API key, since anyone can type a name.",
            hint=f"{KEY_HINT}. Or leave 'reader' out: the policy alone counts then.",
        )
    return await find_named(service, caller, body.reader)
