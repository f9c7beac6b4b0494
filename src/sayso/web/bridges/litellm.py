"""LiteLLM's "generic guardrail API": one address that its gateway asks about prompts and replies.

LiteLLM does not say whether a reply is complete. So whatever is sent is judged as if it were, and all of it
has to wait (`stream_holdback_chars`): LiteLLM lets go of a text that has to wait when the reply has ended.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso.core.sizes import count_texts
from sayso.reader.guard.call_memory import Call, CallStart, Place
from sayso.reader.guard.messages import find_prompt
from sayso.reader.guard.outcome import ReplyOutcome
from sayso.reader.guard.replies import Reply, ToolCall, mend, walk_strings
from sayso.reader.guard.requests import GuardedRequest, Occasion, is_recorded, name_conversation
from sayso.reader.guard.upstream import write_body
from sayso.storage import Reader
from sayso.web.access.callers import Caller
from sayso.web.access.dependencies import AccessRoute, CallerDep, ServiceDep, charge
from sayso.web.api.routes import ERRORS
from sayso.web.bridges.judge import MODE, find_named, refuse_prompt
from sayso.web.bridges.schemas import LiteLlmAnswer, LiteLlmRequest
from sayso.web.http.responses import JsonResponse
from sayso.web.openai.chat_requests import CONVERSATION_HEADER, LONGEST_NAME, open_request
from sayso.web.service import Service

PATH = "/beta/litellm_basic_guardrail_api"
HIDDEN = "[present]"
"""What LiteLLM says of a header that it does not pass on."""

PICTURES = (
    "This reply was not shown, because it has pictures, which cannot be checked here. "
    "You can ask for words alone."
)
USUAL_WORDS = frozenset({"id", "type", "function", "custom", "index"})
"""Names of a call's fields, and its types."""
BLOCK_WISH = ("on_filtered", "block")
"""A parameter of the guardrail: for LiteLLM's addresses that drop a new text and heed only a refusal."""

router = APIRouter(tags=["LiteLLM"], route_class=AccessRoute)


@router.post(PATH, response_model=LiteLlmAnswer, responses=ERRORS, operation_id="guardLiteLlm")
async def guard_litellm(
    body: LiteLlmRequest, request: Request, service: ServiceDep, caller: CallerDep
) -> Response:
    """Judge prompts and replies for LiteLLM's generic guardrail."""
    reader = await find_named(service, caller, body.request_data.user_api_key_end_user_id)
    texts = 1 if body.input_type == "request" else count_texts(body.texts or [])
    await charge(request, service, caller, texts=texts)
    start = await find_start(body, service, caller, reader)
    occasion = Occasion(
        caller.community, reader, start.conversation, upstream_model=body.model or "", prompt=start.prompt
    )
    guarded = await open_request(request, service, occasion)
    if body.input_type == "response":
        return JsonResponse(await answer_response(guarded, body, start.held))
    return Response(write_body(await answer_request(guarded, body)), media_type=JsonResponse.media_type)


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
    has_recorded = body.input_type == "response" and start.prompt is not None
    service.calls.remember(call, replace(start, prompt="") if has_recorded else start)
    return start


async def _make_start(body: LiteLlmRequest, service: Service, reader: Reader | None) -> CallStart:
    messages = body.structured_messages or []
    conversation = _read_name(body) or await name_conversation(service.store, messages, reader)
    return CallStart(conversation, find_prompt(messages) if is_recorded(reader) else None)


def _read_name(body: LiteLlmRequest) -> str:
    headers = {name.lower(): value.strip() for name, value in (body.request_headers or {}).items()}
    name = headers.get(CONVERSATION_HEADER, "")
    return "" if name == HIDDEN else name[:LONGEST_NAME]


async def answer_request(guarded: GuardedRequest, body: LiteLlmRequest) -> LiteLlmAnswer:
    """Prompts pass unless the policy judges them; notices of ours are taken out of the conversation."""
    messages = body.structured_messages or []
    prompt = find_prompt(messages) if messages else "\n".join(body.texts or [])
    refused = await refuse_prompt(guarded, prompt)
    if refused:
        return LiteLlmAnswer("BLOCKED", blocked_reason=refused)
    cleaned = await guarded.prepare(messages)
    if cleaned == messages:
        return LiteLlmAnswer("NONE")
    return LiteLlmAnswer("GUARDRAIL_INTERVENED", structured_messages=cleaned)


async def answer_response(
    guarded: GuardedRequest, body: LiteLlmRequest, held: dict[Place, str]
) -> LiteLlmAnswer:
    """Every text judged for its reader. Pictures and tool calls cannot become words, and are refused."""
    refused = await refuse_others(guarded, body, held)
    if refused:
        return LiteLlmAnswer("BLOCKED", blocked_reason=refused)
    replies = [Reply(index, text=mend(text)) for index, text in enumerate(body.texts or [])]
    outcomes = [await finish_grown(guarded, reply, held) for reply in replies]
    notice = next((each.notice for each in outcomes if each.notice), "")
    if notice and wants_block(body):
        return LiteLlmAnswer("BLOCKED", blocked_reason=notice)
    texts = [each.notice or each.text for each in outcomes]
    waiting = [len(text) for text in texts]
    if texts == (body.texts or []):
        return LiteLlmAnswer("NONE", stream_holdback_chars=waiting)
    return LiteLlmAnswer("GUARDRAIL_INTERVENED", texts=texts, stream_holdback_chars=waiting)


async def finish_grown(guarded: GuardedRequest, reply: Reply, held: dict[Place, str]) -> ReplyOutcome:
    """LiteLLM asks about a streamed reply again and again as it grows: it is kept once, under one id."""
    place = (reply.index, bool(reply.calls))
    outcome = await guarded.finish(reply, mode=MODE, instead_of=held.get(place))
    if outcome.note.kept_id:
        held[place] = outcome.note.kept_id
    return outcome


async def refuse_others(guarded: GuardedRequest, body: LiteLlmRequest, held: dict[Place, str]) -> str:
    """Why what is no text may not pass; nothing if it may."""
    if body.images and not guarded.context.policy.shows_unjudged:
        return PICTURES
    if not body.tool_calls:
        return ""
    calls = dict(enumerate(read_calls(body.tool_calls)))
    return (await finish_grown(guarded, Reply(0, calls=calls), held)).notice


def wants_block(body: LiteLlmRequest) -> bool:
    name, value = BLOCK_WISH
    return (body.additional_provider_specific_params or {}).get(name) == value


def read_calls(calls: Sequence[Any]) -> list[ToolCall]:
    """Whatever shape a call has, its words are looked at."""
    return [part for call in calls for part in _read_call(call)]


def _read_call(call: Any) -> Iterator[ToolCall]:
    """The call as LiteLLM knows it; and all other words in it, ids too, as a text of their own."""
    rest: Any = call
    if isinstance(call, dict):
        fields = cast(Mapping[str, Any], call)
        called = fields.get("function")
        rest = {name: value for name, value in fields.items() if name != "function"}
        if isinstance(called, dict):
            known = cast(Mapping[str, Any], called)
            given = known.get("arguments") or ""
            arguments = given if isinstance(given, str) else json.dumps(given)
            yield ToolCall(name=str(known.get("name") or ""), arguments=arguments)
            called = {name: value for name, value in known.items() if name not in ("name", "arguments")}
        rest = [rest, called]
    words = [text for text in walk_strings(rest) if text not in USUAL_WORDS]
    if words:
        yield ToolCall(is_custom=True, arguments="\n".join(words))
