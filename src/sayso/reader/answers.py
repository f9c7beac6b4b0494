"""The two questions about a held reply: see it? and, after seeing it, what about such words in future?

An answer and what it does to the word bank are one transaction: of two tabs that answer at once, one counts.
"""

from sayso.core import Ruling, Term
from sayso.core.errors import BadInput
from sayso.storage import Held, Scope, Store, Transaction
from sayso.text.terms import normalise_term


def answer_view(store: Store, reader_id: str, held_id: str, *, view: bool) -> Held:
    """See it or not. Not wanting to blocks the named words for the conversation."""
    with store.transaction() as transaction:
        held, is_new = store.held.answer_view(reader_id, held_id, view, transaction=transaction)
        if is_new and not view:
            rule(store, held, "block", scope="conversation", transaction=transaction)
    return held


def answer_future(
    store: Store,
    reader_id: str,
    held_id: str,
    *,
    future: Ruling,
    scope: Scope = "conversation",
) -> Held:
    """What becomes of the named words: permit, block, or ask again. One answer covers all of them."""
    with store.transaction() as transaction:
        held, is_new = store.held.answer_future(
            reader_id, held_id, future, scope=scope, transaction=transaction
        )
        if is_new:
            rule(store, held, future, scope=scope, transaction=transaction)
    return held


def take_back(store: Store, reader_id: str, held_id: str) -> Held:
    """Undo both answers and what they did to the word bank. While the reply is kept, it waits again."""
    with store.transaction() as transaction:
        held, _ = store.held.undo(reader_id, held_id, transaction=transaction)
        store.terms.undo_answers(reader_id, held_id, transaction=transaction)
    return held


def rule(store: Store, held: Held, ruling: Ruling, *, scope: Scope, transaction: Transaction) -> None:
    conversation = held.conversation if scope == "conversation" else None
    terms = [
        Term(words, ruling, conversation=conversation, source="answer")
        for words in held.named
        if can_be_ruled_on(words)
    ]
    if terms:
        store.terms.rule(held.reader_id, terms, held_id=held.id, transaction=transaction)


def can_be_ruled_on(words: str) -> bool:
    """Not all that a model writes is words that can be found again: a thousand letters in a row, say."""
    try:
        normalise_term(words)
    except BadInput:
        return False
    return True
