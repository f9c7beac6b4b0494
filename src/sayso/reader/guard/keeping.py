"""What is kept of an exchange: a filtered reply for its reader's answer; with agreement every message."""

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

import structlog

from sayso.core import Decision, Outcome
from sayso.core.errors import SaysoError
from sayso.reader.guard.judging import ReaderContext
from sayso.reader.guard.replies import is_model_name
from sayso.storage import NewFilteredReply, NewMessage, Store

_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.web")


@dataclass(slots=True)
class Keeper:
    """For one request. `prompt` is what the reader asked, if they agreed to records; it is kept once.

    A client writes what it likes for `upstream_model`; what is no name is not kept.
    """

    store: Store
    standing: ReaderContext
    lasts: timedelta
    upstream_model: str = ""
    prompt: str | None = field(default=None, repr=False)
    instead_of: str | None = None
    """An earlier state of the reply that is kept next, if it came before."""
    _has_prompt: bool = False

    def __post_init__(self) -> None:
        self.upstream_model = self.upstream_model if is_model_name(self.upstream_model) else ""

    async def keep(self, verdict: Decision, content: str) -> str | None:
        """Its id, once it is on disk; None without a reader, or where it could not be kept."""
        standing = self.standing
        if not standing.reader_id:
            return None
        new = NewFilteredReply(
            reader=standing.reader_id,
            community=standing.community,
            conversation=standing.conversation,
            outcome=verdict.outcome,
            cause=verdict.cause,
            content=content,
            score=verdict.score,
            model=verdict.model,
            policy_version=verdict.policy_version,
            named=tuple(ngram.text for ngram in verdict.named),
            categories=verdict.categories,
            upstream_model=self.upstream_model,
        )
        try:
            add = partial(self.store.held.add, new, lasts=self.lasts, instead_of=self.instead_of)
            return (await asyncio.to_thread(add)).id
        except SaysoError as error:
            _log.error("filtered reply not kept", code=error.slug)
            return None

    async def record(
        self, decision: Outcome, verdict: Decision, content: str, *, note_id: str | None
    ) -> None:
        """Both sides' messages, where the reader agreed."""
        if self.prompt is None:
            return
        reply = NewMessage(
            "model",
            content,
            outcome=decision,
            cause=verdict.cause,
            score=verdict.score,
            scores={str(attribute): score for attribute, score in verdict.whole.items()},
            model=verdict.model,
            policy_version=verdict.policy_version,
            upstream_model=self.upstream_model,
            held_id=note_id,
        )
        is_asked = bool(self.prompt) and not self._has_prompt
        messages = [NewMessage("reader", self.prompt), reply] if is_asked else [reply]
        self._has_prompt = True
        standing = self.standing
        try:
            add = self.store.conversations.add_messages
            await asyncio.to_thread(add, standing.reader_id, standing.conversation, messages)
        except SaysoError as error:
            _log.error("messages not kept", code=error.slug)
