"""One request on its way to the server behind the guard: who reads the reply, and what the model is asked."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from fastapi import Request

from sayso.core.errors import BadInput
from sayso.reader.guard.judging import ReaderContext
from sayso.reader.guard.messages import add_wish, clean_context, derive_conversation, find_prompt, list_notes
from sayso.reader.guard.outcome import MakeLink, OutcomeMaker
from sayso.storage import Held, Reader
from sayso.storage.access.keys import SECRET
from sayso.web.access.callers import Caller
from sayso.web.access.dependencies import charge, public_root
from sayso.web.access.readers import identify_reader
from sayso.web.openai.chat_schemas import ChatRequest, Wish
from sayso.web.openai.errors import BadParameter
from sayso.web.service import Service

CONVERSATION_HEADER = "x-sayso-conversation"
LONGEST_NAME = 200
SECRET_NAME = "reader-links"  # noqa: S105  # what it is called
_NO_WISH = Wish()


class PromptFiltered(BadInput):
    """The policy judges prompts, and this one is at or over the hard limit."""

    slug: ClassVar[str] = "content-filter"


@dataclass(frozen=True, slots=True)
class Exchange:
    """`forwarded` is the request as the server gets it; `bearer` is the client's own key for it, if any."""

    standing: ReaderContext
    settler: OutcomeMaker
    forwarded: Mapping[str, Any] = field(repr=False)
    bearer: str = field(default="", repr=False)


async def open_exchange(request: Request, service: Service, caller: Caller, body: ChatRequest) -> Exchange:
    """Counts the request, and refuses what must not be asked."""
    fields = body.model_dump(exclude_unset=True)
    reader = await identify_reader(request, service, caller, fields)
    await charge(request, service, caller, texts=body.choices)
    conversation = await _find_conversation(request, service, body, reader)
    wish = body.sayso or _NO_WISH
    found = await service.guard.stand(caller.community, reader.id if reader else "", conversation)
    await _check_prompt(service, found, body)
    standing = await asyncio.to_thread(found.without, wish.without) if wish.without else found
    return Exchange(
        standing,
        _make_settler(request, service, standing, reader, body),
        forwarded={
            **{name: value for name, value in fields.items() if name != "sayso"},
            "messages": await _prepare_messages(service, reader, body, wish),
            "stream": bool(body.stream),
        },
        bearer=read_bearer(request),
    )


def read_bearer(request: Request) -> str:
    """What the client sent as a key that is none of ours, in force or not."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    is_ours = SECRET.fullmatch(token.strip()) is not None
    return token.strip() if scheme.lower() == "bearer" and not is_ours else ""


async def _find_conversation(
    request: Request, service: Service, body: ChatRequest, reader: Reader | None
) -> str:
    named = request.headers.get(CONVERSATION_HEADER, "").strip()
    if len(named) > LONGEST_NAME:
        raise BadParameter(
            f"The header X-Sayso-Conversation has {len(named)} characters; at most {LONGEST_NAME} are taken.",
            param="X-Sayso-Conversation",
        )
    if named or reader is None:
        return named
    key = await asyncio.to_thread(service.store.secrets.get_or_create, SECRET_NAME)
    return derive_conversation(body.messages, reader_id=reader.id, key=key)


async def _check_prompt(service: Service, standing: ReaderContext, body: ChatRequest) -> None:
    policy = standing.policy
    score = await service.guard.refuse_prompt(find_prompt(body.messages), policy=policy)
    if score is not None:
        raise PromptFiltered(
            f"The last message scores {score:.2f}; here it has to be under {policy.hard_limit:.2f}.",
            hint="Ask in other words.",
        )


async def _prepare_messages(
    service: Service, reader: Reader | None, body: ChatRequest, wish: Wish
) -> list[Mapping[str, Any]]:
    """Without notices; what a reader has seen, and what is to be said again, is put in."""
    wanted = list_notes(body.messages)
    seen: dict[str, str] = {}
    again: str | None = None
    if reader and (wanted or wish.reply_to):
        held = await asyncio.to_thread(_find_held, service, reader.id, {*wanted, wish.reply_to or ""})
        seen = {note: one.reply for note, one in held.items() if one.reply}
        asked = held.get(wish.reply_to or "")
        again = asked.content if asked else None
    return add_wish(clean_context(body.messages, seen.get), wish.without, reply=again)


def _find_held(service: Service, reader_id: str, notes: Iterable[str]) -> dict[str, Held]:
    found = {note: service.store.held.get(reader_id, note) for note in notes if note}
    return {note: held for note, held in found.items() if held}


def _make_settler(
    request: Request, service: Service, standing: ReaderContext, reader: Reader | None, body: ChatRequest
) -> OutcomeMaker:
    is_recorded = reader is not None and reader.agreed_at is not None
    prompt = find_prompt(body.messages) if is_recorded else None
    link = make_links(request, service, standing)
    return OutcomeMaker(
        service.guard, service.store, standing, link, upstream_model=body.model, prompt=prompt
    )


def make_links(request: Request, service: Service, standing: ReaderContext) -> MakeLink:
    """To the pages of held replies, at the address that this request came to."""
    root = public_root(request, service)
    return lambda held_id: service.readers.make_link(root, reader_id=standing.reader_id, held_id=held_id)
