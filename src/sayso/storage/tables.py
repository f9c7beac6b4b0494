"""The tables as they are now. `migrations/versions` says how a database gets there; a test compares them."""

from sqlalchemy import Column, Index, LargeBinary, MetaData, Table, Text

from sayso.storage.columns import AnyText, Moment, WholeNumber

metadata = MetaData()

ledger = Table(
    "ledger",
    metadata,
    Column("seq", WholeNumber, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
    Column("kind", AnyText, nullable=False),
    Column("community", AnyText, nullable=False),
    Column("actor", AnyText, nullable=False),
    Column("subject", AnyText, nullable=False),
    Column("body", Text, nullable=False),
    Column("previous", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Index("ledger_by_kind", "kind", "seq"),
)

ledger_head = Table(
    "ledger_head",
    metadata,
    Column("id", WholeNumber, primary_key=True, autoincrement=False),
    Column("seq", WholeNumber, nullable=False),
    Column("hash", Text, nullable=False),
)

texts = Table(
    "texts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("community", AnyText, nullable=False),
    Column("person", AnyText),
    Column("reference", AnyText),
    Column("content", LargeBinary),
    Column("salt", LargeBinary),
    Column("commitment", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("erased_at", Moment),
    Column("erased_seq", WholeNumber),
    Index("texts_by_person", "person"),
    Index("texts_by_age", "community", "created_at"),
)

keys = Table(
    "keys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", AnyText, nullable=False),
    Column("role", Text, nullable=False),
    Column("community", AnyText, nullable=False),
    Column("scale", Text),
    Column("per_minute", WholeNumber),
    Column("per_day", WholeNumber),
    Column("secret_hash", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("revoked_at", Moment),
)

usage = Table(
    "usage",
    metadata,
    Column("key_id", AnyText, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("start", Moment, primary_key=True),
    Column("count", WholeNumber, nullable=False),
)

communities = Table(
    "communities",
    metadata,
    Column("name", AnyText, primary_key=True),
    Column("retention_days", WholeNumber),
)

objections = Table(
    "objections",
    metadata,
    Column("id", Text, primary_key=True),
    Column("token", Text, nullable=False),
    Column("community", AnyText, nullable=False),
    Column("seq", WholeNumber, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("fingerprint", Text),
    Index("objections_by_token", "token", unique=True),
    Index("objections_by_seq", "seq", unique=True),
    Index("objections_by_fingerprint", "fingerprint"),
)

objection_entries = Table(
    "objection_entries",
    metadata,
    Column("objection_id", Text, primary_key=True),
    Column("seq", WholeNumber, primary_key=True, autoincrement=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Text, primary_key=True),
    Column("objection_id", Text, nullable=False),
    Column("root", AnyText, nullable=False),
    Column("attempts", WholeNumber, nullable=False),
    Column("due_at", Moment, nullable=False),
    Index("outbox_by_due", "due_at"),
)
