"""A held reply is judged again before it is given out: limits and words may have changed meanwhile."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from sayso.core import Decision
from sayso.deciding import explain
from sayso.reader.explanations import Story, tell_all
from sayso.reader.guard.judging import ReaderContext
from sayso.storage import Held, HeldState
from sayso.web.service import Service

AT_ONCE = 16
"""So many replies are judged together."""

OPEN: frozenset[HeldState] = frozenset({"waiting", "viewed"})
_TAKE_BACK = "If an answer of yours blocked them, you can also take that answer back."


async def find_story(service: Service, reader_id: str, held_id: str) -> Story | None:
    """A reply as it may be given out now; None if this reader has none of this id."""
    held = await asyncio.to_thread(service.store.held.get, reader_id, held_id)
    return None if held is None else (await tell_now(service, [held]))[0]


async def find_refusal(service: Service, reader_id: str, held_id: str) -> Story | None:
    """Why a reply that its reader now asks to see may not be seen any more; None if it may."""
    held = await asyncio.to_thread(service.store.held.get, reader_id, held_id)
    if held is None or held.content is None or held.state not in OPEN:
        return None
    refused = (await _judge_again(service, [held])).get(held.id)
    after = await asyncio.to_thread(service.store.held.get, reader_id, held_id) if refused else held
    return refused if after == held else None  # another tab has answered: that is what there is to say


async def tell_now(service: Service, replies: Sequence[Held]) -> list[Story]:
    """Each with what happened to it, and with what it says only as far as that may be seen now."""
    stories = await asyncio.to_thread(tell_all, service.store, replies)
    refused = await _judge_again(service, [held for held in replies if held.reply is not None])
    return [refused.get(story.held.id, story) for story in stories]


async def _judge_again(service: Service, replies: Sequence[Held]) -> dict[str, Story]:
    """Those that may not be seen now, by id."""
    refused: dict[str, Story] = {}
    for conversation, own in groupby(sorted(replies, key=_name_place), key=_name_place):
        waiting = list(own)
        standing = await service.guard.stand(waiting[0].community, waiting[0].reader_id, conversation)
        for some in _split(waiting):
            judged = (service.guard.judge(held.content or "", standing=standing) for held in some)
            verdicts = zip(some, await asyncio.gather(*judged), strict=True)
            refused |= {
                held.id: _refuse(held, verdict, standing)
                for held, verdict in verdicts
                if verdict.outcome == "replaced"
            }
    return refused


def _name_place(held: Held) -> str:
    return held.conversation


def _split(replies: Sequence[Held]) -> Iterator[Sequence[Held]]:
    return (replies[begin : begin + AT_ONCE] for begin in range(0, len(replies), AT_ONCE))


def _refuse(held: Held, verdict: Decision, standing: ReaderContext) -> Story:
    """An answered reply stays what it was, without what it says; an open one is as if judged only now."""
    message = explain(verdict, standing.policy, standing.tolerance)
    if any(term.origin == "answer" for term in verdict.blocked):
        message = f"{message} {_TAKE_BACK}"
    if held.state not in OPEN:
        return Story(replace(held, content=None), message)
    now = replace(
        held,
        outcome=verdict.outcome,
        cause=verdict.cause,
        score=verdict.score,
        categories=verdict.categories,
        model=verdict.model,
        policy_version=verdict.policy_version,
        state="none",
        content=None,
        named=tuple(ngram.text for ngram in verdict.named),
    )
    return Story(now, message)
