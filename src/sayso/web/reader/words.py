"""`/api/v1/readers/me/words`: the word bank. Its words are never part of an address, so no log has them."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query
from starlette.responses import Response

from sayso.core import Ruling, Term
from sayso.storage import Scope, Store, TermChange
from sayso.web.access.dependencies import AccessRoute, ReaderDep, ServiceDep
from sayso.web.http.responses import JsonResponse
from sayso.web.reader.failures import MISSING, READER_FAILURES
from sayso.web.reader.readers import ME
from sayso.web.reader.schemas import (
    MOST_LISTED,
    Conversation,
    RemovedAnswer,
    SharedAnswer,
    TermAnswer,
    TermRequest,
    UndoneAnswer,
    WordsAnswer,
    scope_of,
)

WORDS = f"{ME}/words"
_NO_ENTRY = "Your word bank has no entry of yours with this id; it may be removed already"
router = APIRouter(tags=["Reader"], route_class=AccessRoute)


@router.get(WORDS, response_model=WordsAnswer, responses=READER_FAILURES, operation_id="listWords")
async def list_words(
    service: ServiceDep,
    reader: ReaderDep,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED, description="Most words on this page.")] = 100,
    offset: Annotated[int, Query(ge=0, le=1_000_000, description="How many to pass over.")] = 0,
    ruling: Annotated[Ruling | None, Query(description="Only words with this ruling.")] = None,
    scope: Annotated[Scope | None, Query(description="Only for a conversation, or for good.")] = None,
    conversation: Annotated[Conversation | None, Query(description="Only what counts in this one.")] = None,
) -> Response:
    """The words a reader has ruled on, newest first, page by page."""
    found = await asyncio.to_thread(service.store.terms.list, reader.reader.id, conversation=conversation)
    chosen = select_words(found[::-1], ruling=ruling, scope=scope)
    page = chosen[offset : offset + limit]
    return JsonResponse(WordsAnswer([TermAnswer.of(term) for term in page], total=len(chosen)))


@router.post(
    WORDS, status_code=201, response_model=TermAnswer, responses=READER_FAILURES, operation_id="ruleOnWords"
)
async def rule_on_words(body: TermRequest, service: ServiceDep, reader: ReaderDep) -> Response:
    """Permit or block words, or have Sayso ask again; it replaces an earlier ruling on the same words."""
    term = Term(body.text.strip(), body.ruling, conversation=body.conversation)
    kept = await asyncio.to_thread(service.store.terms.rule, reader.reader.id, [term])
    return JsonResponse(TermAnswer.of(kept[0]), 201)


@router.delete(WORDS, response_model=RemovedAnswer, responses=READER_FAILURES, operation_id="removeAllWords")
async def remove_all_words(service: ServiceDep, reader: ReaderDep) -> Response:
    """Empty the word bank. Undo brings it back."""
    removed = await asyncio.to_thread(service.store.terms.remove, reader.reader.id, "all")
    return JsonResponse(RemovedAnswer(len(removed)))


@router.post(
    f"{WORDS}/undo", response_model=UndoneAnswer, responses=READER_FAILURES, operation_id="undoWords"
)
async def undo_words(service: ServiceDep, reader: ReaderDep) -> Response:
    """Take back the last change of the word bank, then the one before, again and again."""
    undone = await asyncio.to_thread(service.store.terms.undo, reader.reader.id)
    total = len(await asyncio.to_thread(service.store.terms.list, reader.reader.id))
    return JsonResponse(UndoneAnswer(undone is not None, say_undone(undone), total))


@router.delete(
    f"{WORDS}/{{word_id}}",
    response_model=RemovedAnswer,
    responses=READER_FAILURES | MISSING,
    operation_id="removeWord",
)
async def remove_word(word_id: str, service: ServiceDep, reader: ReaderDep) -> Response:
    """Remove one entry, by its id."""
    removed = await asyncio.to_thread(service.store.terms.remove, reader.reader.id, [word_id])
    if not removed:
        raise HTTPException(404, _NO_ENTRY)
    return JsonResponse(RemovedAnswer(len(removed)))


@router.post(
    f"{WORDS}/{{word_id}}/share",
    status_code=201,
    response_model=SharedAnswer,
    responses=READER_FAILURES | MISSING,
    operation_id="shareWord",
)
async def share_word(word_id: str, service: ServiceDep, reader: ReaderDep) -> Response:
    """Propose an entry to the community; it counts for others once somebody has approved it."""
    found = await asyncio.to_thread(find_own, service.store, reader.reader.id, word_id)
    if found is None:
        raise HTTPException(404, _NO_ENTRY)
    shared = await asyncio.to_thread(service.store.shared_terms.propose, reader.reader.id, found)
    answer = SharedAnswer(shared.id, shared.text or found.text, shared.ruling, shared.state)
    return JsonResponse(answer, 201)


def find_own(store: Store, reader_id: str, word_id: str) -> Term | None:
    """An entry of the reader's own; what the community shares already is none."""
    own = (term for term in store.terms.list(reader_id) if term.source != "community")
    return next((term for term in own if term.id == word_id), None)


def say_undone(change: TermChange | None) -> str:
    if change is None:
        return "There is nothing left to take back; changes can be taken back for 30 days."
    count = f"{len(change.terms)} {'entry' if len(change.terms) == 1 else 'entries'}"
    if change.act == "removed":
        return f"Brought back: {count}."
    return f"Taken back: what was ruled about {count}."


def select_words(terms: Sequence[Term], *, ruling: Ruling | None, scope: Scope | None) -> list[Term]:
    return [
        term
        for term in terms
        if (ruling is None or term.ruling == ruling) and (scope is None or scope_of(term) == scope)
    ]
