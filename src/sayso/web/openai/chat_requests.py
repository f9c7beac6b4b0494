"""From a request for a completion to whose reply it will be and what the model is asked."""

from typing import ClassVar

from fastapi import Request

from sayso.core.errors import BadInput
from sayso.reader.guard.messages import count_asked, find_prompt
from sayso.reader.guard.requests import GuardedRequest, Occasion, Question, name_conversation, open_guarded
from sayso.storage import Reader
from sayso.storage.access.keys import SECRET
from sayso.web.access.callers import Caller
from sayso.web.access.dependencies import public_root
from sayso.web.openai.chat_schemas import ChatRequest, Wish
from sayso.web.openai.errors import BadParameter
from sayso.web.service import Service

CONVERSATION_HEADER = "x-sayso-conversation"
LONGEST_NAME = 200
_NO_WISH = Wish()


class PromptFiltered(BadInput):
    """The policy judges prompts, and this one is at or over the hard limit."""

    slug: ClassVar[str] = "content-filter"


async def find_occasion(
    request: Request, service: Service, caller: Caller, body: ChatRequest, reader: Reader | None
) -> Occasion:
    conversation = _read_name(request)
    if reader and not conversation:
        conversation = await name_conversation(service.store, body.messages, reader)
    return Occasion(
        caller.community,
        reader,
        conversation,
        without=(body.sayso or _NO_WISH).without,
        upstream_model=body.model,
        prompt=find_prompt(body.messages),
        asked=count_asked(body.messages),
    )


async def open_request(request: Request, service: Service, occasion: Occasion) -> GuardedRequest:
    """With links to the pages of held replies at the address that this request came to."""
    root = public_root(request, service)
    reader_id = occasion.reader.id if occasion.reader else ""
    return await open_guarded(
        service.guard,
        service.store,
        occasion,
        make_link=lambda held_id: service.readers.make_link(root, reader_id=reader_id, held_id=held_id),
        counter=service.metrics,
        window_words=service.settings.stream_window_words,
    )


async def make_question(request: Request, guarded: GuardedRequest, body: ChatRequest) -> Question:
    """What the model is asked, unless the policy refuses to ask it."""
    score = await guarded.refuse_prompt(find_prompt(body.messages))
    if score is not None:
        limit = guarded.context.policy.hard_limit
        raise PromptFiltered(
            f"The last message scores {score:.2f}; here it has to be under {limit:.2f}.",
            hint="Ask in other words.",
        )
    wish = body.sayso or _NO_WISH
    messages = await guarded.prepare(body.messages, without=wish.without, reply_to=wish.reply_to)
    given = body.model_dump(exclude_unset=True, exclude={"sayso"})
    return Question(
        body.model,
        {**given, "messages": messages, "stream": bool(body.stream)},
        bearer=read_bearer(request),
        choices=body.choices,
        wants_usage=body.wants_usage,
    )


def read_bearer(request: Request) -> str:
    """What the client sent as a key that is none of ours, in force or not."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    is_ours = SECRET.fullmatch(token.strip()) is not None
    return token.strip() if scheme.lower() == "bearer" and not is_ours else ""


def _read_name(request: Request) -> str:
    """What the client calls the conversation; nothing if it does not say."""
    named = request.headers.get(CONVERSATION_HEADER, "").strip()
    if len(named) > LONGEST_NAME:
        raise BadParameter(
            f"The header X-Sayso-Conversation has {len(named)} characters; at most {LONGEST_NAME} are taken.",
            param="X-Sayso-Conversation",
        )
    return named
