"""SQLite and PostgreSQL behind one `Store`: the ledger, texts, keys, usage, pins, communities, backups.

Database drivers and SQL live here and nowhere else; this room knows neither HTTP nor models.
Start with `store` (what others hold), then `transaction` (how a write becomes a ledger entry) and
`verification` (how a changed ledger is found). Tables change by a new file in `migrations/versions`.
"""

from sayso.storage.backup import Backup, back_up
from sayso.storage.communities import Community
from sayso.storage.conversations import Message, NewMessage, Side
from sayso.storage.feedback import Feedback
from sayso.storage.held_reply import Held, HeldState, NewHeld, Scope
from sayso.storage.keys import Key
from sayso.storage.ledger import Entry, Head
from sayso.storage.objection import Answer, NewObjection, Objection, ObjectionKind, ObjectionState, Verdict
from sayso.storage.objections import Receipt
from sayso.storage.outbox import Delivery
from sayso.storage.pins import Pin
from sayso.storage.policies import PolicyChange
from sayso.storage.readers import Reader
from sayso.storage.restore import restore
from sayso.storage.retention import RetentionRun
from sayso.storage.schema import upgrade_database
from sayso.storage.shadows import ShadowRow
from sayso.storage.shared_terms import SharedState, SharedTerm
from sayso.storage.store import Store
from sayso.storage.term_rows import TermChange
from sayso.storage.texts import KeptText, NewText
from sayso.storage.transaction import Transaction
from sayso.storage.usage import Window
from sayso.storage.verification import Problem, Verification

__all__ = [
    "Answer",
    "Backup",
    "Community",
    "Delivery",
    "Entry",
    "Feedback",
    "Head",
    "Held",
    "HeldState",
    "KeptText",
    "Key",
    "Message",
    "NewHeld",
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
    "TermChange",
    "Transaction",
    "Verdict",
    "Verification",
    "Window",
    "back_up",
    "restore",
    "upgrade_database",
]
