"""Replies and prompts judged for other people's software, as the proxy judges its own."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fastapi import Request

from sayso.core import Attribute, Streaming, Tolerance
from sayso.reader.guard.judging import ReaderContext
from sayso.reader.guard.messages import clean_context, list_notes
from sayso.reader.guard.outcome import OutcomeMaker, ReplyOutcome
from sayso.reader.guard.release import Cut, CutFinder, Judge
from sayso.reader.guard.replies import Reply
from sayso.storage import Reader
from sayso.web.access.callers import Caller
from sayso.web.openai.chat_requests import make_links
from sayso.web.service import Service

MODE = "bridge"
"""How the metrics count what comes over a bridge."""

PROMPT_REFUSED = (
    "This message was not sent to the model, because it is above the limit set here. "
    "You can ask in other words."
)


@dataclass(frozen=True, slots=True)
class Occasion:
    """Whose reply it is and where. `limits` come before those the reader has set; `prompt` is for records."""

    reader: Reader | None = None
    conversation: str = ""
    limits: Mapping[Attribute, float] | None = None
    upstream_model: str = ""
    prompt: str | None = None


@dataclass(frozen=True, slots=True)
class Bridge:
    """For one request: under what its replies are judged, and where they are kept."""

    service: Service
    standing: ReaderContext
    settler: OutcomeMaker

    async def settle(self, reply: Reply, *, instead_of: str | None = None) -> ReplyOutcome:
        """What becomes of a reply that is complete; whatever is not shown is kept first.

        `instead_of` is the id under which the beginning of the same reply was kept before.
        """
        self.settler.keeper.instead_of = instead_of
        settled = await self.settler.settle(reply, await self.settler.judge(reply.text))
        self.service.metrics.count_reply(decision=settled.decision, mode=MODE)
        return settled

    async def find_safe(self, text: str) -> int:
        """How many characters of a reply may be shown although it goes on."""
        mode, words = self.standing.policy.streaming, self.service.settings.stream_window_words
        return await find_safe(text, self.settler.judge, mode=mode, window_words=words)

    async def refuse_prompt(self, prompt: str) -> str | None:
        """Why a prompt may not go to the model; None if it may. Any may, unless the policy judges prompts."""
        score = await self.service.guard.refuse_prompt(prompt, policy=self.standing.policy)
        return None if score is None else PROMPT_REFUSED

    async def clean(self, messages: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """A conversation without our notices; a reply that its reader has seen takes its notice's place."""
        notes = list_notes(messages)
        seen = await asyncio.to_thread(self._find_seen, notes) if notes else {}
        return clean_context(messages, seen.get)

    def _find_seen(self, notes: Sequence[str]) -> dict[str, str]:
        reader_id = self.standing.reader_id
        found = [self.service.store.held.get(reader_id, note) for note in notes] if reader_id else []
        return {held.id: held.reply for held in found if held and held.reply is not None}


async def open_bridge(request: Request, service: Service, caller: Caller, occasion: Occasion) -> Bridge:
    reader = occasion.reader
    standing = await service.guard.stand(caller.community, reader.id if reader else "", occasion.conversation)
    if occasion.limits:
        tolerance = Tolerance(standing.reader_id, {**standing.tolerance.limits, **occasion.limits})
        standing = replace(standing, tolerance=tolerance)
    is_recorded = reader is not None and reader.agreed_at is not None
    settler = OutcomeMaker(
        service.guard,
        service.store,
        standing,
        make_link=make_links(request, service, standing),
        upstream_model=occasion.upstream_model,
        prompt=occasion.prompt if is_recorded else None,
    )
    return Bridge(service, standing, settler)


async def find_named(service: Service, caller: Caller, name: str | None) -> Reader | None:
    """The reader whom the holder of a real key names; anyone can type a name, so without a key nobody."""
    if not name or not name.strip() or not caller.key_id:
        return None
    return await asyncio.to_thread(service.store.readers.find_or_create, caller.community, name.strip())


async def find_safe(text: str, judge: Judge, *, mode: Streaming, window_words: int) -> int:
    """Up to the furthest cut that is shown. Cuts depend on the text alone: as that grows, so does this."""
    for cut in reversed(CutFinder(mode, window_words).find(text)):
        if await _passes(text, cut, judge):
            return cut.end
    return 0


async def _passes(text: str, cut: Cut, judge: Judge) -> bool:
    for end in sorted({cut.end, cut.seen}):
        if (await judge(text[:end])).outcome != "shown":
            return False
    return True
