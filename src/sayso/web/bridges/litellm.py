"""LiteLLM's "generic guardrail API": one address that its gateway asks about prompts and replies.

LiteLLM does not say whether a reply is complete. So whatever is sent is judged as if it were, and all of it
has to wait (`stream_holdback_chars`): LiteLLM lets go of a text that has to wait when the reply has ended.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso.reader.guard.call_memory import Call, CallStart, Place
from sayso.reader.guard.messages import derive_conversation, find_prompt
from sayso.reader.guard.outcome import ReplyOutcome
from sayso.reader.guard.replies import Reply, ToolCall
from sayso.reader.guard.text_repair import mend
from sayso.reader.guard.upstream import write_body
from sayso.storage import Reader
from sayso.web.access.callers import Caller
from sayso.web.access.dependencies import AccessRoute, CallerDep, ServiceDep, charge
from sayso.web.api.routes import ERRORS
from sayso.web.bridges.replies import Bridge, Occasion, find_named, open_bridge
from sayso.web.bridges.schemas import LiteLlmAnswer, LiteLlmRequest
from sayso.web.http.responses import JsonResponse
from sayso.web.openai.chat_requests import CONVERSATION_HEADER, LONGEST_NAME, SECRET_NAME
from sayso.web.service import Service

PATH = "/beta/litellm_basic_guardrail_api"
HIDDEN = "[present]"
"""What LiteLLM says of a header that it does not pass on."""

PICTURES = (
    "This reply was not shown, because it has pictures, which cannot be checked here. "
    "You can ask for words alone."
)
BLOCK_WISH = ("on_filtered", "block")
"""A parameter of the guardrail: for LiteLLM's addresses that drop a new text and heed only a refusal."""

Answer = dict[str, Any]
router = APIRouter(tags=["LiteLLM"], route_class=AccessRoute)


@router.post(PATH, response_model=LiteLlmAnswer, responses=ERRORS, operation_id="guardLiteLlm")
async def guard_litellm(
    body: LiteLlmRequest, request: Request, service: ServiceDep, caller: CallerDep
) -> Response:
    """Judge prompts and replies for LiteLLM's generic guardrail."""
    reader = await find_named(service, caller, body.request_data.user_api_key_end_user_id)
    await charge(request, service, caller, texts=1 if body.input_type == "request" else len(body.texts or []))
    start = await find_start(body, service, caller, reader)
    occasion = Occasion(reader, start.conversation, upstream_model=body.model or "", prompt=start.prompt)
    bridge = await open_bridge(request, service, caller, occasion)
    if body.input_type == "request":
        answer = write_body(await answer_request(bridge, body))
        return Response(answer, media_type=JsonResponse.media_type)
    return JsonResponse(await answer_response(bridge, body, start.held))


async def find_start(
    body: LiteLlmRequest, service: Service, caller: Caller, reader: Reader | None
) -> CallStart:
    """The conversation as the client names it; else by how it began, which only the prompt shows."""
    call = Call(caller.key_id, reader.id if reader else "", body.litellm_call_id or "")
    known = service.calls.recall(call)
    if body.structured_messages:
        start = await _make_start(body, service, reader)
        start = replace(start, held=known.held) if known else start
    else:
        start = known or CallStart(_read_name(body) or body.litellm_trace_id or "")
    is_recorded = body.input_type == "response" and start.prompt is not None
    service.calls.remember(call, replace(start, prompt="") if is_recorded else start)
    return start


async def _make_start(body: LiteLlmRequest, service: Service, reader: Reader | None) -> CallStart:
    messages = body.structured_messages or []
    key = await asyncio.to_thread(service.store.secrets.get_or_create, SECRET_NAME)
    derived = derive_conversation(messages, reader_id=reader.id if reader else "", key=key)
    is_recorded = reader is not None and reader.agreed_at is not None
    return CallStart(_read_name(body) or derived, find_prompt(messages) if is_recorded else None)


def _read_name(body: LiteLlmRequest) -> str:
    headers = {name.lower(): value.strip() for name, value in (body.request_headers or {}).items()}
    name = headers.get(CONVERSATION_HEADER, "")
    return "" if name == HIDDEN else name[:LONGEST_NAME]


async def answer_request(bridge: Bridge, body: LiteLlmRequest) -> Answer:
    """Prompts pass unless the policy judges them; notices of ours are taken out of the conversation."""
    messages = body.structured_messages or []
    prompt = find_prompt(messages) if messages else "\n".join(body.texts or [])
    refused = await bridge.refuse_prompt(prompt)
    if refused:
        return {"action": "BLOCKED", "blocked_reason": refused}
    cleaned = await bridge.clean(messages)
    if cleaned == messages:
        return {"action": "NONE"}
    return {"action": "GUARDRAIL_INTERVENED", "structured_messages": cleaned}


async def answer_response(bridge: Bridge, body: LiteLlmRequest, held: dict[Place, str]) -> Answer:
    """Every text judged for its reader. Pictures and tool calls cannot become words, and are refused."""
    refused = await refuse_others(bridge, body, held)
    if refused:
        return {"action": "BLOCKED", "blocked_reason": refused}
    replies = [Reply(index, text=mend(text)) for index, text in enumerate(body.texts or [])]
    settled = [await settle_grown(bridge, reply, held) for reply in replies]
    notice = next((each.notice for each in settled if each.notice), "")
    if notice and wants_block(body):
        return {"action": "BLOCKED", "blocked_reason": notice}
    texts = [each.notice or each.text for each in settled]
    holdback = {"stream_holdback_chars": [len(text) for text in texts]}
    if texts == (body.texts or []):
        return {"action": "NONE", **holdback}
    return {"action": "GUARDRAIL_INTERVENED", "texts": texts, **holdback}


async def settle_grown(bridge: Bridge, reply: Reply, held: dict[Place, str]) -> ReplyOutcome:
    """LiteLLM asks about a streamed reply again and again as it grows: it is kept once, under one id."""
    place = (reply.index, bool(reply.calls))
    settled = await bridge.settle(reply, instead_of=held.get(place))
    kept: Mapping[str, Any] = settled.note.get("held") or settled.note.get("filtered") or {}
    if kept:
        held[place] = kept["id"]
    return settled


async def refuse_others(bridge: Bridge, body: LiteLlmRequest, held: dict[Place, str]) -> str:
    """Why what is no text may not pass; nothing if it may."""
    if body.images and not bridge.standing.policy.shows_unjudged:
        return PICTURES
    if not body.tool_calls:
        return ""
    calls = dict(enumerate(read_calls(body.tool_calls)))
    return (await settle_grown(bridge, Reply(0, calls=calls), held)).notice


def wants_block(body: LiteLlmRequest) -> bool:
    name, value = BLOCK_WISH
    return (body.additional_provider_specific_params or {}).get(name) == value


def read_calls(calls: Sequence[Any]) -> list[ToolCall]:
    """Whatever shape a call has, its words are looked at."""
    return [_read_call(call) for call in calls]


def _read_call(call: Any) -> ToolCall:
    called: Any = cast(Mapping[str, Any], call).get("function") if isinstance(call, dict) else None
    if not isinstance(called, dict):
        return ToolCall(is_custom=True, arguments=str(cast(object, call)))
    known = cast(Mapping[str, Any], called)
    given = known.get("arguments") or ""
    arguments = given if isinstance(given, str) else json.dumps(given)
    return ToolCall(name=str(known.get("name") or ""), arguments=arguments)
