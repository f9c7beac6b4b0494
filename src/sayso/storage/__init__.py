"""SQLite and PostgreSQL behind one `Store`: the ledger, texts, keys, usage, pins, communities, backups.

Database drivers and SQL live here and nowhere else; this room knows neither HTTP nor models.
Start with `store` (what others hold), then `transaction` (how a write becomes a ledger entry) and
`verification` (how a changed ledger is found). Tables change by a new file in `migrations/versions`.
"""

from sayso.deciding.held_replies import Scope
from sayso.storage.access.keys import Key
from sayso.storage.access.usage import Window
from sayso.storage.author.objection import (
    Answer,
    NewObjection,
    Objection,
    ObjectionKind,
    ObjectionState,
    Verdict,
)
from sayso.storage.author.objections import Receipt
from sayso.storage.author.outbox import Delivery
from sayso.storage.author.suggested_scores import SuggestedScore
from sayso.storage.community.communities import Community
from sayso.storage.community.pins import Pin
from sayso.storage.community.policies import PolicyChange
from sayso.storage.community.shadows import ShadowRow
from sayso.storage.community.shared_terms import SharedState, SharedTerm
from sayso.storage.dump.backup import Backup, back_up
from sayso.storage.dump.restore import restore
from sayso.storage.ledger.entries import Entry, Head
from sayso.storage.ledger.retention import RetentionRun
from sayso.storage.ledger.texts import KeptText, NewText
from sayso.storage.ledger.verification import Problem, Verification
from sayso.storage.reader.conversations import Message, NewMessage, Side
from sayso.storage.reader.filtered_reply import FilteredReply, NewFilteredReply
from sayso.storage.reader.readers import Reader
from sayso.storage.reader.term_rows import TermChange
from sayso.storage.schema import upgrade_database
from sayso.storage.store import Store
from sayso.storage.transaction import Transaction

__all__ = [
    "Answer",
    "Backup",
    "Community",
    "Delivery",
    "Entry",
    "FilteredReply",
    "Head",
    "KeptText",
    "Key",
    "Message",
    "NewFilteredReply",
    "NewMessage",
    "NewObjection",
    "NewText",
    "Objection",
    "ObjectionKind",
    "ObjectionState",
    "Pin",
    "PolicyChange",
    "Problem",
    "Reader",
    "Receipt",
    "RetentionRun",
    "Scope",
    "ShadowRow",
    "SharedState",
    "SharedTerm",
    "Side",
    "Store",
    "SuggestedScore",
    "TermChange",
    "Transaction",
    "Verdict",
    "Verification",
    "Window",
    "back_up",
    "restore",
    "upgrade_database",
]
