"""`/api/v1/guard/judge` and `/api/v1/guard/context`: the guard for software that asks its model itself."""

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso.core.errors import NotAllowed
from sayso.core.sizes import count_texts
from sayso.reader.guard.messages import find_prompt
from sayso.reader.guard.replies import Reply, mend
from sayso.reader.guard.requests import GuardedRequest, Occasion
from sayso.reader.guard.upstream import write_body
from sayso.storage import Reader
from sayso.web.access.callers import Caller
from sayso.web.access.dependencies import AccessRoute, CallerDep, ServiceDep, charge
from sayso.web.access.refusals import KEY_HINT
from sayso.web.api.routes import ERRORS
from sayso.web.bridges.schemas import ContextAnswer, ContextRequest, JudgeAnswer, JudgeRequest, Situation
from sayso.web.http.responses import JsonResponse
from sayso.web.openai.chat_requests import open_request
from sayso.web.service import Service

MODE = "bridge"
"""How the metrics count what comes over a bridge."""

PROMPT_REFUSED = (
    "This message was not sent to the model, because it is above the limit set here. "
    "You can ask in other words."
)

router = APIRouter(prefix="/api/v1/guard", tags=["Guard"], route_class=AccessRoute)


@router.post("/judge", response_model=JudgeAnswer, responses=ERRORS, operation_id="judgeReply")
async def judge_reply(
    body: JudgeRequest, request: Request, service: ServiceDep, caller: CallerDep
) -> Response:
    """Judge a reply for its reader: what may be shown of it, and what was decided."""
    reader = await find_reader(service, caller, body)
    await charge(request, service, caller, texts=count_texts([body.reply]))
    occasion = Occasion(caller.community, reader, body.conversation, limits=body.limits, prompt=body.prompt)
    guarded = await open_request(request, service, occasion)
    reply = mend(body.reply)
    if not body.final:
        return JsonResponse(JudgeAnswer(reply[: await guarded.find_safe(reply)], None))
    outcome = await guarded.finish(Reply(0, text=reply), mode=MODE)
    return JsonResponse(JudgeAnswer(outcome.notice or outcome.text, outcome.note))


@router.post("/context", response_model=ContextAnswer, responses=ERRORS, operation_id="cleanContext")
async def clean_context(
    body: ContextRequest, request: Request, service: ServiceDep, caller: CallerDep
) -> Response:
    """Make a conversation ready for the model: notices of ours out, the last prompt judged if need be."""
    reader = await find_reader(service, caller, body)
    await charge(request, service, caller, texts=1)
    occasion = Occasion(caller.community, reader, body.conversation)
    guarded = await open_request(request, service, occasion)
    refused = await refuse_prompt(guarded, find_prompt(body.messages))
    answer = ContextAnswer(await guarded.prepare(body.messages), refused)
    return Response(write_body(answer), media_type=JsonResponse.media_type)


async def find_reader(service: Service, caller: Caller, body: Situation) -> Reader | None:
    if body.reader and not caller.key_id:
        raise NotAllowed(
            "A reader can be named only with an API key, since anyone can type a name.",
            hint=f"{KEY_HINT}. Or leave 'reader' out: the policy alone counts then.",
        )
    return await find_named(service, caller, body.reader)


async def find_named(service: Service, caller: Caller, name: str | None) -> Reader | None:
    """The reader whom the holder of a real key names; anyone can type a name, so without a key nobody."""
    if not name or not name.strip() or not caller.key_id:
        return None
    return await asyncio.to_thread(service.store.readers.find_or_create, caller.community, name.strip())


async def refuse_prompt(guarded: GuardedRequest, prompt: str) -> str | None:
    """Why a prompt may not go to the model; None if it may. Any may, unless the policy judges prompts."""
    score = await guarded.refuse_prompt(prompt)
    return None if score is None else PROMPT_REFUSED
