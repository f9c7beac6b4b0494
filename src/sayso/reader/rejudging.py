"""A held reply is judged again before it is given out: limits and words may have changed meanwhile."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from sayso.core import Decision
from sayso.deciding import explain
from sayso.deciding.held_replies import OPEN
from sayso.reader.explanations import ExplainedReply, explain_all
from sayso.reader.guard.judging import ReaderContext, ReplyJudge
from sayso.storage import FilteredReply, Store

AT_ONCE = 16
"""So many replies are judged together."""

_TAKE_BACK = "If an answer of yours blocked them, you can also take that answer back."


@dataclass(frozen=True, slots=True)
class Rejudged:
    """What is decided about a reply now, and under what."""

    decision: Decision
    context: ReaderContext

    @property
    def is_refused(self) -> bool:
        """Whether it may not be seen any more."""
        return self.decision.outcome == "replaced"


async def find_explained(
    judge: ReplyJudge, store: Store, reader_id: str, held_id: str
) -> ExplainedReply | None:
    """A reply as it may be given out now; None if this reader has none of this id."""
    found = await asyncio.to_thread(store.held.get, reader_id, held_id)
    return None if found is None else (await explain_now(judge, store, [found]))[0]


async def explain_now(
    judge: ReplyJudge, store: Store, replies: Sequence[FilteredReply]
) -> list[ExplainedReply]:
    """Each with what happened to it, and with what it says only as far as that may be seen now."""
    explained = await asyncio.to_thread(explain_all, store, replies)
    judged = await judge_again(judge, [reply for reply in replies if reply.reply is not None])
    refused = {held_id: one for held_id, one in judged.items() if one.is_refused}
    return [
        explain_refusal(one.reply, refused[one.reply.id]) if one.reply.id in refused else one
        for one in explained
    ]


async def judge_again(judge: ReplyJudge, replies: Sequence[FilteredReply]) -> dict[str, Rejudged]:
    """By id. All of one conversation are judged under the same words and limits."""

    def name_place(reply: FilteredReply) -> str:
        return reply.conversation

    judged: dict[str, Rejudged] = {}
    for conversation, own in groupby(sorted(replies, key=name_place), key=name_place):
        waiting = list(own)
        context = await judge.load_context(waiting[0].community, waiting[0].reader_id, conversation)
        for begin in range(0, len(waiting), AT_ONCE):
            some = waiting[begin : begin + AT_ONCE]
            decisions = await asyncio.gather(
                *(judge.judge(reply.content or "", context=context) for reply in some)
            )
            judged |= {
                reply.id: Rejudged(decision, context) for reply, decision in zip(some, decisions, strict=True)
            }
    return judged


def explain_refusal(reply: FilteredReply, judged: Rejudged) -> ExplainedReply:
    """An answered reply stays what it was, without what it says; an open one is as if judged only now."""
    decision, context = judged.decision, judged.context
    message = explain(decision, context.policy, context.tolerance)
    if any(term.source == "answer" for term in decision.blocked):
        message = f"{message} {_TAKE_BACK}"
    if reply.state not in OPEN:
        return ExplainedReply(replace(reply, content=None), message)
    now = replace(
        reply,
        outcome=decision.outcome,
        cause=decision.cause,
        score=decision.score,
        categories=decision.categories,
        model=decision.model,
        policy_version=decision.policy_version,
        state="none",
        content=None,
        named=tuple(ngram.text for ngram in decision.named),
        passages=tuple(ngram.passage for ngram in decision.named),
        words=decision.words,
    )
    return ExplainedReply(now, message)
