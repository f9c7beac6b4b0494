"""One request: who reads the reply, what holds for them, what the model is asked, what becomes of it.

The proxy (`web/openai`) asks the model itself; bridges (`web/bridges`) bring replies that others asked for.
Both begin with `open_guarded`.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sayso.core import Attribute, Tolerance
from sayso.reader.guard.completions import ChatAnswer, CompletionHeader
from sayso.reader.guard.judging import ReaderContext, ReplyJudge
from sayso.reader.guard.messages import Message, add_wish, clean_context, derive_conversation, list_notes
from sayso.reader.guard.outcome import MakeLink, OutcomeMaker, ReplyOutcome
from sayso.reader.guard.release import find_safe
from sayso.reader.guard.replies import Reply, read_replies
from sayso.reader.guard.stream_writer import FrameError, ReplyCounter, ReplyStream, StreamWriter
from sayso.reader.guard.upstream import UpstreamClient
from sayso.storage import Reader, Store

SECRET_NAME = "reader-links"  # noqa: S105  # what it is called


@dataclass(frozen=True, slots=True)
class Occasion:
    """Whose reply it is and where. `limits` come before those the reader has set; `without` are words that
    this reply has to do without. `prompt` is what was asked, for the `asked`th time in a row: recorded if the
    reader agreed to it, and not again where only another reply is wanted. 0: nobody knows how often."""

    community: str
    reader: Reader | None = None
    conversation: str = ""
    limits: Mapping[Attribute, float] = field(default_factory=dict[Attribute, float])
    without: Sequence[str] = ()
    upstream_model: str = ""
    prompt: str | None = field(default=None, repr=False)
    asked: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """What the server behind the guard is asked. `bearer` is the client's own key for it, if any."""

    model: str
    body: Mapping[str, Any] = field(repr=False)
    bearer: str = field(default="", repr=False)
    choices: int = 1
    wants_usage: bool = False


@dataclass(frozen=True, slots=True)
class GuardedRequest:
    """Under what the replies to one request are judged, and where they are kept."""

    judge: ReplyJudge
    store: Store
    counter: ReplyCounter
    context: ReaderContext
    outcome_maker: OutcomeMaker
    window_words: int

    async def refuse_prompt(self, prompt: str) -> float | None:
        """The score for which a prompt may not go to the model; None if it may."""
        return await self.judge.refuse_prompt(prompt, policy=self.context.policy)

    async def prepare(
        self, messages: Sequence[Message], *, without: Sequence[str] = (), reply_to: str | None = None
    ) -> list[Message]:
        """A conversation without our notices; a reply that its reader has seen takes its notice's place.

        `without` are words that the model is asked to avoid, in saying the reply `reply_to` again if it is
        named.
        """
        wanted = {*list_notes(messages), *([reply_to] if reply_to else [])}
        reader_id = self.context.reader_id
        kept = (
            await asyncio.to_thread(self.store.held.get_many, reader_id, wanted)
            if reader_id and wanted
            else []
        )
        seen = {held.id: held.reply for held in kept}
        again = next((held.content for held in kept if held.id == reply_to), None)
        return add_wish(clean_context(messages, seen.get), without, reply=again)

    async def finish(self, reply: Reply, *, mode: str, instead_of: str | None = None) -> ReplyOutcome:
        """What becomes of a reply that is complete; whatever is not shown is kept first.

        `instead_of` is the id under which the beginning of the same reply was kept before.
        """
        decision = await self.outcome_maker.judge(reply.text)
        outcome = await self.outcome_maker.make(reply, decision, instead_of=instead_of)
        self.counter.count_reply(decision=outcome.outcome, mode=mode)
        return outcome

    async def find_safe(self, text: str) -> int:
        """How many characters of a reply may be shown although it goes on."""
        mode = self.context.policy.streaming
        return await find_safe(text, self.outcome_maker.judge, mode=mode, window_words=self.window_words)

    async def answer(self, upstream: UpstreamClient, question: Question) -> ChatAnswer:
        part = await upstream.ask(question.body, bearer=question.bearer)
        outcomes = {reply.index: await self.finish(reply, mode="plain") for reply in read_replies(part)}
        return CompletionHeader(question.model).write_completion(outcomes, part.usage)

    async def stream(
        self, upstream: UpstreamClient, question: Question, *, patience_s: float, frame_error: FrameError
    ) -> AsyncGenerator[bytes]:
        """The events of an answer. A failure before anything came is raised; one that takes longer than
        `patience_s` is told in the stream, by `frame_error`."""
        started = time.monotonic()
        stream = ReplyStream(upstream.stream(question.body, bearer=question.bearer))
        try:
            await stream.wait_start(patience_s)
            if stream.early_failure:
                raise stream.early_failure
        except BaseException:
            stream.stop()
            raise
        writer = StreamWriter(
            stream=stream,
            outcome_maker=self.outcome_maker,
            header=CompletionHeader(question.model),
            mode=self.context.policy.streaming,
            window_words=self.window_words,
            choices=question.choices,
            wants_usage=question.wants_usage,
            counter=self.counter,
            frame_error=frame_error,
            started=started,
        )
        return writer.frames()


async def open_guarded(
    judge: ReplyJudge,
    store: Store,
    occasion: Occasion,
    *,
    make_link: MakeLink,
    counter: ReplyCounter,
    window_words: int,
) -> GuardedRequest:
    """Loads what holds now for the reader, and makes what judges and keeps replies under it."""
    reader = occasion.reader
    context = await judge.load_context(occasion.community, reader.id if reader else "", occasion.conversation)
    if occasion.limits:
        tolerance = Tolerance(context.reader_id, {**context.tolerance.limits, **occasion.limits})
        context = replace(context, tolerance=tolerance)
    if occasion.without:
        context = await asyncio.to_thread(context.without, occasion.without)
    outcome_maker = OutcomeMaker(
        judge,
        store,
        context,
        make_link,
        upstream_model=occasion.upstream_model,
        prompt=occasion.prompt if is_recorded(reader) else None,
        asked=occasion.asked,
    )
    return GuardedRequest(judge, store, counter, context, outcome_maker, window_words)


def is_recorded(reader: Reader | None) -> bool:
    """Whether this reader agreed to records of what is said."""
    return reader is not None and reader.agreed_at is not None


async def name_conversation(store: Store, messages: Sequence[Message], reader: Reader | None) -> str:
    """For a conversation that nobody has named: the same name for every request of it."""
    key = await asyncio.to_thread(store.secrets.get_or_create, SECRET_NAME)
    return derive_conversation(messages, reader_id=reader.id if reader else "", key=key)
