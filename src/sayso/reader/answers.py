"""A reader answers about a held reply: see it? and, after seeing it, what about such words in future?

One click is one walk, by the API and by the page behind a link: load, judge (once), answer, explain. An
answer and what it does to the word bank are one transaction: of two tabs that answer at once, one counts.
"""

import asyncio
from dataclasses import dataclass

from sayso.core import Term
from sayso.deciding.held_replies import OPEN, Act, Step, Undo, View
from sayso.reader.explanations import ExplainedReply, explain_all, explain_under
from sayso.reader.guard.judging import ReplyJudge
from sayso.reader.rejudging import Rejudged, explain_refusal, judge_again
from sayso.storage import FilteredReply, Store, Transaction
from sayso.text.terms import can_be_ruled_on


@dataclass(frozen=True, slots=True)
class Answered:
    """A reply after an answer; `judged` is what was decided on the way about this text, if it was judged.

    `is_refused`: it may not be seen any more, and nothing was answered.
    """

    reply: FilteredReply
    judged: Rejudged | None = None
    is_refused: bool = False


async def answer(judge: ReplyJudge, store: Store, reader_id: str, held_id: str, act: Act) -> Answered | None:
    """None: this reader has no reply of this id, and learns no more than that.

    What a reader asks to see is judged before they see it; what becomes of it after the second answer is
    judged by `explain_answer`, under the words as they are then.
    """
    found = await asyncio.to_thread(store.held.get, reader_id, held_id)
    if found is None:
        return None
    judged: Rejudged | None = None
    if act == View(True) and found.content is not None and found.state in OPEN:
        judged = (await judge_again(judge, [found]))[held_id]
        # Refused for words that another tab has just blocked by its answer? Then that answer is what counts.
        if judged.is_refused and found == await asyncio.to_thread(store.held.get, reader_id, held_id):
            return Answered(found, judged, is_refused=True)
    reply = await asyncio.to_thread(give_answer, store, reader_id, held_id, act)
    # A reply that comes in a stream may have grown since: then it is another text than the one judged.
    return Answered(reply, judged if reply.content == found.content else None)


async def explain_answer(judge: ReplyJudge, store: Store, answered: Answered) -> ExplainedReply:
    """What the reader is told then, with what the reply says as far as they may see it."""
    reply, judged = answered.reply, answered.judged
    if judged is None and reply.reply is not None:
        judged = (await judge_again(judge, [reply]))[reply.id]
    if judged is None:
        return (await asyncio.to_thread(explain_all, store, [reply]))[0]
    if judged.is_refused:
        return explain_refusal(reply, judged)
    policy, tolerance = judged.context.policy, judged.context.tolerance
    told = await asyncio.to_thread(explain_under, store, [reply], policy=policy, tolerance=tolerance)
    return told[0]


def give_answer(store: Store, reader_id: str, held_id: str, act: Act) -> FilteredReply:
    """The answer and what it does to the word bank, or neither."""
    with store.transaction() as transaction:
        reply, step = store.held.advance(reader_id, held_id, act, transaction=transaction)
        if step.is_new:
            change_words(store, reply, act, step, transaction=transaction)
    return reply


def change_words(
    store: Store, reply: FilteredReply, act: Act, step: Step, *, transaction: Transaction
) -> None:
    """Not wanting to see it blocks the word it turns on, the second answer rules on that or on the one that
    was chosen, undo takes it back. Without words it is the n-grams, as in the paper."""
    if isinstance(act, Undo):
        store.terms.undo_answers(reply.reader_id, reply.id, transaction=transaction)
    if step.ruling is None:
        return
    conversation = reply.conversation if step.scope == "conversation" else None
    words = reply.words[:1] or tuple(filter(can_be_ruled_on, reply.named))
    terms = [Term(text, step.ruling, conversation=conversation, source="answer") for text in words]
    if terms:
        store.terms.rule(reply.reader_id, terms, held_id=reply.id, transaction=transaction)
