"""What a finished reply turns into: itself, or a notice, with what was decided kept first."""

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import Any

import structlog

from sayso.core import Decision, Outcome
from sayso.core.errors import SaysoError
from sayso.core.policy import DEFAULT_MESSAGE
from sayso.core.sizes import MAX_LENGTH
from sayso.deciding.wording import explain
from sayso.reader.guard.judging import ReaderContext, ReplyJudge
from sayso.reader.guard.notices import (
    NOBODY,
    NOT_KEPT,
    CategoryScore,
    FilteredNote,
    GuardNote,
    HeldNote,
    tell_rest,
    word_call,
    word_held,
    word_replaced,
    write_notice,
)
from sayso.reader.guard.parts import Finish, is_model_name
from sayso.reader.guard.replies import MOST_STRINGS, Reply, ToolCall, is_readable, list_texts
from sayso.storage import NewFilteredReply, NewMessage, Store

MOST_CHARACTERS = 2 * MAX_LENGTH
"""In all strings of a tool call, which are judged one by one and together."""

_RANKS: Mapping[Outcome, int] = {"shown": 0, "held": 1, "replaced": 2}
_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.web")
MakeLink = Callable[[str], str]
"""The page for a held reply, by its id."""


@dataclass(frozen=True, slots=True)
class ReplyOutcome:
    """The end of a reply. Of `text` and `refusal` nothing may be seen unless `shows_text`."""

    outcome: Outcome
    finish: Finish
    note: GuardNote
    notice: str = ""
    text: str = field(default="", repr=False)
    refusal: str = field(default="", repr=False)
    calls: tuple[ToolCall, ...] = field(default=(), repr=False)
    logprobs: Any = field(default=None, repr=False)
    shows_text: bool = False

    def follow_text(self) -> "ReplyOutcome":
        """The same where the reply's beginning has left already."""
        return replace(self, note=self.note.follow_text(), notice=tell_rest(self.notice))


@dataclass(slots=True)
class OutcomeMaker:
    """For one request: under what its replies are judged, and where they are kept.

    `prompt` is what the reader asked; with it, both sides' messages are recorded if the reader agreed.
    """

    guard: ReplyJudge
    store: Store
    context: ReaderContext
    make_link: MakeLink
    upstream_model: str = ""
    prompt: str | None = field(default=None, repr=False)
    asked: int = 0
    _keeper: "Keeper" = field(init=False)

    def __post_init__(self) -> None:
        self._keeper = Keeper(
            self.store,
            self.context,
            lasts=self.guard.held_for,
            upstream_model=self.upstream_model,
            prompt=self.prompt,
            asked=self.asked,
        )

    async def judge(self, text: str) -> Decision:
        return await self.guard.judge(text, context=self.context)

    async def make(self, reply: Reply, decision: Decision, *, instead_of: str | None = None) -> ReplyOutcome:
        """`decision` is on the whole text of the reply; its refusal and its tool calls are judged here.

        `instead_of` is the id under which the beginning of the same reply was kept before.
        """
        reply.close()
        said = f"{reply.text}{reply.refusal}"
        if reply.refusal:
            decision = max([decision, *await self._judge_refusal(reply)], key=_weigh)
        if decision.outcome != "shown":
            return await self._hold_back(said, decision, instead_of)
        calls = tuple(reply.calls[place] for place in sorted(reply.calls))
        unfit = await self._judge_calls(calls)
        if unfit:
            return await self._leave_out(reply, unfit, instead_of)
        await self._keeper.record("shown", decision, said, note_id=None)
        return ReplyOutcome(
            "shown",
            finish=reply.finish or "stop",
            note=self._describe("shown", decision, self._explain(decision)),
            text=reply.text,
            refusal=reply.refusal,
            calls=calls,
            logprobs=reply.logprobs,
            shows_text=True,
        )

    async def _judge_calls(self, calls: Sequence[ToolCall]) -> Decision | None:
        """The first decision that is a no. Of too many strings none is looked at."""
        texts = list_texts(calls)
        unjudged = self.guard.give_up(self.context, "unreadable")
        if len(texts) > MOST_STRINGS or sum(map(len, texts)) > MOST_CHARACTERS:
            decisions = [unjudged]
        else:
            decisions = await self.guard.judge_all(texts, context=self.context)
            decisions += [] if all(map(is_readable, calls)) else [unjudged]
        return next((decision for decision in decisions if decision.outcome != "shown"), None)

    async def _judge_refusal(self, reply: Reply) -> list[Decision]:
        """Alone and with the text before it: clients show both, one after the other."""
        texts = [reply.refusal, f"{reply.text}{reply.refusal}", f"{reply.text} {reply.refusal}"]
        return await self.guard.judge_all(list(dict.fromkeys(texts)), context=self.context)

    async def _hold_back(self, content: str, decision: Decision, instead_of: str | None) -> ReplyOutcome:
        is_asked = decision.outcome == "held" and bool(self.context.reader_id)
        note_id = await self._keeper.keep(decision, content, instead_of=instead_of)
        outcome: Outcome = "held" if is_asked and note_id else "replaced"
        await self._keeper.record(outcome, decision, content, note_id=note_id)
        if outcome == "held" and note_id:
            return self._ask(decision, note_id)
        if decision.outcome == "held":
            return self._replace(decision, NOT_KEPT if is_asked else NOBODY, note_id=None)
        message = word_replaced(decision, self.context)
        replaced = self._replace(decision, message, note_id=note_id)
        if message != DEFAULT_MESSAGE:  # the community's own, or the reason already
            return replaced
        return replace(replaced, note=replace(replaced.note, message=self._explain(decision)))

    async def _leave_out(self, reply: Reply, decision: Decision, instead_of: str | None) -> ReplyOutcome:
        """A tool call is nothing to be read: nobody is asked about it."""
        refused = replace(decision, outcome="replaced")
        content = "\n".join(f"{call.name} {call.arguments}" for call in reply.calls.values())
        note_id = await self._keeper.keep(refused, content, instead_of=instead_of)
        await self._keeper.record("replaced", refused, f"{reply.text}\n{content}".strip(), note_id=note_id)
        replaced = self._replace(refused, word_call(refused), note_id=note_id)
        return replace(replaced, text=reply.text, refusal=reply.refusal, shows_text=True)

    def _ask(self, decision: Decision, note_id: str) -> ReplyOutcome:
        url = self.make_link(note_id)
        held = HeldNote(
            note_id,
            terms=[ngram.text for ngram in decision.named],
            passages=[ngram.passage for ngram in decision.named],
            words=decision.words,
            categories=[CategoryScore(name, score) for name, score in decision.categories],
            url=url,
        )
        note = replace(self._describe("held", decision, self._explain(decision)), held=held)
        notice = write_notice(word_held(decision, self.context, url=url), note_id=note_id)
        return ReplyOutcome("held", "content_filter", note, notice)

    def _replace(self, decision: Decision, message: str, *, note_id: str | None) -> ReplyOutcome:
        filtered = FilteredNote(note_id) if note_id else None
        note = replace(self._describe("replaced", decision, message), filtered=filtered)
        notice = write_notice(message, note_id=note_id or secrets.token_hex(8))
        return ReplyOutcome("replaced", "content_filter", note, notice)

    def _explain(self, decision: Decision) -> str:
        return explain(decision, self.context.policy, self.context.tolerance)

    def _describe(self, outcome: Outcome, decision: Decision, message: str) -> GuardNote:
        score = None if decision.cause == "unjudged" else decision.score
        return GuardNote(
            outcome,
            score,
            decision.cause,
            message,
            decision.model,
            decision.policy_version,
            reason=decision.reason,
        )


def _weigh(decision: Decision) -> tuple[int, float]:
    return _RANKS[decision.outcome], decision.score


@dataclass(slots=True)
class Keeper:
    """What is kept: a filtered reply for its reader's answer; with agreement every message.

    For one request. `prompt` is what the reader asked, if they agreed to records; it is kept once, also where
    they want another reply to it: then it has been asked as often as is on record.

    A client writes what it likes for `upstream_model`; what is no name is not kept.
    """

    store: Store
    context: ReaderContext
    lasts: timedelta
    upstream_model: str = ""
    prompt: str | None = field(default=None, repr=False)
    asked: int = 0
    _has_prompt: bool = False

    def __post_init__(self) -> None:
        self.upstream_model = self.upstream_model if is_model_name(self.upstream_model) else ""

    async def keep(self, decision: Decision, content: str, *, instead_of: str | None = None) -> str | None:
        """Its id, once it is on disk; None without a reader, or where it could not be kept."""
        context = self.context
        if not context.reader_id:
            return None
        new = NewFilteredReply(
            reader=context.reader_id,
            community=context.community,
            conversation=context.conversation,
            outcome=decision.outcome,
            cause=decision.cause,
            content=content,
            score=decision.score,
            model=decision.model,
            policy_version=decision.policy_version,
            named=tuple(ngram.text for ngram in decision.named),
            passages=tuple(ngram.passage for ngram in decision.named),
            words=decision.words,
            categories=decision.categories,
            upstream_model=self.upstream_model,
        )
        try:
            add = partial(self.store.held.add, new, lasts=self.lasts, instead_of=instead_of)
            return (await asyncio.to_thread(add)).id
        except SaysoError as error:
            _log.error("filtered reply not kept", code=error.slug)
            return None

    async def record(
        self, outcome: Outcome, decision: Decision, content: str, *, note_id: str | None
    ) -> None:
        """Both sides' messages, where the reader agreed."""
        if self.prompt is None:
            return
        reply = NewMessage(
            "model",
            content,
            outcome=outcome,
            cause=decision.cause,
            score=decision.score,
            scores={str(attribute): score for attribute, score in decision.whole.items()},
            model=decision.model,
            policy_version=decision.policy_version,
            upstream_model=self.upstream_model,
            held_id=note_id,
        )
        question = self.prompt if not self._has_prompt else ""
        self._has_prompt = True
        try:
            await asyncio.to_thread(self._add, question, reply)
        except SaysoError as error:
            _log.error("messages not kept", code=error.slug)

    def _add(self, question: str, reply: NewMessage) -> None:
        reader_id, conversation = self.context.reader_id, self.context.conversation
        conversations = self.store.conversations
        if question and self.asked:
            known = conversations.count_asked(reader_id, conversation, question)
            question = "" if known >= self.asked else question
        messages = [NewMessage("reader", question), reply] if question else [reply]
        conversations.add_messages(reader_id, conversation, messages)
